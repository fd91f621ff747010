#!/bin/sh
# SPDX-License-Identifier: MIT
# run: cc=gcc turn=5/6
# The test suite's own machinery, in a small tree: what counts as failed, the closing lines, words
# that choose, what failed last, no process left behind an interruption, the table of
# configurations, and the cache of compilers' work.
. "${0%/*}/lib.sh"
tree=$BUILD/tree out=$BUILD/out
unset ALL # the small tree is run as CI runs it
mkdir -p "$tree/tests" "$tree/tools" "$tree/examples"
cp meson.build meson_options.txt "$tree"
cp tests/suite.py tests/plan.py tests/job.c tests/cc tests/covering.txt "$tree/tests"
printf 'flags:\n\t@echo -std=c99 -Wall -fopenmp -I.\ntest:\n\t@tests/suite.py $(T)\n' \
    > "$tree/Makefile"
script() { # name, lines
    name=$1
    shift
    printf '%s\n' '#!/bin/sh' "$@" > "$tree/tests/check_$name.sh"
}
# shellcheck disable=SC2046
suite() { # [NAME=VALUE...] words: sets rc
    set -- $(printf '%s\n' "$@" | grep '=') "$tree/tests/suite.py" \
        $(printf '%s\n' "$@" | grep -v '=')
    capture env CC_LIST="$CC" "$@"
}
last() { [ "$(tail -n 1 "$out")" = "$1" ]; }

try 'every pair of values stands in a row of tests/covering.txt' python3 tests/plan.py pairs
sed '/^tests .* threads emu$/d' tests/covering.txt > "$tree/tests/covering.txt"
! capture python3 "$tree/tests/plan.py" pairs &&
    says '~^tests: no row has engine threads with memory emu'
tell $? 'a pair that is missing is named'
cp tests/covering.txt "$tree/tests"

script good 'echo 1..3' 'echo ok 1 - a' 'echo ok 2 - b' 'echo "ok 3 - c # SKIP no device"'
suite good
[ $rc -eq 0 ] && last '2 passed, 0 failed, 1 skipped' && says ' 1 skipped: no device'
tell $? 'what passes is counted, what is skipped with its reason'
# turns COMPILER WORD...: on which days a test's kernels as vectors run, by the plan
turns() {
    tests/plan.py jobs "$@" | sed -n 's/^job|test_tile\..*-kernels|.* \(turn-[a-z0-9-]*\) .*/\1/p'
}
[ "$(turns gcc) $(turns clang) $(turns gcc all)" = 'turn-1-of-2-compiler turn-0-of-2-compiler ' ]
tell $? 'kernels as vectors are jobs of their own, gcc and clang by turns, but for ALL=1'
script turning '# run: turn=1/3' 'echo 1..1' 'echo ok 1 - a'
suite TURN=5
[ $rc -eq 0 ] && last '2 passed, 0 failed, 1 skipped' &&
    says "on other days with $CC (all of it: ALL=1): check_turning"
tell $? 'what has its turn on other days is named'
suite TURN=7
[ $rc -eq 0 ] && last '3 passed, 0 failed, 1 skipped' && says '!on other days'
tell $? 'and runs when it has'
script turning '# run: turn=compiler parts=2 turn=part' 'echo 1..1' 'echo ok 1 - a'
suite TURN=6
[ $rc -eq 0 ] && last '3 passed, 0 failed, 1 skipped' && says '~days.*: check_turning-1$'
tell $? 'of two parts one is run a day; a run with one compiler does without turns of compilers'
if has_command gcc && has_command clang; then
    capture env CC_LIST='gcc clang' TURN=6 "$tree/tests/suite.py"
    [ $rc -eq 0 ] && last '5 passed, 0 failed, 2 skipped' &&
        says '~days with clang.*: check_turning-0, check_turning-1$' \
            '~days with gcc.*: check_turning-1$'
    tell $? 'one day with one of two compilers'
    capture env CC_LIST='gcc clang' TURN=7 "$tree/tests/suite.py"
    [ $rc -eq 0 ] && says '~days with gcc.*: check_turning-0, check_turning-1$' \
        '~days with clang.*: check_turning-0$'
    tell $? 'the next day with the other one'
else
    skip 'compilers in turns' 'it takes gcc and clang'
fi
script turning '# run: turn=compiler,1/4' 'echo 1..1' 'echo ok 1 - a'
suites() {
    (cd "$tree" && tests/plan.py jobs "$1") | sed -n 's/^job|check_turning|.*|\(.*\)|.*/\1/p'
}
[ "$(suites gcc), $(suites clang)" = 'scripts turn-1-of-4-compiler, scripts turn-3-of-4-compiler' ]
tell $? "with both, clang's days are in the middle between gcc's"
suite TURN=9
[ $rc -eq 0 ] && last '3 passed, 0 failed, 1 skipped' && suite TURN=11 &&
    last '3 passed, 0 failed, 1 skipped' && suite TURN=10 && last '2 passed, 0 failed, 1 skipped'
tell $? 'a run with one compiler has it on the days of both'
rm "$tree/tests/check_turning.sh"
script early 'echo 1..3' 'echo ok 1 - a'
script unplanned 'echo ok 1 - a'
script crash 'echo 1..1' 'echo ok 1 - a' 'exit 3'
script nothing ':'
script loud 'echo 1..2' 'echo "# why"' 'echo not ok 1 - a' 'echo ok 2 - b' 'exit 1'
script stderr 'echo 1..1' 'echo not ok 1 - said to stderr >&2' 'exit 1'
script badflags '# run: cc=other' 'echo not ok 1 - not here'
suite
[ $rc -eq 1 ] && last '6 passed, 6 failed, 1 skipped'
tell $? 'an early end, no plan, an exit status, nothing tested, a `not ok`: each has failed'
for job in early:'it planned 3 tests and told of 1' \
    unplanned:'it has no plan' crash:'exit status 3' nothing:'it tested nothing' loud:'a$' \
    stderr:'said to stderr'; do
    file=$tree/build/tests/check_${job%%:*}.$CC.log
    line=$(grep "^not ok .*${job#*:}" "$file") &&
        says "failed: gcc check_${job%%:*}: $line (build/tests/check_${job%%:*}.$CC.log)"
    tell $? "${job%%:*}: its line is named with its log"
done
says '~^# why$'
tell $? 'what a failing job printed is shown'
rm "$tree/tests/check_loud.sh"
script early 'echo 1..1' 'echo ok 1 - a'
suite FAILED=1
[ $rc -eq 1 ] && last '3 passed, 4 failed, 0 skipped' && says '!check_good'
tell $? 'FAILED=1: only what failed, the file that is gone left out'
suite earl oo
[ $rc -eq 0 ] && last '3 passed, 0 failed, 1 skipped'
tell $? 'words choose, each for itself'
suite no_such_test
[ $rc -eq 1 ] && last '0 passed, 0 failed, 0 skipped'
tell $? 'nothing chosen is no success'
capture env CC_LIST="$CC no-such-compiler" "$tree/tests/suite.py" good
[ $rc -eq 0 ] && last '2 passed, 0 failed, 2 skipped' && says 'there is no no-such-compiler'
tell $? 'a compiler that is not there is said'

# A program that does not build fails alone.
printf '%s\n' '/* run: dropin */' 'int main(void) { return no_such_name; }' \
    > "$tree/tests/test_broken.c"
printf '%s\n' '/* run: dropin */' '#include <stdio.h>' \
    'int main(void) { puts("1..1\nok 1 - it runs"); return 0; }' \
    > "$tree/tests/test_right.c"
suite test_
[ $rc -eq 1 ] && says no_such_name '~test_broken.*it does not build (build/tests/' &&
    last '6 passed, 2 failed, 0 skipped'
tell $? 'a program that does not build is shown and has failed, the others run'
rm "$tree/tests/test_broken.c"
cp "$tree/tests/test_right.c" "$BUILD/right.c"
echo 'int no_end(void) {' >> "$tree/tests/test_right.c"
suite test_right
[ $rc -eq 1 ] && says '~test_right.*it does not build (build/tests/' &&
    last '0 passed, 2 failed, 0 skipped'
tell $? 'nor does one run as it was before its last change broke it'
cp "$BUILD/right.c" "$tree/tests/test_right.c"
suite ENGINES=fibers test_right
[ $rc -eq 0 ] && last '1 passed, 0 failed, 0 skipped'
tell $? 'ENGINES: the others are left out'
script parts '# run: parts=3' 'echo 1..1' 'echo "ok 1 - $PART of $PARTS"'
suite parts
[ $rc -eq 0 ] && last '3 passed, 0 failed, 0 skipped' &&
    grep -q '2 of 3' "$tree/build/tests/check_parts-2.$CC.log"
tell $? 'a script in parts is several jobs'
rm "$tree/tests/check_parts.sh"

# Interrupted: grandchildren in a group of their own, in a session of their own, and one whose
# parent has ended.
script hang "echo \$\$ >> '$BUILD/pids'" 'timeout 300 sleep 299 &' 'setsid sleep 298 &' \
    '(sleep 297 & echo $! >> '"'$BUILD/pids')" "echo \$! >> '$BUILD/pids'" \
    'until [ "$(ps -e -o args= | grep -c "^sleep 29[789]$")" -ge 3 ]; do sleep 0.1; done' \
    "for p in \$(ps -e -o pid= -o args= | sed -n 's/^ *\\([0-9]*\\) sleep 29[789]\$/\\1/p'); do" \
    "    echo \$p >> '$BUILD/pids'" 'done' "touch '$BUILD/ready'" 'wait'
# interrupt SIGNAL COMMAND...: starts it on the job that hangs, and sends the signal.
interrupt() {
    signal=$1 left=''
    shift
    rm -f "$BUILD/pids" "$BUILD/ready"
    CC_LIST=$CC setsid env -i PATH="$PATH" HOME="${HOME:-/}" CC_LIST="$CC" \
        sh -c 'echo $$ > "$0" && exec "$@"' "$BUILD/front" "$@" > "$out" 2>&1 &
    i=0
    while [ ! -f "$BUILD/ready" ] && [ $i -lt 600 ]; do
        i=$((i + 1)) && sleep 0.1
    done
    [ -f "$BUILD/ready" ] || { echo '# it did not start' && return 1; }
    kill -"$signal" "$(cat "$BUILD/front")"
    wait $!
    rc=$?
    i=0
    while [ $i -lt 50 ]; do # make does not wait for what it started
        left=''
        for p in $(cat "$BUILD/pids"); do
            kill -0 "$p" 2> /dev/null && left="$left $p"
        done
        [ -n "$left" ] || break
        i=$((i + 1)) && sleep 0.1
    done
    [ -z "$left" ] || { echo "# left:$left" && kill -9 $left; }
    [ $rc -ne 0 ] && [ -z "$left" ] && [ "$(wc -l < "$BUILD/pids")" -ge 5 ]
}
interrupt TERM "$tree/tests/suite.py" hang
tell $? 'ended by TERM it leaves no process behind'
interrupt TERM make -s -C "$tree" test T=hang
tell $? 'nor does make'
interrupt INT "$tree/tests/suite.py" hang
tell $? 'nor a Ctrl-C'
script leaves "setsid sleep 296 & echo \$! > '$BUILD/pids'" 'echo 1..1' 'echo ok 1 - a'
suite leaves
[ $rc -eq 0 ] && ! kill -0 "$(cat "$BUILD/pids")" 2> /dev/null
tell $? 'a job that leaves a process behind is waited for no longer than itself'

# The compilers' work is kept: tests/cc.
if has_command ccache; then
    export CCACHE_DIR="$BUILD/cache" CCACHE_STATSLOG="$BUILD/statistics"
    # The names that tests/suite.py gives the file.
    mkdir -p "$BUILD/compilers"
    ln -s "$PWD/tests/cc" "$BUILD/compilers/$CC"
    printf '#!/bin/sh\necho "$*" >> "%s/calls"\nexec %s "$@"\n' "$BUILD" "$CC" > "$BUILD/counted"
    chmod +x "$BUILD/counted"
    region() { # word in the text that is embedded
        printf '%s\n' '#include "amp.h"' "AMP_DEVICE_BEGIN /* $1 */" AMP_DEVICE_END \
            'int main(void) { return 0; }' > "$BUILD/region.c"
    }
    build() { # hit or miss, word
        rm -f "$BUILD/statistics"
        capture env CCACHE_COMPILERTYPE=$family tests/cc "$BUILD/counted" -std=c99 -pthread -I. \
            -DAMP_VECTORS "$BUILD/region.c" -o "$BUILD/program" -lm &&
            "$BUILD/program" && grep -q "$2" "$BUILD/program" && grep -q "$1" "$BUILD/statistics"
    }
    syntax() { # hit, miss or compile_failed
        rm -f "$BUILD/statistics"
        capture env PATH="$BUILD/compilers:$PATH" "$CC" -std=c99 -fsyntax-only "$BUILD/syntax.c"
        grep -q "$1" "$BUILD/statistics"
    }
    region first
    build cache_miss first && build direct_cache_hit first &&
        [ "$(grep -c 'region\.c' "$BUILD/calls")" -eq 1 ]
    tell $? 'what is compiled and linked in one command, with an embedded text, is compiled once'
    region other
    build cache_miss other
    tell $? 'a comment that changes in an embedded text is no hit'
    echo 'int f(void) { int x = 1; return x; }' > "$BUILD/syntax.c"
    syntax cache_miss && syntax direct_cache_hit && [ $rc -eq 0 ]
    tell $? 'that a file has no error is kept'
    echo 'int f(void) { return no_such_name; }' > "$BUILD/syntax.c"
    syntax compile_failed && says '~error: .*no_such_name' &&
        syntax compile_failed && [ $rc -eq 1 ]
    tell $? 'that it has one is not'
else
    skip 'what is compiled is kept' 'there is no ccache'
fi
finish
