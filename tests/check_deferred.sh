#!/bin/sh
# SPDX-License-Identifier: MIT
# run: cc=gcc turn=0/3
# The tests of the host API on a device with memory of its own whose calls return early: done only
# when waited for (AMP_EMU_DEFERRED). One whose calls are done when they return is a column of
# tests/covering.txt. Once, with gcc: where the data is does not depend on the compiler.
. "${0%/*}/lib.sh"
flags="$FLAGS -O0 -g -DAMP_EMU_DEFERRED"
# shellcheck disable=SC2086
library code $flags
tell $? "the library's code builds"
for t in storage views_api copy arrays async alloc_failure; do
    set -- -DAMP_EXTERN "$BUILD/code.o"
    case $t in storage | alloc_failure) set -- ;; esac # they use what is internal
    # shellcheck disable=SC2086
    program $t $flags "tests/test_$t.c" "$@" && run AMP_ACCELERATOR=emu:separate $t
    tell $? "test_$t.c on a deferred device"
done
finish
