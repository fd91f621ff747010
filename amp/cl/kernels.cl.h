/* SPDX-License-Identifier: MIT */
#ifndef AMP_CL_KERNELS_CL_H
#define AMP_CL_KERNELS_CL_H
/*
amp/cl/kernels.cl.h: the kernel macros of amp/kernel/kernel.h, in OpenCL C: how a kernel is handed
its threads and arguments.

Behind the language; amp/cl/prelude.cl.h says what the macros ask that are set in front of it.

Functions come first: whatever a macro says is read after the renames behind it
(amp/cl/renames.h), so macros use only names that those leave alone.
*/

#include "prelude.cl.h"

AMP__DEVICE_TEXT_BEGIN(amp__cl_text_of_kernels)
#ifdef __OPENCL_VERSION__

/* ==== threads ============================================================ */

#if AMP__TURNED
#define AMP__TURN(d) ((d) == 0 ? AMP__TURNED : (d) == AMP__TURNED ? 0 : (d))
#define get_global_id(d) get_global_id(AMP__TURN(d))
#define get_local_id(d) get_local_id(AMP__TURN(d))
#define get_group_id(d) get_group_id(AMP__TURN(d))
#define get_local_size(d) get_local_size(AMP__TURN(d))
#define get_num_groups(d) get_num_groups(AMP__TURN(d))
#endif
/* Without loops and branches: PoCL's workitemrepl copies this once a thread, and is slower with a
   sum of ints in place of get_global_id. */
static inline int amp__origin(int d) { return (int)(get_group_id(d) * get_local_size(d)); }
static inline int amp__gid(int d) { return (int)get_global_id(d); }

/* The tiled index of the thread at work, of rank 1, 2 and 3. Each 0 is written, for
   llvmpipe: docs/compiler-faults.md, "Lanes that fill a vector up". `else_`: in dimensions that the
   kernel has not. */
#define AMP__OF_1(f, else_) { (int)f(0), else_, else_ }
#define AMP__OF_2(f, else_) { (int)f(1), (int)f(0), else_ }
#define AMP__OF_3(f, else_) { (int)f(2), (int)f(1), (int)f(0) }
#define AMP__TIDX_OF(rank) \
    static inline amp_tiled_index amp__tidx##rank(void) \
    { \
        const amp_tiled_index t = { AMP__OF_##rank(get_global_id, 0), \
            AMP__OF_##rank(get_local_id, 0), AMP__OF_##rank(get_group_id, 0), \
            AMP__OF_##rank(amp__origin, 0), AMP__OF_##rank(get_num_groups, 1) }; \
        return t; \
    }
AMP__TIDX_OF(1)
AMP__TIDX_OF(2)
AMP__TIDX_OF(3)

/* Whether a thread is inside the extent, where whole work-groups were launched. */
static inline int amp__inside(amp__cl_threads e)
{ return get_global_id(0) < e.n[0] && get_global_id(1) < e.n[1] && get_global_id(2) < e.n[2]; }

/* The box of threads that this work-item runs, of a domain seen as rows (dimensions 1 and 2
   together) of threads: rows [row_low, row_high), in each of them threads [piece_low,
   piece_high). rows and piece: how many of each a box has. */
static inline ulong amp__rows(amp__cl_threads e) { return e.box > 0 ? (ulong)e.box : 1; }
static inline ulong amp__row_low(amp__cl_threads e) { return get_global_id(1) * amp__rows(e); }
static inline ulong amp__row_high(amp__cl_threads e)
{
    const ulong all = (ulong)e.n[1] * (e.n[2] & INT32_MAX); /* without the top bit */
    const ulong end = amp__row_low(e) + amp__rows(e);
    return end < all ? end : all;
}
static inline ulong amp__piece(amp__cl_threads e) { return e.box > 0 ? e.n[0] : (ulong)-e.box; }
static inline int amp__piece_low(amp__cl_threads e)
{ return (int)(get_global_id(0) * amp__piece(e)); }
static inline int amp__piece_high(amp__cl_threads e)
{
    const ulong end = (get_global_id(0) + 1) * amp__piece(e);
    return end < e.n[0] ? (int)end : (int)e.n[0];
}

/* The number of a thread in its tile, counted row by row. */
static inline int amp__linear(void)
{
    return (int)((get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0)
                 + get_local_id(0));
}

/* ==== arguments ========================================================== */

/* The shape that a launch handed over, without where the view begins. */
static inline amp_shape1 amp__shape1(amp__cl_view1 v)
{ const amp_shape1 s = { { v.extent[0] }, { 1 } }; return s; }
static inline amp_shape2 amp__shape2(amp__cl_view2 v)
{ const amp_shape2 s = { { v.extent[0], v.extent[1] }, { v.row, 1 } }; return s; }
static inline amp_shape3 amp__shape3(amp__cl_view3 v)
{
    const amp_shape3 s = { { v.extent[0], v.extent[1], v.extent[2] },
                           { v.slice, v.row, 1 } };
    return s;
}
#if AMP_MAX_RANK > 3
/* Of rank r, 4 to 8. A macro, for the types are as many. */
#define AMP__SHAPE_OF_FAR(r) \
    static inline amp_shape##r amp__shape##r(amp__cl_view_far v) \
    { \
        amp_shape##r s; \
        for (int x = 0; x < r; x++) { s.extent[x] = v.extent[x]; s.stride[x] = v.stride[x]; } \
        return s; \
    }
AMP__EACH_FAR(AMP__SHAPE_OF_FAR)
/* The index of a thread whose place is (z, y, x), where z counts through the dimensions in lead. */
static inline void amp__point(int rank, amp__cl_lead lead, int z, int y, int x, int *p)
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

/* A view arrives as its buffer and an amp__cl_view. What the parameter in(float, 1, x) becomes:
     K  of the OpenCL kernel     , __global const float *x__base, amp__cl_view1 x__view
     A  argument for the body    , (x__base and the view's offset), amp__shape1(x__view)
     B  parameter of the body    , __global const float *x, amp_shape1 x_shape
     R  B with `restrict`        , __global const float *restrict x, amp_shape1 x_shape
     N  argument for B, from R   , x, x_shape
     O  variables for A and B    __global const float *x = ...; const amp_shape1 x_shape = ...;
   The body of a simple kernel is a function; a kernel with tiles has none (amp/cl/regions.h),
   and gets O. */
#define AMP__K(i, p) AMP__K_##p
#define AMP__K_in(T, r, n) , __global const T *n##__base, amp__cl_view##r n##__view
#define AMP__K_out(T, r, n) , __global T *n##__base, amp__cl_view##r n##__view
#define AMP__K_inout AMP__K_out
#define AMP__K_table(T, r, n) , __constant T *n##__base, amp__cl_view##r n##__view
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
#define AMP__B(i, p) AMP__B_##p
#define AMP__B_in(T, r, n) , __global const T *n, amp_shape##r n##_shape
#define AMP__B_out(T, r, n) , __global T *n, amp_shape##r n##_shape
#define AMP__B_inout AMP__B_out
#define AMP__B_table(T, r, n) , __constant T *n, amp_shape##r n##_shape
#define AMP__B_value(T, n) , T n
#define AMP__R(i, p) AMP__R_##p
#define AMP__R_in(T, r, n) , __global const T *restrict n, amp_shape##r n##_shape
#define AMP__R_out(T, r, n) , __global T *restrict n, amp_shape##r n##_shape
#define AMP__R_inout AMP__R_out
#define AMP__R_table AMP__B_table
#define AMP__R_value(T, n) , T n
#define AMP__N(i, p) AMP__N_##p
#define AMP__N_in(T, r, n) , n, n##_shape
#define AMP__N_out AMP__N_in
#define AMP__N_inout AMP__N_in
#define AMP__N_table AMP__N_in
#define AMP__N_value(T, n) , n
#define AMP__A(i, p) AMP__A_##p
#define AMP__A_in(T, r, n) , AMP__VIEW(__global, const T, n), amp__shape##r(n##__view)
#define AMP__A_out(T, r, n) , AMP__VIEW(__global, T, n), amp__shape##r(n##__view)
#define AMP__A_inout AMP__A_out
#define AMP__A_table(T, r, n) , AMP__VIEW(__constant, T, n), amp__shape##r(n##__view)
#define AMP__A_value(T, n) , AMP__CAT(n, AMP__VN(T))
#define AMP__O(i, p) AMP__O_##p
#define AMP__O_in(T, r, n) AMP__O_view(__global, const T, r, n)
#define AMP__O_out(T, r, n) AMP__O_view(__global, T, r, n)
#define AMP__O_inout AMP__O_out
#define AMP__O_table(T, r, n) AMP__O_view(__constant, T, r, n)
#define AMP__O_view(S, T, r, n) \
    S T *n = AMP__VIEW(S, T, n); const amp_shape##r n##_shape = amp__shape##r(n##__view);
#define AMP__VIEW(S, T, n) ((S T *)((S const char *)n##__base + n##__view.offset))
#define AMP__O_value(T, n) AMP__CAT(AMP__OV, AMP__VN(T))(T, n)
#define AMP__O_tile(T, n) const amp_shape1 n##_shape = { { n##__count }, { 1 } };
#define AMP__OV(T, n)
#define AMP__OV__base(T, n) T n = (T)n##__base;

/* OpenCL counts dimensions from the last one on. */
#define AMP__GROUP(t) AMP__GROUP_I(AMP__TILE3(t))
#define AMP__GROUP_I(...) AMP__GROUP_II(__VA_ARGS__)
#if AMP__TURNED == 0
#define AMP__GROUP_II(a, b, c) reqd_work_group_size(c, b, a)
#elif AMP__TURNED == 1
#define AMP__GROUP_II(a, b, c) reqd_work_group_size(b, c, a)
#else /* of rank 2: a neighbour of the kernel that is wanted */
#define AMP__GROUP_II(a, b, c) reqd_work_group_size(a, b, c)
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
/* A box is run in strips of 32 columns, all rows of one strip before the next: row by row a kernel
   that writes columns took 3 times as long. */
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
/* A box for views that share no memory, and one for others. The first has `restrict`: without, no
   vectors are made where an index was read from memory or divided, as in `y[i] += x[i / 512]`. The
   second becomes vectors, too, where the compiler can compare bounds. A kernel that reports never
   does, and has one box. */
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
/* Two kernels, __cl for a range that is the extent and __some for a larger one, of which `if_` says
   who is inside. Macros, because they name them and repeat the user's parameters. */
#define AMP__ENTRIES(name, ...) \
    AMP__ENTRY(name##__cl, , name, __VA_ARGS__) \
    AMP__ENTRY(name##__some, if (amp__inside(amp__e)), name, __VA_ARGS__)
#define AMP__ENTRY(entry, if_, name, rank_, ...) \
    __kernel void entry(amp__cl_threads amp__e AMP__EACH(AMP__K, __VA_ARGS__) AMP__LEAD_K \
                        AMP__FAULT_K) \
    { AMP__P(rank_, amp__gid(2), amp__gid(1), amp__gid(0)) \
      if_ { \
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

#endif /* AMP_CL_KERNELS_CL_H */
