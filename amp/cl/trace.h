/* SPDX-License-Identifier: MIT */
#ifndef AMP_CL_TRACE_H
#define AMP_CL_TRACE_H
/*
amp/cl/trace.h: AMP_TRACE: the times of launches and copies.
*/

#include "device.h"

#if AMP__IMPLEMENT && defined(AMP_OPENCL)

#include <sys/time.h> /* gettimeofday */
#include <unistd.h>   /* getpid */

#define AMP__CL_CHAIN 64 /* commands whose times are wanted, between two waits */

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
    cl_mem fault;         /* where a kernel reports: amp/cl/report.h; made when needed */
    int suspects;         /* a kernel may have reported since the last look */
    struct { char *low; size_t bytes; int written; cl_mem buffer; } kept[16];
    int next_kept;        /* buffers over host memory of the last launches, on a CPU */
    int unfinished;       /* something was sent since the last wait */
    struct amp__cl_queue *next;
} amp__cl_queue;

static AMP__RARE double amp__cl_now(void)
{
    struct timeval t;
    (void)gettimeofday(&t, NULL);
    return (double)t.tv_sec * 1e6 + (double)t.tv_usec;
}

/* Whether AMP_TRACE names a file that can be written; asked once. */
static AMP__RARE int amp__cl_tracing(void)
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
static AMP__RARE void amp__cl_trace_write(amp__cl_queue *q)
{
    int i;
    if (q->marks == 0) {
        return;
    }
    amp__take(&amp__cl_lock);
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
    amp__give(&amp__cl_lock);
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

#endif /* AMP__IMPLEMENT && AMP_OPENCL */

#endif /* AMP_CL_TRACE_H */
