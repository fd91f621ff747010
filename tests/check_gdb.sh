#!/bin/sh
# SPDX-License-Identifier: MIT
# gdb stops in a kernel, on its line, and the backtrace of a fiber ends.
if ! command -v gdb > /dev/null; then
    echo "ok - fibers in gdb # SKIP there is no gdb"
    exit 0
fi
cat > "$BUILD/g.c" <<'C'
#define AMP_SHORT_NAMES
#include "amp.h"
AMP_DEVICE_BEGIN
AMP_TILED_KERNEL(stop_here, (8), inout(int, 1, v))
{
    tile_barrier_wait(tidx);
    at(v, tidx.global[0]) += 1; /* line 7 */
}
AMP_DEVICE_END
static int cells[8];
int main(void)
{
    return (int)parallel_for_each(amp_tile(amp_extent(8), 8), stop_here, amp_view(int, cells, 8));
}
C
for flags in "-O0" "-O2" "-O0 -DAMP_EMU_UCONTEXT"; do
    # shellcheck disable=SC2086
    if ! $CC $FLAGS -g $flags "$BUILD/g.c" -o "$BUILD/g" -lm; then
        echo "not ok - the program for gdb builds with $flags"
        continue
    fi
    AMP_WORKERS=1 timeout 100 gdb -nx -batch -ex 'set confirm off' -ex "break g.c:7" -ex run \
        -ex 'ignore 1 3' -ex continue -ex bt -ex 'info breakpoints' -ex 'delete' -ex continue \
        "$BUILD/g" > "$BUILD/out" 2>&1
    if grep -q 'ptrace: Operation not permitted\|Could not trace' "$BUILD/out"; then
        echo "ok - a backtrace in a fiber, $flags # SKIP gdb may not trace here"
    elif grep -q '^#0.*stop_here__body.*g.c:7' "$BUILD/out" \
        && grep -q '^#[1-4] .*amp__fiber_main' "$BUILD/out" \
        && ! grep -qi 'backtrace stopped\|corrupt\|?? ()' "$BUILD/out" \
        && grep -q 'exited normally' "$BUILD/out"; then
        echo "ok - a backtrace in a fiber, $flags"
    else
        sed 's/^/# /' "$BUILD/out"
        echo "not ok - a backtrace in a fiber, $flags"
    fi
done
echo "1..3"
