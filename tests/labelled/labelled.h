/* SPDX-License-Identifier: MIT */
/*
labelled.h: what the labelled kernels of this folder share. They are our own, written
from what other projects publish about the cases that they test themselves with: each
file's head says whose. Run by tests/check_labelled.sh, all in one program (main.c).

Labels, as in tests/check_kernels, stand before a kernel:

    bad NAME: RULE ARRAY MARK MARK[; RULE ARRAY MARK MARK...]
    clean NAME
    known CONFIGURATIONS: why

each in a comment of its own that begins its line. A mark is a comment of one digit on
the line meant; it counts from the label before it to the next. ARRAY is - where there
is none; a ? before RULE says that the order, or the compiler's optimiser, decides
whether it is found as well; a RULE or ARRAY of * is any. A bad
kernel must give exactly these findings, a clean one none. `known` follows
a label where the checker is wrong about the kernel today: CONFIGURATIONS are patterns of
the shell on COMPILER-LEVEL-ORDER, with | between them (gcc*, clang-O1-*|clang-O2-*). A
kernel that is known and right is listed, so that the mark goes away when it is mended.
*/
#ifndef LABELLED_H
#define LABELLED_H
#include <string.h>
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
enum { T = 64, N = 256, V = 64, EDGES = 160 }; /* a tile, elements, vertices and edges */
#ifdef __OPENCL_VERSION__
#define RUN(...)
#endif
AMP_DEVICE_END

extern int data_x[], data_y[], data_z[], data_w[], graph_row[], graph_edge[];
extern unsigned data_u[];
extern float data_f[][32], data_g[][32];

#define X amp_view(int, data_x, N) /* 1, 2, 3... */
#define Y amp_view(int, data_y, N) /* zeros, and so is z */
#define Z amp_view(int, data_z, N)
#define W amp_view(int, data_w, N) /* a permutation of 0..N-1 */
#define U amp_view(unsigned, data_u, N) /* 0, 1, 2... */
#define F amp_view(float, data_f, 32, 32)
#define G amp_view(float, data_g, 32, 32)
/* A graph: the neighbours of vertex v are edge[row[v]]... edge[row[v + 1] - 1]. */
#define ROW amp_view(int, graph_row, V + 1)
#define EDGE amp_view(int, graph_edge, EDGES)
#define THREADS amp_extent(N)
#define TILES amp_tile(amp_extent(N), T)
#define ONE_TILE amp_tile(amp_extent(T), T)
#define TILES2 amp_tile(amp_extent(32, 32), 8, 8)
#define VERTICES amp_extent(V)

/* A case: what main.c runs by its name. */
typedef struct labelled_case {
    const char *name;
    amp_status (*run)(void);
    struct labelled_case *next;
} labelled_case;
void labelled_join(labelled_case *c);

/* HOST_CASE: the case `name` is the function name_run; RUN: it launches the kernel of that
   name. A kernel's RUN stands behind it, in the region: on a device it is nothing. */
#define HOST_CASE(name)                                                       \
    static labelled_case name##_case = { #name, name##_run, NULL };           \
    __attribute__((constructor)) static void name##_join(void) { labelled_join(&name##_case); }
#define RUN(name, domain, ...)                                                \
    static amp_status name##_run(void)                                        \
    {                                                                         \
        return parallel_for_each(domain, name, __VA_ARGS__);                  \
    }                                                                         \
    HOST_CASE(name)
#endif
