/* SPDX-License-Identifier: MIT */
/* Of tests/check_vectors*.sh: one kernel, whose region tests and uses what macros say. */
#define AMP_SHORT_NAMES
#ifdef IGNORES_CHILDREN
#include <signal.h>
#endif
#include "amp.h"
#ifndef SIZE
#define SIZE 64
#endif
#ifndef LAUNCHES
#define LAUNCHES 1
#endif
#ifdef LINGERS /* until there is a file */
#include <stdlib.h>
#include <time.h>
#endif
AMP_DEVICE_BEGIN
#ifdef REGION_TESTS
#ifdef SOMETHING
enum { ADD = 2 };
#else
enum { ADD = 1 };
#endif
#else
enum { ADD = 1 };
#endif
#ifdef REGION_DEFINES
#define TILE 64
#else
#define TILE SIZE
#endif
AMP_TILED_KERNEL(turned, (TILE), in(int, 1, v), out(int, 1, w))
{
    tile_static(int, t, TILE);
    t[tidx.local[0]] = at(v, tidx.global[0]);
    tile_barrier_wait(tidx);
    at(w, tidx.global[0]) = t[TILE - 1 - tidx.local[0]] + ADD;
}
AMP_DEVICE_END
#ifdef MADE_AHEAD
#include "one.vectors.h"
#endif
int main(void)
{
    static int v[4096], w[4096];
    int i, k, bad = 0;
    amp_status s = AMP_OK;
#ifdef IGNORES_CHILDREN
    (void)signal(SIGCHLD, SIG_IGN);
#endif
    for (i = 0; i < 4096; i++) { v[i] = i; }
    for (k = 0; k < LAUNCHES && s == AMP_OK; k++) {
        s = parallel_for_each(amp_tile(amp_extent(4096), TILE), turned, amp_view(int, v, 4096),
                              amp_view(int, w, 4096));
    }
    (void)amp_synchronize(amp_view(int, w, 4096));
    for (i = 0; i < 4096; i++) { bad += w[i] != i / TILE * TILE + TILE - 1 - i % TILE + ADD; }
    amp_release(amp_view(int, v, 4096));
    amp_release(amp_view(int, w, 4096));
#ifdef LINGERS
    for (;;) {
        const struct timespec ms = { 0, 1000000 };
        FILE *file = fopen(getenv("LINGERS"), "r");
        if (file != NULL) {
            (void)fclose(file);
            break;
        }
        (void)nanosleep(&ms, NULL);
    }
#endif
    return s != AMP_OK || bad != 0;
}
