#!/bin/sh
# SPDX-License-Identifier: MIT
# run: ci=gcc turn=3/4
# The passes of the engine `vectors`: what AMP_LOG=2 prints behind each, while the program runs and
# ahead of time; the page that shows it, docs/passes.md, against what is printed now; and that what
# must hold behind a pass is found where it does not. TAP.
. "${0%/*}/lib.sh"
. tests/vectors/lib.sh
unset AMP_LOG
export BUILD # for tools/passes
rm -rf "$BUILD/cache"
passes='inline resolve convergence schedule storage emit context advise'

try 'docs/passes.md is what is printed now' env CC="$CC" tools/passes
copied() {
    echo amp*.h amp docs/passes.md tools/passes
}
broken 'a page that says something else' 'for each int sum' docs/passes.md \
    's/^    each int sum/    for each int sum/' \
    env CC="$CC" tools/passes
broken 'an engine that does something else' 'strip by strip' amp/vectors/convergence.h \
    's/^    return head == AMP__VEC_SAME .*/    return 0;/' \
    env CC="$CC" tools/passes
broken 'a pass that writes what an earlier one made' is_as_it_was amp/vectors/kernel.h \
    's/^    amp__vec_begin_code(f, storage);/&((amp__vec_tree *)f->tree)->stmt_count++;/' \
    env CC="$CC -DAMP_ASSERTS" tools/passes
for write in 'c->t[0].line' 'note[0].var' 'tree->root->child->to' 'schedule->plan->count'; do
    broken "a pass that writes $write does not compile" '~read-only\|cannot assign' \
        amp/vectors/kernel.h "s/^    amp__vec_begin_code(f, storage);/&f->$write = 0;/" \
        env CC="$CC" tools/passes
done

awk '/^```/ { if (on) exit; on = $0 == "```c"; next } on' docs/passes.md > "$BUILD/page.c"
sed 's/for (int k = 1/goto end; &/; s/^    if (me < 61)/end: ; &/' "$BUILD/page.c" \
    > "$BUILD/jumps.c"
sed 's/for (int k = 1/{ tile_static(int, u, 4); u[0] = 1; } &/' "$BUILD/page.c" > "$BUILD/inner.c"
# Which passes were printed, each a word.
printed() {
    sed -n 's/^amp: kernel sums, pass \(.*\):$/\1/p' "$BUILD/err" | tr '\n' ' '
}
sed 's/^    int sum = .*/& while (sum % 7 > 1) { sum -= 2; }/' "$BUILD/page.c" > "$BUILD/masked.c"
sed 's/^    int sum = .*/& for (int j = 0; j < me % 5; j++) { sum += t[me + 0 * j]; }/' \
    "$BUILD/page.c" > "$BUILD/common.c"
sed 's/^    int sum = .*/& for (int j = 0; j < me % 5; j++) { sum += at(x, at(x, j + me) % 9); }/' \
    "$BUILD/page.c" > "$BUILD/many.c"
sed 's/^    int sum = .*/& const int q = 64 \/ (64 - me); while (sum % 7 > q) { sum -= 2; }/' \
    "$BUILD/page.c" > "$BUILD/divides.c"
sed 's/^    int sum = .*/& if (sum % 7 > 1) { t[63 - me] = 2; } else { t[me] = 2; }/' \
    "$BUILD/page.c" > "$BUILD/chosen.c"
sed 's/^    if (me < 61) {/    if (sum % 7 > 1) {/' "$BUILD/page.c" > "$BUILD/origin.c"
sed 's/const int start =/const unsigned start = (unsigned)/
    1s/^/#pragma GCC diagnostic ignored "-Wsign-conversion"\n/' "$BUILD/origin.c" > "$BUILD/wraps.c"
vectors_library
built origin "$BUILD/origin.c"
built wraps "$BUILD/wraps.c"
built chosen "$BUILD/chosen.c"
built masked "$BUILD/masked.c"
built common "$BUILD/common.c"
built many "$BUILD/many.c"
built divides "$BUILD/divides.c"
built page "$BUILD/page.c"
built tile_rows tests/test_tile_rows.c -Itests
built whole_loops tests/test_whole_loops.c -Itests
built shared_ranges tests/test_shared_ranges.c -Itests
built structs tests/test_structs.c -Itests
built halo tests/test_halo.c -Itests
built conditions tests/test_jumps.c -Itests
# shellcheck disable=SC2086
program warps $FLAGS -O0 -DAMP_VECTORS tests/test_warps.c # its warps are not those of code.o
tell $? 'warps builds'
built jumps "$BUILD/jumps.c"
built inner "$BUILD/inner.c"
expect 'the program of the page prints what its comment says' 0 'AMP_LOG=1 page' '~^12 432$' \
    'kernel sums runs as vectors' '!, pass '
rm -rf "$BUILD/cache"
run AMP_LOG=2 page && says 'kernel sums runs as vectors' &&
    [ "$(printed)" = "$passes " ]
tell $? 'AMP_LOG=2 prints each pass, in their order'
expect 'a kernel from the cache goes through none' 0 'AMP_LOG=2 page' 'from the cache' '!, pass '
# A row with an empty cache: a kernel that comes from it goes through no pass.
compiled() {
    rm -rf "$BUILD/cache"
    row "$@"
}
rows compiled <<'T'
a loop of which each thread has its own number of turns is masked
    AMP_LOG=2 masked
    strip by strip, masked while (sum % 7 > 1)
one that reads what neighbours have side by side is so while all of them have a turn
    AMP_LOG=2 common
    strip by strip, while all go on for (int j = 0; j < me % 5; j++)
or while many of them have a turn, where one can say that the others may read that, too
    AMP_LOG=2 many
    strip by strip, while many go on for (int j = 0; j < me % 5; j++)
    AMP__VEC_WITHIN(x, 0, j + me )
    amp_at( x , amp__had & (amp_at( x , j + me ) % 9 ) )
what divides is kept for such a loop, not computed again for threads that a row lacks
    AMP_LOG=2 divides
    ~int amp__b[0-9]*_q\[amp__w\]
under a condition, a sum of int that neighbours have neighbouring ones of is one of long
    AMP_LOG=2 origin
    amp_at( y , 0L + start + me ) = sum
    amp_at( x , start + me )
but not where a part of it is unsigned, which may wrap
    AMP_LOG=2 wraps
    amp_at( y , start + me ) = sum
loops whose bounds the threads of a row share go through a row together
    AMP_LOG=2 tile_rows
    strip by strip, in lockstep for (int i = amp_at(start, row) + lane; i < past; i += 32)
    strip by strip, in lockstep for (int i = amp_at(start, row) + l; i < amp_at(start, row + 1)
    row by row for (int i = begin; i < past; i += 3)
    once a row
short loops over a small array of each thread are written out, and the array is in registers
    AMP_LOG=2 whole_loops
    ~[0-9] v: in its loop
    ~[0-9] p: in its loop
    ~const int j[_0-9]* AMP__UNUSED = 8;
    ~[0-9] a: an array with an element a thread
    ~[0-9] c: an array with an element a thread
a range that the threads of a tile share out is loops along rows
    AMP_LOG=2 shared_ranges
    ~row by row for (int amp__q[0-9]* = tidx.local\[0\]; amp__q[0-9]* < 10; amp__q[0-9]* += 8)
    ~strip by strip for (int amp__q[0-9]* = 0; amp__q[0-9]* < 10; amp__q[0-9]* += 1)
    for (int k = l; k < 200; k += 64)
    for (int k = l; k < 200; k += 128)
what a thread keeps of a structure is an array for each member
    AMP_LOG=2 structs
    ~amp__k[0-9]*_me_x\[amp__n\]
short loops in each other go outside of the threads of a row in a simple kernel, too
    AMP_LOG=2 halo
    ~strip by strip for (int i = -1; i <= 1; i++)
    strip by strip for (int j = 0; j < 3; j++)
returns, continues and switches are conditions, where nothing waits behind them
    AMP_LOG=2 conditions
    if (!(row >= rows) && !(col >= cols)) {
    if (row == 0 || row == rows - 1 || col == 0 || col == cols - 1) {
    if (!((own + i) % 3 == 0)) {
    if ((amp_at(x, g) & 7) == KIND_NONE) {
    switch (amp_at(x, g) % 3) {
what is passed by a pointer to a variable is that variable
    AMP_LOG=2 conditions
    drawn(&state)
    r.a += first;
    ~p__h[0-9]*\[i\]
    !kernel walks stays on
an index that wraps around, or is cut off, is a neighbour's inside
    AMP_LOG=2 conditions
    west = (0 + col - 1 )
    amp_at( x , row , (0 + col - 2 ) )
    amp__rest_int(( col - 1 + cols ) , cols )
    !(0 + col * 2
how many lanes a warp has is a number where all warps are whole
    AMP_LOG=2 warps
    AMP__VEC_TAKE_NEAR
    lanes = AMP_WARP_SIZE
    ~= AMP__VEC_WARP_LANES
a store of one value to one of two places is one store
    AMP_LOG=2 chosen
    t [ amp__two ^ ((amp__one ^ amp__two) & amp__yes) ] = 2
one that is refused is printed up to where it is
    AMP_LOG=2 jumps
    pass inline
    !pass resolve
    ~stays on fibers: .*jumps.c:[0-9]*: a goto in a kernel
tile memory in an inner block is refused, not written as it stands
    AMP_LOG=2 inner
    ~stays on fibers: .*inner.c:[0-9]*: amp_tile_static in an inner block
T
rm -rf "$BUILD/cache"
run AMP_LOG=2 tile_rows && says 'a tile of rows of 8 threads' &&
    [ "$(grep -c '^  a tile of rows of' "$BUILD/err")" -eq 7 ]
tell $? 'seven kernels cut their tile of one dimension into rows, and one does not'
# shellcheck disable=SC2086
program ahead -std=gnu99 -O0 -DAMP_ASSERTS -I. tools/amp_vectors.c
tell $? 'tools/amp_vectors.c builds'
run AMP_LOG=2 CC="$CC" ahead "$BUILD/page.c" -o "$BUILD/made.h" -I. && [ "$(printed)" = "$passes " ]
tell $? 'ahead of time, too'

# shellcheck disable=SC2086
program holds $FLAGS -O0 -Wno-unused-function $programs/passes_holds.c
tell $? 'what must hold builds'
run holds && says '!broken 1' '!holds 0' &&
    [ "$(grep -c ': holds 1, broken 0$' "$BUILD/out")" -eq 10 ]
tell $? 'what must hold behind a pass does, and is found where it does not'
finish
