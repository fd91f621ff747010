/* SPDX-License-Identifier: MIT */
#ifndef AMP_ALGORITHMS_PACK_H
#define AMP_ALGORITHMS_PACK_H
/*
amp/algorithms/pack.h: flags as bits, segments of one length; and what kernels of algorithms use:
reads and writes that may be outside, bytes in a word, the elements left for a tile.

  1 in kernels and on the host
  2 the calls
*/

#include "order.h"

AMP_DEVICE_BEGIN
/* ==== 1 in kernels and on the host ======================================= */

/* In a kernel, of a parameter that is a view of rank 1 to 3:
   amp_padded_read(view, other, i[, j[, k]]) is the element, or `other` where there is none;
   amp_padded_write(view, value, i[, j[, k]]) writes the element, and does nothing where there is
   none. The indices, of type int, are evaluated more than once; other only where it is needed. */
#define amp_padded_read(view, other, ...)                                                          \
    (AMP__IS_INSIDE(view, __VA_ARGS__) ? amp_at(view, __VA_ARGS__) : (other))
#define amp_padded_write(view, value, ...)                                                         \
    do {                                                                                           \
        if (AMP__IS_INSIDE(view, __VA_ARGS__)) {                                                   \
            amp_at(view, __VA_ARGS__) = (value);                                                   \
        }                                                                                          \
    } while (0)
#define AMP__IS_INSIDE(view, ...) AMP__CAT(AMP__INSIDE_, AMP__COUNT(__VA_ARGS__))(view, __VA_ARGS__)
#define AMP__INSIDE_1(view, i) amp__is_below(i, view##_shape.extent[0])
#define AMP__INSIDE_2(view, i, j)                                                                  \
    (AMP__INSIDE_1(view, i) && amp__is_below(j, view##_shape.extent[1]))
#define AMP__INSIDE_3(view, i, j, k)                                                               \
    (AMP__INSIDE_2(view, i, j) && amp__is_below(k, view##_shape.extent[2]))
AMP__HELPER int amp__is_below(int i, int n) { return i >= 0 && i < n; }

/* amp_tile_partial_data_size(view, tidx, tile): how many of the elements of a tile of `tile`
   threads of dimension 0 are in the view: all of them, fewer in the last tile of a padded
   launch, or 0. */
#define amp_tile_partial_data_size(view, tidx, tile)                                               \
    amp__partial_size(view##_shape.extent[0], (tidx).tile_origin[0], tile)
AMP__HELPER int amp__partial_size(int n, int origin, int tile)
{ return n - origin > tile ? tile : n > origin ? n - origin : 0; }

/* The word with byte `index`, 0 (the lowest) to 3, replaced by the low byte of value; that byte of
   a word. */
AMP__HELPER unsigned amp_pack_byte(unsigned word, unsigned value, int index)
{ return (word & ~(0xffu << 8 * index)) | (value & 0xffu) << 8 * index; }
AMP__HELPER unsigned amp_unpack_byte(unsigned word, int index)
{ return word >> 8 * index & 0xffu; }
/* Whether n is a power of two; the greatest k for which 2^k is n or less, n being 1 or more. */
AMP__HELPER int amp_is_power_of_two(unsigned n) { return n != 0 && (n & (n - 1)) == 0; }
AMP__HELPER int amp_log2(unsigned n) { return amp_firstbithigh(n); }

/* Bit k % 32 of word k / 32 is flag k; bits behind the last flag are 0. */
AMP_KERNEL(amp__pack_bits, 1, in(int, 1, flags), out(unsigned, 1, words), value(int, n))
{
    const int first = idx[0] * 32;
    unsigned word = 0;
    for (int k = 0; k < 32 && first + k < n; k++) {
        word |= amp_at(flags, first + k) != 0 ? 1u << k : 0u;
    }
    amp_at(words, idx[0]) = word;
}
AMP_KERNEL(amp__unpack_bits, 1, in(unsigned, 1, words), out(int, 1, flags))
{
    const unsigned i = (unsigned)idx[0]; /* is not below 0: a shift, and no division */
    amp_at(flags, idx[0]) = (int)(amp_at(words, (int)(i / 32)) >> i % 32 & 1u);
}
AMP_DEVICE_END

/* ==== 2 the calls ======================================================== */

/* amp_uniform_segments(width, flags): flags, a view of int, becomes 1 at every multiple of width,
   and 0 elsewhere: segments of `width` elements. A width below 1 is AMP_INVALID_ARGUMENT. */
AMP__API amp_status amp_uniform_segments(int width, amp_array_view flags);

/* amp_pack_flags(flags, words): a bit for each flag, 32 to an unsigned of words, the lowest bit
   first; words has one for each 32 flags begun. amp_unpack_flags(words, flags): the flags, 0 or 1,
   again, as many as the view holds. The two do not overlap. Segment flags as bits take a 32nd of
   the memory; the algorithms take them as ints. */
AMP__API amp_status amp_pack_flags(amp_array_view flags, amp_array_view words);
AMP__API amp_status amp_unpack_flags(amp_array_view words, amp_array_view flags);

#if AMP__IMPLEMENT

/* A chunk of uniform segments, whose width is *own. */
AMP__PASS_KERNEL(amp__starts_chunk, inout)
{
    enum { AMP__PACK_BLOCK = 32768 };
    const ptrdiff_t width = *(const int *)c->pass->own;
    int *const flags = (int *)c->a[0].data;
    ptrdiff_t next = (c->first + width - 1) / width * width, k = c->first, end;
    for (; k < c->last; k = end) { /* in blocks, which are in the cache when the ones are put */
        end = c->last - k < AMP__PACK_BLOCK ? c->last : k + AMP__PACK_BLOCK;
        memset(flags + k, 0, (size_t)(end - k) * sizeof(int));
        for (; next < end; next += width) {
            flags[next] = 1;
        }
    }
}

/* The words of a chunk of flags, which begins with a word. */
AMP__PASS_KERNEL(amp__pack_chunk, in, inout)
{
    const int *const flags = (const int *)c->a[0].data;
    unsigned *const words = (unsigned *)c->a[1].data, word;
    ptrdiff_t k = c->first;
    int i;
    AMP__ASSERT(k % 32 == 0);
    for (; c->last - k >= 32; k += 32) {
        for (word = 0, i = 0; i < 32; i++) {
            word |= (unsigned)(flags[k + i] != 0) << i;
        }
        words[k / 32] = word;
    }
    if (k < c->last) {
        for (word = 0, i = 0; k + i < c->last; i++) {
            word |= (unsigned)(flags[k + i] != 0) << i;
        }
        words[k / 32] = word;
    }
}

/* The flags of a chunk, which begins with a word. */
AMP__PASS_KERNEL(amp__unpack_chunk, in, inout)
{
    const unsigned *const words = (const unsigned *)c->a[0].data;
    int *const flags = (int *)c->a[1].data;
    ptrdiff_t k = c->first;
    for (; c->last - k >= 32; k += 32) {
        const unsigned word = words[k / 32];
        int i;
        for (i = 0; i < 32; i++) {
            flags[k + i] = (int)(word >> i & 1u);
        }
    }
    for (; k < c->last; k++) {
        flags[k] = (int)(words[k / 32] >> k % 32 & 1u);
    }
}

AMP__API amp_status amp_uniform_segments(int width, amp_array_view flags)
{
    static const char f[] = "amp_uniform_segments";
    amp_status s = amp__al_expect(f, "flags", &flags, amp__al_int, 1, 1);
    s = AMP__THEN(s, amp__al_width(f, width));
    if (s != AMP_OK || amp__is_empty(&flags)) {
        return s;
    }
    if (amp__passes_may_run(&flags, NULL, NULL)) {
        amp__pass p = amp__pass_over(amp__al_length(&flags), AMP__SORT_LEAST);
        p.own = &width;
        return AMP__RUN_PASS(amp__starts_chunk(), &p, &flags);
    }
    return amp__starts__launch(AMP__ON, flags.extent, flags, width);
}

/* AMP_OK if flags are ints, and words as many unsigned as hold them, apart from them. */
static AMP__WARM amp_status amp__bits_check(const char *f, amp_array_view flags,
                                            amp_array_view words, int writes_words)
{
    const amp__type word = AMP__TYPE_CONSTANT(unsigned);
    amp_status s = amp__al_expect(f, "flags", &flags, amp__al_int, 1, !writes_words);
    s = AMP__THEN(s, amp__al_expect(f, "words", &words, word, 1, writes_words));
    s = AMP__THEN(s, amp__al_room(f, "words", &words, (amp__al_length(&flags) + 31) / 32));
    return AMP__THEN(s, amp__al_apart(f, &flags, &words, 0));
}

AMP__API amp_status amp_pack_flags(amp_array_view flags, amp_array_view words)
{
    const amp_status s = amp__bits_check("amp_pack_flags", flags, words, 1);
    const int n = (int)amp__al_length(&flags);
    if (s != AMP_OK || n == 0) {
        return s;
    }
    words = amp_range(words, 0, ((ptrdiff_t)n + 31) / 32);
    if (amp__passes_may_run(&flags, &words, NULL)) {
        amp__pass p = amp__pass_over(n, AMP__SORT_LEAST);
        return AMP__RUN_PASS(amp__pack_chunk(), &p, &flags, &words);
    }
    return amp__pack_bits__launch(AMP__ON, words.extent, flags, words, n);
}

AMP__API amp_status amp_unpack_flags(amp_array_view words, amp_array_view flags)
{
    const amp_status s = amp__bits_check("amp_unpack_flags", flags, words, 0);
    if (s != AMP_OK || amp__is_empty(&flags)) {
        return s;
    }
    if (amp__passes_may_run(&words, &flags, NULL)) {
        amp__pass p = amp__pass_over(amp__al_length(&flags), AMP__SORT_LEAST);
        return AMP__RUN_PASS(amp__unpack_chunk(), &p, &words, &flags);
    }
    return amp__unpack_bits__launch(AMP__ON, flags.extent, words, flags);
}

#endif /* AMP__IMPLEMENT */

#endif /* AMP_ALGORITHMS_PACK_H */
