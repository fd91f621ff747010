#!/bin/sh
# SPDX-License-Identifier: MIT
# run: cc=gcc turn=1/4
# The time model against ladders that others have published (tests/lens/ladders.txt): each step in
# its order, and its ratio to the one before within a factor of two of the published one, but where
# docs/lens-ladders.md says why not. That page's numbers are those of this program.
. "${0%/*}/lib.sh"
. tests/check_kernels/flags.sh
if ! has_command python3 || ! has_command objdump; then
    skip 'ladders' 'there is no python3, or no objdump'
    finish
fi
lens_library
# shellcheck disable=SC2086,SC2154
program ladders -w $lens $way tests/lens/ladders.c "$BUILD/lens.o" && run ladders &&
    cp "$BUILD/out" "$BUILD/ladders.txt"
tell $? 'all steps run'
taken() { # WORD: what tests/lens/ladders.py says, as tests of this script
    capture python3 tests/lens/ladders.py "$1" "$BUILD/ladders.txt"
    grep '^# \|^ok \|^not ok ' "$BUILD/out"
    counted
    tell "$rc" "$1: it came to its end"
}
taken check
taken held
# The test is able to say no: the same steps in another order.
sed 's/sum_1 /sum_x /; s/sum_2 /sum_1 /; s/sum_x /sum_2 /' "$BUILD/ladders.txt" \
    > "$BUILD/turned.txt"
capture python3 tests/lens/ladders.py check "$BUILD/turned.txt"
[ "$rc" -ne 0 ] && grep -q '^not ok 1 - sum: step 2 is in another order$' "$BUILD/out"
tell $? 'steps in another order are seen'
finish
