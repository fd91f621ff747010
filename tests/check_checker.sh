#!/bin/sh
# SPDX-License-Identifier: MIT
# run: turn=compiler,1/4
# The labelled kernels of tests/check_kernels under the checker, in a process each: each bad one
# gives exactly the findings that its label names, each clean one none, and the report is the same,
# byte for byte, in every order of threads and tiles. The labels: tests/check_kernels/case.h. The
# library's code is compiled once: tests/check_report.sh has drop-ins too.
#
# tests/check_checker.sh [compilers [optimizations [orders]]]
. "${0%/*}/lib.sh"
. tests/check_kernels/labels.sh
. tests/check_kernels/flags.sh
export AMP_CHECK_PATIENCE=0.5
compilers=${1:-$CC} levels=${2:-O1}
# The findings do not depend on the order; to see it with one compiler, in two, is enough.
case $compilers,${ALL:-} in
*,?*) orders='forward reverse random:7' ;;
*gcc*) orders='forward random:7' ;;
*) orders=forward ;;
esac
orders=${3:-$orders}
warnings="-std=c99 -pedantic -Wall -Wextra -Wshadow -Wconversion -Wstrict-prototypes -Werror"

# judged: of the program in every order: for each case of the labels a line, its name and what
# is wrong with it.
judged() {
    local order first='' folder
    for order in $orders; do
        folder=$BUILD/$order
        rm -rf "$folder" && mkdir "$folder"
        run AMP_ORDER="$order" kernels all "$folder"
        [ $rc -eq 0 ] || echo "wrong the_program exit status $rc, $order"
        findings "$folder" > "$BUILD/found"
        tests/labelled/judge.awk "$BUILD/labels" "$BUILD/out" "$BUILD/found"
        rm -f "$folder"/*.err
        [ -z "$first" ] || diff -rq "$BUILD/$first" "$folder" |
            sed 's,.*/\([^/]*\)\.json.*,wrong \1 its report differs in order '"$order,"
        first=${first:-$order}
    done > "$BUILD/verdicts"
    awk -v orders="$(echo "$orders" | wc -w)" '
        NR == FNR { if ($1 == "case") names[++n] = $2; next }
        $1 == "right" { right[$2]++; next }
        { c = $2; sub(/^[^ ]* [^ ]* /, ""); why[c] = why[c] "; " $0 }
        !(c in told) { told[c] }
        END {
            for (i = 1; i <= n; i++) {
                c = names[i]
                if (why[c] == "" && right[c] != orders) { why[c] = "; it did not run" }
                print c, substr(why[c], 3)
                delete told[c]
            }
            for (c in told) { print c, substr(why[c], 3) }
        }' "$BUILD/labels" "$BUILD/verdicts"
}
for CC in $compilers; do
    has_command "$CC" || { skip "$CC" 'not installed'; continue; }
    checked_library
    tell $? "the library's code builds with $CC"
    for level in $levels; do
        for source in tests/check_kernels/*.c; do
            name=$(basename "$source" .c)
            # shellcheck disable=SC2086
            program kernels $warnings $checked -$level -fsanitize=bounds "$source" \
                "$BUILD/checked.o" || { tell 1 "$source builds with $CC -$level"; continue; }
            labels "$source" | sed "s,\$, $name.c," > "$BUILD/labels"
            judged > "$BUILD/judged"
            if [ "$name" = host ]; then
                grep -q '"count": 1[,}]' "$BUILD/forward/forgotten.json"
                tell $? "an int that is stale is one finding, $CC -$level"
            fi
            while read -r case why <&3; do
                echo "$why" > "$BUILD/out"
                [ -z "$why" ]
                tell $? "$name/$case $CC -$level"
            done 3< "$BUILD/judged"
        done
    done
done
finish
