/* SPDX-License-Identifier: MIT */
/* cold_opencl KERNEL: the kernels of cold_amp.c by hand in OpenCL, with nothing set that PoCL
   asks the environment for: launches one once, and prints the same sum. */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <stdlib.h>

#include "cold.h"

/* All kernels have the same parameters: three inputs, the result, and the size of the first
   input as a matrix. */
#define P "(__global const float *a, __global const float *b, __global const float *c,"        \
    " __global float *d, int rows, int columns)\n"
#define GROUP(x, y) "__kernel __attribute__((reqd_work_group_size(" x ", " y ", 1))) void "
#define BARRIER "    barrier(CLK_LOCAL_MEM_FENCE);\n"

static const struct {
    const char *name, *text;
    int rows, columns, width, height, x, y; /* of the matrix; of the range; of a group */
} kernels[] = {
    { "saxpy", "__kernel void saxpy" P
      "{ int i = get_global_id(0); d[i] += 3 * a[i]; }\n", 1, ALL, ALL, 1, 0, 0 },
    { "transpose", GROUP("16", "16") "transpose" P
      "{\n"
      "    __local float t[16][17];\n"
      "    int x = get_local_id(0), y = get_local_id(1);\n"
      "    t[y][x] = a[get_global_id(1) * columns + get_global_id(0)];\n"
      BARRIER
      "    d[(get_group_id(0) * 16 + y) * rows + get_group_id(1) * 16 + x] = t[x][y];\n"
      "}\n", ROWS, COLUMNS, COLUMNS, ROWS, 16, 16 },
    { "transpose_bounds", GROUP("32", "8") "transpose_bounds" P
      "{\n"
      "    __local float t[32][33];\n"
      "    int j = get_local_id(0), i = get_local_id(1);\n"
      "    int x = get_group_id(0) * 32, y = get_group_id(1) * 32;\n"
      "    for (int r = i; r < 32; r += 8)\n"
      "        if (y + r < rows && x + j < columns)\n"
      "            t[r][j] = a[(y + r) * columns + x + j];\n"
      BARRIER
      "    for (int r = i; r < 32; r += 8)\n"
      "        if (x + r < columns && y + j < rows)\n"
      "            d[(x + r) * rows + y + j] = t[j][r];\n"
      "}\n", ROWS, COLUMNS, COLUMNS, ROWS / 4, 32, 8 },
    { "sgemm", GROUP("16", "16") "sgemm" P
      "{\n"
      "    __local float s[16][16], t[16][16];\n"
      "    int x = get_local_id(0), y = get_local_id(1);\n"
      "    int gx = get_global_id(0), gy = get_global_id(1);\n"
      "    float sum = 0;\n"
      "    for (int k0 = 0; k0 < columns; k0 += 16) {\n"
      "        s[y][x] = a[gy * columns + k0 + x];\n"
      "        t[y][x] = b[(k0 + y) * rows + gx];\n"
      BARRIER
      "        for (int k = 0; k < 16; k++)\n"
      "            sum += s[y][k] * t[k][x];\n"
      BARRIER
      "    }\n"
      "    d[gy * columns + gx] = sum;\n"
      "}\n", ROWS, COLUMNS, ROWS, ROWS, 16, 16 },
    { "heat", GROUP("16", "16") "heat" P
      "{\n"
      "    __local float t[18][18];\n"
      "    int x = get_local_id(0) + 1, y = get_local_id(1) + 1;\n"
      "    int j = get_global_id(0) + 1, i = get_global_id(1) + 1;\n"
      "    t[y][x] = a[i * columns + j];\n"
      "    if (y == 1) t[0][x] = a[(i - 1) * columns + j];\n"
      "    if (y == 16) t[17][x] = a[(i + 1) * columns + j];\n"
      "    if (x == 1) t[y][0] = a[i * columns + j - 1];\n"
      "    if (x == 16) t[y][17] = a[i * columns + j + 1];\n"
      BARRIER
      "    d[i * columns + j] = t[y][x] + 0.25f * (t[y - 1][x] + t[y + 1][x] + t[y][x - 1]\n"
      "                                            + t[y][x + 1] - 4 * t[y][x]);\n"
      "}\n", ROWS, COLUMNS, COLUMNS - 16, ROWS - 16, 16, 16 },
    { "sum_tree", GROUP("256", "1") "sum_tree" P
      "{\n"
      "    __local float t[256];\n"
      "    int l = get_local_id(0);\n"
      "    t[l] = a[get_global_id(0)];\n"
      BARRIER
      "    for (int n = 128; n > 0; n /= 2) {\n"
      "        if (l < n)\n"
      "            t[l] += t[l + n];\n"
      BARRIER
      "    }\n"
      "    if (l == 0)\n"
      "        d[get_group_id(0)] = t[0];\n"
      "}\n", 1, ALL, ALL, 1, 256, 1 },
    { "scan", GROUP("256", "1") "scan" P
      "{\n"
      "    __local float t[512];\n"
      "    int l = get_local_id(0), first = get_group_id(0) * 512 + l, offset = 1;\n"
      "    t[l] = a[first];\n"
      "    t[l + 256] = a[first + 256];\n"
      BARRIER
      "    for (int pairs = 256; pairs > 0; pairs /= 2) {\n"
      "        if (l < pairs)\n"
      "            t[offset * (2 * l + 2) - 1] += t[offset * (2 * l + 1) - 1];\n"
      "        offset *= 2;\n"
      BARRIER
      "    }\n"
      "    if (l == 0)\n"
      "        t[511] = 0;\n"
      BARRIER
      "    for (int pairs = 1; pairs <= 256; pairs *= 2) {\n"
      "        offset /= 2;\n"
      "        if (l < pairs) {\n"
      "            int left = offset * (2 * l + 1) - 1, right = offset * (2 * l + 2) - 1;\n"
      "            float old = t[left];\n"
      "            t[left] = t[right];\n"
      "            t[right] += old;\n"
      "        }\n"
      BARRIER
      "    }\n"
      "    d[first] = t[l];\n"
      "    d[first + 256] = t[l + 256];\n"
      "}\n", 1, ALL, ALL / 2, 1, 256, 1 },
    { "convolution", "int cut(int i, int n) { return i < 0 ? 0 : i < n ? i : n - 1; }\n"
      GROUP("16", "16") "convolution" P
      "{\n"
      "    __local float t[32][16];\n"
      "    int x = get_local_id(0), j = cut(get_global_id(0), columns);\n"
      "    for (int y = get_local_id(1); y < 32; y += 16)\n"
      "        t[y][x] = a[cut(get_group_id(1) * 16 + y - 8, rows) * columns + j];\n"
      BARRIER
      "    if (get_global_id(1) < rows && get_global_id(0) < columns) {\n"
      "        float sum = 0;\n"
      "        for (int k = 0; k < 16; k++)\n"
      "            sum += c[k] * t[get_local_id(1) + k][x];\n"
      "        d[get_global_id(1) * columns + get_global_id(0)] = sum;\n"
      "    }\n"
      "}\n", ROWS, COLUMNS, COLUMNS, ROWS, 16, 16 },
    { "nbody", GROUP("256", "1") "nbody" P
      "{\n"
      "    __local float s[256], t[256], u[256];\n"
      "    int l = get_local_id(0), i = get_global_id(0);\n"
      "    float force = 0;\n"
      "    for (int j0 = 0; j0 < columns; j0 += 256) {\n"
      "        s[l] = a[j0 + l];\n"
      "        t[l] = b[j0 + l];\n"
      "        u[l] = c[j0 + l];\n"
      BARRIER
      "        for (int j = 0; j < 256; j++) {\n"
      "            float x = s[j] - a[i], y = t[j] - b[i], z = u[j] - c[i];\n"
      "            float r = 1 / sqrt(x * x + y * y + z * z + 1);\n"
      "            force += x * r * r * r;\n"
      "        }\n"
      BARRIER
      "    }\n"
      "    d[i] = force;\n"
      "}\n", 1, 1024, 1024, 1, 256, 1 },
#define SOFTMAX(size, number)                                                                  \
    { "softmax_" size, GROUP(size, "1") "softmax_" size P                                      \
      "{\n"                                                                                    \
      "    __local float t[" size "];\n"                                                       \
      "    int l = get_local_id(0), row = get_group_id(0);\n"                                  \
      "    float most = a[row * columns + l], sum = 0;\n"                                      \
      "    for (int j = l; j < columns; j += " size ")\n"                                      \
      "        most = fmax(most, a[row * columns + j]);\n"                                     \
      "    t[l] = most;\n"                                                                     \
      BARRIER                                                                                  \
      "    for (int h = " size " / 2; h > 0; h /= 2) {\n"                                      \
      "        if (l < h)\n"                                                                   \
      "            t[l] = fmax(t[l], t[l + h]);\n"                                             \
      BARRIER                                                                                  \
      "    }\n"                                                                                \
      "    most = t[0];\n"                                                                     \
      BARRIER                                                                                  \
      "    for (int j = l; j < columns; j += " size ")\n"                                      \
      "        sum += exp(a[row * columns + j] - most);\n"                                     \
      "    t[l] = sum;\n"                                                                      \
      BARRIER                                                                                  \
      "    for (int h = " size " / 2; h > 0; h /= 2) {\n"                                      \
      "        if (l < h)\n"                                                                   \
      "            t[l] += t[l + h];\n"                                                        \
      BARRIER                                                                                  \
      "    }\n"                                                                                \
      "    for (int j = l; j < columns; j += " size ")\n"                                      \
      "        d[row * columns + j] = exp(a[row * columns + j] - most) / t[0];\n"              \
      "}\n", ROWS, COLUMNS, ROWS * number, 1, number, 1 }
    SOFTMAX("64", 64),
    SOFTMAX("256", 256),
#define ATTENTION(size, number)                                                                \
    { "attention_" size, GROUP(size, "1") "attention_" size P                                  \
      "{\n"                                                                                    \
      "    __local float s[" size "][32], t[" size "][32];\n"                                  \
      "    int l = get_local_id(0), row = get_global_id(0);\n"                                 \
      "    float mine[32], out[32], most = -1e30f, sum = 0;\n"                                 \
      "    for (int i = 0; i < 32; i++) {\n"                                                   \
      "        mine[i] = a[row * columns + i];\n"                                              \
      "        out[i] = 0;\n"                                                                  \
      "    }\n"                                                                                \
      "    for (int j0 = 0; j0 < rows; j0 += " size ") {\n"                                    \
      "        for (int i = 0; i < 32; i++) {\n"                                               \
      "            s[l][i] = b[(j0 + l) * columns + i];\n"                                     \
      "            t[l][i] = c[(j0 + l) * columns + i];\n"                                     \
      "        }\n"                                                                            \
      BARRIER                                                                                  \
      "        for (int j = 0; j < " size "; j++) {\n"                                         \
      "            float dot = 0, old, p;\n"                                                   \
      "            for (int i = 0; i < 32; i++)\n"                                             \
      "                dot += mine[i] * s[j][i];\n"                                            \
      "            old = most;\n"                                                              \
      "            most = fmax(most, dot * 0.01f);\n"                                          \
      "            p = exp(dot * 0.01f - most);\n"                                             \
      "            old = exp(old - most);\n"                                                   \
      "            sum = sum * old + p;\n"                                                     \
      "            for (int i = 0; i < 32; i++)\n"                                             \
      "                out[i] = out[i] * old + p * t[j][i];\n"                                 \
      "        }\n"                                                                            \
      BARRIER                                                                                  \
      "    }\n"                                                                                \
      "    for (int i = 0; i < 32; i++)\n"                                                     \
      "        d[row * columns + i] = out[i] / sum;\n"                                         \
      "}\n", 1024, 32, 256, 1, number, 1 }
    ATTENTION("64", 64),
    ATTENTION("128", 128)
};

enum { KERNELS = sizeof(kernels) / sizeof(kernels[0]) };

#define CHECK(call)                                                                            \
    do {                                                                                       \
        const cl_int check_code = (call);                                                      \
        if (check_code != CL_SUCCESS) {                                                        \
            (void)fprintf(stderr, "cold_opencl: %s: error %d\n", #call, (int)check_code);      \
            exit(2);                                                                           \
        }                                                                                      \
    } while (0)

int main(int argc, char **argv)
{
    float *const host[] = { cold_a, cold_b, cold_c, cold_d };
    const char *name = argc == 2 ? argv[1] : "";
    size_t global[2], local[2];
    cl_platform_id platform;
    cl_device_id device;
    cl_context context;
    cl_command_queue queue;
    cl_program program;
    cl_kernel kernel;
    cl_mem buffer[4];
    cl_int e = CL_SUCCESS;
    unsigned k, i;
    if (strcmp(name, "sgemm_phased") == 0) {
        name = "sgemm";
    }
    for (k = 0; k < KERNELS && strcmp(kernels[k].name, name) != 0; k++) {
    }
    if (k == KERNELS) {
        (void)fprintf(stderr, "cold_opencl: there is no kernel '%s'\n", name);
        return 2;
    }
    cold_fill();
    CHECK(clGetPlatformIDs(1, &platform, NULL));
    CHECK(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL));
    context = clCreateContext(NULL, 1, &device, NULL, NULL, &e);
    CHECK(e);
    queue = clCreateCommandQueue(context, device, 0, &e);
    CHECK(e);
    {
        const char *text = kernels[k].text;
        program = clCreateProgramWithSource(context, 1, &text, NULL, &e);
    }
    CHECK(e);
    CHECK(clBuildProgram(program, 1, &device, "", NULL, NULL));
    kernel = clCreateKernel(program, name, &e);
    CHECK(e);
    for (i = 0; i < 4; i++) {
        buffer[i] = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR,
                                   sizeof(cold_a), host[i], &e);
        CHECK(e);
        CHECK(clSetKernelArg(kernel, i, sizeof(buffer[i]), &buffer[i]));
    }
    CHECK(clSetKernelArg(kernel, 4, sizeof(int), &kernels[k].rows));
    CHECK(clSetKernelArg(kernel, 5, sizeof(int), &kernels[k].columns));
    global[0] = (size_t)kernels[k].width;
    global[1] = (size_t)kernels[k].height;
    local[0] = (size_t)kernels[k].x;
    local[1] = (size_t)kernels[k].y;
    CHECK(clEnqueueNDRangeKernel(queue, kernel, 2, NULL, global, local[0] > 0 ? local : NULL, 0,
                                 NULL, NULL));
    (void)clEnqueueMapBuffer(queue, buffer[3], CL_TRUE, CL_MAP_READ, 0, sizeof(cold_d), 0, NULL,
                             NULL, &e);
    CHECK(e);
    cold_tell();
    return 0;
}
