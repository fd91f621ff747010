#!/bin/sh
# SPDX-License-Identifier: MIT
# run: ci=gcc turn=1/3
# Settings from the environment (amp/base/settings.h): each row's bad value and its sentence, lists
# of options, their old names, what is left over from another program, and the tables made of the
# rows. tests/check_faults_settings.sh has long and strange values, tests/check_cl.sh OpenCL's.
. "${0%/*}/lib.sh"
. tests/check_kernels/flags.sh

# ---- one table ----------------------------------------------------------------------------------

try 'README.md and docs/settings.md have the tables that amp/base/settings.h makes' \
    tools/settings check
copied() { echo amp README.md docs/settings.md tools/settings; }
broken 'tables that are behind' docs/settings.md amp/base/settings.h \
    's/XX(EMULATOR, STACK,/XX(EMULATOR, STACKS,/' tools/settings check
says README.md && (cd "$BUILD/copy" && tools/settings write && tools/settings check) \
    > "$BUILD/out" 2>&1
tell $? 'and written anew'
! grep -rnE 'getenv\("AMP_' amp amp*.h > "$BUILD/out"
tell $? 'no file reads a variable AMP_... past the table'

# ---- the programs -------------------------------------------------------------------------------

small=$programs/settings_small.c
checked_library
lens_library
# shellcheck disable=SC2086
{
    program check $FLAGS -std=c99 $checked $small "$BUILD/checked.o"
    tell $? 'a program with the checker builds'
    program lens $FLAGS -std=c99 $lens $small "$BUILD/lens.o"
    tell $? 'one with the lens'
    program plain $FLAGS -O0 $small
    tell $? 'one with neither, and the code in itself'
    vectors=
    library vectors_code $FLAGS -O0 -DAMP_VECTORS &&
        program vectors $FLAGS -O0 -DAMP_VECTORS -DAMP_EXTERN $small "$BUILD/vectors_code.o" &&
        vectors=yes
}
export AMP_VECTORS_CACHE=off
tools/settings list > "$BUILD/rows"

# ---- a bad value of each row --------------------------------------------------------------------

tab=$(printf '\t')
while IFS="$tab" read -r room name values otherwise help kind <&3; do
    : "$otherwise" "$help"
    case "$kind $name" in
    TEXT* | FLAG* | FOLDER* | OPTIONS*) continue ;; # nothing is wrong in itself
    *AMP_CL_MEMORY) continue ;; # tests/check_faults_settings.sh
    esac
    case $room in
    "CHECK options") program=check list=AMP_CHECK_OPTIONS old=AMP_CHECK_$name more= ;;
    "LENS options") program=lens list=AMP_LENS_OPTIONS old=AMP_LENS_$name more=AMP_LENS=text ;;
    VECTORS) program=vectors list='' old=$name more= ;;
    *) program=plain list='' old=$name more= ;;
    esac
    [ "$kind" = LIST ] && values="$values, or several of them with commas between"
    status='status 1 0 '
    [ "$room" != "LENS options" ] || status='status 0 7' # a variable of an older version
    [ $name = AMP_ENGINE ] && program=vectors
    [ "$program$vectors" = vectors ] && continue
    for bad in zzz 99999999999 -1 1x; do
        expect "$old='$bad'" - "$more $old=$bad $program" "$status" \
            "$old is '$bad': it may be $values"
    done
    expect "$old=''" 0 "$more $old= $program" "status 0 7"
    [ -n "$list" ] || continue
    option=$(echo "$name" | tr '[:upper:]' '[:lower:]')
    expect "$list=$option=zzz" - "$more $list=$option=zzz $program" "status 1 0 " \
        "$list has $option='zzz': it may be $values"
    expect "$list=$option=: as if it were not set" 0 "$more $list=$option= $program" "status 0 7"
done 3< "$BUILD/rows"
for model in generic tesla-c1060 a100 h100 mi100; do
    expect "AMP_LENS_OPTIONS=model=$model" 0 \
        "AMP_LENS=text AMP_LENS_OPTIONS=model=$model:tiles=all lens" "status 0 7" "model $model:"
done

# ---- lists of options ---------------------------------------------------------------------------

while IFS='|' read -r list words <&3; do
    expect "AMP_CHECK_OPTIONS=$(echo "$list" | cut -c1-30) is refused" - \
        "AMP_CHECK_OPTIONS=$list check" "status 1 0 " "AMP_CHECK_OPTIONS $words"
done 3<<T
exti=1|has no option 'exti': there are report, exit, keep_going, suppressions, baseline, $(:
    )allow_same, orders, tiles, patience, color
EXIT=1|has no option 'EXIT'
model=a100|has no option 'model'
exit=1:keep_going|has 'keep_going' without a value: options are name=value with ':'
exit|has 'exit' without a value
tiles=sample:3|has '3' without a value
=1|has no option ''
tiles='first|has a value with no second ': 'first
tiles="first"x|has a value with more behind the second ": "first"x
report=$(head -c 2000 /dev/zero | tr '\0' x)|has a value of 2000 characters: at most 1023
T
for empty in '' : :::; do
    expect "AMP_CHECK_OPTIONS='$empty' is none" 0 "AMP_CHECK_OPTIONS=$empty check" 'status 0 7'
done
for list in tiles=first "tiles='first'" 'tiles="first":' ':orders=2::tiles=first' \
    tiles=last,last:tiles=first; do
    expect "AMP_CHECK_OPTIONS=$list" 0 "AMP_CHECK_OPTIONS=$list check" 'status 0 7' \
        '1 of 8 tiles were watched (AMP_CHECK_OPTIONS=tiles)'
done
expect 'a report whose path has a colon' 0 \
    "AMP_CHECK_OPTIONS=report='$BUILD/a:b.json':exit=3 check" 'status 0 7'
grep -q '"findings": \[' "$BUILD/a:b.json"
tell $? 'it is there'
rows <<T
a colon in quotes, and several values
    AMP_CHECK_OPTIONS=tiles='first,sample:4' check
    status 0 7
    3 of 8 tiles were watched
a sample of each first tile is none
    - AMP_CHECK_OPTIONS=tiles='sample:1' check
    status 1 0
    has tiles='sample:1': it may be first, last, sample or sample:N (N from 2
two options: a note is no fault, and no exit status
    AMP_CHECK_OPTIONS=allow_same=1:exit=3 check same
    status 0
one: a fault, and the status that was asked for
    3 AMP_CHECK_OPTIONS=exit=3 check same
    status 8
    AMP_CHECK_OPTIONS=allow_same=1 makes this a note

AMP_CHECK_EXIT=4 still works
    4 AMP_CHECK_EXIT=4 check same
    !AMP_CHECK_EXIT
and AMP_LOG=1 says what to write
    4 AMP_CHECK_EXIT=4 AMP_LOG=1 check same
    amp: AMP_CHECK_EXIT is now AMP_CHECK_OPTIONS=exit=4
a list that has the option counts more
    5 AMP_CHECK_EXIT=4 AMP_CHECK_OPTIONS=exit=5 AMP_LOG=1 check same
    !AMP_CHECK_EXIT
with quotes, where there is a colon
    AMP_CHECK_TILES=sample:4 AMP_LOG=1 check
    amp: AMP_CHECK_TILES is now AMP_CHECK_OPTIONS=tiles='sample:4'
    tiles were watched
a name that begins so and is none is said
    AMP_CHECK_EXTI=1 check
    status 0 7
    AMP_CHECK_EXTI is no setting of the checker
the lens's are read, too
    AMP_LENS=text AMP_LENS_MODEL=h100 AMP_LOG=1 lens
    model h100:
    amp: AMP_LENS_MODEL is now AMP_LENS_OPTIONS=model=h100
a model in the environment, and one that the program has: its own counts
    AMP_LENS_OPTIONS=model=nonsense lens lens
    status 0 7
other options count there
    AMP_LENS_OPTIONS=tiles=nonsense lens lens
    status 1 0
    AMP_LENS_OPTIONS has tiles='nonsense'

AMP_LOG=1 says what is not as it is otherwise, before the program changes more
    AMP_LOG=1 AMP_ORDER=reverse AMP_STACK=131072 AMP_COMPARE=0 AMP_WORKERS= plain AMP_LIMITS d3d11
    ~^amp: AMP_LOG=1$
    ~^amp: AMP_ORDER=reverse$
    !amp: AMP_LIMITS
    !amp: AMP_STACK
    !amp: AMP_COMPARE
    !amp: AMP_WORKERS
a list of options as it is
    3 AMP_LOG=1 AMP_CHECK_OPTIONS=exit=3:orders=2 check same
    ~^amp: AMP_CHECK_OPTIONS=exit=3:orders=2$
without AMP_LOG nothing is said
    AMP_ORDER=reverse plain
    status 0 7
    !AMP_ORDER

AMP_LIMITS is read once
    plain AMP_LIMITS nonsense
    status 0 7
    bad 0
AMP_ENGINE is read once
    plain AMP_ENGINE nonsense
    status 0 7
    bad 0
AMP_STACK is read once
    plain AMP_STACK nonsense
    status 0 7
    bad 0
AMP_ALGORITHM_FORM is read each time
    plain AMP_ALGORITHM_FORM nonsense
    status 1 0 AMP_ALGORITHM_FORM is 'nonsense': it may be cpu or gpu
T

run AMP_LOG=1 AMP_ORDER=reverse plain AMP_LIMITS d3d11
[ "$(grep -c '^amp: AMP_ORDER=' "$BUILD/err")" -eq 1 ]
tell $? 'AMP_LOG=1 says each setting once in a process, not at each launch'

# ---- a program that does not check, and is asked for the checker's status ----------------------

asked="the checker's exit status"
for program in plain lens; do
    rows <<T
a program without -DAMP_CHECK knows AMP_CHECK_EXIT, runs, and ends so: $program
    4 AMP_CHECK_EXIT=4 $program
    status 0 7
    amp: $asked is asked for, and this program does not check: build it with -DAMP_CHECK
    it ends with that status instead of 0
and exit= with report=
    5 AMP_CHECK_OPTIONS=exit=5:report=$BUILD/none.json $program
    status 0 7
    amp: $asked and its report are asked for, and this program does not check
and a report alone, of which it says that there is none
    0 AMP_CHECK_REPORT=$BUILD/none.json $program
    status 0 7
    amp: the checker's report is asked for, and this program does not check
    !instead of 0
another status stays
    3 AMP_CHECK_EXIT=4 $program three
T
done
[ ! -e "$BUILD/none.json" ]
tell $? 'no report is there'
run AMP_CHECK_EXIT=4 plain AMP_LIMITS d3d11
[ "$(grep -c 'does not check' "$BUILD/err")" -eq 1 ]
tell $? 'it is said once in a process'

# ---- what nobody asks for is not wrong ----------------------------------------------------------

for program in plain check lens; do
    for stale in AMP_LENS_MODEL=nonsense AMP_LENS_OPTIONS=nonsense AMP_LENS_OPTIONS=model=nonsense \
        AMP_LENS_TILES=0 AMP_VECTORS=nonsense AMP_CL_MEMORY=nonsense AMP_CL_CACHE=relative \
        AMP_CHECK_OPTIONS=nonsense AMP_CHECK_EXIT=nonsense AMP_CHECK_SUPPRESSIONS=/no/such; do
        case $program:$stale in check:AMP_CHECK*) continue ;; esac
        expect "$stale where it is not asked for: $program" 0 "$stale $program" 'status 0 7' \
            '!nonsense'
    done
done
finish
