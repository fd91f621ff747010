#!/bin/sh
# SPDX-License-Identifier: MIT
# Every example under the kernel checker: no report, but for the one that shows
# how not to. The library's code is compiled once, for CI's time, and the
# debug information is of places alone. With clang by AMP_TREE=1, as
# tests/check_tree.sh. TAP.
set -u
cd "$(dirname "$0")/.." || exit 1
case $CC${AMP_TREE:-} in
*gcc* | *1) ;;
*) echo "ok - the examples under the checker # SKIP tried once, with gcc"; exit 0 ;;
esac
. tests/check_kernels/flags.sh
# shellcheck disable=SC2046,SC2086
$CC $FLAGS -O1 -g1 -DAMP_CHECK $(sees "$CC") -c tools/libamp.c -o "$BUILD/library.o" || exit 1
n=0
for f in examples/*.c; do
    b=$(basename "$f" .c) n=$((n + 1)) say=ok
    rm -f "$BUILD/report.json"
    library=$BUILD/library.o code=-DAMP_EXTERN
    grep -q '^#include "amp_lens.h"' "$f" && library='' code='' # which is not in it
    # shellcheck disable=SC2086
    if ! { $CC $FLAGS -O1 -g1 -DAMP_CHECK $(sees "$CC") $code -c "$f" -o "$BUILD/x.o" &&
           $CC "$BUILD/x.o" $library -fopenmp -pthread -lm -o "$BUILD/x"; } \
         > "$BUILD/log" 2>&1; then
        sed 's/^/# /' "$BUILD/log"
        echo "not ok $n - $b does not build for the checker"
        continue
    fi
    EXAMPLE_SMALL=1 AMP_CHECK_OPTIONS=report=$BUILD/report.json AMP_ENGINE=fibers \
        timeout 120 "$BUILD/x" > "$BUILD/log" 2>&1
    rc=$?
    rules=$(sed -n 's/.*"rule": "\([a-z-]*\)".*/\1/p' "$BUILD/report.json" 2> /dev/null \
            | sort | tr '\n' ' ')
    case $b in
    how_not_to_race) [ "$rules" = "tile-race uninitialised-read " ] || say="not ok" ;;
    *) [ -z "$rules" ] && [ $rc -eq 0 ] || say="not ok" ;;
    esac
    [ "$say" = ok ] || sed 's/^/# /' "$BUILD/log"
    echo "$say $n - $b: exit status $rc, findings: ${rules:-none}"
done
echo "1..$n"
