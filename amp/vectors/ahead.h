/* SPDX-License-Identifier: MIT */
#ifndef AMP_VECTORS_AHEAD_H
#define AMP_VECTORS_AHEAD_H
/*
amp/vectors/ahead.h: what a file made by tools/amp_vectors is compiled with.

Such a file stands behind the device regions of the file that it was made from, and has
a function for each kernel, in three builds: for the compiler's target, AVX2 and AVX-512.
Which one runs is chosen when the program starts.
*/

#include "../language/language.h"
#include "../base/plugin.h"
#include "compiled.h"

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
    && __builtin_cpu_supports("avx512dq") ? name##__lanes_avx512 : AMP__VEC_CHOICE_1(name))
#define AMP__VEC_CHOICE_1(name) \
    (__builtin_cpu_supports("avx2") ? name##__lanes_avx2 : name##__lanes_base)
#else
#define AMP__VEC_AVX2 AMP__VEC_BUILD
#define AMP__VEC_AVX512 AMP__VEC_BUILD
#define AMP__VEC_CHOICE_0(name) name##__lanes_base
#define AMP__VEC_CHOICE_1(name) name##__lanes_base
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

/* Before a loop over threads. gcc unrolls a loop of 16 turns whole before it looks for vectors,
   and then finds none: the matrix product took eleven times as long. */
#if defined(__clang__) || __GNUC__ < 8
#define AMP__VEC_LOOP AMP__SIMD
#else
#define AMP__VEC_LOOP _Pragma("GCC unroll 1")
#endif
/* Before a loop that copies a long row. Unrolled, it took nearly twice as long, from memory. */
#ifdef __clang__
#define AMP__VEC_COPY _Pragma("clang loop vectorize(enable) unroll(disable)")
#else
#define AMP__VEC_COPY AMP__VEC_LOOP
#endif
#define AMP__VEC_LOOP_SUM(c) AMP__VEC_LOOP
#define AMP__VEC_LOOP_OR(r) AMP__VEC_LOOP
/* Where a tile begins: below AMP__VEC_FARTHEST of compiled.h, as the engine sees to. clang 14 needs
   to know that what a kernel adds to an index does not overflow: else it makes no vectors of
   neighbours (a stencil took 1.5 times as long). */
#ifdef __clang__
#define AMP__VEC_ORIGIN(o) if ((o) < 0 || (o) >= 1 << 30) { __builtin_unreachable(); }
#define AMP__VEC_POSITIVE(o) if ((o) < 0) { __builtin_unreachable(); } /* of a simple kernel */
#else
#define AMP__VEC_ORIGIN(o)
#define AMP__VEC_POSITIVE(o)
#endif
/* In the condition of a loop of which gcc must make no vectors (if_conversion.h): it makes none of
   an asm. clang is right. */
#ifdef __clang__
#define AMP__VEC_SCALAR_TURN
#define AMP__VEC_TILE_TURN
#else
#define AMP__VEC_SCALAR_TURN __extension__({ __asm__ volatile(""); }),
#define AMP__VEC_TILE_TURN __extension__({ if (amp__n == 1) { __asm__ volatile(""); } }),
#endif
/* Before a loop of few turns, which clang unrolls by itself. */
#if defined(__clang__) || __GNUC__ < 8
#define AMP__VEC_UNROLL
#else
#define AMP__VEC_UNROLL _Pragma("GCC unroll 16")
#endif
#define AMP__TILE_MEMORY __attribute__((aligned(64)))
/* Where tile memory of one array lies in its page. A load whose address has the last 12 bits of
   a store shortly before waits for that store; and the rows that a tile reads often begin at
   multiples of 256 bytes, or more, of a page. (A sum of 16 million ints took twice as long
   where the stack began badly.) Not so with more arrays: as members of a structure the
   compilers take them for ones that may overlap, and sgemm takes twice its time. */
#define AMP__TILE_BEGIN struct { char amp__gap[640];
#define AMP__TILE_END } amp__m __attribute__((aligned(4096)));
/* Tile memory of so many bytes, whose size the launch gives. */
#define AMP__VEC_GIVEN(bytes) __builtin_alloca_with_align(bytes, 512)
#define AMP__STRIP_LENGTH 16
#define AMP__ROW_LENGTH 64

/* How far ahead a row of d elements is prefetched, 256 bytes, as elements of whole tiles; and how
   many elements a cache line has. */
#define AMP__VEC_AHEAD(view, d) \
    ((d) * (sizeof(*(view)) * (d) < 256 ? (int)(256 / (sizeof(*(view)) * (d))) : 1))
#define AMP__VEC_LINE(view) (sizeof(*(view)) < 64 ? (int)(64 / sizeof(*(view))) : 1)

/* Prefetches stand together before a loop that stores with gcc (prefetch.h); behind the loop that
   they belong to, not unrolled, with clang: before one, clang 14 makes no vectors of the loop, or
   worse ones (1.1 to 1.6 times), and together they take 1.05 of a phased heat step's time. */
#ifdef __clang__
#define AMP__VEC_ROLLED _Pragma("clang loop unroll(disable)")
#define AMP__VEC_PREFETCH_FIRST(...)
#define AMP__VEC_PREFETCH_LAST(...) __VA_ARGS__
#else
#define AMP__VEC_ROLLED
#define AMP__VEC_PREFETCH_FIRST(...) __VA_ARGS__
#define AMP__VEC_PREFETCH_LAST(...)
#endif

/* x, or the end of [0, d] that is nearer. Bounds of clipped loops are made of it:
   AMP__CLIP_HIGH lowers one, AMP__CLIP_LOW raises one. */
static AMP__INLINE int amp__clip(int d, long long x)
{
    return x < 0 ? 0 : x > d ? d : (int)x;
}
#define AMP__CLIP_HIGH(high, d, x)                                            \
    do {                                                                      \
        const int amp__y = amp__clip(d, x);                                   \
        if (amp__y < (high)) {                                                \
            (high) = amp__y;                                                  \
        }                                                                     \
    } while (0)
#define AMP__CLIP_LOW(low, d, x)                                              \
    do {                                                                      \
        const int amp__y = amp__clip(d, x);                                   \
        if (amp__y > (low)) {                                                 \
            (low) = amp__y;                                                   \
        }                                                                     \
    } while (0)

/* Operations of warps: what a kernel's threads give, an array of whichever type, and its kind. */
#define AMP__VEC_GIVEN_LANES(w)                                               \
    union { int i[amp__n]; unsigned u[amp__n]; long s[amp__n]; unsigned long t[amp__n]; \
            long long l[amp__n]; unsigned long long m[amp__n]; float f[amp__n]; \
            double d[amp__n]; } w AMP__TILE_MEMORY;                           \
    int w##_kind AMP__UNUSED;
#define AMP__VEC_LANES_OF(w, x)                                               \
    __extension__ _Generic((x) + 0, int: w.i, unsigned: w.u, long: w.s, unsigned long: w.t, \
                           long long: w.l, unsigned long long: w.m, float: w.f, double: w.d)
#define AMP__VEC_KIND_GIVEN(x)                                                \
    __extension__ _Generic((x) + 0, int: 0, unsigned: 1, long: 2, unsigned long: 3, \
                           long long: 4, unsigned long long: 5, float: 6, double: 7)
#define AMP__VEC_GIVE(w, x) \
    (w##_kind = AMP__VEC_KIND_GIVEN(x), (void)(AMP__VEC_LANES_OF(w, x)[amp__i] = (x)))
#define AMP__VEC_GIVE_VOTE(w, x) (w##_kind = 5, (void)(w.m[amp__i] = (x) ? 1 : 0))
#define AMP__VEC_WARP_COMBINE(op, w) amp__vec_warps_##op(&w, w##_kind, amp__n)
#define AMP__VEC_TAKE(w, x) (AMP__VEC_LANES_OF(w, x)[amp__i])
#define AMP__VEC_TAKE_FROM(w, lane, x) \
    (AMP__VEC_LANES_OF(w, x)[amp__vec_lane_of(amp__i, lane, amp__n)])
#define AMP__VEC_TAKE_BALLOT(w) (w.m[amp__i])
#define AMP__VEC_TAKE_ANY(w) (w.m[amp__i] != 0)
#define AMP__VEC_TAKE_ALL(w) (w.m[amp__i] == 0)
#define AMP__VEC_LANE (amp__i % AMP_WARP_SIZE)
#define AMP__VEC_WARP (amp__i / AMP_WARP_SIZE)
#define AMP__VEC_WARP_LANES amp__vec_lanes_of(amp__i, amp__n)
/* How many lanes the warp of thread i has, of a tile of n; and the thread that is its lane `lane`,
   or i itself where the warp has no such lane. */
static AMP__INLINE AMP__UNUSED int amp__vec_lanes_of(int i, int n)
{
    const int left = n - i / AMP_WARP_SIZE * AMP_WARP_SIZE;
    return left < AMP_WARP_SIZE ? left : AMP_WARP_SIZE;
}
static AMP__INLINE AMP__UNUSED int amp__vec_lane_of(int i, int lane, int n)
{
    const int first = i / AMP_WARP_SIZE * AMP_WARP_SIZE;
    return lane >= 0 && lane < amp__vec_lanes_of(i, n) ? first + lane : i;
}
/* Of each warp of the n values of type T, each becomes `start`, changed by `step` for each lane y
   behind the first one, in their order. A: of the result meanwhile. */
#define AMP__VEC_WARPS_OF(name, T, A, start, step)                            \
    static AMP__INLINE AMP__UNUSED void amp__vec_##name(T *v, int n)          \
    {                                                                         \
        int first, k;                                                         \
        for (first = 0; first < n; first += AMP_WARP_SIZE) {                  \
            const int lanes = amp__vec_lanes_of(first, n);                    \
            T *const x = v + first;                                           \
            A r = start;                                                      \
            for (k = 1; k < lanes; k++) {                                     \
                const A y = (A)x[k];                                          \
                step;                                                         \
            }                                                                 \
            for (k = 0; k < lanes; k++) {                                     \
                x[k] = (T)r;                                                  \
            }                                                                 \
        }                                                                     \
    }
#define AMP__VEC_WARPS_ALL(N, T, A)                                           \
    AMP__VEC_WARPS_OF(sum_##N, T, A, (A)x[0], r += y)                         \
    AMP__VEC_WARPS_OF(min_##N, T, T, x[0], if (y < r) { r = y; })             \
    AMP__VEC_WARPS_OF(max_##N, T, T, x[0], if (r < y) { r = y; })
AMP__VEC_WARPS_ALL(int, int, unsigned)
AMP__VEC_WARPS_ALL(unsigned, unsigned, unsigned)
AMP__VEC_WARPS_ALL(long, long, unsigned long)
AMP__VEC_WARPS_ALL(ulong, unsigned long, unsigned long)
AMP__VEC_WARPS_ALL(int64, long long, unsigned long long)
AMP__VEC_WARPS_ALL(uint64, unsigned long long, unsigned long long)
AMP__VEC_WARPS_ALL(float, float, float)
AMP__VEC_WARPS_ALL(double, double, double)
AMP__VEC_WARPS_OF(votes, unsigned long long, unsigned long long, x[0], r |= y << k)
#define AMP__VEC_WARPS_BY_KIND(op)                                            \
    static AMP__INLINE AMP__UNUSED void amp__vec_warps_##op(void *x, int kind, int n) \
    {                                                                         \
        switch (kind) {                                                       \
        case 0: amp__vec_##op##_int((int *)x, n); break;                      \
        case 1: amp__vec_##op##_unsigned((unsigned *)x, n); break;            \
        case 2: amp__vec_##op##_long((long *)x, n); break;                    \
        case 3: amp__vec_##op##_ulong((unsigned long *)x, n); break;          \
        case 4: amp__vec_##op##_int64((long long *)x, n); break;              \
        case 5: amp__vec_##op##_uint64((unsigned long long *)x, n); break;    \
        case 6: amp__vec_##op##_float((float *)x, n); break;                  \
        default: amp__vec_##op##_double((double *)x, n);                      \
        }                                                                     \
    }
AMP__VEC_WARPS_BY_KIND(sum)
AMP__VEC_WARPS_BY_KIND(min)
AMP__VEC_WARPS_BY_KIND(max)
static AMP__INLINE AMP__UNUSED void amp__vec_warps_ballot(void *x, int kind, int n)
{
    (void)kind;
    amp__vec_votes((unsigned long long *)x, n);
}

/* amp_mine in a kernel itself; helpers have that of amp/language/language.h. */
#define AMP__VEC_MINE(...) AMP__CAT(AMP__VEC_MINE_, AMP__COUNT(__VA_ARGS__))(__VA_ARGS__)
#define AMP__VEC_MINE_1(name) (name[amp__i])
#define AMP__VEC_MINE_2(name, i) (name[i][amp__i])
#define AMP__VEC_MINE_3(name, i, j) (name[i][j][amp__i])

#define AMP__VEC_RUNS(name, build, attributes, pass)                          \
    static inline AMP__UNUSED attributes int name##__lanes_##build(           \
        const amp__argument *amp__a, const int *amp__T, const int *amp__O)    \
    { (void)amp__a; return name##__lanes pass; }

/* Makes the kernel known: its three builds, and the constructor that chooses one and lists it.
   AMP__VEC_SUM and AMP__VEC_FILE are set by the file that was made. */
#define AMP__VEC_ENTRY(name, model_, tile_, pass, sizes_, tile_bytes_, kept_bytes_, again_, \
                       streams_, trees_)                                      \
    AMP__VEC_RUNS(name, base, AMP__VEC_BUILD AMP__VEC_STREAMS_##streams_, pass) \
    AMP__VEC_RUNS(name, avx2, AMP__VEC_AVX2 AMP__VEC_STREAMS_##streams_, pass) \
    AMP__VEC_RUNS(name, avx512, AMP__VEC_AVX512 AMP__VEC_STREAMS_##streams_, pass) \
    __attribute__((constructor)) static void name##__lanes_join(void)         \
    {                                                                         \
        static const int tile[] = { AMP__DEPAREN(tile_) };                    \
        static const size_t sizes[] = { AMP__DEPAREN(sizes_) };               \
        static amp__vec_ahead a = { { #name, model_, (int)(sizeof(tile) / sizeof(int)), \
            (int)(sizeof(sizes) / sizeof(size_t)) - 1, tile, sizes, tile_bytes_, \
            kept_bytes_, again_, NULL },                                      \
            AMP__PROGRAM,                                                     \
            { AMP__VEC_SUM }, AMP__VEC_FILE, NULL };                          \
        amp__stay_loaded();                                                   \
        a.made.run = AMP__VEC_CHOICE_##trees_(name);                          \
        a.next = amp__vec_all_ahead;                                          \
        amp__vec_all_ahead = &a;                                              \
    }

#endif /* AMP_VECTORS_AHEAD_H */
