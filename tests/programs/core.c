/* SPDX-License-Identifier: MIT */
/* The library's code that amp.h alone declares, for `core` of tests/lib.sh: in a folder that stays,
   so that ccache knows it again. */
#include "amp.h"
