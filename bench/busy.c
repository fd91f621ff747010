/* SPDX-License-Identifier: MIT */
/* What bench/busy.sh times: busy NAME runs it 21 times, checks each result, and prints the median
   in milliseconds. Exit status: 1 where a result was wrong. */
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "amp_algorithms.h"

enum { N = 1 << 20, SHORT = 1 << 15, LAUNCHES = 100, RUNS = 21 };
static float x[N], y[N];

AMP_DEVICE_BEGIN
AMP_KERNEL(add_to, 1, in(float, 1, x), inout(float, 1, y), value(float, a))
{ amp_at(y, idx[0]) += a * amp_at(x, idx[0]); }
AMP_DEVICE_END

/* The calls to time; each returns whether all went well. */
static int launches(amp_array_view vx, amp_array_view vy)
{
    const amp_array_view sx = amp_section(vx, amp_index(0), amp_extent(SHORT));
    const amp_array_view sy = amp_section(vy, amp_index(0), amp_extent(SHORT));
    amp_status s = AMP_OK;
    for (int k = 0; k < LAUNCHES && s == AMP_OK; k++) {
        s = amp_parallel_for_each(amp_extent(SHORT), add_to, sx, sy, 2.0f);
    }
    return s == AMP_OK;
}
static int loops(amp_array_view vx, amp_array_view vy)
{
    (void)vx, (void)vy;
    for (int k = 0; k < LAUNCHES; k++) {
#pragma omp parallel for simd
        for (int i = 0; i < SHORT; i++) { y[i] += 2.0f * x[i]; }
    }
    return 1;
}
static int nth_element(amp_array_view vx, amp_array_view vy)
{
    (void)vy;
    return amp_stl_nth_element(amp_less_float, vx, N / 2) == AMP_OK;
}
static int sort(amp_array_view vx, amp_array_view vy)
{
    (void)vy;
    return amp_radix_sort(float, vx) == AMP_OK;
}
static int is_sum(void)
{
    for (int i = 0; i < SHORT; i++) {
        if (y[i] != 2.0f * LAUNCHES * x[i]) { return 0; }
    }
    return 1;
}
static int is_parted(void)
{
    for (int i = 0; i < N; i++) {
        if (i < N / 2 ? x[i] > x[N / 2] : x[i] < x[N / 2]) { return 0; }
    }
    return 1;
}
static int is_sorted(void)
{
    for (int i = 1; i < N; i++) {
        if (x[i - 1] > x[i]) { return 0; }
    }
    return 1;
}
static const struct { const char *name; int (*run)(amp_array_view, amp_array_view);
                      int (*right)(void); } all[] = {
    { "launches", launches, is_sum }, { "loops", loops, is_sum },
    { "nth_element", nth_element, is_parted }, { "radix_sort", sort, is_sorted } };

static double now(void)
{
    struct timespec t;
    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}
static int by_size(const void *a, const void *b)
{
    return (*(const double *)a > *(const double *)b) - (*(const double *)a < *(const double *)b);
}
int main(int count, char **words)
{
    double times[RUNS];
    size_t k = 0;
    while (count == 2 && k < sizeof(all) / sizeof(*all) && strcmp(words[1], all[k].name) != 0) {
        k++;
    }
    if (count != 2 || k == sizeof(all) / sizeof(*all)) {
        fprintf(stderr, "usage: busy launches|loops|nth_element|radix_sort\n");
        return 2;
    }
    for (int run = 0; run < RUNS; run++) {
        amp_array_view vx = amp_view(float, x, N), vy = amp_view(float, y, N);
        for (int i = 0; i < N; i++) {
            x[i] = (float)(((unsigned)i + (unsigned)run) * 2654435761u >> 20);
            y[i] = 0;
        }
        if (amp_refresh(vx) != AMP_OK || amp_refresh(vy) != AMP_OK) { return 1; }
        times[run] = now();
        if (!all[k].run(vx, vy)) { return 1; }
        times[run] = now() - times[run];
        if (amp_synchronize(vx) != AMP_OK || amp_synchronize(vy) != AMP_OK) { return 1; }
        if (!all[k].right()) {
            fprintf(stderr, "busy: %s is wrong\n", words[1]);
            return 1;
        }
    }
    qsort(times, RUNS, sizeof(*times), by_size);
    printf("%.4f\n", times[RUNS / 2]);
    return 0;
}
