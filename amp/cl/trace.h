/* SPDX-License-Identifier: MIT */
#ifndef AMP_CL_TRACE_H
#define AMP_CL_TRACE_H
/*
amp/cl/trace.h: the times of launches and copies by a device's clock, for AMP_TRACE and for
amp_event.

A device's clock is not the host's. So a command's times are the host's when it was sent, and what
the device says has gone by since.
*/

#include "device.h"
#include "../base/trace.h"

#define AMP__CL_TIMED 64 /* commands of a queue whose times are kept before they are written */

/* A command whose times are wanted. */
typedef struct amp__cl_timed {
    cl_event event;
    const char *category;     /* launch or copy */
    char what[64], more[200]; /* its name; of its "args" in the file */
    unsigned long long sent;  /* amp__nanoseconds */
} amp__cl_timed;

/* The commands of a queue whose times are wanted: `at` is NULL where none are. */
typedef struct amp__cl_trace {
    amp__cl_timed *at;
    int count;
    unsigned long long sent; /* amp__nanoseconds, before the command that is being sent */
} amp__cl_trace;

/* *begin and *end = when the command of the event, which has ended, ran, by the host's clock: it
   was sent at `sent`. Returns 0 where the device does not say: then both are as they were. */
static AMP__COLD int amp__cl_command_times(cl_event event, unsigned long long sent,
                                           unsigned long long *begin, unsigned long long *end)
{
    cl_ulong queued = 0, start = 0, stop = 0;
    if (clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_QUEUED, sizeof(queued), &queued,
                                NULL) != CL_SUCCESS
        || clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof(start), &start,
                                   NULL) != CL_SUCCESS
        || clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof(stop), &stop,
                                   NULL) != CL_SUCCESS) {
        return 0;
    }
    *begin = sent + (start > queued ? start - queued : 0);
    *end = *begin + (stop > start ? stop - start : 0);
    return 1;
}

/* Writes what a queue's commands took; they have all ended. May be called with amp__cl_lock,
   which a launch holds, and without. */
static AMP__COLD void amp__cl_trace_write(amp__cl_trace *t, const amp__cl_device *d)
{
    const int number = (int)(d - amp__cl.device);
    int i;
    for (i = 0; i < t->count; i++) {
        amp__cl_timed *m = &t->at[i];
        unsigned long long begin = m->sent, end = m->sent;
        (void)amp__cl_command_times(m->event, m->sent, &begin, &end);
        (void)clReleaseEvent(m->event);
        if (amp__tracing()) {
            amp__trace_write(m->what, m->category, begin, end, 1 + number, m->more);
        }
    }
    t->count = 0;
}

/* Keeps a command until its times can be written; retains its event. launch: NULL for a copy, of
   that many bytes. Returns 1 where there is no room for another one: then the caller waits for the
   queue and calls amp__cl_trace_write. */
static AMP__COLD int amp__cl_trace_add(amp__cl_trace *t, const amp__cl_device *d, cl_event event,
                                       const char *what, const amp__launch *launch,
                                       unsigned long long bytes)
{
    amp__cl_timed *m = &t->at[t->count++];
    char extent[64], tile[64];
    AMP__ASSERT(t->count <= AMP__CL_TIMED);
    (void)clRetainEvent(event);
    m->event = event;
    m->category = launch != NULL ? "launch" : "copy";
    m->sent = t->sent;
    AMP__PRINT(m->what, "%s", what);
    if (launch != NULL) {
        AMP__PRINT(m->more, "\"extent\":\"%s\",\"tile\":\"%s\","
                   "\"accelerator\":\"opencl:%d\"",
                   AMP__INDEX_TEXT(extent, launch->rank, launch->extent),
                   AMP__INDEX_TEXT(tile, launch->rank, launch->tile),
                   (int)(d - amp__cl.device));
    } else {
        AMP__PRINT(m->more, "\"bytes\":%llu,\"accelerator\":\"opencl:%d\"",
                   bytes, (int)(d - amp__cl.device));
    }
    return t->count == AMP__CL_TIMED;
}

/* For amp_event_wait: the times of a launch that has ended. */
static AMP__COLD void amp__cl_times_read(amp__times *t)
{
    t->of_device = amp__cl_command_times((cl_event)t->command, t->begin, &t->begin, &t->end);
    t->end = t->of_device ? t->end : amp__nanoseconds();
    (void)clReleaseEvent((cl_event)t->command);
    t->command = NULL;
    t->read = NULL;
}

#endif /* AMP_CL_TRACE_H */
