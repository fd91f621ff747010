/* SPDX-License-Identifier: MIT */
/* run: cc=gcc level=-O0 setting=workitemrepl known=PoCL how=default
   CRASH k1031 tiled default forward: exit status 134 */
/* tests/random_kernels/make 1031 1 81,82,83,84,85,86,87,88,... */
#include "run.h"

/* ---- kernel 1031 ---- */

AMP_DEVICE_BEGIN
static inline unsigned k1031_h1(unsigned a, int b)
{
    return ((7u | 3u) & (unsigned)((982387380u & 2u) != 0u));
}
AMP_TILED_KERNEL(k1031_tiled, (2, 2), inout(unsigned, 2, a0), in(unsigned, 2, a1), inout(float, 1, a2), value(unsigned, p0))
{
    amp_tile_static(unsigned, T0, 4);
    unsigned v0;
    unsigned u0 = 3u;
    unsigned u1 = 10u;
    const int lane = tidx.local[0] * 2 + tidx.local[1];
    {
        v0 = (unsigned)lane * 36u + 81117u; 
        for (int i = lane; i < 4; i += 4) { T0[i] = (unsigned)i * 77u + 42053u; }
    }
    amp_tile_barrier_wait(tidx);
    switch ((int)((5u | ((unsigned)tidx.tile[0] ^ 0u)) % 3u)) {
        case 0:
        {
            for (int x1 = 2; x1 > 0; x1 /= 2) {
                if (lane < (x1)) {
                    T0[lane] += T0[lane + x1];
                }
                amp_tile_barrier_wait(tidx);
            }
        }
        break;
        case 1:
        {
            {
                int n3 = (int)((p0 ^ (1u ^ p0)) % 4u);
                while (n3 > 0) {
                    n3--;
                    u1 = T0[2];
                    amp_tile_barrier_wait(tidx);
                    if (lane < ((int)(((u1 - u1) & (unsigned)((u0 & 1u) != 0u)) % 5u))) {
                        for (int x4 = 0; x4 < (int)((unsigned)(((int)(9u & 65535u) - 32768)) % 5u); x4++) {
                        }
                    }
                    amp_tile_barrier_wait_with_global_memory_fence(tidx);
                }
            }
        }
        break;
        default:
        break;
    }
    for (int x13 = 0; x13 <= (int)((unsigned)((((int)(p0 & 65535u) - 32768) / 8)) % 4u); x13++) {
        if (lane < ((int)((unsigned)x13 % 5u))) {
            { const unsigned y14 = ((u1 * amp_at(a1, (int)((unsigned)lane % 3u), (lane + 2) % 2)) + v0); amp_atomic_fetch_min(&T0[(int)((unsigned)(int)amp_at(a2, (((tidx.tile[0] * 1 + tidx.tile[1]) * 1 + tidx.tile[2]) * 4) + lane) % 4u)], y14); }
            for (int x15 = 0; x15 < (int)(k1031_h1(p0, tidx.tile[1]) % 5u); x15++) {
                {
                    int n16 = (lane + 28) % 5;
                    while (n16 > 0) {
                        n16--;
                    }
                }
            }
        }
        amp_tile_barrier_wait(tidx);
    }
    {
        unsigned r = 2166136261u;
        amp_at(a0, tidx.global[0], tidx.global[1]) = r;
    }
}
AMP_PHASED_KERNEL(k1031_phased, (2, 2), inout(unsigned, 2, a0), in(unsigned, 2, a1), inout(float, 1, a2), value(unsigned, p0))
{
    amp_tile_static(unsigned, T0, 4);
    amp_thread_private(unsigned, v0);
    unsigned u0 = 3u;
    unsigned u1 = 10u;
    amp_phase {
        const int lane = tidx.local[0] * 2 + tidx.local[1];
        (void)lane;
        amp_mine(v0) = (unsigned)lane * 36u + 81117u; 
        for (int i = lane; i < 4; i += 4) { T0[i] = (unsigned)i * 77u + 42053u; }
    }
    switch ((int)((5u | ((unsigned)amp_tile_index.tile[0] ^ 0u)) % 3u)) {
        case 0:
        {
            for (int x1 = 2; x1 > 0; x1 /= 2) {
                amp_phase_first(x1) {
                    const int lane = tidx.local[0] * 2 + tidx.local[1];
                    (void)lane;
                    T0[lane] += T0[lane + x1];
                }
            }
        }
        break;
        case 1:
        {
            {
                int n3 = (int)((p0 ^ (1u ^ p0)) % 4u);
                while (n3 > 0) {
                    n3--;
                    u1 = T0[2];
                    amp_phase { }
                    amp_phase_first((int)(((u1 - u1) & (unsigned)((u0 & 1u) != 0u)) % 5u)) {
                        const int lane = tidx.local[0] * 2 + tidx.local[1];
                        (void)lane;
                        for (int x4 = 0; x4 < (int)((unsigned)(((int)(9u & 65535u) - 32768)) % 5u); x4++) {
                        }
                    }
                }
            }
        }
        break;
        default:
        break;
    }
    for (int x13 = 0; x13 <= (int)((unsigned)((((int)(p0 & 65535u) - 32768) / 8)) % 4u); x13++) {
        amp_phase_first((int)((unsigned)x13 % 5u)) {
            const int lane = tidx.local[0] * 2 + tidx.local[1];
            (void)lane;
            { const unsigned y14 = ((u1 * amp_at(a1, (int)((unsigned)lane % 3u), (lane + 2) % 2)) + amp_mine(v0)); amp_atomic_fetch_min(&T0[(int)((unsigned)(int)amp_at(a2, (((amp_tile_index.tile[0] * 1 + amp_tile_index.tile[1]) * 1 + amp_tile_index.tile[2]) * 4) + lane) % 4u)], y14); }
            for (int x15 = 0; x15 < (int)(k1031_h1(p0, amp_tile_index.tile[1]) % 5u); x15++) {
                {
                    int n16 = (lane + 28) % 5;
                    while (n16 > 0) {
                        n16--;
                    }
                }
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

static unsigned k1031_a0[2][4][2];
static unsigned k1031_a1[2][9][2];
static float k1031_a2[2][8];
static unsigned k1031_p0;
static inline unsigned k1031_h1_reference(unsigned a, int b)
{
    return ((7u | 3u) & (unsigned)((982387380u & 2u) != 0u));
}
static void k1031_reference_tile(int t0, int t1, int t2)
{
    const int o0 = t0 * 2, o1 = t1 * 2, o2 = t2 * 1;
    unsigned (*const a0)[2] = (unsigned (*)[2])&k1031_a0[1][0][0];
    unsigned (*const a1)[2] = (unsigned (*)[2])&k1031_a1[1][3][0];
    float (*const a2) = (float (*))&k1031_a2[1][0];
    const unsigned p0 = k1031_p0;
    (void)o0; (void)o1; (void)o2;
    static unsigned T0[4];
    static unsigned v0[4];
    unsigned u0 = 3u;
    unsigned u1 = 10u;
    for (int lane = 0; lane < (4); lane++) {
        const int l0 = lane / 2, l1 = lane / 1 % 2, l2 = lane % 1;
        (void)l0; (void)l1; (void)l2;
        v0[lane] = (unsigned)lane * 36u + 81117u; 
        for (int i = lane; i < 4; i += 4) { T0[i] = (unsigned)i * 77u + 42053u; }
    }
    switch ((int)((5u | ((unsigned)t0 ^ 0u)) % 3u)) {
        case 0:
        {
            for (int x1 = 2; x1 > 0; x1 /= 2) {
                for (int lane = 0; lane < (x1); lane++) {
                    const int l0 = lane / 2, l1 = lane / 1 % 2, l2 = lane % 1;
                    (void)l0; (void)l1; (void)l2;
                    T0[lane] += T0[lane + x1];
                }
            }
        }
        break;
        case 1:
        {
            {
                int n3 = (int)((p0 ^ (1u ^ p0)) % 4u);
                while (n3 > 0) {
                    n3--;
                    u1 = T0[2];
                    for (int lane = 0; lane < ((int)(((u1 - u1) & (unsigned)((u0 & 1u) != 0u)) % 5u)); lane++) {
                        const int l0 = lane / 2, l1 = lane / 1 % 2, l2 = lane % 1;
                        (void)l0; (void)l1; (void)l2;
                        for (int x4 = 0; x4 < (int)((unsigned)(((int)(9u & 65535u) - 32768)) % 5u); x4++) {
                        }
                    }
                }
            }
        }
        break;
        default:
        break;
    }
    for (int x13 = 0; x13 <= (int)((unsigned)((((int)(p0 & 65535u) - 32768) / 8)) % 4u); x13++) {
        for (int lane = 0; lane < ((int)((unsigned)x13 % 5u)); lane++) {
            const int l0 = lane / 2, l1 = lane / 1 % 2, l2 = lane % 1;
            (void)l0; (void)l1; (void)l2;
            { const unsigned y14 = ((u1 * a1[(int)((unsigned)lane % 3u)][(lane + 2) % 2]) + v0[lane]); if (y14 < T0[(int)((unsigned)(int)a2[(((t0 * 1 + t1) * 1 + t2) * 4) + lane] % 4u)]) { T0[(int)((unsigned)(int)a2[(((t0 * 1 + t1) * 1 + t2) * 4) + lane] % 4u)] = y14; } }
            for (int x15 = 0; x15 < (int)(k1031_h1_reference(p0, t1) % 5u); x15++) {
                {
                    int n16 = (lane + 28) % 5;
                    while (n16 > 0) {
                        n16--;
                    }
                }
            }
        }
    }
    for (int lane = 0; lane < (4); lane++) {
        const int l0 = lane / 2, l1 = lane / 1 % 2, l2 = lane % 1;
        (void)l0; (void)l1; (void)l2;
        unsigned r = 2166136261u;
        a0[(o0 + l0)][(o1 + l1)] = r;
    }
}
static void k1031_fill(int copy)
{
    begin_run(1031);
    for (int i = 0; i < 8; i++) {
        unsigned *const e = (unsigned *)k1031_a0[copy] + i;
        (*e) = value_of_run();
    }
    for (int i = 0; i < 18; i++) {
        unsigned *const e = (unsigned *)k1031_a1[copy] + i;
        (*e) = value_of_run();
    }
    for (int i = 0; i < 8; i++) {
        float *const e = (float *)k1031_a2[copy] + i;
        (*e) = (float)(value_of_run() & 511u);
    }
    {
        k1031_p0 = value_of_run();
    }
}
static void k1031_reference(void)
{
    int i, j, k;
    for (i = 0; i < 2; i++) {
        for (j = 0; j < 1; j++) {
            for (k = 0; k < 1; k++) {
                k1031_reference_tile(i, j, k);
            }
        }
    }
}
static int k1031_differs(void)
{
    for (int i = 0; i < 8; i++) {
        const unsigned *const a = (const unsigned *)k1031_a0[0] + i, *const b = (const unsigned *)k1031_a0[1] + i;
        if ((*a) != (*b)) { return differ("a0", i, (double)(*a), (double)(*b)); }
    }
    for (int i = 0; i < 18; i++) {
        const unsigned *const a = (const unsigned *)k1031_a1[0] + i, *const b = (const unsigned *)k1031_a1[1] + i;
        if ((*a) != (*b)) { return differ("a1", i, (double)(*a), (double)(*b)); }
    }
    for (int i = 0; i < 8; i++) {
        const float *const a = (const float *)k1031_a2[0] + i, *const b = (const float *)k1031_a2[1] + i;
        if ((*a) != (*b)) { return differ("a2", i, (double)(*a), (double)(*b)); }
    }
    return 0;
}
static amp_status k1031_launch_tiled(void)
{
    amp_status s;
    amp_array_view w0 = amp_view(unsigned, (unsigned *)k1031_a0[0], 4, 2);
    amp_array_view a0 = w0;
    amp_array_view w1 = amp_view(unsigned, (unsigned *)k1031_a1[0], 9, 2);
    amp_array_view a1 = amp_section(w1, amp_index(3, 0), amp_extent(3, 2));
    amp_array_view w2 = amp_view(float, (float *)k1031_a2[0], 8);
    amp_array_view a2 = w2;
    s = amp_parallel_for_each(amp_tile(amp_extent(4, 2), 2, 2), k1031_tiled, a0, a1, a2, k1031_p0);
    s = ended(s, w0);
    s = ended(s, w1);
    s = ended(s, w2);
    return s;
}
static amp_status k1031_launch_phased(void)
{
    amp_status s;
    amp_array_view w0 = amp_view(unsigned, (unsigned *)k1031_a0[0], 4, 2);
    amp_array_view a0 = w0;
    amp_array_view w1 = amp_view(unsigned, (unsigned *)k1031_a1[0], 9, 2);
    amp_array_view a1 = amp_section(w1, amp_index(3, 0), amp_extent(3, 2));
    amp_array_view w2 = amp_view(float, (float *)k1031_a2[0], 8);
    amp_array_view a2 = w2;
    s = amp_parallel_for_each(amp_tile(amp_extent(4, 2), 2, 2), k1031_phased, a0, a1, a2, k1031_p0);
    s = ended(s, w0);
    s = ended(s, w1);
    s = ended(s, w2);
    return s;
}

static const random_kernel kernels[] = {
    { "k1031", k1031_fill, k1031_reference, k1031_differs, { k1031_launch_tiled, k1031_launch_phased, NULL, } },
};

int main(int argc, char **argv)
{
    return run_kernels(kernels, 1, argc, argv);
}
