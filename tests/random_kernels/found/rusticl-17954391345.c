/* SPDX-License-Identifier: MIT */
/* run: cc=gcc level=-O2 setting=rusticl known=Mesa how=default
   DIFFERS k17954391345 tiled default forward: a2.a, element 0: 32741, and 7 in the reference */
/* tests/random_kernels/make 17954391345 1 95,96,97,98,99,100,101,102,103,104,105,106,107,108,109,110,111,112,113,114,115,116,117,118,119,120,121,122,123,124,125,126,127,128,129,130,131,132,133,134,135,136,137,138,139,140,141,24,25,26,27,28,29,30,31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,70,71,72,73,74,75,76,77,78,79,80,81,82,83,84,85,86,87,88,89,90,91,92,93,94,95,96,97,98,99,100,101,102,103,104,105,106,107,108,109,110,111,112,113,114,115,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,45,46,47,48,49,50,51,52,53,54,55,1,2,3,4,5,11,12,13,14,15,5,6,7,8,55,56,57,58,69,70,10,59,63,65,67 */
#include "run.h"

/* ---- kernel 17954391345 ---- */

AMP_DEVICE_BEGIN
typedef struct k17954391345_s0 { int a; } k17954391345_s0;
static inline k17954391345_s0 k17954391345_h1(k17954391345_s0 a, unsigned b)
{
    a.a = (int)((unsigned)(((int)(7u & 65535u) - 32768)) & 65535u) - 32768;
    return a;
}
AMP_TILED_KERNEL(k17954391345_tiled, (24), out(unsigned, 1, a0), in(k17954391345_s0, 3, a1), inout(k17954391345_s0, 1, a2), in(k17954391345_s0, 1, a3), value(unsigned, p0), value(unsigned, p1))
{
    k17954391345_s0 v3;
    unsigned u0 = 3u;
    const int lane = tidx.local[0];
    {
        v3.a = ((int)((unsigned)lane * 37871u & 65535u) - 32768); 
    }
    amp_tile_barrier_wait(tidx);
    if ((((u0 & 2u) != 0u) && ((u0 & 2u) != 0u))) {
        for (int x10 = 0; x10 <= 2; x10++) {
            amp_tile_barrier_wait(tidx);
            {
                amp_at(a2, tidx.global[0]) = k17954391345_h1(v3, (unsigned)(((int)(p0 & 65535u) - 32768)));
            }
            amp_tile_barrier_wait(tidx);
            {
                v3.a = (int)((unsigned)((((int)(1606885301u & 65535u) - 32768) % 38)) & 65535u) - 32768;
            }
        }
        amp_tile_barrier_wait(tidx);
    }
    {
        unsigned r = 2166136261u;
        amp_at(a0, tidx.global[0]) = r;
    }
}
AMP_PHASED_KERNEL(k17954391345_phased, (24), out(unsigned, 1, a0), in(k17954391345_s0, 3, a1), inout(k17954391345_s0, 1, a2), in(k17954391345_s0, 1, a3), value(unsigned, p0), value(unsigned, p1))
{
    amp_thread_private(k17954391345_s0, v3);
    unsigned u0 = 3u;
    amp_phase {
        const int lane = tidx.local[0];
        (void)lane;
        amp_mine(v3).a = ((int)((unsigned)lane * 37871u & 65535u) - 32768); 
    }
    if ((((u0 & 2u) != 0u) && ((u0 & 2u) != 0u))) {
        for (int x10 = 0; x10 <= 2; x10++) {
            amp_phase {
                const int lane = tidx.local[0];
                (void)lane;
                amp_at(a2, tidx.global[0]) = k17954391345_h1(amp_mine(v3), (unsigned)(((int)(p0 & 65535u) - 32768)));
            }
            amp_phase {
                const int lane = tidx.local[0];
                (void)lane;
                amp_mine(v3).a = (int)((unsigned)((((int)(1606885301u & 65535u) - 32768) % 38)) & 65535u) - 32768;
            }
        }
    }
    amp_phase {
        const int lane = tidx.local[0];
        (void)lane;
        unsigned r = 2166136261u;
        amp_at(a0, tidx.global[0]) = r;
    }
}
AMP_DEVICE_END

static unsigned k17954391345_a0[2][24];
static k17954391345_s0 k17954391345_a1[2][4][3][1];
static k17954391345_s0 k17954391345_a2[2][24];
static k17954391345_s0 k17954391345_a3[2][4];
static unsigned k17954391345_p0;
static unsigned k17954391345_p1;
static inline k17954391345_s0 k17954391345_h1_reference(k17954391345_s0 a, unsigned b)
{
    a.a = (int)((unsigned)(((int)(7u & 65535u) - 32768)) & 65535u) - 32768;
    return a;
}
static void k17954391345_reference_tile(int t0, int t1, int t2)
{
    const int o0 = t0 * 24, o1 = t1 * 1, o2 = t2 * 1;
    unsigned (*const a0) = (unsigned (*))&k17954391345_a0[1][0];
    k17954391345_s0 (*const a1)[3][1] = (k17954391345_s0 (*)[3][1])&k17954391345_a1[1][0][0][0];
    k17954391345_s0 (*const a2) = (k17954391345_s0 (*))&k17954391345_a2[1][0];
    k17954391345_s0 (*const a3) = (k17954391345_s0 (*))&k17954391345_a3[1][0];
    const unsigned p0 = k17954391345_p0;
    const unsigned p1 = k17954391345_p1;
    (void)o0; (void)o1; (void)o2;
    static k17954391345_s0 v3[24];
    unsigned u0 = 3u;
    for (int lane = 0; lane < (24); lane++) {
        const int l0 = lane / 1, l1 = lane / 1 % 1, l2 = lane % 1;
        (void)l0; (void)l1; (void)l2;
        v3[lane].a = ((int)((unsigned)lane * 37871u & 65535u) - 32768); 
    }
    if ((((u0 & 2u) != 0u) && ((u0 & 2u) != 0u))) {
        for (int x10 = 0; x10 <= 2; x10++) {
            for (int lane = 0; lane < (24); lane++) {
                const int l0 = lane / 1, l1 = lane / 1 % 1, l2 = lane % 1;
                (void)l0; (void)l1; (void)l2;
                a2[(o0 + l0)] = k17954391345_h1_reference(v3[lane], (unsigned)(((int)(p0 & 65535u) - 32768)));
            }
            for (int lane = 0; lane < (24); lane++) {
                const int l0 = lane / 1, l1 = lane / 1 % 1, l2 = lane % 1;
                (void)l0; (void)l1; (void)l2;
                v3[lane].a = (int)((unsigned)((((int)(1606885301u & 65535u) - 32768) % 38)) & 65535u) - 32768;
            }
        }
    }
    for (int lane = 0; lane < (24); lane++) {
        const int l0 = lane / 1, l1 = lane / 1 % 1, l2 = lane % 1;
        (void)l0; (void)l1; (void)l2;
        unsigned r = 2166136261u;
        a0[(o0 + l0)] = r;
    }
}
static void k17954391345_fill(int copy)
{
    begin_run(17954391345);
    for (int i = 0; i < 24; i++) {
        unsigned *const e = (unsigned *)k17954391345_a0[copy] + i;
        (*e) = value_of_run();
    }
    for (int i = 0; i < 12; i++) {
        k17954391345_s0 *const e = (k17954391345_s0 *)k17954391345_a1[copy] + i;
        (*e).a = (int)(value_of_run() & 65535u) - 32768;
    }
    for (int i = 0; i < 24; i++) {
        k17954391345_s0 *const e = (k17954391345_s0 *)k17954391345_a2[copy] + i;
        (*e).a = (int)(value_of_run() & 65535u) - 32768;
    }
    for (int i = 0; i < 4; i++) {
        k17954391345_s0 *const e = (k17954391345_s0 *)k17954391345_a3[copy] + i;
        (*e).a = (int)(value_of_run() & 65535u) - 32768;
    }
    {
        k17954391345_p0 = value_of_run();
        k17954391345_p1 = value_of_run();
    }
}
static void k17954391345_reference(void)
{
    int i, j, k;
    for (i = 0; i < 1; i++) {
        for (j = 0; j < 1; j++) {
            for (k = 0; k < 1; k++) {
                k17954391345_reference_tile(i, j, k);
            }
        }
    }
}
static int k17954391345_differs(void)
{
    for (int i = 0; i < 24; i++) {
        const unsigned *const a = (const unsigned *)k17954391345_a0[0] + i, *const b = (const unsigned *)k17954391345_a0[1] + i;
        if ((*a) != (*b)) { return differ("a0", i, (double)(*a), (double)(*b)); }
    }
    for (int i = 0; i < 12; i++) {
        const k17954391345_s0 *const a = (const k17954391345_s0 *)k17954391345_a1[0] + i, *const b = (const k17954391345_s0 *)k17954391345_a1[1] + i;
        if ((*a).a != (*b).a) { return differ("a1.a", i, (double)(*a).a, (double)(*b).a); }
    }
    for (int i = 0; i < 24; i++) {
        const k17954391345_s0 *const a = (const k17954391345_s0 *)k17954391345_a2[0] + i, *const b = (const k17954391345_s0 *)k17954391345_a2[1] + i;
        if ((*a).a != (*b).a) { return differ("a2.a", i, (double)(*a).a, (double)(*b).a); }
    }
    for (int i = 0; i < 4; i++) {
        const k17954391345_s0 *const a = (const k17954391345_s0 *)k17954391345_a3[0] + i, *const b = (const k17954391345_s0 *)k17954391345_a3[1] + i;
        if ((*a).a != (*b).a) { return differ("a3.a", i, (double)(*a).a, (double)(*b).a); }
    }
    return 0;
}
static amp_status k17954391345_launch_tiled(void)
{
    amp_status s;
    amp_array_view w0 = amp_view(unsigned, (unsigned *)k17954391345_a0[0], 24);
    amp_array_view a0 = w0;
    amp_array_view w1 = amp_view(k17954391345_s0, (k17954391345_s0 *)k17954391345_a1[0], 4, 3, 1);
    amp_array_view a1 = w1;
    amp_array_view w2 = amp_view(k17954391345_s0, (k17954391345_s0 *)k17954391345_a2[0], 24);
    amp_array_view a2 = w2;
    amp_array_view w3 = amp_view(k17954391345_s0, (k17954391345_s0 *)k17954391345_a3[0], 4);
    amp_array_view a3 = w3;
    s = amp_parallel_for_each(amp_tile(amp_extent(24), 24), k17954391345_tiled, a0, a1, a2, a3, k17954391345_p0, k17954391345_p1);
    s = ended(s, w0);
    s = ended(s, w1);
    s = ended(s, w2);
    s = ended(s, w3);
    return s;
}
static amp_status k17954391345_launch_phased(void)
{
    amp_status s;
    amp_array_view w0 = amp_view(unsigned, (unsigned *)k17954391345_a0[0], 24);
    amp_array_view a0 = w0;
    amp_array_view w1 = amp_view(k17954391345_s0, (k17954391345_s0 *)k17954391345_a1[0], 4, 3, 1);
    amp_array_view a1 = w1;
    amp_array_view w2 = amp_view(k17954391345_s0, (k17954391345_s0 *)k17954391345_a2[0], 24);
    amp_array_view a2 = w2;
    amp_array_view w3 = amp_view(k17954391345_s0, (k17954391345_s0 *)k17954391345_a3[0], 4);
    amp_array_view a3 = w3;
    s = amp_parallel_for_each(amp_tile(amp_extent(24), 24), k17954391345_phased, a0, a1, a2, a3, k17954391345_p0, k17954391345_p1);
    s = ended(s, w0);
    s = ended(s, w1);
    s = ended(s, w2);
    s = ended(s, w3);
    return s;
}

static const random_kernel kernels[] = {
    { "k17954391345", k17954391345_fill, k17954391345_reference, k17954391345_differs, { k17954391345_launch_tiled, k17954391345_launch_phased, NULL, } },
};

int main(int argc, char **argv)
{
    return run_kernels(kernels, 1, argc, argv);
}
