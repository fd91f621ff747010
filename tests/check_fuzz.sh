#!/bin/sh
# SPDX-License-Identifier: MIT
# The host API against a model (tests/fuzz): the corpus, and a fixed number of inputs that are drawn
# from fixed numbers; the more with FUZZ_COUNT. With OpenCL, where it is there, in both of its ways
# with memory. With clang a quarter of the inputs, and none on OpenCL: they are the same, and the
# model judges the library's text, not a compiler. `make fuzz` looks for new inputs.
. "${0%/*}/lib.sh"
case ${ALL:+all}$family in
clang) : "${FUZZ_COUNT:=1000}" ;;
*) : "${FUZZ_COUNT:=4000}" ;;
esac
limit=240
export AMP_CL_CACHE="$BUILD/cl-cache"

# It looks into what is internal, so the library's code is in it.
# shellcheck disable=SC2086
program host $FLAGS -O1 tests/fuzz/host_calls.c
tell $? 'tests/fuzz/host_calls.c builds'
rows <<T
the corpus, emu and emu:separate
    host $(echo tests/fuzz/corpus/*)
$FUZZ_COUNT inputs, emu and emu:separate
    host --seeds 1 $FUZZ_COUNT
T
if [ "$family${ALL:-}" = clang ]; then
    skip OpenCL 'tried once, with gcc'
elif ! links -lOpenCL; then
    skip OpenCL '-lOpenCL does not link'
else
    # shellcheck disable=SC2086
    program cl $FLAGS -O1 -DAMP_OPENCL -DFUZZ_NO_ALGORITHMS tests/fuzz/host_calls.c -lOpenCL
    tell $? 'tests/fuzz/host_calls.c builds with OpenCL'
    for memory in copy shared; do
        rows <<T
the corpus, AMP_CL_MEMORY=$memory
    AMP_CL_MEMORY=$memory cl $(echo tests/fuzz/corpus/*)
$((FUZZ_COUNT / 2)) inputs, AMP_CL_MEMORY=$memory
    AMP_CL_MEMORY=$memory cl --seeds 1 $((FUZZ_COUNT / 2))
T
    done
fi
finish
