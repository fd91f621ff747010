#!/bin/sh
# SPDX-License-Identifier: MIT
# What the compiler makes of a kernel's loops, without any flag for speed but -O2: a square
# root costs no kernel its vectors, in a helper neither; what AMP_MATH_ERRNO says; and that
# a * b + c is rounded twice on every CPU, but with AMP_CONTRACT; that a loop over the 16
# threads of a tile's row is a vector, not 16 turns put together again; and that a phase copies a
# long row itself. TAP.
set -u
: "${CC:=cc}" "${BUILD:=build}"
BUILD=$(mkdir -p "$BUILD" && cd "$BUILD" && pwd)
: "${FLAGS:=-std=c99 -pedantic -Wall -Wextra -Werror -fopenmp -pthread -I.}"

cat > "$BUILD/roots.c" << 'END'
#include <errno.h>
#include <stdio.h>
#define AMP_SHORT_NAMES
#include "amp.h"
AMP_DEVICE_BEGIN
static float root(float x) { return sqrtf(x); }
AMP_KERNEL(simple, 1, in(float, 1, x), out(float, 1, y)) { at(y, idx[0]) = sqrtf(at(x, idx[0])); }
AMP_KERNEL(helped, 1, in(float, 1, x), out(float, 1, y)) { at(y, idx[0]) = root(at(x, idx[0])); }
AMP_KERNEL(wide, 1, in(double, 1, x), out(double, 1, y)) { at(y, idx[0]) = sqrt(at(x, idx[0])); }
AMP_PHASED_KERNEL(phased, (256), in(float, 1, x), out(float, 1, y))
{
    phase { at(y, tidx.global[0]) = sqrtf(at(x, tidx.global[0])); }
}
AMP_DEVICE_END
int main(int argc, char **argv)
{
    static float x[256], y[256];
    static double a[256], b[256];
    float host;
    int i;
    (void)argv, (void)x, (void)a;
    for (i = 0; i < 256; i++) {
        x[i] = (float)(a[i] = i * i);
    }
    if (LAUNCH != AMP_OK) {
        return 1;
    }
    for (i = 0; i < 256; i++) {
        if ((int)y[i] + (int)b[i] != i) { /* one of them is all zeros */
            return 2;
        }
    }
    errno = 0;
    host = sqrtf((float)-argc);
    (void)printf("%s\n", host != host && errno == EDOM ? "errno" : "none");
    return 0;
}
END
n='amp_extent(256)'
f='amp_view(float, x, 256), amp_view(float, y, 256)'
d='amp_view(double, a, 256), amp_view(double, b, 256)'

# vectors NUMBER NAME INSTRUCTION LAUNCH: the one kernel that the host launches has it.
vectors() {
    case $(uname -m) in
    x86_64) ;;
    *) echo "ok $1 - $2 # SKIP the instructions are those of x86-64"; return ;;
    esac
    # shellcheck disable=SC2086
    if ! $CC $FLAGS -O2 -DLAUNCH="parallel_for_each($4)" "$BUILD/roots.c" -o "$BUILD/roots" -lm ||
        ! "$BUILD/roots" > "$BUILD/said"; then
        echo "not ok $1 - $2: wrong"
    elif ! $CC $FLAGS -O2 -DLAUNCH="parallel_for_each($4)" -S "$BUILD/roots.c" -o - |
        grep -q "$3"; then
        echo "not ok $1 - $2: there is no $3"
    else
        echo "ok $1 - $2"
    fi
}
vectors 1 'sqrtf in a simple kernel' sqrtps "$n, simple, $f"
vectors 2 'sqrtf in a helper' sqrtps "$n, helped, $f"
vectors 3 'sqrt of doubles' sqrtpd "$n, wide, $d"
vectors 4 'sqrtf in a phased kernel' sqrtps "amp_tile($n, 256), phased, $f"
# shellcheck disable=SC2086
$CC $FLAGS -O2 -DLAUNCH="parallel_for_each($n, simple, $f)" -DAMP_MATH_ERRNO "$BUILD/roots.c" \
    -o "$BUILD/roots" -lm &&
    "$BUILD/roots" > "$BUILD/said" || echo "# AMP_MATH_ERRNO: does not compile or run"
if ! ldd "$BUILD/roots" 2>/dev/null | grep -q 'libc[.]so[.]6'; then
    echo "ok 5 - AMP_MATH_ERRNO # SKIP errno of sqrtf is glibc's"
elif [ "$(cat "$BUILD/said")" = errno ]; then
    echo "ok 5 - with AMP_MATH_ERRNO the host's sqrtf sets errno"
else
    echo "not ok 5 - with AMP_MATH_ERRNO the host's sqrtf sets no errno"
fi

# Of a * b + c with c = -(a * b) nothing is left, unless it was rounded once.
cat > "$BUILD/fused.c" << 'END'
#include <stdio.h>
#define AMP_SHORT_NAMES
#include "amp.h"
enum { N = 4096 };
AMP_DEVICE_BEGIN
AMP_KERNEL(simple, 1, in(float, 1, a), in(float, 1, b), inout(float, 1, y))
{
    at(y, idx[0]) = at(a, idx[0]) * at(b, idx[0]) + at(y, idx[0]);
}
AMP_PHASED_KERNEL(phased, (64), in(float, 1, a), in(float, 1, b), inout(float, 1, y))
{
    phase {
        const int i = tidx.global[0];
        at(y, i) = at(a, i) * at(b, i) + at(y, i);
    }
}
AMP_TILED_KERNEL(tiled, (64), in(float, 1, a), in(float, 1, b), inout(float, 1, y))
{
    const int i = tidx.global[0];
    const float before = at(y, i);
    tile_barrier_wait(tidx);
    at(y, i) = at(a, i) * at(b, i) + before;
}
AMP_DEVICE_END
static float a[N], b[N], y[N];
static int left(amp_status s)
{
    int i, n = 0;
    if (s != AMP_OK || amp_synchronize(amp_view(float, y, N)) != AMP_OK) {
        return -1;
    }
    for (i = 0; i < N; i++) {
        n += y[i] < 0 || y[i] > 0;
        y[i] = -(a[i] * b[i]);
    }
    amp_refresh(amp_view(float, y, N));
    return n;
}
int main(void)
{
    const amp_array_view va = amp_view(float, a, N), vb = amp_view(float, b, N);
    const amp_array_view vy = amp_view(float, y, N);
    const amp_extent n = amp_extent(N);
    int i, s, p, t;
    for (i = 0; i < N; i++) {
        a[i] = 1.0f / (float)(i + 3);
        b[i] = 1.7f * (float)i;
        y[i] = -(a[i] * b[i]);
    }
    s = left(parallel_for_each(n, simple, va, vb, vy));
    p = left(parallel_for_each(amp_tile(n, 64), phased, va, vb, vy));
    t = left(parallel_for_each(amp_tile(n, 64), tiled, va, vb, vy));
    (void)printf("%d %d %d\n", s, p, t);
    return 0;
}
END
# rounded NUMBER NAME EXPECTED FLAG...: what the program prints.
rounded() {
    number=$1 name=$2 expected=$3
    shift 3
    # shellcheck disable=SC2086
    if $CC $FLAGS -O2 "$@" "$BUILD/fused.c" -o "$BUILD/fused" -lm &&
        "$BUILD/fused" > "$BUILD/said" && grep -q "^$expected$" "$BUILD/said"; then
        echo "ok $number - $name"
    else
        sed 's/^/# /' "$BUILD/said"
        echo "not ok $number - $name: not $expected"
    fi
}
export AMP_VECTORS=wait AMP_VECTORS_CC="${CC%% *}" AMP_VECTORS_CACHE="$BUILD/cache"
rounded 6 'a * b + c is rounded twice' '0 0 0'
rounded 7 'and with extensions' '0 0 0' -std=gnu11
rounded 8 'and as vectors' '0 0 0' -DAMP_VECTORS
some='[1-9][0-9]*'
if [ "$(uname -m)" = x86_64 ] && grep -q '^flags.* avx2.* ' /proc/cpuinfo &&
    grep -q '^flags.* fma ' /proc/cpuinfo; then
    rounded 9 'AMP_CONTRACT: once' "$some $some .*" -DAMP_CONTRACT
    rounded 10 'AMP_CONTRACT: once, as vectors' "$some $some $some" -DAMP_CONTRACT -DAMP_VECTORS
else
    echo "ok 9 - AMP_CONTRACT # SKIP this CPU has no FMA that the test knows of"
    echo "ok 10 - AMP_CONTRACT # SKIP this CPU has no FMA that the test knows of"
fi
cat > "$BUILD/tile.c" << 'END'
#define AMP_SHORT_NAMES
#include "amp.h"
AMP_DEVICE_BEGIN
AMP_TILED_KERNEL(product, (16, 16), in(float, 2, A), in(float, 2, B), out(float, 2, C))
{
    tile_static(float, a, 16, 16);
    tile_static(float, b, 16, 16);
    const int y = tidx.local[0], x = tidx.local[1];
    float sum = 0;
    for (int k0 = 0; k0 < A_shape.extent[1]; k0 += 16) {
        a[y][x] = at(A, tidx.global[0], k0 + x);
        b[y][x] = at(B, k0 + y, tidx.global[1]);
        tile_barrier_wait(tidx);
        for (int k = 0; k < 16; k++) { sum += a[y][k] * b[k][x]; }
        tile_barrier_wait(tidx);
    }
    at_index(C, tidx.global) = sum;
}
AMP_DEVICE_END
#include MADE
END
if [ "$(uname -m)" != x86_64 ]; then
    echo "ok 11 - a row of 16 threads is a vector # SKIP the instructions are those of x86-64"
elif $CC -std=c99 -O1 -I. tools/amp_vectors.c -o "$BUILD/amp_vectors" -lm -pthread &&
    CC="${CC%% *}" "$BUILD/amp_vectors" "$BUILD/tile.c" -o "$BUILD/tile.vectors.h" -I. \
        -DMADE='"amp.h"' &&
    # shellcheck disable=SC2086
    $CC $FLAGS -O2 -I. -DMADE='"tile.vectors.h"' -DAMP_VECTORS_AHEAD -S "$BUILD/tile.c" \
        -o "$BUILD/tile.s" && [ "$(grep -c 'mulps' "$BUILD/tile.s")" -ge 3 ] &&
    [ "$(grep -cE 'unpck|shufps|extractps|insertps|movlhps|alignd' "$BUILD/tile.s")" -lt 200 ]; then
    echo "ok 11 - a row of 16 threads is a vector"
else
    echo "not ok 11 - a row of 16 threads is a vector"
fi
cat > "$BUILD/rows.c" << 'END'
#define AMP_EXTERN
#define AMP_SHORT_NAMES
#include "amp.h"
AMP_DEVICE_BEGIN
AMP_PHASED_KERNEL(rows, (256), in(int, 1, x), out(int, 1, y))
{
    tile_static(int, t, 256);
    phase { t[tidx.local[0]] = at(x, tidx.global[0]); }
    phase { at(y, tidx.global[0]) = t[255 - tidx.local[0]]; }
}
AMP_DEVICE_END
amp_status run(amp_array_view x, amp_array_view y);
amp_status run(amp_array_view x, amp_array_view y)
{
    return parallel_for_each(amp_tile(amp_extent(256), 256), rows, x, y);
}
END
if [ "$(uname -m)" != x86_64 ]; then
    echo "ok 12 - a long row is copied in order # SKIP it is not asked for but on x86-64"
elif
    # shellcheck disable=SC2086
    $CC $FLAGS -O3 -mavx2 -S "$BUILD/rows.c" -o "$BUILD/rows.s" &&
    sed -n '/^rows__base.*:/,/cfi_endproc/p' "$BUILD/rows.s" > "$BUILD/said" &&
    grep -q 'ymm' "$BUILD/said" && ! grep -qE 'memcpy|rep[a-z]*[[:space:];]' "$BUILD/said"; then
    echo "ok 12 - a long row is copied in order"
else
    echo "not ok 12 - a long row is copied by memcpy, or one by one"
fi
echo "1..12"
