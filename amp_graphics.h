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
#define AMP__NORMALISED(T) \
    AMP__INTRINSIC T T##_add(T a, T b) { return T##_make(a + b); } \
    AMP__INTRINSIC T T##_sub(T a, T b) { return T##_make(a - b); } \
    AMP__INTRINSIC T T##_mul(T a, T b) { return T##_make(a * b); } \
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

/* E(element, ...) of each element of a vector, with a comma between two. */
#define AMP__ELEMENTS_2(E, ...) E(x, __VA_ARGS__), E(y, __VA_ARGS__)
#define AMP__ELEMENTS_3(E, ...) AMP__ELEMENTS_2(E, __VA_ARGS__), E(z, __VA_ARGS__)
#define AMP__ELEMENTS_4(E, ...) AMP__ELEMENTS_3(E, __VA_ARGS__), E(w, __VA_ARGS__)
#define AMP__PARAMETER_OF(c, T) T c
#define AMP__MADE_OF(c, W) W(c)
#define AMP__SAME_FOR(c, a) a
#define AMP__BINARY_OF(c, W, op) W(a.c op b.c)
#define AMP__UNARY_OF(c, W, op) W(op a.c)

/* One operation of vectors of n elements, and of those of 2, 3 and 4; W makes the result an element
   again. Macros for the reason given at AMP__NORMALISED. */
#define AMP__BINARY(n, V, W, name, op) \
    AMP__INTRINSIC V##_##n V##_##n##_##name(V##_##n a, V##_##n b) \
    { \
        return V##_##n##_make(AMP__ELEMENTS_##n(AMP__BINARY_OF, W, op)); \
    }
#define AMP__VECTOR_BINARY(V, W, name, op) \
    AMP__BINARY(2, V, W, name, op) AMP__BINARY(3, V, W, name, op) AMP__BINARY(4, V, W, name, op)
#define AMP__UNARY(n, V, W, name, op) \
    AMP__INTRINSIC V##_##n V##_##n##_##name(V##_##n a) \
    { \
        return V##_##n##_make(AMP__ELEMENTS_##n(AMP__UNARY_OF, W, op)); \
    }
#define AMP__VECTOR_UNARY(V, W, name, op) \
    AMP__UNARY(2, V, W, name, op) AMP__UNARY(3, V, W, name, op) AMP__UNARY(4, V, W, name, op)
/* The types V_2, V_3 and V_4 of T. */
#define AMP__VECTOR_TYPES(V, T) \
    typedef struct V##_2 { T x, y; } V##_2; \
    typedef struct V##_3 { T x, y, z; } V##_3; \
    typedef struct V##_4 { T x, y, z, w; } V##_4;
/* What makes a vector of n elements. */
#define AMP__MAKERS(n, V, T, W) \
    AMP__INTRINSIC V##_##n V##_##n##_make(AMP__ELEMENTS_##n(AMP__PARAMETER_OF, T)) \
    { \
        const V##_##n v = { AMP__ELEMENTS_##n(AMP__MADE_OF, W) }; \
        return v; \
    } \
    AMP__INTRINSIC V##_##n V##_##n##_all(T a) \
    { return V##_##n##_make(AMP__ELEMENTS_##n(AMP__SAME_FOR, a)); }
/* Whether two vectors of n elements have the same, and one whose elements are s times a's. */
#define AMP__EQUAL_2 (a.x == b.x && a.y == b.y)
#define AMP__EQUAL_3 (AMP__EQUAL_2 && a.z == b.z)
#define AMP__EQUAL_4 (AMP__EQUAL_3 && a.w == b.w)
#define AMP__EQUAL_AND_SCALE(n, V, T) \
    AMP__INTRINSIC int V##_##n##_equal(V##_##n a, V##_##n b) { return AMP__EQUAL_##n; } \
    AMP__INTRINSIC V##_##n V##_##n##_scale(V##_##n a, T s) \
    { \
        return V##_##n##_mul(a, V##_##n##_all(s)); \
    }
/* What all vectors have. */
#define AMP__VECTORS(V, T, W) \
    AMP__VECTOR_TYPES(V, T) \
    AMP__MAKERS(2, V, T, W) AMP__MAKERS(3, V, T, W) AMP__MAKERS(4, V, T, W) \
    AMP__VECTOR_BINARY(V, W, add, +) AMP__VECTOR_BINARY(V, W, sub, -) \
    AMP__VECTOR_BINARY(V, W, mul, *) AMP__VECTOR_BINARY(V, W, div, /) \
    AMP__EQUAL_AND_SCALE(2, V, T) AMP__EQUAL_AND_SCALE(3, V, T) AMP__EQUAL_AND_SCALE(4, V, T)
/* The operations of bits, and of integers the remainder. */
#define AMP__VECTORS_OF_BITS(V, W) \
    AMP__VECTOR_BINARY(V, W, and, &) \
    AMP__VECTOR_BINARY(V, W, or, |) \
    AMP__VECTOR_BINARY(V, W, xor, ^) \
    AMP__VECTOR_BINARY(V, W, shl, <<) \
    AMP__VECTOR_BINARY(V, W, shr, >>) \
    AMP__VECTOR_UNARY(V, W, not, ~)
#define AMP__VECTORS_OF_INTEGERS(V, T) \
    AMP__VECTORS(V, T, (T)) \
    AMP__VECTOR_BINARY(V, (T), mod, %) \
    AMP__VECTORS_OF_BITS(V, (T))

AMP__VECTORS_OF_INTEGERS(amp_int, int)
AMP__VECTOR_UNARY(amp_int, (int), neg, -)
AMP__VECTORS_OF_INTEGERS(amp_uint, unsigned)
AMP__VECTORS(amp_float, float, (float))
AMP__VECTOR_UNARY(amp_float, (float), neg, -)
AMP__VECTORS(amp_norm, amp_norm, amp_norm_make)
AMP__VECTOR_UNARY(amp_norm, amp_norm_make, neg, -)
AMP__VECTORS(amp_unorm, amp_unorm, amp_unorm_make)
#ifdef AMP__HAS_DOUBLE
AMP__VECTORS(amp_double, double, (double))
AMP__VECTOR_UNARY(amp_double, (double), neg, -)
#endif

/* Texels of two and four normalised numbers, as amp_unorm8_4, and what they stand for as vectors
   of float: functions named as the type, with _get(texel) and _set(vector) behind. */
#define AMP__TEXEL_READ(c, N) amp_##N##_get(t.c)
#define AMP__TEXEL_WRITTEN(c, N) amp_##N##_set(v.c)
#define AMP__TEXEL_GET(n, N) \
    AMP__INTRINSIC amp_float_##n amp_##N##_##n##_get(amp_##N##_##n t) \
    { \
        return amp_float_##n##_make(AMP__ELEMENTS_##n(AMP__TEXEL_READ, N)); \
    }
#define AMP__TEXEL_SET(n, N) \
    AMP__INTRINSIC amp_##N##_##n amp_##N##_##n##_set(amp_float_##n v) \
    { \
        const amp_##N##_##n t = { AMP__ELEMENTS_##n(AMP__TEXEL_WRITTEN, N) }; \
        return t; \
    }
#define AMP__TEXELS(N, T) \
    typedef struct amp_##N##_2 { T x, y; } amp_##N##_2; \
    typedef struct amp_##N##_4 { T x, y, z, w; } amp_##N##_4; \
    AMP__TEXEL_GET(2, N) \
    AMP__TEXEL_GET(4, N) \
    AMP__TEXEL_SET(2, N) \
    AMP__TEXEL_SET(4, N)
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

/* The row, or plane, that stands for i: of one outside nothing is read, but its address is made. */
AMP__INTRINSIC int amp__at_least_0(int i) { return i < 0 ? 0 : i; }

/* What a sample of a texture of T mixes, an R by the function get: amp__row the elements of a row
   (inside: the row is in the texture; else it is all border), amp__plane rows that are n elements
   apart. RN is R in the names of functions, TN is T there. Macros for the reason given at
   AMP__NORMALISED. */
#define AMP__ROW_MIXER(T, TN, R, RN, get) \
    AMP__MATH R AMP__OF(amp__row, TN)(amp_global_ptr(const T) p, amp__taps x, int inside, \
                                      amp_sampler s) \
    { \
        const R a = x.a < 0 || !inside ? amp__border_##RN(s) : get(p[x.a]); \
        const R b = x.b < 0 || !inside ? amp__border_##RN(s) : get(p[x.b]); \
        return AMP__OF(amp__blend, RN)(a, b, x.share); \
    }
#define AMP__PLANE_MIXER(T, TN, R, RN) \
    AMP__MATH R AMP__OF(amp__plane, TN)(amp_global_ptr(const T) p, ptrdiff_t n, amp__taps x, \
                                        amp__taps y, int inside, amp_sampler s) \
    { \
        const R a = AMP__OF(amp__row, TN)(p + amp__at_least_0(y.a) * n, x, inside && y.a >= 0, s); \
        const R b = AMP__OF(amp__row, TN)(p + amp__at_least_0(y.b) * n, x, inside && y.b >= 0, s); \
        return AMP__OF(amp__blend, RN)(a, b, y.share); \
    }
/* What amp_sample calls for elements of T, a function for each rank. Each stands in the kernel's
   own code, for gcc announces to the checker no structure that a call has written. */
#define AMP__TEXEL_FUNCTION AMP__MATH __attribute__((always_inline))
#define AMP__SAMPLER_1(T, TN, R) \
    AMP__TEXEL_FUNCTION R AMP__OF(amp__sample1, TN)(amp_global_ptr(const T) p, amp_shape1 e, \
                                                    amp_sampler s, float u) \
    { \
        return AMP__OF(amp__row, TN)(p, amp__tap(s, u, e.extent[0]), 1, s); \
    }
#define AMP__SAMPLER_2(T, TN, R) \
    AMP__TEXEL_FUNCTION R AMP__OF(amp__sample2, TN)(amp_global_ptr(const T) p, amp_shape2 e, \
                                                    amp_sampler s, float u, float v) \
    { \
        const amp__taps x = amp__tap(s, u, e.extent[1]), y = amp__tap(s, v, e.extent[0]); \
        return AMP__OF(amp__plane, TN)(p, e.stride[0], x, y, 1, s); \
    }
#define AMP__LAYER(TN, of) \
    AMP__OF(amp__plane, TN)(p + amp__at_least_0(z.of) * e.stride[0], e.stride[1], x, y, \
                            z.of >= 0, s)
#define AMP__SAMPLER_3(T, TN, R, RN) \
    AMP__TEXEL_FUNCTION R AMP__OF(amp__sample3, TN)(amp_global_ptr(const T) p, amp_shape3 e, \
                                                    amp_sampler s, float u, float v, float w) \
    { \
        const amp__taps x = amp__tap(s, u, e.extent[2]), y = amp__tap(s, v, e.extent[1]); \
        const amp__taps z = amp__tap(s, w, e.extent[0]); \
        return AMP__OF(amp__blend, RN)(AMP__LAYER(TN, a), AMP__LAYER(TN, b), z.share); \
    }
/* One channel of a texel, and what amp_gather calls: that of the four texels that a linear sample
   mixes. */
AMP__INTRINSIC amp__taps amp__linear_tap(amp_sampler s, float position, int n)
{
    s.filter = AMP_FILTER_LINEAR;
    return amp__tap(s, position, n);
}
#define AMP__TEXEL_CHANNEL(T, TN, RN, get) \
    AMP__MATH float AMP__OF(amp__texel, TN)(amp_global_ptr(const T) p, amp_shape2 e, int x, int y, \
                                            int channel, amp_sampler s) \
    { \
        return amp__channel_##RN(x < 0 || y < 0 ? amp__border_##RN(s) \
                                 : get(p[y * e.stride[0] + x]), channel); \
    }
#define AMP__CORNER(TN, i, j) AMP__OF(amp__texel, TN)(p, e, x.i, y.j, channel, s)
#define AMP__GATHERER(T, TN) \
    AMP__TEXEL_FUNCTION amp_float_4 AMP__OF(amp__gather, TN)( \
        amp_global_ptr(const T) p, amp_shape2 e, amp_sampler s, float u, float v, int channel) \
    { \
        const amp__taps x = amp__linear_tap(s, u, e.extent[1]); \
        const amp__taps y = amp__linear_tap(s, v, e.extent[0]); \
        return AMP__CORNERS(TN); \
    }
#define AMP__CORNERS(TN) \
    amp_float_4_make(AMP__CORNER(TN, a, b), AMP__CORNER(TN, b, b), AMP__CORNER(TN, b, a), \
                     AMP__CORNER(TN, a, a))
#define AMP__MIXERS(T, TN, R, RN, get) \
    AMP__ROW_MIXER(T, TN, R, RN, get) \
    AMP__PLANE_MIXER(T, TN, R, RN)
#define AMP__SAMPLERS(T, TN, R, RN, get) \
    AMP__MIXERS(T, TN, R, RN, get) \
    AMP__SAMPLER_1(T, TN, R) \
    AMP__SAMPLER_2(T, TN, R) \
    AMP__SAMPLER_3(T, TN, R, RN) \
    AMP__TEXEL_CHANNEL(T, TN, RN, get) \
    AMP__GATHERER(T, TN)
AMP__SAMPLERS(float, float, float, float, AMP__AS_FLOAT)
AMP__SAMPLERS(amp_float_2, float_2, amp_float_2, float_2, AMP__AS_FLOAT)
AMP__SAMPLERS(amp_float_4, float_4, amp_float_4, float_4, AMP__AS_FLOAT)
/* Texels of small numbers, N of 8 or 16 bits: one, two or four of them. */
#define AMP__SMALL_SAMPLERS(T, N) \
    AMP__SAMPLERS(T, N, float, float, amp_##N##_get) \
    AMP__SAMPLERS(amp_##N##_2, N##_2, amp_float_2, float_2, amp_##N##_2_get) \
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
#define amp_sample(view, ...) \
    AMP__CAT(AMP__SAMPLE_, AMP__COUNT(__VA_ARGS__))(view, __VA_ARGS__)
#define AMP__SAMPLE_2(view, s, u) AMP__SAMPLE(amp__sample1, view)(view, view##_shape, s, u)
#define AMP__SAMPLE_3(view, s, u, v) AMP__SAMPLE(amp__sample2, view)(view, view##_shape, s, u, v)
#define AMP__SAMPLE_4(view, s, u, v, w) \
    AMP__SAMPLE(amp__sample3, view)(view, view##_shape, s, u, v, w)
#ifdef __OPENCL_VERSION__
#define AMP__SAMPLE(f, view) f
#define AMP__PAIRS(f, view) f
#define AMP__FOURS(f, view) f
#define AMP__BLEND(sample) amp__blend
#else
#define AMP__FOURS_OF(f) \
    amp_float_4: f##_float_4, amp_unorm8_4: f##_unorm8_4, amp_unorm16_4: f##_unorm16_4, \
    amp_norm8_4: f##_norm8_4, amp_norm16_4: f##_norm16_4
#define AMP__PAIRS_OF(f) \
    amp_float_2: f##_float_2, amp_unorm8_2: f##_unorm8_2, amp_unorm16_2: f##_unorm16_2, \
    amp_norm8_2: f##_norm8_2, amp_norm16_2: f##_norm16_2
#define AMP__SAMPLE(f, view) \
    __extension__ _Generic(*(view), float: f##_float, unsigned char: f##_unorm8, \
                           unsigned short: f##_unorm16, signed char: f##_norm8, \
                           short: f##_norm16, AMP__PAIRS_OF(f), AMP__FOURS_OF(f))
#define AMP__PAIRS(f, view) __extension__ _Generic(*(view), AMP__PAIRS_OF(f), AMP__FOURS_OF(f))
#define AMP__FOURS(f, view) __extension__ _Generic(*(view), AMP__FOURS_OF(f))
#define AMP__BLEND(sample) \
    __extension__ _Generic((sample), float: amp__blend_float, amp_float_2: amp__blend_float_2, \
                           amp_float_4: amp__blend_float_4)
#endif

/* amp_sample_level(fine, coarse, share, sampler, u[, v[, w]]): a sample between two mip levels,
   which are views of their own: of the fine one where share is 0, of the coarse one where it is 1.
   With AMP_FILTER_POINT the nearer of the two alone. For level 2.25 of a chain: its levels 2 and
   3, and a share of 0.25. A share outside 0 to 1 is cut. */
#define amp_sample_level(fine, coarse, share, s, ...) \
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
#define amp_gather_red(view, s, u, v) \
    AMP__SAMPLE(amp__gather, view)(view, view##_shape, s, u, v, 0)
#define amp_gather_green(view, s, u, v) \
    AMP__PAIRS(amp__gather, view)(view, view##_shape, s, u, v, 1)
#define amp_gather_blue(view, s, u, v) \
    AMP__FOURS(amp__gather, view)(view, view##_shape, s, u, v, 2)
#define amp_gather_alpha(view, s, u, v) \
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
