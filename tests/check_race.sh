#!/bin/sh
# SPDX-License-Identifier: MIT
# run: turn=compiler,2/6
# ThreadSanitizer on the threads engine: silent about kernels that are right,
# and a race that is there is reported, in the kernel's line.
. "${0%/*}/lib.sh"
. tests/check_kernels/flags.sh
source=$programs/race_r.c limit=200
# shellcheck disable=SC2086
program r $FLAGS -O1 -g -fsanitize=thread $source
tell $? 'the program for ThreadSanitizer builds'
export TSAN_OPTIONS=exitcode=66:halt_on_error=1
for engine in threads fibers loops; do
    expect "no report of kernels that are right, on $engine" 0 "AMP_ENGINE=$engine r"
done
# What a team meets at is the system's own barrier, in strict C99 too.
[ "$(uname)" != Linux ] || nm "$BUILD/r" | grep -q 'pthread_barrier_wait'
tell $? 'the barrier of a team is a pthread_barrier_t'
i=0
for line in $(grep -n '/\* race ' $source | cut -d: -f1); do
    i=$((i + 1))
    expect "race $i of 5 is reported, in its line" 66 "AMP_ENGINE=threads r $i" "data race" \
        "race_r.c:$line"
done
[ $i -eq 5 ]
tell $? 'all five were tried'
# A checked build calls the sanitizer's interface without linking it.
checked_library
# shellcheck disable=SC2086
object checked_r -std=c99 $checked $source &&
    ! nm "$BUILD/checked.o" "$BUILD/checked_r.o" | grep -q '__tsan_.*fiber'
tell $? 'no fibers of ThreadSanitizer in a checked build'
finish
