/* SPDX-License-Identifier: MIT */
#ifndef AMP_CHECK_SETTINGS_H
#define AMP_CHECK_SETTINGS_H
/*
amp/check/settings.h: the checker's settings, from the environment, and what in them means
nothing.
*/

#include "../emu/settings.h" /* amp__number */
#include "state.h"

#if AMP__CHECKING && AMP__IMPLEMENT

/* XX(name): each setting, AMP_CHECK_name in the environment. Another name that begins so is a
   typing error, and said; it may be another program's, so nothing fails. */
#define AMP__CHECK_SETTING_MAP(XX)                                            \
    XX(ALLOW_SAME) XX(BASELINE) XX(COLOR) XX(EXIT) XX(KEEP_GOING)             \
    XX(ORDERS) XX(PATIENCE) XX(REPORT) XX(SUPPRESSIONS) XX(TILES)

AMP__C_BEGIN
extern char **amp__check_environment __asm__(
#ifdef __APPLE__
    "_environ");
#else
    "environ");
#endif
AMP__C_END

/* Something of the settings means nothing, or cannot be read: says so on standard error, and
   keeps the first such sentence, with which launches then fail. */
__attribute__((format(printf, 1, 2)))
static AMP__CHECK void amp__check_wrong(const char *format, ...)
{
    char text[sizeof(amp__check_shared.wrong)];
    va_list list;
    va_start(list, format);
    (void)vsnprintf(text, sizeof(text), format, list);
    va_end(list);
    (void)fprintf(stderr, "amp check: %s\n", text);
    if (amp__check_shared.wrong[0] == '\0') {
        (void)snprintf(amp__check_shared.wrong, sizeof(amp__check_shared.wrong), "%s", text);
    }
}

/* The value of a setting; NULL where it is not set, or empty. */
static AMP__CHECK const char *amp__check_setting(const char *name)
{
    const char *value = getenv(name);
    return value != NULL && value[0] != '\0' ? value : NULL;
}

/* The value of a setting that is 0 or 1; `otherwise` where it is not set, or anything else. */
static AMP__CHECK int amp__check_switch(const char *name, int otherwise)
{
    const char *value = amp__check_setting(name);
    if (value != NULL && (value[0] == '0' || value[0] == '1') && value[1] == '\0') {
        return value[0] == '1';
    }
    if (value != NULL) {
        amp__check_wrong("%s is '%.100s': it may be 0 or 1", name, value);
    }
    return otherwise;
}

/* AMP_CHECK_TILES: words with commas between them. */
static AMP__CHECK void amp__check_read_tiles(amp__check_state *k)
{
    const char *all = amp__check_setting("AMP_CHECK_TILES"), *word;
    for (word = all; word != NULL && *word != '\0'; word += *word == ',') {
        const size_t n = strcspn(word, ",");
        char number[16] = "";
        if (n == 5 && strncmp(word, "first", n) == 0) {
            k->tiles_first = 1;
        } else if (n == 4 && strncmp(word, "last", n) == 0) {
            k->tiles_last = 1;
        } else if (n == 6 && strncmp(word, "sample", n) == 0) {
            k->tiles_sample = 64;
        } else {
            if (n > 7 && n < 17 && strncmp(word, "sample:", 7) == 0) {
                (void)snprintf(number, sizeof(number), "%.*s", (int)n - 7, word + 7);
            }
            k->tiles_sample = (int)amp__number(number, 2, 999999999);
            if (k->tiles_sample < 2) {
                k->tiles_sample = 0;
                amp__check_wrong("AMP_CHECK_TILES is '%.100s': it may be first, last, sample, "
                                 "sample:N with N from 2 on, or several of them with commas "
                                 "between", all);
                return;
            }
        }
        word += n;
    }
}

/* Says which names in the environment look like settings of the checker, and are none. */
static AMP__CHECK void amp__check_read_names(void)
{
    static const char *const known[] = {
#define AMP__CHECK_SETTING(name) #name,
        AMP__CHECK_SETTING_MAP(AMP__CHECK_SETTING)
#undef AMP__CHECK_SETTING
    };
    static const char begins[] = "AMP_CHECK_";
    char **e;
    size_t i;
    for (e = amp__check_environment; e != NULL && *e != NULL; e++) {
        const char *name = *e + sizeof(begins) - 1;
        if (strncmp(*e, begins, sizeof(begins) - 1) != 0) {
            continue;
        }
        for (i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
            const size_t n = strlen(known[i]);
            if (strncmp(name, known[i], n) == 0 && name[n] == '=') {
                break;
            }
        }
        if (i == sizeof(known) / sizeof(known[0])) {
            (void)fprintf(stderr, "amp check: %.*s is no setting of the checker: docs/checker.md "
                          "has them\n", (int)strcspn(*e, "="), *e);
        }
    }
}

/* Reads the environment, at the first launch of the process. */
static AMP__CHECK void amp__check_read_settings(void)
{
    amp__check_state *k = &amp__check_shared;
    const char *status = amp__check_setting("AMP_CHECK_EXIT");
    const char *patience = amp__check_setting("AMP_CHECK_PATIENCE");
    const char *orders = amp__check_setting("AMP_CHECK_ORDERS");
    k->ready = 1;
    k->patience = patience != NULL ? strtod(patience, NULL) : 2;
    if (!(k->patience >= 0.01 && k->patience <= 1e6)) {
        k->patience = 2;
        amp__check_wrong("AMP_CHECK_PATIENCE is '%.100s': it may be 0.01 to 1000000, in seconds",
                         patience);
    }
    k->orders = 1;
    if (orders != NULL) {
        k->orders = (int)amp__number(orders, 1, 1000);
        if (k->orders < 1) {
            k->orders = 1;
            amp__check_wrong("AMP_CHECK_ORDERS is '%.100s': it may be 1 to 1000", orders);
        }
    }
    amp__check_read_names();
    k->allow_same = amp__check_switch("AMP_CHECK_ALLOW_SAME", 0);
    k->keep_going = amp__check_switch("AMP_CHECK_KEEP_GOING", 0);
    k->colour = amp__check_switch("AMP_CHECK_COLOR", -1);
    amp__check_read_tiles(k);
    if (status != NULL) {
        k->exit_status = (int)amp__number(status, 0, 255);
        if (k->exit_status < 0) {
            k->exit_status = 1;
            amp__check_wrong("AMP_CHECK_EXIT is '%.100s': it may be 0 to 255", status);
        }
    }
}

#endif /* AMP__CHECKING && AMP__IMPLEMENT */

#endif /* AMP_CHECK_SETTINGS_H */
