/* SPDX-License-Identifier: MIT */
/* A block of docs/compiler-faults.md, for tests/check_pages.sh. */
int main(void)
{
    static int y[8], twice[4] = { 0, 2, 4, 6 };
    int i;
    for (i = 0; i < 4; i++) {
        /* code */
    }
    return y[6] != 3 || y[7] != 4;
}
