/* SPDX-License-Identifier: MIT */
/* run: group=once not=vectors */
/* Random calls of the algorithms: lengths around tiles and chunks, few or many values, runs, sorted
   or not, in place or not, each against a serial loop. AMP_SEED says where the random numbers
   begin, AMP_SECONDS how long each test goes on (0: some hundred calls): make fuzz_algorithms. */
#define _POSIX_C_SOURCE 200809L
#include <time.h>

#include "amp_algorithms_more.h"
#include "algorithms.h"

AMP_DEVICE_BEGIN
AMP_DEFINE_TRANSFORM(plus_index, int, int, a + i)
AMP_DEFINE_TRANSFORM2(less_index, int, int, int, a - b - i)
AMP_DEFINE_TRANSFORM_IF(halve_even, int, int, a % 2 == 0, a / 2)
AMP_DEFINE_FOR_EACH(add_index, int, a += i)
AMP_DEFINE_TRANSFORM_REDUCE(odd_indices, int, int, 0, a + b, a % 2 != 0 ? i : 0)
AMP_DEFINE_PREDICATE(odd, int, a % 2 != 0)
AMP_DEFINE_PREDICATE_WITH(below, int, int, a < p)
AMP_DEFINE_EQUAL(alike, int, a / 4 == b / 4)
AMP_DEFINE_ORDER(by_rest, int, a % 16 < b % 16)
AMP_DEFINE_HISTOGRAM_WITH(by_width, int, int, a / p)
/* What does not commute: the last that is not 0. */
AMP_DEFINE_SCAN(latest, int, 0, b != 0 ? b : a)
AMP_DEVICE_END

static int plus(int a, int b) { return a + b; }
static int latest_of(int a, int b) { return b != 0 ? b : a; }

/* ---- random data --------------------------------------------------------- */

enum { BEHIND = 3 }; /* elements behind a result, which nobody may touch */

/* The data of a call: ranges of n elements between guards. */
typedef struct call {
    int n, round;
    int *x, *y, *out, *out2; /* x, y: 0 to 9999, few different or many */
    int *flags;              /* 0, or any other value */
    int *order;              /* a permutation */
    int *copy, *want, *want2, *scratch; /* the library does not see these */
} call;

static int calls_of(void)
{
    return tap_on_engine("threads") ? 6 : 60;
}

static int some_length(void)
{
    static const int edges[] = { 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384 };
    const int slow = tap_on_engine("threads");
    switch (random_below(slow ? 3 : 6)) {
    case 0: return random_below(6);
    case 1: return random_below(80);
    case 2: return edges[random_below(slow ? 4 : 10)] + random_below(5) - 2;
    case 3: return random_below(1000);
    case 4: return random_below(7000);
    default: return random_below(40000);
    }
}

/* n numbers from 0 to most - 1, in runs, in order, or as they come. */
static void some_numbers(int *x, int n, int most)
{
    const int runs = 1 + random_below(2) * random_below(100), sorted = random_below(4) == 0;
    int i, v = 0;
    for (i = 0; i < n; i++) {
        if (random_below(runs) == 0) {
            v = sorted ? v + random_below(2) : random_below(most);
        }
        x[i] = sorted && v >= most ? most - 1 : v;
    }
}

static int some_values(void)
{
    static const int most[] = { 1, 2, 3, 10, 100, 10000 };
    return most[random_below(6)];
}

static call call_of(int round)
{
    call c;
    int i, *all[10], density;
    memset(&c, 0, sizeof(c));
    c.round = round;
    c.n = some_length();
    for (i = 0; i < 10; i++) {
        all[i] = (int *)guarded(c.n + BEHIND, sizeof(int));
    }
    c.x = all[0]; c.y = all[1]; c.out = all[2]; c.out2 = all[3]; c.flags = all[4];
    c.order = all[5]; c.copy = all[6]; c.want = all[7]; c.want2 = all[8]; c.scratch = all[9];
    some_numbers(c.x, c.n, some_values());
    some_numbers(c.y, c.n, some_values());
    density = 1 + random_below(3) * random_below(300);
    for (i = 0; i < c.n; i++) {
        const int j = random_below(i + 1);
        c.flags[i] = random_below(density) == 0 ? random_below(9) - 4 : 0;
        c.order[i] = c.order[j];
        c.order[j] = i;
    }
    memcpy(c.copy, c.x, sizeof(int) * (size_t)(c.n + BEHIND));
    memcpy(c.want, c.out, sizeof(int) * (size_t)(c.n + BEHIND));
    memcpy(c.want2, c.out2, sizeof(int) * (size_t)(c.n + BEHIND));
    return c;
}

static void call_end(call *c)
{
    int *all[10], i;
    all[0] = c->x; all[1] = c->y; all[2] = c->out; all[3] = c->out2; all[4] = c->flags;
    all[5] = c->order; all[6] = c->copy; all[7] = c->want; all[8] = c->want2; all[9] = c->scratch;
    for (i = 0; i < 10; i++) {
        guarded_free(all[i], c->n + BEHIND, sizeof(int));
    }
}

/* That `got`, whose n first elements were given to an algorithm, is `want`, the rest included. */
static void same(const call *c, const char *what, const int *got, const int *want)
{
    int i;
    for (i = 0; i < c->n + BEHIND; i++) {
        if (got[i] != want[i]) {
            FAIL("%s, length %d, call %d of this test: element %d is %d instead of %d", what, c->n,
                 c->round, i, got[i], want[i]);
        }
    }
}
static void is(const call *c, const char *what, long long got, long long want)
{
    if (got != want) {
        FAIL("%s, length %d, call %d of this test: %lld instead of %lld", what, c->n, c->round, got,
             want);
    }
}
static void ran(const call *c, const char *what, amp_status s)
{
    if (s != AMP_OK) {
        FAIL("%s, length %d, call %d of this test: %s", what, c->n, c->round, amp_last_error());
    }
    synchronize_all();
}
#define RUN(what, algorithm) ran(&c, tried = what, algorithm)
static amp_array_view range_of(const call *c, int *p, int from, int to)
{
    return amp_range(RANGE(int, p, c->n), from, to);
}
#define OF(p) range_of(&c, c.p, 0, c.n)
#define PART(p, from, to) range_of(&c, c.p, from, to)

/* A test: many calls, each of one of `kinds` algorithms. */
typedef void one_call(int kind, call c);
static void many_calls(one_call *one, int kinds, unsigned seed)
{
    const char *first = getenv("AMP_SEED"), *seconds = getenv("AMP_SECONDS");
    const time_t end = time(NULL) + (seconds != NULL ? atoi(seconds) : 0);
    int k;
    random_seed((first != NULL ? (unsigned)atoi(first) : 1u) * 64 + seed);
    for (k = 0; k < calls_of() * kinds || time(NULL) < end; k++) {
        call c = call_of(k);
        one(k % kinds, c);
        call_end(&c);
    }
}
#define MANY(name, kinds, seed)                                                \
    TEST_LIMIT(name##_at_random, 60) { many_calls(name, kinds, seed); }

/* ---- stable sorting, serially --------------------------------------------- */

static const int *sorted_by; /* keys of the places that are compared */
static int by_key(const void *a, const void *b)
{
    const int i = *(const int *)a, j = *(const int *)b;
    const int x = sorted_by[i], y = sorted_by[j];
    return x != y ? (x < y ? -1 : 1) : (i < j ? -1 : i > j);
}
/* order = the places of the n keys, sorted stably. */
static void sort_places(const int *keys, int *order, int n)
{
    int i;
    for (i = 0; i < n; i++) {
        order[i] = i;
    }
    sorted_by = keys;
    qsort(order, (size_t)n, sizeof(int), by_key);
}
static int by_value(const void *a, const void *b)
{
    const int x = *(const int *)a, y = *(const int *)b;
    return x < y ? -1 : x > y;
}
static void sort_values(int *x, int n) { qsort(x, (size_t)n, sizeof(int), by_value); }

/* ---- maps ------------------------------------------------------------------ */

static void maps(int kind, call c)
{
    const int n = c.n, own = random_below(2), middle = random_below(n + 1), v = random_below(5);
    const char *tried = "";
    const amp_array_view out = own ? OF(x) : OF(out);
    int i, *want = own ? c.copy : c.want;
    switch (kind) {
    case 0:
        RUN("transform", amp_transform(plus_index, OF(x), out));
        for (i = 0; i < n; i++) { want[i] = c.copy[i] + i; }
        break;
    case 1:
        RUN("transform2", amp_transform2(less_index, OF(x), OF(y), out));
        for (i = 0; i < n; i++) { want[i] = c.copy[i] - c.y[i] - i; }
        break;
    case 2:
        RUN("transform_if", amp_transform_if(halve_even, OF(x), out));
        for (i = 0; i < n; i++) { want[i] = c.copy[i] % 2 == 0 ? c.copy[i] / 2 : want[i]; }
        break;
    case 3:
        RUN("for_each", amp_for_each(add_index, OF(x)));
        for (i = 0; i < n; i++) { c.copy[i] += i; }
        break;
    case 4:
        RUN("fill", amp_fill(int, amp_range(out, 0, middle), v));
        for (i = 0; i < middle; i++) { want[i] = v; }
        break;
    case 5:
        RUN("adjacent_difference", amp_adjacent_difference(amp_minus_int, OF(x), OF(out)));
        for (i = 0; i < n; i++) { c.want[i] = c.x[i] - (i > 0 ? c.x[i - 1] : 0); }
        break;
    case 6:
        if (own) {
            RUN("reverse", amp_stl_reverse(int, OF(x)));
        } else {
            RUN("reverse_copy", amp_stl_reverse_copy(int, OF(x), OF(out)));
        }
        memcpy(c.scratch, c.copy, sizeof(int) * (size_t)n);
        for (i = 0; i < n; i++) { want[i] = c.scratch[n - 1 - i]; }
        break;
    case 7:
        if (own) {
            RUN("rotate", amp_stl_rotate(int, OF(x), middle));
        } else {
            RUN("rotate_copy", amp_stl_rotate_copy(int, OF(x), middle, OF(out)));
        }
        memcpy(c.scratch, c.copy, sizeof(int) * (size_t)n);
        for (i = 0; i < n; i++) { want[i] = c.scratch[(i + middle) % n]; }
        break;
    case 8:
        RUN("copy, overlapping",
            v < 2 ? amp_stl_copy(int, PART(x, 0, middle), PART(x, n - middle, n))
                  : amp_stl_copy_backward(int, PART(x, n - middle, n), PART(x, 0, middle)));
        memmove(v < 2 ? c.copy + n - middle : c.copy, v < 2 ? c.copy : c.copy + n - middle,
                sizeof(int) * (size_t)middle);
        break;
    case 9:
        RUN("swap_ranges", amp_stl_swap_ranges(int, PART(x, 0, n / 2), PART(x, n - n / 2, n)));
        for (i = 0; i < n / 2; i++) {
            const int a = c.copy[i];
            c.copy[i] = c.copy[n - n / 2 + i];
            c.copy[n - n / 2 + i] = a;
        }
        break;
    case 10:
        RUN("gather", v < 2 ? amp_gather_by(int, OF(x), OF(order), OF(out))
                            : amp_gather_if(int, OF(x), OF(order), OF(flags), OF(out)));
        for (i = 0; i < n; i++) {
            c.want[i] = v < 2 || c.flags[i] != 0 ? c.x[c.order[i]] : c.want[i];
        }
        break;
    case 11:
        RUN("scatter", v < 2 ? amp_scatter_by(int, OF(x), OF(order), OF(out))
                             : amp_scatter_if(int, OF(x), OF(order), OF(flags), OF(out)));
        for (i = 0; i < n; i++) {
            if (v < 2 || c.flags[i] != 0) { c.want[c.order[i]] = c.x[i]; }
        }
        break;
    case 12:
        RUN("replace", own ? amp_stl_replace(int, OF(x), v, -7)
                           : amp_stl_replace_copy(int, OF(x), OF(out), v, -7));
        for (i = 0; i < n; i++) { want[i] = c.copy[i] == v ? -7 : c.copy[i]; }
        break;
    case 13:
        RUN("replace_if", own ? amp_stl_replace_if(odd, OF(x), -7)
                              : amp_stl_replace_copy_if(odd, OF(x), OF(out), -7));
        for (i = 0; i < n; i++) { want[i] = c.copy[i] % 2 != 0 ? -7 : c.copy[i]; }
        break;
    case 14:
        RUN("replace_flagged", amp_replace_flagged(int, OF(x), OF(flags), &v));
        for (i = 0; i < n; i++) { c.copy[i] = c.flags[i] != 0 ? v : c.copy[i]; }
        break;
    default: { /* of a section with gaps */
        const int columns = 1 + random_below(40), rows = n / columns;
        const int left = random_below(columns), wide = 1 + random_below(columns - left);
        const amp_extent size = amp_extent(rows, wide), all = amp_extent(rows, columns);
        amp_array_view a, b;
        if (rows == 0) {
            return;
        }
        a = amp_section(amp_view_as(PART(x, 0, rows * columns), all), amp_index(0, left), size);
        b = amp_section(amp_view_as(PART(out, 0, rows * columns), all), amp_index(0, left),
                        size);
        RUN("transform of a section", v < 2 ? amp_fill(int, own ? a : b, -v)
                                            : amp_transform(plus_index, a, own ? a : b));
        for (i = 0; i < rows * wide; i++) {
            const int at = i / wide * columns + left + i % wide;
            want[at] = v < 2 ? -v : c.copy[at] + i;
        }
        break;
    }
    }
    same(&c, tried, c.out, c.want);
    same(&c, tried, c.x, c.copy);
}
MANY(maps, 16, 1)

/* ---- folds ------------------------------------------------------------------ */

static void folds(int kind, call c)
{
    const int n = c.n, v = random_below(12), width = 1 + random_below(300);
    const char *tried = "";
    int i, k, sum = 0, odds = 0, most = INT_MIN, least = INT_MAX, first_least = 0, last_most = 0;
    int first_most = 0, many = 0, result = 1, of_odd = 0;
    ptrdiff_t low = -1, high = -1;
    for (i = 0; i < n; i++) {
        sum += c.x[i];
        odds += c.x[i] % 2 != 0;
        of_odd += c.x[i] % 2 != 0 ? i : 0;
        many += c.x[i] == v;
        first_least = c.x[i] < least ? i : first_least;
        first_most = c.x[i] > most ? i : first_most;
        last_most = c.x[i] >= most ? i : last_most;
        least = c.x[i] < least ? c.x[i] : least;
        most = c.x[i] > most ? c.x[i] : most;
    }
    switch (kind) {
    case 0:
        RUN("reduce", amp_reduce(amp_plus_int, OF(x), &result));
        is(&c, tried, result, sum);
        break;
    case 1:
        RUN("reduce by the greatest", amp_reduce(amp_max_int, OF(x), &result));
        is(&c, tried, result, most);
        break;
    case 2:
        RUN("transform_reduce", amp_transform_reduce(odd_indices, OF(x), &result));
        is(&c, tried, result, of_odd);
        break;
    case 3:
        RUN("count", amp_stl_count(int, OF(x), v, &low));
        is(&c, tried, low, many);
        RUN("count_if", amp_stl_count_if(odd, OF(x), &low));
        is(&c, tried, low, odds);
        break;
    case 4:
        RUN("all_of", amp_stl_all_of(odd, OF(x), &result));
        is(&c, tried, result, odds == n);
        RUN("any_of", amp_stl_any_of(odd, OF(x), &result));
        is(&c, tried, result, odds > 0);
        RUN("none_of", amp_stl_none_of(odd, OF(x), &result));
        is(&c, tried, result, odds == 0);
        break;
    case 5:
        if (n == 0) {
            return;
        }
        amp_capture(below, v);
        for (i = 0, many = 0; i < n; i++) { many += c.x[i] < v; }
        RUN("..._into", v < 3   ? amp_count_if_into(below, OF(x), PART(out, 0, 1))
                        : v < 6 ? amp_all_of_into(below, OF(x), PART(out, 0, 1))
                        : v < 9 ? amp_any_of_into(below, OF(x), PART(out, 0, 1))
                                : amp_none_of_into(below, OF(x), PART(out, 0, 1)));
        c.want[0] = v < 3 ? many : v < 6 ? many == n : v < 9 ? many > 0 : many == 0;
        break;
    case 6:
        if (n == 0) {
            return;
        }
        RUN("reduce_into", amp_reduce_into(amp_plus_int, OF(x), PART(out, 0, 1)));
        c.want[0] = sum;
        break;
    case 7:
        RUN("segmented_reduce_equal",
            amp_segmented_reduce_equal(amp_plus_int, width, OF(x), OF(out)));
        for (i = 0; i < n; i++) {
            c.want[i / width] = (i % width == 0 ? 0 : c.want[i / width]) + c.x[i];
        }
        break;
    case 8: { /* rows of a section */
        const int columns = 1 + random_below(600), rows = n / columns;
        const int left = random_below(columns), wide = 1 + random_below(columns - left);
        if (rows == 0) {
            return;
        }
        RUN("reduce_rows", amp_reduce_rows(amp_plus_int, amp_section(amp_view_as(
            PART(x, 0, rows * columns), amp_extent(rows, columns)), amp_index(0, left),
            amp_extent(rows, wide)), PART(out, 0, rows)));
        for (i = 0; i < rows; i++) {
            for (k = 0, c.want[i] = 0; k < wide; k++) {
                c.want[i] += c.x[i * columns + left + k];
            }
        }
        break;
    }
    case 9:
        /* With as many bins as elements one thread counts: of its loops llvmpipe ends each after
           65535 turns of all. */
        if (n == 0 || (n > 1 << 14 && strstr(amp_accelerator_default().description, "llvmpipe"))) {
            return;
        }
        amp_capture(by_width, width);
        RUN("histogram", amp_histogram(by_width, OF(x), OF(out)));
        for (i = 0; i < n; i++) { c.want[i] = 0; }
        for (i = 0; i < n; i++) {
            c.want[c.x[i] / width < n ? c.x[i] / width : n] += c.x[i] / width < n;
        }
        break;
    case 10:
        if (n == 0) {
            return;
        }
        RUN("min_element", amp_stl_min_element(amp_less_int, OF(x), &low));
        is(&c, tried, low, first_least);
        RUN("max_element", amp_stl_max_element(amp_less_int, OF(x), &low));
        is(&c, tried, low, first_most);
        RUN("minmax_element", amp_stl_minmax_element(amp_less_int, OF(x), &low, &high));
        is(&c, tried, low, first_least);
        is(&c, tried, high, last_most);
        break;
    default:
        RUN("segmented_reduce",
            amp_segmented_reduce(latest, int, OF(x), OF(flags), OF(out), &low));
        for (i = 0, k = -1; i < n; i++) {
            k += i == 0 || c.flags[i] != 0;
            c.want[k] = latest_of(i == 0 || c.flags[i] != 0 ? 0 : c.want[k], c.x[i]);
        }
        is(&c, tried, low, k + 1);
    }
    same(&c, tried, c.out, c.want);
    same(&c, tried, c.x, c.copy);
}
MANY(folds, 12, 2)

/* ---- scans ------------------------------------------------------------------ */

/* Scans x in segments, which begin where start is not 0 (NULL: nowhere but at the first), with
   `from` in each. */
static void serial_scan(const int *x, int *y, int n, int exclusive, int backward, const int *start,
                        int from, int (*op)(int, int))
{
    int i, sum = from;
    for (i = 0; i < n; i++) {
        const int k = backward ? n - 1 - i : i;
        const int fresh = start == NULL ? 0 : backward ? k + 1 < n && start[k + 1] != 0
                                                       : start[k] != 0;
        const int before = fresh ? from : sum;
        sum = op(before, x[k]);
        y[k] = exclusive ? before : sum;
    }
}

static void scans(int kind, call c)
{
    const int n = c.n, exclusive = random_below(2), backward = random_below(2);
    const int own = random_below(2), adds = random_below(2), width = 1 + random_below(2000);
    const int from = 1 + random_below(9);
    const amp_scan_mode mode = exclusive ? AMP_EXCLUSIVE : AMP_INCLUSIVE;
    const amp_scan_direction direction = backward ? AMP_BACKWARD : AMP_FORWARD;
    const amp_array_view out = own ? OF(x) : OF(out);
    int (*const op)(int, int) = adds ? plus : latest_of;
    int i, *want = own ? c.copy : c.want;
    const char *tried = "";
    memcpy(c.scratch, c.x, sizeof(int) * (size_t)n);
    switch (kind) {
    case 0:
        RUN("scan", adds ? amp_scan(amp_plus_int, mode, direction, OF(x), out)
                         : amp_scan(latest, mode, direction, OF(x), out));
        serial_scan(c.scratch, want, n, exclusive, backward, NULL, 0, op);
        break;
    case 1:
        RUN("segmented_scan",
            adds ? amp_segmented_scan(amp_plus_int, mode, direction, OF(x), out, OF(flags))
                 : amp_segmented_scan(latest, mode, direction, OF(x), out, OF(flags)));
        serial_scan(c.scratch, want, n, exclusive, backward, c.flags, 0, op);
        break;
    case 2:
        RUN("segmented_scan_equal",
            adds ? amp_segmented_scan_equal(amp_plus_int, mode, direction, OF(x), out, width)
                 : amp_segmented_scan_equal(latest, mode, direction, OF(x), out, width));
        for (i = 0; i < n; i++) { c.want2[i] = i % width == 0; }
        serial_scan(c.scratch, want, n, exclusive, backward, c.want2, 0, op);
        break;
    case 3:
        RUN("scan_from",
            adds ? amp_scan_from(amp_plus_int, int, mode, direction, &from, OF(x), out)
                 : amp_scan_from(latest, int, mode, direction, &from, OF(x), out));
        serial_scan(c.scratch, want, n, exclusive, backward, NULL, from, op);
        break;
    case 4:
        RUN("scan_by_key",
            adds ? amp_scan_by_key(amp_plus_int, alike, mode, direction, OF(y), OF(x), out)
                 : amp_scan_by_key(latest, alike, mode, direction, OF(y), OF(x), out));
        for (i = 0; i < n; i++) { c.want2[i] = i > 0 && c.y[i] / 4 != c.y[i - 1] / 4; }
        serial_scan(c.scratch, want, n, exclusive, backward, c.want2, 0, op);
        break;
    case 5:
        RUN("transform_scan",
            adds ? amp_transform_scan(plus_index, amp_plus_int, mode, direction, OF(x), out)
                 : amp_transform_scan(plus_index, latest, mode, direction, OF(x), out));
        for (i = 0; i < n; i++) { c.scratch[i] += i; }
        serial_scan(c.scratch, want, n, exclusive, backward, NULL, 0, op);
        break;
    default: {
        const int columns = 1 + random_below(700), rows = n / columns;
        const amp_extent size = amp_extent(rows, columns);
        if (rows == 0) {
            return;
        }
        RUN("multi_scan",
            amp_multi_scan(latest, mode, direction, amp_view_as(PART(x, 0, rows * columns), size),
                           amp_view_as(amp_range(out, 0, rows * columns), size)));
        for (i = 0; i < rows; i++) {
            serial_scan(c.scratch + i * columns, want + i * columns, columns, exclusive, backward,
                        NULL, 0, latest_of);
        }
    }
    }
    same(&c, tried, c.out, c.want);
    same(&c, tried, c.x, c.copy);
}
MANY(scans, 7, 3)

/* ---- what is kept ----------------------------------------------------------- */

/* Of which elements `chosen` is set, to the front of y; `rest`: then the others. Returns how many
   were set. x may be y. */
static int keep(const int *x, int *y, int n, const int *chosen, int rest, int *scratch)
{
    int i, k = 0, set;
    memcpy(scratch, x, sizeof(int) * (size_t)n);
    for (i = 0; i < n; i++) {
        if (chosen[i] != 0) { y[k++] = scratch[i]; }
    }
    set = k;
    for (i = 0; i < n && rest; i++) {
        if (chosen[i] == 0) { y[k++] = scratch[i]; }
    }
    return set;
}

static void kept(int kind, call c)
{
    const int n = c.n, own = random_below(2), v = random_below(5);
    const char *tried = "";
    const amp_array_view out = own ? OF(x) : OF(out);
    int i, k, *want = own ? c.copy : c.want, *chosen = c.want2;
    ptrdiff_t count = -1;
    switch (kind) {
    case 0:
        RUN("copy_if", amp_copy_if(odd, OF(x), out, &count));
        for (i = 0; i < n; i++) { chosen[i] = c.copy[i] % 2 != 0; }
        is(&c, tried, count, keep(c.copy, want, n, chosen, 0, c.scratch));
        break;
    case 1:
        RUN("remove_if", amp_remove_if(odd, OF(x), out, &count));
        for (i = 0; i < n; i++) { chosen[i] = c.copy[i] % 2 == 0; }
        is(&c, tried, count, keep(c.copy, want, n, chosen, 0, c.scratch));
        break;
    case 2:
        RUN("remove", own ? amp_stl_remove(int, OF(x), v, &count)
                          : amp_stl_remove_copy(int, OF(x), OF(out), v, &count));
        for (i = 0; i < n; i++) { chosen[i] = c.copy[i] != v; }
        is(&c, tried, count, keep(c.copy, want, n, chosen, 0, c.scratch));
        break;
    case 3:
        amp_capture(below, v);
        RUN("partition", amp_partition(below, OF(x), out, &count));
        for (i = 0; i < n; i++) { chosen[i] = c.copy[i] < v; }
        is(&c, tried, count, keep(c.copy, want, n, chosen, 1, c.scratch));
        break;
    case 4:
        RUN("unique", amp_unique(alike, OF(x), out, &count));
        for (i = 0; i < n; i++) { chosen[i] = i == 0 || c.copy[i] / 4 != c.copy[i - 1] / 4; }
        is(&c, tried, count, keep(c.copy, want, n, chosen, 0, c.scratch));
        break;
    case 5:
        RUN("copy_flagged", amp_copy_flagged(int, OF(x), OF(flags), out, &count));
        is(&c, tried, count, keep(c.copy, want, n, c.flags, 0, c.scratch));
        break;
    case 6:
        RUN("remove_flagged", amp_remove_flagged(int, OF(x), OF(flags), out, &count));
        for (i = 0; i < n; i++) { chosen[i] = c.flags[i] == 0; }
        is(&c, tried, count, keep(c.copy, want, n, chosen, 0, c.scratch));
        break;
    case 7:
        RUN("partition_flagged", amp_partition_flagged(int, OF(x), OF(flags), out, &count));
        is(&c, tried, count, keep(c.copy, want, n, c.flags, 1, c.scratch));
        break;
    case 8:
        RUN("partition_copy", amp_partition_copy(odd, OF(x), OF(out), OF(out2), &count));
        for (i = k = 0; i < n; i++) {
            if (c.x[i] % 2 != 0) { c.want[k++] = c.x[i]; } else { c.want2[i - k] = c.x[i]; }
        }
        is(&c, tried, count, k);
        same(&c, tried, c.out2, c.want2);
        break;
    case 9:
        RUN("unique_by_key",
            amp_unique_by_key(alike, int, OF(x), OF(y), OF(out), OF(out2), &count));
        for (i = k = 0; i < n; i++) {
            if (i == 0 || c.x[i] / 4 != c.x[i - 1] / 4) {
                c.want[k] = c.x[i];
                c.want2[k++] = c.y[i];
            }
        }
        is(&c, tried, count, k);
        same(&c, tried, c.out2, c.want2);
        break;
    case 10:
        RUN("reduce_by_key",
            amp_reduce_by_key(latest, int, alike, OF(x), OF(y), OF(out), OF(out2), &count));
        for (i = 0, k = -1; i < n; i++) {
            if (i == 0 || c.x[i] / 4 != c.x[i - 1] / 4) {
                c.want[++k] = c.x[i];
                c.want2[k] = 0;
            }
            c.want2[k] = latest_of(c.want2[k], c.y[i]);
        }
        is(&c, tried, count, k + 1);
        same(&c, tried, c.out2, c.want2);
        break;
    case 11:
        RUN("run_length_encode", amp_run_length_encode(alike, OF(x), OF(out), OF(out2), &count));
        for (i = 0, k = -1; i < n; i++) {
            if (i == 0 || c.x[i] / 4 != c.x[i - 1] / 4) {
                c.want[++k] = c.x[i];
                c.want2[k] = 0;
            }
            c.want2[k]++;
        }
        is(&c, tried, count, k + 1);
        same(&c, tried, c.out2, c.want2);
        break;
    case 12: { /* as many runs as fit */
        int many = 0, total = 0;
        for (i = 0; i < n; i++) {
            c.order[i] = random_below(1 + v * 4) * random_below(2);
            c.order[i] *= random_below(500) == 0 ? 90 : 1;
        }
        while (many < n && total + c.order[many] <= n) {
            total += c.order[many++];
        }
        RUN("run_length_decode", amp_run_length_decode(int, PART(x, 0, many),
                                                       PART(order, 0, many), OF(out), &count));
        is(&c, tried, count, total);
        for (i = k = 0; i < many; k += c.order[i++]) {
            int j;
            for (j = 0; j < c.order[i]; j++) { c.want[k + j] = c.x[i]; }
        }
        break;
    }
    default: { /* the flags as bits, and back */
        unsigned *bits = (unsigned *)guarded((n + 31) / 32, sizeof(unsigned));
        const amp_array_view words = RANGE(unsigned, bits, (n + 31) / 32);
        RUN("pack_flags", amp_pack_flags(OF(flags), words));
        for (i = 0; i < n; i++) {
            c.want[i] = c.flags[i] != 0;
            is(&c, tried, bits[i / 32] >> i % 32 & 1, c.want[i]);
        }
        RUN("unpack_flags", amp_unpack_flags(words, OF(out)));
        guarded_free(bits, (n + 31) / 32, sizeof(unsigned));
        break;
    }
    }
    same(&c, tried, c.out, c.want);
    same(&c, tried, c.x, c.copy);
}
MANY(kept, 14, 4)

/* ---- searches --------------------------------------------------------------- */

static int begins(const int *x, const int *pattern, int m)
{
    int k = 0;
    while (k < m && x[k] == pattern[k]) {
        k++;
    }
    return k == m;
}

static void searches(int kind, call c)
{
    const int n = c.n, v = random_below(12), m = n > 0 ? random_below(n < 9 ? n : 9) + 1 : 0;
    const int at = random_below(n - m + 1);
    const char *tried = "";
    int i, k, result = -1;
    ptrdiff_t index = -1;
    memcpy(c.want2, c.x, sizeof(int) * (size_t)n); /* with a change at one place, or none */
    if (n > 0 && random_below(2) == 0) {
        c.want2[random_below(n)]++;
    }
    memcpy(c.out2, c.want2, sizeof(int) * (size_t)n);
    switch (kind) {
    case 0:
        RUN("find", amp_stl_find(int, OF(x), v, &index));
        for (i = 0; i < n && c.x[i] != v; i++) { }
        is(&c, tried, index, i);
        break;
    case 1:
        amp_capture(below, v);
        RUN("find_if", amp_stl_find_if(below, OF(x), &index));
        for (i = 0; i < n && c.x[i] >= v; i++) { }
        is(&c, tried, index, i);
        RUN("find_if_not", amp_stl_find_if_not(below, OF(x), &index));
        for (i = 0; i < n && c.x[i] < v; i++) { }
        is(&c, tried, index, i);
        break;
    case 2:
        RUN("adjacent_find", amp_stl_adjacent_find(alike, OF(x), &index));
        for (i = 0; i + 1 < n && c.x[i] / 4 != c.x[i + 1] / 4; i++) { }
        is(&c, tried, index, i + 1 < n ? i : n);
        break;
    case 3:
        RUN("mismatch", amp_stl_mismatch(int, OF(x), OF(out2), &index));
        for (i = 0; i < n && c.x[i] == c.want2[i]; i++) { }
        is(&c, tried, index, i);
        RUN("equal", amp_stl_equal(int, OF(x), OF(out2), &result));
        is(&c, tried, result, i == n);
        RUN("lexicographical_compare",
            amp_stl_lexicographical_compare(amp_less_int, OF(x), OF(out2), &result));
        is(&c, tried, result, i < n && c.x[i] < c.want2[i]);
        break;
    case 4:
        if (n == 0) {
            return;
        }
        memcpy(c.out, c.x + at, sizeof(int) * (size_t)m);
        c.out[random_below(m)] += random_below(3) == 0;
        RUN("search", amp_stl_search(int, OF(x), PART(out, 0, m), &index));
        for (i = 0; i + m <= n && !begins(c.x + i, c.out, m); i++) { }
        is(&c, tried, index, i + m <= n ? i : n);
        RUN("find_end", amp_stl_find_end(int, OF(x), PART(out, 0, m), &index));
        for (i = n - m; i >= 0 && !begins(c.x + i, c.out, m); i--) { }
        is(&c, tried, index, i >= 0 ? i : n);
        RUN("find_first_of", amp_stl_find_first_of(alike, OF(x), PART(out, 0, m), &index));
        for (i = 0, k = m; i < n && k == m; i += k == m) {
            for (k = 0; k < m && c.x[i] / 4 != c.out[k] / 4; k++) { }
        }
        is(&c, tried, index, i);
        return;
    case 5:
        RUN("search_n", amp_stl_search_n(int, OF(x), m, v, &index));
        for (i = k = 0; i < n && k < m; i++) { k = c.x[i] == v ? k + 1 : 0; }
        is(&c, tried, index, n > 0 && k == m ? i - m : n);
        break;
    case 6:
        if (random_below(2) == 0) { /* sorted but for a place, or whole */
            sort_values(c.x, n);
            if (n > 0 && random_below(2) == 0) { c.x[random_below(n)] = v; }
            memcpy(c.copy, c.x, sizeof(int) * (size_t)n);
        }
        RUN("is_sorted_until", amp_stl_is_sorted_until(amp_less_int, OF(x), &index));
        for (i = 1; i < n && c.x[i] >= c.x[i - 1]; i++) { }
        is(&c, tried, index, i < n ? i : n);
        amp_capture(below, v);
        RUN("is_partitioned", amp_stl_is_partitioned(below, OF(x), &result));
        for (i = 0; i < n && c.x[i] < v; i++) { }
        for (k = i; k < n && c.x[k] >= v; k++) { }
        is(&c, tried, result, k == n);
        if (k == n) {
            RUN("partition_point", amp_stl_partition_point(below, OF(x), &index));
            is(&c, tried, index, i);
        }
        break;
    case 7:
        sort_values(c.x, n);
        memcpy(c.copy, c.x, sizeof(int) * (size_t)n);
        RUN("equal_range", amp_stl_equal_range(amp_less_int, OF(x), OF(y), OF(out), OF(out2)));
        for (i = 0; i < n; i++) {
            int a = 0, b = n;
            while (a < b) {
                const int middle = a + (b - a) / 2;
                if (c.x[middle] < c.y[i]) { a = middle + 1; } else { b = middle; }
            }
            c.want[i] = a;
            for (b = n; a < b; ) {
                const int middle = a + (b - a) / 2;
                if (c.x[middle] <= c.y[i]) { a = middle + 1; } else { b = middle; }
            }
            c.want2[i] = a;
        }
        same(&c, tried, c.out, c.want);
        same(&c, tried, c.out2, c.want2);
        RUN("lower_bounds", amp_lower_bounds(amp_less_int, OF(x), OF(y), OF(out)));
        same(&c, tried, c.out, c.want);
        RUN("upper_bounds", amp_upper_bounds(amp_less_int, OF(x), OF(y), OF(out)));
        same(&c, tried, c.out, c.want2);
        RUN("binary_searches", amp_binary_searches(amp_less_int, OF(x), OF(y), OF(out)));
        for (i = 0; i < n; i++) { c.want[i] = c.want2[i] > c.want[i]; }
        break;
    default:
        for (i = 0; i < n; i++) { c.out2[i] = c.x[c.order[i]]; }
        result = 1;
        if (n > 0 && random_below(2) == 0) {
            const int place = random_below(n), with = c.x[random_below(n)];
            result = c.out2[place] == with;
            c.out2[place] = with;
        }
        k = -1;
        RUN("is_permutation", amp_stl_is_permutation(amp_less_int, OF(x), OF(out2), &k));
        is(&c, tried, k, result);
        break;
    }
    same(&c, tried, c.out, c.want);
    same(&c, tried, c.x, c.copy);
}
MANY(searches, 9, 5)

/* ---- sorting and merging ------------------------------------------------------ */

/* The set operation of sorted a and b as of C++; which: 0 union, 1 intersection, 2 difference, 3
   symmetric difference. Returns how many. */
static int set_of(const int *a, int n, const int *b, int m, int *y, int which)
{
    int i = 0, j = 0, k = 0;
    while (i < n || j < m) {
        if (j == m || (i < n && a[i] < b[j])) {
            if (which != 1) { y[k++] = a[i]; }
            i++;
        } else if (i == n || b[j] < a[i]) {
            if (which == 0 || which == 3) { y[k++] = b[j]; }
            j++;
        } else {
            if (which < 2) { y[k++] = a[i]; }
            i++;
            j++;
        }
    }
    return k;
}

static int no_heap_from(const int *x, int n)
{
    int i = 1;
    while (i < n && x[i] <= x[(i - 1) / 2]) {
        i++;
    }
    return i < n ? i : n;
}

/* Sorts c->copy from `from` up to `to` stably by the rest of a division; c->want = the numbers of
   c->order along. */
static void sort_pairs(call *c, int from, int to, int divisor)
{
    const int n = to - from;
    int i;
    for (i = 0; i < n; i++) {
        c->scratch[i] = c->copy[from + i] % divisor;
    }
    sort_places(c->scratch, c->want2, n);
    for (i = 0; i < n; i++) {
        c->scratch[i] = c->copy[from + c->want2[i]];
        c->want[from + i] = c->order[from + c->want2[i]];
    }
    memcpy(c->copy + from, c->scratch, sizeof(int) * (size_t)n);
}

/* That c->x has the elements of c->copy, in any order; leaves c->copy sorted. */
static void same_elements(call *c, const char *what)
{
    memcpy(c->scratch, c->x, sizeof(int) * (size_t)(c->n + BEHIND));
    sort_values(c->scratch, c->n);
    sort_values(c->copy, c->n);
    same(c, what, c->scratch, c->copy);
}

static void sorts(int kind, call c)
{
    const int n = c.n, middle = random_below(n + 1);
    const char *tried = "";
    int i, k, first, result = -1;
    ptrdiff_t count = -1;
    switch (kind) {
    case 0:
        RUN("radix_sort", amp_radix_sort(int, OF(x)));
        sort_values(c.copy, n);
        break;
    case 1:
        RUN("radix_sort_descending", amp_radix_sort_descending(int, OF(x)));
        sort_values(c.copy, n);
        for (i = 0; i < n / 2; i++) {
            const int a = c.copy[i];
            c.copy[i] = c.copy[n - 1 - i];
            c.copy[n - 1 - i] = a;
        }
        break;
    case 2:
        RUN("radix_sort_order", amp_radix_sort_order(int, OF(x), OF(out)));
        sort_places(c.x, c.want, n);
        break;
    case 3:
        memcpy(c.out, c.order, sizeof(int) * (size_t)n);
        RUN("sort_by_key", amp_sort_by_key(int, int, OF(x), OF(out)));
        sort_pairs(&c, 0, n, INT_MAX);
        break;
    case 4:
        memcpy(c.out, c.order, sizeof(int) * (size_t)n);
        RUN("merge_sort", amp_merge_sort(by_rest, OF(x)));
        sort_pairs(&c, 0, n, 16);
        memcpy(c.want, c.out, sizeof(int) * (size_t)n); /* nothing goes along */
        break;
    case 5:
        memcpy(c.out, c.order, sizeof(int) * (size_t)n);
        RUN("merge_sort_by_key", amp_merge_sort_by_key(by_rest, int, OF(x), OF(out)));
        sort_pairs(&c, 0, n, 16);
        break;
    case 6:
        RUN("merge_sort_order", amp_merge_sort_order(by_rest, OF(x), OF(out)));
        for (i = 0; i < n; i++) { c.want2[i] = c.copy[i] % 16; }
        sort_places(c.want2, c.want, n);
        break;
    case 7:
        memcpy(c.out, c.order, sizeof(int) * (size_t)n);
        RUN("segmented_sort_by_key",
            amp_segmented_sort_by_key(int, int, OF(x), OF(out), OF(flags)));
        for (first = 0; first < n; first = i) {
            for (i = first + 1; i < n && c.flags[i] == 0; i++) { }
            sort_pairs(&c, first, i, INT_MAX);
        }
        break;
    case 8:
        RUN("segmented_sort", amp_segmented_sort(int, OF(x), OF(flags)));
        for (first = 0; first < n; first = i) {
            for (i = first + 1; i < n && c.flags[i] == 0; i++) { }
            sort_values(c.copy + first, i - first);
        }
        break;
    case 9:
        RUN("nth_element", amp_stl_nth_element(amp_less_int, OF(x), middle));
        same_elements(&c, tried);
        for (i = 0; i < n; i++) {
            is(&c, tried, middle == n || (i < middle ? c.x[i] <= c.copy[middle]
                                                     : c.x[i] >= c.copy[middle]), 1);
        }
        is(&c, tried, n > middle ? c.x[middle] : 0, n > middle ? c.copy[middle] : 0);
        return;
    case 10:
        RUN("partial_sort", amp_stl_partial_sort(amp_less_int, OF(x), middle));
        same_elements(&c, tried);
        for (i = 0; i < n; i++) {
            is(&c, tried, i < middle ? c.x[i] : 0, i < middle ? c.copy[i] : 0);
        }
        return;
    case 11:
        RUN("partial_sort_copy",
            amp_stl_partial_sort_copy(amp_less_int, OF(x), PART(out, 0, middle), &count));
        is(&c, tried, count, middle);
        memcpy(c.scratch, c.x, sizeof(int) * (size_t)n);
        sort_values(c.scratch, n);
        memcpy(c.want, c.scratch, sizeof(int) * (size_t)middle);
        break;
    case 12: /* sorted parts, which may be very unlike */
        sort_values(c.x, middle);
        sort_values(c.x + middle, n - middle);
        memcpy(c.copy, c.x, sizeof(int) * (size_t)n);
        RUN("merge", amp_merge(amp_less_int, PART(x, 0, middle), PART(x, middle, n), OF(out)));
        memcpy(c.want, c.x, sizeof(int) * (size_t)n);
        sort_values(c.want, n);
        same(&c, tried, c.out, c.want);
        RUN("inplace_merge", amp_stl_inplace_merge(amp_less_int, OF(x), middle));
        memcpy(c.copy, c.want, sizeof(int) * (size_t)n);
        break;
    case 13:
    case 14:
    case 15:
    case 16: {
        const int which = kind - 13, m = n - middle;
        sort_values(c.x, middle);
        sort_values(c.x + middle, m);
        memcpy(c.copy, c.x, sizeof(int) * (size_t)n);
        RUN("set operation",
            which == 0   ? amp_set_union(amp_less_int, PART(x, 0, middle), PART(x, middle, n),
                                         OF(out), &count)
            : which == 1 ? amp_set_intersection(amp_less_int, PART(x, 0, middle),
                                                PART(x, middle, n), OF(out), &count)
            : which == 2 ? amp_set_difference(amp_less_int, PART(x, 0, middle),
                                              PART(x, middle, n), OF(out), &count)
                         : amp_set_symmetric_difference(amp_less_int, PART(x, 0, middle),
                                                        PART(x, middle, n), OF(out), &count));
        is(&c, tried, count, set_of(c.x, middle, c.x + middle, m, c.want, which));
        RUN("includes",
            amp_includes(amp_less_int, PART(x, 0, middle), PART(x, middle, n), &result));
        is(&c, tried, result, set_of(c.x + middle, m, c.x, middle, c.scratch, 2) == 0);
        break;
    }
    case 17:
        RUN("make_heap", amp_stl_make_heap(amp_less_int, OF(x)));
        is(&c, tried, no_heap_from(c.x, n), n);
        if (n > 0) {
            const int top = c.x[0];
            RUN("pop_heap", amp_stl_pop_heap(amp_less_int, OF(x)));
            is(&c, tried, c.x[n - 1], top);
            is(&c, tried, no_heap_from(c.x, n - 1), n - 1);
            RUN("push_heap", amp_stl_push_heap(amp_less_int, OF(x)));
            is(&c, tried, no_heap_from(c.x, n), n);
            if (random_below(2) == 0) {
                c.x[random_below(n)] = random_below(100);
                ran(&c, "refresh", amp_refresh(OF(x)));
            } else {
                same_elements(&c, tried);
            }
        }
        RUN("is_heap_until", amp_stl_is_heap_until(amp_less_int, OF(x), &count));
        is(&c, tried, count, no_heap_from(c.x, n));
        return;
    default: { /* the next permutation, the one before it, and the next again */
        int tail = n - 1;
        if (n > 1 && random_below(2) == 0) { /* the end goes down, from anywhere */
            sort_values(c.x + middle, n - middle);
            for (i = 0; i < (n - middle) / 2; i++) {
                const int a = c.x[middle + i];
                c.x[middle + i] = c.x[n - 1 - i];
                c.x[n - 1 - i] = a;
            }
            memcpy(c.copy, c.x, sizeof(int) * (size_t)n);
        }
        RUN("next_permutation", amp_stl_next_permutation(amp_less_int, OF(x), &result));
        while (tail > 0 && c.copy[tail - 1] >= c.copy[tail]) {
            tail--;
        }
        is(&c, tried, result, tail > 0);
        if (tail > 0) {
            for (k = n - 1; c.copy[k] <= c.copy[tail - 1]; k--) { }
            i = c.copy[k];
            c.copy[k] = c.copy[tail - 1];
            c.copy[tail - 1] = i;
        }
        sort_values(c.copy + (tail > 0 ? tail : 0), n - (tail > 0 ? tail : 0));
        same(&c, tried, c.x, c.copy);
        RUN("prev_permutation", amp_stl_prev_permutation(amp_less_int, OF(x), &result));
        is(&c, tried, result, tail > 0);
        RUN("next_permutation", amp_stl_next_permutation(amp_less_int, OF(x), &result));
        break;
    }
    }
    same(&c, tried, c.out, c.want);
    same(&c, tried, c.x, c.copy);
}
MANY(sorts, 18, 6)
