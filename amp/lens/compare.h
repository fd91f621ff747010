/* SPDX-License-Identifier: MIT */
#ifndef AMP_LENS_COMPARE_H
#define AMP_LENS_COMPARE_H
/*
amp/lens/compare.h: two kernels side by side, or what was measured and an older report.
*/

#include "expectations.h"

#if AMP__LENS && AMP__IMPLEMENT

/* The measures of a kernel, as those of a report. */
static AMP__CHECK_COLD void amp__lens_past_of(const amp__lens_kernel *k, amp__lens_past *p)
{
    const amp__lens_scope all = { k, 0, NULL };
    int m;
    (void)snprintf(p->kernel, sizeof(p->kernel), "%s", k->name);
    for (m = 0; m < AMP__LENS_MEASURES; m++) {
        p->value[m] = amp__lens_value(m, &all);
    }
}

/* Writes a comparison. name: of each side. changed: only measures that differ. */
static AMP__CHECK_COLD void amp__lens_put_pair(amp__text *to, const amp__lens_past *a,
                                               const char *name_a, const amp__lens_past *b,
                                               const char *name_b, int changed)
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
        char cell[2][32];
        if ((x < 0 && y < 0) || (same && changed)) {
            continue;
        }
        better += sign > 0;
        worse += sign < 0;
        amp__text_printf(to, "    %-22s %14s %14s  %s%s\n", amp__lens_measures[m].name,
                         amp__lens_cell(cell[0], 32, "g", x), amp__lens_cell(cell[1], 32, "g", y),
                         amp__lens_measures[m].unit,
                         same ? "" : sign > 0 ? " better" : sign < 0 ? " worse" : "");
    }
    amp__text_printf(to, "  %d better, %d worse\n", better, worse);
}

/* Whether a name is that of a report file. */
static AMP__CHECK_COLD int amp__lens_is_file(const char *name)
{
    const size_t n = name != NULL ? strlen(name) : 0;
    return n > 5 && strcmp(name + n - 5, ".json") == 0;
}

/* Compares what was measured from kernel number `from` on, or the kernel `only`, with the report at
   `path`. *found says how many kernels were in both. The caller holds the lock. */
static AMP__CHECK_COLD amp_status amp__lens_compare_report(amp__text *to, const char *path,
                                                           const char *only, int from, int changed,
                                                           int *found)
{
    amp__lens_state *l = &amp__lens_shared;
    amp__lens_past *list, now;
    int count, i, p;
    const amp_status s = amp__lens_read_report(path, &list, &count);
    *found = 0;
    for (i = from; s == AMP_OK && i < l->kernel_count; i++) {
        for (p = 0; p < count; p++) {
            if (strcmp(list[p].kernel, l->kernels[i].name) == 0
                && (only == NULL || strcmp(list[p].kernel, only) == 0)) {
                char name[600];
                (void)snprintf(name, sizeof(name), "%.500s", path);
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

AMP__API AMP__CHECK amp_status amp_lens_compare(const char *a, const char *b, const char *path)
{
    const char *const first = a != NULL ? a : "", *const second = b != NULL ? b : "";
    amp__text text = amp__text_from(&amp__check_memory);
    amp_status s = AMP_OK;
    amp__take(&amp__check_locks.launch);
    if (amp__lens_is_file(first)) {
        int found = 0;
        s = amp__lens_compare_report(&text, first, b, 0, 0, &found);
        if (s == AMP_OK && found == 0) {
            s = amp__fail(AMP_INVALID_ARGUMENT, "'%.500s' has no kernel that was measured%s%.60s",
                          first, b != NULL ? " by the name " : "", second);
        }
    } else {
        const amp__lens_kernel *x = amp__lens_kernel_of(first, strlen(first));
        const amp__lens_kernel *y = x != NULL ? amp__lens_kernel_of(second, strlen(second)) : NULL;
        if (y != NULL) {
            amp__lens_past p, q;
            amp__lens_past_of(x, &p);
            amp__lens_past_of(y, &q);
            amp__lens_put_pair(&text, &p, first, &q, second, 0);
        } else {
            s = AMP_INVALID_ARGUMENT;
        }
    }
    amp__give(&amp__check_locks.launch);
    if (s == AMP_OK) {
        return amp__lens_write(path, text);
    }
    amp__text_free(&text);
    return s;
}

/* Says what has changed since the report that AMP_LENS_OPTIONS=base names, of kernels from that
   number on. */
static AMP__CHECK_COLD void amp__lens_report_base(int from)
{
    const char *base = amp__setting_of(AMP__SETTING_LENS_BASE).text;
    amp__text text = amp__text_from(&amp__check_memory);
    int found;
    if (base == NULL) {
        return;
    }
    if (amp__lens_compare_report(&text, base, NULL, from, 1, &found) != AMP_OK) {
        (void)fprintf(stderr, "amp lens: base of AMP_LENS_OPTIONS: %s\n", amp_last_error());
    }
    (void)amp__lens_write(NULL, text);
}

#endif /* AMP__LENS && AMP__IMPLEMENT */

#endif /* AMP_LENS_COMPARE_H */
