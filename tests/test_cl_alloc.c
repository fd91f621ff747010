/* SPDX-License-Identifier: MIT */
/* run: needs=opencl libs=-lOpenCL plain */
/* run: flags=-DAMP_OPENCL,-Xlinker,--wrap=malloc,-Xlinker,--wrap=calloc,-Xlinker,--wrap=realloc */
/* The memory of the OpenCL backend is the program's: all of it comes from the allocator
   that amp_set_allocator set, and where that has none, at any place, the call says so and
   works at the next try. */
#include <pthread.h>
#define AMP_SHORT_NAMES
#define TAP_LIMIT 240
#include "amp.h"
#include "tap.h"

extern int setenv(const char *name, const char *value, int replace); /* hidden by -std=c99 */
extern void *__real_malloc(size_t bytes);
void *__wrap_malloc(size_t bytes);
void *__wrap_calloc(size_t n, size_t bytes);
void *__wrap_realloc(void *p, size_t bytes);

enum { N = 64 };
AMP_DEVICE_BEGIN
static inline int checked(int a)
{
    if (a > 1000000) {
        amp_errorf("%d is much", a);
    }
    return a + 1;
}
AMP_KERNEL(add, 1, in(int, 1, x), inout(int, 1, y)) { at(y, idx[0]) += checked(at(x, idx[0])); }
AMP_TILED_KERNEL(turn, (8), inout(int, 1, y))
{
    tile_static(int, t, 8);
    t[tidx.local[0]] = at_index(y, tidx.global);
    tile_barrier_wait(tidx);
    at_index(y, tidx.global) = t[7 - tidx.local[0]];
}
AMP_DEVICE_END

/* ---- counting ------------------------------------------------------------- */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long allocations, fail_at, failures, direct;

/* What this file, and so the library in it, calls by itself. */
void *__wrap_malloc(size_t bytes)
{
    direct++;
    return __real_malloc(bytes);
}
void *__wrap_calloc(size_t n, size_t bytes)
{
    void *p = __real_malloc(n * bytes);
    direct++;
    return p != NULL ? memset(p, 0, n * bytes) : NULL;
}
void *__wrap_realloc(void *p, size_t bytes)
{
    (void)p;
    (void)bytes;
    FAIL("realloc is called");
}

static void *counted(size_t bytes, void *user)
{
    int fails;
    void *p;
    (void)user;
    (void)pthread_mutex_lock(&lock);
    fails = ++allocations == fail_at;
    failures += fails;
    (void)pthread_mutex_unlock(&lock);
    p = fails ? NULL : __real_malloc(bytes);
    return p != NULL ? memset(p, 0x5A, bytes) : NULL; /* nobody may count on zeros */
}
static void release(void *memory, void *user)
{
    (void)user;
    free(memory);
}
static void use_counted(void)
{
    amp_allocator a;
    a.allocate = counted;
    a.release = release;
    a.user_data = NULL;
    amp_set_allocator(a);
}

/* ---- a scenario ------------------------------------------------------------ */

static int x[N], y[N];

/* Launches with and without tiles, on a device with memory of its own or not, and copies. The
   first status that is not AMP_OK. */
static amp_status scenario(void)
{
    const amp_accelerator a = amp_accelerator_find("opencl");
    amp_accelerator_view on = { NULL, 0 };
    amp_array_view vx, vy;
    amp_status s;
    int i;
    if (a.index < 0) {
        SKIP("there is no OpenCL device: %s", amp_last_error());
    }
    for (i = 0; i < N; i++) {
        x[i] = i;
        y[i] = 100;
    }
    vx = amp_view(int, x, N);
    vy = amp_view(int, y, N);
    s = vx.status != AMP_OK ? vx.status : vy.status;
    s = s == AMP_OK ? amp_accelerator_create_view(a, AMP_QUEUING_AUTOMATIC, &on) : s;
    s = s == AMP_OK ? amp_refresh(vx) : s;
    s = s == AMP_OK ? amp_refresh(vy) : s;
    s = s == AMP_OK ? parallel_for_each_on(on, amp_extent(N), add, vx, vy) : s;
    s = s == AMP_OK ? parallel_for_each_on(on, amp_tile(amp_extent(N), 8), turn, vy) : s;
    s = s == AMP_OK ? amp_synchronize(vy) : s;
    for (i = 0; s == AMP_OK && i < N; i++) {
        CHECK_INT(y[i], ==, 100 + (i / 8 * 8 + 7 - i % 8) + 1);
    }
    (void)amp_release(vx);
    (void)amp_release(vy);
    if (on.queue != NULL) {
        (void)amp_accelerator_view_release(on);
    }
    return s;
}

/* Fails each allocation of the scenario once. */
static void each_fails(const char *memory)
{
    long n = 0, all = 0;
    use_counted();
    CHECK_INT(setenv("AMP_CL_MEMORY", memory, 1), ==, 0);
    for (fail_at = 1; fail_at == 1 || failures > 0; fail_at++) {
        amp_status s;
        allocations = failures = 0;
        s = scenario();
        if (s != AMP_OK) {
            CHECK_STATUS(s, AMP_OUT_OF_MEMORY);
            CHECK_INT(failures, ==, 1);
            CHECK(strlen(amp_last_error()) > 10);
            n++;
        }
        all = allocations > all ? allocations : all;
    }
    fail_at = 0;
    CHECK_OK(scenario());
    CHECK_INT(n, >=, 8); /* text, record, link, kernels, queue, ... */
    CHECK_INT(direct, ==, 0);
}
TEST(each_allocation_may_fail_with_copies) { each_fails("copy"); }
TEST(each_allocation_may_fail_in_shared_memory) { each_fails("shared"); }

TEST(the_cache_and_the_trace_allocate_alike)
{
    use_counted();
    char folder[4096];
    CHECK(getcwd(folder, sizeof(folder) - 32) != NULL);
    strcat(folder, "/build/tests/alloc-cache");
    CHECK_INT(setenv("AMP_CL_CACHE", folder, 1), ==, 0);
    CHECK_INT(setenv("AMP_TRACE", "alloc-trace.json", 1), ==, 0);
    CHECK_OK(scenario());
    CHECK_INT(setenv("AMP_CL_OPTIONS", "-no-such-option", 1), ==, 0);
    CHECK_OK(scenario()); /* it is built already */
    CHECK_INT(allocations, >, 10);
    CHECK_INT(direct, ==, 0);
}

TEST(a_build_log_allocates_alike)
{
    use_counted();
    CHECK_INT(setenv("AMP_CL_OPTIONS", "-no-such-option", 1), ==, 0);
    CHECK_STATUS(scenario(), AMP_BUILD_FAILED);
    CHECK_INT(direct, ==, 0);
}
