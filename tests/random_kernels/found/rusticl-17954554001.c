/* SPDX-License-Identifier: MIT */
/* run: cc=gcc level=-O2 setting=rusticl known=Mesa how=default
   CRASH k17954554001 tiled default forward: exit status 139 */
/* tests/random_kernels/make 17954554001 1 36,37,38,39,40,41,42,43,44,45,46,47,48,49,50,51,52,53,54,55,56,57,58,59,60,61,62,63,64,65,66,67,68,69,70,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50,51,69,70,71,72,73,74,75,76,77,78,79,80,81,82,83,84,85,1,2,3,4,5,6,7,8,25,26,27,28,29,30,31,32,33,34,35,36,37,38,39,40,65,66,67,68,69,70,71,72,17,18,19,20,9,10,15,16,14,21,24 */
#include "run.h"

/* ---- kernel 17954554001 ---- */

AMP_DEVICE_BEGIN
typedef struct k17954554001_s0 { unsigned a; } k17954554001_s0;
AMP_TILED_KERNEL(k17954554001_tiled, (1, 2), out(unsigned, 2, a0), in(k17954554001_s0, 1, a1), value(unsigned, p0), value(unsigned, p1))
{
    amp_tile_static(float, T2, 5, 5, 2);
    k17954554001_s0 v3;
    const int lane = tidx.local[0] * 2 + tidx.local[1];
    {
        v3.a = (unsigned)lane * 52u + 554848u; 
        for (int i = lane; i < 50; i += 2) { T2[(i) / 10][(i) / 2 % 5][(i) % 2] = (float)(((unsigned)i + 39055u) & 511u); }
    }
    amp_tile_barrier_wait(tidx);
    if ((((7u & 1u) != 0u) && (((unsigned)tidx.tile[1] & 1u) != 0u))) {
        {
            switch ((int)(((unsigned)tidx.tile[1] | (unsigned)(int)T2[(lane + 2) / 10][(lane + 2) / 2 % 5][(lane + 2) % 2]) % 3u)) {
                case 0:
                break;
                case 1:
                {
                    v3 = amp_at(a1, (lane + 30) % 1);
                }
                break;
                default:
                break;
            }
        }
        amp_tile_barrier_wait_with_tile_static_memory_fence(tidx);
    }
    {
        unsigned r = 2166136261u;
        amp_at(a0, tidx.global[0], tidx.global[1]) = r;
    }
}
AMP_PHASED_KERNEL(k17954554001_phased, (1, 2), out(unsigned, 2, a0), in(k17954554001_s0, 1, a1), value(unsigned, p0), value(unsigned, p1))
{
    amp_tile_static(float, T2, 5, 5, 2);
    amp_thread_private(k17954554001_s0, v3);
    amp_phase {
        const int lane = tidx.local[0] * 2 + tidx.local[1];
        (void)lane;
        amp_mine(v3).a = (unsigned)lane * 52u + 554848u; 
        for (int i = lane; i < 50; i += 2) { T2[(i) / 10][(i) / 2 % 5][(i) % 2] = (float)(((unsigned)i + 39055u) & 511u); }
    }
    if ((((7u & 1u) != 0u) && (((unsigned)amp_tile_index.tile[1] & 1u) != 0u))) {
        amp_phase {
            const int lane = tidx.local[0] * 2 + tidx.local[1];
            (void)lane;
            switch ((int)(((unsigned)amp_tile_index.tile[1] | (unsigned)(int)T2[(lane + 2) / 10][(lane + 2) / 2 % 5][(lane + 2) % 2]) % 3u)) {
                case 0:
                break;
                case 1:
                {
                    amp_mine(v3) = amp_at(a1, (lane + 30) % 1);
                }
                break;
                default:
                break;
            }
        }
    }
    amp_phase {
        const int lane = tidx.local[0] * 2 + tidx.local[1];
        (void)lane;
        unsigned r = 2166136261u;
        amp_at(a0, tidx.global[0], tidx.global[1]) = r;
    }
}
AMP_DEVICE_END

static unsigned k17954554001_a0[2][2][2];
static k17954554001_s0 k17954554001_a1[2][1];
static unsigned k17954554001_p0;
static unsigned k17954554001_p1;
static void k17954554001_reference_tile(int t0, int t1, int t2)
{
    const int o0 = t0 * 1, o1 = t1 * 2, o2 = t2 * 1;
    unsigned (*const a0)[2] = (unsigned (*)[2])&k17954554001_a0[1][0][0];
    k17954554001_s0 (*const a1) = (k17954554001_s0 (*))&k17954554001_a1[1][0];
    const unsigned p0 = k17954554001_p0;
    const unsigned p1 = k17954554001_p1;
    (void)o0; (void)o1; (void)o2;
    static float T2[5][5][2];
    static k17954554001_s0 v3[2];
    for (int lane = 0; lane < (2); lane++) {
        const int l0 = lane / 2, l1 = lane / 1 % 2, l2 = lane % 1;
        (void)l0; (void)l1; (void)l2;
        v3[lane].a = (unsigned)lane * 52u + 554848u; 
        for (int i = lane; i < 50; i += 2) { T2[(i) / 10][(i) / 2 % 5][(i) % 2] = (float)(((unsigned)i + 39055u) & 511u); }
    }
    if ((((7u & 1u) != 0u) && (((unsigned)t1 & 1u) != 0u))) {
        for (int lane = 0; lane < (2); lane++) {
            const int l0 = lane / 2, l1 = lane / 1 % 2, l2 = lane % 1;
            (void)l0; (void)l1; (void)l2;
            switch ((int)(((unsigned)t1 | (unsigned)(int)T2[(lane + 2) / 10][(lane + 2) / 2 % 5][(lane + 2) % 2]) % 3u)) {
                case 0:
                break;
                case 1:
                {
                    v3[lane] = a1[(lane + 30) % 1];
                }
                break;
                default:
                break;
            }
        }
    }
    for (int lane = 0; lane < (2); lane++) {
        const int l0 = lane / 2, l1 = lane / 1 % 2, l2 = lane % 1;
        (void)l0; (void)l1; (void)l2;
        unsigned r = 2166136261u;
        a0[(o0 + l0)][(o1 + l1)] = r;
    }
}
static void k17954554001_fill(int copy)
{
    begin_run(17954554001);
    for (int i = 0; i < 4; i++) {
        unsigned *const e = (unsigned *)k17954554001_a0[copy] + i;
        (*e) = value_of_run();
    }
    for (int i = 0; i < 1; i++) {
        k17954554001_s0 *const e = (k17954554001_s0 *)k17954554001_a1[copy] + i;
        (*e).a = value_of_run();
    }
    {
        k17954554001_p0 = value_of_run();
        k17954554001_p1 = value_of_run();
    }
}
static void k17954554001_reference(void)
{
    int i, j, k;
    for (i = 0; i < 2; i++) {
        for (j = 0; j < 1; j++) {
            for (k = 0; k < 1; k++) {
                k17954554001_reference_tile(i, j, k);
            }
        }
    }
}
static int k17954554001_differs(void)
{
    for (int i = 0; i < 4; i++) {
        const unsigned *const a = (const unsigned *)k17954554001_a0[0] + i, *const b = (const unsigned *)k17954554001_a0[1] + i;
        if ((*a) != (*b)) { return differ("a0", i, (double)(*a), (double)(*b)); }
    }
    for (int i = 0; i < 1; i++) {
        const k17954554001_s0 *const a = (const k17954554001_s0 *)k17954554001_a1[0] + i, *const b = (const k17954554001_s0 *)k17954554001_a1[1] + i;
        if ((*a).a != (*b).a) { return differ("a1.a", i, (double)(*a).a, (double)(*b).a); }
    }
    return 0;
}
static amp_status k17954554001_launch_tiled(void)
{
    amp_status s;
    amp_array_view w0 = amp_view(unsigned, (unsigned *)k17954554001_a0[0], 2, 2);
    amp_array_view a0 = w0;
    amp_array_view w1 = amp_view(k17954554001_s0, (k17954554001_s0 *)k17954554001_a1[0], 1);
    amp_array_view a1 = w1;
    s = amp_parallel_for_each(amp_tile(amp_extent(2, 2), 1, 2), k17954554001_tiled, a0, a1, k17954554001_p0, k17954554001_p1);
    s = ended(s, w0);
    s = ended(s, w1);
    return s;
}
static amp_status k17954554001_launch_phased(void)
{
    amp_status s;
    amp_array_view w0 = amp_view(unsigned, (unsigned *)k17954554001_a0[0], 2, 2);
    amp_array_view a0 = w0;
    amp_array_view w1 = amp_view(k17954554001_s0, (k17954554001_s0 *)k17954554001_a1[0], 1);
    amp_array_view a1 = w1;
    s = amp_parallel_for_each(amp_tile(amp_extent(2, 2), 1, 2), k17954554001_phased, a0, a1, k17954554001_p0, k17954554001_p1);
    s = ended(s, w0);
    s = ended(s, w1);
    return s;
}

static const random_kernel kernels[] = {
    { "k17954554001", k17954554001_fill, k17954554001_reference, k17954554001_differs, { k17954554001_launch_tiled, k17954554001_launch_phased, NULL, } },
};

int main(int argc, char **argv)
{
    return run_kernels(kernels, 1, argc, argv);
}
