/* SPDX-License-Identifier: MIT */
/* run: group=once flags=-DAMP__TILES=16 again=AMP_ALGORITHM_FORM=gpu plain turn=compiler,1/2 */
/* Reductions and scans against serial references, at every length. With few tiles,
   so that in the form for a GPU each works through many blocks. */
#include "algorithms.h"

AMP_DEVICE_BEGIN
typedef struct affine { int a, b; } affine; /* x -> a * x + b, modulo 2^15: no product overflows */
AMP_DEFINE_SCAN(compose, struct affine, ((affine){ 1, 0 }),
                (affine){ (a.a * b.a) & 0x7fff, (b.a * a.b + b.b) & 0x7fff })
AMP_DEFINE_REDUCE(longest, int, 0, a > b ? a : b)
AMP_DEFINE_TRANSFORM_REDUCE(weighted, int, amp_int64, 0, a + b, (amp_int64)a * (i + 1))
AMP_DEVICE_END

static int serial_scan(const int *x, int *y, int n, int inclusive, int backward, const int *start,
                       int identity, int (*op)(int, int))
{
    int i, sum = identity;
    for (i = 0; i < n; i++) {
        const int k = backward ? n - 1 - i : i;
        int before;
        if (!backward && start != NULL && start[k]) {
            sum = identity;
        }
        before = sum;
        sum = op(sum, x[k]);
        y[k] = inclusive ? sum : before;
        if (backward && start != NULL && start[k]) {
            sum = identity;
        }
    }
    return sum;
}
static int plus(int a, int b) { return (int)((unsigned)a + (unsigned)b); }
static int most(int a, int b) { return a < b ? b : a; }

TEST(reduce_at_every_length)
{
    int k, i;
    for (k = 0; k < lengths_here(); k++) {
        const int n = lengths[k];
        int *x = (int *)guarded(n, sizeof(int));
        int sum = 0, low = INT_MAX, high = INT_MIN, all = -1, any = 0, odd = 0, longer = 0, r = 7;
        amp_int64 weight = 0, w = 7;
        random_seed((unsigned)n);
        for (i = 0; i < n; i++) {
            x[i] = random_below(2000) - 1000;
            sum += x[i];
            low = x[i] < low ? x[i] : low;
            high = x[i] > high ? x[i] : high;
            longer = x[i] > longer ? x[i] : longer;
            all &= x[i];
            any |= x[i];
            odd ^= x[i];
            weight += (amp_int64)x[i] * (i + 1);
        }
        CHECK_OK(amp_reduce(amp_plus_int, RANGE(int, x, n), &r));
        CHECK_INT(r, ==, sum);
        CHECK_OK(amp_reduce(longest, RANGE(int, x, n), &r));
        CHECK_INT(r, ==, longer);
        CHECK_OK(amp_transform_reduce(weighted, RANGE(int, x, n), &w));
        CHECK_INT(w, ==, weight);
        CHECK_OK(amp_stl_reduce(amp_plus_int, RANGE(int, x, n), 11, &r));
        CHECK_INT(r, ==, sum + 11);
        if (n > 70000) {
            guarded_free(x, n, sizeof(int));
            continue;
        }
        CHECK_OK(amp_reduce(amp_min_int, RANGE(int, x, n), &r));
        CHECK_INT(r, ==, low);
        CHECK_OK(amp_reduce(amp_max_int, RANGE(int, x, n), &r));
        CHECK_INT(r, ==, high);
        CHECK_OK(amp_reduce(amp_and_int, RANGE(int, x, n), &r));
        CHECK_INT(r, ==, all);
        CHECK_OK(amp_reduce(amp_or_int, RANGE(int, x, n), &r));
        CHECK_INT(r, ==, any);
        CHECK_OK(amp_reduce(amp_xor_int, RANGE(int, x, n), &r));
        CHECK_INT(r, ==, odd);
        guarded_free(x, n, sizeof(int));
    }
}

/* Small whole numbers add without rounding: every type gives one answer. */
#define REDUCE_TYPE(T, name)                                                          \
    do {                                                                              \
        T *x = (T *)guarded(n, sizeof(T)), r = 0, product = 1, dot = 0;               \
        for (i = 0; i < n; i++) {                                                     \
            x[i] = (T)(i % 5 + 1);                                                    \
        }                                                                             \
        CHECK_OK(amp_reduce(amp_plus_##name, RANGE(T, x, n), &r));                    \
        CHECK_INT((long long)r, ==, sum);                                             \
        CHECK_OK(amp_inner_product(amp_dot_##name, RANGE(T, x, n), RANGE(T, x, n), (T)3, &dot)); \
        CHECK_INT((long long)dot, ==, squares + 3);                                   \
        CHECK_OK(amp_reduce(amp_max_##name, RANGE(T, x, n), &r));                     \
        CHECK_INT((long long)r, ==, 5);                                               \
        CHECK_OK(amp_reduce(amp_min_##name, RANGE(T, x, n), &r));                     \
        CHECK_INT((long long)r, ==, 1);                                               \
        CHECK_OK(amp_reduce(amp_multiplies_##name, RANGE(T, x, 10), &product));       \
        CHECK_INT((long long)product, ==, 14400);                                     \
        guarded_free(x, n, sizeof(T));                                                \
    } while (0)
/* The kernels of a scan are many: of a type of eight bytes, beside int and float below. */
TEST(scan_of_eight_bytes)
{
    const int n = 5003;
    amp_int64 *x = (amp_int64 *)guarded(n, sizeof(amp_int64)), sum = 0;
    int i;
    for (i = 0; i < n; i++) {
        x[i] = ((amp_int64)1 << 40) + i % 5;
        sum += i < n - 1 ? x[i] : 0;
    }
    CHECK_OK(amp_exclusive_scan(amp_plus_amp_int64, RANGE(amp_int64, x, n),
                                RANGE(amp_int64, x, n)));
    CHECK_INT(x[n - 1], ==, sum);
    guarded_free(x, n, sizeof(amp_int64));
}
TEST(reduce_in_each_type)
{
    const int n = 5003;
    long long sum = 0, squares = 0;
    int i;
    for (i = 0; i < n; i++) {
        sum += i % 5 + 1;
        squares += (i % 5 + 1) * (i % 5 + 1);
    }
    REDUCE_TYPE(int, int);
    REDUCE_TYPE(unsigned, unsigned);
    REDUCE_TYPE(amp_int64, amp_int64);
    REDUCE_TYPE(amp_uint64, amp_uint64);
    REDUCE_TYPE(float, float);
    SKIP_WITHOUT_DOUBLE(); /* all others were tested */
    REDUCE_TYPE(double, double);
}

TEST(float_sums_do_not_depend_on_the_workers)
{
    const int n = lengths_here() == LENGTHS ? 300007 : 6151;
    const size_t bytes = sizeof(float) * (size_t)n;
    float *x = (float *)guarded(n, sizeof(float)), *y = (float *)guarded(n, sizeof(float));
    float *want[2], first = 0, again = 0;
    int i, workers, mode;
    want[0] = (float *)guarded(n, sizeof(float));
    want[1] = (float *)guarded(n, sizeof(float));
    random_seed(3);
    for (i = 0; i < n; i++) {
        x[i] = (float)random_below(1 << 24) / 7.0f;
    }
    for (workers = 1; workers <= 5; workers++) {
        CHECK_OK(amp_emu_set_workers(workers));
        CHECK_OK(amp_reduce(amp_plus_float, RANGE(float, x, n), &again));
        first = workers == 1 ? again : first;
        CHECK(memcmp(&first, &again, sizeof(first)) == 0);
        for (mode = 0; mode < 2; mode++) { /* each element, not the last alone; also in place */
            const amp_array_view in = workers % 2 ? RANGE(float, x, n) : RANGE(float, y, n);
            memcpy(y, x, bytes);
            CHECK_OK(amp_scan(amp_plus_float, mode ? AMP_INCLUSIVE : AMP_EXCLUSIVE, AMP_FORWARD, in,
                              RANGE(float, y, n)));
            if (workers == 1) {
                memcpy(want[mode], y, bytes);
            }
            CHECK(memcmp(y, want[mode], bytes) == 0);
        }
    }
    CHECK(want[0][0] == 0 && want[0][1] == x[0] && want[1][0] == x[0]);
    guarded_free(x, n, sizeof(float));
    guarded_free(y, n, sizeof(float));
    guarded_free(want[0], n, sizeof(float));
    guarded_free(want[1], n, sizeof(float));
}

TEST_LIMIT(scans_at_every_length, 60)
{
    int k, i, how;
    for (k = 0; k < lengths_here(); k++) {
        const int n = lengths[k];
        int *x = (int *)guarded(n, sizeof(int)), *y = (int *)guarded(n, sizeof(int));
        int *want = (int *)guarded(n, sizeof(int));
        random_seed((unsigned)n + 1);
        for (i = 0; i < n; i++) {
            x[i] = random_below(2000) - 1000;
        }
        for (how = 0; how < 4; how++) {
            const amp_scan_mode mode = how & 1 ? AMP_INCLUSIVE : AMP_EXCLUSIVE;
            const amp_scan_direction way = how & 2 ? AMP_BACKWARD : AMP_FORWARD;
            serial_scan(x, want, n, how & 1, how & 2, NULL, 0, plus);
            CHECK_OK(amp_scan(amp_plus_int, mode, way, RANGE(int, x, n), RANGE(int, y, n)));
            CHECK(memcmp(y, want, sizeof(int) * (size_t)n) == 0);
            memcpy(y, x, sizeof(int) * (size_t)n);
            serial_scan(x, want, n, how & 1, how & 2, NULL, INT_MIN, most);
            CHECK_OK(amp_scan(amp_max_int, mode, way, RANGE(int, y, n), RANGE(int, y, n)));
            CHECK(memcmp(y, want, sizeof(int) * (size_t)n) == 0);
        }
        guarded_free(x, n, sizeof(int));
        guarded_free(y, n, sizeof(int));
        guarded_free(want, n, sizeof(int));
    }
}

TEST(scan_of_an_operator_that_does_not_commute)
{
    const int n = 10007;
    affine *x = (affine *)guarded(n, sizeof(affine)), *y = (affine *)guarded(n, sizeof(affine));
    affine sum = { 1, 0 };
    int i;
    SKIP_ON_LLVMPIPE("Mesa 22.3 ends the process where a scan copies structures");
    random_seed(5);
    for (i = 0; i < n; i++) {
        x[i].a = random_below(100) * 2 + 1;
        x[i].b = random_below(1000);
    }
    CHECK_OK(amp_inclusive_scan(compose, RANGE(affine, x, n), RANGE(affine, y, n)));
    for (i = 0; i < n; i++) {
        const affine next = { (sum.a * x[i].a) & 0x7fff, (x[i].a * sum.b + x[i].b) & 0x7fff };
        sum = next;
        CHECK_INT(y[i].a, ==, sum.a);
        CHECK_INT(y[i].b, ==, sum.b);
    }
    guarded_free(x, n, sizeof(affine));
    guarded_free(y, n, sizeof(affine));
}

TEST_LIMIT(segmented_scans_at_every_length, 60)
{
    static const int widths[] = { 1, 3, 256, 5000, 1000000 };
    int k, i, how, w;
    for (k = 0; k < lengths_here() - 1; k++) {
        const int n = lengths[k];
        int *x = (int *)guarded(n, sizeof(int)), *y = (int *)guarded(n, sizeof(int));
        int *want = (int *)guarded(n, sizeof(int)), *start = (int *)guarded(n, sizeof(int));
        random_seed((unsigned)n + 2);
        for (i = 0; i < n; i++) {
            x[i] = random_below(2000) - 1000;
        }
        for (how = 0; how < 4; how++) {
            const amp_scan_mode mode = how & 1 ? AMP_INCLUSIVE : AMP_EXCLUSIVE;
            const amp_scan_direction way = how & 2 ? AMP_BACKWARD : AMP_FORWARD;
            for (i = 0; i < n; i++) {
                start[i] = random_below(how == 3 ? 3000 : 9) == 0;
            }
            serial_scan(x, want, n, how & 1, how & 2, start, 0, plus);
            CHECK_OK(amp_segmented_scan(amp_plus_int, mode, way, RANGE(int, x, n),
                                        RANGE(int, y, n), RANGE(int, start, n)));
            CHECK(memcmp(y, want, sizeof(int) * (size_t)n) == 0);
            for (w = 0; w < 5; w++) {
                for (i = 0; i < n; i++) {
                    start[i] = i % widths[w] == 0;
                }
                serial_scan(x, want, n, how & 1, how & 2, start, 0, plus);
                memcpy(y, x, sizeof(int) * (size_t)n);
                CHECK_OK(amp_segmented_scan_equal(amp_plus_int, mode, way, RANGE(int, y, n),
                                                  RANGE(int, y, n), widths[w]));
                CHECK(memcmp(y, want, sizeof(int) * (size_t)n) == 0);
            }
        }
        guarded_free(x, n, sizeof(int));
        guarded_free(y, n, sizeof(int));
        guarded_free(want, n, sizeof(int));
        guarded_free(start, n, sizeof(int));
    }
}

TEST(scans_by_row_of_a_section)
{
    static const int sizes[][2] = { { 1, 1 }, { 3, 5000 }, { 17, 100 }, { 2500, 3 }, { 100, 77 } };
    int k, how, r, i;
    for (k = 0; k < 5; k++) {
        const int rows = lengths_here() < 11 && sizes[k][0] > 20 ? 20 : sizes[k][0];
        const int cols = sizes[k][1], pitch = cols + 3;
        int *x = (int *)guarded(rows * pitch, sizeof(int));
        int *y = (int *)guarded(rows * pitch, sizeof(int));
        int *want = (int *)guarded(cols, sizeof(int));
        const amp_array_view vx = amp_section(VIEW(int, x, rows, pitch), amp_index(0, 2),
                                              amp_extent(rows, cols));
        const amp_array_view vy = amp_section(VIEW(int, y, rows, pitch), amp_index(0, 2),
                                              amp_extent(rows, cols));
        random_seed((unsigned)k);
        for (i = 0; i < rows * pitch; i++) {
            x[i] = random_below(100);
            y[i] = -1;
        }
        for (how = 0; how < 4; how++) {
            CHECK_OK(amp_multi_scan(amp_plus_int, how & 1 ? AMP_INCLUSIVE : AMP_EXCLUSIVE,
                                    how & 2 ? AMP_BACKWARD : AMP_FORWARD, vx, vy));
            for (r = 0; r < rows; r++) {
                serial_scan(x + r * pitch + 2, want, cols, how & 1, how & 2, NULL, 0, plus);
                CHECK(memcmp(y + r * pitch + 2, want, sizeof(int) * (size_t)cols) == 0);
                CHECK_INT(y[r * pitch + 1], ==, -1);
                CHECK_INT(y[r * pitch + 2 + cols], ==, -1);
            }
        }
        guarded_free(x, rows * pitch, sizeof(int));
        guarded_free(y, rows * pitch, sizeof(int));
        guarded_free(want, cols, sizeof(int));
    }
}

TEST(storage_that_the_caller_gives)
{
    static char memory[65536] __attribute__((aligned(64)));
    const int n = 6000;
    int *x = (int *)guarded(n, sizeof(int)), r = 0, i;
    const size_t scan = amp_segmented_scan_storage_size(sizeof(int), n);
    const size_t reduce = amp_reduce_storage_size(sizeof(int), n);
    CHECK(scan <= sizeof(memory) && reduce <= sizeof(memory));
    for (i = 0; i < n; i++) {
        x[i] = 1;
    }
    CHECK_STATUS(amp_storage_use(memory + 1, 100), AMP_INVALID_ARGUMENT);
    CHECK_OK(amp_storage_use(memory, reduce));
    CHECK_OK(amp_reduce(amp_plus_int, RANGE(int, x, n), &r));
    CHECK_INT(r, ==, n);
    CHECK_OK(amp_storage_use(memory, 64));
    r = 5;
    CHECK_STATUS(amp_reduce(amp_plus_int, RANGE(int, x, n), &r), AMP_OUT_OF_MEMORY);
    CHECK_CONTAINS(amp_last_error(), "64 bytes");
    CHECK_INT(r, ==, 5);
    CHECK_OK(amp_storage_use(memory, scan));
    CHECK_OK(amp_segmented_scan_equal(amp_plus_int, AMP_INCLUSIVE, AMP_FORWARD, RANGE(int, x, n),
                                      RANGE(int, x, n), 10));
    CHECK_INT(x[n - 1], ==, 10);
    CHECK_OK(amp_storage_use(NULL, 0));
    CHECK_OK(amp_reduce(amp_max_int, RANGE(int, x, n), &r));
    CHECK_INT(r, ==, 10);
    amp_storage_release();
    CHECK_OK(amp_reduce(amp_max_int, RANGE(int, x, n), &r));
    amp_storage_release();
    guarded_free(x, n, sizeof(int));
}

TEST(algorithms_on_a_chosen_accelerator)
{
    static int x[5000], y[5000];
    amp_accelerator_view queued, apart;
    const amp_accelerator separate = amp_accelerator_find("emu:separate");
    const amp_array_view vx = amp_view(int, x, 5000), vy = amp_view(int, y, 5000);
    int i, r = 0;
    for (i = 0; i < 5000; i++) {
        x[i] = i % 3;
    }
    TAP_STATUS("", amp_accelerator_create_view(separate, AMP_QUEUING_AUTOMATIC, &apart), AMP_OK);
    TAP_STATUS("", amp_accelerator_create_view(amp_accelerator_find("emu"),
                                               AMP_QUEUING_AUTOMATIC, &queued), AMP_OK);
    TAP_STATUS("", amp_on(apart, amp_inclusive_scan(amp_plus_int, vx, vy)), AMP_OK);
    TAP_STATUS("", amp_on(apart, amp_reduce(amp_max_int, vy, &r)), AMP_OK);
    CHECK_INT(r, ==, 4999);
    CHECK_INT(y[4999], ==, 0); /* stale: on the accelerator until it is synchronized */
    TAP_STATUS("", amp_on(queued, amp_radix_sort(int, vx)), AMP_OK);
    TAP_STATUS("", amp_on(queued, amp_inclusive_scan(amp_plus_int, vx, vx)), AMP_OK);
    TAP_STATUS("", amp_reduce(amp_max_int, vx, &r), AMP_OK);
    CHECK_INT(r, ==, 4999);
    CHECK_INT(amp_synchronize(vx), ==, AMP_OK);
    CHECK_INT(amp_synchronize(vy), ==, AMP_OK);
    CHECK_INT(y[4999], ==, 4999);
    CHECK_INT(x[1666], ==, 0);
    CHECK_INT(x[1667], ==, 1);
    CHECK_INT(x[4999], ==, 4999);
    amp_storage_release();
    CHECK_INT(amp_release(vx), ==, AMP_OK);
    CHECK_INT(amp_release(vy), ==, AMP_OK);
    CHECK_INT(amp_live_views(), ==, 0);
}

TEST(bad_input_is_refused_and_nothing_is_written)
{
    amp_array_view none;
    int x[100], y[50], r = 3, i;
    float f[100];
    const int *constant = x;
    const amp_array_view v = VIEW(int, x, 100);
    for (i = 0; i < 100; i++) {
        x[i] = i;
        f[i] = 1;
    }
    memset(y, 0x11, sizeof(y));
    CHECK_STATUS(amp_reduce(amp_plus_int, VIEW(float, f, 100), &r), AMP_VIEW_MISMATCH);
    CHECK_STATUS(amp_inclusive_scan(amp_plus_int, VIEW(int, x, 10, 10), v), AMP_INVALID_ARGUMENT);
    CHECK_STATUS(amp_reduce(amp_plus_int, VIEW(int, NULL, 10), &r), AMP_INVALID_ARGUMENT);
    CHECK_STATUS(amp_reduce(amp_plus_int, VIEW(int, x, -1), &r), AMP_INVALID_ARGUMENT);
    CHECK_STATUS(amp_reduce(amp_plus_int, amp_range(v, 50, 101), &r), AMP_INVALID_ARGUMENT);
    CHECK_STATUS(amp_reduce(amp_plus_int, amp_range(v, 5, 4), &r), AMP_INVALID_ARGUMENT);
    CHECK_INT(r, ==, 3);
    CHECK_STATUS(amp_inclusive_scan(amp_plus_int, v, VIEW(int, y, 50)), AMP_INVALID_ARGUMENT);
    CHECK_CONTAINS(amp_last_error(), "50 elements, 100 are needed");
    CHECK_STATUS(amp_inclusive_scan(amp_plus_int, v, VIEW(const int, constant, 100)),
                 AMP_VIEW_MISMATCH);
    CHECK_STATUS(amp_inclusive_scan(amp_plus_int, amp_range(v, 0, 50), amp_range(v, 49, 99)),
                 AMP_INVALID_ARGUMENT);
    CHECK_CONTAINS(amp_last_error(), "overlaps");
    CHECK_STATUS(amp_segmented_scan(amp_plus_int, AMP_INCLUSIVE, AMP_FORWARD, amp_range(v, 0, 50),
                                    VIEW(int, y, 50), amp_range(v, 0, 49)),
                 AMP_INVALID_ARGUMENT);
    CHECK_STATUS(amp_segmented_scan_equal(amp_plus_int, AMP_INCLUSIVE, AMP_FORWARD,
                                          amp_range(v, 0, 50), VIEW(int, y, 50), 0),
                 AMP_INVALID_ARGUMENT);
    for (i = 0; i < 50; i++) {
        CHECK_INT(y[i], ==, 0x11111111);
        CHECK_INT(x[i], ==, i);
    }
    CHECK_OK(amp_reduce(amp_plus_int, VIEW(const int, constant, 100), &r));
    CHECK_INT(r, ==, 4950);
    CHECK_OK(amp_reduce(amp_plus_int, VIEW(int, x, 10, 10), &r)); /* a fold takes any rank */
    CHECK_INT(r, ==, 4950);
    none = VIEW(int, x, 0); /* which records that it is no view for a kernel */
    CHECK_OK(amp_reduce(amp_plus_int, none, &r));
    CHECK_INT(r, ==, 0);
}

