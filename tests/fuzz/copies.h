/* SPDX-License-Identifier: MIT */
#ifndef FUZZ_COPIES_H
#define FUZZ_COPIES_H
/*
copies.h: copies, at once and with a completion; data sent ahead to a device, and its address.
*/
#include "host_memory.h"

static void finish(pending *w)
{
    const int before = under_way();
    amp_status s;
    int i;
    if (!w->alive) {
        return;
    }
    TRACE("wait for completion %d\n", (int)(w - pendings));
    (void)(draw(3) == 0 && amp_completion_wait_for(w->c, draw(3)));
    s = amp_completion_wait(w->c);
    if (!no_memory(before) && s != AMP_OK && !had_failure) {
        WRONG("status %d, and nothing failed", (int)s);
    }
    if (s == AMP_OK && w->lost == LOST) {
        WRONG("AMP_OK, and what was to be copied is lost");
    }
    for (i = 0; s == AMP_OK && w->out && i < w->count; i++) {
        if (w->known[i] && w->memory[i] != w->want[i]) {
            WRONG("element %d of the copy is %d instead of %d", i, w->memory[i], w->want[i]);
        }
    }
    if (w->called != NULL && __atomic_load_n(w->called, __ATOMIC_ACQUIRE) != 1) {
        WRONG("what was to follow was not called");
    }
    free(w->memory);
    free(w->called);
    w->alive = 0;
}
static void called(void *user) { (void)__atomic_add_fetch((int *)user, 1, __ATOMIC_ACQ_REL); }

/* Marks what is written by a copy that may go on. */
static void copied(shown *to, const int *value, const int *known, loss lost, int async)
{
    int list[CELLS], i, p, n = cells_of(to, list);
    unsigned on = 0;
    int tainted = 0;
    for (p = 0; p < PLACES; p++) {
        on |= places[p].alive && (places[p].queued || places[p].deferred) ? 1u << p : 0;
        tainted |= places[p].alive && places[p].tainted;
    }
    for (i = 0; i < n; i++) {
        cell *c = &to->of->at[list[i]];
        const loss was = c->lost;
        c->value = value[i];
        c->known = known[i];
        c->lost = lost == LOST ? LOST
            : lost == MAYBE || was != KEPT || (async && tainted) ? MAYBE : KEPT;
        c->lost_in = was == KEPT || c->lost_in == to->v.record ? to->v.record : NULL;
        c->written_on |= async ? on : 0;
    }
    had_failure |= lost != KEPT;
}

static void copy(void)
{
    const int before = under_way(), way = draw(3), async = draw(2);
    shown *x = some_view(), *y = some_view();
    pending *w = &pendings[draw(PENDING)];
    int list[CELLS], value[CELLS], known[CELLS], i, n, refused = 0, hit;
    amp_status s = AMP_OK;
    loss lost;
    if (x == NULL) {
        return;
    }
    if (w->alive) {
        finish(w);
    }
    memset(w, 0, sizeof(*w));
    if (way == 0 && (x == y || x->rank != y->rank || count_of(x) != count_of(y))) {
        return;
    }
    n = w->count = cells_of(x, list);
    for (i = 0; i < n; i++) {
        value[i] = x->of->at[list[i]].value;
        known[i] = x->of->at[list[i]].known;
    }
    w->memory = (int *)malloc(sizeof(int) * CELLS);
    if (w->memory == NULL) {
        abort();
    }
    TRACE("copy %d%s: view %d, view %d, completion %d\n", way, async ? ", async" : "",
          (int)(x - views), (int)(y - views), (int)(w - pendings));
    if (way == 0) {
        refused = stale(x) || stale(y) || y->constant || share(x, y)
            || memcmp(x->dim, y->dim, sizeof(int) * (size_t)x->rank) != 0;
        if (async) {
            w->c = amp_copy_async(x->v, y->v);
        } else {
            s = amp_copy(x->v, y->v);
        }
    } else if (way == 1) {
        refused = stale(x) || x->constant;
        for (i = 0; i < n; i++) {
            w->memory[i] = value[i] = 1000 + call_number + i;
            known[i] = 1;
        }
        if (async) {
            w->c = amp_copy_in_async(x->v, w->memory);
        } else {
            s = amp_copy_in(x->v, w->memory);
        }
    } else {
        refused = stale(x);
        w->out = 1;
        memcpy(w->want, value, sizeof(value));
        memcpy(w->known, known, sizeof(known));
        if (async) {
            w->c = amp_copy_out_async(x->v, w->memory);
        } else {
            s = amp_copy_out(x->v, w->memory);
        }
    }
    hit = no_memory(before || async);
    lost = way == 1 ? KEPT : lost_among(x);
    if (refused) {
        s = async ? amp_completion_wait(w->c) : s;
        free(w->memory);
        if (s != AMP_INVALID_ARGUMENT && !hit) {
            WRONG("status %d instead of a refusal", (int)s);
        }
        return;
    }
    if (async) {
        s = w->c.status;
        TRACE("    status %d\n", (int)s);
        if (s != AMP_OK && !hit && lost == KEPT && !had_failure) {
            WRONG("status %d, and nothing failed", (int)s);
        }
        if (s == AMP_OK) {
            w->alive = 1;
            w->lost = lost;
            if (way != 2) {
                copied(way == 0 ? y : x, value, known, lost, 1);
            }
            for (i = 0; way != 1 && i < n; i++) { /* it is read */
                x->of->at[list[i]].written_on |= ~0u >> (32 - PLACES);
            }
            if (draw(4) == 0) {
                int *calls = (int *)calloc(1, sizeof(*calls));
                const amp_completion c = amp_completion_then(w->c, called, calls);
                if (no_memory(1) && c.status != AMP_OK) {
                    free(calls);
                } else {
                    w->c = c;
                    w->called = calls;
                }
            }
            return;
        }
    } else {
        const loss there = way == 0 ? lost_among(y) : way == 1 ? lost_among(x) : KEPT;
        TRACE("    status %d\n", (int)s);
        if (s == AMP_OK && lost == LOST) {
            WRONG("AMP_OK, and what is copied was lost");
        }
        if (s != AMP_OK && !hit && lost == KEPT && there == KEPT) {
            WRONG("status %d, and nothing failed", (int)s);
        }
        if (s == AMP_OK) {
            for (i = 0; way == 2 && i < n; i++) {
                if (known[i] && w->memory[i] != value[i]) {
                    WRONG("element %d (cell %d of object %d) is %d instead of %d", i, list[i],
                          (int)(x->of - objects), w->memory[i], value[i]);
                }
            }
            if (way != 2) {
                copied(way == 0 ? y : x, value, known, lost, 0);
            }
        }
    }
    if (s != AMP_OK) {
        if (way != 1) {
            told(x);
        }
        if (way != 2) {
            told(way == 0 ? y : x);
            forget(way == 0 ? y : x, hit || had_failure ? MAYBE : KEPT);
        }
    }
    free(w->memory);
    w->memory = NULL;
}

/* ---- other calls ---------------------------------------------------------------------------- */

static void prefetch(void)
{
    shown *s = some_view();
    const int p = some_place();
    amp_status status;
    int list[CELLS], i, n;
    if (s == NULL || p == AUTO || p == CPU) {
        return;
    }
    TRACE("synchronize view %d to %d\n", (int)(s - views), p);
    status = amp_synchronize_to(s->v, places[p].on);
    if (stale(s)) {
        if (status != AMP_INVALID_ARGUMENT) {
            WRONG("status %d for a released view", (int)status);
        }
        return;
    }
    if (!no_memory(1) && status != AMP_OK && lost_among(s) == KEPT && !had_failure) {
        WRONG("status %d, and nothing failed", (int)status);
    }
    n = cells_of(s, list);
    for (i = 0; i < n; i++) {
        s->of->at[list[i]].written_on |= places[p].queued || places[p].deferred ? 1u << p : 0;
    }
}

static void data_address(void)
{
    shown *s = some_view();
    const int before = under_way();
    const void *p;
    if (s == NULL || !is_host(s->of)) {
        return;
    }
    TRACE("data of view %d\n", (int)(s - views));
    p = amp_data(s->v);
    if (!stale(s) && p != NULL && p != host_of(s->of) + s->first) {
        WRONG("the data is somewhere else");
    }
    judge(s, p != NULL ? AMP_OK : stale(s) ? AMP_INVALID_ARGUMENT : AMP_KERNEL_FAULT, before);
    if (p != NULL && !stale(s)) {
        compare_host(s);
    }
}

#endif /* FUZZ_COPIES_H */
