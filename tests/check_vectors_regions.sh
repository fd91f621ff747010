#!/bin/sh
# SPDX-License-Identifier: MIT
# run: turn=compiler,0/4
# What a region that runs as vectors may test and use of what stands outside of it: macros of the
# command line, of headers and of the compiler, a type's size; and that a * b + c is rounded as
# on fibers.
. "${0%/*}/lib.sh"
. tests/vectors/lib.sh

vectors_library
built tests -DREGION_DEFINES $one
built uses '-DAMP_VECTORS_OPTIONS="-UREGION_TESTS -USOMETHING -UREGION_DEFINES"' $one
built given -DSIZE=32 \
    '-DAMP_VECTORS_OPTIONS="-UREGION_TESTS -USOMETHING -UREGION_DEFINES -DSIZE=32"' $one
built differs -DSIZE=32 \
    '-DAMP_VECTORS_OPTIONS="-UREGION_TESTS -USOMETHING -UREGION_DEFINES -DSIZE=16"' $one
two=$programs/vectors_two.c optimised=$BUILD/vectors_two.c
sed 's/OPTIMISED = 1/OPTIMISED = __OPTIMIZE__/' $two > "$optimised"
two() { built "$@" $CFLAGS -ffp-contract=off -DWIDE=3; }
two wide '-DAMP_VECTORS_OPTIONS="-DWIDE=2"' $two
two same '-DAMP_VECTORS_OPTIONS="-DWIDE=3"' $two
two optimised '-DAMP_VECTORS_OPTIONS="-DWIDE=3"' "$optimised"
facts() { built "$@" -O1 -fwrapv $programs/vectors_facts.c; }
facts handed -funsigned-char
# shellcheck disable=SC2086
program enums $FLAGS -Wno-type-limits -O1 -fwrapv -fshort-enums -DAMP_VECTORS \
    $programs/vectors_facts.c
tell $? 'enums, with the library in it, builds'
facts packed -DPACKED
facts macro -DMACRO
sed '/^AMP_DEVICE_BEGIN/a #pragma pack(1)' $one > "$BUILD/inside.c"
built inside -DREGION_DEFINES "$given" "$BUILD/inside.c"
sed '/^AMP_DEVICE_BEGIN/a #pragma GCC diagnostic ignored "-Wpadded"' $one > "$BUILD/quiet.c"
built quiet -DREGION_DEFINES "$given" "$BUILD/quiet.c"
# A macro that has another value in a second region.
depth() { printf '#define DEPTH %s\\nAMP_DEVICE_MACRO(DEPTH)' "$1"; }
sed "s/^#include \"amp.h\"/&\\nAMP_DEVICE_BEGIN\\n$(depth 3)\\nAMP_DEVICE_END\\n#undef DEPTH/
s/^AMP_TILED_KERNEL/$(depth 4)\\n&/" $one > "$BUILD/two_values.c"
built two_values -DREGION_DEFINES "$given" "$BUILD/two_values.c"
# A helper that is declared before its body, whose calls clang must see in the same way.
sed 's/^AMP_TILED_KERNEL/typedef struct held { int is, by; } held;\
static held raised(held x);\
static held raised(held x) { x.is += x.by; return x; }\
&/
s/ = t\[\(.*\)\] + ADD;/ = raised((held){ t[\1], ADD }).is;/' $one > "$BUILD/declared.c"
built declared -DREGION_DEFINES "$given" "$BUILD/declared.c"
# And one that is called by way of a pointer, which is not in the language, and yet is right.
sed 's/^AMP_TILED_KERNEL/static int raised(int x, int by) { return x + by; }\
static int by_way_of(int (*f)(int, int), int x, int by) { return f(x, by); }\
&/
s/ = t\[\(.*\)\] + ADD;/ = by_way_of(raised, t[\1], ADD);/' $one > "$BUILD/pointed.c"
built pointed -DREGION_DEFINES "$given" "$BUILD/pointed.c"
facts fast -ffast-math
facts fast_both -ffast-math '-DAMP_VECTORS_OPTIONS="-ffast-math"'
rows <<T
options that the compiler at run time is told of
    fresh handed
    kernel facts runs as vectors
an option that it is not told of
    fresh enums
    ~kernel facts stays on fibers: the size of an enumeration is 1 at .*facts.c:[0-9]* and 4 for
a #pragma in front of the region
    fresh packed
    ~kernel facts stays on fibers: the size of a structure is 26 at .*facts.c:[0-9]* and 48 for
a #pragma in the region
    fresh inside
    ~kernel turned stays on fibers: .*inside.c:[0-9]*: #pragma pack in a device region
a #pragma there that is about warnings
    fresh quiet
    kernel turned runs as vectors
AMP_DEVICE_MACRO of two values
    fresh two_values
    kernel turned stays on fibers: AMP_DEVICE_MACRO(DEPTH): it may have one value, and is
a helper that is declared before its body
    fresh declared
    kernel turned runs as vectors
a helper that another one has a pointer to
    fresh pointed
    kernel turned runs as vectors
a macro that stands for a function of C
    fresh macro
    ~kernel facts stays on fibers: fabsf is a macro in front of .*facts.c:[0-9]*, ((amp__x) + 2)
-ffast-math of the program alone
    - fresh fast
    kernel facts stays on fibers: the program is compiled with -ffast-math
and of both
    - fresh fast_both
    kernel facts runs as vectors
a region that tests a macro of the command line
    fresh tests
    ~kernel turned stays on fibers: .*one.c:[0-9]*: the region tests REGION_TESTS
a region that uses one
    fresh uses
    ~kernel turned stays on fibers: the compiler says: .*SIZE
and is given it
    fresh given
    kernel turned runs as vectors
and is given another
    fresh differs
    kernel turned stays on fibers: its tile has other dimensions
a parameter of another size
    fresh wide
    kernel uses_width stays on fibers: a parameter has another size there
of the same; what headers define only with extensions, rounded twice
    fresh same
    kernel uses_width runs as vectors
    ~kernel uses_pi stays on fibers: the compiler says: .*M_PI
    ~^y \* y + x is 0x0p+0
a macro of the compiler
    fresh optimised
    ~kernel sums stays on fibers: .*two.c:[0-9]*: the region uses __OPTIMIZE__
T
# What is wrong by such a call is a matter of luck, so the text says that none is.
capture env AMP_LOG=2 fresh pointed &&
    says 'AMP__VEC_HELPER static int by_way_of' '!AMP__VEC_HELPER static int raised'
tell $? 'a helper is called by way of a pointer in the same way'
if grep -q '^flags.* fma ' /proc/cpuinfo; then
    expect 'AMP_VECTORS_FAST=1: rounded once' 0 'AMP_VECTORS_FAST=1 fresh same' \
        'y * y + x is 0x1p-24'
else
    skip 'AMP_VECTORS_FAST=1: rounded once' 'this CPU has no FMA that a test could see'
fi
finish
