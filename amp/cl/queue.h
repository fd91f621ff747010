/* SPDX-License-Identifier: MIT */
#ifndef AMP_CL_QUEUE_H
#define AMP_CL_QUEUE_H
/*
amp/cl/queue.h: a queue of a device, and what kernels of it report.
*/

#include "report.h"
#include "trace.h"

#if AMP__IMPLEMENT && defined(AMP_OPENCL)

/* A program that ends with work under way, of which nobody wanted a result, is
   not to lose what the kernels print, nor to take their memory away. */
static AMP__RARE void amp__cl_exit(void)
{
    amp__cl_queue *q;
    for (q = amp__cl.process == (long)getpid() ? amp__cl.queues : NULL; q != NULL; q = q->next) {
        if (q->unfinished) {
            (void)clFinish(q->queue);
        }
    }
}

static AMP__RARE amp_status amp__cl_queue_create(const amp__device *device, void **queue)
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
    if (s == AMP_OK && amp__cl_tracing()) {
        q->mark = (amp__cl_mark *)amp__alloc_zero(AMP__CL_CHAIN * sizeof(*q->mark));
        s = q->mark != NULL ? AMP_OK : AMP_OUT_OF_MEMORY;
    }
    amp__give(&amp__cl_lock);
    if (s == AMP_OK) {
        q->device = d;
        q->queue = clCreateCommandQueue(d->context, d->id,
                                        q->mark != NULL ? CL_QUEUE_PROFILING_ENABLE : 0, &code);
        if (code != CL_SUCCESS) {
            s = amp__cl_fail(d, code, "making a queue");
        }
    }
    if (s != AMP_OK) {
        amp__free(q->mark);
        amp__free(q);
        return s;
    }
    amp__take(&amp__cl_lock);
    if (amp__cl.process == 0) {
        (void)atexit(amp__cl_exit); /* behind the platform's own, so it runs before */
    }
    amp__cl.process = (long)getpid();
    q->next = amp__cl.queues;
    amp__cl.queues = q;
    amp__give(&amp__cl_lock);
    *queue = q;
    return AMP_OK;
}

static AMP__RARE void amp__cl_queue_destroy(const amp__device *device, void *queue)
{
    amp__cl_queue *q = (amp__cl_queue *)queue, **p;
    int i;
    (void)device;
    amp__take(&amp__cl_lock);
    for (p = &amp__cl.queues; *p != q; p = &(*p)->next) { }
    *p = q->next;
    amp__give(&amp__cl_lock);
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
    amp__free(q->mark);
    amp__free(q);
}

/* Zeroes the buffer for reports, all of it: reads outside a view give 0. */
static AMP__RARE cl_int amp__cl_fault_zero(amp__cl_queue *q)
{
    const cl_int zero = 0;
    const cl_int code = clEnqueueFillBuffer(q->queue, q->fault, &zero, sizeof(zero), 0,
                                            AMP__CL_FAULT_BYTES, 0, NULL, NULL);
    return code == CL_SUCCESS ? clFinish(q->queue) : code;
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

static inline amp_status amp__cl_flush(void *queue)
{
    amp__cl_queue *q = (amp__cl_queue *)queue;
    const cl_int code = clFlush(q->queue);
    return code == CL_SUCCESS ? AMP_OK : amp__cl_fail(q->device, code, "sending commands");
}

#endif /* AMP__IMPLEMENT && AMP_OPENCL */

#endif /* AMP_CL_QUEUE_H */
