/* SPDX-License-Identifier: MIT */
/* run: quick dropin plain */
/* The coherence of views on an accelerator with memory of its own: which bytes
   are where, which are moved and when, and what a released or doubtful view
   says. Everything runs on "emu:separate", so that a forgotten copy shows. */
#include "amp.h"
#include "tap.h"

AMP_DEVICE_BEGIN
AMP_KERNEL(add, 1, value(int, a), inout(int, 1, v)) { amp_at(v, idx[0]) += a; }
AMP_KERNEL(set, 1, value(int, a), out(int, 1, v)) { amp_at(v, idx[0]) = a + idx[0]; }
AMP_KERNEL(set2, 2, value(int, a), out(int, 2, v)) { amp_at_index(v, idx) = a; }
AMP_KERNEL(set3, 3, value(int, a), out(int, 3, v)) { amp_at_index(v, idx) = a; }
AMP_KERNEL(copy, 1, in(int, 1, from), out(int, 1, to))
{
    amp_at(to, idx[0]) = amp_at(from, idx[0]);
}
AMP_KERNEL(places, 1, out(amp_int64, 1, v)) /* how far each is from a multiple of its size */
{
    amp_at(v, idx[0]) = (amp_int64)((uintptr_t)&amp_at(v, idx[0]) % sizeof(amp_int64));
}
AMP_KERNEL(ends, 1, inout(int, 1, v)) /* writes, and fails then */
{
    amp_at(v, idx[0]) = -1;
    if (idx[0] == 7) {
        amp_abort();
    }
}
AMP_DEVICE_END

enum { N = 1000 };
static int x[N], m[40][50], cube[6][7][8];

static amp_accelerator_view device(void)
{
    amp_accelerator_view v = amp_accelerator_default_view(amp_accelerator_find("emu:separate"));
    CHECK(v.queue != NULL);
    return v;
}
static amp_accelerator_view host(void)
{
    amp_accelerator_view v = amp_accelerator_default_view(amp_accelerator_find("emu"));
    CHECK(v.queue != NULL);
    return v;
}

/* Bytes moved since the last call. */
static amp_traffic moved(void)
{
    static amp_traffic last;
    const amp_traffic now = amp_copied();
    amp_traffic r;
    r.to_device = now.to_device - last.to_device;
    r.to_host = now.to_host - last.to_host;
    r.on_device = now.on_device - last.on_device;
    last = now;
    return r;
}
static void check_moved(int line, unsigned long long in, unsigned long long out)
{
    const amp_traffic t = moved();
    if (t.to_device != in || t.to_host != out) {
        FAIL("line %d: %llu bytes to the device instead of %llu, %llu to the host instead of %llu",
             line, t.to_device, in, t.to_host, out);
    }
}
#define MOVED(in, out) check_moved(__LINE__, in, out)

static void count_up(int *v, int n)
{
    int i;
    for (i = 0; i < n; i++) {
        v[i] = i;
    }
}

/* A view of ints, and in its memory one of a larger type, which begins at a multiple of its size;
   the first does not. */
TEST(a_view_of_a_larger_type_lies_as_in_the_hosts_memory)
{
    static amp_int64 memory[64];
    int *ints = (int *)memory + 1, i;
    CHECK_OK(amp_parallel_for_each_on(device(), amp_extent(120), set, 1, amp_view(int, ints, 120)));
    CHECK_OK(amp_parallel_for_each_on(device(), amp_extent(8), places,
                                      amp_view(amp_int64, memory + 4, 8)));
    CHECK_OK(amp_synchronize(amp_view(amp_int64, memory + 4, 8)));
    for (i = 4; i < 12; i++) {
        CHECK_INT(memory[i], ==, 0);
    }
}

TEST(a_result_is_pending_until_synchronize)
{
    const amp_array_view v = amp_view(int, x, N);
    int i;
    count_up(x, N);
    CHECK_OK(amp_parallel_for_each_on(device(), amp_extent(N), add, 1, v));
    MOVED(sizeof(x), 0);
    CHECK_INT(x[7], ==, 7); /* stale */
    CHECK_OK(amp_parallel_for_each_on(device(), amp_extent(N), add, 1, v));
    MOVED(0, 0);
    CHECK_OK(amp_synchronize(v));
    MOVED(0, sizeof(x));
    for (i = 0; i < N; i++) {
        CHECK_INT(x[i], ==, i + 2);
    }
    CHECK_OK(amp_synchronize(v));
    MOVED(0, 0);
    CHECK_OK(amp_parallel_for_each_on(device(), amp_extent(N), add, 1, v));
    MOVED(0, 0);
    CHECK_OK(amp_release(v));
    MOVED(0, sizeof(x));
    CHECK_INT(x[7], ==, 10);
    CHECK_INT(amp_live_views(), ==, 0);
}

TEST(views_made_at_each_use_are_one_data_source)
{
    count_up(x, N);
    CHECK_OK(amp_parallel_for_each_on(device(), amp_extent(N), add, 1, amp_view(int, x, N)));
    CHECK_OK(amp_parallel_for_each_on(device(), amp_extent(N), add, 1, amp_view(int, x, N)));
    MOVED(sizeof(x), 0); /* pending bytes stay where they are */
    CHECK_OK(amp_synchronize(amp_view(int, x, N)));
    CHECK_INT(x[9], ==, 11);
    x[9] = 100; /* nothing is pending: making a view says that the host changed */
    CHECK_OK(amp_parallel_for_each_on(device(), amp_extent(N), add, 1, amp_view(int, x, N)));
    CHECK_OK(amp_synchronize(amp_view(int, x, N)));
    CHECK_INT(x[9], ==, 101);
    CHECK_INT(amp_live_views(), ==, 1);
}

TEST(out_copies_nothing_in)
{
    const amp_array_view v = amp_view(int, x, N);
    CHECK_OK(amp_parallel_for_each_on(device(), amp_extent(N), set, 5, v));
    MOVED(0, 0);
    CHECK_OK(amp_synchronize(v));
    MOVED(0, sizeof(x));
    CHECK_INT(x[3], ==, 8);
}

TEST(discarded_data_is_copied_nowhere)
{
    const amp_array_view v = amp_view(int, x, N);
    (void)device();
    CHECK_OK(amp_discard_data(v));
    CHECK_OK(amp_parallel_for_each_on(device(), amp_extent(N), add, 1, v));
    MOVED(0, 0);
    count_up(x, N);
    CHECK_OK(amp_discard_data(v)); /* what the kernel wrote is given up */
    CHECK_OK(amp_synchronize(v));
    MOVED(0, 0);
    CHECK_INT(x[5], ==, 5);
    CHECK_OK(amp_refresh(v));
    CHECK_OK(amp_discard_data(amp_section(v, amp_index(0), amp_extent(400))));
    CHECK_OK(amp_parallel_for_each_on(device(), amp_extent(N), add, 1, v));
    MOVED(600 * sizeof(int), 0);
}

TEST(refresh_makes_the_host_the_truth)
{
    const amp_array_view v = amp_view(int, x, N);
    const amp_array_view part = amp_section(v, amp_index(10), amp_extent(5));
    count_up(x, N);
    CHECK_OK(amp_parallel_for_each_on(device(), amp_extent(N), add, 1, v));
    CHECK_OK(amp_synchronize(v));
    (void)moved();
    x[12] = 500;
    CHECK_OK(amp_refresh(part));
    CHECK_OK(amp_parallel_for_each_on(device(), amp_extent(N), add, 1, v));
    MOVED(5 * sizeof(int), 0);
    CHECK_OK(amp_synchronize(v));
    CHECK_INT(x[12], ==, 501);
    CHECK_INT(x[13], ==, 15);
    CHECK_OK(amp_parallel_for_each_on(device(), amp_extent(N), add, 1, v));
    CHECK_OK(amp_refresh(v)); /* pending writes are given up */
    CHECK_OK(amp_synchronize(v));
    CHECK_INT(x[13], ==, 15);
}

TEST(without_refresh_the_device_keeps_its_copy)
{
    const amp_array_view v = amp_view(int, x, N);
    count_up(x, N);
    CHECK_OK(amp_parallel_for_each_on(device(), amp_extent(N), add, 1, v));
    CHECK_OK(amp_synchronize(v));
    x[12] = 500; /* stale */
    CHECK_OK(amp_parallel_for_each_on(device(), amp_extent(N), add, 1, v));
    CHECK_OK(amp_synchronize(v));
    CHECK_INT(x[12], ==, 14);
}

TEST(a_section_moves_only_its_own_bytes)
{
    const amp_array_view v = amp_view(int, &m[0][0], 40, 50);
    const amp_array_view s = amp_section(v, amp_index(5, 10), amp_extent(20, 30));
    int i, j;
    memset(m, 0, sizeof(m));
    CHECK_OK(amp_parallel_for_each_on(device(), amp_extent(20, 30), set2, 7, s));
    MOVED(0, 0);
    for (i = 0; i < 40; i++) { /* the host may change the rest meanwhile */
        for (j = 0; j < 50; j++) {
            m[i][j] = i >= 5 && i < 25 && j >= 10 && j < 40 ? 1 : 2;
        }
    }
    CHECK_OK(amp_synchronize(v));
    MOVED(0, 20 * 30 * sizeof(int));
    for (i = 0; i < 40; i++) {
        for (j = 0; j < 50; j++) {
            CHECK_INT(m[i][j], ==, i >= 5 && i < 25 && j >= 10 && j < 40 ? 7 : 2);
        }
    }
}

TEST(parts_of_a_section_come_back_one_by_one)
{
    const amp_array_view v = amp_view(int, &cube[0][0][0], 6, 7, 8);
    const amp_array_view s = amp_section(v, amp_index(1, 2, 3), amp_extent(4, 3, 5));
    int i, j, k;
    memset(cube, 0, sizeof(cube));
    CHECK_OK(amp_parallel_for_each_on(device(), amp_extent(4, 3, 5), set3, 9, s));
    CHECK_OK(amp_synchronize(amp_section(s, amp_index(0, 0, 0), amp_extent(1, 3, 2))));
    MOVED(0, 6 * sizeof(int));
    CHECK_INT(cube[1][2][3], ==, 9);
    CHECK_INT(cube[1][2][5], ==, 0); /* stale */
    CHECK_OK(amp_synchronize(v));
    MOVED(0, (60 - 6) * sizeof(int));
    for (i = 0; i < 6; i++) {
        for (j = 0; j < 7; j++) {
            for (k = 0; k < 8; k++) {
                CHECK_INT(cube[i][j][k], ==, i >= 1 && i < 5 && j >= 2 && j < 5 && k >= 3
                          ? 9 : 0);
            }
        }
    }
}

TEST(two_accelerators_take_turns)
{
    const amp_array_view v = amp_view(int, x, N);
    int i;
    count_up(x, N);
    for (i = 0; i < 3; i++) {
        CHECK_OK(amp_parallel_for_each_on(device(), amp_extent(N), add, 1, v));
        CHECK_OK(amp_parallel_for_each_on(host(), amp_extent(N), add, 10, v));
    }
    MOVED(3 * sizeof(x), 3 * sizeof(x));
    CHECK_OK(amp_synchronize(v));
    CHECK_INT(x[999], ==, 999 + 33);
    CHECK_OK(amp_release(v));
}

/* Both have the bytes before the launch; what the device has of them after it is not to be used. */
TEST(what_a_failed_launch_wrote_on_a_device_is_given_up)
{
    static int y[N];
    const amp_array_view v = amp_view(int, x, N), w = amp_view(int, y, N);
    int i;
#ifdef AMP_EMU_DEFERRED
    SKIP("a deferred device says at a wait what failed, and the data is lost until then");
#endif
    count_up(x, N);
    CHECK_OK(amp_synchronize_to(v, device()));
    CHECK_STATUS(amp_parallel_for_each_on(device(), amp_extent(N), ends, v), AMP_KERNEL_FAULT);
    CHECK_OK(amp_parallel_for_each_on(device(), amp_extent(N), copy, v, w));
    CHECK_OK(amp_synchronize(w));
    for (i = 0; i < N; i++) {
        CHECK_INT(y[i], ==, i);
    }
}

TEST(memory_inside_a_bigger_view_is_a_section_of_it)
{
    const amp_array_view all = amp_view(int, x, N);
    const amp_array_view part = amp_view(int, x + 100, 50);
    count_up(x, N);
    CHECK(part.record == all.record);
    CHECK_OK(amp_parallel_for_each_on(device(), amp_extent(50), add, 1000, part));
    CHECK_OK(amp_parallel_for_each_on(device(), amp_extent(N), add, 1, all));
    CHECK_OK(amp_synchronize(amp_view(int, x + 100, 50)));
    CHECK_INT(x[100], ==, 1101);
    CHECK_INT(x[99], ==, 99); /* stale */
    CHECK_OK(amp_release(part));
    CHECK_INT(x[99], ==, 100);
}

TEST(views_that_overlap_in_part_stay_coherent_from_launch_to_launch)
{
    const amp_array_view a = amp_view(int, x, 600), b = amp_view(int, x + 400, 600);
    CHECK(a.record != b.record);
    count_up(x, N);
    CHECK_OK(amp_parallel_for_each_on(device(), amp_extent(600), add, 1000, a));
    CHECK_OK(amp_parallel_for_each_on(device(), amp_extent(600), add, 10000, b));
    CHECK_OK(amp_parallel_for_each_on(device(), amp_extent(600), add, 100000, a));
    CHECK_OK(amp_parallel_for_each_on(host(), amp_extent(600), add, 1000000, b));
    CHECK_OK(amp_synchronize(a));
    CHECK_OK(amp_synchronize(b));
    CHECK_INT(x[0], ==, 101000);
    CHECK_INT(x[500], ==, 1111500);
    CHECK_INT(x[700], ==, 1010700);
}

TEST(one_launch_on_memory_that_overlaps_in_part_is_refused)
{
    const amp_array_view a = amp_view(int, x, 600), b = amp_view(int, x + 400, 600);
    const amp_array_view apart = amp_section(a, amp_index(0), amp_extent(400));
    CHECK_STATUS(amp_parallel_for_each(amp_extent(600), copy, a, b), AMP_INVALID_ARGUMENT);
    CHECK_CONTAINS(amp_last_error(), "from");
    CHECK_CONTAINS(amp_last_error(), "to");
    CHECK_CONTAINS(amp_last_error(), "overlap");
    CHECK_OK(amp_parallel_for_each(amp_extent(400), copy, apart, b));
}

TEST(memory_used_again_is_not_mistaken_for_what_it_was)
{
    int *p = (int *)malloc(N * sizeof(int));
    int i;
    CHECK(p != NULL);
    count_up(p, N);
    CHECK_OK(amp_parallel_for_each_on(device(), amp_extent(N), add, 1, amp_view(int, p, N)));
    CHECK_OK(amp_synchronize(amp_view(int, p, N)));
    for (i = 0; i < N; i++) { /* as if freed, and given out again in pieces */
        p[i] = -i;
    }
    CHECK_OK(amp_parallel_for_each_on(device(), amp_extent(100), add, 5,
                                      amp_view(int, p + 7, 100)));
    CHECK_OK(amp_synchronize(amp_view(int, p + 7, 100)));
    CHECK_INT(p[7], ==, -2);
    CHECK_INT(p[107], ==, -107);
    CHECK_OK(amp_release(amp_view(int, p, N)));
    free(p);
}

TEST(a_released_view_says_so)
{
    const amp_array_view v = amp_view(int, x, N);
    const amp_array_view s = amp_section(v, amp_index(1), amp_extent(3));
    amp_array_view fresh;
    CHECK_OK(amp_release(s));
    CHECK_STATUS(amp_release(v), AMP_INVALID_ARGUMENT);
    CHECK_CONTAINS(amp_last_error(), "released");
    CHECK_STATUS(amp_synchronize(v), AMP_INVALID_ARGUMENT);
    CHECK_STATUS(amp_refresh(v), AMP_INVALID_ARGUMENT);
    CHECK_STATUS(amp_discard_data(s), AMP_INVALID_ARGUMENT);
    CHECK_STATUS(amp_parallel_for_each(amp_extent(N), add, 1, v), AMP_INVALID_ARGUMENT);
    CHECK_CONTAINS(amp_last_error(), "released");
    CHECK_CONTAINS(amp_last_error(), "parameter v");
    fresh = amp_view(int, x, N); /* perhaps the same record, another life */
    CHECK_STATUS(amp_release(v), AMP_INVALID_ARGUMENT);
    CHECK_OK(amp_parallel_for_each(amp_extent(N), add, 1, fresh));
    CHECK_OK(amp_release(fresh));
    CHECK_INT(amp_live_views(), ==, 0);
}

TEST(a_view_made_by_hand_has_no_data)
{
    amp_array_view v;
    memset(&v, 0, sizeof(v));
    CHECK_STATUS(amp_synchronize(v), AMP_INVALID_ARGUMENT);
    CHECK_CONTAINS(amp_last_error(), "no data");
    CHECK_STATUS(amp_parallel_for_each(amp_extent(N), add, 1, v), AMP_INVALID_ARGUMENT);
}

TEST(many_data_sources_are_kept_apart)
{
    enum { COUNT = 700 };
    static int many[COUNT][4];
    amp_array_view v[COUNT];
    int i;
    for (i = 0; i < COUNT; i++) {
        const int at = i * 389 % COUNT; /* in no order of addresses */
        v[at] = amp_view(int, many[at], 4);
        CHECK_STATUS(v[at].status, AMP_OK);
    }
    CHECK_INT(amp_live_views(), ==, COUNT);
    for (i = 0; i < COUNT; i++) {
        CHECK_OK(amp_parallel_for_each_on(device(), amp_extent(4), set, i, v[i]));
    }
    for (i = 0; i < COUNT; i += 2) {
        CHECK_OK(amp_release(v[i]));
    }
    for (i = 1; i < COUNT; i += 2) {
        CHECK_OK(amp_synchronize(amp_view(int, many[i], 4)));
        CHECK_OK(amp_release(v[i]));
    }
    for (i = 0; i < COUNT; i++) {
        CHECK_INT(many[i][3], ==, i + 3);
    }
    CHECK_INT(amp_live_views(), ==, 0);
}

extern int setenv(const char *name, const char *value, int replace); /* -std=c99 hides it */

TEST(what_was_not_released_is_told_under_AMP_LOG)
{
    char text[400];
    int ends[2];
    ssize_t n;
    amp_array a = amp_array(int, amp_extent(4));
    const amp_array_view v = amp_view(int, x, N);
    CHECK_INT(amp_live_views(), ==, 2);
    CHECK(pipe(ends) == 0 && dup2(ends[1], 2) == 2);
    amp__exit_report(); /* nobody asked for it */
    (void)setenv("AMP_LOG", "1", 1);
    amp__exit_report();
    CHECK_OK(amp_release(a));
    amp__exit_report();
    CHECK_OK(amp_release(v));
    amp__exit_report();
    n = read(ends[0], text, sizeof(text) - 1);
    CHECK_INT(n, >, 0);
    text[n] = '\0';
    CHECK_CONTAINS(text, "2 data sources");
    CHECK_CONTAINS(text, "1 data source of");
    CHECK(strstr(text, "0 data") == NULL);
}

/* Spans against a plain array of flags. */
/* The number of bytes that the spans hold. */
static size_t bytes_of(const amp__spans *s)
{
    size_t n = 0;
    int i;
    for (i = 0; i < s->count; i++) {
        n += s->at[i].high - s->at[i].low;
    }
    return n;
}

TEST(span_arithmetic_agrees_with_flags)
{
    enum { SIZE = 60 };
    unsigned seed = 1;
    int round, k, i;
    for (round = 0; round < 3000; round++) {
        static const char ops[3] = { '+', '-', '&' };
        unsigned char flag[2][SIZE + 1];
        amp__spans s[2], r;
        const char op = ops[round % 3];
        size_t total = 0;
        memset(flag, 0, sizeof(flag));
        memset(s, 0, sizeof(s));
        for (k = 0; k < 2; k++) {
            int low = 0;
            for (i = 0; i < SIZE; i++) {
                seed = seed * 1103515245u + 12345u;
                flag[k][i] = (seed >> 16) % 10 < (unsigned)(round / 3 % 11);
            }
            for (i = 0; i <= SIZE; i++) {
                if (!flag[k][i]) {
                    CHECK_OK(amp__spans_append(&s[k], (size_t)low, (size_t)i));
                    low = i + 1;
                }
            }
        }
        CHECK_OK(amp__spans_op(op, &s[0], &s[1], &r));
        for (i = 0, k = 0; i < SIZE; i++) {
            const int want = op == '+' ? flag[0][i] | flag[1][i]
                : op == '-' ? flag[0][i] & !flag[1][i] : flag[0][i] & flag[1][i];
            while (k < r.count && r.at[k].high <= (size_t)i) {
                k++;
            }
            CHECK_INT(k < r.count && r.at[k].low <= (size_t)i, ==, want);
            total += (size_t)want;
        }
        CHECK_UINT(bytes_of(&r), ==, total);
        for (i = 0, total = 0; i < r.count;) { /* regions name the same bytes */
            amp__copy_box g;
            const int next = amp__spans_copy_box(&r, i, &g);
            CHECK_INT(next, >, i);
            CHECK_UINT(g.from, ==, r.at[i].low);
            total += g.count[0] * g.count[1] * g.count[2];
            i = next;
        }
        CHECK_UINT(bytes_of(&r), ==, total);
        amp__spans_free(&s[0]);
        amp__spans_free(&s[1]);
        amp__spans_free(&r);
    }
}
