/* SPDX-License-Identifier: MIT */
#ifndef AMP_VECTORS_LANES_H
#define AMP_VECTORS_LANES_H
/*
amp/vectors/lanes.h: the words that kernels as vectors are written with: loops over the threads of a
tile, tile memory, prefetches, operations of warps.

One text for kernels that were made ahead of time and those that are compiled while the program
runs. Who reads it has AMP__SIMD, what asks for vectors of a loop, AMP__EXACT, what stands first in
a function whose sums and products may not be contracted, and AMP__VEC_STREAMED, what a function
has that copies long rows.
*/

#include "../language/warp.h"

AMP__DEVICE_TEXT_BEGIN(amp__text_of_lanes)

/* Of the pointers of views: restrict, in the text for launches whose views share no memory that is
   written (run.h). Else compilers ask for each row, or for each loop, whether two overlap, and make
   no vectors where they cannot. */
#ifndef AMP__VEC_APART
#define AMP__VEC_APART
#endif

/* Before a loop over threads. gcc unrolls a loop of 16 turns whole before it looks for vectors,
   and then finds none: the matrix product took eleven times as long. */
#if defined(__clang__) || __GNUC__ < 8
#define AMP__VEC_LOOP AMP__SIMD
#else
#define AMP__VEC_LOOP _Pragma("GCC unroll 1")
#endif
/* Before a loop of the text around loops over threads. clang would write these out where they have
   few turns, and then make vectors of the turns of this one, of elements that lie apart (shortest
   paths in tiles of 16x16 took 18 times as long). */
#ifdef __clang__
#define AMP__VEC_AROUND _Pragma("clang loop vectorize(disable)")
#else
#define AMP__VEC_AROUND
#endif
/* Before these, of a loop that clang must not write out:
   - of a row that is one vector, with an if: each turn would have its jumps before clang looks for
     vectors (the nearest of many points took 3 times as long);
   - of a long row that is copied, which took nearly twice as long from memory;
   - of the threads of a block (blocks.h), or of a masked loop (masks.h): what neighbouring threads
     read would be carried from turn to turn of the loop around it;
   - that goes through its turns for several of the loop around it (turn_blocks.h): it would have
     more indices than registers, and took 1.2 times as long;
   - of a whole row in place of a part of it (emit_loop.h); of a prefetch. */
#ifdef __clang__
#define AMP__VEC_ROLLED _Pragma("clang loop unroll(disable)")
#else
#define AMP__VEC_ROLLED
#endif
/* Before one whose turns are independent (independent_loops.h). */
#ifdef __clang__
#define AMP__VEC_INDEPENDENT_LOOP _Pragma("clang loop vectorize(assume_safety)")
#else
#define AMP__VEC_INDEPENDENT_LOOP _Pragma("GCC ivdep") AMP__VEC_LOOP
#endif
/* Before these, of a loop over a part of a row of at most AMP__VEC_SHORT_ROW threads (emit_loop.h):
   less than a vector, or little more. clang makes such a loop one thread at a time; under a mask it
   took half of the time with AVX-512, and 1.1 to 1.4 of it with AVX2, whose stores under a mask are
   slow on some CPUs. */
#if defined(__clang__) && (defined(__AVX512F__) || !defined(AMP__VEC_TEXT))
#define AMP__VEC_PREDICATED _Pragma("clang loop vectorize_predicate(enable)")
#else
#define AMP__VEC_PREDICATED
#endif
/* Before such a loop of which all elements lie apart, with little to do but to load and store them
   (emit_loop.h); with more to do. clang wrote the elements of a vector one by one with AVX2, and
   took 1.35 of the time; along diagonals twice the time with AVX-512. */
#ifdef __clang__
#define AMP__VEC_SCALAR_LOOP _Pragma("clang loop vectorize(disable)")
#else
#define AMP__VEC_SCALAR_LOOP AMP__VEC_LOOP
#endif
#if defined(__clang__) && !defined(__AVX512F__)
#define AMP__VEC_SCATTER_LOOP AMP__VEC_SCALAR_LOOP
#else
#define AMP__VEC_SCATTER_LOOP AMP__VEC_PREDICATED AMP__VEC_LOOP
#endif
#define AMP__VEC_LOOP_SUM(c) AMP__VEC_LOOP
#define AMP__VEC_LOOP_OR(r) AMP__VEC_LOOP
/* Where a tile begins: below AMP__VEC_FARTHEST of compiled.h, as the engine sees to. clang 14 needs
   to know that what a kernel adds to an index does not overflow: else it makes no vectors of
   neighbours (a stencil took 1.5 times as long). */
#ifdef __clang__
#define AMP__VEC_ORIGIN(o) if ((o) < 0 || (o) >= 1 << 30) { __builtin_unreachable(); }
#else
#define AMP__VEC_ORIGIN(o)
#endif
/* In the condition of a loop of which gcc must make no vectors (if_conversion.h): it makes none of
   an asm. The asm of a loop of few turns is gone when gcc has written them out, and with it the
   loop. A zero that gcc does not know (emit_loop.h). clang is right, but makes jumps of && and ||
   (joined_conditions.h). */
#ifdef __clang__
#define AMP__VEC_SCALAR_TURN
#define AMP__VEC_TILE_TURN
#define AMP__VEC_COUNTED_TURN(counter)
#define AMP__VEC_ZERO(z) enum { z = 0 };
#define AMP__VEC_BOTH &
#define AMP__VEC_EITHER |
#else
#define AMP__VEC_BOTH &&
#define AMP__VEC_EITHER ||
#define AMP__VEC_SCALAR_TURN __extension__({ __asm__ volatile(""); }),
#define AMP__VEC_TILE_TURN __extension__({ if (amp__n == 1) { __asm__ volatile(""); } }),
#define AMP__VEC_COUNTED_TURN(counter) \
    __extension__({ if (!__builtin_constant_p(counter)) { __asm__ volatile(""); } }),
#define AMP__VEC_ZERO(z) int z = 0; __asm__("" : "+r"(z));
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
   multiples of 256 bytes of a page. Not so with more arrays: members of a structure the compilers
   take for ones that may overlap, and sgemm takes twice its time. */
#define AMP__TILE_BEGIN struct { char amp__gap[640];
#define AMP__TILE_END } amp__m __attribute__((aligned(4096)));
/* Tile memory of so many bytes, whose size the launch gives. */
#define AMP__VEC_GIVEN(bytes) __builtin_alloca_with_align(bytes, 512)
#define AMP__STRIP_LENGTH 16
/* The bytes of a vector, of which a block of threads has several (blocks.h). how: 1: it is a block
   of rows, under a condition; 2: it is written on explicit vectors (explicit_vectors.h): amp__v, or
   amp__u in memory. A text that was made ahead of time is one for three targets, which no macro
   says: it has loops. clang 14 has no other blocks: it made scalars of their loops, and a matrix
   product took up to nine times as long. */
#ifdef AMP__VEC_TEXT
#define AMP__VEC_EXPLICIT 1
#else
#define AMP__VEC_EXPLICIT 0
#endif
#if defined(__AVX512F__) || !defined(AMP__VEC_TEXT)
#define AMP__VEC_BYTES 64
#elif defined(__AVX2__)
#define AMP__VEC_BYTES 32
#else
#define AMP__VEC_BYTES 16
#endif
#ifdef __clang__
#define AMP__VECTOR_BYTES(how) \
    ((how) == 1 ? 64 : (how) == 2 && AMP__VEC_EXPLICIT ? AMP__VEC_BYTES : 0)
#else
#define AMP__VECTOR_BYTES(how) AMP__VEC_BYTES
#endif
#define AMP__VEC_TYPES(T) \
    typedef T amp__v __attribute__((vector_size(amp__w * sizeof(T)), may_alias)); \
    typedef T amp__u __attribute__((vector_size(amp__w * sizeof(T)), aligned(sizeof(T)), \
                                    may_alias));
/* Before a loop over turns, each of which has constants in it. */
#ifdef __clang__
#define AMP__VEC_EACH_TURN _Pragma("clang loop unroll(full)")
#else
#define AMP__VEC_EACH_TURN AMP__VEC_UNROLL
#endif
/* x, of as many vectors as each has numbers, of 4 or 8 bytes, turned round: a thread's numbers, and
   then those of a turn. Two halves are shuffled like cards, so often that each card is where it
   belongs; eight numbers within halves of a vector first, which is faster with AVX2. Macros, since
   the type is the block's, and a shuffle takes constants. */
#if AMP__VEC_EXPLICIT && (defined(__clang__) || __GNUC__ >= 12)
#define AMP__VEC_ROWS 1
#define AMP__VEC_SHUFFLE(x, n, low, high) \
    do { \
        amp__v amp__y[n]; \
        AMP__VEC_EACH_TURN for (int amp__k = 0; amp__k < n / 2; amp__k++) { \
            amp__y[2 * amp__k] = __builtin_shufflevector((x)[amp__k], (x)[amp__k + n / 2], \
                                                         AMP__VEC_LIST low); \
            amp__y[2 * amp__k + 1] = __builtin_shufflevector((x)[amp__k], (x)[amp__k + n / 2], \
                                                             AMP__VEC_LIST high); \
        } \
        AMP__VEC_EACH_TURN for (int amp__k = 0; amp__k < n; amp__k++) { \
            (x)[amp__k] = amp__y[amp__k]; \
        } \
    } while (0)
#define AMP__VEC_LIST(...) __VA_ARGS__
#define AMP__VEC_TRANSPOSE_2(x) AMP__VEC_SHUFFLE(x, 2, (0, 2), (1, 3))
#define AMP__VEC_TRANSPOSE_4(x) \
    AMP__VEC_SHUFFLE(x, 4, (0, 4, 1, 5), (2, 6, 3, 7)); \
    AMP__VEC_SHUFFLE(x, 4, (0, 4, 1, 5), (2, 6, 3, 7))
#define AMP__VEC_TRANSPOSE_8(x) \
    AMP__VEC_SHUFFLE(x, 8, (0, 1, 2, 3, 8, 9, 10, 11), (4, 5, 6, 7, 12, 13, 14, 15)); \
    AMP__VEC_SHUFFLE(x, 8, (0, 8, 1, 9, 4, 12, 5, 13), (2, 10, 3, 11, 6, 14, 7, 15)); \
    AMP__VEC_SHUFFLE(x, 8, (0, 8, 1, 9, 4, 12, 5, 13), (2, 10, 3, 11, 6, 14, 7, 15))
#define AMP__VEC_ROUND_16(x) \
    AMP__VEC_SHUFFLE(x, 16, (0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23), \
                     (8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31))
#define AMP__VEC_TRANSPOSE_16(x) \
    AMP__VEC_ROUND_16(x); AMP__VEC_ROUND_16(x); AMP__VEC_ROUND_16(x); AMP__VEC_ROUND_16(x)
#if AMP__VEC_BYTES == 64
#define AMP__VEC_TRANSPOSE(x, bytes) AMP__CAT(AMP__VEC_TRANSPOSE_512_, bytes)(x)
#define AMP__VEC_TRANSPOSE_512_4 AMP__VEC_TRANSPOSE_16
#define AMP__VEC_TRANSPOSE_512_8 AMP__VEC_TRANSPOSE_8
#elif AMP__VEC_BYTES == 32
#define AMP__VEC_TRANSPOSE(x, bytes) AMP__CAT(AMP__VEC_TRANSPOSE_256_, bytes)(x)
#define AMP__VEC_TRANSPOSE_256_4 AMP__VEC_TRANSPOSE_8
#define AMP__VEC_TRANSPOSE_256_8 AMP__VEC_TRANSPOSE_4
#else
#define AMP__VEC_TRANSPOSE(x, bytes) AMP__CAT(AMP__VEC_TRANSPOSE_128_, bytes)(x)
#define AMP__VEC_TRANSPOSE_128_4 AMP__VEC_TRANSPOSE_4
#define AMP__VEC_TRANSPOSE_128_8 AMP__VEC_TRANSPOSE_2
#endif
#else
#define AMP__VEC_ROWS 0
#define AMP__VEC_TRANSPOSE(x, bytes) (void)(x)
#endif
/* Whether a store of some threads is one of all, in which the others write what stands there
   (chosen_stores.h). */
#if defined(__AVX512F__) && defined(AMP__VEC_TEXT)
#define AMP__VEC_BLENDS 0
#else
#define AMP__VEC_BLENDS 1
#endif
/* Whether a part of a short row is done as the whole row, under a mask (emit_loop.h). */
#if defined(__AVX2__) && !defined(__AVX512F__) && defined(AMP__VEC_TEXT)
#define AMP__VEC_WHOLE_ROWS 1
#else
#define AMP__VEC_WHOLE_ROWS 0
#endif
#define AMP__ROW_LENGTH 64
/* How many threads of a row of d go through a masked loop side by side (masks.h): four vectors, so
   that not all of a turn waits for the one before. clang 14 makes no vectors of one alone. */
#ifdef __AVX512F__
#define AMP__VEC_MASKED_MOST 64
#elif defined(__AVX2__)
#define AMP__VEC_MASKED_MOST 32
#else
#define AMP__VEC_MASKED_MOST 16
#endif
#ifdef __clang__
#define AMP__VEC_MASKED_LEAST 16
#else
#define AMP__VEC_MASKED_LEAST 8
#endif
#define AMP__VEC_MASKED_LANES(d) \
    ((d) <= AMP__VEC_MASKED_LEAST ? AMP__VEC_MASKED_LEAST \
     : (d) <= 16 || AMP__VEC_MASKED_MOST == 16 ? 16 \
     : (d) <= 32 || AMP__VEC_MASKED_MOST == 32 ? 32 : 64)
/* Of what fills a table (place_tables.h): gcc would know what cosf(0.5f) is, in other last bits
   than libm's. */
#ifdef __clang__
#define AMP__VEC_AS_WRITTEN __attribute__((constructor, noinline, optnone))
#else
#define AMP__VEC_AS_WRITTEN __attribute__((constructor, noinline, optimize(0)))
#endif
/* Whether i is an index of dimension k of the view. */
#define AMP__VEC_WITHIN(view, k, i) amp__within(i, view##_shape.extent[k])
static AMP__INLINE AMP__UNUSED int amp__within(long long i, int extent)
{
    return i >= 0 && i < extent;
}
/* The memory from the first to the last element of a view, as two parameters; and whether two such
   parts of memory are apart. */
#define AMP__VEC_LAST(view, k) (view##_shape.extent[k] - 1)
#define AMP__VEC_SPAN_1(view) &amp_at(view, 0), &amp_at(view, AMP__VEC_LAST(view, 0)) + 1
#define AMP__VEC_SPAN_2(view) \
    &amp_at(view, 0, 0), &amp_at(view, AMP__VEC_LAST(view, 0), AMP__VEC_LAST(view, 1)) + 1
#define AMP__VEC_SPAN_3(view) \
    &amp_at(view, 0, 0, 0), &amp_at(view, AMP__VEC_LAST(view, 0), AMP__VEC_LAST(view, 1), \
                                    AMP__VEC_LAST(view, 2)) + 1
static AMP__INLINE AMP__UNUSED int amp__apart(const void *a, const void *a_end, const void *b,
                                              const void *b_end)
{
    return (const char *)a_end <= (const char *)b || (const char *)b_end <= (const char *)a;
}
/* Whether there are such loops: gcc 12 makes no vectors of them in a build by an attribute, ahead
   of time. And whether one may read memory: where vectors gather under a mask; made ahead of time
   clang asks each thread, since it takes gathers for slow (compile.h). */
#if defined(__clang__) || defined(AMP__VEC_TEXT)
#define AMP__VEC_MASKED 1
#else
#define AMP__VEC_MASKED 0
#endif
#if defined(AMP__VEC_TEXT) && defined(__AVX2__)
#define AMP__VEC_MASKED_READS AMP__VEC_MASKED
#else
#define AMP__VEC_MASKED_READS 0
#endif
/* The row of joined tiles (joins.h), and the most bytes that their threads may keep. */
#define AMP__VEC_JOINED_ROW 64
#define AMP__VEC_JOINED_BYTES (32 << 10)

/* The array x, with elements of type T, as thread amp__i's of an interleaved one (storage.h). */
#define AMP__VEC_INTERLEAVE(x, T, to) \
    for (unsigned amp__e = 0; amp__e < sizeof(x) / sizeof(T); amp__e++) { \
        ((T *)to)[amp__e * amp__n + amp__i] = ((T *)&x)[amp__e]; \
    }

/* How far ahead a row of d elements is prefetched, 256 bytes, as elements of whole tiles; and how
   many elements a cache line has. */
#define AMP__VEC_AHEAD(view, d) \
    ((d) * (sizeof(*(view)) * (d) < 256 ? (int)(256 / (sizeof(*(view)) * (d))) : 1))
#define AMP__VEC_LINE(view) (sizeof(*(view)) < 64 ? (int)(64 / sizeof(*(view))) : 1)

/* Prefetches stand together before a loop that stores with gcc (prefetch.h); behind the loop that
   they belong to, not unrolled, with clang: before one, clang 14 makes no vectors of the loop, or
   worse ones (1.1 to 1.6 times), and together they take 1.05 of a phased heat step's time. */
#ifdef __clang__
#define AMP__VEC_PREFETCH_FIRST(...)
#define AMP__VEC_PREFETCH_LAST(...) __VA_ARGS__
#else
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
/* Whether loops over threads are split for ifs (splits.h), too. */
#ifdef __clang__
#define AMP__VEC_SPLIT_IFS 0
#else
#define AMP__VEC_SPLIT_IFS 1
#endif
#define AMP__CLIP_LOW(low, d, x)                                              \
    do {                                                                      \
        const int amp__y = amp__clip(d, x);                                   \
        if (amp__y > (low)) {                                                 \
            (low) = amp__y;                                                   \
        }                                                                     \
    } while (0)
/* Leaves x out of *low to *high - 1, and what is on that side of it where there is less. */
static AMP__INLINE AMP__UNUSED void amp__clip_out(int *low, int *high, long long x)
{
    if (x >= *low && x < *high) {
        if (x - *low < *high - 1 - x) {
            *low = (int)x + 1;
        } else {
            *high = (int)x;
        }
    }
}

/* a / b and a % b, where all threads have the same b. No instruction divides vectors of ints; of
   doubles one does, and the whole part of their quotient is that of the ints: what is missing to
   the next whole number is 1 / b at least, which is 2^21 times the error. With reciprocals, whose
   error is twice that, half of 1 is added to a. Where b is 0 the process ends, as by a division of
   ints. Compilers ask for that once, outside of the loop. */
#ifdef AMP__VEC_RECIPROCAL
#define AMP__VEC_HALF(x) __builtin_copysign(0.5, x)
#else
#define AMP__VEC_HALF(x) 0
#endif
static __attribute__((noinline, noreturn, cold)) AMP__UNUSED void amp__divided_by_zero(void)
{
    volatile int zero = 0;
    zero = 7 / zero;
    __builtin_trap();
}
static AMP__INLINE AMP__UNUSED int amp__quotient_int(int a, int b)
{
    if (b == 0) {
        amp__divided_by_zero();
    }
    return (int)(((double)a + AMP__VEC_HALF((double)a)) / (double)b);
}
static AMP__INLINE AMP__UNUSED int amp__rest_int(int a, int b)
{
    return a - amp__quotient_int(a, b) * b;
}
static AMP__INLINE AMP__UNUSED unsigned amp__quotient_unsigned(unsigned a, unsigned b)
{
    if (b == 0) {
        amp__divided_by_zero();
    }
    return (unsigned)(((double)a + AMP__VEC_HALF((double)a)) / (double)b);
}
static AMP__INLINE AMP__UNUSED unsigned amp__rest_unsigned(unsigned a, unsigned b)
{
    return a - amp__quotient_unsigned(a, b) * b;
}

/* The larger and the smaller number, of what all threads bring to one element (shared_sums.h). */
static AMP__INLINE AMP__UNUSED int amp__most_int(int a, int b) { return a > b ? a : b; }
static AMP__INLINE AMP__UNUSED int amp__least_int(int a, int b) { return a < b ? a : b; }
static AMP__INLINE AMP__UNUSED unsigned amp__most_unsigned(unsigned a, unsigned b)
{
    return a > b ? a : b;
}
static AMP__INLINE AMP__UNUSED unsigned amp__least_unsigned(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

/* amp_mine in a kernel itself; helpers have that of amp/language/thread.h. */
#define AMP__VEC_MINE(...) AMP__CAT(AMP__VEC_MINE_, AMP__COUNT(__VA_ARGS__))(__VA_ARGS__)
#define AMP__VEC_MINE_1(name) (name[amp__i])
#define AMP__VEC_MINE_2(name, i) (name[i][amp__i])
#define AMP__VEC_MINE_3(name, i, j) (name[i][j][amp__i])

AMP__DEVICE_TEXT_END

AMP__DEVICE_TEXT_BEGIN(amp__text_of_warp_lanes)

/* Operations of warps: what a kernel's threads give, an array of whichever type, and its kind.
   There is room for a warp in front of it and behind it: a lane's neighbour is read before it is
   known whether the warp has that. */
#define AMP__VEC_ROOM (amp__n + 2 * AMP_WARP_SIZE)
#define AMP__VEC_GIVEN_LANES(w)                                               \
    union { int i[AMP__VEC_ROOM]; unsigned u[AMP__VEC_ROOM]; long s[AMP__VEC_ROOM]; \
            unsigned long t[AMP__VEC_ROOM]; long long l[AMP__VEC_ROOM];       \
            unsigned long long m[AMP__VEC_ROOM]; float f[AMP__VEC_ROOM];      \
            double d[AMP__VEC_ROOM]; } w AMP__TILE_MEMORY;                    \
    int w##_kind AMP__UNUSED;
#define AMP__VEC_LANES_OF(w, x)                                               \
    (__extension__ _Generic((x) + 0, int: w.i, unsigned: w.u, long: w.s, unsigned long: w.t, \
                            long long: w.l, unsigned long long: w.m, float: w.f, double: w.d) \
     + AMP_WARP_SIZE)
#define AMP__VEC_KIND_GIVEN(x)                                                \
    __extension__ _Generic((x) + 0, int: 0, unsigned: 1, long: 2, unsigned long: 3, \
                           long long: 4, unsigned long long: 5, float: 6, double: 7)
#define AMP__VEC_GIVE(w, x) \
    (w##_kind = AMP__VEC_KIND_GIVEN(x), (void)(AMP__VEC_LANES_OF(w, x)[amp__i] = (x)))
#define AMP__VEC_VOTES(w) (w.m + AMP_WARP_SIZE)
#define AMP__VEC_GIVE_VOTE(w, x) (w##_kind = 5, (void)(AMP__VEC_VOTES(w)[amp__i] = (x) ? 1 : 0))
#define AMP__VEC_WARP_COMBINE(op, w) amp__vec_combine(&w, w##_kind, amp__n, AMP__WARP_##op)
#define AMP__VEC_TAKE(w, x) (AMP__VEC_LANES_OF(w, x)[amp__i])
#define AMP__VEC_TAKE_FROM(w, lane, x) \
    (AMP__VEC_LANES_OF(w, x)[amp__vec_lane_of(amp__i, lane, amp__n)])
#define AMP__VEC_TAKE_NEAR(w, by, x)                                          \
    __extension__({                                                           \
        const int amp__near = (by) < -AMP_WARP_SIZE ? -AMP_WARP_SIZE          \
            : (by) > AMP_WARP_SIZE ? AMP_WARP_SIZE : (by);                    \
        const __typeof__(AMP__VEC_LANES_OF(w, x)[0]) amp__own =               \
            AMP__VEC_LANES_OF(w, x)[amp__i],                                  \
            amp__other = AMP__VEC_LANES_OF(w, x)[amp__i + amp__near];         \
        amp__vec_has_near(amp__i, amp__near, amp__n) ? amp__other : amp__own; \
    })
#define AMP__VEC_TAKE_BALLOT(w) (AMP__VEC_VOTES(w)[amp__i])
#define AMP__VEC_TAKE_ANY(w) (AMP__VEC_VOTES(w)[amp__i] != 0)
#define AMP__VEC_TAKE_ALL(w) (AMP__VEC_VOTES(w)[amp__i] == 0)
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
/* Whether the warp of thread i has a lane that lies `by` from its own, no more than a warp. */
static AMP__INLINE AMP__UNUSED int amp__vec_has_near(int i, int by, int n)
{
    const int lane = i % AMP_WARP_SIZE + by;
    return lane >= 0 && lane < amp__vec_lanes_of(i, n);
}
/* What each lane takes: op of what its warp gave, for each warp of the n values v. A macro, for the
   types; `fold` stands for op of `lanes` values. */
#define AMP__VEC_WARPS(T, N, fold) \
    static AMP__INLINE AMP__UNUSED void amp__vec_warps_##N(T *v, int n, int op) \
    { \
        for (int lanes; n > 0; v += lanes, n -= lanes) { \
            lanes = n < AMP_WARP_SIZE ? n : AMP_WARP_SIZE; \
            const T x = fold; \
            for (int k = 0; k < lanes; k++) { v[k] = x; } \
        } \
        (void)op; \
    }
#define AMP__VEC_WARPS_OF(T, N, A) AMP__VEC_WARPS(T, N, amp__warp_by_##N(v, lanes, op))
AMP__WARP_TYPES(AMP__VEC_WARPS_OF)
AMP__VEC_WARPS(unsigned long long, bits, amp__warp_ballot_uint64(v, lanes))
#define AMP__VEC_COMBINE_OF(T, N, A) \
    case AMP__WARP_KIND_##N: amp__vec_warps_##N((T *)v + AMP_WARP_SIZE, n, op); break;
/* That with n values of the kind that AMP__VEC_KIND_GIVEN has for their type. */
static AMP__INLINE AMP__UNUSED void amp__vec_combine(void *v, int kind, int n, int op)
{
    switch (op == AMP__WARP_ballot ? AMP__WARP_KINDS : kind) {
    AMP__WARP_TYPES(AMP__VEC_COMBINE_OF)
    default: amp__vec_warps_bits((unsigned long long *)v + AMP_WARP_SIZE, n, op); break;
    }
}

AMP__DEVICE_TEXT_END

#endif /* AMP_VECTORS_LANES_H */
