/* SPDX-License-Identifier: MIT */
/* run: dropin plain */
/* Views and simple kernels of rank 4 to 8, where AMP_MAX_RANK was raised. */
#define AMP_SHORT_NAMES
#define AMP_MAX_RANK 8
#include "amp.h"
#include "tap.h"

AMP_DEVICE_BEGIN
AMP_KERNEL(fill4, 4, out(int, 4, v))
{
    at(v, idx[0], idx[1], idx[2], idx[3]) = idx[0] * 1000 + idx[1] * 100 + idx[2] * 10 + idx[3];
}
AMP_KERNEL(add4, 4, in(int, 4, a), inout(int, 4, b)) { at_index(b, idx) += at_index(a, idx); }
AMP_KERNEL(eight, 8, inout(int, 8, v))
{
    if (amp_contains(v, idx)) {
        at_index(v, idx) += ((((((idx[0] * 3 + idx[1]) * 3 + idx[2]) * 3 + idx[3]) * 3 + idx[4]) * 3
                             + idx[5]) * 3 + idx[6]) * 3 + idx[7];
        at(v, idx[0], idx[1], idx[2], idx[3], idx[4], idx[5], idx[6], idx[7]) += 1;
    }
}
AMP_KERNEL(five_by_tile, 1, in(float, 5, a), out(float, 1, sums))
{
    float sum = 0;
    const amp_extent e = amp_get_extent(a);
    for (int i = 0; i < e.dim[1]; i++) {
        for (int j = 0; j < e.dim[4]; j++) {
            sum += at(a, idx[0], i, 1, 0, j);
        }
    }
    at(sums, idx[0]) = sum;
}
/* Kernels of lower ranks in a program with one of rank 8, tiled ones too. */
AMP_KERNEL(cube, 3, inout(int, 3, v)) { at_index(v, idx) += idx[0] * 100 + idx[1] * 10 + idx[2]; }
AMP_TILED_KERNEL(tiled, (2, 4), inout(int, 2, v))
{
    tile_static(int, t, 2, 4);
    t[tidx.local[0]][tidx.local[1]] = at_index(v, tidx.global);
    tile_barrier_wait(tidx);
    at_index(v, tidx.global) = t[1 - tidx.local[0]][3 - tidx.local[1]];
}
AMP_PHASED_KERNEL(phased, (2, 4), inout(int, 2, v))
{
    tile_static(int, t, 2, 4);
    phase { t[tidx.local[0]][tidx.local[1]] = at_index(v, tidx.global); }
    phase { at_index(v, tidx.global) = t[1 - tidx.local[0]][3 - tidx.local[1]]; }
}
AMP_DEVICE_END

static int ints[4 * 5 * 6 * 7];

TEST(each_index_of_rank_4_once)
{
    const amp_array_view v = amp_view(int, ints, 4, 5, 6, 7);
    int i;
    CHECK_OK(parallel_for_each(v.extent, fill4, v));
    CHECK_OK(parallel_for_each(v.extent, add4, v, v));
    CHECK_OK(amp_synchronize(v));
    for (i = 0; i < 4 * 5 * 6 * 7; i++) {
        CHECK_INT(ints[i], ==, 2 * (i / 210 * 1000 + i / 42 % 5 * 100 + i / 7 % 6 * 10 + i % 7));
    }
}

TEST(rank_8_with_more_threads_than_elements)
{
    static int cells[6561];
    const amp_array_view v = amp_view(int, cells, 3, 3, 3, 3, 3, 3, 3, 3);
    int i;
    CHECK_OK(parallel_for_each(amp_extent(3, 4, 3, 3, 3, 3, 3, 4), eight, v));
    CHECK_OK(amp_synchronize(v));
    for (i = 0; i < 6561; i++) {
        CHECK_INT(cells[i], ==, i + 1);
    }
}

TEST(a_view_of_rank_5_in_a_kernel_of_rank_1)
{
    static float a[3 * 2 * 2 * 2 * 4], sums[3];
    int i;
    for (i = 0; i < 96; i++) {
        a[i] = (float)i;
    }
    CHECK_OK(parallel_for_each(amp_extent(3), five_by_tile, amp_view(float, a, 3, 2, 2, 2, 4),
                               amp_view(float, sums, 3)));
    CHECK_OK(amp_synchronize(amp_view(float, sums, 3)));
    for (i = 0; i < 3; i++) { /* 8 + 16 * k of the slice, k 0 and 1, four each */
        CHECK_FLOAT(sums[i], ==, 8 * 32 * i + 4 * 8 + 6 + 4 * 24 + 6);
    }
}

/* Sections, projections and copies: also where memory is the accelerator's own. */
static void sections(const char *path)
{
    static int all[3][4][5][6], part[3 * 2 * 5 * 6];
    amp_array_view v, s, p;
    int i, k;
    amp_accelerator_view q;
    CHECK_OK(amp_accelerator_create_view(amp_accelerator_find(path), AMP_QUEUING_IMMEDIATE, &q));
    memset(all, 0, sizeof(all));
    v = amp_view(int, all, 3, 4, 5, 6);
    s = amp_section(v, amp_index(0, 1, 0, 0), amp_extent(3, 2, 5, 6)); /* gaps in one dimension */
    CHECK_OK(s.status);
    CHECK_OK(parallel_for_each_on(q, s.extent, fill4, s));
    CHECK_OK(amp_synchronize(s));
    for (i = 0; i < 360; i++) {
        const int a = i / 120, b = i / 30 % 4, c = i / 6 % 5, d = i % 6;
        CHECK_INT(all[a][b][c][d], ==,
                  b == 1 || b == 2 ? a * 1000 + (b - 1) * 100 + c * 10 + d : 0);
    }
    /* gaps in two, and a slice of lower rank */
    s = amp_section(v, amp_index(0, 0, 1, 2), amp_extent(3, 4, 2, 3));
    CHECK_OK(s.status);
    p = amp_project(v, 2);
    CHECK_INT(p.extent.rank, ==, 3);
    CHECK_OK(parallel_for_each_on(q, s.extent, fill4, s));
    CHECK_OK(parallel_for_each_on(q, p.extent, cube, p));
    CHECK_OK(amp_synchronize(v));
    CHECK_INT(all[1][2][2][3], ==, 1211);
    CHECK_INT(all[2][3][1][2], ==, 2300 + 312);
    CHECK_INT(all[2][3][4][5], ==, 345);
    /* gaps in three: refused, with the remedy */
    s = amp_section(v, amp_index(0, 1, 1, 1), amp_extent(3, 2, 2, 2));
    CHECK_STATUS(s.status, AMP_INVALID_ARGUMENT);
    CHECK_CONTAINS(amp_last_error(), "project");
    /* copies to memory and between views */
    s = amp_section(v, amp_index(0, 1, 0, 0), amp_extent(3, 2, 5, 6));
    CHECK_OK(amp_copy_out(s, part));
    for (i = 0; i < 180; i++) {
        CHECK_INT(part[i], ==, all[i / 60][1 + i / 30 % 2][i / 6 % 5][i % 6]);
    }
    for (k = 0; k < 2; k++) {
        const amp_array_view dense = amp_view(int, part, 3, 2, 5, 6);
        for (i = 0; i < 180; i++) {
            part[i] = i;
        }
        CHECK_OK(amp_refresh(dense));
        CHECK_OK(k == 0 ? amp_copy(dense, s) : amp_copy(s, dense));
        CHECK_OK(amp_synchronize(v));
        CHECK_OK(amp_synchronize(dense));
        for (i = 0; i < 180; i++) {
            CHECK_INT(all[i / 60][1 + i / 30 % 2][i / 6 % 5][i % 6], ==, i);
            CHECK_INT(part[i], ==, i);
        }
    }
    CHECK_OK(amp_release(v));
    CHECK_OK(amp_accelerator_view_release(q));
}

TEST(sections_of_rank_4) { sections("default"); }
TEST(sections_of_rank_4_on_memory_of_its_own) { sections("emu:separate"); }

TEST(arithmetic_of_rank_8)
{
    const amp_index i = amp_index(1, 2, 3, 4, 5, 6, 7, 8);
    const amp_extent e = amp_extent(9, 9, 9, 9, 9, 9, 9, 9);
    CHECK_INT(i.rank, ==, 8);
    CHECK_INT(amp_index_add(i, i).dim[7], ==, 16);
    CHECK_INT(amp_index_mul_int(i, 3).dim[6], ==, 21);
    CHECK_INT(amp_int_sub_index(10, i).dim[3], ==, 6);
    CHECK_INT(amp_extent_of(i).dim[5], ==, 6);
    CHECK(amp_extent_contains(e, i));
    CHECK(!amp_extent_contains(amp_extent(9, 9, 9, 9, 9, 9, 9, 8), i));
    CHECK_UINT(amp_extent_size(e), ==, 43046721);
    CHECK(!amp_index_equal(i, amp_index(1, 2, 3, 4, 5, 6, 7, 9)));
}

TEST(lower_ranks_work_beside)
{
    static int v[2][4], w[24];
    int i;
    for (i = 0; i < 8; i++) {
        v[i / 4][i % 4] = i;
    }
    CHECK_OK(parallel_for_each(amp_tile(amp_extent(2, 4), 2, 4), tiled, amp_view(int, v, 2, 4)));
    CHECK_OK(amp_synchronize(amp_view(int, v, 2, 4)));
    CHECK_INT(v[0][0], ==, 7);
    CHECK_OK(parallel_for_each(amp_tile(amp_extent(2, 4), 2, 4), phased, amp_view(int, v, 2, 4)));
    CHECK_OK(amp_synchronize(amp_view(int, v, 2, 4)));
    CHECK_INT(v[0][1], ==, 1);
    CHECK_OK(parallel_for_each(amp_extent(2, 3, 4), cube, amp_view(int, w, 2, 3, 4)));
    CHECK_OK(amp_synchronize(amp_view(int, w, 2, 3, 4)));
    CHECK_INT(w[23], ==, 123);
}

TEST(what_ranks_cannot_be)
{
    CHECK_STATUS(parallel_for_each(amp_extent(65536, 40000, 1, 1), fill4,
                                   amp_view(int, ints, 1, 1, 1, 1)), AMP_INVALID_COMPUTE_DOMAIN);
    CHECK_CONTAINS(amp_last_error(), "in parts");
    CHECK_STATUS(parallel_for_each(amp_extent(1, 1, 0, 1), fill4,
                                   amp_view(int, ints, 1, 1, 1, 1)), AMP_INVALID_COMPUTE_DOMAIN);
    CHECK_STATUS(parallel_for_each(amp_extent(1, 1, 1), fill4, amp_view(int, ints, 1, 1, 1, 1)),
                 AMP_INVALID_COMPUTE_DOMAIN);
    CHECK_STATUS(parallel_for_each(amp_extent(1, 1, 1, 1), fill4, amp_view(int, ints, 1, 1, 1)),
                 AMP_VIEW_MISMATCH);
}
