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

A definition, AMP_DEFINE_..., is a macro that a user writes in a device region,
and it makes kernels of the user's type and expression. Two compilers read it:
the host's, and the device's, which sees the text of regions alone, without the
host's headers. So the body of a kernel whose type or expression is the user's
has to be in a macro, itself in a region: a template header, which would be the
better form, cannot be included by a macro, nor by a device. All other code of
the algorithms is in functions.

On a device a body becomes a kernel by AMP_KERNEL or AMP_PHASED_KERNEL, as a
user's does. On the host those macros would be the larger part of what a program
is compiled from: there are some 700 ready-made kernels, and each would bring
its parameters eight times. So a body is here one function, which reads its
parameters from the launch's arguments; the ready-made operators of a type
(plus, min, ...) share it, and each has only entries of its own, in which the
operator's number is a constant. The compiler inlines the body and leaves one
operator of it. What a kernel is made of: see amp/kernel/kernel.h.
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
#define AMP__TILE_BODY(name, like, ...) AMP_PHASED_KERNEL(name, (AMP__TILE), __VA_ARGS__) {
#define AMP__TILE_BODY_END }
#define AMP__ELEMENT_BODY(name, ...) AMP_KERNEL(name, 1, __VA_ARGS__) {
#define AMP__PLAIN_BODY(name, ...) AMP_KERNEL(name, 1, __VA_ARGS__) {
#define AMP__ELEMENT_BODY_END }
#define AMP__AFTER_FIRST_BODY(name, first, ...)                                                    \
    AMP_KERNEL(name, 1, __VA_ARGS__) { if (amp__at_ == 0) { first } else
#define AMP__PHASE_ALL amp_phase
#define AMP__PHASE_FIRST(n) amp_phase_first(n)
#define AMP__T tidx.local[0]
#define AMP__OWN(name) amp_mine(name)
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

/* Makes sum, a T, which is the identity at first. gcc is not told the value: a scan
   whose operator chooses may be a loop of which gcc 12 makes wrong vectors if it knows the value
   before it (docs/compiler-faults.md). */
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
AMP_DEVICE_END

/* ==== 3 bodies =========================================================== */

/* AMP__PHASED_BODY(name, threads, parameters...) and AMP__PHASED_BODY_END stand
   around the body of a phased kernel whose tiles are rows of `threads`
   threads; AMP__ELEMENT_BODY(name, parameters...) and its end around one that
   is run for each element of a range, whose number is amp__at_;
   AMP__TILE_BODY(name, like, parameters...) and its end around one in the form
   for a GPU, with the parameters of the kernel `like`, the form for a CPU. The parameters
   are those of AMP_KERNEL. amp__op is the number of the operator, where the
   definition has several; what combines two elements takes it as its first
   argument. On the host this leaves name__body, and the
   table of parameters name__p with name__n rows. */
#define AMP__PHASED_BODY(name, threads, ...)                                                       \
    AMP__PARAMETERS(name, __VA_ARGS__)                                                             \
    AMP__PHASED_HEAD(name, threads, __VA_ARGS__)
#define AMP__TILE_BODY(name, like, ...) AMP__PHASED_HEAD(name, AMP__TILE, __VA_ARGS__)
/* A body need not use all that it is given. */
#define AMP__UNUSED_HERE(name) (void)name;
/* What amp_tile_static and amp_thread_private ask of the function that they stand in. */
#define AMP__ARRAYS_HERE(threads)                                                                  \
    char (*const amp__not_in_a_simple_kernel)[2] = 0;                                              \
    char (*const amp__only_in_a_phased_kernel)[threads] = 0;                                       \
    (void)amp__not_in_a_simple_kernel, (void)amp__only_in_a_phased_kernel;
#define AMP__PHASED_HEAD(name, threads, ...)                                                       \
    AMP__BODY void name##__body(amp__phases amp__phased,                             \
        const amp__argument *amp__a, int amp__op)                                            \
    {                                                                                              \
        AMP__ARRAYS_HERE(threads)                                                                  \
        const amp_tile_place amp_tile_index = amp__tile_index_of(amp__phased.tile);           \
        AMP__UNUSED_HERE(amp__op)                                                                  \
        AMP__EACH(AMP__LOCAL_OF, name, __VA_ARGS__)
#define AMP__PHASED_BODY_END }
#define AMP__TILE_BODY_END }
#define AMP__ELEMENT_BODY(name, ...) AMP__ELEMENT_HEAD(name, AMP__SIMD, __VA_ARGS__)
/* The body of a kernel of elements that does not ask for vectors: where elements are moved by what
   others say, clang makes them if asked to, and took twice as long. */
#define AMP__PLAIN_BODY(name, ...) AMP__ELEMENT_HEAD(name, , __VA_ARGS__)
/* e_: a box holds ints, and what is stored may be ints: were the bound read from the box there
   would be no vectors. */
#define AMP__ELEMENT_HEAD(name, simd, ...)                                                         \
    AMP__PARAMETERS(name, __VA_ARGS__)                                                             \
    AMP__BODY void name##__body(const amp__box *amp__b, const amp__argument *amp__a,      \
        int amp__op)                                                                         \
    {                                                                                              \
        AMP__UNUSED_HERE(amp__op)                                                                  \
        AMP__EACH(AMP__LOCAL_OF, name, __VA_ARGS__)                                                \
        simd for (int amp__at_ = amp__b->low[2], e_ = amp__b->high[2]; amp__at_ < e_; amp__at_++) {
#define AMP__ELEMENT_BODY_END } }
/* Element 0 is what `first` does; the others are a loop without a test, of which vectors are made:
   the body behind it is one statement. */
#define AMP__AFTER_FIRST_BODY(name, first, ...)                                                    \
    AMP__PARAMETERS(name, __VA_ARGS__)                                                             \
    AMP__BODY void name##__body(const amp__box *amp__b, const amp__argument *amp__a,      \
        int amp__op)                                                                         \
    {                                                                                              \
        const int from_ = amp__b->low[2] == 0 ? 1 : amp__b->low[2];                                \
        AMP__UNUSED_HERE(amp__op)                                                                  \
        AMP__EACH(AMP__LOCAL_OF, name, __VA_ARGS__)                                                \
        if (amp__b->low[2] == 0 && amp__b->high[2] > 0) { first }                                  \
        AMP__SIMD for (int amp__at_ = from_, e_ = amp__b->high[2]; amp__at_ < e_; amp__at_++) {

/* amp_phase and amp_phase_first in one dimension, which is all that the tiles
   here have, and without tidx, in whose place is AMP__T: a third of the text. */
#define AMP__PHASE_ALL AMP__PHASE_ROW(amp__row_all(amp__phased))
#define AMP__PHASE_FIRST(n) AMP__PHASE_ROW(amp__row_begin(amp__phased, n))
/* One phase of all threads, in which k is first, first + step, ... below last: for each k all
   threads, not for each thread all k. */
#define AMP__PHASE_ROWS(k, first, last, step)                                                      \
    for (int e_ = amp__row_all(amp__phased), o_ = 1; o_;                                           \
         o_ = amp__end(amp__phased, AMP__STR(__COUNTER__)))                                        \
    for (ptrdiff_t k = first; k < (last); k += (step))                                             \
    AMP__SIMD for (int x_ = amp__phased.low[2]; x_ < e_; x_++)
#define AMP__PHASE_ROW(row_end)                                                                    \
    for (int e_ = row_end, o_ = 1; o_; o_ = amp__end(amp__phased, AMP__STR(__COUNTER__)))          \
    AMP__SIMD for (int x_ = amp__phased.low[2]; x_ < e_; x_++)

/* The thread's number in its tile, and its own variable of amp_thread_private. */
#define AMP__T x_
#define AMP__OWN(name) name[x_]

/* Behind a phase, in a short word: it stands in each of some 500. */
static AMP__INLINE int amp__end(amp__phases p, const char *site)
{
    return amp__phase_end(p, site);
}

/* Begins the phase of the threads [0, n): returns where the row of threads at work ends. */
static AMP__INLINE int amp__row_begin(amp__phases p, int n)
{
    return amp__row_end(p, amp__phase_begin(p, n), 0, 0);
}

/* Begins the phase of all threads of the tile: returns where the row of threads at work ends. */
static AMP__INLINE int amp__row_all(amp__phases p)
{
    return amp__row_begin(p, 1 << 20); /* more than a tile has */
}

#define AMP__UNUSED_TABLE AMP__UNUSED
#define AMP__PARAMETERS(name, ...)                                                                 \
    static const amp__parameter name##__p[] AMP__UNUSED_TABLE = {                                  \
        AMP__EACH(AMP__ROW_OF, name, __VA_ARGS__) };                                               \
    enum { name##__n = AMP__COUNT(__VA_ARGS__) };
#define AMP__ROW_OF(i, p) AMP__ROW_OF_##p
#define AMP__ROW_OF_in(T, r, n) { #n, AMP__TYPE_CONSTANT(T), r, AMP__PI },
#define AMP__ROW_OF_out(T, r, n) { #n, AMP__TYPE_CONSTANT(T), r, AMP__PO },
#define AMP__ROW_OF_inout(T, r, n) { #n, AMP__TYPE_CONSTANT(T), r, AMP__PIO },
#define AMP__ROW_OF_value(T, n) { #n, AMP__TYPE_CONSTANT(T), 0, AMP__PV },
#define AMP__LOCAL_OF(i, p) AMP__LOCAL_OF_I(i, AMP__LOCAL_OF_##p)
#define AMP__LOCAL_OF_I(...) AMP__LOCAL_OF_II(__VA_ARGS__)
#define AMP__LOCAL_OF_II(i, what, ...) AMP__LOCAL_##what(i, __VA_ARGS__)
#define AMP__LOCAL_OF_in(T, r, n) VIEW, const T, r, n
#define AMP__LOCAL_OF_out(T, r, n) VIEW, T, r, n
#define AMP__LOCAL_OF_inout(T, r, n) VIEW, T, r, n
#define AMP__LOCAL_OF_value(T, n) VALUE, T, n
/* amp__shape_of1 and 2 in short: a body has one for each view. */
static AMP__INLINE amp_shape1 amp__s1(const amp__argument *a) { return amp__shape_of1(a); }
static AMP__INLINE amp_shape2 amp__s2(const amp__argument *a) { return amp__shape_of2(a); }
#define AMP__LOCAL_VIEW(i, T, r, n)                                                                \
    T *const n = amp__a[i].data;                                                                   \
    const amp_shape##r n##_shape = amp__s##r(amp__a + i);                                          \
    AMP__UNUSED_HERE(n) AMP__UNUSED_HERE(n##_shape)
#define AMP__LOCAL_VALUE(i, T, n) const T n = *(const T *)amp__a[i].data; AMP__UNUSED_HERE(n)

/* ==== 4 entries ========================================================== */

/* A launch's arguments, in a short word: it stands in each of some 1700 entries. */
typedef const amp__argument *amp__args;

/* The compiled forms of the kernel amp__<kernel>_<name>, whose body is that of
   amp__<kernel>_<body> with the operator's number op. */
#define AMP__PHASED_ENTRIES(kernel, name, body, threads, op)                                       \
    AMP__PHASED_ENTRIES_OF(amp__##kernel##_##name, amp__##kernel##_##body, threads, op, )
/* The compiled forms of a fold of what elements are mapped to. */
#define AMP__FOLD_ENTRIES(kernel, name, body, threads, op)                                         \
    AMP__PHASED_ENTRIES_OF(amp__##kernel##_##name, amp__##kernel##_##body, threads, op,            \
                           AMP__AS_IT_LIES)
/* The compiled forms of a scan by segments. gcc writes a loop that ends in a choice once for each
   choice, with a jump to one of them, which cannot be foretold. */
#define AMP__SEGMENT_ENTRIES(kernel, name, body, threads, op)                                      \
    AMP__PHASED_ENTRIES_OF(amp__##kernel##_##name, amp__##kernel##_##body, threads, op,            \
                           AMP__ONE_PATH)
#define AMP__PHASED_ENTRIES_OF(name, body, threads, op, attributes)                                \
    AMP__HELPER AMP__BASE attributes void name##__base(amp__args a, amp__tile *t)                 \
    { body##__body(amp__row(t, threads), a, op); }                                                 \
    AMP__HELPER AMP__AVX2 attributes void name##__avx2(amp__args a, amp__tile *t)                 \
    { body##__body(amp__row(t, threads), a, op); }                                                 \
    AMP__HELPER void name##__thread(amp__args a, amp__tile *t)                                    \
    { body##__body(amp__row_thread(t, threads), a, op); }
/* Two rows of a fold that gcc weaves into one another are eight lines of a cache in no order:
   memory then gives two thirds of what it gives where they are read as they lie. */
#if AMP__TUNED && !defined(__clang__)
#define AMP__AS_IT_LIES                                                                            \
    __attribute__((optimize("no-predictive-commoning", "no-schedule-insns2")))
#define AMP__ONE_PATH __attribute((optimize("no-split-paths")))
#else
#define AMP__AS_IT_LIES
#define AMP__ONE_PATH
#endif
/* The form for a GPU runs on the host only where it is asked for, to be tested:
   one build is enough. */
#define AMP__TILE_ENTRIES(kernel, name, body, op)                                                  \
    AMP__TILE_ENTRIES_OF(amp__##kernel##_##name, amp__##kernel##_##body, op)
#define AMP__TILE_ENTRIES_OF(name, body, op)                                                       \
    AMP__HELPER AMP__BASE void name##__base(amp__args a, amp__tile *t)                            \
    { body##__body(amp__row(t, AMP__TILE), a, op); }                                               \
    AMP__HELPER void name##__thread(amp__args a, amp__tile *t)                                    \
    { body##__body(amp__row_thread(t, AMP__TILE), a, op); }
/* The phases of a tile that is one row of threads. */
static AMP__INLINE amp__phases amp__row(amp__tile *t, int threads)
{
    return amp__whole_tile(t, 1, 1, 1, threads);
}

/* The phases of one thread of such a tile. */
static AMP__INLINE amp__phases amp__row_thread(amp__tile *t, int threads)
{
    return amp__one_thread(t, 1, 1, 1, threads);
}

#define AMP__ELEMENT_ENTRIES(kernel, name, body, op)                                               \
    AMP__ELEMENT_ENTRIES_OF(amp__##kernel##_##name, amp__##kernel##_##body, op)
#define AMP__ELEMENT_ENTRIES_OF(name, body, op)                                                    \
    AMP__HELPER AMP__BASE void name##__base(amp__args a, const amp__box *b)                       \
    { body##__body(b, a, op); }                                                                    \
    AMP__HELPER AMP__AVX2 void name##__avx2(amp__args a, const amp__box *b)                       \
    { body##__body(b, a, op); }

/* The initialiser of that kernel's amp__kernel. With NULL for 0 the names that
   are ready-made would be a tenth more text: a preprocessor notes the line of
   what a macro of the system's headers expands to. */
#ifdef AMP_OPENCL
#define AMP__IN_PROGRAM AMP__PROGRAM
#else
#define AMP__IN_PROGRAM 0
#endif
#define AMP__PHASED_KERNEL(kernel, name, body, threads)                                            \
    AMP__PHASED_KERNEL_OF(amp__##kernel##_##name, amp__##kernel##_##body, threads, avx2)
#define AMP__TILE_KERNEL(kernel, like, name, body)                                                 \
    AMP__PHASED_KERNEL_OF(amp__##kernel##_##name, amp__##like##_##body, AMP__TILE, base)
#define AMP__PHASED_KERNEL_OF(name, body, threads, second)                                         \
    { #name, AMP__PHASED, 1, { threads }, body##__n, body##__p, { 0 }, name##__thread,             \
      { name##__base, name##__##second }, AMP__IN_PROGRAM }
#define AMP__ELEMENT_KERNEL(kernel, name, body)                                                    \
    AMP__ELEMENT_KERNEL_OF(amp__##kernel##_##name, amp__##kernel##_##body)
#define AMP__ELEMENT_KERNEL_OF(name, body)                                                         \
    { #name, AMP__SIMPLE, 1, { 1, 1, 1 }, body##__n, body##__p,                                    \
      { name##__base, name##__avx2 }, 0, { 0 }, AMP__IN_PROGRAM }

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
