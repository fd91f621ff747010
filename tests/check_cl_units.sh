#!/bin/sh
# SPDX-License-Identifier: MIT
# run: ci=gcc turn=1/4
# OpenCL: programs of several translation units, and of two devices of two platforms.
. "${0%/*}/lib.sh"
opencl_library
tell $? 'the library builds'
# units NAME WORD...: both with the words.
units() {
    local name="$1"
    shift
    # shellcheck disable=SC2086
    program "$name" $opencl "$@" $programs/cl_unit_first.c $programs/cl_unit_second.c -lOpenCL
}

# ---- units: a header's region in both, a kernel of one name in each -----------------------------

units two # the library in each of them
tell $? 'two units build'
run AMP_ACCELERATOR=opencl two
if says "there is no accelerator 'opencl'" > /dev/null; then
    skip 'several units' 'there is no OpenCL device' && finish
fi
tell $rc 'one name for two kernels, a region in two units'
expect 'so on the emulator' 0 'AMP_ACCELERATOR=emu two'
lto=-flto
[ $family = gcc ] || { has_command ld.lld && lto='-flto -fuse-ld=lld' || lto=; }
# shellcheck disable=SC2086
units optimised -DAMP_EXTERN -O2 $lto "$BUILD/opencl.o" && run AMP_ACCELERATOR=opencl optimised
tell $? 'with link-time optimisation'
# shellcheck disable=SC2086
core opencl_check $opencl -DAMP_CHECK &&
    units checked -DAMP_EXTERN -DAMP_CHECK "$BUILD/opencl_check.o" &&
    run AMP_ACCELERATOR=opencl checked
tell $? 'both checked'
# shellcheck disable=SC2086
object first $FLAGS -O0 -DAMP_EXTERN $programs/cl_unit_first.c &&
    opencl_program mixed $programs/cl_unit_second.c "$BUILD/first.o"
expect 'a unit without AMP_OPENCL says so' 1 'AMP_ACCELERATOR=opencl mixed' \
    'scale was compiled without AMP_OPENCL'

# ---- two devices: PoCL's or what the system has, and oclgrind as a platform ---------------------

mkdir "$BUILD/icd"
cp /etc/OpenCL/vendors/*.icd "$BUILD/icd/" 2> /dev/null
for f in /usr/lib/oclgrind/liboclgrind-rt-icd.so /usr/lib/*/oclgrind/liboclgrind-rt-icd.so; do
    [ -f "$f" ] && echo "$f" > "$BUILD/icd/oclgrind.icd"
done
opencl_program devices $programs/cl_two.c
tell $? 'a program for two devices builds'
for memory in shared copy; do
    run OCL_ICD_VENDORS="$BUILD/icd" AMP_CL_MEMORY=$memory devices
    if [ $rc -eq 77 ]; then
        skip "two devices, memory: $memory" 'there is one'
    else
        tell $rc "two devices of two platforms, memory: $memory"
    fi
done
finish
