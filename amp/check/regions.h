/* SPDX-License-Identifier: MIT */
#ifndef AMP_CHECK_REGIONS_H
#define AMP_CHECK_REGIONS_H
/*
amp/check/regions.h: the text of a file's device regions is read when the file first
launches, and what rules.h finds in it becomes items of the report.

The text comes from the object file where it is there (AMP_OPENCL), else from the source
file, if that is still where it was compiled. Where it cannot be read nothing is said.
*/

#include "uninitialised.h"
#include "../ctext/preprocess.h"
#include "report.h"
#include "rules.h"

enum { AMP__CHECK_PATH = 4400 }; /* the longest path, and the 0 behind it */

/* All that is needed for one file of the program. */
typedef struct amp__check_reading {
    amp__c_unit regions, rest, scan; /* scan: of what is neither */
    amp__c_set inside, outside;
    amp__rules rules;
} amp__check_reading;

/* Whether a file of a unit's regions is the library's own, by what the compiler called both. */
static AMP__COLD int amp__check_of_library(const amp__check_unit *u, const char *file)
{
    char unit[4200], path[4200];
    amp__symbol_root r;
    AMP__PRINT(unit, "%s", u->file);
    AMP__PRINT(path, "%s", file);
    amp__path_plain(unit);
    amp__path_plain(path);
    r = amp__path_root(unit);
    return amp__path_of_header(&r, path);
}

/* Where an entry of the kernel stands, as its debug information tells; NULL where it does not. */
static AMP__COLD const char *amp__check_kernel_file(const amp__kernel *k)
{
    uintptr_t pc;
    const amp__symbol *p;
    if (k->thread != NULL) {
        __builtin_memcpy(&pc, &k->thread, sizeof(pc));
    } else {
        __builtin_memcpy(&pc, &k->simple[0], sizeof(pc));
    }
    amp__symbol_want(pc + 1);
    amp__symbols_find();
    p = amp__symbol_of(pc + 1);
    return p != NULL && p->file != NULL && p->file[0] == '/' ? p->file : NULL;
}

/* A source file's text, by the name that the compiler gave it, for the caller to free; NULL where
   it is not there. A name that does not begin with '/' counts from the working directory, or else
   from the folder that the kernel was compiled in. path[0..size): where it was. */
static AMP__COLD char *amp__check_source_file(const amp__kernel *kernel, const char *file,
                                              char *path, size_t size)
{
    char *text = amp__report_read(file);
    const amp__device_region *r;
    const char *there;
    (void)snprintf(path, size, "%s", file);
    if (text != NULL || file[0] == '/') {
        return text;
    }
    there = amp__check_kernel_file(kernel);
    for (r = there != NULL ? kernel->program->first : NULL; r != NULL && text == NULL;
         r = r->next) {
        const size_t all = strlen(there), n = strlen(r->file);
        if (all > n && strcmp(there + all - n, r->file) == 0 && there[all - n - 1] == '/') {
            (void)snprintf(path, size, "%.*s%s", (int)(all - n), there, file);
            text = amp__report_read(path);
        }
    }
    return text;
}

/* Whether a unit's region is the user's, and in another file than those before it. */
static AMP__COLD int amp__check_first_of_file(const amp__check_unit *u, const amp__device_region *r)
{
    const amp__device_region *before = u->program->first;
    while (before != r && strcmp(before->file, r->file) != 0) {
        before = before->next;
    }
    return before == r && !r->library && !amp__check_of_library(u, r->file);
}

/* Takes a finding of rules.h into the report. */
static AMP__COLD void amp__check_take_finding(void *unused, const amp__rules_finding *x)
{
    char file[AMP__CHECK_PATH], name[64];
    const char *path;
    amp__check_item *e;
    (void)unused;
    AMP__PRINT(file, "%.*s", x->file_n, x->file);
    AMP__PRINT(name, "%.*s", x->name_n, x->name);
    path = amp__path_short(file);
    e = amp__check_find_item(x->rule == AMP__RULES_PHASE ? AMP_CHECK_PHASE_VARIABLE
                                                         : AMP_CHECK_NOT_OPENCL,
                             name, path, x->line, path, x->other_line);
    if (e != NULL && e->count++ == 0) {
        AMP__PRINT(e->kernel, "%.*s", x->body_n, x->body);
        amp__check_say(e, "%s\n%s", x->message, x->fix);
        e->helper = !x->kernel;
        e->simple = 1;
        e->note = x->rule == AMP__RULES_OPENCL;
        amp__check_identify_item(e);
        amp__check_shared.report.dirty = 1;
    }
}

/* Notes the kernels that may read a variable which nobody set (uninitialised.h): those whose text,
   or that of a helper that they call, has a suspect; of several the first one. */
static AMP__COLD void amp__check_note_suspects(const amp__rules *r)
{
    unsigned effects[AMP__RULES_BODIES];
    char noted[AMP__RULES_BODIES];
    int i, k;
    memset(noted, 0, sizeof(noted));
    for (i = 0; i < r->bodies; i++) {
        const int name = amp__rules_find_uninitialised(r, &r->body[i]);
        memset(effects, 0, sizeof(effects));
        effects[i] = name >= 0 ? AMP__C_EFFECT_UNSET : 0;
        amp__c_graph_spread(&r->calls, effects, 1);
        for (k = 0; k < r->bodies && name >= 0; k++) {
            if (effects[k] != 0 && !noted[k] && r->body[k].model != AMP__RULES_HELPER) {
                const amp__c_token *t = &r->f->t[name], *n = &r->f->t[r->body[k].name];
                amp__check_uninitialised_suspect(n->s, n->n, t->s, t->n, t->line);
                noted[k] = 1;
            }
        }
    }
}

/* Reads the files of a unit that have regions, and looks at them. */
static AMP__COLD void amp__check_read_texts(amp__check_reading *w, const amp__check_unit *u,
                                            const amp__kernel *kernel)
{
    const amp__device_region *r;
    amp__text in = amp__c_empty(&w->scan.store), out = amp__c_empty(&w->scan.store);
    amp__preprocessor raw = AMP__ZERO;
    if (setjmp(w->scan.leave) != 0) {
        return;
    }
    raw.f = &w->scan;
    raw.inside = &w->inside;
    raw.outside = &w->outside;
    raw.options = u->program->options;
    for (r = u->program->first; r != NULL; r = r->next) {
        char *text, *path;
        if (!amp__check_first_of_file(u, r)) {
            continue;
        }
        path = (char *)amp__c_new(&w->scan, AMP__CHECK_PATH);
        (void)snprintf(path, AMP__CHECK_PATH, "%s", r->file);
        text = r->text == NULL ? amp__check_source_file(kernel, r->file, path, AMP__CHECK_PATH)
                               : NULL;
        raw.file = path;
        if (text != NULL) { /* names are found in it until the end */
            const size_t n = strlen(text);
            char *const copy = (char *)amp__c_store_alloc(&w->scan.store, n + 1);
            if (copy != NULL) {
                amp__copy_unseen(copy, text, n);
                amp__preprocess_file(&raw, copy, n, &in, &out);
            }
            amp__check_free(text);
        } else if (r->text != NULL) {
            amp__preprocess_file(&raw, r->text, (size_t)(r->text_end - r->text), &in, &out);
        }
    }
    if (w->scan.store.spent) {
        return;
    }
    w->regions.short_names = w->rest.short_names = u->program->short_names;
    w->rules.f = &w->regions;
    w->rules.inside = &w->inside;
    w->rules.outside = &w->outside;
    w->rules.options = u->program->options;
    w->rules.tell = amp__check_take_finding;
    w->rules.rest = &w->rest;
    w->rules.assumed = raw.assumed;
    w->rules.assumptions = raw.count;
    if (setjmp(w->rest.leave) == 0) {
        amp__c_read(&w->rest, out.at, out.at + out.used);
        amp__c_read_top_level(&w->rest);
    } else {
        w->rules.rest = NULL;
    }
    (void)amp__rules_check(&w->rules, in.at, in.at + in.used,
                           1 << AMP__RULES_PHASE | 1 << AMP__RULES_OPENCL);
    amp__check_note_suspects(&w->rules);
    if (raw.include > 0) {
        amp__rules_include(&w->rules, &w->scan.t[raw.include]);
    }
}

/* Reads the regions of a unit, when that kernel of it is launched. */
static AMP__COLD void amp__check_read_unit(const amp__check_unit *u, const amp__kernel *kernel)
{
    const size_t most = (size_t)16 << 20;
    amp__check_reading *w = (amp__check_reading *)amp__check_alloc(sizeof(*w));
    amp__c_store *store[3];
    void *room[3];
    int i;
    if (w == NULL) {
        return;
    }
    store[0] = &w->regions.store;
    store[1] = &w->rest.store;
    store[2] = &w->scan.store;
    for (i = 0; i < 3; i++) { /* not of the program's allocator; what is taken beyond it is */
        room[i] = amp__check_alloc(most);
        store[i]->free = (char *)room[i];
        store[i]->left = room[i] != NULL ? most : 0;
    }
    amp__check_read_texts(w, u, kernel);
    for (i = 0; i < 3; i++) {
        amp__c_store_free(store[i]);
        amp__check_free(room[i]);
    }
    amp__check_free(w);
}

/* The unit of that program, if its text was not read yet; else NULL. */
static AMP__COLD amp__check_unit *amp__check_unread(const amp__program *program)
{
    amp__check_unit *u;
    AMP__HOLD(&amp__check_between.lock);
    u = amp__check_between.units;
    while (u != NULL && (u->program != program || u->read)) {
        u = u->next;
    }
    return u;
}

/* Before a launch of that kernel: reads the regions of its file, if that is new. The launch is a
   fault where the kernel's own text is. The caller holds amp__check_locks.launch. */
static AMP__COLD void amp__check_read_regions(const amp__kernel *kernel)
{
    amp__check_unit *u = kernel->program != NULL ? amp__check_unread(kernel->program) : NULL;
    amp__check_item *e;
    size_t i;
    AMP__ASSERT(amp__holds(&amp__check_locks.launch));
    if (u != NULL) { /* it launches: so its file stays */
        u->read = 1;
        amp__check_read_unit(u, kernel);
    }
    e = (amp__check_item *)amp__check_shared.report.items.at;
    for (i = 0; i < amp__check_shared.report.items.used; i++) {
        if (e[i].rule == AMP_CHECK_PHASE_VARIABLE && strcmp(e[i].kernel, kernel->name) == 0) {
            e[i].fresh = !e[i].suppressed && !e[i].known;
        }
    }
}

#endif /* AMP_CHECK_REGIONS_H */
