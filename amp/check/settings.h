/* SPDX-License-Identifier: MIT */
#ifndef AMP_CHECK_SETTINGS_H
#define AMP_CHECK_SETTINGS_H
/*
amp/check/settings.h: the checker's settings, from the environment, and what in them means
nothing.
*/

#include "state.h"
#include <unistd.h> /* getpid */

#ifdef _WIN32
#define amp__check_environment _environ /* of stdlib.h */
#else
extern char **amp__check_environment AMP__SYSTEM_CALL("environ");
#endif

/* Something of the settings means nothing, or cannot be read: says so on standard error, and
   keeps the first such sentence, with which launches then fail. */
__attribute__((format(printf, 1, 2)))
static AMP__COLD void amp__check_setting_error(const char *format, ...)
{
    amp__check_state *k = &amp__check_shared;
    char text[sizeof(k->wrong)];
    AMP__PRINT_GIVEN(text, format);
    (void)fprintf(stderr, "amp check: %s\n", text);
    if (k->wrong[0] == '\0') {
        AMP__PRINT(k->wrong, "%s", text);
    }
}

/* An option of the checker. One that means nothing is said, and is what it is otherwise. */
static AMP__COLD amp__setting amp__check_option(int option)
{
    const amp__setting v = amp__setting_of(option);
    char why[600];
    if (v.bad) {
        amp__check_setting_error("%s", amp__setting_sentence(option, &v, why, sizeof(why)));
        return amp__setting_parse(option, NULL);
    }
    return v;
}

/* Says which names in the environment look like settings of the checker, and are none. Such a name
   may be another program's, so nothing fails. */
static AMP__COLD void amp__check_read_names(void)
{
    static const char begins[] = "AMP_CHECK_";
    char **e;
    int i;
    for (e = amp__check_environment; e != NULL && *e != NULL; e++) {
        const size_t n = strcspn(*e, "=");
        if (strncmp(*e, begins, sizeof(begins) - 1) != 0) {
            continue;
        }
        for (i = 0; i < AMP__SETTINGS; i++) {
            if (strlen(amp__setting_rows[i].name) == n
                && strncmp(amp__setting_rows[i].name, *e, n) == 0) {
                break;
            }
        }
        if (i == AMP__SETTINGS) {
            (void)fprintf(stderr, "amp check: %.*s is no setting of the checker: docs/settings.md "
                          "has them\n", (int)n, *e);
        }
    }
}

/* Reads the options, at the first launch of the process. What the checker is told in a build that
   has the lens alone means nothing to it. */
static AMP__COLD void amp__check_read_settings(void)
{
    amp__check_state *k = &amp__check_shared;
    amp__setting v;
    int tiles;
    k->ready = 1;
    if (!AMP__JUDGING) {
        k->patience = 2;
        k->orders = 1;
        k->colour = -1;
        return;
    }
    (void)amp__check_option(AMP__SETTING_CHECK_OPTIONS);
    k->patience = amp__check_option(AMP__SETTING_CHECK_PATIENCE).number;
    k->orders = (int)amp__check_option(AMP__SETTING_CHECK_ORDERS).number;
    amp__check_read_names();
    k->allow_same = amp__check_option(AMP__SETTING_CHECK_ALLOW_SAME).word == 2;
    k->keep_going = amp__check_option(AMP__SETTING_CHECK_KEEP_GOING).word == 2;
    k->colour = amp__check_option(AMP__SETTING_CHECK_COLOR).word - 1; /* -1: as the terminal is */
    v = amp__check_option(AMP__SETTING_CHECK_TILES);
    tiles = v.word >> 1; /* a bit for each of first, last, sample and sample:N */
    k->tiles_first = tiles & 1;
    k->tiles_last = tiles >> 1 & 1;
    k->tiles_sample = (tiles & 8) != 0 ? (int)(v.number < INT_MAX ? v.number : INT_MAX)
        : (tiles & 4) != 0 ? 64 : 0;
    k->exit_status = amp__setting_of(AMP__SETTING_CHECK_EXIT).bad
        ? 1 : (int)amp__setting_of(AMP__SETTING_CHECK_EXIT).number;
    (void)amp__check_option(AMP__SETTING_CHECK_EXIT);
}

/* The name in the option report that is no file's. */
#define AMP__CHECK_GITHUB "github"

/* Takes the next name of the option report from *at, which it moves behind it, to name[0..size),
   with the number of this process in place of %p. 0 where there is none. */
static AMP__COLD int amp__check_report_name(const char **at, char *name, size_t size)
{
    const char *p = *at + strspn(*at, ",");
    size_t used = 0;
    while (*p != '\0' && *p != ',' && used + 1 < size) {
        if (p[0] == '%' && p[1] == 'p') {
            used += (size_t)snprintf(name + used, size - used, "%ld", (long)getpid());
            p += 2;
        } else {
            name[used++] = *p++;
        }
    }
    name[used < size ? used : size - 1] = '\0';
    *at = p + strcspn(p, ",");
    return used > 0;
}

#endif /* AMP_CHECK_SETTINGS_H */
