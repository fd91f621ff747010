/* SPDX-License-Identifier: MIT */
/* A block of docs/compiler-faults.md, for tests/check_pages.sh. */
int main(void)
{
    static int w[256], t[256] = { 1 }, u[256] = { 3 };
    /* code */
    return w[0] != 3 || w[255] != 5;
}
