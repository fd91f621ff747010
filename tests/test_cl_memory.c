/* SPDX-License-Identifier: MIT */
/* run: needs=opencl flags=-DAMP_OPENCL libs=-lOpenCL dropin plain turn=compiler,1/2 */
/* Copies to and from an OpenCL device, by their bytes; its limits; its errors.
   AMP_CL_MEMORY=copy makes a CPU's device one with memory of its own. */
#include <string.h>
#define AMP_SHORT_NAMES
#define TAP_LIMIT 120
#include "amp.h"
#include "tap.h"

extern int setenv(const char *name, const char *value, int replace); /* hidden by -std=c99 */

AMP_DEVICE_BEGIN
AMP_KERNEL(add, 2, in(int, 2, x), inout(int, 2, y)) { at_index(y, idx) += at_index(x, idx); }
AMP_KERNEL(fill, 2, value(int, n), out(int, 2, y)) { at_index(y, idx) = n + idx[0] * 100 + idx[1]; }
AMP_KERNEL(complain, 1, in(int, 1, x), out(int, 1, y))
{
    at(y, idx[0]) = at(x, idx[0]);
    if (at(x, idx[0]) == 77) { amp_errorf("element %d is 77", idx[0]); }
}
AMP_KERNEL(look_up, 1, table(int, 1, w), table(int, 1, v), out(int, 1, y))
{
    at(y, idx[0]) = at(w, idx[0]) + at(v, 0);
}
AMP_KERNEL(first, 1, inout(int, 1, v)) { at(v, idx[0]) += 0; }
AMP_KERNEL(places, 1, inout(amp_int64, 1, v)) /* how far each is from a multiple of its size */
{
    at(v, idx[0]) = at(v, idx[0]) * 8 + (amp_int64)((uintptr_t)&at(v, idx[0]) % sizeof(amp_int64));
}
AMP_TILED_KERNEL(wide_tile, (1024), inout(char, 1, v)) { at_index(v, tidx.global) += 1; }
AMP_DEVICE_END

enum { R = 10, C = 12, BYTES = R * C * (int)sizeof(int) };
static int x[R][C], y[R][C];

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

TEST(bytes_that_move)
{
    const amp_accelerator_view d = device("copy");
    amp_array_view vx = amp_view(int, x, R, C), vy = amp_view(int, y, R, C), s;
    int i, j;
    CHECK_OK(parallel_for_each_on(d, amp_extent(R, C), fill, 5, vx)); /* out: nothing goes in */
    CHECK_UINT(amp_copied().to_device, ==, 0);
    CHECK_OK(parallel_for_each_on(d, amp_extent(R, C), add, vx, vy)); /* y only: x is there */
    CHECK_UINT(amp_copied().to_device, ==, BYTES);
    CHECK_OK(parallel_for_each_on(d, amp_extent(R, C), add, vx, vy));
    CHECK_UINT(amp_copied().to_device, ==, BYTES);
    CHECK_UINT(amp_copied().to_host, ==, 0);
    s = amp_section(vy, amp_index(2, 3), amp_extent(4, 5));
    CHECK_OK(amp_synchronize(s)); /* its own bytes */
    CHECK_UINT(amp_copied().to_host, ==, 4 * 5 * sizeof(int));
    for (i = 0; i < R; i++) {
        for (j = 0; j < C; j++) {
            const int inside = i >= 2 && i < 6 && j >= 3 && j < 8;
            CHECK_INT(y[i][j], ==, inside ? 2 * (5 + i * 100 + j) : 0);
        }
    }
    CHECK_OK(amp_synchronize(vy));
    CHECK_UINT(amp_copied().to_host, ==, BYTES);
    CHECK_INT(y[9][11], ==, 2 * (5 + 911));
    for (i = 0; i < R; i++) {
        y[i][0] = -1;
    }
    s = amp_section(vy, amp_index(0, 0), amp_extent(R, 1));
    CHECK_OK(amp_refresh(s));
    CHECK_OK(parallel_for_each_on(d, amp_extent(R, C), add, vx, vy));
    CHECK_UINT(amp_copied().to_device, ==, BYTES + R * (int)sizeof(int));
    CHECK_OK(amp_release(vy));
    CHECK_INT(y[3][0], ==, 304);
    CHECK_INT(y[3][1], ==, 3 * 306);
    CHECK_OK(amp_release(vx));
}

/* A view of ints, and in its memory one of a larger type, which begins at a multiple of its size;
   the first does not. So it is in the device's memory; copies in, out and within go there. */
TEST(a_view_of_a_larger_type_lies_as_in_the_hosts_memory)
{
    const amp_accelerator_view d = device("copy");
    enum { ROWS = 6, COLUMNS = 8 };
    static amp_int64 memory[ROWS * COLUMNS], other[ROWS * COLUMNS];
    amp_array_view whole = amp_view(int, (int *)memory + 1, 2 * ROWS * COLUMNS - 1);
    amp_array_view odd = amp_view(int, (int *)other + 1, 2 * ROWS * COLUMNS - 1), wide, section;
    int i, j;
    for (i = 0; i < ROWS * COLUMNS; i++) {
        memory[i] = i;
    }
    CHECK_OK(parallel_for_each_on(d, amp_extent(1), first, whole)); /* its memory holds the other */
    wide = amp_view(amp_int64, memory + 4, 8);
    CHECK_OK(parallel_for_each_on(d, amp_extent(8), places, wide));
    CHECK_OK(amp_copy(whole, odd)); /* within the device, when it has both */
    CHECK_OK(parallel_for_each_on(d, amp_extent(1), first, odd));
    CHECK_OK(amp_copy(whole, odd));
    wide = amp_view(amp_int64, other + 4, 8);
    CHECK_OK(parallel_for_each_on(d, amp_extent(8), places, wide));
    section = amp_section(amp_view(amp_int64, other + COLUMNS, ROWS - 1, COLUMNS),
                          amp_index(0, 1), amp_extent(ROWS - 1, 3)); /* rows with gaps */
    CHECK_OK(amp_synchronize(section));
    for (i = 0; i < ROWS - 1; i++) {
        for (j = 1; j < 4; j++) {
            const int at = COLUMNS * (i + 1) + j;
            CHECK_INT(other[at], ==, at < 12 ? at * 64 : at);
        }
    }
    CHECK_OK(amp_synchronize(odd));
    for (i = 1; i < ROWS * COLUMNS; i++) {
        CHECK_INT(other[i], ==, i < 4 || i >= 12 ? i : i * 64);
    }
    CHECK_OK(amp_release(odd));
    CHECK_OK(amp_release(whole));
    CHECK_INT(memory[4], ==, 32);
}

/* Each has memory of its own: what one has written reaches the other through the host. */
TEST(two_devices_with_memory_of_their_own_take_turns)
{
    const amp_accelerator_view both[2] = {
        device("copy"), amp_accelerator_default_view(amp_accelerator_find("emu:separate"))
    };
    const amp_array_view vx = amp_view(int, x, R, C), vy = amp_view(int, y, R, C);
    int i;
    memset(y, 0, sizeof(y));
    CHECK_OK(parallel_for_each_on(both[0], amp_extent(R, C), fill, 5, vx));
    for (i = 0; i < 4; i++) {
        CHECK_OK(parallel_for_each_on(both[(i + 1) % 2], amp_extent(R, C), add, vx, vy));
    }
    CHECK_OK(amp_synchronize(vy));
    CHECK_INT(y[9][11], ==, 4 * (5 + 911));
    CHECK_OK(amp_release(vx));
    CHECK_OK(amp_release(vy));
}

TEST(a_device_in_host_memory_copies_nothing)
{
    const amp_accelerator_view d = device("shared");
    const amp_array_view vx = amp_view(int, x, R, C), vy = amp_view(int, y, R, C);
    if (!amp_accelerator_of(d).supports_cpu_shared_memory) {
        SKIP("the device has memory of its own");
    }
    CHECK_OK(parallel_for_each_on(d, amp_extent(R, C), fill, 5, vx));
    CHECK_OK(parallel_for_each_on(d, amp_extent(R, C), add, vx, vy));
    CHECK_OK(amp_synchronize(vy));
    CHECK_INT(y[2][2], ==, 207);
    CHECK_UINT(amp_copied().to_device + amp_copied().to_host, ==, 0);
}

/* The queue keeps the last AMP__CL_KEPT buffers over host memory. Here the one that is next to go
   is that of the launch's first view, when its second one needs a new one: another has to go. */
TEST(a_kept_buffer_of_this_launch_does_not_go)
{
    static int of[AMP__CL_KEPT - 1][R][C], last[R][C];
    const amp_accelerator_view d = device("shared");
    const amp_array_view vy = amp_view(int, y, R, C), vl = amp_view(int, last, R, C);
    int i;
    if (!amp_accelerator_of(d).supports_cpu_shared_memory) {
        SKIP("the device has memory of its own");
    }
    for (i = 0; i < AMP__CL_KEPT - 1; i++) {
        of[i][1][1] = i + 1;
        CHECK_OK(parallel_for_each_on(d, amp_extent(R, C), add, amp_view(int, of[i], R, C), vy));
    }
    for (i = 0; i < 3; i++) {
        CHECK_OK(parallel_for_each_on(d, amp_extent(R, C), add, amp_view(int, of[0], R, C), vl));
    }
    CHECK_OK(amp_synchronize(vl));
    CHECK_INT(last[1][1], ==, 3);
}

TEST(sections_of_one_array_in_one_launch)
{
    const amp_accelerator_view d = device("copy");
    const amp_array_view v = amp_view(int, x, R, C);
    int j;
    for (j = 0; j < C; j++) {
        x[0][j] = j;
        x[1][j] = 10;
    }
    CHECK_OK(parallel_for_each_on(d, amp_extent(1, C - 1), add,
                                  amp_section(v, amp_index(0, 1), amp_extent(1, C - 1)),
                                  amp_section(v, amp_index(1, 0), amp_extent(1, C - 1))));
    CHECK_OK(amp_synchronize(v));
    for (j = 0; j < C - 1; j++) {
        CHECK_INT(x[1][j], ==, 10 + j + 1);
    }
    CHECK_INT(x[1][C - 1], ==, 10);
}

/* Rows of five from element 3 on: of the first three of each, one lies in the next row as the
   buffer counts them. PoCL copies that as a rectangle; OpenCL need not, and the library asserts. */
TEST(runs_over_the_end_of_their_row)
{
    static int line[30], sums[12];
    const amp_accelerator_view d = device("copy");
    const amp_array_view all = amp_view(int, line, 30), vy = amp_view(int, sums, 4, 3);
    const amp_array_view rows = amp_view_as(amp_section(all, amp_index(3), amp_extent(20)),
                                            amp_extent(4, 5));
    const amp_array_view runs = amp_section(rows, amp_index(0, 0), amp_extent(4, 3));
    int i;
    for (i = 0; i < 30; i++) {
        line[i] = i;
    }
    CHECK_OK(parallel_for_each_on(d, amp_extent(4, 3), add, runs, vy));
    CHECK_OK(parallel_for_each_on(d, amp_extent(4, 3), add, vy, runs));
    CHECK_OK(amp_synchronize(runs));
    CHECK_OK(amp_synchronize(vy));
    for (i = 0; i < 12; i++) {
        CHECK_INT(sums[i], ==, 3 + i / 3 * 5 + i % 3);
        CHECK_INT(line[3 + i / 3 * 5 + i % 3], ==, 2 * (3 + i / 3 * 5 + i % 3));
    }
    CHECK_INT(line[6], ==, 6);
}

static void complaint(const char *memory)
{
    const amp_accelerator_view d = device(memory);
    const amp_array_view vx = amp_view(int, x[0], C), vy = amp_view(int, y[0], C);
    amp_status s;
    x[0][7] = 77;
    s = parallel_for_each_on(d, amp_extent(C), complain, vx, vy);
    if (s == AMP_OK) {
        s = amp_wait(d);
    }
    CHECK_STATUS(s, AMP_KERNEL_FAULT);
    CHECK_CONTAINS(amp_last_error(), "kernel complain, thread (7), " __FILE__ ":19: ");
    CHECK_CONTAINS(amp_last_error(), "element 7 is 77 (on OpenCL device ");
    x[0][7] = 7;
    CHECK_OK(amp_refresh(vx));
    CHECK_OK(parallel_for_each_on(d, amp_extent(C), complain, vx, vy)); /* told once */
    CHECK_OK(amp_wait(d));
}
TEST(errors_of_a_kernel_in_shared_memory) { complaint("shared"); }
TEST(errors_of_a_kernel_with_copies) { complaint("copy"); }

TEST(a_buffer_beyond_the_limit_is_a_status)
{
    const amp_accelerator_view d = device("copy");
    amp_array_view v;
    char small[1024];
    amp__cl.device[0].allocation = 1000; /* as a small device would have it */
    v = amp_view(char, small, 1024);
    memset(small, 3, sizeof(small));
    CHECK_STATUS(parallel_for_each_on(d, amp_tile(amp_extent(1024), 1024), wide_tile, v),
                 AMP_OUT_OF_MEMORY);
    CHECK_CONTAINS(amp_last_error(), "at most 1000 bytes in one piece, the data source has 1024");
    CHECK_INT(small[5], ==, 3);
}

TEST(a_tile_beyond_the_limit_is_a_status)
{
    const amp_accelerator_view d = device("shared");
    char v[1024];
    memset(v, 3, sizeof(v));
    amp__cl.device[0].group = 256;
    CHECK_STATUS(parallel_for_each_on(d, amp_tile(amp_extent(1024), 1024), wide_tile,
                                      amp_view(char, v, 1024)), AMP_UNSUPPORTED);
    CHECK_CONTAINS(amp_last_error(), "tiles of 1024 threads");
    CHECK_CONTAINS(amp_last_error(), "at most 256");
    CHECK_INT(v[5], ==, 3);
}

/* A table that is too large, and one too many. */
static void tables_beyond_the_limit(const char *memory)
{
    const amp_accelerator_view d = device(memory);
    const amp_array_view small = amp_view(int, x[0], C), out = amp_view(int, y[0], C);
    amp__cl_device *of = &amp__cl.device[0];
    int i;
    for (i = 0; i < C; i++) {
        x[0][i] = i;
        y[0][i] = -1;
    }
    CHECK_UINT(of->table_bytes, >=, 65536); /* OpenCL's least */
    CHECK_UINT(of->tables, >=, 8);
    of->table_bytes = C * sizeof(int) - 1;
    CHECK_STATUS(parallel_for_each_on(d, amp_extent(C), look_up, small, small, out),
                 AMP_UNSUPPORTED);
    CHECK_CONTAINS(amp_last_error(), "kernel look_up: w is table 1, in an array of ");
    CHECK_CONTAINS(amp_last_error(), " of 47: write in(int, 1, w), or copy");
    of->table_bytes = 65536;
    of->tables = 1;
    CHECK_STATUS(parallel_for_each_on(d, amp_extent(C), look_up, small, small, out),
                 AMP_UNSUPPORTED);
    CHECK_CONTAINS(amp_last_error(), "kernel look_up: v is table 2, in an array of ");
    CHECK_CONTAINS(amp_last_error(), " takes 1 of 65536: write in(int, 1, v), or copy");
    CHECK_INT(y[0][3], ==, -1);
    of->tables = 2;
    CHECK_OK(parallel_for_each_on(d, amp_extent(C), look_up, small, small, out));
    CHECK_OK(amp_synchronize(out));
    CHECK_INT(y[0][3], ==, 3);
}
TEST(tables_beyond_the_limit_in_shared_memory) { tables_beyond_the_limit("shared"); }
TEST(tables_beyond_the_limit_with_copies) { tables_beyond_the_limit("copy"); }

/* Times are kept for 64 commands, and written by whichever comes then: a launch, which has
   the backend's lock, or a copy. */
static void many_commands(const char *memory)
{
    amp_accelerator_view d;
    amp_array_view v = amp_view(int, x, R, C);
    char line[1024], path[64];
    FILE *f;
    int i, launches = 0;
    /* another build of this test may run beside this one */
    (void)snprintf(path, sizeof(path), "trace%ld.json", (long)getpid());
    CHECK_INT(setenv("AMP_TRACE", path, 1), ==, 0);
    d = device(memory);
    for (i = 0; i < 150; i++) {
        CHECK_OK(parallel_for_each_on(d, amp_extent(R, C), fill, i, v));
    }
    CHECK_OK(amp_synchronize(v));
    CHECK_OK(amp_wait(d));
    f = fopen(path, "r");
    CHECK(f != NULL);
    while (fgets(line, sizeof(line), f) != NULL) {
        launches += strstr(line, "\"cat\":\"launch\"") != NULL;
    }
    (void)fclose(f);
    (void)remove(path);
    CHECK_INT(launches, ==, 150);
}
TEST(a_trace_of_many_launches_in_shared_memory) { many_commands("shared"); }
TEST(a_trace_of_many_launches_with_copies) { many_commands("copy"); }
