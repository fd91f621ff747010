/* SPDX-License-Identifier: MIT */
/* run: cc=gcc level=-O1 setting=emu how=loops:forward
   DIFFERS k17954391346 phased loops forward: a0, element 5: 3740491525, and 4141568096 in the reference */
/* tests/random_kernels/make 17954391346 1 57,58,59,60,61,62,63,64,65,66,67,68,69,70,71,72,73,74,75,76,77,78,79,80,81,82,83,84,1,2,3,4,5,6,7,8,9,10,11,12,13,14,22,23,24,25,26,27,28,29,30,31,32,33,34,35,34,35,36,37,38,39,43,44,45,17,18,19,20,41,42,46,49,50,53,55 */
#include "run.h"

/* ---- kernel 17954391346 ---- */

AMP_DEVICE_BEGIN
typedef struct k17954391346_s0 { int a; unsigned b; float c; } k17954391346_s0;
AMP_TILED_KERNEL(k17954391346_tiled, (1, 4, 3), out(unsigned, 3, a0), in(unsigned, 1, a1), inout(unsigned, 3, a2), inout(float, 1, a3), inout(float, 3, a4))
{
    unsigned v0;
    unsigned v1;
    unsigned v4;
    {
        v0 = (unsigned)tidx.global[0] * 75u + 40269u; 
        v1 = (unsigned)tidx.global[0] * 24u + 74274u; 
        v4 = (unsigned)tidx.global[0] * 51u + 63015u; 
    }
    {
        for (int x1 = 0; x1 < (1 - tidx.global[0] % 2); x1++) {
            v1 *= v4;
        }
        switch ((2 - tidx.global[0] % 3)) {
            case 0:
            break;
            case 1:
            break;
            default:
            {
                v0 -= ((9u ^ ((((unsigned)tidx.global[2] & 1u) != 0u) ? 70628051u : 0u)) >> ((unsigned)tidx.global[0] & 31u));
            }
            break;
        }
    }
    {
        unsigned r = 2166136261u;
        r = (r ^ v0) * 16777619u; 
        r = (r ^ v1) * 16777619u; 
        if ((r & 7u) == 4u) { amp_at(a0, tidx.global[0], tidx.global[1], tidx.global[2]) = r; return; }
        r = (r ^ v4) * 16777619u; 
        amp_at(a0, tidx.global[0], tidx.global[1], tidx.global[2]) = r;
    }
}
AMP_PHASED_KERNEL(k17954391346_phased, (1, 4, 3), out(unsigned, 3, a0), in(unsigned, 1, a1), inout(unsigned, 3, a2), inout(float, 1, a3), inout(float, 3, a4))
{
    amp_thread_private(unsigned, v0);
    amp_thread_private(unsigned, v1);
    amp_thread_private(unsigned, v4);
    amp_phase {
        const int lane = (tidx.local[0] * 4 + tidx.local[1]) * 3 + tidx.local[2];
        (void)lane;
        amp_mine(v0) = (unsigned)tidx.global[0] * 75u + 40269u; 
        amp_mine(v1) = (unsigned)tidx.global[0] * 24u + 74274u; 
        amp_mine(v4) = (unsigned)tidx.global[0] * 51u + 63015u; 
    }
    amp_phase {
        const int lane = (tidx.local[0] * 4 + tidx.local[1]) * 3 + tidx.local[2];
        (void)lane;
        for (int x1 = 0; x1 < (1 - tidx.global[0] % 2); x1++) {
            amp_mine(v1) *= amp_mine(v4);
        }
        switch ((2 - tidx.global[0] % 3)) {
            case 0:
            break;
            case 1:
            break;
            default:
            {
                amp_mine(v0) -= ((9u ^ ((((unsigned)tidx.global[2] & 1u) != 0u) ? 70628051u : 0u)) >> ((unsigned)tidx.global[0] & 31u));
            }
            break;
        }
    }
    amp_phase {
        const int lane = (tidx.local[0] * 4 + tidx.local[1]) * 3 + tidx.local[2];
        (void)lane;
        unsigned r = 2166136261u;
        r = (r ^ amp_mine(v0)) * 16777619u; 
        r = (r ^ amp_mine(v1)) * 16777619u; 
        if ((r & 7u) == 4u) { amp_at(a0, tidx.global[0], tidx.global[1], tidx.global[2]) = r; continue; }
        r = (r ^ amp_mine(v4)) * 16777619u; 
        amp_at(a0, tidx.global[0], tidx.global[1], tidx.global[2]) = r;
    }
}
AMP_KERNEL(k17954391346_simple, 3, out(unsigned, 3, a0), in(unsigned, 1, a1), inout(unsigned, 3, a2), inout(float, 1, a3), inout(float, 3, a4))
{
    unsigned v0;
    unsigned v1;
    unsigned v4;
    {
        v0 = (unsigned)idx[0] * 75u + 40269u; 
        v1 = (unsigned)idx[0] * 24u + 74274u; 
        v4 = (unsigned)idx[0] * 51u + 63015u; 
    }
    {
        for (int x1 = 0; x1 < (1 - idx[0] % 2); x1++) {
            v1 *= v4;
        }
        switch ((2 - idx[0] % 3)) {
            case 0:
            break;
            case 1:
            break;
            default:
            {
                v0 -= ((9u ^ ((((unsigned)idx[2] & 1u) != 0u) ? 70628051u : 0u)) >> ((unsigned)idx[0] & 31u));
            }
            break;
        }
    }
    {
        unsigned r = 2166136261u;
        r = (r ^ v0) * 16777619u; 
        r = (r ^ v1) * 16777619u; 
        if ((r & 7u) == 4u) { amp_at(a0, idx[0], idx[1], idx[2]) = r; return; }
        r = (r ^ v4) * 16777619u; 
        amp_at(a0, idx[0], idx[1], idx[2]) = r;
    }
}
AMP_DEVICE_END

static unsigned k17954391346_a0[2][1][4][3];
static unsigned k17954391346_a1[2][5];
static unsigned k17954391346_a2[2][1][4][3];
static float k17954391346_a3[2][1];
static float k17954391346_a4[2][1][4][3];
static void k17954391346_reference_tile(int t0, int t1, int t2)
{
    const int o0 = t0 * 1, o1 = t1 * 4, o2 = t2 * 3;
    unsigned (*const a0)[4][3] = (unsigned (*)[4][3])&k17954391346_a0[1][0][0][0];
    unsigned (*const a1) = (unsigned (*))&k17954391346_a1[1][0];
    unsigned (*const a2)[4][3] = (unsigned (*)[4][3])&k17954391346_a2[1][0][0][0];
    float (*const a3) = (float (*))&k17954391346_a3[1][0];
    float (*const a4)[4][3] = (float (*)[4][3])&k17954391346_a4[1][0][0][0];
    (void)o0; (void)o1; (void)o2;
    static unsigned v0[12];
    static unsigned v1[12];
    static unsigned v4[12];
    for (int lane = 0; lane < (12); lane++) {
        const int l0 = lane / 12, l1 = lane / 3 % 4, l2 = lane % 3;
        (void)l0; (void)l1; (void)l2;
        v0[lane] = (unsigned)(o0 + l0) * 75u + 40269u; 
        v1[lane] = (unsigned)(o0 + l0) * 24u + 74274u; 
        v4[lane] = (unsigned)(o0 + l0) * 51u + 63015u; 
    }
    for (int lane = 0; lane < (12); lane++) {
        const int l0 = lane / 12, l1 = lane / 3 % 4, l2 = lane % 3;
        (void)l0; (void)l1; (void)l2;
        for (int x1 = 0; x1 < (1 - (o0 + l0) % 2); x1++) {
            v1[lane] *= v4[lane];
        }
        switch ((2 - (o0 + l0) % 3)) {
            case 0:
            break;
            case 1:
            break;
            default:
            {
                v0[lane] -= ((9u ^ ((((unsigned)(o2 + l2) & 1u) != 0u) ? 70628051u : 0u)) >> ((unsigned)(o0 + l0) & 31u));
            }
            break;
        }
    }
    for (int lane = 0; lane < (12); lane++) {
        const int l0 = lane / 12, l1 = lane / 3 % 4, l2 = lane % 3;
        (void)l0; (void)l1; (void)l2;
        unsigned r = 2166136261u;
        r = (r ^ v0[lane]) * 16777619u; 
        r = (r ^ v1[lane]) * 16777619u; 
        if ((r & 7u) == 4u) { a0[(o0 + l0)][(o1 + l1)][(o2 + l2)] = r; continue; }
        r = (r ^ v4[lane]) * 16777619u; 
        a0[(o0 + l0)][(o1 + l1)][(o2 + l2)] = r;
    }
}
static void k17954391346_fill(int copy)
{
    begin_run(17954391346);
    for (int i = 0; i < 12; i++) {
        unsigned *const e = (unsigned *)k17954391346_a0[copy] + i;
        (*e) = value_of_run();
    }
    for (int i = 0; i < 5; i++) {
        unsigned *const e = (unsigned *)k17954391346_a1[copy] + i;
        (*e) = value_of_run();
    }
    for (int i = 0; i < 12; i++) {
        unsigned *const e = (unsigned *)k17954391346_a2[copy] + i;
        (*e) = value_of_run();
    }
    for (int i = 0; i < 1; i++) {
        float *const e = (float *)k17954391346_a3[copy] + i;
        (*e) = (float)(value_of_run() & 511u);
    }
    for (int i = 0; i < 12; i++) {
        float *const e = (float *)k17954391346_a4[copy] + i;
        (*e) = (float)(value_of_run() & 511u);
    }
    {
    }
}
static void k17954391346_reference(void)
{
    int i, j, k;
    for (i = 0; i < 1; i++) {
        for (j = 0; j < 1; j++) {
            for (k = 0; k < 1; k++) {
                k17954391346_reference_tile(i, j, k);
            }
        }
    }
}
static int k17954391346_differs(void)
{
    for (int i = 0; i < 12; i++) {
        const unsigned *const a = (const unsigned *)k17954391346_a0[0] + i, *const b = (const unsigned *)k17954391346_a0[1] + i;
        if ((*a) != (*b)) { return differ("a0", i, (double)(*a), (double)(*b)); }
    }
    for (int i = 0; i < 5; i++) {
        const unsigned *const a = (const unsigned *)k17954391346_a1[0] + i, *const b = (const unsigned *)k17954391346_a1[1] + i;
        if ((*a) != (*b)) { return differ("a1", i, (double)(*a), (double)(*b)); }
    }
    for (int i = 0; i < 12; i++) {
        const unsigned *const a = (const unsigned *)k17954391346_a2[0] + i, *const b = (const unsigned *)k17954391346_a2[1] + i;
        if ((*a) != (*b)) { return differ("a2", i, (double)(*a), (double)(*b)); }
    }
    for (int i = 0; i < 1; i++) {
        const float *const a = (const float *)k17954391346_a3[0] + i, *const b = (const float *)k17954391346_a3[1] + i;
        if ((*a) != (*b)) { return differ("a3", i, (double)(*a), (double)(*b)); }
    }
    for (int i = 0; i < 12; i++) {
        const float *const a = (const float *)k17954391346_a4[0] + i, *const b = (const float *)k17954391346_a4[1] + i;
        if ((*a) != (*b)) { return differ("a4", i, (double)(*a), (double)(*b)); }
    }
    return 0;
}
static amp_status k17954391346_launch_tiled(void)
{
    amp_status s;
    amp_array_view w0 = amp_view(unsigned, (unsigned *)k17954391346_a0[0], 1, 4, 3);
    amp_array_view a0 = w0;
    amp_array_view w1 = amp_view(unsigned, (unsigned *)k17954391346_a1[0], 5);
    amp_array_view a1 = w1;
    amp_array_view w2 = amp_view(unsigned, (unsigned *)k17954391346_a2[0], 1, 4, 3);
    amp_array_view a2 = w2;
    amp_array_view w3 = amp_view(float, (float *)k17954391346_a3[0], 1);
    amp_array_view a3 = w3;
    amp_array_view w4 = amp_view(float, (float *)k17954391346_a4[0], 1, 4, 3);
    amp_array_view a4 = w4;
    s = amp_parallel_for_each(amp_tile(amp_extent(1, 4, 3), 1, 4, 3), k17954391346_tiled, a0, a1, a2, a3, a4);
    s = ended(s, w0);
    s = ended(s, w1);
    s = ended(s, w2);
    s = ended(s, w3);
    s = ended(s, w4);
    return s;
}
static amp_status k17954391346_launch_phased(void)
{
    amp_status s;
    amp_array_view w0 = amp_view(unsigned, (unsigned *)k17954391346_a0[0], 1, 4, 3);
    amp_array_view a0 = w0;
    amp_array_view w1 = amp_view(unsigned, (unsigned *)k17954391346_a1[0], 5);
    amp_array_view a1 = w1;
    amp_array_view w2 = amp_view(unsigned, (unsigned *)k17954391346_a2[0], 1, 4, 3);
    amp_array_view a2 = w2;
    amp_array_view w3 = amp_view(float, (float *)k17954391346_a3[0], 1);
    amp_array_view a3 = w3;
    amp_array_view w4 = amp_view(float, (float *)k17954391346_a4[0], 1, 4, 3);
    amp_array_view a4 = w4;
    s = amp_parallel_for_each(amp_tile(amp_extent(1, 4, 3), 1, 4, 3), k17954391346_phased, a0, a1, a2, a3, a4);
    s = ended(s, w0);
    s = ended(s, w1);
    s = ended(s, w2);
    s = ended(s, w3);
    s = ended(s, w4);
    return s;
}
static amp_status k17954391346_launch_simple(void)
{
    amp_status s;
    amp_array_view w0 = amp_view(unsigned, (unsigned *)k17954391346_a0[0], 1, 4, 3);
    amp_array_view a0 = w0;
    amp_array_view w1 = amp_view(unsigned, (unsigned *)k17954391346_a1[0], 5);
    amp_array_view a1 = w1;
    amp_array_view w2 = amp_view(unsigned, (unsigned *)k17954391346_a2[0], 1, 4, 3);
    amp_array_view a2 = w2;
    amp_array_view w3 = amp_view(float, (float *)k17954391346_a3[0], 1);
    amp_array_view a3 = w3;
    amp_array_view w4 = amp_view(float, (float *)k17954391346_a4[0], 1, 4, 3);
    amp_array_view a4 = w4;
    s = amp_parallel_for_each(amp_extent(1, 4, 3), k17954391346_simple, a0, a1, a2, a3, a4);
    s = ended(s, w0);
    s = ended(s, w1);
    s = ended(s, w2);
    s = ended(s, w3);
    s = ended(s, w4);
    return s;
}

static const random_kernel kernels[] = {
    { "k17954391346", k17954391346_fill, k17954391346_reference, k17954391346_differs, { k17954391346_launch_tiled, k17954391346_launch_phased, k17954391346_launch_simple, } },
};

int main(int argc, char **argv)
{
    return run_kernels(kernels, 1, argc, argv);
}
