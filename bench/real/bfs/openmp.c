/* SPDX-License-Identifier: MIT */
/* A level is a queue of its nodes. Where it has many, it pays to go the other way: each node that
   is not reached yet looks for a neighbour of the level, and stops at the first one. After Beamer,
   Asanovic and Patterson, Direction-optimizing breadth-first search (SC 2012). */
#include <string.h>

#include "problem.h"

enum { OWN = 1024 }; /* nodes that a thread keeps before it puts them into the queue */

/* A level as a queue. */
typedef struct level {
    int *nodes, count;
} level;

static void put(level *next, const int *own, int count)
{
    int at;
#pragma omp atomic capture
    {
        at = next->count;
        next->count += count;
    }
    memcpy(next->nodes + at, own, (size_t)count * sizeof(int));
}

/* Reaches the neighbours of a level's nodes, which cost `cost`. Returns how many edges the nodes
   of the next level have. */
static long down(const level *from, level *next, int cost)
{
    const int *restrict starts = bfs.starts, *restrict edges = bfs.edges;
    int *costs = bfs.cost;
    long out = 0;
    next->count = 0;
#pragma omp parallel reduction(+ : out) if (from->count > 256)
    {
        int own[OWN], count = 0, i, k;
#pragma omp for schedule(dynamic, 64) nowait
        for (i = 0; i < from->count; i++) {
            const int node = from->nodes[i], end = starts[node + 1];
            for (k = starts[node]; k < end; k++) {
                const int other = edges[k];
                int was;
#pragma omp atomic read
                was = costs[other];
                if (was >= 0) {
                    continue;
                }
                /* All threads write one value here: who finds none there before has reached it. */
#pragma omp atomic capture
                {
                    was = costs[other];
                    costs[other] = cost;
                }
                if (was < 0) {
                    own[count++] = other;
                    out += starts[other + 1] - starts[other];
                    if (count == OWN) {
                        put(next, own, count);
                        count = 0;
                    }
                }
            }
        }
        put(next, own, count);
    }
    return out;
}

static level queue_of(int *nodes, int count)
{
    level l;
    l.nodes = nodes;
    l.count = count;
    return l;
}

static double queues(void)
{
    level from = queue_of(bfs.room, 1), next = queue_of(bfs.room + bfs.n, 0), swap;
    int cost;
    from.nodes[0] = 0;
    for (cost = 1; from.count > 0; cost++) {
        (void)down(&from, &next, cost);
        swap = from;
        from = next;
        next = swap;
    }
    return BENCH_WALL;
}

/* Of the nodes that are not reached those that have a neighbour among the level's, a bit a node.
   Returns how many. */
static int up(const unsigned *restrict from, unsigned *restrict next, int cost)
{
    const int *restrict starts = bfs.starts, *restrict edges = bfs.edges;
    int *restrict costs = bfs.cost;
    int reached = 0, w;
#pragma omp parallel for schedule(dynamic, 64) reduction(+ : reached)
    for (w = 0; w < (bfs.n + 31) / 32; w++) {
        const int end = 32 * w + 32 < bfs.n ? 32 * w + 32 : bfs.n;
        unsigned bits = 0;
        int i, k;
        for (i = 32 * w; i < end; i++) {
            const int last = costs[i] < 0 ? starts[i + 1] : 0;
            for (k = starts[i]; k < last; k++) {
                const unsigned other = (unsigned)edges[k];
                if ((from[other >> 5] >> (other & 31)) & 1U) {
                    costs[i] = cost;
                    bits |= 1U << (i & 31);
                    reached++;
                    break;
                }
            }
        }
        next[w] = bits;
    }
    return reached;
}

static void bits_of(const level *from, unsigned *bits)
{
    int i;
    memset(bits, 0, ((size_t)bfs.n + 31) / 32 * sizeof(bits[0]));
    for (i = 0; i < from->count; i++) {
        bits[from->nodes[i] >> 5] |= 1U << (from->nodes[i] & 31);
    }
}

static void nodes_of(const unsigned *bits, level *to)
{
    int w, bit;
    to->count = 0;
    for (w = 0; w < (bfs.n + 31) / 32; w++) {
        for (bit = 0; bits[w] >> bit; bit++) {
            if ((bits[w] >> bit) & 1U) {
                to->nodes[to->count++] = 32 * w + bit;
            }
            if (bit == 31) {
                break;
            }
        }
    }
}

/* Upwards from where the level's edges are many of those that are left, and while its nodes
   are many: with the paper's two numbers. */
static double both_directions(void)
{
    level from = queue_of(bfs.room, 1), next = queue_of(bfs.room + bfs.n, 0), swap;
    unsigned *bits = (unsigned *)(bfs.room + 2 * bfs.n);
    unsigned *others = (unsigned *)(bfs.room + 3 * bfs.n + 32), *bits_swap;
    long edges = bfs.starts[1], left = bfs.edge_count;
    int cost = 1;
    from.nodes[0] = 0;
    while (from.count > 0) {
        if (edges > left / 14) {
            int count = from.count, before;
            bits_of(&from, bits);
            do {
                before = count;
                count = up(bits, others, cost++);
                bits_swap = bits;
                bits = others;
                others = bits_swap;
            } while (count > 0 && (count >= before || count > bfs.n / 24));
            nodes_of(bits, &from);
            edges = 1;
        } else {
            left -= edges;
            edges = down(&from, &next, cost++);
            swap = from;
            from = next;
            next = swap;
        }
    }
    return BENCH_WALL;
}

const real_variant bfs_openmp[] = { { "queues", queues }, { "both directions", both_directions },
                                    { NULL, NULL } };
