/* SPDX-License-Identifier: MIT */
/* kernel.h: what you hand in. task.md says what the kernel is to do. */
AMP_DEVICE_BEGIN
#define T 16

AMP_TILED_KERNEL(turn, (T, T), in(int, 2, A), out(int, 2, B))
{
    /* your part */
    (void)tidx;
}
AMP_DEVICE_END
