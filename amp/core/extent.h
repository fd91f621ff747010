/* SPDX-License-Identifier: MIT */
#ifndef AMP_CORE_EXTENT_H
#define AMP_CORE_EXTENT_H
/*
amp/core/extent.h: extents, indices, their arithmetic, and tiles (specification 4.1
to 4.3). All are values of rank 1 to 3, the most significant dimension first.

Most of this file is a device region: kernels have the same types and functions, on every engine
and on OpenCL devices, from the same lines.
*/

#include "../base/arguments.h"
#include "../base/region.h"
#include "../base/status.h"

#undef AMP__LIBRARY
#define AMP__LIBRARY 1
AMP_DEVICE_BEGIN
#ifndef AMP__NO_INDICES /* of an OpenCL program whose kernels use none */

/* The size of a domain or view: rank 1 to 3, most significant first. Rank 0 is
   the result of impossible arithmetic; whatever uses it fails. */
typedef struct amp_extent {
    int rank;
    int dim[AMP_MAX_RANK];
} amp_extent;

/* A position: rank 1 to 3, most significant first, components may be
   negative. Rank 0 as in amp_extent. */
typedef struct amp_index {
    int rank;
    int dim[AMP_MAX_RANK];
} amp_index;

/* The functions of this file are pure: any thread, and no status. */

/* An extent read as an index: the same rank and components. */
static inline amp_index amp_index_of(amp_extent e)
{
    amp_index i;
    int k;
    i.rank = e.rank;
    for (k = 0; k < AMP_MAX_RANK; k++) {
        i.dim[k] = e.dim[k];
    }
    return i;
}

/* An index read as an extent: the same rank and components. */
static inline amp_extent amp_extent_of(amp_index i)
{
    amp_extent e;
    int k;
    e.rank = i.rank;
    for (k = 0; k < AMP_MAX_RANK; k++) {
        e.dim[k] = i.dim[k];
    }
    return e;
}

/* An extent, or below an index, of that rank with those components; those beyond the rank are 0. */
static inline amp_extent amp__extent(int rank, int a, int b, int c)
{
    amp_extent e;
    int k;
    e.rank = rank;
    e.dim[0] = a;
    e.dim[1] = b;
    e.dim[2] = c;
    for (k = 3; k < AMP_MAX_RANK; k++) {
        e.dim[k] = 0;
    }
    return e;
}

/* An index of that rank. */
static inline amp_index amp__index(int rank, int a, int b, int c)
{
    return amp_index_of(amp__extent(rank, a, b, c));
}

/* amp_extent and amp_index in a kernel's text for another compiler; the host's are below. */
#if defined(__OPENCL_VERSION__) || defined(AMP__VEC_TEXT)
#define AMP__GIVEN(...) AMP__GIVEN_I(__VA_ARGS__, 3, 2, 1, 0)
#define AMP__GIVEN_I(a, b, c, n, ...) n
#define AMP__THREE(...) AMP__THREE_I(__VA_ARGS__, 0, 0, 0)
#define AMP__THREE_I(a, b, c, ...) (int)(a), (int)(b), (int)(c)
#define amp_extent(...) amp__extent(AMP__GIVEN(__VA_ARGS__), AMP__THREE(__VA_ARGS__))
#define amp_index(...) amp__index(AMP__GIVEN(__VA_ARGS__), AMP__THREE(__VA_ARGS__))
#endif

/* a op b for one component, op one of + - * / %. Where C's int arithmetic has no answer
   (overflow, division by zero) it is 0 and *bad is 1. */
static inline int amp__component(char op, int a, int b, int *bad)
{
    long long r = 0;
    switch (op) {
    case '+': r = (long long)a + b; break;
    case '-': r = (long long)a - b; break;
    case '*': r = (long long)a * b; break;
    default:
        if (b == 0) {
            *bad = 1;
            return 0;
        }
        r = op == '/' ? (long long)a / b : (long long)a % b;
        break;
    }
    if (r > INT_MAX || r < INT_MIN) {
        *bad = 1;
        return 0;
    }
    return (int)r;
}

/* *r = a op b, component by component, for both types (specification 4.1 and 4.2); r has room for
   3. Returns the rank of the result: 0 for ranks that differ, overflow and division by zero. */
static inline int amp__arithmetic(char op, int rank_a, const int *a,
                                  int rank_b, const int *b, int *r)
{
    int bad = rank_a != rank_b || rank_a < 1 || rank_a > AMP_MAX_RANK;
    int k;
    for (k = 0; k < AMP_MAX_RANK; k++) {
        r[k] = 0;
    }
    for (k = 0; !bad && k < rank_a; k++) {
        r[k] = amp__component(op, a[k], b[k], &bad);
    }
    return bad ? 0 : rank_a;
}

/* a op b for two indices, or two extents; rank 0 as above. */
static inline amp_index amp__index_op(char op, amp_index a, amp_index b)
{
    amp_index r;
    r.rank = amp__arithmetic(op, a.rank, a.dim, b.rank, b.dim, r.dim);
    return r;
}

/* a op b for two extents; rank 0 as above. */
static inline amp_extent amp__extent_op(char op, amp_extent a, amp_extent b)
{
    amp_extent r;
    r.rank = amp__arithmetic(op, a.rank, a.dim, b.rank, b.dim, r.dim);
    return r;
}

/* The extent, or the index, of that rank with n in each dimension. */
static inline amp_extent amp__extent_all(int rank, int n)
{
    amp_extent e;
    int k;
    e.rank = rank;
    for (k = 0; k < AMP_MAX_RANK; k++) {
        e.dim[k] = n;
    }
    return e;
}

/* The index. */
static inline amp_index amp__index_all(int rank, int n)
{
    return amp_index_of(amp__extent_all(rank, n));
}

/* a + b. This and the next: index op index, index op int, int op index, component by component
   (specification 4.1). Ranks that differ, overflow and division by zero give rank 0. */
static inline amp_index amp_index_add(amp_index a, amp_index b) { return amp__index_op('+', a, b); }

/* a - b. */
static inline amp_index amp_index_sub(amp_index a, amp_index b) { return amp__index_op('-', a, b); }

/* a + n. */
static inline amp_index amp_index_add_int(amp_index a, int n)
{ return amp__index_op('+', a, amp__index_all(a.rank, n)); }

/* a - n. */
static inline amp_index amp_index_sub_int(amp_index a, int n)
{ return amp__index_op('-', a, amp__index_all(a.rank, n)); }

/* a * n. */
static inline amp_index amp_index_mul_int(amp_index a, int n)
{ return amp__index_op('*', a, amp__index_all(a.rank, n)); }

/* a / n: as C divides whole numbers. */
static inline amp_index amp_index_div_int(amp_index a, int n)
{ return amp__index_op('/', a, amp__index_all(a.rank, n)); }

/* a % n: as C has it. */
static inline amp_index amp_index_mod_int(amp_index a, int n)
{ return amp__index_op('%', a, amp__index_all(a.rank, n)); }

/* n - a. */
static inline amp_index amp_int_sub_index(int n, amp_index a)
{ return amp__index_op('-', amp__index_all(a.rank, n), a); }

/* n / a: as C divides whole numbers. */
static inline amp_index amp_int_div_index(int n, amp_index a)
{ return amp__index_op('/', amp__index_all(a.rank, n), a); }

/* n % a: as C has it. */
static inline amp_index amp_int_mod_index(int n, amp_index a)
{ return amp__index_op('%', amp__index_all(a.rank, n), a); }

/* Arithmetic of extents (specification 4.2): extent op extent, extent op index,
   extent op int, int op extent. */
static inline amp_extent amp_extent_add(amp_extent a, amp_extent b)
{ return amp__extent_op('+', a, b); }

/* a - b. */
static inline amp_extent amp_extent_sub(amp_extent a, amp_extent b)
{ return amp__extent_op('-', a, b); }

/* a + b. */
static inline amp_extent amp_extent_add_index(amp_extent a, amp_index b)
{ return amp__extent_op('+', a, amp_extent_of(b)); }

/* a - b. */
static inline amp_extent amp_extent_sub_index(amp_extent a, amp_index b)
{ return amp__extent_op('-', a, amp_extent_of(b)); }

/* a + n. */
static inline amp_extent amp_extent_add_int(amp_extent a, int n)
{ return amp__extent_op('+', a, amp__extent_all(a.rank, n)); }

/* a - n. */
static inline amp_extent amp_extent_sub_int(amp_extent a, int n)
{ return amp__extent_op('-', a, amp__extent_all(a.rank, n)); }

/* a * n. */
static inline amp_extent amp_extent_mul_int(amp_extent a, int n)
{ return amp__extent_op('*', a, amp__extent_all(a.rank, n)); }

/* a / n: as C divides whole numbers. */
static inline amp_extent amp_extent_div_int(amp_extent a, int n)
{ return amp__extent_op('/', a, amp__extent_all(a.rank, n)); }

/* a % n: as C has it. */
static inline amp_extent amp_extent_mod_int(amp_extent a, int n)
{ return amp__extent_op('%', a, amp__extent_all(a.rank, n)); }

/* n - a. */
static inline amp_extent amp_int_sub_extent(int n, amp_extent a)
{ return amp__extent_op('-', amp__extent_all(a.rank, n), a); }

/* n / a: as C divides whole numbers. */
static inline amp_extent amp_int_div_extent(int n, amp_extent a)
{ return amp__extent_op('/', amp__extent_all(a.rank, n), a); }

/* n % a: as C has it. */
static inline amp_extent amp_int_mod_extent(int n, amp_extent a)
{ return amp__extent_op('%', amp__extent_all(a.rank, n), a); }

/* 1 where rank and every component agree, else 0. */
static inline int amp_extent_equal(amp_extent a, amp_extent b)
{
    int k, same = a.rank == b.rank;
    for (k = 0; same && k < a.rank && k < AMP_MAX_RANK; k++) {
        same = a.dim[k] == b.dim[k];
    }
    return same;
}

/* 1 where rank and every component agree, else 0. */
static inline int amp_index_equal(amp_index a, amp_index b)
{
    return amp_extent_equal(amp_extent_of(a), amp_extent_of(b));
}

/* The number of elements; 0 where a dimension is not positive, SIZE_MAX where
   the product does not fit. */
static inline size_t amp_extent_size(amp_extent e)
{
    size_t n = 1;
    int k;
    if (e.rank < 1 || e.rank > AMP_MAX_RANK) {
        return 0;
    }
    for (k = 0; k < e.rank; k++) {
        if (e.dim[k] <= 0) {
            return 0;
        }
    }
    for (k = 0; k < e.rank; k++) {
        if (n > (size_t)-1 / (size_t)e.dim[k]) {
            return (size_t)-1;
        }
        n *= (size_t)e.dim[k];
    }
    return n;
}

/* 1 where 0 <= i[k] < e[k] in every dimension; ranks must agree. */
static inline int amp_extent_contains(amp_extent e, amp_index i)
{
    int k, inside = e.rank == i.rank && e.rank >= 1 && e.rank <= AMP_MAX_RANK;
    for (k = 0; inside && k < e.rank; k++) {
        inside = i.dim[k] >= 0 && i.dim[k] < e.dim[k];
    }
    return inside;
}

/* The extent of that rank from an array of ints. */
static inline amp_extent amp_extent_from(int rank, const int *e)
{
    amp_extent r = amp__extent(rank, e[0], rank > 1 ? e[1] : 0, rank > 2 ? e[2] : 0);
    int k;
    for (k = 3; k < rank && k < AMP_MAX_RANK; k++) {
        r.dim[k] = e[k];
    }
    return r;
}

/* The index of that rank from an array of ints, such as tidx.global in a kernel. */
static inline amp_index amp_index_from(int rank, const int *i)
{
    return amp_index_of(amp_extent_from(rank, i));
}

/* Whether (i, j, k) is inside (a, b, c), of which a rank below 3 has the first, or the first and
   the last. */
static inline int amp__in_extent(int rank, int a, int b, int c, int i, int j, int k)
{
    return i >= 0 && i < a && (rank < 3 || (j >= 0 && j < b)) && (rank < 2 || (k >= 0 && k < c));
}

/* In a kernel: amp_get_extent(view) is the extent of a parameter that is a view, and
   amp_contains(view, idx) whether an array of indices, such as idx or tidx.global, is inside it:
   what a thread asks of its index where the extent of the launch was padded. idx is evaluated
   several times: give a name. */
#define amp_get_extent(view) AMP__GET_EXTENT(view)
#define AMP__GET_EXTENT(view) amp_extent_from(AMP__RANKS(view), view##_shape.extent)
#define amp_contains(view, idx) AMP__CONTAINS(view, idx)
#if AMP_MAX_RANK > 3
#define AMP__CONTAINS(view, idx) \
    amp_extent_contains(AMP__GET_EXTENT(view), amp_index_from(AMP__RANKS(view), idx))
#else
#define AMP__CONTAINS(view, idx)                                              \
    amp__in_extent(AMP__RANKS(view), view##_shape.extent[0],                  \
                   view##_shape.extent[AMP__RANKS(view) / 2],                 \
                   view##_shape.extent[AMP__RANKS(view) - 1], (idx)[0],       \
                   (idx)[AMP__RANKS(view) / 2], (idx)[AMP__RANKS(view) - 1])
#endif
#define AMP__RANKS(view) ((int)(sizeof(view##_shape.extent) / sizeof(int)))

#endif
AMP_DEVICE_END
#undef AMP__LIBRARY
#define AMP__LIBRARY 0

/* An extent cut into tiles. Made by amp_tile; checked when launched. */
typedef struct amp_tiled_extent {
    amp_extent extent;
    amp_extent tile;
} amp_tiled_extent;

/* Remembers n, which no int can hold, for the sentence of whoever refuses it. Returns INT_MIN,
   which every check refuses, so that no size is cut off in silence. */
AMP__API int amp__dim_too_large(long long n);

/* dim[k] of `rank` dimensions, for a sentence: the number that was asked for, also where
   it was too large. */
AMP__API long long amp__dim_asked(int rank, const int *dim, int k);

/* A number as a dimension: INT_MIN where no int can hold it. */
static inline int amp__dim(long long n)
{
    return n > INT_MAX || n < -(long long)INT_MAX ? amp__dim_too_large(n) : (int)n;
}

/* Pads one to three dimensions with zeros. */
#define AMP__DIMS(...) AMP__CAT(AMP__DIMS_, AMP__COUNT(__VA_ARGS__))(__VA_ARGS__)
#define AMP__DIMS_1(a) amp__dim((long long)(a)), 0, 0
#define AMP__DIMS_2(a, b) amp__dim((long long)(a)), amp__dim((long long)(b)), 0
#define AMP__DIMS_3(a, b, c) \
    amp__dim((long long)(a)), amp__dim((long long)(b)), amp__dim((long long)(c))

#if AMP_MAX_RANK > 3
#include "ranks.h" /* AMP__DIMS_4 and so on */
#else /* what the compiler says of amp_extent(2, 2, 2, 2) */
#define AMP__DIMS_4(...) extents_and_indices_have_1_to_AMP_MAX_RANK_dimensions
#define AMP__DIMS_5 AMP__DIMS_4
#define AMP__DIMS_6 AMP__DIMS_4
#define AMP__DIMS_7 AMP__DIMS_4
#define AMP__DIMS_8 AMP__DIMS_4
#endif

/* amp_extent(d0[, d1[, d2]]) and amp_index(i0[, i1[, i2]]) are values. A function-like macro and
   a type may share a name: the name is the macro only where a '(' follows. */
#ifdef __cplusplus
#define amp_extent(...) amp__extent(AMP__COUNT(__VA_ARGS__), AMP__DIMS(__VA_ARGS__))
#define amp_index(...) amp__index(AMP__COUNT(__VA_ARGS__), AMP__DIMS(__VA_ARGS__))
#else
#define amp_extent(...) \
    ((amp_extent){ AMP__COUNT(__VA_ARGS__), { AMP__DIMS(__VA_ARGS__) } })
#define amp_index(...) \
    ((amp_index){ AMP__COUNT(__VA_ARGS__), { AMP__DIMS(__VA_ARGS__) } })
#endif

/* The index of element n, counted row by row, of `rank` dimensions. (Inlined: in the
   checker it must not be instrumented.) */
static AMP__INLINE void amp__index_at(long long n, int rank, const int *dim, int *index)
{
    int k;
    for (k = rank - 1; k >= 0; k--) {
        index[k] = (int)(n % dim[k]);
        n /= dim[k];
    }
}

/* The bytes from the first of a view's elements, of `size` bytes each, to the end of its
   last. Strides are in elements; the innermost is 1. (Inlined: as amp__index_at.) */
static AMP__INLINE size_t amp__bytes_spanned(size_t size, int rank, const int *extent,
                                             const ptrdiff_t *stride)
{
    size_t last = 0;
    int k;
    for (k = 0; k < rank; k++) {
        last += (size_t)(extent[k] - 1) * (size_t)(k < rank - 1 ? stride[k] : 1);
    }
    return (last + 1) * size;
}

/* Where row number `row` of a view begins, in elements. (Inlined: as amp__index_at.) */
static AMP__INLINE ptrdiff_t amp__row_offset(int rank, const int *extent, const ptrdiff_t *stride,
                                             long long row)
{
    ptrdiff_t at = 0;
    int k;
    for (k = rank - 2; k >= 0; k--) {
        at += (ptrdiff_t)(row % extent[k]) * stride[k];
        row /= extent[k];
    }
    return at;
}

/* How many rows a view has. (Inlined: as amp__index_at.) */
static AMP__INLINE long long amp__row_count(int rank, const int *extent)
{
    long long n = 1;
    int k;
    for (k = 0; k < rank - 1; k++) {
        n *= extent[k];
    }
    return n;
}

/* 1 where extent and tile agree, else 0. */
static inline int amp_tiled_extent_equal(amp_tiled_extent a, amp_tiled_extent b)
{
    return amp_extent_equal(a.extent, b.extent) && amp_extent_equal(a.tile, b.tile);
}

/* amp_tile(extent, d0[, d1[, d2]]): the extent cut into tiles. The launch
   checks that the tile divides the extent, and says what to do. */
#define amp_tile(ext, ...) \
    amp__tiled(ext, AMP__COUNT(__VA_ARGS__), AMP__DIMS(__VA_ARGS__))

/* The function behind amp_tile. */
static inline amp_tiled_extent amp__tiled(amp_extent e, int rank, int a, int b, int c)
{
    amp_tiled_extent t;
    t.extent = e;
    t.tile = amp__extent(rank, a, b, c);
    return t;
}

/* t with each dimension of the extent rounded up, or down, to a multiple of the tile; what
   cannot be is left as it is. */
static inline amp_tiled_extent amp__round(amp_tiled_extent t, int up)
{
    int k;
    for (k = 0; k < t.extent.rank && k < t.tile.rank && k < AMP_MAX_RANK; k++) {
        const long long d = t.tile.dim[k], n = t.extent.dim[k];
        if (d > 0 && n > 0) {
            t.extent.dim[k] = amp__dim((n + (up ? d - 1 : 0)) / d * d);
        }
    }
    return t;
}

/* t with each dimension of its extent rounded up to a multiple of the tile
   (specification 4.3): more threads than elements, so that the kernel compares its index
   with the view's extent. What cannot be rounded (a dimension of the tile that is not
   positive, an overflow) is left for the launch to refuse. */
static inline amp_tiled_extent amp_pad(amp_tiled_extent t) { return amp__round(t, 1); }

/* t with its extent rounded down to whole tiles: the elements behind the last one are left out. */
static inline amp_tiled_extent amp_truncate(amp_tiled_extent t) { return amp__round(t, 0); }

#if AMP__IMPLEMENT

/* The last numbers of the calling thread that were too large; the newest is the one
   before number[next]. */
typedef struct amp__too_large {
    long long number[AMP_MAX_RANK];
    int next;
} amp__too_large;
#define amp__numbers AMP__VERSIONED(amp__numbers)
AMP__ONE_COPY __thread amp__too_large amp__numbers;

AMP__API int amp__dim_too_large(long long n)
{
    amp__numbers.number[amp__numbers.next] = n;
    amp__numbers.next = (amp__numbers.next + 1) % AMP_MAX_RANK;
    return INT_MIN;
}

AMP__API long long amp__dim_asked(int rank, const int *dim, int k)
{
    int i, later = 0;
    long long n = dim[k];
    if (n == INT_MIN) {
        for (i = k + 1; i < rank; i++) {
            later += dim[i] == INT_MIN;
        }
        n = amp__numbers.number[(amp__numbers.next + 2 * AMP_MAX_RANK - 1 - later) % AMP_MAX_RANK];
    }
    return n != 0 ? n : dim[k];
}

/* The index dim[0..rank) as a sentence has it, "(999, 666)", in buffer[0..size), which is
   returned; 64 bytes hold any index. A rank outside 1 to 3 counts as the next one inside. */
static AMP__COLD const char *amp__index_text(char *buffer, size_t size, int rank, const int *dim)
{
    const int last = rank < 1 ? 0 : rank > AMP_MAX_RANK ? AMP_MAX_RANK - 1 : rank - 1;
    size_t used = 0;
    int k;
    for (k = 0; k <= last && used < size; k++) {
        used += (size_t)snprintf(buffer + used, size - used, "%s%lld%s", k == 0 ? "(" : ", ",
                                 amp__dim_asked(last + 1, dim, k), k == last ? ")" : "");
    }
    return buffer;
}

/* That of an array of char. */
#define AMP__INDEX_TEXT(buffer, rank, dim) amp__index_text(buffer, sizeof(buffer), rank, dim)

#endif /* AMP__IMPLEMENT */

#endif /* AMP_CORE_EXTENT_H */
