/* SPDX-License-Identifier: MIT */
/* run: cc=gcc level=-O1 setting=rusticl how=default
   DIFFERS k17954066771 tiled default forward: a0, element 55: 440013423, and 2166136261 in the reference */
/* tests/random_kernels/make 17954066771 1 51,52,53,54,55,56,57,58,59,60,61,62,63,64,65,66,67,68,69,70,71,72,73,74,75,76,77,78,79,80,81,82,83,84,85,86,87,88,89,90,91,92,93,94,95,96,97,98,99,100,101,102,103,104,105,106,107,108,109,110,111,112,113,114,115,116,117,118,119,120,121,122,123,124,125,126,127,128,129,130,131,132,133,134,135,136,137,138,139,140,141,142,143,144,145,146,147,148,149,150,1,2,3,4,5,6,7,8,9,10,11,12,25,26,27,28,29,30,31,32,33,34,35,36,13,14,15,16,17,18,37,38,39,40,41,42,22,23,24,43,44,45,19,20,47,49 */
#include "run.h"

/* ---- kernel 17954066771 ---- */

AMP_DEVICE_BEGIN
typedef struct k17954066771_s0 { unsigned a; int b; float c; int d[2]; } k17954066771_s0;
AMP_TILED_KERNEL(k17954066771_tiled, (31), inout(unsigned, 1, a0), in(float, 1, a1), value(unsigned, p0))
{
    const int lane = tidx.local[0];
    for (int x1 = 0; x1 <= (int)(((1331899041u >> ((unsigned)tidx.tile[0] & 31u)) - (7u % (1063781809u | 1u))) % 4u); x1++) {
        {
            int n3 = 2;
            while (n3 > 0) {
                n3--;
                amp_tile_barrier_wait(tidx);
                {
                }
            }
        }
    }
    amp_tile_barrier_wait(tidx);
    {
        unsigned r = 2166136261u;
        amp_at(a0, tidx.global[0]) = r;
    }
}
AMP_PHASED_KERNEL(k17954066771_phased, (31), inout(unsigned, 1, a0), in(float, 1, a1), value(unsigned, p0))
{
    for (int x1 = 0; x1 <= (int)(((1331899041u >> ((unsigned)amp_tile_index.tile[0] & 31u)) - (7u % (1063781809u | 1u))) % 4u); x1++) {
        {
            int n3 = 2;
            while (n3 > 0) {
                n3--;
                amp_phase {
                    const int lane = tidx.local[0];
                    (void)lane;
                }
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

static unsigned k17954066771_a0[2][93];
static float k17954066771_a1[2][1];
static unsigned k17954066771_p0;
static void k17954066771_reference_tile(int t0, int t1, int t2)
{
    const int o0 = t0 * 31, o1 = t1 * 1, o2 = t2 * 1;
    unsigned (*const a0) = (unsigned (*))&k17954066771_a0[1][0];
    float (*const a1) = (float (*))&k17954066771_a1[1][0];
    const unsigned p0 = k17954066771_p0;
    (void)o0; (void)o1; (void)o2;
    for (int x1 = 0; x1 <= (int)(((1331899041u >> ((unsigned)t0 & 31u)) - (7u % (1063781809u | 1u))) % 4u); x1++) {
        {
            int n3 = 2;
            while (n3 > 0) {
                n3--;
                for (int lane = 0; lane < (31); lane++) {
                    const int l0 = lane / 1, l1 = lane / 1 % 1, l2 = lane % 1;
                    (void)l0; (void)l1; (void)l2;
                }
            }
        }
    }
    for (int lane = 0; lane < (31); lane++) {
        const int l0 = lane / 1, l1 = lane / 1 % 1, l2 = lane % 1;
        (void)l0; (void)l1; (void)l2;
        unsigned r = 2166136261u;
        a0[(o0 + l0)] = r;
    }
}
static void k17954066771_fill(int copy)
{
    begin_run(17954066771);
    for (int i = 0; i < 93; i++) {
        unsigned *const e = (unsigned *)k17954066771_a0[copy] + i;
        (*e) = value_of_run();
    }
    for (int i = 0; i < 1; i++) {
        float *const e = (float *)k17954066771_a1[copy] + i;
        (*e) = (float)(value_of_run() & 511u);
    }
    {
        k17954066771_p0 = value_of_run();
    }
}
static void k17954066771_reference(void)
{
    int i, j, k;
    for (i = 0; i < 3; i++) {
        for (j = 0; j < 1; j++) {
            for (k = 0; k < 1; k++) {
                k17954066771_reference_tile(i, j, k);
            }
        }
    }
}
static int k17954066771_differs(void)
{
    for (int i = 0; i < 93; i++) {
        const unsigned *const a = (const unsigned *)k17954066771_a0[0] + i, *const b = (const unsigned *)k17954066771_a0[1] + i;
        if ((*a) != (*b)) { return differ("a0", i, (double)(*a), (double)(*b)); }
    }
    for (int i = 0; i < 1; i++) {
        const float *const a = (const float *)k17954066771_a1[0] + i, *const b = (const float *)k17954066771_a1[1] + i;
        if ((*a) != (*b)) { return differ("a1", i, (double)(*a), (double)(*b)); }
    }
    return 0;
}
static amp_status k17954066771_launch_tiled(void)
{
    amp_status s;
    amp_array_view w0 = amp_view(unsigned, (unsigned *)k17954066771_a0[0], 93);
    amp_array_view a0 = w0;
    amp_array_view w1 = amp_view(float, (float *)k17954066771_a1[0], 1);
    amp_array_view a1 = w1;
    s = amp_parallel_for_each(amp_tile(amp_extent(93), 31), k17954066771_tiled, a0, a1, k17954066771_p0);
    s = ended(s, w0);
    s = ended(s, w1);
    return s;
}
static amp_status k17954066771_launch_phased(void)
{
    amp_status s;
    amp_array_view w0 = amp_view(unsigned, (unsigned *)k17954066771_a0[0], 93);
    amp_array_view a0 = w0;
    amp_array_view w1 = amp_view(float, (float *)k17954066771_a1[0], 1);
    amp_array_view a1 = w1;
    s = amp_parallel_for_each(amp_tile(amp_extent(93), 31), k17954066771_phased, a0, a1, k17954066771_p0);
    s = ended(s, w0);
    s = ended(s, w1);
    return s;
}

static const random_kernel kernels[] = {
    { "k17954066771", k17954066771_fill, k17954066771_reference, k17954066771_differs, { k17954066771_launch_tiled, k17954066771_launch_phased, NULL, } },
};

int main(int argc, char **argv)
{
    return run_kernels(kernels, 1, argc, argv);
}
