/* SPDX-License-Identifier: MIT */
#ifndef FUZZ_HOST_MEMORY_H
#define FUZZ_HOST_MEMORY_H
/*
host_memory.h: calls by which data comes to the host, leaves it, or is given up.
*/
#include "places.h"

static void compare_host(const shown *s)
{
    int list[CELLS], i, n = cells_of(s, list);
    for (i = 0; i < n; i++) {
        const cell *c = &s->of->at[list[i]];
        if (c->known && host_of(s->of)[list[i]] != c->value) {
            WRONG("element %d of host %d is %d instead of %d", list[i], (int)(s->of - objects),
                  host_of(s->of)[list[i]], c->value);
        }
    }
}

/* What a call that waits for the data of s ended with: AMP_OK, and all of it is there; or
   a failure of the data. */
static void judge(shown *s, amp_status status, int before)
{
    const int hit = no_memory(before);
    const loss l = lost_among(s);
    int list[CELLS], i, n = cells_of(s, list);
    TRACE("    status %d\n", (int)status);
    if (stale(s)) {
        if (status != AMP_INVALID_ARGUMENT) {
            WRONG("status %d for a released view", (int)status);
        }
        return;
    }
    if (status == AMP_OK && l == LOST) {
        WRONG("AMP_OK, and it was lost");
    }
    if (status != AMP_OK && l == KEPT && !hit) {
        WRONG("status %d, and nothing failed", (int)status);
    }
    if (status != AMP_OK) {
        told(s);
        return;
    }
    for (i = 0; i < n; i++) {
        s->of->at[list[i]].lost = KEPT;
    }
}

static amp_status synchronize(shown *s)
{
    const int before = under_way(), how = draw(4);
    amp_status status;
    TRACE("synchronize view %d, %d\n", (int)(s - views), how);
    if (how == 0) {
        const amp_completion c = amp_synchronize_async(s->v);
        status = amp_completion_wait(c);
        (void)no_memory(before);
        if (status != AMP_OK && !stale(s) && lost_among(s) == KEPT && had_failure) {
            return status; /* of other work of the queue */
        }
        if (status == AMP_OK && !stale(s) && lost_among(s) == LOST) {
            return AMP_OK; /* the completion is of the queue: it was told before */
        }
    } else {
        status = amp_synchronize(s->v);
    }
    judge(s, status, before);
    if (status == AMP_OK && is_host(s->of) && !stale(s)) {
        compare_host(s);
    }
    return status;
}

/* The program writes host memory. */
static void host_writes(void)
{
    shown *s = some_view();
    int list[CELLS], i, n, before;
    const int how = draw(3), a = draw(100);
    amp_status status;
    if (s == NULL || !is_host(s->of) || stale(s)) {
        return;
    }
    before = under_way();
    TRACE("host writes view %d, %d\n", (int)(s - views), how);
    status = amp_synchronize(s->v);
    judge(s, status, before);
    if (status != AMP_OK) {
        return;
    }
    compare_host(s);
    n = cells_of(s, list);
    for (i = 0; i < n; i++) {
        cell *c = &s->of->at[list[i]];
        c->value = host_of(s->of)[list[i]] = a * 100 + i;
        c->known = 1;
        c->lost = KEPT;
    }
    before = under_way();
    if (how > 0 || s->rank > 1) {
        status = amp_refresh(s->v);
    } else {
        const amp_array_view v = amp_view_extent(int, host_of(s->of) + s->first, extent_of(s));
        status = v.status;
        if (status == AMP_OK) {
            s->v = v;
            s->constant = 0;
        }
    }
    if (!no_memory(before) && status != AMP_OK) {
        WRONG("status %d of saying so", (int)status);
    }
    if (status != AMP_OK) {
        forget(s, MAYBE);
    }
}

/* The program says that host memory is right as it is, or that it needs nothing of it. */
static void refresh_or_discard(int discard)
{
    shown *s = some_view();
    int list[CELLS], i, n;
    const int before = under_way();
    amp_status status;
    if (s == NULL) {
        return;
    }
    TRACE("%s view %d\n", discard ? "discard" : "refresh", (int)(s - views));
    status = discard ? amp_discard_data(s->v) : amp_refresh(s->v);
    if (stale(s)) {
        if (status != AMP_INVALID_ARGUMENT) {
            WRONG("status %d for a released view", (int)status);
        }
        return;
    }
    if (!no_memory(before) && status != AMP_OK) {
        WRONG("status %d", (int)status);
    }
    if (status != AMP_OK || discard || !is_host(s->of)) {
        forget(s, status != AMP_OK || discard ? MAYBE : KEPT);
        n = cells_of(s, list);
        for (i = 0; i < n; i++) {
            s->of->at[list[i]].lost = MAYBE;
        }
        return;
    }
    n = cells_of(s, list);
    for (i = 0; i < n; i++) {
        cell *c = &s->of->at[list[i]];
        c->value = host_of(s->of)[list[i]];
        c->known = 1;
        c->lost = KEPT;
    }
}

static void release_view(shown *s)
{
    const int before = under_way();
    object *o = s->of;
    const amp__record *r = s->v.record;
    const int overlaps = r->overlaps;
    int k, low = 0, high = CELLS;
    loss worst = KEPT, any = KEPT;
    amp_status status;
    const int was_stale = stale(s);
    if (!was_stale && is_host(o)) {
        low = (int)((r->host - (char *)host_of(o)) / (ptrdiff_t)sizeof(int));
        high = low + (int)(r->bytes / sizeof(int));
    }
    TRACE("release view %d: object %d, %d to %d\n", (int)(s - views), (int)(o - objects), low,
          high);
    status = amp_release(s->v);
    k = no_memory(before);
    TRACE("    status %d\n", (int)status);
    if (was_stale) {
        s->alive = 0;
        if (status != AMP_INVALID_ARGUMENT) {
            WRONG("status %d for a released view", (int)status);
        }
        return;
    }
    {
        const int hit = k;
        for (k = low; k < high; k++) {
            any = o->at[k].lost > any ? o->at[k].lost : any;
            if (o->at[k].lost == LOST && o->at[k].lost_in == r) {
                worst = LOST;
            }
        }
        if (status == AMP_OK && worst == LOST) {
            WRONG("AMP_OK, and it was lost");
        }
        if (status != AMP_OK && any == KEPT && !hit) {
            WRONG("status %d, and nothing failed", (int)status);
        }
        for (k = low; k < high; k++) {
            cell *c = &o->at[k];
            if (status != AMP_OK && (c->lost != KEPT || (hit && overlaps))) {
                c->known = 0;
                c->lost = c->lost_in == r || c->lost == KEPT ? KEPT
                    : c->lost_in == NULL ? MAYBE : c->lost; /* through another record, too */
                c->lost = hit && overlaps ? MAYBE : c->lost;
            }
            if (!is_host(o)) {
                c->known = 0;
                c->lost = KEPT;
            }
        }
    }
    for (k = 0; k < VIEWS; k++) {
        if (views[k].alive && views[k].v.record == r && !stale(&views[k])) {
            WRONG("view %d is not stale", k);
        }
    }
    if (!is_host(o)) {
        o->alive = 0;
        for (k = 0; k < VIEWS; k++) {
            views[k].alive &= views[k].of != o;
        }
    }
}

#endif /* FUZZ_HOST_MEMORY_H */
