// SPDX-License-Identifier: MIT
// srad, after the description of Rodinia's srad_v2: takes the speckle out of an image, two kernels
// a step in tiles of 16 x 16 (bench/real/srad/problem.h).

#define BLOCK_SIZE 16
#define EVEN 128
#define LEAST_Q0 1e-6

__kernel __attribute__((reqd_work_group_size(BLOCK_SIZE, BLOCK_SIZE, 1)))
void srad_cuda_1(__global float *E_C, __global float *W_C, __global float *N_C,
                 __global float *S_C, __global const float *J_cuda, __global float *C_cuda,
                 int cols, int rows, float q0sqr)
{
    int bx = get_group_id(0);
    int by = get_group_id(1);
    int tx = get_local_id(0);
    int ty = get_local_id(1);
    int row = min(by * BLOCK_SIZE + ty, rows - 1);
    int col = min(bx * BLOCK_SIZE + tx, cols - 1);
    int index = cols * row + col;
    float n, w, e, s, jc, g2, l, num, den, qsqr, c;

    __local float temp[BLOCK_SIZE][BLOCK_SIZE];
    __local float north[BLOCK_SIZE][BLOCK_SIZE];
    __local float south[BLOCK_SIZE][BLOCK_SIZE];
    __local float east[BLOCK_SIZE][BLOCK_SIZE];
    __local float west[BLOCK_SIZE][BLOCK_SIZE];

    temp[ty][tx] = J_cuda[index];
    north[ty][tx] = J_cuda[max(row - 1, 0) * cols + col];
    south[ty][tx] = J_cuda[min(row + 1, rows - 1) * cols + col];
    west[ty][tx] = J_cuda[row * cols + max(col - 1, 0)];
    east[ty][tx] = J_cuda[row * cols + min(col + 1, cols - 1)];
    barrier(CLK_LOCAL_MEM_FENCE);

    jc = temp[ty][tx];
    n = (ty == 0 ? north[ty][tx] : temp[ty - 1][tx]) - jc;
    s = (ty == BLOCK_SIZE - 1 ? south[ty][tx] : temp[ty + 1][tx]) - jc;
    w = (tx == 0 ? west[ty][tx] : temp[ty][tx - 1]) - jc;
    e = (tx == BLOCK_SIZE - 1 ? east[ty][tx] : temp[ty][tx + 1]) - jc;

    g2 = (n * n + s * s + w * w + e * e) / (jc * jc);
    l = (n + s + w + e) / jc;
    num = (0.5f * g2) - ((1.0f / 16.0f) * (l * l));
    den = 1 + (.25f * l);
    qsqr = num / (den * den);
    den = (qsqr - q0sqr) / (q0sqr * (1 + q0sqr));
    c = 1.0f / (1.0f + den);
    c = clamp(c, 0.0f, 1.0f);

    if (by * BLOCK_SIZE + ty < rows && bx * BLOCK_SIZE + tx < cols) {
        C_cuda[index] = c;
        E_C[index] = e;
        W_C[index] = w;
        S_C[index] = s;
        N_C[index] = n;
    }
}

__kernel __attribute__((reqd_work_group_size(BLOCK_SIZE, BLOCK_SIZE, 1)))
void srad_cuda_2(__global const float *E_C, __global const float *W_C,
                 __global const float *N_C, __global const float *S_C, __global float *J_cuda,
                 __global const float *C_cuda, int cols, int rows, float lambda)
{
    __local float c_cuda_temp[BLOCK_SIZE][BLOCK_SIZE];
    int tx = get_local_id(0);
    int ty = get_local_id(1);
    int row = min((int)get_group_id(1) * BLOCK_SIZE + ty, rows - 1);
    int col = min((int)get_group_id(0) * BLOCK_SIZE + tx, cols - 1);
    int index = cols * row + col;

    c_cuda_temp[ty][tx] = C_cuda[index];
    barrier(CLK_LOCAL_MEM_FENCE);
    float cc = c_cuda_temp[ty][tx];
    float cs = ty == BLOCK_SIZE - 1 ? C_cuda[min(row + 1, rows - 1) * cols + col]
                                    : c_cuda_temp[ty + 1][tx];
    float ce = tx == BLOCK_SIZE - 1 ? C_cuda[row * cols + min(col + 1, cols - 1)]
                                    : c_cuda_temp[ty][tx + 1];
    float d_sum = cc * N_C[index] + cs * S_C[index] + cc * W_C[index] + ce * E_C[index];
    if (get_global_id(1) < rows && get_global_id(0) < cols)
        J_cuda[index] = J_cuda[index] + 0.25f * lambda * d_sum;
}
