#!/bin/sh
# SPDX-License-Identifier: MIT
# run: turn=compiler,5/6
# The memory of the kernel checker: at most 10 bytes for each byte of a view, 12 where an
# element is a byte, in every kernel of bench/check_cost.c.
. "${0%/*}/lib.sh"
. tests/check_kernels/flags.sh
export AMP_WORKERS=2 # each more may add 4 bytes and 5 in a tiled kernel, where all touch a page
program cost -std=c99 -D_POSIX_C_SOURCE=200809L -O1 -g -pthread -I. -DAMP_CHECK \
    -DAMP_CHECK_REGIONS=0 -fsanitize=thread "$by_level" bench/check_cost.c
# Two launches: the second uses the first one's memory again.
limit=120 expect 'every kernel of bench/check_cost.c' 0 'cost 2 64'
cp "$BUILD/out" "$BUILD/costs"
while IFS='|' read -r kernel _ accesses bytes _ <&3; do
    most=10
    case $kernel in bytes*) most=12 ;; esac
    awk "BEGIN { exit !($accesses > 0 && $bytes > 0 && $bytes <= $most) }"
    tell $? "$kernel: $bytes bytes a byte, $accesses accesses"
done 3< "$BUILD/costs"
[ $n -gt 8 ]
tell $? 'these are all of them'
finish
