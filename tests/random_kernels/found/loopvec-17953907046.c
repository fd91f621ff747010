/* SPDX-License-Identifier: MIT */
/* run: cc=gcc level=-O1 setting=loopvec how=default
   DIFFERS k17953907046 tiled default forward: a0, element 19: 3960272113, and 1920451939 in the reference */
/* tests/random_kernels/make 17953907046 1 107,108,109,110,111,112,113,114,115,116,117,118,119,120,121,122,123,124,125,126,127,128,129,130,131,132,133,134,135,136,137,138,139,140,141,142,143,144,145,146,147,148,149,150,151,152,153,154,155,156,157,158,159,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,53,54,55,56,57,58,59,60,61,62,63,64,65,66,67,68,69,70,71,72,73,74,75,76,77,78,105,106,107,108,109,110,111,112,113,114,115,116,117,118,119,120,121,122,123,124,125,126,127,128,129,130,79,80,81,82,83,84,85,86,87,88,89,90,91,25,26,27,28,29,30,91,92,93,94,95,96,97,98,99,100,101,102,34,35,36,37,38,39,49,50,51,31,32,40,45,47,48,104 */
#include "run.h"

/* ---- kernel 17953907046 ---- */

AMP_DEVICE_BEGIN
typedef struct k17953907046_s0 { int a; unsigned char b; int c; unsigned d; } k17953907046_s0;
AMP_TILED_KERNEL(k17953907046_tiled, (4, 3, 2), out(unsigned, 3, a0), in(int, 1, a1), inout(int, 3, a2), value(unsigned, p0))
{
    amp_tile_static(k17953907046_s0, T1, 4, 3, 2);
    amp_tile_static(unsigned, T2, 6, 3);
    unsigned v0;
    const int lane = (tidx.local[0] * 3 + tidx.local[1]) * 2 + tidx.local[2];
    {
        v0 = (unsigned)lane * 55u + 18073u; 
        for (int i = lane; i < 24; i += 24) { T1[(i) / 6][(i) / 2 % 3][(i) % 2].a = ((int)((unsigned)i * 374381u & 65535u) - 32768); T1[(i) / 6][(i) / 2 % 3][(i) % 2].b = (unsigned char)((unsigned)i + 374382u); T1[(i) / 6][(i) / 2 % 3][(i) % 2].c = ((int)((unsigned)i * 374383u & 65535u) - 32768); T1[(i) / 6][(i) / 2 % 3][(i) % 2].d = (unsigned)i * 65u + 374384u; }
        for (int i = lane; i < 18; i += 24) { T2[(i) / 3][(i) % 3] = (unsigned)i * 29u + 60221u; }
    }
    amp_tile_barrier_wait(tidx);
    for (int x5 = 0; x5 <= 3; x5++) {
        switch (((int)((unsigned)!(((unsigned)x5 & 1u) != 0u) % 3u)) + (lane < 0)) {
            case 0:
            {
                amp_tile_barrier_wait(tidx);
                {
                    {
                        int n6 = (int)(((unsigned)amp_at(a2, tidx.global[0], tidx.global[1], tidx.global[2]) - v0) % 5u);
                        while (n6 > 0) {
                            n6--;
                            T1[tidx.local[0]][tidx.local[1]][tidx.local[2]].a = (int)((unsigned)(((int)(T2[((17 - lane % 18)) / 3][((17 - lane % 18)) % 3] & 65535u) - 32768)) & 65535u) - 32768;
                        }
                    }
                }
            }
            break;
            case 1:
            break;
            default:
            break;
        }
    }
    amp_tile_barrier_wait(tidx);
    {
        unsigned r = 2166136261u;
        for (int i = 0; i < 24; i++) { r = (r ^ (unsigned)T1[(i) / 6][(i) / 2 % 3][(i) % 2].a) * 16777619u; r = (r ^ (unsigned)T1[(i) / 6][(i) / 2 % 3][(i) % 2].b) * 16777619u; r = (r ^ (unsigned)T1[(i) / 6][(i) / 2 % 3][(i) % 2].c) * 16777619u; r = (r ^ T1[(i) / 6][(i) / 2 % 3][(i) % 2].d) * 16777619u; }
        amp_at(a0, tidx.global[0], tidx.global[1], tidx.global[2]) = r;
    }
}
AMP_PHASED_KERNEL(k17953907046_phased, (4, 3, 2), out(unsigned, 3, a0), in(int, 1, a1), inout(int, 3, a2), value(unsigned, p0))
{
    amp_tile_static(k17953907046_s0, T1, 4, 3, 2);
    amp_tile_static(unsigned, T2, 6, 3);
    amp_thread_private(unsigned, v0);
    amp_phase {
        const int lane = (tidx.local[0] * 3 + tidx.local[1]) * 2 + tidx.local[2];
        (void)lane;
        amp_mine(v0) = (unsigned)lane * 55u + 18073u; 
        for (int i = lane; i < 24; i += 24) { T1[(i) / 6][(i) / 2 % 3][(i) % 2].a = ((int)((unsigned)i * 374381u & 65535u) - 32768); T1[(i) / 6][(i) / 2 % 3][(i) % 2].b = (unsigned char)((unsigned)i + 374382u); T1[(i) / 6][(i) / 2 % 3][(i) % 2].c = ((int)((unsigned)i * 374383u & 65535u) - 32768); T1[(i) / 6][(i) / 2 % 3][(i) % 2].d = (unsigned)i * 65u + 374384u; }
        for (int i = lane; i < 18; i += 24) { T2[(i) / 3][(i) % 3] = (unsigned)i * 29u + 60221u; }
    }
    for (int x5 = 0; x5 <= 3; x5++) {
        switch ((int)((unsigned)!(((unsigned)x5 & 1u) != 0u) % 3u)) {
            case 0:
            {
                amp_phase {
                    const int lane = (tidx.local[0] * 3 + tidx.local[1]) * 2 + tidx.local[2];
                    (void)lane;
                    {
                        int n6 = (int)(((unsigned)amp_at(a2, tidx.global[0], tidx.global[1], tidx.global[2]) - amp_mine(v0)) % 5u);
                        while (n6 > 0) {
                            n6--;
                            T1[tidx.local[0]][tidx.local[1]][tidx.local[2]].a = (int)((unsigned)(((int)(T2[((17 - lane % 18)) / 3][((17 - lane % 18)) % 3] & 65535u) - 32768)) & 65535u) - 32768;
                        }
                    }
                }
            }
            break;
            case 1:
            break;
            default:
            break;
        }
    }
    amp_phase {
        const int lane = (tidx.local[0] * 3 + tidx.local[1]) * 2 + tidx.local[2];
        (void)lane;
        unsigned r = 2166136261u;
        for (int i = 0; i < 24; i++) { r = (r ^ (unsigned)T1[(i) / 6][(i) / 2 % 3][(i) % 2].a) * 16777619u; r = (r ^ (unsigned)T1[(i) / 6][(i) / 2 % 3][(i) % 2].b) * 16777619u; r = (r ^ (unsigned)T1[(i) / 6][(i) / 2 % 3][(i) % 2].c) * 16777619u; r = (r ^ T1[(i) / 6][(i) / 2 % 3][(i) % 2].d) * 16777619u; }
        amp_at(a0, tidx.global[0], tidx.global[1], tidx.global[2]) = r;
    }
}
AMP_DEVICE_END

static unsigned k17953907046_a0[2][4][10][8];
static int k17953907046_a1[2][6];
static int k17953907046_a2[2][4][6][2];
static unsigned k17953907046_p0;
static void k17953907046_reference_tile(int t0, int t1, int t2)
{
    const int o0 = t0 * 4, o1 = t1 * 3, o2 = t2 * 2;
    unsigned (*const a0)[10][8] = (unsigned (*)[10][8])&k17953907046_a0[1][0][2][3];
    int (*const a1) = (int (*))&k17953907046_a1[1][0];
    int (*const a2)[6][2] = (int (*)[6][2])&k17953907046_a2[1][0][0][0];
    const unsigned p0 = k17953907046_p0;
    (void)o0; (void)o1; (void)o2;
    static k17953907046_s0 T1[4][3][2];
    static unsigned T2[6][3];
    static unsigned v0[24];
    for (int lane = 0; lane < (24); lane++) {
        const int l0 = lane / 6, l1 = lane / 2 % 3, l2 = lane % 2;
        (void)l0; (void)l1; (void)l2;
        v0[lane] = (unsigned)lane * 55u + 18073u; 
        for (int i = lane; i < 24; i += 24) { T1[(i) / 6][(i) / 2 % 3][(i) % 2].a = ((int)((unsigned)i * 374381u & 65535u) - 32768); T1[(i) / 6][(i) / 2 % 3][(i) % 2].b = (unsigned char)((unsigned)i + 374382u); T1[(i) / 6][(i) / 2 % 3][(i) % 2].c = ((int)((unsigned)i * 374383u & 65535u) - 32768); T1[(i) / 6][(i) / 2 % 3][(i) % 2].d = (unsigned)i * 65u + 374384u; }
        for (int i = lane; i < 18; i += 24) { T2[(i) / 3][(i) % 3] = (unsigned)i * 29u + 60221u; }
    }
    for (int x5 = 0; x5 <= 3; x5++) {
        switch ((int)((unsigned)!(((unsigned)x5 & 1u) != 0u) % 3u)) {
            case 0:
            {
                for (int lane = 0; lane < (24); lane++) {
                    const int l0 = lane / 6, l1 = lane / 2 % 3, l2 = lane % 2;
                    (void)l0; (void)l1; (void)l2;
                    {
                        int n6 = (int)(((unsigned)a2[(o0 + l0)][(o1 + l1)][(o2 + l2)] - v0[lane]) % 5u);
                        while (n6 > 0) {
                            n6--;
                            T1[l0][l1][l2].a = (int)((unsigned)(((int)(T2[((17 - lane % 18)) / 3][((17 - lane % 18)) % 3] & 65535u) - 32768)) & 65535u) - 32768;
                        }
                    }
                }
            }
            break;
            case 1:
            break;
            default:
            break;
        }
    }
    for (int lane = 0; lane < (24); lane++) {
        const int l0 = lane / 6, l1 = lane / 2 % 3, l2 = lane % 2;
        (void)l0; (void)l1; (void)l2;
        unsigned r = 2166136261u;
        for (int i = 0; i < 24; i++) { r = (r ^ (unsigned)T1[(i) / 6][(i) / 2 % 3][(i) % 2].a) * 16777619u; r = (r ^ (unsigned)T1[(i) / 6][(i) / 2 % 3][(i) % 2].b) * 16777619u; r = (r ^ (unsigned)T1[(i) / 6][(i) / 2 % 3][(i) % 2].c) * 16777619u; r = (r ^ T1[(i) / 6][(i) / 2 % 3][(i) % 2].d) * 16777619u; }
        a0[(o0 + l0)][(o1 + l1)][(o2 + l2)] = r;
    }
}
static void k17953907046_fill(int copy)
{
    begin_run(17953907046);
    for (int i = 0; i < 320; i++) {
        unsigned *const e = (unsigned *)k17953907046_a0[copy] + i;
        (*e) = value_of_run();
    }
    for (int i = 0; i < 6; i++) {
        int *const e = (int *)k17953907046_a1[copy] + i;
        (*e) = (int)(value_of_run() & 65535u) - 32768;
    }
    for (int i = 0; i < 48; i++) {
        int *const e = (int *)k17953907046_a2[copy] + i;
        (*e) = (int)(value_of_run() & 65535u) - 32768;
    }
    {
        k17953907046_p0 = value_of_run();
    }
}
static void k17953907046_reference(void)
{
    int i, j, k;
    for (i = 0; i < 1; i++) {
        for (j = 0; j < 2; j++) {
            for (k = 0; k < 1; k++) {
                k17953907046_reference_tile(i, j, k);
            }
        }
    }
}
static int k17953907046_differs(void)
{
    for (int i = 0; i < 320; i++) {
        const unsigned *const a = (const unsigned *)k17953907046_a0[0] + i, *const b = (const unsigned *)k17953907046_a0[1] + i;
        if ((*a) != (*b)) { return differ("a0", i, (double)(*a), (double)(*b)); }
    }
    for (int i = 0; i < 6; i++) {
        const int *const a = (const int *)k17953907046_a1[0] + i, *const b = (const int *)k17953907046_a1[1] + i;
        if ((*a) != (*b)) { return differ("a1", i, (double)(*a), (double)(*b)); }
    }
    for (int i = 0; i < 48; i++) {
        const int *const a = (const int *)k17953907046_a2[0] + i, *const b = (const int *)k17953907046_a2[1] + i;
        if ((*a) != (*b)) { return differ("a2", i, (double)(*a), (double)(*b)); }
    }
    return 0;
}
static amp_status k17953907046_launch_tiled(void)
{
    amp_status s;
    amp_array_view w0 = amp_view(unsigned, (unsigned *)k17953907046_a0[0], 4, 10, 8);
    amp_array_view a0 = amp_section(w0, amp_index(0, 2, 3), amp_extent(4, 6, 2));
    amp_array_view w1 = amp_view(int, (int *)k17953907046_a1[0], 6);
    amp_array_view a1 = w1;
    amp_array_view w2 = amp_view(int, (int *)k17953907046_a2[0], 4, 6, 2);
    amp_array_view a2 = w2;
    s = amp_parallel_for_each(amp_tile(amp_extent(4, 6, 2), 4, 3, 2), k17953907046_tiled, a0, a1, a2, k17953907046_p0);
    s = ended(s, w0);
    s = ended(s, w1);
    s = ended(s, w2);
    return s;
}
static amp_status k17953907046_launch_phased(void)
{
    amp_status s;
    amp_array_view w0 = amp_view(unsigned, (unsigned *)k17953907046_a0[0], 4, 10, 8);
    amp_array_view a0 = amp_section(w0, amp_index(0, 2, 3), amp_extent(4, 6, 2));
    amp_array_view w1 = amp_view(int, (int *)k17953907046_a1[0], 6);
    amp_array_view a1 = w1;
    amp_array_view w2 = amp_view(int, (int *)k17953907046_a2[0], 4, 6, 2);
    amp_array_view a2 = w2;
    s = amp_parallel_for_each(amp_tile(amp_extent(4, 6, 2), 4, 3, 2), k17953907046_phased, a0, a1, a2, k17953907046_p0);
    s = ended(s, w0);
    s = ended(s, w1);
    s = ended(s, w2);
    return s;
}

static const random_kernel kernels[] = {
    { "k17953907046", k17953907046_fill, k17953907046_reference, k17953907046_differs, { k17953907046_launch_tiled, k17953907046_launch_phased, NULL, } },
};

int main(int argc, char **argv)
{
    return run_kernels(kernels, 1, argc, argv);
}
