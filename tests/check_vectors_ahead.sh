#!/bin/sh
# SPDX-License-Identifier: MIT
# run: turn=compiler,3/6
# Kernels that tools/amp_vectors makes ahead of time: they need no compiler where they run, a file
# that is stale or of another version says so; and of all the tree the tool makes every kernel, but
# those named here.
. "${0%/*}/lib.sh"
. tests/vectors/lib.sh
export AMP_VECTORS_CC=/no/such/compiler

vectors_library
# shellcheck disable=SC2086
core ahead_code $FLAGS -O0 -DAMP_VECTORS_AHEAD
# shellcheck disable=SC2086
program amp_vectors $FLAGS -O0 tools/amp_vectors.c
tell $? 'the tool builds'
cp $one "$BUILD/one.c"
# made FILE OUT WORD...: OUT, the tool's of the file
made() {
    local file="$1" out="$2"
    shift 2
    capture env CC="$CC" "$BUILD/amp_vectors" "$file" -o "$out" "$@" -I. -Itests
}
made "$BUILD/one.c" "$BUILD/one.vectors.h" -DREGION_DEFINES -DMADE_AHEAD
tell $? 'it makes a file'
flags="$FLAGS -O0 -DAMP_EXTERN -DMADE_AHEAD -DREGION_DEFINES -I$BUILD"
# shellcheck disable=SC2086
program both $flags -DAMP_VECTORS "$BUILD/one.c" "$BUILD/code.o" &&
    program ahead $flags -DAMP_VECTORS_AHEAD "$BUILD/one.c" "$BUILD/ahead_code.o"
tell $? 'which is compiled with -DAMP_VECTORS and with -DAMP_VECTORS_AHEAD'
cp "$BUILD/one.vectors.h" "$BUILD/right.h"
sed 's/VEC_AHEAD_FORM != [0-9]*/VEC_AHEAD_FORM != 0/' "$BUILD/right.h" > "$BUILD/one.vectors.h"
# shellcheck disable=SC2086
! object old $flags -DAMP_VECTORS "$BUILD/one.c" &&
    says 'one.vectors.h is of another version of amp: make it again'
tell $? 'a file of another version of amp does not compile'
cp "$BUILD/right.h" "$BUILD/one.vectors.h"
sed -i 's/ - tidx.local\[0\]\] + ADD/ - tidx.local[0]] + 0 + ADD/' "$BUILD/one.c"
# shellcheck disable=SC2086
program stale $flags -DAMP_VECTORS_AHEAD "$BUILD/one.c" "$BUILD/ahead_code.o"
# shellcheck disable=SC2086
made "$BUILD/one.c" "$BUILD/one.vectors.h" -DREGION_DEFINES -DMADE_AHEAD &&
    program again $flags -DAMP_VECTORS "$BUILD/one.c" "$BUILD/code.o"
tell $? 'it is made again'
sed '/^AMP_DEVICE_END/a #include "warps.vectors.h"' tests/test_warps.c > "$BUILD/test_warps.c"
# shellcheck disable=SC2086
made "$BUILD/test_warps.c" "$BUILD/warps.vectors.h" &&
    program warps $flags -DAMP_VECTORS_AHEAD "$BUILD/test_warps.c" "$BUILD/ahead_code.o"
tell $? 'operations of warps are made, and compiled'
rows <<T
-DAMP_VECTORS needs no compiler
    fresh both
    kernel turned runs as vectors, made ahead of time
-DAMP_VECTORS_AHEAD needs none
    fresh ahead
    kernel turned runs as vectors, made ahead of time
    there is no cache
a file that is stale is an error that says so
    any stale
    one.vectors.h was made from another text
made again it is none
    fresh again
    kernel turned runs as vectors, made ahead of time
operations of warps run
    fresh warps
    kernel sums runs as vectors, made ahead of time
T
# The functions of kernels that are loops without it have names of their own: those of a build with
# OpenMP and optimisation are many.
cat > "$BUILD/loops.c" <<'C'
#include <stdio.h>
#include "amp.h"
AMP_DEVICE_BEGIN
AMP_KERNEL(twice, 1, in(float, 1, x), out(float, 1, y))
{ amp_at(y, idx[0]) = 2 * amp_at(x, idx[0]); }
AMP_PHASED_KERNEL(reversed, (4), in(float, 1, x), out(float, 1, y))
{
    amp_tile_static(float, t, 4);
    amp_phase { t[3 - tidx.local[0]] = amp_at(x, tidx.global[0]); }
    amp_phase { amp_at(y, tidx.global[0]) = t[tidx.local[0]]; }
}
AMP_DEVICE_END
#include "loops.vectors.h"
int main(void)
{
    float x[4] = { 1, 2, 3, 4 }, y[4], z[4];
    amp_array_view in = amp_view(float, x, 4), two = amp_view(float, y, 4);
    amp_array_view back = amp_view(float, z, 4);
    return amp_parallel_for_each(amp_extent(4), twice, in, two) != AMP_OK
        || amp_parallel_for_each(amp_tile(amp_extent(4), 4), reversed, two, back) != AMP_OK
        || amp_synchronize(back) != AMP_OK || printf("%g %g\n", z[0], z[3]) < 0;
}
C
# shellcheck disable=SC2086
made "$BUILD/loops.c" "$BUILD/loops.vectors.h" &&
    program loops $FLAGS -O2 -DAMP_VECTORS_AHEAD "$BUILD/loops.c"
tell $? 'simple and phased kernels are made, and compiled with OpenMP at -O2'
rows <<T
and run
    fresh loops
    kernel twice runs as vectors, made ahead of time
    kernel reversed runs as vectors, made ahead of time
    8 2
T
# A reduction that the tool took for a function would be no barrier to it.
made tests/test_tile.c "$BUILD/made.h" && cp "$BUILD/made.h" "$BUILD/out" &&
    says amp__of '!~amp_tile_\(reduce\|scan\)\|amp_view_of'
tell $? 'the tool knows the macros of amp/language/macros.h'

# ---- every kernel of the tree -------------------------------------------------------------------

# A compiler does no more here than to preprocess.
[ "$family${ALL:-}" != clang ] ||
    { skip 'every kernel of the tree' 'tried once, with gcc' && finish; }
cat > "$BUILD/stay" <<'T'
fibers counts_up
fibers ends_late
fibers given_moves
fibers has_a_jump
fibers helper_makes_views
fibers last_of_helper
fibers reports_of_some
fibers reports_too_late
fibers size_of_all
fibers tiled_dive
fibers uneven
loops add
loops carries_over
loops ends
loops ends_phase
loops ends_two
loops goes_out_of_a_phase
loops left
loops nested
loops phase_in_a_phase
loops phased_dive
loops returns_in_a_phase
loops simple
loops simple_aborts
loops simple_dive
loops size_of_own
loops writes_for_all
T
: > "$BUILD/made"
for file in tests/test_*.c tests/check_kernels/*.c examples/*.c bench/*.c; do
    grep -q 'AMP_[A-Z_]*KERNEL(' "$file" || continue
    rm -f "$BUILD/made.h"
    made "$file" "$BUILD/made.h" -Ibench -DAMP_OPENCL
    cat "$BUILD/out" "$BUILD/err" >> "$BUILD/made"
done
: > "$BUILD/err"
{
    grep -v ' stays on \| is slow at ' "$BUILD/made"
    sed -n 's/.*: \(.*\) stays on \(fibers\|loops\): .*/\2 \1/p' "$BUILD/made" | sort -u |
        diff "$BUILD/stay" -
} > "$BUILD/out"
[ ! -s "$BUILD/out" ]
tell $? 'every kernel of the tree runs as vectors, but 11 tiled and 15 other ones'
finish
