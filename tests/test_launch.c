/* SPDX-License-Identifier: MIT */
/* run: quick */
/* Launches that must be refused, each with its sentence, in the order of the
   checks; and that a refused launch touches nothing. */
/* Macros that a program from elsewhere brings: amp.h leaves them alone. */
#define get_global_id(d) idx[d]
#define threadIdx tidx.local
#define __global__
#define CLK_LOCAL_MEM_FENCE 1
#define AMP_SHORT_NAMES
#include <limits.h>
#include "amp.h"
#include "tap.h"

AMP_DEVICE_BEGIN
typedef struct pair { int a, b; } pair;
typedef struct other { int a, b; } other;

AMP_KERNEL(nothing1, 1) { (void)idx; }
AMP_KERNEL(nothing2, 2) { (void)idx; }
AMP_KERNEL(nothing3, 3) { (void)idx; }
AMP_TILED_KERNEL(tiled1, (4)) { (void)tidx; }
AMP_TILED_KERNEL(tiled2, (16, 16), inout(int, 2, v)) { at_index(v, tidx.global) += 1; }
AMP_TILED_KERNEL(tiled3, (2, 2, 2)) { (void)tidx; }
AMP_TILED_KERNEL(tiled_one, (1), inout(int, 1, count))
{
    (void)amp_atomic_fetch_add(&at(count, 0), 1);
}
AMP_PHASED_KERNEL(phased_256, (256), out(unsigned char, 1, v))
{
    tile_static(unsigned char, t, 256);
    phase { t[tidx.local[0]] = (unsigned char)(tidx.tile[0] * 7 + tidx.local[0]); }
    phase { at(v, tidx.global[0]) = t[255 - tidx.local[0]]; }
}
AMP_TILED_KERNEL(tiled_256, (256), out(unsigned char, 1, v))
{
    tile_static(unsigned char, t, 256);
    t[tidx.local[0]] = (unsigned char)(tidx.tile[0] * 7 + tidx.local[0]);
    tile_barrier_wait(tidx);
    at(v, tidx.global[0]) = t[255 - tidx.local[0]];
}
/* seen: the tiles; those whose indices fit each other; the last thread of all. */
AMP_PHASED_KERNEL(far1, (1024), inout(int, 1, seen), value(int, last))
{
    phase_first(1) {
        (void)amp_atomic_fetch_add(&at(seen, 0), 1);
        (void)amp_atomic_fetch_add(&at(seen, 1), tidx.global[0] == tidx.tile[0] * 1024
                                   && tidx.tile_origin[0] == tidx.global[0]);
        if (tidx.global[0] + 1023 == last) {
            (void)amp_atomic_fetch_add(&at(seen, 2), 1);
        }
    }
}
AMP_PHASED_KERNEL(far2, (1, 1024), inout(int, 1, seen), value(int, row), value(int, column))
{
    phase_first(1) {
        (void)amp_atomic_fetch_add(&at(seen, 0), 1);
        (void)amp_atomic_fetch_add(&at(seen, 1), tidx.global[1] == tidx.tile[1] * 1024
                                   && tidx.tile_origin[0] == tidx.tile[0]);
        if (tidx.global[0] == row && tidx.global[1] + 1023 == column) {
            (void)amp_atomic_fetch_add(&at(seen, 2), 1);
        }
    }
}
AMP_KERNEL(far_simple, 2, inout(int, 1, seen), value(int, row), value(int, column))
{
    if (idx[1] == column) {
        (void)amp_atomic_fetch_add(&at(seen, idx[0] == row ? 0 : 1), 1);
    }
}
AMP_TILED_KERNEL(tiled_most, (1024), inout(int, 1, v)) { at(v, tidx.global[0]) += 1; }
AMP_TILED_KERNEL(tiled_64, (64, 1, 1), inout(int, 3, v)) { at_index(v, tidx.global) += 1; }
AMP_TILED_KERNEL(tiled_65, (65, 1, 1)) { (void)tidx; }
AMP_TILED_KERNEL(tiled_1025, (1025)) { (void)tidx; }
AMP_TILED_KERNEL(tiled_25_41, (25, 41)) { (void)tidx; }
AMP_PHASED_KERNEL(phased2, (16, 16), inout(int, 2, v)) { phase { at_index(v, tidx.global) += 1; } }
AMP_KERNEL(reads, 1, in(float, 1, source), inout(float, 1, target))
{
    at(target, idx[0]) += at(source, idx[0]);
}
AMP_KERNEL(writes, 1, out(float, 1, target)) { at(target, idx[0]) = 1; }
AMP_KERNEL(pairs, 1, inout(pair, 1, p)) { at(p, idx[0]).a += 1; }
AMP_KERNEL(ints, 1, inout(int, 1, v)) { at(v, idx[0]) += 1; }
AMP_KERNEL(unsigneds, 1, inout(unsigned, 1, v)) { at(v, idx[0]) += 1; }
AMP_KERNEL(sixteen, 1, value(int, p0), in(int, 1, p1), value(char, p2), value(double, p3),
           in(int, 2, p4), value(pair, p5), value(short, p6), value(float, p7),
           value(long long, p8), inout(int, 1, p9), value(unsigned, p10), in(pair, 1, p11),
           value(int, p12), value(int, p13), value(unsigned char, p14), out(double, 1, p15))
{
    const int i = idx[0];
    at(p15, i) = p0 + at(p1, i) + p2 + p3 + at(p4, i, 1) + p5.a + p5.b + p6 + (double)p7
        + (double)p8 + at(p9, i) + p10 + at(p11, i).b + p12 * 10 + p13 * 100 + p14 * 1000;
    at(p9, i) = -1;
}
AMP_DEVICE_END

static int cells[4096];
static float f[64], g[64];

/* The launch returned want, its sentence holds the parts, no cell was touched. */
static void refused_(int line, amp_status got, amp_status want, const char *a, const char *b)
{
    int i;
    if (got != want) {
        FAIL("line %d: status %d (%s) instead of %d; last error '%s'", line, (int)got,
             amp_status_string(got), (int)want, amp_last_error());
    }
    if (strstr(amp_last_error(), a) == NULL || strstr(amp_last_error(), b) == NULL) {
        FAIL("line %d: '%s' does not hold '%s' and '%s'", line, amp_last_error(), a, b);
    }
    for (i = 0; i < 4096; i++) {
        if (cells[i] != 0) {
            FAIL("line %d: cell %d was touched by a refused launch", line, i);
        }
    }
}
#define REFUSED(call, want, a, b) refused_(__LINE__, call, want, a, b)
#define DOMAIN AMP_INVALID_COMPUTE_DOMAIN

TEST(a_dimension_that_is_not_positive)
{
    REFUSED(parallel_for_each(amp_extent(0), nothing1), DOMAIN, "nothing1", "dimension 0");
    REFUSED(parallel_for_each(amp_extent(-1), nothing1), DOMAIN, "-1", "dimension 0");
    REFUSED(parallel_for_each(amp_extent(5, 0), nothing2), DOMAIN, "dimension 1", "0");
    REFUSED(parallel_for_each(amp_extent(5, 5, -7), nothing3), DOMAIN, "dimension 2", "-7");
    /* the first bad one is named */
    REFUSED(parallel_for_each(amp_extent(5, -3, -7), nothing3), DOMAIN, "dimension 1", "-3");
    REFUSED(parallel_for_each(amp_extent(4294967297LL), nothing1), DOMAIN, "dimension 0", "");
    REFUSED(parallel_for_each(amp_tile(amp_extent(0, 16), 16, 16), tiled2,
                              amp_view(int, cells, 64, 64)), DOMAIN, "tiled2", "dimension 0");
    REFUSED(parallel_for_each(amp_tile(amp_extent(16, -16), 16, 16), phased2,
                              amp_view(int, cells, 64, 64)), DOMAIN, "phased2", "dimension 1");
    REFUSED(parallel_for_each(amp_truncate(amp_tile(amp_extent(15, 16), 16, 16)), tiled2,
                              amp_view(int, cells, 64, 64)), DOMAIN, "dimension 0", "0");
}

TEST(impossible_arithmetic_is_refused)
{
    REFUSED(parallel_for_each(amp_extent_div_int(amp_extent(5), 0), nothing1), DOMAIN,
            "nothing1", "rank 0");
}

TEST(an_extent_of_another_rank)
{
    REFUSED(parallel_for_each(amp_extent(5), nothing2), DOMAIN, "rank 2", "rank 1");
    REFUSED(parallel_for_each(amp_extent(5, 5, 5), nothing2), DOMAIN, "rank 2", "rank 3");
    REFUSED(parallel_for_each(amp_tile(amp_extent(16), 16), tiled2,
                              amp_view(int, cells, 64, 64)), DOMAIN, "rank 2", "rank 1");
}

TEST(more_threads_than_4294967295)
{
    REFUSED(parallel_for_each(amp_extent(65536, 65536), nothing2), DOMAIN, "4294967295", "65536");
    /* 2^64 + 80: a product of 64 bits would wrap to 80 threads */
    REFUSED(parallel_for_each(amp_extent(9110917, 3627949, 558080), nothing3), DOMAIN,
            "4294967295", "(9110917, 3627949, 558080)");
    REFUSED(parallel_for_each(amp_extent(INT_MAX, INT_MAX, INT_MAX), nothing3), DOMAIN,
            "4294967295", "2147483647");
    REFUSED(parallel_for_each(amp_tile(amp_extent(131072, 131072, 2), 2, 2, 2), tiled3),
            DOMAIN, "4294967295", "131072");
}

TEST(an_extent_that_the_tile_does_not_divide)
{
    const amp_array_view v = amp_view(int, cells, 64, 64);
    REFUSED(parallel_for_each(amp_tile(amp_extent(999, 666), 16, 16), tiled2, v), DOMAIN,
            "(999, 666)", "(16, 16)");
    REFUSED(parallel_for_each(amp_tile(amp_extent(999, 666), 16, 16), phased2, v), DOMAIN,
            "dimension 0", "amp_pad");
    REFUSED(parallel_for_each(amp_tile(amp_extent(992, 666), 16, 16), tiled2, v), DOMAIN,
            "dimension 1", "amp_truncate");
    REFUSED(parallel_for_each(amp_tile(amp_extent(2, 2, 3), 2, 2, 2), tiled3), DOMAIN,
            "dimension 2", "tiled3");
}

int setenv(const char *, const char *, int); /* hidden by -std=c99 */

/* Whether AMP_ENGINE leaves kernels without tiled ones to loops, and they are optimised. */
static int as_loops(void)
{
#ifdef __OPTIMIZE__
    const char *e = getenv("AMP_ENGINE");
    return e == NULL || e[0] == '\0' || strcmp(e, "loops") == 0 || strcmp(e, "vectors") == 0;
#else
    return 0;
#endif
}

/* Whether the default device interprets each instruction. */
static int interpreted(void)
{
    return strstr(amp_accelerator_default().description, "Oclgrind") != NULL;
}

/* 65535 tiles a dimension was Direct3D 11's limit. */
TEST(more_tiles_than_65535_in_a_dimension)
{
    int count = 0;
    if (interpreted()) {
        SKIP("as many threads take minutes on oclgrind");
    }
    CHECK_OK(parallel_for_each(amp_tile(amp_extent(70000), 1), tiled_one,
                               amp_view(int, &count, 1)));
    CHECK_OK(amp_synchronize(amp_view(int, &count, 1)));
    CHECK_INT(count, ==, 70000);
    if (!tap_on_engine("threads")) {
        CHECK_OK(parallel_for_each(amp_tile(amp_extent(2, 131074, 2), 2, 2, 2), tiled3));
    }
}

/* 65536 tiles where no engine is asked for: loops for the one kernel, fibers for the other. */
TEST(all_of_16777216_in_tiles_of_256)
{
    const int n = tap_on_engine("threads") ? 1 << 12
                : tap_on_engine("loops") || tap_on_engine("fibers") ? 1 << 20 : 1 << 24;
    unsigned char *v = malloc((size_t)n);
    int i, k;
    if (interpreted()) {
        SKIP("as many threads take minutes on oclgrind");
    }
    CHECK(v != NULL);
    for (k = 0; k < 2; k++) {
        const amp_array_view w = amp_view(unsigned char, v, n);
        memset(v, 0, (size_t)n);
        CHECK_OK(amp_refresh(w));
        CHECK_OK(k == 0
                 ? parallel_for_each(amp_tile(amp_extent(n), 256), phased_256, w)
                 : parallel_for_each(amp_tile(amp_extent(n), 256), tiled_256, w));
        CHECK_OK(amp_synchronize(w));
        for (i = 0; i < n; i++) {
            if (v[i] != (unsigned char)(i / 256 * 7 + 255 - i % 256)) {
                FAIL("element %d is %d", i, v[i]);
            }
        }
        CHECK_OK(amp_release(w));
    }
    free(v);
}

TEST(indices_up_to_2147483646)
{
    int seen[3] = { 0, 0, 0 };
    const amp_array_view w = amp_view(int, seen, 3);
    const int most = INT_MAX / 1024 * 1024;
    if (!as_loops() || interpreted()) {
        SKIP("each thread by itself takes too long");
    }
    CHECK_OK(parallel_for_each(amp_tile(amp_extent(most), 1024), far1, w, most - 1));
    CHECK_OK(amp_synchronize(w));
    CHECK_INT(seen[0], ==, most / 1024);
    CHECK_INT(seen[1], ==, most / 1024);
    CHECK_INT(seen[2], ==, 1);
}

TEST(more_threads_than_2147483648)
{
    int seen[3] = { 0, 0, 0 };
    const amp_array_view w = amp_view(int, seen, 3);
    if (!as_loops() || interpreted()) {
        SKIP("each thread by itself takes too long");
    }
    CHECK_OK(parallel_for_each(amp_tile(amp_extent(2049, 1 << 20), 1, 1024), far2, w, 2048,
                               (1 << 20) - 1));
    CHECK_OK(amp_synchronize(w));
    CHECK_INT(seen[0], ==, 2049 * 1024);
    CHECK_INT(seen[1], ==, 2049 * 1024);
    CHECK_INT(seen[2], ==, 1);
    CHECK_OK(parallel_for_each(amp_extent(2, (1 << 30) + 1), far_simple, w, 1, 1 << 30));
    CHECK_OK(amp_synchronize(w));
    CHECK_INT(seen[0], ==, 2049 * 1024 + 1);
    CHECK_INT(seen[1], ==, 2049 * 1024 + 1);
}

TEST(limits_of_direct3d_11_where_they_are_asked_for)
{
    int count = 0;
    (void)setenv("AMP_LIMITS", "d3d11", 1);
    REFUSED(parallel_for_each(amp_tile(amp_extent(65536), 1), tiled_one,
                              amp_view(int, cells, 1)), DOMAIN, "65536", "65535");
    CHECK_CONTAINS(amp_last_error(), "AMP_LIMITS");
    REFUSED(parallel_for_each(amp_tile(amp_extent(4 * 65536), 4), tiled1), DOMAIN, "65536",
            "dimension 0");
    REFUSED(parallel_for_each(amp_tile(amp_extent(2, 131072, 2), 2, 2, 2), tiled3), DOMAIN,
            "65536", "dimension 1");
    /* their place in the order of the checks */
    REFUSED(parallel_for_each(amp_tile(amp_extent(4 * 65536 + 1), 4), tiled1), DOMAIN,
            "divisible", "262145");
    REFUSED(parallel_for_each(amp_tile(amp_extent(70000, 1025), 1, 1025), tiled2,
                              amp_view(int, cells, 64, 64)), DOMAIN, "65535", "70000");
    REFUSED(parallel_for_each(amp_tile(amp_extent(1025), 1025), tiled_1025), DOMAIN, "1024",
            "1025");
    CHECK_OK(parallel_for_each(amp_tile(amp_extent(65535), 1), tiled_one,
                               amp_view(int, &count, 1)));
    CHECK_OK(amp_synchronize(amp_view(int, &count, 1)));
    CHECK_INT(count, ==, 65535);
}

TEST(limits_that_are_none)
{
    int i;
    (void)setenv("AMP_LIMITS", "d3d9", 1);
    for (i = 0; i < 2; i++) { /* each launch says so */
        REFUSED(parallel_for_each(amp_extent(4), ints, amp_view(int, cells, 64)),
                AMP_INVALID_ARGUMENT, "AMP_LIMITS", "d3d9");
        REFUSED(parallel_for_each(amp_tile(amp_extent(65536), 1), tiled_one,
                                  amp_view(int, cells, 1)), AMP_INVALID_ARGUMENT, "AMP_LIMITS",
                "it may be d3d11");
    }
    (void)setenv("AMP_LIMITS", "", 1);
    CHECK_OK(parallel_for_each(amp_extent(4), ints, amp_view(int, cells, 64)));
}

TEST(a_tile_of_more_than_1024_threads)
{
    REFUSED(parallel_for_each(amp_tile(amp_extent(1025), 1025), tiled_1025), DOMAIN,
            "1025", "1024");
    REFUSED(parallel_for_each(amp_tile(amp_extent(25, 41), 25, 41), tiled_25_41), DOMAIN,
            "(25, 41)", "1024");
    REFUSED(parallel_for_each(amp_tile(amp_extent(INT_MAX), INT_MAX), tiled1), DOMAIN,
            "2147483647", "1024");
    REFUSED(parallel_for_each(amp_tile(amp_extent(65536, 65536), 65536, 65536), tiled2,
                              amp_view(int, cells, 64, 64)), DOMAIN, "65536", "");
    REFUSED(parallel_for_each(amp_tile(amp_extent(32768, 65536), 32768, 65536), tiled2,
                              amp_view(int, cells, 64, 64)), DOMAIN, "65536", "1024");
}

TEST(a_tile_of_rank_3_with_more_than_64_threads_in_dimension_0)
{
    REFUSED(parallel_for_each(amp_tile(amp_extent(65, 1, 1), 65, 1, 1), tiled_65), DOMAIN,
            "65", "64");
}

TEST(the_largest_tiles_work)
{
    static int v[2048];
    int i;
    CHECK_OK(parallel_for_each(amp_tile(amp_extent(2048), 1024), tiled_most,
                               amp_view(int, v, 2048)));
    CHECK_OK(parallel_for_each(amp_tile(amp_extent(128, 2, 3), 64, 1, 1), tiled_64,
                               amp_view(int, v, 128, 2, 3)));
    CHECK_OK(amp_synchronize(amp_view(int, v, 2048)));
    for (i = 0; i < 2048; i++) {
        CHECK_INT(v[i], ==, i < 768 ? 2 : 1);
    }
}

TEST(a_tile_dimension_that_is_not_positive)
{
    REFUSED(parallel_for_each(amp_tile(amp_extent(16, 16), 0, 16), tiled2,
                              amp_view(int, cells, 64, 64)), DOMAIN, "tile", "0");
    REFUSED(parallel_for_each(amp_tile(amp_extent(16, 16), 16, -16), tiled2,
                              amp_view(int, cells, 64, 64)), DOMAIN, "tile", "-16");
}

TEST(a_tile_that_is_not_the_kernels)
{
    const amp_array_view v = amp_view(int, cells, 64, 64);
    REFUSED(parallel_for_each(amp_tile(amp_extent(64, 64), 8, 8), tiled2, v), AMP_TILE_MISMATCH,
            "(16, 16)", "(8, 8)");
    REFUSED(parallel_for_each(amp_tile(amp_extent(64, 64), 8, 32), phased2, v),
            AMP_TILE_MISMATCH, "(16, 16)", "(8, 32)");
    REFUSED(parallel_for_each(amp_tile(amp_extent(64, 64), 16), tiled2, v), AMP_TILE_MISMATCH,
            "rank 1", "rank 2");
}

/* Where several things are wrong, the first check in the order speaks. */
TEST(the_order_of_the_checks)
{
    const amp_array_view bad = amp_view(int, NULL, 64, 64);
    /* a dimension <= 0 before the number of threads */
    REFUSED(parallel_for_each(amp_extent(INT_MAX, INT_MAX, 0), nothing3), DOMAIN,
            "dimension 2", "0");
    /* the number of threads before divisibility */
    REFUSED(parallel_for_each(amp_tile(amp_extent(131073, 131072), 16, 16), tiled2, bad),
            DOMAIN, "4294967295", "131073");
    /* divisibility before the tile's size */
    REFUSED(parallel_for_each(amp_tile(amp_extent(4 * 65536 + 1), 4), tiled1), DOMAIN,
            "not divisible", "dimension 0");
    REFUSED(parallel_for_each(amp_tile(amp_extent(4 * 65536, 3), 4, 4), tiled2, bad), DOMAIN,
            "not divisible", "dimension 1");
    /* the tile's size before dimension 0 of rank 3, both before the kernel's tile */
    REFUSED(parallel_for_each(amp_tile(amp_extent(65, 16, 1), 65, 16, 1), tiled3), DOMAIN,
            "1024", "");
    REFUSED(parallel_for_each(amp_tile(amp_extent(65, 15, 1), 65, 15, 1), tiled3), DOMAIN,
            "64", "65");
    /* the domain before the arguments */
    REFUSED(parallel_for_each(amp_tile(amp_extent(8, 8), 8, 8), tiled2, bad), AMP_TILE_MISMATCH,
            "(8, 8)", "");
    /* the arguments from left to right */
    REFUSED(parallel_for_each(amp_extent(4), reads, amp_view(int, cells, 64),
                              amp_view(float, NULL, 64)), AMP_VIEW_MISMATCH, "source", "");
}

TEST(a_view_of_another_type_says_both)
{
    pair pairs_[4] = { { 0, 0 } };
    other others[4] = { { 0, 0 } };
    REFUSED(parallel_for_each(amp_extent(4), reads, amp_view(int, cells, 64),
                              amp_view(float, g, 64)), AMP_VIEW_MISMATCH, "float", "int");
    CHECK_CONTAINS(amp_last_error(), "reads");
    CHECK_CONTAINS(amp_last_error(), "source");
    REFUSED(parallel_for_each(amp_extent(4), reads, amp_view(float, f, 64),
                              amp_view(double, cells, 64)), AMP_VIEW_MISMATCH, "double",
            "target");
    REFUSED(parallel_for_each(amp_extent(4), unsigneds, amp_view(int, cells, 64)),
            AMP_VIEW_MISMATCH, "unsigned", "int");
    REFUSED(parallel_for_each(amp_extent(4), pairs, amp_view(other, others, 4)),
            AMP_VIEW_MISMATCH, "pair", "other");
    REFUSED(parallel_for_each(amp_extent(4), pairs, amp_view(long long, pairs_, 4)),
            AMP_VIEW_MISMATCH, "pair", "long long");
    CHECK_INT(pairs_[0].a, ==, 0);
    CHECK_INT(others[0].a, ==, 0);
}

TEST(one_type_under_two_names_is_one_type)
{
    int32_t n[4] = { 1, 2, 3, 4 };
    pair p[4] = { { 0, 0 } };
    CHECK_OK(parallel_for_each(amp_extent(4), ints, amp_view(int32_t, n, 4)));
    CHECK_OK(amp_synchronize(amp_view(int32_t, n, 4)));
    CHECK_INT(n[3], ==, 5);
    CHECK_OK(parallel_for_each(amp_extent(4), unsigneds, amp_view(uint32_t, n, 4)));
    CHECK_OK(amp_synchronize(amp_view(uint32_t, n, 4)));
    CHECK_INT(n[3], ==, 6);
    CHECK_OK(parallel_for_each(amp_extent(4), pairs, amp_view(struct pair, p, 4)));
    CHECK_OK(amp_synchronize(amp_view(struct pair, p, 4)));
    CHECK_INT(p[3].a, ==, 1);
}

TEST(a_view_of_another_rank_says_both)
{
    REFUSED(parallel_for_each(amp_extent(4), reads, amp_view(float, f, 8, 8),
                              amp_view(float, g, 64)), AMP_VIEW_MISMATCH, "rank 1", "rank 2");
    REFUSED(parallel_for_each(amp_tile(amp_extent(64, 64), 16, 16), tiled2,
                              amp_view(int, cells, 4096)), AMP_VIEW_MISMATCH, "rank 2",
            "rank 1");
}

TEST(a_const_view_given_to_a_parameter_that_writes)
{
    REFUSED(parallel_for_each(amp_extent(4), writes, amp_view(const float, f, 64)),
            AMP_VIEW_MISMATCH, "const float", "target");
    REFUSED(parallel_for_each(amp_extent(4), reads, amp_view(float, f, 64),
                              amp_view(const float, g, 64)), AMP_VIEW_MISMATCH, "const",
            "target");
    REFUSED(parallel_for_each(amp_extent(4), writes,
                              amp_section(amp_view(const float, f, 64), amp_index(1),
                                          amp_extent(4))), AMP_VIEW_MISMATCH, "const",
            "writes");
    CHECK_FLOAT(f[0], ==, 0);
}

/* Writing to `fixed` would crash: it lies in memory that is read-only. */
TEST(a_view_made_over_const_memory)
{
    static const float fixed[64] = { 1 };
    const float *p = f;
    const void *untyped = f;
    REFUSED(parallel_for_each(amp_extent(4), writes, amp_view(float, fixed, 64)),
            AMP_VIEW_MISMATCH, "const float", "target");
    REFUSED(parallel_for_each(amp_extent(4), writes, amp_view(float, p, 64)),
            AMP_VIEW_MISMATCH, "const float", "target");
    REFUSED(parallel_for_each(amp_extent(4), writes,
                              amp_view_extent(float, untyped, amp_extent(64))),
            AMP_VIEW_MISMATCH, "const float", "target");
    CHECK_OK(parallel_for_each(amp_extent(4), reads, amp_view(float, fixed, 64),
                               amp_view(float, g, 64)));
    CHECK_INT(amp_view(float, f, 64).read_only, ==, 0);
    CHECK_INT(amp_view(float, (void *)f, 64).read_only, ==, 0);
    CHECK_INT(amp_view(float, &f[1], 63).read_only, ==, 0);
}

TEST(null_data)
{
    amp_array_view empty;
    REFUSED(parallel_for_each(amp_extent(4), writes, amp_view(float, NULL, 64)),
            AMP_INVALID_ARGUMENT, "writes", "NULL");
    memset(&empty, 0, sizeof(empty));
    REFUSED(parallel_for_each(amp_extent(4), writes, empty), AMP_INVALID_ARGUMENT, "writes",
            "target");
}

TEST(a_refused_launch_leaves_the_host_data)
{
    int i;
    for (i = 0; i < 64; i++) {
        f[i] = (float)i;
        g[i] = (float)-i;
    }
    CHECK_STATUS(parallel_for_each(amp_extent(0), reads, amp_view(float, f, 64),
                                   amp_view(float, g, 64)), AMP_INVALID_COMPUTE_DOMAIN);
    CHECK_STATUS(parallel_for_each(amp_extent(64), reads, amp_view(float, f, 64),
                                   amp_view(int, g, 64)), AMP_VIEW_MISMATCH);
    CHECK_STATUS(parallel_for_each(amp_extent(64), reads, amp_view(float, f, 64),
                                   amp_view(float, NULL, 64)), AMP_INVALID_ARGUMENT);
    for (i = 0; i < 64; i++) {
        CHECK_FLOAT(f[i], ==, i);
        CHECK_FLOAT(g[i], ==, -i);
    }
    CHECK_OK(parallel_for_each(amp_extent(64), reads, amp_view(float, f, 64),
                               amp_view(float, g, 64)));
    CHECK_OK(amp_synchronize(amp_view(float, g, 64)));
    for (i = 0; i < 64; i++) {
        CHECK_FLOAT(g[i], ==, 0);
    }
}

TEST(the_last_error_outlives_a_success)
{
    (void)parallel_for_each(amp_extent(-3), nothing1);
    CHECK_OK(parallel_for_each(amp_extent(3), nothing1));
    CHECK_CONTAINS(amp_last_error(), "-3");
}

TEST(no_parameters)
{
    CHECK_OK(parallel_for_each(amp_extent(100), nothing1));
    CHECK_OK(parallel_for_each(amp_extent(3, 5, 7), nothing3));
    CHECK_OK(parallel_for_each(amp_tile(amp_extent(8), 4), tiled1));
    CHECK_OK(parallel_for_each(amp_tile(amp_extent(4, 4, 4), 2, 2, 2), tiled3));
}

TEST(sixteen_parameters)
{
    int p1[8], p4[8][2], p9[8], i;
    pair p11[8];
    const pair p5 = { 5, 50 };
    double p15[8];
    SKIP_WITHOUT_DOUBLE();
    for (i = 0; i < 8; i++) {
        p1[i] = i;
        p4[i][0] = -1000000;
        p4[i][1] = i * 3;
        p9[i] = i * i;
        p11[i].a = -5;
        p11[i].b = 7 * i;
    }
    CHECK_OK(parallel_for_each(amp_extent(8), sixteen, 11, amp_view(int, p1, 8), (char)3, 0.5,
                               amp_view(int, p4, 8, 2), p5, (short)-6, 0.25f, 1LL << 40,
                               amp_view(int, p9, 8), 3000000000u, amp_view(pair, p11, 8), 1, 2,
                               (unsigned char)200, amp_view(double, p15, 8)));
    CHECK_OK(amp_synchronize(amp_view(double, p15, 8)));
    CHECK_OK(amp_synchronize(amp_view(int, p9, 8)));
    for (i = 0; i < 8; i++) {
        CHECK_FLOAT(p15[i], ==, 11 + i + 3 + 0.5 + i * 3 + 55 - 6 + 0.25 + 1099511627776.0
                    + i * i + 3000000000.0 + 7 * i + 10 + 200 + 200000);
        CHECK_INT(p9[i], ==, -1);
    }
}
