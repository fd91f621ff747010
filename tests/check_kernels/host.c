/* SPDX-License-Identifier: MIT */
/* What the host reads. */
#include "case.h"
AMP_DEVICE_BEGIN
AMP_KERNEL(fill, 1, out(int, 1, y))
{
    at(y, idx[0]) = idx[0] + 4;
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
CASES(CASE(forgotten) CASE(forgotten_ok) CASE(partly) CASE(partly_ok) CASE(rewritten_ok)
      CASE(copied) CASE(elsewhere) CASE(elsewhere_ok) CASE(elsewhere_beside_ok) CASE(nowhere_ok))
