/* SPDX-License-Identifier: MIT */
#ifndef AMP_LENS_LAUNCH_H
#define AMP_LENS_LAUNCH_H
/*
amp/lens/launch.h: a launch under the lens, from its beginning to its report.

The first launch of a kernel with an extent and a tile is measured, and later ones are counted, so
that a program that launches a thousand times is not a thousand times as slow.
*/

#include "due.h"
#include "flags.h"

/* The kernel as it was measured, where one with that extent and tile was; else NULL. */
static AMP__COLD amp__lens_kernel *amp__lens_find_kernel(const amp__launch *launch, int simple)
{
    amp__lens_state *l = &amp__lens_shared;
    int i, d, same;
    for (i = 0; i < l->kernel_count; i++) {
        amp__lens_kernel *k = &l->kernels[i];
        same = strncmp(k->name, launch->kernel->name, sizeof(k->name) - 1) == 0
            && k->rank == launch->rank && k->simple == simple;
        for (d = 0; same && d < launch->rank; d++) {
            same = k->extent[d] == launch->extent[d] && k->tile[d] == launch->tile[d];
        }
        if (same) {
            return k;
        }
    }
    return NULL;
}

/* Memory of the launch at work, once a process; 0 where there is none. */
static AMP__COLD int amp__lens_memory(void)
{
    amp__lens_state *l = &amp__lens_shared;
    return amp__check_make(&l->sites, AMP__LENS_SITES, sizeof(*l->sites))
           && amp__check_make(&l->lists, (size_t)AMP__LENS_SITES * AMP__LENS_WARPS,
                              sizeof(*l->lists))
           && amp__check_make(&l->partition, AMP__LENS_SITES, sizeof(*l->partition))
           && amp__check_make(&l->groups, AMP__LENS_SITES, sizeof(*l->groups))
           && amp__check_make(&l->bytes, AMP__LENS_TABLE, sizeof(*l->bytes))
           && amp__check_make(&l->hot, AMP__LENS_TABLE, sizeof(*l->hot))
           && amp__check_make(&l->touched, AMP__LENS_TABLE, sizeof(*l->touched))
           && amp__check_make(&l->waits, AMP__LENS_NODES, sizeof(*l->waits))
           && amp__check_make(&l->trace, AMP__LENS_TRACE, sizeof(*l->trace));
}

/* Frees the addresses that were kept, whose size depends on the model. */
static AMP__COLD void amp__lens_drop_lists(void)
{
    amp__lens_state *l = &amp__lens_shared;
    int i;
    for (i = 0; i < AMP__LENS_SITES * AMP__LENS_WARPS && l->kept > 0; i++) {
        amp__check_drop(&l->lists[i].at);
        l->lists[i].count = l->lists[i].room = 0;
    }
    l->kept = 0;
    amp__lens_paths_end();
    amp__lens_caches_end();
}

static AMP__COLD void amp__lens_launch_begin(const amp__launch *launch, int simple, long long tiles,
                                             int sees)
{
    amp__lens_state *l = &amp__lens_shared;
    amp__lens_kernel *k = &l->now, *known;
    int d;
    l->measuring = 0;
    if (!l->wanted) {
        return;
    }
    known = amp__lens_find_kernel(launch, simple);
    if (known != NULL) {
        known->launches++;
        amp__lens_make_due();
        return;
    }
    if (simple && amp__process.settings.order != 0) { /* AMP_ORDER_FORWARD */
        amp__lens_warn(&l->order_told, "simple kernels are measured in the order of their threads: "
                       "unset AMP_ORDER");
        return;
    }
    if (l->kernel_count == AMP__LENS_KERNELS) {
        amp__lens_warn(&l->kernels_told, "200 kernels, extents and tiles have been measured, and "
                       "no more are: amp_lens_start begins anew");
        return;
    }
    __builtin_memset(k, 0, sizeof(*k));
    if (!amp__lens_memory() || !amp__lens_paths_memory()) {
        return;
    }
    if (!amp__check_make(&k->arrays, AMP__CHECK_ARRAYS, sizeof(*k->arrays))
        || !amp__check_make(&k->barriers, AMP__LENS_BARRIERS, sizeof(*k->barriers))) {
        amp__lens_free_kernel(k);
        return;
    }
    AMP__PRINT(k->name, "%s", launch->kernel->name);
    k->model = l->model;
    k->rank = launch->rank;
    k->simple = simple;
    k->sees = sees;
    k->ordered = amp__lens_file_ordered(launch->kernel);
    k->launches = 1;
    k->operations = -1;
    for (d = 0; d < launch->rank; d++) {
        k->extent[d] = launch->extent[d];
        k->tile[d] = launch->tile[d];
    }
    k->tiles = simple ? (tiles + AMP__LENS_SIMPLE_TILE - 1) / AMP__LENS_SIMPLE_TILE : tiles;
    k->threads = !simple ? (int)amp__check_shared.threads
        : tiles < AMP__LENS_SIMPLE_TILE ? (int)tiles : AMP__LENS_SIMPLE_TILE;
    l->launch = launch;
    l->simple = simple;
    l->tiles = k->tiles;
    l->tile = l->first = l->shown = -1;
    l->halves = 0;
    k->seed = l->seed;
    amp__lens_sample_begin(launch, simple);
    l->site_count = l->touched_count = l->hot_count = l->trace_count = 0;
    l->pictured_count = 0;
    l->in_flight = l->windows = 0;
    l->accesses = 0;
    l->counts = l->watches = 0;
    amp__lens_paths_begin();
    amp__lens_caches_begin();
    __builtin_memset(l->waits, 0, AMP__LENS_NODES * sizeof(*l->waits));
    l->window = -1;
    l->sites[0].pc = 0;
    __builtin_memset(l->cache, 0, sizeof(l->cache));
    for (d = 0; d < AMP__LENS_WARPS; d++) {
        l->slot_used[d] = 0;
        l->slot_of[d] = -1;
    }
    __builtin_memset(l->partition, 0, AMP__LENS_SITES * sizeof(*l->partition));
    __builtin_memset(l->bytes, 0, AMP__LENS_TABLE * sizeof(*l->bytes));
    __builtin_memset(l->hot, 0, AMP__LENS_TABLE * sizeof(*l->hot));
    l->request_bytes = sizeof(amp__lens_request) + (size_t)(l->model.warp - 1) * sizeof(uintptr_t);
    l->began = time(NULL);
    l->told = 0;
    l->measuring = 1;
}

/* A launch with a fault shows what went wrong, not what it costs: the first is said, and a report
   in a file is written all the same, so that it says so, too, and is no empty file. */
static AMP__COLD void amp__lens_leave_out(void)
{
    static int told;
    amp__lens_state *l = &amp__lens_shared;
    char text[160];
    AMP__PRINT(text, "kernel %.60s is not measured, since its launch had a fault: mend that first",
               l->now.name);
    amp__lens_warn(&told, text);
    amp__lens_free_kernel(&l->now);
    amp__lens_make_due();
}

/* Ends a launch, of which what was measured is kept, and reported, if it ran to its end. */
static AMP__COLD void amp__lens_measured(int ended)
{
    amp__lens_state *l = &amp__lens_shared;
    int tiles[AMP_MAX_RANK], d;
    amp__lens_on = 0;
    if (!l->measuring) {
        return;
    }
    if (l->simple && l->tile >= 0) {
        amp__lens_tile_end();
    }
    l->measuring = 0;
    amp__lens_caches_run();
    if (l->told != 0) {
        (void)fprintf(stderr, "\r%78s\r", "");
    }
    amp__lens_drop_lists();
    if (!ended) {
        amp__lens_leave_out();
        return;
    }
    for (d = 0; d < l->now.rank; d++) { /* of a simple kernel: threads */
        tiles[d] = l->simple ? l->now.extent[d] : l->now.extent[d] / l->now.tile[d];
    }
    amp__index_at((l->shown < 0 ? 0 : l->shown) * (l->simple ? AMP__LENS_SIMPLE_TILE : 1),
                  l->now.rank, tiles, l->now.first_tile);
    if (amp__lens_keep_launch() == NULL) {
        static int told;
        amp__lens_warn(&told, "no memory for what was measured: kernels are left out");
        return;
    }
    amp__lens_make_due();
}

#endif /* AMP_LENS_LAUNCH_H */
