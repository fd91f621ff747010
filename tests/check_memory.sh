#!/bin/sh
# SPDX-License-Identifier: MIT
# The memory of the kernel checker: at most 10 bytes for each byte of a view, 12 where an
# element is a byte, in every kernel of bench/check_cost.c. TAP.
set -u
cd "$(dirname "$0")/.." || exit 1
: "${CC:=gcc}" "${BUILD:=build/memory}"
mkdir -p "$BUILD"
unset AMP_ORDER AMP_CHECK_REPORT AMP_CHECK_OPTIONS
export AMP_WORKERS=2 # each more may add 4 bytes and 5 in a tiled kernel, where all touch a page
if ! { $CC -std=c99 -D_POSIX_C_SOURCE=200809L -O1 -g -pthread -I. -DAMP_CHECK \
           -fsanitize=thread -c bench/check_cost.c -o "$BUILD/cost.o" &&
       $CC "$BUILD/cost.o" -pthread -lm -o "$BUILD/cost"; }; then
    echo "not ok - bench/check_cost.c builds for the checker"
    exit 1
fi
# Two launches: the second uses the first one's memory again.
timeout 120 "$BUILD/cost" 2 64 > "$BUILD/out" || { echo "not ok - it ends with success"; exit 1; }
awk -F'|' '
    { good = $3 > 0 && $4 > 0 && $4 <= ($1 ~ /^bytes/ ? 12 : 10); bad += !good
      printf "%s %d - %s: %s bytes a byte, %s accesses\n", good ? "ok" : "not ok", NR, $1, $4, $3 }
    END { print "1.." NR; exit bad > 0 || NR < 8 }' "$BUILD/out"
