/* SPDX-License-Identifier: MIT */
#ifndef AMP_ACCELERATOR_H
#define AMP_ACCELERATOR_H
/*
amp_accelerator.h: the devices of all backends, and which is the default
(specification 3.2). Include amp.h, which includes this file.
*/

#ifndef AMP_H
#undef AMP_ACCELERATOR_H /* amp.h includes this file */
#include "amp.h"
#else

#include <ctype.h>    /* tolower */
#include <pthread.h>  /* a lock */

/* The OpenCL backend, where some file of the program is compiled with
   AMP_OPENCL: it may be another one that asks for the devices first. */
AMP__C_BEGIN
__attribute__((weak)) const amp__backend *amp__opencl;
AMP__C_END
#ifdef AMP_OPENCL
__attribute__((constructor)) static void amp__opencl_joins(void)
{
    amp__opencl = &amp__cl_backend;
}
#endif

/* The backends, in the order in which their devices are listed. */
static inline const amp__backend *amp__backend_at(int i)
{
    switch (i) {
    case 0: return &amp__emu_backend;
    case 1: return amp__opencl;
    }
    return NULL;
}

enum { AMP__MAX_DEVICES = 32 };
typedef struct amp__machine {
    int listed, count;
    int chosen;           /* the default's index + 1; 0: not yet */
    int used;             /* the default was used or set: it stays */
    amp__device device[AMP__MAX_DEVICES];
    struct amp__queue *queue[AMP__MAX_DEVICES]; /* default views */
    int access_set[AMP__MAX_DEVICES];
} amp__machine;
AMP__C_BEGIN
__attribute__((weak)) amp__machine amp__devices;
AMP__C_END
AMP__C_BEGIN
__attribute__((weak)) pthread_mutex_t amp__devices_lock = PTHREAD_MUTEX_INITIALIZER;
AMP__C_END

static inline void amp__exit_report(void)
{
    const char *log = getenv("AMP_LOG");
    const int n = amp_live_views();
    if (n > 0 && log != NULL && log[0] != '\0' && log[0] != '0') {
        (void)fprintf(stderr, "amp: at exit %d data source%s of views and arrays %s never "
                      "released: amp_release ends one\n", n, n == 1 ? "" : "s",
                      n == 1 ? "was" : "were");
    }
}

/* Lists the devices, once. */
static inline void amp__devices_list(void)
{
    int b, i, place = 0;
    if (__atomic_load_n(&amp__devices.listed, __ATOMIC_ACQUIRE)) {
        return;
    }
    (void)pthread_mutex_lock(&amp__devices_lock);
    for (b = 0; !amp__devices.listed && amp__backend_at(b) != NULL; b++) {
        const amp__backend *backend = amp__backend_at(b);
        amp__device *first = amp__devices.device + amp__devices.count;
        const int n = backend->devices(first, AMP__MAX_DEVICES - amp__devices.count);
        for (i = 0; i < n; i++) {
            first[i].backend = backend;
            first[i].about.index = amp__devices.count + i;
            first[i].about.default_cpu_access_type = first[i].own_memory
                ? AMP_ACCESS_NONE : AMP_ACCESS_READ_WRITE;
            first[i].place = first[i].own_memory ? ++place : 0;
        }
        amp__devices.count += n;
    }
    if (!amp__devices.listed) {
        (void)atexit(amp__exit_report);
    }
    __atomic_store_n(&amp__devices.listed, 1, __ATOMIC_RELEASE);
    (void)pthread_mutex_unlock(&amp__devices_lock);
}

/* Whether `part` is in `text`, whatever the case of the letters. */
static inline int amp__text_contains(const char *text, const char *part)
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

/* The device that a path or name means: a device_path, "default",
   "opencl" (its first device), or a part of a description. */
static inline amp_status amp__device_named(const char *name, int *index)
{
    char list[400];
    size_t used = 0;
    int i;
    amp__devices_list();
    for (i = 0; i < amp__devices.count; i++) {
        if (strcmp(amp__devices.device[i].about.device_path, name) == 0) {
            *index = i;
            return AMP_OK;
        }
    }
    for (i = 0; i < amp__devices.count; i++) {
        if (strcmp(amp__devices.device[i].backend->name, name) == 0) {
            *index = i;
            return AMP_OK;
        }
    }
    if (amp__opencl == NULL && strncmp(name, "opencl", 6) == 0) {
        return amp__fail(AMP_UNSUPPORTED, "accelerator '%s': this program was built without "
                         "OpenCL: compile with -DAMP_OPENCL and link with -lOpenCL", name);
    }
    for (i = 0; i < amp__devices.count && name[0] != '\0'; i++) {
        if (amp__text_contains(amp__devices.device[i].about.description, name)) {
            *index = i;
            return AMP_OK;
        }
    }
    list[0] = '\0';
    for (i = 0; i < amp__devices.count && used < sizeof(list); i++) {
        used += (size_t)snprintf(list + used, sizeof(list) - used, "%s%s", i > 0 ? ", " : "",
                                 amp__devices.device[i].about.device_path);
    }
    return amp__fail(AMP_INVALID_ARGUMENT, "there is no accelerator '%s': there are %s", name,
                     list);
}

/* Whether a comes before b as a default: devices of a backend other than the
   emulator first, among them those that are not emulated (as C++ AMP has it),
   then by memory. */
static inline int amp__device_before(const amp__device *a, const amp__device *b)
{
    const int foreign_a = a->backend != amp__backend_at(0);
    const int foreign_b = b->backend != amp__backend_at(0);
    if (foreign_a != foreign_b || !foreign_a) {
        return foreign_a > foreign_b;
    }
    if (a->about.is_emulated != b->about.is_emulated) {
        return b->about.is_emulated;
    }
    return a->about.dedicated_memory > b->about.dedicated_memory;
}

/* The default accelerator's index, chosen at the first call: AMP_ACCELERATOR,
   or the first device by amp__device_before. With `use` it is settled for good. */
static inline amp_status amp__default_index(int use, int *index)
{
    const char *name;
    int i, chosen = __atomic_load_n(&amp__devices.chosen, __ATOMIC_ACQUIRE);
    amp_status s = AMP_OK;
    *index = 0;
    if (chosen != 0 && (!use || __atomic_load_n(&amp__devices.used, __ATOMIC_ACQUIRE))) {
        *index = chosen - 1;
        return AMP_OK;
    }
    amp__devices_list();
    (void)pthread_mutex_lock(&amp__devices_lock);
    if (amp__devices.chosen == 0) {
        name = getenv("AMP_ACCELERATOR");
        if (name != NULL && name[0] != '\0' && strcmp(name, "default") != 0) {
            s = amp__device_named(name, index);
        } else {
            for (i = 1; i < amp__devices.count; i++) {
                if (amp__device_before(&amp__devices.device[i], &amp__devices.device[*index])) {
                    *index = i;
                }
            }
        }
        if (s == AMP_OK) {
            __atomic_store_n(&amp__devices.chosen, *index + 1, __ATOMIC_RELEASE);
        }
    }
    if (s == AMP_OK) {
        *index = amp__devices.chosen - 1;
        if (use && !amp__devices.used) {
            __atomic_store_n(&amp__devices.used, 1, __ATOMIC_RELEASE);
            (void)pthread_mutex_lock(&amp__registry_lock);
            amp__known.host_only = *index == AMP__EMU_HOST;
            if (amp__devices.device[*index].own_memory) {
                __atomic_store_n(&amp__known.devices_in_use, 1, __ATOMIC_RELEASE);
            }
            amp__fast_path_update();
            (void)pthread_mutex_unlock(&amp__registry_lock);
        }
    }
    (void)pthread_mutex_unlock(&amp__devices_lock);
    return s;
}

/* The number of accelerators, those included that the default never is:
   emulated ones and `cpu`. */
static inline int amp_accelerator_count(void)
{
    amp__devices_list();
    return amp__devices.count;
}

static inline amp_accelerator amp__no_accelerator(void)
{
    amp_accelerator a;
    memset(&a, 0, sizeof(a));
    a.index = -1;
    a.device_path = a.description = "";
    return a;
}

/* Accelerator i of amp_accelerator_count(), in no meaningful order; one with
   index -1 and the sentence for amp_last_error if there is none. */
static inline amp_accelerator amp_accelerator_get(int i)
{
    amp_accelerator a;
    amp__devices_list();
    if (i < 0 || i >= amp__devices.count) {
        (void)amp__fail(AMP_INVALID_ARGUMENT, "there is no accelerator %d: there are %d, from 0",
                        i, amp__devices.count);
        return amp__no_accelerator();
    }
    (void)pthread_mutex_lock(&amp__devices_lock);
    a = amp__devices.device[i].about;
    (void)pthread_mutex_unlock(&amp__devices_lock);
    return a;
}

/* The accelerator with the device_path, or whose description holds the text;
   "default" is amp_accelerator_default(). index is -1 if there is none. */
static inline amp_accelerator amp_accelerator_find(const char *path)
{
    int i = 0;
    amp_status s;
    if (path == NULL) {
        path = "";
    }
    s = strcmp(path, "default") == 0 ? amp__default_index(1, &i) : amp__device_named(path, &i);
    return s == AMP_OK ? amp_accelerator_get(i) : amp__no_accelerator();
}

/* The default accelerator, from now on settled: AMP_ACCELERATOR of the
   environment, or what amp_accelerator_set_default set, or the first device
   that is not emulated, or the emulator. index is -1, with the sentence in
   amp_last_error, if AMP_ACCELERATOR names none. */
static inline amp_accelerator amp_accelerator_default(void)
{
    int i;
    return amp__default_index(1, &i) == AMP_OK ? amp_accelerator_get(i) : amp__no_accelerator();
}

/* Makes the accelerator with the path (as for amp_accelerator_find) the
   default of the process. Once, and before the default is first used, by a
   launch, an array, or amp_accelerator_default: AMP_INVALID_ARGUMENT after
   that, if AMP_ACCELERATOR has chosen, or if there is none of that name. */
static inline amp_status amp_accelerator_set_default(const char *device_path)
{
    const char *name = getenv("AMP_ACCELERATOR");
    int i;
    amp_status s;
    if (device_path == NULL || strcmp(device_path, "default") == 0) {
        return amp__fail(AMP_INVALID_ARGUMENT, "the default accelerator is set by its "
                         "device_path, which amp_accelerator_get gives");
    }
    s = amp__device_named(device_path, &i);
    if (s != AMP_OK) {
        return s;
    }
    (void)pthread_mutex_lock(&amp__devices_lock);
    if (name != NULL && name[0] != '\0') {
        s = amp__fail(AMP_INVALID_ARGUMENT, "AMP_ACCELERATOR has chosen '%s': unset it, or do "
                      "not set a default", name);
    } else if (amp__devices.used) {
        s = amp__fail(AMP_INVALID_ARGUMENT, "the default accelerator is '%s' since it was set "
                      "or used: set it once, before any launch",
                      amp__devices.device[amp__devices.chosen - 1].about.device_path);
    } else {
        __atomic_store_n(&amp__devices.chosen, i + 1, __ATOMIC_RELEASE);
    }
    (void)pthread_mutex_unlock(&amp__devices_lock);
    return s == AMP_OK ? amp__default_index(1, &i) : s;
}

#endif /* AMP_H */
#endif /* AMP_ACCELERATOR_H */
