/* SPDX-License-Identifier: MIT */
/* run: group=optimised turn=compiler,1/2 */
/* A few neighbouring elements of each thread, in a loop of few turns: with a guard, which the last
   tile's threads do not all pass, and without; to and from views and the tile's memory, in tiles of
   one and two dimensions (amp/vectors/blocked_arrangement.h). And loops that look like that, and
   are none. */
#define AMP_SHORT_NAMES
#include "amp.h"
#include "tap.h"

AMP_DEVICE_BEGIN
#define TILE 32
/* OWN elements of each thread: summed up to each, left in tile memory, read from there as the
   neighbour's, and added to what a view has. */
#define ITEMS(T, OWN)                                                                              \
    AMP_TILED_KERNEL(items_##T##_##OWN, (TILE), value(int, end), in(T, 1, x), inout(T, 1, y))      \
    {                                                                                              \
        tile_static(T, t, TILE * OWN);                                                             \
        const int l = tidx.local[0], i = OWN * tidx.global[0];                                     \
        T own[OWN], sum = 0, more = 0;                                                             \
        for (int k = 0; k < OWN; k++) {                                                            \
            sum += i + k < end ? at(x, i + k) : 7;                                                 \
            own[k] = sum;                                                                          \
        }                                                                                          \
        for (int k = 0; k < OWN; k++) {                                                            \
            t[l * OWN + k] = own[k] * 2;                                                           \
        }                                                                                          \
        tile_barrier_wait(tidx);                                                                   \
        for (int k = 0; k < OWN; k++) {                                                            \
            const T other = t[OWN * ((l + 1) % TILE) + k];                                         \
            more += other;                                                                         \
        }                                                                                          \
        for (int k = 0; k < OWN; k++) {                                                            \
            own[k] += t[OWN * l + k];                                                              \
        }                                                                                          \
        for (int k = 0; k < OWN; k++) {                                                            \
            if (i + k < end && k + i <= end + 5) {                                                 \
                at(y, i + k) = own[k] + more + at(y, i + k);                                       \
            }                                                                                      \
        }                                                                                          \
    }

ITEMS(int, 2)
ITEMS(int, 3)
ITEMS(float, 4)
ITEMS(unsigned, 8)

/* Two doubles of each thread. */
AMP_TILED_KERNEL(items_double, (TILE), in(double, 1, x), out(double, 1, y))
{
    const int i = 2 * tidx.global[0], n = x_shape.extent[0];
    double sum = 0;
    for (int k = 0; k <= 1; k++) {
        if (i + k < n) {
            sum += at(x, i + k);
            at(y, i + k) = sum;
        }
    }
}

/* Items in rows of a tile of 4 x 8: thread (r, c) has three of row r. */
AMP_TILED_KERNEL(items_in_rows, (4, 8), in(int, 2, x), out(int, 2, y))
{
    const int r = tidx.global[0], c = 3 * tidx.global[1];
    const int rows = x_shape.extent[0], columns = x_shape.extent[1];
    int before = 1;
    for (int k = 0; k < 3; k++) {
        if (r < rows && c + k < columns) {
            before = before * 3 + at(x, r, c + k);
            at(y, r, c + k) = before;
        }
    }
}

/* What all threads share changes in the loop: a factor, and the guard's bound; and the bound is a
   variable of the turn. */
AMP_TILED_KERNEL(items_shared, (TILE), value(int, end), in(int, 1, x), out(int, 1, y))
{
    const int g = tidx.global[0], i = 4 * g;
    int factor = 1, left = end, sum = 0;
    for (int k = 0; k < 4; k++) {
        factor += 2;
        sum += factor * at(x, i + k);
    }
    for (int k = 0; k < 4; k++) {
        sum += i + k < left ? at(x, i + k) : 100;
        left -= 40;
    }
    for (int k = 0; k < 4; k++) {
        const int bound = end - 20 * k;
        sum += i + k < bound ? at(x, i + k) : 1000;
    }
    at(y, g) = sum * 3 + factor + left;
}

/* Guards of other kinds, items that overlap or leave a gap, and a thread's own bound. */
AMP_TILED_KERNEL(items_not, (TILE), value(int, end), in(int, 1, x), out(int, 1, y))
{
    const int l = tidx.local[0], g = tidx.global[0], i = 4 * g;
    const int mine = at(x, g) % 40;
    int sum = 0;
    for (int k = 0; k < 4; k++) {
        sum = (sum * 3 + (i - 3 + k >= 0 ? at(x, i - 3 + k) : 2)) % 1009;
    }
    for (int k = 0; k < 4; k++) {
        sum = (sum * 3 + (end - i > k ? at(x, i + k) : 2)) % 1009;
    }
    for (int k = 0; k < 4; k++) {
        sum = (sum * 3 + (i - k < end - 4 ? at(x, i + k) : 2)) % 1009;
    }
    for (int k = 0; k < 4; k++) {
        sum = (sum * 3 + (600 - i + k < end ? at(x, i + k) : 2)) % 1009;
    }
    for (int k = 0; k < 4; k++) {
        sum = (sum * 3 + (3 * g + k < end ? at(x, 3 * g + k) : 1) + at(x, 5 * l + k)) % 1009;
    }
    for (int k = 0; k < 4; k++) {
        if (i + k < mine) { sum = (sum * 3 + at(x, i + k)) % 1009; } else { sum++; }
        if (k + l == 9) { break; }
    }
    at(y, g) = sum;
}
AMP_DEVICE_END

enum { TILES = 6, THREADS = TILES * TILE, MOST = 8 * THREADS };

static int x_int[MOST], y_int[MOST];
static unsigned x_unsigned[MOST], y_unsigned[MOST];
static float x_float[MOST], y_float[MOST];
static double x_double[MOST], y_double[MOST];
static int want[MOST];

static void fill(void)
{
    int i;
    for (i = 0; i < MOST; i++) {
        x_int[i] = (int)((unsigned)i * 2654435761u >> 20) % 13;
        x_double[i] = x_float[i] = (float)x_int[i];
        x_unsigned[i] = (unsigned)x_int[i];
        y_int[i] = i % 5;
        y_double[i] = y_float[i] = (float)y_int[i];
        y_unsigned[i] = (unsigned)y_int[i];
    }
}

/* What ITEMS gives with `own` elements a thread, up to `end`. */
static void items(int own, int end)
{
    static int t[MOST], sums[MOST];
    int g, k;
    for (g = 0; g < THREADS; g++) {
        int sum = 0;
        for (k = 0; k < own; k++) {
            sum += g * own + k < end ? x_int[g * own + k] : 7;
            sums[g * own + k] = sum;
            t[g * own + k] = 2 * sum;
        }
    }
    for (g = 0; g < THREADS; g++) {
        const int next = g % TILE == TILE - 1 ? g - TILE + 1 : g + 1;
        int more = 0;
        for (k = 0; k < own; k++) {
            more += t[next * own + k];
        }
        for (k = g * own; k < (g + 1) * own; k++) {
            want[k] = k % 5 + (k < end ? sums[k] + t[k] + more : 0);
        }
    }
}

#define RUN_ITEMS(T, OWN)                                                                          \
    TEST(items_##T##_##OWN)                                                                        \
    {                                                                                              \
        static const int ends[] = { 0, 1, OWN * TILE - 1, OWN * TILE, OWN * TILE + 1,              \
            OWN * (THREADS - 1) + 1, OWN * THREADS };                                              \
        size_t e;                                                                                  \
        int i, bad;                                                                                \
        for (e = 0; e < sizeof(ends) / sizeof(ends[0]); e++) {                                     \
            const amp_array_view y = amp_view(T, y_##T, OWN * THREADS);                            \
            fill();                                                                                \
            items(OWN, ends[e]);                                                                   \
            CHECK_OK(parallel_for_each(amp_tile(amp_extent(THREADS), TILE), items_##T##_##OWN,     \
                ends[e], amp_view(T, x_##T, OWN * THREADS), y));                                   \
            CHECK_OK(amp_synchronize(y));                                                          \
            for (i = bad = 0; i < OWN * THREADS; i++) {                                            \
                bad += (int)y_##T[i] != want[i];                                                   \
                __asm__ volatile("");                                                              \
            }                                                                                      \
            CHECK_INT(bad, ==, 0);                                                                 \
        }                                                                                          \
    }
RUN_ITEMS(int, 2)
RUN_ITEMS(int, 3)
RUN_ITEMS(float, 4)
RUN_ITEMS(unsigned, 8)

TEST(items_of_doubles)
{
    const int n = 2 * THREADS - 1;
    const amp_array_view y = amp_view(double, y_double, n);
    int i, bad = 0;
    SKIP_WITHOUT_DOUBLE();
    fill();
    CHECK_OK(parallel_for_each(amp_tile(amp_extent(THREADS), TILE), items_double,
        amp_view(double, x_double, n), y));
    CHECK_OK(amp_synchronize(y));
    for (i = 0; i < n; i++) {
        bad += (int)y_double[i] != x_int[i] + (i % 2 ? x_int[i - 1] : 0);
        __asm__ volatile("");
    }
    CHECK_INT(bad, ==, 0);
}

TEST(items_of_rows)
{
    int rows, columns, r, c, bad;
    for (rows = 7; rows < 9; rows++) {
        for (columns = 46; columns < 50; columns++) {
            const amp_array_view y = amp_view(int, y_int, rows, columns);
            fill();
            CHECK_OK(parallel_for_each(amp_tile(amp_extent(8, 24), 4, 8), items_in_rows,
                amp_view(int, x_int, rows, columns), y));
            CHECK_OK(amp_synchronize(y));
            for (r = bad = 0; r < rows; r++) {
                int before = 1;
                for (c = 0; c < columns; c++) {
                    before = (c % 3 == 0 ? 1 : before) * 3 + x_int[r * columns + c];
                    bad += y_int[r * columns + c] != before;
                }
            }
            CHECK_INT(bad, ==, 0);
        }
    }
}

TEST(what_threads_share)
{
    static const int ends[] = { 4 * THREADS, 4 * THREADS + 30, 4 * THREADS + 200 };
    const amp_array_view y = amp_view(int, y_int, THREADS);
    int e, g, k, bad = 0;
    for (e = 0; e < 3; e++) {
        fill();
        CHECK_OK(parallel_for_each(amp_tile(amp_extent(THREADS), TILE), items_shared, ends[e],
            amp_view(int, x_int, MOST), y));
        CHECK_OK(amp_synchronize(y));
        for (g = 0; g < THREADS; g++) {
            int sum = 0;
            for (k = 0; k < 4; k++) {
                const int i = 4 * g + k;
                sum += (3 + 2 * k) * x_int[i] + (i < ends[e] - 40 * k ? x_int[i] : 100)
                    + (i < ends[e] - 20 * k ? x_int[i] : 1000);
            }
            bad += y_int[g] != sum * 3 + 9 + ends[e] - 160;
        }
    }
    CHECK_INT(bad, ==, 0);
}

TEST(other_loops)
{
    static const int ends[] = { 4 * THREADS - 70, 4 * THREADS - 1, 500 };
    const amp_array_view y = amp_view(int, y_int, THREADS);
    int e, g, k, bad = 0;
    for (e = 0; e < 3; e++) {
        const int end = ends[e];
        fill();
        CHECK_OK(parallel_for_each(amp_tile(amp_extent(THREADS), TILE), items_not, end,
            amp_view(int, x_int, MOST), y));
        CHECK_OK(amp_synchronize(y));
        for (g = 0; g < THREADS; g++) {
            const int l = g % TILE, i = 4 * g, mine = x_int[g] % 40;
            int sum = 0;
            for (k = 0; k < 4; k++) {
                sum = (sum * 3 + (i - 3 + k >= 0 ? x_int[i - 3 + k] : 2)) % 1009;
            }
            for (k = 0; k < 4; k++) {
                sum = (sum * 3 + (end - i > k ? x_int[i + k] : 2)) % 1009;
            }
            for (k = 0; k < 4; k++) {
                sum = (sum * 3 + (i - k < end - 4 ? x_int[i + k] : 2)) % 1009;
            }
            for (k = 0; k < 4; k++) {
                sum = (sum * 3 + (600 - i + k < end ? x_int[i + k] : 2)) % 1009;
            }
            for (k = 0; k < 4; k++) {
                sum = sum * 3 + (3 * g + k < end ? x_int[3 * g + k] : 1) + x_int[5 * l + k];
                sum %= 1009;
            }
            for (k = 0; k < 4; k++) {
                sum = i + k < mine ? (sum * 3 + x_int[i + k]) % 1009 : sum + 1;
                if (k + l == 9) {
                    break;
                }
            }
            bad += y_int[g] != sum;
        }
    }
    CHECK_INT(bad, ==, 0);
}
