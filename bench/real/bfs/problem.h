/* SPDX-License-Identifier: MIT */
#ifndef BFS_PROBLEM_H
#define BFS_PROBLEM_H
/*
bfs: how many edges each node of a graph is from the first one, breadth first.

Level by level: all nodes that are reached by a level's nodes and by none before are the next
level. With a mask for the nodes of a level and two kernels, after Harish and Narayanan,
Accelerating large graph algorithms on the GPU using CUDA (HiPC 2007), as in Rodinia's program of
this name (Che et al., IISWC 2009).

The graph is random, each edge goes both ways, and some nodes are not reached. It is in compressed
rows: edges[starts[i]] to edges[starts[i + 1] - 1] are the nodes next to node i.

open: n nodes; steps is the mean number of edges of a node.
*/
#include "../real.h"

typedef struct bfs_problem {
    int n, edge_count;
    int *starts;             /* n + 1 */
    int *edges;              /* edge_count; one more is there where that is 0 */
    unsigned char *mask;     /* n: 1 for the nodes of a level; before a run the first node */
    unsigned char *updating; /* n: 1 for those of the next level; before a run none */
    unsigned char *visited;  /* n: before a run the first node */
    int *cost;               /* n: the result. Before a run 0 for the first node and -1 for others,
                                as it is after it for those that are not reached */
    int *room;               /* 4 n + 64, for a run that wants memory; its content is undefined */
    int *expected;
} bfs_problem;
extern bfs_problem bfs;

#endif
