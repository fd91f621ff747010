/* SPDX-License-Identifier: MIT */
/* run: group=optimised quick */
/* Tile memory: dimensions, types, alignment, the limit of 32 KB. */
#define AMP_SHORT_NAMES
#include "amp.h"
#include "tap.h"

AMP_DEVICE_BEGIN
#define T1 12
typedef struct odd { char tag; double d; short s[3]; } odd;
typedef struct three { unsigned char r, g, b; } three;

/* On a CPU the array is a pointer; where it is none the kernel is refused. */
AMP_TILED_KERNEL(size_of_all, (T1), out(int, 1, v))
{
    tile_static(int, a, T1);
    a[tidx.local[0]] = 0;
    tile_barrier_wait(tidx);
    at_index(v, tidx.global) = (int)sizeof(a) + a[0];
}

AMP_PHASED_KERNEL(size_of_own, (T1), out(int, 1, v))
{
    thread_private(char, own, 3);
    phase {
        mine(own, 0) = 0;
        at_index(v, tidx.global) = (int)(sizeof(own) + sizeof(mine(own, 0))) + mine(own, 0);
    }
}

/* Each reverses its tile through tile memory of 1, 2 or 3 dimensions. */
AMP_TILED_KERNEL(reverse1, (T1), inout(int, 1, v))
{
    tile_static(int, a, T1);
    a[tidx.local[0]] = at_index(v, tidx.global);
    tile_barrier_wait(tidx);
    at_index(v, tidx.global) = a[T1 - 1 - tidx.local[0]];
}
AMP_TILED_KERNEL(reverse2, (3, 5), inout(int, 2, v))
{
    tile_static(int, a, 3, 5 + 1);
    a[tidx.local[0]][tidx.local[1]] = at_index(v, tidx.global);
    tile_barrier_wait(tidx);
    at_index(v, tidx.global) = a[2 - tidx.local[0]][4 - tidx.local[1]];
}
AMP_TILED_KERNEL(reverse3, (2, 3, 4), inout(int, 3, v))
{
    tile_static(int, a, 2, 3, 4);
    a[tidx.local[0]][tidx.local[1]][tidx.local[2]] = at_index(v, tidx.global);
    tile_barrier_wait(tidx);
    at_index(v, tidx.global) = a[1 - tidx.local[0]][2 - tidx.local[1]][3 - tidx.local[2]];
}
AMP_PHASED_KERNEL(phased_reverse1, (T1), inout(int, 1, v))
{
    tile_static(int, a, T1);
    phase { a[tidx.local[0]] = at_index(v, tidx.global); }
    phase { at_index(v, tidx.global) = a[T1 - 1 - tidx.local[0]]; }
}
AMP_PHASED_KERNEL(phased_reverse2, (3, 5), inout(int, 2, v))
{
    tile_static(int, a, 3, 5 + 1);
    phase { a[tidx.local[0]][tidx.local[1]] = at_index(v, tidx.global); }
    phase { at_index(v, tidx.global) = a[2 - tidx.local[0]][4 - tidx.local[1]]; }
}
AMP_PHASED_KERNEL(phased_reverse3, (2, 3, 4), inout(int, 3, v))
{
    tile_static(int, a, 2, 3, 4);
    phase { a[tidx.local[0]][tidx.local[1]][tidx.local[2]] = at_index(v, tidx.global); }
    phase {
        at_index(v, tidx.global) = a[1 - tidx.local[0]][2 - tidx.local[1]][3 - tidx.local[2]];
    }
}

/* Several arrays of awkward sizes side by side; none may overlap another, and
   each must be aligned for its type. */
AMP_TILED_KERNEL(neighbours, (8), inout(int, 1, v))
{
    tile_static(char, c, 7);
    tile_static(double, d, 8);
    tile_static(three, t, 5);
    tile_static(odd, o, 8);
    tile_static(char, e, 1);
    tile_static(long long, l, 2, 4);
    const int i = tidx.local[0];
    if (i < 7) { c[i] = (char)(i + 1); }
    d[i] = i + 0.5;
    if (i < 5) { t[i].r = (unsigned char)(10 + i); t[i].g = 200; t[i].b = 255; }
    o[i].tag = (char)i;
    o[i].d = i * 3.0;
    o[i].s[2] = (short)(i - 100);
    if (i == 0) { e[0] = 77; }
    l[i / 4][i % 4] = 1LL << (i + 30);
    tile_barrier_wait(tidx);
    {
        const int k = 7 - i;
        int sum = e[0];
        if (k < 7) { sum += c[k]; }
        if (k < 5) { sum += t[k].r + t[k].g + t[k].b; }
        sum += (int)(d[k] * 2) + o[k].tag + (int)o[k].d + o[k].s[2];
        sum += (int)(l[k / 4][k % 4] >> 30);
        at_index(v, tidx.global) += sum;
        at_index(v, tidx.global) += 100000 * (int)((size_t)d % sizeof(double)
                                                   + (size_t)l % sizeof(double));
    }
}
/* How far from the begin of a cache line an array of 256 bytes begins. */
AMP_PHASED_KERNEL(lines, (8), inout(int, 1, v))
{
    tile_static(char, c, 7);
    tile_static(float, f, 8, 8);
    phase {
        if (tidx.local[0] < 7) {
            c[tidx.local[0]] = 1;
        }
        f[tidx.local[0]][0] = 1;
    }
    phase { at_index(v, tidx.global) = (int)((size_t)f % 64); }
}
AMP_PHASED_KERNEL(phased_neighbours, (8), inout(int, 1, v))
{
    tile_static(char, c, 7);
    tile_static(odd, o, 8);
    tile_static(three, t, 5);
    tile_static(double, d, 8);
    phase {
        const int i = tidx.local[0];
        if (i < 7) { c[i] = (char)(i + 1); }
        o[i].tag = (char)i;
        o[i].d = i * 3.0;
        if (i < 5) { t[i].r = (unsigned char)(10 + i); t[i].b = 255; }
        d[i] = i + 0.5;
    }
    phase {
        const int k = 7 - tidx.local[0];
        int sum = o[k].tag + (int)o[k].d + (int)(d[k] * 2);
        if (k < 7) { sum += c[k]; }
        if (k < 5) { sum += t[k].r + t[k].b; }
        at_index(v, tidx.global) += sum;
    }
}

/* The limit: 8192 floats are 32768 bytes. */
AMP_TILED_KERNEL(all_of_it, (64), inout(int, 1, v))
{
    tile_static(float, a, 8192);
    for (int i = tidx.local[0]; i < 8192; i += 64) { a[i] = (float)(i + tidx.tile[0]); }
    tile_barrier_wait(tidx);
    at_index(v, tidx.global) = (int)a[8191 - tidx.local[0] * 128];
}
AMP_PHASED_KERNEL(phased_all_of_it, (64), inout(int, 1, v))
{
    tile_static(float, a, 64, 128);
    phase {
        for (int i = 0; i < 128; i++) {
            a[tidx.local[0]][i] = (float)(tidx.local[0] * 128 + i + tidx.tile[0]);
        }
    }
    phase { at_index(v, tidx.global) = (int)a[63 - tidx.local[0]][127]; }
}
AMP_TILED_KERNEL(a_bit_more, (4), inout(int, 1, v))
{
    tile_static(char, a, 32769);
    a[tidx.local[0]] = 1;
    tile_barrier_wait(tidx);
    at_index(v, tidx.global) = a[0];
}
AMP_TILED_KERNEL(more_in_two, (4), inout(int, 1, v))
{
    tile_static(float, a, 4096);
    tile_static(float, b, 4097);
    a[tidx.local[0]] = 1;
    b[tidx.local[0]] = 1;
    tile_barrier_wait(tidx);
    at_index(v, tidx.global) = (int)(a[0] + b[0]);
}
AMP_PHASED_KERNEL(phased_more, (4), inout(int, 1, v))
{
    tile_static(double, a, 64, 65);
    phase { a[tidx.local[0]][0] = 1; }
    phase { at_index(v, tidx.global) = (int)a[0][0]; }
}
AMP_TILED_KERNEL(three_more, (4), inout(int, 1, v))
{
    tile_static(int, a, 16, 16, 33);
    a[0][0][tidx.local[0]] = 1;
    tile_barrier_wait(tidx);
    at_index(v, tidx.global) = a[0][0][0];
}
AMP_TILED_KERNEL(far_more, (4), inout(int, 1, v))
{
    tile_static(double, a, 20000, 20000);
    a[0][tidx.local[0]] = 1;
    tile_barrier_wait(tidx);
    at_index(v, tidx.global) = (int)a[0][0];
}
/* Each tile has memory of its own while tiles run side by side. */
AMP_TILED_KERNEL(own_memory, (16), inout(int, 1, v), value(int, rounds))
{
    tile_static(int, sum, 1);
    if (tidx.local[0] == 0) { sum[0] = 0; }
    tile_barrier_wait(tidx);
    for (int r = 0; r < rounds; r++) {
        if (tidx.local[0] == r % 16) { sum[0] += tidx.tile[0]; }
        tile_barrier_wait(tidx);
    }
    at_index(v, tidx.global) = sum[0];
}

/* Tile memory whose size the launch gives: one array, two beside a tile_static, in phases and in a
   helper. All elements are written before they are read. */
static inline int last_of(amp_tile_ptr(const int) t, int n) { return t[n - 1]; }
AMP_TILED_KERNEL(given_tiled, (16), in(int, 1, x), out(int, 1, y), tile(int, t))
{
    const int n = t_shape.extent[0], first = tidx.tile[0] * n;
    for (int k = tidx.local[0]; k < n; k += 16) {
        t[k] = at(x, first + k);
    }
    tile_barrier_wait(tidx);
    for (int k = tidx.local[0]; k < n; k += 16) {
        at(y, first + k) = t[n - 1 - k] + last_of(t, n);
    }
}
AMP_TILED_KERNEL(given_two, (8), tile(double, a), value(int, by), tile(short, b), out(int, 1, y))
{
    tile_static(int, c, 8);
    const int l = tidx.local[0];
    a[l] = l;
    b[l + by] = (short)(10 * l);
    c[l] = 100 * l;
    tile_barrier_wait(tidx);
    at(y, tidx.global[0]) = (int)a[7 - l] + b[7 - l + by] + c[7 - l] + 1000 * b_shape.extent[0];
}
AMP_PHASED_KERNEL(given_phased, (16), in(int, 1, x), out(int, 1, y), tile(int, t))
{
    const int n = t_shape.extent[0], first = tile_index.tile[0] * n;
    phase {
        for (int k = tidx.local[0]; k < n; k += 16) {
            t[k] = at(x, first + k);
        }
    }
    phase {
        for (int k = tidx.local[0]; k < n; k += 16) {
            at(y, first + k) = t[n - 1 - k] + t[n - 1];
        }
    }
}

/* Arrays behind a barrier: each thread declares them when it comes there. */
AMP_TILED_KERNEL(behind_barriers, (64), in(int, 1, x), inout(int, 1, v))
{
    const int t = tidx.local[0];
    tile_static(int, a, 64);
    a[t] = at_index(x, tidx.global);
    tile_barrier_wait(tidx);
    tile_static(int, b, 1);
    tile_static(unsigned char, c, 2000);
    if (t == 9) { b[0] = a[63] + a[0]; }
    c[t] = (unsigned char)a[63 - t];
    for (int turn = 0; turn < 2; turn++) { tile_barrier_wait(tidx); }
    tile_static(int, d, 64);
    d[t] = 1000 * b[0] + c[(t + 1) % 64];
    tile_barrier_wait(tidx);
    at_index(v, tidx.global) = d[63 - t];
}
AMP_PHASED_KERNEL(behind_phases, (64), in(int, 1, x), inout(int, 1, v))
{
    tile_static(int, a, 64);
    phase { a[tidx.local[0]] = at_index(x, tidx.global); }
    tile_static(int, b, 64);
    thread_private(int, own);
    phase { b[tidx.local[0]] = a[63] + a[0]; mine(own) = a[63 - tidx.local[0]]; }
    tile_static(unsigned char, c, 2000);
    thread_private(int, more, 3);
    phase { c[tidx.local[0]] = (unsigned char)mine(own); mine(more, 2) = mine(own); }
    phase { a[tidx.local[0]] = 1000 * b[0] + c[(tidx.local[0] + 1) % 64]; }
    phase { at_index(v, tidx.global) = a[63 - tidx.local[0]] + mine(own) - mine(more, 2); }
}
AMP_DEVICE_END

static int cells[1920];

static void number(int n)
{
    int i;
    for (i = 0; i < n; i++) {
        cells[i] = i;
    }
}

/* Cell i of (a, b, c) in tiles of (d0, d1, d2) holds the mirrored number. */
static void is_mirrored(int a, int b, int c, int d0, int d1, int d2)
{
    int i, j, k;
    CHECK_OK(amp_synchronize(amp_view(int, cells, a * b * c)));
    for (i = 0; i < a; i++) {
        for (j = 0; j < b; j++) {
            for (k = 0; k < c; k++) {
                const int y = i - i % d0 + d0 - 1 - i % d0, x = j - j % d1 + d1 - 1 - j % d1;
                const int z = k - k % d2 + d2 - 1 - k % d2;
                CHECK_INT(cells[(i * b + j) * c + k], ==, (y * b + x) * c + z);
            }
        }
    }
}

static void mirrored(int phased)
{
    const amp_tiled_extent t1 = amp_tile(amp_extent(120), T1);
    const amp_tiled_extent t2 = amp_tile(amp_extent(9, 35), 3, 5);
    const amp_tiled_extent t3 = amp_tile(amp_extent(4, 6, 20), 2, 3, 4);
    amp_array_view v1, v2, v3; /* made when the host has written: its bytes count then */
    number(1920);
    v1 = amp_view(int, cells, 120);
    CHECK_OK(phased ? parallel_for_each(t1, phased_reverse1, v1)
             : parallel_for_each(t1, reverse1, v1));
    is_mirrored(120, 1, 1, T1, 1, 1);
    number(1920);
    v2 = amp_view(int, cells, 9, 35);
    CHECK_OK(phased ? parallel_for_each(t2, phased_reverse2, v2)
             : parallel_for_each(t2, reverse2, v2));
    is_mirrored(9, 35, 1, 3, 5, 1);
    number(1920);
    v3 = amp_view(int, cells, 4, 6, 20);
    CHECK_OK(phased ? parallel_for_each(t3, phased_reverse3, v3)
             : parallel_for_each(t3, reverse3, v3));
    is_mirrored(4, 6, 20, 2, 3, 4);
}

TEST(one_to_three_dimensions_in_tiled_kernels) { mirrored(0); }
TEST(one_to_three_dimensions_in_phased_kernels) { mirrored(1); }

TEST(arrays_of_any_type_side_by_side)
{
    int i;
    SKIP_WITHOUT_DOUBLE();
    number(80);
    CHECK_OK(parallel_for_each(amp_tile(amp_extent(80), 8), neighbours,
                               amp_view(int, cells, 80)));
    CHECK_OK(amp_synchronize(amp_view(int, cells, 80)));
    for (i = 0; i < 80; i++) {
        const int k = 7 - i % 8;
        CHECK_INT(cells[i], ==, i + 77 + (k < 7 ? k + 1 : 0) + (k < 5 ? 10 + k + 455 : 0)
                  + 2 * k + 1 + k + 3 * k + k - 100 + (1 << k));
    }
}

TEST(arrays_of_any_type_side_by_side_in_phased_kernels)
{
    int i;
    SKIP_WITHOUT_DOUBLE();
    number(80);
    CHECK_OK(parallel_for_each(amp_tile(amp_extent(80), 8), phased_neighbours,
                               amp_view(int, cells, 80)));
    CHECK_OK(amp_synchronize(amp_view(int, cells, 80)));
    for (i = 0; i < 80; i++) {
        const int k = 7 - i % 8;
        CHECK_INT(cells[i], ==, i + k + 3 * k + 2 * k + 1 + (k < 7 ? k + 1 : 0)
                  + (k < 5 ? 10 + k + 255 : 0));
    }
}

TEST(all_of_32768_bytes)
{
    int i;
    CHECK_OK(parallel_for_each(amp_tile(amp_extent(640), 64), all_of_it,
                               amp_view(int, cells, 640)));
    CHECK_OK(amp_synchronize(amp_view(int, cells, 640)));
    for (i = 0; i < 640; i++) {
        CHECK_INT(cells[i], ==, 8191 - i % 64 * 128 + i / 64);
    }
    number(640);
    CHECK_OK(parallel_for_each(amp_tile(amp_extent(640), 64), phased_all_of_it,
                               amp_view(int, cells, 640)));
    CHECK_OK(amp_synchronize(amp_view(int, cells, 640)));
    for (i = 0; i < 640; i++) {
        CHECK_INT(cells[i], ==, 8191 - i % 64 * 128 + i / 64);
    }
}

/* An error of the kernel's, in one sentence; the next launch works. */
static void too_much(amp_status s, const char *kernel)
{
    if (s == AMP_OK || s == AMP_BARRIER_DIVERGED) {
        FAIL("kernel %s: %s, '%s'", kernel, amp_status_string(s), amp_last_error());
    }
    CHECK_CONTAINS(amp_last_error(), kernel);
    CHECK_CONTAINS(amp_last_error(), "32768");
    CHECK_CONTAINS(amp_last_error(), "tile_static");
    mirrored(0);
    mirrored(1);
}

static void skip_where_bytes_are_added(void)
{
    const amp_accelerator d = amp_accelerator_default();
    if (strstr(d.description, "NVIDIA") != NULL) {
        SKIP("%s adds up to 16 bytes to a kernel's tile memory", d.description);
    }
}

TEST(one_byte_too_many)
{
    skip_where_bytes_are_added();
    too_much(parallel_for_each(amp_tile(amp_extent(400), 4), a_bit_more,
                               amp_view(int, cells, 400)), "a_bit_more");
}
TEST(too_many_in_two_arrays)
{
    skip_where_bytes_are_added();
    too_much(parallel_for_each(amp_tile(amp_extent(400), 4), more_in_two,
                               amp_view(int, cells, 400)), "more_in_two");
}
TEST(too_many_in_a_phased_kernel)
{
    SKIP_WITHOUT_DOUBLE();
    too_much(parallel_for_each(amp_tile(amp_extent(400), 4), phased_more,
                               amp_view(int, cells, 400)), "phased_more");
}
TEST(too_many_in_three_dimensions)
{
    too_much(parallel_for_each(amp_tile(amp_extent(400), 4), three_more,
                               amp_view(int, cells, 400)), "three_more");
}
TEST(far_too_many)
{
    SKIP_WITHOUT_DOUBLE();
    too_much(parallel_for_each(amp_tile(amp_extent(400), 4), far_more,
                               amp_view(int, cells, 400)), "far_more");
}

/* Vectors that lie across two cache lines take longer; the checker has lines of its own. */
TEST(an_array_of_a_phased_kernel_begins_at_a_cache_line)
{
    int v[8 * 3] = { 0 }, i;
    const amp_array_view a = amp_view(int, v, 24);
#ifdef AMP_CHECK
    SKIP("the checker lays arrays out itself");
#endif
    if (strncmp(amp_accelerator_default().device_path, "opencl", 6) == 0) {
        SKIP("an OpenCL device lays arrays out itself");
    }
    CHECK_OK(parallel_for_each(amp_tile(amp_extent(24), 8), lines, a));
    CHECK_OK(amp_synchronize(a));
    for (i = 0; i < 24; i++) {
        CHECK_INT(v[i], ==, 0);
    }
}

TEST(arrays_behind_a_barrier_are_the_tiles)
{
    int x[192], v[192], phased, i;
    for (phased = 0; phased < 2; phased++) {
        amp_array_view vx = amp_view(int, x, 192), vv = amp_view(int, v, 192);
        for (i = 0; i < 192; i++) {
            x[i] = i;
            v[i] = -1;
        }
        if (phased) {
            CHECK_OK(parallel_for_each(amp_tile(vx.extent, 64), behind_phases, vx, vv));
        } else {
            CHECK_OK(parallel_for_each(amp_tile(vx.extent, 64), behind_barriers, vx, vv));
        }
        CHECK_OK(amp_synchronize(vv));
        for (i = 0; i < 192; i++) {
            const int first = i / 64 * 64, other = 63 - i % 64;
            CHECK_INT(v[i], ==, 1000 * (2 * first + 63) + first + 63 - (other + 1) % 64);
        }
    }
}

TEST(each_tile_has_its_own)
{
    int i;
    CHECK_OK(parallel_for_each(amp_tile(amp_extent(1920), 16), own_memory,
                               amp_view(int, cells, 1920), 33));
    CHECK_OK(amp_synchronize(amp_view(int, cells, 1920)));
    for (i = 0; i < 1920; i++) {
        CHECK_INT(cells[i], ==, 33 * (i / 16));
    }
}

TEST(tile_memory_of_a_size_given_at_launch)
{
    static const int sizes[] = { 1, 16, 100, 8192 };
    static int x[3 * 8192], y[3 * 8192];
    int k, i, form;
    for (i = 0; i < 3 * 8192; i++) {
        x[i] = i * 7 % 1001;
    }
    for (k = 0; k < 4; k++) {
        const int n = sizes[k];
        for (form = 0; form < 2; form++) {
            amp_array_view vx = amp_view(const int, x, 3 * n), vy = amp_view(int, y, 3 * n);
            const amp_tiled_extent d = amp_tile(amp_extent(3 * 16), 16);
            CHECK_OK(form == 0 ? parallel_for_each(d, given_tiled, vx, vy, n)
                               : parallel_for_each(d, given_phased, vx, vy, n));
            CHECK_OK(amp_synchronize(vy));
            for (i = 0; i < 3 * n; i++) {
                CHECK_INT(y[i], ==, x[i / n * n + n - 1 - i % n] + x[i / n * n + n - 1]);
                y[i] = -1;
            }
            CHECK_OK(amp_release(vx));
            CHECK_OK(amp_release(vy));
        }
    }
}

TEST(two_arrays_of_sizes_given_at_launch)
{
    int y[16], i;
    if (!amp_accelerator_default().supports_double) {
        SKIP("the device has no double");
    }
    CHECK_OK(parallel_for_each(amp_tile(amp_extent(16), 8), given_two, 8, 3, 11,
                               amp_view(int, y, 16)));
    CHECK_OK(amp_synchronize(amp_view(int, y, 16)));
    for (i = 0; i < 16; i++) {
        CHECK_INT(y[i], ==, 111 * (7 - i % 8) + 11000);
    }
}

TEST(tile_memory_given_must_fit)
{
    static int x[16], y[16];
    amp_array_view vx = amp_view(const int, x, 16), vy = amp_view(int, y, 16);
    const amp_tiled_extent d = amp_tile(amp_extent(16), 16);
    y[0] = 5;
    CHECK_STATUS(parallel_for_each(d, given_tiled, vx, vy, 8193), AMP_OUT_OF_MEMORY);
    CHECK_CONTAINS(amp_last_error(), "kernel given_tiled: the launch gives 32772 bytes of tile "
                   "memory, 32768 are allowed: give less, or raise AMP_MAX_TILE_STATIC");
    CHECK_STATUS(parallel_for_each(d, given_phased, vx, vy, 2147483647), AMP_OUT_OF_MEMORY);
    CHECK_STATUS(parallel_for_each(d, given_tiled, vx, vy, 0), AMP_INVALID_ARGUMENT);
    CHECK_CONTAINS(amp_last_error(), "argument t: 0 elements of tile memory: give 1 or more");
    CHECK_STATUS(parallel_for_each(d, given_phased, vx, vy, -1), AMP_INVALID_ARGUMENT);
    CHECK_STATUS(parallel_for_each(amp_tile(amp_extent(8), 8), given_two, 4096, 0, 8, vy),
                 AMP_OUT_OF_MEMORY); /* two arrays together */
    if (!amp_accelerator_default().supports_double) {
        SKIP("the device has no double");
    }
    CHECK_STATUS(parallel_for_each(amp_tile(amp_extent(8), 8), given_two, 4090, 0, 10, vy),
                 AMP_OUT_OF_MEMORY); /* and with tile_static */
    CHECK_INT(y[0], ==, 5);
}

TEST(the_size_of_an_array_is_one_on_every_engine)
{
    int x[T1], i;
    const amp_status s = parallel_for_each(amp_tile(amp_extent(T1), T1), size_of_all,
                                           amp_view(int, x, T1));
    if (strncmp(amp_accelerator_default().device_path, "opencl", 6) == 0) {
        CHECK_STATUS(s, AMP_BUILD_FAILED);
        CHECK_CONTAINS(amp_last_error(), "sizeof(a) is the size of what it names on a device");
        CHECK_STATUS(parallel_for_each(amp_tile(amp_extent(T1), T1), size_of_own,
                                       amp_view(int, x, T1)), AMP_BUILD_FAILED);
        CHECK_CONTAINS(amp_last_error(), "sizeof(own) is the size of what it names on a device");
        return;
    }
    CHECK_OK(s);
    CHECK_OK(amp_synchronize(amp_view(int, x, T1)));
    for (i = 0; i < T1; i++) {
        CHECK_INT(x[i], ==, (int)sizeof(int *));
    }
    CHECK_OK(parallel_for_each(amp_tile(amp_extent(T1), T1), size_of_own, amp_view(int, x, T1)));
    CHECK_OK(amp_synchronize(amp_view(int, x, T1)));
    for (i = 0; i < T1; i++) {
        CHECK_INT(x[i], ==, (int)(sizeof(char *) + sizeof(char)));
    }
}
