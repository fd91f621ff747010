/* SPDX-License-Identifier: MIT */
#ifndef AMP_VECTORS_AHEAD_H
#define AMP_VECTORS_AHEAD_H
/*
amp/vectors/ahead.h: what a file made by tools/amp_vectors is compiled with.

Such a file stands behind the device regions that it was made from, and has a function for each
kernel in three builds: for the compiler's target, AVX2 and AVX-512, of which one is chosen when
the program starts.
*/

#include "../base/plugin.h"
#include "compiled.h"
#include "lanes.h"
#include "tile_atomics.h"

/* The three builds. AVX-512 brings FMA with it, to which gcc would contract a * b + c: then
   results would depend on the machine. AMP_CONTRACT asks for that, and for FMA with AVX2. */
#ifdef AMP_CONTRACT
#define AMP__VEC_AVX2_TARGET "avx2,fma"
#define AMP__VEC_CONTRACTION "fp-contract=fast"
#else
#define AMP__VEC_AVX2_TARGET "avx2"
#define AMP__VEC_CONTRACTION "fp-contract=off"
#endif
#if defined(__clang__)
#ifdef AMP_CONTRACT
#define AMP__EXACT _Pragma("STDC FP_CONTRACT ON")
#else
#define AMP__EXACT _Pragma("STDC FP_CONTRACT OFF")
#endif
#define AMP__VEC_BUILD
#elif defined(__OPTIMIZE__)
#define AMP__EXACT
#define AMP__VEC_BUILD __attribute__((optimize("O3", "no-math-errno", "no-trapping-math", \
                                               AMP__VEC_CONTRACTION)))
#else
#define AMP__EXACT
#define AMP__VEC_BUILD
#endif
#if defined(__x86_64__) && defined(__OPTIMIZE__)
#define AMP__VEC_AVX2 AMP__VEC_BUILD __attribute__((target(AMP__VEC_AVX2_TARGET)))
#ifdef __clang__ /* leaves out the whole attribute for a preferred width in it */
#define AMP__VEC_AVX512 AMP__VEC_BUILD \
    __attribute__((target("avx512f,avx512bw,avx512vl,avx512dq")))
#else
#define AMP__VEC_AVX512 AMP__VEC_BUILD \
    __attribute__((target("avx512f,avx512bw,avx512vl,avx512dq,prefer-vector-width=512")))
#endif
/* By whether the kernel has a tree: with AVX-512 clang scatters what AVX2 has it shuffle, and
   gcc gains nothing. */
#define AMP__VEC_CHOICE_0(name) (__builtin_cpu_supports("avx512vl") \
    && __builtin_cpu_supports("avx512dq") ? name##__ahead_avx512 : AMP__VEC_CHOICE_1(name))
#define AMP__VEC_CHOICE_1(name) \
    (__builtin_cpu_supports("avx2") ? name##__ahead_avx2 : name##__ahead_base)
#else
#define AMP__VEC_AVX2 AMP__VEC_BUILD
#define AMP__VEC_AVX512 AMP__VEC_BUILD
#define AMP__VEC_CHOICE_0(name) name##__ahead_base
#define AMP__VEC_CHOICE_1(name) name##__ahead_base
#endif
/* By whether it copies long rows: these are not to be calls of memcpy, which takes half as long
   again for a tile's part of memory, while a short row is best as a memcpy that becomes one
   move. */
#define AMP__VEC_STREAMS_0
#ifdef __clang__ /* which looks for copies in a function before it puts that into another */
#define AMP__VEC_STREAMED __attribute__((no_builtin("memcpy")))
#else
#define AMP__VEC_STREAMED
#endif
#if defined(__clang__)
#define AMP__VEC_STREAMS_1 AMP__VEC_STREAMED
#elif defined(__OPTIMIZE__)
#define AMP__VEC_STREAMS_1 __attribute__((optimize("no-tree-loop-distribute-patterns")))
#else
#define AMP__VEC_STREAMS_1
#endif
#ifdef __clang__ /* 2: whether it has a block, whose array a memcpy would keep out of registers */
#define AMP__VEC_STREAMS_2
#else
#define AMP__VEC_STREAMS_2 AMP__VEC_STREAMS_1
#endif

#define AMP__VEC_RUNS(name, build, attributes, pass)                          \
    static inline AMP__UNUSED attributes int name##__ahead_##build(           \
        const amp__argument *amp__a, const int *amp__T, const int *amp__O,    \
        const int *amp__C)                                                    \
    { (void)amp__a; (void)amp__C; return name##__lanes pass; }

/* Makes the kernel known: its three builds, and the constructor that chooses one and lists it.
   AMP__VEC_SUM and AMP__VEC_FILE are set by the file that was made. */
#define AMP__VEC_ENTRY(name, model_, tile_, pass, sizes_, tile_bytes_, kept_bytes_, again_, \
                       joined_, streams_, trees_)                             \
    AMP__VEC_RUNS(name, base, AMP__VEC_BUILD AMP__VEC_STREAMS_##streams_, pass) \
    AMP__VEC_RUNS(name, avx2, AMP__VEC_AVX2 AMP__VEC_STREAMS_##streams_, pass) \
    AMP__VEC_RUNS(name, avx512, AMP__VEC_AVX512 AMP__VEC_STREAMS_##streams_, pass) \
    __attribute__((constructor)) static void name##__ahead_join(void)         \
    {                                                                         \
        static const int tile[] = { AMP__DEPAREN(tile_) };                    \
        static const size_t sizes[] = { AMP__DEPAREN(sizes_) };               \
        static amp__vec_ahead a = { { #name, model_, (int)(sizeof(tile) / sizeof(int)), \
            (int)(sizeof(sizes) / sizeof(size_t)) - 1, tile, sizes, tile_bytes_, \
            kept_bytes_, again_, joined_, NULL },                             \
            AMP__PROGRAM,                                                     \
            { AMP__VEC_SUM }, AMP__VEC_FILE, NULL };                          \
        amp__stay_loaded();                                                   \
        a.made.run = AMP__VEC_CHOICE_##trees_(name);                          \
        a.next = amp__vec_all_ahead;                                          \
        amp__vec_all_ahead = &a;                                              \
    }

#endif /* AMP_VECTORS_AHEAD_H */
