#!/bin/sh
# SPDX-License-Identifier: MIT
# run: ci=gcc
# Settings from the environment (amp/base/settings.h): each row's bad value and its sentence, lists
# of options, their old names, what is left over from another program, and the tables made of the
# rows. TAP. tests/check_faults.sh has long and strange values, tests/check_cl.sh those of OpenCL.
set -u
cd "$(dirname "$0")/.." || exit 1
: "${CC:=cc}" "${BUILD:=build}" "${TEST_TIMEOUT_SCALE:=1}"
: "${FLAGS:=-std=c99 -pedantic -Wall -Wextra -Werror -fopenmp -pthread -I.}"
mkdir -p "$BUILD"
here=$(cd "$BUILD" && pwd)
n=0
tell() { # exit status of what was tested, text
    n=$((n + 1))
    if [ "$1" -eq 0 ]; then
        echo "ok $n - $2"
    else
        sed 's/^/# /' "$here/out" | head -5
        echo "not ok $n - $2"
    fi
}
# has WORD...: what the last run printed holds all words.
has() {
    for word; do
        grep -qF -e "$word" "$here/out" || { echo "# lacks: $word"; return 1; }
    done
}

lacks() { ! grep -qF -e "$1" "$here/out"; }

# ---- one table ----------------------------------------------------------------------------------

tools/settings check > "$here/out" 2>&1
tell $? 'README.md and docs/settings.md have the tables that amp/base/settings.h makes'
mkdir -p "$here/copy/docs" "$here/copy/tools"
cp -r amp README.md "$here/copy" && cp docs/settings.md "$here/copy/docs" &&
    cp tools/settings "$here/copy/tools"
sed -i 's/XX(EMULATOR, STACK,/XX(EMULATOR, STACKS,/' "$here/copy/amp/base/settings.h"
(cd "$here/copy" && tools/settings check) > "$here/out" 2>&1
[ $? -eq 1 ] && has README.md docs/settings.md
tell $? 'tables that are behind are found'
(cd "$here/copy" && tools/settings write && tools/settings check) > "$here/out" 2>&1
tell $? 'and written anew'
rm -rf "$here/copy"
! grep -rnE 'getenv\("AMP_' amp amp*.h > "$here/out"
tell $? 'no file reads a variable AMP_... past the table'

# ---- the programs -------------------------------------------------------------------------------

cat > "$here/small.c" <<'C'
#include <stdio.h>
#include <string.h>
#include "amp_algorithms.h"
#include "amp_lens.h"
AMP_DEVICE_BEGIN
AMP_TILED_KERNEL(turned, (8), in(int, 1, x), out(int, 1, y))
{
    amp_tile_static(int, t, 8);
    t[tidx.local[0]] = amp_at(x, tidx.global[0]);
    amp_tile_barrier_wait(tidx);
    amp_at(y, tidx.global[0]) = t[7 - tidx.local[0]];
}
AMP_KERNEL(same, 1, inout(int, 1, x)) { amp_at(x, 0) = 5 + 0 * idx[0]; }
AMP_DEVICE_END
int setenv(const char *name, const char *value, int replace); /* hidden by -std=c99 */
static int x[64], y[64];
/* no argument: a launch and a reduction. same: two threads write one value. NAME VALUE: a launch
   before the program sets the variable, and one behind it; and whether the setting is bad then. */
int main(int argc, char **argv)
{
    const amp_array_view vx = amp_view(int, x, 64), vy = amp_view(int, y, 64);
    amp_status s = AMP_OK;
    int sum = 0, times;
    int i = 0;
    x[0] = 7;
    if (argc == 3) {
        while (strcmp(amp__setting_rows[i].name, argv[1]) != 0) i++;
        (void)amp__setting_of(i);
    }
    if (argc == 2 && strcmp(argv[1], "lens") == 0) {
        amp_lens_model own;
        s = amp_lens_preset("a100", &own);
        s = s == AMP_OK ? amp_lens_start(&own) : s;
    }
    for (times = 0; s == AMP_OK && times < (argc == 3 ? 2 : 1); times++) {
        s = argc == 2 && strcmp(argv[1], "same") == 0
            ? amp_parallel_for_each(amp_extent(2), same, vx)
            : amp_parallel_for_each(amp_tile(amp_extent(64), 8), turned, vx, vy);
        if (s == AMP_OK) s = amp_synchronize(vy);
        if (argc == 3) (void)setenv(argv[1], argv[2], 1);
    }
    if (s == AMP_OK) s = amp_reduce(amp_plus_int, vy, &sum);
    printf("status %d %d %s\n", s, sum, s == AMP_OK ? "" : amp_last_error());
    if (argc == 3) printf("bad %d\n", amp__setting_of(i).bad);
    return 0;
}
C
. tests/check_kernels/flags.sh
seen=$(sees "$CC")
build() { # program, flags
    program=$1
    shift
    # shellcheck disable=SC2086
    $CC $FLAGS -O1 "$@" -c "$here/small.c" -o "$here/$program.o" > "$here/out" 2>&1 &&
        $CC "$here/$program.o" -o "$here/$program" -fopenmp -pthread -lm >> "$here/out" 2>&1
}
# run PROGRAM [NAME=VALUE...]: the program in that environment; what it prints is in out.
run() {
    exe=$here/$1
    shift
    env "$@" timeout $((30 * TEST_TIMEOUT_SCALE)) "$exe" ${argument:+$argument} \
        > "$here/out" 2>&1
}
argument=
build plain
tell $? 'a program without the checker builds'
# shellcheck disable=SC2086
build check -g -DAMP_CHECK $seen
tell $? 'one with the checker'
# shellcheck disable=SC2086
build lens -g -DAMP_LENS $seen
tell $? 'one with the lens'
vectors=
if build vectors -DAMP_VECTORS; then vectors=yes; fi
export AMP_VECTORS_CACHE=off
tools/settings list > "$here/rows"

# ---- a bad value of each row --------------------------------------------------------------------

tab=$(printf '\t')
while IFS="$tab" read -r room name values otherwise help kind <&3; do
    : "$otherwise" "$help"
    case "$kind $name" in
    TEXT* | FLAG* | FOLDER* | OPTIONS*) continue ;; # nothing is wrong in itself
    *AMP_CL_MEMORY) continue ;; # tests/check_faults.sh
    esac
    case $room in
    "CHECK options") program=check list=AMP_CHECK_OPTIONS old=AMP_CHECK_$name more= ;;
    "LENS options") program=lens list=AMP_LENS_OPTIONS old=AMP_LENS_$name more=AMP_LENS=text ;;
    VECTORS) program=vectors list='' old=$name more= ;;
    *) program=plain list='' old=$name more= ;;
    esac
    [ "$kind" = LIST ] && values="$values, or several of them with commas between"
    [ $name = AMP_ENGINE ] && program=vectors
    [ "$program$vectors" = vectors ] && continue
    for bad in zzz 99999999999 -1 1x ''; do
        # shellcheck disable=SC2086
        run $program $more "$old=$bad"
        if [ -n "$bad" ]; then
            has "status 1 0 " "$old is '$bad': it may be $values"
        else
            has "status 0 7"
        fi
        tell $? "$old='$bad'"
    done
    [ -n "$list" ] || continue
    option=$(echo "$name" | tr '[:upper:]' '[:lower:]')
    # shellcheck disable=SC2086
    run $program $more "$list=$option=zzz"
    has "status 1 0 " "$list has $option='zzz': it may be $values"
    tell $? "$list=$option=zzz"
    # shellcheck disable=SC2086
    run $program $more "$list=$option="
    has "status 0 7"
    tell $? "$list=$option=: as if it were not set"
done 3< "$here/rows"
for model in generic tesla-c1060 a100 h100 mi100; do
    run lens AMP_LENS=text AMP_LENS_OPTIONS=model=$model:tiles=all
    has "status 0 7" "model $model:"
    tell $? "AMP_LENS_OPTIONS=model=$model"
done

# ---- lists of options ---------------------------------------------------------------------------

# refused LIST WORDS: with that AMP_CHECK_OPTIONS a launch fails, and says these words.
refused() {
    run check "AMP_CHECK_OPTIONS=$1"
    has "status 1 0 " "AMP_CHECK_OPTIONS $2"
    tell $? "AMP_CHECK_OPTIONS=$(echo "$1" | cut -c1-30) is refused"
}
refused exti=1 "has no option 'exti': there are report, exit, keep_going, suppressions, baseline, \
allow_same, orders, tiles, patience, color"
refused EXIT=1 "has no option 'EXIT'"
refused model=a100 "has no option 'model'"
refused exit=1:keep_going "has 'keep_going' without a value: options are name=value with ':'"
refused exit "has 'exit' without a value"
refused tiles=sample:3 "has '3' without a value"
refused "=1" "has no option ''"
refused "tiles='first" "has a value with no second ': 'first"
refused 'tiles="first"x' 'has a value with more behind the second ": "first"x'
refused "report=$(head -c 2000 /dev/zero | tr '\0' x)" \
    'has a value of 2000 characters: at most 1023'
for empty in '' : :::; do
    run check "AMP_CHECK_OPTIONS=$empty"
    has 'status 0 7'
    tell $? "AMP_CHECK_OPTIONS='$empty' is none"
done
for list in tiles=first "tiles='first'" 'tiles="first":' ':orders=2::tiles=first' \
    tiles=last,last:tiles=first; do
    run check "AMP_CHECK_OPTIONS=$list"
    has 'status 0 7' '1 of 8 tiles were watched (AMP_CHECK_OPTIONS=tiles)'
    tell $? "AMP_CHECK_OPTIONS=$list"
done
run check "AMP_CHECK_OPTIONS=tiles='first,sample:4'"
has 'status 0 7' '3 of 8 tiles were watched'
tell $? 'a colon in quotes, and several values'
run check "AMP_CHECK_OPTIONS=tiles='sample:1'"
has 'status 1 0' "has tiles='sample:1': it may be first, last, sample or sample:N (N from 2"
tell $? 'a sample of each first tile is none'
rm -f "$here/a:b.json"
run check "AMP_CHECK_OPTIONS=report='$here/a:b.json':exit=3"
has 'status 0 7' && grep -q '"findings": \[' "$here/a:b.json"
tell $? 'a report whose path has a colon'
argument=same
run check AMP_CHECK_OPTIONS=allow_same=1:exit=3
[ $? -eq 0 ] && has 'status 0 '
tell $? 'two options: a note is no fault, and no exit status'
run check AMP_CHECK_OPTIONS=exit=3
[ $? -eq 3 ] && has 'status 8 ' 'AMP_CHECK_OPTIONS=allow_same=1 makes this a note'
tell $? 'one: a fault, and the status that was asked for'

# ---- the names of before ------------------------------------------------------------------------

run check AMP_CHECK_EXIT=4
[ $? -eq 4 ] && lacks AMP_CHECK_EXIT
tell $? 'AMP_CHECK_EXIT=4 still works'
run check AMP_CHECK_EXIT=4 AMP_LOG=1
[ $? -eq 4 ] && has 'amp: AMP_CHECK_EXIT is now AMP_CHECK_OPTIONS=exit=4'
tell $? 'and AMP_LOG=1 says what to write'
run check AMP_CHECK_EXIT=4 AMP_CHECK_OPTIONS=exit=5 AMP_LOG=1
[ $? -eq 5 ] && lacks AMP_CHECK_EXIT
tell $? 'a list that has the option counts more'
argument=
run check AMP_CHECK_TILES=sample:4 AMP_LOG=1
has "amp: AMP_CHECK_TILES is now AMP_CHECK_OPTIONS=tiles='sample:4'" 'tiles were watched'
tell $? 'with quotes, where there is a colon'
run check AMP_CHECK_EXTI=1
has 'status 0 7' 'AMP_CHECK_EXTI is no setting of the checker'
tell $? 'a name that begins so and is none is said'
run lens AMP_LENS=text AMP_LENS_MODEL=h100 AMP_LOG=1
has 'model h100:' 'amp: AMP_LENS_MODEL is now AMP_LENS_OPTIONS=model=h100'
tell $? "the lens's are read, too"

# ---- what nobody asks for is not wrong ----------------------------------------------------------

for program in plain check lens; do
    for stale in AMP_LENS_MODEL=nonsense AMP_LENS_OPTIONS=nonsense AMP_LENS_OPTIONS=model=nonsense \
        AMP_LENS_TILES=0 AMP_VECTORS=nonsense AMP_CL_MEMORY=nonsense AMP_CL_CACHE=relative \
        AMP_CHECK_OPTIONS=nonsense AMP_CHECK_EXIT=nonsense AMP_CHECK_SUPPRESSIONS=/no/such; do
        case $program:$stale in check:AMP_CHECK*) continue ;; esac
        run $program $stale
        has 'status 0 7' && lacks nonsense
        tell $? "$stale where it is not asked for: $program"
    done
done
argument=lens
run lens AMP_LENS_OPTIONS=model=nonsense
has 'status 0 7'
tell $? 'a model in the environment, and one that the program has: its own counts'
run lens AMP_LENS_OPTIONS=tiles=nonsense
has 'status 1 0' "AMP_LENS_OPTIONS has tiles='nonsense'"
tell $? 'other options count there'

# ---- read once ----------------------------------------------------------------------------------

for setting in AMP_LIMITS AMP_ENGINE AMP_STACK; do
    argument="$setting nonsense"
    run plain
    has 'status 0 7' 'bad 0'
    tell $? "$setting is read once"
done
argument='AMP_ALGORITHM_FORM nonsense'
run plain
has "status 1 0 AMP_ALGORITHM_FORM is 'nonsense': it may be cpu or gpu"
tell $? 'AMP_ALGORITHM_FORM is read each time'
echo "1..$n"
