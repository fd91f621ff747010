/* SPDX-License-Identifier: MIT */
/* run: engines=vectors flags=-DAMP_VECTORS once not=opencl */
/* The engine `vectors`: what people write in tiled kernels runs as vector loops, with
   what fibers give, to the bit; what it does not understand runs on fibers. Each launch
   waits for the compiler, whose objects go to a folder below build/. */
#define AMP_SHORT_NAMES
#include "amp.h"
#include "tap.h"

#ifndef TAP_LIMIT_COMPILE
#define TAP_LIMIT_COMPILE 120 /* seconds: a compiler runs, on a machine that has other work */
#endif

AMP_DEVICE_BEGIN
enum { N = 32 };
typedef struct pair { unsigned a, b[2]; } pair;
static const unsigned odd[4] = { 1, 3, 5, 7 };
#define TWICE(x) ((x) + (x))
static inline unsigned mix(unsigned a, unsigned b) { return (a ^ (b << 3)) * 2654435761u >> 7; }

/* A tree sum: nested uniform loops, a barrier in each. */
AMP_TILED_KERNEL(tree, (N), in(unsigned, 1, in_), out(unsigned, 1, o))
{
    tile_static(unsigned, t, N);
    const int l = tidx.local[0];
    int s;
    t[l] = at(in_, tidx.global[0]);
    tile_barrier_wait(tidx);
    for (s = N / 2; s > 0; s /= 2) {
        if (l < s) { t[l] = t[l] * 3 + t[l + s]; }
        tile_barrier_wait(tidx);
    }
    if (l == 0) { at(o, tidx.tile[0]) = t[0]; }
}

/* What a thread keeps: an array, a structure, a variable whose address is taken. */
AMP_TILED_KERNEL(keeps, (N), in(unsigned, 1, in_), out(unsigned, 1, o))
{
    tile_static(pair, t, N);
    const int l = tidx.local[0];
    unsigned a[3] = { 1, 2, (unsigned)l }, x = at(in_, tidx.global[0]), *p = &x;
    pair mine_ = { x, { x + 1, x + 2 } };
    t[l] = mine_;
    tile_barrier_wait(tidx);
    mine_ = t[(l + 5) % N];
    *p += mine_.b[1];
    a[l % 3] += x;
    tile_barrier_wait(tidx);
    at(o, tidx.global[0]) = a[0] + a[1] * 3 + a[2] * 5 + mine_.a + TWICE(x) + odd[l & 3];
}

/* Ways on: break, continue, return of whole tiles, switch, do. */
AMP_TILED_KERNEL(ways, (N), in(unsigned, 1, in_), out(unsigned, 1, o), value(int, rounds))
{
    tile_static(unsigned, t, N);
    const int l = tidx.local[0];
    unsigned sum = 0;
    int i, j = 0;
    t[l] = at(in_, tidx.global[0]);
    if (tidx.tile[0] == 1) { at(o, tidx.global[0]) = 77; return; }
    for (i = 0; ; i++) {
        tile_barrier_wait(tidx);
        if (i == rounds) { break; }
        sum += t[(l + i) % N];
        if (i % 3 == 1) { continue; }
        tile_barrier_wait(tidx);
        t[l] = mix(sum, t[l]);
    }
    tile_barrier_wait(tidx);
    do {
        const int k = j * 2;
        switch (j) {
        case 0:
            sum += t[(l + k + 1) % N];
            tile_barrier_wait(tidx);
            break;
        default:
            sum ^= t[(l + k) % N];
        }
    } while (++j < rounds);
    at(o, tidx.global[0]) = sum;
}

/* Helpers in which threads meet; one calls the other. */
static inline void shift(amp_tiled_index w, amp_tile_ptr(unsigned) t, int by)
{
    const unsigned x = t[(w.local[0] + by) % N];
    tile_barrier_wait(w);
    t[w.local[0]] = x;
    tile_barrier_wait(w);
}
static inline void shifts(amp_tiled_index tidx, amp_tile_ptr(unsigned) u, int n)
{
    int i;
    for (i = 0; i < n; i++) { shift(tidx, u, i + 1); }
}
AMP_TILED_KERNEL(helped, (N), in(unsigned, 1, in_), out(unsigned, 1, o), value(int, rounds))
{
    tile_static(unsigned, t, N);
    int n = rounds;
    t[tidx.local[0]] = at(in_, tidx.global[0]);
    tile_barrier_wait(tidx);
    shift(tidx, t, 3);
    shifts(tidx, t, n + 1);
    at(o, tidx.global[0]) = t[tidx.local[0]];
}

/* Three dimensions, a float sum in its order, atomics, an if around the rest. */
AMP_TILED_KERNEL(cube, (2, 4, 8), in(float, 3, in_), out(float, 3, o), inout(int, 1, n))
{
    tile_static(float, t, 2, 4, 8);
    const int z = tidx.local[0], y = tidx.local[1], x = tidx.local[2];
    float sum = 0;
    int k;
    t[z][y][x] = at_index(in_, tidx.global);
    tile_barrier_wait(tidx);
    for (k = 0; k < 8; k++) { sum += t[1 - z][y][k] * t[z][3 - y][x] / 3.0f; }
    if (y == 1 && x > 2) { sum += sqrtf(t[z][y][x]); }
    (void)amp_atomic_fetch_add(&at(n, 0), 1);
    at_index(o, tidx.global) = sum;
}

/* A loop whose turns only the run time knows to be the same for all threads. */
AMP_TILED_KERNEL(checked, (N), in(unsigned, 1, in_), out(unsigned, 1, o), inout(int, 1, turns))
{
    tile_static(unsigned, t, N);
    const int l = tidx.local[0], n = at(turns, l);
    int i;
    t[l] = at(in_, tidx.global[0]);
    tile_barrier_wait(tidx);
    for (i = 0; i < n; i++) {
        const unsigned x = t[(l + i) % N];
        tile_barrier_wait(tidx);                        /* CHECKED_LINE */
        t[l] += x;
        tile_barrier_wait(tidx);
    }
    at(o, tidx.global[0]) = t[l];
}
enum { CHECKED_LINE = __LINE__ - 6 };

AMP_TILED_KERNEL(reports, (N), in(unsigned, 1, in_), out(unsigned, 1, o))
{
    tile_barrier_wait(tidx);
    if (at(in_, tidx.global[0]) == 0) { amp_errorf("zero at %d", tidx.global[0]); }
    at(o, tidx.global[0]) = 1;
}

static inline unsigned last(amp_tiled_index w, amp_tile_ptr(unsigned) t)
{
    tile_barrier_wait(w);
    return t[N - 1];
}
AMP_TILED_KERNEL(gives_back, (N), in(unsigned, 1, in_), out(unsigned, 1, o))
{
    tile_static(unsigned, t, N);
    unsigned x;
    t[tidx.local[0]] = at(in_, tidx.global[0]);
    x = last(tidx, t);
    at(o, tidx.global[0]) = x;
}
AMP_DEVICE_END

static unsigned in_data[8 * N], out_data[2][8 * N];

/* 1 where the kernel of that name runs as vectors, 0 where it stays on fibers, -1 where it
   was never launched with vectors wanted. */
static int as_vectors(const char *name)
{
#if AMP__HAS_VECTORS
    int k;
    for (k = 0; k < AMP__VEC_BUCKETS; k++) {
        const amp__vec_one *one = amp__vectors.bucket[k];
        for (; one != NULL; one = one->next) {
            if (strcmp(one->kernel->name, name) == 0) {
                return one->state == AMP__VEC_READY;
            }
        }
    }
#endif
    (void)name;
    return -1;
}

extern int setenv(const char *name, const char *value, int replace); /* hidden by -std=c99 */

static void need_vectors(void)
{
    char folder[1024];
    unsigned i;
    if (!AMP__HAS_VECTORS) {
        SKIP("%s", "not in this build: a sanitizer, the checker, or not Linux");
    }
    if (getenv("AMP_VECTORS_CACHE") == NULL && getcwd(folder, sizeof(folder) - 32) != NULL) {
        (void)snprintf(folder + strlen(folder), 32, "/build/vectors");
        (void)setenv("AMP_VECTORS_CACHE", folder, 1);
    }
#ifdef __clang__
    (void)setenv("AMP_VECTORS_CC", "clang", 0);
#else
    (void)setenv("AMP_VECTORS_CC", "gcc", 0);
#endif
    (void)setenv("AMP_VECTORS", "wait", 1);
    for (i = 0; i < 8 * N; i++) {
        in_data[i] = i * 2654435761u >> 8;
    }
}

/* The launch on fibers, and as vectors: the same status, the same bytes. */
#define BOTH(kernel, want, ...)                                                          \
    do {                                                                                 \
        int b_;                                                                          \
        for (b_ = 0; b_ < 2; b_++) {                                                     \
            amp_array_view in_ = amp_view(unsigned, in_data, 8 * N);                     \
            amp_array_view o = amp_view(unsigned, out_data[b_], 8 * N);                  \
            CHECK_OK(amp_emu_set_engine(b_ ? AMP_ENGINE_VECTORS : AMP_ENGINE_FIBERS));   \
            CHECK_OK(parallel_for_each(amp_tile(amp_extent(8 * N), N), kernel, __VA_ARGS__)); \
            CHECK_OK(amp_synchronize(o));                                                \
            amp_release(in_);                                                            \
            amp_release(o);                                                              \
        }                                                                                \
        CHECK_INT(memcmp(out_data[0], out_data[1], sizeof(out_data[0])), ==, 0);         \
        CHECK_INT(as_vectors(#kernel), ==, want);                                        \
    } while (0)

TEST_LIMIT(loops_and_barriers, TAP_LIMIT_COMPILE)
{
    need_vectors();
    BOTH(tree, 1, in_, o);
}

TEST_LIMIT(what_a_thread_keeps, TAP_LIMIT_COMPILE)
{
    need_vectors();
    BOTH(keeps, 1, in_, o);
}

TEST_LIMIT(ways_on, TAP_LIMIT_COMPILE)
{
    int rounds;
    need_vectors();
    for (rounds = 0; rounds < 8; rounds++) {
        BOTH(ways, 1, in_, o, rounds);
    }
}

TEST_LIMIT(helpers_in_which_threads_meet, TAP_LIMIT_COMPILE)
{
    int rounds;
    need_vectors();
    for (rounds = 0; rounds < 4; rounds++) {
        BOTH(helped, 1, in_, o, rounds);
    }
}

TEST_LIMIT(three_dimensions_and_floats, TAP_LIMIT_COMPILE)
{
    static float data[4 * 8 * 16], out[2][4 * 8 * 16];
    int i, b, n[1];
    need_vectors();
    for (i = 0; i < 4 * 8 * 16; i++) {
        data[i] = (float)(i % 97) * 0.37f;
    }
    for (b = 0; b < 2; b++) {
        amp_array_view v = amp_view(float, data, 4, 8, 16), o = amp_view(float, out[b], 4, 8, 16);
        amp_array_view count = amp_view(int, n, 1);
        n[0] = 0;
        CHECK_OK(amp_emu_set_engine(b ? AMP_ENGINE_VECTORS : AMP_ENGINE_FIBERS));
        CHECK_OK(parallel_for_each(amp_tile(amp_extent(4, 8, 16), 2, 4, 8), cube, v, o, count));
        CHECK_OK(amp_synchronize(o));
        CHECK_OK(amp_synchronize(count));
        CHECK_INT(n[0], ==, 4 * 8 * 16);
        amp_release(v);
        amp_release(o);
        amp_release(count);
    }
    CHECK_INT(memcmp(out[0], out[1], sizeof(out[0])), ==, 0);
    CHECK_INT(as_vectors("cube"), ==, 1);
}

/* All threads make as many turns, which only the run time knows. */
TEST_LIMIT(turns_that_are_compared, TAP_LIMIT_COMPILE)
{
    int turns_data[N], i;
    amp_array_view turns;
    need_vectors();
    for (i = 0; i < N; i++) {
        turns_data[i] = 5;
    }
    turns = amp_view(int, turns_data, N);
    BOTH(checked, 1, in_, o, turns);
    amp_release(turns);
}

/* A thread makes one turn less: the sentence that fibers give, with both lines. */
TEST_LIMIT(threads_that_part, TAP_LIMIT_COMPILE)
{
    int turns_data[N], i, b;
    char said[2][400], line[32];
    amp_array_view v, o, turns;
    need_vectors();
    for (i = 0; i < N; i++) {
        turns_data[i] = i == 7 ? 4 : 5;
    }
    (void)snprintf(line, sizeof(line), "test_vectors.c:%d", CHECKED_LINE);
    for (b = 0; b < 2; b++) {
        turns = amp_view(int, turns_data, N);
        v = amp_view(unsigned, in_data, 8 * N);
        o = amp_view(unsigned, out_data[b], 8 * N);
        CHECK_OK(amp_emu_set_engine(b ? AMP_ENGINE_VECTORS : AMP_ENGINE_FIBERS));
        CHECK_OK(amp_emu_set_workers(1));
        CHECK_STATUS(parallel_for_each(amp_tile(amp_extent(8 * N), N), checked, v, o, turns),
                     AMP_BARRIER_DIVERGED);
        (void)snprintf(said[b], sizeof(said[b]), "%s", amp_last_error());
        CHECK_CONTAINS(said[b], line);
        amp_release(v);
        amp_release(o);
        amp_release(turns);
    }
    CHECK_STR(said[1], said[0]);
    CHECK_INT(as_vectors("checked"), ==, 1);
}

/* What reports stays on fibers, and reports. */
TEST_LIMIT(a_kernel_that_reports, TAP_LIMIT_COMPILE)
{
    amp_array_view v, o;
    need_vectors();
    in_data[40] = 0;
    v = amp_view(unsigned, in_data, 8 * N);
    o = amp_view(unsigned, out_data[0], 8 * N);
    CHECK_STATUS(parallel_for_each(amp_tile(amp_extent(8 * N), N), reports, v, o),
                 AMP_KERNEL_FAULT);
    CHECK_CONTAINS(amp_last_error(), "zero at");
    CHECK_INT(as_vectors("reports"), ==, 0);
    amp_release(v);
    amp_release(o);
}

TEST_LIMIT(a_helper_that_gives_back, TAP_LIMIT_COMPILE)
{
    need_vectors();
    BOTH(gives_back, 0, in_, o);
}

/* An order of threads is what loops do not have. */
TEST(an_order_wants_fibers)
{
    amp_array_view v, o;
    need_vectors();
    v = amp_view(unsigned, in_data, 8 * N);
    o = amp_view(unsigned, out_data[0], 8 * N);
    CHECK_OK(amp_emu_set_order(AMP_ORDER_RANDOM, 5));
    CHECK_OK(parallel_for_each(amp_tile(amp_extent(8 * N), N), tree, v, o));
    CHECK_INT(as_vectors("tree"), ==, -1);
    CHECK_OK(amp_emu_set_order(AMP_ORDER_FORWARD, 0));
    CHECK_OK(amp_emu_set_engine(AMP_ENGINE_FIBERS));
    CHECK_OK(parallel_for_each(amp_tile(amp_extent(8 * N), N), tree, v, o));
    CHECK_INT(as_vectors("tree"), ==, -1);
    amp_release(v);
    amp_release(o);
}

TEST(the_engine_has_a_name)
{
    need_vectors();
    CHECK_OK(amp_emu_set_engine(AMP_ENGINE_VECTORS));
    CHECK_STATUS(amp_emu_set_engine((amp_emu_engine)(AMP_ENGINE_VECTORS + 1)),
                 AMP_INVALID_ARGUMENT);
}
