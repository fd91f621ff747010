/* SPDX-License-Identifier: MIT */
#ifndef AMP_ALGORITHMS_HISTOGRAM_H
#define AMP_ALGORITHMS_HISTOGRAM_H
/*
amp/algorithms/histogram.h: how many elements are in each bin.

  1 kernels       for a CPU, without atomics; for a GPU
  2 on the host   amp_histogram
*/

#include "compact.h"

/* ==== 1 kernels ========================================================== */

AMP_DEVICE_BEGIN
/* AMP_DEFINE_HISTOGRAM(name, T, expression in a): the bin, an int, of a. Each
   tile of one thread counts a chunk into a row of its own; then the rows are
   added, so that there is no atomic and the order does not matter. */
#undef AMP_DEFINE_HISTOGRAM
#define AMP_DEFINE_HISTOGRAM(name, T, ...)                                                         \
    AMP__HELPER int amp__bin_##name(T a) { return __VA_ARGS__; }                                   \
    AMP__HISTOGRAM_KERNELS(AMP__PART_OF, name, amp__bin_##name(AMP__AT(x, i)), in(T, 1, x),        \
                           inout(int, 1, rows), value(int, bins), value(int, per))                 \
    AMP__HOST(AMP__HISTOGRAM_CALL)(name, NULL)
/* AMP_DEFINE_HISTOGRAM_WITH(name, T, P, expression in a and p), for amp_histogram: the bin, an
   int, of a. */
#undef AMP_DEFINE_HISTOGRAM_WITH
#define AMP_DEFINE_HISTOGRAM_WITH(name, T, P, ...)                                                 \
    AMP__HELPER int amp__bin_##name(T a, P p) { (void)p; return __VA_ARGS__; }                     \
    AMP__HISTOGRAM_KERNELS(AMP__PART_OF, name, amp__bin_##name(AMP__AT(x, i), p), in(T, 1, x),     \
                           inout(int, 1, rows), value(int, bins), value(int, per), value(P, p))    \
    AMP__HOST(AMP__CAPTURED)(name, P) AMP__HOST(AMP__HISTOGRAM_CALL)(name, &amp__captured_##name)
#define AMP__HISTOGRAM_KERNELS(K, ...)                                                             \
    K(CHUNK, histogram, __VA_ARGS__) K(TILE, histogram_tile, __VA_ARGS__)
/* Counts a tile's part of the range, in a form for a CPU or for a GPU: ALONE, one thread in a row
   of its own; SHARED, 256 threads in tile memory, up to 2048 bins, or of more in the result itself,
   the only row, which holds zeros; atomically, since any thread may meet any bin. Whole numbers add
   up to the same in any order. Bins below `here` are counted at BY_COUNT. */
#define AMP__HISTOGRAM_BINS 2048
#define AMP__HISTOGRAM(BY, bin_of_i)                                                               \
    AMP__CHUNK(x_shape.extent[0]);                                                                 \
    AMP__PHASE_SHARED(BY##_THREADS, int, bin, 0, here) { BY##_COUNT(bin) = 0; }                    \
    AMP__PHASE_ALL AMP__WHOLLY                                                                     \
    for (ptrdiff_t i = first + AMP__THREAD; i < last; i += BY##_THREADS) {                         \
        const int bin = bin_of_i;                                                                  \
        if ((unsigned)bin < (unsigned)here) { BY##_ADD(BY##_COUNT(bin), 1); }                      \
        else if ((unsigned)bin < (unsigned)bins) { BY##_ADD(AMP__AT(rows, bin), 1); }              \
    }
#define AMP__ALONE_COUNT(bin) row[bin]
#define AMP__ALONE_ADD(at, one) at += one
#define AMP__SHARED_COUNT(bin) count[bin]
#define AMP__SHARED_ADD(at, some) (void)amp_atomic_fetch_add(&at, some)
#define AMP__KERNEL_histogram(name, bin_of_i, ...)                                                 \
    AMP__PHASED_BODY(amp__histogram_##name, 1, __VA_ARGS__)                                        \
        const int here = bins;                                                                     \
        amp_global_ptr(int) row = rows + (ptrdiff_t)amp_tile_index.tile[0] * bins;                 \
        AMP__HISTOGRAM(AMP__ALONE, bin_of_i)                                                       \
    AMP__PHASED_BODY_END
#define AMP__KERNEL_histogram_tile(name, bin_of_i, ...)                                            \
    AMP__PHASED_BODY(amp__histogram_tile_##name, AMP__TILE, __VA_ARGS__)                           \
        AMP__TILE_ARRAY(int, count, AMP__HISTOGRAM_BINS);                                          \
        const int here = bins <= AMP__HISTOGRAM_BINS ? bins : 0;                                   \
        AMP__HISTOGRAM(AMP__SHARED, bin_of_i)                                                      \
        AMP__PHASE_SHARED(AMP__TILE, int, bin, 0, here) { amp__hand_on(&rows[bin], count[bin]); }  \
    AMP__PHASED_BODY_END
AMP__HELPER void amp__hand_on(amp_global_ptr(int) row, int count)
{
    if (count != 0) {
        AMP__SHARED_ADD(*row, count);
    }
}

/* The sum of `count` rows of counts. */
AMP_KERNEL(amp__add_rows, 1, in(int, 1, rows), out(int, 1, sum), value(int, bins),
           value(int, count))
{
    int s = 0;
    for (int r = 0; r < count; r++) {
        s += amp_at(rows, (ptrdiff_t)r * bins + idx[0]);
    }
    amp_at(sum, idx[0]) = s;
}
AMP_DEVICE_END

/* ==== 2 on the host ====================================================== */

#define AMP__HISTOGRAM_CALL(name, value)                                                           \
    AMP__HISTOGRAM_KERNELS(AMP__ENTRIES_OF, name, name, 0)                                         \
    AMP__HELPER amp_status amp__do_histogram_##name(amp_array_view x, amp_array_view counts)       \
    {                                                                                              \
        static const amp__kernel form[2] = {                                                       \
            AMP__HISTOGRAM_KERNELS(AMP__KERNEL_OF, name, name, 0) };                               \
        return amp__histogram(form, x, counts, value);                                             \
    }

/* amp_histogram by a kernel's two forms; *p: its value, or NULL. */
AMP__API amp_status amp__histogram(const amp__kernel *form, amp_array_view x,
                                   amp_array_view counts, const void *p);

/* amp_histogram(name, in, counts): counts[k], a view of int, becomes the
   number of elements whose bin is k. Elements of another bin are not counted.
   counts does not overlap in. */
#define amp_histogram(name, in, counts) amp__do_histogram_##name(in, counts)

#if AMP__IMPLEMENT

AMP__API amp_status amp__histogram(const amp__kernel *form, amp_array_view x,
                                   amp_array_view counts, const void *p)
{
    const amp__al_scope scope = amp__al_open();
    const int zero = 0;
    amp_array_view rows;
    amp__al_cut cut;
    int gpu, bins;
    amp_status s = amp__al_expect("amp_histogram", "input", &x, form->parameters[0].type, 1, 0);
    s = AMP__THEN(s, amp__al_expect("amp_histogram", "counts", &counts, amp__al_int, 1, 1));
    s = AMP__THEN(s, amp__al_apart("amp_histogram", &x, &counts, 0));
    s = AMP__THEN(s, amp__al_room("amp_histogram", "counts", &counts, 1));
    s = AMP__THEN(s, amp__al_form(0, 0, &gpu));
    if (s != AMP_OK || amp__is_empty(&x)) {
        return AMP__THEN(s, amp__al_fill(amp__moves_amp__flags(), counts, &zero));
    }
    bins = counts.extent.dim[0];
    cut = amp__al_cut_of(amp__al_length(&x), AMP__SCAN_LEAST, gpu);
    if (gpu) {
        s = amp__al_fill(amp__moves_amp__flags(), counts, &zero);
        return AMP__THEN(s, AMP__RUN_TILES(&form[1], cut.domain, &x, &counts, &bins, &cut.per,
                                           p));
    }
    if ((ptrdiff_t)cut.tiles * bins > INT_MAX / 2
        || (cut.tiles > 1 && (ptrdiff_t)cut.tiles * bins > 4 * amp__al_length(&x))) {
        /* more bins than elements: rows would cost more than they gain */
        cut = amp__al_cut_of(amp__al_length(&x), INT_MAX, gpu);
    }
    s = amp__al_temporary(&rows, amp__al_int, (ptrdiff_t)cut.tiles * bins);
    s = AMP__THEN(s, AMP__RUN_TILES(&form[0], cut.domain, &x, &rows, &bins, &cut.per, p));
    s = AMP__THEN(s, amp__add_rows__launch(AMP__ON, counts.extent, rows, counts, bins, cut.tiles));
    return amp__al_close(scope, s);
}

#endif /* AMP__IMPLEMENT */

#endif /* AMP_ALGORITHMS_HISTOGRAM_H */
