/* SPDX-License-Identifier: MIT */
#ifndef AMP_CL_C99_CL_H
#define AMP_CL_C99_CL_H
/*
amp/cl/c99.cl.h: what a kernel expects of stdint.h, limits.h, stdlib.h and math.h, in
OpenCL C.
*/

#include "../base/library_text.h"
#include "../base/text.h"
#include "../language/c_library.h"

AMP__DEVICE_TEXT_BEGIN(amp__cl_text_of_c99)
#ifdef __OPENCL_VERSION__
typedef char int8_t; typedef short int16_t; typedef int int32_t; typedef long int64_t;
typedef uchar uint8_t; typedef ushort uint16_t; typedef uint uint32_t; typedef ulong uint64_t;
#define INT8_MIN (-128)
#define INT8_MAX 127
#define INT16_MIN (-32768)
#define INT16_MAX 32767
#define INT32_MIN (-2147483647 - 1)
#define INT32_MAX 2147483647
#define INT64_MIN (-9223372036854775807L - 1)
#define INT64_MAX 9223372036854775807L
#define UINT8_MAX 255
#define UINT16_MAX 65535
#define UINT32_MAX 4294967295U
#define UINT64_MAX 18446744073709551615UL
#define INT32_C(x) x
#define UINT32_C(x) x##U
#define INT64_C(x) x##L
#define UINT64_C(x) x##UL
#define LLONG_MAX INT64_MAX
#define LLONG_MIN INT64_MIN
#define ULLONG_MAX UINT64_MAX
#ifndef INT_MAX /* OpenCL C has it */
#define INT_MAX 2147483647
#endif
#endif
AMP__DEVICE_TEXT_END

/* A row of amp/language/c_library.h: a function, and the macro by which C's name means it. */
#define AMP__CL_FUNCTION(name, f, result, parameters, is) \
    "static inline " result " amp__m_" name parameters " { return " is "; }\n" \
    "#define " name f " amp__m_" name "\n"
#define AMP__CL_NUMBERS(name, n) \
    AMP__CL_FUNCTION(#name, "f", "float", AMP__CL_TAKES_##n, #name AMP__CL_GIVEN_##n),
#define AMP__CL_TAKES_1 "(float x)"
#define AMP__CL_TAKES_2 "(float x, float y)"
#define AMP__CL_TAKES_3 "(float x, float y, float z)"
#define AMP__CL_GIVEN_1 "(x)"
#define AMP__CL_GIVEN_2 "(x, y)"
#define AMP__CL_GIVEN_3 "(x, y, z)"
#define AMP__CL_OTHERS(name, n, result, parameters, is) \
    AMP__CL_FUNCTION(#name, "f", #result, #parameters, #is) \
    "#define " #name AMP__CL_GIVEN_##n " (" #is ")\n", /* of double */
#define AMP__CL_MIXED(name, n, result, parameters, is) \
    AMP__CL_FUNCTION(#name, "f", #result, #parameters, #is),
#define AMP__CL_INTEGERS(name, n, result, parameters, is) \
    AMP__CL_FUNCTION(#name, "", #result, #parameters, #is),

/* Adds that table. Each function is of float alone; those with pointers take any thread's own
   variable, as in C. amp/cl/renames.h reads the lines `#define name amp__m_...`, for user code
   that uses such a name for something else. */
static AMP__COLD void amp__cl_put_functions(amp__text *b)
{
    static const char *const rows[] = {
        AMP__C_NUMBERS(AMP__CL_NUMBERS) AMP__C_OTHERS(AMP__CL_OTHERS)
        AMP__C_MIXED(AMP__CL_MIXED) AMP__C_INTEGERS(AMP__CL_INTEGERS)
    };
    size_t k;
    for (k = 0; k < sizeof(rows) / sizeof(rows[0]); k++) {
        amp__text_puts(b, rows[k]);
    }
}

#endif /* AMP_CL_C99_CL_H */
