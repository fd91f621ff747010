# SPDX-License-Identifier: MIT
# shellcheck shell=sh disable=SC2154
# Programs that tests/check_ampcc.sh compiles under ALL=1. To be sourced there.

rows compiled <<T
the checker
    --check $quiet first.c -o program
    program
    $prints
the lens
    --lens first.c -o program
    AMP_LENS=text program
    first.c:13
each thread an OS thread
    --tsan -O1 first.c -o program
    AMP_LOG=1 program
    AMP_ENGINE=threads
    $prints
the thread sanitizer finds a race
    --tsan race.c -o program
    any program
    ThreadSanitizer: data race
T
if links -lOpenCL; then
    rows compiled <<T
OpenCL
    --opencl first.c -o program
    AMP_ACCELERATOR=emu program
    $prints
T
else
    skip OpenCL '-lOpenCL does not link'
fi

# Several files, in steps, with blanks and quotes in their names.
cp first.c "a b/it's.c"
steps() { # steps WORD...: compiled and linked one after the other
    rm -f program first.o two.o
    "$ampcc" "$@" -c first.c two.c && "$ampcc" "$@" first.o two.o -o program && run program &&
        says "$prints"
}
try 'compiled and then linked' steps
try 'so for the checker' steps --check
try 'and with vectors' steps --vectors
named() {
    "$ampcc" "$@" -MMD -o 'a b/pro gram' "a b/it's.c" two.c && './a b/pro gram' | grep -x "$prints"
}
try 'names with blanks, in one command' named
try 'so for the checker' named --check
try 'and with vectors' named --vectors
"$ampcc" --vectors -MD -MP -c first.c -o one.o && sed 's/ \\$//' one.d > "$BUILD/out"
says 'one.o: first.c' amp.h '!made.vectors.h' '!copy.c'
tell $? 'what make reads names the file itself'
cp one.o before.o && "$ampcc" --vectors -g -c first.c -o one.o && cp one.o before.o &&
    "$ampcc" --vectors -g -c first.c -o one.o
try 'compiled twice, the same bytes' cmp one.o before.o

if has_command clang && (CC=clang && links); then
    CC=$BUILD/bin/clang capture "$ampcc" --check $quiet race.c -o program && ! run program &&
        says 'tile-race in kernel add_up'
    tell $? 'the checker by clang'
    CC="$BUILD/bin/clang -std=gnu11" LEVEL=1 capture "$ampcc" --vectors $quiet first.c -o program &&
        run program && says "$prints"
    tell $? 'vectors by clang'
else
    skip 'programs by clang' 'there is none'
fi
printf '#define AMP_MAX_RANK 4\n#include "first.c"\n' > own.c
try 'a file with limits of its own has the code itself' "$ampcc" --check own.c -o program
cache=$XDG_CACHE_HOME XDG_CACHE_HOME=$BUILD/unsafe
mkdir -p "$XDG_CACHE_HOME/ampcc" && chmod 777 "$XDG_CACHE_HOME/ampcc"
"$ampcc" --vectors first.c -o program && ls "$XDG_CACHE_HOME/ampcc" > "$BUILD/out" &&
    [ ! -s "$BUILD/out" ]
tell $? 'a folder that others may write in is not used'
XDG_CACHE_HOME=$cache
