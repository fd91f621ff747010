/* SPDX-License-Identifier: MIT */
#ifndef AMP_LANGUAGE_LANGUAGE_H
#define AMP_LANGUAGE_LANGUAGE_H
/*
amp/language/language.h: how threads wait, what a tile's threads share and keep, and phases, in
code for the CPU: what amp/language/thread.h leaves to the compiler.
*/

#include <stdio.h> /* amp_printf */
#include "element.h"
#include "thread.h"
#include "../emu/barrier.h"
#include "../emu/fault.h"

/* For macros.h, which devices read as well. */
#define AMP__HOST_LANGUAGE

/* Before a loop over threads. Compilers are not promised (`omp simd`) that its iterations depend
   on no other: gcc and clang believe that of the accesses of one iteration too
   (docs/compiler-faults.md). They find out by themselves; clang does so only where it is asked for
   vectors. tests/test_structs.c */
#if defined(__clang__) && defined(_OPENMP) && AMP__TUNED
#define AMP__SIMD _Pragma("clang loop vectorize(enable)")
#else
#define AMP__SIMD
#endif
/* Before one over the threads of a row of a kernel. gcc is not to write a short row turn by turn:
   then it makes vectors of the loop around, wrong ones where a thread reads an array under a
   condition. tests/test_conditional.c, docs/compiler-faults.md */
#if defined(__clang__) || __GNUC__ < 8 || !AMP__TUNED
#define AMP__ROWS_SIMD AMP__SIMD
#else
#define AMP__ROWS_SIMD _Pragma("GCC unroll 1")
#endif

/* A thread that is a lane of a vector (AMP__OUTER_TILE): it has one phase and no barrier, and no
   memory of the tile. */
enum { AMP__LANE = 2 };

/* How a phased kernel's body runs a phase: for the whole tile as loops, or for one thread; the
   threads [low, high) of a tile that is `dim` large. Index and origin are the tile's own, here
   because a store to a view of ints might change those in *tile, for all that the compiler
   knows. */
typedef struct amp__phases {
    amp__tile *tile;
    int *open;   /* 1 while a phase is open, 0 else; AMP__LANE: of a lane that has had its phase */
    int loops;   /* 1: all threads of the tile; 0: one thread; AMP__LANE: one, of a vector */
    int rank;
    int low[3], high[3], dim[3];
    int index[3], origin[3], count[3];
} amp__phases;

/* What the body of a tiled kernel has in its place. */
typedef struct amp__no_phases {
    amp__tile *tile;
    int loops; /* 0 */
} amp__no_phases;

/* A barrier's call site, as a text: each use has its own, also two on one line. */
#define AMP__SITE __FILE__ ":" AMP__STR(__LINE__) "#" AMP__STR(__COUNTER__)

/* Orders the memory accesses of the calling thread, as the fences below say. */
static AMP__INLINE void amp__fence(struct amp__tile *tile)
{
    (void)tile;
#if AMP__CHECKING
    __asm__ volatile("" ::: "memory"); /* one thread runs at a time */
#elif defined(__SANITIZE_THREAD__)
    /* ThreadSanitizer does not model fences; an atomic operation it does. */
    static int amp__fenced;
    (void)__atomic_fetch_add(&amp__fenced, 1, __ATOMIC_ACQ_REL);
#else
    __atomic_thread_fence(__ATOMIC_ACQ_REL);
#endif
}

/* What the language asks of this compiler: a barrier, a fence, a report. */
#define AMP__WAIT(tidx, fence) amp__barrier((tidx).barrier.tile, AMP__SITE, fence)
#define AMP__FENCE(tidx, fence) amp__fence((tidx).barrier.tile)
#define AMP__ERRORF(...) amp__kernel_error(0, AMP__SITE, __VA_ARGS__)
#define AMP__ABORT() amp__kernel_error(1, AMP__SITE, "%s", "aborted")

/* Whether an array of a phased kernel is one of its function: it is where that helps the loops,
   and where it is not too large for a stack. Only a kernel as loops uses it, but all its forms
   are one text: without optimization it would take room on a fiber's stack, unused. */
#ifdef __OPTIMIZE__
#define AMP__FITS(bytes) ((bytes) <= 32768)
#else
#define AMP__FITS(bytes) ((bytes) < 1)
#endif

/* Such an array begins at a cache line, as what is carved does: where a vector lies across
   two lines, which on a stack is luck, a kernel took up to 1.3 times as long. */
#ifdef __OPTIMIZE__
#define AMP__LINE_BEGIN __attribute__((aligned(64)))
#else
#define AMP__LINE_BEGIN
#endif

#define AMP__TILE_NO_VALUE(T, name) \
    typedef T AMP__CAT(amp__tile_static_has_no_initial_value_, name) AMP__UNUSED
/* What a debugger is told of the array. The library's own kernels leave both away. */
#define AMP__TILE_SHOWN(T, name, dims) \
    T (*amp__whole_##name)dims AMP__UNUSED = (T (*)dims)name
#if !AMP__ELEMENTS_CHECKED
#define AMP__TILE_STATIC_1(T, name, d0)                                       \
    AMP__LINE_BEGIN T amp__store_##name[AMP__STORED(sizeof(T) * (d0)) ? (d0) : 1]; \
    T *name = (T *)amp__shared(amp__phased.tile, AMP__MAY_BE_LOOPS, amp__phased.loops, \
        amp__store_##name, AMP__FITS(sizeof(T) * (d0)), sizeof(T) * (d0), __alignof__(T)); \
    AMP__TILE_SHOWN(T, name, [d0])
#define AMP__TILE_STATIC_2(T, name, d0, d1)                                   \
    AMP__LINE_BEGIN T amp__store_##name[AMP__STORED(sizeof(T) * (d0) * (d1)) ? (d0) : 1]      \
        [AMP__STORED(sizeof(T) * (d0) * (d1)) ? (d1) : 1];                    \
    T (*name)[d1] = (T (*)[d1])amp__shared(amp__phased.tile, AMP__MAY_BE_LOOPS, \
        amp__phased.loops, amp__store_##name, AMP__FITS(sizeof(T) * (d0) * (d1)), \
        sizeof(T) * (d0) * (d1), __alignof__(T));                             \
    AMP__TILE_SHOWN(T, name, [d0][d1])
#define AMP__TILE_STATIC_3(T, name, d0, d1, d2)                               \
    AMP__LINE_BEGIN T amp__store_##name[AMP__STORED(sizeof(T) * (d0) * (d1) * (d2)) ? (d0) : 1] \
        [AMP__STORED(sizeof(T) * (d0) * (d1) * (d2)) ? (d1) : 1]              \
        [AMP__STORED(sizeof(T) * (d0) * (d1) * (d2)) ? (d2) : 1];             \
    T (*name)[d1][d2] = (T (*)[d1][d2])amp__shared(amp__phased.tile, AMP__MAY_BE_LOOPS, \
        amp__phased.loops, amp__store_##name, AMP__FITS(sizeof(T) * (d0) * (d1) * (d2)), \
        sizeof(T) * (d0) * (d1) * (d2), __alignof__(T));                      \
    AMP__TILE_SHOWN(T, name, [d0][d1][d2])
#define AMP__STORED(bytes) (sizeof(*amp__not_in_a_simple_kernel) == 2 && AMP__FITS(bytes))
#endif

/* The memory of an array of tile_static, which counts against the limit: `store`, a
   variable of the kernel's function, where the tile runs as loops and the array fits
   there; else memory of the tile. */
static AMP__INLINE void *amp__shared(amp__tile *tile, int may_be_loops, int loops, void *store,
                                     int local, size_t bytes, size_t align)
{
    void *carved;
    if (loops == AMP__LANE) {
        amp__phase_left(tile);
    }
    carved = amp__tile_static(tile, bytes, align, loops && local, may_be_loops);
    return loops && local ? store : carved;
}
/* In the body of a kernel with tiles: whether it is a phased one. */
#define AMP__MAY_BE_LOOPS (sizeof(amp__phased) > sizeof(amp__no_phases))

#define AMP__WIDTH sizeof(*amp__only_in_a_phased_kernel) /* threads of the tile */

#define AMP__PRIVATE_2(T, name)                                               \
    AMP__LINE_BEGIN T amp__store_##name[AMP__FITS(sizeof(T) * AMP__WIDTH) ? AMP__WIDTH : 1];  \
    T *name = (T *)amp__own(amp__phased, amp__store_##name,              \
        AMP__FITS(sizeof(T) * AMP__WIDTH), sizeof(T) * AMP__WIDTH)

#define AMP__PRIVATE_3(T, name, d0)                                           \
    AMP__LINE_BEGIN T amp__store_##name[AMP__FITS(sizeof(T) * (d0) * AMP__WIDTH) ? (d0) : 1]  \
        [AMP__WIDTH];                                                         \
    T (*name)[AMP__WIDTH] = (T (*)[AMP__WIDTH])amp__own(amp__phased, amp__store_##name, \
        AMP__FITS(sizeof(T) * (d0) * AMP__WIDTH), sizeof(T) * (d0) * AMP__WIDTH)

#define AMP__PRIVATE_4(T, name, d0, d1)                                       \
    AMP__LINE_BEGIN T amp__store_##name                                       \
        [AMP__FITS(sizeof(T) * (d0) * (d1) * AMP__WIDTH) ? (d0) : 1]          \
        [AMP__FITS(sizeof(T) * (d0) * (d1) * AMP__WIDTH) ? (d1) : 1][AMP__WIDTH];  \
    T (*name)[d1][AMP__WIDTH] = (T (*)[d1][AMP__WIDTH])amp__own(amp__phased, \
        amp__store_##name, AMP__FITS(sizeof(T) * (d0) * (d1) * AMP__WIDTH),  \
        sizeof(T) * (d0) * (d1) * AMP__WIDTH)

/* The memory of an amp_thread_private array: `store`, an array of the function, or the tile's. */
static AMP__INLINE void *amp__own(amp__phases p, void *store, int local, size_t bytes)
{
    const int in_function = p.loops && local; /* the memory is here, the limit holds */
    void *carved;
    if (p.loops == AMP__LANE) {
        amp__phase_left(p.tile);
    }
    carved = amp__private(p.tile, bytes, in_function);
    return in_function ? store : carved;
}

/* What tidx is for the thread (z, y, x) of a phase. */
static AMP__INLINE amp_phase_index amp__phase_index(amp__phases p, int z, int y, int x)
{
    const int at[3] = { z, y, x };
    amp_phase_index t;
    int k;
    for (k = 0; k < 3; k++) {
        const int used = k < p.rank;
        t.local[k] = used ? at[3 - p.rank + (used ? k : 0)] : 0;
        t.tile[k] = p.index[k];
        t.tile_origin[k] = p.origin[k];
        t.tile_count[k] = p.count[k];
        t.global[k] = t.tile_origin[k] + t.local[k];
    }
    t.amp__linear = (z * p.dim[1] + y) * p.dim[2] + x;
    t.amp__once = 1;
    return t;
}

/* Where a row (z, y) of the phase's threads ends, of which only the tile's first n work. */
static AMP__INLINE int amp__row_end(amp__phases p, int n, int z, int y)
{
    const int left = (n > 0 ? n : 0) - (z * p.dim[1] + y) * p.dim[2]; /* n may be INT_MIN */
    return left < p.high[2] ? left : p.high[2];
}

/* Begins a phase; 1. Where one is open it was left by a way that its end did not see, a return:
   then the launch fails. */
static AMP__INLINE int amp__phase_begin(amp__phases p, int n)
{
    if (__builtin_expect(*p.open, 0)) {
        amp__phase_left(p.tile);
    }
    *p.open = 1;
    return n;
}

/* Behind a phase: the barrier, where threads run one by one. 0: the loop has ended. */
static AMP__INLINE int amp__phase_end(amp__phases p, const char *site)
{
    *p.open = p.loops == AMP__LANE ? AMP__LANE : 0;
#if AMP__DEBUG
    amp__guards_look(p.tile, site);
#endif
    if (!p.loops) {
        amp__barrier(p.tile, site, AMP__FENCE_ALL);
    }
    return 0;
}

#define AMP__PHASE_OF_ALL AMP__PHASE(0, amp__phased.high[2])
#define AMP__PHASE_OF_FIRST(n) AMP__PHASE(n, amp__row_end(amp__phased, amp__n, amp__z, amp__y))
/* A macro, because it is the head of loops whose body is the block behind it. */
#define AMP__PHASE(n, row_end)                                                \
    for (int amp__n AMP__UNUSED = (AMP__REQUIRED(a_phase_is_for_phased_kernels, \
                 AMP__IN_PHASED("a phase stands in the body of "              \
                                "AMP_PHASED_KERNEL(name, (tile), parameters)")), \
             amp__phase_begin(amp__phased, (n))),                        \
             amp__open = sizeof(*amp__only_in_a_phased_kernel) != 0; amp__open; \
         amp__open = amp__phase_end(amp__phased, AMP__SITE))             \
    for (int amp__z = amp__phased.low[0]; amp__z < amp__phased.high[0]; amp__z++) \
    for (int amp__y = amp__phased.low[1]; amp__y < amp__phased.high[1]; amp__y++) \
    AMP__ROWS_SIMD                                                            \
    for (int amp__x = amp__phased.low[2];                                \
         amp__x < (row_end); amp__x++)                                        \
    for (amp_phase_index tidx = amp__phase_index(amp__phased, amp__z, amp__y, amp__x); \
         tidx.amp__once; tidx.amp__once = 0)

#endif /* AMP_LANGUAGE_LANGUAGE_H */
