/* SPDX-License-Identifier: MIT */
/* run: group=optimised turn=compiler,1/2 */
/* Mathematics of a thread's place in its tile and of counters, of which vectors make tables
   (amp/vectors/place_tables.h), or do not: of values, of elements, of other loops. The reference is
   the same expressions on the host; a device has sines of its own, which are near. */
#include <math.h>

#define AMP_SHORT_NAMES
#include "amp.h"
#include "tap.h"

AMP_DEVICE_BEGIN
#define N 8
#define TURN 6.2831853f

static inline float weight(int k, int i, int count)
{
    return cosf(TURN * (float)(k * (2 * i + 1)) / (float)(4 * count));
}

/* Factors of each thread's numbers, by a helper with a loop that has them as an array. */
static inline void turned(float *a, int i, int count)
{
    for (int k = 1; k < 6; k++) {
        const float angle = TURN * (float)(k * i) / (float)count;
        a[k] = a[k] * cosf(angle) + a[0] * sinf(angle);
    }
}
AMP_TILED_KERNEL(own_array, (16), in(float, 1, x), out(float, 1, y))
{
    float a[6];
    for (int k = 0; k < 6; k++) {
        a[k] = at(x, tidx.global[0]) + (float)k;
    }
    turned(a, tidx.local[0], 16);
    turned(a, tidx.tile[0], 32);
    at_index(y, tidx.global) = a[1] + a[2] + a[3] + a[4] + a[5];
}

/* Two dimensions, as a cosine transform of blocks; a table for each. */
AMP_TILED_KERNEL(blocks, (N, N), in(float, 2, x), out(float, 2, y))
{
    tile_static(float, t, N, N);
    const int v = tidx.local[0], u = tidx.local[1];
    float sum = 0.0f;
    for (int k = 0; k < N; k++) {
        sum += at(x, N * tidx.tile[0] + v, N * tidx.tile[1] + k)
             * cosf(TURN * (float)(u * (2 * k + 1)) / (4.0f * N));
    }
    t[v][u] = sum;
    tile_barrier_wait(tidx);
    sum = 0.0f;
    for (int k = 0; k < N; k++) {
        sum += t[k][u] * weight(v, k, N);
    }
    for (int k = 0; k < 8; k += 3) {
        sum += t[k][u] * (float)cos((double)(k + v) * 0.25);
    }
    at_index(y, tidx.global) = sum;
}

/* A phase for each; under conditions; of two counters; a function of two numbers. */
AMP_PHASED_KERNEL(phases, (12), in(float, 1, x), out(float, 1, y))
{
    thread_private(float, kept);
    phase {
        const float near = (float)tidx.local[0] - 5.5f;
        mine(kept) = at(x, tidx.global[0]) * expf(-near * near / 18.0f);
    }
    phase {
        float sum = mine(kept);
        for (int j = 2; j < 4; j++) {
            for (int k = 1; k <= 3; k++) {
                if (at(x, tidx.global[0]) > 0.25f) {
                    sum += atan2f((float)(j + tidx.local[0]), (float)k);
                }
            }
        }
        at(y, tidx.global[0]) = sum;
    }
}

/* What the tables hold, as it is. */
AMP_TILED_KERNEL(factors, (16), out(float, 2, y))
{
    const int l = tidx.local[0];
    for (int k = 0; k < 8; k++) {
        at(y, k, tidx.global[0]) = sinf((float)(k * l + 1) * 0.37f);
    }
}

/* No tables: of a value, of the tile, of an element, of a loop that a value ends, of a counter that
   changes otherwise, of a loop with many turns, of no thread. */
AMP_TILED_KERNEL(none, (8), value(float, by), value(int, n), in(float, 1, x), out(float, 1, y))
{
    const float place = (float)tidx.local[0];
    float sum = sinf(place * by) + sinf(place + (float)tidx.tile[0]);
    sum += cosf(place * at(x, tidx.global[0]));
    for (int k = 0; k < n; k++) {
        sum += expf(-place * (float)k);
    }
    for (int k = 1; k < 8; k++) {
        k += k == 3;
        sum += logf(place + (float)k);
    }
    for (int k = 0; k < 40; k++) {
        sum += sinf(place + (float)k);
    }
    for (int k = 7; k > 2; k--) {
        sum += sinf(place - (float)k);
    }
    for (int k = 1; k < 3; k++) {
        sum += cosf((float)k);
    }
    at_index(y, tidx.global) = sum;
}
AMP_DEVICE_END

enum { TILES = 5, MOST = 64 * TILES };
static float x[MOST], y[MOST];

static void fill(void)
{
    int i;
    for (i = 0; i < MOST; i++) {
        x[i] = (float)(i * 37 % 101) * 0.0625f - 2.0f;
        y[i] = -1.0f;
    }
}

static void same(int i, double want)
{
    const double off = fabs((double)y[i] - want), most = 1e-4 * (1.0 + fabs(want));
    if (!(off <= most)) {
        FAIL("element %d is %g, not %g", i, (double)y[i], want);
    }
}

TEST(factors_of_an_array_of_the_threads_own)
{
    const amp_array_view from = amp_view(const float, x, 16 * TILES);
    const amp_array_view to = amp_view(float, y, 16 * TILES);
    int i, k;
    fill();
    CHECK_OK(parallel_for_each(amp_tile(amp_extent(16 * TILES), 16), own_array, from, to));
    CHECK_OK(amp_synchronize(to));
    for (i = 0; i < 16 * TILES; i++) {
        double a[6], want = 0;
        for (k = 0; k < 6; k++) {
            a[k] = (double)x[i] + k;
        }
        for (k = 1; k < 6; k++) {
            const double angle = 6.2831853 * k * (i % 16) / 16;
            a[k] = a[k] * cos(angle) + a[0] * sin(angle);
        }
        for (k = 1; k < 6; k++) {
            const double angle = 6.2831853 * k * (i / 16) / 32;
            want += a[k] * cos(angle) + a[0] * sin(angle);
        }
        same(i, want);
    }
    CHECK_OK(amp_release(from));
    CHECK_OK(amp_release(to));
}

TEST(the_bits_are_those_of_the_c_library)
{
    static float got[8][48];
    const amp_array_view to = amp_view(float, got, 8, 48);
    const int emulated = strncmp(amp_accelerator_default().device_path, "emu", 3) == 0;
    int i, k;
    CHECK_OK(parallel_for_each(amp_tile(amp_extent(48), 16), factors, to));
    CHECK_OK(amp_synchronize(to));
    for (k = 0; k < 8; k++) {
        for (i = 0; i < 48; i++) {
            const float want = sinf((float)(k * (i % 16) + 1) * 0.37f);
            const double off = fabs((double)got[k][i] - (double)want);
            if (emulated ? memcmp(&got[k][i], &want, sizeof(want)) != 0 : !(off < 1e-5)) {
                FAIL("%d, %d: %a, not %a", k, i, (double)got[k][i], (double)want);
            }
        }
    }
    CHECK_OK(amp_release(to));
}

TEST(a_cosine_transform_of_blocks)
{
    const amp_array_view from = amp_view(const float, x, N, N * TILES);
    const amp_array_view to = amp_view(float, y, N, N * TILES);
    int i, j, k, b;
    SKIP_WITHOUT_DOUBLE();
    fill();
    CHECK_OK(parallel_for_each(amp_tile(amp_extent(N, N * TILES), N, N), blocks, from, to));
    CHECK_OK(amp_synchronize(to));
    for (b = 0; b < TILES; b++) {
        double t[N][N];
        for (i = 0; i < N; i++) {
            for (j = 0; j < N; j++) {
                t[i][j] = 0;
                for (k = 0; k < N; k++) {
                    t[i][j] += (double)x[i * N * TILES + b * N + k]
                             * cos(6.2831853 * j * (2 * k + 1) / 32);
                }
            }
        }
        for (i = 0; i < N; i++) {
            for (j = 0; j < N; j++) {
                double want = 0;
                for (k = 0; k < N; k++) {
                    want += t[k][j] * cos(6.2831853 * i * (2 * k + 1) / 32);
                    want += k % 3 == 0 ? t[k][j] * cos((k + i) * 0.25) : 0;
                }
                same(i * N * TILES + b * N + j, want);
            }
        }
    }
    CHECK_OK(amp_release(from));
    CHECK_OK(amp_release(to));
}

TEST(phases_with_two_counters)
{
    const amp_array_view from = amp_view(const float, x, 12 * TILES);
    const amp_array_view to = amp_view(float, y, 12 * TILES);
    int i, j, k;
    fill();
    CHECK_OK(parallel_for_each(amp_tile(amp_extent(12 * TILES), 12), phases, from, to));
    CHECK_OK(amp_synchronize(to));
    for (i = 0; i < 12 * TILES; i++) {
        const double near = i % 12 - 5.5;
        double want = (double)x[i] * exp(-near * near / 18);
        for (j = 2; j < 4 && x[i] > 0.25f; j++) {
            for (k = 1; k <= 3; k++) {
                want += atan2(j + i % 12, k);
            }
        }
        same(i, want);
    }
    CHECK_OK(amp_release(from));
    CHECK_OK(amp_release(to));
}

TEST(what_makes_no_table)
{
    const amp_array_view from = amp_view(const float, x, 8 * TILES);
    const amp_array_view to = amp_view(float, y, 8 * TILES);
    int i, k, n;
    for (n = 0; n < 6; n += 5) {
        const float by = 0.5f + (float)n;
        fill();
        CHECK_OK(amp_refresh(from));
        CHECK_OK(parallel_for_each(amp_tile(amp_extent(8 * TILES), 8), none, by, n, from, to));
        CHECK_OK(amp_synchronize(to));
        for (i = 0; i < 8 * TILES; i++) {
            const double place = i % 8;
            double want = sin(place * (double)by) + sin(place + i / 8) + cos(place * (double)x[i]);
            for (k = 0; k < n; k++) {
                want += exp(-place * k);
            }
            for (k = 1; k < 8; k++) {
                k += k == 3;
                want += log(place + k);
            }
            for (k = 0; k < 40; k++) {
                want += sin(place + k);
            }
            for (k = 7; k > 2; k--) {
                want += sin(place - k);
            }
            same(i, want + cos(1) + cos(2));
        }
    }
    CHECK_OK(amp_release(from));
    CHECK_OK(amp_release(to));
}
