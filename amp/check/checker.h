/* SPDX-License-Identifier: MIT */
#ifndef AMP_CHECK_CHECKER_H
#define AMP_CHECK_CHECKER_H
/* amp/check/checker.h: the kernel checker, all of it: amp_check.h says what it does. */
#include "launch.h"
#include "compiler.h"
#endif /* AMP_CHECK_CHECKER_H */
