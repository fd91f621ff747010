/* SPDX-License-Identifier: MIT */
#ifndef AMP_REPORT_SARIF_H
#define AMP_REPORT_SARIF_H
/*
amp/report/sarif.h: a report as SARIF 2.1.0, a format that code hosts show beside the source.
*/

#include <ctype.h>  /* isalnum */
#include <unistd.h> /* getcwd */
#include "json.h"

#if AMP__CHECKING && AMP__IMPLEMENT

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
static AMP__COLD AMP__CHECK void amp__sarif_uri(amp__json *j, const char *path)
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
    amp__json_text(j, "uri", amp__text_string(&uri));
    amp__text_free(&uri);
}

/* Writes a line of a source file as a location, without its last brace. */
static AMP__COLD AMP__CHECK void amp__sarif_place(amp__json *j, const char *file, int line)
{
    amp__json_open(j, NULL, '{');
    amp__json_open(j, "physicalLocation", '{');
    amp__json_open(j, "artifactLocation", '{');
    amp__sarif_uri(j, file);
    if (file[0] != '/') {
        amp__json_text(j, "uriBaseId", "%SRCROOT%");
    }
    amp__json_close(j, "}");
    amp__json_open(j, "region", '{');
    amp__json_int(j, "startLine", line > 0 ? line : 1);
    amp__json_close(j, "}}");
}

/* Writes an object of one text as a member. */
static AMP__COLD AMP__CHECK void amp__sarif_text(amp__json *j, const char *key, const char *member,
                                                 const char *text)
{
    amp__json_open(j, key, '{');
    amp__json_text(j, member, text);
    amp__json_close(j, "}");
}

/* Begins a report of a tool with n rules, up to where its items come. */
static AMP__COLD AMP__CHECK void amp__sarif_begin(amp__json *j, const char *tool,
                                                  const amp__sarif_rule *rule, int n)
{
    char here[4096];
    int i;
    amp__json_open(j, NULL, '{');
    amp__json_text(j, "$schema", "https://json.schemastore.org/sarif-2.1.0.json");
    amp__json_line(j, 1);
    amp__json_text(j, "version", "2.1.0");
    amp__json_open_line(j, 1, "runs", '[');
    amp__json_open(j, NULL, '{');
    amp__json_open(j, "tool", '{');
    amp__json_open(j, "driver", '{');
    amp__json_text(j, "name", tool);
    amp__json_text(j, "version", AMP_VERSION);
    amp__json_open(j, "rules", '[');
    for (i = 0; i < n; i++) {
        amp__json_open_line(j, 2, NULL, '{');
        amp__json_text(j, "id", rule[i].id);
        amp__sarif_text(j, "shortDescription", "text", rule[i].what);
        amp__sarif_text(j, "defaultConfiguration", "level", "error");
        amp__json_close(j, "}");
    }
    amp__json_close(j, "]}}");
    amp__json_line(j, 1);
    amp__json_text(j, "columnKind", "utf16CodeUnits");
    if (getcwd(here, sizeof(here) - 1) != NULL) { /* what relative paths count from */
        (void)strcat(here, "/");
        amp__json_open(j, "originalUriBaseIds", '{');
        amp__json_open(j, "%SRCROOT%", '{');
        amp__sarif_uri(j, here);
        amp__json_close(j, "}}");
    }
    amp__json_open_line(j, 1, "results", '[');
}

/* Writes an item; rule: the rules that the report began with. */
static AMP__COLD AMP__CHECK void amp__sarif_put(amp__json *j, const amp__sarif_rule *rule,
                                                const amp__sarif_item *e)
{
    amp__json_open_line(j, 2, NULL, '{');
    amp__json_text(j, "ruleId", rule[e->rule].id);
    amp__json_int(j, "ruleIndex", e->rule);
    amp__json_text(j, "level", e->level);
    amp__sarif_text(j, "message", "text", e->message);
    if (e->count > 0) {
        amp__json_int(j, "occurrenceCount", (long long)e->count);
    }
    amp__json_open(j, "locations", '[');
    amp__sarif_place(j, e->file, e->line);
    amp__json_close(j, "}]");
    if (e->other_file != NULL) {
        amp__json_open(j, "relatedLocations", '[');
        amp__sarif_place(j, e->other_file, e->other_line);
        amp__json_int(j, "id", 1);
        amp__sarif_text(j, "message", "text", "the other side");
        amp__json_close(j, "}]");
    }
    if (e->fingerprint != NULL) {
        amp__sarif_text(j, "partialFingerprints", "primaryLocationLineHash", e->fingerprint);
    }
    if (e->state != NULL) {
        amp__json_text(j, "baselineState", e->state);
    }
    amp__json_close(j, "}");
}

/* Ends a report; note: what the tool has to say of the run as a whole, or NULL. */
static AMP__COLD AMP__CHECK void amp__sarif_end(amp__json *j, const char *note)
{
    amp__json_line(j, 0);
    amp__json_close(j, "]");
    if (note != NULL) {
        amp__json_open_line(j, 1, "invocations", '[');
        amp__json_open(j, NULL, '{');
        amp__json_bool(j, "executionSuccessful", 1);
        amp__json_open(j, "toolExecutionNotifications", '[');
        amp__json_open(j, NULL, '{');
        amp__json_text(j, "level", "note");
        amp__sarif_text(j, "message", "text", note);
        amp__json_close(j, "}]}]");
    }
    amp__json_close(j, "}]}");
    amp__text_puts(j->to, "\n");
}

#endif /* AMP__CHECKING && AMP__IMPLEMENT */

#endif /* AMP_REPORT_SARIF_H */
