#!/bin/sh
# SPDX-License-Identifier: MIT
# run: ci=gcc
# What a file that includes amp_algorithms.h and calls one algorithm is compiled
# from: at most 1 970 000 bytes of preprocessed text (the line markers, which are as long as the
# paths of the files, not counted), and no kernel but those it uses, which -O0 would keep. Times
# are measured by bench/, not asserted here.
. "${0%/*}/lib.sh"
limit_of_text=1985000
one=$programs/compile_algorithms_one.c two=$programs/compile_algorithms_two.c
for options in "$FLAGS -O2" "-std=c99 -I. -O2" "$FLAGS -O0" "$FLAGS -O2 -DAMP_EXTERN"; do
    # shellcheck disable=SC2086
    size=$($CC $options -E $one 2> "$BUILD/err" | grep -v '^# [0-9]' | wc -c)
    [ "$size" -gt 0 ] && [ "$size" -le $limit_of_text ]
    tell $? "one reduce is $size bytes of text, $limit_of_text are allowed: ${options##*-I.}"
done
# shellcheck disable=SC2086
program one $FLAGS -O0 $one && run one
tell $? 'it runs'
# The form for a CPU alone: again, in two builds and as one thread.
nm "$BUILD/one" | grep 'amp__[a-z_]*__\(base\|avx2\|thread\)$' > "$BUILD/kernels"
grep -v 'amp__again_amp_plus_int__' "$BUILD/kernels" > "$BUILD/out"
[ -s "$BUILD/kernels" ] && [ ! -s "$BUILD/out" ]
tell $? "it has no kernel but the one it calls ($(wc -l < "$BUILD/out") others)"
# Two files that share the library's code: the second has none of its own.
# shellcheck disable=SC2086
object code $FLAGS -O0 -DAMP_EXTERN -DAMP_IMPLEMENTATION -DMAIN $two &&
    program two $FLAGS -O0 -DAMP_EXTERN $two "$BUILD/code.o" && run two
tell $? 'a file with AMP_EXTERN calls the algorithms of another'
finish
