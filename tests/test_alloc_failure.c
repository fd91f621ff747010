/* SPDX-License-Identifier: MIT */
/* run: ci=gcc dropin plain */
/* Every allocation of the library fails once, at every place of a scenario that
   touches all of the host's calls: a status with its sentence, no leak, no
   damage, and the library works on. On the emulator, with memory of its own, there as a
   device whose work runs when it is waited for, and on OpenCL where that is the default. */
#include "amp.h"
#include "tap.h"
#include "failing_memory.h"
#include "late_device.h"

AMP_DEVICE_BEGIN
AMP_KERNEL(add, 1, value(int, a), inout(int, 1, v)) { amp_at(v, idx[0]) += a; }
AMP_KERNEL(set2, 2, value(int, a), out(int, 2, v)) { amp_at_index(v, idx) = a; }
AMP_TILED_KERNEL(turn, (8), inout(int, 1, v))
{
    amp_tile_static(int, t, 8);
    t[tidx.local[0]] = amp_at(v, tidx.global[0]);
    amp_tile_barrier_wait(tidx);
    amp_at(v, tidx.global[0]) = t[7 - tidx.local[0]];
}
AMP_PHASED_KERNEL(turn_phased, (8), inout(int, 1, v))
{
    amp_tile_static(int, t, 8);
    amp_thread_private(int, p);
    amp_phase { t[tidx.local[0]] = amp_at(v, tidx.global[0]); amp_mine(p) = 1; }
    amp_phase { amp_at(v, tidx.global[0]) = t[7 - tidx.local[0]] + amp_mine(p); }
}
AMP_DEVICE_END

static int x[64], y[64], z[64], grid[12][10];

static void nothing(void *user) { ++*(int *)user; }

/* All calls that may allocate. Each is followed by its like, failed or not;
   what was made is released. */
static void scenario(int p)
{
    static const char *const place[] = { "emu", "emu:separate", "emu:separate", "default" };
    const amp_accelerator device = amp_accelerator_find(place[p]);
    const amp_accelerator_view d = amp_accelerator_default_view(device);
    amp_accelerator_view q;
    amp_array_view v, w, g, a, b, e, s, low, high;
    amp_completion c;
    amp_event timed;
    int i, called = 0, then = 0;
    for (i = 0; i < 64; i++) {
        x[i] = i;
        y[i] = 100;
        z[i] = 7 * i;
    }
    memset(grid, 0, sizeof(grid));
    v = amp_view(int, x, 64);
    w = amp_view(int, y, 64);
    g = amp_view(int, &grid[0][0], 12, 10);
    low = amp_view(int, z, 40); /* two sources that share bytes */
    high = amp_view(int, z + 24, 40);
    (void)(check(v.status) && check(w.status) && check(g.status) && check(low.status)
           && check(high.status));
    if (d.queue != NULL) {
        (void)check(amp_parallel_for_each_on(d, amp_extent(64), add, 1, v));
        (void)check(amp_parallel_for_each_on(d, amp_tile(amp_extent(64), 8), turn, v));
        (void)check(amp_parallel_for_each_on(d, amp_tile(amp_extent(64), 8), turn_phased, w));
        (void)check(amp_parallel_for_each_on(d, amp_extent(5, 5), set2, 3,
                                             amp_section(g, amp_index(2, 3), amp_extent(5, 5))));
        (void)check(amp_synchronize(amp_section(g, amp_index(3, 3), amp_extent(2, 4))));
        (void)check(amp_synchronize_to(g, d));
        (void)check(amp_parallel_for_each_on(d, amp_extent(40), add, 1, low));
        (void)check(amp_parallel_for_each_on(d, amp_extent(40), add, 2, high));
        (void)check(amp_copy(low, amp_section(v, amp_index(8), amp_extent(40))));
        (void)check(amp_synchronize(low));
        (void)check(amp_compare(amp_extent(64), add, 1, v));
        if (check(amp_parallel_for_each_timed(&timed, d, amp_extent(64), add, 0, v))) {
            (void)check(amp_event_wait(&timed));
        }
    }
    (void)check(amp_refresh(amp_section(g, amp_index(0, 0), amp_extent(12, 2))));
    (void)check(amp_discard_data(amp_section(g, amp_index(0, 5), amp_extent(12, 2))));
    a = amp_array_on_from(d, int, amp_extent(64), y);
    b = amp_array_on(d, int, amp_extent(64));
    e = amp_view_empty(int, 64);
    s = amp_array_staging(amp_accelerator_default_view(amp_accelerator_find("cpu")), d, int,
                          amp_extent(64));
    (void)check(a.status);
    (void)check(b.status);
    (void)check(e.status);
    (void)check(s.status);
    (void)check(amp_copy(w, b));
    (void)check(amp_copy(a, s));
    (void)check(amp_copy(b, e));
    (void)check(amp_copy(amp_section(g, amp_index(0, 0), amp_extent(4, 4)),
                         amp_section(g, amp_index(5, 5), amp_extent(4, 4))));
    (void)check(amp_copy_out(e, y));
    (void)check(amp_copy_in(a, y));
    if (check(amp_accelerator_create_view(device, AMP_QUEUING_AUTOMATIC, &q))) {
        (void)check(amp_parallel_for_each_on(q, amp_extent(64), add, 1, a));
        (void)check(amp_parallel_for_each_on(q, amp_extent(64), add, 1, v));
        (void)check(amp_parallel_for_each_on(q, amp_extent(40), add, 3, low));
        (void)check(amp_parallel_for_each_on(q, amp_extent(40), add, 4, high));
        (void)check(amp_completion_wait(amp_synchronize_async(low)));
        c = amp_copy_async(a, b);
        (void)check(amp_completion_wait(amp_copy_in_async(b, y)));
        (void)check(amp_completion_wait(amp_synchronize_async(v)));
        (void)check(amp_completion_wait(amp_copy_out_async(b, y)));
        (void)check(amp_completion_wait(c));
        c = amp_completion_then(amp_marker(q), nothing, &called);
        then = c.status == AMP_OK;
        (void)check(amp_completion_wait(c));
        (void)check(amp_flush(q));
        (void)check(amp_wait(q));
        (void)check(amp_accelerator_view_release(q));
    }
    CHECK_INT(called, ==, then);
    (void)(amp_data(v) != NULL || check(AMP_OUT_OF_MEMORY));
    (void)check(amp_synchronize(v));
    (void)(d.queue != NULL && check(amp_wait(d))); /* tells what completions would else tell */
    (void)check(amp_synchronize(high));
    (void)check(amp_release(low));
    (void)check(amp_release(high));
    (void)check(amp_release(g));
    (void)check(amp_release(e));
    (void)check(amp_release(s));
    (void)check(amp_release(a));
    (void)check(amp_release(b));
    (void)check(amp_release(w));
    (void)check(amp_release(v));
}

/* What the scenario leaves when nothing fails. */
static void outcome(int *r)
{
    memcpy(r, x, sizeof(x));
    memcpy(r + 64, y, sizeof(y));
    memcpy(r + 128, grid, sizeof(grid));
    memcpy(r + 248, z, sizeof(z));
}

static void every_allocation_fails(int p)
{
    static int want[312], got[312];
    const amp_allocator a = { counted, release, &alive };
    long n, total, before;
    amp_set_allocator(a);
    if (p == 2) {
        late_device(1);
    }
    CHECK_OK(amp_emu_set_workers(1)); /* which of several comes first changes the count */
    scenario(p);
    scenario(p); /* records, queues and stacks that are kept are there now */
    CHECK_STATUS(seen, AMP_OK);
    outcome(want);
    before = count(&alive);
    allocations = 0;
    scenario(p);
    total = allocations;
    CHECK_INT(total, >, 20);
    CHECK_INT(count(&alive), ==, before);
    for (n = 1; n <= total; n++) {
        seen = AMP_OK;
        allocations = failures = 0;
        fail_at = n;
        scenario(p);
        fail_at = 0;
        if (count(&failures) != 1) {
            FAIL("allocation %ld of %ld was not reached", n, total);
        }
        if (seen == AMP_OK) {
            outcome(got); /* nobody told: then it must have made no difference */
            CHECK_INT(memcmp(got, want, sizeof(want)), ==, 0);
        }
        CHECK_INT(amp_live_views(), ==, 0);
        seen = AMP_OK;
        scenario(p);
        CHECK_STATUS(seen, AMP_OK);
        outcome(got);
        CHECK_INT(memcmp(got, want, sizeof(want)), ==, 0);
        CHECK_INT(count(&alive), ==, before);
    }
    printf("# %ld allocations failed, one after another\n", total);
}
TEST_LIMIT(every_allocation_on_the_emulator_may_fail, 120) { every_allocation_fails(0); }
static void skip_on_threads(void)
{
    if (tap_on_engine("threads")) {
        SKIP("memory of a device's own does not depend on the engine, and this one takes long");
    }
}
TEST_LIMIT(every_allocation_on_a_device_may_fail, 120)
{
    skip_on_threads();
    every_allocation_fails(1);
}
TEST_LIMIT(every_allocation_on_a_late_device_may_fail, 120)
{
    skip_on_threads();
    every_allocation_fails(2);
}
TEST_LIMIT(every_allocation_on_the_default_may_fail, 120)
{
    if (strncmp(amp_accelerator_default().device_path, "emu", 3) == 0) {
        SKIP("the default is one of the emulator's, which are tried by their names");
    }
    every_allocation_fails(3);
}

/* From nothing: the first allocations of a process, which are kept for ever. */
static void first_ones(int p)
{
    const amp_allocator a = { counted, release, &alive };
    long n;
    amp_set_allocator(a);
    for (n = 1; n <= 60; n++) {
        allocations = failures = 0;
        fail_at = n;
        scenario(p);
        CHECK_INT(amp_live_views(), ==, 0);
    }
    fail_at = 0;
    seen = AMP_OK;
    scenario(p);
    CHECK_STATUS(seen, AMP_OK);
    CHECK_INT(x[63], ==, 59);
}
TEST_LIMIT(the_first_allocations_may_fail, 60) { first_ones(0); }
TEST_LIMIT(the_first_allocations_on_a_device_may_fail, 60)
{
    skip_on_threads();
    first_ones(1);
}

TEST(release_writes_back_without_memory)
{
    const amp_allocator a = { counted, release, &alive };
    const amp_accelerator_view d =
        amp_accelerator_default_view(amp_accelerator_find("emu:separate"));
    const amp_array_view g = amp_view(int, &grid[0][0], 12, 10);
    int i, j;
    amp_set_allocator(a);
    CHECK_OK(amp_parallel_for_each_on(d, amp_extent(5, 5), set2, 3,
                                      amp_section(g, amp_index(2, 3), amp_extent(5, 5))));
    CHECK_OK(amp_synchronize(amp_section(g, amp_index(3, 4), amp_extent(2, 2))));
    for (i = 0; i < 12; i++) {
        for (j = 0; j < 10; j++) {
            grid[i][j] = 1;
        }
    }
    allocations = 0;
    fail_at = 1;
    CHECK_OK(amp_release(g));
    CHECK_INT(failures, ==, 1);
    for (i = 0; i < 12; i++) {
        for (j = 0; j < 10; j++) {
            const int home = i >= 3 && i < 5 && j >= 4 && j < 6;
            CHECK_INT(grid[i][j], ==, i >= 2 && i < 7 && j >= 3 && j < 8 && !home ? 3 : 1);
        }
    }
}

/* Launches of each model, and in *with_less how many went well although an allocation failed.
   On an OS thread of its own, as one that has launched before knows that its team is to be had. */
static void *launches(void *with_less)
{
    const amp_array_view v = amp_view(int, x, 64);
    int model;
    for (model = 0; model < 3; model++) {
        const long before = failures;
        allocations = 0;
        *(int *)with_less +=
            check(model == 0 ? amp_parallel_for_each(amp_tile(amp_extent(64), 8), turn, v)
                  : model == 1 ? amp_parallel_for_each(amp_tile(amp_extent(64), 8), turn_phased, v)
                  : amp_parallel_for_each(amp_extent(64), add, 1, v))
            && failures > before;
    }
    return NULL;
}

/* What a launch can do without is no failure: a second worker, a second team of threads. */
TEST(a_launch_with_fewer_workers_leaves_no_sentence)
{
    const amp_allocator a = { counted, release, &alive };
    amp_array_view v;
    int round, k, with_less = 0;
#ifdef AMP_EMU_DEFERRED
    SKIP("a deferred device says at a wait what failed, and the data is lost until then");
#endif
    if (strncmp(amp_accelerator_default().device_path, "emu", 3) != 0) {
        SKIP("workers and teams are the emulator's");
    }
    amp_set_allocator(a);
    v = amp_view(int, x, 64);
    CHECK_OK(amp_emu_set_workers(2));
    /* Workers race for their memory: whose allocation is the n-th differs from launch to launch. */
    for (round = 0; round < 20 && with_less == 0; round++) {
        for (k = 1; k <= 16; k++) {
            pthread_t os;
            fail_at = 0; /* what the last one left in v is said once, by a launch */
            (void)amp_parallel_for_each(amp_extent(64), add, 1, v);
            fail_at = k;
            CHECK_INT(pthread_create(&os, NULL, launches, &with_less), ==, 0);
            CHECK_INT(pthread_join(os, NULL), ==, 0);
        }
    }
    fail_at = 0;
    CHECK_INT(with_less, >=, 1);
    CHECK(check(amp_parallel_for_each(amp_tile(amp_extent(64), 8), turn, v)));
    CHECK_OK(amp_release(v));
}

/* What launches of one OS thread have made for themselves, its stacks and its tile memory, goes
   with the thread. */
TEST(a_thread_that_ends_leaves_no_memory_behind)
{
    const amp_allocator a = { counted, release, &alive };
    long before = 0;
    int round, with_less = 0;
    if (strncmp(amp_accelerator_default().device_path, "emu", 3) != 0) {
        SKIP("stacks and tile memory are the emulator's");
    }
    amp_set_allocator(a);
    CHECK_OK(amp_emu_set_workers(1));
    for (round = 0; round < 4; round++) {
        pthread_t os;
        CHECK_INT(pthread_create(&os, NULL, launches, &with_less), ==, 0);
        CHECK_INT(pthread_join(os, NULL), ==, 0);
        if (round == 0) { /* what the process keeps is there */
            before = count(&alive);
        }
        CHECK_INT(count(&alive), ==, before);
    }
}
