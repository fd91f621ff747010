/* SPDX-License-Identifier: MIT */
/* run: group=once wide quick */
/* Every kind of algorithm once, on few elements but in more than one chunk: for devices
   that are slow because they watch each access, as oclgrind (tests/check_oclgrind.sh). */
#include "amp_algorithms.h"
#include "tap.h"

AMP_DEVICE_BEGIN
AMP_DEFINE_PREDICATE(is_odd, int, a % 2 != 0)
AMP_DEFINE_TRANSFORM(doubled, int, int, a * 2)
AMP_DEFINE_HISTOGRAM(last_digit, int, a % 10)
AMP_KERNEL(zeros, 1, out(int, 1, y))
{
    amp_at(y, idx[0]) = 0;
}
AMP_DEVICE_END

enum { N = 2500, SORTED = 17000 };
static int x[SORTED], y[SORTED], z[N], counts[10], expected[SORTED];

static void numbers(int n)
{
    unsigned seed = 7;
    int i;
    for (i = 0; i < n; i++) {
        seed = seed * 1664525U + 1013904223U;
        x[i] = (int)(seed >> 16 & 1023U);
    }
}
static int before(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

TEST(map)
{
    amp_array_view vx = amp_view(int, x, N), vy = amp_view(int, y, N);
    int i;
    CHECK_OK(amp_iota(int, vx, 3));
    CHECK_OK(amp_transform(doubled, vx, vy));
    CHECK_OK(amp_stl_reverse(int, vy));
    CHECK_OK(amp_stl_rotate(int, vy, 100));
    CHECK_OK(amp_synchronize(vy));
    for (i = 0; i < N; i++) {
        CHECK_INT(y[i], ==, (N - 1 - (i + 100) % N + 3) * 2);
    }
}

TEST(reduce)
{
    int i, sum = 0, wanted = 0;
    ptrdiff_t low = 0, high = 0, least = 0, most = 0;
    numbers(N);
    for (i = 0; i < N; i++) {
        wanted += x[i];
        low = x[i] < x[low] ? i : low;
        high = x[i] >= x[high] ? i : high;
    }
    CHECK_OK(amp_reduce(amp_plus_int, amp_view(int, x, N), &sum));
    CHECK_INT(sum, ==, wanted);
    CHECK_OK(amp_stl_minmax_element(amp_less_int, amp_view(int, x, N), &least, &most));
    CHECK_INT((int)least, ==, (int)low);
    CHECK_INT((int)most, ==, (int)high);
}

TEST(scan)
{
    amp_array_view vx, vy = amp_view(int, y, N);
    int i, sum = 0;
    numbers(N);
    vx = amp_view(int, x, N);
    CHECK_OK(amp_inclusive_scan(amp_plus_int, vx, vy));
    CHECK_OK(amp_synchronize(vy));
    for (i = 0; i < N; i++) {
        sum += x[i];
        CHECK_INT(y[i], ==, sum);
    }
    CHECK_OK(amp_scan(amp_plus_int, AMP_EXCLUSIVE, AMP_BACKWARD, vx, vy));
    CHECK_OK(amp_synchronize(vy));
    for (i = 0; i < N; i++) {
        sum -= x[i];
        CHECK_INT(y[i], ==, sum);
    }
    CHECK_OK(amp_segmented_scan_equal(amp_plus_int, AMP_INCLUSIVE, AMP_FORWARD, vx, vy, 100));
    CHECK_OK(amp_synchronize(vy));
    for (i = 0; i < N; i++) {
        sum = (i % 100 == 0 ? 0 : sum) + x[i];
        CHECK_INT(y[i], ==, sum);
    }
    CHECK_OK(amp_multi_scan(amp_plus_int, AMP_INCLUSIVE, AMP_FORWARD, amp_view(int, x, 5, 500),
                            amp_view(int, z, 5, 500)));
    CHECK_OK(amp_synchronize(amp_view(int, z, 5, 500)));
    for (i = 0; i < N; i++) {
        sum = (i % 500 == 0 ? 0 : sum) + x[i];
        CHECK_INT(z[i], ==, sum);
    }
}

TEST(compaction)
{
    amp_array_view vy = amp_view(int, y, N);
    ptrdiff_t count = 0;
    int i, n = 0;
    numbers(N);
    CHECK_OK(amp_copy_if(is_odd, amp_view(int, x, N), vy, &count));
    CHECK_OK(amp_synchronize(vy));
    for (i = 0; i < N; i++) {
        if (x[i] % 2 != 0) {
            CHECK_INT(y[n++], ==, x[i]);
        }
    }
    CHECK_INT((int)count, ==, n);
    CHECK_OK(amp_partition(is_odd, amp_view(int, x, N), vy, &count));
    CHECK_INT((int)count, ==, n);
    CHECK_OK(amp_histogram(last_digit, amp_view(int, x, N), amp_view(int, counts, 10)));
    CHECK_OK(amp_synchronize(amp_view(int, counts, 10)));
    for (n = i = 0; i < 10; i++) {
        n += counts[i];
    }
    CHECK_INT(n, ==, N);
}

TEST(sorts)
{
    int by_comparison;
    for (by_comparison = 0; by_comparison < 2; by_comparison++) {
        const int n = by_comparison ? N : SORTED;
        amp_array_view v;
        int i;
        numbers(n);
        memcpy(expected, x, sizeof(int) * (size_t)n);
        qsort(expected, (size_t)n, sizeof(int), before);
        v = amp_view(int, x, n);
        CHECK_OK(by_comparison ? amp_merge_sort(amp_less_int, v) : amp_radix_sort(int, v));
        CHECK_OK(amp_synchronize(v));
        for (i = 0; i < n; i++) {
            CHECK_INT(x[i], ==, expected[i]);
        }
    }
}

TEST(sorted_ranges)
{
    amp_array_view vx, vz, vy = amp_view(int, y, 2 * N);
    ptrdiff_t count = 0;
    int i;
    for (i = 0; i < N; i++) {
        x[i] = 2 * i;
        z[i] = 3 * i;
    }
    vx = amp_view(int, x, N);
    vz = amp_view(int, z, N);
    CHECK_OK(amp_merge(amp_less_int, vx, vz, vy));
    CHECK_OK(amp_synchronize(vy));
    for (i = 1; i < 2 * N; i++) {
        CHECK_INT(y[i - 1], <=, y[i]);
    }
    CHECK_OK(amp_set_intersection(amp_less_int, vx, vz, vy, &count));
    CHECK_INT((int)count, ==, (2 * N + 5) / 6);
    CHECK_OK(amp_lower_bounds(amp_less_int, vx, vz, amp_view(int, y, N)));
    CHECK_OK(amp_synchronize(amp_view(int, y, N)));
    for (i = 0; i < N; i++) {
        CHECK_INT(y[i], ==, (3 * i + 1) / 2 < N ? (3 * i + 1) / 2 : N);
    }
    CHECK_OK(amp_unique(int, vx, vy, &count));
    CHECK_INT((int)count, ==, N);
}

/* What ends well leaves no failure behind, though an empty range is a view that
   kernels refuse. */
TEST(an_empty_range_is_no_failure)
{
    amp_array_view vx, vy = amp_view(int, y, N);
    char before_it[256];
    ptrdiff_t count = -1;
    int sum = -1;
    numbers(N);
    vx = amp_view(int, x, N);
    CHECK_STATUS(amp_reduce(amp_plus_float, vx, &(float){ 0 }), AMP_VIEW_MISMATCH);
    (void)snprintf(before_it, sizeof(before_it), "%s", amp_last_error());
    CHECK_OK(amp_reduce(amp_plus_int, amp_range(vx, 7, 7), &sum));
    CHECK_INT(sum, ==, 0);
    CHECK_STR(amp_last_error(), before_it);
    CHECK_OK(amp_reduce(amp_plus_int, amp_view(int, x, 0), &sum));
    CHECK_STR(amp_last_error(), before_it);
    CHECK_OK(amp_copy_if(is_odd, amp_range(vx, 0, 0), vy, &count));
    CHECK_INT((int)count, ==, 0);
    CHECK_OK(amp_set_union(amp_less_int, amp_range(vx, 9, 9), amp_range(vx, 3, 3), vy, &count));
    CHECK_OK(amp_inclusive_scan(amp_plus_int, amp_range(vx, N, N), vy));
    CHECK_STR(amp_last_error(), before_it);
    CHECK_STATUS(amp_parallel_for_each(amp_extent(1), zeros, amp_range(vx, 7, 7)),
                 AMP_INVALID_ARGUMENT);
    CHECK_CONTAINS(amp_last_error(), "the range is empty");
}

/* A device with memory of its own has nothing there for what it does not write. */
TEST(a_union_with_nothing_leaves_the_rest_of_its_result)
{
    const amp_array_view vx = amp_view(int, x, N), vy = amp_view(int, y, N);
    ptrdiff_t count = -1;
    int i;
    for (i = 0; i < N; i++) {
        x[i] = i + 1;
        y[i] = -i;
    }
    CHECK_OK(amp_set_union(amp_less_int, amp_range(vx, 9, 9), amp_range(vx, 0, 4), vy, &count));
    CHECK_OK(amp_synchronize(vy));
    CHECK_INT((int)count, ==, 4);
    for (i = 0; i < N; i++) {
        CHECK_INT(y[i], ==, i < 4 ? i + 1 : -i);
    }
}

TEST(an_empty_range_is_synchronized)
{
    static int m[8];
    const amp_array_view v = amp_view(int, m, 8), none = amp_range(v, 3, 3);
    CHECK_STR(amp_last_error(), "");
    CHECK_OK(amp_synchronize(none));
    CHECK_OK(amp_completion_wait(amp_synchronize_async(none)));
    CHECK_STATUS(amp_synchronize(amp_range(v, 3, 2)), AMP_INVALID_ARGUMENT);
    CHECK_STATUS(amp_synchronize(amp_view(int, m, 0)), AMP_INVALID_ARGUMENT);
    CHECK_OK(amp_release(v));
}
