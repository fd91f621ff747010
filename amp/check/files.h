/* SPDX-License-Identifier: MIT */
#ifndef AMP_CHECK_FILES_H
#define AMP_CHECK_FILES_H
/*
amp/check/files.h: the report as files: JSON, SARIF, the JSON of code quality that GitLab
reads, and Markdown.
*/

#include "baseline.h"
#include "sentences.h"
#include "../report/sarif.h"

/* What the option tiles cannot see. */
#define AMP__CHECK_UNWATCHED \
    "what the others did wrong, and races with them, were not looked for"

/* The fingerprint of item i of e, in text[0..size), and which of those that have it i is: where one
   kernel has the same line twice, so do their findings. */
static AMP__COLD const char *amp__check_fingerprint_text(char *text, size_t size,
                                                         amp__check_item **e, size_t i)
{
    size_t k, number = 1;
    for (k = 0; k < i; k++) {
        number += e[k]->fingerprint == e[i]->fingerprint;
    }
    (void)snprintf(text, size, "%016llx:%lu", e[i]->fingerprint, (unsigned long)number);
    return text;
}

/* Writes the report as JSON, n items: docs/checker.md names the members. */
static AMP__COLD void amp__check_put_json(amp__json *j, amp__check_item **list, size_t n)
{
    char text[40];
    size_t i;
    amp__json_put(j, "{ findings: [");
    for (i = 0; i < n; i++) {
        const amp__check_item *e = list[i];
        const int r = e->rank, t = e->simple ? 0 : r, two = e->sides == 2;
        amp__json_put(j, "\n  { rule: %s, kernel: %s, array: %s", amp__check_rules[e->rule].id,
                      e->kernel, e->array);
        amp__json_ints(j, "index", e->index_count, e->index);
        amp__json_put(j, "file: %s, line: %d, other_file: %s, other_line: %d, count: %lld", e->file,
                      e->line, e->other_file, e->other_line, (long long)e->count);
        amp__json_ints(j, "tile", t, e->tile[0]);
        amp__json_ints(j, "thread", r, e->thread[0]);
        amp__json_ints(j, "other_tile", two ? t : 0, e->tile[1]);
        amp__json_ints(j, "other_thread", two ? r : 0, e->thread[1]);
        amp__json_put(j, "severity: %s, known: %c, fingerprint: %s, message: %s, fix: %s }",
                      e->note ? "note" : "error", e->known,
                      amp__check_fingerprint_text(text, sizeof(text), list, i), e->message, e->fix);
    }
    amp__json_put(j, "\n]");
    if (amp__check_shared.report.partly != 0) {
        amp__json_put(j, "partly_watched: %lld", (long long)amp__check_shared.report.partly);
    }
    amp__json_put(j, "}");
    amp__text_puts(j->to, "\n");
}

/* Writes the report as SARIF, n items. */
static AMP__COLD void amp__check_put_sarif(amp__json *j, amp__check_item **list, size_t n)
{
    char text[1000], fingerprint[40];
    size_t i;
    amp__sarif_begin(j, "amp check", amp__check_rules, AMP_CHECK_RULES);
    for (i = 0; i < n; i++) {
        const amp__check_item *e = list[i];
        const amp__sarif_item r = {
            e->rule, e->note ? "note" : "error", amp__check_sentence(text, sizeof(text), e),
            e->file, e->sides == 2 ? e->other_file : NULL, e->line, e->other_line, e->count,
            amp__check_fingerprint_text(fingerprint, sizeof(fingerprint), list, i),
            amp__check_shared.baseline.used == 0 ? NULL : e->known ? "unchanged" : "new"
        };
        amp__sarif_put(j, amp__check_rules, &r);
    }
    AMP__PRINT(text, "AMP_CHECK_OPTIONS=tiles: of %llu launches some tiles were "
               "watched; " AMP__CHECK_UNWATCHED, amp__check_shared.report.partly);
    amp__sarif_end(j, amp__check_shared.report.partly != 0 ? text : NULL);
}

/* Writes the report as GitLab's merge requests read it: a list of issues. */
static AMP__COLD void amp__check_put_quality(amp__json *j, amp__check_item **list, size_t n)
{
    char text[1000], fingerprint[40];
    size_t i;
    amp__json_put(j, "[");
    for (i = 0; i < n; i++) {
        const amp__check_item *e = list[i];
        amp__json_put(j, "\n  { description: %s, check_name: %s, fingerprint: %s, severity: %s, "
                      "location: { path: %s, lines: { begin: %d }}}",
                      amp__check_sentence(text, sizeof(text), e), amp__check_rules[e->rule].id,
                      amp__check_fingerprint_text(fingerprint, sizeof(fingerprint), list, i),
                      e->note ? "info" : "critical", e->file, e->line > 0 ? e->line : 1);
    }
    amp__json_put(j, "\n]");
    amp__text_puts(j->to, "\n");
}

/* Adds a text to a table of Markdown: signs that mean something there stand for themselves. */
static AMP__COLD void amp__check_put_cell(amp__text *to, const char *text)
{
    for (; *text != '\0'; text++) {
        if (strchr("\\`*_[]<>~|&", *text) != NULL) {
            amp__text_puts(to, "\\");
        }
        amp__text_put(to, *text == '\n' || *text == '\r' ? " " : text, 1);
    }
}

/* Writes the report as Markdown: a table, which shows also where nothing else does, as in the
   summary of a CI's job. */
static AMP__COLD void amp__check_put_markdown(amp__text *to, amp__check_item **list, size_t n)
{
    char text[1000];
    size_t i;
    amp__text_printf(to, "### amp check: %lu finding%s\n", (unsigned long)n, n == 1 ? "" : "s");
    for (i = 0; i < n; i++) {
        const amp__check_item *e = list[i];
        amp__text_puts(to, i == 0 ? "\n| rule | where | what is wrong |\n|---|---|---|\n" : "");
        amp__text_printf(to, "| %s%s | ", amp__check_rules[e->rule].id,
                         e->known ? " (known)" : e->note ? " (note)" : "");
        amp__check_put_cell(to, e->file);
        amp__text_printf(to, ":%d | ", e->line);
        amp__check_put_cell(to, amp__check_sentence(text, sizeof(text), e));
        amp__text_puts(to, " |\n");
    }
    if (amp__check_shared.report.partly != 0) {
        amp__text_printf(to, "\nOf %llu launches some tiles were watched; "
                         AMP__CHECK_UNWATCHED ".\n", amp__check_shared.report.partly);
    }
}

/* Writes one file of the report, of n items, in the format that its name asks for. Returns 0 where
   that failed, which is said the first time. */
static AMP__COLD int amp__check_write_file(const char *path, amp__check_item **e, size_t n)
{
    const char *base = amp__path_base(path);
    const size_t length = strlen(path);
    amp__text text = amp__text_from(&amp__check_memory);
    amp__json j = amp__json_begin(&text);
    int written;
    if (length >= 6 && strcmp(path + length - 6, ".sarif") == 0) {
        amp__check_put_sarif(&j, e, n);
    } else if (length >= 3 && strcmp(path + length - 3, ".md") == 0) {
        amp__check_put_markdown(&text, e, n);
    } else if (strstr(base, "codequality") != NULL || strstr(base, "code-quality") != NULL) {
        amp__check_put_quality(&j, e, n);
    } else {
        amp__check_put_json(&j, e, n);
    }
    text.failed |= e == NULL;
    written = amp__report_write(path, &text) == AMP__REPORT_WRITTEN;
    if (!written && !amp__check_shared.report.lost) {
        (void)fprintf(stderr, "amp check: AMP_CHECK_OPTIONS=report: '%s' cannot be written: %s\n",
                      path, strerror(errno));
    }
    return written;
}

/* Writes the files that the option report asks for: paths, with commas between them. */
static AMP__COLD void amp__check_write_files(void)
{
    amp__check_state *k = &amp__check_shared;
    const char *path = amp__setting_of(AMP__SETTING_CHECK_REPORT).text;
    amp__check_item **e;
    char one[4096];
    size_t n = 0;
    int lost = 0;
    if (!AMP__JUDGING || path == NULL || (!k->report.dirty && k->report.registered)) {
        return;
    }
    k->report.registered = 1;
    k->report.dirty = 0;
    e = amp__check_sorted(&n);
    while (amp__check_report_name(&path, one, sizeof(one))) {
        if (strcmp(one, AMP__CHECK_GITHUB) != 0) { /* no file: text.h */
            lost |= !amp__check_write_file(one, e, n);
        }
    }
    amp__check_free(e);
    k->report.lost = lost;
    if (lost) {
        k->report.dirty = 1; /* the next launch tries again */
        amp__check_mark_process_failed();
    }
}

#endif /* AMP_CHECK_FILES_H */
