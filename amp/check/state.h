/* SPDX-License-Identifier: MIT */
#ifndef AMP_CHECK_STATE_H
#define AMP_CHECK_STATE_H
/*
amp/check/state.h: the types of what the kernel checker remembers, and the one
object that holds it, shared by all files of a program.

  1 rules and limits
  2 memory of accesses
  3 findings and reports
  4 the shared object

A launch holds amp__check_locks.launch from amp__check_launch_begin to
amp__check_launch_end; amp__check_shared is used under that lock. Two parts of it
are not: the fields that each access of the host reads (host_low, host_high) and
those that the watchdog reads (seen, steps, busy, livelocked). While several workers share a
launch, each has a state of its own, and amp__check_shared is that (workers.h).
*/

#include <pthread.h> /* one launch at a time */
#include <setjmp.h>  /* a thread of a simple kernel that spins is left */
#include <stdio.h>   /* reports */
#include <stdlib.h>  /* exit, qsort */
#include <string.h>  /* strcmp */
#include <time.h>    /* clock */
#include "../base/status.h"
#include "../base/state.h"
#include "../core/backend.h"
#include "../report/memory.h"
#include "../watch/hooks.h"

/* ==== 1 rules and limits ================================================= */

/* XX(name, as it stands in reports, what it means). */
#define AMP__CHECK_RULE_MAP(XX)                                               \
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
       "Threads write the same value to one element")                         \
    XX(BARRIER_DIVERGENCE, "barrier-divergence",                              \
       "The threads of a tile do not reach the same barrier")                 \
    XX(OUT_OF_BOUNDS, "out-of-bounds", "An index outside its array")          \
    XX(UNINITIALISED_READ, "uninitialised-read",                              \
       "A read of memory that nobody has written")                            \
    XX(STALE_HOST_READ, "stale-host-read",                                    \
       "The host reads what a kernel wrote without amp_synchronize")          \
    XX(STALE_KERNEL_READ, "stale-kernel-read",                                \
       "A kernel takes what the host wrote without amp_refresh")              \
    XX(UNFINISHED_COPY, "unfinished-copy",                                    \
       "The host uses memory of a copy that it has not waited for")           \
    XX(LIVELOCK, "livelock", "A thread spins without a barrier")              \
    XX(HOST_MEMORY, "host-memory",                                            \
       "A kernel uses a variable that is none of its own")            \
    XX(PHASE_VARIABLE, "phase-variable",                                      \
       "A plain variable of a phased kernel is carried over from phase to phase") \
    XX(NOT_OPENCL, "not-opencl", "What OpenCL C 1.2 does not have")
/* The rules, by number; AMP_CHECK_RULES is how many there are. */
typedef enum amp_check_rule {
#define AMP__CHECK_RULE(name, text, what) AMP_CHECK_##name,
    AMP__CHECK_RULE_MAP(AMP__CHECK_RULE)
#undef AMP__CHECK_RULE
    AMP_CHECK_RULES
} amp_check_rule;

/* Kinds of access. REPLACES, added to ATOMIC: a store or an exchange, right also
   where the word held nothing. Passed to amp__check_access only; records store ATOMIC.
   EITHER: a device that does not say which. */
enum { AMP__CHECK_READ = 1, AMP__CHECK_WRITE = 2, AMP__CHECK_ATOMIC = 3, AMP__CHECK_REPLACES = 4,
       AMP__CHECK_EITHER = 255 };
/* Flags of a node or record. MIXED: not always the same value was written; of an atomic access: it
   stored or exchanged, so that what was there before does not matter. SECOND: the word has another
   record. UNSET: a byte was read that holds nothing. RUN: of elements of 1 or 2 bytes, each by the
   thread behind the one before: k1 is that of the word's first element, whether it is among them or
   not. WIDTH: the width of the access, see amp__check_width. */
enum { AMP__CHECK_MIXED = 1, AMP__CHECK_SECOND = 2, AMP__CHECK_UNSET = 4, AMP__CHECK_RUN = 8,
       AMP__CHECK_WIDTH = 0xf0 };
/* Which parts of a block of shadow memory are in use. */
enum { AMP__CHECK_FIRSTS = 1, AMP__CHECK_SECONDS = 2, AMP__CHECK_HEADS = 4 };
#define AMP__CHECK_NONE 0xffffffffu
#define AMP__CHECK_HEADLESS 0x80000000u /* instead of the number of a head; the round from bit 16 */
#define AMP__CHECK_ARRAYS 256   /* views and tile arrays of a launch */
#define AMP__CHECK_SITES 65534u /* instructions that the program may have */
#define AMP__CHECK_BLOCK 1024   /* words that are judged and cleared together */
#define AMP__CHECK_SPARE 8      /* blocks of shadow memory kept for the next launch, */
#define AMP__CHECK_SPARE_BYTES ((size_t)64 << 20) /* and their bytes */
#define AMP__CHECK_TILE_BYTES (AMP_MAX_TILE_STATIC * 16)
#define AMP__CHECK_AROUND_TILE (3 << 19) /* on both sides, for indices that are far off */
#define AMP__CHECK_STACK (1 << 20) /* of a simple kernel's thread, on the OS thread's */
#define AMP__CHECK_SPIN_READS (1u << 16) /* of the same four words until a look at the clock */
#define AMP__CHECK_FINDINGS 4096 /* of a launch */
#define AMP__CHECK_ITEMS 1000 /* of a process's report, */
#define AMP__CHECK_SHOWN 50 /* and how many of them are printed */
#define AMP__CHECK_SENTENCE 400 /* bytes of a sentence of an item */
#define AMP__CHECK_STUCK 3 /* threads of a launch without an access that end it */
#define AMP__CHECK_CRASHES 256 /* memory faults of a launch that do */
#define AMP__CHECK_WORKERS 63  /* that share a launch with the thread that launches */
#ifndef AMP__CHECK_LARGE /* tests set it */
#define AMP__CHECK_LARGE 16384 /* threads of a launch, from which on workers share it */
#endif
#define AMP__CHECK_ALONE 64    /* kernels that are known to be for one worker */

/* ==== 2 memory of accesses =============================================== */

/* Where an access or a barrier stands in the program: an instruction (`pc`), or a
   text "file:line", or a file's name in `text` and its `line`. `racy`: the text of the
   amp_racy around it, or NULL; `near`: the text of the amp_at that gave the address,
   or NULL. Needed because merged stores have no line. */
typedef struct amp__check_site {
    uintptr_t pc;
    const char *text, *racy, *near;
    unsigned line;
} amp__check_site;

/* Accesses of one tile to one word since the last barrier that fences it, by one
   instruction, of one kind, to the same bytes. */
typedef struct amp__check_node {
    unsigned short site;
    unsigned char kind, mask, flags, unused;
    unsigned short t1, t2; /* the two lowest threads; t2 0xffff: only one */
    unsigned short users;  /* 0; or all threads: the number of a set (amp__check_note_user) */
    unsigned rounds;       /* a bit for each barrier round, modulo 24 */
    unsigned value;        /* what was written; of a read: amp__check_read_of_struct */
    unsigned next;         /* the number of the next node, or 0 */
} amp__check_node;

/* The nodes of one word. */
typedef struct amp__check_head {
    unsigned epoch, first, word;
    short owner;       /* number of watched memory; tile memory: -1 - array, 0 between arrays */
    unsigned char set; /* bytes written in this tile before this interval */
    unsigned char plain; /* tile memory: of an array whose elements are no structs */
} amp__check_head;

/* Accesses of the launch to one word of watched memory; site 0: free. A key is the
   number of a thread in the launch: tile number times threads of a tile, plus the
   thread's number in its tile. 16 bytes:

       byte  0       2               3       4    8    12
             site    kind | bytes    flags   k1   k2   value */
typedef struct amp__check_record {
    unsigned short site;
    unsigned char kindmask, flags; /* kind << 4 | bytes */
    unsigned k1, k2; /* the lowest keys of two tiles, plus 1; 0: none */
    unsigned value;
} amp__check_record;

/* Where a word has more than two, its second has the site AMP__CHECK_CHAIN, and the
   number of the first of the others as its value. */
#define AMP__CHECK_CHAIN 0xffffu
/* Such a further record, and the number of the next, or 0. */
typedef struct amp__check_more {
    amp__check_record record;
    unsigned next;
} amp__check_more;

/* Watched memory of a launch: a view, or views that overlap. For each word there is room for two
   records and, in a tiled kernel, for the number of its head: 36 bytes for 4. They lie apart,
   because most words need only one: what is never touched takes no memory. All of it is zero when
   a launch begins. */
typedef struct amp__check_watched {
    uintptr_t low, high; /* multiples of 4 */
    uintptr_t begin, end; /* the bytes of the views themselves */
    amp__check_record *first, *second;
    unsigned *head; /* a number of k->heads; or AMP__CHECK_HEADLESS and when: shadow.h */
    size_t bytes; /* of all three */
    unsigned char *before;  /* what the views held before the launch; NULL: none is written */
    unsigned char *left[2]; /* and after runs 1 and 2: uninitialised.h */
    unsigned char *touched; /* for each AMP__CHECK_BLOCK words, which of the three are in use */
    unsigned char *marks;   /* of a worker that has ended: workers.h; else NULL */
    size_t words;
    int argument;  /* the first that lies here */
    int small;     /* bytes of an element, where that is 1 or 2; else 0 */
    int shared;    /* other views lie here too */
    int undefined; /* holds nothing when the launch begins */
    int partly;    /* discarded in part: ask each byte */
    int constant;  /* all its views are `in`, all of it holds something */
    int written;
} amp__check_watched;

/* A view or a tile array of the launch, by its name. */
typedef struct amp__check_array {
    const char *name;
    uintptr_t low, high;
    size_t size; /* of an element */
    int rank, extent[AMP_MAX_RANK], tile, writable, out;
    int parts; /* an element is a struct, and may hold bytes that nothing writes */
    unsigned declared; /* tile arrays: by how many threads of the tile at work, */
    int uneven;        /* and whether in some tile it was some and not all */
    ptrdiff_t stride[AMP_MAX_RANK];
    size_t offset; /* tile arrays: as the emulator counts, */
    const char *given; /* and the name as the kernel's text has it */
    uintptr_t host; /* views on a device with its own memory: where the host has it; else 0 */
} amp__check_array;

/* A set of bytes of [low, high), of one of four kinds:

   DISCARDED  those that were discarded, or of a new array
   TAKEN      of the program's own memory, of which a device has a copy since a launch took them;
              `changed`: the host has written the byte since
   COPYING    of the program's own memory: a copy that the program has not waited for reads them, or
              writes them (`into`)
   LEFT       those that a launch left on its device, with a copy of what they hold; `bit` and
              `unset` then say of a byte:

       bit  unset
        1     0    a kernel wrote it: not for the host to read yet
        1     1    of an `out` view, and no thread wrote it; the host still has its own
        0     1    the same, and synchronized: what the host reads there is nobody's */
enum { AMP__CHECK_BYTES_LEFT, AMP__CHECK_BYTES_DISCARDED, AMP__CHECK_BYTES_TAKEN,
       AMP__CHECK_BYTES_COPYING };
typedef struct amp__check_bytes {
    struct amp__check_bytes *next;
    uintptr_t low, high;
    unsigned char *bit;  /* one for each byte */
    unsigned char *unset; /* likewise; NULL: none */
    unsigned char *changed; /* likewise; of TAKEN alone */
    unsigned char *copy; /* of LEFT alone: what the launch left */
    uintptr_t writer, written; /* of TAKEN: the host's first write since: behind which instruction,
                                  and where; 0: none */
    const void *queue;         /* of COPYING: the queue of the copy, */
    unsigned long long launch; /* and the number of its command there; else of the launch */
    size_t size;         /* of an element */
    int kind, into;
    int fresh; /* of a new array: a byte that is not AMP__UNWRITTEN has been written */
    char name[40], kernel[40];
} amp__check_bytes;

/* ==== 3 findings and reports ============================================= */

/* What went wrong in a launch at two sites, and the lowest threads that did it. */
typedef struct amp__check_finding {
    int rule, array, index_given, at_word; /* at_word: counted by the word */
    int stray;                             /* `at` is an address in no array */
    unsigned short site_a, site_b;
    unsigned char kind_a, kind_b, apart; /* apart: in different tiles */
    unsigned char own; /* a variable `name` of a thread's own, in line index[0]: uninitialised.h */
    unsigned key_a, key_b;
    unsigned long long count;
    ptrdiff_t at; /* byte in the array; of a stray one, the address */
    int index[AMP_MAX_RANK], dimension;
    unsigned round;
    const char *name; /* where there is no array */
} amp__check_finding;

/* An item of the report: all findings of one (rule, array, file, line, other line). */
typedef struct amp__check_item {
    int rule, note, line, other_line, index_count, dimension, simple, rank;
    int apart; /* in different tiles: no barrier interval is theirs */
    int index[AMP_MAX_RANK];
    int tile[2][AMP_MAX_RANK], thread[2][AMP_MAX_RANK], sides;
    unsigned char kind[2], near[2]; /* near: the line is not known, and the one given is near it */
    unsigned char collides;         /* two threads write there, at some element */
    unsigned round;                 /* AMP__CHECK_NONE: not known */
    unsigned long long count, in_launch, launch;
    char kernel[64], array[64];
    char *file, *other_file;
    char message[AMP__CHECK_SENTENCE], fix[AMP__CHECK_SENTENCE];
    unsigned key[2];
    ptrdiff_t at;
    unsigned fresh, told; /* found in this launch; printed already */
    unsigned long long fingerprint;
    int suppressed, known; /* nobody wants to see it; it stands in the baseline */
    int helper;            /* `kernel` is a helper's name: rules.h */
    int host;              /* the host does it, no thread of a kernel */
} amp__check_item;

/* What is kept for reports. */
typedef struct amp__check_report {
    amp__list items;
    int registered, hinted, dirty; /* dirty: the file does not hold all items */
    unsigned shown;                /* items printed */
    int lost;                      /* the last time a file could not be written */
    unsigned long long partly;     /* launches of which the option tiles left some out */
} amp__check_report;

/* ==== 4 the shared object ================================================ */

/* What the checker knows: of the thread, the launch, and the program. */
typedef struct amp__check_state {
    /* the thread at work */
    uintptr_t tile_low, tile_size; /* tile memory and what is around it; 0: no arrays yet */
    uintptr_t hull_low, hull_high; /* around all watched memory */
    uintptr_t stack_low, stack_size;   /* of the thread at work, */
    uintptr_t own_size;                /* and of it where no view can lie */
    uintptr_t engine_low, engine_size; /* of the OS thread's stack, what the library has there */
    uintptr_t outer_low, outer_size;   /* the same of the thread that launches; of a worker */
    unsigned thread, base;         /* its number in the tile; the key of thread 0 */
    unsigned epoch[2];             /* tile memory, views */
    unsigned round, threads;
    unsigned wrote;         /* the last round in which the tile wrote anything */
    unsigned idle_from;     /* such a round that was over when idle_since began; or NONE */
    clock_t idle_since;
    int simple, watch, watched_last, watched_count;
    struct { /* a write is judged when the next access comes: then its value is there */
        uintptr_t at;
        unsigned size;
        unsigned short site;
        unsigned char on, tile;
        short watched;
        unsigned char kept[16]; /* where it is to be taken back: what was there */
    } pending;
    uintptr_t spin_at[4];
    unsigned spin, spin_next;
    unsigned long long spin_steps;    /* `steps` of the thread that spin is about */
    clock_t spin_since, thread_since; /* processor time when the spinning, or the thread, began */
    uintptr_t last_read;
    uintptr_t last_block; /* where code of this launch last announced a basic block; 0: nowhere */
    struct { /* the last read that found something in an element that is a struct */
        uintptr_t element;        /* where that begins; in thread_private: where the read ended */
        unsigned long long steps; /* `steps` of the thread that made it */
        unsigned site;
    } field;
    unsigned long long started; /* `seen` when the thread at work continued */
    struct { int on; const char *file; unsigned line; long long index; const char *type; } bounds;
    /* the tile */
    amp__check_head *tile_head;
    char *tile_memory;
    const char *arrived[AMP_MAX_TILE_THREADS];
    unsigned arrivals, first_epoch, first_global; /* epochs when the tile began */
    long long tile_number, tile_count, tile_count_watched;
    int leaving;
    void (*leave)(void *), (*park)(void *);
    void *leave_argument;
    jmp_buf simple_leave;
    /* the launch */
    const amp__launch *launch;
    const amp__argument *host_arguments; /* as the host has them; NULL: the launch's own */
    amp__check_watched watched[AMP_MAX_PARAMETERS];
    amp__check_array array[AMP__CHECK_ARRAYS];
    int array_count, view_count;
    unsigned diverged, livelocked, incomplete;
    unsigned lost, lost_now; /* findings without room: of the launch; items likewise */
    pthread_t os_thread; /* on which the launch runs */
    int stuck, crashes; /* how often in this launch */
    int busy;  /* a kernel's thread is at work on os_thread */
    int sharing; /* several workers run this launch; each has a state of its own */
    int settled; /* they did, and all is judged and noted */
    uintptr_t bottom[AMP_MAX_TILE_THREADS]; /* of the stack of each thread of the tile */
    const amp__box *box;                 /* of a simple kernel's thread */
    struct { uintptr_t low, size; int constant; } known; /* no stack, and right: the last */
    uintptr_t private_low;      /* memory of thread_private of the tile at work; 0: none is used */
    struct { uintptr_t at, size; } stray;           /* the last access to nobody's memory */
    struct { uintptr_t at, pc; } fault;             /* what a signal's handler found */
    /* kept; of each worker its own */
    amp__list nodes, heads, more, findings, touched_tile;
    amp__list users; /* sets of threads of the tile at work, a bit each */
    amp__list maps;  /* ranges of addresses: maps.h */
    size_t tile_used, tile_room; /* room: bytes set aside on both sides, out of reach behind
                                    AMP__CHECK_AROUND_TILE */
    unsigned char *private_set; /* a bit for each byte of thread_private: written in this tile */
    size_t private_used;        /* bytes of it that were written, from the first on */
    unsigned free_node;
    amp__check_site *site;
    unsigned site_count;
    unsigned short *site_slot;
    struct { uintptr_t pc; const char *racy, *near; unsigned short site; } cache[256];
    unsigned long long seen, launches, steps;
    int watchdog, crash_handler; /* there is one */
    char *scratch;
    size_t scratch_size;
    struct { void *at; size_t bytes; } spare[AMP__CHECK_SPARE]; /* shadow memory, all zero */
    size_t spare_bytes;
    /* the host */
    amp__check_bytes *bytes;       /* all sets */
    int copying;                   /* there has been one of COPYING */
    uintptr_t host_low, host_high; /* around all sets but those TAKEN, and the probe while it is
                                      on */
    uintptr_t taken_low, taken_high; /* around those TAKEN */
    int active;                    /* anything is watched at all */
    /* kinds of access to the first two that were announced, as bits; bytes of the others */
    struct { int word[2 + AMP__CHECK_PROBED], kinds[2], bytes, on; } probe;
    int wide; /* a file makes accesses that are not announced */
    const char *of_wide; /* an array of the launch whose elements are of AMP__KIND_WIDE, or NULL;
                            of amp__check_process alone */
    struct { const char *array; uintptr_t at; } unseen; /* such a write of the launch, or NULL */
    /* settings */
    int allow_same, tiles_first, tiles_last, tiles_sample, ready, told;
    int updates_unseen; /* a compiler announces x += 1 as a write alone: it may be of any value */
    int sees; /* the file of the launch is compiled with -fsanitize=thread */
    int orders, turn; /* in how many a launch runs, and the number of this one */
    int ended; /* the program's own code has */
    double patience; /* seconds of spinning that make a livelock */
    int keep_going, exit_status, colour; /* colour: -1: on a terminal */
    char wrong[300];                     /* of the settings: the first sentence, or "" */
    char *suppressions;                  /* the file, or NULL */
    amp__list baseline;         /* fingerprints, sorted */
    int told_suppressed, told_known;
    long failed_process; /* the process that something was found in, or 0 */
    /* of the last launch: bytes of views, and of what was kept about them */
    size_t bytes_watched, bytes_kept;
    amp__check_report report;
    /* of amp__check_process alone: workers.h */
    struct amp__check_state *worker[AMP__CHECK_WORKERS]; /* made so far, kept */
    int workers;           /* of the launch, beside the thread that launches */
    int suspect;           /* it is to run once more, on one */
    const void *alone[AMP__CHECK_ALONE]; /* kernels that were to; the oldest goes first */
    unsigned alone_next;
} amp__check_state;
#define amp__check_process AMP__VERSIONED(amp__check_process)
AMP__ONE_COPY amp__check_state amp__check_process;

/* What the calling OS thread uses: that object, and while it is a worker of a launch that several
   share, the worker's own (workers.h). */
#define amp__check_mine AMP__VERSIONED(amp__check_mine)
AMP__ONE_COPY __thread amp__check_state *amp__check_mine = &amp__check_process;
#define amp__check_shared (*amp__check_mine)

/* Not in the state, which is all zero and so takes no room in the program's file. */
typedef struct amp__check_mutexes {
    pthread_mutex_t launch, atomics;
} amp__check_mutexes;
#define amp__check_locks AMP__VERSIONED(amp__check_locks)
AMP__ONE_COPY amp__check_mutexes amp__check_locks = { PTHREAD_MUTEX_INITIALIZER,
                                                              PTHREAD_MUTEX_INITIALIZER };

/* 1 on an OS thread while it runs kernel code whose accesses are checked. */
#define amp__check_on AMP__VERSIONED(amp__check_on)
AMP__ONE_COPY __thread int amp__check_on;

/* Makes room for one more item of `size` bytes. Returns 0 where memory ran out. A list whose item 0
   is none begins with one in use, and no memory. */
static AMP__COLD int amp__check_grow(amp__list *g, size_t size)
{
    const size_t there = g->used < g->room ? g->used : g->room;
    if (g->used < g->room || amp__list_grow(&g->at, there, &g->room, g->used + 1 - there, size,
                                            &amp__check_memory)) {
        return 1;
    }
    amp__check_shared.incomplete = 1;
    return 0;
}

#endif /* AMP_CHECK_STATE_H */
