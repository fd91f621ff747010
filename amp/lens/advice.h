/* SPDX-License-Identifier: MIT */
#ifndef AMP_LENS_ADVICE_H
#define AMP_LENS_ADVICE_H
/*
amp/lens/advice.h: the one sentence of a report: what costs most in a kernel, and what to try.
*/

#include "errors.h"

#if AMP__LENS && AMP__IMPLEMENT

/* What costs most. */
typedef struct amp__lens_worst {
    int row;         /* its number; -1: no line alone */
    char text[1000];
} amp__lens_worst;

static const char *const amp__lens_kind_name[4] = { "", "reads", "writes", "atomics" };

/* What to try where a line of global memory moves too much. */
static AMP__CHECK_COLD void amp__lens_say_memory(const amp__lens_kernel *k, const amp__lens_row *r,
                                                 char *to, size_t size)
{
    const amp_lens_model *m = &k->model;
    const amp__lens_array *a = &k->arrays[r->array];
    const double n = (double)r->sum.requests, sectors = (double)r->sum.sectors / n;
    const double ideal = (double)r->sum.ideal / n;
    const int apart = r->stride_seen && !r->stride_mixed;
    char distance[80] = "neighbouring threads are not always at the same distance";
    const char *try_;
    if (apart) {
        (void)snprintf(distance, sizeof(distance), "neighbouring threads are %lld bytes apart",
                       r->stride);
    }
    if (apart && r->stride == r->size) {
        (void)snprintf(distance, sizeof(distance),
                       "neighbours lie side by side, but not from the beginning of a sector");
        try_ = "let a row, and what the first thread of a warp takes of it, begin at a multiple of "
               "the sector's bytes: amp_pad, or a row with some spare elements";
    } else if (apart && r->stride > 0 && r->stride <= 128 && (long long)a->size == r->stride) {
        try_ = "a structure of arrays, one array a member, has the same member of neighbours side "
               "by side";
    } else {
        try_ = "let neighbouring threads, along the last index of tidx.local, go along the last "
               "index of the array; where that is not possible, change the order in tile memory";
    }
    (void)snprintf(to, size, "a request of %d threads moves %.1f sectors of %d bytes where %.1f "
                   "would do: %s. Try: %s.", m->warp,
                   sectors, m->sector, ideal, distance, try_);
}

/* What to try where a line of tile memory has bank conflicts. */
static AMP__CHECK_COLD void amp__lens_say_tile(const amp__lens_kernel *k, const amp__lens_row *r,
                                               char *to, size_t size)
{
    const amp__lens_array *a = &k->arrays[r->array];
    char distance[100] = "", try_[200] = "let neighbouring threads use neighbouring elements";
    if (r->stride_seen && !r->stride_mixed) {
        (void)snprintf(distance, sizeof(distance), ": neighbouring threads are %lld words apart",
                       r->stride / k->model.bank);
    }
    if (r->kind == AMP__CHECK_ATOMIC) {
        (void)snprintf(try_, sizeof(try_), "several copies of the array, which threads take in "
                       "turn, added up at the end");
    } else if (a->rank > 1 && (!r->stride_mixed || a->extent[a->rank - 1] % 2 == 0)) {
        (void)snprintf(try_, sizeof(try_), "a spare column: rows of %d elements put a column on "
                       "different banks", a->extent[a->rank - 1] + 1);
    }
    (void)snprintf(to, size, "a request takes %.1f bank cycles where %.1f would do%s. Try: %s.",
                   (double)r->sum.cycles / (double)r->sum.requests,
                   (double)r->sum.parts / (double)r->sum.requests, distance, try_);
}

/* Nanoseconds that the threads of a row which stay away cost: places in requests. */
static AMP__CHECK_COLD double amp__lens_divergence_cost(const amp__lens_kernel *k,
                                                        const amp__lens_row *r)
{
    const double busy = k->tiles < k->model.multiprocessors ? (double)k->tiles
                                                            : k->model.multiprocessors;
    return busy < 1 || r->sum.room == 0 ? 0
        : (double)(r->sum.room - r->sum.active) / k->model.warp * amp__lens_scale(k) / busy
          / k->model.clock;
}

/* Sets *w to what costs most in the kernel, and what to try. */
static AMP__CHECK_COLD void amp__lens_find_worst(const amp__lens_kernel *k, amp__lens_worst *w)
{
    const amp__lens_times time = amp__lens_time(k);
    const amp__lens_scope all = { k, 0, NULL, 0 };
    const double idle = amp__lens_idle(&all, 1);
    double most = 0;
    int i, row = -1, away = 0;
    w->row = -1;
    for (i = 0; i < k->row_count; i++) {
        const double lost = amp__lens_excess_cost(k, &k->rows[i]),
            left = amp__lens_divergence_cost(k, &k->rows[i]);
        if (lost > most || left > most) {
            most = lost > left ? lost : left;
            away = left > lost;
            row = i;
        }
    }
    if (k->row_count == 0) {
        (void)snprintf(w->text, sizeof(w->text), "%s", k->sees
            ? "no thread of it accessed a view or tile memory, or its file is compiled without "
              "-fsanitize=thread and with AMP_EXTERN."
            : "no access was seen: this file is compiled without -fsanitize=thread. Compile with "
              "-g -DAMP_LENS -fsanitize=thread, and link without -fsanitize=thread.");
    } else if (time.resident == 0) {
        (void)snprintf(w->text, sizeof(w->text), "a tile has %lu bytes of tile memory and %d "
                       "threads, and a multiprocessor of the model %d (a tile at most %d) and %d: "
                       "it would not run, for %s. Try: a smaller tile.",
                       (unsigned long)k->tile_memory, k->threads, k->model.tile_memory,
                       k->model.tile_most > 0 ? k->model.tile_most : k->model.tile_memory,
                       k->model.threads, amp__lens_limit_name[time.limit]);
    } else if (time.bound == AMP__LENS_BY_ATOMICS && time.longest > most) {
        (void)snprintf(w->text, sizeof(w->text), "%s%.0f atomics come to one address, one after "
                       "another. Try: add up in tile memory first, and let one thread of a tile "
                       "do the atomic.", k->counted < k->tiles ? "at least " : "",
                       (double)k->hottest);
    } else if (k->camping > 1.5 && time.bound == AMP__LENS_BY_MEMORY
               && time.longest * (1 - 1 / k->camping) > most) {
        (void)snprintf(w->text, sizeof(w->text), "tiles that run at a time meet on the same "
                       "partitions of global memory, the busiest of which has %.1f times its "
                       "share. Try: rows of another length, or tiles in another order.",
                       k->camping);
    } else if (row >= 0 && most > time.longest * 0.05) {
        const amp__lens_row *r = &k->rows[row];
        char what[600];
        w->row = row;
        if (away) {
            (void)snprintf(what, sizeof(what), "%.0f of 100 threads of its warps come here, and "
                           "the others wait. Try: %s.",
                           100 * (double)r->sum.active / (double)r->sum.room, r->scattered
                           ? "let the threads that work be neighbours, so that whole warps are done"
                           : "fewer threads that each do more, for these are neighbours already");
        } else if (k->arrays[r->array].tile) {
            amp__lens_say_tile(k, r, what, sizeof(what));
        } else {
            amp__lens_say_memory(k, r, what, sizeof(what));
        }
        (void)snprintf(w->text, sizeof(w->text), "%.100s:%d, %s %s: %s", r->file, r->line,
                       k->arrays[r->array].name, amp__lens_kind_name[r->kind & 3], what);
    } else if (idle > 0.5) {
        (void)snprintf(w->text, sizeof(w->text), "between barriers %.0f of 100 threads have "
                       "nothing to do. Try: fewer threads that each do more, or fewer barriers.",
                       100 * idle);
    } else {
        (void)snprintf(w->text, sizeof(w->text), "nothing stands out: it is bound by %s, and its "
                       "requests are close to their best.", amp__lens_bound_name[time.bound]);
    }
}

#endif /* AMP__LENS && AMP__IMPLEMENT */

#endif /* AMP_LENS_ADVICE_H */
