/* SPDX-License-Identifier: MIT */
/* A sum, by the library's algorithms. */
#include "program.h"
#include "amp_algorithms.h"

amp_status sum(amp_array_view v, float *result)
{
    return amp_reduce(amp_plus_float, v, result);
}
