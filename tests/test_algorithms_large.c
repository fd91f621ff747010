/* SPDX-License-Identifier: MIT */
/* run: group=once engines=loops plain */
/* Reduce, scan, compaction and sorts of a length at which a tile has many
   blocks, in both forms of the kernels: one past a multiple of every block; of
   2^27 elements with AMP_TEST_LARGE=1. Results are checked by rules that need no
   second sort: order, and a sum that moving elements does not change. */
#include "algorithms.h"

extern int setenv(const char *name, const char *value, int replace); /* POSIX: hidden by C99 */

AMP_DEVICE_BEGIN
AMP_DEFINE_PREDICATE(is_third, unsigned, a % 3 == 0)
AMP_DEVICE_END

/* 2^22 is 2048 tiles of one block, the most that there are. In tests/check_tree.sh, where an
   access takes longer, there are 4, of four. */
static int length_here(void)
{
    const char *large = getenv("AMP_TEST_LARGE");
    if (large != NULL && strcmp(large, "1") == 0) {
        return 1 << 27;
    }
    return AMP__TILES < 2048 ? AMP__TILES * 8192 + 1 : (1 << 22) + 1;
}
static unsigned value_at(int i)
{
    const unsigned z = (unsigned)i * 0x9e3779b9u;
    return (z ^ (z >> 15)) * 0x85ebca6bu;
}
static unsigned mixed(unsigned v)
{
    v = (v ^ (v >> 16)) * 0x7feb352du;
    return v ^ (v >> 15);
}

static void scans(const char *form)
{
    const int n = length_here();
    unsigned *x = (unsigned *)malloc(sizeof(unsigned) * (size_t)n);
    unsigned *y = (unsigned *)malloc(sizeof(unsigned) * (size_t)n);
    unsigned sum = 0, r = 0;
    int i, wrong = 0;
    ptrdiff_t kept = 0, count = 0;
    CHECK(x != NULL && y != NULL);
    CHECK_INT(setenv("AMP_ALGORITHM_FORM", form, 1), ==, 0);
    for (i = 0; i < n; i++) {
        x[i] = value_at(i);
        sum += x[i];
    }
    CHECK_OK(amp_reduce(amp_plus_unsigned, VIEW(unsigned, x, n), &r));
    CHECK_INT(r, ==, sum);
    CHECK_OK(amp_exclusive_scan(amp_plus_unsigned, VIEW(unsigned, x, n), VIEW(unsigned, y, n)));
    for (i = 0, sum = 0; i < n; sum += x[i], i++) {
        wrong += y[i] != sum;
    }
    CHECK_INT(wrong, ==, 0);
    CHECK_OK(amp_copy_if(is_third, VIEW(unsigned, x, n), VIEW(unsigned, y, n), &count));
    for (i = 0; i < n; i++) {
        if (x[i] % 3 == 0) {
            wrong += kept >= count || y[kept] != x[i];
            kept++;
        }
    }
    CHECK_INT(count, ==, kept);
    CHECK_INT(wrong, ==, 0);
    amp_storage_release();
    CHECK_INT(amp_release(VIEW(unsigned, x, n)), ==, AMP_OK);
    CHECK_INT(amp_release(VIEW(unsigned, y, n)), ==, AMP_OK);
    test_view_count = 0;
    free(x);
    free(y);
}

static void sorts(const char *form)
{
    const int n = length_here();
    unsigned *x = (unsigned *)malloc(sizeof(unsigned) * (size_t)n);
    unsigned sum = 0, check;
    int i, wrong = 0, how;
    CHECK(x != NULL);
    CHECK_INT(setenv("AMP_ALGORITHM_FORM", form, 1), ==, 0);
    for (how = 0; how < 2; how++) {
        for (i = 0, sum = 0; i < n; i++) {
            x[i] = value_at(i);
            sum += mixed(x[i]);
        }
        CHECK_OK(amp_refresh(VIEW(unsigned, x, n)));
        CHECK_OK(how == 0 ? amp_radix_sort(unsigned, VIEW(unsigned, x, n))
                          : amp_merge_sort(amp_less_unsigned, VIEW(unsigned, x, n)));
        for (i = 0, check = 0; i < n; i++) {
            check += mixed(x[i]);
            wrong += i > 0 && x[i - 1] > x[i];
        }
        CHECK_INT(check, ==, sum);
        CHECK_INT(wrong, ==, 0);
    }
    CHECK_INT(amp_release(VIEW(unsigned, x, n)), ==, AMP_OK);
    test_view_count = 0;
    free(x);
}

TEST_LIMIT(scans_of_a_great_length, 300)
{
    skip_where_loops_are_ended();
    scans("cpu");
}
TEST_LIMIT(scans_of_a_great_length_for_a_gpu, 300) { scans("gpu"); }
TEST_LIMIT(sorts_of_a_great_length, 300)
{
    skip_where_loops_are_ended();
    sorts("cpu");
}
TEST_LIMIT(sorts_of_a_great_length_for_a_gpu, 300)
{
    /* PoCL's workitemrepl makes a copy of the code for each of a tile's threads. */
    const char *device = amp_accelerator_default().description;
    if (strstr(device, "pthread") != NULL) {
        SKIP("PoCL's CPU device compiles this form's merge for more than ten minutes");
    }
    sorts("gpu");
}
