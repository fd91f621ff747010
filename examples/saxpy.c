/* SPDX-License-Identifier: MIT */
/*
saxpy.c: the smallest program. y = a x + y, one GPU thread an element.

    cc -O2 -fopenmp -pthread -I. examples/saxpy.c -o saxpy && ./saxpy

prints
    y[0] = 1, y[1] = 3, ..., y[999] = 1999
*/
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_KERNEL(saxpy, 1, value(float, a), in(float, 1, x), inout(float, 1, y))
{
    at(y, idx[0]) += a * at(x, idx[0]);
}
AMP_DEVICE_END

enum { N = 1000 };

int main(void)
{
    static float x[N], y[N];
    int i, wrong = 0;
    for (i = 0; i < N; i++) {
        x[i] = (float)i;
        y[i] = 1;
    }
    amp_array_view vx = amp_view(float, x, N), vy = amp_view(float, y, N);
    amp_status s = parallel_for_each(amp_extent(N), saxpy, 2.0f, vx, vy);
    if (s == AMP_OK) {
        s = amp_synchronize(vy); /* brings y back, where the device has memory of its own */
    }
    if (s != AMP_OK) {
        (void)fprintf(stderr, "%s\n", amp_last_error());
        return EXIT_FAILURE;
    }
    for (i = 0; i < N; i++) {
        wrong |= y[i] != (float)(2 * i + 1);
    }
    (void)printf("y[0] = %g, y[1] = %g, ..., y[%d] = %g\n", y[0], y[1], N - 1, y[N - 1]);
    if (amp_release(vx) != AMP_OK || amp_release(vy) != AMP_OK) {
        wrong = 1;
    }
    return wrong ? EXIT_FAILURE : EXIT_SUCCESS;
}
