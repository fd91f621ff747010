#!/bin/sh
# SPDX-License-Identifier: MIT
# run: turn=compiler,2/4
# The host API in C++: compiles without a warning, in two translation units,
# and works; each door, of the tree and of the files of `make single`, with each switch that it is
# for, and as the file that has the library's code. Kernels in C++ are not promised.
. "${0%/*}/lib.sh"
if ! has_command "$CXX"; then
    skip 'the host API in C++' "there is no $CXX"
    finish
fi
warn='-Wall -Wextra -Wshadow -Werror -fopenmp -pthread'
tools/single "$BUILD/single" || exit 1
# each_door FOLDER SWITCH...: its doors, one by one, each with the switch that it is for. A door
# that another one begins with is compiled there: amp.h, which amp_emu.h and amp_cl.h are, too, and
# amp_algorithms.h.
each_door() {
    folder=$1
    shift
    for door in "$folder"/amp*.h; do
        case $door in
        */amp.h | */amp_algorithms.h | */amp_emu.h | */amp_cl.h) continue ;;
        *_check.h) own=-DAMP_CHECK ;;
        *_lens.h) own=-DAMP_LENS ;;
        *_vectors.h) own=-DAMP_VECTORS ;;
        *) own= ;;
        esac
        echo "#include \"${door##*/}\"" > "$BUILD/door.cc"
        for switch in "$@"; do
            switch="$switch $own"
            # shellcheck disable=SC2086
            capture $CXX -std=c++11 $warn $switch "-I$folder" -fsyntax-only "$BUILD/door.cc" ||
                { echo "# $door $switch"; return 1; }
        done
    done
}
implementation='-DAMP_EXTERN -DAMP_IMPLEMENTATION'
each_door . -DNOTHING -DAMP_EXTERN "$implementation"
tell $? 'each door of the tree in C++'
each_door "$BUILD/single" -DNOTHING "$implementation"
tell $? 'each door of make single in C++'
# shellcheck disable=SC2086
{
    program ranges -std=c++11 $warn -I. $programs/cxx_ranges.cc && run ranges
    tell $? 'ranges and their memory'
    try 'ranges and their memory, of make single' $CXX -std=c++11 $warn "-I$BUILD/single" \
        -fsyntax-only $programs/cxx_ranges.cc
    object kernel $FLAGS $programs/cxx_kernel.c
    for std in c++11 c++17; do
        program host -std=$std $warn -I. $programs/cxx_host.cc $programs/cxx_other.cc \
            "$BUILD/kernel.o" && run host
        tell $? "the host API in $std"
        object code -std=$std $warn -I. $implementation $programs/cxx_other.cc &&
            program host -std=$std $warn -I. -DAMP_EXTERN $programs/cxx_host.cc "$BUILD/code.o" \
                "$BUILD/kernel.o" && run host
        tell $? "two files with AMP_EXTERN in $std, one of them with AMP_IMPLEMENTATION"
    done
}
finish
