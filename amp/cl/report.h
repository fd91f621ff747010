/* SPDX-License-Identifier: MIT */
#ifndef AMP_CL_REPORT_H
#define AMP_CL_REPORT_H
/*
amp/cl/report.h: the sentence that the host makes of a kernel's report.

amp_errorf, amp_abort, and in a build with AMP_CHECK an index outside its view, leave a
record in a buffer of the queue (amp/cl/faults.cl.h); the host's next wait for the queue
makes AMP_KERNEL_FAULT of it.
*/

#include "layout.h"

static inline const char *amp__cl_place(char *text, size_t size, int rank, const int *at)
{
    (void)snprintf(text, size, rank == 1 ? "(%d)" : rank == 2 ? "(%d, %d)" : "(%d, %d, %d)",
                   at[0], at[1], at[2]);
    return text;
}

/* One argument of amp_errorf by its place in the format: flags, width and
   precision as they stand, the length as the host's types have it. */
static inline int amp__cl_put_value(char *to, size_t room, const char *form, size_t n, char last,
                                    const amp__cl_report *r, int k)
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
        return snprintf(to, room, spec, r->pool + (r->value[k] & 255));
    }
    if (strchr("fFeEgGaA", last) != NULL && r->how[k] != 's') {
        (void)snprintf(spec + n, sizeof(spec) - n, "%c", last);
        return snprintf(to, room, spec, real);
    }
    return snprintf(to, room, "?");
}

/* The text of amp_errorf. */
static inline void amp__cl_format(char *to, size_t room, const amp__cl_report *r)
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
            const int put = amp__cl_put_value(to + at, room - at, p, n, *last, r, k++);
            at += put < 0 ? 0 : (size_t)put < room - at ? (size_t)put : room - at - 1;
            p = last + 1;
        }
    }
    to[at] = '\0';
}

#ifdef AMP_CHECK
/* An index outside, among what the checker found on the emulator. */
static inline void amp__cl_report_check(const amp__cl_report *r, const char *name, int dimension)
{
    amp__ck_entry *e;
    int d;
    (void)pthread_mutex_lock(&amp__ck_lock);
    e = amp__ck_enter(AMP_CHECK_OUT_OF_BOUNDS, r->array, r->file, r->line, r->file, r->line);
    if (e != NULL && e->count++ == 0) {
        (void)snprintf(e->kernel, sizeof(e->kernel), "%s", name);
        e->simple = !r->tiled;
        e->rank = r->rank;
        e->sides = 1;
        e->kind[0] = e->kind[1] = AMP__CK_EITHER;
        e->index_count = r->given;
        for (d = 0; d < 3; d++) {
            e->thread[0][d] = r->tiled ? r->inner[d] : r->thread[d];
            e->tile[0][d] = r->tile[d];
            e->index[d] = r->index[d] > INT_MAX ? INT_MAX : r->index[d] < INT_MIN ? INT_MIN
                        : (int)r->index[d];
        }
        (void)snprintf(e->message, sizeof(e->message), "index %lld is outside dimension %d, which "
                       "has %d elements", r->index[dimension], dimension, r->extent[dimension]);
        (void)snprintf(e->fix, sizeof(e->fix), "test the index first, or pad the view");
        e->told = 1;
        amp__ck_print(e);
    }
    amp__ck_said.dirty = 1;
    amp__ck_write_file();
    (void)pthread_mutex_unlock(&amp__ck_lock);
}
#else
static inline void amp__cl_report_check(const amp__cl_report *r, const char *name, int dimension)
{
    (void)r;
    (void)name;
    (void)dimension; /* this file is not checked; the one that holds the kernel is */
}
#endif

/* Makes AMP_KERNEL_FAULT and its sentence of a report. */
static inline amp_status amp__cl_report_say(amp__cl_report *r, const char *device)
{
    char where[256], global[64], tile[64], inner[64], index[96], extent[64], what[420];
    const char *name = r->name;
    int d = 0;
    if (strncmp(name, "amp__", 5) == 0 && name[5] != '\0' && name[6] == '_'
        && strchr("uwm", name[5]) != NULL) {
        name += 7; /* a rename of the prelude: not the user's word */
    }
    r->rank = r->rank < 1 ? 1 : r->rank > 3 ? 3 : r->rank;
    (void)amp__cl_place(global, sizeof(global), r->rank, r->thread);
    if (r->tiled) {
        (void)snprintf(where, sizeof(where), "tile %s, thread %s, global thread %s",
                       amp__cl_place(tile, sizeof(tile), r->rank, r->tile),
                       amp__cl_place(inner, sizeof(inner), r->rank, r->inner), global);
    } else {
        (void)snprintf(where, sizeof(where), "thread %s", global);
    }
    if (r->kind == AMP__CL_ERRORF) {
        amp__cl_format(what, sizeof(what), r);
    } else if (r->kind == AMP__CL_ABORT) {
        (void)snprintf(what, sizeof(what), "aborted");
    } else {
        const int rank = r->given = r->given < 1 ? 1 : r->given > 3 ? 3 : r->given;
        while (d < rank - 1 && r->index[d] >= 0 && r->index[d] < r->extent[d]) {
            d++;
        }
        (void)snprintf(index, sizeof(index), rank == 1 ? "(%lld)" : rank == 2 ? "(%lld, %lld)"
                       : "(%lld, %lld, %lld)", r->index[0], r->index[1], r->index[2]);
        (void)snprintf(what, sizeof(what), "index %s is outside %s, whose extent is %s, in "
                       "dimension %d: test the index first, or pad the view", index, r->array,
                       amp__cl_place(extent, sizeof(extent), rank, r->extent), d);
        amp__cl_report_check(r, name, d);
    }
    return amp__fail(AMP_KERNEL_FAULT, "kernel %s, %s, %s:%d: %s (on OpenCL device %s)", name,
                     where, r->file, r->line, what, device);
}

#endif /* AMP_CL_REPORT_H */
