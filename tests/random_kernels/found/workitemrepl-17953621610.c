/* SPDX-License-Identifier: MIT */
/* run: cc=gcc level=-O2 setting=workitemrepl known=PoCL how=default:forward
   CRASH k17953621610 phased default forward: exit status 139 */
/* tests/random_kernels/make 17953621610 1 1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50,51,52,53,54,55,56,57,58,59,60,61,62,63,64,65,66,76,77,78,79,80,67,68,75,76,81,82,83,84,87,88 */
#include "run.h"

/* ---- kernel 17953621610 ---- */

AMP_DEVICE_BEGIN
typedef struct k17953621610_s0 { unsigned a; unsigned b; } k17953621610_s0;
AMP_TILED_KERNEL(k17953621610_tiled, (4, 4, 4), inout(unsigned, 3, a0), in(unsigned, 2, a1), inout(amp_uint64, 3, a2), inout(unsigned, 1, a3), value(unsigned, p0), value(unsigned, p1), value(k17953621610_s0, p2))
{
    amp_tile_static(k17953621610_s0, T1, 4, 4, 5);
    unsigned v0;
    unsigned v2;
    unsigned u0 = 3u;
    const int lane = (tidx.local[0] * 4 + tidx.local[1]) * 4 + tidx.local[2];
    {
        v0 = (unsigned)lane * 75u + 26211u; 
        v2 = (unsigned)lane * 95u + 97610u; 
        for (int i = lane; i < 80; i += 64) { T1[(i) / 20][(i) / 5 % 4][(i) % 5].a = (unsigned)i * 41u + 515732u; T1[(i) / 20][(i) / 5 % 4][(i) % 5].b = (unsigned)i * 42u + 515733u; }
    }
    amp_tile_barrier_wait(tidx);
    switch ((int)((p0 + (unsigned)tidx.tile[0]) % 3u)) {
        case 0:
        {
            u0 = ((9u != (unsigned)tidx.tile[0]) ? (u0 ^ 890239355u) : (0u % (p1 | 1u)));
        }
        break;
        case 1:
        {
            {
                v2 *= (((unsigned)((T1[((lane + 8) % 80) / 20][((lane + 8) % 80) / 5 % 4][((lane + 8) % 80) % 5].b & 4u) != 0u) << (u0 & 31u)) & (T1[((int)(amp_at(a1, (lane ^ 19) % 2, (int)(v0 % 8u)) % 80u)) / 20][((int)(amp_at(a1, (lane ^ 19) % 2, (int)(v0 % 8u)) % 80u)) / 5 % 4][((int)(amp_at(a1, (lane ^ 19) % 2, (int)(v0 % 8u)) % 80u)) % 5].b - ((unsigned)lane & amp_at(a1, (lane ^ 5) % 2, (lane + 1) % 8))));
            }
            amp_tile_barrier_wait(tidx);
        }
        break;
        default:
        break;
    }
    {
        unsigned r = 2166136261u;
        for (int i = 0; i < 80; i++) { r = (r ^ T1[(i) / 20][(i) / 5 % 4][(i) % 5].a) * 16777619u; r = (r ^ T1[(i) / 20][(i) / 5 % 4][(i) % 5].b) * 16777619u; }
        r = (r ^ u0) * 16777619u; 
        amp_at(a0, tidx.global[0], tidx.global[1], tidx.global[2]) = r;
    }
}
AMP_PHASED_KERNEL(k17953621610_phased, (4, 4, 4), inout(unsigned, 3, a0), in(unsigned, 2, a1), inout(amp_uint64, 3, a2), inout(unsigned, 1, a3), value(unsigned, p0), value(unsigned, p1), value(k17953621610_s0, p2))
{
    amp_tile_static(k17953621610_s0, T1, 4, 4, 5);
    amp_thread_private(unsigned, v0);
    amp_thread_private(unsigned, v2);
    unsigned u0 = 3u;
    amp_phase {
        const int lane = (tidx.local[0] * 4 + tidx.local[1]) * 4 + tidx.local[2];
        (void)lane;
        amp_mine(v0) = (unsigned)lane * 75u + 26211u; 
        amp_mine(v2) = (unsigned)lane * 95u + 97610u; 
        for (int i = lane; i < 80; i += 64) { T1[(i) / 20][(i) / 5 % 4][(i) % 5].a = (unsigned)i * 41u + 515732u; T1[(i) / 20][(i) / 5 % 4][(i) % 5].b = (unsigned)i * 42u + 515733u; }
    }
    switch ((int)((p0 + (unsigned)amp_tile_index.tile[0]) % 3u)) {
        case 0:
        {
            u0 = ((9u != (unsigned)amp_tile_index.tile[0]) ? (u0 ^ 890239355u) : (0u % (p1 | 1u)));
        }
        break;
        case 1:
        {
            amp_phase {
                const int lane = (tidx.local[0] * 4 + tidx.local[1]) * 4 + tidx.local[2];
                (void)lane;
                amp_mine(v2) *= (((unsigned)((T1[((lane + 8) % 80) / 20][((lane + 8) % 80) / 5 % 4][((lane + 8) % 80) % 5].b & 4u) != 0u) << (u0 & 31u)) & (T1[((int)(amp_at(a1, (lane ^ 19) % 2, (int)(amp_mine(v0) % 8u)) % 80u)) / 20][((int)(amp_at(a1, (lane ^ 19) % 2, (int)(amp_mine(v0) % 8u)) % 80u)) / 5 % 4][((int)(amp_at(a1, (lane ^ 19) % 2, (int)(amp_mine(v0) % 8u)) % 80u)) % 5].b - ((unsigned)lane & amp_at(a1, (lane ^ 5) % 2, (lane + 1) % 8))));
            }
        }
        break;
        default:
        break;
    }
    amp_phase {
        const int lane = (tidx.local[0] * 4 + tidx.local[1]) * 4 + tidx.local[2];
        (void)lane;
        unsigned r = 2166136261u;
        for (int i = 0; i < 80; i++) { r = (r ^ T1[(i) / 20][(i) / 5 % 4][(i) % 5].a) * 16777619u; r = (r ^ T1[(i) / 20][(i) / 5 % 4][(i) % 5].b) * 16777619u; }
        r = (r ^ u0) * 16777619u; 
        amp_at(a0, tidx.global[0], tidx.global[1], tidx.global[2]) = r;
    }
}
AMP_DEVICE_END

static unsigned k17953621610_a0[2][4][4][8];
static unsigned k17953621610_a1[2][4][12];
static amp_uint64 k17953621610_a2[2][4][4][8];
static unsigned k17953621610_a3[2][134];
static unsigned k17953621610_p0;
static unsigned k17953621610_p1;
static k17953621610_s0 k17953621610_p2;
static void k17953621610_reference_tile(int t0, int t1, int t2)
{
    const int o0 = t0 * 4, o1 = t1 * 4, o2 = t2 * 4;
    unsigned (*const a0)[4][8] = (unsigned (*)[4][8])&k17953621610_a0[1][0][0][0];
    unsigned (*const a1)[12] = (unsigned (*)[12])&k17953621610_a1[1][1][2];
    amp_uint64 (*const a2)[4][8] = (amp_uint64 (*)[4][8])&k17953621610_a2[1][0][0][0];
    unsigned (*const a3) = (unsigned (*))&k17953621610_a3[1][3];
    const unsigned p0 = k17953621610_p0;
    const unsigned p1 = k17953621610_p1;
    const k17953621610_s0 p2 = k17953621610_p2;
    (void)o0; (void)o1; (void)o2;
    static k17953621610_s0 T1[4][4][5];
    static unsigned v0[64];
    static unsigned v2[64];
    unsigned u0 = 3u;
    for (int lane = 0; lane < (64); lane++) {
        const int l0 = lane / 16, l1 = lane / 4 % 4, l2 = lane % 4;
        (void)l0; (void)l1; (void)l2;
        v0[lane] = (unsigned)lane * 75u + 26211u; 
        v2[lane] = (unsigned)lane * 95u + 97610u; 
        for (int i = lane; i < 80; i += 64) { T1[(i) / 20][(i) / 5 % 4][(i) % 5].a = (unsigned)i * 41u + 515732u; T1[(i) / 20][(i) / 5 % 4][(i) % 5].b = (unsigned)i * 42u + 515733u; }
    }
    switch ((int)((p0 + (unsigned)t0) % 3u)) {
        case 0:
        {
            u0 = ((9u != (unsigned)t0) ? (u0 ^ 890239355u) : (0u % (p1 | 1u)));
        }
        break;
        case 1:
        {
            for (int lane = 0; lane < (64); lane++) {
                const int l0 = lane / 16, l1 = lane / 4 % 4, l2 = lane % 4;
                (void)l0; (void)l1; (void)l2;
                v2[lane] *= (((unsigned)((T1[((lane + 8) % 80) / 20][((lane + 8) % 80) / 5 % 4][((lane + 8) % 80) % 5].b & 4u) != 0u) << (u0 & 31u)) & (T1[((int)(a1[(lane ^ 19) % 2][(int)(v0[lane] % 8u)] % 80u)) / 20][((int)(a1[(lane ^ 19) % 2][(int)(v0[lane] % 8u)] % 80u)) / 5 % 4][((int)(a1[(lane ^ 19) % 2][(int)(v0[lane] % 8u)] % 80u)) % 5].b - ((unsigned)lane & a1[(lane ^ 5) % 2][(lane + 1) % 8])));
            }
        }
        break;
        default:
        break;
    }
    for (int lane = 0; lane < (64); lane++) {
        const int l0 = lane / 16, l1 = lane / 4 % 4, l2 = lane % 4;
        (void)l0; (void)l1; (void)l2;
        unsigned r = 2166136261u;
        for (int i = 0; i < 80; i++) { r = (r ^ T1[(i) / 20][(i) / 5 % 4][(i) % 5].a) * 16777619u; r = (r ^ T1[(i) / 20][(i) / 5 % 4][(i) % 5].b) * 16777619u; }
        r = (r ^ u0) * 16777619u; 
        a0[(o0 + l0)][(o1 + l1)][(o2 + l2)] = r;
    }
}
static void k17953621610_fill(int copy)
{
    begin_run(17953621610);
    for (int i = 0; i < 128; i++) {
        unsigned *const e = (unsigned *)k17953621610_a0[copy] + i;
        (*e) = value_of_run();
    }
    for (int i = 0; i < 48; i++) {
        unsigned *const e = (unsigned *)k17953621610_a1[copy] + i;
        (*e) = value_of_run();
    }
    for (int i = 0; i < 128; i++) {
        amp_uint64 *const e = (amp_uint64 *)k17953621610_a2[copy] + i;
        (*e) = (amp_uint64)value_of_run() << 20;
    }
    for (int i = 0; i < 134; i++) {
        unsigned *const e = (unsigned *)k17953621610_a3[copy] + i;
        (*e) = value_of_run();
    }
    {
        k17953621610_p0 = value_of_run();
        k17953621610_p1 = value_of_run();
        k17953621610_p2.a = value_of_run();
        k17953621610_p2.b = value_of_run();
    }
}
static void k17953621610_reference(void)
{
    int i, j, k;
    for (i = 0; i < 1; i++) {
        for (j = 0; j < 1; j++) {
            for (k = 0; k < 2; k++) {
                k17953621610_reference_tile(i, j, k);
            }
        }
    }
}
static int k17953621610_differs(void)
{
    for (int i = 0; i < 128; i++) {
        const unsigned *const a = (const unsigned *)k17953621610_a0[0] + i, *const b = (const unsigned *)k17953621610_a0[1] + i;
        if ((*a) != (*b)) { return differ("a0", i, (double)(*a), (double)(*b)); }
    }
    for (int i = 0; i < 48; i++) {
        const unsigned *const a = (const unsigned *)k17953621610_a1[0] + i, *const b = (const unsigned *)k17953621610_a1[1] + i;
        if ((*a) != (*b)) { return differ("a1", i, (double)(*a), (double)(*b)); }
    }
    for (int i = 0; i < 128; i++) {
        const amp_uint64 *const a = (const amp_uint64 *)k17953621610_a2[0] + i, *const b = (const amp_uint64 *)k17953621610_a2[1] + i;
        if ((*a) != (*b)) { return differ("a2", i, (double)(*a), (double)(*b)); }
    }
    for (int i = 0; i < 134; i++) {
        const unsigned *const a = (const unsigned *)k17953621610_a3[0] + i, *const b = (const unsigned *)k17953621610_a3[1] + i;
        if ((*a) != (*b)) { return differ("a3", i, (double)(*a), (double)(*b)); }
    }
    return 0;
}
static amp_status k17953621610_launch_tiled(void)
{
    amp_status s;
    amp_array_view w0 = amp_view(unsigned, (unsigned *)k17953621610_a0[0], 4, 4, 8);
    amp_array_view a0 = w0;
    amp_array_view w1 = amp_view(unsigned, (unsigned *)k17953621610_a1[0], 4, 12);
    amp_array_view a1 = amp_section(w1, amp_index(1, 2), amp_extent(2, 8));
    amp_array_view w2 = amp_view(amp_uint64, (amp_uint64 *)k17953621610_a2[0], 4, 4, 8);
    amp_array_view a2 = w2;
    amp_array_view w3 = amp_view(unsigned, (unsigned *)k17953621610_a3[0], 134);
    amp_array_view a3 = amp_section(w3, amp_index(3), amp_extent(128));
    s = amp_parallel_for_each(amp_tile(amp_extent(4, 4, 8), 4, 4, 4), k17953621610_tiled, a0, a1, a2, a3, k17953621610_p0, k17953621610_p1, k17953621610_p2);
    s = ended(s, w0);
    s = ended(s, w1);
    s = ended(s, w2);
    s = ended(s, w3);
    return s;
}
static amp_status k17953621610_launch_phased(void)
{
    amp_status s;
    amp_array_view w0 = amp_view(unsigned, (unsigned *)k17953621610_a0[0], 4, 4, 8);
    amp_array_view a0 = w0;
    amp_array_view w1 = amp_view(unsigned, (unsigned *)k17953621610_a1[0], 4, 12);
    amp_array_view a1 = amp_section(w1, amp_index(1, 2), amp_extent(2, 8));
    amp_array_view w2 = amp_view(amp_uint64, (amp_uint64 *)k17953621610_a2[0], 4, 4, 8);
    amp_array_view a2 = w2;
    amp_array_view w3 = amp_view(unsigned, (unsigned *)k17953621610_a3[0], 134);
    amp_array_view a3 = amp_section(w3, amp_index(3), amp_extent(128));
    s = amp_parallel_for_each(amp_tile(amp_extent(4, 4, 8), 4, 4, 4), k17953621610_phased, a0, a1, a2, a3, k17953621610_p0, k17953621610_p1, k17953621610_p2);
    s = ended(s, w0);
    s = ended(s, w1);
    s = ended(s, w2);
    s = ended(s, w3);
    return s;
}

static const random_kernel kernels[] = {
    { "k17953621610", k17953621610_fill, k17953621610_reference, k17953621610_differs, { k17953621610_launch_tiled, k17953621610_launch_phased, NULL, } },
};

int main(int argc, char **argv)
{
    return run_kernels(kernels, 1, argc, argv);
}
