#!/bin/sh
# SPDX-License-Identifier: MIT
# run: turn=compiler,0/4
# OpenCL: ways to build, build errors, the cache, the dump, the trace, no device, oclgrind. With
# clang the ways to build alone: from there on it is the device's compiler and the library's text,
# which are the same. The library's code is compiled once; all of it with the region of a program
# is what `make single` writes.
. "${0%/*}/lib.sh"
small=$programs/cl_small.c root=$PWD
export AMP_ACCELERATOR=opencl
opencl_library
opencl_program small $small && run small
if says "there is no accelerator 'opencl'" > /dev/null; then
    tell 0 'no device is a status'
    skip 'the rest' 'there is no OpenCL device' && finish
fi
tell $rc 'the program runs, built by a relative path'

# ---- ways to build ------------------------------------------------------------------------------

way() { # NAME SOURCE WORD...
    local name="$1"
    shift
    opencl_program way "$@" && run way && says '~^opencl:0: no error'
    tell $? "$name"
}
linked() { # NAME: $BUILD/NAME.o with the library
    # shellcheck disable=SC2086
    program "$1" $opencl "$BUILD/$1.o" "$BUILD/opencl.o" -lOpenCL && run "$1"
}
lto=-flto
[ $family = gcc ] || { has_command ld.lld && lto='-flto -fuse-ld=lld' || lto=; }
# shellcheck disable=SC2086
way 'link-time optimisation' $small $lto -O2
way 'position-independent' $small -fPIE -pie
way 'unused sections dropped' $small -ffunction-sections -fdata-sections -Wl,--gc-sections
mkdir -p "$BUILD/a folder"
cp $small "$BUILD/a folder/a file.c"
cp $small "$BUILD/a folder/q.c"
# shellcheck disable=SC2086
object blanks $opencl -DAMP_EXTERN "$BUILD/a folder/a file.c" && linked blanks
tell $? 'an absolute path with blanks'
# shellcheck disable=SC2086
(cd "$BUILD/a folder" && $CC $opencl -I"$root" -DAMP_EXTERN -c q.c -o ../elsewhere.o) &&
    linked elsewhere
tell $? 'from another folder'
{ echo '#line 1 "not_there.c"' && cat $small; } > "$BUILD/lost.c"
# shellcheck disable=SC2086
! object lost $opencl -DAMP_EXTERN "$BUILD/lost.c" && says not_there.c
tell $? 'a file that is not there does not compile'

{ cat $small
  for i in 1 2; do
      printf 'AMP_DEVICE_BEGIN\nAMP_KERNEL(more%s, 1, out(int, 1, v)) { at(v, 0) = %s; }\n' $i $i
      echo AMP_DEVICE_END
  done
  echo '/* embedded_here */'; } > "$BUILD/three.c"
opencl_program three "$BUILD/three.c" && run three &&
    [ "$(grep -a -c 'embedded_here' "$BUILD/three")" -eq 1 ]
tell $? 'a file with three regions is embedded once'

# Of the files that `make single` writes nothing is embedded but the texts for devices.
# shellcheck disable=SC2086
tools/single "$BUILD/single" && program single.exe -I"$BUILD/single" $opencl $small -lOpenCL &&
    run single.exe && ! grep -q 'amp in one file' "$BUILD/single.exe" &&
    [ "$(wc -c < "$BUILD/single.exe")" -lt 1000000 ]
tell $? 'the files of make single'

if [ $family = clang ]; then
    skip 'build errors, cache, dump, trace, devices' 'tried once, with gcc' && finish
fi

# shellcheck disable=SC2086
program ranks $opencl -DAMP_CHECK -DAMP_MAX_RANK=5 $small -lOpenCL && run ranks
tell $? 'with checks, and a highest rank between 3 and 8'

# ---- build errors -------------------------------------------------------------------------------

wrong() { # NAME WORDS LINE REGION [ARGUMENTS]: a launch of the region's kernel p
    printf '%s\n' AMP_DEVICE_BEGIN "$4" AMP_DEVICE_END > "$BUILD/region.h"
    opencl_program wrong $programs/cl_region.c -I"$BUILD" "-DARGUMENTS=${5:-v}" && run wrong
    [ $rc -eq 1 ] && says "$2" "region.h:$3"
    tell $? "$1: the words and the line"
}
wrong 'an include in a region' 'move the #include' 2 '#include <limits.h>
AMP_KERNEL(p, 1, out(int, 1, v)) { at(v, 0) = 1; }'
wrong 'a pointer without its memory' amp_global_ptr 2 \
    'AMP_KERNEL(p, 1, out(int, 1, v)) { int *q = &at(v, 0); q[0] = 1; }'
wrong 'a struct that OpenCL C does not pass' uint64_t 2 \
    'struct z { size_t n; }; AMP_KERNEL(p, 1, value(struct z, a), out(int, 1, v)) { (void)v; }' \
    '(struct z){ 1 }, v'
wrong 'amp_errorf where no report can be handed over' 'written out' 4 '
#define MAKE(f) static inline int f(int a) { if (a) { amp_errorf("no"); } return a; }
MAKE(made) AMP_KERNEL(p, 1, out(int, 1, v)) { at(v, 0) = made(3); }'
sed 's/^AMP_DEVICE_BEGIN/#define OUTSIDE 3\n&/; s/at(x, at(x, idx\[0\]))/OUTSIDE/' $small \
    > "$BUILD/outside.c"
sed 's/^AMP_DEVICE_BEGIN/#define T 8\n&/; s/(8)/(T)/' $small > "$BUILD/tile.c"
opencl_program outside "$BUILD/outside.c" && opencl_program tile "$BUILD/tile.c"
tell $? 'two programs with macros outside of their regions build'
cat > "$BUILD/tests.h" <<'T'
AMP_DEVICE_BEGIN
#ifndef GUARD
#define GUARD
#ifndef TURNS
#define TURNS 3
#endif
#define OWN 2
#if OWN > 1 && TURNS > 2 && (defined(WIDE) || defined(__OPENCL_VERSION__))
#define HOW 4
#endif
#ifndef GIVEN
#define GIVEN 1
#endif
#ifndef TOLD
#define TOLD 1
#endif
AMP_DEVICE_MACRO(TOLD)
#endif
AMP_DEVICE_END
T
sed 's/^AMP_DEVICE_BEGIN/#include "tests.h"\n&/
s/^AMP_TILED_KERNEL/#ifdef WIDE\n#endif\n&/' $small > "$BUILD/tests.c"
opencl_program tests "$BUILD/tests.c" -I"$BUILD" -DTURNS=5
tell $? 'a program with macros that its regions test builds'
rows <<'T'
macros that a region tests, and that it does not define, are told, each once, and no other
    AMP_LOG=1 AMP_CL_OPTIONS=-DGIVEN=2 tests
    ~tests.h:4: the region tests TURNS, .*: AMP_DEVICE_MACRO(TURNS) behind the test gives it
    tests.h:8: the region tests WIDE, of which
    !tests.h:8: the region tests TURNS
    !~region tests \(GUARD\|OWN\|GIVEN\|TOLD\|_\)
    !~tests.c:[0-9]*: the region tests
a macro outside the region
    1 outside
    AMP_CL_OPTIONS
AMP_CL_OPTIONS takes -D
    AMP_CL_OPTIONS=-DT=8 tile
    ~^opencl:0: no error
another tile for the device is noticed
    1 AMP_CL_OPTIONS=-DT=4 tile
    is 8 for the host and 4 for the device
T

# ---- the library's cache ------------------------------------------------------------------------

cached() { run AMP_CL_CACHE="$BUILD/cache" small; }
cached
entry=$(ls "$BUILD"/cache/*.bin 2> /dev/null | head -1)
[ -n "$entry" ] && [ "$(ls "$BUILD/cache" | wc -l)" -eq 2 ]
tell $? 'an entry in the cache for each kernel'
for how in cut changed foreign empty; do
    case $how in
    cut) head -c 200 "$entry" > "$BUILD/e" ;;
    changed) sed 's/a/b/3' "$entry" > "$BUILD/e" ;;
    foreign) printf 'another program'\''s file' > "$BUILD/e" ;;
    empty) : > "$BUILD/e" ;;
    esac
    cp "$BUILD/e" "$entry"
    cached && ! cmp -s "$BUILD/e" "$entry"
    tell $? "a cache entry that is $how is ignored and made anew"
done
rm -rf "$BUILD/cache"
pids='' fine=0
for i in 1 2 3 4; do
    AMP_CL_CACHE="$BUILD/cache" timeout 120 "$BUILD/small" > "$BUILD/out$i" 2>&1 &
    pids="$pids $!"
done
for p in $pids; do wait "$p" || fine=1; done
[ $fine = 0 ] && [ "$(ls "$BUILD/cache" | grep -vc '\.bin$')" -eq 0 ]
tell $? 'four processes at once'

# ---- what PoCL makes of a program ---------------------------------------------------------------

# code KERNEL SETTING PROGRAM: PoCL's code of a kernel in $BUILD/out, with a cache of its own.
code() {
    rm -rf "$BUILD/pocl" && mkdir "$BUILD/pocl" && run "$2" POCL_CACHE_DIR="$BUILD/pocl" "$3" &&
        find "$BUILD/pocl" -name "$1.so" | sort | while read -r f; do
            basename "${f%/*}"
            objdump -d "$f" | sed 1,3d
        done > "$BUILD/out"
}
if ! grep -qs pocl /etc/OpenCL/vendors/*.icd; then
    skip 'what PoCL makes of a program' 'there is no PoCL'
elif ! has_command objdump; then
    skip 'what PoCL makes of a program' 'there is no objdump'
else
    # PoCL's workitemrepl makes vectors only of loops that ask for them, and of an index that was
    # read only where views share no memory; see AMP__SIDE_BY_SIDE and AMP__BOXES.
    if [ "$(uname -m)" = x86_64 ]; then
        code add__rows POCL_WORK_GROUP_METHOD=workitemrepl small && says paddd
        tell $? 'a simple kernel is vectors on PoCL'
    else
        skip 'a simple kernel is vectors on PoCL' 'this is no x86-64'
    fi

    # PoCL keeps what it compiles; to give a binary of it, it compiles the kernel once more.
    run -uAMP_CL_CACHE XDG_CACHE_HOME="$BUILD/xdg" small &&
        [ -z "$(find "$BUILD/xdg" -name '*.bin')" ]
    tell $? 'no entry for PoCL, unless AMP_CL_CACHE asks for it'

    # Where the user chose no work-group method, every kernel is at first what loopvec makes of it,
    # in each size of range for which PoCL compiles it; and what the user chose is used.
    opencl_program sizes $programs/cl_sizes.c
    for how in unset workitemrepl loopvec; do
        method=POCL_WORK_GROUP_METHOD=$how
        [ $how != unset ] || method=-uPOCL_WORK_GROUP_METHOD
        code turn__cl $method sizes
        cp "$BUILD/out" "$BUILD/code.$how"
    done
    grep goffs "$BUILD/code.unset" > "$BUILD/out"
    [ "$(wc -l < "$BUILD/out")" -ge 2 ] && cmp "$BUILD/code.unset" "$BUILD/code.loopvec" &&
        ! cmp -s "$BUILD/code.unset" "$BUILD/code.workitemrepl"
    tell $? "the work-group method reaches PoCL's compiler"

    # With a limit of 0 s workitemrepl takes over at the second launch, and in the next process
    # at the first.
    # shellcheck disable=SC2086
    program replicated $opencl -DAMP__CL_REPLICATED_AFTER=0 $programs/cl_sizes.c -lOpenCL
    rm -rf "$BUILD/xdg"
    for time in first:2 next:1; do
        rm -rf "$BUILD/dump" && mkdir "$BUILD/dump"
        run -uAMP_CL_CACHE -uPOCL_WORK_GROUP_METHOD XDG_CACHE_HOME="$BUILD/xdg" \
            AMP_CL_DUMP="$BUILD/dump" replicated &&
            [ "$(grep -l 'AMP__REPLICATES 1' "$BUILD"/dump/*.cl | wc -l)" -eq 1 ] &&
            [ "$(ls "$BUILD"/dump/*.cl | wc -l)" -eq ${time#*:} ]
        tell $? "workitemrepl after some time, ${time%:*} process"
    done
fi

# ---- the dump, and the kernel language: every name of its headers has a meaning there -----------

as_opencl="clang -x cl -cl-std=CL1.2 -D__OPENCL_VERSION__=120 -Xclang -finclude-default-header"
rm -rf "$BUILD/dump" && mkdir "$BUILD/dump"
opencl_program names $programs/cl_names.c && run AMP_CL_DUMP="$BUILD/dump" small &&
    run AMP_CL_DUMP="$BUILD/dump" names && grep -q '^#line 8 ' "$BUILD"/dump/cl_small.c-*.cl
tell $? AMP_CL_DUMP
if has_command clang; then
    # shellcheck disable=SC2086
    try 'clang takes the dumped program' $as_opencl -fsyntax-only "$BUILD"/dump/cl_small.c-*.cl
    for how in -P -dM; do
        $as_opencl -E $how "$BUILD"/dump/cl_names.c-*.cl
    done > "$BUILD/there" 2>&1
    # What stands in the headers of the kernel language, by the compiler's line markers, outside
    # of quotes; the names left out are the host's.
    # shellcheck disable=SC2086
    $CC $opencl -E -dD $programs/cl_names.c |
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
    [ "$(wc -l < "$BUILD/here")" -gt 300 ] && ! [ -s "$BUILD/out" ]
    tell $? 'the device has every name of the kernel language'
else
    skip 'the dumped program, and its names' 'there is no clang'
fi

# ---- the trace, and the checker's report --------------------------------------------------------

run AMP_CL_MEMORY=copy AMP_TRACE="$BUILD/trace.json" small
if has_command python3; then
    try 'AMP_TRACE is JSON with both launches and the copies' python3 -c '
import json, sys
events = json.load(open(sys.argv[1]))
names = [e["name"] for e in events]
assert names.count("turn") == 1 and names.count("add") == 1, names
assert "copy in" in names and "copy out" in names, names
ran = [e for e in events if e["ph"] != "M"]
assert all(e["ph"] == "X" and e["dur"] >= 0 and e["ts"] > 0 for e in ran)
assert any(e["args"].get("extent") and e["args"]["accelerator"] == "opencl:0" for e in ran)
assert [e for e in events if e["ph"] == "M" and e["args"]["name"] == "opencl:0"], events
' "$BUILD/trace.json"
else
    skip AMP_TRACE 'there is no python3'
fi
# shellcheck disable=SC2086
core opencl_check $opencl -DAMP_CHECK &&
    program faults $opencl -DAMP_CHECK -DAMP_EXTERN tests/test_cl_faults.c \
        "$BUILD/opencl_check.o" -lOpenCL &&
    run AMP_CHECK_OPTIONS="report=$BUILD/report.json" faults --here \
        two_dimensions_in_shared_memory && says 'thread (3, 2) reads or writes' &&
    grep -q '"rule": "out-of-bounds", "kernel": "plane", "array": "p", "index": \[3, 3\]' \
        "$BUILD/report.json"
tell $? "the checker's report has the device's finding"

# ---- devices ------------------------------------------------------------------------------------

rows <<'T'
no platform is a status
    1 OCL_ICD_VENDORS=/nonexistent small
    there is no accelerator 'opencl'
    install a driver (Debian: pocl-opencl-icd
    RUSTICL_ENABLE=llvmpipe
without a platform the emulator runs, and it is said
    -uAMP_ACCELERATOR OCL_ICD_VENDORS=/nonexistent small
    ~^emu: no error
    amp: kernels run on the emulator: OpenCL has no device: install a driver
the emulator that was asked for is not
    AMP_ACCELERATOR=emu OCL_ICD_VENDORS=/nonexistent small
    !on the emulator
the emulator beside OpenCL
    AMP_ACCELERATOR=emu small
    ~^emu:
a device that is not there
    1 AMP_ACCELERATOR=opencl:99 small
    opencl:99
T

# ---- oclgrind: the generated program is clean (with copies: it takes memory that it shares with
# the host for uninitialised), also where kernels run out of their views --------------------------

if has_command oclgrind; then
    reports='!~[Rr]ace\|[Uu]ninit\|[Ii]nvalid'
    run AMP_CL_MEMORY=copy oclgrind --data-races --uninitialized "$BUILD/small" && says "$reports"
    tell $? 'oclgrind has no report'
    for t in one_dimension_with_copies helpers_and_atomics three_dimensions_in_tiles \
        the_first_of_several_launches_is_told_once; do
        run oclgrind --data-races "$BUILD/faults" --here $t && says "$reports" || break
    done
    tell $? 'oclgrind has no report of indices outside'
else
    skip 'oclgrind has no report' 'there is no oclgrind'
fi
finish
