/* SPDX-License-Identifier: MIT */
/* A header with a device region, for test_cl_source.c and test_cl_kernels.c. */
#ifndef TEST_CL_HEADER_H
#define TEST_CL_HEADER_H
AMP_DEVICE_BEGIN
AMP_KERNEL(of_the_header, 1, out(int, 1, v)) { at(v, idx[0]) = 41 + idx[0]; }
AMP_DEVICE_END
#endif
