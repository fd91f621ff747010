#!/bin/sh
# SPDX-License-Identifier: MIT
# run: ci=gcc turn=5/6
# The kernels of bench/samples against the loops beside them, at sizes of a test: as vectors, and on
# fibers in another order. Under ALL=1 built as bench/run does, and in one more order.
. "${0%/*}/lib.sh"
. tests/vectors/lib.sh
limit=100
# Name and small size of each line of the table.
cat > "$BUILD/table.c" << 'C'
#include "bench/samples/list.h"
#define ROW(name, title, n, quick_n, small_n) name small_n ,
SAMPLES(ROW)
C
$CC -E -P -I. "$BUILD/table.c" | tr ',\n' '\n ' |
    sed -n 's/^ *\([a-z0-9_]* .*[0-9]\) *$/\1/p' > "$BUILD/table"
fast='-O1 -fno-math-errno -Wno-pass-failed' options="-DAMP_VECTORS_OPTIONS=\\\"-O1\\\""
[ -z "${ALL:-}" ] || fast='-O3 -fno-math-errno -Wno-pass-failed' options=
try 'the samples build' make -s -f bench/samples/samples.mk OUT="$BUILD" CCS="$CC" FAST="$fast" \
    FLAGS="$FLAGS -Ibench -D_POSIX_C_SOURCE=200809L $options"
[ "$(wc -l < "$BUILD/table")" -eq "$(($(ls bench/samples/*.c | wc -l) - 1))" ]
tell $? 'each file has its line in list.h'

# answers NAME N [SETTING...]: the sample opens and runs once, by "ok".
answers() {
    local name="$1" n=$(($2))
    shift 2
    printf 'open %s %s 1\ntime 0 %s\nclose\n' "$name" "$n" "${form:-kernel}" > "$BUILD/commands"
    env "$@" timeout $((limit * TEST_TIMEOUT_SCALE)) "$BUILD/samples-$CC" < "$BUILD/commands" \
        > "$BUILD/out" 2> "$BUILD/err" && [ "$(grep -c '^ok' "$BUILD/out")" -eq 3 ]
}
# as_vectors: what ran did so as vectors, each of its kernels (by AMP_LOG, in err).
as_vectors() {
    grep -q ' runs as vectors' "$BUILD/err" && ! grep -q ' stays on \| runs on fibers' "$BUILD/err"
}
while read -r name small; do
    answers "$name" "$small" AMP_ENGINE=vectors && as_vectors
    tell $? "$name as vectors"
    answers "$name" "$small" AMP_ENGINE=fibers AMP_VECTORS=0 AMP_ORDER=random:7
    tell $? "$name on fibers"
    [ -n "${ALL:-}" ] || continue
    form=loop answers "$name" "$small" SAMPLES=by_hand
    tell $? "$name by hand, once more"
    answers "$name" "$small" AMP_ENGINE=fibers AMP_VECTORS=0 AMP_ORDER=reverse
    tell $? "$name on fibers, last thread first"
done < "$BUILD/table"
finish
