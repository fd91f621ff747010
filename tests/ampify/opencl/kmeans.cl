// SPDX-License-Identifier: MIT
// kmeans, after Rodinia's description: the nearest centre of each point, centres in constant memory
// (bench/real/kmeans/problem.h). The host moves the centres.

#define THREADS_PER_BLOCK 256

// turns points by rows into features by rows
__kernel __attribute__((reqd_work_group_size(256, 1, 1)))
void invert_mapping(__global const float *input, __global float *output, int npoints,
                    int nfeatures)
{
    int point_id = get_global_id(0);
    if (point_id < npoints) {
        for (int i = 0; i < nfeatures; i++)
            output[point_id + npoints * i] = input[point_id * nfeatures + i];
    }
}

__kernel __attribute__((reqd_work_group_size(256, 1, 1)))
void kmeansPoint(__global const float *features, int nfeatures, int npoints, int nclusters,
                 __global int *membership, __constant float *c_clusters)
{
    const unsigned int point_id = get_global_id(0);
    int index = -1;
    if (point_id < npoints) {
        float min_dist = MAXFLOAT;
        for (int i = 0; i < nclusters; i++) {
            int cluster_base_index = i * nfeatures;
            float ans = 0.0;
            for (int j = 0; j < nfeatures; j++) {
                float diff = features[point_id + j * npoints]
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
