#!/bin/sh
# SPDX-License-Identifier: MIT
# The host API against a model (tests/fuzz): the corpus, and a fixed number of inputs that
# are drawn from fixed numbers; the more with FUZZ_COUNT. With OpenCL, where it is there, in
# both of its ways with memory. With clang a quarter of the inputs, and none on OpenCL: they are
# the same, and the model judges the library's text, not a compiler. TAP. `make fuzz` looks for
# new inputs.
set -u
cd "$(dirname "$0")/.." || exit 1
: "${BUILD:=build}"
BUILD=$(mkdir -p "$BUILD" && cd "$BUILD" && pwd)
case $CC in *clang*) : "${FUZZ_COUNT:=1000}" ;; esac
: "${FUZZ_COUNT:=4000}"
AMP_CL_CACHE=$BUILD/cl-cache
export AMP_CL_CACHE
n=0
result() { # result STATUS NAME: a test that passed with 0
    n=$((n + 1))
    if [ "$1" -eq 0 ]; then echo "ok $n - $2"; else echo "not ok $n - $2"; fi
}
tell() { # tell COMMAND: runs it; its last lines where it fails
    timeout -k 5 "$((240 * ${TEST_TIMEOUT_SCALE:-1}))" "$@" > "$BUILD/log" 2>&1
    code=$?
    tail -5 "$BUILD/log" | sed 's/^/# /'
    return $code
}
try() { # try PROGRAM NAME COUNT
    tell "$1" tests/fuzz/corpus/*
    result $? "the corpus, $2"
    tell "$1" --seeds 1 "$3"
    result $? "$3 inputs, $2"
}

flags=$(echo "$FLAGS $CFLAGS" | sed 's/-O[0-9]/-O1/')
# shellcheck disable=SC2086
if $CC $flags tests/fuzz/host_calls.c -o "$BUILD/host_calls" -lm 2> "$BUILD/log"; then
    try "$BUILD/host_calls" "emu and emu:separate" "$FUZZ_COUNT"
else
    sed 's/^/# /' "$BUILD/log"
    result 1 "tests/fuzz/host_calls.c builds"
fi
# shellcheck disable=SC2086
if [ "${CC#*clang}" != "$CC" ]; then
    n=$((n + 1))
    echo "ok $n - OpenCL # SKIP tried once, with gcc"
elif ! echo 'int main(void) { return 0; }' | $CC -x c - -lOpenCL -o "$BUILD/none" 2> /dev/null; then
    n=$((n + 1))
    echo "ok $n - OpenCL # SKIP -lOpenCL does not link"
elif $CC $flags -DAMP_OPENCL -DFUZZ_NO_ALGORITHMS tests/fuzz/host_calls.c \
     -o "$BUILD/host_calls_cl" -lm -lOpenCL 2> "$BUILD/log"; then
    AMP_CL_MEMORY=copy try "$BUILD/host_calls_cl" "OpenCL, copies" "$((FUZZ_COUNT / 2))"
    AMP_CL_MEMORY=shared try "$BUILD/host_calls_cl" "OpenCL, shared memory" "$((FUZZ_COUNT / 2))"
else
    sed 's/^/# /' "$BUILD/log"
    result 1 "tests/fuzz/host_calls.c builds with OpenCL"
fi
echo "1..$n"
