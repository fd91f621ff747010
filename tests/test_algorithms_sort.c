/* SPDX-License-Identifier: MIT */
/* run: group=once flags=-DAMP__TILES=16 again=AMP_ALGORITHM_FORM=gpu plain turn=compiler,0/2 */
/* Sorting, merging, bounds and sets against serial references. With few tiles,
   so that in the form for a GPU each works through many blocks. */
#include <math.h>

#include "algorithms.h"

AMP_DEVICE_BEGIN
typedef struct item { int key, place; } item;
AMP_DEFINE_LESS(by_key, struct item, a.key < b.key)
AMP_DEFINE_LESS(ascending, int, a < b)
AMP_KERNEL(ends, 1, inout(int, 1, y)) { amp_at(y, idx[0]) = -77; amp_abort(); }
AMP_DEFINE_RADIX_SORT(by_key_bits, struct item, unsigned, (unsigned)a.key ^ 0x80000000u)
AMP_DEVICE_END

static int compare_int(const void *a, const void *b)
{
    const int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}
static int compare_item(const void *a, const void *b)
{
    const item *x = (const item *)a, *y = (const item *)b;
    return x->key != y->key ? (x->key > y->key) - (x->key < y->key) : x->place - y->place;
}

/* n ints; kind 0: any, 1: few different, 2: sorted, 3: reverse. */
static void fill_ints(int *x, int n, int kind)
{
    int i;
    random_seed((unsigned)(n * 4 + kind));
    for (i = 0; i < n; i++) {
        x[i] = kind == 0 ? (int)random_bits() : kind == 1 ? random_below(7) - 3
            : kind == 2 ? i : n - i;
    }
}

TEST_LIMIT(radix_and_merge_sort_at_every_length, 90)
{
    int k, kind;
    for (k = 0; k < lengths_here() - 1; k++) {
        const int n = lengths[k];
        int *x = (int *)guarded(n, sizeof(int)), *y = (int *)guarded(n, sizeof(int));
        int *want = (int *)guarded(n, sizeof(int));
        for (kind = 0; kind < (n > 20000 ? 2 : 4); kind++) {
            fill_ints(x, n, kind);
            memcpy(want, x, sizeof(int) * (size_t)n);
            qsort(want, (size_t)n, sizeof(int), compare_int);
            CHECK_OK(amp_radix_sort_copy(int, RANGE(int, x, n), RANGE(int, y, n)));
            CHECK(memcmp(y, want, sizeof(int) * (size_t)n) == 0);
            memcpy(y, x, sizeof(int) * (size_t)n);
            CHECK_OK(amp_radix_sort(int, RANGE(int, y, n)));
            CHECK(memcmp(y, want, sizeof(int) * (size_t)n) == 0);
            memcpy(y, x, sizeof(int) * (size_t)n);
            CHECK_OK(amp_merge_sort(ascending, RANGE(int, y, n)));
            CHECK(memcmp(y, want, sizeof(int) * (size_t)n) == 0);
            CHECK_OK(amp_merge_sort(amp_less_int, RANGE(int, x, n)));
            CHECK(memcmp(x, want, sizeof(int) * (size_t)n) == 0);
        }
        guarded_free(x, n, sizeof(int));
        guarded_free(y, n, sizeof(int));
        guarded_free(want, n, sizeof(int));
    }
}

TEST(sorts_of_structs_are_stable)
{
    const int n = 20011;
    item *x = (item *)guarded(n, sizeof(item)), *y = (item *)guarded(n, sizeof(item));
    item *want = (item *)guarded(n, sizeof(item));
    int i;
    random_seed(9);
    for (i = 0; i < n; i++) {
        x[i].key = random_below(100) - 50;
        x[i].place = i;
    }
    memcpy(y, x, sizeof(item) * (size_t)n);
    memcpy(want, x, sizeof(item) * (size_t)n);
    qsort(want, (size_t)n, sizeof(item), compare_item);
    CHECK_OK(amp_stl_stable_sort(by_key, RANGE(item, x, n)));
    CHECK(memcmp(x, want, sizeof(item) * (size_t)n) == 0);
    CHECK_OK(amp_radix_sort(by_key_bits, RANGE(item, y, n)));
    CHECK(memcmp(y, want, sizeof(item) * (size_t)n) == 0);
    guarded_free(x, n, sizeof(item));
    guarded_free(y, n, sizeof(item));
    guarded_free(want, n, sizeof(item));
}

TEST(sort_by_key_takes_the_values_along)
{
    int k, i;
    SKIP_WITHOUT_DOUBLE();
    for (k = 0; k < lengths_here() - 2; k++) {
        const int n = lengths[k];
        unsigned *x = (unsigned *)guarded(n, sizeof(unsigned));
        double *v = (double *)guarded(n, sizeof(double));
        item *want = (item *)guarded(n, sizeof(item));
        random_seed((unsigned)n);
        for (i = 0; i < n; i++) {
            x[i] = (unsigned)random_below(n / 3 + 1);
            v[i] = i;
            want[i].key = (int)x[i];
            want[i].place = i;
        }
        qsort(want, (size_t)n, sizeof(item), compare_item);
        CHECK_OK(amp_sort_by_key(unsigned, double, RANGE(unsigned, x, n), RANGE(double, v, n)));
        for (i = 0; i < n; i++) {
            CHECK_INT(x[i], ==, want[i].key);
            CHECK_INT(v[i], ==, want[i].place);
        }
        guarded_free(x, n, sizeof(unsigned));
        guarded_free(v, n, sizeof(double));
        guarded_free(want, n, sizeof(item));
    }
}

#define SORT_TYPE(T, name, make, lowest)                                               \
    do {                                                                               \
        T *x = (T *)guarded(n, sizeof(T));                                             \
        double before = 0, after = 0;                                                  \
        random_seed(11);                                                               \
        for (i = 0; i < n; i++) {                                                      \
            x[i] = (T)(make);                                                          \
            before += i > 0 ? (double)(x[i] < (T)1 ? 1 : 2) : 0;                       \
        }                                                                              \
        x[0] = lowest;                                                                 \
        CHECK_OK(amp_radix_sort(name, RANGE(T, x, n)));                                \
        CHECK(x[0] == (T)(lowest));                                                    \
        for (i = 0; i < n; i++) {                                                      \
            CHECK(i == 0 || !(x[i] < x[i - 1]));                                       \
            after += i > 0 ? (double)(x[i] < (T)1 ? 1 : 2) : 0;                        \
        }                                                                              \
        CHECK_FLOAT(before, ==, after);                                                \
        guarded_free(x, n, sizeof(T));                                                 \
    } while (0)
TEST(radix_sort_of_each_type)
{
    const int n = 5003;
    int i;
    SORT_TYPE(unsigned, unsigned, random_bits() | 1u, 0u);
    SORT_TYPE(amp_int64, amp_int64, (amp_int64)random_bits() * (random_below(9) - 4) * 65536,
              (-9223372036854775807LL - 1));
    SORT_TYPE(amp_uint64, amp_uint64, ((amp_uint64)random_bits() << 32 | random_bits()) | 1u, 0u);
    SORT_TYPE(float, float, (float)random_below(2000000) / 64.0f - 15000.0f, -INFINITY);
    SKIP_WITHOUT_DOUBLE(); /* all others were tested */
    SORT_TYPE(double, double, (double)random_below(2000000) / 64.0 - 15000.0, -INFINITY);
}

TEST(one_key_out_of_order_is_seen)
{
    static const int places[] = { 1, 255, 256, 257, 511, 512, 699 };
    int x[700], y[700];
    const amp_array_view vx = amp_view(int, x, 700), vy = amp_view(int, y, 700);
    unsigned p;
    int i;
    for (p = 0; p < sizeof(places) / sizeof(places[0]); p++) {
        for (i = 0; i < 700; i++) {
            x[i] = i - 350;
            y[i] = i;
        }
        x[places[p]] = -1000; /* before all others */
        CHECK_OK(amp_refresh(vx));
        CHECK_OK(amp_refresh(vy));
        CHECK_OK(amp_sort_by_key(int, int, vx, vy));
        CHECK_OK(amp_synchronize(vx));
        CHECK_OK(amp_synchronize(vy));
        CHECK_INT(x[0], ==, -1000);
        CHECK_INT(y[0], ==, places[p]);
        CHECK_INT(y[places[p]], ==, places[p] - 1);
        CHECK_INT(x[699], ==, 349 - (places[p] == 699));
    }
    CHECK_OK(amp_release(vx));
    CHECK_OK(amp_release(vy));
}

/* Keys that fall all the way, or but for two that are equal, or once, between two chunks; that
   differ in some of their bytes, so that passes are left out, an even or an odd number of them;
   that are all equal. */
static amp_uint64 nearly_done(int kind, int i, int n)
{
    const amp_uint64 r = random_bits() & 255;
    switch (kind) {
    case 0: return (amp_uint64)(n - i) * 257;
    case 1: return (amp_uint64)(n - i + (i == n / 2)) * 257;
    case 2: return (amp_uint64)(i < 16384 ? i + n : i);
    case 3: return r << 24 | 5;
    case 4: return r << 56 | r >> 3 << 8;
    case 5: return r << 32 | (amp_uint64)(random_bits() & 7) << 20 | r;
    default: return 12;
    }
}

TEST_LIMIT(keys_with_little_to_do, 60)
{
    int k, i, kind;
    for (k = 1; k < lengths_here() - 2; k++) {
        const int n = lengths[k];
        amp_uint64 *x = (amp_uint64 *)guarded(n, sizeof(amp_uint64));
        amp_uint64 *y = (amp_uint64 *)guarded(n, sizeof(amp_uint64));
        int *v = (int *)guarded(n, sizeof(int)), *w = (int *)guarded(n, sizeof(int));
        for (kind = 0; kind < 7; kind++) {
            random_seed((unsigned)(n * 8 + kind));
            for (i = 0; i < n; i++) {
                x[i] = y[i] = nearly_done(kind, i, n);
                v[i] = i;
                w[i] = (int)(y[i] >> (kind < 3 ? 0 : 20)) - 2000;
            }
            CHECK_OK(amp_refresh(RANGE(amp_uint64, y, n)));
            CHECK_OK(amp_refresh(RANGE(int, v, n)));
            CHECK_OK(amp_refresh(RANGE(int, w, n)));
            CHECK_OK(amp_sort_by_key(amp_uint64, int, RANGE(amp_uint64, y, n), RANGE(int, v, n)));
            for (i = 0; i < n; i++) {
                CHECK_INT(y[i], ==, x[v[i]]);
                CHECK(i == 0 || y[i - 1] < y[i] || (y[i - 1] == y[i] && v[i - 1] < v[i]));
            }
            for (i = 0; i < n; i++) {
                v[i] = (int)(x[i] >> (kind < 3 ? 0 : 20)) - 2000;
            }
            qsort(v, (size_t)n, sizeof(int), compare_int);
            CHECK_OK(amp_radix_sort(int, RANGE(int, w, n)));
            CHECK(memcmp(v, w, sizeof(int) * (size_t)n) == 0);
        }
        guarded_free(x, n, sizeof(amp_uint64));
        guarded_free(y, n, sizeof(amp_uint64));
        guarded_free(v, n, sizeof(int));
        guarded_free(w, n, sizeof(int));
    }
}

TEST(keys_are_sorted_where_they_are)
{
    enum { N = 3000 };
    static int x[N];
    const amp_accelerator separate = amp_accelerator_find("emu:separate");
    const amp_accelerator here = amp_accelerator_find("emu");
    const amp_array_view v = amp_view(int, x, N);
    int i;
    for (i = 0; i < N; i++) {
        x[i] = i;
    }
    CHECK_OK(amp_on(amp_accelerator_default_view(separate), amp_merge_sort(amp_greater_int, v)));
    CHECK_INT(x[0], ==, 0); /* stale: in order, and no longer what the view holds */
    CHECK_OK(amp_on(amp_accelerator_default_view(here), amp_radix_sort(int, v)));
    CHECK_OK(amp_synchronize(v));
    for (i = 0; i < N; i++) {
        CHECK_INT(x[i], ==, i);
    }
    CHECK_OK(amp_release(v));
}

TEST(lost_keys_are_not_sorted)
{
    int x[8] = { 0, 1, 2, 3, 4, 5, 6, 7 };
    const amp_array_view v = amp_view(int, x, 8);
    amp_accelerator_view queue;
    CHECK_OK(amp_accelerator_create_view(amp_accelerator_find("emu"), AMP_QUEUING_IMMEDIATE,
                                         &queue));
    CHECK_OK(amp_parallel_for_each_on(queue, amp_extent(8), ends, v));
    CHECK_STATUS(amp_wait(queue), AMP_KERNEL_FAULT);
    CHECK_STATUS(amp_radix_sort(int, v), AMP_KERNEL_FAULT);
    CHECK_STATUS(amp_release(v), AMP_KERNEL_FAULT);
    CHECK_OK(amp_accelerator_view_release(queue));
}

TEST(negative_zero_and_nan_have_their_place)
{
    float x[] = { 1, NAN, 0.0f, -1, INFINITY, -0.0f, -NAN, -INFINITY, 2, -0.0f, 0.0f };
    double y[] = { 1, (double)NAN, 0.0, -1, (double)INFINITY, -0.0, (double)-NAN,
                   -(double)INFINITY, 2, -0.0, 0.0 };
    const float want[] = { -INFINITY, -1, -0.0f, -0.0f, 0.0f, 0.0f, 1, 2, INFINITY };
    int i;
    CHECK_OK(amp_radix_sort(float, VIEW(float, x, 11)));
    for (i = 0; i < 9; i++) {
        CHECK(x[i] == want[i] && !signbit(x[i]) == !signbit(want[i]));
    }
    CHECK(isnan(x[9]) && isnan(x[10]));
    CHECK(!signbit(x[9]) && signbit(x[10])); /* in the order in which they came */
    SKIP_WITHOUT_DOUBLE(); /* floats were tested */
    CHECK_OK(amp_radix_sort(double, VIEW(double, y, 11)));
    for (i = 0; i < 9; i++) {
        CHECK(y[i] == (double)want[i] && !signbit(y[i]) == !signbit(want[i]));
    }
    CHECK(isnan(y[9]) && isnan(y[10]));
}

/* A ready-made order sorts as one of the program's does, whichever sort does the work: stably, and
   -0 and +0, which are equivalent, stay as they came. */
#define SORT_BY_ORDER(T, name, greater, make)                                          \
    do {                                                                               \
        T *x = (T *)guarded(n, sizeof(T)), v;                                          \
        amp_array_view r = RANGE(T, x, n);                                             \
        random_seed(17);                                                               \
        for (i = 0; i < n; i++) {                                                      \
            x[i] = (T)(make);                                                          \
            sum += (amp_uint64)(amp_int64)x[i];                                        \
        }                                                                              \
        CHECK_OK(amp_refresh(r));                                                      \
        CHECK_OK(greater ? amp_merge_sort(amp_greater_##name, r)                       \
                         : amp_merge_sort(amp_less_##name, r));                        \
        for (i = 1; i < n; i++) {                                                      \
            v = x[i - 1];                                                              \
            CHECK(greater ? !(v < x[i]) : !(x[i] < v));                                \
        }                                                                              \
        for (i = 0; i < n; i++) {                                                      \
            sum -= (amp_uint64)(amp_int64)x[i];                                        \
        }                                                                              \
        CHECK(sum == 0);                                                               \
        guarded_free(x, n, sizeof(T));                                                 \
    } while (0)
TEST(ready_made_orders_sort_each_type)
{
    static const int sizes[] = { 900, 1024, 5003 };
    int i, k, greater;
    amp_uint64 sum = 0;
    for (k = 0; k < 6; k++) {
        const int n = sizes[k / 2];
        greater = k % 2;
        SORT_BY_ORDER(int, int, greater, random_bits());
        SORT_BY_ORDER(unsigned, unsigned, greater, random_bits());
        SORT_BY_ORDER(amp_int64, amp_int64, greater,
                      ((amp_int64)random_bits() - 2147483648LL) * 999);
        SORT_BY_ORDER(amp_uint64, amp_uint64, greater, (amp_uint64)random_bits() << 10);
        SORT_BY_ORDER(float, float, greater, (float)random_below(20000) / 64.0f - 150.0f);
        if (amp_accelerator_default().supports_double) {
            SORT_BY_ORDER(double, double, greater, random_below(20000) / 64.0 - 150.0);
        }
    }
}
TEST(ready_made_orders_leave_zeros_as_they_came)
{
    enum { N = 3001 };
    float *x = (float *)guarded(N, sizeof(float)), *was = (float *)guarded(N, sizeof(float));
    int greater, i, j;
    for (greater = 0; greater < 2; greater++) {
        random_seed(5);
        for (i = 0; i < N; i++) {
            const int v = random_below(8) - 4;
            was[i] = x[i] = v != 0 ? (float)v : random_below(2) ? 0.0f : -0.0f;
        }
        CHECK_OK(amp_refresh(RANGE(float, x, N)));
        CHECK_OK(greater ? amp_merge_sort(amp_greater_float, RANGE(float, x, N))
                         : amp_merge_sort(amp_less_float, RANGE(float, x, N)));
        for (i = 0; x[i] != 0.0f; i++) {
        }
        for (j = 0; j < N; j++) {
            if (was[j] == 0.0f) {
                CHECK(x[i] == 0.0f && !signbit(x[i]) == !signbit(was[j]));
                i++;
            }
        }
        CHECK(x[i] != 0.0f);
    }
    guarded_free(x, N, sizeof(float));
    guarded_free(was, N, sizeof(float));
}

/* Keys in sorted parts of `half` each, of data that is foretold and of data that is not, and that
   changes on the way: steps that jump, and steps that choose. */
static void fill_halves(item *x, int half, int kind)
{
    int i, v = 0, w = 0;
    random_seed((unsigned)kind);
    for (i = 0; i < half; i++) {
        const int now = kind < 5 ? kind : i / 3000 % 5;
        v += now == 0 ? 2 : now == 3 ? 1 : now == 4 ? (i % 500 == 0 ? 700 : 0) : random_below(5);
        w += now == 0 ? 3 : now == 3 ? 1 : now == 4 ? (i % 300 == 0 ? 400 : 0) : random_below(3);
        x[i].key = v;
        x[half + i].key = now == 2 ? v : w;
        w = now == 2 ? v : w;
        x[i].place = i;
        x[half + i].place = half + i;
    }
}
TEST(merges_and_sets_of_data_with_an_order)
{
    static const int sizes[] = { 1000, 7001, 40009 };
    int kind, k;
    for (k = 0; k < (tap_on_engine("fibers") || tap_on_engine("threads") ? 2 : 3); k++) {
        const int half = sizes[k], n = 2 * half;
        item *x = (item *)guarded(n, sizeof(item)), *y = (item *)guarded(n, sizeof(item));
        item *want = (item *)guarded(n, sizeof(item));
        for (kind = 0; kind < 6; kind++) {
            const amp_array_view all = RANGE(item, x, n), first = amp_range(all, 0, half);
            const amp_array_view second = amp_range(all, half, n), to = RANGE(item, y, n);
            int what, count[4] = { 0, 0, 0, 0 }, a = 0, b = half;
            fill_halves(x, half, kind);
            memcpy(want, x, sizeof(item) * (size_t)n);
            qsort(want, (size_t)n, sizeof(item), compare_item);
            CHECK_OK(amp_refresh(all));
            CHECK_OK(amp_merge(by_key, first, second, to));
            CHECK(memcmp(y, want, sizeof(item) * (size_t)n) == 0);
            for (what = 0; what < 4; what++) { /* union, intersection, difference, symmetric */
                ptrdiff_t found = -1;
                for (a = 0, b = half; a < half || b < n;) {
                    const int left = b == n || (a < half && x[a].key < x[b].key);
                    const int right = !left && (a == half || x[b].key < x[a].key);
                    const int given = what == 0 || (what == 1 ? !left && !right
                                                    : what == 2 ? left : left || right);
                    want[count[what]] = right ? x[b] : x[a];
                    count[what] += given;
                    a += !right;
                    b += !left;
                }
                CHECK_OK(what == 0 ? amp_set_union(by_key, first, second, to, &found)
                         : what == 1 ? amp_set_intersection(by_key, first, second, to, &found)
                         : what == 2 ? amp_set_difference(by_key, first, second, to, &found)
                         : amp_set_symmetric_difference(by_key, first, second, to, &found));
                CHECK_INT(found, ==, count[what]);
                CHECK(memcmp(y, want, sizeof(item) * (size_t)found) == 0);
            }
            memcpy(want, x, sizeof(item) * (size_t)n);
            qsort(want, (size_t)n, sizeof(item), compare_item);
            CHECK_OK(amp_merge_sort(by_key, all)); /* of two runs: most merges are foretold */
            CHECK(memcmp(x, want, sizeof(item) * (size_t)n) == 0);
        }
        guarded_free(x, n, sizeof(item));
        guarded_free(y, n, sizeof(item));
        guarded_free(want, n, sizeof(item));
    }
}

TEST(merges_keep_the_order_of_equals)
{
    static const int sizes[][2] = { { 0, 0 }, { 0, 5 }, { 5, 0 }, { 1, 1 }, { 2049, 31 },
                                    { 3000, 7001 } };
    int k, i;
    for (k = 0; k < 6; k++) {
        const int n = sizes[k][0], m = sizes[k][1];
        item *x = (item *)guarded(n + m, sizeof(item)), *y = (item *)guarded(n + m, sizeof(item));
        random_seed((unsigned)k);
        for (i = 0; i < n + m; i++) {
            x[i].key = random_below(50);
            x[i].place = i;
        }
        qsort(x, (size_t)n, sizeof(item), compare_item);
        qsort(x + n, (size_t)m, sizeof(item), compare_item);
        CHECK_OK(amp_merge(by_key, amp_range(RANGE(item, x, n + m), 0, n),
                           amp_range(RANGE(item, x, n + m), n, n + m), RANGE(item, y, n + m)));
        CHECK_OK(amp_stl_inplace_merge(by_key, RANGE(item, x, n + m), n));
        for (i = 1; i < n + m; i++) {
            CHECK(compare_item(&y[i - 1], &y[i]) < 0);
        }
        CHECK(memcmp(x, y, sizeof(item) * (size_t)(n + m)) == 0);
        guarded_free(x, n + m, sizeof(item));
        guarded_free(y, n + m, sizeof(item));
    }
}

TEST(bounds_of_many_values)
{
    amp_array_view none;
    enum { N = 1009, M = 300 };
    int x[N], wanted[M], low[M], high[M], found[M], i, j;
    random_seed(2);
    for (i = 0; i < N; i++) {
        x[i] = i < 100 ? 200 : i < 120 ? 398 : random_below(200) * 2;
    }
    qsort(x, N, sizeof(int), compare_int);
    for (i = 0; i < M; i++) {
        wanted[i] = random_below(420) - 10;
    }
    CHECK_OK(amp_stl_equal_range(amp_less_int, VIEW(int, x, N), VIEW(int, wanted, M),
                                 VIEW(int, low, M), VIEW(int, high, M)));
    CHECK_OK(amp_stl_binary_search(amp_less_int, VIEW(int, x, N), VIEW(int, wanted, M),
                                   VIEW(int, found, M)));
    for (i = 0; i < M; i++) {
        for (j = 0; j < N && x[j] < wanted[i]; j++) {
        }
        CHECK_INT(low[i], ==, j);
        for (; j < N && x[j] <= wanted[i]; j++) {
        }
        CHECK_INT(high[i], ==, j);
        CHECK_INT(found[i], ==, low[i] < high[i]);
    }
    none = VIEW(int, x, 0); /* which records that it is no view for a kernel */
    CHECK_OK(amp_stl_lower_bound(amp_less_int, none, VIEW(int, wanted, M),
                                 VIEW(int, low, M)));
    CHECK_INT(low[17], ==, 0);
    CHECK_OK(amp_stl_upper_bound(amp_less_int, VIEW(int, x, N), VIEW(int, wanted, 0),
                                 VIEW(int, low, M)));
}

/* Multisets as counts of the values 0 to 19. */
static void count_values(const int *x, int n, int *count)
{
    int i;
    memset(count, 0, 20 * sizeof(int));
    for (i = 0; i < n; i++) {
        count[x[i]]++;
    }
}

TEST(set_operations_are_of_multisets)
{
    static const int sizes[][2] = { { 0, 0 }, { 40, 0 }, { 0, 40 }, { 100, 30 }, { 2500, 3001 } };
    int k, i, what;
    for (k = 0; k < 5; k++) {
        const int n = sizes[k][0], m = sizes[k][1];
        int *x = (int *)guarded(n, sizeof(int)), *z = (int *)guarded(m, sizeof(int));
        int *y = (int *)guarded(n + m, sizeof(int)), cx[20], cz[20], cy[20], includes = -1, all = 1;
        random_seed((unsigned)k + 40);
        for (i = 0; i < n; i++) {
            x[i] = random_below(20);
        }
        for (i = 0; i < m; i++) {
            z[i] = random_below(17) + 3;
        }
        qsort(x, (size_t)n, sizeof(int), compare_int);
        qsort(z, (size_t)m, sizeof(int), compare_int);
        count_values(x, n, cx);
        count_values(z, m, cz);
        for (what = 0; what < 4; what++) {
            const amp_array_view vx = RANGE(int, x, n), vz = RANGE(int, z, m);
            const amp_array_view vy = RANGE(int, y, n + m);
            ptrdiff_t count = -1;
            CHECK_OK(what == 0 ? amp_stl_set_union(amp_less_int, vx, vz, vy, &count)
                     : what == 1 ? amp_stl_set_intersection(amp_less_int, vx, vz, vy, &count)
                     : what == 2 ? amp_stl_set_difference(amp_less_int, vx, vz, vy, &count)
                     : amp_stl_set_symmetric_difference(amp_less_int, vx, vz, vy, &count));
            CHECK(count >= 0 && count <= n + m);
            count_values(y, (int)count, cy);
            for (i = 0; i < 20; i++) {
                const int more = cx[i] > cz[i] ? cx[i] : cz[i], less = cx[i] + cz[i] - more;
                CHECK_INT(cy[i], ==, what == 0 ? more : what == 1 ? less
                          : what == 2 ? cx[i] - less : more - less);
                all &= cx[i] >= cz[i];
            }
            for (i = 1; i < count; i++) {
                CHECK_INT(y[i - 1], <=, y[i]);
            }
        }
        CHECK_OK(amp_stl_includes(amp_less_int, RANGE(int, x, n), RANGE(int, z, m), &includes));
        CHECK_INT(includes, ==, all);
        CHECK_OK(amp_stl_includes(amp_less_int, RANGE(int, x, n), amp_range(RANGE(int, x, n), n / 3,
                                  n / 2), &includes));
        CHECK_INT(includes, ==, 1);
        guarded_free(x, n, sizeof(int));
        guarded_free(z, m, sizeof(int));
        guarded_free(y, n + m, sizeof(int));
    }
}

/* One element that the first range has not, or not so often, wherever it is. */
TEST(includes_misses_no_element)
{
    enum { N = 6000, M = N / 2 };
    int *x = (int *)guarded(N, sizeof(int)), *z = (int *)guarded(M, sizeof(int)), i;
    for (i = 0; i < N; i++) {
        x[i] = i / 3 * 2; /* each value three times */
    }
    for (i = 0; i <= 20; i++) {
        const int at = i * (M - 1) / 20, kind = i % 3;
        int k, result = -1;
        for (k = 0; k < M; k++) {
            z[k] = x[2 * k]; /* once or twice */
        }
        CHECK_OK(amp_stl_includes(amp_less_int, RANGE(int, x, N), RANGE(int, z, M), &result));
        CHECK_INT(result, ==, 1);
        z[at] += kind == 0; /* none is odd; below, more often than three times */
        for (k = at; kind != 0 && k < at + 4 && k < M; k++) {
            z[k] = z[at];
        }
        z[0] -= kind != 0 && at > M - 4; /* no room for so many */
        CHECK_OK(amp_stl_includes(amp_less_int, RANGE(int, x, N), RANGE(int, z, M), &result));
        CHECK_INT(result, ==, 0);
    }
    guarded_free(x, N, sizeof(int));
    guarded_free(z, M, sizeof(int));
}

TEST(sorts_in_storage_of_the_size_that_is_told)
{
    static char memory[200000] __attribute__((aligned(64)));
    enum { N = 6151 };
    static int x[N];
    static double v[N];
    const amp_array_view vx = VIEW(int, x, N), vv = VIEW(double, v, N);
    const size_t radix = amp_radix_sort_storage_size(sizeof(int), sizeof(double), N);
    const size_t merge = amp_merge_sort_storage_size(sizeof(int), N);
    int i;
    CHECK(radix <= sizeof(memory) && merge <= sizeof(memory));
    fill_ints(x, N, 0);
    CHECK_OK(amp_storage_use(memory, radix));
    if (amp_accelerator_default().supports_double) {
        CHECK_OK(amp_sort_by_key(int, double, vx, vv));
    }
    fill_ints(x, N, 0);
    CHECK_OK(amp_refresh(vx));
    CHECK_OK(amp_storage_use(memory, merge));
    CHECK_OK(amp_merge_sort(amp_greater_int, vx));
    for (i = 1; i < N; i++) {
        CHECK_INT(x[i - 1], >=, x[i]);
    }
    CHECK_OK(amp_merge_sort(ascending, vx));
    CHECK_INT(x[0], <=, x[N - 1]);
    fill_ints(x, N, 2);
    x[0] = 5;
    CHECK_OK(amp_refresh(vx));
    CHECK_OK(amp_storage_use(memory, sizeof(x) / 64 * 64)); /* less than the elements take */
    CHECK_STATUS(amp_merge_sort(amp_greater_int, vx), AMP_OUT_OF_MEMORY);
    CHECK_STATUS(amp_radix_sort(int, vx), AMP_OUT_OF_MEMORY);
    CHECK_INT(x[0], ==, 5);
    CHECK_INT(x[N - 1], ==, N - 1);
    CHECK_OK(amp_storage_use(NULL, 0));
}

TEST(bad_input_is_refused)
{
    int x[100], y[150];
    double v[99];
    const amp_array_view vx = VIEW(int, x, 100), vy = VIEW(int, y, 150);
    ptrdiff_t count = -1;
    memset(x, 0, sizeof(x));
    memset(y, 0x11, sizeof(y));
    CHECK_STATUS(amp_radix_sort(unsigned, vx), AMP_VIEW_MISMATCH);
    CHECK_STATUS(amp_sort_by_key(int, double, vx, VIEW(double, v, 99)), AMP_INVALID_ARGUMENT);
    CHECK_CONTAINS(amp_last_error(), "100 and 99");
    CHECK_STATUS(amp_sort_by_key(int, int, vx, vx), AMP_INVALID_ARGUMENT);
    CHECK_STATUS(amp_merge(amp_less_int, vx, vx, vy), AMP_INVALID_ARGUMENT);
    CHECK_STATUS(amp_set_union(amp_less_int, amp_range(vy, 0, 10), vx, amp_range(vy, 5, 150),
                               &count), AMP_INVALID_ARGUMENT);
    CHECK_STATUS(amp_set_union(amp_less_int, vx, vx, amp_range(vy, 0, 99), &count),
                 AMP_INVALID_ARGUMENT);
    CHECK_STATUS(amp_stl_nth_element(amp_less_int, vx, 101), AMP_INVALID_ARGUMENT);
    CHECK_INT(count, ==, -1);
    CHECK_INT(y[0], ==, 0x11111111);
}
