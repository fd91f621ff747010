#!/bin/sh
# SPDX-License-Identifier: MIT
# run: ci=gcc
# The portable switch, which other CPUs use, runs the engines' tests; and so do builds for this
# CPU at the highest level. Those without optimisation, which keep variables elsewhere, are in
# tests/suite.py: gnu11 and no-openmp.
for flags in "-O2 -DAMP_EMU_UCONTEXT" "-O3 -march=native"; do
    for test in stack divergence engines; do
        what="test_$test with $flags"
        # shellcheck disable=SC2086
        if ! $CC $FLAGS -g $flags tests/test_$test.c -o "$BUILD/t" -lm; then
            echo "not ok - $what does not build"
        elif AMP_ENGINE=fibers timeout 120 "$BUILD/t" > "$BUILD/out" 2>&1; then
            echo "ok - $what"
        else
            sed 's/^/# /' "$BUILD/out"
            echo "not ok - $what"
        fi
    done
done
echo "1..6"
