/* SPDX-License-Identifier: MIT */
#ifndef AMP_CTEXT_EDITS_H
#define AMP_CTEXT_EDITS_H
/*
amp/ctext/edits.h: a text made of another by changing some places and leaving the rest.

Edits come in the order of the source. What is between them is copied as it is, so columns stay
where nothing is edited; the line ends in what is replaced stay as well, behind what replaces it, so
each line stays where it is.
*/

#include "tokens.h"

/* A text in the making: what of the source is before `at` is in `out`. */
typedef struct amp__c_editor {
    const char *at;
    amp__text *out;
} amp__c_editor;

/* Copies the source up to `to`; what is there already is not copied again. */
static AMP__COLD void amp__c_copy(amp__c_editor *e, const char *to)
{
    if (to > e->at) {
        amp__text_put(e->out, e->at, (size_t)(to - e->at));
        e->at = to;
    }
}

/* Puts `text` in the place of [from, to), which is not before the last edit; an empty range:
   inserts it. */
static AMP__COLD void amp__c_edit(amp__c_editor *e, const char *from, const char *to,
                                  const char *text)
{
    AMP__ASSERT(e->at <= from && from <= to);
    amp__c_copy(e, from);
    amp__text_puts(e->out, text);
    for (; e->at < to; e->at++) {
        if (*e->at == '\n') {
            amp__text_put(e->out, "\n", 1);
        }
    }
}

/* Where a token ends in the source. */
static AMP__COLD const char *amp__c_token_end(const amp__c_unit *f, int i)
{
    return f->t[i].s + f->t[i].n;
}

#endif /* AMP_CTEXT_EDITS_H */
