#!/bin/sh
# SPDX-License-Identifier: MIT
# Kernels as vectors beside what the machine gives at best: sgemm beside OpenBLAS told its core,
# transposes and streaming kernels beside memcpy, sums and dot products beside a read, n-body beside
# intrinsics; on one worker and on two.
#
#   bench/ceiling.sh [--rounds N] [--out FILE] [WORKLOAD,... [SIZE]]
#
# Both sides are one process and take turns run by run, in the same memory; the ratio is the median
# of the rounds'. Workloads: bench/rows.h. First whole, in memory, then small, in the second cache;
# SIZE: one of the two.
# With BENCH_CPU=1 in the environment processor time counts, for a machine that has other work.
# Exit status: 1 where a result was wrong, never because of a time.
set -u
cd "$(dirname "$0")/.." || exit 2
rounds=9
. bench/lib.sh
dir=build/ceiling first=''
vectors_in $dir
native=-mcpu=native
[ "$(uname -m)" != x86_64 ] || native=-march=native
flags="-std=c99 -pedantic -Wall -Wextra -fopenmp -pthread -D_POSIX_C_SOURCE=200809L -I. -Ibench"
# Threads that wait sleep: one that spins takes the other side's time.
export OMP_WAIT_POLICY=passive OPENBLAS_THREAD_TIMEOUT=4
contenders='' here=''
for cc in ${BENCH_CC:-gcc clang}; do
    command -v "$cc" > /dev/null || { echo "bench: SKIP $cc: not installed" >&2; continue; }
    if [ -z "$first" ]; then
        first=$cc
        . bench/openblas.sh
        for file in serve problems; do
            $cc -O2 $flags -c bench/$file.c -o $dir/$file.o || exit 2
        done
        # shellcheck disable=SC2086 # words
        $cc -O3 $native -fno-math-errno $flags ${blas%% *} -c bench/ceiling_peers.c \
            -o $dir/peers.o &&
            $cc -O2 -std=gnu99 -Wall -Wextra -DBENCH_CEILING bench/driver.c -o $dir/driver -lm ||
            exit 2
    fi
    # shellcheck disable=SC2086 # words
    $cc -O2 $flags -DAMP_VECTORS -DAMP_CONTRACT bench/ceiling.c $dir/peers.o $dir/serve.o \
        $dir/problems.o -o $dir/"$cc" ${blas#"${blas%% *}"} -lm || exit 2
    here="$here $cc"
    for n in 1 2; do
        contenders="$contenders
ceiling|$cc, $n thread$([ $n = 1 ] || echo s)|AMP_VECTORS_CC=$cc OMP_NUM_THREADS=$n \
OPENBLAS_NUM_THREADS=$n|$dir/$cc"
    done
done
[ -n "$first" ] || { echo "bench: there is no compiler" >&2; exit 2; }
{
    sed -n 's/^model name[^:]*: /# CPU: /p' /proc/cpuinfo 2> /dev/null | sed -n 1p
    echo "# $(nproc) cores, $(date -u +%Y-%m-%d), load average: $(cut -d' ' -f1-3 /proc/loadavg)," \
        "rounds: $rounds, bench/ceiling.sh $*"
    for cc in $here; do "$cc" --version | sed -n '1s/^/# /p'; done
    [ -z "${OPENBLAS_CORETYPE:-}" ] || echo "# OpenBLAS: told to run as on $OPENBLAS_CORETYPE"
    if [ -n "${BENCH_CPU:-}" ]; then echo "# processor time of all threads"
    else echo "# time by the clock"; fi
    oldifs=$IFS
    IFS='
'
    # shellcheck disable=SC2046,SC2086 # one word a line
    echo 0 > $dir/status
    for size in ${2:-whole
small}; do
        printf '\n%s\n' "$size"
        set -- "${1:-}"
        $dir/driver --rounds "$rounds" ${1:+--only
$1} $([ "$size" = whole ] || echo "--$size") $contenders || echo 1 > $dir/status
    done
    IFS=$oldifs
} | tee "$out"
exit "$(cat $dir/status)"
