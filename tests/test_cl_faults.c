/* SPDX-License-Identifier: MIT */
/* run: needs=opencl flags=-DAMP_OPENCL,-DAMP_CHECK libs=-lOpenCL dropin plain turn=compiler,0/2 */
/* What an AMP_CHECK build finds on an OpenCL device: indices outside their view,
   in kernels of all kinds and in helpers, where, by whom, and told once.
   AMP_CL_MEMORY=copy makes a CPU's device one with memory of its own. */
#define AMP_SHORT_NAMES
#define TAP_LIMIT 120
#include "amp.h"
#include "tap.h"

extern int setenv(const char *name, const char *value, int replace); /* hidden by -std=c99 */

AMP_DEVICE_BEGIN
typedef struct pair { float a; int b; } pair;
enum { WRITE_1 = __LINE__ + 4, READ_1 = __LINE__ + 6 };
AMP_KERNEL(line, 1, in(int, 1, x), inout(int, 1, y), value(int, how), value(int, i))
{
    if (idx[0] == 5 && how == 1) {
        at(y, i) = -7;
    } else if (idx[0] == 5 && how == 2) { at(y, idx[0]) =
        at(x, i) + 1000;
    } else {
        at_index(y, idx) = at_index(x, idx) + 1;
    }
}
enum { WRITE_2 = __LINE__ + 4 };
AMP_KERNEL(plane, 2, inout(pair, 2, p), value(int, r), value(int, c))
{
    if (idx[0] == 3 && idx[1] == 2) {
        at(p, idx[0] + r, idx[1] + c).b = 99;
    }
    at_index(p, idx).a += 1;
}
enum { WRITE_3 = __LINE__ + 5 };
AMP_TILED_KERNEL(volume, (2, 2, 4), inout(double, 3, v), value(int, wrong))
{
    tile_static(double, t, 2, 2, 4);
    const int at0[3] = { tidx.global[0], tidx.global[1] - wrong, tidx.global[2] };
    t[tidx.local[0]][tidx.local[1]][tidx.local[2]] = at_index(v, at0);
    tile_barrier_wait(tidx);
    at_index(v, tidx.global) = t[1 - tidx.local[0]][tidx.local[1]][tidx.local[2]];
}
enum { WRITE_P = __LINE__ + 7 };
AMP_PHASED_KERNEL(phases, (16), in(int, 1, x), out(int, 1, y), value(long long, offset))
{
    tile_static(int, t, 16);
    thread_private(int, here);
    phase { mine(here) = at_index(x, tidx.global); t[tidx.local[0]] = mine(here); }
    phase {
        at(y, tidx.global[0] + offset) = t[15 - tidx.local[0]];
    }
}
enum { HELPER = __LINE__ + 3 };
static inline int deeper(amp_global_ptr(const int) a, amp_shape1 a_shape, int i)
{
    return at(a, i * 2);
}
static inline int helper(amp_global_ptr(const int) a, amp_shape1 a_shape, int i)
{
    return a_shape.extent[0] > 0 ? deeper(a, a_shape, i) : 0;
}
#define VIA(f, v, i) f(v, v##_shape, i)
AMP_KERNEL(helped, 1, in(int, 1, min), out(int, 1, y))
{
    at_index(y, idx) = VIA(helper, min, idx[0]);
}
enum { TABLE = __LINE__ + 3 };
AMP_TILED_KERNEL(looks_up, (8), table(pair, 2, w), value(int, i), out(int, 1, y))
{
    at(y, tidx.global[0]) = at(w, 1, tidx.local[0] == 5 ? i : 0).b;
}
AMP_KERNEL(counted, 1, inout(int, 1, n), value(int, i))
{
    (void)amp_atomic_fetch_add(&at(n, i), 1);
}
AMP_DEVICE_END

enum { N = 64, GUARD = 8 };
static int x[N], y[GUARD + N + GUARD];

static amp_accelerator_view device(const char *memory)
{
    amp_accelerator a;
    CHECK_INT(setenv("AMP_CL_MEMORY", memory, 1), ==, 0);
    a = amp_accelerator_find("opencl");
    if (a.index < 0) {
        SKIP("there is no OpenCL device: %s", amp_last_error());
    }
    return amp_accelerator_default_view(a);
}

/* The last error names kernel, thread, file and line, and says the rest. */
static void told(const char *who, int at_line, const char *what)
{
    char text[200];
    (void)snprintf(text, sizeof(text), "%s, " __FILE__ ":%d: ", who, at_line);
    CHECK_CONTAINS(amp_last_error(), text);
    CHECK_CONTAINS(amp_last_error(), what);
    CHECK_CONTAINS(amp_last_error(), "on OpenCL device");
}

/* The status of a launch, which may go on behind its call. */
static amp_status end(amp_accelerator_view d, amp_status s)
{
    const amp_status waited = amp_wait(d);
    return s != AMP_OK ? s : waited;
}

static void fill(void)
{
    int i;
    for (i = 0; i < N; i++) {
        x[i] = i * 3;
    }
    for (i = 0; i < GUARD + N + GUARD; i++) {
        y[i] = -1;
    }
}

/* Sends `line` and waits; y's view has GUARD elements before and behind it. */
static amp_status send(amp_accelerator_view d, int how, int i)
{
    const amp_array_view all = amp_view(int, y, GUARD + N + GUARD);
    const amp_array_view vy = amp_section(all, amp_index(GUARD), amp_extent(N));
    amp_status s;
    fill();
    CHECK_OK(amp_refresh(amp_view(int, x, N)));
    CHECK_OK(amp_refresh(all));
    s = parallel_for_each_on(d, amp_extent(N), line, amp_view(int, x, N), vy, how, i);
    return s == AMP_OK ? amp_synchronize(all) : s;
}

static void guards(void)
{
    int i;
    for (i = 0; i < GUARD; i++) {
        CHECK_INT(y[i], ==, -1);
        CHECK_INT(y[GUARD + N + i], ==, -1);
    }
}

static void one_dimension(const char *memory)
{
    const amp_accelerator_view d = device(memory);
    int i;
    CHECK_STATUS(send(d, 1, N), AMP_KERNEL_FAULT);
    told("kernel line, thread (5)", WRITE_1, "index (64) is outside y, whose extent is (64), in "
         "dimension 0");
    guards();
    CHECK_STATUS(send(d, 1, -1), AMP_KERNEL_FAULT);
    told("kernel line, thread (5)", WRITE_1, "index (-1) is outside y");
    guards();
    CHECK_STATUS(send(d, 2, 1 << 30), AMP_KERNEL_FAULT);
    told("kernel line, thread (5)", READ_1, "index (1073741824) is outside x");
    CHECK_STATUS(send(d, 2, -2000000000), AMP_KERNEL_FAULT);
    told("kernel line, thread (5)", READ_1, "index (-2000000000) is outside x");
    CHECK_OK(send(d, 1, 5));
    CHECK_OK(send(d, 0, N)); /* nobody takes that branch */
    guards();
    for (i = 0; i < N; i++) {
        CHECK_INT(y[GUARD + i], ==, i * 3 + 1);
    }
}
TEST(one_dimension_in_shared_memory) { one_dimension("shared"); }
TEST(one_dimension_with_copies) { one_dimension("copy"); }

TEST(host_memory_is_as_it_was_where_the_device_has_its_own)
{
    int i;
    CHECK_STATUS(send(device("copy"), 1, N), AMP_KERNEL_FAULT);
    for (i = 0; i < GUARD + N + GUARD; i++) {
        CHECK_INT(y[i], ==, -1);
    }
}

static void two_dimensions(const char *memory)
{
    const amp_accelerator_view d = device(memory);
    pair p[6][5];
    const amp_array_view whole = amp_view(pair, p, 6, 5);
    const amp_array_view part = amp_section(whole, amp_index(1, 1), amp_extent(4, 3));
    int k, i;
    static const struct { int r, c; const char *what; } wrong[] = {
        { 0, 1, "index (3, 3) is outside p, whose extent is (4, 3), in dimension 1" },
        { 0, -3, "index (3, -1) is outside p, whose extent is (4, 3), in dimension 1" },
        { 1, 0, "index (4, 2) is outside p, whose extent is (4, 3), in dimension 0" },
        { -5, 0, "index (-2, 2) is outside p, whose extent is (4, 3), in dimension 0" },
        { 9, 9, "index (12, 11) is outside p, whose extent is (4, 3), in dimension 0" } };
    for (k = 0; k < 6; k++) {
        amp_status s;
        memset(p, 0, sizeof(p));
        CHECK_OK(amp_refresh(whole));
        s = parallel_for_each_on(d, amp_extent(4, 3), plane, part, k < 5 ? wrong[k].r : 0,
                                 k < 5 ? wrong[k].c : 0);
        s = s == AMP_OK ? amp_synchronize(whole) : s;
        CHECK_STATUS(s, k < 5 ? AMP_KERNEL_FAULT : AMP_OK);
        if (k < 5) {
            told("kernel plane, thread (3, 2)", WRITE_2, wrong[k].what);
        }
        for (i = 0; i < 30; i++) { /* inside the whole, outside the part */
            CHECK_INT(p[i / 5][i % 5].b, ==, k == 5 && i == 4 * 5 + 3 ? 99 : 0);
        }
    }
    CHECK_FLOAT(p[4][3].a, ==, 1);
}
TEST(two_dimensions_in_shared_memory) { two_dimensions("shared"); }
TEST(two_dimensions_with_copies) { two_dimensions("copy"); }

TEST(three_dimensions_in_tiles)
{
    const amp_accelerator_view d = device("shared");
    static double v[4][2][8];
    const amp_array_view view = amp_view(double, v, 4, 2, 8);
    const amp_tiled_extent domain = amp_tile(amp_extent(4, 2, 8), 2, 2, 4);
    int i;
    if (!amp_accelerator_of(d).supports_double) {
        SKIP("the device has no double");
    }
    CHECK_STATUS(end(d, parallel_for_each_on(d, domain, volume, view, 1)), AMP_KERNEL_FAULT);
    CHECK_CONTAINS(amp_last_error(), "kernel volume, tile (");
    CHECK_CONTAINS(amp_last_error(), ", -1, ");
    CHECK_CONTAINS(amp_last_error(), "is outside v, whose extent is (4, 2, 8), in dimension 1");
    told("", WRITE_3, ", global thread (");
    for (i = 0; i < 64; i++) {
        v[i / 16][i / 8 % 2][i % 8] = i;
    }
    CHECK_OK(amp_refresh(view));
    CHECK_OK(parallel_for_each_on(d, domain, volume, view, 0));
    CHECK_OK(amp_synchronize(view));
    for (i = 0; i < 64; i++) {
        CHECK_FLOAT(v[i / 16][i / 8 % 2][i % 8], ==, (i / 16 ^ 1) * 16 + i % 16);
    }
}

TEST(phases_and_indices_of_64_bits)
{
    const amp_accelerator_view d = device("shared");
    const amp_array_view vx = amp_view(int, x, N), vy = amp_view(int, y, N);
    const amp_tiled_extent domain = amp_tile(amp_extent(N), 16);
    int i;
    fill();
    CHECK_STATUS(end(d, parallel_for_each_on(d, domain, phases, vx, vy, 1LL << 40)),
                 AMP_KERNEL_FAULT);
    CHECK_CONTAINS(amp_last_error(), "index (1099511627"); /* 2^40 and the thread's own */
    told("", WRITE_P, "is outside y");
    CHECK_STATUS(end(d, parallel_for_each_on(d, domain, phases, vx, vy, -1)), AMP_KERNEL_FAULT);
    told("kernel phases, tile (0), thread (0), global thread (0)", WRITE_P, "index (-1)");
    CHECK_OK(amp_discard_data(vy)); /* a device may be at it behind the call: its data tells, too */
    CHECK_OK(parallel_for_each_on(d, domain, phases, vx, vy, 0));
    CHECK_OK(amp_synchronize(vy));
    for (i = 0; i < N; i++) {
        CHECK_INT(y[i], ==, x[i / 16 * 16 + 15 - i % 16]);
    }
}

TEST(helpers_and_atomics)
{
    const amp_accelerator_view d = device("shared");
    int n[4] = { 0, 0, 0, 0 };
    fill();
    CHECK_STATUS(end(d, parallel_for_each_on(d, amp_extent(N), helped, amp_view(int, x, N),
                                             amp_view(int, y, N))), AMP_KERNEL_FAULT);
    CHECK_CONTAINS(amp_last_error(), "kernel helped, thread (");
    told("", HELPER, "is outside a, whose extent is (64), in dimension 0");
    fill(); /* what the launch was to write is lost, where it went on behind its call */
    CHECK_OK(amp_refresh(amp_view(int, y, N)));
    CHECK_OK(parallel_for_each_on(d, amp_extent(N / 2), helped, amp_view(int, x, N),
                                  amp_view(int, y, N)));
    CHECK_OK(amp_synchronize(amp_view(int, y, N)));
    CHECK_INT(y[31], ==, x[62]);
    CHECK_STATUS(end(d, parallel_for_each_on(d, amp_extent(9), counted, amp_view(int, n, 4), 4)),
                 AMP_KERNEL_FAULT);
    CHECK_OK(amp_refresh(amp_view(int, n, 4)));
    CHECK_OK(parallel_for_each_on(d, amp_extent(9), counted, amp_view(int, n, 4), 3));
    CHECK_OK(amp_synchronize(amp_view(int, n, 4)));
    CHECK_INT(n[0], ==, 0);
    CHECK_INT(n[3], ==, 9);
}

/* Several in flight: the first is told, once, and the rest with it. */
static void queued(amp_accelerator_view v)
{
    const amp_array_view vx = amp_view(int, x, N), vy = amp_view(int, y, N);
    amp_completion c;
    int i;
    fill();
    CHECK_OK(parallel_for_each_on(v, amp_extent(N), line, vx, vy, 0, 0));
    CHECK_OK(parallel_for_each_on(v, amp_extent(N), line, vx, vy, 1, N + 1));
    CHECK_OK(parallel_for_each_on(v, amp_extent(N), line, vx, vy, 1, N + 2));
    CHECK_OK(parallel_for_each_on(v, amp_extent(N), line, vx, vy, 0, 0));
    CHECK_STATUS(amp_wait(v), AMP_KERNEL_FAULT);
    told("kernel line, thread (5)", WRITE_1, "index (65) is outside y");
    CHECK_OK(amp_wait(v));
    CHECK_STATUS(amp_synchronize(vy), AMP_KERNEL_FAULT); /* what it was to write is lost */
    CHECK_OK(parallel_for_each_on(v, amp_extent(N), line, vx, vy, 1, N + 3));
    c = amp_marker(v);
    CHECK_STATUS(amp_completion_wait(c), AMP_KERNEL_FAULT);
    told("kernel line, thread (5)", WRITE_1, "index (67) is outside y");
    (void)amp_wait(v);
    CHECK_OK(amp_refresh(vy));
    CHECK_OK(parallel_for_each_on(v, amp_extent(N), line, vx, vy, 0, 0));
    CHECK_OK(amp_wait(v));
    CHECK_OK(amp_synchronize(vy));
    for (i = 0; i < N; i++) {
        CHECK_INT(y[i], ==, i * 3 + 1);
    }
}
TEST(a_table)
{
    const amp_accelerator_view d = device("shared");
    static const pair w[2][3];
    const amp_array_view vw = amp_view(const pair, w[0], 2, 3), vy = amp_view(int, y, 8);
    int i;
    fill();
    for (i = 2; i <= 3; i++) {
        CHECK_STATUS(end(d, parallel_for_each_on(d, amp_tile(amp_extent(8), 8), looks_up, vw, i,
                                                 vy)), i == 3 ? AMP_KERNEL_FAULT : AMP_OK);
    }
    told("kernel looks_up, tile (0), thread (5), global thread (5)", TABLE, "index (1, 3) is "
         "outside w, whose extent is (2, 3), in dimension 1");
}
TEST(the_first_of_several_launches_is_told_once) { queued(device("copy")); }
TEST(a_view_with_a_worker)
{
    amp_accelerator_view v;
    (void)device("copy");
    CHECK_OK(amp_accelerator_create_view(amp_accelerator_find("opencl"), AMP_QUEUING_IMMEDIATE,
                                         &v));
    queued(v);
    CHECK_OK(amp_accelerator_view_release(v));
}
