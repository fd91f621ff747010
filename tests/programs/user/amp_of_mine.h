/* SPDX-License-Identifier: MIT */
/* Of tests/check_report.sh: called as if it were a header of the library. */
static void swap(int *t, int i, int last);
static void swap(int *t, int i, int last)
{
    t[i] = i;
    t[last - i] += 1;
}
