// SPDX-License-Identifier: MIT
// bfs, after Rodinia's description: breadth-first search, two kernels a level
// (bench/real/bfs/problem.h).

#define MAX_THREADS_PER_BLOCK 256

// a node of the graph
typedef struct
{
    int starting;
    int no_of_edges;
} Node;

__kernel __attribute__((reqd_work_group_size(MAX_THREADS_PER_BLOCK, 1, 1)))
void Kernel(__global const Node *g_graph_nodes, __global const int *g_graph_edges,
            __global char *g_graph_mask, __global char *g_updating_graph_mask,
            __global const char *g_graph_visited, __global int *g_cost, int no_of_nodes)
{
    int tid = get_group_id(0) * MAX_THREADS_PER_BLOCK + get_local_id(0);
    if (tid < no_of_nodes && g_graph_mask[tid]) {
        g_graph_mask[tid] = false;
        for (int i = g_graph_nodes[tid].starting;
             i < (g_graph_nodes[tid].no_of_edges + g_graph_nodes[tid].starting); i++) {
            int id = g_graph_edges[i];
            if (!g_graph_visited[id]) {
                g_cost[id] = g_cost[tid] + 1;
                g_updating_graph_mask[id] = true;
            }
        }
    }
}

__kernel __attribute__((reqd_work_group_size(MAX_THREADS_PER_BLOCK, 1, 1)))
void Kernel2(__global char *g_graph_mask, __global char *g_updating_graph_mask,
             __global char *g_graph_visited, __global char *g_over, int no_of_nodes)
{
    int tid = get_group_id(0) * MAX_THREADS_PER_BLOCK + get_local_id(0);
    if (tid < no_of_nodes && g_updating_graph_mask[tid]) {
        g_graph_mask[tid] = true;
        g_graph_visited[tid] = true;
        *g_over = true;
        g_updating_graph_mask[tid] = false;
    }
}
