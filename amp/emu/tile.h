/* SPDX-License-Identifier: MIT */
#ifndef AMP_EMU_TILE_H
#define AMP_EMU_TILE_H
/*
amp/emu/tile.h: one tile at work: what a kernel's code and the engines share.
*/

#include "../core/backend.h"

/* Which memory a barrier's fence covers. */
enum { AMP__FENCE_TILE = 1, AMP__FENCE_GLOBAL = 2, AMP__FENCE_ALL = 3 };

/* In a debug build the first 32 arrays of a tile stand between guard bytes (amp/emu/guards.h):
   each may waste as many on its alignment as it has in front of it. */
enum { AMP__GUARDED_MOST = 32, AMP__TILE_GUARD = 64 };

/* A tile's memory: tile_static, and behind it 8 bytes a thread for operations of warps
   (amp/language/warp.h); with room to begin at a line of 64 bytes. The limit of tile_static counts
   the arrays' own bytes: what lies between them is less. */
#define AMP__TILE_STATIC_BUFFER \
    (2 * AMP_MAX_TILE_STATIC + (AMP__GUARDED_MOST + 1) * 2 * AMP__TILE_GUARD)
#define AMP__TILE_BLOCK (AMP__TILE_STATIC_BUFFER + 8 * AMP_MAX_TILE_THREADS + 63)

/* What a tile's threads did wrong. */
enum {
    AMP__NO_FAULT,
    AMP__DIVERGED,          /* thread a is at site_a, thread b at site_b; NULL: returned */
    AMP__TILE_STATIC_SPENT, /* tile_static beyond the limit, by an array of `bytes` */
    AMP__PRIVATE_SPENT,     /* thread_private beyond the limit, by an array of `bytes` */
    AMP__PRIVATE_MISSING,   /* no memory for thread_private */
    AMP__TILE_MISSING,      /* no memory for tile_static */
    AMP__PHASE_LEFT,        /* a phase did not run to its end */
    AMP__STACK_SPENT,       /* thread a used up its fiber's stack of `bytes` */
    AMP__OWN_STACK_SPENT,   /* it used up `bytes` of that of its OS thread */
    AMP__ABORTED,           /* amp_abort */
    AMP__CHECKED            /* the checker ended the tile, and has reported why */
};
/* What went wrong in a tile, with the numbers that its sentence needs. */
typedef struct amp__tile_fault {
    int what; /* one of the above */
    int a, b; /* linear numbers of threads in the tile */
    const char *site_a, *site_b;
    size_t bytes;
} amp__tile_fault;

/* What a thread has declared so far: a barrier may stand between two arrays. In bytes. */
typedef struct amp__declared {
    unsigned tile_static;    /* the arrays' own ones, which the limit counts */
    unsigned carved;         /* with what lies between them */
    unsigned thread_private;
    unsigned guarded;        /* arrays with guards (amp/emu/guards.h) */
} amp__declared;
static const amp__declared amp__none_declared = { 0, 0, 0, 0 };

/* One tile at work. */
typedef struct amp__tile {
    const amp__launch *launch;
    struct amp__work *work;
    struct amp__fiber *fiber, *begin, *end; /* fibers engine: at work; first; last + 1 */
    struct amp__team *team;                 /* threads engine */
    struct amp__member *member;
    const char *barrier_site; /* fibers: of this round; NULL while threads end */
    char *memory;             /* tile_static; of a kernel as loops only where it needs it, in */
    char *block;              /* memory of its own */
    char *private_memory;     /* thread_private that is not in the kernel's function */
    amp__declared declared; /* by the thread at work, or by the tile that runs as loops; not of
                               fibers, of which each has its own */
    const int *order;
    int threads, started, finished, arrived;
    int index[3], origin[3], count[3]; /* count: of tiles, in each dimension */
    int thread;            /* linear index of the thread now at work */
    int open;              /* a phase has begun and not ended */
    struct amp__guards *guards; /* of a debug build's kernel, or NULL */
    void *leave;           /* a jmp_buf: the way out of the kernel, except a fiber's */
    char *stack;           /* behind that, the kernel's frames lie below here; NULL: a fiber's */
    amp__tile_fault fault; /* what ended it before its time */
} amp__tile;

#endif /* AMP_EMU_TILE_H */
