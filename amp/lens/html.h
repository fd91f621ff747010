/* SPDX-License-Identifier: MIT */
#ifndef AMP_LENS_HTML_H
#define AMP_LENS_HTML_H
/*
amp/lens/html.h: the report as a page: amp/lens/page.html.h with what was measured in it.

The page holds the report as JSON, and besides for each kernel the accesses of its first tile, some
of its requests, the checker's findings and the source around its lines; its script draws all of
that.
*/

#include "json.h"
#include "page.html.h"
#include "words.h"
#include "../check/items.h"

enum { AMP__LENS_AROUND = 8 }; /* source lines before the first and behind the last of a file */

/* Whether a kernel of that name was measured. */
static AMP__COLD int amp__lens_has_kernel(const char *name)
{
    const amp__lens_state *l = &amp__lens_shared;
    int i = 0;
    while (i < l->kernel_count && strcmp(l->kernels[i].name, name) != 0) {
        i++;
    }
    return i < l->kernel_count;
}

/* Writes the checker's findings of a kernel as a member; k NULL: the faults of kernels that were
   not measured. */
static AMP__COLD void amp__lens_put_findings(amp__json *j, const amp__lens_kernel *k)
{
    const amp__check_item *e = (const amp__check_item *)amp__check_shared.report.items.at;
    size_t i;
    int n = 0;
    amp__json_put(j, "\n   findings: [");
    for (i = 0; i < amp__check_shared.report.items.used; i++) {
        if (k != NULL ? strcmp(e[i].kernel, k->name) == 0
                      : e[i].kernel[0] != '\0' && !e[i].note && !e[i].known && !e[i].suppressed
                            && !amp__lens_has_kernel(e[i].kernel)) {
            amp__json_put(j, n++ > 0 ? "\n    {" : "{");
            amp__json_put(j, "kernel: %s, rule: %s, file: %s, line: %d, other_line: %d, "
                          "message: %s, fix: %s }", e[i].kernel, amp__check_rules[e[i].rule].id,
                          e[i].file, e[i].line, e[i].other_line, e[i].message, e[i].fix);
        }
    }
    amp__json_put(j, "]");
}

/* How many of n accesses, from the first on, are of one row and interval and go on by the same
   steps, by *threads and by *elements. */
static AMP__COLD size_t amp__lens_run(const amp__lens_shown *s, size_t n, int *threads,
                                      long long *elements)
{
    size_t i;
    *threads = 0;
    *elements = 0;
    for (i = 1; i < n && s[i].row == s[0].row && s[i].interval == s[0].interval; i++) {
        const int by = (int)s[i].thread - (int)s[i - 1].thread;
        const long long on = (long long)s[i].element - (long long)s[i - 1].element;
        if (i > 1 && (by != *threads || on != *elements)) {
            break;
        }
        *threads = by;
        *elements = on;
    }
    return i < n ? i : n;
}

/* Writes what a page shows of a kernel besides the report: the accesses of its first tile, as runs
   of seven numbers: row, barrier interval, the first thread and how they go on, the first element
   and how they go on, and how many. */
static AMP__COLD void amp__lens_put_first_tile(amp__json *j, const amp__lens_kernel *k)
{
    size_t i, n, count = 0;
    amp__json_ints(j, "first_tile", k->rank, k->first_tile);
    amp__json_put(j, "intervals: %d, trace_cut: %c,\n   trace: [", k->intervals, k->shown_cut);
    for (i = 0; i < k->shown_count; i += n) { /* without blanks: there are many */
        const amp__lens_shown *s = &k->shown[i];
        int threads;
        long long elements;
        n = amp__lens_run(s, k->shown_count - i, &threads, &elements);
        amp__text_printf(j->to, "%s%d,%u,%u,%d,%u,%lld,%lu",
                         i == 0 ? "" : ++count % 4 == 0 ? ",\n" : ",", s->row,
                         (unsigned)s->interval, (unsigned)s->thread, threads, s->element, elements,
                         (unsigned long)n);
    }
    amp__json_put(j, "]");
}

/* Writes lines [from, to] of a file as a list of texts. */
static AMP__COLD void amp__lens_put_lines(amp__json *j, const char *file, int from, int to)
{
    const int all = amp__report_lines(file);
    char text[1000];
    int line;
    amp__json_put(j, "lines: [");
    for (line = from; line <= to && line <= all; line++) {
        amp__json_put(j, "\n   %s", amp__report_line(text, sizeof(text), file, line));
    }
    amp__json_put(j, "]");
}

/* Writes the source of all files that rows are of, each once: those lines, and some around them. */
static AMP__COLD void amp__lens_put_sources(amp__json *to_json)
{
    const amp__lens_state *l = &amp__lens_shared;
    int i, r, j, q;
    amp__json_put(to_json, "\n sources: {");
    for (i = 0; i < l->kernel_count; i++) {
        for (r = 0; r < l->kernels[i].row_count; r++) {
            const amp__lens_row *row = &l->kernels[i].rows[r];
            int from = row->line, to = row->line, before = 0;
            for (j = 0; j < l->kernel_count; j++) {
                for (q = 0; q < l->kernels[j].row_count; q++) {
                    const amp__lens_row *o = &l->kernels[j].rows[q];
                    if (strcmp(o->file, row->file) == 0) {
                        before |= j < i || (j == i && q < r);
                        from = o->line < from ? o->line : from;
                        to = o->line > to ? o->line : to;
                    }
                }
            }
            if (!before && row->line > 0) {
                from = from > AMP__LENS_AROUND ? from - AMP__LENS_AROUND : 1;
                amp__json_put(to_json, "\n  %s: { first: %d", row->file, from);
                amp__lens_put_lines(to_json, row->file, from, to + AMP__LENS_AROUND);
                amp__json_put(to_json, "}");
            }
        }
    }
    amp__json_put(to_json, "}");
}

/* Writes the barriers that end the intervals of the first tile, and for each access site its
   costliest request in that tile, as members: the sectors that it moves, and the threads'
   addresses, -1 for one that is not in it. */
static AMP__COLD void amp__lens_put_requests(amp__json *j, const amp__lens_kernel *k)
{
    const amp_lens_model *m = &k->model;
    size_t i;
    int t, n;
    amp__json_put(j, "\n   ends: [");
    for (t = 0; t < k->intervals && t < AMP__LENS_ENDS; t++) {
        amp__json_put(j, "%d", k->ends[t]);
    }
    amp__json_put(j, "],\n   pictures: [");
    for (i = 0; i < k->pictured_count; i++) {
        const amp__lens_pictured *p = &k->pictured[i];
        amp__lens_sector list[AMP__LENS_MOST_SECTORS];
        union { amp__lens_request of; char room[sizeof(amp__lens_request) + sizeof(p->at)]; } r;
        unsigned long long lines = 0;
        if (p->row < 0) {
            continue;
        }
        r.of.lanes = p->lanes;
        r.of.size = p->size;
        __builtin_memcpy(r.room + offsetof(amp__lens_request, at), p->at, sizeof(p->at));
        amp__json_put(j, "\n    { row: %d, warp: %d, size: %d, cost: %lld, sectors: [", p->row,
                      (int)p->warp, (int)p->size, (long long)p->cost);
        for (t = 0; !k->arrays[k->rows[p->row].array].tile && t < m->warp;
             t += m->memory_request) {
            for (n = amp__lens_sectors(m, &r.of, t, t + m->memory_request, list, &lines); n > 0;
                 n--) {
                amp__json_put(j, "%lld", (long long)list[n - 1].number);
            }
        }
        amp__json_put(j, "], at: [");
        for (t = 0; t < m->warp; t++) {
            amp__json_put(j, "%lld", p->lanes >> t & 1 ? (long long)p->at[t] : -1LL);
        }
        amp__json_put(j, "] }");
    }
    amp__json_put(j, "]");
}

/* Writes all that a page shows, as JSON. */
static AMP__COLD void amp__lens_put_page_data(amp__text *to)
{
    amp__json j = amp__json_begin(to);
    size_t w;
    int i;
    j.in_html = 1;
    amp__json_put(&j, "{ lens: %d, measures: [", AMP__LENS_SCHEMA);
    for (i = 0; i < AMP__LENS_MEASURES; i++) {
        amp__json_put(&j, "\n  { name: %s, unit: %s, what: %s, nsight: %s }",
                      amp__lens_measures[i].name, amp__lens_measures[i].unit,
                      amp__lens_measures[i].what, amp__lens_measures[i].nsight);
    }
    amp__json_put(&j, "],\n words: {");
    for (w = 0; w < sizeof(amp__lens_terms) / sizeof(amp__lens_terms[0]); w++) {
        amp__json_put(&j, "\n  %s: %s", amp__lens_terms[w].word, amp__lens_terms[w].meaning);
    }
    amp__json_put(&j, "}, index: %c,\n kernels: [", amp__lens_shared.in_folder);
    for (i = 0; i < amp__lens_shared.kernel_count; i++) {
        const amp__lens_kernel *k = &amp__lens_shared.kernels[i];
        amp__lens_put_json_kernel(&j, k);
        amp__lens_put_findings(&j, k);
        amp__lens_put_first_tile(&j, k);
        amp__lens_put_requests(&j, k);
        amp__json_put(&j, "}");
    }
    amp__json_put(&j, "]");
    amp__lens_put_findings(&j, NULL);
    amp__lens_put_sources(&j);
    amp__json_put(&j, "}");
    amp__text_puts(to, "\n");
}

/* Writes what an index over pages says of this one: its kernels, in a few words each. */
static AMP__COLD void amp__lens_put_summary(amp__text *to)
{
    amp__json j = amp__json_begin(to);
    int i, b;
    j.in_html = 1;
    amp__json_put(&j, "[");
    for (i = 0; i < amp__lens_shared.kernel_count; i++) {
        const amp__lens_kernel *k = &amp__lens_shared.kernels[i];
        const amp__lens_scope all = { k, 0, NULL, 0 };
        const amp__lens_times t = amp__lens_time(k);
        double most = 0;
        for (b = 0; b < AMP__LENS_BOUNDS; b++) {
            most = t.part[b] > most ? t.part[b] : most;
        }
        amp__json_put(&j, "{ kernel: %s, model: %s, time: %.6g, bound: %s, efficiency: %.4g",
                      k->name, k->model.name, most, amp__lens_bound_name[t.bound],
                      amp__lens_or_null(amp__lens_value(AMP__LENS_efficiency, &all)));
        amp__json_ints(&j, "extent", k->rank, k->extent);
        amp__json_ints(&j, "tile", k->simple ? 0 : k->rank, k->tile);
        amp__json_put(&j, "}");
    }
    amp__json_put(&j, "]");
    amp__text_puts(to, "\n");
}

/* Writes the page behind its first line, which is #if 0, with that summary and those data. */
static AMP__COLD void amp__lens_put_html_of(amp__text *to, const char *summary, const char *data)
{
    static const char *const place[2] = { "@SUMMARY@\n", "@DATA@\n" };
    const amp__library_text page = amp__lens_page();
    const char *from = strchr(page.text, '\n') + 1;
    int i;
    for (i = 0; i < 2; i++) {
        const char *const at = strstr(from, place[i]);
        AMP__ASSERT(at != NULL && at < page.end);
        amp__text_put(to, from, (size_t)(at - from));
        amp__text_puts(to, i == 0 ? summary : data);
        from = at + strlen(place[i]);
    }
    amp__text_put(to, from, (size_t)(page.end - from));
}

/* Writes the page of this program. */
static AMP__COLD void amp__lens_put_html(amp__text *to)
{
    amp__text summary = amp__text_from(&amp__check_memory);
    amp__text data = amp__text_from(&amp__check_memory);
    amp__lens_put_summary(&summary);
    amp__lens_put_page_data(&data);
    amp__lens_put_html_of(to, amp__text_string(&summary), amp__text_string(&data));
    to->failed |= summary.failed | data.failed;
    amp__text_free(&summary);
    amp__text_free(&data);
}

#endif /* AMP_LENS_HTML_H */
