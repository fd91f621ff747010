# SPDX-License-Identifier: MIT
# How a program is compiled for the checker. To be sourced.

# The flags by which the compiler announces accesses: sees COMPILER. clang's passes that make one
# access of those of several lines are switched off, where this clang knows the names. The text
# of regions is left out, for CI's time: tests/check_regions.sh is about that.
sees() {
    case $1 in
    *clang*)
        flags='-DAMP_CHECK_REGIONS=0 -fsanitize=thread -mllvm -tsan-instrument-read-before-write=1'
        for option in -sink-common-insts=0 -enable-tail-merge=0; do
            $1 -mllvm $option -x c -c /dev/null -o /dev/null 2> /dev/null &&
                flags="$flags -mllvm $option"
        done
        echo "$flags"
        ;;
    *) echo "-DAMP_CHECK_REGIONS=0 -fsanitize=thread -fno-code-hoisting" ;;
    esac
}

# gcc optimises the functions of checker and lens whatever the level is, which takes most of the
# time; with this flag as the level says, for programs that run briefly.
# shellcheck disable=SC2034
by_level='-Doptimize(...)=unused'

# The flags by which clang announces accesses of more than 16 bytes as well; of gcc none: it does.
sees_wide() {
    case $1 in
    *clang*)
        echo "-Xclang -fsanitize=kernel-address -mllvm -asan-opt-same-temp=0" \
            "-mllvm -asan-instrumentation-with-call-threshold=0" \
            "-mllvm -asan-stack=0 -mllvm -asan-globals=0"
        ;;
    esac
}

# checked_library, lens_library: $BUILD/checked.o and $BUILD/lens.o, the library's code for the
# checker and the lens, with flags that all scripts share, so that a cache has it from the first.
# Programs take the flags $checked or $lens, and the object; shared objects may, too (-fPIC).
# shellcheck disable=SC2034,SC2086,SC2154
checked_library() {
    checked="-O1 -g1 -pthread -I. -Itests -DAMP_CHECK $(sees "$CC") -DAMP_EXTERN"
    library checked -std=c99 -w $checked -fPIC -DAMP_ASSERTS
}
# regions_library: $BUILD/regions.o, for programs with the flags $watched: the checker with the text
# of regions, for amp.h alone.
# shellcheck disable=SC2034,SC2086,SC2154
regions_library() {
    watched="-g1 -pthread -I. -DAMP_CHECK $(sees "$CC") -UAMP_CHECK_REGIONS -DAMP_EXTERN"
    core regions -std=c99 -w $watched -O1
}
# way: by which a program's kernels announce their basic blocks too, which lie in the order of the
# source; behind $lens, whose level it takes the place of.
# shellcheck disable=SC2034
case $CC in
*clang*) way='-O0 -fsanitize-coverage=trace-pc,no-prune' ;;
*) way='-Og -fno-reorder-blocks -fsanitize-coverage=trace-pc' ;;
esac
# shellcheck disable=SC2034,SC2086,SC2154
lens_library() {
    lens="-O1 -g1 -pthread -I. -Itests -DAMP_LENS $(sees "$CC") -DAMP_EXTERN"
    library lens -std=c99 -w $lens -fPIC -DAMP_ASSERTS
}
