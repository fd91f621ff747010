/* SPDX-License-Identifier: MIT */
#ifndef AMP_GRAPHICS_H
#define AMP_GRAPHICS_H
/*
amp_graphics.h: short vectors, normalised numbers and sampled views, for
kernels and for the host (specification 10, which is optional there as well).

Do this:

    #define AMP_SHORT_NAMES
    #include "amp.h"
    #include "amp_graphics.h"

    AMP_DEVICE_BEGIN
    AMP_KERNEL(half_size, 2, in(amp_float_4, 2, picture), value(amp_sampler, s),
               out(amp_float_4, 2, small))
    {
        const float u = ((float)idx[1] + 0.5f) / (float)small_shape.extent[1];
        const float v = ((float)idx[0] + 0.5f) / (float)small_shape.extent[0];
        at_index(small, idx) = amp_sample(picture, s, u, v);
    }
    AMP_DEVICE_END

SHORT VECTORS
  amp_TYPE_N with TYPE one of int, uint, float, double, norm, unorm, and N one
  of 2, 3, 4: structs with the members x, y, z, w, of N times the component's
  size (a vector of three is not padded to four). C has no operators to
  overload, so each is a function: amp_float_3_make(x, y, z), _all(v),
  _add _sub _mul _div (a, b), _scale(a, number), _neg(a), _equal(a, b); for
  int and uint also _mod _and _or _xor _shl _shr (a, b) and _not(a). A swizzle
  is a make: amp_float_2_make(v.y, v.x). The names r, g, b, a are left out: C99
  has no anonymous unions.

NORMALISED NUMBERS
  A norm is a float in -1 to 1, a unorm one in 0 to 1; each operation cuts its
  result to that (amp_norm_add...; amp_norm_make(number) makes one). 8- and
  16-bit texels are read and written by amp_unorm8_get(byte),
  amp_unorm8_set(number), and so on for unorm16, norm8, norm16; of two and four
  numbers, as in an amp_unorm8_4, by functions named after that type.

TEXTURES
  A texture is a view whose elements are float, amp_float_2 or amp_float_4, or
  texels of 8 or 16 bits (unsigned char, short, amp_unorm8_4 ...), of
  rank 1 to 3. amp_sample(view, sampler, u[, v[, w]]) reads it between its
  elements, u along the innermost dimension, 0 and 1 its two edges.
  amp_gather(view, sampler, u, v) is the four elements that a linear sample of
  a view of rank 2 would mix; amp_gather_green and its like those of another
  channel. Mip levels are views of their own: amp_mipmap_extent(extent, level)
  is a level's extent, amp_sample_level mixes two of them. Against the
  specification: reading by index is amp_at, and writing too, so read and write
  in one kernel have no restriction; there is no opaque layout.

amp_graphics.h DOES NOT offer interoperation with Direct3D.
*/

#include "amp.h"

#ifndef __cplusplus
AMP_DEVICE_BEGIN

/* ---- normalised numbers --------------------------------------------------- */

/* x cut to -1 to 1, or to 0 to 1; what is not a number becomes the lower end. */
AMP__INTRINSIC float amp_norm_make(float x) { return x > 1 ? 1 : x > -1 ? x : -1; }
AMP__INTRINSIC float amp_unorm_make(float x) { return x > 1 ? 1 : x > 0 ? x : 0; }
typedef float amp_norm;  /* -1 to 1: what amp_norm_... return */
typedef float amp_unorm; /* 0 to 1: what amp_unorm_... return */

/* Macros here, because C99 and OpenCL C 1.2 have neither templates nor overloading: each element
   type has functions of its own. */
#define AMP__NORMALISED(T)                                                     \
    AMP__INTRINSIC T T##_add(T a, T b) { return T##_make(a + b); }             \
    AMP__INTRINSIC T T##_sub(T a, T b) { return T##_make(a - b); }             \
    AMP__INTRINSIC T T##_mul(T a, T b) { return T##_make(a * b); }             \
    AMP__INTRINSIC T T##_div(T a, T b) { return T##_make(a / b); }
AMP__NORMALISED(amp_norm)
AMP__NORMALISED(amp_unorm)
AMP__INTRINSIC amp_norm amp_norm_neg(amp_norm a) { return -a; }

/* Texels of 8 and 16 bits: the largest number of bits stands for 1; the most
   negative norm stands for -1 as its neighbour does. set rounds to nearest. */
AMP__INTRINSIC float amp_unorm8_get(unsigned char t) { return (float)t / 255.0f; }
AMP__INTRINSIC float amp_unorm16_get(unsigned short t) { return (float)t / 65535.0f; }
AMP__INTRINSIC float amp_norm8_get(signed char t) { return amp_norm_make((float)t / 127.0f); }
AMP__INTRINSIC float amp_norm16_get(short t) { return amp_norm_make((float)t / 32767.0f); }
AMP__INTRINSIC unsigned char amp_unorm8_set(float x)
{
    return (unsigned char)(int)(amp_unorm_make(x) * 255.0f + 0.5f);
}
AMP__INTRINSIC unsigned short amp_unorm16_set(float x)
{
    return (unsigned short)(int)(amp_unorm_make(x) * 65535.0f + 0.5f);
}
AMP__INTRINSIC signed char amp_norm8_set(float x)
{
    const float v = amp_norm_make(x) * 127.0f;
    return (signed char)(int)(v + (v < 0 ? -0.5f : 0.5f));
}
AMP__INTRINSIC short amp_norm16_set(float x)
{
    const float v = amp_norm_make(x) * 32767.0f;
    return (short)(int)(v + (v < 0 ? -0.5f : 0.5f));
}

/* ---- short vectors -------------------------------------------------------- */

/* One operation of vectors of 2, 3 and 4 elements T; W makes the result a T again. Macros for
   the reason given at AMP__NORMALISED. */
#define AMP__VECTOR_BINARY(V, T, W, name, op)                                  \
    AMP__INTRINSIC V##_2 V##_2_##name(V##_2 a, V##_2 b)                        \
    {                                                                          \
        return V##_2_make(W(a.x op b.x), W(a.y op b.y));                       \
    }                                                                          \
    AMP__INTRINSIC V##_3 V##_3_##name(V##_3 a, V##_3 b)                        \
    {                                                                          \
        return V##_3_make(W(a.x op b.x), W(a.y op b.y), W(a.z op b.z));        \
    }                                                                          \
    AMP__INTRINSIC V##_4 V##_4_##name(V##_4 a, V##_4 b)                        \
    {                                                                          \
        return V##_4_make(W(a.x op b.x), W(a.y op b.y), W(a.z op b.z), W(a.w op b.w)); \
    }
#define AMP__VECTOR_UNARY(V, T, W, name, op)                                   \
    AMP__INTRINSIC V##_2 V##_2_##name(V##_2 a) { return V##_2_make(W(op a.x), W(op a.y)); } \
    AMP__INTRINSIC V##_3 V##_3_##name(V##_3 a)                                 \
    {                                                                          \
        return V##_3_make(W(op a.x), W(op a.y), W(op a.z));                    \
    }                                                                          \
    AMP__INTRINSIC V##_4 V##_4_##name(V##_4 a)                                 \
    {                                                                          \
        return V##_4_make(W(op a.x), W(op a.y), W(op a.z), W(op a.w));         \
    }
/* The types V_2, V_3 and V_4 of T, and what makes a vector. */
#define AMP__VECTOR_TYPES(V, T, W)                                             \
    typedef struct V##_2 { T x, y; } V##_2;                                    \
    typedef struct V##_3 { T x, y, z; } V##_3;                                 \
    typedef struct V##_4 { T x, y, z, w; } V##_4;                              \
    AMP__INTRINSIC V##_2 V##_2_make(T x, T y)                                  \
    {                                                                          \
        const V##_2 v = { W(x), W(y) };                                        \
        return v;                                                              \
    }                                                                          \
    AMP__INTRINSIC V##_3 V##_3_make(T x, T y, T z)                             \
    {                                                                          \
        const V##_3 v = { W(x), W(y), W(z) };                                  \
        return v;                                                              \
    }                                                                          \
    AMP__INTRINSIC V##_4 V##_4_make(T x, T y, T z, T w)                        \
    {                                                                          \
        const V##_4 v = { W(x), W(y), W(z), W(w) };                            \
        return v;                                                              \
    }                                                                          \
    AMP__INTRINSIC V##_2 V##_2_all(T a) { return V##_2_make(a, a); }           \
    AMP__INTRINSIC V##_3 V##_3_all(T a) { return V##_3_make(a, a, a); }        \
    AMP__INTRINSIC V##_4 V##_4_all(T a) { return V##_4_make(a, a, a, a); }
/* Whether two vectors have the same elements. */
#define AMP__VECTOR_EQUAL(V)                                                   \
    AMP__INTRINSIC int V##_2_equal(V##_2 a, V##_2 b) { return a.x == b.x && a.y == b.y; } \
    AMP__INTRINSIC int V##_3_equal(V##_3 a, V##_3 b)                           \
    {                                                                          \
        return a.x == b.x && a.y == b.y && a.z == b.z;                         \
    }                                                                          \
    AMP__INTRINSIC int V##_4_equal(V##_4 a, V##_4 b)                           \
    {                                                                          \
        return a.x == b.x && a.y == b.y && a.z == b.z && a.w == b.w;           \
    }
/* What all vectors have. */
#define AMP__VECTORS(V, T, W)                                                  \
    AMP__VECTOR_TYPES(V, T, W)                                                 \
    AMP__VECTOR_EQUAL(V)                                                       \
    AMP__VECTOR_BINARY(V, T, W, add, +)                                        \
    AMP__VECTOR_BINARY(V, T, W, sub, -)                                        \
    AMP__VECTOR_BINARY(V, T, W, mul, *)                                        \
    AMP__VECTOR_BINARY(V, T, W, div, /)                                        \
    AMP__INTRINSIC V##_2 V##_2_scale(V##_2 a, T s) { return V##_2_mul(a, V##_2_all(s)); } \
    AMP__INTRINSIC V##_3 V##_3_scale(V##_3 a, T s) { return V##_3_mul(a, V##_3_all(s)); } \
    AMP__INTRINSIC V##_4 V##_4_scale(V##_4 a, T s) { return V##_4_mul(a, V##_4_all(s)); }
/* What all vectors have, and the operations of integers. */
#define AMP__VECTORS_OF_INTEGERS(V, T)                                         \
    AMP__VECTORS(V, T, (T))                                                    \
    AMP__VECTOR_BINARY(V, T, (T), mod, %)                                      \
    AMP__VECTOR_BINARY(V, T, (T), and, &)                                      \
    AMP__VECTOR_BINARY(V, T, (T), or, |)                                       \
    AMP__VECTOR_BINARY(V, T, (T), xor, ^)                                      \
    AMP__VECTOR_BINARY(V, T, (T), shl, <<)                                     \
    AMP__VECTOR_BINARY(V, T, (T), shr, >>)                                     \
    AMP__VECTOR_UNARY(V, T, (T), not, ~)

AMP__VECTORS_OF_INTEGERS(amp_int, int)
AMP__VECTOR_UNARY(amp_int, int, (int), neg, -)
AMP__VECTORS_OF_INTEGERS(amp_uint, unsigned)
AMP__VECTORS(amp_float, float, (float))
AMP__VECTOR_UNARY(amp_float, float, (float), neg, -)
AMP__VECTORS(amp_norm, amp_norm, amp_norm_make)
AMP__VECTOR_UNARY(amp_norm, amp_norm, amp_norm_make, neg, -)
AMP__VECTORS(amp_unorm, amp_unorm, amp_unorm_make)
#ifdef AMP__HAS_DOUBLE
AMP__VECTORS(amp_double, double, (double))
AMP__VECTOR_UNARY(amp_double, double, (double), neg, -)
#endif

/* Texels of two and four normalised numbers, as amp_unorm8_4, and what they stand for as vectors
   of float: functions named as the type, with _get(texel) and _set(vector) behind. */
#define AMP__TEXELS(N, T)                                                      \
    typedef struct amp_##N##_2 { T x, y; } amp_##N##_2;                        \
    typedef struct amp_##N##_4 { T x, y, z, w; } amp_##N##_4;                  \
    AMP__INTRINSIC amp_float_2 amp_##N##_2_get(amp_##N##_2 t)                  \
    {                                                                          \
        return amp_float_2_make(amp_##N##_get(t.x), amp_##N##_get(t.y));       \
    }                                                                          \
    AMP__INTRINSIC amp_float_4 amp_##N##_4_get(amp_##N##_4 t)                  \
    {                                                                          \
        return amp_float_4_make(amp_##N##_get(t.x), amp_##N##_get(t.y), amp_##N##_get(t.z), \
                                amp_##N##_get(t.w));                           \
    }                                                                          \
    AMP__INTRINSIC amp_##N##_2 amp_##N##_2_set(amp_float_2 v)                  \
    {                                                                          \
        const amp_##N##_2 t = { amp_##N##_set(v.x), amp_##N##_set(v.y) };      \
        return t;                                                              \
    }                                                                          \
    AMP__INTRINSIC amp_##N##_4 amp_##N##_4_set(amp_float_4 v)                  \
    {                                                                          \
        const amp_##N##_4 t = { amp_##N##_set(v.x), amp_##N##_set(v.y), amp_##N##_set(v.z), \
                                amp_##N##_set(v.w) };                          \
        return t;                                                              \
    }
AMP__TEXELS(unorm8, unsigned char)
AMP__TEXELS(unorm16, unsigned short)
AMP__TEXELS(norm8, signed char)
AMP__TEXELS(norm16, short)

/* ---- sampling ------------------------------------------------------------- */

/* The values of amp_sampler.filter and .address (specification 10.7). */
#define AMP_FILTER_POINT 0
#define AMP_FILTER_LINEAR 1
#define AMP_ADDRESS_WRAP 0   /* the picture again and again */
#define AMP_ADDRESS_MIRROR 1 /* every second time the other way round */
#define AMP_ADDRESS_CLAMP 2  /* the edge's element */
#define AMP_ADDRESS_BORDER 3 /* the sampler's border */

/* How amp_sample reads; a kernel's value parameter. */
typedef struct amp_sampler {
    int filter;
    int address;
    amp_float_4 border; /* a view of float takes x, of amp_float_2 x and y */
} amp_sampler;

/* The specification's default: linear, positions outside clamped, a border of zeros. */
AMP__INTRINSIC amp_sampler amp_sampler_default(void)
{
    amp_sampler s;
    s.filter = AMP_FILTER_LINEAR;
    s.address = AMP_ADDRESS_CLAMP;
    s.border = amp_float_4_all(0);
    return s;
}

/* The element that stands for i, which may be outside of the n there are, in an address mode; -1:
   the border. */
AMP__INTRINSIC int amp__address(int mode, int i, int n)
{
    if (i >= 0 && i < n) {
        return i;
    }
    if (mode == AMP_ADDRESS_CLAMP) {
        return i < 0 ? 0 : n - 1;
    }
    if (mode == AMP_ADDRESS_WRAP) {
        i %= n;
        return i < 0 ? i + n : i;
    }
    if (mode == AMP_ADDRESS_MIRROR) {
        i = i < 0 ? -1 - i : i;
        i = i / n % 2 ? n - 1 - i % n : i % n;
        return i;
    }
    return -1;
}

/* The two elements of one dimension that a sample mixes, and the second's share.
   What is not a number reads the middle; one far outside is cut to
   +-1e6, where all address modes still work. */
typedef struct amp__taps {
    int a, b;
    float share;
} amp__taps;

/* Which elements of a dimension of n elements a position, 0 to 1, is between. */
AMP__INTRINSIC amp__taps amp__tap(amp_sampler s, float position, int n)
{
    const float far_ = 1000000.0f;
    const float p = position != position ? 0.5f
        : position > far_ ? far_ : position < -far_ ? -far_ : position;
    amp__taps t;
    float x, whole;
    int i;
    if (s.address == AMP_ADDRESS_WRAP) {
        x = (p - amp_fast_floor(p)) * (float)n;
    } else if (s.address == AMP_ADDRESS_MIRROR) {
        x = (p - 2 * amp_fast_floor(p / 2)) * (float)n;
    } else {
        x = (p > 2 ? 2 : p < -1 ? -1 : p) * (float)n;
    }
    if (s.filter == AMP_FILTER_POINT) {
        whole = amp_fast_floor(x);
        i = (int)whole;
        t.a = t.b = amp__address(s.address, i, n);
        t.share = 0;
        return t;
    }
    whole = amp_fast_floor(x - 0.5f);
    i = (int)whole;
    t.a = amp__address(s.address, i, n);
    t.b = amp__address(s.address, i + 1, n);
    t.share = x - 0.5f - whole;
    return t;
}

/* a and b mixed, of b the share; and the border's colour, for each type of sample. */
AMP__MATH float AMP__OF(amp__blend, float)(float a, float b, float share)
{
    return a + (b - a) * share;
}
AMP__MATH amp_float_2 AMP__OF(amp__blend, float_2)(amp_float_2 a, amp_float_2 b, float share)
{
    return amp_float_2_add(a, amp_float_2_scale(amp_float_2_sub(b, a), share));
}
AMP__MATH amp_float_4 AMP__OF(amp__blend, float_4)(amp_float_4 a, amp_float_4 b, float share)
{
    return amp_float_4_add(a, amp_float_4_scale(amp_float_4_sub(b, a), share));
}
AMP__INTRINSIC float amp__border_float(amp_sampler s) { return s.border.x; }
AMP__INTRINSIC amp_float_2 amp__border_float_2(amp_sampler s)
{
    return amp_float_2_make(s.border.x, s.border.y);
}
AMP__INTRINSIC amp_float_4 amp__border_float_4(amp_sampler s) { return s.border; }

/* A texel as what a sample is of, and one channel of it: 0 red to 3 alpha. */
#define AMP__AS_FLOAT(t) (t)
AMP__INTRINSIC float amp__channel_float(float v, int c) { (void)c; return v; }
AMP__INTRINSIC float amp__channel_float_2(amp_float_2 v, int c) { return c == 0 ? v.x : v.y; }
AMP__INTRINSIC float amp__channel_float_4(amp_float_4 v, int c)
{
    return c == 0 ? v.x : c == 1 ? v.y : c == 2 ? v.z : v.w;
}

/* What a sample of a texture of T mixes, an R by the function get: amp__row the elements of a row
   (inside: the row is in the texture; else it is all border), amp__plane rows that are `stride`
   elements apart. RN is R in the names of functions, TN is T there. Macros for the reason given at
   AMP__NORMALISED. */
#define AMP__MIXERS(T, TN, R, RN, get)                                         \
    AMP__MATH R AMP__OF(amp__row, TN)(amp_global_ptr(const T) p, amp__taps x, int inside, \
                                      amp_sampler s)                           \
    {                                                                          \
        const R a = x.a < 0 || !inside ? amp__border_##RN(s) : get(p[x.a]);    \
        const R b = x.b < 0 || !inside ? amp__border_##RN(s) : get(p[x.b]);    \
        return AMP__OF(amp__blend, RN)(a, b, x.share);                         \
    }                                                                          \
    AMP__MATH R AMP__OF(amp__plane, TN)(amp_global_ptr(const T) p, ptrdiff_t stride, amp__taps x, \
                                        amp__taps y, int inside, amp_sampler s) \
    {                                                                          \
        return AMP__OF(amp__blend, RN)(                                        \
            AMP__OF(amp__row, TN)(p + (y.a < 0 ? 0 : y.a) * stride, x, inside && y.a >= 0, s), \
            AMP__OF(amp__row, TN)(p + (y.b < 0 ? 0 : y.b) * stride, x, inside && y.b >= 0, s), \
            y.share);                                                          \
    }
/* What amp_sample calls for elements of T, a function for each rank. */
#define AMP__SAMPLERS(T, TN, R, RN, get)                                       \
    AMP__MIXERS(T, TN, R, RN, get)                                             \
    AMP__MATH R AMP__OF(amp__sample1, TN)(amp_global_ptr(const T) p, amp_shape1 e, \
                                          amp_sampler s, float u)              \
    {                                                                          \
        return AMP__OF(amp__row, TN)(p, amp__tap(s, u, e.extent[0]), 1, s);    \
    }                                                                          \
    AMP__MATH R AMP__OF(amp__sample2, TN)(amp_global_ptr(const T) p, amp_shape2 e, \
                                          amp_sampler s, float u, float v)     \
    {                                                                          \
        const amp__taps x = amp__tap(s, u, e.extent[1]), y = amp__tap(s, v, e.extent[0]); \
        return AMP__OF(amp__plane, TN)(p, e.stride[0], x, y, 1, s);            \
    }                                                                          \
    AMP__MATH R AMP__OF(amp__sample3, TN)(amp_global_ptr(const T) p, amp_shape3 e, \
                                          amp_sampler s, float u, float v, float w) \
    {                                                                          \
        const amp__taps x = amp__tap(s, u, e.extent[2]), y = amp__tap(s, v, e.extent[1]); \
        const amp__taps z = amp__tap(s, w, e.extent[0]);                       \
        return AMP__OF(amp__blend, RN)(                                        \
            AMP__OF(amp__plane, TN)(p + (z.a < 0 ? 0 : z.a) * e.stride[0], e.stride[1], x, y, \
                                    z.a >= 0, s),                              \
            AMP__OF(amp__plane, TN)(p + (z.b < 0 ? 0 : z.b) * e.stride[0], e.stride[1], x, y, \
                                    z.b >= 0, s), z.share);                    \
    }                                                                          \
    AMP__MATH float AMP__OF(amp__texel, TN)(amp_global_ptr(const T) p, amp_shape2 e, int x, int y, \
                                            int channel, amp_sampler s)        \
    {                                                                          \
        return amp__channel_##RN(x < 0 || y < 0 ? amp__border_##RN(s)          \
                                 : get(p[y * e.stride[0] + x]), channel);      \
    }                                                                          \
    AMP__MATH amp_float_4 AMP__OF(amp__gather, TN)(amp_global_ptr(const T) p, amp_shape2 e, \
                                                   amp_sampler s, float u, float v, int channel) \
    {                                                                          \
        amp__taps x, y;                                                        \
        s.filter = AMP_FILTER_LINEAR;                                          \
        x = amp__tap(s, u, e.extent[1]);                                       \
        y = amp__tap(s, v, e.extent[0]);                                       \
        return amp_float_4_make(AMP__OF(amp__texel, TN)(p, e, x.a, y.b, channel, s), \
                                AMP__OF(amp__texel, TN)(p, e, x.b, y.b, channel, s), \
                                AMP__OF(amp__texel, TN)(p, e, x.b, y.a, channel, s), \
                                AMP__OF(amp__texel, TN)(p, e, x.a, y.a, channel, s)); \
    }
AMP__SAMPLERS(float, float, float, float, AMP__AS_FLOAT)
AMP__SAMPLERS(amp_float_2, float_2, amp_float_2, float_2, AMP__AS_FLOAT)
AMP__SAMPLERS(amp_float_4, float_4, amp_float_4, float_4, AMP__AS_FLOAT)
/* Texels of small numbers, N of 8 or 16 bits: one, two or four of them. */
#define AMP__SMALL_SAMPLERS(T, N)                                              \
    AMP__SAMPLERS(T, N, float, float, amp_##N##_get)                           \
    AMP__SAMPLERS(amp_##N##_2, N##_2, amp_float_2, float_2, amp_##N##_2_get)   \
    AMP__SAMPLERS(amp_##N##_4, N##_4, amp_float_4, float_4, amp_##N##_4_get)
AMP__SMALL_SAMPLERS(unsigned char, unorm8)
AMP__SMALL_SAMPLERS(unsigned short, unorm16)
AMP__SMALL_SAMPLERS(signed char, norm8)
AMP__SMALL_SAMPLERS(short, norm16)

/* amp_sample(view, sampler, u[, v[, w]]): the value of the view at a position, 0 to 1
   in each dimension, the innermost first. The view is a parameter of the kernel; its rank is the
   number of coordinates. Of a view of float, amp_float_2, amp_float_4 it is one of these; texels of
   8 and 16 bits are read as normalised numbers, and the sample is a float where the elements are
   unsigned char, unsigned short (unorm), signed char or short (norm), an amp_float_2 or
   amp_float_4 where they are amp_unorm8_2, amp_unorm8_4 and so on. */
#define amp_sample(view, ...)                                                  \
    AMP__CAT(AMP__SAMPLE_, AMP__COUNT(__VA_ARGS__))(view, __VA_ARGS__)
#define AMP__SAMPLE_2(view, s, u) AMP__SAMPLE(amp__sample1, view)(view, view##_shape, s, u)
#define AMP__SAMPLE_3(view, s, u, v) AMP__SAMPLE(amp__sample2, view)(view, view##_shape, s, u, v)
#define AMP__SAMPLE_4(view, s, u, v, w)                                        \
    AMP__SAMPLE(amp__sample3, view)(view, view##_shape, s, u, v, w)
#ifdef __OPENCL_VERSION__
#define AMP__SAMPLE(f, view) f
#define AMP__PAIRS(f, view) f
#define AMP__FOURS(f, view) f
#define AMP__BLEND(sample) amp__blend
#else
#define AMP__FOURS_OF(f)                                                       \
    amp_float_4: f##_float_4, amp_unorm8_4: f##_unorm8_4, amp_unorm16_4: f##_unorm16_4, \
    amp_norm8_4: f##_norm8_4, amp_norm16_4: f##_norm16_4
#define AMP__PAIRS_OF(f)                                                       \
    amp_float_2: f##_float_2, amp_unorm8_2: f##_unorm8_2, amp_unorm16_2: f##_unorm16_2, \
    amp_norm8_2: f##_norm8_2, amp_norm16_2: f##_norm16_2
#define AMP__SAMPLE(f, view)                                                   \
    __extension__ _Generic(*(view), float: f##_float, unsigned char: f##_unorm8, \
                           unsigned short: f##_unorm16, signed char: f##_norm8, \
                           short: f##_norm16, AMP__PAIRS_OF(f), AMP__FOURS_OF(f))
#define AMP__PAIRS(f, view) __extension__ _Generic(*(view), AMP__PAIRS_OF(f), AMP__FOURS_OF(f))
#define AMP__FOURS(f, view) __extension__ _Generic(*(view), AMP__FOURS_OF(f))
#define AMP__BLEND(sample)                                                     \
    __extension__ _Generic((sample), float: amp__blend_float, amp_float_2: amp__blend_float_2, \
                           amp_float_4: amp__blend_float_4)
#endif

/* amp_sample_level(fine, coarse, share, sampler, u[, v[, w]]): a sample between two mip levels,
   which are views of their own: of the fine one where share is 0, of the coarse one where it is 1.
   With AMP_FILTER_POINT the nearer of the two alone. For level 2.25 of a chain: its levels 2 and
   3, and a share of 0.25. A share outside 0 to 1 is cut. */
#define amp_sample_level(fine, coarse, share, s, ...)                          \
    AMP__BLEND(amp_sample(fine, s, __VA_ARGS__))(amp_sample(fine, s, __VA_ARGS__), \
                                                 amp_sample(coarse, s, __VA_ARGS__), \
                                                 amp__level_share(s, share))
AMP__INTRINSIC float amp__level_share(amp_sampler s, float share)
{
    const float cut = amp_unorm_make(share);
    return s.filter == AMP_FILTER_LINEAR ? cut : cut < 0.5f ? 0.0f : 1.0f;
}

/* amp_gather(view, sampler, u, v): the four elements that a linear sample of a view of rank 2 mixes
   at a position, as an amp_float_4 in Direct3D's order: the lower left, lower right, upper right,
   upper left. Of the sampler only .address and .border count. The views are those of amp_sample; of
   elements with several channels it is the first, red; amp_gather_green (of two or four),
   amp_gather_blue and amp_gather_alpha (of four) are the others. */
#define amp_gather(view, s, u, v) amp_gather_red(view, s, u, v)
#define amp_gather_red(view, s, u, v)                                          \
    AMP__SAMPLE(amp__gather, view)(view, view##_shape, s, u, v, 0)
#define amp_gather_green(view, s, u, v)                                        \
    AMP__PAIRS(amp__gather, view)(view, view##_shape, s, u, v, 1)
#define amp_gather_blue(view, s, u, v)                                         \
    AMP__FOURS(amp__gather, view)(view, view##_shape, s, u, v, 2)
#define amp_gather_alpha(view, s, u, v)                                        \
    AMP__FOURS(amp__gather, view)(view, view##_shape, s, u, v, 3)
AMP_DEVICE_END
#endif

/* ---- mip levels, on the host ---------------------------------------------- */

/* The extent of a mip level: each dimension halved level times, at least 1. */
static inline amp_extent amp_mipmap_extent(amp_extent e, int level)
{
    int k;
    for (k = 0; k < e.rank && k < AMP_MAX_RANK; k++) {
        const int d = level < 0 || level > 30 ? level < 0 ? e.dim[k] : 0 : e.dim[k] >> level;
        e.dim[k] = d > 0 ? d : 1;
    }
    return e;
}

/* The number of mip levels of an extent, itself counted, down to one element. */
static inline int amp_mipmap_levels(amp_extent e)
{
    int k, n = 0, most = 0;
    for (k = 0; k < e.rank && k < AMP_MAX_RANK; k++) {
        most = e.dim[k] > most ? e.dim[k] : most;
    }
    for (; most > 0; most >>= 1) {
        n++;
    }
    return n;
}

#endif /* AMP_GRAPHICS_H */
