/* SPDX-License-Identifier: MIT */
#ifndef AMP_VECTORS_CARRIED_H
#define AMP_VECTORS_CARRIED_H
/*
amp/vectors/carried.h: whether a phased kernel's text has a plain variable that one phase
sets and another reads.

As loops such a variable is one for the whole tile, and each thread reads what the last one set;
on fibers, on threads and on a device each thread has its own. The text tells it before the first
launch, without a compiler: so the kernel runs on fibers from the beginning.
*/

#include "source.h"
#include "phases.h"
#include "../ctext/preprocess.h"

enum { AMP__VEC_CARRIED = 400 }; /* the longest sentence, and the 0 behind it */

/* All that the reading of one program's regions needs. */
typedef struct amp__vec_carrying {
    amp__c_unit regions, scan; /* scan: of directives */
    amp__c_set inside, outside;
    amp__rules rules;
    amp__preprocessor raw;
    amp__text text;
    const char *kernel;
    char *why; /* [AMP__VEC_CARRIED]: what was found */
    int found;
} amp__vec_carrying;

/* Takes a finding of the rules. */
static AMP__COLD void amp__vec_carries_one(void *to, const amp__rules_finding *x)
{
    amp__vec_carrying *w = (amp__vec_carrying *)to;
    if (!w->found) {
        (void)snprintf(w->why, AMP__VEC_CARRIED, "%.*s:%d: one phase sets %.*s, and another "
                       "reads it", x->file_n < 200 ? x->file_n : 200, x->file, x->line,
                       x->name_n < 60 ? x->name_n : 60, x->name);
    }
    w->found = 1;
}

/* Reads the files of the program's own regions as one text; 0 where it is not understood. */
static AMP__COLD int amp__vec_carrying_read(amp__vec_carrying *w, const amp__program *program)
{
    const amp__device_region *r, *before;
    w->text = amp__c_empty(&w->scan.store);
    w->raw.f = &w->scan;
    w->raw.inside = &w->inside;
    w->raw.outside = &w->outside;
    w->raw.options = program->options;
    if (setjmp(w->scan.leave) != 0) {
        return 0;
    }
    for (r = program->first; r != NULL; r = r->next) {
        for (before = program->first; before != r && strcmp(before->file, r->file) != 0;) {
            before = before->next;
        }
        if (before == r && !r->library && r->text != NULL) {
            w->raw.file = r->file;
            amp__preprocess_file(&w->raw, r->text, (size_t)(r->text_end - r->text), &w->text, NULL);
        }
    }
    return !w->scan.store.spent;
}

/* Looks at the kernel in that text. */
static AMP__COLD void amp__vec_carrying_look(amp__vec_carrying *w)
{
    amp__c_unit *f = &w->regions;
    amp__rules *r = &w->rules;
    int k;
    r->f = f;
    r->inside = &w->inside;
    r->outside = &w->outside;
    r->options = w->raw.options;
    r->assumed = w->raw.assumed;
    r->assumptions = w->raw.count;
    r->tell = amp__vec_carries_one;
    r->to = w;
    if (setjmp(f->leave) != 0) {
        return;
    }
    amp__c_read(f, w->text.at, w->text.at + w->text.used);
    amp__c_read_top_level(f);
    amp__rules_bodies(r);
    for (k = 0; k < r->bodies; k++) {
        const amp__c_token *name = &f->t[r->body[k].name];
        if (r->body[k].model == AMP__RULES_PHASED && strlen(w->kernel) == (size_t)name->n
            && memcmp(name->s, w->kernel, (size_t)name->n) == 0
            && !amp__rules_assumed(r, &r->body[k])) {
            amp__rules_phases(r, &r->body[k]);
        }
    }
}

/* Whether that is so of a phased kernel: then the sentence is in why[AMP__VEC_CARRIED]. 0 where
   the text is not there, is not understood, or memory ran out. */
static AMP__COLD int amp__vec_carries(const amp__kernel *kernel, char *why)
{
    amp__vec_carrying *w;
    int found = 0;
    if (kernel->program == NULL
        || (w = (amp__vec_carrying *)amp__alloc_quietly(sizeof(*w))) == NULL) {
        return 0;
    }
    memset(w, 0, sizeof(*w));
    w->kernel = kernel->name;
    w->why = why;
    w->regions.short_names = kernel->program->short_names;
    if (amp__vec_carrying_read(w, kernel->program)) {
        amp__vec_carrying_look(w);
        found = w->found;
    }
    amp__c_store_free(&w->regions.store);
    amp__c_store_free(&w->scan.store);
    amp__free(w);
    return found;
}

#endif /* AMP_VECTORS_CARRIED_H */
