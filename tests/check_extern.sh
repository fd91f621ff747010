#!/bin/sh
# SPDX-License-Identifier: MIT
# run: ci=gcc
# The library compiled once: files with AMP_EXTERN, one with AMP_IMPLEMENTATION. TAP.
set -u
cd "$(dirname "$0")/.."
: "${CC:=cc}" "${BUILD:=build}"
n=0 dir=$BUILD
warn='-std=c99 -pedantic -Wall -Wextra -Wshadow -Wconversion -Wstrict-prototypes -Werror'
flags="$warn -fopenmp -pthread -I."
case $CC in
*clang*) CXX=$(echo "$CC" | sed 's/clang/clang++/') ;;
*) CXX=$(echo "$CC" | sed 's/gcc/g++/; s/^cc$/c++/') ;;
esac
result() { # result STATUS NAME: a test that passed with 0; else the log
    n=$((n + 1))
    if [ "$1" -eq 0 ]; then
        echo "ok $n - $2"
    else
        head -20 "$dir/log" | sed 's/^/# /'
        echo "not ok $n - $2"
    fi
}
# build OUT WORD...: compiles or links with the words; the compiler's words are the log.
build() {
    out=$1
    shift
    # shellcheck disable=SC2086
    $CC $flags "$@" -o "$out" > "$dir/log" 2>&1
}

# ---- a program of several files ------------------------------------------------------

cat > "$dir/share.h" <<'C'
#define AMP_SHORT_NAMES
#include "amp.h"
int simple_part(void);
int tiled_part(void);
int phased_part(void);
int host_part(void);
int graphics_part(void);
int algorithms_part(void);
C
cat > "$dir/main.c" <<'C'
#include "share.h"
#include <stdio.h>
int main(void)
{
    int bad = simple_part() | tiled_part() << 1 | phased_part() << 2 | host_part() << 3
        | graphics_part() << 4;
    bad |= (amp_live_views() != 0) << 5; /* the algorithms keep memory for the next call */
    bad |= algorithms_part() << 6;
    if (bad != 0) {
        printf("parts %d failed: %s\n", bad, amp_last_error());
    }
    return bad != 0;
}
C
cat > "$dir/simple.c" <<'C'
#include "share.h"
AMP_DEVICE_BEGIN
AMP_KERNEL(saxpy, 1, value(float, a), in(float, 1, x), inout(float, 1, y))
{
    at(y, idx[0]) += a * at(x, idx[0]);
}
AMP_KERNEL(refused, 1, inout(float, 1, y))
{
    if (idx[0] == 3) { amp_errorf("y is %g", (double)at(y, 3)); amp_abort(); }
}
AMP_DEVICE_END
int simple_part(void)
{
    float x[100], y[100];
    amp_array_view vx = amp_view(float, x, 100), vy = amp_view(float, y, 100);
    int i, bad;
    for (i = 0; i < 100; i++) { x[i] = (float)i; y[i] = 1; }
    bad = amp_refresh(vx) != AMP_OK || amp_refresh(vy) != AMP_OK
        || parallel_for_each(amp_extent(100), saxpy, 2.0f, vx, vy) != AMP_OK
        || amp_synchronize(vy) != AMP_OK;
    for (i = 0; i < 100; i++) { bad |= y[i] != (float)(2 * i + 1); }
    bad |= parallel_for_each(amp_extent(-1), saxpy, 2.0f, vx, vy) == AMP_OK;
    bad |= parallel_for_each(amp_extent(100), refused, vy) != AMP_KERNEL_FAULT
        || strstr(amp_last_error(), "y is 7") == NULL;
    return bad | (amp_release(vx) != AMP_OK) | (amp_release(vy) != AMP_OK);
}
C
cat > "$dir/tiled.c" <<'C'
#include "share.h"
AMP_DEVICE_BEGIN
AMP_TILED_KERNEL(transpose, (8, 8), in(int, 2, from), out(int, 2, to))
{
    tile_static(int, t, 8, 8);
    t[tidx.local[0]][tidx.local[1]] = at_index(from, tidx.global);
    tile_barrier_wait(tidx);
    at(to, tidx.tile_origin[1] + tidx.local[0], tidx.tile_origin[0] + tidx.local[1]) =
        t[tidx.local[1]][tidx.local[0]];
}
AMP_TILED_KERNEL(apart, (8), inout(int, 1, v))
{
    if (tidx.local[0] != 3) { tile_barrier_wait(tidx); }
    at(v, tidx.global[0]) = amp_atomic_fetch_add(&at(v, 0), 1);
}
AMP_DEVICE_END
int tiled_part(void)
{
    static int a[16][24], b[24][16];
    amp_array_view va = amp_view(int, a, 16, 24), vb = amp_view(int, b, 24, 16);
    int i, j, bad;
    for (i = 0; i < 16; i++) { for (j = 0; j < 24; j++) { a[i][j] = 100 * i + j; } }
    bad = parallel_for_each(amp_tile(amp_extent(16, 24), 8, 8), transpose, va, vb) != AMP_OK
        || amp_synchronize(vb) != AMP_OK;
    for (i = 0; i < 16; i++) { for (j = 0; j < 24; j++) { bad |= b[j][i] != a[i][j]; } }
    bad |= parallel_for_each(amp_tile(amp_extent(384), 8), apart,
                             amp_view_as(va, amp_extent(384))) != AMP_BARRIER_DIVERGED;
    return bad | (amp_release(va) != AMP_OK) | (amp_release(vb) != AMP_OK);
}
C
cat > "$dir/phased.c" <<'C'
#include "share.h"
AMP_DEVICE_BEGIN
AMP_PHASED_KERNEL(sum, (64), in(int, 1, v), out(int, 1, sums))
{
    tile_static(int, t, 64);
    thread_private(int, p);
    phase { mine(p) = at(v, tidx.global[0]); t[tidx.local[0]] = mine(p); }
    for (int s = 32; s > 0; s /= 2) {
        phase_first(s) { t[tidx.local[0]] += t[tidx.local[0] + s]; }
    }
    phase_first(1) { at(sums, tile_index.tile[0]) = t[0]; }
}
AMP_DEVICE_END
int phased_part(void)
{
    int v[256], sums[4], i, bad;
    amp_array_view vv = amp_view(int, v, 256), vs = amp_view(int, sums, 4);
    for (i = 0; i < 256; i++) { v[i] = i; }
    bad = amp_refresh(vv) != AMP_OK
        || parallel_for_each(amp_tile(amp_extent(256), 64), sum, vv, vs) != AMP_OK
        || amp_synchronize(vs) != AMP_OK;
    for (i = 0; i < 4; i++) { bad |= sums[i] != 64 * 64 * i + 2016; }
    return bad | (amp_release(vv) != AMP_OK) | (amp_release(vs) != AMP_OK);
}
C
cat > "$dir/host.c" <<'C'
#include "share.h"
#include "amp_emu.h"
AMP_DEVICE_BEGIN
AMP_KERNEL(twice, 1, inout(int, 1, v)) { at(v, idx[0]) *= 2; }
AMP_DEVICE_END
int host_part(void)
{
    int x[64], y[64], i, bad;
    amp_accelerator device = amp_accelerator_get(1);
    amp_accelerator_view q;
    amp_array_view a, vx = amp_view(int, x, 64), s;
    amp_completion done;
    for (i = 0; i < 64; i++) { x[i] = i; }
    bad = amp_accelerator_create_view(device, AMP_QUEUING_AUTOMATIC, &q) != AMP_OK;
    a = amp_array_on(q, int, amp_extent(64));
    bad |= amp_refresh(vx) != AMP_OK || amp_copy(vx, a) != AMP_OK
        || parallel_for_each_on(q, amp_extent(64), twice, a) != AMP_OK;
    done = amp_copy_out_async(a, y);
    bad |= amp_completion_wait(done) != AMP_OK || amp_wait(q) != AMP_OK;
    for (i = 0; i < 64; i++) { bad |= y[i] != 2 * i; }
    s = amp_section(vx, amp_index(8), amp_extent(8));
    bad |= s.status != AMP_OK || amp_compare(amp_extent(8), twice, s) != AMP_OK;
    bad |= amp_section(vx, amp_index(60), amp_extent(8)).status == AMP_OK;
    bad |= amp_copied().to_device == 0 || amp_accelerator_count() < 3;
    bad |= amp_extent_size(amp_pad(amp_tile(amp_extent(30), 16)).extent) != 32;
    return bad | (amp_release(a) != AMP_OK) | (amp_release(vx) != AMP_OK)
        | (amp_accelerator_view_release(q) != AMP_OK);
}
C
cat > "$dir/graphics.c" <<'C'
#include "share.h"
#include "amp_graphics.h"
AMP_DEVICE_BEGIN
AMP_KERNEL(scale, 1, inout(amp_float_4, 1, v))
{
    at(v, idx[0]) = amp_float_4_scale(at(v, idx[0]), amp_fast_sqrtf(4.0f));
}
AMP_DEVICE_END
int graphics_part(void)
{
    amp_float_4 v[8];
    amp_array_view vv = amp_view(amp_float_4, v, 8);
    int i, bad;
    for (i = 0; i < 8; i++) { v[i] = amp_float_4_make(1, 2, 3, (float)i); }
    bad = amp_refresh(vv) != AMP_OK
        || parallel_for_each(amp_extent(8), scale, vv) != AMP_OK || amp_synchronize(vv) != AMP_OK;
    bad |= amp_mipmap_levels(amp_extent(8, 8)) != 4;
    return bad | !(v[5].w > 9.9f && v[5].w < 10.1f) | (amp_release(vv) != AMP_OK);
}
C
cat > "$dir/algorithms.c" <<'C'
#include "share.h"
#include "amp_algorithms.h"
int algorithms_part(void)
{
    int v[1000], sum = 0, i, bad;
    amp_array_view vv = amp_view(int, v, 1000);
    for (i = 0; i < 1000; i++) { v[i] = (i * 37) % 1000; }
    bad = amp_refresh(vv) != AMP_OK || amp_reduce(amp_plus_int, vv, &sum) != AMP_OK;
    bad |= sum != 499500;
    bad |= amp_radix_sort(int, vv) != AMP_OK || amp_synchronize(vv) != AMP_OK;
    for (i = 0; i < 1000; i++) { bad |= v[i] != i; }
    return bad | (amp_release(vv) != AMP_OK);
}
C
cat > "$dir/code.c" <<'C'
#define AMP_IMPLEMENTATION
#include "amp.h"
#include "amp_graphics.h"
#include "amp_algorithms.h"
C
parts='main simple tiled phased host graphics algorithms'
sources=$(for p in $parts; do echo "$dir/$p.c"; done)
program=$dir/program

# runs NAME: the program does what it should, on each engine and device.
runs() {
    for engine in loops fibers threads; do
        for device in emu emu:separate; do
            AMP_ENGINE=$engine AMP_ACCELERATOR=$device "$program" > "$dir/log" 2>&1
            result $? "$1, $engine, $device"
        done
    done
}
for o in -O0 -O2; do
    # shellcheck disable=SC2086
    build "$program" $o -DAMP_EXTERN $sources "$dir/code.c" -lm
    result $? "files with AMP_EXTERN, $o"
    runs "files with AMP_EXTERN, $o"
done
objects=
for p in $parts; do
    build "$dir/$p.o" -O1 -DAMP_EXTERN -c "$dir/$p.c" || cat "$dir/log"
    objects="$objects $dir/$p.o"
done
make -s install DESTDIR="$(cd "$dir" && pwd)/tree" PREFIX=/usr CC="$CC" > "$dir/log" 2>&1
result $? 'make install'
lib=$dir/tree/usr/lib
# shellcheck disable=SC2086
build "$program" $objects -L"$lib" -lamp -lm
result $? 'files with AMP_EXTERN and libamp.a'
runs 'libamp.a'
# shellcheck disable=SC2086
build "$program" -O1 "$dir/simple.c" "$dir/host.c" $(echo "$objects " |
    sed 's,[^ ]*/simple.o ,,; s,[^ ]*/host.o ,,') -L"$lib" -lamp -lm
result $? 'two drop-ins among files with AMP_EXTERN'
runs 'drop-ins and AMP_EXTERN'
cat > "$dir/pair_a.c" <<'C'
#include "amp.h"
amp_array_view made(int *p);
int main(void)
{
    int v[4] = { 1, 2, 3, 4 };
    amp_array_view a = made(v);
    return amp_live_views() != 1 || amp_view(int, v, 4).record != a.record
        || amp_release(a) != AMP_OK || amp_live_views() != 0
        || amp_emu_set_engine((amp_emu_engine)77) == AMP_OK;
}
C
cat > "$dir/pair_b.c" <<'C'
#include "amp.h"
amp_array_view made(int *p);
amp_array_view made(int *p) { return amp_view(int, p, 4); }
C
build "$dir/pair.o" -DAMP_EXTERN -c "$dir/pair_b.c" &&
    build "$program" "$dir/pair_a.c" "$dir/pair.o" -L"$lib" -lamp -lm && "$program"
result $? 'a drop-in and a file with AMP_EXTERN share the views'
pc=$dir/tree/usr/share/pkgconfig/amp-static.pc
grep -q '^Cflags: .*-DAMP_EXTERN' "$pc" && grep -q '^Libs: .*-lamp ' "$pc"
result $? 'amp-static.pc'

# ---- what is exported ----------------------------------------------------------------

printf '#define AMP_IMPLEMENTATION\n#include "amp.h"\n#include "amp_graphics.h"\n' > "$dir/core.c"
build "$dir/code.o" -DAMP_EXTERN -c "$dir/core.c"
nm "$dir/code.o" | awk '$2 == "T" { print $3 }' | sort > "$dir/defined"
# A declaration is a line that begins with AMP__API, or the one behind it. What a build with the
# checker alone has is not asked for.
awk '/^AMP__API/ { open = 1 }
     open && match($0, /(^|[ *])amp_[a-z0-9_]+\(/) {
         name = substr($0, RSTART, RLENGTH - 1)
         sub(/^[ *]/, "", name)
         print name
         open = 0
     }' amp/base/*.h amp/core/*.h amp/emu/*.h amp/language/*.h \
    amp/kernel/*.h | grep -v '^amp__check_' |
    sort -u > "$dir/declared"
comm -13 "$dir/defined" "$dir/declared" > "$dir/log"
[ -s "$dir/declared" ] && [ ! -s "$dir/log" ]
result $? "each of the $(wc -l < "$dir/declared") functions declared AMP__API is defined"
comm -23 "$dir/defined" "$dir/declared" > "$dir/log"
[ ! -s "$dir/log" ]
result $? 'nothing else is exported'

build "$dir/code.o" -DAMP_EXTERN -c "$dir/code.c"

# ---- what does not link, and what the linker says ------------------------------------

# refused NAME SENTENCE WORD...: does not link; the linker says the sentence.
refused() {
    name=$1 sentence=$2
    shift 2
    ! build "$program" "$@" -lm && grep -q -- "$sentence" "$dir/log"
    result $? "$name"
}
ask=amp__define_AMP_IMPLEMENTATION_in_one_file_built_as_v
cat > "$dir/use.c" <<'C'
#include "amp.h"
int main(void) { return amp_live_views(); }
C
cp "$dir/code.c" "$dir/code2.c"
build "$dir/use.o" -DAMP_EXTERN -c "$dir/use.c"
refused 'no implementation' "undefined.*$ask" "$dir/use.o"
refused 'two implementations' 'multiple.*amp__only_one_file_may_define_AMP_IMPLEMENTATION' \
    -DAMP_EXTERN "$dir/use.o" "$dir/code.c" "$dir/code2.c"
# other NAME SUFFIX FLAG...: a file compiled so is refused by a plain implementation.
other() {
    name=$1 suffix=$2
    shift 2
    build "$dir/other.o" -DAMP_EXTERN "$@" -c "$dir/use.c" || { result 1 "$name"; return; }
    # A sanitizer's own library is there, so that the one thing missing is ours.
    link=
    case $* in *-DAMP_CHECK*) ;; *-fsanitize=*) link=$* ;; esac
    # shellcheck disable=SC2086
    refused "$name" "undefined.*${ask}[0-9a-z_]*$suffix" "$dir/other.o" $link "$dir/code.o"
}
other 'AddressSanitizer, and an implementation without' _asan -fsanitize=address
other 'ThreadSanitizer, and an implementation without' _tsan -fsanitize=thread
other 'AMP_EMU_UCONTEXT, and an implementation without' _ucontext -DAMP_EMU_UCONTEXT
if build "$dir/other.o" -DAMP_EXTERN -DAMP_CHECK -fsanitize=thread -c "$dir/use.c"; then
    other 'AMP_CHECK, and an implementation without' _check -DAMP_CHECK -fsanitize=thread
else
    n=$((n + 1))
    echo "ok $n - AMP_CHECK with AMP_EXTERN # SKIP the checker is not parted yet"
fi
# Differences that are none.
for more in -DNDEBUG -std=gnu11 -fsanitize=undefined '-O3 -march=native'; do
    # shellcheck disable=SC2086
    build "$dir/other.o" -DAMP_EXTERN $more -c "$dir/simple.c" &&
        build "$program" $(echo "$objects" | sed "s,[^ ]*/simple.o,$dir/other.o,") \
            $(echo "$more" | grep -o -- '-fsanitize=undefined') "$dir/code.o" -lm && "$program"
    result $? "a file with $more, and an implementation without"
done

# ---- C++ -----------------------------------------------------------------------------

cat > "$dir/host.cc" <<'C'
#include "amp.h"
int main()
{
    static float f[64];
    amp_array_view v = amp_view(float, f, 8, 8);
    amp_array_view s = amp_section(v, amp_index(1, 2), amp_extent(2, 2));
    return s.status == AMP_OK && amp_synchronize(s) == AMP_OK && amp_release(v) == AMP_OK
        && amp_live_views() == 0 && amp_last_error()[0] == '\0'
        && amp_emu_set_workers(-1) != AMP_OK ? 0 : 1;
}
C
if command -v "$CXX" > /dev/null; then
    $CXX -std=c++11 -Wall -Wextra -Wshadow -Werror -O2 -fopenmp -pthread -I. -DAMP_EXTERN \
        "$dir/host.cc" "$dir/code.o" -o "$program" -lm > "$dir/log" 2>&1 && "$program"
    result $? 'the host API in C++ with AMP_EXTERN'
else
    n=$((n + 1))
    echo "ok $n - the host API in C++ # SKIP there is no $CXX"
fi
echo "1..$n"
