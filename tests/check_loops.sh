#!/bin/sh
# SPDX-License-Identifier: MIT
# run: turn=compiler,5/6
# What the compiler makes of a kernel's loops, without any flag for speed but -O2: a square root
# costs no kernel its vectors, in a helper neither; what AMP_MATH_ERRNO says; that a * b + c is
# rounded twice on every CPU, but with AMP_CONTRACT; that a loop over the 16 threads of a tile's row
# is a vector, not 16 turns put together again; that simple kernels which choose are vectors, and
# phased ones of one phase, also where gcc takes smaller structures apart; and that a phase copies a
# long row itself.
. "${0%/*}/lib.sh"
. tests/vectors/lib.sh
unset AMP_LOG
x86_64=$(uname -m | grep x86_64)
other='the instructions are those of x86-64'
flags="$FLAGS -O2 -DAMP_EXTERN"

# shellcheck disable=SC2086
core plain_code $FLAGS -O0 && vectors_library
tell $? "the library's code builds"
# roots NAME FLAG...: $BUILD/NAME.s and the program, whose host launches one kernel
roots() {
    local name="$1"
    shift
    # shellcheck disable=SC2086
    capture $CC $flags "$@" -S $programs/loops_roots.c -o "$BUILD/$name.s" &&
        capture $CC "$BUILD/$name.s" "$BUILD/plain_code.o" -fopenmp -pthread -lm -o "$BUILD/$name"
}
single='amp_view(float, x, 256), amp_view(float, y, 256)'
while IFS='|' read -r name instruction launch <&3; do
    if [ -z "$x86_64" ]; then
        skip "$name" "$other"
        continue
    fi
    roots roots -DLAUNCH="parallel_for_each($launch)" && run roots &&
        grep "$instruction" "$BUILD/roots.s" > "$BUILD/said"
    tell $? "$name: $instruction"
done 3<<T
sqrtf in a simple kernel|sqrtps|amp_extent(256), simple, $single
sqrtf in a helper|sqrtps|amp_extent(256), helped, $single
sqrt of doubles|sqrtpd|amp_extent(256), wide, amp_view(double, a, 256), amp_view(double, b, 256)
sqrtf in a phased kernel|sqrtps|amp_tile(amp_extent(256), 256), phased, $single
T
roots errno -DAMP_MATH_ERRNO -DLAUNCH="parallel_for_each(amp_extent(256), simple, $single)"
if ldd "$BUILD/errno" 2> /dev/null | grep -q 'libc[.]so[.]6'; then
    expect "with AMP_MATH_ERRNO the host's sqrtf sets errno" 0 errno '~^errno$'
else
    skip 'AMP_MATH_ERRNO' "errno of sqrtf is glibc's"
fi

# rounded NAME WORD LIBRARY FLAG...: what a program prints.
rounded() {
    local name="$1" word="$2" code="$BUILD/$3.o"
    shift 3
    # shellcheck disable=SC2086
    program fused $flags "$@" $programs/loops_fused.c "$code"
    expect "$name" 0 fused "$word"
}
rounded 'a * b + c is rounded twice' '~^0 0 0$' plain_code
rounded 'and with extensions' '~^0 0 0$' plain_code -std=gnu11
rounded 'and as vectors' '~^0 0 0$' code -DAMP_VECTORS
some='[1-9][0-9]*'
if [ -n "$x86_64" ] && grep -q '^flags.* avx2.* ' /proc/cpuinfo &&
    grep -q '^flags.* fma ' /proc/cpuinfo; then
    rounded 'AMP_CONTRACT: once' "~^$some $some " plain_code -DAMP_CONTRACT
    rounded 'AMP_CONTRACT: once, as vectors' "~^$some $some $some\$" code -DAMP_CONTRACT \
        -DAMP_VECTORS
else
    skip 'AMP_CONTRACT' 'this CPU has no FMA that the test knows of'
fi

if [ -z "$x86_64" ]; then
    skip 'a row of 16 threads is a vector' "$other"
    skip 'a long row is copied in order' 'it is not asked for but on x86-64'
    finish
fi
# shellcheck disable=SC2086
program amp_vectors $FLAGS -O0 tools/amp_vectors.c &&
    capture env CC="$CC" "$BUILD/amp_vectors" $programs/loops_tile.c -o "$BUILD/tile.vectors.h" \
        -I. &&
    capture $CC $flags -DMADE='"tile.vectors.h"' -I"$BUILD" -DAMP_VECTORS_AHEAD \
        -S $programs/loops_tile.c -o "$BUILD/tile.s" &&
    [ "$(grep -c mulps "$BUILD/tile.s")" -ge 3 ] &&
    [ "$(grep -cE 'unpck|shufps|extractps|insertps|movlhps|alignd' "$BUILD/tile.s")" -lt 200 ]
tell $? 'a row of 16 threads is a vector'
# The form of a simple kernel, and of a phased one, that gcc makes vectors of where threads choose
# (docs/decisions/0025-a-body-as-a-loop-of-one-turn.md and 0027), and where there is none.
# vectors NAME FLAG WORDS...: how many threads a vector of each kernel has.
vectors() {
    local name="$1" flag="$2"
    shift 2
    # shellcheck disable=SC2086
    program choices $flags $flag $programs/loops_choices.c "$BUILD/plain_code.o"
    expect "$name" 0 choices "$@"
}
case $family-$($CC -dumpversion) in
gcc-11* | gcc-12*)
    if grep -q '^flags.* avx2.* ' /proc/cpuinfo && grep -q '^flags.* fma ' /proc/cpuinfo; then
        vectors 'a choice of a simple kernel is vectors, or of a phase that stands alone' '' \
            'relu 8 clamp 8 select 8 read 8 neighbours 1 loop 1 bytes 32' \
            'phased_relu 8 phased_clamp 8 phased_select 8 phased_read 8 guarded 8' \
            'phased_neighbours 1 phased_loop 1 two_phases 1 two_turns 1 tile_memory 1 own 1 left 1'
        vectors 'but none where products are contracted' -DAMP_CONTRACT \
            'relu 1 clamp 1 select 1 read 1 neighbours 1 loop 1 bytes 1' \
            'phased_relu 1 phased_clamp 1 phased_select 1 phased_read 1 guarded 1'
    else
        skip 'a choice of a simple kernel is vectors' 'this CPU has no AVX2 that the test knows of'
    fi
    # As -march=native is on a Zen with AVX-512; the program is not run.
    # shellcheck disable=SC2086
    capture $CC $flags -march=x86-64-v4 -mtune=znver3 -S $programs/loops_rows.c \
        -o "$BUILD/zen.s" &&
        sed -n '/^guard__outer_base.*:/,/cfi_endproc/p' "$BUILD/zen.s" > "$BUILD/out" && says zmm
    tell $? 'a guard is vectors, tuned for Zen, too' ;;
*) skip 'a choice of a simple kernel is vectors' 'that is promised of gcc 11 and 12' ;;
esac
# shellcheck disable=SC2086
capture $CC $flags -O3 -mavx2 -S $programs/loops_rows.c -o "$BUILD/rows.s" &&
    sed -n '/^rows__base.*:/,/cfi_endproc/p' "$BUILD/rows.s" > "$BUILD/out" &&
    says ymm '!memcpy' '!~rep[a-z]*[[:space:];]'
tell $? 'a long row is copied in order'
finish
