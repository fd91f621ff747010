#!/bin/sh
# SPDX-License-Identifier: MIT
# run: ci=gcc turn=2/4
# tests/test_choice.c and tests/test_choice_shapes.c, loops and lines that compilers make wrong
# vectors of (docs/compiler-faults.md), in settings that no other job has: two of them, and under
# ALL=1 every compiler of the family that is on PATH, at every level, for any x86-64, for AVX2 and
# for this CPU, with and without OpenMP, on each engine; and as vectors at every level.
# There tests/test_choice_operators.c is asked as well: of clang, which has none of these faults and
# takes long over that file, for any x86-64 alone. -Ofast is left out: it changes what a program
# means.
. "${0%/*}/lib.sh"
. tests/vectors/lib.sh
limit=120
plain=$(echo " $FLAGS " | sed 's/ -fopenmp / /')
kernels='test_choice test_choice_shapes' operators='' own=$CC code_of=core
[ -z "${ALL:-}" ] || operators=test_choice_operators code_of=library
x86_64=$(uname -m | grep x86_64)
has_cpu() { grep -qs "^flags.* $1 " /proc/cpuinfo; }

# version COMPILER: what tells one compiler from another, by whatever name it is called.
version() { "$1" -v 2>&1 | grep "$family version" | head -1; }
# The compilers of the family, each once: the job's own and then those of other versions.
compilers='' versions=''
for name in "$own" $family $(echo "$PATH" | tr : '\n' | while read -r folder; do
    ls "$folder" 2> /dev/null | grep -x "$family-[0-9]*"
done | sort -u); do
    found=$(version "$name")
    case "$found|$versions" in
    '|'*) ;;
    *"|$found|"*) ;;
    *) compilers="$compilers $name" versions="$versions|$found|" ;;
    esac
done

# with COMPILER LIBRARY FLAG...: all that follows is built by it, and linked with its library.
with() {
    CC=$1 code=$BUILD/$2-$(basename "$1").o
    shift 2
    $code_of "$(basename "$code" .o)" "$@" -O0
}
# has_openmp COMPILER: the library's header is there, which another clang may be without.
has_openmp() { echo '#include <omp.h>' | "$1" -fopenmp -fsyntax-only -x c - 2> /dev/null; }
# right NAME ENGINES FLAG...: these tests on these engines, built with these flags.
right() {
    local name="$1" engines="$2" test engine status=0
    shift 2
    for test in $kernels $operators; do
        program $test "$@" -DAMP_EXTERN tests/$test.c "$code" || { status=1 && break; }
        for engine in $engines; do
            run "AMP_ENGINE=$engine" AMP_VECTORS=0 AMP_LOG=0 $test && says '~^ok ' ||
                { status=1 && break 2; }
        done
    done
    [ $status -eq 0 ] || echo "# $test on $engine"
    tell $status "$name"
}
# right_as_vectors NAME OPTIONS: so, where every kernel must run as vectors, compiled with OPTIONS.
# Kernels of algorithms never do.
right_as_vectors() {
    local name="$1" test status=0
    for test in $kernels; do
        # shellcheck disable=SC2086
        program $test $plain -O1 -DAMP_VECTORS "-DAMP_VECTORS_OPTIONS=\"$2\"" -DAMP_EXTERN \
            tests/$test.c "$code" -ldl &&
            run AMP_ENGINE=vectors "AMP_VECTORS_CC=$CC" fresh "$BUILD/$test" &&
            says ' runs as vectors' '! stays on ' '! runs on fibers' || { status=1 && break; }
    done
    [ $status -eq 0 ] || echo "# $test"
    tell $status "$name"
}

# some NAME COMPILER FLAG...: one setting of the compiler's.
some() {
    local name="$1" compiler="$2" openmp=$plain
    shift 2
    ! has_openmp "$compiler" || openmp=$FLAGS
    # shellcheck disable=SC2086
    if with "$compiler" some $openmp; then
        # shellcheck disable=SC2086
        right "$name" 'loops fibers' $openmp "$@"
    else
        tell 1 "$name: the library builds"
    fi
}

if [ -z "${ALL:-}" ]; then
    some "$own -Og" "$own" -Og
    other=$(echo "$compilers" | cut -d ' ' -f 3) # behind a blank and the job's own
    if [ -n "$other" ]; then
        some "$other -O3" "$other" -O3
    else
        skip "another $family" 'only one version is here (Debian: gcc-11, clang-15)'
    fi
    finish
fi
targets=any
if [ -n "$x86_64" ]; then
    targets="$targets -march=native"
    ! has_cpu avx2 || targets="$targets -mavx2"
fi
for compiler in $compilers; do
    for openmp in yes no; do
        flags=$plain
        if [ $openmp = yes ]; then
            flags=$FLAGS
            has_openmp "$compiler" || { skip "$compiler, OpenMP" 'it has no omp.h' && continue; }
        fi
        # shellcheck disable=SC2086
        with "$compiler" $openmp $flags
        tell $? "$compiler, OpenMP $openmp: the library builds"
        for target in $targets; do
            own_target=$target operators=test_choice_operators
            [ $target != any ] || own_target=
            [ "$family$own_target" != "clang$target" ] || operators=
            for level in -O0 -Og -O1 -O2 -O3; do
                # shellcheck disable=SC2086
                right "$compiler, OpenMP $openmp, $level, CPU $target" 'loops fibers threads' \
                    $flags $level $own_target
            done
        done
    done
    # shellcheck disable=SC2086
    with "$compiler" vectors $plain -DAMP_VECTORS
    tell $? "$compiler: the library with vectors builds"
    for options in -O1 -O2 -O3 ${x86_64:+'-O3 -march=x86-64'} '-O3 -mno-avx512f'; do
        [ "$options" != '-O3 -mno-avx512f' ] || has_cpu avx512f || continue
        right_as_vectors "$compiler, as vectors, $options" "$options"
    done
done
finish
