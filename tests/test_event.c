/* SPDX-License-Identifier: MIT */
/* run: not=separate plain */
/* The times of a launch (amp_event), and AMP_TRACE: launches, copies and waits as a file that is
   whole JSON at every moment. No test says how long anything takes: only what comes before what. */
#include <pthread.h>
#define AMP_SHORT_NAMES
#include "amp.h"
#include "tap.h"

AMP_DEVICE_BEGIN
AMP_KERNEL(add, 1, value(int, a), inout(int, 1, v)) { at(v, idx[0]) += a; }
AMP_KERNEL(fill, 2, value(int, a), out(int, 2, v)) { at_index(v, idx) = a; }
AMP_TILED_KERNEL(turn, (8), inout(int, 1, v))
{
    tile_static(int, t, 8);
    t[tidx.local[0]] = at(v, tidx.global[0]);
    tile_barrier_wait(tidx);
    at(v, tidx.global[0]) = t[7 - tidx.local[0]];
}
AMP_PHASED_KERNEL(turn_phased, (4, 4), inout(int, 2, v))
{
    tile_static(int, t, 4, 4);
    phase { t[tidx.local[0]][tidx.local[1]] = at_index(v, tidx.global); }
    phase { at_index(v, tidx.global) = t[tidx.local[1]][tidx.local[0]]; }
}
AMP_KERNEL(ends, 1, inout(int, 1, v)) { at(v, idx[0]) = 1; amp_abort(); }
AMP_DEVICE_END

int setenv(const char *name, const char *value, int replace); /* hidden by -std=c99 */

enum { N = 64 };
static int m[N], g[8][12];

/* Whether the default accelerator is the emulator. */
static int emulated(void)
{
    return strncmp(amp_accelerator_default().device_path, "emu", 3) == 0;
}

static void in_order(const amp_event *e, const char *kernel)
{
    CHECK_STR(e->kernel, kernel);
    CHECK_UINT(e->queued, >, 0);
    CHECK_UINT(e->queued, <=, e->begin);
    CHECK_UINT(e->begin, <=, e->end);
    if (emulated()) {
        CHECK_INT(e->clock, ==, AMP_CLOCK_HOST);
    }
}

static void launches_on(amp_accelerator_view q)
{
    amp_array_view v = amp_view(int, m, N), w = amp_view(int, &g[0][0], 8, 12);
    amp_event e[4];
    int i;
    CHECK_OK(parallel_for_each_timed(&e[0], q, amp_extent(N), add, 5, v));
    CHECK_OK(parallel_for_each_timed(&e[1], q, amp_tile(amp_extent(N), 8), turn, v));
    CHECK_OK(parallel_for_each_timed(&e[2], q, amp_extent(8, 12), fill, 3, w));
    CHECK_OK(parallel_for_each_timed(&e[3], q, amp_tile(amp_extent(8, 12), 4, 4), turn_phased, w));
    for (i = 3; i >= 0; i--) {
        CHECK_OK(amp_event_wait(&e[i]));
    }
    in_order(&e[0], "add");
    in_order(&e[1], "turn");
    in_order(&e[2], "fill");
    in_order(&e[3], "turn_phased");
    for (i = 1; i < 4; i++) {
        CHECK_UINT(e[i - 1].queued, <=, e[i].queued);
        if (emulated()) { /* one clock, and one view's work is in order */
            CHECK_UINT(e[i - 1].end, <=, e[i].begin);
        }
    }
    CHECK_OK(amp_event_wait(&e[0])); /* as often as asked */
    in_order(&e[0], "add");
    CHECK_OK(amp_synchronize(v));
    CHECK_OK(amp_synchronize(w));
    CHECK_INT(m[0], ==, 5);
    CHECK_INT(g[7][11], ==, 3);
}

TEST(times_of_launches_on_the_default_view) { launches_on(amp_auto_selection_view()); }

TEST(times_of_launches_on_a_view_of_its_own)
{
    amp_accelerator_view q;
    CHECK_OK(amp_accelerator_create_view(amp_accelerator_default(), AMP_QUEUING_AUTOMATIC, &q));
    launches_on(q);
    CHECK_OK(amp_accelerator_view_release(q));
}

TEST(times_of_launches_in_memory_of_its_own)
{
    launches_on(amp_accelerator_default_view(amp_accelerator_find("emu:separate")));
}

static void called(void *user) { ++*(int *)user; }

TEST(an_event_is_a_completion_too)
{
    amp_array_view v = amp_view(int, m, N);
    amp_accelerator_view q;
    amp_event e;
    int calls = 0;
    CHECK_OK(amp_accelerator_create_view(amp_accelerator_default(), AMP_QUEUING_IMMEDIATE, &q));
    CHECK_OK(parallel_for_each_timed(&e, q, amp_extent(N), add, 5, v));
    CHECK_INT(amp_completion_valid(e.done), ==, 1);
    CHECK_OK(amp_completion_wait(amp_completion_then(e.done, called, &calls)));
    CHECK_INT(calls, ==, 1);
    CHECK_OK(amp_event_wait(&e));
    in_order(&e, "add");
    CHECK_OK(amp_accelerator_view_release(q));
}

TEST(an_event_of_a_launch_that_was_refused)
{
    amp_array_view v = amp_view(int, m, N);
    amp_event e;
    CHECK_INT(parallel_for_each_timed(&e, amp_auto_selection_view(), amp_extent(0), add, 5, v), ==,
              AMP_INVALID_COMPUTE_DOMAIN);
    CHECK_INT(amp_event_wait(&e), ==, AMP_INVALID_ARGUMENT);
    CHECK_CONTAINS(amp_last_error(), "amp_parallel_for_each_timed");
}

TEST(an_event_of_a_launch_with_a_fault)
{
    amp_array_view v = amp_view(int, m, N), other = amp_view(int, &g[0][0], 96);
    amp_accelerator_view q;
    amp_event good, bad, last;
    amp_status s;
    CHECK_OK(amp_accelerator_create_view(amp_accelerator_default(), AMP_QUEUING_IMMEDIATE, &q));
    CHECK_OK(parallel_for_each_timed(&good, q, amp_extent(N), add, 5, other));
    CHECK_OK(amp_event_wait(&good));
    CHECK_OK(parallel_for_each_timed(&bad, q, amp_extent(N), ends, v));
    s = amp_event_wait(&bad);
    CHECK_INT(s, ==, AMP_KERNEL_FAULT);
    CHECK_CONTAINS(amp_last_error(), "ends");
    CHECK_INT(amp_event_wait(&bad), ==, AMP_KERNEL_FAULT);
    in_order(&bad, "ends");
    CHECK_INT(amp_wait(q), ==, AMP_KERNEL_FAULT);
    CHECK_OK(parallel_for_each_timed(&last, q, amp_extent(N), add, 5, other));
    CHECK_OK(amp_event_wait(&last)); /* not the failure of another one */
    (void)amp_accelerator_view_release(q);
}

/* ---- AMP_TRACE ---- */

static char path[64], text[1 << 18];

/* From now on, in this process, what runs is traced. */
static void trace(void)
{
    (void)snprintf(path, sizeof(path), "event%ld.json", (long)getpid());
    CHECK_INT(setenv("AMP_TRACE", path, 1), ==, 0);
}

/* The end of the JSON value that begins at p; NULL where there is none. */
static const char *value_end(const char *p)
{
    const char close = *p == '[' ? ']' : '}';
    p += strspn(p, " \n");
    if (*p == '"') {
        for (p++; *p != '"'; p++) {
            if (*p < ' ' || *p == '\\') {
                return NULL; /* the library writes no such */
            }
        }
        return p + 1;
    }
    if (*p != '[' && *p != '{') {
        const size_t n = strspn(p, "0123456789.");
        return n > 0 ? p + n : NULL;
    }
    p++;
    p += strspn(p, " \n");
    while (*p != close) {
        if (close == '}') {
            p = *p == '"' ? value_end(p) : NULL;
            if (p == NULL || *p++ != ':') {
                return NULL;
            }
        }
        p = value_end(p);
        if (p == NULL) {
            return NULL;
        }
        p += strspn(p, " \n");
        if (*p != ',' && *p != close) {
            return NULL;
        }
        p += *p == ',';
        p += strspn(p, " \n");
    }
    return p + 1;
}

/* Reads the trace to text[], which must be whole; returns how many events have the member. */
static int events(const char *member)
{
    FILE *f = fopen(path, "r");
    const char *p;
    int count = 0;
    CHECK(f != NULL);
    text[fread(text, 1, sizeof(text) - 1, f)] = '\0';
    (void)fclose(f);
    p = value_end(text);
    CHECK(text[0] == '[' && p != NULL && strcmp(p, "\n") == 0);
    for (p = text; (p = strstr(p, member)) != NULL; p++) {
        count++;
    }
    return count;
}

TEST(a_trace_has_launches_copies_and_waits)
{
    const amp_accelerator_view d
        = amp_accelerator_default_view(amp_accelerator_find("emu:separate"));
    amp_accelerator_view q;
    amp_array_view v = amp_view(int, m, N), w = amp_view(int, &g[0][0], 8, 12);
    trace();
    CHECK_OK(parallel_for_each(amp_extent(N), add, 5, v));
    CHECK_OK(amp_synchronize(v)); /* a device may still be at it */
    CHECK_INT(events("\"name\":\"add\",\"cat\":\"launch\""), ==, 1);
    CHECK_OK(parallel_for_each(amp_tile(amp_extent(8, 12), 4, 4), turn_phased, w));
    CHECK_OK(amp_synchronize(w));
    CHECK_INT(events("\"name\":\"turn_phased\",\"cat\":\"launch\""), ==, 1);
    CHECK_INT(events("\"extent\":\"(8, 12)\",\"tile\":\"(4, 4)\""), ==, 1);
    CHECK_OK(parallel_for_each_on(d, amp_tile(amp_extent(N), 8), turn, v));
    CHECK_OK(amp_synchronize(v));
    CHECK_INT(events("\"name\":\"turn\",\"cat\":\"launch\""), ==, 1);
    CHECK_INT(events("\"name\":\"copy in\",\"cat\":\"copy\""), >=, 1);
    CHECK_INT(events("\"name\":\"copy out\",\"cat\":\"copy\""), >=, 1);
    CHECK_INT(events("\"bytes\":256,\"accelerator\":\"emu:separate\""), >=, 2);
    CHECK_INT(events("\"engine\":\"fibers\",\"accelerator\":\"emu:separate\"")
              + events("\"engine\":\"threads\",\"accelerator\":\"emu:separate\"")
              + events("\"engine\":\"vectors\",\"accelerator\":\"emu:separate\""), ==, 1);
    CHECK_OK(amp_accelerator_create_view(amp_accelerator_default(), AMP_QUEUING_AUTOMATIC, &q));
    CHECK_OK(parallel_for_each_on(q, amp_extent(N), add, 1, v)); /* kept, until somebody waits */
    CHECK_OK(amp_wait(q));
    CHECK_INT(events("\"name\":\"wait\",\"cat\":\"wait\""), >=, 1);
    CHECK_INT(events("\"name\":\"add\""), ==, 2);
    CHECK_OK(amp_accelerator_view_release(q));
    (void)remove(path);
}

TEST(a_trace_with_a_launch_that_failed)
{
    amp_array_view v = amp_view(int, m, N);
    amp_status s;
    trace();
    s = parallel_for_each(amp_extent(N), ends, v);
    CHECK_INT(s == AMP_OK ? amp_synchronize(v) : s, ==, AMP_KERNEL_FAULT);
    CHECK_INT(events("\"name\":\"ends\""), ==, 1);
    if (emulated()) {
        CHECK_INT(events(amp_status_string(AMP_KERNEL_FAULT)), ==, 1);
    }
    CHECK_INT(parallel_for_each(amp_extent(0), add, 1, v), !=, AMP_OK);
    CHECK_OK(parallel_for_each(amp_extent(N), add, 5, v));
    CHECK_OK(amp_synchronize(v));
    CHECK_INT(events("\"name\":\"add\""), ==, 1);
    (void)remove(path);
}

TEST(a_trace_of_a_process_that_ends_early)
{
    const pid_t child = fork();
    int status = 0;
    (void)snprintf(path, sizeof(path), "event%ld.json",
                   (long)(child == 0 ? getpid() : child));
    if (child == 0) {
        amp_array_view v = amp_view(int, m, N);
        trace();
        _exit(parallel_for_each(amp_extent(N), add, 5, v) == AMP_OK
              && amp_synchronize(v) == AMP_OK ? 3 : 4);
    }
    CHECK_INT(waitpid(child, &status, 0), ==, child);
    CHECK_INT(WEXITSTATUS(status), ==, 3);
    CHECK_INT(events("\"name\":\"add\""), ==, 1);
    (void)remove(path);
}

TEST(the_child_of_a_fork_leaves_its_parents_trace_alone)
{
    const amp_accelerator_view d = amp_accelerator_default_view(amp_accelerator_find("emu"));
    amp_array_view v = amp_view(int, m, N);
    pid_t child;
    int status = 0;
    trace();
    CHECK_OK(parallel_for_each_on(d, amp_extent(N), add, 5, v));
    child = fork();
    if (child == 0) {
        _exit(parallel_for_each_on(d, amp_extent(N), add, 5, v) == AMP_OK ? 3 : 4);
    }
    CHECK_INT(waitpid(child, &status, 0), ==, child);
    CHECK_INT(WEXITSTATUS(status), ==, 3);
    CHECK_INT(events("\"name\":\"add\""), ==, 1);
    CHECK_OK(parallel_for_each_on(d, amp_extent(N), add, 5, v));
    CHECK_INT(events("\"name\":\"add\""), ==, 2);
    (void)remove(path);
}

static void *launch_ten(void *memory)
{
    amp_array_view v = amp_view(int, (int *)memory, N / 4);
    int i;
    for (i = 0; i < 10; i++) {
        CHECK_OK(parallel_for_each(amp_extent(N / 4), add, 1, v));
    }
    CHECK_OK(amp_synchronize(v));
    return NULL;
}

TEST(a_trace_of_several_host_threads)
{
    pthread_t thread[4];
    int i;
    trace();
    for (i = 0; i < 4; i++) {
        CHECK_INT(pthread_create(&thread[i], NULL, launch_ten, m + i * N / 4), ==, 0);
    }
    for (i = 0; i < 4; i++) {
        CHECK_INT(pthread_join(thread[i], NULL), ==, 0);
    }
    CHECK_INT(events("\"name\":\"add\""), ==, 40);
    if (emulated()) {
        CHECK_INT(events("\"name\":\"thread_name\""), ==, 4);
    }
    (void)remove(path);
}
