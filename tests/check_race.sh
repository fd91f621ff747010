#!/bin/sh
# SPDX-License-Identifier: MIT
# ThreadSanitizer on the threads engine: silent about kernels that are right,
# and a race that is there is reported, in the kernel's line.
cat > "$BUILD/r.c" <<'C'
#include <stdlib.h>
#define AMP_SHORT_NAMES
#include "amp.h"
AMP_DEVICE_BEGIN
AMP_TILED_KERNEL(tiled, (32), inout(int, 1, v), value(int, wrong))
{
    tile_static(int, t, 32);
    t[tidx.local[0]] = at(v, tidx.global[0]);
    if (!wrong) { tile_barrier_wait(tidx); }
    at(v, tidx.global[0]) = t[(tidx.local[0] + 1) % 32]; /* line 10 */
}
AMP_PHASED_KERNEL(phased, (32), inout(int, 1, v), value(int, wrong))
{
    tile_static(int, t, 32);
    thread_private(int, p);
    phase { mine(p) = at(v, tidx.global[0]); t[tidx.local[0] >> wrong] = mine(p); } /* line 16 */
    phase { at(v, tidx.global[0]) = t[(tidx.local[0] + 1) % 32] + mine(p); }
}
AMP_KERNEL(simple, 1, inout(int, 1, v), value(int, wrong))
{
    at(v, wrong ? idx[0] / 2 : idx[0]) += 1; /* line 21 */
}
AMP_TILED_KERNEL(between, (4), inout(int, 1, v), value(int, wrong))
{
    tile_barrier_wait(tidx);
    if (tidx.local[0] == 0) { at(v, wrong ? 0 : tidx.global[0]) = 1; } /* line 26 */
}
AMP_DEVICE_END
static int cells[256];
int main(int argc, char **argv)
{
    const amp_array_view v = amp_view(int, cells, 256);
    const amp_tiled_extent tiles = amp_tile(amp_extent(256), 32);
    const int which = argc > 1 ? atoi(argv[1]) : 0;
    int i;
    amp_status s = AMP_OK;
    for (i = 0; i < 3 && s == AMP_OK; i++) {
        s = parallel_for_each(tiles, tiled, v, which == 1);
        if (s == AMP_OK) { s = parallel_for_each(tiles, phased, v, which == 2); }
        if (s == AMP_OK) { s = parallel_for_each(amp_extent(256), simple, v, which == 3); }
        if (s == AMP_OK) {
            s = parallel_for_each(amp_tile(amp_extent(256), 4), between, v, which == 4);
        }
    }
    return (int)s;
}
C
# shellcheck disable=SC2086
if ! $CC $FLAGS -O1 -g -fsanitize=thread "$BUILD/r.c" -o "$BUILD/r" -lm 2> "$BUILD/err"; then
    sed 's/^/# /' "$BUILD/err"
    echo "not ok - the program for ThreadSanitizer builds"
    exit 1
fi
export TSAN_OPTIONS=exitcode=66
for engine in threads fibers loops; do
    if AMP_ENGINE=$engine timeout 200 "$BUILD/r" > "$BUILD/out" 2>&1; then
        echo "ok - no report of kernels that are right, on $engine"
    else
        head -30 "$BUILD/out" | sed 's/^/# /'
        echo "not ok - no report of kernels that are right, on $engine"
    fi
done
# What a team meets at is the system's own barrier, in strict C99 too.
if [ "$(uname)" != Linux ] || nm "$BUILD/r" | grep -q 'pthread_barrier_wait'; then
    echo "ok - the barrier of a team is a pthread_barrier_t"
else
    echo "not ok - the barrier of a team is a pthread_barrier_t"
fi
i=0
for line in 10 16 21 26; do
    i=$((i + 1))
    AMP_ENGINE=threads timeout 200 "$BUILD/r" $i > "$BUILD/out" 2>&1
    if [ $? -eq 66 ] && grep -q "data race" "$BUILD/out" && grep -q "r.c:$line" "$BUILD/out"; then
        echo "ok - the race in line $line is reported"
    else
        head -30 "$BUILD/out" | sed 's/^/# /'
        echo "not ok - the race in line $line is reported"
    fi
done
# A checked build calls the sanitizer's interface without linking it.
# shellcheck disable=SC2086
if ! $CC $FLAGS -O1 -fsanitize=thread -DAMP_CHECK -c "$BUILD/r.c" -o "$BUILD/r.o" \
     2> "$BUILD/err"; then
    sed 's/^/# /' "$BUILD/err"
    echo "not ok - a checked build compiles"
elif nm "$BUILD/r.o" | grep -q '__tsan_.*fiber'; then
    echo "not ok - no fibers of ThreadSanitizer in a checked build"
else
    echo "ok - no fibers of ThreadSanitizer in a checked build"
fi
