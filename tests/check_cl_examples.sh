#!/bin/sh
# SPDX-License-Identifier: MIT
# The kernels of a GPU's engineer (examples/README.md) on OpenCL: on PoCL, and on Mesa's Rusticl
# where it is. Each compares its result with its own serial one. Once, with gcc: from there on it is
# the device's compiler; and with the library's code compiled once, for CI's time. TAP.
set -u
cd "$(dirname "$0")/.." || exit 1
: "${CC:=cc}" "${BUILD:=build}" "${TEST_TIMEOUT_SCALE:=1}"
BUILD=$(mkdir -p "$BUILD" && cd "$BUILD" && pwd)
: "${FLAGS:=-std=c99 -pedantic -Wall -Wextra -Werror -fopenmp -pthread -I. -Itests}"
vendors=/etc/OpenCL/vendors n=0
export EXAMPLE_SMALL=1 AMP_ACCELERATOR=opencl AMP_LOG=1
finish() {
    echo "1..$n"
    exit 0
}
skip() {
    n=$((n + 1))
    echo "ok $n - $1 # SKIP $2"
}

case $CC in *clang*) skip "the examples on OpenCL" "once is enough: with gcc"; finish ;; esac
echo 'int main(void) { return 0; }' > "$BUILD/none.c"
if ! $CC "$BUILD/none.c" -lOpenCL -o "$BUILD/none" 2> /dev/null; then
    skip "the examples on OpenCL" "-lOpenCL does not link (Debian: ocl-icd-opencl-dev)"
    finish
fi
# shellcheck disable=SC2086
$CC $FLAGS -O1 -DAMP_OPENCL -c tools/libamp.c -o "$BUILD/library.o" || exit 1
for e in attention bitonic_sort convolution fft floyd_warshall histogram kmeans life lu mandelbrot \
    softmax spmv; do
    # shellcheck disable=SC2086
    $CC $FLAGS -O1 -DAMP_OPENCL -DAMP_EXTERN "examples/$e.c" "$BUILD/library.o" -o "$BUILD/$e" \
        -lOpenCL -lm > "$BUILD/log" 2>&1 || { cat "$BUILD/log"; exit 1; }
done
for device in pocl rusticl; do
    if [ ! -e $vendors/$device.icd ]; then
        skip "the examples on $device" "it is not installed"
        continue
    fi
    export OCL_ICD_VENDORS=$vendors/$device.icd RUSTICL_ENABLE=llvmpipe
    for e in attention bitonic_sort convolution fft floyd_warshall histogram kmeans life lu \
        mandelbrot softmax spmv; do
        n=$((n + 1))
        AMP_CL_CACHE=$BUILD/cache-$device timeout $((100 * TEST_TIMEOUT_SCALE)) \
            "$BUILD/$e" > "$BUILD/log" 2>&1
        rc=$?
        if [ $rc -eq 0 ] && grep -q '^amp: OpenCL device .* is in use' "$BUILD/log"; then
            echo "ok $n - $e on $device"
        else
            sed 's/^/# /' "$BUILD/log" | tail -20
            echo "not ok $n - $e on $device: exit status $rc"
        fi
    done
done
finish
