#!/bin/sh
# SPDX-License-Identifier: MIT
# run: ci=gcc turn=4/6
# The programs of bench/real against their serial references, at sizes of a test: as vectors, on
# fibers in another order, and by hand in OpenMP; each in a size that is odd and in that of one
# element. Under ALL=1 in more sizes and orders, and on PoCL, by amp and by hand in OpenCL. What is
# asked is whether they are right: so amp's part is not optimised, and the rest, kernels as vectors
# among it, at -O1, where their loops are vectors all the same. ALL=1 takes what bench/run takes.
. "${0%/*}/lib.sh"
. tests/vectors/lib.sh
limit=100
# Name and small sizes of each line of the table.
cat > "$BUILD/table.c" << 'C'
#include "bench/real/programs.h"
#define ROW(name, title, n, s, quick_n, quick_s, small_n, small_s) name small_n small_s ,
REAL_PROGRAMS(ROW)
C
$CC -E -P -I. "$BUILD/table.c" | tr ',\n' '\n ' |
    sed -n 's/^ *\([a-z0-9_]* [0-9]* [0-9]*\) *$/\1/p' > "$BUILD/table"
fast='-O1 -fno-math-errno -Wno-psabi' level=-O0 options="'-DAMP_VECTORS_OPTIONS=\"-O1\"'"
[ -z "${ALL:-}" ] || fast='-O3 -fno-math-errno -Wno-psabi' level=-O1 options=
opencl=no contenders="$BUILD/vectors-$CC $BUILD/openmp-$CC"
if [ -n "${ALL:-}" ] && [ -e /etc/OpenCL/vendors/pocl.icd ] && links -lOpenCL; then
    opencl=yes contenders="$contenders $BUILD/opencl"
fi
# shellcheck disable=SC2086
try 'the contenders build' make -s -f bench/real/real.mk OUT="$BUILD" CCS="$CC" FIRST="$CC" \
    FAST="$fast" LEVEL=$level OPENCL=$opencl \
    FLAGS="$FLAGS -Ibench -D_POSIX_C_SOURCE=200809L $options" $contenders
[ "$(wc -l < "$BUILD/table")" -eq "$(ls bench/real/*/problem.h | wc -l)" ]
tell $? 'each folder has its line in programs.h'

# commands CONTENDER NAME: what a driver would ask of it, each variant once a size. Sizes of 256 are
# not for what grows with their cube: those are the programs whose small size is below 60.
commands() {
    local sizes="$small $steps
1 1" n s variant
    [ -z "${ALL:-}" ] || sizes="$sizes
2 1
17 2
256 1
257 3"
    echo "$sizes" | while read -r n s; do
        [ $small -ge 60 ] || [ "$n" -le $((4 * small)) ] || continue
        echo "open $2 $n $s"
        printf 'open %s 1 1\nlist\n' "$2" | "$1" 2> /dev/null | sed -n 's/^ok \(..*\)/\1/p' |
            tr '|' '\n' | sed 's/^/time 0 /'
        echo close
    done
}
# answers NAME CONTENDER [SETTING...]: each of its answers is "ok", and there are some.
answers() {
    local name="$1" contender="$2"
    shift 2
    commands "$contender" "$name" > "$BUILD/commands"
    env "$@" timeout $((limit * TEST_TIMEOUT_SCALE)) "$contender" < "$BUILD/commands" \
        > "$BUILD/out" 2> "$BUILD/err" &&
        [ "$(grep -c '^ok' "$BUILD/out")" -eq "$(wc -l < "$BUILD/commands")" ] &&
        grep -q '^time' "$BUILD/commands"
}
# as_vectors: what ran did so as vectors, each of its kernels (by AMP_LOG, in err).
as_vectors() {
    grep -q ' runs as vectors' "$BUILD/err" && ! grep -q ' stays on \| runs on fibers' "$BUILD/err"
}
while read -r name small steps; do
    answers "$name" "$BUILD/vectors-$CC" AMP_ENGINE=vectors && as_vectors
    tell $? "$name as vectors"
    answers "$name" "$BUILD/vectors-$CC" AMP_ENGINE=fibers AMP_VECTORS=0 AMP_ORDER=random:7
    tell $? "$name on fibers"
    answers "$name" "$BUILD/openmp-$CC"
    tell $? "$name in OpenMP"
    [ -n "${ALL:-}" ] || continue
    answers "$name" "$BUILD/vectors-$CC" AMP_ENGINE=fibers AMP_VECTORS=0 AMP_ORDER=reverse
    tell $? "$name on fibers, last thread first"
    if [ $opencl = yes ]; then
        answers "$name" "$BUILD/opencl" AMP_ACCELERATOR=opencl POCL_WORK_GROUP_METHOD=loopvec
        tell $? "$name on PoCL"
    else
        skip "$name on PoCL" 'it is not installed (Debian: pocl-opencl-icd, ocl-icd-opencl-dev)'
    fi
done < "$BUILD/table"
finish
