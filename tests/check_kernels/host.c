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
CASES(CASE(forgotten) CASE(forgotten_ok) CASE(partly) CASE(partly_ok) CASE(rewritten_ok)
      CASE(copied))
