#!/bin/sh
# SPDX-License-Identifier: MIT
# run: ci=clang turn=1/3
# The kernel checker in other people's CI: exit status, going on after a finding, suppressions,
# a baseline, settings that mean nothing, a report that cannot be written, the report's formats.
. "${0%/*}/lib.sh"
. tests/check_kernels/flags.sh

# A program that ignores statuses: its arguments are kernels to launch, or what to do.
cp $programs/ci.c $programs/ci_store.h "$BUILD"
checked_library
build() { # program, source: with the library's code
    # shellcheck disable=SC2086
    program "$1" -std=gnu99 $checked "$2" "$BUILD/checked.o"
}
build ci "$BUILD/ci.c"
tell $? "the program builds"
# shellcheck disable=SC2086
program blind -std=gnu99 $checked -DUNSEEN "$BUILD/ci.c" "$BUILD/checked.o"
tell $? "and with a function that the compiler does not instrument"
printf '# known\n\nglobal-race kernel=races\n' > "$BUILD/by_kernel"
echo '* file=ci.c array=[xy]' > "$BUILD/by_file"
echo 'global-race file=ci.c' > "$BUILD/by_first"
echo 'global-race file=*ci_store.h' > "$BUILD/by_second"
printf 'global-race file=src/*.c\nout-of-bounds array=yy\n' > "$BUILD/by_other"
echo 'global-races kernel=races' > "$BUILD/no_rule"
echo 'global-race kernal=races' > "$BUILD/no_word"
rows <<T
without a setting the exit status is the program's
    ci races
    global-race in kernel races
AMP_CHECK_OPTIONS=exit=7: a status of 0 becomes 7, the program's own handlers run
    7 AMP_CHECK_OPTIONS=exit=7 ci races
    global-race in kernel races
    a handler of the program ran
AMP_CHECK_OPTIONS=exit=7: another status stays
    3 AMP_CHECK_OPTIONS=exit=7 ci races three
AMP_CHECK_OPTIONS=exit=7: nothing found, nothing changed
    AMP_CHECK_OPTIONS=exit=7 ci right
AMP_CHECK_OPTIONS=exit=7: a child before the finding ends with 0
    7 AMP_CHECK_OPTIONS=exit=7 ci right child races
    child 0
AMP_CHECK_OPTIONS=exit=7: a child behind it, too: it has found nothing
    7 AMP_CHECK_OPTIONS=exit=7 ci races child
    child 0
AMP_CHECK_OPTIONS=exit=7: a kernel that could not be checked is no success
    7 AMP_CHECK_OPTIONS=exit=7 blind right
    right 6
AMP_CHECK_OPTIONS=exit=0: as without
    AMP_CHECK_OPTIONS=exit=0 ci races

a program that stops at a failure stops at the first finding
    ci races stop strays
    races 8
    !strays
AMP_CHECK_OPTIONS=keep_going=1: the launches behind it run and are checked
    1 AMP_CHECK_OPTIONS=keep_going=1:exit=1 ci races stop strays
    races 0
    strays 0
    global-race in kernel races
    out-of-bounds in kernel strays
between tiles: the sentence names fence and atomic, and what would be right
    ci crosses
    cross-tile-race in kernel crosses
    nor do a fence and an atomic counter
    by amp_atomic_exchange and amp_atomic_fetch_
    a second launch

a suppression by kernel: that finding is gone, the other is not
    5 AMP_CHECK_OPTIONS=suppressions=$BUILD/by_kernel:exit=5 ci races strays
    races 0
    strays 8
    !in kernel races
    a finding is suppressed by
    by_kernel:3
by file and array, of any rule
    AMP_CHECK_OPTIONS=suppressions=$BUILD/by_file:exit=5 ci races strays
    races 0
    strays 0
by the file of one access
    AMP_CHECK_OPTIONS=suppressions=$BUILD/by_first:exit=5 ci meets
    meets 0
by that of the other access
    AMP_CHECK_OPTIONS=suppressions=$BUILD/by_second:exit=5 ci meets
    meets 0
without these it is a finding
    5 AMP_CHECK_OPTIONS=exit=5 ci meets
    meets 8
    ci_store.h
by another file, by another array: nothing is suppressed
    5 AMP_CHECK_OPTIONS=suppressions=$BUILD/by_other:exit=5 ci races strays
    races 8
    strays 8
a rule that there is not is said
    5 AMP_CHECK_OPTIONS=suppressions=$BUILD/no_rule:exit=5 ci races strays
    no_rule:1: 'global-races' is no rule of the checker
    races 8
a word that means nothing is said
    5 AMP_CHECK_OPTIONS=suppressions=$BUILD/no_word:exit=5 ci races strays
    no_word:1: 'kernal=races' is none of kernel=, array= and file=
a file that is not there is said, fails the launch, and sets the exit status
    5 AMP_CHECK_OPTIONS=suppressions=$BUILD/nowhere:exit=5 ci right
    nowhere': it may be a file that can be read
    right 1

a baseline is written as JSON
    AMP_CHECK_OPTIONS=report=$BUILD/old.json ci races
as SARIF
    AMP_CHECK_OPTIONS=report=$BUILD/old.sarif ci races
as code quality
    AMP_CHECK_OPTIONS=report=$BUILD/old-code-quality.json ci races
what is new is a fault
    5 AMP_CHECK_OPTIONS=baseline=$BUILD/old.json:exit=5:report=$BUILD/new.sarif ci races strays
    races 0
    strays 8
T
grep -q '"baselineState": "unchanged"' "$BUILD/new.sarif" &&
    grep -q '"baselineState": "new"' "$BUILD/new.sarif"
tell $? "SARIF says which is new"
for form in old.json old.sarif old-code-quality.json; do
    expect "a baseline, $form: what is in it is no fault, and is not printed" 0 \
        "AMP_CHECK_OPTIONS=baseline=$BUILD/$form:exit=5:report=$BUILD/new.json ci races" \
        'races 0' '!in kernel'
    grep -q '"known": true' "$BUILD/new.json"
    tell $? "a baseline, $form: it is marked"
done
{ printf '/* lines */\n\n'; sed 's/at(x, 0) += idx/at(x, 0)  +=   idx/' $programs/ci.c; } \
    > "$BUILD/ci.c"
build ci "$BUILD/ci.c"
expect "lines that have moved, and other blanks: the same finding" 5 \
    "AMP_CHECK_OPTIONS=baseline=$BUILD/old.json:exit=5 ci races strays" 'races 0' 'strays 8'
run AMP_CHECK_OPTIONS=report="$BUILD/twins.json" ci twins
fingerprints=$(grep -o '"fingerprint": "[^"]*"' "$BUILD/twins.json" | sort)
[ -n "$fingerprints" ] && [ -z "$(echo "$fingerprints" | uniq -d)" ]
tell $? "the same text twice: two fingerprints"

# ---- what cannot be written, what means nothing -----------------------------------------------
if [ -w /dev/full ]; then
    expect "a full disk: said, the launch fails, and so does the program" 4 \
        'AMP_CHECK_OPTIONS=report=/dev/full:exit=4 ci right' 'right 11' \
        "report: '/dev/full' cannot be written: No space left" \
        'could not be written to AMP_CHECK_OPTIONS=report'
else
    skip "a full disk" "there is no /dev/full"
fi
expect "a folder that is not there" 0 "AMP_CHECK_OPTIONS=report=$BUILD/nowhere/x.json ci right" \
    "nowhere/x.json' cannot be written" 'right 11'
for setting in TILES=frist EXIT=300 EXIT=x KEEP_GOING=yes ALLOW_SAME=2 COLOR=red PATIENCE=no \
    BASELINE=/nowhere; do
    case $setting in EXIT*) status=1 ;; *) status=0 ;; esac # no number: the failed launch is 1
    expect "AMP_CHECK_$setting" $status "AMP_CHECK_$setting ci right" \
        "AMP_CHECK_${setting%%=*} is '${setting#*=}'" 'right 1'
done
expect "a baseline that is no report" 0 "AMP_CHECK_BASELINE=$BUILD/ci.c ci right" \
    "ci.c' is no report of the checker" 'right 1'
expect "AMP_CHECK_TILES=first," 0 'AMP_CHECK_TILES=first, ci right' 'right 0' '!amp check'
expect "a name that is none is said" 0 'AMP_CHECK_TILE=first ci right' 'right 0' \
    'AMP_CHECK_TILE is no setting of the checker'

# ---- formats -------------------------------------------------------------------------------
cp $programs/ci.c "$BUILD/a b%.c"
# shellcheck disable=SC2086
(top=$PWD && cd "$BUILD" && $CC -std=gnu99 $checked -I"$top" -c 'a b%.c' -o spaced.o &&
    $CC spaced.o checked.o -pthread -lm -o spaced) > "$BUILD/out" 2> "$BUILD/err"
tell $? "a file with a blank in its name builds"
(cd "$BUILD" && AMP_CHECK_OPTIONS=report=a.sarif,a.json,gl-code-quality-report.json \
    ./spaced races strays twins > out 2> err)
[ -s "$BUILD/a.sarif" ] && [ -s "$BUILD/a.json" ] && [ -s "$BUILD/gl-code-quality-report.json" ]
tell $? "several reports at once"
formats() { # sarif, code quality, json
    capture python3 tests/check_formats.py "$BUILD/$1" "$BUILD/$2" "$BUILD/$3"
}
if has_command python3; then
    formats a.sarif gl-code-quality-report.json a.json
    tell $? "SARIF and code quality are as their rules say"
    formats new.sarif old-code-quality.json new.json
    tell $? "also with a baseline"
    sed 's/"startLine": [0-9]*/"startLine": 0/' "$BUILD/a.sarif" > "$BUILD/bad.sarif"
    ! formats bad.sarif gl-code-quality-report.json a.json
    tell $? "a line 0 would be found"
else
    skip "SARIF and code quality" "no python3"
fi
(cd "$BUILD" && AMP_CHECK_OPTIONS=report=github,a.md ./spaced races strays > out 2> err)
says '::error file=a b%25.c,line=' ',title=amp check global-race::kernel races, x(0): ' \
    'title=amp check out-of-bounds::kernel strays'
tell $? "github: a line for each finding, escaped"
[ ! -e "$BUILD/github" ] && cp "$BUILD/a.md" "$BUILD/out" && : > "$BUILD/err" &&
    says '### amp check: 2 findings' '|---|---|---|' \
        '~^| global-race | a b%.c:[0-9]* | kernel races' &&
    [ "$(grep -c '^| .* | .* | .* |$' "$BUILD/a.md")" -eq 3 ]
tell $? "Markdown: a table"
(cd "$BUILD" && AMP_CHECK_OPTIONS=report=right.md,p-%p.json ./spaced right > out 2> err
    AMP_CHECK_OPTIONS=report=p-%p.json ./spaced races > out 2> err)
[ "$(cat "$BUILD/right.md")" = '### amp check: 0 findings' ] && ! grep -q '^::' "$BUILD/err" &&
    [ "$(cat "$BUILD"/p-[0-9]*.json | grep -c '"findings"')" -eq 2 ]
tell $? "two processes with %p in a name: a report each"
if has_command jq; then
    # The commands of docs/checker.md, as they stand there.
    sed -n "s/^    \(jq -s .*\)/\1/p" docs/checker.md > "$BUILD/merge.sh"
    (rm -rf "$BUILD/merge" && mkdir "$BUILD/merge" && cd "$BUILD/merge" &&
        for does in races strays 'races strays'; do
            # shellcheck disable=SC2086
            AMP_CHECK_OPTIONS=report=findings-%p.json,code-quality-%p.json,findings-%p.sarif \
                ../spaced $does 2> err || exit
        done
        sh -e ../merge.sh > merged &&
        jq -s -c '[(.[0].findings | length), (.[1] | length), (.[2].runs | length)]' merged) \
            > "$BUILD/out" 2> "$BUILD/err"
    [ "$(tail -n 1 "$BUILD/out")" = '[2,2,3]' ]
    tell $? "reports of several programs become one, by jq"
else
    skip 'reports of several programs become one' 'there is no jq'
fi
grep -q '"uri": "a%20b%25.c"' "$BUILD/a.sarif"
tell $? "a path in SARIF is a URI"
# shellcheck disable=SC2086
program patterns -w -O0 -I. -pthread -DAMP_CHECK -DAMP_CHECK_REGIONS=0 -D_GNU_SOURCE \
    $programs/patterns.c && run patterns && says ' 0 differ'
tell $? "patterns of suppressions mean what fnmatch's do"
finish
