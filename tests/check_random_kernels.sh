#!/bin/sh
# SPDX-License-Identifier: MIT
# run: parts=2 turn=compiler,5/6
# Random kernels of fixed seeds against a serial reference, in programs of each level: 20 with gcc
# and 20 others with clang, half of gcc's on OpenCL, too; 150 with each under ALL=1. Then those that
# once failed (tests/random_kernels/found), others' faults among them under ALL=1.
# `make fuzz_kernels SECONDS=600` tries new ones.
. "${0%/*}/lib.sh"
. tests/random_kernels/lib.sh
pocl=

# right NAME SETTING HOW: nothing is wrong with a run of the program.
right() {
    local name="$1" bad
    # shellcheck disable=SC2086
    bad=$(run_as "$BUILD/random" "$CC" "$2" $3)
    echo "$bad" > "$BUILD/out"
    [ -z "$bad" ]
    tell $? "$name"
}
# own FILE: two files of three are compiled for AVX2, where this CPU has it: then a loop entry has
# one build instead of three, of which a launch takes one, and that is half of the time.
own() {
    [ $(($1 % 3)) -ne 0 ] && grep -q '^flags.* avx2 ' /proc/cpuinfo 2> /dev/null && echo -mavx2
}
# The first four files have each level, order, engine and device once. Kernels as vectors are
# compiled at -O1, as in check_vectors_random.sh.
files=4 count=5 vectors_level=-O1
[ -z "${ALL:-}" ] || files=15 count=10 vectors_level=-O3

[ -n "$opencl" ] || skip 'random kernels on OpenCL' '-lOpenCL does not link'
generator && code_of "$CC"
tell $? 'the generator and the library build'
case $family in gcc) first=0 ;; *) first=150 ;; esac
i=${PART:-0}
while [ $i -lt $files ]; do
    seed=$((first + 10 * i)) level=-O$(((i * 7 + first) % 4))
    order=$(echo forward reverse random | cut -d' ' -f$((i % 3 + 1)))
    target=$(own $i) threads='' # the slowest engine: for a third of the files
    [ $((i % 3)) -ne 1 ] || threads=threads:$order
    name="kernels $seed to $((seed + count - 1))"
    kernels random $seed $count "$CC" $level
    status=$?
    cp "$BUILD/random.log" "$BUILD/out"
    tell $status "$name build"
    right "$name, $level, $order" emu "loops fibers:$order $threads"
    case $i in
    2 | 3) right "$name as vectors" vectors '-stack=128 -one vectors' ;;
    1 | 5) right "$name on emu:separate" separate 'loops fibers' ;;
    esac
    # One form of each kernel, for time, and of programs without options of their own (shapes.h).
    case $opencl$family-$i${ALL:+-all} in
    yesgcc-0*) right "$name, OpenCL, as chosen" chosen '-one default default' ;;
    yesgcc-3 | yesgcc-[347]-all) right "$name, OpenCL, loopvec" loopvec '-one default' ;;
    esac
    i=$((i + ${PARTS:-1}))
done
target='' i=0
for file in $here/found/*.c; do
    word() { sed -n "s/^.. run:.* $1=\([^ ]*\).*/\1/p" "$file"; }
    setting=$(word setting) known=$(word known)
    i=$((i + 1))
    [ $((i % ${PARTS:-1})) -eq "${PART:-0}" ] || continue
    case $setting$opencl in workitemrepl | loopvec | chosen | rusticl) continue ;; esac
    # A fault that is not the library's own, but of the device's compiler, is no failure: who asks
    # for all is told whether it is still there, by one host's compiler.
    case $known,$family,${ALL:-} in ?*,gcc, | ?*,clang,*) continue ;; esac
    build "$file" "$BUILD/found" "$CC" "$(word level)" "$setting" ||
        { tell 1 "$file builds"; continue; }
    # shellcheck disable=SC2046
    bad=$(run_as "$BUILD/found" "$CC" "$setting" $(sed -n 's/^.. run:.* how=\(.*\)/\1/p' "$file"))
    echo "$bad" > "$BUILD/out"
    if [ -n "$bad" ] && [ -n "$known" ]; then
        skip "$file" "still a fault of $known"
    else
        [ -z "$bad" ]
        tell $? "$file"
    fi
done
finish
