#!/bin/sh
# SPDX-License-Identifier: MIT
# run: ci=gcc
# OpenCL: programs of several translation units, and of two devices of two
# platforms. TAP.
set -u
: "${CC:=cc}" "${BUILD:=build}"
BUILD=$(mkdir -p "$BUILD" && cd "$BUILD" && pwd)
: "${FLAGS:=-std=c99 -pedantic -Wall -Wextra -Werror -fopenmp -pthread -I. -Itests}"
n=0
ok() { n=$((n + 1)); echo "ok $n - $1"; }
bad() { n=$((n + 1)); sed 's/^/# /' "$BUILD/out" | head -20; echo "not ok $n - $1"; }
skip() { n=$((n + 1)); echo "ok $n - $1 # SKIP $2"; }
run() { env "$@" timeout 120 "$BUILD/x" > "$BUILD/out" 2>&1; }
export AMP_CL_CACHE="$BUILD/cache"
export POCL_CACHE_DIR="${POCL_CACHE_DIR:-$BUILD/pocl}"
mkdir -p "$POCL_CACHE_DIR"

echo 'int main(void) { return 0; }' > "$BUILD/link.c"
if ! $CC "$BUILD/link.c" -o "$BUILD/link" -lOpenCL 2> /dev/null; then
    skip "OpenCL" "-lOpenCL does not link"
    exit 0
fi

# ---- units: a header's region in both, a kernel of one name in each ----
cat > "$BUILD/common.h" << 'END_C'
#ifndef COMMON_H
#define COMMON_H
AMP_DEVICE_BEGIN
typedef struct pair { int a; float b; } pair;
static inline int more(int x) { return x + 1; }
AMP_KERNEL(shared, 1, inout(pair, 1, p)) { at(p, idx[0]).a = more(at(p, idx[0]).a); }
AMP_DEVICE_END
#endif
END_C
unit() { # unit NAME WHAT-IT-ADDS
    cat << END_C
#include <stdio.h>
#define AMP_SHORT_NAMES
#include "amp.h"
#include "common.h"
AMP_DEVICE_BEGIN
static inline int step(int x) { return x + $2; }
AMP_KERNEL(scale, 1, inout(int, 1, y)) { at(y, idx[0]) = step(at(y, idx[0])); }
AMP_DEVICE_END
amp_status $1(int *y, pair *p);
amp_status $1(int *y, pair *p)
{
    amp_status s = parallel_for_each(amp_extent(8), scale, amp_view(int, y, 8));
    if (s == AMP_OK) {
        s = parallel_for_each(amp_extent(8), shared, amp_view(pair, p, 8));
    }
    return s;
}
END_C
}
unit first 10 > "$BUILD/first.c"
unit second 100 > "$BUILD/second.c"
cat >> "$BUILD/second.c" << 'END_C'
amp_status first(int *y, pair *p);
int main(void)
{
    static int y[8];
    static pair p[8];
    amp_status s = first(y, p);
    s = s == AMP_OK ? second(y, p) : s;
    s = s == AMP_OK ? first(y, p) : s;
    s = s == AMP_OK ? amp_synchronize(amp_view(int, y, 8)) : s;
    s = s == AMP_OK ? amp_synchronize(amp_view(pair, p, 8)) : s;
    printf("%s %s: %d %d\n", amp_accelerator_default().device_path,
           s == AMP_OK ? "" : amp_last_error(), y[7], p[7].a);
    return s != AMP_OK || y[7] != 120 || p[7].a != 3;
}
END_C
units() {
    name=$1
    shift
    # shellcheck disable=SC2086
    if $CC $FLAGS -I"$BUILD" -c "$BUILD/first.c" -o "$BUILD/first.o" "$@" > "$BUILD/out" 2>&1 &&
        $CC $FLAGS -I"$BUILD" -DAMP_OPENCL "$@" "$BUILD/second.c" "$BUILD/first.o" \
            -o "$BUILD/x" -lOpenCL >> "$BUILD/out" 2>&1; then
        return 0
    fi
    bad "$name: does not build"
    return 1
}
if units "two units" -DAMP_OPENCL -O1; then
    if run AMP_ACCELERATOR=opencl; then ok "one name for two kernels, a region in two units"
    elif grep -q "there is no accelerator 'opencl'" "$BUILD/out"; then
        skip "several units" "there is no OpenCL device"
        exit 0
    else bad "one name for two kernels, a region in two units"; fi
    if run AMP_ACCELERATOR=emu; then ok "so on the emulator"; else bad "so on the emulator"; fi
fi
lto=-flto
case $CC in *clang*)
    lto="-flto -fuse-ld=lld -Wno-unused-command-line-argument"
    command -v ld.lld > /dev/null || lto= ;;
esac
# shellcheck disable=SC2086
if units "link-time optimisation" -DAMP_OPENCL -O2 $lto; then
    if run AMP_ACCELERATOR=opencl; then ok "with link-time optimisation"
    else bad "with link-time optimisation"; fi
fi
if units "checked" -DAMP_OPENCL -DAMP_CHECK -O1; then
    if run AMP_ACCELERATOR=opencl; then ok "both checked"; else bad "both checked"; fi
fi
if units "one without" -O1; then
    if run AMP_ACCELERATOR=opencl; then bad "a unit without AMP_OPENCL: no error"
    elif grep -q "scale was compiled without AMP_OPENCL" "$BUILD/out"; then
        ok "a unit without AMP_OPENCL says so"
    else bad "a unit without AMP_OPENCL says so"; fi
fi

# ---- two devices: PoCL's or what the system has, and oclgrind as a platform ----
cat > "$BUILD/two.c" << 'END_C'
#include <stdio.h>
#define AMP_SHORT_NAMES
#include "amp.h"
AMP_DEVICE_BEGIN
AMP_KERNEL(add, 1, in(int, 1, x), out(int, 1, y), value(int, k))
{
    at(y, idx[0]) = at(x, idx[0]) + k;
}
AMP_TILED_KERNEL(turn, (8), inout(int, 1, y))
{
    tile_static(int, t, 8);
    t[tidx.local[0]] = at_index(y, tidx.global);
    tile_barrier_wait(tidx);
    at_index(y, tidx.global) = t[7 - tidx.local[0]];
}
AMP_DEVICE_END
enum { N = 64 };
static int x[N], y[2][N];
int main(void)
{
    amp_status s = AMP_OK;
    amp_accelerator a[2];
    amp_accelerator_view on[2];
    int i, k;
    a[0] = amp_accelerator_find("opencl:0");
    a[1] = amp_accelerator_find("opencl:1");
    if (a[0].index < 0 || a[1].index < 0) {
        printf("no second device: %s\n", amp_last_error());
        return 77;
    }
    for (i = 0; i < N; i++) {
        x[i] = i;
    }
    for (k = 0; k < 2; k++) {
        on[k] = amp_accelerator_default_view(a[k]);
    }
    for (k = 0; s == AMP_OK && k < 2; k++) {
        s = parallel_for_each_on(on[k], amp_extent(N), add, amp_view(int, x, N),
                                 amp_view(int, y[k], N), k * 100);
    }
    for (k = 0; s == AMP_OK && k < 2; k++) { /* what the other one wrote */
        s = parallel_for_each_on(on[1 - k], amp_tile(amp_extent(N), 8), turn,
                                 amp_view(int, y[k], N));
    }
    for (k = 0; s == AMP_OK && k < 2; k++) {
        s = amp_synchronize(amp_view(int, y[k], N));
    }
    printf("%s, %s: %s\n", a[0].description, a[1].description,
           s == AMP_OK ? "" : amp_last_error());
    for (k = 0; k < 2; k++) {
        for (i = 0; i < N; i++) {
            if (y[k][i] != i / 8 * 8 + 7 - i % 8 + k * 100) {
                printf("wrong: %d at %d of %d\n", y[k][i], i, k);
                return 1;
            }
        }
    }
    return s != AMP_OK;
}
END_C
mkdir -p "$BUILD/icd"
cp /etc/OpenCL/vendors/*.icd "$BUILD/icd/" 2> /dev/null
for f in /usr/lib/oclgrind/liboclgrind-rt-icd.so /usr/lib/*/oclgrind/liboclgrind-rt-icd.so; do
    [ -f "$f" ] && echo "$f" > "$BUILD/icd/oclgrind.icd"
done
# shellcheck disable=SC2086
if ! $CC $FLAGS -O1 -DAMP_OPENCL "$BUILD/two.c" -o "$BUILD/x" -lOpenCL > "$BUILD/out" 2>&1; then
    bad "two devices: does not build"
else
    for memory in shared copy; do
        run OCL_ICD_VENDORS="$BUILD/icd" AMP_CL_MEMORY=$memory
        case $? in
        0) ok "two devices of two platforms, memory: $memory" ;;
        77) skip "two devices, memory: $memory" "there is one" ;;
        *) bad "two devices of two platforms, memory: $memory" ;;
        esac
    done
fi
echo "1..$n"
