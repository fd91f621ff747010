// SPDX-License-Identifier: MIT
// particlefilter, after Rodinia's description: follows a disc through a film, some launches a frame
// (bench/real/particlefilter/problem.h).
#include <cuda_runtime.h>

#define PI 3.1415926535897932
#define THREADS 256

typedef unsigned char uchar;

__device__ double d_randu(unsigned int *seed, int index)
{
    seed[index] = seed[index] * 1664525U + 1013904223U;
    return (seed[index] + 0.5) / 4294967296.0;
}

__device__ double d_randn(unsigned int *seed, int index)
{
    double u = d_randu(seed, index);
    double v = d_randu(seed, index);
    return sqrt(-2.0 * log(u)) * cos(2.0 * PI * v);
}

__device__ int clamped(int at, int side)
{
    return at < 0 ? 0 : at > side - 1 ? side - 1 : at;
}

__global__ void likelihood_kernel(const uchar *I, int k, int side, const int *objxy,
                                  int countOnes, const double *arrayX, const double *arrayY,
                                  unsigned int *seed, double *xj, double *yj, double *weights,
                                  double *partial_sums, int Nparticles)
{
    int block_id = blockIdx.x;
    int i = blockDim.x * block_id + threadIdx.x;
    __shared__ double buffer[THREADS];
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
    buffer[threadIdx.x] = weight;
    __syncthreads();
    for (unsigned int s = blockDim.x / 2; s > 0; s >>= 1) {
        if (threadIdx.x < s) {
            buffer[threadIdx.x] += buffer[threadIdx.x + s];
        }
        __syncthreads();
    }
    if (threadIdx.x == 0) {
        partial_sums[blockIdx.x] = buffer[0];
    }
}

__global__ void sum_kernel(double *partial_sums, int num_blocks)
{
    int i = blockDim.x * blockIdx.x + threadIdx.x;
    if (i == 0) {
        double sum = 0.0;
        for (int x = 0; x < num_blocks; x++) {
            sum += partial_sums[x];
        }
        partial_sums[0] = sum;
    }
}

__global__ void normalize_weights_kernel(double *weights, int Nparticles,
                                         const double *partial_sums)
{
    int i = blockDim.x * blockIdx.x + threadIdx.x;
    __shared__ double sumWeights;
    if (0 == threadIdx.x)
        sumWeights = partial_sums[0];
    __syncthreads();
    if (i < Nparticles) {
        weights[i] = weights[i] / sumWeights;
    }
}

__global__ void cumulate_kernel(const double *weights, double *CDF, int Nparticles)
{
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        double sum = 0;
        for (int x = 0; x < Nparticles; x++) {
            sum += weights[x];
            CDF[x] = sum;
        }
    }
}

__global__ void find_index_kernel(double *arrayX, double *arrayY, const double *CDF, double u1,
                                  const double *xj, const double *yj, double *weights,
                                  int Nparticles)
{
    int i = blockDim.x * blockIdx.x + threadIdx.x;
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

void particlefilter_run(const uchar *I, int side, int Nfr, const int *objxy, int countOnes,
                        const double *u, unsigned int *seed, double *x, double *y, double *xj_h,
                        double *yj_h, double *weights_h, int Nparticles)
{
    const size_t bytes = sizeof(double) * Nparticles;
    uchar *I_GPU;
    int *objxy_GPU;
    unsigned int *seed_GPU;
    double *arrayX, *arrayY, *xj, *yj, *weights, *partial_sums, *CDF;
    cudaMalloc((void **)&I_GPU, sizeof(uchar) * side * side * Nfr);
    cudaMalloc((void **)&objxy_GPU, sizeof(int) * 2 * countOnes);
    cudaMalloc((void **)&seed_GPU, sizeof(unsigned int) * Nparticles);
    cudaMalloc((void **)&arrayX, bytes);
    cudaMalloc((void **)&arrayY, bytes);
    cudaMalloc((void **)&xj, bytes);
    cudaMalloc((void **)&yj, bytes);
    cudaMalloc((void **)&weights, bytes);
    cudaMalloc((void **)&partial_sums, bytes);
    cudaMalloc((void **)&CDF, bytes);
    cudaMemcpy(I_GPU, I, sizeof(uchar) * side * side * Nfr, cudaMemcpyHostToDevice);
    cudaMemcpy(objxy_GPU, objxy, sizeof(int) * 2 * countOnes, cudaMemcpyHostToDevice);
    cudaMemcpy(seed_GPU, seed, sizeof(unsigned int) * Nparticles, cudaMemcpyHostToDevice);
    cudaMemcpy(arrayX, x, bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(arrayY, y, bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(weights, weights_h, bytes, cudaMemcpyHostToDevice);
    int num_blocks = (Nparticles + THREADS - 1) / THREADS;
    for (int k = 0; k < Nfr; k++) {
        likelihood_kernel<<<num_blocks, THREADS>>>(I_GPU, k, side, objxy_GPU, countOnes, arrayX,
                                                   arrayY, seed_GPU, xj, yj, weights,
                                                   partial_sums, Nparticles);
        sum_kernel<<<1, THREADS>>>(partial_sums, num_blocks);
        normalize_weights_kernel<<<num_blocks, THREADS>>>(weights, Nparticles, partial_sums);
        cumulate_kernel<<<1, THREADS>>>(weights, CDF, Nparticles);
        find_index_kernel<<<num_blocks, THREADS>>>(arrayX, arrayY, CDF, u[k], xj, yj, weights,
                                                   Nparticles);
    }
    cudaMemcpy(x, arrayX, bytes, cudaMemcpyDeviceToHost);
    cudaMemcpy(y, arrayY, bytes, cudaMemcpyDeviceToHost);
    cudaMemcpy(xj_h, xj, bytes, cudaMemcpyDeviceToHost);
    cudaMemcpy(yj_h, yj, bytes, cudaMemcpyDeviceToHost);
    cudaFree(I_GPU);
    cudaFree(objxy_GPU);
    cudaFree(seed_GPU);
    cudaFree(arrayX);
    cudaFree(arrayY);
    cudaFree(xj);
    cudaFree(yj);
    cudaFree(weights);
    cudaFree(partial_sums);
    cudaFree(CDF);
}
