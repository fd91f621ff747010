/* SPDX-License-Identifier: MIT */
#ifndef AMP_CL_LAUNCH_H
#define AMP_CL_LAUNCH_H
/*
amp/cl/launch.h: a launch: what it must fit into, how it is laid out, its arguments.
*/

#include "program.h"
#include "shared.h"
#include "../base/limits.h"

/* Records that a kernel's tile has more threads than the device runs of it; returns the status. */
static AMP__COLD amp_status amp__cl_too_many(const amp__cl_device *d, const amp__kernel *k,
                                             size_t threads, size_t most)
{
    return amp__fail(AMP_UNSUPPORTED, "kernel %s has tiles of %lu threads; OpenCL device %s runs "
                     "at most %lu of this kernel: use a smaller tile", k->name,
                     (unsigned long)threads, d->name, (unsigned long)most);
}

/* Checks the launch against the device's limits, before anything is sent: AMP_OK,
   AMP_UNSUPPORTED, or AMP_OUT_OF_MEMORY for more tile_static than C++ AMP allows. What the
   device says of one kernel's work-groups, c->group, is not believed here, but when the launch
   fails, too: Mesa's Rusticl 22.3 says 32 of kernels that it runs with 1024. */
static inline amp_status amp__cl_check_launch(amp__cl_device *d, const amp__cl_kernel *c,
                                              const amp__launch *l)
{
    const amp__kernel *k = l->kernel;
    unsigned long long given = 0; /* bytes of tile memory */
    size_t threads = 1, bytes = sizeof(amp__cl_threads)
        + (c->of->faults ? sizeof(cl_mem) : 0);
    cl_ulong local;
    int i;
    for (i = 0; i < k->parameter_count; i++) {
        const amp__parameter *p = &k->parameters[i];
        static const size_t shape[AMP_MAX_RANK + 1] = {
            0, sizeof(amp__cl_view1), sizeof(amp__cl_view2), sizeof(amp__cl_view3),
#if AMP_MAX_RANK > 3
            sizeof(amp__cl_view_far),
#endif
        };
        if (p->access == AMP__ACCESS_value && p->rank != 0) {
            given += (unsigned long long)*(const int *)l->arguments[i].data * (unsigned)p->rank;
        }
        bytes += p->access == AMP__ACCESS_value ? p->type.size : sizeof(cl_mem)
            + shape[p->rank > 4 ? 4 : p->rank];
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
    if (threads > d->group) {
        return amp__cl_too_many(d, k, threads, d->group);
    }
    if (c->local_bytes + given <= AMP__D3D11_TILE_STATIC
        && c->local_bytes + given <= d->local_bytes) {
        return AMP_OK;
    }
    local = amp__cl_local_bytes(d, c) + given;
    if (local > amp__most_tile_static()) { /* as on the emulator */
        return amp__fail(AMP_OUT_OF_MEMORY,
                         "kernel %s needs more than %d bytes of tile_static: %llu", k->name,
                         (int)amp__most_tile_static(), (unsigned long long)local);
    }
    if (local > d->local_bytes) {
        return amp__fail(AMP_UNSUPPORTED, "kernel %s has %llu bytes of tile_static; OpenCL device "
                         "%s has %llu a tile: use a smaller tile", k->name,
                         (unsigned long long)local, d->name,
                         (unsigned long long)d->local_bytes);
    }
    return AMP_OK;
}

/* The work-items of a launch; dimensions innermost first, as OpenCL has them. */
typedef struct amp__cl_range {
    size_t global[3], local[3];
    amp__cl_threads threads;
    int some; /* some threads of the range are outside the extent */
} amp__cl_range;

/* Lays out a simple kernel on a CPU: each work-item runs a box of threads as a loop
   (amp__cl_threads). There are 16 work-items for each core, and more where one dimension is
   long: then each runs 8192 threads, so that no core waits long for the last one.
   docs/decisions/0009-boxes-of-threads-on-an-opencl-cpu.md */
static inline void amp__cl_lay_out_boxes(const amp__cl_device *d, amp__cl_range *y)
{
    const unsigned long long rows = (unsigned long long)y->threads.n[1] * y->threads.n[2];
    const unsigned long long want = (unsigned long long)(d->units > 0 ? d->units : 1) * 16;
    unsigned long long row = y->threads.n[0], height = (rows + want - 1) / want;
    y->threads.box = (int)height;
    if (rows < want) {
        const unsigned long long least = (want + rows - 1) / rows;
        const unsigned long long pieces = rows == 1 && row / 8192 > least ? row / 8192 : least;
        row = (y->threads.n[0] + pieces - 1) / pieces;
        row = row < 256 ? 256 : (row + 15) / 16 * 16;
        y->threads.box = -(int)row;
    }
    y->global[0] = (size_t)((y->threads.n[0] + row - 1) / row);
    y->global[1] = (size_t)((rows + height - 1) / height);
    y->global[2] = 1;
}

/* Lays out a simple kernel elsewhere: one thread a work-item, in work-groups of up to 256,
   32 wide where there is a second dimension. */
static inline void amp__cl_lay_out_groups(const amp__cl_device *d, const amp__cl_kernel *c,
                                          int rank, amp__cl_range *y)
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

/* The work-items of a launch. apart: as amp__cl_spans found. */
static inline void amp__cl_lay_out(const amp__cl_device *d, const amp__cl_kernel *c,
                                   const amp__launch *l, int apart, amp__cl_range *y)
{
    int i;
    memset(y, 0, sizeof(*y));
    for (i = 0; i < 3; i++) {
        const int from = l->rank - 1 - i;
        y->global[i] = from >= 0 ? (size_t)l->extent[from] : 1;
        y->local[i] = from >= 0 ? (size_t)l->tile[from] : 1;
        y->threads.n[i] = (cl_uint)y->global[i];
    }
    for (i = 0; i < l->rank - 3; i++) { /* a rank above 3: AMP__P of amp/cl/kernels.cl.h */
        y->global[2] *= (size_t)l->extent[i];
        y->threads.n[2] *= (cl_uint)l->extent[i];
    }
    if (l->kernel->model == AMP__SIMPLE && d->able.rows) {
        amp__cl_lay_out_boxes(d, y);
        y->threads.n[2] |= apart ? 0x80000000U : 0;
    } else if (l->kernel->model == AMP__SIMPLE) {
        amp__cl_lay_out_groups(d, c, l->rank < 3 ? l->rank : 3, y);
    }
    i = amp__cl_swapped_dimension(d->is_pocl, l->kernel);
    amp__cl_swap_dimensions(y->global, i);
    amp__cl_swap_dimensions(y->local, i);
}

/* Hands over a view, arguments `at` and `at` + 1 of the OpenCL kernel: its buffer, and its shape
   in it, which begins `offset` bytes into the buffer. Returns OpenCL's code. */
static inline cl_int amp__cl_set_view(cl_kernel kernel, cl_uint at, const amp__argument *a,
                                      int rank, cl_mem buffer, cl_long offset)
{
    union {
        amp__cl_view1 one;
        amp__cl_view2 two;
        amp__cl_view3 three;
#if AMP_MAX_RANK > 3
        amp__cl_view_far far;
#endif
    } s;
    size_t size;
    const cl_int code = clSetKernelArg(kernel, at, sizeof(buffer), &buffer);
    int k;
    memset(&s, 0, sizeof(s));
#if AMP_MAX_RANK > 3
    if (rank > 3) {
        size = sizeof(s.far);
        for (k = 0; k < rank; k++) {
            s.far.extent[k] = a->extent[k];
            s.far.stride[k] = a->stride[k];
        }
        s.far.offset = offset;
    } else
#endif
    if (rank == 1) {
        size = sizeof(s.one);
        s.one.extent[0] = a->extent[0];
        s.one.offset = offset;
    } else if (rank == 2) {
        size = sizeof(s.two);
        s.two.extent[0] = a->extent[0];
        s.two.extent[1] = a->extent[1];
        s.two.row = (cl_int)a->stride[0];
        s.two.offset = offset;
    } else {
        size = sizeof(s.three);
        for (k = 0; k < 3; k++) {
            s.three.extent[k] = a->extent[k];
        }
        s.three.row = (cl_int)a->stride[1];
        s.three.slice = a->stride[0];
        s.three.offset = offset;
    }
    return code == CL_SUCCESS ? clSetKernelArg(kernel, at + 1, size, &s) : code;
}

/* Whether the device takes a buffer as the kernel's table number n; AMP_OK or AMP_UNSUPPORTED. */
static AMP__COLD amp_status amp__cl_check_table(const amp__cl_device *d, const amp__kernel *k,
                                                const amp__parameter *p, cl_mem buffer, cl_uint n)
{
    size_t bytes = 0;
    (void)clGetMemObjectInfo(buffer, CL_MEM_SIZE, sizeof(bytes), &bytes, NULL);
    return bytes <= d->table_bytes && n <= d->tables ? AMP_OK
        : amp__fail(AMP_UNSUPPORTED, "kernel %s: %s is table %u, in an array of %lu bytes; OpenCL "
                    "device %s takes %u of %llu: write in(%s, %d, %s), or copy a table out of a "
                    "larger array", k->name, p->name, (unsigned)n, (unsigned long)bytes, d->name,
                    (unsigned)d->tables, (unsigned long long)d->table_bytes, p->type.name, p->rank,
                    p->name);
}

/* Sets an argument of `size` bytes that a kernel takes by value. Mesa's Rusticl 22.3 takes a
   structure without the gap at its end, which is smaller than the largest alignment, 16, and
   refuses any other size. Caller holds amp__cl_lock. */
static inline cl_int amp__cl_set_value(const amp__cl_device *d, cl_kernel kernel, cl_uint at,
                                       size_t size, const void *value)
{
    cl_int code = clSetKernelArg(kernel, at, size, value);
    size_t gap;
    AMP__ASSERT(amp__holds(&amp__cl_lock));
    for (gap = 1; code == CL_INVALID_ARG_SIZE && d->drops_gaps && gap < 16 && gap < size; gap++) {
        code = clSetKernelArg(kernel, at, size - gap, value);
    }
    return code;
}

/* Sets all arguments of a launch; reports: the buffer for them, or NULL. Caller holds
   amp__cl_lock from here until the launch is sent. */
static inline amp_status amp__cl_set_arguments(const amp__cl_device *d, amp__cl_kernel *c,
                                               const amp__launch *l, const amp__cl_range *y,
                                               const amp__cl_span *span, const int *which,
                                               cl_mem reports)
{
    const cl_kernel kernel = y->some ? c->some : c->whole;
    amp__cl_threads *given = &c->given[y->some];
    cl_uint at = 1, tables = 0;
    cl_int code = CL_SUCCESS;
    int i;
    AMP__ASSERT(amp__holds(&amp__cl_lock));
    if (memcmp(given, &y->threads, sizeof(*given)) != 0) { /* most are like the one before */
        code = clSetKernelArg(kernel, 0, sizeof(*given), &y->threads);
        if (code == CL_SUCCESS) {
            *given = y->threads;
        }
    }
    for (i = 0; code == CL_SUCCESS && i < l->kernel->parameter_count; i++) {
        const amp__parameter *p = &l->kernel->parameters[i];
        const amp__argument *a = &l->arguments[i];
        if (p->access == AMP__ACCESS_value && p->rank != 0) { /* tile memory, and how much */
            const int count = *(const int *)a->data;
            code = clSetKernelArg(kernel, at, (size_t)count * (size_t)p->rank, NULL);
            if (code == CL_SUCCESS) {
                code = clSetKernelArg(kernel, at + 1, sizeof(count), &count);
            }
            at += 2;
        } else if (p->access == AMP__ACCESS_value) {
            code = amp__cl_set_value(d, kernel, at++, p->type.size, a->data);
            if (code == CL_INVALID_ARG_SIZE) {
                return amp__fail(AMP_BUILD_FAILED, "kernel %s, parameter %s: %s has %lu bytes for "
                                 "the host and another size for the device", l->kernel->name,
                                 p->name, p->type.name, (unsigned long)p->type.size);
            }
        } else {
            const amp__cl_span *s = d->shares_memory ? &span[which[i]] : NULL;
            const cl_mem buffer = s != NULL ? s->buffer : (cl_mem)a->buffer;
            const amp_status status = p->table
                ? amp__cl_check_table(d, l->kernel, p, buffer, ++tables) : AMP_OK;
            if (status != AMP_OK) {
                return status;
            }
            code = amp__cl_set_view(kernel, at, a, p->rank, buffer,
                                    s != NULL ? (const char *)a->data - s->low
                                              : (cl_long)a->offset);
            at += 2;
        }
    }
#if AMP_MAX_RANK > 3
    if (code == CL_SUCCESS && l->kernel->model == AMP__SIMPLE) {
        amp__cl_lead lead;
        memset(&lead, 0, sizeof(lead));
        for (i = 0; i < l->rank - 2; i++) {
            lead.n[i] = l->extent[i];
        }
        code = clSetKernelArg(kernel, at++, sizeof(lead), &lead);
    }
#endif
    if (code == CL_SUCCESS && reports != NULL) {
        code = clSetKernelArg(kernel, at, sizeof(reports), &reports);
    }
    return code == CL_SUCCESS ? AMP_OK : amp__cl_fail(d, code, "setting an argument");
}

/* The bit of the group of sizes that a range belongs to, so that a size for which PoCL has not
   compiled the kernel yet is recognised: PoCL 3.1 does so once for ranges below 65535 work-items a
   dimension and once for others. Sizes from 2^k to 2^(k+1) - 2 have a bit, and 2^(k+1) - 1 has one
   of its own. */
static inline cl_ulong amp__cl_size_bit(const amp__cl_range *y)
{
    const unsigned long long a = y->global[0], b = y->global[1], c = y->global[2];
    const unsigned long long most = a > b ? (a > c ? a : c) : b > c ? b : c;
    const int all = (int)sizeof(most) * 8 - 1;
    const int bit = 2 * all - __builtin_clzll(most) - __builtin_clzll(most + 1);
    return (cl_ulong)1 << (bit < 63 ? bit : 63);
}

/* Before a launch is sent whose times are wanted: the queue takes times from here on, where it has
   not and the device can. Elsewhere the host's clock has to do: what was sent before ends first. */
static AMP__COLD void amp__cl_times_begin(amp__cl_queue *q, amp__times *t)
{
    if (!q->timed) {
        cl_int code = CL_SUCCESS;
        cl_command_queue other = clCreateCommandQueue(q->device->context, q->device->id,
                                                      CL_QUEUE_PROFILING_ENABLE, &code);
        (void)clFinish(q->queue); /* whether it went well: amp__cl_wait asks q->last */
        if (code == CL_SUCCESS) {
            (void)clReleaseCommandQueue(q->queue);
            q->queue = other;
            q->timed = 1;
        }
    }
    t->begin = amp__nanoseconds();
}

/* Once it was sent: its event is kept for amp__cl_times_read. On a queue that takes no times this
   waits for the launch. */
static AMP__COLD void amp__cl_times_sent(amp__cl_queue *q, amp__times *t, cl_event event)
{
    if (q->timed && event != NULL) {
        (void)clRetainEvent(event);
        t->command = event;
        t->read = amp__cl_times_read;
    } else {
        (void)clFinish(q->queue);
        t->end = amp__nanoseconds();
    }
}

/* Builds the kernel where it is not built, checks the launch, and sends it. span, which and
   apart: of amp__cl_spans, for a device that shares the host's memory, else NULL, NULL, 0.
   *event, NULL before, is the command's where its end must be asked for, and the queue's: the
   caller does not release it. Caller holds amp__cl_lock. */
static inline amp_status amp__cl_send(amp__cl_queue *q, const amp__launch *l,
                                      const amp__cl_span *span, const int *which, int apart,
                                      cl_event *event)
{
    amp__cl_device *d = q->device;
    amp__cl_kernel *c = NULL;
    amp__cl_range y;
    cl_int code;
    cl_ulong size = 0;
    int fresh = 0; /* PoCL may compile for this size */
    int method = 0, asked, timed;
    amp_status s;
    AMP__ASSERT(amp__holds(&amp__cl_lock));
    s = amp__cl_find(l->kernel, d, &c);
    s = AMP__THEN(s, amp__cl_check_launch(d, c, l));
    if (s != AMP_OK) {
        return s;
    }
    amp__cl_lay_out(d, c, l, apart, &y);
    s = c->of->faults ? amp__cl_fault_buffer(q) : AMP_OK;
    s = AMP__THEN(s, amp__cl_set_arguments(d, c, l, &y, span, which,
                                           c->of->faults ? q->reports : NULL));
    if (s != AMP_OK) {
        return s;
    }
    if (d->is_cpu) {
        size = amp__cl_size_bit(&y);
        fresh = (c->sizes & size) == 0;
    }
    if (fresh) { /* PoCL compiles in the time up to clFinish below */
        method = amp__cl_method_begin(d, c->of->replicates);
    }
    if (c->timed != NULL) {
        amp__cl_take_time(c);
        c->untimed++;
    }
    /* On a CPU a launch that was compiled cannot fail: its event would say nothing. */
    asked = !d->is_cpu || fresh || q->trace.at != NULL || l->times != NULL;
    timed = c->of->replicable && q->timed && !asked && c->timed == NULL;
    if (l->times != NULL) {
        amp__cl_times_begin(q, l->times);
    }
    amp__cl_before_send(q);
    code = clEnqueueNDRangeKernel(q->queue, y.some ? c->some : c->whole, 3, NULL, y.global, y.local,
                                  q->last != NULL, q->last != NULL ? &q->last : NULL,
                                  asked ? event : timed ? &c->timed : NULL);
    if (code != CL_SUCCESS) {
        const size_t threads = y.local[0] * y.local[1] * y.local[2];
        amp__cl_method_end(method);
        if (threads > c->group
            && (code == CL_INVALID_WORK_GROUP_SIZE || code == CL_OUT_OF_RESOURCES)) {
            return amp__cl_too_many(d, l->kernel, threads, c->group);
        }
        return amp__fail(amp__cl_status(code), "kernel %s on OpenCL device %s: the launch failed "
                         "with %s (%d)", l->kernel->name, d->name, amp__cl_code(code), (int)code);
    }
    if (l->times != NULL) {
        amp__cl_times_sent(q, l->times, *event);
    }
    amp__cl_after_send(q, *event, l->kernel->name, l, 0);
    c->sizes |= size;
    if (fresh) {
        /* PoCL compiles in a thread of its own when a kernel first runs, and again for
           another size of range: a process that ended meanwhile would take the compiler's
           memory from under it. */
        (void)clFinish(q->queue); /* whether it went well: amp__cl_wait */
        amp__cl_method_end(method);
        if (c->of->began > 0) {
            amp__cl_say_built(c->of, l->kernel);
        }
    }
    return AMP_OK;
}

/* A launch in memory that the device shares with the host, in buffers around the arguments'
   own memory. On a CPU the launch continues after the return. On other devices this waits, and
   maps what the kernel wrote: some only seem to share, and copy when a buffer is mapped. */
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
        AMP__HOLD(&amp__cl_lock);
        s = amp__cl_send(q, l, span, which, apart, &event);
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
        const amp__failure last = amp__error;
        const amp_status end = amp__cl_wait(q);
        if (s == AMP_OK) {
            s = end;
        } else {
            amp__error = last; /* the first failure's */
        }
    }
    for (i = 0; i < n && !d->is_cpu; i++) {
        if (span[i].buffer != NULL) {
            (void)clReleaseMemObject(span[i].buffer);
        }
    }
    return s;
}

/* The contract's launch: it returns when the launch is sent, or, in memory shared with a device
   that is no CPU, has ended. */
static inline amp_status amp__cl_launch(void *queue, const amp__launch *launch)
{
    amp__cl_queue *q = (amp__cl_queue *)queue;
    cl_event event = NULL;
    if (q->device->shares_memory) {
        return amp__cl_launch_shared(q, launch);
    }
    AMP__HOLD(&amp__cl_lock);
    return amp__cl_send(q, launch, NULL, NULL, 0, &event);
}

#endif /* AMP_CL_LAUNCH_H */
