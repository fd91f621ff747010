#!/bin/sh
# SPDX-License-Identifier: MIT
# run: ci=gcc turn=0/4
# The portable switch, which other CPUs use, runs the engines' tests; and so does a build for this
# CPU at the highest level. Those without optimisation, which keep variables elsewhere, are in
# tests/suite.py: gnu11 and no-openmp.
. "${0%/*}/lib.sh"
limit=120
export OMP_WAIT_POLICY=passive
for flags in '-O1 -DAMP_EMU_UCONTEXT' '-O3 -march=native'; do
    # shellcheck disable=SC2086
    core core $FLAGS $flags
    for test in stack divergence engines; do
        # shellcheck disable=SC2086
        program $test $FLAGS $flags -DAMP_EXTERN tests/test_$test.c "$BUILD/core.o"
        expect "test_$test with $flags" 0 "AMP_ENGINE=fibers $test" '~^ok '
        rm -f "$BUILD/$test"
    done
done
finish
