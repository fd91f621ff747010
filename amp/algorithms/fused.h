/* SPDX-License-Identifier: MIT */
#ifndef AMP_ALGORITHMS_FUSED_H
#define AMP_ALGORITHMS_FUSED_H
/*
amp/algorithms/fused.h: on the emulator, flags that are used while they are in the cache.

  1 passes      a launch that works through chunks, block by block
  2 first       which flag is set first, or last
  3 classes     how many flags have each value; elements moved by them
  4 scans       one pass where the chunks before are known, a second one for the rest
  5 segments    scans by segments; runs of equal keys: lengths, the operator over their values

A definition's kernel writes a flag for each element, and other kernels read the flags: on
a device that is three passes through memory. In host memory a fused pass calls the kernel's loop
entry for a block of a chunk at a time, with the flags in an array on the stack, and uses them at
once. The kernels, and so the results, are the same. amp__fused_at_once says where these run;
elsewhere the callers launch the kernels one by one.
It is more than 800 lines because all passes share the launch and the blocks of flags of section 1.
*/

#include "check.h"

/* What moves elements, or finds them, between two passes: 0, 1, ... */
enum { AMP__FUSED_BLOCK = 1024, AMP__CLASSES = 5 };
/* Bytes of an element, at most, where a block of them is on the stack. */
enum { AMP__FUSED_VALUE = 16 };

struct amp__fused_pass;
typedef void amp__fused_chunk(struct amp__fused_pass *s, const amp__argument *a, const amp__tile *t,
                              int c, int wide);

/* What the chunks of a fused pass share; the caller's, for as long as the launch. */
typedef struct amp__fused_pass {
    const char *name;         /* of the launch, or NULL: the name of flags */
    const amp__kernel *flags; /* a simple kernel; parameter `out` is its view of flags */
    int out, invert;          /* invert: a flag counts as set where it is 0; 2: where it is not */
    int width;                /* 5: without kernel: above 0 at multiples, else flags are a view */
    ptrdiff_t n, per;         /* flags in all, and of a chunk */
    int chunks;
    unsigned char *bytes;     /* the flags, n bytes, or NULL */
    amp__fused_chunk *chunk;
    ptrdiff_t found;          /* 2: of all chunks so far; atomic */
    int last;
    int set;                  /* 2: of amp__fused_find_any_value, how many values */
    int (*find)(const struct amp__fused_pass *s, const amp__argument *a, amp__argument *b,
                ptrdiff_t k,
                int length, int *f, int wide); /* 2: the first of a block's elements, or -1 */
    int classes;              /* 3 */
    int only;                 /* 3: what is moved; 0 all, 1 class 1 alone, 2 class 0 alone */
    size_t size;              /* 3: of an element */
    ptrdiff_t at[AMP__CHUNKS + 1][AMP__CLASSES]; /* 3: counts, then positions */
    const void *value;        /* 3: what is put */
    void *more;               /* 2: a kernel; 4, 5: amp__fused_sums, amp__fused_segments */
} amp__fused_pass;

#if AMP__IMPLEMENT

/* ==== 1 passes =========================================================== */

/* Whether v has host memory that a launch uses where it lies. */
static inline int amp__fused_view(const amp_array_view *v)
{
    return v == NULL || amp__is_empty(v)
        || (v->status == AMP_OK && v->record != NULL && v->record->source == AMP__SOURCE_HOST);
}

/* Whether the calling thread's algorithms on these views, of which any may be NULL, may be fused:
   on the emulator, and not where a form of the kernels or a comparison was asked for. *queue: where
   they run. */
static AMP__COLD int amp__fused_may_run(const amp_array_view *x, const amp_array_view *y,
                                        const amp_array_view *z, amp__queue **queue)
{
    return !AMP__CHECKING && amp__setting_of(AMP__SETTING_ALGORITHM_FORM).text == NULL
        && amp__host.compare == NULL
        && amp__fused_view(x) && amp__fused_view(y) && amp__fused_view(z)
        && amp__queue_of(amp__al_mine.on, queue) == AMP_OK && (*queue)->device->at_once;
}

/* Whether they run fused, and at once: only then may a launch's chunks use what is on the caller's
   stack. */
static AMP__COLD int amp__fused_at_once(const amp_array_view *x, const amp_array_view *y,
                                        const amp_array_view *z)
{
    amp__queue *queue = NULL;
    return amp__fused_may_run(x, y, z, &queue) && !queue->asynchronous;
}

/* The chunk at which a tile is. a: the arguments of amp__fused_run. */
static inline void amp__fused_tile(const amp__argument *a, amp__tile *t, int wide)
{
    const int last = t->launch->kernel->parameter_count - 1;
    amp__fused_pass *const s = *(amp__fused_pass *const *)a[last].data;
    s->chunk(s, a, t, t->index[0], wide);
}
static AMP__NOINLINE void amp__fused_base(const amp__argument *a, amp__tile *t)
{
    amp__fused_tile(a, t, 0);
}
static AMP__NOINLINE void amp__fused_avx2(const amp__argument *a, amp__tile *t)
{
    amp__fused_tile(a, t, 1);
}

/* The function f, an AMP__INLINE one, for any CPU as f_base and for one with AVX2 as f_avx2. Behind
   the parameters stands what both do: the call of f. A macro, since it makes their names. */
#define AMP__FUSED_FORMS(type, f, parameters, ...)                                                 \
    static AMP__NOINLINE AMP__BASE type f##_base parameters { __VA_ARGS__; }                       \
    static AMP__NOINLINE AMP__AVX2 type f##_avx2 parameters { __VA_ARGS__; }

/* Cuts n elements into chunks of `least` or more, for each of which `chunk` is to run. */
static AMP__COLD void amp__fused_cut(amp__fused_pass *s, ptrdiff_t n, int least,
                                     amp__fused_chunk *chunk)
{
    const amp__al_cut cut = amp__al_cut_of(n, least, 0);
    s->n = n;
    s->per = cut.per;
    s->chunks = cut.tiles;
    s->chunk = chunk;
}

/* Runs s->chunk for each chunk. given: what the kernel of flags is given, without the flags;
   written: more of them, which are written. AMP_OK, or what the launch returns. */
static AMP__COLD amp_status amp__fused_run(amp__fused_pass *s, const void *const *given,
                                           const amp_array_view *const *written, int more)
{
    static const amp__type pointer = { "amp__fused_pass *", sizeof(void *), AMP__KIND_OTHER };
    amp__kernel k;
    amp__parameter p[12];
    const void *all[12];
    int i, n = 0;
    AMP__ASSERT(s->flags == NULL || s->flags->parameter_count + more <= 12);
    memset(&k, 0, sizeof(k));
    memset(p, 0, sizeof(p));
    for (i = 0; s->flags != NULL && i < s->flags->parameter_count; i++) {
        if (i != s->out) {
            p[n] = s->flags->parameters[i];
            all[n] = given[n];
            n++;
        }
    }
    for (i = 0; i < more; i++) {
        p[n].name = "view";
        p[n].type = written[i]->type;
        p[n].rank = written[i]->extent.rank;
        p[n].access = written[i]->read_only ? AMP__ACCESS_in : AMP__ACCESS_inout;
        all[n++] = written[i];
    }
    p[n].name = "pass";
    p[n].type = pointer;
    p[n].access = AMP__ACCESS_value;
    all[n++] = &s;
    k.name = s->name != NULL ? s->name : s->flags != NULL ? s->flags->name : "amp__fused_pass";
    k.model = AMP__PHASED;
    k.rank = k.tile[0] = 1;
    k.parameter_count = n;
    k.parameters = p;
    k.thread = k.whole[0] = amp__fused_base;
    k.whole[1] = amp__fused_avx2;
    return amp__launch_tiled(AMP__ON, &k, amp_tile(amp_extent(s->chunks), 1), all);
}

/* The arguments of the kernel of flags, of which the flags are to be set. */
static inline void amp__fused_arguments(const amp__fused_pass *s, const amp__argument *a,
                                        amp__argument *b)
{
    int i;
    for (i = 0; i < s->flags->parameter_count; i++) {
        if (i != s->out) {
            b[i] = a[i < s->out ? i : i - 1];
        }
    }
    memset(&b[s->out], 0, sizeof(*b));
    b[s->out].extent[0] = (int)s->n;
    b[s->out].stride[0] = 1;
}

/* f[0] to f[length - 1] = the flags of the elements from k on. b is of amp__fused_arguments. */
static inline void amp__fused_flags(const amp__fused_pass *s, amp__argument *b, ptrdiff_t k,
                                    int length, int *f, int wide)
{
    amp__box box;
    memset(&box, 0, sizeof(box));
    box.high[0] = box.high[1] = 1;
    box.low[2] = (int)k;
    box.high[2] = (int)k + length;
    b[s->out].data = (void *)((uintptr_t)f - (uintptr_t)k * sizeof(int));
    s->flags->simple[wide](b, &box);
}

/* The flags of the elements from k on: of the kernel, by the width, or of a view, which is the
   first argument. f is room for them. b is of amp__fused_arguments, where there is a kernel. */
static inline const int *amp__fused_flags_at(const amp__fused_pass *s, const amp__argument *a,
                                             amp__argument *b, ptrdiff_t k, int length, int *f,
                                             int wide)
{
    ptrdiff_t i;
    if (s->flags != NULL) {
        amp__fused_flags(s, b, k, length, f, wide);
    } else if (s->width == 0) {
        return (const int *)a[0].data + k;
    } else {
        memset(f, 0, sizeof(*f) * (size_t)length);
        for (i = (s->width - k % s->width) % s->width; i < length; i += s->width) {
            f[i] = 1;
        }
    }
    return f;
}

/* ==== 2 first ============================================================ */

/* The first flag of f that counts as set, or the last one; -1 where none is. */
static AMP__INLINE int amp__fused_find_flag(const int *f, int length, int invert, int last)
{
    int i, any = 0;
    for (i = 0; i < length; i++) {
        any |= invert ? f[i] == 0 : f[i];
    }
    if (any == 0) {
        return -1;
    }
    for (i = last ? length - 1 : 0; (f[i] != 0) == invert; i += last ? -1 : 1) {
    }
    return i;
}
AMP__FUSED_FORMS(int, amp__fused_find_flag, (const int *f, int length, int invert, int last),
                 return invert ? amp__fused_find_flag(f, length, 1, last)
                               : amp__fused_find_flag(f, length, 0, last))

/* What stands before a kernel that looks for patterns: their first element alone is looked for,
   by a kernel of which vectors are made. */
typedef struct amp__fused_filter {
    const amp__kernel *differ; /* of an equality: a flag where two ranges differ */
    char same[AMP__FUSED_BLOCK * AMP__FUSED_VALUE]; /* the pattern's first element, again and */
    int on;                                         /* again */
} amp__fused_filter;

/* The first of a block's flags, from element k on, that counts as set, or the last one; -1 where
   none is. a: the launch's arguments, the range first; b: of amp__fused_arguments. */
static AMP__NOINLINE int amp__fused_find_filtered(const amp__fused_pass *s,
                                                  amp__fused_filter *filter, const amp__argument *a,
                                                  amp__argument *b, ptrdiff_t k, int length, int *f,
                                                  int wide)
{
    enum { PART = 64 };
    int (*const look)(const int *, int, int, int) = wide ? amp__fused_find_flag_avx2
                                                         : amp__fused_find_flag_base;
    const int parts = (length + PART - 1) / PART;
    int differ[AMP__FUSED_BLOCK], part, busy = 0, i = -1;
    amp__argument c[3];
    amp__fused_pass first; /* amp__fused_flags needs no more of it */
    first.flags = filter->differ;
    first.out = 2;
    c[0] = a[0];
    c[1] = c[2] = b[s->out];
    c[1].data = (void *)((uintptr_t)filter->same - (uintptr_t)k * s->size);
    amp__fused_flags(&first, c, k, length, differ, wide);
    if (look(differ, length, 1, 0) < 0) {
        return -1;
    }
    for (part = 0; part < parts && i < 0; part++) {
        const int from = PART * (s->last ? parts - 1 - part : part);
        const int count = length - from < PART ? length - from : PART;
        if (look(differ + from, count, 1, 0) >= 0) {
            busy++;
            amp__fused_flags(s, b, k + from, count, f, wide);
            i = look(f, count, 0, s->last);
            i = i < 0 ? i : i + from;
        }
    }
    filter->on = busy <= parts / 2; /* it is no help where there are many of them */
    return i;
}

/* The first of a block's elements, from k on, of which the kernel sets the flag with one of the
   s->set values behind the kernel's arguments as its last one; -1 where there is none. */
static AMP__NOINLINE int amp__fused_find_any_value(const amp__fused_pass *s, const amp__argument *a,
                                                   amp__argument *b, ptrdiff_t k, int length,
                                                   int *f, int wide)
{
    const int last = s->flags->parameter_count - 1;
    int j, i, first = -1;
    for (j = 0; j < s->set && length > 0; j++) {
        b[last].data = (void *)((uintptr_t)a[last].data + (uintptr_t)j * s->size);
        amp__fused_flags(s, b, k, length, f, wide);
        i = wide ? amp__fused_find_flag_avx2(f, length, 0, 0)
                 : amp__fused_find_flag_base(f, length, 0, 0);
        if (i >= 0) {
            first = length = i; /* another value matters before it alone */
        }
    }
    return first;
}

/* s->more: the kernel for amp__fused_filter, or NULL. */
static AMP__NOINLINE void amp__fused_first_chunk(amp__fused_pass *s, const amp__argument *a,
                                                 const amp__tile *t, int c, int wide)
{
    int f[AMP__FUSED_BLOCK];
    amp__argument b[AMP_MAX_PARAMETERS];
    amp__fused_filter filter;
    const ptrdiff_t first = (s->last ? s->chunks - 1 - c : c) * s->per;
    const ptrdiff_t end = first + s->per < s->n ? first + s->per : s->n;
    ptrdiff_t done = 0;
    (void)t;
    amp__fused_arguments(s, a, b);
    filter.on = s->more != NULL;
    if (filter.on) {
        size_t filled = s->size;
        filter.differ = (const amp__kernel *)s->more;
        memcpy(filter.same, a[1].data, s->size);
        for (; filled < AMP__FUSED_BLOCK * s->size; filled *= 2) {
            memcpy(filter.same + filled, filter.same, filled);
        }
    }
    while (done < end - first) {
        const int length = end - first - done < AMP__FUSED_BLOCK ? (int)(end - first - done)
                                                                 : AMP__FUSED_BLOCK;
        const ptrdiff_t k = s->last ? end - done - length : first + done;
        ptrdiff_t found = __atomic_load_n(&s->found, __ATOMIC_RELAXED);
        int i;
        if (found >= 0 && (s->last ? found > k : found < k)) {
            return;
        }
        if (filter.on) {
            i = amp__fused_find_filtered(s, &filter, a, b, k, length, f, wide);
        } else if (s->find != NULL) {
            i = s->find(s, a, b, k, length, f, wide);
        } else {
            amp__fused_flags(s, b, k, length, f, wide);
            i = wide ? amp__fused_find_flag_avx2(f, length, s->invert, s->last)
                     : amp__fused_find_flag_base(f, length, s->invert, s->last);
        }
        if (i >= 0) {
            while ((found < 0 || (s->last ? k + i > found : k + i < found))
                   && !__atomic_compare_exchange_n(&s->found, &found, k + i, 0, __ATOMIC_RELAXED,
                                                   __ATOMIC_RELAXED)) {
            }
            return;
        }
        done += length;
    }
}

/* *index = the first of n flags of s->flags that is set, or the last one (s->last), or (s->invert)
   that is not; `none` where there is none. It is not looked further than has to be. The caller
   fills in more, size, set, find and what is named here; the rest is 0. set: the values. */
static AMP__COLD amp_status amp__fused_find(amp__fused_pass *s, const void *const *given,
                                            const amp_array_view *set, ptrdiff_t n, ptrdiff_t none,
                                            ptrdiff_t *index)
{
    amp_status status;
    s->n = n;
    s->per = 16 * AMP__FUSED_BLOCK;
    s->chunks = (int)((n + s->per - 1) / s->per);
    s->chunk = amp__fused_first_chunk;
    s->found = -1;
    status = amp__fused_run(s, given, &set, s->set > 0);
    if (status == AMP_OK) {
        *index = s->found < 0 ? none : s->found;
    }
    return status;
}

/* amp__fused_find for the flags of the kernel `flags`. */
static AMP__COLD amp_status amp__fused_first(const amp__kernel *flags, int out,
                                             const void *const *given, ptrdiff_t n, int invert,
                                             int last, ptrdiff_t none, ptrdiff_t *index)
{
    amp__fused_pass s;
    memset(&s, 0, sizeof(s));
    s.flags = flags;
    s.out = out;
    s.invert = invert;
    s.last = last;
    return amp__fused_find(&s, given, NULL, n, none, index);
}

/* ==== 3 classes ========================================================== */

/* Counts the flags of each class in count[], and writes them to bytes where it is not NULL. */
static AMP__INLINE void amp__fused_count_flags(const int *f, int length, int invert, int classes,
                                               unsigned char *bytes, ptrdiff_t *count)
{
    int i, k, sum = 0, others = 0;
    if (bytes != NULL) {
        for (i = 0; i < length; i++) {
            bytes[i] = (unsigned char)(invert == 1 ? f[i] == 0 : invert == 2 ? f[i] != 0 : f[i]);
        }
    }
    if (classes == 2) {
        for (i = 0; i < length; i++) {
            sum += f[i] != 0;
        }
        sum = invert == 1 ? length - sum : sum;
        count[1] += sum;
        others = sum;
    }
    for (k = 1; k < classes && classes > 2; k++) {
        sum = 0;
        for (i = 0; i < length; i++) {
            sum += f[i] == k;
        }
        count[k] += sum;
        others += sum;
    }
    count[0] += length - others;
}
AMP__FUSED_FORMS(void, amp__fused_count_flags, (const int *f, int length, int invert, int classes,
                                                unsigned char *bytes, ptrdiff_t *count),
                 amp__fused_count_flags(f, length, invert, classes, bytes, count))

static AMP__NOINLINE void amp__fused_count_chunk(amp__fused_pass *s, const amp__argument *a,
                                                 const amp__tile *t, int c, int wide)
{
    int f[AMP__FUSED_BLOCK];
    ptrdiff_t count[AMP__CLASSES] = { 0 };
    amp__argument b[AMP_MAX_PARAMETERS];
    ptrdiff_t k = c * s->per;
    const ptrdiff_t end = k + s->per < s->n ? k + s->per : s->n;
    (void)t;
    if (s->flags != NULL) {
        amp__fused_arguments(s, a, b);
    }
    while (k < end) {
        const int length = end - k < AMP__FUSED_BLOCK ? (int)(end - k) : AMP__FUSED_BLOCK;
        unsigned char *const bytes = s->bytes != NULL ? s->bytes + k : NULL;
        const int *const flags = amp__fused_flags_at(s, a, b, k, length, f, wide);
        (wide ? amp__fused_count_flags_avx2 : amp__fused_count_flags_base)(
            flags, length, s->invert, s->classes, bytes, count);
        k += length;
    }
    memcpy(s->at[c], count, sizeof(count));
}

/* Counts the n flags of the kernel by class, chunk by chunk: s->at[c] and, in all, total. s->bytes
   holds them afterwards, where it is not NULL. flags NULL: those of the view given[0]. */
static AMP__COLD amp_status amp__fused_count(amp__fused_pass *s, const amp__kernel *flags, int out,
                                             const void *const *given, ptrdiff_t n, int classes,
                                             ptrdiff_t *total)
{
    const amp_array_view *const view[] = { (const amp_array_view *)given[0] };
    amp_status status;
    int c, k;
    s->flags = flags;
    s->out = out;
    s->classes = classes;
    amp__fused_cut(s, n, AMP__SCAN_LEAST, amp__fused_count_chunk);
    status = amp__fused_run(s, given, view, flags == NULL);
    for (k = 0; k < classes; k++) {
        total[k] = 0;
        for (c = 0; c < s->chunks; c++) {
            total[k] += s->at[c][k];
        }
    }
    return status;
}

/* Elements of a size, however they are aligned. */
typedef unsigned amp__fused_4 __attribute__((may_alias, aligned(1)));
typedef unsigned long long amp__fused_8 __attribute__((may_alias, aligned(1)));

/* Moves elements first to end by their classes; those of class k begin at at[k]. With `only`, as
   in amp__fused_pass, of two classes one alone, as long as there are elements of it: room. */
#define AMP__FUSED_MOVE(U)                                                                         \
    do {                                                                                           \
        const U *const x_ = (const U *)x;                                                          \
        U *const y_ = (U *)y;                                                                      \
        if (only == 1) {                                                                           \
            ptrdiff_t to = at[1];                                                                  \
            for (i = first; to < room; i++) {                                                      \
                y_[to] = x_[i];                                                                    \
                to += bytes[i];                                                                    \
            }                                                                                      \
        } else if (only) {                                                                         \
            ptrdiff_t to = at[0];                                                                  \
            for (i = first; to < room; i++) {                                                      \
                y_[to] = x_[i];                                                                    \
                to += bytes[i] ^ 1;                                                                \
            }                                                                                      \
        } else {                                                                                   \
            for (i = first; i < end; i++) {                                                        \
                y_[at[bytes[i]]++] = x_[i];                                                        \
            }                                                                                      \
        }                                                                                          \
    } while (0)
static AMP__NOINLINE AMP__BASE void amp__fused_move(const void *x, void *y, size_t size,
                                                    const unsigned char *bytes, ptrdiff_t first,
                                                    ptrdiff_t end, const ptrdiff_t *begin,
                                                    int only, ptrdiff_t room)
{
    ptrdiff_t at[AMP__CLASSES], i;
    memcpy(at, begin, sizeof(at));
    if (size == 4) {
        AMP__FUSED_MOVE(amp__fused_4);
    } else if (size == 8) {
        AMP__FUSED_MOVE(amp__fused_8);
    } else {
        for (i = first; i < end; i++) {
            const int k = bytes[i];
            if (!only || k == 2 - only) {
                memcpy((char *)y + (size_t)at[k]++ * size, (const char *)x + (size_t)i * size,
                       size);
            }
        }
    }
}

static AMP__NOINLINE void amp__fused_move_chunk(amp__fused_pass *s, const amp__argument *a,
                                                const amp__tile *t, int c, int wide)
{
    const ptrdiff_t first = c * s->per, end = first + s->per < s->n ? first + s->per : s->n;
    (void)t, (void)wide;
    amp__fused_move(a[0].data, a[1].data, s->size, s->bytes, first, end, s->at[c], s->only,
                    s->at[c + 1][s->only == 2 ? 0 : 1]);
}

/* Positions from counts: classes follow each other in the order given, -1 ends it. */
static AMP__COLD void amp__fused_positions(amp__fused_pass *s, const int *order)
{
    ptrdiff_t sum = 0;
    int c, k;
    for (k = 0; order[k] >= 0; k++) {
        for (c = 0; c < s->chunks; c++) {
            const ptrdiff_t count = s->at[c][order[k]];
            s->at[c][order[k]] = sum;
            sum += count;
        }
        s->at[s->chunks][order[k]] = sum;
    }
}

/* After amp__fused_count and amp__fused_positions: moves x to y, which are apart, by class; with
   `only` one class alone. */
static AMP__COLD amp_status amp__fused_move_all(amp__fused_pass *s, amp_array_view x,
                                                amp_array_view y, int only)
{
    const amp_array_view *written[2];
    x.read_only = 1;
    written[0] = &x;
    written[1] = &y;
    s->flags = NULL;
    s->only = only;
    s->size = x.type.size;
    s->chunk = amp__fused_move_chunk;
    return amp__fused_run(s, NULL, written, 2);
}

/* *bytes = n bytes of temporary storage. */
static AMP__COLD amp_status amp__fused_bytes(amp__fused_pass *s, ptrdiff_t n)
{
    amp_array_view bytes;
    const amp_status status = amp__al_temporary(&bytes, amp__al_int,
                                                (n + (ptrdiff_t)sizeof(int) - 1)
                                                / (ptrdiff_t)sizeof(int));
    s->bytes = status == AMP_OK ? (unsigned char *)bytes.data : NULL;
    return status;
}

/* y[i] = s->value where f[i] is not 0, else x[i], of n elements. y may be x. Of 4 and 8 bytes what
   stays is written too: a masked store takes longer than a choice of two. */
static AMP__INLINE void amp__fused_replace(const amp__fused_pass *s, const int *f, const void *x,
                                           void *y, int n)
{
    const size_t size = s->size;
    int i;
    if (size == 4) {
        const amp__fused_4 v = *(const amp__fused_4 *)s->value;
        AMP__SIMD for (i = 0; i < n; i++) {
            ((amp__fused_4 *)y)[i] = f[i] ? v : ((const amp__fused_4 *)x)[i];
        }
    } else if (size == 8) {
        const amp__fused_8 v = *(const amp__fused_8 *)s->value;
        AMP__SIMD for (i = 0; i < n; i++) {
            ((amp__fused_8 *)y)[i] = f[i] ? v : ((const amp__fused_8 *)x)[i];
        }
    } else {
        for (i = 0; i < n; i++) {
            const size_t k = (size_t)i * size;
            if (f[i] || x != y) {
                memcpy((char *)y + k, f[i] ? s->value : (const char *)x + k, size);
            }
        }
    }
}
AMP__FUSED_FORMS(void, amp__fused_replace, (const amp__fused_pass *s, const int *f, const void *x,
                                            void *y, int n),
                 amp__fused_replace(s, f, x, y, n))

/* A chunk of a replacement. a: the flags' arguments, the result. */
static AMP__NOINLINE void amp__fused_replace_chunk(amp__fused_pass *s, const amp__argument *a,
                                                   const amp__tile *t, int c, int wide)
{
    int f[AMP__FUSED_BLOCK];
    amp__argument b[AMP_MAX_PARAMETERS];
    ptrdiff_t k = c * s->per;
    const ptrdiff_t end = k + s->per < s->n ? k + s->per : s->n;
    (void)t;
    amp__fused_arguments(s, a, b);
    while (k < end) {
        const int length = end - k < AMP__FUSED_BLOCK ? (int)(end - k) : AMP__FUSED_BLOCK;
        const size_t at_ = (size_t)k * s->size;
        amp__fused_flags(s, b, k, length, f, wide);
        (wide ? amp__fused_replace_avx2 : amp__fused_replace_base)(s, f,
                                                                   (const char *)a[0].data + at_,
            (char *)a[s->flags->parameter_count - 1].data + at_, length);
        k += length;
    }
}

/* ==== 4 scans ============================================================ */

/* The tile number `index` of a kernel that a fused pass calls from its tile t. */
static inline amp__tile amp__fused_inner_tile(const amp__tile *t, int index)
{
    amp__tile other;
    memset(&other, 0, sizeof(other));
    other.launch = t->launch;
    other.work = t->work;
    other.leave = t->leave;
    other.index[0] = index;
    return other;
}

/* A scan. Chunks are taken in order; backward the last is the first. The fold of a chunk is found
   by fold, or by apply on its way, by the same steps. */
typedef struct amp__fused_sums {
    const amp__kernel *fold, *apply; /* in the form for a CPU */
    int inclusive, backward, second; /* second: the second pass */
    const void *init;                /* forward: what stands before the first element, or NULL */
    amp__fused_chunk *from;          /* then: the first chunk */
    int next;                        /* the chunk to be taken; atomic */
    unsigned char folded[AMP__CHUNKS]; /* its fold is in part; atomic */
    unsigned char done[AMP__CHUNKS];
} amp__fused_sums;

/* Whether the folds of all chunks before c are known. */
static inline int amp__fused_folds_are_known(const unsigned char *folded, int c)
{
    while (c > 0 && __atomic_load_n(&folded[c - 1], __ATOMIC_ACQUIRE)) {
        c--;
    }
    return c == 0;
}

/* a: the input, the chunks' folds, the result. Nobody waits: where the folds of the chunks before
   are not there yet, this chunk's fold is found, and its results by the second pass. */
static AMP__NOINLINE void amp__fused_scan_chunk(amp__fused_pass *s, const amp__argument *a,
                                                const amp__tile *t, int c, int wide)
{
    amp__fused_sums *const r = (amp__fused_sums *)s->more;
    const int per = (int)s->per, backward = r->backward;
    int inclusive = r->inclusive;
    amp__argument b[6];
    amp__tile tile;
    memset(b, 0, sizeof(b));
    memcpy(b, a, 2 * sizeof(*b));
    c = r->second ? c : __atomic_fetch_add(&r->next, 1, __ATOMIC_RELAXED);
    tile = amp__fused_inner_tile(t, c);
    if (r->done[c]) {
        return;
    }
    if (r->init != NULL && c == 0) {
        r->from(s, a, t, c, wide);
        r->done[c] = 1;
        __atomic_store_n(&r->folded[c], 1, __ATOMIC_RELEASE);
        return;
    }
    if (r->init != NULL) { /* element k of the range is number k + 1 here */
        inclusive = 1;
        b[0].data = (void *)((uintptr_t)a[0].data - s->size);
        b[0].extent[0] = (int)s->n - !r->inclusive;
    }
    if (!r->second && amp__fused_folds_are_known(r->folded, c)) {
        inclusive |= 2;
    } else if (!r->second && c + 1 < s->chunks) {
        memcpy(&b[2].data, &(const void *){ &per }, sizeof(void *));
        memcpy(&b[3].data, &(const void *){ &backward }, sizeof(void *));
        r->fold->whole[wide](b, &tile);
        __atomic_store_n(&r->folded[c], 1, __ATOMIC_RELEASE);
    }
    if (r->second || amp__fused_folds_are_known(r->folded, c)) {
        b[2] = a[2];
        if (r->init != NULL && r->inclusive) {
            b[2].data = (void *)((uintptr_t)a[2].data - s->size);
        }
        memcpy(&b[3].data, &(const void *){ &per }, sizeof(void *));
        memcpy(&b[4].data, &(const void *){ &inclusive }, sizeof(void *));
        memcpy(&b[5].data, &(const void *){ &backward }, sizeof(void *));
        r->apply->whole[wide](b, &tile);
        r->done[c] = 1;
    }
    if (inclusive & 2) {
        __atomic_store_n(&r->folded[c], 1, __ATOMIC_RELEASE);
    }
}

/* Scans x into y, which is as long and may be x, in chunks of per elements; part, temporary
   storage, has an element for each chunk. The result is that of a launch of fold and one of
   apply. init, unless it is NULL, is an element before x, and counts in the chunks; then it goes
   forward, if not inclusive y is apart from x, and from is amp__fused_scan_from. */
static AMP__COLD amp_status amp__fused_scan(const amp__kernel *fold, const amp__kernel *apply,
                                            int inclusive, int backward, int per,
                                            const void *init, amp__fused_chunk *from,
                                            amp_array_view x, amp_array_view part,
                                            amp_array_view y)
{
    const amp_array_view *written[3];
    amp__fused_sums r;
    amp__fused_pass s;
    amp_status status;
    int c, done = 1;
    memset(&s, 0, sizeof(s));
    memset(&r, 0, sizeof(r));
    r.fold = fold;
    r.apply = apply;
    r.inclusive = inclusive;
    r.backward = backward;
    r.init = init;
    r.from = from;
    x.read_only = !amp__al_same(&x, &y);
    written[0] = &x;
    written[1] = &part;
    written[2] = &y;
    s.n = amp__al_length(&x) + (init != NULL);
    s.size = x.type.size;
    s.per = per;
    s.chunks = (int)amp__al_length(&part);
    s.chunk = amp__fused_scan_chunk;
    s.more = &r;
    AMP__ASSERT(s.chunks <= AMP__CHUNKS && (long long)s.chunks * per >= s.n);
    status = amp__fused_run(&s, NULL, written, 3);
    for (c = 0; c < s.chunks; c++) {
        done &= r.done[c];
    }
    r.second = 1;
    return status != AMP_OK || done ? status : amp__fused_run(&s, NULL, written, 3);
}

/* ==== 5 segments, runs =================================================== */

/* A scan by segments, or the operator over the values of runs. */
typedef struct amp__fused_segments {
    const amp__kernel *apply; /* the second kernel of a segmented scan, in the form for a CPU */
    size_t size;              /* of a value */
    int inclusive;
    char *part;               /* of each chunk, the fold of what follows its last head */
    int seen[AMP__CHUNKS];    /* whether it has a head */
    int second, next;         /* as in amp__fused_sums */
    unsigned char folded[AMP__CHUNKS], done[AMP__CHUNKS];
} amp__fused_segments;

/* What a chunk's blocks hand on. */
typedef struct amp__fused_carry {
    __attribute__((aligned(16))) char kept[2 * AMP__FUSED_VALUE]; /* the sum; the chunk's fold */
    int any; /* whether there was a head; -1 before the first block */
} amp__fused_carry;

/* sums[0] to sums[length - 1]: the scan by segments of as many values, which begin where f is not
   0; it continues from carry, at a chunk's first block from the chunks before c. */
static AMP__COLD void amp__fused_scan_block(amp__fused_segments *r, const amp__tile *t, int c,
                                            const void *values, const int *f, int length,
                                            void *sums, amp__fused_carry *carry, int wide)
{
    const int backward = 0, inclusive = r->inclusive | 2, index = carry->any < 0 ? c : 0;
    const uintptr_t back = (uintptr_t)length * (uintptr_t)index;
    amp__argument a[10];
    amp__tile tile = amp__fused_inner_tile(t, index); /* which adds what the tiles before have */
    int i;
    memset(a, 0, sizeof(a));
    for (i = 0; i < 5; i++) {
        a[i].extent[0] = length * (index + 1);
        a[i].stride[0] = 1;
    }
    a[0].data = (void *)((uintptr_t)values - back * r->size);
    a[1].data = (void *)((uintptr_t)f - back * sizeof(int));
    a[2].data = r->part;
    a[3].data = r->seen;
    a[4].data = (void *)((uintptr_t)sums - back * r->size);
    a[5].data = &length;
    memcpy(&a[6].data, &(const void *){ &inclusive }, sizeof(void *));
    memcpy(&a[7].data, &(const void *){ &backward }, sizeof(void *));
    a[8].data = carry->kept;
    a[9].data = &carry->any;
    r->apply->whole[wide](a, &tile);
}

/* Writes down the fold of chunk c, when carry is what its last block left. */
static AMP__COLD void amp__fused_publish_fold(amp__fused_segments *r, int c,
                                              const amp__fused_carry *carry)
{
    memcpy(r->part + (size_t)c * r->size, carry->kept + r->size, r->size);
    r->seen[c] = carry->any > 0;
    __atomic_store_n(&r->folded[c], 1, __ATOMIC_RELEASE);
}

/* The steps of amp__fused_scan_chunk, by segments. a: the flags' arguments, the input, the result.
   Where only the chunk's fold is asked for, what is before its last head is left out. */
static AMP__NOINLINE void amp__fused_segments_chunk(amp__fused_pass *s, const amp__argument *a,
                                                    const amp__tile *t, int c, int wide)
{
    amp__fused_segments *const r = (amp__fused_segments *)s->more;
    __attribute__((aligned(16))) char sums[AMP__FUSED_BLOCK * AMP__FUSED_VALUE];
    const amp__argument *const x = a + (s->flags == NULL && s->width > 0 ? 0 : 1), *const y = x + 1;
    int f[AMP__FUSED_BLOCK], known;
    amp__argument b[AMP_MAX_PARAMETERS];
    amp__fused_carry carry;
    const int *flags;
    ptrdiff_t k, first, end;
    c = r->second ? c : __atomic_fetch_add(&r->next, 1, __ATOMIC_RELAXED);
    first = c * s->per;
    end = first + s->per < s->n ? first + s->per : s->n;
    if (r->done[c]) {
        return;
    }
    if (s->flags != NULL) {
        amp__fused_arguments(s, a, b);
    }
    known = r->second || amp__fused_folds_are_known(r->folded, c);
    carry.any = -1;
    if (!known && c + 1 < s->chunks) {
        k = first + (end - 1 - first) / AMP__FUSED_BLOCK * AMP__FUSED_BLOCK;
        for (; k > first; k -= AMP__FUSED_BLOCK) {
            const int length = end - k < AMP__FUSED_BLOCK ? (int)(end - k) : AMP__FUSED_BLOCK;
            flags = amp__fused_flags_at(s, a, b, k, length, f, wide);
            if (amp__fused_find_flag_base(flags, length, 0, 0) >= 0) {
                break;
            }
        }
        for (; k < end; k += AMP__FUSED_BLOCK) {
            const int length = end - k < AMP__FUSED_BLOCK ? (int)(end - k) : AMP__FUSED_BLOCK;
            flags = amp__fused_flags_at(s, a, b, k, length, f, wide);
            amp__fused_scan_block(r, t, 0, (const char *)x->data + (size_t)k * r->size, flags,
                                  length, sums, &carry, wide);
        }
        amp__fused_publish_fold(r, c, &carry);
        known = amp__fused_folds_are_known(r->folded, c);
        carry.any = -1;
    }
    for (k = first; known && k < end; k += AMP__FUSED_BLOCK) {
        const int length = end - k < AMP__FUSED_BLOCK ? (int)(end - k) : AMP__FUSED_BLOCK;
        flags = amp__fused_flags_at(s, a, b, k, length, f, wide);
        amp__fused_scan_block(r, t, c, (const char *)x->data + (size_t)k * r->size, flags, length,
                              (char *)y->data + (size_t)k * r->size, &carry, wide);
    }
    if (known) {
        r->done[c] = 1;
        if (!r->folded[c]) {
            amp__fused_publish_fold(r, c, &carry);
        }
    }
}

/* A forward scan by segments of x into y, which is as long and may be x. given: what the flags'
   kernel heads is given; heads NULL: it is a view of flags, or width says where segments begin.
   What flags are made of is apart from y; a value has AMP__FUSED_VALUE bytes at most. The result is
   that of the two kernels on all flags. */
static AMP__COLD amp_status amp__fused_segmented(const amp__kernel *apply, int inclusive,
                                                 const amp__kernel *heads,
                                                 const amp_array_view *given, int width,
                                                 amp_array_view x, amp_array_view y)
{
    const void *const keys[] = { given };
    const amp_array_view *written[3];
    amp_array_view part, flags;
    amp__fused_segments r;
    amp__fused_pass s;
    int c, done = 1, more = 0;
    amp_status status;
    memset(&s, 0, sizeof(s));
    memset(&r, 0, sizeof(r));
    amp__fused_cut(&s, amp__al_length(&x), AMP__SCAN_LEAST, amp__fused_segments_chunk);
    AMP__ASSERT(x.type.size <= AMP__FUSED_VALUE && s.chunks <= AMP__CHUNKS);
    status = amp__al_temporary(&part, x.type, s.chunks);
    r.apply = apply;
    r.size = x.type.size;
    r.inclusive = inclusive;
    r.part = status == AMP_OK ? (char *)part.data : NULL;
    x.read_only = !amp__al_same(&x, &y);
    if (heads == NULL && width == 0) {
        flags = *given;
        flags.read_only = 1;
        written[more++] = &flags;
    }
    written[more++] = &x;
    written[more++] = &y;
    s.flags = heads;
    s.out = 1;
    s.width = width;
    s.more = &r;
    status = AMP__THEN(status, amp__fused_run(&s, keys, written, more));
    for (c = 0; c < s.chunks; c++) {
        done &= r.done[c];
    }
    r.second = 1;
    return status != AMP_OK || done ? status : amp__fused_run(&s, keys, written, more);
}

/* A chunk's fold behind its last head. a[0]: the values. */
static AMP__NOINLINE void amp__fused_tail_chunk(amp__fused_pass *s, const amp__argument *a,
                                                const amp__tile *t, int c, int wide)
{
    amp__fused_segments *const r = (amp__fused_segments *)s->more;
    __attribute__((aligned(16))) char sums[AMP__FUSED_BLOCK * AMP__FUSED_VALUE];
    amp__fused_carry carry;
    int f[AMP__FUSED_BLOCK];
    const ptrdiff_t first = c * s->per, end = first + s->per < s->n ? first + s->per : s->n;
    ptrdiff_t k = end - 1;
    while (k > first && s->bytes[k] == 0) {
        k--;
    }
    memset(f, 0, sizeof(f));
    f[0] = s->bytes[k];
    carry.any = -1;
    while (k < end) {
        const int length = end - k < AMP__FUSED_BLOCK ? (int)(end - k) : AMP__FUSED_BLOCK;
        amp__fused_scan_block(r, t, 0, (const char *)a[0].data + (size_t)k * r->size, f, length,
                              sums, &carry, wide);
        f[0] = 0;
        k += length;
    }
    amp__fused_publish_fold(r, c, &carry);
}

/* Keys and sums of the runs that begin, and end, in a chunk. a: values, result values, keys,
   result keys; without keys s->size is 0. */
static AMP__NOINLINE void amp__fused_runs_chunk(amp__fused_pass *s, const amp__argument *a,
                                                const amp__tile *t, int c, int wide)
{
    amp__fused_segments *const r = (amp__fused_segments *)s->more;
    __attribute__((aligned(16))) char sums[AMP__FUSED_BLOCK * AMP__FUSED_VALUE];
    amp__fused_carry carry;
    int f[AMP__FUSED_BLOCK], i;
    const ptrdiff_t first = c * s->per, end = first + s->per < s->n ? first + s->per : s->n;
    ptrdiff_t k = first, at[AMP__CLASSES] = { 0 };
    if (s->size > 0) {
        amp__fused_move(a[2].data, a[3].data, s->size, s->bytes, first, end, s->at[c], 1,
                        s->at[c + 1][1]);
    }
    at[1] = s->at[c][1] + s->bytes[first] - 1; /* runs that end before the chunk */
    carry.any = -1;
    while (k < end) {
        const int length = end - k < AMP__FUSED_BLOCK ? (int)(end - k) : AMP__FUSED_BLOCK;
        const unsigned char *const tails = s->bytes + k + 1;
        int count = 0;
        for (i = 0; i < length; i++) {
            f[i] = s->bytes[k + i];
            count += tails[i];
        }
        amp__fused_scan_block(r, t, c, (const char *)a[0].data + (size_t)k * r->size, f, length,
                              sums, &carry, wide);
        amp__fused_move(sums, a[1].data, r->size, tails, 0, length, at, 1, at[1] + count);
        at[1] += count;
        k += length;
    }
}

/* Keys and lengths of runs. a: lengths, keys, result keys. */
static AMP__NOINLINE void amp__fused_length_chunk(amp__fused_pass *s, const amp__argument *a,
                                                  const amp__tile *t, int c, int wide)
{
    int *const lengths = (int *)a[0].data;
    const unsigned char *const heads = s->bytes;
    const ptrdiff_t first = c * s->per, end = first + s->per < s->n ? first + s->per : s->n;
    ptrdiff_t at_ = s->at[c][1], i = first, before = first, last = end - 1;
    (void)t, (void)wide;
    amp__fused_move(a[1].data, a[2].data, s->size, heads, first, end, s->at[c], 1,
                    s->at[c + 1][1]);
    if (s->at[c + 1][1] == at_) {
        return; /* no run begins here, so none ends */
    }
    while (heads[last] == 0) {
        last--;
    }
    if (first == 0) {
        i = at_ = 1;
    } else {
        while (heads[--before] == 0) { /* where the run began that goes on here */
        }
    }
    for (; i <= last; i++) { /* what is written last of a run is its length */
        lengths[at_ - 1] = (int)(i - before);
        at_ += heads[i];
        before = heads[i] ? i : before;
    }
    if (at_ == s->at[s->chunks][1]) {
        lengths[at_ - 1] = (int)(s->n - last);
    }
}

/* Counts the heads of runs in bytes of temporary storage; *runs = how many there are. One more
   byte, behind the last, counts as a head. heads NULL: x is a view of flags, and the first element
   is a head. */
static AMP__COLD amp_status amp__fused_count_heads(amp__fused_pass *s, const amp__kernel *heads,
                                                   const amp_array_view *x, int *runs)
{
    static const int order[] = { 1, -1 };
    const void *const given[] = { x };
    const ptrdiff_t n = amp__al_length(x);
    ptrdiff_t total[AMP__CLASSES];
    amp_status status = amp__fused_bytes(s, n + 1);
    s->invert = heads == NULL ? 2 : 0;
    status = AMP__THEN(status, amp__fused_count(s, heads, 1, given, n, 2, total));
    if (status == AMP_OK) {
        s->bytes[n] = 1;
        s->at[0][1] += s->bytes[0] == 0;
        total[1] += s->bytes[0] == 0;
        s->bytes[0] = 1;
        *runs = (int)total[1];
        amp__fused_positions(s, order);
    }
    return status;
}

/* After amp__fused_count_heads: the operator over the values of each run to out, and the first of
   its keys to out_keys, unless keys is NULL. */
static AMP__COLD amp_status amp__fused_reduce(amp__fused_pass *s, const amp__kernel *apply,
                                              amp_array_view values, amp_array_view out,
                                              const amp_array_view *keys,
                                              const amp_array_view *out_keys)
{
    const amp_array_view *const written[] = { &values, &out, keys, out_keys };
    amp__fused_segments r;
    amp_array_view part;
    amp_status status = amp__al_temporary(&part, values.type, s->chunks);
    memset(&r, 0, sizeof(r));
    r.apply = apply;
    r.inclusive = 1;
    r.size = values.type.size;
    r.part = status == AMP_OK ? (char *)part.data : NULL;
    values.read_only = 1;
    s->flags = NULL;
    s->size = keys != NULL ? keys->type.size : 0;
    s->more = &r;
    s->chunk = amp__fused_tail_chunk;
    status = AMP__THEN(status, amp__fused_run(s, NULL, written, 1));
    s->chunk = amp__fused_runs_chunk;
    return AMP__THEN(status, amp__fused_run(s, NULL, written, keys != NULL ? 4 : 2));
}

#endif /* AMP__IMPLEMENT */

#endif /* AMP_ALGORITHMS_FUSED_H */
