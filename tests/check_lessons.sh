#!/bin/sh
# SPDX-License-Identifier: MIT
# run: cc=gcc parts=1,6 turn=0/3
# The lessons: what each page shows is in its programs, or is what they print, and its pictures are
# what the lens says; each exercise, and each wrong or slow program, is refused as it stands, with
# its words, and has all points when solved. And what `make lesson` says of what a learner may do
# wrong, which is asked of lesson 1. By turns, by the day of the year: two days of three one lesson
# of twelve (or LESSON=N), the third one what a learner is told (or LEARNER=1). All under ALL=1,
# each part a sixth of the lessons.
. "${0%/*}/lib.sh"
has_command python3 || { skip 'the lessons' 'there is no python3' && finish; }
export LESSONS_BUILD="$BUILD/lessons" LESSONS_KEPT="$BUILD/kept.json" CC
: "${PART:=0}" "${PARTS:=1}"
chosen=
count=$(find lessons -maxdepth 1 -name '[0-9]*' | wc -l)
if [ -n "${LESSON:-}" ]; then
    chosen=$LESSON
elif [ -n "${ALL:-}" ]; then
    chosen=$(seq $((PART + 1)) "$PARTS" "$count")
else
    day=$(date +%j | sed 's/^0*//') turn=0
    case $((day % 3)) in
    1) LEARNER=yes chosen='' ;;
    2) turn=1 ;;
    esac
    [ -n "${LEARNER:-}" ] || chosen=$(((2 * (day / 3) + turn) % count + 1))
fi

# told: what lessons/run --page or --solutions printed becomes tests of this script.
told() {
    capture lessons/run "$@"
    grep -q '^ok\|^not ok' "$BUILD/out" || tell 1 "lessons/run $*"
    cp "$BUILD/out" "$BUILD/told"
    : > "$BUILD/why"
    while IFS= read -r line; do
        case $line in
        'ok - '*) tell 0 "${line#ok - }"; : > "$BUILD/why" ;;
        'not ok - '*) tell 1 "${line#not ok - }" "$BUILD/why"; : > "$BUILD/why" ;;
        *) echo "${line#\# }" >> "$BUILD/why" ;;
        esac
    done < "$BUILD/told"
}
for lesson in $chosen; do
    told "$lesson" --page
    told "$lesson" --solutions
done
[ "$PART" -eq 0 ] || finish
[ -n "${ALL:-}${LEARNER:-}" ] || { skip 'what a learner is told' 'another day' && finish; }

# ---- what a learner is told ---------------------------------------------------------------------

# A copy of lesson 1 to work in: tried NAME STATUS FILE TEXT WORD...: with that text in the hole of
# FILE, the lesson is judged with that status and says those words.
mkdir -p "$BUILD/tree" && cp -r lessons/01-thread lessons/solutions "$BUILD/tree"
sed -i "s,\"../lesson.h\",\"$PWD/lessons/lesson.h\"," "$BUILD"/tree/01-thread/*.c
export LESSONS="$BUILD/tree"
tried() {
    local name="$1" status="$2" file="$3" text="$4"
    shift 4
    [ -f "$BUILD/tree/$file.whole" ] ||
        cp "$BUILD/tree/01-thread/$file.c" "$BUILD/tree/$file.whole"
    awk -v text="$text" '/---- your part/ { print; print text; hole = 1 }
        /---- end of your part/ { hole = 0 } !hole && !/---- your part/' \
        "$BUILD/tree/$file.whole" > "$BUILD/tree/01-thread/$file.c"
    capture lessons/run 1 --task "${file#exercise_}"
    [ $rc -eq "$status" ] && says "$@"
    tell $? "$name"
}
tried 'what does not compile is shown, with the line' 1 exercise_1 \
    'at(y, idx[0]) = 2 * at(x, idx);' \
    'compiler:' 'exercise_1.c:15' 'at(x, i) wants as many integers as the view has dimensions'
tried 'a thread that writes for ever is stopped, and the line named' 1 exercise_1 \
    'for (int n = 1; n > 0; n ^= 2) at(y, idx[0]) = n;' \
    'it never ends, and was stopped after 4 s of processor time here:' \
    'exercise_1.c:15: for (int n = 1; n > 0; n ^= 2) at(y, idx[0]) = n;'
tried 'one that does nothing for ever, too' 1 exercise_1 'volatile int n = 1; while (n) { }' \
    'never ends: livelock in kernel twice' 'exercise_1.c:15: volatile int n' 'mark: 0 of 10'
tried 'a kernel that crashes costs its points, and nothing else' 1 exercise_1 \
    'int *p = 0; *(volatile int *)p = idx[0];' 'exercise_1  open, 0 of 10' 'mark: 0 of 10'
tried 'a right result with a race has four points' 1 exercise_1 \
    'at(y, idx[0]) = 2 * at(x, idx[0]); if (idx[0] < 2) at(y, 5) = 2 * at(x, 5);' \
    'open, 4 of 10' '~races: .*global-race in kernel twice: y(5)\|same-value-write'
tried 'a right result is done' 0 exercise_1 'at(y, idx[0]) = 2 * at(x, idx[0]);' \
    'exercise_1  done, 10 of 10' 'mark: 10 of 10'
capture lessons/run 1 --hint
[ $rc -eq 1 ] && says 'exercise_1  done, 10 of 10' 'exercise_2  open, 0 of 10' \
    'y(0): expected 196, got 1' 'hint:       with 40 elements thread 0 reads element 39' \
    '~^wrong *open, 4 of 10 (result 4 of 4, races 0 of 3, memory 0 of 3)' \
    '~^slow *open, 7 of 10 (result 4 of 4, races 3 of 3, memory 0 of 3)' 'mark: 21 of 50'
tell $? 'a lesson is judged as a whole, with a hint on the first that is open'
capture lessons/run --list
says '~^ 1 .open  1 of 5  A thread and its index' 'exercise_1 done, exercise_2 open'
tell $? 'what is done is kept'
echo >> "$BUILD/tree/01-thread/exercise_1.c"
capture lessons/run --list
says 'exercise_1 changed since it was done'
tell $? 'but not of a file that has changed'
rows <<'T'
a lesson that is not there
    2 lessons/run 99
    lessons/run: there is no lesson 99: N=1 to N=1
no lesson
    2 lessons/run
    which lesson? make lesson N=1
a task that is not there
    2 lessons/run 1 --task 7
    E is 1, 2, 3, wrong or slow, not 7
a program that is not there
    2 lessons/run 1 --run none
    lesson 1 has no none.c
T

# ---- that the test can fail ---------------------------------------------------------------------

spoilt() { # NAME WORD FILE SED ARGUMENT...
    local name="$1" word="$2" file="$3" change="$4"
    shift 4
    cp "$BUILD/tree/$file" "$BUILD/tree/$file.kept"
    sed -i "$change" "$BUILD/tree/$file"
    ! capture lessons/run "$@" && says "$word"
    tell $? "found: $name"
    mv "$BUILD/tree/$file.kept" "$BUILD/tree/$file"
}
spoilt 'a page whose program has other lines' \
    "not ok - lesson 1's page, a program of the folder has" \
    01-thread/README.md 's/const int i = idx/const int j = idx/' 1 --page
spoilt 'a page that shows another output' "not ok - lesson 1's page, this is printed" \
    01-thread/README.md 's/thread 1 wrote y\[1\] = 1/thread 1 wrote y[1] = 2/' 1 --page
spoilt 'a picture changed by hand' "not ok - lesson 1's page, picture.svg" \
    01-thread/picture.svg 's/square/sqare/' 1 --page
try 'a picture of a kernel that nobody measured is refused' sh -c \
    "! lessons/picture '$BUILD/lessons/01_program.html' none && ! lessons/picture README.md x"
finish
