/* SPDX-License-Identifier: MIT */
#ifndef AMP_ALGORITHMS_MERGE_H
#define AMP_ALGORITHMS_MERGE_H
/*
amp/algorithms/merge.h: what a comparison is enough for.

  1 kernels for a CPU   runs by insertion; merges by the merge path; bounds
  2 kernels for a GPU   a tile sorted; two runs merged, tile by tile
  3 on the host         amp_merge_sort, amp_merge, bounds, sets, extremes

amp_less_float and amp_less_double are the language's `<`, under which ranges
with NaN have no order, as in C++.
It is more than 800 lines because one definition, AMP_DEFINE_LESS, makes all these kernels.
*/

#include "radix.h"

AMP_DEVICE_BEGIN
/* ==== 1 kernels for a CPU ================================================ */

/* AMP_DEFINE_LESS(name, T, condition in a and b): a strict weak order. */
#undef AMP_DEFINE_LESS
#define AMP_DEFINE_LESS(name, T, ...)                                                              \
    AMP_DEFINE_TYPE(name, T)                                                                       \
    AMP__DEFINE_LESS(name, T, name, __VA_ARGS__)
/* A strict weak order, where `moves` has the kernels that move elements of T. */
#define AMP__DEFINE_LESS(name, T, moves, ...)                                                      \
    AMP__HELPER int amp__less_##name(int number, T a, T b)                                         \
    { (void)number; return (__VA_ARGS__) ? 1 : 0; }                                                \
    AMP__LESS_BODIES(name, T)                                                                      \
    AMP__HOST(AMP__HOST_LESS)(name, name, 0, T, moves, 0)
#define AMP__LESS_BODIES(name, T)                                                                  \
    AMP__MERGE_HELPERS(name, T)                                                                    \
    AMP__SET_HELPERS(name, T)                                                                      \
    AMP__LESS_KERNELS(AMP__PART_OF, name, T)                                                       \
    AMP__LESS_EXTREMES(name, T)

/* Runs of 32 elements by insertion; then merges of pairs of runs of `width`
   from x to y, z being x; or, width 0, the merge of x and z. A tile of one
   thread writes one chunk of the result: it finds by bisection (the merge path)
   how many elements of the first run come before its chunk, and merges on from
   there. Equivalent elements keep their order, those of the first run first. */
#define AMP__SORT_RUN 32
#define AMP__LESS_KERNELS(K, ...)                                                                  \
    K(CHUNK, insert, __VA_ARGS__) K(CHUNK, merge, __VA_ARGS__)                                     \
    K(TILE, tile_sort, __VA_ARGS__) K(TILE, tile_merge, __VA_ARGS__)                               \
    K(ELEMENT, bound, __VA_ARGS__) K(CHUNK, sets, __VA_ARGS__)                                     \
    K(ELEMENT, descends, __VA_ARGS__) K(ELEMENT, order, __VA_ARGS__)
/* A run of elements from low up to high, sorted by insertion; at(i) is one. What else there is for
   an element moves from j - 1 to j, and is put at j for element i. */
#define AMP__INSERT_RUN(name, T, at, low, high, move, put)                                         \
    for (ptrdiff_t i = low + 1, j = i; i < high; j = ++i) {                                        \
        const T v = at(i);                                                                         \
        for (; j > low && amp__less_##name(amp__op, v, at(j - 1)); j--) {                          \
            at(j) = at(j - 1); move                                                                \
        }                                                                                          \
        at(j) = v; put                                                                             \
    }
/* A chunk's runs; what else there is for each element is begun where a run begins. */
#define AMP__INSERT_RUNS(name, T, at, begin, move, put)                                            \
    for (ptrdiff_t run = first; run < last; run += AMP__SORT_RUN) {                                \
        const ptrdiff_t end = run + AMP__SORT_RUN < last ? run + AMP__SORT_RUN : last;             \
        begin                                                                                      \
        AMP__INSERT_RUN(name, T, at, run, end, move, put)                                          \
    }
#define AMP__AT_X(i) AMP__AT(x, i)
#define AMP__KERNEL_insert(name, T)                                                                \
    AMP__CHUNK_BODY(amp__insert_##name, x_shape.extent[0], inout(T, 1, x), value(int, per))        \
        AMP__INSERT_RUNS(name, T, AMP__AT_X, , , )                                                 \
    AMP__CHUNK_BODY_END
/* The pair of runs of `width` elements, in n, that element `to` of the result is of: x[x0] and
   those behind it up to x1, z[z0] up to z1; width 0: two whole ranges of all_x and all_z. */
typedef struct amp__run_pair { int x0, x1, z0, z1; } amp__run_pair;
AMP__HELPER amp__run_pair amp__pair_of(int to, int n, int width, int all_x, int all_z)
{
    amp__run_pair p;
    p.x0 = p.z0 = 0;
    p.x1 = all_x;
    p.z1 = all_z;
    if (width > 0) {
        p.x0 = to / width / 2 * 2 * width;
        p.x1 = p.z0 = n - p.x0 < width ? n : p.x0 + width;
        p.z1 = n - p.z0 < width ? n : p.z0 + width;
    }
    return p;
}
AMP__HELPER int amp__least_of(int a, int b) { return a < b ? a : b; }
AMP__HELPER int amp__most_of(int a, int b) { return a < b ? b : a; }

/* Two sorted ranges and how far one is: i and j are next of them, before i_end and j_end, k of the
   result, before k_end. As long as there are more than 256 of both it goes in stretches of `left`
   steps, a merge's up to `until`. A step that jumps to what it takes is shorter than one that
   chooses where the processor foretells the jump: in data with an order. Steps that choose leave a
   bit or two in `went`; where nearly all went as those a period before did, the next stretch jumps;
   then it is looked again. The rest chooses. */
#define AMP__CHOOSE 0
#define AMP__JUMPS 1
#define AMP__TO_THE_END 2
typedef struct amp__ranges {
    ptrdiff_t i, i_end, j, j_end, k, k_end, until, left;
    amp_uint64 went;
    int how;
} amp__ranges;
/* Whether the next stretch jumps. */
AMP__HELPER int amp__foretold(amp_uint64 went)
{
    int others = 64;
    for (int period = 1; period <= 16 && others > 8; period++) {
        amp_uint64 differ = (went ^ went >> period) << period;
        for (others = 0; differ != 0 && others <= 8; others++) { differ &= differ - 1; }
    }
    return others <= 8;
}
/* Begins the next stretch; 0: there is none. */
AMP__INLINED int amp__next_stretch(amp__ranges *s)
{
    const ptrdiff_t of_x = s->i_end - s->i, of_z = s->j_end - s->j, most = s->k_end - s->k;
    const ptrdiff_t least = of_x < of_z ? of_x : of_z;
    const int look = s->how == AMP__JUMPS;
    if (least <= 64 || most <= 0) { return 0; }
    s->how = !look && least > 256 && amp__foretold(s->went) ? AMP__JUMPS : AMP__CHOOSE;
    s->left = look && least > 256 ? 64 : least < 16384 ? least : 16384;
    s->until = s->k + (most < s->left ? most : s->left);
    return 1;
}
/* The steps of s, by kind##_..._##name; how they go is a constant in each loop. `lanes` may have
   taken those that choose. */
#define AMP__STEPS(s, kind, name, lanes, ...)                                                      \
    while (amp__next_stretch(&s)) {                                                                \
        if (s.how == AMP__JUMPS) {                                                                 \
            while (kind##_goes_on(&s, AMP__JUMPS)) { kind##_jump_##name(__VA_ARGS__, &s); }        \
        } else {                                                                                   \
            lanes                                                                                  \
            AMP__CHOICES(s, kind##_goes_on, kind##_choice_##name, AMP__CHOOSE, __VA_ARGS__)        \
        }                                                                                          \
    }                                                                                              \
    AMP__CHOICES(s, kind##_goes_on, kind##_choice_##name, AMP__TO_THE_END, __VA_ARGS__)
#define AMP__CHOICES(s, goes_on, choice, how, ...)                                                 \
    while (goes_on(&s, how)) { choice(__VA_ARGS__, &s, how); }
/* Copies elements `from` up to `end` of x to y, from k on. */
#define AMP__COPY(name, T)                                                                         \
    AMP__INLINED void amp__copy_##name(amp_global_ptr(const T) x, ptrdiff_t from, ptrdiff_t end,   \
                                       amp_global_ptr(T) y, ptrdiff_t k)                           \
    { for (; from < end; from++, k++) { y[k] = x[from]; } }
AMP__COPY(amp__order, int)

/* A merge of x and z to y. order: NULL, or what goes along, to new_order. */
#define AMP__FROM_TWO(T) int number, amp_global_ptr(const T) x, amp_global_ptr(const T) z
#define AMP__TWO(T) AMP__FROM_TWO(T), amp_global_ptr(T) y
#define AMP__MERGED(T) AMP__TWO(T), amp_global_ptr(const int) order, amp_global_ptr(int) new_order
AMP__INLINED int amp__merge_goes_on(const amp__ranges *s, const int how)
{
    return how != AMP__TO_THE_END ? s->k < s->until
        : s->k < s->k_end && (s->i < s->i_end) & (s->j < s->j_end);
}
#define AMP__MERGE_CHOICE(name, T)                                                                 \
    AMP__INLINED void amp__merge_choice_##name(AMP__MERGED(T), amp__ranges *s, const int how)      \
    {                                                                                              \
        const T a = x[s->i], b = z[s->j];                                                          \
        const int second = amp__less_##name(number, b, a);                                         \
        y[s->k] = second ? b : a;                                                                  \
        if (new_order != 0) { new_order[s->k] = order[second ? s->j : s->i]; }                     \
        if (how == AMP__CHOOSE) { s->went = 2 * s->went + (amp_uint64)second; }                    \
        s->i += !second;                                                                           \
        s->j += second;                                                                            \
        s->k++;                                                                                    \
    }
#define AMP__MERGE_JUMP(name, T)                                                                   \
    AMP__INLINED void amp__merge_jump_##name(AMP__MERGED(T), amp__ranges *s)                       \
    {                                                                                              \
        ptrdiff_t i = s->i, j = s->j; /* clang would add to *s through a pointer that it chose */  \
        const int second = amp__less_##name(number, z[j], x[i]);                                   \
        if (new_order != 0) { new_order[s->k] = order[second ? j : i]; }                           \
        if (second) { AMP__JUMP y[s->k] = z[j++]; } else { y[s->k] = x[i++]; }                     \
        s->i = i;                                                                                  \
        s->j = j;                                                                                  \
        s->k++;                                                                                    \
    }
/* A stretch that chooses, in lanes, as AMP__MISSING below has them; then it is looked again. */
#define AMP__MERGE_LANES(name, T)                                                                  \
    AMP__INLINED amp__ranges amp__merge_lanes_##name(AMP__MERGED(T), amp__ranges s)                \
    {                                                                                              \
        const int lanes = new_order != 0 ? 2 : 3; /* there are registers for so many */            \
        const amp__run_pair p = { (int)s.i, (int)s.i_end, (int)s.j, (int)s.j_end };                \
        const ptrdiff_t part = (s.until - s.k) / lanes, end = s.k + part;                          \
        ptrdiff_t i[3], j[3];                                                                      \
        for (int l = 0; l < lanes; l++) {                                                          \
            i[l] = amp__path_##name(number, x, z, p, (int)(s.i + l * part));                       \
            j[l] = s.j + (l * part - (i[l] - s.i));                                                \
        }                                                                                          \
        for (ptrdiff_t k = s.k; k < end; k++) {                                                    \
            for (int l = 0; l < lanes; l++) {                                                      \
                const T a = x[i[l]], b = z[j[l]];                                                  \
                const int second = amp__less_##name(number, b, a);                                 \
                y[k + l * part] = second ? b : a;                                                  \
                if (new_order != 0) { new_order[k + l * part] = order[second ? j[l] : i[l]]; }     \
                i[l] += !second;                                                                   \
                j[l] += second;                                                                    \
            }                                                                                      \
        }                                                                                          \
        s.i = i[lanes - 1];                                                                        \
        s.j = j[lanes - 1];                                                                        \
        s.k += lanes * part;                                                                       \
        s.how = AMP__JUMPS;                                                                        \
        return s;                                                                                  \
    }
/* What is left of one range where the other has ended. */
#define AMP__MERGE_REST(name, T)                                                                   \
    AMP__INLINED void amp__merge_rest_##name(AMP__MERGED(T), const amp__ranges *s)                 \
    {                                                                                              \
        const ptrdiff_t from = s->i < s->i_end ? s->i : s->j, end = from + (s->k_end - s->k);      \
        (void)number;                                                                              \
        amp__copy_##name(s->i < s->i_end ? x : z, from, end, y, s->k);                             \
        if (new_order != 0) { amp__copy_amp__order(order, from, end, new_order, s->k); }           \
    }
#define AMP__LANES_OF(name)                                                                        \
    if (s.left > 64) { s = amp__merge_lanes_##name(number, x, z, y, order, new_order, s); }
/* From element `to` of a pair's result, where i is next of x, to its end or `last`. */
AMP__INLINED amp__ranges amp__ranges_of(amp__run_pair p, int to, int last, int i)
{
    const ptrdiff_t all = (ptrdiff_t)p.x1 + (p.z1 - p.z0);
    const amp__ranges s = { i, p.x1, p.z0 + (to - i), p.z1, to, all < last ? all : last, 0, 0, 0,
                         AMP__JUMPS };
    return s;
}
/* Elements of a pair's result from `to` up to `last`, or to its end; where they end. */
#define AMP__MERGE_PAIR(name, T)                                                                   \
    AMP__INLINED int amp__merge_pair_##name(AMP__MERGED(T), int to, int last, amp__run_pair p)     \
    {                                                                                              \
        amp__ranges s = amp__ranges_of(p, to, last, amp__path_##name(number, x, z, p, to));        \
        AMP__STEPS(s, amp__merge, name, AMP__LANES_OF(name), number, x, z, y, order, new_order)    \
        amp__merge_rest_##name(number, x, z, y, order, new_order, &s);                             \
        return (int)s.k_end;                                                                       \
    }
#define AMP__RUNS int to, int last, int n, int width, int all_x, int all_z
#define AMP__MERGE_RUNS(name, T)                                                                   \
    AMP__INLINED void amp__merge_runs_##name(AMP__MERGED(T), AMP__RUNS)                            \
    {                                                                                              \
        while (to < last) {                                                                        \
            to = amp__merge_pair_##name(number, x, z, y, order, new_order, to, last,               \
                                        amp__pair_of(to, n, width, all_x, all_z));                 \
        }                                                                                          \
    }
#define AMP__KERNEL_merge(name, T)                                                                 \
    AMP__CHUNK_BODY(amp__merge_##name, y_shape.extent[0], in(T, 1, x), in(T, 1, z),                \
                    out(T, 1, y), value(int, width), value(int, per))                              \
        amp__merge_runs_##name(amp__op, x, z, y, 0, 0, (int)first, (int)last, (int)n, width,       \
                               x_shape.extent[0], z_shape.extent[0]);                              \
    AMP__CHUNK_BODY_END

/* How many of the n sorted elements from s[0] come before v; with upper, also
   those that are equivalent to v. */
#define AMP__BOUND_OF(name, T)                                                                     \
    AMP__INLINED int amp__bound_of_##name(int number, amp_global_ptr(const T) s, int n, T v,       \
                                          int upper)                                               \
    {                                                                                              \
        int low = 0;                                                                               \
        AMP__BISECT(low, n, upper ? !amp__less_##name(number, v, s[middle])                        \
                                  : amp__less_##name(number, s[middle], v)) return low;            \
    }
/* On the host eight of them go side by side, without a jump: none waits for another's loads. Of
   `left` elements from s[low] on the first half, or one more than that, come before v or do not. */
#define AMP__EIGHT_BOUNDS_OF(name, T)                                                              \
    AMP__INLINED void amp__eight_bounds_of_##name(int number, const T *s, int left, const T *v,    \
                                                  int *low, int upper)                             \
    {                                                                                              \
        int j;                                                                                     \
        for (; left > 0; left /= 2) {                                                              \
            const int half = left - left / 2;                                                      \
            if (upper) {                                                                           \
                AMP__EIGHT_STEPS(!amp__less_##name(number, v[j], s[low[j] + half - 1]))            \
            } else {                                                                               \
                AMP__EIGHT_STEPS(amp__less_##name(number, s[low[j] + half - 1], v[j]))             \
            }                                                                                      \
        }                                                                                          \
    }
#define AMP__EIGHT_STEPS(before)                                                                   \
    AMP__WHOLLY for (j = 0; j < 8; j++) { low[j] += half & -(before); }
#define AMP__EIGHT_BOUNDS(name)                                                                    \
    if (end_ - amp__at_ >= 8) {                                                                    \
        int low[8] = { 0 }, j;                                                                     \
        amp__eight_bounds_of_##name(amp__op, x, n, wanted + amp__at_, low, how == 1);              \
        for (j = 0; j < 8; j++) { result[amp__at_ + j] = AMP__BOUND(name, low[j], amp__at_ + j); } \
        amp__at_ += 7;                                                                             \
        continue;                                                                                  \
    }
#define AMP__BOUND(name, k, i)                                                                     \
    how < 2 ? (k) : (k) < n && !amp__less_##name(amp__op, wanted[i], x[(k) < n ? (k) : 0])
/* For each wanted value, where it is in the sorted x: how 0: lower bound, 1: upper bound, 2:
   whether it is there. */
#define AMP__KERNEL_bound(name, T)                                                                 \
    AMP__PLAIN_BODY(amp__bound_##name, in(T, 1, x), in(T, 1, wanted), out(int, 1, result),         \
                    value(int, how))                                                               \
        const int n = x_shape.extent[0];                                                           \
        AMP__HOST(AMP__EIGHT_BOUNDS)(name)                                                         \
        const int k = amp__bound_of_##name(amp__op, x, n, AMP__AT(wanted, amp__at_), how == 1);    \
        AMP__AT(result, amp__at_) = AMP__BOUND(name, k, amp__at_);                                 \
    AMP__ELEMENT_BODY_END
/* Where to cut two sorted ranges for a set operation so that about `here` elements lie before the
   cut: i of x's and j of z's. Of equivalent elements the r-th of x and the r-th of z, which the
   operations see together, stay together: x has mx of them from x0 on, z mz from z0 on, and `over`
   of them lie before the cut. */
typedef struct amp__set_cut { ptrdiff_t i, j; } amp__set_cut;
AMP__HELPER amp__set_cut amp__cut_at(int i, int j)
{
    const amp__set_cut c = { i, j };
    return c;
}
AMP__HELPER amp__set_cut amp__cut_equal(int x0, int mx, int z0, int mz, int over)
{
    const int both = mx < mz ? mx : mz;
    const int pairs = (over + 1) / 2 < both ? (over + 1) / 2 : both;
    const int rest = over > 2 * both ? over - 2 * both : 0;
    return amp__cut_at(x0 + pairs + (mx > mz ? rest : 0), z0 + pairs + (mx > mz ? 0 : rest));
}
#define AMP__CUT_OF(name, T)                                                                       \
    AMP__INLINED amp__set_cut amp__cut_of_##name(AMP__PAIR(T), int here)                           \
    {                                                                                              \
        const int i = amp__path_##name(number, x, z, p, here), j = here - i;                       \
        if (i >= p.x1 && j >= p.z1) { return amp__cut_at(i, j); }                                  \
        const T v = amp__first_of_##name(number, x, z, p, i, j) ? x[i] : z[j];                     \
        const int x0 = amp__bound_of_##name(number, x, i, v, 0);                                   \
        const int z0 = amp__bound_of_##name(number, z, j, v, 0);                                   \
        if (i == x0 && j == z0) { return amp__cut_at(i, j); }                                      \
        const int mx = amp__bound_of_##name(number, x + x0, p.x1 - x0, v, 1);                      \
        const int mz = amp__bound_of_##name(number, z + z0, p.z1 - z0, v, 1);                      \
        return amp__cut_equal(x0, mx, z0, mz, i - x0 + j - z0);                                    \
    }
/* A set operation. how 1: each chunk of the two sorted ranges writes what it gives to temporary
   storage, y, where its input would lie were all of x and z in one row; part[c] is how many
   elements that is and, behind the counts, where it begins. 2: part being the inclusive scan of the
   counts, moves it from there, x, to the result. what: 1 for elements of x alone, and 2 of z
   alone, and 4 of both. how 0: part[c] is whether there is an element of z alone. */
#define AMP__KERNEL_sets(name, T)                                                                  \
    AMP__CHUNK_BODY(amp__sets_##name, (ptrdiff_t)x_shape.extent[0] + z_shape.extent[0],            \
                    in(T, 1, x), in(T, 1, z), inout(int, 1, part), inout(T, 1, y),                 \
                    value(int, what), value(int, per), value(int, how))                            \
        const amp__run_pair p = { 0, x_shape.extent[0], 0, z_shape.extent[0] };                    \
        const int c = amp_tile_index.tile[0], chunks = part_shape.extent[0] / 2;                   \
        if (how == 2) { AMP__SET_MOVED(name) } else { AMP__SET_FOUND(name) }                       \
    AMP__CHUNK_BODY_END
#define AMP__SET_MOVED(name)                                                                       \
    const ptrdiff_t from = AMP__AT(part, chunks + c), end = AMP__AT(part, c);                      \
    const ptrdiff_t to = c > 0 ? AMP__AT(part, c > 0 ? c - 1 : 0) : 0;                             \
    amp__copy_##name(x, from, from + (end - to), y, to);
#define AMP__SET_FOUND(name)                                                                       \
    AMP__SET_CUTS(name, how == 1 || per < 1024)                                                    \
    const int begin = (int)(cut[0].i + cut[0].j);                                                  \
    AMP__AT(part, chunks + c) = begin;                                                             \
    AMP__AT(part, c) = how == 0 ? amp__missing_##name(amp__op, x, z, cut)                          \
        : amp__set_of_##name(amp__op, x, z, y, what, amp__ranges_between(cut[0], cut[4])) - begin;
/* A chunk is cut into four lanes; or, where it is one, the first three are empty. */
#define AMP__SET_CUTS(name, one)                                                                   \
    amp__set_cut cut[5];                                                                           \
    for (int l = 0; l <= 4; l++) {                                                                 \
        cut[l] = l % 4 != 0 && (one) ? cut[0]                                                      \
            : amp__cut_of_##name(amp__op, x, z, p, (int)(first + (last - first) * l / 4));         \
    }
AMP__HELPER amp__ranges amp__ranges_between(amp__set_cut at, amp__set_cut end)
{
    const amp__ranges s = { at.i, end.i, at.j, end.j, at.i + at.j, end.i + end.j, 0, 0, 0,
                         AMP__JUMPS };
    return s;
}
#define AMP__SET_HELPERS(name, T)                                                                  \
    AMP__BOUND_OF(name, T) AMP__HOST(AMP__EIGHT_BOUNDS_OF)(name, T) AMP__CUT_OF(name, T)           \
    AMP__SET_CHOICE(name, T) AMP__SET_JUMP(name, T) AMP__SET_OF(name, T)                           \
    AMP__MISSING(name, T)
#define AMP__SET(T) AMP__TWO(T), int what
AMP__INLINED int amp__set_goes_on(amp__ranges *s, const int how)
{
    return how == AMP__TO_THE_END ? s->i < s->i_end && s->j < s->j_end : s->left > 0;
}
/* On by an element: of x alone, before that of z; of z alone; or of both. */
AMP__INLINED void amp__set_moves(amp__ranges *s, int before, int after)
{
    s->i += 1 ^ after;
    s->j += 1 ^ before;
}
AMP__INLINED void amp__set_gives(amp__ranges *s, int what, int before, int after, const int how)
{
    s->k += (what & before) | (what >> 1 & after) | (what >> 2 & (1 ^ before ^ after));
    if (how == AMP__CHOOSE) { s->went = 4 * s->went + (amp_uint64)(before + 2 * after); }
    s->left--;
}
AMP__INLINED void amp__set_go(amp__ranges *s, int what, int before, int after)
{
    amp__set_moves(s, before, after);
    amp__set_gives(s, what, before, after, AMP__JUMPS);
}
#define AMP__SET_CHOICE(name, T)                                                                   \
    AMP__INLINED void amp__set_choice_##name(AMP__SET(T), amp__ranges *s, const int how)           \
    {                                                                                              \
        const T a = x[s->i], b = z[s->j];                                                          \
        const int before = amp__less_##name(number, a, b), after = amp__less_##name(number, b, a); \
        amp__set_moves(s, before, after); /* first: the next step waits for it */                  \
        y[s->k] = after ? b : a; amp__set_gives(s, what, before, after, how);                      \
    }
#define AMP__SET_JUMP(name, T)                                                                     \
    AMP__INLINED void amp__set_jump_##name(AMP__SET(T), amp__ranges *s)                            \
    {                                                                                              \
        const T a = x[s->i], b = z[s->j];                                                          \
        if (amp__less_##name(number, a, b)) { AMP__JUMP y[s->k] = a; amp__set_go(s, what, 1, 0); } \
        else if (!amp__less_##name(number, b, a)) { y[s->k] = a; amp__set_go(s, what, 0, 0); }     \
        else { AMP__JUMP y[s->k] = b; amp__set_go(s, what, 0, 1); }                                \
    }
/* What the elements up to i_end and j_end give, to y from k on; where it ends. */
#define AMP__SET_OF(name, T)                                                                       \
    AMP__INLINED int amp__set_of_##name(AMP__SET(T), amp__ranges s)                                \
    {                                                                                              \
        AMP__STEPS(s, amp__set, name, , number, x, z, y, what)                                     \
        AMP__SET_REST(name, what & 1, x, s.i, s.i_end)                                             \
        AMP__SET_REST(name, what & 2, z, s.j, s.j_end)                                             \
        return (int)s.k;                                                                           \
    }
#define AMP__SET_REST(name, wanted, x, from, end)                                                  \
    if ((wanted) != 0) { amp__copy_##name(x, from, end, y, s.k); s.k += end - from; }

/* Whether z has an element alone. Each element of x takes a step, in four lanes, which lie between
   cuts as chunks do: a step waits for the one before it, and a CPU does the lanes' at once. */
#define AMP__MISSING_STEP(name, T, l)                                                              \
    const T a = x[xi[l]++], b = z[zi[l]];                                                          \
    missing |= amp__less_##name(number, b, a);                                                     \
    zi[l] += 1 ^ amp__less_##name(number, a, b);
#define AMP__MISSING(name, T)                                                                      \
    AMP__INLINED int amp__missing_##name(AMP__FROM_TWO(T), const amp__set_cut *cut)                \
    {                                                                                              \
        ptrdiff_t xi[4], zi[4], steps;                                                             \
        int missing = 0;                                                                           \
        for (int l = 0; l < 4; l++) { xi[l] = cut[l].i; zi[l] = cut[l].j; }                        \
        do { /* as many steps as no lane ends in */                                                \
            steps = cut[1].i - xi[0];                                                              \
            for (int l = 0; l < 4; l++) {                                                          \
                steps = cut[l + 1].i - xi[l] < steps ? cut[l + 1].i - xi[l] : steps;               \
                steps = cut[l + 1].j - zi[l] < steps ? cut[l + 1].j - zi[l] : steps;               \
            }                                                                                      \
            for (ptrdiff_t s = 0; s < steps; s++) {                                                \
                for (int l = 0; l < 4; l++) { AMP__MISSING_STEP(name, T, l) }                      \
            }                                                                                      \
        } while (steps > 0 && missing == 0);                                                       \
        for (int l = 0; l < 4; l++) {                                                              \
            while (missing == 0 && xi[l] < cut[l + 1].i && zi[l] < cut[l + 1].j) {                 \
                AMP__MISSING_STEP(name, T, l)                                                      \
            }                                                                                      \
            missing |= zi[l] < cut[l + 1].j;                                                       \
        }                                                                                          \
        return missing;                                                                            \
    }
/* Where x is not sorted. */
#define AMP__KERNEL_descends(name, T)                                                              \
    AMP__ELEMENT_BODY(amp__descends_##name, in(T, 1, x), out(int, 1, flags))                       \
        /* 1 where the next element comes before this one */                                       \
        AMP__AT(flags, amp__at_) = amp__less_##name(amp__op, AMP__AT(x, amp__at_ + 1),             \
                                                   AMP__AT(x, amp__at_));                          \
    AMP__ELEMENT_BODY_END
#define AMP__KERNEL_order(name, T)                                                                 \
    AMP__ELEMENT_BODY(amp__order_##name, in(T, 1, x), in(T, 1, z), out(int, 1, flags))             \
        /* 1: x comes first, 2: z comes first, 0: equivalent */                                    \
        const T a = AMP__AT(x, amp__at_), b = AMP__AT(z, amp__at_);                                \
        AMP__AT(flags, amp__at_) = amp__less_##name(amp__op, a, b) ? 1                             \
            : amp__less_##name(amp__op, b, a) ? 2 : 0;                                             \
    AMP__ELEMENT_BODY_END

/* The first least, first greatest and last greatest element in one fold. It
   starts from the first element, which may count more than once. */
typedef struct amp__extremes_at { int low, high, high_last; } amp__extremes_at;
#define AMP__LESS_EXTREMES(name, T)                                                                \
    typedef struct amp__extremes_##name {                                                          \
        amp__extremes_at at;                                                                       \
        T low, high;                                                                               \
    } amp__extremes_##name;                                                                        \
    AMP__EXTREMES_OP(name, amp__extremes_##name)                                                   \
    AMP__AGAIN(extremes_##name, amp__extremes_##name, AMP__AT(x, 0))                               \
    AMP__PART(amp__extremes_fold_##name, AMP__KERNEL_extremes_fold)(name, T)
#define AMP__EXTREMES_OP(name, E)                                                                  \
    AMP__INLINED E amp__op_extremes_##name(int number, E a, E b)                                   \
    {                                                                                              \
        E r = a;                                                                                   \
        if (amp__less_##name(number, b.low, a.low)                                                 \
            || (!amp__less_##name(number, a.low, b.low) && b.at.low < a.at.low)) {                 \
            r.low = b.low;                                                                         \
            r.at.low = b.at.low;                                                                   \
        }                                                                                          \
        if (amp__less_##name(number, a.high, b.high)) {                                            \
            r.high = b.high;                                                                       \
            r.at.high = b.at.high;                                                                 \
            r.at.high_last = b.at.high_last;                                                       \
        } else if (!amp__less_##name(number, b.high, a.high)) {                                    \
            r.at.high = b.at.high < a.at.high ? b.at.high : a.at.high;                             \
            r.at.high_last = b.at.high_last > a.at.high_last ? b.at.high_last : a.at.high_last;    \
        }                                                                                          \
        return r;                                                                                  \
    }
/* Each thread's extremes in arrays of their own, which a CPU's compiler makes vectors of. */
#define AMP__EXTREMES_OF_THREAD(name, T, start, rows)                                              \
    T l = low[AMP__THREAD], h = high[AMP__THREAD];                                                 \
    int la = low_at[AMP__THREAD], ha = high_at[AMP__THREAD], hl = high_last[AMP__THREAD];          \
    for (int row = 0; row < rows; row++) {                                                         \
        const int i = (int)(start) + AMP__THREAD + row * AMP__FOLD_THREADS;                        \
        const T v = AMP__AT(x, i);                                                                 \
        const int below = amp__less_##name(amp__op, v, l);                                         \
        const int above = amp__less_##name(amp__op, h, v);                                         \
        const int under = amp__less_##name(amp__op, v, h);                                         \
        l = below ? v : l;                                                                         \
        la = below ? i : la;                                                                       \
        h = above ? v : h;                                                                         \
        ha = above ? i : ha;                                                                       \
        hl = under ? hl : i;                                                                       \
    }                                                                                              \
    AMP__EXTREMES_SET(l, h, la, ha, hl)
#define AMP__EXTREMES_SET(l, h, la, ha, hl)                                                        \
    low[AMP__THREAD] = l;                                                                          \
    high[AMP__THREAD] = h;                                                                         \
    low_at[AMP__THREAD] = la;                                                                      \
    high_at[AMP__THREAD] = ha;                                                                     \
    high_last[AMP__THREAD] = hl;
#define AMP__EXTREMES_MEMORY(name, T)                                                              \
    AMP__TILE_ARRAY(T, low, AMP__FOLD_THREADS);                                                    \
    AMP__TILE_ARRAY(T, high, AMP__FOLD_THREADS);                                                   \
    AMP__TILE_ARRAY(int, low_at, AMP__FOLD_THREADS);                                               \
    AMP__TILE_ARRAY(int, high_at, AMP__FOLD_THREADS);                                              \
    AMP__TILE_ARRAY(int, high_last, AMP__FOLD_THREADS);                                            \
    AMP__TILE_ARRAY(amp__extremes_##name, fold, AMP__FOLD_THREADS)
#define AMP__KERNEL_extremes_fold(name, T)                                                         \
    AMP__PHASED_BODY(amp__extremes_fold_##name, AMP__FOLD_THREADS, in(T, 1, x),                    \
                     out(amp__extremes_##name, 1, part), value(int, per))                          \
        AMP__EXTREMES_MEMORY(name, T); AMP__CHUNK(x_shape.extent[0]);                              \
        AMP__PHASE_ALL { AMP__EXTREMES_FIRST(T) }                                                  \
        AMP__EXTREMES_ROWS(name, T)                                                                \
        AMP__EXTREMES_FOLD(amp__op_extremes_##name)                                                \
    AMP__PHASED_BODY_END
#define AMP__EXTREMES_ROWS(name, T)                                                                \
    ptrdiff_t k = first;                                                                           \
    for (; k + AMP__FOLD_BLOCK <= last; k += AMP__FOLD_BLOCK) {                                    \
        AMP__PHASE_ALL { AMP__EXTREMES_OF_THREAD(name, T, k, AMP__FOLD_ROWS) }                     \
    }                                                                                              \
    for (; k < last; k += AMP__FOLD_THREADS) {                                                     \
        AMP__PHASE_FIRST(AMP__UP_TO(AMP__FOLD_THREADS)) { AMP__EXTREMES_OF_THREAD(name, T, k, 1) } \
    }
#define AMP__EXTREMES_FIRST(T)                                                                     \
    const T v = AMP__AT(x, first);                                                                 \
    AMP__EXTREMES_SET(v, v, (int)first, (int)first, (int)first)
#define AMP__EXTREMES_FOLD(op)                                                                     \
    AMP__PHASE_ALL {                                                                               \
        const int t = AMP__THREAD;                                                                 \
        const amp__extremes_at at = { low_at[t], high_at[t], high_last[t] };                       \
        fold[t].low = low[t]; fold[t].high = high[t];                                              \
        fold[t].at = at;                                                                           \
    }                                                                                              \
    AMP__FOLD_PAIRS(AMP__PHASE_FIRST, AMP__THREAD, op)

/* ==== 2 kernels for a GPU ================================================ */

/* Consecutive elements a thread has: two blocks of 256 times as many, at most
   16 KB. */
#define AMP__MERGE_FITS 32
#define AMP__MERGE_ROW(bytes) ((bytes) <= 4 ? 8 : (bytes) <= 8 ? 4 : (bytes) <= 16 ? 2 : 1)
#define AMP__MERGE_BLOCK(bytes)                                                                    \
    ((bytes) <= AMP__MERGE_FITS ? AMP__TILE * AMP__MERGE_ROW(bytes) : 1)

/* The merge path: of a pair's result, which begins at p.x0, element `to` is either x[i], where i is
   what is found here, or z[p.z0 + (to - i)]. Each thread finds its own beginning so, and merges on
   from there, alone. Of equivalent elements those of x come first. */
#define AMP__PAIR(T) AMP__FROM_TWO(T), amp__run_pair p
#define AMP__TILE_PAIR(T)                                                                          \
    int number, amp_tile_ptr(const T) x, amp_tile_ptr(const T) z, amp__run_pair p
#define AMP__MERGE_PATH(path, name, pair)                                                          \
    AMP__INLINED int amp__##path##_##name(pair, int to)                                            \
    {                                                                                              \
        int low = amp__most_of(p.x0, to - (p.z1 - p.z0)), high = amp__least_of(p.x1, to);          \
        const ptrdiff_t before = (ptrdiff_t)p.z0 + to - 1;                                         \
        AMP__BISECT(low, high, !amp__less_##name(number, z[before - middle], x[middle]))           \
        return low;                                                                                \
    }
/* Whether x[i] is next, and not z[j]. */
#define AMP__MERGE_FIRST(first, name, pair)                                                        \
    AMP__INLINED int amp__##first##_##name(pair, int i, int j)                                     \
    { return j >= p.z1 || (i < p.x1 && !amp__less_##name(number, z[j], x[i])); }
/* Elements `to` up to `end` of a pair's result, in tile memory. */
#define AMP__MERGE_ROW_PART(name, T)                                                               \
    AMP__INLINED void amp__merge_row_##name(AMP__TILE_PAIR(T), amp_tile_ptr(T) y, int to, int end) \
    {                                                                                              \
        int i = amp__tile_path_##name(number, x, z, p, to), j = p.z0 + (to - i);                   \
        for (; to < end; to++) {                                                                   \
            y[to] = amp__tile_first_of_##name(number, x, z, p, i, j) ? x[i++] : z[j++];            \
        }                                                                                          \
    }
#define AMP__MERGE_HELPERS(name, T)                                                                \
    AMP__MERGE_PATH(path, name, AMP__PAIR(T)) AMP__MERGE_FIRST(first_of, name, AMP__PAIR(T))       \
    AMP__MERGE_PATH(tile_path, name, AMP__TILE_PAIR(T))                                            \
    AMP__MERGE_FIRST(tile_first_of, name, AMP__TILE_PAIR(T))                                       \
    AMP__MERGE_ROW_PART(name, T) AMP__COPY(name, T)                                                \
    AMP__MERGE_CHOICE(name, T) AMP__MERGE_JUMP(name, T) AMP__MERGE_LANES(name, T)                 \
    AMP__MERGE_REST(name, T) AMP__MERGE_PAIR(name, T) AMP__MERGE_RUNS(name, T)

/* Sorts each block: a thread its own elements by insertion; then pairs of runs
   are merged, twice as long at each step, each thread writing as many elements
   as it has. */
#define AMP__KERNEL_tile_sort(name, T)                                                             \
    AMP__PHASED_BODY(amp__tile_sort_##name, AMP__TILE, inout(T, 1, x), value(int, per))            \
        AMP__MERGE_MEMORY(T); AMP__CHUNK(x_shape.extent[0]);                                       \
        AMP__BLOCKS(per, length) { AMP__SORT_BLOCK(name, T) }                                      \
    AMP__PHASED_BODY_END
#define AMP__SORT_BLOCK(name, T)                                                                   \
    const int size = AMP__UP_TO(length); int now = 0;                                              \
    AMP__PHASE_SHARED(AMP__TILE, int, i, 0, size) { block[0][i] = AMP__AT(x, k + i); }             \
    AMP__PHASE_ALL { AMP__SORT_ROW(name, T) }                                                      \
    for (int width = row; width < length; width *= 2, now = 1 - now) {                             \
        AMP__PHASE_ALL { AMP__MERGE_ROW_OF(name, now, amp__pair_of(here, size, width, 0, 0)) }     \
    }                                                                                              \
    AMP__PHASE_SHARED(AMP__TILE, int, i, 0, size) { AMP__AT(x, k + i) = block[now][i]; }
/* A thread's row of a block; it is sorted, or merged of a pair of runs in block[now], to the
   other. */
#define AMP__AT_BLOCK(i) block[0][i]
#define AMP__ROW_HERE                                                                              \
    const int here = AMP__THREAD * row, row_end = here + row < size ? here + row : size;
#define AMP__SORT_ROW(name, T)                                                                     \
    AMP__ROW_HERE                                                                                  \
    AMP__INSERT_RUN(name, T, AMP__AT_BLOCK, here, row_end, , )
#define AMP__MERGE_ROW_OF(name, now, pair)                                                         \
    AMP__ROW_HERE                                                                                  \
    if (here < size) {                                                                             \
        amp__merge_row_##name(amp__op, block[now], block[now], pair, block[1 - (now)], here,       \
                              row_end);                                                            \
    }
/* The tile memory of a sort or a merge. */
#define AMP__MERGE_MEMORY(T)                                                                       \
    enum { row = AMP__MERGE_ROW(sizeof(T)), length = AMP__MERGE_BLOCK(sizeof(T)) };                \
    AMP__TILE_ARRAY(T, block, 2, length)

/* Merges as amp__merge_ above does, which has the same parameters; a block is merged in tile
   memory. */
#define AMP__KERNEL_tile_merge(name, T)                                                            \
    AMP__PHASED_BODY(amp__tile_merge_##name, AMP__TILE, in(T, 1, x), in(T, 1, z),                  \
                     out(T, 1, y), value(int, width), value(int, per))                             \
        AMP__MERGE_MEMORY(T); AMP__TILE_ARRAY(int, split, 2); AMP__CHUNK(y_shape.extent[0]);       \
        AMP__BLOCKS(per, length) { AMP__MERGE_BLOCK_OF(name) }                                     \
    AMP__PHASED_BODY_END
#define AMP__MERGE_BLOCK_OF(name)                                                                  \
    const int size = AMP__UP_TO(length);                                                           \
    AMP__MERGE_READ(name)                                                                          \
    AMP__PHASE_ALL {                                                                               \
        const amp__run_pair p = { 0, split[1] - split[0], split[1] - split[0], size };             \
        AMP__MERGE_ROW_OF(name, 0, p)                                                              \
    }                                                                                              \
    AMP__PHASE_SHARED(AMP__TILE, int, i, 0, size) { AMP__AT(y, k + i) = block[1][i]; }
/* Two threads find which elements of x a block has, split[0] up to split[1]; it has those of z
   behind them. */
#define AMP__MERGE_READ(name)                                                                      \
    const amp__run_pair of = amp__pair_of((int)k, (int)n, width, x_shape.extent[0],                \
                                          z_shape.extent[0]);                                      \
    AMP__PHASE_FIRST(2) {                                                                          \
        split[AMP__THREAD] = amp__path_##name(amp__op, x, z, of, (int)k + AMP__THREAD * size);     \
    }                                                                                              \
    AMP__PHASE_SHARED(AMP__TILE, int, i, 0, size) { AMP__MERGE_READ_ONE(of.z0 + (k - split[1])) }
#define AMP__MERGE_READ_ONE(z0)                                                                    \
    if (i < split[1] - split[0]) { block[0][i] = AMP__AT(x, split[0] + i); }                       \
    else { block[0][i] = AMP__AT(z, (z0) + i); }

AMP_DEVICE_END

/* ==== 3 on the host ====================================================== */

/* A comparison's kernels; form 0 is for a CPU, form 1 for a GPU. */
typedef struct amp__comparison {
    const amp__moves *(*moves)(void);
    const amp__radix *(*radix)(void); /* that sorts alike, or NULL; with `descending` */
    int descending;
    int tile_run; /* what tile_sort leaves, sorted; insert leaves AMP__SORT_RUN */
    AMP__LESS_KERNELS(AMP__MEMBER_OF, )
} amp__comparison;

/* *low and so on = the indices that the fold r of x finds, at `at` in `found`, what r gives. */
AMP__API amp_status amp__extremes(const amp__reduction *r, amp_array_view x, void *found,
                                  amp__extremes_at *at, ptrdiff_t *low, ptrdiff_t *high,
                                  ptrdiff_t *high_last);

/* Of a definition whose bodies are those of `body` with the number op. A macro: the entries'
   and functions' names, and T, are the definition's. */
#define AMP__HOST_LESS(name, body, op, T, moves, radix)                                            \
    AMP__DESCRIBED(comparison, AMP__LESS_KERNELS, name, body, op, amp__moves_##moves, radix, op,   \
                   AMP__MERGE_BLOCK(sizeof(T)))                                                    \
    AMP__ENTRIES_OF(THREADS, extremes_fold, name, body, op)                                        \
    AMP__REDUCTION(extremes_##name, extremes_##body, op, T, amp__extremes_##body, 0,               \
                   AMP__KERNEL_HERE(THREADS, extremes_fold, name, body), { 0 })                    \
    AMP__EXTREMES_CALL(name, amp__extremes_##body)
#define AMP__EXTREMES_CALL(name, E)                                                                \
    AMP__HELPER amp_status amp__do_extremes_##name(amp_array_view x, ptrdiff_t *low,               \
                                                   ptrdiff_t *high, ptrdiff_t *high_last)          \
    { E found; return amp__extremes((amp__reduction_extremes_##name)(), x, &found, &found.at, low, \
                                    high, high_last); }

AMP__API amp_status amp__merge_sort(const amp__comparison *c, amp_array_view x);

/* amp_merge_sort(less, view): sorts the view in place by a comparison, stably. less is
   amp_less_X, amp_greater_X or one of AMP_DEFINE_LESS. */
#define amp_merge_sort(less, view) amp__merge_sort((amp__comparison_##less)(), view)
/* The bytes of temporary storage for amp_merge_sort of n elements of `element` bytes. */
AMP__API size_t amp_merge_sort_storage_size(size_t element, ptrdiff_t n);

AMP__API amp_status amp__merge(const amp__comparison *c, amp_array_view x, amp_array_view z,
                               amp_array_view y);

/* amp_merge(less, in, in2, out): two sorted ranges as one; of equivalent
   elements those of the first come first. out overlaps neither input. */
#define amp_merge(less, in, in2, out) amp__merge((amp__comparison_##less)(), in, in2, out)

/* The bounds below; how: 0 lower, 1 upper, 2 whether it is there. */
AMP__API amp_status amp__bounds(const amp__comparison *c, amp_array_view x,
                                amp_array_view wanted, amp_array_view result, int how);

/* amp_lower_bounds(less, sorted, wanted, result): for each wanted value the
   index, a view of int, of the first element that does not come before it;
   amp_upper_bounds: of the first that comes after it; amp_binary_searches: 1
   where an equivalent element is there, else 0. result overlaps neither input. */
#define amp_lower_bounds(less, sorted, wanted, result)                                             \
    amp__bounds((amp__comparison_##less)(), sorted, wanted, result, 0)
#define amp_upper_bounds(less, sorted, wanted, result)                                             \
    amp__bounds((amp__comparison_##less)(), sorted, wanted, result, 1)
#define amp_binary_searches(less, sorted, wanted, result)                                          \
    amp__bounds((amp__comparison_##less)(), sorted, wanted, result, 2)

/* Which elements of two sorted ranges a set operation gives. */
typedef enum amp__set_kind {
    AMP__INTERSECTION, AMP__DIFFERENCE, AMP__UNION, AMP__SYMMETRIC
} amp__set_kind;

AMP__API amp_status amp__set_operation(const amp__comparison *c, amp__set_kind what,
                                       amp_array_view x, amp_array_view z, amp_array_view y,
                                       ptrdiff_t *count);

/* amp_set_union and its like(less, in, in2, out, &count): of two sorted ranges;
   an element that is m times in the first and k times in the second is
   max(m, k) times in the union, min(m, k) in the intersection, max(m - k, 0) in
   the difference, |m - k| in the symmetric difference. *count says how many
   elements there are; out overlaps neither input. */
#define amp_set_union(less, in, in2, out, count)                                                   \
    amp__set_operation((amp__comparison_##less)(), AMP__UNION, in, in2, out, count)
#define amp_set_intersection(less, in, in2, out, count)                                            \
    amp__set_operation((amp__comparison_##less)(), AMP__INTERSECTION, in, in2, out, count)
#define amp_set_difference(less, in, in2, out, count)                                              \
    amp__set_operation((amp__comparison_##less)(), AMP__DIFFERENCE, in, in2, out, count)
#define amp_set_symmetric_difference(less, in, in2, out, count)                                    \
    amp__set_operation((amp__comparison_##less)(), AMP__SYMMETRIC, in, in2, out, count)

AMP__API amp_status amp__includes(const amp__comparison *c, amp_array_view x,
                                  amp_array_view z, int *result);

/* amp_includes(less, in, in2, &result): whether the sorted first range has
   each element of the sorted second as often. */
#define amp_includes(less, in, in2, result)                                                        \
    amp__includes((amp__comparison_##less)(), in, in2, result)

#if AMP__IMPLEMENT

AMP__API amp_status amp__extremes(const amp__reduction *r, amp_array_view x, void *found,
                                  amp__extremes_at *at, ptrdiff_t *low, ptrdiff_t *high,
                                  ptrdiff_t *high_last)
{
    amp_status s;
    at->low = at->high = at->high_last = 0;
    s = amp__reduce("amp_stl_minmax_element", r, x, found);
    if (s == AMP_OK) {
        *low = at->low;
        *high = at->high;
        *high_last = at->high_last;
    }
    return s;
}

enum { AMP__RADIX_PAYS = 1024 }; /* elements */
/* The radix sort that sorts x as c does, and sooner; or NULL. That of floats tells -0 from +0,
   which are equivalent to c: there must be no -0. */
static AMP__WARM const amp__radix *amp__radix_of(const amp__comparison *c, amp_array_view x)
{
    const amp__radix *const r = c->radix != NULL ? c->radix() : NULL;
    const amp_uint64 minus_zero = (amp_uint64)1 << 63;
    const unsigned narrow = 1u << 31;
    ptrdiff_t index = 0;
    if (r == NULL || amp__al_length(&x) < AMP__RADIX_PAYS) {
        return NULL;
    }
    if (r->words != NULL && !(amp__passes_may_run(&x, NULL, NULL)
            && amp__al_find(r->words(), x.type.size == 4 ? (const void *)&narrow : &minus_zero,
                            amp__reinterpret(r->words()->moves()->type, 1, x), 0, &index) == AMP_OK
            && index == amp__al_length(&x))) {
        return NULL;
    }
    return r;
}

AMP__API amp_status amp__merge_sort(const amp__comparison *c, amp_array_view x)
{
    const amp__al_scope scope = amp__al_open();
    const ptrdiff_t n = amp__al_length(&x);
    const amp__radix *radix;
    amp_array_view from = x, to;
    ptrdiff_t width, descent;
    amp__al_cut cut;
    int form;
    amp_status s = amp__al_expect("amp_merge_sort", "view", &x, c->moves()->type, 1, 1);
    s = AMP__THEN(s, amp__al_form(c->moves()->type.size, AMP__MERGE_FITS, &form));
    if (s != AMP_OK || n < 2) {
        return s;
    }
    if (n >= AMP__RADIX_PAYS && amp__passes_may_run(&x, NULL, NULL)) { /* in order already? */
        amp__search_pass r = { 0 };
        s = amp__find_by_pass(&r, &c->descends, x, x, NULL, n - 1, n - 1, &descent);
        if (s != AMP_OK || descent == n - 1) {
            return s;
        }
    }
    radix = amp__radix_of(c, x);
    if (radix != NULL) {
        return amp__radix_passes(radix, x, NULL, c->descending);
    }
    cut = amp__al_cut_of(n, AMP__SCAN_LEAST, form); /* a part is of whole runs */
    s = amp__al_temporary(&to, c->moves()->type, n);
    s = AMP__THEN(s, AMP__RUN_TILES(form ? &c->tile_sort : &c->insert, cut.domain, &x, &cut.per));
    for (width = form ? c->tile_run : AMP__SORT_RUN; width < n && s == AMP_OK; width *= 2) {
        const int w = (int)width;
        s = AMP__RUN_TILES(form ? &c->tile_merge : &c->merge, cut.domain, &from, &from, &to, &w,
                           &cut.per);
        amp__al_swap(&from, &to);
    }
    if (!amp__al_same(&from, &x)) {
        s = AMP__THEN(s, amp__al_copy(c->moves(), from, x));
    }
    return amp__al_close(scope, s);
}

AMP__API size_t amp_merge_sort_storage_size(size_t element, ptrdiff_t n)
{
    return amp_radix_sort_storage_size(element, 0, n); /* which may do the work */
}

/* Merges the sorted ranges x and z, of which any may be empty, into y, which has as many
   elements or more and shares none with them. */
static AMP__WARM amp_status amp__merge_into(const amp__comparison *c, amp_array_view x,
                                            amp_array_view z, amp_array_view y)
{
    const ptrdiff_t n = amp__al_length(&x) + amp__al_length(&z);
    const int two_ranges = 0;
    amp__al_cut cut;
    int form;
    amp_status s = amp__al_form(c->moves()->type.size, AMP__MERGE_FITS, &form);
    AMP__ASSERT(amp__al_length(&y) >= n);
    if (s != AMP_OK || n == 0) {
        return s;
    }
    y = amp_range(y, 0, n);
    if (amp__is_empty(&x) || amp__is_empty(&z)) {
        return amp__al_copy(c->moves(), amp__is_empty(&x) ? z : x, y);
    }
    cut = amp__al_cut_of(n, AMP__SCAN_LEAST, form);
    return AMP__RUN_TILES(form ? &c->tile_merge : &c->merge, cut.domain, &x, &z, &y, &two_ranges,
                          &cut.per);
}

/* AMP_OK if both inputs are ranges of the comparison's type; else the status. */
static AMP__WARM amp_status amp__al_expect_two(const char *f, const amp__comparison *c,
                                               amp_array_view x, amp_array_view z)
{
    amp_status s = amp__al_expect(f, "first input", &x, c->moves()->type, 1, 0);
    return AMP__THEN(s, amp__al_expect(f, "second input", &z, c->moves()->type, 1, 0));
}

AMP__API amp_status amp__merge(const amp__comparison *c, amp_array_view x, amp_array_view z,
                               amp_array_view y)
{
    const ptrdiff_t n = amp__al_length(&x) + amp__al_length(&z);
    amp_status s = amp__al_expect_two("amp_merge", c, x, z);
    s = AMP__THEN(s, amp__al_expect("amp_merge", "result", &y, c->moves()->type, 1, 1));
    s = AMP__THEN(s, amp__al_room("amp_merge", "result", &y, n));
    y = s == AMP_OK ? amp_range(y, 0, n) : y;
    s = AMP__THEN(s, AMP__APART("amp_merge", 2, &x, &z, &y));
    return AMP__THEN(s, amp__merge_into(c, x, z, y));
}

AMP__API amp_status amp__bounds(const amp__comparison *c, amp_array_view x,
                                amp_array_view wanted, amp_array_view result, int how)
{
    const char *const f = how == 0 ? "amp_lower_bounds" : how == 1 ? "amp_upper_bounds"
                        : "amp_binary_searches";
    const int zero = 0;
    amp_status s = amp__al_expect(f, "sorted range", &x, c->moves()->type, 1, 0);
    s = AMP__THEN(s, amp__al_expect(f, "wanted values", &wanted, c->moves()->type, 1, 0));
    s = AMP__THEN(s, amp__al_expect(f, "result", &result, amp__al_int, 1, 1));
    s = AMP__THEN(s, amp__al_room(f, "result", &result, amp__al_length(&wanted)));
    if (s != AMP_OK || amp__is_empty(&wanted)) {
        return s;
    }
    result = amp_range(result, 0, amp__al_length(&wanted));
    s = AMP__APART(f, 2, &x, &wanted, &result);
    if (amp__is_empty(&x)) {
        return AMP__THEN(s, amp__al_fill(amp__moves_amp__flags(), result, &zero));
    }
    return AMP__THEN(s, AMP__RUN(&c->bound, wanted.extent, &x, &wanted, &result, &how));
}

/* *part = for each chunk of two sorted ranges, neither empty, how many elements of the set it and
   those before it give, then where its elements begin in y, which is temporary storage as long as
   both; with y NULL they are only counted. *n = how many there are in all. what: of the kernel. */
static AMP__WARM amp_status amp__set_parts(const amp__comparison *c, amp_array_view x,
                                           amp_array_view z, int what, amp_array_view *y,
                                           amp_array_view *part, int *n)
{
    const ptrdiff_t all = amp__al_length(&x) + amp__al_length(&z);
    const int how = y != NULL;
    amp_array_view nothing, counts;
    amp__al_cut cut;
    int form;
    amp_status s = amp__al_form(0, 0, &form);
    if (s != AMP_OK) {
        return s;
    }
    cut = amp__al_cut_of(all, AMP__SCAN_LEAST, 0);
    if (form) { /* a thread a chunk: many of them */
        cut.per = 256;
        cut.tiles = (int)((all + 255) / 256);
        cut.domain = amp_tile(amp_extent(cut.tiles), 1);
    }
    s = amp__al_temporary(part, amp__al_int, 2 * (ptrdiff_t)cut.tiles);
    s = AMP__THEN(s, amp__al_temporary(&nothing, c->moves()->type, 1));
    s = AMP__THEN(s, AMP__RUN_TILES(&c->sets, cut.domain, &x, &z, part, y != NULL ? y : &nothing,
                                    &what, &cut.per, &how));
    counts = amp_range(*part, 0, cut.tiles);
    s = cut.tiles == 1 ? s : AMP__THEN(s, amp__scan(amp__scanning_amp__counts(), AMP_INCLUSIVE,
                                                    AMP_FORWARD, counts, counts));
    return AMP__THEN(s, amp__al_fetch(counts, cut.tiles - 1, n));
}

AMP__API amp_status amp__set_operation(const amp__comparison *c, amp__set_kind what,
                                       amp_array_view x, amp_array_view z, amp_array_view y,
                                       ptrdiff_t *count)
{
    static const char *const name[] = { "amp_set_intersection", "amp_set_difference",
                                        "amp_set_union", "amp_set_symmetric_difference" };
    const char *const f = name[what];
    const amp__al_scope scope = amp__al_open();
    /* of x alone 1, of z alone 2, of both 4 */
    const int kind = what == AMP__INTERSECTION ? 4 : what == AMP__DIFFERENCE ? 1
                   : what == AMP__UNION ? 7 : 3;
    const int move = 2;
    amp_array_view part, all;
    int n = 0;
    amp_status s = amp__al_expect_two(f, c, x, z);
    s = AMP__THEN(s, amp__al_expect(f, "result", &y, c->moves()->type, 1, 1));
    s = AMP__THEN(s, AMP__APART(f, 2, &x, &z, &y));
    if (s == AMP_OK && (amp__is_empty(&x) || amp__is_empty(&z))) {
        const amp_array_view other = amp__is_empty(&x) ? z : x;
        n = (kind & (amp__is_empty(&x) ? 2 : 1)) != 0 ? (int)amp__al_length(&other) : 0;
        s = amp__al_room(f, "result", &y, n);
        if (s == AMP_OK && n > 0) {
            s = amp__al_copy(c->moves(), other, y);
        }
    } else if (s == AMP_OK) {
        s = amp__al_temporary(&all, c->moves()->type, amp__al_length(&x) + amp__al_length(&z));
        s = AMP__THEN(s, amp__set_parts(c, x, z, kind, &all, &part, &n));
        s = AMP__THEN(s, amp__al_room(f, "result", &y, n));
        if (s == AMP_OK && n > 0) {
            y = amp_range(y, 0, n);
            s = AMP__RUN_TILES(&c->sets, amp_tile(amp_extent(part.extent.dim[0] / 2), 1), &all,
                               &all, &part, &y, &kind, &kind, &move);
        }
    }
    return amp__al_number(amp__al_close(scope, s), count, n);
}

AMP__API amp_status amp__includes(const amp__comparison *c, amp_array_view x,
                                  amp_array_view z, int *result)
{
    const amp__al_scope scope = amp__al_open();
    const int of_z_alone = 2;
    amp_array_view part;
    int n = 0;
    amp_status s = amp__al_expect_two("amp_includes", c, x, z);
    if (s == AMP_OK && (amp__is_empty(&x) || amp__is_empty(&z))) {
        *result = amp__is_empty(&z);
        return AMP_OK;
    }
    s = AMP__THEN(s, amp__set_parts(c, x, z, of_z_alone, NULL, &part, &n));
    return amp__al_answer(amp__al_close(scope, s), result, n == 0);
}

#endif /* AMP__IMPLEMENT */

#endif /* AMP_ALGORITHMS_MERGE_H */
