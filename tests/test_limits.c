/* SPDX-License-Identifier: MIT */
/* run: dropin plain */
/* Limits that were raised before the include: parameters, threads and memory of a tile; what an
   accelerator says of them; and that AMP_LIMITS=d3d11 refuses them. */
#define AMP_SHORT_NAMES
#define AMP_MAX_PARAMETERS 32
#define AMP_MAX_TILE_THREADS 2048
#define AMP_MAX_TILE_STATIC 98304
#include "amp.h"
#include "tap.h"

int setenv(const char *, const char *, int); /* hidden by -std=c99 */

AMP_DEVICE_BEGIN
AMP_KERNEL(set_to_1, 1, out(int, 1, x)) { amp_at(x, idx[0]) = 1; }
AMP_KERNEL(seventeen, 1, value(int, a), value(int, b), value(int, c), value(int, d), value(int, e),
           value(int, f), value(int, g), value(int, h), value(int, i), value(int, j),
           value(int, k), value(int, l), value(int, m), value(int, n), value(int, o),
           value(int, p), inout(int, 1, v))
{
    at(v, idx[0]) += a + 2 * b + 3 * c + 4 * d + 5 * e + 6 * f + 7 * g + 8 * h + 9 * i + 10 * j
        + 11 * k + 12 * l + 13 * m + 14 * n + 15 * o + 16 * p;
}
#define FOUR(x) in(int, 1, x##0), in(int, 1, x##1), in(int, 1, x##2), in(int, 1, x##3)
#define SUM(x, i) (at(x##0, i) + 2 * at(x##1, i) + 3 * at(x##2, i) + 4 * at(x##3, i))
AMP_TILED_KERNEL(thirty_two, (8), FOUR(a), FOUR(b), FOUR(c), FOUR(d), FOUR(e), FOUR(f), FOUR(g),
                 in(int, 1, h0), value(float, h1), in(float, 2, h2), out(float, 1, sum))
{
    const int x = tidx.global[0];
    at(sum, x) = (float)(SUM(a, x) + 10 * SUM(b, x) + 20 * SUM(c, x) + 30 * SUM(d, x)
                         + 40 * SUM(e, x) + 50 * SUM(f, x) + 60 * SUM(g, x) + at(h0, x))
        + h1 * at(h2, 1, x);
}

AMP_TILED_KERNEL(tiled_2048, (32, 64), in(int, 2, v), out(int, 2, w))
{
    tile_static(int, t, 32, 64);
    t[tidx.local[0]][tidx.local[1]] = at_index(v, tidx.global);
    tile_barrier_wait(tidx);
    at_index(w, tidx.global) = t[31 - tidx.local[0]][63 - tidx.local[1]];
}
AMP_PHASED_KERNEL(phased_2048, (2048), in(int, 1, v), out(int, 1, w))
{
    tile_static(int, t, 2048);
    thread_private(int, l);
    phase {
        mine(l) = 2047 - tidx.local[0];
        t[tidx.local[0]] = at(v, tidx.global[0]);
    }
    phase { at(w, tidx.global[0]) = t[mine(l)]; }
}
AMP_TILED_KERNEL(deep, (128, 2, 4), out(int, 3, w)) { at_index(w, tidx.global) = tidx.local[0]; }
AMP_TILED_KERNEL(too_many, (4096), out(int, 1, w)) { at(w, tidx.global[0]) = 1; }

/* 96 KB: a block of 64 x 64 doubles is 32 KB. */
#define BLOCKS()                                                              \
    tile_static(double, p, 64, 64);                                           \
    tile_static(double, q, 64, 64);                                           \
    tile_static(int, r, 2, 64, 64);
#define N 64
AMP_TILED_KERNEL(tiled_blocks, (4, 64), out(double, 2, w))
{
    BLOCKS()
    const int l = tidx.local[0], c = tidx.local[1];
    for (int y = l; y < N; y += 4) {
        p[y][c] = y + c;
        q[y][c] = y * 2;
        r[0][y][c] = c;
        r[1][y][c] = -y;
    }
    tile_barrier_wait(tidx);
    for (int y = l; y < N; y += 4) {
        at(w, tidx.tile[0] * N + y, tidx.tile[1] * N + c)
            = p[c][63 - y] + q[y][63 - c] + r[0][c][y] + r[1][y][c];
    }
}
AMP_PHASED_KERNEL(phased_blocks, (4, 64), out(double, 2, w))
{
    BLOCKS()
    phase {
        const int c = tidx.local[1];
        for (int y = tidx.local[0]; y < N; y += 4) {
            p[y][c] = y + c;
            q[y][c] = y * 2;
            r[0][y][c] = c;
            r[1][y][c] = -y;
        }
    }
    phase {
        const int c = tidx.local[1];
        for (int y = tidx.local[0]; y < N; y += 4) {
            at(w, tidx.tile[0] * N + y, tidx.tile[1] * N + c)
                = p[c][63 - y] + q[y][63 - c] + r[0][c][y] + r[1][y][c];
        }
    }
}
AMP_TILED_KERNEL(large_array, (64), out(int, 1, w))
{
    tile_static(int, t, 64, 384); /* all of 98304 bytes as one array */
    for (int k = 0; k < 384; k++) {
        t[tidx.local[0]][k] = k;
    }
    tile_barrier_wait(tidx);
    int sum = 0;
    for (int k = 0; k < 384; k++) {
        sum += t[63 - tidx.local[0]][k];
    }
    at(w, tidx.global[0]) = sum;
}
AMP_PHASED_KERNEL(large_phased, (64), out(int, 1, w))
{
    tile_static(int, t, 64, 384);
    phase {
        for (int k = 0; k < 384; k++) {
            t[tidx.local[0]][k] = k;
        }
    }
    phase {
        int sum = 0;
        for (int k = 0; k < 384; k++) {
            sum += t[63 - tidx.local[0]][k];
        }
        at(w, tidx.global[0]) = sum;
    }
}
AMP_TILED_KERNEL(too_large, (2), inout(int, 1, w))
{
    tile_static(char, t, 98304);
    tile_static(int, more, 64);
    t[at(w, tidx.global[0])] = 1;
    more[at(w, tidx.global[0])] = tidx.local[0];
    tile_barrier_wait(tidx);
    at(w, tidx.global[0]) = t[at(w, 1 - tidx.global[0])] + more[at(w, 1 - tidx.global[0])];
}
AMP_DEVICE_END

/* Skips where the default accelerator has no such tile. */
static void tile_fits(size_t threads, size_t bytes)
{
    const amp_accelerator a = amp_accelerator_default();
    if (a.max_tile_threads < threads || a.max_tile_static < bytes) {
        SKIP("%s has tiles of %lu threads and %lu bytes", a.description,
             (unsigned long)a.max_tile_threads, (unsigned long)a.max_tile_static);
    }
}

/* Sentences of views are kept, 256 KB of different ones: behind that a view has the short text. */
TEST(sentences_of_views_are_kept_up_to_a_limit)
{
    static int x[4];
    const amp_array_view v = amp_view(int, x, 4);
    const char *first = NULL;
    char number[32];
    int i, kept = 0;
    for (i = 0; i < 9000; i++) {
        const amp_array_view bad = amp_section(v, amp_index(1000000 + i), amp_extent(1));
        (void)snprintf(number, sizeof(number), "from %d,", 1000000 + i);
        first = first != NULL ? first : bad.why;
        CHECK_STATUS(bad.status, AMP_INVALID_ARGUMENT);
        if (strstr(bad.why, number) != NULL) {
            kept++;
        } else {
            CHECK_STR(bad.why, amp_status_string(AMP_INVALID_ARGUMENT));
        }
    }
    CHECK_INT(kept, >, 2000);
    CHECK_INT(kept, <, 9000);
    CHECK_CONTAINS(first, "from 1000000,");
    CHECK_OK(amp_parallel_for_each(amp_extent(4), set_to_1, v));
    CHECK_OK(amp_synchronize(v));
    CHECK_INT(x[3], ==, 1);
}

TEST(seventeen_parameters)
{
    int v[3] = { 1, 2, 3 };
    CHECK_OK(parallel_for_each(amp_extent(3), seventeen, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
                               1, 2, amp_view(int, v, 3)));
    CHECK_OK(amp_synchronize(amp_view(int, v, 3)));
    CHECK_INT(v[0], ==, 137 + 16);
    CHECK_INT(v[2], ==, 139 + 16);
}

TEST(thirty_two_parameters)
{
    static int x[29][8];
    static float h[2][8], sum[8];
    int i, k;
    amp_array_view v[29];
    for (k = 0; k < 29; k++) {
        for (i = 0; i < 8; i++) {
            x[k][i] = k * 3 + i;
        }
        v[k] = amp_view(int, x[k], 8);
    }
    for (i = 0; i < 8; i++) {
        h[1][i] = (float)i;
    }
    CHECK_OK(parallel_for_each(amp_tile(amp_extent(8), 8), thirty_two, v[0], v[1], v[2], v[3],
                               v[4], v[5], v[6], v[7], v[8], v[9], v[10], v[11], v[12], v[13],
                               v[14], v[15], v[16], v[17], v[18], v[19], v[20], v[21], v[22],
                               v[23], v[24], v[25], v[26], v[27], v[28], 2.0f,
                               amp_view(float, h, 2, 8), amp_view(float, sum, 8)));
    CHECK_OK(amp_synchronize(amp_view(float, sum, 8)));
    for (i = 0; i < 8; i++) {
        int want = x[28][i] + 2 * i;
        for (k = 0; k < 28; k++) {
            want += (k < 4 ? 1 : k / 4 * 10) * (k % 4 + 1) * x[k][i];
        }
        CHECK_FLOAT(sum[i], ==, want);
    }
}

TEST(tiles_of_2048_threads)
{
    static int v[4096], w[4096];
    const amp_array_view a = amp_view(int, v, 4096), b = amp_view(int, w, 4096);
    int i;
    tile_fits(2048, 16384);
    if (tap_on_engine("threads")) {
        SKIP("2048 OS threads");
    }
    for (i = 0; i < 4096; i++) {
        v[i] = i * 7;
    }
    CHECK_OK(amp_refresh(a));
    CHECK_OK(parallel_for_each(amp_tile(amp_extent(4096), 2048), phased_2048, a, b));
    CHECK_OK(amp_synchronize(b));
    for (i = 0; i < 4096; i++) {
        CHECK_INT(w[i], ==, (i / 2048 * 2048 + 2047 - i % 2048) * 7);
    }
    CHECK_OK(parallel_for_each(amp_tile(amp_extent(64, 64), 32, 64), tiled_2048,
                               amp_view_as(a, amp_extent(64, 64)),
                               amp_view_as(b, amp_extent(64, 64))));
    CHECK_OK(amp_synchronize(b));
    for (i = 0; i < 4096; i++) {
        CHECK_INT(w[i], ==, (i / 2048 * 2048 + 2047 - i % 2048) * 7);
    }
}

TEST(a_tile_of_rank_3_may_be_deep)
{
    static int w[256][2][4];
    tile_fits(1024, 0);
    if (!amp_accelerator_default().is_emulated) {
        SKIP("a GPU has its own limit there");
    }
    if (tap_on_engine("threads")) {
        SKIP("1024 OS threads");
    }
    CHECK_OK(parallel_for_each(amp_tile(amp_extent(256, 2, 4), 128, 2, 4), deep,
                               amp_view(int, w, 256, 2, 4)));
    CHECK_OK(amp_synchronize(amp_view(int, w, 256, 2, 4)));
    CHECK_INT(w[127][1][3], ==, 127);
    CHECK_INT(w[255][0][0], ==, 127);
}

TEST(blocks_of_64_by_64)
{
    static double w[64][64];
    const amp_array_view v = amp_view(double, w, 64, 64);
    int k, y, c;
    tile_fits(256, 98304);
    for (k = 0; k < 2; k++) {
        memset(w, 0, sizeof(w));
        CHECK_OK(amp_refresh(v));
        CHECK_OK(k == 0
                 ? parallel_for_each(amp_tile(amp_extent(4, 64), 4, 64), phased_blocks, v)
                 : parallel_for_each(amp_tile(amp_extent(4, 64), 4, 64), tiled_blocks, v));
        CHECK_OK(amp_synchronize(v));
        for (y = 0; y < 64; y++) {
            for (c = 0; c < 64; c++) {
                CHECK_FLOAT(w[y][c], ==, c + 63 - y + 2 * y + y - y);
            }
        }
    }
}

TEST(one_array_of_98304_bytes)
{
    int w[64], k, i;
    const amp_array_view v = amp_view(int, w, 64);
    tile_fits(64, 98304);
    for (k = 0; k < 2; k++) {
        memset(w, 0, sizeof(w));
        CHECK_OK(amp_refresh(v));
        CHECK_OK(k == 0 ? parallel_for_each(amp_tile(amp_extent(64), 64), large_array, v)
                        : parallel_for_each(amp_tile(amp_extent(64), 64), large_phased, v));
        CHECK_OK(amp_synchronize(v));
        for (i = 0; i < 64; i++) {
            CHECK_INT(w[i], ==, 383 * 384 / 2);
        }
    }
}

TEST(beyond_the_raised_limits)
{
    int w[4] = { 0, 0, 0, 0 };
    CHECK_STATUS(parallel_for_each(amp_tile(amp_extent(4096), 4096), too_many,
                                   amp_view(int, w, 4)), AMP_INVALID_COMPUTE_DOMAIN);
    CHECK_CONTAINS(amp_last_error(), "2048");
    tile_fits(2, 98304);
    CHECK_STATUS(parallel_for_each(amp_tile(amp_extent(2), 2), too_large, amp_view(int, w, 4)),
                 AMP_OUT_OF_MEMORY);
    CHECK_CONTAINS(amp_last_error(), "98304");
}

TEST(direct3d_11_refuses_what_was_raised)
{
    static int w[4096];
    static double d[64][64];
    const amp_array_view a = amp_view(int, w, 4096);
    int k;
    (void)setenv("AMP_LIMITS", "d3d11", 1);
    CHECK_STATUS(parallel_for_each(amp_tile(amp_extent(4096), 2048), phased_2048, a, a),
                 AMP_INVALID_COMPUTE_DOMAIN);
    CHECK_CONTAINS(amp_last_error(), "1024");
    CHECK_CONTAINS(amp_last_error(), "AMP_LIMITS");
    CHECK_STATUS(parallel_for_each(amp_tile(amp_extent(128, 2, 4), 128, 2, 4), deep,
                                   amp_view(int, w, 128, 2, 4)), AMP_INVALID_COMPUTE_DOMAIN);
    CHECK_CONTAINS(amp_last_error(), "64");
    tile_fits(256, 98304);
    for (k = 0; k < 2; k++) {
        const amp_array_view v = amp_view(double, d, 64, 64);
        CHECK_STATUS(k == 0
                     ? parallel_for_each(amp_tile(amp_extent(4, 64), 4, 64), phased_blocks, v)
                     : parallel_for_each(amp_tile(amp_extent(4, 64), 4, 64), tiled_blocks, v),
                     AMP_OUT_OF_MEMORY);
        CHECK_CONTAINS(amp_last_error(), "32768");
    }
}

TEST(what_an_accelerator_allows)
{
    int i;
    CHECK_UINT(amp_accelerator_find("emu").max_tile_threads, ==, 16384);
    CHECK_UINT(amp_accelerator_find("emu:separate").max_tile_static, ==, 1048576);
    CHECK_UINT(amp_accelerator_find("cpu").max_tile_threads, ==, 0);
    for (i = 0; i < amp_accelerator_count(); i++) {
        const amp_accelerator a = amp_accelerator_get(i);
        CHECK(a.max_tile_threads >= 1 || strcmp(a.device_path, "cpu") == 0);
        CHECK(a.max_tile_static >= 1 || strcmp(a.device_path, "cpu") == 0);
    }
}
