/* SPDX-License-Identifier: MIT */
#ifndef AMP_ALGORITHMS_KERNEL_H
#define AMP_ALGORITHMS_KERNEL_H
/*
amp/algorithms/kernel.h: how a kernel of the algorithms is made.

  1 parts           which of a definition's kernels a device compiles
  2 sizes           of tiles and of what they read at a time
  3 bodies          a kernel's code, once a type
  4 entries         a kernel's name and compiled forms, once an operator
  5 descriptions    what the host's functions know of a definition

A definition, AMP_DEFINE_..., is a macro in a device region, which the device's compiler reads, too,
without the host's headers: so a body whose type or expression is the user's is a macro in a region;
all else is functions (docs/decisions/0021-bodies-of-algorithms-are-macros.md).

On a device a body becomes a kernel as a user's does. On the host that would be the larger part of
what a program is compiled from, with some 700 ready-made kernels. So a body is here one function,
which reads its parameters from the launch's arguments; the ready-made operators of a type share it,
and each has entries of its own, in which the operator's number is a constant.
*/

#include "../../amp.h"

/* A function that a definition leaves behind, and that nobody may call. */
#define AMP__HELPER static inline AMP__UNUSED
/* One that is given an operator's number, which is a constant if it is inlined. */
#define AMP__INLINED static AMP__INLINE AMP__UNUSED

/* ==== 1 parts ============================================================ */

/* AMP__PART(kernel, macro)(...) is macro(...): a kernel of a definition. On a
   device where AMP__PARTS is defined, only those kernels are left of which
   AMP__WANT_<kernel> is defined, as `, AMP__TAKE`: the few that a program uses of
   some 700 ready-made kernels are built in a fraction of the time. */
#define AMP__PART(kernel, macro) macro
/* AMP__HOST(macro)(...) is macro(...) on the host, and nothing on a device. */
#define AMP__HOST(macro) macro

AMP_DEVICE_BEGIN
/* The kernel of a definition's list (section 4), with the parameters of its macro. */
#define AMP__PART_OF(form, kernel, name, ...)                                                      \
    AMP__PART(amp__##kernel##_##name, AMP__KERNEL_##kernel)(name, __VA_ARGS__)
#ifdef __OPENCL_VERSION__
#define AMP__NOTHING(...)
#define AMP__HOST(macro) AMP__NOTHING
#ifdef AMP__PARTS
#define AMP__PART(kernel, macro) AMP__PART_I(kernel)(macro)
#define AMP__PART_I(kernel) AMP__PART_II(AMP__WANT_##kernel, AMP__LEAVE, )
#define AMP__PART_II(...) AMP__PART_III(__VA_ARGS__)
#define AMP__PART_III(first, choice, ...) choice
#define AMP__TAKE(macro) macro
#define AMP__LEAVE(macro) AMP__NOTHING
#else
#define AMP__PART(kernel, macro) macro
#endif
#define AMP__HELPER static inline
#define AMP__INLINED static inline

/* A kernel's body, on a device: see below. */
#define AMP__PHASED_BODY(name, tile_, ...) AMP_PHASED_KERNEL(name, (tile_), __VA_ARGS__) {
#define AMP__PHASED_BODY_END }
#define AMP__ELEMENT_BODY(name, ...) AMP_KERNEL(name, 1, __VA_ARGS__) {
#define AMP__PLAIN_BODY(name, ...) AMP_KERNEL(name, 1, __VA_ARGS__) {
#define AMP__ELEMENT_BODY_END }
#define AMP__AFTER_FIRST_BODY(name, first, ...)                                                    \
    AMP_KERNEL(name, 1, __VA_ARGS__) { if (amp__at_ == 0) { first } else
#define AMP__PHASE_ALL amp_phase
#define AMP__PHASE_FIRST(n) amp_phase_first(n)
#define AMP__PHASE_ALONE_ALL amp_phase
#define AMP__PHASE_ALONE_FIRST(n) amp_phase_first(n)
#define AMP__THREAD tidx.local[0]
#define AMP__TILE_ARRAY amp_tile_static
#define AMP__AT amp_at
#define amp__at_ idx[0]
#define amp__op 0
#endif

/* ==== 2 sizes ============================================================ */

/* The form for a CPU: a tile of a fold has 64 threads and works through blocks
   of 1024 elements; any other is of one thread. */
#define AMP__FOLD_THREADS 64
#define AMP__FOLD_TILES 256
#define AMP__FOLD_ROWS 16
#define AMP__FOLD_BLOCK (AMP__FOLD_THREADS * AMP__FOLD_ROWS)

/* The form for a GPU: a tile's threads, and what a tile reads at a time. Its
   part of the range is of whole blocks. */
#define AMP__TILE 256
#define AMP__BLOCK 2048

/* What follows, under a condition, is jumped to; not computed always, and chosen. */
#ifdef __OPENCL_VERSION__
#define AMP__JUMP
#else
#define AMP__JUMP __asm__ volatile("");
#endif

/* Before a loop of up to eight turns, whose number is a constant: gcc writes each by itself, as
   clang does unasked. */
#if defined(__OPENCL_VERSION__) || defined(__clang__)
#define AMP__WHOLLY
#else
#define AMP__WHOLLY _Pragma("GCC unroll 8")
#endif

/* Makes sum, a T, which is the identity at first. gcc is not told the value: a scan
   whose operator chooses may be a loop of which gcc 12 makes wrong vectors if it knows the value
   before it (docs/compiler-faults.md), and of zeros it makes a string, which starts slowly. */
#if defined(__OPENCL_VERSION__) || defined(__clang__)
#define AMP__SUM_FROM(T, identity) T sum = identity
#else
#define AMP__SUM_FROM(T, identity)                                                                 \
    T untold_ = identity;                                                                          \
    __asm__("" : "+m"(untold_));                                                                   \
    T sum = untold_
#endif

/* This tile's elements: first up to but not including last, of n. Uses per, the kernel's
   parameter; makes n, first and last. */
#define AMP__CHUNK(n_)                                                                             \
    const ptrdiff_t n = (n_), first = (ptrdiff_t)amp_tile_index.tile[0] * per;                     \
    const ptrdiff_t last = first + per < n ? first + per : n
/* The body of a kernel whose tiles of one thread each go through a chunk, in one phase. */
#define AMP__CHUNK_BODY(name, length, ...)                                                         \
    AMP__PHASED_BODY(name, 1, __VA_ARGS__) AMP__PHASE_ALL { AMP__CHUNK(length);
#define AMP__CHUNK_BODY_END } AMP__PHASED_BODY_END
/* Bisection: of two ints low and high, low becomes the first in between for which `before`, an
   expression in `middle` that holds up to somewhere and not behind, does not hold; else high. */
#define AMP__BISECT(low, high, before)                                                             \
    while (low < high) {                                                                           \
        const int middle = low + (high - low) / 2;                                                 \
        if (before) { low = middle + 1; } else { high = middle; }                                  \
    }
AMP_DEVICE_END

/* ==== 3 bodies =========================================================== */

/* A body need not use all that it is given. */
#define AMP__UNUSED_HERE(name) (void)name;
/* amp_tile_static and, of one index, amp_at: in the bodies here without what tells a user of a
   mistake, and a debugger of an array, which was a tenth of the text. Under the checker they are
   what the user's are. */
#if AMP__CHECKING
#define AMP__TILE_ARRAY amp_tile_static
#define AMP__AT amp_at
#define AMP__ARRAYS_HERE                                                                           \
    char (*const amp__not_in_a_simple_kernel)[2] = 0;                                              \
    (void)amp__not_in_a_simple_kernel;
#else
enum { AMP__ARRAY_FITS = AMP__FITS(1) };
#define AMP__TILE_ARRAY(T, name, ...)                                                              \
    AMP__CAT(AMP__TILE_ARRAY_, AMP__COUNT(__VA_ARGS__))(T, name, __VA_ARGS__)
#define AMP__TILE_ARRAY_1(T, name, n)                                                              \
    AMP__LINE_BEGIN T name##_store[AMP__ARRAY_FITS ? n : 1];                                       \
    T *const name = (T *)AMP__CARVED(name##_store, sizeof(T) * (n), T)
#define AMP__TILE_ARRAY_2(T, name, m, n)                                                           \
    AMP__LINE_BEGIN T name##_store[AMP__ARRAY_FITS ? m : 1][n];                                    \
    T (*const name)[n] = (T (*)[n])AMP__CARVED(name##_store, sizeof(T) * (m) * (n), T)
#define AMP__CARVED(store, bytes, T)                                                               \
    amp__shared(amp__phased.tile, AMP__MAY_BE_LOOPS, amp__phased.loops, store, AMP__ARRAY_FITS, \
        bytes, __alignof__(T))
#define AMP__AT(x, i) x[i]
#define AMP__ARRAYS_HERE
#endif
/* A launch's arguments: a word that stands in each of some 1000 bodies and entries. */
typedef const amp__argument *amp__arguments;
/* Before a loop over elements, or over a fold's threads, of which each reads all that it needs
   before it writes. gcc 11 and 12 make vectors of these loops alone where the operator is the
   program's (section 4), and only of such as say `omp simd`. */
#if AMP__ONLY_SIMD_LOOPS
#define AMP__EACH_ALONE _Pragma("omp simd")
#else
#define AMP__EACH_ALONE AMP__SIMD
#endif
/* AMP__PHASED_BODY(name, threads, parameters...) and AMP__PHASED_BODY_END stand
   around the body of a phased kernel whose tiles are rows of `threads`
   threads; AMP__ELEMENT_BODY(name, parameters...) and its end around one that
   is run for each element of a range, whose number is amp__at_. The parameters
   are those of AMP_KERNEL. amp__op is the number of the operator, where the
   definition has several; what combines two elements takes it as its first
   argument. On the host this leaves name__body, and the
   table of parameters name__p with name__n rows. */
#define AMP__PHASED_BODY(name, threads, ...)                                                       \
    AMP__PARAMETERS(name, __VA_ARGS__)                                                             \
    AMP__BODY void name##__body(amp__phases amp__phased, amp__arguments amp__a, int amp__op)       \
    {                                                                                              \
        AMP__ARRAYS_HERE                                                                           \
        const amp_tile_place amp_tile_index = amp__tile_index_of(amp__phased.tile);                \
        AMP__UNUSED_HERE(amp__op)                                                                  \
        AMP__EACH(AMP__LOCAL_OF, name, __VA_ARGS__)
#define AMP__PHASED_BODY_END }
#define AMP__ELEMENT_BODY(name, ...) AMP__ELEMENT_HEAD(name, AMP__EACH_ALONE, __VA_ARGS__)
/* The body of a kernel of elements that does not ask for vectors: where elements are moved by what
   others say, clang makes them if asked to, and took twice as long. */
#define AMP__PLAIN_BODY(name, ...) AMP__ELEMENT_HEAD(name, , __VA_ARGS__)
/* end_: a box holds ints, and what is stored may be ints: were the bound read from the box there
   would be no vectors. */
#define AMP__ELEMENT_BEGIN(name, ...)                                                              \
    AMP__PARAMETERS(name, __VA_ARGS__)                                                             \
    AMP__BODY void name##__body(const amp__box *amp__b, amp__arguments amp__a, int amp__op)        \
    {                                                                                              \
        const int end_ = amp__b->high[2];                                                          \
        AMP__UNUSED_HERE(amp__op)                                                                  \
        AMP__EACH(AMP__LOCAL_OF, name, __VA_ARGS__)
#define AMP__ELEMENT_HEAD(name, simd, ...)                                                         \
    AMP__ELEMENT_BEGIN(name, __VA_ARGS__)                                                          \
        simd for (int amp__at_ = amp__b->low[2]; amp__at_ < end_; amp__at_++) {
#define AMP__ELEMENT_BODY_END } }
/* Element 0 is what `first` does; the others are a loop without a test, of which vectors are made:
   the body behind it is one statement. */
#define AMP__AFTER_FIRST_BODY(name, first, ...)                                                    \
    AMP__ELEMENT_BEGIN(name, __VA_ARGS__)                                                          \
        const int from_ = amp__b->low[2] == 0 ? 1 : amp__b->low[2];                                \
        if (amp__b->low[2] == 0 && end_ > 0) { first }                                             \
        AMP__EACH_ALONE for (int amp__at_ = from_; amp__at_ < end_; amp__at_++) {

/* amp_phase and amp_phase_first in one dimension, which is all that the tiles
   here have, and without tidx, in whose place is AMP__THREAD: a third of the text. */
#define AMP__PHASE_ALL AMP__PHASE_ROW(amp__row_begin(amp__phased, AMP__ALL_THREADS))
#define AMP__PHASE_FIRST(n) AMP__PHASE_ROW(amp__row_begin(amp__phased, n))
/* One phase of all threads, in which k is first, first + step, ... below last: for each k all
   threads, not for each thread all k. */
#define AMP__PHASE_ROWS(k, first, last, step)                                                      \
    for (int end_ = amp__row_begin(amp__phased, AMP__ALL_THREADS), once_ = 1; once_;               \
         once_ = amp__phase_end(amp__phased, AMP__STR(__COUNTER__)))                               \
    for (ptrdiff_t k = first; k < (last); k += (step))                                             \
    AMP__EACH_ALONE for (int thread_ = amp__phased.low[2]; thread_ < end_; thread_++)
#define AMP__PHASE_ROW(row_end) AMP__PHASE_OF(AMP__SIMD, row_end)
#define AMP__PHASE_OF(simd, row_end)                                                               \
    for (int end_ = row_end, once_ = 1; once_;                                                     \
         once_ = amp__phase_end(amp__phased, AMP__STR(__COUNTER__)))                               \
    simd for (int thread_ = amp__phased.low[2]; thread_ < end_; thread_++)
/* Those of threads that each read all that they need before they write. */
#define AMP__PHASE_ALONE_ALL AMP__PHASE_ALONE_FIRST(AMP__ALL_THREADS)
#define AMP__PHASE_ALONE_FIRST(n) AMP__PHASE_OF(AMP__EACH_ALONE, amp__row_begin(amp__phased, n))

/* The thread's number in its tile. */
#define AMP__THREAD thread_
enum { AMP__ALL_THREADS = 1 << 20 }; /* more than a tile has */

/* Begins the phase of the threads [0, n): returns where the row of threads at work ends. */
static AMP__INLINE int amp__row_begin(amp__phases p, int n)
{
    return amp__row_end(p, amp__phase_begin(p, n), 0, 0);
}

#define AMP__UNUSED_TABLE AMP__UNUSED
#define AMP__PARAMETERS(name, ...)                                                                 \
    static const amp__parameter name##__p[] AMP__UNUSED_TABLE = {                                  \
        AMP__EACH(AMP__ROW_OF, name, __VA_ARGS__) };                                               \
    enum { name##__n = AMP__COUNT(__VA_ARGS__) };
#define AMP__ROW_OF(i, p) AMP__ROW_OF_##p
#define AMP__ROW_OF_in(T, r, n) { #n, AMP__TYPE_CONSTANT(T), r, AMP__ACCESS_in, 0 },
#define AMP__ROW_OF_out(T, r, n) { #n, AMP__TYPE_CONSTANT(T), r, AMP__ACCESS_out, 0 },
#define AMP__ROW_OF_inout(T, r, n) { #n, AMP__TYPE_CONSTANT(T), r, AMP__ACCESS_inout, 0 },
#define AMP__ROW_OF_value(T, n) { #n, AMP__TYPE_CONSTANT(T), 0, AMP__ACCESS_value, 0 },
#define AMP__LOCAL_OF(i, p) AMP__LOCAL_OF_I(i, AMP__LOCAL_OF_##p)
#define AMP__LOCAL_OF_I(...) AMP__LOCAL_OF_II(__VA_ARGS__)
#define AMP__LOCAL_OF_II(i, what, ...) what(i, __VA_ARGS__)
#define AMP__LOCAL_OF_in(T, r, n) AMP__LOCAL_VIEW, const T, r, n
#define AMP__LOCAL_OF_out(T, r, n) AMP__LOCAL_VIEW, T, r, n
#define AMP__LOCAL_OF_inout AMP__LOCAL_OF_out
#define AMP__LOCAL_OF_value(T, n) AMP__LOCAL_VALUE, T, n
#define AMP__LOCAL_VIEW(i, T, r, n)                                                                \
    T *const n = amp__a[i].data;                                                                   \
    const amp_shape##r n##_shape = amp__shape_of##r(amp__a + i);                                   \
    AMP__UNUSED_HERE(n) AMP__UNUSED_HERE(n##_shape)
#define AMP__LOCAL_VALUE(i, T, n) const T n = *(const T *)amp__a[i].data; AMP__UNUSED_HERE(n)

/* ==== 4 entries ========================================================== */

/* The kernels of a definition stand in one list, a macro AMP__..._KERNELS(K, ...), which is
   K(form, kernel, ...) for each. The form says how a kernel is launched and compiled:

     ELEMENT   a thread for each element of a range
     CHUNK     tiles of one thread; SEGMENT, in which a choice shall stay a choice; ONCE, in one
               build, since a pass does its work where speed counts
     FOLD      tiles of 64 threads; MAPPED, of what elements are mapped to; THREADS, in which each
               thread has a loop of its own
     TILE      the form for a GPU. It runs on the host only where it is asked for, to be tested:
               one build is enough
     NO        there is none: its member is empty

   Of a list are made the kernels on a device and the bodies on the host; their members of a struct;
   the compiled forms of each; and their amp__kernel. */
#define AMP__MEMBER_OF(form, kernel, ...) amp__kernel kernel;
#define AMP__ENTRIES_OF(form, kernel, name, body, op)                                              \
    AMP__##form##_ENTRIES(amp__##kernel##_##name, amp__##kernel##_##body, op)
#define AMP__KERNEL_OF(form, kernel, name, body, op)                                               \
    AMP__##form##_KERNEL(amp__##kernel##_##name, amp__##kernel##_##body),
/* The amp__kernel of a kernel that stands in no list. */
#define AMP__KERNEL_HERE(form, kernel, name, body)                                                 \
    AMP__##form##_KERNEL(amp__##kernel##_##name, amp__##kernel##_##body)
/* The entries of a list's kernels, and amp__<what>_<name>(), which describes the definition: first
   what stands last here, then its kernels. */
#define AMP__DESCRIBED(what, KERNELS, name, body, op, ...)                                         \
    KERNELS(AMP__ENTRIES_OF, name, body, op)                                                       \
    AMP__DESCRIPTION(amp__##what, amp__##what##_##name, __VA_ARGS__,                               \
                     KERNELS(AMP__KERNEL_OF, name, body, op))

/* AMP__OPTIONS(op, loops, build): an entry's options. With an operator of the program's, whose
   number is 0, all is inlined (flatten), and loops says of which loops gcc shall make vectors then
   (docs/decisions/0028-loops-of-an-operator.md):

     ALONE     of those over elements or threads, and no others (AMP__EACH_ALONE)
     CHOICES   of those without a condition
     THREAD    so, and the number of turns is a constant: of an entry that runs one thread
     LIES      as ALONE. Two rows of a fold that gcc weaves into one another are read in no order:
               memory then gives two thirds
     PATH      as CHOICES. gcc writes a loop that ends in a choice once for each choice, with a jump
               to one of them, which cannot be foretold where segments begin at random

   A ready-made operator has no loop; instead of 0 stands the name of its number. All options are
   one attribute: behind a second one gcc 12 no longer unrolls as at -O3. */
#define AMP__OPTIONS(op, loops, build)                                                             \
    AMP__CAT(AMP__OPTIONS_##build##_, AMP__SECOND(AMP__CAT(AMP__USERS_, op) loops, READY, ))
#define AMP__USERS_0 ,
#define AMP__OPTIONS_base_READY AMP__BASE
#define AMP__OPTIONS_avx2_READY AMP__AVX2
#define AMP__OPTIONS_once_READY
#if AMP__TUNED && !defined(__clang__)
#define AMP__FLAT(...) __attribute__((flatten, __VA_ARGS__))
#define AMP__FLAT_base(...) AMP__FLAT(optimize(AMP__BASE_OPTIONS, __VA_ARGS__))
#define AMP__FLAT_avx2(...) AMP__FLAT(target(AMP__AVX2_TARGET),                                    \
    optimize(AMP__BASE_OPTIONS, AMP__CONTRACTION, __VA_ARGS__))
#if AMP__ONLY_SIMD_LOOPS
#define AMP__ALONE_LOOPS "no-tree-loop-vectorize"
#else
#define AMP__ALONE_LOOPS AMP__NO_IF_CONVERSION
#endif
#define AMP__OPTIONS_base_CHOICES AMP__FLAT_base(AMP__NO_IF_CONVERSION)
#define AMP__OPTIONS_avx2_CHOICES AMP__FLAT_avx2(AMP__NO_IF_CONVERSION)
#define AMP__OPTIONS_base_ALONE AMP__FLAT_base(AMP__ALONE_LOOPS)
#define AMP__OPTIONS_avx2_ALONE AMP__FLAT_avx2(AMP__ALONE_LOOPS)
#define AMP__AS_IT_LIES AMP__ALONE_LOOPS, "no-predictive-commoning", "no-schedule-insns2"
#define AMP__OPTIONS_base_LIES AMP__FLAT_base(AMP__AS_IT_LIES)
#define AMP__OPTIONS_avx2_LIES AMP__FLAT_avx2(AMP__AS_IT_LIES)
/* Steps that jump begin at a cache line, wherever other code ends: a jump across the end of one
   made a merge in order take 1.6 times as long. */
#define AMP__AT_A_LINE __attribute__((aligned(64)))
#define AMP__OPTIONS_base_PATH \
    AMP__AT_A_LINE AMP__FLAT_base(AMP__NO_IF_CONVERSION, "no-split-paths")
#define AMP__OPTIONS_avx2_PATH \
    AMP__AT_A_LINE AMP__FLAT_avx2(AMP__NO_IF_CONVERSION, "no-split-paths")
#define AMP__OPTIONS_once_THREAD AMP__FLAT(optimize(AMP__CAREFUL))
#else
#define AMP__OPTIONS_base_CHOICES AMP__BASE
#define AMP__OPTIONS_avx2_CHOICES AMP__AVX2
#define AMP__OPTIONS_base_ALONE AMP__BASE
#define AMP__OPTIONS_avx2_ALONE AMP__AVX2
#define AMP__OPTIONS_base_LIES AMP__BASE
#define AMP__OPTIONS_avx2_LIES AMP__AVX2
#define AMP__OPTIONS_base_PATH AMP__BASE
#define AMP__OPTIONS_avx2_PATH AMP__AVX2
#define AMP__OPTIONS_once_THREAD
#endif
/* The number of a kernel with no operator of the program's: what moves elements, a ready-made
   condition, a pass. */
enum { AMP__NO_OPERATOR };
/* Entries in a build for AVX2 beside that for the compiler's target, where the program has such
   builds (AMP__WIDE_BUILDS). Elsewhere the first stands in both places of a kernel's description: a
   pass, which may be compiled elsewhere, calls the one of its own build. */
#if AMP__WIDE_BUILDS
#define AMP__TWO_BUILDS(op, loops, entry, ...)                                                     \
    entry(base, AMP__OPTIONS(op, loops, base), __VA_ARGS__)                                        \
    entry(avx2, AMP__OPTIONS(op, loops, avx2), __VA_ARGS__)
#define AMP__BUILDS_OF(name) { name##__base, name##__avx2 }
#else
#define AMP__TWO_BUILDS(op, loops, entry, ...)                                                     \
    entry(base, AMP__OPTIONS(op, loops, base), __VA_ARGS__)
#define AMP__BUILDS_OF(name) { name##__base, name##__base }
#endif
#define AMP__ELEMENT_ENTRIES(name, body, op)                                                       \
    AMP__TWO_BUILDS(op, ALONE, AMP__ELEMENT_ENTRY, name, body, op)
#define AMP__ELEMENT_ENTRY(suffix, options, name, body, op)                                        \
    AMP__HELPER options void name##__##suffix(amp__arguments a, const amp__box *b)                 \
    { body##__body(b, a, op); }
#define AMP__CHUNK_ENTRIES(name, body, op)                                                         \
    AMP__TWO_BUILDS(op, CHOICES, AMP__WHOLE_ENTRY, name, body, 1, op, )                            \
    AMP__LONE_THREAD_ENTRY(name, body, op)
#define AMP__SEGMENT_ENTRIES(name, body, op)                                                       \
    AMP__TWO_BUILDS(0, PATH, AMP__WHOLE_ENTRY, name, body, 1, op, )                                \
    AMP__LONE_THREAD_ENTRY(name, body, op)
#define AMP__ONCE_ENTRIES(name, body, op)                                                          \
    AMP__WHOLE_ENTRY(base, AMP__OPTIONS(op, CHOICES, base), name, body, 1, op, )                   \
    AMP__LONE_THREAD_ENTRY(name, body, op)
#define AMP__FOLD_ENTRIES(name, body, op)                                                          \
    AMP__TWO_BUILDS(op, ALONE, AMP__WHOLE_ENTRY, name, body, AMP__FOLD_THREADS, op, )              \
    AMP__THREAD_ENTRY(name, body, AMP__FOLD_THREADS, op)
#define AMP__MAPPED_ENTRIES(name, body, op)                                                        \
    AMP__TWO_BUILDS(0, LIES, AMP__WHOLE_ENTRY, name, body, AMP__FOLD_THREADS, op, )                \
    AMP__THREAD_ENTRY(name, body, AMP__FOLD_THREADS, op)
#define AMP__THREADS_ENTRIES(name, body, op)                                                       \
    AMP__TWO_BUILDS(op, CHOICES, AMP__WHOLE_ENTRY, name, body, AMP__FOLD_THREADS, op, )            \
    AMP__THREAD_ENTRY(name, body, AMP__FOLD_THREADS, op)
#define AMP__NO_ENTRIES(name, body, op)
#define AMP__TILE_ENTRIES(name, body, op)                                                          \
    AMP__WHOLE_ENTRY(base, AMP__GLUE, name, body, AMP__TILE, op, AMP__OPTIONS(op, THREAD, once))   \
    AMP__THREAD_ENTRY(name, body, AMP__TILE, op)
/* A tile, as loops; and one of its threads. */
#define AMP__WHOLE_ENTRY(suffix, build, name, body, threads, op, attributes)                       \
    AMP__HELPER build attributes void name##__##suffix(amp__arguments a, amp__tile *t)             \
    { body##__body(amp__row(t, threads), a, op); }
#define AMP__THREAD_ENTRY(name, body, threads, op)                                                 \
    AMP__HELPER AMP__OPTIONS(op, THREAD, once) void name##__thread(amp__arguments a, amp__tile *t) \
    { body##__body(amp__row_thread(t, threads), a, op); }
/* The thread of a tile that has one is the tile, so that engines which run threads one by one need
   no code of their own. The checker tells a thread's tile memory from a local variable. */
#if AMP__CHECKING
#define AMP__LONE_THREAD_ENTRY(name, body, op) AMP__THREAD_ENTRY(name, body, 1, op)
#define AMP__LONE_THREAD(name) name##__thread
#else
#define AMP__LONE_THREAD_ENTRY(name, body, op)
#define AMP__LONE_THREAD(name) name##__base
#endif
/* The phases of a tile that is one row of threads, and those of one of its threads. */
static AMP__INLINE amp__phases amp__row(amp__tile *t, int threads)
{
    return amp__whole_tile(t, 1, 1, 1, threads);
}
static AMP__INLINE amp__phases amp__row_thread(amp__tile *t, int threads)
{
    return amp__one_thread(t, 1, 1, 1, threads);
}

/* The initialiser of a kernel's amp__kernel, and its last two members, the program and what the
   checker is told. With NULL for 0 the names that are ready-made would be a tenth more text: a
   preprocessor notes the line of what a macro of the system's headers expands to. */
#if AMP__TWINS /* a program's kernels have them */
#define AMP__NO_TWINS , 0, 0
#else
#define AMP__NO_TWINS
#endif
#ifdef AMP_OPENCL
#define AMP__IN_PROGRAM AMP__PROGRAM, AMP__CHECK_SEES, 0 AMP__NO_TWINS
#else
#define AMP__IN_PROGRAM 0, AMP__CHECK_SEES, 0 AMP__NO_TWINS
#endif
#define AMP__ELEMENT_KERNEL(name, body)                                                            \
    { #name, AMP__SIMPLE, 1, { 1, 1, 1 }, body##__n, body##__p, AMP__BUILDS_OF(name), 0, { 0 },    \
      { 0 }, AMP__IN_PROGRAM }
#define AMP__CHUNK_KERNEL(name, body)                                                              \
    AMP__PHASED_KERNEL(name, body, 1, AMP__LONE_THREAD(name), AMP__BUILDS_OF(name))
#define AMP__SEGMENT_KERNEL(name, body) AMP__CHUNK_KERNEL(name, body)
#define AMP__ONCE_KERNEL(name, body)                                                               \
    AMP__PHASED_KERNEL(name, body, 1, AMP__LONE_THREAD(name), { name##__base, name##__base })
#define AMP__FOLD_KERNEL(name, body)                                                               \
    AMP__PHASED_KERNEL(name, body, AMP__FOLD_THREADS, name##__thread, AMP__BUILDS_OF(name))
#define AMP__MAPPED_KERNEL(name, body) AMP__FOLD_KERNEL(name, body)
#define AMP__THREADS_KERNEL(name, body) AMP__FOLD_KERNEL(name, body)
#define AMP__NO_KERNEL(name, body) { 0 }
#define AMP__TILE_KERNEL(name, body)                                                               \
    AMP__PHASED_KERNEL(name, body, AMP__TILE, name##__thread, { name##__base, name##__base })
#define AMP__PHASED_KERNEL(name, body, threads, thread, ...)                                       \
    { #name, AMP__PHASED, 1, { threads }, body##__n, body##__p, { 0 }, thread, __VA_ARGS__,        \
      { 0 }, AMP__IN_PROGRAM }

/* Launches the kernel *k, where the calling thread's algorithms run, over an
   extent or a tiled extent. The others are the addresses of its arguments:
   amp_array_view, or a value of the parameter's very type. */
#define AMP__RUN(k, domain, ...)                                                                   \
    amp__launch_simple(AMP__ON, k, domain, (const void *const[]){ __VA_ARGS__ })
#define AMP__RUN_TILES(k, domain, ...)                                                             \
    amp__launch_tiled(AMP__ON, k, domain, (const void *const[]){ __VA_ARGS__ })

/* ==== 5 descriptions ===================================================== */

/* What is known of a user's operator, type or comparison, for the functions
   that are the same for all of them. It is a function with a static object in
   it: without -O gcc keeps a file's static objects, and all that they point to, but
   not those of an inline function that nobody calls. Calls put its
   name in parentheses, so that one that does not exist is an error, not a warning. */
#define AMP__DESCRIPTION(type, name, ...)                                                          \
    AMP__HELPER const type *name(void)                                                             \
    {                                                                                              \
        static const type described = { __VA_ARGS__ };                                             \
        return &described;                                                                         \
    }
/* A map: its kernel, and that kernel's last argument. */
typedef struct amp__mapping {
    const amp__kernel *kernel;
    const void *value;
} amp__mapping;
#define AMP__TYPE_CONSTANT(T) { #T, sizeof(T), AMP__KIND_OF(T) }
/* AMP__KIND_READY(T) is the same for names of types that are one word: where
   AMP__KIND_OF_T is known, in a tenth of the text. */
#define AMP__KIND_OF(T) AMP__KIND(T)
#define AMP__KIND_READY(T) AMP__SECOND(AMP__KIND_OF_##T, AMP__KIND(T), 0)
#define AMP__SECOND(...) AMP__SECOND_I(__VA_ARGS__)
#define AMP__SECOND_I(first, second, ...) second
#define AMP__KIND_OF_int 0, AMP__KIND_INT

/* The element type of flags, counts and indices. */
static const amp__type amp__al_int AMP__UNUSED = { "int", sizeof(int), AMP__KIND_INT };

#endif /* AMP_ALGORITHMS_KERNEL_H */
