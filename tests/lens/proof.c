/* SPDX-License-Identifier: MIT */
/* The lens against counts worked out by hand: each number in a CHECK follows from the comment of
   its kernel. Built and run by tests/check_lens.sh, since the compiler must announce accesses and
   ThreadSanitizer must not be linked. */
#define AMP_SHORT_NAMES
#include "amp_lens.h"
#include "tap.h"

#include "../../examples/diagonal_kernels.h"
#include "../../examples/reduce_kernels.h"

AMP_DEVICE_BEGIN
typedef struct four { float x, y, z, w; } four;
typedef double two_doubles __attribute__((vector_size(16)));

/* Thread i reads x[i * stride + offset]. */
AMP_TILED_KERNEL(strided, (64), in(float, 1, x), out(float, 1, y), value(int, stride),
                 value(int, offset))
{
    const int i = tidx.global[0];
    at(y, i) = at(x, i * stride + offset);
}

AMP_TILED_KERNEL(doubles, (64), in(double, 1, x), out(double, 1, y))
{
    at_index(y, tidx.global) = at_index(x, tidx.global);
}

AMP_TILED_KERNEL(wide, (64), in(two_doubles, 1, x), out(two_doubles, 1, y))
{
    at_index(y, tidx.global) = at_index(x, tidx.global);
}

/* One member of a structure of four, and an array of that member alone. */
AMP_TILED_KERNEL(members, (64), in(four, 1, s), in(float, 1, x), out(float, 1, y))
{
    const int i = tidx.global[0];
    at(y, i) = at(s, i).z + at(x, i);
}

/* Half of the threads, then a quarter, in different places. */
AMP_TILED_KERNEL(halves, (64), in(float, 1, x), out(float, 1, y))
{
    const int l = tidx.local[0];
    if (l % 2 == 0) {
        at_index(y, tidx.global) = 1;
    }
    if (l < 32) {
        at_index(y, tidx.global) = at_index(x, tidx.global);
    }
}

/* Word l * stride of tile memory, as float and as double; pad is what two rows of 32 are apart. */
AMP_TILED_KERNEL(banks, (32), out(float, 1, y), value(int, stride))
{
    tile_static(float, t, 1024);
    tile_static(double, d, 512);
    const int l = tidx.local[0];
    t[l * stride] = 1;
    d[l * stride % 512] = 1;
    tile_barrier_wait(tidx);
    at_index(y, tidx.global) = t[0];
}

AMP_TILED_KERNEL(wide_banks, (32), out(two_doubles, 1, y))
{
    tile_static(two_doubles, t, 32);
    t[tidx.local[0]] = (two_doubles){ 1, 2 };
    at_index(y, tidx.global) = t[tidx.local[0]];
}

AMP_TILED_KERNEL(unpadded, (32, 32), in(float, 2, A), out(float, 2, At))
{
    tile_static(float, t, 32, 32);
    t[tidx.local[0]][tidx.local[1]] = at_index(A, tidx.global);
    tile_barrier_wait(tidx);
    at(At, tidx.tile_origin[1] + tidx.local[0], tidx.tile_origin[0] + tidx.local[1])
        = t[tidx.local[1]][tidx.local[0]];
}

AMP_TILED_KERNEL(padded, (32, 32), in(float, 2, A), out(float, 2, At))
{
    tile_static(float, t, 32, 33);
    t[tidx.local[0]][tidx.local[1]] = at_index(A, tidx.global);
    tile_barrier_wait(tidx);
    at(At, tidx.tile_origin[1] + tidx.local[0], tidx.tile_origin[0] + tidx.local[1])
        = t[tidx.local[1]][tidx.local[0]];
}

AMP_TILED_KERNEL(padded_16, (16, 16), in(float, 2, A), out(float, 2, At))
{
    tile_static(float, t, 16, 17);
    t[tidx.local[0]][tidx.local[1]] = at_index(A, tidx.global);
    tile_barrier_wait(tidx);
    at(At, tidx.tile_origin[1] + tidx.local[0], tidx.tile_origin[0] + tidx.local[1])
        = t[tidx.local[1]][tidx.local[0]];
}

AMP_TILED_KERNEL(doubles_of, (64), in(float, 1, x), out(float, 1, y))
{
    at_index(y, tidx.global) = at_index(x, tidx.global) * 2;
}

/* Each thread 8 times 4 elements, 32 apart. */
AMP_TILED_KERNEL(again, (32), in(float, 1, x), out(float, 1, y))
{
    float sum = 0;
    for (int k = 0; k < 32; k++) {
        sum += at(x, k % 4 * 32 + tidx.local[0]);
    }
    at_index(y, tidx.global) = sum;
}

AMP_KERNEL(copied, 1, in(float, 1, x), out(float, 1, y)) { at(y, idx[0]) = at(x, idx[0]); }
AMP_KERNEL(transposed, 2, in(float, 2, A), out(float, 2, At))
{
    at(At, idx[1], idx[0]) = at_index(A, idx);
}

/* All threads count in two places of global and one of tile memory. */
AMP_TILED_KERNEL(counted, (64), inout(int, 1, n))
{
    tile_static(int, t, 1);
    if (tidx.local[0] == 0) {
        t[0] = 0;
    }
    tile_barrier_wait(tidx);
    (void)amp_atomic_fetch_inc(&t[0]);
    (void)amp_atomic_fetch_inc(&at(n, tidx.local[0] % 2));
}

/* What one thread does after another, with a barrier between each. */
AMP_TILED_KERNEL(in_turn, (8), inout(int, 1, n))
{
    for (int i = 0; i < 8; i++) {
        if (tidx.local[0] == i) {
            at(n, 0) += 1;
        }
        tile_barrier_wait(tidx);
    }
}

/* Row times column: each thread 64 products. */
AMP_TILED_KERNEL(product, (16, 16), in(float, 2, A), in(float, 2, B), out(float, 2, C))
{
    float sum = 0;
    for (int k = 0; k < 64; k++) {
        sum += at(A, tidx.global[0], k) * at(B, k, tidx.global[1]);
    }
    at_index(C, tidx.global) = sum;
}

AMP_PHASED_KERNEL(in_phases, (64), in(float, 1, x), out(float, 1, y))
{
    tile_static(float, t, 64);
    phase { t[tidx.local[0]] = at_index(x, tidx.global); }
    phase_first(16) { at_index(y, tidx.global) = t[tidx.local[0]]; }
}

AMP_TILED_KERNEL(many_visits, (8), in(float, 1, x), out(float, 1, y))
{
    float sum = 0;
    for (int k = 0; k < 20000; k++) {
        sum += at(x, k % 8);
    }
    at_index(y, tidx.global) = sum;
}

/* Tiles on and below the diagonal copy; then those of the first column alone, of a grid of 64 x 64.
   */
AMP_TILED_KERNEL(triangle, (4, 8), in(float, 2, A), out(float, 2, B))
{
    if (tidx.tile[1] <= tidx.tile[0]) {
        at_index(B, tidx.global) = at_index(A, tidx.global);
    }
}

AMP_TILED_KERNEL(parts_in_triangle, (4, 8), in(float, 2, A), out(float, 2, B))
{
    if (tidx.tile[1] <= tidx.tile[0]) {
        if (tidx.local[1] < 4) {
            at_index(B, tidx.global) = at_index(A, tidx.global);
        }
    }
}

AMP_TILED_KERNEL(first_column, (4, 8), in(float, 2, A), out(float, 2, B))
{
    if (tidx.tile[1] == 0) {
        at_index(B, tidx.global) = at_index(A, tidx.global);
    }
}

/* A counter for each tile, and one for all. */
AMP_TILED_KERNEL(own_counter, (64), inout(int, 1, n))
{
    (void)amp_atomic_fetch_inc(&at(n, tidx.tile[0]));
}

AMP_TILED_KERNEL(one_counter, (64), inout(int, 1, n))
{
    (void)amp_atomic_fetch_inc(&at(n, 0));
}

/* 40 threads are two warps. 256 threads and 4096 bytes: the occupancy calculator's own example. */
AMP_TILED_KERNEL(forty, (40), in(float, 1, x), out(float, 1, y))
{
    at_index(y, tidx.global) = at_index(x, tidx.global);
}

AMP_TILED_KERNEL(calculated, (256), in(float, 1, x), out(float, 1, y))
{
    tile_static(float, t, 1024);
    t[tidx.local[0]] = at_index(x, tidx.global);
    at_index(y, tidx.global) = t[tidx.local[0]];
}
AMP_DEVICE_END

enum { N = 256 };
static float x[64 * N], y[N * N], a[N * N];
static double dx[N], dy[N];
static four s4[N];
static two_doubles wx[N], wy[N];

static void ok(amp_status s)
{
    if (s != AMP_OK) {
        FAIL("%s: %s", amp_status_string(s), amp_last_error());
    }
}

/* A measure that there is. */
static double of(const char *where, const char *measure)
{
    double value = 0;
    ok(amp_lens_measure(where, measure, &value));
    return value;
}

static void strided_by(int stride, int offset)
{
    ok(amp_lens_start(NULL));
    ok(parallel_for_each(amp_tile(amp_extent(N), 64), strided,
                         amp_view(float, x, (size_t)64 * N), amp_view(float, y, N), stride,
                         offset));
}

TEST(neighbours_read_neighbours)
{
    strided_by(1, 0); /* 32 floats: 128 bytes, 4 sectors, 1 line */
    CHECK_FLOAT(of("strided:x", "sectors_per_request"), ==, 4);
    CHECK_FLOAT(of("strided:x", "ideal_sectors"), ==, 4);
    CHECK_FLOAT(of("strided:x", "lines_per_request"), ==, 1);
    CHECK_FLOAT(of("strided:x", "efficiency"), ==, 1);
    CHECK_FLOAT(of("strided:x", "requests"), ==, N / 32);
    CHECK_FLOAT(of("strided:x", "bytes_moved"), ==, N * 4);
    CHECK_FLOAT(of("strided", "bytes_moved"), ==, N * 8);
    CHECK_FLOAT(of("strided", "active"), ==, 1);
    CHECK_FLOAT(of("strided", "tile_reuse"), ==, 1);
}

TEST(a_stride_of_two_moves_twice_the_sectors)
{
    strided_by(2, 0);
    CHECK_FLOAT(of("strided:x", "sectors_per_request"), ==, 8);
    CHECK_FLOAT(of("strided:x", "ideal_sectors"), ==, 4);
    CHECK_FLOAT(of("strided:x", "lines_per_request"), ==, 2);
    CHECK_FLOAT(of("strided:x", "efficiency"), ==, 0.5);
    CHECK_FLOAT(of("strided:y", "sectors_per_request"), ==, 4);
}

TEST(a_stride_of_32_moves_a_sector_for_each_thread)
{
    strided_by(32, 0);
    CHECK_FLOAT(of("strided:x", "sectors_per_request"), ==, 32);
    CHECK_FLOAT(of("strided:x", "lines_per_request"), ==, 32);
    CHECK_FLOAT(of("strided:x", "efficiency"), ==, 0.125);
}

TEST(an_offset_of_one_moves_a_sector_more)
{
    strided_by(1, 1); /* bytes 4 to 132: sectors 0 to 4 */
    CHECK_FLOAT(of("strided:x", "sectors_per_request"), ==, 5);
    CHECK_FLOAT(of("strided:x", "lines_per_request"), ==, 2);
    CHECK_FLOAT(of("strided:x", "efficiency"), ==, 0.8);
}

TEST(all_threads_at_one_address_move_one_sector)
{
    strided_by(0, 3);
    CHECK_FLOAT(of("strided:x", "sectors_per_request"), ==, 1);
    CHECK_FLOAT(of("strided:x", "ideal_sectors"), ==, 1);
    CHECK_FLOAT(of("strided:x", "bytes_asked"), ==, 4 * N / 32);
    CHECK_FLOAT(of("strided:x", "tile_reuse"), ==, 2); /* two warps of a tile ask for it */
}

TEST(a_view_into_its_data_source_lies_where_the_source_has_it)
{
    const amp_array_view all = amp_view(float, x, N + 8);
    ok(amp_lens_start(NULL));
    ok(parallel_for_each(amp_tile(amp_extent(N), 64), strided,
                         amp_section(all, amp_index(1), amp_extent(N)), amp_view(float, y, N), 1,
                         0));
    CHECK_FLOAT(of("strided:x", "sectors_per_request"), ==, 5);
    ok(amp_lens_start(NULL));
    ok(parallel_for_each(amp_tile(amp_extent(N), 64), strided,
                         amp_section(all, amp_index(8), amp_extent(N)), amp_view(float, y, N), 1,
                         0));
    CHECK_FLOAT(of("strided:x", "sectors_per_request"), ==, 4);
}

TEST(wide_elements_fill_their_sectors)
{
    ok(amp_lens_start(NULL));
    ok(parallel_for_each(amp_tile(amp_extent(N), 64), doubles, amp_view(double, dx, N),
                         amp_view(double, dy, N)));
    ok(parallel_for_each(amp_tile(amp_extent(N), 64), wide, amp_view(two_doubles, wx, N),
                         amp_view(two_doubles, wy, N)));
    CHECK_FLOAT(of("doubles:x", "sectors_per_request"), ==, 8);
    CHECK_FLOAT(of("wide:x", "sectors_per_request"), ==, 16);
    CHECK_FLOAT(of("wide:y", "sectors_per_request"), ==, 16);
    CHECK_FLOAT(of("wide", "efficiency"), ==, 1);
}

TEST(a_member_of_a_structure_moves_the_structure)
{
    ok(amp_lens_start(NULL));
    ok(parallel_for_each(amp_tile(amp_extent(N), 64), members, amp_view(four, s4, N),
                         amp_view(float, x, N), amp_view(float, y, N)));
    CHECK_FLOAT(of("members:s", "sectors_per_request"), ==, 16);
    CHECK_FLOAT(of("members:s", "ideal_sectors"), ==, 4);
    CHECK_FLOAT(of("members:s", "efficiency"), ==, 0.25);
    CHECK_FLOAT(of("members:x", "sectors_per_request"), ==, 4);
}

TEST(threads_that_stay_away_are_counted)
{
    ok(amp_lens_start(NULL));
    ok(parallel_for_each(amp_tile(amp_extent(N), 64), halves, amp_view(float, x, N),
                         amp_view(float, y, N)));
    CHECK_FLOAT(of("halves:x", "active"), ==, 1); /* whole warps stay away: no request */
    CHECK_FLOAT(of("halves:x", "requests"), ==, N / 64);
    /* y: 2 requests of 16 of 32 threads and 1 of 32 a tile: 64 of 96 */
    CHECK_FLOAT(of("halves:y", "active"), ==, 64.0 / 96);
    CHECK_FLOAT(of("halves", "idle"), ==, 16.0 / 64);
}

TEST(the_last_threads_of_a_simple_kernel_are_a_smaller_tile)
{
    ok(amp_lens_start(NULL));
    ok(parallel_for_each(amp_extent(300), copied, amp_view(float, x, 300),
                         amp_view(float, y, 300)));
    /* 256 threads, and 44: ten warps, of which the last has 12 threads */
    CHECK_FLOAT(of("copied:x", "requests"), ==, 10);
    CHECK_FLOAT(of("copied:x", "active"), ==, 300.0 / 320);
}

static void banks_by(int stride, const amp_lens_model *model)
{
    ok(amp_lens_start(model));
    ok(parallel_for_each(amp_tile(amp_extent(N), 32), banks, amp_view(float, y, N), stride));
}

TEST(bank_conflicts_follow_the_stride)
{
    banks_by(1, NULL);
    /* t: 32 writes to 32 banks, and 32 reads of one word, which is broadcast */
    CHECK_FLOAT(of("banks:t", "bank_conflicts"), ==, 1);
    CHECK_FLOAT(of("banks:d", "bank_conflicts"), ==, 1); /* two halves, each of all banks */
    CHECK_FLOAT(of("banks", "tile_memory"), ==, 1024 * 4 + 512 * 8);
    banks_by(2, NULL); /* words 0 2 .. 62: two in each even bank; (2 + 1) / 2 with the broadcast */
    CHECK_FLOAT(of("banks:t", "bank_conflicts"), ==, 1.5);
    CHECK_FLOAT(of("banks:d", "bank_conflicts"), ==, 2);
    banks_by(32, NULL);
    CHECK_FLOAT(of("banks:t", "bank_conflicts"), ==, 16.5);
    banks_by(33, NULL);
    CHECK_FLOAT(of("banks:t", "bank_conflicts"), ==, 1);
    banks_by(0, NULL);
    CHECK_FLOAT(of("banks:t", "bank_conflicts"), ==, 1);
}

TEST(banks_of_8_bytes_and_of_half_warps)
{
    amp_lens_model m;
    ok(amp_lens_preset("generic", &m));
    m.bank = 8;
    banks_by(1, &m); /* 32 doubles are 32 words: all at once */
    CHECK_FLOAT(of("banks:d", "bank_conflicts"), ==, 1);
    banks_by(2, &m); /* two floats of a word: words 0 1 .. 31, one each; doubles: two a bank */
    CHECK_FLOAT(of("banks:t", "bank_conflicts"), ==, 1);
    CHECK_FLOAT(of("banks:d", "bank_conflicts"), ==, 2);
    ok(amp_lens_preset("tesla-c1060", &m)); /* 16 banks, 16 threads at a time */
    banks_by(2, &m);
    CHECK_FLOAT(of("banks:t", "bank_conflicts"), ==, 1.5);
    banks_by(16, &m);
    CHECK_FLOAT(of("banks:t", "bank_conflicts"), ==, 8.5);
}

TEST(accesses_of_16_bytes_go_in_quarters)
{
    ok(amp_lens_start(NULL));
    ok(parallel_for_each(amp_tile(amp_extent(N), 32), wide_banks, amp_view(two_doubles, wy, N)));
    CHECK_FLOAT(of("wide_banks:t", "bank_conflicts"), ==, 1);
}

TEST(transposes_padded_and_not)
{
    ok(amp_lens_start(NULL));
    ok(parallel_for_each(amp_tile(amp_extent(N, N), 32, 32), unpadded, amp_view(float, a, N, N),
                         amp_view(float, y, N, N)));
    ok(parallel_for_each(amp_tile(amp_extent(N, N), 32, 32), padded, amp_view(float, a, N, N),
                         amp_view(float, y, N, N)));
    ok(parallel_for_each(amp_tile(amp_extent(N, N), 16, 16), padded_16, amp_view(float, a, N, N),
                         amp_view(float, y, N, N)));
    ok(parallel_for_each(amp_extent(N, N), transposed, amp_view(float, a, N, N),
                         amp_view(float, y, N, N)));
    CHECK_FLOAT(of("unpadded:t", "bank_conflicts"), ==, (32 + 1) / 2.0);
    CHECK_FLOAT(of("padded:t", "bank_conflicts"), ==, 1);
    /* a warp reads columns l and l + 1: word 15 * 17 + 1 lies on the bank of word 0; and writes
       rows of 17 words, where word 17 + 15 does */
    CHECK_FLOAT(of("padded_16:t", "bank_conflicts"), ==, 2);
    CHECK_FLOAT(of("unpadded", "efficiency"), ==, 1);
    CHECK_FLOAT(of("padded", "efficiency"), ==, 1);
    CHECK_FLOAT(of("transposed:A", "sectors_per_request"), ==, 4);
    CHECK_FLOAT(of("transposed:At", "sectors_per_request"), ==, 32);
    CHECK_FLOAT(of("transposed", "l2_bytes"), ==, 4.5 * of("padded", "l2_bytes"));
    CHECK_FLOAT(of("transposed", "dram_bytes"), ==, of("padded", "dram_bytes")); /* all is in L2 */
    CHECK_FLOAT(of("padded", "occupancy"), ==, 1);
    CHECK_FLOAT(of("padded", "saved_by_tile_memory"), ==, 1);
}

/* Half warps and 16 banks: a column of 32 words is on one bank, and in writes each thread has a
   sector of its own: 16 a half warp. */
TEST(transposes_of_the_paper)
{
    amp_lens_model m;
    double row, column;
    ok(amp_lens_preset("tesla-c1060", &m));
    ok(amp_lens_start(&m));
    ok(parallel_for_each(amp_tile(amp_extent(N, N), 32, 32), unpadded, amp_view(float, a, N, N),
                         amp_view(float, y, N, N)));
    ok(parallel_for_each(amp_tile(amp_extent(N, N), 32, 32), padded, amp_view(float, a, N, N),
                         amp_view(float, y, N, N)));
    ok(parallel_for_each(amp_extent(N, N), transposed, amp_view(float, a, N, N),
                         amp_view(float, y, N, N)));
    CHECK_FLOAT(of("unpadded:t", "bank_conflicts"), ==, (16 + 1) / 2.0);
    CHECK_FLOAT(of("padded:t", "bank_conflicts"), ==, 1);
    row = of("transposed:A", "sectors_per_request");
    column = of("transposed:At", "sectors_per_request");
    CHECK_FLOAT(row, ==, 4);
    CHECK_FLOAT(column, ==, 2 * 16);
    CHECK_FLOAT(of("transposed", "time"), >, 3 * of("padded", "time"));
}

TEST(atomics_on_one_address_wait_for_each_other)
{
    static int n[2];
    ok(amp_lens_start(NULL));
    ok(amp_lens_tiles(0));
    ok(parallel_for_each(amp_tile(amp_extent(N * 64), 64), counted, amp_view(int, n, 2)));
    CHECK_FLOAT(of("counted:t", "collisions"), ==, 32);
    CHECK_FLOAT(of("counted:n", "collisions"), ==, 16);
    CHECK_FLOAT(of("counted", "hottest"), ==, N * 32);
    CHECK_FLOAT(of("counted:n", "sectors_per_request"), ==, 1);
}

TEST(one_thread_after_another_leaves_the_others_idle)
{
    static int n[1];
    ok(amp_lens_start(NULL));
    ok(parallel_for_each(amp_tile(amp_extent(8), 8), in_turn, amp_view(int, n, 1)));
    CHECK_FLOAT(of("in_turn", "barriers"), ==, 8);
    CHECK_FLOAT(of("in_turn", "idle_threads"), ==, 8 * 7 + 8); /* and all at the end */
    CHECK_FLOAT(of("in_turn", "active"), ==, 1.0 / 32); /* a warp has 32 places */
}

TEST(a_product_loads_each_row_again)
{
    ok(amp_lens_start(NULL));
    ok(parallel_for_each(amp_tile(amp_extent(64, 64), 16, 16), product, amp_view(float, a, 64, 64),
                         amp_view(float, x, 64, 64), amp_view(float, y, 64, 64)));
    /* a warp is two rows of a tile: two words of A, 16 of B, for each k */
    CHECK_FLOAT(of("product:A", "sectors_per_request"), ==, 2);
    CHECK_FLOAT(of("product:B", "sectors_per_request"), ==, 2);
    CHECK_FLOAT(of("product:A", "tile_reuse"), ==, 1);
    CHECK_FLOAT(of("product:B", "tile_reuse"), ==, 8);
    CHECK_FLOAT(of("product:A", "requests"), ==, 64 * 64 / 32 * 64);
}

TEST(phases_are_barriers)
{
    ok(amp_lens_start(NULL));
    ok(parallel_for_each(amp_tile(amp_extent(N), 64), in_phases, amp_view(float, x, N),
                         amp_view(float, y, N)));
    CHECK_FLOAT(of("in_phases", "barriers"), ==, 2);
    CHECK_FLOAT(of("in_phases:y", "active"), ==, 0.5);
    CHECK_FLOAT(of("in_phases:x", "active"), ==, 1);
}

/* A multiprocessor has threads of other tiles to run while one tile waits. */
TEST(the_time_of_barriers_is_that_of_all_resident_tiles)
{
    amp_lens_model m;
    double alone;
    ok(amp_lens_preset("generic", &m));
    m.barrier_cycles = 1000000; /* nothing else counts */
    m.multiprocessors = 1;
    m.tiles = 1;
    ok(amp_lens_start(&m));
    ok(parallel_for_each(amp_tile(amp_extent(N), 64), in_phases, amp_view(float, x, N),
                         amp_view(float, y, N)));
    alone = of("in_phases", "time");
    CHECK_FLOAT(alone, >, 0);
    m.tiles = 4;
    ok(amp_lens_start(&m));
    ok(parallel_for_each(amp_tile(amp_extent(N), 64), in_phases, amp_view(float, x, N),
                         amp_view(float, y, N)));
    CHECK_FLOAT(of("in_phases", "time") * 4, >, alone * 0.999); /* but for what else there is */
    CHECK_FLOAT(of("in_phases", "time") * 4, <, alone * 1.001);
}

/* Either all of them are looked at, or what is left out is taken to be as the rest. */
TEST(visits_beyond_what_is_kept_are_counted)
{
    ok(amp_lens_start(NULL));
    ok(parallel_for_each(amp_tile(amp_extent(8), 8), many_visits, amp_view(float, x, 8),
                         amp_view(float, y, 8)));
    CHECK_FLOAT(of("many_visits:x", "requests"), ==, 20000); /* 16384 were looked at */
    CHECK_FLOAT(of("many_visits:x", "sectors_per_request"), ==, 1);
    CHECK_FLOAT(of("many_visits:x", "bytes_moved"), ==, 20000 * 32);
}

/* ---- samples ----------------------------------------------------------------- */

static double error_of(const char *where, const char *measure)
{
    double error = 0;
    ok(amp_lens_error(where, measure, &error));
    return error;
}

/* 64 of 64 x 64 tiles, by 40 seeds: on average they say the truth, and how far off one of them may
   be is what it says itself. */
TEST(a_sample_is_fair_and_knows_its_error)
{
    enum { SEEDS = 40 };
    const double half = 64 * 65 / 2 * 2 * 32 * 4, edge = 64 * 2 * 32 * 4; /* bytes */
    static float from[256 * 512], to[256 * 512];
    const amp_array_view A = amp_view(float, from, 256, 512), B = amp_view(float, to, 256, 512);
    double mean = 0, first = 0, column = 0;
    unsigned seed;
    int within = 0, rare = 0;
    for (seed = 1; seed <= SEEDS; seed++) {
        double moved, none = 0;
        ok(amp_lens_start(NULL));
        ok(amp_lens_seed(seed));
        ok(parallel_for_each(amp_tile(amp_extent(256, 512), 4, 8), triangle, A, B));
        ok(parallel_for_each(amp_tile(amp_extent(256, 512), 4, 8), first_column, A, B));
        moved = of("triangle", "bytes_moved");
        first = seed == 1 ? moved : first;
        mean += moved / SEEDS;
        within += moved - half <= error_of("triangle", "bytes_moved")
            && half - moved <= error_of("triangle", "bytes_moved");
        CHECK_FLOAT(moved, >, half * 0.8);
        CHECK_FLOAT(moved, <, half * 1.2);
        column += of("first_column", "bytes_moved") / SEEDS;
        rare += amp_lens_measure("first_column:A", "requests", &none) == AMP_OK;
    }
    printf("# mean %g of %g, column %g of %g, %d of %d within their error, column seen by %d\n",
           mean, half, column, edge, within, SEEDS, rare);
    CHECK_FLOAT(mean, >, half * 0.97);
    CHECK_FLOAT(mean, <, half * 1.03);
    CHECK_FLOAT(column, >, edge * 0.5);
    CHECK_FLOAT(column, <, edge * 1.6);
    CHECK_INT(within, >=, SEEDS * 8 / 10);
    ok(amp_lens_start(NULL));
    ok(amp_lens_seed(1)); /* the same seed: the same tiles */
    ok(parallel_for_each(amp_tile(amp_extent(256, 512), 4, 8), triangle, A, B));
    CHECK_FLOAT(of("triangle", "bytes_moved"), ==, first);
    ok(amp_lens_start(NULL));
    ok(amp_lens_tiles(0));
    ok(parallel_for_each(amp_tile(amp_extent(256, 512), 4, 8), triangle, A, B));
    CHECK_FLOAT(of("triangle", "bytes_moved"), ==, half);
    CHECK_FLOAT(error_of("triangle", "bytes_moved"), ==, 0);
}

/* So do what warps do, where it is known. */
TEST(a_sample_of_branches_knows_its_error)
{
    enum { SEEDS = 40 };
    const double all = 64 * 65 / 2;
    static float from[256 * 512], to[256 * 512];
    const amp_array_view A = amp_view(float, from, 256, 512), B = amp_view(float, to, 256, 512);
    double mean = 0, parted = 0;
    unsigned seed;
    int within = 0;
    for (seed = 0; seed <= SEEDS; seed++) {
        ok(amp_lens_start(NULL));
        ok(amp_lens_seed(seed));
        ok(amp_lens_tiles(seed == 0 ? 0 : 64)); /* 0: all of them */
        ok(parallel_for_each(amp_tile(amp_extent(256, 512), 4, 8), parts_in_triangle, A, B));
        if (amp_lens_measure("parts_in_triangle", "divergent_branches", &parted) != AMP_OK) {
            return; /* by visits */
        }
        if (seed == 0) {
            CHECK_FLOAT(parted, ==, all);
            CHECK_FLOAT(error_of("parts_in_triangle", "divergent_branches"), ==, 0);
            continue;
        }
        mean += parted / SEEDS;
        within += parted - all <= error_of("parts_in_triangle", "divergent_branches")
            && all - parted <= error_of("parts_in_triangle", "divergent_branches");
    }
    printf("# mean %g of %g, %d of %d within their error\n", mean, all, within, SEEDS);
    CHECK_FLOAT(mean, >, all * 0.97);
    CHECK_FLOAT(mean, <, all * 1.03);
    CHECK_INT(within, >=, SEEDS * 8 / 10);
    CHECK_FLOAT(error_of("parts_in_triangle", "divergent_branches"), >, 0);
    CHECK_FLOAT(error_of("parts_in_triangle", "divergent_branches"), <, all / 4);
}

/* The busiest address is that of the tiles measured: a counter of a tile has the tile's 64. */
TEST(the_busiest_address_is_not_multiplied)
{
    static int n[1024];
    ok(amp_lens_start(NULL));
    ok(amp_lens_tiles(16));
    ok(amp_lens_seed(1));
    ok(parallel_for_each(amp_tile(amp_extent(1024 * 64), 64), own_counter, amp_view(int, n, 1024)));
    ok(parallel_for_each(amp_tile(amp_extent(1024 * 64), 64), one_counter, amp_view(int, n, 1024)));
    CHECK_FLOAT(of("own_counter", "hottest"), ==, 64);
    CHECK_FLOAT(of("one_counter", "hottest"), ==, 16 * 64);
    CHECK_FLOAT(error_of("own_counter", "hottest"), ==, -1);
    /* and its time: one counter is what all tiles wait for */
    CHECK_FLOAT(of("one_counter", "time"), >, 50 * of("own_counter", "time"));
    ok(amp_lens_tiles(64));
}

/* What does not run has written nothing. */
TEST(only_tiles_that_are_measured_run)
{
    int i, wrote = 0;
    for (i = 0; i < N; i++) {
        x[i] = 1;
        y[i] = 0;
    }
    ok(amp_lens_start(NULL));
    ok(amp_lens_tiles(1));
    ok(amp_lens_only(1));
    ok(parallel_for_each(amp_tile(amp_extent(N), 64), doubles_of, amp_view(float, x, N),
                         amp_view(float, y, N)));
    for (i = 0; i < N; i++) {
        wrote += y[i] > 0;
    }
#ifdef AMP_CHECK
    CHECK_INT(wrote, ==, N); /* the checker has them all */
#else
    CHECK_INT(wrote, >=, 64);
    CHECK_INT(wrote, <=, 128); /* one of the run of tiles that meet in L2 besides */
#endif
    CHECK_FLOAT(of("doubles_of", "requests"), ==, 2 * N / 32);
    ok(amp_lens_only(0));
    ok(amp_lens_start(NULL));
    ok(parallel_for_each(amp_tile(amp_extent(N), 64), doubles_of, amp_view(float, x, N),
                         amp_view(float, y, N)));
    for (i = 0, wrote = 0; i < N; i++) {
        wrote += y[i] > 0;
    }
    CHECK_INT(wrote, ==, N);
    ok(amp_lens_tiles(64));
}

/* ---- caches and time ------------------------------------------------------------ */

/* A tile of 32 threads reads 128 bytes of 4 lines, again and again: of 8 rounds the first is not in
   its cache. All tiles read the same, so that L2 is missed by one of them. */
TEST(caches_have_what_was_read_before)
{
    amp_lens_model m;
    ok(amp_lens_preset("generic", &m));
    ok(amp_lens_start(&m));
    ok(amp_lens_tiles(0));
    ok(parallel_for_each(amp_tile(amp_extent(4 * 32), 32), again, amp_view(float, x, 512),
                         amp_view(float, y, 128)));
    CHECK_FLOAT(of("again", "l1_hit_rate"), ==, 7 / 8.0);
    /* 16 sectors of each tile and 4 that it writes: all but 16 of those that are read are there */
    CHECK_FLOAT(of("again", "l2_bytes"), ==, 4 * (16 + 4) * 32);
    CHECK_FLOAT(of("again", "l2_hit_rate"), ==, 1 - 16 / 80.0);
    CHECK_FLOAT(of("again", "dram_bytes"), ==, (16 + 16) * 32);
    m.l1 = 256; /* two lines: each is gone when it is read again */
    m.l1_sets = 1;
    m.l1_tile_memory = 0;
    m.tiles = 1;
    ok(amp_lens_start(&m));
    ok(parallel_for_each(amp_tile(amp_extent(4 * 32), 32), again, amp_view(float, x, 512),
                         amp_view(float, y, 128)));
    CHECK_FLOAT(of("again", "l1_hit_rate"), ==, 0);
    ok(amp_lens_tiles(64));
}

/* The more warps there are, the less of the waiting is left; and never less than a part takes. */
TEST(warps_hide_latency)
{
    amp_lens_model m;
    double few, many;
    ok(amp_lens_preset("generic", &m));
    m.tiles = 1;
    ok(amp_lens_start(&m));
    ok(amp_lens_tiles(16));
    ok(amp_lens_only(1));
    ok(parallel_for_each(amp_tile(amp_extent(64 * N), 64), doubles_of, amp_view(float, x, 64 * N),
                         amp_view(float, a, 64 * N)));
    few = of("doubles_of", "time");
    m.tiles = 16;
    ok(amp_lens_start(&m));
    ok(parallel_for_each(amp_tile(amp_extent(64 * N), 64), doubles_of, amp_view(float, x, 64 * N),
                         amp_view(float, a, 64 * N)));
    many = of("doubles_of", "time");
    CHECK_FLOAT(few, >, 2 * many);
    CHECK_FLOAT(many, >, 64 * N * 8 / 400e3); /* microseconds of DRAM */
    ok(amp_lens_only(0));
    ok(amp_lens_tiles(64));
}

/* ---- models ------------------------------------------------------------------- */

TEST(occupancy_counts_whole_warps_and_units)
{
    amp_lens_model m;
    ok(amp_lens_start(NULL));
    ok(parallel_for_each(amp_tile(amp_extent(400), 40), forty, amp_view(float, x, 400),
                         amp_view(float, y, 400)));
    CHECK_FLOAT(of("forty", "occupancy"), ==, 1); /* 16 tiles of two warps */
    ok(amp_lens_registers("forty", 64)); /* 32 warps of 2048 */
    CHECK_FLOAT(of("forty", "occupancy"), ==, 1);
    ok(amp_lens_registers("forty", 65)); /* 2080 are 2304: 28 warps */
    CHECK_FLOAT(of("forty", "occupancy"), ==, 28 / 32.0);
    CHECK_STATUS(amp_lens_registers("forty", 0), AMP_INVALID_ARGUMENT);
    ok(amp_lens_preset("G80", &m));
    ok(amp_lens_start(&m));
    ok(parallel_for_each(amp_tile(amp_extent(N), 256), calculated, amp_view(float, x, N),
                         amp_view(float, y, N)));
    ok(amp_lens_registers("calculated", 10));
    CHECK_FLOAT(of("calculated", "occupancy"), ==, 1); /* 3 tiles, of 24 warps */
    ok(amp_lens_registers("calculated", 11));          /* 2816: two of 8192 */
    CHECK_FLOAT(of("calculated", "occupancy"), ==, 2 / 3.0);
    ok(amp_lens_preset("A100", &m)); /* a tile costs 1 KB besides */
    banks_by(1, &m);
    CHECK_FLOAT(of("banks", "occupancy"), ==, 167936 / (8192 + 1024) / 64.0);
    m.tile_most = 8191;
    banks_by(1, &m);
    CHECK_FLOAT(of("banks", "occupancy"), ==, 0);
}

/* What compute capability 1.x moves for a half warp. */
TEST(segments_of_the_first_gpus)
{
    static const struct { const char *model; int stride, offset; double sectors; } row[] = {
        { "gtx-280", 1, 0, 4 },  /* 64 bytes each */
        { "gtx-280", 1, 1, 7 },  /* 128 bytes; 64 and 32 */
        { "gtx-280", 1, 8, 6 },  /* 128 bytes, of which it takes both halves; twice 32 */
        { "gtx-280", 2, 0, 8 },  /* 128 bytes each, half of them asked for */
        { "gtx-280", 32, 0, 32 },
        { "g80", 1, 0, 4 },
        { "g80", 1, 1, 32 },     /* not aligned: each thread moves 32 bytes */
        { "g80", 0, 0, 32 },     /* one word for all: likewise */
        { "g80", 2, 0, 32 },
    };
    size_t i;
    for (i = 0; i < sizeof(row) / sizeof(row[0]); i++) {
        amp_lens_model m;
        ok(amp_lens_preset(row[i].model, &m));
        ok(amp_lens_start(&m));
        ok(parallel_for_each(amp_tile(amp_extent(N), 64), strided, amp_view(float, x, 64 * N),
                             amp_view(float, y, N), row[i].stride, row[i].offset));
        printf("# %s, stride %d, offset %d\n", row[i].model, row[i].stride, row[i].offset);
        CHECK_FLOAT(of("strided:x", "sectors_per_request"), ==, row[i].sectors);
        CHECK_FLOAT(of("strided:y", "sectors_per_request"), ==, 4);
    }
}

/* ---- case D: partitions ------------------------------------------------------ */

/* How unevenly the partitions are used in a transpose of n x n doubles, 8 tiles at a time. */
static double camping(int n, int plain)
{
    static double from[640 * 640], to[640 * 640];
    const int g = (n + BLOCK - 1) / BLOCK;
    const unsigned m = reciprocal((unsigned)g);
    amp_lens_model model;
    ok(amp_lens_preset("tesla-c1060", &model));
    model.multiprocessors = 8;
    ok(amp_lens_start(&model));
    ok(parallel_for_each(amp_tile(amp_extent(g * ROWS, g * BLOCK), ROWS, BLOCK), diagonal_multiply,
                         amp_view(double, from, n, n), amp_view(double, to, n, n), m, m, plain));
    return of("diagonal_multiply", "camping");
}

TEST(diagonal_and_coalesced_order_are_slow_where_they_were)
{
    static const int size[] = { 254, 255, 256, 257, 300, 352, 383, 384, 385, 448, 511, 512, 600 };
    size_t i;
    for (i = 0; i < sizeof(size) / sizeof(size[0]); i++) {
        const int n = size[i];
        const double plain = camping(n, 1), diagonal = camping(n, 0);
        printf("# %d: coalesced %.2f, diagonal %.2f\n", n, plain, diagonal);
        CHECK_INT(plain > 1.6, ==, n % 256 == 0 || (n - 128) % 256 == 0);
        CHECK_INT(diagonal > 1.6, ==, (n + 1) % 256 == 0 || (n - 127) % 256 == 0);
    }
}

/* ---- case B: the ladder of a sum ----------------------------------------------- */

/* Each rung mends one thing, which its measure shows. */
TEST(each_rung_of_the_ladder_is_better_than_the_last)
{
    enum { ELEMENTS = 1 << 20, TILES = ELEMENTS / REDUCE_TILE };
    static float many[ELEMENTS], sums[TILES];
    const amp_array_view from = amp_view(float, many, ELEMENTS), to = amp_view(float, sums, TILES);
    const amp_tiled_extent all = amp_tile(amp_extent(ELEMENTS), REDUCE_TILE);
    const amp_tiled_extent half = amp_tile(amp_extent(ELEMENTS / 2), REDUCE_TILE);
    ok(amp_lens_start(NULL));
    ok(parallel_for_each(all, reduce_tiled, from, to));
    ok(parallel_for_each(half, reduce_two_loads, from, to));
    ok(parallel_for_each(half, reduce_less_divergence, from, to));
    ok(parallel_for_each(half, reduce_no_conflicts, from, to));
    ok(parallel_for_each(half, reduce_phased, from, to));
    /* two loads a thread: half as many threads wait at the barriers */
    CHECK_FLOAT(of("reduce_two_loads", "idle_threads"), ==,
                of("reduce_tiled", "idle_threads") / 2);
    CHECK_FLOAT(of("reduce_two_loads", "time"), <, of("reduce_tiled", "time"));
    /* neighbours work: fuller requests, at the price of conflicts */
    CHECK_FLOAT(of("reduce_less_divergence", "active"), >, of("reduce_two_loads", "active"));
    CHECK_FLOAT(of("reduce_two_loads", "bank_conflicts"), ==, 1);
    CHECK_FLOAT(of("reduce_less_divergence", "bank_conflicts"), >, 1.2);
    /* side by side: none */
    CHECK_FLOAT(of("reduce_no_conflicts", "bank_conflicts"), ==, 1);
    CHECK_FLOAT(of("reduce_no_conflicts", "active"), ==, of("reduce_less_divergence", "active"));
    CHECK_FLOAT(of("reduce_phased", "active"), ==, of("reduce_no_conflicts", "active"));
    CHECK_FLOAT(of("reduce_phased", "bank_conflicts"), ==, 1);
}

