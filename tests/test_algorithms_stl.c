/* SPDX-License-Identifier: MIT */
/* run: group=once flags=-DAMP__TILES=16 again=AMP_ALGORITHM_FORM=gpu plain turn=compiler,1/2 */
/* Map, compaction and the C++ library's names against serial references.
   With few tiles, so that in the form for a GPU each works through many blocks. */
#include "algorithms.h"

AMP_DEVICE_BEGIN
AMP_DEFINE_PREDICATE(odd, int, a % 2 != 0)
AMP_DEFINE_PREDICATE(any_int, int, a == a)
AMP_DEFINE_PREDICATE_WITH(below, int, int, a < p)
AMP_DEFINE_TRANSFORM(half, int, float, 0.5f * (float)a)
AMP_DEFINE_TRANSFORM(plus_index, int, int, a + i)
AMP_DEFINE_TRANSFORM2(sum_of, int, float, double, (double)a + (double)b + i)
AMP_DEFINE_GENERATE(squares, int, i % 1000 * (i % 1000))
AMP_DEFINE_FOR_EACH(add_index, int, a += i)
AMP_DEFINE_EQUAL(same_parity, int, (a - b) % 2 == 0)
AMP_DEFINE_EQUAL(same_short, short, a == b)
AMP_DEFINE_HISTOGRAM(by_ten, int, a < 0 ? -1 : a / 10)
AMP_DEFINE_PAIR(two_ints, int, int)
AMP_KERNEL(exchange_ends, 1, inout(int, 1, x), value(int, n), out(two_ints, 1, pair))
{
    amp_stl_iter_swap(int, x, idx[0], x, n - 1 - idx[0]);
    amp_at(pair, idx[0]) = amp_stl_minmax(two_ints, n, idx[0]);
}
AMP_DEVICE_END

/* n values below `limit`, by seed. */
static int *numbers(int n, int limit, unsigned seed)
{
    int *x = (int *)guarded(n, sizeof(int)), i;
    random_seed(seed);
    for (i = 0; i < n; i++) {
        x[i] = random_below(limit);
    }
    return x;
}

TEST(map_at_every_length)
{
    const int doubles = amp_accelerator_default().supports_double;
    int k, i;
    for (k = 0; k < lengths_here(); k++) {
        const int n = lengths[k];
        int *x = numbers(n, 1000, 1), *y = (int *)guarded(n, sizeof(int));
        float *f = (float *)guarded(n, sizeof(float));
        double *d = (double *)guarded(n, sizeof(double));
        CHECK_OK(amp_transform(half, RANGE(int, x, n), RANGE(float, f, n)));
        CHECK_OK(amp_transform(plus_index, RANGE(int, x, n), RANGE(int, y, n)));
        if (doubles) {
            CHECK_OK(amp_transform2(sum_of, RANGE(int, x, n), RANGE(float, f, n),
                                    RANGE(double, d, n)));
        }
        for (i = 0; i < n; i++) {
            CHECK(f[i] == 0.5f * (float)x[i]);
            CHECK_INT(y[i], ==, x[i] + i);
            CHECK(!doubles || d[i] == 1.5 * x[i] + i);
        }
        CHECK_OK(amp_transform(plus_index, RANGE(int, x, n), RANGE(int, x, n)));
        CHECK(memcmp(x, y, sizeof(int) * (size_t)n) == 0);
        CHECK_OK(amp_stl_adjacent_difference(amp_minus_int, RANGE(int, x, n), RANGE(int, y, n)));
        for (i = 0; i < n; i++) {
            CHECK_INT(y[i], ==, i == 0 ? x[0] : x[i] - x[i - 1]);
        }
        CHECK_OK(amp_stl_iota(int, RANGE(int, y, n), -3));
        CHECK_OK(amp_stl_for_each(add_index, RANGE(int, y, n)));
        for (i = 0; i < n; i++) {
            CHECK_INT(y[i], ==, 2 * i - 3);
        }
        if (doubles) {
            CHECK_OK(amp_stl_fill(double, RANGE(double, d, n), 2.5));
            CHECK(n == 0 || (d[0] == 2.5 && d[n - 1] == 2.5));
        }
        CHECK_OK(amp_stl_generate_n(squares, RANGE(int, y, n), n / 3));
        for (i = 0; i < n; i++) {
            CHECK_INT(y[i], ==, i < n / 3 ? i % 1000 * (i % 1000) : 2 * i - 3);
        }
        CHECK_OK(amp_stl_fill_n(int, RANGE(int, y, n), n / 2, 7));
        CHECK(n < 2 || (y[n / 2 - 1] == 7 && y[n / 2] != 7));
        guarded_free(x, n, sizeof(int));
        guarded_free(y, n, sizeof(int));
        guarded_free(f, n, sizeof(float));
        guarded_free(d, n, sizeof(double));
    }
    SKIP_WITHOUT_DOUBLE(); /* all others were tested */
}

TEST(moves_at_every_length)
{
    int k, i;
    for (k = 0; k < lengths_here(); k++) {
        const int n = lengths[k], m = n / 3;
        int *x = numbers(n, 1 << 30, 2), *y = (int *)guarded(n, sizeof(int));
        int *z = (int *)guarded(n, sizeof(int));
        CHECK_OK(amp_stl_copy(int, RANGE(int, x, n), RANGE(int, y, n)));
        CHECK_OK(amp_stl_reverse(int, RANGE(int, y, n)));
        CHECK_OK(amp_stl_reverse_copy(int, RANGE(int, x, n), RANGE(int, z, n)));
        for (i = 0; i < n; i++) {
            CHECK_INT(y[i], ==, x[n - 1 - i]);
            CHECK_INT(z[i], ==, y[i]);
        }
        CHECK_OK(amp_stl_rotate_copy(int, RANGE(int, x, n), m, RANGE(int, y, n)));
        for (i = 0; i < n; i++) {
            CHECK_INT(y[i], ==, x[(i + m) % n]);
        }
        CHECK_OK(amp_stl_rotate(int, RANGE(int, y, n), n - m));
        CHECK(memcmp(x, y, sizeof(int) * (size_t)n) == 0);
        CHECK_OK(amp_stl_rotate(int, RANGE(int, y, n), n));
        CHECK(memcmp(x, y, sizeof(int) * (size_t)n) == 0);
        CHECK_OK(amp_stl_swap_ranges(int, RANGE(int, y, n), RANGE(int, z, n)));
        for (i = 0; i < n; i++) {
            CHECK_INT(z[i], ==, x[i]);
            CHECK_INT(y[i], ==, x[n - 1 - i]);
        }
        /* Overlapping copies, both ways. */
        CHECK_OK(amp_stl_copy(int, amp_range(RANGE(int, z, n), m, n), RANGE(int, z, n)));
        for (i = 0; i < n; i++) {
            CHECK_INT(z[i], ==, i + m < n ? x[i + m] : x[i]);
        }
        memcpy(z, x, sizeof(int) * (size_t)n);
        CHECK_OK(amp_stl_copy_backward(int, amp_range(RANGE(int, z, n), 0, n - m),
                                       RANGE(int, z, n)));
        for (i = 0; i < n; i++) {
            CHECK_INT(z[i], ==, i >= m ? x[i - m] : x[i]);
        }
        guarded_free(x, n, sizeof(int));
        guarded_free(y, n, sizeof(int));
        guarded_free(z, n, sizeof(int));
    }
}

TEST(shuffle_is_a_permutation_that_the_seed_decides)
{
    const int n = 5003;
    int *x = (int *)guarded(n, sizeof(int)), *y = (int *)guarded(n, sizeof(int));
    char seen[5003] = { 0 };
    int i, moved = 0;
    CHECK_OK(amp_iota(int, RANGE(int, x, n), 0));
    CHECK_OK(amp_iota(int, RANGE(int, y, n), 0));
    CHECK_OK(amp_stl_shuffle(int, RANGE(int, x, n), 42));
    CHECK_OK(amp_stl_shuffle(int, RANGE(int, y, n), 42));
    CHECK(memcmp(x, y, sizeof(int) * (size_t)n) == 0);
    CHECK_OK(amp_stl_shuffle(int, RANGE(int, y, n), 43));
    for (i = 0; i < n; i++) {
        CHECK(x[i] >= 0 && x[i] < n && !seen[x[i]]);
        seen[x[i]] = 1;
        moved += x[i] != i;
    }
    CHECK_INT(moved, >, n * 9 / 10);
    CHECK(memcmp(x, y, sizeof(int) * (size_t)n) != 0);
    guarded_free(x, n, sizeof(int));
    guarded_free(y, n, sizeof(int));
}

/* Keeps what wanted(x[i]) == keep, as copy_if does. */
static int serial_keep(const int *x, int n, int *y, int (*wanted)(int), int keep)
{
    int i, count = 0;
    for (i = 0; i < n; i++) {
        if (wanted(x[i]) == keep) {
            y[count++] = x[i];
        }
    }
    return count;
}
static int is_odd(int a) { return a % 2 != 0; }
static int is_low(int a) { return a < 300; }

TEST(compaction_at_every_length)
{
    int k, i;
    for (k = 0; k < lengths_here(); k++) {
        const int n = lengths[k];
        int *x = numbers(n, 1000, 3), *y = numbers(n, 5, 4), *want = numbers(n, 5, 5), m, runs;
        int *z = numbers(n, 3, 6), *length = numbers(n, 2, 7);
        ptrdiff_t count = -1;
        m = serial_keep(x, n, want, is_odd, 1);
        CHECK_OK(amp_copy_if(odd, RANGE(int, x, n), RANGE(int, y, n), &count));
        CHECK_INT(count, ==, m);
        CHECK(memcmp(y, want, sizeof(int) * (size_t)m) == 0);
        CHECK(m == n || y[m] < 5); /* what is behind stays */
        amp_capture(below, 300);
        m = serial_keep(x, n, want, is_low, 0);
        CHECK_OK(amp_stl_remove_copy_if(below, RANGE(int, x, n), RANGE(int, y, n), &count));
        CHECK_INT(count, ==, m);
        CHECK(memcmp(y, want, sizeof(int) * (size_t)m) == 0);
        m = serial_keep(x, n, want, is_odd, 1);
        CHECK_INT(serial_keep(x, n, want + m, is_odd, 0), ==, n - m);
        CHECK_OK(amp_stl_count_if(odd, RANGE(int, x, n), &count));
        CHECK_INT(count, ==, m);
        CHECK_OK(amp_partition(odd, RANGE(int, x, n), RANGE(int, y, n), &count));
        CHECK_INT(count, ==, m);
        CHECK(memcmp(y, want, sizeof(int) * (size_t)n) == 0);
        CHECK_OK(amp_stl_partition(odd, RANGE(int, x, n), &count));
        CHECK(memcmp(x, want, sizeof(int) * (size_t)n) == 0);
        CHECK_OK(amp_stl_partition_point(odd, RANGE(int, x, n), &count));
        CHECK_INT(count, ==, m);
        amp_capture(below, 0); /* none */
        CHECK_OK(amp_stl_partition_point(below, RANGE(int, x, n), &count));
        CHECK_INT(count, ==, 0);
        amp_capture(below, 1000); /* all */
        CHECK_OK(amp_stl_partition_point(below, RANGE(int, x, n), &count));
        CHECK_INT(count, ==, n);
        amp_capture(below, 300);
        CHECK_OK(amp_stl_is_partitioned(odd, RANGE(int, x, n), &runs));
        CHECK_INT(runs, ==, 1);
        m = serial_keep(x, n, want, is_odd, 0);
        CHECK_OK(amp_stl_remove_if(odd, RANGE(int, x, n), &count));
        CHECK_INT(count, ==, m);
        CHECK(memcmp(x, want, sizeof(int) * (size_t)n) == 0); /* what is behind stays here, too */
        /* Runs of z: 0 to 2. */
        for (runs = 0, i = 0; i < n; i++) {
            if (i == 0 || z[i] != z[i - 1]) {
                want[runs] = z[i];
                y[runs++] = 0;
            }
            y[runs - 1]++;
        }
        CHECK_OK(amp_run_length_encode(int, RANGE(int, z, n), RANGE(int, x, n),
                                       RANGE(int, length, n), &count));
        CHECK_INT(count, ==, runs);
        CHECK(memcmp(x, want, sizeof(int) * (size_t)runs) == 0);
        CHECK(memcmp(length, y, sizeof(int) * (size_t)runs) == 0);
        for (i = 0; i < n; i++) {
            length[i] = i % 10;
        }
        for (i = 0, m = -1; i < n; i++) {
            m += i == 0 || z[i] != z[i - 1];
            y[m] = i > 0 && z[i] == z[i - 1] ? y[m] + i % 10 : i % 10;
        }
        {
            int *sums = numbers(n, 2, 8);
            CHECK_OK(amp_reduce_by_key(amp_plus_int, int, int, RANGE(int, z, n),
                                       RANGE(int, length, n), RANGE(int, x, n),
                                       RANGE(int, sums, n), &count));
            CHECK_INT(count, ==, runs);
            CHECK(memcmp(x, want, sizeof(int) * (size_t)runs) == 0);
            CHECK(memcmp(sums, y, sizeof(int) * (size_t)runs) == 0);
            guarded_free(sums, n, sizeof(int));
        }
        CHECK_OK(amp_stl_unique(int, RANGE(int, z, n), &count));
        CHECK_INT(count, ==, runs);
        CHECK(memcmp(z, want, sizeof(int) * (size_t)runs) == 0);
        guarded_free(x, n, sizeof(int));
        guarded_free(y, n, sizeof(int));
        guarded_free(want, n, sizeof(int));
        guarded_free(z, n, sizeof(int));
        guarded_free(length, n, sizeof(int));
    }
}

TEST(histogram_counts_every_bin)
{
    int k, i;
    for (k = 0; k < lengths_here(); k++) {
        const int n = lengths[k];
        int *x = numbers(n, 1100, 3), counts[100], want[100] = { 0 };
        for (i = 0; i < n; i++) {
            x[i] -= 50;
            if (x[i] >= 0 && x[i] < 1000) {
                want[x[i] / 10]++;
            }
        }
        memset(counts, 0x11, sizeof(counts));
        CHECK_OK(amp_histogram(by_ten, RANGE(int, x, n), VIEW(int, counts, 100)));
        CHECK(memcmp(counts, want, sizeof(want)) == 0);
        guarded_free(x, n, sizeof(int));
    }
}

TEST(replace_in_place_and_into_a_copy)
{
    const int n = 5003;
    int *x = numbers(n, 10, 1), *y = numbers(n, 10, 2), i;
    CHECK_OK(amp_stl_replace_copy(int, RANGE(int, x, n), RANGE(int, y, n), 3, 33));
    for (i = 0; i < n; i++) {
        CHECK_INT(y[i], ==, x[i] == 3 ? 33 : x[i]);
    }
    CHECK_OK(amp_stl_replace(int, RANGE(int, x, n), 3, 33));
    CHECK(memcmp(x, y, sizeof(int) * (size_t)n) == 0);
    CHECK_OK(amp_stl_replace_copy_if(odd, RANGE(int, x, n), RANGE(int, y, n), 4));
    CHECK_OK(amp_stl_replace_if(odd, RANGE(int, x, n), 4));
    for (i = 0; i < n; i++) {
        CHECK_INT(x[i] % 2, ==, 0);
        CHECK_INT(x[i], ==, y[i]);
    }
    { /* elements of 2 bytes */
        static short a[5003], b[5003];
        for (i = 0; i < n; i++) {
            a[i] = (short)(i % 7);
        }
        CHECK_OK(amp_stl_replace_copy(same_short, VIEW(short, a, 5003), VIEW(short, b, 5003), 3,
                                      -9));
        CHECK_OK(amp_stl_replace(same_short, amp_range(VIEW(short, a, 5003), 1, 5001), 3, -9));
        for (i = 0; i < n; i++) {
            CHECK(b[i] == (i % 7 == 3 ? -9 : i % 7) && (a[i] == b[i] || i > 5000));
        }
    }
    if (amp_accelerator_default().supports_double) { /* elements of 8 bytes; few of them */
        static double a[5003], b[5003];
        for (i = 0; i < n; i++) {
            a[i] = i % 701 == 0 ? 0.5 : i;
        }
        CHECK_OK(amp_stl_replace_copy(double, VIEW(double, a, 5003), VIEW(double, b, 5003), 0.5,
                                      -1));
        CHECK_OK(amp_stl_replace(double, VIEW(double, a, 5003), 0.5, -1));
        for (i = 0; i < n; i++) {
            CHECK(a[i] == (i % 701 == 0 ? -1 : i) && b[i] == a[i]);
        }
    }
    guarded_free(x, n, sizeof(int));
    guarded_free(y, n, sizeof(int));
}

TEST(searches_give_the_first_answer)
{
    int k, i;
    for (k = 0; k < lengths_here(); k++) {
        const int n = lengths[k];
        int *x = numbers(n, 1000, 3), *z = numbers(n, 2, 4), yes = -1, where;
        const amp_array_view v = RANGE(int, x, n), w = RANGE(int, z, n);
        ptrdiff_t index = -1, other = -1;
        for (where = 0; where < n && x[where] != 77; where++) {
        }
        CHECK_OK(amp_stl_find(int, v, 77, &index));
        CHECK_INT(index, ==, where);
        for (where = 0, i = 0; i < n; i++) {
            where += x[i] == 77;
        }
        CHECK_OK(amp_stl_count(int, v, 77, &index));
        CHECK_INT(index, ==, where);
        for (where = 0; where < n && !is_odd(x[where]); where++) {
        }
        CHECK_OK(amp_stl_find_if(odd, v, &index));
        CHECK_INT(index, ==, where);
        CHECK_OK(amp_stl_any_of(odd, v, &yes));
        CHECK_INT(yes, ==, where < n);
        CHECK_OK(amp_stl_none_of(odd, v, &yes));
        CHECK_INT(yes, ==, where == n);
        for (where = 0; where < n && is_odd(x[where]); where++) {
        }
        CHECK_OK(amp_stl_find_if_not(odd, v, &index));
        CHECK_INT(index, ==, where);
        CHECK_OK(amp_stl_all_of(odd, v, &yes));
        CHECK_INT(yes, ==, where == n);
        for (where = 0; where + 1 < n && x[where] != x[where + 1]; where++) {
        }
        CHECK_OK(amp_stl_adjacent_find(int, v, &index));
        CHECK_INT(index, ==, where + 1 < n ? where : n);
        for (where = 1; where < n && x[where - 1] <= x[where]; where++) {
        }
        CHECK_OK(amp_stl_is_sorted_until(amp_less_int, v, &index));
        CHECK_INT(index, ==, n == 0 ? 0 : where);
        CHECK_OK(amp_stl_is_sorted(amp_less_int, v, &yes));
        CHECK_INT(yes, ==, n == 0 || where == n);
        /* A pattern from the middle of z, which is of 0 and 1. */
        if (n > 20) {
            const amp_array_view pattern = amp_range(w, n / 2, n / 2 + 9);
            int first = -1, last = -1, run = -1;
            for (i = 0; i + 9 <= n; i++) {
                if (memcmp(z + i, z + n / 2, 9 * sizeof(int)) == 0) {
                    first = first < 0 ? i : first;
                    last = i;
                }
                if (run < 0 && z[i] && z[i + 1] && z[i + 2]) {
                    run = i;
                }
            }
            CHECK_OK(amp_stl_search(int, w, pattern, &index));
            CHECK_INT(index, ==, first);
            CHECK_OK(amp_stl_find_end(int, w, pattern, &index));
            CHECK_INT(index, ==, last);
            CHECK_OK(amp_stl_search_n(int, w, 3, 1, &index));
            CHECK_INT(run >= 0 ? run : index, ==, index);
            /* One of x, few of whose elements are like its first. */
            for (i = 0, first = last = -1; i + 3 <= n; i++) {
                if (memcmp(x + i, x + n / 2, 3 * sizeof(int)) == 0) {
                    first = first < 0 ? i : first;
                    last = i;
                }
            }
            CHECK_OK(amp_stl_search(int, v, amp_range(v, n / 2, n / 2 + 3), &index));
            CHECK_INT(index, ==, first);
            CHECK_OK(amp_stl_find_end(int, v, amp_range(v, n / 2, n / 2 + 3), &index));
            CHECK_INT(index, ==, last);
            CHECK_OK(amp_stl_find_first_of(int, v, amp_range(v, n / 2, n / 2 + 3), &index));
            for (i = 0; x[i] != x[n / 2] && x[i] != x[n / 2 + 1] && x[i] != x[n / 2 + 2]; i++) {
            }
            CHECK_INT(index, ==, i);
            { /* Sets without any, with one whose first place is the farthest, with two; long. */
                char seen[1000] = { 0 };
                int set[] = { -1, -2, -3, -4 }, far = 0;
                for (i = 0; i < n; i++) {
                    far = seen[x[i]] ? far : i;
                    seen[x[i]] = 1;
                }
                CHECK_OK(amp_stl_find_first_of(int, v, amp_view(int, set, 4), &index));
                CHECK_INT(index, ==, n);
                set[2] = x[far];
                CHECK_OK(amp_refresh(amp_view(int, set, 4)));
                CHECK_OK(amp_stl_find_first_of(int, v, amp_view(int, set, 4), &index));
                CHECK_INT(index, ==, far);
                set[3] = x[far - 1];
                CHECK_OK(amp_refresh(amp_view(int, set, 4)));
                CHECK_OK(amp_stl_find_first_of(int, v, amp_view(int, set, 4), &index));
                for (i = 0; x[i] != x[far - 1]; i++) {
                }
                CHECK_INT(index, ==, i);
                CHECK_OK(amp_stl_find_first_of(int, amp_range(v, far, far + 1),
                                               amp_range(v, 0, far), &index));
                CHECK_INT(index, ==, 1);
            }
        }
        CHECK_OK(amp_stl_find_first_of(int, v, amp_range(v, 0, 0), &index));
        CHECK_INT(index, ==, n);
        CHECK_OK(amp_stl_search(int, v, amp_range(v, 0, 0), &index));
        CHECK_INT(index, ==, 0);
        CHECK_OK(amp_stl_find_end(int, v, amp_range(v, 0, 0), &index));
        CHECK_INT(index, ==, n);
        CHECK_OK(amp_stl_search_n(int, v, n + 1, 5, &index));
        CHECK_INT(index, ==, n);
        /* Extremes: the first least, the first and the last greatest. */
        {
            int low = 0, high = 0, high_last = 0;
            for (i = 0; i < n; i++) {
                low = z[i] < z[low] ? i : low;
                high = z[i] > z[high] ? i : high;
                high_last = z[i] >= z[high_last] ? i : high_last;
            }
            CHECK_OK(amp_stl_min_element(amp_less_int, w, &index));
            CHECK_INT(index, ==, low);
            CHECK_OK(amp_stl_max_element(amp_less_int, w, &index));
            CHECK_INT(index, ==, high);
            CHECK_OK(amp_stl_minmax_element(amp_less_int, w, &index, &other));
            CHECK_INT(index, ==, low);
            CHECK_INT(other, ==, high_last);
        }
        guarded_free(x, n, sizeof(int));
        guarded_free(z, n, sizeof(int));
    }
}

TEST(comparisons_of_two_ranges)
{
    const int n = 6151;
    int *x = numbers(n, 10, 3), *y = (int *)guarded(n, sizeof(int)), yes = -1;
    const amp_array_view v = RANGE(int, x, n), w = RANGE(int, y, n);
    ptrdiff_t index = -1;
    memcpy(y, x, sizeof(int) * (size_t)n);
    CHECK_OK(amp_stl_equal(int, v, w, &yes));
    CHECK_INT(yes, ==, 1);
    CHECK_OK(amp_stl_equal(int, v, amp_range(w, 0, n - 1), &yes));
    CHECK_INT(yes, ==, 0);
    CHECK_OK(amp_stl_mismatch(int, v, w, &index));
    CHECK_INT(index, ==, n);
    CHECK_OK(amp_stl_lexicographical_compare(amp_less_int, v, w, &yes));
    CHECK_INT(yes, ==, 0);
    CHECK_OK(amp_stl_lexicographical_compare(amp_less_int, amp_range(v, 0, n - 1), w, &yes));
    CHECK_INT(yes, ==, 1);
    y[5000] += 2;
    y[6000] -= 1;
    CHECK_OK(amp_refresh(w));
    CHECK_OK(amp_stl_equal(int, v, w, &yes));
    CHECK_INT(yes, ==, 0);
    CHECK_OK(amp_stl_mismatch(int, v, w, &index));
    CHECK_INT(index, ==, 5000);
    CHECK_OK(amp_stl_mismatch(same_parity, v, w, &index));
    CHECK_INT(index, ==, 6000);
    CHECK_OK(amp_stl_lexicographical_compare(amp_less_int, v, w, &yes));
    CHECK_INT(yes, ==, 1);
    CHECK_OK(amp_stl_lexicographical_compare(amp_less_int, w, v, &yes));
    CHECK_INT(yes, ==, 0);
    CHECK_OK(amp_stl_lexicographical_compare(amp_less_int, amp_range(v, 0, 0), w, &yes));
    CHECK_INT(yes, ==, 1);
    CHECK_OK(amp_stl_lexicographical_compare(amp_less_int, v, amp_range(w, 0, 0), &yes));
    CHECK_INT(yes, ==, 0);
    guarded_free(x, n, sizeof(int));
    guarded_free(y, n, sizeof(int));
}

static int by_value(const void *a, const void *b)
{
    const int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

/* More elements than are sorted as a whole: many values, 3, one, in order, the other way, and
   values of which more than one, and less than two, are the least 500. */
TEST(elements_are_selected)
{
    enum { MANY = 150001 };
    static const int nth[] = { 0, 1, MANY / 3, MANY - 1 };
    static int least[500];
    ptrdiff_t count = -1;
    int *x, *expected, kind, k, i;
    if (tap_on_engine("threads") || getenv("AMP_ALGORITHM_FORM") != NULL) {
        SKIP("the form for a GPU sorts all: minutes on threads");
    }
    x = (int *)guarded(MANY, sizeof(int));
    expected = (int *)malloc(MANY * sizeof(int));
    random_seed(7);
    for (kind = 0; kind < 6; kind++) {
        for (k = 0; k < (int)(sizeof(nth) / sizeof(nth[0])); k++) {
            int wrong = 0;
#ifdef AMP_CHECK /* few, for time */
            if (k != kind % 4) {
                continue;
            }
#endif
            for (i = 0; i < MANY; i++) {
                x[i] = kind == 0 ? (int)random_bits() : kind == 1 ? random_below(3)
                     : kind == 2 ? 7 : kind == 3 ? i : kind == 4 ? MANY - i : random_below(400);
                expected[i] = x[i];
            }
            qsort(expected, MANY, sizeof(int), by_value);
            if (k == 0) { /* a few of many */
                CHECK_OK(amp_stl_partial_sort_copy(amp_less_int, RANGE(int, x, MANY),
                                                   VIEW(int, least, 500), &count));
                CHECK_INT(count, ==, 500);
                CHECK(memcmp(least, expected, sizeof(least)) == 0);
            }
            CHECK_OK(amp_stl_nth_element(amp_less_int, RANGE(int, x, MANY), nth[k]));
            CHECK_INT(x[nth[k]], ==, expected[nth[k]]);
            for (i = 0; i < MANY; i++) {
                wrong += i < nth[k] ? x[i] > x[nth[k]] : x[i] < x[nth[k]];
            }
            CHECK_INT(wrong, ==, 0);
            if (nth[k] <= MANY / 3) {
                CHECK_OK(amp_stl_partial_sort(amp_less_int, RANGE(int, x, MANY), nth[k]));
                for (i = 0; i < nth[k]; i++) {
                    wrong += x[i] != expected[i];
                }
                qsort(x, MANY, sizeof(int), by_value);
                CHECK_INT(wrong, ==, 0);
                CHECK(memcmp(x, expected, MANY * sizeof(int)) == 0);
            }
        }
    }
    free(expected);
    guarded_free(x, MANY, sizeof(int));
}

TEST(partial_sorts)
{
    const int n = 3001;
    int *x = numbers(n, 10000, 3), *y = (int *)guarded(n, sizeof(int)), i;
    ptrdiff_t count = -1;
    CHECK_OK(amp_stl_partial_sort_copy(amp_less_int, RANGE(int, x, n),
                                       amp_range(RANGE(int, y, n), 0, 50), &count));
    CHECK_INT(count, ==, 50);
    CHECK_OK(amp_stl_nth_element(amp_less_int, RANGE(int, x, n), 49));
    CHECK_INT(x[49], ==, y[49]);
    for (i = 0; i < n; i++) {
        CHECK(i < 49 ? x[i] <= x[49] : x[i] >= x[49]);
        CHECK(i == 0 || i >= 50 || y[i - 1] <= y[i]);
    }
    guarded_free(x, n, sizeof(int));
    guarded_free(y, n, sizeof(int));
}

TEST(pairs_and_exchanges_in_a_kernel)
{
    int x[6] = { 0, 1, 2, 3, 4, 5 }, y[3] = { 7, 8, 9 };
    two_ints pair[3];
    const two_ints made = amp_stl_make_pair(two_ints, 1, 2);
    CHECK_INT(made.first * 10 + made.second, ==, 12);
    CHECK_OK(amp_parallel_for_each(amp_extent(3), exchange_ends, VIEW(int, x, 6), 6,
                                   VIEW(two_ints, pair, 3)));
    CHECK(x[0] == 5 && x[2] == 3 && x[5] == 0 && pair[2].first == 2 && pair[2].second == 6);
    amp_stl_swap_array(int, x, y, 3);
    CHECK(x[0] == 7 && y[0] == 5);
}

TEST(bad_input_is_refused_and_nothing_is_written)
{
    int x[100], y[100], i;
    float f[10];
    ptrdiff_t count = -1;
    const int *constant = x;
    const amp_array_view v = VIEW(int, x, 100), w = VIEW(int, y, 100);
    for (i = 0; i < 100; i++) {
        x[i] = i;
    }
    memset(y, 0x11, sizeof(y));
    CHECK_STATUS(amp_copy_if(odd, v, amp_range(w, 0, 49), &count), AMP_INVALID_ARGUMENT);
    CHECK_CONTAINS(amp_last_error(), "49 elements, 50 are needed");
    CHECK_STATUS(amp_copy_if(odd, amp_range(v, 0, 50), amp_range(v, 1, 60), &count),
                 AMP_INVALID_ARGUMENT);
    CHECK_STATUS(amp_partition(odd, v, amp_range(w, 0, 99), &count), AMP_INVALID_ARGUMENT);
    CHECK_STATUS(amp_unique(int, v, amp_range(w, 0, 99), &count), AMP_INVALID_ARGUMENT);
    CHECK_STATUS(amp_run_length_encode(int, v, w, amp_range(w, 0, 99), &count),
                 AMP_INVALID_ARGUMENT);
    CHECK_STATUS(amp_transform(half, v, VIEW(float, f, 10)), AMP_INVALID_ARGUMENT);
    CHECK_STATUS(amp_transform(half, v, w), AMP_VIEW_MISMATCH);
    CHECK_STATUS(amp_fill(int, VIEW(const int, constant, 100), 3), AMP_VIEW_MISMATCH);
    CHECK_STATUS(amp_stl_find(int, VIEW(float, f, 10), 3, &count), AMP_VIEW_MISMATCH);
    CHECK_CONTAINS(amp_last_error(), "amp_stl_find, input: a view of int is wanted, not of float");
    CHECK_STATUS(amp_remove_if(odd, VIEW(float, f, 10), w, &count), AMP_VIEW_MISMATCH);
    CHECK_CONTAINS(amp_last_error(), "amp_remove_if, input");
    CHECK_STATUS(amp_upper_bounds(amp_less_int, v, VIEW(float, f, 10), w), AMP_VIEW_MISMATCH);
    CHECK_CONTAINS(amp_last_error(), "amp_upper_bounds, wanted values");
    CHECK_STATUS(amp_set_difference(amp_less_int, v, v, VIEW(float, f, 10), &count),
                 AMP_VIEW_MISMATCH);
    CHECK_CONTAINS(amp_last_error(), "amp_set_difference, result");
    CHECK_STATUS(amp_stl_rotate(int, v, 101), AMP_INVALID_ARGUMENT);
    CHECK_CONTAINS(amp_last_error(), "amp_stl_rotate: the place is 101, the range has 100");
    CHECK_STATUS(amp_stl_inplace_merge(amp_less_int, v, -1), AMP_INVALID_ARGUMENT);
    CHECK_CONTAINS(amp_last_error(), "amp_stl_inplace_merge: the place is -1");
    CHECK_STATUS(amp_stl_partial_sort(amp_greater_int, v, 101), AMP_INVALID_ARGUMENT);
    CHECK_CONTAINS(amp_last_error(), "amp_stl_partial_sort: the place is 101");
    CHECK_STATUS(amp_stl_nth_element(amp_greater_int, v, -1), AMP_INVALID_ARGUMENT);
    CHECK_CONTAINS(amp_last_error(), "amp_stl_nth_element: the place is -1");
    CHECK_STATUS(amp_stl_swap_ranges(int, amp_range(v, 0, 10), amp_range(v, 9, 19)),
                 AMP_INVALID_ARGUMENT);
    CHECK_STATUS(amp_stl_fill_n(int, v, 101, 3), AMP_INVALID_ARGUMENT);
    CHECK_STATUS(amp_stl_reverse_copy(int, v, v), AMP_INVALID_ARGUMENT);
    CHECK_INT(count, ==, -1);
    for (i = 0; i < 100; i++) {
        CHECK_INT(x[i], ==, i);
        CHECK_INT(y[i], ==, 0x11111111);
    }
    CHECK_OK(amp_copy_if(odd, v, amp_range(w, 0, 50), &count));
    CHECK_INT(count, ==, 50);
    CHECK_OK(amp_copy_if(any_int, v, v, &count));
    CHECK_INT(count, ==, 100);
}
