#!/bin/sh
# SPDX-License-Identifier: MIT
# The labelled kernels of tests/check_kernels under the checker: each bad one gives exactly the
# findings that its label names, each clean one none, and the report is the same, byte for byte, in
# every order of threads and tiles. The labels: tests/check_kernels/case.h. The library's code is
# compiled once: tests/check_report.sh has drop-ins too.
#
# tests/check_checker.sh [compilers [optimizations [orders]]]
. "${0%/*}/lib.sh"
. tests/check_kernels/labels.sh
. tests/check_kernels/flags.sh
export AMP_CHECK_PATIENCE=0.5
compilers=${1:-$CC} levels=${2:-O1}
# The findings do not depend on the order; to see it with one compiler is enough.
case $compilers in *gcc*) orders='forward reverse random:7' ;; *) orders=forward ;; esac
orders=${3:-$orders}
warnings="-std=c99 -pedantic -Wall -Wextra -Wshadow -Wconversion -Wstrict-prototypes -Werror"

# judged CASE bad|clean: of the program in every order; what is wrong is printed.
judged() {
    local first='' status=0 wrong=0
    sed -n "s/^want $1 //p" "$BUILD/labels" | sort > "$BUILD/want"
    if [ "$2" = bad ]; then
        status=8
        grep -q barrier-divergence "$BUILD/want" && status=7
        grep -q stale "$BUILD/want" && status=0
    fi
    for order in $orders; do
        rm -f "$BUILD/json"
        run AMP_ORDER="$order" AMP_CHECK_OPTIONS=report="$BUILD/json" kernels "$1"
        [ $rc -eq 0 ] && says "~^status $status\$" || { echo "# $order: exit $rc"; wrong=1; }
        if [ -n "$first" ]; then
            cmp "$BUILD/first" "$BUILD/json" || wrong=1
        else
            first=$order
            cp "$BUILD/json" "$BUILD/first"
            found "$BUILD/json" | diff "$BUILD/want" - | sed 's/^/# /' > "$BUILD/differs"
            [ -s "$BUILD/differs" ] && cat "$BUILD/differs" && wrong=1
        fi
    done
    return $wrong
}
for CC in $compilers; do
    has_command "$CC" || { skip "$CC" 'not installed'; continue; }
    checked_library
    tell $? "the library's code builds with $CC"
    for level in $levels; do
        for source in tests/check_kernels/*.c; do
            name=$(basename "$source" .c)
            # shellcheck disable=SC2086
            program kernels $warnings $checked -g -$level -fsanitize=bounds "$source" \
                "$BUILD/checked.o" || { tell 1 "$source builds with $CC -$level"; continue; }
            labels "$source" > "$BUILD/labels"
            while read -r word case kind <&3; do
                [ "$word" = case ] || continue
                judged "$case" "$kind"
                tell $? "$name/$case $CC -$level"
            done 3< "$BUILD/labels"
        done
    done
done
finish
