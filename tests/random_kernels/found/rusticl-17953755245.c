/* SPDX-License-Identifier: MIT */
/* run: cc=gcc level=-O0 setting=rusticl known=Mesa how=default
   CRASH k17953755245 tiled default forward: exit status 139 */
/* tests/random_kernels/make 17953755245 1 55,56,57,58,59,60,61,62,63,64,65,66,67,68,69,70... */
#include "run.h"

/* ---- kernel 17953755245 ---- */

AMP_DEVICE_BEGIN
typedef struct k17953755245_s0 { unsigned a[2]; } k17953755245_s0;
AMP_TILED_KERNEL(k17953755245_tiled, (64), inout(unsigned, 1, a0), in(k17953755245_s0, 1, a1), inout(int, 1, a2), inout(unsigned, 2, a3), value(unsigned, p0))
{
    k17953755245_s0 v2;
    const int lane = tidx.local[0];
    {
        v2.a[0] = (unsigned)lane * 52u + 572866u; v2.a[1] = (unsigned)lane * 53u + 572867u; 
    }
    amp_tile_barrier_wait(tidx);
    {
        int n4 = 0;
        while (n4 > 0) {
            n4--;
            amp_tile_barrier_wait(tidx);
            {
                if (((5u * 5u) != ~v2.a[1])) {
                }
                else {
                    if ((((unsigned)lane & 2u) != 0u)) { v2 = v2; } else { v2 = amp_at(a1, (int)(470318040u % 2u)); }
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
AMP_PHASED_KERNEL(k17953755245_phased, (64), inout(unsigned, 1, a0), in(k17953755245_s0, 1, a1), inout(int, 1, a2), inout(unsigned, 2, a3), value(unsigned, p0))
{
    amp_thread_private(k17953755245_s0, v2);
    amp_phase {
        const int lane = tidx.local[0];
        (void)lane;
        amp_mine(v2).a[0] = (unsigned)lane * 52u + 572866u; amp_mine(v2).a[1] = (unsigned)lane * 53u + 572867u; 
    }
    {
        int n4 = 0;
        while (n4 > 0) {
            n4--;
            amp_phase {
                const int lane = tidx.local[0];
                (void)lane;
                if (((5u * 5u) != ~amp_mine(v2).a[1])) {
                }
                else {
                    if ((((unsigned)lane & 2u) != 0u)) { amp_mine(v2) = amp_mine(v2); } else { amp_mine(v2) = amp_at(a1, (int)(470318040u % 2u)); }
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

static unsigned k17953755245_a0[2][64];
static k17953755245_s0 k17953755245_a1[2][4];
static int k17953755245_a2[2][4];
static unsigned k17953755245_a3[2][9][3];
static unsigned k17953755245_p0;
static void k17953755245_reference_tile(int t0, int t1, int t2)
{
    const int o0 = t0 * 64, o1 = t1 * 1, o2 = t2 * 1;
    unsigned (*const a0) = (unsigned (*))&k17953755245_a0[1][0];
    k17953755245_s0 (*const a1) = (k17953755245_s0 (*))&k17953755245_a1[1][1];
    int (*const a2) = (int (*))&k17953755245_a2[1][1];
    unsigned (*const a3)[3] = (unsigned (*)[3])&k17953755245_a3[1][3][0];
    const unsigned p0 = k17953755245_p0;
    (void)o0; (void)o1; (void)o2;
    static k17953755245_s0 v2[64];
    for (int lane = 0; lane < (64); lane++) {
        const int l0 = lane / 1, l1 = lane / 1 % 1, l2 = lane % 1;
        (void)l0; (void)l1; (void)l2;
        v2[lane].a[0] = (unsigned)lane * 52u + 572866u; v2[lane].a[1] = (unsigned)lane * 53u + 572867u; 
    }
    {
        int n4 = 0;
        while (n4 > 0) {
            n4--;
            for (int lane = 0; lane < (64); lane++) {
                const int l0 = lane / 1, l1 = lane / 1 % 1, l2 = lane % 1;
                (void)l0; (void)l1; (void)l2;
                if (((5u * 5u) != ~v2[lane].a[1])) {
                }
                else {
                    if ((((unsigned)lane & 2u) != 0u)) { v2[lane] = v2[lane]; } else { v2[lane] = a1[(int)(470318040u % 2u)]; }
                }
            }
        }
    }
    for (int lane = 0; lane < (64); lane++) {
        const int l0 = lane / 1, l1 = lane / 1 % 1, l2 = lane % 1;
        (void)l0; (void)l1; (void)l2;
        unsigned r = 2166136261u;
        a0[(o0 + l0)] = r;
    }
}
static void k17953755245_fill(int copy)
{
    begin_run(17953755245);
    for (int i = 0; i < 64; i++) {
        unsigned *const e = (unsigned *)k17953755245_a0[copy] + i;
        (*e) = value_of_run();
    }
    for (int i = 0; i < 4; i++) {
        k17953755245_s0 *const e = (k17953755245_s0 *)k17953755245_a1[copy] + i;
        (*e).a[0] = value_of_run();
        (*e).a[1] = value_of_run();
    }
    for (int i = 0; i < 4; i++) {
        int *const e = (int *)k17953755245_a2[copy] + i;
        (*e) = (int)(value_of_run() & 65535u) - 32768;
    }
    for (int i = 0; i < 27; i++) {
        unsigned *const e = (unsigned *)k17953755245_a3[copy] + i;
        (*e) = value_of_run();
    }
    {
        k17953755245_p0 = value_of_run();
    }
}
static void k17953755245_reference(void)
{
    int i, j, k;
    for (i = 0; i < 1; i++) {
        for (j = 0; j < 1; j++) {
            for (k = 0; k < 1; k++) {
                k17953755245_reference_tile(i, j, k);
            }
        }
    }
}
static int k17953755245_differs(void)
{
    for (int i = 0; i < 64; i++) {
        const unsigned *const a = (const unsigned *)k17953755245_a0[0] + i, *const b = (const unsigned *)k17953755245_a0[1] + i;
        if ((*a) != (*b)) { return differ("a0", i, (double)(*a), (double)(*b)); }
    }
    for (int i = 0; i < 4; i++) {
        const k17953755245_s0 *const a = (const k17953755245_s0 *)k17953755245_a1[0] + i, *const b = (const k17953755245_s0 *)k17953755245_a1[1] + i;
        if ((*a).a[0] != (*b).a[0]) { return differ("a1.a[0]", i, (double)(*a).a[0], (double)(*b).a[0]); }
        if ((*a).a[1] != (*b).a[1]) { return differ("a1.a[1]", i, (double)(*a).a[1], (double)(*b).a[1]); }
    }
    for (int i = 0; i < 4; i++) {
        const int *const a = (const int *)k17953755245_a2[0] + i, *const b = (const int *)k17953755245_a2[1] + i;
        if ((*a) != (*b)) { return differ("a2", i, (double)(*a), (double)(*b)); }
    }
    for (int i = 0; i < 27; i++) {
        const unsigned *const a = (const unsigned *)k17953755245_a3[0] + i, *const b = (const unsigned *)k17953755245_a3[1] + i;
        if ((*a) != (*b)) { return differ("a3", i, (double)(*a), (double)(*b)); }
    }
    return 0;
}
static amp_status k17953755245_launch_tiled(void)
{
    amp_status s;
    amp_array_view w0 = amp_view(unsigned, (unsigned *)k17953755245_a0[0], 64);
    amp_array_view a0 = w0;
    amp_array_view w1 = amp_view(k17953755245_s0, (k17953755245_s0 *)k17953755245_a1[0], 4);
    amp_array_view a1 = amp_section(w1, amp_index(1), amp_extent(2));
    amp_array_view w2 = amp_view(int, (int *)k17953755245_a2[0], 4);
    amp_array_view a2 = amp_section(w2, amp_index(1), amp_extent(2));
    amp_array_view w3 = amp_view(unsigned, (unsigned *)k17953755245_a3[0], 9, 3);
    amp_array_view a3 = amp_section(w3, amp_index(3, 0), amp_extent(3, 3));
    s = amp_parallel_for_each(amp_tile(amp_extent(64), 64), k17953755245_tiled, a0, a1, a2, a3, k17953755245_p0);
    s = ended(s, w0);
    s = ended(s, w1);
    s = ended(s, w2);
    s = ended(s, w3);
    return s;
}
static amp_status k17953755245_launch_phased(void)
{
    amp_status s;
    amp_array_view w0 = amp_view(unsigned, (unsigned *)k17953755245_a0[0], 64);
    amp_array_view a0 = w0;
    amp_array_view w1 = amp_view(k17953755245_s0, (k17953755245_s0 *)k17953755245_a1[0], 4);
    amp_array_view a1 = amp_section(w1, amp_index(1), amp_extent(2));
    amp_array_view w2 = amp_view(int, (int *)k17953755245_a2[0], 4);
    amp_array_view a2 = amp_section(w2, amp_index(1), amp_extent(2));
    amp_array_view w3 = amp_view(unsigned, (unsigned *)k17953755245_a3[0], 9, 3);
    amp_array_view a3 = amp_section(w3, amp_index(3, 0), amp_extent(3, 3));
    s = amp_parallel_for_each(amp_tile(amp_extent(64), 64), k17953755245_phased, a0, a1, a2, a3, k17953755245_p0);
    s = ended(s, w0);
    s = ended(s, w1);
    s = ended(s, w2);
    s = ended(s, w3);
    return s;
}

static const random_kernel kernels[] = {
    { "k17953755245", k17953755245_fill, k17953755245_reference, k17953755245_differs, { k17953755245_launch_tiled, k17953755245_launch_phased, NULL, } },
};

int main(int argc, char **argv)
{
    return run_kernels(kernels, 1, argc, argv);
}
