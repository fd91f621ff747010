/* SPDX-License-Identifier: MIT */
#ifndef AMP_CHECK_H
#define AMP_CHECK_H
/*
amp_check.h: the kernel checker. Compile with

    cc -O1 -g -DAMP_CHECK -fsanitize=thread -c program.c    (do not link with it)
    cc program.o -pthread -o program

  1 accesses       where an access ends up
  2 hooks          what the emulator calls
  3 the host       stale reads
amp_check_compiler.h has the functions that -fsanitize=thread calls;
amp_check_shadow.h is what is remembered and how it is judged;
amp_check_report.h says it: source lines, text, JSON, SARIF.

How races are found. A kernel runs one thread at a time, so the order in which
accesses arrive means nothing; what counts is whether the program orders them.
Two accesses of one tile by different threads are ordered by a barrier between
them whose fence covers that memory; accesses of different tiles are ordered by
nothing. So for each word the checker keeps the set of accesses since the last
such barrier, keyed by (instruction, kind, bytes), each with its two lowest
threads: enough to know whether some other thread did it, and the same whatever
the order. When the interval ends, all pairs of the set are judged. The same is
kept for the whole launch with the two lowest threads of different tiles.

An access that writes is judged when the next one arrives: only then is its
value in memory.

Environment: AMP_CHECK_REPORT=file.json|file.sarif  AMP_CHECK_ALLOW_SAME=1
             AMP_CHECK_TILES=first,last,sample       AMP_CHECK_COLOR=0|1
*/

#ifndef AMP_H
#include "amp.h"
#else

#include "amp_check_shadow.h"

AMP__C_BEGIN

/* ==== 1 accesses ========================================================= */

static AMP__INLINE AMP__CK unsigned amp__ck_bits(int mask)
{
    return ((unsigned)mask & 1) * 0xffu | ((unsigned)mask >> 1 & 1) * 0xff00u
        | ((unsigned)mask >> 2 & 1) * 0xff0000u | ((unsigned)mask >> 3) * 0xff000000u;
}

/* The width of an access, as flags of a node: 1, 2, 4, 8 bytes, or other. */
static AMP__INLINE AMP__CK int amp__ck_width(uintptr_t at, unsigned size)
{
    return (at & (size - 1)) != 0 ? 0x60 : size == 4 ? 0x30 : size == 8 ? 0x40 : size == 1 ? 0x10
         : size == 2 ? 0x20 : 0x50;
}

/* A word of memory that the program may hold as anything. */
typedef unsigned __attribute__((may_alias)) amp__ck_word;

/* Whether bytes of a view hold nothing: `out`, or discarded. */
static AMP__NOINLINE AMP__CK int amp__ck_defined(const amp__ck_region *r, uintptr_t at, int mask)
{
    const amp__ck_mark *m;
    int i, defined = r->undefined ? 0 : mask;
    for (m = amp__ck.marks; !r->undefined && m != NULL; m = m->next) {
        for (i = 0; m->discarded && i < 4; i++) {
            const uintptr_t b = at + (uintptr_t)i;
            if (b >= m->low && b < m->high
                && (m->bit[(b - m->low) >> 3] >> ((b - m->low) & 7) & 1)) {
                defined &= ~(1 << i);
            }
        }
    }
    return defined;
}

static AMP__CK void amp__ck_global(amp__ck_region *r, uintptr_t at, unsigned size, int kind,
                                   unsigned site)
{
    amp__ck_state *k = &amp__ck;
    const int width = amp__ck_width(at, size);
    uintptr_t word = (at - r->low) >> 2;
    const uintptr_t last = (at + size - 1 - r->low) >> 2;
    int mask = 15 << (at & 3) & 15;
    r->written |= kind != AMP__CK_READ;
    for (; word <= last && word < r->words; word++, mask = 15) {
        const uintptr_t where = r->low + word * 4;
        unsigned value;
        amp__ck_record *p;
        int defined = 15;
        if (word == last) {
            mask &= 15 >> (3 - ((at + size - 1) & 3));
        }
        value = kind == AMP__CK_WRITE ? *(const amp__ck_word *)where & amp__ck_bits(mask) : 0;
        if ((kind == AMP__CK_READ
             || (AMP__CK_COMPOUND && kind == AMP__CK_WRITE && k->site[site].near != NULL))
            && (r->undefined | r->partly)) {
            defined = amp__ck_defined(r, where, mask);
            if (k->simple && (mask & ~defined)) { /* written before by this thread? */
                amp__ck_record *q;
                unsigned i = 0;
                while ((q = amp__ck_next_record(r, word, &i)) != NULL) {
                    if (q->kindmask >> 4 != AMP__CK_READ
                        && (q->k1 == k->key + 1 || q->k2 == k->key + 1)) {
                        defined |= q->kindmask & 15;
                    }
                }
            }
        }
        p = amp__ck_record_of(r, (unsigned)word, site, kind, mask, width, value);
        if (k->simple) {
            if ((mask & ~defined) && p != NULL) {
                p->flags |= AMP__CK_UNSET;
            }
        } else {
            amp__ck_head *h = (amp__ck_head *)k->heads.at;
            unsigned n = r->head[word];
            if (n == 0 || n >= k->heads.used || h[n].word != word
                || h[n].region != (short)(r - k->region)) { /* of another tile, or none */
                if (!amp__ck_grow(&k->heads, sizeof(*h))) {
                    return;
                }
                h = (amp__ck_head *)k->heads.at;
                n = (unsigned)k->heads.used++;
                r->head[word] = n;
                r->touched[word / AMP__CK_BLOCK] |= AMP__CK_HEADS;
                h[n].word = (unsigned)word;
                h[n].region = (short)(r - k->region);
                h[n].first = 0;
                h[n].set = 0;
                h[n].epoch = k->epoch[1];
            }
            amp__ck_note(&h[n], k->epoch[1], site, kind, mask, width, value, defined);
        }
    }
}

static AMP__NOINLINE AMP__CK void amp__ck_outside_tile(uintptr_t at, int kind, unsigned site)
{
    amp__ck_finding f;
    amp__ck_clear_finding(&f, AMP_CHECK_OUT_OF_BOUNDS);
    f.array = amp__ck_array_at(at, 1, 0);
    f.at = f.array < 0 ? 0 : (ptrdiff_t)(at - amp__ck.array[f.array].low);
    f.site_a = f.site_b = (unsigned short)site;
    f.kind_a = (unsigned char)kind;
    f.key_a = amp__ck.key;
    f.dimension = 0;
    amp__ck_find(&f);
}

static AMP__CK void amp__ck_tile_access(uintptr_t at, unsigned size, int kind, unsigned site)
{
    amp__ck_state *k = &amp__ck;
    const uintptr_t base = (uintptr_t)k->tile_memory;
    const int width = amp__ck_width(at, size);
    uintptr_t word = (at - base) >> 2;
    const uintptr_t last = (at + size - 1 - base) >> 2;
    int mask = 15 << (at & 3) & 15;
    if (at - base >= AMP__CK_TILE_BYTES) { /* in front of it, too */
        amp__ck_outside_tile(at, kind, site);
        return;
    }
    for (; word <= last && word < AMP__CK_TILE_BYTES / 4; word++, mask = 15) {
        amp__ck_head *h = &k->tile_head[word];
        unsigned value;
        if (word == last) {
            mask &= 15 >> (3 - ((at + size - 1) & 3));
        }
        if (h->region == 0) {
            amp__ck_outside_tile(at, kind, site);
            return;
        }
        value = kind == AMP__CK_WRITE
                    ? *(const amp__ck_word *)(base + word * 4) & amp__ck_bits(mask)
                    : 0;
        if (h->epoch < k->first_epoch) { /* the first in this tile */
            unsigned *list;
            h->set = 0;
            h->first = 0;
            h->word = (unsigned)word;
            h->epoch = k->epoch[0];
            if (!amp__ck_grow(&k->touched_tile, sizeof(unsigned))) {
                return;
            }
            list = (unsigned *)k->touched_tile.at;
            list[k->touched_tile.used++] = (unsigned)word;
        }
        amp__ck_note(h, k->epoch[0], site, kind, mask, width, value, 0);
    }
}

/* The write that was announced last is in memory now. */
static AMP__INLINE AMP__CK void amp__ck_settle(void)
{
    amp__ck_state *k = &amp__ck;
    if (k->pending.on) {
        k->pending.on = 0;
        if (k->pending.tile) {
            amp__ck_tile_access(k->pending.at, k->pending.size, AMP__CK_WRITE, k->pending.site);
        } else {
            amp__ck_global(&k->region[k->pending.region], k->pending.at, k->pending.size,
                           AMP__CK_WRITE, k->pending.site);
        }
    }
}

/* Leaves the kernel for good: this thread's tile, or this simple thread. */
static AMP__NOINLINE AMP__CK void amp__ck_leave(void)
{
    amp__ck.pending.on = 0;
    amp__ck.leaving = 1;
    amp__ck_on = 0;
    amp__ck.busy = 0;
    if (amp__ck.simple) {
        longjmp(amp__ck.simple_leave, 1);
    }
    amp__ck.leave(amp__ck.leave_argument);
}

/* A thread that has looked at the same few places for very long. */
static AMP__NOINLINE AMP__CK void amp__ck_spins(uintptr_t at, int kind, unsigned site, int tile)
{
    amp__ck_finding f;
    amp__ck_clear_finding(&f, AMP_CHECK_LIVELOCK);
    f.array = at == 0 ? -1 : amp__ck_array_at(at, tile, 0);
    f.at = f.array < 0 ? 0 : (ptrdiff_t)(at - amp__ck.array[f.array].low);
    f.site_a = f.site_b = (unsigned short)site;
    f.kind_a = (unsigned char)kind;
    f.key_a = amp__ck.key;
    amp__ck.spin = 0;
    amp__ck.livelocked = 1;
    amp__ck_find(&f);
    if (!amp__ck.simple) { /* the others of the tile go on to their next barrier */
        amp__ck.park(amp__ck.leave_argument);
    }
    amp__ck_leave();
}

/* A loop that the compiler has freed of its accesses (it may: nobody else is
   to change a plain variable) is seen by nobody but a watchdog: a thread that
   looks whether the kernel's thread at work has come on, and after 5 seconds
   without an access sends it a signal. The handler lets the kernel go on in
   amp__ck_stuck. */
#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))
#if defined(__x86_64__)
enum { AMP__CK_SP = 40 + 15 * 8, AMP__CK_PC_AT = 40 + 16 * 8, AMP__CK_PUSH = 8 };
#else
enum { AMP__CK_SP = 184 + 31 * 8, AMP__CK_PC_AT = 184 + 32 * 8, AMP__CK_PUSH = 0 };
#endif
enum { AMP__CK_SIGNAL = 60, AMP__CK_PATIENCE = 5 };
/* Strict C99 hides these; layout and names are those of the system's ABI. */
typedef struct amp__ck_action {
    void (*handler)(int, void *, void *);
    unsigned long mask[16];
    int flags;
    void (*restorer)(void);
} amp__ck_action;
int amp__ck_sigaction(int, const amp__ck_action *, amp__ck_action *) __asm__("sigaction");
int amp__ck_pthread_kill(pthread_t, int) __asm__("pthread_kill");
unsigned amp__ck_sleep(unsigned) __asm__("sleep");
static AMP__NOINLINE AMP__CK void amp__ck_stuck(void)
{
    amp__ck_state *k = &amp__ck;
    k->stuck++;
    if (k->last.at != 0) {
        amp__ck_spins(k->last.at, AMP__CK_READ, k->last.site, k->last.tile);
    }
    amp__ck_spins(0, AMP__CK_READ, 0, 0);
}
static AMP__CK void amp__ck_on_signal(int number, void *info, void *context)
{
    const uintptr_t to = (uintptr_t)amp__ck_stuck;
    uintptr_t sp;
    (void)number;
    (void)info;
    if (amp__ck_on) { /* below what the interrupted function may use unseen */
        sp = *(uintptr_t *)(void *)((char *)context + AMP__CK_SP);
        sp = ((sp - 256) & ~(uintptr_t)63) - AMP__CK_PUSH;
        *(uintptr_t *)(void *)((char *)context + AMP__CK_SP) = sp;
        *(uintptr_t *)(void *)((char *)context + AMP__CK_PC_AT) = to;
    }
}
static AMP__CK void *amp__ck_watch(void *nothing)
{
    volatile amp__ck_state *k = &amp__ck;
    unsigned long long seen = 0, steps = 0;
    int still = 0;
    for (;;) {
        (void)amp__ck_sleep(1);
        still = k->busy && seen == k->seen && steps == k->steps ? still + 1 : 0;
        seen = k->seen;
        steps = k->steps;
        if (still >= (k->livelocked ? 1 : AMP__CK_PATIENCE)) {
            still = 0;
            (void)amp__ck_pthread_kill(k->worker, AMP__CK_SIGNAL);
        }
    }
    return nothing;
}
static AMP__CK void amp__ck_watchdog(void)
{
    amp__ck_action action;
    pthread_t dog;
    memset(&action, 0, sizeof(action));
    action.handler = amp__ck_on_signal;
    action.flags = 4; /* SA_SIGINFO */
    if (!amp__ck.watched && amp__ck_sigaction(AMP__CK_SIGNAL, &action, NULL) == 0
        && pthread_create(&dog, NULL, amp__ck_watch, NULL) == 0) {
        (void)pthread_detach(dog);
        amp__ck.watched = 1;
    }
}
#else
static AMP__CK void amp__ck_watchdog(void) { }
#endif

/* -fsanitize=bounds has seen an index; the access that follows names the array. */
static AMP__NOINLINE AMP__CK void amp__ck_bounds_found(uintptr_t at, int tile)
{
    amp__ck_finding f;
    amp__ck_clear_finding(&f, AMP_CHECK_OUT_OF_BOUNDS);
    amp__ck.bounds.on = 0;
    f.array = tile < 0 ? -1 : amp__ck_array_at(at, tile, 0);
    f.name = f.array < 0 ? amp__ck.bounds.type : NULL;
    f.site_a = f.site_b =
        (unsigned short)amp__ck_intern(amp__ck.bounds.line, NULL, NULL, amp__ck.bounds.file);
    f.key_a = amp__ck.key;
    f.index_given = 1;
    f.dimension = f.array < 0 ? 0 : amp__ck.array[f.array].rank - 1;
    f.index[0] = (int)amp__ck.bounds.index;
    if (f.dimension > 0) { /* the row from the address, the column as given */
        const amp__ck_array *a = &amp__ck.array[f.array];
        ptrdiff_t element =
            (ptrdiff_t)(at - a->low) / (ptrdiff_t)a->size - (ptrdiff_t)amp__ck.bounds.index;
        int d;
        for (d = 0; d < f.dimension; d++) {
            f.index[d] = (int)(element / a->stride[d]);
            element %= a->stride[d];
        }
        f.index[f.dimension] = (int)amp__ck.bounds.index;
    }
    amp__ck_find(&f);
}

static AMP__NOINLINE AMP__CK void amp__ck_host(uintptr_t at, size_t size, int kind, uintptr_t pc);

/* An access of a kernel's thread to tile memory, or near the views. */
static AMP__NOINLINE AMP__CK void amp__ck_in_kernel(uintptr_t at, size_t size, int kind,
                                                    uintptr_t pc)
{
    amp__ck_state *k = &amp__ck;
    amp__ck_region *r = NULL;
    unsigned site;
    const int tile = at >= k->tile_low && at < k->tile_high;
    amp__ck_settle();
    if (!tile) {
        int i = k->region_last;
        if (at < k->region[i].low || at >= k->region[i].high) {
            for (i = 0; i < k->region_count; i++) {
                if (at >= k->region[i].low && at < k->region[i].high) {
                    break;
                }
            }
            if (i == k->region_count) {
                return;
            }
            k->region_last = i;
        }
        r = &k->region[i];
        if (at + size > r->high) {
            size = r->high - at;
        }
    }
    k->seen++;
    if (k->bounds.on) {
        amp__ck_bounds_found(at, tile);
        return;
    }
    site = amp__ck_site_of(pc, at == k->racy ? k->racy_text : NULL,
                           at == k->at ? k->at_text : NULL);
    if (k->seen - k->started > AMP__CK_BUDGET) {
        amp__ck_spins(at, kind, site, tile);
    }
    if (kind == AMP__CK_WRITE) {
        k->spin = 0;
        k->pending.on = 1;
        k->pending.at = at;
        k->pending.size = (unsigned)size;
        k->pending.site = (unsigned short)site;
        k->pending.tile = (unsigned char)tile;
        k->pending.region = 0;
        if (!tile) {
            k->pending.region = (short)(r - k->region);
            __builtin_prefetch(&r->first[(at - r->low) >> 2], 1);
        }
        return;
    }
    k->last.at = at;
    k->last.site = (unsigned short)site;
    k->last.tile = tile;
    if (at != k->spin_at[0] && at != k->spin_at[1] && at != k->spin_at[2] && at != k->spin_at[3]) {
        k->spin_at[k->spin_next++ & 3] = at;
        k->spin = 0;
    } else if (++k->spin >= (k->livelocked ? AMP__CK_SPIN / 256 : AMP__CK_SPIN)) {
        amp__ck_spins(at, kind, site, tile);
        return;
    }
    if (tile) {
        amp__ck_tile_access(at, (unsigned)size, kind, site);
    } else if (!r->constant || kind != AMP__CK_READ) { /* with no write there is no race */
        amp__ck_global(r, at, (unsigned)size, kind, site);
    }
}

/* Every access of the program comes here; most are to the stack. */
static AMP__INLINE AMP__CK void amp__ck_access(uintptr_t at, size_t size, int kind, uintptr_t pc)
{
    const amp__ck_state *k = &amp__ck;
    if (!amp__ck_on) {
        if (at < k->mark_high && at + size > k->mark_low) {
            amp__ck_host(at, size, kind, pc);
        }
    } else if ((at < k->hull_high && at + size > k->hull_low)
               || (at >= k->tile_low && at < k->tile_high)) {
        amp__ck_in_kernel(at, size, kind, pc);
    }
}

/* ==== 2 hooks ============================================================ */

static inline AMP__CK void amp__ck_settings(void)
{
    const char *same = getenv("AMP_CHECK_ALLOW_SAME"), *tiles = getenv("AMP_CHECK_TILES");
    amp__ck.allow_same = same != NULL && same[0] != '\0' && same[0] != '0';
    if (tiles != NULL && tiles[0] != '\0') {
        amp__ck.tiles_first = strstr(tiles, "first") != NULL;
        amp__ck.tiles_last = strstr(tiles, "last") != NULL;
        amp__ck.tiles_sample = strstr(tiles, "sample") != NULL;
    }
    amp__ck.ready = 1;
}

enum { AMP__CK_SMALL = 1 << 16 }; /* below it, shadow memory is malloc's */
static AMP__CK void *amp__ck_map(size_t bytes)
{
#if defined(__linux__)
    extern int madvise(void *, size_t, int); /* hidden by -std=c99 */
    void *p;
    if (bytes < AMP__CK_SMALL) {
        return calloc(1, bytes);
    }
    p = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
             MAP_PRIVATE | 0x20 | 0x4000 /* MAP_ANONYMOUS, MAP_NORESERVE */, -1, 0);
    if (p != MAP_FAILED && bytes >= ((size_t)4 << 20) && bytes <= ((size_t)256 << 20)) {
        (void)madvise(p, bytes, 14 /* MADV_HUGEPAGE: fewer faults */);
    }
    return p == MAP_FAILED ? NULL : p;
#else
    return calloc(1, bytes);
#endif
}
static AMP__CK void amp__ck_unmap(void *p, size_t bytes)
{
    if (p != NULL) {
#if defined(__linux__)
        if (bytes < AMP__CK_SMALL) {
            free(p);
            return;
        }
        (void)munmap(p, bytes);
#else
        (void)bytes;
        free(p);
#endif
    }
}


/* Shadow memory, all zero; what launches give back is kept for the next, up to
   AMP__CK_SPARE_BYTES. */
static AMP__CK void amp__ck_forget_spare(int i)
{
    amp__ck_state *k = &amp__ck;
    k->spare_bytes -= k->spare[i].bytes;
    for (; i + 1 < AMP__CK_SPARE; i++) {
        k->spare[i] = k->spare[i + 1];
    }
    k->spare[i].bytes = 0;
}
static AMP__CK void *amp__ck_take_memory(size_t *bytes)
{
    amp__ck_state *k = &amp__ck;
    void *p;
    int i, best = -1;
    for (i = 0; i < AMP__CK_SPARE; i++) {
        if (k->spare[i].bytes >= *bytes && k->spare[i].bytes / 2 <= *bytes
            && (best < 0 || k->spare[i].bytes < k->spare[best].bytes)) {
            best = i;
        }
    }
    if (best < 0) {
        return amp__ck_map(*bytes);
    }
    p = k->spare[best].at;
    *bytes = k->spare[best].bytes;
    amp__ck_forget_spare(best);
    return p;
}
static AMP__CK void amp__ck_give_memory(void *p, size_t bytes)
{
    amp__ck_state *k = &amp__ck;
    int i;
    if (p == NULL || bytes < AMP__CK_SMALL || bytes > AMP__CK_SPARE_BYTES) {
        amp__ck_unmap(p, bytes);
        return;
    }
    while (k->spare[0].bytes != 0
           && (k->spare[AMP__CK_SPARE - 1].bytes != 0
               || k->spare_bytes + bytes > AMP__CK_SPARE_BYTES)) { /* the oldest goes */
        amp__ck_unmap(k->spare[0].at, k->spare[0].bytes);
        amp__ck_forget_spare(0);
    }
    for (i = 0; k->spare[i].bytes != 0; i++) {
    }
    k->spare[i].at = p;
    k->spare[i].bytes = bytes;
    k->spare_bytes += bytes;
}

/* The bytes that a view spans. */
static AMP__CK size_t amp__ck_span(size_t size, int rank, const int *extent,
                                   const ptrdiff_t *stride)
{
    size_t last = 0;
    int d;
    for (d = 0; d < rank; d++) {
        last += (size_t)(extent[d] - 1) * (size_t)(d < rank - 1 ? stride[d] : 1);
    }
    return (last + 1) * size;
}

static inline AMP__CK void amp__ck_add_region(uintptr_t low, uintptr_t high, int argument,
                                              int undefined)
{
    amp__ck_state *k = &amp__ck;
    int i, shared = 0;
    low &= ~(uintptr_t)3;
    high = (high + 3) & ~(uintptr_t)3;
    for (i = 0; i < k->region_count; i++) {
        amp__ck_region *r = &k->region[i];
        if (low < r->high && r->low < high) { /* join, and see whether that joins more */
            low = low < r->low ? low : r->low;
            high = high > r->high ? high : r->high;
            undefined &= r->undefined;
            shared = 1;
            argument = argument < r->argument ? argument : r->argument;
            *r = k->region[--k->region_count];
            i = -1;
        }
    }
    memset(&k->region[k->region_count], 0, sizeof(amp__ck_region));
    k->region[k->region_count].low = low;
    k->region[k->region_count].high = high;
    k->region[k->region_count].argument = argument;
    k->region[k->region_count].undefined = undefined;
    k->region[k->region_count].shared = shared;
    k->region_count++;
}

static void amp__ck_say_sees(int sees);
static amp_status amp__ck_report(void);

/* Before a launch: watches its views. Launches of a process are checked one
   after another. host_arguments: the arguments as the host has them, NULL where
   launch->arguments are in host memory; tiles: how many, or threads of a simple kernel; sees: the
   translation unit is instrumented. */
static inline AMP__CK void amp__check_launch_begin(const amp__launch *launch,
                                                   const amp__argument *host_arguments,
                                                   int simple, long long tiles, int sees)
{
    amp__ck_state *k = &amp__ck;
    const unsigned threads = (unsigned)(launch->tile[0] * launch->tile[1] * launch->tile[2]);
    int i, d;
    (void)pthread_mutex_lock(&amp__ck_lock);
    if (!k->ready) {
        amp__ck_settings();
    }
    k->launch = launch;
    k->host_arguments = host_arguments;
    k->launches++;
    k->simple = simple;
    k->threads = threads;
    k->tile_count = tiles;
    k->region_count = k->region_last = k->array_count = 0;
    k->findings.used = k->nodes.used = k->heads.used = k->more.used = k->touched_tile.used = 0;
    k->bytes_watched = k->bytes_kept = 0;
    k->free_node = 0;
    k->leaving = 0;
    k->stuck = 0;
    k->diverged = k->livelocked = k->incomplete = 0;
    k->tile_low = k->tile_high = 0;
    k->pending.on = 0;
    k->bounds.on = 0;
    k->seen = 0;
    if (k->tile_memory == NULL) {
        k->tile_memory = (char *)amp__ck_map((size_t)AMP__CK_TILE_BYTES
                                             + 2 * (size_t)AMP__CK_AROUND_TILE);
        k->tile_memory += k->tile_memory != NULL ? AMP__CK_AROUND_TILE : 0;
        k->tile_head = (amp__ck_head *)calloc(AMP__CK_TILE_BYTES / 4, sizeof(amp__ck_head));
        if (k->tile_memory == NULL || k->tile_head == NULL) {
            k->incomplete = 1;
        }
    } else if (k->tile_head != NULL) {
        memset(k->tile_head, 0, (size_t)k->tile_used / 4 * sizeof(amp__ck_head));
    }
    k->tile_used = 0;
    k->epoch[0] = k->epoch[1] = 1;
    for (i = 0; i < launch->kernel->parameter_count; i++) {
        const amp__parameter *p = &launch->kernel->parameters[i];
        const amp__argument *a = &launch->arguments[i];
        amp__ck_array *n = &k->array[k->array_count];
        if (p->access == AMP__ACCESS_value) {
            continue;
        }
        memset(n, 0, sizeof(*n));
        n->name = p->name;
        n->low = (uintptr_t)a->data;
        n->high = n->low + amp__ck_span(p->type.size, p->rank, a->extent, a->stride);
        n->host = host_arguments != NULL ? (uintptr_t)host_arguments[i].data : 0;
        n->size = p->type.size;
        n->rank = p->rank;
        n->writable = p->access != AMP__ACCESS_in;
        for (d = 0; d < p->rank; d++) {
            n->extent[d] = a->extent[d];
            n->stride[d] = d < p->rank - 1 ? a->stride[d] : 1;
        }
        amp__ck_add_region(n->low, n->high, k->array_count, p->access == AMP__ACCESS_out);
        k->array_count++;
    }
    k->view_count = k->array_count;
    k->hull_low = (uintptr_t)-1;
    k->hull_high = 0;
    for (i = 0; i < k->region_count; i++) {
        amp__ck_region *r = &k->region[i];
        const amp__ck_mark *m;
        r->words = (r->high - r->low) / 4;
        r->bytes = r->words * (2 * sizeof(amp__ck_record) + (simple ? 0 : sizeof(unsigned)));
        r->first = (amp__ck_record *)amp__ck_take_memory(&r->bytes);
        r->second = r->first + r->words;
        r->head = (unsigned *)(void *)(r->second + r->words);
        r->touched = (unsigned char *)calloc(r->words / AMP__CK_BLOCK + 1, 1);
        k->bytes_watched += r->high - r->low;
        if (r->first == NULL || r->touched == NULL) {
            amp__ck_give_memory(r->first, r->bytes);
            free(r->touched);
            k->incomplete = 1;
            *r-- = k->region[--k->region_count];
            i--;
            continue;
        }
        for (m = k->marks; m != NULL; m = m->next) {
            r->partly |= m->discarded && m->low < r->high && r->low < m->high;
        }
        r->constant = !r->undefined && !r->partly;
        for (d = 0; d < k->view_count; d++) {
            r->constant &= !k->array[d].writable || k->array[d].high <= r->low
                || k->array[d].low >= r->high;
        }
        k->hull_low = r->low < k->hull_low ? r->low : k->hull_low;
        k->hull_high = r->high > k->hull_high ? r->high : k->hull_high;
    }
    k->worker = pthread_self();
    if (sees) {
        amp__ck_watchdog();
    }
    amp__ck_active = 1;
    amp__ck_say_sees(sees);
}

/* Whether AMP_CHECK_TILES lets this tile be watched. */
static inline AMP__CK int amp__ck_chosen(long long tile, long long tiles)
{
    const amp__ck_state *k = &amp__ck;
    if (!k->tiles_first && !k->tiles_last && !k->tiles_sample) {
        return 1;
    }
    return (k->tiles_first && tile == 0) || (k->tiles_last && tile == tiles - 1)
        || (k->tiles_sample && ((unsigned long long)tile * 0x9e3779b97f4a7c15ull >> 32) % 64 == 0);
}

/* Around each tile; number: of the tile, in row-major order; leave and park:
   what the thread at work calls to leave the tile, or to wait for its others
   at amp__ck_parked. */
static inline AMP__CK void amp__check_tile_begin(long long number, void (*leave)(void *),
                                                 void (*park)(void *), void *argument)
{
    amp__ck_state *k = &amp__ck;
    k->watch = amp__ck_chosen(number, k->tile_count);
    k->tile_number = number;
    k->base = (unsigned)number * k->threads;
    k->round = 0;
    k->arrivals = 0;
    k->epoch[0]++;
    k->epoch[1]++;
    k->first_epoch = k->epoch[0];
    k->heads.used = 1;
    k->leaving = 0;
    k->leave = leave;
    k->park = park;
    k->leave_argument = argument;
    if (k->tile_used != 0) {
        amp__ck_poison(k->tile_memory, k->tile_used);
    }
}

static inline AMP__CK void amp__check_tile_end(void)
{
    amp__ck_state *k = &amp__ck;
    size_t i;
    amp__ck_on = 0; /* the tile may have been left in the middle */
    k->busy = 0;
    k->pending.on = 0;
    for (i = 0; i < k->touched_tile.used; i++) {
        amp__ck_judge(&k->tile_head[((unsigned *)k->touched_tile.at)[i]]);
    }
    k->touched_tile.used = 0;
    for (i = (size_t)k->view_count; i < (size_t)k->array_count; i++) {
        k->array[i].uneven |= !k->leaving && k->array[i].declared % k->threads != 0;
        k->array[i].declared = 0;
    }
    for (i = 1; i < k->heads.used; i++) {
        amp__ck_judge(&((amp__ck_head *)k->heads.at)[i]);
    }
    k->nodes.used = 0;
    k->free_node = 0;
}

/* Whether so much has gone wrong that the launch is to end. */
static inline AMP__CK int amp__check_gives_up(void)
{
    return amp__ck.stuck >= 4;
}

/* Around the part of a thread between two barriers. */
static AMP__NOINLINE AMP__CK void amp__check_thread_runs(unsigned thread)
{
    amp__ck_state *k = &amp__ck;
    k->thread = thread;
    k->key = k->base + thread;
    k->racy = k->at = k->last.at = 0;
    k->spin = 0;
    k->steps++;
    k->started = k->seen;
    amp__ck_on = k->watch;
    k->busy = k->watch;
}
static AMP__INLINE AMP__CK void amp__check_thread_pauses(void)
{
    amp__ck_settle();
    if (amp__ck.bounds.on) {
        amp__ck_bounds_found(0, -1);
    }
    amp__ck_on = 0;
    amp__ck.busy = 0;
}

/* A round in which threads stand at different places. */
static AMP__NOINLINE AMP__CK void amp__ck_apart(void)
{
    amp__ck_state *k = &amp__ck;
    const char *const first = k->arrived[0];
    unsigned t, u;
    k->diverged++;
    for (t = 1; t < k->threads; t++) {
        const char *here = k->arrived[t];
        amp__ck_finding f;
        for (u = 0; u < t; u++) {
            if (k->arrived[u] == here || (here != NULL && k->arrived[u] != NULL
                                          && strcmp(k->arrived[u], here) == 0)) {
                break;
            }
        }
        if (u < t) {
            continue; /* the first thread at this place has spoken */
        }
        amp__ck_clear_finding(&f, AMP_CHECK_BARRIER_DIVERGENCE);
        f.site_a = (unsigned short)(first == NULL ? 0 : amp__ck_intern(0, NULL, NULL, first));
        f.site_b = (unsigned short)(here == NULL ? 0 : amp__ck_intern(0, NULL, NULL, here));
        f.key_a = k->base;
        f.key_b = k->base + t;
        f.round = k->round;
        amp__ck_find(&f);
    }
}

/* The thread at work has come to a barrier, or (site NULL) to its end.
   Returns its number, for amp__check_thread_runs. */
static AMP__NOINLINE AMP__CK unsigned amp__check_arrive(const char *site, int fence)
{
    amp__ck_state *k = &amp__ck;
    const unsigned thread = k->thread;
    unsigned t;
    amp__check_thread_pauses();
    if (k->arrivals == 0) {
        k->arrived_first = site;
        k->arrived_apart = 0;
    }
    k->arrived[thread] = site;
    k->arrived_apart |= site != k->arrived_first || site == amp__ck_parked;
    if (++k->arrivals < k->threads) {
        return thread;
    }
    k->arrivals = 0;
    for (t = 0; k->arrived_apart && t < k->threads; t++) {
        if (k->arrived[t] == amp__ck_parked) {
            amp__ck_leave();
        }
    }
    for (t = 1; k->arrived_apart && t < k->threads; t++) {
        const char *a = k->arrived[0], *b = k->arrived[t];
        if (a != b && (a == NULL || b == NULL || strcmp(a, b) != 0)) {
            amp__ck_apart();
            amp__ck_leave();
        }
    }
    k->round++;
    k->epoch[0] += (unsigned)fence & 1;
    k->epoch[1] += (unsigned)fence >> 1;
    return thread;
}

/* Thread `number` of a simple kernel. */
static AMP__NOINLINE AMP__CK void amp__check_simple(const amp__launch *l, const amp__box *b,
                                                    long long number)
{
    amp__ck.watch = amp__ck_chosen(number / 256, (amp__ck.tile_count + 255) / 256);
    amp__ck.base = (unsigned)number;
    amp__ck.leaving = 0;
    if (setjmp(amp__ck.simple_leave) == 0) {
        amp__check_thread_runs(0);
        l->kernel->simple[0](l->arguments, b);
        amp__check_thread_pauses();
    }
}

/* After a launch: judges what different tiles did, reports, and gives
   `status`, or AMP_KERNEL_FAULT or AMP_BARRIER_DIVERGED where something was
   found. */
static amp__ck_mark *amp__ck_mark_begin(const amp__ck_region *r);
static void amp__ck_mark_block(const amp__ck_region *r, amp__ck_mark *m, size_t from, size_t to);
static void amp__ck_mark_end(amp__ck_mark *m);
static void amp__ck_mark_hull(void);
/* Block by block, while it is in the cache: judges a region, marks for the host
   what was written, and leaves the shadow memory clear. */
static AMP__CK void amp__ck_sweep(amp__ck_region *r)
{
    amp__ck_mark *m = amp__ck_mark_begin(r);
    size_t from;
    for (from = 0; from < r->words; from += AMP__CK_BLOCK) {
        const int touched = r->touched[from / AMP__CK_BLOCK];
        const size_t n = r->words - from < AMP__CK_BLOCK ? r->words - from : AMP__CK_BLOCK;
        if (touched & AMP__CK_FIRSTS) {
            if (r->written || r->undefined || r->partly) {
                amp__ck_judge_block(r, from, from + n);
            }
            if (m != NULL) {
                amp__ck_mark_block(r, m, from, from + n);
            }
            memset(r->first + from, 0, n * sizeof(*r->first));
            amp__ck.bytes_kept += n * sizeof(*r->first);
        }
        if (touched & AMP__CK_SECONDS) {
            memset(r->second + from, 0, n * sizeof(*r->second));
            amp__ck.bytes_kept += n * sizeof(*r->second);
        }
        if (touched & AMP__CK_HEADS) {
            memset(r->head + from, 0, n * sizeof(*r->head));
            amp__ck.bytes_kept += n * sizeof(*r->head);
        }
    }
    if (m != NULL) {
        amp__ck.bytes_kept += (m->high - m->low) / 8 * 9;
        amp__ck_mark_end(m);
    }
}

/* Counts what a list took; a large one is freed. */
static AMP__CK void amp__ck_shrink(amp__ck_growing *g, size_t size)
{
    amp__ck.bytes_kept += g->room * size;
    if (g->room * size > (size_t)4 << 20) {
        free(g->at);
        g->at = NULL;
        g->used = g->room = 0;
    }
}

static inline AMP__CK amp_status amp__check_launch_end(amp_status status)
{
    amp__ck_state *k = &amp__ck;
    amp_status found;
    int i;
    amp__ck_on = 0;
    k->busy = 0;
    for (i = 0; i < k->region_count; i++) {
        amp__ck_sweep(&k->region[i]);
    }
    amp__ck_mark_hull();
    amp__ck_shrink(&k->nodes, sizeof(amp__ck_node));
    amp__ck_shrink(&k->heads, sizeof(amp__ck_head));
    amp__ck_shrink(&k->more, sizeof(amp__ck_more));
    amp__ck_shrink(&k->touched_tile, sizeof(unsigned));
    found = amp__ck_report();
    for (i = 0; i < k->region_count; i++) {
        amp__ck_give_memory(k->region[i].first, k->region[i].bytes);
        free(k->region[i].touched);
    }
    k->region_count = k->array_count = 0;
    amp__ck_active = k->marks != NULL;
    (void)pthread_mutex_unlock(&amp__ck_lock);
    return status != AMP_OK ? status : found;
}

/* Tile memory: `offset` is the emulator's, the same for each thread; the
   array itself lies between red zones. */
static inline AMP__CK void *amp__check_tile_static(size_t offset, size_t bytes, const char *name,
                                                   size_t size, int rank, int d0, int d1, int d2)
{
    amp__ck_state *k = &amp__ck;
    const size_t row = bytes / (size_t)d0;
    size_t zone = row < AMP__CK_REDZONE ? AMP__CK_REDZONE
                  : row > 4096          ? 4096
                                        : (row + 15) / 16 * 16;
    amp__ck_array *a;
    size_t i;
    for (i = (size_t)k->view_count; i < (size_t)k->array_count; i++) {
        if (k->array[i].offset == offset
            && (k->array[i].name == name || strcmp(k->array[i].name, name) == 0)) {
            k->array[i].declared++;
            return (void *)k->array[i].low;
        }
    }
    if (k->array_count == AMP__CK_ARRAYS
        || k->tile_used + bytes + 2 * zone + 64 > AMP__CK_TILE_BYTES) {
        k->incomplete = 1;
        return NULL;
    }
    a = &k->array[k->array_count++];
    memset(a, 0, sizeof(*a));
    if (k->tile_used == 0) {
        k->tile_used = 4096;
    }
    a->name = name;
    a->low = (uintptr_t)k->tile_memory + k->tile_used;
    a->high = a->low + bytes;
    a->size = size;
    a->rank = rank;
    a->tile = 1;
    a->declared = 1;
    a->writable = 1;
    a->offset = offset;
    a->extent[0] = d0;
    a->extent[1] = d1;
    a->extent[2] = d2;
    a->stride[0] = rank == 1 ? 1 : rank == 2 ? d1 : (ptrdiff_t)d1 * d2;
    a->stride[1] = rank == 3 ? d2 : 1;
    a->stride[2] = 1;
    for (i = 0; i < bytes; i += 4) {
        k->tile_head[(k->tile_used + i) / 4].region = (short)-k->array_count;
    }
    amp__ck_poison(k->tile_memory + k->tile_used, bytes);
    k->tile_used += (bytes + 63) / 64 * 64 + zone;
    k->tile_low = (uintptr_t)k->tile_memory - AMP__CK_AROUND_TILE;
    k->tile_high = (uintptr_t)k->tile_memory + AMP__CK_TILE_BYTES + AMP__CK_AROUND_TILE;
    return (void *)a->low;
}

/* amp_racy(lvalue): that lvalue, its access not checked. */
static AMP__NOINLINE AMP__CK const volatile void *amp__check_racy(const volatile void *p,
                                                                  const char *site)
{
    amp__ck.racy = (uintptr_t)p;
    amp__ck.racy_text = site;
    return p;
}

/* An index of amp_at outside its view: the finding, and an element that
   nobody else uses. */
static AMP__NOINLINE AMP__CK void *amp__ck_outside(const void *data, size_t size, const char *name,
                                                   int rank, const ptrdiff_t *index, int dimension,
                                                   const char *site)
{
    amp__ck_state *k = &amp__ck;
    amp__ck_finding f;
    int i;
    if (amp__ck_on || (amp__ck_active && k->watch)) {
        amp__ck_clear_finding(&f, AMP_CHECK_OUT_OF_BOUNDS);
        for (i = 0; i < k->view_count; i++) {
            if (k->array[i].low == (uintptr_t)data && k->array[i].rank == rank
                && (f.array < 0 || strcmp(k->array[i].name, name) == 0)) {
                f.array = i;
            }
        }
        f.name = f.array < 0 ? name : NULL;
        f.site_a = f.site_b = (unsigned short)amp__ck_intern(0, NULL, NULL, site);
        f.key_a = k->key;
        f.index_given = 1;
        f.dimension = dimension;
        for (i = 0; i < rank; i++) {
            f.index[i] = index[i] > INT_MAX   ? INT_MAX
                         : index[i] < INT_MIN ? INT_MIN
                                              : (int)index[i];
        }
        amp__ck_find(&f);
    }
    if (k->scratch_size < size || k->scratch == NULL) {
        const int on = amp__ck_on;
        amp__ck_on = 0;
        free(k->scratch);
        k->scratch_size = size < 4096 ? 4096 : size;
        k->scratch = (char *)malloc(k->scratch_size);
        amp__ck_on = on;
    }
    for (i = 0; k->scratch != NULL && i < (int)size; i++) {
        k->scratch[i] = 0;
    }
    return k->scratch;
}

static AMP__NOINLINE AMP__CK void *amp__check_at(const void *data, size_t size, const char *name,
                                                 int rank, const int *extent,
                                                 const ptrdiff_t *stride, const char *site,
                                                 ptrdiff_t i, ptrdiff_t j, ptrdiff_t m)
{
    const ptrdiff_t index[3] = { i, j, m };
    ptrdiff_t offset = 0;
    int d;
    for (d = 0; d < rank; d++) {
        if (index[d] < 0 || index[d] >= extent[d]) {
            return amp__ck_outside(data, size, name, rank, index, d, site);
        }
        offset += index[d] * (d < rank - 1 ? stride[d] : 1);
    }
    amp__ck.at = (uintptr_t)data + (uintptr_t)offset * size;
    amp__ck.at_text = site;
    return (void *)amp__ck.at;
}

/* The same for one and two dimensions, without arrays. */
static AMP__NOINLINE AMP__CK void *amp__check_line(const void *data, size_t size, const char *name,
                                                   const char *site, int extent, ptrdiff_t i)
{
    if (i < 0 || i >= extent) {
        return amp__ck_outside(data, size, name, 1, &i, 0, site);
    }
    amp__ck.at = (uintptr_t)data + (uintptr_t)i * size;
    amp__ck.at_text = site;
    return (void *)amp__ck.at;
}
static AMP__NOINLINE AMP__CK void *amp__check_plane(const void *data, size_t size,
                                                    const char *name, const char *site,
                                                    int extent_0, int extent_1, ptrdiff_t stride,
                                                    ptrdiff_t i, ptrdiff_t j)
{
    if (i < 0 || i >= extent_0 || j < 0 || j >= extent_1) {
        ptrdiff_t index[2];
        index[0] = i;
        index[1] = j;
        return amp__ck_outside(data, size, name, 2, index, i >= 0 && i < extent_0, site);
    }
    amp__ck.at = (uintptr_t)data + (uintptr_t)(i * stride + j) * size;
    amp__ck.at_text = site;
    return (void *)amp__ck.at;
}

/* ==== 3 the host ========================================================= */

static AMP__CK void amp__ck_mark_hull(void)
{
    const amp__ck_mark *m;
    amp__ck.mark_low = (uintptr_t)-1;
    amp__ck.mark_high = 0;
    for (m = amp__ck.marks; m != NULL; m = m->next) {
        amp__ck.mark_low = m->low < amp__ck.mark_low ? m->low : amp__ck.mark_low;
        amp__ck.mark_high = m->high > amp__ck.mark_high ? m->high : amp__ck.mark_high;
    }
}

static AMP__CK void amp__ck_mark_free(amp__ck_mark **place)
{
    amp__ck_mark *m = *place;
    *place = m->next;
    free(m->bit);
    free(m->copy);
    free(m);
}

/* Takes [low, high) out of the marks of one sort. */
static AMP__CK void amp__ck_unmark(uintptr_t low, uintptr_t high, int discarded)
{
    amp__ck_mark **place = &amp__ck.marks;
    while (*place != NULL) {
        amp__ck_mark *m = *place;
        const uintptr_t l = low > m->low ? low : m->low, h = high < m->high ? high : m->high;
        uintptr_t b;
        if (m->discarded != discarded || l >= h) {
            place = &m->next;
            continue;
        }
        if (l == m->low && h == m->high) {
            amp__ck_mark_free(place);
            continue;
        }
        for (b = l; b < h; b++) {
            if (((b - m->low) & 7) == 0 && h - b >= 8) { /* whole bytes of bits */
                const size_t n = (h - b) / 8;
                memset(m->bit + ((b - m->low) >> 3), 0, n);
                b += n * 8 - 1;
                continue;
            }
            m->bit[(b - m->low) >> 3] &= (unsigned char)~(1u << ((b - m->low) & 7));
        }
        place = &m->next;
    }
}

static AMP__CK amp__ck_mark *amp__ck_new_mark(uintptr_t low, uintptr_t high, int discarded)
{
    amp__ck_mark *m = (amp__ck_mark *)calloc(1, sizeof(*m)), **place = &amp__ck.marks;
    int n = 0;
    while (*place != NULL) { /* bounded: the oldest are forgotten */
        if (++n >= 64) {
            amp__ck_mark_free(place);
        } else {
            place = &(*place)->next;
        }
    }
    if (m != NULL) {
        m->bit = (unsigned char *)calloc((high - low) / 8 + 1, 1);
        m->copy = discarded ? NULL : (unsigned char *)malloc(high - low);
        if (m->bit == NULL || (!discarded && m->copy == NULL)) {
            free(m->bit);
            free(m->copy);
            free(m);
            return NULL;
        }
        m->low = low;
        m->high = high;
        m->discarded = discarded;
        m->next = amp__ck.marks;
        amp__ck.marks = m;
    }
    return m;
}

/* The host said something about a view. */
static AMP__NOINLINE AMP__CK void amp__check_host(int what, const void *data, size_t size, int rank,
                                                  const int *extent, const ptrdiff_t *stride)
{
    amp__ck_mark *m = NULL;
    int i, j, a = rank == 3 ? extent[0] : 1, b = rank >= 2 ? extent[rank - 2] : 1;
    size_t row = (size_t)extent[rank - 1] * size;
    if (amp__ck_span(size, rank, extent, stride) == (size_t)a * (size_t)b * row) {
        row *= (size_t)a * (size_t)b; /* without gaps: one row */
        a = b = 1;
    }
    (void)pthread_mutex_lock(&amp__ck_lock);
    if (what == AMP__CHECK_DISCARDED) {
        m = amp__ck_new_mark((uintptr_t)data,
                             (uintptr_t)data + amp__ck_span(size, rank, extent, stride), 1);
    }
    for (i = 0; i < a; i++) {
        for (j = 0; j < b; j++) {
            const uintptr_t low = (uintptr_t)data + ((rank == 3 ? (size_t)i * (size_t)stride[0] : 0)
                + (rank >= 2 ? (size_t)j * (size_t)stride[rank - 2] : 0)) * size;
            uintptr_t p;
            amp__ck_unmark(low, low + row, 0);
            if (what == AMP__CHECK_REFRESHED) {
                amp__ck_unmark(low, low + row, 1);
            }
            for (p = low; m != NULL && p < low + row; p++) {
                if (((p - m->low) & 7) == 0 && low + row - p >= 8) {
                    const size_t n = (low + row - p) / 8;
                    memset(m->bit + ((p - m->low) >> 3), 0xff, n);
                    p += n * 8 - 1;
                    continue;
                }
                m->bit[(p - m->low) >> 3] |= (unsigned char)(1u << ((p - m->low) & 7));
            }
        }
    }
    amp__ck_mark_hull();
    (void)pthread_mutex_unlock(&amp__ck_lock);
}

/* After a launch: what it wrote is not discarded any more, and not the host's
   yet, wherever the host has it. NULL where nothing was written. */
static AMP__CK amp__ck_mark *amp__ck_mark_begin(const amp__ck_region *r)
{
    amp__ck_state *k = &amp__ck;
    amp__ck_mark *m;
    const char *name = k->array[r->argument].name;
    size_t size = 0;
    uintptr_t low = k->host_arguments == NULL ? r->low : 0;
    int a;
    for (a = 0; a < k->view_count; a++) {
        const amp__ck_array *n = &k->array[a];
        if (n->writable && n->low >= r->low && n->low < r->high) {
            name = n->name;
            size = n->size;
            low = n->host != 0 ? n->host - (n->low - r->low) : low;
            if (k->tiles_first || k->tiles_last || k->tiles_sample) {
                amp__ck_unmark(n->low, n->high, 1); /* what the others wrote was not seen */
            }
        }
    }
    m = r->written && low != 0 ? amp__ck_new_mark(low, low + (r->high - r->low), 0) : NULL;
    if (m != NULL) {
        m->size = size;
        (void)snprintf(m->name, sizeof(m->name), "%.39s", name);
        (void)snprintf(m->kernel, sizeof(m->kernel), "%.39s", k->launch->kernel->name);
    }
    return m;
}

static AMP__CK void amp__ck_mark_block(const amp__ck_region *r, amp__ck_mark *m, size_t from,
                                       size_t to)
{
    const unsigned char *p = (const unsigned char *)m->low;
    uintptr_t whole = 0; /* where words written as a whole begin */
    size_t w;
    for (w = from; w < to; w++) {
        const amp__ck_record *c = &r->first[w];
        unsigned place = 0;
        int mask = 0, b;
        if (!(c->flags & AMP__CK_SECOND)) {
            mask = c->kindmask >> 4 > AMP__CK_READ ? c->kindmask & 15 : 0;
        } else {
            while ((c = amp__ck_next_record(r, w, &place)) != NULL) {
                mask |= c->kindmask >> 4 != AMP__CK_READ ? c->kindmask & 15 : 0;
            }
        }
        if (mask != 0) {
            for (b = 0; b < 4; b++) {
                if (mask >> b & 1) {
                    m->copy[w * 4 + (size_t)b] = p[w * 4 + (size_t)b];
                }
            }
            m->bit[w >> 1] |= (unsigned char)(mask << (w & 1) * 4);
        }
        if (!r->partly) {
            continue;
        }
        if (mask == 15) {
            whole = whole == 0 ? r->low + w * 4 : whole;
            continue;
        }
        if (whole != 0) {
            amp__ck_unmark(whole, r->low + w * 4, 1);
            whole = 0;
        }
        for (b = 0; b < 4; b++) {
            if (mask >> b & 1) {
                amp__ck_unmark(r->low + w * 4 + (size_t)b, r->low + w * 4 + (size_t)b + 1, 1);
            }
        }
    }
    if (whole != 0) {
        amp__ck_unmark(whole, r->low + to * 4, 1);
    }
}

/* What older marks of this memory still hold moves into the new one. */
static AMP__CK void amp__ck_mark_end(amp__ck_mark *m)
{
    amp__ck_mark **place = &m->next;
    while (*place != NULL) {
        amp__ck_mark *o = *place;
        size_t n;
        if (o->discarded || o->low < m->low || o->high > m->high) {
            place = &o->next;
            continue;
        }
        for (n = 0; n < o->high - o->low; n++) {
            if (o->bit[n >> 3] == 0) {
                n |= 7;
                continue;
            }
            if (o->bit[n >> 3] >> (n & 7) & 1) {
                const size_t at = n + (o->low - m->low);
                m->copy[at] = m->bit[at >> 3] >> (at & 7) & 1 ? m->copy[at] : o->copy[n];
                m->bit[at >> 3] |= (unsigned char)(1u << (at & 7));
            }
        }
        amp__ck_mark_free(place);
    }
}

static void amp__ck_stale(const amp__ck_mark *m, uintptr_t at, uintptr_t pc);
/* A place that is read by instrumented code only to see who is called. */
__attribute__((weak)) volatile int amp__ck_probed;
static AMP__NOINLINE int amp__ck_probe(volatile int *p)
{
    return *p;
}

/* The host reads or writes memory near a mark. */
static AMP__NOINLINE AMP__CK void amp__ck_host(uintptr_t at, size_t size, int kind, uintptr_t pc)
{
    amp__ck_mark *m;
    uintptr_t b;
    if (at == (uintptr_t)&amp__ck_probed) {
        amp__ck_probed = 2;
        return;
    }
    if (pthread_mutex_trylock(&amp__ck_lock) != 0) {
        return; /* a launch is at work, perhaps on this very thread */
    }
    if (kind != AMP__CK_READ) {
        for (m = amp__ck.marks; m != NULL; m = m->next) {
            for (b = at; b < at + size; b++) {
                if (b >= m->low && b < m->high) {
                    m->bit[(b - m->low) >> 3] &= (unsigned char)~(1u << ((b - m->low) & 7));
                }
            }
        }
    }
    for (m = amp__ck.marks; kind != AMP__CK_WRITE && m != NULL; m = m->next) {
        for (b = at; !m->discarded && b < at + size; b++) {
            if (b >= m->low && b < m->high
                && (m->bit[(b - m->low) >> 3] >> ((b - m->low) & 7) & 1)) {
                if (*(const unsigned char *)b
                    != m->copy[b - m->low]) { /* somebody wrote it since */
                    m->bit[(b - m->low) >> 3] &= (unsigned char)~(1u << ((b - m->low) & 7));
                } else {
                    amp__ck_stale(m, b, pc);
                    for (; b < at + size && b < m->high; b++) { /* said once */
                        m->bit[(b - m->low) >> 3] &= (unsigned char)~(1u << ((b - m->low) & 7));
                    }
                    break;
                }
            }
        }
    }
    (void)pthread_mutex_unlock(&amp__ck_lock);
}

AMP__C_END

#include "amp_check_compiler.h"
#include "amp_check_report.h"

#if !defined(__cplusplus) && AMP__CK_SEES
#undef memcpy
#undef memmove
#undef memset
#define memcpy(to, from, n) amp__ck_seen_memcpy((to), (from), (n))
#define memmove(to, from, n) amp__ck_seen_memmove((to), (from), (n))
#define memset(to, c, n) amp__ck_seen_memset((to), (c), (n))
#endif

#endif /* AMP_H */
#endif /* AMP_CHECK_H */
