/* SPDX-License-Identifier: MIT */
#ifndef AMP_KERNEL_H
#define AMP_KERNEL_H
/*
amp_kernel.h: what a kernel is made of, compiled for the CPU.

  1 the kernel language   what a kernel body may use
  2 kernel macros         AMP_KERNEL, AMP_TILED_KERNEL, AMP_PHASED_KERNEL

A kernel macro leaves three things behind: the body, as a function of its own;
entries, through which an engine of amp_emu.h calls it for one thread, for a
box of threads, or for a whole tile; and name__launch, the typed function that
amp_parallel_for_each calls. Include amp.h, which includes this file.
*/

#ifndef AMP_H
#undef AMP_KERNEL_H /* amp.h includes this file */
#include "amp.h"
#else

#include "amp_atomic.h" /* amp_atomic_fetch_add and its family */
#include "amp_region.h" /* AMP_DEVICE_BEGIN, AMP_DEVICE_END */

/* clang warns about each loop under `omp simd` that it cannot vectorise, such
   as one with an atomic; the kernel's author can do nothing about it. */
#if defined(__clang__)
#define AMP__QUIET _Pragma("clang diagnostic push") \
    _Pragma("clang diagnostic ignored \"-Wpass-failed\"")
#define AMP__QUIET_END _Pragma("clang diagnostic pop")
#else
#define AMP__QUIET
#define AMP__QUIET_END
#endif
#if defined(_OPENMP) && !defined(AMP_CHECK)
#define AMP__SIMD _Pragma("omp simd")
#else
#define AMP__SIMD
#endif

/* ==== 1 the kernel language ============================================== */


/* The shape of a view in a kernel: one type a rank, so that amp_at with the
   wrong number of indices does not compile. Strides are in elements. */
typedef struct amp_shape1 { int extent[1]; ptrdiff_t stride[1]; } amp_shape1;
typedef struct amp_shape2 { int extent[2]; ptrdiff_t stride[2]; } amp_shape2;
typedef struct amp_shape3 { int extent[3]; ptrdiff_t stride[3]; } amp_shape3;

static AMP__INLINE ptrdiff_t amp__offset1(amp_shape1 s, ptrdiff_t i)
{
    (void)s;
    return i;
}
static AMP__INLINE ptrdiff_t amp__offset2(amp_shape2 s, ptrdiff_t i, ptrdiff_t j)
{
    return i * s.stride[0] + j;
}
static AMP__INLINE ptrdiff_t amp__offset3(amp_shape3 s, ptrdiff_t i, ptrdiff_t j, ptrdiff_t k)
{
    return i * s.stride[0] + j * s.stride[1] + k;
}

/* amp_at(view, i[, j[, k]]): the element, an lvalue. With AMP_CHECK an index
   outside is AMP_KERNEL_FAULT, on the emulator and on an OpenCL device, and
   the access goes elsewhere. */
#ifdef AMP_CHECK
#define AMP__LINE __FILE__ ":" AMP__STR(__LINE__)
#define amp_at(view, ...) \
    (*(__typeof__(&(view)[0]))AMP__CAT(AMP__CHECK_AT_, AMP__COUNT(__VA_ARGS__))( \
        (view), sizeof(*(view)), #view, AMP__LINE, view##_shape, __VA_ARGS__))
/* As in any build an index may have any integer type: one too large for
   ptrdiff_t becomes negative, and is out of bounds all the same. */
#define AMP__CHECK_AT_1(p, size, name, site, s, i) \
    amp__check_at_1(p, size, name, site, s, (ptrdiff_t)(i))
#define AMP__CHECK_AT_2(p, size, name, site, s, i, j) \
    amp__check_at_2(p, size, name, site, s, (ptrdiff_t)(i), (ptrdiff_t)(j))
#define AMP__CHECK_AT_3(p, size, name, site, s, i, j, k) \
    amp__check_at_3(p, size, name, site, s, (ptrdiff_t)(i), (ptrdiff_t)(j), (ptrdiff_t)(k))
static AMP__INLINE void *amp__check_at_1(const void *p, size_t size, const char *name,
                                         const char *site, amp_shape1 s, ptrdiff_t i)
{
    return amp__check_line(p, size, name, site, s.extent[0], i);
}
static AMP__INLINE void *amp__check_at_2(const void *p, size_t size, const char *name,
                                         const char *site, amp_shape2 s, ptrdiff_t i, ptrdiff_t j)
{
    return amp__check_plane(p, size, name, site, s.extent[0], s.extent[1], s.stride[0], i, j);
}
static AMP__INLINE void *amp__check_at_3(const void *p, size_t size, const char *name,
                                         const char *site, amp_shape3 s, ptrdiff_t i,
                                         ptrdiff_t j, ptrdiff_t k)
{
    return amp__check_at(p, size, name, 3, s.extent, s.stride, site, i, j, k);
}
#else
#define amp_at(view, ...) \
    ((view)[AMP__CAT(AMP__AT_, AMP__COUNT(__VA_ARGS__))(view##_shape, __VA_ARGS__)])
#define AMP__AT_1(s, i) amp__offset1(s, (ptrdiff_t)(i))
#define AMP__AT_2(s, i, j) amp__offset2(s, (ptrdiff_t)(i), (ptrdiff_t)(j))
#define AMP__AT_3(s, i, j, k) \
    amp__offset3(s, (ptrdiff_t)(i), (ptrdiff_t)(j), (ptrdiff_t)(k))
#endif

static AMP__INLINE ptrdiff_t amp__offset_index(int rank, const ptrdiff_t *stride, int i, int j,
                                               int k)
{
    return rank == 1 ? k : rank == 2 ? i * stride[0] + k : i * stride[0] + j * stride[1] + k;
}
/* amp_racy(lvalue): that lvalue, its access not checked for races, because they
   are meant. */
#ifdef AMP_CHECK
#define amp_racy(lvalue) (*(__typeof__(&(lvalue)))(uintptr_t)amp__check_racy(&(lvalue), AMP__LINE))
#else
#define amp_racy(lvalue) (lvalue)
#endif

/* amp_at_index(view, idx): the element at an index array (idx, tidx.global),
   whose name stands in the text three times: it is a name, not a computation.
   A pointer to the array would be simpler, and would cost gcc the vectors: a
   variable of an `omp simd` loop whose address is taken gets a place in memory
   for each lane. */
#define AMP__RANK_OF_VIEW(view) ((int)(sizeof(view##_shape.extent) / sizeof(int)))
#ifdef AMP_CHECK
#define amp_at_index(view, idx) \
    (*(__typeof__(&(view)[0]))amp__check_at_index((view), sizeof(*(view)), #view, AMP__LINE, \
        (int)(sizeof(view##_shape.extent) / sizeof(int)), view##_shape.extent, \
        view##_shape.stride, (idx)))
static AMP__INLINE void *amp__check_at_index(const void *p, size_t size, const char *name,
                                             const char *site, int rank, const int *extent,
                                             const ptrdiff_t *stride, const int *idx)
{
    return rank == 1 ? amp__check_line(p, size, name, site, extent[0], idx[0])
        : rank == 2 ? amp__check_plane(p, size, name, site, extent[0], extent[1], stride[0],
                                       idx[0], idx[1])
        : amp__check_at(p, size, name, 3, extent, stride, site, idx[0], idx[1], idx[2]);
}
#else
#define amp_at_index(view, idx) \
    ((view)[amp__offset_index(AMP__RANK_OF_VIEW(view), view##_shape.stride, (idx)[0], \
                              (idx)[AMP__RANK_OF_VIEW(view) / 2], \
                              (idx)[AMP__RANK_OF_VIEW(view) - 1])])
#endif

/* Pointers into the two memories, for parameters of helper functions. */
#define amp_global_ptr(T) T *
#define amp_tile_ptr(T) T *

/* What tidx is in a tiled kernel (specification 4.4): indices, most
   significant first, and the tile's barrier. */
typedef struct amp_tiled_index {
    int global[3], local[3], tile[3], tile_origin[3];
    struct amp__tile *barrier;
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

/* A barrier's call site: one text a place, also twice on one line. */
#define AMP__SITE __FILE__ ":" AMP__STR(__LINE__) "#" AMP__STR(__COUNTER__)

static void amp__barrier(struct amp__tile *tile, const char *site);

/* The four waits and three fences (specification 4.5). On the CPU a barrier
   orders both memories, whichever wait is called. */
enum { AMP__FENCE_TILE = 1, AMP__FENCE_GLOBAL = 2, AMP__FENCE_ALL = 3 };
#define amp_tile_barrier_wait(tidx) \
    amp__wait((tidx).barrier, AMP__SITE, AMP__FENCE_ALL)
#define amp_tile_barrier_wait_with_all_memory_fence(tidx) amp_tile_barrier_wait(tidx)
#define amp_tile_barrier_wait_with_global_memory_fence(tidx) \
    amp__wait((tidx).barrier, AMP__SITE, AMP__FENCE_GLOBAL)
#define amp_tile_barrier_wait_with_tile_static_memory_fence(tidx) \
    amp__wait((tidx).barrier, AMP__SITE, AMP__FENCE_TILE)
/* Under the checker all threads of a tile meet in each round, also those that
   have ended, at one place of the engine: it is the checker that compares
   sites, when all have come. */
static AMP__INLINE void amp__wait(struct amp__tile *tile, const char *site, int fence)
{
#ifdef AMP_CHECK
    const unsigned me = amp__check_arrive(site, fence);
    amp__barrier(tile, "");
    amp__check_thread_runs(me);
#else
    (void)fence;
    amp__barrier(tile, site);
#endif
}
static AMP__INLINE void amp__fence(struct amp__tile *tile)
{
    (void)tile;
#if defined(AMP_CHECK)
    __asm__ volatile("" ::: "memory"); /* one thread runs at a time */
#elif defined(__SANITIZE_THREAD__)
    /* ThreadSanitizer does not model fences; an atomic operation it does. */
    static int amp__fenced;
    (void)__atomic_fetch_add(&amp__fenced, 1, __ATOMIC_ACQ_REL);
#else
    __atomic_thread_fence(__ATOMIC_ACQ_REL);
#endif
}
#define amp_all_memory_fence(tidx) amp__fence((tidx).barrier)
#define amp_global_memory_fence(tidx) amp__fence((tidx).barrier)
#define amp_tile_static_memory_fence(tidx) amp__fence((tidx).barrier)

/* One tile at work. */
typedef struct amp__tile {
    const amp__launch *launch;
    struct amp__work *work;
    struct amp__fiber *fiber, *begin, *end; /* fibers engine: at work; first; last + 1 */
    struct amp__team *team;                 /* threads engine */
    struct amp__member *member;
    const char *round_site; /* fibers: where this round meets; NULL while threads end */
    char *memory;           /* tile_static */
    char *private_memory;   /* thread_private that is not in the kernel's function */
    size_t used, carved, private_used; /* by the thread now in its declarations */
    const int *order;
    int threads, started, finished, met;
    int index[3], origin[3];
    int thread;             /* linear index of the thread now at work */
    int open;               /* a phase has begun and not ended */
    void *leave;            /* a jmp_buf: the way out of the kernel, but for a fiber */
    struct { int what, a, b; const char *site_a, *site_b; size_t bytes; } trouble;
} amp__tile;

static void *amp__tile_static(amp__tile *tile, size_t bytes, size_t align);
static void *amp__private(amp__tile *tile, size_t bytes, int kept);
static void amp__phase_left(amp__tile *tile);

/* amp_printf(format, ...): to standard output, from any thread of a kernel.
   amp_errorf(format, ...): a launch with one ends as AMP_KERNEL_FAULT, with the
   first one's text as its sentence; the thread goes on. amp_abort(): likewise,
   and the thread ends, with others of its launch (specification 12.3). What the
   launch writes is then undefined. On an OpenCL device the status comes from the
   next wait for the launch; amp_errorf takes at most 12 arguments; amp_abort
   ends its thread in a kernel's own body, where no barrier can follow, and
   otherwise lets it go on (docs/design.md). */
#define amp_printf(...) ((void)printf(__VA_ARGS__))
#define amp_errorf(...) amp__kernel_error(0, AMP__SITE, __VA_ARGS__)
#define amp_abort() amp__kernel_error(1, AMP__SITE, "%s", "aborted")
__attribute__((format(printf, 3, 4)))
static void amp__kernel_error(int leave, const char *site, const char *format, ...);

/* How a kernel body reads `phase`: the whole tile as loops, or one thread. */
typedef struct amp__phases {
    amp__tile *tile;
    int loops, rank;
    int low[3], high[3], dim[3];
} amp__phases;

/* Whether an array of a phased kernel is one of its function: it is where that
   helps the loops, and where it is not too large for a stack. Only a kernel as
   loops uses it, but all its forms are one text: without optimization it would
   take room on a fiber's stack in vain. */
#ifdef __OPTIMIZE__
#define AMP__LOCAL(bytes) ((bytes) <= AMP_MAX_TILE_STATIC)
#else
#define AMP__LOCAL(bytes) ((bytes) < 1)
#endif

/* amp_tile_static(T, name, d0[, d1[, d2]]): tile memory, at the kernel's
   outermost scope, without an initial value. As loops it is an array of the
   function, which the compiler knows to overlap nothing; else it is carved
   from the tile's buffer. All of a kernel's arrays together have at most 32768
   bytes; with more, no thread goes on, and the launch says so. */
#define amp_tile_static(T, name, ...) \
    AMP__CAT(AMP__TILE_STATIC_, AMP__COUNT(__VA_ARGS__))(T, name, __VA_ARGS__)
#ifdef AMP_CHECK
#define AMP__TILE_STATIC_1(T, name, d0)                                       \
    T *name = (T *)amp__checked(amp__phases_here, #name, sizeof(T), 1, d0, 1, 1)
#define AMP__TILE_STATIC_2(T, name, d0, d1)                                   \
    T (*name)[d1] = (T (*)[d1])amp__checked(amp__phases_here, #name, sizeof(T), 2, d0, d1, 1)
#define AMP__TILE_STATIC_3(T, name, d0, d1, d2)                               \
    T (*name)[d1][d2] = (T (*)[d1][d2])amp__checked(amp__phases_here, #name, sizeof(T), 3, \
        d0, d1, d2)
/* Carved twice: by the engine, for its limit, and by the checker, for use. */
static AMP__INLINE void *amp__checked(amp__phases p, const char *name, size_t size, int rank,
                                      int d0, int d1, int d2)
{
    const size_t bytes = size * (size_t)d0 * (size_t)d1 * (size_t)d2;
    char *carved = (char *)amp__tile_static(p.tile, bytes, 16);
    void *watched = amp__check_tile_static((size_t)(carved - p.tile->memory), bytes, name, size,
                                           rank, d0, d1, d2);
    return watched != NULL ? watched : carved;
}
#else
#define AMP__TILE_STATIC_1(T, name, d0)                                       \
    T amp__store_##name[AMP__STORED(sizeof(T) * (d0)) ? (d0) : 1];            \
    T *name = (T *)amp__shared(amp__phases_here, amp__store_##name,           \
        AMP__LOCAL(sizeof(T) * (d0)), sizeof(T) * (d0), __alignof__(T))
#define AMP__TILE_STATIC_2(T, name, d0, d1)                                   \
    T amp__store_##name[AMP__STORED(sizeof(T) * (d0) * (d1)) ? (d0) : 1]      \
        [AMP__STORED(sizeof(T) * (d0) * (d1)) ? (d1) : 1];                    \
    T (*name)[d1] = (T (*)[d1])amp__shared(amp__phases_here, amp__store_##name, \
        AMP__LOCAL(sizeof(T) * (d0) * (d1)), sizeof(T) * (d0) * (d1), __alignof__(T))
#define AMP__TILE_STATIC_3(T, name, d0, d1, d2)                               \
    T amp__store_##name[AMP__STORED(sizeof(T) * (d0) * (d1) * (d2)) ? (d0) : 1] \
        [AMP__STORED(sizeof(T) * (d0) * (d1) * (d2)) ? (d1) : 1]              \
        [AMP__STORED(sizeof(T) * (d0) * (d1) * (d2)) ? (d2) : 1];             \
    T (*name)[d1][d2] = (T (*)[d1][d2])amp__shared(amp__phases_here, amp__store_##name, \
        AMP__LOCAL(sizeof(T) * (d0) * (d1) * (d2)), sizeof(T) * (d0) * (d1) * (d2), \
        __alignof__(T))
#define AMP__STORED(bytes) (sizeof(*amp__not_in_a_simple_kernel) == 2 && AMP__LOCAL(bytes))
#endif
static AMP__INLINE void *amp__shared(amp__phases p, void *store, int local, size_t bytes,
                                     size_t align)
{
    void *carved = amp__tile_static(p.tile, bytes, align);
    return p.loops && local ? store : carved;
}

/* amp_thread_private(T, name[, d0[, d1]]): a variable a thread of a phased
   kernel, alive across phases, thread innermost; read as amp_mine(name[, i[, j]]). */
#define amp_thread_private(...) \
    AMP__CAT(AMP__PRIVATE_, AMP__COUNT(__VA_ARGS__))(__VA_ARGS__)
#define AMP__WIDTH sizeof(*amp__only_in_a_phased_kernel) /* threads of the tile */
#define AMP__PRIVATE_2(T, name)                                               \
    T amp__store_##name[AMP__LOCAL(sizeof(T) * AMP__WIDTH) ? AMP__WIDTH : 1]; \
    T *name = (T *)amp__own(amp__phases_here, amp__store_##name,              \
        AMP__LOCAL(sizeof(T) * AMP__WIDTH), sizeof(T) * AMP__WIDTH)
#define AMP__PRIVATE_3(T, name, d0)                                           \
    T amp__store_##name[AMP__LOCAL(sizeof(T) * (d0) * AMP__WIDTH) ? (d0) : 1][AMP__WIDTH]; \
    T (*name)[AMP__WIDTH] = (T (*)[AMP__WIDTH])amp__own(amp__phases_here, amp__store_##name, \
        AMP__LOCAL(sizeof(T) * (d0) * AMP__WIDTH), sizeof(T) * (d0) * AMP__WIDTH)
#define AMP__PRIVATE_4(T, name, d0, d1)                                       \
    T amp__store_##name[AMP__LOCAL(sizeof(T) * (d0) * (d1) * AMP__WIDTH) ? (d0) : 1] \
        [AMP__LOCAL(sizeof(T) * (d0) * (d1) * AMP__WIDTH) ? (d1) : 1][AMP__WIDTH]; \
    T (*name)[d1][AMP__WIDTH] = (T (*)[d1][AMP__WIDTH])amp__own(amp__phases_here, \
        amp__store_##name, AMP__LOCAL(sizeof(T) * (d0) * (d1) * AMP__WIDTH), \
        sizeof(T) * (d0) * (d1) * AMP__WIDTH)
static AMP__INLINE void *amp__own(amp__phases p, void *store, int local, size_t bytes)
{
    const int kept = p.loops && local; /* the memory is here, the limit holds */
    void *carved = amp__private(p.tile, bytes, kept);
    return kept ? store : carved;
}
#define amp_mine(...) AMP__CAT(AMP__MINE_, AMP__COUNT(__VA_ARGS__))(__VA_ARGS__)
#define AMP__MINE_1(name) (name[tidx.amp__linear])
#define AMP__MINE_2(name, i) (name[i][tidx.amp__linear])
#define AMP__MINE_3(name, i, j) (name[i][j][tidx.amp__linear])

static AMP__INLINE amp_phase_index amp__phase_index(amp__phases p, int z, int y, int x)
{
    const int at[3] = { z, y, x };
    amp_phase_index t;
    int k;
    for (k = 0; k < 3; k++) {
        const int used = k < p.rank;
        t.local[k] = used ? at[3 - p.rank + (used ? k : 0)] : 0;
        t.tile[k] = p.tile->index[k];
        t.tile_origin[k] = p.tile->origin[k];
        t.global[k] = t.tile_origin[k] + t.local[k];
    }
    t.amp__linear = (z * p.dim[1] + y) * p.dim[2] + x;
    t.amp__once = 1;
    return t;
}

/* The end of a row of the phase's threads, of which the tile's first n work. */
static AMP__INLINE int amp__row_end(amp__phases p, int n, int z, int y)
{
    const int left = (n > 0 ? n : 0) - (z * p.dim[1] + y) * p.dim[2]; /* n may be INT_MIN */
    return left < p.high[2] ? left : p.high[2];
}

/* A phase that is begun while one is open: the open one was left in a way that
   its end did not see. */
static AMP__INLINE int amp__phase_begin(amp__phases p, int n)
{
    if (__builtin_expect(p.tile->open, 0)) {
        amp__phase_left(p.tile);
    }
    p.tile->open = 1;
    return n;
}

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
   thread's part of the phase. A `return` out of it does not compile with
   -fopenmp, and is AMP_KERNEL_FAULT without.
   A plain variable declared outside the phases is one for the whole tile where
   the kernel runs as loops, and one a thread elsewhere: write it outside the
   phases only, from what all threads share, and use amp_thread_private for
   what a thread keeps. */
#define amp_phase AMP__PHASE(0, amp__phases_here.high[2])
#define amp_phase_first(n) \
    AMP__PHASE(n, amp__row_end(amp__phases_here, amp__n, amp__z, amp__y))
#define AMP__PHASE(n, row_end)                                                \
    for (int amp__n AMP__UNUSED = amp__phase_begin(amp__phases_here, (n)),     \
             amp__open = sizeof(*amp__only_in_a_phased_kernel) != 0; amp__open; \
         amp__open = amp__phase_end(amp__phases_here, AMP__SITE))             \
    for (int amp__z = amp__phases_here.low[0]; amp__z < amp__phases_here.high[0]; amp__z++) \
    for (int amp__y = amp__phases_here.low[1]; amp__y < amp__phases_here.high[1]; amp__y++) \
    AMP__SIMD                                                                 \
    for (int amp__x = amp__phases_here.low[2];                                \
         amp__x < (row_end); amp__x++)                                        \
    for (amp_phase_index tidx = amp__phase_index(amp__phases_here, amp__z, amp__y, amp__x); \
         tidx.amp__once; tidx.amp__once = 0)

/* ==== 2 kernel macros ==================================================== */

/* AMP__EACH(m, head, p0, p1, ...): m(0, p0) m(1, p1) ... */
#define AMP__EACH(m, ...) AMP__CAT(AMP__EACH_, AMP__COUNT(__VA_ARGS__))(m, __VA_ARGS__)
#define AMP__EACH_1(do_, head_)
#define AMP__EACH_2(do_, head_, a) do_(0, a)
#define AMP__EACH_3(do_, head_, a, b) \
    AMP__EACH_2(do_, head_, a) do_(1, b)
#define AMP__EACH_4(do_, head_, a, b, c) \
    AMP__EACH_3(do_, head_, a, b) do_(2, c)
#define AMP__EACH_5(do_, head_, a, b, c, d) \
    AMP__EACH_4(do_, head_, a, b, c) do_(3, d)
#define AMP__EACH_6(do_, head_, a, b, c, d, e) \
    AMP__EACH_5(do_, head_, a, b, c, d) do_(4, e)
#define AMP__EACH_7(do_, head_, a, b, c, d, e, f) \
    AMP__EACH_6(do_, head_, a, b, c, d, e) do_(5, f)
#define AMP__EACH_8(do_, head_, a, b, c, d, e, f, g) \
    AMP__EACH_7(do_, head_, a, b, c, d, e, f) do_(6, g)
#define AMP__EACH_9(do_, head_, a, b, c, d, e, f, g, h) \
    AMP__EACH_8(do_, head_, a, b, c, d, e, f, g) do_(7, h)
#define AMP__EACH_10(do_, head_, a, b, c, d, e, f, g, h, i) \
    AMP__EACH_9(do_, head_, a, b, c, d, e, f, g, h) do_(8, i)
#define AMP__EACH_11(do_, head_, a, b, c, d, e, f, g, h, i, j) \
    AMP__EACH_10(do_, head_, a, b, c, d, e, f, g, h, i) do_(9, j)
#define AMP__EACH_12(do_, head_, a, b, c, d, e, f, g, h, i, j, k) \
    AMP__EACH_11(do_, head_, a, b, c, d, e, f, g, h, i, j) do_(10, k)
#define AMP__EACH_13(do_, head_, a, b, c, d, e, f, g, h, i, j, k, l) \
    AMP__EACH_12(do_, head_, a, b, c, d, e, f, g, h, i, j, k) do_(11, l)
#define AMP__EACH_14(do_, head_, a, b, c, d, e, f, g, h, i, j, k, l, m) \
    AMP__EACH_13(do_, head_, a, b, c, d, e, f, g, h, i, j, k, l) do_(12, m)
#define AMP__EACH_15(do_, head_, a, b, c, d, e, f, g, h, i, j, k, l, m, n) \
    AMP__EACH_14(do_, head_, a, b, c, d, e, f, g, h, i, j, k, l, m) do_(13, n)
#define AMP__EACH_16(do_, head_, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o) \
    AMP__EACH_15(do_, head_, a, b, c, d, e, f, g, h, i, j, k, l, m, n) do_(14, o)
#define AMP__EACH_17(do_, head_, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p) \
    AMP__EACH_16(do_, head_, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o) do_(15, p)

/* What each place needs of a parameter such as in(float, 2, A). */
#define AMP__DECLARE(i, p) AMP__DECLARE_##p
#define AMP__DECLARE_in(T, r, n) , const T *n AMP__UNUSED, amp_shape##r n##_shape AMP__UNUSED
#define AMP__DECLARE_out(T, r, n) , T *n AMP__UNUSED, amp_shape##r n##_shape AMP__UNUSED
#define AMP__DECLARE_inout(T, r, n) AMP__DECLARE_out(T, r, n)
#define AMP__DECLARE_value(T, n) , T n AMP__UNUSED
#define AMP__PASS(i, p) AMP__PASS_##p
#define AMP__PASS_in(T, r, n) , n, n##_shape
#define AMP__PASS_out(T, r, n) , n, n##_shape
#define AMP__PASS_inout(T, r, n) , n, n##_shape
#define AMP__PASS_value(T, n) , n
#define AMP__SIGNATURE(i, p) AMP__SIGNATURE_##p
#define AMP__SIGNATURE_in(T, r, n) , amp_array_view n
#define AMP__SIGNATURE_out(T, r, n) , amp_array_view n
#define AMP__SIGNATURE_inout(T, r, n) , amp_array_view n
#define AMP__SIGNATURE_value(T, n) , T n
#define AMP__ADDRESS(i, p) AMP__ADDRESS_##p
#define AMP__ADDRESS_in(T, r, n) &n,
#define AMP__ADDRESS_out(T, r, n) &n,
#define AMP__ADDRESS_inout(T, r, n) &n,
#define AMP__ADDRESS_value(T, n) &n,
#define AMP__DESCRIBE(i, p) AMP__DESCRIBE_##p
#define AMP__DESCRIBE_view(T, r, n, access) { #n, { #T, sizeof(T), AMP__KIND(T) }, r, access },
#define AMP__DESCRIBE_in(T, r, n) AMP__DESCRIBE_view(T, r, n, AMP__ACCESS_in)
#define AMP__DESCRIBE_out(T, r, n) AMP__DESCRIBE_view(T, r, n, AMP__ACCESS_out)
#define AMP__DESCRIBE_inout(T, r, n) AMP__DESCRIBE_view(T, r, n, AMP__ACCESS_inout)
#define AMP__DESCRIBE_value(T, n) { #n, { #T, sizeof(T), AMP__KIND(T) }, 0, AMP__ACCESS_value },
/* Binding wants the parameter's number too: take the tuple apart first. */
#define AMP__BIND(i, p) AMP__BIND_I(i, AMP__TUPLE_##p)
#define AMP__BIND_I(i, ...) AMP__BIND_II(i, __VA_ARGS__)
#define AMP__BIND_II(i, how, ...) AMP__BIND_##how(i, __VA_ARGS__)
#define AMP__TUPLE_in(T, r, n) IN, T, r
#define AMP__TUPLE_out(T, r, n) OUT, T, r
#define AMP__TUPLE_inout(T, r, n) OUT, T, r
#define AMP__TUPLE_value(T, n) VALUE, T, 0
#define AMP__BIND_IN(i, T, r) , (const T *)amp__a[i].data, amp__shape_of##r(&amp__a[i])
#define AMP__BIND_OUT(i, T, r) , (T *)amp__a[i].data, amp__shape_of##r(&amp__a[i])
#define AMP__BIND_VALUE(i, T, r) , *(const T *)amp__a[i].data

static AMP__INLINE amp_shape1 amp__shape_of1(const amp__argument *a)
{
    amp_shape1 s;
    s.extent[0] = a->extent[0];
    s.stride[0] = 1;
    return s;
}
static AMP__INLINE amp_shape2 amp__shape_of2(const amp__argument *a)
{
    amp_shape2 s;
    s.extent[0] = a->extent[0];
    s.extent[1] = a->extent[1];
    s.stride[0] = a->stride[0];
    s.stride[1] = 1;
    return s;
}
static AMP__INLINE amp_shape3 amp__shape_of3(const amp__argument *a)
{
    amp_shape3 s;
    int k;
    for (k = 0; k < 3; k++) {
        s.extent[k] = a->extent[k];
        s.stride[k] = k < 2 ? a->stride[k] : 1;
    }
    return s;
}

#define AMP__FIRST(...) AMP__FIRST_I(__VA_ARGS__, 0)
#define AMP__FIRST_I(a, ...) a
#define AMP__DEPAREN(x) AMP__STRIP x
#define AMP__RANK_OF(t) AMP__RANK_OF_I(AMP__DEPAREN(t))
#define AMP__RANK_OF_I(...) AMP__COUNT(__VA_ARGS__)
#define AMP__TILE3(t) AMP__TILE3_I(AMP__DEPAREN(t))
#define AMP__TILE3_I(...) AMP__CAT(AMP__TILE3_, AMP__COUNT(__VA_ARGS__))(__VA_ARGS__)
#define AMP__TILE3_1(a) 1, 1, (a)
#define AMP__TILE3_2(a, b) 1, (a), (b)
#define AMP__TILE3_3(a, b, c) (a), (b), (c)
#define AMP__PRODUCT(a, b, c) AMP__PRODUCT_I(a, b, c)
#define AMP__PRODUCT_I(a, b, c) ((a) * (b) * (c))
#define AMP__TILE_SIZE(t) AMP__TILE_SIZE_I(AMP__TILE3(t))
#define AMP__TILE_SIZE_I(...) AMP__PRODUCT_I(__VA_ARGS__)

/* The second build of a loop entry. Not target_clones: that attribute was
   measured to lose the vectors in gcc 12 when the function is not inlined,
   needs ifunc, and breaks under sanitizers; two plain functions and a test at
   launch work everywhere. AVX2 without FMA, so that results do not depend on
   the machine. */
#if defined(__OPTIMIZE__) && !defined(__clang__) && !defined(AMP_CHECK)
/* gcc at -O2 leaves half of sgemm's speed (measured: 54 against 27 ms); a
   kernel has no errno to set. clang needs neither. */
#define AMP__BASE __attribute__((optimize("O3", "no-math-errno")))
#else
#define AMP__BASE
#endif
#if defined(__x86_64__) && !defined(__AVX2__) && defined(__OPTIMIZE__) && !defined(AMP_CHECK)
#define AMP__AVX2 AMP__BASE __attribute__((target("avx2")))
#else
#define AMP__AVX2 AMP__BASE
#endif

/* Puts a thread's place into the array that its kernel calls idx. The array
   belongs to a function of its own, called from the loop: see amp_at_index. */
static AMP__INLINE void amp__place(int rank, int *idx, int z, int y, int x)
{
    idx[0] = rank == 3 ? z : rank == 2 ? y : x;
    idx[1] = rank == 3 ? y : x;
    idx[2] = x;
}
#define AMP__FOR_BOX(box)                                                     \
    for (int amp__z = (box).low[0]; amp__z < (box).high[0]; amp__z++)         \
    for (int amp__y = (box).low[1]; amp__y < (box).high[1]; amp__y++)         \
    AMP__SIMD for (int amp__x = (box).low[2]; amp__x < (box).high[2]; amp__x++)

/* The typed launcher that every kernel has, with the description in it: gcc
   without -O keeps a file's static objects, and so all that they point to,
   but not those of an inline function that nobody calls. A program that
   includes the algorithms would be compiled for 20 s instead of one. */
#define AMP__LAUNCHER(name, domain_type, launch, shape_, entries_, ...)       \
    static inline AMP__UNUSED amp_status name##__launch(amp_accelerator_view amp__on, \
        domain_type amp__domain AMP__EACH(AMP__SIGNATURE, __VA_ARGS__))       \
    {                                                                         \
        static const amp__parameter amp__parameters[] = {                     \
            AMP__EACH(AMP__DESCRIBE, __VA_ARGS__)                             \
            { NULL, { NULL, 0, AMP__KIND_OTHER }, 0, AMP__ACCESS_value } };   \
        static const amp__kernel amp__described = { #name, AMP__DEPAREN(shape_), \
            AMP__COUNT(__VA_ARGS__) - 1, amp__parameters, AMP__DEPAREN(entries_), \
            AMP__PROGRAM };                                                   \
        const void *const amp__given[] = { AMP__EACH(AMP__ADDRESS, __VA_ARGS__) NULL }; \
        return launch(amp__on, &amp__described, amp__domain, amp__given);     \
    }

#define AMP_KERNEL(name, ...) AMP__KERNEL_I(name, AMP__FIRST(__VA_ARGS__), __VA_ARGS__)
#define AMP__KERNEL_I(name, rank_, ...)                                       \
    static AMP__INLINE void name##__body(const int *idx AMP__EACH(AMP__DECLARE, __VA_ARGS__)); \
    static AMP__INLINE void name##__at(int amp__z, int amp__y, int amp__x     \
        AMP__EACH(AMP__DECLARE, __VA_ARGS__))                                 \
    {                                                                         \
        int amp__idx[3];                                                      \
        amp__place(rank_, amp__idx, amp__z, amp__y, amp__x);                  \
        name##__body(amp__idx AMP__EACH(AMP__PASS, __VA_ARGS__));             \
    }                                                                         \
    static AMP__INLINE void name##__box(amp__box amp__b AMP__EACH(AMP__DECLARE, __VA_ARGS__)) \
    {                                                                         \
        AMP__FOR_BOX(amp__b) {                                                \
            name##__at(amp__z, amp__y, amp__x AMP__EACH(AMP__PASS, __VA_ARGS__)); \
        }                                                                     \
    }                                                                         \
    static inline AMP__UNUSED AMP__BASE void name##__base(const amp__argument *amp__a, \
        const amp__box *amp__b) \
    { (void)amp__a; name##__box(*amp__b AMP__EACH(AMP__BIND, __VA_ARGS__)); } \
    static inline AMP__UNUSED AMP__AVX2 void name##__avx2(const amp__argument *amp__a, \
        const amp__box *amp__b) \
    { (void)amp__a; name##__box(*amp__b AMP__EACH(AMP__BIND, __VA_ARGS__)); } \
    AMP__LAUNCHER(name, amp_extent, amp__launch_simple,                       \
        (AMP__SIMPLE, rank_, { 1, 1, 1 }),                                    \
        ({ name##__base, name##__avx2 }, NULL, { NULL, NULL }), __VA_ARGS__)  \
    static AMP__INLINE void name##__body(const int *idx AMP__UNUSED \
        AMP__EACH(AMP__DECLARE, __VA_ARGS__))

#define AMP_TILED_KERNEL(name, ...) AMP__TILED_I(name, AMP__FIRST(__VA_ARGS__), __VA_ARGS__)
#define AMP__TILED_I(name, tile_, ...)                                        \
    static AMP__INLINE void name##__body(amp_tiled_index tidx, amp__phases amp__phases_here, \
        char (*amp__not_in_a_simple_kernel)[1] AMP__EACH(AMP__DECLARE, __VA_ARGS__)); \
    static inline AMP__UNUSED AMP__BASE void name##__thread(const amp__argument *amp__a, \
        amp__tile *amp__t) \
    { (void)amp__a; name##__body(amp__make_tidx(amp__t, AMP__RANK_OF(tile_), AMP__TILE3(tile_)), \
        amp__no_phases(amp__t), NULL                                          \
        AMP__EACH(AMP__BIND, __VA_ARGS__)); }                                 \
    AMP__LAUNCHER(name, amp_tiled_extent, amp__launch_tiled,                  \
        (AMP__TILED, AMP__RANK_OF(tile_), { AMP__DEPAREN(tile_) }),           \
        ({ NULL, NULL }, name##__thread, { NULL, NULL }), __VA_ARGS__)        \
    static AMP__INLINE void name##__body(amp_tiled_index tidx AMP__UNUSED,    \
        amp__phases amp__phases_here AMP__UNUSED,                             \
        char (*amp__not_in_a_simple_kernel)[1] AMP__UNUSED AMP__EACH(AMP__DECLARE, __VA_ARGS__))

#define AMP_PHASED_KERNEL(name, ...) AMP__PHASED_I(name, AMP__FIRST(__VA_ARGS__), __VA_ARGS__)
#define AMP__PHASED_I(name, tile_, ...)                                       \
    static AMP__INLINE void name##__body(amp__phases amp__phases_here, \
        char (*amp__not_in_a_simple_kernel)[2],                               \
        char (*amp__only_in_a_phased_kernel)[AMP__TILE_SIZE(tile_)], amp_tile_place amp_tile_index \
        AMP__EACH(AMP__DECLARE, __VA_ARGS__)); \
    static inline AMP__UNUSED AMP__BASE void name##__base(const amp__argument *amp__a, \
        amp__tile *amp__t) \
    { (void)amp__a; name##__body(amp__whole_tile(amp__t, AMP__RANK_OF(tile_), AMP__TILE3(tile_)), \
        NULL, NULL, amp__place_of(amp__t) \
        AMP__EACH(AMP__BIND, __VA_ARGS__)); } \
    static inline AMP__UNUSED AMP__AVX2 void name##__avx2(const amp__argument *amp__a, \
        amp__tile *amp__t) \
    { (void)amp__a; name##__body(amp__whole_tile(amp__t, AMP__RANK_OF(tile_), AMP__TILE3(tile_)), \
        NULL, NULL, amp__place_of(amp__t) \
        AMP__EACH(AMP__BIND, __VA_ARGS__)); } \
    static inline AMP__UNUSED void name##__thread(const amp__argument *amp__a, amp__tile *amp__t) \
    { (void)amp__a; name##__body(amp__one_thread(amp__t, AMP__RANK_OF(tile_), AMP__TILE3(tile_)), \
        NULL, NULL, amp__place_of(amp__t) \
        AMP__EACH(AMP__BIND, __VA_ARGS__)); } \
    AMP__LAUNCHER(name, amp_tiled_extent, amp__launch_tiled,                  \
        (AMP__PHASED, AMP__RANK_OF(tile_), { AMP__DEPAREN(tile_) }),          \
        ({ NULL, NULL }, name##__thread, { name##__base, name##__avx2 }), __VA_ARGS__) \
    static AMP__INLINE void name##__body(amp__phases amp__phases_here AMP__UNUSED, \
        char (*amp__not_in_a_simple_kernel)[2] AMP__UNUSED,                   \
        char (*amp__only_in_a_phased_kernel)[AMP__TILE_SIZE(tile_)] AMP__UNUSED, \
        amp_tile_place amp_tile_index AMP__UNUSED AMP__EACH(AMP__DECLARE, __VA_ARGS__))

/* The tile's dimensions are constants here: no division by a variable. */
static AMP__INLINE amp_tiled_index amp__make_tidx(amp__tile *t, int rank, int a, int b, int c)
{
    amp_tiled_index r;
    const int at[3] = { t->thread / c / b, t->thread / c % b, t->thread % c };
    int k;
    (void)a;
    for (k = 0; k < 3; k++) {
        r.local[k] = k < rank ? at[3 - rank + (k < rank ? k : 0)] : 0;
        r.tile[k] = t->index[k];
        r.tile_origin[k] = t->origin[k];
        r.global[k] = r.tile_origin[k] + r.local[k];
    }
    r.barrier = t;
    return r;
}

static AMP__INLINE amp_tile_place amp__place_of(amp__tile *t)
{
    amp_tile_place r;
    int k;
    for (k = 0; k < 3; k++) {
        r.tile[k] = t->index[k];
        r.tile_origin[k] = t->origin[k];
    }
    return r;
}

static AMP__INLINE amp__phases amp__no_phases(amp__tile *t)
{
    amp__phases p;
    memset(&p, 0, sizeof(p));
    p.tile = t;
    return p;
}
static AMP__INLINE amp__phases amp__whole_tile(amp__tile *t, int rank, int a, int b, int c)
{
    amp__phases p;
    p.tile = t;
    p.loops = 1;
    p.rank = rank;
    p.low[0] = p.low[1] = p.low[2] = 0;
    p.high[0] = p.dim[0] = a;
    p.high[1] = p.dim[1] = b;
    p.high[2] = p.dim[2] = c;
    return p;
}
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

#endif /* AMP_H */
#endif /* AMP_KERNEL_H */
