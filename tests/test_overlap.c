/* SPDX-License-Identifier: MIT */
/* run: plain */
/* Data sources that share bytes: views made of parts before views of the whole, rows,
   halves that meet in the middle. Whatever was written through one is seen through the
   others, wherever and whenever it was computed. The last test draws calls at random
   and compares them with a plain array. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/select.h>
#include "amp.h"
#include "tap.h"

static pthread_mutex_t gate_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t gate_changed = PTHREAD_COND_INITIALIZER;
static int gate_open;

static void gate_wait(void)
{
    (void)pthread_mutex_lock(&gate_lock);
    while (!gate_open) {
        (void)pthread_cond_wait(&gate_changed, &gate_lock);
    }
    (void)pthread_mutex_unlock(&gate_lock);
}

AMP_DEVICE_BEGIN
AMP_KERNEL(add, 1, value(int, a), inout(int, 1, y)) { amp_at(y, idx[0]) += a; }
AMP_KERNEL(add2, 2, value(int, a), inout(int, 2, y)) { amp_at(y, idx[0], idx[1]) += a; }
AMP_KERNEL(add_of, 1, in(int, 1, x), inout(int, 1, y)) { amp_at(y, idx[0]) += amp_at(x, idx[0]); }
AMP_KERNEL(sum, 1, in(int, 1, x), out(int, 1, y))
{
    int i, n = 0;
    for (i = 0; i < x_shape.extent[0]; i++) {
        n += amp_at(x, i);
    }
    amp_at(y, idx[0]) = n;
}
AMP_KERNEL(gated, 1, value(int, a), inout(int, 1, y)) /* on the emulator */
{
#ifndef __OPENCL_VERSION__
    gate_wait();
#endif
    amp_at(y, idx[0]) += a;
}
AMP_KERNEL(add_both, 1, value(int, a), inout(int, 1, y), inout(int, 1, z))
{
    amp_at(y, idx[0]) += a;
    amp_at(z, idx[0]) += a;
}
AMP_KERNEL(ends, 1, inout(int, 1, y)) { amp_at(y, idx[0]) = -1; amp_abort(); }
AMP_TILED_KERNEL(tiled, (8), inout(int, 1, y))
{
    amp_tile_barrier_wait(tidx);
    amp_at(y, tidx.global[0]) += 1;
}
AMP_DEVICE_END

static void *open_later(void *none)
{
    struct timeval soon;
    soon.tv_sec = 0;
    soon.tv_usec = 50000;
    (void)select(0, NULL, NULL, NULL, &soon);
    (void)pthread_mutex_lock(&gate_lock);
    gate_open = 1;
    (void)pthread_cond_broadcast(&gate_changed);
    (void)pthread_mutex_unlock(&gate_lock);
    return none;
}
/* The gate opens in a while: who does not wait for the kernel comes before it. */
static void open_soon(void)
{
    pthread_t t;
    CHECK_INT(pthread_create(&t, NULL, open_later, NULL), ==, 0);
    CHECK_INT(pthread_detach(t), ==, 0);
}

static amp_accelerator_view default_of(const char *path)
{
    return amp_accelerator_default_view(amp_accelerator_find(path));
}
static amp_accelerator_view queue_of(const char *path)
{
    amp_accelerator_view q;
    CHECK_OK(amp_accelerator_create_view(amp_accelerator_find(path), AMP_QUEUING_IMMEDIATE, &q));
    return q;
}

enum { N = 48 };
static int m[N], r[N];

TEST(a_view_made_anew_keeps_what_is_pending_in_another_source)
{
    const amp_accelerator_view d = default_of("emu:separate");
    const amp_array_view a = amp_view(int, m, 20), b = amp_view(int, m + 10, 20);
    CHECK_OK(amp_parallel_for_each_on(d, amp_extent(20), add, 1, a));
    CHECK_OK(amp_synchronize(a));
    CHECK_OK(amp_parallel_for_each_on(d, amp_extent(20), add, 1, b));
    CHECK_STATUS(amp_view(int, m, 20).status, AMP_OK);
    CHECK_OK(amp_synchronize(b));
    CHECK_INT(m[9], ==, 1);
    CHECK_INT(m[10], ==, 2);
    CHECK_INT(m[29], ==, 1);
}

TEST(a_view_made_anew_tells_the_copies_of_its_parts)
{
    const amp_accelerator_view d = default_of("emu:separate");
    const amp_array_view row = amp_view(int, m + 8, 8), out = amp_view(int, r, 8);
    int i;
    CHECK_OK(amp_parallel_for_each_on(d, amp_extent(8), add_of, row, out));
    for (i = 0; i < 32; i++) {
        m[i] = 5;
    }
    CHECK_STATUS(amp_view(int, m, 4, 8).status, AMP_OK);
    CHECK_OK(amp_parallel_for_each_on(d, amp_extent(8), add_of, row, out));
    CHECK_OK(amp_synchronize(out));
    CHECK_INT(r[0], ==, 5);
}

static void synchronize_waits(const char *path)
{
    const amp_accelerator_view q = queue_of(path);
    const amp_array_view a = amp_view(int, m, 8), b = amp_view(int, m + 4, 8);
    (void)amp_accelerator_default();
    CHECK_OK(amp_parallel_for_each_on(q, amp_extent(8), gated, 3, a));
    open_soon();
    CHECK_OK(amp_synchronize(b));
    CHECK_INT(m[7], ==, 3);
}
TEST(synchronize_waits_for_work_through_another_source) { synchronize_waits("emu"); }
TEST(synchronize_waits_for_work_of_a_device_too) { synchronize_waits("emu:separate"); }

static void launch_waits(const char *path)
{
    const amp_accelerator_view q = queue_of(path);
    const amp_array_view a = amp_view(int, m + 2, 4), out = amp_view(int, r, 12);
    (void)amp_accelerator_default();
    CHECK_OK(amp_parallel_for_each_on(q, amp_extent(4), gated, 3, a));
    open_soon();
    CHECK_OK(amp_parallel_for_each(amp_extent(12), add_of, amp_view(int, m, 12), out));
    CHECK_OK(amp_synchronize(out));
    CHECK_INT(r[1], ==, 0);
    CHECK_INT(r[2], ==, 3);
    CHECK_INT(r[5], ==, 3);
}
TEST(a_launch_waits_for_work_through_another_source) { launch_waits("emu"); }
TEST(a_launch_waits_for_work_of_a_device_too) { launch_waits("emu:separate"); }

TEST(refresh_waits_for_work_through_another_source)
{
    const amp_accelerator_view q = queue_of("emu");
    const amp_array_view a = amp_view(int, m, 8), b = amp_view(int, m + 4, 8);
    (void)amp_accelerator_default();
    CHECK_OK(amp_parallel_for_each_on(q, amp_extent(8), gated, 3, a));
    open_soon();
    CHECK_OK(amp_refresh(b));
    CHECK_INT(m[7], ==, 3); /* stale by the rules of coherence: on emu it shows who waited */
}

TEST(a_launch_waits_for_work_through_any_number_of_sources)
{
    const amp_accelerator_view q = queue_of("emu"), late = queue_of("emu");
    amp_array_view v[N];
    int i, n;
    const amp_array_view out = amp_view(int, &n, 1);
    for (i = 0; i < N; i++) {
        v[i] = amp_view(int, m + i, 1);
    }
    for (i = N - 1; i >= 0; i--) {
        CHECK_OK(i < 8 ? amp_parallel_for_each_on(late, amp_extent(1), gated, 1, v[i])
                       : amp_parallel_for_each_on(q, amp_extent(1), add, 1, v[i]));
    }
    CHECK_OK(amp_wait(q));
    open_soon();
    CHECK_OK(amp_parallel_for_each(amp_extent(1), sum, amp_view(int, m, N), out));
    CHECK_OK(amp_synchronize(out));
    CHECK_INT(n, ==, N);
}

TEST(a_failure_is_of_the_bytes_that_the_launch_was_to_write)
{
    const amp_accelerator_view d = default_of("emu:separate"), q = queue_of("emu:separate");
    const amp_array_view all = amp_view(int, m, 20);
    const amp_array_view a = amp_section(all, amp_index(0), amp_extent(10));
    const amp_array_view b = amp_section(all, amp_index(10), amp_extent(10));
    CHECK_OK(amp_parallel_for_each_on(q, amp_extent(10), ends, a));
    CHECK_OK(amp_parallel_for_each_on(d, amp_extent(10), add, 1, b));
    CHECK_OK(amp_synchronize(b));
    CHECK_INT(m[10], ==, 1);
    CHECK_STATUS(amp_synchronize(all), AMP_KERNEL_FAULT);
    CHECK_OK(amp_synchronize(all)); /* told once */
    CHECK_INT(m[0], ==, 0);
    CHECK_INT(m[10], ==, 1);
    CHECK_STATUS(amp_wait(q), AMP_KERNEL_FAULT);
}

static void failure_elsewhere(const char *path)
{
    const amp_accelerator_view q = queue_of(path);
    const amp_array_view a = amp_view(int, m, 8), b = amp_view(int, m + 4, 8);
    CHECK_OK(amp_parallel_for_each_on(q, amp_extent(8), ends, a));
    CHECK_STATUS(amp_synchronize(b), AMP_KERNEL_FAULT);
    CHECK_CONTAINS(amp_last_error(), "ends");
    CHECK_OK(amp_synchronize(b));
    CHECK_STATUS(amp_synchronize(a), AMP_KERNEL_FAULT); /* the other bytes */
    CHECK_OK(amp_synchronize(a));
}
TEST(a_failure_is_told_through_another_source) { failure_elsewhere("emu"); }
TEST(a_failure_on_a_device_is_told_through_another_source) { failure_elsewhere("emu:separate"); }

/* What a completion says: the failure of work through another source, and of work on
   another queue than the last that wrote the source. */
static void failure_in_completion(const char *path)
{
    const amp_accelerator_view q = queue_of(path), other = queue_of(path);
    const amp_array_view a = amp_view(int, m, 8), b = amp_view(int, m + 4, 8);
    const amp_array_view all = amp_view(int, r, 16);
    const amp_array_view low = amp_section(all, amp_index(0), amp_extent(8));
    const amp_array_view high = amp_section(all, amp_index(8), amp_extent(8));
    CHECK_OK(amp_parallel_for_each_on(q, amp_extent(8), ends, a));
    CHECK_STATUS(amp_completion_wait(amp_synchronize_async(b)), AMP_KERNEL_FAULT);
    CHECK_CONTAINS(amp_last_error(), "ends");
    CHECK_STATUS(amp_synchronize(a), AMP_KERNEL_FAULT); /* the other bytes */
    (void)amp_wait(q);
    CHECK_OK(amp_parallel_for_each_on(q, amp_extent(8), ends, low));
    CHECK_OK(amp_parallel_for_each_on(other, amp_extent(8), add, 1, high));
    CHECK_STATUS(amp_completion_wait(amp_synchronize_async(all)), AMP_KERNEL_FAULT);
    CHECK_OK(amp_synchronize(high));
    CHECK_INT(r[15], ==, 1);
    (void)amp_synchronize(all); /* told or not, as there was work on it or not */
    CHECK_OK(amp_synchronize(all));
    CHECK_INT(r[8], ==, 1);
}
TEST(a_completion_tells_a_failure_elsewhere) { failure_in_completion("emu"); }
TEST(a_completion_tells_a_failure_elsewhere_on_a_device) { failure_in_completion("emu:separate"); }

/* What a launch computes of bytes that failed work was to write is no result. */
static void failure_follows(const char *path)
{
    const amp_accelerator_view q = queue_of(path), d = default_of(path);
    const amp_array_view a = amp_view(int, m, 8), b = amp_view(int, r, 8);
    int n = 5, k = 6;
    const amp_array_view to = amp_view(int, &n, 1), at = amp_view(int, &k, 1);
    CHECK_OK(amp_parallel_for_each_on(q, amp_extent(8), ends, a));
    CHECK_OK(amp_parallel_for_each_on(q, amp_extent(8), add_of, a, b));
    CHECK_OK(amp_parallel_for_each_on(q, amp_extent(1), sum, b, to));
    CHECK_STATUS(amp_synchronize(to), AMP_KERNEL_FAULT);
    CHECK_CONTAINS(amp_last_error(), "ends");
    CHECK_INT(n, ==, 5);
    CHECK_STATUS(amp_parallel_for_each_on(d, amp_extent(1), sum, a, at), AMP_KERNEL_FAULT);
    CHECK_CONTAINS(amp_last_error(), "ends");
    CHECK_OK(amp_synchronize(at));
    CHECK_INT(k, ==, 6);
    CHECK_STATUS(amp_parallel_for_each_on(d, amp_extent(8), add_of, /* another source */
                                          amp_view(int, m + 4, 8), at), AMP_KERNEL_FAULT);
    CHECK_STATUS(amp_copy(a, amp_view(int, r + 20, 8)), AMP_KERNEL_FAULT);
    CHECK_STATUS(amp_synchronize(b), AMP_KERNEL_FAULT);
    CHECK_STATUS(amp_wait(q), AMP_KERNEL_FAULT);
    CHECK_STATUS(amp_synchronize(a), AMP_KERNEL_FAULT); /* a launch or copy does not end it */
    CHECK_OK(amp_parallel_for_each_on(q, amp_extent(8), add, 1, a));
    CHECK_OK(amp_synchronize(a));
}
/* A launch in host memory, with nothing under way, finds lost bytes lost all the same. */
TEST(a_failure_follows_the_data_to_the_default)
{
    const amp_accelerator_view q = queue_of("emu");
    const amp_array_view all = amp_view(int, m, 16), b = amp_view(int, r, 8);
    const amp_array_view low = amp_section(all, amp_index(0), amp_extent(8));
    const amp_array_view high = amp_section(all, amp_index(8), amp_extent(8));
    CHECK_OK(amp_parallel_for_each_on(q, amp_extent(16), ends, all));
    CHECK_STATUS(amp_synchronize(low), AMP_KERNEL_FAULT);
    CHECK_STATUS(amp_parallel_for_each(amp_extent(8), add_of, high, b), AMP_KERNEL_FAULT);
    CHECK_CONTAINS(amp_last_error(), "ends");
    CHECK_STATUS(amp_parallel_for_each(amp_extent(8), add, 1, high), AMP_KERNEL_FAULT);
    CHECK_OK(amp_synchronize(b));
    CHECK_INT(r[0], ==, 0);
    CHECK_STATUS(amp_synchronize(high), AMP_KERNEL_FAULT);
    CHECK_OK(amp_parallel_for_each(amp_extent(8), add, 1, high));
    CHECK_OK(amp_synchronize(high));
}

/* A copy of lost bytes through another source, which has a copy of them on the device, is
   not made, nor does its completion say that it was. */
static void failure_of_a_copy(const char *path)
{
    const amp_accelerator_view q = queue_of(path);
    const amp_array_view a = amp_view(int, m, 8), b = amp_view(int, m + 4, 8);
    int to[8] = { 9, 9, 9, 9, 9, 9, 9, 9 };
    CHECK_OK(amp_parallel_for_each_on(q, amp_extent(8), add, 1, b));
    CHECK_OK(amp_parallel_for_each_on(q, amp_extent(8), ends, a));
    CHECK_STATUS(amp_completion_wait(amp_copy_out_async(b, to)), AMP_KERNEL_FAULT);
    CHECK_INT(to[0], ==, 9);
    CHECK_STATUS(amp_copy_out(b, to), AMP_KERNEL_FAULT);
    CHECK_INT(to[0], ==, 9);
    CHECK_STATUS(amp_synchronize(a), AMP_KERNEL_FAULT);
    CHECK_OK(amp_copy_out(b, to));
    CHECK_INT(to[4], ==, 1);
}
TEST(lost_bytes_are_not_copied_through_another_source) { failure_of_a_copy("emu"); }
TEST(lost_bytes_of_a_device_are_not_copied) { failure_of_a_copy("emu:separate"); }

/* A failure that is asked for, or whose data is given up, while the launch that
   reads it is still to run. */
static void failure_overtakes(const char *path, int discard)
{
    const amp_accelerator_view q = queue_of(path);
    const amp_array_view a = amp_view(int, m, 8), b = amp_view(int, r, 8);
    amp_accelerator_view held;
    CHECK_OK(amp_accelerator_create_view(amp_accelerator_find(path), AMP_QUEUING_AUTOMATIC,
                                         &held));
    CHECK_OK(amp_parallel_for_each_on(q, amp_extent(8), ends, a));
    CHECK_STATUS(amp_wait(q), AMP_KERNEL_FAULT);
    CHECK_OK(amp_parallel_for_each_on(held, amp_extent(8), add_of, a, b));
    if (discard) {
        CHECK_OK(amp_discard_data(a));
    } else {
        CHECK_STATUS(amp_completion_wait(amp_synchronize_async(a)), AMP_KERNEL_FAULT);
    }
    CHECK_STATUS(amp_synchronize(b), AMP_KERNEL_FAULT);
    CHECK_CONTAINS(amp_last_error(), "ends");
    CHECK_INT(r[0], ==, 0);
    CHECK_OK(amp_synchronize(a));
}
TEST(a_failure_waits_for_what_reads_the_data) { failure_overtakes("emu", 0); }
TEST(a_failure_on_a_device_waits_for_what_reads_it) { failure_overtakes("emu:separate", 0); }
TEST(a_discard_waits_for_what_reads_lost_data) { failure_overtakes("emu", 1); }
TEST(a_discard_on_a_device_waits_for_what_reads_it) { failure_overtakes("emu:separate", 1); }
TEST(a_failure_follows_the_data) { failure_follows("emu"); }
TEST(a_failure_on_a_device_follows_the_data) { failure_follows("emu:separate"); }

/* A copy of lost bytes to another part of the same source is not made, and what was to be
   written is lost: also where lost and copied bytes do not overlap. */
static void failure_of_a_copy_within(const char *path, int array)
{
    const amp_accelerator_view q = queue_of(path);
    const amp_array_view all = array ? amp_array_on(q, int, amp_extent(24)) : amp_view(int, m, 24);
    const amp_array_view low = amp_section(all, amp_index(0), amp_extent(8));
    const amp_array_view high = amp_section(all, amp_index(16), amp_extent(8));
    int to[8] = { 9, 9, 9, 9, 9, 9, 9, 9 }, zeros[24] = { 0 };
    amp_completion c;
    CHECK_OK(amp_copy_in(all, zeros));
    CHECK_OK(amp_parallel_for_each_on(q, amp_extent(24), add, 1, all));
    CHECK_OK(amp_parallel_for_each_on(q, amp_extent(8), ends, low));
    c = amp_copy_async(low, high);
    /* Where the launch has ended by now the copy is refused at once, and writes nothing. */
    if (amp_synchronize(high) == AMP_OK) {
        CHECK_OK(amp_copy_out(high, to));
        CHECK_INT(to[0], ==, 1);
        to[0] = 9;
    }
    CHECK_STATUS(amp_completion_wait(c), AMP_KERNEL_FAULT);
    CHECK_CONTAINS(amp_last_error(), "ends");
    CHECK_STATUS(amp_copy_out(low, to), AMP_KERNEL_FAULT);
    CHECK_INT(to[0], ==, 9);
    if (!array) { /* an array's copy out is where its failure is told */
        CHECK_STATUS(amp_synchronize(low), AMP_KERNEL_FAULT);
    }
    CHECK_OK(amp_release(all));
}
TEST(lost_bytes_are_not_copied_within_a_source) { failure_of_a_copy_within("emu", 0); }
TEST(lost_bytes_of_a_device_are_not_copied_within_it)
{
    failure_of_a_copy_within("emu:separate", 0);
}
TEST(lost_bytes_of_an_array_are_not_copied_within_it)
{
    failure_of_a_copy_within("emu", 1);
    failure_of_a_copy_within("emu:separate", 1);
}

static int no_memory; /* 1: not for much, 2: for nothing */
static void *allocate(size_t n, void *user)
{
    (void)user;
    const int none = __atomic_load_n(&no_memory, __ATOMIC_RELAXED); /* queues allocate, too */
    return none == 2 || (none && n > 60000) ? NULL : malloc(n);
}
static void deallocate(void *p, void *user)
{
    (void)user;
    free(p);
}
/* One launch in host memory writes a part of a source and another source that has bytes of the
   first, too: what a device holds of the first is out of date in both places. */
TEST(a_launch_that_writes_a_section_and_a_source_over_the_rest)
{
    static int x[40];
    const amp_accelerator_view host = amp_accelerator_default_view(amp_accelerator_find("emu"));
    const amp_accelerator_view device =
        amp_accelerator_default_view(amp_accelerator_find("emu:separate"));
    const amp_array_view a = amp_view(int, x, 32), b = amp_view(int, x + 24, 16);
    int i;
    CHECK_OK(amp_parallel_for_each_on(device, amp_extent(32), add, 1, a));
    CHECK_OK(amp_synchronize(a)); /* valid here and there */
    CHECK_OK(amp_parallel_for_each_on(host, amp_extent(8), add_both, 10,
                                      amp_section(a, amp_index(0), amp_extent(8)), b));
    CHECK_OK(amp_parallel_for_each_on(device, amp_extent(32), add, 100, a));
    CHECK_OK(amp_synchronize(a));
    for (i = 0; i < 32; i++) {
        CHECK_INT(x[i], ==, i < 8 || i >= 24 ? 111 : 101);
    }
    CHECK_OK(amp_release(b));
    CHECK_OK(amp_release(a));
}

TEST(release_tells_that_queued_work_had_no_memory)
{
    const amp_allocator a = { allocate, deallocate, NULL };
    amp_accelerator_view q;
    amp_array_view v;
    amp_set_allocator(a);
    CHECK_OK(amp_emu_set_engine(AMP_ENGINE_FIBERS)); /* it is the fibers that need so much */
    q = queue_of("emu:separate");
    v = amp_view(int, m, 8);
    __atomic_store_n(&no_memory, 1, __ATOMIC_RELAXED);
    CHECK_OK(amp_parallel_for_each_on(q, amp_tile(amp_extent(8), 8), tiled, v));
    CHECK_STATUS(amp_release(v), AMP_OUT_OF_MEMORY);
    CHECK_INT(m[0], ==, 0);
    __atomic_store_n(&no_memory, 0, __ATOMIC_RELAXED);
}

/* Without memory for a list all bytes count as lost: not those of the next data source, too. */
TEST(a_failure_without_memory_is_not_the_next_sources)
{
    const amp_allocator a = { allocate, deallocate, NULL };
    amp_accelerator_view q;
    amp_array_view v, after;
    amp_set_allocator(a);
    CHECK_OK(amp_emu_set_workers(1));
    q = queue_of("emu");
    v = amp_view(int, m, 8);
    CHECK_OK(amp_parallel_for_each_on(q, amp_extent(8), gated, 1, amp_view(int, r, 8)));
    CHECK_OK(amp_parallel_for_each_on(q, amp_extent(8), ends, v));
    __atomic_store_n(&no_memory, 2, __ATOMIC_RELAXED);
    open_soon();
    CHECK_STATUS(amp_wait(q), AMP_KERNEL_FAULT);
    CHECK_STATUS(amp_release(v), AMP_OUT_OF_MEMORY);
    __atomic_store_n(&no_memory, 0, __ATOMIC_RELAXED);
    after = amp_view(int, m, 8);
    CHECK(after.record == v.record);
    CHECK_OK(amp_parallel_for_each_on(q, amp_extent(4), ends,
                                      amp_section(after, amp_index(0), amp_extent(4))));
    CHECK_STATUS(amp_wait(q), AMP_KERNEL_FAULT);
    CHECK_OK(amp_synchronize(amp_section(after, amp_index(4), amp_extent(4))));
    CHECK_STATUS(amp_synchronize(after), AMP_KERNEL_FAULT);
}

/* Calls at random, and what they make of a plain array. */
enum { BYTES = 40, POOL = 10, PLACES = 7 };
static int model[BYTES], host[BYTES], total, model_total;
static unsigned state;
static int draw(int n)
{
    state = state * 1664525u + 1013904223u;
    return (int)((state >> 8) % (unsigned)n);
}
typedef struct shown {
    amp_array_view v;
    int first, rows, cols, stride; /* of the elements of host; rows 0: none */
} shown;
static shown pool[POOL];
static amp_array_view made[4096];
static int made_count;

static shown make_view(void)
{
    shown s;
    s.first = draw(BYTES);
    s.rows = 1;
    s.cols = 1 + draw(BYTES - s.first);
    s.stride = s.cols;
    if (s.cols < 4 || draw(3) > 0) {
        s.v = amp_view(int, host + s.first, s.cols);
    } else { /* some columns of an array of two dimensions */
        const int width = 2 + draw(s.cols / 2 - 1), rows = s.cols / width, skip = draw(width);
        const amp_array_view all = amp_view(int, host + s.first, rows, width);
        s.rows = 1 + draw(rows);
        s.cols = 1 + draw(width - skip);
        s.stride = width;
        s.v = amp_section(all, amp_index(rows - s.rows, skip), amp_extent(s.rows, s.cols));
        s.first += (rows - s.rows) * width + skip;
    }
    CHECK_STATUS(s.v.status, AMP_OK);
    made[made_count++] = s.v;
    return s;
}
#define AT(s, i, j) ((s)->first + (i) * (s)->stride + (j))

static void compare(const shown *s, const char *what, unsigned seed, int step)
{
    int i, j;
    for (i = 0; i < s->rows; i++) {
        for (j = 0; j < s->cols; j++) {
            if (host[AT(s, i, j)] != model[AT(s, i, j)]) {
                FAIL("seed %u, step %d: %s: element %d is %d instead of %d", seed, step, what,
                         AT(s, i, j), host[AT(s, i, j)], model[AT(s, i, j)]);
            }
        }
    }
}

static void random_calls(unsigned seed, int steps)
{
    amp_accelerator_view on[PLACES];
    int step, i, j, k, n = 0;
    const amp_array_view to = amp_view(int, &total, 1);
    state = seed * 2654435761u + 1u;
    memset(pool, 0, sizeof(pool));
    on[n++] = default_of("emu");
    on[n++] = default_of("emu:separate");
    on[n++] = default_of("default");
    on[n++] = queue_of("emu");
    on[n++] = queue_of("emu:separate");
    on[n++] = queue_of("default");
    CHECK_OK(amp_accelerator_create_view(amp_accelerator_find("emu:separate"),
                                         AMP_QUEUING_AUTOMATIC, &on[n++]));
    for (step = 0; step < steps; step++) {
        shown *s = &pool[draw(POOL)];
        const amp_accelerator_view q = on[draw(PLACES)];
        const int a = 1 + draw(9);
        int out[BYTES];
        if (s->rows == 0 || draw(6) == 0) {
            *s = make_view();
        }
        switch (draw(10)) {
        case 0: case 1: case 2: case 3:
            CHECK_OK(s->v.extent.rank == 1
                     ? amp_parallel_for_each_on(q, s->v.extent, add, a, s->v)
                     : amp_parallel_for_each_on(q, s->v.extent, add2, a, s->v));
            for (i = 0; i < s->rows; i++) {
                for (j = 0; j < s->cols; j++) {
                    model[AT(s, i, j)] += a;
                }
            }
            break;
        case 4: /* what a kernel reads */
            if (s->v.extent.rank == 1) {
                model_total = 0;
                for (j = 0; j < s->cols; j++) {
                    model_total += model[AT(s, 0, j)];
                }
                CHECK_OK(amp_parallel_for_each_on(q, amp_extent(1), sum, s->v, to));
                if (draw(2) == 0) {
                    CHECK_OK(amp_synchronize(to));
                    if (total != model_total) {
                        FAIL("seed %u, step %d: a sum is %d instead of %d", seed, step, total,
                                 model_total);
                    }
                }
            }
            break;
        case 5:
            CHECK_OK(draw(2) ? amp_synchronize(s->v)
                             : amp_completion_wait(amp_synchronize_async(s->v)));
            compare(s, "synchronize", seed, step);
            break;
        case 6: /* the host writes */
            CHECK_OK(amp_synchronize(s->v));
            compare(s, "before writing", seed, step);
            for (i = 0; i < s->rows; i++) {
                for (j = 0; j < s->cols; j++) {
                    host[AT(s, i, j)] = model[AT(s, i, j)] = step;
                }
            }
            if (draw(2) || s->rows > 1) {
                CHECK_OK(amp_refresh(s->v));
            } else {
                s->v = amp_view(int, host + s->first, s->cols);
                CHECK_STATUS(s->v.status, AMP_OK);
                made[made_count++] = s->v;
            }
            break;
        case 7:
            CHECK_OK(amp_copy_out(s->v, out));
            for (i = 0; i < s->rows; i++) {
                for (j = 0; j < s->cols; j++) {
                    if (out[i * s->cols + j] != model[AT(s, i, j)]) {
                        FAIL("seed %u, step %d: a copy of element %d is %d instead of %d", seed,
                                 step, AT(s, i, j), out[i * s->cols + j], model[AT(s, i, j)]);
                    }
                }
            }
            break;
        case 8:
            for (i = 0; i < s->rows * s->cols; i++) {
                out[i] = step + i;
            }
            CHECK_OK(amp_copy_in(s->v, out));
            for (i = 0; i < s->rows; i++) {
                for (j = 0; j < s->cols; j++) {
                    model[AT(s, i, j)] = out[i * s->cols + j];
                }
            }
            break;
        default: /* ends it and all other views of the same source */
            if (draw(3) == 0) {
                CHECK_OK(amp_release(s->v));
                for (k = 0; k < POOL; k++) {
                    if (pool[k].rows > 0 && pool[k].v.record == s->v.record
                        && pool[k].v.generation == s->v.generation && &pool[k] != s) {
                        pool[k].rows = 0;
                    }
                }
                s->rows = 0;
            }
        }
    }
    for (k = 0; k < POOL; k++) {
        if (pool[k].rows > 0) {
            CHECK_OK(amp_synchronize(pool[k].v));
            compare(&pool[k], "at the end", seed, steps);
        }
    }
    while (made_count > 0) {
        (void)amp_release(made[--made_count]);
    }
    for (i = 3; i < PLACES; i++) {
        CHECK_OK(amp_accelerator_view_release(on[i]));
    }
}
TEST_LIMIT(calls_at_random_make_what_a_plain_array_holds, 60)
{
    const char *first = getenv("SEED"), *rounds = getenv("ROUNDS");
    const unsigned from = first != NULL ? (unsigned)atoi(first) : 1u;
    const unsigned n = rounds != NULL ? (unsigned)atoi(rounds) : 40u;
    unsigned seed;
    for (seed = from; seed < from + n; seed++) {
        random_calls(seed, 120);
    }
}
