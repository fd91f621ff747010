#!/bin/sh
# SPDX-License-Identifier: MIT
# run: turn=compiler,3/4
# AddressSanitizer knows the fibers' stacks: silent about kernels that jump and
# that end in trouble, gives back what it kept for them, and finds what is
# wrong in a kernel on a fiber.
. "${0%/*}/lib.sh"
source=$programs/asan_a.c limit=200
# shellcheck disable=SC2086
program a $FLAGS -O1 -g -fno-omit-frame-pointer -fsanitize=address $source
tell $? 'the program for AddressSanitizer builds'
after=$(grep -n '/\* after' $source | cut -d: -f1)
past=$(grep -n '/\* past' $source | cut -d: -f1)
export AMP_WORKERS=1 ASAN_OPTIONS=detect_stack_use_after_return=1
rows <<T
AddressSanitizer is silent about fibers, also after faults
    a
    !~.
a use after return in a fiber is found
    any a 2
    stack-use-after-return
    asan_a.c:$after
a write past an array on a fiber's stack is found
    any a 3
    stack-buffer-overflow
    asan_a.c:$past
T
finish
