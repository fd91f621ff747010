/* SPDX-License-Identifier: MIT */
/* A region that both units of tests/check_cl_units.sh have. */
#ifndef CL_UNIT_H
#define CL_UNIT_H
AMP_DEVICE_BEGIN
typedef struct pair { int a; float b; } pair;
static inline int more(int x) { return x + 1; }
AMP_KERNEL(shared, 1, inout(pair, 1, p)) { at(p, idx[0]).a = more(at(p, idx[0]).a); }
AMP_DEVICE_END

amp_status first(int *y, pair *p);
amp_status second(int *y, pair *p);
#endif
