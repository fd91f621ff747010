/* SPDX-License-Identifier: MIT */
#include "problem.h"

#include <string.h>

bfs_problem bfs;

static void close_problem(void)
{
    real_free(&bfs.starts);
    real_free(&bfs.edges);
    real_free(&bfs.mask);
    real_free(&bfs.updating);
    real_free(&bfs.visited);
    real_free(&bfs.cost);
    real_free(&bfs.room);
    real_free(&bfs.expected);
}

/* The graph of pairs of nodes: each is an edge there and one back. */
static void make_graph(const int *from, const int *to, int pairs)
{
    int *next = (int *)bench_memory((size_t)bfs.n * sizeof(int));
    int i;
    for (i = 0; i < pairs; i++) {
        bfs.starts[from[i] + 1]++;
        bfs.starts[to[i] + 1]++;
    }
    for (i = 0; i < bfs.n; i++) {
        bfs.starts[i + 1] += bfs.starts[i];
        next[i] = bfs.starts[i];
    }
    for (i = 0; i < pairs; i++) {
        bfs.edges[next[from[i]]++] = to[i];
        bfs.edges[next[to[i]]++] = from[i];
    }
    real_free(&next);
}

/* With a queue of the nodes that are reached. */
static void search(int *cost)
{
    int *queue = (int *)bench_memory((size_t)bfs.n * sizeof(int));
    int first = 0, end = 1, i;
    memset(cost, -1, (size_t)bfs.n * sizeof(int));
    cost[0] = 0;
    queue[0] = 0;
    while (first < end) {
        const int node = queue[first++];
        for (i = bfs.starts[node]; i < bfs.starts[node + 1]; i++) {
            const int other = bfs.edges[i];
            if (cost[other] < 0) {
                cost[other] = cost[node] + 1;
                queue[end++] = other;
            }
        }
    }
    real_free(&queue);
}

static void open_problem(int n, int steps)
{
    const size_t count = (size_t)n;
    const int pairs = n * steps / 2;
    int *from = (int *)bench_memory(((size_t)pairs + 1) * sizeof(int));
    int *to = (int *)bench_memory(((size_t)pairs + 1) * sizeof(int));
    bfs.n = n;
    bfs.edge_count = 2 * pairs;
    bfs.starts = (int *)bench_memory((count + 1) * sizeof(int));
    bfs.edges = (int *)bench_memory((2 * (size_t)pairs + 1) * sizeof(int));
    bfs.mask = (unsigned char *)bench_memory(count);
    bfs.updating = (unsigned char *)bench_memory(count);
    bfs.visited = (unsigned char *)bench_memory(count);
    bfs.cost = (int *)bench_memory(count * sizeof(int));
    bfs.room = (int *)bench_memory((4 * count + 64) * sizeof(int));
    bfs.expected = (int *)bench_memory(count * sizeof(int));
    real_fill_ints(from, (size_t)pairs, 1, 0, n);
    real_fill_ints(to, (size_t)pairs, 2001, 0, n);
    make_graph(from, to, pairs);
    search(bfs.expected);
    real_free(&from);
    real_free(&to);
}

static void restore(void)
{
    const size_t count = (size_t)bfs.n;
    memset(bfs.mask, 0, count);
    memset(bfs.updating, 0, count);
    memset(bfs.visited, 0, count);
    bfs.mask[0] = 1;
    bfs.visited[0] = 1;
    memset(bfs.cost, -1, count * sizeof(int));
    bfs.cost[0] = 0;
    memset(bfs.room, REAL_POISON, (4 * count + 64) * sizeof(int));
}

static const char *check(void)
{
    return real_differs_ints(bfs.cost, bfs.expected, (size_t)bfs.n);
}

const real_program bfs_program = { open_problem, restore, check, close_problem };
