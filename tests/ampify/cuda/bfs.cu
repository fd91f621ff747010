// SPDX-License-Identifier: MIT
// bfs, after Rodinia's description: breadth-first search, two kernels a level
// (bench/real/bfs/problem.h).
#include <stdlib.h>
#include <cuda_runtime.h>

#define MAX_THREADS_PER_BLOCK 256

// a node of the graph
struct Node
{
    int starting;
    int no_of_edges;
};

__global__ void Kernel(const Node *g_graph_nodes, const int *g_graph_edges, bool *g_graph_mask,
                       bool *g_updating_graph_mask, const bool *g_graph_visited, int *g_cost,
                       int no_of_nodes)
{
    int tid = blockIdx.x * MAX_THREADS_PER_BLOCK + threadIdx.x;
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

__global__ void Kernel2(bool *g_graph_mask, bool *g_updating_graph_mask, bool *g_graph_visited,
                        bool *g_over, int no_of_nodes)
{
    int tid = blockIdx.x * MAX_THREADS_PER_BLOCK + threadIdx.x;
    if (tid < no_of_nodes && g_updating_graph_mask[tid]) {
        g_graph_mask[tid] = true;
        g_graph_visited[tid] = true;
        *g_over = true;
        g_updating_graph_mask[tid] = false;
    }
}

void bfs_run(const int *starts, const int *edges, int no_of_nodes, int no_of_edges, int *cost)
{
    Node *h_nodes = (Node *)malloc(sizeof(Node) * no_of_nodes);
    bool *h_mask = (bool *)calloc(no_of_nodes, sizeof(bool));
    for (int i = 0; i < no_of_nodes; i++) {
        h_nodes[i].starting = starts[i];
        h_nodes[i].no_of_edges = starts[i + 1] - starts[i];
    }
    Node *d_nodes;
    int *d_edges, *d_cost;
    bool *d_mask, *d_updating, *d_visited, *d_over;
    cudaMalloc((void **)&d_nodes, sizeof(Node) * no_of_nodes);
    cudaMalloc((void **)&d_edges, sizeof(int) * no_of_edges);
    cudaMalloc((void **)&d_cost, sizeof(int) * no_of_nodes);
    cudaMalloc((void **)&d_mask, sizeof(bool) * no_of_nodes);
    cudaMalloc((void **)&d_updating, sizeof(bool) * no_of_nodes);
    cudaMalloc((void **)&d_visited, sizeof(bool) * no_of_nodes);
    cudaMalloc((void **)&d_over, sizeof(bool));
    cudaMemcpy(d_nodes, h_nodes, sizeof(Node) * no_of_nodes, cudaMemcpyHostToDevice);
    cudaMemcpy(d_edges, edges, sizeof(int) * no_of_edges, cudaMemcpyHostToDevice);
    cudaMemcpy(d_cost, cost, sizeof(int) * no_of_nodes, cudaMemcpyHostToDevice);
    cudaMemcpy(d_updating, h_mask, sizeof(bool) * no_of_nodes, cudaMemcpyHostToDevice);
    h_mask[0] = true;
    cudaMemcpy(d_mask, h_mask, sizeof(bool) * no_of_nodes, cudaMemcpyHostToDevice);
    cudaMemcpy(d_visited, h_mask, sizeof(bool) * no_of_nodes, cudaMemcpyHostToDevice);
    int num_of_blocks = (no_of_nodes + MAX_THREADS_PER_BLOCK - 1) / MAX_THREADS_PER_BLOCK;
    dim3 grid(num_of_blocks, 1, 1);
    dim3 threads(MAX_THREADS_PER_BLOCK, 1, 1);
    bool stop;
    do {
        stop = false;
        cudaMemcpy(d_over, &stop, sizeof(bool), cudaMemcpyHostToDevice);
        Kernel<<<grid, threads, 0>>>(d_nodes, d_edges, d_mask, d_updating, d_visited, d_cost,
                                     no_of_nodes);
        Kernel2<<<grid, threads, 0>>>(d_mask, d_updating, d_visited, d_over, no_of_nodes);
        cudaMemcpy(&stop, d_over, sizeof(bool), cudaMemcpyDeviceToHost);
    } while (stop);
    cudaMemcpy(cost, d_cost, sizeof(int) * no_of_nodes, cudaMemcpyDeviceToHost);
    cudaFree(d_nodes);
    cudaFree(d_edges);
    cudaFree(d_cost);
    cudaFree(d_mask);
    cudaFree(d_updating);
    cudaFree(d_visited);
    cudaFree(d_over);
    free(h_nodes);
    free(h_mask);
}
