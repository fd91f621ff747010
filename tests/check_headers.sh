#!/bin/sh
# SPDX-License-Identifier: MIT
# Each header alone, twice, in C99, C11 and C++, under every warning and level
# of optimisation, in two files of one program, and the names it leaves behind.
set -u
: "${CC:=cc}" "${BUILD:=build}"
warn='-pedantic -Wall -Wextra -Wshadow -Wconversion -Wstrict-prototypes -Wcast-qual -Wundef'
warn="$warn -Wmissing-prototypes -Wpointer-arith -Wvla -Werror"
warn_kernel='-pedantic -Wall -Wextra -Wshadow -Wconversion -Wstrict-prototypes -Werror'
n=0
case $CC in
*clang*) CXX=$(echo "$CC" | sed 's/clang/clang++/') ;;
*) CXX=$(echo "$CC" | sed 's/gcc/g++/; s/^cc$/c++/') ;;
esac

# try NAME command ...: one test, passed where the command succeeds silently.
try() {
    n=$((n + 1))
    name=$1
    shift
    if "$@" > "$BUILD/out" 2>&1 && [ ! -s "$BUILD/out" ]; then
        echo "ok $n - $name"
    else
        head -5 "$BUILD/out" | sed 's/^/# /'
        echo "not ok $n - $name"
    fi
}

# Headers that need more than libc and OpenMP say so: an OpenCL header is
# included by amp.h where AMP_OPENCL is defined, and tested with it.
headers=$(ls amp*.h)
cat > "$BUILD/body.c" <<'M'
AMP_DEVICE_BEGIN
AMP_KERNEL(simple, 1, value(float, a), in(float, 1, x), inout(float, 1, y))
{
    at(y, idx[0]) += a * at(x, idx[0]);
}
AMP_KERNEL(simple3, 3, inout(double, 3, v)) { at_index(v, idx) *= 2; }
AMP_TILED_KERNEL(tiled, (4, 4), inout(int, 2, v), value(int, unused))
{
    tile_static(int, t, 4, 4);
    t[tidx.local[1]][tidx.local[0]] = at_index(v, tidx.global);
    tile_barrier_wait(tidx);
    at_index(v, tidx.global) = t[tidx.local[0]][tidx.local[1]];
}
AMP_PHASED_KERNEL(phased, (2, 2, 4), inout(int, 3, v), in(int, 1, unused))
{
    tile_static(int, t, 2, 2, 4);
    thread_private(int, p);
    thread_private(int, q, 2);
    phase { t[tidx.local[0]][tidx.local[1]][tidx.local[2]] = 1; mine(p) = 1; mine(q, 1) = 2; }
    for (int s = 8; s > 0; s /= 2) {
        phase_first(s) { at_index(v, tidx.global) += t[0][0][0] + mine(p) + mine(q, 1); }
    }
}
AMP_DEVICE_END
float run(void);
float run(void)
{
    static float f[16];
    static int i[64];
    static double d[8];
    amp_array_view v = amp_view(float, f, 16), w = amp_view(int, i, 8, 8);
    amp_status s = parallel_for_each(amp_extent(16), simple, 2.0f, v, v);
    if (s == AMP_OK) { s = parallel_for_each(amp_tile(amp_extent(8, 8), 4, 4), tiled, w, 1); }
    if (s == AMP_OK) {
        s = parallel_for_each(amp_tile(amp_extent(4, 4, 4), 2, 2, 4), phased,
                              amp_view(int, i, 4, 4, 4), amp_view(int, i, 64));
    }
    if (s == AMP_OK) {
        s = parallel_for_each(amp_extent(2, 2, 2), simple3, amp_view(double, d, 2, 2, 2));
    }
    if (s == AMP_OK) { s = amp_synchronize(amp_section(v, amp_index(1), amp_extent(2))); }
    return s == AMP_OK ? f[0] : (float)amp_last_error()[0];
}
M
{
    echo '#define AMP_SHORT_NAMES'
    echo '#include "amp.h"'
    cat "$BUILD/body.c"
} > "$BUILD/kernels.c"
# Code is made once a header and standard; what the rest could find, the parser finds.
for h in $headers; do
    sed "2s/amp.h/$h/" "$BUILD/kernels.c" > "$BUILD/one.c"
    { sed 2q "$BUILD/one.c"; sed 1d "$BUILD/one.c"; } > "$BUILD/two.c"
    { echo '#include <stdio.h>'; echo '#include <stdlib.h>'; cat "$BUILD/one.c"; } > "$BUILD/late.c"
    for std in c99 gnu11; do
        # shellcheck disable=SC2086
        try "$h alone, $std" $CC -std=$std $warn -O0 -fopenmp -pthread -I. -c "$BUILD/one.c" \
            -o "$BUILD/one.o"
    done
    try "$h alone, without -fopenmp" $CC -std=c99 $warn -pthread -I. -fsyntax-only \
        "$BUILD/one.c"
    try "$h twice" $CC -std=c99 $warn -fopenmp -pthread -I. -fsyntax-only \
        "$BUILD/two.c"
    try "$h behind stdio" $CC -std=c99 $warn -fopenmp -pthread -I. -fsyntax-only \
        "$BUILD/late.c"
done

# A kernel that nobody calls is not compiled, though gcc -O0 keeps what is static.
unused() {
    nm "$BUILD/alone.o" | grep 'amp__[a-z_]*__\(launch\|base\|avx2\|thread\|body\)$'
    return 0
}
# shellcheck disable=SC2086
$CC -std=c99 $warn -O0 -fopenmp -pthread -I. -c -o "$BUILD/alone.o" -x c - <<'M'
#include "amp_algorithms.h"
M
try "amp_algorithms.h alone leaves no kernel, -O0" unused

# Without AMP_CHECK no word of the checker is compiled: it can change nothing.
checker() {
    printf '#include "amp.h"\n#include "amp_algorithms.h"\n' > "$BUILD/c.c"
    $CC -std=c99 -fopenmp "$@" -I. -E "$BUILD/c.c" |
        grep -m 5 'amp__check_shared\|amp_check\.h\|check/state\.h'
    return 0
}
try 'nothing of the checker without AMP_CHECK' checker
n=$((n + 1))
if [ -n "$(checker -DAMP_CHECK)" ]; then echo "ok $n - it is there with AMP_CHECK"
else echo "not ok $n - it is there with AMP_CHECK"; fi

# Kernels under all warnings that the design asks for, at each level; without
# OpenMP too.
for o in -O0 -O2 "-O3 -march=native" -Os; do
    for omp in -fopenmp ''; do
        try "kernels, $o $omp" $CC -std=c99 $warn_kernel $o $omp -pthread -I. \
            -c "$BUILD/kernels.c" -o "$BUILD/kernels.o"
    done
done

# The host API in C++.
cat > "$BUILD/host.cc" <<'M'
#include "amp.h"
#include "amp.h"
int host();
int host()
{
    static float f[64];
    amp_array_view v = amp_view(float, f, 8, 8);
    amp_extent e = amp_extent(999, 666);
    amp_index i = amp_index_add(amp_index(1, 2), amp_index(3, 4));
    amp_tiled_extent t = amp_pad(amp_tile(e, 16, 16));
    amp_array_view s = amp_section(v, i, amp_extent(2, 2));
    return t.extent.dim[0] == 1008 && s.status == AMP_OK && amp_synchronize(s) == AMP_OK
        && amp_extent_contains(v.extent, i) && amp_last_error()[0] == '\0' ? 0 : 1;
}
int main() { return host(); }
M
if command -v "$CXX" > /dev/null; then
    for std in c++11 c++17; do
        try "host API in $std" $CXX -std=$std -Wall -Wextra -Wshadow -Werror -O2 -fopenmp -pthread \
            -I. "$BUILD/host.cc" -o "$BUILD/host"
        try "host API in $std runs" "$BUILD/host"
    done
else
    n=$((n + 1))
    echo "ok $n - host API in C++ # SKIP there is no $CXX"
fi

# Two files of one program share the engine that one of them sets.
cat > "$BUILD/a.c" <<'M'
#include "amp.h"
#include <stdio.h>
AMP_DEVICE_BEGIN
AMP_KERNEL(k, 1, inout(int, 1, v)) { amp_at(v, idx[0]) += 1; }
AMP_DEVICE_END
int other(int *v);
const char *other_error(void);
int main(void)
{
    int v[8] = { 0 };
    if (amp_emu_set_workers(1) != AMP_OK) { return 1; }
    if (amp_parallel_for_each(amp_extent(8), k, amp_view(int, v, 8)) != AMP_OK) { return 2; }
    if (other(v) != AMP_OK || v[7] != 11) { return 3; }
    if (amp_parallel_for_each(amp_extent(-5), k, amp_view(int, v, 8)) == AMP_OK) { return 4; }
    return strcmp(other_error(), amp_last_error()) != 0;
}
M
cat > "$BUILD/b.c" <<'M'
#include "amp.h"
AMP_DEVICE_BEGIN
AMP_KERNEL(k, 1, inout(int, 1, v)) { amp_at(v, idx[0]) += 10; }
AMP_DEVICE_END
int other(int *v);
const char *other_error(void);
int other(int *v) { return (int)amp_parallel_for_each(amp_extent(8), k, amp_view(int, v, 8)); }
const char *other_error(void) { return amp_last_error(); }
M
for o in -O0 '-O2 -flto=auto' '-O2 -fPIE -pie'; do
    try "two files, $o" $CC -std=c99 $warn_kernel $o -fopenmp -pthread -I. "$BUILD/a.c" \
        "$BUILD/b.c" -o "$BUILD/ab" -lm
    try "two files run, $o" "$BUILD/ab"
done

# What the object file offers to and takes from others: amp_ and weak amp__
# names, the user's own function, and nothing else of ours.
foreign() { # prints foreign global names
    nm --defined-only --extern-only "$1" | awk '{print $NF}' | grep -v '^amp__*[a-z]\|^run$\|^x_$'
    return 0
}
try 'no foreign names of a header alone' foreign "$BUILD/one.o"
try 'no foreign names of a file with kernels' foreign "$BUILD/kernels.o"
strong() { # prints names of ours that are neither weak nor undefined, nor numbers (A)
    nm --defined-only --extern-only "$1" | awk '$2 ~ /^[B-TX-Z]$/' | grep ' amp'
    return 0
}
try 'shared state is weak' strong "$BUILD/kernels.o"

# Macros: only AMP_, AMP__, amp_ and amp__ are defined, and no keyword is.
macros() {
    printf '#include "amp.h"\n' > "$BUILD/m.c"
    # stdarg.h first, as in amp.h: behind it stdio.h leaves a macro of its own.
    for inc in stdarg.h $(sed -n 's/^ *# *include <\(.*\)>.*/\1/p' amp*.h \
        $(find amp -name '*.h') | grep -v -i 'cl/\|opencl\|no_file'); do
        printf '#include <%s>\n' "$inc"
    done > "$BUILD/libc.c"
    $CC -std=c99 -fopenmp -I. -dM -E "$BUILD/m.c" | sort > "$BUILD/m"
    $CC -std=c99 -fopenmp -dM -E "$BUILD/libc.c" | sort > "$BUILD/l"
    comm -23 "$BUILD/m" "$BUILD/l" | awk '{print $2}' | grep -v '^AMP_\|^amp_'
    return 0
}
try 'no foreign macros' macros
echo "1..$n"
