/* SPDX-License-Identifier: MIT */
/* Of tests/check_loops.sh: square roots in kernels, of which the host launches LAUNCH. */
#include <errno.h>
#include <stdio.h>
#define AMP_SHORT_NAMES
#include "amp.h"
AMP_DEVICE_BEGIN
static float root(float x) { return sqrtf(x); }
AMP_KERNEL(simple, 1, in(float, 1, x), out(float, 1, y)) { at(y, idx[0]) = sqrtf(at(x, idx[0])); }
AMP_KERNEL(helped, 1, in(float, 1, x), out(float, 1, y)) { at(y, idx[0]) = root(at(x, idx[0])); }
AMP_KERNEL(wide, 1, in(double, 1, x), out(double, 1, y)) { at(y, idx[0]) = sqrt(at(x, idx[0])); }
AMP_PHASED_KERNEL(phased, (256), in(float, 1, x), out(float, 1, y))
{
    phase { at(y, tidx.global[0]) = sqrtf(at(x, tidx.global[0])); }
}
AMP_DEVICE_END
int main(int argc, char **argv)
{
    static float x[256], y[256];
    static double a[256], b[256];
    float host;
    int i;
    (void)argv, (void)x, (void)a;
    for (i = 0; i < 256; i++) {
        x[i] = (float)(a[i] = i * i);
    }
    if (LAUNCH != AMP_OK) {
        return 1;
    }
    for (i = 0; i < 256; i++) {
        if ((int)y[i] + (int)b[i] != i) { /* one of them is all zeros */
            return 2;
        }
    }
    errno = 0;
    host = sqrtf((float)-argc);
    (void)printf("%s\n", host != host && errno == EDOM ? "errno" : "none");
    return 0;
}
