/* SPDX-License-Identifier: MIT */
#ifndef AMP_CHECK_REPORT_H
#define AMP_CHECK_REPORT_H
/*
amp/check/report.h: from what a launch found to items of the report, to text, file
and status.
*/

#include "files.h"
#include "text.h"

/* A finding with its array and rule as the source line has them: which array an address outside all
   of them was meant for, and whether it is a variable of the host. variable: 64 bytes for
   its name. The rule is AMP_CHECK_RULES where there is nothing to be reported. */
static AMP__COLD amp__check_finding amp__check_resolve_finding(const amp__check_finding *f,
                                                               char *variable)
{
    const amp__check_state *k = &amp__check_shared;
    amp__check_finding g = *f;
    if (g.stray) {
        g.rule = amp__check_classify_stray_access(&g, variable) ? g.rule : AMP_CHECK_RULES;
    } else if (g.rule == AMP_CHECK_OUT_OF_BOUNDS && !g.index_given && g.array >= 0
               && k->array[g.array].tile) {
        char text[600];
        int named;
        const uintptr_t at = k->array[g.array].low + (uintptr_t)g.at;
        (void)amp__check_site_text(g.site_a, text, sizeof(text));
        g.array = amp__check_meant_array(at, 1, (uintptr_t)-1, text, &named);
        g.at = (ptrdiff_t)(at - k->array[g.array].low);
    }
    return g;
}

/* Makes a finding of the launch an item, or counts it in one. Dropped if
   another finding covers the same lines, or amp_racy is on its line. pass: 0 for the
   findings that may cover others, then 1 for those others. */
static AMP__COLD void amp__check_report_finding(const amp__check_finding *f, int pass)
{
    amp__check_state *state = &amp__check_shared;
    char room[2][4200], text[400], variable[64];
    const amp__check_finding clear = amp__check_resolve_finding(f, variable);
    const char *path[2], *file, *other, *array;
    int rule, lines[2], line, other_line, side = 0, k, one_line, anew, collides;
    const unsigned a = f->site_a;
    unsigned b = f->site_b;
    const unsigned low = f->key_a < f->key_b ? f->key_a : f->key_b;
    const unsigned high = f->key_a < f->key_b ? f->key_b : f->key_a;
    amp__check_item *e;
    f = &clear;
    rule = f->rule;
    array = f->array >= 0 ? state->array[f->array].name
        : f->name != NULL && !f->own ? f->name : "";
    if (rule == AMP_CHECK_RULES) {
        return; /* the library's own */
    }
    path[0] = amp__check_site_location(a, &lines[0], room[0], sizeof(room[0]));
    path[1] = amp__check_site_location(b, &lines[1], room[1], sizeof(room[1]));
    one_line = lines[0] == lines[1] && strcmp(path[0], path[1]) == 0;
    if (rule == AMP_CHECK_UNINITIALISED_READ && b != 0
        && one_line == (f->kind_b == AMP__CHECK_READ)) {
        return; /* the race says it; or it is a copy of a struct that is set in part */
    }
    b = rule == AMP_CHECK_UNINITIALISED_READ && f->kind_b == AMP__CHECK_READ ? 0 : b;
    if (rule == AMP_CHECK_UNINITIALISED_READ || (rule == AMP_CHECK_BARRIER_DIVERGENCE && b == 0)) {
        path[1] = path[0];
        lines[1] = lines[0];
    } else if (rule == AMP_CHECK_BARRIER_DIVERGENCE && a == 0) {
        path[0] = path[1];
        lines[0] = lines[1];
        side = 1;
    } else {
        side = lines[0] > lines[1] || (lines[0] == lines[1] && f->kind_a < f->kind_b
                                       && rule != AMP_CHECK_OUT_OF_BOUNDS);
    }
    file = path[side];
    line = lines[side];
    other = path[!side];
    other_line = lines[!side];
    for (k = 0; k < 2; k++) { /* amp_racy, on that line */
        const unsigned site = k == 0 ? a : b;
        if (site != 0 && state->site[site].racy != NULL) {
            int at, from;
            (void)amp__check_site_location(site, &at, text, sizeof(text));
            (void)amp__check_text_location(state->site[site].racy, &from, text, sizeof(text));
            if (at == from || at == 0) {
                return;
            }
        }
    }
    if (pass != (rule == AMP_CHECK_SAME_VALUE_WRITE || rule == AMP_CHECK_FENCE_RACE)) {
        return;
    }
    if (pass == 1) {
        size_t i; /* a worse race of the same lines says it */
        e = (amp__check_item *)state->report.items.at;
        for (i = 0; i < state->report.items.used; i++) {
            if ((e[i].rule == AMP_CHECK_TILE_RACE || e[i].rule == AMP_CHECK_GLOBAL_RACE
                 || e[i].rule == AMP_CHECK_CROSS_TILE_RACE)
                && amp__check_is_item(&e[i], array, file, line, other_line)) {
                if (rule == AMP_CHECK_SAME_VALUE_WRITE && !e[i].collides) {
                    e[i].collides = 1;
                    amp__check_sentences(&e[i], f);
                }
                return;
            }
        }
    }
    e = amp__check_find_item(rule, array, file, line, other, other_line);
    if (e == NULL) {
        return;
    }
    state->report.dirty = 1;
    collides = f->kind_a == AMP__CHECK_WRITE && f->kind_b == AMP__CHECK_WRITE && !e->collides;
    e->collides |= (unsigned char)collides;
    anew = e->count == 0
           || (e->launch == state->launches
               && (low < e->key[0]
                   || (low == e->key[0]
                       && (high < e->key[1] || (high == e->key[1] && f->at < e->at)))));
    if (anew) {
        e->key[0] = low;
        e->key[1] = high;
        e->at = f->at;
        AMP__PRINT(e->kernel, "%s", state->launch->kernel->name);
        e->simple = state->simple;
        e->rank = state->launch->rank;
        e->round = f->round;
        e->apart = f->apart;
        e->note = rule == AMP_CHECK_SAME_VALUE_WRITE && state->allow_same && !state->updates_unseen;
        e->kind[side] = f->kind_a;
        e->kind[!side] = f->kind_b;
        for (k = 0; k < 2; k++) {
            e->near[k ^ side] = e->kind[k ^ side] != AMP__CHECK_EITHER
                && amp__check_site_is_near(k == 0 ? a : b, array, path[k], lines[k]);
        }
        if (f->key_a != AMP__CHECK_NONE) {
            amp__check_item_side(e, side, f->key_a);
            e->sides = 1;
        }
        if (f->key_b != AMP__CHECK_NONE) {
            amp__check_item_side(e, !side, f->key_b);
            e->sides = 2;
        }
        if (rule == AMP_CHECK_BARRIER_DIVERGENCE) {
            e->kind[1] = a == 0 || b == 0;
        }
        amp__check_item_index(e, f);
    }
    if (anew || collides) {
        amp__check_sentences(e, f);
        if (e->count == 0) {
            amp__check_identify_item(e);
        }
    }
    { /* Count elements, not words; several instruction pairs on the same lines count
         once. */
        const size_t size = f->array >= 0 && f->at_word ? state->array[f->array].size : 4;
        const unsigned long long n = size <= 4 ? f->count : (f->count * 4 + size - 1) / size;
        if (e->launch != state->launches) {
            e->launch = state->launches;
            e->count += n;
            e->in_launch = n;
        } else if (n > e->in_launch) {
            e->count += n - e->in_launch;
            e->in_launch = n;
        }
    }
    e->fresh = !e->note && !e->suppressed && !e->known;
}

/* Makes items of what a run of the launch has found. */
static AMP__COLD void amp__check_collect(void)
{
    amp__check_state *k = &amp__check_shared;
    amp__check_finding *f = (amp__check_finding *)k->findings.at;
    size_t i;
    int pass;
    for (i = 0; i < k->findings.used; i++) {
        amp__check_locate(f[i].site_a);
        amp__check_locate(f[i].site_b);
    }
    amp__symbols_resolve();
    for (pass = 0; pass < 2; pass++) {
        for (i = 0; i < k->findings.used; i++) {
            amp__check_report_finding(&f[i], pass);
        }
    }
    k->findings.used = 0;
}

/* Prints what the launch has found, as items, and writes the file. Returns AMP_OK where that is
   nothing, or notes alone; else AMP_BARRIER_DIVERGED or AMP_KERNEL_FAULT, with the first item as
   the sentence. The caller holds amp__check_locks.launch. */
static AMP__COLD amp_status amp__check_report_launch(void)
{
    amp__check_state *k = &amp__check_shared;
    amp__check_item **e;
    size_t i, count = 0;
    unsigned faults = 0, more = 0, lost;
    amp_status s = AMP_OK;
    const amp__check_item *first = NULL, *diverged = NULL;
    char location[600] = "";
    AMP__ASSERT(amp__holds(&amp__check_locks.launch));
    amp__check_collect();
    lost = k->lost + k->lost_now;
    e = amp__check_sorted(&count);
    for (i = 0; e != NULL && i < 2 * count; i++) { /* notes come last: there is not room for all */
        amp__check_item *x = e[i % count];
        if (!x->told && !x->known && x->note == (i >= count)) {
            x->told = 1;
            if (k->report.shown < AMP__CHECK_SHOWN) {
                k->report.shown++;
                amp__check_print(x);
            } else {
                more++;
            }
        }
    }
    for (i = 0; e != NULL && i < count; i++) {
        if (e[i]->fresh) {
            e[i]->fresh = 0;
            faults++;
            first = first == NULL ? e[i] : first;
            diverged = diverged == NULL && e[i]->rule == AMP_CHECK_BARRIER_DIVERGENCE ? e[i]
                                                                                      : diverged;
            s = e[i]->rule == AMP_CHECK_BARRIER_DIVERGENCE || s == AMP_BARRIER_DIVERGED
                    ? AMP_BARRIER_DIVERGED
                    : AMP_KERNEL_FAULT;
        }
    }
    amp__check_free(e);
    if (lost > 0 && s == AMP_OK) {
        s = AMP_KERNEL_FAULT;
    }
    if (lost > 0) {
        amp__check_mark_process_failed();
    }
    if (more + lost > 0) {
        (void)fprintf(stderr,
                      "amp check: and %u more in kernel %s, of which nothing is printed: %u are "
                      "%s%s\n",
                      more + lost, k->launch->kernel->name, more,
                      amp__setting_of(AMP__SETTING_CHECK_REPORT).text != NULL
                          ? "in the report" : "kept for AMP_CHECK_OPTIONS=report=file",
                      lost > 0 ? ", the rest is counted only" : "");
    }
    if (k->incomplete && faults == 0) {
        (void)fprintf(stderr,
                      "amp check: memory or room ran out in kernel %s: not all was checked\n",
                      k->launch->kernel->name);
    }
    amp__check_write_files();
    if (diverged != NULL && s == AMP_BARRIER_DIVERGED) {
        char a[48], b[48], t[48];
        if (!diverged->kind[1]) {
            AMP__PRINT(location, "%.500s:%d", diverged->other_file, diverged->other_line);
        }
        return amp__fail(
            s,
            "kernel %s, tile %s: thread %s waits at %s:%d, thread %s %s%s: all threads of "
            "a tile must reach the same barrier",
            diverged->kernel, AMP__INDEX_TEXT(t, diverged->rank, diverged->tile[0]),
            AMP__INDEX_TEXT(a, diverged->rank, diverged->thread[0]), diverged->file,
            diverged->line, AMP__INDEX_TEXT(b, diverged->rank, diverged->thread[1]),
            diverged->kind[1] ? "has returned" : "waits at ",
            location);
    }
    if (first != NULL) {
        return amp__fail(
            s, "kernel %s: the checker found %u fault%s; the first, at %s:%d and line %d: %s",
            k->launch->kernel->name, faults, faults == 1 ? "" : "s", first->file,
            first->line, first->other_line, first->message);
    }
    if (lost > 0) {
        return amp__fail(s,
                         "kernel %s: the checker found %u fault%s and has no room for more: mend "
                         "those that it has printed first",
                         k->launch->kernel->name, lost, lost == 1 ? "" : "s");
    }
    return AMP_OK;
}

/* Prints a new item of one occurrence, unless it is suppressed or known. */
static AMP__COLD void amp__check_print_new_item(amp__check_item *e)
{
    amp__check_identify_item(e);
    e->told = 1;
    if (!e->suppressed && !e->known) {
        amp__check_print(e);
    }
}

/* Counts an item about what the host does (kind) by the instruction before pc, to element `index`
   of an array; kernel: of which kernel. A new one is returned: the caller adds its words, and calls
   amp__check_tell_host_item. NULL: it is none, since the line is not known, or is the library's. */
static AMP__COLD amp__check_item *amp__check_host_item(int rule, const char *array,
                                                       const char *kernel, size_t index, int kind,
                                                       uintptr_t pc)
{
    const amp__symbol *p;
    amp__check_item *e;
    const char *file;
    amp__symbol_want(pc);
    amp__symbols_resolve();
    p = amp__symbol_of(pc);
    if (p == NULL || p->file == NULL || p->ours) {
        return NULL;
    }
    file = amp__path_short(p->file);
    e = amp__check_find_item(rule, array, file, p->line, file, p->line);
    if (e == NULL) {
        return NULL;
    }
    amp__check_shared.report.dirty = 1;
    if (++e->count > 1) {
        if (e->count < 32 || (e->count & (e->count - 1)) == 0) { /* not for each of a large array */
            amp__check_write_files();
        }
        return NULL;
    }
    e->host = 1;
    e->kind[0] = e->kind[1] = (unsigned char)kind;
    AMP__PRINT(e->kernel, "%.*s", (int)sizeof(e->kernel) - 1, kernel);
    e->index_count = 1;
    e->index[0] = (int)index;
    return e;
}

/* Prints such an item, and writes the reports. */
static AMP__COLD void amp__check_tell_host_item(amp__check_item *e)
{
    amp__check_print_new_item(e);
    amp__check_write_files();
}

/* The launch that begins takes the view n, of which the host wrote the byte at `at` since a device
   got it: the set m says by which instruction. */
static AMP__COLD void amp__check_report_stale_launch(const amp__check_bytes *m,
                                                     const amp__check_array *n, uintptr_t at)
{
    const uintptr_t low = n->host != 0 ? n->host : n->low;
    amp__check_item *e = amp__check_host_item(AMP_CHECK_STALE_KERNEL_READ, n->name,
                                              amp__check_shared.launch->kernel->name,
                                              (at - low) / n->size, AMP__CHECK_WRITE, m->writer);
    if (e != NULL) {
        amp__check_say(e, "the host wrote it after a launch had taken it, and nobody called "
                       "amp_refresh before kernel %s takes it: a device still has the old data\n"
                       "amp_refresh on the view of %s behind line %d, before the launch; or make "
                       "the view anew there", e->kernel, n->name, e->line);
        amp__check_tell_host_item(e);
    }
}

/* The host reads or writes (kind) at `at`, by the instruction before pc, memory of a copy that it
   has not waited for, that of the set m. */
static AMP__COLD void amp__check_report_unfinished(const amp__check_bytes *m, uintptr_t at,
                                                   int kind, uintptr_t pc)
{
    amp__check_item *e = amp__check_host_item(AMP_CHECK_UNFINISHED_COPY,
                                              m->into ? "target" : "source", "",
                                              (at - m->low) / m->size, kind, pc);
    if (e != NULL) {
        amp__check_say(e, "an asynchronous copy %s it, and nobody has waited for its end: the host "
                       "may come before it\namp_completion_wait on what %s returned, before line "
                       "%d", m->into ? "writes" : "reads",
                       m->into ? "amp_copy_out_async" : "amp_copy_in_async", e->line);
        amp__check_tell_host_item(e);
    }
}

/* The host reads at `at`, by the instruction before pc, a byte of the set m: what only a kernel has
   written; or, unset, what none has. */
static AMP__COLD void amp__check_report_host_read(const amp__check_bytes *m, uintptr_t at,
                                                  uintptr_t pc, int unset)
{
    amp__check_item *e
        = amp__check_host_item(unset ? AMP_CHECK_UNINITIALISED_READ : AMP_CHECK_STALE_HOST_READ,
                               m->name, m->kernel, (at - m->low) / (m->size != 0 ? m->size : 4),
                               AMP__CHECK_READ, pc);
    if (e == NULL) {
        return;
    }
    if (unset) {
        amp__check_say(e, "no thread of kernel %s wrote it, and %s is an `out` view: what a kernel "
                       "does not write there holds anything on a device, and not what the host had "
                       "put there\nsee which threads the launch has, and which of them write: "
                       "each element needs one; or make %s `inout`, so that the others keep what "
                       "they hold", m->kernel, m->name, m->name);
    } else {
        amp__check_say(e, "kernel %s wrote it, and nobody called amp_synchronize: on a device the "
                       "host's memory still holds the old data\namp_synchronize on the view of %s "
                       "before line %d", m->kernel, m->name, e->line);
    }
    amp__check_tell_host_item(e);
}

/* See hooks.h: joins what was found on the emulator. Takes the lock of launches. */
static AMP__COLD void amp__check_device_outside(const amp__check_outside_view *o)
{
    amp__check_item *e;
    int d;
    AMP__HOLD(&amp__check_locks.launch);
    amp__check_load_settings();
    e = amp__check_find_item(AMP_CHECK_OUT_OF_BOUNDS, o->array, o->file, o->line, o->file, o->line);
    if (e != NULL && e->count++ == 0) {
        AMP__PRINT(e->kernel, "%s", o->kernel);
        e->simple = !o->tiled;
        e->rank = o->rank;
        e->sides = 1;
        e->kind[0] = e->kind[1] = AMP__CHECK_EITHER;
        e->index_count = o->given;
        for (d = 0; d < AMP_MAX_RANK; d++) {
            e->thread[0][d] = o->thread[d];
            e->tile[0][d] = o->tile[d];
            e->index[d] = amp__check_nearest_int(o->index[d]);
        }
        amp__check_say(e, "index %lld is outside dimension %d, which has %d elements\n"
                       "test the index first, or pad the view", o->index[o->dimension],
                       o->dimension, o->extent);
        amp__check_print_new_item(e);
    }
    amp__check_shared.report.dirty = 1;
    amp__check_write_files();
}

#endif /* AMP_CHECK_REPORT_H */
