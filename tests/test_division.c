/* SPDX-License-Identifier: MIT */
/* run: group=optimised turn=compiler,1/2 */
/* Quotients and remainders of ints by one int for all threads, which vectors compute as doubles
   (amp__quotient, amp/vectors/lanes.h): every sign, the ends of int, numbers next to a multiple;
   and divisions that stay as they are. The reference is the host's. */
#define AMP_SHORT_NAMES
#include "amp.h"
#include "tap.h"

#include <limits.h>

AMP_DEVICE_BEGIN
#define TILE 64

AMP_TILED_KERNEL(divide_tiled, (TILE), in(int, 1, x), value(int, by), out(int, 2, y))
{
    const int g = tidx.global[0];
    at(y, 0, g) = at(x, g) / by;
    at(y, 1, g) = at(x, g) % by;
}

AMP_TILED_KERNEL(divide_unsigned, (TILE), in(unsigned, 1, x), value(unsigned, by), value(int, w),
                 out(unsigned, 2, y))
{
    const int g = tidx.global[0], l = tidx.local[0];
    const unsigned v = at(x, g);
    at(y, 0, g) = v / by + (v % 1000u + 3) / (by / 2u + 1u) * 7u % by;
    at(y, 1, g) = at(x, g) % by + (unsigned)(l - 40) / by + (v >> 3) % by + (unsigned)(l / w) % 3u
        + (unsigned)g % by + v / 7u / by / 2u;
}

AMP_KERNEL(divide_simple, 1, in(int, 1, x), value(int, by), out(int, 2, y))
{
    const int g = idx[0];
    const int q = at(x, g) / by, r = at(x, g) % by;
    at(y, 0, g) = q;
    at(y, 1, g) = r;
}

AMP_PHASED_KERNEL(divide_phased, (TILE), in(int, 1, x), value(int, by), out(int, 2, y))
{
    tile_static(int, t, TILE);
    phase {
        t[tidx.local[0]] = at(x, tidx.global[0]) / by;
    }
    phase {
        at(y, 0, tidx.global[0]) = t[tidx.local[0]];
        at(y, 1, tidx.global[0]) = at(x, tidx.global[0]) % by;
    }
}

/* Quotients of quotients, under conditions, of indices, by sizes of views and by sums; by what
   differs, of unsigned, of float, and by a number. */
AMP_TILED_KERNEL(divide_forms, (TILE), in(int, 1, x), in(float, 2, m), value(int, w), value(int, d),
                 value(unsigned, u), out(int, 1, y))
{
    tile_static(int, t, TILE);
    const int g = tidx.global[0], l = tidx.local[0];
    const int column = g % w, row = g / w % d, layer = g / w / d;
    int sum = column + 10 * row + 100 * layer;
    t[l] = (at(x, g) % 1000 + 3) / (w + d);
    tile_barrier_wait(tidx);
    if (d > 1 && l > 2) {
        sum += t[TILE - 1 - l] * 3 / m_shape.extent[1] - at(x, g) % w;
    }
    for (int k = 1; k < 4; k++) {
        sum += (l + k) / d + l / k + (l * k - 70) % (d + k);
    }
    sum += (int)((unsigned)l * 40503u / u % 7u) + (int)(at(m, 1, l % m_shape.extent[1]) / (float)w);
    sum += l / 3 + (g + 5) / (l + 1);
    sum = sum % 100003 < 0 ? -sum / w : sum;
    at(y, g) = sum;
}
AMP_DEVICE_END

enum { N = 40 * TILE, WIDE = 13 };

static int x[N], y[2][N];

/* Numbers all over int, and such next to a multiple of `by`, up to 1 away from it. */
static void fill(int by)
{
    static const int ends[] = { 0, 1, -1, 2, -2, INT_MAX, INT_MAX - 1, INT_MIN, INT_MIN + 1,
        1 << 30, -(1 << 30), 46341, -46341 };
    const int many = (int)(sizeof(ends) / sizeof(ends[0]));
    int i;
    for (i = 0; i < N; i++) {
        const unsigned any = (unsigned)i * 2654435761u ^ (unsigned)i << 7;
        const long long most = by == INT_MIN ? 0 : INT_MAX / (by < 0 ? -by : by);
        const long long near = ((long long)(any >> 1) % (2 * most + 1) - most) * by + i % 3 - 1;
        x[i] = i < many ? ends[i] : i % 2 != 0 ? (int)(any >> (any >> 27)) * (i % 4 < 2 ? 1 : -1)
            : near > INT_MAX || near < INT_MIN ? 0 : (int)near;
        if (by == -1 && x[i] == INT_MIN) { /* no int is that */
            x[i] = 7;
        }
        y[0][i] = y[1][i] = -1;
    }
}

static int wrong(int by)
{
    int i, bad = 0;
    for (i = 0; i < N; i++) {
        bad += y[0][i] != x[i] / by || y[1][i] != x[i] % by;
    }
    return bad;
}

static const int divisors[] = { 1, -1, 2, 3, -3, 7, 10, 255, 256, -256, 1017, 46341, 65536, -65537,
    99999989, 1 << 30, INT_MAX, INT_MAX - 1, -INT_MAX, INT_MIN };

#define EACH_DIVISOR(kernel, threads)                                                             \
    size_t k;                                                                                     \
    for (k = 0; k < sizeof(divisors) / sizeof(divisors[0]); k++) {                                \
        fill(divisors[k]);                                                                        \
        CHECK_OK(parallel_for_each(threads, kernel, amp_view(int, x, N), divisors[k],             \
                                   amp_view(int, y, 2, N)));                                      \
        CHECK_OK(amp_synchronize(amp_view(int, y, 2, N)));                                        \
        CHECK_INT(wrong(divisors[k]), ==, 0);                                                     \
    }

TEST(tiled) { EACH_DIVISOR(divide_tiled, amp_tile(amp_extent(N), TILE)) }
TEST(simple) { EACH_DIVISOR(divide_simple, amp_extent(N)) }
TEST(phased) { EACH_DIVISOR(divide_phased, amp_tile(amp_extent(N), TILE)) }

TEST(unsigned_numbers)
{
    static const unsigned by[] = { 1, 2, 3, 7, 1017, 65537, 1u << 31, 0x7fffffffu, 0x80000001u,
        0xfffffffeu, 0xffffffffu };
    static unsigned from[N], to[2][N];
    size_t k;
    int g, bad = 0;
    for (k = 0; k < sizeof(by) / sizeof(by[0]); k++) {
        const unsigned d = by[k];
        for (g = 0; g < N; g++) {
            const unsigned any = (unsigned)g * 2654435761u ^ (unsigned)g << 7;
            from[g] = g % 2 != 0 ? any >> (any >> 27) : g == 0 ? 0xffffffffu
                : any / d * d + (unsigned)(g % 3) - 1u;
        }
        CHECK_OK(parallel_for_each(amp_tile(amp_extent(N), TILE), divide_unsigned,
                                   amp_view(unsigned, from, N), d, 5,
                                   amp_view(unsigned, to, 2, N)));
        CHECK_OK(amp_synchronize(amp_view(unsigned, to, 2, N)));
        for (g = 0; g < N; g++) {
            const unsigned v = from[g], l = (unsigned)(g % TILE);
            bad += to[0][g] != v / d + (v % 1000u + 3) / (d / 2u + 1u) * 7u % d;
            bad += to[1][g] != v % d + (l - 40u) / d + (v >> 3) % d + l / 5 % 3u
                + (unsigned)g % d + v / 7u / d / 2u;
        }
    }
    CHECK_INT(bad, ==, 0);
}

static void forms(int w, int d, unsigned u)
{
    static float m[2][WIDE];
    static int t[N];
    int g, k, bad = 0;
    fill(w);
    for (k = 0; k < 2 * WIDE; k++) {
        m[k / WIDE][k % WIDE] = (float)(k * k) * 0.5f;
    }
    for (g = 0; g < N; g++) {
        t[g] = (x[g] % 1000 + 3) / (w + d);
    }
    CHECK_OK(parallel_for_each(amp_tile(amp_extent(N), TILE), divide_forms, amp_view(int, x, N),
                               amp_view(float, m, 2, WIDE), w, d, u, amp_view(int, y[0], N)));
    CHECK_OK(amp_synchronize(amp_view(int, y[0], N)));
    for (g = 0; g < N; g++) {
        const int l = g % TILE;
        int sum = g % w + 10 * (g / w % d) + 100 * (g / w / d);
        if (d > 1 && l > 2) {
            sum += t[g - l + TILE - 1 - l] * 3 / WIDE - x[g] % w;
        }
        for (k = 1; k < 4; k++) {
            sum += (l + k) / d + l / k + (l * k - 70) % (d + k);
        }
        sum += (int)((unsigned)l * 40503u / u % 7u) + (int)(m[1][l % WIDE] / (float)w);
        sum += l / 3 + (g + 5) / (l + 1);
        sum = sum % 100003 < 0 ? -sum / w : sum;
        bad += y[0][g] != sum;
    }
    CHECK_INT(bad, ==, 0);
}

TEST(all_forms)
{
    forms(7, 5, 3);
    forms(1, 1, 1);
    forms(1017, 2, 40503);
    forms(3, 300, 0xffffffffu);
}
