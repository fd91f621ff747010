#!/bin/sh
# SPDX-License-Identifier: MIT
# What the compiler makes of a kernel's loops, without any flag for speed but -O2: a square
# root costs no kernel its vectors, in a helper neither; and what AMP_MATH_ERRNO says. TAP.
set -u
: "${CC:=cc}" "${BUILD:=build}"
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
echo "1..5"
