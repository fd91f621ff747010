/* SPDX-License-Identifier: MIT */
#ifndef AMP_LENS_LENS_H
#define AMP_LENS_LENS_H
/* amp/lens/lens.h: the lens, all of it: amp_lens.h says what it does. */

#include "compare.h"

#endif /* AMP_LENS_LENS_H */
