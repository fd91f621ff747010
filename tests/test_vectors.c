/* SPDX-License-Identifier: MIT */
/* run: group=vectors flags=-DAMP_VECTORS not=opencl dropin plain=gcc turn=compiler,0/2 */
/* The engine `vectors`: what people write in kernels runs as vector loops, with what fibers or
   loops give, to the bit; what it does not understand runs there. More than 800 lines,
   because it is a list: a construct, a kernel, a test. Each launch waits for the compiler, whose
   objects go to a folder below build/. */
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

/* Rows of tiles, of elements that are larger than a cache line: both views are prefetched. */
typedef struct wide { unsigned a[20]; } wide;
AMP_TILED_KERNEL(rows_ahead, (2, 8), in(wide, 2, from), out(wide, 2, to))
{
    tile_static(wide, t, 2, 8);
    const int y = tidx.local[0], x = tidx.local[1], gy = tidx.global[0], gx = tidx.global[1];
    t[y][x] = at(from, gy + 1, gx + 1);
    tile_barrier_wait(tidx);
    at(to, gy, (gx + 1) - 1) = t[1 - y][7 - x];
}

/* A tree sum: nested uniform loops, a barrier in each. */
AMP_TILED_KERNEL(tree, (N), in(unsigned, 1, in_), out(unsigned, 1, o))
{
    tile_static(unsigned, t, N);
    const int l = tidx.local[0];
    int s, j, k, turns_ = 0;
    unsigned sum = 0;
    t[l] = at(in_, tidx.global[0]);
    tile_barrier_wait(tidx);
    for (j = 0; j < N; j++) { sum += t[j] ^ (unsigned)l; }
   turns_ += j; /* a counter that goes on behind its loop */
    for (j = 2; j < turns_; j += 3) { sum *= 3; }
    {
        const int last = j;
        for (k = 0; k < N; k++) { if (t[k] % 5 == (unsigned)l % 5) { break; } }
        sum += (unsigned)(last * 100 + k);
    }
    tile_barrier_wait(tidx);
    t[l] ^= sum;
    tile_barrier_wait(tidx);
    for (s = N / 2; s > 0; s /= 2) {
        if (l < s) { t[l] = t[l] * 3 + t[l + s]; }
        tile_barrier_wait(tidx);
    }
    if (l == 0) { at(o, tidx.tile[0]) = t[0]; }
}

/* Ranges of threads: with each comparison, the thread's number on either side of it. */
AMP_TILED_KERNEL(bounds, (N), in(unsigned, 1, in_), out(unsigned, 1, o), value(int, n))
{
    tile_static(unsigned, t, N);
    const int l = tidx.local[0];
    t[l] = at(in_, tidx.global[0]);
    tile_barrier_wait(tidx);
    if (l < n) { t[l] = t[l] * 3 + 1; }
    if (l <= n) { t[l] = t[l] * 3 + 2; }
    if (l > n) { t[l] = t[l] * 3 + 3; }
    if (l >= n) { t[l] = t[l] * 3 + 4; }
    if (n < l + 1) { t[l] = t[l] * 3 + 5; }
    if (n <= l + 1) { t[l] = t[l] * 3 + 6; }
    tile_barrier_wait(tidx);
    if (n > l + 1) { t[l] = t[l] * 3 + 7; }
    if (n >= l + 1) { t[l] = t[l] * 3 + 8; }
    if (l == n) { t[l] = t[l] * 3 + 9; }
    at(o, tidx.global[0]) = t[l];
}

/* Stores to tile memory under a condition: rows that bounds narrow to the larger part, and to less;
   an element that is read as well, and stored in two places; a row that has no room for all. */
AMP_TILED_KERNEL(stored_under, (4, 16), in(unsigned, 1, in_), out(unsigned, 1, o), value(int, n))
{
    tile_static(unsigned, t, 4, 16);
    tile_static(unsigned, u, 4, 16);
    tile_static(unsigned, w, 6, 18);
    const int y = tidx.local[0], x = tidx.local[1];
    const int i = (2 * tidx.tile[0] + tidx.tile[1]) * 64 + 16 * y + x;
    unsigned kept = 5;
    t[y][x] = at(in_, i);
    u[y][x] = (unsigned)x;
    w[y + 1][x + 1] = at(in_, i) * 3;
    tile_barrier_wait(tidx);
    if (x >= n && x <= 14 && y >= 1) {
        u[y][x] = t[y][x - 1] + t[y - 1][x] * w[y + 1][x + 1];
        kept = w[y + 1][x + 1];
    }
    if (x > n + 3 && x < 2 * n && t[y][x] % 2 == 1) { u[y][x] += 3; }
    tile_barrier_wait(tidx);
    if (u[y][x] % 3 == 1) {
        w[y + 1][x + 1] = u[y][x] + 5;
        if (kept % 2 == 1) { w[y + 1][x + 1] ^= kept; }
    } else {
        kept += w[y + 1][x + 1];
    }
    if (x < 13 && w[y + 1][x + 1] % 2 == 1) { w[y + 1][x + 1]++; }
    tile_barrier_wait(tidx);
    if (x + n < 16) { t[y][x + n] = w[4 - y][16 - x]; }
    tile_barrier_wait(tidx);
    at(o, i) = kept ^ t[y][x] ^ u[y][x] * 5 ^ w[y + 1][x + 1] * 7;
}

/* One value to one of two places, also where an index reads tile memory, in its array and not. */
AMP_TILED_KERNEL(stored_either_way, (N), in(unsigned, 1, in_), out(unsigned, 1, o), value(int, n))
{
    tile_static(unsigned, t, 8 * N);
    tile_static(int, middle, 4);
    const int l = tidx.local[0];
    unsigned own[4];
    int first = 8 * l, more = 0, k;
    for (k = 0; k < 8; k++) { t[8 * l + k] = (unsigned)k; }
    if (l < 4) { middle[l] = 2 * l; }
    for (k = 0; k < 4; k++) { own[k] = at(in_, (tidx.global[0] * 5 + k) % (8 * N)); }
    tile_barrier_wait(tidx);
    for (k = 0; k < 4; k++) {
        if (own[k] % 3 == 0) {
            t[first] = own[k] ^ (unsigned)k;
            first++;
        } else {
            t[middle[2] + 8 * l + more] = own[k] ^ (unsigned)k;
            more++;
        }
    }
    for (k = 0; k < 4; k++) {
        if (n > k && own[k] % 2 == 0) { t[middle[4 - 4 + 1] + first - 2] = own[k]; }
        else { t[8 * l + more] = own[k]; more -= more > 1; }
    }
    tile_barrier_wait(tidx);
    for (k = 0; k < 8; k++) { own[k / 2] = own[k / 2] * 3 + t[(8 * l + 9 * k) % (8 * N)]; }
    at(o, tidx.global[0]) = own[0] ^ own[1] * 3 ^ own[2] * 5 ^ own[3] * 7 ^ (unsigned)first;
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

/* What a thread keeps from one turn of a loop to the next alone: nothing else uses it, and no turn
   begins with it. A loop with a barrier, one without, a while. */
AMP_TILED_KERNEL(keeps_for_a_turn, (N), in(unsigned, 1, in_), out(unsigned, 1, o), value(int, n))
{
    const int l = tidx.local[0];
    unsigned before, last, third, pairs[2], sum = 0;
    int k, turns = 0;
    for (k = 0; k < n; k++) {
        if (k > 0) { sum += before * 3; }
        before = at(in_, l) + (unsigned)k;
        tile_barrier_wait(tidx);
    }
    for (k = 0; k < n; k++) {
        if (k > 1) { sum ^= last + pairs[k & 1]; }
        last = at(in_, l) * (unsigned)k;
        pairs[k & 1] = last + 5;
    }
    while (turns < n) {
        if (turns > 0) { sum = sum * 5 + third; }
        third = sum >> 3;
        tile_barrier_wait(tidx);
       turns++;
    }
    at(o, tidx.global[0]) = sum;
}

/* All threads go on with the next turn of loops whose conditions are only compared at run time. */
AMP_TILED_KERNEL(goes_on, (N), in(unsigned, 1, in_), out(unsigned, 1, o), value(int, n))
{
    tile_static(unsigned, t, N);
    const int l = tidx.local[0];
    const int m = (int)(at(in_, tidx.global[0]) & 7); /* each thread's own */
    unsigned v = (unsigned)m;
    int i, k = 0;
    for (i = 0; i < m - m + n; i++) {
        t[l] = v;
        tile_barrier_wait(tidx);
        v += t[(l + 1) % N];
        tile_barrier_wait(tidx);
        if ((n + i) % 4 <= 2) { continue; }
        for (k = 5; k > m - m; k -= 2) { tile_barrier_wait(tidx); v++; }
        tile_barrier_wait(tidx);
        v *= 3;
    }
    do {
        tile_barrier_wait(tidx);
        v += 7;
        if (++k % 3 == 1) { continue; }
        tile_barrier_wait(tidx);
        v *= 5;
    } while (m - m + k < n);
    at(o, tidx.global[0]) = v + (unsigned)(i + k);
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

/* Tile memory whose size the launch gives: n elements a thread, beside a tile_static, in helpers
   with and without barriers; and one that changes the pointer. */
static inline unsigned sum_of(amp_tile_ptr(const unsigned) t, int n)
{
    unsigned s = 0;
    for (int k = 0; k < n; k++) { s = s * 3 + t[k]; }
    return s;
}
AMP_TILED_KERNEL(given, (N), in(unsigned, 1, in_), tile(unsigned, t), tile(pair, p),
                 out(unsigned, 1, o))
{
    tile_static(unsigned, last, 1);
    const int l = tidx.local[0], n = t_shape.extent[0];
    unsigned mine_ = 0, k;
    for (int i = l; i < n; i += N) { t[i] = at(in_, i % in__shape.extent[0]) + (unsigned)i; }
    if (l < p_shape.extent[0]) { p[l].a = (unsigned)l; p[l].b[1] = 3; }
    tile_barrier_wait(tidx);
    if (n >= N) { shift(tidx, t, n % 7); }
    for (int i = 0; i < n; i++) { mine_ ^= t[i] * (unsigned)(i + l); }
    if (l == 0) { last[0] = sum_of(t, n) + p[p_shape.extent[0] / 2].a * p[0].b[1]; }
    tile_barrier_wait(tidx);
    for (k = t[0] % 3; k > 0; k--) {
        tile_barrier_wait(tidx);
        if (l < n) { t[n - 1 - l] += k; }
    }
    tile_barrier_wait(tidx);
    at(o, tidx.global[0]) = mine_ + last[0] + t[n / 2];
}
AMP_TILED_KERNEL(given_moves, (N), in(unsigned, 1, in_), tile(unsigned, t), out(unsigned, 1, o))
{
    t += tidx.local[0];
    t[0] = at(in_, tidx.global[0]);
    tile_barrier_wait(tidx);
    at(o, tidx.global[0]) = *t;
}

/* Arrays of a thread, of whose elements all threads use one at a time: amp/vectors/storage.h. */
typedef struct low_high { short low; unsigned high; } low_high;
typedef unsigned pair_row[2];
static inline void turn_rows(amp_tiled_index tidx, amp_tile_ptr(pair_row) rows, int by)
{
    const unsigned was = rows[tidx.local[0]][by % 2]; /* rows is no array of the thread's */
    tile_barrier_wait(tidx);
    rows[(tidx.local[0] + by) % N][1] += was;
    tile_barrier_wait(tidx);
}
AMP_TILED_KERNEL(interleaved, (N), in(unsigned, 1, in_), value(int, n), out(unsigned, 1, o))
{
    tile_static(unsigned, t, N);
    tile_static(unsigned, rows, N, 2);
    const int l = tidx.local[0];
    unsigned sum[2][3] = { { 1, (unsigned)l }, { 3, 4, 5 } };
    low_high both[2];
    for (int i = 0; i < 2; i++) { both[i].low = (short)(l - i); both[i].high = 9u; }
    t[l] = at(in_, tidx.global[0]);
    rows[l][0] = t[l] + 1u;
    rows[l][1] = (unsigned)l;
    tile_barrier_wait(tidx);
   turn_rows(tidx, rows, n);
    for (int k = 0; k < n; k++) {
        for (int i = 0; i < 3; i++) {
            sum[k % 2][i] += t[(l + k) % N] * (unsigned)(i + 1);
            both[k % 2].high += sum[1 - k % 2][i];
        }
        tile_barrier_wait(tidx);
    }
    both[n % 2].low++;
    at(o, tidx.global[0]) = sum[0][0] + 3u * sum[0][1] + 5u * sum[0][2] + 7u * sum[1][0]
        + 11u * sum[1][1] + 13u * sum[1][2] + (unsigned)both[0].low + both[0].high
        + 17u * ((unsigned)both[1].low + both[1].high) + rows[l][0] + 19u * rows[l][1];
}

/* A thread's own copy of a value: changed between barriers, by its address, an array in it, one
   that a type's name makes; and in a simple kernel. */
typedef unsigned four[4];
typedef struct nest { unsigned a[2][2]; four b; } nest;
static inline void fill(amp_global_ptr(unsigned) p, int l) { p[l % 2] += (unsigned)l * 3u; }
AMP_TILED_KERNEL(own_values, (N), in(unsigned, 1, in_), value(int, n), value(pair, p),
                 value(unsigned, by), out(unsigned, 1, o))
{
    tile_static(unsigned, t, N);
    const int l = tidx.local[0];
    nest s = { { { 1, 2 }, { 3, 4 } }, { 5, 6, 7, 8 } };
    four v = { 1, 2, 3, 4 };
    unsigned *mine_ = &by;
    n += l;
    fill(p.b, n);
    fill(s.a[1], l);
    fill(s.b, l + 1);
    fill(v, l);
    t[l] = at(in_, tidx.global[0]) + (unsigned)n;
    tile_barrier_wait(tidx);
    n *= 2;
    *mine_ += t[N - 1 - l];
    for (int k = 0; k < 2; k++) { by += (unsigned)k * p.b[k]; }
    tile_barrier_wait(tidx);
    at(o, tidx.global[0]) = by + (unsigned)n + p.b[0] + 3 * p.b[1] + s.a[1][0] + s.a[1][1]
        + s.b[0] + s.b[1] + v[0] + 5 * v[1] + t[l];
}
AMP_KERNEL(own_value, 1, in(unsigned, 1, in_), value(int, n), out(unsigned, 1, o))
{
    n = n * 3 + idx[0];
    at(o, idx[0]) = at(in_, idx[0]) + (unsigned)n;
}

/* Views that a kernel makes: of the tile and of each thread, of each other, in two blocks by
   one name, for helpers; and in a helper in which threads meet. */
static inline unsigned last_of(amp_in(unsigned, 1, x), int k)
{
    amp_let_section(tail, 1, x, (k), (x_shape.extent[0] - k));
    return at(tail, tail_shape.extent[0] - 1) + at(tail, 0);
}
static inline unsigned nth(amp_in(unsigned, 2, x), int i, int j)
{
    amp_let_projection(row, 1, x, i);
    return at(row, j);
}
AMP_TILED_KERNEL(makes_views, (4, 8), in(unsigned, 2, in_), out(unsigned, 2, o),
                 value(int, k))
{
    tile_static(unsigned, t, 4, 8);
    const int y = tidx.local[0], x = tidx.local[1];
    amp_let_projection(shared, 1, in_, k % in__shape.extent[0]);
    amp_let_projection(row, 1, in_, (tidx.global[0] + k) % in__shape.extent[0]);
    amp_let_section(block, 2, o, (tidx.tile_origin[0], tidx.tile_origin[1]), (4, 8));
    unsigned sum = at(shared, x) + last_of(amp_view_of(row), k);
    t[y][x] = at(row, tidx.global[1]) + nth(amp_view_of(in_), y, x);
    tile_barrier_wait(tidx);
    for (int i = 0; i < k; i++) {
        amp_let_section(part, 1, shared, (i), (4));
        sum += at(part, i % 3) + (unsigned)part_shape.extent[0];
        tile_barrier_wait(tidx);
        if ((x + i) % 3 == 0) {
            amp_let_view_as(pairs_, 2, part, (2, 2));
            sum ^= at(pairs_, 1, x % 2) * t[3 - y][7 - x];
        }
        tile_barrier_wait(tidx);
    }
    if (x > 2) {
        amp_let_section(part, 2, in_, (1, y), (2, 3));
        sum += at(part, 1, 2);
    }
    at(block, y, x) = sum + at(row, x) * 7u + row[1] + t[3 - y][x];
}
static inline void meets(amp_tiled_index tidx, amp_inout(unsigned, 2, x))
{
    amp_let_projection(row, 1, x, tidx.global[0]);
    tile_barrier_wait(tidx);
    at(row, tidx.global[1]) = (unsigned)tidx.local[1];
}
AMP_TILED_KERNEL(helper_makes_views, (4, 8), in(unsigned, 2, in_), out(unsigned, 2, o))
{
    (void)in_;
    meets(tidx, amp_view_of(o));
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

/* Reports: before the tile writes; after it has, where nothing that it writes is read; in a
   helper; where the tile cannot be run again, so that it stays on fibers. */
AMP_TILED_KERNEL(reports, (N), in(unsigned, 1, in_), inout(unsigned, 1, o), value(int, kind))
{
    tile_static(unsigned, t, N);
    const int l = tidx.local[0], g = tidx.global[0];
    unsigned x = at(in_, g);
    t[l] = x;
    if (kind == 1 && x % 7 == 0) { amp_errorf("%u at %d", x, g); }
    tile_barrier_wait(tidx);
    for (int k = 0; k < 3; k++) {
        x += t[(l + k) % N];
        if (kind == 2 && x % 11 == 0) { amp_errorf("sum %u at %d, turn %d", x, g, k); return; }
        if (kind == 3 && x % 13 == 0) amp_abort();
    }
    tile_barrier_wait(tidx);
    if (kind == 4 && tidx.tile[0] == 5) {
        amp_errorf("tile %d, thread %d", tidx.tile[0], l);
        tile_barrier_wait(tidx);
    }
    at(o, g) += x;
}
AMP_TILED_KERNEL(reports_late, (N), in(unsigned, 1, in_), out(unsigned, 1, o), value(int, kind))
{
    tile_static(unsigned, t, N);
    const int l = tidx.local[0], g = tidx.global[0];
    at(o, g) = 3;
    t[l] = at(in_, g);
    tile_barrier_wait(tidx);
    if (kind == 1 && t[N - 1 - l] % 19 == 0) { amp_errorf("%u for thread %d", t[N - 1 - l], l); }
    at(o, g) = t[N - 1 - l];
}
static inline unsigned looked_up(amp_tile_ptr(unsigned) t, int i, int kind)
{
    switch (kind) {
    case 1:
        if (i >= N) {
            amp_abort();
        }
        return t[i];
    case 2:
        for (int k = 0; k < N; k++) {
            if (t[k] % 23 == 0 && i == 30) {
                amp_errorf("entry %d: %u", k, t[k]);
                return 1;
            }
            if (t[k] % 5 == 0) { return t[k] + 1; }
        }
        break;
    default:
        break;
    }
    if (i < 3) { return 7; } else if (i < 5) { return 9; }
    return t[i % N];
}
AMP_TILED_KERNEL(reports_below, (N), in(unsigned, 1, in_), out(unsigned, 1, o), value(int, kind))
{
    tile_static(unsigned, t, N);
    const int l = tidx.local[0], g = tidx.global[0];
    t[l] = at(in_, g);
    tile_barrier_wait(tidx);
    for (int k = 0; k < 2; k++) {
        unsigned a = 1, b = looked_up(t, l + k, kind) * 3 + looked_up(t, k, kind);
        t[l] += 0 * a + 0 * b;
    }
    at(o, g) = 2 + looked_up(t, l + (g == 100 && kind == 1 ? N : 0), kind);
}
AMP_TILED_KERNEL(reports_too_late, (N), in(unsigned, 1, in_), inout(unsigned, 1, o),
                 value(int, kind))
{
    at(o, tidx.global[0]) += at(in_, tidx.global[0]);
    tile_barrier_wait(tidx);
    if (kind == 1 && at(in_, tidx.global[0]) % 19 == 0) { amp_errorf("%d", tidx.global[0]); }
}

AMP_TILED_KERNEL(reports_in_place, (N), in(unsigned, 1, in_), out(unsigned, 1, o),
                 value(int, kind))
{
    const unsigned x = at(in_, tidx.global[0]);
    tile_barrier_wait(tidx);
    at(o, tidx.global[0]) = 3;
    if (kind == 1 && x % 19 == 1) { amp_errorf("%u at %d", x, tidx.global[0]); }
}

/* Loops whose turns differ from thread to thread: threads take turns side by side, those that are
   through keep what they have; or they do so while all have a turn. With what is carried from turn
   to turn before it has a value, jumps behind a part of a turn, conditions that change something,
   and tiles that end within a part. */
#define OWN_TURNS(x, g)                                                                  \
    float r = (float)(x % 7u), i = 0.25f * (float)(g);                                   \
    unsigned carried, sum = 1;                                                           \
    int low = 0, high = 8 * N, k, left = 3;                                              \
    for (k = (int)(x % 5u); k < 40 && r * r + i * i < 60.0f; k++) {                      \
        const float r2 = r * r - i * i;                                                  \
        if (k == (int)(x % 5u)) { carried = x; } else { sum ^= carried; }                \
        carried = sum * 3 + (unsigned)k;                                                 \
        if (carried % 11u == 5) { sum += 7; continue; }                                  \
        i = 0.5f * r * i + 0.125f;                                                       \
        if (carried % 29u == 3) { r = 9; break; }                                        \
        r = r2 / (1.5f + i * i) + 0.75f;                                                 \
    }                                                                                    \
    while (low < high) {                                                                 \
        const int middle = (low + high) / 2;                                             \
        if (at(in_, middle) % 97u < x % 97u) { low = middle + 1; } else { high = middle; } \
    }                                                                                    \
    do { sum = sum * 5 + (unsigned)left; } while (left-- > 0 && sum % 3u != 0);          \
    for (int turns_ = (int)(x % 19u), by = 2; turns_-- > 0; by += 3) {                   \
        if ((x >> turns_) % 2u) { sum += (unsigned)by; }                                 \
    }                                                                                    \
    const int most = (g) < (int)(x % 13u) ? (g) : (int)(x % 13u);                        \
    for (int by = 1; by <= most; by += 2) { /* side by side while all have a turn */     \
        sum = sum * 3 + at(in_, (g) - by) + at(in_, (int)(at(in_, (g) - by) & 255u)); \
    }                                                                                    \
    sum += (unsigned)(k * 100 + low * 7 + left) + (unsigned)(int)(r * 16) + (i > 0.5f);
AMP_TILED_KERNEL(own_turns, (N), in(unsigned, 1, in_), out(unsigned, 1, o), value(int, n))
{
    const int g = tidx.global[0];
    const unsigned x = at(in_, g);
    if (g < n) {
        OWN_TURNS(x, g)
        at(o, g) = sum;
    }
}
AMP_KERNEL(own_turns_simple, 1, in(unsigned, 1, in_), out(unsigned, 1, o))
{
    const unsigned x = at(in_, idx[0]);
    OWN_TURNS(x, idx[0])
    at(o, idx[0]) = sum;
}
AMP_PHASED_KERNEL(own_turns_phased, (N), in(unsigned, 1, in_), out(unsigned, 1, o), value(int, n))
{
    phase {
        const int g = tidx.global[0];
        const unsigned x = at(in_, g);
        if (g < n) {
            OWN_TURNS(x, g)
            at(o, g) = sum;
        }
    }
}

/* Conditions around barriers in a loop that may differ: threads that do not go the same way
   may meet in another turn, or part. */
AMP_TILED_KERNEL(turns, (N), in(unsigned, 1, in_), out(unsigned, 1, o), value(int, kind))
{
    tile_static(unsigned, t, N);
    const int l = tidx.local[0], left_out = kind == 1 ? l % 2 + 1 : kind == 4 ? l % 2 + 3 : 3;
    unsigned x = at(in_, tidx.global[0]);
    t[l] = x;
    for (int i = 0; i < 4; i++) {
        if (i != left_out) { tile_barrier_wait(tidx); }
        if (kind == 2 && i == 1 && l == 5) { break; }
        if (i == left_out) { continue; }
        x += t[(l + i) % N];
        if (kind == 3 && i == 1 && l > 9) { return; }
    }
    tile_barrier_wait(tidx);
    at(o, tidx.global[0]) = x;
}

/* A switch around barriers whose value is not proven to be the same: where it differs in `kind`
   3, threads meet elsewhere; in kind 4 they come to the same section. */
AMP_TILED_KERNEL(sections, (N), in(unsigned, 1, in_), out(unsigned, 1, o), value(int, kind))
{
    tile_static(unsigned, t, N);
    const int l = tidx.local[0];
    unsigned x = at(in_, tidx.global[0]);
    int which = kind % 3, i;
    if (kind == 3 && l == 5) { which = 2; }
    if (kind == 4) { which = 1 + l % 2; }
    t[l] = x;
    tile_barrier_wait(tidx);
    switch (which) {
    case 0:
        x += t[N - 1 - l];
        tile_barrier_wait(tidx);
        break;
    case 1: case 2:
        x ^= t[N - 1 - l] + (unsigned)which;
        tile_barrier_wait(tidx);
        t[l] = x;
        /* falls through */
    default:
        tile_barrier_wait(tidx);
        x += t[(l + 1) % N];
    }
    for (i = 0; i < 3; i++) { /* here they may yet meet: such tiles are run again */
        tile_barrier_wait(tidx);
        switch (which + i) {
        case 1: x += t[N - 1 - l]; tile_barrier_wait(tidx); t[l] = x; continue;
        case 2: x *= 3u; break;
        default: tile_barrier_wait(tidx); x++;
        }
    }
    at(o, tidx.global[0]) = x;
}

/* Calls in which threads meet, and that need not be made. */
static inline unsigned over(amp_tiled_index w, amp_tile_ptr(unsigned) t, int l, const unsigned x)
{
    unsigned r;
    t[l] = x;
    tile_barrier_wait(w);
    r = t[N - 1 - l];
    tile_barrier_wait(w);
    return r;
}
static inline void more(amp_tiled_index w, amp_tile_ptr(unsigned) t, int l)
{
    t[l] += 3u;
    tile_barrier_wait(w);
}
AMP_TILED_KERNEL(may_call, (N), in(unsigned, 1, in_), out(unsigned, 1, o), value(int, kind))
{
    tile_static(unsigned, t, N);
    const int l = tidx.local[0], a = kind % 4, b = kind / 4 % 4;
    const unsigned first = at(in_, tidx.global[0]);
    unsigned x = first;
    int same = a;
    if (kind > 16 && l == 5) { same = kind == 21 ? 2 : 3; }
    t[l] = x;
    tile_barrier_wait(tidx);
    if (same > 1 && over(tidx, t, l, x) > 5u) { x += 3u; }
    if (same > 2 || over(tidx, t, l, x) % 2u == 1u || b == 3) { x ^= 9u; } else { x += 77u; }
    x += a == 1 ? over(tidx, t, l, x) : 13u;
    x += (b == 1 ? (short)-1 : (int)(over(tidx, t, l, x + 1u) & 7u)) < 3 ? 4u : 5u;
    const unsigned z = b == 2 ? over(tidx, t, l, x) : a == 2 ? over(tidx, t, l, x * 3u) : 1u;
    const unsigned *q = &z, *const r = b == 3 && over(tidx, t, l, 2u) > 1u ? &first : q;
    a == 3 ? more(tidx, t, l) : (void)0;
    if (a != 2 && (more(tidx, t, l), over(tidx, t, l, x)) > 9u) { x ^= *r; }
    x ^= 5u + over(tidx, t, l, b > 1 ? over(tidx, t, l, x) + 1u : x);
    (void)(x++, over(tidx, t, l, x));
    x += (same == 2 && (b == 0 || over(tidx, t, l, x) > 4u) && over(tidx, t, l, x + 4u) != 3u)
             || over(tidx, t, l, 7u) > 9u ? 100u : over(tidx, t, l, z);
    at(o, tidx.global[0]) = x + t[N - 1 - l] * 7u + *r;
}

/* What an operator changes behind another one: a pointer, not what it points to; and the address of
   a variable behind a cast. */
AMP_TILED_KERNEL(pointers, (N), in(unsigned, 1, in_), out(unsigned, 1, o), value(int, kind))
{
    tile_static(unsigned, t, N);
    amp_tile_ptr(const unsigned) p = t;
    unsigned v = at(in_, tidx.global[0]), sum;
    int *q = (int *)&v;
    t[tidx.local[0]] = v;
    tile_barrier_wait(tidx);
    sum = *p++;
    sum += *p++ * 10u;
    *q += kind;
    tile_barrier_wait(tidx);
    at(o, tidx.global[0]) = sum + v + (unsigned)(p - t);
}

/* Conditions of which those that are no range of threads decide whether the others are asked; and
   such that are none, because they count in another type than int. */
typedef double real;
static const real half = 2.5;
AMP_TILED_KERNEL(guards, (N), in(unsigned, 1, in_), out(unsigned, 1, o), value(int, kind))
{
    tile_static(unsigned, t, N);
    tile_static(int, hits, 1);
    const int l = tidx.local[0];
    unsigned x = at(in_, tidx.global[0]);
    t[l] = x;
    if (l == 0) { hits[0] = 0; }
    tile_barrier_wait(tidx);
    if (kind != 0 && l < N / kind) { x += t[N - 1 - l]; }
    if (amp_atomic_fetch_add(&hits[0], 1) >= 0 && l < 3) { x ^= t[l + 1]; }
    if (l < (real)kind / 2) { x += 5u; }
    if (l < half) { x *= 3u; }
    tile_barrier_wait(tidx);
    at(o, tidx.global[0]) = x + (unsigned)hits[0];
}

/* A condition that writes what it reads, and may differ: the tile cannot be run again. */
AMP_TILED_KERNEL(counts_up, (N), in(unsigned, 1, in_), inout(unsigned, 1, o), value(int, kind))
{
    for (int i = 0; i < 2; i++) {
        if ((at(o, tidx.global[0])++ & 1u) + (at(in_, 0) & 0u) == (unsigned)kind) {
            tile_barrier_wait(tidx);
        }
    }
    if (kind == 0 && tidx.local[0] == 3) { tile_barrier_wait(tidx); }
}

/* Helpers in which threads meet that give a value back, and return early. */
static inline unsigned last(amp_tiled_index w, amp_tile_ptr(unsigned) t)
{
    tile_barrier_wait(w);
    return t[N - 1];
}
static inline pair sums(amp_tiled_index w, amp_tile_ptr(unsigned) t, unsigned x, int n)
{
    pair both = { 0, { x, 1 } };
    int i;
    if (n == 0) { return both; }
    t[w.local[0]] = x;
    tile_barrier_wait(w);
    for (i = 0; i < N; i++) {
        if (i == n * 9) { tile_barrier_wait(w); return both; }
        both.a += t[i];
    }
    tile_barrier_wait(w);
    if (n == 1) {
        both.b[1] = last(w, t);
    } else {
        switch (n) {
        case 2: both.b[1] = 5; return both;
        case 3: return both;
        default: both.b[0]++;
        }
        both.a *= 2;
    }
    return both;
}
AMP_TILED_KERNEL(gives_back, (N), in(unsigned, 1, in_), out(unsigned, 1, o), value(int, n))
{
    tile_static(unsigned, t, N);
    unsigned x, y = at(in_, tidx.global[0]);
    t[tidx.local[0]] = y;
    x = last(tidx, t) + 1;
    tile_barrier_wait(tidx);
    if (sums(tidx, t, y, n).a % 2 == 1 || n == 2) { x += 3; }
    for (int k = 0; k < n; k++) {
        const pair p = sums(tidx, t, x + y, k), *q = &p;
        x ^= q->a + q->b[1] + last(tidx, t);
        tile_barrier_wait(tidx);
    }
    at(o, tidx.global[0]) = x + y;
}

/* Operations of warps: two whole ones and a half. In each other, behind && and in a ?:, in a
   section of a switch, in conditions of loops, in helpers; floats are added lane by lane. */
static inline unsigned below(amp_tiled_index w, unsigned x)
{
    const int lane = amp_warp_lane(w);
    if (amp_warp_all(w, x > 3u)) { return 7u + (unsigned)amp_warp_size(w); }
    for (int by = 1; by < AMP_WARP_SIZE; by *= 2) {
        const unsigned y = amp_warp_shuffle_up(w, x, by);
        if (lane >= by) { x += y; }
    }
    return x;
}
AMP_TILED_KERNEL(warps, (5, 16), in(unsigned, 1, in_), out(unsigned, 1, o), value(int, n))
{
    tile_static(unsigned, t, 80);
    const int g = tidx.tile[1] * 80 + tidx.local[0] * 16 + tidx.local[1];
    const int lane = amp_warp_lane(tidx), l = amp_warp_index(tidx) * AMP_WARP_SIZE + lane;
    unsigned x = at(in_, g), y = 1;
    float f = (float)(x % 1000u) * 0.37f;
    amp_int64 wide_;
    if (n > 0 && amp_warp_any(tidx, x % 61u == 0)) { y += 3; }
    y += n == 1 ? amp_warp_sum(tidx, x) : n == 2 ? 5u : amp_warp_max(tidx, y ^ x);
    y ^= amp_warp_shuffle(tidx, amp_warp_sum(tidx, x % 9u) + amp_warp_min(tidx, x), lane / 2);
    y += amp_warp_min(tidx, x++);
    f = amp_warp_sum(tidx, f * 1.1f) + amp_warp_shuffle_xor(tidx, f, n + 1);
    wide_ = amp_warp_min(tidx, (short)x) + amp_warp_max(tidx, (amp_int64)x << n);
    switch (n) {
    case 1: y ^= (unsigned)amp_warp_ballot(tidx, x & 1u); break;
    default: y -= (unsigned)(amp_warp_sum(tidx, (double)f) * 3);
    }
    for (int k = 0; amp_warp_any(tidx, k < n) && k < 3; k++) {
        if (k == 1) { continue; }
        x = amp_warp_shuffle_down(tidx, x, k + 1) * 3u;
    }
    while (y % 2u == 5u || amp_warp_any(tidx, n > 5)) { n -= lane >= 0; }
    do { y += (unsigned)n; } while (!amp_warp_all(tidx, n-- < 3));
    t[l] = below(tidx, x % 16u) + below(tidx, x % 5u) + (unsigned)lane;
    tile_barrier_wait(tidx);
    at(o, g) = t[79 - l] + x + y * 3u + (unsigned)f + (unsigned)wide_;
}

/* Threads that do not all come, at last; in turns of a loop they may. */
AMP_TILED_KERNEL(warps_part, (80), in(unsigned, 1, in_), out(unsigned, 1, o), value(int, n))
{
    const int l = tidx.local[0];
    unsigned x = at(in_, tidx.global[0]);
    for (int k = 0; k < (n == 1 && l == 70 ? 1 : 2); k++) { x += amp_warp_sum(tidx, x >> k); }
    if (n != 2 || l != 3) { x ^= amp_warp_min(tidx, x); }
    if (n == 3 && amp_warp_any(tidx, l == 40)) { tile_barrier_wait(tidx); }
    at(o, tidx.global[0]) = x;
}

/* C99, 6.4.6: <% %> <: :> are { } [ ], and cost no other kernel anything. */
AMP_TILED_KERNEL(digraphs, (N), in(unsigned, 1, in_), out(unsigned, 1, o))
<%
    tile_static(unsigned, t, N);
    t<:tidx.local<:0:>:> = at(in_, tidx.global<:0:>);
    tile_barrier_wait(tidx);
    for (int k = 0; k < 2; k++) <%
        at(o, tidx.global[0]) = t<:N - 1 - tidx.local[0]:> + (unsigned)k;
    %>
%>

/* A jump in a helper to what stands behind its return: loops have no such way, and the
   kernel stays on fibers. */
static inline unsigned jumps(amp_tiled_index w, amp_tile_ptr(unsigned) t, int n)
{
    tile_barrier_wait(w);
    if (n > 0) { goto out; }
    return t[0];
out:
    return t[N - 1];
}
AMP_TILED_KERNEL(has_a_jump, (N), in(unsigned, 1, in_), out(unsigned, 1, o), value(int, n))
{
    tile_static(unsigned, t, N);
    t[tidx.local[0]] = at(in_, tidx.global[0]);
    at(o, tidx.global[0]) = jumps(tidx, t, n);
}

/* Some threads return, others report, the rest write: that would be two loops. */
AMP_TILED_KERNEL(reports_of_some, (N), in(unsigned, 1, in_), inout(unsigned, 1, o))
{
    const int l = tidx.local[0];
    tile_barrier_wait(tidx);
    if (l > 5) { return; }
    if (at(in_, tidx.global[0]) == 0xffffffffu) { amp_abort(); }
    at(o, tidx.global[0]) += 7;
}

/* ---- simple kernels ---- */

/* A loop that goes outside of the threads of a row: its bound is the row's, it uses neighbours,
   and what one thread keeps is used behind it. */
AMP_KERNEL(row_sums, 2, in(unsigned, 1, in_), inout(unsigned, 2, o), value(int, n))
{
    const int y = idx[0], x = idx[1];
    unsigned sum = at(o, y, x), other, *p = &sum;
    int i;
    other = in_[y];
    for (i = 0; i < n + y; i++) {
        const unsigned e = at(in_, x + i);
        if (e % 3 != 0) { sum += e * at(in_, i); }
        other ^= in_[i + x] + sum;
    }
    *p += other;
    at_index(o, idx) = sum;
}

/* A helper gets idx itself; a guard around all becomes the loop's bounds. */
static inline unsigned of_index(const int *i, int k) { return (unsigned)(i[k] * 3 + i[0]); }
AMP_KERNEL(guarded, 3, in(unsigned, 1, in_), out(unsigned, 3, o), value(int, n))
{
    const int z = idx[0], y = idx[1], x = idx[2];
    const int last = o_shape.extent[2] - 2;
    if (x > 0 && x <= last && y + 1 < n && z >= 1) {
        unsigned a[3] = { 1, of_index(idx, z % 3), in_[x] };
        a[x % 3] += at(in_, y * 7 + x);
        at(o, z, y, x) = a[0] + a[1] * 5 + a[2] * 9;
    }
}

/* Ways that stay in one loop over all threads: a return, an atomic, a loop of a thread's own. */
AMP_KERNEL(one_by_one, 1, in(unsigned, 1, in_), inout(unsigned, 1, o), value(int, n))
{
    unsigned x = at(in_, idx[0]);
    int i;
    if (idx[0] % 5 == 1 || n == 0) { return; }
    const int all = 700 / n, own = idx[0] % n; /* not before the return: n may be 0 */
    x += (unsigned)(all + own);
    for (i = 0; i < n; i++) { x += at(in_, idx[0] / 2 + i) * x; }
    while (x % 7 != 0) { x++; }
    (void)amp_atomic_fetch_add(&at(o, 0), x);
    if (idx[0] > 0) { at(o, idx[0]) = x; }
}

/* A report: its box runs as loops once more. One that reads what it writes does not. */
AMP_KERNEL(simple_reports, 1, in(unsigned, 1, in_), out(unsigned, 1, o), value(int, kind))
{
    if (kind == 1 && at(in_, idx[0]) % 19 == 0) { amp_errorf("%d", idx[0]); }
    at(o, idx[0]) = at(in_, idx[0]) + 1;
}
AMP_KERNEL(simple_aborts, 1, in(unsigned, 1, in_), inout(unsigned, 1, o), value(int, kind))
{
    at(o, idx[0]) += 1;
    if (kind == 1 && at(in_, idx[0]) % 19 == 0) { amp_abort(); }
}

/* ---- phased kernels ---- */

static inline unsigned of_tile(amp_tile_place p, amp_phase_index i)
{
    return (unsigned)(p.tile[0] * 100 + i.local[0] - p.tile_origin[0]);
}
AMP_PHASED_KERNEL(phases, (N), in(unsigned, 1, in_), out(unsigned, 1, o), value(int, rounds))
{
    tile_static(unsigned, t, N);
    thread_private(unsigned, sum);
    thread_private(unsigned, kept, 2, 2);
    const unsigned weights[3] = { 1, 5, (unsigned)tile_index.tile[0] };
    int turn = 0;
    phase {
        t[tidx.local[0]] = at(in_, tidx.global[0]);
        mine(sum) = of_tile(amp_tile_index, tidx);
        for (int k = 0; k < 2; k++) { mine(kept, k, 1) = mine(kept, 1 - k, 0) = (unsigned)k; }
    }
    for (int d = N / 2; d > 0; d /= 2) {
        phase_first(d) { t[tidx.local[0]] = t[tidx.local[0]] * 3 + t[tidx.local[0] + d]; }
        if (rounds == 3) { break; }
       turn++;
    }
    do {
        phase {
            const unsigned x = at(in_, tidx.global[0]) * weights[turn % 3];
            unsigned y = 0;
            for (int k = 0; k < rounds; k++) { y += t[k] * x + mine(sum); }
            if (x % 3 == 0) { break; }
            mine(sum) += y;
            if (x % 3 == 1) { continue; }
            mine(kept, turn % 2, 1) ^= y;
        }
    } while (turn-- > 0);
    if (rounds == 2 && tile_index.tile[0] == 1) { phase { at(o, tidx.global[0]) = 9; } return; }
    phase {
        unsigned x = mine(sum);
        const unsigned *p = &x;
        for (int k = 0; k < N; k++) { x += t[k] ^ *p; }
        at_index(o, tidx.global) = x + mine(kept, 0, 1) + mine(kept, 1, 1);
    }
}

AMP_PHASED_KERNEL(phases_of_rows, (4, 8), in(unsigned, 1, in_), out(unsigned, 2, o), value(int, n))
{
    tile_static(unsigned, t, 4, 8 + 1);
    phase { t[tidx.local[0]][tidx.local[1]] = at(in_, tidx.global[0] + tidx.global[1]); }
    phase_first(n) { t[tidx.local[0]][tidx.local[1]] *= 3; }
    phase { if (tidx.local[1] == 0) { t[tidx.local[0]][8] = t[3 - tidx.local[0]][1]; } }
    phase {
        unsigned x = t[tidx.local[0]][8];
        if (tidx.global[1] < n) { x += t[tidx.local[0]][7 - tidx.local[1]]; }
        at_index(o, tidx.global) = x;
    }
}

/* A report ends the tile, which runs as loops once more. */
AMP_PHASED_KERNEL(phase_reports, (N), in(unsigned, 1, in_), out(unsigned, 1, o), value(int, kind))
{
    thread_private(unsigned, x);
    phase { mine(x) = at(in_, tidx.global[0]); }
    phase {
        if (kind == 1 && mine(x) % 19 == 0) { amp_errorf("%d of %u", tidx.global[0], mine(x)); }
        if (kind == 2 && mine(x) % 23 == 0) { amp_abort(); }
    }
    phase { at(o, tidx.global[0]) = mine(x) + 1; }
}

/* A plain variable of the tile that a phase writes is nobody's own: it stays on loops. */
AMP_PHASED_KERNEL(writes_for_all, (N), in(unsigned, 1, in_), out(unsigned, 1, o))
{
    unsigned last = 0;
    phase {
        last = at(in_, tidx.global[0]);
        at(o, tidx.global[0]) = last;
    }
}

/* What one phase sets in it another reads: as loops each thread would read the last one's. */
AMP_PHASED_KERNEL(carries_over, (N), in(unsigned, 1, in_), out(unsigned, 1, o))
{
    unsigned own = 0;
    phase { own = at(in_, tidx.global[0]) * 3; }
    phase { at(o, tidx.global[0]) = own; }
}
AMP_DEVICE_END

static unsigned in_data[8 * N], out_data[2][8 * N];

/* 1 where the kernel of that name runs as vectors, 0 where it stays on fibers or loops, -1 where it
   was never launched with vectors wanted. */
static int as_vectors(const char *name)
{
#if AMP__HAS_VECTORS
    int k;
    for (k = 0; k < AMP__VEC_BUCKETS; k++) {
        const amp__vec_kernel_state *one = amp__vectors.bucket[k];
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

#define TILES amp_tile(amp_extent(8 * N), N)
/* The launch on fibers, and as vectors: the same status, the same bytes. */
#define BOTH(kernel, want, ...)                                                          \
    BOTH_FROM(AMP_ENGINE_FIBERS, TILES, kernel, want, __VA_ARGS__)

/* BOTH with another engine in place of fibers, over another domain. */
#define BOTH_FROM(engine, domain, kernel, want, ...)                                     \
    do {                                                                                 \
        int b_;                                                                          \
        for (b_ = 0; b_ < 2; b_++) {                                                     \
            amp_array_view in_ = amp_view(unsigned, in_data, 8 * N);                     \
            amp_array_view o = amp_view(unsigned, out_data[b_], 8 * N);                  \
            CHECK_OK(amp_emu_set_engine(b_ ? AMP_ENGINE_VECTORS : (engine)));            \
            CHECK_OK(parallel_for_each(domain, kernel, __VA_ARGS__));                    \
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

TEST_LIMIT(loops_with_turns_of_their_own, TAP_LIMIT_COMPILE)
{
    int n;
    need_vectors();
    for (n = 8 * N; n > 0; n -= 37) {
        BOTH(own_turns, 1, in_, o, n);
        BOTH_FROM(AMP_ENGINE_LOOPS, TILES, own_turns_phased, 1, in_, o, n);
    }
    BOTH_FROM(AMP_ENGINE_LOOPS, amp_extent(8 * N), own_turns_simple, 1, in_, o);
    BOTH_FROM(AMP_ENGINE_LOOPS, amp_extent(7 * N + 5), own_turns_simple, 1, in_, o);
}

TEST_LIMIT(brackets_that_are_digraphs, TAP_LIMIT_COMPILE)
{
    need_vectors();
    BOTH(digraphs, 1, in_, o);
    BOTH(tree, 1, in_, o);
}

TEST_LIMIT(ranges_of_threads, TAP_LIMIT_COMPILE)
{
    int n;
    need_vectors();
    for (n = -2; n <= N + 1; n++) {
        BOTH(bounds, 1, in_, o, n);
    }
}

TEST_LIMIT(stores_under_a_condition, TAP_LIMIT_COMPILE)
{
    int n;
    need_vectors();
    for (n = 1; n <= 16; n++) {
        BOTH_FROM(AMP_ENGINE_FIBERS, amp_tile(amp_extent(8, 32), 4, 16), stored_under, 1, in_, o,
                  n);
        BOTH(stored_either_way, 1, in_, o, n / 3);
    }
}

TEST_LIMIT(rows_of_large_elements, TAP_LIMIT_COMPILE)
{
    static wide from[5][25], to[2][4][24];
    int b, i;
    need_vectors();
    for (i = 0; i < 5 * 25 * 20; i++) {
        from[i / 500][i / 20 % 25].a[i % 20] = (unsigned)i * 2654435761u;
    }
    for (b = 0; b < 2; b++) {
        amp_array_view v = amp_view(wide, from[0], 5, 25), o = amp_view(wide, to[b][0], 4, 24);
        CHECK_OK(amp_emu_set_engine(b ? AMP_ENGINE_VECTORS : AMP_ENGINE_FIBERS));
        CHECK_OK(parallel_for_each(amp_tile(amp_extent(4, 24), 2, 8), rows_ahead, v, o));
        amp_release(v);
        amp_release(o);
    }
    CHECK_INT(memcmp(to[0], to[1], sizeof(to[0])), ==, 0);
    CHECK_INT(as_vectors("rows_ahead"), ==, 1);
}

TEST_LIMIT(what_a_thread_keeps, TAP_LIMIT_COMPILE)
{
    need_vectors();
    BOTH(keeps, 1, in_, o);
    BOTH(keeps_for_a_turn, 1, in_, o, 7);
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

TEST_LIMIT(tile_memory_of_a_size_given_at_launch, TAP_LIMIT_COMPILE)
{
    static const int sizes[] = { 1, 5, N, 3 * N + 1, 4000 };
    int k;
    need_vectors();
    for (k = 0; k < 5; k++) {
        BOTH(given, 1, in_, sizes[k], k + 1, o);
    }
    BOTH(given_moves, 0, in_, N, o);
    for (k = 0; k < 2; k++) { /* all that may be, and a last[1] of 4 bytes */
        amp_array_view in_ = amp_view(unsigned, in_data, 8 * N);
        amp_array_view o = amp_view(unsigned, out_data[0], 8 * N);
        CHECK_OK(amp_emu_set_engine(k ? AMP_ENGINE_VECTORS : AMP_ENGINE_FIBERS));
        CHECK_STATUS(parallel_for_each(TILES, given, in_, AMP_MAX_TILE_STATIC / 4 - 3, 1, o),
                     AMP_OUT_OF_MEMORY);
        CHECK_CONTAINS(amp_last_error(), "tile_static");
        amp_release(in_);
        amp_release(o);
    }
}

TEST_LIMIT(arrays_are_interleaved, TAP_LIMIT_COMPILE)
{
    need_vectors();
    BOTH(interleaved, 1, in_, 5, o);
    BOTH(interleaved, 1, in_, 0, o);
}

TEST_LIMIT(parameters_that_threads_change, TAP_LIMIT_COMPILE)
{
    const pair p = { 7, { 1, 2 } };
    need_vectors();
    BOTH(own_values, 1, in_, 5, p, 9u, o);
    BOTH_FROM(AMP_ENGINE_LOOPS, amp_extent(8 * N), own_value, 1, in_, 5, o);
}

TEST_LIMIT(views_that_kernels_make, TAP_LIMIT_COMPILE)
{
    const amp_tiled_extent rows = amp_tile(amp_extent(8, N), 4, 8);
    int k;
    need_vectors();
    for (k = 0; k < 4; k++) {
        BOTH_FROM(AMP_ENGINE_FIBERS, rows, makes_views, 1, amp_view_as(in_, amp_extent(8, N)),
                  amp_view_as(o, amp_extent(8, N)), k);
    }
    BOTH_FROM(AMP_ENGINE_FIBERS, rows, helper_makes_views, 0, amp_view_as(in_, amp_extent(8, N)),
              amp_view_as(o, amp_extent(8, N)));
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

TEST_LIMIT(turns_that_end_early, TAP_LIMIT_COMPILE)
{
    int n;
    need_vectors();
    for (n = 0; n < 9; n++) {
        BOTH(goes_on, 1, in_, o, n);
    }
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
        CHECK_STATUS(parallel_for_each(TILES, checked, v, o, turns),
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

/* A launch that reports: the same sentence, the same bytes, as on fibers. */
#define FAILS(status, kernel, kind_, want, words)                                        \
    FAILS_FROM(AMP_ENGINE_FIBERS, TILES, status, kernel, kind_, want, words)

/* FAILS with another engine in place of fibers, over another domain. */
#define FAILS_FROM(engine, domain, status, kernel, kind_, want, words)                   \
    do {                                                                                 \
        char said_[2][400];                                                              \
        int b_;                                                                          \
        for (b_ = 0; b_ < 2; b_++) {                                                     \
            const int kind = (kind_);                                                    \
            amp_array_view in_ = amp_view(unsigned, in_data, 8 * N), o;                  \
            memset(out_data[b_], 0, sizeof(out_data[b_]));                               \
            o = amp_view(unsigned, out_data[b_], 8 * N);                                 \
            CHECK_OK(amp_emu_set_engine(b_ ? AMP_ENGINE_VECTORS : (engine)));            \
            CHECK_OK(amp_emu_set_workers(1));                                            \
            CHECK_STATUS(parallel_for_each(domain, kernel, in_, o, kind),                \
                         (words) != NULL ? status : AMP_OK);                             \
            if ((words) != NULL) { CHECK_CONTAINS(amp_last_error(), (words)); }          \
            (void)snprintf(said_[b_], sizeof(said_[b_]), "%s", amp_last_error());        \
            (void)amp_synchronize(o);                                                    \
            amp_release(in_);                                                            \
            amp_release(o);                                                              \
        }                                                                                \
        if ((words) != NULL) { CHECK_STR(said_[1], said_[0]); }                          \
        CHECK_INT(memcmp(out_data[0], out_data[1], sizeof(out_data[0])), ==, 0);         \
        CHECK_INT(as_vectors(#kernel), ==, want);                                        \
    } while (0)

#define REPORTS(kernel, kind, want, words) FAILS(AMP_KERNEL_FAULT, kernel, kind, want, words)

TEST_LIMIT(turns_that_may_differ, TAP_LIMIT_COMPILE)
{
    need_vectors();
    FAILS(AMP_OK, turns, 0, 1, (char *)NULL);
    FAILS(AMP_OK, turns, 1, 1, (char *)NULL);
    FAILS(AMP_BARRIER_DIVERGED, turns, 2, 1, "test_vectors.c:");
    FAILS(AMP_BARRIER_DIVERGED, turns, 3, 1, "test_vectors.c:");
    FAILS(AMP_BARRIER_DIVERGED, turns, 4, 1, "test_vectors.c:");
}

TEST_LIMIT(sections_of_a_switch, TAP_LIMIT_COMPILE)
{
    int n;
    need_vectors();
    for (n = 0; n < 3; n++) {
        FAILS(AMP_OK, sections, n, 1, (char *)NULL);
    }
    FAILS(AMP_BARRIER_DIVERGED, sections, 3, 1, "test_vectors.c:");
    FAILS(AMP_BARRIER_DIVERGED, sections, 4, 1, "test_vectors.c:");
}

TEST_LIMIT(operators_in_each_other, TAP_LIMIT_COMPILE)
{
    need_vectors();
    BOTH(pointers, 1, in_, o, 3);
    BOTH(guards, 1, in_, o, 3);
    BOTH(guards, 1, in_, o, 0);
}

TEST_LIMIT(calls_that_need_not_be_made, TAP_LIMIT_COMPILE)
{
    int n;
    need_vectors();
    for (n = 0; n < 16; n++) {
        FAILS(AMP_OK, may_call, n, 1, (char *)NULL);
    }
    FAILS(AMP_OK, may_call, 17, 1, (char *)NULL); /* one helper's barrier, by different calls */
    FAILS(AMP_BARRIER_DIVERGED, may_call, 18, 1, "test_vectors.c:");
    FAILS(AMP_BARRIER_DIVERGED, may_call, 21, 1, "test_vectors.c:");
}

TEST_LIMIT(operations_of_warps, TAP_LIMIT_COMPILE)
{
    int n;
    need_vectors();
    for (n = 0; n < 8; n++) {
        BOTH_FROM(AMP_ENGINE_FIBERS, amp_tile(amp_extent(5, 48), 5, 16), warps, 1, in_, o, n);
    }
}

TEST_LIMIT(warps_of_which_some_threads_come, TAP_LIMIT_COMPILE)
{
    const amp_tiled_extent tiles = amp_tile(amp_extent(240), 80);
    int n;
    need_vectors();
    FAILS_FROM(AMP_ENGINE_FIBERS, tiles, AMP_OK, warps_part, 0, 1, (char *)NULL);
    for (n = 1; n < 4; n++) {
        FAILS_FROM(AMP_ENGINE_FIBERS, tiles, AMP_BARRIER_DIVERGED, warps_part, n, 1,
                   "test_vectors.c:");
    }
}

TEST_LIMIT(conditions_that_write, TAP_LIMIT_COMPILE)
{
    need_vectors();
    FAILS(AMP_OK, counts_up, 1, 0, (char *)NULL);
    FAILS(AMP_BARRIER_DIVERGED, counts_up, 0, 0, "test_vectors.c:");
}

TEST_LIMIT(kernels_that_report, TAP_LIMIT_COMPILE)
{
    need_vectors();
    in_data[0] = 3; /* not in the first tile */
    REPORTS(reports, 0, 1, (char *)NULL);
    REPORTS(reports, 1, 1, "test_vectors.c:");
    REPORTS(reports, 2, 1, "sum ");
    REPORTS(reports, 3, 1, "aborted");
    REPORTS(reports, 4, 1, "tile 5, thread 0");
}

TEST_LIMIT(reports_behind_what_is_written, TAP_LIMIT_COMPILE)
{
    need_vectors();
    REPORTS(reports_late, 0, 1, (char *)NULL);
    REPORTS(reports_late, 1, 1, "for thread");
    REPORTS(reports_too_late, 0, 0, (char *)NULL);
    REPORTS(reports_too_late, 1, 0, "test_vectors.c:");
}

TEST_LIMIT(reports_of_helpers, TAP_LIMIT_COMPILE)
{
    need_vectors();
    REPORTS(reports_below, 0, 1, (char *)NULL);
    REPORTS(reports_below, 1, 1, "aborted");
    REPORTS(reports_below, 2, 1, "entry ");
}

/* A kernel whose tiles may be run again, over memory where that is not so. */
TEST_LIMIT(reports_over_memory_that_overlaps, TAP_LIMIT_COMPILE)
{
    int b;
    char said[3][400];
    need_vectors();
    for (b = 0; b < 3; b++) { /* fibers; vectors, over one memory, and side by side */
        const int kind = 1;
        unsigned i, data[8 * N];
        amp_array_view all, v, o;
        for (i = 0; i < 8 * N; i++) { data[i] = i * 2654435761u >> 8; }
        all = amp_view(unsigned, data, 8 * N);
        v = amp_section(all, amp_index(0), amp_extent(4 * N));
        o = amp_section(all, amp_index(b == 2 ? 4 * N : 0), amp_extent(4 * N));
        CHECK_OK(amp_emu_set_engine(b ? AMP_ENGINE_VECTORS : AMP_ENGINE_FIBERS));
        CHECK_OK(amp_emu_set_workers(1));
        CHECK_STATUS(parallel_for_each(amp_tile(amp_extent(4 * N), N), reports_in_place, v, o,
                                       kind), AMP_KERNEL_FAULT);
        (void)snprintf(said[b], sizeof(said[b]), "%s", amp_last_error());
        amp_release(all);
    }
    CHECK_STR(said[1], said[0]);
    CHECK_STR(said[2], said[0]);
    CHECK_INT(as_vectors("reports_in_place"), ==, 1);
}

TEST_LIMIT(helpers_that_give_back, TAP_LIMIT_COMPILE)
{
    int n;
    need_vectors();
    for (n = 0; n < 5; n++) {
        BOTH(gives_back, 1, in_, o, n);
    }
}

TEST_LIMIT(helpers_with_a_jump, TAP_LIMIT_COMPILE)
{
    need_vectors();
    BOTH(has_a_jump, 0, in_, o, 0);
    BOTH(has_a_jump, 0, in_, o, 1);
}

TEST_LIMIT(reports_where_some_have_returned, TAP_LIMIT_COMPILE)
{
    need_vectors();
    BOTH(reports_of_some, 0, in_, o);
}

/* Planes of that many rows and columns, and boxes, which are not multiples of anything. */
#define PLANE(rows, columns) amp_view_as(amp_section(o, amp_index(0), \
                             amp_extent((rows) * (columns))), amp_extent(rows, columns))
TEST_LIMIT(simple_kernels, TAP_LIMIT_COMPILE)
{
    int n;
    need_vectors();
    for (n = 0; n < 7; n += 3) {
        BOTH_FROM(AMP_ENGINE_LOOPS, amp_extent(2, 83), row_sums, 1, in_, PLANE(2, 83), n);
        BOTH_FROM(AMP_ENGINE_LOOPS, amp_extent(1, 64), row_sums, 1, in_, PLANE(1, 64), n);
        BOTH_FROM(AMP_ENGINE_LOOPS, amp_extent(12, 19), row_sums, 1, in_, PLANE(12, 19), n);
        BOTH_FROM(AMP_ENGINE_LOOPS, amp_extent(3, 5, 16), guarded, 1, in_,
                  amp_view_as(amp_section(o, amp_index(0), amp_extent(240)), amp_extent(3, 5, 16)),
                  n);
        BOTH_FROM(AMP_ENGINE_LOOPS, amp_extent(7 * N), one_by_one, 1, in_, o, n);
    }
    FAILS_FROM(AMP_ENGINE_LOOPS, amp_extent(8 * N), AMP_OK, simple_reports, 0, 1, (char *)NULL);
    FAILS_FROM(AMP_ENGINE_LOOPS, amp_extent(8 * N), AMP_KERNEL_FAULT, simple_reports, 1, 1,
               "test_vectors.c:");
    FAILS_FROM(AMP_ENGINE_LOOPS, amp_extent(8 * N), AMP_KERNEL_FAULT, simple_aborts, 1, 0,
               "aborted");
}

TEST_LIMIT(phased_kernels, TAP_LIMIT_COMPILE)
{
    int n;
    need_vectors();
    for (n = 0; n < 7; n++) {
        BOTH_FROM(AMP_ENGINE_LOOPS, TILES, phases, 1, in_, o, n);
        BOTH_FROM(AMP_ENGINE_LOOPS, amp_tile(amp_extent(8, 32), 4, 8), phases_of_rows, 1, in_,
                  PLANE(8, 32), n * 5 - 2);
    }
    BOTH_FROM(AMP_ENGINE_LOOPS, TILES, writes_for_all, 0, in_, o);
    FAILS_FROM(AMP_ENGINE_LOOPS, TILES, AMP_OK, phase_reports, 0, 1, (char *)NULL);
    FAILS_FROM(AMP_ENGINE_LOOPS, TILES, AMP_KERNEL_FAULT, phase_reports, 1, 1, " of ");
    FAILS_FROM(AMP_ENGINE_LOOPS, TILES, AMP_KERNEL_FAULT, phase_reports, 2, 1, "aborted");
}

/* Each thread reads what it set itself, as on a device: so not as loops. */
TEST(a_variable_that_phases_carry_over_wants_fibers)
{
    need_vectors();
    BOTH(carries_over, 0, in_, o);
}

/* An order of threads is what loops do not have. */
TEST(an_order_wants_fibers)
{
    amp_array_view v, o;
    need_vectors();
    v = amp_view(unsigned, in_data, 8 * N);
    o = amp_view(unsigned, out_data[0], 8 * N);
    CHECK_OK(amp_emu_set_order(AMP_ORDER_RANDOM, 5));
    CHECK_OK(parallel_for_each(TILES, tree, v, o));
    CHECK_INT(as_vectors("tree"), ==, -1);
    CHECK_OK(amp_emu_set_order(AMP_ORDER_FORWARD, 0));
    CHECK_OK(amp_emu_set_engine(AMP_ENGINE_FIBERS));
    CHECK_OK(parallel_for_each(TILES, tree, v, o));
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
