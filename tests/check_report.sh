#!/bin/sh
# SPDX-License-Identifier: MIT
# run: ci=clang turn=1/3
# How the checker says what it found, and how it is built: text, JSON, SARIF, its environment, wrong
# ways to build it, code without debug information. The library's code is compiled once where the
# build is not what is tried.
. "${0%/*}/lib.sh"
. tests/check_kernels/flags.sh
kernels=tests/check_kernels

# apart NAME SOURCE FLAG...: with the library's code of its own file.
checked_library
apart() {
    name=$1
    shift
    # shellcheck disable=SC2086
    program "$name" -std=c99 $checked -g "$@" "$BUILD/checked.o"
}
# tile_race.o goes into a shared object and into programs of every kind.
echo 'int cases_main(int, char **);
int main(int c, char **v) { return cases_main(c, v); }' > "$BUILD/main.c"
# shellcheck disable=SC2086
object tile_race -std=c99 $checked -g -fPIC -Dmain=cases_main $kernels/tile_race.c &&
    object main "$BUILD/main.c"
race="$BUILD/main.o $BUILD/tile_race.o"
# shellcheck disable=SC2086
program tile_race $race "$BUILD/checked.o"
tell $? "tile_race builds"
for name in other_races uninitialised structs; do
    apart $name $kernels/$name.c
    tell $? "$name builds"
done
# Beside a library that is compiled with it: what counts is how the file with the kernel is.
for name in bounds barriers; do
    program $name -std=c99 -O0 -g -pthread -I. -DAMP_CHECK -DAMP_CHECK_REGIONS=0 -DAMP_EXTERN \
        $kernels/$name.c "$BUILD/checked.o"
    tell $? "$name builds, without -fsanitize=thread"
done
cp "$BUILD/tile_race" "$BUILD/bare" && strip -g "$BUILD/bare"
tell $? "tile_race without debug information"
awk '/fifty writes more/ { for (i = 0; i < 50; i++) print "    v[0] = tidx.local[0] + " i ";" } 1' \
    $programs/report_long.c > "$BUILD/long.c"
apart long "$BUILD/long.c" && apart spin $programs/report_spin.c -O2
tell $? "loops without an end build"
no_end=$(grep -n '/\* no end' "$BUILD/long.c" | cut -d: -f1)
escape=$(printf '\033')
tiles=$BUILD/tiles.sarif,$BUILD/tiles-codequality.json,$BUILD/tiles.json
rows <<T
text: both threads, tiles, lines and their text, why, mend
    tile_race raw
    tile-race in kernel raw: t(0) and 255 more
    tile_race.c:9: thread (0) of tile (0) writes
    t[tidx.local[0]] = at_index(x, tidx.global);
    tile_race.c:10: thread (63) of tile (0) reads
    barrier interval 0
    why:
    mend: a tile_barrier_wait between line 9 and line 10
    !$escape
text: colour where asked for
    AMP_CHECK_OPTIONS=color=1 tile_race raw
    $escape
text: tile_static that some threads pass is named as the cause
    uninitialised uneven
    not all threads of a tile pass the tile_static of t
    mend: declare all tile_static arrays at the kernel's outermost scope
text: which bytes of a struct
    structs field_race
    it is byte 4 of the element
text: no barrier interval for a race between tiles
    structs across
    cross-tile-race in kernel across: g(0)
    !interval

AMP_CHECK_OPTIONS=allow_same=1: a same value is a note, and no fault
    AMP_CHECK_OPTIONS=allow_same=1:report=$BUILD/same.json other_races same_tile
    status 0
AMP_CHECK_OPTIONS=tiles=first: the first tile is right, and what was not looked for is said
    AMP_CHECK_OPTIONS=tiles=first uninitialised first_tile
    status 0
    1 of 4 tiles were watched (AMP_CHECK_OPTIONS=tiles)
AMP_CHECK_OPTIONS=tiles=first,last: the last is not, and that is said beside findings, too
    AMP_CHECK_OPTIONS=tiles=first,last:report=$tiles uninitialised first_tile
    status 8
    2 of 4 tiles were watched (AMP_CHECK_OPTIONS=tiles)
AMP_CHECK_OPTIONS=tiles='sample:3': one tile of three
    AMP_CHECK_OPTIONS=tiles='sample:3' uninitialised first_tile
    tiles were watched
    !it may be first

json: a report of findings
    AMP_CHECK_OPTIONS=report=$BUILD/raw.json tile_race raw
json: one of none
    AMP_CHECK_OPTIONS=report=$BUILD/clean.json tile_race raw_ok
sarif: a report
    AMP_CHECK_OPTIONS=report=$BUILD/raw.sarif tile_race raw

without -g: functions and a hint
    bare raw
    no source lines: compile with -g
    raw__body at 0x
    status 8
without -fsanitize=thread: it says so, and checks indices all the same
    bounds behind
    compiled without -fsanitize=thread
    out-of-bounds in kernel behind: x(256)
    bounds.c:8
    status 8
without -fsanitize=thread: barriers too
    barriers two_places
    barrier-divergence in kernel two_places
    status 7

a loop that the compiler freed of its accesses ends
    AMP_CHECK_OPTIONS=patience=0.2 spin
    livelock in kernel spin: f(0)
    status 8
a loop of 17 million reads of few places is none without an end
    long looks
    status 0
    !livelock
nor are many threads that compute for long
    AMP_CHECK_OPTIONS=patience=0.2 long computes
    status 0
    !livelock
a loop without accesses ends after a few threads, at its line
    AMP_CHECK_OPTIONS=patience=0.2 long endless
    status 8
    livelock in kernel endless
    long.c:$no_end: thread
what only another order shows is not found in one
    long ticket
    status 0
    5 0 8
orders=3: it is, and the results are of the one that is set
    AMP_CHECK_OPTIONS=orders=3 long ticket
    status 8
    5 0 8
    out-of-bounds in kernel ticket: y(64)
orders=2, another one set
    AMP_ORDER=random:7 AMP_CHECK_OPTIONS=orders=2 long ticket
    status 8
AMP_CHECK_OPTIONS=orders=0 is refused
    AMP_CHECK_OPTIONS=orders=0 long ticket
    AMP_CHECK_OPTIONS has orders='0': it may be 1 to 1000
more findings than there is room for: counted, and a fault in the next launch too
    long many
    many 8
    few 8
    more in kernel many
    more in kernel few
T
[ "$(grep -c '^amp check: tile-race' "$BUILD/err")" -eq 50 ]
tell $? "fifty of them are printed"
run tile_race raw
[ "$(grep -c '^amp check' "$BUILD/err")" -eq 1 ] && ! grep -q 'amp check' "$BUILD/out"
tell $? "text: one report for 256 places, on the standard error"

# holds NAME FILE WORD...: a report has each word.
holds() {
    name=$1
    cp "$BUILD/$2" "$BUILD/out" && : > "$BUILD/err"
    shift 2
    says "$@"
    tell $? "$name"
}
holds "json: every field of the contract" raw.json '"rule": "tile-race"' '"kernel": "raw"' \
    '"array": "t"' '"index": [0]' '"line": 9' '"other_line": 10' '"count": 256' '"tile": [0]' \
    '"thread": [0]' '"other_tile": [0]' '"other_thread": [63]' '"message": "' '"fix": "'
[ "$(tr -d ' \n' < "$BUILD/clean.json")" = '{"findings":[]}' ]
tell $? "json: nothing found is an empty list"
holds "sarif: version, rule, both places" raw.sarif '"version": "2.1.0"' '"ruleId": "tile-race"' \
    '"startLine": 9' '"startLine": 10' '"uri": "tests/check_kernels/tile_race.c"' '"level": "error"'
holds "json: a note" same.json '"severity": "note"'
holds "json: tiles that were not watched" tiles.json '"partly_watched": 1}'
holds "sarif: likewise" tiles.sarif 'AMP_CHECK_OPTIONS=tiles: of 1 launches some tiles were watched'
if has_command python3; then
    for report in raw.json clean.json raw.sarif; do
        try "$report parses" python3 -m json.tool "$BUILD/$report" /dev/null
    done
    try "tiles: reports that say so have the right form" python3 tests/check_formats.py \
        "$BUILD/tiles.sarif" "$BUILD/tiles-codequality.json" "$BUILD/tiles.json"
else
    skip "reports parse" "no python3"
fi

# A line that is not known is not stated.
near=$programs/report_near.c
apart near "$near" -O1
expect "accesses that a compiler moves are found" 0 'AMP_CHECK_OPTIONS=color=0 near' 'both 8' \
    'called 8' 'atomic-race in kernel both: temp(0)' 'tile-race in kernel called: p(1)'
sed -n 's,^  [^ ]*report_near\.c:\([0-9]*\): thread.*,\1,p' "$BUILD/err" | sort -u |
    while read -r line; do
        sed "$line!d" "$near" | grep -q '/\* here \*/' || echo "line $line is stated"
    done > "$BUILD/stated"
[ ! -s "$BUILD/stated" ]
tell $? "no line is stated that they do not stand on" "$BUILD/stated"

# ---- ways to build -----------------------------------------------------------------------------

# shellcheck disable=SC2086
{
    program libcases.so -shared "$BUILD/tile_race.o" &&
        program shared -rdynamic "$BUILD/main.o" "$BUILD/checked.o" "$BUILD/libcases.so"
    expect "lines in a shared object" 0 "LD_LIBRARY_PATH=$BUILD shared raw" 'tile_race.c:9:' \
        'tile_race.c:10:'
    program fixed -no-pie $race "$BUILD/checked.o"
    expect "lines in a program at a fixed address" 0 'fixed raw' 'tile_race.c:9:' 'tile_race.c:10:'
}
# shellcheck disable=SC2086
if program linked -fsanitize=thread $race "$BUILD/checked.o"; then
    run linked raw
    says '~tile-race in kernel raw\|linked with -fsanitize=thread'
    tell $? "linked with -fsanitize=thread: it works or says what is wrong"
else
    skip "linked with -fsanitize=thread" "no ThreadSanitizer"
fi
object plain -std=c99 -O0 -pthread -I. $kernels/tile_race.c &&
    ! nm "$BUILD/plain.o" | grep -q 'amp__check_\(shared\|access\)\|__tsan'
tell $? "nothing of the checker without AMP_CHECK"

# A user's file is not the library's for being called like a header of it, wherever the
# library lies: a folder, or the files that tools/single makes, beside the user's own.
named() { # program, folder of the library, folder of the user's files
    # shellcheck disable=SC2046
    object "$1" -std=c99 -O0 -g -pthread -DAMP_CHECK $(sees "$CC") -DAMP__PROCESS_SECONDS=1 \
        "-I$2" "-I$3" "$3/amp_named.c" && program "$1" "$BUILD/$1.o" &&
        run "$1" && says 'amp_of_mine.h:6: thread' 'amp_of_mine.h:7: thread' \
            '!~amp_named.c:[0-9]*: thread' '!uninitialised'
}
named named "$PWD/tests/.." $programs/user
tell $? "a user's amp_of_mine.h is the user's, the library by an unusual path"
tools/single "$BUILD/one" && cp $programs/user/amp_* "$BUILD/one" &&
    named named_one "$BUILD/one" "$BUILD/one" && says '!/amp.h:' '!/amp_check.h:' '!/amp_vectors.h:'
tell $? "so are those beside the files of make single"
echo '#include "amp.h"
int other(void);
int other(void) { return amp_status_string(AMP_OK)[0]; }' > "$BUILD/other.c"
# shellcheck disable=SC2086
object other -std=gnu11 -O2 -Wall -Wextra -Werror $checked "$BUILD/other.c" &&
    program both "$BUILD/named_one.o" "$BUILD/other.o" "$BUILD/checked.o"
expect "a C99 file with the library in itself, and one of gnu11 without" 0 both 'status 8'

# Where the compiler announces no read for x += 1, the program is told; races are found.
if [ $family = clang ]; then
    program updates -std=c99 -O1 -g -pthread -I. -DAMP_CHECK -fsanitize=thread -DAMP_EXTERN \
        $kernels/uninitialised.c "$BUILD/checked.o"
    expect "without the announcement of updates: it says so" 0 'updates sum' \
        '-mllvm -tsan-instrument-read-before-write=1' 'tile-race in kernel sum'
    expect "and finds races" 0 'AMP_CHECK_OPTIONS=allow_same=1 updates set_bit' 'status 8'
    expect "with it nothing is said" 0 'uninitialised sum' '!mllvm' \
        'uninitialised-read in kernel sum'
else
    skip "without the announcement of updates" "for clang"
fi

# Accesses that clang does not announce: of other than 1 to 16 bytes.
wide() { # what becomes of them, flags, words
    name=$1 flags=$2
    shift 2
    # shellcheck disable=SC2086
    apart wide $programs/report_wide.c -w -O2 $avx2 $flags
    expect "accesses of other than 1 to 16 bytes $name" 0 wide "$@"
}
avx2='' quiet='!~^amp check: [^(]*$'
[ "$(uname -m)" = x86_64 ] && grep -q avx2 /proc/cpuinfo && avx2=-mavx2
if [ $family = clang ]; then
    wide 'are refused' '-fno-vectorize -fno-slp-vectorize' 'vectors 6' 'longs 6' 'loop 0' \
        'reads 6' 'the elements of x are vectors' 'turn 6' "$quiet"
    if [ -n "$avx2" ]; then
        wide 'that loops become are refused' '' 'loop 6' 'compile with -fno-vectorize'
    else
        skip "such loops" "no AVX2"
    fi
    wide 'are announced with the flags that the refusal names' "$(sees_wide "$CC")" \
        'vectors 0' 'longs 0' 'loop 0' 'reads 0' 'turn 0' "$quiet"
else
    wide 'are announced' '' 'vectors 0' 'longs 0' 'loop 0' 'reads 0' 'turn 0' "$quiet"
fi

cat > "$BUILD/words.c" <<'C'
#include "amp.h"
#if defined(memcpy) || defined(memmove) || defined(memset)
#error "a macro"
#endif
struct ops { void *(*memcpy)(void *, const void *, size_t); };
void *use(struct ops o, void *to, const void *from);
void *use(struct ops o, void *to, const void *from) { return o.memcpy(to, from, 4); }
C
# Other systems: no symbolizer, no watchdog; MAP_ANONYMOUS is the system's to show.
system="-Wall -Wextra -Werror -I. -pthread -DAMP_CHECK $(sees "$CC") -fsyntax-only"
# shellcheck disable=SC2086
{
    try "memcpy, memmove and memset are no macros" $CC -std=c99 -pedantic -O1 -U_FORTIFY_SOURCE \
        $system "$BUILD/words.c"
    try "where __linux__ is not defined it compiles" $CC -std=gnu99 -U__linux__ -U__linux -Ulinux \
        $system -x c amp_check.h
    try "where pointers have 32 bits it compiles, as far as this compiler can tell" $CC -std=gnu99 \
        -U__LP64__ -U_LP64 $system -x c amp_check.h
    printf '#include "amp.h"\nint main() { return 0; }\n' > "$BUILD/host.cc"
    if has_command "$CXX"; then
        try "a host's file in C++" $CXX $system "$BUILD/host.cc"
    else
        skip "a host's file in C++" "no compiler"
    fi
}

# ---- a symbolizer that has no end, and a child of its own; and none at all --------------------

mkdir -p "$BUILD/endless"
cat > "$BUILD/endless/addr2line" <<'S'
#!/bin/sh
sleep 300 &
echo $! >> "${0%/*}/children"
wait
S
cp "$BUILD/endless/addr2line" "$BUILD/endless/llvm-symbolizer"
chmod +x "$BUILD/endless/addr2line" "$BUILD/endless/llvm-symbolizer"
expect "a symbolizer has a limit of time" 0 "PATH=$BUILD/endless:$PATH named" \
    'tile-race in kernel named' 'no source lines' \
    "$BUILD/endless/llvm-symbolizer took more than 1 s" \
    "$BUILD/endless/addr2line took more than 1 s, or wrote more than 64 MB: it is not asked again"
[ "$(grep -c 'asked again' "$BUILD/err")" -eq 2 ]
tell $? "and is not asked again"
living=0
while read -r child; do
    if grep -q '^State:.[RSD]' "/proc/$child/status" 2>/dev/null; then # not Z: nobody's, and dead
        living=1
    fi
done < "$BUILD/endless/children"
[ "$(wc -l < "$BUILD/endless/children")" -eq 2 ] && [ "$living" -eq 0 ]
tell $? "it is killed with its children"
rm -f "$BUILD/endless/children"
(cd "$BUILD" && PATH=endless ./named 2> err > out)
says 'no source lines' && [ ! -e "$BUILD/endless/children" ]
tell $? "a symbolizer in a folder that PATH names from here is not run"
finish
