#!/bin/sh
# SPDX-License-Identifier: MIT
# What a file with one kernel costs the compiler, in turns, so that a machine that
# others use disturbs all alike. Prints for each compiler and level of optimisation
# the median of the processor time, in milliseconds, and its ratio to the first row's;
# the bytes of code of the object file; and once the bytes behind the preprocessor.
#
#   bench/compile_time.sh [--rounds N] [--cc "gcc clang"] [--against FOLDER]
#
#   drop-in      amp.h, nothing defined        AMP_EXTERN   amp.h, the code elsewhere
#   OpenMP       the same loop, by hand        algorithms   amp_algorithms.h, a reduce
#   check        as AMP_EXTERN, for the kernel checker, which is elsewhere
#   against      a drop-in with the amp.h of another folder: an older version, say
set -eu
cd "$(dirname "$0")/.."
rounds=9 ccs='gcc clang' against=''
while [ $# -gt 0 ]; do
    case $1 in
    --rounds) rounds=$2; shift 2 ;;
    --cc) ccs=$2; shift 2 ;;
    --against) against=$2; shift 2 ;;
    *) sed -n '8s/^# *//p' "$0" >&2; exit 2 ;;
    esac
done
dir=build/compile_time
rm -rf "$dir" && mkdir -p "$dir"
cat > "$dir/saxpy.c" <<'C'
#include <stdio.h>
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_KERNEL(saxpy, 1, value(float, a), in(float, 1, x), inout(float, 1, y))
{
    at(y, idx[0]) += a * at(x, idx[0]);
}
AMP_DEVICE_END

int main(void)
{
    float x[4] = { 1, 2, 3, 4 }, y[4] = { 10, 20, 30, 40 };
    amp_array_view vx = amp_view(float, x, 4), vy = amp_view(float, y, 4);
    amp_status s = parallel_for_each(amp_extent(4), saxpy, 2.0f, vx, vy);
    if (s == AMP_OK) s = amp_synchronize(vy);
    if (s != AMP_OK) return fprintf(stderr, "%s\n", amp_last_error()), 1;
    return printf("%g %g %g %g\n", y[0], y[1], y[2], y[3]) < 0;
}
C
cat > "$dir/openmp.c" <<'C'
#include <stdio.h>
static void saxpy(float a, const float *x, float *y, int n)
{
#pragma omp parallel for simd
    for (int i = 0; i < n; i++) y[i] += a * x[i];
}
int main(void)
{
    float x[4] = { 1, 2, 3, 4 }, y[4] = { 10, 20, 30, 40 };
    saxpy(2.0f, x, y, 4);
    return printf("%g %g %g %g\n", y[0], y[1], y[2], y[3]) < 0;
}
C
cat > "$dir/reduce.c" <<'C'
#include "amp_algorithms.h"
int sum_of(int *p, int n, int *sum);
int sum_of(int *p, int n, int *sum)
{
    return (int)amp_reduce(amp_plus_int, amp_view(int, p, n), sum);
}
C

# words ROW: what is compiled.
words() {
    case $1 in
    against) echo "-I$against $dir/saxpy.c" ;;
    drop-in) echo "-I. $dir/saxpy.c" ;;
    AMP_EXTERN) echo "-I. -DAMP_EXTERN $dir/saxpy.c" ;;
    check) echo "-I. -DAMP_EXTERN -DAMP_CHECK $dir/saxpy.c" ;;
    OpenMP) echo "$dir/openmp.c" ;;
    algorithms) echo "-I. $dir/reduce.c" ;;
    esac
}
rows="${against:+against }drop-in AMP_EXTERN check OpenMP algorithms"

cc -O1 bench/spent.c -o "$dir/spent"

echo "# $(uname -m), $(date +%Y-%m-%d), rounds: $rounds"
for cc in $ccs; do
    command -v "$cc" > /dev/null || { echo "# there is no $cc"; continue; }
    echo "# $($cc --version | head -1)"
    for o in -O0 -O2; do
        for row in $rows; do : > "$dir/$row.ms"; done
        i=0
        while [ $i -lt "$rounds" ]; do
            for row in $rows; do
                # shellcheck disable=SC2046
                "$dir/spent" "$dir/$row.ms" "$cc" -std=c99 $o -fopenmp $(words "$row") -c \
                    -o "$dir/$row.o"
            done
            i=$((i + 1))
        done
        printf '%s %s\n%-12s %8s %8s %10s %14s\n' "$cc" "$o" file ms ratio 'code bytes' \
            'preprocessed'
        first=
        for row in $rows; do
            ms=$(sort -n "$dir/$row.ms" | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }')
            # The ratio of each turn, and their median.
            first=${first:-$row}
            ratio=$(paste "$dir/$row.ms" "$dir/$first.ms" |
                awk '{ print ($2 > 0 ? $1 / $2 : 0) }' | sort -n |
                awk '{ v[NR] = $1 } END { printf "%.2f", v[int((NR + 1) / 2)] }')
            code=$(size "$dir/$row.o" | awk 'END { print $1 }')
            # shellcheck disable=SC2046
            text=$($cc -std=c99 $o -fopenmp $(words "$row") -E -P | wc -c)
            printf '%-12s %8s %8s %10s %14s\n' "$row" "$ms" "$ratio" "$code" "$text"
        done
    done
done
