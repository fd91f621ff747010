#!/bin/sh
# SPDX-License-Identifier: MIT
# What a launch's workers cost, as far as two cores show: locks that the library takes and calls of
# futex in 100,000 launches; empty launches beside OpenMP's empty regions; two counters on one line
# of the caches and apart; a line that goes from core to core; kernels on one worker and on two.
#
#   bench/workers.sh [--rounds N] [--out FILE]
#
# Times are by the clock, the least of many short runs and then the median: beside other programs
# the least is what counts. What it says of more cores: docs/decisions/0037-*.md. Exit status: 1
# where a result was wrong or a launch took a lock, never because of a time.
set -u
cd "$(dirname "$0")/.." || exit 2
rounds=300
. bench/lib.sh
dir=build/workers
vectors_in $dir
unset BENCH_CPU
cc=${CC:-gcc}
$cc -std=c99 -O2 -w -D_POSIX_C_SOURCE=200809L -fopenmp -pthread -I. -Ibench -DAMP_VECTORS \
    bench/workers.c bench/serve.c bench/problems.c -Wl,--wrap=pthread_mutex_lock \
    -o $dir/workers -lm || exit 2
rm -f $dir/wrong
run() { $dir/workers "$@" || echo "$*" >> $dir/wrong; }
# futexes WORKERS FORM POLICY: calls of futex in 100,000 launches more than in 10
futexes() {
    for n in 10 100010; do
        AMP_WORKERS=$1 OMP_NUM_THREADS=$1 OMP_WAIT_POLICY=$3 strace -f -c -e trace=futex \
            -o $dir/futex.$n $dir/workers locks "$2" $n > /dev/null 2>&1 || return 1
    done
    for n in 100010 10; do
        awk '$NF == "futex" { n = $4 } END { print n + 0 }' $dir/futex.$n
    done | paste -s -d ' ' | awk '{ print $1 - $2 }'
}
{
    sed -n 's/^model name[^:]*: /# CPU: /p' /proc/cpuinfo 2> /dev/null | sed -n 1p
    echo "# $(nproc) cores, $(date -u +%Y-%m-%d), load average: $(cut -d' ' -f1-3 /proc/loadavg)," \
        "$($cc --version | sed -n 1p), bench/workers.sh --rounds $rounds"
    printf '\n100,000 launches of 1024 threads, two workers, OpenMP asleep between them\n'
    for form in simple phased tiled; do
        locks=$(AMP_WORKERS=2 OMP_WAIT_POLICY=passive run locks $form 100000)
        printf '%-8s %8s locks' $form "$locks"
        [ "$locks" = 0 ] || echo "$form: $locks locks" >> $dir/wrong
        if command -v strace > /dev/null; then
            printf ', calls of futex: one worker %s' "$(futexes 1 $form passive)"
        else
            printf ', SKIP futex: strace is not installed'
        fi
        echo
    done
    printf '\n%-40s %10s %10s\n' 'ns' least median
    row() { # row TEXT WORDS...: a line of one pair of numbers
        text=$1
        shift
        # shellcheck disable=SC2046,SC2183 # two numbers
        printf '%-40s %10s %10s\n' "$text" \
            $(run "$@" | awk -v f="${from:-1}" '{ print $f, $(f + 1) }')
    }
    for n in 1 2; do
        from=1 row "an empty launch, workers: $n" launches 0 $n
        from=3 row "an empty region of OpenMP, threads: $n" launches 0 $n
        from=5 row "saxpy of 4096 floats, workers: $n" launches 0 $n
        from=7 row "that as OpenMP's loop, threads: $n" launches 0 $n
    done
    from=1
    row 'adding, two counters on one line' counters 8
    row 'adding, 64 bytes apart' counters 64
    row 'adding, 128 bytes apart, as the library' counters 128
    row 'a line from core to core' line
    printf '\n%-28s %9s %9s %9s %9s %7s\n' 'us' '1, least' median '2, least' median '2 to 1'
    for name in nbody saxpy openmp sum; do
        case $name in
        nbody) text='n-body, 1024, computes' ;;
        saxpy) text='saxpy, 2^22, memory' ;;
        openmp) text='the same loop by OpenMP' ;;
        sum) text='int sum, 2^22, tile 256' ;;
        esac
        # shellcheck disable=SC2046,SC2183 # five numbers
        printf '%-28s %9s %9s %9s %9s %7.2f\n' "$text" \
            $(run $name 0 "$rounds" | awk '{ print $1, $2, $3, $4, $3 / $1 }')
    done
} | tee "$out"
[ ! -e $dir/wrong ]
