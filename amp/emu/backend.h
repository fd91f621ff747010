/* SPDX-License-Identifier: MIT */
#ifndef AMP_EMU_BACKEND_H
#define AMP_EMU_BACKEND_H
/*
amp/emu/backend.h: the emulator as a backend: its devices and their memory.

Three devices. `emu` computes in host memory: nothing is copied. `emu:separate`
runs the same engines on memory of its own, as a graphics card would, so that
coherence, copied bytes and a forgotten amp_synchronize show without one; fresh
memory is filled with 0xCD, so that a forgotten copy shows too. `cpu` is memory
only, as in C++ AMP: a launch on it is refused.

The functions stand in the order of amp__backend in amp/core/backend.h, which says what each does.
*/

#include "launch.h"
#include "../base/pages.h"
#include "../core/backends.h"

/* Its devices: in host memory; with memory of its own; C++ AMP's CPU accelerator, which
   holds data and runs nothing. */
enum { AMP__EMU_HOST, AMP__EMU_SEPARATE, AMP__EMU_CPU, AMP__EMU_COUNT };

/* The three devices, always there. */
static AMP__COLD int amp__emu_devices(amp__device *list, int room, char *why)
{
    static const char *const text[AMP__EMU_COUNT][2] = {
        { "emu", "amp emulator" },
        { "emu:separate", "amp emulator with separate memory" },
        { "cpu", "CPU accelerator" }
    };
    int i;
    (void)why;
#if AMP__OPENMP
    amp__openmp_watch_exit();
#endif
    for (i = 0; i < AMP__EMU_COUNT && i < room; i++) {
        amp__device *d = &list[i];
        memset(d, 0, sizeof(*d));
        d->about.device_path = text[i][0];
        d->about.description = text[i][1];
        d->about.version = 1;
        d->about.is_emulated = 1;
        d->about.supports_double_precision = i != AMP__EMU_CPU;
        d->about.supports_limited_double_precision = i != AMP__EMU_CPU;
        d->about.supports_double = i != AMP__EMU_CPU;
        d->about.supports_cpu_shared_memory = i != AMP__EMU_SEPARATE;
        d->about.max_tile_threads = i != AMP__EMU_CPU ? AMP__TILE_THREADS_MOST : 0;
        d->about.max_tile_static = i != AMP__EMU_CPU ? AMP__TILE_STATIC_MOST : 0;
        d->about.dedicated_memory = (size_t)(amp__physical_memory() / 1024);
        d->number = i;
        d->own_memory = i == AMP__EMU_SEPARATE;
        d->at_once = i == AMP__EMU_HOST;
        d->fallback = 1;
        d->outlives_fork = 1;
        d->memory_only = i == AMP__EMU_CPU;
#if defined(AMP_EMU_DEFERRED)
        d->deferred = d->own_memory; /* for tests: counted as done only when waited for */
#endif
    }
    return i;
}

/* A queue has no state: it is the device, read only, so nothing is to be destroyed. */
static AMP__COLD amp_status amp__emu_queue_create(const amp__device *device, void **queue)
{
    memcpy(queue, &device, sizeof(device));
    return AMP_OK;
}

/* The contract's queue_destroy: there is nothing to destroy. */
static AMP__COLD void amp__emu_queue_destroy(const amp__device *device, void *queue)
{
    (void)device;
    (void)queue;
}

/* A buffer is a block of the library's memory with 64 bytes more: see amp__emu_data. */
static AMP__COLD amp_status amp__emu_buffer_create(const amp__device *device, size_t bytes,
                                                   void **buffer)
{
    char *block = bytes < (size_t)-1 - 64 ? (char *)amp__alloc(bytes + 64) : NULL;
    (void)device;
    *buffer = block;
    if (block == NULL) {
        return AMP_OUT_OF_MEMORY;
    }
    memset(block, 0xCD, bytes + 64);
    return AMP_OK;
}

/* The contract's buffer_destroy: frees the block. */
static AMP__COLD void amp__emu_buffer_destroy(const amp__device *device, void *buffer)
{
    (void)device;
    amp__free(buffer);
}

/* A buffer is the block that was allocated; its data begins at the next line of 64 bytes. */
static AMP__COLD char *amp__emu_data(void *buffer)
{
    return (char *)buffer + (64 - (uintptr_t)buffer % 64) % 64;
}

/* The contract's copy; it has ended when this returns. */
static AMP__COLD amp_status amp__emu_copy(void *queue, amp__direction way, void *to, void *from,
                                          const amp__copy_box *box)
{
    (void)queue;
    amp__copy_box_in_host(way != AMP__COPY_OUT ? amp__emu_data(to) : to,
                          way != AMP__COPY_IN ? amp__emu_data(from) : from, box);
    return AMP_OK;
}

/* A launch has ended when this returns. On memory of its own the arguments get the buffers'
   addresses; the engine is given those of the host besides, for the checker. */
static AMP__COLD amp_status amp__emu_queue_launch(void *queue, const amp__launch *launch)
{
    const amp__device *device = (const amp__device *)queue;
    amp__argument argument[AMP_MAX_PARAMETERS];
    amp__launch here = *launch;
    int i;
    if (!device->own_memory) {
        return launch->engine(launch, NULL);
    }
    for (i = 0; i < launch->kernel->parameter_count; i++) {
        argument[i] = launch->arguments[i];
        if (launch->kernel->parameters[i].access != AMP__ACCESS_value) {
            argument[i].data = amp__emu_data(argument[i].buffer) + argument[i].offset;
        }
    }
    here.arguments = argument;
    return launch->engine(&here, launch->arguments);
}

/* The contract's flush and wait: copies and launches have ended when they return. */
static AMP__COLD amp_status amp__emu_wait(void *queue)
{
    (void)queue;
    return AMP_OK;
}

static const amp__backend amp__emu_backend = {
    "emu", amp__emu_devices, amp__emu_queue_create, amp__emu_queue_destroy,
    amp__emu_buffer_create, amp__emu_buffer_destroy, amp__emu_copy,
    amp__emu_queue_launch, amp__emu_wait, amp__emu_wait
};

AMP__JOINS static void amp__emu_joins(void) { amp__backend_first = &amp__emu_backend; }

#endif /* AMP_EMU_BACKEND_H */
