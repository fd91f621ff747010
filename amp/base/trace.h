/* SPDX-License-Identifier: MIT */
#ifndef AMP_BASE_TRACE_H
#define AMP_BASE_TRACE_H
/*
amp/base/trace.h: AMP_TRACE: when launches, copies and waits began and ended, as a file that
Chrome's and Perfetto's viewers read.

The file is a whole JSON array after each event, since nobody says when a program ends: an event
is written over the array's last bracket, with a new one behind it, in one call. Whatever runs on
the host writes its event when it has ended; OpenCL's times come from the device (amp/cl/trace.h).
*/

#include "clock.h"
#include "fork.h"

#include <unistd.h> /* getpid */

/* The calling thread's number in the trace; 0: it has none yet. */
#define amp__trace_thread AMP__VERSIONED(amp__trace_thread)
AMP__ONE_COPY __thread int amp__trace_thread;

/* Whether events are wanted. A launch asks this each time. */
static AMP__INLINE int amp__tracing(void)
{
    return __atomic_load_n(&amp__process.trace.on, __ATOMIC_RELAXED);
}

/* Opens the file that AMP_TRACE names, once a process. AMP_OK, also where it is not set;
   AMP_INVALID_ARGUMENT, each time, where it cannot be written: a folder, a pipe. The caller has
   called amp__at_fork. */
static AMP__COLD amp_status amp__trace_ready(void)
{
    amp__setting asked = amp__setting_of(AMP__SETTING_TRACE);
    const char *const name = asked.text;
    if (name == NULL) {
        return AMP_OK;
    }
    amp__take(&amp__lock.trace);
    if (amp__process.trace.file == NULL) {
        /* "r+" first, as "w" would wait at a pipe for a reader; and a pipe has no position. The e
           is Linux's: no program that this one starts has the file. */
        FILE *f = fopen(name, "r+e");
        f = f == NULL ? fopen(name, "we") : fseek(f, 0, SEEK_SET) == 0 ? freopen(name, "we", f)
            : (fclose(f), (FILE *)NULL);
        if (f == NULL || fputs("[\n]\n", f) < 0 || fflush(f) != 0) {
            asked.bad = 1;
            f = f != NULL ? (fclose(f), (FILE *)NULL) : f;
        }
        amp__process.trace.file = f;
        amp__process.trace.end = 1; /* behind the bracket */
        __atomic_store_n(&amp__process.trace.on, f != NULL, __ATOMIC_RELAXED);
    }
    amp__give(&amp__lock.trace);
    return amp__setting_status(AMP__SETTING_TRACE, &asked);
}

/* Writes that something took from `begin` to `end`, in nanoseconds of amp__nanoseconds.
   name: of a kernel, or what was done; category: launch, copy or wait; device: 0 where the calling
   thread did it, 1 + n for OpenCL device n; more: other members of the event's "args", at most 400
   characters. Where the file takes no more, the trace ends with the event before. */
static AMP__COLD void amp__trace_write(const char *name, const char *category,
                                       unsigned long long begin, unsigned long long end,
                                       int device, const char *more)
{
    const unsigned long long took = end > begin ? end - begin : 0;
    const long process = (long)getpid();
    amp__trace *t = &amp__process.trace;
    char text[1200], track[160];
    int number = 1000 + device, fresh;
    size_t n;
    AMP__HOLD(&amp__lock.trace);
    if (device == 0) {
        fresh = amp__trace_thread == 0;
        amp__trace_thread = number = fresh ? ++t->threads : amp__trace_thread;
    } else {
        fresh = (t->named & 1u << device % 32) == 0;
        t->named |= 1u << device % 32;
    }
    track[0] = '\0';
    if (fresh) {
        AMP__PRINT(track, "{\"pid\":%ld,\"ph\":\"M\",\"name\":\"thread_name\",\"tid\":%d,"
                   "\"args\":{\"name\":\"%s%d\"}},\n", process, number,
                   device == 0 ? "host thread " : "opencl:", device == 0 ? number : device - 1);
    }
    n = (size_t)snprintf(text, sizeof(text), "%s\n%s{\"pid\":%ld,\"ph\":\"X\",\"name\":\"%.200s\","
                         "\"cat\":\"%s\",\"ts\":%llu.%03u,\"dur\":%llu.%03u,\"tid\":%d,"
                         "\"args\":{%.400s}}\n]\n", t->end == 1 ? "" : ",", track, process, name,
                         category, begin / 1000, (unsigned)(begin % 1000), took / 1000,
                         (unsigned)(took % 1000), number, more);
    AMP__ASSERT(n < sizeof(text));
    (void)fseek(t->file, t->end, SEEK_SET);
    if (fwrite(text, 1, n, t->file) == n && fflush(t->file) == 0) {
        t->end += (long)n - 3; /* the last bracket, which the next event is written over */
    } else {
        __atomic_store_n(&t->on, 0, __ATOMIC_RELAXED);
        memset(text, '\n', n);
        text[1] = ']';
        (void)fseek(t->file, t->end, SEEK_SET);
        (void)fwrite(text, 1, n, t->file);
        (void)fflush(t->file);
    }
}

#endif /* AMP_BASE_TRACE_H */
