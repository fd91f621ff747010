#!/bin/sh
# SPDX-License-Identifier: MIT
# run: cc=clang turn=2/4
# WebAssembly (wasm32-wasi): programs by wasm/cc, run under node by wasm/run.mjs. README.md's first
# program, what cannot work there and is refused by a sentence, checker and lens with the lines of
# the source, and the core of the suite on the emulator: simple, phased and tiled kernels. Of the
# tests a third each day, by the day of the year (or TURN=0 to 2); all under ALL=1.
. "${0%/*}/lib.sh"
limit=300
for word in clang wasm-ld wasm-opt node; do
    has_command $word ||
        { skip WebAssembly "there is no $word (Debian: clang, lld, binaryen, nodejs)" && finish; }
done
if [ ! -f /usr/include/wasm32-wasi/stdio.h ] || [ ! -f /usr/lib/wasm32-wasi/libc.a ]; then
    skip WebAssembly 'there is no C library (Debian: wasi-libc, libclang-rt-14-dev-wasm32)'
    finish
fi
flags='-std=gnu99 -O1 -Itests -DAMP_ASSERTS -Wall -Wextra -Wshadow -Werror'
# built NAME WORD...: $BUILD/NAME.wasm, and its words where that fails.
built() {
    local name="$1"
    shift
    capture wasm/cc "$@" -o "$BUILD/$name.wasm"
}
# shown NAME STATUS PROGRAM [WORD...]: what the program says under node.
shown() {
    local name="$1" status="$2" program="$3"
    shift 3
    capture timeout $((limit * TEST_TIMEOUT_SCALE)) wasm/run.mjs "$BUILD/$program.wasm"
    [ $rc -eq "$status" ] && says "$@"
    tell $? "$name"
}

awk '/^```c$/ { inside = 1; next } /^```/ && inside { exit } inside' README.md > "$BUILD/first.c"
# shellcheck disable=SC2086
built first -O2 -Wall -Wextra -Werror "$BUILD/first.c"
shown 'the first program' 0 first '10 260'
# refused WORD SENTENCE
refused() {
    capture wasm/cc "$1" -fsyntax-only "$BUILD/first.c"
    [ $rc -ne 0 ] && says "$2"
    tell $? "refused: $1"
}
refused -DAMP_OPENCL 'WebAssembly has no OpenCL'
refused -DAMP_VECTORS 'and no compiler'
refused -D_OPENMP=201511 'there are no OS threads in WebAssembly'
refused -pthread 'there are no OS threads in WebAssembly'
export AMP_ENGINE=threads
shown 'the engine threads has no threads' 1 first 'the system gave 1 of the 4 OS threads' \
    'use AMP_ENGINE=fibers'
unset AMP_ENGINE

# What a thread has on its stack in memory stays there over barriers, also where it calls functions
# that have something there.
cat > "$BUILD/frames.c" <<'C'
#define AMP_SHORT_NAMES
#include "amp.h"
#include <stdio.h>
AMP_DEVICE_BEGIN
static __attribute__((noinline)) int reversed(const int *from)
{
    volatile int copy[16];
    int i, sum = 0;
    for (i = 0; i < 16; i++) copy[i] = from[15 - i];
    for (i = 0; i < 16; i++) sum += (i + 1) * copy[i];
    return sum;
}
AMP_TILED_KERNEL(keep, (32), out(int, 1, y))
{
    int own[16], i, sum = 0;
    for (i = 0; i < 16; i++) own[i] = tidx.local[0] + i;
    for (i = 0; i < 4; i++) {
        tile_barrier_wait(tidx);
        sum += reversed(own) + own[i];
    }
    at(y, tidx.global[0]) = sum;
}
AMP_DEVICE_END
int main(void)
{
    int y[64], i, wrong = 0;
    amp_array_view v = amp_view(int, y, 64);
    amp_status s = parallel_for_each(amp_tile(amp_extent(64), 32), keep, v);
    if (s == AMP_OK) s = amp_synchronize(v);
    /* the sum of (16 - i) (t + i) below 16 is 136 t + 680 */
    for (i = 0; i < 64; i++) wrong += y[i] != 4 * (136 * (i % 32) + 680) + 4 * (i % 32) + 6;
    printf("status %d, %d wrong\n", s, wrong);
    return 0;
}
C
for level in 0 1 2; do
    built frames -O$level -std=gnu99 "$BUILD/frames.c"
    shown "frames over barriers, -O$level" 0 frames 'status 0, 0 wrong'
done

# ---- checker and lens ------------------------------------------------------------------------

cat > "$BUILD/race.c" <<'C'
#define AMP_SHORT_NAMES
#include "amp_lens.h"
#include <stdio.h>
AMP_DEVICE_BEGIN
AMP_TILED_KERNEL(turn, (32), in(int, 1, a), out(int, 1, b))
{
    tile_static(int, t, 32);
    t[tidx.local[0]] = at(a, tidx.global[0]);
    BETWEEN
    at(b, tidx.global[0]) = t[31 - tidx.local[0]];
}
AMP_KERNEL(count, 1, in(int, 1, a), inout(int, 1, b))
{
    amp_atomic_fetch_add(&at(b, 0), at(a, idx[0]));
}
AMP_DEVICE_END
int main(void)
{
    int a[64], b[64], i;
    amp_array_view va = amp_view(int, a, 64), vb = amp_view(int, b, 64);
    amp_status s;
    for (i = 0; i < 64; i++) a[i] = i;
    s = parallel_for_each(amp_tile(amp_extent(64), 32), turn, va, vb);
    if (s == AMP_OK) s = parallel_for_each(amp_extent(64), count, va, vb);
    if (s == AMP_OK) s = amp_synchronize(vb);
    printf("%d: %d\n", s, b[0]);
    return s != AMP_OK;
}
C
printf '#define AMP_IMPLEMENTATION\n#include "amp_lens.h"\n' > "$BUILD/code.c"
capture wasm/cc -O1 -DAMP_EXTERN -DAMP_CHECK -DAMP_LENS -Wall -Wextra -Werror \
    -Wno-unused-parameter -c "$BUILD/code.c" -o "$BUILD/code.o"
tell $? 'checker and lens build'
for between in '' 'tile_barrier_wait(tidx);'; do
    built race --check -std=gnu99 -Wall -Wextra -DAMP_EXTERN "-DBETWEEN=$between" "$BUILD/race.c" \
        "$BUILD/code.o" || break
    export AMP_CHECK_OPTIONS=color=0 AMP_LENS=text
    if [ -z "$between" ]; then
        shown 'the checker finds a race, with both lines' 1 race 'tile-race in kernel turn: t(0)' \
            'race.c:8: thread (0) of tile (0) writes' 'race.c:10: thread (31) of tile (0) reads' \
            'mend: a tile_barrier_wait between line 8 and line 10'
    else
        shown 'its twin has none, and the lens names lines' 0 race '0: 2047' '!race in kernel' \
            '~race.c:8 *a *reads *2 *4.0' '~race.c:14 *b *adds\|race.c:14 *b *atomic'
    fi
    unset AMP_CHECK_OPTIONS AMP_LENS
done

# ---- the core of the suite -------------------------------------------------------------------

# Each file with what it cannot have here: other host threads, queues with a thread of their own,
# numbers of 64 bits where size_t has 32.
set -- abort atomics compare:thread copy divergence extent:^size$ kernels:host_threads launch \
    limits names phases structs table tile tile_count tile_static values views:beyond_2_to_32 warps
[ -n "${ALL:-}" ] || TURN=${TURN:-$(($(date +%j | sed 's/^0*//') % 3))}
# shellcheck disable=SC2086
capture wasm/cc $flags -DAMP_EXTERN -DAMP_IMPLEMENTATION -c $programs/core.c -o "$BUILD/core.o"
tell $? "the library's code builds"
i=0
for one; do
    i=$((i + 1))
    [ -n "${ALL:-}" ] || [ $((i % 3)) -eq "$TURN" ] || continue
    test=tests/test_${one%:*}.c without=${one#*:}
    [ "$without" != "$one" ] || without='^$'
    more=$(sed -n 's,^/\* run:.*[ ,]flags=\([^ ]*\).*,\1,p' "$test" | tr , ' ')
    case $(sed -n 's,^/\* run:,,p' "$test") in
    *dropin*) ;;
    *) more="$more -DAMP_EXTERN $BUILD/core.o" ;;
    esac
    # shellcheck disable=SC2086
    if ! built "${one%:*}" $flags $more "$test"; then
        tell 1 "$test builds" "$BUILD/err"
        continue
    fi
    names=$(wasm/run.mjs "$BUILD/${one%:*}.wasm" --list | grep -v "$without")
    # shellcheck disable=SC2086
    capture timeout $((limit * TEST_TIMEOUT_SCALE)) wasm/run.mjs --tap "$BUILD/${one%:*}.wasm" \
        $names
    [ $rc -eq 0 ] && says '~^ok 1'
    tell $? "$test, $(echo "$names" | wc -l) tests"
    rm -f "$BUILD/${one%:*}.wasm"
done
finish
