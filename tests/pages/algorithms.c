/* SPDX-License-Identifier: MIT */
/* A block of docs/algorithms.md, for tests/check_pages.sh. */
#include <stddef.h>
#include <stdio.h>
/* region */

int main(void)
{
    int lengths[8] = { 3, 1, 4, 1, 5, 9, 2, 6 }, result[8] = { 0 };
    const int n = 8;
    /* code */
    return s != AMP_OK || most != 9 || count != 5 || result[0] != 1 || result[4] != 9;
}
