/* SPDX-License-Identifier: MIT */
/* run: cc=gcc level=-O0 setting=workitemrepl known=PoCL how=default
   DIFFERS k1025 tiled default forward: a0, element 18: 1662747909, and 936564725 in the reference */
/* tests/random_kernels/make 1025 1 1,2,3,4,5,6,7,8,9,10,11,... */
#include "run.h"

/* ---- kernel 1025 ---- */

AMP_DEVICE_BEGIN
typedef struct k1025_s0 { unsigned char a; int b; } k1025_s0;
AMP_TILED_KERNEL(k1025_tiled, (1, 3, 3), out(unsigned, 3, a0), in(unsigned, 2, a1), inout(unsigned, 3, a2), inout(float, 2, a3))
{
    amp_tile_static(unsigned, T0, 18);
    amp_tile_static(unsigned, T1, 18);
    amp_tile_static(k1025_s0, T2, 1, 3, 4);
    unsigned v1;
    unsigned v2;
    float q0[2];
    int q1[3];
    const int lane = (tidx.local[0] * 3 + tidx.local[1]) * 3 + tidx.local[2];
    {
        v1 = (unsigned)lane * 58u + 61933u; 
        v2 = (unsigned)lane * 59u + 34808u; 
        for (int i = 0; i < 2; i++) { q0[i] = (float)(((unsigned)lane + 92691u) & 511u); }
        for (int i = 0; i < 3; i++) { q1[i] = ((int)((unsigned)lane * 38047u & 65535u) - 32768); }
        for (int i = lane; i < 18; i += 9) { T0[i] = (unsigned)i * 24u + 52890u; }
        for (int i = lane; i < 18; i += 9) { T1[i] = (unsigned)i * 15u + 53277u; }
        for (int i = lane; i < 12; i += 9) { T2[(i) / 12][(i) / 4 % 3][(i) % 4].a = (unsigned char)((unsigned)i + 232687u); T2[(i) / 12][(i) / 4 % 3][(i) % 4].b = ((int)((unsigned)i * 232689u & 65535u) - 32768); }
    }
    amp_tile_barrier_wait(tidx);
    {
        int n13 = 1;
        while (n13 > 0) {
            n13--;
            switch ((int)(((unsigned)tidx.tile[1] ^ ~2142235404u) % 3u)) {
                case 0:
                {
                    amp_tile_barrier_wait(tidx);
                    if (lane < ((int)((unsigned)(tidx.tile[0]) % 10u))) {
                        { amp_tile_ptr(unsigned) x14 = &T1[lane]; *x14 ^= ((unsigned)((113974257u & 8u) != 0u) << (2u & 31u)); }
                        { const float y15 = (float)((unsigned)(lane < 7) & 63u); amp_atomic_fetch_max(&amp_at(a3, (0 - lane % 1), (int)(T0[(17 - lane % 18)] % 2u)), y15); }
                        T1[lane + 9] -= (T1[lane] / (5u | 1u));
                        {
                            int n16 = (lane ^ 14) % 4;
                            while (n16 > 0) {
                                n16--;
                                { amp_tile_ptr(unsigned) x17 = &T1[lane + 9]; *x17 += ((((3u & 4u) != 0u) ? v2 : 1173059399u) - (T0[(lane + 44) % 18] + T0[(17 - lane % 18)])); }
                                if (((float)(amp_at(a2, tidx.tile_origin[0] + (lane ^ 10) % 1, tidx.tile_origin[1] + (int)(T0[(lane + 18) % 18] % 3u), tidx.tile_origin[2] + (lane ^ 5) % 3) & 511u) == (float)((unsigned)tidx.tile[1] & 511u))) { continue; }
                                switch ((lane ^ 20) % 3) {
                                    case 0:
                                    {
                                        T1[lane] |= T1[lane];
                                    }
                                    break;
                                    case 1:
                                    {
                                        v2 |= (((amp_at(a2, tidx.tile_origin[0] + 0, tidx.tile_origin[1] + (lane + 8) % 3, tidx.tile_origin[2] + (2 - lane % 3)) * T1[lane + 9]) + (unsigned)q1[(lane + 20) % 3]) >> (0u & 31u));
                                    }
                                    break;
                                    default:
                                    {
                                        { const float y18 = (float)(v1 & 63u); amp_atomic_fetch_max(&amp_at(a3, (0 - lane % 1), (1 - lane % 2)), y18); }
                                    }
                                    break;
                                }
                            }
                        }
                    }
                }
                break;
                case 1:
                {
                    amp_tile_barrier_wait(tidx);
                    {
                        {
                            int x19 = (int)((unsigned)(lane) & 65535u) - 32768;
                            if ((((unsigned)tidx.global[0] + (unsigned)tidx.tile[1]) > v1)) {
                                x19 = (int)((unsigned)((((int)(amp_at(a2, tidx.global[0], tidx.global[1], tidx.global[2]) & 65535u) - 32768) - ((int)(v2 & 65535u) - 32768))) & 65535u) - 32768;
                            }
                            else {
                                amp_at(a2, tidx.global[0], tidx.global[1], tidx.global[2]) ^= ((((unsigned)(int)q0[(lane + 36) % 2] * (unsigned)q1[(lane + 63) % 3]) + (unsigned)(int)q0[(lane + 6) % 2]) % (1433605125u | 1u));
                            }
                        }
                    }
                }
                break;
                default:
                break;
            }
        }
        amp_tile_barrier_wait(tidx);
    }
    {
        unsigned r = 2166136261u;
        for (int i = 0; i < 18; i++) { r = (r ^ T1[i]) * 16777619u; }
        for (int i = 0; i < 12; i++) { r = (r ^ (unsigned)T2[(i) / 12][(i) / 4 % 3][(i) % 4].a) * 16777619u; r = (r ^ (unsigned)T2[(i) / 12][(i) / 4 % 3][(i) % 4].b) * 16777619u; }
        amp_at(a0, tidx.global[0], tidx.global[1], tidx.global[2]) = r;
    }
}
AMP_PHASED_KERNEL(k1025_phased, (1, 3, 3), out(unsigned, 3, a0), in(unsigned, 2, a1), inout(unsigned, 3, a2), inout(float, 2, a3))
{
    amp_tile_static(unsigned, T0, 18);
    amp_tile_static(unsigned, T1, 18);
    amp_tile_static(k1025_s0, T2, 1, 3, 4);
    amp_thread_private(unsigned, v1);
    amp_thread_private(unsigned, v2);
    amp_thread_private(float, q0, 2);
    amp_thread_private(int, q1, 3);
    amp_phase {
        const int lane = (tidx.local[0] * 3 + tidx.local[1]) * 3 + tidx.local[2];
        (void)lane;
        amp_mine(v1) = (unsigned)lane * 58u + 61933u; 
        amp_mine(v2) = (unsigned)lane * 59u + 34808u; 
        for (int i = 0; i < 2; i++) { amp_mine(q0, i) = (float)(((unsigned)lane + 92691u) & 511u); }
        for (int i = 0; i < 3; i++) { amp_mine(q1, i) = ((int)((unsigned)lane * 38047u & 65535u) - 32768); }
        for (int i = lane; i < 18; i += 9) { T0[i] = (unsigned)i * 24u + 52890u; }
        for (int i = lane; i < 18; i += 9) { T1[i] = (unsigned)i * 15u + 53277u; }
        for (int i = lane; i < 12; i += 9) { T2[(i) / 12][(i) / 4 % 3][(i) % 4].a = (unsigned char)((unsigned)i + 232687u); T2[(i) / 12][(i) / 4 % 3][(i) % 4].b = ((int)((unsigned)i * 232689u & 65535u) - 32768); }
    }
    {
        int n13 = 1;
        while (n13 > 0) {
            n13--;
            switch ((int)(((unsigned)amp_tile_index.tile[1] ^ ~2142235404u) % 3u)) {
                case 0:
                {
                    amp_phase_first((int)((unsigned)(amp_tile_index.tile[0]) % 10u)) {
                        const int lane = (tidx.local[0] * 3 + tidx.local[1]) * 3 + tidx.local[2];
                        (void)lane;
                        { amp_tile_ptr(unsigned) x14 = &T1[lane]; *x14 ^= ((unsigned)((113974257u & 8u) != 0u) << (2u & 31u)); }
                        { const float y15 = (float)((unsigned)(lane < 7) & 63u); amp_atomic_fetch_max(&amp_at(a3, (0 - lane % 1), (int)(T0[(17 - lane % 18)] % 2u)), y15); }
                        T1[lane + 9] -= (T1[lane] / (5u | 1u));
                        {
                            int n16 = (lane ^ 14) % 4;
                            while (n16 > 0) {
                                n16--;
                                { amp_tile_ptr(unsigned) x17 = &T1[lane + 9]; *x17 += ((((3u & 4u) != 0u) ? amp_mine(v2) : 1173059399u) - (T0[(lane + 44) % 18] + T0[(17 - lane % 18)])); }
                                if (((float)(amp_at(a2, tidx.tile_origin[0] + (lane ^ 10) % 1, tidx.tile_origin[1] + (int)(T0[(lane + 18) % 18] % 3u), tidx.tile_origin[2] + (lane ^ 5) % 3) & 511u) == (float)((unsigned)amp_tile_index.tile[1] & 511u))) { continue; }
                                switch ((lane ^ 20) % 3) {
                                    case 0:
                                    {
                                        T1[lane] |= T1[lane];
                                    }
                                    break;
                                    case 1:
                                    {
                                        amp_mine(v2) |= (((amp_at(a2, tidx.tile_origin[0] + 0, tidx.tile_origin[1] + (lane + 8) % 3, tidx.tile_origin[2] + (2 - lane % 3)) * T1[lane + 9]) + (unsigned)amp_mine(q1, (lane + 20) % 3)) >> (0u & 31u));
                                    }
                                    break;
                                    default:
                                    {
                                        { const float y18 = (float)(amp_mine(v1) & 63u); amp_atomic_fetch_max(&amp_at(a3, (0 - lane % 1), (1 - lane % 2)), y18); }
                                    }
                                    break;
                                }
                            }
                        }
                    }
                }
                break;
                case 1:
                {
                    amp_phase {
                        const int lane = (tidx.local[0] * 3 + tidx.local[1]) * 3 + tidx.local[2];
                        (void)lane;
                        {
                            int x19 = (int)((unsigned)(lane) & 65535u) - 32768;
                            if ((((unsigned)tidx.global[0] + (unsigned)amp_tile_index.tile[1]) > amp_mine(v1))) {
                                x19 = (int)((unsigned)((((int)(amp_at(a2, tidx.global[0], tidx.global[1], tidx.global[2]) & 65535u) - 32768) - ((int)(amp_mine(v2) & 65535u) - 32768))) & 65535u) - 32768;
                            }
                            else {
                                amp_at(a2, tidx.global[0], tidx.global[1], tidx.global[2]) ^= ((((unsigned)(int)amp_mine(q0, (lane + 36) % 2) * (unsigned)amp_mine(q1, (lane + 63) % 3)) + (unsigned)(int)amp_mine(q0, (lane + 6) % 2)) % (1433605125u | 1u));
                            }
                        }
                    }
                }
                break;
                default:
                break;
            }
        }
    }
    amp_phase {
        const int lane = (tidx.local[0] * 3 + tidx.local[1]) * 3 + tidx.local[2];
        (void)lane;
        unsigned r = 2166136261u;
        for (int i = 0; i < 18; i++) { r = (r ^ T1[i]) * 16777619u; }
        for (int i = 0; i < 12; i++) { r = (r ^ (unsigned)T2[(i) / 12][(i) / 4 % 3][(i) % 4].a) * 16777619u; r = (r ^ (unsigned)T2[(i) / 12][(i) / 4 % 3][(i) % 4].b) * 16777619u; }
        amp_at(a0, tidx.global[0], tidx.global[1], tidx.global[2]) = r;
    }
}
AMP_DEVICE_END

static unsigned k1025_a0[2][2][6][3];
static unsigned k1025_a1[2][4][2];
static unsigned k1025_a2[2][2][6][3];
static float k1025_a3[2][3][8];
static void k1025_reference_tile(int t0, int t1, int t2)
{
    const int o0 = t0 * 1, o1 = t1 * 3, o2 = t2 * 3;
    unsigned (*const a0)[6][3] = (unsigned (*)[6][3])&k1025_a0[1][0][0][0];
    unsigned (*const a1)[2] = (unsigned (*)[2])&k1025_a1[1][0][0];
    unsigned (*const a2)[6][3] = (unsigned (*)[6][3])&k1025_a2[1][0][0][0];
    float (*const a3)[8] = (float (*)[8])&k1025_a3[1][1][3];
    (void)o0; (void)o1; (void)o2;
    static unsigned T0[18];
    static unsigned T1[18];
    static k1025_s0 T2[1][3][4];
    static unsigned v1[9];
    static unsigned v2[9];
    static float q0[9][2];
    static int q1[9][3];
    for (int lane = 0; lane < (9); lane++) {
        const int l0 = lane / 9, l1 = lane / 3 % 3, l2 = lane % 3;
        (void)l0; (void)l1; (void)l2;
        v1[lane] = (unsigned)lane * 58u + 61933u; 
        v2[lane] = (unsigned)lane * 59u + 34808u; 
        for (int i = 0; i < 2; i++) { q0[lane][i] = (float)(((unsigned)lane + 92691u) & 511u); }
        for (int i = 0; i < 3; i++) { q1[lane][i] = ((int)((unsigned)lane * 38047u & 65535u) - 32768); }
        for (int i = lane; i < 18; i += 9) { T0[i] = (unsigned)i * 24u + 52890u; }
        for (int i = lane; i < 18; i += 9) { T1[i] = (unsigned)i * 15u + 53277u; }
        for (int i = lane; i < 12; i += 9) { T2[(i) / 12][(i) / 4 % 3][(i) % 4].a = (unsigned char)((unsigned)i + 232687u); T2[(i) / 12][(i) / 4 % 3][(i) % 4].b = ((int)((unsigned)i * 232689u & 65535u) - 32768); }
    }
    {
        int n13 = 1;
        while (n13 > 0) {
            n13--;
            switch ((int)(((unsigned)t1 ^ ~2142235404u) % 3u)) {
                case 0:
                {
                    for (int lane = 0; lane < ((int)((unsigned)(t0) % 10u)); lane++) {
                        const int l0 = lane / 9, l1 = lane / 3 % 3, l2 = lane % 3;
                        (void)l0; (void)l1; (void)l2;
                        { amp_tile_ptr(unsigned) x14 = &T1[lane]; *x14 ^= ((unsigned)((113974257u & 8u) != 0u) << (2u & 31u)); }
                        { const float y15 = (float)((unsigned)(lane < 7) & 63u); if (y15 > a3[(0 - lane % 1)][(int)(T0[(17 - lane % 18)] % 2u)]) { a3[(0 - lane % 1)][(int)(T0[(17 - lane % 18)] % 2u)] = y15; } }
                        T1[lane + 9] -= (T1[lane] / (5u | 1u));
                        {
                            int n16 = (lane ^ 14) % 4;
                            while (n16 > 0) {
                                n16--;
                                { amp_tile_ptr(unsigned) x17 = &T1[lane + 9]; *x17 += ((((3u & 4u) != 0u) ? v2[lane] : 1173059399u) - (T0[(lane + 44) % 18] + T0[(17 - lane % 18)])); }
                                if (((float)(a2[o0 + (lane ^ 10) % 1][o1 + (int)(T0[(lane + 18) % 18] % 3u)][o2 + (lane ^ 5) % 3] & 511u) == (float)((unsigned)t1 & 511u))) { continue; }
                                switch ((lane ^ 20) % 3) {
                                    case 0:
                                    {
                                        T1[lane] |= T1[lane];
                                    }
                                    break;
                                    case 1:
                                    {
                                        v2[lane] |= (((a2[o0 + 0][o1 + (lane + 8) % 3][o2 + (2 - lane % 3)] * T1[lane + 9]) + (unsigned)q1[lane][(lane + 20) % 3]) >> (0u & 31u));
                                    }
                                    break;
                                    default:
                                    {
                                        { const float y18 = (float)(v1[lane] & 63u); if (y18 > a3[(0 - lane % 1)][(1 - lane % 2)]) { a3[(0 - lane % 1)][(1 - lane % 2)] = y18; } }
                                    }
                                    break;
                                }
                            }
                        }
                    }
                }
                break;
                case 1:
                {
                    for (int lane = 0; lane < (9); lane++) {
                        const int l0 = lane / 9, l1 = lane / 3 % 3, l2 = lane % 3;
                        (void)l0; (void)l1; (void)l2;
                        {
                            int x19 = (int)((unsigned)(lane) & 65535u) - 32768;
                            if ((((unsigned)(o0 + l0) + (unsigned)t1) > v1[lane])) {
                                x19 = (int)((unsigned)((((int)(a2[(o0 + l0)][(o1 + l1)][(o2 + l2)] & 65535u) - 32768) - ((int)(v2[lane] & 65535u) - 32768))) & 65535u) - 32768;
                            }
                            else {
                                a2[(o0 + l0)][(o1 + l1)][(o2 + l2)] ^= ((((unsigned)(int)q0[lane][(lane + 36) % 2] * (unsigned)q1[lane][(lane + 63) % 3]) + (unsigned)(int)q0[lane][(lane + 6) % 2]) % (1433605125u | 1u));
                            }
                        }
                    }
                }
                break;
                default:
                break;
            }
        }
    }
    for (int lane = 0; lane < (9); lane++) {
        const int l0 = lane / 9, l1 = lane / 3 % 3, l2 = lane % 3;
        (void)l0; (void)l1; (void)l2;
        unsigned r = 2166136261u;
        for (int i = 0; i < 18; i++) { r = (r ^ T1[i]) * 16777619u; }
        for (int i = 0; i < 12; i++) { r = (r ^ (unsigned)T2[(i) / 12][(i) / 4 % 3][(i) % 4].a) * 16777619u; r = (r ^ (unsigned)T2[(i) / 12][(i) / 4 % 3][(i) % 4].b) * 16777619u; }
        a0[(o0 + l0)][(o1 + l1)][(o2 + l2)] = r;
    }
}
static void k1025_fill(int copy)
{
    begin_run(1025);
    for (int i = 0; i < 36; i++) {
        unsigned *const e = (unsigned *)k1025_a0[copy] + i;
        (*e) = value_of_run();
    }
    for (int i = 0; i < 8; i++) {
        unsigned *const e = (unsigned *)k1025_a1[copy] + i;
        (*e) = value_of_run();
    }
    for (int i = 0; i < 36; i++) {
        unsigned *const e = (unsigned *)k1025_a2[copy] + i;
        (*e) = value_of_run();
    }
    for (int i = 0; i < 24; i++) {
        float *const e = (float *)k1025_a3[copy] + i;
        (*e) = (float)(value_of_run() & 511u);
    }
    {
    }
}
static void k1025_reference(void)
{
    int i, j, k;
    for (i = 0; i < 2; i++) {
        for (j = 0; j < 2; j++) {
            for (k = 0; k < 1; k++) {
                k1025_reference_tile(i, j, k);
            }
        }
    }
}
static int k1025_differs(void)
{
    for (int i = 0; i < 36; i++) {
        const unsigned *const a = (const unsigned *)k1025_a0[0] + i, *const b = (const unsigned *)k1025_a0[1] + i;
        if ((*a) != (*b)) { return differ("a0", i, (double)(*a), (double)(*b)); }
    }
    for (int i = 0; i < 8; i++) {
        const unsigned *const a = (const unsigned *)k1025_a1[0] + i, *const b = (const unsigned *)k1025_a1[1] + i;
        if ((*a) != (*b)) { return differ("a1", i, (double)(*a), (double)(*b)); }
    }
    for (int i = 0; i < 36; i++) {
        const unsigned *const a = (const unsigned *)k1025_a2[0] + i, *const b = (const unsigned *)k1025_a2[1] + i;
        if ((*a) != (*b)) { return differ("a2", i, (double)(*a), (double)(*b)); }
    }
    for (int i = 0; i < 24; i++) {
        const float *const a = (const float *)k1025_a3[0] + i, *const b = (const float *)k1025_a3[1] + i;
        if ((*a) != (*b)) { return differ("a3", i, (double)(*a), (double)(*b)); }
    }
    return 0;
}
static amp_status k1025_launch_tiled(void)
{
    amp_status s;
    amp_array_view w0 = amp_view(unsigned, (unsigned *)k1025_a0[0], 2, 6, 3);
    amp_array_view a0 = w0;
    amp_array_view w1 = amp_view(unsigned, (unsigned *)k1025_a1[0], 4, 2);
    amp_array_view a1 = w1;
    amp_array_view w2 = amp_view(unsigned, (unsigned *)k1025_a2[0], 2, 6, 3);
    amp_array_view a2 = w2;
    amp_array_view w3 = amp_view(float, (float *)k1025_a3[0], 3, 8);
    amp_array_view a3 = amp_section(w3, amp_index(1, 3), amp_extent(1, 2));
    s = amp_parallel_for_each(amp_tile(amp_extent(2, 6, 3), 1, 3, 3), k1025_tiled, a0, a1, a2, a3);
    s = ended(s, w0);
    s = ended(s, w1);
    s = ended(s, w2);
    s = ended(s, w3);
    return s;
}
static amp_status k1025_launch_phased(void)
{
    amp_status s;
    amp_array_view w0 = amp_view(unsigned, (unsigned *)k1025_a0[0], 2, 6, 3);
    amp_array_view a0 = w0;
    amp_array_view w1 = amp_view(unsigned, (unsigned *)k1025_a1[0], 4, 2);
    amp_array_view a1 = w1;
    amp_array_view w2 = amp_view(unsigned, (unsigned *)k1025_a2[0], 2, 6, 3);
    amp_array_view a2 = w2;
    amp_array_view w3 = amp_view(float, (float *)k1025_a3[0], 3, 8);
    amp_array_view a3 = amp_section(w3, amp_index(1, 3), amp_extent(1, 2));
    s = amp_parallel_for_each(amp_tile(amp_extent(2, 6, 3), 1, 3, 3), k1025_phased, a0, a1, a2, a3);
    s = ended(s, w0);
    s = ended(s, w1);
    s = ended(s, w2);
    s = ended(s, w3);
    return s;
}

static const random_kernel kernels[] = {
    { "k1025", k1025_fill, k1025_reference, k1025_differs, { k1025_launch_tiled, k1025_launch_phased, NULL, } },
};

int main(int argc, char **argv)
{
    return run_kernels(kernels, 1, argc, argv);
}
