/* SPDX-License-Identifier: MIT */
/* run: group=once engines=loops not=opencl dropin plain */
/* Every allocation that an algorithm makes fails once: a status with its sentence, no leak,
   and the next call is right. test_alloc_failure.c does it for the other host calls. */
#define TAP_LIMIT 120
#include "amp_algorithms.h"
#include "tap.h"
#include "failing_memory.h"
#include "late_device.h"

AMP_DEVICE_BEGIN
AMP_DEFINE_PREDICATE(is_odd, int, a % 2 != 0)
AMP_DEVICE_END

enum { N = 3000 };
static int x[N], y[N], k[N];

static void scenario(amp_accelerator_view on)
{
    amp_array_view vx, vy, vk;
    ptrdiff_t n = 0;
    int i, sum = -1, total = 0, odd = 0;
    for (i = 0; i < N; i++) {
        x[i] = i * 7919 % 1000;
        y[i] = k[i] = -1;
        total += x[i];
        odd += x[i] % 2;
    }
    vx = amp_view(int, x, N);
    vy = amp_view(int, y, N);
    vk = amp_view(int, k, N);
    if (check(vx.status) && check(vy.status) && check(vk.status)) {
        (void)check(amp_refresh(vx));
        if (check(amp_on(on, amp_reduce(amp_plus_int, vx, &sum)))) {
            CHECK_INT(sum, ==, total);
        }
        if (check(amp_on(on, amp_inclusive_scan(amp_plus_int, vx, vy)))
            && check(amp_synchronize(vy))) {
            CHECK_INT(y[N - 1], ==, total);
        }
        if (check(amp_on(on, amp_copy_if(is_odd, vx, vy, &n)))) {
            CHECK_INT(n, ==, odd);
        }
        if (check(amp_on(on, amp_iota(int, vk, 0)))
            && check(amp_on(on, amp_sort_by_key(int, int, vx, vk)))
            && check(amp_synchronize(vk)) && check(amp_synchronize(vx))) {
            for (i = 1; i < N; i++) {
                CHECK_INT(x[i - 1], <=, x[i]);
                CHECK_INT(k[i] * 7919 % 1000, ==, x[i]);
            }
        }
        if (check(amp_on(on, amp_merge_sort(amp_greater_int, vk))) && check(amp_synchronize(vk))) {
            for (i = 1; i < N; i++) {
                CHECK_INT(k[i - 1], >=, k[i]);
            }
        }
    }
    for (i = 0; i < 3; i++) {
        const amp_array_view v = i == 0 ? vx : i == 1 ? vy : vk;
        (void)(v.status == AMP_OK && check(amp_release(v)));
    }
}

static void every_allocation_fails(const char *path, int late, int queued)
{
    const amp_allocator a = { counted, release, &alive };
    const amp_accelerator device = amp_accelerator_find(path);
    amp_accelerator_view on = amp_accelerator_default_view(device);
    long n, total;
    amp_set_allocator(a);
    late_device(late);
    CHECK_OK(amp_emu_set_workers(1));
    if (queued) {
        CHECK_OK(amp_accelerator_create_view(device, AMP_QUEUING_AUTOMATIC, &on));
    }
    scenario(on);
    scenario(on);
    CHECK_STATUS(seen, AMP_OK);
    allocations = 0;
    scenario(on);
    total = count(&allocations);
    CHECK_INT(total, >, 0);
    for (n = 1; n <= total; n += 1 + n / 200) { /* later ones are like earlier ones */
        (void)pthread_mutex_lock(&lock);
        allocations = failures = 0;
        fail_at = n;
        (void)pthread_mutex_unlock(&lock);
        scenario(on);
        (void)amp_wait(on);
        fail_at = 0;
        seen = AMP_OK;
        scenario(on);
        CHECK_STATUS(seen, AMP_OK);
        CHECK_OK(amp_wait(on));
    }
    printf("# %ld allocations\n", total);
}
TEST(every_allocation_of_algorithms_may_fail) { every_allocation_fails("emu", 0, 0); }
TEST(every_allocation_of_algorithms_on_a_queue_may_fail) { every_allocation_fails("emu", 0, 1); }
TEST(every_allocation_of_algorithms_on_a_device_may_fail)
{
    every_allocation_fails("emu:separate", 0, 0);
}
TEST(every_allocation_of_algorithms_on_a_late_device_may_fail)
{
    every_allocation_fails("emu:separate", 1, 0);
}
TEST(every_allocation_of_algorithms_on_a_late_queue_may_fail)
{
    every_allocation_fails("emu:separate", 1, 1);
}
