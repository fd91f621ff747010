/* SPDX-License-Identifier: MIT */
/*
mistake: a lambda in `parallel_for_each`, as in C++ AMP
from: Microsoft, C++ AMP Overview,
    https://learn.microsoft.com/en-us/previous-versions/hh265136(v=vs.140)
said by: compile
says gcc: expected expression before '[' token
says clang: expected expression
not: the remedy, a kernel by its name; C has no lambdas, and no word for them
*/
#define AMP_SHORT_NAMES
#include "amp.h"

int main(void)
{
    static float data[16];
    amp_array_view v = amp_view(float, data, 16);
    parallel_for_each(v.extent, [=](index<1> idx) restrict(amp) { v[idx] *= 2; }); /* here */
    return 0;
}
