/* SPDX-License-Identifier: MIT */
/* The library's code, compiled once for all programs of a contender. */
#define AMP_IMPLEMENTATION
#include "../../amp.h"
