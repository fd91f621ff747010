#!/bin/sh
# SPDX-License-Identifier: MIT
# A second implementation of OpenCL, beside the system's first: Mesa's Rusticl on llvmpipe
# (Debian: mesa-opencl-icd), a CPU device without double. Some tests run on it; all of
# them do by
#   OPENCL=1 RUSTICL_ENABLE=llvmpipe OCL_ICD_VENDORS=<rusticl.icd> tests/suite.py
set -u
: "${CC:=cc}" "${BUILD:=build}"
BUILD=$(mkdir -p "$BUILD" && cd "$BUILD" && pwd)
: "${FLAGS:=-std=c99 -pedantic -Wall -Wextra -Werror -fopenmp -pthread -I. -Itests}"
n=0
ok() { n=$((n + 1)); echo "ok $n - $1"; }
bad() {
    n=$((n + 1))
    sed 's/^/# /' "$BUILD/out" | grep -v '^# ok' | head -30
    echo "not ok $n - $1"
}
skip() { n=$((n + 1)); echo "ok $n - $1 # SKIP $2"; }

icd=$(ls /etc/OpenCL/vendors/rusticl.icd 2> /dev/null)
case $CC in *clang*) skip "Rusticl" "once is enough: with gcc"; echo "1..$n"; exit 0 ;; esac
if [ -z "$icd" ]; then
    skip "Rusticl" "Mesa's Rusticl is not installed (Debian: mesa-opencl-icd)"
    echo "1..$n"
    exit 0
fi
export RUSTICL_ENABLE=llvmpipe OCL_ICD_VENDORS="$icd" AMP_ACCELERATOR=opencl
export AMP_CL_CACHE="$BUILD/cache" TEST_TIMEOUT_SCALE=20
cat > "$BUILD/there.c" << 'END'
#include "amp.h"
int main(void) { return amp_accelerator_find("llvmpipe").index < 0; }
END
# shellcheck disable=SC2086
if ! $CC $FLAGS -w -DAMP_OPENCL "$BUILD/there.c" -o "$BUILD/there" -lOpenCL -lm 2> /dev/null ||
    ! AMP_ACCELERATOR=emu "$BUILD/there"; then
    skip "Rusticl" "it has no llvmpipe, or -lOpenCL does not link"
    echo "1..$n"
    exit 0
fi

for t in cl_doubles cl_turns kernels tile_static cl_memory structs; do
    # shellcheck disable=SC2086
    if $CC $FLAGS -O1 -DAMP_OPENCL tests/test_$t.c -o "$BUILD/x" -lOpenCL -lm \
        > "$BUILD/out" 2>&1 && "$BUILD/x" > "$BUILD/out" 2>&1; then
        ok "test_$t: $(grep -c '^ok ' "$BUILD/out") passed, $(grep -c 'SKIP' "$BUILD/out") skipped"
    else bad "test_$t"; fi
done
# shellcheck disable=SC2086
if $CC $FLAGS -O1 -DAMP_OPENCL -DAMP_CHECK tests/test_cl_faults.c -o "$BUILD/x" -lOpenCL -lm \
    > "$BUILD/out" 2>&1 && "$BUILD/x" > "$BUILD/out" 2>&1; then
    ok "test_cl_faults, built with AMP_CHECK"
else bad "test_cl_faults, built with AMP_CHECK"; fi
# shellcheck disable=SC2086
if $CC $FLAGS -O2 -DAMP_OPENCL examples/matmul_steps.c -o "$BUILD/x" -lOpenCL -lm \
    > "$BUILD/out" 2>&1 && "$BUILD/x" > "$BUILD/out" 2>&1; then
    ok "examples/matmul_steps: a loop in a simple kernel"
else bad "examples/matmul_steps"; fi
echo "1..$n"
