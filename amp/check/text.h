/* SPDX-License-Identifier: MIT */
#ifndef AMP_CHECK_TEXT_H
#define AMP_CHECK_TEXT_H
/* amp/check/text.h: an item of the report as text on standard error, for people and for GitHub. */

#include "baseline.h"
#include "sentences.h"

/* Prints the text of a source line, where it can be read. */
static AMP__COLD void amp__check_print_source(const char *file, int line)
{
    char text[400];
    const char *source = amp__report_words(text, sizeof(text), file, line);
    if (*source != '\0') {
        (void)fprintf(stderr, "    | %s\n", source);
    }
}

/* Prints what one of the two threads does, and its source line. */
static AMP__COLD void amp__check_print_side(const amp__check_item *e, int side, const char *file,
                                            int line, const char *verb)
{
    char a[64], b[64];
    (void)fprintf(stderr, line > 0 ? "  %s%s:%d: thread %s" : "  %s%s%.0d: thread %s",
                  e->near[side] ? "near " : "", file, line,
                  AMP__INDEX_TEXT(a, e->rank, e->thread[side]));
    if (!e->simple) {
        (void)fprintf(stderr, " of tile %s", AMP__INDEX_TEXT(b, e->rank, e->tile[side]));
    }
    (void)fprintf(stderr, " %s\n", verb);
    amp__check_print_source(file, line);
}

/* Prints a text of a command to GitHub's runner. apart: signs that part what stands before the
   message. */
static AMP__COLD void amp__check_print_escaped(const char *text, const char *apart)
{
    for (; *text != '\0'; text++) {
        const int escape = strchr("%\r\n", *text) != NULL || strchr(apart, *text) != NULL;
        (void)fprintf(stderr, escape ? "%%%02X" : "%c", (unsigned)(unsigned char)*text);
    }
}

/* Where the option report asks for it, prints an item as a line that GitHub's runner, which reads
   what a step prints, shows beside the source. */
static AMP__COLD void amp__check_print_github(const amp__check_item *e)
{
    const char *names = amp__setting_of(AMP__SETTING_CHECK_REPORT).text;
    char name[4096], text[1000];
    while (names != NULL && amp__check_report_name(&names, name, sizeof(name))) {
        if (strcmp(name, AMP__CHECK_GITHUB) == 0) {
            (void)fprintf(stderr, "::%s ", e->note ? "notice" : "error");
            if (e->file[0] != '\0') {
                (void)fprintf(stderr, "file=");
                amp__check_print_escaped(e->file, ":,");
                (void)fprintf(stderr, ",line=%d,", e->line > 0 ? e->line : 1);
            }
            (void)fprintf(stderr, "title=amp check %s::", amp__check_rules[e->rule].id);
            amp__check_print_escaped(amp__check_sentence(text, sizeof(text), e), "");
            (void)fprintf(stderr, "\n");
            return;
        }
    }
}

/* Prints an item on standard error: rule, message, both threads with their source lines, and the
   fix. */
static AMP__COLD void amp__check_print(const amp__check_item *e)
{
    const int asked = amp__check_shared.colour; /* below 0: on a terminal without NO_COLOR */
    const int colour = asked >= 0 ? asked : getenv("NO_COLOR") == NULL && isatty(2);
    char index[64];
    (void)fprintf(stderr, "%samp check: %s%s%s%s%s%s",
                  colour ? (e->note ? "\033[36m" : "\033[31m") : "",
                  amp__check_rules[e->rule].id, e->note ? " (note)" : "",
                  colour ? "\033[0m" : "", e->kernel[0] != '\0' ? " in " : "",
                  amp__check_kernel_prefix(e), e->kernel);
    if (e->array[0] != '\0') {
        (void)fprintf(stderr, ": %s%s", e->array, amp__check_item_place(index, e));
    }
    if (e->count > 1) {
        (void)fprintf(stderr, " and %llu more", e->count - 1);
    }
    (void)fprintf(stderr, "\n");
    switch (e->host ? AMP_CHECK_STALE_HOST_READ : e->rule) {
    case AMP_CHECK_PHASE_VARIABLE:
    case AMP_CHECK_NOT_OPENCL:
        (void)fprintf(stderr, "  %s:%d\n", e->file, e->line);
        amp__check_print_source(e->file, e->line);
        if (e->other_line != e->line) {
            (void)fprintf(stderr, "  %s:%d\n", e->file, e->other_line);
            amp__check_print_source(e->file, e->other_line);
        }
        break;
    case AMP_CHECK_STALE_HOST_READ:
        (void)fprintf(stderr, "  %s:%d: the host %s it\n", e->file, e->line,
                      amp__check_verb(e->kind[0]));
        amp__check_print_source(e->file, e->line);
        break;
    case AMP_CHECK_BARRIER_DIVERGENCE:
        amp__check_print_side(e, 0, e->file, e->line, "waits");
        amp__check_print_side(e, 1, e->other_file, e->other_line,
                              e->kind[1] == 0 ? "waits" : "has returned and will not come");
        break;
    default:
        amp__check_print_side(e, 0, e->file, e->line,
                              e->rule == AMP_CHECK_LIVELOCK ? "spins"
                                                            : amp__check_verb(e->kind[0]));
        if (e->sides == 2) {
            amp__check_print_side(e, 1, e->other_file, e->other_line, amp__check_verb(e->kind[1]));
        }
        break;
    }
    if (e->sides == 2 && !e->simple && !e->apart && e->round != AMP__CHECK_NONE) {
        (void)fprintf(stderr, "  barrier interval %u: %s\n", e->round, e->round == 0
                      ? "before the first barrier of the tile"
                      : "behind so many barriers of the tile, and before the next");
    }
    (void)fprintf(stderr, "  why:  %s\n  mend: %s\n", e->message, e->fix);
    amp__check_print_github(e);
}

#endif /* AMP_CHECK_TEXT_H */
