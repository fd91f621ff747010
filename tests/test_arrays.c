/* SPDX-License-Identifier: MIT */
/* run: quick */
/* Arrays: memory that an accelerator view owns, on every accelerator; staging
   arrays; what cannot be. */
#include <limits.h>
#include "amp.h"
#include "tap.h"

AMP_DEVICE_BEGIN
AMP_KERNEL(fill, 1, value(int, a), out(int, 1, v)) { amp_at(v, idx[0]) = a + idx[0]; }
AMP_KERNEL(add, 1, in(int, 1, x), inout(int, 1, y)) { amp_at(y, idx[0]) += amp_at(x, idx[0]); }
AMP_KERNEL(rows, 2, inout(double, 2, v)) { amp_at_index(v, idx) += idx[0]; }
AMP_DEVICE_END

static const char *const place[] = { "emu", "emu:separate" };
static amp_accelerator_view on(const char *path)
{
    return amp_accelerator_default_view(amp_accelerator_find(path));
}

TEST(kernels_take_arrays)
{
    int x[100], out[100], i, p;
    for (i = 0; i < 100; i++) {
        x[i] = 1000 * i;
    }
    for (p = 0; p < 2; p++) {
        amp_array a = amp_array_on(on(place[p]), int, amp_extent(100));
        amp_array b = amp_array_on_from(on(place[p]), int, amp_extent(100), x);
        const amp_traffic before = amp_copied();
        CHECK_STATUS(a.status, AMP_OK);
        CHECK_STATUS(b.status, AMP_OK);
        CHECK_OK(amp_parallel_for_each(amp_extent(100), fill, 7, a)); /* where the array lives */
        CHECK_OK(amp_parallel_for_each(amp_extent(100), add, a, b));
        CHECK_OK(amp_parallel_for_each(amp_extent(50), add, amp_section_from(a, amp_index(50)),
                                       amp_section_extent(b, amp_extent(50))));
        CHECK_UINT(amp_copied().to_device, ==, before.to_device);
        CHECK_UINT(amp_copied().to_host, ==, before.to_host);
        CHECK_OK(amp_copy_out(b, out));
        for (i = 0; i < 100; i++) {
            CHECK_INT(out[i], ==, 1000 * i + 7 + i + (i < 50 ? 57 + i : 0));
        }
        CHECK_STR(amp_accelerator_of(amp_source_accelerator_view(a)).device_path, place[p]);
        CHECK_OK(amp_release(a));
        CHECK_OK(amp_release(b));
        CHECK_STATUS(amp_release(b), AMP_INVALID_ARGUMENT);
        CHECK_STATUS(amp_parallel_for_each(amp_extent(100), add, a, b), AMP_INVALID_ARGUMENT);
    }
    CHECK_INT(amp_live_views(), ==, 0);
}

TEST(an_array_on_the_default_accelerator)
{
    amp_array a = amp_array(double, amp_extent(3, 4));
    double x[3][4], y[3][4];
    int i;
    SKIP_WITHOUT_DOUBLE();
    for (i = 0; i < 12; i++) {
        (&x[0][0])[i] = 0.5 * i;
    }
    CHECK_STATUS(a.status, AMP_OK);
    CHECK_OK(amp_copy_in(a, x));
    CHECK_OK(amp_parallel_for_each(amp_extent(3, 4), rows, a));
    CHECK_OK(amp_copy_out(a, y));
    CHECK_FLOAT(y[2][3], ==, 5.5 + 2);
    CHECK_OK(amp_release(a));
}

TEST(an_array_goes_where_it_is_told)
{
    int out[10];
    amp_array a = amp_array_on(on("emu"), int, amp_extent(10));
    CHECK_OK(amp_parallel_for_each_on(on("emu:separate"), amp_extent(10), fill, 1, a));
    CHECK_OK(amp_parallel_for_each(amp_extent(10), add, a, a)); /* at home again */
    CHECK_OK(amp_copy_out(a, out));
    CHECK_INT(out[9], ==, 20);
    CHECK_UINT(amp_copied().to_host, ==, sizeof(out));
    CHECK_OK(amp_release(a));
}

TEST(arrays_of_two_accelerators_want_to_be_told)
{
    amp_array a = amp_array_on(on("emu"), int, amp_extent(10));
    amp_array b = amp_array_on(on("emu:separate"), int, amp_extent(10));
    CHECK_OK(amp_parallel_for_each(amp_extent(10), fill, 1, a));
    CHECK_OK(amp_parallel_for_each(amp_extent(10), fill, 1, b));
    CHECK_STATUS(amp_parallel_for_each(amp_extent(10), add, a, b), AMP_INVALID_ARGUMENT);
    CHECK_CONTAINS(amp_last_error(), "arrays x and y");
    CHECK_OK(amp_parallel_for_each_on(on("emu"), amp_extent(10), add, a, b));
    CHECK_OK(amp_release(a));
    CHECK_OK(amp_release(b));
}

TEST(an_array_of_the_cpu_accelerator_is_memory_only)
{
    amp_array a = amp_array_on(on("cpu"), int, amp_extent(10));
    CHECK_STATUS(a.status, AMP_OK);
    CHECK_STATUS(amp_parallel_for_each(amp_extent(10), fill, 1, a), AMP_UNSUPPORTED);
    CHECK_CONTAINS(amp_last_error(), "CPU accelerator");
    CHECK(amp_data(a) != NULL);
    CHECK_OK(amp_release(a));
}

TEST(a_staging_array_is_host_memory_beside_a_device)
{
    const amp_accelerator_view device = on("emu:separate"), cpu = on("cpu");
    amp_array s = amp_array_staging(cpu, device, int, amp_extent(10));
    amp_array a = amp_array_on(device, int, amp_extent(10));
    int *p = (int *)amp_data(s), i;
    CHECK_STATUS(s.status, AMP_OK);
    CHECK(p != NULL && p == s.data);
    CHECK(amp_accelerator_view_equal(amp_associated_accelerator_view(s), device));
    CHECK(amp_accelerator_view_equal(amp_source_accelerator_view(s), cpu));
    for (i = 0; i < 10; i++) {
        p[i] = 5 * i;
    }
    CHECK_OK(amp_copy(s, a));
    CHECK_OK(amp_parallel_for_each(amp_extent(10), add, a, a));
    CHECK_OK(amp_copy(a, s));
    CHECK_INT(p[9], ==, 90);
    CHECK_STATUS(amp_array_staging(device, device, int, amp_extent(10)).status, AMP_UNSUPPORTED);
    CHECK_CONTAINS(amp_last_error(), "staging");
    CHECK_OK(amp_release(s));
    CHECK_OK(amp_release(a));
}

TEST(the_host_reaches_only_what_it_may)
{
    amp_array a = amp_array_on(on("emu:separate"), int, amp_extent(10));
    amp_array b = amp_array_with_access(on("emu"), int, amp_extent(10), AMP_ACCESS_READ);
    CHECK_INT(amp_cpu_access_type(a), ==, AMP_ACCESS_NONE);
    CHECK_INT(amp_cpu_access_type(b), ==, AMP_ACCESS_READ);
    CHECK(amp_data(a) == NULL);
    CHECK_CONTAINS(amp_last_error(), "amp_copy_out");
    CHECK(amp_data(b) != NULL);
    CHECK_STATUS(amp_array_with_access(on("emu:separate"), int, amp_extent(10),
                                       AMP_ACCESS_READ_WRITE).status, AMP_UNSUPPORTED);
    CHECK_STATUS(amp_array_with_access(on("emu"), int, amp_extent(10), (amp_access_type)9).status,
                 AMP_INVALID_ARGUMENT);
    CHECK_OK(amp_release(a));
    CHECK_OK(amp_release(b));
}

TEST(an_array_that_cannot_be_carries_its_reason)
{
    amp_accelerator_view gone;
    CHECK_STATUS(amp_array(int, amp_extent(0)).status, AMP_INVALID_ARGUMENT);
    CHECK_STATUS(amp_array(int, amp_extent(3, -1)).status, AMP_INVALID_ARGUMENT);
    CHECK_CONTAINS(amp_last_error(), "-1");
    CHECK_STATUS(amp_array(double, amp_extent(INT_MAX, INT_MAX, 3)).status, AMP_INVALID_ARGUMENT);
    CHECK_STATUS(amp_array_from(int, amp_extent(3), NULL).status, AMP_INVALID_ARGUMENT);
    CHECK_CONTAINS(amp_array_from(int, amp_extent(3), NULL).why, "NULL");
    CHECK_OK(amp_accelerator_create_view(amp_accelerator_find("emu"), AMP_QUEUING_IMMEDIATE,
                                         &gone));
    CHECK_OK(amp_accelerator_view_release(gone));
    CHECK_STATUS(amp_array_on(gone, int, amp_extent(3)).status, AMP_INVALID_ARGUMENT);
    CHECK_CONTAINS(amp_last_error(), "released");
    CHECK_INT(amp_live_views(), ==, 0);
}

TEST(an_array_outlives_its_accelerator_view)
{
    int p;
    for (p = 0; p < 2; p++) {
        amp_accelerator_view view;
        amp_array a;
        int out[10];
        CHECK_OK(amp_accelerator_create_view(amp_accelerator_find(place[p]),
                                             AMP_QUEUING_IMMEDIATE, &view));
        a = amp_array_on(view, int, amp_extent(10));
        CHECK_OK(amp_parallel_for_each(amp_extent(10), fill, 4, a));
        CHECK_OK(amp_accelerator_view_release(view));
        CHECK_OK(amp_parallel_for_each(amp_extent(10), add, a, a));
        CHECK_OK(amp_copy_out(a, out));
        CHECK_INT(out[9], ==, 26);
        CHECK_STR(amp_accelerator_of(amp_source_accelerator_view(a)).device_path, place[p]);
        CHECK_OK(amp_release(a));
    }
}
