#!/bin/sh
# SPDX-License-Identifier: MIT
# The transposes of examples/transpose_diagonal.c by size, from 32 to 8192: table and curves,
# and beside them the model of memory partitions. Once on fibers, and once as vectors.
#
#   bench/transpose.sh [--most N] [--rounds N] [--out FOLDER]
#
# Each size and form is measured in turns with a copy; ratios are medians of the rounds'. On
# one core, by processor time, so that a busy machine disturbs little. Writes
# FOLDER/transpose.txt and the curves, FOLDER/transpose_fibers.svg and
# FOLDER/transpose_vectors.svg. Exit status: 1 where a result was wrong, never because of a time.
set -u
cd "$(dirname "$0")/.." || exit 2
most=8192 rounds=5 out=bench/results
while [ $# -gt 0 ]; do
    case $1 in
    --most) most=$2; shift 2 ;;
    --rounds) rounds=$2; shift 2 ;;
    --out) out=$2; shift 2 ;;
    *) sed -n '6s/^# *//p' "$0" >&2; exit 2 ;;
    esac
done
: "${CC:=cc}"
dir=$PWD/build/transpose
mkdir -p "$dir" "$out"
$CC -std=c99 -O2 -w -I. bench/transpose.c -o "$dir/fibers" -lm -pthread || exit 2
$CC -std=c99 -O2 -w -DAMP_VECTORS -I. bench/transpose.c -o "$dir/vectors" -lm -pthread -ldl ||
    exit 2
export AMP_VECTORS=wait AMP_VECTORS_CC="$CC" AMP_VECTORS_CACHE="$dir/cache"
wrong=0
{
    sed -n 's/^model name[^:]*: /# CPU: /p' /proc/cpuinfo 2> /dev/null | sed -n 1p
    echo "# one core, processor time, $(date -u +%Y-%m-%d), rounds: $rounds; GB/s read and written"
    for engine in fibers vectors; do
        echo
        echo "# engine $engine"
        AMP_ENGINE=$engine "$dir/$engine" "$most" "$rounds" "$out/transpose_$engine.svg" ||
            wrong=1
    done
} > "$out/transpose.txt"
cat "$out/transpose.txt"
exit $wrong
