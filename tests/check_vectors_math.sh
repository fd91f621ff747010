#!/bin/sh
# SPDX-License-Identifier: MIT
# run: turn=compiler,5/6
# Mathematics of kernels as vectors: libm's results to the bit, and with AMP_VECTORS_FAST=1 the
# vector functions of glibc (libmvec), which are called, and stay within 4 units in the last place.
. "${0%/*}/lib.sh"
. tests/vectors/lib.sh

vectors_library
built math $programs/vector_math.c
# called FILE...: of which functions these call vectors.
called() { nm -D "$@" | sed -n 's/.* U _ZGV[a-z][NM][0-9x]*v*_\([a-z0-9]*\).*/\1/p' | sort -u; }
expect "without the setting each result is libm's, to the bit" 0 'fresh math exact' \
    '0 of exact results are wrong' 'kernel of_some runs as vectors' \
    ' atan2f and hypotf: there are no vectors of this with the last bits of fibers' \
    'Faster: AMP_VECTORS_FAST=1, or fewer calls'
[ -z "$(called "$AMP_VECTORS_CACHE"/*)" ]
tell $? 'and no vector function of another library is called'

# Vectors of the library's own (amp/vectors/exact_math.h) are for glibc, and CPUs with AVX2 and FMA.
if [ "$(uname -m)" = x86_64 ] && grep -q ' fma .* avx2 ' /proc/cpuinfo &&
    getconf GNU_LIBC_VERSION > "$BUILD/out" 2>&1; then
    says '!of_some is slow'
    tell $? 'the functions of of_some are vectors, and so not slow'
    printf '%s\n' cosf expf logf sinf > "$BUILD/wanted"
    nm "$(grep -l of_some "$AMP_VECTORS_CACHE"/*)" |
        sed -n 's/.* t _ZGVdN8v_\([a-z0-9]*\)$/\1/p' | sort > "$BUILD/own"
    try "they are the library's own" diff "$BUILD/wanted" "$BUILD/own"

    # Another libm, whose sines are the floats next to the true ones, finds this cache, and leaves
    # one.
    cat > "$BUILD/rounded.c" <<'S'
extern double sin(double x);
extern float cosf(float x), sinf(float x);
extern void sincosf(float x, float *s, float *c);
float sinf(float x) { return (float)sin((double)x); }
void sincosf(float x, float *s, float *c) { *s = sinf(x); *c = cosf(x); }
S
    $CC -O1 -fno-builtin -shared -fPIC "$BUILD/rounded.c" -o "$BUILD/rounded.so" -lm
    expect 'with another libm its results' 0 "LD_PRELOAD=$BUILD/rounded.so math exact" \
        '0 of exact results are wrong' 'kernel of_some runs as vectors, compiled' \
        "of_some, without vectors of mathematics: the C library's mathematics rounds here in a way"
    expect 'and those of this libm with what that left' 0 'math exact' \
        '0 of exact results are wrong' 'kernel of_some runs as vectors, from the cache'
else
    skip "vectors of the library's own" 'they are for glibc on x86-64 with AVX2 and FMA'
fi

# Divisions of ints by one int for all threads are those of doubles.
built zero $programs/vectors_zero.c
expect 'a quotient' 0 'fresh zero 7' '100 / 7 is 14' 'divide runs as vectors'
expect 'a division by 0 ends the process' - 'fresh zero 0' '!100 /'
expect 'and with AMP_VECTORS_FAST=1' - 'AMP_VECTORS_FAST=1 fresh zero 0' '!100 /'
built division tests/test_division.c -Itests
expect 'quotients with AMP_VECTORS_FAST=1' 0 'AMP_VECTORS_FAST=1 fresh division' '!not ok' \
    'divide_tiled runs as vectors'

# Mathematics of a thread's place is a table: amp/vectors/place_tables.h.
built place tests/test_place_tables.c -Itests
expect 'tables of what follows from a place, and of nothing else' 0 'AMP_LOG=2 fresh place' \
    'static float own_array__table1[6][16' 'static float blocks__table1[8][8 ][8' \
    'static double blocks__table2[8]' 'static float phases__table1[4][4][12' '!none__table'

library=$($CC -print-file-name=libmvec.so.1)
case $family,$(uname -m),$(echo __clang_major__ | $CC -E -P -) in
*,x86_64,[0-9] | *,x86_64,1[01]) library=nothing ;; # clang knows libmvec from its version 12 on
gcc,aarch64,* | *,x86_64,*) ;;
*) library=nothing ;;
esac
nm -D "$library" 2> "$BUILD/err" | sed -n 's/.* _ZGV[a-z][NM][0-9x]*v*_\([a-z0-9]*\).*/\1/p' |
    sort -u > "$BUILD/there"
if [ ! -s "$BUILD/there" ]; then
    skip 'AMP_VECTORS_FAST=1: vector functions' "$CC has none here (libmvec of glibc)"
    expect 'and with the setting all is as before' 0 'AMP_VECTORS_FAST=1 fresh math fast' \
        '0 of fast results are wrong' 'sinf and cosf: there are no vectors of this, so'
    finish
fi
expect 'AMP_VECTORS_FAST=1: within 4 units in the last place' 0 \
    'AMP_VECTORS_FAST=1 fresh math fast' '0 of fast results are wrong' '!~is slow.*[ :]cosf\{0,1\} '
for name in cos exp log pow sin; do echo $name; echo ${name}f; done > "$BUILD/wanted"
if [ $family = gcc ]; then # clang 14 has a table of its own, of those
    sed -n '/^#define OF_ONE/,/^#define FUNCTIONS/p' $programs/vector_math.c |
        grep -o '[0-9], [a-z0-9]*' | sed 's/.*, //; p; s/$/f/' > "$BUILD/wanted"
fi
sort "$BUILD/wanted" | comm -12 - "$BUILD/there" > "$BUILD/both"
called "$AMP_VECTORS_CACHE"/* > "$BUILD/called"
try "the vectors of $(wc -l < "$BUILD/both") functions are called" \
    diff "$BUILD/both" "$BUILD/called"
printf '%s\n' cosf expf logf sinf > "$BUILD/both"
called "$(grep -l of_some "$AMP_VECTORS_CACHE"/*)" > "$BUILD/called"
try 'also under a condition, in a helper, and both of one argument' \
    diff "$BUILD/both" "$BUILD/called"

# A glibc without libmvec, as the linker would find.
cat > "$BUILD/without" <<S
#!/bin/sh
case " \$* " in
*AMP__VEC_FAST* | *libmvec*) echo 'error: undefined reference to _ZGVdN8v_sinf' >&2; exit 1 ;;
esac
exec $CC "\$@"
S
chmod +x "$BUILD/without"
expect 'a glibc without it: kernels run as vectors without it' 0 \
    "AMP_VECTORS_FAST=1 AMP_VECTORS_CC=$BUILD/without fresh math fast" \
    '0 of fast results are wrong' \
    'of_some, without vectors of mathematics: the compiler says: error: undefined reference' \
    'kernel of_floats runs as vectors' '!of_floats, without'
[ -z "$(called "$AMP_VECTORS_CACHE"/*)" ]
tell $? 'and no vector function is called there'
finish
