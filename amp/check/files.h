/* SPDX-License-Identifier: MIT */
#ifndef AMP_CHECK_FILES_H
#define AMP_CHECK_FILES_H
/*
amp/check/files.h: the report as files: JSON, SARIF, and the JSON of code quality that
GitLab reads.
*/

#include "baseline.h"
#include <errno.h> /* why a file could not be written */

#if AMP__CHECKING && AMP__IMPLEMENT

/* What the option tiles cannot see. */
#define AMP__CHECK_UNWATCHED \
    "what the others did wrong, and races with them, were not looked for"

/* Writes a string in quotes, as JSON has it. */
static AMP__CHECK void amp__check_put_text(FILE *f, const char *text)
{
    (void)fputc('"', f);
    for (; *text != '\0'; text++) {
        const unsigned char c = (unsigned char)*text;
        if (c == '"' || c == '\\') {
            (void)fputc('\\', f);
            (void)fputc(c, f);
        } else if (c < 0x20) {
            (void)fprintf(f, "\\u%04x", (unsigned)c);
        } else {
            (void)fputc(c, f);
        }
    }
    (void)fputc('"', f);
}

/* Writes a member of an object that is a list of n numbers. */
static AMP__CHECK void amp__check_put_list(FILE *f, const char *key, int n, const int *v)
{
    int i;
    (void)fprintf(f, ", \"%s\": [", key);
    for (i = 0; i < n; i++) {
        (void)fprintf(f, "%s%d", i > 0 ? ", " : "", v[i]);
    }
    (void)fprintf(f, "]");
}

/* Writes the fingerprint of item i of e. Of those before it that have the same one, which is
   counted, some may be: the same text twice in one kernel. */
static AMP__CHECK void amp__check_put_fingerprint(FILE *f, amp__check_item **e, size_t i)
{
    size_t k, number = 1;
    for (k = 0; k < i; k++) {
        number += e[k]->fingerprint == e[i]->fingerprint;
    }
    (void)fprintf(f, "\"%016llx:%lu\"", e[i]->fingerprint, (unsigned long)number);
}

/* Writes the report as JSON, n items: docs/checker.md names the members. */
static AMP__CHECK void amp__check_put_json(FILE *f, amp__check_item **e, size_t n)
{
    size_t i;
    (void)fprintf(f, "{\"findings\": [");
    for (i = 0; i < n; i++) {
        const int r = e[i]->rank, t = e[i]->simple ? 0 : r, two = e[i]->sides == 2;
        (void)fprintf(f, "%s\n  {\"rule\": \"%s\", \"kernel\": ", i > 0 ? "," : "",
                      amp__check_rule_name(e[i]->rule));
        amp__check_put_text(f, e[i]->kernel);
        (void)fprintf(f, ", \"array\": ");
        amp__check_put_text(f, e[i]->array);
        amp__check_put_list(f, "index", e[i]->index_count, e[i]->index);
        (void)fprintf(f, ", \"file\": ");
        amp__check_put_text(f, e[i]->file);
        (void)fprintf(f, ", \"line\": %d, \"other_file\": ", e[i]->line);
        amp__check_put_text(f, e[i]->other_file);
        (void)fprintf(f, ", \"other_line\": %d, \"count\": %llu", e[i]->other_line, e[i]->count);
        amp__check_put_list(f, "tile", t, e[i]->tile[0]);
        amp__check_put_list(f, "thread", r, e[i]->thread[0]);
        amp__check_put_list(f, "other_tile", two ? t : 0, e[i]->tile[1]);
        amp__check_put_list(f, "other_thread", two ? r : 0, e[i]->thread[1]);
        (void)fprintf(f, ", \"severity\": \"%s\", \"known\": %s, \"fingerprint\": ",
                      e[i]->note ? "note" : "error", e[i]->known ? "true" : "false");
        amp__check_put_fingerprint(f, e, i);
        (void)fprintf(f, ", \"message\": ");
        amp__check_put_text(f, e[i]->message);
        (void)fprintf(f, ", \"fix\": ");
        amp__check_put_text(f, e[i]->fix);
        (void)fprintf(f, "}");
    }
    (void)fprintf(f, "%s]", n > 0 ? "\n" : "");
    if (amp__check_shared.report.partly != 0) {
        (void)fprintf(f, ", \"partly_watched\": %llu", amp__check_shared.report.partly);
    }
    (void)fprintf(f, "}\n");
}

/* The sentence of an item, for formats that have room for one: in text[0..size). */
static AMP__CHECK const char *amp__check_sentence(char *text, size_t size, const amp__check_item *e)
{
    char index[64] = "";
    if (e->index_count > 0) {
        (void)amp__index_text(index, sizeof(index), e->index_count, e->index);
    }
    (void)snprintf(text, size, "%s%s%s%s%s: %s. Mend: %s.", amp__check_place(e), e->kernel,
                   e->kernel[0] != '\0' && e->array[0] != '\0' ? ", " : "", e->array, index,
                   e->message, e->fix);
    return text;
}

/* Writes a path as a URI, in quotes: what stands there for itself, and %20 for the rest. */
static AMP__CHECK void amp__check_put_uri(FILE *f, const char *path)
{
    (void)fputs(path[0] == '/' ? "\"file://" : "\"", f);
    for (; *path != '\0'; path++) {
        const unsigned char c = (unsigned char)*path;
        if (isalnum(c) || (c < 0x80 && strchr("/-._~+@", c) != NULL)) {
            (void)fputc(c, f);
        } else {
            (void)fprintf(f, "%%%02X", (unsigned)c);
        }
    }
    (void)fputc('"', f);
}

/* Writes a line of a source file as a location of SARIF, without its last brace. */
static AMP__CHECK void amp__check_sarif_location(FILE *f, const char *file, int line)
{
    (void)fprintf(f, "{\"physicalLocation\": {\"artifactLocation\": {\"uri\": ");
    amp__check_put_uri(f, file);
    (void)fprintf(f, "%s}, \"region\": {\"startLine\": %d}}",
                  file[0] == '/' ? "" : ", \"uriBaseId\": \"%SRCROOT%\"", line > 0 ? line : 1);
}

/* Writes the rules of SARIF, and the folder that relative paths count from. */
static AMP__CHECK void amp__check_put_rules(FILE *f)
{
    static const char *const what[] = {
#define AMP__CHECK_RULE(name, text, what) what,
        AMP__CHECK_RULE_MAP(AMP__CHECK_RULE)
#undef AMP__CHECK_RULE
    };
    char here[4096];
    int i;
    for (i = 0; i < AMP_CHECK_RULES; i++) {
        (void)fprintf(f, "%s\n  {\"id\": \"%s\", \"shortDescription\": {\"text\": ",
                      i > 0 ? "," : "", amp__check_rule_name(i));
        amp__check_put_text(f, what[i]);
        (void)fprintf(f, "}, \"defaultConfiguration\": {\"level\": \"error\"}}");
    }
    (void)fprintf(f, "]}},\n \"columnKind\": \"utf16CodeUnits\"");
    if (getcwd(here, sizeof(here) - 1) != NULL) {
        (void)strcat(here, "/");
        (void)fprintf(f, ", \"originalUriBaseIds\": {\"%%SRCROOT%%\": {\"uri\": ");
        amp__check_put_uri(f, here);
        (void)fprintf(f, "}}");
    }
}

/* The report as SARIF 2.1.0, a format that code hosts show beside the source. e: n items. */
static AMP__CHECK void amp__check_put_sarif(FILE *f, amp__check_item **e, size_t n)
{
    char text[1000];
    size_t i;
    (void)fprintf(
        f,
        "{\"$schema\": \"https://json.schemastore.org/sarif-2.1.0.json\",\n"
        " \"version\": \"2.1.0\",\n \"runs\": [{\"tool\": {\"driver\": {\"name\": \"amp check\", "
        "\"version\": \"%s\", \"rules\": [",
        AMP_VERSION);
    amp__check_put_rules(f);
    (void)fprintf(f, ",\n \"results\": [");
    for (i = 0; i < n; i++) {
        (void)fprintf(f,
                      "%s\n  {\"ruleId\": \"%s\", \"ruleIndex\": %d, \"level\": \"%s\", "
                      "\"message\": {\"text\": ",
                      i > 0 ? "," : "", amp__check_rule_name(e[i]->rule), e[i]->rule,
                      e[i]->note ? "note" : "error");
        amp__check_put_text(f, amp__check_sentence(text, sizeof(text), e[i]));
        (void)fprintf(f, "}, \"occurrenceCount\": %llu, \"locations\": [", e[i]->count);
        amp__check_sarif_location(f, e[i]->file, e[i]->line);
        (void)fprintf(f, "}]");
        if (e[i]->sides == 2) {
            (void)fprintf(f, ", \"relatedLocations\": [");
            amp__check_sarif_location(f, e[i]->other_file, e[i]->other_line);
            (void)fprintf(f, ", \"id\": 1, \"message\": {\"text\": \"the other side\"}}]");
        }
        (void)fprintf(f, ", \"partialFingerprints\": {\"primaryLocationLineHash\": ");
        amp__check_put_fingerprint(f, e, i);
        (void)fprintf(f, "}");
        if (amp__check_shared.baseline.used > 0) {
            (void)fprintf(f, ", \"baselineState\": \"%s\"", e[i]->known ? "unchanged" : "new");
        }
        (void)fprintf(f, "}");
    }
    (void)fprintf(f, "%s]", n > 0 ? "\n" : "");
    if (amp__check_shared.report.partly != 0) {
        (void)fprintf(f,
                      ",\n \"invocations\": [{\"executionSuccessful\": true, "
                      "\"toolExecutionNotifications\": [{\"level\": \"note\", \"message\": "
                      "{\"text\": \"AMP_CHECK_OPTIONS=tiles: of %llu launches some tiles "
                      "were watched; "
                      AMP__CHECK_UNWATCHED "\"}}]}]", amp__check_shared.report.partly);
    }
    (void)fprintf(f, "}]}\n");
}

/* The report as GitLab's merge requests read it: a list of issues. */
static AMP__CHECK void amp__check_put_quality(FILE *f, amp__check_item **e, size_t n)
{
    char text[1000];
    size_t i;
    (void)fprintf(f, "[");
    for (i = 0; i < n; i++) {
        (void)fprintf(f, "%s\n  {\"description\": ", i > 0 ? "," : "");
        amp__check_put_text(f, amp__check_sentence(text, sizeof(text), e[i]));
        (void)fprintf(f, ", \"check_name\": \"%s\", \"fingerprint\": ",
                      amp__check_rule_name(e[i]->rule));
        amp__check_put_fingerprint(f, e, i);
        (void)fprintf(f, ", \"severity\": \"%s\", \"location\": {\"path\": ",
                      e[i]->note ? "info" : "critical");
        amp__check_put_text(f, e[i]->file);
        (void)fprintf(f, ", \"lines\": {\"begin\": %d}}}", e[i]->line > 0 ? e[i]->line : 1);
    }
    (void)fprintf(f, "%s]\n", n > 0 ? "\n" : "");
}

/* Writes one file of the report, of n items, anew and whole, in the format that its name asks
   for. Returns 0 where that failed, which is said the first time. */
static AMP__CHECK int amp__check_write_file(const char *path, amp__check_item **e, size_t n)
{
    const char *base = amp__check_base(path);
    const size_t length = strlen(path);
    FILE *f = fopen(path, "w");
    int failed = f == NULL || e == NULL;
    if (!failed && length >= 6 && strcmp(path + length - 6, ".sarif") == 0) {
        amp__check_put_sarif(f, e, n);
    } else if (!failed
               && (strstr(base, "codequality") != NULL || strstr(base, "code-quality") != NULL)) {
        amp__check_put_quality(f, e, n);
    } else if (!failed) {
        amp__check_put_json(f, e, n);
    }
    if (f != NULL) {
        failed |= ferror(f) != 0;
        failed |= fclose(f) != 0;
    }
    if (failed && !amp__check_shared.report.lost) {
        (void)fprintf(stderr, "amp check: AMP_CHECK_OPTIONS=report: '%s' cannot be written: "
                      "%s\n", path,
                      strerror(errno));
    }
    return !failed;
}

/* Writes the files that the option report asks for: paths, with commas between them. */
static AMP__CHECK void amp__check_write_files(void)
{
    const char *path = amp__setting_of(AMP__SETTING_CHECK_REPORT).text;
    amp__check_item **e;
    size_t n = 0;
    int lost = 0;
    if (path == NULL || (!amp__check_shared.report.dirty && amp__check_shared.report.registered)) {
        return;
    }
    amp__check_shared.report.registered = 1;
    amp__check_shared.report.dirty = 0;
    e = amp__check_sorted(&n);
    while (*path != '\0') {
        char one[4096];
        const size_t length = strcspn(path, ",");
        if (length > 0) {
            (void)snprintf(one, sizeof(one), "%.*s", (int)length, path);
            lost |= !amp__check_write_file(one, e, n);
        }
        path += length + (path[length] == ',');
    }
    amp__check_free(e);
    amp__check_shared.report.lost = lost;
    if (lost) {
        amp__check_shared.report.dirty = 1; /* the next launch tries again */
        amp__check_troubled();
    }
}

#endif /* AMP__CHECKING && AMP__IMPLEMENT */

#endif /* AMP_CHECK_FILES_H */
