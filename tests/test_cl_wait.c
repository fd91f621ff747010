/* SPDX-License-Identifier: MIT */
/* run: needs=opencl libs=-lOpenCL dropin plain */
/* run: flags=-DAMP_OPENCL,-Xlinker,--wrap=clEnqueueNDRangeKernel,-Xlinker,--wrap=clFinish */
/* A command that fails on the device while others follow it: waiting returns its failure,
   once, and what is sent after that runs. AMP_CL_MEMORY=copy makes a CPU's device one with
   memory of its own; the launch that fails is an event of the test's. */
#define AMP_SHORT_NAMES
#define TAP_LIMIT 120
#include "amp.h"
#include "tap.h"

extern int setenv(const char *name, const char *value, int replace); /* hidden by -std=c99 */
extern cl_int __real_clEnqueueNDRangeKernel(cl_command_queue q, cl_kernel k, cl_uint rank,
                                            const size_t *from, const size_t *global,
                                            const size_t *local, cl_uint waits,
                                            const cl_event *before, cl_event *event);
cl_int __wrap_clEnqueueNDRangeKernel(cl_command_queue q, cl_kernel k, cl_uint rank,
                                     const size_t *from, const size_t *global,
                                     const size_t *local, cl_uint waits, const cl_event *before,
                                     cl_event *event);
extern cl_int __real_clFinish(cl_command_queue q);
cl_int __wrap_clFinish(cl_command_queue q);

enum { N = 64 };
AMP_DEVICE_BEGIN
AMP_KERNEL(add, 1, value(int, a), inout(int, 1, y)) { at(y, idx[0]) += a; }
AMP_DEVICE_END

static int fails; /* the next launch */
static int finished; /* calls of clFinish; whoever reads it has waited for the work */
static cl_event failing;

cl_int __wrap_clEnqueueNDRangeKernel(cl_command_queue q, cl_kernel k, cl_uint rank,
                                     const size_t *from, const size_t *global,
                                     const size_t *local, cl_uint waits, const cl_event *before,
                                     cl_event *event)
{
    cl_context context;
    cl_int code = CL_SUCCESS;
    if (!fails) {
        return __real_clEnqueueNDRangeKernel(q, k, rank, from, global, local, waits, before,
                                             event);
    }
    fails = 0;
    CHECK(event != NULL);
    CHECK_INT(clGetCommandQueueInfo(q, CL_QUEUE_CONTEXT, sizeof(context), &context, NULL), ==, 0);
    failing = *event = clCreateUserEvent(context, &code);
    CHECK_INT(code, ==, CL_SUCCESS);
    return clRetainEvent(failing);
}
cl_int __wrap_clFinish(cl_command_queue q)
{
    (void)__atomic_add_fetch(&finished, 1, __ATOMIC_ACQ_REL);
    if (failing != NULL) { /* fails while what follows it is under way */
        CHECK_INT(clSetUserEventStatus(failing, CL_OUT_OF_RESOURCES), ==, CL_SUCCESS);
        (void)clReleaseEvent(failing);
        failing = NULL;
    }
    return __real_clFinish(q);
}

TEST(a_failure_is_returned_though_a_copy_followed)
{
    static int m[N], r[N];
    amp_accelerator a;
    amp_accelerator_view d;
    amp_array_view v, w;
    amp_status s;
    (void)setenv("AMP_CL_MEMORY", "copy", 1);
    a = amp_accelerator_find("opencl");
    if (a.index < 0) {
        SKIP("there is no OpenCL device: %s", amp_last_error());
    }
    d = amp_accelerator_default_view(a);
    v = amp_array_on_from(d, int, amp_extent(N), m);
    w = amp_array_on_from(d, int, amp_extent(N), r);
    CHECK_OK(parallel_for_each_on(d, amp_extent(N), add, 1, v)); /* compiles */
    CHECK_OK(amp_wait(d));
    amp__cl.device[amp__host.devices.device[a.index].number].is_cpu = 0; /* it has events */
    fails = 1;
    CHECK_OK(parallel_for_each_on(d, amp_extent(N), add, 1, v));
    (void)amp_copy_in_async(w, m);
    s = amp_wait(d); /* PoCL says that something before failed, Rusticl what it was */
    CHECK(s == AMP_RUNTIME_ERROR || s == AMP_OUT_OF_MEMORY);
    CHECK_OK(amp_wait(d));
    CHECK_STATUS(amp_release(v), s); /* what was to write it failed */
    CHECK_STATUS(amp_release(w), s);
    v = amp_array_on_from(d, int, amp_extent(N), m);
    CHECK_OK(parallel_for_each_on(d, amp_extent(N), add, 5, v));
    CHECK_OK(amp_copy_out(v, r));
    CHECK_INT(r[3], ==, 5);
    CHECK_OK(amp_wait(d));
    CHECK_OK(amp_release(v));
}

/* Each wait in between would let the device's threads fall asleep (amp__queue_main). */
TEST(what_was_held_back_is_waited_for_once)
{
    static int m[N];
    const amp_accelerator a = amp_accelerator_find("opencl");
    amp_accelerator_view d;
    amp_array_view v;
    int i, in_memory;
    if (a.index < 0) {
        SKIP("there is no OpenCL device: %s", amp_last_error());
    }
    for (in_memory = 0; in_memory < 2; in_memory++) {
        CHECK_OK(amp_accelerator_create_view(a, AMP_QUEUING_AUTOMATIC, &d));
        v = in_memory ? amp_view(int, m, N) : amp_array_on_from(d, int, amp_extent(N), m);
        CHECK_OK(parallel_for_each_on(d, amp_extent(N), add, 1, v)); /* compiles */
        CHECK_OK(amp_wait(d));
        CHECK_INT(__atomic_exchange_n(&finished, 0, __ATOMIC_ACQ_REL), >, 0);
        for (i = 0; i < 12; i++) {
            CHECK_OK(parallel_for_each_on(d, amp_extent(N), add, i, v));
        }
        CHECK_OK(amp_wait(d));
        CHECK_INT(__atomic_load_n(&finished, __ATOMIC_ACQUIRE), ==, 1);
        if (in_memory) {
            CHECK_OK(amp_synchronize(v));
        } else {
            CHECK_OK(amp_copy_out(v, m));
        }
        for (i = 0; i < N; i++) {
            CHECK_INT(m[i], ==, (in_memory ? 2 : 1) * (1 + 66));
        }
        CHECK_OK(amp_release(v));
        CHECK_OK(amp_accelerator_view_release(d));
    }
}
