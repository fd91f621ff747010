/* SPDX-License-Identifier: MIT */
#ifndef AMP_CORE_STATE_H
#define AMP_CORE_STATE_H
/*
amp/core/state.h: what all files of a program share of the host API: data sources, devices,
queues. One weak object, amp__host; its locks are those of amp/base/state.h.
*/

#include "../base/state.h"
#include "backend.h"

/* All data sources (amp/core/source.h). Those over host memory are also sorted by address; reach[i]
   is the highest end among the first i + 1, which ends a search. Under lock.registry. */
typedef struct amp__registry {
    struct amp__record **sorted;
    uintptr_t *reach;
    size_t count, room, reach_room;
    struct amp__record *unused;
    struct amp__slab *slabs;
    size_t live;     /* records in use */
    int tracked;     /* records whose bytes may be anywhere but in host memory */
    int host_only;   /* the default accelerator runs in host memory, at once */
    int devices_in_use; /* some accelerator with memory of its own was asked for */
    int host_in_use; /* work in host memory may continue after its launch */
} amp__registry;

/* The devices of all backends (amp/core/device.h). Under lock.devices. */
enum { AMP__MAX_DEVICES = 32 };
typedef struct amp__device_list {
    int listed, count;
    int asked;            /* how many backends have listed theirs; all: `listed` */
    char why[200];        /* why the next one could not; "" */
    int chosen;           /* the default's index + 1; 0: not yet */
    int used;             /* the default was used or set: it stays */
    amp__device device[AMP__MAX_DEVICES];
    struct amp__queue *queue[AMP__MAX_DEVICES]; /* default views */
    int access_set[AMP__MAX_DEVICES];
} amp__device_list;

struct amp__how; /* amp/core/launch.h */

/* What all files of a program share of the host API. */
typedef struct amp__host_state {
    /* 1 where the default device runs in host memory, at once, and nothing is
       tracked anywhere: then a launch copies nothing and waits for nothing. */
    int nothing_to_copy;
    amp__registry registry;
    amp__device_list devices;
    const amp__backend *optional; /* the backend that only some files bring */
    int forked_after_list; /* the child of a process that had listed the devices */
    /* AMP_COMPARE=1: what starts every launch in place of amp__start; else NULL */
    amp_status (*compare)(const struct amp__how *how, const amp__kernel *k, amp_extent e,
                          const int *tile, const void *const *given);
    struct amp__queue *queues_unused, *queues; /* closed ones; all */
    amp_traffic moved;
} amp__host_state;
#define amp__host AMP__VERSIONED(amp__host)
AMP__ONE_COPY amp__host_state amp__host;

#endif /* AMP_CORE_STATE_H */
