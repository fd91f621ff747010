#!/bin/sh
# SPDX-License-Identifier: MIT
# run: ci=gcc turn=1/3
# The kernels of a GPU's engineer (examples/README.md) on OpenCL, each on one of two devices: three
# on PoCL, whose compiler takes four times as long, the others on Mesa's Rusticl. On both under
# ALL=1; where there is one of them, all on that. Each compares its result with its own serial one.
. "${0%/*}/lib.sh"
vendors=/etc/OpenCL/vendors limit=100
examples='attention bitonic_sort convolution fft floyd_warshall histogram kmeans life lu mandelbrot'
examples="$examples softmax spmv"
export EXAMPLE_SMALL=1 AMP_ACCELERATOR=opencl AMP_LOG=1 RUSTICL_ENABLE=llvmpipe
opencl_library
tell $? 'the library builds'
for e in $examples; do
    opencl_program "$e" "examples/$e.c" || tell 1 "$e builds"
done
for device in pocl rusticl; do
    if [ ! -e $vendors/$device.icd ]; then
        skip "the examples on $device" 'it is not installed'
        continue
    fi
    for e in $examples; do
        case $e in
        convolution | histogram | spmv) its=pocl ;;
        *) its=rusticl ;;
        esac
        [ -n "${ALL:-}" ] || [ $its = $device ] || [ ! -e $vendors/$its.icd ] || continue
        expect "$e on $device" 0 "OCL_ICD_VENDORS=$vendors/$device.icd $e" \
            '~^amp: OpenCL device .* is in use'
    done
done
finish
