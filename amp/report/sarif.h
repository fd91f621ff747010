/* SPDX-License-Identifier: MIT */
#ifndef AMP_REPORT_SARIF_H
#define AMP_REPORT_SARIF_H
/*
amp/report/sarif.h: a report as SARIF 2.1.0, a format that code hosts show beside the source.
*/

#include <ctype.h>  /* isalnum */
#include <unistd.h> /* getcwd */
#include "json.h"

/* A rule, and what it means. */
typedef struct amp__sarif_rule {
    const char *id, *what;
} amp__sarif_rule;

/* A result. What is NULL or 0 is not said. */
typedef struct amp__sarif_item {
    int rule; /* its number among the rules */
    const char *level, *message;
    const char *file, *other_file; /* other_file: of the other side */
    int line, other_line;
    unsigned long long count;
    const char *fingerprint, *state; /* state: new or unchanged, where there is a baseline */
} amp__sarif_item;

/* Writes a path as a URI: what stands there for itself, and %20 for the rest. */
static AMP__COLD void amp__sarif_uri(amp__json *j, const char *path)
{
    amp__text uri = amp__text_from(j->to->from);
    amp__text_puts(&uri, path[0] == '/' ? "file://" : "");
    for (; *path != '\0'; path++) {
        const unsigned char c = (unsigned char)*path;
        if (isalnum(c) || (c < 0x80 && strchr("/-._~+@", c) != NULL)) {
            amp__text_put(&uri, path, 1);
        } else {
            amp__text_printf(&uri, "%%%02X", (unsigned)c);
        }
    }
    j->to->failed |= uri.failed;
    amp__json_put(j, "uri: %s", amp__text_string(&uri));
    amp__text_free(&uri);
}

/* Writes a line of a source file as a location, without its last brace. */
static AMP__COLD void amp__sarif_place(amp__json *j, const char *file, int line)
{
    amp__json_put(j, "{ physicalLocation: { artifactLocation: {");
    amp__sarif_uri(j, file);
    if (file[0] != '/') {
        amp__json_put(j, "uriBaseId: %s", "%SRCROOT%");
    }
    amp__json_put(j, "}, region: { startLine: %d }}", line > 0 ? line : 1);
}

/* Begins a report of a tool with n rules, up to where its items come. */
static AMP__COLD void amp__sarif_begin(amp__json *j, const char *tool, const amp__sarif_rule *rule,
                                       int n)
{
    char here[4096];
    int i;
    amp__json_put(j, "{ $schema: 'https://json.schemastore.org/sarif-2.1.0.json',"
                  "\n version: '2.1.0',"
                  "\n runs: [{ tool: { driver: { name: %s, version: %s, rules: [",
                  tool, AMP_VERSION);
    for (i = 0; i < n; i++) {
        amp__json_put(j, "\n  { id: %s, shortDescription: { text: %s },"
                      " defaultConfiguration: { level: 'error' }}", rule[i].id, rule[i].what);
    }
    amp__json_put(j, "]}},\n columnKind: 'utf16CodeUnits'");
    if (getcwd(here, sizeof(here) - 1) != NULL) { /* what relative paths count from */
        (void)strcat(here, "/");
        amp__json_put(j, "originalUriBaseIds: { %s: {", "%SRCROOT%");
        amp__sarif_uri(j, here);
        amp__json_put(j, "}}");
    }
    amp__json_put(j, "\n results: [");
}

/* Writes an item; rule: the rules that the report began with. */
static AMP__COLD void amp__sarif_put(amp__json *j, const amp__sarif_rule *rule,
                                     const amp__sarif_item *e)
{
    amp__json_put(j, "\n  { ruleId: %s, ruleIndex: %d, level: %s, message: { text: %s }",
                  rule[e->rule].id, e->rule, e->level, e->message);
    if (e->count > 0) {
        amp__json_put(j, "occurrenceCount: %lld", (long long)e->count);
    }
    amp__json_put(j, "locations: [");
    amp__sarif_place(j, e->file, e->line);
    amp__json_put(j, "}]");
    if (e->other_file != NULL) {
        amp__json_put(j, "relatedLocations: [");
        amp__sarif_place(j, e->other_file, e->other_line);
        amp__json_put(j, "id: 1, message: { text: 'the other side' }}]");
    }
    if (e->fingerprint != NULL) {
        amp__json_put(j, "partialFingerprints: { primaryLocationLineHash: %s }", e->fingerprint);
    }
    if (e->state != NULL) {
        amp__json_put(j, "baselineState: %s", e->state);
    }
    amp__json_put(j, "}");
}

/* Ends a report; note: what the tool has to say of the run as a whole, or NULL. */
static AMP__COLD void amp__sarif_end(amp__json *j, const char *note)
{
    amp__json_put(j, "\n]");
    if (note != NULL) {
        amp__json_put(j, "\n invocations: [{ executionSuccessful: true,"
                      " toolExecutionNotifications: [{ level: 'note', message: { text: %s }}]}]",
                      note);
    }
    amp__json_put(j, "}]}");
    amp__text_puts(j->to, "\n");
}

#endif /* AMP_REPORT_SARIF_H */
