/* SPDX-License-Identifier: MIT */
/* Of tests/check_ci.sh. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <sys/wait.h>
#define AMP_SHORT_NAMES
#include "amp.h"
#include "ci_store.h"
AMP_DEVICE_BEGIN
enum { N = 64 };
/* A race of two files: each has one of the two accesses. */
AMP_KERNEL(meets, 1, inout(int, 1, x))
{
    if (idx[0] == 0) {
        at(x, 0) = 1;
    } else {
        store_two(&at(x, 0));
    }
}
AMP_KERNEL(races, 1, inout(int, 1, x)) { at(x, 0) += idx[0]; }
AMP_KERNEL(strays, 1, inout(int, 1, y))
{
    at(y, idx[0] + 1) = 1;
}
AMP_KERNEL(twins, 1, inout(int, 1, z))
{
    at(z, 0) = idx[0]; /* the same text */
    at(z, 1) = 0;
    at(z, 0) = idx[0]; /* the same text */
}
AMP_TILED_KERNEL(crosses, (32), inout(int, 1, x))
{
    at(x, tidx.global[0]) = at(x, N - 1 - tidx.global[0]) + 1;
}
#ifdef UNSEEN /* of this the compiler announces nothing */
static __attribute__((noinline, no_sanitize("thread"))) void add_one(int *p) { *p += 1; }
AMP_KERNEL(right, 1, inout(int, 1, x)) { add_one(&at(x, idx[0])); }
#else
AMP_KERNEL(right, 1, inout(int, 1, x)) { at(x, idx[0]) += 1; }
#endif
AMP_DEVICE_END
static void at_end(void) { printf("a handler of the program ran\n"); }
int main(int argc, char **argv)
{
    static int memory[N];
    const amp_array_view v = amp_view(int, memory, N);
    int i, status = 0;
    amp_status s = AMP_OK;
    if (atexit(at_end) != 0) { return 99; }
    for (i = 1; i < argc; i++) {
        if (strcmp(argv[i], "races") == 0) { s = parallel_for_each(amp_extent(N), races, v); }
        if (strcmp(argv[i], "meets") == 0) { s = parallel_for_each(amp_extent(2), meets, v); }
        if (strcmp(argv[i], "strays") == 0) { s = parallel_for_each(amp_extent(N), strays, v); }
        if (strcmp(argv[i], "twins") == 0) { s = parallel_for_each(amp_extent(N), twins, v); }
        if (strcmp(argv[i], "crosses") == 0) {
            s = parallel_for_each(amp_tile(amp_extent(N), 32), crosses, v);
        }
        if (strcmp(argv[i], "right") == 0) { s = parallel_for_each(amp_extent(N), right, v); }
        if (strcmp(argv[i], "three") == 0) { status = 3; continue; }
        if (strcmp(argv[i], "stop") == 0 && s != AMP_OK) { break; }
        if (strcmp(argv[i], "child") == 0) {
            int how = 0;
            const pid_t child = fork();
            if (child == 0) { exit(0); }
            (void)waitpid(child, &how, 0);
            printf("child %d\n", WEXITSTATUS(how));
            continue;
        }
        printf("%s %d\n", argv[i], (int)s);
        if (s != AMP_OK) { printf("%s\n", amp_last_error()); }
    }
    return status;
}
