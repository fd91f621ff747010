/* SPDX-License-Identifier: MIT */
#ifndef AMP_VECTORS_PRELUDE_H
#define AMP_VECTORS_PRELUDE_H
/*
amp/vectors/prelude.h: what stands in front of a kernel that is compiled while the program runs, as
text that the program carries, as no header of the library need be there then: what differs from
compiler to compiler (amp/language/compiler.h has the program's own), the language, and how the
kernel is handed over.
*/

#include "lanes.h"
#include "facts.h"
#include "tile_atomics.h"
#include "../base/text.h"

AMP__DEVICE_TEXT_BEGIN(amp__text_of_vector_compiler)
#ifdef AMP__VEC_TEXT
#include <float.h>
#include <limits.h>
/* glibc says of which functions it has vectors (libmvec) to who asks as with -ffast-math. gcc makes
   one call of a sine and a cosine of one argument, and no vectors of it: + 0 hides that. In parts,
   as a name here is one that the kernel uses: facts.h. */
#if defined(AMP__VEC_FAST) && !defined(__FAST_MATH__)
#define __FAST_MATH__ 1
#include <math.h>
#undef __FAST_MATH__
#endif
#include <math.h>
#if defined(AMP__VEC_EXACT_MATH) && defined(__FMA__) && defined(__AVX2__) \
    && !defined(__FAST_MATH__) && !defined(__ROUNDING_MATH__) /* exact_math.h */
#define AMP__VEC_HAS_EXACT
#ifndef __clang__
#define AMP__VEC_OF(name) name(float) __attribute__((simd("notinbranch")))
extern float AMP__VEC_OF(co\
sf), AMP__VEC_OF(ex\
pf), AMP__VEC_OF(lo\
gf), AMP__VEC_OF(si\
nf), AMP__VEC_OF(ex\
p2f), AMP__VEC_OF(lo\
g2f), po\
wf(float, float) __attribute__((simd("notinbranch")));
#endif
#endif
#if defined(AMP__VEC_FAST) || (defined(AMP__VEC_HAS_EXACT) && !defined(__clang__))
#define AMP__VEC_HIDES_COSINES
#define co\
s(x) co\
s((x) + 0.0)
#define co\
sf(x) co\
sf((x) + 0.0f)
#endif
/* gcc calls these, and makes no vectors: it does not know that the sign of a zero may be either. To
   the bit what glibc gives for x86: the second of two zeros. Whether y is a number, in place of
   what was chosen, took gcc twice the instructions: it joined the two conditions. */
#if defined(__x86_64__) && !defined(__clang__)
#define AMP__GREATER_OF(name, T, sign)                                        \
    static inline __attribute__((always_inline, unused)) T name(T x, T y)     \
    { const T chosen = x sign y ? x : y; return chosen == chosen ? chosen : x; }
AMP__GREATER_OF(amp__fmax, double, >)
AMP__GREATER_OF(amp__fmaxf, float, >)
AMP__GREATER_OF(amp__fmin, double, <)
AMP__GREATER_OF(amp__fminf, float, <)
#define fm\
ax amp__fmax
#define fm\
axf amp__fmaxf
#define fm\
in amp__fmin
#define fm\
inf amp__fminf
#endif
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
/* Of stdlib.h: what else is there is no kernel's. */
extern int abs(int x);
extern long labs(long x);
extern long long llabs(long long x);
#ifndef AMP_WARP_SIZE
#define AMP_WARP_SIZE 32
#endif
#define AMP_DEVICE_BEGIN
#define AMP_DEVICE_END
#define AMP__CAT(a, b) AMP__CAT_I(a, b)
#define AMP__CAT_I(a, b) a##b
#define AMP__STR(x) AMP__STR_I(x)
#define AMP__STR_I(x) #x
#define AMP__UNUSED __attribute__((unused))
#define AMP__INLINE inline __attribute__((always_inline))
/* The program's compiler has looked at all that. */
#define AMP__REQUIRED(...) ((void)0)
#define AMP__CONSTANT(...) ((void)0)
#define AMP__ELEMENTS_CHECKED 0

#define AMP__IN_GLOBAL
#define AMP__IN_TILE
#define AMP__IN_CONSTANT const
#define AMP__OVERLOADED static AMP__INLINE AMP__UNUSED
#define AMP__OVERLOADED_UNSEEN AMP__OVERLOADED
#define AMP__NAME_FOR(name, N) name##N
#define AMP__INT64 long long
#define AMP__TILED_INDEX_REST void *barrier;
#define AMP__OWN_PART(required) [(required, tidx.amp__linear)]
#define AMP__BEFORE_PRINTF
#define AMP__BEFORE_ATOMIC
#define AMP__FENCE(tidx, fence) ((void)(tidx), __atomic_thread_fence(__ATOMIC_ACQ_REL))

/* Options say what the functions of a file made ahead of time have as attributes. */
#define AMP__EXACT
#define AMP__VEC_STREAMED
#ifdef __clang__
#define AMP__SIMD _Pragma("clang loop vectorize(enable)")
#else
#define AMP__SIMD
#endif
/* Before a helper. As x86-64 passes structures, two floats, or an int and a float, are one number
   of 8 bytes, and clang makes no vectors of loops that take them out of it, in place of the call
   too. So members are passed by themselves; those of less than 4 bytes are better in one number
   (blending of pixels of four bytes took 1.5 times as long). */
#if defined(__clang__) && defined(__x86_64__)
#define AMP__VEC_HELPER __attribute__((regcall))
#else
#define AMP__VEC_HELPER
#endif

/* The kernel, by the name that is looked for in the file that is made. */
#define AMP__VEC_ENTRY(name, model_, tile_, pass, sizes_, tile_bytes_, kept_bytes_, again_, \
                       joined_, streams_, trees_)                             \
    static int name##__vectors(const amp__argument *amp__a, const int *amp__T, \
                               const int *amp__O, const int *amp__C)          \
    { (void)amp__a; (void)amp__C; return name##__lanes pass; }                              \
    static const int amp__dims[] = { AMP__STRIP tile_ };                      \
    static const size_t amp__sizes[] = { AMP__STRIP sizes_ };                 \
    extern const amp__vec_compiled amp__vec_made_1;                           \
    const amp__vec_compiled amp__vec_made_1 = { #name, model_,                \
        sizeof(amp__dims) / sizeof(int), sizeof(amp__sizes) / sizeof(size_t) - 1, amp__dims, \
        amp__sizes, tile_bytes_, kept_bytes_, again_, joined_, name##__vectors };
#endif
AMP__DEVICE_TEXT_END

#if AMP__IMPLEMENT && AMP__HAS_VECTORS

/* Adds a text of the library, behind a #line with its file. */
static AMP__COLD void amp__vec_put_text(amp__text *to, amp__library_text t)
{
    amp__text_printf(to, "#line %d \"%.1500s\"\n", t.line, t.file);
    amp__text_put(to, t.text, (size_t)(t.end - t.text));
}

/* Adds what stands in front of a kernel. warps: it has operations of warps; short_names: the
   program has AMP_SHORT_NAMES. */
static AMP__COLD void amp__vec_prelude(amp__text *to, int warps, int short_names)
{
    amp__text_puts(to, "#define AMP__VEC_TEXT 1\n"
                   "#define AMP_MAX_RANK " AMP__STR(AMP_MAX_RANK) "\n"
                   "#define AMP_MAX_PARAMETERS " AMP__STR(AMP_MAX_PARAMETERS) "\n");
    amp__vec_put_text(to, amp__text_of_vector_compiler());
    amp__vec_put_text(to, amp__text_of_arguments());
    amp__vec_put_text(to, amp__text_of_argument());
    amp__vec_put_text(to, amp__text_of_shapes());
    amp__vec_put_text(to, amp__text_of_given_shapes());
    amp__vec_put_text(to, amp__text_of_elements());
    amp__vec_put_text(to, amp__text_of_threads());
    amp__vec_put_text(to, amp__text_of_atomics());
    amp__vec_put_text(to, amp__text_of_cpu_atomics());
    amp__vec_put_text(to, amp__text_of_tile_atomics());
    amp__vec_put_text(to, amp__text_of_compiled());
    amp__vec_put_text(to, amp__text_of_lanes());
    amp__vec_put_text(to, amp__text_of_facts());
    if (warps) {
        amp__vec_put_text(to, amp__text_of_warps());
        amp__vec_put_text(to, amp__text_of_cpu_warps());
        amp__vec_put_text(to, amp__text_of_warp_lanes());
    }
    if (short_names) { /* those words that a kernel as vectors is written with */
        amp__text_puts(to, "#define at amp_at\n#define at_index amp_at_index\n"
                       "#define mine amp_mine\n");
    }
}

#endif /* AMP__IMPLEMENT && AMP__HAS_VECTORS */

#endif /* AMP_VECTORS_PRELUDE_H */
