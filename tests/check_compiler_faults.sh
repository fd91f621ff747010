#!/bin/sh
# SPDX-License-Identifier: MIT
# run: turn=0/4
# The faults of compilers and drivers of docs/compiler-faults.md, by their reproductions in
# tests/faults: whether what is installed has each (either is good, but a version that the file
# names as `known` must have it), and that the way around it gives right numbers. The OpenCL
# devices once, with gcc.
. "${0%/*}/lib.sh"
export RUSTICL_ENABLE=llvmpipe
word() { sed -n "1d; s,^ *$1: ,,p; /\*\/$/q" "$2"; } # word NAME FILE: what its head says of it

# verdict NAME VERSION KNOWN: of a run without the way around.
verdict() {
    case "$rc,$3," in
    0,*"$2,"*)
        echo "# $2 is right, and the file says that it is known not to be"
        tell 1 "$1: $2 is known to have it" ;;
    0,*) tell 0 "$1: $2 does not have it" ;;
    *) tell 0 "$1: $2 has it" ;;
    esac
}

version="$family $($CC -dumpfullversion 2> /dev/null | cut -d . -f 1,2)"
[ $family = gcc ] || version="clang $($CC -dumpversion | cut -d . -f 1,2)"
warnings='-std=c99 -pedantic -Wall -Wextra -Wshadow -Wconversion -Wstrict-prototypes -Werror'
for file in tests/faults/*.c; do
    name=$(basename "$file" .c) flags=$(word flags "$file")
    [ "$name" != run_cl ] || continue
    case $flags in
    *avx2*) grep -qsw avx2 /proc/cpuinfo || { skip "$name" 'this CPU has no AVX2' && continue; } ;;
    esac
    for how in '' $(word around "$file"); do
        # shellcheck disable=SC2086
        program $name $warnings $flags ${how:+-DAROUND=$how} "$file" ||
            { tell 1 "$name builds" && break; }
        run "$name"
        if [ -z "$how" ]; then
            verdict "$name" "$version" "$(word known "$file")"
        else
            tell $rc "$name: right the other way, $how"
        fi
    done
done

[ $family = gcc ] || { skip 'faults of OpenCL devices' 'once is enough: with gcc' && finish; }
links -lOpenCL || { skip 'faults of OpenCL devices' '-lOpenCL does not link' && finish; }
# shellcheck disable=SC2086
program run_cl $warnings tests/faults/run_cl.c -lOpenCL
tell $? 'tests/faults/run_cl.c builds'
for file in tests/faults/*.cl; do
    name=$(basename "$file" .cl) under=env
    case $name in
    pocl*) platform=Portable ;;
    oclgrind*)
        platform=Oclgrind under=oclgrind
        has_command oclgrind || { skip "$name" 'there is no oclgrind' && continue; } ;;
    *) platform=rusticl ;;
    esac
    version=$($under "$BUILD/run_cl" $platform) # 2: it is not there
    [ $? -ne 2 ] || { skip "$name" "there is no such platform: $platform" && continue; }
    sizes=$(word sizes "$file") other=$(word around "$file")
    # shellcheck disable=SC2086
    run $under "$BUILD/run_cl" $platform "$file" $sizes
    [ $rc -ne 2 ] || { tell 1 "$name builds and runs" && continue; }
    verdict "$name" "$version" "$(word known "$file")"
    # shellcheck disable=SC2086
    run $under "$BUILD/run_cl" $platform "$file" ${other:-$sizes} -DAROUND
    tell $rc "$name: right the other way"
done
finish
