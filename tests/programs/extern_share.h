/* SPDX-License-Identifier: MIT */
/* Of tests/check_extern.sh. */
#define AMP_SHORT_NAMES
#include "amp.h"
int simple_part(void);
int tiled_part(void);
int phased_part(void);
int host_part(void);
int graphics_part(void);
int algorithms_part(void);
