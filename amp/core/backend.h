/* SPDX-License-Identifier: MIT */
#ifndef AMP_CORE_BACKEND_H
#define AMP_CORE_BACKEND_H
/*
amp/core/backend.h: what a backend learns of kernels and launches, and what amp asks of it:
the backend contract.
*/

#include "type.h"
#include "../base/library_text.h"
#include "copy_box.h"

/* What a kernel does with an argument: in, out, inout of a view; or it is a value. */
typedef enum amp__access {
    AMP__ACCESS_in, AMP__ACCESS_out, AMP__ACCESS_inout, AMP__ACCESS_value
} amp__access;

/* A parameter of a kernel: a view of elements of `type`, or a value of it. */
typedef struct amp__parameter {
    const char *name;
    amp__type type;
    int rank; /* 0 for a value; where the value is how many elements of tile memory the launch
                 gives, the bytes of one; AMP__ANY_RANK */
    amp__access access;
    int table; /* an `in` view, for OpenCL in constant memory */
} amp__parameter;
enum { AMP__ANY_RANK = -1 }; /* of a pass: a view of any type and rank */

/* Whether a kernel's writes to a parameter come back to the host. */
static AMP__INLINE int amp__comes_back(const amp__parameter *p)
{
    return p->access == AMP__ACCESS_out || p->access == AMP__ACCESS_inout;
}

/* One argument, ready for a kernel: the view's memory and shape, or the address of a value. Where
   the launch runs in host memory, data is the element at index 0. On an accelerator with memory of
   its own, data is NULL, and the element lies `offset` bytes into the backend's `buffer`. */
AMP__DEVICE_TEXT_BEGIN(amp__text_of_argument)
typedef struct amp__argument {
    void *data;
    int extent[AMP_MAX_RANK];
    ptrdiff_t stride[AMP_MAX_RANK];
    void *buffer;
    size_t offset;
} amp__argument;
AMP__DEVICE_TEXT_END

/* A box of threads, or the tile at which a phased kernel works: three
   dimensions, the leading ones [0, 1) where the rank is lower. */
typedef struct amp__box {
    int low[3], high[3];
#if AMP_MAX_RANK > 3
    int lead[AMP_MAX_RANK - 2]; /* of a rank above 3: the dimensions that low[0] counts through */
#endif
} amp__box;

struct amp__tile;

struct amp_tiled_index;

typedef void (*amp__box_entry)(const amp__argument *, const amp__box *);
typedef int (*amp__outer_entry)(const amp__argument *, void *); /* amp__box, or amp__tile */
typedef void (*amp__tile_entry)(const amp__argument *, struct amp__tile *);

/* The models of a kernel: docs/glossary.md. A pass is host code that is run for each of a launch's
   chunks, as a tile of one thread: it has the entries `whole` alone, and is launched on devices
   that are at_once, never under the checker (amp/algorithms/pass.h). */
typedef enum amp__model { AMP__SIMPLE, AMP__TILED, AMP__PHASED, AMP__PASS } amp__model;

/* All that is known of a kernel. The entries that are loops come in up to three builds: for the
   compiler's target, for AVX2 and for AVX-512; NULL where there is none. */
typedef struct amp__kernel {
    const char *name;
    amp__model model;
    int rank;
    int tile[AMP_MAX_RANK];
    int parameter_count;
    const amp__parameter *parameters;
    amp__box_entry simple[3]; /* runs a box of threads */
    amp__tile_entry thread;      /* runs the tile's current thread */
    amp__tile_entry whole[3];    /* runs a phased tile as loops, or a chunk of a pass */
    amp__outer_entry outer[3];   /* a second form of simple[] or whole[]; NULL: there is none */
    amp__program *program;       /* where its OpenCL text is, or NULL */
    int sees;                    /* its file tells the checker of accesses (AMP__CHECK_SEES) */
    int debug;                   /* its file is a debug build */
#if AMP__TWINS
    amp__box_entry simple_untold; /* as simple[0] and thread, without a word of what they access: */
    amp__tile_entry thread_untold; /* for tiles that are not measured; or NULL */
#endif
} amp__kernel;

struct amp__launch;

/* Runs a launch in host memory and returns when it has ended. host_arguments: the arguments as the
   host has them, for the kernel checker; NULL where those of the launch are in host memory. */
typedef amp_status (*amp__engine)(const struct amp__launch *launch,
                                  const amp__argument *host_arguments);

/* When a launch was asked for, began and ended, in nanoseconds (amp/base/trace.h), until the
   program takes the times out (amp/core/event.h). Whoever runs the launch writes what stands
   behind `queued`, before the launch counts as ended. */
typedef struct amp__times {
    unsigned long long queued, begin, end;
    int of_device;    /* begin and end are by the device's own clock, from when it was sent */
    void *command;    /* the backend's own, for `read` */
    void (*read)(struct amp__times *t); /* NULL, or: sets begin and end, the launch having ended,
                                           and gives `command` back */
    struct amp__queue *queue;  /* of a queued launch: its queue, and its number there; else NULL */
    unsigned long long number;
} amp__times;

/* A launch that has passed every check. */
typedef struct amp__launch {
    const amp__kernel *kernel;
    int rank;
    int extent[AMP_MAX_RANK]; /* threads a dimension */
    int tile[AMP_MAX_RANK];   /* threads of a tile, 1 for a simple kernel */
    const amp__argument *arguments;
    amp__engine engine; /* what the kernel was compiled with */
    amp__times *times;  /* NULL: nobody asked for them */
} amp__launch;

/* A device as its backend describes it. */
typedef struct amp__device {
    amp_accelerator about;  /* index and default_cpu_access_type are set by amp */
    const struct amp__backend *backend;
    int number;             /* the backend's own */
    int own_memory;         /* 0: it computes in host memory, buffers are not used */
    int at_once;            /* launches run in host memory and have ended when they return */
    int fallback;           /* of the emulator: the default only where there is no other */
    int memory_only;        /* a launch on it is refused */
    int no_lead;            /* a data source's bytes begin at its buffer's: amp__record_lead */
    int outlives_fork;      /* a child of the process that listed it may use it */
    int deferred;           /* copies and launches may return before they ended */
    char path[64], text[160]; /* where about.device_path and description may point */
} amp__device;

/* What amp asks of a backend: one object a backend, its functions in this
   order and under these names.
   True for all: arguments are valid, complete and inside their buffers; a
   failure records its sentence with amp__fail, returns a status, and leaves
   the backend usable. Calls with one queue come one at a time, but from
   several OS threads; calls with several queues may come together. The exception
   is launch where device->at_once is set: several may run at once with one queue,
   and launch->engine may be called without it. Where device->deferred is set, copy and
   launch may return before the work ended, host memory staying as
   it is until `wait`; the work of one queue runs in order.
   devices         Writes at most `room` devices to `list`; returns how many it
                   wrote. No device: 0, not a failure. -1, nothing written and a text in `why`,
                   of 200 bytes: they cannot be listed for now; it is called again then when
                   devices are asked for. After anything else it is not.
   queue_create    *queue = a queue of the device; one per accelerator view.
   queue_destroy   pre: nothing is unfinished on it.
   buffer_create   *buffer = `bytes` bytes of device memory, content undefined.
                   pre: own_memory.
   buffer_destroy  pre: no unfinished work uses it.
   copy            The bytes of the box, from `from` to `to`: buffers of the device or
                   host memory, as `way` says. WITHIN: perhaps the same buffer, no
                   byte both read and written. HOST: never.
   launch          Runs every thread of the launch; launch->engine does that for
                   a device that computes on the CPU. The backend keeps no pointer into
                   the launch; it copies what it needs. A fault in the kernel: its
                   status, here or at `wait`. Where launch->times is set, it sets begin and
                   end there, or `read`; so it does for AMP_TRACE (amp/base/trace.h).
   flush           Sends what the queue holds; does not wait.
   wait            Returns when all of the queue's work ended: AMP_OK, or the
                   first failure since the last wait. */
typedef struct amp__backend {
    const char *name;
    int (*devices)(amp__device *list, int room, char *why);
    amp_status (*queue_create)(const amp__device *device, void **queue);
    void (*queue_destroy)(const amp__device *device, void *queue);
    amp_status (*buffer_create)(const amp__device *device, size_t bytes, void **buffer);
    void (*buffer_destroy)(const amp__device *device, void *buffer);
    amp_status (*copy)(void *queue, amp__direction way, void *to, void *from,
                       const amp__copy_box *box);
    amp_status (*launch)(void *queue, const amp__launch *launch);
    amp_status (*flush)(void *queue);
    amp_status (*wait)(void *queue);
} amp__backend;

#endif /* AMP_CORE_BACKEND_H */
