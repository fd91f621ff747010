/* SPDX-License-Identifier: MIT */
/* run: not=opencl */
/* A kernel that overflows its stack, a fiber's or an OS thread's: a status, not the end of the
   process; and memory faults that are no overflow take their usual way. */
#define AMP_SHORT_NAMES
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include "amp.h"
#include "tap.h"

int setenv(const char *, const char *, int); /* hidden by -std=c99 */

AMP_DEVICE_BEGIN
/* depth calls deep, at least 512 bytes of stack each. */
__attribute__((noinline)) static int dive(int depth, int seed)
{
    volatile char room[512];
    int r;
    room[seed & 511] = (char)depth;
    r = depth <= 0 ? 0 : dive(depth - 1, seed + 1);
    return r + room[seed & 511] - (char)depth;
}

AMP_TILED_KERNEL(tiled_dive, (8), inout(int, 1, v), value(int, who), value(int, tile),
                 value(int, depth), value(int, when))
{
    tile_static(int, t, 8);
    const int me = tidx.local[0];
    const int mine_ = me == who && tidx.tile[0] == tile;
    if (mine_ && when == 0) {
        at(v, tidx.global[0]) += dive(depth, me);
    }
    t[me] = me;
    tile_barrier_wait(tidx);
    if (mine_ && when == 1) {
        at(v, tidx.global[0]) += dive(depth, me);
    }
    tile_barrier_wait(tidx);
    at(v, tidx.global[0]) += t[7 - me] + 1;
}

AMP_PHASED_KERNEL(phased_dive, (8), inout(int, 1, v), value(int, who), value(int, depth))
{
    phase {
        at(v, tidx.global[0]) += 1 + (tidx.local[0] == who ? dive(depth, 0) : 0);
    }
}

AMP_KERNEL(simple_dive, 1, inout(int, 1, v), value(int, who), value(int, depth))
{
    at(v, idx[0]) += 1 + (idx[0] == who ? dive(depth, 0) : 0);
}

AMP_TILED_KERNEL(wild, (4), inout(int, 1, v), value(int, apart))
{
    tile_barrier_wait(tidx);
    if (tidx.local[0] == 2) {
        *(volatile int *)(intptr_t)(8 + apart) = at(v, 0);
    }
    tile_barrier_wait(tidx);
}

/* A frame larger than the stack, which nobody touches at its high end. */
__attribute__((noinline)) static int wide_200k(int i)
{
    volatile char room[203500];
    int k;
    for (k = 0; k < 4000; k++) {
        room[k] = 0x55;
    }
    return room[i % 100];
}
__attribute__((noinline)) static int wide_1m(int i)
{
    volatile char room[1000000];
    int k;
    for (k = 0; k < 4000; k++) {
        room[k] = 0x55;
    }
    return room[i % 100];
}
AMP_TILED_KERNEL(wide, (8), value(int, how), inout(int, 1, v))
{
    volatile int kept[16];
    int i, r = 0, bad = 0;
    for (i = 0; i < 16; i++) {
        kept[i] = tidx.global[0] * 100 + i;
    }
    tile_barrier_wait(tidx);
    if (tidx.local[0] == 5) {
        r = how == 0 ? wide_200k(5) : wide_1m(5);
    }
    tile_barrier_wait(tidx);
    for (i = 0; i < 16; i++) {
        bad += kept[i] != tidx.global[0] * 100 + i;
    }
    at(v, tidx.global[0]) = bad * 1000 + 0 * r;
}

/* As vectors its array is on no stack; a tile that ends is run once more, on a fiber. */
AMP_TILED_KERNEL(wide_and_ends, (1), inout(int, 1, v), value(int, ends))
{
    tile_static(int, t, 1);
    int own[40000];
    for (int k = 0; k < 40000; k++) {
        own[k] = k * at(v, tidx.global[0]);
    }
    t[0] = own[(tidx.global[0] * 7919 + 5) % 40000];
    tile_barrier_wait(tidx);
    if (ends) {
        amp_abort();
    }
    at(v, tidx.global[0]) = t[0] + own[at(v, tidx.global[0]) & 31];
}

AMP_TILED_KERNEL(bad_on_a_small_stack, (4), inout(int, 1, v))
{
    if (tidx.local[0] == 3) { return; }
    tile_barrier_wait(tidx);
    at(v, tidx.global[0]) = 1;
}
AMP_DEVICE_END

enum { N = 32, ENDLESS = 1 << 30 };
static int memory[3 * N];
static int *const cells = memory + N;

/* Overflows can be caught where the stack is ours: not on OS threads. */
static void on_fibers(void)
{
    if (tap_on_engine("threads")) {
        SKIP("the stacks of the threads engine are the system's");
    }
    if (tap_on_engine("vectors")) { /* which has no such stacks */
        CHECK_INT(setenv("AMP_ENGINE", "fibers", 1), ==, 0);
    }
}

/* The kernel runs whole, and nothing around its cells has changed. */
static void runs(int depth)
{
    int i;
    memset(cells, 0, N * sizeof(int));
    CHECK_OK(parallel_for_each(amp_tile(amp_extent(N), 8), tiled_dive, amp_view(int, cells, N),
                               3, 1, depth, 0));
    CHECK_OK(amp_synchronize(amp_view(int, cells, N)));
    for (i = 0; i < N; i++) {
        CHECK_INT(cells[i], ==, 7 - i % 8 + 1);
        CHECK_INT(memory[i], ==, 0);
        CHECK_INT(memory[2 * N + i], ==, 0);
    }
}

static void overflows(int who, int tile, int when)
{
    char text[64];
    CHECK_STATUS(parallel_for_each(amp_tile(amp_extent(N), 8), tiled_dive,
                                   amp_view(int, cells, N), who, tile, ENDLESS, when),
                 AMP_KERNEL_FAULT);
    CHECK_CONTAINS(amp_last_error(), "kernel tiled_dive");
    (void)snprintf(text, sizeof(text), "tile (%d), thread (%d)", tile, who);
    CHECK_CONTAINS(amp_last_error(), text);
    CHECK_CONTAINS(amp_last_error(), "131072 bytes");
    CHECK_CONTAINS(amp_last_error(), "AMP_STACK");
    runs(5);
}

TEST(an_overflow_is_a_status_and_the_next_launch_works)
{
    int when, tile, k;
    const int who[] = { 0, 3, 7 };
    on_fibers();
    for (when = 0; when < 2; when++) {
        for (tile = 0; tile < 4; tile += 3) {
            for (k = 0; k < 3; k++) {
                overflows(who[k], tile, when);
            }
        }
    }
}

TEST(a_frame_larger_than_the_stack)
{
    int how;
    on_fibers();
    for (how = 0; how < 2; how++) {
        CHECK_STATUS(parallel_for_each(amp_tile(amp_extent(N), 8), wide, how,
                                       amp_view(int, cells, N)), AMP_KERNEL_FAULT);
        CHECK_CONTAINS(amp_last_error(), "kernel wide");
        runs(5);
    }
}

TEST(a_hundred_overflows)
{
    int i;
    on_fibers();
    for (i = 0; i < 100; i++) {
        overflows(i % 8, i % 4, i & 1);
    }
}

TEST(an_overflow_with_one_worker)
{
    on_fibers();
    CHECK_OK(amp_emu_set_workers(1));
    overflows(2, 1, 1);
}

/* Where the system gives a main thread any stack, it is to have an end. */
static void stack_with_an_end(void)
{
    struct rlimit stack;
    CHECK_INT(getrlimit(RLIMIT_STACK, &stack), ==, 0);
    if (stack.rlim_cur > (rlim_t)8 << 20) {
        stack.rlim_cur = (rlim_t)8 << 20;
        CHECK_INT(setrlimit(RLIMIT_STACK, &stack), ==, 0);
    }
}

/* Its sentence has these words, and the next launch works. */
static void phase_overflows(const char *words)
{
    stack_with_an_end();
    CHECK_STATUS(parallel_for_each(amp_tile(amp_extent(N), 8), phased_dive,
                                   amp_view(int, cells, N), 5, ENDLESS), AMP_KERNEL_FAULT);
    CHECK_CONTAINS(amp_last_error(), words);
    CHECK_CONTAINS(amp_last_error(), "overflowed");
    memset(cells, 0, N * sizeof(int));
    CHECK_OK(parallel_for_each(amp_tile(amp_extent(N), 8), phased_dive,
                               amp_view(int, cells, N), 5, 3));
    CHECK_OK(amp_synchronize(amp_view(int, cells, N)));
    CHECK_INT(cells[N - 1], ==, 1);
}

TEST(an_overflow_in_a_phase_on_fibers)
{
    on_fibers();
    CHECK_OK(amp_emu_set_engine(AMP_ENGINE_FIBERS));
    phase_overflows("thread (5)");
}

TEST(a_larger_stack_is_enough)
{
    on_fibers();
    CHECK_INT(setenv("AMP_STACK", "4194304", 1), ==, 0);
    runs(1000);
}

TEST(a_smaller_stack_overflows_sooner)
{
    on_fibers();
    CHECK_INT(setenv("AMP_STACK", "16384", 1), ==, 0);
    CHECK_STATUS(parallel_for_each(amp_tile(amp_extent(N), 8), tiled_dive,
                                   amp_view(int, cells, N), 3, 1, 200, 0), AMP_KERNEL_FAULT);
    CHECK_CONTAINS(amp_last_error(), "16384 bytes");
    CHECK_STATUS(parallel_for_each(amp_tile(amp_extent(N), 4), bad_on_a_small_stack,
                                   amp_view(int, cells, N)), AMP_BARRIER_DIVERGED);
}

/* The simple kernel overflows the stack of an OS thread, by its thread `who`; launches that follow
   work. */
static void simple_overflows(int who)
{
    int i;
    stack_with_an_end();
    CHECK_STATUS(parallel_for_each(amp_extent(N), simple_dive, amp_view(int, cells, N), who,
                                   ENDLESS), AMP_KERNEL_FAULT);
    CHECK_CONTAINS(amp_last_error(), "kernel simple_dive: the stack of an OS thread");
    memset(cells, 0, N * sizeof(int));
    CHECK_OK(parallel_for_each(amp_extent(N), simple_dive, amp_view(int, cells, N), who, 5));
    CHECK_OK(amp_synchronize(amp_view(int, cells, N)));
    for (i = 0; i < N; i++) {
        CHECK_INT(cells[i], ==, 1);
    }
}

TEST(an_overflow_in_a_simple_kernel)
{
    int i;
    for (i = 0; i < 20; i++) {
        simple_overflows(i % 2 == 0 ? i : N - i);
    }
}

TEST(an_overflow_in_a_simple_kernel_with_one_worker)
{
    CHECK_OK(amp_emu_set_workers(1));
    simple_overflows(3);
}

TEST_LIMIT(an_overflow_where_a_tile_as_vectors_is_run_again, 120)
{
    CHECK_STATUS(parallel_for_each(amp_tile(amp_extent(N), 1), wide_and_ends,
                                   amp_view(int, cells, N), 1), AMP_KERNEL_FAULT);
    on_fibers();
    CHECK_CONTAINS(amp_last_error(), "kernel wide_and_ends, tile (");
    CHECK_CONTAINS(amp_last_error(), "131072 bytes overflowed");
    runs(5);
}

static void *overflows_here(void *unused)
{
    simple_overflows(0);
    simple_overflows(N - 1);
    return unused;
}

/* Its signal stack is another one, and goes with it. */
TEST(an_overflow_in_a_simple_kernel_on_a_thread_of_the_programs_own)
{
    int i;
    CHECK_OK(amp_emu_set_workers(1));
    for (i = 0; i < 3; i++) {
        pthread_t thread;
        pthread_attr_t small;
        CHECK_INT(pthread_attr_init(&small), ==, 0);
        CHECK_INT(pthread_attr_setstacksize(&small, (size_t)256 << 10), ==, 0);
        CHECK_INT(pthread_create(&thread, &small, overflows_here, NULL), ==, 0);
        CHECK_INT(pthread_join(thread, NULL), ==, 0);
        CHECK_INT(pthread_attr_destroy(&small), ==, 0);
    }
}

TEST(an_overflow_in_a_phase) { phase_overflows("kernel phased_dive, tile ("); }

/* The other threads of the tile do not wait for the one that is gone. */
TEST(an_overflow_on_an_OS_thread_of_a_tile)
{
    int when;
    CHECK_OK(amp_emu_set_engine(AMP_ENGINE_THREADS));
    for (when = 0; when < 2; when++) {
        CHECK_STATUS(parallel_for_each(amp_tile(amp_extent(N), 8), tiled_dive,
                                       amp_view(int, cells, N), 3, 1, ENDLESS, when),
                     AMP_KERNEL_FAULT);
#ifndef AMP_CHECK /* which runs tiles on fibers alone */
        CHECK_CONTAINS(amp_last_error(),
                       "kernel tiled_dive, tile (1), thread (3): the stack of an OS thread");
#endif
        runs(5);
    }
}

/* How a child that runs f ends: its signal, or 256 + its exit status. */
static int end_of(void (*f)(void))
{
    int status = 0;
    const pid_t child = fork();
    if (child == 0) {
        f();
        _exit(0);
    }
    CHECK_INT(waitpid(child, &status, 0), ==, child);
    return WIFSIGNALED(status) ? WTERMSIG(status) : 256 + WEXITSTATUS(status);
}

static void wild_kernel(void)
{
    (void)amp_emu_set_workers(1);
    (void)parallel_for_each(amp_tile(amp_extent(4), 4), wild, amp_view(int, cells, N), 0);
}
static void wild_host(void)
{
    runs(1);
    *(volatile int *)(intptr_t)(8 + cells[0] - cells[8]) = 1;
}
static void raises(void)
{
    runs(1);
    (void)raise(SIGSEGV);
}

/* A sanitizer turns the signal into an exit status of its own. */
static void dies(void (*f)(void))
{
    const int how = end_of(f);
    CHECK(how == SIGSEGV || how > 256);
}

#ifndef AMP_CHECK
TEST(a_wild_pointer_in_a_kernel_ends_the_process) { dies(wild_kernel); }
#else /* the checker makes a status of it */
TEST(a_wild_pointer_in_a_kernel_is_a_finding) { CHECK_INT(end_of(wild_kernel), ==, 256); }
#endif
TEST(a_wild_pointer_on_the_host_ends_the_process) { dies(wild_host); }
TEST(a_signal_that_is_sent_ends_the_process) { dies(raises); }

static void my_handler(int number)
{
    _exit(number == SIGSEGV ? 77 : 78);
}
static void handled_host(void) { (void)signal(SIGSEGV, my_handler); wild_host(); }
static void handled_kernel(void) { (void)signal(SIGSEGV, my_handler); wild_kernel(); }
static void handled_after(void) { runs(1); (void)signal(SIGSEGV, my_handler); wild_host(); }

TEST(the_programs_own_handler_gets_the_other_faults)
{
    CHECK_INT(end_of(handled_host), ==, 256 + 77);
#ifndef AMP_CHECK
    CHECK_INT(end_of(handled_kernel), ==, 256 + 77);
#else
    (void)handled_kernel;
#endif
    CHECK_INT(end_of(handled_after), ==, 256 + 77);
}
