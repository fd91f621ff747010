/* SPDX-License-Identifier: MIT */
#ifndef AMP_LANGUAGE_HALF_H
#define AMP_LANGUAGE_HALF_H
/*
amp/language/half.h: numbers of 16 bits for storage: amp_half, IEEE 754's binary16.

Half the memory and its traffic: views, tile memory and values may be of amp_half; a kernel computes
in float. It is a structure, so that arithmetic with one does not compile. On the host and in
kernels:

    AMP_KERNEL(scale, 1, value(float, a), inout(amp_half, 1, x))
    {
        amp_at(x, idx[0]) = amp_float_to_half(a * amp_half_to_float(amp_at(x, idx[0])));
    }

    float amp_half_to_float(amp_half h)    exact, subnormal numbers too
    amp_half amp_float_to_half(float x)    the nearest, of two the even one; infinite from 65520 on,
                                           subnormal below 2^-14, 0 up to 2^-25

NaN stays NaN; its other bits are the device's. Whatever the modes of rounding and of subnormal
numbers are. On OpenCL they are vload_half and vstore_half_rte, which every device has, without
cl_khr_fp16.
*/

#include "../base/region.h"

/* This file is itself a device region: the same lines define the functions on the device. */
AMP_DEVICE_BEGIN

/* A number of 16 bits: sign, 5 bits of exponent, 10 of the fraction. */
typedef struct amp_half {
    unsigned short bits;
} amp_half;

#ifdef __OPENCL_VERSION__
#undef half /* a word that amp/cl/renames.h leaves to the user */
static inline float amp_half_to_float(amp_half h)
{
    return vload_half(0, (const half *)&h.bits);
}
static inline amp_half amp_float_to_half(float x)
{
    amp_half h;
    vstore_half_rte(x, 0, (half *)&h.bits);
    return h;
}
#define half amp__w_half
#else
/* A float and its bits. */
typedef union amp__float_word {
    float f;
    unsigned u;
} amp__float_word;

static inline float amp_half_to_float(amp_half h)
{
    const unsigned sign = (h.bits & 0x8000u) << 16, rest = h.bits & 0x7fffu;
    amp__float_word x, small;
    small.f = (float)(int)rest * 5.9604644775390625e-8f; /* 2^-24 */
    x.u = rest < 0x400u ? small.u : (rest << 13) + (rest < 0x7c00u ? 112u << 23 : 224u << 23);
    x.u |= sign;
    return x.f;
}

static inline amp_half amp_float_to_half(float f)
{
    amp__float_word x, small;
    amp_half h;
    unsigned rest, bits;
    x.f = f;
    rest = x.u & 0x7fffffffu;
    { /* below 2^-14: so many bits of the fraction are cut off, all of them from 25 on */
        const unsigned shift = 126u - (rest >> 23);
        const unsigned fraction = (rest & 0x7fffffu) | 0x800000u;
        const unsigned cut = shift - 1u < 24u ? shift : 25u;
        const unsigned whole = fraction >> cut, left = fraction & ((1u << cut) - 1u);
        const unsigned tie = 1u << (cut - 1u);
        small.u = whole + (left > tie || (left == tie && (whole & 1u) != 0));
    }
    bits = rest > 0x7f800000u ? 0x7e00u | ((rest >> 13) & 0x3ffu)
        : rest >= 0x47800000u ? 0x7c00u
        : rest < 0x38800000u ? small.u
        : (rest - (112u << 23) + 0xfffu + ((rest >> 13) & 1u)) >> 13;
    h.bits = (unsigned short)(bits | ((x.u >> 16) & 0x8000u));
    return h;
}
#endif
AMP_DEVICE_END

#endif /* AMP_LANGUAGE_HALF_H */
