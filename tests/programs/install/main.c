/* SPDX-License-Identifier: MIT */
/* Prints "turned, and 42"; ends with 1 where a result is wrong. */
#include <stdio.h>
#include "program.h"

int main(void)
{
    float x[8] = { 1, 2, 3, 4, 5, 6, 7, 8 }, y[8] = { 0, 0, 0, 0, 0, 0, 0, 6 }, all = 0;
    amp_array_view vx = amp_view(float, x, 8), vy = amp_view(float, y, 8);
    amp_status s = turn(vx);
    if (s == AMP_OK) { s = add(1.0f, vx, vy); }
    if (s == AMP_OK) { s = sum(vy, &all); }
    if (s == AMP_OK) { s = amp_synchronize(vy); }
    if (s != AMP_OK) {
        (void)fprintf(stderr, "%s\n", amp_last_error());
        return 1;
    }
    amp_release(vx);
    amp_release(vy);
    if (y[0] < 4 || y[0] > 4) {
        return 1;
    }
    printf("turned, and %g\n", (double)all);
    return 0;
}
