/* SPDX-License-Identifier: MIT */
/* run: group=optimised turn=compiler,0/2 */
/* Text that the engine `vectors` puts in another form: returns, continues and switches as
   conditions; helpers with loops that are given pointers to variables; indices that wrap around or
   are cut off at bounds, and ifs on the thread's index, of which rows are split; and text that
   looks like these. */
#define AMP_SHORT_NAMES
#include "amp.h"
#include "tap.h"

AMP_DEVICE_BEGIN
#define HIGH 8
#define WIDE 16
#define TILE 32

/* Returns at the kernel's own level: without more, behind a store, on a value, and one in a block,
   which stays. */
AMP_TILED_KERNEL(guards, (HIGH, WIDE), value(int, odd), in(int, 2, x), inout(int, 2, y))
{
    const int row = tidx.global[0], col = tidx.global[1];
    const int rows = x_shape.extent[0], cols = x_shape.extent[1];
    if (row >= rows || col >= cols) {
        return;
    }
    if (row == 0 || row == rows - 1 || col == 0 || col == cols - 1) {
        at(y, row, col) = -1;
        return;
    }
    const int v = at(x, row, col);
    if (!(v & 1) && v > 40) {
        int twice = 2 * v;
        if (odd) {
            twice++;
        }
        at(y, row, col) = twice;
        return;
    }
    if (v < 3)
        return;
    int sum = at(x, row - 1, col) + at(x, row + 1, col);
    for (int k = -1; k <= 1; k++) {
        if (v == 17 + k) {
            at(y, row, col) = sum;
            return;
        }
        sum += at(x, row, col + k);
    }
    at(y, row, col) = sum;
}

/* A guard in front of loops, in a simple kernel. */
AMP_KERNEL(simple_guards, 2, in(int, 2, x), inout(int, 2, y))
{
    const int row = idx[0], col = idx[1], rows = x_shape.extent[0], cols = x_shape.extent[1];
    if (row < 1 || col < 2 || row >= rows - 1 || col >= cols - 2) {
        return;
    }
    int sum = 0;
    for (int v = -1; v <= 1; v++) {
        for (int u = -2; u <= 2; u++) {
            sum += (v + u) * at(x, row + v, col + u);
        }
    }
    at(y, row, col) = sum;
}

/* continue in each kind of loop; behind work of its own; in a nested loop; in an if, where it
   stays; and in front of a barrier, where it stays, too. */
AMP_TILED_KERNEL(turns, (TILE), in(int, 1, x), inout(int, 1, y))
{
    tile_static(int, t, TILE);
    const int g = tidx.global[0], l = tidx.local[0], n = x_shape.extent[0];
    const int own = at(x, g < n ? g : n - 1);
    int sum = 0, k = 0;
    for (int i = 0; i < 7; i++) {
        if ((own + i) % 3 == 0) {
            continue;
        }
        if (i == 5) {
            sum += 100;
            continue;
        }
        for (int j = 0; j < i; j++) {
            if (j == own % 4)
                continue;
            sum += j;
        }
        if (own > 20) {
            sum++;
            if (own > 50) {
                continue;
            }
            sum += 2;
        }
        sum += at(x, (g + i) % n);
    }
    while (k < 9) {
        k++;
        if (k & own) {
            continue;
        }
        sum += k;
    }
    do {
        k--;
        if (k == own % 9) {
            continue;
        }
        sum ^= k;
    } while (k > 0);
    t[l] = 0;
    for (int i = 0; i < 4; i++) {
        if (i == 2) {
            continue;
        }
        tile_barrier_wait(tidx);
        if (l == i) {
            t[i] = sum;
        }
        tile_barrier_wait(tidx);
    }
    if (g < n) {
        at(y, g) = sum + t[l];
    }
}

enum kinds { KIND_NONE, KIND_ONE, KIND_FOUR = 4 };

/* Switches: the default in the middle, labels together, names and characters as labels, none that
   fits; a section that goes on in the next; declarations; a break in an if; one in another; on a
   value that all threads share. */
AMP_TILED_KERNEL(ways, (TILE), value(int, mode), in(int, 1, x), out(int, 2, y))
{
    const int g = tidx.global[0], n = x_shape.extent[0];
    int a = 0, b = 0, c = 0, d = 0;
    if (g >= n) {
        return;
    }
    switch (at(x, g) & 7) {
    case KIND_NONE:
        a = 1;
        break;
    default:
        a = 9;
        b = at(x, g);
        break;
    case KIND_ONE:
    case 2:
        a = 2;
        b = 3;
        break;
    case KIND_FOUR:
        a = 4;
    }
    switch (at(x, g) % 3) {
    case 0:
        b += 10; /* falls through */
    case 1:
        b += 20;
        break;
    case 2:
        b++;
    }
    switch (mode + (at(x, g) & 1)) {
    case 'a': {
        const int twice = 2 * b;
        c = twice;
        break;
    }
    case 3: {
        c = 5;
    } break;
    case 4:
        if (b > 25) {
            break;
        }
        c = 6;
        break;
    case -1:
        for (int i = 0; i < 3; i++) {
            if (i == (b & 3)) {
                break;
            }
            c += i;
        }
        break;
    }
    switch (mode) {
    case 3:
        switch (a) {
        case 1: d = 1; break;
        case 2: d = 20; break;
        default: d = 3;
        }
        break;
    case 97: d = 7; break;
    }
    at(y, 0, g) = a;
    at(y, 1, g) = b;
    at(y, 2, g) = c;
    at(y, 3, g) = d;
}

typedef struct two {
    int a, b;
} two;

static inline unsigned int drawn(unsigned int *state)
{
    *state = *state * 1664525u + 1013904223u;
    return *state >> 24;
}

static inline int drawn_all(unsigned int *state, int count)
{
    int sum = 0;
    for (int i = 0; i < count; i++) {
        sum += (int)drawn(state) * (i + 1);
    }
    return sum;
}

/* Through two helpers; and a name that the caller has, too. */
static inline int drawn_twice(unsigned int *from, int sum)
{
    int first = 0;
    for (int i = 0; i < 2; i++) {
        first += drawn_all(from, 3 + i) - sum;
    }
    return first;
}

/* To one that takes the pointer for an array. */
static inline unsigned int doubled(const unsigned int *p, int count)
{
    unsigned int sum = 0;
    for (int i = 0; i < count; i++) {
        sum += p[0] * 2u;
    }
    return sum;
}

static inline int drawn_as_array(unsigned int *state)
{
    unsigned int sum = 0;
    for (int i = 0; i < 3; i++) {
        sum += drawn(state);
        sum += doubled(state, 2);
    }
    return (int)(sum >> 8);
}

/* Pointers that are more than the variable behind them. */
static inline void shift(int *p, int *q, two *r, int by)
{
    for (int i = 0; i < by; i++) {
        const int was = *p;
        *p = *q + i;
        *q = was;
        (*p)++;
        ++*q;
        r->a += *p;
        (*r).b -= r->a;
    }
}

static inline int sum_of(const int *p, int count)
{
    int sum = 0;
    for (int i = 0; i < count; i++) {
        sum += p[i];
    }
    return sum;
}

AMP_TILED_KERNEL(walks, (TILE), in(int, 1, x), out(int, 2, y))
{
    const int g = tidx.global[0], n = x_shape.extent[0];
    unsigned int state = (unsigned int)g * 747796405u;
    int first = g < n ? at(x, g) : 0, other = 7, sum = 0, many[3];
    two r;
    r.a = 1;
    r.b = 2;
    sum = drawn_all(&state, 5) + drawn_twice(&state, first);
    sum += drawn_as_array(&state);
    shift(&first, &other, &r, 4);
    shift(&r.a, &r.b, &r, 2);
    for (int i = 0; i < 3; i++) {
        many[i] = first + i;
    }
    sum += sum_of(many, 3) + sum_of(&many[1], 2) + sum_of(&other, 1);
    if (g < n) {
        at(y, 0, g) = sum;
        at(y, 1, g) = first;
        at(y, 2, g) = other;
        at(y, 3, g) = r.a * 1000 + r.b;
        at(y, 4, g) = (int)(state >> 8);
    }
}

/* Indices that wrap around at the borders of a view, in all forms; what is no index of the thread's
   row, or leaves a rest below 0. */
AMP_TILED_KERNEL(around, (HIGH, WIDE), in(int, 2, x), out(int, 3, y))
{
    const int row = tidx.global[0], col = tidx.global[1];
    const int rows = x_shape.extent[0], cols = x_shape.extent[1];
    if (row < rows && col < cols) {
        const int east = (col + 1) % cols, west = (col - 1 + cols) % cols;
        at(y, 0, row, col) = at(x, row, east) * 3 + at(x, row, west);
        at(y, 1, row, col) = at(x, (row - 1 + rows) % rows, col) + 5 * at(x, (row + 1) % rows, col);
        at(y, 2, row, col) = at(x, row, (cols + col + 3) % cols)
                           - at(x, row, (col + x_shape.extent[1] - 1) % x_shape.extent[1]);
        at(y, 3, row, col) = at(x, row, col * 2 % cols) + (col - 3) % cols + (col - 9) % 5;
        at(y, 4, row, col) = at(x, (row + col) % rows, (col + row) % cols);
    }
}

static inline int inside(int i, int n)
{
    return i < 0 ? 0 : i < n ? i : n - 1;
}

/* Indices cut off by amp_clamp, amp_imin and amp_imax, one in the other; by a helper; values, of
   floats, too; bounds that leave nothing. */
AMP_TILED_KERNEL(cut, (HIGH, WIDE), in(int, 2, x), out(int, 3, y))
{
    tile_static(int, t, HIGH + 2, WIDE + 2);
    const int row = tidx.global[0], col = tidx.global[1];
    const int rows = x_shape.extent[0], cols = x_shape.extent[1];
    for (int i = tidx.local[0] * WIDE + tidx.local[1]; i < (HIGH + 2) * (WIDE + 2);
         i += HIGH * WIDE) {
        const int r = amp_clamp(tidx.tile_origin[0] + i / (WIDE + 2) - 1, 0, rows - 1);
        const int c = amp_clamp(tidx.tile_origin[1] + i % (WIDE + 2) - 1, 0, cols - 1);
        t[i / (WIDE + 2)][i % (WIDE + 2)] = at(x, r, c);
    }
    tile_barrier_wait(tidx);
    if (row < rows && col < cols) {
        const int l = tidx.local[0], m = tidx.local[1];
        at(y, 0, row, col) = t[l][m] + 2 * t[l + 2][m + 1] + 3 * t[l + 1][m + 2];
        at(y, 1, row, col) = at(x, row, amp_imin(amp_imax(col - 2, 0), cols - 1))
                           + 4 * at(x, row, amp_imax(amp_imin(cols - 1, col + 3), 0));
        at(y, 2, row, col) = at(x, amp_imin(row + 1, rows - 1), amp_imin(col + 1, cols - 1))
                           + amp_imax(col - 5, row)
                           + at(x, inside(row - 1, rows), inside(col - 1, cols));
        at(y, 3, row, col) = (int)amp_clamp((float)(col - row), -2.5f, 3.5f)
                           + amp_imin(amp_imax(col, 9), 4);
    }
}

/* The simple forms of these. */
AMP_KERNEL(simple_cut, 2, in(int, 2, x), out(int, 2, y))
{
    const int rows = x_shape.extent[0], cols = x_shape.extent[1];
    int sum = 0;
    for (int v = -2; v <= 2; v++) {
        for (int u = -2; u <= 2; u++) {
            const int r = amp_imin(amp_imax(idx[0] + v, 0), rows - 1);
            sum += (v * 3 + u) * at(x, r, amp_imin(amp_imax(idx[1] + u, 0), cols - 1));
            sum += at(x, r, (idx[1] + u + cols) % cols);
        }
    }
    at(y, idx[0], idx[1]) = sum;
}
AMP_DEVICE_END

static int *numbers(int count)
{
    int *x = (int *)malloc((size_t)count * sizeof(int)), i;
    unsigned state = 7u + (unsigned)count;
    for (i = 0; x != NULL && i < count; i++) {
        state = state * 1664525u + 1013904223u;
        x[i] = (int)(state >> 16 & 63);
    }
    return x;
}

static const int sizes[] = { 1, 2, 5, 16, 33, 100 };
enum { SIZES = (int)(sizeof(sizes) / sizeof(sizes[0])), MOST = 100 };

/* The result that a kernel gives for an image, and what it was before. */
static int got[5 * MOST * MOST], expected[5 * MOST * MOST];

static int guarded(const int *x, int rows, int cols, int r, int c, int odd, int before)
{
    const int v = x[r * cols + c];
    int sum, k;
    if (r == 0 || r == rows - 1 || c == 0 || c == cols - 1) {
        return -1;
    }
    if (v % 2 == 0 && v > 40) {
        return 2 * v + odd;
    }
    if (v < 3) {
        return before;
    }
    sum = x[(r - 1) * cols + c] + x[(r + 1) * cols + c];
    for (k = -1; k <= 1 && v != 17 + k; k++) {
        sum += x[r * cols + c + k];
    }
    return sum;
}

static int simple_guarded(const int *x, int rows, int cols, int r, int c, int before)
{
    int sum = 0, u, v;
    if (r < 1 || c < 2 || r >= rows - 1 || c >= cols - 2) {
        return before;
    }
    for (v = -1; v <= 1; v++) {
        for (u = -2; u <= 2; u++) {
            sum += (v + u) * x[(r + v) * cols + c + u];
        }
    }
    return sum;
}

static int mod(int a, int n)
{
    return (a % n + n) % n;
}

static int clipped(int i, int low, int high)
{
    return i < low ? low : i > high ? high : i;
}

static int differences(int count)
{
    int wrong = 0, i;
    for (i = 0; i < count; i++) {
        wrong += got[i] != expected[i];
    }
    return wrong;
}

TEST(returns)
{
    int s, i, odd;
    for (s = 0; s < SIZES * SIZES; s++) {
        const int rows = sizes[s / SIZES], cols = sizes[s % SIZES], count = rows * cols;
        int *x = numbers(count);
        for (odd = 0; odd < 2; odd++) {
            for (i = 0; i < count; i++) {
                got[i] = 1000 + i;
                expected[i] = guarded(x, rows, cols, i / cols, i % cols, odd, got[i]);
            }
            CHECK_OK(amp_refresh(amp_view(int, got, rows, cols)));
            CHECK_OK(parallel_for_each(amp_pad(amp_tile(amp_extent(rows, cols), HIGH, WIDE)),
                                       guards, odd, amp_view(int, x, rows, cols),
                                       amp_view(int, got, rows, cols)));
            CHECK_OK(amp_synchronize(amp_view(int, got, rows, cols)));
            CHECK_INT(differences(count), ==, 0);
        }
        for (i = 0; i < count; i++) {
            got[i] = 1000 + i;
            expected[i] = simple_guarded(x, rows, cols, i / cols, i % cols, got[i]);
        }
        CHECK_OK(amp_refresh(amp_view(int, got, rows, cols)));
        CHECK_OK(parallel_for_each(amp_extent(rows, cols), simple_guards,
                                   amp_view(int, x, rows, cols), amp_view(int, got, rows, cols)));
        CHECK_OK(amp_synchronize(amp_view(int, got, rows, cols)));
        CHECK_INT(differences(count), ==, 0);
        free(x);
    }
}

/* The sum of kernel `turns` for thread g. */
static int turned(const int *x, int n, int g)
{
    const int own = x[g];
    int sum = 0, k = 0, i, j;
    for (i = 0; i < 7; i++) {
        if ((own + i) % 3 != 0 && i == 5) {
            sum += 100;
        } else if ((own + i) % 3 != 0) {
            for (j = 0; j < i; j++) {
                sum += j != own % 4 ? j : 0;
            }
            sum += own > 50 ? 1 : own > 20 ? 3 : 0;
            sum += own > 50 ? 0 : x[(g + i) % n];
        }
    }
    for (k = 1; k <= 9; k++) {
        sum += (k & own) != 0 ? 0 : k;
    }
    for (k = 8; k >= 0; k--) {
        sum ^= k != own % 9 ? k : 0;
    }
    return sum;
}

TEST(continues)
{
    int s, g;
    for (s = 0; s < SIZES; s++) {
        const int n = sizes[s];
        int *x = numbers(n);
        for (g = 0; g < n; g++) {
            const int sum = turned(x, n, g), l = g % TILE;
            expected[g] = sum + (l < 4 && l != 2 ? sum : 0);
        }
        CHECK_OK(parallel_for_each(amp_pad(amp_tile(amp_extent(n), TILE)), turns,
                                   amp_view(int, x, n), amp_view(int, got, n)));
        CHECK_OK(amp_synchronize(amp_view(int, got, n)));
        CHECK_INT(differences(n), ==, 0);
        free(x);
    }
}

/* What kernel `ways` gives for the number v. */
static void way(int v, int mode, int *a, int *b, int *c, int *d)
{
    const int low = v & 7, which = mode + (v & 1);
    int i;
    *a = low == 0 ? 1 : low == 1 || low == 2 ? 2 : low == 4 ? 4 : 9;
    *b = low == 1 || low == 2 ? 3 : low == 0 || low == 4 ? 0 : v;
    *b += v % 3 == 0 ? 30 : v % 3 == 1 ? 20 : 1;
    *c = which == 'a' ? 2 * *b : which == 3 ? 5 : which == 4 && *b <= 25 ? 6 : 0;
    for (i = 0; which == -1 && i < 3 && i != (*b & 3); i++) {
        *c += i;
    }
    *d = mode == 97 ? 7 : mode != 3 ? 0 : *a == 1 ? 1 : *a == 2 ? 20 : 3;
}

TEST(switches)
{
    static const int modes[] = { 3, 97, -1, 50 };
    int s, m, g;
    for (s = 0; s < SIZES; s++) {
        const int n = sizes[s];
        int *x = numbers(n);
        for (m = 0; m < 4; m++) {
            for (g = 0; g < n; g++) {
                way(x[g], modes[m], &expected[g], &expected[n + g], &expected[2 * n + g],
                    &expected[3 * n + g]);
            }
            CHECK_OK(parallel_for_each(amp_pad(amp_tile(amp_extent(n), TILE)), ways, modes[m],
                                       amp_view(int, x, n), amp_view(int, got, 4, n)));
            CHECK_OK(amp_synchronize(amp_view(int, got, 4, n)));
            CHECK_INT(differences(4 * n), ==, 0);
        }
        free(x);
    }
}

TEST(pointers_to_variables)
{
    int s, g, i;
    for (s = 0; s < SIZES; s++) {
        const int n = sizes[s];
        int *x = numbers(n);
        for (g = 0; g < n; g++) {
            unsigned state = (unsigned)g * 747796405u;
            int first = x[g], other = 7, sum, many[3];
            two r = { 1, 2 };
            sum = drawn_all(&state, 5);
            sum += drawn_twice(&state, first);
            sum += drawn_as_array(&state);
            shift(&first, &other, &r, 4);
            shift(&r.a, &r.b, &r, 2);
            for (i = 0; i < 3; i++) {
                many[i] = first + i;
            }
            expected[g] = sum + sum_of(many, 3) + sum_of(&many[1], 2) + sum_of(&other, 1);
            expected[n + g] = first;
            expected[2 * n + g] = other;
            expected[3 * n + g] = r.a * 1000 + r.b;
            expected[4 * n + g] = (int)(state >> 8);
        }
        CHECK_OK(parallel_for_each(amp_pad(amp_tile(amp_extent(n), TILE)), walks,
                                   amp_view(int, x, n), amp_view(int, got, 5, n)));
        CHECK_OK(amp_synchronize(amp_view(int, got, 5, n)));
        CHECK_INT(differences(5 * n), ==, 0);
        free(x);
    }
}

TEST(borders_that_meet)
{
    int s, i;
    for (s = 0; s < SIZES * SIZES; s++) {
        const int rows = sizes[s / SIZES], cols = sizes[s % SIZES], count = rows * cols;
        int *x = numbers(count);
        for (i = 0; i < count; i++) {
            const int r = i / cols, c = i % cols;
            const int *row = x + r * cols;
            expected[i] = row[mod(c + 1, cols)] * 3 + row[mod(c - 1, cols)];
            expected[count + i] = x[mod(r - 1, rows) * cols + c]
                                + 5 * x[mod(r + 1, rows) * cols + c];
            expected[2 * count + i] = row[mod(c + 3, cols)] - row[mod(c - 1, cols)];
            expected[3 * count + i] = row[mod(c * 2, cols)] + (c - 3) % cols + (c - 9) % 5;
            expected[4 * count + i] = x[mod(r + c, rows) * cols + mod(c + r, cols)];
        }
        CHECK_OK(parallel_for_each(amp_pad(amp_tile(amp_extent(rows, cols), HIGH, WIDE)), around,
                                   amp_view(int, x, rows, cols),
                                   amp_view(int, got, 5, rows, cols)));
        CHECK_OK(amp_synchronize(amp_view(int, got, 5, rows, cols)));
        CHECK_INT(differences(5 * count), ==, 0);
        free(x);
    }
}

/* The sum of kernel `simple_cut` for an element. */
static int simply_cut(const int *x, int rows, int cols, int r, int c)
{
    int sum = 0, u, v;
    for (v = -2; v <= 2; v++) {
        for (u = -2; u <= 2; u++) {
            const int *row = x + clipped(r + v, 0, rows - 1) * cols;
            sum += (v * 3 + u) * row[clipped(c + u, 0, cols - 1)] + row[(c + u + cols) % cols];
        }
    }
    return sum;
}

TEST(bounds_that_cut)
{
    int s, i;
    for (s = 0; s < SIZES * SIZES; s++) {
        const int rows = sizes[s / SIZES], cols = sizes[s % SIZES], count = rows * cols;
        const amp_array_view v = amp_view(int, got, 4, rows, cols);
        const amp_array_view w = amp_view(int, got, rows, cols);
        int *x = numbers(count);
        for (i = 0; i < count; i++) {
            const int r = i / cols, c = i % cols;
            const int up = clipped(r - 1, 0, rows - 1), down = clipped(r + 1, 0, rows - 1);
            const int west = clipped(c - 1, 0, cols - 1), east = clipped(c + 1, 0, cols - 1);
            const int *row = x + r * cols;
            const float apart = (float)(c - r);
            expected[i] = x[up * cols + west] + 2 * x[down * cols + c] + 3 * row[east];
            expected[count + i] = row[clipped(c - 2, 0, cols - 1)]
                                + 4 * row[clipped(c + 3, 0, cols - 1)];
            expected[2 * count + i] = x[down * cols + east] + (c - 5 > r ? c - 5 : r)
                                    + x[up * cols + west];
            expected[3 * count + i] = 4 + (int)(apart < -2.5f ? -2.5f : apart > 3.5f ? 3.5f
                                                : apart);
        }
        CHECK_OK(parallel_for_each(amp_pad(amp_tile(amp_extent(rows, cols), HIGH, WIDE)), cut,
                                   amp_view(int, x, rows, cols), v));
        CHECK_OK(amp_synchronize(v));
        CHECK_INT(differences(4 * count), ==, 0);
        if (cols > 2) { /* a rest of what is below -cols is below 0 */
            for (i = 0; i < count; i++) {
                expected[i] = simply_cut(x, rows, cols, i / cols, i % cols);
            }
            CHECK_OK(parallel_for_each(amp_extent(rows, cols), simple_cut,
                                       amp_view(int, x, rows, cols), w));
            CHECK_OK(amp_synchronize(w));
            CHECK_INT(differences(count), ==, 0);
        }
        free(x);
    }
}
