// SPDX-License-Identifier: MIT
// kmeans, after Rodinia's description: the nearest centre of each point, centres in constant memory
// (bench/real/kmeans/problem.h). The host moves the centres.
#include <float.h>
#include <cuda_runtime.h>

#define THREADS_PER_BLOCK 256
#define ASSUMED_NR_CLUSTERS 32
#define MAX_FEATURES 64

__constant__ float c_clusters[ASSUMED_NR_CLUSTERS * MAX_FEATURES];

// turns points by rows into features by rows
__global__ void invert_mapping(const float *input, float *output, int npoints, int nfeatures)
{
    int point_id = threadIdx.x + blockDim.x * blockIdx.x;
    if (point_id < npoints) {
        for (int i = 0; i < nfeatures; i++)
            output[point_id + npoints * i] = input[point_id * nfeatures + i];
    }
}

__global__ void kmeansPoint(const float *__restrict__ features, int nfeatures, int npoints,
                            int nclusters, int *membership)
{
    const unsigned int point_id = blockIdx.x * blockDim.x + threadIdx.x;
    int index = -1;
    if (point_id < npoints) {
        float min_dist = FLT_MAX;
        for (int i = 0; i < nclusters; i++) {
            int cluster_base_index = i * nfeatures;
            float ans = 0.0;
            for (int j = 0; j < nfeatures; j++) {
                float diff = __ldg(&features[point_id + j * npoints])
                    - c_clusters[cluster_base_index + j];
                ans += diff * diff;
            }
            if (ans < min_dist) {
                min_dist = ans;
                index = i;
            }
        }
        membership[point_id] = index;
    }
}

void kmeans_move_centres(void);

void kmeans_run(const float *points, const float *clusters, int *membership, int npoints,
                int nfeatures, int nclusters, int steps)
{
    const size_t bytes = sizeof(float) * npoints * nfeatures;
    float *features_d, *flipped_d;
    int *membership_d;
    cudaMalloc((void **)&features_d, bytes);
    cudaMalloc((void **)&flipped_d, bytes);
    cudaMalloc((void **)&membership_d, npoints * sizeof(int));
    cudaMemcpy(features_d, points, bytes, cudaMemcpyHostToDevice);
    int num_blocks = (npoints + THREADS_PER_BLOCK - 1) / THREADS_PER_BLOCK;
    invert_mapping<<<num_blocks, THREADS_PER_BLOCK>>>(features_d, flipped_d, npoints, nfeatures);
    for (int step = 0; step < steps; step++) {
        cudaMemcpyToSymbol(c_clusters, clusters, nclusters * nfeatures * sizeof(float));
        kmeansPoint<<<num_blocks, THREADS_PER_BLOCK>>>(flipped_d, nfeatures, npoints, nclusters,
                                                       membership_d);
        cudaMemcpy(membership, membership_d, npoints * sizeof(int), cudaMemcpyDeviceToHost);
        kmeans_move_centres();
    }
    cudaFree(features_d);
    cudaFree(flipped_d);
    cudaFree(membership_d);
}
