#!/bin/bash
# SPDX-License-Identifier: MIT
# The kernel checker against `oclgrind --data-races`: the same kernels, in turn.
#   bench/check_oclgrind.sh [--rounds N] [--quick] [--only W1,W3,W6] [--out FILE]
# What each number means: bench/README.md. Exit status 1 where a result was wrong.
# bash for its `time`, which counts the processor time of a whole process.
set -u
cd "$(dirname "$0")/.." || exit 2
export LC_ALL=C
: "${CC:=gcc}"
rounds=3 out='' only=W1,W3,W6 w3=262144 w6=512
while [ $# -gt 0 ]; do
    case $1 in
    --rounds) rounds=$2; shift 2 ;;
    --only) only=$2; shift 2 ;;
    --out) out=$2; shift 2 ;;
    --quick) rounds=1 w3=65536 w6=256; shift ;;
    *) sed -n '4s/^# *//p' "$0" >&2; exit 2 ;;
    esac
done
for tool in "$CC" oclgrind; do
    command -v "$tool" > /dev/null || { echo "check_oclgrind: SKIP, there is no $tool"; exit 0; }
done
dir=build/bench
mkdir -p "$dir" || exit 2
source=bench/check_oclgrind.c exe=$dir/check_oclgrind
flags="-std=c99 -pedantic -Wall -Wextra -Wshadow -Wconversion -Wstrict-prototypes -Werror"
flags="$flags -D_POSIX_C_SOURCE=200809L -g -pthread -I."
# shellcheck disable=SC2086
$CC $flags -O1 -DAMP_CHECK -fsanitize=thread -c $source -o "$exe.o" &&
    $CC "$exe.o" -pthread -lm -o "$exe-check" &&
    $CC $flags -O2 -DAMP_OPENCL $source -o "$exe-cl" -lOpenCL -lm || exit 2
unset AMP_ENGINE AMP_ORDER AMP_STACK AMP_WORKERS AMP_CHECK_REPORT AMP_CHECK_OPTIONS \
    AMP_ACCELERATOR AMP_CL_OPTIONS
memory=copy
grep -q 'AMP_CL_MEMORY=keep' amp_cl.h && memory=keep

# turn WHO WORKLOAD N COMMAND...: a line of numbers.
turn() {
    local who=$1 what=$2 n=$3 times TIMEFORMAT='%R %U %S'
    shift 3
    times=$( { time "$@" "$what" "$n" > "$dir/out" 2> "$dir/err"; } 2>&1 )
    read -r wall user system <<< "$(tail -n 1 <<< "$times")"
    read -r _ kernel _ wrong <<< "$(grep '^seconds' "$dir/out" || echo 'seconds 0 wrong 1')"
    if [ "$wrong" != 0 ] || [ -s "$dir/err" ]; then
        wrong=1 # a report on a kernel without a fault counts as one
        head -n 5 "$dir/err" >&2
    fi
    echo "$what $n $who $wall $kernel $user $system $wrong" >> "$dir/turns"
}
: > "$dir/turns"
for round in $(seq "$rounds"); do
    for what in ${only//,/ }; do
        case $what in W1) n=256 ;; W3) n=$w3 ;; *) n=$w6 ;; esac
        echo "check_oclgrind: round $round of $rounds, $what" >&2
        for workers in 1 all; do
            count=$workers
            [ "$workers" = all ] && count=$(nproc)
            turn "amp-$workers" "$what" "$n" env AMP_WORKERS="$count" "$exe-check"
            turn "oclgrind-$workers" "$what" "$n" env AMP_ACCELERATOR=opencl \
                AMP_CL_MEMORY=$memory AMP_CL_CACHE=off oclgrind --num-threads "$count" \
                --data-races "$exe-cl"
        done
    done
done

table() {
    sed -n 's/^model name[^:]*: /CPU: /p' /proc/cpuinfo 2> /dev/null | sed -n 1p
    echo "cores: $(nproc), $(date -u +%Y-%m-%d), load average: $(cut -d' ' -f1-3 /proc/loadavg)"
    "$CC" --version | sed -n 1p
    oclgrind --version | sed -n '/[0-9]/{p;q}'
    echo "rounds: $rounds; seconds are medians, ratios medians of the rounds' ratios"
    awk '
    function median(list, n,   i, j, t) {
        for (i = 2; i <= n; i++) {
            for (j = i; j > 1 && list[j - 1] > list[j]; j--) {
                t = list[j]; list[j] = list[j - 1]; list[j - 1] = t
            }
        }
        return n % 2 ? list[(n + 1) / 2] : (list[n / 2] + list[n / 2 + 1]) / 2
    }
    function middle(which, who, column,   i, n, list) { # over the rounds
        for (i = 1; i <= turns[which]; i++) { list[++n] = value[which, who, i, column] }
        return median(list, n)
    }
    function ratio(which, column,   i, n, list) {
        for (i = 1; i <= turns[which]; i++) {
            list[++n] = value[which, "oclgrind", i, column] / value[which, "amp", i, column]
        }
        return median(list, n)
    }
    {
        split($3, p, "-")
        which = $1 " " $2 " " p[2]
        if (!(which in turns)) { order[++count] = which }
        i = p[1] == "amp" ? ++turns[which] : turns[which]
        value[which, p[1], i, "process"] = $4
        value[which, p[1], i, "kernel"] = $5
        value[which, p[1], i, "cpu"] = $6 + $7
        wrong[which] += $8
        bad += $8
    }
    END {
        format = "%-3s %7s %-7s | %8s %8s %6s | %8s %8s %6s | %8s %8s %8s  %s\n"
        printf format, "", "", "", "process", "", "", "launch", "", "", "ratio", "", "", ""
        printf format, "", "n", "workers", "oclgrind", "amp", "ratio", "oclgrind", "amp", "ratio", \
               "of cpu s", "target", "", ""
        for (k = 1; k <= count; k++) {
            which = order[k]
            split(which, p, " ")
            r = ratio(which, "process")
            printf format, p[1], p[2], p[3], sprintf("%.2f", middle(which, "oclgrind", "process")),
                   sprintf("%.2f", middle(which, "amp", "process")), sprintf("%.1f", r),
                   sprintf("%.2f", middle(which, "oclgrind", "kernel")),
                   sprintf("%.2f", middle(which, "amp", "kernel")),
                   sprintf("%.1f", ratio(which, "kernel")), sprintf("%.1f", ratio(which, "cpu")),
                   20, (r >= 20 ? "met" : "MISSED"), (wrong[which] ? "WRONG" : "")
        }
        exit bad != 0
    }' "$dir/turns"
}
if [ -n "$out" ]; then
    { table; echo $? > "$dir/status"; } | tee "$out"
    exit "$(cat "$dir/status")"
fi
table
