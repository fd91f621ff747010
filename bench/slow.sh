#!/bin/sh
# SPDX-License-Identifier: MIT
# What the slow texts of docs/slow-kernels.md take, beside the faster ones that AMP_LOG=1 names:
# tests/programs/slow_patterns.c, as vectors, one worker, processor time. For each compiler and pair
# the median of the rounds: microseconds of either, and the median of the rounds' ratios.
#
#   bench/slow.sh [--rounds N] [--out FILE] [COMPILER ...]
set -u
cd "$(dirname "$0")/.." || exit 2
rounds=5
. bench/lib.sh
dir=build/slow
rm -rf $dir && mkdir -p $dir && mkdir -m 700 $dir/cache || exit 2
unset AMP_LOG AMP_ENGINE AMP_ORDER AMP_VECTORS_FAST
export AMP_WORKERS=1 AMP_VECTORS=wait AMP_VECTORS_CACHE="$PWD/$dir/cache"
{
    sed -n 's/^model name[^:]*: /# CPU: /p' /proc/cpuinfo 2> /dev/null | sed -n 1p
    echo "# $(nproc) cores, $(date -u +%Y-%m-%d), rounds: $rounds, bench/slow.sh"
    for cc in ${*:-gcc clang}; do
        export AMP_VECTORS_CC="$cc"
        $cc -std=c99 -O2 -w -fopenmp -pthread -I. -DAMP_VECTORS tests/programs/slow_patterns.c \
            -o $dir/"$cc" -lm || exit 2
        $dir/"$cc" > /dev/null || exit 2
        i=0
        while [ $i -lt "$rounds" ]; do
            $dir/"$cc" time | sed -n 's/ us//gp' > $dir/"$cc.$i"
            i=$((i + 1))
        done
        printf '%-10s %11s %11s %8s\n' "$cc" 'slow, us' 'faster, us' ratio
        awk '{ print $1 }' $dir/"$cc.0" | while read -r pair; do
            printf '%-10s' "$pair"
            for field in 2 3 4; do
                printf ' %11s' "$(awk -v p="$pair" -v f=$field '$1 == p { print $f }' \
                    $dir/"$cc".? | median)"
            done
            echo
        done
    done
} | tee "$out"
