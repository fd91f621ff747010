/* SPDX-License-Identifier: MIT */
#ifndef AMP_CL_H
#define AMP_CL_H
/*
amp_cl.h: the OpenCL backend of amp.h, for -DAMP_OPENCL and -lOpenCL.

  1 errors      OpenCL's codes as statuses
  2 devices     every platform's devices, and what they can do
  3 programs    a translation unit's text, built for a device
  4 trace       AMP_TRACE
  5 backend     the functions of amp__backend, in the contract's order

ENVIRONMENT
    AMP_CL_DUMP=folder    writes each program, and the compiler's words when it
                          does not build, into a folder that exists
    AMP_CL_OPTIONS=...    compiler options, behind those of the library
    AMP_CL_CACHE=off|dir  compiled programs are kept in $XDG_CACHE_HOME/amp or
                          ~/.cache/amp, in `dir`, or not at all
    AMP_CL_MEMORY=copy    treats a device that shares the host's memory as one
                          with memory of its own
    AMP_CL_MEMORY=keep    the same, and no buffer is released: for oclgrind, whose
                          record of what was written goes wrong when the place
                          of a released buffer is used again
    AMP_TRACE=file.json   launches and copies with the device's times, in the
                          format that Chrome's and Perfetto's viewers read
    POCL_WORK_GROUP_METHOD  set to workitemrepl where it is not set: PoCL 3.1's
                          own choice compiles a loop that begins with a barrier
                          to wrong code, and its kernels took up to 5 times as
                          long (measured: sgemm 654 against 200 ms)

OpenCL 1.2 is what a device must have; nothing newer is used.
Include amp.h, which includes this file.
*/

#ifndef AMP_H
#undef AMP_CL_H /* amp.h includes this file */
#include "amp.h"
#else

#include "amp_cl_source.h"
#include "amp_cl_cache.h"

#ifndef CL_TARGET_OPENCL_VERSION
#define CL_TARGET_OPENCL_VERSION 120
#endif
#ifdef __APPLE__
#include <OpenCL/opencl.h>
#else
#include <CL/cl.h>
#endif
#include <pthread.h>  /* one lock for programs and kernels */
#include <sys/time.h> /* gettimeofday, for the trace */
#include <unistd.h>   /* getpid, for the trace */

AMP__C_BEGIN

#define AMP__CL_DEVICES 16
#define AMP__CL_CHAIN 64 /* commands between two flushes */

/* setenv is POSIX, which -std=c99 hides; by its symbol it is there. */
#define AMP__SYMBOL(name) __asm__(AMP__STR(__USER_LABEL_PREFIX__) name)
int amp__setenv(const char *name, const char *value, int replace) AMP__SYMBOL("setenv");

/* ==== 1 errors =========================================================== */

static inline const char *amp__cl_code(cl_int code)
{
    switch (code) {
    case CL_DEVICE_NOT_FOUND: return "CL_DEVICE_NOT_FOUND";
    case CL_DEVICE_NOT_AVAILABLE: return "CL_DEVICE_NOT_AVAILABLE";
    case CL_COMPILER_NOT_AVAILABLE: return "CL_COMPILER_NOT_AVAILABLE";
    case CL_MEM_OBJECT_ALLOCATION_FAILURE: return "CL_MEM_OBJECT_ALLOCATION_FAILURE";
    case CL_OUT_OF_RESOURCES: return "CL_OUT_OF_RESOURCES";
    case CL_OUT_OF_HOST_MEMORY: return "CL_OUT_OF_HOST_MEMORY";
    case CL_BUILD_PROGRAM_FAILURE: return "CL_BUILD_PROGRAM_FAILURE";
    case CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST:
        return "CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST";
    case CL_INVALID_VALUE: return "CL_INVALID_VALUE";
    case CL_INVALID_CONTEXT: return "CL_INVALID_CONTEXT";
    case CL_INVALID_COMMAND_QUEUE: return "CL_INVALID_COMMAND_QUEUE";
    case CL_INVALID_MEM_OBJECT: return "CL_INVALID_MEM_OBJECT";
    case CL_INVALID_BINARY: return "CL_INVALID_BINARY";
    case CL_INVALID_BUILD_OPTIONS: return "CL_INVALID_BUILD_OPTIONS";
    case CL_INVALID_KERNEL_NAME: return "CL_INVALID_KERNEL_NAME";
    case CL_INVALID_ARG_SIZE: return "CL_INVALID_ARG_SIZE";
    case CL_INVALID_WORK_GROUP_SIZE: return "CL_INVALID_WORK_GROUP_SIZE";
    case CL_INVALID_BUFFER_SIZE: return "CL_INVALID_BUFFER_SIZE";
    case CL_INVALID_GLOBAL_WORK_SIZE: return "CL_INVALID_GLOBAL_WORK_SIZE";
    default: return "an error";
    }
}

static inline amp_status amp__cl_status(cl_int code)
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

/* ==== 2 devices ========================================================== */

/* One device. The limits are OpenCL's, read once. */
typedef struct amp__cl_device {
    cl_platform_id platform;
    cl_device_id id;
    cl_context context; /* made at first use */
    char name[160], driver[192];
    size_t group, item[3], argument_bytes;
    cl_ulong local_bytes, allocation, memory;
    cl_uint units;
    int doubles, rounded, is_cpu, shares_memory, keeps_buffers;
    int is_oclgrind; /* amp__cl_sent waits for each command */
    amp__cl_abilities able;
} amp__cl_device;

struct amp__cl_built;
typedef struct amp__cl_state {
    int count, looked;
    amp__cl_device device[AMP__CL_DEVICES];
    struct amp__cl_built *built;
    FILE *trace;
    int traced, trace_events;
    struct amp__cl_queue *queues;
    long process; /* whose exit waits for them */
} amp__cl_state;
__attribute__((weak)) amp__cl_state amp__cl;
__attribute__((weak)) pthread_mutex_t amp__cl_lock = PTHREAD_MUTEX_INITIALIZER;

/* Records that a call of OpenCL failed. */
static inline amp_status amp__cl_fail(const amp__cl_device *d, cl_int code, const char *what)
{
    const amp_status s = amp__cl_status(code);
    return amp__fail(s, "OpenCL device %s: %s failed with %s (%d)%s", d->name, what,
                     amp__cl_code(code), (int)code,
                     s == AMP_ACCELERATOR_REMOVED
                     ? ": the device is lost; data in host memory is as it was" : "");
}

/* Whether the space-separated list has the word. */
static inline int amp__cl_listed(const char *list, const char *word)
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

/* A device's text of any length, to be freed; never NULL but without memory. */
static inline char *amp__cl_text_of(cl_device_id id, cl_device_info what)
{
    size_t n = 0;
    char *s;
    if (clGetDeviceInfo(id, what, 0, NULL, &n) != CL_SUCCESS) {
        n = 0;
    }
    s = (char *)calloc(1, n + 1);
    if (s != NULL && n > 0 && clGetDeviceInfo(id, what, n, s, NULL) != CL_SUCCESS) {
        s[0] = '\0';
    }
    return s;
}

#define AMP__CL_INFO(what, variable) \
    (void)clGetDeviceInfo(d->id, what, sizeof(variable), &(variable), NULL)

/* Reads what a device is; 0 where it is not one to use: older than OpenCL 1.2,
   without a compiler, not available. */
static inline int amp__cl_describe(amp__cl_device *d, amp__device *list, int number)
{
    char *version = amp__cl_text_of(d->id, CL_DEVICE_VERSION);
    char *extensions = amp__cl_text_of(d->id, CL_DEVICE_EXTENSIONS);
    char *name = amp__cl_text_of(d->id, CL_DEVICE_NAME);
    char *driver = amp__cl_text_of(d->id, CL_DRIVER_VERSION);
    const char *memory = getenv("AMP_CL_MEMORY");
    const char *method = getenv("POCL_WORK_GROUP_METHOD");
    cl_bool available = CL_FALSE, compiler = CL_FALSE, unified = CL_FALSE;
    cl_device_type type = 0;
    cl_device_fp_config single = 0, twice = 0;
    int major = 0, minor = 0, good;
    AMP__CL_INFO(CL_DEVICE_AVAILABLE, available);
    AMP__CL_INFO(CL_DEVICE_COMPILER_AVAILABLE, compiler);
    good = version != NULL && extensions != NULL && name != NULL && driver != NULL
        && sscanf(version, "OpenCL %d.%d", &major, &minor) == 2
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
        AMP__CL_INFO(CL_DEVICE_MAX_COMPUTE_UNITS, d->units);
        d->doubles = twice != 0 || amp__cl_listed(extensions, "cl_khr_fp64");
        d->rounded = (single & CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT) != 0;
        d->is_cpu = (type & CL_DEVICE_TYPE_CPU) != 0 && (type & CL_DEVICE_TYPE_GPU) == 0;
        d->keeps_buffers = memory != NULL && strcmp(memory, "keep") == 0;
        d->shares_memory = unified && !d->keeps_buffers
            && !(memory != NULL && strcmp(memory, "copy") == 0);
        d->is_oclgrind = strncmp(name, "Oclgrind", 8) == 0;
        d->able.doubles = d->doubles;
        d->able.rows = d->is_cpu;
        /* PoCL 3.1 makes vectors of loops that nobody asked for with loopvec
           alone: saxpy took 1.2 of a hand-written kernel's time, now 0.7. */
        d->able.replicates = d->is_cpu && strstr(version, "PoCL") != NULL && method != NULL
            && strcmp(method, "workitemrepl") == 0;
        d->able.atomics64 = amp__cl_listed(extensions, "cl_khr_int64_base_atomics");
        (void)snprintf(d->name, sizeof(d->name), "%s", name);
        (void)snprintf(d->driver, sizeof(d->driver), "%s; %s", version, driver);
        memset(list, 0, sizeof(*list));
        (void)snprintf(list->path, sizeof(list->path), "opencl:%d", number);
        (void)snprintf(list->text, sizeof(list->text), "%s", name);
        list->about.device_path = list->path;
        list->about.description = list->text;
        list->number = number;
        list->own_memory = !d->shares_memory;
        list->deferred = !d->shares_memory || d->is_cpu;
        list->about.version = (unsigned)major << 16 | (unsigned)minor;
        list->about.is_emulated = d->is_cpu;
        list->about.supports_double_precision = d->doubles;
        list->about.supports_limited_double_precision = d->doubles;
        list->about.supports_double = d->doubles;
        list->about.supports_cpu_shared_memory = unified != CL_FALSE;
        list->about.dedicated_memory = (size_t)(d->memory / 1024);
    }
    free(version);
    free(extensions);
    free(name);
    free(driver);
    return good;
}

/* The context of a device, made once. Called with the lock. */
static inline amp_status amp__cl_context(amp__cl_device *d)
{
    cl_context_properties properties[3] = { CL_CONTEXT_PLATFORM, 0, 0 };
    cl_int code = CL_SUCCESS;
    if (d->context != NULL) {
        return AMP_OK;
    }
    memcpy(&properties[1], &d->platform, sizeof(d->platform));
    d->context = clCreateContext(properties, 1, &d->id, NULL, NULL, &code);
    if (code != CL_SUCCESS) {
        d->context = NULL;
        return amp__cl_fail(d, code, "making a context");
    }
    return AMP_OK;
}

/* ==== 3 programs ========================================================= */

/* A kernel of a built program. Its arguments are state of the OpenCL object:
   setting them and sending the launch happens under one lock. */
typedef struct amp__cl_kernel {
    const char *name;
    const amp__kernel *checked; /* the description that was compared last */
    cl_kernel whole;            /* every thread of the range works; on a CPU, a simple
                                   kernel's work-item runs a box of threads */
    cl_kernel some;             /* simple kernels: threads outside the extent do not work */
    int faults;                 /* it may report: the last argument is for that */
    cl_uint given[2][4];        /* the threads that `whole` and `some` were given last */
    cl_uint sizes;              /* bit k: a range of 2^k work-items and more was waited for */
    size_t group;               /* most threads of a work-group */
    cl_ulong local_bytes;
    struct amp__cl_kernel *next;
} amp__cl_kernel;

/* The text of a translation unit for one device; kept for the process, also
   when it did not build, so that the error is given again, not looked for. */
typedef struct amp__cl_built {
    amp__cl_key key;
    amp__cl_device *device;
    cl_program program;
    int faults; /* its kernels have the argument for reports */
    amp__cl_kernel *kernels;
    amp_status status;
    char why[1024];
    struct amp__cl_built *next;
} amp__cl_built;

/* What hangs at amp__program.built: one a device, and one for each kernel in
   use of those that may be left out. Two translation units with
   the same text share what was built. */
typedef struct amp__cl_link {
    amp__cl_built *built;
    const char *part;   /* the kernel it was built for, or "" for all */
    struct amp__cl_link *next;
} amp__cl_link;

/* The name for a program: the file of its last region, which is most often the
   translation unit's own. */
static inline const char *amp__cl_file(const amp__program *program)
{
    const amp__text_region *r = program->first;
    while (r->next != NULL) {
        r = r->next;
    }
    return r->file;
}

/* Writes a text to AMP_CL_DUMP, where that is set. */
static inline void amp__cl_dump(const amp__program *program, amp__cl_key key, const char *end,
                                const char *text)
{
    const char *folder = getenv("AMP_CL_DUMP");
    const char *file = amp__cl_file(program), *base = strrchr(file, '/');
    char path[1024];
    FILE *f;
    if (folder == NULL || folder[0] == '\0') {
        return;
    }
    (void)snprintf(path, sizeof(path), "%s/%s-%08llx.%s", folder, base != NULL ? base + 1 : file,
                   key.a & 0xffffffffULL, end);
    f = fopen(path, "w");
    if (f != NULL) {
        (void)fputs(text, f);
        (void)fclose(f);
    }
}

/* Turns the compiler's log into a sentence: its first line with an error, or
   its first line. */
static inline amp_status amp__cl_build_error(amp__cl_device *d, cl_program program, cl_int code,
                                             const amp__program *from, amp__cl_key key)
{
    size_t n = 0;
    char *log, *line, *end;
    amp_status s;
    (void)clGetProgramBuildInfo(program, d->id, CL_PROGRAM_BUILD_LOG, 0, NULL, &n);
    log = (char *)calloc(1, n + 1);
    if (log == NULL) {
        return amp__fail(AMP_OUT_OF_MEMORY, "no memory for a build log of %lu bytes",
                         (unsigned long)n);
    }
    if (n > 0) {
        (void)clGetProgramBuildInfo(program, d->id, CL_PROGRAM_BUILD_LOG, n, log, NULL);
    }
    amp__cl_dump(from, key, "log", log);
    line = strstr(log, "error:");
    if (line == NULL) {
        line = strstr(log, "error");
    }
    if (line == NULL) {
        line = log;
    }
    while (line > log && line[-1] != '\n') {
        line--;
    }
    end = strchr(line, '\n');
    s = amp__fail(code == CL_BUILD_PROGRAM_FAILURE || code == CL_INVALID_BUILD_OPTIONS
                  ? AMP_BUILD_FAILED : amp__cl_status(code),
                  "the program of %s does not build for %s (%s): %.*s%s", amp__cl_file(from),
                  d->name, amp__cl_code(code),
                  (int)(end != NULL ? end - line : (long)strlen(line)), line, amp__cl_hint(line));
    free(log);
    return s;
}

/* Keeps the binary of a program in the cache. */
static inline void amp__cl_keep(cl_program program, amp__cl_key key)
{
    size_t size = 0;
    unsigned char *data;
    char path[1024];
    if (!amp__cl_entry_name(key, path, sizeof(path))) {
        return; /* PoCL would compile every kernel of the program for nothing */
    }
    if (clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof(size), &size, NULL) != CL_SUCCESS
        || size == 0) {
        return;
    }
    data = (unsigned char *)malloc(size);
    if (data != NULL && clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof(data), &data, NULL)
        == CL_SUCCESS) {
        amp__cl_cache_put(key, data, size);
    }
    free(data);
}

/* Compiles a text, or takes its binary from the cache. */
static inline amp_status amp__cl_compile(amp__cl_built *b, const amp__program *from,
                                         const char *text, const char *options)
{
    amp__cl_device *d = b->device;
    size_t size = 0;
    unsigned char *data = amp__cl_cache_get(b->key, &size);
    cl_int code = CL_SUCCESS, status = CL_SUCCESS;
    amp_status s;
    if (data != NULL) {
        const unsigned char *binary = data;
        b->program = clCreateProgramWithBinary(d->context, 1, &d->id, &size, &binary, &status,
                                               &code);
        free(data);
        if (code == CL_SUCCESS && status == CL_SUCCESS
            && clBuildProgram(b->program, 1, &d->id, options, NULL, NULL) == CL_SUCCESS) {
            return AMP_OK;
        }
        if (b->program != NULL) {
            (void)clReleaseProgram(b->program);
            b->program = NULL;
        }
    }
    b->program = clCreateProgramWithSource(d->context, 1, &text, NULL, &code);
    if (code != CL_SUCCESS) {
        b->program = NULL;
        return amp__cl_fail(d, code, "making a program");
    }
    code = clBuildProgram(b->program, 1, &d->id, options, NULL, NULL);
    if (code == CL_SUCCESS) {
        amp__cl_keep(b->program, b->key);
        return AMP_OK;
    }
    s = amp__cl_build_error(d, b->program, code, from, b->key);
    (void)clReleaseProgram(b->program);
    b->program = NULL;
    return s;
}

/* The program of a kernel's translation unit on a device, built at first use.
   Called with the lock. */
static inline amp_status amp__cl_build(const amp__kernel *k, amp__cl_device *d,
                                       amp__cl_built **built)
{
    amp__program *from = k->program;
    const char *part = strncmp(k->name, "amp__", 5) == 0 ? k->name : "";
    amp__cl_built *b;
    amp__cl_link *link;
    amp__text_buffer text;
    amp__cl_abilities able = d->able;
    const char *extra;
    char options[1024];
    amp__cl_key key = amp__cl_key_start();
    amp_status s;
    int n;
    for (link = (amp__cl_link *)from->built; link != NULL; link = link->next) {
        if (link->built->device == d && strcmp(link->part, part) == 0) {
            *built = b = link->built;
            return b->status == AMP_OK ? AMP_OK : amp__fail(b->status, "%s", b->why);
        }
    }
    extra = getenv("AMP_CL_OPTIONS");
    n = snprintf(options, sizeof(options), "-cl-std=CL1.2 -w%s%s%s%s%s",
                 d->rounded ? " -cl-fp32-correctly-rounded-divide-sqrt" : "",
                 from->options[0] != '\0' ? " " : "", from->options,
                 extra != NULL && extra[0] != '\0' ? " " : "", extra != NULL ? extra : "");
    if (n < 0 || (size_t)n >= sizeof(options)) {
        return amp__fail(AMP_INVALID_ARGUMENT, "AMP_CL_OPTIONS has %d characters: at most %d are "
                         "allowed", n, (int)sizeof(options) - 1);
    }
    memset(&text, 0, sizeof(text));
    able.short_names = from->short_names;
    able.checks = from->checks;
    able.part = amp__has_parts(from) ? part : NULL;
    s = amp__cl_text(from, &able, &text);
    if (s != AMP_OK) {
        free(text.data);
        return s;
    }
    amp__cl_hash(&key, text.data, text.size);
    amp__cl_hash_text(&key, options);
    amp__cl_hash_text(&key, d->name);
    amp__cl_hash_text(&key, d->driver);
    amp__cl_hash_text(&key, AMP_VERSION);
    /* PoCL's binaries hold kernels that this method compiled */
    amp__cl_hash_text(&key, getenv("POCL_WORK_GROUP_METHOD") != NULL
                            ? getenv("POCL_WORK_GROUP_METHOD") : "");
    for (b = amp__cl.built; b != NULL; b = b->next) {
        if (b->device == d && b->key.a == key.a && b->key.b == key.b) {
            break; /* the same text in two units, or a library loaded again */
        }
    }
    if (b != NULL && b->status != AMP_OK) {
        (void)amp__fail(b->status, "%s", b->why);
    }
    s = b != NULL ? b->status : amp__cl_context(d);
    if (b == NULL && s == AMP_OK) {
        b = (amp__cl_built *)calloc(1, sizeof(*b));
        if (b == NULL) {
            free(text.data);
            return amp__fail(AMP_OUT_OF_MEMORY, "no memory for a program's record");
        }
        b->key = key;
        b->device = d;
        b->faults = able.faults;
        amp__cl_dump(from, key, "cl", text.data);
        b->status = s = amp__cl_compile(b, from, text.data, options);
        if (s == AMP_OUT_OF_MEMORY || s == AMP_ACCELERATOR_REMOVED) { /* may go better next time */
            free(b);
            b = NULL;
        } else {
            (void)snprintf(b->why, sizeof(b->why), "%s", s != AMP_OK ? amp_last_error() : "");
            b->next = amp__cl.built;
            amp__cl.built = b;
        }
    }
    free(text.data);
    link = b != NULL ? (amp__cl_link *)malloc(sizeof(*link)) : NULL;
    if (link != NULL) {
        link->built = b;
        link->part = part;
        link->next = (amp__cl_link *)from->built;
        from->built = link;
    }
    *built = b;
    return s;
}

/* Makes an OpenCL kernel; the library's renames may have hit its name. */
static inline cl_kernel amp__cl_make_kernel(cl_program program, const char *name, const char *end,
                                            cl_int *code)
{
    static const char *const renamed[] = { "", "amp__u_", "amp__w_", "amp__m_" };
    char text[300];
    cl_kernel k = NULL;
    size_t i;
    *code = CL_INVALID_KERNEL_NAME;
    for (i = 0; i < sizeof(renamed) / sizeof(renamed[0]) && *code == CL_INVALID_KERNEL_NAME; i++) {
        (void)snprintf(text, sizeof(text), "%s%s__%s", renamed[i], name, end);
        k = clCreateKernel(program, text, code);
    }
    return k;
}

/* Compares what the host and the device think of a kernel. */
static inline amp_status amp__cl_compare_kernel(const amp__cl_device *d, const amp__kernel *k,
                                                const amp__cl_kernel *c)
{
    cl_uint count = 0, expected = c->faults ? 2 : 1;
    size_t group[3] = { 0, 0, 0 };
    int i;
    for (i = 0; i < k->parameter_count; i++) {
        expected += k->parameters[i].access == AMP__ACCESS_value ? 1 : 2;
    }
    (void)clGetKernelInfo(c->whole, CL_KERNEL_NUM_ARGS, sizeof(count), &count, NULL);
    if (count != expected) {
        return amp__fail(AMP_BUILD_FAILED, "kernel %s has %u arguments for the device and %u for "
                         "the host: a macro of the region has another value outside it", k->name,
                         (unsigned)count, (unsigned)expected);
    }
    if (k->model == AMP__SIMPLE) {
        return AMP_OK;
    }
    (void)clGetKernelWorkGroupInfo(c->whole, d->id, CL_KERNEL_COMPILE_WORK_GROUP_SIZE,
                                   sizeof(group), group, NULL);
    for (i = 0; i < k->rank; i++) {
        if (group[k->rank - 1 - i] != (size_t)k->tile[i]) {
            return amp__fail(AMP_BUILD_FAILED, "kernel %s: dimension %d of its tile is %d for the "
                             "host and %lu for the device: define the macro inside the region, or "
                             "repeat its -D option in AMP_CL_OPTIONS", k->name, i, k->tile[i],
                             (unsigned long)group[k->rank - 1 - i]);
        }
    }
    return AMP_OK;
}

/* The OpenCL kernel of a description. Called with the lock. */
static inline amp_status amp__cl_find(const amp__kernel *k, amp__cl_device *d,
                                      amp__cl_kernel **found)
{
    amp__cl_built *b = NULL;
    amp__cl_kernel *c;
    amp_status s;
    cl_int code = CL_SUCCESS;
    if (k->program == NULL) {
        return amp__fail(AMP_UNSUPPORTED, "kernel %s was compiled without AMP_OPENCL, and runs on "
                         "the emulator only: compile its file with -DAMP_OPENCL", k->name);
    }
    if (k->program->first == NULL) {
        return amp__fail(AMP_BUILD_FAILED, "kernel %s does not stand between AMP_DEVICE_BEGIN and "
                         "AMP_DEVICE_END: OpenCL sees nothing else", k->name);
    }
    s = amp__cl_build(k, d, &b);
    if (s != AMP_OK) {
        return s;
    }
    for (c = b->kernels; c != NULL && c->checked != k; c = c->next) { }
    c = c != NULL ? c : b->kernels;
    while (c != NULL && strcmp(c->name, k->name) != 0) {
        c = c->next;
    }
    if (c == NULL) {
        c = (amp__cl_kernel *)calloc(1, sizeof(*c) + strlen(k->name) + 1);
        if (c == NULL) {
            return amp__fail(AMP_OUT_OF_MEMORY, "no memory for a kernel's record");
        }
        c->name = strcpy((char *)(c + 1), k->name);
        c->faults = b->faults;
        c->whole = amp__cl_make_kernel(b->program, k->name,
                                       k->model == AMP__SIMPLE && d->is_cpu ? "rows" : "cl", &code);
        if (code == CL_SUCCESS && k->model == AMP__SIMPLE && !d->is_cpu) {
            c->some = amp__cl_make_kernel(b->program, k->name, "some", &code);
        }
        if (code != CL_SUCCESS) {
            if (c->whole != NULL) {
                (void)clReleaseKernel(c->whole);
            }
            free(c);
            if (code == CL_INVALID_KERNEL_NAME) {
                return amp__fail(AMP_BUILD_FAILED, "kernel %s does not stand between "
                                 "AMP_DEVICE_BEGIN and AMP_DEVICE_END, or in a branch of #if that "
                                 "the device does not take", k->name);
            }
            return amp__cl_fail(d, code, "making a kernel");
        }
        (void)clGetKernelWorkGroupInfo(c->whole, d->id, CL_KERNEL_WORK_GROUP_SIZE, sizeof(c->group),
                                       &c->group, NULL);
        (void)clGetKernelWorkGroupInfo(c->whole, d->id, CL_KERNEL_LOCAL_MEM_SIZE,
                                       sizeof(c->local_bytes), &c->local_bytes, NULL);
        c->next = b->kernels;
        b->kernels = c;
    }
    if (c->checked != k) {
        s = amp__cl_compare_kernel(d, k, c);
        c->checked = s == AMP_OK ? k : NULL;
    }
    *found = c;
    return s;
}

/* ==== 4 trace ============================================================ */

/* A command whose times are wanted. */
typedef struct amp__cl_mark {
    cl_event event;
    char what[64];
    unsigned long long bytes; /* moved; 0 for a launch */
    double host;              /* microseconds, when it was sent */
} amp__cl_mark;

typedef struct amp__cl_queue {
    amp__cl_device *device;
    cl_command_queue queue;
    cl_event last; /* the last command, to learn whether it failed; NULL: it has no event */
    amp__cl_mark *mark;
    int marks;
    cl_mem fault;         /* where a kernel reports: amp_cl_faults.h; made when needed */
    int suspects;         /* a kernel may have reported since the last look */
    struct { char *low; size_t bytes; int written; cl_mem buffer; } kept[16];
    int next_kept;        /* buffers over host memory of the last launches, on a CPU */
    int unfinished;       /* something was sent since the last wait */
    struct amp__cl_queue *next;
} amp__cl_queue;

static inline double amp__cl_now(void)
{
    struct timeval t;
    (void)gettimeofday(&t, NULL);
    return (double)t.tv_sec * 1e6 + (double)t.tv_usec;
}

/* Whether AMP_TRACE names a file that can be written; asked once. */
static inline int amp__cl_tracing(void)
{
    if (!amp__cl.traced) {
        const char *name = getenv("AMP_TRACE");
        amp__cl.traced = 1;
        if (name != NULL && name[0] != '\0') {
            amp__cl.trace = fopen(name, "w");
            if (amp__cl.trace != NULL) {
                (void)fputs("[]\n", amp__cl.trace);
                (void)fflush(amp__cl.trace);
            }
        }
    }
    return amp__cl.trace != NULL;
}

/* Writes what the queue's ended commands took. The file is a whole JSON array
   after each event, since nobody says when a program ends. */
static inline void amp__cl_trace_write(amp__cl_queue *q)
{
    int i;
    if (q->marks == 0) {
        return;
    }
    (void)pthread_mutex_lock(&amp__cl_lock);
    for (i = 0; i < q->marks; i++) {
        amp__cl_mark *m = &q->mark[i];
        cl_ulong queued = 0, start = 0, end = 0;
        (void)clGetEventProfilingInfo(m->event, CL_PROFILING_COMMAND_QUEUED, sizeof(queued),
                                      &queued, NULL);
        (void)clGetEventProfilingInfo(m->event, CL_PROFILING_COMMAND_START, sizeof(start), &start,
                                      NULL);
        (void)clGetEventProfilingInfo(m->event, CL_PROFILING_COMMAND_END, sizeof(end), &end, NULL);
        (void)clReleaseEvent(m->event);
        (void)fseek(amp__cl.trace, amp__cl.trace_events == 0 ? -2L : -3L, SEEK_END);
        (void)fprintf(amp__cl.trace, "%s\n{\"name\":\"%s\",\"cat\":\"%s\",\"ph\":\"X\",\"ts\":%.3f,"
                      "\"dur\":%.3f,\"pid\":%ld,\"tid\":%d,\"args\":{\"device\":\"opencl:%d\","
                      "\"bytes\":%llu}}\n]\n", amp__cl.trace_events == 0 ? "" : ",", m->what,
                      m->bytes == 0 ? "launch" : "copy",
                      m->host + (start > queued ? (double)(start - queued) / 1e3 : 0.0),
                      end > start ? (double)(end - start) / 1e3 : 0.0, (long)getpid(),
                      (int)(q->device - amp__cl.device),
                      (int)(q->device - amp__cl.device), m->bytes);
        amp__cl.trace_events++;
    }
    (void)fflush(amp__cl.trace);
    (void)pthread_mutex_unlock(&amp__cl_lock);
    q->marks = 0;
}

/* Takes over the event of a command just sent; NULL where it has none. */
static inline void amp__cl_sent(amp__cl_queue *q, cl_event event, const char *what,
                                unsigned long long bytes)
{
    if (q->last != NULL) {
        (void)clReleaseEvent(q->last);
    }
    q->last = event;
    q->unfinished = 1;
    if (q->mark != NULL && q->marks < AMP__CL_CHAIN) {
        amp__cl_mark *m = &q->mark[q->marks++];
        (void)clRetainEvent(event);
        m->event = event;
        m->bytes = bytes;
        m->host = amp__cl_now();
        (void)snprintf(m->what, sizeof(m->what), "%s", what);
        if (q->marks == AMP__CL_CHAIN) {
            (void)clFinish(q->queue);
            amp__cl_trace_write(q);
        }
    }
    /* oclgrind 21.10 breaks when work is left to the program's exit (its thread's variables
       are gone by then) or to another thread; and a report at the launch says more. */
    if (q->device->is_oclgrind) {
        (void)clFinish(q->queue); /* whether it went well: amp__cl_wait */
        q->unfinished = 0;
    }
}

/* ==== 5 backend ========================================================== */

static inline int amp__cl_devices(amp__device *list, int room)
{
    cl_platform_id platforms[8];
    cl_uint count = 0, i, k;
    int found = 0;
    /* Before the loader reads it: see POCL_WORK_GROUP_METHOD above. */
    (void)amp__setenv("POCL_WORK_GROUP_METHOD", "workitemrepl", 0);
    if (clGetPlatformIDs(8, platforms, &count) != CL_SUCCESS) {
        count = 0;
    }
    for (i = 0; i < count && i < 8; i++) {
        cl_device_id ids[AMP__CL_DEVICES];
        cl_uint n = 0;
        if (clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_ALL, AMP__CL_DEVICES, ids, &n)
            != CL_SUCCESS) {
            continue;
        }
        for (k = 0; k < n && k < AMP__CL_DEVICES && found < room && found < AMP__CL_DEVICES; k++) {
            amp__cl_device *d = &amp__cl.device[found];
            memset(d, 0, sizeof(*d));
            d->platform = platforms[i];
            d->id = ids[k];
            found += amp__cl_describe(d, &list[found], found);
        }
    }
    amp__cl.count = found;
    return found;
}

/* A program that ends with work under way, of which nobody wanted a result, is
   not to lose what the kernels print, nor to take their memory away. */
static inline void amp__cl_exit(void)
{
    amp__cl_queue *q;
    for (q = amp__cl.process == (long)getpid() ? amp__cl.queues : NULL; q != NULL; q = q->next) {
        if (q->unfinished) {
            (void)clFinish(q->queue);
        }
    }
}

static inline amp_status amp__cl_queue_create(const amp__device *device, void **queue)
{
    amp__cl_device *d = &amp__cl.device[device->number];
    amp__cl_queue *q = (amp__cl_queue *)calloc(1, sizeof(*q));
    cl_int code = CL_SUCCESS;
    amp_status s;
    if (q == NULL) {
        return amp__fail(AMP_OUT_OF_MEMORY, "no memory for a queue of OpenCL device %s", d->name);
    }
    (void)pthread_mutex_lock(&amp__cl_lock);
    s = amp__cl_context(d);
    if (s == AMP_OK && amp__cl_tracing()) {
        q->mark = (amp__cl_mark *)calloc(AMP__CL_CHAIN, sizeof(*q->mark));
    }
    (void)pthread_mutex_unlock(&amp__cl_lock);
    if (s == AMP_OK) {
        q->device = d;
        q->queue = clCreateCommandQueue(d->context, d->id,
                                        q->mark != NULL ? CL_QUEUE_PROFILING_ENABLE : 0, &code);
        if (code != CL_SUCCESS) {
            s = amp__cl_fail(d, code, "making a queue");
        }
    }
    if (s != AMP_OK) {
        free(q->mark);
        free(q);
        return s;
    }
    (void)pthread_mutex_lock(&amp__cl_lock);
    if (amp__cl.process == 0) {
        (void)atexit(amp__cl_exit); /* behind the platform's own, so it runs before */
    }
    amp__cl.process = (long)getpid();
    q->next = amp__cl.queues;
    amp__cl.queues = q;
    (void)pthread_mutex_unlock(&amp__cl_lock);
    *queue = q;
    return AMP_OK;
}

static inline void amp__cl_queue_destroy(const amp__device *device, void *queue)
{
    amp__cl_queue *q = (amp__cl_queue *)queue, **p;
    int i;
    (void)device;
    (void)pthread_mutex_lock(&amp__cl_lock);
    for (p = &amp__cl.queues; *p != q; p = &(*p)->next) { }
    *p = q->next;
    (void)pthread_mutex_unlock(&amp__cl_lock);
    amp__cl_trace_write(q);
    if (q->last != NULL) {
        (void)clReleaseEvent(q->last);
    }
    for (i = 0; i < 16; i++) {
        if (q->kept[i].buffer != NULL) {
            (void)clReleaseMemObject(q->kept[i].buffer);
        }
    }
    if (q->fault != NULL) {
        (void)clReleaseMemObject(q->fault);
    }
    (void)clReleaseCommandQueue(q->queue);
    free(q->mark);
    free(q);
}

static inline amp_status amp__cl_check_bytes(const amp__cl_device *d, size_t bytes)
{
    if (bytes > d->allocation) {
        return amp__fail(AMP_OUT_OF_MEMORY, "OpenCL device %s takes at most %llu bytes in one "
                         "piece, the data source has %lu: use several", d->name,
                         (unsigned long long)d->allocation, (unsigned long)bytes);
    }
    return AMP_OK;
}

static inline amp_status amp__cl_buffer_create(const amp__device *device, size_t bytes, void *host,
                                               void **buffer)
{
    amp__cl_device *d = &amp__cl.device[device->number];
    cl_int code = CL_SUCCESS;
    amp_status s = amp__cl_check_bytes(d, bytes);
    cl_mem m;
    (void)host; /* a device that shares it has no buffers */
    if (s == AMP_OK) {
        (void)pthread_mutex_lock(&amp__cl_lock);
        s = amp__cl_context(d);
        (void)pthread_mutex_unlock(&amp__cl_lock);
    }
    if (s != AMP_OK) {
        return s;
    }
    m = clCreateBuffer(d->context, CL_MEM_READ_WRITE, bytes, NULL, &code);
    if (code != CL_SUCCESS) {
        return amp__fail(amp__cl_status(code), "OpenCL device %s: a buffer of %lu bytes failed "
                         "with %s (%d); it has %llu bytes of memory: release views that are not "
                         "needed",
                         d->name, (unsigned long)bytes, amp__cl_code(code), (int)code,
                         (unsigned long long)d->memory);
    }
    *buffer = m;
    return AMP_OK;
}

static inline void amp__cl_buffer_destroy(const amp__device *device, void *buffer)
{
    if (!amp__cl.device[device->number].keeps_buffers) {
        (void)clReleaseMemObject((cl_mem)buffer);
    }
}

/* Which way a copy goes. */
typedef enum amp__cl_way { AMP__CL_IN, AMP__CL_OUT, AMP__CL_WITHIN } amp__cl_way;

/* One piece: rows x bytes, or one run where rows is 1. `device` and `host`
   are the bytes' places; for WITHIN `host` is not used, `from` is. */
static inline cl_int amp__cl_piece(amp__cl_queue *q, amp__cl_way way, cl_mem buffer, cl_mem other,
                                   char *host, const amp__region *r, size_t group, size_t row,
                                   size_t rows, cl_event *event)
{
    const size_t to = r->to + group * r->to_stride[0] + row * r->to_stride[1];
    const size_t from = r->from + group * r->from_stride[0] + row * r->from_stride[1];
    const size_t zero[3] = { 0, 0, 0 };
    size_t box[3], there[3] = { 0, 0, 0 }, here[3] = { 0, 0, 0 };
    box[0] = r->count[2];
    box[1] = rows;
    box[2] = 1;
    if (rows == 1) {
        return way == AMP__CL_IN
            ? clEnqueueWriteBuffer(q->queue, buffer, CL_FALSE, to, box[0], host + from, 0, NULL,
                                   event)
            : way == AMP__CL_OUT
            ? clEnqueueReadBuffer(q->queue, buffer, CL_FALSE, from, box[0], host + to, 0, NULL,
                                  event)
            : clEnqueueCopyBuffer(q->queue, other, buffer, from, to, box[0], 0, NULL, event);
    }
    there[0] = to % r->to_stride[1];
    there[1] = to / r->to_stride[1];
    here[0] = from % r->from_stride[1];
    here[1] = from / r->from_stride[1];
    return way == AMP__CL_IN
        ? clEnqueueWriteBufferRect(q->queue, buffer, CL_FALSE, there, zero, box, r->to_stride[1], 0,
                                   r->from_stride[1], 0, host + from, 0, NULL, event)
        : way == AMP__CL_OUT
        ? clEnqueueReadBufferRect(q->queue, buffer, CL_FALSE, here, zero, box, r->from_stride[1], 0,
                                  r->to_stride[1], 0, host + to, 0, NULL, event)
        : clEnqueueCopyBufferRect(q->queue, other, buffer, here, there, box, r->from_stride[1], 0,
                                  r->to_stride[1], 0, 0, NULL, event);
}

/* All of a region. A row that would run over its pitch in the buffer (a
   rectangle's origin must lie in a row) is copied run by run. */
static inline amp_status amp__cl_copy(amp__cl_queue *q, amp__cl_way way, cl_mem buffer,
                                      cl_mem other, char *host, const amp__region *r)
{
    static const char *const name[] = { "copy in", "copy out", "copy within" };
    const int in_row = r->count[1] > 1
        && (way == AMP__CL_OUT || r->to % r->to_stride[1] + r->count[2] <= r->to_stride[1])
        && (way == AMP__CL_IN || r->from % r->from_stride[1] + r->count[2] <= r->from_stride[1])
        && (r->count[0] == 1
            || ((way == AMP__CL_OUT || r->to_stride[0] % r->to_stride[1] == 0)
                && (way == AMP__CL_IN || r->from_stride[0] % r->from_stride[1] == 0)));
    const size_t step = in_row ? r->count[1] : 1;
    size_t g, row;
    for (g = 0; g < r->count[0]; g++) {
        for (row = 0; row < r->count[1]; row += step) {
            cl_event event = NULL;
            const cl_int code = amp__cl_piece(q, way, buffer, other, host, r, g, row, step, &event);
            if (code != CL_SUCCESS) {
                return amp__cl_fail(q->device, code, name[way]);
            }
            amp__cl_sent(q, event, name[way], (unsigned long long)(step * r->count[2]));
        }
    }
    return AMP_OK;
}

static inline amp_status amp__cl_copy_in(void *queue, void *to, const void *from,
                                         const amp__region *region)
{
    char *host;
    memcpy(&host, &from, sizeof(host)); /* only read */
    return amp__cl_copy((amp__cl_queue *)queue, AMP__CL_IN, (cl_mem)to, NULL, host, region);
}
static inline amp_status amp__cl_copy_out(void *queue, void *to, void *from,
                                          const amp__region *region)
{
    return amp__cl_copy((amp__cl_queue *)queue, AMP__CL_OUT, (cl_mem)from, NULL, (char *)to,
                        region);
}
static inline amp_status amp__cl_copy_within(void *queue, void *to, void *from,
                                             const amp__region *region)
{
    return amp__cl_copy((amp__cl_queue *)queue, AMP__CL_WITHIN, (cl_mem)to, (cl_mem)from, NULL,
                        region);
}

/* What a launch must fit into, before anything is sent. */
static inline amp_status amp__cl_check_launch(const amp__cl_device *d, const amp__cl_kernel *c,
                                              const amp__launch *l)
{
    const amp__kernel *k = l->kernel;
    size_t threads = 1, bytes = sizeof(cl_uint) * 5;
    int i;
    for (i = 0; i < k->parameter_count; i++) {
        const amp__parameter *p = &k->parameters[i];
        static const size_t shape[] = { 0, 24, 32, 48 };
        bytes += p->access == AMP__ACCESS_value ? p->type.size : sizeof(cl_mem) + shape[p->rank];
        if (p->type.kind == AMP__KIND_FLOAT && p->type.size == 8 && !d->doubles) {
            return amp__fail(AMP_UNSUPPORTED, "kernel %s, parameter %s: OpenCL device %s has no "
                             "double precision: use float, or another accelerator", k->name,
                             p->name, d->name);
        }
    }
    if (bytes > d->argument_bytes) {
        return amp__fail(AMP_UNSUPPORTED, "kernel %s has %lu bytes of arguments; OpenCL device %s "
                         "takes %lu: put values into a view", k->name, (unsigned long)bytes,
                         d->name, (unsigned long)d->argument_bytes);
    }
    if (k->model == AMP__SIMPLE) {
        return AMP_OK;
    }
    for (i = 0; i < l->rank; i++) {
        threads *= (size_t)l->tile[i];
        if ((size_t)l->tile[i] > d->item[l->rank - 1 - i]) {
            return amp__fail(AMP_UNSUPPORTED, "kernel %s: dimension %d of the tile is %d; OpenCL "
                             "device %s takes %lu: use a smaller tile", k->name, i, l->tile[i],
                             d->name, (unsigned long)d->item[l->rank - 1 - i]);
        }
    }
    if (threads > c->group || threads > d->group) {
        return amp__fail(AMP_UNSUPPORTED, "kernel %s has tiles of %lu threads; OpenCL device %s "
                         "runs at most %lu of this kernel: use a smaller tile", k->name,
                         (unsigned long)threads, d->name,
                         (unsigned long)(c->group < d->group ? c->group : d->group));
    }
    if (c->local_bytes > AMP_MAX_TILE_STATIC) { /* C++ AMP's limit, as on the emulator */
        return amp__fail(AMP_OUT_OF_MEMORY,
                         "kernel %s needs more than %d bytes of tile_static: %llu", k->name,
                         AMP_MAX_TILE_STATIC, (unsigned long long)c->local_bytes);
    }
    if (c->local_bytes > d->local_bytes) {
        return amp__fail(AMP_UNSUPPORTED, "kernel %s has %llu bytes of tile_static; OpenCL device "
                         "%s has %llu a tile: use a smaller tile", k->name,
                         (unsigned long long)c->local_bytes, d->name,
                         (unsigned long long)d->local_bytes);
    }
    return AMP_OK;
}

/* How a launch is laid out; dimensions innermost first, as OpenCL has them. */
typedef struct amp__cl_layout {
    size_t global[3], local[3];
    cl_uint threads[4]; /* amp__threads of amp_cl_source.h */
    int some;           /* some threads of the range are outside the extent */
} amp__cl_layout;

/* A simple kernel on a CPU: work-items that run boxes of threads as loops, 16
   for each core; of one dimension more, of 8192 threads each, so that no core
   waits long for the last. One thread an item was slower (a call each, or, by
   POCL_WORK_GROUP_METHOD=workitemrepl, a copy of the code for each); groups of
   thousands are in docs/design.md. */
static inline void amp__cl_boxes(const amp__cl_device *d, amp__cl_layout *y)
{
    const unsigned long long rows = (unsigned long long)y->threads[1] * y->threads[2];
    const unsigned long long want = (unsigned long long)(d->units > 0 ? d->units : 1) * 16;
    unsigned long long row = y->threads[0], height = (rows + want - 1) / want;
    cl_int box = (cl_int)height; /* see amp__threads in amp_cl_source.h */
    if (rows < want) {
        const unsigned long long least = (want + rows - 1) / rows;
        const unsigned long long pieces = rows == 1 && row / 8192 > least ? row / 8192 : least;
        row = (y->threads[0] + pieces - 1) / pieces;
        row = row < 256 ? 256 : (row + 15) / 16 * 16;
        box = -(cl_int)row;
    }
    y->threads[3] = (cl_uint)box;
    y->global[0] = (size_t)((y->threads[0] + row - 1) / row);
    y->global[1] = (size_t)((rows + height - 1) / height);
    y->global[2] = 1;
}

/* A simple kernel elsewhere: work-groups of up to 256 threads, 32 wide where
   there is a second dimension. */
static inline void amp__cl_groups(const amp__cl_device *d, const amp__cl_kernel *c, int rank,
                                  amp__cl_layout *y)
{
    size_t limit = c->group < d->group ? c->group : d->group, total = 1;
    int i;
    limit = limit < 256 ? limit : 256;
    for (i = 0; i < rank; i++) {
        const size_t most = rank == 1 || i > 0 ? limit : 32;
        while (y->local[i] < y->global[i] && y->local[i] < most && total * 2 <= limit
               && y->local[i] * 2 <= d->item[i]) {
            y->local[i] *= 2;
            total *= 2;
        }
    }
    for (i = 0; i < rank; i++) {
        const size_t rest = y->global[i] % y->local[i];
        if (rest != 0) {
            y->global[i] += y->local[i] - rest;
            y->some = 1;
        }
    }
}

static inline void amp__cl_lay_out(const amp__cl_device *d, const amp__cl_kernel *c,
                                   const amp__launch *l, int apart, amp__cl_layout *y)
{
    int i;
    memset(y, 0, sizeof(*y));
    for (i = 0; i < 3; i++) {
        const int from = l->rank - 1 - i;
        y->global[i] = from >= 0 ? (size_t)l->extent[from] : 1;
        y->local[i] = from >= 0 ? (size_t)l->tile[from] : 1;
        y->threads[i] = (cl_uint)y->global[i];
    }
    if (l->kernel->model == AMP__SIMPLE && d->is_cpu) {
        amp__cl_boxes(d, y);
        y->threads[2] |= apart ? 0x80000000U : 0;
    } else if (l->kernel->model == AMP__SIMPLE) {
        amp__cl_groups(d, c, l->rank, y);
    }
}

/* Host memory that a launch on a device that shares it works in: arguments
   that overlap or touch go into one buffer. */
typedef struct amp__cl_span {
    char *low, *high;
    cl_mem buffer;
    int written;
} amp__cl_span;

static inline size_t amp__cl_view_bytes(const amp__parameter *p, const amp__argument *a)
{
    ptrdiff_t last = 0;
    int k;
    for (k = 0; k < p->rank; k++) {
        last += (ptrdiff_t)(a->extent[k] - 1) * (k == p->rank - 1 ? 1 : a->stride[k]);
    }
    return ((size_t)last + 1) * p->type.size;
}

/* Makes the spans of a launch; returns their number. which[i] is argument i's;
   *apart says that none has a part that is written through one argument and
   seen through another. */
static inline int amp__cl_spans(const amp__launch *l, amp__cl_span *span, int *which, int *apart)
{
    int n = 0, i, k, joined;
    *apart = 1;
    for (i = 0; i < l->kernel->parameter_count; i++) {
        const amp__parameter *p = &l->kernel->parameters[i];
        if (p->access != AMP__ACCESS_value) {
            span[n].low = (char *)l->arguments[i].data;
            span[n].high = span[n].low + amp__cl_view_bytes(p, &l->arguments[i]);
            span[n].buffer = NULL;
            span[n].written = p->access != AMP__ACCESS_in;
            n++;
        }
    }
    do {
        joined = 0;
        for (i = 0; i < n; i++) {
            for (k = i + 1; k < n; k++) {
                if (span[i].low < span[k].high && span[k].low < span[i].high) {
                    *apart &= !span[i].written && !span[k].written;
                    span[i].low = span[i].low < span[k].low ? span[i].low : span[k].low;
                    span[i].high = span[i].high > span[k].high ? span[i].high : span[k].high;
                    span[i].written |= span[k].written;
                    span[k--] = span[--n];
                    joined = 1;
                }
            }
        }
    } while (joined);
    for (i = 0; i < l->kernel->parameter_count; i++) {
        which[i] = -1;
        for (k = 0; k < n && l->kernel->parameters[i].access != AMP__ACCESS_value; k++) {
            const char *data = (const char *)l->arguments[i].data;
            if (data >= span[k].low && data < span[k].high) {
                which[i] = k;
            }
        }
    }
    return n;
}

/* amp__view1 to 3 of amp_cl_source.h, as the host lays them out. */
typedef struct amp__cl_view1 { cl_int extent[1], gap; cl_long offset; } amp__cl_view1;
typedef struct amp__cl_view2 { cl_int extent[2], row, gap; cl_long offset; } amp__cl_view2;
typedef struct amp__cl_view3 { cl_int extent[3], row; cl_long slice, offset; } amp__cl_view3;

static inline cl_int amp__cl_set_view(cl_kernel kernel, cl_uint at, const amp__argument *a,
                                      int rank, cl_mem buffer, cl_long offset)
{
    cl_int code = clSetKernelArg(kernel, at, sizeof(buffer), &buffer);
    int k;
    if (code != CL_SUCCESS) {
        return code;
    }
    if (rank == 1) {
        amp__cl_view1 s;
        memset(&s, 0, sizeof(s));
        s.extent[0] = a->extent[0];
        s.offset = offset;
        return clSetKernelArg(kernel, at + 1, sizeof(s), &s);
    }
    if (rank == 2) {
        amp__cl_view2 s;
        memset(&s, 0, sizeof(s));
        s.extent[0] = a->extent[0];
        s.extent[1] = a->extent[1];
        s.row = (cl_int)a->stride[0];
        s.offset = offset;
        return clSetKernelArg(kernel, at + 1, sizeof(s), &s);
    } else {
        amp__cl_view3 s;
        memset(&s, 0, sizeof(s));
        for (k = 0; k < 3; k++) {
            s.extent[k] = a->extent[k];
        }
        s.row = (cl_int)a->stride[1];
        s.slice = a->stride[0];
        s.offset = offset;
        return clSetKernelArg(kernel, at + 1, sizeof(s), &s);
    }
}

static inline amp_status amp__cl_set_arguments(const amp__cl_device *d, amp__cl_kernel *c,
                                               const amp__launch *l, const amp__cl_layout *y,
                                               const amp__cl_span *span, const int *which,
                                               cl_mem fault)
{
    const cl_kernel kernel = y->some ? c->some : c->whole;
    cl_uint at = 1, *given = c->given[y->some];
    cl_int code = CL_SUCCESS;
    int i;
    if (memcmp(given, y->threads, sizeof(y->threads)) != 0) { /* most are like the one before */
        code = clSetKernelArg(kernel, 0, sizeof(y->threads), y->threads);
        if (code == CL_SUCCESS) {
            memcpy(given, y->threads, sizeof(y->threads));
        }
    }
    for (i = 0; code == CL_SUCCESS && i < l->kernel->parameter_count; i++) {
        const amp__parameter *p = &l->kernel->parameters[i];
        const amp__argument *a = &l->arguments[i];
        if (p->access == AMP__ACCESS_value) {
            code = clSetKernelArg(kernel, at++, p->type.size, a->data);
            if (code == CL_INVALID_ARG_SIZE) {
                return amp__fail(AMP_BUILD_FAILED, "kernel %s, parameter %s: %s has %lu bytes for "
                                 "the host and another size for the device", l->kernel->name,
                                 p->name, p->type.name, (unsigned long)p->type.size);
            }
        } else if (d->shares_memory) {
            const amp__cl_span *s = &span[which[i]];
            code = amp__cl_set_view(kernel, at, a, p->rank, s->buffer,
                                    (cl_long)((const char *)a->data - s->low));
            at += 2;
        } else {
            code = amp__cl_set_view(kernel, at, a, p->rank, (cl_mem)a->buffer, (cl_long)a->offset);
            at += 2;
        }
    }
    if (code == CL_SUCCESS && fault != NULL) {
        code = clSetKernelArg(kernel, at, sizeof(fault), &fault);
    }
    return code == CL_SUCCESS ? AMP_OK : amp__cl_fail(d, code, "setting an argument");
}

/* Zeroes the buffer for reports, all of it: reads outside a view give 0. */
static inline cl_int amp__cl_fault_zero(amp__cl_queue *q)
{
    cl_int code = CL_OUT_OF_HOST_MEMORY;
    void *zero = calloc(1, AMP__CL_FAULT_BYTES);
    if (zero != NULL) {
        code = clEnqueueWriteBuffer(q->queue, q->fault, CL_TRUE, 0, AMP__CL_FAULT_BYTES, zero, 0,
                                    NULL, NULL);
    }
    free(zero);
    return code;
}

/* The buffer of a queue for what kernels report. */
static inline amp_status amp__cl_fault_buffer(amp__cl_queue *q)
{
    if (q->fault == NULL) {
        cl_int code = CL_SUCCESS;
        q->fault = clCreateBuffer(q->device->context, CL_MEM_READ_WRITE, AMP__CL_FAULT_BYTES, NULL,
                                  &code);
        if (code == CL_SUCCESS) {
            code = amp__cl_fault_zero(q);
            if (code != CL_SUCCESS) {
                (void)clReleaseMemObject(q->fault);
            }
        }
        if (code != CL_SUCCESS) {
            q->fault = NULL;
            return amp__cl_fail(q->device, code, "a buffer for a kernel's errors");
        }
    }
    q->suspects = 1;
    return AMP_OK;
}

/* What kernels reported since the last look; the queue has nothing to do. */
static inline amp_status amp__cl_fault_look(amp__cl_queue *q)
{
    cl_int kind = 0, code;
    amp__cl_report report;
    if (!q->suspects) {
        return AMP_OK;
    }
    code = clEnqueueReadBuffer(q->queue, q->fault, CL_TRUE, 0, sizeof(kind), &kind, 0, NULL, NULL);
    if (code == CL_SUCCESS && kind != 0) {
        code = clEnqueueReadBuffer(q->queue, q->fault, CL_TRUE, 0, sizeof(report), &report, 0,
                                   NULL, NULL);
        if (code == CL_SUCCESS) {
            code = amp__cl_fault_zero(q);
        }
    }
    if (code != CL_SUCCESS) {
        return amp__cl_fail(q->device, code, "reading a kernel's errors");
    }
    q->suspects = 0;
    return kind != 0 ? amp__cl_report_say(&report, q->device->name) : AMP_OK;
}

/* Finds, checks, sets and sends; the lock is held. *event is NULL, and stays so
   where nobody asks for it. */
static inline amp_status amp__cl_send(amp__cl_queue *q, const amp__launch *l,
                                      const amp__cl_span *span, const int *which, int apart,
                                      cl_event *event)
{
    amp__cl_device *d = q->device;
    amp__cl_kernel *c = NULL;
    amp__cl_layout y;
    cl_int code;
    cl_uint size = 0; /* the bit of the range's order of size */
    int fresh = 0;
    amp_status s = amp__cl_find(l->kernel, d, &c);
    if (s == AMP_OK) {
        s = amp__cl_check_launch(d, c, l);
    }
    if (s != AMP_OK) {
        return s;
    }
    amp__cl_lay_out(d, c, l, apart, &y);
    s = c->faults ? amp__cl_fault_buffer(q) : AMP_OK;
    if (s == AMP_OK) {
        s = amp__cl_set_arguments(d, c, l, &y, span, which, c->faults ? q->fault : NULL);
    }
    if (s != AMP_OK) {
        return s;
    }
    if (d->is_cpu) {
        const size_t most = y.global[0] | y.global[1] | y.global[2]; /* of the same order */
        const int order = (int)(sizeof(long long) * 8) - 1 - __builtin_clzll(most);
        size = 1U << (order < 31 ? order : 31);
        fresh = (c->sizes & size) == 0;
    }
    /* On a CPU a launch that was compiled cannot fail: its event would tell nothing. */
    code = clEnqueueNDRangeKernel(q->queue, y.some ? c->some : c->whole, 3, NULL, y.global, y.local,
                                  0, NULL, !d->is_cpu || fresh || q->mark != NULL ? event : NULL);
    if (code != CL_SUCCESS) {
        return amp__fail(amp__cl_status(code), "kernel %s on OpenCL device %s: the launch failed "
                         "with %s (%d)", l->kernel->name, d->name, amp__cl_code(code), (int)code);
    }
    amp__cl_sent(q, *event, l->kernel->name, 0);
    c->sizes |= size;
    if (fresh) {
        /* PoCL compiles in a thread of its own when a kernel first runs, and again for
           another order of size: a process that ended meanwhile would take the compiler's
           memory from under it. */
        (void)clFinish(q->queue); /* whether it went well: amp__cl_wait */
    }
    return AMP_OK;
}

static inline amp_status amp__cl_wait(void *queue)
{
    amp__cl_queue *q = (amp__cl_queue *)queue;
    cl_int code = clFinish(q->queue), status = CL_COMPLETE;
    q->unfinished = 0;
    amp__cl_trace_write(q);
    if (code == CL_SUCCESS && q->last != NULL) {
        (void)clGetEventInfo(q->last, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(status), &status,
                             NULL);
        code = status < 0 ? status : CL_SUCCESS;
    }
    return code == CL_SUCCESS ? amp__cl_fault_look(q)
                              : amp__cl_fail(q->device, code, "a copy or a launch");
}

/* A buffer over host memory. A CPU's device works in that memory itself, so
   the last few are kept: a stale one is an address that nobody uses. Other
   devices may hold on to its pages, and get one for each launch. */
static inline amp_status amp__cl_over_host(amp__cl_queue *q, const amp__cl_span *others, int count,
                                           amp__cl_span *span)
{
    amp__cl_device *d = q->device;
    const size_t bytes = (size_t)(span->high - span->low);
    cl_int code = CL_SUCCESS;
    int i;
    for (i = 0; i < 16 && d->is_cpu; i++) {
        if (q->kept[i].buffer != NULL && q->kept[i].low == span->low && q->kept[i].bytes == bytes
            && q->kept[i].written == span->written) {
            span->buffer = q->kept[i].buffer;
            return AMP_OK;
        }
    }
    if (amp__cl_check_bytes(d, bytes) != AMP_OK) {
        return AMP_OUT_OF_MEMORY;
    }
    span->buffer = clCreateBuffer(d->context, CL_MEM_USE_HOST_PTR
                                  | (span->written ? CL_MEM_READ_WRITE : CL_MEM_READ_ONLY),
                                  bytes, span->low, &code);
    if (code != CL_SUCCESS) {
        span->buffer = NULL;
        return amp__cl_fail(d, code, "a buffer over host memory");
    }
    if (d->is_cpu) {
        int k;
        do { /* the next place that this launch does not use: it has 15 others at most */
            i = q->next_kept;
            q->next_kept = (i + 1) % 16;
            for (k = 0; k < count && others[k].buffer != q->kept[i].buffer; k++) { }
        } while (k < count);
        if (q->kept[i].buffer != NULL) {
            (void)clReleaseMemObject(q->kept[i].buffer);
        }
        q->kept[i].low = span->low;
        q->kept[i].bytes = bytes;
        q->kept[i].written = span->written;
        q->kept[i].buffer = span->buffer;
    }
    return AMP_OK;
}

/* A launch in memory that the device shares with the host: buffers around the
   arguments' own memory. A CPU's goes on after the return. Mapping makes what the
   kernel wrote visible where the device only seems to share; a CPU's does. */
static inline amp_status amp__cl_launch_shared(amp__cl_queue *q, const amp__launch *l)
{
    amp__cl_device *d = q->device;
    amp__cl_span span[AMP_MAX_PARAMETERS];
    int which[AMP_MAX_PARAMETERS], i, apart, n = amp__cl_spans(l, span, which, &apart);
    cl_int code = CL_SUCCESS;
    cl_event event = NULL;
    amp_status s = AMP_OK;
    for (i = 0; i < n && s == AMP_OK; i++) {
        s = amp__cl_over_host(q, span, i, &span[i]);
    }
    if (s == AMP_OK) {
        (void)pthread_mutex_lock(&amp__cl_lock);
        s = amp__cl_send(q, l, span, which, apart, &event);
        (void)pthread_mutex_unlock(&amp__cl_lock);
    }
    for (i = 0; i < n && s == AMP_OK && !d->is_cpu; i++) {
        if (span[i].written) {
            void *p = clEnqueueMapBuffer(q->queue, span[i].buffer, CL_TRUE, CL_MAP_READ, 0,
                                         (size_t)(span[i].high - span[i].low), 0, NULL, NULL,
                                         &code);
            if (code == CL_SUCCESS) {
                code = clEnqueueUnmapMemObject(q->queue, span[i].buffer, p, 0, NULL, NULL);
            }
            if (code != CL_SUCCESS) {
                s = amp__cl_fail(d, code, "reading what a kernel wrote");
            }
        }
    }
    if (event != NULL && !d->is_cpu) {
        const amp_status end = amp__cl_wait(q);
        s = s == AMP_OK ? end : s;
    }
    for (i = 0; i < n && !d->is_cpu; i++) {
        if (span[i].buffer != NULL) {
            (void)clReleaseMemObject(span[i].buffer);
        }
    }
    return s;
}

static inline amp_status amp__cl_launch(void *queue, const amp__launch *launch)
{
    amp__cl_queue *q = (amp__cl_queue *)queue;
    cl_event event = NULL;
    amp_status s;
    if (q->device->shares_memory) {
        return amp__cl_launch_shared(q, launch);
    }
    (void)pthread_mutex_lock(&amp__cl_lock);
    s = amp__cl_send(q, launch, NULL, NULL, 0, &event);
    (void)pthread_mutex_unlock(&amp__cl_lock);
    return s;
}

static inline amp_status amp__cl_flush(void *queue)
{
    amp__cl_queue *q = (amp__cl_queue *)queue;
    const cl_int code = clFlush(q->queue);
    return code == CL_SUCCESS ? AMP_OK : amp__cl_fail(q->device, code, "sending commands");
}

static const amp__backend amp__cl_backend = {
    "opencl", amp__cl_devices, amp__cl_queue_create, amp__cl_queue_destroy,
    amp__cl_buffer_create, amp__cl_buffer_destroy, amp__cl_copy_in, amp__cl_copy_out,
    amp__cl_copy_within, amp__cl_launch, amp__cl_flush, amp__cl_wait
};

AMP__C_END

#endif /* AMP_H */
#endif /* AMP_CL_H */
