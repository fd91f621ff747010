#!/bin/sh
# SPDX-License-Identifier: MIT
# run: cc=gcc
# The AArch64 switch under qemu, where a cross compiler and qemu are there
# (Debian: gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user).
. "${0%/*}/lib.sh"
CC=aarch64-linux-gnu-gcc limit=50
if ! has_command $CC || ! has_command qemu-aarch64; then
    skip AArch64 "there is no $CC, or no qemu-aarch64 (make setup_foreign)" && finish
fi
export TEST_TIMEOUT_SCALE=4 QEMU_LD_PREFIX=/usr/aarch64-linux-gnu
warnings=$(echo "$FLAGS" | sed 's/-fopenmp//')
for flags in -O2 '-O0 -fno-omit-frame-pointer' '-O2 -DAMP_EMU_UCONTEXT' \
    '-O2 -mbranch-protection=standard'; do
    # shellcheck disable=SC2086
    core core $warnings -g $flags
    for test in stack divergence engines; do
        # shellcheck disable=SC2086
        program $test $warnings -g $flags -DAMP_EXTERN tests/test_$test.c "$BUILD/core.o"
        expect "AArch64: test_$test with $flags" 0 "qemu-aarch64 $BUILD/$test" '~^ok '
        rm -f "$BUILD/$test"
    done
done
finish
