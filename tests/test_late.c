/* SPDX-License-Identifier: MIT */
/* run: group=once not=opencl quick dropin plain */
/* A device whose work runs when it is waited for (late_device.h): faults that come out
   there are told to everybody whose data was to be written, and host memory that copies
   read or write is not touched before or after its time. */
#include "amp.h"
#include "tap.h"
#include "late_device.h"

AMP_DEVICE_BEGIN
AMP_KERNEL(add, 1, value(int, a), inout(int, 1, y)) { amp_at(y, idx[0]) += a; }
AMP_KERNEL(add_of, 1, in(int, 1, x), inout(int, 1, y)) { amp_at(y, idx[0]) += amp_at(x, idx[0]); }
AMP_KERNEL(ends, 1, inout(int, 1, y)) { amp_at(y, idx[0]) = -1; amp_abort(); }
AMP_KERNEL(ends_two, 1, inout(int, 1, y), inout(int, 1, z))
{
    amp_at(y, idx[0]) = amp_at(z, idx[0]) = -1;
    amp_abort();
}
AMP_DEVICE_END

enum { N = 32 };
static int m[N], r[N];

static amp_accelerator_view place(int queue)
{
    const amp_accelerator a = amp_accelerator_find("emu:separate");
    amp_accelerator_view q;
    late_device(1);
    if (!queue) {
        return amp_accelerator_default_view(a);
    }
    CHECK_OK(amp_accelerator_create_view(a, AMP_QUEUING_IMMEDIATE, &q));
    return q;
}

static void both_are_told(int queue)
{
    const amp_accelerator_view q = place(queue);
    const amp_array_view a = amp_view(int, m, N), b = amp_view(int, r, N);
    int x[N];
    const amp_array_view read = amp_view(int, x, N);
    memset(x, 0, sizeof(x));
    CHECK_OK(amp_parallel_for_each_on(q, amp_extent(N), ends_two, a, b));
    CHECK_OK(amp_parallel_for_each_on(q, amp_extent(N), add_of, read, a));
    CHECK_STATUS(amp_synchronize(a), AMP_KERNEL_FAULT);
    CHECK_CONTAINS(amp_last_error(), "ends_two");
    CHECK_STATUS(amp_synchronize(b), AMP_KERNEL_FAULT);
    CHECK_CONTAINS(amp_last_error(), "ends_two");
    CHECK_OK(amp_release(read)); /* that was only copied */
    CHECK_OK(amp_synchronize(a));
    CHECK_OK(amp_synchronize(b));
    CHECK_INT(m[0], ==, 0);
    CHECK_INT(r[N - 1], ==, 0);
    CHECK_STATUS(amp_wait(q), AMP_KERNEL_FAULT);
    CHECK_OK(amp_wait(q));
    CHECK_OK(amp_parallel_for_each_on(q, amp_extent(N), add, 3, b));
    CHECK_OK(amp_synchronize(b));
    CHECK_INT(r[5], ==, 3);
}
TEST(a_fault_at_the_wait_is_told_to_all_its_data) { both_are_told(0); }
TEST(a_fault_at_a_queues_wait_is_told_to_all_its_data) { both_are_told(1); }

/* Two parts of one source: each is told. */
static void sections_are_told(int queue)
{
    const amp_accelerator_view q = place(queue);
    const amp_array_view all = amp_view(int, m, N);
    const amp_array_view a = amp_section(all, amp_index(0), amp_extent(8));
    const amp_array_view b = amp_section(all, amp_index(8), amp_extent(8));
    const amp_array_view c = amp_section(all, amp_index(16), amp_extent(8));
    CHECK_OK(amp_parallel_for_each_on(q, amp_extent(8), add, 4, c));
    CHECK_OK(amp_wait(q)); /* so this is no part of what fails */
    CHECK_OK(amp_parallel_for_each_on(q, amp_extent(8), ends_two, a, b));
    CHECK_STATUS(amp_synchronize(a), AMP_KERNEL_FAULT);
    CHECK_OK(amp_synchronize(c));
    CHECK_INT(m[16], ==, 4);
    CHECK_STATUS(amp_synchronize(b), AMP_KERNEL_FAULT);
    CHECK_OK(amp_synchronize(all));
    CHECK_INT(m[0], ==, 0);
    CHECK_INT(m[8], ==, 0);
}
TEST(a_fault_at_the_wait_is_told_to_each_section) { sections_are_told(0); }
TEST(a_fault_at_a_queues_wait_is_told_to_each_section) { sections_are_told(1); }

/* amp_wait has told it: the data is lost all the same. */
static void told_by_wait(int queue)
{
    const amp_accelerator_view q = place(queue);
    const amp_array_view a = amp_view(int, m, N), b = amp_view(int, r, N);
    CHECK_OK(amp_parallel_for_each_on(q, amp_extent(N), ends_two, a, b));
    CHECK_STATUS(amp_wait(q), AMP_KERNEL_FAULT);
    CHECK_STATUS(amp_release(b), AMP_KERNEL_FAULT);
    CHECK_STATUS(amp_synchronize(a), AMP_KERNEL_FAULT);
    CHECK_OK(amp_release(a));
    CHECK_INT(m[0], ==, 0);
    CHECK_INT(r[0], ==, 0);
}
TEST(a_fault_that_a_wait_told_is_told_with_the_data) { told_by_wait(0); }
TEST(a_fault_that_a_queues_wait_told_is_told_with_the_data) { told_by_wait(1); }

/* What was computed of lost data is lost, on this queue and on others. */
static void follows(int queue)
{
    const amp_accelerator_view q = place(queue), other = place(1);
    const amp_array_view a = amp_view(int, m, N), b = amp_view(int, r, N);
    int t[N], u[N];
    const amp_array_view c = amp_view(int, t, N), d = amp_view(int, u, N);
    memset(t, 0, sizeof(t));
    memset(u, 0, sizeof(u));
    CHECK_OK(amp_refresh(c));
    CHECK_OK(amp_refresh(d));
    CHECK_OK(amp_parallel_for_each_on(q, amp_extent(N), ends, a));
    CHECK_OK(amp_parallel_for_each_on(q, amp_extent(N), add_of, a, b));
    CHECK_OK(amp_parallel_for_each_on(other, amp_extent(N), add_of, b, c));
    CHECK_STATUS(amp_synchronize(c), AMP_KERNEL_FAULT);
    CHECK_STATUS(amp_copy(b, d), AMP_KERNEL_FAULT);
    CHECK_STATUS(amp_synchronize(b), AMP_KERNEL_FAULT);
    CHECK_STATUS(amp_synchronize(a), AMP_KERNEL_FAULT);
    CHECK_INT(t[0], ==, 0);
    CHECK_INT(u[0], ==, 0);
    CHECK_INT(r[0], ==, 0);
    CHECK_OK(amp_release(c));
    CHECK_OK(amp_release(d));
}
TEST(a_fault_at_the_wait_follows_the_data) { follows(0); }
TEST(a_fault_at_a_queues_wait_follows_the_data) { follows(1); }

/* Memory that a failed kernel wrote never comes home, not by a copy that was sent after it. */
static void stays_away(int queue)
{
    const amp_accelerator_view q = place(queue);
    const amp_array_view a = amp_view(int, m, N);
    int to[N];
    amp_completion c;
    amp_status s;
    memset(to, 0, sizeof(to));
    CHECK_OK(amp_parallel_for_each_on(q, amp_extent(N), ends, a));
    c = amp_synchronize_async(a);
    CHECK_STATUS(amp_completion_wait(c), AMP_KERNEL_FAULT);
    CHECK_INT(m[3], ==, 0);
    s = amp_copy_out(a, to);
    /* Where the queue's thread was done before amp_synchronize_async, that has told it. */
    CHECK_INT(s == AMP_KERNEL_FAULT || (queue && s == AMP_OK), ==, 1);
    CHECK_INT(to[3], ==, 0);
}
TEST(what_a_failed_kernel_wrote_stays_away) { stays_away(0); }
TEST(what_a_failed_kernel_of_a_queue_wrote_stays_away) { stays_away(1); }

/* The memory of a copy is the library's until its completion, and no longer. */
static void completions(int queue)
{
    const amp_accelerator_view q = place(queue);
    const amp_array_view a = amp_array_on(q, int, amp_extent(N));
    amp_completion c;
    int i, to[N];
    for (i = 0; i < N; i++) {
        m[i] = i;
    }
    c = amp_copy_in_async(a, m);
    CHECK_OK(amp_completion_wait(c));
    memset(m, 0, sizeof(m));
    c = amp_copy_out_async(a, to);
    CHECK_OK(amp_completion_wait(c));
    CHECK_INT(to[7], ==, 7);
    CHECK_OK(amp_release(a));
}
TEST(a_completion_of_a_copy_waits_for_the_device) { completions(0); }
TEST(a_completion_of_a_queues_copy_waits_for_the_device) { completions(1); }

/* Who refreshes, or discards, gives up what was lost. */
static void given_up(int queue)
{
    const amp_accelerator_view q = place(queue);
    const amp_array_view a = amp_view(int, m, N), b = amp_view(int, r, N);
    CHECK_OK(amp_parallel_for_each_on(q, amp_extent(N), ends_two, a, b));
    CHECK_STATUS(amp_wait(q), AMP_KERNEL_FAULT);
    m[0] = 5;
    CHECK_OK(amp_refresh(a));
    CHECK_OK(amp_discard_data(b));
    CHECK_OK(amp_parallel_for_each_on(q, amp_extent(N), add, 3, a));
    CHECK_OK(amp_synchronize(a));
    CHECK_INT(m[0], ==, 8);
    CHECK_OK(amp_synchronize(b));
}
TEST(a_refresh_gives_up_what_was_lost) { given_up(0); }
TEST(a_refresh_gives_up_what_a_queue_lost) { given_up(1); }

/* A completion keeps its failure, also when the device tells it later, with other work. */
static void kept_with_other_work(int queue)
{
    const amp_accelerator_view q = place(queue);
    const amp_array_view a = amp_view(int, m, N), b = amp_view(int, r, N);
    amp_completion c, later;
    CHECK_OK(amp_parallel_for_each_on(q, amp_extent(N), ends, a));
    c = amp_marker(q);
    CHECK_OK(amp_parallel_for_each_on(q, amp_extent(N), add, 3, b));
    CHECK_STATUS(amp_wait(q), AMP_KERNEL_FAULT);
    CHECK_STATUS(amp_completion_wait(c), AMP_KERNEL_FAULT);
    CHECK_CONTAINS(amp_last_error(), "ends");
    CHECK_OK(amp_refresh(b));
    CHECK_OK(amp_parallel_for_each_on(q, amp_extent(N), add, 3, b));
    later = amp_marker(q);
    CHECK_OK(amp_wait(q));
    CHECK_OK(amp_completion_wait(later));
    CHECK_STATUS(amp_completion_wait(c), AMP_KERNEL_FAULT);
}
TEST(a_completion_fails_when_later_work_is_waited_for) { kept_with_other_work(0); }
TEST(a_completion_of_a_queue_fails_when_later_work_is_waited_for) { kept_with_other_work(1); }

/* A device that computes in host memory but is not `at_once`, as an integrated GPU: the contract
   gives its backend the calls of one queue one at a time. */
static amp__backend one_queue;
static int inside, together;
static amp_status counted_launch(void *queue, const amp__launch *launch)
{
    amp_status s;
    int i;
    (void)queue;
    if (__atomic_add_fetch(&inside, 1, __ATOMIC_SEQ_CST) > 1) {
        __atomic_store_n(&together, 1, __ATOMIC_SEQ_CST);
    }
    for (i = 0; i < 1000; i++) {
        (void)sched_yield(); /* so that another thread comes in, if it can */
    }
    s = launch->engine(launch, NULL);
    (void)__atomic_sub_fetch(&inside, 1, __ATOMIC_SEQ_CST);
    return s;
}
static void *launches(void *memory)
{
    const amp_accelerator a = amp_accelerator_find("emu:separate");
    const amp_array_view v = amp_view(int, (int *)memory, N);
    amp_status s = AMP_OK;
    int i;
    for (i = 0; i < 20 && s == AMP_OK; i++) {
        s = amp_parallel_for_each_on(amp_accelerator_default_view(a), amp_extent(N), add, 1, v);
    }
    CHECK_OK(s);
    CHECK_OK(amp_release(v));
    return NULL;
}
TEST(a_queues_launches_come_one_at_a_time)
{
    amp__device *d = &amp__host.devices.device[amp_accelerator_find("emu:separate").index];
    pthread_t other;
    one_queue = *d->backend;
    one_queue.launch = counted_launch;
    d->backend = &one_queue;
    d->own_memory = 0;
    CHECK_INT(pthread_create(&other, NULL, launches, m), ==, 0);
    (void)launches(r);
    CHECK_INT(pthread_join(other, NULL), ==, 0);
    CHECK_INT(together, ==, 0);
    CHECK_INT(m[0], ==, 20);
    CHECK_INT(r[N - 1], ==, 20);
}
