/* SPDX-License-Identifier: MIT */
#ifndef AMP_CL_FAULTS_CL_H
#define AMP_CL_FAULTS_CL_H
/*
amp/cl/faults.cl.h: how a kernel reports from a device, in OpenCL C: amp_errorf,
amp_abort, and in a build with AMP_CHECK an index outside its view; and on a device
that ends long loops by itself, that it did.

A program in which nothing reports has nothing of this. In one that does, each
kernel has one more argument, a buffer (amp__cl_report of amp/cl/layout.h): the first
report since the host last looked goes there, with texts and numbers, and the host's
next wait for the queue makes AMP_KERNEL_FAULT of it (amp/cl/report.h).

An access outside its view goes to spare room behind the report, or where the
element is larger than that, to the view's first element.
*/

#include "layout.h"

AMP__DEVICE_TEXT_BEGIN(amp__cl_text_of_faults)
#ifdef __OPENCL_VERSION__

/* Who reports: the report buffer, the kernel's name, the thread. Handed to each function that
   may report; `to` is NULL in one that it was not handed to. */
typedef struct {
    volatile __global amp__cl_report *to;
    __constant const char *name;
    int rank, tiled, thread[3];
} amp__here;

/* The default, not connected to a report buffer: a function that was not handed its own finds
   this one (amp/cl/regions.h). */
__constant amp__here amp__fault = { 0 };
static inline amp__here amp__here_of(volatile __global amp__cl_report *to,
                                     __constant const char *name, int rank, int tiled,
                                     int a, int b, int c)
{
    const amp__here h = { to, name, rank, tiled, { a, b, c } };
    return h;
}

/* What a kernel has more where something reports: K, its last parameter; P, the last parameter
   of a simple kernel's body; A, the argument for P; T, the variable that a kernel with tiles has
   in place of P. */
#define AMP__FAULT_K , volatile __global amp__cl_report *amp__to
#define AMP__FAULT_P , amp__here amp__fault
#define AMP__FAULT_A(name, rank) \
    , amp__here_of(amp__to, #name, (rank) > 3 ? 3 : (rank), 0, amp__p[0], amp__p[1], amp__p[2])
#define AMP__FAULT_T(name, rank) \
    const amp__here amp__fault = amp__here_of(amp__to, #name, rank, 1, tidx.global[0], \
                                              tidx.global[1], tidx.global[2]); AMP__DEAD \
    AMP__TURNS_AT_END(name)

/* Copies a text to to[0..room), cut off where it is longer, with its 0. */
static inline void amp__copy_text(volatile __global char *to, __constant const char *from, int room)
{
    int i = 0;
    for (; i < room - 1 && from[i] != 0; i++) {
        to[i] = from[i];
    }
    to[i] = 0;
}

/* Claims the report buffer. Returns 1 where no report was in it: then it holds who reports and
   from which line, and the caller adds what. */
static inline int amp__first(amp__here h, int kind, __constant const char *file, int line)
{
    volatile __global amp__cl_report *r = h.to;
    if (r == 0 || atomic_cmpxchg(&r->kind, 0, kind) != 0) {
        return 0;
    }
    r->line = line;
    r->rank = h.rank;
    r->tiled = h.tiled;
    r->given = r->strings_used = 0;
    for (int k = 0; k < 3; k++) {
        r->thread[k] = h.thread[k];
        r->tile[k] = k < h.rank ? (int)get_group_id(h.rank - 1 - k) : 0;
        r->inner[k] = k < h.rank ? (int)get_local_id(h.rank - 1 - k) : 0;
    }
    amp__copy_text(r->name, h.name, sizeof(r->name));
    amp__copy_text(r->file, file, sizeof(r->file));
    return 1;
}

#if AMP__SHORT_LOOPS
/* Mesa's llvmpipe ends all loops after 65535 turns (docs/compiler-faults.md). So a loop of two
   turns at a kernel's end shows whether that happened. It counts by what it reads (`kind` is never
   below 0), twice: a compiler that knew the count would leave the loop out, or what follows from
   its end. The report is written without a loop. */
typedef struct {
    volatile __global amp__cl_report *to;
    __constant const char *name;
    int size; /* bytes of name, with its 0 */
} amp__end;
#define AMP__LETTER(i) if ((i) < e->size) { e->to->name[i] = e->name[i]; }
#define AMP__LETTERS(i) AMP__LETTER(i) AMP__LETTER(i + 1) AMP__LETTER(i + 2) AMP__LETTER(i + 3) \
    AMP__LETTER(i + 4) AMP__LETTER(i + 5) AMP__LETTER(i + 6) AMP__LETTER(i + 7)
static inline void amp__turns(const amp__end *e)
{
    int turns = 0, seen = 0;
    while (turns < 2) {
        turns += e->to->kind >= 0 ? 1 : 2;
        seen += e->to->kind >= 0 ? 1 : 2;
    }
    if (seen < 2 && atomic_cmpxchg(&e->to->kind, 0, AMP__CL_TURNS) == 0) {
        AMP__LETTERS(0) AMP__LETTERS(8) AMP__LETTERS(16) AMP__LETTERS(24)
        AMP__LETTERS(32) AMP__LETTERS(40) AMP__LETTERS(48) AMP__LETTERS(56)
        e->to->name[63] = 0;
    }
}
/* At the end of a simple kernel; and for one with tiles, which may return anywhere: a
   variable, which amp/cl/regions.h has asked at each end. */
#define AMP__TURNS(name) \
    { const amp__end amp__e_ = { amp__to, #name, sizeof(#name) }; amp__turns(&amp__e_); }
#define AMP__TURNS_AT_END(name) const amp__end amp__e_ = { amp__to, #name, sizeof(#name) };
#define AMP__LEAVE_KERNEL amp__turns(&amp__e_);
#define AMP__RETURN return amp__turns(&amp__e_)
#else
#define AMP__TURNS(name)
#define AMP__TURNS_AT_END(name)
#define AMP__LEAVE_KERNEL
#define AMP__RETURN return
#endif

/* amp_errorf keeps its format and its arguments; the host puts them together. The amp__fault
   at file scope is __constant: amp_errorf does not compile where it finds only that. */
static inline amp__here amp__passed(const amp__here *h) { return *h; }

/* Begins a report of amp_errorf; 1 where it is the first: then its arguments are to be given. */
static inline int amp__complain(amp__here h, __constant const char *file, int line,
                         __constant const char *format)
{
    if (!amp__first(h, AMP__CL_ERRORF, file, line)) {
        return 0;
    }
    amp__copy_text(h.to->text, format, sizeof(h.to->text));
    return 1;
}

/* Adds a value to the report: v, of which `how` says what it is (amp__cl_report). What is
   too many is left out. amp__add_argument does it for an argument of any type. */
static inline void amp__add_value(amp__here h, char how, long v)
{
    const int n = h.to->given;
    if (n < (int)(sizeof(h.to->value) / sizeof(h.to->value[0]))) {
        h.to->how[n] = how;
        h.to->value[n] = v;
        h.to->given = n + 1;
    }
}
AMP__OVERLOADED void amp__add_argument(amp__here h, int v) { amp__add_value(h, 'i', v); }
AMP__OVERLOADED void amp__add_argument(amp__here h, long v) { amp__add_value(h, 'i', v); }
AMP__OVERLOADED void amp__add_argument(amp__here h, uint v) { amp__add_value(h, 'u', v); }
AMP__OVERLOADED void amp__add_argument(amp__here h, ulong v) { amp__add_value(h, 'u', v); }
AMP__OVERLOADED void amp__add_argument(amp__here h, float v) { amp__add_value(h, 'f', as_int(v)); }
#if AMP__DOUBLES
AMP__OVERLOADED void amp__add_argument(amp__here h, double v)
{ amp__add_value(h, 'd', as_long(v)); }
#endif
AMP__OVERLOADED void amp__add_argument(amp__here h, __constant const char *v)
{
    const int at = h.to->strings_used, last = sizeof(h.to->strings) - 1;
    int n = 0;
    while (v[n] != 0 && at + n < last) {
        n++;
    }
    amp__copy_text(h.to->strings + at, v, n + 1);
    amp__add_value(h, 's', at);
    h.to->strings_used = at + n < last ? at + n + 1 : last;
}
#define AMP__ADD_ARGUMENT(i, v) , amp__add_argument(amp__fault, v)
#define AMP__ERRORF(...) \
    (amp__complain(amp__passed(&amp__fault), __FILE__, __LINE__, AMP__FIRST(__VA_ARGS__)) \
     ? (void)(0 AMP__EACH(AMP__ADD_ARGUMENT, __VA_ARGS__)) : (void)0)
#define AMP__ABORT() \
    ((void)amp__first(amp__passed(&amp__fault), AMP__CL_ABORT, __FILE__, __LINE__))
#if AMP__ABORTS
/* amp_abort in a phased kernel: a thread that called it runs no later phase. */
#define AMP__DEAD int amp__dead = 0;
#define amp__phase_abort() (amp_abort(), (void)(amp__dead = 1))
#else
#define AMP__DEAD
#endif

#if AMP__CHECKS
/* Whether [i, j, k] is outside a view of extent a x b x c; reports it where it is. Without
   signs: on Mesa's llvmpipe 22.3 a long of -1 is >= 0. */
static inline int amp__outside(amp__here h, __constant const char *name,
                               __constant const char *file, int line, int rank,
                               int a, int b, int c, long i, long j, long k)
{
    if ((ulong)i < (ulong)a && (ulong)j < (ulong)b && (ulong)k < (ulong)c) {
        return 0;
    }
    if (h.to == 0) {
#if AMP__STRINGS
        printf("%s:%d: an index is outside %s; the launch does not report it, since a macro makes "
               "this helper\n", file, line, name);
#else
        printf("line %d: an index is outside its view; the launch does not report it, since a "
               "macro makes this helper\n", line);
#endif
    } else if (amp__first(h, AMP__CL_OUTSIDE, file, line)) {
        h.to->given = rank;
        h.to->index[0] = i;
        h.to->index[1] = j;
        h.to->index[2] = k;
        h.to->extent[0] = a;
        h.to->extent[1] = b;
        h.to->extent[2] = c;
        amp__copy_text(h.to->array, name, sizeof(h.to->array));
    }
    return 1;
}
/* The address of an element of a view, or of spare room where its index is outside. A macro,
   because OpenCL C 1.2 has no templates, and a pointer's type names its memory S: the functions
   exist once for each memory and rank. */
#define AMP__CELL_P(S) amp__here h, S const void *p, long size, __constant const char *name, \
                       __constant const char *file, int line
#define AMP__CELL(S, outside) \
    AMP__OVERLOADED S void *amp__cell(AMP__CELL_P(S), amp_shape1 s, long i) \
    { return amp__outside(h, name, file, line, 1, s.extent[0], 1, 1, i, 0, 0) \
        ? outside : (S void *)((S char *)p + i * size); } \
    AMP__OVERLOADED S void *amp__cell(AMP__CELL_P(S), amp_shape2 s, long i, long j) \
    { return amp__outside(h, name, file, line, 2, s.extent[0], s.extent[1], 1, i, j, 0) \
        ? outside : (S void *)((S char *)p + (i * s.stride[0] + j) * size); } \
    AMP__OVERLOADED S void *amp__cell(AMP__CELL_P(S), amp_shape3 s, long i, long j, long k) \
    { return amp__outside(h, name, file, line, 3, s.extent[0], s.extent[1], s.extent[2], i, j, k) \
        ? outside : (S void *)((S char *)p + (i * s.stride[0] + j * s.stride[1] + k) * size); } \
    AMP__OVERLOADED S void *amp__cell_at(AMP__CELL_P(S), amp_shape1 s, const int *i) \
    { return amp__cell(h, p, size, name, file, line, s, (long)i[0]); } \
    AMP__OVERLOADED S void *amp__cell_at(AMP__CELL_P(S), amp_shape2 s, const int *i) \
    { return amp__cell(h, p, size, name, file, line, s, (long)i[0], (long)i[1]); } \
    AMP__OVERLOADED S void *amp__cell_at(AMP__CELL_P(S), amp_shape3 s, const int *i) \
    { return amp__cell(h, p, size, name, file, line, s, (long)i[0], (long)i[1], (long)i[2]); }
AMP__CELL(__global, (h.to != 0 && size <= AMP__CL_FAULT_BYTES - AMP__CL_REPORT_BYTES
                     ? (__global void *)((__global char *)h.to + AMP__CL_REPORT_BYTES)
                     : (__global void *)p))
AMP__CELL(__local, (__local void *)p)
AMP__CELL(__private, (__private void *)p)
AMP__CELL(__constant, (__constant void *)p)
#if AMP_MAX_RANK > 3 /* not looked at */
#define AMP__CELL_FAR_IN(S, r) \
    AMP__OVERLOADED S void *amp__cell(AMP__CELL_P(S), amp_shape##r s, AMP__FAR_INDICES_##r(long)) \
    { return (S void *)((S char *)p + amp__offset##r(s, AMP__FAR_INDICES_##r()) * size); } \
    AMP__OVERLOADED S void *amp__cell_at(AMP__CELL_P(S), amp_shape##r s, const int *i) \
    { return (S void *)((S char *)p + amp__offset_far(r, s.stride, i) * size); }
#define AMP__CELL_FAR(r) \
    AMP__CELL_FAR_IN(__global, r) AMP__CELL_FAR_IN(__local, r) \
    AMP__CELL_FAR_IN(__private, r) AMP__CELL_FAR_IN(__constant, r)
AMP__EACH_FAR(AMP__CELL_FAR)
#endif
#define AMP__ELEMENT_AT(view, ...) \
    (*(__typeof__(&(view)[0]))amp__cell(amp__fault, &(view)[0], sizeof(*(view)), #view, __FILE__, \
                                        __LINE__, view##_shape, __VA_ARGS__))
#define AMP__ELEMENT_INDEX(view, idx) \
    (*(__typeof__(&(view)[0]))amp__cell_at(amp__fault, &(view)[0], sizeof(*(view)), #view, \
                                           __FILE__, __LINE__, view##_shape, idx))
#define AMP__RACY(lvalue) (lvalue)
#endif

#endif
AMP__DEVICE_TEXT_END

#endif /* AMP_CL_FAULTS_CL_H */
