/* SPDX-License-Identifier: MIT */
/* run: cc=gcc level=-O1 setting=workitemrepl known=PoCL how=default
   CRASH k17954005396 tiled default forward: exit status 139 */
/* tests/random_kernels/make 17954005396 1 67,68,69,70,71,72,73,74,75,76,77,78,79,80,81,82,83,84,85,86,87,88,89,90,91,92,93,94,95,96,97,98,99,100,101,102,103,104,105,106,107,108,109,110,111,112,113,114,115,116,117,118,119,120,121,122,123,124,125,126,127,128,129,130,131,132,133,134,135,136,137,138,139,140,141,142,143,144,145,146,147,148,149,150,151,152,153,154,155,156,157,158,159,160,161,162,163,164,165,166,167,168,169,170,171,172,173,174,175,176,177,178,179,180,181,182,183,184,185,186,187,188,189,190,191,192,193,194,195,196,197,198,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,33,34,35,36,37,38,39,40,57,58,59,60,61,62,63,64,49,50,51,52,41,42,48,53,56,66 */
#include "run.h"

/* ---- kernel 17954005396 ---- */

AMP_DEVICE_BEGIN
typedef struct k17954005396_s0 { int a; float b; } k17954005396_s0;
static inline void k17954005396_h2(amp_tiled_index tidx, amp_tile_ptr(unsigned) a, unsigned *x, int i, int from)
{
    a[i] = *x; amp_tile_barrier_wait(tidx); *x = a[from]; amp_tile_barrier_wait(tidx);
}
AMP_TILED_KERNEL(k17954005396_tiled, (33), out(unsigned, 1, a0), in(float, 3, a1), value(unsigned, p0))
{
    amp_tile_static(unsigned, T0, 66);
    unsigned v0;
    amp_uint64 q0[5];
    unsigned u0 = 3u;
    const int lane = tidx.local[0];
    {
        v0 = (unsigned)lane * 23u + 54770u; 
        for (int i = 0; i < 5; i++) { q0[i] = ((amp_uint64)(unsigned)lane << 33) + 34898u; }
        for (int i = lane; i < 66; i += 33) { T0[i] = (unsigned)i * 65u + 21350u; }
    }
    amp_tile_barrier_wait(tidx);
    if ((((p0 & 4u) != 0u) || ((u0 & 1u) != 0u))) {
        switch ((int)(((u0 & 0u) + p0) % 3u)) {
            case 0:
            {
                if (lane < (5)) {
                    v0 *= ((unsigned)(q0[(4 - lane % 5)] >> 7) + ~(T0[lane] + u0));
                }
                amp_tile_barrier_wait(tidx);
            }
            break;
            case 1:
            {
                u0 = (unsigned)((p0 & 8u) != 0u);
            }
            break;
            default:
            break;
        }
    }
    { unsigned x = (u0 ^ v0); lane < 0 ? (void)0 : k17954005396_h2(tidx, T0, &x, lane, (lane + 2) % 33); v0 = x; }
    {
        unsigned r = 2166136261u;
        amp_at(a0, tidx.global[0]) = r;
    }
}
AMP_PHASED_KERNEL(k17954005396_phased, (33), out(unsigned, 1, a0), in(float, 3, a1), value(unsigned, p0))
{
    amp_tile_static(unsigned, T0, 66);
    amp_thread_private(unsigned, v0);
    amp_thread_private(amp_uint64, q0, 5);
    unsigned u0 = 3u;
    amp_phase {
        const int lane = tidx.local[0];
        (void)lane;
        amp_mine(v0) = (unsigned)lane * 23u + 54770u; 
        for (int i = 0; i < 5; i++) { amp_mine(q0, i) = ((amp_uint64)(unsigned)lane << 33) + 34898u; }
        for (int i = lane; i < 66; i += 33) { T0[i] = (unsigned)i * 65u + 21350u; }
    }
    if ((((p0 & 4u) != 0u) || ((u0 & 1u) != 0u))) {
        switch ((int)(((u0 & 0u) + p0) % 3u)) {
            case 0:
            {
                amp_phase_first(5) {
                    const int lane = tidx.local[0];
                    (void)lane;
                    amp_mine(v0) *= ((unsigned)(amp_mine(q0, (4 - lane % 5)) >> 7) + ~(T0[lane] + u0));
                }
            }
            break;
            case 1:
            {
                u0 = (unsigned)((p0 & 8u) != 0u);
            }
            break;
            default:
            break;
        }
    }
    amp_phase {
        const int lane = tidx.local[0];
        (void)lane;
        T0[lane] = (u0 ^ amp_mine(v0));
    }
    amp_phase {
        const int lane = tidx.local[0];
        (void)lane;
        amp_mine(v0) = T0[(lane + 2) % 33];
    }
    amp_phase {
        const int lane = tidx.local[0];
        (void)lane;
        unsigned r = 2166136261u;
        amp_at(a0, tidx.global[0]) = r;
    }
}
AMP_DEVICE_END

static unsigned k17954005396_a0[2][138];
static float k17954005396_a1[2][7][11][2];
static unsigned k17954005396_p0;
static void k17954005396_reference_tile(int t0, int t1, int t2)
{
    const int o0 = t0 * 33, o1 = t1 * 1, o2 = t2 * 1;
    unsigned (*const a0) = (unsigned (*))&k17954005396_a0[1][3];
    float (*const a1)[11][2] = (float (*)[11][2])&k17954005396_a1[1][3][2][0];
    const unsigned p0 = k17954005396_p0;
    (void)o0; (void)o1; (void)o2;
    static unsigned T0[66];
    static unsigned v0[33];
    static amp_uint64 q0[33][5];
    unsigned u0 = 3u;
    for (int lane = 0; lane < (33); lane++) {
        const int l0 = lane / 1, l1 = lane / 1 % 1, l2 = lane % 1;
        (void)l0; (void)l1; (void)l2;
        v0[lane] = (unsigned)lane * 23u + 54770u; 
        for (int i = 0; i < 5; i++) { q0[lane][i] = ((amp_uint64)(unsigned)lane << 33) + 34898u; }
        for (int i = lane; i < 66; i += 33) { T0[i] = (unsigned)i * 65u + 21350u; }
    }
    if ((((p0 & 4u) != 0u) || ((u0 & 1u) != 0u))) {
        switch ((int)(((u0 & 0u) + p0) % 3u)) {
            case 0:
            {
                for (int lane = 0; lane < (5); lane++) {
                    const int l0 = lane / 1, l1 = lane / 1 % 1, l2 = lane % 1;
                    (void)l0; (void)l1; (void)l2;
                    v0[lane] *= ((unsigned)(q0[lane][(4 - lane % 5)] >> 7) + ~(T0[lane] + u0));
                }
            }
            break;
            case 1:
            {
                u0 = (unsigned)((p0 & 8u) != 0u);
            }
            break;
            default:
            break;
        }
    }
    for (int lane = 0; lane < (33); lane++) {
        const int l0 = lane / 1, l1 = lane / 1 % 1, l2 = lane % 1;
        (void)l0; (void)l1; (void)l2;
        T0[lane] = (u0 ^ v0[lane]);
    }
    for (int lane = 0; lane < (33); lane++) {
        const int l0 = lane / 1, l1 = lane / 1 % 1, l2 = lane % 1;
        (void)l0; (void)l1; (void)l2;
        v0[lane] = T0[(lane + 2) % 33];
    }
    for (int lane = 0; lane < (33); lane++) {
        const int l0 = lane / 1, l1 = lane / 1 % 1, l2 = lane % 1;
        (void)l0; (void)l1; (void)l2;
        unsigned r = 2166136261u;
        a0[(o0 + l0)] = r;
    }
}
static void k17954005396_fill(int copy)
{
    begin_run(17954005396);
    for (int i = 0; i < 138; i++) {
        unsigned *const e = (unsigned *)k17954005396_a0[copy] + i;
        (*e) = value_of_run();
    }
    for (int i = 0; i < 154; i++) {
        float *const e = (float *)k17954005396_a1[copy] + i;
        (*e) = (float)(value_of_run() & 511u);
    }
    {
        k17954005396_p0 = value_of_run();
    }
}
static void k17954005396_reference(void)
{
    int i, j, k;
    for (i = 0; i < 4; i++) {
        for (j = 0; j < 1; j++) {
            for (k = 0; k < 1; k++) {
                k17954005396_reference_tile(i, j, k);
            }
        }
    }
}
static int k17954005396_differs(void)
{
    for (int i = 0; i < 138; i++) {
        const unsigned *const a = (const unsigned *)k17954005396_a0[0] + i, *const b = (const unsigned *)k17954005396_a0[1] + i;
        if ((*a) != (*b)) { return differ("a0", i, (double)(*a), (double)(*b)); }
    }
    for (int i = 0; i < 154; i++) {
        const float *const a = (const float *)k17954005396_a1[0] + i, *const b = (const float *)k17954005396_a1[1] + i;
        if ((*a) != (*b)) { return differ("a1", i, (double)(*a), (double)(*b)); }
    }
    return 0;
}
static amp_status k17954005396_launch_tiled(void)
{
    amp_status s;
    amp_array_view w0 = amp_view(unsigned, (unsigned *)k17954005396_a0[0], 138);
    amp_array_view a0 = amp_section(w0, amp_index(3), amp_extent(132));
    amp_array_view w1 = amp_view(float, (float *)k17954005396_a1[0], 7, 11, 2);
    amp_array_view a1 = amp_section(w1, amp_index(3, 2, 0), amp_extent(1, 7, 2));
    s = amp_parallel_for_each(amp_tile(amp_extent(132), 33), k17954005396_tiled, a0, a1, k17954005396_p0);
    s = ended(s, w0);
    s = ended(s, w1);
    return s;
}
static amp_status k17954005396_launch_phased(void)
{
    amp_status s;
    amp_array_view w0 = amp_view(unsigned, (unsigned *)k17954005396_a0[0], 138);
    amp_array_view a0 = amp_section(w0, amp_index(3), amp_extent(132));
    amp_array_view w1 = amp_view(float, (float *)k17954005396_a1[0], 7, 11, 2);
    amp_array_view a1 = amp_section(w1, amp_index(3, 2, 0), amp_extent(1, 7, 2));
    s = amp_parallel_for_each(amp_tile(amp_extent(132), 33), k17954005396_phased, a0, a1, k17954005396_p0);
    s = ended(s, w0);
    s = ended(s, w1);
    return s;
}

static const random_kernel kernels[] = {
    { "k17954005396", k17954005396_fill, k17954005396_reference, k17954005396_differs, { k17954005396_launch_tiled, k17954005396_launch_phased, NULL, } },
};

int main(int argc, char **argv)
{
    return run_kernels(kernels, 1, argc, argv);
}
