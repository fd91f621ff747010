#!/bin/sh
# SPDX-License-Identifier: MIT
# run: cc=gcc turn=3/6
# musl's libc, by musl-gcc (Debian: musl-tools), which has no OpenMP: README.md's first program,
# tests of stacks and engines, and kernels as vectors, also where a thread with a small stack
# launches, as musl's threads are. Linked dynamically, and statically: there nothing can load what a
# compiler makes, so tiled kernels stay on fibers, and the log says why.
. "${0%/*}/lib.sh"
CC=musl-gcc limit=120
has_command $CC || { skip musl "there is no $CC (Debian: musl-tools)" && finish; }
. tests/vectors/lib.sh
flags=$(echo " $FLAGS " | sed 's/ -fopenmp / /')
awk '/^```c$/ { inside = 1; next } /^```/ && inside { exit } inside' README.md > "$BUILD/first.c"
prints=$(sed -n 's,.*/\* prints: \(.*\) \*/.*,\1,p' "$BUILD/first.c")

# shellcheck disable=SC2086
core code $flags -O0 -DAMP_VECTORS && core plain $flags -O1
tell $? "the library's code builds"
# linked NAME WORD...: it builds, dynamically as $BUILD/NAME, and statically as $BUILD/NAME-static.
linked() {
    local name="$1"
    shift
    # shellcheck disable=SC2086
    program "$name" $flags "$@" &&
        capture $CC "$BUILD/$name".*.o $objects -static -pthread -o "$BUILD/$name-static" -lm
    tell $? "$name builds"
}
objects=
linked first -O2 -Wno-error "$BUILD/first.c"
objects=$BUILD/plain.o
for test in stack engines divergence; do
    linked $test -O1 -DAMP_EXTERN tests/test_$test.c "$BUILD/plain.o"
done
objects=$BUILD/code.o
linked one -O1 -DAMP_VECTORS -DAMP_EXTERN -DREGION_DEFINES "$given" $one "$BUILD/code.o"
linked deep -O1 -DAMP_VECTORS -DAMP_EXTERN $programs/vectors_deep.c "$BUILD/code.o"
# All but one of engines: a thread's own stack has 128 KB here, and no room for tile memory.
names=$("$BUILD/engines" --list | grep -v memory_on_its_stack | tr '\n' ' ')
for how in dynamic static; do
    ending=$(echo "-$how" | sed 's/-dynamic//')
    expect "the first program, $how" 0 "AMP_LOG=0 first$ending" "~^$prints\$"
    expect "test_stack, $how" 0 "AMP_LOG=0 stack$ending" '~^ok '
    expect "test_divergence, $how" 0 "AMP_LOG=0 divergence$ending" '~^ok '
    expect "test_engines, $how" 0 "AMP_LOG=0 engines$ending $names" '~^ok '
done
rows <<T
a kernel as vectors
    fresh one
    kernel turned runs as vectors, compiled after
    the cache holds 1
from the cache
    one
    kernel turned runs as vectors, from the cache after
a thread that launches with a small stack
    fresh deep
    runs as vectors
linked statically it stays on fibers
    fresh one-static
    kernel turned stays on fibers: a program that is linked statically cannot load
    there is no cache
and so it does with a small stack
    fresh deep-static
    stays on fibers: a program that is linked statically cannot load
    !runs as vectors
T
finish
