/* SPDX-License-Identifier: MIT */
/* Accelerators: the list, properties, the default one and when it is settled,
   the memory-only one; accelerator views as values. */
#include "amp.h"
#include "tap.h"

AMP_DEVICE_BEGIN
AMP_KERNEL(fill, 1, value(int, a), out(int, 1, v)) { amp_at(v, idx[0]) = a + idx[0]; }
AMP_DEVICE_END

static int x[16];

/* A test sets the environment of its own process: unhide what -std=c99 hides. */
extern int setenv(const char *name, const char *value, int replace);
extern int unsetenv(const char *name);

static amp_status launch(void)
{
    return amp_parallel_for_each(amp_extent(16), fill, 1, amp_view(int, x, 16));
}

TEST(the_list_holds_the_emulators_and_the_cpu)
{
    const int n = amp_accelerator_count();
    int i, emu = 0, separate = 0, cpu = 0;
    CHECK_INT(n, >=, 3);
    for (i = 0; i < n; i++) {
        const amp_accelerator a = amp_accelerator_get(i);
        CHECK_INT(a.index, ==, i);
        CHECK(a.device_path[0] != '\0' && a.description[0] != '\0');
        emu += strcmp(a.device_path, "emu") == 0;
        separate += strcmp(a.device_path, "emu:separate") == 0;
        cpu += strcmp(a.device_path, "cpu") == 0;
        CHECK(amp_accelerator_equal(amp_accelerator_find(a.device_path), a));
    }
    CHECK(emu == 1 && separate == 1 && cpu == 1);
    CHECK_INT(amp_accelerator_get(n).index, ==, -1);
    CHECK_INT(amp_accelerator_get(-1).index, ==, -1);
    CHECK_CONTAINS(amp_last_error(), "-1");
}

TEST(properties_of_the_emulator)
{
    const amp_accelerator a = amp_accelerator_find("emu"), s = amp_accelerator_find("emu:separate");
    CHECK(a.is_emulated && s.is_emulated);
    CHECK(a.supports_double_precision && a.supports_limited_double_precision
          && a.supports_double);
    CHECK(!a.has_display && !a.is_debug);
    CHECK(a.supports_cpu_shared_memory && !s.supports_cpu_shared_memory);
    CHECK_UINT(a.dedicated_memory, >, 1024);             /* KB: more than a megabyte */
    CHECK_UINT(a.dedicated_memory, <, (size_t)1 << 40);
    CHECK_INT(a.default_cpu_access_type, ==, AMP_ACCESS_READ_WRITE);
    CHECK_INT(s.default_cpu_access_type, ==, AMP_ACCESS_NONE);
    CHECK_STR(amp_accelerator_find("SEPARATE mem").device_path, "emu:separate");
    CHECK_INT(amp_accelerator_find("no such").index, ==, -1);
    CHECK_CONTAINS(amp_last_error(), "no such");
    CHECK_CONTAINS(amp_last_error(), "emu:separate");
}

TEST(the_cpu_accelerator_runs_nothing)
{
    const amp_accelerator cpu = amp_accelerator_find("cpu");
    amp_accelerator_view own;
    CHECK_STATUS(amp_parallel_for_each_on(amp_accelerator_default_view(cpu), amp_extent(16), fill,
                                          1, amp_view(int, x, 16)), AMP_UNSUPPORTED);
    CHECK_CONTAINS(amp_last_error(), "\"CPU accelerator\"");
    CHECK_OK(amp_accelerator_create_view(cpu, AMP_QUEUING_IMMEDIATE, &own));
    CHECK_STATUS(amp_parallel_for_each_on(own, amp_extent(16), fill, 1, amp_view(int, x, 16)),
                 AMP_UNSUPPORTED);
    CHECK_OK(amp_accelerator_view_release(own));
    CHECK_INT(x[3], ==, 0);
}

TEST(the_default_is_set_once)
{
    (void)unsetenv("AMP_ACCELERATOR");
    CHECK_STATUS(amp_accelerator_set_default("nowhere"), AMP_INVALID_ARGUMENT);
    CHECK_STATUS(amp_accelerator_set_default("default"), AMP_INVALID_ARGUMENT);
    CHECK_STATUS(amp_accelerator_set_default(NULL), AMP_INVALID_ARGUMENT);
    CHECK_OK(amp_accelerator_set_default("emu:separate"));
    CHECK_STR(amp_accelerator_default().device_path, "emu:separate");
    CHECK_STATUS(amp_accelerator_set_default("emu"), AMP_INVALID_ARGUMENT);
    CHECK_CONTAINS(amp_last_error(), "emu:separate");
    CHECK_OK(launch());
    CHECK_INT(x[3], ==, 0); /* stale */
    CHECK_OK(amp_synchronize(amp_view(int, x, 16)));
    CHECK_INT(x[3], ==, 4);
    CHECK_STR(amp_accelerator_default().device_path, "emu:separate");
}

TEST(the_default_is_settled_by_a_launch)
{
    (void)unsetenv("AMP_ACCELERATOR");
    CHECK_OK(launch());
    CHECK_STATUS(amp_accelerator_set_default("emu:separate"), AMP_INVALID_ARGUMENT);
    CHECK_CONTAINS(amp_last_error(), "before any launch");
}

TEST(the_default_is_settled_by_a_question)
{
    (void)unsetenv("AMP_ACCELERATOR");
    CHECK_INT(amp_accelerator_default().index, >=, 0);
    CHECK_STATUS(amp_accelerator_set_default("emu:separate"), AMP_INVALID_ARGUMENT);
}

TEST(the_environment_chooses)
{
    (void)setenv("AMP_ACCELERATOR", "emu:separate", 1);
    CHECK_STATUS(amp_accelerator_set_default("emu"), AMP_INVALID_ARGUMENT);
    CHECK_CONTAINS(amp_last_error(), "AMP_ACCELERATOR");
    CHECK_STR(amp_accelerator_default().device_path, "emu:separate");
    CHECK_OK(launch());
    CHECK_INT(x[3], ==, 0); /* stale */
}

TEST(the_environment_may_choose_by_description)
{
    (void)setenv("AMP_ACCELERATOR", "separate memory", 1);
    CHECK_STR(amp_accelerator_default().device_path, "emu:separate");
}

TEST(a_wrong_name_in_the_environment_is_told)
{
    (void)setenv("AMP_ACCELERATOR", "quantum", 1);
    CHECK_STATUS(launch(), AMP_INVALID_ARGUMENT);
    CHECK_CONTAINS(amp_last_error(), "quantum");
    CHECK_CONTAINS(amp_last_error(), "emu, emu:separate");
    CHECK_INT(amp_accelerator_default().index, ==, -1);
    CHECK_STATUS(amp_array(int, amp_extent(4)).status, AMP_INVALID_ARGUMENT);
    CHECK_STATUS(amp_wait(amp_auto_selection_view()), AMP_INVALID_ARGUMENT);
    CHECK_INT(amp_accelerator_count(), >=, 3);
}

TEST(the_memory_only_accelerator_as_default_is_told)
{
    (void)setenv("AMP_ACCELERATOR", "cpu", 1);
    CHECK_STATUS(launch(), AMP_UNSUPPORTED);
    CHECK_CONTAINS(amp_last_error(), "CPU accelerator");
}

#if !defined(AMP_OPENCL)
TEST(opencl_without_the_switch_says_what_to_do)
{
    (void)setenv("AMP_ACCELERATOR", "opencl:1", 1);
    CHECK_STATUS(launch(), AMP_UNSUPPORTED);
    CHECK_CONTAINS(amp_last_error(), "-DAMP_OPENCL");
}
#endif

TEST(accelerator_views_are_values)
{
    const amp_accelerator a = amp_accelerator_find("emu");
    const amp_accelerator_view d = amp_accelerator_default_view(a);
    amp_accelerator_view v, w;
    CHECK(amp_accelerator_view_equal(d, amp_accelerator_default_view(a)));
    CHECK_INT(amp_accelerator_view_queuing_mode(d), ==, AMP_QUEUING_AUTOMATIC);
    CHECK(!amp_accelerator_view_is_auto_selection(d));
    CHECK(amp_accelerator_view_is_auto_selection(amp_auto_selection_view()));
    CHECK_OK(amp_accelerator_create_view(a, AMP_QUEUING_IMMEDIATE, &v));
    CHECK_OK(amp_accelerator_create_view(a, AMP_QUEUING_AUTOMATIC, &w));
    CHECK(!amp_accelerator_view_equal(v, w) && !amp_accelerator_view_equal(v, d));
    CHECK_INT(amp_accelerator_view_queuing_mode(v), ==, AMP_QUEUING_IMMEDIATE);
    CHECK(amp_accelerator_equal(amp_accelerator_of(v), a));
    CHECK_OK(amp_flush(v));
    CHECK_OK(amp_wait(v));
    CHECK_OK(amp_wait(d));
    CHECK_OK(amp_wait(amp_auto_selection_view()));
    CHECK_OK(amp_flush(d));
    CHECK_OK(amp_accelerator_view_release(v));
    CHECK_STATUS(amp_accelerator_view_release(v), AMP_INVALID_ARGUMENT);
    CHECK_STATUS(amp_wait(v), AMP_INVALID_ARGUMENT);
    CHECK_STATUS(amp_flush(v), AMP_INVALID_ARGUMENT);
    CHECK_STATUS(amp_completion_wait(amp_marker(v)), AMP_INVALID_ARGUMENT);
    CHECK_STATUS(amp_parallel_for_each_on(v, amp_extent(16), fill, 1, amp_view(int, x, 16)),
                 AMP_INVALID_ARGUMENT);
    CHECK_CONTAINS(amp_last_error(), "released");
    CHECK_INT(amp_accelerator_of(v).index, ==, -1);
    CHECK_OK(amp_accelerator_create_view(a, AMP_QUEUING_IMMEDIATE, &v)); /* a record used again */
    CHECK_OK(amp_accelerator_view_release(v));
    CHECK_OK(amp_accelerator_view_release(w));
    CHECK_STATUS(amp_accelerator_view_release(d), AMP_INVALID_ARGUMENT);
    CHECK_STATUS(amp_accelerator_view_release(amp_auto_selection_view()), AMP_INVALID_ARGUMENT);
    CHECK_STATUS(amp_accelerator_create_view(a, (amp_queuing_mode)7, &v), AMP_INVALID_ARGUMENT);
    CHECK_STATUS(amp_accelerator_create_view(amp_accelerator_get(-1), AMP_QUEUING_IMMEDIATE, &v),
                 AMP_INVALID_ARGUMENT);
    CHECK(v.queue == NULL);
}

TEST(the_default_access_type_is_set_once)
{
    amp_accelerator a = amp_accelerator_find("emu");
    amp_array r;
    CHECK_INT(amp_accelerator_set_default_cpu_access_type(a, AMP_ACCESS_READ), ==, 1);
    CHECK_INT(amp_accelerator_set_default_cpu_access_type(a, AMP_ACCESS_WRITE), ==, 0);
    CHECK_INT(amp_accelerator_find("emu").default_cpu_access_type, ==, AMP_ACCESS_READ);
    r = amp_array_on(amp_accelerator_default_view(a), int, amp_extent(4));
    CHECK_INT(amp_cpu_access_type(r), ==, AMP_ACCESS_READ);
    CHECK_OK(amp_release(r));
    a = amp_accelerator_find("emu:separate");
    CHECK_INT(amp_accelerator_set_default_cpu_access_type(a, AMP_ACCESS_READ_WRITE), ==, 0);
    CHECK_INT(amp_accelerator_set_default_cpu_access_type(amp_accelerator_get(99),
                                                          AMP_ACCESS_READ), ==, 0);
    (void)amp_accelerator_default_view(a);
    CHECK_INT(amp_accelerator_set_default_cpu_access_type(a, AMP_ACCESS_NONE), ==, 0);
}
