#!/bin/sh
# SPDX-License-Identifier: MIT
# run: ci=clang
# The kernel checker in other people's CI: exit status, going on after a finding, suppressions,
# a baseline, settings that mean nothing, a report that cannot be written, the report's formats.
# TAP. Run by tests/run with CC and BUILD.
set -u
cd "$(dirname "$0")/.." || exit 1
: "${CC:=gcc}" "${BUILD:=build/ci}"
mkdir -p "$BUILD"
unset AMP_ENGINE AMP_ORDER $(env | sed -n 's/^\(AMP_CHECK_[A-Z_]*\)=.*/\1/p')
count=0
tell() { # exit status of what was tested, text
    count=$((count + 1))
    if [ "$1" -eq 0 ]; then
        echo "ok $count - $2"
    else
        sed 's/^/# /' "$BUILD/out" "$BUILD/err" | head -40
        echo "not ok $count - $2"
    fi
}
skip() { count=$((count + 1)) && echo "ok $count - $1 # SKIP $2"; }
. tests/check_kernels/flags.sh

# A program that ignores statuses: its arguments are kernels to launch, or what to do.
cat > "$BUILD/ci.c" <<'C'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <sys/wait.h>
#define AMP_SHORT_NAMES
#include "amp.h"
AMP_DEVICE_BEGIN
enum { N = 64 };
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
AMP_KERNEL(right, 1, inout(int, 1, x)) { at(x, idx[0]) += 1; }
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
C
flags="-std=gnu99 -O1 -g1 -pthread -I. -DAMP_CHECK $(sees "$CC") -DAMP_EXTERN"
echo '#include "amp.h"' > "$BUILD/library.c"
# shellcheck disable=SC2086
$CC $flags -DAMP_IMPLEMENTATION -c "$BUILD/library.c" -o "$BUILD/library.o"
# build NAME FILE
build() {
    # shellcheck disable=SC2086
    $CC $flags -c "$2" -o "$BUILD/$1.o" > "$BUILD/out" 2> "$BUILD/err" &&
        $CC "$BUILD/$1.o" "$BUILD/library.o" -pthread -o "$BUILD/$1"
}
run() { # arguments; sets rc
    timeout 60 "$BUILD/ci" "$@" > "$BUILD/out" 2> "$BUILD/err"
    rc=$?
}
has() { # out|err, words: whether it holds them all
    file=$BUILD/$1
    shift
    for word; do
        grep -qF -e "$word" "$file" || { echo "# $file lacks: $word"; return 1; }
    done
}
build ci "$BUILD/ci.c"
tell $? "the program builds"

# ---- exit status ---------------------------------------------------------------------------
run races
[ $rc -eq 0 ] && has err 'global-race in kernel races'
tell $? "without a setting the exit status is the program's"
AMP_CHECK_OPTIONS=exit=7 run races
[ $rc -eq 7 ] && has err 'global-race in kernel races' && has out 'a handler of the program ran'
tell $? "AMP_CHECK_OPTIONS=exit=7: a status of 0 becomes 7, the program's own handlers run"
AMP_CHECK_OPTIONS=exit=7 run races three
[ $rc -eq 3 ]
tell $? "AMP_CHECK_OPTIONS=exit=7: another status stays"
AMP_CHECK_OPTIONS=exit=7 run right
[ $rc -eq 0 ]
tell $? "AMP_CHECK_OPTIONS=exit=7: nothing found, nothing changed"
AMP_CHECK_OPTIONS=exit=7 run right child races
[ $rc -eq 7 ] && has out 'child 0'
tell $? "AMP_CHECK_OPTIONS=exit=7: a child before the finding ends with 0"
AMP_CHECK_OPTIONS=exit=7 run races child
[ $rc -eq 7 ] && has out 'child 0'
tell $? "AMP_CHECK_OPTIONS=exit=7: a child behind it, too: it has found nothing"
$CC -std=gnu99 -O1 -g1 -pthread -I. -DAMP_CHECK -DAMP_CHECK_REGIONS=0 -DAMP_EXTERN \
    -c "$BUILD/ci.c" -o "$BUILD/blind.o" > "$BUILD/out" 2> "$BUILD/err" &&
    $CC "$BUILD/blind.o" "$BUILD/library.o" -pthread -o "$BUILD/blind" 2>> "$BUILD/err"
AMP_CHECK_OPTIONS=exit=7 "$BUILD/blind" right > "$BUILD/out" 2> "$BUILD/err"
[ $? -eq 7 ] && has out 'right 6'
tell $? "AMP_CHECK_OPTIONS=exit=7: a kernel that could not be checked is no success"
AMP_CHECK_OPTIONS=exit=0 run races
[ $rc -eq 0 ]
tell $? "AMP_CHECK_OPTIONS=exit=0: as without"

# ---- going on ------------------------------------------------------------------------------
run races stop strays
! grep -q '^strays' "$BUILD/out"
tell $? "a program that stops at a failure stops at the first finding"
AMP_CHECK_OPTIONS=keep_going=1:exit=1 run races stop strays
[ $rc -eq 1 ] && has out 'races 0' 'strays 0' &&
    has err 'global-race in kernel races' 'out-of-bounds in kernel strays'
tell $? "AMP_CHECK_OPTIONS=keep_going=1: the launches behind it run and are checked"

run crosses
has err 'cross-tile-race in kernel crosses' 'nor do a fence and an atomic counter' \
    'by amp_atomic_exchange and amp_atomic_fetch_' 'a second launch'
tell $? "between tiles: the sentence names fence and atomic, and what would be right"
case $CC in
*clang*) echo "1..$count"; exit 0 ;; # the rest is the same with each compiler
esac

# ---- suppressions --------------------------------------------------------------------------
sup() { # lines of a file of suppressions, for the case races and strays
    printf '%s\n' "$@" > "$BUILD/sup"
    AMP_CHECK_OPTIONS=suppressions=$BUILD/sup:exit=5 run races strays
}
sup '# known' '' 'global-race kernel=races'
[ $rc -eq 5 ] && has out 'races 0' 'strays 8' && ! grep -q 'in kernel races' "$BUILD/err" &&
    has err 'a finding is suppressed by' 'sup:3'
tell $? "a suppression by kernel: that finding is gone, the other is not"
sup '* file=ci.c array=[xy]'
[ $rc -eq 0 ] && has out 'races 0' 'strays 0'
tell $? "by file and array, of any rule"
sup 'global-race file=src/*.c' 'out-of-bounds array=yy'
[ $rc -eq 5 ] && has out 'races 8' 'strays 8'
tell $? "by another file, by another array: nothing is suppressed"
sup 'global-races kernel=races'
has err "sup:1: 'global-races' is no rule of the checker" && has out 'races 8'
tell $? "a rule that there is not is said"
sup 'global-race kernal=races'
has err "sup:1: 'kernal=races' is none of kernel=, array= and file="
tell $? "a word that means nothing is said"
AMP_CHECK_OPTIONS=suppressions=$BUILD/nowhere:exit=5 run right
[ $rc -eq 5 ] && has err "nowhere': it may be a file that can be read" && has out 'right 1'
tell $? "a file that is not there is said, fails the launch, and sets the exit status"

# ---- baseline ------------------------------------------------------------------------------
for form in old.json old.sarif old-code-quality.json; do
    AMP_CHECK_OPTIONS=report=$BUILD/$form run races
    AMP_CHECK_OPTIONS=baseline=$BUILD/$form:exit=5:report=$BUILD/new.json run races
    [ $rc -eq 0 ] && has out 'races 0' && ! grep -q 'in kernel' "$BUILD/err" &&
        has new.json '"known": true'
    tell $? "a baseline, $form: what is in it is no fault, is not printed, and is marked"
done
AMP_CHECK_OPTIONS=baseline=$BUILD/old.json:exit=5:report=$BUILD/new.sarif \
    run races strays
[ $rc -eq 5 ] && has out 'races 0' 'strays 8' &&
    has new.sarif '"baselineState": "unchanged"' '"baselineState": "new"'
tell $? "what is new is a fault; SARIF says which is new"
{ printf '/* lines */\n\n'; sed 's/at(x, 0) += idx/at(x, 0)  +=   idx/' "$BUILD/ci.c"; } \
    > "$BUILD/moved.c"
mv "$BUILD/moved.c" "$BUILD/ci.c"
build ci "$BUILD/ci.c"
AMP_CHECK_OPTIONS=baseline=$BUILD/old.json:exit=5 run races strays
[ $rc -eq 5 ] && has out 'races 0' 'strays 8'
tell $? "lines that have moved, and other blanks: the same finding"
AMP_CHECK_OPTIONS=report=$BUILD/twins.json run twins
fingerprints=$(grep -o '"fingerprint": "[^"]*"' "$BUILD/twins.json" | sort)
[ -n "$fingerprints" ] && [ -z "$(echo "$fingerprints" | uniq -d)" ]
tell $? "the same text twice: two fingerprints"

# ---- what cannot be written, what means nothing -----------------------------------------------
if [ -w /dev/full ]; then
    AMP_CHECK_OPTIONS=report=/dev/full:exit=4 run right
    [ $rc -eq 4 ] && has err "report: '/dev/full' cannot be written: No space left" &&
        has out 'right 11' 'could not be written to AMP_CHECK_OPTIONS=report'
    tell $? "a full disk: said, the launch fails, and so does the program"
else
    skip "a full disk" "there is no /dev/full"
fi
AMP_CHECK_OPTIONS=report=$BUILD/nowhere/x.json run right
has err "nowhere/x.json' cannot be written" && has out 'right 11'
tell $? "a folder that is not there"
for setting in TILES=frist TILES=first, EXIT=300 EXIT=x KEEP_GOING=yes ALLOW_SAME=2 COLOR=red \
    PATIENCE=no BASELINE=/nowhere "BASELINE=$BUILD/ci.c"; do
    env "AMP_CHECK_$setting" "$BUILD/ci" right > "$BUILD/out" 2> "$BUILD/err"
    case $setting in
    TILES=first,) ! [ -s "$BUILD/err" ] && has out 'right 0' ;;
    *) has err "AMP_CHECK_${setting%%=*} is '${setting#*=}'" && has out 'right 1' ;;
    esac
    tell $? "AMP_CHECK_$setting"
done
AMP_CHECK_TILE=first run right
has err 'AMP_CHECK_TILE is no setting of the checker' && has out 'right 0'
tell $? "a name that is none is said"

# ---- formats -------------------------------------------------------------------------------
cp "$BUILD/ci.c" "$BUILD/a b%.c"
# shellcheck disable=SC2086
(top=$PWD && cd "$BUILD" && $CC $flags -I"$top" -c 'a b%.c' -o spaced.o &&
    $CC spaced.o library.o -pthread -o spaced) > "$BUILD/out" 2> "$BUILD/err"
tell $? "a file with a blank in its name builds"
(cd "$BUILD" && AMP_CHECK_OPTIONS=report=a.sarif,a.json,gl-code-quality-report.json \
    ./spaced races strays twins > out 2> err)
[ -s "$BUILD/a.sarif" ] && [ -s "$BUILD/a.json" ] && [ -s "$BUILD/gl-code-quality-report.json" ]
tell $? "several reports at once"
if command -v python3 > /dev/null; then
    python3 tests/check_formats.py "$BUILD/a.sarif" "$BUILD/gl-code-quality-report.json" \
        "$BUILD/a.json" > "$BUILD/out" 2>&1
    tell $? "SARIF and code quality are as their rules say"
    python3 tests/check_formats.py "$BUILD/new.sarif" "$BUILD/old-code-quality.json" \
        "$BUILD/new.json" > "$BUILD/out" 2>&1
    tell $? "also with a baseline"
    sed 's/"startLine": [0-9]*/"startLine": 0/' "$BUILD/a.sarif" > "$BUILD/bad.sarif"
    ! python3 tests/check_formats.py "$BUILD/bad.sarif" "$BUILD/gl-code-quality-report.json" \
        "$BUILD/a.json" > "$BUILD/out" 2>&1
    tell $? "a line 0 would be found"
else
    skip "SARIF and code quality" "no python3"
fi
grep -q '"uri": "a%20b%25.c"' "$BUILD/a.sarif"
tell $? "a path in SARIF is a URI"
! make -s check FILE=examples/how_not_to_race.c > "$BUILD/out" 2> "$BUILD/err" &&
    has err 'tile-race in kernel average_racing'
tell $? "make check fails where something is found"
echo "1..$count"
