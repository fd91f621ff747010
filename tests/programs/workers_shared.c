/* SPDX-License-Identifier: MIT */
/* Of tests/check_workers.sh. */
#define AMP_SHORT_NAMES
#include "amp.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
enum { T = 64, N = 1 << 15 };
AMP_DEVICE_BEGIN
AMP_KERNEL(simple, 1, in(int, 1, x), inout(int, 1, y)) { at(y, idx[0]) += at(x, idx[0]); }
AMP_TILED_KERNEL(tiled, (T), in(int, 1, x), inout(int, 1, y))
{
    tile_static(int, t, T);
    t[tidx.local[0]] = at(x, tidx.global[0]);
    tile_barrier_wait(tidx);
    at(y, tidx.global[0]) += t[T - 1 - tidx.local[0]];
}
/* An element that two tiles use, near the end: y has changed by then. */
AMP_TILED_KERNEL(races, (T), inout(int, 1, y))
{
    const int i = tidx.global[0];
    at(y, i) += 1;
    if (i == N - 1) { at(y, 5) = 7; }
}
/* An element that the first tile reads and the last one writes. */
AMP_TILED_KERNEL(reads, (T), inout(int, 1, y))
{
    const int i = tidx.global[0];
    at(y, i) = i == 0 ? at(y, N - 1) : 3;
}
AMP_KERNEL(counts, 1, in(int, 1, x), inout(int, 1, y))
{
    amp_atomic_fetch_add(&at(y, at(x, idx[0]) & 15), 1);
}
AMP_KERNEL(strays, 1, inout(int, 1, y)) { at(y, idx[0] == N - 3 ? N : idx[0]) += 1; }
AMP_KERNEL(prints, 1, inout(int, 1, y))
{
    at(y, idx[0]) += 1;
    if (idx[0] % 8192 == 7) { amp_printf("thread %d\n", idx[0]); }
}
AMP_KERNEL(fails, 1, inout(int, 1, y))
{
    at(y, idx[0]) += 1;
    if (idx[0] == N / 2) { amp_errorf("thread %d", idx[0]); }
}
AMP_KERNEL(unset, 1, out(int, 1, y), inout(int, 1, z))
{
    if (idx[0] != 9) { at(y, idx[0]) = 1; }
    at(z, idx[0]) += at(y, idx[0]);
}
AMP_KERNEL(bytes, 1, inout(unsigned char, 1, c)) { at(c, idx[0]) = (unsigned char)idx[0]; }
/* Who has the last ticket adds up what the others left: right on one worker, and reported. */
AMP_TILED_KERNEL(last, (T), inout(int, 1, y), inout(int, 1, ticket))
{
    at(y, tidx.global[0]) = 1;
    if (tidx.local[0] == 0 && amp_atomic_fetch_add(&at(ticket, 0), 1) == N / T - 1) {
        at(y, 0) += at(y, N - 1);
    }
}
AMP_DEVICE_END
static int x[N], y[N], z[N];
static unsigned char c[N];
static void tell(const char *name, amp_status s)
{
    unsigned long sum = 0;
    int i;
    for (i = 0; i < N; i++) { sum = sum * 31 + (unsigned)y[i] * 7u + (unsigned)z[i] + c[i]; }
    (void)printf("%s: status %d, %lu %s\n", name, (int)s, sum, s != AMP_OK ? amp_last_error() : "");
    (void)fflush(stdout);
}
#define RUN(name, extent, ...)                                                \
    if (argc < 2 || strcmp(argv[1], #name) == 0) {                            \
        int again;                                                            \
        for (again = 0; again < 2; again++) {                                 \
            amp_status s = parallel_for_each(extent, name, __VA_ARGS__);      \
            (void)amp_synchronize(Y);                                         \
            (void)amp_synchronize(Z);                                         \
            (void)amp_synchronize(C);                                         \
            tell(#name, s);                                                   \
        }                                                                     \
    }
int main(int argc, char **argv)
{
    amp_array_view X = amp_view(int, x, N), Y = amp_view(int, y, N), Z = amp_view(int, z, N);
    amp_array_view C = amp_view(unsigned char, c, N);
    int i;
    for (i = 0; i < N; i++) { x[i] = i * 7 + 1; y[i] = i; }
    RUN(simple, amp_extent(N), X, Y)
    RUN(tiled, amp_tile(amp_extent(N), T), X, Y)
    RUN(races, amp_tile(amp_extent(N), T), Y)
    RUN(reads, amp_tile(amp_extent(N), T), Y)
    RUN(counts, amp_extent(N), X, Y)
    RUN(strays, amp_extent(N), Y)
    RUN(prints, amp_extent(N), Y)
    RUN(fails, amp_extent(N), Y)
    RUN(unset, amp_extent(N), Y, Z)
    RUN(bytes, amp_extent(N), C)
    RUN(last, amp_tile(amp_extent(N), T), Y, amp_section(Z, amp_index(0), amp_extent(1)))
    (void)fprintf(stderr, "workers beside the first: %d\n", amp__check_process.worker[0] != NULL);
    return 0;
}
