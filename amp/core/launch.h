/* SPDX-License-Identifier: MIT */
#ifndef AMP_CORE_LAUNCH_H
#define AMP_CORE_LAUNCH_H
/*
amp/core/launch.h: launches: checks, arguments, where they run.

The order: extent and tile (amp/kernel/launcher.h), then in amp__start
the arguments from left to right, then whether two of them overlap. The fast path: on
the default accelerator view, where no data is copied anywhere and no argument is
special, the engine is called at once. Every other launch goes through
amp__launch_queued: the queue is chosen, arguments are brought to its device and what
it writes is planned, under lock.coherence; then the command is run or queued.
*/

#include "backend.h"
#include "../watch/hooks.h"
#include "../base/limits.h"

/* How a launch is started: on which accelerator view, by which engine where it runs
   in host memory, and by what. `start` NULL is an ordinary launch; amp_compare sets
   it, and its tolerance in ulps. */
typedef struct amp__how {
    amp_accelerator_view on;
    amp__engine engine; /* the one that the kernel was compiled with */
    amp_status (*start)(const struct amp__how *how, const amp__kernel *k, amp_extent e,
                        const int *tile, const void *const *given);
    unsigned ulps;
    struct amp_event *event; /* whose times are wanted (amp/core/event.h), or NULL */
} amp__how;

/* An ordinary launch on that accelerator view. */
static inline amp__how amp__on(amp_accelerator_view on)
{
    amp__how how;
    how.on = on;
    how.engine = NULL;
    how.start = NULL;
    how.ulps = 0;
    how.event = NULL;
    return how;
}

/* amp_parallel_for_each(domain, kernel, args...): runs the kernel for every index of the
   domain, on the accelerator view of the arrays among the arguments, or else on the
   default accelerator (specification section 7). As if it returned when all threads
   have ended: whatever uses the results waits for them.
   domain  an amp_extent for a simple kernel, an amp_tiled_extent for the other two
   args    the kernel's parameters in order: an amp_array_view for in, out and inout, a
           T for a value. Anything else does not compile. They are copied.
   Returns AMP_OK; where nothing was run:
     AMP_INVALID_COMPUTE_DOMAIN, AMP_TILE_MISMATCH   the domain
     AMP_VIEW_MISMATCH   a view of another element type or rank, or a view for reading
                         only where the kernel writes
     AMP_INVALID_ARGUMENT   a released view; memory that is written through one argument
                         and used through another; arrays on two accelerator views; a
                         setting in the environment that means nothing
     AMP_UNSUPPORTED     the accelerator runs no kernels; a launch from inside a kernel
     the status of a view that carries an error
     AMP_BUILD_FAILED, AMP_ACCELERATOR_REMOVED   the device, with the compiler's words
   and where out and inout views hold something undefined:
     AMP_BARRIER_DIVERGED, AMP_KERNEL_FAULT, AMP_OUT_OF_MEMORY, AMP_RUNTIME_ERROR
   Any host thread may launch, several at a time. */
#define amp_parallel_for_each(domain, ...) \
    AMP__PFE(amp__on(amp_auto_selection_view()), domain, __VA_ARGS__)

/* amp_parallel_for_each_on(accelerator_view, domain, kernel, args...): the same on that
   accelerator view. On one that was made by amp_accelerator_create_view it returns when
   the work is queued: until amp_synchronize or amp_wait the program leaves the memory of
   the arguments alone. Those return what went wrong in the run; AMP_INVALID_ARGUMENT here
   where the accelerator view was released. */
#define amp_parallel_for_each_on(accelerator_view, domain, ...) \
    AMP__PFE(amp__on(accelerator_view), domain, __VA_ARGS__)

#define AMP__PFE(how, domain, ...) \
    AMP__CAT(AMP__PFE_, AMP__ONE_OR_MORE(__VA_ARGS__))(how, domain, __VA_ARGS__)
#define AMP__PFE_1(how, domain, kernel) kernel##__launch(how, domain)
#define AMP__PFE_2(how, domain, kernel, ...) kernel##__launch(how, domain, __VA_ARGS__)

#if AMP__IMPLEMENT
#include "coherence.h"

/* What a launch is checked for stands twice: in one condition, which is evaluated at each
   launch, and, out of line, with the sentence for each part of it. */

/* The failure of an extent that amp__extent_status refuses. */
static AMP__COLD amp_status amp__extent_refused(const amp__kernel *k, amp_extent e)
{
    char text[64];
    unsigned long long n = 1;
    int d;
    if (e.rank != k->rank) {
        return amp__fail(AMP_INVALID_COMPUTE_DOMAIN, "kernel %s is of rank %d, the extent "
                         "of rank %d: give an extent of %d dimensions", k->name, k->rank,
                         e.rank, k->rank);
    }
    for (d = 0; d < e.rank; d++) {
        if (e.dim[d] <= 0) {
            return amp__fail(AMP_INVALID_COMPUTE_DOMAIN, "kernel %s: dimension %d of the "
                             "extent is %lld: it must be 1 to 2147483647", k->name, d,
                             amp__dim_asked(e.rank, e.dim, d));
        }
    }
    for (d = 0; d < e.rank; d++) {
        n *= (unsigned long long)e.dim[d]; /* below 2^63: checked at each step */
        if (n > 4294967295ULL) {
            return amp__fail(AMP_INVALID_COMPUTE_DOMAIN, "kernel %s: extent %s has more "
                             "threads than 4294967295: launch it in parts", k->name,
                             AMP__INDEX_TEXT(text, e.rank, e.dim));
        }
    }
    return amp__fail(AMP_INVALID_COMPUTE_DOMAIN, "kernel %s: all dimensions of extent %s but the "
                     "last two have more than 2147483647 threads: launch it in parts", k->name,
                     AMP__INDEX_TEXT(text, e.rank, e.dim));
}

/* Whether the dimensions of an extent that engines count as one, of a rank above 3, have as many
   threads as an int holds. */
static inline int amp__lead_fits(amp_extent e)
{
    long long n = 1;
    int d;
    for (d = 0; d < e.rank - 2 && n <= INT_MAX; d++) {
        n *= e.dim[d];
    }
    return n <= INT_MAX;
}

/* The checks of a compute domain that both models share: AMP_OK or AMP_INVALID_COMPUTE_DOMAIN. */
static inline amp_status amp__extent_status(const amp__kernel *k, amp_extent e)
{
    unsigned long long n = 1;
    int d = 0;
    if (e.rank == k->rank) {
        for (; d < e.rank && e.dim[d] > 0 && n <= 4294967295ULL; d++) {
            n *= (unsigned long long)e.dim[d];
        }
    }
    return d == k->rank && n <= 4294967295ULL && (AMP_MAX_RANK == 3 || amp__lead_fits(e))
        ? AMP_OK : amp__extent_refused(k, e);
}

/* Explains why amp__tile_status refuses a tile: records the failure, and returns it; AMP_OK where
   the tile is beyond Direct3D 11's limits alone, and nobody asked for those. */
static AMP__COLD amp_status amp__explain_tile_error(const amp__kernel *k, amp_tiled_extent t)
{
    char a[64], b[64];
    long long threads = 1, most = AMP_MAX_TILE_THREADS;
    amp_status s;
    int d, d3d11;
    if (t.tile.rank != t.extent.rank) {
        return amp__fail(AMP_TILE_MISMATCH, "kernel %s: a tile of rank %d for an extent of "
                         "rank %d: give both the same rank", k->name, t.tile.rank, t.extent.rank);
    }
    for (d = 0; d < t.tile.rank; d++) {
        if (t.tile.dim[d] <= 0) {
            return amp__fail(AMP_INVALID_COMPUTE_DOMAIN, "kernel %s: dimension %d of the "
                             "tile is %lld: it must be positive", k->name, d,
                             amp__dim_asked(t.tile.rank, t.tile.dim, d));
        }
    }
    for (d = 0; d < t.tile.rank; d++) {
        if (t.extent.dim[d] % t.tile.dim[d] != 0) {
            return amp__fail(AMP_INVALID_COMPUTE_DOMAIN, "kernel %s: extent %s is not "
                             "divisible by tile %s in dimension %d: use amp_pad or "
                             "amp_truncate", k->name,
                             AMP__INDEX_TEXT(a, t.extent.rank, t.extent.dim),
                             AMP__INDEX_TEXT(b, t.tile.rank, t.tile.dim), d);
        }
    }
    s = amp__limits_read();
    if (s != AMP_OK) {
        return s;
    }
    d3d11 = amp__limits_d3d11();
    for (d = 0; d < t.tile.rank && d3d11; d++) {
        const int tiles = t.extent.dim[d] / t.tile.dim[d];
        if (tiles > AMP__D3D11_TILES) {
            return amp__fail(AMP_INVALID_COMPUTE_DOMAIN, "kernel %s: %d tiles in dimension "
                             "%d: the limit is %d with AMP_LIMITS=d3d11: use a larger tile",
                             k->name, tiles, d, AMP__D3D11_TILES);
        }
    }
    most = d3d11 && most > AMP__D3D11_TILE_THREADS ? AMP__D3D11_TILE_THREADS : most;
    for (d = 0; d < t.tile.rank; d++) {
        threads *= t.tile.dim[d];
        if (threads > most) {
            return amp__fail(AMP_INVALID_COMPUTE_DOMAIN, "kernel %s: tile %s has more than "
                             "%lld threads%s: use a smaller tile", k->name,
                             AMP__INDEX_TEXT(a, t.tile.rank, t.tile.dim), most,
                             most < AMP_MAX_TILE_THREADS ? ", with AMP_LIMITS=d3d11" : "");
        }
    }
    if (t.tile.rank == 3 && t.tile.dim[0] > AMP__D3D11_TILE_DEPTH
        && (d3d11 || AMP_MAX_TILE_THREADS <= AMP__D3D11_TILE_THREADS)) {
        return amp__fail(AMP_INVALID_COMPUTE_DOMAIN, "kernel %s: dimension 0 of a tile of "
                         "rank 3 is %d: the limit is %d%s: use a smaller tile", k->name,
                         t.tile.dim[0], AMP__D3D11_TILE_DEPTH,
                         d3d11 ? " with AMP_LIMITS=d3d11" : "");
    }
    for (d = 0; d < t.tile.rank; d++) {
        if (t.tile.dim[d] != k->tile[d]) {
            return amp__fail(AMP_TILE_MISMATCH, "kernel %s is written for tile %s, the "
                             "domain has tile %s: launch it with the kernel's tile", k->name,
                             AMP__INDEX_TEXT(a, k->rank, k->tile),
                             AMP__INDEX_TEXT(b, t.tile.rank, t.tile.dim));
        }
    }
    return AMP_OK;
}

/* The checks of a tile, for an extent that was checked: AMP_OK, AMP_TILE_MISMATCH or
   AMP_INVALID_COMPUTE_DOMAIN. What is within Direct3D 11's limits is right; of anything else
   amp__explain_tile_error says whether. */
static inline amp_status amp__tile_status(const amp__kernel *k, amp_tiled_extent t)
{
    long long threads = 1;
    int d = 0;
    if (t.tile.rank == k->rank) {
        for (; d < k->rank && t.tile.dim[d] == k->tile[d] && t.tile.dim[d] > 0
                 && t.extent.dim[d] % t.tile.dim[d] == 0
                 && t.extent.dim[d] / t.tile.dim[d] <= AMP__D3D11_TILES
                 && threads <= AMP__D3D11_TILE_THREADS; d++) {
            threads *= t.tile.dim[d];
        }
    }
    return d == k->rank && threads <= AMP__D3D11_TILE_THREADS && threads <= AMP_MAX_TILE_THREADS
        && (d < 3 || t.tile.dim[0] <= AMP__D3D11_TILE_DEPTH) ? AMP_OK
                                                             : amp__explain_tile_error(k, t);
}

/* The failure of a view that amp__bind refuses as the argument for parameter p. */
static AMP__COLD amp_status amp__argument_refused(const amp__kernel *k, const amp__parameter *p,
                                                  const amp_array_view *v)
{
    if (v->status != AMP_OK) {
        return amp__fail(v->status, "kernel %s, parameter %s: %s", k->name, p->name,
                         amp__view_why(v));
    }
    if (v->record == NULL) {
        return amp__fail(AMP_INVALID_ARGUMENT, "kernel %s, parameter %s: the view has "
                         "no data: make it with amp_view, amp_array or amp_view_empty", k->name,
                         p->name);
    }
    if (!amp__view_alive(v)) {
        return amp__fail(AMP_INVALID_ARGUMENT, "kernel %s, parameter %s: the view was "
                         "released: make it anew", k->name, p->name);
    }
    if (!amp__type_equal(&v->type, &p->type) || v->extent.rank != p->rank) {
        return amp__fail(AMP_VIEW_MISMATCH, "kernel %s, parameter %s is a view of %s of "
                         "rank %d; the view given is of %s of rank %d: make it of %s, of rank %d",
                         k->name, p->name, p->type.name, p->rank, v->type.name, v->extent.rank,
                         p->type.name, p->rank);
    }
    return amp__fail(AMP_VIEW_MISMATCH, "kernel %s writes parameter %s; the view "
                     "given is of const %s: make it without const, over memory that "
                     "is not const", k->name, p->name, amp__plain_name(v->type.name));
}

/* Whether the tile memory that the launch gives may be: parameters tile(T, name). AMP_OK;
   AMP_INVALID_ARGUMENT for less than one element; AMP_OUT_OF_MEMORY for more than the limit. */
static AMP__COLD amp_status amp__tile_memory_fits(const amp__kernel *k, const void *const *given)
{
    unsigned long long bytes = 0;
    int i;
    for (i = 0; i < k->parameter_count; i++) {
        const amp__parameter *p = &k->parameters[i];
        int count;
        if (p->access != AMP__ACCESS_value || p->rank == 0) {
            continue;
        }
        memcpy(&count, given[i], sizeof(count));
        if (count < 1) {
            return amp__fail(AMP_INVALID_ARGUMENT, "kernel %s, argument %s: %d elements of tile "
                             "memory: give 1 or more", k->name, p->name, count);
        }
        bytes += (unsigned long long)count * (unsigned)p->rank;
    }
    if (bytes > amp__most_tile_static()) {
        return amp__fail(AMP_OUT_OF_MEMORY, "kernel %s: the launch gives %llu bytes of tile "
                         "memory, %d are allowed: give less, or raise AMP_MAX_TILE_STATIC", k->name,
                         bytes, (int)amp__most_tile_static());
    }
    return AMP_OK;
}

/* Checks the arguments against the kernel's parameters, and writes them to bound[], one for
   each, as a launch in host memory takes them. *special = 1 where a data source is tracked, busy,
   an array, or shared in part: then amp__launch_queued has to look. Returns AMP_OK,
   AMP_VIEW_MISMATCH, AMP_INVALID_ARGUMENT, or the error a view carries. */
static inline amp_status amp__bind(const amp__kernel *k, const void *const *given,
                                   amp__argument *bound, int *special)
{
    int i, d;
    for (i = 0; i < k->parameter_count; i++) {
        const amp__parameter *p = &k->parameters[i];
        const amp_array_view *v = (const amp_array_view *)given[i];
        memset(&bound[i], 0, sizeof(bound[i]));
        if (p->access == AMP__ACCESS_value) {
            memcpy(&bound[i].data, &given[i], sizeof(void *));
            if (__builtin_expect(p->rank != 0, 0)) {
                const amp_status s = amp__tile_memory_fits(k, given);
                if (s != AMP_OK) {
                    return s;
                }
            }
            continue;
        }
        if (v->status != AMP_OK || !amp__view_alive(v) || !amp__type_equal(&v->type, &p->type)
            || v->extent.rank != p->rank || (v->read_only && p->access != AMP__ACCESS_in)) {
            if (p->rank != AMP__ANY_RANK) {
                return amp__argument_refused(k, p, v);
            }
            AMP__ASSERT(v->status == AMP_OK && amp__view_alive(v)
                        && (!v->read_only || p->access == AMP__ACCESS_in));
        }
        *special |= AMP__LOAD(&v->record->busy) | AMP__LOAD(&v->record->overlaps)
            | (v->record->source != AMP__SOURCE_HOST);
        AMP__ASSERT(v->stride[v->extent.rank - 1] == 1); /* amp__shape_of2 and 3 know it */
        bound[i].data = v->data;
        if (AMP__LENS) {
            bound[i].offset = v->offset; /* as on a device with its own memory */
        }
        for (d = 0; d < v->extent.rank; d++) {
            bound[i].extent[d] = v->extent.dim[d];
            bound[i].stride[d] = v->stride[d];
        }
    }
    return AMP_OK;
}

/* The view that is argument i; NULL where that is a value. */
static inline const amp_array_view *amp__view_given(const amp__kernel *k, const void *const *given,
                                                    int i)
{
    return k->parameters[i].access == AMP__ACCESS_value ? NULL : (const amp_array_view *)given[i];
}

/* How many bytes lie from a view's first element to the end of its last. */
static AMP__WARM size_t amp__reach(const amp_array_view *v)
{
    return amp__bytes_spanned(v->type.size, v->extent.rank, v->extent.dim, v->stride);
}

/* The failure of two arguments, numbers i and j, that amp__overlap_status refuses. */
static AMP__COLD amp_status amp__overlap_refused(const amp__kernel *k, const void *const *given,
                                                 int i, int j)
{
    return amp__fail(AMP_INVALID_ARGUMENT, "kernel %s: the memory of parameters %s (%lu bytes) "
                     "and %s (%lu bytes) overlaps in part, and one is written: make both "
                     "sections of one view", k->name, k->parameters[j].name,
                     (unsigned long)amp__reach((const amp_array_view *)given[j]),
                     k->parameters[i].name,
                     (unsigned long)amp__reach((const amp_array_view *)given[i]));
}

/* Refuses two arguments over host memory that overlap, have no data source in common to
   keep them coherent, and of which one is written: right on the emulator, wrong on a
   device. Only for a launch with a data source that shares bytes with another
   (amp__record.overlaps), which amp__bind calls special. */
static AMP__COLD amp_status amp__overlap_status(const amp__kernel *k, const void *const *given)
{
    int i, j;
    for (i = 0; i < k->parameter_count; i++) {
        const amp_array_view *a = amp__view_given(k, given, i);
        for (j = 0; j < i && a != NULL && a->record->source == AMP__SOURCE_HOST; j++) {
            const amp_array_view *b = amp__view_given(k, given, j);
            if (b != NULL && b->record != a->record && b->record->source == AMP__SOURCE_HOST
                && (amp__comes_back(&k->parameters[i]) || amp__comes_back(&k->parameters[j]))
                && (uintptr_t)a->data < (uintptr_t)b->data + amp__reach(b)
                && (uintptr_t)b->data < (uintptr_t)a->data + amp__reach(a)) {
                return amp__overlap_refused(k, given, i, j);
            }
        }
    }
    return AMP_OK;
}

/* *queue = that of the arrays among the arguments, NULL where there are none; a failure
   where two arrays have different ones. */
static AMP__COLD amp_status amp__queue_of_arrays(const amp__kernel *k, const void *const *given,
                                                 amp__queue **queue)
{
    const char *first = "";
    int i;
    *queue = NULL;
    for (i = 0; i < k->parameter_count; i++) {
        const amp_array_view *v = amp__view_given(k, given, i);
        amp__queue *home;
        if (v == NULL || v->record->source != AMP__SOURCE_ARRAY) {
            continue;
        }
        home = v->record->home.queue;
        if (!amp__queue_alive(v->record->home)) { /* the default one, then */
            const amp_status s = amp__queue_default(v->record->device, &home);
            if (s != AMP_OK) {
                return s;
            }
        }
        if (*queue != NULL && *queue != home) {
            return amp__fail(AMP_INVALID_ARGUMENT, "kernel %s: the arrays %s and %s live on two "
                             "accelerator views: say which with amp_parallel_for_each_on",
                             k->name, first, k->parameters[i].name);
        }
        first = k->parameters[i].name;
        *queue = home;
    }
    return AMP_OK;
}

/* Makes the bytes of every argument valid in the memory that the queue's device computes
   in, and plans what the launch writes. The caller holds lock.coherence. */
static AMP__COLD amp_status amp__prepare_arguments(amp__queue *q, amp__command *command,
                                                   amp__argument *bound, const void *const *given,
                                                   amp__plan *plan)
{
    amp__registry *all = &amp__host.registry;
    const amp__kernel *k = command->launch.kernel;
    const amp__device *owner = q->device->own_memory ? q->device : NULL;
    amp__replica *replica[AMP_MAX_PARAMETERS];
    amp_status s = AMP_OK;
    int i;
    AMP__ASSERT(amp__holds(&amp__lock.coherence));
    for (i = 0; s == AMP_OK && i < k->parameter_count; i++) {
        const amp_array_view *v = amp__view_given(k, given, i);
        if (v == NULL) {
            continue;
        }
        s = amp__view_usable(v);
        if (s == AMP_OK
            && (owner != NULL || v->record->tracked || all->tracked > 0
                || AMP__LOAD(&all->host_in_use))) {
            amp__spans spans AMP__SPANS_FREED = AMP__ZERO;
            s = amp__spans_of(v, &spans);
            s = AMP__THEN(s, amp__make_valid(v->record, owner, q, &spans, owner == NULL
                                             || k->parameters[i].access != AMP__ACCESS_out,
                                             &replica[i]));
        } else if (s == AMP_OK) {
            replica[i] = NULL;
            s = amp__host_get(v->record);
        }
        if (s != AMP_OK) {
            break;
        }
        bound[i].data = owner == NULL || AMP__CHECKING ? amp__host_address(v) : NULL;
        bound[i].buffer = replica[i] != NULL ? replica[i]->buffer : NULL;
        bound[i].offset = v->offset
            + (replica[i] != NULL ? amp__record_lead(v->record, q->device) : 0);
    }
    for (i = 0; s == AMP_OK && i < k->parameter_count; i++) {
        const amp_array_view *v = amp__view_given(k, given, i);
        const int written = amp__comes_back(&k->parameters[i]);
        amp__copy_box bytes;
        if (v == NULL) {
            continue;
        }
        amp__after_record(&command->after, q, v->record, written);
        bytes = amp__copy_box_of_view(v);
        amp__command_add_access(command, v->record, &bytes,
                                k->parameters[i].access != AMP__ACCESS_out, written);
        if (written && all->tracked > 0 && owner == NULL) {
            amp__spans spans AMP__SPANS_FREED = AMP__ZERO;
            s = amp__spans_of(v, &spans);
            s = AMP__THEN(s, amp__each_overlap(v->record, &spans, amp__mark_host_valid));
        }
    }
    /* A plan holds the lists as they are when it is made: so it comes behind what changes those of
       other sources, of which another argument may be a view. */
    for (i = 0; s == AMP_OK && i < k->parameter_count; i++) {
        const amp_array_view *v = amp__view_given(k, given, i);
        if (amp__comes_back(&k->parameters[i]) && all->tracked > 0) {
            amp__spans spans AMP__SPANS_FREED = AMP__ZERO;
            s = amp__spans_of(v, &spans);
            s = AMP__THEN(s, amp__plan_written(plan, v->record, replica[i], &spans));
        }
    }
    return s;
}

/* After a launch that failed on a device: of the bytes that it was to write, those in host memory
   are the valid ones again, as they were before the launch. Caller holds lock.coherence. */
static AMP__COLD void amp__roll_back_outputs(const amp__command *command, const amp__device *device)
{
    const amp__failure last AMP__PUT_BACK = amp__error;
    int i;
    AMP__ASSERT(amp__holds(&amp__lock.coherence));
    for (i = 0; i < command->touched_count; i++) {
        amp__record *r = command->touched[i].record;
        amp__replica *p;
        for (p = r->replicas; command->touched[i].writes && p != NULL; p = p->next) {
            if (p->device == device) {
                (void)amp__spans_apply('-', &p->valid, &r->valid);
            }
        }
    }
}

/* Clears the failure that is recorded for what a launch was to write, since the launch itself
   returns it. */
static AMP__COLD void amp__clear_recorded_failure(const amp__kernel *k, const void *const *given)
{
    const amp__failure last AMP__PUT_BACK = amp__error;
    int i;
    for (i = 0; i < k->parameter_count; i++) {
        const amp_array_view *v = amp__view_given(k, given, i);
        if (amp__comes_back(&k->parameters[i]) && amp__coherence_enter(v) == AMP_OK) {
            amp__spans spans AMP__SPANS_FREED = AMP__ZERO;
            if (amp__spans_of(v, &spans) == AMP_OK) {
                (void)amp__record_failure(v->record, &spans, 0);
            }
            (void)amp__coherence_leave(AMP_OK);
        }
    }
}

/* A launch that copies, waits or runs on a queue, as most are not on the emulator. Returns as
   amp_parallel_for_each. */
static AMP__COLD amp_status amp__launch_queued(amp_accelerator_view on, amp__launch *launch,
                                               amp__argument *bound, const void *const *given)
{
    const amp__kernel *k = launch->kernel;
    amp__queue *q = NULL;
    amp__command command;
    amp__plan plan;
    unsigned long long number = 0;
    amp_status s = amp__limits_read();
    int i, in_host = 0;
    if (s == AMP_OK && on.queue == NULL) {
        s = amp__queue_of_arrays(k, given, &q);
    }
    if (s == AMP_OK && q == NULL) {
        s = amp__queue_of(on, &q);
    }
    if (s != AMP_OK) {
        return s;
    }
    if (q->device->memory_only) {
        return amp__fail(AMP_UNSUPPORTED, "kernel %s: parallel_for_each is not supported on the "
                         "accelerator \"%s\" (%s), which is memory only: choose another",
                         k->name, q->device->about.description, q->device->about.device_path);
    }
    memset(&command, 0, sizeof(command));
    command.job = AMP__JOB_LAUNCH;
    command.launch = *launch;
    amp__plan_begin(&plan);
    amp__take(&amp__lock.coherence);
    s = amp__prepare_arguments(q, &command, bound, given, &plan);
    if (s != AMP_OK) {
        amp__plan_end(&plan, 0);
        return amp__coherence_leave(s);
    }
    if (!q->device->own_memory && !q->asynchronous && !q->device->deferred) {
        /* Runs in host memory now: the lock is given back before the kernel runs. */
        amp__plan_end(&plan, 1);
        amp__give(&amp__lock.coherence);
        s = amp__command_wait(&command);
        if (s == AMP_OK && q->device->at_once) { /* the contract: several may run at once */
            return q->device->backend->launch(q->backend_queue, &command.launch);
        }
        if (s == AMP_OK) {
            AMP__HOLD(&q->turn);
            s = q->device->backend->launch(q->backend_queue, &command.launch);
        }
        return s;
    }
    s = amp__submit(q, &command, &number);
    if (s == AMP_OK && launch->times != NULL) {
        launch->times->queue = q;
        launch->times->number = number;
    }
    amp__plan_end(&plan, s == AMP_OK);
    if (s != AMP_OK) {
        amp__roll_back_outputs(&command, q->device);
    }
    for (i = 0; s == AMP_OK && i < k->parameter_count; i++) {
        const amp_array_view *v = amp__view_given(k, given, i);
        if (v != NULL) {
            amp__note_use(v->record, q, number, amp__comes_back(&k->parameters[i]));
            in_host |= v->record->source == AMP__SOURCE_HOST;
        }
    }
    (void)amp__coherence_leave(s);
    if (s == AMP_OK && in_host && !q->device->own_memory && !q->asynchronous) {
        /* As if synchronous: the program's own memory holds the result, and may be changed,
           as soon as this returns. (The library's memory the program cannot see.) */
        amp__use now;
        now.queue = q;
        now.number = number;
        amp__use_wait(&now);
        s = amp__queue_error_of(q, 0, number, 1);
        if (s != AMP_OK) {
            amp__clear_recorded_failure(k, given);
        }
    }
    return s;
}

/* Tells the checker which memory of the program's a launch has taken. */
static AMP__COLD void amp__watch_taken(const amp__kernel *k, const void *const *given)
{
    int i;
    for (i = 0; i < k->parameter_count; i++) {
        const amp_array_view *v = amp__view_given(k, given, i);
        if (v != NULL && v->record->source == AMP__SOURCE_HOST) {
            amp__check_view(AMP__CHECK_TAKEN, v);
        }
    }
}

/* Starts a launch whose domain was checked: e threads; tile: its dimensions, or NULL for a
   simple kernel; times: NULL, or where its times go. Returns as amp_parallel_for_each. */
static inline amp_status amp__start(amp_accelerator_view on, amp__engine engine,
                                    const amp__kernel *k, amp_extent e, const int *tile,
                                    const void *const *given, amp__times *times)
{
    amp__argument bound[AMP_MAX_PARAMETERS];
    amp__launch launch;
    int d, special = 0;
    amp_status s;
    if (amp__my_tile != NULL) { /* before any lock: whoever runs the kernel may hold some */
        return amp__fail(AMP_UNSUPPORTED, "kernel %s was launched from inside a kernel: only the "
                         "host may launch; a thread that left a kernel by longjmp may not either: "
                         "end it by return or amp_abort", k->name);
    }
    s = amp__bind(k, given, bound, &special);
    if (s == AMP_OK && special) {
        s = amp__overlap_status(k, given);
    }
    if (s != AMP_OK) {
        return s;
    }
    launch.kernel = k;
    launch.rank = e.rank;
    launch.arguments = bound;
    launch.engine = engine;
    launch.times = times;
    for (d = 0; d < AMP_MAX_RANK; d++) {
        launch.extent[d] = d < e.rank ? e.dim[d] : 1;
        launch.tile[d] = tile != NULL && d < e.rank ? tile[d] : 1;
    }
    if (on.queue == NULL && !special && AMP__LOAD(&amp__host.nothing_to_copy)) {
        s = engine(&launch, NULL);
    } else {
        s = amp__launch_queued(on, &launch, bound, given);
    }
    if (amp__watch_listens() && s == AMP_OK) {
        amp__watch_taken(k, given);
    }
    return s;
}

#endif /* AMP__IMPLEMENT */

#endif /* AMP_CORE_LAUNCH_H */
