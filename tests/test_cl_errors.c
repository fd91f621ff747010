/* SPDX-License-Identifier: MIT */
/* run: needs=opencl flags=-DAMP_OPENCL libs=-lOpenCL cc=gcc plain turn=0/2 */
/* amp_errorf and amp_abort on an OpenCL device: the text, helpers, and where a
   thread ends. tests/test_abort.c is what both sides have in common. */
#define AMP_SHORT_NAMES
#define TAP_LIMIT 120
#include "amp.h"
#include "tap.h"

enum { N = 64 };
AMP_DEVICE_BEGIN
AMP_KERNEL(texts, 1, out(int, 1, y), value(int, kind), value(float, f))
{
    at(y, idx[0]) = kind;
    if (idx[0] == 6) {
        switch (kind) {
        case 0: amp_errorf("nothing else"); break;
        case 1: amp_errorf("%d%% of %s, %-4s|%5d|", idx[0], "all", "x", -7); break;
        case 2: amp_errorf("%.2f %g %e", f, f * 2, -f); break;
        default:
            amp_errorf("%u %lu %llx %c %hd", 4000000000u, 5ul, 1LL << 40, 65, (short)-3);
            break;
        }
    }
}
static int forward(int a,
                   int b);
static inline void nothing(void) { amp_errorf("from %s", "nothing"); }
static inline int length(int a, int b) /* a name of OpenCL's own */
{
    if (a == 40) {
        amp_errorf("length of %d and %d", a, b);
    }
    return a + b;
}
static inline int quiet(int a) { return a + 1; }
static int forward(int a, int b) { return length(a, b) + quiet(0); }
#define APPLY(f, a, b) f(a, b)
AMP_KERNEL(helped, 1, out(int, 1, y), value(int, kind))
{
    at(y, idx[0]) = kind == 1 ? APPLY(forward, idx[0], length(1, 2)) : quiet(idx[0]);
    if (kind == 2 && idx[0] == 9) {
        nothing();
    }
}
AMP_TILED_KERNEL(helped_tile, (16), inout(int, 1, y))
{
    tile_static(int, t, 16);
    t[tidx.local[0]] = at_index(y, tidx.global);
    tile_barrier_wait(tidx);
    at_index(y, tidx.global) = forward(t[15 - tidx.local[0]], 0);
}
AMP_KERNEL(ends, 1, out(int, 1, y), value(int, kind))
{
    at(y, idx[0]) = 1;
    if (kind == 1 && idx[0] == 5) amp_abort();
    else at(y, idx[0]) = 2;
    for (int i = 0; i < 3; i++) {
        if (kind == 2 && i == 1 && idx[0] == 5) { (void)quiet(1); amp_abort(); }
        at(y, idx[0]) += 10;
    }
    switch (kind == 3 ? idx[0] : 0) {
    case 5: amp_abort();
    default: break;
    }
    at(y, idx[0]) += 100;
}
AMP_TILED_KERNEL(ends_late, (16), out(int, 1, y), value(int, kind))
{
    tile_static(int, t, 16);
    at_index(y, tidx.global) = 1;
    if (kind == 1 && tidx.global[0] == 5) { amp_abort(); } /* a barrier follows: goes on */
    t[tidx.local[0]] = tidx.global[0];
    for (int i = 0; i < 2; i++) {
        tile_barrier_wait(tidx);
        if (kind == 2 && i == 0 && tidx.global[0] == 5) { amp_abort(); } /* so it does here */
    }
    if (kind == 3 && tidx.global[0] == 5) { amp_abort(); }
    at_index(y, tidx.global) += t[15 - tidx.local[0]] * 10;
}
AMP_PHASED_KERNEL(ends_phase, (16), out(int, 1, y), value(int, kind))
{
    tile_static(int, t, 16);
    phase {
        at_index(y, tidx.global) = 1;
        t[tidx.local[0]] = 0;
        if (kind == 1 && tidx.global[0] == 5) { amp_abort(); }
    }
    phase { at_index(y, tidx.global) += 10; t[tidx.local[0]] = 1; }
    phase_first(8) { at_index(y, tidx.global) += t[15 - tidx.local[0]]; }
}
AMP_DEVICE_END

static int y[N];

static amp_accelerator_view device(void)
{
    const amp_accelerator a = amp_accelerator_find("opencl");
    if (a.index < 0) {
        SKIP("there is no OpenCL device: %s", amp_last_error());
    }
    return amp_accelerator_default_view(a);
}
static amp_status end(amp_accelerator_view d, amp_status s)
{
    const amp_status waited = amp_wait(d);
    return s != AMP_OK ? s : waited;
}

TEST(the_text_has_its_arguments)
{
    static const char *const want[] = { ": nothing else (on", ": 6% of all, x   |   -7| (on",
        ": 1.50 3 -1.500000e+00 (on", ": 4000000000 5 10000000000 A -3 (on" };
    const amp_accelerator_view d = device();
    int k;
    for (k = 0; k < 4; k++) {
        CHECK_STATUS(end(d, parallel_for_each_on(d, amp_extent(N), texts, amp_view(int, y, N), k,
                                                 1.5f)), AMP_KERNEL_FAULT);
        CHECK_CONTAINS(amp_last_error(), "kernel texts, thread (6), " __FILE__ ":");
        CHECK_CONTAINS(amp_last_error(), want[k]);
    }
}

TEST(helpers_report)
{
    const amp_accelerator_view d = device();
    const amp_array_view vy = amp_view(int, y, N);
    int i;
    CHECK_OK(end(d, parallel_for_each_on(d, amp_extent(N), helped, vy, 0)));
    CHECK_OK(amp_synchronize(vy));
    CHECK_INT(y[7], ==, 8);
    CHECK_STATUS(end(d, parallel_for_each_on(d, amp_extent(N), helped, vy, 1)), AMP_KERNEL_FAULT);
    CHECK_CONTAINS(amp_last_error(), "kernel helped, thread (40), " __FILE__ ":32: ");
    CHECK_CONTAINS(amp_last_error(), "length of 40 and 3");
    CHECK_STATUS(end(d, parallel_for_each_on(d, amp_extent(N), helped, vy, 2)), AMP_KERNEL_FAULT);
    CHECK_CONTAINS(amp_last_error(), "kernel helped, thread (9), ");
    CHECK_CONTAINS(amp_last_error(), "from nothing");
    for (i = 0; i < N; i++) {
        y[i] = i;
    }
    CHECK_OK(amp_refresh(vy));
    CHECK_STATUS(end(d, parallel_for_each_on(d, amp_tile(amp_extent(N), 16), helped_tile, vy)),
                 AMP_KERNEL_FAULT);
    CHECK_CONTAINS(amp_last_error(), "kernel helped_tile, tile (2), thread (7), global thread ");
    CHECK_CONTAINS(amp_last_error(), "length of 40 and 0");
}

/* Where the device has its own memory a failed launch's writes are given up:
   these tests read what the threads have done, so they want shared memory. */
static void shared(void)
{
    const amp_accelerator a = amp_accelerator_find("opencl");
    if (!a.supports_cpu_shared_memory) {
        SKIP("the device has memory of its own");
    }
}

TEST(a_simple_kernels_thread_ends_at_an_abort)
{
    static const int left[4] = { 132, 1, 12, 32 };
    const amp_accelerator_view d = device();
    int k;
    shared();
    for (k = 0; k < 4; k++) {
        CHECK_STATUS(end(d, parallel_for_each_on(d, amp_extent(N), ends, amp_view(int, y, N), k)),
                     k == 0 ? AMP_OK : AMP_KERNEL_FAULT);
        CHECK_INT(y[5], ==, left[k]);
        CHECK_INT(y[6], ==, 132);
        CHECK(k == 0 || strstr(amp_last_error(), "thread (5)") != NULL);
    }
}

TEST(a_tiled_kernels_thread_ends_behind_the_last_barrier)
{
    const amp_accelerator_view d = device();
    int k;
    shared();
    for (k = 0; k < 4; k++) {
        CHECK_STATUS(end(d, parallel_for_each_on(d, amp_tile(amp_extent(N), 16), ends_late,
                                                 amp_view(int, y, N), k)),
                     k == 0 ? AMP_OK : AMP_KERNEL_FAULT);
        CHECK_INT(y[5], ==, k == 3 ? 1 : 101);
        CHECK_INT(y[6], ==, 91);
    }
}

TEST(a_phased_kernels_thread_has_no_later_phase)
{
    const amp_accelerator_view d = device();
    int k;
    shared();
    for (k = 0; k < 2; k++) {
        CHECK_STATUS(end(d, parallel_for_each_on(d, amp_tile(amp_extent(N), 16), ends_phase,
                                                 amp_view(int, y, N), k)),
                     k == 0 ? AMP_OK : AMP_KERNEL_FAULT);
        CHECK_INT(y[5], ==, k == 0 ? 12 : 1);
        CHECK_INT(y[6], ==, 12);
        CHECK_INT(y[11], ==, 11);
    }
}
