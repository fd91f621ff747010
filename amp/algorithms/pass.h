/* SPDX-License-Identifier: MIT */
#ifndef AMP_ALGORITHMS_PASS_H
#define AMP_ALGORITHMS_PASS_H
/*
amp/algorithms/pass.h: host code that goes through a range in chunks, on the emulator.

  1 passes      a launch that works through chunks
  2 flags       those of a block, made and used while they are in the cache

A definition's kernel writes a flag for each element, and other kernels read the flags. In host
memory a pass (AMP__PASS of amp/core/backend.h) has a block of them made on the stack, by the same
kernel, and uses them at once. amp__passes_may_run says where passes run; elsewhere the callers
launch the kernels one by one.
*/

#include "check.h"

#if AMP__IMPLEMENT

/* ==== 1 passes =========================================================== */

/* Elements of a block, and bytes of one, at most, where a block of them is on the stack. */
enum { AMP__BLOCK_LENGTH = 1024, AMP__BLOCK_VALUE = 16 };

/* What the chunks of a pass share: the last argument of its launch. It is the caller's, for as long
   as the launch. */
typedef struct amp__pass {
    ptrdiff_t n, per;         /* elements in all, and of a chunk */
    int chunks;
    const amp__kernel *flags; /* a simple kernel that makes flags of its views, or NULL */
    const void *value;        /* its last argument, where that is a value */
    void *own;                /* what the pass itself has */
} amp__pass;

/* A chunk at work: elements first to last. a: the views of the launch. wide: in the build for
   AVX2, which takes that of the kernels it calls. */
typedef struct amp__chunk {
    const amp__argument *a;
    amp__pass *pass;
    int number, wide;
    ptrdiff_t first, last;
    amp__tile *tile;
} amp__chunk;

/* AMP__PASS_KERNEL(name, access, ...) makes name(), the kernel of a pass, and opens name__body, an
   AMP__INLINE function, for which the body follows. The others say what it does with its views:
   in, out or inout. The kernel is a function's, for the reason at AMP__DESCRIPTION. */
#define AMP__PASS_KERNEL(name, ...)                                                                \
    static AMP__INLINE void name##__body(const amp__chunk *c);                                     \
    AMP__TWO_BUILDS(AMP__NO_OPERATOR, , AMP__PASS_ENTRY, name, AMP__COUNT(__VA_ARGS__))            \
    AMP__PASS_PARAMETERS(name, __VA_ARGS__)                                                        \
    AMP__DESCRIPTION(amp__kernel, name, #name, AMP__PASS, 1, { 1 }, name##__n, name##__p, { 0 },   \
                     0, AMP__BUILDS_OF(name), { 0 }, 0, AMP__CHECK_SEES, 0 AMP__NO_TWINS)          \
    static AMP__INLINE void name##__body(const amp__chunk *c)
#define AMP__PASS_ENTRY(suffix, attributes, name, views)                                           \
    AMP__HELPER attributes void name##__##suffix(const amp__argument *a, amp__tile *t)             \
    {                                                                                              \
        const amp__chunk c = amp__chunk_at(a, views, t, AMP__IS_WIDE_##suffix);                    \
        name##__body(&c);                                                                          \
    }
#define AMP__IS_WIDE_base 0
#define AMP__IS_WIDE_avx2 1
#define AMP__PASS_PARAMETERS(name, ...)                                                            \
    enum { name##__n = AMP__COUNT(__VA_ARGS__) + 1 };                                              \
    static const amp__parameter name##__p[] AMP__UNUSED_TABLE = {                                  \
        AMP__EACH(AMP__PASS_VIEW, name, __VA_ARGS__)                                               \
        { "pass", AMP__PASS_TYPE, 0, AMP__ACCESS_value, 0 } };
#define AMP__PASS_TYPE { "amp__pass", sizeof(amp__pass), AMP__KIND_OTHER }
#define AMP__PASS_VIEW(i, access)                                                                  \
    { "view", { "any", 0, AMP__KIND_OTHER }, AMP__ANY_RANK, AMP__ACCESS_##access, 0 },

/* The chunk at which a tile of a pass with so many views is. */
static AMP__INLINE amp__chunk amp__chunk_at(const amp__argument *a, int view_count,
                                            amp__tile *t, int wide)
{
    amp__chunk c;
    ptrdiff_t left;
    c.tile = t;
    c.a = a;
    c.pass = (amp__pass *)a[view_count].data;
    c.number = t->index[0];
    c.wide = wide;
    c.first = c.number * c.pass->per;
    left = c.pass->n - c.first;
    c.last = c.first + (left < c.pass->per ? left : c.pass->per);
    return c;
}

/* Runs a kernel of tiles of one thread on the chunk, with these arguments. */
static AMP__INLINE void amp__run_in_chunk(const amp__chunk *c, const amp__kernel *k,
                                          const amp__argument *a)
{
    c->tile->declared = amp__none_declared; /* its tile memory counts alone */
    k->whole[c->wide](a, c->tile);
}

/* Whether v has host memory that a launch uses where it lies. */
static inline int amp__in_host_memory(const amp_array_view *v)
{
    return v == NULL || amp__is_empty(v)
        || (v->status == AMP_OK && v->record != NULL && v->record->source == AMP__SOURCE_HOST);
}

/* Whether the calling thread's algorithms on these views, of which any may be NULL, run as passes:
   on the emulator, where launches have ended when they return, so that a chunk may use what is on
   the caller's stack; and not where a form of the kernels or a comparison was asked for. */
static AMP__WARM int amp__passes_may_run(const amp_array_view *x, const amp_array_view *y,
                                         const amp_array_view *z)
{
    amp__queue *queue = NULL;
    return !AMP__CHECKING && amp__setting_of(AMP__SETTING_ALGORITHM_FORM).text == NULL
        && amp__host.compare == NULL
        && amp__in_host_memory(x) && amp__in_host_memory(y) && amp__in_host_memory(z)
        && amp__queue_of(amp__al_mine.on, &queue) == AMP_OK && queue->device->at_once
        && !queue->asynchronous;
}

/* A pass over n elements, at least one, in chunks of `least` or more. */
static AMP__WARM amp__pass amp__pass_over(ptrdiff_t n, int least)
{
    const amp__al_cut cut = amp__al_cut_of(n, least, 0);
    amp__pass p;
    memset(&p, 0, sizeof(p));
    p.n = n;
    p.per = cut.per;
    p.chunks = cut.tiles;
    return p;
}

/* Runs the pass k, p being what its chunks share, on the views whose addresses follow. AMP_OK, or
   what the launch returns. */
#define AMP__RUN_PASS(k, p, ...)                                                                   \
    amp__pass_run(k, (p)->chunks, (const void *const[]){ __VA_ARGS__, p })
static AMP__WARM amp_status amp__pass_run(const amp__kernel *k, int chunks,
                                          const void *const *given)
{
    AMP__ASSERT(k->model == AMP__PASS && chunks >= 1);
    return amp__start(amp__al_mine.on, amp__emu_pass, k, amp_extent(chunks), k->tile, given, NULL);
}

/* ==== 2 flags ============================================================ */

/* The arguments of the kernel of flags: views of the launch, its value, and the flags, which are
   parameter number `out`. */
typedef struct amp__flag_maker {
    amp__argument a[AMP_MAX_PARAMETERS];
    int out;
} amp__flag_maker;

static inline void amp__flag_maker_of(amp__flag_maker *m, const amp__chunk *c)
{
    const amp__kernel *const k = c->pass->flags;
    int i, view_count = 0;
    m->out = -1;
    for (i = 0; i < k->parameter_count; i++) {
        memset(&m->a[i], 0, sizeof(m->a[i]));
        if (k->parameters[i].access == AMP__ACCESS_out) {
            m->out = i;
            m->a[i].extent[0] = (int)c->pass->n;
            m->a[i].stride[0] = 1;
        } else if (k->parameters[i].access == AMP__ACCESS_value) {
            memcpy(&m->a[i].data, &c->pass->value, sizeof(void *));
        } else {
            m->a[i] = c->a[view_count++];
        }
    }
    AMP__ASSERT(m->out >= 0);
}

/* The threads k to k + length of a launch of rank 1. */
static inline amp__box amp__box_of(ptrdiff_t k, int length)
{
    amp__box box;
    memset(&box, 0, sizeof(box));
    box.high[0] = box.high[1] = 1;
    box.low[2] = (int)k;
    box.high[2] = (int)k + length;
    return box;
}

/* f[0] to f[length - 1] = the flags of the elements from k on. */
static inline void amp__make_flags(const amp__chunk *c, amp__flag_maker *m, ptrdiff_t k, int length,
                                   int *f)
{
    const amp__box box = amp__box_of(k, length);
    m->a[m->out].data = (void *)((uintptr_t)f - (uintptr_t)k * sizeof(int));
    c->pass->flags->simple[c->wide](m->a, &box);
}

/* f(..., size), in which the size is a constant where it is that of a word, so that a copy of an
   element is a move of it. */
#define AMP__BY_SIZE(size, f, ...)                                                                 \
    ((size) == 4 ? f(__VA_ARGS__, 4) : (size) == 8 ? f(__VA_ARGS__, 8) : f(__VA_ARGS__, size))

/* Elements of a block from k on. */
static inline int amp__block_of(const amp__chunk *c, ptrdiff_t k)
{
    return c->last - k < AMP__BLOCK_LENGTH ? (int)(c->last - k) : AMP__BLOCK_LENGTH;
}

#endif /* AMP__IMPLEMENT */

#endif /* AMP_ALGORITHMS_PASS_H */
