/* SPDX-License-Identifier: MIT */
/* run: group=optimised turn=compiler,1/2 */
/* Helpers that take and give structures, as complex numbers, points and pixels, and loops of such
   whose number of turns differs from thread to thread (AMP__VEC_HELPER of amp/vectors/prelude.h,
   masks.h): on every engine, against the same helpers in plain C. */
#define AMP_SHORT_NAMES
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "amp.h"
#include "tap.h"

AMP_DEVICE_BEGIN
#define TILE 32
#define TURNS 40
typedef struct complex_number { float re, im; } complex_number;
typedef struct point { float x, y, z; } point;
typedef struct ray { point from, way; } ray;
typedef struct pixel { unsigned char r, g, b, a; } pixel;
typedef struct mixed { int count; float value; short rest; } mixed;
struct pair { int low; float high; };
static complex_number product(complex_number a, complex_number b); /* its body stands below */
static complex_number sum_of(complex_number a, complex_number b)
{
    complex_number r;
    r.re = a.re + b.re;
    r.im = a.im + b.im;
    return r;
}
static complex_number product(complex_number a, complex_number b)
{
    complex_number r;
    r.re = a.re * b.re - a.im * b.im;
    r.im = a.re * b.im + a.im * b.re;
    return r;
}
static complex_number half(void)
{
    complex_number r;
    r.re = 0.5f;
    r.im = -0.25f;
    return r;
}
static float square_of(complex_number a) { return a.re * a.re + a.im * a.im; }
static point point_of(float x, float y, float z)
{
    point r;
    r.x = x;
    r.y = y;
    r.z = z;
    return r;
}
static point moved(point a, point b, float s)
{
    return point_of(a.x + b.x * s, a.y + b.y * s, a.z + b.z * s);
}
static float dot(point a, point b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static float distance_of(point p)
{
    const float ball = sqrtf(dot(p, p)) - 1.0f, floor_ = p.y + 1.0f;
    return ball < floor_ ? ball : floor_;
}
static ray turned(ray r, float s)
{
    ray q;
    q.from = moved(r.from, r.way, s);
    q.way = point_of(r.way.y, r.way.z, r.way.x);
    return q;
}
static pixel mixed_pixels(pixel a, pixel b)
{
    pixel r;
    r.r = (unsigned char)((a.r + 3 * b.r) / 4);
    r.g = (unsigned char)(a.g ^ b.b);
    r.b = (unsigned char)(a.b + 1);
    r.a = a.a > b.a ? a.a : b.a;
    return r;
}
static mixed added(mixed a, int k)
{
    mixed r = a;
    r.count += k;
    r.value += (float)k * 0.5f;
    r.rest = (short)(a.rest ^ k);
    return r;
}
static struct pair better(struct pair a, struct pair b)
{
    return b.high < a.high || (!(a.high < b.high) && b.low < a.low) ? b : a;
}
static int in_order(struct pair a, struct pair b) { return !(b.high < a.high); }
static point by_value(float t)
{
    if (t < 0.25f) { return point_of(0, 4 * t, 1); }
    if (t < 0.5f) { return point_of(0, 1, 2 - 4 * t); }
    return point_of(1, t, 0);
}
#define TURNED(z, k, turns) \
    while (turns < TURNS && square_of(z) < 4.0f) { z = sum_of(product(z, z), k); turns++; }
#define MARCHED(p, way, far, steps) \
    for (steps = 0; steps < TURNS; steps++) { \
        const float s = distance_of(p); \
        if (s < 0.01f || far > 9.0f) { break; } \
        far += s; \
        p = moved(p, way, s); \
    }
AMP_TILED_KERNEL(products, (TILE), in(complex_number, 1, a), inout(complex_number, 1, b))
{
    const int i = tidx.global[0];
    if (i < a_shape.extent[0]) {
        at(b, i) = sum_of(product(at(a, i), at(b, i)), product(half(), at(a, i)));
    }
}
AMP_KERNEL(products_simply, 1, in(complex_number, 1, a), inout(complex_number, 1, b))
{
    at(b, idx[0]) = sum_of(product(at(a, idx[0]), at(b, idx[0])), product(half(), at(a, idx[0])));
}
AMP_TILED_KERNEL(turns_of, (TILE), in(complex_number, 1, a), out(int, 1, b))
{
    const int i = tidx.global[0];
    int turns = 0;
    if (i < a_shape.extent[0]) {
        complex_number z = at(a, i);
        TURNED(z, half(), turns)
        at(b, i) = turns + 100 * (z.re < z.im);
    }
}
AMP_TILED_KERNEL(marches, (TILE), in(point, 1, a), out(point, 1, b))
{
    const int i = tidx.global[0];
    int steps;
    if (i < a_shape.extent[0]) {
        const point way = at(a, i);
        point p = point_of(0, 0, -3);
        float far = 0;
        MARCHED(p, way, far, steps)
        at(b, i) = point_of(far, (float)steps, p.y);
    }
}
AMP_TILED_KERNEL(rays, (TILE), inout(ray, 1, b))
{
    const int i = tidx.global[0];
    if (i < b_shape.extent[0]) { at(b, i) = turned(turned(at(b, i), 0.5f), 0.25f); }
}
AMP_TILED_KERNEL(pixels, (TILE), in(pixel, 1, a), inout(pixel, 1, b))
{
    const int i = tidx.global[0];
    if (i < b_shape.extent[0]) { at(b, i) = mixed_pixels(at(a, i), at(b, i)); }
}
AMP_TILED_KERNEL(mixtures, (TILE), inout(mixed, 1, b))
{
    const int i = tidx.global[0];
    if (i < b_shape.extent[0]) { at(b, i) = added(added(at(b, i), i), -3); }
}
AMP_TILED_KERNEL(best_of_tile, (TILE), in(float, 1, a), out(int, 1, b))
{
    tile_static(struct pair, t, TILE);
    const int l = tidx.local[0], i = tidx.global[0], n = a_shape.extent[0];
    t[l].low = i;
    t[l].high = i < n ? at(a, i) : 1e9f;
    tile_barrier_wait(tidx);
    for (int s = TILE / 2; s > 0; s /= 2) {
        if (l < s) { t[l] = better(t[l], t[l + s]); }
        tile_barrier_wait(tidx);
    }
    if (l == 0) { at(b, tidx.tile[0]) = in_order(t[0], t[1]) ? t[0].low : -1; }
}
AMP_TILED_KERNEL(colours, (TILE), in(float, 1, a), out(point, 1, b))
{
    const int i = tidx.global[0];
    if (i < b_shape.extent[0]) { at(b, i) = by_value(at(a, i)); }
}
AMP_DEVICE_END

enum { MOST = 4099 };
static const int sizes[] = { 1, 7, 31, 32, 257, MOST };
static float numbers[MOST * 6], wanted[MOST * 6];
static int n;

static float next_number(unsigned *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return (float)(*seed >> 16 & 255) / 128.0f - 1.0f;
}

static void fill(void *at, size_t bytes)
{
    unsigned seed = (unsigned)n + 1;
    float *x = (float *)at;
    size_t k;
    for (k = 0; k < bytes / sizeof(float); k++) { x[k] = next_number(&seed); }
}

#define TILES amp_tile(amp_extent((n + TILE - 1) / TILE * TILE), TILE)
#define EACH_SIZE int k, i; for (k = 0; k < (int)(sizeof(sizes) / sizeof(*sizes)); k++)
/* Launches the kernel on `count` elements of the array `to`, and of others, and compares. */
#define COMPARE(T, to, want, count, launch) \
    do { \
        amp_array_view b = amp_view(T, to, count); \
        CHECK_OK(launch); \
        CHECK_OK(amp_synchronize(b)); \
        CHECK(memcmp(to, want, (size_t)(count) * sizeof(T)) == 0); \
        amp_release(b); \
    } while (0)

static complex_number *const a_complex = (complex_number *)(void *)numbers;

TEST(products_of_complex_numbers)
{
    static complex_number got[MOST], want[MOST];
    EACH_SIZE {
        int simply;
        for (simply = 0; simply < 2; simply++) {
            amp_array_view a;
            n = sizes[k];
            fill(numbers, sizeof(numbers));
            fill(got, sizeof(got));
            for (i = 0; i < n; i++) {
                want[i] = sum_of(product(a_complex[i], got[i]), product(half(), a_complex[i]));
            }
            a = amp_view(complex_number, a_complex, n);
            COMPARE(complex_number, got, want, n, simply
                    ? parallel_for_each(amp_extent(n), products_simply, a, b)
                    : parallel_for_each(TILES, products, a, b));
            amp_release(a);
        }
    }
}

/* Whether what was computed must have the bits that this program's compiler gives: what PoCL and a
   GPU compute may be contracted, so that a few turns differ. */
static int is_exact(void)
{
    return strncmp(amp_accelerator_default().device_path, "emu", 3) == 0;
}

TEST(turns_that_differ)
{
    static int got[MOST], want[MOST];
    EACH_SIZE {
        amp_array_view a, b;
        int differ = 0;
        n = sizes[k];
        fill(numbers, sizeof(numbers));
        for (i = 0; i < n; i++) {
            complex_number z = a_complex[i];
            int turns = 0;
            TURNED(z, half(), turns)
            want[i] = turns + 100 * (z.re < z.im);
        }
        a = amp_view(complex_number, a_complex, n);
        b = amp_view(int, got, n);
        CHECK_OK(parallel_for_each(TILES, turns_of, a, b));
        CHECK_OK(amp_synchronize(b));
        for (i = 0; i < n; i++) { differ += got[i] != want[i]; }
        CHECK_INT(differ, <=, is_exact() ? 0 : n / 50);
        amp_release(a);
        amp_release(b);
    }
}

static int is_near(const point *got, const point *want)
{
    int i, differ = 0;
    for (i = 0; i < n; i++) {
        differ += !(fabsf(got[i].x - want[i].x) < 0.02f);
    }
    return differ <= n / 50;
}

TEST(marches_along_rays)
{
    static point way[MOST], got[MOST], want[MOST];
    EACH_SIZE {
        amp_array_view a, b;
        n = sizes[k];
        fill(way, sizeof(way));
        for (i = 0; i < n; i++) {
            point p = point_of(0, 0, -3);
            float far = 0;
            int steps;
            way[i].z = 1;
            MARCHED(p, way[i], far, steps)
            want[i] = point_of(far, (float)steps, p.y);
        }
        a = amp_view(point, way, n);
        b = amp_view(point, got, n);
        CHECK_OK(parallel_for_each(TILES, marches, a, b));
        CHECK_OK(amp_synchronize(b));
        CHECK(is_exact() ? memcmp(got, want, (size_t)n * sizeof(point)) == 0 : is_near(got, want));
        amp_release(a);
        amp_release(b);
    }
}

TEST(structures_in_structures)
{
    ray *const got = (ray *)(void *)numbers, *const want = (ray *)(void *)wanted;
    EACH_SIZE {
        n = sizes[k];
        fill(numbers, sizeof(numbers));
        for (i = 0; i < n; i++) { want[i] = turned(turned(got[i], 0.5f), 0.25f); }
        COMPARE(ray, got, want, n, parallel_for_each(TILES, rays, b));
    }
}

TEST(members_of_less_than_4_bytes)
{
    static pixel from[MOST], got[MOST], want[MOST];
    static mixed sums[MOST], sums_want[MOST];
    EACH_SIZE {
        amp_array_view a;
        n = sizes[k];
        memset(sums, 0, sizeof(sums));
        memset(sums_want, 0, sizeof(sums_want));
        for (i = 0; i < n; i++) {
            from[i].r = (unsigned char)(i * 7);
            from[i].g = (unsigned char)(i * 5 + 1);
            from[i].b = (unsigned char)(i * 3 + 2);
            from[i].a = (unsigned char)(255 - i);
            got[i] = from[n - 1 - i];
            got[i].g = (unsigned char)i;
            want[i] = mixed_pixels(from[i], got[i]);
            sums[i].count = i % 9;
            sums[i].rest = (short)(i % 31);
        }
        a = amp_view(pixel, from, n);
        COMPARE(pixel, got, want, n, parallel_for_each(TILES, pixels, a, b));
        amp_release(a);
        for (i = 0; i < n; i++) {
            const mixed one = added(added(sums[i], i), -3);
            sums_want[i].count = one.count; /* and not what lies behind its last member */
            sums_want[i].value = one.value;
            sums_want[i].rest = one.rest;
        }
        {
            amp_array_view b = amp_view(mixed, sums, n);
            int differ = 0;
            CHECK_OK(parallel_for_each(TILES, mixtures, b));
            CHECK_OK(amp_synchronize(b));
            for (i = 0; i < n; i++) {
                differ += sums[i].count != sums_want[i].count
                    || memcmp(&sums[i].value, &sums_want[i].value, sizeof(float)) != 0
                    || sums[i].rest != sums_want[i].rest;
            }
            CHECK_INT(differ, ==, 0);
            amp_release(b);
        }
    }
}

TEST(the_best_of_a_tile)
{
    static int got[MOST], want[MOST];
    EACH_SIZE {
        amp_array_view a;
        const int tiles = (sizes[k] + TILE - 1) / TILE;
        n = sizes[k];
        fill(numbers, sizeof(numbers));
        for (i = 0; i < tiles; i++) {
            int l, best = i * TILE;
            for (l = 1; l < TILE && i * TILE + l < n; l++) {
                best = numbers[i * TILE + l] < numbers[best] ? i * TILE + l : best;
            }
            want[i] = best;
        }
        a = amp_view(float, numbers, n);
        COMPARE(int, got, want, tiles, parallel_for_each(TILES, best_of_tile, a, b));
        amp_release(a);
    }
}

TEST(helpers_that_return_early)
{
    static point got[MOST], want[MOST];
    EACH_SIZE {
        amp_array_view a;
        n = sizes[k];
        fill(numbers, sizeof(numbers));
        for (i = 0; i < n; i++) { want[i] = by_value(numbers[i]); }
        a = amp_view(float, numbers, n);
        COMPARE(point, got, want, n, parallel_for_each(TILES, colours, a, b));
        amp_release(a);
    }
}
