/* SPDX-License-Identifier: MIT */
#ifndef AMP_VECTORS_COMPILED_H
#define AMP_VECTORS_COMPILED_H
/*
amp/vectors/compiled.h: a kernel that was made into vector loops, as the engine sees it.
*/

#include "../base/limits.h"
#include "../core/backend.h"

/* The form of what tools/amp_vectors writes: counted up where an older file would still compile and
   be wrong. */
#define AMP__VEC_AHEAD_FORM 25

/* A kernel as vector loops. run(arguments, tile, origin, count) does the tile with that index,
   whose first thread is at `origin`, of so many in each dimension; it returns 0; the line around
   whose barrier the tile's threads diverge; or -1 where the engine that the kernel has else must
   run the tile again: a thread called amp_abort or amp_errorf. Of a kernel whose tiles may be
   joined it does tile[rank] tiles that follow each other in the last dimension. Of a simple kernel
   run(arguments, low, high, NULL) does a box of threads; of a rank above 3, what amp__box has as
   lead stands behind low[2]. */
AMP__DEVICE_TEXT_BEGIN(amp__text_of_compiled)
typedef struct amp__vec_compiled {
    const char *name;
    int model;            /* amp__model */
    int rank, parameters;
    const int *tile;      /* the tile's dimensions; 1 for a simple kernel */
    const size_t *sizes;  /* of an element of each parameter; of tile(T, name) a T */
    size_t tile_bytes;    /* of tile_static */
    size_t kept_bytes;    /* of what threads keep across barriers */
    int again;            /* a tile that reports may have written, but not what it reads */
    int joined;           /* run does several tiles at a time */
    int (*run)(const amp__argument *arguments, const int *tile, const int *origin,
               const int *count);
} amp__vec_compiled;
AMP__DEVICE_TEXT_END

/* A kernel that was made ahead of time. */
typedef struct amp__vec_ahead {
    amp__vec_compiled made;
    const amp__program *program;
    unsigned long long sum[2]; /* of the regions that it was made from */
    const char *file;          /* where it stands */
    struct amp__vec_ahead *next;
} amp__vec_ahead;

/* All of them, in a list to which their constructors add before main. */
#define amp__vec_all_ahead AMP__VERSIONED(amp__vec_all_ahead)
AMP__C_BEGIN
AMP__ONE_COPY amp__vec_ahead *amp__vec_all_ahead;
AMP__C_END

/* The most that threads may keep: it lies on the worker's stack. A simple kernel's may keep a
   sixteenth: nobody asks whether there is room. */
#define AMP__VEC_EXPANDED_MOST ((size_t)256 << 10)

/* No tile of a launch as vectors begins at or behind this index, in any dimension: see
   AMP__VEC_ORIGIN of lanes.h, which has the same number. */
#define AMP__VEC_FARTHEST (1 << 30)

#if AMP__IMPLEMENT

/* How many bytes an element of the tile memory has whose size the launch gives by that
   parameter; 0 for any other parameter. */
static inline size_t amp__vec_given_size(const amp__parameter *p)
{
    return p->access == AMP__ACCESS_value ? (size_t)p->rank : 0;
}

/* NULL, or why `m` cannot stand for the kernel k of this build. */
static AMP__COLD const char *amp__vec_differs(const amp__vec_compiled *m, const amp__kernel *k)
{
    int i;
    if (strcmp(m->name, k->name) != 0 || m->model != (int)k->model || m->rank != k->rank
        || m->parameters != k->parameter_count) {
        return "it is another kernel there than in the program";
    }
    for (i = 0; i < k->rank && k->model != AMP__SIMPLE; i++) {
        if (m->tile[i] != k->tile[i]) {
            return "its tile has other dimensions there than in the program: a macro differs";
        }
    }
    for (i = 0; i < k->parameter_count; i++) {
        const size_t given = amp__vec_given_size(&k->parameters[i]);
        if (m->sizes[i] != (given != 0 ? given : k->parameters[i].type.size)) {
            return "a parameter has another size there than in the program: a macro differs";
        }
    }
    if (m->tile_bytes > amp__most_tile_static()) {
        return "it has more tile_static than a tile may have";
    }
    if (m->kept_bytes > (k->model == AMP__SIMPLE ? AMP__VEC_EXPANDED_MOST / 16
                                                 : AMP__VEC_EXPANDED_MOST)) {
        return "its threads keep more than 256 KB across barriers, or 16 KB in a simple kernel";
    }
    return NULL;
}

/* The engine that runs the kernel where it is not made into vectors. */
static AMP__COLD const char *amp__vec_else(int model)
{
    return model == AMP__TILED ? "fibers" : "loops";
}

#endif /* AMP__IMPLEMENT */

#endif /* AMP_VECTORS_COMPILED_H */
