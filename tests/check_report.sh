#!/bin/sh
# SPDX-License-Identifier: MIT
# How the checker says what it found, and how it is built: text, JSON, SARIF,
# its environment, wrong ways to build it, code without debug information. For CI's time the
# library's code is compiled once where the build is not what is tried. TAP.
set -u
cd "$(dirname "$0")/.." || exit 1
cc=${CC:-gcc} build=${BUILD:-build/check_report}
mkdir -p "$build"
unset AMP_ENGINE AMP_ORDER AMP_CHECK_REPORT AMP_CHECK_OPTIONS
kernels=tests/check_kernels
count=0 failed=0
tell() { # exit status of what was tested, text
    count=$((count + 1))
    if [ "$1" -eq 0 ]; then
        echo "ok $count - $2"
    else
        echo "not ok $count - $2"
        failed=$((failed + 1))
    fi
}
has() { # file, words: whether it holds them all
    file=$1
    shift
    for word; do
        grep -qF -e "$word" "$file" || { echo "# $file lacks: $word"; return 1; }
    done
}
apart() { # source, name of the program, flags: with the library's code of its own file
    $cc -std=c99 -pthread -I. $checked -DAMP_EXTERN $3 -c "$1" -o "$build/$2.o" &&
        $cc "$build/$2.o" "$build/library.o" -pthread -o "$build/$2"
}
make_() { # name, flags to compile, flags to link
    $cc -std=c99 -O1 -pthread -I. $2 -c "$kernels/$1.c" -o "$build/$1.o" &&
        $cc "$build/$1.o" -pthread $3 -o "$build/$1"
}
run() { # program, case
    timeout 60 "$build/$1" "$2" > "$build/out" 2> "$build/err"
}
. tests/check_kernels/flags.sh
checked="-g -DAMP_CHECK $(sees "$cc")"
echo '#include "amp.h"' > "$build/library.c"
$cc -std=c99 -O1 -pthread -I. $checked -DAMP_EXTERN -DAMP_IMPLEMENTATION -c "$build/library.c" \
    -o "$build/library.o" && make_ tile_race "$checked" ""
tell $? "tile_race builds, with the library in itself"
cp "$build/tile_race.o" "$build/kept.o"
for name in other_races uninitialised; do
    apart "$kernels/$name.c" $name -O1
    tell $? "$name builds"
done

run tile_race raw
has "$build/err" 'tile-race in kernel raw: t(0) and 255 more' \
    'tile_race.c:9: thread (0) of tile (0) writes' 't[tidx.local[0]] = at_index(x, tidx.global);' \
    'tile_race.c:10: thread (63) of tile (0) reads' 'barrier interval 0' 'why:' \
    'mend: a tile_barrier_wait between line 9 and line 10'
tell $? "text: both threads, tiles, lines and their text, why, mend"
! grep -q "$(printf '\033')" "$build/err"
tell $? "text: no colour in a file"
[ "$(grep -c '^amp check' "$build/err")" -eq 1 ]
tell $? "text: one report for 256 places"
AMP_CHECK_OPTIONS=color=1 run tile_race raw
grep -q "$(printf '\033')" "$build/err"
tell $? "text: colour where asked for"

run uninitialised uneven
has "$build/err" 'not all threads of a tile pass the tile_static of t' \
    "mend: declare all tile_static arrays at the kernel's outermost scope"
tell $? "text: tile_static that some threads pass is named as the cause"

AMP_CHECK_OPTIONS=report=$build/raw.json run tile_race raw
has "$build/raw.json" '"rule": "tile-race"' '"kernel": "raw"' '"array": "t"' '"index": [0]' \
    '"line": 9' '"other_line": 10' '"count": 256' '"tile": [0]' '"thread": [0]' \
    '"other_tile": [0]' '"other_thread": [63]' '"message": "' '"fix": "'
tell $? "json: every field of the contract"
AMP_CHECK_OPTIONS=report=$build/clean.json run tile_race raw_ok
[ "$(tr -d ' \n' < "$build/clean.json")" = '{"findings":[]}' ]
tell $? "json: nothing found is an empty list"
AMP_CHECK_OPTIONS=report=$build/raw.sarif run tile_race raw
has "$build/raw.sarif" '"version": "2.1.0"' '"ruleId": "tile-race"' '"startLine": 9' \
    '"startLine": 10' '"uri": "tests/check_kernels/tile_race.c"' '"level": "error"'
tell $? "sarif: version, rule, both places"
if command -v python3 >/dev/null; then
    python3 -m json.tool "$build/raw.json" /dev/null &&
        python3 -m json.tool "$build/clean.json" /dev/null &&
        python3 -m json.tool "$build/raw.sarif" /dev/null
    tell $? "json and sarif parse"
else
    echo "ok $((count = count + 1)) - json and sarif parse # SKIP no python3"
fi

AMP_CHECK_OPTIONS=allow_same=1:report=$build/same.json run other_races same_tile
has "$build/out" 'status 0' && has "$build/same.json" '"severity": "note"'
tell $? "AMP_CHECK_OPTIONS=allow_same=1: a same value is a note, and no fault"
AMP_CHECK_OPTIONS=tiles=first run uninitialised first_tile
has "$build/out" 'status 0'
tell $? "AMP_CHECK_OPTIONS=tiles=first: the first tile is right"
has "$build/err" '1 of 4 tiles were watched (AMP_CHECK_OPTIONS=tiles)'
tell $? "AMP_CHECK_OPTIONS=tiles=first: what was not looked for is said"
tiles=$build/tiles.sarif,$build/tiles-codequality.json,$build/tiles.json
AMP_CHECK_OPTIONS=tiles=first,last:report=$tiles run uninitialised first_tile
has "$build/out" 'status 8'
tell $? "AMP_CHECK_OPTIONS=tiles=first,last: the last is not"
has "$build/err" '2 of 4 tiles were watched (AMP_CHECK_OPTIONS=tiles)' &&
    has "$build/tiles.json" '"partly_watched": 1}' &&
    has "$build/tiles.sarif" 'AMP_CHECK_OPTIONS=tiles: of 1 launches some tiles were watched'
tell $? "tiles: that is said beside findings, too, and in the report"
! command -v python3 > /dev/null ||
    python3 tests/check_formats.py "$build/tiles.sarif" "$build/tiles-codequality.json" \
        "$build/tiles.json" > "$build/out" 2>&1
tell $? "tiles: reports that say so have the right form"
AMP_CHECK_OPTIONS="tiles='sample:3'" run uninitialised first_tile
! grep -q 'it may be first' "$build/err"
tell $? "AMP_CHECK_OPTIONS=tiles='sample:3': one tile of three"

cat > "$build/other.c" <<'C'
#include "amp.h"
int other(void);
int other(void) { return amp_status_string(AMP_OK)[0]; }
C
$cc -std=gnu11 -O2 -Wall -Wextra -Werror -I. -pthread $checked -c "$build/other.c" \
    -o "$build/other.o" &&
    $cc "$build/tile_race.o" "$build/other.o" -pthread -o "$build/both" && run both raw &&
    has "$build/out" 'status 8'
tell $? "two translation units, C99 and gnu11"

make_ tile_race "${checked#-g }" ""
run tile_race raw
has "$build/err" 'no source lines: compile with -g' 'raw__body at 0x' &&
    has "$build/out" 'status 8'
tell $? "without -g: functions and a hint"

cat > "$build/main.c" <<'C'
int cases_main(int, char **);
int main(int c, char **v) { return cases_main(c, v); }
C
$cc -std=c99 -O1 -fPIC -pthread -I. $checked -Dmain=cases_main -c $kernels/tile_race.c \
    -o "$build/pic.o" && $cc -shared "$build/pic.o" -pthread -o "$build/libcases.so" &&
    $cc "$build/main.c" "$build/libcases.so" -o "$build/shared" &&
    LD_LIBRARY_PATH=$build run shared raw
has "$build/err" 'tile_race.c:9:' 'tile_race.c:10:'
tell $? "lines in a shared object"
$cc -std=c99 -O1 -fno-pie -pthread -I. $checked -c $kernels/tile_race.c -o "$build/fixed.o" &&
    $cc -no-pie "$build/fixed.o" -pthread -o "$build/fixed" && run fixed raw
has "$build/err" 'tile_race.c:9:' 'tile_race.c:10:'
tell $? "lines in a program at a fixed address"

make_ bounds "-DAMP_CHECK" "" && run bounds behind
has "$build/err" 'compiled without -fsanitize=thread' 'out-of-bounds in kernel behind: x(256)' \
    'bounds.c:8' && has "$build/out" 'status 8'
tell $? "without -fsanitize=thread: it says so, and checks indices all the same"
make_ barriers "-DAMP_CHECK" "" && run barriers two_places
has "$build/err" 'barrier-divergence in kernel two_places' && has "$build/out" 'status 7'
tell $? "without -fsanitize=thread: barriers too"

if $cc "$build/kept.o" -pthread -fsanitize=thread -o "$build/tile_race" 2> "$build/err"; then
    run tile_race raw
    grep -q 'tile-race in kernel raw\|linked with -fsanitize=thread' "$build/err"
    tell $? "linked with -fsanitize=thread: it works or says what is wrong"
else
    echo "ok $((count = count + 1)) - linked with -fsanitize=thread # SKIP no ThreadSanitizer"
fi

make_ tile_race "-g" ""
! nm "$build/tile_race.o" | grep -q 'amp__check_\(shared\|access\)\|__tsan'
tell $? "nothing of the checker without AMP_CHECK"

cat > "$build/spin.c" <<'C'
#include <stdio.h>
#define AMP_SHORT_NAMES
#include "amp.h"
AMP_DEVICE_BEGIN
AMP_TILED_KERNEL(spin, (8), out(int, 1, y))
{
    tile_static(int, f, 1);
    if (tidx.local[0] == 0) { f[0] = 0; }
    tile_barrier_wait(tidx);
    if (tidx.local[0] == 2) {
        while (f[0] == 0) { }
    }
    at(y, tidx.global[0]) = 1;
}
AMP_DEVICE_END
int main(void)
{
    static int y[8];
    amp_array_view v = amp_view(int, y, 8);
    printf("status %d\n", (int)amp_parallel_for_each(amp_tile(amp_extent(8), 8), spin, v));
    return 0;
}
C
apart "$build/spin.c" spin -O2 && run spin ""
has "$build/err" 'livelock in kernel spin: f(0)' && has "$build/out" 'status 8'
tell $? "a loop that the compiler freed of its accesses ends"

# What has no end, what is long and has one, and more findings than the report has room for.
{
    cat <<'C'
#include <stdio.h>
#define AMP_SHORT_NAMES
#include "amp.h"
AMP_DEVICE_BEGIN
AMP_TILED_KERNEL(endless, (64), out(int, 1, y))
{
    unsigned s = (unsigned)tidx.local[0] * 2 + 1;
    at(y, tidx.global[0]) = 1;
    for (;;) { s *= 3; if (s == 0) { break; } } /* line 9 */
    at(y, tidx.global[0]) = 2;
}
AMP_KERNEL(looks, 1, in(int, 1, x), inout(int, 1, y))
{
    int s = 0;
    for (int i = 0; i < 17000000; i++) { s += amp_atomic_fetch_add(&at(y, 0), 0); }
    for (int i = 0; i < 17000000; i++) { s += *(const volatile int *)&x[0]; }
    at(y, 1) = s;
}
AMP_TILED_KERNEL(few, (8), inout(int, 1, y))
{
    at(y, 0) = tidx.local[0];
}
AMP_KERNEL(ticket, 1, inout(int, 1, y))
{
    if (amp_atomic_fetch_add(&at(y, 8), 1) == 0) { y[idx[0] == 7 ? 64 : idx[0]] = 5; }
}
AMP_TILED_KERNEL(many, (8), out(int, 1, y))
{
    tile_static(int, t, 1);
    volatile int *v = t;
C
    awk 'BEGIN { for (i = 0; i < 50; i++) print "    v[0] = tidx.local[0] + " i ";" }'
    cat <<'C'
    at(y, tidx.global[0]) = 1;
}
AMP_DEVICE_END
int main(int argc, char **argv)
{
    static int x[8], y[64];
    amp_array_view u = amp_view(int, x, 8), v = amp_view(int, y, 64);
    if (argc > 1 && argv[1][0] == 'e') {
        printf("status %d\n", (int)amp_parallel_for_each(amp_tile(amp_extent(64), 64), endless, v));
    } else if (argc > 1 && argv[1][0] == 't') {
        printf("status %d\n", (int)amp_parallel_for_each(amp_extent(8), ticket, v));
        amp_synchronize(v);
        printf("%d %d %d\n", y[0], y[1], y[8]);
    } else if (argc > 1 && argv[1][0] == 'l') {
        printf("status %d\n", (int)amp_parallel_for_each(amp_extent(1), looks, u, v));
    } else {
        printf("many %d\n", (int)amp_parallel_for_each(amp_tile(amp_extent(8), 8), many, v));
        fprintf(stderr, "then\n");
        printf("few %d\n", (int)amp_parallel_for_each(amp_tile(amp_extent(8), 8), few, v));
    }
    return 0;
}
C
} > "$build/long.c"
apart "$build/long.c" long -O1 && run long looks
has "$build/out" 'status 0' && ! grep -q livelock "$build/err"
tell $? "a loop of 17 million reads of few places is none without an end"
AMP_CHECK_OPTIONS=patience=0.2 run long endless
has "$build/out" 'status 8' && has "$build/err" 'livelock in kernel endless' 'long.c:9: thread'
tell $? "a loop without accesses ends after a few threads, at its line"
run long ticket
has "$build/out" 'status 0' '5 0 8' && AMP_CHECK_OPTIONS=orders=3 run long ticket &&
    has "$build/out" 'status 8' '5 0 8' &&
    has "$build/err" 'out-of-bounds in kernel ticket: y(64)' &&
    AMP_ORDER=random:7 AMP_CHECK_OPTIONS=orders=2 run long ticket && has "$build/out" 'status 8'
tell $? "orders=3: what only another order shows, and the results of the one that is set"
AMP_CHECK_OPTIONS=orders=0 run long ticket
has "$build/err" "AMP_CHECK_OPTIONS has orders='0': it may be 1 to 1000"
tell $? "AMP_CHECK_OPTIONS=orders=0 is refused"
run long many
has "$build/out" 'many 8' 'few 8' && has "$build/err" 'more in kernel many' 'more in kernel few' &&
    [ "$(grep -c '^amp check: tile-race' "$build/err")" -eq 50 ]
tell $? "more findings than there is room for: counted, and a fault in the next launch too"

apart "$kernels/structs.c" structs -O1 && run structs field_race
has "$build/err" 'it is byte 4 of the element'
tell $? "text: which bytes of a struct"
run structs across
has "$build/err" 'cross-tile-race in kernel across: g(0)' && ! grep -q 'interval' "$build/err"
tell $? "text: no barrier interval for a race between tiles"

# A user's file is not the library's for being called like a header of it, wherever the
# library lies: a folder, or the files that tools/single makes, beside the user's own.
mkdir -p "$build/user" "$build/one"
cat > "$build/user/amp_of_mine.h" <<'C'
static void swap(int *t, int i, int last);
static void swap(int *t, int i, int last)
{
    t[i] = i;
    t[last - i] += 1;
}
C
cat > "$build/user/amp_named.c" <<'C'
#include <stdio.h>
#include "amp.h"
AMP_DEVICE_BEGIN
#include "amp_of_mine.h"
AMP_TILED_KERNEL(named, (64), out(int, 1, y))
{
    amp_tile_static(int, t, 64);
    swap(t, tidx.local[0], 63);
    amp_tile_barrier_wait(tidx);
    amp_at(y, tidx.global[0]) = t[tidx.local[0]];
}
AMP_DEVICE_END
int main(void)
{
    static int y[64];
    amp_array_view v = amp_view(int, y, 64);
    printf("status %d\n", (int)amp_parallel_for_each(amp_tile(amp_extent(64), 64), named, v));
    return 0;
}
C
named() { # folder of the library, folder of the user's files, name
    $cc -std=c99 -O1 -pthread -I"$1" -I"$2" $checked -c "$2/amp_named.c" -o "$build/$3.o" &&
        $cc "$build/$3.o" -pthread -o "$build/$3" && run "$3" "" &&
        has "$build/err" 'amp_of_mine.h:4: thread' 'amp_of_mine.h:5: thread' &&
        ! grep -q 'amp_named.c:[0-9]*: thread\|uninitialised' "$build/err"
}
named . "$build/user" named
tell $? "a user's amp_of_mine.h is the user's"
named "$PWD/tests/.." "$build/user" named_up
tell $? "the same, the library by another path"
tools/single "$build/one" && cp "$build/user/"amp_* "$build/one" &&
    named "$build/one" "$build/one" named_one &&
    ! grep -q '/amp\.h:\|/amp_check\.h:\|/amp_vectors\.h:' "$build/err"
tell $? "the same, beside the files of make single"

# The library compiled once, beside files that only use it.
apart "$kernels/tile_race.c" tile_race -O1 && run tile_race raw
has "$build/err" 'tile_race.c:9: thread (0)' 'tile_race.c:10: thread (63)'
tell $? "AMP_EXTERN: the library compiled once"

# Where the compiler announces no read for x += 1, the program is told; races are found.
case $cc in
*clang*)
    make_ uninitialised "-g -DAMP_CHECK -fsanitize=thread" "" && run uninitialised sum
    has "$build/err" '-mllvm -tsan-instrument-read-before-write=1' 'tile-race in kernel sum' &&
        AMP_CHECK_OPTIONS=allow_same=1 run uninitialised set_bit && has "$build/out" 'status 8' &&
        apart "$kernels/uninitialised.c" uninitialised -O1 && run uninitialised sum &&
        ! grep -q 'mllvm' "$build/err" && has "$build/err" 'uninitialised-read in kernel sum'
    tell $? "without the announcement of updates: it says so"
    ;;
*) echo "ok $((count = count + 1)) - without the announcement of updates # SKIP for clang" ;;
esac

# Accesses that clang does not announce: of other than 1 to 16 bytes.
cat > "$build/wide.c" <<'C'
#include <stdio.h>
#define AMP_SHORT_NAMES
#include "amp.h"
AMP_DEVICE_BEGIN
typedef float eight __attribute__((vector_size(32)));
AMP_KERNEL(vectors, 1, in(eight, 1, x), out(eight, 1, y)) { y[idx[0]] = x[idx[0]] + x[idx[0]]; }
AMP_TILED_KERNEL(longs, (8), inout(long double, 1, x))
{
    tile_static(long double, t, 8);
    t[tidx.local[0]] = 1;
    tile_barrier_wait(tidx);
    at(x, tidx.global[0]) = t[7 - tidx.local[0]];
}
AMP_KERNEL(loop, 1, inout(int, 1, y))
{
    for (int i = 0; i < 16; i++) { y[idx[0] * 16 + i] += i; }
}
AMP_KERNEL(reads, 1, inout(eight, 1, x), out(float, 1, y))
{
    const eight sum = x[idx[0]] * x[(idx[0] + 1) % 8];
    y[idx[0]] = sum[0] + sum[1] + sum[2] + sum[3] + sum[4] + sum[5] + sum[6] + sum[7];
}
AMP_DEVICE_END
int main(void)
{
    static eight u[8], v[8];
    static long double l[8];
    static float f[8];
    static int y[128];
    int i;
    for (i = 0; i < 64; i++) { u[i / 8][i % 8] = 1; }
    printf("vectors %d\n", (int)amp_parallel_for_each(amp_extent(8), vectors,
           amp_view(eight, u, 8), amp_view(eight, v, 8)));
    printf("longs %d\n", (int)amp_parallel_for_each(amp_tile(amp_extent(8), 8), longs,
           amp_view(long double, l, 8)));
    printf("loop %d\n", (int)amp_parallel_for_each(amp_extent(8), loop, amp_view(int, y, 128)));
    printf("reads %d\n", (int)amp_parallel_for_each(amp_extent(8), reads, amp_view(eight, u, 8),
           amp_view(float, f, 8)));
    printf("%s\n", amp_last_error());
    return 0;
}
C
wide() { # flags
    apart "$build/wide.c" wide "-w $*" && run wide ""
}
avx2=
[ "$(uname -m)" = x86_64 ] && grep -q avx2 /proc/cpuinfo && avx2=-mavx2
case $cc in
*clang*)
    wide -O2 $avx2 -fno-vectorize -fno-slp-vectorize &&
        has "$build/out" 'vectors 6' 'longs 6' 'loop 0' 'reads 6' 'the elements of x are vectors' &&
        ! grep 'amp check' "$build/err" | grep -qv '(note)'
    tell $? "accesses of other than 1 to 16 bytes are refused"
    if [ -n "$avx2" ]; then
        wide -O2 $avx2
        has "$build/out" 'loop 6' && has "$build/err" 'compile with -fno-vectorize'
        tell $? "loops that become such accesses are refused"
    else
        echo "ok $((count = count + 1)) - such loops # SKIP no AVX2"
    fi
    wide -O2 $avx2 $(sees_wide "$cc")
    has "$build/out" 'vectors 0' 'longs 0' 'loop 0' 'reads 0' &&
        ! grep 'amp check' "$build/err" | grep -qv '(note)'
    tell $? "with the flags that the refusal names they are announced"
    ;;
*)
    wide -O2 $avx2
    has "$build/out" 'vectors 0' 'longs 0' 'loop 0' 'reads 0' &&
        ! grep 'amp check' "$build/err" | grep -qv '(note)'
    tell $? "accesses of other than 1 to 16 bytes are announced"
    ;;
esac

cat > "$build/words.c" <<'C'
#include "amp.h"
#if defined(memcpy) || defined(memmove) || defined(memset)
#error "a macro"
#endif
struct ops { void *(*memcpy)(void *, const void *, size_t); };
void *use(struct ops o, void *to, const void *from);
void *use(struct ops o, void *to, const void *from) { return o.memcpy(to, from, 4); }
C
$cc -std=c99 -Wall -Wextra -pedantic -Werror -O1 -U_FORTIFY_SOURCE -pthread -I. $checked \
    -fsyntax-only "$build/words.c"
tell $? "memcpy, memmove and memset are no macros"

# A symbolizer that has no end, and a child of its own; and none at all: PATH's relative folders do
# not count.
mkdir -p "$build/endless"
cat > "$build/endless/addr2line" <<'S'
#!/bin/sh
sleep 300 &
echo $! >> "${0%/*}/children"
wait
S
cp "$build/endless/addr2line" "$build/endless/llvm-symbolizer"
chmod +x "$build/endless/addr2line" "$build/endless/llvm-symbolizer"
rm -f "$build/endless/children"
case $build in /*) endless=$build/endless ;; *) endless=$PWD/$build/endless ;; esac
make_ tile_race "$checked -DAMP__PROCESS_SECONDS=1" "" &&
    PATH="$endless:$PATH" run tile_race raw; has "$build/err" 'tile-race in kernel raw' \
    "$endless/addr2line took more than 1 s, or wrote more than 64 MB: it is not asked again" \
    "$endless/llvm-symbolizer took more than 1 s" 'no source lines' &&
    [ "$(grep -c 'asked again' "$build/err")" -eq 2 ]
tell $? "a symbolizer has a limit of time, and is not asked again"
living=0
while read -r child; do
    if grep -q '^State:.[RSD]' "/proc/$child/status" 2>/dev/null; then # not Z: nobody's, and dead
        living=1
    fi
done < "$build/endless/children"
[ "$(wc -l < "$build/endless/children")" -eq 2 ] && [ "$living" -eq 0 ]
tell $? "it is killed with its children"
rm -f "$build/endless/children"
(cd "$build" && PATH=endless ./tile_race raw 2> err > out) || true
has "$build/err" 'no source lines' && [ ! -e "$build/endless/children" ]
tell $? "a symbolizer in a folder that PATH names from here is not run"

# Other systems: no symbolizer, no watchdog; MAP_ANONYMOUS is the system's to show.
$cc -std=gnu99 -Wall -Wextra -Werror -U__linux__ -U__linux -Ulinux -pthread -I. $checked \
    -fsyntax-only -x c amp_check.h
tell $? "where __linux__ is not defined it compiles"
$cc -std=gnu99 -Wall -Wextra -Werror -U__LP64__ -U_LP64 -pthread -I. $checked \
    -fsyntax-only -x c amp_check.h
tell $? "where pointers have 32 bits it compiles, as far as this compiler can tell"
printf '#include "amp.h"\nint main() { return 0; }\n' > "$build/host.cc"
case $cc in *clang*) cxx=clang++ ;; *) cxx=g++ ;; esac
if command -v $cxx > /dev/null; then
    $cxx -Wall -Wextra -Werror -pthread -I. $checked -c "$build/host.cc" -o "$build/host.o"
    tell $? "a host's file in C++"
else
    echo "ok $((count = count + 1)) - a host's file in C++ # SKIP no compiler"
fi
echo "1..$count"
[ "$failed" -eq 0 ]
