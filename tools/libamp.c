/* SPDX-License-Identifier: MIT */
/* libamp.a: the library's code, for programs whose files define AMP_EXTERN. */
#ifndef AMP_EXTERN
#define AMP_EXTERN
#endif
#define AMP_IMPLEMENTATION
#include "amp.h"
#include "amp_graphics.h"
#include "amp_algorithms.h"
#include "amp_algorithms_more.h"
#include "amp_lens.h"
