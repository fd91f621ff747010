#!/bin/sh
# SPDX-License-Identifier: MIT
# The labelled kernels of tests/check_kernels under the checker: each bad one
# gives exactly the findings that its label names, each clean one none, and the
# report is the same, byte for byte, in every order of threads and tiles. The library's code is
# compiled once, for CI's time: tests/check_report.sh has drop-ins too. TAP.
#
# tests/check_checker.sh [compilers [optimizations [orders]]]; run by tests/suite.py
# with CC and BUILD in the environment. The labels: tests/check_kernels/case.h.
set -u
cd "$(dirname "$0")/.." || exit 1
compilers=${1:-${CC:-gcc clang}} levels=${2:-O1}
# The findings do not depend on the order; to see it with one compiler is enough.
case $compilers in *gcc*) usual='forward reverse random:7' ;; *) usual=forward ;; esac
orders=${3:-$usual}
warnings="-std=c99 -pedantic -Wall -Wextra -Wshadow -Wconversion -Wstrict-prototypes -Werror"
build=${BUILD:-build/check}
mkdir -p "$build"
export AMP_CHECK_PATIENCE=0.5
unset AMP_ENGINE AMP_CHECK_REPORT AMP_CHECK_OPTIONS
count=0 failed=0
tell() { # ok|not ok, text
    count=$((count + 1))
    echo "$1 $count - $2"
    [ "$1" = ok ] || failed=$((failed + 1))
}

. tests/check_kernels/labels.sh
. tests/check_kernels/flags.sh

# One case in every order; sets bad to what is wrong.
try() { # case, bad|clean
    grep "^want $1 " "$exe.labels" | cut -d' ' -f3- | sort > "$exe.want"
    expect=0
    if [ "$2" = bad ]; then
        expect=8
        grep -q barrier-divergence "$exe.want" && expect=7
        grep -q stale "$exe.want" && expect=0
    fi
    bad=
    for order in $orders; do
        rm -f "$exe.json"
        AMP_ORDER=$order AMP_CHECK_OPTIONS=report=$exe.json timeout 60 "$exe" "$1" \
            > "$exe.out" 2> "$exe.err"
        rc=$?
        status=$(sed -n 's/^status //p' "$exe.out")
        [ "$rc" -eq 0 ] || bad="$bad $order: exit $rc;"
        [ "$status" = "$expect" ] || bad="$bad $order: status $status, not $expect;"
        if [ "$order" = "${orders%% *}" ]; then
            found "$exe.json" > "$exe.found"
            cmp -s "$exe.want" "$exe.found" || bad="$bad $order: wanted $(tr '\n' , < "$exe.want")\
 found $(tr '\n' , < "$exe.found");"
            cp "$exe.json" "$exe.first"
        elif ! cmp -s "$exe.first" "$exe.json"; then
            bad="$bad $order: the report differs from that of ${orders%% *};"
        fi
    done
}

for cc in $compilers; do
    command -v "$cc" >/dev/null || { tell ok "$cc # SKIP not installed"; continue; }
    seen=$(sees "$cc")
    for level in $levels; do
        library=$build/library-$cc-$level.o checked="-g -pthread -I. -DAMP_EXTERN -DAMP_CHECK $seen"
        if ! printf '#define AMP_IMPLEMENTATION\n#include "amp.h"\n' |
             $cc $warnings -$level $checked -fsanitize=bounds -x c -c - -o "$library"; then
            tell "not ok" "the library builds with $cc -$level"
            continue
        fi
        for source in tests/check_kernels/*.c; do
            name=$(basename "$source" .c)
            exe=$build/$name-$cc-$level
            if ! { $cc $warnings -$level $checked -fsanitize=bounds -c "$source" -o "$exe.o" &&
                   $cc "$exe.o" "$library" -pthread -o "$exe"; }; then
                tell "not ok" "$source builds with $cc -$level"
                continue
            fi
            labels "$source" > "$exe.labels"
            grep '^case' "$exe.labels" > "$exe.cases"
            while read -r _ case kind; do
                try "$case" "$kind"
                tell "${bad:+not }ok" "$name/$case $cc -$level${bad:+:}$bad"
            done < "$exe.cases"
        done
    done
done
echo "1..$count"
[ "$failed" -eq 0 ]
