/* SPDX-License-Identifier: MIT */
#ifndef AMP_LENS_BASELINE_H
#define AMP_LENS_BASELINE_H
/*
amp/lens/baseline.h: a report that was written as JSON, read back: its kernels and their measures,
and what has changed since then.

A report which another program has put in order, or added to, is read as well.
*/

#include "text.h"
#include "../report/file.h"
#include "../report/json.h"

/* A kernel of the report: its name, and its measures, -1 where it has none. */
typedef struct amp__lens_past {
    char kernel[64];
    double value[AMP__LENS_MEASURES];
} amp__lens_past;

/* Reads a kernel into *p. */
static AMP__COLD void amp__lens_read_kernel(amp__json_reader *r, amp__lens_past *p)
{
    char key[64];
    int m, more, inner;
    p->kernel[0] = '\0';
    for (m = 0; m < AMP__LENS_MEASURES; m++) {
        p->value[m] = -1;
    }
    for (more = amp__json_enter(r); more; more = amp__json_more(r)) {
        amp__json_read_key(r, key, sizeof(key));
        if (strcmp(key, "kernel") == 0) {
            amp__json_read_text(r, p->kernel, sizeof(p->kernel));
        } else if (strcmp(key, "measures") == 0) {
            for (inner = amp__json_enter(r); inner; inner = amp__json_more(r)) {
                amp__json_read_key(r, key, sizeof(key));
                m = amp__lens_measure_of(key);
                if (m >= 0) {
                    p->value[m] = amp__json_read_number(r, -1);
                } else {
                    amp__json_skip(r);
                }
            }
        } else {
            amp__json_skip(r);
        }
    }
}

/* Reads the report at `path`: *list, which the caller frees by amp__check_free, and *count. AMP_OK;
   AMP_RUNTIME_ERROR where it cannot be read; AMP_INVALID_ARGUMENT where it is no report;
   AMP_OUT_OF_MEMORY. */
static AMP__COLD amp_status amp__lens_read_report(const char *path, amp__lens_past **list,
                                                  int *count)
{
    char *text = amp__report_read(path), key[64];
    amp__json_reader r;
    size_t room = 0;
    int more, inner, memory = 1;
    *list = NULL;
    *count = 0;
    if (text == NULL) {
        return amp__fail(AMP_RUNTIME_ERROR, "the lens cannot read '%.500s': %s", path,
                         strerror(errno));
    }
    amp__json_read(&r, text);
    for (more = amp__json_enter(&r); more; more = amp__json_more(&r)) {
        amp__json_read_key(&r, key, sizeof(key));
        if (strcmp(key, "kernels") != 0) {
            amp__json_skip(&r);
            continue;
        }
        for (inner = amp__json_enter(&r); inner && memory; inner = amp__json_more(&r)) {
            memory = amp__list_grow(list, (size_t)*count, &room, 1, sizeof(**list),
                                    &amp__check_memory);
            if (memory) {
                amp__lens_read_kernel(&r, &(*list)[(*count)++]);
            }
        }
    }
    amp__check_free(text);
    if (memory && amp__json_read_all(&r) && *count > 0) {
        return AMP_OK;
    }
    amp__check_free(*list);
    *list = NULL;
    return memory ? amp__fail(AMP_INVALID_ARGUMENT, "'%.500s' is no report of the lens as JSON: "
                              "write one by AMP_LENS=json:file", path)
        : amp__fail(AMP_OUT_OF_MEMORY, "no memory to read '%.500s'", path);
}

/* The measures of a kernel, as those of a report. */
static AMP__COLD void amp__lens_past_of(const amp__lens_kernel *k, amp__lens_past *p)
{
    const amp__lens_scope all = { k, 0, NULL, 0 };
    int m;
    AMP__PRINT(p->kernel, "%s", k->name);
    for (m = 0; m < AMP__LENS_MEASURES; m++) {
        p->value[m] = amp__lens_value(m, &all);
    }
}

/* Writes a comparison. name: of each side. changed: only measures that differ. */
static AMP__COLD void amp__lens_put_pair(amp__text *to, const amp__lens_past *a, const char *name_a,
                                         const amp__lens_past *b, const char *name_b, int changed)
{
    int m, better = 0, worse = 0;
    amp__text_printf(to, "amp lens: %s against %s\n    %-22s %14s %14s\n", name_b, name_a,
                     "measure", "before", "now");
    for (m = 0; m < AMP__LENS_MEASURES; m++) {
        const double x = a->value[m], y = b->value[m], more = y - x;
        /* numbers in a file have 10 digits */
        const int same = more <= 1e-8 * x && -more <= 1e-8 * x;
        const int sign = same || x < 0 || y < 0 ? 0 : more > 0 ? amp__lens_measures[m].better
                                                               : -amp__lens_measures[m].better;
        char cell[2][AMP__LENS_CELL];
        if ((x < 0 && y < 0) || (same && changed)) {
            continue;
        }
        better += sign > 0;
        worse += sign < 0;
        amp__text_printf(to, "    %-22s %14s %14s  %s%s\n", amp__lens_measures[m].name,
                         amp__lens_cell(cell[0], "g", x), amp__lens_cell(cell[1], "g", y),
                         amp__lens_measures[m].unit,
                         same ? "" : sign > 0 ? " better" : sign < 0 ? " worse" : "");
    }
    amp__text_printf(to, "  %d better, %d worse\n", better, worse);
}

/* Compares what was measured from kernel number `from` on, or the kernel `only`, with the report at
   `path`. *found says how many kernels were in both. The caller holds the lock. */
static AMP__COLD amp_status amp__lens_compare_report(amp__text *to, const char *path,
                                                     const char *only, int from, int changed,
                                                     int *found)
{
    amp__lens_state *l = &amp__lens_shared;
    amp__lens_past *list, now;
    int count, i, p;
    const amp_status s = amp__lens_read_report(path, &list, &count);
    *found = 0;
    amp__lens_settle();
    for (i = from; s == AMP_OK && i < l->kernel_count; i++) {
        for (p = 0; p < count; p++) {
            if (strcmp(list[p].kernel, l->kernels[i].name) == 0
                && (only == NULL || strcmp(list[p].kernel, only) == 0)) {
                char name[600];
                AMP__PRINT(name, "%.500s", path);
                amp__lens_past_of(&l->kernels[i], &now);
                amp__lens_put_pair(to, &list[p], name, &now, now.kernel, changed);
                ++*found;
                break;
            }
        }
    }
    amp__check_free(list);
    return s;
}

#endif /* AMP_LENS_BASELINE_H */
