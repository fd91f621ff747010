/* SPDX-License-Identifier: MIT */
#ifndef AMP_CL_QUEUE_H
#define AMP_CL_QUEUE_H
/*
amp/cl/queue.h: a queue of a device, and what kernels of it report.
*/

#include "../base/fork.h"
#include "report.h"
#include "trace.h"

/* The buffers over host memory that a queue keeps on a CPU: at least as many as a launch has
   views, so that none of the launch being made is dropped for another one of it. */
enum { AMP__CL_KEPT = AMP_MAX_PARAMETERS };

/* A queue: what the contract calls one. Its calls come one at a time. */
typedef struct amp__cl_queue {
    amp__cl_device *device;
    cl_command_queue queue;
    cl_event last; /* the last command with an event since the last wait, or NULL. Each command
                      waits for it (in order they do so in any case), so that it fails where one
                      before it failed: its status is that of all */
    amp__cl_trace trace;
    cl_mem reports;       /* where a kernel reports: amp/cl/report.h; made when needed */
    int suspects;         /* a kernel may have reported since the last look */
    struct { char *low; size_t bytes; int written; cl_mem buffer; } kept[AMP__CL_KEPT];
    int next_kept;        /* of `kept`, buffers over host memory of the last launches on a CPU */
    int timed;            /* OpenCL takes the commands' times */
    int unfinished;       /* something was sent since the last wait */
    struct amp__cl_queue *next;
} amp__cl_queue;

/* Before a command is sent whose times are wanted. (Behind it PoCL may have compiled.) */
static inline void amp__cl_before_send(amp__cl_queue *q)
{
    if (q->trace.at != NULL) {
        q->trace.sent = amp__nanoseconds();
    }
}

/* Notes that a command was sent. event: the command's, which the queue takes over, or NULL for a
   command that cannot fail; what, launch, bytes: for AMP_TRACE, launch NULL for a copy. A launch
   calls this with amp__cl_lock, a copy without. */
static inline void amp__cl_after_send(amp__cl_queue *q, cl_event event, const char *what,
                                      const amp__launch *launch, unsigned long long bytes)
{
    if (event != NULL) {
        if (q->last != NULL) {
            (void)clReleaseEvent(q->last);
        }
        q->last = event;
    }
    q->unfinished = 1;
    if (q->trace.at != NULL && amp__cl_trace_add(&q->trace, q->device, event, what, launch,
                                                     bytes)) {
        (void)clFinish(q->queue);
        amp__cl_trace_write(&q->trace, q->device);
    }
    /* oclgrind 21.10 breaks when work is left to the program's exit (its thread's variables
       are gone by then) or to another thread; and a report at the launch says more. */
    if (q->device->is_oclgrind) {
        (void)clFinish(q->queue); /* whether it went well: amp__cl_wait */
        q->unfinished = 0;
    }
}

/* Waits for all queues when the program ends with work under way of which it did not want the
   result: else what kernels print would be lost, and their memory gone while they run. */
static AMP__COLD void amp__cl_exit(void)
{
    amp__cl_queue *q;
    for (q = amp__cl.process == (long)getpid() ? amp__cl.queues : NULL; q != NULL; q = q->next) {
        if (q->unfinished) {
            (void)clFinish(q->queue);
        }
    }
}

/* In the child of a fork: locks that another thread of the parent may have held are free. Its
   devices cannot be used, but what is released may come here. */
static AMP__COLD void amp__cl_after_fork(void)
{
    const pthread_mutex_t fresh = PTHREAD_MUTEX_INITIALIZER;
    memcpy(&amp__cl_lock, &fresh, sizeof(fresh));
}

/* The contract's queue_create. The queue joins the list of all, for the wait at exit. */
static AMP__COLD amp_status amp__cl_queue_create(const amp__device *device, void **queue)
{
    amp__cl_device *d = &amp__cl.device[device->number];
    amp__cl_queue *q = (amp__cl_queue *)amp__alloc_zero(sizeof(*q));
    cl_int code = CL_SUCCESS;
    amp_status s;
    if (q == NULL) {
        return AMP_OUT_OF_MEMORY;
    }
    amp__take(&amp__cl_lock);
    s = amp__cl_context(d);
    if (s == AMP_OK && amp__tracing()) {
        q->trace.at = (amp__cl_timed *)amp__alloc_zero(AMP__CL_TIMED * sizeof(*q->trace.at));
        s = q->trace.at != NULL ? AMP_OK : AMP_OUT_OF_MEMORY;
    }
    amp__give(&amp__cl_lock);
    if (s == AMP_OK) {
        q->device = d;
        q->timed = q->trace.at != NULL || d->is_pocl;
        q->queue = clCreateCommandQueue(d->context, d->id,
                                        q->timed ? CL_QUEUE_PROFILING_ENABLE : 0, &code);
        if (code != CL_SUCCESS) {
            s = amp__cl_fail(d, code, "making a queue");
        }
    }
    if (s != AMP_OK) {
        amp__free(q->trace.at);
        amp__free(q);
        return s;
    }
    AMP__HOLD(&amp__cl_lock);
    if (amp__cl.process == 0) {
        (void)atexit(amp__cl_exit); /* behind the platform's own, so it runs before */
        amp__at_fork(AMP__FORK_OPENCL, amp__cl_after_fork);
    }
    amp__cl.process = (long)getpid();
    q->next = amp__cl.queues;
    amp__cl.queues = q;
    *queue = q;
    return AMP_OK;
}

/* The contract's queue_destroy: with it go the buffers over host memory that it kept. */
static AMP__COLD void amp__cl_queue_destroy(const amp__device *device, void *queue)
{
    amp__cl_queue *q = (amp__cl_queue *)queue, **p;
    int i;
    (void)device;
    amp__take(&amp__cl_lock);
    for (p = &amp__cl.queues; *p != q; p = &(*p)->next) { }
    *p = q->next;
    amp__give(&amp__cl_lock);
    amp__cl_trace_write(&q->trace, q->device);
    if (q->last != NULL) {
        (void)clReleaseEvent(q->last);
    }
    for (i = 0; i < AMP__CL_KEPT; i++) {
        if (q->kept[i].buffer != NULL) {
            (void)clReleaseMemObject(q->kept[i].buffer);
        }
    }
    if (q->reports != NULL) {
        (void)clReleaseMemObject(q->reports);
    }
    (void)clReleaseCommandQueue(q->queue);
    amp__free(q->trace.at);
    amp__free(q);
}

/* Zeroes the buffer for reports, with the spare room behind it, which accesses outside a view
   read. Returns OpenCL's code, when it is done. */
static AMP__COLD cl_int amp__cl_fault_zero(amp__cl_queue *q)
{
    const cl_int zero = 0;
    const cl_int code = clEnqueueFillBuffer(q->queue, q->reports, &zero, sizeof(zero), 0,
                                            AMP__CL_FAULT_BYTES, 0, NULL, NULL);
    return code == CL_SUCCESS ? clFinish(q->queue) : code;
}

/* Makes the queue's buffer for what kernels report, once, and notes that the next launch may
   report. */
static inline amp_status amp__cl_fault_buffer(amp__cl_queue *q)
{
    if (q->reports == NULL) {
        cl_int code = CL_SUCCESS;
        q->reports = clCreateBuffer(q->device->context, CL_MEM_READ_WRITE, AMP__CL_FAULT_BYTES,
                                    NULL, &code);
        if (code == CL_SUCCESS) {
            code = amp__cl_fault_zero(q);
            if (code != CL_SUCCESS) {
                (void)clReleaseMemObject(q->reports);
            }
        }
        if (code != CL_SUCCESS) {
            q->reports = NULL;
            return amp__cl_fail(q->device, code, "a buffer for a kernel's errors");
        }
    }
    q->suspects = 1;
    return AMP_OK;
}

/* AMP_OK, or AMP_KERNEL_FAULT or AMP_UNSUPPORTED with its sentence for what kernels reported
   since the last look. pre: the queue's work has ended. */
static inline amp_status amp__cl_fault_read(amp__cl_queue *q)
{
    cl_int kind = 0, code;
    amp__cl_report report;
    if (!q->suspects) {
        return AMP_OK;
    }
    code = clEnqueueReadBuffer(q->queue, q->reports, CL_TRUE, 0, sizeof(kind), &kind, 0, NULL,
                               NULL);
    if (code == CL_SUCCESS && kind != 0) {
        code = clEnqueueReadBuffer(q->queue, q->reports, CL_TRUE, 0, sizeof(report), &report, 0,
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

/* The contract's wait: AMP_OK, what clFinish or the last command says, for itself or for one before
   it, or what amp__cl_fault_read says. */
static inline amp_status amp__cl_wait(void *queue)
{
    amp__cl_queue *q = (amp__cl_queue *)queue;
    cl_int code = clFinish(q->queue), status = CL_COMPLETE;
    q->unfinished = 0;
    amp__cl_trace_write(&q->trace, q->device);
    if (q->last != NULL) {
        if (code == CL_SUCCESS) {
            (void)clGetEventInfo(q->last, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(status),
                                 &status, NULL);
            code = status < 0 ? status : CL_SUCCESS;
        }
        (void)clReleaseEvent(q->last); /* what failed fails nothing that is sent from here on */
        q->last = NULL;
    }
    return code == CL_SUCCESS ? amp__cl_fault_read(q)
                              : amp__cl_fail(q->device, code, "a copy or a launch");
}

/* The contract's flush. */
static inline amp_status amp__cl_flush(void *queue)
{
    amp__cl_queue *q = (amp__cl_queue *)queue;
    const cl_int code = clFlush(q->queue);
    return code == CL_SUCCESS ? AMP_OK : amp__cl_fail(q->device, code, "sending commands");
}

#endif /* AMP_CL_QUEUE_H */
