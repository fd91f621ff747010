/* SPDX-License-Identifier: MIT */
/* run: plain */
/* Public names that no other test writes out (their tables paste them together, or call what they
   stand for): each is used once, with a value that is known. docs/reference.md takes examples from
   here, and tools/reference says which name has none. */
#include "amp.h"
#include "amp_algorithms.h"
#include "amp_algorithms_more.h"
#include "tap.h"

AMP_DEVICE_BEGIN
AMP_DEFINE_ARITHMETIC(count, short)
AMP_DEFINE_PREDICATE(is_odd, int, a % 2 != 0)
AMP_DEFINE_EQUAL(alike, int, a == b)
AMP_DEFINE_TRANSFORM(twice, int, int, 2 * a)
AMP_DEFINE_TRANSFORM2(added, int, int, int, a + b)
AMP_DEFINE_GENERATE(indices, int, i)
AMP_DEFINE_FOR_EACH(grown, int, a += 10)

static inline void put(amp_out(int, 1, y), int i, int value) { amp_at(y, i) = value; }
AMP_TILED_KERNEL(least, (4), in(int, 1, x), out(int, 1, y))
{
    amp_tile_static(int, t, 4);
    int own = amp_at(x, tidx.global[0]);
    amp_tile_reduce(tidx, t, tidx.local[0], 4, own, amp_minimum);
    put(amp_view_of(y), tidx.global[0], own);
}
AMP_KERNEL(swapped, 1, inout(int, 1, x))
{
    amp_stl_swap(int, amp_at(x, idx[0]), amp_at(x, 7 - idx[0]));
}
AMP_DEVICE_END

enum { N = 8 };
static int x[N], y[N], z[N];

static amp_array_view filled(int *p)
{
    int i;
    for (i = 0; i < N; i++) {
        p[i] = i * 3 % N;
    }
    return amp_view(int, p, N);
}

TEST(mathematics)
{
    int e, q;
    float f, s, c;
    double d;
    CHECK(amp_fast_frexpf(12.0f, &e) == 0.75f && e == 4);
    CHECK(amp_fast_modf(2.5f, &f) == 0.5f && f == 2.0f);
    CHECK(amp_fast_modff(3.25f, &f) == 0.25f && f == 3.0f);
    CHECK(fabsf(amp_fast_rsqrtf(4.0f) - 0.5f) < 1e-3f);
    amp_fast_sincosf(0.0f, &s, &c);
    CHECK(s == 0.0f && c == 1.0f);
    CHECK(fabs((double)amp_precise_lgamma(3.0) - log(2.0)) < 1e-12);
    CHECK(amp_precise_atan2(0.0, 1.0) == 0.0);
    CHECK(amp_precise_copysign(2.0, -1.0) == -2.0);
    CHECK(amp_precise_fdim(5.0, 3.0) == 2.0);
    CHECK(amp_precise_fmax(5.0, 3.0) == 5.0);
    CHECK(amp_precise_fmin(5.0, 3.0) == 3.0);
    CHECK(amp_precise_fmod(5.0, 3.0) == 2.0);
    CHECK(amp_precise_nextafter(1.0, 2.0) > 1.0);
    CHECK(amp_precise_remainder(5.0, 3.0) == -1.0);
    CHECK(amp_precise_frexp(12.0, &e) == 0.75 && e == 4);
    CHECK(amp_precise_frexpf(12.0f, &e) == 0.75f && e == 4);
    CHECK(amp_precise_ldexp(0.75, 4) == 12.0);
    CHECK(amp_precise_modff(3.25f, &f) == 0.25f && f == 3.0f);
    CHECK(amp_precise_modf(3.25, &d) == 0.25 && d == 3.0);
    CHECK(fabsf(amp_precise_exp10f(2.0f) - 100.0f) < 1e-3f);
    CHECK(fabsf(amp_precise_sinpif(0.5f) - 1.0f) < 1e-6f);
    CHECK(fabsf(amp_precise_cospif(1.0f) + 1.0f) < 1e-6f);
    CHECK(fabsf(amp_precise_tanpif(0.25f) - 1.0f) < 1e-5f);
    CHECK(fabsf(amp_precise_rcbrtf(8.0f) - 0.5f) < 1e-6f);
    CHECK(fabsf(amp_precise_erfinvf(0.0f)) < 1e-6f);
    CHECK(fabsf(amp_precise_erfcinvf(1.0f)) < 1e-6f);
    amp_precise_sincosf(0.0f, &s, &c);
    CHECK(s == 0.0f && c == 1.0f);
    CHECK(amp_precise_scalbf(3.0f, 2) == 12.0f);
    CHECK(amp_precise_remquof(7.0f, 2.0f, &q) == -1.0f && (q & 7) == 4);
    CHECK(amp_precise_isnan(amp_precise_nanf(1)) && amp_precise_isinf(INFINITY));
    CHECK(amp_precise_isfinite(1.0));
}

TEST(kernels)
{
    const amp_array_view v = filled(x), to = amp_view(int, y, N);
    const int four[] = { 4, 5 };
    CHECK_OK(amp_parallel_for_each(amp_tile(amp_extent(N), 4), least, v, to));
    CHECK_OK(amp_synchronize(to));
    CHECK_INT(y[0], ==, 0);
    CHECK_INT(y[7], ==, 2);
    CHECK_OK(amp_parallel_for_each(amp_extent(N / 2), swapped, v));
    CHECK_OK(amp_synchronize(v));
    CHECK_INT(x[0], ==, 5);
    CHECK_INT(amp_extent_from(2, four).dim[1], ==, 5);
}

TEST(statuses)
{
#define WITH_SENTENCE(name, number, sentence) + (sentence[0] != '\0')
    CHECK_INT(0 AMP_STATUS_MAP(WITH_SENTENCE), >, 10);
}

TEST(names_of_the_library_of_cxx)
{
    amp_array_view a = filled(x), b = filled(y), c = amp_view(int, z, N);
    short tens[4] = { 0, 0, 0, 0 };
    ptrdiff_t count;
    int sum;
    CHECK_OK(amp_stl_generate(indices, c));
    CHECK_OK(amp_stl_for_each_no_return(grown, c));
    CHECK_OK(amp_synchronize(c));
    CHECK_INT(z[7], ==, 17);
    CHECK_OK(amp_stl_transform(twice, a, c));
    CHECK_OK(amp_stl_transform2(added, a, b, c));
    CHECK_OK(amp_synchronize(c));
    CHECK_INT(z[1], ==, 6);
    CHECK_OK(amp_stl_copy_n(int, a, 4, c));
    CHECK_OK(amp_stl_move(int, a, c));
    CHECK_OK(amp_stl_move_backward(int, a, c));
    CHECK_OK(amp_stl_inner_product(amp_dot_int, a, b, 0, &sum));
    CHECK_INT(sum, ==, 140);
    CHECK_OK(amp_stl_copy_if(is_odd, a, c, &count));
    CHECK_INT((int)count, ==, 4);
    CHECK_OK(amp_stl_unique_copy(alike, a, c, &count));
    CHECK_INT((int)count, ==, N);
    CHECK_OK(amp_stl_partition_copy(is_odd, a, amp_range(c, 0, 4), amp_range(c, 4, 8), &count));
    CHECK_OK(amp_stl_stable_partition(is_odd, a, &count));
    CHECK_OK(amp_stl_random_shuffle(int, a, 7));
    CHECK_OK(amp_stl_sort(amp_less_int, a));
    CHECK_OK(amp_synchronize(a));
    CHECK_INT(x[3], ==, 3);
    CHECK_OK(amp_stl_merge(amp_less_int, amp_range(a, 0, 4), amp_range(a, 4, 8), c));
    CHECK_OK(amp_iota(count, amp_view(short, tens, 4), 10));
    CHECK_OK(amp_synchronize(amp_view(short, tens, 4)));
    CHECK(amp_scan_storage_size(sizeof(int), N) > 0);
    CHECK(amp_copy_if_storage_size(sizeof(int), N) > 0);
}
