/* SPDX-License-Identifier: MIT */
#ifndef AMP_CHECK_FILES_H
#define AMP_CHECK_FILES_H
/* amp/check/files.h: the report as a file, JSON or SARIF. */

#include "items.h"

#if AMP__CHECKING && AMP__IMPLEMENT

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

/* Writes the report as JSON, n items: docs/checker.md names the members. */
static AMP__CHECK void amp__check_put_json(FILE *f, amp__check_item **e, size_t n,
                                           const char *const *rules)
{
    size_t i;
    (void)fprintf(f, "{\"findings\": [");
    for (i = 0; i < n; i++) {
        const int r = e[i]->rank, t = e[i]->simple ? 0 : r, two = e[i]->sides == 2;
        (void)fprintf(f, "%s\n  {\"rule\": \"%s\", \"kernel\": ", i > 0 ? "," : "",
                      rules[e[i]->rule]);
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
        (void)fprintf(f, ", \"severity\": \"%s\", \"message\": ", e[i]->note ? "note" : "error");
        amp__check_put_text(f, e[i]->message);
        (void)fprintf(f, ", \"fix\": ");
        amp__check_put_text(f, e[i]->fix);
        (void)fprintf(f, "}");
    }
    (void)fprintf(f, "%s]}\n", n > 0 ? "\n" : "");
}

/* Writes a line of a source file as a location of SARIF. */
static AMP__CHECK void amp__check_sarif_location(FILE *f, const char *file, int line)
{
    (void)fprintf(f, "{\"physicalLocation\": {\"artifactLocation\": {\"uri\": ");
    amp__check_put_text(f, file);
    (void)fprintf(f, "}, \"region\": {\"startLine\": %d}}", line > 0 ? line : 1);
}

/* The report as SARIF 2.1.0, a format that code hosts show beside the source. e: n items;
   rules: the names of all rules. */
static AMP__CHECK void amp__check_put_sarif(FILE *f, amp__check_item **e, size_t n,
                                            const char *const *rules)
{
    static const char *const what[] = {
#define AMP__CHECK_RULE(name, text, what) what,
        AMP__CHECK_RULE_MAP(AMP__CHECK_RULE)
#undef AMP__CHECK_RULE
    };
    size_t i;
    (void)fprintf(
        f,
        "{\"$schema\": \"https://json.schemastore.org/sarif-2.1.0.json\",\n"
        " \"version\": \"2.1.0\",\n \"runs\": [{\"tool\": {\"driver\": {\"name\": \"amp check\", "
        "\"version\": \"%s\", \"rules\": [",
        AMP_VERSION);
    for (i = 0; i < AMP_CHECK_RULES; i++) {
        (void)fprintf(f,
                      "%s\n  {\"id\": \"%s\", \"shortDescription\": {\"text\": ", i > 0 ? "," : "",
                      rules[i]);
        amp__check_put_text(f, what[i]);
        (void)fprintf(f, "}}");
    }
    (void)fprintf(f, "]}},\n \"results\": [");
    for (i = 0; i < n; i++) {
        char text[1000], index[64] = "";
        if (e[i]->index_count > 0) {
            (void)amp__index_text(index, sizeof(index), e[i]->index_count, e[i]->index);
        }
        (void)snprintf(text, sizeof(text), "kernel %s, %s%s: %s. Mend: %s.", e[i]->kernel,
                       e[i]->array, index, e[i]->message, e[i]->fix);
        (void)fprintf(f,
                      "%s\n  {\"ruleId\": \"%s\", \"ruleIndex\": %d, \"level\": \"%s\", "
                      "\"message\": {\"text\": ",
                      i > 0 ? "," : "", rules[e[i]->rule], e[i]->rule,
                      e[i]->note ? "note" : "error");
        amp__check_put_text(f, text);
        (void)fprintf(f, "}, \"occurrenceCount\": %llu, \"locations\": [", e[i]->count);
        amp__check_sarif_location(f, e[i]->file, e[i]->line);
        (void)fprintf(f, "}]");
        if (e[i]->sides == 2) {
            (void)fprintf(f, ", \"relatedLocations\": [");
            amp__check_sarif_location(f, e[i]->other_file, e[i]->other_line);
            (void)fprintf(f, ", \"id\": 1, \"message\": {\"text\": \"the other side\"}}]");
        }
        (void)fprintf(f, "}");
    }
    (void)fprintf(f, "%s]}]}\n", n > 0 ? "\n" : "");
}

/* Writes the file that AMP_CHECK_REPORT asks for, anew and whole. */
static inline AMP__CHECK void amp__check_write_file(void)
{
    static const char *const rules[] = {
#define AMP__CHECK_RULE(name, text, what) text,
        AMP__CHECK_RULE_MAP(AMP__CHECK_RULE)
#undef AMP__CHECK_RULE
    };
    const char *path = getenv("AMP_CHECK_REPORT");
    amp__check_item **e;
    FILE *f;
    size_t n;
    if (path == NULL || path[0] == '\0'
        || (!amp__check_shared.report.dirty && amp__check_shared.report.registered)) {
        return;
    }
    amp__check_shared.report.registered = 1;
    amp__check_shared.report.dirty = 0;
    e = amp__check_sorted();
    f = fopen(path, "w");
    if (f == NULL || e == NULL) {
        (void)fprintf(stderr, "amp check: cannot write AMP_CHECK_REPORT '%s'\n", path);
    } else {
        n = strlen(path);
        if (n >= 6 && strcmp(path + n - 6, ".sarif") == 0) {
            amp__check_put_sarif(f, e, amp__check_shared.report.items.used, rules);
        } else {
            amp__check_put_json(f, e, amp__check_shared.report.items.used, rules);
        }
    }
    if (f != NULL) {
        (void)fclose(f);
    }
    amp__check_free(e);
}

#endif /* AMP__CHECKING && AMP__IMPLEMENT */

#endif /* AMP_CHECK_FILES_H */
