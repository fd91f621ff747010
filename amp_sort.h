/* SPDX-License-Identifier: MIT */
#ifndef AMP_SORT_H
#define AMP_SORT_H
/*
amp_sort.h: sorting, merging, searching in what is sorted, and sets. Part of
amp_algorithms.h, which includes this file and states the rules for all.

  1 kernels        radix sort by digits of 8 bits; merges by the merge path
  2 radix sort     amp_radix_sort, amp_sort_by_key
  3 comparisons    amp_merge_sort, amp_merge, bounds, sets, extremes

Order of floating-point keys in the radix sorts: by value, -0 before +0, and
every NaN, whatever its sign, after +infinity in the order in which they came.
amp_less_float and amp_less_double are the language's `<`, under which ranges
with NaN have no order, as in C++.
*/

#ifndef AMP_ALGORITHMS_H
#undef AMP_SORT_H /* amp_algorithms.h includes this file */
#include "amp_algorithms.h"
#else

/* ==== 1 kernels ========================================================== */

AMP_DEVICE_BEGIN
#ifdef __OPENCL_VERSION__
#define AMP__HOST_RADIX(name, T, U)
#define AMP__HOST_LESS(name, T)
#endif

#define AMP__RADIX_BITS 8
#define AMP__RADIX_BINS 256

/* AMP_DEFINE_RADIX_SORT(name, T, U, expression in a): sorts elements of T by
   the expression, of type U (unsigned or amp_uint64), stably. */
#define AMP_DEFINE_RADIX_SORT(name, T, U, ...)                                                     \
    AMP_DEFINE_TYPE(name, T)                                                                       \
    AMP__DEFINE_RADIX(name, T, U, __VA_ARGS__)

/* A pass counts each chunk's digits, scans the counts digit by digit and chunk
   by chunk, and has each chunk put its elements, in order, where the scan says. */
#define AMP__DEFINE_RADIX(name, T, U, ...)                                                         \
    AMP__HELPER U amp__bits_##name(T a) { return __VA_ARGS__; }                                    \
    AMP__HELPER int amp__digit_##name(T a, int shift)                                              \
    { return (int)((amp__bits_##name(a) >> shift) & (AMP__RADIX_BINS - 1)); }                      \
    AMP__PART(amp__radix_count_##name, AMP__KERNEL_radix_count)(name, T, U, __VA_ARGS__)           \
    AMP__PART(amp__radix_move_##name, AMP__KERNEL_radix_move)(name, T, U, __VA_ARGS__)             \
    AMP__PART(amp__radix_move_pair_##name, AMP__KERNEL_radix_move_pair)(name, T, U, __VA_ARGS__)   \
    AMP__PART(amp__radix_tile_count_##name, AMP__KERNEL_radix_tile_count)(name, T, U, __VA_ARGS__) \
    AMP__PART(amp__radix_tile_move_##name, AMP__KERNEL_radix_tile_move)(name, T, U, __VA_ARGS__)   \
    AMP__PART(amp__radix_tile_move_pair_##name, AMP__KERNEL_radix_tile_move_pair)(name, T, U,      \
                                                                                  __VA_ARGS__)     \
    AMP__HOST_RADIX(name, T, U)
#define AMP__KERNEL_radix_count(name, T, U, ...)                                                   \
    AMP_PHASED_KERNEL(amp__radix_count_##name, (1), in(T, 1, x), out(int, 1, counts),              \
                      value(int, per), value(int, chunks), value(int, shift))                      \
    {                                                                                              \
        amp_tile_static(int, bin, AMP__RADIX_BINS);                                                \
        amp_phase {                                                                                \
            AMP__CHUNK(x_shape.extent[0]);                                                         \
            for (int d = 0; d < AMP__RADIX_BINS; d++) {                                            \
                bin[d] = 0;                                                                        \
            }                                                                                      \
            ptrdiff_t i = first;                                                                   \
            for (; i < last - 3; i += 4) { /* for gcc: one by one took 1.6 of the time */          \
                const int d0 = amp__digit_##name(amp_at(x, i), shift);                             \
                const int d1 = amp__digit_##name(amp_at(x, i + 1), shift);                         \
                const int d2 = amp__digit_##name(amp_at(x, i + 2), shift);                         \
                const int d3 = amp__digit_##name(amp_at(x, i + 3), shift);                         \
                bin[d0] += 1;                                                                      \
                bin[d1] += 1;                                                                      \
                bin[d2] += 1;                                                                      \
                bin[d3] += 1;                                                                      \
            }                                                                                      \
            for (; i < last; i++) {                                                                \
                bin[amp__digit_##name(amp_at(x, i), shift)] += 1;                                  \
            }                                                                                      \
            for (int d = 0; d < AMP__RADIX_BINS; d++) {                                            \
                amp_at(counts, d * chunks + amp_tile_index.tile[0]) = bin[d];                      \
            }                                                                                      \
        }                                                                                          \
    }
/* `along` takes further data with the element from i to `to`. */
#define AMP__RADIX_MOVE(name, T, along)                                                            \
    amp_tile_static(int, place, AMP__RADIX_BINS);                                                  \
    amp_phase {                                                                                    \
        AMP__CHUNK(x_shape.extent[0]);                                                             \
        for (int d = 0; d < AMP__RADIX_BINS; d++) {                                                \
            place[d] = amp_at(counts, d * chunks + amp_tile_index.tile[0]);                        \
        }                                                                                          \
        for (ptrdiff_t i = first; i < last; i++) {                                                 \
            const T key = amp_at(x, i);                                                            \
            const int d = amp__digit_##name(key, shift);                                           \
            const int to = place[d];                                                               \
            place[d] = to + 1;                                                                     \
            amp_at(y, to) = key;                                                                   \
            along                                                                                  \
        }                                                                                          \
    }
#define AMP__KERNEL_radix_move(name, T, U, ...)                                                    \
    AMP_PHASED_KERNEL(amp__radix_move_##name, (1), in(T, 1, x), in(int, 1, counts),                \
                      out(T, 1, y), value(int, per), value(int, chunks), value(int, shift))        \
    {                                                                                              \
        AMP__RADIX_MOVE(name, T, )                                                                 \
    }
#define AMP__KERNEL_radix_move_pair(name, T, U, ...)                                               \
    AMP_PHASED_KERNEL(amp__radix_move_pair_##name, (1), in(T, 1, x), in(int, 1, order),            \
                      in(int, 1, counts), out(T, 1, y), out(int, 1, new_order),                    \
                      value(int, per), value(int, chunks), value(int, shift))                      \
    {                                                                                              \
        AMP__RADIX_MOVE(name, T, amp_at(new_order, to) = amp_at(order, i);)                        \
    }

/* AMP_DEFINE_LESS(name, T, condition in a and b): a strict weak order. */
#define AMP_DEFINE_LESS(name, T, ...)                                                              \
    AMP__HELPER int amp__less_##name(T a, T b) { return (__VA_ARGS__) ? 1 : 0; }                   \
    /* How many of the n sorted elements from s[0] come before v; with upper, also those */        \
    /* that are equivalent to v. */                                                                \
    AMP__HELPER int amp__bound_of_##name(amp_global_ptr(const T) s, int n, T v, int upper)         \
    {                                                                                              \
        int low = 0, high = n;                                                                     \
        while (low < high) {                                                                       \
            const int middle = low + (high - low) / 2;                                             \
            if (upper ? !amp__less_##name(v, s[middle]) : amp__less_##name(s[middle], v)) {        \
                low = middle + 1;                                                                  \
            } else {                                                                               \
                high = middle;                                                                     \
            }                                                                                      \
        }                                                                                          \
        return low;                                                                                \
    }                                                                                              \
    AMP_DEFINE_TYPE(name, T)                                                                       \
    AMP__LESS_SORT(name, T)                                                                        \
    AMP__LESS_SEARCH(name, T)                                                                      \
    AMP__LESS_EXTREMES(name, T)                                                                    \
    AMP__HOST_LESS(name, T)

/* Runs of 32 elements by insertion; then merges of pairs of runs of `width`
   from x to y, z being x; or, width 0, the merge of x and z. A tile of one
   thread writes one chunk of the result: it finds by bisection (the merge path)
   how many elements of the first run come before its chunk, and merges on from
   there. Equivalent elements keep their order, those of the first run first. */
#define AMP__SORT_RUN 32
#define AMP__LESS_SORT(name, T)                                                                    \
    AMP__MERGE_HELPERS(name, T)                                                                    \
    AMP__PART(amp__insert_##name, AMP__KERNEL_insert)(name, T)                                     \
    AMP__PART(amp__merge_##name, AMP__KERNEL_merge)(name, T)                                       \
    AMP__PART(amp__tile_sort_##name, AMP__KERNEL_tile_sort)(name, T)                               \
    AMP__PART(amp__tile_merge_##name, AMP__KERNEL_tile_merge)(name, T)
#define AMP__KERNEL_insert(name, T)                                                                \
    AMP_PHASED_KERNEL(amp__insert_##name, (1), inout(T, 1, x), value(int, per))                    \
    {                                                                                              \
        amp_phase {                                                                                \
            AMP__CHUNK(x_shape.extent[0]);                                                         \
            for (ptrdiff_t run = first; run < last; run += AMP__SORT_RUN) {                        \
                const ptrdiff_t end = run + AMP__SORT_RUN < last ? run + AMP__SORT_RUN : last;     \
                for (ptrdiff_t i = run + 1; i < end; i++) {                                        \
                    const T v = amp_at(x, i);                                                      \
                    ptrdiff_t j = i;                                                               \
                    while (j > run && amp__less_##name(v, amp_at(x, j - 1))) {                     \
                        amp_at(x, j) = amp_at(x, j - 1);                                           \
                        j--;                                                                       \
                    }                                                                              \
                    amp_at(x, j) = v;                                                              \
                }                                                                                  \
            }                                                                                      \
        }                                                                                          \
    }
/* The pair of runs that element `to` of the result is of: x[base] and nx more,
   z[z0] and nz more. */
#define AMP__MERGE_PAIR(to)                                                                        \
    const ptrdiff_t twice = 2 * (ptrdiff_t)width;                                                  \
    const ptrdiff_t base = width > 0 ? (to) / (width > 0 ? twice : 1) * twice : 0;                 \
    const ptrdiff_t left = n - base;                                                               \
    const ptrdiff_t nx = width == 0 ? x_shape.extent[0] : left < width ? left : width;             \
    const ptrdiff_t nz = width == 0 ? z_shape.extent[0] : left - nx < width ? left - nx : width;   \
    const ptrdiff_t z0 = width == 0 ? 0 : base + nx
#define AMP__KERNEL_merge(name, T)                                                                 \
    AMP_PHASED_KERNEL(amp__merge_##name, (1), in(T, 1, x), in(T, 1, z), out(T, 1, y),              \
                      value(int, width), value(int, per))                                          \
    {                                                                                              \
        amp_phase {                                                                                \
            AMP__CHUNK(y_shape.extent[0]);                                                         \
            ptrdiff_t to = first;                                                                  \
            while (to < last) {                                                                    \
                AMP__MERGE_PAIR(to);                                                               \
                const ptrdiff_t end = base + nx + nz < last ? base + nx + nz : last;               \
                ptrdiff_t i = amp__path_##name(x + base, (int)nx, z + z0, (int)nz,                 \
                                               (int)(to - base));                                  \
                ptrdiff_t j = to - base - i;                                                       \
                for (; to < end; to++) {                                                           \
                    if (j >= nz || (i < nx && !amp__less_##name(amp_at(z, z0 + j),                 \
                                                                amp_at(x, base + i)))) {           \
                        amp_at(y, to) = amp_at(x, base + i);                                       \
                        i++;                                                                       \
                    } else {                                                                       \
                        amp_at(y, to) = amp_at(z, z0 + j);                                         \
                        j++;                                                                       \
                    }                                                                              \
                }                                                                                  \
            }                                                                                      \
        }                                                                                          \
    }

#define AMP__LESS_SEARCH(name, T)                                                                  \
    AMP__PART(amp__bound_##name, AMP__KERNEL_bound)(name, T)                                       \
    AMP__PART(amp__member_##name, AMP__KERNEL_member)(name, T)                                     \
    AMP__PART(amp__descends_##name, AMP__KERNEL_descends)(name, T)                                 \
    AMP__PART(amp__order_##name, AMP__KERNEL_order)(name, T)
#define AMP__KERNEL_bound(name, T)                                                                 \
    AMP_KERNEL(amp__bound_##name, 1, in(T, 1, x), in(T, 1, wanted), out(int, 1, result),           \
               value(int, how))                                                                    \
    {   /* how 0: lower bound, 1: upper bound, 2: whether it is there */                           \
        const T v = amp_at(wanted, idx[0]);                                                        \
        const int n = x_shape.extent[0];                                                           \
        const int k = amp__bound_of_##name(x, n, v, how == 1);                                     \
        amp_at(result, idx[0]) = how < 2 ? k : k < n && !amp__less_##name(v, x[k < n ? k : 0]);    \
    }
#define AMP__KERNEL_member(name, T)                                                                \
    AMP_KERNEL(amp__member_##name, 1, in(T, 1, x), in(T, 1, z), out(int, 1, flags),                \
               value(int, missing))                                                                \
    {   /* the r-th of x's equivalent elements: whether z has more than r, or (missing) not */     \
        const T v = amp_at(x, idx[0]);                                                             \
        const int r = idx[0] - amp__bound_of_##name(x, idx[0] + 1, v, 0);                          \
        const int count = amp__bound_of_##name(z, z_shape.extent[0], v, 1)                         \
            - amp__bound_of_##name(z, z_shape.extent[0], v, 0);                                    \
        amp_at(flags, idx[0]) = missing ? r >= count : r < count;                                  \
    }
#define AMP__KERNEL_descends(name, T)                                                              \
    AMP_KERNEL(amp__descends_##name, 1, in(T, 1, x), out(int, 1, flags))                           \
    {   /* 1 where the next element comes before this one */                                       \
        amp_at(flags, idx[0]) = amp__less_##name(amp_at(x, idx[0] + 1), amp_at(x, idx[0]));        \
    }
#define AMP__KERNEL_order(name, T)                                                                 \
    AMP_KERNEL(amp__order_##name, 1, in(T, 1, x), in(T, 1, z), out(int, 1, flags))                 \
    {   /* 1: x comes first, 2: z comes first, 0: equivalent */                                    \
        const T a = amp_at(x, idx[0]), b = amp_at(z, idx[0]);                                      \
        amp_at(flags, idx[0]) = amp__less_##name(a, b) ? 1 : amp__less_##name(b, a) ? 2 : 0;       \
    }

/* The first least, first greatest and last greatest element in one fold. It
   starts from the first element, which may count more than once. */
#define AMP__LESS_EXTREMES(name, T)                                                                \
    typedef struct amp__extremes_##name {                                                          \
        T low_value, high_value;                                                                   \
        int low, high, high_last;                                                                  \
    } amp__extremes_##name;                                                                        \
    AMP__HELPER amp__extremes_##name amp__extreme_##name(                                          \
        amp__extremes_##name a, amp__extremes_##name b)                                            \
    {                                                                                              \
        amp__extremes_##name r = a;                                                                \
        if (amp__less_##name(b.low_value, a.low_value)                                             \
            || (!amp__less_##name(a.low_value, b.low_value) && b.low < a.low)) {                   \
            r.low_value = b.low_value;                                                             \
            r.low = b.low;                                                                         \
        }                                                                                          \
        if (amp__less_##name(a.high_value, b.high_value)) {                                        \
            r.high_value = b.high_value;                                                           \
            r.high = b.high;                                                                       \
            r.high_last = b.high_last;                                                             \
        } else if (!amp__less_##name(b.high_value, a.high_value)) {                                \
            r.high = b.high < a.high ? b.high : a.high;                                            \
            r.high_last = b.high_last > a.high_last ? b.high_last : a.high_last;                   \
        }                                                                                          \
        return r;                                                                                  \
    }                                                                                              \
    AMP__HELPER amp__extremes_##name amp__one_##name(amp_global_ptr(const T) x,                    \
                                                            ptrdiff_t i)                           \
    {                                                                                              \
        amp__extremes_##name r;                                                                    \
        r.low_value = r.high_value = x[i];                                                         \
        r.low = r.high = r.high_last = (int)i;                                                     \
        return r;                                                                                  \
    }                                                                                              \
    AMP__HELPER amp__extremes_##name amp__same_one_##name(                                         \
        amp_global_ptr(const amp__extremes_##name) x, ptrdiff_t i)                                 \
    { return x[i]; }                                                                               \
    AMP__PART(amp__extremes_fold_##name, AMP__KERNEL_extremes_fold)(name, T)                       \
    AMP__PART(amp__extremes_again_##name, AMP__KERNEL_extremes_again)(name, T)
#define AMP__KERNEL_extremes_fold(name, T)                                                         \
    AMP_PHASED_KERNEL(amp__extremes_fold_##name, (AMP__FOLD_THREADS), in(T, 1, x),                 \
                      out(amp__extremes_##name, 1, part), value(int, per))                         \
    {                                                                                              \
        AMP__FOLD(amp__extremes_##name, amp__one_##name(x, 0), amp__extreme_##name,                \
                  amp__one_##name, (x), x_shape.extent[0])                                         \
    }
#define AMP__KERNEL_extremes_again(name, T)                                                        \
    AMP_PHASED_KERNEL(amp__extremes_again_##name, (AMP__FOLD_THREADS),                             \
                      in(amp__extremes_##name, 1, x), out(amp__extremes_##name, 1, part),          \
                      value(int, per))                                                             \
    {                                                                                              \
        AMP__FOLD(amp__extremes_##name, x[0], amp__extreme_##name, amp__same_one_##name, (x),      \
                  x_shape.extent[0])                                                               \
    }

/* Keys whose unsigned order is the order asked for. */
AMP__HELPER unsigned amp__float_bits(float a)
{
    union { float value; unsigned bits; } v;
    v.value = a;
    if ((v.bits & 0x7fffffffu) > 0x7f800000u) {
        return 0xffffffffu; /* NaN */
    }
    return (v.bits & 0x80000000u) != 0 ? ~v.bits : v.bits | 0x80000000u;
}

/* Numbers for a shuffle: a mix of the seed and the index (splitmix64). */
#if !defined(AMP__PARTS) || defined(AMP__WANT_amp__random)
AMP_KERNEL(amp__random, 1, out(amp_uint64, 1, key), value(amp_uint64, seed))
{
    amp_uint64 z = seed + ((amp_uint64)idx[0] + 1u) * 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    amp_at(key, idx[0]) = z ^ (z >> 31);
}
#endif
AMP_DEVICE_END

/* ==== 2 radix sort ======================================================= */

typedef amp_status (*amp__launch_radix_count)(amp__how, amp_tiled_extent,
                                              amp_array_view, amp_array_view, int, int, int);
typedef amp_status (*amp__launch_radix_move)(amp__how, amp_tiled_extent,
                                             amp_array_view, amp_array_view,
                                             amp_array_view, int, int, int);
typedef amp_status (*amp__launch_radix_pair)(amp__how, amp_tiled_extent,
                                             amp_array_view, amp_array_view,
                                             amp_array_view, amp_array_view, amp_array_view,
                                             int, int, int);
typedef struct amp__radix {
    const amp__moves *(*moves)(void);
    int bits;
    struct {
        int digit; /* bits of one */
        amp__launch_radix_count count;
        amp__launch_radix_move move;
        amp__launch_radix_pair move_pair;
    } form[2];
} amp__radix;

#define AMP__HOST_RADIX(name, T, U)                                                                \
    AMP__DESCRIPTION(amp__radix, amp__radix_##name, amp__moves_##name,                             \
        8 * (int)sizeof(U),                                                                        \
        { { AMP__RADIX_BITS, amp__radix_count_##name##__launch, amp__radix_move_##name##__launch,  \
            amp__radix_move_pair_##name##__launch },                                               \
          { AMP__TILE_BITS, amp__radix_tile_count_##name##__launch,                                \
            amp__radix_tile_move_##name##__launch,                                                 \
            amp__radix_tile_move_pair_##name##__launch } })

/* Sorts the keys and, where order is not NULL, takes the indices along. An
   even number of passes ends where it began. */
static inline amp_status amp__radix_passes(const amp__radix *r, amp_array_view keys,
                                           const amp_array_view *order)
{
    const amp__al_mark mark = amp__al_open();
    const ptrdiff_t n = amp__al_length(&keys);
    amp_array_view from = keys, to, order_from = keys, order_to = keys, counts, swap;
    amp__al_cut cut;
    int form, shift;
    amp_status s = amp__al_form(0, 0, &form);
    if (s != AMP_OK) {
        return s;
    }
    cut = amp__al_cut_of(n, AMP__SORT_LEAST, form);
    s = amp__al_take(&to, r->moves()->type, n);
    s = AMP__THEN(s, amp__al_take(&counts, amp__al_int,
                                  (ptrdiff_t)cut.tiles << r->form[form].digit));
    if (order != NULL) {
        order_from = *order;
        s = AMP__THEN(s, amp__al_take(&order_to, amp__al_int, n));
    }
    for (shift = 0; shift < r->bits && s == AMP_OK; shift += r->form[form].digit) {
        s = r->form[form].count(AMP__ON, cut.domain, from, counts, cut.per, cut.tiles, shift);
        s = AMP__THEN(s, amp__scan(amp__scanning_amp__al_count(), AMP_EXCLUSIVE, AMP_FORWARD,
                                   counts, counts));
        if (order != NULL) {
            s = AMP__THEN(s, r->form[form].move_pair(AMP__ON, cut.domain, from, order_from, counts,
                                                     to, order_to, cut.per, cut.tiles, shift));
            swap = order_from;
            order_from = order_to;
            order_to = swap;
        } else {
            s = AMP__THEN(s, r->form[form].move(AMP__ON, cut.domain, from, counts, to, cut.per,
                                                cut.tiles, shift));
        }
        swap = from;
        from = to;
        to = swap;
    }
    return amp__al_close(mark, s);
}

static inline amp_status amp__radix_sort(const amp__radix *r, amp_array_view x)
{
    const amp_status s = amp__al_expect("amp_radix_sort", "view", &x, r->moves()->type, 1, 1);
    return s != AMP_OK || amp__al_length(&x) < 2 ? s : amp__radix_passes(r, x, NULL);
}

static inline amp_status amp__radix_sort_copy(const amp__radix *r, amp_array_view x,
                                              amp_array_view y)
{
    const amp_status s = amp__al_move("amp_radix_sort_copy", r->moves(), x, y, 0);
    return AMP__THEN(s, amp__radix_sort(r, amp_range(y, 0, amp__al_length(&x))));
}

static inline amp_status amp__sort_by_key(const amp__radix *r, const amp__moves *m,
                                          amp_array_view keys, amp_array_view values)
{
    static const char f[] = "amp_sort_by_key";
    const amp__al_mark mark = amp__al_open();
    amp_array_view order, moved;
    amp_status s = amp__al_expect(f, "keys", &keys, r->moves()->type, 1, 1);
    s = AMP__THEN(s, amp__al_expect(f, "values", &values, m->type, 1, 1));
    s = AMP__THEN(s, amp__same_length(f, &keys, &values));
    s = AMP__THEN(s, amp__al_apart(f, &keys, &values, 0));
    if (s != AMP_OK || amp__al_length(&keys) < 2) {
        return s;
    }
    s = amp__al_take(&order, amp__al_int, amp__al_length(&keys));
    s = AMP__THEN(s, amp__al_take(&moved, m->type, amp__al_length(&keys)));
    s = AMP__THEN(s, amp_iota(int, order, 0));
    s = AMP__THEN(s, amp__radix_passes(r, keys, &order));
    s = AMP__THEN(s, m->gather(AMP__ON, values.extent, values, order, moved));
    s = AMP__THEN(s, m->copy(AMP__ON, values.extent, moved, values));
    return amp__al_close(mark, s);
}

/* amp_radix_sort(name, view): sorts in place, ascending, stably. name is a type
   X, or one of AMP_DEFINE_RADIX_SORT. */
#define amp_radix_sort(name, view) amp__radix_sort((amp__radix_##name)(), view)
/* amp_radix_sort_copy(name, in, out): sorted elements of in, in out. */
#define amp_radix_sort_copy(name, in, out) amp__radix_sort_copy((amp__radix_##name)(), in, out)
/* amp_sort_by_key(K, V, keys, values): sorts both by the keys, in place, stably.
   K names the key as above, V the values' type: X or one of AMP_DEFINE_TYPE. */
#define amp_sort_by_key(K, V, keys, values)                                                        \
    amp__sort_by_key((amp__radix_##K)(), (amp__moves_##V)(), keys, values)

/* The temporary storage of these over n elements; `value` is the size of a
   value of amp_sort_by_key, 0 for keys alone. */
static inline size_t amp_radix_sort_storage_size(size_t key, size_t value, ptrdiff_t n)
{
    const size_t count = (size_t)n;
    const size_t chunks = (count + AMP__SORT_LEAST - 1) / AMP__SORT_LEAST;
    const size_t parts = chunks < AMP__CHUNKS ? chunks : AMP__CHUNKS;
    const size_t counts = AMP__RADIX_BINS * parts > AMP__TILE_BINS * amp__al_parts(n)
        ? AMP__RADIX_BINS * parts : AMP__TILE_BINS * amp__al_parts(n);
    return amp__al_rounded(key * count) + amp__al_rounded(sizeof(int) * counts)
        + amp_scan_storage_size(sizeof(int), (ptrdiff_t)counts)
        + (value == 0 ? 0 : amp__al_rounded(value * count)
                            + 2 * amp__al_rounded(sizeof(int) * count));
}

/* ==== 3 comparisons ====================================================== */

typedef amp_status (*amp__launch_merge)(amp__how, amp_tiled_extent, amp_array_view,
                                        amp_array_view, amp_array_view, int, int);
typedef amp_status (*amp__launch_insert)(amp__how, amp_tiled_extent, amp_array_view,
                                         int);
typedef amp_status (*amp__launch_bound)(amp__how, amp_extent, amp_array_view,
                                        amp_array_view, amp_array_view, int);
typedef struct amp__comparison {
    const amp__moves *(*moves)(void);
    struct {
        int run; /* what sort leaves, sorted */
        amp__launch_insert sort;
        amp__launch_merge merge;
    } form[2];
    amp__launch_bound bound, member;
    amp__launch_map descends;
    amp__launch_map2 order;
} amp__comparison;

#define AMP__HOST_LESS(name, T)                                                                    \
    AMP__DESCRIPTION(amp__comparison, amp__comparison_##name, amp__moves_##name,                   \
        { { AMP__SORT_RUN, amp__insert_##name##__launch, amp__merge_##name##__launch },            \
          { AMP__MERGE_BLOCK(sizeof(T)), amp__tile_sort_##name##__launch,                          \
            amp__tile_merge_##name##__launch } },                                                  \
        amp__bound_##name##__launch, amp__member_##name##__launch,                                 \
        amp__descends_##name##__launch, amp__order_##name##__launch)                               \
    AMP__HELPER amp_status amp__do_extremes_##name(amp_array_view x, ptrdiff_t *low,               \
        ptrdiff_t *high, ptrdiff_t *high_last)                                                     \
    {                                                                                              \
        const amp__type in = AMP__TYPE_CONSTANT(T);                                                \
        const amp__reduction r = { #name, AMP__TYPE_CONSTANT(T),                                   \
            AMP__TYPE_CONSTANT(amp__extremes_##name), amp__extremes_fold_##name##__launch,         \
            amp__extremes_again_##name##__launch, NULL };                                          \
        amp__extremes_##name found;                                                                \
        amp_status s = amp__al_expect("amp_minmax_element", "input", &x, in, 1, 0);                \
        found.low = found.high = found.high_last = 0;                                              \
        s = AMP__THEN(s, amp__reduce(&r, x, &found));                                              \
        if (s == AMP_OK) {                                                                         \
            *low = found.low;                                                                      \
            *high = found.high;                                                                    \
            *high_last = found.high_last;                                                          \
        }                                                                                          \
        return s;                                                                                  \
    }

static inline amp_status amp__merge_sort(const amp__comparison *c, amp_array_view x)
{
    const amp__al_mark mark = amp__al_open();
    const ptrdiff_t n = amp__al_length(&x);
    amp_array_view from = x, to, swap;
    ptrdiff_t width;
    amp__al_cut cut;
    int form;
    amp_status s = amp__al_expect("amp_merge_sort", "view", &x, c->moves()->type, 1, 1);
    s = AMP__THEN(s, amp__al_form(c->moves()->type.size, AMP__MERGE_FITS, &form));
    if (s != AMP_OK || n < 2) {
        return s;
    }
    cut = amp__al_cut_of(n, AMP__SCAN_LEAST, form); /* a part is of whole runs */
    s = amp__al_take(&to, c->moves()->type, n);
    s = AMP__THEN(s, c->form[form].sort(AMP__ON, cut.domain, x, cut.per));
    for (width = c->form[form].run; width < n && s == AMP_OK; width *= 2) {
        s = c->form[form].merge(AMP__ON, cut.domain, from, from, to, (int)width, cut.per);
        swap = from;
        from = to;
        to = swap;
    }
    if (!amp__al_same(&from, &x)) {
        s = AMP__THEN(s, c->moves()->copy(AMP__ON, x.extent, from, x));
    }
    return amp__al_close(mark, s);
}

/* amp_merge_sort(less, view): sorts in place by a comparison, stably. less is
   amp_less_X, amp_greater_X or one of AMP_DEFINE_LESS. */
#define amp_merge_sort(less, view) amp__merge_sort((amp__comparison_##less)(), view)
static inline size_t amp_merge_sort_storage_size(size_t element, ptrdiff_t n)
{
    return amp__al_rounded(element * (size_t)n);
}

/* The sorted x and z into y, which has room and is apart. Any may be empty. */
static inline amp_status amp__merge_into(const amp__comparison *c, amp_array_view x,
                                         amp_array_view z, amp_array_view y)
{
    const ptrdiff_t n = amp__al_length(&x) + amp__al_length(&z);
    amp__al_cut cut;
    int form;
    amp_status s = amp__al_form(c->moves()->type.size, AMP__MERGE_FITS, &form);
    if (s != AMP_OK || n == 0) {
        return s;
    }
    y = amp_range(y, 0, n);
    if (amp__is_empty(&x) || amp__is_empty(&z)) {
        return c->moves()->copy(AMP__ON, y.extent, amp__is_empty(&x) ? z : x, y);
    }
    cut = amp__al_cut_of(n, AMP__SCAN_LEAST, form);
    return c->form[form].merge(AMP__ON, cut.domain, x, z, y, 0, cut.per);
}

static inline amp_status amp__check_two(const char *f, const amp__comparison *c, amp_array_view x,
                                        amp_array_view z)
{
    amp_status s = amp__al_expect(f, "first input", &x, c->moves()->type, 1, 0);
    return AMP__THEN(s, amp__al_expect(f, "second input", &z, c->moves()->type, 1, 0));
}

static inline amp_status amp__merge(const amp__comparison *c, amp_array_view x, amp_array_view z,
                                    amp_array_view y)
{
    const ptrdiff_t n = amp__al_length(&x) + amp__al_length(&z);
    amp_status s = amp__check_two("amp_merge", c, x, z);
    s = AMP__THEN(s, amp__al_expect("amp_merge", "result", &y, c->moves()->type, 1, 1));
    s = AMP__THEN(s, amp__al_room("amp_merge", "result", &y, n));
    if (s == AMP_OK && n > 0) {
        y = amp_range(y, 0, n);
    }
    s = AMP__THEN(s, amp__al_apart("amp_merge", &x, &y, 0));
    s = AMP__THEN(s, amp__al_apart("amp_merge", &z, &y, 0));
    return AMP__THEN(s, amp__merge_into(c, x, z, y));
}

/* amp_merge(less, in, in2, out): two sorted ranges as one; of equivalent
   elements those of the first come first. */
#define amp_merge(less, in, in2, out) amp__merge((amp__comparison_##less)(), in, in2, out)

static inline amp_status amp__bounds(const amp__comparison *c, amp_array_view x,
                                     amp_array_view wanted, amp_array_view result, int how)
{
    static const char f[] = "amp_bounds";
    const int zero = 0;
    amp_status s = amp__al_expect(f, "sorted range", &x, c->moves()->type, 1, 0);
    s = AMP__THEN(s, amp__al_expect(f, "wanted values", &wanted, c->moves()->type, 1, 0));
    s = AMP__THEN(s, amp__al_expect(f, "result", &result, amp__al_int, 1, 1));
    s = AMP__THEN(s, amp__al_room(f, "result", &result, amp__al_length(&wanted)));
    if (s != AMP_OK || amp__is_empty(&wanted)) {
        return s;
    }
    result = amp_range(result, 0, amp__al_length(&wanted));
    s = amp__al_apart(f, &x, &result, 0);
    s = AMP__THEN(s, amp__al_apart(f, &wanted, &result, 0));
    if (amp__is_empty(&x)) {
        return AMP__THEN(s, amp__al_fill(amp__moves_int(), result, &zero));
    }
    return AMP__THEN(s, c->bound(AMP__ON, wanted.extent, x, wanted, result, how));
}

/* amp_lower_bounds(less, sorted, wanted, result): for each wanted value the
   index, a view of int, of the first element that does not come before it;
   amp_upper_bounds: of the first that comes after it; amp_binary_searches: 1
   where an equivalent element is there, else 0. */
#define amp_lower_bounds(less, sorted, wanted, result)                                             \
    amp__bounds((amp__comparison_##less)(), sorted, wanted, result, 0)
#define amp_upper_bounds(less, sorted, wanted, result)                                             \
    amp__bounds((amp__comparison_##less)(), sorted, wanted, result, 1)
#define amp_binary_searches(less, sorted, wanted, result)                                          \
    amp__bounds((amp__comparison_##less)(), sorted, wanted, result, 2)

/* The elements of x of which z has (missing: has not) as many, into y. */
static inline amp_status amp__members(const char *f, const amp__comparison *c, amp_array_view x,
                                      amp_array_view z, amp_array_view y, int missing,
                                      ptrdiff_t *count)
{
    amp_array_view flags;
    amp_status s;
    if (amp__is_empty(&x) || (amp__is_empty(&z) && !missing)) {
        *count = 0;
        return AMP_OK;
    }
    if (amp__is_empty(&z)) {
        s = amp__al_room(f, "result", &y, amp__al_length(&x));
        s = AMP__THEN(s, c->moves()->copy(AMP__ON, x.extent, x, y));
        *count = s == AMP_OK ? amp__al_length(&x) : *count;
        return s;
    }
    s = amp__al_take(&flags, amp__al_int, amp__al_length(&x));
    s = AMP__THEN(s, c->member(AMP__ON, x.extent, x, z, flags, missing));
    return AMP__THEN(s, amp__compact(f, c->moves(), x, flags, y, 0, count));
}

typedef enum amp__set_kind {
    AMP__INTERSECTION, AMP__DIFFERENCE, AMP__UNION, AMP__SYMMETRIC
} amp__set_kind;

static inline amp_status amp__set_operation(const amp__comparison *c, amp__set_kind what,
                                            amp_array_view x, amp_array_view z, amp_array_view y,
                                            ptrdiff_t *count)
{
    static const char f[] = "amp_set_operation";
    const amp__al_mark mark = amp__al_open();
    amp_array_view a = x, b;
    ptrdiff_t na = amp__al_length(&x), nb = 0, n = 0;
    amp_status s = amp__check_two(f, c, x, z);
    s = AMP__THEN(s, amp__al_expect(f, "result", &y, c->moves()->type, 1, 1));
    s = AMP__THEN(s, amp__al_apart(f, &x, &y, 0));
    s = AMP__THEN(s, amp__al_apart(f, &z, &y, 0));
    if (s != AMP_OK) {
        return s;
    }
    if (what == AMP__INTERSECTION || what == AMP__DIFFERENCE) {
        s = amp__members(f, c, x, z, y, what == AMP__DIFFERENCE, &n);
    } else {
        b = z;
        if (what == AMP__SYMMETRIC && na > 0) {
            s = amp__al_take(&a, c->moves()->type, na);
            s = AMP__THEN(s, amp__members(f, c, x, z, a, 1, &na));
        }
        if (!amp__is_empty(&z)) {
            s = AMP__THEN(s, amp__al_take(&b, c->moves()->type, amp__al_length(&z)));
            s = AMP__THEN(s, amp__members(f, c, z, x, b, 1, &nb));
        }
        n = na + nb;
        s = AMP__THEN(s, amp__al_room(f, "result", &y, n));
        s = AMP__THEN(s, amp__merge_into(c, amp_range(a, 0, na), amp_range(b, 0, nb), y));
    }
    if (s == AMP_OK) {
        *count = n;
    }
    return amp__al_close(mark, s);
}

/* amp_set_union and its like(less, in, in2, out, &count): of two sorted ranges;
   an element that is m times in the first and k times in the second is
   max(m, k) times in the union, min(m, k) in the intersection, max(m - k, 0) in
   the difference, |m - k| in the symmetric difference. */
#define amp_set_union(less, in, in2, out, count)                                                   \
    amp__set_operation((amp__comparison_##less)(), AMP__UNION, in, in2, out, count)
#define amp_set_intersection(less, in, in2, out, count)                                            \
    amp__set_operation((amp__comparison_##less)(), AMP__INTERSECTION, in, in2, out, count)
#define amp_set_difference(less, in, in2, out, count)                                              \
    amp__set_operation((amp__comparison_##less)(), AMP__DIFFERENCE, in, in2, out, count)
#define amp_set_symmetric_difference(less, in, in2, out, count)                                    \
    amp__set_operation((amp__comparison_##less)(), AMP__SYMMETRIC, in, in2, out, count)

static inline amp_status amp__includes(const amp__comparison *c, amp_array_view x,
                                       amp_array_view z, int *result)
{
    const amp__al_mark mark = amp__al_open();
    amp_array_view flags;
    ptrdiff_t index = 0;
    amp_status s = amp__check_two("amp_includes", c, x, z);
    if (s == AMP_OK && (amp__is_empty(&x) || amp__is_empty(&z))) {
        *result = amp__is_empty(&z);
        return AMP_OK;
    }
    s = AMP__THEN(s, amp__al_take(&flags, amp__al_int, amp__al_length(&z)));
    s = AMP__THEN(s, c->member(AMP__ON, z.extent, z, x, flags, 1));
    s = AMP__THEN(s, amp__flag_index(flags, 0, -1, &index));
    if (s == AMP_OK) {
        *result = index < 0;
    }
    return amp__al_close(mark, s);
}

/* amp_includes(less, in, in2, &result): whether the sorted first range has
   each element of the sorted second as often. */
#define amp_includes(less, in, in2, result)                                                        \
    amp__includes((amp__comparison_##less)(), in, in2, result)

/* ---- ready-made instances ---- */

AMP_DEVICE_BEGIN
#define AMP__READY_ORDER(name, T)                                                                  \
    AMP_DEFINE_LESS(amp_less_##name, T, a < b)                                                     \
    AMP_DEFINE_LESS(amp_greater_##name, T, b < a)
AMP__DEFINE_RADIX(int, int, unsigned, (unsigned)a ^ 0x80000000u)
AMP__READY_ORDER(int, int)
AMP_DEVICE_END
AMP_DEVICE_BEGIN
AMP__DEFINE_RADIX(unsigned, unsigned, unsigned, a)
AMP__READY_ORDER(unsigned, unsigned)
AMP_DEVICE_END
AMP_DEVICE_BEGIN
AMP__DEFINE_RADIX(amp_int64, amp_int64, amp_uint64, (amp_uint64)a ^ ((amp_uint64)1 << 63))
AMP__READY_ORDER(amp_int64, amp_int64)
AMP_DEVICE_END
AMP_DEVICE_BEGIN
AMP__DEFINE_RADIX(amp_uint64, amp_uint64, amp_uint64, a)
AMP__READY_ORDER(amp_uint64, amp_uint64)
AMP_DEVICE_END
AMP_DEVICE_BEGIN
AMP__DEFINE_RADIX(float, float, unsigned, amp__float_bits(a))
AMP__READY_ORDER(float, float)
AMP_DEVICE_END
AMP_DEVICE_BEGIN
#if !defined(__OPENCL_VERSION__) || defined(cl_khr_fp64)
AMP__HELPER amp_uint64 amp__double_bits(double a)
{
    const amp_uint64 sign = (amp_uint64)1 << 63;
    union { double value; amp_uint64 bits; } v;
    v.value = a;
    if ((v.bits & ~sign) > ((amp_uint64)0x7ff << 52)) {
        return ~(amp_uint64)0; /* NaN */
    }
    return (v.bits & sign) != 0 ? ~v.bits : v.bits | sign;
}
AMP__DEFINE_RADIX(double, double, amp_uint64, amp__double_bits(a))
AMP__READY_ORDER(double, double)
#endif
AMP_DEVICE_END

#endif /* AMP_ALGORITHMS_H */
#endif /* AMP_SORT_H */
