/* SPDX-License-Identifier: MIT */
/* run: needs=opencl flags=-DAMP_OPENCL libs=-lOpenCL cc=gcc plain turn=0/2 */
/* PoCL's work-group method, how it makes loops over the threads of a tile: loops with
   barriers in every form, by each method that can be chosen, against the emulator; and
   the environment, by which PoCL is told the method, is the user's before and after.
   With oclgrind and on GPUs the variable means nothing, and the kernels are right. */
#define AMP_SHORT_NAMES
#define TAP_LIMIT 120
#include "amp.h"
#include "tap.h"

extern int setenv(const char *name, const char *value, int replace); /* hidden by -std=c99 */
extern int unsetenv(const char *name);
extern char **environ;

static const char variable[] = "POCL_WORK_GROUP_METHOD";
enum { N = 64 };

AMP_DEVICE_BEGIN
#define T 8
AMP_TILED_KERNEL(begins, (T), inout(int, 1, v), value(int, n))
{
    tile_static(int, t, T);
    const int me = tidx.local[0];
    int sum = 0;
    t[me] = at_index(v, tidx.global);
    for (int i = 0; i < n; i++) {
        tile_barrier_wait(tidx);
        sum += t[(me + i) % T];
    }
    at_index(v, tidx.global) = sum;
}
AMP_TILED_KERNEL(begins_and_goes_on, (T), inout(int, 1, v), value(int, n))
{
    tile_static(int, t, T);
    const int me = tidx.local[0];
    int sum = 0;
    t[me] = at_index(v, tidx.global);
    for (int i = 0; i < n; i++) {
        tile_barrier_wait(tidx);
        sum += t[(me + i) % T];
        tile_barrier_wait(tidx);
        t[me] += 1;
    }
    at_index(v, tidx.global) = sum;
}
AMP_TILED_KERNEL(ends, (T), inout(int, 1, v), value(int, n))
{
    tile_static(int, t, T);
    const int me = tidx.local[0];
    int sum = 0, i = 0;
    t[me] = at_index(v, tidx.global);
    tile_barrier_wait(tidx);
    do {
        sum += t[(me + i++) % T];
        tile_barrier_wait(tidx);
    } while (i < n);
    at_index(v, tidx.global) = sum;
}
AMP_TILED_KERNEL(two_deep, (T), inout(int, 1, v), value(int, n))
{
    tile_static(int, t, T);
    const int me = tidx.local[0];
    int sum = 0, j = 0;
    t[me] = at_index(v, tidx.global);
    while (j < n) {
        for (int i = 0; i < n; i++) {
            tile_barrier_wait(tidx);
            sum += t[(me + i + j) % T];
        }
        j++;
    }
    at_index(v, tidx.global) = sum;
}
/* An exclusive scan of 2 * T elements, up and down: the form in which PoCL's own choice was
   seen to be wrong. */
AMP_TILED_KERNEL(scan, (T), inout(int, 1, v), value(int, n))
{
    tile_static(int, t, 2 * T);
    const int me = tidx.local[0];
    int offset = 1;
    t[2 * me] = at_index(v, tidx.global);
    t[2 * me + 1] = n;
    for (int d = T; d > 0; d >>= 1) {
        tile_barrier_wait(tidx);
        if (me < d) {
            const int a = offset * (2 * me + 1) - 1, b = offset * (2 * me + 2) - 1;
            t[b] += t[a];
        }
        offset *= 2;
    }
    if (me == 0) {
        t[2 * T - 1] = 0;
    }
    for (int d = 1; d <= T; d *= 2) {
        tile_barrier_wait(tidx);
        offset >>= 1;
        if (me < d) {
            const int a = offset * (2 * me + 1) - 1, b = offset * (2 * me + 2) - 1;
            const int old = t[a];
            t[a] = t[b];
            t[b] += old;
        }
    }
    tile_barrier_wait(tidx);
    at_index(v, tidx.global) = t[2 * me] + 3 * t[2 * me + 1];
}
AMP_PHASED_KERNEL(phases, (T), inout(int, 1, v), value(int, n))
{
    tile_static(int, t, T);
    thread_private(int, sum);
    phase { t[tidx.local[0]] = at_index(v, tidx.global); mine(sum) = 0; }
    for (int i = 0; i < n; i++) {
        phase { mine(sum) += t[(tidx.local[0] + i) % T]; }
        phase_first(T / 2) { t[tidx.local[0]] += i; }
    }
    phase { at_index(v, tidx.global) = mine(sum); }
}
AMP_KERNEL(simple, 1, inout(int, 1, v), value(int, n)) { at(v, idx[0]) += n * idx[0]; }
AMP_DEVICE_END

/* The device, with the variable set to `method`, or unset for NULL, before PoCL reads it. */
static amp_accelerator_view device(const char *method)
{
    amp_accelerator a;
    if (method != NULL) {
        CHECK_INT(setenv(variable, method, 1), ==, 0);
    } else {
        CHECK_INT(unsetenv(variable), ==, 0);
    }
    a = amp_accelerator_find("opencl");
    if (a.index < 0) {
        SKIP("there is no OpenCL device: %s", amp_last_error());
    }
    return amp_accelerator_default_view(a);
}

static void fill(int *v)
{
    int i;
    for (i = 0; i < N; i++) {
        v[i] = i * i % 37;
    }
}

/* Runs each kernel in both places; the name of the first that differs, or NULL. */
static const char *first_wrong(amp_accelerator_view on)
{
    const amp_accelerator_view host = amp_accelerator_default_view(amp_accelerator_find("emu"));
    static int x[N], y[N];
    const amp_array_view vx = amp_view(int, x, N), vy = amp_view(int, y, N);
    const amp_tiled_extent tiles = amp_tile(amp_extent(N), T);
#define BOTH(kernel, threads)                                                                  \
    fill(x);                                                                                   \
    fill(y);                                                                                   \
    CHECK_OK(amp_refresh(vx));                                                                 \
    CHECK_OK(parallel_for_each_on(on, threads, kernel, vx, 5));                                \
    CHECK_OK(parallel_for_each_on(host, threads, kernel, vy, 5));                              \
    CHECK_OK(amp_synchronize(vx));                                                             \
    CHECK_OK(amp_synchronize(vy));                                                             \
    if (memcmp(x, y, sizeof(x)) != 0) {                                                        \
        return #kernel;                                                                        \
    }
    BOTH(begins, tiles)
    BOTH(begins_and_goes_on, tiles)
    BOTH(ends, tiles)
    BOTH(two_deep, tiles)
    BOTH(scan, tiles)
    BOTH(phases, tiles)
    BOTH(simple, amp_extent(N))
    return NULL;
}

/* What the library answers for: its own choice. */
TEST(loops_with_barriers_by_default)
{
    const char *wrong = first_wrong(device(NULL));
    CHECK_STR(wrong != NULL ? wrong : "none", "none");
}
TEST(loops_with_barriers_by_workitemrepl)
{
    const char *wrong = first_wrong(device("workitemrepl"));
    CHECK_STR(wrong != NULL ? wrong : "none", "none");
}

/* What a user may choose. PoCL 3.1's loopvec, its default, gave wrong results for a scan whose
   loops begin with a barrier, on one machine (right with workitemrepl and under oclgrind): that
   is PoCL's, and said, not hidden. */
static void users(const char *method)
{
    const char *wrong = first_wrong(device(method));
    if (wrong != NULL) {
        SKIP("PoCL's %s compiles the kernel %s to wrong code", method, wrong);
    }
    CHECK_STR(getenv(variable), method);
}
TEST(loops_with_barriers_by_loops) { users("loops"); }
TEST(loops_with_barriers_by_loopvec) { users("loopvec"); }
TEST(loops_with_barriers_by_auto) { users("auto"); }

/* ---- the environment ------------------------------------------------------ */

static unsigned long sum_of_environment(void)
{
    unsigned long sum = 0;
    char **e;
    const char *p;
    for (e = environ; *e != NULL; e++) {
        for (p = *e; *p != '\0'; p++) {
            sum = sum * 31 + (unsigned char)*p;
        }
    }
    return sum;
}

TEST(the_environment_is_the_users_after_each_call)
{
    static int v[1 << 17];
    const int size[] = { 8, N, 1024, 65528, 65536, 1 << 17 };
    unsigned long sum;
    amp_accelerator_view on;
    int i;
    on = device(NULL);
    CHECK(getenv(variable) == NULL);
    sum = sum_of_environment(); /* behind the listing: PoCL's hwloc adds a variable of its own */
    for (i = 0; i < 6; i++) { /* some sizes are compiled anew */
        const amp_array_view a = amp_view(int, v, size[i]);
        CHECK_OK(parallel_for_each_on(on, amp_tile(amp_extent(size[i]), T), begins, a, 2));
        CHECK(getenv(variable) == NULL);
        CHECK_OK(parallel_for_each_on(on, amp_extent(size[i]), simple, a, 2));
        CHECK(getenv(variable) == NULL);
        CHECK_OK(amp_synchronize(a));
    }
    CHECK_UINT(sum_of_environment(), ==, sum);
}

TEST(the_users_choice_is_kept)
{
    const amp_accelerator_view on = device("loops");
    static int v[N];
    const unsigned long sum = sum_of_environment();
    CHECK_OK(parallel_for_each_on(on, amp_tile(amp_extent(N), T), begins, amp_view(int, v, N), 2));
    CHECK_OK(amp_synchronize(amp_view(int, v, N)));
    CHECK_STR(getenv(variable), "loops");
    CHECK_UINT(sum_of_environment(), ==, sum);
}

/* A program that does not build, and a launch that does not fit, leave nothing either. */
TEST(the_environment_is_the_users_after_a_failure)
{
    const amp_accelerator_view on = device(NULL);
    static int v[N];
    CHECK_INT(setenv("AMP_CL_OPTIONS", "-no-such-option", 1), ==, 0);
    CHECK_STATUS(parallel_for_each_on(on, amp_extent(N), simple, amp_view(int, v, N), 2),
                 AMP_BUILD_FAILED);
    CHECK(getenv(variable) == NULL);
}
