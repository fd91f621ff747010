/* SPDX-License-Identifier: MIT */
#ifndef AMP_ALGORITHMS_RADIX_H
#define AMP_ALGORITHMS_RADIX_H
/*
amp/algorithms/radix.h: sorting by the bits of a key.

  1 digits         counted; where elements go by them: for a CPU of 8 bits, one after the other;
                   for a GPU of 4 bits, ranked in tile memory
  2 kernels        one body for both
  3 on the host    amp_radix_sort, amp_sort_by_key

Order of floating-point keys: by value, -0 before +0, and every NaN, whatever
its sign, after +infinity in the order in which they came.
*/

#include "compact.h"

AMP_DEVICE_BEGIN
/* ==== 1 digits =========================================================== */

/* How a tile goes about it: ALONE and SHARED (tiles.h). A GPU's digits are of 4 bits, of which a
   tile can count 16 values for each thread apart: one counter for all would also lose the order in
   which equal digits came. */
#define AMP__RADIX_BITS 8
#define AMP__RADIX_BINS 256
#define AMP__TILE_BITS 4
#define AMP__TILE_BINS 16
#define AMP__ALONE_BINS AMP__RADIX_BINS
#define AMP__SHARED_BINS AMP__TILE_BINS
typedef amp_tile_ptr(const unsigned char) amp__tile_digits;

/* How many of each digit a thread has: count[d][t] is thread t's, of `threads`. Each has a column
   of its own: a counter that two threads shared would have to be atomic. It counts every
   `threads`-th of `size` digits. */
AMP__INLINED void amp__zero_digits(amp_tile_ptr(int) count, int t, const int bins,
                                   const int threads)
{
    for (int d = 0; d < bins; d++) {
        count[d * threads + t] = 0;
    }
}
AMP__INLINED void amp__add_digits(amp_tile_ptr(int) count, amp__tile_digits digit, int size,
                                    int t, const int threads)
{
    int i = t;
    for (; i < size - 3 * threads; i += 4 * threads) { /* one by one: 1.6 of the time */
        count[digit[i] * threads + t] += 1;
        count[digit[i + threads] * threads + t] += 1;
        count[digit[i + 2 * threads] * threads + t] += 1;
        count[digit[i + 3 * threads] * threads + t] += 1;
    }
    for (; i < size; i += threads) {
        count[digit[i] * threads + t] += 1;
    }
}
/* The sum of `terms` ints, `step` apart. */
AMP__HELPER int amp__sum_of_ints(amp_tile_ptr(const int) p, int terms, int step)
{
    int sum = 0;
    for (int j = 0; j < terms; j++) {
        sum += p[j * step];
    }
    return sum;
}
/* The first 16 columns become the sums of each 16 columns: 16 threads a digit. */
AMP__HELPER void amp__fold_columns(amp_tile_ptr(int) count, int t)
{
    amp_tile_ptr(int) own = count + t / 16 * AMP__TILE + t % 16;
    *own = amp__sum_of_ints(own, 16, 16);
}

/* Within a block of `size` elements, those of a digit follow one another in the order of the
   threads, of which each has eight consecutive ones. In four phases, each by all threads t:
   position[d][t] becomes how many of digit d a thread has; of the counters, digit by digit, each
   thread adds a run of 16; where these begin being known, position[d][t] becomes how many elements
   come before the thread's first with digit d, and begin[d] where the first of all goes, to[d],
   less how many come before it; then from[q] is the number of the element that comes q-th, which
   goes to begin[d] + q. In a fifth, to[d] becomes where the next block's first goes. */
typedef amp_tile_ptr(unsigned short) amp__tile_positions; /* rows of AMP__TILE */
AMP__HELPER void amp__rank_count(amp__tile_positions position, amp__tile_digits digit, int size,
                                 int t)
{
    for (int d = 0; d < AMP__TILE_BINS; d++) {
        position[d * AMP__TILE + t] = 0;
    }
    for (int i = t * 8; i < t * 8 + 8 && i < size; i++) {
        position[digit[i] * AMP__TILE + t]++;
    }
}
AMP__HELPER int amp__rank_sum(amp__tile_positions position, int t)
{
    int sum = 0;
    for (int j = 0; j < 16; j++) {
        sum += position[t * 16 + j];
    }
    return sum;
}
AMP__HELPER void amp__rank_begin(amp__tile_positions position, amp_tile_ptr(const int) sums,
                                 amp_tile_ptr(const int) to, amp_tile_ptr(int) begin, int t)
{
    int sum = t > 0 ? sums[t - 1] : 0;
    if (t % 16 == 0) {
        begin[t / 16] = to[t / 16] - sum;
    }
    for (int j = 0; j < 16; j++) {
        const int count = position[t * 16 + j];
        position[t * 16 + j] = (unsigned short)sum;
        sum += count;
    }
}
AMP__HELPER void amp__rank_place(amp__tile_positions position, amp__tile_digits digit,
                                 amp_tile_ptr(unsigned short) from, int size, int t)
{
    for (int i = t * 8; i < t * 8 + 8 && i < size; i++) {
        from[position[digit[i] * AMP__TILE + t]++] = (unsigned short)i;
    }
}
AMP__HELPER void amp__rank_next(amp_tile_ptr(const int) sums, amp_tile_ptr(const int) begin,
                                amp_tile_ptr(int) to, int t)
{
    if (t % 16 == 15) { /* a digit's last counter */
        to[t / 16] = begin[t / 16] + sums[t];
    }
}

/* Whether a block's digits take turns, 64 of them before the first comes back: keys nearly in
   order. So many streams, each as far as the others, share a few sets of a cache, unless each gets
   several elements at a time. Not on devices, of which some count the turns of a loop. */
AMP__HELPER int amp__digits_take_turns(amp__tile_digits digit, int size)
{
    unsigned char seen[AMP__RADIX_BINS] = { 0 };
    int different = 0;
#ifdef __OPENCL_VERSION__
    size = 0;
#endif
    for (int i = 0; i < size && i < 256 && different < 64; i++) {
        if (i == 0 || digit[i] != digit[i - 1]) {
            if (seen[digit[i]]++ != 0) {
                return 0;
            }
            different++;
        }
    }
    return different == 64;
}
/* Ranks a block, by one thread: as above. */
AMP__HELPER void amp__group_digits(amp__tile_digits digit, int size, amp_tile_ptr(int) to,
                                   amp_tile_ptr(int) begin, amp_tile_ptr(unsigned short) from)
{
    int next[AMP__RADIX_BINS] = { 0 }, sum = 0;
    for (int i = 0; i < size; i++) {
        next[digit[i]]++;
    }
    for (int d = 0; d < AMP__RADIX_BINS; d++) {
        const int count = next[d];
        begin[d] = to[d] - sum;
        to[d] += count;
        next[d] = sum;
        sum += count;
    }
    for (int i = 0; i < size; i++) {
        from[next[digit[i]]++] = (unsigned short)i;
    }
}
AMP__HELPER int amp__add_counts(int number, int a, int b) { (void)number; return a + b; }

/* The bits of a number as a key whose order as an unsigned is the order asked for. */
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
AMP_KERNEL(amp__random, 1, out(amp_uint64, 1, key), value(amp_uint64, seed))
{
    amp_uint64 z = seed + ((amp_uint64)idx[0] + 1u) * 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    amp_at(key, idx[0]) = z ^ (z >> 31);
}

/* ==== 2 kernels ========================================================== */

/* AMP_DEFINE_RADIX_SORT(name, T, U, expression in a): sorts elements of T by
   the expression, of type U (unsigned or amp_uint64), stably. */
#undef AMP_DEFINE_RADIX_SORT
#define AMP_DEFINE_RADIX_SORT(name, T, U, ...)                                                     \
    AMP_DEFINE_TYPE(name, T)                                                                       \
    AMP__DIGITS_AS(name, T, U, 0, __VA_ARGS__)                                                     \
    AMP__HOST(AMP__HOST_RADIX)(name, name, 0, 0)

/* A pass counts each chunk's digits, scans the counts digit by digit and chunk
   by chunk, and has each chunk put its elements, in order, where the scan says.
   Bits of a digit that are set in `flip` are turned round: the sign of whole
   numbers, and all where the greatest comes first. */
#define AMP__RADIX_KERNELS(K, ...)                                                                 \
    K(CHUNK, radix_count, __VA_ARGS__) K(TILE, radix_tile_count, __VA_ARGS__)                      \
    K(CHUNK, radix_move, __VA_ARGS__) K(TILE, radix_tile_move, __VA_ARGS__)                        \
    K(CHUNK, radix_move_pair, __VA_ARGS__) K(TILE, radix_tile_move_pair, __VA_ARGS__)
#define AMP__DIGITS_AS(name, T, U, op, ...)                                                        \
    AMP__HELPER U amp__bits_##name(T a) { return __VA_ARGS__; }                                    \
    AMP__HELPER unsigned char amp__digit_##name(T a, int shift, int flip, int bins)                \
    { return (unsigned char)((amp__bits_##name(a) >> shift & (U)(bins - 1)) ^ (U)flip); }          \
    AMP__RADIX_KERNELS(AMP__PART_OF, name, T)                                                      \
    AMP__HOST(AMP__HOST_DIGITS)(name, T, U, op)
/* Opens a block for each block of the tile's part: `size` elements from k on, whose digits are
   digit[0] and so on. */
#define AMP__DIGITS(BY, name)                                                                      \
    AMP__TILE_ARRAY(unsigned char, digit, AMP__BLOCK);                                             \
    AMP__CHUNK(x_shape.extent[0]);                                                                 \
    AMP__BLOCKS(per, AMP__BLOCK) {                                                                 \
        const int size = AMP__UP_TO(AMP__BLOCK);                                                   \
        AMP__PHASE_SHARED(BY##_THREADS, int, q, 0, size) {                                         \
            digit[q] = amp__digit_##name(AMP__AT(x, k + q), shift, flip, BY##_BINS);               \
        }
/* How many of the tile's elements have digit d and, scanned, where the first of them goes. */
#define AMP__RADIX_OF(d) AMP__AT(counts, (d) * tiles + amp_tile_index.tile[0])
/* Counts the digits of the tile's part. */
#define AMP__RADIX_COUNT(BY, name)                                                                 \
    AMP__TILE_ARRAY(int, count, BY##_BINS, BY##_THREADS);                                          \
    AMP__PHASE_ALL { amp__zero_digits(&count[0][0], AMP__THREAD, BY##_BINS, BY##_THREADS); }       \
    AMP__DIGITS(BY, name)                                                                          \
        AMP__PHASE_ALL { amp__add_digits(&count[0][0], digit, size, AMP__THREAD, BY##_THREADS); }  \
    }                                                                                              \
    BY##_FOLD_COLUMNS                                                                              \
    AMP__PHASE_SHARED(BY##_THREADS, int, d, 0, BY##_BINS) { AMP__RADIX_OF(d) = BY##_COLUMNS(d); }
#define AMP__ALONE_FOLD_COLUMNS
#define AMP__ALONE_COLUMNS(d) count[d][0]
#define AMP__SHARED_FOLD_COLUMNS AMP__PHASE_ALL { amp__fold_columns(&count[0][0], AMP__THREAD); }
#define AMP__SHARED_COLUMNS(d) amp__sum_of_ints(&count[d][0], 16, 1)
/* A kernel; `body` is what it does, and what follows its views. */
#define AMP__RADIX_KERNEL(kernel, threads, body, ...)                                              \
    AMP__PHASED_BODY(amp__##kernel, threads, __VA_ARGS__, value(int, per), value(int, tiles),      \
                     value(int, shift), value(int, flip))                                          \
        body                                                                                       \
    AMP__PHASED_BODY_END
#define AMP__RADIX_COUNTS(form, BY, name, T)                                                       \
    AMP__RADIX_KERNEL(radix_##form##count_##name, BY##_THREADS, AMP__RADIX_COUNT(BY, name),        \
                      in(T, 1, x), out(int, 1, counts))
#define AMP__KERNEL_radix_count(name, T) AMP__RADIX_COUNTS(, AMP__ALONE, name, T)
#define AMP__KERNEL_radix_tile_count(name, T) AMP__RADIX_COUNTS(tile_, AMP__SHARED, name, T)

/* Moves the tile's elements, each from i to j; `move` takes what there is for one. A GPU writes a
   block digit by digit, neighbours beside neighbours. */
#define AMP__RADIX_MOVE(BY, name, move)                                                            \
    AMP__TILE_ARRAY(int, to, BY##_BINS);                                                           \
    AMP__TILE_ARRAY(int, begin, BY##_BINS);                                                        \
    AMP__TILE_ARRAY(unsigned short, from, AMP__BLOCK);                                             \
    BY##_RANKS                                                                                     \
    AMP__PHASE_SHARED(BY##_THREADS, int, d, 0, BY##_BINS) { to[d] = AMP__RADIX_OF(d); }            \
    AMP__DIGITS(BY, name)                                                                          \
        BY##_MOVE(move)                                                                            \
    }
#define AMP__RANKED const ptrdiff_t i = k + from[q], j = begin[digit[from[q]]] + q;
#define AMP__ALONE_RANKS
#define AMP__ALONE_MOVE(move)                                                                      \
    AMP__PHASE_ALL if (amp__digits_take_turns(digit, size)) {                                      \
        amp__group_digits(digit, size, to, begin, from);                                           \
        for (int q = 0; q < size; q++) { AMP__RANKED move }                                        \
    } else {                                                                                       \
        int q = 0, at[8];                                                                          \
        for (; q + 8 <= size; q += 8) { /* place, move, place, move: 1.25 of the time */           \
            AMP__WHOLLY for (int u = 0; u < 8; u++) { at[u] = to[digit[q + u]]++; }                \
            AMP__WHOLLY for (int u = 0; u < 8; u++) {                                              \
                const ptrdiff_t i = k + q + u, j = at[u];                                          \
                move                                                                               \
            }                                                                                      \
        }                                                                                          \
        for (; q < size; q++) {                                                                    \
            const ptrdiff_t i = k + q, j = to[digit[q]]++;                                         \
            move                                                                                   \
        }                                                                                          \
    }
#define AMP__SHARED_RANKS                                                                          \
    AMP__TILE_ARRAY(unsigned short, position, AMP__TILE_BINS, AMP__TILE);                          \
    AMP__TILE_ARRAY(int, sums, 2, AMP__TILE);
#define AMP__SHARED_MOVE(move)                                                                     \
    AMP__PHASE_ALL { amp__rank_count(&position[0][0], digit, size, AMP__THREAD); }                 \
    AMP__PHASE_ALL { sums[0][AMP__THREAD] = amp__rank_sum(&position[0][0], AMP__THREAD); }         \
    AMP__SCAN_STEPS(amp__add_counts)                                                               \
    AMP__PHASE_ALL { amp__rank_begin(&position[0][0], &sums[now][0], to, begin, AMP__THREAD); }    \
    AMP__PHASE_ALL { amp__rank_place(&position[0][0], digit, from, size, AMP__THREAD); }           \
    AMP__PHASE_ALL { amp__rank_next(&sums[now][0], begin, to, AMP__THREAD); }                      \
    AMP__PHASE_SHARED(AMP__TILE, int, q, 0, size) { AMP__RANKED move }
#define AMP__MOVE_KEY AMP__AT(y, j) = AMP__AT(x, i);
#define AMP__MOVE_PAIR AMP__MOVE_KEY AMP__AT(new_order, j) = AMP__AT(order, i);
#define AMP__RADIX_MOVES(form, BY, name, T)                                                        \
    AMP__RADIX_KERNEL(radix_##form##move_##name, BY##_THREADS,                                     \
                      AMP__RADIX_MOVE(BY, name, AMP__MOVE_KEY),                                    \
                      in(T, 1, x), in(int, 1, counts), out(T, 1, y))
#define AMP__RADIX_PAIRS(form, BY, name, T)                                                        \
    AMP__RADIX_KERNEL(radix_##form##move_pair_##name, BY##_THREADS,                                \
                      AMP__RADIX_MOVE(BY, name, AMP__MOVE_PAIR), in(T, 1, x), in(int, 1, order),   \
                      in(int, 1, counts), out(T, 1, y), out(int, 1, new_order))
#define AMP__KERNEL_radix_move(name, T) AMP__RADIX_MOVES(, AMP__ALONE, name, T)
#define AMP__KERNEL_radix_tile_move(name, T) AMP__RADIX_MOVES(tile_, AMP__SHARED, name, T)
#define AMP__KERNEL_radix_move_pair(name, T) AMP__RADIX_PAIRS(, AMP__ALONE, name, T)
#define AMP__KERNEL_radix_tile_move_pair(name, T) AMP__RADIX_PAIRS(tile_, AMP__SHARED, name, T)
AMP_DEVICE_END

/* ==== 3 on the host ====================================================== */

/* The digits of keys of `bits` bits. */
typedef struct amp__digits {
    amp__type type;
    int bits;
    void (*bits_of)(const void *x, int n, amp_uint64 *bits); /* of n elements, on the host */
    AMP__RADIX_KERNELS(AMP__MEMBER_OF, )
} amp__digits;
/* A radix sort by the digits of its elements, or of unsigned ones of the same bytes, of whose bits
   `flip` are turned round. */
typedef struct amp__radix {
    const amp__moves *(*moves)(void);
    const amp__digits *(*digits)(void);
    amp_uint64 flip;
    const amp__predicate *(*words)(void); /* of floats: finds -0; else NULL */
} amp__radix;

/* Entries and description of digits, description of a radix sort. Macros: the names and T are the
   definition's. */
#define AMP__HOST_DIGITS(name, T, U, op)                                                           \
    AMP__HELPER void amp__bits_of_##name(const void *x, int n, amp_uint64 *bits)                   \
    { for (int i = 0; i < n; i++) { bits[i] = amp__bits_##name(((const T *)x)[i]); } }             \
    AMP__DESCRIBED(digits, AMP__RADIX_KERNELS, name, name, op, AMP__TYPE_CONSTANT(T),              \
                   8 * (int)sizeof(U), amp__bits_of_##name)
#define AMP__HOST_RADIX(name, digits, flip, words)                                                 \
    AMP__DESCRIPTION(amp__radix, amp__radix_##name, amp__moves_##name, amp__digits_##digits, flip, \
                     words)

AMP__API amp_status amp__radix_sort(const char *f, const amp__radix *r, amp_array_view x,
                                    int descending);

AMP__API amp_status amp__radix_sort_copy(const amp__radix *r, amp_array_view x,
                                         amp_array_view y);

AMP__API amp_status amp__sort_by_key(const char *f, const amp__radix *r, const amp__moves *m,
                                     amp_array_view keys, amp_array_view values, int descending);

/* amp_radix_sort(name, view): sorts the view in place, ascending, stably. name
   is a type X, or one of AMP_DEFINE_RADIX_SORT. */
#define amp_radix_sort(name, view)                                                                 \
    amp__radix_sort("amp_radix_sort", (amp__radix_##name)(), view, 0)
/* amp_radix_sort_copy(name, in, out): the elements of in, sorted, go to out. in stays
   as it was; the two do not overlap. */
#define amp_radix_sort_copy(name, in, out) amp__radix_sort_copy((amp__radix_##name)(), in, out)
/* amp_sort_by_key(K, V, keys, values): sorts both by the keys, in place, stably;
   the two views have one length and do not overlap. K names the key as above, V the
   values' type: X or one of AMP_DEFINE_TYPE. */
#define amp_sort_by_key(K, V, keys, values)                                                        \
    amp__sort_by_key("amp_sort_by_key", (amp__radix_##K)(), (amp__moves_##V)(), keys, values, 0)

/* The bytes of temporary storage for these over n elements with keys of `key` bytes;
   `value` is the bytes of a value of amp_sort_by_key, 0 for keys alone. */
AMP__API size_t amp_radix_sort_storage_size(size_t key, size_t value, ptrdiff_t n);

#if AMP__IMPLEMENT

/* Before a sort, of each chunk: how many keys are followed by a lesser one; which bits differ. */
typedef struct amp__keys_seen {
    const amp__digits *digits;
    amp_uint64 flips, differ[AMP__CHUNKS];
    ptrdiff_t falls[AMP__CHUNKS];
} amp__keys_seen;

/* Looks on until nothing of it would spare a move. */
AMP__PASS_KERNEL(amp__see_keys, in)
{
    amp__keys_seen *const r = (amp__keys_seen *)c->pass->own;
    const amp__digits *const d = r->digits;
    const int up = 64 - d->bits;
    const ptrdiff_t end = c->last - (c->last == c->pass->n); /* the last is followed by none */
    amp_uint64 key[257], differ = 0;
    ptrdiff_t k = c->first, falls = 0;
    int moves = 0, i, m;
    for (; k < end && !moves; k += m) {
        m = end - k < 256 ? (int)(end - k) : 256;
        d->bits_of((const char *)c->a[0].data + (size_t)k * d->type.size, m + 1, key);
        for (i = 0; i < m; i++) {
            falls += (key[i + 1] ^ r->flips) << up < (key[i] ^ r->flips) << up;
            differ |= key[i] ^ key[i + 1];
        }
        moves = falls > 0 && falls < k + m - c->first;
        for (i = 0; i < d->bits; i += AMP__RADIX_BITS) {
            moves &= (differ >> i & 255) != 0;
        }
    }
    r->falls[c->number] = falls;
    r->differ[c->number] = differ;
}

/* Of all n keys x, where passes run, to the first chunk; else that all have to be moved. */
static AMP__WARM amp_status amp__see_all_keys(amp__keys_seen *r, amp_array_view x, ptrdiff_t n)
{
    amp__pass p = amp__pass_over(n, AMP__SORT_LEAST);
    amp_status s;
    int c;
    r->falls[0] = -1;
    r->differ[0] = ~(amp_uint64)0;
    if (!amp__passes_may_run(&x, NULL, NULL)) {
        return AMP_OK;
    }
    p.own = r;
    s = AMP__RUN_PASS(amp__see_keys(), &p, &x);
    for (c = 1; c < p.chunks && s == AMP_OK; c++) {
        r->falls[0] += r->falls[c];
        r->differ[0] |= r->differ[c];
    }
    return s;
}
static inline void amp__al_swap(amp_array_view *x, amp_array_view *y)
{
    const amp_array_view z = *x;
    *x = *y;
    *y = z;
}

/* Moves one chunk of keys, and an order with them, by each digit, to the second and fourth view and
   back: three launches a digit would take longer than that. */
AMP__PASS_KERNEL(amp__radix_chunk, inout, inout, inout, inout)
{
    const amp__keys_seen *const r = (const amp__keys_seen *)c->pass->own;
    const amp__digits *const d = r->digits;
    const int pairs = c->a[2].data != c->a[0].data;
    const size_t n = (size_t)c->pass->n;
    int counts[AMP__RADIX_BINS], i, sum, moves = 0, shift = 0, per = (int)n, tiles = 1, flip;
    amp__argument count[6], move[9], *value;
    for (; shift < d->bits; shift += AMP__RADIX_BITS) {
        const amp__argument *const from = &c->a[moves % 2], *const to = &c->a[1 - moves % 2];
        if ((r->differ[0] >> shift & 255) == 0) {
            continue;
        }
        flip = (int)(r->flips >> shift) & 255;
        value = move;
        for (i = 0; i <= pairs; i++) {
            *value++ = from[2 * i];
        }
        (value++)->data = counts;
        for (i = 0; i <= pairs; i++) {
            *value++ = to[2 * i];
        }
        value[0].data = &per;
        value[1].data = &tiles;
        value[2].data = &shift;
        value[3].data = &flip;
        count[0] = *from;
        count[1].data = counts;
        memcpy(&count[2], value, 4 * sizeof(*value));
        amp__run_in_chunk(c, &d->radix_count, count);
        for (i = 0, sum = 0; i < AMP__RADIX_BINS; i++) {
            const int these = counts[i];
            counts[i] = sum;
            sum += these;
        }
        amp__run_in_chunk(c, pairs ? &d->radix_move_pair : &d->radix_move, move);
        moves++;
    }
    for (i = 0; moves % 2 != 0 && i <= 2 * pairs; i += 2) {
        memcpy(c->a[i].data, c->a[i + 1].data, n * (i == 0 ? d->type.size : sizeof(int)));
    }
}

/* Sorts keys in place, stably; order, NULL or ints as many, goes along. Each pass moves them to
   the other array; what an odd number leaves there is copied. No pass where all have one digit. */
static AMP__WARM amp_status amp__radix_passes(const amp__radix *r, amp_array_view keys,
                                              const amp_array_view *order, int descending)
{
    const amp__al_scope scope = amp__al_open();
    const amp__digits *const d = r->digits();
    const amp__moves *const m = r->moves(), *const ints = amp__moves_amp__flags();
    const amp_uint64 flips = descending ? ~r->flip : r->flip;
    const ptrdiff_t n = amp__al_length(&keys);
    amp_array_view from = amp__reinterpret(d->type, 1, keys), to, counts;
    amp_array_view order_from = keys, order_to = keys;
    amp__keys_seen seen;
    amp__al_cut cut;
    int form, shift, digit;
    amp_status s = amp__al_form(0, 0, &form);
    if (s != AMP_OK || n < 2) {
        return s;
    }
    seen.digits = d;
    seen.flips = flips;
    s = amp__see_all_keys(&seen, from, n);
    if (s != AMP_OK || seen.falls[0] == 0) {
        return s;
    }
    if (seen.falls[0] == n - 1) { /* turned round */
        const int all = (int)n;
        s = AMP__RUN(&m->reverse, amp_extent(n / 2), &keys, &all);
        return order == NULL ? s
            : AMP__THEN(s, AMP__RUN(&ints->reverse, amp_extent(n / 2), order, &all));
    }
    digit = form ? AMP__TILE_BITS : AMP__RADIX_BITS;
    AMP__ASSERT(d->type.size == m->type.size);
    cut = amp__al_cut_of(n, AMP__SORT_LEAST, form);
    s = amp__al_temporary(&to, d->type, n);
    s = AMP__THEN(s, amp__al_temporary(&counts, amp__al_int, (ptrdiff_t)cut.tiles << digit));
    if (order != NULL) {
        order_from = *order;
        s = AMP__THEN(s, amp__al_temporary(&order_to, amp__al_int, n));
    }
    if (s == AMP_OK && cut.tiles == 1 && amp__passes_may_run(&keys, order, NULL)) {
        amp__pass p = amp__pass_over(n, AMP__SORT_LEAST);
        p.own = &seen;
        s = AMP__RUN_PASS(amp__radix_chunk(), &p, &from, &to, &order_from, &order_to);
        return amp__al_close(scope, s);
    }
    for (shift = 0; shift < d->bits && s == AMP_OK; shift += digit) {
        const int flip = (int)(flips >> shift) & ((1 << digit) - 1);
        if ((seen.differ[0] >> shift & ((1u << digit) - 1)) == 0) {
            continue;
        }
        s = AMP__RUN_TILES(form ? &d->radix_tile_count : &d->radix_count, cut.domain, &from,
                           &counts, &cut.per, &cut.tiles, &shift, &flip);
        s = AMP__THEN(s, amp__scan(amp__scanning_amp__counts(), AMP_EXCLUSIVE, AMP_FORWARD,
                                   counts, counts));
        if (order != NULL) {
            s = AMP__THEN(s, AMP__RUN_TILES(form ? &d->radix_tile_move_pair : &d->radix_move_pair,
                                            cut.domain, &from, &order_from, &counts, &to,
                                            &order_to, &cut.per, &cut.tiles, &shift, &flip));
            amp__al_swap(&order_from, &order_to);
        } else {
            s = AMP__THEN(s, AMP__RUN_TILES(form ? &d->radix_tile_move : &d->radix_move, cut.domain,
                                            &from, &counts, &to, &cut.per, &cut.tiles, &shift,
                                            &flip));
        }
        amp__al_swap(&from, &to);
    }
    if (s == AMP_OK && !amp__al_same(&from, &keys)) {
        s = amp__al_copy(m, amp__reinterpret(m->type, 1, from), keys);
        s = order == NULL ? s : AMP__THEN(s, amp__al_copy(ints, order_from, *order));
    }
    return amp__al_close(scope, s);
}

/* Sorts keys, stably; order, ints as many, becomes where each was before. */
static AMP__WARM amp_status amp__radix_order(const amp__radix *r, amp_array_view keys,
                                             amp_array_view order, int descending)
{
    const amp_status s = amp__indices__launch(AMP__ON, order.extent, order);
    return AMP__THEN(s, amp__radix_passes(r, keys, &order, descending));
}

AMP__API amp_status amp__radix_sort(const char *f, const amp__radix *r, amp_array_view x,
                                    int descending)
{
    const amp_status s = amp__al_expect(f, "view", &x, r->moves()->type, 1, 1);
    return AMP__THEN(s, amp__radix_passes(r, x, NULL, descending));
}

AMP__API amp_status amp__radix_sort_copy(const amp__radix *r, amp_array_view x,
                                         amp_array_view y)
{
    const amp_status s = amp__al_move("amp_radix_sort_copy", r->moves(), x, y, 0);
    return AMP__THEN(s, amp__radix_sort("amp_radix_sort_copy", r,
                                        amp_range(y, 0, amp__al_length(&x)), 0));
}

AMP__API amp_status amp__sort_by_key(const char *f, const amp__radix *r, const amp__moves *m,
                                     amp_array_view keys, amp_array_view values, int descending)
{
    const amp__al_scope scope = amp__al_open();
    amp_array_view order;
    amp_status s = amp__al_pairs(f, &keys, r->moves()->type, &values, m->type);
    if (s != AMP_OK || amp__al_length(&keys) < 2) {
        return s;
    }
    s = amp__al_temporary(&order, amp__al_int, amp__al_length(&keys));
    s = AMP__THEN(s, amp__radix_order(r, keys, order, descending));
    s = AMP__THEN(s, amp__al_reorder(m, values, order));
    return amp__al_close(scope, s);
}

AMP__API size_t amp_radix_sort_storage_size(size_t key, size_t value, ptrdiff_t n)
{
    const size_t count = (size_t)n;
    const size_t chunks = (count + AMP__SORT_LEAST - 1) / AMP__SORT_LEAST;
    const size_t parts = chunks < AMP__CHUNKS ? chunks : AMP__CHUNKS;
    const size_t alone = AMP__RADIX_BINS * parts, shared = AMP__TILE_BINS * amp__al_parts(n);
    const size_t counts = alone > shared ? alone : shared;
    return amp__al_rounded(key * count) + amp__al_rounded(sizeof(int) * counts)
        + amp_scan_storage_size(sizeof(int), (ptrdiff_t)counts)
        + (value == 0 ? 0 : amp__al_rounded(value * count)
                            + 2 * amp__al_rounded(sizeof(int) * count));
}

#endif /* AMP__IMPLEMENT */

#endif /* AMP_ALGORITHMS_RADIX_H */
