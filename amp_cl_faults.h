/* SPDX-License-Identifier: MIT */
#ifndef AMP_CL_FAULTS_H
#define AMP_CL_FAULTS_H
/*
amp_cl_faults.h: what a kernel reports from an OpenCL device: amp_errorf,
amp_abort, and in a build with AMP_CHECK an index outside its view.

  1 prelude   the device's side, in OpenCL C
  2 helpers   which functions of a region report something
  3 report    the sentence that the host makes of it

A program in which nothing reports has nothing of this. In one that does, each
kernel has one more argument, a buffer: the first report since the host last
looked goes there, with texts and numbers, and the host's next wait for the
queue makes AMP_KERNEL_FAULT of it. OpenCL 1.2 has no variables that a function
could find by itself, so a helper that reports is handed amp__fault, unseen:
its name becomes a macro that adds the argument. What the reader of the region
does not see as a function, because a macro makes it, finds an amp__fault at
file scope that leads nowhere: there an index outside is printed and not
reported, and amp_errorf does not compile.

An access outside its view goes to spare room behind the report, or where the
element is larger than that, to the view's first element.
Include amp.h, which includes this file.
*/

#ifndef AMP_H
#undef AMP_CL_FAULTS_H /* amp.h includes this file */
#include "amp.h"
#else

#include "amp_cl_text.h"

/* ==== 1 prelude ========================================================== */

enum { AMP__CL_SPARE = 2048, AMP__CL_FAULT_BYTES = 16384 }; /* as in the text below */

static inline const char *const *amp__cl_fault_prelude(void)
{
    static const char *const text[] = {
    "#line 1 \"amp faults\"\n"
    "typedef struct {\n"
    "    int kind, line, rank, tiled;\n"
    "    int extent[3], thread[3], tile[3], inner[3];\n"
    "    long index[3];\n"
    "    int given, pooled;\n"
    "    long value[12];\n"
    "    char how[16], name[64], array[64], file[256], text[384], pool[256];\n"
    "} amp__report;\n"
    "typedef struct {\n"
    "    volatile __global amp__report *to;\n"
    "    __constant const char *name;\n"
    "    int rank, tiled, thread[3];\n"
    "} amp__here;\n"
    "__constant amp__here amp__fault = { 0 };\n"
    "AMP__F amp__here amp__here_of(volatile __global amp__report *to, __constant const char *name, "
        "int rank, int tiled, int a, int b, int c)\n"
    "{ const amp__here h = { to, name, rank, tiled, { a, b, c } }; return h; }\n"
    "#define AMP__FAULT_K , volatile __global amp__report *amp__to\n"
    "#define AMP__FAULT_P , amp__here amp__fault\n"
    "#define AMP__FAULT_A(name, rank) , amp__here_of(amp__to, #name, rank, 0, amp__p[0], "
        "amp__p[1], amp__p[2])\n"
    "#define AMP__FAULT_T(name, rank) const amp__here amp__fault = amp__here_of(amp__to, #name, "
        "rank, 1, tidx.global[0], tidx.global[1], tidx.global[2]);\n"
    "AMP__F void amp__copy_text(volatile __global char *to, __constant const char *from, "
        "int room)\n"
    "{\n"
    "    int i = 0;\n"
    "    for (; i < room - 1 && from[i] != 0; i++) { to[i] = from[i]; }\n"
    "    to[i] = 0;\n"
    "}\n"
    "AMP__F int amp__first(amp__here h, int kind, __constant const char *file, int line)\n"
    "{\n"
    "    volatile __global amp__report *r = h.to;\n"
    "    if (r == 0 || atomic_cmpxchg(&r->kind, 0, kind) != 0) { return 0; }\n"
    "    r->line = line;\n"
    "    r->rank = h.rank;\n"
    "    r->tiled = h.tiled;\n"
    "    r->given = r->pooled = 0;\n"
    "    for (int k = 0; k < 3; k++) {\n"
    "        r->thread[k] = h.thread[k];\n"
    "        r->tile[k] = k < h.rank ? (int)get_group_id(h.rank - 1 - k) : 0;\n"
    "        r->inner[k] = k < h.rank ? (int)get_local_id(h.rank - 1 - k) : 0;\n"
    "    }\n"
    "    amp__copy_text(r->name, h.name, 64);\n"
    "    amp__copy_text(r->file, file, 256);\n"
    "    return 1;\n"
    "}\n",

    /* amp_errorf keeps its format and its arguments; the host puts them together. */
    "AMP__F amp__here amp__passed(const amp__here *h) { return *h; }\n"
    "AMP__F int amp__complain(amp__here h, __constant const char *file, int line, "
        "__constant const char *format)\n"
    "{\n"
    "    if (!amp__first(h, 1, file, line)) { return 0; }\n"
    "    amp__copy_text(h.to->text, format, 384);\n"
    "    return 1;\n"
    "}\n"
    "AMP__F void amp__keep(amp__here h, char how, long v)\n"
    "{\n"
    "    const int n = h.to->given;\n"
    "    if (n < 12) { h.to->how[n] = how; h.to->value[n] = v; h.to->given = n + 1; }\n"
    "}\n"
    "AMP__FN void amp__give(amp__here h, int v) { amp__keep(h, 'i', v); }\n"
    "AMP__FN void amp__give(amp__here h, long v) { amp__keep(h, 'i', v); }\n"
    "AMP__FN void amp__give(amp__here h, uint v) { amp__keep(h, 'u', v); }\n"
    "AMP__FN void amp__give(amp__here h, ulong v) { amp__keep(h, 'u', v); }\n"
    "AMP__FN void amp__give(amp__here h, float v) { amp__keep(h, 'f', as_int(v)); }\n"
    "#if AMP__DOUBLES\n"
    "AMP__FN void amp__give(amp__here h, double v) { amp__keep(h, 'd', as_long(v)); }\n"
    "#endif\n"
    "AMP__FN void amp__give(amp__here h, __constant const char *v)\n"
    "{\n"
    "    const int at = h.to->pooled;\n"
    "    int n = 0;\n"
    "    while (v[n] != 0 && at + n < 255) { n++; }\n"
    "    amp__copy_text(h.to->pool + at, v, n + 1);\n"
    "    amp__keep(h, 's', at);\n"
    "    h.to->pooled = at + n < 255 ? at + n + 1 : 255;\n"
    "}\n"
    "#define AMP__GIVE(v) , amp__give(amp__fault, v)\n"
    "#define amp_errorf(...) (amp__complain(amp__passed(&amp__fault), __FILE__, __LINE__, "
        "AMP__FIRST(__VA_ARGS__)) ? (void)(0 AMP__EACH(AMP__GIVE, __VA_ARGS__)) : (void)0)\n"
    "#define amp_abort() ((void)amp__first(amp__passed(&amp__fault), 2, __FILE__, __LINE__))\n"
    "#if AMP__ABORTS\n"
    "#define amp__phase_abort() (amp_abort(), (void)(amp__dead = 1))\n"
    "#undef AMP__FAULT_T\n"
    "#define AMP__FAULT_T(name, rank) const amp__here amp__fault = amp__here_of(amp__to, #name, "
        "rank, 1, tidx.global[0], tidx.global[1], tidx.global[2]); int amp__dead = 0;\n"
    "#undef AMP__ALIVE\n"
    "#define AMP__ALIVE if (!amp__dead)\n"
    "#endif\n",

    "#if AMP__CHECKS\n"
    "AMP__F int amp__outside(amp__here h, __constant const char *name, "
        "__constant const char *file, int line, int rank, int a, int b, int c, long i, long j, "
        "long k)\n"
    "{\n"
    "    if (i >= 0 && i < a && j >= 0 && j < b && k >= 0 && k < c) { return 0; }\n"
    "    if (h.to == 0) {\n"
    "        printf(\"%s:%d: an index is outside %s; the launch does not report it, since a macro "
        "makes this helper\\n\", file, line, name);\n"
    "    } else if (amp__first(h, 3, file, line)) {\n"
    "        h.to->given = rank;\n"
    "        h.to->index[0] = i; h.to->index[1] = j; h.to->index[2] = k;\n"
    "        h.to->extent[0] = a; h.to->extent[1] = b; h.to->extent[2] = c;\n"
    "        amp__copy_text(h.to->array, name, 64);\n"
    "    }\n"
    "    return 1;\n"
    "}\n"
    "#define AMP__CELL_P(S) amp__here h, S const void *p, long size, __constant const char *name, "
        "__constant const char *file, int line\n"
    "#define AMP__CELL(S, outside) \\\n"
    "    AMP__FN S void *amp__cell(AMP__CELL_P(S), amp_shape1 s, long i) \\\n"
    "    { return amp__outside(h, name, file, line, 1, s.extent[0], 1, 1, i, 0, 0) ? outside \\\n"
    "        : (S void *)((S char *)p + i * size); } \\\n"
    "    AMP__FN S void *amp__cell(AMP__CELL_P(S), amp_shape2 s, long i, long j) \\\n"
    "    { return amp__outside(h, name, file, line, 2, s.extent[0], s.extent[1], 1, i, j, 0) \\\n"
    "        ? outside : (S void *)((S char *)p + (i * s.stride[0] + j) * size); } \\\n"
    "    AMP__FN S void *amp__cell(AMP__CELL_P(S), amp_shape3 s, long i, long j, long k) \\\n"
    "    { return amp__outside(h, name, file, line, 3, s.extent[0], s.extent[1], s.extent[2], i, "
        "j, k) ? outside \\\n"
    "        : (S void *)((S char *)p + (i * s.stride[0] + j * s.stride[1] + k) * size); } \\\n"
    "    AMP__FN S void *amp__cell_at(AMP__CELL_P(S), amp_shape1 s, const int *i) \\\n"
    "    { return amp__cell(h, p, size, name, file, line, s, (long)i[0]); } \\\n"
    "    AMP__FN S void *amp__cell_at(AMP__CELL_P(S), amp_shape2 s, const int *i) \\\n"
    "    { return amp__cell(h, p, size, name, file, line, s, (long)i[0], (long)i[1]); } \\\n"
    "    AMP__FN S void *amp__cell_at(AMP__CELL_P(S), amp_shape3 s, const int *i) \\\n"
    "    { return amp__cell(h, p, size, name, file, line, s, (long)i[0], (long)i[1], "
        "(long)i[2]); }\n"
    "AMP__CELL(__global, (h.to != 0 && size <= 14336 ? (__global void *)((__global char *)h.to + "
        "2048) : (__global void *)p))\n"
    "AMP__CELL(__local, (__local void *)p)\n"
    "AMP__CELL(__private, (__private void *)p)\n"
    "#undef amp_at\n"
    "#define amp_at(view, ...) AMP__CHECKED(#view, view, __VA_ARGS__)\n"
    "#define AMP__CHECKED(name, view, ...) (*(__typeof__(&(view)[0]))amp__cell(amp__fault, "
        "&(view)[0], sizeof(*(view)), name, __FILE__, __LINE__, view##_shape, __VA_ARGS__))\n"
    "#undef amp_at_index\n"
    "#define amp_at_index(view, idx) AMP__CHECKED_AT(#view, view, idx)\n"
    "#define AMP__CHECKED_AT(name, view, idx) (*(__typeof__(&(view)[0]))amp__cell_at(amp__fault, "
        "&(view)[0], sizeof(*(view)), name, __FILE__, __LINE__, view##_shape, idx))\n"
    "#endif\n",
    NULL
    };
    return text;
}

/* ==== 2 helpers ========================================================== */

/* A function or a macro of a region, and what is in its text. */
typedef struct amp__cl_helper {
    const char *name, *body, *body_end;
    size_t size;
    int function; /* not a macro */
    int empty;    /* no parameters */
    int reports;  /* is handed amp__fault */
    int waits;    /* has a barrier */
} amp__cl_helper;

typedef struct amp__cl_helpers {
    amp__cl_helper *at;
    int count, room, failed;
    int checks, short_names; /* amp_at reports; `at` is amp_at */
} amp__cl_helpers;

static inline amp__cl_helper *amp__cl_helper_of(const amp__cl_helpers *h, const char *p, size_t n)
{
    int i;
    for (i = 0; i < h->count; i++) {
        if (h->at[i].size == n && memcmp(h->at[i].name, p, n) == 0) {
            return &h->at[i];
        }
    }
    return NULL;
}

static inline void amp__cl_helper_add(amp__cl_helpers *h, const amp__cl_helper *new_one)
{
    if (h->count == h->room) {
        const int room = h->room * 2 + 32;
        amp__cl_helper *at = (amp__cl_helper *)realloc(h->at, sizeof(*at) * (size_t)room);
        if (at == NULL) {
            h->failed = 1;
            return;
        }
        h->at = at;
        h->room = room;
    }
    h->at[h->count++] = *new_one;
}

/* Whether the word reports, or is a barrier, by itself. */
static inline int amp__cl_reports(const amp__cl_helpers *h, const char *p, size_t n)
{
    return amp__word_is(p, n, "amp_errorf") || amp__word_is(p, n, "amp_abort")
        || (h->checks && (amp__word_is(p, n, "amp_at") || amp__word_is(p, n, "amp_at_index")
                          || (h->short_names
                              && (amp__word_is(p, n, "at") || amp__word_is(p, n, "at_index")))));
}
static inline int amp__cl_waits(const amp__cl_helpers *h, const char *p, size_t n)
{
    static const char wait[] = "tile_barrier_wait";
    const size_t from = n > 4 && memcmp(p, "amp_", 4) == 0 ? 4 : 0;
    const amp__cl_helper *f;
    if (n - from >= sizeof(wait) - 1 && memcmp(p + from, wait, sizeof(wait) - 1) == 0) {
        return 1;
    }
    f = amp__cl_helper_of(h, p, n);
    return amp__word_is(p, n, "barrier") || (f != NULL && f->waits);
}

/* Whether [p, end) holds a barrier. */
static inline int amp__cl_waits_in(const amp__cl_helpers *h, const char *p, const char *end)
{
    size_t n;
    for (; p < end; p += n) {
        n = amp__token(p, end);
        if (amp__is_name(p[0]) && amp__cl_waits(h, p, n)) {
            return 1;
        }
    }
    return 0;
}

/* The end of a # line at p, or of a block or parenthesis that begins there. */
static inline const char *amp__cl_end(const char *p, const char *end)
{
    const char open = p[0], close = open == '(' ? ')' : '}';
    int depth = 0;
    if (open == '#') {
        for (; p < end && p[0] != '\n'; p += amp__token(p, end)) {
            if (p[0] == '\\' && p + 1 < end) { /* the line goes on */
                p += p[1] == '\r' && p + 2 < end ? 2 : 1;
            }
        }
        return p;
    }
    for (; p < end; p += amp__token(p, end)) {
        depth += p[0] == open ? 1 : p[0] == close ? -1 : 0;
        if (depth == 0) {
            return p;
        }
    }
    return end;
}

/* Notes the functions and macros of a region's text, up to AMP_DEVICE_END. */
static inline void amp__cl_helpers_read(amp__cl_helpers *h, const char *p, const char *end)
{
    const char *word = NULL; /* the last word at file scope */
    size_t size = 0;
    int fresh = 1;
    while (p < end && !h->failed) {
        const size_t n = amp__token(p, end);
        amp__cl_helper f;
        memset(&f, 0, sizeof(f));
        if (p[0] == '\n') {
            fresh = 1;
        } else if (p[0] == '#' && fresh) {
            const char *q = amp__skip_space(p + 1, end);
            f.body_end = amp__cl_end(p, end);
            if (amp__word_is(q, amp__token(q, end), "define")) {
                f.name = amp__skip_space(q + 6, end);
                f.size = amp__token(f.name, end);
                f.body = f.name + f.size;
                amp__cl_helper_add(h, &f);
            }
            p = f.body_end;
            continue;
        } else if (!amp__is_space(p)) {
            fresh = 0;
        }
        if (amp__word_is(p, n, "AMP_DEVICE_END")) {
            return;
        }
        if (amp__is_name(p[0])) {
            word = p;
            size = n;
        } else if (p[0] == '(' && word != NULL) {
            const char *last = amp__cl_end(p, end), *inner = amp__skip_space(p + 1, end);
            const char *q = last < end ? amp__skip_space(last + 1, end) : end;
            if (q < end && q[0] == '{') { /* also a kernel's head, whose word is none to call */
                f.name = word;
                f.size = size;
                f.function = 1;
                f.empty = inner == last
                    || (amp__word_is(inner, amp__token(inner, end), "void")
                        && amp__skip_space(inner + 4, end) == last);
                f.body = q;
                f.body_end = amp__cl_end(q, end);
                if (!amp__word_is(word, size, "AMP_KERNEL")
                    && !amp__word_is(word, size, "AMP_TILED_KERNEL")
                    && !amp__word_is(word, size, "AMP_PHASED_KERNEL")) {
                    amp__cl_helper_add(h, &f);
                }
                p = f.body_end;
            } else {
                p = last;
            }
            word = NULL;
            p += p < end ? 1 : 0;
            continue;
        } else if (p[0] == '{') {
            p = amp__cl_end(p, end);
            p += p < end ? 1 : 0;
            continue;
        }
        p += n;
    }
}

/* What calls what: who calls one that reports, reports. */
static inline void amp__cl_helpers_judge(amp__cl_helpers *h)
{
    int i, more;
    do {
        more = 0;
        for (i = 0; i < h->count; i++) {
            amp__cl_helper *f = &h->at[i];
            const char *p = f->body;
            size_t n;
            for (; p < f->body_end && !(f->reports && f->waits); p += n) {
                const amp__cl_helper *called;
                n = amp__token(p, f->body_end);
                if (!amp__is_name(p[0])) {
                    continue;
                }
                called = amp__cl_helper_of(h, p, n);
                if (!f->reports && (amp__cl_reports(h, p, n)
                                    || (called != NULL && called->reports))) {
                    f->reports = more = 1;
                }
                if (!f->waits && amp__cl_waits(h, p, n)) {
                    f->waits = more = 1;
                }
            }
        }
    } while (more);
}

/* Puts `name` as the prelude's renames have it: text holds their #define lines. */
static inline int amp__cl_put_renamed(amp__text_buffer *b, const char *text, const char *name,
                                      size_t n)
{
    const char *p = text;
    while ((p = strstr(p, "#define ")) != NULL) {
        p += 8;
        if (strncmp(p, name, n) == 0 && p[n] == ' ') {
            amp__put(b, p + n + 1, strcspn(p + n + 1, "\n "));
            return 1;
        }
    }
    return 0;
}

/* ==== 3 report =========================================================== */

typedef struct amp__cl_report {
    int kind, line, rank, tiled;
    int extent[3], thread[3], tile[3], inner[3];
    long long index[3];
    int given, pooled;
    long long value[12];
    char how[16], name[64], array[64], file[256], text[384], pool[256];
} amp__cl_report;

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
    if (r->kind == 1) {
        amp__cl_format(what, sizeof(what), r);
    } else if (r->kind == 2) {
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

#endif /* AMP_H */
#endif /* AMP_CL_FAULTS_H */
