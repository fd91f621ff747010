/* SPDX-License-Identifier: MIT */
/* Of tests/check_vectors.sh: a system that says of each program that it is set-uid (AT_SECURE). */
extern unsigned long getauxval(unsigned long type);
unsigned long getauxval(unsigned long type) { return type == 23; }
