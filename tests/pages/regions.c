/* SPDX-License-Identifier: MIT */
/* Blocks of docs/kernels.md that are regions, for tests/check_pages.sh. */
#define AMP_SHORT_NAMES
#include "amp.h"
/* region */
#ifdef BLOCK_SIZE
AMP_DEVICE_END
#endif

int main(void)
{
    /* code */
    return 0;
}
