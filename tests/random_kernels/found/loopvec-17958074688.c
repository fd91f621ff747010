/* SPDX-License-Identifier: MIT */
/* run: cc=gcc level=-O2 setting=loopvec how=default
   DIFFERS k17958074688 phased default forward: a0, element 8: 337469846, and 1912768822 in the reference */
/* tests/random_kernels/make 17958074688 1 55,56,57,58,59,60,61,62,63,64,65,66,67,68,69,70,71,72,73,74,75,76,77,78,79,80,81,1,2,3,4,5,6,7,8,9,10,11,12,13,13,14,15,16,17,18,25,26,27,28,29,30,34,35,36,46,47,48,49,50,51,20,21,31,37,40,44,45,52,54 */
#include "run.h"

/* ---- kernel 17958074688 ---- */

AMP_DEVICE_BEGIN
#define k17958074688_mix(a, b) ((a) * 31u ^ (b))
enum { k17958074688_few = 6 };
typedef enum k17958074688_color { k17958074688_red, k17958074688_green = 7 } k17958074688_color;
static const unsigned k17958074688_c0[5] = { 480303u, 908102u, 335898u, 763697u, 191493u, };
typedef struct k17958074688_s0 { short a; unsigned b[2]; } k17958074688_s0;
AMP_TILED_KERNEL(k17958074688_tiled, (3, 4), out(unsigned, 2, a0), in(k17958074688_s0, 2, a1), in(amp_uint64, 1, a2), inout(int, 2, a3), value(unsigned, p0), value(k17958074688_s0, p1), value(unsigned, p2))
{
    unsigned v0;
    const int lane = tidx.local[0] * 4 + tidx.local[1];
    {
        v0 = (unsigned)lane * 56u + 94007u; 
    }
    amp_tile_barrier_wait(tidx);
    for (int x3 = 0; x3 <= (int)(((1u * 939854829u) - (9u << ((unsigned)tidx.tile[1] & 31u))) % 4u); x3++) {
        switch ((int)(((p1.b[0] << ((unsigned)x3 & 31u)) & (p0 | p2)) % 3u)) {
            case 0:
            {
                amp_tile_barrier_wait(tidx);
                {
                }
            }
            break;
            case 1:
            break;
            default:
            {
                amp_tile_barrier_wait(tidx);
                {
                    if (!(lane < 3)) {
                        if ((lane < 7)) {
                            v0 |= ((unsigned)tidx.tile[1] ^ (unsigned)((((int)((unsigned)(amp_at(a2, (lane + 5) % 6) >> 7) & 65535u) - 32768) / 5)));
                        }
                        else {
                            v0++;
                        }
                    }
                }
            }
            break;
        }
    }
    amp_tile_barrier_wait(tidx);
    {
        unsigned r = 2166136261u;
        r = (r ^ v0) * 16777619u; 
        amp_at(a0, tidx.global[0], tidx.global[1]) = r;
    }
}
AMP_PHASED_KERNEL(k17958074688_phased, (3, 4), out(unsigned, 2, a0), in(k17958074688_s0, 2, a1), in(amp_uint64, 1, a2), inout(int, 2, a3), value(unsigned, p0), value(k17958074688_s0, p1), value(unsigned, p2))
{
    amp_thread_private(unsigned, v0);
    amp_phase {
        const int lane = tidx.local[0] * 4 + tidx.local[1];
        (void)lane;
        amp_mine(v0) = (unsigned)lane * 56u + 94007u; 
    }
    for (int x3 = 0; x3 <= (int)(((1u * 939854829u) - (9u << ((unsigned)amp_tile_index.tile[1] & 31u))) % 4u); x3++) {
        switch ((int)(((p1.b[0] << ((unsigned)x3 & 31u)) & (p0 | p2)) % 3u)) {
            case 0:
            {
                amp_phase {
                    const int lane = tidx.local[0] * 4 + tidx.local[1];
                    (void)lane;
                }
            }
            break;
            case 1:
            break;
            default:
            {
                amp_phase {
                    const int lane = tidx.local[0] * 4 + tidx.local[1];
                    (void)lane;
                    if (!(lane < 3)) {
                        if ((lane < 7)) {
                            amp_mine(v0) |= ((unsigned)amp_tile_index.tile[1] ^ (unsigned)((((int)((unsigned)(amp_at(a2, (lane + 5) % 6) >> 7) & 65535u) - 32768) / 5)));
                        }
                        else {
                            amp_mine(v0)++;
                        }
                    }
                }
            }
            break;
        }
    }
    amp_phase {
        const int lane = tidx.local[0] * 4 + tidx.local[1];
        (void)lane;
        unsigned r = 2166136261u;
        r = (r ^ amp_mine(v0)) * 16777619u; 
        amp_at(a0, tidx.global[0], tidx.global[1]) = r;
    }
}
AMP_DEVICE_END

static unsigned k17958074688_a0[2][6][8];
static k17958074688_s0 k17958074688_a1[2][4][15];
static amp_uint64 k17958074688_a2[2][10];
static int k17958074688_a3[2][1][5];
static unsigned k17958074688_p0;
static k17958074688_s0 k17958074688_p1;
static unsigned k17958074688_p2;
NOT_OPTIMISED static void k17958074688_reference_tile(int t0, int t1, int t2)
{
    const int o0 = t0 * 3, o1 = t1 * 4, o2 = t2 * 1;
    unsigned (*const a0)[8] = (unsigned (*)[8])&k17958074688_a0[1][0][0];
    k17958074688_s0 (*const a1)[15] = (k17958074688_s0 (*)[15])&k17958074688_a1[1][1][3];
    amp_uint64 (*const a2) = (amp_uint64 (*))&k17958074688_a2[1][2];
    int (*const a3)[5] = (int (*)[5])&k17958074688_a3[1][0][2];
    const unsigned p0 = k17958074688_p0;
    const k17958074688_s0 p1 = k17958074688_p1;
    const unsigned p2 = k17958074688_p2;
    (void)o0; (void)o1; (void)o2;
    static unsigned v0[12];
    for (int lane = 0; lane < (12); lane++) {
        const int l0 = lane / 4, l1 = lane / 1 % 4, l2 = lane % 1;
        (void)l0; (void)l1; (void)l2;
        v0[lane] = (unsigned)lane * 56u + 94007u; 
    }
    for (int x3 = 0; x3 <= (int)(((1u * 939854829u) - (9u << ((unsigned)t1 & 31u))) % 4u); x3++) {
        switch ((int)(((p1.b[0] << ((unsigned)x3 & 31u)) & (p0 | p2)) % 3u)) {
            case 0:
            {
                for (int lane = 0; lane < (12); lane++) {
                    const int l0 = lane / 4, l1 = lane / 1 % 4, l2 = lane % 1;
                    (void)l0; (void)l1; (void)l2;
                }
            }
            break;
            case 1:
            break;
            default:
            {
                for (int lane = 0; lane < (12); lane++) {
                    const int l0 = lane / 4, l1 = lane / 1 % 4, l2 = lane % 1;
                    (void)l0; (void)l1; (void)l2;
                    if (!(lane < 3)) {
                        if ((lane < 7)) {
                            v0[lane] |= ((unsigned)t1 ^ (unsigned)((((int)((unsigned)(a2[(lane + 5) % 6] >> 7) & 65535u) - 32768) / 5)));
                        }
                        else {
                            v0[lane]++;
                        }
                    }
                }
            }
            break;
        }
    }
    for (int lane = 0; lane < (12); lane++) {
        const int l0 = lane / 4, l1 = lane / 1 % 4, l2 = lane % 1;
        (void)l0; (void)l1; (void)l2;
        unsigned r = 2166136261u;
        r = (r ^ v0[lane]) * 16777619u; 
        a0[(o0 + l0)][(o1 + l1)] = r;
    }
}
static void k17958074688_fill(int copy)
{
    begin_run(17958074688);
    for (int i = 0; i < 48; i++) {
        unsigned *const e = (unsigned *)k17958074688_a0[copy] + i;
        (*e) = value_of_run();
    }
    for (int i = 0; i < 60; i++) {
        k17958074688_s0 *const e = (k17958074688_s0 *)k17958074688_a1[copy] + i;
        (*e).a = (short)((int)(value_of_run() & 65535u) - 32768);
        (*e).b[0] = value_of_run();
        (*e).b[1] = value_of_run();
    }
    for (int i = 0; i < 10; i++) {
        amp_uint64 *const e = (amp_uint64 *)k17958074688_a2[copy] + i;
        (*e) = (amp_uint64)value_of_run() << 20;
    }
    for (int i = 0; i < 5; i++) {
        int *const e = (int *)k17958074688_a3[copy] + i;
        (*e) = (int)(value_of_run() & 65535u) - 32768;
    }
    {
        k17958074688_p0 = value_of_run();
        k17958074688_p1.a = (short)((int)(value_of_run() & 65535u) - 32768);
        k17958074688_p1.b[0] = value_of_run();
        k17958074688_p1.b[1] = value_of_run();
        k17958074688_p2 = value_of_run();
    }
}
static void k17958074688_reference(void)
{
    int i, j, k;
    for (i = 0; i < 2; i++) {
        for (j = 0; j < 2; j++) {
            for (k = 0; k < 1; k++) {
                k17958074688_reference_tile(i, j, k);
            }
        }
    }
}
static int k17958074688_differs(void)
{
    for (int i = 0; i < 48; i++) {
        const unsigned *const a = (const unsigned *)k17958074688_a0[0] + i, *const b = (const unsigned *)k17958074688_a0[1] + i;
        if ((*a) != (*b)) { return differ("a0", i, (double)(*a), (double)(*b)); }
    }
    for (int i = 0; i < 60; i++) {
        const k17958074688_s0 *const a = (const k17958074688_s0 *)k17958074688_a1[0] + i, *const b = (const k17958074688_s0 *)k17958074688_a1[1] + i;
        if ((*a).a != (*b).a) { return differ("a1.a", i, (double)(*a).a, (double)(*b).a); }
        if ((*a).b[0] != (*b).b[0]) { return differ("a1.b[0]", i, (double)(*a).b[0], (double)(*b).b[0]); }
        if ((*a).b[1] != (*b).b[1]) { return differ("a1.b[1]", i, (double)(*a).b[1], (double)(*b).b[1]); }
    }
    for (int i = 0; i < 10; i++) {
        const amp_uint64 *const a = (const amp_uint64 *)k17958074688_a2[0] + i, *const b = (const amp_uint64 *)k17958074688_a2[1] + i;
        if ((*a) != (*b)) { return differ("a2", i, (double)(*a), (double)(*b)); }
    }
    for (int i = 0; i < 5; i++) {
        const int *const a = (const int *)k17958074688_a3[0] + i, *const b = (const int *)k17958074688_a3[1] + i;
        if ((*a) != (*b)) { return differ("a3", i, (double)(*a), (double)(*b)); }
    }
    return 0;
}
static amp_status k17958074688_launch_tiled(void)
{
    amp_status s;
    amp_array_view w0 = amp_view(unsigned, (unsigned *)k17958074688_a0[0], 6, 8);
    amp_array_view a0 = w0;
    amp_array_view w1 = amp_view(k17958074688_s0, (k17958074688_s0 *)k17958074688_a1[0], 4, 15);
    amp_array_view a1 = amp_section(w1, amp_index(1, 3), amp_extent(2, 9));
    amp_array_view w2 = amp_view(amp_uint64, (amp_uint64 *)k17958074688_a2[0], 10);
    amp_array_view a2 = amp_section(w2, amp_index(2), amp_extent(6));
    amp_array_view w3 = amp_view(int, (int *)k17958074688_a3[0], 1, 5);
    amp_array_view a3 = amp_section(w3, amp_index(0, 2), amp_extent(1, 1));
    s = amp_parallel_for_each(amp_tile(amp_extent(6, 8), 3, 4), k17958074688_tiled, a0, a1, a2, a3, k17958074688_p0, k17958074688_p1, k17958074688_p2);
    s = ended(s, w0);
    s = ended(s, w1);
    s = ended(s, w2);
    s = ended(s, w3);
    return s;
}
static amp_status k17958074688_launch_phased(void)
{
    amp_status s;
    amp_array_view w0 = amp_view(unsigned, (unsigned *)k17958074688_a0[0], 6, 8);
    amp_array_view a0 = w0;
    amp_array_view w1 = amp_view(k17958074688_s0, (k17958074688_s0 *)k17958074688_a1[0], 4, 15);
    amp_array_view a1 = amp_section(w1, amp_index(1, 3), amp_extent(2, 9));
    amp_array_view w2 = amp_view(amp_uint64, (amp_uint64 *)k17958074688_a2[0], 10);
    amp_array_view a2 = amp_section(w2, amp_index(2), amp_extent(6));
    amp_array_view w3 = amp_view(int, (int *)k17958074688_a3[0], 1, 5);
    amp_array_view a3 = amp_section(w3, amp_index(0, 2), amp_extent(1, 1));
    s = amp_parallel_for_each(amp_tile(amp_extent(6, 8), 3, 4), k17958074688_phased, a0, a1, a2, a3, k17958074688_p0, k17958074688_p1, k17958074688_p2);
    s = ended(s, w0);
    s = ended(s, w1);
    s = ended(s, w2);
    s = ended(s, w3);
    return s;
}

static const random_kernel kernels[] = {
    { "k17958074688", k17958074688_fill, k17958074688_reference, k17958074688_differs, { k17958074688_launch_tiled, k17958074688_launch_phased, NULL, } },
};

int main(int argc, char **argv)
{
    return run_kernels(kernels, 1, argc, argv);
}
