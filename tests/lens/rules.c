/* SPDX-License-Identifier: MIT */
/* The rule book of the lens (amp/lens/rules.h): for each rule a kernel yes_<rule> that must get it
   and one no_<rule> that must not, which is the first one mended where that is possible. Writes the
   report of each launch as JSON, named by the kernel, into the folder that it is given;
   tests/check_lens.sh reads them. */
#define AMP_SHORT_NAMES
#include "amp_lens.h"

enum { N = 1024, SIDE = 128, TILES = 160, MANY = 2560 }; /* MANY: of which some run */

AMP_DEVICE_BEGIN
typedef struct point { float x, y, z, w; } point;
/* Each thread copies one element. */
#define COPY(name, from, to)                                                  \
    AMP_TILED_KERNEL(name, (64), in(float, 1, x), out(float, 1, y))           \
    {                                                                         \
        const int i = tidx.global[0];                                         \
        at(y, to) = at(x, from);                                              \
    }
COPY(yes_misaligned, i + 1, i)
COPY(no_misaligned, i, i)
COPY(yes_strided, i * 8, i)
COPY(no_strided, i / 64, i) /* one address for all: it cannot go along anything */
COPY(yes_strided_store, i, i * 8)
COPY(no_strided_store, i * 8, i * 8) /* neither is side by side: the other rule's */
COPY(yes_scattered, (i * i * 7 + i) % 8192, i)
COPY(no_scattered, i + i / 32 % 2, i)
COPY(yes_few_tiles, i, i)
COPY(no_few_tiles, i, i)
COPY(yes_tail, i, i)
COPY(no_tail, i, i)
COPY(yes_registers_limit, i, i)
COPY(no_registers_limit, i, i)

AMP_TILED_KERNEL(yes_structures, (64), in(point, 1, p), out(float, 1, y))
{
    at_index(y, tidx.global) = at_index(p, tidx.global).x;
}
AMP_TILED_KERNEL(no_structures, (64), in(float, 1, p), out(float, 1, y))
{
    at_index(y, tidx.global) = at_index(p, tidx.global);
}

AMP_TILED_KERNEL(yes_table, (64), in(float, 1, c), out(float, 1, y))
{
    float sum = 0;
    for (int k = 0; k < 16; k++) {
        sum += at(c, k);
    }
    at_index(y, tidx.global) = sum;
}
AMP_TILED_KERNEL(no_table, (64), in(float, 1, c), out(float, 1, y))
{
    at_index(y, tidx.global) = at(c, tidx.local[0]);
}

AMP_TILED_KERNEL(yes_reuse, (16, 16), in(float, 2, A), in(float, 2, B), out(float, 2, C))
{
    float sum = 0;
    for (int k = 0; k < A_shape.extent[1]; k++) {
        sum += at(A, tidx.global[0], k) * at(B, k, tidx.global[1]);
    }
    at_index(C, tidx.global) = sum;
}
AMP_TILED_KERNEL(no_reuse, (16, 16), in(float, 2, A), in(float, 2, B), out(float, 2, C))
{
    tile_static(float, a, 16, 16);
    tile_static(float, b, 16, 16);
    float sum = 0;
    for (int f = 0; f < A_shape.extent[1]; f += 16) {
        a[tidx.local[0]][tidx.local[1]] = at(A, tidx.global[0], f + tidx.local[1]);
        b[tidx.local[0]][tidx.local[1]] = at(B, f + tidx.local[0], tidx.global[1]);
        tile_barrier_wait(tidx);
        for (int k = 0; k < 16; k++) {
            sum += a[tidx.local[0]][k] * b[k][tidx.local[1]];
        }
        tile_barrier_wait(tidx);
    }
    at_index(C, tidx.global) = sum;
}

AMP_TILED_KERNEL(yes_accumulate, (64), inout(float, 1, y))
{
    for (int k = 0; k < 16; k++) {
        at_index(y, tidx.global) += (float)k;
        __asm__ volatile("" ::: "memory");
    }
}
AMP_TILED_KERNEL(no_accumulate, (64), inout(float, 1, y))
{
    float sum = at_index(y, tidx.global);
    for (int k = 0; k < 16; k++) {
        sum += (float)k;
    }
    at_index(y, tidx.global) = sum;
}

AMP_TILED_KERNEL(yes_narrow, (64), in(unsigned char, 1, x), out(unsigned char, 1, y))
{
    at_index(y, tidx.global) = at_index(x, tidx.global);
}
AMP_TILED_KERNEL(no_narrow, (64), in(unsigned, 1, x), out(unsigned, 1, y))
{
    at_index(y, tidx.global) = at_index(x, tidx.global);
}

AMP_TILED_KERNEL(yes_double_elements, (64), in(double, 1, x), out(double, 1, y))
{
    at_index(y, tidx.global) = at_index(x, tidx.global);
}
AMP_TILED_KERNEL(no_double_elements, (64), in(long, 1, x), out(long, 1, y))
{
    at_index(y, tidx.global) = at_index(x, tidx.global);
}

/* Through tile memory, of which each thread writes one element and reads another. */
#define THROUGH(name, T, n, write, read)                                      \
    AMP_TILED_KERNEL(name, (64), in(float, 1, x), out(float, 1, y))           \
    {                                                                         \
        tile_static(T, t, n);                                                 \
        const int l = tidx.local[0];                                          \
        t[write] = at_index(x, tidx.global);                                  \
        tile_barrier_wait(tidx);                                              \
        at_index(y, tidx.global) = t[read];                                   \
    }
THROUGH(yes_stride_conflicts, float, 512, l * 8, l * 8)
THROUGH(no_stride_conflicts, float, 576, l * 9, l * 9)
THROUGH(yes_other_conflicts, float, 512, l, (l * l * 32) % 512 / 64 * 64 + l / 32)
THROUGH(no_other_conflicts, float, 512, l, l / 2)
AMP_TILED_KERNEL(yes_column_conflicts, (32, 32), in(float, 2, A), out(float, 2, B))
{
    tile_static(float, t, 32, 32);
    t[tidx.local[0]][tidx.local[1]] = at_index(A, tidx.global);
    tile_barrier_wait(tidx);
    at_index(B, tidx.global) = t[tidx.local[1]][tidx.local[0]];
}
AMP_TILED_KERNEL(no_column_conflicts, (32, 32), in(float, 2, A), out(float, 2, B))
{
    tile_static(float, t, 32, 33);
    t[tidx.local[0]][tidx.local[1]] = at_index(A, tidx.global);
    tile_barrier_wait(tidx);
    at_index(B, tidx.global) = t[tidx.local[1]][tidx.local[0]];
}
AMP_TILED_KERNEL(yes_member_conflicts, (64), in(float, 1, x), out(float, 1, y))
{
    tile_static(point, t, 64);
    t[tidx.local[0]].x = at_index(x, tidx.global);
    at_index(y, tidx.global) = t[tidx.local[0]].x;
}
AMP_TILED_KERNEL(no_member_conflicts, (64), in(float, 1, x), out(float, 1, y))
{
    tile_static(float, t, 64);
    t[tidx.local[0]] = at_index(x, tidx.global);
    at_index(y, tidx.global) = t[tidx.local[0]];
}

/* Counts into tile memory, and out of it. */
#define COUNTED(name, place)                                                  \
    AMP_TILED_KERNEL(name, (64), inout(int, 1, n))                            \
    {                                                                         \
        tile_static(int, t, 64);                                              \
        t[tidx.local[0]] = 0;                                                 \
        tile_barrier_wait(tidx);                                              \
        for (int k = 0; k < 8; k++) {                                         \
            (void)amp_atomic_fetch_inc(&t[place]);                            \
        }                                                                     \
        tile_barrier_wait(tidx);                                              \
        at_index(n, tidx.global) = t[tidx.local[0]];                          \
    }
COUNTED(yes_atomic_conflicts, k)
COUNTED(no_atomic_conflicts, tidx.local[0])
#define COUNTS(name, place)                                                   \
    AMP_TILED_KERNEL(name, (64), inout(int, 1, n))                            \
    {                                                                         \
        for (int k = 0; k < 8; k++) {                                         \
            (void)amp_atomic_fetch_inc(&at(n, place));                        \
        }                                                                     \
    }
COUNTS(yes_collisions, tidx.tile[0] * 8 + k)
COUNTS(no_collisions, tidx.global[0])
COUNTS(yes_hot_address, 0)
COUNTS(no_hot_address, tidx.global[0])
COUNTS(yes_privatise, (tidx.local[0] + k) % 64)
COUNTS(no_privatise, tidx.global[0])

/* Some of a tile's threads add up what is in tile memory. */
#define SOME(name, condition)                                                 \
    AMP_TILED_KERNEL(name, (64), in(float, 1, x), out(float, 1, y))           \
    {                                                                         \
        tile_static(float, t, 64);                                            \
        float sum = 0;                                                        \
        t[tidx.local[0]] = at_index(x, tidx.global);                          \
        tile_barrier_wait(tidx);                                              \
        if (condition) {                                                      \
            for (int k = 0; k < 64; k++) {                                    \
                sum += t[(tidx.local[0] + k) % 64];                           \
            }                                                                 \
        }                                                                     \
        at_index(y, tidx.global) = sum;                                       \
    }
SOME(yes_one_thread, tidx.local[0] == 0)
SOME(no_one_thread, 1)
SOME(yes_divergence, tidx.local[0] % 4 == 0)
SOME(no_divergence, tidx.local[0] < 16)
SOME(yes_few_threads, tidx.local[0] % 32 < 8)
SOME(no_few_threads, tidx.local[0] < 32)

/* All threads of a tile of another size do. */
#define ALL(name, threads)                                                    \
    AMP_TILED_KERNEL(name, (threads), in(float, 1, x), out(float, 1, y))      \
    {                                                                         \
        tile_static(float, t, threads);                                       \
        float sum = 0;                                                        \
        t[tidx.local[0]] = at_index(x, tidx.global);                          \
        tile_barrier_wait(tidx);                                              \
        for (int k = 0; k < 64; k++) {                                        \
            sum += t[(tidx.local[0] + k) % threads];                          \
        }                                                                     \
        at_index(y, tidx.global) = sum;                                       \
    }
ALL(yes_ragged, 40)
ALL(no_ragged, 64)
/* One load after another, of what a cache has. */
#define IN_TURN(name, threads)                                                \
    AMP_TILED_KERNEL(name, (threads), in(float, 1, x), out(float, 1, y))      \
    {                                                                         \
        float sum = 0;                                                        \
        for (int k = 0; k < x_shape.extent[0] / 8192; k++) {                  \
            sum += at(x, tidx.local[0] + k);                                  \
        }                                                                     \
        at_index(y, tidx.global) = sum;                                       \
    }
IN_TURN(yes_tiles_limit, 32)
IN_TURN(no_tiles_limit, 128)

/* Half of the threads at each step: a sum, and a loop with something to do for all. */
#define ROUNDS(name, turns, condition)                                        \
    AMP_TILED_KERNEL(name, (64), in(float, 1, x), out(float, 1, y))           \
    {                                                                         \
        tile_static(float, t, 64);                                            \
        t[tidx.local[0]] = at_index(x, tidx.global);                          \
        for (int k = 0; k < turns; k++) {                                     \
            tile_barrier_wait(tidx);                                          \
            if (condition) {                                                  \
                t[tidx.local[0]] += (float)k;                                 \
            }                                                                 \
        }                                                                     \
        at_index(y, tidx.global) = t[tidx.local[0]];                          \
    }
ROUNDS(yes_idle, 8, tidx.local[0] < 8)
ROUNDS(no_idle, 8, 1)
ROUNDS(yes_barriers, 64, 1)
ROUNDS(no_barriers, 1, 1)

#define MEMORY(name, elements)                                                \
    AMP_TILED_KERNEL(name, (64), in(float, 1, x), out(float, 1, y))           \
    {                                                                         \
        tile_static(float, t, elements);                                      \
        t[tidx.local[0]] = at_index(x, tidx.global);                          \
        at_index(y, tidx.global) = t[tidx.local[0]];                          \
    }
MEMORY(yes_tile_memory_limits, 4096)
MEMORY(no_tile_memory_limits, 64)
MEMORY(yes_too_large, 8192)
MEMORY(no_too_large, 64)

AMP_TILED_KERNEL(yes_imbalance, (64), in(float, 1, x), out(float, 1, y))
{
    float sum = 0;
    for (int k = 0; k <= tidx.tile[0] / 150 * 60; k++) {
        sum += at(x, k * 64 + tidx.local[0]);
    }
    at_index(y, tidx.global) = sum;
}
AMP_TILED_KERNEL(no_imbalance, (64), in(float, 1, x), out(float, 1, y))
{
    float sum = 0;
    for (int k = 0; k <= 4; k++) {
        sum += at(x, k * 64 + tidx.local[0]);
    }
    at_index(y, tidx.global) = sum;
}

/* A column of tiles that are at the beginning of a partition each. */
COPY(yes_camping, i / 64 * 512 + i % 64, i / 64 * 512 + i % 64)
COPY(no_camping, i, i)
AMP_DEVICE_END

static float x[MANY * 512 + N], y[MANY * 512 + N], a[SIDE * SIDE], b[SIDE * SIDE], c[SIDE * SIDE];
static double dx[TILES * 64], dy[TILES * 64];
static long lx[TILES * 64], ly[TILES * 64];
static unsigned char bx[MANY * 64], by[MANY * 64];
static unsigned ux[MANY * 64], uy[MANY * 64];
static point p[TILES * 64];
static int n[TILES * 64];
static const char *folder;
static int failed;

static void start(const char *model, int tile_memory)
{
    amp_lens_model m;
    failed |= amp_lens_preset(model, &m) != AMP_OK;
    m.tile_memory = tile_memory > 0 ? tile_memory : m.tile_memory;
    failed |= amp_lens_start(&m) != AMP_OK || amp_lens_tiles(0) != AMP_OK
        || amp_lens_only(0) != AMP_OK;
}
/* As that, for a launch of which sixteen tiles run. */
static void start_many(const char *model, int tile_memory)
{
    start(model, tile_memory);
    failed |= amp_lens_tiles(16) != AMP_OK || amp_lens_only(1) != AMP_OK;
}
static void write_report(const char *kernel, amp_status launched)
{
    char path[600];
    (void)snprintf(path, sizeof(path), "%s/%s.json", folder, kernel);
    if (launched != AMP_OK || amp_lens_write("json", path) != AMP_OK) {
        (void)printf("%s: %s\n", kernel, amp_last_error());
        failed = 1;
    }
}
#define XY amp_view(float, x, MANY * 512 + N), amp_view(float, y, MANY * 512 + N)
#define ON_MANY(model, memory, threads, kernel, ...)                          \
    start_many(model, memory);                                                \
    write_report(#kernel, parallel_for_each(amp_tile(amp_extent(MANY * (threads)), threads), \
                                            kernel, __VA_ARGS__))
#define BOTH_MANY(rule, ...)                                                  \
    ON_MANY("generic", 0, 64, yes_##rule, __VA_ARGS__);                       \
    ON_MANY("generic", 0, 64, no_##rule, __VA_ARGS__)
#define ON(model, memory, tiles, threads, kernel, ...)                        \
    start(model, memory);                                                     \
    write_report(#kernel, parallel_for_each(amp_tile(amp_extent((tiles) * (threads)), threads), \
                                            kernel, __VA_ARGS__))
#define BOTH(rule, ...)                                                       \
    ON("generic", 0, TILES, 64, yes_##rule, __VA_ARGS__);                     \
    ON("generic", 0, TILES, 64, no_##rule, __VA_ARGS__)
#define SQUARE(kernel, tile, ...)                                             \
    start("generic", 0);                                                      \
    write_report(#kernel, parallel_for_each(amp_tile(amp_extent(SIDE, SIDE), tile, tile), kernel, \
                                            __VA_ARGS__))
#define AB amp_view(float, a, SIDE, SIDE), amp_view(float, b, SIDE, SIDE)

int main(int argc, char **argv)
{
    if (argc < 2) {
        return 2;
    }
    folder = argv[1];
    BOTH(misaligned, XY);
    BOTH(strided, XY);
    BOTH(strided_store, XY);
    BOTH(scattered, XY);
    ON("generic", 0, TILES, 64, yes_structures, amp_view(point, p, TILES * 64),
       amp_view(float, y, TILES * 64));
    ON("generic", 0, TILES, 64, no_structures, XY);
    ON("generic", 0, TILES, 64, yes_table, amp_view(float, x, 64), amp_view(float, y, TILES * 64));
    ON("generic", 0, TILES, 64, no_table, amp_view(float, x, 64), amp_view(float, y, TILES * 64));
    SQUARE(yes_reuse, 16, AB, amp_view(float, c, SIDE, SIDE));
    SQUARE(no_reuse, 16, AB, amp_view(float, c, SIDE, SIDE));
    BOTH(accumulate, amp_view(float, y, TILES * 64));
    ON_MANY("generic", 0, 64, yes_narrow, amp_view(unsigned char, bx, MANY * 64),
            amp_view(unsigned char, by, MANY * 64));
    ON_MANY("generic", 0, 64, no_narrow, amp_view(unsigned, ux, MANY * 64),
            amp_view(unsigned, uy, MANY * 64));
    ON("generic", 0, TILES, 64, yes_double_elements, amp_view(double, dx, TILES * 64),
       amp_view(double, dy, TILES * 64));
    ON("generic", 0, TILES, 64, no_double_elements, amp_view(long, lx, TILES * 64),
       amp_view(long, ly, TILES * 64));
    BOTH_MANY(stride_conflicts, XY);
    BOTH_MANY(other_conflicts, XY);
    SQUARE(yes_column_conflicts, 32, AB);
    SQUARE(no_column_conflicts, 32, AB);
    BOTH_MANY(member_conflicts, XY);
    BOTH(atomic_conflicts, amp_view(int, n, TILES * 64));
    ON("generic", 0, TILES, 64, yes_collisions, amp_view(int, n, TILES * 64));
    ON("generic", 0, TILES, 64, no_collisions, amp_view(int, n, TILES * 64));
    BOTH(hot_address, amp_view(int, n, TILES * 64));
    ON("generic", 0, TILES, 64, yes_privatise, amp_view(int, n, 64));
    ON("generic", 0, TILES, 64, no_privatise, amp_view(int, n, TILES * 64));
    BOTH(one_thread, XY);
    BOTH(divergence, XY);
    BOTH(few_threads, XY);
    ON("generic", 0, TILES, 40, yes_ragged, XY);
    ON("generic", 0, TILES, 64, no_ragged, XY);
    ON_MANY("rtx-a6000", 0, 32, yes_tiles_limit, XY);
    ON_MANY("rtx-a6000", 0, 128, no_tiles_limit, XY);
    BOTH(idle, XY);
    ON("generic", 300, TILES, 64, yes_barriers, XY); /* one tile at a time */
    ON("generic", 0, TILES, 64, no_barriers, XY);
    ON_MANY("generic", 0, 64, yes_tile_memory_limits, XY);
    ON_MANY("generic", 0, 64, no_tile_memory_limits, XY);
    ON("generic", 16384, TILES, 64, yes_too_large, XY);
    ON("generic", 16384, TILES, 64, no_too_large, XY);
    ON("generic", 0, 16, 64, yes_few_tiles, XY);
    ON("generic", 0, 40, 64, no_few_tiles, XY);
    ON("generic", 65536, 40 * 16 + 8, 64, yes_tail, XY);
    ON("generic", 0, 40 * 16, 64, no_tail, XY);
    start_many("generic", 0);
    failed |= parallel_for_each(amp_tile(amp_extent(MANY * 64), 64), yes_registers_limit, XY)
              != AMP_OK;
    write_report("yes_registers_limit", amp_lens_registers("yes_registers_limit", 255));
    start_many("generic", 0);
    failed |= parallel_for_each(amp_tile(amp_extent(MANY * 64), 64), no_registers_limit, XY)
              != AMP_OK;
    write_report("no_registers_limit", amp_lens_registers("no_registers_limit", 32));
    BOTH(imbalance, XY);
    ON("tesla-c1060", 0, TILES, 64, yes_camping, XY);
    ON("tesla-c1060", 0, TILES, 64, no_camping, XY);
    return failed;
}
