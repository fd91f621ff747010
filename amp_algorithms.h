/* SPDX-License-Identifier: MIT */
#ifndef AMP_ALGORITHMS_H
#define AMP_ALGORITHMS_H
/*
amp_algorithms.h: map, reduce, scan, compaction, sort and their family on views.

Do this:

    #include "amp_algorithms.h"

    AMP_DEVICE_BEGIN
    AMP_DEFINE_REDUCE(longest, int, 0, a > b ? a : b)
    AMP_DEFINE_TRANSFORM(twice, float, float, 2 * a)
    AMP_DEVICE_END

    int most;
    amp_status s = amp_reduce(longest, amp_view(int, lengths, n), &most);
    if (s == AMP_OK) s = amp_transform(twice, in_view, out_view);
    if (s == AMP_OK) s = amp_inclusive_scan(amp_plus_float, out_view, out_view);

An algorithm is instantiated by a macro in a device region: a name, the element
type, an identity where there is one, and an expression in `a`, `b` and, where
said, `i` (the element's index). The name is then the algorithm's first
argument. Ready-made names, for X of int, unsigned, amp_int64, amp_uint64,
float, double:

    amp_plus_X amp_multiplies_X amp_min_X amp_max_X          reduce and scan
    amp_and_X amp_or_X amp_xor_X                             the same, integers
    amp_less_X amp_greater_X                                 comparisons
    X                                                        where a type is asked

  1 ranges and storage    empty ranges; temporary memory
  2 checks                what a bad argument is told
  3 map                   fill, iota, generate, transform, for_each, moves
  4 reduce and scan       also segmented, by row
  5 compaction            copy_if, partition, unique, runs, histogram, by key
  amp_algorithms_kernels.h  the device code, and the definition macros
  amp_algorithms_tiles.h    the device code in the form for a GPU
  amp_sort.h                radix sort, merge sort, merge, bounds, sets
  amp_algorithms_stl.h      the C++ standard library's names

RULES FOR ALL
  A range is a view of rank 1, sections included; its length is the view's, or
  that of the shortest input. A result view may be longer than needed; what is
  beyond the result stays as it was. A range of no elements is amp_view(T, p, 0)
  or amp_range(v, k, k): algorithms take it and follow the C++ standard, kernels
  refuse it. A result on the host is written through the last pointer, only with
  AMP_OK, and views that were written want amp_synchronize before the host
  reads them.
  Each function returns AMP_OK; AMP_INVALID_ARGUMENT (a rank other than 1, a
  result view too small, lengths that differ, ranges that overlap where they
  may not), AMP_VIEW_MISMATCH (another element type, a read-only result),
  AMP_OUT_OF_MEMORY (temporary storage), or the status that a view carries or a
  launch returns. Arguments are checked before anything is written; the one
  exception, a result whose size is only known by counting, is counted first.
  Input and output may be the same view where a comment says "in place"; any
  other overlap is refused.
  Kernels have two forms, for a CPU and for a GPU; the accelerator chooses, or
  the environment's AMP_ALGORITHM_FORM, cpu or gpu (anything else is
  AMP_INVALID_ARGUMENT).
  Floating point: how a range is cut and in which order it is combined depends
  on its length and the form alone, so that the same data gives the same bits on
  each run with any number of workers. docs/algorithms.md has the orders.
  Any host thread may call; each has its own temporary storage. Two calls that
  write the same view at once are the caller's race.
*/

#include "amp.h"
#include <float.h> /* FLT_MAX, DBL_MAX for callers' identities */
#include <math.h>  /* INFINITY, the identity of min and max */

/* Goes on while all is well. */
#define AMP__THEN(s, call) ((s) == AMP_OK ? (call) : (s))

/* ==== 1 ranges and storage =============================================== */

/* 1 where v is a range of no elements: a view of rank 1 and extent 0. */
static inline int amp__is_empty(const amp_array_view *v)
{
    return v->extent.rank == 1 && v->extent.dim[0] == 0;
}

/* The number of elements of a range. */
static inline ptrdiff_t amp__al_length(const amp_array_view *v)
{
    return amp__is_empty(v) ? 0 : v->extent.dim[0];
}

/* amp_range(v, first, last): the elements first up to but not including last
   of v, a view of rank 1. first == last gives the empty range, which the
   algorithms take and everything else refuses. A range outside v is a view
   that carries its error. */
static inline amp_array_view amp_range(amp_array_view v, ptrdiff_t first, ptrdiff_t last)
{
    char why[96];
    if (amp__is_empty(&v) ? first != 0 || last != 0
                          : v.status == AMP_OK && (v.extent.rank != 1 || first < 0
                                                   || last < first || last > v.extent.dim[0])) {
        (void)snprintf(why, sizeof(why), "the range from %ld to %ld is not in a view of %d "
                       "elements of rank 1", (long)first, (long)last, v.extent.dim[0]);
        v.extent = amp__extent(1, -1, 0, 0);
        return amp__bad_view(v, why);
    }
    if (v.status != AMP_OK || first < last) {
        return v.status != AMP_OK ? v : amp_section(v, amp_index(first), amp_extent(last - first));
    }
    v.extent.dim[0] = 0;
    return amp__bad_view(v, "the range is empty: only algorithms take it");
}

/* Temporary storage of one host thread: blocks, the newest first, kept from
   call to call; a call that needed several leaves one large one. Or one block
   in the caller's memory. Each block is one data source, of which what is taken
   are sections, so that on a device it stays there. */
typedef struct amp__al_block {
    struct amp__al_block *older;
    char *memory;
    size_t size, used;
    amp_array_view whole;
} amp__al_block;
typedef struct amp__al_storage {
    amp__al_block *block;
    amp__al_block given;    /* memory NULL: none */
    size_t live, peak;      /* bytes taken now, and at most since the last outermost call */
    amp_accelerator_view on;
} amp__al_storage;
AMP__C_BEGIN
__attribute__((weak)) __thread amp__al_storage amp__al_mine;
__attribute__((weak)) pthread_key_t amp__al_key;
__attribute__((weak)) pthread_once_t amp__al_once = PTHREAD_ONCE_INIT;
AMP__C_END

/* Where the calling thread's algorithms run: the accelerator view of amp_on. */
#define AMP__ON amp__on(amp__al_mine.on)

typedef struct amp__al_mark {
    amp__al_block *block;
    size_t used, given_used, live;
} amp__al_mark;

/* Temporary data is not worth bringing home before its memory goes. */
static inline void amp__al_forget(amp__al_block *b)
{
    if (b->whole.status == AMP_OK && b->whole.storage != NULL) {
        (void)amp_discard_data(b->whole);
        (void)amp_release(b->whole);
    }
}
static inline void amp__al_blocks_free(void *p)
{
    amp__al_block *b = (amp__al_block *)p;
    while (b != NULL) {
        amp__al_block *older = b->older;
        amp__al_forget(b);
        amp__free(b);
        b = older;
    }
}
static inline void amp__al_make_key(void)
{
    (void)pthread_key_create(&amp__al_key, amp__al_blocks_free);
}

/* Makes b a block of `bytes` bytes at p. */
static inline amp_status amp__al_block_over(amp__al_block *b, char *p, size_t bytes)
{
    const amp__type byte = { "unsigned char", 1, AMP__KIND_UINT };
    const size_t row = 4096, rows = bytes / row; /* an int counts rows, not bytes */
    b->memory = p;
    b->size = bytes;
    b->used = 0;
    b->whole = rows < 2 ? amp__view(byte, p, amp_extent(bytes))
                        : amp__view(byte, p, amp_extent(rows, row));
    return b->whole.status;
}

static inline amp_status amp__al_block_new(amp__al_storage *s, size_t bytes)
{
    const size_t size = (bytes + 4095) / 4096 * 4096;
    amp__al_block *b = (amp__al_block *)amp__alloc(sizeof(amp__al_block) + 64 + size);
    amp_status status;
    if (b == NULL) {
        return AMP_OUT_OF_MEMORY;
    }
    status = amp__al_block_over(b, (char *)(b + 1) + (64 - (uintptr_t)(b + 1) % 64) % 64, size);
    if (status != AMP_OK) {
        amp__free(b);
        return status;
    }
    b->older = s->block;
    s->block = b;
    (void)pthread_once(&amp__al_once, amp__al_make_key);
    (void)pthread_setspecific(amp__al_key, b);
    return AMP_OK;
}

static inline amp__al_mark amp__al_open(void)
{
    amp__al_storage *s = &amp__al_mine;
    amp__al_mark m;
    if (s->live == 0 && s->block != NULL && s->block->older != NULL) {
        amp__al_blocks_free(s->block);
        s->block = NULL;
        (void)pthread_setspecific(amp__al_key, NULL);
        (void)amp__al_block_new(s, s->peak);
    }
    if (s->live == 0) {
        s->peak = 0;
    }
    m.block = s->block;
    m.used = s->block != NULL ? s->block->used : 0;
    m.given_used = s->given.used;
    m.live = s->live;
    return m;
}

/* Gives back what was taken since the mark; passes the status on. */
static inline amp_status amp__al_close(amp__al_mark m, amp_status status)
{
    amp__al_storage *s = &amp__al_mine;
    amp__al_block *b;
    for (b = s->block; b != NULL; b = b->older) {
        b->used = b == m.block ? m.used : 0;
        if (b == m.block) {
            break;
        }
    }
    s->given.used = m.given_used;
    s->live = m.live;
    return status;
}

static inline size_t amp__al_rounded(size_t bytes)
{
    return (bytes + 63) / 64 * 64;
}

/* Takes n elements of temporary storage, n >= 1, until amp__al_close. */
static inline amp_status amp__al_take(amp_array_view *v, amp__type type, ptrdiff_t n)
{
    amp__al_storage *s = &amp__al_mine;
    const size_t bytes = amp__al_rounded(type.size * (size_t)n);
    amp__al_block *b = s->given.memory != NULL ? &s->given : s->block;
    if (b == &s->given && bytes > b->size - b->used) {
        return amp__fail(AMP_OUT_OF_MEMORY, "the temporary storage given has %lu bytes, of "
                         "which %lu are in use, and %lu more are needed: ask for the size "
                         "with amp_..._storage_size", (unsigned long)b->size,
                         (unsigned long)b->used, (unsigned long)bytes);
    }
    if (b == NULL || bytes > b->size - b->used) {
        const amp_status status = amp__al_block_new(s, bytes);
        if (status != AMP_OK) {
            return status;
        }
        b = s->block;
    }
    *v = amp__view(type, b->memory + b->used, amp_extent(n));
    b->used += bytes;
    s->live += bytes;
    s->peak = s->live > s->peak ? s->live : s->peak;
    return AMP__THEN(v->status, amp_discard_data(*v));
}

/* Frees the calling thread's temporary storage. It comes back by itself with
   the next algorithm; a thread that ends frees its own. */
static inline void amp_storage_release(void)
{
    if (amp__al_mine.block != NULL) {
        amp__al_blocks_free(amp__al_mine.block);
        amp__al_mine.block = NULL;
        (void)pthread_setspecific(amp__al_key, NULL);
    }
}

/* Has the calling thread's algorithms use the caller's memory, and nothing
   else, for their temporary storage: `bytes` bytes, aligned to 64, alive until
   amp_storage_use(NULL, 0). Returns AMP_OK, or AMP_INVALID_ARGUMENT where the
   memory is not aligned or less than 64 bytes. */
static inline amp_status amp_storage_use(void *memory, size_t bytes)
{
    amp__al_storage *s = &amp__al_mine;
    if (memory != NULL && ((uintptr_t)memory % 64 != 0 || bytes < 64)) {
        return amp__fail(AMP_INVALID_ARGUMENT, "temporary storage of %lu bytes at an address "
                         "that is %lu above a multiple of 64: it must be 64 bytes or more, and "
                         "aligned to 64", (unsigned long)bytes,
                         (unsigned long)((uintptr_t)memory % 64));
    }
    if (s->given.memory != NULL) {
        amp__al_forget(&s->given);
    }
    s->given.memory = NULL;
    s->given.used = 0;
    return memory != NULL ? amp__al_block_over(&s->given, (char *)memory, bytes) : AMP_OK;
}

/* amp_on(accelerator_view, call): the algorithm called runs there, instead of
   on amp_auto_selection_view(), and the value is its status:
   amp_on(av, amp_radix_sort(int, v)). On a view that queues its work the call
   returns when the work is queued, unless it has a result for the host. */
#define amp_on(accelerator_view, call)                                                             \
    (amp__al_mine.on = (accelerator_view), amp__al_back(call))
static inline amp_status amp__al_back(amp_status s)
{
    amp__al_mine.on = amp_auto_selection_view();
    return s;
}

#include "amp_algorithms_kernels.h"
#include "amp_algorithms_tiles.h"

/* ==== 2 checks =========================================================== */

/* The type, rank and status of one argument, whose role is named. */
static inline amp_status amp__al_expect(const char *function, const char *role,
                                     const amp_array_view *v, amp__type type, int rank, int writes)
{
    if (v->status != AMP_OK && !amp__is_empty(v)) {
        return amp__fail(v->status, "%s, %s: %s", function, role, v->why);
    }
    if (v->extent.rank != rank) {
        return amp__fail(AMP_INVALID_ARGUMENT, "%s, %s: a view of rank %d is wanted, not of "
                         "rank %d", function, role, rank, v->extent.rank);
    }
    if (!amp__type_equal(v->type, type)) {
        return amp__fail(AMP_VIEW_MISMATCH, "%s, %s: a view of %s is wanted, not of %s",
                         function, role, type.name, v->type.name);
    }
    if (writes && v->read_only) {
        return amp__fail(AMP_VIEW_MISMATCH, "%s, %s: the view is of %s and would be written: "
                         "make it without const", function, role, v->type.name);
    }
    return AMP_OK;
}

/* That a result has room for `need` elements. */
static inline amp_status amp__al_room(const char *function, const char *role,
                                   const amp_array_view *v, ptrdiff_t need)
{
    if (amp__al_length(v) < need) {
        return amp__fail(AMP_INVALID_ARGUMENT, "%s, %s: the view holds %ld elements, %ld are "
                         "needed: give a larger one", function, role, (long)amp__al_length(v),
                         (long)need);
    }
    return AMP_OK;
}

/* That two ranges have one length. */
static inline amp_status amp__same_length(const char *function, const amp_array_view *v,
                                          const amp_array_view *w)
{
    if (amp__al_length(v) != amp__al_length(w)) {
        return amp__fail(AMP_INVALID_ARGUMENT, "%s: the ranges have %ld and %ld elements: give "
                         "ranges of one length", function, (long)amp__al_length(v),
                         (long)amp__al_length(w));
    }
    return AMP_OK;
}

/* The bytes from the first element of v to behind its last. */
static inline size_t amp__al_span(const amp_array_view *v)
{
    ptrdiff_t last = 0;
    int k;
    if (amp__is_empty(v)) {
        return 0;
    }
    for (k = 0; k < v->extent.rank; k++) {
        last += (v->extent.dim[k] - 1) * v->stride[k];
    }
    return (size_t)(last + 1) * v->type.size;
}

/* Whether two views begin with the same byte of the same memory. */
static inline int amp__al_same(const amp_array_view *v, const amp_array_view *w)
{
    return v->storage == w->storage ? v->offset == w->offset
                                    : v->data != NULL && v->data == w->data;
}

/* How many bytes from w's beginning v's is, where the two overlap at all: sets
   *apart, and returns 1. */
static inline int amp__al_overlaps(const amp_array_view *v, const amp_array_view *w,
                                   ptrdiff_t *apart)
{
    const int one = v->storage == w->storage;
    const uintptr_t x = one ? v->offset : (uintptr_t)v->data;
    const uintptr_t y = one ? w->offset : (uintptr_t)w->data;
    const size_t n = amp__al_span(v), m = amp__al_span(w);
    *apart = (ptrdiff_t)x - (ptrdiff_t)y;
    return n != 0 && m != 0 && x + n > y && y + m > x
        && (one || (v->data != NULL && w->data != NULL));
}

/* That what is written does not overlap what is read; in_place allows the
   very same elements. */
static inline amp_status amp__al_apart(const char *function, const amp_array_view *in,
                                       const amp_array_view *out, int in_place)
{
    ptrdiff_t apart;
    if (!amp__al_overlaps(in, out, &apart)
        || (in_place && apart == 0 && in->stride[0] == out->stride[0]
            && in->type.size == out->type.size)) {
        return AMP_OK;
    }
    return amp__fail(AMP_INVALID_ARGUMENT, "%s: the result, %lu bytes, overlaps an input of %lu "
                     "bytes, which begins %ld bytes from it: %s", function,
                     (unsigned long)amp__al_span(out), (unsigned long)amp__al_span(in),
                     (long)apart, in_place ? "give the same view, or one that is apart"
                                           : "give one that is apart");
}

/* A view of one row's elements. */
static inline amp_array_view amp__al_row(amp_array_view v, int row)
{
    const size_t bytes = (size_t)row * (size_t)v.stride[0] * v.type.size;
    v.offset += bytes;
    if (v.data != NULL) {
        v.data = (char *)v.data + bytes;
    }
    v.extent = amp_extent(v.extent.dim[1]);
    v.stride[0] = 1;
    return v;
}

/* Element i of a range, brought to the host. */
static inline amp_status amp__al_fetch(amp_array_view v, ptrdiff_t i, void *value)
{
    const amp_array_view one = amp_range(v, i, i + 1);
    const amp_status s = amp_synchronize(one);
    if (s == AMP_OK) {
        memcpy(value, one.data, v.type.size);
    }
    return s;
}

static const amp__type amp__al_int AMP__UNUSED = { "int", sizeof(int), AMP__KIND_INT };

/* ---- which form, and how a range is cut ---- */

/* The form of the kernels: 0 for a CPU (the emulator, OpenCL devices that are
   CPUs), 1 for other accelerators, or what AMP_ALGORITHM_FORM says, cpu or gpu.
   Elements of more than `fits` bytes, where that is not 0, are too large for a
   GPU's tile memory: form 0. */
static inline amp_status amp__al_form(size_t size, size_t fits, int *form)
{
    const char *e = getenv("AMP_ALGORITHM_FORM");
    amp__queue *queue;
    *form = 0;
    if (e != NULL && e[0] != '\0') {
        if (strcmp(e, "cpu") != 0 && strcmp(e, "gpu") != 0) {
            return amp__fail(AMP_INVALID_ARGUMENT, "AMP_ALGORITHM_FORM is '%s': it may be cpu or "
                             "gpu", e);
        }
        *form = e[0] == 'g';
    } else {
        const amp_status s = amp__queue_of(amp__al_mine.on, &queue);
        if (s != AMP_OK) {
            return s;
        }
        *form = !queue->device->about.is_emulated;
    }
    if (fits != 0 && size > fits) {
        *form = 0;
    }
    return AMP_OK;
}

/* The most tiles of a GPU's launch: its fill, and few enough for one tile to
   combine their results. A test may set fewer, so that each has many blocks. */
#ifndef AMP__TILES
#define AMP__TILES 2048
#endif

/* A range cut into parts of `per` elements, a tile each. */
typedef struct amp__al_cut {
    int tiles, per;
    amp_tiled_extent domain;
} amp__al_cut;

/* Cuts n elements. Form 0: at most 64 parts of `least` elements or more, tiles
   of one thread; form 1: at most 2048 parts of whole blocks, tiles of 256.
   Depends on n and the form alone. */
enum { AMP__SCAN_LEAST = 2048, AMP__SORT_LEAST = 16384, AMP__CHUNKS = 64 };
static inline amp__al_cut amp__al_cut_of(ptrdiff_t n, int least, int form)
{
    const ptrdiff_t step = form ? AMP__BLOCK : 32, most = form ? AMP__TILES : AMP__CHUNKS;
    ptrdiff_t each = (n + most - 1) / most;
    amp__al_cut c;
    each = (each + step - 1) / step * step;
    each = !form && each < least ? least : each;
    c.per = (int)(each < INT_MAX ? each : INT_MAX);
    c.tiles = (int)((n + each - 1) / each);
    c.domain = form ? amp_tile(amp_extent(c.tiles * AMP__TILE), AMP__TILE)
                    : amp_tile(amp_extent(c.tiles), 1);
    return c;
}

/* The same for a fold: tiles of 64 threads in either form, at most 256 or 2048. */
static inline amp__al_cut amp__al_fold_cut(ptrdiff_t n, int form)
{
    const ptrdiff_t most = form ? AMP__TILES : AMP__FOLD_TILES;
    const ptrdiff_t blocks = (n + AMP__FOLD_BLOCK - 1) / AMP__FOLD_BLOCK;
    const ptrdiff_t each = (blocks + most - 1) / most;
    amp__al_cut c;
    c.per = (int)(each * AMP__FOLD_BLOCK);
    c.tiles = (int)((blocks + each - 1) / each);
    c.domain = amp_tile(amp_extent(c.tiles * AMP__FOLD_THREADS), AMP__FOLD_THREADS);
    return c;
}

/* ==== 3 map ============================================================== */

/* The typed calls that each definition leaves behind, and the public names. */

#define AMP__HOST_MOVES(name, T)                                                                   \
    AMP__HELPER amp_status amp__fill_call_##name(amp__how on, amp_extent e,            \
                                                 amp_array_view y,                                 \
                                                        const void *v)                             \
    { return amp__fill_##name##__launch(on, e, y, *(const T *)v); }                                \
    AMP__HELPER amp_status amp__put_call_##name(amp__how on, amp_extent e,             \
                                                amp_array_view flags,                              \
                                                       amp_array_view y, const void *v)            \
    { return amp__put_##name##__launch(on, e, flags, y, *(const T *)v); }                          \
    AMP__DESCRIPTION(amp__moves, amp__moves_##name, #name, AMP__TYPE_CONSTANT(T),                  \
        amp__copy_##name##__launch, amp__move_##name##__launch,                                    \
        amp__reverse_##name##__launch, amp__al_gather_##name##__launch,                            \
        amp__scatter_##name##__launch, amp__al_exchange_##name##__launch,                          \
        amp__fill_call_##name, amp__put_call_##name)                                               \
    AMP__HELPER amp_status amp__do_fill_##name(amp_array_view y, T v)                              \
    { return amp__al_fill((amp__moves_##name)(), y, &v); }

#define AMP__HOST_ARITHMETIC(name, T)                                                              \
    AMP__HELPER amp_status amp__do_iota_##name(amp_array_view y, T start)                          \
    {                                                                                              \
        const amp__type type = AMP__TYPE_CONSTANT(T);                                              \
        const amp_status s = amp__al_expect("amp_iota", "result", &y, type, 1, 1);                 \
        if (s != AMP_OK || amp__is_empty(&y)) {                                                    \
            return s;                                                                              \
        }                                                                                          \
        return amp__iota_##name##__launch(AMP__ON, y.extent, y, start);                            \
    }

#define AMP__HOST_GENERATE(name, R)                                                                \
    AMP__HELPER amp_status amp__do_generate_##name(amp_array_view y)                               \
    {                                                                                              \
        const amp__type type = AMP__TYPE_CONSTANT(R);                                              \
        return amp__al_each("amp_generate", type, amp__generate_##name##__launch, y);              \
    }

#define AMP__HOST_FOR_EACH(name, T)                                                                \
    AMP__HELPER amp_status amp__do_each_##name(amp_array_view y)                                   \
    {                                                                                              \
        const amp__type type = AMP__TYPE_CONSTANT(T);                                              \
        return amp__al_each("amp_for_each", type, amp__each_##name##__launch, y);                  \
    }

#define AMP__HOST_TRANSFORM(name, T, R)                                                            \
    AMP__HELPER amp_status amp__do_transform_##name(amp_array_view x, amp_array_view y)            \
    {                                                                                              \
        const amp__type in = AMP__TYPE_CONSTANT(T), out = AMP__TYPE_CONSTANT(R);                   \
        return amp__al_map("amp_transform", in, out, amp__transform_##name##__launch, x, y, 1);    \
    }

#define AMP__HOST_ADJACENT(name, T)                                                                \
    AMP__HELPER amp_status amp__do_adjacent_##name(amp_array_view x, amp_array_view y)             \
    {                                                                                              \
        const amp__type type = AMP__TYPE_CONSTANT(T);                                              \
        return amp__al_map("amp_adjacent_difference", type, type,                                  \
                        amp__adjacent_##name##__launch, x, y, 0);                                  \
    }

#define AMP__HOST_TRANSFORM2(name, T, U, R)                                                        \
    AMP__HELPER amp_status amp__do_transform2_##name(amp_array_view x,                             \
        amp_array_view z, amp_array_view y)                                                        \
    {                                                                                              \
        const amp__type in = AMP__TYPE_CONSTANT(T), in2 = AMP__TYPE_CONSTANT(U);                   \
        const amp__type out = AMP__TYPE_CONSTANT(R);                                               \
        return amp__map2(in, in2, out, amp__transform2_##name##__launch, x, z, y);                 \
    }

static inline amp_status amp__al_fill(const amp__moves *m, amp_array_view y, const void *v)
{
    const amp_status s = amp__al_expect("amp_fill", "result", &y, m->type, 1, 1);
    return s != AMP_OK || amp__is_empty(&y) ? s : m->fill(AMP__ON, y.extent, y, v);
}

static inline amp_status amp__al_each(const char *function, amp__type type, amp__launch_one launch,
                                   amp_array_view y)
{
    const amp_status s = amp__al_expect(function, "view", &y, type, 1, 1);
    return s != AMP_OK || amp__is_empty(&y) ? s : launch(AMP__ON, y.extent, y);
}

static inline amp_status amp__al_map(const char *function, amp__type in, amp__type out,
                                  amp__launch_map launch, amp_array_view x, amp_array_view y,
                                  int in_place)
{
    amp_status s = amp__al_expect(function, "input", &x, in, 1, 0);
    s = AMP__THEN(s, amp__al_expect(function, "result", &y, out, 1, 1));
    s = AMP__THEN(s, amp__al_room(function, "result", &y, amp__al_length(&x)));
    if (s != AMP_OK || amp__is_empty(&x)) {
        return s;
    }
    y = amp_range(y, 0, amp__al_length(&x));
    s = amp__al_apart(function, &x, &y, in_place);
    return AMP__THEN(s, launch(AMP__ON, x.extent, x, y));
}

static inline amp_status amp__map2(amp__type in, amp__type in2, amp__type out,
                                   amp__launch_map2 launch, amp_array_view x, amp_array_view z,
                                   amp_array_view y)
{
    amp_status s = amp__al_expect("amp_transform2", "first input", &x, in, 1, 0);
    s = AMP__THEN(s, amp__al_expect("amp_transform2", "second input", &z, in2, 1, 0));
    s = AMP__THEN(s, amp__al_expect("amp_transform2", "result", &y, out, 1, 1));
    s = AMP__THEN(s, amp__same_length("amp_transform2", &x, &z));
    s = AMP__THEN(s, amp__al_room("amp_transform2", "result", &y, amp__al_length(&x)));
    if (s != AMP_OK || amp__is_empty(&x)) {
        return s;
    }
    y = amp_range(y, 0, amp__al_length(&x));
    s = amp__al_apart("amp_transform2", &x, &y, 1);
    s = AMP__THEN(s, amp__al_apart("amp_transform2", &z, &y, 1));
    return AMP__THEN(s, launch(AMP__ON, x.extent, x, z, y));
}

/* amp_fill(T, out, value): each element becomes value. */
#define amp_fill(T, out, value) amp__do_fill_##T(out, value)
/* amp_iota(T, out, start): element i becomes start + i, in T. */
#define amp_iota(T, out, start) amp__do_iota_##T(out, start)
/* amp_generate(name, out): the expression of AMP_DEFINE_GENERATE at each i. */
#define amp_generate(name, out) amp__do_generate_##name(out)
/* amp_for_each(name, view): the statement of AMP_DEFINE_FOR_EACH on each
   element, in place. */
#define amp_for_each(name, view) amp__do_each_##name(view)
/* amp_transform(name, in, out): out[i] = the expression at in[i]. In place. */
#define amp_transform(name, in, out) amp__do_transform_##name(in, out)
/* amp_transform2(name, in, in2, out): out[i] = the expression at in[i] and
   in2[i]; the inputs have one length. In place of either. */
#define amp_transform2(name, in, in2, out) amp__do_transform2_##name(in, in2, out)
/* amp_adjacent_difference(name, in, out): out[0] = in[0]; out[i] = the
   expression at a = in[i], b = in[i - 1]. amp_minus_X subtracts. */
#define amp_adjacent_difference(name, in, out) amp__do_adjacent_##name(in, out)

/* Moves: y[i] = x at i, in reverse (shift -1), or rotated to the left. */
static inline amp_status amp__al_move(const char *function, const amp__moves *m, amp_array_view x,
                                   amp_array_view y, int shift)
{
    amp_status s = amp__al_expect(function, "input", &x, m->type, 1, 0);
    s = AMP__THEN(s, amp__al_expect(function, "result", &y, m->type, 1, 1));
    s = AMP__THEN(s, amp__al_room(function, "result", &y, amp__al_length(&x)));
    if (s != AMP_OK || amp__is_empty(&x)) {
        return s;
    }
    y = amp_range(y, 0, amp__al_length(&x));
    s = amp__al_apart(function, &x, &y, 0);
    if (s != AMP_OK) {
        return s;
    }
    return shift == 0 ? m->copy(AMP__ON, x.extent, x, y) : m->move(AMP__ON, x.extent, x, y,
                                                                   x.extent.dim[0], shift);
}

/* amp_gather_by(T, in, order, out): out[i] = in[order[i]]. order is a view of int
   whose values lie in `in`; as long as out is needed. */
#define amp_gather_by(T, in, order, out) amp__al_gather((amp__moves_##T)(), in, order, out)
static inline amp_status amp__al_gather(const amp__moves *m, amp_array_view x, amp_array_view order,
                                     amp_array_view y)
{
    amp_status s = amp__al_expect("amp_gather_by", "input", &x, m->type, 1, 0);
    s = AMP__THEN(s, amp__al_expect("amp_gather_by", "order", &order, amp__al_int, 1, 0));
    s = AMP__THEN(s, amp__al_expect("amp_gather_by", "result", &y, m->type, 1, 1));
    s = AMP__THEN(s, amp__al_room("amp_gather_by", "result", &y, amp__al_length(&order)));
    if (s != AMP_OK || amp__is_empty(&order)) {
        return s;
    }
    s = amp__al_room("amp_gather_by", "input", &x, 1);
    y = amp_range(y, 0, amp__al_length(&order));
    s = AMP__THEN(s, amp__al_apart("amp_gather_by", &x, &y, 0));
    s = AMP__THEN(s, amp__al_apart("amp_gather_by", &order, &y, 0));
    return AMP__THEN(s, m->gather(AMP__ON, order.extent, x, order, y));
}

/* ==== 4 reduce and scan ================================================== */

#define AMP__HOST_REDUCE(name, T, R, identity, kernel)                                             \
    AMP__DESCRIPTION(amp__reduction, amp__reduction_##name, #name,                                 \
        AMP__TYPE_CONSTANT(T), AMP__TYPE_CONSTANT(R), kernel##__launch,                            \
        amp__again_##name##__launch, AMP__LANES_OF(name))                                          \
    AMP__HELPER amp_status amp__do_reduce_##name(amp_array_view x, R *result)                      \
    {                                                                                              \
        R r = identity;                                                                            \
        const amp_status s = amp__reduce((amp__reduction_##name)(), x, &r);                        \
        if (s == AMP_OK) {                                                                         \
            *result = r;                                                                           \
        }                                                                                          \
        return s;                                                                                  \
    }                                                                                              \
    AMP__HELPER amp_status amp__do_reduce_from_##name(amp_array_view x, R init, R *result)         \
    {                                                                                              \
        R r = identity;                                                                            \
        const amp_status s = amp__reduce((amp__reduction_##name)(), x, &r);                        \
        if (s == AMP_OK) {                                                                         \
            *result = amp__op_##name(init, r);                                                     \
        }                                                                                          \
        return s;                                                                                  \
    }

#define AMP__HOST_INNER(name, T, U, R, identity)                                                   \
    AMP__HELPER amp_status amp__do_inner_##name(amp_array_view x, amp_array_view z,                \
                                                       R init, R *result)                          \
    {                                                                                              \
        const amp__type in = AMP__TYPE_CONSTANT(T), in2 = AMP__TYPE_CONSTANT(U);                   \
        const amp__type type = AMP__TYPE_CONSTANT(R);                                              \
        const amp__al_mark mark = amp__al_open();                                                  \
        amp_array_view part;                                                                       \
        amp__al_cut cut;                                                                           \
        int form;                                                                                  \
        R r = identity;                                                                            \
        amp_status s = amp__al_expect("amp_inner_product", "first input", &x, in, 1, 0);           \
        s = AMP__THEN(s, amp__al_expect("amp_inner_product", "second input", &z, in2, 1, 0));      \
        s = AMP__THEN(s, amp__same_length("amp_inner_product", &x, &z));                           \
        s = AMP__THEN(s, amp__al_form(0, 0, &form));                                               \
        if (s == AMP_OK && !amp__is_empty(&x)) {                                                   \
            cut = amp__al_fold_cut(amp__al_length(&x), form);                                      \
            s = amp__al_take(&part, type, cut.tiles);                                              \
            s = AMP__THEN(s, amp__inner_##name##__launch(AMP__ON, cut.domain, x, z, part, cut.per, \
                                                         x.extent.dim[0]));                        \
            s = AMP__THEN(s, amp__reduce_parts(amp__again_##name##__launch,                        \
                                               AMP__FOLD_THREADS, part, &r));                      \
        }                                                                                          \
        if (s == AMP_OK) {                                                                         \
            *result = amp__op_##name(init, r);                                                     \
        }                                                                                          \
        return amp__al_close(mark, s);                                                             \
    }

/* Folds the tiles' results in one tile of 64 threads, or of one, and fetches
   the one. */
static inline amp_status amp__reduce_parts(amp__launch_xp again, int threads, amp_array_view part,
                                           void *result)
{
    amp_array_view one;
    amp_status s = AMP_OK;
    if (amp__al_length(&part) == 1) {
        return amp__al_fetch(part, 0, result);
    }
    s = amp__al_take(&one, part.type, 1);
    s = AMP__THEN(s, again(AMP__ON, amp_tile(amp_extent(threads), threads), part, one,
                           (int)amp__al_length(&part)));
    return AMP__THEN(s, amp__al_fetch(one, 0, result));
}

/* *result stays as it was where x is empty. */
static inline amp_status amp__reduce(const amp__reduction *r, amp_array_view x, void *result)
{
    const amp__al_mark mark = amp__al_open();
    amp_array_view part;
    amp__launch_xp fold = r->fold, again = r->again;
    amp__queue *queue;
    amp__al_cut cut;
    int form, threads = AMP__FOLD_THREADS;
    amp_status s = amp__al_expect("amp_reduce", "input", &x, r->in, 1, 0);
    s = AMP__THEN(s, amp__al_form(0, 0, &form));
    if (s != AMP_OK || amp__is_empty(&x)) {
        return s;
    }
    cut = amp__al_fold_cut(amp__al_length(&x), form);
    s = amp__al_take(&part, r->type, cut.tiles);
    if (form == 0 && r->lanes != NULL && amp__queue_of(amp__al_mine.on, &queue) == AMP_OK
        && (queue->device->own_memory || strcmp(queue->device->backend->name, "emu") != 0)) {
        fold = r->lanes; /* the emulator's threads are vectors without that */
        cut.domain = amp_tile(amp_extent(cut.tiles), 1);
        if (r->again == r->fold) { /* one kernel to build, not two */
            again = fold;
            threads = 1;
        }
    }
    s = AMP__THEN(s, fold(AMP__ON, cut.domain, x, part, cut.per));
    s = AMP__THEN(s, amp__reduce_parts(again, threads, part, result));
    return amp__al_close(mark, s);
}

/* amp_reduce(name, in, &result): folds the range with the operator; *result is
   the identity where the range is empty. */
#define amp_reduce(name, in, result) amp__do_reduce_##name(in, result)
/* amp_transform_reduce(name, in, &result): the same of
   AMP_DEFINE_TRANSFORM_REDUCE. */
#define amp_transform_reduce(name, in, result) amp__do_reduce_##name(in, result)
/* amp_inner_product(name, in, in2, init, &result): init combined with the fold
   of the products; the inputs have one length. amp_dot_X multiplies and adds. */
#define amp_inner_product(name, in, in2, init, result)                                             \
    amp__do_inner_##name(in, in2, init, result)

/* The temporary storage, in bytes, of amp_reduce and its like over n elements,
   and of scans, whose elements (of the result) have `element` bytes: enough for
   either form. */
static inline size_t amp__al_parts(ptrdiff_t n)
{
    const ptrdiff_t blocks = (n + AMP__FOLD_BLOCK - 1) / AMP__FOLD_BLOCK;
    return (size_t)(blocks < 1 ? 1 : blocks < AMP__TILES ? blocks : AMP__TILES);
}
static inline size_t amp_reduce_storage_size(size_t element, ptrdiff_t n)
{
    return amp__al_rounded(element * amp__al_parts(n)) + amp__al_rounded(element);
}
static inline size_t amp_scan_storage_size(size_t element, ptrdiff_t n)
{
    return amp__al_rounded(element * amp__al_parts(n));
}
/* The same of the segmented scans. */
static inline size_t amp_segmented_scan_storage_size(size_t element, ptrdiff_t n)
{
    return amp_scan_storage_size(element, n) + amp_scan_storage_size(sizeof(int), n)
        + amp__al_rounded(sizeof(int) * (size_t)n);
}

/* Whether an element counts in its own result, and from where a scan goes. */
typedef enum amp_scan_mode { AMP_EXCLUSIVE, AMP_INCLUSIVE } amp_scan_mode;
typedef enum amp_scan_direction { AMP_FORWARD, AMP_BACKWARD } amp_scan_direction;

#define AMP__HOST_SCAN(name, T)                                                                    \
    AMP__DESCRIPTION(amp__scanning, amp__scanning_##name, #name,                                   \
        AMP__TYPE_CONSTANT(T),                                                                     \
        { { amp__scan_fold_##name##__launch, amp__scan_apply_##name##__launch,                     \
            amp__segment_fold_##name##__launch, amp__segment_apply_##name##__launch,               \
            amp__rows_##name##__launch },                                                          \
          { amp__tile_fold_##name##__launch, amp__tile_scan_##name##__launch,                      \
            amp__tile_segment_fold_##name##__launch, amp__tile_segment_scan_##name##__launch,      \
            amp__tile_rows_##name##__launch } })

static inline amp_status amp__scan_check(const char *function, const amp__scanning *k,
                                         amp_array_view x, amp_array_view *y, int rank)
{
    amp_status s = amp__al_expect(function, "input", &x, k->type, rank, 0);
    s = AMP__THEN(s, amp__al_expect(function, "result", y, k->type, rank, 1));
    if (s == AMP_OK && rank == 1) {
        s = amp__al_room(function, "result", y, amp__al_length(&x));
        if (s == AMP_OK && !amp__is_empty(&x)) {
            *y = amp_range(*y, 0, amp__al_length(&x));
        }
    } else if (s == AMP_OK && !amp_extent_equal(x.extent, y->extent)) {
        s = amp__fail(AMP_INVALID_ARGUMENT, "%s: the input has %d rows of %d, the result %d rows "
                      "of %d: give views of one extent", function, x.extent.dim[0],
                      x.extent.dim[1], y->extent.dim[0], y->extent.dim[1]);
    }
    return AMP__THEN(s, amp__al_apart(function, &x, y, 1));
}

static inline amp_status amp__scan(const amp__scanning *k, amp_scan_mode mode,
                                   amp_scan_direction direction, amp_array_view x,
                                   amp_array_view y)
{
    const amp__al_mark mark = amp__al_open();
    const int inclusive = mode == AMP_INCLUSIVE, backward = direction == AMP_BACKWARD;
    amp_array_view part;
    amp__al_cut cut, one;
    int form;
    amp_status s = amp__scan_check("amp_scan", k, x, &y, 1);
    s = AMP__THEN(s, amp__al_form(k->type.size, AMP__SCAN_FITS, &form));
    if (s != AMP_OK || amp__is_empty(&x)) {
        return s;
    }
    cut = amp__al_cut_of(amp__al_length(&x), AMP__SCAN_LEAST, form);
    s = amp__al_take(&part, k->type, cut.tiles);
    if (cut.tiles > 1) {
        s = AMP__THEN(s, k->form[form].fold(AMP__ON, cut.domain, x, part, cut.per, backward));
    }
    if (cut.tiles > 1 && form) {
        one = amp__al_cut_of(cut.tiles, AMP__SCAN_LEAST, form);
        s = AMP__THEN(s, k->form[form].apply(AMP__ON, one.domain, part, part, part, one.per, 1, 0));
    }
    s = AMP__THEN(s, k->form[form].apply(AMP__ON, cut.domain, x, part, y, cut.per, inclusive,
                                         backward));
    return amp__al_close(mark, s);
}

/* amp_scan(name, mode, direction, in, out): out[i] is the operator over the
   elements up to i; up to the one before it, and the identity at the first,
   where mode is AMP_EXCLUSIVE. AMP_BACKWARD goes from the last element to the
   first. The operator is associative; it need not be commutative. In place. */
#define amp_scan(name, mode, direction, in, out)                                                   \
    amp__scan((amp__scanning_##name)(), mode, direction, in, out)
#define amp_inclusive_scan(name, in, out) amp_scan(name, AMP_INCLUSIVE, AMP_FORWARD, in, out)
#define amp_exclusive_scan(name, in, out) amp_scan(name, AMP_EXCLUSIVE, AMP_FORWARD, in, out)

static inline amp_status amp__segmented(const amp__scanning *k, amp_scan_mode mode,
                                        amp_scan_direction direction, amp_array_view x,
                                        amp_array_view y, amp_array_view start)
{
    const amp__al_mark mark = amp__al_open();
    const int inclusive = mode == AMP_INCLUSIVE, backward = direction == AMP_BACKWARD;
    amp_array_view part, seen;
    amp__al_cut cut, one;
    int form;
    amp_status s = amp__scan_check("amp_segmented_scan", k, x, &y, 1);
    s = AMP__THEN(s, amp__al_expect("amp_segmented_scan", "flags", &start, amp__al_int, 1, 0));
    s = AMP__THEN(s, amp__same_length("amp_segmented_scan", &x, &start));
    s = AMP__THEN(s, amp__al_form(k->type.size, AMP__SCAN_FITS / 2, &form)); /* and a flag */
    if (s != AMP_OK || amp__is_empty(&x)) {
        return s;
    }
    s = amp__al_apart("amp_segmented_scan", &start, &y, 0);
    cut = amp__al_cut_of(amp__al_length(&x), AMP__SCAN_LEAST, form);
    s = AMP__THEN(s, amp__al_take(&part, k->type, cut.tiles));
    s = AMP__THEN(s, amp__al_take(&seen, amp__al_int, cut.tiles));
    s = AMP__THEN(s, k->form[form].segment_fold(AMP__ON, cut.domain, x, start, part, seen, cut.per,
                                                backward));
    if (form) { /* a part in which a segment begins does not depend on those before */
        one = amp__al_cut_of(cut.tiles, AMP__SCAN_LEAST, form);
        s = AMP__THEN(s, k->form[form].segment_apply(AMP__ON, one.domain, part, seen, part, seen,
                                                     part, one.per, 1, 0));
    }
    s = AMP__THEN(s, k->form[form].segment_apply(AMP__ON, cut.domain, x, start, part, seen, y,
                                                 cut.per, inclusive, backward));
    return amp__al_close(mark, s);
}

/* amp_segmented_scan(name, mode, direction, in, out, flags): a scan of each
   segment on its own. flags, a view of int as long as in, is not 0 where a
   segment begins; the first element begins one in any case. In place. */
#define amp_segmented_scan(name, mode, direction, in, out, flags)                                  \
    amp__segmented((amp__scanning_##name)(), mode, direction, in, out, flags)

static inline amp_status amp__segmented_equal(const amp__scanning *k, amp_scan_mode mode,
                                              amp_scan_direction direction, amp_array_view x,
                                              amp_array_view y, int width)
{
    const amp__al_mark mark = amp__al_open();
    amp_array_view flags;
    amp_status s = amp__scan_check("amp_segmented_scan_equal", k, x, &y, 1);
    if (s == AMP_OK && width < 1) {
        s = amp__fail(AMP_INVALID_ARGUMENT, "amp_segmented_scan_equal: segments of %d elements: "
                      "it must be 1 or more", width);
    }
    if (s != AMP_OK || amp__is_empty(&x)) {
        return s;
    }
    s = amp__al_take(&flags, amp__al_int, amp__al_length(&x));
    s = AMP__THEN(s, amp__starts__launch(AMP__ON, x.extent, flags, width));
    s = AMP__THEN(s, amp__segmented(k, mode, direction, x, y, flags));
    return amp__al_close(mark, s);
}

/* amp_segmented_scan_equal(name, mode, direction, in, out, width): segments of
   width elements each; the last may be shorter. In place. */
#define amp_segmented_scan_equal(name, mode, direction, in, out, width)                            \
    amp__segmented_equal((amp__scanning_##name)(), mode, direction, in, out, width)

static inline amp_status amp__multi_scan(const amp__scanning *k, amp_scan_mode mode,
                                         amp_scan_direction direction, amp_array_view x,
                                         amp_array_view y)
{
    const int inclusive = mode == AMP_INCLUSIVE, backward = direction == AMP_BACKWARD;
    int row, rows, tiles, per, form;
    amp_status s = amp__scan_check("amp_multi_scan", k, x, &y, 2);
    s = AMP__THEN(s, amp__al_form(k->type.size, AMP__SCAN_FITS, &form));
    if (s != AMP_OK) {
        return s;
    }
    rows = x.extent.dim[0];
    if (rows < 16 && x.extent.dim[1] > 4096) { /* few long rows: each in parallel */
        for (row = 0; row < rows && s == AMP_OK; row++) {
            s = amp__scan(k, mode, direction, amp__al_row(x, row), amp__al_row(y, row));
        }
        return s;
    }
    per = (rows + 1023) / 1024;
    if (form) {
        per = (rows + 32767) / 32768;
    }
    tiles = (rows + per - 1) / per;
    return k->form[form].rows(AMP__ON, form ? amp_tile(amp_extent(tiles * AMP__TILE), AMP__TILE)
                                            : amp_tile(amp_extent(tiles), 1),
                              x, y, per, inclusive, backward);
}

/* amp_multi_scan(name, mode, direction, in, out): a scan of each row of a view
   of rank 2; both have one extent. In place. */
#define amp_multi_scan(name, mode, direction, in, out)                                             \
    amp__multi_scan((amp__scanning_##name)(), mode, direction, in, out)

AMP_DEVICE_BEGIN
/* What the functions below need themselves: counts, and the first and last
   flag that is set. */
AMP_DEFINE_SCAN(amp__al_count, int, 0, a + b)
AMP_DEFINE_TRANSFORM_REDUCE(amp__al_set, int, int, 0, a + b, a != 0)
AMP_DEFINE_TRANSFORM_REDUCE(amp__al_first, int, int, INT_MAX, a < b ? a : b, a != 0 ? i : INT_MAX)
AMP_DEFINE_TRANSFORM_REDUCE(amp__al_last, int, int, -1, a > b ? a : b, a != 0 ? i : -1)
AMP_DEFINE_TYPE(amp__al_int, int)
AMP_DEVICE_END

/* ==== 5 compaction ======================================================= */

#define AMP__HOST_PREDICATE(name, T)                                                               \
    AMP__HELPER amp_status amp__test_call_##name(amp__how on, amp_extent e,            \
                                                 amp_array_view x,                                 \
        amp_array_view flags, const void *p)                                                       \
    { (void)p; return amp__test_##name##__launch(on, e, x, flags); }                               \
    AMP__DESCRIPTION(amp__predicate, amp__predicate_##name, amp__moves_##name, #name,              \
        amp__test_call_##name, NULL)                                                               \
    AMP__HELPER amp_status amp__do_replace_if_##name(amp_array_view x,                             \
        amp_array_view y, T v)                                                                     \
    { return amp__replace((amp__predicate_##name)(), NULL, x, y, &v); }

#define AMP__HOST_PREDICATE_WITH(name, T, P)                                                       \
    static __thread P amp__captured_##name AMP__UNUSED;                                            \
    AMP__HELPER amp_status amp__test_call_##name(amp__how on, amp_extent e,            \
                                                 amp_array_view x,                                 \
        amp_array_view flags, const void *p)                                                       \
    { (void)p; return amp__test_##name##__launch(on, e, x, flags, amp__captured_##name); }         \
    AMP__DESCRIPTION(amp__predicate, amp__predicate_##name, amp__moves_##name, #name,              \
        amp__test_call_##name, NULL)                                                               \
    AMP__HELPER amp_status amp__do_replace_if_##name(amp_array_view x,                             \
        amp_array_view y, T v)                                                                     \
    { return amp__replace((amp__predicate_##name)(), NULL, x, y, &v); }
/* amp_capture(name, value): what p stands for in AMP_DEFINE_PREDICATE_WITH. */
#define amp_capture(name, value) ((void)(amp__captured_##name = (value)))

#define AMP__HOST_EQUAL(name, T)                                                                   \
    AMP__HELPER amp_status amp__test_call_##name(amp__how on, amp_extent e,            \
                                                 amp_array_view x,                                 \
        amp_array_view flags, const void *p)                                                       \
    { return amp__test_##name##__launch(on, e, x, flags, *(const T *)p); }                         \
    AMP__DESCRIPTION(amp__predicate, amp__predicate_##name, amp__moves_##name, #name,              \
        amp__test_call_##name, NULL)                                                               \
    AMP__DESCRIPTION(amp__equality, amp__equality_##name, amp__moves_##name, #name,                \
        amp__heads_##name##__launch, amp__pairs_##name##__launch,                                  \
        amp__differ_##name##__launch, amp__pattern_##name##__launch)                               \
    AMP__HELPER amp_status amp__do_find_##name(amp_array_view x, T v, ptrdiff_t *index)            \
    { return amp__al_find((amp__predicate_##name)(), &v, x, 0, index); }                           \
    AMP__HELPER amp_status amp__do_count_##name(amp_array_view x, T v, ptrdiff_t *count)           \
    { return amp__count_if((amp__predicate_##name)(), &v, x, count); }                             \
    AMP__HELPER amp_status amp__do_remove_##name(amp_array_view x, amp_array_view y,               \
        T v, ptrdiff_t *count)                                                                     \
    { return amp__copy_if((amp__predicate_##name)(), &v, x, y, 1, count); }                        \
    AMP__HELPER amp_status amp__do_replace_##name(amp_array_view x, amp_array_view y,              \
        T old, T v)                                                                                \
    { return amp__replace((amp__predicate_##name)(), &old, x, y, &v); }                            \
    AMP__HELPER amp_status amp__do_search_n_##name(amp_array_view x, ptrdiff_t n, T v,             \
        ptrdiff_t *index)                                                                          \
    { return amp__search_n((amp__equality_##name)(), x, n, &v, index); }

static inline amp_status amp__search_n(const amp__equality *q, amp_array_view x, ptrdiff_t n,
                                       const void *value, ptrdiff_t *index);

/* The first or last flag that is set; *index is `none` without one. */
static inline amp_status amp__flag_index(amp_array_view flags, int last, ptrdiff_t none,
                                         ptrdiff_t *index)
{
    int at_ = last ? -1 : INT_MAX;
    const amp__reduction *r = last ? amp__reduction_amp__al_last() : amp__reduction_amp__al_first();
    const amp_status s = amp__reduce(r, flags, &at_);
    if (s == AMP_OK) {
        *index = at_ < 0 || at_ == INT_MAX ? none : at_;
    }
    return s;
}

/* Takes flags as long as x, and sets them by the predicate. */
static inline amp_status amp__flags_of(const char *function, const amp__predicate *p,
                                       const void *value, amp_array_view x, amp_array_view *flags)
{
    amp_status s = amp__al_expect(function, "input", &x, p->moves()->type, 1, 0);
    s = AMP__THEN(s, amp__al_take(flags, amp__al_int, amp__al_length(&x)));
    return AMP__THEN(s, p->test(AMP__ON, x.extent, x, *flags, value));
}

/* The index of the first element for which the predicate holds, or does not
   hold (invert); the length where there is none. */
static inline amp_status amp__al_find(const amp__predicate *p, const void *value, amp_array_view x,
                                   int invert, ptrdiff_t *index)
{
    const amp__al_mark mark = amp__al_open();
    amp_array_view flags;
    amp_status s = amp__al_expect("amp_find", "input", &x, p->moves()->type, 1, 0);
    if (s != AMP_OK || amp__is_empty(&x)) {
        if (s == AMP_OK) {
            *index = 0;
        }
        return s;
    }
    s = amp__flags_of("amp_find", p, value, x, &flags);
    if (invert) {
        s = AMP__THEN(s, amp__invert__launch(AMP__ON, x.extent, flags));
    }
    s = AMP__THEN(s, amp__flag_index(flags, 0, amp__al_length(&x), index));
    return amp__al_close(mark, s);
}

static inline amp_status amp__count_if(const amp__predicate *p, const void *value,
                                       amp_array_view x, ptrdiff_t *count)
{
    const amp__al_mark mark = amp__al_open();
    amp_array_view flags;
    int n = 0;
    amp_status s = amp__al_expect("amp_count_if", "input", &x, p->moves()->type, 1, 0);
    if (s == AMP_OK && !amp__is_empty(&x)) {
        s = amp__flags_of("amp_count_if", p, value, x, &flags);
        s = AMP__THEN(s, amp__reduce(amp__reduction_amp__al_set(), flags, &n));
    }
    if (s == AMP_OK) {
        *count = n;
    }
    return amp__al_close(mark, s);
}

/* Moves the flagged elements of x to the front of y in order, the others
   (where asked) behind them in order. x may be y: a copy stands between. */
static inline amp_status amp__compact(const char *function, const amp__moves *m, amp_array_view x,
                                      amp_array_view flags, amp_array_view y, int others,
                                      ptrdiff_t *count)
{
    const amp__al_mark mark = amp__al_open();
    const ptrdiff_t n = amp__al_length(&x);
    amp_array_view place, target;
    int kept = 0;
    amp_status s = amp__al_expect(function, "input", &x, m->type, 1, 0);
    s = AMP__THEN(s, amp__al_expect(function, "result", &y, m->type, 1, 1));
    if (s == AMP_OK && n == 0) {
        *count = 0;
    }
    if (s != AMP_OK || n == 0) {
        return s;
    }
    s = amp__al_take(&place, amp__al_int, n);
    s = AMP__THEN(s, amp__scan(amp__scanning_amp__al_count(), AMP_INCLUSIVE, AMP_FORWARD, flags,
                               place));
    s = AMP__THEN(s, amp__al_fetch(place, n - 1, &kept));
    s = AMP__THEN(s, amp__al_room(function, "result", &y, others ? n : kept));
    s = AMP__THEN(s, amp__al_apart(function, &x, &y, 1));
    if (s != AMP_OK || (kept == 0 && !others)) {
        *count = s == AMP_OK ? 0 : *count;
        return amp__al_close(mark, s);
    }
    target = amp_range(y, 0, others ? n : kept); /* written whole */
    if (amp__al_same(&x, &y)) {
        s = amp__al_take(&target, m->type, others ? n : kept);
    }
    s = AMP__THEN(s, m->scatter(AMP__ON, x.extent, x, flags, place, target, others, kept));
    if (amp__al_same(&x, &y)) {
        const ptrdiff_t moved = others ? n : kept;
        s = AMP__THEN(s, m->copy(AMP__ON, amp_extent(moved), target, y));
    }
    if (s == AMP_OK) {
        *count = kept;
    }
    return amp__al_close(mark, s);
}

static inline amp_status amp__copy_if(const amp__predicate *p, const void *value, amp_array_view x,
                                      amp_array_view y, int invert, ptrdiff_t *count)
{
    const amp__al_mark mark = amp__al_open();
    amp_array_view flags;
    amp_status s = amp__al_expect("amp_copy_if", "input", &x, p->moves()->type, 1, 0);
    s = AMP__THEN(s, amp__al_expect("amp_copy_if", "result", &y, p->moves()->type, 1, 1));
    if (s != AMP_OK || amp__is_empty(&x)) {
        if (s == AMP_OK) {
            *count = 0;
        }
        return s;
    }
    s = amp__flags_of("amp_copy_if", p, value, x, &flags);
    if (invert) {
        s = AMP__THEN(s, amp__invert__launch(AMP__ON, x.extent, flags));
    }
    s = AMP__THEN(s, amp__compact("amp_copy_if", p->moves(), x, flags, y, 0, count));
    return amp__al_close(mark, s);
}

static inline amp_status amp__partition(const amp__predicate *p, amp_array_view x,
                                        amp_array_view y, ptrdiff_t *count)
{
    const amp__al_mark mark = amp__al_open();
    amp_array_view flags;
    amp_status s = amp__al_expect("amp_partition", "input", &x, p->moves()->type, 1, 0);
    s = AMP__THEN(s, amp__al_expect("amp_partition", "result", &y, p->moves()->type, 1, 1));
    s = AMP__THEN(s, amp__al_room("amp_partition", "result", &y, amp__al_length(&x)));
    if (s != AMP_OK || amp__is_empty(&x)) {
        if (s == AMP_OK) {
            *count = 0;
        }
        return s;
    }
    s = amp__flags_of("amp_partition", p, NULL, x, &flags);
    s = AMP__THEN(s, amp__compact("amp_partition", p->moves(), x, flags, y, 1, count));
    return amp__al_close(mark, s);
}

static inline amp_status amp__replace(const amp__predicate *p, const void *value, amp_array_view x,
                                      amp_array_view y, const void *with)
{
    const amp__al_mark mark = amp__al_open();
    const ptrdiff_t n = amp__al_length(&x);
    amp_array_view flags;
    amp_status s = amp__al_expect("amp_replace", "input", &x, p->moves()->type, 1, 0);
    s = AMP__THEN(s, amp__al_expect("amp_replace", "result", &y, p->moves()->type, 1, 1));
    s = AMP__THEN(s, amp__al_room("amp_replace", "result", &y, n));
    if (s != AMP_OK || n == 0) {
        return s;
    }
    y = amp_range(y, 0, n);
    s = amp__al_apart("amp_replace", &x, &y, 1);
    s = AMP__THEN(s, amp__flags_of("amp_replace", p, value, x, &flags));
    if (!amp__al_same(&x, &y)) {
        s = AMP__THEN(s, p->moves()->copy(AMP__ON, x.extent, x, y));
    }
    s = AMP__THEN(s, p->moves()->put(AMP__ON, x.extent, flags, y, with));
    return amp__al_close(mark, s);
}

/* amp_copy_if(name, in, out, &count): the elements for which the predicate
   holds, in order, at the front of out; *count says how many. In place. out
   must hold them; they are counted before anything is written. */
#define amp_copy_if(name, in, out, count)                                                          \
    amp__copy_if((amp__predicate_##name)(), NULL, in, out, 0, count)
/* amp_remove_if(name, in, out, &count): the elements for which it does not. */
#define amp_remove_if(name, in, out, count)                                                        \
    amp__copy_if((amp__predicate_##name)(), NULL, in, out, 1, count)
/* amp_partition(name, in, out, &count): the elements for which the predicate
   holds, then the others, each in order. In place. */
#define amp_partition(name, in, out, count)                                                        \
    amp__partition((amp__predicate_##name)(), in, out, count)
/* amp_unique(equal, in, out, &count): the first element of each run of equal
   ones. In place. */
#define amp_unique(equal, in, out, count) amp__unique((amp__equality_##equal)(), in, out, count)
static inline amp_status amp__unique(const amp__equality *q, amp_array_view x, amp_array_view y,
                                     ptrdiff_t *count)
{
    const amp__al_mark mark = amp__al_open();
    amp_array_view flags;
    amp_status s = amp__al_expect("amp_unique", "input", &x, q->moves()->type, 1, 0);
    s = AMP__THEN(s, amp__al_expect("amp_unique", "result", &y, q->moves()->type, 1, 1));
    if (s != AMP_OK || amp__is_empty(&x)) {
        if (s == AMP_OK) {
            *count = 0;
        }
        return s;
    }
    s = amp__al_take(&flags, amp__al_int, amp__al_length(&x));
    s = AMP__THEN(s, q->heads(AMP__ON, x.extent, x, flags));
    s = AMP__THEN(s, amp__compact("amp_unique", q->moves(), x, flags, y, 0, count));
    return amp__al_close(mark, s);
}

/* Compaction needs place, and a copy when in place; its callers flags. */
static inline size_t amp_copy_if_storage_size(size_t element, ptrdiff_t n)
{
    return 2 * amp__al_rounded(sizeof(int) * (size_t)n) + amp__al_rounded(element * (size_t)n)
        + amp_scan_storage_size(sizeof(int), n) + amp_reduce_storage_size(sizeof(int), n);
}

/* The heads of x's runs and, in place, how many there are up to each. */
static inline amp_status amp__runs(const amp__equality *q, amp_array_view x, amp_array_view *heads,
                                   amp_array_view *place, int *runs)
{
    const ptrdiff_t n = amp__al_length(&x);
    amp_status s = amp__al_take(heads, amp__al_int, n);
    s = AMP__THEN(s, amp__al_take(place, amp__al_int, n));
    s = AMP__THEN(s, q->heads(AMP__ON, x.extent, x, *heads));
    s = AMP__THEN(s, amp__scan(amp__scanning_amp__al_count(), AMP_INCLUSIVE, AMP_FORWARD, *heads,
                               *place));
    return AMP__THEN(s, amp__al_fetch(*place, n - 1, runs));
}

/* amp_run_length_encode(equal, in, values, lengths, &count): each run of equal
   elements as its first element and its length (a view of int). */
#define amp_run_length_encode(equal, in, values, lengths, count)                                   \
    amp__run_length_encode((amp__equality_##equal)(), in, values, lengths, count)
static inline amp_status amp__run_length_encode(const amp__equality *q, amp_array_view x,
                                                amp_array_view values, amp_array_view lengths,
                                                ptrdiff_t *count)
{
    static const char f[] = "amp_run_length_encode";
    const amp__al_mark mark = amp__al_open();
    amp_array_view heads, place, begin;
    int runs = 0;
    amp_status s = amp__al_expect(f, "input", &x, q->moves()->type, 1, 0);
    s = AMP__THEN(s, amp__al_expect(f, "values", &values, q->moves()->type, 1, 1));
    s = AMP__THEN(s, amp__al_expect(f, "lengths", &lengths, amp__al_int, 1, 1));
    if (s == AMP_OK && !amp__is_empty(&x)) {
        s = amp__runs(q, x, &heads, &place, &runs);
        s = AMP__THEN(s, amp__al_room(f, "values", &values, runs));
        s = AMP__THEN(s, amp__al_room(f, "lengths", &lengths, runs));
        s = AMP__THEN(s, amp__al_apart(f, &x, &values, 0));
        s = AMP__THEN(s, amp__al_apart(f, &x, &lengths, 0));
        s = AMP__THEN(s, amp__al_apart(f, &values, &lengths, 0));
        values = amp_range(values, 0, runs);
        lengths = amp_range(lengths, 0, runs);
        s = AMP__THEN(s, amp__al_take(&begin, amp__al_int, runs));
        s = AMP__THEN(s, amp__begins__launch(AMP__ON, x.extent, heads, place, begin));
        s = AMP__THEN(s, q->moves()->scatter(AMP__ON, x.extent, x, heads, place, values, 0, runs));
        s = AMP__THEN(s, amp__lengths__launch(AMP__ON, amp_extent(runs), begin, lengths, runs,
                                              x.extent.dim[0]));
    }
    if (s == AMP_OK) {
        *count = runs;
    }
    return amp__al_close(mark, s);
}

/* amp_reduce_by_key(name, V, equal, keys, values, out_keys, out_values,
   &count): each run of equal keys as its first key and the operator over its
   values in order. name is a scan operator on the values, V their type's name. */
#define amp_reduce_by_key(name, V, equal, keys, values, out_keys, out_values, count)               \
    amp__reduce_by_key((amp__scanning_##name)(), (amp__moves_##V)(), (amp__equality_##equal)(),    \
                       keys, values, out_keys, out_values, count)
static inline amp_status amp__reduce_by_key(const amp__scanning *k, const amp__moves *m,
                                            const amp__equality *q, amp_array_view keys,
                                            amp_array_view values, amp_array_view out_keys,
                                            amp_array_view out_values, ptrdiff_t *count)
{
    static const char f[] = "amp_reduce_by_key";
    const amp__al_mark mark = amp__al_open();
    amp_array_view heads, place, tails, sums;
    int runs = 0;
    amp_status s = amp__al_expect(f, "keys", &keys, q->moves()->type, 1, 0);
    s = AMP__THEN(s, amp__al_expect(f, "values", &values, k->type, 1, 0));
    s = AMP__THEN(s, amp__al_expect(f, "values", &values, m->type, 1, 0));
    s = AMP__THEN(s, amp__al_expect(f, "result keys", &out_keys, q->moves()->type, 1, 1));
    s = AMP__THEN(s, amp__al_expect(f, "result values", &out_values, k->type, 1, 1));
    s = AMP__THEN(s, amp__same_length(f, &keys, &values));
    if (s == AMP_OK && !amp__is_empty(&keys)) {
        const ptrdiff_t n = amp__al_length(&keys);
        s = amp__runs(q, keys, &heads, &place, &runs);
        s = AMP__THEN(s, amp__al_room(f, "result keys", &out_keys, runs));
        s = AMP__THEN(s, amp__al_room(f, "result values", &out_values, runs));
        s = AMP__THEN(s, amp__al_apart(f, &keys, &out_keys, 0));
        s = AMP__THEN(s, amp__al_apart(f, &keys, &out_values, 0));
        s = AMP__THEN(s, amp__al_apart(f, &values, &out_keys, 0));
        s = AMP__THEN(s, amp__al_apart(f, &values, &out_values, 0));
        s = AMP__THEN(s, amp__al_apart(f, &out_keys, &out_values, 0));
        out_keys = amp_range(out_keys, 0, runs);
        out_values = amp_range(out_values, 0, runs);
        s = AMP__THEN(s, amp__al_take(&tails, amp__al_int, n));
        s = AMP__THEN(s, amp__al_take(&sums, k->type, n));
        s = AMP__THEN(s, amp__segmented(k, AMP_INCLUSIVE, AMP_FORWARD, values, sums, heads));
        s = AMP__THEN(s, amp__tails__launch(AMP__ON, keys.extent, heads, tails,
                                            keys.extent.dim[0]));
        s = AMP__THEN(s, q->moves()->scatter(AMP__ON, keys.extent, keys, heads, place, out_keys, 0,
                                           runs));
        s = AMP__THEN(s, m->scatter(AMP__ON, keys.extent, sums, tails, place, out_values, 0, runs));
    }
    if (s == AMP_OK) {
        *count = runs;
    }
    return amp__al_close(mark, s);
}

#define AMP__HOST_HISTOGRAM(name, T)                                                               \
    AMP__HELPER amp_status amp__do_histogram_##name(amp_array_view x,                              \
                                                           amp_array_view counts)                  \
    {                                                                                              \
        const amp__type type = AMP__TYPE_CONSTANT(T);                                              \
        return amp__histogram(type, amp__histogram_##name##__launch,                               \
                              amp__histogram_tile_##name##__launch, x, counts);                    \
    }
typedef amp_status (*amp__launch_histogram)(amp__how, amp_tiled_extent, amp_array_view,
                                            amp_array_view, int, int);

static inline amp_status amp__histogram(amp__type type, amp__launch_histogram launch,
                                        amp__launch_histogram tiled, amp_array_view x,
                                        amp_array_view counts)
{
    const amp__al_mark mark = amp__al_open();
    const int zero = 0;
    amp_array_view rows;
    amp__al_cut cut;
    int form, bins;
    amp_status s = amp__al_expect("amp_histogram", "input", &x, type, 1, 0);
    s = AMP__THEN(s, amp__al_expect("amp_histogram", "counts", &counts, amp__al_int, 1, 1));
    s = AMP__THEN(s, amp__al_apart("amp_histogram", &x, &counts, 0));
    s = AMP__THEN(s, amp__al_room("amp_histogram", "counts", &counts, 1));
    s = AMP__THEN(s, amp__al_form(0, 0, &form));
    if (s != AMP_OK || amp__is_empty(&x)) {
        return AMP__THEN(s, amp__al_fill(amp__moves_amp__al_int(), counts, &zero));
    }
    bins = counts.extent.dim[0];
    cut = amp__al_cut_of(amp__al_length(&x), AMP__SCAN_LEAST, form);
    if (form) {
        s = amp__al_fill(amp__moves_amp__al_int(), counts, &zero);
        return AMP__THEN(s, tiled(AMP__ON, cut.domain, x, counts, bins, cut.per));
    }
    if ((ptrdiff_t)cut.tiles * bins > INT_MAX / 2
        || (cut.tiles > 1 && (ptrdiff_t)cut.tiles * bins > 4 * amp__al_length(&x))) {
        /* more bins than elements: rows would cost more than they gain */
        cut = amp__al_cut_of(amp__al_length(&x), INT_MAX, form);
    }
    s = amp__al_take(&rows, amp__al_int, (ptrdiff_t)cut.tiles * bins);
    s = AMP__THEN(s, launch(AMP__ON, cut.domain, x, rows, bins, cut.per));
    s = AMP__THEN(s, amp__add_rows__launch(AMP__ON, counts.extent, rows, counts, bins, cut.tiles));
    return amp__al_close(mark, s);
}

/* amp_histogram(name, in, counts): counts[k], a view of int, becomes the
   number of elements whose bin is k. Elements of another bin are not counted. */
#define amp_histogram(name, in, counts) amp__do_histogram_##name(in, counts)

/* ---- ready-made instances, a region a type ------------------------------ */

AMP_DEVICE_BEGIN
/* What every arithmetic type has. */
#define AMP__READY(name, T, least, most)                                                           \
    AMP_DEFINE_EQUAL(name, T, a == b)                                                              \
    AMP_DEFINE_ARITHMETIC(name, T)                                                                 \
    AMP_DEFINE_OPERATOR(amp_plus_##name, T, 0, a + b)                                              \
    AMP_DEFINE_OPERATOR(amp_multiplies_##name, T, 1, a * b)                                        \
    AMP_DEFINE_OPERATOR(amp_min_##name, T, most, b < a ? b : a)                                    \
    AMP_DEFINE_OPERATOR(amp_max_##name, T, least, a < b ? b : a)                                   \
    AMP_DEFINE_INNER_PRODUCT(amp_dot_##name, T, T, T, 0, a + b, a * b)                             \
    AMP_DEFINE_ADJACENT_DIFFERENCE(amp_minus_##name, T, a - b)
#define AMP__READY_BITS(name, T)                                                                   \
    AMP_DEFINE_OPERATOR(amp_and_##name, T, (T)~(T)0, a & b)                                        \
    AMP_DEFINE_OPERATOR(amp_or_##name, T, 0, a | b)                                                \
    AMP_DEFINE_OPERATOR(amp_xor_##name, T, 0, a ^ b)
AMP__READY(int, int, INT_MIN, INT_MAX)
AMP__READY_BITS(int, int)
AMP_DEVICE_END
AMP_DEVICE_BEGIN
AMP__READY(unsigned, unsigned, 0, ~(unsigned)0)
AMP__READY_BITS(unsigned, unsigned)
AMP_DEVICE_END
AMP_DEVICE_BEGIN
AMP__READY(amp_int64, amp_int64, -(amp_int64)(~(amp_uint64)0 >> 1) - 1,
           (amp_int64)(~(amp_uint64)0 >> 1))
AMP__READY_BITS(amp_int64, amp_int64)
AMP_DEVICE_END
AMP_DEVICE_BEGIN
AMP__READY(amp_uint64, amp_uint64, 0, ~(amp_uint64)0)
AMP__READY_BITS(amp_uint64, amp_uint64)
AMP_DEVICE_END
AMP_DEVICE_BEGIN
AMP__READY(float, float, -INFINITY, INFINITY)
AMP_DEVICE_END
AMP_DEVICE_BEGIN
#if !defined(__OPENCL_VERSION__) || defined(cl_khr_fp64)
AMP__READY(double, double, -(double)INFINITY, (double)INFINITY)
#endif
AMP_DEVICE_END

#include "amp_sort.h"
#include "amp_algorithms_stl.h"

#endif /* AMP_ALGORITHMS_H */
