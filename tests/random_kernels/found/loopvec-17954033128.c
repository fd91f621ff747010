/* SPDX-License-Identifier: MIT */
/* run: cc=gcc level=-O1 setting=loopvec how=default
   DIFFERS k17954033128 tiled default forward: a0, element 0: 3452661589, and 1274634567 in the reference */
/* tests/random_kernels/make 17954033128 1 79,80,81,82,83,84,85,86,87,88,89,90,91,92,93,94,95,96,97,98,99,100,101,102,103,104,105,106,107,108,109,110,111,112,113,114,115,116,117,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,58,59,60,61,62,63,64,65,66,67,68,69,70,71,72,73,74,75,76,19,20,21,22,23,24,25,26,27,46,47,48,49,50,51,52,53,54,55,56,57,58,59,60,61,62,63,17,18,19,20,25,26,27,28,41,42,43,44,45,46,47,48,29,30,33,34,31,36,37,78 */
#include "run.h"

/* ---- kernel 17954033128 ---- */

AMP_DEVICE_BEGIN
static inline unsigned k17954033128_h0(unsigned a, int b)
{
    return ((0u ^ 5u) << (5u & 31u));
}
AMP_TILED_KERNEL(k17954033128_tiled, (2, 2, 1), out(unsigned, 3, a0), in(unsigned, 1, a1), inout(float, 1, a2), inout(int, 2, a3), value(unsigned, p0), value(unsigned, p1))
{
    amp_tile_static(unsigned, T0, 5);
    amp_tile_static(unsigned, T1, 2, 3, 2);
    unsigned v0;
    unsigned u0 = 3u;
    const int lane = (tidx.local[0] * 2 + tidx.local[1]) * 1 + tidx.local[2];
    {
        v0 = (unsigned)lane * 94u + 76522u; 
        for (int i = lane; i < 5; i += 4) { T0[i] = (unsigned)i * 24u + 16458u; }
        for (int i = lane; i < 12; i += 4) { T1[(i) / 6][(i) / 2 % 3][(i) % 2] = (unsigned)i * 42u + 74391u; }
    }
    amp_tile_barrier_wait(tidx);
    {
        {
            unsigned x4 = (((lane % 5 == 0) ? 7u : 3u) + T1[(lane) / 6][(lane) / 2 % 3][(lane) % 2]);
            T1[(lane + 4) / 6][(lane + 4) / 2 % 3][(lane + 4) % 2] *= ((k17954033128_h0(679617567u, ((int)(x4 & 65535u) - 32768)) - k17954033128_h0(T1[(lane + 4) / 6][(lane + 4) / 2 % 3][(lane + 4) % 2], ((int)(98477879u & 65535u) - 32768))) - ((unsigned)((v0 & 2u) != 0u) + amp_at(a1, (8 - lane % 9))));
        }
        for (int x6 = 0; x6 < (int)(~(unsigned)tidx.tile[1] % 3u); x6++) {
            amp_atomic_fetch_xor(&T0[(4 - lane % 5)], (((lane < 0) ? v0 : (unsigned)x6) >> (u0 & 31u)));
        }
    }
    amp_tile_barrier_wait(tidx);
    {
        unsigned r = 2166136261u;
        for (int i = 0; i < 12; i++) { r = (r ^ T1[(i) / 6][(i) / 2 % 3][(i) % 2]) * 16777619u; }
        amp_at(a0, tidx.global[0], tidx.global[1], tidx.global[2]) = r;
    }
}
AMP_PHASED_KERNEL(k17954033128_phased, (2, 2, 1), out(unsigned, 3, a0), in(unsigned, 1, a1), inout(float, 1, a2), inout(int, 2, a3), value(unsigned, p0), value(unsigned, p1))
{
    amp_tile_static(unsigned, T0, 5);
    amp_tile_static(unsigned, T1, 2, 3, 2);
    amp_thread_private(unsigned, v0);
    unsigned u0 = 3u;
    amp_phase {
        const int lane = (tidx.local[0] * 2 + tidx.local[1]) * 1 + tidx.local[2];
        (void)lane;
        amp_mine(v0) = (unsigned)lane * 94u + 76522u; 
        for (int i = lane; i < 5; i += 4) { T0[i] = (unsigned)i * 24u + 16458u; }
        for (int i = lane; i < 12; i += 4) { T1[(i) / 6][(i) / 2 % 3][(i) % 2] = (unsigned)i * 42u + 74391u; }
    }
    amp_phase {
        const int lane = (tidx.local[0] * 2 + tidx.local[1]) * 1 + tidx.local[2];
        (void)lane;
        {
            unsigned x4 = (((lane % 5 == 0) ? 7u : 3u) + T1[(lane) / 6][(lane) / 2 % 3][(lane) % 2]);
            T1[(lane + 4) / 6][(lane + 4) / 2 % 3][(lane + 4) % 2] *= ((k17954033128_h0(679617567u, ((int)(x4 & 65535u) - 32768)) - k17954033128_h0(T1[(lane + 4) / 6][(lane + 4) / 2 % 3][(lane + 4) % 2], ((int)(98477879u & 65535u) - 32768))) - ((unsigned)((amp_mine(v0) & 2u) != 0u) + amp_at(a1, (8 - lane % 9))));
        }
        for (int x6 = 0; x6 < (int)(~(unsigned)amp_tile_index.tile[1] % 3u); x6++) {
            amp_atomic_fetch_xor(&T0[(4 - lane % 5)], (((lane < 0) ? amp_mine(v0) : (unsigned)x6) >> (u0 & 31u)));
        }
    }
    amp_phase {
        const int lane = (tidx.local[0] * 2 + tidx.local[1]) * 1 + tidx.local[2];
        (void)lane;
        unsigned r = 2166136261u;
        for (int i = 0; i < 12; i++) { r = (r ^ T1[(i) / 6][(i) / 2 % 3][(i) % 2]) * 16777619u; }
        amp_at(a0, tidx.global[0], tidx.global[1], tidx.global[2]) = r;
    }
}
AMP_DEVICE_END

static unsigned k17954033128_a0[2][2][4][2];
static unsigned k17954033128_a1[2][9];
static float k17954033128_a2[2][1];
static int k17954033128_a3[2][1][3];
static unsigned k17954033128_p0;
static unsigned k17954033128_p1;
static inline unsigned k17954033128_h0_reference(unsigned a, int b)
{
    return ((0u ^ 5u) << (5u & 31u));
}
static void k17954033128_reference_tile(int t0, int t1, int t2)
{
    const int o0 = t0 * 2, o1 = t1 * 2, o2 = t2 * 1;
    unsigned (*const a0)[4][2] = (unsigned (*)[4][2])&k17954033128_a0[1][0][0][0];
    unsigned (*const a1) = (unsigned (*))&k17954033128_a1[1][0];
    float (*const a2) = (float (*))&k17954033128_a2[1][0];
    int (*const a3)[3] = (int (*)[3])&k17954033128_a3[1][0][0];
    const unsigned p0 = k17954033128_p0;
    const unsigned p1 = k17954033128_p1;
    (void)o0; (void)o1; (void)o2;
    static unsigned T0[5];
    static unsigned T1[2][3][2];
    static unsigned v0[4];
    unsigned u0 = 3u;
    for (int lane = 0; lane < (4); lane++) {
        const int l0 = lane / 2, l1 = lane / 1 % 2, l2 = lane % 1;
        (void)l0; (void)l1; (void)l2;
        v0[lane] = (unsigned)lane * 94u + 76522u; 
        for (int i = lane; i < 5; i += 4) { T0[i] = (unsigned)i * 24u + 16458u; }
        for (int i = lane; i < 12; i += 4) { T1[(i) / 6][(i) / 2 % 3][(i) % 2] = (unsigned)i * 42u + 74391u; }
    }
    for (int lane = 0; lane < (4); lane++) {
        const int l0 = lane / 2, l1 = lane / 1 % 2, l2 = lane % 1;
        (void)l0; (void)l1; (void)l2;
        {
            unsigned x4 = (((lane % 5 == 0) ? 7u : 3u) + T1[(lane) / 6][(lane) / 2 % 3][(lane) % 2]);
            T1[(lane + 4) / 6][(lane + 4) / 2 % 3][(lane + 4) % 2] *= ((k17954033128_h0_reference(679617567u, ((int)(x4 & 65535u) - 32768)) - k17954033128_h0_reference(T1[(lane + 4) / 6][(lane + 4) / 2 % 3][(lane + 4) % 2], ((int)(98477879u & 65535u) - 32768))) - ((unsigned)((v0[lane] & 2u) != 0u) + a1[(8 - lane % 9)]));
        }
        for (int x6 = 0; x6 < (int)(~(unsigned)t1 % 3u); x6++) {
            T0[(4 - lane % 5)] ^= (((lane < 0) ? v0[lane] : (unsigned)x6) >> (u0 & 31u));
        }
    }
    for (int lane = 0; lane < (4); lane++) {
        const int l0 = lane / 2, l1 = lane / 1 % 2, l2 = lane % 1;
        (void)l0; (void)l1; (void)l2;
        unsigned r = 2166136261u;
        for (int i = 0; i < 12; i++) { r = (r ^ T1[(i) / 6][(i) / 2 % 3][(i) % 2]) * 16777619u; }
        a0[(o0 + l0)][(o1 + l1)][(o2 + l2)] = r;
    }
}
static void k17954033128_fill(int copy)
{
    begin_run(17954033128);
    for (int i = 0; i < 16; i++) {
        unsigned *const e = (unsigned *)k17954033128_a0[copy] + i;
        (*e) = value_of_run();
    }
    for (int i = 0; i < 9; i++) {
        unsigned *const e = (unsigned *)k17954033128_a1[copy] + i;
        (*e) = value_of_run();
    }
    for (int i = 0; i < 1; i++) {
        float *const e = (float *)k17954033128_a2[copy] + i;
        (*e) = (float)(value_of_run() & 511u);
    }
    for (int i = 0; i < 3; i++) {
        int *const e = (int *)k17954033128_a3[copy] + i;
        (*e) = (int)(value_of_run() & 65535u) - 32768;
    }
    {
        k17954033128_p0 = value_of_run();
        k17954033128_p1 = value_of_run();
    }
}
static void k17954033128_reference(void)
{
    int i, j, k;
    for (i = 0; i < 1; i++) {
        for (j = 0; j < 2; j++) {
            for (k = 0; k < 2; k++) {
                k17954033128_reference_tile(i, j, k);
            }
        }
    }
}
static int k17954033128_differs(void)
{
    for (int i = 0; i < 16; i++) {
        const unsigned *const a = (const unsigned *)k17954033128_a0[0] + i, *const b = (const unsigned *)k17954033128_a0[1] + i;
        if ((*a) != (*b)) { return differ("a0", i, (double)(*a), (double)(*b)); }
    }
    for (int i = 0; i < 9; i++) {
        const unsigned *const a = (const unsigned *)k17954033128_a1[0] + i, *const b = (const unsigned *)k17954033128_a1[1] + i;
        if ((*a) != (*b)) { return differ("a1", i, (double)(*a), (double)(*b)); }
    }
    for (int i = 0; i < 1; i++) {
        const float *const a = (const float *)k17954033128_a2[0] + i, *const b = (const float *)k17954033128_a2[1] + i;
        if ((*a) != (*b)) { return differ("a2", i, (double)(*a), (double)(*b)); }
    }
    for (int i = 0; i < 3; i++) {
        const int *const a = (const int *)k17954033128_a3[0] + i, *const b = (const int *)k17954033128_a3[1] + i;
        if ((*a) != (*b)) { return differ("a3", i, (double)(*a), (double)(*b)); }
    }
    return 0;
}
static amp_status k17954033128_launch_tiled(void)
{
    amp_status s;
    amp_array_view w0 = amp_view(unsigned, (unsigned *)k17954033128_a0[0], 2, 4, 2);
    amp_array_view a0 = w0;
    amp_array_view w1 = amp_view(unsigned, (unsigned *)k17954033128_a1[0], 9);
    amp_array_view a1 = w1;
    amp_array_view w2 = amp_view(float, (float *)k17954033128_a2[0], 1);
    amp_array_view a2 = w2;
    amp_array_view w3 = amp_view(int, (int *)k17954033128_a3[0], 1, 3);
    amp_array_view a3 = w3;
    s = amp_parallel_for_each(amp_tile(amp_extent(2, 4, 2), 2, 2, 1), k17954033128_tiled, a0, a1, a2, a3, k17954033128_p0, k17954033128_p1);
    s = ended(s, w0);
    s = ended(s, w1);
    s = ended(s, w2);
    s = ended(s, w3);
    return s;
}
static amp_status k17954033128_launch_phased(void)
{
    amp_status s;
    amp_array_view w0 = amp_view(unsigned, (unsigned *)k17954033128_a0[0], 2, 4, 2);
    amp_array_view a0 = w0;
    amp_array_view w1 = amp_view(unsigned, (unsigned *)k17954033128_a1[0], 9);
    amp_array_view a1 = w1;
    amp_array_view w2 = amp_view(float, (float *)k17954033128_a2[0], 1);
    amp_array_view a2 = w2;
    amp_array_view w3 = amp_view(int, (int *)k17954033128_a3[0], 1, 3);
    amp_array_view a3 = w3;
    s = amp_parallel_for_each(amp_tile(amp_extent(2, 4, 2), 2, 2, 1), k17954033128_phased, a0, a1, a2, a3, k17954033128_p0, k17954033128_p1);
    s = ended(s, w0);
    s = ended(s, w1);
    s = ended(s, w2);
    s = ended(s, w3);
    return s;
}

static const random_kernel kernels[] = {
    { "k17954033128", k17954033128_fill, k17954033128_reference, k17954033128_differs, { k17954033128_launch_tiled, k17954033128_launch_phased, NULL, } },
};

int main(int argc, char **argv)
{
    return run_kernels(kernels, 1, argc, argv);
}
