#!/bin/sh
# SPDX-License-Identifier: MIT
# run: ci=gcc turn=2/4
# Two versions of amp in one program: side by side as drop-ins; refused by the linker
# where a file with AMP_EXTERN meets another version's code.
# `sh tests/check_versions.sh sizes > tests/layout.txt`, when a shared type has changed.
. "${0%/*}/lib.sh"
flags='-std=c99 -pedantic -Wall -Wextra -Werror -fopenmp -pthread'

# The sizes of the types that files share, behind the number of their layout.
# shellcheck disable=SC2086
sizes() { program sizes $flags -O0 -I. $programs/versions_sizes.c && run sizes; }
if [ "${1:-}" = sizes ]; then
    sizes
    cat "$BUILD/out"
    exit
fi

# Another version: what a data source's record holds has changed, and what is shared.
other=$BUILD/other part=$programs/versions_part.c
mkdir -p "$other"
cp -r amp amp*.h "$other"
version=$(tools/version | tr . _)
layout=${version}_$(sed -n 's/^#define AMP__LAYOUT_NUMBER //p' amp/base/config.h)
sed -i 's/^\(#define AMP_VERSION_MAJOR\) .*/\1 7/; s/^\(#define AMP_VERSION_MINOR\) .*/\1 8/
        s/^\(#define AMP_VERSION_PATCH\) .*/\1 9/; s/^\(#define AMP__LAYOUT_NUMBER\) .*/\1 1/' \
    "$other/amp/base/config.h"
sed -i 's/^typedef struct amp__record {/& double more[7];/' "$other/amp/core/source.h"
sed -i 's/^typedef struct amp__registry {/& double more[5];/' "$other/amp/core/state.h"
! cmp -s amp/core/source.h "$other/amp/core/source.h" &&
    ! cmp -s amp/core/state.h "$other/amp/core/state.h"
tell $? 'the other version has other records'

# version NAME FLAG...: NAME.o of part.c, its functions called one_... (this tree), two_... (other)
# or as a flag says
version() {
    name=$1 from=.
    shift
    [ "$name" != two ] || from=$other
    # shellcheck disable=SC2086
    object "$name" $flags "-I$from" "-DPART(f)=${name}_##f" "$@" $part
}
# linked WORD...: a program of objects
linked() { program linked "$@" -fopenmp -pthread; }
for o in -O0 -O2; do
    # shellcheck disable=SC2086
    version one $o && version two $o && program both $flags $programs/versions_both.c \
        "$BUILD/one.o" "$BUILD/two.o"
    tell $? "two versions in one program, $o"
    for engine in loops fibers threads; do
        for device in emu emu:separate; do
            expect "each for itself, $o, $engine, $device" 0 \
                "AMP_ENGINE=$engine AMP_ACCELERATOR=$device both"
        done
    done
done

# AMP_EXTERN: the code of the other version is not taken.
printf '#define AMP_IMPLEMENTATION\n#include "amp.h"\n' > "$BUILD/code.c"
version one -DAMP_EXTERN
version two -DAMP_EXTERN
# shellcheck disable=SC2086
{
    object code1 $flags -DAMP_EXTERN -I. "$BUILD/code.c"
    object code2 $flags -DAMP_EXTERN "-I$other" "$BUILD/code.c"
}
for v in one two; do
    echo "int ${v}_work(void); int main(void); int main(void) { return ${v}_work(); }" \
        > "$BUILD/main_$v.c"
    object main_$v "$BUILD/main_$v.c"
done
linked "$BUILD/main_one.o" "$BUILD/one.o" "$BUILD/code1.o"
expect 'AMP_EXTERN and its own code' 0 linked
linked "$BUILD/main_two.o" "$BUILD/two.o" "$BUILD/code2.o"
expect 'AMP_EXTERN and its own code, the other version' 0 linked
ask=amp__define_AMP_IMPLEMENTATION_in_one_file_built_as_v
export LC_ALL=C
! linked "$BUILD/main_one.o" "$BUILD/one.o" "$BUILD/code2.o" && says "~undefined.*$ask$layout"
tell $? 'AMP_EXTERN and the code of the other version'
! linked "$BUILD/main_two.o" "$BUILD/two.o" "$BUILD/code1.o" && says "~undefined.*${ask}7_8_9_1"
tell $? 'the other version, and the code of this one'

# Limits that differ: views and kernels have other sizes. With gcc such files do not link, with a
# sentence for a name; with clang one of them is refused at its launch (amp/base/build.h). What is
# raised everywhere works.
if [ "$(uname -s)" = Linux ]; then
    echo 'int one_work(void); int raised_work(void); int main(void);
        int main(void) { return one_work() != 0 || raised_work() == 0; }' > "$BUILD/differ.c"
    echo 'int one_work(void); int raised_work(void); int main(void);
        int main(void) { return one_work() != 0 || raised_work() != 0; }' > "$BUILD/agree.c"
    version one && cp "$BUILD/one.o" "$BUILD/as_ever.o"
    for limit in AMP_MAX_RANK=4 AMP_MAX_PARAMETERS=32 AMP_MAX_TILE_THREADS=2048 \
        AMP_MAX_TILE_STATIC=65536; do
        version raised "-D$limit"
        case $family in
        clang) linked "$BUILD/differ.c" "$BUILD/as_ever.o" "$BUILD/raised.o" && run linked ;;
        *)  ! linked "$BUILD/main_one.o" "$BUILD/as_ever.o" "$BUILD/raised.o" && says \
                '~multiple definition.*amp__all_files_must_have_the_same_AMP_MAX_limits' ;;
        esac
        tell $? "files that differ in $limit do not link, or do not run"
        version one "-D$limit" && linked "$BUILD/agree.c" "$BUILD/one.o" "$BUILD/raised.o"
        expect "files that agree in $limit do" 0 linked
    done
    version one -DAMP_MAX_TILE_STATIC=65536 -DAMP_EXTERN &&
        ! linked "$BUILD/main_one.o" "$BUILD/one.o" "$BUILD/code1.o" &&
        says '~undefined.*amp__define_AMP_IMPLEMENTATION.*_s65536'
    tell $? 'AMP_EXTERN and code with other limits'
fi

# What files share carries the version in its name; so does all but the functions of an
# implementation.
for more in '' -DAMP_ASSERTS -DNDEBUG -DAMP_EMU_UCONTEXT; do
    rm -f "$BUILD/names.o"
    # shellcheck disable=SC2086
    object names $flags -O0 -I. '-DPART(f)=one_##f' -DAMP_SHORT_NAMES= $more \
        -include amp_graphics.h -include amp_algorithms_more.h $part &&
        nm --defined-only --extern-only "$BUILD/names.o" | awk '{ print $NF }' |
        grep '^_*amp' | grep -v "_v${layout}_" > "$BUILD/out"
    [ ! -s "$BUILD/out" ] && nm "$BUILD/names.o" | grep -q "_v${layout}_"
    tell $? "every shared name carries the version $more"
done
nm --defined-only --extern-only "$BUILD/code1.o" | awk '$2 != "T" { print $NF }' |
    grep -v "_v${layout}_\|^amp__only_one_file_may_define_AMP_IMPLEMENTATION$" > "$BUILD/out"
[ ! -s "$BUILD/out" ]
tell $? 'an implementation: every shared object carries the version'

# The number of the layout: whoever changes a shared type counts it up, and writes the sizes anew.
if [ "$(uname -m)" = x86_64 ] && [ "$(uname -s)" = Linux ]; then
    sizes && cp "$BUILD/out" "$BUILD/sizes.txt" && capture diff tests/layout.txt "$BUILD/sizes.txt"
    tell $? 'the shared types are those of AMP__LAYOUT'
fi
printf '#include "amp.h"\n"version=" AMP_VERSION; layout=AMP__LAYOUT\n' > "$BUILD/version.c"
capture $CC -std=c99 -I. -E -P "$BUILD/version.c"
[ "$(tail -n 1 "$BUILD/out" | tr -d '" ')" = "version=$(tools/version);layout=$layout" ]
tell $? 'AMP_VERSION and AMP__LAYOUT are made of the numbers of the version'
finish
