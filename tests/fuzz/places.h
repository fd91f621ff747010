/* SPDX-License-Identifier: MIT */
#ifndef FUZZ_PLACES_H
#define FUZZ_PLACES_H
/*
places.h: accelerator views, made, waited for and released; arrays, which live on one.
*/
#include "views.h"

enum { EMU, SEPARATE, AUTO, DEFAULT, CPU, FIRST_MADE };

static int some_place(void)
{
    int p = draw(PLACES);
    while (!places[p].alive || (p == CPU && draw(4) != 0)) {
        p = (p + 1) % PLACES;
    }
    return p;
}
static void describe(place *q)
{
    const amp__device *d = amp__queue_device(q->on.queue);
    q->deferred = d->deferred;
}
static void make_place(int p)
{
    static const char *const path[] = { "emu", "emu:separate", "default" };
    place *q = &places[p];
    const int before = under_way(), device = draw(3), mode = draw(2);
    amp_status s;
    if (q->alive) {
        return;
    }
    memset(q, 0, sizeof(*q));
    TRACE("place %d: %s, mode %d\n", p, path[device], mode);
    s = amp_accelerator_create_view(amp_accelerator_find(path[device]), (amp_queuing_mode)mode,
                                    &q->on);
    if (no_memory(before) && s == AMP_OUT_OF_MEMORY) {
        return;
    }
    if (s != AMP_OK) {
        WRONG("status %d", (int)s);
    }
    q->alive = q->made = q->queued = 1;
    describe(q);
}

/* Waits for a place, or ends it. */
static void wait_for_place(int p, int end)
{
    place *q = &places[p];
    const int before = under_way();
    amp_status s;
    if (!q->alive || p == AUTO || p == CPU || (end && !q->made)) {
        return;
    }
    TRACE("%s place %d\n", end ? "release" : "wait for", p);
    s = end ? amp_accelerator_view_release(q->on) : amp_wait(q->on);
    if (!no_memory(before) && s != AMP_OK && !had_failure) {
        WRONG("status %d, and nothing failed", (int)s);
    }
    if (s == AMP_OK && q->failing == LOST) {
        WRONG("AMP_OK, and a launch there failed");
    }
    q->failing = KEPT;
    ended(p);
    if (end) {
        int i;
        q->alive = 0;
        for (i = HOSTS; i < OBJECTS; i++) { /* arrays stay, on the default view */
            if (objects[i].alive && objects[i].home == p) {
                const amp_array_view *v = NULL;
                for (int k = 0; k < VIEWS; k++) {
                    v = views[k].alive && views[k].of == &objects[i] ? &views[k].v : v;
                }
                objects[i].home = EMU;
                if (v != NULL && v->record != NULL && v->record->device != NULL) {
                    const char *path = v->record->device->about.device_path;
                    objects[i].home = strcmp(path, "emu") == 0 ? EMU
                        : strcmp(path, "emu:separate") == 0 ? SEPARATE : DEFAULT;
                }
            }
        }
        if (amp_wait(q->on) != AMP_INVALID_ARGUMENT) {
            WRONG("a released accelerator view can be waited for");
        }
    }
}

/* ---- arrays ------------------------------------------------------------------------- */

static void make_array(void)
{
    const int before = under_way(), p = some_place(), o = HOSTS + draw(OBJECTS - HOSTS);
    object *r = &objects[o];
    amp_array_view v;
    shown *s;
    int k;
    if (r->alive || p == AUTO || p == CPU) {
        return;
    }
    s = slot();
    memset(r, 0, sizeof(*r));
    s->of = r;
    draw_shape(s, CELLS);
    TRACE("view %d: %s on %d, object %d, rank %d (%d, %d, %d)\n", (int)(s - views),
          o == OBJECTS - 1 ? "empty" : "array", p, o, s->rank, s->dim[0], s->dim[1], s->dim[2]);
    v = o == OBJECTS - 1 ? amp_view_empty_extent(int, extent_of(s))
                         : amp_array_on(places[p].on, int, extent_of(s));
    r->home = o == OBJECTS - 1 ? -1 : p;
    r->count = count_of(s);
    take_view(s, v, before);
    r->alive = s->alive;
    for (k = 0; k < CELLS; k++) {
        r->at[k].written_on = 0;
    }
}

#endif /* FUZZ_PLACES_H */
