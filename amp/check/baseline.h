/* SPDX-License-Identifier: MIT */
#ifndef AMP_CHECK_BASELINE_H
#define AMP_CHECK_BASELINE_H
/*
amp/check/baseline.h: what is known of a finding before it is reported: its fingerprint, whether
a suppression is meant for it, whether it stands in the baseline.

  1 fingerprints   the same where lines have moved
  2 suppressions   option suppressions: findings that nobody wants to see
  3 baseline       option baseline: findings that were there before

docs/checker.md has the formats.
*/

#include "exit.h"
#include "items.h"
#include "../base/cache.h" /* a sum of texts */
#include "../report/json.h"
#include <ctype.h>   /* isspace */

/* ==== 1 fingerprints ===================================================== */

/* Adds the words of a source line to the sum: blanks may change, and where it stands. Where the
   text cannot be read, the line's number is all there is. */
static AMP__COLD void amp__check_add_line(amp__cache_key *sum, const char *file, int line)
{
    char text[400], number[32];
    const char *p = amp__report_line(text, sizeof(text), file, line);
    amp__cache_key_add_text(sum, file);
    if (*p == '\0') {
        AMP__PRINT(number, "#%d", line);
        p = number;
    }
    for (; *p != '\0'; p++) {
        if (!isspace((unsigned char)*p)) {
            amp__cache_key_add(sum, p, 1);
        }
    }
    amp__cache_key_add(sum, "", 1);
}

/* What e is, as a number: rule, kernel, array, and the texts of its lines. */
static AMP__COLD unsigned long long amp__check_fingerprint(const amp__check_item *e)
{
    amp__cache_key sum = amp__cache_key_start();
    amp__cache_key_add_text(&sum, amp__check_rules[e->rule].id);
    amp__cache_key_add_text(&sum, e->kernel);
    amp__cache_key_add_text(&sum, e->array);
    amp__check_add_line(&sum, e->file, e->line);
    amp__check_add_line(&sum, e->other_file, e->other_line);
    return sum.a ^ (sum.b << 1);
}

/* ==== 2 suppressions ===================================================== */

/* The file that an option names, as a string; NULL where it is not set, or cannot be read, which
   is said. */
static AMP__COLD char *amp__check_read_named(int option)
{
    const amp__setting path = amp__setting_of(option);
    char *text = path.text != NULL ? amp__report_read(path.text) : NULL;
    if (path.text != NULL && text == NULL) {
        char why[600];
        amp__check_setting_error("%s", amp__setting_sentence(option, &path, why, sizeof(why)));
    }
    return text;
}

/* Whether a character is in a set: what stands between [ and ], with ranges, or behind [! what is
   not. *end: behind the set, or NULL where it has no end. */
static AMP__COLD int amp__check_is_in_set(const char *set, char c, const char **end)
{
    const int wanted = *set != '!' && *set != '^';
    const char *p = set + !wanted, *const close = *p != '\0' ? strchr(p + 1, ']') : NULL;
    int found = 0;
    while (close != NULL && p < close) {
        const int range = p[1] == '-' && p + 2 < close;
        found |= *p <= c && c <= p[range ? 2 : 0];
        p += range ? 3 : 1;
    }
    *end = close != NULL ? close + 1 : NULL;
    return found == wanted;
}

/* Whether a text is as a pattern of the shell says: * any characters, ? one, [set] one of these,
   and \ takes from the next what it means. (POSIX's fnmatch is not on every system.) */
static AMP__COLD int amp__check_fits(const char *pattern, const char *text)
{
    const char *again = NULL, *from = NULL; /* behind the last *, and where it is tried next */
    for (;;) {
        const char *behind = NULL;
        int fits = *pattern == '\0' && *text == '\0';
        if (fits) {
            return 1;
        }
        if (*pattern == '*') {
            again = ++pattern;
            from = text;
            continue;
        }
        if (*text != '\0' && *pattern == '[') {
            fits = amp__check_is_in_set(pattern + 1, *text, &behind);
        }
        if (*text != '\0' && behind == NULL) { /* no set, or one without an end */
            const char *one = *pattern == '\\' && pattern[1] != '\0' ? pattern + 1 : pattern;
            fits = *pattern == '?' || (*one == *text && *one != '\0');
            behind = one + 1;
        }
        if (fits) {
            pattern = behind;
            text++;
        } else if (again != NULL && *from != '\0') {
            pattern = again;
            text = ++from;
        } else {
            return 0;
        }
    }
}

/* Whether a path, or the end of it behind a '/', fits the pattern. */
static AMP__COLD int amp__check_path_fits(const char *pattern, const char *path)
{
    while (!amp__check_fits(pattern, path)) {
        path = strchr(path, '/');
        if (path == NULL) {
            return 0;
        }
        path++;
    }
    return 1;
}

/* One line of the file of suppressions, cut at blanks in its memory: whether it is for e. Where
   e is NULL, says what in it means nothing. */
static AMP__COLD int amp__check_line_fits(char *p, const amp__check_item *e, const char *path,
                                          int line)
{
    int words = 0, fits = 1;
    while (*p != '\0') {
        char *word = p + strspn(p, " \t\r"), *value;
        if (*word == '\0' || *word == '#') {
            break;
        }
        p = word + strcspn(word, " \t\r");
        if (*p != '\0') {
            *p++ = '\0';
        }
        value = strchr(word, '=');
        if (words++ == 0) {
            int rule = 0;
            while (rule < AMP_CHECK_RULES && strcmp(word, amp__check_rules[rule].id) != 0) {
                rule++;
            }
            if (e == NULL && rule == AMP_CHECK_RULES && strcmp(word, "*") != 0) {
                amp__check_setting_error("%.200s:%d: '%.60s' is no rule of the checker, and no *",
                                         path, line, word);
            }
            fits = e != NULL && (rule == e->rule || word[0] == '*');
        } else if (value != NULL && strncmp(word, "kernel=", 7) == 0) {
            fits = fits && amp__check_fits(value + 1, e->kernel);
        } else if (value != NULL && strncmp(word, "array=", 6) == 0) {
            fits = fits && amp__check_fits(value + 1, e->array);
        } else if (value != NULL && strncmp(word, "file=", 5) == 0) {
            fits = fits && (amp__check_path_fits(value + 1, e->file)
                            || amp__check_path_fits(value + 1, e->other_file));
        } else if (e == NULL) {
            amp__check_setting_error("%.200s:%d: '%.60s' is none of kernel=, array= and file=",
                                     path, line, word);
        }
    }
    return words > 0 && fits;
}

/* The number of the first line of the suppressions that is for e, or 0. Where e is NULL, reads
   the file, and says what in it means nothing. */
static AMP__COLD int amp__check_suppressed(const amp__check_item *e)
{
    const char *path = amp__setting_of(AMP__SETTING_CHECK_SUPPRESSIONS).text, *p;
    char text[1000];
    int line = 1;
    if (e == NULL && path != NULL) {
        amp__check_shared.suppressions = amp__check_read_named(AMP__SETTING_CHECK_SUPPRESSIONS);
    }
    p = amp__check_shared.suppressions;
    for (; p != NULL && *p != '\0'; line++) {
        const size_t n = strcspn(p, "\n");
        AMP__PRINT(text, "%.*s", (int)n, p);
        if (amp__check_line_fits(text, e, path, line)) {
            return line;
        }
        p += n + (p[n] == '\n');
    }
    return 0;
}

/* ==== 3 baseline ========================================================= */

/* Takes the fingerprints out of a value of a report, of any of the formats: "16 digits:number" as
   the member fingerprint, or as a partial fingerprint of SARIF. taken: that member. */
static AMP__COLD void amp__check_take_fingerprints(amp__json_reader *r, int taken)
{
    amp__list *g = &amp__check_shared.baseline;
    const char c = amp__json_peek(r);
    char text[64];
    int more;
    if (c == '"' && taken) {
        amp__json_read_text(r, text, sizeof(text));
        if (strspn(text, "0123456789abcdef") == 16 && text[16] == ':'
            && amp__check_grow(g, sizeof(unsigned long long))) {
            ((unsigned long long *)g->at)[g->used++] = strtoull(text, NULL, 16);
        }
    } else if (c == '{' || c == '[') {
        for (more = amp__json_enter(r); more; more = amp__json_more(r)) {
            text[0] = '\0';
            if (c == '{') {
                amp__json_read_key(r, text, sizeof(text));
            }
            amp__check_take_fingerprints(r, strcmp(text, "fingerprint") == 0
                                            || strcmp(text, "primaryLocationLineHash") == 0);
        }
    } else {
        amp__json_skip(r);
    }
}

/* Reads the baseline's fingerprints. A file that is no JSON is said, with the setting. */
static AMP__COLD void amp__check_read_baseline(void)
{
    char *text = amp__check_read_named(AMP__SETTING_CHECK_BASELINE);
    amp__json_reader r;
    if (text == NULL) {
        return;
    }
    amp__json_read(&r, text);
    amp__check_take_fingerprints(&r, 0);
    if (!amp__json_read_all(&r)) {
        amp__check_setting_error("AMP_CHECK_OPTIONS=baseline: '%.200s' is no report of the checker",
                                 amp__setting_of(AMP__SETTING_CHECK_BASELINE).text);
    }
    amp__check_free(text);
}

/* Reads the settings and the files that they name, once, at the first launch. */
static AMP__COLD void amp__check_load_settings(void)
{
    if (amp__check_shared.ready) {
        return;
    }
    amp__check_read_settings();
    if (!AMP__JUDGING) {
        return;
    }
    amp__check_watch_exit();
    (void)amp__check_suppressed(NULL);
    amp__check_read_baseline();
    if (amp__check_shared.wrong[0] != '\0') {
        amp__check_mark_process_failed();
    }
}

/* For a new item, when all of it but its counts is there: gives it its fingerprint, and finds
   out whether it is suppressed or known; the first of each is said. */
static AMP__COLD void amp__check_identify_item(amp__check_item *e)
{
    amp__check_state *k = &amp__check_shared;
    const unsigned long long *known = (const unsigned long long *)k->baseline.at;
    const int line = amp__check_suppressed(e);
    size_t i;
    e->fingerprint = amp__check_fingerprint(e);
    e->suppressed = line > 0;
    for (i = 0; i < k->baseline.used; i++) {
        e->known |= known[i] == e->fingerprint;
    }
    if (e->suppressed && !k->told_suppressed) {
        k->told_suppressed = 1;
        (void)fprintf(stderr, "amp check: a finding is suppressed by %s:%d; others are not told\n",
                      amp__setting_of(AMP__SETTING_CHECK_SUPPRESSIONS).text, line);
    } else if (e->known && !k->told_known) {
        k->told_known = 1;
        (void)fprintf(stderr, "amp check: a finding is in the baseline %s; others are not told\n",
                      amp__setting_of(AMP__SETTING_CHECK_BASELINE).text);
    }
    if (!e->suppressed && !e->known && !e->note) {
        amp__check_mark_process_failed();
    }
}

#endif /* AMP_CHECK_BASELINE_H */
