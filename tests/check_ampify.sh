#!/bin/sh
# SPDX-License-Identifier: MIT
# run: cc=gcc turn=2/4
# tools/ampify: the kernels of tests/ampify, in CUDA's text and in OpenCL C's, are converted,
# finished by hand where tests/ampify/hand has a diff, compiled, and right by the serial references
# of bench/real; lines by the script and by hand are those of docs/ampify.md; every line of
# tests/ampify/left.cu becomes what stands behind it. Compiled are all with ALL=1, which also runs
# them in another order; else those of the programs that differ most.
. "${0%/*}/lib.sh"
has_command python3 || { skip ampify 'there is no python3' && finish; }
ampify=tools/ampify names=$(sed -n 's/^    X([a-z_0-9]*, \([a-z_0-9]*\),.*/\1/p' \
    tests/ampify/programs.h | uniq)

# converted NAME FOLDER END: $BUILD/NAME_END.c, finished by hand; what its lines are on stdout.
converted() {
    local file="tests/ampify/$2/$1.$3" result="$BUILD/$1_$3.c" hand="tests/ampify/hand/$1.$3.diff"
    local by_hand=0
    $ampify --count "$file" > "$result" 2> "$BUILD/count" || [ $? -eq 1 ] || return
    if [ -f "$hand" ]; then
        patch -s "$result" "$hand" > /dev/null || return
        # Lines of code that the diff takes or gives, whichever are more; no comments.
        by_hand=$(awk '/^(---|[+][+][+]) / { next }
            /^[-+] *[/][*]/ { comment = 1 }
            /^[-+]/ { if (!comment && $0 !~ /^[-+] *$/) n[substr($0, 1, 1)]++ }
            /[*][/]$/ { comment = 0 }
            END { print (n["+"] > n["-"] ? n["+"] : n["-"]) + 0 }' "$hand")
    fi
    echo "$(tr -d a-z, < "$BUILD/count") $by_hand"
}
has_command patch || { skip ampify 'there is no patch' && finish; }
for name in $names; do
    # shellcheck disable=SC2046
    set -- $(converted "$name" cuda cu) $(converted "$name" opencl cl)
    row="| $name | $1 | $2 | $4 | $5 | $6 | $8 |"
    [ $# -eq 8 ] && grep -qxF "$row" docs/ampify.md
    tell $? "docs/ampify.md has $row"
    echo "$row"
done > "$BUILD/table"
grep '^[on#]' "$BUILD/table"
n=$(grep -c '^ok\|^not' "$BUILD/table") failed=$(grep -c '^not' "$BUILD/table")
sum=$(grep '^|' "$BUILD/table" | awk '{ lines += $4 + $10; changed += $6 + $12; hand += $8 + $14 }
    END { print "Of " lines " lines the script changes " changed ", and " hand " are by hand" }')
grep -qF "$sum" docs/ampify.md
tell $? "docs/ampify.md has: $sum"

# What a program of CUDA becomes is whole. One of OpenCL C has kernels alone: the host's part is
# what CUDA's became, whose kernels have the same parameters.
host_part() {
    echo '#include <stdio.h>' '#include <stdlib.h>' | tr ' ' '\n' | paste -d' ' - -
    case $1 in
    sort) echo 'typedef unsigned uint;' ;;
    particlefilter) echo 'typedef unsigned char uchar;' ;;
    reduction) echo 'typedef float T;' ;;
    esac
    sed -n '/^\/\* Ends the program/,/^}/p' "$BUILD/$1_cu.c"
    awk '/^AMP_DEVICE_END/ { on = 1; next } /^AMP_DEVICE_BEGIN/ { on = 0 } on' "$BUILD/$1_cu.c" |
        if [ "$1" = bfs ]; then sed 's/bool/char/g'; else cat; fi
}
flags='-std=gnu99 -O0 -Wall -Wno-sign-compare -Werror -fopenmp -pthread -I.'
quiet='-std=gnu99 -O1 -w -I.'
# shellcheck disable=SC2086
core ampify $flags
tell $? 'the library builds'
objects='' problems=$(sed -n 's/^    X(\([a-z_0-9]*\),.*/\1/p' tests/ampify/programs.h)
for problem in $problems; do
    # shellcheck disable=SC2086
    object "problem_$problem" $quiet "bench/real/$problem/problem.c" || break
    objects="$objects $BUILD/problem_$problem.o"
done
# shellcheck disable=SC2086
object real $quiet -include tests/ampify/programs.h bench/real/real.c &&
    object data $quiet bench/real/data.c &&
    object run $flags tests/ampify/run.c
tell $? 'the problems build'
objects="$objects $BUILD/real.o $BUILD/data.o $BUILD/run.o $BUILD/ampify.o"
whole() { # NAME END
    # shellcheck disable=SC2086
    program "$1_$2" $flags -Wno-unused -DAMP_EXTERN "$BUILD/$1_$2.c" $objects &&
        run AMP_ENGINE=fibers "$1_$2" "$1" && says '~: right$' '!~: element'
}
of_cuda='hotspot nw lud backprop kmeans bfs reduction spmv sort' of_opencl='nw kmeans reduction'
for name in $names; do
    [ -n "${ALL:-}" ] || case " $of_cuda " in *" $name "*) ;; *) continue ;; esac
    whole "$name" cu
    tell $? "$name of CUDA is right"
    [ -n "${ALL:-}" ] || case " $of_opencl " in *" $name "*) ;; *) continue ;; esac
    host_part "$name" >> "$BUILD/${name}_cl.c"
    whole "$name" cl
    tell $? "$name of OpenCL C is right"
    [ -n "${ALL:-}" ] || continue
    run AMP_ENGINE=fibers AMP_ORDER=random:7 "${name}_cu" "$name" && says '~: right$'
    tell $? "$name in another order"
done

$ampify tests/ampify/left.cu > "$BUILD/left.c"
[ $? -eq 1 ]
tell $? 'what it leaves, it says by its exit status'
try 'each line of left.cu is left with a remedy, or done' \
    tests/ampify/judge.py tests/ampify/left.cu "$BUILD/left.c"
printf '__kernel void k(__global int *a) { a[get_global_id(0)] = 1; }\n' > "$BUILD/no_tile.cl"
expect 'a tile that the file does not say' 1 "$ampify $BUILD/no_tile.cl" '--tile k=' \
    'AMPIFY_TILE_OF_k'
expect 'is given' 0 "$ampify --tile k=64 $BUILD/no_tile.cl" \
    'AMP_TILED_KERNEL(k, (64), inout(int, 1, a))' 'at(a, tidx.global[0]) = 1;'
cat > "$BUILD/rows" <<T
no file
    2 $ampify
    give one file, not 0
a file of another kind
    2 $ampify README.md
    is neither .cu
one that is not there
    2 $ampify none.cu
    cannot read none.cu: No such file
an option that is none
    2 $ampify --all x.cu
    there is no option --all
a tile that is none
    2 $ampify --tile k=1;2 $BUILD/no_tile.cl
    --tile wants KERNEL=Z,Y,X
a tile of what is not there
    2 $ampify --tile other=8 $BUILD/no_tile.cl
    there is no other in
T
rows < "$BUILD/rows"
finish
