#!/bin/sh
# SPDX-License-Identifier: MIT
# What the first launch of a kernel takes whose code is in the cache: a program with 1 and one with
# 30 kernels as vectors, each launched once, one worker, wall time in ms of its first launch and of
# all launches: the least and the median of the rounds. What the cache has is from a first run, in
# which launches wait for the compiler; its time is the row `compiled`.
#
#   bench/warm.sh [--rounds N] [--out FILE] [COMPILER ...]
set -u
cd "$(dirname "$0")/.." || exit 2
rounds=21
. bench/lib.sh
dir=build/warm
rm -rf $dir && mkdir -p $dir || exit 2
unset AMP_LOG AMP_ENGINE AMP_ORDER AMP_VECTORS_FAST AMP_VECTORS
export AMP_WORKERS=1

# source KERNELS: a program with so many, each a sum of a tile's elements.
source() {
    echo '#define AMP_SHORT_NAMES
#include <stdio.h>
#include <time.h>
#include "amp.h"
AMP_DEVICE_BEGIN'
    k=0
    while [ $k -lt "$1" ]; do
        echo "AMP_TILED_KERNEL(kernel$k, (64), value(int, n), in(float, 1, x), out(float, 1, y))
{
    tile_static(float, t, 64);
    const int l = tidx.local[0], i = tidx.global[0];
    t[l] = i < n ? at(x, i) : 0;
    tile_barrier_wait(tidx);
    for (int by = 32; by > 0; by /= 2) {
        if (l < by) {
            t[l] += t[l + by] * ($k + 1);
        }
        tile_barrier_wait(tidx);
    }
    if (i < n) {
        at(y, i) = t[0] + $k;
    }
}"
        k=$((k + 1))
    done
    echo 'AMP_DEVICE_END
static float x[4096], y[4096];
static double now(void)
{
    struct timespec t;
    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return 1e3 * (double)t.tv_sec + 1e-6 * (double)t.tv_nsec;
}
int main(void)
{
    const amp_array_view vx = amp_view(float, x, 4096), vy = amp_view(float, y, 4096);
    const double start = now();
    double first = 0;'
    k=0
    while [ $k -lt "$1" ]; do
        echo "    if (parallel_for_each(amp_tile(amp_extent(4096), 64), kernel$k, 4096, vx, vy)) {
        return 1;
    }"
        [ $k -gt 0 ] || echo '    first = now() - start;'
        k=$((k + 1))
    done
    printf '%s\n' '    printf("%.2f %.2f\n", first, now() - start);' '    return 0;' '}'
}
# row NAME FILE: of lines `first all` the least and the median
row() {
    printf '%-12s' "$1"
    for field in 1 2; do
        awk -v f=$field '{ print $f }' "$2" | sort -n |
            awk '{ v[NR] = $1 } END { printf " %9.2f %9.2f", v[1], v[int((NR + 1) / 2)] }'
    done
    echo
}
{
    sed -n 's/^model name[^:]*: /# CPU: /p' /proc/cpuinfo 2> /dev/null | sed -n 1p
    echo "# $(nproc) cores, $(date -u +%Y-%m-%d), rounds: $rounds, bench/warm.sh"
    for cc in ${*:-gcc clang}; do
        for kernels in 1 30; do
            program=$dir/$cc.$kernels
            source $kernels > "$program.c"
            $cc -std=gnu99 -O2 -w -fopenmp -pthread -I. -DAMP_VECTORS "$program.c" \
                -o "$program" -lm || exit 2
            export AMP_VECTORS_CC="$cc" AMP_VECTORS_CACHE="$PWD/$program.cache"
            mkdir -m 700 "$program.cache" || exit 2
            printf '%-12s %9s %9s %9s %9s\n' "$cc, $kernels" 'first' median 'all' median
            AMP_VECTORS=wait "$program" > "$program.compiled" || exit 2
            row compiled "$program.compiled"
            i=0
            while [ $i -lt "$rounds" ]; do
                "$program" || exit 2
                i=$((i + 1))
            done > "$program.cached"
            row cached "$program.cached"
        done
    done
} | tee "$out"
