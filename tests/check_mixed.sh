#!/bin/sh
# SPDX-License-Identifier: MIT
# Files with the kernel checker beside files without it in one program: what is done
# in the others is not taken for what nobody did. TAP.
set -u
cd "$(dirname "$0")/.." || exit 1
cc=${CC:-gcc} build=${BUILD:-build/check_mixed}
mkdir -p "$build"
unset AMP_ENGINE AMP_ORDER AMP_CHECK_REPORT AMP_CHECK_OPTIONS
. tests/check_kernels/flags.sh
checked="-g -DAMP_CHECK $(sees "$cc")"
count=0
tell() { # exit status of what was tested, text
    count=$((count + 1))
    if [ "$1" -eq 0 ]; then
        echo "ok $count - $2"
    else
        sed 's/^/# /' "$build/out"
        echo "not ok $count - $2"
    fi
}

cat > "$build/part.c" <<'C'
#include <stdio.h>
#include "amp.h"
AMP_DEVICE_BEGIN
enum { N = 640, T = 64 };
AMP_KERNEL(add, 1, inout(int, 1, y)) { amp_at(y, idx[0]) += 1; }
AMP_KERNEL(fill, 1, out(int, 1, y)) { amp_at(y, idx[0]) = idx[0]; }
AMP_TILED_KERNEL(turn, (T), inout(int, 1, y))
{
    amp_tile_static(int, t, T);
    t[tidx.local[0]] = amp_at(y, tidx.global[0]);
    amp_tile_barrier_wait(tidx);
    amp_at(y, tidx.global[0]) = t[T - 1 - tidx.local[0]];
}
AMP_TILED_KERNEL(race, (T), inout(int, 1, y))
{
    amp_tile_static(int, t, T);
    t[tidx.local[0]] = amp_at(y, tidx.global[0]);
    amp_at(y, tidx.global[0]) = t[T - 1 - tidx.local[0]];
}
AMP_DEVICE_END
amp_status NAME(int what, amp_array_view v);
amp_status NAME(int what, amp_array_view v)
{
    const amp_tiled_extent tiles = amp_tile(amp_extent(N), T);
    switch (what) {
    case 'a': return amp_parallel_for_each(amp_extent(N), add, v);
    case 'f': return amp_parallel_for_each(amp_extent(N), fill, v);
    case 't': return amp_parallel_for_each(tiles, turn, v);
    case 'r': return amp_parallel_for_each(tiles, race, v);
    case 's': return amp_synchronize(v);
    case 'w': return amp_refresh(v);
    default: return amp_discard_data(v);
    }
}
C
# The steps are pairs of letters: who (c: with the checker, p: without), and what. At
# the end the host reads the data in a file with the checker.
cat > "$build/main.c" <<'C'
#include <stdio.h>
#include "amp.h"
amp_status with_checker(int what, amp_array_view v);
amp_status plain(int what, amp_array_view v);
int main(int count, char **argument)
{
    static int m[640];
    amp_array_view v = amp_view(int, m, 640);
    const char *step;
    int i, sum = 0, failed = 0;
    (void)count;
    for (step = argument[1]; *step != '\0'; step += 2) {
        const amp_status s = (*step == 'c' ? with_checker : plain)(step[1], v);
        if (s != AMP_OK) {
            printf("%.2s: %s\n", step, amp_last_error());
        }
        failed |= (int)s;
    }
    for (i = 0; i < 640; i++) {
        sum += m[i];
    }
    printf("status %d sum %d\n", failed, sum);
    return 0;
}
C
$cc -std=c99 -O1 -pthread -I. -DNAME=plain -c "$build/part.c" -o "$build/plain.o" &&
    $cc -std=c99 -O1 -pthread -I. $checked -DNAME=with_checker -c "$build/part.c" \
        -o "$build/with.o" &&
    $cc -std=c99 -O1 -pthread -I. $checked -c "$build/main.c" -o "$build/main.o" &&
    $cc "$build/plain.o" "$build/with.o" "$build/main.o" -pthread -o "$build/plain_first" &&
    $cc "$build/main.o" "$build/with.o" "$build/plain.o" -pthread -o "$build/checker_first"
tell $? "files with and without the checker link"
runs() { # steps, what is printed last: in both orders of linking
    for program in plain_first checker_first; do
        timeout 60 "$build/$program" "$1" > "$build/out" 2>&1
        [ "$(tail -n 1 "$build/out")" = "$2" ] && ! grep -q '^amp check' "$build/out" || return 1
    done
}
runs paptcactcs 'status 0 sum 1280'
tell $? "fibers that the other file has made"
runs cactpaptps 'status 0 sum 1280'
tell $? "the checker first, then without"
runs cdpfcacs 'status 0 sum 205120'
tell $? "discarded, and written without the checker: it holds something"
runs cfps 'status 0 sum 204480'
tell $? "synchronized without the checker: the host may read"
runs cfpwcacs 'status 0 sum 205120'
tell $? "refreshed without the checker"
runs pfcacs 'status 0 sum 205120'
tell $? "launched without, then with the checker"
runs prcs 'status 0 sum 0'
tell $? "a race is not seen in a file without the checker"
timeout 60 "$build/plain_first" ptcrpt > "$build/out" 2>&1
grep -q '^amp check: tile-race in kernel race' "$build/out"
tell $? "and is in the file with it"
timeout 60 "$build/plain_first" cf > "$build/out" 2>&1
grep -q '^amp check: stale-host-read in kernel fill' "$build/out"
tell $? "what nobody fetched is stale"
AMP_ACCELERATOR=emu:separate runs cdpfcacs 'status 0 sum 205120' &&
    AMP_ACCELERATOR=emu:separate runs paptcactcs 'status 0 sum 1280'
tell $? "on memory that is not the host's"
echo "1..$count"
