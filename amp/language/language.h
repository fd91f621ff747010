/* SPDX-License-Identifier: MIT */
#ifndef AMP_LANGUAGE_LANGUAGE_H
#define AMP_LANGUAGE_LANGUAGE_H
/*
amp/language/language.h: the kernel language: what a kernel body may use, compiled for the CPU.
*/

#include <stdio.h> /* amp_printf */
#include "../watch/hooks.h"
#include "shape.h"
#include "../emu/barrier.h"
#include "../emu/fault.h"
#include "../base/region.h"
#include "../base/mistakes.h"

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

/* amp_at(view, i[, j[, k]]): the element at the indices, most significant first, an
   lvalue; as many indices as the view has dimensions. An index outside is undefined;
   with AMP_CHECK it is AMP_KERNEL_FAULT, on the emulator and on an OpenCL device, and
   the access goes elsewhere. */
#define amp_at(view, ...) AMP__ELEMENT_AT(view, __VA_ARGS__)

/* amp_racy(lvalue): that lvalue, its access not checked for races, because they
   are meant. */
#define amp_racy(lvalue) AMP__RACY(lvalue)

/* amp_at_index(view, idx): amp_at with an array of indices, such as idx or tidx.global.
   idx is evaluated three times: give a name, not a computation. */
#define amp_at_index(view, idx) AMP__ELEMENT_INDEX(view, idx)

/* (A pointer to the array would be simpler, and would cost gcc the vectors: a variable
   of an `omp simd` loop whose address is taken gets memory of its own for each lane.) */
#define AMP__RANK_OF_VIEW(view) ((int)(sizeof(view##_shape.extent) / sizeof(int)))

/* Types of a helper's parameters: amp_global_ptr(T) is a pointer into a view's memory,
   amp_tile_ptr(T) into tile memory, amp_constant_ptr(T) into a table of constants, `static const`
   at file scope in a region. On the CPU they are T *, the last one const T *; OpenCL
   distinguishes them. */
#define amp_global_ptr(T) T *

#define amp_constant_ptr(T) const T *

#define amp_tile_ptr(T) T *

/* Views that a kernel makes of its own, as declarations (specification 5.2):
     amp_let_section(name, rank, view, (i0[, i1[, i2]]), (e0[, e1[, e2]]));   from that index on
     amp_let_projection(name, rank, view, i);   rank, one less than the view's, is the result's
     amp_let_view_as(name, rank, view, (e0[, e1[, e2]]));   of a view of rank 1
   name is then used as a parameter that is a view: amp_at(name, ...), name_shape. It must lie
   inside the view: nothing asks, but the checker sees an access outside. rank is a number. */
#define amp_let_section(name, rank, view, origin, extent) \
    AMP__LET_SECTION(name, rank, view, origin, extent)
#define amp_let_projection(name, rank, view, i) AMP__LET_PROJECTION(name, rank, view, i)
#define amp_let_view_as(name, rank, view, extent) AMP__LET_VIEW_AS(name, rank, view, extent)
#define AMP__LET(name, rank, first, shape)                                    \
    __typeof__(first) const name __attribute__((unused)) = (first);           \
    const amp_shape##rank name##_shape __attribute__((unused)) = shape
#define AMP__LET_SECTION(name, rank, view, origin, extent_)                   \
    AMP__LET(name, rank, &(view)[amp__offset##rank(view##_shape, AMP__STRIP origin)], \
             amp__section##rank(view##_shape, AMP__STRIP extent_))
#define AMP__LET_PROJECTION(name, rank, view, i)                              \
    AMP__LET(name, rank, &(view)[(i) * view##_shape.stride[0]],               \
             amp__projection##rank(view##_shape))
#define AMP__LET_VIEW_AS(name, rank, view, extent_)                           \
    AMP__LET(name, rank, &(view)[0], amp__view_as##rank(view##_shape, AMP__STRIP extent_))

/* What tidx is in a tiled kernel (specification 4.4): indices, most
   significant first, and the tile's barrier. */
typedef struct amp_tiled_index {
    int global[3], local[3], tile[3], tile_origin[3];
    struct amp__barrier_has_no_wait__write_tile_barrier_wait_tidx {
        struct amp__tile *tile;
    } barrier; /* the type's name is for who writes tidx.barrier.wait() */
} amp_tiled_index;

/* What tidx is inside a phase: no barrier, it ends with one. */
typedef struct amp_phase_index {
    int global[3], local[3], tile[3], tile_origin[3];
    int amp__linear, amp__once;
} amp_phase_index;

/* What amp_tile_index is in the body of a phased kernel, outside its phases
   too: the tile at work, most significant dimension first. */
typedef struct amp_tile_place {
    int tile[3], tile_origin[3];
} amp_tile_place;

/* A barrier's call site, as a text: each use has its own, also two on one line. */
#define AMP__SITE __FILE__ ":" AMP__STR(__LINE__) "#" AMP__STR(__COUNTER__)

/* The four barriers (specification 4.5), in tiled kernels and in their helpers: a
   thread continues when all threads of its tile have come to this very call; what they
   wrote before is then there, in both memories, or in the one that is named. Otherwise
   the launch is AMP_BARRIER_DIVERGED. (On the CPU each orders both memories.) */
#define amp_tile_barrier_wait(tidx) AMP__WAIT_HERE(tidx, AMP__FENCE_ALL)

#define amp_tile_barrier_wait_with_all_memory_fence(tidx) amp_tile_barrier_wait(tidx)

#define amp_tile_barrier_wait_with_global_memory_fence(tidx) \
    AMP__WAIT_HERE(tidx, AMP__FENCE_GLOBAL)

#define amp_tile_barrier_wait_with_tile_static_memory_fence(tidx) \
    AMP__WAIT_HERE(tidx, AMP__FENCE_TILE)

#define AMP__WAIT_HERE(tidx, fence)                                           \
    (AMP__REQUIRED(a_barrier_is_given_tidx, sizeof(#tidx) > 1,                \
         "a barrier is given tidx: tile_barrier_wait(tidx)"),                 \
     AMP__REQUIRED(a_simple_kernel_has_no_barrier, AMP__NOT_IN_SIMPLE(        \
         "a simple kernel has no barrier: write AMP_TILED_KERNEL(name, (tile), parameters), " \
         "or split it into two launches")),                                   \
     AMP__REQUIRED(a_phase_has_no_barrier_inside, !AMP__TYPED(tidx, amp_phase_index), \
         "a phase has no barrier inside: it ends with one; end the phase and begin another"), \
     amp__wait((tidx).barrier.tile, AMP__SITE, fence))

/* A barrier: returns when all threads of the tile have come to this site. fence: which memory it
   orders, for the checker; the engines order all. */
static AMP__INLINE void amp__wait(struct amp__tile *tile, const char *site, int fence)
{
    const unsigned me = amp__watch_arrive(site, fence);
    amp__barrier(tile, amp__watch_meeting(site));
    amp__watch_thread_runs(me);
}

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

/* The three fences (specification 4.5): what this thread wrote before the fence, others
   that see what it writes after it see too. No thread waits for another. */
#define amp_all_memory_fence(tidx) amp__fence((tidx).barrier.tile)
#define amp_global_memory_fence(tidx) amp__fence((tidx).barrier.tile)
#define amp_tile_static_memory_fence(tidx) amp__fence((tidx).barrier.tile)

/* amp_printf(format, ...): to standard output, as C's printf, from any thread of a
   kernel; the order of what several threads print is undefined (specification 12.3). */
#if AMP__CHECKING
#define amp_printf(...) ((void)(amp__watch_for_good(), printf(__VA_ARGS__)))
#else
#define amp_printf(...) ((void)printf(__VA_ARGS__))
#endif

/* amp_errorf(format, ...): the launch ends as AMP_KERNEL_FAULT, with the text of the
   first one as its sentence; the thread continues; what the launch writes is undefined.
   On an OpenCL device the status comes from the next wait for the launch, and there are
   at most 12 arguments behind the format. */
#define amp_errorf(...) amp__kernel_error(0, AMP__SITE, __VA_ARGS__)

/* amp_abort(): the same with "aborted", and the thread ends, with others of its launch.
   On an OpenCL device it ends its thread in a kernel's own body, where no barrier can
   follow, and otherwise lets it continue. */
#define amp_abort() amp__kernel_error(1, AMP__SITE, "%s", "aborted")

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

/* amp_tile_static(T, name, d0[, d1[, d2]]): tile memory, at the kernel's
   outermost scope, without an initial value. As loops it is an array of the
   function, which the compiler knows to overlap nothing; else it is carved
   from the tile's buffer. All of a kernel's arrays together have at most
   AMP_MAX_TILE_STATIC bytes, 32768 unless raised; with more, no thread continues, and the
   launch is AMP_OUT_OF_MEMORY. Not in simple kernels: there it does not compile. The pointer
   amp__whole_NAME is for a debugger: its type says how large the array is (tools/amp-gdb.py). */
#define amp_tile_static(T, ...) AMP__TILE_STATIC_HERE(AMP__COUNT(__VA_ARGS__), T, __VA_ARGS__)

/* The type behind the array is for who writes an initial value: it cannot have one. */
#define AMP__TILE_STATIC_HERE(count, T, ...)                                  \
    AMP__REQUIRED(tile_static_is_for_tiled_kernels, AMP__IN_TILED_OR_PHASED(  \
        "tile_static stands in the body of a kernel with tiles: " \
        "AMP_TILED_KERNEL(name, (tile), parameters) or AMP_PHASED_KERNEL"));  \
    AMP__CAT(AMP__TILE_STATIC_OF_, count)(T, __VA_ARGS__);                    \
    AMP__TILE_NO_VALUE(T, AMP__FIRST(__VA_ARGS__))
#define AMP__TILE_NO_VALUE(T, name) \
    typedef T AMP__CAT(amp__tile_static_has_no_initial_value_, name) AMP__UNUSED
/* What a debugger is told of the array. The library's own kernels leave both away. */
#define AMP__TILE_SHOWN(T, name, dims) \
    T (*amp__whole_##name)dims AMP__UNUSED = (T (*)dims)name
#define AMP__TILE_STATIC_OF_1(T, name)                                        \
    AMP__REQUIRED(tile_static_wants_a_size, 0,                                \
        "tile_static wants a size: tile_static(type, name, 1), and name[0]"); \
    T name
/* For who writes `tile_static float t[4]`, as in C++ AMP. */
typedef int amp_tile_static
    __attribute__((deprecated("write tile_static(type, name, size), as tile_static(float, t, 4)")));
#define AMP__TILE_STATIC_OF_2(T, name, d0) \
    AMP__CONSTANT(a_size_of_tile_static_is_a_constant, d0); AMP__TILE_STATIC_1(T, name, d0)
#define AMP__TILE_STATIC_OF_3(T, name, d0, d1) \
    AMP__CONSTANT(a_size_of_tile_static_is_a_constant, (d0) * (d1)); \
    AMP__TILE_STATIC_2(T, name, d0, d1)
#define AMP__TILE_STATIC_OF_4(T, name, d0, d1, d2) \
    AMP__CONSTANT(a_size_of_tile_static_is_a_constant, (d0) * (d1) * (d2)); \
    AMP__TILE_STATIC_3(T, name, d0, d1, d2)
#define AMP__TILE_STATIC_OF_5(T, name, ...)                                   \
    AMP__REQUIRED(tile_static_has_1_to_3_sizes, 0,                            \
        "tile_static has one to three sizes: tile_static(type, name, d0[, d1[, d2]])"); \
    T name

/* What at and at_index ask of their indices. */
#define AMP__INDICES(s, count, i)                                             \
    AMP__REQUIRED(at_index_takes_a_whole_index,                               \
        sizeof((s).extent) == count * sizeof(int) && AMP__WHOLE(i),           \
        "at(x, i) wants as many integers as the view has dimensions; an index as a whole goes " \
        "to at_index(x, idx)")
/* A further index, for which a real number does not compile either. */
#define AMP__INDEX(i) ((ptrdiff_t)((i) | 0))
#define AMP__INDEX_ARRAY(idx)                                                 \
    AMP__REQUIRED(at_index_takes_an_array, AMP__POINTS(idx),                  \
        "at_index(x, idx) wants idx, tidx.global or another array of int; numbers go to at(x, i)")

#if AMP_MAX_RANK == 3
#define AMP__AT_4(s, ...) (AMP__INDICES(s, 4, 0), (ptrdiff_t)0)
#define AMP__CHECK_AT_4(p, size, name, site, s, ...) (AMP__INDICES(s, 4, 0), (void *)0)
#endif

#if AMP__CHECKING
#include "checked.h"
#else
/* (Without parentheses around: what follows a missing semicolon shall not look like a call.) */
#define AMP__ELEMENT_AT(view, ...) \
    view[AMP__CAT(AMP__AT_, AMP__COUNT(__VA_ARGS__))(view##_shape, __VA_ARGS__)]
#define AMP__AT_1(s, i) (AMP__INDICES(s, 1, i), (ptrdiff_t)(i))
#define AMP__AT_2(s, i, j) \
    (AMP__INDICES(s, 2, i), (ptrdiff_t)(i) * (s).stride[0] + AMP__INDEX(j))
#define AMP__AT_3(s, i, j, k) \
    (AMP__INDICES(s, 3, i), \
     (ptrdiff_t)(i) * (s).stride[0] + AMP__INDEX(j) * (s).stride[1] + AMP__INDEX(k))
#if AMP_MAX_RANK > 3
#define AMP__ELEMENT_INDEX(view, idx) \
    view[(AMP__INDEX_ARRAY(idx), AMP__RANK_OF_VIEW(view) > 3 \
          ? amp__offset_far(AMP__RANK_OF_VIEW(view), view##_shape.stride, idx) \
          : amp__offset_index(AMP__RANK_OF_VIEW(view), view##_shape.stride, (idx)[0], \
                              (idx)[AMP__RANK_OF_VIEW(view) / 2], \
                              (idx)[AMP__RANK_OF_VIEW(view) - 1]))]
#else
#define AMP__ELEMENT_INDEX(view, idx) \
    view[(AMP__INDEX_ARRAY(idx), \
          amp__offset_index(AMP__RANK_OF_VIEW(view), view##_shape.stride, (idx)[0], \
                            (idx)[AMP__RANK_OF_VIEW(view) / 2], \
                            (idx)[AMP__RANK_OF_VIEW(view) - 1]))]
#endif
#define AMP__RACY(lvalue) (lvalue)
#define AMP__TILE_STATIC_1(T, name, d0)                                       \
    AMP__LINE_BEGIN T amp__store_##name[AMP__STORED(sizeof(T) * (d0)) ? (d0) : 1]; \
    T *name = (T *)amp__shared(amp__phased.tile, amp__phased.loops, amp__store_##name, \
        AMP__FITS(sizeof(T) * (d0)), sizeof(T) * (d0), __alignof__(T));       \
    AMP__TILE_SHOWN(T, name, [d0])
#define AMP__TILE_STATIC_2(T, name, d0, d1)                                   \
    AMP__LINE_BEGIN T amp__store_##name[AMP__STORED(sizeof(T) * (d0) * (d1)) ? (d0) : 1]      \
        [AMP__STORED(sizeof(T) * (d0) * (d1)) ? (d1) : 1];                    \
    T (*name)[d1] = (T (*)[d1])amp__shared(amp__phased.tile, amp__phased.loops,       \
        amp__store_##name, AMP__FITS(sizeof(T) * (d0) * (d1)),                \
        sizeof(T) * (d0) * (d1), __alignof__(T));                             \
    AMP__TILE_SHOWN(T, name, [d0][d1])
#define AMP__TILE_STATIC_3(T, name, d0, d1, d2)                               \
    AMP__LINE_BEGIN T amp__store_##name[AMP__STORED(sizeof(T) * (d0) * (d1) * (d2)) ? (d0) : 1] \
        [AMP__STORED(sizeof(T) * (d0) * (d1) * (d2)) ? (d1) : 1]              \
        [AMP__STORED(sizeof(T) * (d0) * (d1) * (d2)) ? (d2) : 1];             \
    T (*name)[d1][d2] = (T (*)[d1][d2])amp__shared(amp__phased.tile, amp__phased.loops, \
        amp__store_##name, AMP__FITS(sizeof(T) * (d0) * (d1) * (d2)),         \
        sizeof(T) * (d0) * (d1) * (d2), __alignof__(T));                      \
    AMP__TILE_SHOWN(T, name, [d0][d1][d2])
#define AMP__STORED(bytes) (sizeof(*amp__not_in_a_simple_kernel) == 2 && AMP__FITS(bytes))
#endif

/* The memory of an array of tile_static, which counts against the limit: `store`, a
   variable of the kernel's function, where the tile runs as loops and the array fits
   there; else memory of the tile. */
static AMP__INLINE void *amp__shared(amp__tile *tile, int loops, void *store, int local,
                                     size_t bytes, size_t align)
{
    void *carved = amp__tile_static(tile, bytes, align, loops && local);
    return loops && local ? store : carved;
}

/* amp_thread_private(T, name[, d0[, d1]]): a variable, or a small array, of which each
   thread of a phased kernel has one, at the kernel's outermost scope, without an initial value; it
   keeps its value from phase to phase. Read and written inside a phase as amp_mine(name[, i[, j]]),
   an lvalue. At most 8 MB a tile in all: with more the launch is AMP_OUT_OF_MEMORY. In memory the
   thread is the innermost dimension. */
#define amp_thread_private(...) \
    AMP__REQUIRED(thread_private_is_for_phased_kernels, AMP__IN_PHASED(       \
        "thread_private is for AMP_PHASED_KERNEL: in other kernels each thread has the " \
        "variables of its body"));                                            \
    AMP__CAT(AMP__PRIVATE_, AMP__COUNT(__VA_ARGS__))(__VA_ARGS__)

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
    void *carved = amp__private(p.tile, bytes, in_function);
    return in_function ? store : carved;
}

#define amp_mine(...) AMP__CAT(AMP__MINE_, AMP__COUNT(__VA_ARGS__))(__VA_ARGS__)
#define AMP__MINE_1(name) (name[(AMP__MINE_OF(name), tidx.amp__linear)])
#define AMP__MINE_2(name, i) (name[(AMP__MINE_OF(name), i)][tidx.amp__linear])
#define AMP__MINE_3(name, i, j) (name[(AMP__MINE_OF(name), i)][j][tidx.amp__linear])
#define AMP__MINE_OF(name)                                                    \
    AMP__REQUIRED(mine_is_of_thread_private, AMP__POINTS(name),               \
        "mine(name) is of a variable that thread_private(type, name) has declared")

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
    if (__builtin_expect(p.tile->open, 0)) {
        amp__phase_left(p.tile);
    }
    p.tile->open = 1;
    return n;
}

/* Behind a phase: the barrier, where threads run one by one. 0: the loop has ended. */
static AMP__INLINE int amp__phase_end(amp__phases p, const char *site)
{
    p.tile->open = 0;
    if (!p.loops) {
        amp__wait(p.tile, site, AMP__FENCE_ALL);
    }
    return 0;
}

/* amp_phase { }: every thread of the tile runs the block, then a barrier.
   amp_phase_first(n) { }: the tile's first n threads do. Both are for phased
   kernels alone: elsewhere the compiler knows no amp__only_in_a_phased_kernel,
   as it says. The innermost loop runs once: `break` and `continue` end the
   thread's part of the phase. A `return` out of it is AMP_KERNEL_FAULT.
   A plain variable declared outside the phases is one for the whole tile where
   the kernel runs as loops, and one a thread elsewhere: write it outside the
   phases only, from what all threads share, and use amp_thread_private for
   what a thread keeps. (With AMP_VECTORS the text is read: a kernel that
   carries one over from phase to phase runs on fibers.) */
#define amp_phase AMP__PHASE(0, amp__phased.high[2])

#define amp_phase_first(n) \
    AMP__PHASE(n, amp__row_end(amp__phased, amp__n, amp__z, amp__y))

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
