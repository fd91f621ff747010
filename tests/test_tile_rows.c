/* SPDX-License-Identifier: MIT */
/* run: group=optimised turn=compiler,0/2 */
/* Loops whose bounds the threads of a row share, and that they go through together, side by side or
   each turn at the same place; and tiles of one dimension that a kernel cuts into rows, which as
   vectors are tiles of two. Sparse matrices have rows that are empty, short, and long. */
#define AMP_SHORT_NAMES
#include "amp.h"
#include "tap.h"

AMP_DEVICE_BEGIN
#define WARP 32
#define HALF 16

/* What lane 0 of a row of `width` threads has then is the sum of all of them. */
static inline void add_up(amp_tiled_index tidx, amp_tile_ptr(int) t, int l, int lane, int width)
{
    tile_barrier_wait(tidx);
    for (int by = width / 2; by > 0; by /= 2) {
        if (lane < by) {
            t[l] += t[l + by];
        }
        tile_barrier_wait(tidx);
    }
}

/* A warp a row, in one dimension: the parts of the index are those of NAME. */
#define WARPS(NAME, THREADS, WIDTH, L, LANE, ROW)                                                  \
    AMP_TILED_KERNEL(NAME, (THREADS), in(int, 1, start), in(int, 1, column), in(int, 1, value),    \
                     in(int, 1, x), out(int, 1, y))                                                \
    {                                                                                              \
        tile_static(int, t, THREADS);                                                              \
        const int l = tidx.local[0], g = tidx.global[0], lane = LANE, row = ROW;                   \
        const int n = y_shape.extent[0];                                                           \
        int sum = 0;                                                                               \
        (void)g;                                                                                   \
        if (row < n) {                                                                             \
            const int past = at(start, row + 1);                                                   \
            for (int i = at(start, row) + lane; i < past; i += WIDTH) {                            \
                sum += at(value, i) * at(x, at(column, i));                                        \
            }                                                                                      \
        }                                                                                          \
        t[l] = sum;                                                                                \
        add_up(tidx, t, L, lane, WIDTH);                                                           \
        if (lane == 0 && row < n) {                                                                \
            at(y, row) = t[l];                                                                     \
        }                                                                                          \
    }
WARPS(by_tile, 4 * WARP, WARP, l, l % WARP, tidx.tile[0] * 4 + l / WARP)
WARPS(by_launch, 2 * WARP, WARP, l, g & (WARP - 1), g >> 5)
WARPS(by_mask, 256, HALF, l, tidx.local[0] & 15, (tidx.global[0] / HALF))
WARPS(by_brackets, 96, 8, l, ((l) % (4 + 4)), 12 * tidx.tile[0] + (l) / 8)

/* A warp a row by the words for it, which is 32 threads if nobody says otherwise; the first
   operation leaves all lanes the sum, the others bring it to lane 0. */
#define BY_WORDS(NAME, SUM)                                                                        \
    AMP_TILED_KERNEL(NAME, (96), in(int, 1, start), in(int, 1, column), in(int, 1, value),         \
                     in(int, 1, x), out(int, 1, y))                                                \
    {                                                                                              \
        const int lane = amp_warp_lane(tidx), row = tidx.tile[0] * 3 + amp_warp_index(tidx);       \
        const int n = y_shape.extent[0];                                                           \
        int sum = 0;                                                                               \
        if (row < n) {                                                                             \
            const int past = at(start, row + 1);                                                   \
            for (int i = at(start, row) + lane; i < past; i += WARP) {                             \
                sum += at(value, i) * at(x, at(column, i));                                        \
            }                                                                                      \
        }                                                                                          \
        SUM                                                                                        \
        if (lane == 0 && row < n) {                                                                \
            at(y, row) = sum;                                                                      \
        }                                                                                          \
    }
BY_WORDS(by_warp_sum, sum = amp_warp_sum(tidx, sum);)
BY_WORDS(by_shuffles, for (int by = WARP / 2; by > 0; by /= 2) {
    sum += amp_warp_shuffle_down(tidx, sum, by);
})

/* One whose parts are not rows: its place is changed, hidden, or of another type. */
AMP_TILED_KERNEL(no_rows, (64), in(int, 1, start), in(int, 1, x), out(int, 1, y))
{
    int l = tidx.local[0];
    const unsigned u = (unsigned)tidx.local[0];
    int sum = 0;
    l += 3;
    {
        const int half = tidx.local[0];
        sum += half / 16;
    }
    {
        const float half = (float)tidx.local[0] / 2;
        sum += (int)(half / 16) + (int)(u / 16u - 5u < 3u);
    }
    for (int i = at(start, l / 16) + l % 16; i < at(start, l / 16 + 1); i += 16) {
        sum += at(x, i);
    }
    at(y, tidx.global[0]) = sum;
}

/* A matrix of which a tile of one dimension has a block of 16 x 16. */
AMP_TILED_KERNEL(turned, (HALF * HALF), in(int, 2, x), out(int, 2, y))
{
    tile_static(int, t, HALF, HALF + 1);
    const int l = tidx.local[0], ty = l / HALF, tx = l % HALF;
    const int across = (x_shape.extent[1] + HALF - 1) / HALF;
    const int down = tidx.tile[0] / across * HALF, right = tidx.tile[0] % across * HALF;
    if (down + ty < x_shape.extent[0] && right + tx < x_shape.extent[1]) {
        t[ty][tx] = at(x, down + ty, right + tx);
    }
    tile_barrier_wait(tidx);
    if (right + ty < y_shape.extent[0] && down + tx < y_shape.extent[1]) {
        at(y, right + ty, down + tx) = t[tx][ty];
    }
}

/* Rows of a tile of two dimensions; the last element of a row is its end. */
AMP_TILED_KERNEL(by_row, (4, WARP), in(int, 1, start), in(int, 1, column), in(int, 1, value),
                 in(int, 1, x), out(int, 1, y))
{
    tile_static(int, t, 4 * WARP);
    const int r = tidx.local[0], lane = tidx.local[1], row = tidx.global[0];
    const int n = y_shape.extent[0];
    int sum = 0;
    if (row < n && lane < 20) {
        const int first = at(start, row), last = at(start, row + 1) - 1;
        for (int i = first + lane; i <= last; i += 20) {
            sum += at(value, i) * at(x, at(column, i));
        }
    }
    t[r * WARP + lane] = sum;
    add_up(tidx, t, r * WARP + lane, lane, WARP);
    if (lane == 0 && row < n) {
        at(y, row) = t[r * WARP];
    }
}

/* A sparse matrix and a dense one: all threads of a row have its turns, whose ends stand in front
   of a barrier; of each third element, in a loop around it. */
AMP_TILED_KERNEL(dense, (4, 8), in(int, 1, start), in(int, 1, column), in(int, 1, value),
                 in(int, 2, x), out(int, 2, y))
{
    const int row = tidx.global[0], col = tidx.global[1];
    const int m = x_shape.extent[1], n = y_shape.extent[0];
    const int first = row < n ? at(start, row) : 0, past = row < n ? at(start, row + 1) : 0;
    tile_barrier_wait(tidx);
    if (row < n && col < m) {
        int sum = 0;
        for (int part = 0; part < 3; part++) {
            const int begin = first + part;
            for (int i = begin; i < past; i += 3) {
                const int from = at(column, i);
                sum += at(value, i) * at(x, from, col);
            }
        }
        at(y, row, col) = sum;
    }
}

/* A tile a row; and the threads of a block of three dimensions by their number. */
AMP_TILED_KERNEL(by_block, (2, 4, 8), in(int, 1, start), in(int, 1, column), in(int, 1, value),
                 in(int, 1, x), out(int, 1, y))
{
    tile_static(int, t, 64);
    const int l = (tidx.local[0] * 4 + tidx.local[1]) * 8 + tidx.local[2], row = tidx.tile[0];
    int sum = 0;
    for (int i = at(start, row) + l; i < at(start, row + 1); i += 64) {
        sum += at(value, i) * at(x, at(column, i));
    }
    t[l] = sum;
    add_up(tidx, t, l, l, 64);
    if (l == 0) {
        at(y, row) = t[0];
    }
}
AMP_DEVICE_END

static int length_of(int row, int n)
{
    return row % 7 == 3 ? 0 : row == n / 2 ? 333 : row * 37 % 71;
}

/* A sparse matrix of n rows and as many columns, with dense vectors of `wide` numbers. */
typedef struct sparse {
    int n, many, wide;
    int *start, *column, *value, *x, *y, *expected;
} sparse;

static void *room(int n)
{
    void *p = calloc((size_t)(n > 0 ? n : 1), sizeof(int));
    if (p == NULL) {
        fprintf(stderr, "no memory\n");
        exit(2);
    }
    return p;
}

static sparse new_sparse(int n, int wide)
{
    sparse s;
    int i, j, k;
    s.n = n;
    s.wide = wide;
    s.start = (int *)room(n + 1);
    for (i = 0; i < n; i++) {
        s.start[i + 1] = s.start[i] + length_of(i, n);
    }
    s.many = s.start[n];
    s.column = (int *)room(s.many);
    s.value = (int *)room(s.many);
    s.x = (int *)room(n * wide);
    s.y = (int *)room(n * wide);
    s.expected = (int *)room(n * wide);
    for (i = 0; i < s.many; i++) {
        s.column[i] = (int)((long long)i * 7919 % n);
        s.value[i] = i * 31 % 19 - 9;
    }
    for (i = 0; i < n * wide; i++) {
        s.x[i] = i * 13 % 101 - 50;
        s.y[i] = -1;
    }
    for (i = 0; i < n; i++) {
        for (k = s.start[i]; k < s.start[i + 1]; k++) {
            for (j = 0; j < wide; j++) {
                s.expected[i * wide + j] += s.value[k] * s.x[s.column[k] * wide + j];
            }
        }
    }
    return s;
}

static void end_sparse(sparse *s, const char *what)
{
    int i, wrong = 0;
    CHECK_OK(amp_synchronize(amp_view(int, s->y, s->n * s->wide)));
    for (i = 0; i < s->n * s->wide; i++) {
        wrong += s->y[i] != s->expected[i];
    }
    if (wrong != 0) {
        printf("# %s, n %d, %d wide\n", what, s->n, s->wide);
    }
    CHECK_INT(wrong, ==, 0);
    free(s->start);
    free(s->column);
    free(s->value);
    free(s->x);
    free(s->y);
    free(s->expected);
}

static const int sizes[] = { 1, 2, 13, 64, 101, 1009 };
enum { SIZES = sizeof(sizes) / sizeof(sizes[0]) };

#define ROUND_UP(n, by) (((n) + (by) - 1) / (by) * (by))
#define VIEWS(s)                                                                                   \
    amp_view(int, (s).start, (s).n + 1), amp_view(int, (s).column, (s).many > 0 ? (s).many : 1),   \
        amp_view(int, (s).value, (s).many > 0 ? (s).many : 1)
#define RUN_WARPS(NAME, THREADS, WIDTH)                                                            \
    for (k = 0; k < SIZES; k++) {                                                                  \
        sparse s = new_sparse(sizes[k], 1);                                                        \
        const int threads = ROUND_UP(s.n * (WIDTH), THREADS);                                      \
        CHECK_OK(parallel_for_each(amp_tile(amp_extent(threads), THREADS), NAME, VIEWS(s),         \
                                   amp_view(int, s.x, s.n), amp_view(int, s.y, s.n)));             \
        end_sparse(&s, #NAME);                                                                     \
    }

TEST(a_warp_a_row)
{
    int k;
    RUN_WARPS(by_tile, 128, 32)
    RUN_WARPS(by_launch, 64, 32)
    RUN_WARPS(by_mask, 256, 16)
    RUN_WARPS(by_brackets, 96, 8)
    RUN_WARPS(by_warp_sum, 96, 32)
    RUN_WARPS(by_shuffles, 96, 32)
}

TEST(a_row_of_the_tile_a_row)
{
    int k;
    for (k = 0; k < SIZES; k++) {
        sparse s = new_sparse(sizes[k], 1);
        CHECK_OK(parallel_for_each(amp_tile(amp_extent(ROUND_UP(s.n, 4), 32), 4, 32), by_row,
                                   VIEWS(s), amp_view(int, s.x, s.n), amp_view(int, s.y, s.n)));
        end_sparse(&s, "by_row");
        s = new_sparse(sizes[k], 1);
        CHECK_OK(parallel_for_each(amp_tile(amp_extent(2 * s.n, 4, 8), 2, 4, 8), by_block,
                                   VIEWS(s), amp_view(int, s.x, s.n), amp_view(int, s.y, s.n)));
        end_sparse(&s, "by_block");
    }
}

TEST(turns_that_a_row_shares)
{
    static const int widths[] = { 1, 5, 8, 17 };
    int k, w;
    for (k = 0; k < SIZES; k++) {
        for (w = 0; w < 4; w++) {
            sparse s = new_sparse(sizes[k], widths[w]);
            CHECK_OK(parallel_for_each(
                amp_tile(amp_extent(ROUND_UP(s.n, 4), ROUND_UP(s.wide, 8)), 4, 8), dense, VIEWS(s),
                amp_view(int, s.x, s.n, s.wide), amp_view(int, s.y, s.n, s.wide)));
            end_sparse(&s, "dense");
        }
    }
}

TEST(a_block_in_one_dimension)
{
    static const int rows[] = { 1, 16, 37, 100 }, cols[] = { 1, 7, 48, 101 };
    int i, k;
    for (k = 0; k < 4; k++) {
        const int m = rows[k], n = cols[k], tiles = ROUND_UP(m, 16) / 16 * (ROUND_UP(n, 16) / 16);
        int *x = (int *)room(m * n), *y = (int *)room(m * n), wrong = 0;
        for (i = 0; i < m * n; i++) {
            x[i] = i * 7;
        }
        CHECK_OK(parallel_for_each(amp_tile(amp_extent(tiles * 256), 256), turned,
                                   amp_view(int, x, m, n), amp_view(int, y, n, m)));
        CHECK_OK(amp_synchronize(amp_view(int, y, n, m)));
        for (i = 0; i < m * n; i++) {
            wrong += y[i % n * m + i / n] != x[i];
        }
        CHECK_INT(wrong, ==, 0);
        free(x);
        free(y);
    }
}

TEST(a_place_that_is_no_row)
{
    enum { N = 192 };
    int start[7], x[200], y[N], i, g, wrong = 0;
    for (i = 0; i < 7; i++) {
        start[i] = i * 23;
    }
    for (i = 0; i < 200; i++) {
        x[i] = i * i % 97;
    }
    CHECK_OK(parallel_for_each(amp_tile(amp_extent(N), 64), no_rows, amp_view(int, start, 7),
                               amp_view(int, x, 200), amp_view(int, y, N)));
    CHECK_OK(amp_synchronize(amp_view(int, y, N)));
    for (g = 0; g < N; g++) {
        const int l = g % 64, m = l + 3;
        int sum = l / 16 + (int)((float)l / 2 / 16) + ((unsigned)l / 16u - 5u < 3u);
        for (i = start[m / 16] + m % 16; i < start[m / 16 + 1]; i += 16) {
            sum += x[i];
        }
        wrong += y[g] != sum;
    }
    CHECK_INT(wrong, ==, 0);
}
