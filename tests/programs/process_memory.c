/* SPDX-License-Identifier: MIT */
/* Of tests/check_process.sh. */
#include <stdio.h>
#include <stdlib.h>
#include "amp.h"
static int fail = 1;
void *__real_calloc(size_t, size_t);
void *__wrap_calloc(size_t n, size_t m)
{ if (fail) { fail = 0; return NULL; } return __real_calloc(n, m); }
int main(void)
{
    (void)amp_accelerator_find("opencl");
    fail = 0;
    printf("index %d\n", amp_accelerator_find("opencl").index);
    return 0;
}
