/* SPDX-License-Identifier: MIT */
#ifndef AMP_ALGORITHMS_STORAGE_H
#define AMP_ALGORITHMS_STORAGE_H
/*
amp/algorithms/storage.h: what the algorithms work on.

  1 ranges                    empty ones included; amp_range
  2 temporary storage         of one host thread, kept from call to call
  3 where an algorithm runs   amp_on
*/

#include "../../amp.h"

/* ==== 1 ranges ============================================================ */

/* amp_range(v, first, last): the elements first up to but not including last
   of v, a view of rank 1. first == last gives the empty range, which the
   algorithms take and everything else refuses. A range outside v is a view
   that carries its error. */
AMP__API amp_array_view amp_range(amp_array_view v, ptrdiff_t first, ptrdiff_t last);

/* ==== 2 temporary storage ================================================= */

/* Frees the calling thread's temporary storage. It comes back by itself with
   the next algorithm; a thread that ends frees its own. */
AMP__API void amp_storage_release(void);

/* Has the calling thread's algorithms use the caller's memory, and nothing
   else, for their temporary storage: `bytes` bytes, aligned to 64, alive until
   amp_storage_use(NULL, 0). Returns AMP_OK, or AMP_INVALID_ARGUMENT where the
   memory is not aligned or less than 64 bytes. */
AMP__API amp_status amp_storage_use(void *memory, size_t bytes);

/* ==== 3 where an algorithm runs ========================================== */

/* amp_on(accelerator_view, call): the algorithm called runs there, instead of
   on amp_auto_selection_view(), and the value is its status:
   amp_on(av, amp_radix_sort(int, v)). On a view that queues its work the call
   returns when the work is queued, unless it has a result for the host. */
#define amp_on(accelerator_view, call)                                                             \
    (amp__al_go(accelerator_view), amp__al_back(call))
/* The calling thread's algorithms run on this accelerator view, until amp__al_back. */
AMP__API void amp__al_go(amp_accelerator_view on);
/* They run on amp_auto_selection_view() again. Returns s. */
AMP__API amp_status amp__al_back(amp_status s);

#if AMP__IMPLEMENT

/* Temporary storage of one host thread: blocks, the newest first, kept from
   call to call; a call that needed several leaves one large one. Or one block
   in the caller's memory. Each block is one data source, of which the
   temporary views are sections, so that on a device it stays there. */
typedef struct amp__al_block {
    struct amp__al_block *older;
    char *memory;
    size_t size, used;
    amp_array_view whole;
} amp__al_block;

/* What a host thread has of it: its blocks, the memory that it was given, and the view of
   amp_on. */
typedef struct amp__al_storage {
    amp__al_block *block;
    amp__al_block given;    /* memory NULL: none */
    size_t live, peak;      /* bytes in use now, and at most since the last outermost call */
    amp_accelerator_view on;
} amp__al_storage;
#define amp__al_mine AMP__VERSIONED(amp__al_mine)
#define amp__al_key AMP__VERSIONED(amp__al_key)
#define amp__al_once AMP__VERSIONED(amp__al_once)
AMP__C_BEGIN
AMP__ONE_COPY __thread amp__al_storage amp__al_mine;
AMP__ONE_COPY pthread_key_t amp__al_key;
AMP__ONE_COPY pthread_once_t amp__al_once = PTHREAD_ONCE_INIT;
AMP__C_END

/* Where the calling thread's algorithms run: the accelerator view of amp_on. */
#define AMP__ON amp__on(amp__al_mine.on)

/* What was in use when amp__al_open was called. */
typedef struct amp__al_scope {
    amp__al_block *block;
    size_t used, given_used, live;
} amp__al_scope;

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

AMP__API amp_array_view amp_range(amp_array_view v, ptrdiff_t first, ptrdiff_t last)
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
    if (v.status != AMP_OK) {
        return v;
    }
    if (first == last) {
        return amp__empty_range(v);
    }
    v = amp__moved_view(v, (size_t)first * v.type.size);
    v.extent.dim[0] = (int)(last - first);
    return v;
}

/* Ends the data source of a block; its data is not copied to the host. */
static AMP__WARM void amp__al_forget(amp__al_block *b)
{
    if (b->whole.status == AMP_OK && b->whole.record != NULL) {
        (void)amp_discard_data(b->whole);
        (void)amp_release(b->whole);
    }
}

/* Frees a block and all older ones; also called when a thread ends. */
static AMP__WARM void amp__al_blocks_free(void *p)
{
    amp__al_block *b = (amp__al_block *)p;
    while (b != NULL) {
        amp__al_block *older = b->older;
        amp__al_forget(b);
        amp__free(b);
        b = older;
    }
}

/* Makes the key whose destructor frees a thread's blocks; once. */
static inline void amp__al_make_key(void)
{
    (void)pthread_key_create(&amp__al_key, amp__al_blocks_free);
}

/* Makes b a block of `bytes` bytes at p, which stays the caller's. AMP_OK, or why there is no
   view of it. */
static AMP__WARM amp_status amp__al_block_over(amp__al_block *b, char *p, size_t bytes)
{
    const amp__type byte = { "unsigned char", 1, AMP__KIND_UINT };
    /* an int counts rows; temporary storage is of whole ones */
    const size_t row = bytes % 4096 == 0 ? 4096 : 64, rows = bytes / row;
    b->memory = p;
    b->size = bytes;
    b->used = 0;
    b->whole = amp__view(byte, p, amp_extent(rows, row), (size_t)-1);
    return b->whole.status;
}

/* Makes a block of at least `bytes` bytes the newest of s. AMP_OK, or AMP_OUT_OF_MEMORY. */
static AMP__WARM amp_status amp__al_block_new(amp__al_storage *s, size_t bytes)
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

/* Begins a scope of temporary storage: what amp__al_temporary makes from here on, amp__al_close
   frees. In the outermost scope several blocks become one that is large enough. */
static AMP__WARM amp__al_scope amp__al_open(void)
{
    amp__al_storage *s = &amp__al_mine;
    amp__al_scope m;
    if (s->live == 0 && s->block != NULL && s->block->older != NULL) {
        const amp__failure last AMP__PUT_BACK = amp__error;
        amp__al_blocks_free(s->block);
        s->block = NULL;
        (void)pthread_setspecific(amp__al_key, NULL);
        (void)amp__al_block_new(s, s->peak); /* else amp__al_temporary makes a block */
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

/* Ends a scope: frees what was made since amp__al_open returned it. Returns status. */
static AMP__WARM amp_status amp__al_close(amp__al_scope m, amp_status status)
{
    amp__al_storage *s = &amp__al_mine;
    amp__al_block *b;
    AMP__ASSERT(m.live <= s->live); /* scopes end in the reverse order */
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

/* The bytes that `bytes` bytes need in a block: a multiple of 64. */
static inline size_t amp__al_rounded(size_t bytes)
{
    return (bytes + 63) / 64 * 64;
}

/* *v = n elements of temporary storage, n >= 1, undefined, until the amp__al_close of the
   innermost scope. AMP_OK, or AMP_OUT_OF_MEMORY. */
static AMP__WARM amp_status amp__al_temporary(amp_array_view *v, amp__type type, ptrdiff_t n)
{
    amp__al_storage *s = &amp__al_mine;
    const size_t bytes = amp__al_rounded(type.size * (size_t)n);
    amp__al_block *b = s->given.memory != NULL ? &s->given : s->block;
    amp__queue *queue;
    AMP__ASSERT(n >= 1);
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
    *v = amp__moved_view(b->whole, b->used);
    v->type = type;
    v->extent = amp_extent(n);
    v->stride[0] = 1;
    b->used += bytes;
    s->live += bytes;
    s->peak = s->live > s->peak ? s->live : s->peak;
    if (AMP__CHECKING && amp__queue_of(s->on, &queue) == AMP_OK && queue->asynchronous) {
        return v->status; /* the checker takes it for discarded now; what is queued still reads */
    }
    return AMP__THEN(v->status, amp_discard_data(*v));
}

AMP__API void amp_storage_release(void)
{
    if (amp__al_mine.block != NULL) {
        amp__al_blocks_free(amp__al_mine.block);
        amp__al_mine.block = NULL;
        (void)pthread_setspecific(amp__al_key, NULL);
    }
}

AMP__API amp_status amp_storage_use(void *memory, size_t bytes)
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

AMP__API void amp__al_go(amp_accelerator_view on)
{
    amp__al_mine.on = on;
}

AMP__API amp_status amp__al_back(amp_status s)
{
    amp__al_mine.on = amp_auto_selection_view();
    return s;
}

#endif /* AMP__IMPLEMENT */

#endif /* AMP_ALGORITHMS_STORAGE_H */
