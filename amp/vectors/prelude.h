/* SPDX-License-Identifier: MIT */
#ifndef AMP_VECTORS_PRELUDE_H
#define AMP_VECTORS_PRELUDE_H
/*
amp/vectors/prelude.h: the kernel language as text, for kernels that are compiled while
the program runs: no header of the library need be there then.

In pieces, since C99 promises string literals of 4095 characters only. What amp__argument
and amp__vec_made are must be the same here as in amp/backend.h and made.h.
*/

#include "made.h"

#if AMP__IMPLEMENT

/* The pieces of the text, in order; the last one is NULL. */
static AMP__RARE const char *const *amp__vec_prelude(void)
{
    static const char *const text[] = {
    "#line 1 \"amp prelude\"\n"
    "#include <float.h>\n"
    "#include <limits.h>\n"
    "#include <math.h>\n"
    "#include <stdbool.h>\n"
    "#include <stddef.h>\n"
    "#include <stdint.h>\n"
    "#include <stdio.h>\n"
    "#include <string.h>\n"
    "#define AMP__UNUSED __attribute__((unused))\n"
    "#define AMP__INLINE inline __attribute__((always_inline))\n"
    "#define AMP__STR(x) AMP__STR_I(x)\n"
    "#define AMP__STR_I(x) #x\n"
    "#define AMP__CAT(a, b) AMP__CAT_I(a, b)\n"
    "#define AMP__CAT_I(a, b) a##b\n"
    "#define AMP__COUNT(...) AMP__COUNT_I(__VA_ARGS__, 4, 3, 2, 1, 0)\n"
    "#define AMP__COUNT_I(a, b, c, d, e, ...) e\n"
    "#define AMP_DEVICE_BEGIN\n"
    "#define AMP_DEVICE_END\n"
    /* Loops over threads. */
    "#define AMP__EXACT\n"
    "#ifdef __clang__\n" /* as AMP__SIMD of language.h, which says why */
    "#define AMP__VEC_LOOP _Pragma(\"clang loop vectorize(enable)\")\n"
    "#elif __GNUC__ < 8\n"
    "#define AMP__VEC_LOOP\n"
    "#else\n" /* see ahead.h */
    "#define AMP__VEC_LOOP _Pragma(\"GCC unroll 1\")\n"
    "#endif\n"
    "#define AMP__VEC_LOOP_SUM(c) AMP__VEC_LOOP\n" /* c, r: ints, of any order of adding */
    "#define AMP__VEC_LOOP_OR(r) AMP__VEC_LOOP\n"
    "#ifdef __clang__\n"
    "#define AMP__VEC_ORIGIN(o) if ((o) < 0 || (o) >= 1 << 30) { __builtin_unreachable(); }\n"
    "#define AMP__VEC_POSITIVE(o) if ((o) < 0) { __builtin_unreachable(); }\n"
    "#else\n"
    "#define AMP__VEC_POSITIVE(o)\n"
    "#define AMP__VEC_ORIGIN(o)\n"
    "#endif\n"
    "#if defined(__clang__) || __GNUC__ < 8\n"
    "#define AMP__VEC_UNROLL\n"
    "#else\n"
    "#define AMP__VEC_UNROLL _Pragma(\"GCC unroll 16\")\n"
    "#endif\n"
    "#define AMP__TILE_MEMORY __attribute__((aligned(64)))\n"
    "#define AMP__TILE_BEGIN struct { char amp__gap[640];\n"
    "#define AMP__TILE_END } amp__m __attribute__((aligned(4096)));\n"
    "#define AMP__STRIP_LENGTH 16\n"
    "#define AMP__ROW_LENGTH 64\n"
    "static AMP__INLINE int amp__clip(int d, long long x)\n"
    "{ return x < 0 ? 0 : x > d ? d : (int)x; }\n"
    "#define AMP__CLIP_HIGH(high, d, x) do { const int amp__y = amp__clip(d, x); \\\n"
    "    if (amp__y < high) { high = amp__y; } } while (0)\n"
    "#define AMP__CLIP_LOW(low, d, x) do { const int amp__y = amp__clip(d, x); \\\n"
    "    if (amp__y > low) { low = amp__y; } } while (0)\n"
    /* What the engine hands over, and what it asks. */
    "typedef struct amp__argument {\n"
    "    void *data; int extent[3]; ptrdiff_t stride[3]; void *buffer; size_t offset;\n"
    "} amp__argument;\n"
    "typedef struct amp__vec_made {\n"
    "    const char *name; int model, rank, parameters; const int *tile; const size_t *sizes;\n"
    "    size_t tile_bytes, kept_bytes; int again;\n"
    "    int (*run)(const amp__argument *, const int *, const int *);\n"
    "} amp__vec_made;\n"
    "#define AMP__STRIP(...) __VA_ARGS__\n"
    "#define AMP__VEC_ENTRY(name, model_, tile_, pass, sizes_, tile_bytes_, thread_bytes_, "
        "again_) \\\n"
    "    static int amp__run(const amp__argument *amp__a, const int *amp__T, \\\n"
    "                        const int *amp__O) \\\n"
    "    { (void)amp__a; return name##__lanes pass; } \\\n"
    "    static const int amp__dims[] = { AMP__STRIP tile_ }; \\\n"
    "    static const size_t amp__sizes[] = { AMP__STRIP sizes_ }; \\\n"
    "    extern const amp__vec_made amp__vec_made_1; \\\n"
    "    const amp__vec_made amp__vec_made_1 = { #name, model_, "
        "sizeof(amp__dims) / sizeof(int), \\\n"
    "        sizeof(amp__sizes) / sizeof(size_t) - 1, amp__dims, amp__sizes, tile_bytes_, \\\n"
    "        (thread_bytes_) * AMP__THREADS tile_, again_, amp__run };\n"
    "#define AMP__THREADS(...) AMP__CAT(AMP__THREADS_, AMP__COUNT(__VA_ARGS__))(__VA_ARGS__)\n"
    "#define AMP__THREADS_1(a) (a)\n"
    "#define AMP__THREADS_2(a, b) ((a) * (b))\n"
    "#define AMP__THREADS_3(a, b, c) ((a) * (b) * (c))\n",

    /* Views. Strides as amp/kernel.h makes them: see amp__shape_of1 there. */
    "typedef struct amp_shape1 { int extent[1]; ptrdiff_t stride[1]; } amp_shape1;\n"
    "typedef struct amp_shape2 { int extent[2]; ptrdiff_t stride[2]; } amp_shape2;\n"
    "typedef struct amp_shape3 { int extent[3]; ptrdiff_t stride[3]; } amp_shape3;\n"
    "static AMP__INLINE amp_shape1 amp__shape_of1(const amp__argument *a)\n"
    "{ const amp_shape1 s = { { a->extent[0] }, { 1 } }; return s; }\n"
    "static AMP__INLINE amp_shape2 amp__shape_of2(const amp__argument *a)\n"
    "{ const amp_shape2 s = { { a->extent[0], a->extent[1] },\n"
    "                         { a->stride[0] + (a->stride[1] - 1), 1 } }; return s; }\n"
    "static AMP__INLINE amp_shape3 amp__shape_of3(const amp__argument *a)\n"
    "{ const amp_shape3 s = { { a->extent[0], a->extent[1], a->extent[2] },\n"
    "                         { a->stride[0] + (a->stride[2] - 1),\n"
    "                           a->stride[1] + (a->stride[2] - 1), 1 } }; return s; }\n"
    "static AMP__INLINE ptrdiff_t amp__offset1(amp_shape1 s, ptrdiff_t i) { (void)s; return i; }\n"
    "static AMP__INLINE ptrdiff_t amp__offset2(amp_shape2 s, ptrdiff_t i, ptrdiff_t j)\n"
    "{ return i * s.stride[0] + j; }\n"
    "static AMP__INLINE ptrdiff_t amp__offset3(amp_shape3 s, ptrdiff_t i, ptrdiff_t j,\n"
    "    ptrdiff_t k)\n"
    "{ return i * s.stride[0] + j * s.stride[1] + k; }\n"
    "static AMP__INLINE ptrdiff_t amp__offset_index(int rank, const ptrdiff_t *stride, int i,\n"
    "    int j, int k)\n"
    "{ return rank == 1 ? k : rank == 2 ? i * stride[0] + k\n"
    "    : i * stride[0] + j * stride[1] + k; }\n"
    "#define amp_at(view, ...) ((view)[AMP__CAT(AMP__AT_, AMP__COUNT(__VA_ARGS__))(view##_shape, "
        "__VA_ARGS__)])\n"
    "#define AMP__AT_1(s, i) amp__offset1(s, (ptrdiff_t)(i))\n"
    "#define AMP__AT_2(s, i, j) amp__offset2(s, (ptrdiff_t)(i), (ptrdiff_t)(j))\n"
    "#define AMP__AT_3(s, i, j, k) amp__offset3(s, (ptrdiff_t)(i), (ptrdiff_t)(j), "
        "(ptrdiff_t)(k))\n"
    "#define AMP__RANK_OF_VIEW(view) ((int)(sizeof(view##_shape.extent) / sizeof(int)))\n"
    "#define amp_at_index(view, idx) ((view)[amp__offset_index(AMP__RANK_OF_VIEW(view), "
        "view##_shape.stride, (idx)[0], (idx)[AMP__RANK_OF_VIEW(view) / 2], "
        "(idx)[AMP__RANK_OF_VIEW(view) - 1])])\n"
    "#define amp_racy(lvalue) (lvalue)\n"
    "#define amp_global_ptr(T) T *\n"
    "#define amp_tile_ptr(T) T *\n"
    "typedef struct amp_tiled_index {\n"
    "    int global[3], local[3], tile[3], tile_origin[3]; void *barrier;\n"
    "} amp_tiled_index;\n"
    "typedef struct amp_phase_index {\n"
    "    int global[3], local[3], tile[3], tile_origin[3]; int amp__linear, amp__once;\n"
    "} amp_phase_index;\n"
    "typedef struct amp_tile_place { int tile[3], tile_origin[3]; } amp_tile_place;\n"
    "#define AMP__VEC_MINE(...) AMP__CAT(AMP__VEC_MINE_, AMP__COUNT(__VA_ARGS__))(__VA_ARGS__)\n"
    "#define AMP__VEC_MINE_1(name) (name[amp__i])\n"
    "#define AMP__VEC_MINE_2(name, i) (name[i][amp__i])\n"
    "#define AMP__VEC_MINE_3(name, i, j) (name[i][j][amp__i])\n"
    "#define amp_mine(...) AMP__CAT(AMP__MINE_, AMP__COUNT(__VA_ARGS__))(__VA_ARGS__)\n"
    "#define AMP__MINE_1(name) (name[tidx.amp__linear])\n"
    "#define AMP__MINE_2(name, i) (name[i][tidx.amp__linear])\n"
    "#define AMP__MINE_3(name, i, j) (name[i][j][tidx.amp__linear])\n"
    "#define amp_all_memory_fence(t) ((void)(t), __atomic_thread_fence(__ATOMIC_ACQ_REL))\n"
    "#define amp_global_memory_fence(t) amp_all_memory_fence(t)\n"
    "#define amp_tile_static_memory_fence(t) amp_all_memory_fence(t)\n"
    "#define amp_printf(...) ((void)printf(__VA_ARGS__))\n",

    /* Atomics, as in amp/atomic.h. */
    "typedef long long amp_int64;\n"
    "typedef unsigned long long amp_uint64;\n"
    "#define AMP__F static AMP__INLINE AMP__UNUSED\n"
    "#define AMP__ATOMIC_LOOP(T, N, op, expression) AMP__F T amp__fetch_##op##_##N(T *p, T v) \\\n"
    "    { T old, new_; __atomic_load(p, &old, __ATOMIC_RELAXED); do { new_ = (expression); } \\\n"
    "      while (!__atomic_compare_exchange(p, &old, &new_, 1, __ATOMIC_RELAXED, "
        "__ATOMIC_RELAXED)); \\\n"
    "      return old; }\n"
    "#define AMP__ATOMIC_FETCH(T, N, op) AMP__F T amp__fetch_##op##_##N(T *p, T v) \\\n"
    "    { return __atomic_fetch_##op(p, v, __ATOMIC_RELAXED); }\n"
    "#define AMP__ATOMIC_ORDERED(T, N) AMP__F T amp__exchange_##N(T *p, T v) \\\n"
    "    { T old; __atomic_exchange(p, &v, &old, __ATOMIC_RELAXED); return old; } \\\n"
    "    AMP__ATOMIC_LOOP(T, N, max, v > old ? v : old) "
        "AMP__ATOMIC_LOOP(T, N, min, v < old ? v : old)\n"
    "#define AMP__ATOMIC_INTEGER(T, N) AMP__ATOMIC_ORDERED(T, N) AMP__ATOMIC_FETCH(T, N, add) \\\n"
    "    AMP__ATOMIC_FETCH(T, N, sub) AMP__ATOMIC_FETCH(T, N, and) AMP__ATOMIC_FETCH(T, N, or) \\\n"
    "    AMP__ATOMIC_FETCH(T, N, xor) AMP__F int amp__compare_exchange_##N(T *p, T *e, T v) \\\n"
    "    { return __atomic_compare_exchange_n(p, e, v, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED); }\n"
    "#define AMP__ATOMIC_FLOATING(T, N) AMP__ATOMIC_ORDERED(T, N) "
        "AMP__ATOMIC_LOOP(T, N, add, old + v)\n"
    "AMP__ATOMIC_INTEGER(int, int)\n"
    "AMP__ATOMIC_INTEGER(unsigned, uint)\n"
    "AMP__ATOMIC_INTEGER(long, long)\n"
    "AMP__ATOMIC_INTEGER(unsigned long, ulong)\n"
    "AMP__ATOMIC_INTEGER(long long, int64)\n"
    "AMP__ATOMIC_INTEGER(unsigned long long, uint64)\n"
    "AMP__ATOMIC_FLOATING(float, float)\n"
    "AMP__ATOMIC_FLOATING(double, double)\n"
    "#define AMP__ATOMIC_OF(p, f) int: f##int, unsigned: f##uint, long: f##long, "
        "unsigned long: f##ulong, long long: f##int64, unsigned long long: f##uint64\n"
    "#define AMP__ATOMIC_I(p, f) _Generic(*(p), AMP__ATOMIC_OF(p, f))\n"
    "#define AMP__ATOMIC_F(p, f) _Generic(*(p), AMP__ATOMIC_OF(p, f), float: f##float, "
        "double: f##double)\n"
    "#define amp_atomic_exchange(p, v) (AMP__ATOMIC_F(p, amp__exchange_)((p), (v)))\n"
    "#define amp_atomic_compare_exchange(p, e, v) "
        "(AMP__ATOMIC_I(p, amp__compare_exchange_)((p), (e), (v)))\n"
    "#define amp_atomic_fetch_add(p, v) (AMP__ATOMIC_F(p, amp__fetch_add_)((p), (v)))\n"
    "#define amp_atomic_fetch_max(p, v) (AMP__ATOMIC_F(p, amp__fetch_max_)((p), (v)))\n"
    "#define amp_atomic_fetch_min(p, v) (AMP__ATOMIC_F(p, amp__fetch_min_)((p), (v)))\n"
    "#define amp_atomic_fetch_sub(p, v) (AMP__ATOMIC_I(p, amp__fetch_sub_)((p), (v)))\n"
    "#define amp_atomic_fetch_and(p, v) (AMP__ATOMIC_I(p, amp__fetch_and_)((p), (v)))\n"
    "#define amp_atomic_fetch_or(p, v) (AMP__ATOMIC_I(p, amp__fetch_or_)((p), (v)))\n"
    "#define amp_atomic_fetch_xor(p, v) (AMP__ATOMIC_I(p, amp__fetch_xor_)((p), (v)))\n"
    "#define amp_atomic_fetch_inc(p) (AMP__ATOMIC_I(p, amp__fetch_add_)((p), 1))\n"
    "#define amp_atomic_fetch_dec(p) (AMP__ATOMIC_I(p, amp__fetch_sub_)((p), 1))\n",
    NULL };
    return text;
}

/* What stands in front where the program has AMP_SHORT_NAMES. */
static AMP__RARE const char *amp__vec_short_names(void)
{
    return "#define at amp_at\n"
           "#define at_index amp_at_index\n"
           "#define mine amp_mine\n";
}

#endif /* AMP__IMPLEMENT */

#endif /* AMP_VECTORS_PRELUDE_H */
