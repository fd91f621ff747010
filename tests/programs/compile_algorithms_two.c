/* SPDX-License-Identifier: MIT */
/* Algorithms of a file with AMP_EXTERN; with MAIN the other file. */
#include "amp_algorithms.h"
int other(void);
#ifdef MAIN
int main(void) { return other(); }
#else
AMP_DEVICE_BEGIN
AMP_DEFINE_REDUCE(longest, int, 0, a > b ? a : b)
AMP_DEFINE_PREDICATE(is_odd, int, a % 2 != 0)
AMP_DEVICE_END
int other(void)
{
    int data[5] = { 3, 1, 2, 5, 4 }, kept[5] = { 0 }, most = 0;
    ptrdiff_t count = 0;
    amp_array_view v = amp_view(int, data, 5), w = amp_view(int, kept, 5);
    amp_status s = amp_reduce(longest, v, &most);
    s = s != AMP_OK ? s : amp_copy_if(is_odd, v, w, &count);
    s = s != AMP_OK ? s : amp_radix_sort(int, amp_range(w, 0, count));
    s = s != AMP_OK ? s : amp_synchronize(w);
    return s != AMP_OK || most != 5 || count != 3 || kept[0] != 1 || kept[1] != 3 || kept[2] != 5;
}
#endif
