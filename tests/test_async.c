/* SPDX-License-Identifier: MIT */
/* run: plain */
/* Accelerator views at work: order within one and between several, completions
   and what follows them, errors that come later, several host threads. A gate,
   on which a kernel waits, stands for work that takes long: no test measures
   time. */
#include <pthread.h>
#include <time.h>
#include "amp.h"
#include "tap.h"
#include <sys/time.h> /* gettimeofday */

static pthread_mutex_t gate_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t gate_changed = PTHREAD_COND_INITIALIZER;
static int gates[8], arrived[8];

static void gate_set(int g)
{
    (void)pthread_mutex_lock(&gate_lock);
    gates[g] = 1;
    (void)pthread_cond_broadcast(&gate_changed);
    (void)pthread_mutex_unlock(&gate_lock);
}
static void gate_wait(int g)
{
    (void)pthread_mutex_lock(&gate_lock);
    arrived[g] = 1;
    (void)pthread_cond_broadcast(&gate_changed);
    while (!gates[g]) {
        (void)pthread_cond_wait(&gate_changed, &gate_lock);
    }
    (void)pthread_mutex_unlock(&gate_lock);
}
static void gate_await(int g) /* until somebody stands before it */
{
    (void)pthread_mutex_lock(&gate_lock);
    while (!arrived[g]) {
        (void)pthread_cond_wait(&gate_changed, &gate_lock);
    }
    (void)pthread_mutex_unlock(&gate_lock);
}
static int gate_arrived(int g)
{
    int r;
    (void)pthread_mutex_lock(&gate_lock);
    r = arrived[g];
    (void)pthread_mutex_unlock(&gate_lock);
    return r;
}

AMP_DEVICE_BEGIN
AMP_KERNEL(takes_long, 1, value(int, turns), out(int, 1, v))
{
    unsigned n = 1;
    int i;
    for (i = 0; i < turns; i++) {
        n = n * 1664525u + 1013904223u;
    }
    amp_at(v, idx[0]) = (int)n;
}
typedef struct big { int n[30]; } big;
AMP_KERNEL(add, 1, value(int, a), inout(int, 1, v)) { amp_at(v, idx[0]) += a; }
AMP_KERNEL(times, 1, value(int, a), inout(int, 1, v)) { amp_at(v, idx[0]) *= a; }
AMP_KERNEL(copy, 1, in(int, 1, from), out(int, 1, to))
{
    amp_at(to, idx[0]) = amp_at(from, idx[0]);
}
AMP_KERNEL(gated, 1, value(int, gate), value(int, a), inout(int, 1, v)) /* on the emulator */
{
    if (idx[0] == 0) {
#ifndef __OPENCL_VERSION__
        gate_wait(gate);
#endif
    }
    amp_at(v, idx[0]) += a;
}
AMP_KERNEL(many_values, 1, value(big, b), value(double, d), value(char, c), out(int, 1, v))
{
    amp_at(v, idx[0]) = b.n[29] + (int)d + c;
}
AMP_TILED_KERNEL(diverges, (8), inout(int, 1, v))
{
    amp_at(v, tidx.global[0]) = -1;
    if (tidx.local[0] == 3) {
        return;
    }
    amp_tile_barrier_wait(tidx);
}
/* On the emulator. */
AMP_TILED_KERNEL(diverges_behind_gate, (8), value(int, gate), inout(int, 1, v))
{
    amp_at(v, tidx.global[0]) = -1;
    if (tidx.local[0] == 0) {
#ifndef __OPENCL_VERSION__
        gate_wait(gate);
#endif
    }
    if (tidx.local[0] == 3) {
        return;
    }
    amp_tile_barrier_wait(tidx);
}
AMP_DEVICE_END

enum { N = 64 };
static int x[N], y[N], z[N];
static const char *const place[] = { "emu", "emu:separate", "default" };

static amp_accelerator_view queue(const char *path, amp_queuing_mode mode)
{
    amp_accelerator_view v;
    CHECK_OK(amp_accelerator_create_view(amp_accelerator_find(path), mode, &v));
    return v;
}
#define IMMEDIATE(p) queue(place[p], AMP_QUEUING_IMMEDIATE)

/* A launch returns before the kernel has ended, and the work is in order. */
static void in_order(int p)
{
    const amp_accelerator_view q = IMMEDIATE(p);
    const amp_array_view v = amp_view(int, x, N);
    CHECK_OK(amp_parallel_for_each_on(q, amp_extent(N), gated, 0, 1, v));
    CHECK_OK(amp_parallel_for_each_on(q, amp_extent(N), times, 10, v));
    CHECK_OK(amp_parallel_for_each_on(q, amp_extent(N), add, 5, v));
    gate_await(0);
    CHECK_INT(amp_completion_wait_for(amp_marker(q), 20), ==, 0);
    gate_set(0);
    CHECK_OK(amp_wait(q));
    CHECK_OK(amp_synchronize(v));
    CHECK_INT(x[N - 1], ==, 15);
    CHECK_OK(amp_accelerator_view_release(q));
    CHECK_OK(amp_release(v));
}
/* Of three tries one at least ends in time also where the machine has other work. */
TEST(a_limited_wait_ends_at_its_limit)
{
    const amp_accelerator_view q = IMMEDIATE(0);
    const amp_array_view v = amp_view(int, x, N);
    double took = 0;
    int i;
    CHECK_OK(amp_parallel_for_each_on(q, amp_extent(N), gated, 0, 1, v));
    for (i = 0; i < 3 && (i == 0 || took > 1.5); i++) {
        struct timeval began, ended;
        (void)gettimeofday(&began, NULL);
        CHECK_INT(amp_completion_wait_for(amp_marker(q), 300), ==, 0);
        (void)gettimeofday(&ended, NULL);
        took = (double)(ended.tv_sec - began.tv_sec)
            + (double)(ended.tv_usec - began.tv_usec) * 1e-6;
        CHECK_FLOAT(took, >, 0.29);
    }
    CHECK_FLOAT(took, <, 1.5);
    gate_set(0);
    CHECK_OK(amp_wait(q));
    CHECK_OK(amp_accelerator_view_release(q));
    CHECK_OK(amp_release(v));
}

TEST(work_on_one_view_runs_in_order) { in_order(0); }
TEST(work_on_one_view_of_a_device_runs_in_order) { in_order(1); }

static void side_by_side(int p)
{
    const amp_accelerator_view a = IMMEDIATE(p), b = IMMEDIATE(p);
    const amp_array_view v = amp_view(int, x, N), w = amp_view(int, y, N);
    CHECK_OK(amp_parallel_for_each_on(a, amp_extent(N), gated, 0, 1, v));
    CHECK_OK(amp_parallel_for_each_on(b, amp_extent(N), gated, 1, 2, w));
    gate_await(0);
    gate_await(1); /* both are under way */
    gate_set(1);
    CHECK_OK(amp_wait(b));
    CHECK_OK(amp_synchronize(w));
    CHECK_INT(y[3], ==, 2);
    CHECK_INT(amp_completion_wait_for(amp_marker(a), 0), ==, 0);
    gate_set(0);
    CHECK_OK(amp_synchronize(v));
    CHECK_INT(x[3], ==, 1);
    CHECK_OK(amp_accelerator_view_release(a));
    CHECK_OK(amp_accelerator_view_release(b));
}
TEST(two_views_work_side_by_side) { side_by_side(0); }
TEST(two_views_of_a_device_work_side_by_side) { side_by_side(1); }

/* Data that two queues use: the later launch waits for the earlier. */
static void ordered_by_data(int p, int q)
{
    const amp_accelerator_view a = IMMEDIATE(p), b = IMMEDIATE(q);
    const amp_array_view v = amp_view(int, x, N), w = amp_view(int, y, N);
    CHECK_OK(amp_parallel_for_each_on(a, amp_extent(N), gated, 0, 1, v));
    gate_await(0);
    if (p == q) { /* returns although the other is at work */
        CHECK_OK(amp_parallel_for_each_on(b, amp_extent(N), times, 10, v));
        CHECK_OK(amp_parallel_for_each_on(a, amp_extent(N), copy, v, w));
        CHECK_OK(amp_parallel_for_each_on(b, amp_extent(N), add, 7, v)); /* after the reading */
        gate_set(0);
    } else {
        gate_set(0);
        CHECK_OK(amp_parallel_for_each_on(b, amp_extent(N), times, 10, v));
        CHECK_OK(amp_parallel_for_each_on(a, amp_extent(N), copy, v, w));
        CHECK_OK(amp_parallel_for_each_on(b, amp_extent(N), add, 7, v));
    }
    CHECK_OK(amp_synchronize(w));
    CHECK_INT(y[0], ==, 10);
    CHECK_INT(y[N - 1], ==, 10);
    CHECK_OK(amp_synchronize(v));
    CHECK_INT(x[0], ==, 17);
    CHECK_OK(amp_accelerator_view_release(a));
    CHECK_OK(amp_accelerator_view_release(b));
}
TEST(queues_order_work_on_the_same_data) { ordered_by_data(0, 0); }
TEST(queues_of_a_device_order_work_on_the_same_data) { ordered_by_data(1, 1); }
TEST(queues_of_two_devices_order_work_on_the_same_data) { ordered_by_data(0, 1); }
TEST(queues_of_two_devices_order_work_the_other_way) { ordered_by_data(1, 0); }

/* A default view of a device is waited for no longer than asked. */
TEST_LIMIT(waiting_for_a_time_on_a_default_view, 60)
{
    const amp_accelerator a = amp_accelerator_default();
    const amp_accelerator_view d = amp_accelerator_default_view(a);
    const amp_array_view v = amp_array_on(d, int, amp_extent(1));
#ifdef AMP_EMU_DEFERRED
    const int at_once = 0;
#else
    const int at_once = strncmp(a.device_path, "emu", 3) == 0; /* it has ended, however long */
#endif
    amp_completion c;
    SKIP_ON_LLVMPIPE("llvmpipe ends loops after 65535 turns: no kernel takes long there");
    CHECK_OK(amp_parallel_for_each_on(d, amp_extent(1), takes_long, 1, v)); /* compiles */
    CHECK_OK(amp_wait(d));
    CHECK_OK(amp_parallel_for_each_on(d, amp_extent(1), takes_long,
                                         at_once ? 3000 : 300000000, v));
    c = amp_marker(d);
#ifdef AMP_EMU_DEFERRED /* its thread that waits may need longer than that, or not */
    (void)amp_completion_wait_for(c, 1);
#else
    CHECK_INT(amp_completion_wait_for(c, 1), ==, at_once);
#endif
    while (!amp_completion_wait_for(c, 20)) {
    }
    CHECK_OK(amp_completion_wait(c));
    CHECK_INT(amp_completion_wait_for(c, 0), ==, 1);
    CHECK_OK(amp_release(v));
}

/* Each queue waits for the other all the time: on a device that counts work as done
   only when it is waited for, neither may wait before it has counted its own. */
static void in_turn(int p)
{
    const amp_accelerator_view a = IMMEDIATE(p), b = IMMEDIATE(p);
    const amp_array_view v = amp_view(int, x, N);
    int i;
    for (i = 0; i < 50; i++) {
        CHECK_OK(amp_parallel_for_each_on(a, amp_extent(N), add, 1, v));
        CHECK_OK(amp_parallel_for_each_on(b, amp_extent(N), add, 2, v));
    }
    CHECK_OK(amp_synchronize(v));
    CHECK_INT(x[0], ==, 150);
    CHECK_INT(x[N - 1], ==, 150);
    CHECK_OK(amp_accelerator_view_release(a));
    CHECK_OK(amp_accelerator_view_release(b));
}
TEST(two_queues_in_turn_on_the_same_data) { in_turn(0); }
TEST(two_queues_of_a_device_in_turn_on_the_same_data) { in_turn(1); }
TEST(two_queues_of_the_default_in_turn_on_the_same_data) { in_turn(2); }

TEST(readers_of_the_same_data_do_not_wait_for_each_other)
{
    const amp_accelerator_view a = IMMEDIATE(0), b = IMMEDIATE(0);
    const amp_array_view v = amp_view(int, x, N), w = amp_view(int, y, N), u = amp_view(int, z, N);
    CHECK_OK(amp_parallel_for_each_on(a, amp_extent(N), gated, 0, 1, u));
    CHECK_OK(amp_parallel_for_each_on(a, amp_extent(N), copy, v, u));
    CHECK_OK(amp_parallel_for_each_on(b, amp_extent(N), copy, v, w));
    CHECK_OK(amp_wait(b)); /* though a, which reads v too, stands at the gate */
    gate_set(0);
    CHECK_OK(amp_wait(a));
}

TEST(fresh_data_waits_for_who_still_reads_the_old_on_the_device)
{
    const amp_accelerator_view a = IMMEDIATE(1), b = IMMEDIATE(1);
    const amp_array_view v = amp_view(int, x, N), u = amp_view(int, y, N), w = amp_view(int, z, N);
    x[5] = 3;
    CHECK_OK(amp_parallel_for_each_on(a, amp_extent(N), copy, v, u));
    CHECK_OK(amp_wait(a)); /* x is on the device */
    CHECK_OK(amp_parallel_for_each_on(a, amp_extent(N), gated, 0, 1, u));
    CHECK_OK(amp_parallel_for_each_on(a, amp_extent(N), copy, v, u));
    x[5] = 4; /* nobody reads it on the host: the view over it makes it news */
    CHECK_OK(amp_parallel_for_each_on(b, amp_extent(N), copy, amp_view(int, x, N), w));
    gate_set(0);
    CHECK_OK(amp_wait(b));
    CHECK_OK(amp_synchronize(u));
    CHECK_OK(amp_synchronize(w));
    CHECK_INT(y[5], ==, 3);
    CHECK_INT(z[5], ==, 4);
}

/* Four queues read v, each behind a gate of its own; a fifth is to write it, with a launch or,
   where v is an array of the fifth queue's, a copy. As long as one gate is shut, it has to wait. */
static void writer_behind_readers(int p, int copies, int last)
{
    static int results[4][N], fresh[N];
    const amp_accelerator_view writer = IMMEDIATE(p);
    const amp_array_view v = copies ? amp_array_on(writer, int, amp_extent(N))
                                    : amp_view(int, x, N);
    amp_accelerator_view reader[4];
    amp_array_view u[4];
    amp_completion written;
    int i;
    x[5] = 3;
    fresh[5] = 30;
    if (copies) {
        CHECK_OK(amp_copy_in(v, x));
    }
    for (i = 0; i < 4; i++) {
        reader[i] = IMMEDIATE(p);
        u[i] = amp_view(int, results[i], N);
        CHECK_OK(amp_parallel_for_each_on(reader[i], amp_extent(N), gated, i, 1, u[i]));
        CHECK_OK(amp_parallel_for_each_on(reader[i], amp_extent(N), copy, v, u[i]));
    }
    for (i = 0; i < 4; i++) {
        if (i != last) {
            gate_set(i);
            CHECK_OK(amp_wait(reader[i]));
        }
    }
    gate_await(last);
    if (copies) {
        written = amp_copy_in_async(v, fresh);
    } else {
        CHECK_OK(amp_parallel_for_each_on(writer, amp_extent(N), times, 10, v));
        written = amp_marker(writer);
    }
    CHECK_INT(amp_completion_wait_for(written, 20), ==, 0);
    gate_set(last);
    CHECK_OK(amp_completion_wait(written));
    for (i = 0; i < 4; i++) {
        CHECK_OK(amp_synchronize(u[i]));
        CHECK_INT(results[i][5], ==, 3);
        CHECK_OK(amp_accelerator_view_release(reader[i]));
    }
    CHECK_OK(amp_copy_out(v, x));
    CHECK_INT(x[5], ==, 30);
    CHECK_OK(amp_release(v));
    CHECK_OK(amp_accelerator_view_release(writer));
}
TEST(a_launch_waits_for_the_first_of_four_readers) { writer_behind_readers(0, 0, 0); }
TEST(a_launch_waits_for_the_last_of_four_readers) { writer_behind_readers(0, 0, 3); }
TEST(a_launch_waits_for_the_last_of_four_readers_on_a_device) { writer_behind_readers(1, 0, 3); }
TEST(a_copy_waits_for_who_reads_what_it_overwrites) { writer_behind_readers(0, 1, 2); }
TEST(a_copy_waits_for_who_reads_what_it_overwrites_on_a_device) { writer_behind_readers(1, 1, 2); }

TEST(a_synchronous_launch_waits_for_queued_work_on_its_data)
{
    const amp_accelerator_view a = IMMEDIATE(0);
    const amp_array_view v = amp_view(int, x, N);
    CHECK_OK(amp_parallel_for_each_on(a, amp_extent(N), gated, 0, 1, v));
    gate_await(0);
    gate_set(0);
    CHECK_OK(amp_parallel_for_each_on(amp_accelerator_default_view(amp_accelerator_find("emu")),
                                      amp_extent(N), times, 10, v));
    CHECK_INT(x[5], ==, 10);
    CHECK_OK(amp_accelerator_view_release(a));
}

TEST(an_automatic_view_keeps_work_until_it_is_sent)
{
    const amp_accelerator_view q = queue("emu", AMP_QUEUING_AUTOMATIC);
    const amp_array_view v = amp_view(int, x, N);
    amp_completion c;
    int i;
    gate_set(0);
    CHECK_OK(amp_parallel_for_each_on(q, amp_extent(N), gated, 0, 1, v));
    for (i = 0; i < 1000; i++) {
        CHECK_INT(gate_arrived(0), ==, 0);
    }
    CHECK_OK(amp_flush(q));
    gate_await(0);
    CHECK_OK(amp_wait(q));
    CHECK_INT(x[0], ==, 1);
    for (i = 0; i < 100; i++) { /* more than it keeps back */
        CHECK_OK(amp_parallel_for_each_on(q, amp_extent(N), add, 1, v));
    }
    c = amp_marker(q);
    CHECK_OK(amp_completion_wait(c)); /* needs the result: sends it */
    CHECK_INT(x[0], ==, 101);
    CHECK_OK(amp_parallel_for_each_on(q, amp_extent(N), add, 1, v));
    CHECK_OK(amp_synchronize(v));
    CHECK_INT(x[0], ==, 102);
    CHECK_OK(amp_parallel_for_each_on(q, amp_extent(N), add, 1, v));
    CHECK_INT(amp_completion_wait_for(amp_marker(q), 20000), ==, 1);
    CHECK_OK(amp_parallel_for_each_on(q, amp_extent(N), add, 1, v));
    CHECK_OK(amp_accelerator_view_release(q));
    CHECK_INT(x[0], ==, 104);
}

TEST(values_are_kept_with_the_work)
{
    const amp_accelerator_view q = IMMEDIATE(0);
    const amp_array_view v = amp_view(int, x, N), w = amp_view(int, y, N);
    big b;
    memset(&b, 0, sizeof(b));
    b.n[29] = 1000;
    CHECK_OK(amp_parallel_for_each_on(q, amp_extent(N), gated, 0, 0, v));
    CHECK_OK(amp_parallel_for_each_on(q, amp_extent(N), many_values, b, 20.5, (char)3, w));
    b.n[29] = 7;
    gate_set(0);
    CHECK_OK(amp_wait(q));
    CHECK_INT(y[N - 1], ==, 1023);
}

static void copies_in_order(int p)
{
    const amp_accelerator_view q = IMMEDIATE(p);
    amp_array a = amp_array_on(q, int, amp_extent(N)), b = amp_array_on(q, int, amp_extent(N));
    amp_completion c[5];
    int i, out[N];
    for (i = 0; i < N; i++) {
        x[i] = i;
    }
    c[0] = amp_copy_in_async(a, x);
    CHECK_OK(amp_parallel_for_each_on(q, amp_extent(N), gated, 0, 1, a));
    c[1] = amp_copy_async(a, b);
    CHECK_OK(amp_parallel_for_each_on(q, amp_extent(N), times, 10, b));
    c[2] = amp_copy_out_async(b, out);
    c[3] = amp_copy_async(amp_section(b, amp_index(0), amp_extent(10)),
                          amp_section(a, amp_index(10), amp_extent(10)));
    gate_await(0);
#ifndef AMP_EMU_DEFERRED /* there work counts as done with the work sent after it */
    CHECK_OK(amp_completion_wait(c[0]));
#endif
    CHECK_INT(amp_completion_wait_for(c[2], 1), ==, 0);
    gate_set(0);
    for (i = 0; i < 4; i++) {
        CHECK_OK(amp_completion_wait(c[i]));
    }
    CHECK_INT(out[9], ==, 100);
    CHECK_OK(amp_copy_out(a, out));
    CHECK_INT(out[9], ==, 10);
    CHECK_INT(out[19], ==, 100);
    CHECK_OK(amp_release(a));
    CHECK_OK(amp_release(b));
    CHECK_OK(amp_accelerator_view_release(q));
}
TEST(copies_and_launches_run_in_order) { copies_in_order(0); }
TEST(copies_and_launches_of_a_device_run_in_order) { copies_in_order(1); }

TEST(synchronize_async_completes_when_the_data_is_home)
{
    const amp_accelerator_view q = IMMEDIATE(1);
    const amp_array_view v = amp_view(int, x, N);
    amp_completion c;
    CHECK_OK(amp_parallel_for_each_on(q, amp_extent(N), gated, 0, 3, v));
    c = amp_synchronize_async(v);
    gate_await(0);
    CHECK_INT(amp_completion_wait_for(c, 5), ==, 0);
    CHECK_INT(x[0], ==, 0);
    gate_set(0);
    CHECK_OK(amp_completion_wait(c));
    CHECK_INT(x[0], ==, 3);
    CHECK_OK(amp_completion_wait(amp_synchronize_to_async(v, q)));
}

/* Opens a gate some time after a kernel stands before it. */
static void *open_later(void *gate)
{
    const struct timespec some = { 0, 30 * 1000 * 1000 };
    gate_await(*(int *)gate);
    (void)nanosleep(&some, NULL);
    gate_set(*(int *)gate);
    return NULL;
}

/* Of a source a device holds one part, and queued work in host memory that fails writes another:
   what is pending waits for that work, and the completion must know how it ended. The way:
   0 amp_synchronize_async, 1 amp_synchronize_to_async. */
static void failure_behind_a_copy(int way)
{
    static int gate = 0;
    const amp_accelerator_view q = IMMEDIATE(0);
    const amp_accelerator_view d = amp_accelerator_default_view(amp_accelerator_find(place[1]));
    const amp_array_view v = amp_view(int, x, N);
    pthread_t opener;
    amp_completion c;
    CHECK_OK(amp_parallel_for_each_on(d, amp_extent(N), add, 1, v));
    CHECK_OK(amp_parallel_for_each_on(q, amp_tile(amp_extent(8), 8), diverges_behind_gate, gate,
                                      amp_section(v, amp_index(8), amp_extent(8))));
    CHECK_INT(pthread_create(&opener, NULL, open_later, &gate), ==, 0);
    c = way == 0 ? amp_synchronize_async(v) : amp_synchronize_to_async(v, q);
    CHECK_STATUS(amp_completion_wait(c), AMP_BARRIER_DIVERGED);
    CHECK_INT(pthread_join(opener, NULL), ==, 0);
    if (way == 1) { /* the host was not told */
        CHECK_STATUS(amp_synchronize(v), AMP_BARRIER_DIVERGED);
    }
    CHECK_OK(amp_synchronize(v)); /* told once */
    CHECK_INT(x[0], ==, 1);
    CHECK_INT(x[N - 1], ==, 1);
    CHECK_STATUS(amp_accelerator_view_release(q), AMP_BARRIER_DIVERGED);
    CHECK_OK(amp_release(v));
}
TEST(synchronize_async_knows_of_work_that_fails_meanwhile) { failure_behind_a_copy(0); }
TEST(synchronize_to_async_knows_of_work_that_fails_meanwhile) { failure_behind_a_copy(1); }

static int chain[16], chain_length;
static void link_of_chain(void *user)
{
    (void)pthread_mutex_lock(&gate_lock);
    chain[chain_length++] = *(int *)user;
    (void)pthread_mutex_unlock(&gate_lock);
}
TEST(a_chain_of_six_runs_in_order)
{
    static int number[6] = { 1, 2, 3, 4, 5, 6 };
    const amp_accelerator_view q = IMMEDIATE(0);
    amp_completion c;
    int i;
    CHECK_OK(amp_parallel_for_each_on(q, amp_extent(N), gated, 0, 1, amp_view(int, x, N)));
    c = amp_marker(q);
    for (i = 0; i < 6; i++) {
        c = amp_completion_then(c, link_of_chain, &number[i]);
        CHECK(amp_completion_valid(c));
    }
    CHECK_INT(amp_completion_wait_for(c, 10), ==, 0);
    CHECK_INT(chain_length, ==, 0);
    gate_set(0);
    CHECK_OK(amp_completion_wait(c));
    CHECK_INT(chain_length, ==, 6);
    for (i = 0; i < 6; i++) {
        CHECK_INT(chain[i], ==, i + 1);
    }
}

static void launch_more(void *user)
{
    const amp_status s = amp_parallel_for_each(amp_extent(N), add, 100, amp_view(int, x, N));
    *(amp_status *)user = s == AMP_OK ? amp_synchronize(amp_view(int, x, N)) : s;
}
TEST(a_continuation_may_use_the_library)
{
    const amp_accelerator_view q = IMMEDIATE(1);
    amp_status status = AMP_RUNTIME_ERROR;
    CHECK_OK(amp_parallel_for_each_on(q, amp_extent(N), add, 1, amp_view(int, x, N)));
    CHECK_OK(amp_completion_wait(amp_completion_then(amp_marker(q), launch_more, &status)));
    CHECK_STATUS(status, AMP_OK);
    CHECK_INT(x[N - 1], ==, 101);
}

TEST(a_completion_that_is_none_says_so)
{
    amp_completion c;
    memset(&c, 0, sizeof(c));
    CHECK(!amp_completion_valid(c));
    CHECK_STATUS(amp_completion_wait(c), AMP_INVALID_ARGUMENT);
    CHECK_INT(amp_completion_wait_for(c, 0), ==, 1);
    CHECK_STATUS(amp_completion_wait(amp_completion_then(c, link_of_chain, NULL)),
                 AMP_INVALID_ARGUMENT);
    CHECK_STATUS(amp_completion_wait(amp_completion_then(amp_marker(amp_auto_selection_view()),
                                                         NULL, NULL)), AMP_INVALID_ARGUMENT);
    CHECK_OK(amp_completion_wait(amp_marker(amp_auto_selection_view())));
}

/* A failed launch of a queue is told by wait, by the completion, by what
   follows it, and by synchronize; the host's data is as it was before. */
static void failure(int p)
{
    static int number;
    const amp_accelerator_view q = IMMEDIATE(p);
    const amp_array_view v = amp_view(int, x, N), w = amp_view(int, y, N);
    amp_completion c, d;
    CHECK_OK(amp_parallel_for_each_on(q, amp_extent(N), add, 1, w));
    CHECK_OK(amp_parallel_for_each_on(q, amp_tile(amp_extent(N), 8), diverges, v));
    c = amp_marker(q);
    d = amp_completion_then(c, link_of_chain, &number);
    CHECK_STATUS(amp_completion_wait(d), AMP_BARRIER_DIVERGED);
    CHECK_INT(chain_length, ==, 1);
    CHECK_STATUS(amp_completion_wait(c), AMP_BARRIER_DIVERGED);
    CHECK_CONTAINS(amp_last_error(), "kernel diverges");
    CHECK_OK(amp_synchronize(w)); /* not its data */
    CHECK_INT(y[0], ==, 1);
    CHECK_STATUS(amp_synchronize(v), AMP_BARRIER_DIVERGED);
    CHECK_CONTAINS(amp_last_error(), "kernel diverges");
    CHECK_OK(amp_synchronize(v)); /* told once */
    CHECK_STATUS(amp_wait(q), AMP_BARRIER_DIVERGED);
    CHECK_OK(amp_wait(q));
    if (p == 1) {
        CHECK_INT(x[0], ==, 0);
    }
    CHECK_OK(amp_parallel_for_each_on(q, amp_tile(amp_extent(N), 8), diverges, v));
    CHECK_OK(amp_parallel_for_each_on(q, amp_tile(amp_extent(N), 8), diverges, v));
    CHECK_OK(amp_parallel_for_each_on(q, amp_extent(N), add, 1, w));
    CHECK_STATUS(amp_accelerator_view_release(q), AMP_BARRIER_DIVERGED);
    CHECK_CONTAINS(amp_last_error(), "1 more");
    CHECK_OK(amp_synchronize(w));
    CHECK_INT(y[0], ==, 2);
    CHECK_STATUS(amp_release(v), AMP_BARRIER_DIVERGED);
}
TEST(a_failure_of_queued_work_is_never_lost) { failure(0); }
TEST(a_failure_of_queued_work_on_a_device_is_never_lost) { failure(1); }

/* A completion keeps its failure, and a good one stays good, however many failures amp_wait
   returns before somebody waits for it. */
enum { FAILURES = 20 };
static void late_completions(int p)
{
    const amp_accelerator_view q = IMMEDIATE(p);
    const amp_array_view v = amp_array(int, amp_extent(N));
    amp_completion bad[FAILURES], good[FAILURES];
    int i;
    for (i = 0; i < FAILURES; i++) {
        CHECK_OK(amp_parallel_for_each_on(q, amp_tile(amp_extent(N), 8), diverges, v));
        bad[i] = amp_marker(q);
        CHECK_STATUS(amp_wait(q), AMP_BARRIER_DIVERGED);
        good[i] = amp_marker(q);
        CHECK_OK(amp_wait(q));
    }
    for (i = 0; i < FAILURES; i++) {
        CHECK_STATUS(amp_completion_wait(bad[i]), AMP_BARRIER_DIVERGED);
        CHECK_CONTAINS(amp_last_error(), "kernel diverges");
        CHECK_OK(amp_completion_wait(good[i]));
    }
    (void)amp_release(v);
    CHECK_OK(amp_accelerator_view_release(q));
}
TEST(a_completion_that_is_waited_for_late_keeps_its_failure) { late_completions(0); }
TEST(a_completion_of_a_device_that_is_waited_for_late_keeps_its_failure) { late_completions(1); }

/* With more failures than the queue keeps apart: no completion hides one, and each is
   counted. */
enum { MANY = 200 };
static void many_failures(int told)
{
    const amp_accelerator_view q = IMMEDIATE(0);
    const amp_array_view v = amp_array(int, amp_extent(N));
    amp_completion bad[MANY], good;
    int i;
    good = amp_marker(q);
    for (i = 0; i < MANY; i++) {
        CHECK_OK(amp_parallel_for_each_on(q, amp_tile(amp_extent(N), 8), diverges, v));
        bad[i] = amp_marker(q);
        if (told) {
            CHECK_STATUS(amp_wait(q), AMP_BARRIER_DIVERGED);
        }
    }
    if (!told) {
        CHECK_STATUS(amp_wait(q), AMP_BARRIER_DIVERGED);
        CHECK_CONTAINS(amp_last_error(), "(and 199 more failed after it)");
    }
    CHECK_OK(amp_wait(q));
    for (i = 0; i < MANY; i++) {
        CHECK_STATUS(amp_completion_wait(bad[i]), AMP_BARRIER_DIVERGED);
    }
    CHECK_OK(amp_completion_wait(good));
    CHECK_OK(amp_completion_wait(amp_marker(q)));
    (void)amp_release(v);
    CHECK_OK(amp_accelerator_view_release(q));
}
TEST(of_many_failures_no_completion_hides_one) { many_failures(0); }
TEST(of_many_failures_that_were_returned_no_completion_hides_one) { many_failures(1); }

TEST(release_waits_for_queued_work)
{
    const amp_accelerator_view q = IMMEDIATE(1);
    int *p = (int *)calloc(N, sizeof(int)), i;
    CHECK(p != NULL);
    for (i = 0; i < 50; i++) {
        CHECK_OK(amp_parallel_for_each_on(q, amp_extent(N), add, 1, amp_view(int, p, N)));
    }
    CHECK_OK(amp_release(amp_view(int, p, N)));
    CHECK_INT(p[N - 1], ==, 50);
    free(p);
    CHECK_OK(amp_accelerator_view_release(q));
}

/* Host threads, each with its own data and view, and all with shared input. */
enum { THREADS = 4, ROUNDS = 40 };
static int input[N], result[THREADS][N];
static void *host_thread(void *user)
{
    const int me = *(int *)user;
    const amp_accelerator_view q = IMMEDIATE(me % 2);
    const amp_accelerator_view d =
        amp_accelerator_default_view(amp_accelerator_find(place[me / 2 % 2]));
    amp_array a = amp_array_on(q, int, amp_extent(N));
    int i, out[N];
    for (i = 0; i < ROUNDS; i++) {
        CHECK_OK(amp_parallel_for_each_on(q, amp_extent(N), copy, amp_view(int, input, N), a));
        CHECK_OK(amp_parallel_for_each_on(q, amp_extent(N), add, me, a));
        CHECK_OK(amp_copy_out(a, out));
        CHECK_INT(out[N - 1], ==, 500 + me);
        CHECK_OK(amp_parallel_for_each_on(d, amp_extent(N), add, 1, amp_view(int, result[me], N)));
        if (i % 8 == 0) {
            CHECK_OK(amp_synchronize(amp_view(int, result[me], N)));
            CHECK_INT(result[me][0], ==, i + 1);
        }
    }
    CHECK_OK(amp_release(a));
    CHECK_OK(amp_release(amp_view(int, result[me], N)));
    CHECK_OK(amp_accelerator_view_release(q));
    return NULL;
}
/* Queues end, and their records become those of others, while the data that they wrote
   is asked for: of interest under ThreadSanitizer. */
static void nothing(void *none) { (void)none; }
static void *queues_come_and_go(void *user)
{
    int *mine = result[*(int *)user];
    const amp_array_view v = amp_view(int, mine, N);
    int i, k;
    for (i = 0; i < 60; i++) {
        const amp_accelerator_view q = IMMEDIATE(1);
        amp_completion c;
        CHECK_OK(amp_parallel_for_each_on(q, amp_extent(N), add, 1, v));
        c = amp_marker(q);
        CHECK_OK(amp_accelerator_view_release(q));
        for (k = 0; k < 20; k++) {
            CHECK_OK(amp_synchronize(v));
        }
        CHECK_OK(amp_completion_wait(amp_completion_then(c, nothing, NULL)));
        CHECK_INT(mine[5], ==, i + 1);
    }
    return NULL;
}
TEST_LIMIT(queues_come_and_go_in_several_threads, 60)
{
    pthread_t thread[THREADS];
    int number[THREADS], i;
    for (i = 0; i < THREADS; i++) {
        number[i] = i;
        CHECK_INT(pthread_create(&thread[i], NULL, queues_come_and_go, &number[i]), ==, 0);
    }
    for (i = 0; i < THREADS; i++) {
        CHECK_INT(pthread_join(thread[i], NULL), ==, 0);
    }
}

TEST_LIMIT(several_host_threads_work_at_once, 60)
{
    pthread_t thread[THREADS];
    int number[THREADS], i;
    for (i = 0; i < N; i++) {
        input[i] = 500;
    }
    for (i = 0; i < THREADS; i++) {
        number[i] = i;
        CHECK_INT(pthread_create(&thread[i], NULL, host_thread, &number[i]), ==, 0);
    }
    for (i = 0; i < THREADS; i++) {
        CHECK_INT(pthread_join(thread[i], NULL), ==, 0);
        CHECK_INT(result[i][N - 1], ==, ROUNDS);
    }
    CHECK_OK(amp_release(amp_view(int, input, N)));
    CHECK_INT(amp_live_views(), ==, 0);
}
