#!/bin/sh
# SPDX-License-Identifier: MIT
# run: ci=gcc turn=0/3
# The host API against a model (tests/fuzz): the corpus, and a fixed number of inputs that are drawn
# from fixed numbers; the more with FUZZ_COUNT. With OpenCL, where it is there, in both of its ways
# with memory. The model judges the library's text, not a compiler, so one compiler does, and none
# optimises. `make fuzz` looks for new inputs.
. "${0%/*}/lib.sh"
: "${FUZZ_COUNT:=$([ -n "${ALL:-}" ] && echo 4000 || echo 2000)}"
limit=240
export AMP_CL_CACHE=off # PoCL has one of its own

# It looks into what is internal, so the library's code is in it.
# shellcheck disable=SC2086
program host $FLAGS -O0 tests/fuzz/host_calls.c
tell $? 'tests/fuzz/host_calls.c builds'
rows <<T
the corpus, emu and emu:separate
    host $(echo tests/fuzz/corpus/*)
$FUZZ_COUNT inputs, emu and emu:separate
    host --seeds 1 $FUZZ_COUNT
T
if ! links -lOpenCL; then
    skip OpenCL '-lOpenCL does not link'
else
    # shellcheck disable=SC2086
    program cl $FLAGS -O0 -DAMP_OPENCL -DFUZZ_NO_ALGORITHMS tests/fuzz/host_calls.c -lOpenCL
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
