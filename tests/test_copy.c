/* SPDX-License-Identifier: MIT */
/* run: quick */
/* Copies: between data sources of every kind, with and without gaps, of rank 1
   to 3, to and from host memory; what is moved, and what is refused. */
#include "amp.h"
#include "tap.h"

AMP_DEVICE_BEGIN
AMP_KERNEL(add, 3, value(int, a), inout(int, 3, v)) { amp_at_index(v, idx) += a; }
AMP_KERNEL(add1, 1, value(int, a), inout(int, 1, v)) { amp_at_index(v, idx) += a; }
AMP_DEVICE_END

enum { A = 6, B = 7, C = 8, SIZE = A * B * C, KINDS = 6 };

static amp_accelerator_view on(const char *path)
{
    return amp_accelerator_default_view(amp_accelerator_find(path));
}

/* A data source of one kind with this content. Kinds 4 and 5 have their
   content on the device only. */
static amp_array_view make(int kind, int *memory, const int *content)
{
    amp_array_view v;
    memcpy(memory, content, SIZE * sizeof(int));
    switch (kind) {
    case 0:
        return amp_view(int, memory, A, B, C);
    case 1:
        return amp_array_on_from(on("emu"), int, amp_extent(A, B, C), content);
    case 2:
        return amp_array_on_from(on("emu:separate"), int, amp_extent(A, B, C), content);
    case 3:
        v = amp_array_staging(on("cpu"), on("emu:separate"), int, amp_extent(A, B, C));
        break;
    case 4:
        v = amp_view_empty(int, A, B, C);
        break;
    default:
        v = amp_view(int, memory, A, B, C);
        CHECK_OK(amp_parallel_for_each_on(on("emu:separate"), v.extent, add, 0, v));
        return v;
    }
    CHECK_OK(amp_copy_in(v, content));
    if (kind == 4) {
        CHECK_OK(amp_parallel_for_each_on(on("emu:separate"), v.extent, add, 0, v));
    }
    return v;
}

static void read_back(amp_array_view v, int *content)
{
    CHECK_OK(amp_copy_out(v, content));
}

/* Copies a section to a section, and compares all of the destination with what
   a plain loop would have done. */
static void check_copy(int from_kind, int to_kind, const int *src, const int *dst,
                       const int *size, int async)
{
    static int a[SIZE], b[SIZE], want[SIZE], got[SIZE], ma[SIZE], mb[SIZE];
    amp_array_view from, to;
    const amp_extent e = amp_extent(size[0], size[1], size[2]);
    int i, j, k;
    for (i = 0; i < SIZE; i++) {
        a[i] = 1000 + i;
        b[i] = want[i] = -i;
    }
    from = make(from_kind, ma, a);
    to = make(to_kind, mb, b);
    for (i = 0; i < size[0]; i++) {
        for (j = 0; j < size[1]; j++) {
            for (k = 0; k < size[2]; k++) {
                want[((dst[0] + i) * B + dst[1] + j) * C + dst[2] + k] =
                    a[((src[0] + i) * B + src[1] + j) * C + src[2] + k];
            }
        }
    }
    {
        const amp_array_view s = amp_section(from, amp_index(src[0], src[1], src[2]), e);
        const amp_array_view d = amp_section(to, amp_index(dst[0], dst[1], dst[2]), e);
        if (async) {
            CHECK_OK(amp_completion_wait(amp_copy_async(s, d)));
        } else {
            CHECK_OK(amp_copy(s, d));
        }
    }
    read_back(to, got);
    for (i = 0; i < SIZE; i++) {
        if (got[i] != want[i]) {
            FAIL("kind %d to %d, element %d: %d instead of %d", from_kind, to_kind, i, got[i],
                 want[i]);
        }
    }
    read_back(from, got);
    CHECK_INT(memcmp(got, a, sizeof(a)), ==, 0);
    CHECK_OK(amp_release(from));
    CHECK_OK(amp_release(to));
}

TEST(every_kind_of_source_copies_to_every_kind)
{
    static const int box[][9] = {
        { 0, 0, 0, 0, 0, 0, A, B, C }, { 1, 2, 3, 0, 1, 2, 4, 5, 5 }, { 2, 0, 0, 3, 0, 0, 3, B, C },
        { 0, 3, 0, 0, 0, 0, A, 2, C }, { 5, 6, 7, 0, 0, 0, 1, 1, 1 }, { 0, 0, 2, 0, 0, 6, A, B, 1 },
        { 1, 0, 0, 4, 0, 5, 1, B, 3 }
    };
    int from, to;
    size_t i;
    for (from = 0; from < KINDS; from++) {
        for (to = 0; to < KINDS; to++) {
            for (i = 0; i < sizeof(box) / sizeof(box[0]); i++) {
                check_copy(from, to, box[i], box[i] + 3, box[i] + 6, (int)i % 2);
            }
        }
    }
    CHECK_INT(amp_live_views(), ==, 0);
}

TEST(random_sections_copy_as_a_loop_would)
{
    unsigned seed = 7;
    int round, k;
    for (round = 0; round < 400; round++) {
        static const int dim[3] = { A, B, C };
        int src[3], dst[3], size[3], kind[2];
        for (k = 0; k < 3; k++) {
            seed = seed * 1103515245u + 12345u;
            size[k] = 1 + (int)((seed >> 16) % (unsigned)dim[k]);
            seed = seed * 1103515245u + 12345u;
            src[k] = (int)((seed >> 16) % (unsigned)(dim[k] - size[k] + 1));
            seed = seed * 1103515245u + 12345u;
            dst[k] = (int)((seed >> 16) % (unsigned)(dim[k] - size[k] + 1));
        }
        seed = seed * 1103515245u + 12345u;
        kind[0] = (int)((seed >> 16) % KINDS);
        kind[1] = (int)((seed >> 20) % KINDS);
        check_copy(kind[0], kind[1], src, dst, size, round & 1);
    }
}

TEST(ranks_one_and_two_with_gaps)
{
    int a[10][10], b[10], column[10], i;
    const amp_array_view va = amp_view(int, &a[0][0], 10, 10), vb = amp_view(int, b, 10, 1);
    for (i = 0; i < 100; i++) {
        (&a[0][0])[i] = i;
    }
    CHECK_OK(amp_copy(amp_section(va, amp_index(0, 3), amp_extent(10, 1)), vb));
    CHECK_OK(amp_copy_out(amp_section(va, amp_index(0, 4), amp_extent(10, 1)), column));
    for (i = 0; i < 10; i++) {
        CHECK_INT(b[i], ==, 10 * i + 3);
        CHECK_INT(column[i], ==, 10 * i + 4);
    }
    CHECK_OK(amp_copy_in(amp_section(va, amp_index(0, 9), amp_extent(10, 1)), column));
    CHECK_INT(a[7][9], ==, 74);
    CHECK_INT(a[7][8], ==, 78);
    CHECK_OK(amp_copy(amp_project(va, 2), amp_view_as(vb, amp_extent(10))));
    CHECK_INT(b[6], ==, 26);
}

TEST(a_copy_takes_the_short_way)
{
    static int x[100];
    const amp_array_view device = amp_array_on(on("emu:separate"), int, amp_extent(100));
    const amp_array_view other = amp_array_on(on("emu:separate"), int, amp_extent(100));
    const amp_array_view v = amp_view(int, x, 100);
    amp_traffic t;
    CHECK_OK(amp_copy(v, device));
    t = amp_copied();
    CHECK_UINT(t.to_device, ==, 400);
    CHECK_OK(amp_copy(device, other));
    t = amp_copied();
    CHECK_UINT(t.on_device, ==, 400);
    CHECK_UINT(t.to_host, ==, 0);
    CHECK_OK(amp_copy(amp_section(other, amp_index(10), amp_extent(5)),
                      amp_section(v, amp_index(0), amp_extent(5))));
    t = amp_copied();
    CHECK_UINT(t.to_host, ==, 20);
    CHECK_UINT(t.to_device, ==, 400);
    /* pending on the device: no detour through the host */
    CHECK_OK(amp_parallel_for_each_on(on("emu:separate"), amp_extent(100), add1, 1, v));
    CHECK_OK(amp_copy(v, device));
    t = amp_copied();
    CHECK_UINT(t.to_host, ==, 20);
    CHECK_UINT(t.on_device, ==, 800);
}

TEST(a_copy_replaces_what_was_pending)
{
    int x[10], y[10], i;
    const amp_array_view v = amp_view(int, x, 10);
    for (i = 0; i < 10; i++) {
        x[i] = i;
        y[i] = 100 + i;
    }
    CHECK_OK(amp_parallel_for_each_on(on("emu:separate"), amp_extent(10), add1, 1, v));
    CHECK_OK(amp_copy_in(amp_section(v, amp_index(2), amp_extent(3)), y));
    CHECK_OK(amp_synchronize(v));
    CHECK_INT(x[1], ==, 2);
    CHECK_INT(x[2], ==, 100);
    CHECK_INT(x[4], ==, 102);
    CHECK_INT(x[5], ==, 6);
    CHECK_OK(amp_parallel_for_each_on(on("emu:separate"), amp_extent(10), add1, 1, v));
    CHECK_OK(amp_synchronize(v));
    CHECK_INT(x[2], ==, 101);
}

TEST(copies_that_do_not_fit_are_refused)
{
    static int a[40], b[40];
    static float f[40];
    const amp_array_view v = amp_view(int, a, 40), w = amp_view(int, b, 40);
    const amp_array_view half = amp_section(v, amp_index(0), amp_extent(20));
    CHECK_STATUS(amp_copy(half, w), AMP_INVALID_ARGUMENT);
    CHECK_CONTAINS(amp_last_error(), "(20)");
    CHECK_CONTAINS(amp_last_error(), "(40)");
    CHECK_STATUS(amp_copy(w, half), AMP_INVALID_ARGUMENT);
    CHECK_STATUS(amp_copy(v, amp_view_as(w, amp_extent(4, 10))), AMP_INVALID_ARGUMENT);
    CHECK_STATUS(amp_copy(v, amp_view(float, f, 40)), AMP_INVALID_ARGUMENT);
    CHECK_CONTAINS(amp_last_error(), "float");
    CHECK_STATUS(amp_copy_in(v, NULL), AMP_INVALID_ARGUMENT);
    CHECK_STATUS(amp_copy_out(v, NULL), AMP_INVALID_ARGUMENT);
    CHECK_STATUS(amp_copy(v, amp_section(v, amp_index(0), amp_extent(41))), AMP_INVALID_ARGUMENT);
    CHECK_STATUS(amp_copy(half, amp_section(v, amp_index(19), amp_extent(20))),
                 AMP_INVALID_ARGUMENT);
    CHECK_CONTAINS(amp_last_error(), "4 bytes");
    CHECK_OK(amp_copy(half, amp_section(v, amp_index(20), amp_extent(20))));
    CHECK_OK(amp_release(w));
    CHECK_STATUS(amp_copy(v, w), AMP_INVALID_ARGUMENT);
    CHECK_CONTAINS(amp_last_error(), "released");
    CHECK_STATUS(amp_copy(w, v), AMP_INVALID_ARGUMENT);
    CHECK_STATUS(amp_completion_wait(amp_copy_async(w, v)), AMP_INVALID_ARGUMENT);
    CHECK_CONTAINS(amp_last_error(), "released");
    CHECK_STATUS(amp_completion_wait(amp_copy_in_async(w, a)), AMP_INVALID_ARGUMENT);
    CHECK_STATUS(amp_completion_wait(amp_copy_out_async(w, a)), AMP_INVALID_ARGUMENT);
}

/* Neither of the two views lies inside the other, so that each has a source of
   its own. */
TEST(copies_between_sources_that_share_memory_are_refused)
{
    static int a[100];
    const amp_array_view low = amp_view(int, a, 60), high = amp_view(int, a + 40, 60);
    int i;
    CHECK(low.record != high.record);
    for (i = 0; i < 100; i++) {
        a[i] = i;
    }
    CHECK_STATUS(amp_copy(low, high), AMP_INVALID_ARGUMENT);
    CHECK_CONTAINS(amp_last_error(), "share 80 bytes");
    CHECK_INT(a[40], ==, 40);
    CHECK_OK(amp_copy(amp_section(low, amp_index(0), amp_extent(40)),
                      amp_section(high, amp_index(20), amp_extent(40))));
    CHECK_INT(a[99], ==, 39);
    CHECK_OK(amp_copy_out(low, a)); /* onto itself: nothing changes */
    CHECK_INT(a[59], ==, 59);
}
