/* SPDX-License-Identifier: MIT */
/*
mistake: a kernel left by longjmp, and a launch behind it
said by: run
says: kernel scale was launched from inside a kernel
says: a thread that left a kernel by longjmp may not either
place: kernel scale
*/
#include <setjmp.h>
#define AMP_SHORT_NAMES
#include "amp.h"

static jmp_buf out;

AMP_DEVICE_BEGIN
AMP_KERNEL(search, 1, in(int, 1, x))
{
    if (at(x, idx[0]) == 3) {
        longjmp(out, 1);
    }
}
AMP_KERNEL(scale, 1, inout(int, 1, x))
{
    at(x, idx[0]) *= 2;
}
AMP_DEVICE_END

int main(void)
{
    static int data[16] = { 0, 1, 2, 3 };
    amp_array_view v = amp_view(int, data, 16);
    (void)amp_emu_set_workers(1);
    if (setjmp(out) == 0) {
        (void)parallel_for_each(amp_extent(16), search, v);
    }
    if (parallel_for_each(amp_extent(16), scale, v) != AMP_OK) {
        (void)fprintf(stderr, "%s\n", amp_last_error());
        return 1;
    }
    return 0;
}
