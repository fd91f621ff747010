#!/bin/sh
# SPDX-License-Identifier: MIT
# run: turn=compiler,4/6
# A launch that several workers share under the checker: the same results, statuses and reports,
# byte for byte, as with one worker, whatever the kernel does.
. "${0%/*}/lib.sh"
. tests/check_kernels/flags.sh
# The program asks the checker's own state: the library's code is in it.
# shellcheck disable=SC2046
program shared -std=c99 -O1 -g1 -pthread -I. -DAMP_CHECK -DAMP_ASSERTS $(sees "$CC") "$by_level" \
    $programs/workers_shared.c
tell $? "the kernels build"
for order in forward random:3; do
    for workers in 1 2 5; do
        AMP_ORDER=$order AMP_WORKERS=$workers \
            AMP_CHECK_OPTIONS=color=0:report=$BUILD/$workers.json timeout 120 "$BUILD/shared" \
            > "$BUILD/$workers.out" 2> "$BUILD/$workers.err"
        tell $? "$order, AMP_WORKERS=$workers: it ends"
        sed -n 's/^workers beside the first: //p' "$BUILD/$workers.err" > "$BUILD/$workers.used"
        sed '/^workers beside the first/d' "$BUILD/$workers.err" > "$BUILD/$workers.said"
    done
    for workers in 2 5; do
        [ "$(cat "$BUILD/1.used") $(cat "$BUILD/$workers.used")" = '0 1' ]
        tell $? "$order, AMP_WORKERS=$workers: they share launches, and one shares none"
        cmp "$BUILD/1.out" "$BUILD/$workers.out"
        tell $? "$order, AMP_WORKERS=$workers: results, statuses and what is printed"
        cmp "$BUILD/1.said" "$BUILD/$workers.said"
        tell $? "$order, AMP_WORKERS=$workers: what the checker says"
        cmp "$BUILD/1.json" "$BUILD/$workers.json"
        tell $? "$order, AMP_WORKERS=$workers: its report"
    done
done
for rule in cross-tile-race out-of-bounds uninitialised-read; do
    grep -q "$rule" "$BUILD/1.json"
    tell $? "$rule is among the findings"
done
finish
