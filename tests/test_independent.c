/* SPDX-License-Identifier: MIT */
/* run: group=optimised turn=compiler,0/2 */
/* Loops over threads that the engine `vectors` tells compilers to be independent, as elements are
   exchanged whose places only the run knows; and those that are not, since threads share memory by
   what the language or the engine does: arrays of each thread, addresses, atomic operations, and
   elements that are written back. */
#define AMP_SHORT_NAMES
#include "amp.h"
#include "tap.h"

AMP_DEVICE_BEGIN
#define TILE 64

/* A bitonic sort of two keys a thread. */
AMP_TILED_KERNEL(sorted, (TILE), inout(int, 1, key))
{
    tile_static(int, t, 2 * TILE);
    const int l = tidx.local[0], first = 2 * tidx.tile_origin[0];
    t[l] = at(key, first + l);
    t[l + TILE] = at(key, first + l + TILE);
    for (int size = 2; size <= 2 * TILE; size *= 2) {
        for (int apart = size / 2; apart > 0; apart /= 2) {
            tile_barrier_wait(tidx);
            const int a = 2 * l - (l & (apart - 1)), b = a + apart;
            const int x = t[a], y = t[b], up = (a & size) == 0;
            if ((x > y) == up) {
                t[a] = y;
                t[b] = x;
            }
        }
    }
    tile_barrier_wait(tidx);
    at(key, first + l) = t[l];
    at(key, first + l + TILE) = t[l + TILE];
}

/* Elements that change places by a table, in the tile and in the view. */
AMP_TILED_KERNEL(changed_places, (TILE), in(int, 1, place), inout(int, 1, x))
{
    tile_static(int, t, TILE);
    const int l = tidx.local[0], first = tidx.tile_origin[0], p = at(place, l);
    t[p] = at(x, first + l);
    tile_barrier_wait(tidx);
    const int mine = t[l];
    tile_barrier_wait(tidx);
    t[l] = mine * 3;
    if (l < p) {
        t[l] = mine + 1;
        t[l] += p;
    }
    tile_barrier_wait(tidx);
    at(x, first + p) = t[l] - l;
}

/* Each thread sorts what it reads into an array of its own, by places that it finds out. */
static int middle_of(int a, int b, int c)
{
    int v[3], k = 0;
    v[a % 3] = 0;
    for (int i = 0; i < 3; i++) {
        v[i] = i == 0 ? a : i == 1 ? b : c;
    }
    k = (v[0] > v[1]) + (v[0] > v[2]);
    v[(k + 1) % 3] += k;
    return v[k] * 5 + v[(k + 1) % 3];
}
AMP_TILED_KERNEL(arrays_of_threads, (TILE), in(int, 1, x), out(int, 1, y))
{
    const int g = tidx.global[0], n = x_shape.extent[0];
    if (g < n) {
        int v[8];
        for (int k = 0; k < 8; k++) {
            v[k] = at(x, (g + k) % n);
        }
        const int first = v[0] & 7;
        v[first] += 100;
        v[(first + v[1]) & 7] ^= 1;
        int sum = 0;
        for (int k = 0; k < 8; k++) {
            sum = sum * 3 + v[(k + first) & 7];
        }
        at(y, g) = sum + middle_of(v[0], v[1], v[2]);
    }
}

/* Numbers that threads draw, and what they find where they look: the same in all, as a sum. */
AMP_TILED_KERNEL(drawn, (TILE), in(int, 1, x), out(int, 1, y), inout(int, 1, all))
{
    tile_static(int, next, 1);
    tile_static(int, bin, 4);
    const int l = tidx.local[0];
    if (l < 4) {
        bin[l] = 0;
    }
    if (l == 0) {
        next[0] = 0;
    }
    tile_barrier_wait(tidx);
    const int v = at(x, tidx.global[0]), mine = amp_atomic_fetch_add(&next[0], 1);
    amp_atomic_fetch_add(&bin[v & 3], v);
    amp_atomic_fetch_max(&at(all, 0), v);
    at(y, tidx.tile_origin[0] + mine) = 1;
    tile_barrier_wait(tidx);
    if (l < 4) {
        amp_atomic_fetch_add(&at(all, 1 + l), bin[l]);
    }
}

/* An element that its thread leaves alone, and another one writes. */
AMP_TILED_KERNEL(left_alone, (TILE), in(int, 1, x), out(int, 1, y))
{
    tile_static(int, t, TILE);
    const int l = tidx.local[0], v = at(x, tidx.global[0]), even = l % 2 == 0;
    t[l] = v;
    tile_barrier_wait(tidx);
    if (even) {
        t[l ^ 1] = v + 1000;
    }
    if (even) {
        t[l] = v;
    }
    tile_barrier_wait(tidx);
    if (v % 3 == 1) {
        t[l] = 7;
    }
    tile_barrier_wait(tidx);
    at(y, tidx.global[0]) = t[l];
}

/* A variable by its address, and a pointer that may be to one of two. */
static void both(int *low, int *high, int by)
{
    const int a = *low;
    *low = a < by ? a : by;
    *high = a < by ? by : a;
}
AMP_KERNEL(by_address, 1, in(int, 1, x), out(int, 1, y))
{
    const int i = idx[0], n = x_shape.extent[0];
    int a = at(x, i), b = at(x, n - 1 - i);
    int *const p = a & 1 ? &a : &b;
    *p += 10;
    both(&a, &b, b);
    at(y, i) = a * 7 + b;
}

/* Two numbers of each thread, of which one is chosen. */
AMP_KERNEL(one_of_two, 1, in(int, 1, x), out(int, 1, y))
{
    const int i = idx[0], n = x_shape.extent[0];
    int v[2];
    v[0] = at(x, i);
    v[1] = at(x, n - 1 - i);
    const int k = v[0] & 1;
    v[k] += 5;
    v[1 - k] *= 2;
    at(y, i) = v[(v[0] >> 1) & 1] + 3 * v[k];
}

/* Members, of which one may be written between reads: where k is 0. */
typedef struct two {
    int a, b;
} two;
AMP_KERNEL(members, 1, value(int, k), inout(two, 1, x), out(int, 1, y))
{
    const int i = idx[0], b = at(x, i).b;
    at(x, i + k).a = 5 * b;
    at(y, i) = at(x, i).a + b;
}
AMP_TILED_KERNEL(members_of_a_tile, (TILE), value(int, k), in(two, 1, x), out(int, 1, y))
{
    tile_static(two, t, TILE);
    const int l = tidx.local[0], g = tidx.global[0];
    t[l] = at(x, g);
    tile_barrier_wait(tidx);
    const int b = t[l].b;
    t[l + k].a = 5 * b;
    at(y, g) = t[l].a + b;
}

/* A thread alone, which writes an element by one index and reads it by another: where k is 0. */
AMP_KERNEL(alone, 1, value(int, k), inout(int, 1, x))
{
    const int i = idx[0];
    at(x, 0) = at(x, 1 + i) * 2;
    at(x, k) += 3;
    at(x, 2) = at(x, 0) + 1;
    at(x, k + 2) *= 5;
    at(x, 3) = at(x, 2);
}
AMP_TILED_KERNEL(alone_in_a_tile, (TILE), value(int, k), in(int, 1, x), out(int, 1, y))
{
    tile_static(int, t, TILE);
    const int l = tidx.local[0];
    t[l] = at(x, tidx.global[0]);
    tile_barrier_wait(tidx);
    if (l == 5) {
        t[0] = t[1] * 2;
        t[k] += 3;
        t[2] = t[0] + 1;
        t[k + 2] *= 5;
        t[3] = t[2];
    }
    tile_barrier_wait(tidx);
    at(y, tidx.global[0]) = t[l];
}
AMP_DEVICE_END

enum { TILES = 37, MOST = 2 * TILE * TILES };
static int x[MOST], y[MOST], expected[MOST];

/* Random numbers from 0 to 99 in x. */
static void fill(void)
{
    unsigned s = 12345;
    int i;
    for (i = 0; i < MOST; i++) {
        s = s * 1664525u + 1013904223u;
        x[i] = (int)(s >> 16) % 100;
    }
}

/* In how many of n elements y is not as expected. */
static int differences(int n)
{
    int i, count = 0;
    for (i = 0; i < n; i++) {
        count += y[i] != expected[i];
    }
    return count;
}

static int compare(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

TEST(exchanges_of_a_sort)
{
    int i;
    fill();
    for (i = 0; i < MOST; i++) {
        y[i] = expected[i] = x[i] * 1000 + i % 1000;
    }
    for (i = 0; i < TILES; i++) {
        qsort(expected + 2 * TILE * i, 2 * TILE, sizeof(int), compare);
    }
    CHECK_OK(parallel_for_each(amp_tile(amp_extent(TILE * TILES), TILE), sorted,
                               amp_view(int, y, MOST)));
    CHECK_OK(amp_synchronize(amp_view(int, y, MOST)));
    CHECK_INT(differences(MOST), ==, 0);
}

TEST(places_from_a_table)
{
    int place[TILE], i, l;
    fill();
    for (l = 0; l < TILE; l++) {
        place[l] = (l * 29 + 11) % TILE;
    }
    memcpy(y, x, sizeof(y));
    for (i = 0; i < TILES; i++) {
        int t[TILE];
        for (l = 0; l < TILE; l++) {
            t[place[l]] = x[i * TILE + l];
        }
        for (l = 0; l < TILE; l++) {
            t[l] = l < place[l] ? t[l] + 1 + place[l] : 3 * t[l];
        }
        for (l = 0; l < TILE; l++) {
            expected[i * TILE + place[l]] = t[l] - l;
        }
    }
    CHECK_OK(parallel_for_each(amp_tile(amp_extent(TILE * TILES), TILE), changed_places,
                               amp_view(int, place, TILE), amp_view(int, y, TILE * TILES)));
    CHECK_OK(amp_synchronize(amp_view(int, y, TILE * TILES)));
    CHECK_INT(differences(TILE * TILES), ==, 0);
}

TEST(arrays_of_each_thread)
{
    static const int sizes[] = { 8, 13, 64, 97, 1000, TILE * TILES };
    int s, i, k;
    for (s = 0; s < (int)(sizeof(sizes) / sizeof(*sizes)); s++) {
        const int n = sizes[s];
        fill();
        for (i = 0; i < n; i++) {
            int v[8], sum = 0, first;
            for (k = 0; k < 8; k++) {
                v[k] = x[(i + k) % n];
            }
            first = v[0] & 7;
            v[first] += 100;
            v[(first + v[1]) & 7] ^= 1;
            for (k = 0; k < 8; k++) {
                sum = sum * 3 + v[(k + first) & 7];
            }
            k = (v[0] > v[1]) + (v[0] > v[2]);
            v[(k + 1) % 3] += k;
            expected[i] = sum + v[k] * 5 + v[(k + 1) % 3];
        }
        CHECK_OK(parallel_for_each(amp_pad(amp_tile(amp_extent(n), TILE)), arrays_of_threads,
                                   amp_view(int, x, n), amp_view(int, y, n)));
        CHECK_OK(amp_synchronize(amp_view(int, y, n)));
        CHECK_INT(differences(n), ==, 0);
    }
}

TEST(numbers_that_are_drawn)
{
    int all[5] = { -1, 0, 0, 0, 0 }, right[5] = { -1, 0, 0, 0, 0 }, i;
    const int n = TILE * TILES;
    fill();
    for (i = 0; i < n; i++) {
        right[0] = x[i] > right[0] ? x[i] : right[0];
        right[1 + (x[i] & 3)] += x[i];
        expected[i] = 1;
        y[i] = 0;
    }
    CHECK_OK(parallel_for_each(amp_tile(amp_extent(n), TILE), drawn, amp_view(int, x, n),
                               amp_view(int, y, n), amp_view(int, all, 5)));
    CHECK_OK(amp_synchronize(amp_view(int, y, n)));
    CHECK_OK(amp_synchronize(amp_view(int, all, 5)));
    CHECK_INT(differences(n), ==, 0);
    for (i = 0; i < 5; i++) {
        CHECK_INT(all[i], ==, right[i]);
    }
}

TEST(elements_of_absent_threads)
{
    const int n = TILE * TILES;
    int i;
    fill();
    for (i = 0; i < n; i++) {
        expected[i] = x[i] % 3 == 1 ? 7 : i % 2 ? x[i - 1] + 1000 : x[i];
    }
    CHECK_OK(parallel_for_each(amp_tile(amp_extent(n), TILE), left_alone, amp_view(int, x, n),
                               amp_view(int, y, n)));
    CHECK_OK(amp_synchronize(amp_view(int, y, n)));
    CHECK_INT(differences(n), ==, 0);
}

TEST(variables_by_address)
{
    static const int sizes[] = { 1, 7, 64, 97, 1000, 4099 };
    int s, i;
    for (s = 0; s < (int)(sizeof(sizes) / sizeof(*sizes)); s++) {
        const int n = sizes[s];
        fill();
        for (i = 0; i < n; i++) {
            int a = x[i], b = x[n - 1 - i], low;
            *(a & 1 ? &a : &b) += 10;
            low = a < b ? a : b;
            expected[i] = low * 7 + (a < b ? b : a);
        }
        CHECK_OK(parallel_for_each(amp_extent(n), by_address, amp_view(int, x, n),
                                   amp_view(int, y, n)));
        CHECK_OK(amp_synchronize(amp_view(int, y, n)));
        CHECK_INT(differences(n), ==, 0);
    }
}

TEST(arrays_of_two)
{
    static const int sizes[] = { 1, 7, 64, 97, 1000, 4099 };
    int s, i;
    for (s = 0; s < (int)(sizeof(sizes) / sizeof(*sizes)); s++) {
        const int n = sizes[s];
        fill();
        for (i = 0; i < n; i++) {
            const int a = x[i], b = x[n - 1 - i];
            const int v[2] = { a & 1 ? 2 * a : a + 5, a & 1 ? b + 5 : 2 * b };
            expected[i] = v[(v[0] >> 1) & 1] + 3 * v[a & 1];
        }
        CHECK_OK(parallel_for_each(amp_extent(n), one_of_two, amp_view(int, x, n),
                                   amp_view(int, y, n)));
        CHECK_OK(amp_synchronize(amp_view(int, y, n)));
        CHECK_INT(differences(n), ==, 0);
    }
}

TEST(members_behind_a_write)
{
    static two pairs[TILE * TILES];
    const int n = TILE * TILES;
    int i;
    fill();
    for (i = 0; i < n; i++) {
        pairs[i].a = x[i];
        pairs[i].b = x[n + i];
        expected[i] = 6 * x[n + i];
    }
    CHECK_OK(parallel_for_each(amp_tile(amp_extent(n), TILE), members_of_a_tile, 0,
                               amp_view(two, pairs, n), amp_view(int, y, n)));
    CHECK_OK(amp_synchronize(amp_view(int, y, n)));
    CHECK_INT(differences(n), ==, 0);
    CHECK_OK(parallel_for_each(amp_extent(n), members, 0, amp_view(two, pairs, n),
                               amp_view(int, y, n)));
    CHECK_OK(amp_synchronize(amp_view(int, y, n)));
    CHECK_INT(differences(n), ==, 0);
}

TEST(threads_alone)
{
    const int n = TILE * TILES;
    int i;
    fill();
    for (i = 0; i < n; i++) {
        const int first = 2 * x[i / TILE * TILE + 1] + 3;
        expected[i] = i % TILE == 0 ? first : i % TILE == 2 || i % TILE == 3 ? 5 * (first + 1)
            : x[i];
    }
    CHECK_OK(parallel_for_each(amp_tile(amp_extent(n), TILE), alone_in_a_tile, 0,
                               amp_view(int, x, n), amp_view(int, y, n)));
    CHECK_OK(amp_synchronize(amp_view(int, y, n)));
    CHECK_INT(differences(n), ==, 0);
    memcpy(y, x, sizeof(y));
    CHECK_OK(parallel_for_each(amp_extent(1), alone, 0, amp_view(int, y, TILE)));
    CHECK_OK(amp_synchronize(amp_view(int, y, TILE)));
    CHECK_INT(differences(TILE), ==, 0);
}
