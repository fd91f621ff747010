/* SPDX-License-Identifier: MIT */
#ifndef AMP_LANGUAGE_THREAD_H
#define AMP_LANGUAGE_THREAD_H
/*
amp/language/thread.h: what a kernel's thread knows of its place, how threads wait for each other,
what those of a tile share, and what each of them keeps.

One text for every compiler that reads kernels; what it leaves to the compiler is in
amp/language/language.h for the program's own, and in amp/cl/prelude.cl.h for OpenCL.
*/

#include "compiler.h"
#include "../base/arguments.h"

AMP__DEVICE_TEXT_BEGIN(amp__text_of_threads)

/* What tidx is in a tiled kernel (specification 4.4): indices, most
   significant first, and the tile's barrier. tile_count: how many tiles the launch has in each
   dimension, 1 in those that the kernel has not; of an extent that was padded, those of padding
   too, as tile counts them. */
typedef struct amp_tiled_index {
    int global[3], local[3], tile[3], tile_origin[3], tile_count[3];
    AMP__TILED_INDEX_REST
} amp_tiled_index;

/* In OpenCL a thread is a thread, inside of a phase as outside. */
#ifdef __OPENCL_VERSION__
typedef amp_tiled_index amp_phase_index, amp_tile_place;
#else
/* What tidx is inside a phase: no barrier, it ends with one. */
typedef struct amp_phase_index {
    int global[3], local[3], tile[3], tile_origin[3], tile_count[3];
    int amp__linear, amp__once;
} amp_phase_index;

/* What amp_tile_index is in the body of a phased kernel, outside its phases
   too: the tile at work, most significant dimension first. */
typedef struct amp_tile_place {
    int tile[3], tile_origin[3], tile_count[3];
} amp_tile_place;
#endif

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
     AMP__WAIT(tidx, fence))

/* The three fences (specification 4.5): what this thread wrote before the fence, others
   that see what it writes after it see too. No thread waits for another. */
#define amp_all_memory_fence(tidx) AMP__FENCE(tidx, AMP__FENCE_ALL)
#define amp_global_memory_fence(tidx) AMP__FENCE(tidx, AMP__FENCE_GLOBAL)
#define amp_tile_static_memory_fence(tidx) AMP__FENCE(tidx, AMP__FENCE_TILE)

/* amp_printf(format, ...): to standard output, as C's printf, from any thread of a
   kernel; the order of what several threads print is undefined (specification 12.3). */
#define amp_printf(...) ((void)(AMP__BEFORE_PRINTF printf(__VA_ARGS__)))

/* amp_errorf(format, ...): the launch ends as AMP_KERNEL_FAULT, with the text of the
   first one as its sentence; the thread continues; what the launch writes is undefined.
   On an OpenCL device the status comes from the next wait for the launch, and there are
   at most 12 arguments behind the format. */
#define amp_errorf(...) AMP__ERRORF(__VA_ARGS__)

/* amp_abort(): the same with "aborted", and the thread ends, with others of its launch.
   On an OpenCL device it ends its thread in a kernel's own body, where no barrier can
   follow, and otherwise lets it continue. */
#define amp_abort() AMP__ABORT()

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
#define AMP__TILE_STATIC_OF_1(T, name)                                        \
    AMP__REQUIRED(tile_static_wants_a_size, 0,                                \
        "tile_static wants a size: tile_static(type, name, 1), and name[0]"); \
    T name
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

#define amp_mine(...) AMP__CAT(AMP__MINE_, AMP__COUNT(__VA_ARGS__))(__VA_ARGS__)
#define AMP__MINE_1(name) (name AMP__OWN_PART(AMP__MINE_OF(name)))
#define AMP__MINE_2(name, i) (name[(AMP__MINE_OF(name), i)] AMP__OWN_PART((void)0))
#define AMP__MINE_3(name, i, j) (name[(AMP__MINE_OF(name), i)][j] AMP__OWN_PART((void)0))
#define AMP__MINE_OF(name)                                                    \
    AMP__REQUIRED(mine_is_of_thread_private, AMP__POINTS(name),               \
        "mine(name) is of a variable that thread_private(type, name) has declared")

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
#define amp_phase AMP__PHASE_OF_ALL
#define amp_phase_first(n) AMP__PHASE_OF_FIRST(n)

AMP__DEVICE_TEXT_END

/* For who writes `tile_static float t[4]`, as in C++ AMP. */
typedef int amp_tile_static
    __attribute__((deprecated("write tile_static(type, name, size), as tile_static(float, t, 4)")));

#endif /* AMP_LANGUAGE_THREAD_H */
