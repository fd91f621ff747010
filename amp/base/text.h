/* SPDX-License-Identifier: MIT */
#ifndef AMP_BASE_TEXT_H
#define AMP_BASE_TEXT_H
/*
amp/base/text.h: texts that grow.

Whoever writes a text asks once, at its end, whether memory ran out on the way: `failed` stays set
then, and nothing more is added.
*/

#include "list.h"

/* A text of `used` bytes; where there is room, a 0 that `used` does not count stands behind them.
   All zero is an empty one, without a string yet: amp__text_string gives one in any case. from:
   where its memory comes from; NULL: amp__alloc. */
typedef struct amp__text {
    char *at;
    size_t used, room;
    int failed; /* memory ran out, or a format was wrong: the text is not all there */
    const amp_allocator *from;
} amp__text;

/* An empty text with memory from `from`; its string is there from the start. */
static AMP__COLD amp__text amp__text_from(const amp_allocator *from)
{
    static char nothing[1];
    amp__text t;
    t.at = nothing;
    t.used = t.room = 0;
    t.failed = 0;
    t.from = from;
    return t;
}

/* The text as a string; never NULL. */
static AMP__COLD const char *amp__text_string(const amp__text *t)
{
    return t->at != NULL ? t->at : "";
}

/* Frees the text's memory; it is empty then, and can be used again. */
static AMP__COLD void amp__text_free(amp__text *t)
{
    if (t->room > 0) {
        amp__list_free(t->at, t->from);
    }
    *t = amp__text_from(t->from);
}

/* Makes room for n bytes more and a 0. Returns 0, and sets t->failed, where memory ran out. */
static AMP__COLD int amp__text_room(amp__text *t, size_t n)
{
    t->failed |= n > (size_t)-1 / 4
        || !amp__list_grow(&t->at, t->used, &t->room, n + 1, 1, t->from);
    return !t->failed;
}

/* Adds n bytes. */
static AMP__COLD void amp__text_put(amp__text *t, const char *bytes, size_t n)
{
    if (amp__text_room(t, n)) {
        amp__copy_unseen(t->at + t->used, bytes, n);
        t->used += n;
        t->at[t->used] = '\0';
    }
}

/* Adds a string. */
static AMP__COLD void amp__text_puts(amp__text *t, const char *string)
{
    amp__text_put(t, string, strlen(string));
}

/* Adds what printf would print, whatever its length. */
__attribute__((format(printf, 2, 3)))
static AMP__COLD void amp__text_printf(amp__text *t, const char *format, ...)
{
    va_list list;
    int n = 0, again;
    for (again = 0; again < 2 && amp__text_room(t, again ? (size_t)n : 120); again++) {
        const size_t left = t->room - t->used;
        va_start(list, format);
        n = vsnprintf(t->at + t->used, left, format, list);
        va_end(list);
        if (n < 0) {
            t->failed = 1;
        } else if ((size_t)n < left) {
            t->used += (size_t)n;
            return;
        }
    }
    if (t->room > 0) {
        t->at[t->used] = '\0';
    }
}

#endif /* AMP_BASE_TEXT_H */
