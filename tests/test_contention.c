/* SPDX-License-Identifier: MIT */
/* run: group=once engines=loops not=opencl dropin plain */
/* When a launch does without its workers, since other programs need the processors, or since it is
   small (amp/emu/contention.h): what is noted of launches, with times that are made up, and that a
   launch which runs alone does all of its work. Times: bench/busy.sh, bench/workers.sh. */
#define AMP_SHORT_NAMES
#include "amp.h"
#include "tap.h"

enum { N = 100003 };
typedef unsigned long long ticks;
static ticks microseconds(ticks n) { return n * amp__ticks_of_microsecond(); }

/* A launch on several threads, `wait` microseconds behind the last one, that takes so many, of
   which it waited `late` for a thread. */
static void launch(amp__contention *c, ticks wait, ticks takes, ticks late)
{
    const ticks begin = c->ended + microseconds(wait);
    amp__workers_ran(c, begin, begin + microseconds(takes), microseconds(late));
}
static amp__contention since(ticks moment)
{
    amp__contention c = { 0, 0, 0, 0 };
    c.ended = microseconds(moment);
    return c;
}

TEST(a_thread_is_late_after_a_while)
{
    const ticks begin = microseconds(1000), late = microseconds(AMP__WORKERS_LATE);
    CHECK(amp__thread_late(begin, begin) == 0);
    CHECK(amp__thread_late(begin, begin + late) == 0);
    CHECK(amp__thread_late(begin, begin + late + 1) == late + 1);
    CHECK(amp__thread_late(begin, begin - 5) == 0); /* another processor's clock */
}
TEST(threads_that_are_late_at_times_do_not_pause)
{
    amp__contention c = since(1000);
    int i;
    for (i = 0; i < 10000; i++) {
        launch(&c, (ticks)(i % 400), 100, i % 10 == 0 ? 99 : 0);
        CHECK(!amp__workers_pause(&c, c.ended + 1));
    }
}
TEST(after_a_rest_threads_may_be_late)
{
    amp__contention c = since(1000);
    launch(&c, AMP__WORKERS_CLOSE + 1, 5000, 4999);
    CHECK(!amp__workers_pause(&c, c.ended + 1) && c.spent == 0);
}
TEST(late_threads_pause)
{
    amp__contention c = since(1000);
    int i;
    for (i = 0; i < 10; i++) {
        launch(&c, 5, 4000, 3000);
        CHECK(amp__workers_pause(&c, c.ended));
        CHECK(amp__workers_pause(&c, c.ended + microseconds(AMP__WORKERS_PAUSE) - 1));
        CHECK(!amp__workers_pause(&c, c.ended + microseconds(AMP__WORKERS_PAUSE)));
        c.ended += microseconds(AMP__WORKERS_PAUSE);
    }
    launch(&c, 5, 4000, 0);
    CHECK(!amp__workers_pause(&c, c.ended));
}
TEST(a_clock_that_was_set_back_ends_the_pause)
{
    amp__contention c = since(1000000);
    launch(&c, 5, 4000, 3000);
    CHECK(amp__workers_pause(&c, c.ended));
    CHECK(!amp__workers_pause(&c, microseconds(1000)));
}


/* Launches of one kernel: so many microseconds on several threads, or alone, whichever their trial
   says. Returns how many ran alone. */
static int launches(amp__trial *kept, int n, ticks together, ticks alone)
{
    int i, count = 0;
    for (i = 0; i < n; i++) {
        amp__trial *const t = amp__trial_of(kept, kept, 7);
        const int single = amp__trial_alone(t);
        count += single;
        amp__trial_ended(t, single, microseconds(single ? alone : together));
    }
    return count;
}
static amp__trial trials[AMP__TRIALS_KEPT];

TEST(launches_that_are_quicker_alone_run_alone)
{
    CHECK(launches(trials, AMP__TRIALS, 10, 5) == 0);
    CHECK(launches(trials, AMP__TRIALS_APART - AMP__TRIALS, 10, 5)
          == AMP__TRIALS_APART - AMP__TRIALS);
    CHECK(launches(trials, AMP__TRIALS, 10, 5) == 0); /* a new trial */
    CHECK(launches(trials, 10, 10, 5) == 10);
}
TEST(launches_that_are_quicker_together_run_together)
{
    memset(trials, 0, sizeof(trials));
    CHECK(launches(trials, AMP__TRIALS_APART, 10, 11) == AMP__TRIALS);
    CHECK(launches(trials, AMP__TRIALS_APART, 10, 10) == AMP__TRIALS);
    CHECK(launches(trials, AMP__TRIALS_APART, 0, 0) == AMP__TRIALS); /* no clock */
}
TEST(long_launches_never_run_alone)
{
    memset(trials, 0, sizeof(trials));
    CHECK(launches(trials, 10 * AMP__TRIALS_APART, AMP__TRIAL_LONG + 1, 1) == 0);
    CHECK(launches(trials, AMP__TRIALS, AMP__TRIAL_LONG - 1, 1) == 0);
}
TEST(a_long_launch_among_short_ones_ends_their_running_alone)
{
    memset(trials, 0, sizeof(trials));
    CHECK(launches(trials, 3 * AMP__TRIALS, 10, 5) == 2 * AMP__TRIALS);
    CHECK(launches(trials, 1, 10, AMP__TRIAL_LONG + 1) == 1);
    CHECK(launches(trials, AMP__TRIALS_APART / 2, 10, 5) == 0);
    memset(trials, 0, sizeof(trials)); /* and while they are tried */
    CHECK(launches(trials, AMP__TRIALS, 10, 5) == 0);
    CHECK(launches(trials, AMP__TRIALS_APART / 2, 10, AMP__TRIAL_LONG + 1) == 1);
}
TEST(kernels_and_sizes_have_trials_of_their_own)
{
    int i, alone = 0;
    memset(trials, 0, sizeof(trials));
    (void)launches(trials, 3 * AMP__TRIALS, 10, 5);
    for (i = 1; i < 100; i++) { /* others, some of which take its place */
        alone += amp__trial_alone(amp__trial_of(trials, trials, 7 + i));
        alone += amp__trial_alone(amp__trial_of(trials, &trials[1], 7 + i));
    }
    CHECK(alone == 0);
}

AMP_DEVICE_BEGIN
AMP_KERNEL(triple, 1, in(int, 1, x), out(int, 1, y)) { at(y, idx[0]) = at(x, idx[0]) * 3; }
AMP_TILED_KERNEL(turn, (8), in(int, 1, x), out(int, 1, y))
{
    tile_static(int, t, 8);
    t[tidx.local[0]] = at(x, tidx.global[0]);
    tile_barrier_wait(tidx);
    at(y, tidx.global[0]) = t[7 - tidx.local[0]];
}
AMP_DEVICE_END
TEST(a_launch_alone_does_all_of_its_work)
{
#if AMP__OPENMP
    static int x[N], y[N];
    const amp_array_view vx = amp_view(int, x, N), vy = amp_view(int, y, N);
    const amp_array_view rows = amp_view(int, x, N / 8 * 8), turned = amp_view(int, y, N / 8 * 8);
    int i, wrong = 0;
    CHECK_OK(amp_emu_set_workers(4));
    for (i = 0; i < N; i++) { x[i] = i; }
    amp__openmp_contention.until = amp__ticks() + microseconds(AMP__WORKERS_PAUSE);
    CHECK_OK(parallel_for_each(amp_extent(N), triple, vx, vy));
    CHECK_OK(amp_synchronize(vy));
    for (i = 0; i < N; i++) { wrong += y[i] != 3 * i; }
    CHECK(wrong == 0);
    amp__openmp_contention.until = amp__ticks() + microseconds(AMP__WORKERS_PAUSE);
    CHECK_OK(parallel_for_each(amp_tile(amp_extent(N / 8 * 8), 8), turn, rows, turned));
    CHECK_OK(amp_synchronize(turned));
    CHECK(amp__openmp_last_team == 0); /* OpenMP was not asked for threads */
    for (i = 0; i < N / 8 * 8; i++) { wrong += y[i] != i / 8 * 8 + 7 - i % 8; }
    CHECK(wrong == 0);
    amp__openmp_contention.until = 0;
    CHECK_OK(parallel_for_each(amp_extent(N), triple, vx, vy));
    CHECK(amp__openmp_last_team == 4);
    CHECK_OK(amp_emu_set_workers(0));
#else
    SKIP("workers are OpenMP's where this is noted");
#endif
}
TEST(a_small_launch_together_or_alone_does_all_of_its_work)
{
#if AMP__OPENMP
    enum { LAUNCHES = 5 * AMP__TRIALS, SMALL = 24 };
    int x[SMALL], y[SMALL], i, k, wrong = 0, noted = 0;
    const amp_array_view vx = amp_view(int, x, SMALL), vy = amp_view(int, y, SMALL);
    CHECK_OK(amp_emu_set_workers(3));
    for (k = 0; k < LAUNCHES; k++) {
        for (i = 0; i < SMALL; i++) { x[i] = i + k; }
        CHECK_OK(amp_refresh(vx));
        CHECK_OK(parallel_for_each(amp_tile(amp_extent(SMALL), 8), turn, vx, vy));
        CHECK_OK(amp_synchronize(vy));
        for (i = 0; i < SMALL; i++) { wrong += y[i] != i / 8 * 8 + 7 - i % 8 + k; }
    }
    CHECK(wrong == 0);
    for (i = 0; i < AMP__TRIALS_KEPT; i++) {
        noted += amp__openmp_trials[i].count == SMALL / 8
            && amp__openmp_trials[i].turn >= LAUNCHES;
    }
    CHECK(noted == 1);
    CHECK_OK(amp_emu_set_workers(0));
#else
    SKIP("workers are OpenMP's where this is noted");
#endif
}
