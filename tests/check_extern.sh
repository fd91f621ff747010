#!/bin/sh
# SPDX-License-Identifier: MIT
# run: ci=gcc turn=0/4
# The library compiled once: files with AMP_EXTERN, one with AMP_IMPLEMENTATION.
. "${0%/*}/lib.sh"
flags="-std=c99 -pedantic -Wall -Wextra -Wshadow -Wconversion -Wstrict-prototypes -Werror"
flags="$flags -fopenmp -pthread -I."
parts='main simple tiled phased host graphics algorithms'
sources=$(for p in $parts; do echo "$programs/extern_$p.c"; done)
# made NAME WORD...: a program
made() {
    program=$1
    shift
    # shellcheck disable=SC2086
    program "$program" $flags "$@"
}
# runs NAME: the program does what it should, on each engine and device.
runs() {
    for engine in loops fibers threads; do
        for device in emu emu:separate; do
            expect "$1, $engine, $device" 0 "AMP_ENGINE=$engine AMP_ACCELERATOR=$device program"
        done
    done
}

# ---- a program of several files ------------------------------------------------------

# shellcheck disable=SC2086
library code $flags -O0 && made program -O0 -DAMP_EXTERN $sources "$BUILD/code.o"
tell $? 'files with AMP_EXTERN, -O0'
runs 'files with AMP_EXTERN, -O0'
try 'make install' make -s install DESTDIR="$BUILD/tree" PREFIX=/usr CC="$CC"
lib="$BUILD/tree/usr/lib/libamp.a"
# shellcheck disable=SC2086
made program -O2 -DAMP_EXTERN $sources "$lib"
tell $? 'files with AMP_EXTERN and libamp.a, -O2'
runs 'libamp.a'
objects=$(for p in $parts; do echo "$BUILD/program.extern_$p.c.o"; done)
# shellcheck disable=SC2086
made program -O0 $programs/extern_simple.c $programs/extern_host.c $(echo "$objects" |
    grep -v 'simple\|host') "$lib"
tell $? 'two drop-ins among files with AMP_EXTERN'
runs 'drop-ins and AMP_EXTERN'
echo '#include "amp.h"
amp_array_view made(int *p);
amp_array_view made(int *p) { return amp_view(int, p, 4); }' > "$BUILD/pair_b.c"
# shellcheck disable=SC2086
object pair $flags -DAMP_EXTERN "$BUILD/pair_b.c" &&
    made pair $programs/extern_pair_a.c "$BUILD/pair.o" "$lib"
expect 'a drop-in and a file with AMP_EXTERN share the views' 0 pair
pc=$BUILD/tree/usr/share/pkgconfig/amp-static.pc
grep -q '^Cflags: .*-DAMP_EXTERN' "$pc" && grep -q '^Libs: .*-lamp ' "$pc"
tell $? 'amp-static.pc'

# ---- what is exported ----------------------------------------------------------------

printf '#define AMP_IMPLEMENTATION\n#include "amp.h"\n#include "amp_graphics.h"\n' > "$BUILD/core.c"
# shellcheck disable=SC2086
object core $flags -DAMP_EXTERN "$BUILD/core.c"
nm "$BUILD/core.o" | awk '$2 == "T" { print $3 }' | sort > "$BUILD/defined"
# A declaration is a line that begins with AMP__API, or the one behind it. What a build with the
# checker alone has is not asked for.
awk '/^AMP__API/ { open = 1 }
     open && match($0, /(^|[ *])amp_[a-z0-9_]+\(/) {
         name = substr($0, RSTART, RLENGTH - 1)
         sub(/^[ *]/, "", name)
         print name
         open = 0
     }' amp/base/*.h amp/core/*.h amp/emu/*.h amp/language/*.h amp/kernel/*.h |
    grep -v '^amp__check_' |
    sort -u > "$BUILD/declared"
comm -13 "$BUILD/defined" "$BUILD/declared" > "$BUILD/out"
[ -s "$BUILD/declared" ] && [ ! -s "$BUILD/out" ]
tell $? "each of the $(wc -l < "$BUILD/declared") functions declared AMP__API is defined"
comm -23 "$BUILD/defined" "$BUILD/declared" > "$BUILD/out"
[ ! -s "$BUILD/out" ]
tell $? 'nothing else is exported'

# ---- what does not link, and what the linker says ------------------------------------

# refused NAME SENTENCE WORD...: does not link; the linker says the sentence.
refused() {
    what=$1 sentence=$2
    shift 2
    ! LC_ALL=C made refused "$@" && says "~$sentence"
    tell $? "$what"
}
ask=amp__define_AMP_IMPLEMENTATION_in_one_file_built_as_v
printf '#include "amp.h"\nint main(void) { return amp_live_views(); }\n' > "$BUILD/use.c"
# shellcheck disable=SC2086
object use $flags -DAMP_EXTERN "$BUILD/use.c"
cp "$BUILD/core.o" "$BUILD/core2.o"
refused 'no implementation' "undefined.*$ask" "$BUILD/use.o"
refused 'two implementations' 'multiple.*amp__only_one_file_may_define_AMP_IMPLEMENTATION' \
    "$BUILD/use.o" "$BUILD/core.o" "$BUILD/core2.o"
# other NAME SUFFIX FLAG...: a file compiled so is refused by a plain implementation.
other() {
    name=$1 suffix=$2
    shift 2
    # shellcheck disable=SC2086
    object other $flags -DAMP_EXTERN "$@" "$BUILD/use.c" || { tell 1 "$name"; return; }
    # A sanitizer's own library is there, so that the one thing missing is ours.
    link=
    case $* in *-DAMP_CHECK*) ;; *-fsanitize=*) link=$* ;; esac
    # shellcheck disable=SC2086
    refused "$name" "undefined.*${ask}[0-9a-z_]*$suffix" "$BUILD/other.o" $link "$BUILD/core.o"
}
other 'AddressSanitizer, and an implementation without' _asan -fsanitize=address
other 'ThreadSanitizer, and an implementation without' _tsan -fsanitize=thread
other 'AMP_EMU_UCONTEXT, and an implementation without' _ucontext -DAMP_EMU_UCONTEXT
other 'AMP_CHECK, and an implementation without' _check -DAMP_CHECK -fsanitize=thread
# Differences that are none.
for more in -DNDEBUG -std=gnu11 -fsanitize=undefined '-O3 -march=native'; do
    # shellcheck disable=SC2086
    object other $flags -DAMP_EXTERN $more $programs/extern_simple.c &&
        made differs $(echo "$objects" | sed "s,.*simple.c.o,$BUILD/other.o,") \
            $(echo "$more" | grep -o -- '-fsanitize=undefined') "$BUILD/code.o" -fopenmp
    expect "a file with $more, and an implementation without" 0 differs
done

# ---- C++ -----------------------------------------------------------------------------

if has_command "$CXX"; then
    program cxx -std=c++11 -Wall -Wextra -Wshadow -Werror -O1 -fopenmp -pthread -I. -DAMP_EXTERN \
        $programs/extern_host.cc "$BUILD/code.o"
    expect 'the host API in C++ with AMP_EXTERN' 0 cxx
else
    skip 'the host API in C++' "there is no $CXX"
fi
finish
