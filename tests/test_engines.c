/* SPDX-License-Identifier: MIT */
/* run: not=opencl quick not=separate plain */
/* How engines turn threads into work: tile memory's limit, orders, simple
   kernels thread by thread, launches from odd places. */
#define AMP_SHORT_NAMES
#include "amp.h"
#include "tap.h"

int setenv(const char *, const char *, int); /* hidden by -std=c99 */

AMP_DEVICE_BEGIN
typedef struct odd { char c[5]; } odd;

/* Arrays of many shapes, `last` bytes more than 32768 - 100 - 7 in all. */
#define MIXED(last)                                                            \
    tile_static(char, a, 3);                                                   \
    tile_static(double, b, 5, 7);           /* 280 */                          \
    tile_static(odd, c, 11);                /* 55 */                           \
    tile_static(short, d, 2, 3, 4);         /* 48 */                           \
    tile_static(char, e, 1);                                                   \
    tile_static(float, f, 64, 64);          /* 16384 */                        \
    tile_static(char, g, 15874 + (last))    /* 32645 before it */
enum { FREE = 32768 - 3 - 280 - 55 - 48 - 1 - 16384 - 15874 };

/* Fills all arrays, then adds up what they hold: a sum that any overlap, and
   any byte that is not there, would change. */
#define FILL()                                                                 \
    for (i = 0; i < 3; i++) { a[i] = 1; }                                      \
    for (i = 0; i < 35; i++) { b[i / 7][i % 7] = 2; }                          \
    for (i = 0; i < 55; i++) { c[i / 5].c[i % 5] = 3; }                        \
    for (i = 0; i < 24; i++) { d[i / 12][i / 4 % 3][i % 4] = 4; }              \
    e[0] = 5;                                                                  \
    for (i = 0; i < 4096; i++) { f[i / 64][i % 64] = 6; }                      \
    for (i = 0; i < last; i++) { g[i] = 7; }
#define SUM()                                                                  \
    for (i = 0; i < 3; i++) { sum += a[i]; }                                   \
    for (i = 0; i < 35; i++) { sum += (int)b[i / 7][i % 7]; }                  \
    for (i = 0; i < 55; i++) { sum += c[i / 5].c[i % 5]; }                     \
    for (i = 0; i < 24; i++) { sum += d[i / 12][i / 4 % 3][i % 4]; }           \
    sum += e[0];                                                               \
    for (i = 0; i < 4096; i++) { sum += (int)f[i / 64][i % 64]; }              \
    for (i = 0; i < last; i++) { sum += g[i]; }

AMP_TILED_KERNEL(tiled_full, (4), out(int, 1, v))
{
    MIXED(FREE);
    const int last = 15874 + FREE;
    int i, sum = 0;
    if (tidx.local[0] == 0) { FILL() }
    tile_barrier_wait(tidx);
    SUM()
    at(v, tidx.global[0]) = sum;
}
AMP_PHASED_KERNEL(phased_full, (4), out(int, 1, v))
{
    MIXED(FREE);
    const int last = 15874 + FREE;
    phase_first(1) { int i; FILL() }
    phase { int i, sum = 0; SUM() at(v, tidx.global[0]) = sum; }
}
AMP_TILED_KERNEL(tiled_over, (4), out(int, 1, v))
{
    MIXED(FREE + 1);
    const int last = 15874 + FREE + 1;
    int i, sum = 0;
    if (tidx.local[0] == 0) { FILL() }
    tile_barrier_wait(tidx);
    SUM()
    at(v, tidx.global[0]) = sum;
}
AMP_PHASED_KERNEL(phased_over, (4), out(int, 1, v))
{
    MIXED(FREE + 1);
    const int last = 15874 + FREE + 1;
    phase_first(1) { int i; FILL() }
    phase { int i, sum = 0; SUM() at(v, tidx.global[0]) = sum; }
}
AMP_TILED_KERNEL(tiled_huge, (4), out(int, 1, v))
{
    tile_static(float, t, 4096, 4096);
    t[tidx.global[0] * 1000][3] = 1;
    tile_barrier_wait(tidx);
    at(v, tidx.global[0]) = (int)t[0][3];
}
AMP_PHASED_KERNEL(phased_huge, (4), out(int, 1, v))
{
    tile_static(float, t, 4096, 4096);
    phase { t[tidx.global[0] * 1000][3] = 1; }
    phase { at(v, tidx.global[0]) = (int)t[0][3]; }
}
/* One thread has returned before the others find that memory is short. */
AMP_TILED_KERNEL(returned_before, (4), out(int, 1, v))
{
    if (tidx.local[0] == 1) { return; }
    tile_static(float, t, 8193);
    t[0] = 1;
    at(v, tidx.global[0]) = (int)t[0];
}

AMP_PHASED_KERNEL(privates_large, (64), out(int, 1, v))
{
    thread_private(double, p, 100, 10);
    thread_private(int, q);
    phase {
        int i;
        for (i = 0; i < 1000; i++) { mine(p, i / 10, i % 10) = i + tidx.local[0]; }
        mine(q) = tidx.global[0];
    }
    phase {
        int i;
        double sum = 0;
        for (i = 0; i < 1000; i++) { sum += mine(p, i / 10, i % 10); }
        at(v, tidx.global[0]) = (int)sum + mine(q);
    }
}
AMP_PHASED_KERNEL(privates_over, (1024), out(int, 1, v))
{
    thread_private(double, p, 1024);
    thread_private(char, q);
    phase { mine(p, 0) = 1; mine(q) = 1; }
    phase { at(v, tidx.global[0]) = (int)mine(p, 0) + mine(q); }
}

AMP_PHASED_KERNEL(tile_place, (2, 3), out(int, 2, v))
{
    const int from = tile_index.tile[0] * 100 + tile_index.tile[1];
    int rounds, r;
    rounds = tile_index.tile_origin[0] + tile_index.tile_origin[1];
    phase { at_index(v, tidx.global) = from; }
    for (r = 0; r < rounds; r++) {
        phase { at_index(v, tidx.global) += amp_tile_index.tile[1] == tidx.tile[1]; }
    }
}

AMP_KERNEL(order_simple, 2, inout(int, 1, clock), out(int, 2, when))
{
    at_index(when, idx) = amp_atomic_fetch_add(&at(clock, 0), 1);
}
AMP_TILED_KERNEL(order_tiled, (2, 4), inout(int, 1, clock), out(int, 2, when))
{
    tile_barrier_wait(tidx);
    at_index(when, tidx.global) = amp_atomic_fetch_add(&at(clock, 0), 1);
}
AMP_PHASED_KERNEL(order_phased, (2, 4), inout(int, 1, clock), out(int, 2, when))
{
    phase { at_index(when, tidx.global) = -1; }
    phase { at_index(when, tidx.global) = amp_atomic_fetch_add(&at(clock, 0), 1); }
}

/* Threads 0 and 1 wait for each other; a bound keeps a lone thread from it. */
AMP_KERNEL(rendezvous, 1, inout(int, 1, here), out(int, 1, met))
{
    long long left = 2000000000LL;
    if (idx[0] < 2) {
        (void)amp_atomic_fetch_add(&at(here, 0), 1);
        while (amp_atomic_fetch_add(&at(here, 0), 0) < 2 && left > 0) { left--; }
    }
    at(met, idx[0]) = left > 0;
}

AMP_KERNEL(plus_one, 1, inout(int, 1, v)) { at(v, idx[0]) += 1; }
AMP_TILED_KERNEL(plus_tiled, (8), inout(int, 1, v))
{
    tile_static(int, t, 8);
    t[tidx.local[0]] = at(v, tidx.global[0]);
    tile_barrier_wait(tidx);
    at(v, tidx.global[0]) = t[tidx.local[0]] + 1;
}
AMP_PHASED_KERNEL(plus_phased, (8), inout(int, 1, v))
{
    thread_private(int, p);
    phase { mine(p) = at(v, tidx.global[0]); }
    phase { at(v, tidx.global[0]) = mine(p) + 1; }
}
/* What a launch from inside a kernel returns, as the kernel's result. */
static int launch_here(int *p)
{
    return (int)amp_parallel_for_each(amp_extent(1), plus_one, amp_view(int, p, 1))
        + 100 * (int)amp_parallel_for_each(amp_tile(amp_extent(8), 8), plus_tiled,
                                           amp_view(int, p, 8));
}
AMP_KERNEL(launches_simple, 1, out(int, 1, v)) { at(v, idx[0]) = launch_here(v); }
AMP_TILED_KERNEL(launches_tiled, (8), out(int, 1, v))
{
    tile_barrier_wait(tidx);
    at(v, tidx.global[0]) = launch_here(v);
}
AMP_PHASED_KERNEL(launches_phased, (8), out(int, 1, v))
{
    phase { at(v, tidx.global[0]) = launch_here(v); }
}

AMP_PHASED_KERNEL(returns_in_a_phase, (8), inout(int, 1, v), value(int, who))
{
    phase {
        if (tidx.global[0] == who) { return; }
        at(v, tidx.global[0]) = 1;
    }
    phase { at(v, tidx.global[0]) += 1; }
}
AMP_PHASED_KERNEL(goes_out_of_a_phase, (8), inout(int, 1, v))
{
    phase {
        if (tidx.global[0] == 3) { goto out; }
        at(v, tidx.global[0]) = 1;
    }
out:
    phase { at(v, tidx.global[0]) += 1; }
}
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow" /* the compiler's own hint at the mistake */
AMP_PHASED_KERNEL(phase_in_a_phase, (8), inout(int, 1, v))
{
    phase { phase { at(v, tidx.global[0]) = 1; } }
}
#pragma GCC diagnostic pop
AMP_DEVICE_END

enum { N = 64 };
static int cells[1024 * 2], again[N], number[1];

static void forced(amp_emu_engine e)
{
    CHECK_OK(amp_emu_set_engine(e));
}
/* Runs f on each engine. */
static void on_each_engine(void (*f)(void))
{
    forced(AMP_ENGINE_DEFAULT);
    f();
    forced(AMP_ENGINE_LOOPS);
    f();
    forced(AMP_ENGINE_FIBERS);
    f();
    forced(AMP_ENGINE_THREADS);
    f();
}

#define FOUR amp_tile(amp_extent(12), 4)
static void full(void)
{
    const int sum = 3 + 70 + 165 + 96 + 5 + 6 * 4096 + 7 * (15874 + FREE);
    int i;
    memset(cells, 0, sizeof(cells));
    CHECK_OK(parallel_for_each(FOUR, tiled_full, amp_view(int, cells, 12)));
    CHECK_OK(parallel_for_each(FOUR, phased_full, amp_view(int, cells + 12, 12)));
    CHECK_OK(amp_synchronize(amp_view(int, cells, 24)));
    for (i = 0; i < 24; i++) {
        CHECK_INT(cells[i], ==, sum);
    }
}
TEST(tile_static_of_32768_bytes) { on_each_engine(full); }

#define SHORT_OF_MEMORY(domain, kernel, part)                                  \
    do {                                                                       \
        CHECK_STATUS(parallel_for_each(domain, kernel, amp_view(int, cells, 1024)), \
                     AMP_OUT_OF_MEMORY);                                       \
        CHECK_CONTAINS(amp_last_error(), "kernel " #kernel);                   \
        CHECK_CONTAINS(amp_last_error(), part);                                \
    } while (0)
static void over(void)
{
    SHORT_OF_MEMORY(FOUR, tiled_over, "32768 bytes of tile_static");
    SHORT_OF_MEMORY(FOUR, phased_over, "32768 bytes of tile_static");
    SHORT_OF_MEMORY(FOUR, tiled_over, "declared in a loop takes memory at each turn");
    SHORT_OF_MEMORY(FOUR, tiled_huge, "67108864 more");
    SHORT_OF_MEMORY(FOUR, phased_huge, "67108864 more");
    SHORT_OF_MEMORY(FOUR, returned_before, "32772 more");
    full();
}
TEST(tile_static_of_more_than_32768_bytes) { on_each_engine(over); }

static void privates(void)
{
    int i;
    CHECK_OK(parallel_for_each(amp_tile(amp_extent(128), 64), privates_large,
                               amp_view(int, cells, 128)));
    CHECK_OK(amp_synchronize(amp_view(int, cells, 128)));
    for (i = 0; i < 128; i++) {
        CHECK_INT(cells[i], ==, 499500 + 1000 * (i % 64) + i);
    }
}
TEST(thread_private_of_half_a_megabyte) { on_each_engine(privates); }

static void privates_spent(void)
{
    SHORT_OF_MEMORY(amp_tile(amp_extent(1024), 1024), privates_over,
                    "8388608 bytes of thread_private");
    privates();
}
TEST(thread_private_of_more_than_8_megabytes) { on_each_engine(privates_spent); }

static void place(void)
{
    int i, j;
    CHECK_OK(parallel_for_each(amp_tile(amp_extent(6, 9), 2, 3), tile_place,
                               amp_view(int, cells, 6, 9)));
    CHECK_OK(amp_synchronize(amp_view(int, cells, 6, 9)));
    for (i = 0; i < 6; i++) {
        for (j = 0; j < 9; j++) {
            CHECK_INT(cells[i * 9 + j], ==, i / 2 * 100 + j / 3 + i / 2 * 2 + j / 3 * 3);
        }
    }
}
TEST(the_tile_is_known_outside_phases) { on_each_engine(place); }

/* ---- orders ---- */

static void run_order(int model, int *when)
{
    const amp_array_view w = amp_view(int, when, 4, 16), c = amp_view(int, number, 1);
    number[0] = 0;
    if (model == 0) {
        CHECK_OK(parallel_for_each(amp_extent(4, 16), order_simple, c, w));
    } else if (model == 1) {
        CHECK_OK(parallel_for_each(amp_tile(amp_extent(4, 16), 2, 4), order_tiled, c, w));
    } else {
        CHECK_OK(parallel_for_each(amp_tile(amp_extent(4, 16), 2, 4), order_phased, c, w));
    }
    CHECK_OK(amp_synchronize(w));
}

/* The thread at (i, j), counted tile after tile, or row after row. */
static int linear(int model, int i, int j)
{
    return model == 0 ? i * 16 + j : (i / 2 * 4 + j / 4) * 8 + i % 2 * 4 + j % 4;
}

static void orders(void)
{
    int model, i;
    CHECK_OK(amp_emu_set_workers(1));
    for (model = 0; model < 3; model++) {
        int used[N] = { 0 }, kept = 0, apart = 0;
        CHECK_OK(amp_emu_set_order(AMP_ORDER_FORWARD, 0));
        run_order(model, cells);
        for (i = 0; i < N; i++) {
            CHECK_INT(cells[i], ==, linear(model, i / 16, i % 16));
        }
        CHECK_OK(amp_emu_set_order(AMP_ORDER_REVERSE, 0));
        run_order(model, cells);
        for (i = 0; i < N; i++) {
            CHECK_INT(cells[i], ==, N - 1 - linear(model, i / 16, i % 16));
        }
        CHECK_OK(amp_emu_set_order(AMP_ORDER_RANDOM, 42));
        run_order(model, cells);
        run_order(model, again);
        for (i = 0; i < N; i++) {
            CHECK_INT(again[i], ==, cells[i]); /* replays exactly */
            used[cells[i]]++;
            kept += cells[i] == linear(model, i / 16, i % 16);
        }
        for (i = 0; i < N; i++) {
            CHECK_INT(used[i], ==, 1);
        }
        CHECK_INT(kept, <, N / 2);
        CHECK_OK(amp_emu_set_order(AMP_ORDER_RANDOM, 43));
        run_order(model, again);
        for (i = 0; i < N; i++) {
            apart += again[i] != cells[i];
        }
        CHECK_INT(apart, >, N / 4);
    }
}
TEST(orders_on_fibers) { forced(AMP_ENGINE_FIBERS); orders(); }
TEST(orders_on_loops) { forced(AMP_ENGINE_LOOPS); orders(); }
TEST(orders_on_the_default_engine) { forced(AMP_ENGINE_DEFAULT); orders(); }

TEST(orders_on_threads_permute_tiles)
{
    int i, first = N;
    forced(AMP_ENGINE_THREADS);
    CHECK_OK(amp_emu_set_order(AMP_ORDER_REVERSE, 0));
    run_order(1, cells);
    for (i = 0; i < N; i++) {
        CHECK_INT(cells[i] / 8, ==, 7 - linear(1, i / 16, i % 16) / 8);
        first = cells[i] < first ? cells[i] : first;
    }
    CHECK_INT(first, ==, 0);
}

static void every_index_once(void)
{
    int o, i;
    for (o = AMP_ORDER_FORWARD; o <= AMP_ORDER_RANDOM; o++) {
        CHECK_OK(amp_emu_set_order((amp_emu_order)o, 5));
        memset(cells, 0, sizeof(cells));
        CHECK_OK(parallel_for_each(amp_extent(1001), plus_one, amp_view(int, cells, 1001)));
        CHECK_OK(parallel_for_each(amp_tile(amp_extent(1000), 8), plus_tiled,
                                   amp_view(int, cells, 1000)));
        CHECK_OK(parallel_for_each(amp_tile(amp_extent(1000), 8), plus_phased,
                                   amp_view(int, cells, 1000)));
        CHECK_OK(amp_synchronize(amp_view(int, cells, 1001)));
        for (i = 0; i < 1001; i++) {
            CHECK_INT(cells[i], ==, i < 1000 ? 3 : 1);
        }
    }
}
TEST(each_thread_once_in_every_order) { on_each_engine(every_index_once); }

TEST(order_from_the_environment)
{
    int i;
    (void)setenv("AMP_ORDER", "random:42", 1);
    (void)setenv("AMP_WORKERS", "1", 1);
    forced(AMP_ENGINE_FIBERS);
    run_order(0, again);
    CHECK_OK(amp_emu_set_order(AMP_ORDER_RANDOM, 42));
    run_order(0, cells);
    for (i = 0; i < N; i++) {
        CHECK_INT(again[i], ==, cells[i]);
    }
}

static void bad_setting(const char *name, const char *value)
{
    (void)setenv(name, value, 1);
    CHECK_STATUS(parallel_for_each(amp_extent(4), plus_one, amp_view(int, cells, 4)),
                 AMP_INVALID_ARGUMENT);
    CHECK_CONTAINS(amp_last_error(), name);
    CHECK_CONTAINS(amp_last_error(), value);
    CHECK_INT(cells[0], ==, 0);
    (void)setenv(name, "", 1);
    CHECK_OK(parallel_for_each(amp_extent(1), plus_one, amp_view(int, cells + 8, 1)));
}
TEST(engine_that_is_none) { bad_setting("AMP_ENGINE", "fibres"); }
TEST(workers_that_are_none) { bad_setting("AMP_WORKERS", "2x"); }
TEST(order_that_is_none) { bad_setting("AMP_ORDER", "random"); }
TEST(order_without_a_seed) { bad_setting("AMP_ORDER", "random:"); }
TEST(stack_that_is_too_small) { bad_setting("AMP_STACK", "100"); }

TEST(what_the_program_sets_leaves_no_sentence_of_the_environment)
{
    (void)setenv("AMP_STACK", "100", 1);
    CHECK_OK(amp_emu_set_workers(2));
    CHECK_OK(amp_emu_set_engine(AMP_ENGINE_FIBERS));
    CHECK_OK(amp_emu_set_order(AMP_ORDER_REVERSE, 0));
}

/* ---- threads ---- */

TEST(simple_kernels_run_at_the_same_time_on_threads)
{
#ifdef AMP_CHECK
    SKIP("the checker runs a kernel on one thread, and reports a rendezvous as a livelock");
#endif
    forced(AMP_ENGINE_THREADS);
    number[0] = 0;
    CHECK_OK(parallel_for_each(amp_extent(100), rendezvous, amp_view(int, number, 1),
                               amp_view(int, cells, 100)));
    CHECK_INT(cells[0] + cells[1], ==, 2);
}

/* ---- launches from odd places ---- */

static void from_kernels(void)
{
    const int want = AMP_UNSUPPORTED * 101;
    int i;
    memset(cells, 0, sizeof(cells));
    /* the launches inside it fail, and leave their sentence */
    CHECK_INT(parallel_for_each(amp_extent(16), launches_simple, amp_view(int, cells, 16)), ==,
              AMP_OK);
    CHECK_OK(parallel_for_each(amp_tile(amp_extent(16), 8), launches_tiled,
                               amp_view(int, cells + 16, 16)));
    CHECK_OK(parallel_for_each(amp_tile(amp_extent(16), 8), launches_phased,
                               amp_view(int, cells + 32, 16)));
    CHECK_OK(amp_synchronize(amp_view(int, cells, 48)));
    for (i = 0; i < 48; i++) {
        CHECK_INT(cells[i], ==, want);
    }
    CHECK_OK(parallel_for_each(amp_extent(48), plus_one, amp_view(int, cells, 48)));
    CHECK_OK(amp_synchronize(amp_view(int, cells, 48)));
    CHECK_INT(cells[47], ==, want + 1);
}
/* As the README says: tiles in parallel, each a team of threads with a barrier and tile memory.
   Both tiles are begun before either ends, each thread is an OS thread, and the tile's memory
   lies in the frames below that of the team's first thread, on its stack. */
enum { TEAM = 8 };
static pthread_mutex_t team_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t team_changed = PTHREAD_COND_INITIALIZER;
static int teams_here;
static pthread_t team_os[2][TEAM];
static uintptr_t team_memory[2], team_frame[2];

static void team_meets(int tile, int thread, uintptr_t memory)
{
    volatile char here = 0;
    team_os[tile][thread] = pthread_self();
    if (thread == 0) {
        team_memory[tile] = memory;
        team_frame[tile] = (uintptr_t)&here;
        (void)pthread_mutex_lock(&team_lock);
        teams_here++;
        (void)pthread_cond_broadcast(&team_changed);
        while (teams_here < 2) { /* for ever, were the tiles not side by side */
            (void)pthread_cond_wait(&team_changed, &team_lock);
        }
        (void)pthread_mutex_unlock(&team_lock);
    }
}

AMP_DEVICE_BEGIN
AMP_TILED_KERNEL(teams, (TEAM), inout(int, 1, v))
{
    tile_static(int, t, TEAM);
    t[tidx.local[0]] = at(v, tidx.global[0]);
#ifndef __OPENCL_VERSION__
    team_meets(tidx.tile[0], tidx.local[0], (uintptr_t)t);
#endif
    tile_barrier_wait(tidx);
    at(v, tidx.global[0]) = t[TEAM - 1 - tidx.local[0]];
}
AMP_DEVICE_END

TEST(tiles_side_by_side_each_a_team_with_memory_on_its_stack)
{
    int v[2 * TEAM], i, j;
    amp_array_view a = amp_view(int, v, 2 * TEAM);
    if (AMP__CHECKING) {
        SKIP("the checker runs one thread at a time");
    }
    for (i = 0; i < 2 * TEAM; i++) {
        v[i] = i;
    }
    forced(AMP_ENGINE_THREADS);
    CHECK_OK(amp_emu_set_workers(2));
    CHECK_OK(parallel_for_each(amp_tile(amp_extent(2 * TEAM), TEAM), teams, a));
    for (i = 0; i < 2 * TEAM; i++) {
        CHECK_INT(v[i], ==, i / TEAM * TEAM + TEAM - 1 - i % TEAM);
        for (j = 0; j < i; j++) {
            CHECK(!pthread_equal(team_os[i / TEAM][i % TEAM], team_os[j / TEAM][j % TEAM]));
        }
    }
    for (i = 0; i < 2; i++) {
#if !defined(__SANITIZE_ADDRESS__) && !defined(_WIN32) /* their stacks are others */
        CHECK_UINT(team_memory[i] - team_frame[i], <, 131072 + 8192);
#endif
    }
    CHECK_UINT(team_memory[0], !=, team_memory[1]);
}

TEST(a_launch_from_a_kernel_is_refused) { on_each_engine(from_kernels); }

static void three_launches(int *v, int n)
{
    CHECK_OK(parallel_for_each(amp_extent(n), plus_one, amp_view(int, v, n)));
    CHECK_OK(parallel_for_each(amp_tile(amp_extent(n), 8), plus_tiled, amp_view(int, v, n)));
    CHECK_OK(parallel_for_each(amp_tile(amp_extent(n), 8), plus_phased, amp_view(int, v, n)));
    CHECK_OK(amp_synchronize(amp_view(int, v, n)));
}

static void from_a_parallel_region(void)
{
    int i, k;
    memset(cells, 0, sizeof(cells));
#if defined(_OPENMP) && !AMP__TSAN /* which reports the program's own OpenMP */
#pragma omp parallel for num_threads(3)
#endif
    for (k = 0; k < 8; k++) {
        three_launches(cells + k * 64, 64);
    }
    for (i = 0; i < 8 * 64; i++) {
        CHECK_INT(cells[i], ==, 3);
    }
}
TEST(launches_from_a_parallel_region) { on_each_engine(from_a_parallel_region); }

static void *host_thread(void *v)
{
    int k;
    for (k = 0; k < 5; k++) {
        three_launches((int *)v, 64);
    }
    return NULL;
}
static void from_host_threads(void)
{
    pthread_t os[4];
    int i;
    memset(cells, 0, sizeof(cells));
    for (i = 0; i < 4; i++) {
        CHECK_INT(pthread_create(&os[i], NULL, host_thread, cells + i * 64), ==, 0);
    }
    for (i = 0; i < 4; i++) {
        CHECK_INT(pthread_join(os[i], NULL), ==, 0);
    }
    for (i = 0; i < 4 * 64; i++) {
        CHECK_INT(cells[i], ==, 15);
    }
}
TEST(launches_from_host_threads) { on_each_engine(from_host_threads); }

#if AMP__HAS_PROCESSES
static void from_a_child(void)
{
    int status = 1;
    pid_t child;
    memset(cells, 0, sizeof(cells));
    three_launches(cells, 64);
    child = fork();
    if (child == 0) {
        three_launches(cells, 64);
        _exit(cells[63] == 6 ? 0 : 1);
    }
    CHECK_INT(waitpid(child, &status, 0), ==, child);
    CHECK_INT(status, ==, 0);
    three_launches(cells, 64);
    CHECK_INT(cells[0], ==, 6);
}
TEST(launches_from_a_forked_child)
{
    if (AMP__TSAN) {
        SKIP("ThreadSanitizer starts no threads in a child of fork()");
    }
    on_each_engine(from_a_child);
}
#endif

TEST(more_workers_than_cores)
{
    CHECK_OK(amp_emu_set_workers(9));
    every_index_once();
}

/* More of them than there are shares of the tiles, and fewer tiles than shares: each tile once. */
static void every_tile_once(void)
{
    static const int counts[] = { 1, 31, 33, 70 };
    static int v[8 * 70];
    int k, i;
    CHECK_OK(amp_emu_set_workers(35));
    for (k = 0; k < 4; k++) {
        const int n = counts[k];
        const amp_array_view a = amp_view(int, v, 8 * n);
        memset(v, 0, sizeof(v));
        CHECK_OK(parallel_for_each(amp_tile(amp_extent(8 * n), 8), plus_tiled, a));
        CHECK_OK(amp_synchronize(a));
        for (i = 0; i < 8 * n; i++) {
            CHECK_INT(v[i], ==, 1);
        }
    }
}
TEST(more_workers_than_shares_of_the_tiles) { on_each_engine(every_tile_once); }

static void left_phases(void)
{
    int who;
    for (who = 0; who < 16; who += 5) {
        CHECK_STATUS(parallel_for_each(amp_tile(amp_extent(16), 8), returns_in_a_phase,
                                       amp_view(int, cells, 16), who), AMP_KERNEL_FAULT);
        CHECK_CONTAINS(amp_last_error(), "kernel returns_in_a_phase, tile (");
        CHECK_CONTAINS(amp_last_error(), "return");
    }
    CHECK_STATUS(parallel_for_each(amp_tile(amp_extent(16), 8), goes_out_of_a_phase,
                                   amp_view(int, cells, 16)), AMP_KERNEL_FAULT);
    CHECK_STATUS(parallel_for_each(amp_tile(amp_extent(16), 8), phase_in_a_phase,
                                   amp_view(int, cells, 16)), AMP_KERNEL_FAULT);
    every_index_once();
}
TEST(a_phase_that_is_left) { on_each_engine(left_phases); }
