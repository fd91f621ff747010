/* SPDX-License-Identifier: MIT */
/* run: group=optimised ci=gcc turn=1/2 */
/* Operators of algorithms with a loop of which gcc 11 and 12 make wrong vectors
   (docs/compiler-faults.md), of a constant number of turns and of one that the call brings, in a
   function that gcc would not inline by itself; and with members that are chosen each under a
   condition of its own. Against the same text in plain C that is not optimised. */
#include "algorithms.h"

enum { N = 1501 };

AMP_DEVICE_BEGIN
typedef struct abc { int a, b, c; } abc;
#define MIXED(a, j) (((unsigned)(a) * 2654435761u + (unsigned)(j) * 40503u) >> 13)
#define CHOOSE_LAST(T, a, turns) \
    T v = 0; \
    for (int j = 0; j < turns; j++) { \
        const int h = (int)MIXED(a, j); \
        v = (h & 7) > 4 ? (T)((h >> 3 & 255) + 1) : v; \
        if ((h >> 12 & 31) < 5) { v = 0; } \
    }
static inline int last_of(int a, int turns) { CHOOSE_LAST(int, a, turns) return v; }
static inline float last_of_64(int a) { CHOOSE_LAST(float, a, 64) return v; }
/* Enough text that gcc leaves what holds it a function. */
#define STIR(a) \
    for (int k = 0; k < 3; k++) { \
        v = v % 7 == 3 ? v * 5 + a % 11 : v % 5 == 2 ? v - a % 13 : v % 3 == 1 ? v * 3 : v + 1; \
        v = v % 17 == 3 ? v * 3 + a % 19 : v % 23 == 2 ? v - a % 29 : v % 9 == 1 ? v * 2 : v - 1; \
    }
static inline int long_one(int a)
{
    CHOOSE_LAST(int, a, 64)
    STIR(a)
    return v + last_of(a + 1, 64) + last_of(a + 2, 64);
}
static inline int key_of(int a) { return last_of(a, 64); }
static inline int larger(int a, int b)
{
    const int ka = key_of(a), kb = key_of(b);
    return ka > kb || (ka == kb && a > b) ? a : b;
}
#define CHOOSE_MEMBERS(x, m) \
    abc r; \
    r.a = m.a & 1 ? x.a : 0; \
    r.b = m.b & 1 ? x.b : 7; \
    r.c = m.c & 1 ? x.c : 0; \
    return r;
#define CHANGE_MEMBERS(s, i) \
    if (s.a & 1) { s.b = s.a + i; s.a = s.c; } \
    if (s.c & 1) { s.c = s.b; } \
    return s;
static inline abc chosen(abc p, abc q) { CHOOSE_MEMBERS(p, q) }
static inline abc changed(abc p, int i) { CHANGE_MEMBERS(p, i) }
AMP_DEFINE_TRANSFORM(of_64, int, int, last_of(a, 64))
AMP_DEFINE_TRANSFORM(of_long, int, int, long_one(a))
AMP_DEFINE_TRANSFORM(of_float, int, float, last_of_64(a))
AMP_DEFINE_TRANSFORM_WITH(of_value, int, int, int, last_of(a, p))
AMP_DEFINE_TRANSFORM2(of_two, int, int, int, last_of(a, b & 63))
AMP_DEFINE_TRANSFORM2(of_members, abc, abc, abc, chosen(a, b))
AMP_DEFINE_TRANSFORM_IF(of_some, int, int, last_of(a, 64) & 1, last_of(a + 1, 64))
AMP_DEFINE_GENERATE(of_index, int, last_of(i, 64))
AMP_DEFINE_FOR_EACH(each_loop, int, CHOOSE_LAST(int, a, 64) a = v)
AMP_DEFINE_FOR_EACH(each_left, int, if (last_of(a, 64) & 1) { return; } a = i)
AMP_DEFINE_FOR_EACH(each_members, abc, a = changed(a, i))
AMP_DEFINE_ADJACENT_DIFFERENCE(between, int, last_of(a - b, 64))
AMP_DEFINE_REDUCE(largest, int, 0, larger(a, b))
AMP_DEFINE_TRANSFORM_REDUCE(sum_of, int, int, 0, a + b, last_of(a, 64))
AMP_DEFINE_INNER_PRODUCT(product, int, int, int, 0, a + b, last_of(a + b, 64))
AMP_DEFINE_OPERATOR(running, int, 0, larger(a, b))
AMP_DEFINE_PREDICATE(odd_key, int, last_of(a, 64) & 1)
AMP_DEFINE_EQUAL(same_key, int, key_of(a) == key_of(b))
AMP_DEFINE_LESS(by_key, int, key_of(a) < key_of(b))
AMP_DEFINE_HISTOGRAM(key_bin, int, key_of(a) & 15)
AMP_DEFINE_RADIX_SORT(radix_key, int, unsigned, (unsigned)key_of(a))
AMP_DEVICE_END

#ifdef __clang__
#define NOT_OPTIMISED __attribute__((noinline, optnone))
#else
#define NOT_OPTIMISED __attribute__((noinline, optimize("O0")))
#endif
NOT_OPTIMISED static int want_last(int a, int turns) { CHOOSE_LAST(int, a, turns) return v; }
NOT_OPTIMISED static int want_long(int a)
{
    int v = want_last(a, 64);
    STIR(a)
    return v + want_last(a + 1, 64) + want_last(a + 2, 64);
}
NOT_OPTIMISED static int want_larger(int a, int b)
{
    const int ka = want_last(a, 64), kb = want_last(b, 64);
    return ka > kb || (ka == kb && a > b) ? a : b;
}
NOT_OPTIMISED static abc want_chosen(abc p, abc q) { CHOOSE_MEMBERS(p, q) }
NOT_OPTIMISED static abc want_changed(abc p, int i) { CHANGE_MEMBERS(p, i) }

static int x[N], z[N], y[N];
static float f[N];
static abc s[N], m[N], t[N];

static void fill(void)
{
    unsigned r = 7;
    int i;
    for (i = 0; i < N; i++) {
        r = r * 1664525u + 1013904223u;
        x[i] = (int)(r >> 12);
        z[i] = (int)(r >> 7 & 0xffff);
        y[i] = x[i];
        s[i].a = x[i] & 0xff; s[i].b = z[i]; s[i].c = (int)(r >> 20);
        m[i].a = (int)(r >> 30); m[i].b = (int)(r >> 9); m[i].c = (int)(r >> 15);
        t[i] = s[i];
    }
}
static int same(abc p, abc q) { return p.a == q.a && p.b == q.b && p.c == q.c; }
/* Whether each element i of the result in y is `want`. */
#define EXPECT(status, want) \
    do { \
        int wrong_ = 0; \
        CHECK_OK(status); \
        CHECK_OK(amp_synchronize(amp_view(int, y, N))); \
        for (i = 0; i < N; i++) { wrong_ += y[i] != (want); } \
        CHECK(wrong_ == 0); \
    } while (0)
#define VIEWS \
    amp_array_view vx = amp_view(int, x, N), vy = (fill(), amp_view(int, y, N)); \
    int i; \
    (void)vx, (void)vy

TEST(transforms)
{
    VIEWS;
    amp_array_view vz = amp_view(int, z, N), vf = amp_view(float, f, N);
    int wrong = 0;
    EXPECT(amp_transform(of_64, vx, vy), want_last(x[i], 64));
    EXPECT(amp_transform(of_long, vx, vy), want_long(x[i]));
    amp_capture(of_value, 37);
    EXPECT(amp_transform(of_value, vx, vy), want_last(x[i], 37));
    EXPECT(amp_transform2(of_two, vx, vz, vy), want_last(x[i], z[i] & 63));
    EXPECT(amp_generate(of_index, vy), want_last(i, 64));
    CHECK_OK(amp_transform(of_float, vx, vf));
    CHECK_OK(amp_synchronize(vf));
    for (i = 0; i < N; i++) { wrong += f[i] != (float)want_last(x[i], 64); }
    CHECK(wrong == 0);
}
TEST(transform_if)
{
    VIEWS;
    EXPECT(amp_transform_if(of_some, vx, vy),
          want_last(x[i], 64) & 1 ? want_last(x[i] + 1, 64) : x[i]);
}
TEST(for_each)
{
    VIEWS;
    EXPECT(amp_for_each(each_loop, vy), want_last(x[i], 64));
}
TEST(for_each_that_returns_leaves_the_element)
{
    VIEWS;
    EXPECT(amp_for_each(each_left, vy), want_last(x[i], 64) & 1 ? x[i] : i);
}
TEST(members)
{
    amp_array_view vs = (fill(), amp_view(abc, s, N)), vm = amp_view(abc, m, N);
    amp_array_view vt = amp_view(abc, t, N);
    int i, wrong = 0;
    CHECK_OK(amp_transform2(of_members, vs, vm, vt));
    CHECK_OK(amp_synchronize(vt));
    for (i = 0; i < N; i++) { wrong += !same(t[i], want_chosen(s[i], m[i])); }
    CHECK(wrong == 0);
    memcpy(t, s, sizeof(t));
    CHECK_OK(amp_refresh(vt));
    CHECK_OK(amp_for_each(each_members, vt));
    CHECK_OK(amp_synchronize(vt));
    for (i = 0; i < N; i++) { wrong += !same(t[i], want_changed(s[i], i)); }
    CHECK(wrong == 0);
}
TEST(neighbours_and_scans)
{
    int before[N];
    VIEWS;
    skip_where_loops_are_ended();
    EXPECT(amp_adjacent_difference(between, vx, vy), i ? want_last(x[i] - x[i - 1], 64) : x[0]);
    for (i = 0; i < N; i++) { before[i] = want_larger(i ? before[i - 1] : 0, x[i]); }
    EXPECT(amp_inclusive_scan(running, vx, vy), before[i]);
}
TEST(folds)
{
    VIEWS;
    amp_array_view vz = amp_view(int, z, N);
    int largest_is = 0, sum = 0, products = 0, got = -1;
    skip_where_loops_are_ended();
    for (i = 0; i < N; i++) {
        largest_is = want_larger(largest_is, x[i]);
        sum += want_last(x[i], 64);
        products += want_last(x[i] + z[i], 64);
    }
    CHECK_OK(amp_reduce(largest, vx, &got));
    CHECK(got == largest_is);
    CHECK_OK(amp_transform_reduce(sum_of, vx, &got));
    CHECK(got == sum);
    CHECK_OK(amp_inner_product(product, vx, vz, 0, &got));
    CHECK(got == products);
}
TEST(predicates)
{
    static int kept[N];
    VIEWS;
    ptrdiff_t count = 0, want = 0, uniques = 1;
    skip_where_loops_are_ended();
    for (i = 0; i < N; i++) {
        if (want_last(x[i], 64) & 1) { kept[want++] = x[i]; }
        uniques += i && want_last(x[i], 64) != want_last(x[i - 1], 64);
    }
    CHECK_OK(amp_stl_count_if(odd_key, vx, &count));
    CHECK(count == want);
    CHECK_OK(amp_copy_if(odd_key, vx, vy, &count));
    CHECK_OK(amp_synchronize(vy));
    CHECK(count == want && memcmp(y, kept, (size_t)want * sizeof(int)) == 0);
    CHECK_OK(amp_unique(same_key, vx, vy, &count));
    CHECK(count == uniques);
}
TEST(orders)
{
    static int sorted[N];
    VIEWS;
    int counts[16], bins[16] = { 0 }, j;
    skip_where_loops_are_ended();
    for (i = 0; i < N; i++) {
        const int key = want_last(x[i], 64);
        bins[key & 15]++;
        for (j = i; j > 0 && want_last(sorted[j - 1], 64) > key; j--) { sorted[j] = sorted[j - 1]; }
        sorted[j] = x[i];
    }
    CHECK_OK(amp_histogram(key_bin, vx, amp_view(int, counts, 16)));
    CHECK_OK(amp_synchronize(amp_view(int, counts, 16)));
    CHECK(memcmp(counts, bins, sizeof(bins)) == 0);
    EXPECT(amp_merge_sort(by_key, vy), sorted[i]);
    fill();
    CHECK_OK(amp_refresh(vy));
    EXPECT(amp_radix_sort(radix_key, vy), sorted[i]);
}
