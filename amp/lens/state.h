/* SPDX-License-Identifier: MIT */
#ifndef AMP_LENS_STATE_H
#define AMP_LENS_STATE_H
/*
amp/lens/state.h: the types of what the lens remembers, and the one object that holds it, shared by
all files of a program.

  1 counts
  2 a launch at work
  3 what is kept of a kernel
  4 the shared object

amp__lens_shared is used under amp__check_locks.launch, which a launch holds from its beginning to
its end.
*/

#include <time.h> /* how long a launch takes */
#include "../check/state.h"
#include "../watch/lens_hooks.h"
#include "model.h"

/* ==== 1 counts =========================================================== */

enum {
    AMP__LENS_SITES = 1024,      /* access sites of a launch that are told apart */
    AMP__LENS_VISITS = 1 << 14,  /* of a thread to a site, in one barrier interval, that count */
    AMP__LENS_WARPS = AMP_MAX_TILE_THREADS / 8, /* warps of a tile */
    AMP__LENS_WARP = 64,         /* threads of a warp, at most */
    AMP__LENS_PARTITIONS = 64,
    AMP__LENS_WINDOWS = 4,       /* windows of tiles whose partitions are counted */
    AMP__LENS_BARRIERS = 64,     /* call sites of barriers */
    AMP__LENS_GROUPS = 32,       /* half samples, by which the error of a sample is known */
    AMP__LENS_KERNELS = 200,     /* kernels, extents and tiles that are kept, some 300 KB each */
    AMP__LENS_TRACE = 12288,     /* accesses of the first tile that the page can show */
    AMP__LENS_ENDS = 512,        /* barrier intervals of that tile whose barriers the page names */
    AMP__LENS_SIMPLE_TILE = 256, /* threads of a simple kernel that count as a tile */
    AMP__LENS_TABLE = 1 << 16    /* places in a table of sectors or addresses */
};
#define AMP__LENS_MEMORY ((size_t)64 << 20) /* bytes of addresses kept at a time, at most */

/* What requests add up to: of an access site, of a line, of a kernel. A request is what the threads
   of a warp ask for in their n-th visit to an instruction. */
typedef struct amp__lens_sum {
    unsigned long long requests;
    unsigned long long active, room;   /* threads in them, and places of their warps */
    unsigned long long missing;        /* of the places: those for which the tile has no thread */
    unsigned long long named;          /* bytes that the threads name, each its own */
    unsigned long long asked;          /* global memory: different bytes named in a request */
    unsigned long long sectors, ideal; /* moved, and what the bytes asked for would fill */
    unsigned long long lines;          /* different cache lines a request, added up */
    unsigned long long cycles, parts;  /* tile memory: bank cycles, and those without conflict */
    unsigned long long atomics, steps; /* atomics, and how many had to come one after another */
    unsigned long long taken;          /* cycles of a multiprocessor's cache: a line each */
    unsigned long long looked, found;  /* sectors of loads that it was asked for, and had */
    unsigned long long beyond;         /* visits that were counted and not looked at */
} amp__lens_sum;

/* The n-th visit of a warp's threads to an access site. */
typedef struct amp__lens_request {
    unsigned long long lanes; /* a bit for each thread of the warp that came */
    unsigned size;            /* bytes that each accesses */
    uintptr_t at[1];          /* as many as a warp has threads: addresses as a device has them */
} amp__lens_request;

/* The requests of one warp at one site in this barrier interval, as a list: of
   amp__lens_shared.request_bytes each. */
typedef struct amp__lens_list {
    char *at;
    size_t count, room;
} amp__lens_list;

/* What the warps of the measured tiles did at a place of a kernel. */
typedef struct amp__lens_counts {
    unsigned long long issues, lanes; /* how often a warp came, and with how many threads */
    unsigned long long parted;        /* how often its threads parted behind it */
} amp__lens_counts;

/* What is known of how a file is compiled (amp/lens/flags.h). LACKS: it announces no blocks. MOVED:
   they are not in the order of the source, or not all. ORDERED: they are. */
enum { AMP__LENS_LACKS = 1, AMP__LENS_MOVED, AMP__LENS_ORDERED };

/* ==== 2 a launch at work ================================================= */

/* An instruction that accesses an array. */
typedef struct amp__lens_site {
    uintptr_t pc, low, high;  /* of the array */
    uintptr_t base;           /* what an address is less on a device, where data begins at 0 */
    unsigned array, kind, piece; /* piece: bytes that one access of a GPU has at most */
    unsigned run, visits;     /* of the thread that ran last */
    unsigned check_site;      /* its number in amp/check/findings.h */
    long long stride;         /* bytes from a thread's address to its neighbour's */
    int stride_seen, stride_mixed;
    unsigned pictured;        /* 1 + the number of its request in amp__lens_shared.pictured; or 0 */
    int scattered;            /* threads that stayed away were between others */
    amp__lens_sum sum, before; /* before: when the tile at work began */
    unsigned tiles;           /* of those measured, in which it was seen */
} amp__lens_site;

/* One access of the first tile, for the page. */
typedef struct amp__lens_step {
    unsigned short site, thread, interval;
    unsigned element;
} amp__lens_step;

/* A request of the first tile as the page draws it: of an access site, the one that costs most. */
typedef struct amp__lens_pictured {
    int row;                  /* its site's number, and once there are rows, its row; -1: none */
    unsigned warp, size;      /* size: bytes that each thread accesses */
    unsigned long long lanes; /* a bit for each thread that is in it */
    unsigned long long cost;  /* sectors, or bank cycles */
    uintptr_t at[AMP__LENS_WARP];  /* as a device has it: data begin at 0 */
} amp__lens_pictured;

/* A place in a table: which bytes of a sector the tile has asked for, or how many atomics there
   were on an address, and in how many of the tiles, the last of which is `bytes`. Empty where
   `count` is 0. */
typedef struct amp__lens_place {
    uintptr_t key;
    unsigned long long bytes;
    unsigned count, tiles;
} amp__lens_place;

/* ==== 3 what is kept of a kernel ========================================= */

/* A line of the report: what one source line does to one array. */
typedef struct amp__lens_row {
    char *file;
    int line, kind;
    unsigned array;
    int size;                /* bytes of an access */
    long long stride;
    int stride_mixed, stride_seen, scattered;
    double camping;
    unsigned long long partition[AMP__LENS_WINDOWS][AMP__LENS_PARTITIONS];
    amp__lens_sum sum;
    amp__lens_sum *group; /* of each half sample; NULL: all tiles were measured */
    unsigned tiles;       /* of those measured, in which it was seen */
    double scaled;        /* what its counts are multiplied by for visits not looked at, or 1 */
} amp__lens_row;

/* What a source line, or a place in it, has warps do. */
typedef struct amp__lens_work {
    double branches, parted;     /* by warps; and those at which the threads of a warp part */
    double instructions, operations; /* by warps; floating-point ones by threads */
    double issued;                   /* by warps, as a GPU has them, without accesses; of these: */
    double floats, doubles, integers;
} amp__lens_work;

/* What a source line has the warps of the measured tiles do. */
typedef struct amp__lens_line {
    char *file;
    int line;
    int loops;             /* that begin in it and that a warp's threads leave in turn */
    amp__lens_work sum;
    amp__lens_work *group; /* of each half sample; NULL: all tiles were measured */
} amp__lens_line;

/* A view or tile array of the kernel. */
typedef struct amp__lens_array {
    char name[48];
    size_t size; /* bytes of an element */
    int tile, rank, extent[AMP_MAX_RANK], is_double;
    unsigned offset; /* tile arrays: bytes from the beginning of tile memory */
    ptrdiff_t stride[AMP_MAX_RANK];
    unsigned long long different[2]; /* bytes that tiles read and wrote, each once a tile */
    unsigned long long before[2], group[AMP__LENS_GROUPS][2]; /* as of a site, of a row */
    int incomplete;                  /* there were too many to know */
} amp__lens_array;

/* What a tile's warps ask for up to a barrier: blocks and accesses, cycles of banks, lines of their
   multiprocessor's cache, sectors beyond it, and how often they wait for loads, by how deep those
   go. */
typedef struct amp__lens_phase {
    unsigned long long blocks, cycles, taken, beyond, waits[3];
} amp__lens_phase;

/* How often threads came to a barrier, and how many had done nothing before it. */
typedef struct amp__lens_waits {
    unsigned long long rounds, threads, idle;
} amp__lens_waits;

/* A barrier's call site, or, with no file, the end of the kernel. */
typedef struct amp__lens_barrier {
    amp__lens_phase phase; /* before it, all rounds added up */
    const char *site;
    char *file;
    int line;
    amp__lens_waits sum;
    unsigned long long warps, idle_warps;
    amp__lens_waits before, group[AMP__LENS_GROUPS]; /* as of a site, of a row */
} amp__lens_barrier;

/* An access of the first tile, with its row; sorted by interval, row, thread and order. */
typedef struct amp__lens_shown {
    int row;
    unsigned short thread, interval;
    unsigned element, order; /* order: in which they were made */
} amp__lens_shown;

/* A kernel as it was measured, in one launch. */
typedef struct amp__lens_kernel {
    char name[64];
    int rank, simple, sees, extent[AMP_MAX_RANK], tile[AMP_MAX_RANK];
    long long tiles, counted; /* tiles of the launch, and those that were measured */
    int threads;              /* of a tile */
    unsigned long long launches;
    size_t tile_memory;
    amp_lens_model model;
    amp__lens_sum global, shared; /* shared: tile memory */
    unsigned long long hottest;   /* atomics on one address of global memory, of measured tiles */
    unsigned hot_tiles;           /* tiles that they are of */
    int hot_incomplete;
    unsigned long long tile_accesses, busiest_tile; /* of the tiles measured, and of one of them */
    unsigned seed;                /* of the sample */
    long long group_tiles[AMP__LENS_GROUPS]; /* of each half sample */
    int cut; /* memory ran out: some accesses are not in the counts */
    double operations; /* a thread; below 0: not known */
    int registers;     /* of a thread; 0: not known */
    int operations_given;          /* by the program */
    int by_warps;                  /* requests are those of warps that part; else by visits */
    int partly;                    /* some of its code announces no blocks */
    int ordered;                   /* amp/lens/flags.h */
    int branches_known, loops_known, instructions_known, operations_known;
    long long run;                 /* tiles whose requests met in the shared cache */
    unsigned long long shared_asked, shared_missed; /* sectors, and those that it had not to give */
    unsigned long long shared_loads, shared_load_misses, written_back; /* of those of loads */
    double waits[3];               /* of the measured tiles' warps, by how deep: cache.h */
    unsigned heads[64];            /* nodes at which its loops begin, until it is settled */
    int loop_count;
    long long threads_counted;     /* of the measured tiles; of each half sample: */
    long long group_threads[AMP__LENS_GROUPS];
    amp__lens_line *lines;
    int line_count;
    double camping;
    amp__lens_row *rows;
    int row_count;
    amp__lens_array *arrays;
    int array_count;
    amp__lens_barrier *barriers;
    int barrier_count;
    amp__lens_shown *shown; /* the first tile, access by access */
    size_t shown_count;
    int shown_cut, intervals;
    unsigned char ends[AMP__LENS_ENDS]; /* which barrier ends each interval of that tile */
    amp__lens_pictured *pictured;       /* a request of that tile for each access site */
    size_t pictured_count;
    int first_tile[AMP_MAX_RANK];
    /* until it is settled (rows.h): what the rows are made of; `row` of `shown` is a site then */
    amp__lens_site *sites;
    unsigned site_count;
    unsigned long long (*load)[AMP__LENS_WINDOWS][AMP__LENS_PARTITIONS]; /* of each; NULL: none */
    amp__lens_sum (*group)[AMP__LENS_GROUPS];                            /* likewise */
    /* and what the lines are made of (lines.h), where requests are those of warps */
    struct amp__lens_node *nodes;
    struct amp__lens_call *calls;
    struct amp__lens_walk *walks; /* from each node; NULL: not known */
    unsigned node_count, call_count;
    double unseen; /* what their counts are multiplied by for what was not looked at, or 1 */
    amp__lens_counts (*node_group)[AMP__LENS_GROUPS];
    int settled;
} amp__lens_kernel;

/* A bound that did not hold. */
typedef struct amp__lens_broken {
    char text[300];
    char file[200];
    int line;
} amp__lens_broken;

/* ==== 4 the shared object ================================================ */

typedef struct amp__lens_state {
    /* settings */
    int ready;      /* the environment was read */
    int wanted;     /* launches are measured */
    int form;       /* of AMP_LENS: amp/lens/write.h; 0: none */
    char path[1000]; /* where to; "" is standard error */
    int in_folder;   /* path is a page in a folder of pages, which has an index */
    long long most; /* tiles that are measured; 0: all */
    unsigned seed;  /* by which they are drawn */
    amp_lens_model model;
    /* the launch at work */
    int measuring, counts, window, order_told, kernels_told;
    time_t began, told; /* when the launch began, and how far it is was said last */
    const amp__launch *launch;
    int simple;
    long long tiles, tile;
    long long first, shown; /* the first tile that is watched; that is measured, for the page */
    long long grid[3], band[2]; /* tiles by dimension, and into how many bands two are cut */
    long long rotation;         /* of the order in which tiles are drawn */
    unsigned halves;            /* in which the tile at work is, a bit each */
    int tile_threads;     /* threads of the tile at work */
    unsigned thread, run; /* of the thread at work; run counts parts between barriers */
    unsigned long long thread_accesses, accesses, before; /* before: the tile at work */
    unsigned arrived, interval;
    unsigned warp_arrived[AMP__LENS_WARPS], warp_busy[AMP__LENS_WARPS];
    int slot_of[AMP__LENS_WARPS], slot_used[AMP__LENS_WARPS];
    unsigned idle;
    size_t request_bytes, kept; /* bytes of a request; bytes of all lists */
    int in_flight, windows;
    long long window_first[AMP__LENS_WINDOWS];
    amp__lens_kernel now;
    amp__lens_list *lists; /* AMP__LENS_SITES for each slot */
    amp__lens_site *sites;
    unsigned site_count;
    unsigned short cache[1024];
    unsigned long long (*partition)[AMP__LENS_WINDOWS][AMP__LENS_PARTITIONS]; /* of each site */
    amp__lens_sum (*groups)[AMP__LENS_GROUPS];                                /* likewise */
    amp__lens_place *bytes, *hot;
    unsigned *touched; /* places of `bytes` in use */
    unsigned touched_count, hot_count;
    amp__lens_step *trace;
    unsigned trace_count;
    amp__lens_pictured *pictured;
    size_t pictured_count, pictured_room; /* a list */
    unsigned long long (*waits)[3]; /* of each node: groups of loads, by how deep they go */
    amp__lens_phase phase;          /* since the last barrier */
    int watches, only; /* the tile at work is watched; those that are not do not run */
    /* kept */
    amp__lens_kernel *kernels;
    amp__lens_broken *broken;
    int kernel_count, broken_count;
    size_t kernel_room, broken_room; /* both are lists */
    /* reports */
    int settled;            /* kernels [0, settled) have their rows */
    int said, compared;     /* kernels [0, said) are on standard error; compared: with the base */
    int due, lost;          /* there is something to write; the last file could not be written, or
                               that which the environment names cannot */
    int exit_watched, over; /* the program's end is watched; it has come */
    long process;           /* that has something to write */
    unsigned long long wrote; /* when, in nanoseconds */
} amp__lens_state;
#define amp__lens_shared AMP__VERSIONED(amp__lens_shared)
AMP__ONE_COPY amp__lens_state amp__lens_shared;

/* Clears memory of the lens while a kernel is at work: a compiler may call memset for it, and that
   is watched as an access of the kernel, unless nobody checks now. */
static AMP__CHECK void amp__lens_clear(void *at, size_t bytes)
{
    const int on = amp__check_on;
    amp__check_on = 0;
    __asm__ volatile("" ::: "memory"); /* memset reads amp__check_on, which compilers do not know */
    __builtin_memset(at, 0, bytes);
    __asm__ volatile("" ::: "memory");
    amp__check_on = on;
}

#endif /* AMP_LENS_STATE_H */
