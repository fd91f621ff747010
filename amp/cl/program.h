/* SPDX-License-Identifier: MIT */
#ifndef AMP_CL_PROGRAM_H
#define AMP_CL_PROGRAM_H
/*
amp/cl/program.h: a kernel's program, made of its translation unit's text and built for a
device; its OpenCL kernel.

On PoCL a kernel with tiles is compiled by loopvec first, and again by workitemrepl once its
launches have run for AMP__CL_REPLICATED_AFTER seconds, where its text allows it
(docs/decisions/0010-pocl-compiles-twice-or-once.md). That it came so far is kept in the cache's
folder, for the next process.
*/

#include "cache.h"
#include "trace.h"
#include "../base/failure.h"

/* A kernel of a built program. Its arguments are state of the OpenCL object:
   setting them and sending the launch happens under one lock. */
typedef struct amp__cl_kernel {
    const char *name;
    const amp__kernel *checked; /* the description that was compared last */
    cl_kernel whole;            /* every thread of the range works; on a CPU, a simple
                                   kernel's work-item runs a box of threads */
    cl_kernel some;             /* simple kernels: threads outside the extent do not work */
    cl_event timed;             /* of a launch whose time will count in of->run, or NULL */
    int untimed;                /* launches that were sent since */
    amp__cl_threads given[2];   /* the threads that `whole` and `some` were given last */
    /* Bits of amp__cl_size_bit: ranges of such a size were waited for. */
    cl_ulong sizes;
    size_t group;               /* most threads of a work-group */
    cl_ulong local_bytes;
    struct amp__cl_built *of;
    struct amp__cl_kernel *next;
} amp__cl_kernel;

/* A kernel's program on one device. It is kept as long as the process, also
   when it did not build: then the next launch gives the same error without another try. */
typedef struct amp__cl_built {
    amp__cache_key key;
    amp__cl_device *device;
    cl_program program;
    int faults; /* its kernels may report: their last argument is for that */
    int replicates; /* PoCL's method for it: amp/cl/method.h */
    int replicable; /* it is to be compiled by workitemrepl when it has run long enough */
    double run;     /* seconds that its kernels ran, about; where it is replicable */
    struct amp__cl_built *replicated; /* the same by workitemrepl, or NULL */
    double began;   /* amp__cl_now when its compiler was called; 0: amp__cl_say_built was */
    amp__cl_kernel *kernels;
    amp__failure failure; /* why it did not build; AMP_OK: it did */
    struct amp__cl_built *next;
} amp__cl_built;

/* The list at amp__program.built: what was built of a translation unit, one for each kernel
   in use and device. Kernels whose programs have the same text share an amp__cl_built. */
typedef struct amp__cl_link {
    amp__cl_built *built;
    const amp__kernel *kernel;
    struct amp__cl_link *next;
} amp__cl_link;

/* What a program is called in errors: the file of its last region, which is most often the
   translation unit's own. */
static AMP__COLD const char *amp__cl_program_name(const amp__program *program)
{
    const amp__device_region *r = program->first;
    while (r->next != NULL) {
        r = r->next;
    }
    return r->file;
}

/* Writes a text to a file in the folder AMP_CL_DUMP, where that is set. */
static AMP__COLD void amp__cl_dump(const amp__program *program, amp__cache_key key, const char *end,
                                   const char *text)
{
    const char *folder = amp__setting_of(AMP__SETTING_CL_DUMP).text;
    const char *file = amp__cl_program_name(program), *base = strrchr(file, '/');
    char path[1024];
    FILE *f;
    if (folder == NULL) {
        return;
    }
    AMP__PRINT(path, "%s/%s-%08llx.%s", folder, base != NULL ? base + 1 : file,
               key.a & 0xffffffffULL, end);
    f = fopen(path, "w");
    if (f != NULL) {
        (void)fputs(text, f);
        (void)fclose(f);
    }
}

/* What to add to the sentence of a program that did not build, where it may be because PoCL's own
   cache, POCL_CACHE_DIR, is no folder that can be written: then PoCL's log says nothing. "" where
   that is not so. text[0..size) is the caller's. */
static AMP__COLD const char *amp__cl_pocl_cache(const amp__cl_device *d, char *text, size_t size)
{
    const char *folder = getenv("POCL_CACHE_DIR");
    struct stat about;
    text[0] = '\0';
    if (d->is_pocl && folder != NULL && folder[0] != '\0'
        && (stat(folder, &about) != 0 || !S_ISDIR(about.st_mode)
            || access(folder, W_OK | X_OK) != 0)) {
        (void)snprintf(text, size, "; POCL_CACHE_DIR is '%.100s', which is no folder that PoCL can "
                       "write in: set it to one", folder);
    }
    return text;
}

/* Records the sentence of a kernel's program that did not build: the first line of the
   compiler's log with an error, or its first line, and a hint. Returns its status:
   AMP_UNSUPPORTED where it needs double, and the device has none. */
static AMP__COLD amp_status amp__cl_build_error(amp__cl_device *d, cl_program program, cl_int code,
                                                const amp__kernel *k, amp__cache_key key)
{
    const amp__program *from = k->program;
    size_t n = 0;
    char *log, *line, *end, cache[200];
    amp_status s;
    (void)clGetProgramBuildInfo(program, d->id, CL_PROGRAM_BUILD_LOG, 0, NULL, &n);
    log = (char *)amp__alloc_zero(n + 1);
    if (log == NULL) {
        return AMP_OUT_OF_MEMORY;
    }
    if (n > 0) {
        (void)clGetProgramBuildInfo(program, d->id, CL_PROGRAM_BUILD_LOG, n, log, NULL);
    }
    amp__cl_dump(from, key, "log", log);
    line = strstr(log, "error:");
    line = line != NULL ? line : strstr(log, "error");
    line = line != NULL ? line : log;
    while (line > log && line[-1] != '\n') {
        line--;
    }
    end = strchr(line, '\n');
    end = end != NULL ? end : line + strlen(line);
    *end = '\0';
    if (!d->doubles && (strstr(line, "double") != NULL || strstr(line, "fp64") != NULL)) {
        s = amp__fail(AMP_UNSUPPORTED, "kernel %s needs double, which OpenCL device %s does not "
                      "have: use float, or another accelerator (%s)", k->name, d->name, line);
    } else if (!d->able.atomics64 && strstr(line, "ambiguous") != NULL
               && strstr(line, "amp__") != NULL) {
        s = amp__fail(AMP_UNSUPPORTED, "kernel %s needs atomics of 64 bits, which OpenCL device %s "
                      "does not have: use amp_atomic_ on int, unsigned or float, or another "
                      "accelerator (%s)", k->name, d->name, line);
    } else {
        s = amp__fail(code == CL_BUILD_PROGRAM_FAILURE || code == CL_INVALID_BUILD_OPTIONS
                      ? AMP_BUILD_FAILED : amp__cl_status(code),
                      "the program of %s does not build for %s (%s): %s%s%s",
                      amp__cl_program_name(from), d->name, amp__cl_code(code), line,
                      amp__cl_hint(line), amp__cl_pocl_cache(d, cache, sizeof(cache)));
    }
    amp__free(log);
    return s;
}

/* Keeps the binary of a program in the cache, where there is one, and memory for it: without,
   programs are compiled anew. Without a cache the binary is not asked for. */
static AMP__COLD void amp__cl_cache_binary(const amp__cl_device *d, cl_program program,
                                           amp__cache_key key)
{
    int folder;
    size_t size = 0;
    unsigned char *data;
    if (d->is_pocl && amp__setting_of(AMP__SETTING_CL_CACHE).text == NULL) {
        return;
    }
    folder = amp__cl_cache_folder();
    if (folder < 0) {
        return;
    }
    if (clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof(size), &size, NULL) == CL_SUCCESS
        && size > 0) {
        data = (unsigned char *)amp__alloc_quietly(size);
        if (data != NULL
            && clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof(data), &data, NULL)
               == CL_SUCCESS) {
            amp__cl_cache_put(folder, key, data, size);
        }
        amp__free(data);
    }
    (void)close(folder);
}

/* Says under AMP_LOG that a kernel took more than two seconds to build; once. On a CPU, where a
   compiler may run at the first launch, it is called behind that. */
static AMP__COLD void amp__cl_say_built(amp__cl_built *b, const amp__kernel *k)
{
    const double seconds = b->began > 0 ? (amp__cl_now() - b->began) * 1e-6 : 0;
    b->began = 0;
    if (seconds > 2 && amp__logs()) {
        (void)fprintf(stderr, "amp: OpenCL device %s took %.1f s to build kernel %s%s%s%s\n",
                      b->device->name, seconds, k->name,
                      b->device->is_cpu ? " and run it once" : "",
                      b->device->is_pocl ? ", by " : "",
                      b->device->is_pocl ? amp__cl_method(b->replicates) : "");
    }
}

/* Sets b->program: from the binary in the cache, or compiled from the text, whose binary is
   kept then. On failure b->program is NULL and the status AMP_BUILD_FAILED with the compiler's
   words, AMP_OUT_OF_MEMORY, or what OpenCL says. Caller holds amp__cl_lock. */
static AMP__COLD amp_status amp__cl_compile(amp__cl_built *b, const amp__kernel *k,
                                            const char *text, const char *options)
{
    amp__cl_device *d = b->device;
    size_t size = 0;
    unsigned char *data;
    cl_int code = CL_SUCCESS, status = CL_SUCCESS;
    amp_status s;
    AMP__ASSERT(amp__holds(&amp__cl_lock));
    s = amp__cl_cache_get(b->key, &data, &size);
    if (s != AMP_OK) {
        return s;
    }
    if (data != NULL) {
        const unsigned char *binary = data;
        b->program = clCreateProgramWithBinary(d->context, 1, &d->id, &size, &binary, &status,
                                               &code);
        amp__free(data);
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
        amp__cl_cache_binary(d, b->program, b->key);
        return AMP_OK;
    }
    s = amp__cl_build_error(d, b->program, code, k, b->key);
    (void)clReleaseProgram(b->program);
    b->program = NULL;
    return s;
}

/* Writes the compiler's options to options[0..size): the library's, then AMP_CL_OPTIONS of the
   translation unit and of the environment. AMP_OK, or AMP_INVALID_ARGUMENT where they are too
   long. No -cl-std: without it a device reads OpenCL C 1.2 (OpenCL 3.0, 5.8.6.5), and NVIDIA's
   compiler has no variadic macros where it is told -cl-std=CL1.2. */
static AMP__COLD amp_status amp__cl_options(const amp__cl_device *d, const amp__program *from,
                                            char *options, size_t size)
{
    const char *extra = amp__setting_of(AMP__SETTING_CL_OPTIONS).text;
    const int n = snprintf(options, size, "-w%s%s%s%s%s",
                           d->rounded ? " -cl-fp32-correctly-rounded-divide-sqrt" : "",
                           from->options[0] != '\0' ? " " : "", from->options,
                           extra != NULL ? " " : "",
                           extra != NULL ? extra : "");
    if (n < 0 || (size_t)n >= size) {
        return amp__fail(AMP_INVALID_ARGUMENT, "AMP_CL_OPTIONS has %d characters: at most %d are "
                         "allowed", n, (int)size - 1);
    }
    return AMP_OK;
}

/* *built = the program with that key on device d: one that was built before, or a new one, which
   joins the list of all. One that does not build joins it as well, with its reason, which is
   returned ever after. *built is NULL where another try may go better: memory, or a lost device.
   Caller holds amp__cl_lock. */
static AMP__COLD amp_status amp__cl_build_text(amp__cl_device *d, const amp__kernel *k,
                                               amp__cache_key key, const char *text,
                                               const char *options,
                                               const amp__cl_abilities *able,
                                               amp__cl_built **built)
{
    amp__cl_built *b = amp__cl.built;
    amp_status s;
    int method;
    AMP__ASSERT(amp__holds(&amp__cl_lock));
    while (b != NULL && (b->device != d || b->key.a != key.a || b->key.b != key.b)) {
        b = b->next;
    }
    *built = b;
    if (b != NULL) {
        return amp__failure_tell(&b->failure);
    }
    s = amp__cl_context(d);
    if (s != AMP_OK) {
        return s;
    }
    b = (amp__cl_built *)amp__alloc_zero(sizeof(*b));
    if (b == NULL) {
        return AMP_OUT_OF_MEMORY;
    }
    b->key = key;
    b->device = d;
    b->faults = able->faults;
    b->replicates = able->replicates;
    b->replicable = able->replicable;
    amp__cl_dump(k->program, key, "cl", text);
    /* PoCL reads it for the name in its cache, and its compiler does. */
    method = amp__cl_method_begin(d, able->replicates);
    b->began = amp__cl_now();
    s = amp__cl_compile(b, k, text, options);
    amp__cl_method_end(method);
    if (!d->is_cpu) {
        amp__cl_say_built(b, k);
    }
    if (s == AMP_OUT_OF_MEMORY || s == AMP_ACCELERATOR_REMOVED) {
        amp__free(b);
        return s;
    }
    if (s != AMP_OK) {
        amp__failure_note(&b->failure, s);
    }
    b->next = amp__cl.built;
    *built = amp__cl.built = b;
    return s;
}

/* AMP_OK, or AMP_UNSUPPORTED where a parameter is of doubles and the device has none. */
static AMP__COLD amp_status amp__cl_check_doubles(const amp__cl_device *d, const amp__kernel *k)
{
    int i;
    for (i = 0; i < k->parameter_count && !d->doubles; i++) {
        const amp__parameter *p = &k->parameters[i];
        if (p->type.kind == AMP__KIND_FLOAT && p->type.size == 8) {
            return amp__fail(AMP_UNSUPPORTED, "kernel %s, parameter %s: OpenCL device %s has no "
                             "double precision: use float, or another accelerator", k->name,
                             p->name, d->name);
        }
    }
    return AMP_OK;
}

/* The key under which the cache's folder says that the program with this key, by loopvec, has run
   long enough to be compiled by workitemrepl. */
static AMP__COLD amp__cache_key amp__cl_replicated_key(amp__cache_key key)
{
    amp__cache_key_add_text(&key, "replicated");
    return key;
}

/* Whether that was so in an earlier process. */
static AMP__COLD int amp__cl_was_replicated(amp__cache_key key)
{
    size_t size = 0;
    unsigned char *data = NULL;
    const int was = amp__cl_cache_get(amp__cl_replicated_key(key), &data, &size) == AMP_OK
        && data != NULL;
    amp__free(data);
    return was;
}
static AMP__COLD void amp__cl_note_replicated(amp__cache_key key)
{
    static const unsigned char yes[] = "yes";
    const int folder = amp__cl_cache_folder();
    if (folder >= 0) {
        amp__cl_cache_put(folder, amp__cl_replicated_key(key), yes, sizeof(yes));
        (void)close(folder);
    }
}

/* Makes the text of a kernel's program in *text, which the caller frees also where this failed,
   and its key. The status as of amp__cl_program_text. */
static AMP__COLD amp_status amp__cl_make_text(const amp__kernel *k, const amp__cl_device *d,
                                              const char *options, amp__cl_abilities *able,
                                              amp__text *text, amp__cache_key *key)
{
    amp_status s;
    memset(text, 0, sizeof(*text));
    s = amp__cl_program_text(k->program, able, text);
    if (s == AMP_OK) {
        *key = amp__cache_key_start();
        amp__cache_key_add(key, text->at, text->used);
        amp__cache_key_add_text(key, options);
        amp__cache_key_add_text(key, d->name);
        amp__cache_key_add_text(key, d->driver);
        amp__cache_key_add_text(key, AMP_VERSION);
        /* PoCL's binaries hold kernels that this method compiled */
        amp__cache_key_add_text(key, d->is_pocl ? amp__cl_method(able->replicates) : "");
    }
    return s;
}

/* *built = a kernel's program on a device, kept, and not the caller's; NULL where another try may
   go better. replicated: by PoCL's workitemrepl; 0: as it is best for the first launch. The
   status as of amp__cl_build_text. Caller holds amp__cl_lock. */
static AMP__COLD amp_status amp__cl_build_as(const amp__kernel *k, amp__cl_device *d,
                                             int replicated, amp__cl_built **built)
{
    const amp__program *from = k->program;
    const char *users = getenv(AMP__CL_METHOD);
    amp__text text;
    amp__cl_abilities able = d->able;
    char options[1024];
    amp__cache_key key;
    int i;
    amp_status s = amp__cl_options(d, from, options, sizeof(options));
    *built = NULL;
    if (s != AMP_OK) {
        return s;
    }
    able.short_names = from->short_names;
    able.checks = from->checks;
    able.threads = 1;
    for (i = 0; i < k->rank && k->model != AMP__SIMPLE; i++) {
        able.threads *= k->tile[i];
    }
    able.replicates = d->is_pocl && (users != NULL ? strcmp(users, "workitemrepl") == 0
                                                   : replicated || k->model == AMP__SIMPLE);
    able.barriers = d->is_pocl;
    able.turned = amp__cl_swapped_dimension(d->is_pocl, k);
    able.kernel = k->name;
    able.options = from->built == NULL && amp__logs() ? options : NULL;
    s = amp__cl_make_text(k, d, options, &able, &text, &key);
    able.replicable &= d->is_pocl && users == NULL && !able.replicates;
    if (s == AMP_OK && able.replicable && amp__cl_was_replicated(key)) {
        amp__free(text.at);
        able.replicates = 1;
        able.options = NULL;
        s = amp__cl_make_text(k, d, options, &able, &text, &key);
        able.replicable = 0;
    }
    s = AMP__THEN(s, amp__cl_build_text(d, k, key, text.at, options, &able, built));
    amp__free(text.at);
    return s;
}

/* The seconds after which a kernel is compiled by workitemrepl. */
#ifndef AMP__CL_REPLICATED_AFTER /* a test wants it at once */
#define AMP__CL_REPLICATED_AFTER 2.0
#endif
/* Counts the time of the launch c->timed, where it has ended, also for those that were sent
   since. */
static AMP__COLD void amp__cl_take_time(amp__cl_kernel *c)
{
    cl_int status = CL_QUEUED;
    unsigned long long began = 0, ended = 0;
    if (clGetEventInfo(c->timed, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(status), &status, NULL)
        != CL_SUCCESS || status > CL_COMPLETE) {
        return;
    }
    if (status == CL_COMPLETE && amp__cl_command_times(c->timed, 0, &began, &ended)) {
        c->of->run += (double)(ended - began) * 1e-9 * (1 + c->untimed);
    }
    (void)clReleaseEvent(c->timed);
    c->timed = NULL;
    c->untimed = 0;
}

/* Compiles a kernel by workitemrepl, and has the link lead to that. What fails leaves it as it is.
   Caller holds amp__cl_lock. */
static AMP__COLD void amp__cl_replicate(const amp__kernel *k, amp__cl_link *link)
{
    amp__cl_built *old = link->built, *b = NULL;
    const amp__failure last AMP__PUT_BACK = amp__error;
    old->replicable = 0;
    if (amp__cl_build_as(k, old->device, 1, &b) == AMP_OK && b != NULL) {
        amp__cl_kernel *c;
        amp__cl_note_replicated(old->key);
        old->replicated = b;
        for (c = old->kernels; c != NULL; c = c->next) {
            if (c->timed != NULL) {
                (void)clReleaseEvent(c->timed);
                c->timed = NULL;
            }
        }
    }
}

/* *built = a kernel's program on a device, built at first use; it is kept, and not the caller's.
   The status as of amp__cl_build_text. Caller holds amp__cl_lock. */
static AMP__COLD amp_status amp__cl_build(const amp__kernel *k, amp__cl_device *d,
                                          amp__cl_built **built)
{
    amp__program *from = k->program;
    amp__cl_built *b = NULL;
    amp__cl_link *link;
    amp_status s;
    AMP__ASSERT(amp__holds(&amp__cl_lock));
    for (link = (amp__cl_link *)from->built; link != NULL; link = link->next) {
        if (link->built->device == d && link->kernel == k) {
            if (link->built->replicable && link->built->run >= AMP__CL_REPLICATED_AFTER) {
                amp__cl_replicate(k, link);
            }
            if (link->built->replicated != NULL) {
                link->built = link->built->replicated;
            }
            *built = b = link->built;
            return amp__failure_tell(&b->failure);
        }
    }
    s = amp__cl_check_doubles(d, k);
    if (s != AMP_OK) {
        return s;
    }
    link = (amp__cl_link *)amp__alloc(sizeof(*link));
    if (link == NULL) {
        return AMP_OUT_OF_MEMORY;
    }
    s = amp__cl_build_as(k, d, 0, &b);
    if (b == NULL) {
        amp__free(link);
        return s;
    }
    link->built = b;
    link->kernel = k;
    link->next = (amp__cl_link *)from->built;
    from->built = link;
    *built = b;
    return s;
}

/* The OpenCL kernel `name`__`end` of a program, to be released by the caller; the name may have
   been renamed (amp/cl/renames.h). NULL with OpenCL's *code where there is none. */
static AMP__COLD cl_kernel amp__cl_make_kernel(cl_program program, const char *name,
                                               const char *end, cl_int *code)
{
    static const char *const renamed[] = { "", "amp__u_", "amp__w_", "amp__m_" };
    char text[300];
    cl_kernel k = NULL;
    size_t i;
    *code = CL_INVALID_KERNEL_NAME;
    for (i = 0; i < sizeof(renamed) / sizeof(renamed[0]) && *code == CL_INVALID_KERNEL_NAME; i++) {
        AMP__PRINT(text, "%s%s__%s", renamed[i], name, end);
        k = clCreateKernel(program, text, code);
    }
    return k;
}

/* Compares what the host's compiler and the device's made of a kernel: the number of arguments
   and the tile. AMP_OK, or AMP_BUILD_FAILED where a macro had another value. */
static AMP__COLD amp_status amp__cl_compare_kernel(const amp__cl_device *d, const amp__kernel *k,
                                                   const amp__cl_kernel *c)
{
    cl_uint count = 0, expected = c->of->faults ? 2 : 1;
    size_t group[3] = { 0, 0, 0 };
    int i;
    expected += AMP_MAX_RANK > 3 && k->model == AMP__SIMPLE; /* amp__cl_lead */
    for (i = 0; i < k->parameter_count; i++) {
        expected += k->parameters[i].access == AMP__ACCESS_value
            && k->parameters[i].rank == 0 ? 1 : 2;
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
    amp__cl_swap_dimensions(group, amp__cl_swapped_dimension(d->is_pocl, k));
    for (i = 0; i < k->rank; i++) {
        if (group[k->rank - 1 - i] != (size_t)k->tile[i]) {
            return amp__fail(AMP_BUILD_FAILED, "kernel %s: dimension %d of its tile is %d for the "
                             "host and %lu for the device: write AMP_DEVICE_MACRO(NAME) in the "
                             "region, with the macro's name", k->name, i, k->tile[i],
                             (unsigned long)group[k->rank - 1 - i]);
        }
    }
    return AMP_OK;
}

/* The bytes of tile_static that a kernel has, by what the device says of it, which is not
   believed as it stands: Mesa's Rusticl 22.3 says twice as many as there are, and NVIDIA adds a
   byte of its own and fills up to the alignment, 1 to 16 bytes. So the device is asked, once, about
   a kernel that has 256. Caller holds amp__cl_lock. */
static AMP__COLD cl_ulong amp__cl_local_bytes(amp__cl_device *d, const amp__cl_kernel *c)
{
    static const char *const text = "__kernel void amp__known(__global int *a) { __local int t[64];"
        " t[get_local_id(0) & 63] = a[0]; barrier(CLK_LOCAL_MEM_FENCE);"
        " a[1] = t[(get_local_id(0) + 1) & 63]; }";
    AMP__ASSERT(amp__holds(&amp__cl_lock));
    if (d->local_of_256 == 0) {
        cl_int code = CL_SUCCESS;
        const cl_program p = clCreateProgramWithSource(d->context, 1, (const char **)&text, NULL,
                                                       &code);
        if (code == CL_SUCCESS && clBuildProgram(p, 1, &d->id, "", NULL, NULL) == CL_SUCCESS) {
            const cl_kernel k = clCreateKernel(p, "amp__known", &code);
            if (code == CL_SUCCESS) {
                (void)clGetKernelWorkGroupInfo(k, d->id, CL_KERNEL_LOCAL_MEM_SIZE,
                                               sizeof(d->local_of_256), &d->local_of_256, NULL);
                (void)clReleaseKernel(k);
            }
        }
        if (p != NULL) {
            (void)clReleaseProgram(p);
        }
    }
    if (d->local_of_256 > 256 && d->local_of_256 % 256 != 0) {
        const cl_ulong step = c->local_bytes & (0 - c->local_bytes); /* the lowest bit */
        return c->local_bytes - (step < 16 ? step : 16);
    }
    return d->local_of_256 > 256 ? c->local_bytes / (d->local_of_256 / 256) : c->local_bytes;
}

/* *found = the OpenCL kernel for the kernel k on device d, built and compared with k at first
   use; it is kept as long as the process. AMP_OK; AMP_UNSUPPORTED where k was compiled without
   AMP_OPENCL; AMP_BUILD_FAILED; AMP_OUT_OF_MEMORY. Caller holds amp__cl_lock. */
static inline amp_status amp__cl_find(const amp__kernel *k, amp__cl_device *d,
                                      amp__cl_kernel **found)
{
    amp__cl_built *b = NULL;
    amp__cl_kernel *c;
    amp_status s;
    cl_int code = CL_SUCCESS;
    AMP__ASSERT(amp__holds(&amp__cl_lock));
    if (k->program == NULL || (k->program->first != NULL && k->program->first->text == NULL)) {
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
        c = (amp__cl_kernel *)amp__alloc_zero(sizeof(*c) + strlen(k->name) + 1);
        if (c == NULL) {
            return AMP_OUT_OF_MEMORY;
        }
        c->name = strcpy((char *)(c + 1), k->name);
        c->of = b;
        c->whole = amp__cl_make_kernel(b->program, k->name,
                                       k->model == AMP__SIMPLE && d->able.rows ? "rows" : "cl",
                                       &code);
        if (code == CL_SUCCESS && k->model == AMP__SIMPLE && !d->able.rows) {
            c->some = amp__cl_make_kernel(b->program, k->name, "some", &code);
        }
        if (code != CL_SUCCESS) {
            if (c->whole != NULL) {
                (void)clReleaseKernel(c->whole);
            }
            amp__free(c);
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

#endif /* AMP_CL_PROGRAM_H */
