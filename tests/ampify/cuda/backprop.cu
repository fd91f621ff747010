// SPDX-License-Identifier: MIT
// backprop, after Rodinia's description: training of a network with 16 hidden units, a tile 16
// inputs (bench/real/backprop/problem.h). What the host does between the two kernels is given.
#include <cuda_runtime.h>

#define HEIGHT 16
#define WIDTH 16

__global__ void bpnn_layerforward(const float *input_cuda, const float *input_hidden_cuda,
                                  float *hidden_partial_sum, int in, int hid)
{
    int by = blockIdx.y;
    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int index_in = HEIGHT * by + ty;
    int index = hid * index_in + tx;

    __shared__ float input_node[HEIGHT];
    __shared__ float weight_matrix[HEIGHT][WIDTH];

    if (tx == 0)
        input_node[ty] = index_in < in ? input_cuda[index_in] : 0.0f;
    __syncthreads();
    weight_matrix[ty][tx] = index_in < in ? input_hidden_cuda[index] : 0.0f;
    __syncthreads();
    weight_matrix[ty][tx] = weight_matrix[ty][tx] * input_node[ty];
    __syncthreads();

    for (int i = 1; i <= __log2f(HEIGHT); i++) {
        int power_two = __powf(2, i);
        if (ty % power_two == 0)
            weight_matrix[ty][tx] = weight_matrix[ty][tx] + weight_matrix[ty + power_two / 2][tx];
        __syncthreads();
    }
    if (ty == 0)
        hidden_partial_sum[by * hid + tx] = weight_matrix[0][tx];
}

__global__ void bpnn_adjust_weights(const float *delta, int hid, const float *ly, int in, float *w,
                                    float *oldw, float eta, float momentum)
{
    int by = blockIdx.y;
    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int index_y = HEIGHT * by + ty;
    int index = hid * index_y + tx;
    if (index_y < in) {
        float change = eta * delta[tx] * ly[index_y] + momentum * oldw[index];
        w[index] += change;
        oldw[index] = change;
    }
}

void backprop_between(const double *sums);

void backprop_run(const float *input, float *weights, float *change, float *partial,
                  const float *delta, int in, int hid, int steps, float eta, float momentum)
{
    int num_blocks = (in + HEIGHT - 1) / HEIGHT;
    float *input_cuda, *weights_cuda, *change_cuda, *partial_cuda, *delta_cuda;
    cudaMalloc((void **)&input_cuda, in * sizeof(float));
    cudaMalloc((void **)&weights_cuda, in * hid * sizeof(float));
    cudaMalloc((void **)&change_cuda, in * hid * sizeof(float));
    cudaMalloc((void **)&partial_cuda, num_blocks * hid * sizeof(float));
    cudaMalloc((void **)&delta_cuda, hid * sizeof(float));
    cudaMemcpy(input_cuda, input, in * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(weights_cuda, weights, in * hid * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(change_cuda, change, in * hid * sizeof(float), cudaMemcpyHostToDevice);
    dim3 grid(1, num_blocks);
    dim3 threads(WIDTH, HEIGHT);
    for (int step = 0; step < steps; step++) {
        bpnn_layerforward<<<grid, threads>>>(input_cuda, weights_cuda, partial_cuda, in, hid);
        cudaDeviceSynchronize();
        cudaMemcpy(partial, partial_cuda, num_blocks * hid * sizeof(float),
                   cudaMemcpyDeviceToHost);
        double sums[WIDTH] = { 0 };
        for (int k = 0; k < num_blocks; k++) {
            for (int j = 0; j < hid; j++)
                sums[j] += partial[k * hid + j];
        }
        backprop_between(sums);
        cudaMemcpy(delta_cuda, delta, hid * sizeof(float), cudaMemcpyHostToDevice);
        bpnn_adjust_weights<<<grid, threads>>>(delta_cuda, hid, input_cuda, in, weights_cuda,
                                               change_cuda, eta, momentum);
    }
    cudaMemcpy(weights, weights_cuda, in * hid * sizeof(float), cudaMemcpyDeviceToHost);
    cudaMemcpy(change, change_cuda, in * hid * sizeof(float), cudaMemcpyDeviceToHost);
    cudaFree(input_cuda);
    cudaFree(weights_cuda);
    cudaFree(change_cuda);
    cudaFree(partial_cuda);
    cudaFree(delta_cuda);
}
