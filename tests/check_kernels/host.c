/* SPDX-License-Identifier: MIT */
/* What the host reads. */
#include "case.h"
AMP_DEVICE_BEGIN
AMP_KERNEL(fill, 1, out(int, 1, y))
{
    at(y, idx[0]) = idx[0] + 4;
}
AMP_KERNEL(fill_from, 1, value(int, from), out(int, 1, y))
{
    at(y, from + idx[0]) = idx[0] + 4;
}
AMP_KERNEL(fill_row, 1, value(int, row), out(int, 2, a))
{
    at(a, row, idx[0]) = idx[0];
}
AMP_KERNEL(add_one, 1, inout(int, 1, y))
{
    at(y, idx[0]) += 1;
}
AMP_DEVICE_END

/* bad forgotten: stale-host-read y 1 1 */
static amp_status forgotten_case(void)
{
    amp_status s = parallel_for_each(THREADS, fill, Y);
    return y_[3] == 7 ? s : AMP_RUNTIME_ERROR; /* 1 */
}
/* clean forgotten_ok */
static amp_status forgotten_ok_case(void)
{
    amp_array_view y = Y;
    amp_status s = parallel_for_each(THREADS, fill, y);
    if (s == AMP_OK) { s = amp_synchronize(y); }
    return y_[3] == 7 ? s : AMP_RUNTIME_ERROR;
}
/* A handler from before the launch, as the library's own: main's arrays are gone, and what it reads
   may lie in their place. One from behind it is still the program. */
static volatile int late_;
static void reads_late(void) { late_ = y_[3]; }
/* clean at_the_end_ok */
static amp_status at_the_end_ok_case(void)
{
    (void)atexit(reads_late);
    return parallel_for_each(THREADS, fill, Y);
}
/* bad near_the_end: stale-host-read y 1 1 */
static void reads_soon(void) { late_ = y_[3]; } /* 1 */
static amp_status near_the_end_case(void)
{
    amp_status s = parallel_for_each(THREADS, fill, Y);
    (void)atexit(reads_soon);
    return s;
}
/* Half of it is synchronized. */
/* bad partly: stale-host-read y 1 1 */
static amp_status partly_case(void)
{
    amp_array_view y = Y;
    amp_status s = parallel_for_each(THREADS, fill, y);
    if (s == AMP_OK) { s = amp_synchronize(amp_section(y, amp_index(0), amp_extent(100))); }
    s = y_[99] == 103 ? s : AMP_RUNTIME_ERROR;
    return y_[100] == 104 ? s : AMP_RUNTIME_ERROR; /* 1 */
}
/* The kernel wrote only a part; the rest is the host's. */
/* clean partly_ok */
static amp_status partly_ok_case(void)
{
    amp_status s = parallel_for_each(THREADS, fill, Y);
    if (s == AMP_OK) { s = amp_synchronize(Y); }
    if (s == AMP_OK) { s = parallel_for_each(amp_extent(100), fill, Y); }
    return y_[100] == 104 ? s : AMP_RUNTIME_ERROR;
}
/* The host writes it anew before it reads. */
/* clean rewritten_ok */
static amp_status rewritten_ok_case(void)
{
    amp_status s = parallel_for_each(THREADS, fill, Y);
    memset(y_, 0, sizeof(y_));
    return y_[3] == 0 ? s : AMP_RUNTIME_ERROR;
}
/* bad copied: stale-host-read y 1 1 */
static amp_status copied_case(void)
{
    int mine[N];
    amp_status s = parallel_for_each(THREADS, fill, Y);
    memcpy(mine, y_, sizeof(mine)); /* 1 */
    return mine[3] == 7 ? s : AMP_RUNTIME_ERROR;
}
/* A device with memory of its own: the host has the old data. */
static amp_status far(amp_array_view v)
{
    return parallel_for_each_on(amp_accelerator_default_view(amp_accelerator_find("emu:separate")),
                                v.extent, fill, v);
}
/* bad elsewhere: stale-host-read y 1 1 */
static amp_status elsewhere_case(void)
{
    amp_status s = far(Y);
    return y_[3] == 0 ? s : AMP_RUNTIME_ERROR; /* 1 */
}
/* clean elsewhere_ok */
static amp_status elsewhere_ok_case(void)
{
    amp_array_view y = Y;
    amp_status s = far(y);
    if (s == AMP_OK) { s = amp_synchronize(y); }
    return y_[3] == 7 ? s : AMP_RUNTIME_ERROR;
}
/* Only a section was written there; the host may read the rest. */
/* clean elsewhere_beside_ok */
static amp_status elsewhere_beside_ok_case(void)
{
    amp_status s = far(amp_section(Y, amp_index(10), amp_extent(20)));
    return y_[9] == 0 && y_[30] == 0 ? s : AMP_RUNTIME_ERROR;
}
/* Memory of the library's own, and a launch at home after one elsewhere. */
/* clean nowhere_ok */
static amp_status nowhere_ok_case(void)
{
    amp_array_view v = amp_view_empty_extent(int, amp_extent(N));
    amp_status s = far(v);
    const int *p = (const int *)amp_data(v);
    s = s == AMP_OK && p[3] == 7 ? parallel_for_each(v.extent, fill, v) : AMP_RUNTIME_ERROR;
    p = (const int *)amp_data(v);
    return p[4] == 8 ? s : AMP_RUNTIME_ERROR;
}

/* An element of an `out` view that no thread wrote: the launch has too few. */
static amp_status filled(int threads)
{
    amp_array_view y = Y;
    amp_status s = parallel_for_each(amp_extent(threads), fill, y);
    return s == AMP_OK ? amp_synchronize(y) : s;
}
static int sum_of(const int *p, int n)
{
    int i, sum = 0;
    for (i = 0; i < n; i++) { sum += p[i]; }
    return sum;
}
/* bad too_few: uninitialised-read y 1 1 */
static amp_status too_few_case(void)
{
    amp_status s = filled(N - 1);
    s = y_[N - 2] == N + 2 ? s : AMP_RUNTIME_ERROR;
    return y_[N - 1] == 0 ? s : AMP_RUNTIME_ERROR; /* 1 */
}
/* clean enough_ok */
static amp_status enough_ok_case(void)
{
    amp_status s = filled(N);
    return sum_of(y_, N) != 0 ? s : AMP_RUNTIME_ERROR;
}
/* The host reads what was written alone, and writes the rest itself. */
/* clean rest_ok */
static amp_status rest_ok_case(void)
{
    amp_status s = filled(100);
    int i;
    for (i = 100; i < 150; i++) { y_[i] = 1; }
    memset(y_ + 150, 0, sizeof(y_) - 150 * sizeof(int));
    return sum_of(y_, N) != 0 ? s : AMP_RUNTIME_ERROR;
}
/* What two launches wrote, one half each; and what the host says is right. */
/* clean halves_ok */
static amp_status halves_ok_case(void)
{
    amp_array_view y = Y;
    amp_status s = parallel_for_each(amp_extent(N / 2), fill, y);
    if (s == AMP_OK) { s = parallel_for_each(amp_extent(N / 2), fill_from, N / 2, y); }
    if (s == AMP_OK) { s = amp_synchronize(y); }
    if (sum_of(y_, N) == 0) { s = AMP_RUNTIME_ERROR; }
    if (s == AMP_OK) { s = filled(3); }
    if (s == AMP_OK) { s = amp_refresh(y); }
    return sum_of(y_, N) != 0 ? s : AMP_RUNTIME_ERROR;
}
/* A section: its rows and what is between them; the rest of the array is the host's. */
static int rows_[4][8];
/* clean section_ok */
static amp_status section_ok_case(void)
{
    amp_array_view all = amp_view(int, rows_, 4, 8);
    amp_array_view part = amp_section(all, amp_index(1, 2), amp_extent(2, 3));
    amp_status s = parallel_for_each(amp_extent(3), fill_row, 0, part);
    if (s == AMP_OK) { s = parallel_for_each(amp_extent(3), fill_row, 1, part); }
    if (s == AMP_OK) { s = amp_synchronize(part); }
    return sum_of(&rows_[0][0], 32) != 0 ? s : AMP_RUNTIME_ERROR;
}
/* bad section_row: uninitialised-read a 1 1 */
static amp_status section_row_case(void)
{
    amp_array_view all = amp_view(int, rows_, 4, 8);
    amp_array_view part = amp_section(all, amp_index(1, 2), amp_extent(2, 3));
    amp_status s = parallel_for_each(amp_extent(3), fill_row, 0, part);
    if (s == AMP_OK) { s = amp_synchronize(part); }
    s = rows_[2][1] + rows_[2][5] + rows_[1][2] == 0 ? s : AMP_RUNTIME_ERROR;
    return rows_[2][4] == 0 ? s : AMP_RUNTIME_ERROR; /* 1 */
}
/* Another kernel writes the rest later, through a part of the view. */
/* clean later_ok */
static amp_status later_ok_case(void)
{
    amp_array_view y = Y;
    amp_array_view part = amp_section(y, amp_index(100), amp_extent(N - 100));
    amp_status s = filled(100);
    if (s == AMP_OK) { s = parallel_for_each(part.extent, fill, part); }
    if (s == AMP_OK) { s = amp_synchronize(y); }
    return sum_of(y_, N) != 0 ? s : AMP_RUNTIME_ERROR;
}
/* Still nobody's: a kernel that takes all of it as inout wrote elements beside it. */
/* bad still_unset: uninitialised-read y 1 1 */
static amp_status still_unset_case(void)
{
    amp_array_view y = Y;
    amp_status s = filled(100);
    if (s == AMP_OK) { s = parallel_for_each(amp_extent(100), add_one, y); }
    if (s == AMP_OK) { s = amp_synchronize(y); }
    s = y_[99] == 104 ? s : AMP_RUNTIME_ERROR;
    return y_[100] == 0 ? s : AMP_RUNTIME_ERROR; /* 1 */
}
/* What the host writes after a launch has taken it: a device has the old data, until amp_refresh
   or a view made anew says so. */
static int rewritten_[N];
static amp_status taken(amp_array_view x)
{
    return parallel_for_each(amp_extent(x.extent.dim[0]), add_one, x);
}
/* bad unrefreshed: stale-kernel-read y 1 1 */
static amp_status unrefreshed_case(void)
{
    amp_array_view x = amp_view(int, rewritten_, N);
    amp_status s = taken(x);
    rewritten_[5] = 9; /* 1 */
    if (s == AMP_OK) { s = taken(x); }
    return s == AMP_OK ? amp_synchronize(x) : s;
}
/* By memset, on a device of its own, in a section that another one overlaps. */
/* bad unrefreshed_part: stale-kernel-read y 1 1 */
static amp_status unrefreshed_part_case(void)
{
    amp_array_view x = amp_view(int, rewritten_, N);
    amp_status s = far(amp_section(x, amp_index(10), amp_extent(20)));
    if (s == AMP_OK) { s = amp_synchronize(x); }
    memset(rewritten_ + 8, 0, 16); /* 1 */
    if (s == AMP_OK) { s = taken(amp_section(x, amp_index(11), amp_extent(9))); }
    return s == AMP_OK ? amp_synchronize(x) : s;
}
/* clean refreshed_ok */
static amp_status refreshed_ok_case(void)
{
    amp_array_view x = amp_view(int, rewritten_, N);
    amp_status s = taken(x);
    rewritten_[5] = 9;
    if (s == AMP_OK) { s = amp_refresh(x); }
    if (s == AMP_OK) { s = taken(x); }
    rewritten_[6] = 9;
    if (s == AMP_OK) { s = taken(amp_view(int, rewritten_, N)); }
    if (s == AMP_OK) { s = amp_release(x); }
    rewritten_[7] = 9;
    if (s == AMP_OK) { s = taken(amp_view(int, rewritten_ + 4, 5)); }
    rewritten_[8] = rewritten_[40] = 9;
    x = amp_view(int, rewritten_, N);
    return s == AMP_OK ? taken(x) : s;
}
/* Beside the section that was taken; what the launch takes as `out`, or copies over. */
/* clean unrefreshed_beside_ok */
static amp_status unrefreshed_beside_ok_case(void)
{
    amp_array_view all = amp_view(int, rows_, 4, 8), x = amp_view(int, rewritten_, N);
    amp_array_view part = amp_section(all, amp_index(1, 2), amp_extent(2, 3));
    static const int source[N] = { 1 };
    amp_status s = parallel_for_each(amp_extent(3), fill_row, 0, part);
    rows_[2][1] = rows_[1][5] = 4;
    if (s == AMP_OK) { s = parallel_for_each(amp_extent(8), fill_row, 2, all); }
    if (s == AMP_OK) { s = parallel_for_each(x.extent, fill, x); }
    rewritten_[7] = 9;
    if (s == AMP_OK) { s = parallel_for_each(x.extent, fill, x); }
    rewritten_[7] = 9;
    if (s == AMP_OK) { s = amp_copy_in(x, source); }
    return s == AMP_OK ? taken(x) : s;
}
/* The target of a copy that nobody has waited for, and the source of one. */
/* bad unfinished_out: unfinished-copy target 1 1 */
static amp_status unfinished_out_case(void)
{
    static int target[N];
    amp_completion c = amp_copy_out_async(Y, target);
    const int early = target[3]; /* 1 */
    const amp_status s = amp_completion_wait(c);
    return early + target[3] == 0 ? s : AMP_RUNTIME_ERROR;
}
/* bad unfinished_in: unfinished-copy source 1 1 */
static amp_status unfinished_in_case(void)
{
    static int source[N];
    amp_completion c = amp_copy_in_async(Y, source);
    source[3] = source[2]; /* 1 */
    return amp_completion_wait(c);
}
static void follow(void *p) { ((int *)p)[1] = ((int *)p)[2]; }
/* clean finished_ok */
static amp_status finished_ok_case(void)
{
    static int target[N], other[N];
    amp_status s = far(Y);
    amp_completion c = amp_copy_out_async(Y, target);
    other[3] = 4;
    if (s == AMP_OK) { s = amp_completion_wait(c); }
    other[3] += target[3];
    c = amp_copy_out_async(Y, target);
    if (amp_completion_wait_for(c, 20000) != 1) { return AMP_RUNTIME_ERROR; }
    other[4] = target[4];
    c = amp_completion_then(amp_copy_out_async(Y, target), follow, target);
    if (s == AMP_OK) { s = amp_completion_wait(c); }
    other[5] = target[5];
    return other[3] == 11 && other[4] == 8 && other[5] == 9 ? s : AMP_RUNTIME_ERROR;
}
CASES(CASE(too_few) CASE(enough_ok) CASE(rest_ok) CASE(halves_ok) CASE(section_ok)
      CASE(section_row) CASE(later_ok) CASE(still_unset) CASE(forgotten) CASE(forgotten_ok)
      CASE(at_the_end_ok) CASE(near_the_end) CASE(partly) CASE(partly_ok) CASE(rewritten_ok)
      CASE(copied) CASE(elsewhere) CASE(elsewhere_ok) CASE(elsewhere_beside_ok) CASE(nowhere_ok)
      CASE(unrefreshed) CASE(unrefreshed_part) CASE(refreshed_ok) CASE(unrefreshed_beside_ok)
      CASE(unfinished_out) CASE(unfinished_in) CASE(finished_ok))
