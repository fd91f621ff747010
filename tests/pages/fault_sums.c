/* SPDX-License-Identifier: MIT */
/* A block of docs/compiler-faults.md, for tests/check_pages.sh. */
int main(void)
{
    static int m[9] = { 1, 0, 1, 1 }, x[9] = { 1, 2, 4, 8 };
    const int n = 3;
    int a = 0, b = 0, c = 0;
    /* code */
    return a != 9 || b != 0 || c != 4;
}
