#!/bin/sh
# SPDX-License-Identifier: MIT
# run: ci=gcc
# The examples on oclgrind, an OpenCL device that watches every access: no
# data race, no value that nobody wrote, no access outside a buffer. TAP.
#   AMP_OCLGRIND=all tests/check_oclgrind.sh    every example: many minutes, not one
#   AMP_OCLGRIND="heat nbody test_math" ...     these; a test by its whole name
#   AMP_ALGORITHM_FORM=gpu AMP_OCLGRIND=test_algorithms_small ...    minutes; without the
#                 word the algorithms run in the form for a CPU
# Not clean, through no fault of ours: test_cl_kernels and test_views, for oclgrind 21.10
# takes bytes that clEnqueueWriteBuffer wrote at an offset for uninitialised, and a section
# is copied so (oclgrind_offset.c, below, shows it without amp); test_views also wants
# buffers larger than its 128 MiB; test_kernels and test_async, for it breaks when several
# threads call it.
set -u
cd "$(dirname "$0")/.." || exit 1
: "${CC:=cc}" "${BUILD:=build}" "${AMP_OCLGRIND:=}"
: "${FLAGS:=-std=c99 -pedantic -Wall -Wextra -Werror -fopenmp -pthread -I. -Itests}"
n=0
mkdir -p "$BUILD"

if ! command -v oclgrind > /dev/null; then
    echo "ok 1 - oclgrind # SKIP there is no oclgrind"
    exit 0
fi
echo 'int main(void) { return 0; }' > "$BUILD/link.c"
if ! $CC "$BUILD/link.c" -o "$BUILD/link" -lOpenCL 2> /dev/null; then
    echo "ok 1 - oclgrind # SKIP -lOpenCL does not link"
    exit 0
fi

# watched OPTIONS: runs $BUILD/x. AMP_CL_MEMORY=keep, for two false alarms of
# oclgrind: it takes memory shared with the host (CL_MEM_USE_HOST_PTR) for
# uninitialised, and what a kernel wrote into a buffer that has the place of one
# that was released.
watched() {
    EXAMPLE_SMALL=1 AMP_ACCELERATOR=opencl AMP_CL_MEMORY=keep AMP_CL_CACHE=off \
        AMP_ALGORITHM_FORM="${AMP_ALGORITHM_FORM:-cpu}" \
        AMP_CL_OPTIONS=$1 TEST_TIMEOUT_SCALE=60 timeout 1800 \
        oclgrind --data-races --uninitialized "$BUILD/x" > "$BUILD/out" 2>&1
}
reports='data race|[Uu]ninitialized|Invalid (read|write)|Unaligned|divergence detected|FATAL'

# check FILE
check() {
    file=$1 name=$(basename "$1" .c) n=$((n + 1))
    # shellcheck disable=SC2086
    if ! $CC $FLAGS -O1 -DAMP_OPENCL "$file" -o "$BUILD/x" -lm -lOpenCL > "$BUILD/out" 2>&1; then
        sed 's/^/# /' "$BUILD/out" | head -20
        echo "not ok $n - $name does not build"
        return
    fi
    watched ""
    rc=$?
    # It knows no `freeze`, which the optimizer puts where / and % meet.
    if grep -q 'Unsupported instruction' "$BUILD/out"; then
        watched -cl-opt-disable
        rc=$?
    fi
    found=$(grep -Ec "$reports" "$BUILD/out")
    case $name in
    how_not_to_race) # it does race: oclgrind sees races in our kernels
        if grep -q 'data race' "$BUILD/out"; then echo "ok $n - $name: a race is reported"
        else echo "not ok $n - $name: no race is reported"; fi
        return ;;
    esac
    if [ "$found" -eq 0 ] && [ $rc -eq 0 ]; then
        echo "ok $n - $name"
    else
        grep -Ev '^ok' "$BUILD/out" | head -30 | sed 's/^/# /'
        echo "not ok $n - $name: $found reports, exit status $rc"
    fi
}

case $AMP_OCLGRIND in
'') set -- how_not_to_race saxpy tile_averages histogram transform tiles_and_indices \
       test_launch test_tile_static test_atomics test_names test_storage test_graphics \
       test_algorithms_small ;;
all) set -- examples/*.c ;;
*) # shellcheck disable=SC2086
    set -- $AMP_OCLGRIND ;;
esac
for what; do
    case $what in
    */*) file=$what ;;
    test_*) file=tests/$what.c ;;
    *) file=examples/$what.c ;;
    esac
    # A test that says not=opencl is about the emulator.
    if grep -q '^/\* run:.*\(not=[a-z,]*opencl\)' "$file"; then
        continue
    fi
    check "$file"
done
if [ -z "$AMP_OCLGRIND" ]; then
    n=$((n + 1)) title="bytes written at an offset are uninitialised to it, without amp"
    if ! $CC -O1 tests/oclgrind_offset.c -o "$BUILD/x" -lOpenCL > "$BUILD/out" 2>&1; then
        echo "not ok $n - oclgrind_offset.c does not build"
    else
        watched ""
        if ! grep -q '^right$' "$BUILD/out"; then
            echo "not ok $n - oclgrind_offset.c: wrong results"
        elif grep -Eq "$reports" "$BUILD/out"; then
            echo "ok $n - $title"
        else
            echo "ok $n - $title # SKIP not to this one: try test_cl_kernels and test_views"
        fi
    fi
fi
echo "1..$n"
