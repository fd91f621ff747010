/* SPDX-License-Identifier: MIT */
/* run: needs=opencl libs=-lOpenCL dropin plain not=opencl */
/* run: flags=-DAMP_OPENCL,-Xlinker,--wrap=clBuildProgram */
/* run: flags=-Xlinker,--wrap=clEnqueueWriteBufferRect,-Xlinker,--wrap=clEnqueueReadBufferRect */
/* run: flags=-Xlinker,--wrap=clEnqueueCopyBufferRect */
/* run: flags=-Xlinker,--wrap=clGetKernelWorkGroupInfo */
/* What NVIDIA's driver asks for beyond OpenCL (docs/decisions/0057-a-gpu-of-nvidias.md): calls pass
   through functions that refuse what it refuses, to a device that has copies. */
#define AMP_SHORT_NAMES
#include "amp.h"
#include "tap.h"

/* The parameters of OpenCL's functions that copy a rectangle. */
#define RECTANGLE const size_t *there, const size_t *here, const size_t *region, size_t pitch, \
                  size_t slice, size_t other_pitch, size_t other_slice
#define EVENTS cl_uint n, const cl_event *before, cl_event *event
#define BUILD cl_program p, cl_uint n, const cl_device_id *d, const char *options, \
              void (CL_CALLBACK *f)(cl_program, void *), void *x
#define WRITE cl_command_queue q, cl_mem m, cl_bool blocks, RECTANGLE, const void *host, EVENTS
#define READ cl_command_queue q, cl_mem m, cl_bool blocks, RECTANGLE, void *host, EVENTS
#define COPY cl_command_queue q, cl_mem m, cl_mem to, RECTANGLE, EVENTS
#define INFO cl_kernel k, cl_device_id d, cl_kernel_work_group_info what, size_t size, \
             void *value, size_t *used

extern int setenv(const char *name, const char *value, int replace); /* hidden by -std=c99 */
extern cl_int __real_clBuildProgram(BUILD);
extern cl_int __real_clEnqueueWriteBufferRect(WRITE);
extern cl_int __real_clEnqueueReadBufferRect(READ);
extern cl_int __real_clEnqueueCopyBufferRect(COPY);
extern cl_int __real_clGetKernelWorkGroupInfo(INFO);
cl_int __wrap_clBuildProgram(BUILD);
cl_int __wrap_clEnqueueWriteBufferRect(WRITE);
cl_int __wrap_clEnqueueReadBufferRect(READ);
cl_int __wrap_clEnqueueCopyBufferRect(COPY);
cl_int __wrap_clGetKernelWorkGroupInfo(INFO);

static int builds_seen, rectangles;
static int adds_bytes; /* kernels say of tile memory what NVIDIA's do */

cl_int __wrap_clBuildProgram(BUILD)
{
    builds_seen++;
    return strstr(options, "-cl-std=CL1.2") != NULL ? CL_BUILD_PROGRAM_FAILURE
                                                    : __real_clBuildProgram(p, n, d, options, f, x);
}

/* CL_SUCCESS where all rows of a rectangle, each a whole pitch, lie in the buffer. */
static cl_int lies_in(cl_mem m, const size_t *origin, const size_t *region, size_t pitch)
{
    size_t bytes = 0;
    const cl_int code = clGetMemObjectInfo(m, CL_MEM_SIZE, sizeof(bytes), &bytes, NULL);
    rectangles++;
    return code != CL_SUCCESS ? code
        : origin[0] + (origin[1] + region[1]) * pitch <= bytes ? CL_SUCCESS : CL_INVALID_VALUE;
}

cl_int __wrap_clEnqueueWriteBufferRect(WRITE)
{
    const cl_int code = lies_in(m, there, region, pitch);
    return code != CL_SUCCESS ? code
        : __real_clEnqueueWriteBufferRect(q, m, blocks, there, here, region, pitch, slice,
                                          other_pitch, other_slice, host, n, before, event);
}

cl_int __wrap_clEnqueueReadBufferRect(READ)
{
    const cl_int code = lies_in(m, there, region, pitch);
    return code != CL_SUCCESS ? code
        : __real_clEnqueueReadBufferRect(q, m, blocks, there, here, region, pitch, slice,
                                         other_pitch, other_slice, host, n, before, event);
}

cl_int __wrap_clEnqueueCopyBufferRect(COPY)
{
    cl_int code = lies_in(m, there, region, pitch);
    code = code == CL_SUCCESS ? lies_in(to, here, region, other_pitch) : code;
    return code != CL_SUCCESS ? code
        : __real_clEnqueueCopyBufferRect(q, m, to, there, here, region, pitch, slice, other_pitch,
                                         other_slice, n, before, event);
}

cl_int __wrap_clGetKernelWorkGroupInfo(INFO)
{
    const cl_int code = __real_clGetKernelWorkGroupInfo(k, d, what, size, value, used);
    if (what == CL_KERNEL_LOCAL_MEM_SIZE && code == CL_SUCCESS && adds_bytes) {
        *(cl_ulong *)value = (*(cl_ulong *)value + 4) / 4 * 4; /* a byte, and up to a float */
    }
    return code;
}

AMP_DEVICE_BEGIN
AMP_KERNEL(add_2, 2, inout(int, 2, v)) { at_index(v, idx) += 1; }
AMP_KERNEL(add_3, 3, inout(int, 3, v)) { at_index(v, idx) += 1; }
AMP_TILED_KERNEL(all_of_it, (64), inout(int, 1, v))
{
    tile_static(float, a, 8192);
    for (int i = tidx.local[0]; i < 8192; i += 64) { a[i] = (float)(i + tidx.tile[0]); }
    tile_barrier_wait(tidx);
    at_index(v, tidx.global) = (int)a[8191 - tidx.local[0] * 128];
}
AMP_TILED_KERNEL(too_much, (64), inout(int, 1, v))
{
    tile_static(float, a, 8200);
    a[tidx.local[0]] = (float)tidx.tile[0];
    tile_barrier_wait(tidx);
    at_index(v, tidx.global) = (int)a[63 - tidx.local[0]];
}
AMP_DEVICE_END

static amp_accelerator_view device(void)
{
    amp_accelerator a;
    CHECK_INT(setenv("AMP_CL_MEMORY", "copy", 1), ==, 0);
    CHECK_INT(setenv("AMP_CL_CACHE", "off", 1), ==, 0);
    a = amp_accelerator_find("opencl");
    if (a.index < 0) {
        SKIP("there is no OpenCL device: %s", amp_last_error());
    }
    return amp_accelerator_default_view(a);
}

enum { Z = 3, Y = 5, X = 7 };
static int m[Z * Y * X];

/* Each element of a box of m is raised by one on the device, and no other. */
static void raised(const int *at, const int *extent)
{
    int k;
    for (k = 0; k < Z * Y * X; k++) {
        const int z = k / X / Y, y = k / X % Y, x = k % X;
        const int in = z >= at[0] && z < at[0] + extent[0] && y >= at[1]
            && y < at[1] + extent[1] && x >= at[2] && x < at[2] + extent[2];
        if (m[k] != k + in) {
            FAIL("(%d, %d, %d) is %d, the box begins at (%d, %d, %d)", z, y, x, m[k] - k, at[0],
                 at[1], at[2]);
        }
        m[k] = k;
    }
}

TEST(sections_of_each_corner_go_there_and_back)
{
    const amp_accelerator_view d = device();
    int n;
    for (n = 0; n < Z * Y * X; n++) {
        m[n] = n;
    }
    for (n = 0; n < 8; n++) { /* at the beginning or the end of each dimension */
        const int extent[3] = { 2, 3, 4 };
        const int at[3] = { n & 1 ? Z - 2 : 0, n & 2 ? Y - 3 : 0, n & 4 ? X - 4 : 0 };
        const int flat[3] = { 0, at[1], at[2] }, plane[3] = { 1, 3, 4 };
        const amp_array_view all = amp_view(int, m, Z, Y, X);
        amp_array_view two;
        CHECK_OK(parallel_for_each_on(d, amp_extent(2, 3, 4), add_3,
                                      amp_section(all, amp_index(at[0], at[1], at[2]),
                                                  amp_extent(2, 3, 4))));
        CHECK_OK(amp_synchronize(all));
        CHECK_OK(amp_release(all));
        raised(at, extent);
        two = amp_view(int, m, Y, X);
        CHECK_OK(parallel_for_each_on(d, amp_extent(3, 4), add_2,
                                      amp_section(two, amp_index(at[1], at[2]),
                                                  amp_extent(3, 4))));
        CHECK_OK(amp_synchronize(two));
        CHECK_OK(amp_release(two));
        raised(flat, plane);
    }
    CHECK_INT(builds_seen, >, 0);
    CHECK_INT(rectangles, >, 0);
}

TEST(sections_are_copied_on_the_device)
{
    const amp_accelerator_view d = device();
    static int back[Y * X];
    const amp_array_view from = amp_array_on(d, int, amp_extent(Y, X));
    const amp_array_view to = amp_array_on(d, int, amp_extent(Y, X));
    int n;
    for (n = 0; n < Y * X; n++) {
        m[n] = n;
    }
    CHECK_OK(amp_copy_in(from, m));
    CHECK_OK(amp_copy_in(to, m));
    rectangles = 0;
    CHECK_OK(amp_copy(amp_section(from, amp_index(0, 0), amp_extent(3, 4)),
                      amp_section(to, amp_index(Y - 3, X - 4), amp_extent(3, 4))));
    CHECK_OK(amp_copy_out(to, back));
    for (n = 0; n < Y * X; n++) {
        const int y = n / X - (Y - 3), x = n % X - (X - 4);
        CHECK_INT(back[n], ==, y >= 0 && x >= 0 ? y * X + x : n);
    }
    CHECK_INT(rectangles, >, 0);
    CHECK_OK(amp_release(from));
    CHECK_OK(amp_release(to));
}

TEST(a_byte_of_the_devices_own_in_tile_memory)
{
    const amp_accelerator_view d = device();
    static int cells[640];
    const amp_array_view v = amp_view(int, cells, 640);
    int i;
    adds_bytes = 1;
    CHECK_OK(parallel_for_each_on(d, amp_tile(amp_extent(640), 64), all_of_it, v));
    CHECK_OK(amp_synchronize(v));
    for (i = 0; i < 640; i++) {
        CHECK_INT(cells[i], ==, 8191 - i % 64 * 128 + i / 64);
    }
    CHECK_STATUS(parallel_for_each_on(d, amp_tile(amp_extent(640), 64), too_much, v),
                 AMP_OUT_OF_MEMORY);
    CHECK_CONTAINS(amp_last_error(), "needs more than 32768 bytes of tile_static");
    adds_bytes = 0;
}
