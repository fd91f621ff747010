#!/bin/sh
# SPDX-License-Identifier: MIT
# run: cc=gcc turn=4/6
# Windows, by mingw-w64's gcc, and wine for what it makes (`make setup_foreign`): README.md's first
# program, and the tests of the emulator on each engine, a sixth a day, all under ALL=1; the checker
# with accesses announced; what there is not, in a sentence.
. "${0%/*}/lib.sh"
CC=x86_64-w64-mingw32-gcc limit=300
if ! has_command $CC || ! has_command wine; then
    skip Windows "there is no $CC, or no wine (make setup_foreign)" && finish
fi
# A home of its own, made once: wine's first start takes its time.
export WINEPREFIX="$BUILD/prefix" WINEDEBUG=-all WINEDLLOVERRIDES='mscoree,mshtml=' HOME="$BUILD"
capture wine cmd /c exit 0
# by_wine NAME...: run, and lines without wine's own words and Windows' ends of lines
by_wine() {
    local part
    run "$@"
    for part in out err; do
        tr -d '\r' < "$BUILD/$part" | grep -v '^[0-9a-f]*:err:\|wine32\|^multiarch\|^execute' > \
            "$BUILD/plain"
        mv "$BUILD/plain" "$BUILD/$part"
    done
}
warnings=$(echo "$FLAGS" | sed 's/-fopenmp//; s/-pthread//')

awk '/^```c$/ { inside = 1; next } /^```/ && inside { exit } inside' README.md > "$BUILD/first.c"
prints=$(sed -n 's,.*/\* prints: \(.*\) \*/.*,\1,p' "$BUILD/first.c")
for flags in '-O2 -fopenmp' '-O0' '-O1 -std=gnu11 -pthread'; do
    # shellcheck disable=SC2086
    capture $CC $warnings $flags "$BUILD/first.c" -static -o "$BUILD/first.exe" &&
        by_wine wine "$BUILD/first.exe" && says "$prints"
    tell $? "README.md's first program, $flags"
done

# ---- the emulator's tests -----------------------------------------------------------------------

# tested FILE OPTIONS SETTING...: its tests, each in a process of its own
tested() {
    local file="$1" options="$2" name
    shift 2
    name=${file#tests/test_}
    name=${name%.c}
    # shellcheck disable=SC2086
    capture $CC $warnings -Wno-error $options "$file" -static -o "$BUILD/$name.exe"
    if [ $rc -ne 0 ]; then
        tell 1 "$name builds, $options"
        return
    fi
    by_wine "$@" wine "$BUILD/$name.exe"
    if ! grep -q '^1\.\.[1-9]' "$BUILD/out"; then
        tell 1 "$name runs, $options"
        return
    fi
    sed "s/^\(ok\|not ok\) [0-9]* - /&$name: /" "$BUILD/out" > "$BUILD/named"
    mv "$BUILD/named" "$BUILD/out"
    grep "^# \|^ok \|^not ok " "$BUILD/out"
    counted
    rm -f "$BUILD/$name.exe"
}
# Not those of what Windows has not (POSIX's calls, OpenCL, vectors), nor those of a debug build.
# test_async: at the end of a program winpthreads, which libgomp asks to forget its keys, may wait
# for ever; without OpenMP it does not.
i=0
turn=$(($(date +%j | sed 's/^0*//') / 3 % 6))
for file in tests/test_*.c; do
    name=${file#tests/test_}
    case ${name%.c} in
    cl_* | vectors | debug_build | overlap | report | stack | storage | event | abort) continue ;;
    alloc_failure | late) continue ;;
    esac
    i=$((i + 1))
    [ -n "${ALL:-}" ] || [ $((i % 6)) -eq $turn ] || continue
    case ${name%.c} in
    async) openmp='-pthread' ;;
    *) openmp='-fopenmp' ;;
    esac
    tested "$file" "-O1 $openmp"
    [ -z "${ALL:-}" ] || for engine in loops fibers threads; do
        tested "$file" "-O0 $openmp" AMP_ENGINE=$engine
    done
done

# ---- the checker --------------------------------------------------------------------------------

cat > "$BUILD/race.c" << 'C'
#define AMP_SHORT_NAMES
#include "amp.h"
#include <stdio.h>
AMP_DEVICE_BEGIN
AMP_TILED_KERNEL(turn, (16), in(int, 1, x), out(int, 1, y))
{
    tile_static(int, t, 16);
    t[tidx.local[0]] = at(x, tidx.global[0]);
    BARRIER;
    at(y, tidx.global[0]) = t[15 - tidx.local[0]];
}
AMP_DEVICE_END
int main(void)
{
    int x[64] = { 0 }, y[64];
    amp_array_view vx = amp_view(int, x, 64), vy = amp_view(int, y, 64);
    printf("launch: %s\n", amp_status_string(parallel_for_each(amp_tile(amp_extent(64), 16), turn,
                                                               vx, vy)));
    amp_release(vx);
    amp_release(vy);
    return 0;
}
C
check="-std=gnu11 -w -O1 -g -I. -DAMP_CHECK -fsanitize=thread"
# made NAME WORD...: linked without the sanitizer's own library, which there is not
made() {
    local name="$1"
    shift
    # shellcheck disable=SC2086
    capture $CC $check "$@" -c "$BUILD/race.c" -o "$BUILD/$name.o" &&
        capture $CC "$BUILD/$name.o" -static -o "$BUILD/$name.exe"
}
made right '-DBARRIER=tile_barrier_wait(tidx)' && by_wine wine "$BUILD/right.exe" &&
    says 'launch: no error' '!amp check: '
tell $? 'the checker: nothing in a right program'
made race '-DBARRIER=(void)0' && by_wine wine "$BUILD/race.exe" &&
    says 'launch: a kernel did something' 'amp check: tile-race in kernel turn: t(' \
        'addr2line -e program.exe' 'mend: a tile_barrier_wait between the two'
tell $? 'a missing barrier is found'
x86_64-w64-mingw32-addr2line -e "$BUILD/race.exe" \
    "$(sed -n 's/^  code at \(0x[0-9a-f]*\): .* writes$/\1/p' "$BUILD/err" | sed q)" > "$BUILD/out"
says 'race.c:8'
tell $? 'and addr2line has its line'

# ---- what there is not --------------------------------------------------------------------------

for switch in AMP_OPENCL AMP_VECTORS AMP_LENS; do
    ! capture $CC -std=c99 -I. -D$switch -fsyntax-only "$BUILD/first.c" &&
        says 'amp on Windows has the emulator alone' && [ "$(grep -c 'error:' "$BUILD/err")" -eq 2 ]
    tell $? "one sentence for $switch"
done
finish
