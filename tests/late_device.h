/* SPDX-License-Identifier: MIT */
#ifndef LATE_DEVICE_H
#define LATE_DEVICE_H
/*
late_device.h: emu:separate as a device whose work runs when it is waited for.

After late_device(1) copies and launches on emu:separate return at once, and run, in
order, when the queue is waited for; what failed comes out there, and only the first
failure of them, as from a GPU. Launches behind one that could not be run are not run: what
they were to read was not computed. Include amp.h before, as a drop-in: this replaces
functions of the backend. late_device(0) is the device as it was. Nothing is under way on
it then.
*/
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

typedef struct late_work {
    struct late_work *next;
    int what; /* 0: copy in, 1: copy out, 2: copy within, 3: launch */
    void *to, *from;
    amp__copy_box box;
    amp__launch launch;
    amp__argument argument[AMP_MAX_PARAMETERS];
    char value[AMP_MAX_PARAMETERS][128];
} late_work;

typedef struct late_queue {
    const amp__device *device;
    void *queue; /* of the backend that does the work */
    late_work *first, **last;
} late_queue;

static const amp__backend *late_behind;
static amp__backend late_backend;

static amp_status late_queue_create(const amp__device *device, void **queue)
{
    late_queue *q = (late_queue *)malloc(sizeof(*q));
    amp_status s;
    if (q == NULL) {
        return amp__fail(AMP_OUT_OF_MEMORY, "no memory for a late queue");
    }
    q->device = device;
    q->first = NULL;
    q->last = &q->first;
    s = late_behind->queue_create(device, &q->queue);
    *queue = q;
    return s;
}
static amp_status late_wait(void *queue)
{
    late_queue *q = (late_queue *)queue;
    amp_status s = AMP_OK, one = AMP_OK;
    amp__failure first;
    memset(&first, 0, sizeof(first));
    while (q->first != NULL) {
        late_work *w = q->first;
        switch (s == AMP_OK || s == AMP_KERNEL_FAULT || w->what != 3 ? w->what : 4) {
        case 4: break; /* its data was to come from what did not run */
        case 3: one = late_behind->launch(q->queue, &w->launch); break;
        default:
            one = late_behind->copy(q->queue, (amp__direction)w->what, w->to, w->from, &w->box);
            break;
        }
        if (one != AMP_OK && s == AMP_OK) {
            s = one;
            amp__failure_note(&first, s);
        }
        q->first = w->next;
        free(w);
    }
    q->last = &q->first;
    return s == AMP_OK ? AMP_OK : amp__failure_tell(&first);
}
static void late_queue_destroy(const amp__device *device, void *queue)
{
    late_queue *q = (late_queue *)queue;
    (void)late_wait(queue);
    late_behind->queue_destroy(device, q->queue);
    free(q);
}
static late_work *late_add(void *queue, int what)
{
    late_queue *q = (late_queue *)queue;
    late_work *w = (late_work *)calloc(1, sizeof(*w));
    if (w == NULL) {
        (void)amp__fail(AMP_OUT_OF_MEMORY, "no memory for late work");
        return NULL;
    }
    w->what = what;
    *q->last = w;
    q->last = &w->next;
    return w;
}
static amp_status late_copy(void *queue, amp__direction way, void *to, void *from,
                            const amp__copy_box *box)
{
    late_work *w = late_add(queue, (int)way);
    if (w == NULL) {
        return AMP_OUT_OF_MEMORY;
    }
    w->to = to;
    w->from = from;
    w->box = *box;
    return AMP_OK;
}
static amp_status late_launch(void *queue, const amp__launch *launch)
{
    const amp__kernel *k = launch->kernel;
    late_work *w = late_add(queue, 3);
    int i;
    if (w == NULL) {
        return AMP_OUT_OF_MEMORY;
    }
    w->launch = *launch;
    w->launch.arguments = w->argument;
    for (i = 0; i < k->parameter_count; i++) {
        w->argument[i] = launch->arguments[i];
        if (k->parameters[i].access == AMP__ACCESS_value) {
            memcpy(w->value[i], launch->arguments[i].data, k->parameters[i].type.size);
            w->argument[i].data = w->value[i];
        }
    }
    return AMP_OK;
}

/* See above. Values that kernels take are of 128 bytes at most. */
static void late_device(int late)
{
    amp__device *d;
    int i = amp_accelerator_find("emu:separate").index;
    d = &amp__host.devices.device[i];
    if (late_behind == NULL) {
        late_behind = d->backend;
        late_backend = *d->backend;
        late_backend.queue_create = late_queue_create;
        late_backend.queue_destroy = late_queue_destroy;
        late_backend.copy = late_copy;
        late_backend.launch = late_launch;
        late_backend.wait = late_wait;
    }
    if (late == d->deferred) {
        return;
    }
    if (amp__host.devices.queue[i] != NULL) { /* its default view, made by another backend */
        amp__queue *q = amp__host.devices.queue[i];
        d->backend->queue_destroy(d, q->backend_queue);
        d->backend = late ? &late_backend : late_behind;
        (void)d->backend->queue_create(d, &q->backend_queue);
    }
    d->backend = late ? &late_backend : late_behind;
    d->deferred = late;
}

#endif /* LATE_DEVICE_H */
