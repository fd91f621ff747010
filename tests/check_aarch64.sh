#!/bin/sh
# SPDX-License-Identifier: MIT
# run: cc=gcc
# The AArch64 switch under qemu, where a cross compiler and qemu are there
# (Debian: gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user).
if [ "$CC" != gcc ]; then
    echo "ok - AArch64 # SKIP tried once, with gcc"
    exit 0
fi
cross=aarch64-linux-gnu-gcc
if ! command -v $cross > /dev/null || ! command -v qemu-aarch64 > /dev/null; then
    echo "ok - AArch64 # SKIP there is no $cross, or no qemu-aarch64"
    exit 0
fi
flags=$(echo "$FLAGS" | sed 's/-fopenmp//')
export TEST_TIMEOUT_SCALE=4 QEMU_LD_PREFIX=/usr/aarch64-linux-gnu
for extra in "-O2" "-O0 -fno-omit-frame-pointer" "-O2 -DAMP_EMU_UCONTEXT" \
             "-O2 -mbranch-protection=standard"; do
    for test in stack divergence engines; do
        what="AArch64: test_$test with $extra"
        # shellcheck disable=SC2086
        if ! $cross $flags -g $extra tests/test_$test.c -o "$BUILD/a" -lm; then
            echo "not ok - $what does not build"
        elif timeout 200 qemu-aarch64 "$BUILD/a" > "$BUILD/out" 2>&1; then
            echo "ok - $what"
        else
            sed 's/^/# /' "$BUILD/out"
            echo "not ok - $what"
        fi
    done
done
echo "1..12"
