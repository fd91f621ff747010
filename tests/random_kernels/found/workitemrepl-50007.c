/* SPDX-License-Identifier: MIT */
/* run: cc=gcc level=-O0 setting=workitemrepl known=PoCL how=default
   CRASH k50007 tiled default forward: exit status 139 */
/* tests/random_kernels/make 50007 1 1,2,3,4,5,6,7,8,9,10,11... */
#include "run.h"

/* ---- kernel 50007 ---- */

AMP_DEVICE_BEGIN
AMP_TILED_KERNEL(k50007_tiled, (7), out(unsigned, 1, a0), in(unsigned, 1, a1), value(unsigned, p0), value(int, p1), value(float, p2))
{
    amp_tile_static(unsigned, T0, 14);
    unsigned v0;
    unsigned v1;
    unsigned u0 = 3u;
    const int lane = tidx.local[0];
    {
        v0 = (unsigned)lane * 89u + 20087u; 
        v1 = (unsigned)lane * 48u + 77367u; 
        for (int i = lane; i < 14; i += 7) { T0[i] = (unsigned)i * 8u + 66041u; }
    }
    amp_tile_barrier_wait(tidx);
    for (int x7 = 2; x7 > 0; x7 /= 2) {
        {
            if (lane < x7) { T0[lane] ^= T0[lane + x7] * 3u; }
        }
        amp_tile_barrier_wait(tidx);
    }
    if ((((unsigned)(int)p2 & 8u) != 0u)) {
        u0 = T0[5];
        amp_tile_barrier_wait(tidx);
    }
    switch ((int)((unsigned)p1 % 3u)) {
        case 0:
        {
            {
                v0 ^= (((4u % (v1 | 1u)) | (1u % (p0 | 1u))) >> (v1 & 31u));
                v1 *= (((((unsigned)lane & 8u) != 0u) ? (unsigned)tidx.tile[0] : 7u) + ((unsigned)lane * 7u));
                v0 -= v1;
            }
            amp_tile_barrier_wait(tidx);
        }
        break;
        case 1:
        break;
        default:
        {
            switch (0) {
                case 0:
                {
                    u0 = ((u0 - u0) + (p0 ^ (unsigned)tidx.tile[0]));
                }
                break;
                case 1:
                break;
                default:
                break;
            }
        }
        break;
    }
    {
        unsigned r = 2166136261u;
        r = (r ^ v0) * 16777619u; 
        r = (r ^ v1) * 16777619u; 
        for (int i = 0; i < 14; i++) { r = (r ^ T0[i]) * 16777619u; }
        r = (r ^ u0) * 16777619u; 
        amp_at(a0, tidx.global[0]) = r;
    }
}
AMP_PHASED_KERNEL(k50007_phased, (7), out(unsigned, 1, a0), in(unsigned, 1, a1), value(unsigned, p0), value(int, p1), value(float, p2))
{
    amp_tile_static(unsigned, T0, 14);
    amp_thread_private(unsigned, v0);
    amp_thread_private(unsigned, v1);
    unsigned u0 = 3u;
    amp_phase {
        const int lane = tidx.local[0];
        (void)lane;
        amp_mine(v0) = (unsigned)lane * 89u + 20087u; 
        amp_mine(v1) = (unsigned)lane * 48u + 77367u; 
        for (int i = lane; i < 14; i += 7) { T0[i] = (unsigned)i * 8u + 66041u; }
    }
    for (int x7 = 2; x7 > 0; x7 /= 2) {
        amp_phase {
            const int lane = tidx.local[0];
            (void)lane;
            if (lane < x7) { T0[lane] ^= T0[lane + x7] * 3u; }
        }
    }
    if ((((unsigned)(int)p2 & 8u) != 0u)) {
        u0 = T0[5];
        amp_phase { }
    }
    switch ((int)((unsigned)p1 % 3u)) {
        case 0:
        {
            amp_phase {
                const int lane = tidx.local[0];
                (void)lane;
                amp_mine(v0) ^= (((4u % (amp_mine(v1) | 1u)) | (1u % (p0 | 1u))) >> (amp_mine(v1) & 31u));
                amp_mine(v1) *= (((((unsigned)lane & 8u) != 0u) ? (unsigned)amp_tile_index.tile[0] : 7u) + ((unsigned)lane * 7u));
                amp_mine(v0) -= amp_mine(v1);
            }
        }
        break;
        case 1:
        break;
        default:
        {
            switch (0) {
                case 0:
                {
                    u0 = ((u0 - u0) + (p0 ^ (unsigned)amp_tile_index.tile[0]));
                }
                break;
                case 1:
                break;
                default:
                break;
            }
        }
        break;
    }
    amp_phase {
        const int lane = tidx.local[0];
        (void)lane;
        unsigned r = 2166136261u;
        r = (r ^ amp_mine(v0)) * 16777619u; 
        r = (r ^ amp_mine(v1)) * 16777619u; 
        for (int i = 0; i < 14; i++) { r = (r ^ T0[i]) * 16777619u; }
        r = (r ^ u0) * 16777619u; 
        amp_at(a0, tidx.global[0]) = r;
    }
}
AMP_DEVICE_END

static unsigned k50007_a0[2][11];
static unsigned k50007_a1[2][9];
static unsigned k50007_p0;
static int k50007_p1;
static float k50007_p2;
static void k50007_reference_tile(int t0, int t1, int t2)
{
    const int o0 = t0 * 7, o1 = t1 * 1, o2 = t2 * 1;
    unsigned (*const a0) = (unsigned (*))&k50007_a0[1][2];
    unsigned (*const a1) = (unsigned (*))&k50007_a1[1][0];
    const unsigned p0 = k50007_p0;
    const int p1 = k50007_p1;
    const float p2 = k50007_p2;
    (void)o0; (void)o1; (void)o2;
    static unsigned T0[14];
    static unsigned v0[7];
    static unsigned v1[7];
    unsigned u0 = 3u;
    for (int lane = 0; lane < (7); lane++) {
        const int l0 = lane / 1, l1 = lane / 1 % 1, l2 = lane % 1;
        (void)l0; (void)l1; (void)l2;
        v0[lane] = (unsigned)lane * 89u + 20087u; 
        v1[lane] = (unsigned)lane * 48u + 77367u; 
        for (int i = lane; i < 14; i += 7) { T0[i] = (unsigned)i * 8u + 66041u; }
    }
    for (int x7 = 2; x7 > 0; x7 /= 2) {
        for (int lane = 0; lane < (7); lane++) {
            const int l0 = lane / 1, l1 = lane / 1 % 1, l2 = lane % 1;
            (void)l0; (void)l1; (void)l2;
            if (lane < x7) { T0[lane] ^= T0[lane + x7] * 3u; }
        }
    }
    if ((((unsigned)(int)p2 & 8u) != 0u)) {
        u0 = T0[5];
    }
    switch ((int)((unsigned)p1 % 3u)) {
        case 0:
        {
            for (int lane = 0; lane < (7); lane++) {
                const int l0 = lane / 1, l1 = lane / 1 % 1, l2 = lane % 1;
                (void)l0; (void)l1; (void)l2;
                v0[lane] ^= (((4u % (v1[lane] | 1u)) | (1u % (p0 | 1u))) >> (v1[lane] & 31u));
                v1[lane] *= (((((unsigned)lane & 8u) != 0u) ? (unsigned)t0 : 7u) + ((unsigned)lane * 7u));
                v0[lane] -= v1[lane];
            }
        }
        break;
        case 1:
        break;
        default:
        {
            switch (0) {
                case 0:
                {
                    u0 = ((u0 - u0) + (p0 ^ (unsigned)t0));
                }
                break;
                case 1:
                break;
                default:
                break;
            }
        }
        break;
    }
    for (int lane = 0; lane < (7); lane++) {
        const int l0 = lane / 1, l1 = lane / 1 % 1, l2 = lane % 1;
        (void)l0; (void)l1; (void)l2;
        unsigned r = 2166136261u;
        r = (r ^ v0[lane]) * 16777619u; 
        r = (r ^ v1[lane]) * 16777619u; 
        for (int i = 0; i < 14; i++) { r = (r ^ T0[i]) * 16777619u; }
        r = (r ^ u0) * 16777619u; 
        a0[(o0 + l0)] = r;
    }
}
static void k50007_fill(int copy)
{
    begin_run(50007);
    for (int i = 0; i < 11; i++) {
        unsigned *const e = (unsigned *)k50007_a0[copy] + i;
        (*e) = value_of_run();
    }
    for (int i = 0; i < 9; i++) {
        unsigned *const e = (unsigned *)k50007_a1[copy] + i;
        (*e) = value_of_run();
    }
    {
        k50007_p0 = value_of_run();
        k50007_p1 = (int)(value_of_run() & 65535u) - 32768;
        k50007_p2 = (float)(value_of_run() & 511u);
    }
}
static void k50007_reference(void)
{
    int i, j, k;
    for (i = 0; i < 1; i++) {
        for (j = 0; j < 1; j++) {
            for (k = 0; k < 1; k++) {
                k50007_reference_tile(i, j, k);
            }
        }
    }
}
static int k50007_differs(void)
{
    for (int i = 0; i < 11; i++) {
        const unsigned *const a = (const unsigned *)k50007_a0[0] + i, *const b = (const unsigned *)k50007_a0[1] + i;
        if ((*a) != (*b)) { return differ("a0", i, (double)(*a), (double)(*b)); }
    }
    for (int i = 0; i < 9; i++) {
        const unsigned *const a = (const unsigned *)k50007_a1[0] + i, *const b = (const unsigned *)k50007_a1[1] + i;
        if ((*a) != (*b)) { return differ("a1", i, (double)(*a), (double)(*b)); }
    }
    return 0;
}
static amp_status k50007_launch_tiled(void)
{
    amp_status s;
    amp_array_view w0 = amp_view(unsigned, (unsigned *)k50007_a0[0], 11);
    amp_array_view a0 = amp_section(w0, amp_index(2), amp_extent(7));
    amp_array_view w1 = amp_view(unsigned, (unsigned *)k50007_a1[0], 9);
    amp_array_view a1 = w1;
    s = amp_parallel_for_each(amp_tile(amp_extent(7), 7), k50007_tiled, a0, a1, k50007_p0, k50007_p1, k50007_p2);
    s = ended(s, w0);
    s = ended(s, w1);
    return s;
}
static amp_status k50007_launch_phased(void)
{
    amp_status s;
    amp_array_view w0 = amp_view(unsigned, (unsigned *)k50007_a0[0], 11);
    amp_array_view a0 = amp_section(w0, amp_index(2), amp_extent(7));
    amp_array_view w1 = amp_view(unsigned, (unsigned *)k50007_a1[0], 9);
    amp_array_view a1 = w1;
    s = amp_parallel_for_each(amp_tile(amp_extent(7), 7), k50007_phased, a0, a1, k50007_p0, k50007_p1, k50007_p2);
    s = ended(s, w0);
    s = ended(s, w1);
    return s;
}

static const random_kernel kernels[] = {
    { "k50007", k50007_fill, k50007_reference, k50007_differs, { k50007_launch_tiled, k50007_launch_phased, NULL, } },
};

int main(int argc, char **argv)
{
    return run_kernels(kernels, 1, argc, argv);
}
