/* SPDX-License-Identifier: MIT */
#ifndef AMP_LENS_HTML_H
#define AMP_LENS_HTML_H
/*
amp/lens/html.h: the report as a page: amp/lens/page.html with what was measured in it.

The page holds the report as JSON, and besides for each kernel the accesses of its first tile, the
checker's findings and the source around its lines; its script draws all of that.
*/

#include <errno.h> /* why there is no temporary file */
#include "json.h"
#include "page.h"

#if AMP__LENS && AMP__IMPLEMENT

enum { AMP__LENS_AROUND = 8 }; /* source lines before the first and behind the last of a file */

/* Writes the checker's findings of a kernel as a member. */
static AMP__RARE AMP__CHECK void amp__lens_put_findings(FILE *f, const amp__lens_kernel *k)
{
    static const char *const rules[] = {
#define AMP__CHECK_RULE(name, text, what) text,
        AMP__CHECK_RULE_MAP(AMP__CHECK_RULE)
#undef AMP__CHECK_RULE
    };
    const amp__check_item *e = (const amp__check_item *)amp__check_shared.report.items.at;
    size_t i;
    int n = 0;
    (void)fprintf(f, ",\n   \"findings\": [");
    for (i = 0; i < amp__check_shared.report.items.used; i++) {
        if (strcmp(e[i].kernel, k->name) == 0) {
            (void)fprintf(f, "%s{\"rule\": \"%s\", \"file\": ", n++ > 0 ? ",\n    " : "",
                          rules[e[i].rule]);
            amp__check_put_text(f, e[i].file);
            (void)fprintf(f, ", \"line\": %d, \"other_line\": %d, \"message\": ", e[i].line,
                          e[i].other_line);
            amp__check_put_text(f, e[i].message);
            (void)fprintf(f, ", \"fix\": ");
            amp__check_put_text(f, e[i].fix);
            (void)fprintf(f, "}");
        }
    }
    (void)fprintf(f, "]");
}

/* How many of n accesses, from the first on, are of one row and interval and go on by the same
   steps, by *threads and by *elements. */
static AMP__RARE AMP__CHECK size_t amp__lens_run(const amp__lens_shown *s, size_t n, int *threads,
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
static AMP__RARE AMP__CHECK void amp__lens_put_first_tile(FILE *f, const amp__lens_kernel *k)
{
    size_t i, n, count = 0;
    amp__check_put_list(f, "first_tile", k->rank, k->first_tile);
    (void)fprintf(f, ", \"intervals\": %d, \"trace_cut\": %s,\n   \"trace\": [", k->intervals,
                  k->shown_cut ? "true" : "false");
    for (i = 0; i < k->shown_count; i += n) {
        const amp__lens_shown *s = &k->shown[i];
        int threads;
        long long elements;
        n = amp__lens_run(s, k->shown_count - i, &threads, &elements);
        (void)fprintf(f, "%s%d,%u,%u,%d,%u,%lld,%lu", i == 0 ? "" : ++count % 4 == 0 ? ",\n" : ",",
                      s->row, (unsigned)s->interval, (unsigned)s->thread, threads, s->element,
                      elements, (unsigned long)n);
    }
    (void)fprintf(f, "]");
}

/* Writes lines [from, to] of a file as a list of texts. */
static AMP__RARE AMP__CHECK void amp__lens_put_lines(FILE *f, const char *file, int from, int to)
{
    char text[1000];
    FILE *source = fopen(file, "r");
    int line, n = 0;
    for (line = 1; source != NULL && line <= to && fgets(text, sizeof(text), source) != NULL;
         line++) {
        int c = strchr(text, '\n') != NULL ? '\n' : ' ';
        while (c != EOF && c != '\n') { /* the end of a long line */
            c = fgetc(source);
        }
        text[strcspn(text, "\r\n")] = '\0';
        if (line >= from) {
            (void)fprintf(f, "%s\n   ", n++ > 0 ? "," : "");
            amp__check_put_text(f, text);
        }
    }
    if (source != NULL) {
        (void)fclose(source);
    }
}

/* Writes the source of all files that rows are of, each once: those lines, and some around them. */
static AMP__RARE AMP__CHECK void amp__lens_put_sources(FILE *f)
{
    const amp__lens_state *l = &amp__lens_shared;
    int i, r, j, q, n = 0;
    (void)fprintf(f, ",\n \"sources\": {");
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
                (void)fprintf(f, "%s\n  ", n++ > 0 ? "," : "");
                amp__check_put_text(f, row->file);
                (void)fprintf(f, ": {\"first\": %d, \"lines\": [", from);
                amp__lens_put_lines(f, row->file, from, to + AMP__LENS_AROUND);
                (void)fprintf(f, "]}");
            }
        }
    }
    (void)fprintf(f, "}");
}

/* Writes all that a page shows, as JSON. */
static AMP__RARE AMP__CHECK void amp__lens_put_page_data(FILE *f)
{
    int i;
    (void)fprintf(f, "{\"lens\": 1, \"measures\": [");
    for (i = 0; i < AMP__LENS_MEASURES; i++) {
        (void)fprintf(f, "%s\n  {\"name\": \"%s\", \"unit\": \"%s\", \"what\": \"%s\"}",
                      i > 0 ? "," : "", amp__lens_measures[i].name, amp__lens_measures[i].unit,
                      amp__lens_measures[i].what);
    }
    (void)fprintf(f, "],\n \"kernels\": [");
    for (i = 0; i < amp__lens_shared.kernel_count; i++) {
        const amp__lens_kernel *k = &amp__lens_shared.kernels[i];
        (void)fprintf(f, "%s\n  ", i > 0 ? "," : "");
        amp__lens_put_json_kernel(f, k);
        amp__lens_put_findings(f, k);
        amp__lens_put_first_tile(f, k);
        (void)fprintf(f, "}");
    }
    (void)fprintf(f, "]");
    amp__lens_put_sources(f);
    (void)fprintf(f, "}\n");
}

/* Writes the page. The data go through a file of their own, for a '<' in a text could end the
   script that holds them: it is written as \u003c. */
static AMP__RARE AMP__CHECK void amp__lens_put_html(FILE *f)
{
    FILE *data = tmpfile();
    const char *const *line;
    int c;
    if (data == NULL) {
        (void)fprintf(f, "<!DOCTYPE html><title>amp lens</title><p>The system has no temporary "
                      "file for the data of this page: %s\n", strerror(errno));
        return;
    }
    amp__lens_put_page_data(data);
    for (line = amp__lens_page; *line != NULL; line++) {
        if (strcmp(*line, "@DATA@") != 0) {
            (void)fprintf(f, "%s\n", *line);
            continue;
        }
        rewind(data);
        while ((c = fgetc(data)) != EOF) {
            if (c == '<') {
                (void)fputs("\\u003c", f);
            } else {
                (void)fputc(c, f);
            }
        }
    }
    (void)fclose(data);
}

#endif /* AMP__LENS && AMP__IMPLEMENT */

#endif /* AMP_LENS_HTML_H */
