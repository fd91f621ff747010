/* SPDX-License-Identifier: MIT */
#ifndef AMP_CL_REPORT_H
#define AMP_CL_REPORT_H
/*
amp/cl/report.h: the sentence that the host makes of a kernel's report.

amp_errorf, amp_abort, and in a build with AMP_CHECK an index outside its view, leave a
report in a buffer of the queue (amp/cl/faults.cl.h); the host's next wait for the queue
makes AMP_KERNEL_FAULT of it.
*/

#include "layout.h"
#include "../core/extent.h"
#include "../watch/hooks.h"

/* Writes argument k of amp_errorf to to[0..room), by its conversion in the format: form[0..n)
   are flags, width and precision, which are taken as they stand; `last` is the letter. Lengths
   (l, ll) are left out of the form: the host's own are put in. Returns as snprintf; a
   conversion without an argument is "?". */
static AMP__COLD int amp__cl_format_value(char *to, size_t room, const char *form, size_t n,
                                          char last, const amp__cl_report *r, int k)
{
    char spec[40];
    double real = 0;
    float single;
    int bits;
    if (n > 24 || k >= r->given) {
        return snprintf(to, room, "?");
    }
    memcpy(spec, form, n);
    bits = (int)r->value[k];
    memcpy(&single, &bits, sizeof(single));
    memcpy(&real, &r->value[k], sizeof(real));
    real = r->how[k] == 'f' ? (double)single : r->how[k] == 'd' ? real : (double)r->value[k];
    if (strchr("diuxXoc", last) != NULL && (r->how[k] == 'i' || r->how[k] == 'u')) {
        (void)snprintf(spec + n, sizeof(spec) - n, last == 'c' ? "c" : "ll%c", last);
        return last == 'c' ? snprintf(to, room, spec, (int)r->value[k])
             : strchr("di", last) != NULL ? snprintf(to, room, spec, r->value[k])
             : snprintf(to, room, spec, (unsigned long long)r->value[k]);
    }
    if (last == 's' && r->how[k] == 's') {
        (void)snprintf(spec + n, sizeof(spec) - n, "s");
        return snprintf(to, room, spec, r->strings + (r->value[k] & 255));
    }
    if (strchr("fFeEgGaA", last) != NULL && r->how[k] != 's') {
        (void)snprintf(spec + n, sizeof(spec) - n, "%c", last);
        return snprintf(to, room, spec, real);
    }
    return snprintf(to, room, "?");
}

/* Writes the text of amp_errorf, its format with the arguments put in, to to[0..room). */
static AMP__COLD void amp__cl_format(char *to, size_t room, const amp__cl_report *r)
{
    const char *p = r->text;
    size_t at = 0;
    int k = 0;
    while (*p != '\0' && at + 1 < room) {
        const size_t n = 1 + strspn(p + 1, "-+ #0123456789.");
        const char *last = p + n + strspn(p + n, "hlLqjzt");
        if (*p != '%' || p[1] == '%') {
            p += *p == '%' ? 1 : 0;
            to[at++] = *p++;
        } else if (*last == '\0') {
            break;
        } else {
            const int put = amp__cl_format_value(to + at, room - at, p, n, *last, r, k++);
            at += put < 0 ? 0 : (size_t)put < room - at ? (size_t)put : room - at - 1;
            p = last + 1;
        }
    }
    to[at] = '\0';
}

/* Reports to the kernel checker an index outside, for its report of what was found. */
static AMP__COLD void amp__cl_report_check(const amp__cl_report *r, const char *name,
                                           int dimension)
{
    amp__check_outside_view o = AMP__ZERO;
    int d;
    o.kernel = name;
    o.array = r->array;
    o.file = r->file;
    o.line = r->line;
    o.rank = r->rank;
    o.tiled = r->tiled;
    o.given = r->given;
    o.dimension = dimension;
    o.extent = r->extent[dimension];
    for (d = 0; d < 3; d++) { /* a device looks at the indices of rank 1 to 3 */
        o.index[d] = r->index[d];
        o.tile[d] = r->tile[d];
        o.thread[d] = r->tiled ? r->inner[d] : r->thread[d];
    }
    amp__watch->device_outside(&o);
}

/* Records the sentence of a report; returns AMP_KERNEL_FAULT, or AMP_UNSUPPORTED where the device
   ended the kernel's loops. device: the device's name. */
static AMP__COLD amp_status amp__cl_report_say(amp__cl_report *r, const char *device)
{
    char where[256], global[64], tile[64], inner[64], index[96], extent[64], what[420];
    const char *name = r->name;
    int d = 0;
    if (strncmp(name, "amp__", 5) == 0 && name[5] != '\0' && name[6] == '_'
        && strchr("uwm", name[5]) != NULL) {
        name += 7; /* a rename of the prelude: not the user's word */
    }
    if (r->kind == AMP__CL_TURNS) {
        return amp__fail(AMP_UNSUPPORTED, "kernel %s: OpenCL device %s ends a thread's loops after "
                         "65535 turns of all of them, and what the kernel wrote is wrong: give a "
                         "thread less to do, or use another accelerator", name, device);
    }
    r->rank = r->rank < 1 ? 1 : r->rank > 3 ? 3 : r->rank;
    (void)AMP__INDEX_TEXT(global, r->rank, r->thread);
    if (r->tiled) {
        AMP__PRINT(where, "tile %s, thread %s, global thread %s",
                   AMP__INDEX_TEXT(tile, r->rank, r->tile),
                   AMP__INDEX_TEXT(inner, r->rank, r->inner), global);
    } else {
        AMP__PRINT(where, "thread %s", global);
    }
    if (r->kind == AMP__CL_ERRORF) {
        amp__cl_format(what, sizeof(what), r);
    } else if (r->kind == AMP__CL_ABORT) {
        AMP__PRINT(what, "aborted");
    } else {
        const int rank = r->given = r->given < 1 ? 1 : r->given > 3 ? 3 : r->given;
        while (d < rank - 1 && r->index[d] >= 0 && r->index[d] < r->extent[d]) {
            d++;
        }
        AMP__PRINT(index, rank == 1 ? "(%lld)" : rank == 2 ? "(%lld, %lld)"
                   : "(%lld, %lld, %lld)", r->index[0], r->index[1], r->index[2]);
        AMP__PRINT(what, "index %s is outside %s, whose extent is %s, in "
                   "dimension %d: test the index first, or pad the view", index, r->array,
                   AMP__INDEX_TEXT(extent, rank, r->extent), d);
        if (amp__watch != NULL) {
            amp__cl_report_check(r, name, d);
        }
    }
    return amp__fail(AMP_KERNEL_FAULT, "kernel %s, %s, %s:%d: %s (on OpenCL device %s)", name,
                     where, r->file, r->line, what, device);
}

#endif /* AMP_CL_REPORT_H */
