#!/bin/sh
# SPDX-License-Identifier: MIT
# OpenCL: ways to build, build errors, the cache, the dump, the trace, no device,
# oclgrind. One small program does all. With clang the ways to build alone: from there on it is
# the device's compiler and the library's text, which are the same. TAP.
set -u
: "${CC:=cc}" "${BUILD:=build}"
BUILD=$(mkdir -p "$BUILD" && cd "$BUILD" && pwd)
: "${FLAGS:=-std=c99 -pedantic -Wall -Wextra -Werror -fopenmp -pthread -I. -Itests}"
n=0 test=
here=$PWD
ok() { n=$((n + 1)); echo "ok $n - $1"; }
bad() { n=$((n + 1)); sed 's/^/# /' "$BUILD/out" | head -20; echo "not ok $n - $1"; }
skip() { n=$((n + 1)); echo "ok $n - $1 # SKIP $2"; }
# expect NAME TEXT: the last output has the text.
expect() { if grep -q -- "$2" "$BUILD/out"; then ok "$1"; else bad "$1"; fi; }

echo 'int main(void) { return 0; }' > "$BUILD/link.c"
if ! $CC "$BUILD/link.c" -o "$BUILD/link" -lOpenCL 2> /dev/null; then
    skip "OpenCL" "-lOpenCL does not link"
    exit 0
fi
# program TEXT LAUNCH: TEXT at the end of the region, LAUNCH the first statement of main.
program() {
    cat << 'END'
#include <stdio.h>
#define AMP_SHORT_NAMES
#include "amp.h"
AMP_DEVICE_BEGIN
AMP_TILED_KERNEL(turn, (8), in(int, 1, x), out(int, 1, y))
{
    tile_static(int, t, 8);
    t[tidx.local[0]] = at_index(x, tidx.global);
    tile_barrier_wait(tidx);
    at_index(y, tidx.global) = t[7 - tidx.local[0]];
}
AMP_KERNEL(add, 1, in(int, 1, x), inout(int, 1, y)) { at(y, idx[0]) += at(x, at(x, idx[0])); }
END
    echo "$1"
    cat << 'END'
AMP_DEVICE_END
static int x[64], y[64];
int main(void)
{
    int i;
    amp_status s;
    for (i = 0; i < 64; i++) {
        x[i] = i;
    }
END
    echo "${2:-}"
    cat << 'END'
    s = parallel_for_each(amp_tile(amp_extent(64), 8), turn, amp_view(int, x, 64),
                          amp_view(int, y, 64));
    if (s == AMP_OK) {
        s = parallel_for_each(amp_extent(64), add, amp_view(int, x, 64), amp_view(int, y, 64));
    }
    if (s == AMP_OK) {
        s = amp_synchronize(amp_view(int, y, 64));
    }
    for (i = 0; s == AMP_OK && i < 64; i++) {
        if (y[i] != i + i / 8 * 8 + 7 - i % 8) {
            printf("wrong: %d at %d\n", y[i], i);
            return 1;
        }
    }
    printf("%s: %s %s\n", amp_accelerator_default().device_path, amp_status_string(s),
           s != AMP_OK ? amp_last_error() : "");
    return s != AMP_OK;
}
END
}
# shellcheck disable=SC2086
build() {
    src=$1
    shift
    $CC $FLAGS -O1 -DAMP_OPENCL "$src" -o "$BUILD/x" "$@" -lOpenCL > "$BUILD/out" 2>&1
}
run() { env "$@" timeout 120 "$BUILD/x" ${test:+--here "$test"} > "$BUILD/out" 2>&1; }

export AMP_CL_CACHE="$BUILD/cache"
export POCL_CACHE_DIR="${POCL_CACHE_DIR:-$BUILD/pocl}"
mkdir -p "$POCL_CACHE_DIR"
program "" > "$BUILD/p.c"

if ! build "$BUILD/p.c"; then bad "the program builds"; exit 1; fi
if ! run AMP_ACCELERATOR=opencl; then
    if grep -q "there is no accelerator 'opencl'" "$BUILD/out"; then
        ok "no device is a status"
        skip "the rest" "there is no OpenCL device"
        exit 0
    fi
    bad "the program runs"
    exit 1
fi
ok "the program runs"

# ---- ways to build ----
try() {
    name=$1
    shift
    if build "$@" && run AMP_ACCELERATOR=opencl; then ok "$name"; else bad "$name"; fi
}
lto=-flto
case $CC in *clang*) lto="-flto -fuse-ld=lld"; command -v ld.lld > /dev/null || lto= ;; esac
# shellcheck disable=SC2086
try "link-time optimisation" "$BUILD/p.c" $lto -O2
try "position-independent" "$BUILD/p.c" -fPIE -pie
try "unused sections dropped" "$BUILD/p.c" -ffunction-sections -fdata-sections -Wl,--gc-sections
mkdir -p "$BUILD/a folder"
program "" > "$BUILD/a folder/a file.c"
try "a path with spaces" "$BUILD/a folder/a file.c"
try "a relative path" "${BUILD#"$PWD"/}/p.c"
(cd "$BUILD/a folder" && cp "a file.c" q.c &&
    $CC $FLAGS -I"$here" -DAMP_OPENCL q.c -o ../x -lOpenCL)
if run AMP_ACCELERATOR=opencl; then ok "from another folder"; else bad "from another folder"; fi
printf '#line 1 "not_there.c"\n' | cat - "$BUILD/p.c" > "$BUILD/lost.c"
if build "$BUILD/lost.c"; then bad "a file that is not there: compiles"; else
    expect "a file that is not there does not compile" "not_there.c"
fi

# A file with several regions is embedded once.
name="a file with three regions is embedded once"
{ cat "$BUILD/p.c"
  for i in 1 2; do
      printf 'AMP_DEVICE_BEGIN\nAMP_KERNEL(more%s, 1, out(int, 1, v)) { at(v, 0) = %s; }\n' $i $i
      echo AMP_DEVICE_END
  done
  echo '/* embedded_here */'; } > "$BUILD/three.c"
if build "$BUILD/three.c" && run AMP_ACCELERATOR=opencl; then
    [ "$(grep -a -c 'embedded_here' "$BUILD/x")" -eq 1 ] && ok "$name" || bad "$name"
else bad "$name"; fi

# Of the files that `make single` writes nothing is embedded but the texts for devices.
tools/single "$BUILD/single"
# shellcheck disable=SC2086
if $CC -I"$BUILD/single" $FLAGS -O1 -DAMP_OPENCL "$BUILD/p.c" -o "$BUILD/x" -lOpenCL &&
    run AMP_ACCELERATOR=opencl && ! grep -q 'amp in one file' "$BUILD/x" &&
    [ "$(wc -c < "$BUILD/x")" -lt 1000000 ]; then
    ok "the files of make single"
else bad "the files of make single"; fi

case $CC in *clang*)
    skip "build errors, cache, dump, trace, devices" "tried once, with gcc"
    echo "1..$n"
    exit 0 ;;
esac
# ---- build errors ----
# A launch of p, with an argument where $5 says so, fails with the words $3 and the line $4.
wrong() {
    program "$2" "
    if ((s = parallel_for_each(amp_extent(1), p, ${5:-}amp_view(int, y, 64))) != AMP_OK) {
        return puts(amp_last_error()) >= 0;
    }" > "$BUILD/w.c"
    if ! build "$BUILD/w.c"; then bad "$1: does not compile for the host"; return; fi
    if run AMP_ACCELERATOR=opencl; then bad "$1: no error"; return; fi
    expect "$1: the words" "$3"
    expect "$1: the line" "${4:-w.c:13}"
}
wrong "an include in a region" \
    '#include <limits.h>
AMP_KERNEL(p, 1, out(int, 1, v)) { at(v, 0) = 1; }' 'move the #include'
wrong "a pointer without its memory" \
    'AMP_KERNEL(p, 1, out(int, 1, v)) { int *q = &at(v, 0); q[0] = 1; }' amp_global_ptr
wrong "a struct that OpenCL C does not pass" \
    'struct z { size_t n; }; AMP_KERNEL(p, 1, value(struct z, a), out(int, 1, v)) { (void)v; }' \
    uint64_t "" '(struct z){ 1 }, '
wrong "amp_errorf where no report can be handed over" \
    '
#define MAKE(f) static inline int f(int a) { if (a) { amp_errorf("no"); } return a; }
MAKE(made) AMP_KERNEL(p, 1, out(int, 1, v)) { at(v, 0) = made(3); }' "written out" w.c:15
sed 's/^AMP_DEVICE_BEGIN/#define OUTSIDE 3\n&/' "$BUILD/p.c" |
    sed 's/at(x, at(x, idx\[0\]))/OUTSIDE/' \
        > "$BUILD/w.c"
if build "$BUILD/w.c" && ! run AMP_ACCELERATOR=opencl; then
    expect "a macro outside the region" "AMP_CL_OPTIONS"
else bad "a macro outside the region"; fi
sed 's/^AMP_DEVICE_BEGIN/#define T 8\n&/; s/(8)/(T)/' "$BUILD/p.c" > "$BUILD/w.c"
if build "$BUILD/w.c" && run AMP_ACCELERATOR=opencl AMP_CL_OPTIONS=-DT=8; then
    ok "AMP_CL_OPTIONS takes -D"
else bad "AMP_CL_OPTIONS takes -D"; fi
if run AMP_ACCELERATOR=opencl AMP_CL_OPTIONS=-DT=4; then bad "another tile: no error"; else
    expect "another tile for the device is noticed" "is 8 for the host and 4 for the device"
fi

# ---- cache, dump, trace ----
build "$BUILD/p.c"
rm -rf "$BUILD/cache"
run AMP_ACCELERATOR=opencl
entry=$(ls "$BUILD"/cache/*.bin 2> /dev/null | head -1)
if [ -n "$entry" ] && [ "$(ls "$BUILD/cache" | wc -l)" -eq 2 ]; then
    ok "an entry in the cache for each kernel"
else bad "an entry in the cache for each kernel"; fi
for how in cut changed foreign empty; do
    case $how in
    cut) head -c 200 "$entry" > "$BUILD/e" ;;
    changed) sed 's/a/b/3' "$entry" > "$BUILD/e" ;;
    foreign) printf 'another program'\''s file' > "$BUILD/e" ;;
    empty) : > "$BUILD/e" ;;
    esac
    cp "$BUILD/e" "$entry"
    if run AMP_ACCELERATOR=opencl && ! cmp -s "$BUILD/e" "$entry"; then
        ok "a cache entry that is $how is ignored and made anew"
    else bad "a cache entry that is $how"; fi
done
rm -rf "$BUILD/cache"
pids=
for i in 1 2 3 4; do
    AMP_ACCELERATOR=opencl timeout 120 "$BUILD/x" > "$BUILD/out$i" 2>&1 &
    pids="$pids $!"
done
fine=1
for p in $pids; do wait "$p" || fine=0; done
if [ $fine = 1 ] && [ "$(ls "$BUILD/cache" | grep -vc '\.bin$')" -eq 0 ]; then
    ok "four processes at once"
else bad "four processes at once"; fi
rm -rf "$BUILD/dump" && mkdir "$BUILD/dump"
run AMP_ACCELERATOR=opencl AMP_CL_DUMP="$BUILD/dump" AMP_CL_CACHE=off
if grep -q '^#line 5 ' "$BUILD"/dump/p.c-*.cl; then ok "AMP_CL_DUMP"; else bad "AMP_CL_DUMP"; fi
if command -v clang > /dev/null; then
    if clang -x cl -cl-std=CL1.2 -D__OPENCL_VERSION__=120 -Xclang -finclude-default-header \
         -fsyntax-only "$BUILD"/dump/p.c-*.cl > "$BUILD/out" 2>&1; then
        ok "clang takes the dumped program"
    else bad "clang takes the dumped program"; fi
else skip "clang takes the dumped program" "there is no clang"; fi
# PoCL's workitemrepl makes vectors only of loops that ask for them, and of an index that was
# read only where views share no memory; see AMP__SIDE_BY_SIDE and AMP__BOXES.
name="a simple kernel is vectors on PoCL"
if [ "$(uname -m)" = x86_64 ] && command -v objdump > /dev/null &&
    grep -q pocl /etc/OpenCL/vendors/*.icd 2> /dev/null; then
    rm -rf "$BUILD/vectors" && mkdir "$BUILD/vectors"
    run AMP_ACCELERATOR=opencl AMP_CL_CACHE=off POCL_CACHE_DIR="$BUILD/vectors" \
        POCL_WORK_GROUP_METHOD=workitemrepl
    find "$BUILD/vectors" -name 'add__rows.so' -exec objdump -d {} + > "$BUILD/out" 2>&1
    if grep -q 'paddd' "$BUILD/out"; then ok "$name"; else bad "$name"; fi
else skip "$name" "there is no PoCL, or no objdump for x86-64"; fi

# PoCL keeps what it compiles; to give a binary of it, it compiles the kernel once more.
name="no entry for PoCL, unless AMP_CL_CACHE asks for it"
if grep -q pocl /etc/OpenCL/vendors/*.icd 2> /dev/null; then
    rm -rf "$BUILD/xdg" && mkdir "$BUILD/xdg"
    if run -u AMP_CL_CACHE XDG_CACHE_HOME="$BUILD/xdg" AMP_ACCELERATOR=opencl &&
        [ -z "$(find "$BUILD/xdg" -name '*.bin')" ]; then
        ok "$name"
    else bad "$name"; fi
else skip "$name" "there is no PoCL"; fi

# Where the user chose no work-group method, every kernel is at first what loopvec makes of it,
# in each size of range for which PoCL compiles it; and what the user chose is used.
name="the work-group method reaches PoCL's compiler"
if grep -q pocl /etc/OpenCL/vendors/*.icd 2> /dev/null && command -v objdump > /dev/null; then
    cat > "$BUILD/sizes.c" << 'END'
#define AMP_SHORT_NAMES
#include "amp.h"
AMP_DEVICE_BEGIN
AMP_TILED_KERNEL(turn, (8), inout(int, 1, y), value(int, n))
{
    tile_static(int, t, 8);
    int sum = 0;
    t[tidx.local[0]] = at_index(y, tidx.global);
    for (int i = 0; i < n; i++) {
        tile_barrier_wait(tidx);
        sum += t[(tidx.local[0] + i) % 8];
    }
    at_index(y, tidx.global) = sum;
}
AMP_DEVICE_END
static int y[80000];
int main(void)
{
    static const int size[] = { 64, 65528, 65536, 80000 };
    amp_status s = AMP_OK;
    int i;
    for (i = 0; s == AMP_OK && i < 4; i++) {
        const amp_array_view v = amp_view(int, y, size[i]);
        s = parallel_for_each(amp_tile(amp_extent(size[i]), 8), turn, v, 3);
        s = s == AMP_OK ? amp_synchronize(v) : s;
    }
    return s != AMP_OK;
}
END
    build "$BUILD/sizes.c"
    for how in unset workitemrepl loopvec; do
        rm -rf "$BUILD/method" && mkdir "$BUILD/method"
        method="POCL_WORK_GROUP_METHOD=$how"
        [ $how = unset ] && method='-u POCL_WORK_GROUP_METHOD'
        # shellcheck disable=SC2086
        env $method AMP_ACCELERATOR=opencl AMP_CL_CACHE=off POCL_CACHE_DIR="$BUILD/method" \
            timeout 120 "$BUILD/x" > "$BUILD/out" 2>&1
        find "$BUILD/method" -name 'turn__cl.so' | sort | while read -r f; do
            echo "${f%/*}" | sed 's,.*/,,'
            objdump -d "$f" | sed 1,3d
        done > "$BUILD/code.$how"
    done
    grep goffs "$BUILD/code.unset" > "$BUILD/out"
    if [ "$(wc -l < "$BUILD/out")" -ge 2 ] && cmp "$BUILD/code.unset" "$BUILD/code.loopvec" &&
        ! cmp -s "$BUILD/code.unset" "$BUILD/code.workitemrepl"; then
        ok "$name"
    else bad "$name"; fi
    # With a limit of 0 s workitemrepl takes over at the second launch, and in the next process
    # at the first.
    build "$BUILD/sizes.c" -DAMP__CL_REPLICATED_AFTER=0
    rm -rf "$BUILD/xdg" && mkdir "$BUILD/xdg"
    for time in first next; do
        rm -rf "$BUILD/dump" && mkdir "$BUILD/dump"
        name="workitemrepl after some time, $time process"
        if run -u AMP_CL_CACHE -u POCL_WORK_GROUP_METHOD XDG_CACHE_HOME="$BUILD/xdg" \
            AMP_ACCELERATOR=opencl AMP_CL_DUMP="$BUILD/dump" &&
            [ "$(grep -l 'AMP__REPLICATES 1' "$BUILD"/dump/*.cl | wc -l)" -eq 1 ] &&
            [ "$(ls "$BUILD"/dump/*.cl | wc -l)" -eq "$([ $time = first ] && echo 2 || echo 1)" ]
        then ok "$name"; else bad "$name"; fi
    done
else skip "$name" "there is no PoCL, or no objdump"; fi

# ---- the kernel language: every name of its headers has a meaning there ----
if command -v clang > /dev/null; then
    rm -rf "$BUILD/dump" && mkdir "$BUILD/dump"
    program 'AMP_KERNEL(e, 1, out(int, 1, v)) { amp_errorf("%d", at(v, 0)); }' |
        sed 's/^AMP_DEVICE_BEGIN/#include "amp_graphics.h"\n&/' > "$BUILD/names.c"
    build "$BUILD/names.c" &&
        run AMP_ACCELERATOR=opencl AMP_CL_DUMP="$BUILD/dump" AMP_CL_CACHE=off
    for how in -P -dM; do
        clang -x cl -cl-std=CL1.2 -D__OPENCL_VERSION__=120 -Xclang -finclude-default-header \
            -E $how "$BUILD"/dump/names.c-*.cl
    done > "$BUILD/there" 2>&1
    # What stands in the headers of the kernel language, by the compiler's line markers, outside
    # of quotes; the names left out are the host's.
    # shellcheck disable=SC2086
    $CC $FLAGS -E -dD "$BUILD/names.c" |
        awk '/^# [0-9]+ "/ {
            keep = $3 ~ /(amp\/language\/(kernel|language|shape|atomic|math)|amp_graphics)\.h"/
            next
        } keep' |
        sed -E 's/"([^"\\]|\\.)*"//g' |
        grep -oE '\b(amp_[a-z][a-zA-Z0-9_]*|AMP_[A-Z0-9_]+)' | grep -v __ | sort -u |
        grep -vxE 'AMP_([A-Z_]*_H|MAX_[A-Z_]*)|amp_(accelerator_view|array_view|status)' |
        grep -vxE 'amp_shape[04-8]' |
        grep -vxE 'amp_(tiled_)?extent|amp_mipmap_(extent|levels)' > "$BUILD/here"
    while read -r name; do
        grep -qw -- "$name" "$BUILD/there" || echo "$name"
    done < "$BUILD/here" > "$BUILD/out"
    if [ "$(wc -l < "$BUILD/here")" -gt 300 ] && [ ! -s "$BUILD/out" ]; then
        ok "the device has every name of the kernel language"
    else bad "names that the device does not have"; fi
else skip "the device has every name of the kernel language" "there is no clang"; fi
run AMP_ACCELERATOR=opencl AMP_CL_MEMORY=copy AMP_TRACE="$BUILD/trace.json"
if command -v python3 > /dev/null; then
    python3 - "$BUILD/trace.json" > "$BUILD/out" 2>&1 << 'END'
import json, sys
events = json.load(open(sys.argv[1]))
names = [e["name"] for e in events]
assert names.count("turn") == 1 and names.count("add") == 1, names
assert "copy in" in names and "copy out" in names, names
ran = [e for e in events if e["ph"] != "M"]
assert all(e["ph"] == "X" and e["dur"] >= 0 and e["ts"] > 0 for e in ran)
assert any(e["args"].get("extent") and e["args"]["accelerator"] == "opencl:0" for e in ran)
assert [e for e in events if e["ph"] == "M" and e["args"]["name"] == "opencl:0"], events
END
    if [ $? = 0 ]; then
        ok "AMP_TRACE is JSON with both launches and the copies"
    else bad "AMP_TRACE"; fi
else skip "AMP_TRACE" "there is no python3"; fi

# ---- AMP_CHECK: what the device found is in the checker's report ----
test=two_dimensions_in_shared_memory
if build tests/test_cl_faults.c -DAMP_CHECK -lm &&
    run AMP_ACCELERATOR=opencl AMP_CHECK_OPTIONS="report=$BUILD/report.json"; then
    if grep -q '"rule": "out-of-bounds", "kernel": "plane", "array": "p", "index": \[3, 3\]' \
        "$BUILD/report.json"; then
        expect "the checker's report has the device's finding" "thread (3, 2) reads or writes"
    else bad "the checker's report has the device's finding"; fi
else bad "the checker's report has the device's finding"; fi
test=
build "$BUILD/p.c"

# ---- devices ----
if run AMP_ACCELERATOR=opencl OCL_ICD_VENDORS=/nonexistent; then bad "no platform: no error"; else
    expect "no platform is a status" "there is no accelerator 'opencl'"
fi
if run OCL_ICD_VENDORS=/nonexistent; then
    expect "without a platform the emulator runs" "^emu: no error"
else bad "without a platform the emulator runs"; fi
if run AMP_ACCELERATOR=emu; then
    expect "the emulator beside OpenCL" "^emu:"
else bad "AMP_ACCELERATOR=emu"; fi
if run AMP_ACCELERATOR=opencl:99; then bad "opencl:99: no error"; else
    expect "a device that is not there" "opencl:99"; fi

# ---- oclgrind: the generated program is clean (with copies: it takes memory
# that it shares with the host for uninitialised) ----
if command -v oclgrind > /dev/null; then
    AMP_ACCELERATOR=opencl AMP_CL_MEMORY=copy AMP_CL_CACHE=off timeout 120 \
        oclgrind --data-races --uninitialized "$BUILD/x" > "$BUILD/out" 2>&1
    if [ $? = 0 ] && ! grep -Eqi 'race|uninit|invalid' "$BUILD/out"; then
        ok "oclgrind has no report"
    else bad "oclgrind has no report"; fi
else skip "oclgrind has no report" "there is no oclgrind"; fi
# Nor where kernels run out of their views: nothing is read or written there.
if command -v oclgrind > /dev/null &&
    build tests/test_cl_faults.c -DAMP_CHECK -lm; then
    for t in one_dimension_with_copies helpers_and_atomics three_dimensions_in_tiles \
        the_first_of_several_launches_is_told_once; do
        AMP_CL_CACHE=off timeout 120 oclgrind --data-races "$BUILD/x" --here $t ||
            echo "$t: invalid"
    done > "$BUILD/out" 2>&1
    if ! grep -Eqi 'race|uninit|invalid' "$BUILD/out"; then
        ok "oclgrind has no report of indices outside"
    else bad "oclgrind has no report of indices outside"; fi
else skip "oclgrind has no report of indices outside" "there is no oclgrind"; fi
echo "1..$n"
