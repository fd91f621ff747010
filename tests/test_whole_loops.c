/* SPDX-License-Identifier: MIT */
/* run: group=optimised turn=compiler,0/2 */
/* Short loops over a small array of each thread, which as vectors are written out turn by turn:
   networks that sort, windows, small matrices; and loops that look like these, but are not. */
#define AMP_SHORT_NAMES
#include "amp.h"
#include "tap.h"

AMP_DEVICE_BEGIN
#define SIDE 8

static inline void order(int *a, int *b)
{
    if (*a > *b) {
        const int t = *a;
        *a = *b;
        *b = t;
    }
}

static inline void order_all(int *v, int count)
{
    for (int i = 0; i + 1 < count; i++) {
        for (int j = i + 1; j < count; j++) {
            order(&v[i], &v[j]);
        }
    }
}

/* The median of a window of 3 x 3, whose elements are counted by a variable; a window that leaves
   the image has zeros. */
AMP_TILED_KERNEL(median, (SIDE, 16), in(int, 2, x), out(int, 2, y))
{
    const int row = tidx.global[0], col = tidx.global[1];
    const int rows = x_shape.extent[0], cols = x_shape.extent[1];
    if (row >= rows || col >= cols) {
        return;
    }
    int v[9], k = 0;
    for (int i = -1 + 1; i <= 2; i++) {
        for (int j = 3; j > 0; j--) {
            const int r = row + i - 1, c = col + 2 - j;
            v[k++] = r >= 0 && r < rows && c >= 0 && c < cols ? at(x, r, c) : 0;
        }
    }
    for (int i = 0; i < 5; i++) {
        for (int j = i + 1; j < 9; j++) {
            order(&v[i], &v[j]);
        }
    }
    at(y, row, col) = v[4];
}

/* Steps by more than one, down, over two dimensions; a counter that was there before, and is read
   behind its loop; conditions on counters, and on elements. */
AMP_TILED_KERNEL(steps, (32), in(int, 1, x), out(int, 1, y))
{
    const int g = tidx.global[0], n = x_shape.extent[0];
    int m[4][3], i, sum = 0, last = 0;
    for (i = 0; i < 4; i += 2) {
        for (int j = 2; j >= 0; j -= 2) {
            m[i][j] = i * 10 + j + (g < n ? at(x, g) : 0);
        }
        m[i][1] = -1;
        m[i + 1][0] = m[i][0] * 2;
        for (int j = 1; j < 3; j++) {
            m[i + 1][j] = m[i + 1][j - 1] + i;
        }
    }
    sum = i * 1000;
    for (int k = 0; k < 12; k++) {
        if (k % 4 == 1) {
            last = k / 4;
        } else if (k < 2) {
            last = 2;
        }
        sum += m[k % 4][last];
        if (m[k % 4][k / 4] > 40) {
            sum -= m[k / 4][k / 4];
        }
    }
    if (g < n) {
        at(y, g) = sum;
    }
}

/* What is no such loop: an index that memory gives, or that a condition on memory has counted; an
   array on both sides of a barrier; a loop that may end before; one whose end the launch gives; an
   array that a helper gets whole; too many turns; a counter that its loop changes; a store to a
   view in the loop. */
AMP_TILED_KERNEL(others, (16), value(int, end), in(int, 1, x), out(int, 2, y))
{
    tile_static(int, t, 16);
    const int g = tidx.global[0], l = tidx.local[0];
    const int own = at(x, g);
    int a[4] = { 0, 0, 0, 0 }, b[4], c[4], d[4], e[4], f[64], h[4], s[3], k = 0, sum = 0;
    for (int i = 0; i < 4; i++) {
        a[(own + i * i) & 3] += i + 1;
    }
    for (int i = 0; i < 4; i++) {
        b[i] = -1;
    }
    for (int i = 0; i < 4; i++) {
        if ((own >> i & 1) != 0) {
            b[k++] = i;
        }
    }
    for (int i = 0; i < 4; i++) {
        c[i] = own * i;
    }
    t[l] = c[1];
    tile_barrier_wait(tidx);
    for (int i = 0; i < 4; i++) {
        c[i] += t[(l + i) & 15];
    }
    for (int i = 0; i < 4; i++) {
        d[i] = i;
        if (i > own % 5) {
            d[i] = 100;
            break;
        }
        d[3] = 7;
    }
    d[3] = 9;
    for (int i = 0; i < 4; i++) {
        e[i] = 0;
    }
    for (int i = 0; i < end; i++) {
        e[i] = i + own;
    }
    for (int i = 0; i < 64; i++) {
        f[i] = own + i;
    }
    for (int i = 0; i < 63; i++) {
        for (int j = 0; j < 63; j++) {
            f[j] += f[j + 1] & 3;
        }
    }
    for (int i = 0; i < 4; i++) {
        h[i] = i;
        h[i + 1 > 3 ? 3 : i + 1] = 5;
        i += own & 1;
    }
    s[0] = own;
    s[1] = 5;
    s[2] = -own;
    order_all(s, 3);
    for (int i = 0; i < 4; i++) {
        sum += a[i] * 3 + b[i] * 5 + c[i] + e[i] + h[i] * (1 - (own & 1));
        at(y, i, g) = f[i * 16] + (i < 3 ? s[i] : d[own % 5 > 3 ? 3 : own % 5]);
    }
    at(y, 4, g) = sum;
}

/* Structures, of which each is a sum with the one before. */
typedef struct pair_of_ints {
    int a, b;
} pair_of_ints;

AMP_TILED_KERNEL(windows, (64), in(int, 1, x), out(int, 1, y))
{
    const int g = tidx.global[0], n = x_shape.extent[0];
    pair_of_ints p[5];
    int w[5] = { 1, 4, 6, 4, 1 }, sum = 0;
    for (int i = 0; i < 5; i++) {
        const int at_i = g + i - 2 < 0 ? 0 : g + i - 2 >= n ? n - 1 : g + i - 2;
        p[i].a = at(x, at_i);
        p[i].b = p[i].a & 7;
    }
    for (int i = 1; i < 5; i++) {
        p[i].b += p[i - 1].b;
        w[i] += w[i - 1];
    }
    for (int i = 0; i < 5; i++) {
        sum += w[i] * p[i].a + p[4 - i].b;
    }
    if (g < n) {
        at(y, g) = sum;
    }
}

/* In a simple kernel. */
AMP_KERNEL(sorted, 1, in(int, 2, x), out(int, 2, y))
{
    const int i = idx[0];
    int v[5];
    for (int k = 0; k < 5; k++) {
        v[k] = at(x, k, i);
    }
    for (int k = 4; k > 0; k--) {
        for (int j = 0; j < k; j++) {
            order(&v[j], &v[j + 1]);
        }
    }
    at(y, 0, i) = v[0];
    at(y, 1, i) = v[2];
    at(y, 2, i) = v[4];
}
AMP_DEVICE_END

static int *numbers(int n)
{
    int *x = (int *)malloc((size_t)(n > 0 ? n : 1) * sizeof(int)), i;
    unsigned state = 7u + (unsigned)n;
    for (i = 0; x != NULL && i < n; i++) {
        state = state * 1664525u + 1013904223u;
        x[i] = (int)(state >> 16 & 63);
    }
    return x;
}

static int by_value(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

TEST(medians)
{
    static const int rows[] = { 1, 8, 13, 40 }, cols[] = { 1, 16, 31, 100 };
    int k, r, c, i;
    for (k = 0; k < 16; k++) {
        const int m = rows[k / 4], n = cols[k % 4];
        int *x = numbers(m * n), *y = numbers(m * n), wrong = 0;
        CHECK_OK(parallel_for_each(amp_pad(amp_tile(amp_extent(m, n), SIDE, 16)), median,
                                   amp_view(int, x, m, n), amp_view(int, y, m, n)));
        CHECK_OK(amp_synchronize(amp_view(int, y, m, n)));
        for (i = 0; i < m * n; i++) {
            int v[9], count = 0;
            for (r = i / n - 1; r <= i / n + 1; r++) {
                for (c = i % n - 1; c <= i % n + 1; c++) {
                    v[count++] = r >= 0 && r < m && c >= 0 && c < n ? x[r * n + c] : 0;
                }
            }
            qsort(v, 9, sizeof(int), by_value);
            wrong += y[i] != v[4];
        }
        CHECK_INT(wrong, ==, 0);
        free(x);
        free(y);
    }
}

TEST(steps_of_all_kinds)
{
    static const int sizes[] = { 1, 31, 32, 97 };
    int s, g, i, j, k;
    for (s = 0; s < 4; s++) {
        const int n = sizes[s];
        int *x = numbers(n), *y = numbers(n), wrong = 0;
        CHECK_OK(parallel_for_each(amp_pad(amp_tile(amp_extent(n), 32)), steps,
                                   amp_view(int, x, n), amp_view(int, y, n)));
        CHECK_OK(amp_synchronize(amp_view(int, y, n)));
        for (g = 0; g < n; g++) {
            int m[4][3], sum = 4000, last = 0;
            for (i = 0; i < 4; i += 2) {
                m[i][2] = i * 10 + 2 + x[g];
                m[i][0] = i * 10 + x[g];
                m[i][1] = -1;
                m[i + 1][0] = m[i][0] * 2;
                for (j = 1; j < 3; j++) {
                    m[i + 1][j] = m[i + 1][j - 1] + i;
                }
            }
            for (k = 0; k < 12; k++) {
                last = k % 4 == 1 ? k / 4 : k < 2 ? 2 : last;
                sum += m[k % 4][last];
                sum -= m[k % 4][k / 4] > 40 ? m[k / 4][k / 4] : 0;
            }
            wrong += y[g] != sum;
        }
        CHECK_INT(wrong, ==, 0);
        free(x);
        free(y);
    }
}

/* What kernel `others` gives for thread g of the numbers x. */
static void other(const int *x, int g, int end, int *y)
{
    const int own = x[g], l = g % 16;
    int a[4] = { 0, 0, 0, 0 }, b[4] = { -1, -1, -1, -1 }, d[4], e[4] = { 0, 0, 0, 0 }, f[64], h[4];
    int s[3], i, j, k = 0, sum = 0;
    for (i = 0; i < 4; i++) {
        a[(own + i * i) & 3] += i + 1;
        if ((own >> i & 1) != 0) {
            b[k++] = i;
        }
    }
    for (i = 0; i < 4 && i <= own % 5; i++) {
        d[i] = i;
    }
    if (i < 4) {
        d[i] = 100;
    }
    d[3] = 9;
    for (i = 0; i < end; i++) {
        e[i] = i + own;
    }
    for (i = 0; i < 64; i++) {
        f[i] = own + i;
    }
    for (i = 0; i < 63; i++) {
        for (j = 0; j < 63; j++) {
            f[j] += f[j + 1] & 3;
        }
    }
    for (i = 0; i < 4; i++) {
        h[i] = i;
        h[i + 1 > 3 ? 3 : i + 1] = 5;
    }
    s[0] = own;
    s[1] = 5;
    s[2] = -own;
    qsort(s, 3, sizeof(int), by_value);
    for (i = 0; i < 4; i++) {
        sum += a[i] * 3 + b[i] * 5 + own * i + x[g - l + ((l + i) & 15)] + e[i]
            + h[i] * (1 - (own & 1));
        y[i] = f[i * 16] + (i < 3 ? s[i] : d[own % 5 > 3 ? 3 : own % 5]);
    }
    y[4] = sum;
}

TEST(loops_of_other_kinds)
{
    enum { N = 96 };
    int *x = numbers(N), *y = numbers(5 * N), expected[5], end, g, i, wrong = 0;
    for (end = 0; end <= 4; end += 2) {
        CHECK_OK(parallel_for_each(amp_tile(amp_extent(N), 16), others, end, amp_view(int, x, N),
                                   amp_view(int, y, 5, N)));
        CHECK_OK(amp_synchronize(amp_view(int, y, 5, N)));
        for (g = 0; g < N; g++) {
            other(x, g, end, expected);
            for (i = 0; i < 5; i++) {
                wrong += y[i * N + g] != expected[i];
            }
        }
    }
    CHECK_INT(wrong, ==, 0);
    free(x);
    free(y);
}

TEST(arrays_of_structures)
{
    static const int sizes[] = { 1, 63, 64, 201 };
    int s, g, i;
    for (s = 0; s < 4; s++) {
        const int n = sizes[s];
        int *x = numbers(n), *y = numbers(n), wrong = 0;
        CHECK_OK(parallel_for_each(amp_pad(amp_tile(amp_extent(n), 64)), windows,
                                   amp_view(int, x, n), amp_view(int, y, n)));
        CHECK_OK(amp_synchronize(amp_view(int, y, n)));
        for (g = 0; g < n; g++) {
            static const int weights[] = { 1, 5, 11, 15, 16 };
            int b[5], sum = 0;
            for (i = 0; i < 5; i++) {
                const int k = g + i - 2 < 0 ? 0 : g + i - 2 >= n ? n - 1 : g + i - 2;
                b[i] = (x[k] & 7) + (i > 0 ? b[i - 1] : 0);
                sum += weights[i] * x[k];
            }
            wrong += y[g] != sum + b[0] + b[1] + b[2] + b[3] + b[4];
        }
        CHECK_INT(wrong, ==, 0);
        free(x);
        free(y);
    }
}

TEST(in_a_simple_kernel)
{
    static const int sizes[] = { 1, 7, 64, 1003 };
    int s, i, k;
    for (s = 0; s < 4; s++) {
        const int n = sizes[s];
        int *x = numbers(5 * n), *y = numbers(3 * n), wrong = 0;
        CHECK_OK(parallel_for_each(amp_extent(n), sorted, amp_view(int, x, 5, n),
                                   amp_view(int, y, 3, n)));
        CHECK_OK(amp_synchronize(amp_view(int, y, 3, n)));
        for (i = 0; i < n; i++) {
            int v[5];
            for (k = 0; k < 5; k++) {
                v[k] = x[k * n + i];
            }
            qsort(v, 5, sizeof(int), by_value);
            wrong += y[i] != v[0] || y[n + i] != v[2] || y[2 * n + i] != v[4];
        }
        CHECK_INT(wrong, ==, 0);
        free(x);
        free(y);
    }
}
