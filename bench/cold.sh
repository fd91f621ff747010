#!/bin/sh
# SPDX-License-Identifier: MIT
# What the first launch of a kernel costs where nothing was compiled before: processor time of
# a process, from its start to its end, in which OpenCL's compiler takes the most. Kernel by
# kernel amp and the hand-written program in turns, each with empty caches; prints the median
# of either, in ms, and the median of the turns' ratios. Target: at most 2. Both must print
# the same result.
#
#   bench/cold.sh [--rounds N] [--out FILE] [KERNEL ...]
#
# Exit status: 1 where a result was wrong, never because of a time.
set -u
cd "$(dirname "$0")/.." || exit 2
rounds=5
. bench/lib.sh
kernels=${*:-saxpy transpose transpose_bounds sgemm sgemm_phased heat sum_tree scan convolution \
nbody softmax_64 softmax_256 attention_64 attention_128}
dir=build/cold
rm -rf $dir && mkdir -p $dir/pocl $dir/cache
: "${CC:=cc}"
flags="-std=c99 -O2 -w -fopenmp -pthread -I. -Ibench"
# shellcheck disable=SC2086
$CC $flags -DAMP_OPENCL bench/cold_amp.c -o $dir/amp -lOpenCL -lm || exit 2
# shellcheck disable=SC2086
$CC $flags bench/cold_opencl.c -o $dir/opencl -lOpenCL || exit 2
$CC -O1 bench/spent.c -o $dir/spent || exit 2
unset AMP_CL_CACHE POCL_WORK_GROUP_METHOD AMP_CL_MEMORY AMP_CL_OPTIONS
export AMP_ACCELERATOR=opencl POCL_CACHE_DIR=$PWD/$dir/pocl XDG_CACHE_HOME=$PWD/$dir/cache

wrong=0
turn() { # turn PROGRAM KERNEL
    rm -rf $dir/pocl $dir/cache
    mkdir -p $dir/pocl
    mkdir -m 700 $dir/cache
    $dir/spent $dir/"$1-$2.ms" $dir/"$1" "$2" > $dir/"$1-$2.result" || wrong=1
}
{
    sed -n 's/^model name[^:]*: /# CPU: /p' /proc/cpuinfo 2> /dev/null | sed -n 1p
    echo "# $(nproc) cores, $(date -u +%Y-%m-%d), rounds: $rounds"
    printf '%-18s %10s %10s %8s   %s\n' kernel 'amp, ms' 'by hand' ratio 'target 2'
    for k in $kernels; do
        i=0
        while [ $i -lt "$rounds" ]; do
            if [ $((i % 2)) = 0 ]; then turn amp "$k"; turn opencl "$k"
            else turn opencl "$k"; turn amp "$k"; fi
            cmp -s $dir/amp-"$k".result $dir/opencl-"$k".result || wrong=1
            i=$((i + 1))
        done
        ratio=$(paste $dir/amp-"$k".ms $dir/opencl-"$k".ms | awk '{ print $1 / $2 }' | median)
        printf '%-18s %10s %10s %8.2f   %s\n' "$k" "$(median < $dir/amp-"$k".ms)" \
            "$(median < $dir/opencl-"$k".ms)" "$ratio" \
            "$(awk "BEGIN { print $ratio <= 2 ? \"met\" : \"MISSED\" }")"
        if [ $wrong != 0 ]; then
            echo "wrong: $(cat $dir/amp-"$k".result), by hand $(cat $dir/opencl-"$k".result)"
            echo 1 > $dir/wrong
            wrong=0
        fi
    done
} | tee "$out"
[ ! -e $dir/wrong ]
