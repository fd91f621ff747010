/* SPDX-License-Identifier: MIT */
#ifndef AMP_CHECK_SHADOW_H
#define AMP_CHECK_SHADOW_H
/*
amp_check_shadow.h: what the kernel checker remembers of memory, and how it
judges it. amp_check.h says how races are found.

  1 state          what is remembered, and how much memory it takes
  2 findings       what went wrong, counted
  3 intervals      accesses of one tile between two barriers
  4 the launch     accesses of different tiles

Include amp.h with AMP_CHECK, which includes this file.
*/

#ifndef AMP_H
#include "amp.h"
#else

#include <pthread.h>  /* one launch at a time */
#include <setjmp.h>   /* a thread of a simple kernel that spins is left */
#include <sys/mman.h> /* shadow memory, given as zero pages */

/* Our own code is not to be seen by the compiler's instrumentation. clang
   instruments atomics in spite of no_sanitize. */
#if defined(__clang__)
#if __has_attribute(disable_sanitizer_instrumentation)
#define AMP__CK_PLAIN __attribute__((no_sanitize("thread"), disable_sanitizer_instrumentation))
#else
#define AMP__CK_PLAIN __attribute__((no_sanitize("thread")))
#define AMP__CK_LOCKED_ATOMICS
#endif
#define AMP__CK AMP__CK_PLAIN __attribute__((no_sanitize("bounds"), unused))
#elif defined(__OPTIMIZE__)
#define AMP__CK_PLAIN __attribute__((no_sanitize("thread"), no_sanitize("bounds")))
#define AMP__CK AMP__CK_PLAIN __attribute__((unused))
#else /* fast also where the program is compiled with -O0 */
#define AMP__CK_PLAIN __attribute__((no_sanitize("thread"), no_sanitize("bounds"), optimize("O2")))
#define AMP__CK AMP__CK_PLAIN __attribute__((unused))
#endif
#define AMP__CK_WEAK __attribute__((weak)) AMP__CK_PLAIN

#if defined(__SANITIZE_THREAD__)
#define AMP__CK_SEES 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define AMP__CK_SEES 1
#endif
#endif
#ifndef AMP__CK_SEES
#define AMP__CK_SEES 0
#endif

AMP__C_BEGIN

/* clang announces only the write of x += 1: whether the old value was read is
   seen from the source line, in amp_check_report.h. */
#if defined(__clang__)
#define AMP__CK_COMPOUND 1
#else
#define AMP__CK_COMPOUND 0
#endif

/* ==== 1 state ============================================================ */

/* The rules, as they are named in reports. */
#define AMP__RULE_MAP(XX)                                                     \
    XX(TILE_RACE, "tile-race",                                                \
       "Threads of a tile use tile memory with no barrier between")           \
    XX(GLOBAL_RACE, "global-race",                                            \
       "Threads use one element of a view with no barrier between")           \
    XX(CROSS_TILE_RACE, "cross-tile-race",                                    \
       "Threads of different tiles use one element of a view")                \
    XX(FENCE_RACE, "fence-race",                                              \
       "The barrier between two accesses does not fence that memory")         \
    XX(ATOMIC_RACE, "atomic-race", "A plain access beside an atomic one")     \
    XX(SAME_VALUE_WRITE, "same-value-write",                                  \
       "Threads write the same value to one place")                           \
    XX(BARRIER_DIVERGENCE, "barrier-divergence",                              \
       "The threads of a tile do not reach the same barrier")                 \
    XX(OUT_OF_BOUNDS, "out-of-bounds", "An index outside its array")          \
    XX(UNINITIALISED_READ, "uninitialised-read",                              \
       "A read of memory that nobody has written")                            \
    XX(STALE_HOST_READ, "stale-host-read",                                    \
       "The host reads what a kernel wrote without amp_synchronize")          \
    XX(LIVELOCK, "livelock", "A thread spins without a barrier")
typedef enum amp_check_rule {
#define AMP__RULE(name, text, what) AMP_CHECK_##name,
    AMP__RULE_MAP(AMP__RULE)
#undef AMP__RULE
    AMP_CHECK_RULES
} amp_check_rule;

enum { AMP__CK_READ = 1, AMP__CK_WRITE = 2, AMP__CK_ATOMIC = 3 };
/* Flags of a node or record; above them the width of the access. SECOND: the
   word has another record. */
enum { AMP__CK_MIXED = 1, AMP__CK_SECOND = 2, AMP__CK_UNSET = 4, AMP__CK_WIDTH = 0xf0 };
#define AMP__CK_NONE 0xffffffffu
#define AMP__CK_ARRAYS 256
#define AMP__CK_BLOCK 1024 /* words that are judged and cleared together */
#define AMP__CK_SPARE 8    /* pieces of shadow memory kept for the next launch, */
#define AMP__CK_SPARE_BYTES ((size_t)64 << 20) /* and their bytes */
enum { AMP__CK_FIRSTS = 1, AMP__CK_SECONDS = 2, AMP__CK_HEADS = 4 };
#define AMP__CK_REDZONE 64
#define AMP__CK_TILE_BYTES (AMP_MAX_TILE_STATIC * 4)
#define AMP__CK_AROUND_TILE (3 << 19) /* on both sides, for indices that are far off */
#define AMP__CK_SPIN (16u << 20)   /* accesses in one place that make a livelock */
#define AMP__CK_BUDGET (1ull << 28) /* accesses of one thread without a barrier that do */

/* An instruction that accesses memory, or a place in the source as the text
   "file:line". `racy` is where amp_racy was called for it, else NULL; `near` the
   amp_at that gave the address: a compiler that merges two stores leaves them
   without a line. */
typedef struct amp__ck_site {
    uintptr_t pc;
    const char *text, *racy, *near;
} amp__ck_site;

/* Accesses of one tile to one word since the last covering barrier. */
typedef struct amp__ck_node {
    unsigned short site;
    unsigned char kind, mask, flags, unused;
    unsigned short t1, t2;         /* the two lowest threads */
    unsigned rounds;               /* a bit for each barrier round, modulo 24 */
    unsigned value, next;
} amp__ck_node;

/* The set of nodes of one word. */
typedef struct amp__ck_head {
    unsigned epoch, first, word;
    short region;      /* of a view; tile memory: -1 - array, 0 between arrays */
    unsigned char set; /* bytes written in this tile before this interval */
} amp__ck_head;

/* Accesses of the launch to one word of a view; site 0 is a free place. */
typedef struct amp__ck_record {
    unsigned short site;
    unsigned char kindmask, flags;
    unsigned k1, k2; /* the lowest threads of two tiles, plus 1; 0: none */
    unsigned value;
} amp__ck_record;

/* Where a word has more than two, its second is AMP__CK_CHAIN and the place of
   the others. */
#define AMP__CK_CHAIN 0xffffu
typedef struct amp__ck_more {
    amp__ck_record record;
    unsigned next;
} amp__ck_more;

/* Watched memory: views that overlap share a region. For each word there is
   room for two records and, in a tiled kernel, the place of its head: 36 bytes
   for 4. They are apart, for most words need one: what is never touched takes no
   memory. All of it is zero when a launch begins. */
typedef struct amp__ck_region {
    uintptr_t low, high; /* multiples of 4 */
    amp__ck_record *first, *second;
    unsigned *head;
    size_t bytes; /* of all three */
    unsigned char *touched; /* for each AMP__CK_BLOCK words, which of the three are in use */
    size_t words;
    int argument;        /* the first that lies here */
    int shared;          /* other views lie here too */
    int undefined;       /* holds nothing when the launch begins */
    int partly;          /* discarded in part: ask each byte */
    int constant;        /* all its views are `in`, all of it holds something */
    int written;
} amp__ck_region;

/* A name for reports: a view or a tile array. */
typedef struct amp__ck_array {
    const char *name;
    uintptr_t low, high;
    size_t size; /* of an element */
    int rank, extent[AMP_MAX_RANK], tile, writable;
    unsigned declared; /* tile arrays: by how many threads of the tile at work, */
    int uneven;        /* and whether in some tile it was some and not all */
    ptrdiff_t stride[AMP_MAX_RANK];
    size_t offset; /* tile arrays: as the emulator counts */
    uintptr_t host; /* views on a device with its own memory: where the host has it; else 0 */
} amp__ck_array;

typedef struct amp__ck_finding {
    int rule, array, index_given, at_word; /* at_word: counted by the word */
    unsigned short site_a, site_b;
    unsigned char kind_a, kind_b, apart; /* apart: in different tiles */
    unsigned key_a, key_b;
    unsigned long long count;
    ptrdiff_t at;
    int index[AMP_MAX_RANK], dimension;
    unsigned round;
    const char *name;
} amp__ck_finding;

/* What kernels wrote and the host may not read yet; and what was discarded. */
typedef struct amp__ck_mark {
    struct amp__ck_mark *next;
    uintptr_t low, high;
    unsigned char *bit;  /* one for each 4 bytes (stale) or byte (discarded) */
    unsigned char *copy; /* stale: what the launch left */
    size_t size; /* of an element */
    int discarded;
    char name[40], kernel[40];
} amp__ck_mark;

typedef struct amp__ck_growing {
    void *at;
    size_t used, room;
} amp__ck_growing;

typedef struct amp__ck_state {
    /* the thread at work */
    uintptr_t tile_low, tile_high; /* tile memory and what is around it; 0: no arrays yet */
    uintptr_t hull_low, hull_high; /* all regions */
    unsigned thread, key, base;    /* key = base + thread */
    unsigned epoch[2];             /* tile memory, views */
    unsigned round, threads;
    int simple, watch, region_last, region_count;
    int replaces; /* an atomic store or exchange, which needs no value before, is at work */
    uintptr_t racy, at;
    const char *racy_text, *at_text;
    struct {
        uintptr_t at;
        unsigned size;
        unsigned short site;
        unsigned char on, tile;
        short region;
    } pending;
    uintptr_t spin_at[4];
    unsigned spin, spin_next;
    struct { uintptr_t at; unsigned short site; int tile; } last; /* the last read */
    unsigned long long started; /* `seen` when the thread at work went on */
    struct { int on; const char *file; unsigned line; long long index; const char *type; } bounds;
    /* the tile */
    amp__ck_head *tile_head;
    char *tile_memory;
    const char *arrived[AMP_MAX_TILE_THREADS], *arrived_first;
    unsigned arrivals, first_epoch;
    int arrived_apart; /* not all at one text's address */
    long long tile_number, tile_count;
    int leaving;
    void (*leave)(void *), (*park)(void *);
    void *leave_argument;
    jmp_buf simple_leave;
    /* the launch */
    const amp__launch *launch;
    const amp__argument *host_arguments; /* as the host has them; NULL: the launch's own */
    amp__ck_region region[AMP_MAX_PARAMETERS];
    amp__ck_array array[AMP__CK_ARRAYS];
    int array_count, view_count;
    size_t tile_used;
    unsigned faults, diverged, livelocked, incomplete;
    /* kept */
    amp__ck_growing nodes, heads, more, findings, touched_tile;
    unsigned free_node;
    amp__ck_site *site;
    unsigned site_count;
    unsigned short *site_slot;
    struct { uintptr_t pc; const char *racy, *near; unsigned short site; } cache[256];
    amp__ck_mark *marks;
    uintptr_t mark_low, mark_high;
    int allow_same, tiles_first, tiles_last, tiles_sample, ready, told;
    unsigned long long seen, launches, steps;
    pthread_t worker;
    int stuck; /* how often in this launch */
    int watched, busy; /* busy: a kernel's thread is at work on the worker */
    char *scratch;
    size_t scratch_size;
    struct { void *at; size_t bytes; } spare[AMP__CK_SPARE]; /* shadow memory, all zero */
    size_t spare_bytes;
    /* of the last launch: bytes of views, and of what was kept about them */
    size_t bytes_watched, bytes_kept;
} amp__ck_state;

__attribute__((weak)) amp__ck_state amp__ck;
__attribute__((weak)) pthread_mutex_t amp__ck_lock = PTHREAD_MUTEX_INITIALIZER;
/* 1 on the host thread whose launch runs a watched kernel thread. */
__attribute__((weak)) __thread int amp__ck_on;
/* 1 while anything is watched at all. */
__attribute__((weak)) int amp__ck_active;

/* Room for one more of size bytes; 0 where memory ran out. */
static AMP__NOINLINE AMP__CK int amp__ck_grow(amp__ck_growing *g, size_t size)
{
    if (g->used >= g->room) {
        const size_t room = g->room == 0 ? 1024 : g->room * 2;
        void *p = realloc(g->at, room * size);
        if (p == NULL) {
            amp__ck.incomplete = 1;
            return 0;
        }
        g->at = p;
        g->room = room;
    }
    return 1;
}

/* The number of an instruction; 0 where there are more than 65,534. */
static AMP__NOINLINE AMP__CK unsigned amp__ck_intern(uintptr_t pc, const char *racy,
                                                     const char *near, const char *text)
{
    amp__ck_state *k = &amp__ck;
    const uintptr_t mixed = (pc ^ ((uintptr_t)racy << 7) ^ ((uintptr_t)near << 3) ^ (uintptr_t)text)
                            * (uintptr_t)0x9e3779b97f4a7c15ull;
    unsigned i = (unsigned)(mixed >> 40) & 0x1ffff;
    if (k->site == NULL) {
        k->site = (amp__ck_site *)calloc(65536, sizeof(amp__ck_site));
        k->site_slot = (unsigned short *)calloc(0x20000, sizeof(unsigned short));
        if (k->site == NULL || k->site_slot == NULL) {
            free(k->site);
            free(k->site_slot);
            k->site = NULL;
            k->site_slot = NULL;
            k->incomplete = 1;
            return 0;
        }
    }
    for (;; i = (i + 1) & 0x1ffff) {
        const unsigned s = k->site_slot[i];
        if (s == 0) {
            break;
        }
        if (k->site[s].pc == pc && k->site[s].racy == racy && k->site[s].near == near
            && k->site[s].text == text) {
            return s;
        }
    }
    if (k->site_count >= 65534) {
        k->incomplete = 1;
        return 0;
    }
    k->site_count++;
    k->site[k->site_count].pc = pc;
    k->site[k->site_count].racy = racy;
    k->site[k->site_count].near = near;
    k->site[k->site_count].text = text;
    k->site_slot[i] = (unsigned short)k->site_count;
    return k->site_count;
}

static AMP__INLINE AMP__CK unsigned amp__ck_site_of(uintptr_t pc, const char *racy,
                                                    const char *near)
{
    const unsigned c = (unsigned)(pc ^ (pc >> 8)) & 255;
    if (amp__ck.cache[c].pc != pc || amp__ck.cache[c].racy != racy
        || amp__ck.cache[c].near != near) {
        amp__ck.cache[c].site = (unsigned short)amp__ck_intern(pc, racy, near, NULL);
        amp__ck.cache[c].pc = pc;
        amp__ck.cache[c].racy = racy;
        amp__ck.cache[c].near = near;
    }
    return amp__ck.cache[c].site;
}

/* ==== 2 findings ========================================================= */

/* Counts a finding. The witness kept is the lowest, so that it does not
   depend on the order of threads and tiles. */
static AMP__NOINLINE AMP__CK void amp__ck_find(const amp__ck_finding *found)
{
    amp__ck_finding *f = (amp__ck_finding *)amp__ck.findings.at;
    size_t i;
    for (i = 0; i < amp__ck.findings.used; i++) {
        if (f[i].rule == found->rule && f[i].array == found->array
            && f[i].site_a == found->site_a && f[i].site_b == found->site_b
            && f[i].kind_a == found->kind_a && f[i].kind_b == found->kind_b) {
            const unsigned long long n = f[i].count + found->count;
            if (found->key_a < f[i].key_a || (found->key_a == f[i].key_a
                && (found->key_b < f[i].key_b || (found->key_b == f[i].key_b
                && found->at < f[i].at)))) {
                f[i] = *found;
            }
            f[i].count = n;
            return;
        }
    }
    if (amp__ck.findings.used >= 4096 || !amp__ck_grow(&amp__ck.findings, sizeof(*f))) {
        return;
    }
    f = (amp__ck_finding *)amp__ck.findings.at;
    f[amp__ck.findings.used++] = *found;
}

static AMP__CK void amp__ck_clear_finding(amp__ck_finding *f, int rule)
{
    unsigned char *p = (unsigned char *)f;
    size_t i;
    for (i = 0; i < sizeof(*f); i++) {
        p[i] = 0;
    }
    f->rule = rule;
    f->array = -1;
    f->count = 1;
    f->dimension = -1;
    f->key_a = f->key_b = AMP__CK_NONE;
}

/* The array in which an address lies, or to which it comes nearest; -1 where
   there is none. */
static AMP__NOINLINE AMP__CK int amp__ck_array_at(uintptr_t at, int tile, int writes)
{
    int i, best = -1, nearest = -1;
    for (i = 0; i < amp__ck.array_count; i++) {
        const amp__ck_array *a = &amp__ck.array[i];
        if (a->tile == tile && at >= a->low && at < a->high
            && (best < 0 || (writes && a->writable && !amp__ck.array[best].writable))) {
            best = i;
        }
    }
    for (i = 0; best < 0 && i < amp__ck.array_count; i++) { /* behind an array */
        const amp__ck_array *a = &amp__ck.array[i];
        if (a->tile == tile && a->high <= at && (tile || at - a->high < 8192)
            && (nearest < 0 || a->high > amp__ck.array[nearest].high)) {
            nearest = i;
        }
    }
    for (i = 0; best < 0 && nearest < 0 && i < amp__ck.array_count; i++) { /* before the first */
        nearest = amp__ck.array[i].tile == tile ? i : nearest;
    }
    return best >= 0 ? best : nearest;
}

/* Whether accesses of these kinds to the same byte conflict: the rule, or -1. */
static AMP__INLINE AMP__CK int amp__ck_conflict(int kind_a, int flags_a, unsigned value_a,
                                                int mask_a, int kind_b, int flags_b,
                                                unsigned value_b, int mask_b, int rule)
{
    const int both = mask_a & mask_b;
    unsigned bits = 0;
    int i;
    if (both == 0 || (kind_a == kind_b && kind_a != AMP__CK_WRITE)) {
        return -1;
    }
    if (kind_a == AMP__CK_ATOMIC || kind_b == AMP__CK_ATOMIC) {
        const int other = kind_a == AMP__CK_ATOMIC ? kind_b : kind_a;
        return other == AMP__CK_WRITE || ((flags_a ^ flags_b) & AMP__CK_WIDTH)
            ? AMP_CHECK_ATOMIC_RACE : -1;
    }
    if (kind_a != kind_b || ((flags_a | flags_b) & AMP__CK_MIXED)) {
        return rule;
    }
    for (i = 0; i < 4; i++) {
        bits |= (both >> i & 1) ? 0xffu << (8 * i) : 0;
    }
    return ((value_a ^ value_b) & bits) == 0 ? AMP_CHECK_SAME_VALUE_WRITE : rule;
}

/* One order of two accesses, whatever came first. */
static AMP__CK int amp__ck_second(unsigned site_a, int kind_a, unsigned site_b, int kind_b)
{
    const amp__ck_site *a = &amp__ck.site[site_a], *b = &amp__ck.site[site_b];
    if (a->pc != b->pc) {
        return a->pc > b->pc;
    }
    if (a->near != b->near) {
        return (uintptr_t)a->near > (uintptr_t)b->near;
    }
    if (a->racy != b->racy) {
        return (uintptr_t)a->racy > (uintptr_t)b->racy;
    }
    return kind_a < kind_b;
}

/* ==== 3 intervals ======================================================== */

/* Two accesses of one word in one interval of a tile. */
static AMP__NOINLINE AMP__CK void amp__ck_judge_pair(const amp__ck_head *h, const amp__ck_node *a,
                                                     const amp__ck_node *b)
{
    const int tile = h->region < 0;
    amp__ck_finding f;
    unsigned ta, tb;
    int rule = amp__ck_conflict(a->kind, a->flags, a->value, a->mask, b->kind, b->flags, b->value,
                                b->mask, tile ? AMP_CHECK_TILE_RACE : AMP_CHECK_GLOBAL_RACE);
    uintptr_t at;
    int i;
    if (rule < 0) {
        return;
    }
    if (amp__ck_second(a->site, a->kind, b->site, b->kind)) {
        const amp__ck_node *c = a;
        a = b;
        b = c;
    }
    ta = a->t1;
    tb = b->t1;
    if (ta == tb) { /* the lowest pair of different threads */
        if (b->t2 != 0xffff && (a->t2 == 0xffff || b->t2 <= a->t2)) {
            tb = b->t2;
        } else if (a->t2 != 0xffff) {
            ta = a->t2;
        } else {
            return;
        }
    }
    if (!(a->rounds & b->rounds)
        && (rule == AMP_CHECK_TILE_RACE || rule == AMP_CHECK_GLOBAL_RACE)) {
        rule = AMP_CHECK_FENCE_RACE; /* never between the same two barriers */
    }
    for (i = 0; !((a->mask & b->mask) >> i & 1); i++) {
    }
    at = (tile ? (uintptr_t)amp__ck.tile_memory : amp__ck.region[h->region].low)
        + (uintptr_t)h->word * 4 + (uintptr_t)i;
    amp__ck_clear_finding(&f, rule);
    f.array = amp__ck_array_at(at, tile, 1);
    f.at = f.array < 0 ? 0 : (ptrdiff_t)(at - amp__ck.array[f.array].low);
    f.at_word = 1;
    for (f.round = 0; !(a->rounds >> f.round & 1); f.round++) {
    }
    f.site_a = a->site;
    f.site_b = b->site;
    f.kind_a = a->kind;
    f.kind_b = b->kind;
    if (f.site_a == f.site_b && f.kind_a == f.kind_b && ta > tb) {
        const unsigned t = ta;
        ta = tb;
        tb = t;
    }
    f.key_a = amp__ck.base + ta;
    f.key_b = amp__ck.base + tb;
    amp__ck_find(&f);
}

static AMP__CK void amp__ck_unset(uintptr_t at, int tile, unsigned key, int kind, unsigned site,
                                  unsigned other)
{
    amp__ck_finding f;
    amp__ck_clear_finding(&f, AMP_CHECK_UNINITIALISED_READ);
    f.array = amp__ck_array_at(at, tile, 0);
    f.at = f.array < 0 ? 0 : (ptrdiff_t)(at - amp__ck.array[f.array].low);
    f.site_a = (unsigned short)site;
    f.site_b = (unsigned short)other; /* the write it races with, if any */
    f.kind_a = (unsigned char)kind;
    f.kind_b = other != 0 ? AMP__CK_WRITE : 0;
    f.key_a = key;
    amp__ck_find(&f);
}

static amp__ck_record *amp__ck_record_of(amp__ck_region *r, unsigned word, unsigned site, int kind,
                                         int mask, int flags, unsigned value);

/* The end of a word's interval: all pairs are judged, the nodes are free. */
static AMP__NOINLINE AMP__CK void amp__ck_judge(amp__ck_head *h)
{
    amp__ck_node *n = (amp__ck_node *)amp__ck.nodes.at;
    unsigned i, j, last = 0, writes = 0;
    int many = 0, unset = 0, written = 0;
    for (i = h->first; i != 0; i = n[i].next) {
        many |= n[i].t2 != 0xffff || n[i].t1 != n[h->first].t1;
        writes |= n[i].kind != AMP__CK_READ;
        unset |= n[i].flags & AMP__CK_UNSET;
        last = i;
    }
    if (many && writes) {
        for (i = h->first; i != 0; i = n[i].next) {
            for (j = i; j != 0; j = n[j].next) {
                amp__ck_judge_pair(h, &n[i], &n[j]);
            }
        }
    }
    for (i = h->first; i != 0; i = n[i].next) {
        if (n[i].kind != AMP__CK_READ) {
            written |= n[i].mask;
        }
    }
    for (i = h->first; unset && i != 0; i = n[i].next) {
        if (n[i].flags & AMP__CK_UNSET) {
            int missing = n[i].mask & ~h->set, b;
            unsigned other = 0;
            for (j = h->first; j != 0; j = n[j].next) {
                if (n[j].kind != AMP__CK_READ && (n[j].mask & missing)
                    && (n[j].kind == AMP__CK_WRITE || n[i].kind != AMP__CK_ATOMIC)
                    && (j != i || n[j].t2 != 0xffff)
                    && (n[j].t2 != 0xffff || n[i].t2 != 0xffff || n[j].t1 != n[i].t1)
                    && (other == 0 || amp__ck_second(other, 0, n[j].site, 0))) {
                    other = n[j].site;
                }
            }
            for (b = 0; b < 3 && !(missing >> b & 1); b++) {
            }
            if (h->region < 0) {
                amp__ck_unset((uintptr_t)amp__ck.tile_memory + (uintptr_t)h->word * 4
                                  + (uintptr_t)b,
                              1, amp__ck.base + n[i].t1, n[i].kind, n[i].site, other);
            } else if (other != 0) {
                amp__ck_unset(amp__ck.region[h->region].low + (uintptr_t)h->word * 4 + (uintptr_t)b,
                              0, amp__ck.base + n[i].t1, n[i].kind, n[i].site, other);
            } else { /* another tile may have written it: known at the end */
                const unsigned key = amp__ck.key;
                amp__ck_record *r;
                amp__ck.key = amp__ck.base + n[i].t1;
                r = amp__ck_record_of(&amp__ck.region[h->region], h->word, n[i].site, n[i].kind,
                                      n[i].mask, n[i].flags & AMP__CK_WIDTH, 0);
                amp__ck.key = key;
                if (r != NULL) {
                    r->flags |= AMP__CK_UNSET;
                }
            }
        }
    }
    h->set |= (unsigned char)written;
    if (last != 0) {
        n[last].next = amp__ck.free_node;
        amp__ck.free_node = h->first;
        h->first = 0;
    }
}

/* What tile memory holds in the beginning: a NaN, and a number that is no
   index. A word that a kernel writes and that is close to it was computed from
   it: a NaN keeps its bits, a sum comes out near. */
#define AMP__CK_POISON 0xffc5a3f1u
static AMP__INLINE AMP__CK int amp__ck_poisoned(unsigned value, int mask)
{
    return mask == 15 && value - AMP__CK_POISON + 0x10000u <= 0x20000u;
}
static AMP__CK void amp__ck_poison(char *from, size_t bytes)
{
    unsigned *p = (unsigned *)(void *)from;
    size_t i;
    for (i = 0; i < (bytes + 3) / 4; i++) {
        p[i] = AMP__CK_POISON;
    }
}

/* Adds an access to the interval of a word. */
static AMP__INLINE AMP__CK void amp__ck_note(amp__ck_head *h, unsigned epoch, unsigned site,
                                             int kind, int mask, int width, unsigned value,
                                             int defined)
{
    amp__ck_state *k = &amp__ck;
    amp__ck_node *n = (amp__ck_node *)k->nodes.at;
    const unsigned t = k->thread;
    const unsigned now = 1u << k->round % 24;
    unsigned i, join = 0;
    const int reads = kind == AMP__CK_READ || (kind == AMP__CK_ATOMIC && !k->replaces)
        || (AMP__CK_COMPOUND && kind == AMP__CK_WRITE && (h->region >= 0
            ? k->site[site].near != NULL : amp__ck_poisoned(value, mask)));
    int have = defined;
    if (h->epoch != epoch) {
        if (h->first != 0) {
            amp__ck_judge(h);
        }
        h->epoch = epoch;
    }
    have |= h->set;
    for (i = h->first; i != 0; i = n[i].next) {
        if (n[i].kind != AMP__CK_READ && (n[i].t1 == t || n[i].t2 == t)) {
            have |= n[i].mask;
        }
        if (n[i].site == site && n[i].kind == kind && n[i].mask == mask) {
            if (n[i].rounds == now) {
                join = i;
            } else if (join == 0 && n[i].t1 == t && n[i].t2 == 0xffff) {
                join = i;
            }
        }
    }
    if (join != 0) {
        amp__ck_node *m = &n[join];
        if (t != m->t1) {
            if (t < m->t1) {
                m->t2 = m->t1;
                m->t1 = (unsigned short)t;
            } else if (t < m->t2) {
                m->t2 = (unsigned short)t;
            }
        }
        m->rounds |= now;
        if (kind == AMP__CK_WRITE && m->value != value) {
            m->flags |= AMP__CK_MIXED;
        }
        if (reads && (mask & ~have)) {
            m->flags |= AMP__CK_UNSET;
        }
        return;
    }
    if (k->free_node != 0) {
        i = k->free_node;
        k->free_node = n[i].next;
    } else {
        if (k->nodes.used == 0) {
            k->nodes.used = 1; /* 0 is no node */
        }
        if (!amp__ck_grow(&k->nodes, sizeof(*n))) {
            return;
        }
        n = (amp__ck_node *)k->nodes.at;
        i = (unsigned)k->nodes.used++;
    }
    n[i].site = (unsigned short)site;
    n[i].kind = (unsigned char)kind;
    n[i].mask = (unsigned char)mask;
    n[i].flags = (unsigned char)(width
        | (reads && (mask & ~have) ? AMP__CK_UNSET : 0));
    n[i].t1 = (unsigned short)t;
    n[i].t2 = 0xffff;
    n[i].rounds = now;
    n[i].value = value;
    n[i].next = h->first;
    h->first = i;
}

/* ==== 4 the launch ======================================================= */

/* Makes room for a word's third record, and each after it; NULL where memory
   ran out. */
static AMP__NOINLINE AMP__CK amp__ck_record *amp__ck_chain(amp__ck_record *second, unsigned site,
                                                           unsigned kindmask)
{
    amp__ck_growing *g = &amp__ck.more;
    amp__ck_more *m = (amp__ck_more *)g->at;
    unsigned i;
    if (g->used == 0) {
        g->used = 1; /* 0 is none */
    }
    if (second->site != AMP__CK_CHAIN) {
        if (!amp__ck_grow(g, sizeof(*m))) {
            return NULL;
        }
        m = (amp__ck_more *)g->at;
        m[g->used].record = *second;
        m[g->used].next = 0;
        second->site = (unsigned short)AMP__CK_CHAIN;
        second->value = (unsigned)g->used++;
    }
    for (i = second->value; i != 0; i = m[i].next) {
        if (m[i].record.site == site && m[i].record.kindmask == kindmask) {
            return &m[i].record;
        }
    }
    if (!amp__ck_grow(g, sizeof(*m))) {
        return NULL;
    }
    m = (amp__ck_more *)g->at;
    i = (unsigned)g->used++;
    m[i].record.site = 0;
    m[i].next = second->value;
    second->value = i;
    return &m[i].record;
}

/* The record of (site, kind, bytes) of a word, with the current thread in it;
   NULL where memory ran out. */
static AMP__CK amp__ck_record *amp__ck_record_of(amp__ck_region *r, unsigned word, unsigned site,
                                                 int kind, int mask, int flags, unsigned value)
{
    amp__ck_state *k = &amp__ck;
    const unsigned kindmask = (unsigned)kind << 4 | (unsigned)mask, key = k->key + 1;
    amp__ck_record *p = &r->first[word];
    if (p->site == 0) {
        r->touched[word / AMP__CK_BLOCK] |= AMP__CK_FIRSTS;
    } else if (p->site != site || p->kindmask != kindmask) {
        amp__ck_record *const first = p;
        p = &r->second[word];
        if (!(first->flags & AMP__CK_SECOND)) {
            first->flags |= AMP__CK_SECOND;
            r->touched[word / AMP__CK_BLOCK] |= AMP__CK_SECONDS;
        } else if (p->site != site || p->kindmask != kindmask) {
            p = amp__ck_chain(p, site, kindmask);
            if (p == NULL) {
                return NULL;
            }
        }
    }
    if (p->site == 0) {
        p->site = (unsigned short)site;
        p->kindmask = (unsigned char)kindmask;
        p->flags = (unsigned char)flags;
        p->k1 = key;
        p->k2 = 0;
        p->value = value;
        return p;
    }
    if (key != p->k1) { /* the lowest, and the lowest of another tile */
        const int same = p->k1 > k->base && p->k1 <= k->base + k->threads;
        if (key < p->k1) {
            if (!same) {
                p->k2 = p->k1;
            }
            p->k1 = key;
        } else if (!same && (p->k2 == 0 || key < p->k2)) {
            p->k2 = key;
        }
    }
    if (kind == AMP__CK_WRITE && p->value != value) {
        p->flags |= AMP__CK_MIXED;
    }
    return p;
}

static AMP__CK void amp__ck_judge_records(const amp__ck_region *r, size_t word,
                                          const amp__ck_record *a, const amp__ck_record *b)
{
    const unsigned threads = amp__ck.threads;
    unsigned ka, kb;
    amp__ck_finding f;
    uintptr_t at;
    const int mask = a->kindmask & b->kindmask & 15;
    const int rule =
        amp__ck_conflict(a->kindmask >> 4, a->flags, a->value, a->kindmask & 15, b->kindmask >> 4,
                         b->flags, b->value, b->kindmask & 15,
                         amp__ck.simple ? AMP_CHECK_GLOBAL_RACE : AMP_CHECK_CROSS_TILE_RACE);
    int i;
    if (rule < 0) {
        return;
    }
    if (amp__ck_second(a->site, a->kindmask >> 4, b->site, b->kindmask >> 4)) {
        const amp__ck_record *c = a;
        a = b;
        b = c;
    }
    ka = a->k1;
    kb = b->k1;
    if ((ka - 1) / threads == (kb - 1) / threads) {
        if (b->k2 != 0 && (a->k2 == 0 || b->k2 <= a->k2)) {
            kb = b->k2;
        } else if (a->k2 != 0) {
            ka = a->k2;
        } else {
            return;
        }
    }
    for (i = 0; !(mask >> i & 1); i++) {
    }
    at = r->low + (uintptr_t)word * 4 + (uintptr_t)i;
    amp__ck_clear_finding(&f, rule);
    f.array = amp__ck_array_at(at, 0, 1);
    f.at = f.array < 0 ? 0 : (ptrdiff_t)(at - amp__ck.array[f.array].low);
    f.at_word = 1;
    f.apart = !amp__ck.simple;
    f.site_a = a->site;
    f.site_b = b->site;
    f.kind_a = a->kindmask >> 4;
    f.kind_b = b->kindmask >> 4;
    if (f.site_a == f.site_b && f.kind_a == f.kind_b && ka > kb) {
        const unsigned t = ka;
        ka = kb;
        kb = t;
    }
    f.key_a = ka - 1;
    f.key_b = kb - 1;
    amp__ck_find(&f);
}

/* All records of a word, in turn; *place: 0 to begin. */
static AMP__CK amp__ck_record *amp__ck_next_record(const amp__ck_region *r, size_t word,
                                                   unsigned *place)
{
    amp__ck_more *m = (amp__ck_more *)amp__ck.more.at;
    amp__ck_record *p;
    unsigned next = *place;
    if (next == 0) {
        p = &r->first[word];
        *place = p->flags & AMP__CK_SECOND ? 1 : AMP__CK_NONE;
        return p->site != 0 ? p : NULL;
    }
    if (next == 1) {
        p = &r->second[word];
        if (p->site != AMP__CK_CHAIN) {
            *place = AMP__CK_NONE;
            return p->site != 0 ? p : NULL;
        }
        next = p->value + 1;
    }
    if (next == AMP__CK_NONE) {
        return NULL;
    }
    *place = m[next - 1].next != 0 ? m[next - 1].next + 1 : AMP__CK_NONE;
    return &m[next - 1].record;
}

static AMP__NOINLINE AMP__CK void amp__ck_judge_word(const amp__ck_region *r, size_t word)
{
    unsigned i = 0, j;
    amp__ck_record *a, *b;
    int unset = 0;
    while ((a = amp__ck_next_record(r, word, &i)) != NULL) {
        j = i;
        amp__ck_judge_records(r, word, a, a);
        while ((b = amp__ck_next_record(r, word, &j)) != NULL) {
            amp__ck_judge_records(r, word, a, b);
        }
        unset |= a->flags & AMP__CK_UNSET;
    }
    for (i = 0; unset && (a = amp__ck_next_record(r, word, &i)) != NULL;) {
        if (a->flags & AMP__CK_UNSET) {
            unsigned other = 0;
            int bit = 0;
            for (j = 0; (b = amp__ck_next_record(r, word, &j)) != NULL;) {
                if (b->kindmask >> 4 != AMP__CK_READ && (b->kindmask & a->kindmask & 15)
                    && (b->kindmask >> 4 == AMP__CK_WRITE || a->kindmask >> 4 != AMP__CK_ATOMIC)
                    && (b->k2 != 0 || a->k2 != 0
                        || (b->k1 - 1) / amp__ck.threads != (a->k1 - 1) / amp__ck.threads)
                    && (other == 0 || amp__ck_second(other, 0, b->site, 0))) {
                    other = b->site;
                }
            }
            while (!(a->kindmask >> bit & 1)) {
                bit++;
            }
            amp__ck_unset(r->low + (uintptr_t)word * 4 + (uintptr_t)bit, 0, a->k1 - 1,
                          a->kindmask >> 4, a->site, other);
        }
    }
}

/* With clang every write to an `out` view may be x += 1, until the source lines
   are read. Whether one was counted with a lower thread: then so is this. */
static AMP__CK int amp__ck_counted(const amp__ck_region *r, const amp__ck_record *a)
{
    amp__ck_finding *f = (amp__ck_finding *)amp__ck.findings.at;
    size_t i;
    for (i = 0; i < amp__ck.findings.used; i++) {
        if (f[i].site_a == a->site && f[i].rule == AMP_CHECK_UNINITIALISED_READ
            && f[i].array == r->argument && f[i].site_b == 0 && f[i].kind_a == a->kindmask >> 4
            && f[i].key_a < a->k1 - 1) {
            f[i].count++;
            return 1;
        }
    }
    return 0;
}

/* Judges a block of words. Most have only been read, or were one tile's. */
static AMP__CK void amp__ck_judge_block(const amp__ck_region *r, size_t from, size_t to)
{
    const unsigned threads = amp__ck.threads;
    size_t w;
    for (w = from; w < to; w++) {
        const amp__ck_record *a = &r->first[w], *b;
        int written = a->kindmask >> 4 != AMP__CK_READ, unset = a->flags & AMP__CK_UNSET;
        if (a->flags & AMP__CK_SECOND) {
            b = &r->second[w];
            written |= b->kindmask >> 4 != AMP__CK_READ;
            unset |= b->flags & AMP__CK_UNSET;
            if (b->site != AMP__CK_CHAIN && !unset
                && (!written || (a->k2 == 0 && b->k2 == 0
                                 && (a->k1 == b->k1
                                     || (a->k1 - 1) / threads == (b->k1 - 1) / threads)))) {
                continue;
            }
        } else if ((!unset && (!written || a->k2 == 0))
                   || (unset && a->k2 == 0 && !r->shared && amp__ck_counted(r, a))) {
            continue;
        }
        amp__ck_judge_word(r, w);
    }
}

AMP__C_END

#endif /* AMP_H */
#endif /* AMP_CHECK_SHADOW_H */
