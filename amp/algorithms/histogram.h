/* SPDX-License-Identifier: MIT */
#ifndef AMP_ALGORITHMS_HISTOGRAM_H
#define AMP_ALGORITHMS_HISTOGRAM_H
/*
amp/algorithms/histogram.h: how many elements are in each bin.

  1 kernels       for a CPU, without atomics; for a GPU
  2 on the host   amp_histogram

Kernels are macros, for the reason in kernel.h.
*/

#include "compact.h"

/* ==== 1 kernels ========================================================== */

AMP_DEVICE_BEGIN
/* AMP_DEFINE_HISTOGRAM(name, T, expression in a): the bin, an int, of a. Each
   tile of one thread counts a chunk into a row of its own; then the rows are
   added, so that there is no atomic and the order does not matter. */
#define AMP_DEFINE_HISTOGRAM(name, T, ...)                                                         \
    AMP__HELPER int amp__bin_##name(T a) { return __VA_ARGS__; }                                   \
    AMP__PART(amp__histogram_##name, AMP__KERNEL_histogram)(name, T, __VA_ARGS__)                  \
    AMP__PART(amp__histogram_tile_##name, AMP__KERNEL_histogram_tile)(name, T, __VA_ARGS__)        \
    AMP__HOST(AMP__HOST_HISTOGRAM)(name, T)
#define AMP__KERNEL_histogram(name, T, ...)                                                        \
    AMP_PHASED_KERNEL(amp__histogram_##name, (1), in(T, 1, x), inout(int, 1, rows),                \
                      value(int, bins), value(int, per))                                           \
    {                                                                                              \
        amp_phase {                                                                                \
            AMP__CHUNK(x_shape.extent[0]);                                                         \
            const ptrdiff_t row = (ptrdiff_t)amp_tile_index.tile[0] * bins;                        \
            for (ptrdiff_t bin = 0; bin < bins; bin++) {                                           \
                amp_at(rows, row + bin) = 0;                                                       \
            }                                                                                      \
            for (ptrdiff_t i = first; i < last; i++) {                                             \
                const int bin = amp__bin_##name(amp_at(x, i));                                     \
                if (bin >= 0 && bin < bins) {                                                      \
                    amp_at(rows, row + bin) += 1;                                                  \
                }                                                                                  \
            }                                                                                      \
        }                                                                                          \
    }

/* Up to 2048 bins are counted in tile memory, more in the result itself, which
   holds zeros; atomically, since any thread may meet any bin. Whole numbers add
   up to the same in any order. */
#define AMP__HISTOGRAM_BINS 2048
#define AMP__KERNEL_histogram_tile(name, T, ...)                                                   \
    AMP_PHASED_KERNEL(amp__histogram_tile_##name, (AMP__TILE), in(T, 1, x), inout(int, 1, counts), \
                      value(int, bins), value(int, per))                                           \
    {                                                                                              \
        amp_tile_static(int, count, AMP__HISTOGRAM_BINS);                                          \
        AMP__CHUNK(x_shape.extent[0]);                                                             \
        const int here = bins <= AMP__HISTOGRAM_BINS ? bins : 0;                                   \
        amp_phase {                                                                                \
            for (int bin = tidx.local[0]; bin < here; bin += AMP__TILE) {                          \
                count[bin] = 0;                                                                    \
            }                                                                                      \
        }                                                                                          \
        amp_phase {                                                                                \
            for (ptrdiff_t i = first + tidx.local[0]; i < last; i += AMP__TILE) {                  \
                const int bin = amp__bin_##name(amp_at(x, i));                                     \
                if (bin >= 0 && bin < here) {                                                      \
                    (void)amp_atomic_fetch_add(&count[bin], 1);                                    \
                } else if (bin >= 0 && bin < bins) {                                               \
                    (void)amp_atomic_fetch_add(&amp_at(counts, bin), 1);                           \
                }                                                                                  \
            }                                                                                      \
        }                                                                                          \
        amp_phase {                                                                                \
            for (int bin = tidx.local[0]; bin < here; bin += AMP__TILE) {                          \
                if (count[bin] != 0) {                                                             \
                    (void)amp_atomic_fetch_add(&amp_at(counts, bin), count[bin]);                  \
                }                                                                                  \
            }                                                                                      \
        }                                                                                          \
    }

/* The sum of `count` rows of counts. */
#if !defined(AMP__PARTS) || defined(AMP__WANT_amp__add_rows)
AMP_KERNEL(amp__add_rows, 1, in(int, 1, rows), out(int, 1, sum), value(int, bins),
           value(int, count))
{
    int s = 0;
    for (int r = 0; r < count; r++) {
        s += amp_at(rows, (ptrdiff_t)r * bins + idx[0]);
    }
    amp_at(sum, idx[0]) = s;
}
#endif
AMP_DEVICE_END

/* ==== 2 on the host ====================================================== */

#define AMP__HOST_HISTOGRAM(name, T)                                                               \
    AMP__HELPER amp_status amp__do_histogram_##name(amp_array_view x,                              \
                                                           amp_array_view counts)                  \
    {                                                                                              \
        const amp__type type = AMP__TYPE_CONSTANT(T);                                              \
        return amp__histogram(type, amp__histogram_##name##__launch,                               \
                              amp__histogram_tile_##name##__launch, x, counts);                    \
    }
typedef amp_status (*amp__launch_histogram)(amp__how, amp_tiled_extent, amp_array_view,
                                            amp_array_view, int, int);

/* amp_histogram by the kernels `launch`, the form for a CPU, and `tiled`, for a GPU. */
AMP__API amp_status amp__histogram(amp__type type, amp__launch_histogram launch,
                                   amp__launch_histogram tiled, amp_array_view x,
                                   amp_array_view counts);

/* amp_histogram(name, in, counts): counts[k], a view of int, becomes the
   number of elements whose bin is k. Elements of another bin are not counted.
   counts does not overlap in. */
#define amp_histogram(name, in, counts) amp__do_histogram_##name(in, counts)

#if AMP__IMPLEMENT

AMP__API amp_status amp__histogram(amp__type type, amp__launch_histogram launch,
                                   amp__launch_histogram tiled, amp_array_view x,
                                   amp_array_view counts)
{
    const amp__al_scope scope = amp__al_open();
    const int zero = 0;
    amp_array_view rows;
    amp__al_cut cut;
    int form, bins;
    amp_status s = amp__al_expect("amp_histogram", "input", &x, type, 1, 0);
    s = AMP__THEN(s, amp__al_expect("amp_histogram", "counts", &counts, amp__al_int, 1, 1));
    s = AMP__THEN(s, amp__al_apart("amp_histogram", &x, &counts, 0));
    s = AMP__THEN(s, amp__al_room("amp_histogram", "counts", &counts, 1));
    s = AMP__THEN(s, amp__al_form(0, 0, &form));
    if (s != AMP_OK || amp__is_empty(&x)) {
        return AMP__THEN(s, amp__al_fill(amp__moves_amp__flags(), counts, &zero));
    }
    bins = counts.extent.dim[0];
    cut = amp__al_cut_of(amp__al_length(&x), AMP__SCAN_LEAST, form);
    if (form) {
        s = amp__al_fill(amp__moves_amp__flags(), counts, &zero);
        return AMP__THEN(s, tiled(AMP__ON, cut.domain, x, counts, bins, cut.per));
    }
    if ((ptrdiff_t)cut.tiles * bins > INT_MAX / 2
        || (cut.tiles > 1 && (ptrdiff_t)cut.tiles * bins > 4 * amp__al_length(&x))) {
        /* more bins than elements: rows would cost more than they gain */
        cut = amp__al_cut_of(amp__al_length(&x), INT_MAX, form);
    }
    s = amp__al_temporary(&rows, amp__al_int, (ptrdiff_t)cut.tiles * bins);
    s = AMP__THEN(s, launch(AMP__ON, cut.domain, x, rows, bins, cut.per));
    s = AMP__THEN(s, amp__add_rows__launch(AMP__ON, counts.extent, rows, counts, bins, cut.tiles));
    return amp__al_close(scope, s);
}

#endif /* AMP__IMPLEMENT */

#endif /* AMP_ALGORITHMS_HISTOGRAM_H */
