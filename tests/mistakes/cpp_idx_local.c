/* SPDX-License-Identifier: MIT */
/*
mistake: `idx.local` in a simple kernel, as of C++ AMP's tiled_index
from: Microsoft, tile_static Keyword, its example,
    http://msdn.microsoft.com/en-us/library/hh388954(VS.110).aspx
said by: compile
says gcc: request for member 'local' in something not a structure or union
says clang: member reference base type 'const int *' is not a structure or union
not: the remedy, tidx.local in a tiled kernel; idx is a pointer there, since a structure in its
    place costs compilers the vectors
*/
#include <stdio.h>
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_KERNEL(number, 1, out(int, 1, x))
{
    at_index(x, idx) = idx.local[0]; /* here */
}
AMP_DEVICE_END
