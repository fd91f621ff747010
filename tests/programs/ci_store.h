/* SPDX-License-Identifier: MIT */
/* Of tests/check_ci.sh: an access in another file than the kernel's. */
#ifndef CI_STORE_H
#define CI_STORE_H
AMP_DEVICE_BEGIN
static inline void store_two(amp_global_ptr(int) p) { *p = 2; }
AMP_DEVICE_END
#endif
