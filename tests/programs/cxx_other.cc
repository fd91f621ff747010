/* SPDX-License-Identifier: MIT */
/* The other file of cxx_host.cc. */
#include "amp.h"
const char *other_error();
const char *other_error() { return amp_last_error(); }
