#!/bin/sh
# SPDX-License-Identifier: MIT
# run: ci=gcc
# memcheck is silent about fibers that are right, after a fault too, and finds
# what is wrong in a kernel on a fiber.
. "${0%/*}/lib.sh"
if ! has_command valgrind; then
    skip 'fibers under valgrind' 'there is no valgrind'
    finish
fi
limit=200
for flags in -DFIBERS -DAMP_EMU_UCONTEXT; do
    # shellcheck disable=SC2086
    program v $FLAGS -O1 -gdwarf-4 $flags -Wno-maybe-uninitialized -Wno-unknown-warning-option \
        $programs/valgrind_v.c
    tell $? "the program for valgrind builds, $flags"
    rows <<T
memcheck is silent about fibers, $flags
    OMP_NUM_THREADS=2 valgrind -q --error-exitcode=9 $BUILD/v
    !~.
memcheck finds a fiber's unset variable, $flags
    9 OMP_NUM_THREADS=1 valgrind -q --error-exitcode=9 $BUILD/v unset
    ~unset__body\|unset__thread
T
done
finish
