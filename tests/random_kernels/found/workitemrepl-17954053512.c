/* SPDX-License-Identifier: MIT */
/* run: cc=gcc level=-O1 setting=workitemrepl known=PoCL how=default
   CRASH k17954053512 tiled default forward: exit status 139 */
/* tests/random_kernels/make 17954053512 1 1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,71,72,73,74,75,76,77,78,79,80,81,82,83,84,85,86,87,88,89,90,91,92,93,94,95,96,97,98,99,100,101,102,103,104,105,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50,51,69,70,71,72,73,74,75,76,77,78,79,80,81,82,83,84,85,33,34,35,36,37,38,39,40,65,66,67,68,69,70,71,72,49,50,51,52,61,62,63,64,53,54,59,60,56 */
#include "run.h"

/* ---- kernel 17954053512 ---- */

AMP_DEVICE_BEGIN
static inline void k17954053512_h1(amp_tiled_index tidx, amp_tile_ptr(unsigned) a, unsigned *x, int i, int from)
{
    a[i] = *x; amp_tile_barrier_wait(tidx); *x = a[from]; amp_tile_barrier_wait(tidx);
}
AMP_TILED_KERNEL(k17954053512_tiled, (3), out(unsigned, 1, a0), in(amp_uint64, 3, a1), inout(unsigned, 1, a2), value(unsigned, p0), value(unsigned, p1))
{
    amp_tile_static(unsigned, T0, 3);
    unsigned v0;
    const int lane = tidx.local[0];
    {
        v0 = (unsigned)lane * 43u + 94687u; 
        for (int i = lane; i < 3; i += 3) { T0[i] = (unsigned)i * 62u + 39860u; }
    }
    amp_tile_barrier_wait(tidx);
    { unsigned x = (5u >> (7u & 31u)); lane < 0 ? (void)0 : k17954053512_h1(tidx, T0, &x, lane, (lane + 1) % 3); v0 = x; }
    for (int x6 = 1; x6 > 0; x6 /= 2) {
        {
            if (lane < x6) { T0[lane] ^= T0[lane + x6] * 3u; }
        }
        amp_tile_barrier_wait(tidx);
    }
    {
        unsigned r = 2166136261u;
        amp_at(a0, tidx.global[0]) = r;
    }
}
AMP_PHASED_KERNEL(k17954053512_phased, (3), out(unsigned, 1, a0), in(amp_uint64, 3, a1), inout(unsigned, 1, a2), value(unsigned, p0), value(unsigned, p1))
{
    amp_tile_static(unsigned, T0, 3);
    amp_thread_private(unsigned, v0);
    amp_phase {
        const int lane = tidx.local[0];
        (void)lane;
        amp_mine(v0) = (unsigned)lane * 43u + 94687u; 
        for (int i = lane; i < 3; i += 3) { T0[i] = (unsigned)i * 62u + 39860u; }
    }
    amp_phase {
        const int lane = tidx.local[0];
        (void)lane;
        T0[lane] = (5u >> (7u & 31u));
    }
    amp_phase {
        const int lane = tidx.local[0];
        (void)lane;
        amp_mine(v0) = T0[(lane + 1) % 3];
    }
    for (int x6 = 1; x6 > 0; x6 /= 2) {
        amp_phase {
            const int lane = tidx.local[0];
            (void)lane;
            if (lane < x6) { T0[lane] ^= T0[lane + x6] * 3u; }
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

static unsigned k17954053512_a0[2][9];
static amp_uint64 k17954053512_a1[2][4][9][3];
static unsigned k17954053512_a2[2][9];
static unsigned k17954053512_p0;
static unsigned k17954053512_p1;
static void k17954053512_reference_tile(int t0, int t1, int t2)
{
    const int o0 = t0 * 3, o1 = t1 * 1, o2 = t2 * 1;
    unsigned (*const a0) = (unsigned (*))&k17954053512_a0[1][0];
    amp_uint64 (*const a1)[9][3] = (amp_uint64 (*)[9][3])&k17954053512_a1[1][0][0][0];
    unsigned (*const a2) = (unsigned (*))&k17954053512_a2[1][0];
    const unsigned p0 = k17954053512_p0;
    const unsigned p1 = k17954053512_p1;
    (void)o0; (void)o1; (void)o2;
    static unsigned T0[3];
    static unsigned v0[3];
    for (int lane = 0; lane < (3); lane++) {
        const int l0 = lane / 1, l1 = lane / 1 % 1, l2 = lane % 1;
        (void)l0; (void)l1; (void)l2;
        v0[lane] = (unsigned)lane * 43u + 94687u; 
        for (int i = lane; i < 3; i += 3) { T0[i] = (unsigned)i * 62u + 39860u; }
    }
    for (int lane = 0; lane < (3); lane++) {
        const int l0 = lane / 1, l1 = lane / 1 % 1, l2 = lane % 1;
        (void)l0; (void)l1; (void)l2;
        T0[lane] = (5u >> (7u & 31u));
    }
    for (int lane = 0; lane < (3); lane++) {
        const int l0 = lane / 1, l1 = lane / 1 % 1, l2 = lane % 1;
        (void)l0; (void)l1; (void)l2;
        v0[lane] = T0[(lane + 1) % 3];
    }
    for (int x6 = 1; x6 > 0; x6 /= 2) {
        for (int lane = 0; lane < (3); lane++) {
            const int l0 = lane / 1, l1 = lane / 1 % 1, l2 = lane % 1;
            (void)l0; (void)l1; (void)l2;
            if (lane < x6) { T0[lane] ^= T0[lane + x6] * 3u; }
        }
    }
    for (int lane = 0; lane < (3); lane++) {
        const int l0 = lane / 1, l1 = lane / 1 % 1, l2 = lane % 1;
        (void)l0; (void)l1; (void)l2;
        unsigned r = 2166136261u;
        a0[(o0 + l0)] = r;
    }
}
static void k17954053512_fill(int copy)
{
    begin_run(17954053512);
    for (int i = 0; i < 9; i++) {
        unsigned *const e = (unsigned *)k17954053512_a0[copy] + i;
        (*e) = value_of_run();
    }
    for (int i = 0; i < 108; i++) {
        amp_uint64 *const e = (amp_uint64 *)k17954053512_a1[copy] + i;
        (*e) = (amp_uint64)value_of_run() << 20;
    }
    for (int i = 0; i < 9; i++) {
        unsigned *const e = (unsigned *)k17954053512_a2[copy] + i;
        (*e) = value_of_run();
    }
    {
        k17954053512_p0 = value_of_run();
        k17954053512_p1 = value_of_run();
    }
}
static void k17954053512_reference(void)
{
    int i, j, k;
    for (i = 0; i < 3; i++) {
        for (j = 0; j < 1; j++) {
            for (k = 0; k < 1; k++) {
                k17954053512_reference_tile(i, j, k);
            }
        }
    }
}
static int k17954053512_differs(void)
{
    for (int i = 0; i < 9; i++) {
        const unsigned *const a = (const unsigned *)k17954053512_a0[0] + i, *const b = (const unsigned *)k17954053512_a0[1] + i;
        if ((*a) != (*b)) { return differ("a0", i, (double)(*a), (double)(*b)); }
    }
    for (int i = 0; i < 108; i++) {
        const amp_uint64 *const a = (const amp_uint64 *)k17954053512_a1[0] + i, *const b = (const amp_uint64 *)k17954053512_a1[1] + i;
        if ((*a) != (*b)) { return differ("a1", i, (double)(*a), (double)(*b)); }
    }
    for (int i = 0; i < 9; i++) {
        const unsigned *const a = (const unsigned *)k17954053512_a2[0] + i, *const b = (const unsigned *)k17954053512_a2[1] + i;
        if ((*a) != (*b)) { return differ("a2", i, (double)(*a), (double)(*b)); }
    }
    return 0;
}
static amp_status k17954053512_launch_tiled(void)
{
    amp_status s;
    amp_array_view w0 = amp_view(unsigned, (unsigned *)k17954053512_a0[0], 9);
    amp_array_view a0 = w0;
    amp_array_view w1 = amp_view(amp_uint64, (amp_uint64 *)k17954053512_a1[0], 4, 9, 3);
    amp_array_view a1 = w1;
    amp_array_view w2 = amp_view(unsigned, (unsigned *)k17954053512_a2[0], 9);
    amp_array_view a2 = w2;
    s = amp_parallel_for_each(amp_tile(amp_extent(9), 3), k17954053512_tiled, a0, a1, a2, k17954053512_p0, k17954053512_p1);
    s = ended(s, w0);
    s = ended(s, w1);
    s = ended(s, w2);
    return s;
}
static amp_status k17954053512_launch_phased(void)
{
    amp_status s;
    amp_array_view w0 = amp_view(unsigned, (unsigned *)k17954053512_a0[0], 9);
    amp_array_view a0 = w0;
    amp_array_view w1 = amp_view(amp_uint64, (amp_uint64 *)k17954053512_a1[0], 4, 9, 3);
    amp_array_view a1 = w1;
    amp_array_view w2 = amp_view(unsigned, (unsigned *)k17954053512_a2[0], 9);
    amp_array_view a2 = w2;
    s = amp_parallel_for_each(amp_tile(amp_extent(9), 3), k17954053512_phased, a0, a1, a2, k17954053512_p0, k17954053512_p1);
    s = ended(s, w0);
    s = ended(s, w1);
    s = ended(s, w2);
    return s;
}

static const random_kernel kernels[] = {
    { "k17954053512", k17954053512_fill, k17954053512_reference, k17954053512_differs, { k17954053512_launch_tiled, k17954053512_launch_phased, NULL, } },
};

int main(int argc, char **argv)
{
    return run_kernels(kernels, 1, argc, argv);
}
