#!/bin/sh
# SPDX-License-Identifier: MIT
# Simple kernels of 33 shapes (bench/engines.c) on loops and as vectors, one worker, processor time,
# 16,384 threads in the caches: whether vectors are ever slower. For each compiler and kernel the
# least microseconds of either, and the median and the quartiles of the turns' ratios to loops.
#
#   bench/engines.sh [--rounds N] [--out FILE] [COMPILER ...]
#
# Exit status: 1 where results differ, never because of a time.
set -u
cd "$(dirname "$0")/.." || exit 2
rounds=15
. bench/lib.sh
dir=build/engines
vectors_in $dir
export AMP_WORKERS=1 BENCH_CPU=1
rm -f $dir/wrong
{
    sed -n 's/^model name[^:]*: /# CPU: /p' /proc/cpuinfo 2> /dev/null | sed -n 1p
    echo "# $(nproc) cores, $(date -u +%Y-%m-%d), load average: $(cut -d' ' -f1-3 /proc/loadavg)," \
        "rounds: $rounds, bench/engines.sh"
    for cc in ${*:-gcc clang}; do
        export AMP_VECTORS_CC="$cc"
        for level in -O2 '-O3 -march=native'; do
            # shellcheck disable=SC2086 # words
            $cc -std=c99 $level -w -D_POSIX_C_SOURCE=200809L -fopenmp -pthread -I. -Ibench \
                -DAMP_VECTORS bench/engines.c bench/serve.c bench/problems.c -o $dir/"$cc" -lm ||
                exit 2
            printf '\n%-14s %10s %10s %8s\n' "$cc $level" 'loops, us' vectors ratio
            $dir/"$cc" "$rounds" || touch $dir/wrong
        done
    done
} | tee "$out"
[ ! -e $dir/wrong ]
