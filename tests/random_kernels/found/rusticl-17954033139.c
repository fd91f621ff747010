/* SPDX-License-Identifier: MIT */
/* run: cc=gcc level=-O1 setting=rusticl known=Mesa how=default
   DIFFERS k17954033139 tiled default forward: a0, element 4: 3837139775, and 2089589620 in the reference */
/* tests/random_kernels/make 17954033139 1 69,70,71,72,73,74,75,76,77,78,79,80,81,82,83,84,85,1,2,3,4,5,6,7,8,17,18,19,20,21,22,23,24,41,42,43,44,45,46,47,48,57,58,59,60,61,62,63,64,13,14,15,16,25,26,27,28,33,34,35,36,37,38,49,50,67,68,11,29,32,51,56,65 */
#include "run.h"

/* ---- kernel 17954033139 ---- */

AMP_DEVICE_BEGIN
typedef struct k17954033139_s0 { int a; } k17954033139_s0;
static inline k17954033139_s0 k17954033139_h1(k17954033139_s0 a, unsigned b)
{
    if (((1310705602u & 2u) != 0u)) {
        for (int x1 = 0; x1 < (int)(((unsigned)a.a + 1850798143u) % 3u); x1++) {
            a.a = (int)((unsigned)(((int)(425240288u & 65535u) - 32768)) & 65535u) - 32768;
        }
    }
    return a;
}
AMP_TILED_KERNEL(k17954033139_tiled, (17), out(unsigned, 1, a0), in(k17954033139_s0, 3, a1), inout(int, 3, a2), value(unsigned, p0), value(unsigned, p1), value(k17954033139_s0, p2))
{
    amp_tile_static(unsigned, T0, 17);
    amp_tile_static(unsigned char, T1, 17);
    unsigned v0;
    k17954033139_s0 v1;
    unsigned u0 = 3u;
    const int lane = tidx.local[0];
    {
        v0 = (unsigned)lane * 2u + 42770u; 
        v1.a = ((int)((unsigned)lane * 362733u & 65535u) - 32768); 
        for (int i = lane; i < 17; i += 17) { T0[i] = (unsigned)i * 40u + 70726u; }
        for (int i = lane; i < 17; i += 17) { T1[i] = (unsigned char)((unsigned)i + 33390u); }
    }
    amp_tile_barrier_wait(tidx);
    {
        if ((((unsigned)amp_at(a1, (int)(907854032u % 9u), (int)(T0[(lane + 28) % 17] % 8u), (lane + 58) % 2).a & 4u) != 0u)) {
        }
        else {
            v1 = k17954033139_h1(p2, ((((unsigned)T1[lane] & 4u) != 0u) ? p1 : 3u));
        }
    }
    amp_tile_barrier_wait(tidx);
    {
        {
            for (int x4 = 0; x4 < (int)((unsigned)(lane % 3 == 0) % 5u); x4++) {
                if (((float)(u0 & 511u) != (float)(v0 & 511u))) { v1 = p2; } else { v1 = p2; }
            }
        }
    }
    amp_tile_barrier_wait(tidx);
    {
        unsigned r = 2166136261u;
        r = (r ^ (unsigned)v1.a) * 16777619u; 
        amp_at(a0, tidx.global[0]) = r;
    }
}
AMP_PHASED_KERNEL(k17954033139_phased, (17), out(unsigned, 1, a0), in(k17954033139_s0, 3, a1), inout(int, 3, a2), value(unsigned, p0), value(unsigned, p1), value(k17954033139_s0, p2))
{
    amp_tile_static(unsigned, T0, 17);
    amp_tile_static(unsigned char, T1, 17);
    amp_thread_private(unsigned, v0);
    amp_thread_private(k17954033139_s0, v1);
    unsigned u0 = 3u;
    amp_phase {
        const int lane = tidx.local[0];
        (void)lane;
        amp_mine(v0) = (unsigned)lane * 2u + 42770u; 
        amp_mine(v1).a = ((int)((unsigned)lane * 362733u & 65535u) - 32768); 
        for (int i = lane; i < 17; i += 17) { T0[i] = (unsigned)i * 40u + 70726u; }
        for (int i = lane; i < 17; i += 17) { T1[i] = (unsigned char)((unsigned)i + 33390u); }
    }
    amp_phase {
        const int lane = tidx.local[0];
        (void)lane;
        if ((((unsigned)amp_at(a1, (int)(907854032u % 9u), (int)(T0[(lane + 28) % 17] % 8u), (lane + 58) % 2).a & 4u) != 0u)) {
        }
        else {
            amp_mine(v1) = k17954033139_h1(p2, ((((unsigned)T1[lane] & 4u) != 0u) ? p1 : 3u));
        }
    }
    amp_phase {
        const int lane = tidx.local[0];
        (void)lane;
        {
            for (int x4 = 0; x4 < (int)((unsigned)(lane % 3 == 0) % 5u); x4++) {
                if (((float)(u0 & 511u) != (float)(amp_mine(v0) & 511u))) { amp_mine(v1) = p2; } else { amp_mine(v1) = p2; }
            }
        }
    }
    amp_phase {
        const int lane = tidx.local[0];
        (void)lane;
        unsigned r = 2166136261u;
        r = (r ^ (unsigned)amp_mine(v1).a) * 16777619u; 
        amp_at(a0, tidx.global[0]) = r;
    }
}
AMP_DEVICE_END

static unsigned k17954033139_a0[2][53];
static k17954033139_s0 k17954033139_a1[2][9][8][2];
static int k17954033139_a2[2][3][3][2];
static unsigned k17954033139_p0;
static unsigned k17954033139_p1;
static k17954033139_s0 k17954033139_p2;
static inline k17954033139_s0 k17954033139_h1_reference(k17954033139_s0 a, unsigned b)
{
    if (((1310705602u & 2u) != 0u)) {
        for (int x1 = 0; x1 < (int)(((unsigned)a.a + 1850798143u) % 3u); x1++) {
            a.a = (int)((unsigned)(((int)(425240288u & 65535u) - 32768)) & 65535u) - 32768;
        }
    }
    return a;
}
static void k17954033139_reference_tile(int t0, int t1, int t2)
{
    const int o0 = t0 * 17, o1 = t1 * 1, o2 = t2 * 1;
    unsigned (*const a0) = (unsigned (*))&k17954033139_a0[1][1];
    k17954033139_s0 (*const a1)[8][2] = (k17954033139_s0 (*)[8][2])&k17954033139_a1[1][0][0][0];
    int (*const a2)[3][2] = (int (*)[3][2])&k17954033139_a2[1][0][0][0];
    const unsigned p0 = k17954033139_p0;
    const unsigned p1 = k17954033139_p1;
    const k17954033139_s0 p2 = k17954033139_p2;
    (void)o0; (void)o1; (void)o2;
    static unsigned T0[17];
    static unsigned char T1[17];
    static unsigned v0[17];
    static k17954033139_s0 v1[17];
    unsigned u0 = 3u;
    for (int lane = 0; lane < (17); lane++) {
        const int l0 = lane / 1, l1 = lane / 1 % 1, l2 = lane % 1;
        (void)l0; (void)l1; (void)l2;
        v0[lane] = (unsigned)lane * 2u + 42770u; 
        v1[lane].a = ((int)((unsigned)lane * 362733u & 65535u) - 32768); 
        for (int i = lane; i < 17; i += 17) { T0[i] = (unsigned)i * 40u + 70726u; }
        for (int i = lane; i < 17; i += 17) { T1[i] = (unsigned char)((unsigned)i + 33390u); }
    }
    for (int lane = 0; lane < (17); lane++) {
        const int l0 = lane / 1, l1 = lane / 1 % 1, l2 = lane % 1;
        (void)l0; (void)l1; (void)l2;
        if ((((unsigned)a1[(int)(907854032u % 9u)][(int)(T0[(lane + 28) % 17] % 8u)][(lane + 58) % 2].a & 4u) != 0u)) {
        }
        else {
            v1[lane] = k17954033139_h1_reference(p2, ((((unsigned)T1[lane] & 4u) != 0u) ? p1 : 3u));
        }
    }
    for (int lane = 0; lane < (17); lane++) {
        const int l0 = lane / 1, l1 = lane / 1 % 1, l2 = lane % 1;
        (void)l0; (void)l1; (void)l2;
        {
            for (int x4 = 0; x4 < (int)((unsigned)(lane % 3 == 0) % 5u); x4++) {
                if (((float)(u0 & 511u) != (float)(v0[lane] & 511u))) { v1[lane] = p2; } else { v1[lane] = p2; }
            }
        }
    }
    for (int lane = 0; lane < (17); lane++) {
        const int l0 = lane / 1, l1 = lane / 1 % 1, l2 = lane % 1;
        (void)l0; (void)l1; (void)l2;
        unsigned r = 2166136261u;
        r = (r ^ (unsigned)v1[lane].a) * 16777619u; 
        a0[(o0 + l0)] = r;
    }
}
static void k17954033139_fill(int copy)
{
    begin_run(17954033139);
    for (int i = 0; i < 53; i++) {
        unsigned *const e = (unsigned *)k17954033139_a0[copy] + i;
        (*e) = value_of_run();
    }
    for (int i = 0; i < 144; i++) {
        k17954033139_s0 *const e = (k17954033139_s0 *)k17954033139_a1[copy] + i;
        (*e).a = (int)(value_of_run() & 65535u) - 32768;
    }
    for (int i = 0; i < 18; i++) {
        int *const e = (int *)k17954033139_a2[copy] + i;
        (*e) = (int)(value_of_run() & 65535u) - 32768;
    }
    {
        k17954033139_p0 = value_of_run();
        k17954033139_p1 = value_of_run();
        k17954033139_p2.a = (int)(value_of_run() & 65535u) - 32768;
    }
}
static void k17954033139_reference(void)
{
    int i, j, k;
    for (i = 0; i < 3; i++) {
        for (j = 0; j < 1; j++) {
            for (k = 0; k < 1; k++) {
                k17954033139_reference_tile(i, j, k);
            }
        }
    }
}
static int k17954033139_differs(void)
{
    for (int i = 0; i < 53; i++) {
        const unsigned *const a = (const unsigned *)k17954033139_a0[0] + i, *const b = (const unsigned *)k17954033139_a0[1] + i;
        if ((*a) != (*b)) { return differ("a0", i, (double)(*a), (double)(*b)); }
    }
    for (int i = 0; i < 144; i++) {
        const k17954033139_s0 *const a = (const k17954033139_s0 *)k17954033139_a1[0] + i, *const b = (const k17954033139_s0 *)k17954033139_a1[1] + i;
        if ((*a).a != (*b).a) { return differ("a1.a", i, (double)(*a).a, (double)(*b).a); }
    }
    for (int i = 0; i < 18; i++) {
        const int *const a = (const int *)k17954033139_a2[0] + i, *const b = (const int *)k17954033139_a2[1] + i;
        if ((*a) != (*b)) { return differ("a2", i, (double)(*a), (double)(*b)); }
    }
    return 0;
}
static amp_status k17954033139_launch_tiled(void)
{
    amp_status s;
    amp_array_view w0 = amp_view(unsigned, (unsigned *)k17954033139_a0[0], 53);
    amp_array_view a0 = amp_section(w0, amp_index(1), amp_extent(51));
    amp_array_view w1 = amp_view(k17954033139_s0, (k17954033139_s0 *)k17954033139_a1[0], 9, 8, 2);
    amp_array_view a1 = w1;
    amp_array_view w2 = amp_view(int, (int *)k17954033139_a2[0], 3, 3, 2);
    amp_array_view a2 = w2;
    s = amp_parallel_for_each(amp_tile(amp_extent(51), 17), k17954033139_tiled, a0, a1, a2, k17954033139_p0, k17954033139_p1, k17954033139_p2);
    s = ended(s, w0);
    s = ended(s, w1);
    s = ended(s, w2);
    return s;
}
static amp_status k17954033139_launch_phased(void)
{
    amp_status s;
    amp_array_view w0 = amp_view(unsigned, (unsigned *)k17954033139_a0[0], 53);
    amp_array_view a0 = amp_section(w0, amp_index(1), amp_extent(51));
    amp_array_view w1 = amp_view(k17954033139_s0, (k17954033139_s0 *)k17954033139_a1[0], 9, 8, 2);
    amp_array_view a1 = w1;
    amp_array_view w2 = amp_view(int, (int *)k17954033139_a2[0], 3, 3, 2);
    amp_array_view a2 = w2;
    s = amp_parallel_for_each(amp_tile(amp_extent(51), 17), k17954033139_phased, a0, a1, a2, k17954033139_p0, k17954033139_p1, k17954033139_p2);
    s = ended(s, w0);
    s = ended(s, w1);
    s = ended(s, w2);
    return s;
}

static const random_kernel kernels[] = {
    { "k17954033139", k17954033139_fill, k17954033139_reference, k17954033139_differs, { k17954033139_launch_tiled, k17954033139_launch_phased, NULL, } },
};

int main(int argc, char **argv)
{
    return run_kernels(kernels, 1, argc, argv);
}
