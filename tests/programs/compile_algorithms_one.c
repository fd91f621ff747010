/* SPDX-License-Identifier: MIT */
/* One algorithm. */
#include "amp_algorithms.h"
int main(void)
{
    int data[3] = { 1, 2, 3 }, sum = 0;
    return amp_reduce(amp_plus_int, amp_view(int, data, 3), &sum) != AMP_OK || sum != 6;
}
