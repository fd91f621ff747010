#!/bin/sh
# SPDX-License-Identifier: MIT
# run: cc=gcc parts=1,2 turn=1/4
# The assignment of lessons/assignment, handed in as tests/assignment.txt has it: right once, and
# wrong in each of the other ways, with the mark and the reason that each must get; programs that
# fork for ever, write everywhere or take all memory, which must harm nobody; the forms of the
# marks, the page in a browser among them; and the steps of the workflow. All of them under ALL=1,
# in two parts; else the forms, and a few by turns: every sixth, by the day of the year, beside the
# right one. ALL=1: a class of 30.
. "${0%/*}/lib.sh"
has_command python3 || { skip 'the assignment' 'there is no python3' && finish; }
kit=lessons/assignment
export CC
: "${PART:=0}" "${PARTS:=1}"
day=$(date +%j | sed 's/^0*//')

# class/NAME/kernel.h, caged/NAME/kernel.h, mark/NAME, says/NAME.
mkdir -p "$BUILD/class" "$BUILD/caged" "$BUILD/mark" "$BUILD/says"
awk -v to="$BUILD" '
    /^== / { name = $2; print $3 > (to "/mark/" name)
             folder = to (name ~ /^caged/ ? "/caged/" : "/class/") name
             system("mkdir -p " folder); next }
    name == "" { next }
    /^says: / { print substr($0, 7) > (to "/says/" name); next }
    { print > (folder "/kernel.h") }' tests/assignment.txt
chosen=
number=0
for name in $(cd "$BUILD/class" && echo *); do
    number=$((number + 1))
    case $name:${ALL:-}$((number % PARTS)) in
    right:*) ;;
    *:1"$PART" | *:[2-9]"$PART") ;;
    *:1*) continue ;;
    *) [ $(((number + day) % 6)) -eq 0 ] || continue ;;
    esac
    chosen="$chosen $BUILD/class/$name"
done
# graded NAME: its text has the mark and the words.
graded() {
    local lacks=''
    cp "$BUILD/marks/$1.txt" "$BUILD/out" 2> /dev/null
    : > "$BUILD/err"
    says "$1: $(cat "$BUILD/mark/$1") of 20" || lacks=yes
    while IFS= read -r words; do
        says "$words" || lacks=yes
    done < "$BUILD/says/$1"
    [ -z "$lacks" ]
    tell $? "$1 has $(cat "$BUILD/mark/$1") of 20, and why"
}
mkdir -p "$BUILD/class/<b>&'" && echo 'int x;' > "$BUILD/class/<b>&'/kernel.h"
# shellcheck disable=SC2086
capture "$kit/grade" --build "$BUILD/build" --out "$BUILD/marks" --html "$BUILD/marks.html" \
    --jobs 2 $chosen "$BUILD/class/<b>&'"
tell $? 'a class is graded'
says '~^right .* 20$' 'graded in' '; seed '
tell $? 'with a table'
if has_command bwrap; then
    grep -q bubblewrap "$BUILD/err"
    open=$?
else
    open=0
    says 'bubblewrap is not installed'
    tell $? 'what is not held is said'
fi
for path in $chosen; do
    graded "${path##*/}"
done
[ "$PART" -eq 0 ] || finish

# ---- the forms ----------------------------------------------------------------------------------

try 'JSON as Gradescope takes it' python3 -c "
import json, sys
marks = json.load(open('$BUILD/marks/right.json'))
assert marks['score'] == 20 == sum(t['max_score'] for t in marks['tests']), marks
assert all(t['status'] == 'passed' and t['output'] for t in marks['tests'])"
try 'JSON as GitHub Classroom takes it' python3 -c "
import json
marks = json.load(open('$BUILD/marks/right.classroom.json'))
assert marks['version'] == 1 and marks['status'] == 'pass' and marks['max_score'] == 20, marks
assert sum(t['score'] for t in marks['tests']) == 20"
try 'JUnit' python3 -c "
import xml.etree.ElementTree as tree
suite = tree.parse('$BUILD/marks/right.xml').getroot()
assert suite.tag == 'testsuite' and len(suite) == int(suite.get('tests')) == 6
assert suite.get('failures') == '0'"

if ! browser=$(browser); then
    skip 'the page in a browser' 'there is no chromium'
else
    capture python3 tests/grade_page.py "$browser" "$BUILD/marks.html" "$BUILD/marks"
    cat "$BUILD/out"
    counted
    tell $rc 'the page in Chromium: all of it was tried'
fi

# ---- what is refused, and what cannot be --------------------------------------------------------

mkdir -p "$BUILD/empty"
head -c 70000 /dev/zero | tr '\0' ' ' > "$BUILD/long.h"
rows <<T
no kernel.h
    $kit/grade --build $BUILD/build $BUILD/empty
    empty: 0 of 20
    there is no kernel.h: No such file or directory
a file that is too long
    $kit/grade --build $BUILD/build $BUILD/long.h
    kernel.h is longer than 65536 bytes
no amp.h
    1 $kit/grade --amp $BUILD/empty $BUILD/class/right
    grade: there is no amp.h in $BUILD/empty: --amp says where it is
two of one name
    1 $kit/grade --build $BUILD/build $BUILD/class/right $BUILD/class/right
    two of what was handed in have one name
a page that cannot be written
    1 $kit/grade --html $BUILD/none/x.html $BUILD/class/right
    grade: the page cannot be written to $BUILD/none/x.html: No such file or directory
no jobs
    1 $kit/grade --jobs 0 $BUILD/class/right
    --jobs and --seconds are at least 1
T

# ---- confinement --------------------------------------------------------------------------------

if [ $open -eq 0 ]; then
    skip 'programs that do harm' 'bubblewrap is not installed, or not allowed to run'
elif [ -z "${ALL:-}" ] && [ $((day % 3)) -ne 0 ] && [ -z "${CAGED:-}" ]; then
    skip 'programs that do harm' 'this day in three; CAGED=1 asks for it'
else
    rm -f /tmp/amp_caged_wrote /var/tmp/amp_caged_wrote
    before=$(find /proc -maxdepth 1 -name '[0-9]*' | wc -l)
    capture "$kit/grade" --unread --build "$BUILD/build" --out "$BUILD/marks" --jobs 2 \
        "$BUILD"/class/right "$BUILD"/caged/*
    tell $? 'programs that do harm are graded to the end'
    for path in "$BUILD"/class/right "$BUILD"/caged/*; do
        graded "${path##*/}"
    done
    after=$(find /proc -maxdepth 1 -name '[0-9]*' | wc -l)
    [ "$after" -lt $((before + 200)) ]
    tell $? "one that forks for ever leaves none of its processes ($before before, $after after)"
    found=$(find / /tmp /var/tmp "$BUILD/build" "${HOME:-/tmp}" -maxdepth 2 -name amp_caged_wrote \
        ! -path "$BUILD/build/student*/amp_caged_wrote" 2> /dev/null)
    [ -z "$found" ]
    tell $? "one that writes everywhere writes nowhere: ${found:-nowhere}"
fi
capture "$kit/grade" --open --build "$BUILD/build" "$BUILD/class/right"
says 'bubblewrap is not used' 'can read what you can, write where you can' 'right: 20 of 20'
tell $? 'without bubblewrap it grades, and says what is not held'
cat > "$BUILD/leaves.h" <<'C'
#include <unistd.h>
AMP_DEVICE_BEGIN
#define T 16
AMP_TILED_KERNEL(turn, (T, T), in(int, 2, A), out(int, 2, B))
{
    if (tidx.global[0] + tidx.global[1] == 0 && fork() == 0) {
        setsid();
        sleep(20);
        _exit(0);
    }
}
AMP_DEVICE_END
C
limit=300
expect 'nor does it wait for a process that a program left there, which holds its output' 0 \
    "$kit/grade --open --unread --seconds 1 --build $BUILD/build $BUILD/leaves.h" \
    'leaves.h: 0 of 20' 'it did not end, and was stopped'
limit=60

# ---- the kit as a copy, and its workflow --------------------------------------------------------

cp -r $kit "$BUILD/kit" && mkdir -p "$BUILD/kit/include" "$BUILD/kitbuild" &&
    cp -rp amp.h amp_*.h amp "$BUILD/kit/include"
cp "$BUILD/class/right/kernel.h" "$BUILD/kit/kernel.h"
cp "$BUILD"/build/amp_*.o "$BUILD/kitbuild" # compiled above, of these headers
capture env -u AMP GRADE_BUILD="$BUILD/kitbuild" GITHUB_STEP_SUMMARY="$BUILD/summary" \
    sh "$BUILD/kit/ci/steps"
[ $rc -eq 0 ] && grep -q 'kernel.h: 20 of 20' "$BUILD/summary" &&
    [ -s "$BUILD/kit/marks/kernel.h.xml" ]
tell $? 'a copy of the folder grades itself, by the steps of its workflow'
grep -q 'run: sh ci/steps' $kit/ci/grade.yml && grep -q 'runs-on: ubuntu-' $kit/ci/grade.yml
tell $? 'the workflow is those steps'
if [ -n "${ALL:-}" ]; then
    for i in $(seq 30); do
        set -- "$BUILD"/class/*
        shift $((i % $#))
        mkdir -p "$BUILD/thirty/s$i" && cp "$1/kernel.h" "$BUILD/thirty/s$i"
    done
    capture "$kit/grade" --build "$BUILD/build" --out "$BUILD/marks30" "$BUILD"/thirty/*
    [ $rc -eq 0 ] && [ "$(find "$BUILD/marks30" -name '*.txt' | wc -l)" -eq 30 ]
    tell $? "a class of 30: $(tail -n 1 "$BUILD/out")"
fi
finish
