/* SPDX-License-Identifier: MIT */
#ifndef AMP_KERNEL_KERNEL_H
#define AMP_KERNEL_KERNEL_H
/*
amp/kernel/kernel.h: the kernel macros: AMP_KERNEL, AMP_TILED_KERNEL, AMP_PHASED_KERNEL.

A kernel macro makes three things: the body, a function of its own; entries, by which
an engine calls it (loop entries for a box of threads or a whole tile, a thread entry
for one thread); and name__launch, the typed function that amp_parallel_for_each calls.
*/

#include <limits.h> /* INT_MAX */
#include "launcher.h"
#include "../language/language.h"
#include "../base/mistakes.h"

/* What the parts of a kernel make of a parameter such as in(float, 2, A): its
   declaration, an argument, its description... */
#define AMP__DECLARE(i, p) AMP__DECLARE_##p

#define AMP__DECLARE_in(T, r, n) , const T *n AMP__UNUSED, amp_shape##r n##_shape AMP__UNUSED
#define AMP__DECLARE_out(T, r, n) , T *n AMP__UNUSED, amp_shape##r n##_shape AMP__UNUSED
#define AMP__DECLARE_inout AMP__DECLARE_out
#define AMP__DECLARE_table AMP__DECLARE_in
#define AMP__DECLARE_value(T, n) , T n AMP__UNUSED
#define AMP__DECLARE_tile(T, n) , T *n AMP__UNUSED, amp_shape1 n##_shape AMP__UNUSED
#define AMP__PASS(i, p) AMP__PASS_##p
#define AMP__PASS_in(T, r, n) , n, n##_shape
#define AMP__PASS_out AMP__PASS_in
#define AMP__PASS_inout AMP__PASS_in
#define AMP__PASS_table AMP__PASS_in
#define AMP__PASS_value(T, n) , n
#define AMP__PASS_tile(T, n) , n, n##_shape
#define AMP__SIGNATURE(i, p) AMP__SIGNATURE_##p
#define AMP__SIGNATURE_in(T, r, n) , amp_array_view n
#define AMP__SIGNATURE_out AMP__SIGNATURE_in
#define AMP__SIGNATURE_inout AMP__SIGNATURE_in
#define AMP__SIGNATURE_table AMP__SIGNATURE_in
#define AMP__SIGNATURE_value(T, n) , T n
#define AMP__SIGNATURE_tile(T, n) , int n
#define AMP__ADDRESS(i, p) AMP__ADDRESS_##p
#define AMP__ADDRESS_in(T, r, n) &n,
#define AMP__ADDRESS_out AMP__ADDRESS_in
#define AMP__ADDRESS_inout AMP__ADDRESS_in
#define AMP__ADDRESS_table AMP__ADDRESS_in
#define AMP__ADDRESS_value(T, n) &n,
#define AMP__ADDRESS_tile AMP__ADDRESS_value
#define AMP__DESCRIBE(i, p) AMP__DESCRIBE_##p
#define AMP__DESCRIBE_view(T, r, n, access, table) \
    { #n, { #T, sizeof(T), AMP__KIND(T) }, r, AMP__ACCESS_##access, table },
#define AMP__DESCRIBE_in(T, r, n) AMP__DESCRIBE_view(T, r, n, in, 0)
#define AMP__DESCRIBE_out(T, r, n) AMP__DESCRIBE_view(T, r, n, out, 0)
#define AMP__DESCRIBE_inout(T, r, n) AMP__DESCRIBE_view(T, r, n, inout, 0)
#define AMP__DESCRIBE_table(T, r, n) AMP__DESCRIBE_view(T, r, n, in, 1)
#define AMP__DESCRIBE_value(T, n)                                             \
    { #n, { #T, sizeof(T) * AMP__VALUE_ASKS(T), AMP__KIND(T) }, 0, AMP__ACCESS_value, 0 },
#define AMP__VALUE_ASKS(T)                                                    \
    AMP__ONE(a_value_is_no_pointer, !AMP__POINTER_TYPE(T), "a value cannot be a pointer, " \
             "which has no meaning on a device: take a view, in(type, rank, name)")
#define AMP__DESCRIBE_tile(T, n)                                              \
    { #n, { "int", sizeof(int), AMP__KIND_INT }, (int)sizeof(T), AMP__ACCESS_value, 0 },

/* From the i-th argument of a launch to the parameters of the body. */
#define AMP__BIND(i, p) AMP__BIND_I(i, AMP__TUPLE_##p)

#define AMP__BIND_I(i, ...) AMP__BIND_II(i, __VA_ARGS__)
#define AMP__BIND_II(i, how, ...) how(i, __VA_ARGS__)
#define AMP__TUPLE_in(T, r, n) AMP__BIND_IN, T, r
#define AMP__TUPLE_out(T, r, n) AMP__BIND_OUT, T, r
#define AMP__TUPLE_inout AMP__TUPLE_out
#define AMP__TUPLE_table AMP__TUPLE_in
#define AMP__TUPLE_value(T, n) AMP__BIND_VALUE, T, 0
#define AMP__TUPLE_tile(T, n) AMP__BIND_TILE, T, n
#define AMP__BIND_IN(i, T, r) , (const T *)amp__a[i].data, amp__shape_of##r(&amp__a[i])
#define AMP__BIND_OUT(i, T, r) , (T *)amp__a[i].data, amp__shape_of##r(&amp__a[i])
#define AMP__BIND_VALUE(i, T, r) , *(const T *)amp__a[i].data
#define AMP__BIND_TILE(i, T, n)                                               \
    , (T *)(AMP__REQUIRED(a_simple_kernel_has_no_tile_memory,                 \
                !AMP__TYPED(amp__t, void (void)),                             \
                "a simple kernel has no tile memory: write AMP_TILED_KERNEL(name, (tile), " \
                "parameters) or AMP_PHASED_KERNEL"),                          \
            amp__tile_given((amp__tile *)(void *)amp__t, &amp__a[i], #n, sizeof(T), \
                            __alignof__(T), AMP__KIND(T))),                   \
    amp__tile_shape(&amp__a[i])
/* In a simple kernel, where no tile has that name. Nobody defines it. */
void amp__t(void);

/* Tile memory whose size the launch gave: the argument is how many elements. */
static AMP__INLINE amp_shape1 amp__tile_shape(const amp__argument *a)
{
    amp_shape1 s;
    s.extent[0] = *(const int *)a->data;
    s.stride[0] = 1;
    return s;
}
static AMP__INLINE void *amp__tile_given(amp__tile *t, const amp__argument *a, const char *name,
                                         size_t size, size_t align, int kind)
{
    const int count = *(const int *)a->data;
#if AMP__ELEMENTS_CHECKED
    (void)align;
    return amp__checked(t, name, size, kind, 1, count, 1, 1);
#else
    (void)name;
    (void)kind;
    return amp__tile_static(t, size * (size_t)count, align, 0, 1);
#endif
}

/* Before the functions by which engines reach a kernel's body, and before the body. Where accesses
   are watched the body alone is what the compiler instruments. */
#if AMP__CHECKING
#define AMP__GLUE AMP__UNSEEN
#define AMP__BODY static AMP__NOINLINE
#else
#define AMP__GLUE
#define AMP__BODY static AMP__INLINE
#endif

/* Under the lens alone a program's kernel has two entries (AMP__TWINS): the body is put into both,
   name##__told, which the compiler instruments, and an entry that it does not. Elsewhere the body
   is called as it is. params: those of the body; passed: its arguments. */
#if AMP__TWINS
#define AMP__USERS_BODY static AMP__INLINE
#define AMP__TOLD(name) name##__told
#define AMP__TWIN(name, params, passed) \
    static AMP__NOINLINE void name##__told params { name##__body passed; }
#define AMP__UNTOLD_BOX(name, rank_, ...) \
    static AMP__INLINE void name##__box_alone( \
        amp__box amp__b AMP__EACH(AMP__DECLARE, __VA_ARGS__)) \
    { \
        AMP__FOR_BOX(rank_, amp__b) { \
            int amp__idx[AMP_MAX_RANK]; \
            amp__set_idx(rank_, amp__idx, amp__z, amp__y, amp__x AMP__LEAD_OF(amp__b)); \
            name##__body(amp__idx, 0 AMP__EACH(AMP__PASS, __VA_ARGS__)); \
        } \
    } \
    static AMP__UNUSED AMP__UNSEEN void name##__untold( \
        const amp__argument *amp__a, const amp__box *amp__b) \
    { (void)amp__a; name##__box_alone(*amp__b AMP__EACH(AMP__BIND, __VA_ARGS__)); }
#define AMP__UNTOLD_THREAD(name, run) \
    static AMP__UNUSED AMP__UNSEEN void name##__untold( \
        const amp__argument *amp__a, amp__tile *amp__t) { (void)amp__a; run; }
#define AMP__UNTOLD_ENTRIES(...) , __VA_ARGS__
#else
#define AMP__USERS_BODY AMP__BODY
#define AMP__TOLD(name) name##__body
#define AMP__TWIN(name, params, passed)
#define AMP__UNTOLD_BOX(name, rank_, ...)
#define AMP__UNTOLD_THREAD(name, run)
#define AMP__UNTOLD_ENTRIES(...)
#endif

/* The builds of a loop entry: for the compiler's target, AVX2 and AVX-512. Not target_clones, which
   loses the vectors in gcc 12, needs ifunc, and breaks under sanitizers. AVX2 stands without FMA,
   and AVX-512, which brings it, without contraction, so that results do not depend on the machine;
   with AMP_CONTRACT both have it. A program that is compiled for AVX2 or more has the build of its
   own target alone. */
#if AMP__TUNED && !defined(__clang__)
/* gcc at -O2 leaves half of sgemm's speed (measured: 54 against 27 ms); a
   kernel has no errno to set (of what is inlined into it gcc asks amp/language/math.h).
   clang needs neither. */
#define AMP__BASE_OPTIONS "O3", "no-math-errno"
#define AMP__BASE __attribute__((optimize(AMP__BASE_OPTIONS)))
/* Of the loops over a simple or a phased kernel's threads: gcc makes no vectors of a loop with a
   condition. It makes wrong ones of some (docs/compiler-faults.md). */
#define AMP__NO_IF_CONVERSION "no-tree-loop-if-convert"
#define AMP__LOOPS_BASE __attribute__((optimize(AMP__BASE_OPTIONS, AMP__NO_IF_CONVERSION)))
/* Of an entry that runs one thread: vectors are made of its loops as at -O2, where the number of
   turns is a constant, and none where it has a condition (docs/compiler-faults.md). One attribute:
   behind another one it would end the writing out of loops of few turns, and a matrix product took
   a fifth longer. */
#define AMP__CAREFUL "vect-cost-model=very-cheap", AMP__NO_IF_CONVERSION
#define AMP__IN_TURN __attribute__((optimize(AMP__CAREFUL)))
#define AMP__BASE_IN_TURN __attribute__((optimize(AMP__BASE_OPTIONS, AMP__CAREFUL)))
#else
#define AMP__BASE AMP__GLUE
#define AMP__LOOPS_BASE AMP__BASE
#define AMP__IN_TURN
#define AMP__BASE_IN_TURN AMP__BASE
#endif

#if AMP__TUNED && defined(__x86_64__) && !defined(__AVX2__)
#define AMP__WIDE_BUILDS 1
#ifdef AMP_CONTRACT
#define AMP__AVX2_TARGET "avx2,fma"
#define AMP__CONTRACTION "fp-contract=fast"
#else
#define AMP__AVX2_TARGET "avx2"
#define AMP__CONTRACTION "fp-contract=off"
#endif
#ifdef __clang__ /* it leaves out the whole attribute for a preferred width in it */
#define AMP__AVX2 __attribute__((target(AMP__AVX2_TARGET)))
#define AMP__LOOPS_AVX512 __attribute__((target("avx512f,avx512bw,avx512vl,avx512dq")))
#define AMP__LOOPS_AVX2 AMP__AVX2
#else
#define AMP__AVX2 __attribute__((target(AMP__AVX2_TARGET), \
    optimize(AMP__BASE_OPTIONS, AMP__CONTRACTION)))
#define AMP__LOOPS_AVX2 __attribute__((target(AMP__AVX2_TARGET), \
    optimize(AMP__BASE_OPTIONS, AMP__NO_IF_CONVERSION, AMP__CONTRACTION)))
#define AMP__LOOPS_AVX512 \
    __attribute__((optimize(AMP__BASE_OPTIONS, AMP__NO_IF_CONVERSION, AMP__CONTRACTION), \
    target("avx512f,avx512bw,avx512vl,avx512dq,prefer-vector-width=512")))
#endif
#else
#define AMP__WIDE_BUILDS 0
#define AMP__AVX2 AMP__BASE
#define AMP__LOOPS_AVX2 AMP__LOOPS_BASE
#endif

/* What a build of a phased kernel's loop entry is compiled with, by the rank of its tile. Of rank 1
   the rows are long, and a copy of one in plain order takes half of the time of a call of memcpy,
   or of loads in another order. On the body: clang looks for copies before it puts a function into
   another. Measured on x86-64 alone. */
#define AMP__PHASED_BUILD(suffix, attributes, tile_) \
    AMP__CAT(AMP__PHASED_BUILD_, AMP__RANK_OF(tile_))(suffix, attributes)
#define AMP__PHASED_BUILD_2(suffix, attributes) attributes
#define AMP__PHASED_BUILD_3 AMP__PHASED_BUILD_2
#define AMP__PHASED_BUILD_4 AMP__PHASED_BUILD_2
#define AMP__PHASED_BODY_2
#define AMP__PHASED_BODY_3
#define AMP__PHASED_BODY_4
#if !AMP__TUNED || !defined(__x86_64__)
#define AMP__PHASED_BUILD_1(suffix, attributes) attributes
#define AMP__PHASED_BODY_1
#elif defined(__clang__)
#if __has_attribute(no_builtin)
#define AMP__PHASED_BODY_1 __attribute__((no_builtin("memcpy")))
#else
#define AMP__PHASED_BODY_1
#endif
#define AMP__PHASED_BUILD_1(suffix, attributes) attributes AMP__PHASED_BODY_1
#else
#define AMP__PHASED_BUILD_1(suffix, attributes) AMP__IN_ORDER_##suffix
#define AMP__PHASED_BODY_1
#define AMP__IN_ORDER "no-tree-loop-distribute-patterns", "no-schedule-insns2"
#define AMP__IN_ORDER_base \
    __attribute__((optimize(AMP__BASE_OPTIONS, AMP__NO_IF_CONVERSION, AMP__IN_ORDER)))
#define AMP__IN_ORDER_avx2 __attribute__((target(AMP__AVX2_TARGET), \
    optimize(AMP__BASE_OPTIONS, AMP__NO_IF_CONVERSION, AMP__CONTRACTION, AMP__IN_ORDER)))
#define AMP__IN_ORDER_avx512 AMP__LOOPS_AVX512 /* moves 1 KB in order by itself */
#endif

/* Whether gcc makes vectors of no loops but those that say `omp simd`, where it is asked to
   (-fno-tree-loop-vectorize). Tried with these versions; sanitizers' checks make none anyway. */
#if AMP__TUNED && defined(_OPENMP) && !defined(__clang__) && (__GNUC__ == 11 || __GNUC__ == 12) \
    && !AMP__ASAN && !AMP__TSAN
#define AMP__ONLY_SIMD_LOOPS 1
#else
#define AMP__ONLY_SIMD_LOOPS 0
#endif

/* build(suffix, attributes) for each build, and their list in the kernel's description. */
#if AMP__WIDE_BUILDS
#define AMP__BUILDS(build, ...) \
    build(base, AMP__LOOPS_BASE, __VA_ARGS__) \
    build(avx2, AMP__LOOPS_AVX2, __VA_ARGS__) \
    build(avx512, AMP__LOOPS_AVX512, __VA_ARGS__)
#define AMP__ENTRY_BUILDS(name) { name##__base, name##__avx2, name##__avx512 }
#else
#define AMP__BUILDS(build, ...) build(base, AMP__LOOPS_BASE, __VA_ARGS__)
#define AMP__ENTRY_BUILDS(name) { name##__base, NULL, NULL }
#endif

/* Puts a thread's indices into the array that its kernel calls idx. The array is a
   variable of a function of its own, not of the loop that calls it: a variable of an
   `omp simd` loop whose address is taken gets memory for each lane, and gcc then makes
   no vector code. */
#if AMP_MAX_RANK > 3
#define AMP__LEAD_P , const int *amp__lead
#define AMP__LEAD_OF(box) , (box).lead
#define AMP__LEAD , amp__lead
#else
#define AMP__LEAD_P
#define AMP__LEAD_OF(box)
#define AMP__LEAD
#endif
static AMP__INLINE void amp__set_idx(int rank, int *idx, int z, int y, int x AMP__LEAD_P)
{
#if AMP_MAX_RANK > 3
    if (rank > 3) { /* z counts through all dimensions but the last two */
        int k;
        idx[rank - 1] = x;
        idx[rank - 2] = y;
        for (k = rank - 3; k >= 0; k--) {
            idx[k] = z % amp__lead[k];
            z /= amp__lead[k];
        }
        return;
    }
#endif
    idx[0] = rank == 3 ? z : rank == 2 ? y : x;
    idx[1] = rank == 3 ? y : x;
    idx[2] = x;
}

/* Loops over the threads of a box of a kernel of that rank; makes amp__z, amp__y and amp__x, the
   thread's index. A dimension that the rank lacks is one pass, which the compiler sees: gcc's
   interchange of loops (-O3) otherwise puts it innermost where a kernel only writes, and makes no
   vectors. A macro: the block behind it is the loops' body. */
#define AMP__FOR_BOX(rank, box) \
    AMP__FOR_ROWS(rank, box) \
    AMP__ROWS_SIMD for (int amp__x = (box).low[2]; amp__x < (box).high[2]; amp__x++)
#define AMP__FOR_ROWS(rank, box) \
    for (int amp__z = (rank) < 3 ? 0 : (box).low[0]; \
         amp__z < ((rank) < 3 ? 1 : (box).high[0]); amp__z++) \
    for (int amp__y = (rank) < 2 ? 0 : (box).low[1]; \
         amp__y < ((rank) < 2 ? 1 : (box).high[1]); amp__y++)

/* gcc makes right vectors of a condition where a thread's body is a loop of one turn, which it must
   not know, in the loop over threads, and that outer loop becomes the vectors. Of which bodies it
   does so gcc says itself: amp__lanes counts a vector's threads. The options, and why:
   docs/decisions/0025-a-body-as-a-loop-of-one-turn.md */
#if AMP__ONLY_SIMD_LOOPS
#define AMP__OUTER_BUILD __attribute__((noinline, noclone, optimize("tree-loop-if-convert", \
    "no-tree-loop-vectorize", "no-tree-loop-im", "no-tree-pre", "no-unswitch-loops", \
    "no-loop-interchange", "no-loop-unroll-and-jam")))
#if AMP__WIDE_BUILDS /* the third would cost the compiler 10 ms more, for CPUs without AVX2 */
#define AMP__OUTER_BUILDS(build, ...) \
    build(avx2, AMP__LOOPS_AVX2, __VA_ARGS__) build(avx512, AMP__LOOPS_AVX512, __VA_ARGS__)
#define AMP__OUTER_LIST(name) { NULL, name##__outer_avx2, name##__outer_avx512 }
#else
#define AMP__OUTER_BUILDS(build, ...) build(base, AMP__LOOPS_BASE, __VA_ARGS__)
#define AMP__OUTER_LIST(name) { name##__outer_base }
#endif
/* gcc calls the initializer once for each thread of a vector, and each time 1 is added to the
   variable itself. The vector's own copies are left alone, so that none is made: that took time. */
static AMP__INLINE void amp__count_lane(int *copy, int *found) { (void)copy; ++*found; }
#pragma omp declare reduction(amp__lanes : int : (void)omp_out) \
    initializer(amp__count_lane(&omp_priv, &omp_orig))
/* Each entry runs a box, or a tile; it returns how many threads its vectors have, a box once for
   each row. The loops stand in a function of the entry's target, without its options: by them gcc
   finds out how many threads a vector may have. */
#define AMP__OUTER(build, ...) \
    _Pragma("GCC diagnostic push") /* it counts the turns of loops that a body has twice now */ \
    _Pragma("GCC diagnostic ignored \"-Waggressive-loop-optimizations\"") \
    AMP__OUTER_BUILDS(build, __VA_ARGS__) \
    _Pragma("GCC diagnostic pop")
#define AMP__OUTER_SIMPLE(name, rank_, ...) AMP__OUTER(AMP__OUTER_BOX, name, rank_, __VA_ARGS__)
#define AMP__FOR_LANES(low, high) \
    _Pragma("omp simd reduction(amp__lanes : amp__found)") \
    for (int amp__x = (low); amp__x < (high); amp__x++) \
    _Pragma("omp simd") \
    for (int amp__turn = 0; amp__turn < amp__turns; amp__turn++)
/* A function's block: name##__at, with these arguments, for each thread of a box or a tile. */
#define AMP__RUN_LANES(rank, of, low, high, rows, name, ...) \
    { \
        const int amp__turns = amp__one_turn(); \
        int amp__found = 0; \
        AMP__FOR_ROWS(rank, of) AMP__FOR_LANES(low, high) { name##__at(__VA_ARGS__); } \
        return amp__contracts() ? 1 : amp__found / (rows); \
    }
#define AMP__OUTER_BOX(suffix, attributes, name, rank_, ...) \
    static AMP__INLINE attributes int name##__lanes_##suffix( \
        amp__box amp__b AMP__EACH(AMP__DECLARE, __VA_ARGS__)) \
    AMP__RUN_LANES(rank_, amp__b, amp__b.low[2], amp__b.high[2], 1, name, amp__z, amp__y, \
        amp__x AMP__LEAD_OF(amp__b) AMP__EACH(AMP__PASS, __VA_ARGS__)) \
    static AMP__UNUSED attributes AMP__OUTER_BUILD int name##__outer_##suffix( \
        const amp__argument *amp__a, void *amp__b) \
    { \
        (void)amp__a; \
        return name##__lanes_##suffix(*(const amp__box *)amp__b \
            AMP__EACH(AMP__BIND, __VA_ARGS__)); \
    }
/* Of a phased kernel the body is run for one thread, a lane of a vector. That is right of one phase
   without memory of the tile; elsewhere, and where a phase is left, the body ends in a call
   (amp/language/language.h), so that gcc makes no vectors and this form is not run.
   docs/decisions/0027-a-phase-that-stands-alone.md */
#define AMP__OUTER_PHASED(name, tile_, ...) \
    static AMP__INLINE void name##__at(amp__phases amp__p, int amp__z, int amp__y, int amp__x, \
        amp_tile_place amp__place AMP__EACH(AMP__DECLARE, __VA_ARGS__)) \
    { \
        int amp__open = 0; \
        name##__body(amp__one_lane(amp__p, amp__z, amp__y, amp__x, &amp__open), NULL, NULL, \
            amp__place AMP__EACH(AMP__PASS, __VA_ARGS__)); \
        amp__lane_end(amp__p, amp__open); \
    } \
    AMP__OUTER(AMP__OUTER_TILE, name, tile_, __VA_ARGS__)
#define AMP__OUTER_TILE(suffix, attributes, name, tile_, ...) \
    static AMP__INLINE attributes int name##__lanes_##suffix(amp__phases amp__p, \
        amp_tile_place amp__place, int amp__first, int amp__end \
        AMP__EACH(AMP__DECLARE, __VA_ARGS__)) \
    AMP__RUN_LANES(AMP__RANK_OF(tile_), amp__p, amp__first, amp__end, \
        amp__p.dim[0] * amp__p.dim[1], name, amp__p, amp__z, amp__y, amp__x - amp__first, \
        amp__place AMP__EACH(AMP__PASS, __VA_ARGS__)) \
    static AMP__UNUSED attributes AMP__OUTER_BUILD int name##__outer_##suffix( \
        const amp__argument *amp__a, void *amp__of) \
    { \
        amp__tile *const amp__t = (amp__tile *)amp__of; \
        const amp__phases amp__p = \
            amp__whole_tile(amp__t, AMP__RANK_OF(tile_), AMP__TILE3(tile_)); \
        const int amp__first = amp__row_from(amp__p); \
        (void)amp__a; \
        return name##__lanes_##suffix(amp__p, amp__tile_index_of(amp__t), amp__first, \
            amp__t->threads > 0 ? amp__first + amp__p.dim[2] : amp__first \
            AMP__EACH(AMP__BIND, __VA_ARGS__)); \
    }
/* How a phased kernel's body runs its phase for one thread of a tile, a lane of a vector; p: for
   the whole tile. *open is 0. By members: of a copy of all 96 bytes, tuned for Zen, gcc makes no
   variables, and then no vectors. */
static AMP__INLINE amp__phases amp__one_lane(amp__phases p, int z, int y, int x, int *open)
{
    const amp__phases q = { p.tile, open, AMP__LANE, p.rank, { z, y, x }, { z + 1, y + 1, x + 1 },
        { p.dim[0], p.dim[1], p.dim[2] }, { p.index[0], p.index[1], p.index[2] },
        { p.origin[0], p.origin[1], p.origin[2] }, { p.count[0], p.count[1], p.count[2] } };
    return q;
}

/* Where the counter of a row's threads begins. Of a long row it is their index, so that gcc knows a
   neighbour's not to overflow; of a short one it is not, so that gcc knows how many vectors they
   are. */
static AMP__INLINE int amp__row_from(amp__phases p)
{
    return p.dim[2] > 32 ? p.origin[p.rank - 1] : 0;
}

/* Behind the body of such a thread, whose *open is `open` now. */
static AMP__INLINE void amp__lane_end(amp__phases p, int open)
{
    if (open == 1) {
        amp__phase_left(p.tile);
    }
}

static AMP__INLINE int amp__one_turn(void)
{
    int n = 1;
    __asm__("" : "+r"(n));
    if (n < 1) { __builtin_unreachable(); }
    return n;
}
/* Whether a * b + c is rounded once. One of a kernel's two forms may then do so where the other one
   does not, and a result would tell which of them a thread got. */
static AMP__INLINE int amp__contracts(void)
{
#if defined(AMP_CONTRACT) || defined(__FP_FAST_FMAF)
    float a = 1 + 1.0f / 4096, c = -1 - 1.0f / 2048;
    __asm__("" : "+m"(a), "+m"(c));
    return a * a + c != 0;
#else
    return 0;
#endif
}
#else
#define AMP__OUTER_SIMPLE(name, rank_, ...)
#define AMP__OUTER_PHASED(name, tile_, ...)
#define AMP__OUTER_LIST(name) { NULL }
#endif

/* The typed launcher that every kernel has. A macro, for its name and the types of its
   parameters are the kernel's. The description is in it: gcc without -O keeps a file's
   static objects, and so all that they point to, but not those of an inline function that
   nobody calls. A program that includes the algorithms would be compiled for 20 s instead
   of one. */
#define AMP__LAUNCHER(name, domain_type, launch, shape_, entries_, untold_, ...) \
    static inline AMP__UNUSED AMP__MUST_USE amp_status name##__launch(amp__how amp__as, \
        domain_type amp__domain AMP__EACH(AMP__SIGNATURE, __VA_ARGS__)) \
    { \
        static const amp__parameter amp__parameters[] = { \
            AMP__EACH(AMP__DESCRIBE, __VA_ARGS__) \
            { NULL, { NULL, 0, AMP__KIND_OTHER }, 0, AMP__ACCESS_value, 0 } }; \
        static const amp__kernel amp__described = { #name, AMP__DEPAREN(shape_), \
            AMP__COUNT(__VA_ARGS__) - 1, amp__parameters, AMP__DEPAREN(entries_), \
            AMP__PROGRAM, AMP__CHECK_SEES, AMP__DEBUG AMP__UNTOLD_ENTRIES untold_ }; \
        const void *const amp__given[] = { AMP__EACH(AMP__ADDRESS, __VA_ARGS__) NULL }; \
        return launch(amp__as, &amp__described, amp__domain, amp__given); \
    }

/* The three kernel macros stand between AMP_DEVICE_BEGIN and AMP_DEVICE_END, at file
   scope, before the body in braces. The parameters, AMP_MAX_PARAMETERS at most, 16 unless raised:
     in(T, rank, name)     a view that the kernel reads
     out(T, rank, name)    a view that it writes whole: its content is not brought over
     inout(T, rank, name)  a view that it reads and writes
     table(T, rank, name)  a small view that it reads, for OpenCL in constant memory (CUDA's
                           __constant__); larger than the device takes: AMP_UNSUPPORTED
     value(T, name)        a T, the same for all threads
     tile(T, name)         tile memory of which the launch says how many elements, an int from 1
                           on: name[i], and name_shape.extent[0]. It counts as amp_tile_static
                           does; with more than AMP_MAX_TILE_STATIC bytes the launch is refused,
                           AMP_OUT_OF_MEMORY. Not in simple kernels
   T is an arithmetic type or a struct without pointers. In the body a view is the
   pointer `name` and the shape name_shape, whose extent[] and stride[] are in elements.
   Nothing else of the host is seen there. A kernel's name is its argument of
   amp_parallel_for_each. */

/* AMP_KERNEL(name, rank, params...): the body is one thread at idx, an array of `rank`
   ints, most significant first (specification section 7, the simple model). No
   barriers, no tile memory. */
#define AMP_KERNEL(name, ...)                                                 \
    AMP__OUTSIDE(name)                                                        \
    AMP__CAT(AMP__SIMPLE_, AMP__CAT(AMP__RANK_SEEMS(AMP__FIRST(__VA_ARGS__)), \
        AMP__PARAMETERS_BAD(__VA_ARGS__)))(name, AMP__FIRST(__VA_ARGS__), __VA_ARGS__)

/* The bodies of the three kernel macros are long because each function in them has the
   kernel's name in its own, or the types of the kernel's parameters, which no function
   can be given. All else is in the functions that they call. */

/* A type that does not compile where the rank is not 1 to 3, for its size is negative; its
   name is the sentence that the compiler shows. */
#define AMP__RANK_CHECK(name, rank) \
    typedef char name##__the_rank_of_a_kernel_is_1_to_AMP_MAX_RANK \
        [(rank) >= 1 && (rank) <= AMP_MAX_RANK ? 1 : -1];

#define AMP__BOX_ENTRY(suffix, attributes, name, ...) \
    static inline AMP__UNUSED attributes void name##__##suffix( \
        const amp__argument *amp__a, const amp__box *amp__b) \
    { (void)amp__a; name##__box(*amp__b AMP__EACH(AMP__BIND, __VA_ARGS__)); }

#define AMP__KERNEL_I(name, rank_, ...) \
    AMP__RANK_CHECK(name, rank_) \
    AMP__USERS_BODY void name##__body(const int *idx, char amp__not_in_a_simple_kernel \
        AMP__EACH(AMP__DECLARE, __VA_ARGS__)); \
    AMP__TWIN(name, (const int *amp__i, char amp__c AMP__EACH(AMP__DECLARE, __VA_ARGS__)), \
        (amp__i, amp__c AMP__EACH(AMP__PASS, __VA_ARGS__))) \
    static AMP__INLINE void name##__at(int amp__z, int amp__y, int amp__x AMP__LEAD_P \
        AMP__EACH(AMP__DECLARE, __VA_ARGS__)) \
    { \
        int amp__idx[AMP_MAX_RANK]; \
        amp__set_idx(rank_, amp__idx, amp__z, amp__y, amp__x AMP__LEAD); \
        AMP__TOLD(name)(amp__idx, 0 AMP__EACH(AMP__PASS, __VA_ARGS__)); \
    } \
    static AMP__INLINE void name##__box(amp__box amp__b AMP__EACH(AMP__DECLARE, __VA_ARGS__)) \
    { \
        AMP__FOR_BOX(rank_, amp__b) { \
            name##__at(amp__z, amp__y, amp__x AMP__LEAD_OF(amp__b) \
                AMP__EACH(AMP__PASS, __VA_ARGS__)); \
        } \
    } \
    AMP__UNTOLD_BOX(name, rank_, __VA_ARGS__) \
    AMP__OUTER_SIMPLE(name, rank_, __VA_ARGS__) \
    AMP__BUILDS(AMP__BOX_ENTRY, name, __VA_ARGS__) \
    AMP__LAUNCHER(name, amp_extent, amp__launch_simple, \
        (AMP__SIMPLE, rank_, { 1, 1, 1 }), \
        (AMP__ENTRY_BUILDS(name), NULL, { NULL }, AMP__OUTER_LIST(name)), \
        (name##__untold, NULL), \
        __VA_ARGS__) \
    AMP__USERS_BODY void name##__body(const int *idx AMP__UNUSED, \
        char amp__not_in_a_simple_kernel AMP__UNUSED AMP__EACH(AMP__DECLARE, __VA_ARGS__))

/* AMP_TILED_KERNEL(name, (d0[, d1[, d2]]), params...): the body is one thread of a tile
   of d0 x d1 x d2 threads, constants, AMP_MAX_TILE_THREADS at most (1024 unless
   raised); its indices are in tidx, an
   amp_tiled_index (specification 4.4). It may hold barriers that all threads of a tile
   reach, and tile memory. */
#define AMP_TILED_KERNEL(name, ...)                                            \
    AMP__OUTSIDE(name)                                                        \
    AMP__CAT(AMP__TILED_, AMP__CAT(AMP__PAREN(AMP__FIRST(__VA_ARGS__)),         \
        AMP__PARAMETERS_BAD(__VA_ARGS__)))(name, AMP__FIRST(__VA_ARGS__), __VA_ARGS__)

#define AMP__TILED_I(name, tile_, ...) \
    AMP__USERS_BODY void name##__body(amp_tiled_index tidx, amp__no_phases amp__phased, \
        char (*amp__not_in_a_simple_kernel)[1] AMP__EACH(AMP__DECLARE, __VA_ARGS__)); \
    AMP__TWIN(name, (amp_tiled_index amp__i, amp__no_phases amp__p, char (*amp__c)[1] \
        AMP__EACH(AMP__DECLARE, __VA_ARGS__)), \
        (amp__i, amp__p, amp__c AMP__EACH(AMP__PASS, __VA_ARGS__))) \
    AMP__UNTOLD_THREAD(name, \
        name##__body(amp__make_tidx(amp__t, AMP__RANK_OF(tile_), AMP__TILE3(tile_)), \
            amp__without_phases(amp__t), NULL AMP__EACH(AMP__BIND, __VA_ARGS__))) \
    static inline AMP__UNUSED AMP__BASE_IN_TURN void name##__thread( \
        const amp__argument *amp__a, amp__tile *amp__t) \
    { (void)amp__a; AMP__TOLD(name)( \
        amp__make_tidx(amp__t, AMP__RANK_OF(tile_), AMP__TILE3(tile_)), \
        amp__without_phases(amp__t), NULL \
        AMP__EACH(AMP__BIND, __VA_ARGS__)); } \
    AMP__LAUNCHER(name, amp_tiled_extent, amp__launch_tiled, \
        (AMP__TILED, AMP__RANK_OF(tile_), { AMP__DEPAREN(tile_) }), \
        ({ NULL }, name##__thread, { NULL }, { NULL }), (NULL, name##__untold), \
        __VA_ARGS__) \
    AMP__USERS_BODY void name##__body(amp_tiled_index tidx AMP__UNUSED, \
        amp__no_phases amp__phased AMP__UNUSED, \
        char (*amp__not_in_a_simple_kernel)[1] AMP__UNUSED AMP__EACH(AMP__DECLARE, __VA_ARGS__))

/* AMP_PHASED_KERNEL(name, (d0[, d1[, d2]]), params...): the body is one tile, a sequence
   of amp_phase blocks; between them stands what is the same for all threads: loops,
   tile memory, amp_thread_private. amp's own model: as fast as loops on a CPU, and its
   barriers cannot diverge. */
#define AMP_PHASED_KERNEL(name, ...)                                           \
    AMP__OUTSIDE(name)                                                        \
    AMP__CAT(AMP__PHASED_, AMP__CAT(AMP__PAREN(AMP__FIRST(__VA_ARGS__)),        \
        AMP__PARAMETERS_BAD(__VA_ARGS__)))(name, AMP__FIRST(__VA_ARGS__), __VA_ARGS__)

#define AMP__PHASED_ENTRY(suffix, attributes, name, tile_, ...) \
    static inline AMP__UNUSED AMP__PHASED_BUILD(suffix, attributes, tile_) \
    void name##__##suffix( \
        const amp__argument *amp__a, amp__tile *amp__t) \
    { (void)amp__a; AMP__TOLD(name)( \
        amp__whole_tile(amp__t, AMP__RANK_OF(tile_), AMP__TILE3(tile_)), \
        NULL, NULL, amp__tile_index_of(amp__t) \
        AMP__EACH(AMP__BIND, __VA_ARGS__)); }

#define AMP__PHASED_I(name, tile_, ...) \
    AMP__USERS_BODY void name##__body(amp__phases amp__phased, \
        char (*amp__not_in_a_simple_kernel)[2], \
        char (*amp__only_in_a_phased_kernel)[AMP__TILE_SIZE(tile_)], amp_tile_place amp_tile_index \
        AMP__EACH(AMP__DECLARE, __VA_ARGS__)); \
    AMP__TWIN(name, (amp__phases amp__p, char (*amp__c)[2], \
        char (*amp__o)[AMP__TILE_SIZE(tile_)], amp_tile_place amp__i \
        AMP__EACH(AMP__DECLARE, __VA_ARGS__)), \
        (amp__p, amp__c, amp__o, amp__i AMP__EACH(AMP__PASS, __VA_ARGS__))) \
    AMP__UNTOLD_THREAD(name, \
        name##__body(amp__one_thread(amp__t, AMP__RANK_OF(tile_), AMP__TILE3(tile_)), \
            NULL, NULL, amp__tile_index_of(amp__t) AMP__EACH(AMP__BIND, __VA_ARGS__))) \
    AMP__BUILDS(AMP__PHASED_ENTRY, name, tile_, __VA_ARGS__) \
    AMP__OUTER_PHASED(name, tile_, __VA_ARGS__) \
    static inline AMP__UNUSED AMP__GLUE AMP__IN_TURN void name##__thread( \
        const amp__argument *amp__a, amp__tile *amp__t) \
    { (void)amp__a; AMP__TOLD(name)( \
        amp__one_thread(amp__t, AMP__RANK_OF(tile_), AMP__TILE3(tile_)), \
        NULL, NULL, amp__tile_index_of(amp__t) \
        AMP__EACH(AMP__BIND, __VA_ARGS__)); } \
    AMP__LAUNCHER(name, amp_tiled_extent, amp__launch_tiled, \
        (AMP__PHASED, AMP__RANK_OF(tile_), { AMP__DEPAREN(tile_) }), \
        ({ NULL }, name##__thread, AMP__ENTRY_BUILDS(name), AMP__OUTER_LIST(name)), \
        (NULL, name##__untold), \
        __VA_ARGS__) \
    AMP__CAT(AMP__PHASED_BODY_, AMP__RANK_OF(tile_)) \
    AMP__USERS_BODY void name##__body(amp__phases amp__phased AMP__UNUSED, \
        char (*amp__not_in_a_simple_kernel)[2] AMP__UNUSED, \
        char (*amp__only_in_a_phased_kernel)[AMP__TILE_SIZE(tile_)] AMP__UNUSED, \
        amp_tile_place amp_tile_index AMP__UNUSED AMP__EACH(AMP__DECLARE, __VA_ARGS__))

/* What a tiled kernel's body sees as tidx: of the thread t->thread, in a tile of a x b x c
   threads. These are constants where it is inlined: no division by a variable. */
static AMP__INLINE amp_tiled_index amp__make_tidx(amp__tile *t, int rank, int a, int b, int c)
{
    amp_tiled_index r;
    const int at[3] = { t->thread / c / b, t->thread / c % b, t->thread % c };
#if AMP__STORES_BY_16
    const int x = at[3 - rank], y = rank > 1 ? at[4 - rank] : 0, z = rank > 2 ? at[2] : 0;
    const int *o = t->origin;
    const amp__four first = { o[0] + x, o[1] + y, o[2] + z, x };
    const amp__four second = { y, z, t->index[0], t->index[1] };
    const amp__four third = { t->index[2], o[0], o[1], o[2] };
    const amp__four fourth = { t->count[0], t->count[1], t->count[2], 0 }; /* 0: in no member */
    ((amp__four *)&r)[0] = first;
    ((amp__four *)&r)[1] = second;
    ((amp__four *)&r)[2] = third;
    ((amp__four *)&r)[3] = fourth;
    (void)a;
#else
    int k;
    (void)a;
    for (k = 0; k < 3; k++) {
        r.local[k] = k < rank ? at[3 - rank + (k < rank ? k : 0)] : 0;
        r.tile[k] = t->index[k];
        r.tile_origin[k] = t->origin[k];
        r.tile_count[k] = t->count[k];
        r.global[k] = r.tile_origin[k] + r.local[k];
    }
#endif
    r.barrier.tile = t;
    return r;
}

/* What a phased kernel's body sees as amp_tile_index. */
static AMP__INLINE amp_tile_place amp__tile_index_of(amp__tile *t)
{
    amp_tile_place r;
    int k;
    for (k = 0; k < 3; k++) {
        r.tile[k] = t->index[k];
        r.tile_origin[k] = t->origin[k];
        r.tile_count[k] = t->count[k];
    }
    return r;
}

/* How a tiled kernel's body runs its phases: it has none. */
static AMP__INLINE amp__no_phases amp__without_phases(amp__tile *t)
{
    amp__no_phases p;
    p.tile = t;
    p.loops = 0;
    return p;
}

/* How a phased kernel's body runs its phases as loops: all threads of the tile. a, b, c: its
   dimensions, the most significant first. */
static AMP__INLINE amp__phases amp__whole_tile(amp__tile *t, int rank, int a, int b, int c)
{
    const amp__phases p = { t, &t->open, 1, rank, { 0, 0, 0 }, { a, b, c }, { a, b, c },
        { t->index[0], t->index[1], t->index[2] }, { t->origin[0], t->origin[1], t->origin[2] },
        { t->count[0], t->count[1], t->count[2] } }; /* gcc kept arrays that a loop filled */
    /* So that an index plus a loop's counter is a counter too, and memory that it indexes
       without a gap: clang stored sgemm's results one by one. */
    AMP__ASSUME(p.origin[0] >= 0 && p.origin[0] <= INT_MAX - p.dim[3 - rank]);
    AMP__ASSUME(p.origin[1] >= 0 && p.origin[1] <= INT_MAX - p.dim[rank == 3 ? 1 : 2]);
    AMP__ASSUME(p.origin[2] >= 0 && p.origin[2] <= INT_MAX - c);
    return p;
}

/* How a phased kernel's body runs its phases for thread t->thread alone. */
static AMP__INLINE amp__phases amp__one_thread(amp__tile *t, int rank, int a, int b, int c)
{
    amp__phases p = amp__whole_tile(t, rank, a, b, c);
    p.loops = 0;
    p.low[2] = t->thread % c;
    p.low[1] = t->thread / c % b;
    p.low[0] = t->thread / c / b;
    p.high[0] = p.low[0] + 1;
    p.high[1] = p.low[1] + 1;
    p.high[2] = p.low[2] + 1;
    return p;
}

#endif /* AMP_KERNEL_KERNEL_H */
