/* SPDX-License-Identifier: MIT */
#ifndef AMP_CL_PRELUDE_CL_H
#define AMP_CL_PRELUDE_CL_H
/*
amp/cl/prelude.cl.h: the kernel language of amp/kernel/kernel.h, in OpenCL C.

  1 macro arithmetic
  2 shapes and elements
  3 threads, barriers and phases
  4 kernels

Set in front of it by amp/cl/program_text.h, each 0 or 1 but for the last:

  AMP__DOUBLES     the device has double
  AMP__ATOMICS64   the device has atomic functions of 64 bits
  AMP__ROWS        simple kernels run boxes of threads: a CPU
  AMP__REPLICATES  PoCL's workitemrepl: the code once a thread, and vectors only of
                   loops that ask for them
  AMP__STRINGS     printf takes a text
  AMP__SHORT_LOOPS the device ends loops after some turns (and AMP__FAULTS is 1)
  AMP__FAULTS      kernels report to the host: amp/cl/faults.cl.h
  AMP__CHECKS      amp_at tests its indices (and AMP__FAULTS is 1)
  AMP__ABORTS      amp_abort occurs (and AMP__FAULTS is 1)
  AMP__WARPS       operations of amp/language/warp.h occur
  AMP__TURNED      0, or the dimension that has changed places with dimension 0 (1 or 2):
                   amp__cl_swapped_dimension of amp/cl/program_text.h

Functions come first: whatever a macro says is read after the renames behind it
(amp/cl/renames.cl.h), so macros use only names that those leave alone.
*/

#include "layout.h"

#if AMP__IMPLEMENT && defined(AMP_OPENCL)

AMP__DEVICE_TEXT_BEGIN(amp__cl_text_of_prelude)
#ifdef __OPENCL_VERSION__
#if AMP__DOUBLES
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#endif
#if AMP__ATOMICS64
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable
#endif
/* Words that OpenCL C reserves and C does not: a user's name like any other. */
#define global amp__w_global
#define local amp__w_local
#define constant amp__w_constant
#define private amp__w_private
#define generic amp__w_generic
#define kernel amp__w_kernel
#define read_only amp__w_read_only
#define write_only amp__w_write_only
#define read_write amp__w_read_write
#define uniform amp__w_uniform
#define pipe amp__w_pipe
#define half amp__w_half
#define vec_step amp__w_vec_step
#define image1d_t amp__w_image1d_t
#define image2d_t amp__w_image2d_t
#define image3d_t amp__w_image3d_t
#define sampler_t amp__w_sampler_t
#define event_t amp__w_event_t

#define AMP__FN static inline __attribute__((overloadable))
#define AMP__F static inline
#define AMP_DEVICE_BEGIN
#define AMP_DEVICE_END
#define AMP_OPENCL 1

/* ==== 1 macro arithmetic ================================================= */

#define AMP__CAT(a, b) AMP__CAT_I(a, b)
#define AMP__CAT_I(a, b) a##b
#define AMP__STRIP(...) __VA_ARGS__
#define AMP__DEPAREN(x) AMP__STRIP x
#define AMP__FIRST(...) AMP__FIRST_I(__VA_ARGS__, 0)
#define AMP__FIRST_I(a, ...) a
#define AMP__COUNT(...) \
    AMP__COUNT_I(__VA_ARGS__, 34, 33, 32, 31, 30, 29, 28, 27, 26, 25, 24, 23, 22, 21, 20, 19, \
                 18, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0)
#define AMP__COUNT_I(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, \
                     z, aa, ab, ac, ad, ae, af, ag, ah, ai, ...) ai
#define AMP__EACH(m, ...) AMP__CAT(AMP__EACH_, AMP__COUNT(__VA_ARGS__))(m, __VA_ARGS__)
#define AMP__EACH_1(m, z)
#define AMP__EACH_2(m, z, a) m(a)
#define AMP__EACH_3(m, z, a, ...) m(a) AMP__EACH_2(m, z, __VA_ARGS__)
#define AMP__EACH_4(m, z, a, ...) m(a) AMP__EACH_3(m, z, __VA_ARGS__)
#define AMP__EACH_5(m, z, a, ...) m(a) AMP__EACH_4(m, z, __VA_ARGS__)
#define AMP__EACH_6(m, z, a, ...) m(a) AMP__EACH_5(m, z, __VA_ARGS__)
#define AMP__EACH_7(m, z, a, ...) m(a) AMP__EACH_6(m, z, __VA_ARGS__)
#define AMP__EACH_8(m, z, a, ...) m(a) AMP__EACH_7(m, z, __VA_ARGS__)
#define AMP__EACH_9(m, z, a, ...) m(a) AMP__EACH_8(m, z, __VA_ARGS__)
#define AMP__EACH_10(m, z, a, ...) m(a) AMP__EACH_9(m, z, __VA_ARGS__)
#define AMP__EACH_11(m, z, a, ...) m(a) AMP__EACH_10(m, z, __VA_ARGS__)
#define AMP__EACH_12(m, z, a, ...) m(a) AMP__EACH_11(m, z, __VA_ARGS__)
#define AMP__EACH_13(m, z, a, ...) m(a) AMP__EACH_12(m, z, __VA_ARGS__)
#define AMP__EACH_14(m, z, a, ...) m(a) AMP__EACH_13(m, z, __VA_ARGS__)
#define AMP__EACH_15(m, z, a, ...) m(a) AMP__EACH_14(m, z, __VA_ARGS__)
#define AMP__EACH_16(m, z, a, ...) m(a) AMP__EACH_15(m, z, __VA_ARGS__)
#define AMP__EACH_17(m, z, a, ...) m(a) AMP__EACH_16(m, z, __VA_ARGS__)
#define AMP__EACH_18(m, z, a, ...) m(a) AMP__EACH_17(m, z, __VA_ARGS__)
#define AMP__EACH_19(m, z, a, ...) m(a) AMP__EACH_18(m, z, __VA_ARGS__)
#define AMP__EACH_20(m, z, a, ...) m(a) AMP__EACH_19(m, z, __VA_ARGS__)
#define AMP__EACH_21(m, z, a, ...) m(a) AMP__EACH_20(m, z, __VA_ARGS__)
#define AMP__EACH_22(m, z, a, ...) m(a) AMP__EACH_21(m, z, __VA_ARGS__)
#define AMP__EACH_23(m, z, a, ...) m(a) AMP__EACH_22(m, z, __VA_ARGS__)
#define AMP__EACH_24(m, z, a, ...) m(a) AMP__EACH_23(m, z, __VA_ARGS__)
#define AMP__EACH_25(m, z, a, ...) m(a) AMP__EACH_24(m, z, __VA_ARGS__)
#define AMP__EACH_26(m, z, a, ...) m(a) AMP__EACH_25(m, z, __VA_ARGS__)
#define AMP__EACH_27(m, z, a, ...) m(a) AMP__EACH_26(m, z, __VA_ARGS__)
#define AMP__EACH_28(m, z, a, ...) m(a) AMP__EACH_27(m, z, __VA_ARGS__)
#define AMP__EACH_29(m, z, a, ...) m(a) AMP__EACH_28(m, z, __VA_ARGS__)
#define AMP__EACH_30(m, z, a, ...) m(a) AMP__EACH_29(m, z, __VA_ARGS__)
#define AMP__EACH_31(m, z, a, ...) m(a) AMP__EACH_30(m, z, __VA_ARGS__)
#define AMP__EACH_32(m, z, a, ...) m(a) AMP__EACH_31(m, z, __VA_ARGS__)
#define AMP__EACH_33(m, z, a, ...) m(a) AMP__EACH_32(m, z, __VA_ARGS__)

/* ==== 2 shapes and elements ============================================== */

/* What a kernel sees of a view, beside its pointer. */
typedef struct { int extent[1]; long stride[1]; } amp_shape1;
typedef struct { int extent[2]; long stride[2]; } amp_shape2;
typedef struct { int extent[3]; long stride[3]; } amp_shape3;

/* The shape that a launch handed over, without where the view begins. */
AMP__F amp_shape1 amp__shape1(amp__cl_view1 v)
{ const amp_shape1 s = { { v.extent[0] }, { 1 } }; return s; }
AMP__F amp_shape2 amp__shape2(amp__cl_view2 v)
{ const amp_shape2 s = { { v.extent[0], v.extent[1] }, { v.row, 1 } }; return s; }
AMP__F amp_shape3 amp__shape3(amp__cl_view3 v)
{
    const amp_shape3 s = { { v.extent[0], v.extent[1], v.extent[2] },
                           { v.slice, v.row, 1 } };
    return s;
}

/* Elements from a view's first one to the one at an index. */
AMP__F long amp__offset1(amp_shape1 s, long i) { return i; }
AMP__F long amp__offset2(amp_shape2 s, long i, long j) { return i * s.stride[0] + j; }
AMP__F long amp__offset3(amp_shape3 s, long i, long j, long k)
{ return i * s.stride[0] + j * s.stride[1] + k; }

/* One macro more than on the host: a parameter that is renamed (amp/cl/renames.cl.h)
   must be so before _shape is pasted to it. */
#if !AMP__CHECKS
#define amp_at(view, ...) AMP__ELEMENT(view, __VA_ARGS__)
#define amp_at_index(view, idx) AMP__ELEMENT_AT(view, idx)
#endif
#define AMP__ELEMENT(view, ...) \
    ((view)[AMP__CAT(AMP__AT_, AMP__COUNT(__VA_ARGS__))(view##_shape, __VA_ARGS__)])
#define AMP__AT_1(s, i) amp__offset1(s, (long)(i))
#define AMP__AT_2(s, i, j) amp__offset2(s, (long)(i), (long)(j))
#define AMP__AT_3(s, i, j, k) amp__offset3(s, (long)(i), (long)(j), (long)(k))
AMP__FN long amp__offset_index(amp_shape1 s, const int *i) { return i[0]; }
AMP__FN long amp__offset_index(amp_shape2 s, const int *i) { return i[0] * s.stride[0] + i[1]; }
AMP__FN long amp__offset_index(amp_shape3 s, const int *i)
{ return i[0] * s.stride[0] + i[1] * s.stride[1] + i[2]; }
#define AMP__ELEMENT_AT(view, idx) ((view)[amp__offset_index(view##_shape, idx)])
#define amp_racy(lvalue) (lvalue)

#if AMP_MAX_RANK > 3
/* Shapes and offsets of rank 4 to 8. A macro: a function's parameters are as many as the rank. */
#define AMP__OF_RANK(r, indices, offset_) \
    typedef struct { int extent[r]; long stride[r]; } amp_shape##r; \
    AMP__F amp_shape##r amp__shape##r(amp__cl_view_far v) \
    { \
        amp_shape##r s; \
        for (int x = 0; x < r; x++) { s.extent[x] = v.extent[x]; s.stride[x] = v.stride[x]; } \
        return s; \
    } \
    AMP__F long amp__offset##r(amp_shape##r s AMP__STRIP indices) { return offset_; } \
    AMP__FN long amp__offset_index(amp_shape##r s, const int *i) \
    { \
        long at = i[r - 1]; \
        for (int x = 0; x < r - 1; x++) { at += i[x] * s.stride[x]; } \
        return at; \
    }
AMP__OF_RANK(4, (, long i, long j, long k, long l),
    i * s.stride[0] + j * s.stride[1] + k * s.stride[2] + l)
AMP__OF_RANK(5, (, long i, long j, long k, long l, long m),
    i * s.stride[0] + j * s.stride[1] + k * s.stride[2] + l * s.stride[3] + m)
AMP__OF_RANK(6, (, long i, long j, long k, long l, long m, long n),
    i * s.stride[0] + j * s.stride[1] + k * s.stride[2] + l * s.stride[3] + m * s.stride[4]
        + n)
AMP__OF_RANK(7, (, long i, long j, long k, long l, long m, long n, long o),
    i * s.stride[0] + j * s.stride[1] + k * s.stride[2] + l * s.stride[3] + m * s.stride[4]
        + n * s.stride[5] + o)
AMP__OF_RANK(8, (, long i, long j, long k, long l, long m, long n, long o, long p),
    i * s.stride[0] + j * s.stride[1] + k * s.stride[2] + l * s.stride[3] + m * s.stride[4]
        + n * s.stride[5] + o * s.stride[6] + p)
#define AMP__AT_4(s, i, j, k, l) \
    amp__offset4(s, (long)(i), (long)(j), (long)(k), (long)(l))
#define AMP__AT_5(s, i, j, k, l, m) \
    amp__offset5(s, (long)(i), (long)(j), (long)(k), (long)(l), (long)(m))
#define AMP__AT_6(s, i, j, k, l, m, n) \
    amp__offset6(s, (long)(i), (long)(j), (long)(k), (long)(l), (long)(m), (long)(n))
#define AMP__AT_7(s, i, j, k, l, m, n, o) \
    amp__offset7(s, (long)(i), (long)(j), (long)(k), (long)(l), (long)(m), (long)(n), (long)(o))
#define AMP__AT_8(s, i, j, k, l, m, n, o, p) \
    amp__offset8(s, (long)(i), (long)(j), (long)(k), (long)(l), (long)(m), (long)(n), (long)(o), \
                 (long)(p))
/* The index of a thread whose place is (z, y, x), where z counts through the dimensions in lead. */
AMP__F void amp__point(int rank, amp__cl_lead lead, int z, int y, int x, int *p)
{
    if (rank <= 3) {
        p[0] = rank == 1 ? x : rank == 2 ? y : z;
        p[1] = rank == 3 ? y : x;
        p[2] = x;
        return;
    }
    p[rank - 1] = x;
    p[rank - 2] = y;
    for (int k = rank - 3; k >= 0; k--) {
        p[k] = z % lead.n[k];
        z /= lead.n[k];
    }
}
#endif

/* Views that a kernel makes: see amp/language/shape.h and amp/language/language.h. */
AMP__F amp_shape1 amp__section1(amp_shape1 s, int a) { s.extent[0] = a; return s; }
AMP__F amp_shape2 amp__section2(amp_shape2 s, int a, int b)
{ s.extent[0] = a; s.extent[1] = b; return s; }
AMP__F amp_shape3 amp__section3(amp_shape3 s, int a, int b, int c)
{ s.extent[0] = a; s.extent[1] = b; s.extent[2] = c; return s; }
AMP__F amp_shape1 amp__projection1(amp_shape2 s)
{ const amp_shape1 r = { { s.extent[1] }, { s.stride[1] } }; return r; }
AMP__F amp_shape2 amp__projection2(amp_shape3 s)
{
    const amp_shape2 r = { { s.extent[1], s.extent[2] }, { s.stride[1], s.stride[2] } };
    return r;
}
AMP__F amp_shape1 amp__view_as1(amp_shape1 s, int a) { return amp__section1(s, a); }
AMP__F amp_shape2 amp__view_as2(amp_shape1 s, int a, int b)
{ const amp_shape2 r = { { a, b }, { b, s.stride[0] } }; return r; }
AMP__F amp_shape3 amp__view_as3(amp_shape1 s, int a, int b, int c)
{ const amp_shape3 r = { { a, b, c }, { (long)b * c, c, s.stride[0] } }; return r; }
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
#define amp_global_ptr(T) __global T *
#define amp_constant_ptr(T) __constant T *
#define amp_tile_ptr(T) __local T *

/* ==== 3 threads, barriers and phases ===================================== */

/* Where a thread is. OpenCL counts the innermost dimension as 0. */
typedef struct {
    int global[3], local[3], tile[3], tile_origin[3];
#if AMP__WARPS
    __local ulong *amp__warps;
#endif
} amp_tiled_index;
typedef amp_tiled_index amp_phase_index, amp_tile_place;
#define amp_tile_index tidx
#define amp_printf(...) ((void)printf(__VA_ARGS__))
#if AMP__TURNED
#define AMP__TURN(d) ((d) == 0 ? AMP__TURNED : (d) == AMP__TURNED ? 0 : (d))
#define get_global_id(d) get_global_id(AMP__TURN(d))
#define get_local_id(d) get_local_id(AMP__TURN(d))
#define get_group_id(d) get_group_id(AMP__TURN(d))
#define get_local_size(d) get_local_size(AMP__TURN(d))
#endif
/* Without loops and branches: PoCL's workitemrepl copies this once a thread. A sum of
   ints in place of get_global_id made heat steps slower there (1.1 times the time), and
   no faster with loopvec. */
AMP__F int amp__origin(int d) { return (int)(get_group_id(d) * get_local_size(d)); }
AMP__F int amp__gid(int d) { return (int)get_global_id(d); }

/* The tiled index of the thread at work, of rank 1, 2 and 3. Each 0 is written, for
   llvmpipe: docs/compiler-faults.md, "Lanes that fill a vector up". */
AMP__F amp_tiled_index amp__tidx1(void)
{
    const amp_tiled_index t = {
        { amp__gid(0), 0, 0 },
        { (int)get_local_id(0), 0, 0 },
        { (int)get_group_id(0), 0, 0 },
        { amp__origin(0), 0, 0 } };
    return t;
}
AMP__F amp_tiled_index amp__tidx2(void)
{
    const amp_tiled_index t = {
        { amp__gid(1), amp__gid(0), 0 },
        { (int)get_local_id(1), (int)get_local_id(0), 0 },
        { (int)get_group_id(1), (int)get_group_id(0), 0 },
        { amp__origin(1), amp__origin(0), 0 } };
    return t;
}
AMP__F amp_tiled_index amp__tidx3(void)
{
    const amp_tiled_index t = {
        { amp__gid(2), amp__gid(1), amp__gid(0) },
        { (int)get_local_id(2), (int)get_local_id(1), (int)get_local_id(0) },
        { (int)get_group_id(2), (int)get_group_id(1), (int)get_group_id(0) },
        { amp__origin(2), amp__origin(1), amp__origin(0) } };
    return t;
}

/* Whether a thread is inside the extent, where whole work-groups were launched. */
AMP__F int amp__inside(amp__cl_threads e)
{ return get_global_id(0) < e.n[0] && get_global_id(1) < e.n[1] && get_global_id(2) < e.n[2]; }

/* The box of threads that this work-item runs, of a domain seen as rows (dimensions 1 and 2
   together) of threads: rows [row_low, row_high), in each of them threads [piece_low,
   piece_high). rows and piece: how many of each a box has. */
AMP__F ulong amp__rows(amp__cl_threads e) { return e.box > 0 ? (ulong)e.box : 1; }
AMP__F ulong amp__row_low(amp__cl_threads e) { return get_global_id(1) * amp__rows(e); }
AMP__F ulong amp__row_high(amp__cl_threads e)
{
    const ulong all = (ulong)e.n[1] * (e.n[2] & INT32_MAX); /* without the top bit */
    const ulong end = amp__row_low(e) + amp__rows(e);
    return end < all ? end : all;
}
AMP__F ulong amp__piece(amp__cl_threads e) { return e.box > 0 ? e.n[0] : (ulong)-e.box; }
AMP__F int amp__piece_low(amp__cl_threads e) { return (int)(get_global_id(0) * amp__piece(e)); }
AMP__F int amp__piece_high(amp__cl_threads e)
{
    const ulong end = (get_global_id(0) + 1) * amp__piece(e);
    return end < e.n[0] ? (int)end : (int)e.n[0];
}

/* The number of a thread in its tile, counted row by row. */
AMP__F int amp__linear(void)
{
    return (int)((get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0)
                 + get_local_id(0));
}
/* Macros: not every compiler gets a barrier right that is inside a function that is
   called from a loop. */
#define amp_tile_barrier_wait(t) barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)
#define amp_tile_barrier_wait_with_all_memory_fence(t) amp_tile_barrier_wait(t)
#define amp_tile_barrier_wait_with_global_memory_fence(t) barrier(CLK_GLOBAL_MEM_FENCE)
#define amp_tile_barrier_wait_with_tile_static_memory_fence(t) barrier(CLK_LOCAL_MEM_FENCE)
#define amp_all_memory_fence(t) mem_fence(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)
#define amp_global_memory_fence(t) mem_fence(CLK_GLOBAL_MEM_FENCE)
#define amp_tile_static_memory_fence(t) mem_fence(CLK_LOCAL_MEM_FENCE)

/* Tile memory, private memory, phases. A phase is a loop that runs once,
   whose increment is the barrier; the loop inside takes `break` and
   `continue`, so that no thread leaves without the barrier. */
#define amp_tile_static(T, name, ...) \
    __local T name AMP__CAT(AMP__D_, AMP__COUNT(__VA_ARGS__))(__VA_ARGS__)
#define AMP__D_1(a) [a]
#define AMP__D_2(a, b) [a][b]
#define AMP__D_3(a, b, c) [a][b][c]
#define amp_thread_private(...) AMP__CAT(AMP__P_, AMP__COUNT(__VA_ARGS__))(__VA_ARGS__)
#define AMP__P_2(T, name) T name
#define AMP__P_3(T, name, a) T name[a]
#define AMP__P_4(T, name, a, b) T name[a][b]
#define amp_mine(...) AMP__CAT(AMP__MINE_, AMP__COUNT(__VA_ARGS__))(__VA_ARGS__)
#define AMP__MINE_1(name) (name)
#define AMP__MINE_2(name, i) (name[i])
#define AMP__MINE_3(name, i, j) (name[i][j])
/* Where amp_abort occurs, a thread that called it is in no later phase. By `if`, and not
   a loop that does not begin: that took twice the time with PoCL's workitemrepl. */
#if AMP__ABORTS
#define AMP__ALIVE if (!amp__dead)
#else
#define AMP__ALIVE
#endif
#define amp_phase AMP__PHASE()
#define amp_phase_first(n) AMP__PHASE(if (amp__linear() < (n)))
#define AMP__PHASE(now) \
    for (int amp__o = 1; amp__o; \
         amp__o = 0, barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)) now AMP__ALIVE \
    for (int amp__i = 1; amp__i; amp__i = 0)

/* ==== 4 kernels ========================================================== */

/* A view arrives as its buffer and an amp__cl_view. What the parameter in(float, 1, x) becomes:
     K  of the OpenCL kernel     , __global const float *x__base, amp__cl_view1 x__view
     A  argument for the body    , (x__base and the view's offset), amp__shape1(x__view)
     B  parameter of the body    , __global const float *x, amp_shape1 x_shape
     R  B with `restrict`        , __global const float *restrict x, amp_shape1 x_shape
     N  argument for B, from R   , x, x_shape
     O  variables for A and B    __global const float *x = ...; const amp_shape1 x_shape = ...;
   The body of a simple kernel is a function; a kernel with tiles has none (amp/cl/regions.h),
   and gets O. */
#define AMP__K(p) AMP__K_##p
#define AMP__K_in(T, r, n) , __global const T *n##__base, amp__cl_view##r n##__view
#define AMP__K_out(T, r, n) , __global T *n##__base, amp__cl_view##r n##__view
#define AMP__K_inout(T, r, n) AMP__K_out(T, r, n)
/* A value of a type that OpenCL C forbids as a kernel's argument travels as
   one of the same size: AMP__V_type is `~, that type, __base`. */
#define AMP__V_size_t ~, ulong, __base
#define AMP__V_uintptr_t ~, ulong, __base
#define AMP__V_ptrdiff_t ~, long, __base
#define AMP__V_intptr_t ~, long, __base
#define AMP__V_bool ~, uchar, __base
#define AMP__V__Bool ~, uchar, __base
#define AMP__SECOND(a, b, ...) b
#define AMP__THIRD(a, b, c, ...) c
#define AMP__VT(T) AMP__VT_I(AMP__V_##T, T, , )
#define AMP__VT_I(...) AMP__SECOND(__VA_ARGS__)
#define AMP__VN(T) AMP__VN_I(AMP__V_##T, T, , )
#define AMP__VN_I(...) AMP__THIRD(__VA_ARGS__)
#define AMP__K_value(T, n) , AMP__VT(T) AMP__CAT(n, AMP__VN(T))
#define AMP__K_tile(T, n) , __local T *n, int n##__count
#define AMP__B(p) AMP__B_##p
#define AMP__B_in(T, r, n) , __global const T *n, amp_shape##r n##_shape
#define AMP__B_out(T, r, n) , __global T *n, amp_shape##r n##_shape
#define AMP__B_inout(T, r, n) AMP__B_out(T, r, n)
#define AMP__B_value(T, n) , T n
#define AMP__R(p) AMP__R_##p
#define AMP__R_in(T, r, n) , __global const T *restrict n, amp_shape##r n##_shape
#define AMP__R_out(T, r, n) , __global T *restrict n, amp_shape##r n##_shape
#define AMP__R_inout(T, r, n) AMP__R_out(T, r, n)
#define AMP__R_value(T, n) , T n
#define AMP__N(p) AMP__N_##p
#define AMP__N_in(T, r, n) , n, n##_shape
#define AMP__N_out(T, r, n) , n, n##_shape
#define AMP__N_inout(T, r, n) , n, n##_shape
#define AMP__N_value(T, n) , n
#define AMP__A(p) AMP__A_##p
#define AMP__A_in(T, r, n) , AMP__VIEW(const T, n), amp__shape##r(n##__view)
#define AMP__A_out(T, r, n) , AMP__VIEW(T, n), amp__shape##r(n##__view)
#define AMP__A_inout(T, r, n) , AMP__VIEW(T, n), amp__shape##r(n##__view)
#define AMP__A_value(T, n) , AMP__CAT(n, AMP__VN(T))
#define AMP__O(p) AMP__O_##p
#define AMP__O_in(T, r, n) AMP__O_out(const T, r, n)
#define AMP__O_out(T, r, n) \
    __global T *n = AMP__VIEW(T, n); const amp_shape##r n##_shape = amp__shape##r(n##__view);
#define AMP__O_inout(T, r, n) AMP__O_out(T, r, n)
#define AMP__VIEW(T, n) ((__global T *)((__global const char *)n##__base + n##__view.offset))
#define AMP__O_value(T, n) AMP__CAT(AMP__OV, AMP__VN(T))(T, n)
#define AMP__O_tile(T, n) const amp_shape1 n##_shape = { { n##__count }, { 1 } };
#define AMP__OV(T, n)
#define AMP__OV__base(T, n) T n = (T)n##__base;

#define AMP__RANK_OF(t) AMP__RANK_OF_I(AMP__DEPAREN(t))
#define AMP__RANK_OF_I(...) AMP__COUNT(__VA_ARGS__)
#define AMP__GROUP(t) AMP__GROUP_I(AMP__DEPAREN(t))
#define AMP__GROUP_I(...) AMP__CAT(AMP__GROUP_, AMP__COUNT(__VA_ARGS__))(__VA_ARGS__)
#define AMP__GROUP_1(a) reqd_work_group_size(a, 1, 1)
#if AMP__TURNED == 0
#define AMP__GROUP_2(a, b) reqd_work_group_size(b, a, 1)
#define AMP__GROUP_3(a, b, c) reqd_work_group_size(c, b, a)
#elif AMP__TURNED == 1
#define AMP__GROUP_2(a, b) reqd_work_group_size(a, b, 1)
#define AMP__GROUP_3(a, b, c) reqd_work_group_size(b, c, a)
#else /* of rank 2: a neighbour of the kernel that is wanted */
#define AMP__GROUP_2(a, b) reqd_work_group_size(1, a, b)
#define AMP__GROUP_3(a, b, c) reqd_work_group_size(a, b, c)
#endif
#define AMP_KERNEL(name, ...) AMP__KERNEL_I(name, AMP__FIRST(__VA_ARGS__), __VA_ARGS__)
#define AMP__KERNEL_I(name, rank_, ...) \
    static inline void name##__body(const int *idx AMP__EACH(AMP__B, __VA_ARGS__) AMP__FAULT_P); \
    AMP__ENTRIES(name, rank_, __VA_ARGS__) \
    static inline void name##__body(const int *idx AMP__EACH(AMP__B, __VA_ARGS__) AMP__FAULT_P)

#if !AMP__FAULTS /* see amp/cl/faults.cl.h */
#define AMP__FAULT_K
#define AMP__FAULT_P
#define AMP__FAULT_A(name, rank)
#define AMP__FAULT_T(name, rank)
#define AMP__TURNS(name)
#endif

/* The index of a thread as amp__p, and what a kernel is handed for it. */
#if AMP_MAX_RANK > 3
#define AMP__LEAD_K , amp__cl_lead amp__lead
#define AMP__P(rank_, z, y, x) \
    int amp__p[AMP_MAX_RANK]; amp__point(rank_, amp__lead, z, y, x, amp__p);
#else
#define AMP__LEAD_K
#define AMP__P(rank_, z, y, x) \
    const int amp__p[3] = { rank_ == 1 ? x : rank_ == 2 ? y : z, rank_ == 3 ? y : x, x };
#endif

/* Only the kernels that this kind of device uses: PoCL compiles every kernel of a
   program whose binary is asked for. */
#if AMP__ROWS
/* A box is run in strips of 32 columns, all rows of one strip before the next: a kernel
   that writes columns took 3 times as long (transpose of 2048^2) row by row. */
#define AMP__STRIP_WIDTH 32
#if AMP__REPLICATES
#define AMP__SIDE_BY_SIDE _Pragma("clang loop vectorize(enable)")
#else
#define AMP__SIDE_BY_SIDE
#endif
/* A macro, because `body` and the arguments are those of one kernel. */
#define AMP__BOX(name, body, rank_, ...) \
    { const uint amp__h = (uint)amp__piece_high(amp__e); \
      for (uint amp__b = (uint)amp__piece_low(amp__e), amp__n; amp__b < amp__h; amp__b = amp__n) { \
      amp__n = rank_ == 1 || amp__h - amp__b < AMP__STRIP_WIDTH ? amp__h \
             : amp__b + AMP__STRIP_WIDTH; \
      for (ulong amp__r = amp__row_low(amp__e); amp__r < amp__row_high(amp__e); amp__r++) \
      AMP__SIDE_BY_SIDE for (int amp__x = (int)amp__b; amp__x < (int)amp__n; amp__x++) { \
          AMP__P(rank_, (int)(rank_ >= 3 ? amp__r / amp__e.n[1] : 0), \
                 (int)(rank_ >= 3 ? amp__r % amp__e.n[1] : amp__r), (int)amp__x) \
          body(amp__p AMP__EACH(AMP__A, __VA_ARGS__) AMP__FAULT_A(name, rank_)); \
      } } }
/* A box for views that share no memory, and one for others. The first has `restrict`:
   where an index was read from memory or divided, the compiler knows no bounds that it
   could compare before the loop, and made no vectors of it without; `y[i] += x[i / 512]`
   took 2.2 times as long as a hand-written kernel. The second becomes vectors, too,
   where the compiler can compare bounds: two halves of one array, side by side. A kernel
   that reports never becomes vectors, and has one box. */
#if AMP__FAULTS
#define AMP__TELL(name, ...)
#define AMP__BOXES(name, ...) AMP__BOX(name, name##__body, __VA_ARGS__)
#else
#define AMP__TELL(name, ...) \
    static inline void name##__apart(const int *idx AMP__EACH(AMP__R, __VA_ARGS__)) \
    { name##__body(idx AMP__EACH(AMP__N, __VA_ARGS__)); }
#define AMP__BOXES(name, ...) \
    if (amp__e.n[2] > INT32_MAX) AMP__BOX(name, name##__apart, __VA_ARGS__) \
    else AMP__BOX(name, name##__body, __VA_ARGS__)
#endif
#define AMP__ENTRIES(name, rank_, ...) \
    AMP__TELL(name, __VA_ARGS__) \
    __kernel void name##__rows(amp__cl_threads amp__e AMP__EACH(AMP__K, __VA_ARGS__) AMP__LEAD_K \
                               AMP__FAULT_K) \
    { AMP__BOXES(name, rank_, __VA_ARGS__) }
#else
/* Two kernels, __cl for a range that is the extent and __some for a larger one. A macro,
   because it names them and repeats the user's parameters. */
#define AMP__ENTRIES(name, rank_, ...) \
    __kernel void name##__cl(amp__cl_threads amp__e AMP__EACH(AMP__K, __VA_ARGS__) AMP__LEAD_K \
                               AMP__FAULT_K) \
    { AMP__P(rank_, amp__gid(2), amp__gid(1), amp__gid(0)) \
      name##__body(amp__p AMP__EACH(AMP__A, __VA_ARGS__) AMP__FAULT_A(name, rank_)); \
      AMP__TURNS(name) } \
    __kernel void name##__some(amp__cl_threads amp__e AMP__EACH(AMP__K, __VA_ARGS__) AMP__LEAD_K \
                               AMP__FAULT_K) \
    { AMP__P(rank_, amp__gid(2), amp__gid(1), amp__gid(0)) \
      if (amp__inside(amp__e)) { \
          name##__body(amp__p AMP__EACH(AMP__A, __VA_ARGS__) AMP__FAULT_A(name, rank_)); \
          AMP__TURNS(name) \
      } }
#endif
#define AMP_TILED_KERNEL(name, ...) AMP__TILED_I(name, AMP__FIRST(__VA_ARGS__), __VA_ARGS__)
#define AMP_PHASED_KERNEL(name, ...) AMP__TILED_I(name, AMP__FIRST(__VA_ARGS__), __VA_ARGS__)
#define AMP__TILED_I(name, tile_, ...) \
    __kernel __attribute__((AMP__GROUP(tile_))) \
    void name##__cl(amp__cl_threads amp__e AMP__EACH(AMP__K, __VA_ARGS__) AMP__FAULT_K)
#if !AMP__WARPS /* see amp/cl/warps.cl.h */
#define AMP__WARP_MEMORY(tile_)
#define AMP__WITH_WARPS(tidx) tidx
#endif
#define AMP__ENTER(name, ...) AMP__ENTER_I(name, AMP__FIRST(__VA_ARGS__), __VA_ARGS__)
#define AMP__ENTER_I(name, tile_, ...) \
    AMP__WARP_MEMORY(tile_) \
    const amp_tiled_index tidx = AMP__WITH_WARPS(AMP__CAT(amp__tidx, AMP__RANK_OF(tile_))()); \
    AMP__EACH(AMP__O, __VA_ARGS__) AMP__FAULT_T(name, AMP__RANK_OF(tile_))

#endif
AMP__DEVICE_TEXT_END

#endif /* AMP__IMPLEMENT && AMP_OPENCL */

#endif /* AMP_CL_PRELUDE_CL_H */
