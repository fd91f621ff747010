#!/bin/sh
# SPDX-License-Identifier: MIT
# What workers cost where other programs need the processors: algorithms and short launches, and the
# same loops by OpenMP without amp, with one worker and with all, in turns; beside no other program,
# and beside as many that compute as there are processors. Prints the medians in ms and the median
# of the turns' ratios: below 1 where workers help, far above 1 where they wait for each other.
#
#   bench/busy.sh [--rounds N] [--out FILE]
#
# Exit status: 1 where a result was wrong, never because of a time.
set -u
cd "$(dirname "$0")/.." || exit 2
rounds=7
. bench/lib.sh
dir=build/busy
rm -rf $dir && mkdir -p $dir
${CC:-cc} -std=gnu11 -O2 -fopenmp -pthread -I. bench/busy.c -o $dir/busy -lm || exit 2
turn() { # turn WORKERS NAME
    AMP_WORKERS=$1 OMP_NUM_THREADS=$1 $dir/busy "$2" >> $dir/"$2-$1" || echo "$2" >> $dir/wrong
}
{
    others=''
    trap '[ -z "$others" ] || kill $others 2> /dev/null' EXIT
    trap 'exit 130' INT TERM
    sed -n 's/^model name[^:]*: /# CPU: /p' /proc/cpuinfo 2> /dev/null | sed -n 1p
    echo "# $(nproc) processors, $(date -u +%Y-%m-%d), rounds: $rounds"
    printf '%-14s %-8s %12s %12s %8s\n' what beside '1 worker, ms' "$(nproc) workers" ratio
    for beside in 0 "$(nproc)"; do
        i=0
        while [ $i -lt "$beside" ]; do
            sh -c 'while :; do :; done' &
            others="$others $!" i=$((i + 1))
        done
        for name in loops launches nth_element radix_sort; do
            rm -f $dir/$name-*
            i=0
            while [ $i -lt "$rounds" ]; do
                if [ $((i % 2)) = 0 ]; then turn 1 $name; turn "$(nproc)" $name
                else turn "$(nproc)" $name; turn 1 $name; fi
                i=$((i + 1))
            done
            printf '%-14s %-8s %12s %12s %8.2f\n' $name "$beside" "$(median < $dir/$name-1)" \
                "$(median < "$dir/$name-$(nproc)")" \
                "$(paste "$dir/$name-$(nproc)" $dir/$name-1 | awk '{ print $1 / $2 }' | median)"
        done
    done
} | tee "$out"
[ ! -s $dir/wrong ]
