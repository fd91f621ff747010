// SPDX-License-Identifier: MIT
// backprop, after Rodinia's description: training of a network with 16 hidden units, a tile 16
// inputs (bench/real/backprop/problem.h). What the host does between the two kernels is given.

#define HEIGHT 16
#define WIDTH 16

__kernel __attribute__((reqd_work_group_size(WIDTH, HEIGHT, 1)))
void bpnn_layerforward(__global const float *input_cuda,
                       __global const float *input_hidden_cuda,
                       __global float *hidden_partial_sum, int in, int hid)
{
    int by = get_group_id(1);
    int tx = get_local_id(0);
    int ty = get_local_id(1);
    int index_in = HEIGHT * by + ty;
    int index = hid * index_in + tx;

    __local float input_node[HEIGHT];
    __local float weight_matrix[HEIGHT][WIDTH];

    if (tx == 0)
        input_node[ty] = index_in < in ? input_cuda[index_in] : 0.0f;
    barrier(CLK_LOCAL_MEM_FENCE);
    weight_matrix[ty][tx] = index_in < in ? input_hidden_cuda[index] : 0.0f;
    barrier(CLK_LOCAL_MEM_FENCE);
    weight_matrix[ty][tx] = weight_matrix[ty][tx] * input_node[ty];
    barrier(CLK_LOCAL_MEM_FENCE);

    for (int i = 1; i <= native_log2((float)HEIGHT); i++) {
        int power_two = (int)pown(2.0f, i);
        if (ty % power_two == 0)
            weight_matrix[ty][tx] = weight_matrix[ty][tx] + weight_matrix[ty + power_two / 2][tx];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (ty == 0)
        hidden_partial_sum[by * hid + tx] = weight_matrix[0][tx];
}

__kernel __attribute__((reqd_work_group_size(WIDTH, HEIGHT, 1)))
void bpnn_adjust_weights(__global const float *delta, int hid, __global const float *ly,
                         int in, __global float *w, __global float *oldw, float eta,
                         float momentum)
{
    int by = get_group_id(1);
    int tx = get_local_id(0);
    int ty = get_local_id(1);
    int index_y = HEIGHT * by + ty;
    int index = hid * index_y + tx;
    if (index_y < in) {
        float change = eta * delta[tx] * ly[index_y] + momentum * oldw[index];
        w[index] += change;
        oldw[index] = change;
    }
}
