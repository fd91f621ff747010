/* SPDX-License-Identifier: MIT */
#ifndef AMP_CL_TRACE_H
#define AMP_CL_TRACE_H
/*
amp/cl/trace.h: AMP_TRACE: the times of launches and copies.
*/

#include "device.h"

#if AMP__IMPLEMENT && defined(AMP_OPENCL)

#include <unistd.h> /* getpid */

#define AMP__CL_TIMED 64 /* commands of a queue whose times are kept before they are written */

/* A command whose times are wanted. */
typedef struct amp__cl_timed {
    cl_event event;
    char what[64];
    unsigned long long bytes; /* moved; 0 for a launch */
    double host;              /* microseconds, when it was sent */
} amp__cl_timed;

/* The commands of a queue whose times are wanted: `at` is NULL where none are. */
typedef struct amp__cl_trace {
    amp__cl_timed *at;
    int count;
} amp__cl_trace;

/* Whether AMP_TRACE names a file that can be written; asked once. Caller holds amp__cl_lock. */
static AMP__RARE int amp__cl_tracing(void)
{
    AMP__ASSERT(amp__holds(&amp__cl_lock));
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

/* Writes what a queue's commands took; they have all ended. The file is a whole JSON array
   after each command, since nobody says when a program ends. May be called with amp__cl_lock,
   which a launch holds, and without. */
static AMP__RARE void amp__cl_trace_write(amp__cl_trace *t, const amp__cl_device *d)
{
    const int number = (int)(d - amp__cl.device);
    int i;
    if (t->count == 0) {
        return;
    }
    amp__take(&amp__cl_state.trace_lock);
    for (i = 0; i < t->count; i++) {
        amp__cl_timed *m = &t->at[i];
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
                      number, number, m->bytes);
        amp__cl.trace_events++;
    }
    (void)fflush(amp__cl.trace);
    amp__give(&amp__cl_state.trace_lock);
    t->count = 0;
}

/* Keeps a command until its times can be written; retains its event. Returns 1 where there is
   no room for another one: then the caller waits for the queue and calls amp__cl_trace_write. */
static AMP__RARE int amp__cl_trace_add(amp__cl_trace *t, cl_event event, const char *what,
                                       unsigned long long bytes)
{
    amp__cl_timed *m = &t->at[t->count++];
    AMP__ASSERT(t->count <= AMP__CL_TIMED);
    (void)clRetainEvent(event);
    m->event = event;
    m->bytes = bytes;
    m->host = amp__cl_now();
    (void)snprintf(m->what, sizeof(m->what), "%s", what);
    return t->count == AMP__CL_TIMED;
}

#endif /* AMP__IMPLEMENT && AMP_OPENCL */

#endif /* AMP_CL_TRACE_H */
