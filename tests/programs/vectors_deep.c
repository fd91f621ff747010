/* SPDX-License-Identifier: MIT */
/* Of tests/check_vectors.sh: kernels with many statements in each other, launched by a thread with
   a small stack; with NO_STACKS where none gets one of 8 MB, as the thread that compiles wants. */
#define AMP_SHORT_NAMES
#include <pthread.h>
#include "amp.h"
AMP_DEVICE_BEGIN
#define IFS_4(n, s) if (n) { if (n) { if (n) { if (n) { s } } } }
#define IFS_16(n, s) IFS_4(n, IFS_4(n, IFS_4(n, IFS_4(n, s))))
#define TIMES_5(s) s s s s s
#define TIMES_125(s) TIMES_5(TIMES_5(TIMES_5(s)))
AMP_TILED_KERNEL(nested, (8), value(int, n), inout(int, 1, y))
{
    IFS_16(n, IFS_16(n, tile_barrier_wait(tidx); at(y, tidx.global[0]) += 5;))
}
AMP_TILED_KERNEL(chain, (8), value(int, n), inout(int, 1, y))
{
    TIMES_125(if (n == 2) { tile_barrier_wait(tidx); } else)
    TIMES_125(if (n == 3) { tile_barrier_wait(tidx); } else)
    { tile_barrier_wait(tidx); at(y, tidx.global[0]) += 7; }
}
AMP_DEVICE_END

static int bad;

static void *launches(void *unused)
{
    static int y[64];
    amp_array_view v = amp_view(int, y, 64);
    int i;
    bad = parallel_for_each(amp_tile(amp_extent(64), 8), nested, 1, v) != AMP_OK
        || parallel_for_each(amp_tile(amp_extent(64), 8), chain, 1, v) != AMP_OK
        || amp_synchronize(v) != AMP_OK;
    for (i = 0; i < 64; i++) { bad += y[i] != 12; }
    amp_release(v);
    return unused;
}

#ifdef NO_STACKS
int pthread_attr_setstacksize(pthread_attr_t *how, size_t size)
{
    (void)how;
    return size == (size_t)8 << 20 ? 22 /* EINVAL */ : 0; /* OpenMP's threads keep theirs */
}

int main(void)
{
    (void)launches(NULL);
    return bad != 0;
}
#else
int main(void)
{
    pthread_attr_t how;
    pthread_t thread;
    if (pthread_attr_init(&how) != 0 || pthread_attr_setstacksize(&how, 128 << 10) != 0
        || pthread_create(&thread, &how, launches, NULL) != 0 || pthread_join(thread, NULL) != 0) {
        return 2;
    }
    return bad != 0;
}
#endif
