// SPDX-License-Identifier: MIT
// particlefilter, after Rodinia's description: follows a disc through a film, some launches a frame
// (bench/real/particlefilter/problem.h).

#define PI 3.1415926535897932
#define THREADS 256

#pragma OPENCL EXTENSION cl_khr_fp64 : enable

double d_randu(__global unsigned int *seed, int index)
{
    seed[index] = seed[index] * 1664525U + 1013904223U;
    return (seed[index] + 0.5) / 4294967296.0;
}

double d_randn(__global unsigned int *seed, int index)
{
    double u = d_randu(seed, index);
    double v = d_randu(seed, index);
    return sqrt(-2.0 * log(u)) * cos(2.0 * PI * v);
}

int clamped(int at, int side)
{
    return at < 0 ? 0 : at > side - 1 ? side - 1 : at;
}

__kernel __attribute__((reqd_work_group_size(THREADS, 1, 1)))
void likelihood_kernel(__global const uchar *I, int k, int side, __global const int *objxy,
                       int countOnes, __global const double *arrayX,
                       __global const double *arrayY, __global unsigned int *seed,
                       __global double *xj, __global double *yj, __global double *weights,
                       __global double *partial_sums, int Nparticles)
{
    int block_id = get_group_id(0);
    int i = get_local_size(0) * block_id + get_local_id(0);
    __local double buffer[THREADS];
    double weight = 0;
    if (i < Nparticles) {
        double mx = arrayX[i] + 1.0 + 5.0 * d_randn(seed, i);
        double my = arrayY[i] - 2.0 + 2.0 * d_randn(seed, i);
        int row = (int)floor(my + 0.5);
        int column = (int)floor(mx + 0.5);
        int sum = 0;
        for (int y = 0; y < countOnes; y++) {
            int py = clamped(row + objxy[y * 2], side);
            int px = clamped(column + objxy[y * 2 + 1], side);
            int p = I[(k * side + py) * side + px];
            sum += (p - 100) * (p - 100) - (p - 228) * (p - 228);
        }
        weight = weights[i] * exp(sum / 50.0 / countOnes);
        xj[i] = mx;
        yj[i] = my;
        weights[i] = weight;
    }
    buffer[get_local_id(0)] = weight;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (unsigned int s = get_local_size(0) / 2; s > 0; s >>= 1) {
        if (get_local_id(0) < s) {
            buffer[get_local_id(0)] += buffer[get_local_id(0) + s];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (get_local_id(0) == 0) {
        partial_sums[get_group_id(0)] = buffer[0];
    }
}

__kernel __attribute__((reqd_work_group_size(THREADS, 1, 1)))
void sum_kernel(__global double *partial_sums, int num_blocks)
{
    int i = get_local_size(0) * get_group_id(0) + get_local_id(0);
    if (i == 0) {
        double sum = 0.0;
        for (int x = 0; x < num_blocks; x++) {
            sum += partial_sums[x];
        }
        partial_sums[0] = sum;
    }
}

__kernel __attribute__((reqd_work_group_size(THREADS, 1, 1)))
void normalize_weights_kernel(__global double *weights, int Nparticles,
                              __global const double *partial_sums)
{
    int i = get_local_size(0) * get_group_id(0) + get_local_id(0);
    __local double sumWeights;
    if (0 == get_local_id(0))
        sumWeights = partial_sums[0];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i < Nparticles) {
        weights[i] = weights[i] / sumWeights;
    }
}

__kernel __attribute__((reqd_work_group_size(THREADS, 1, 1)))
void cumulate_kernel(__global const double *weights, __global double *CDF, int Nparticles)
{
    if (get_group_id(0) == 0 && get_local_id(0) == 0) {
        double sum = 0;
        for (int x = 0; x < Nparticles; x++) {
            sum += weights[x];
            CDF[x] = sum;
        }
    }
}

__kernel __attribute__((reqd_work_group_size(THREADS, 1, 1)))
void find_index_kernel(__global double *arrayX, __global double *arrayY,
                       __global const double *CDF, double u1, __global const double *xj,
                       __global const double *yj, __global double *weights, int Nparticles)
{
    int i = get_local_size(0) * get_group_id(0) + get_local_id(0);
    if (i < Nparticles) {
        double u = (i + u1) / Nparticles;
        int index = Nparticles - 1;
        for (int x = 0; x < Nparticles; x++) {
            if (CDF[x] >= u) {
                index = x;
                break;
            }
        }
        arrayX[i] = xj[index];
        arrayY[i] = yj[index];
        weights[i] = 1 / ((double)(Nparticles));
    }
}
