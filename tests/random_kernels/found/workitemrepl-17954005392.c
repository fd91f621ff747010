/* SPDX-License-Identifier: MIT */
/* run: cc=gcc level=-O1 setting=workitemrepl known=PoCL how=default
   CRASH k17954005392 tiled default forward: exit status 134 */
/* tests/random_kernels/make 17954005392 1 55,56,57,58,59,60,61,62,63,64,65,66,67,68,69,70,71,72,73,74,75,76,77,78,79,80,81,82,83,84,85,86,87,88,89,90,91,92,93,94,95,96,97,98,99,100,101,102,103,104,105,106,107,108,28,29,30,31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50,51,52,53,54,27,28,29,30,31,32,33,34,35,36,37,38,39,53,54,55,56,57,58,59,60,61,62,63,64,65,105,106,107,108,109,110,111,112,113,114,115,116,117,1,2,3,4,5,6,19,20,21,22,23,24,25,26,27,28,29,30,7,8,9,10,12,13,17,18 */
#include "run.h"

/* ---- kernel 17954005392 ---- */

AMP_DEVICE_BEGIN
AMP_TILED_KERNEL(k17954005392_tiled, (1, 1, 3), inout(unsigned, 3, a0), in(unsigned char, 3, a1), value(unsigned, p0), value(unsigned, p1))
{
    unsigned u0 = 3u;
    const int lane = (tidx.local[0] * 1 + tidx.local[1]) * 3 + tidx.local[2];
    for (int x1 = 0; x1 <= (int)(((3u | 1470538653u) % (1025547230u | 1u)) % 4u); x1++) {
        for (int x3 = 0; x3 <= (int)((unsigned)(((u0 & 2u) != 0u) || (((unsigned)x1 & 2u) != 0u)) % 4u); x3++) {
            {
                for (int x4 = 0; x4 < (lane ^ 11) % 2; x4++) {
                }
            }
            amp_tile_barrier_wait(tidx);
        }
    }
    {
        unsigned r = 2166136261u;
        amp_at(a0, tidx.global[0], tidx.global[1], tidx.global[2]) = r;
    }
}
AMP_PHASED_KERNEL(k17954005392_phased, (1, 1, 3), inout(unsigned, 3, a0), in(unsigned char, 3, a1), value(unsigned, p0), value(unsigned, p1))
{
    unsigned u0 = 3u;
    for (int x1 = 0; x1 <= (int)(((3u | 1470538653u) % (1025547230u | 1u)) % 4u); x1++) {
        for (int x3 = 0; x3 <= (int)((unsigned)(((u0 & 2u) != 0u) || (((unsigned)x1 & 2u) != 0u)) % 4u); x3++) {
            amp_phase {
                const int lane = (tidx.local[0] * 1 + tidx.local[1]) * 3 + tidx.local[2];
                (void)lane;
                for (int x4 = 0; x4 < (lane ^ 11) % 2; x4++) {
                }
            }
        }
    }
    amp_phase {
        const int lane = (tidx.local[0] * 1 + tidx.local[1]) * 3 + tidx.local[2];
        (void)lane;
        unsigned r = 2166136261u;
        amp_at(a0, tidx.global[0], tidx.global[1], tidx.global[2]) = r;
    }
}
AMP_DEVICE_END

static unsigned k17954005392_a0[2][1][1][12];
static unsigned char k17954005392_a1[2][2][2][9];
static unsigned k17954005392_p0;
static unsigned k17954005392_p1;
static void k17954005392_reference_tile(int t0, int t1, int t2)
{
    const int o0 = t0 * 1, o1 = t1 * 1, o2 = t2 * 3;
    unsigned (*const a0)[1][12] = (unsigned (*)[1][12])&k17954005392_a0[1][0][0][3];
    unsigned char (*const a1)[2][9] = (unsigned char (*)[2][9])&k17954005392_a1[1][0][0][0];
    const unsigned p0 = k17954005392_p0;
    const unsigned p1 = k17954005392_p1;
    (void)o0; (void)o1; (void)o2;
    unsigned u0 = 3u;
    for (int x1 = 0; x1 <= (int)(((3u | 1470538653u) % (1025547230u | 1u)) % 4u); x1++) {
        for (int x3 = 0; x3 <= (int)((unsigned)(((u0 & 2u) != 0u) || (((unsigned)x1 & 2u) != 0u)) % 4u); x3++) {
            for (int lane = 0; lane < (3); lane++) {
                const int l0 = lane / 3, l1 = lane / 3 % 1, l2 = lane % 3;
                (void)l0; (void)l1; (void)l2;
                for (int x4 = 0; x4 < (lane ^ 11) % 2; x4++) {
                }
            }
        }
    }
    for (int lane = 0; lane < (3); lane++) {
        const int l0 = lane / 3, l1 = lane / 3 % 1, l2 = lane % 3;
        (void)l0; (void)l1; (void)l2;
        unsigned r = 2166136261u;
        a0[(o0 + l0)][(o1 + l1)][(o2 + l2)] = r;
    }
}
static void k17954005392_fill(int copy)
{
    begin_run(17954005392);
    for (int i = 0; i < 12; i++) {
        unsigned *const e = (unsigned *)k17954005392_a0[copy] + i;
        (*e) = value_of_run();
    }
    for (int i = 0; i < 36; i++) {
        unsigned char *const e = (unsigned char *)k17954005392_a1[copy] + i;
        (*e) = (unsigned char)value_of_run();
    }
    {
        k17954005392_p0 = value_of_run();
        k17954005392_p1 = value_of_run();
    }
}
static void k17954005392_reference(void)
{
    int i, j, k;
    for (i = 0; i < 1; i++) {
        for (j = 0; j < 1; j++) {
            for (k = 0; k < 2; k++) {
                k17954005392_reference_tile(i, j, k);
            }
        }
    }
}
static int k17954005392_differs(void)
{
    for (int i = 0; i < 12; i++) {
        const unsigned *const a = (const unsigned *)k17954005392_a0[0] + i, *const b = (const unsigned *)k17954005392_a0[1] + i;
        if ((*a) != (*b)) { return differ("a0", i, (double)(*a), (double)(*b)); }
    }
    for (int i = 0; i < 36; i++) {
        const unsigned char *const a = (const unsigned char *)k17954005392_a1[0] + i, *const b = (const unsigned char *)k17954005392_a1[1] + i;
        if ((*a) != (*b)) { return differ("a1", i, (double)(*a), (double)(*b)); }
    }
    return 0;
}
static amp_status k17954005392_launch_tiled(void)
{
    amp_status s;
    amp_array_view w0 = amp_view(unsigned, (unsigned *)k17954005392_a0[0], 1, 1, 12);
    amp_array_view a0 = amp_section(w0, amp_index(0, 0, 3), amp_extent(1, 1, 6));
    amp_array_view w1 = amp_view(unsigned char, (unsigned char *)k17954005392_a1[0], 2, 2, 9);
    amp_array_view a1 = w1;
    s = amp_parallel_for_each(amp_tile(amp_extent(1, 1, 6), 1, 1, 3), k17954005392_tiled, a0, a1, k17954005392_p0, k17954005392_p1);
    s = ended(s, w0);
    s = ended(s, w1);
    return s;
}
static amp_status k17954005392_launch_phased(void)
{
    amp_status s;
    amp_array_view w0 = amp_view(unsigned, (unsigned *)k17954005392_a0[0], 1, 1, 12);
    amp_array_view a0 = amp_section(w0, amp_index(0, 0, 3), amp_extent(1, 1, 6));
    amp_array_view w1 = amp_view(unsigned char, (unsigned char *)k17954005392_a1[0], 2, 2, 9);
    amp_array_view a1 = w1;
    s = amp_parallel_for_each(amp_tile(amp_extent(1, 1, 6), 1, 1, 3), k17954005392_phased, a0, a1, k17954005392_p0, k17954005392_p1);
    s = ended(s, w0);
    s = ended(s, w1);
    return s;
}

static const random_kernel kernels[] = {
    { "k17954005392", k17954005392_fill, k17954005392_reference, k17954005392_differs, { k17954005392_launch_tiled, k17954005392_launch_phased, NULL, } },
};

int main(int argc, char **argv)
{
    return run_kernels(kernels, 1, argc, argv);
}
