/* SPDX-License-Identifier: MIT */
#ifndef AMP_CORE_DEVICE_H
#define AMP_CORE_DEVICE_H
/*
amp/core/device.h: the devices of all backends, and which is the default (specification 3.2).
*/

#include "type.h"
#include "source.h"

/* The number of accelerators: OpenCL devices in a program with AMP_OPENCL, and `emu`,
   `emu:separate` and `cpu`. It does not change, but where OpenCL could not list its devices,
   for want of memory, say: it is asked again, and they are added. */
AMP__API int amp_accelerator_count(void);

/* Accelerator i of amp_accelerator_count(), in no meaningful order; one with
   index -1 and the sentence for amp_last_error if there is none. */
AMP__API amp_accelerator amp_accelerator_get(int i);

/* The accelerator whose device_path is `path`; else the first of a backend of that name ("opencl");
   else the first whose description holds it, upper or lower case alike. "default" is
   amp_accelerator_default(). index is -1, with the sentence in amp_last_error, if there is none. */
AMP__API amp_accelerator amp_accelerator_find(const char *path);

/* The default accelerator, from now on settled: AMP_ACCELERATOR of the environment, or what
   amp_accelerator_set_default set, or the first device that is not emulated, or the emulator. index
   is -1, with the sentence in amp_last_error, if AMP_ACCELERATOR names none. */
AMP__API amp_accelerator amp_accelerator_default(void);

/* Makes the accelerator with the path (as for amp_accelerator_find) the
   default of the process. Once, and before the default is first used, by a
   launch, an array, or amp_accelerator_default: AMP_INVALID_ARGUMENT after
   that, if AMP_ACCELERATOR has chosen, or if there is none of that name. */
AMP__API amp_status amp_accelerator_set_default(const char *device_path);

/* 1 where both are the same device. */
static inline int amp_accelerator_equal(amp_accelerator a, amp_accelerator b)
{
    return a.index == b.index;
}

/* Sets what AMP_ACCESS_AUTO means for arrays on the accelerator; access is not AMP_ACCESS_AUTO. 1
   if done; 0, and nothing is changed or recorded, if it was set before, the accelerator is in use
   already, there is no such accelerator or access, or the device has no memory that the host can
   access so (specification 3.2: the result is a bool). */
AMP__API int amp_accelerator_set_default_cpu_access_type(amp_accelerator a, amp_access_type access);

#if AMP__IMPLEMENT
#include "backends.h"
#include "state.h"
#include "../watch/unchecked.h"

#include <ctype.h> /* tolower */

/* Called at exit: with AMP_LOG, says how many data sources were never released. */
static AMP__COLD void amp__exit_report(void)
{
    const int n = amp_live_views();
    if (n > 0 && amp__logs()) {
        (void)fprintf(stderr, "amp: at exit %d data source%s of views and arrays %s never "
                      "released: amp_release ends one\n", n, n == 1 ? "" : "s",
                      n == 1 ? "was" : "were");
    }
}

/* How many devices are listed. It grows where a backend could not list its own at once. */
static AMP__COLD int amp__device_count(void)
{
    return AMP__LOAD(&amp__host.devices.count);
}

/* Asks the backends for their devices: each once a process, and one that could not list them
   again at each call, until it can. Its devices come behind those that are there. Any thread. */
static AMP__COLD void amp__devices_list(void)
{
    int b, i;
    if (AMP__LOAD(&amp__host.devices.listed)) {
        return;
    }
    AMP__HOLD(&amp__lock.devices);
    if (amp__host.devices.count == 0) {
        (void)atexit(amp__exit_report);
        amp__log_settings();
#if !AMP__JUDGING
        amp__unchecked_say();
#endif
#if !AMP__LENS
        amp__no_lens_say();
#endif
    }
    b = amp__host.devices.asked;
    for (; !amp__host.devices.listed && amp__backend_at(b) != NULL; b++) {
        const amp__backend *backend = amp__backend_at(b);
        const int count = amp__host.devices.count;
        amp__device *first = amp__host.devices.device + count;
        const int n = backend->devices(first, AMP__MAX_DEVICES - count, amp__host.devices.why);
        if (n < 0) {
            break;
        }
        amp__host.devices.why[0] = '\0';
        for (i = 0; i < n; i++) {
            first[i].backend = backend;
            first[i].about.index = count + i;
            first[i].about.default_cpu_access_type = first[i].own_memory
                ? AMP_ACCESS_NONE : AMP_ACCESS_READ_WRITE;
        }
        AMP__STORE(&amp__host.devices.count, count + n);
        amp__host.devices.asked = b + 1;
    }
    if (amp__backend_at(amp__host.devices.asked) == NULL) {
        AMP__STORE(&amp__host.devices.listed, 1);
    }
}

/* AMP_OK where this process may use the device; AMP_UNSUPPORTED in a child of the process that
   listed it, where it does not outlive a fork. */
static AMP__WARM amp_status amp__device_usable(const amp__device *device)
{
    if (!amp__host.forked_after_list || device->outlives_fork) {
        return AMP_OK;
    }
    return amp__fail(AMP_UNSUPPORTED, "the accelerator \"%s\" was opened before fork(), by the "
                     "parent, and cannot be used in the child: fork before the first use of the "
                     "library, or use another accelerator here", device->about.device_path);
}

/* A device of host memory, which every program has: the one that runs no kernels, or the first that
   computes there, at once. */
static AMP__COLD const amp__device *amp__device_in_host(int memory_only)
{
    const amp__device *d = amp__host.devices.device;
    if (amp__device_count() == 0) { /* it is of the first backend */
        amp__devices_list();
    }
    while (memory_only ? !d->memory_only : !d->at_once) {
        d++;
    }
    return d;
}
static AMP__COLD const amp__device *amp__host_device(void) { return amp__device_in_host(0); }

/* Whether `part` is in `text`, whatever the case of the letters. */
static AMP__COLD int amp__text_contains(const char *text, const char *part)
{
    for (; *text != '\0'; text++) {
        size_t i = 0;
        while (part[i] != '\0' && tolower((unsigned char)text[i])
               == tolower((unsigned char)part[i])) {
            i++;
        }
        if (part[i] == '\0') {
            return 1;
        }
    }
    return 0;
}

/* What a program with AMP_OPENCL is told where OpenCL has no device; "" where it has one, and in
   other programs. Caller holds lock.devices. */
static AMP__COLD const char *amp__opencl_without_device(void)
{
    int i = amp__host.optional == NULL ? 0 : amp__device_count();
    while (i > 0 && amp__host.devices.device[i - 1].backend != amp__host.optional) {
        i--;
    }
    return i > 0 || amp__host.optional == NULL ? ""
        : "OpenCL has no device: install a driver (Debian: pocl-opencl-icd for CPUs); that of "
          "Mesa, Rusticl, has one only with RUSTICL_ENABLE in the environment, as "
          "RUSTICL_ENABLE=llvmpipe";
}

/* *index = the device that a name means: a device_path, a backend's name (its first device), or
   a part of a description. asked: how the sentence of a failure begins, which tells who named
   it. AMP_OK; AMP_UNSUPPORTED for a backend that the program was built without;
   AMP_INVALID_ARGUMENT with a list of what there is. Caller holds lock.devices. */
static AMP__COLD amp_status amp__device_named(const char *asked, const char *name, int *index)
{
    const char *const why = amp__host.devices.why;
    const char *more;
    enum { AMP__BY_PATH, AMP__BY_BACKEND, AMP__BY_DESCRIPTION, AMP__BY_END };
    char list[400];
    size_t used = 0;
    int i, way;
    AMP__ASSERT(amp__holds(&amp__lock.devices));
    for (way = AMP__BY_PATH; way < AMP__BY_END; way++) {
        if (way == AMP__BY_DESCRIPTION && amp__backend_missing(name) != NULL) {
            return amp__fail(AMP_UNSUPPORTED, "%saccelerator '%.100s': %s", asked, name,
                             amp__backend_missing(name));
        }
        for (i = 0; i < amp__device_count(); i++) {
            const amp__device *d = &amp__host.devices.device[i];
            if (way == AMP__BY_PATH ? strcmp(d->about.device_path, name) == 0
                : way == AMP__BY_BACKEND ? strcmp(d->backend->name, name) == 0
                : name[0] != '\0' && amp__text_contains(d->about.description, name)) {
                *index = i;
                return AMP_OK;
            }
        }
    }
    list[0] = '\0';
    for (i = 0; i < amp__device_count() && used < sizeof(list); i++) {
        used += (size_t)snprintf(list + used, sizeof(list) - used, "%s%s", i > 0 ? ", " : "",
                                 amp__host.devices.device[i].about.device_path);
    }
    more = why[0] == '\0' && strncmp(name, "opencl", 6) == 0 ? amp__opencl_without_device() : "";
    return amp__fail(AMP_INVALID_ARGUMENT,
                     "%sthere is no accelerator '%.100s': there are %s%s%s%s%s", asked, name, list,
                     why[0] != '\0' ? "; OpenCL's cannot be listed: " : "",
                     why, more[0] != '\0' ? "; " : "", more);
}

/* Whether a comes before b as a default: a device that is no fallback first, among
   those one that is not emulated (as C++ AMP has it), then by memory. */
static AMP__COLD int amp__device_before(const amp__device *a, const amp__device *b)
{
    if (a->fallback || b->fallback) {
        return a->fallback < b->fallback;
    }
    if (a->about.is_emulated != b->about.is_emulated) {
        return b->about.is_emulated;
    }
    return a->about.dedicated_memory > b->about.dedicated_memory;
}

/* The default accelerator's index, chosen at the first call: AMP_ACCELERATOR,
   or the first device by amp__device_before; it is settled for good then. */
static AMP__WARM amp_status amp__default_index(int *index)
{
    amp__device_list *all = &amp__host.devices;
    const char *name;
    int i, chosen = AMP__LOAD(&all->chosen);
    amp_status s = AMP_OK;
    *index = 0;
    if (chosen != 0 && AMP__LOAD(&all->used)) {
        *index = chosen - 1;
        return AMP_OK;
    }
    amp__devices_list();
    AMP__HOLD(&amp__lock.devices);
    if (all->chosen == 0) {
        name = amp__setting_of(AMP__SETTING_ACCELERATOR).text;
        if (name != NULL && strcmp(name, "default") != 0) {
            s = amp__device_named("AMP_ACCELERATOR: ", name, index);
        } else {
            for (i = 1; i < amp__device_count(); i++) {
                if (amp__device_before(&all->device[i], &all->device[*index])) {
                    *index = i;
                }
            }
            if (amp__opencl_without_device()[0] != '\0') { /* once: what follows has chosen */
                (void)fprintf(stderr, "amp: kernels run on the emulator: %s%s\n",
                              all->why[0] != '\0'
                              ? "OpenCL's devices cannot be listed: "
                              : amp__opencl_without_device(), all->why);
            }
        }
        if (s == AMP_OK) {
            AMP__STORE(&all->chosen, *index + 1);
        }
    }
    if (s == AMP_OK) {
        *index = all->chosen - 1;
        if (!all->used) {
            AMP__STORE(&all->used, 1);
            AMP__HOLD(&amp__lock.registry);
            amp__host.registry.host_only = all->device[*index].at_once;
            if (all->device[*index].own_memory) {
                AMP__STORE(&amp__host.registry.devices_in_use, 1);
            }
            amp__fast_path_update();
        }
    }
    return s;
}

AMP__API int amp_accelerator_count(void)
{
    amp__devices_list();
    return amp__device_count();
}

/* An accelerator that is none: its index is -1. */
static AMP__COLD amp_accelerator amp__no_accelerator(void)
{
    amp_accelerator a = AMP__ZERO;
    a.index = -1;
    a.device_path = a.description = "";
    return a;
}

/* Lists the devices, and says whether there is one of this number: AMP_INVALID_ARGUMENT where
   there is none. */
static AMP__COLD amp_status amp__accelerator_listed(int i)
{
    amp__devices_list();
    if (i < 0 || i >= amp__device_count()) {
        return amp__fail(AMP_INVALID_ARGUMENT, "there is no accelerator %d: there are %d, from 0",
                         i, amp__device_count());
    }
    return AMP_OK;
}

AMP__API amp_accelerator amp_accelerator_get(int i)
{
    amp_accelerator a;
    if (amp__accelerator_listed(i) != AMP_OK) {
        return amp__no_accelerator();
    }
    AMP__HOLD(&amp__lock.devices);
    a = amp__host.devices.device[i].about;
    return a;
}

AMP__API amp_accelerator amp_accelerator_find(const char *path)
{
    int i = 0;
    amp_status s;
    if (path == NULL) {
        path = "";
    }
    if (strcmp(path, "default") == 0) {
        s = amp__default_index(&i);
    } else {
        amp__devices_list();
        AMP__HOLD(&amp__lock.devices);
        s = amp__device_named("", path, &i);
    }
    return s == AMP_OK ? amp_accelerator_get(i) : amp__no_accelerator();
}

AMP__API amp_accelerator amp_accelerator_default(void)
{
    int i;
    return amp__default_index(&i) == AMP_OK ? amp_accelerator_get(i) : amp__no_accelerator();
}

AMP__API amp_status amp_accelerator_set_default(const char *device_path)
{
    amp__device_list *all = &amp__host.devices;
    const char *name = amp__setting_of(AMP__SETTING_ACCELERATOR).text;
    int i;
    amp_status s;
    if (device_path == NULL || strcmp(device_path, "default") == 0) {
        return amp__fail(AMP_INVALID_ARGUMENT, "the default accelerator is set by its "
                         "device_path, which amp_accelerator_get gives");
    }
    amp__devices_list();
    amp__take(&amp__lock.devices);
    s = amp__device_named("", device_path, &i);
    if (s == AMP_OK && name != NULL) {
        s = amp__fail(AMP_INVALID_ARGUMENT, "AMP_ACCELERATOR has chosen '%.100s': unset it, or do "
                      "not set a default", name);
    } else if (s == AMP_OK && all->used) {
        s = amp__fail(AMP_INVALID_ARGUMENT, "the default accelerator is '%s' since it was set "
                      "or used: set it once, before any launch",
                      all->device[all->chosen - 1].about.device_path);
    } else if (s == AMP_OK) {
        AMP__STORE(&all->chosen, i + 1);
    }
    amp__give(&amp__lock.devices);
    return s == AMP_OK ? amp__default_index(&i) : s;
}

AMP__API int amp_accelerator_set_default_cpu_access_type(amp_accelerator a,
                                                         amp_access_type access)
{
    amp__device_list *all = &amp__host.devices;
    int done = 0;
    amp__devices_list();
    if (a.index < 0 || a.index >= amp__device_count() || (int)access < AMP_ACCESS_NONE
        || access >= AMP_ACCESS_AUTO) {
        return 0;
    }
    AMP__HOLD(&amp__lock.devices);
    if (!all->access_set[a.index] && all->queue[a.index] == NULL
        && (!all->device[a.index].own_memory || access == AMP_ACCESS_NONE)) {
        all->access_set[a.index] = 1;
        all->device[a.index].about.default_cpu_access_type = access;
        done = 1;
    }
    return done;
}

#endif /* AMP__IMPLEMENT */

#endif /* AMP_CORE_DEVICE_H */
