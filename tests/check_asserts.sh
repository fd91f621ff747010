#!/bin/sh
# SPDX-License-Identifier: MIT
# The internal asserts: what a comment demands of a caller ends the program, with the
# line, in a build with AMP_ASSERTS, and costs nothing in any other.
. "${0%/*}/lib.sh"
FLAGS=$(echo " $FLAGS " | sed 's/ -DAMP_ASSERTS / /')
# shellcheck disable=SC2086
program broken $FLAGS -Wno-unused-function -O1 -DAMP_ASSERTS $programs/asserts_broken.c
tell $? 'it builds with AMP_ASSERTS'
# What is broken, and a word of the condition that says so.
while read -r what word <&3; do
    run broken "$what"
    [ $rc -gt 128 ] && says "~^amp: internal error: .*\.h:[0-9]*: not true: .*$word"
    tell $? "broken: $what"
done 3<<'T'
coherence lock.coherence
registry lock.registry
queue q->lock
issued issued
spans low <= low
twice holds(lock)
T
expect 'nothing is broken' 0 broken
echo '#include "amp.h"
int main(void) { static float f[4]; return (int)amp_synchronize(amp_view(float, f, 4)); }' \
    > "$BUILD/plain.c"
# shellcheck disable=SC2086
object plain $FLAGS -O0 "$BUILD/plain.c" && ! nm "$BUILD/plain.o" | grep -q 'assert\|locks_held'
tell $? 'no assert in a build without AMP_ASSERTS'
finish
