#!/bin/sh
# SPDX-License-Identifier: MIT
# The engineer's kernels of examples/ beside a serial loop, OpenMP and PoCL: bench/README.md.
#   bench/examples.sh [--quick] [--rounds N] [--cc gcc] [--cpu] [--out FILE] [EXAMPLE ...]
# Exit status 1 where a result was wrong or a program did not build.
set -u
cd "$(dirname "$0")/.." || exit 2
quick=0 rounds=9 cc=gcc out='' all='histogram bitonic_sort floyd_warshall mandelbrot convolution
kmeans spmv fft lu life attention softmax'
usage() { sed -n '4s/^# *//p' bench/examples.sh; }
while [ $# -gt 0 ]; do
    case $1 in
    --quick) quick=1; shift ;;
    --rounds) rounds=$2; shift 2 ;;
    --cc) cc=$2; shift 2 ;;
    --cpu) export BENCH_CPU=1; shift ;;
    --out) out=$2; shift 2 ;;
    -*) usage >&2; exit 2 ;;
    *) break ;;
    esac
done
[ $# -gt 0 ] || eval "set -- $(echo $all)"
dir=build/bench/examples status=0
mkdir -p "$dir/pocl" || exit 2
native=-march=native
[ "$(uname -m)" = x86_64 ] || native=-mcpu=native
cl=''
if echo 'int main(void) { return 0; }' | "$cc" -x c - -lOpenCL -o "$dir/probe" 2>/dev/null; then
    cl='-DAMP_OPENCL -lOpenCL'
fi
# A waiting thread that spins would take a core from who is at its turn.
OMP_WAIT_POLICY=passive POCL_CACHE_DIR=$PWD/$dir/pocl POCL_AFFINITY=1
export OMP_WAIT_POLICY POCL_CACHE_DIR POCL_AFFINITY
unset AMP_ENGINE AMP_WORKERS AMP_ORDER AMP_STACK AMP_TRACE AMP_ACCELERATOR AMP_COMPARE
table() {
    sed -n 's/^model name[^:]*: /CPU: /p' /proc/cpuinfo 2>/dev/null | sed -n 1p
    echo "cores: $(nproc), $(date -u +%Y-%m-%d), load average: $(cut -d' ' -f1-3 /proc/loadavg)"
    "$cc" --version | sed -n 1p
    echo "${BENCH_CPU:+processor time of all threads, }$rounds rounds, quick: $quick;" \
        'ratios below 1: faster than that'
    printf '%-15s %-16s %-9s %11s %10s %10s %10s\n' example form where 'median ms' 'of serial' \
        'of OpenMP' 'of OpenCL'
    for example; do
        # shellcheck disable=SC2086 # words
        if "$cc" -std=c99 -O3 $native -fno-math-errno -fopenmp -pthread -I. -Iexamples \
            -DEXAMPLE="$example" bench/examples.c -o "$dir/$example" $cl -lm > "$dir/log" 2>&1 &&
            "$dir/$example" "$rounds" "$quick" > "$dir/rows" 2> "$dir/log"; then :; else
            echo "$example: wrong, or it does not build" >> "$dir/log"
            cat "$dir/rows" "$dir/log" >&2
            echo 1 > "$dir/status"
        fi
        awk -F'|' -v e="$example" '{ printf "%-15s %-16s %-9s %11.3f %10s %10s %10s\n", e, $1, $2,
            1000 * $3, $4, $5, $6 }' "$dir/rows"
    done
}
echo 0 > "$dir/status"
if [ -n "$out" ]; then table "$@" | tee "$out"; else table "$@"; fi
exit "$(cat "$dir/status")"
