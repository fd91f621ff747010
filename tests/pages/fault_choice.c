/* SPDX-License-Identifier: MIT */
/* A block of docs/compiler-faults.md, for tests/check_pages.sh. */
int main(void)
{
    static int x[64] = { 1, 7 }, mark[64];
    const int n = 64;
    /* code */
    return last != 7;
}
