/* SPDX-License-Identifier: MIT */
#ifndef AMP_LENS_ROWS_H
#define AMP_LENS_ROWS_H
/*
amp/lens/rows.h: from the access sites of a launch to the lines of a report, which are kept.

  1 camping    how unevenly partitions of global memory are used
  2 rows
  3 the kernel as it is kept

A launch keeps its access sites. Their source lines are looked up when somebody first asks for a
measure or a report, of all kernels together: the symbolizer is a program, which takes as long to
begin as a small launch.
*/

#include "lines.h"
#include "record.h"
#include "../check/items.h"

/* ==== 1 camping ========================================================== */

/* How much longer the busiest partition takes than it would with an even load, all windows
   together: 1 is even, and where nothing was counted. load: [window][partition]. */
static AMP__COLD AMP__CHECK double amp__lens_camping(
    const amp_lens_model *m, unsigned long long (*load)[AMP__LENS_PARTITIONS])
{
    unsigned long long all = 0, busiest = 0;
    int w, p;
    AMP__ASSERT(m->partitions <= AMP__LENS_PARTITIONS); /* amp__lens_model_check saw to it */
    for (w = 0; w < AMP__LENS_WINDOWS; w++) {
        unsigned long long most = 0;
        for (p = 0; p < m->partitions; p++) {
            all += load[w][p];
            most = load[w][p] > most ? load[w][p] : most;
        }
        busiest += most;
    }
    return all == 0 ? 1 : (double)busiest * m->partitions / (double)all;
}

/* ==== 2 rows ============================================================= */

/* The file of a site, in `buffer` or kept by the checker, and its line. */
static AMP__COLD AMP__CHECK const char *amp__lens_file_of(const amp__lens_site *s, int *line,
                                                          char *buffer, size_t size)
{
    return amp__path_short(amp__check_site_location(s->check_site, line, buffer, size));
}

/* The number of the row of a site; -1 where there is none. */
static AMP__COLD AMP__CHECK int amp__lens_find_row(const amp__lens_kernel *k,
                                                   const amp__lens_site *s)
{
    char buffer[4200];
    int line, i;
    const char *const file = amp__lens_file_of(s, &line, buffer, sizeof(buffer));
    for (i = k->row_count - 1; i >= 0; i--) {
        const amp__lens_row *r = &k->rows[i];
        if (r->line == line && r->array == s->array && (unsigned)r->kind == s->kind
            && strcmp(r->file, file) == 0) {
            break;
        }
    }
    return i;
}

/* The row of a site, the one there is or a new one; -1 where memory ran out. */
static AMP__COLD AMP__CHECK int amp__lens_row_of(amp__lens_kernel *k, const amp__lens_site *s)
{
    const int i = amp__lens_find_row(k, s);
    char buffer[4200];
    amp__lens_row *r = &k->rows[k->row_count];
    if (i >= 0) {
        return i;
    }
    r->file = amp__check_copy_text(amp__lens_file_of(s, &r->line, buffer, sizeof(buffer)));
    r->kind = (int)s->kind;
    r->array = s->array;
    r->scaled = 1;
    if (k->group != NULL) {
        (void)amp__check_make(&r->group, AMP__LENS_GROUPS, sizeof(*r->group));
    }
    return r->file != NULL ? k->row_count++ : -1;
}

/* Multiplies the counts of a sum, but not what was cut off. */
static AMP__COLD AMP__CHECK void amp__lens_scale_sum(amp__lens_sum *s, double by)
{
    unsigned long long *x = (unsigned long long *)(void *)s;
    const unsigned long long beyond = s->beyond;
    size_t i;
    for (i = 0; i < sizeof(*s) / sizeof(*x); i++) {
        x[i] = (unsigned long long)((double)x[i] * by + 0.5);
    }
    s->beyond = beyond;
}

/* Adds a site of the kernel to its row. Where visits were counted and not looked at, all counts are
   multiplied, as if those were like the others. */
static AMP__COLD AMP__CHECK void amp__lens_add_site(const amp__lens_kernel *k, amp__lens_row *r,
                                                    const amp__lens_site *s)
{
    const unsigned number = (unsigned)(s - k->sites);
    const double by = s->sum.active > 0
        ? (double)(s->sum.active + s->sum.beyond) / (double)s->sum.active : 1;
    amp__lens_sum sum = s->sum;
    int w, p, g;
    amp__lens_scale_sum(&sum, by);
    r->scaled = by > r->scaled ? by : r->scaled;
    r->tiles = s->tiles > r->tiles ? s->tiles : r->tiles;
    for (g = 0; r->group != NULL && g < AMP__LENS_GROUPS; g++) {
        amp__lens_sum part = k->group[number][g];
        amp__lens_scale_sum(&part, by);
        amp__lens_add_sums(&r->group[g], &part);
    }
    r->scattered |= s->scattered;
    r->stride_mixed |= s->stride_mixed
        || (r->stride_seen && s->stride_seen && r->stride != s->stride);
    if (s->stride_seen) {
        r->stride = s->stride;
        r->stride_seen = 1;
    }
    r->size = s->sum.requests > 0 && s->sum.active > 0
        ? (int)(s->sum.named / s->sum.active) : r->size;
    amp__lens_add_sums(&r->sum, &sum);
    for (w = 0; k->load != NULL && w < AMP__LENS_WINDOWS; w++) {
        for (p = 0; p < AMP__LENS_PARTITIONS; p++) {
            r->partition[w][p] += k->load[number][w][p];
        }
    }
}

/* Compares two rows by file, line, array and kind, for qsort. */
static AMP__CHECK int amp__lens_row_before(const void *x, const void *y)
{
    const amp__lens_row *a = (const amp__lens_row *)x, *b = (const amp__lens_row *)y;
    const int c = strcmp(a->file, b->file);
    return c != 0 ? c : a->line != b->line ? (a->line > b->line) - (a->line < b->line)
        : a->array != b->array ? (a->array > b->array) - (a->array < b->array)
        : (a->kind > b->kind) - (a->kind < b->kind);
}

/* Compares two accesses of the first tile by their order in the page, for qsort. */
static AMP__CHECK int amp__lens_shown_before(const void *x, const void *y)
{
    const amp__lens_shown *a = (const amp__lens_shown *)x, *b = (const amp__lens_shown *)y;
    return a->interval != b->interval ? (a->interval > b->interval) - (a->interval < b->interval)
        : a->row != b->row ? (a->row > b->row) - (a->row < b->row)
        : a->thread != b->thread ? (a->thread > b->thread) - (a->thread < b->thread)
        : (a->order > b->order) - (a->order < b->order);
}

/* Gives the accesses of the first tile, which have sites, their rows. */
static AMP__COLD AMP__CHECK void amp__lens_show_rows(amp__lens_kernel *k)
{
    short row[AMP__LENS_SITES];
    size_t i;
    for (i = 0; i < k->site_count; i++) {
        row[i] = (short)amp__lens_find_row(k, &k->sites[i]); /* they are sorted now */
    }
    for (i = 0; i < k->shown_count; i++) {
        AMP__ASSERT((unsigned)k->shown[i].row < k->site_count);
        k->shown[i].row = row[k->shown[i].row];
    }
    for (i = 0; i < k->pictured_count; i++) {
        k->pictured[i].row = row[k->pictured[i].row];
    }
    if (k->shown_count > 0) {
        qsort(k->shown, k->shown_count, sizeof(*k->shown), amp__lens_shown_before);
    }
}

/* Makes rows of a kernel's sites, whose lines are known. Where memory ran out it has none, which is
   said. */
static AMP__COLD AMP__CHECK void amp__lens_settle_kernel(amp__lens_kernel *k)
{
    unsigned long long (*load)[AMP__LENS_PARTITIONS] = NULL;
    unsigned i;
    int r, w, p;
    k->settled = 1;
    amp__lens_make_lines(k);
    if (!amp__check_make(&k->rows, k->site_count + 1, sizeof(*k->rows))
        || !amp__check_make(&load, AMP__LENS_WINDOWS, sizeof(*load))) {
        k->shown_count = k->pictured_count = 0;
        (void)fprintf(stderr, "amp lens: no memory for the lines of kernel %s\n", k->name);
        return;
    }
    for (i = 0; i < k->site_count; i++) {
        r = amp__lens_row_of(k, &k->sites[i]);
        if (r >= 0) {
            amp__lens_add_site(k, &k->rows[r], &k->sites[i]);
        }
    }
    qsort(k->rows, (size_t)k->row_count, sizeof(*k->rows), amp__lens_row_before);
    for (r = 0; r < k->row_count; r++) {
        amp__lens_row *row = &k->rows[r];
        const int tile = k->arrays[row->array].tile;
        amp__lens_add_sums(tile ? &k->shared : &k->global, &row->sum);
        row->camping = amp__lens_camping(&k->model, row->partition);
        for (w = 0; !tile && w < AMP__LENS_WINDOWS; w++) {
            for (p = 0; p < AMP__LENS_PARTITIONS; p++) {
                load[w][p] += row->partition[w][p];
            }
        }
    }
    k->camping = amp__lens_camping(&k->model, load);
    amp__check_free(load);
    amp__lens_show_rows(k);
    amp__check_drop(&k->sites);
    amp__check_drop(&k->load);
    amp__check_drop(&k->group);
}

/* Makes rows of all kernels that have none yet. The caller holds the lock. */
static AMP__COLD AMP__CHECK void amp__lens_settle(void)
{
    amp__lens_state *l = &amp__lens_shared;
    unsigned s;
    int i;
    for (i = l->settled; i < l->kernel_count; i++) {
        for (s = 0; s < l->kernels[i].site_count; s++) {
            amp__check_locate(l->kernels[i].sites[s].check_site);
        }
    }
    if (l->settled < l->kernel_count) {
        amp__lens_walk_all(&l->kernels[l->settled], l->kernel_count - l->settled);
        for (i = l->settled; i < l->kernel_count; i++) {
            amp__lens_want_lines(&l->kernels[i]);
        }
        amp__symbols_resolve();
    }
    for (; l->settled < l->kernel_count; l->settled++) {
        amp__lens_settle_kernel(&l->kernels[l->settled]);
    }
}

/* ==== 3 the kernel as it is kept ========================================= */

/* Copies the accesses and requests of the first tile into the kernel. */
static AMP__COLD AMP__CHECK void amp__lens_keep_trace(amp__lens_kernel *k)
{
    const amp__lens_state *l = &amp__lens_shared;
    unsigned i;
    k->shown_count = amp__check_make(&k->shown, l->trace_count + 1, sizeof(*k->shown))
        ? l->trace_count : 0;
    for (i = 0; i < k->shown_count; i++) {
        amp__lens_shown *to = &k->shown[i];
        to->row = l->trace[i].site;
        to->thread = l->trace[i].thread;
        to->interval = l->trace[i].interval;
        to->element = l->trace[i].element;
        to->order = i;
    }
    k->pictured_count = amp__check_make_copy(&k->pictured, l->pictured, l->pictured_count,
                                        sizeof(*k->pictured)) ? l->pictured_count : 0;
}

/* Frees what a kept kernel holds. */
static AMP__COLD AMP__CHECK void amp__lens_free_kernel(amp__lens_kernel *k)
{
    int i;
    for (i = 0; i < k->row_count; i++) {
        amp__check_free(k->rows[i].file);
        amp__check_free(k->rows[i].group);
    }
    for (i = 0; i < k->barrier_count; i++) {
        amp__check_free(k->barriers[i].file);
    }
    for (i = 0; i < k->line_count; i++) {
        amp__check_free(k->lines[i].file);
        amp__check_free(k->lines[i].group);
    }
    amp__lens_drop_nodes(k);
    amp__check_free(k->lines);
    amp__check_free(k->rows);
    amp__check_free(k->arrays);
    amp__check_free(k->barriers);
    amp__check_free(k->shown);
    amp__check_free(k->pictured);
    amp__check_free(k->sites);
    amp__check_free(k->load);
    amp__check_free(k->group);
}

/* Keeps what the launch has counted, in l->now. Returns what is kept; NULL where memory ran out. */
static AMP__COLD AMP__CHECK amp__lens_kernel *amp__lens_keep_launch(void)
{
    amp__lens_state *l = &amp__lens_shared;
    amp__lens_kernel *k = &l->now;
    amp__lens_array *kept = NULL;
    int r;
    if (!amp__check_make_copy(&k->sites, l->sites, l->site_count, sizeof(*k->sites))
        || (k->model.partitions > 0
            && !amp__check_make_copy(&k->load, l->partition, l->site_count, sizeof(*k->load)))
        || (k->counted < k->tiles
            && !amp__check_make_copy(&k->group, l->groups, l->site_count, sizeof(*k->group)))
        || !amp__list_grow(&l->kernels, (size_t)l->kernel_count, &l->kernel_room, 1, sizeof(*k),
                           &amp__check_memory)) {
        amp__lens_free_kernel(k);
        return NULL;
    }
    k->site_count = l->site_count;
    for (r = 0; r < k->barrier_count; r++) {
        amp__lens_barrier *b = &k->barriers[r];
        if (b->site != NULL) {
            char buffer[4200];
            b->file = amp__check_copy_text(strchr(b->site, ':') == NULL
                ? amp__path_short(b->site)
                : amp__check_text_location(b->site, &b->line, buffer, sizeof(buffer)));
        }
    }
    amp__lens_keep_trace(k);
    amp__lens_keep_nodes(k);
    if (amp__check_make_copy(&kept, k->arrays, (size_t)k->array_count, sizeof(*kept))) {
        /* what it needs of AMP__CHECK_ARRAYS */
        amp__check_free(k->arrays);
        k->arrays = kept;
    }
    l->kernels[l->kernel_count] = *k;
    return &l->kernels[l->kernel_count++];
}

#endif /* AMP_LENS_ROWS_H */
