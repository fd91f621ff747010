/* SPDX-License-Identifier: MIT */
#ifndef AMP_CL_DEVICE_H
#define AMP_CL_DEVICE_H
/*
amp/cl/device.h: OpenCL's errors as statuses, its devices and what they can do, their contexts.
*/

#include "method.h"
#include "../base/trace.h"

#include <sys/time.h> /* gettimeofday */

/* Microseconds since 1970. */
static AMP__COLD double amp__cl_now(void)
{
    struct timeval t;
    (void)gettimeofday(&t, NULL);
    return (double)t.tv_sec * 1e6 + (double)t.tv_usec;
}

/* A code of OpenCL by its name; "an error" for those that are not expected. */
static AMP__COLD const char *amp__cl_code(cl_int code)
{
#define AMP__CL_NAMED(code) case code: return #code;
    switch (code) {
    AMP__CL_NAMED(CL_DEVICE_NOT_FOUND)
    AMP__CL_NAMED(CL_DEVICE_NOT_AVAILABLE)
    AMP__CL_NAMED(CL_COMPILER_NOT_AVAILABLE)
    AMP__CL_NAMED(CL_MEM_OBJECT_ALLOCATION_FAILURE)
    AMP__CL_NAMED(CL_OUT_OF_RESOURCES)
    AMP__CL_NAMED(CL_OUT_OF_HOST_MEMORY)
    AMP__CL_NAMED(CL_BUILD_PROGRAM_FAILURE)
    AMP__CL_NAMED(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST)
    AMP__CL_NAMED(CL_INVALID_VALUE)
    AMP__CL_NAMED(CL_INVALID_CONTEXT)
    AMP__CL_NAMED(CL_INVALID_COMMAND_QUEUE)
    AMP__CL_NAMED(CL_INVALID_MEM_OBJECT)
    AMP__CL_NAMED(CL_INVALID_BINARY)
    AMP__CL_NAMED(CL_INVALID_BUILD_OPTIONS)
    AMP__CL_NAMED(CL_INVALID_KERNEL_NAME)
    AMP__CL_NAMED(CL_INVALID_ARG_SIZE)
    AMP__CL_NAMED(CL_INVALID_WORK_GROUP_SIZE)
    AMP__CL_NAMED(CL_INVALID_BUFFER_SIZE)
    AMP__CL_NAMED(CL_INVALID_GLOBAL_WORK_SIZE)
    default: return "an error";
    }
}

/* A code of OpenCL as a status. */
static AMP__COLD amp_status amp__cl_status(cl_int code)
{
    switch (code) {
    case CL_SUCCESS: return AMP_OK;
    case CL_MEM_OBJECT_ALLOCATION_FAILURE: case CL_OUT_OF_RESOURCES: case CL_OUT_OF_HOST_MEMORY:
    case CL_INVALID_BUFFER_SIZE: return AMP_OUT_OF_MEMORY;
    case CL_DEVICE_NOT_AVAILABLE: case CL_INVALID_COMMAND_QUEUE: case CL_INVALID_CONTEXT:
        return AMP_ACCELERATOR_REMOVED;
    default: return AMP_RUNTIME_ERROR;
    }
}

/* Records that a call of OpenCL failed; returns its status. what: what the call was for, such as
   "making a queue". */
static AMP__COLD amp_status amp__cl_fail(const amp__cl_device *d, cl_int code, const char *what)
{
    const amp_status s = amp__cl_status(code);
    return amp__fail(s, "OpenCL device %s: %s failed with %s (%d)%s", d->name, what,
                     amp__cl_code(code), (int)code,
                     s == AMP_ACCELERATOR_REMOVED
                     ? ": the device is lost; data in host memory is as it was" : "");
}

/* Whether the space-separated list has the word. */
static AMP__COLD int amp__cl_listed(const char *list, const char *word)
{
    const size_t n = strlen(word);
    const char *p;
    for (p = strstr(list, word); p != NULL; p = strstr(p + 1, word)) {
        if ((p == list || p[-1] == ' ') && (p[n] == '\0' || p[n] == ' ')) {
            return 1;
        }
    }
    return 0;
}

/* Writes what OpenCL says of a device to text[0..size), which is returned; "" where it says
   nothing, or more than fits. The memory is the caller's and not allocated: devices are listed
   once, and none may be missing because memory ran out at that moment. */
static AMP__COLD const char *amp__cl_device_text(cl_device_id id, cl_device_info what, char *text,
                                                 size_t size)
{
    size_t n = 0;
    if (clGetDeviceInfo(id, what, size - 1, text, &n) != CL_SUCCESS) {
        n = 0;
    }
    text[n] = '\0';
    return text;
}

/* Reads one property of d into a variable, which stays as it is where that fails. */
#define AMP__CL_INFO(what, variable) \
    (void)clGetDeviceInfo(d->id, what, sizeof(variable), &(variable), NULL)

/* Reads what a device can do into *d, and describes it to amp in *list. Returns 0 for one that
   cannot be used: older than OpenCL 1.2, without a compiler, or not available. */
static AMP__COLD int amp__cl_describe(amp__cl_device *d, amp__device *list, int number)
{
    char text[4][16384];
    const char *version = amp__cl_device_text(d->id, CL_DEVICE_VERSION, text[0], sizeof(text[0]));
    const char *extensions = amp__cl_device_text(d->id, CL_DEVICE_EXTENSIONS, text[1],
                                                 sizeof(text[1]));
    const char *name = amp__cl_device_text(d->id, CL_DEVICE_NAME, text[2], sizeof(text[2]));
    const char *driver = amp__cl_device_text(d->id, CL_DRIVER_VERSION, text[3], sizeof(text[3]));
    const amp__setting memory = amp__setting_of(AMP__SETTING_CL_MEMORY); /* shared, copy or keep */
    cl_bool available = CL_FALSE, compiler = CL_FALSE, unified = CL_FALSE;
    cl_device_type type = 0;
    cl_device_fp_config single = 0, twice = 0;
    char platform[64]; /* its name, where it is not longer */
    int major = 0, minor = 0, good, is_rusticl;
    AMP__CL_INFO(CL_DEVICE_AVAILABLE, available);
    AMP__CL_INFO(CL_DEVICE_COMPILER_AVAILABLE, compiler);
    good = sscanf(version, "OpenCL %d.%d", &major, &minor) == 2
        && (major > 1 || minor >= 2) && available && compiler;
    if (good) {
        AMP__CL_INFO(CL_DEVICE_TYPE, type);
        AMP__CL_INFO(CL_DEVICE_HOST_UNIFIED_MEMORY, unified);
        AMP__CL_INFO(CL_DEVICE_SINGLE_FP_CONFIG, single);
        AMP__CL_INFO(CL_DEVICE_DOUBLE_FP_CONFIG, twice);
        AMP__CL_INFO(CL_DEVICE_MAX_WORK_GROUP_SIZE, d->group);
        AMP__CL_INFO(CL_DEVICE_MAX_WORK_ITEM_SIZES, d->item);
        AMP__CL_INFO(CL_DEVICE_MAX_PARAMETER_SIZE, d->argument_bytes);
        AMP__CL_INFO(CL_DEVICE_LOCAL_MEM_SIZE, d->local_bytes);
        AMP__CL_INFO(CL_DEVICE_MAX_MEM_ALLOC_SIZE, d->allocation);
        AMP__CL_INFO(CL_DEVICE_GLOBAL_MEM_SIZE, d->memory);
        AMP__CL_INFO(CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE, d->table_bytes);
        AMP__CL_INFO(CL_DEVICE_MAX_CONSTANT_ARGS, d->tables);
        AMP__CL_INFO(CL_DEVICE_MAX_COMPUTE_UNITS, d->units);
        d->doubles = twice != 0 || amp__cl_listed(extensions, "cl_khr_fp64");
        d->rounded = (single & CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT) != 0;
        d->is_cpu = (type & CL_DEVICE_TYPE_CPU) != 0 && (type & CL_DEVICE_TYPE_GPU) == 0;
        d->keeps_buffers = memory.word == 3;
        d->shares_memory = unified && memory.word != 2 && memory.word != 3;
        is_rusticl = clGetPlatformInfo(d->platform, CL_PLATFORM_NAME, sizeof(platform), platform,
                                       NULL) == CL_SUCCESS && strcmp(platform, "rusticl") == 0;
        d->is_oclgrind = strncmp(name, "Oclgrind", 8) == 0;
        d->drops_gaps = is_rusticl; /* Mesa 22.3 */
        d->able.doubles = d->doubles;
        d->able.strings = !is_rusticl; /* its printf of a text ends the process: Mesa 22.3 */
        /* Mesa's llvmpipe ends the loops of a thread after 65535 turns of all of them. */
        d->able.short_loops = is_rusticl && strncmp(name, "llvmpipe", 8) == 0;
        d->able.rows = d->is_cpu && !is_rusticl; /* Mesa 22.3 made wrong code of such loops */
        d->is_pocl = d->is_cpu && strstr(version, "PoCL") != NULL;
        d->able.atomics64 = amp__cl_listed(extensions, "cl_khr_int64_base_atomics");
        AMP__PRINT(d->name, "%s", name);
        AMP__PRINT(d->driver, "%s; %s", version, driver);
        memset(list, 0, sizeof(*list));
        AMP__PRINT(list->path, "opencl:%d", number);
        AMP__PRINT(list->text, "%s", name);
        list->about.device_path = list->path;
        list->about.description = list->text;
        list->number = number;
        list->own_memory = !d->shares_memory;
        list->no_lead = d->is_oclgrind; /* 21.10 takes bytes written at an offset for unwritten */
        list->deferred = !d->shares_memory || d->is_cpu;
        list->about.version = (unsigned)major << 16 | (unsigned)minor;
        list->about.is_emulated = d->is_cpu;
        list->about.supports_double_precision = d->doubles;
        list->about.supports_limited_double_precision = d->doubles;
        list->about.supports_double = d->doubles;
        list->about.supports_cpu_shared_memory = unified != CL_FALSE;
        list->about.dedicated_memory = (size_t)(d->memory / 1024);
        list->about.max_tile_threads = d->group;
        list->about.max_tile_static = (size_t)d->local_bytes;
    }
    return good;
}

/* Whether the variables of the environment mean something, as amp_cl.h says: AMP_OK, or
   AMP_INVALID_ARGUMENT with a sentence that names the first that does not. */
static AMP__COLD amp_status amp__cl_environment(void)
{
    const amp__setting memory = amp__setting_of(AMP__SETTING_CL_MEMORY);
    amp__setting dump = amp__setting_of(AMP__SETTING_CL_DUMP);
    struct stat about;
    const amp_status s = amp__setting_status(AMP__SETTING_CL_MEMORY, &memory);
    if (s != AMP_OK) {
        return s;
    }
    if (dump.text != NULL && (stat(dump.text, &about) != 0 || !S_ISDIR(about.st_mode)
                              || access(dump.text, W_OK | X_OK) != 0)) {
        dump.bad = 1;
        return amp__setting_status(AMP__SETTING_CL_DUMP, &dump);
    }
    return amp__trace_ready();
}

/* Makes the context of a device, once; it is never released. AMP_OK, AMP_INVALID_ARGUMENT for
   a variable of the environment that means nothing, or what OpenCL says. Caller holds
   amp__cl_lock. */
static AMP__COLD amp_status amp__cl_context(amp__cl_device *d)
{
    cl_context_properties properties[3] = { CL_CONTEXT_PLATFORM, 0, 0 };
    cl_int code = CL_SUCCESS;
    amp_status s;
    int method;
    AMP__ASSERT(amp__holds(&amp__cl_lock));
    if (d->context != NULL) {
        return AMP_OK;
    }
    s = amp__cl_environment();
    if (s != AMP_OK) {
        return s;
    }
    method = amp__cl_method_begin(d, 0); /* PoCL sets LLVM's options by it: amp/cl/method.h */
    memcpy(&properties[1], &d->platform, sizeof(d->platform));
    d->context = clCreateContext(properties, 1, &d->id, NULL, NULL, &code);
    amp__cl_method_end(method);
    if (code != CL_SUCCESS) {
        d->context = NULL;
        return amp__cl_fail(d, code, "making a context");
    }
    if (amp__logs()) {
        (void)fprintf(stderr, "amp: OpenCL device %s (%s) is in use\n", d->name, d->driver);
    }
    return AMP_OK;
}

#endif /* AMP_CL_DEVICE_H */
