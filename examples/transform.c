/* SPDX-License-Identifier: MIT */
/*
transform.c: the same function of every element (map). 1 to 1024 doubled, and
the 16 elements of the usual picture; once into another array, once in place.

    cc -O2 -fopenmp -pthread -I. examples/transform.c -o transform && ./transform

prints
     1  2  3 ...  16
     2  4  6 ...  32     (all 16)
    1024 elements doubled: 2 4 6 ... 2048
*/
#define AMP_SHORT_NAMES
#include "amp.h"
#include "example.h"

AMP_DEVICE_BEGIN
static inline int doubled(int x)
{
    return 2 * x;
}

AMP_KERNEL(transform, 1, in(int, 1, x), out(int, 1, y))
{
    at(y, idx[0]) = doubled(at(x, idx[0]));
}

AMP_KERNEL(transform_in_place, 1, inout(int, 1, x))
{
    at(x, idx[0]) = doubled(at(x, idx[0]));
}
AMP_DEVICE_END

enum { MOST = 1024 };

/* Doubles 1 to n both ways; y keeps the result. */
static int run(int *x, int *y, int n)
{
    const amp_array_view from = amp_view(int, x, n), to = amp_view(int, y, n);
    int i, wrong = 0;
    for (i = 0; i < n; i++) {
        x[i] = i + 1;
    }
    must(parallel_for_each(amp_extent(n), transform, from, to));
    must(parallel_for_each(amp_extent(n), transform_in_place, from));
    must(amp_synchronize(from));
    must(amp_synchronize(to));
    must(amp_release(from));
    must(amp_release(to));
    for (i = 0; i < n; i++) {
        wrong += y[i] != 2 * (i + 1) || x[i] != 2 * (i + 1);
    }
    return wrong;
}

int main(void)
{
    static int x[MOST], y[MOST];
    int i, wrong = run(x, y, 16);
    for (i = 0; i < 16; i++) {
        (void)printf("%3d", i + 1);
    }
    (void)printf("\n");
    for (i = 0; i < 16; i++) {
        (void)printf("%3d", y[i]);
    }
    wrong += run(x, y, MOST);
    (void)printf("\n%d elements doubled: %d %d %d ... %d\n", MOST, y[0], y[1], y[2], y[MOST - 1]);
    return example_end(wrong);
}
