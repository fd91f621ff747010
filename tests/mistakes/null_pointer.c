/* SPDX-License-Identifier: MIT */
/*
mistake: a NULL pointer inside a kernel
said by: run
says: amp: kernel follow ends the program: it used memory that is not there
says: through a pointer that is NULL
says: a kernel's parameters are views and values, and no values with pointers
*/
#include <stdio.h>
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
typedef struct node { int n; struct node *next; } node;
AMP_KERNEL(follow, 1, value(node, first), out(int, 1, x))
{
    at(x, idx[0]) = first.next->n;
}
AMP_DEVICE_END
int main(void)
{
    static int data[16];
    node first = { 1, NULL };
    amp_array_view v = amp_view(int, data, 16);
    amp_status s = parallel_for_each(amp_extent(16), follow, first, v);
    if (s != AMP_OK) {
        return fprintf(stderr, "%s\n", amp_last_error()), 1;
    }
    return 0;
}
