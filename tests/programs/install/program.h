/* SPDX-License-Identifier: MIT */
/* What the three files of tests/check_install.sh's program share. */
#ifndef PROGRAM_H
#define PROGRAM_H
#include "amp.h"

/* Each tile of four is turned round. */
amp_status turn(amp_array_view v);
/* y += a x */
amp_status add(float a, amp_array_view x, amp_array_view y);
amp_status sum(amp_array_view v, float *result);

#endif /* PROGRAM_H */
