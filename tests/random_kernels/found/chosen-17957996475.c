/* SPDX-License-Identifier: MIT */
/* run: cc=gcc level=-O2 setting=chosen how=default default
   CRASH k17957996475 phased default forward: exit status 134 */
/* tests/random_kernels/make 17957996475 1 1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,67,68,69,70,71,72,73,74,75,76,77,78,79,80,81,82,83,84,85,86,87,88,89,90,91,92,93,94,95,96,97,98,99,100,101,102,103,104,105,106,107,108,109,110,21,22,23,24,25,36,37,38,39,40,41,42,43,44,45,61,62,63,64,65,66,67,68,69,70,25,26,27,28,35,36,45,46,47,48,51,52,59,60,29,33,50,56,57 */
#include "run.h"

/* ---- kernel 17957996475 ---- */

AMP_DEVICE_BEGIN
#define k17957996475_mix(a, b) ((a) * 31u ^ (b))
enum { k17957996475_few = 3 };
typedef enum k17957996475_color { k17957996475_red, k17957996475_green = 7 } k17957996475_color;
static const unsigned k17957996475_c1[5] = { 399223u, 827022u, 254818u, 682617u, 110413u, };
typedef struct k17957996475_s0 { short a; } k17957996475_s0;
typedef struct k17957996475_s1 { k17957996475_s0 in; float a; short b; int c; short d; } k17957996475_s1;
AMP_TILED_KERNEL(k17957996475_tiled, (32), out(unsigned, 1, a0), in(unsigned, 2, a1), inout(int, 3, a2), inout(float, 2, a3), inout(int, 1, a4), inout(int, 1, a5), inout(int, 1, a6))
{
    static const unsigned k17957996475_c0[5] = { 137493u, 565292u, 993091u, 420887u, 848686u, };
    static const unsigned k17957996475_c2[5] = { 660953u, 88749u, 516548u, 944347u, 372143u, };
    const int lane = tidx.local[0];
    for (int x3 = 0; x3 <= (int)((unsigned)((((int)(4u & 65535u) - 32768) / 6)) % 4u); x3++) {
        for (int x4 = 0; x4 <= 1; x4++) {
            amp_tile_barrier_wait(tidx);
            {
                { unsigned v6 = 8u; const int at6 = tidx.global[0]; if (at6 < 64) { for (int turn6 = 0; turn6 < 16; turn6++) { v6 += (unsigned)amp_at(a4, at6 + turn6) ^ (unsigned)turn6; } } else { v6 = (unsigned)amp_at(a4, 0); } amp_at(a6, tidx.global[0] * 5 + 1) = ((int)(v6 & 65535u) - 32768); }
            }
        }
    }
    amp_tile_barrier_wait(tidx);
    for (int x12 = 0; x12 <= (int)(((1u + 864800018u) | (unsigned)(((int)(1800090956u & 65535u) - 32768))) % 4u); x12++) {
        for (int x15 = 0; x15 <= 2; x15++) {
            amp_tile_barrier_wait(tidx);
            {
                {
                    int x16 = (int)((unsigned)((lane / 4)) & 65535u) - 32768;
                    { int v18 = 78; int wj18 = -1; int j18 = 0; do { if (amp_at(a4, tidx.global[0] + j18) > v18) { v18 = amp_at(a4, tidx.global[0] + j18); wj18 = j18; } j18++; } while (j18 < 3); if (((unsigned)amp_at(a5, tidx.global[0] + 0) & 2u) != 0u) { amp_at(a6, tidx.global[0] * 5 + 4) = wj18 < 2 ? 37 : v18; } }
                }
            }
        }
        amp_tile_barrier_wait(tidx);
    }
    {
        unsigned r = 2166136261u;
        amp_at(a0, tidx.global[0]) = r;
    }
}
AMP_PHASED_KERNEL(k17957996475_phased, (32), out(unsigned, 1, a0), in(unsigned, 2, a1), inout(int, 3, a2), inout(float, 2, a3), inout(int, 1, a4), inout(int, 1, a5), inout(int, 1, a6))
{
    static const unsigned k17957996475_c0[5] = { 137493u, 565292u, 993091u, 420887u, 848686u, };
    static const unsigned k17957996475_c2[5] = { 660953u, 88749u, 516548u, 944347u, 372143u, };
    for (int x3 = 0; x3 <= (int)((unsigned)((((int)(4u & 65535u) - 32768) / 6)) % 4u); x3++) {
        for (int x4 = 0; x4 <= 1; x4++) {
            amp_phase {
                const int lane = tidx.local[0];
                (void)lane;
                { unsigned v6 = 8u; const int at6 = tidx.global[0]; if (at6 < 64) { for (int turn6 = 0; turn6 < 16; turn6++) { v6 += (unsigned)amp_at(a4, at6 + turn6) ^ (unsigned)turn6; } } else { v6 = (unsigned)amp_at(a4, 0); } amp_at(a6, tidx.global[0] * 5 + 1) = ((int)(v6 & 65535u) - 32768); }
            }
        }
    }
    for (int x12 = 0; x12 <= (int)(((1u + 864800018u) | (unsigned)(((int)(1800090956u & 65535u) - 32768))) % 4u); x12++) {
        for (int x15 = 0; x15 <= 2; x15++) {
            amp_phase {
                const int lane = tidx.local[0];
                (void)lane;
                {
                    int x16 = (int)((unsigned)((lane / 4)) & 65535u) - 32768;
                    { int v18 = 78; int wj18 = -1; int j18 = 0; do { if (amp_at(a4, tidx.global[0] + j18) > v18) { v18 = amp_at(a4, tidx.global[0] + j18); wj18 = j18; } j18++; } while (j18 < 3); if (((unsigned)amp_at(a5, tidx.global[0] + 0) & 2u) != 0u) { amp_at(a6, tidx.global[0] * 5 + 4) = wj18 < 2 ? 37 : v18; } }
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

static unsigned k17957996475_a0[2][130];
static unsigned k17957996475_a1[2][9][3];
static int k17957996475_a2[2][3][1][2];
static float k17957996475_a3[2][2][1];
static int k17957996475_a4[2][704];
static int k17957996475_a5[2][704];
static int k17957996475_a6[2][640];
NOT_OPTIMISED static void k17957996475_reference_tile(int t0, int t1, int t2)
{
    const int o0 = t0 * 32, o1 = t1 * 1, o2 = t2 * 1;
    unsigned (*const a0) = (unsigned (*))&k17957996475_a0[1][1];
    unsigned (*const a1)[3] = (unsigned (*)[3])&k17957996475_a1[1][0][0];
    int (*const a2)[1][2] = (int (*)[1][2])&k17957996475_a2[1][0][0][0];
    float (*const a3)[1] = (float (*)[1])&k17957996475_a3[1][0][0];
    int (*const a4) = (int (*))&k17957996475_a4[1][0];
    int (*const a5) = (int (*))&k17957996475_a5[1][0];
    int (*const a6) = (int (*))&k17957996475_a6[1][0];
    (void)o0; (void)o1; (void)o2;
    static const unsigned k17957996475_c0[5] = { 137493u, 565292u, 993091u, 420887u, 848686u, };
    static const unsigned k17957996475_c2[5] = { 660953u, 88749u, 516548u, 944347u, 372143u, };
    for (int x3 = 0; x3 <= (int)((unsigned)((((int)(4u & 65535u) - 32768) / 6)) % 4u); x3++) {
        for (int x4 = 0; x4 <= 1; x4++) {
            for (int lane = 0; lane < (32); lane++) {
                const int l0 = lane / 1, l1 = lane / 1 % 1, l2 = lane % 1;
                (void)l0; (void)l1; (void)l2;
                { unsigned v6 = 8u; const int at6 = (o0 + l0); if (at6 < 64) { for (int turn6 = 0; turn6 < 16; turn6++) { v6 += (unsigned)a4[at6 + turn6] ^ (unsigned)turn6; } } else { v6 = (unsigned)a4[0]; } a6[(o0 + l0) * 5 + 1] = ((int)(v6 & 65535u) - 32768); }
            }
        }
    }
    for (int x12 = 0; x12 <= (int)(((1u + 864800018u) | (unsigned)(((int)(1800090956u & 65535u) - 32768))) % 4u); x12++) {
        for (int x15 = 0; x15 <= 2; x15++) {
            for (int lane = 0; lane < (32); lane++) {
                const int l0 = lane / 1, l1 = lane / 1 % 1, l2 = lane % 1;
                (void)l0; (void)l1; (void)l2;
                {
                    int x16 = (int)((unsigned)((lane / 4)) & 65535u) - 32768;
                    { int v18 = 78; int wj18 = -1; int j18 = 0; do { if (a4[(o0 + l0) + j18] > v18) { v18 = a4[(o0 + l0) + j18]; wj18 = j18; } j18++; } while (j18 < 3); if (((unsigned)a5[(o0 + l0) + 0] & 2u) != 0u) { a6[(o0 + l0) * 5 + 4] = wj18 < 2 ? 37 : v18; } }
                }
            }
        }
    }
    for (int lane = 0; lane < (32); lane++) {
        const int l0 = lane / 1, l1 = lane / 1 % 1, l2 = lane % 1;
        (void)l0; (void)l1; (void)l2;
        unsigned r = 2166136261u;
        a0[(o0 + l0)] = r;
    }
}
static void k17957996475_fill(int copy)
{
    begin_run(17957996475);
    for (int i = 0; i < 130; i++) {
        unsigned *const e = (unsigned *)k17957996475_a0[copy] + i;
        (*e) = value_of_run();
    }
    for (int i = 0; i < 27; i++) {
        unsigned *const e = (unsigned *)k17957996475_a1[copy] + i;
        (*e) = value_of_run();
    }
    for (int i = 0; i < 6; i++) {
        int *const e = (int *)k17957996475_a2[copy] + i;
        (*e) = (int)(value_of_run() & 65535u) - 32768;
    }
    for (int i = 0; i < 2; i++) {
        float *const e = (float *)k17957996475_a3[copy] + i;
        (*e) = (float)(value_of_run() & 511u);
    }
    for (int i = 0; i < 704; i++) {
        int *const e = (int *)k17957996475_a4[copy] + i;
        (*e) = (int)(value_of_run() & 65535u) - 32768;
    }
    for (int i = 0; i < 704; i++) {
        int *const e = (int *)k17957996475_a5[copy] + i;
        (*e) = (int)(value_of_run() & 65535u) - 32768;
    }
    for (int i = 0; i < 640; i++) {
        int *const e = (int *)k17957996475_a6[copy] + i;
        (*e) = (int)(value_of_run() & 65535u) - 32768;
    }
    {
    }
}
static void k17957996475_reference(void)
{
    int i, j, k;
    for (i = 0; i < 4; i++) {
        for (j = 0; j < 1; j++) {
            for (k = 0; k < 1; k++) {
                k17957996475_reference_tile(i, j, k);
            }
        }
    }
}
static int k17957996475_differs(void)
{
    for (int i = 0; i < 130; i++) {
        const unsigned *const a = (const unsigned *)k17957996475_a0[0] + i, *const b = (const unsigned *)k17957996475_a0[1] + i;
        if ((*a) != (*b)) { return differ("a0", i, (double)(*a), (double)(*b)); }
    }
    for (int i = 0; i < 27; i++) {
        const unsigned *const a = (const unsigned *)k17957996475_a1[0] + i, *const b = (const unsigned *)k17957996475_a1[1] + i;
        if ((*a) != (*b)) { return differ("a1", i, (double)(*a), (double)(*b)); }
    }
    for (int i = 0; i < 6; i++) {
        const int *const a = (const int *)k17957996475_a2[0] + i, *const b = (const int *)k17957996475_a2[1] + i;
        if ((*a) != (*b)) { return differ("a2", i, (double)(*a), (double)(*b)); }
    }
    for (int i = 0; i < 2; i++) {
        const float *const a = (const float *)k17957996475_a3[0] + i, *const b = (const float *)k17957996475_a3[1] + i;
        if ((*a) != (*b)) { return differ("a3", i, (double)(*a), (double)(*b)); }
    }
    for (int i = 0; i < 704; i++) {
        const int *const a = (const int *)k17957996475_a4[0] + i, *const b = (const int *)k17957996475_a4[1] + i;
        if ((*a) != (*b)) { return differ("a4", i, (double)(*a), (double)(*b)); }
    }
    for (int i = 0; i < 704; i++) {
        const int *const a = (const int *)k17957996475_a5[0] + i, *const b = (const int *)k17957996475_a5[1] + i;
        if ((*a) != (*b)) { return differ("a5", i, (double)(*a), (double)(*b)); }
    }
    for (int i = 0; i < 640; i++) {
        const int *const a = (const int *)k17957996475_a6[0] + i, *const b = (const int *)k17957996475_a6[1] + i;
        if ((*a) != (*b)) { return differ("a6", i, (double)(*a), (double)(*b)); }
    }
    return 0;
}
static amp_status k17957996475_launch_tiled(void)
{
    amp_status s;
    amp_array_view w0 = amp_view(unsigned, (unsigned *)k17957996475_a0[0], 130);
    amp_array_view a0 = amp_section(w0, amp_index(1), amp_extent(128));
    amp_array_view w1 = amp_view(unsigned, (unsigned *)k17957996475_a1[0], 9, 3);
    amp_array_view a1 = w1;
    amp_array_view w2 = amp_view(int, (int *)k17957996475_a2[0], 3, 1, 2);
    amp_array_view a2 = w2;
    amp_array_view w3 = amp_view(float, (float *)k17957996475_a3[0], 2, 1);
    amp_array_view a3 = w3;
    amp_array_view w4 = amp_view(int, (int *)k17957996475_a4[0], 704);
    amp_array_view a4 = w4;
    amp_array_view w5 = amp_view(int, (int *)k17957996475_a5[0], 704);
    amp_array_view a5 = w5;
    amp_array_view w6 = amp_view(int, (int *)k17957996475_a6[0], 640);
    amp_array_view a6 = w6;
    s = amp_parallel_for_each(amp_tile(amp_extent(128), 32), k17957996475_tiled, a0, a1, a2, a3, a4, a5, a6);
    s = ended(s, w0);
    s = ended(s, w1);
    s = ended(s, w2);
    s = ended(s, w3);
    s = ended(s, w4);
    s = ended(s, w5);
    s = ended(s, w6);
    return s;
}
static amp_status k17957996475_launch_phased(void)
{
    amp_status s;
    amp_array_view w0 = amp_view(unsigned, (unsigned *)k17957996475_a0[0], 130);
    amp_array_view a0 = amp_section(w0, amp_index(1), amp_extent(128));
    amp_array_view w1 = amp_view(unsigned, (unsigned *)k17957996475_a1[0], 9, 3);
    amp_array_view a1 = w1;
    amp_array_view w2 = amp_view(int, (int *)k17957996475_a2[0], 3, 1, 2);
    amp_array_view a2 = w2;
    amp_array_view w3 = amp_view(float, (float *)k17957996475_a3[0], 2, 1);
    amp_array_view a3 = w3;
    amp_array_view w4 = amp_view(int, (int *)k17957996475_a4[0], 704);
    amp_array_view a4 = w4;
    amp_array_view w5 = amp_view(int, (int *)k17957996475_a5[0], 704);
    amp_array_view a5 = w5;
    amp_array_view w6 = amp_view(int, (int *)k17957996475_a6[0], 640);
    amp_array_view a6 = w6;
    s = amp_parallel_for_each(amp_tile(amp_extent(128), 32), k17957996475_phased, a0, a1, a2, a3, a4, a5, a6);
    s = ended(s, w0);
    s = ended(s, w1);
    s = ended(s, w2);
    s = ended(s, w3);
    s = ended(s, w4);
    s = ended(s, w5);
    s = ended(s, w6);
    return s;
}

static const random_kernel kernels[] = {
    { "k17957996475", k17957996475_fill, k17957996475_reference, k17957996475_differs, { k17957996475_launch_tiled, k17957996475_launch_phased, NULL, } },
};

int main(int argc, char **argv)
{
    return run_kernels(kernels, 1, argc, argv);
}
