#!/bin/sh
# SPDX-License-Identifier: MIT
# run: ci=gcc
# Examples and tests on oclgrind, an OpenCL device that watches every access: no
# data race, no value that nobody wrote, no access outside a buffer.
#   AMP_OCLGRIND=all tests/check_oclgrind.sh    every example: many minutes, not one
#   AMP_OCLGRIND="heat nbody test_math" ...     these; a test by its whole name
#   AMP_ALGORITHM_FORM=gpu AMP_OCLGRIND=test_algorithms_small ...    minutes; without the
#                 word the algorithms run in the form for a CPU
# Not clean, through no fault of ours: test_cl_kernels and test_views, for oclgrind 21.10
# takes bytes that clEnqueueWriteBuffer wrote at an offset for uninitialised, and a section
# is copied so (oclgrind_offset.c, below, shows it without amp); test_views also wants
# buffers larger than its 128 MiB; test_kernels and test_async, for it breaks when several
# threads call it.
. "${0%/*}/lib.sh"
: "${AMP_OCLGRIND:=}"
has_command oclgrind || { skip oclgrind 'there is no oclgrind' && finish; }
opencl_library
tell $? 'the library builds'

# AMP_CL_MEMORY=keep, for two false alarms of oclgrind: it takes memory shared with the host
# (CL_MEM_USE_HOST_PTR) for uninitialised, and what a kernel wrote into a buffer that has the
# place of one that was released.
export EXAMPLE_SMALL=1 AMP_ACCELERATOR=opencl AMP_CL_MEMORY=keep TEST_TIMEOUT_SCALE=60
export AMP_ALGORITHM_FORM="${AMP_ALGORITHM_FORM:-cpu}"
limit=30
cat > "$BUILD/watched" <<'S'
#!/bin/sh
exec oclgrind --data-races --uninitialized "${0%/*}/$1"
S
chmod +x "$BUILD/watched"
reports='data race\|[Uu]ninitialized\|Invalid \(read\|write\)\|Unaligned\|divergence detected'
reports="$reports\\|FATAL"

check() { # FILE
    local name
    name=$(basename "$1" .c)
    opencl_program "$name" "$1" || { tell 1 "$name builds" && return; }
    if [ "$name" = how_not_to_race ]; then
        expect "$name: a race is reported" - "watched $name" 'data race'
        return
    fi
    run watched "$name"
    # It knows no `freeze`, which the optimizer puts where / and % meet.
    ! says 'Unsupported instruction' > /dev/null ||
        run AMP_CL_OPTIONS=-cl-opt-disable watched "$name"
    [ $rc -eq 0 ] && says "!~$reports"
    tell $? "$name"
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
    grep -q '^/\* run:.*\(not=[a-z,]*opencl\)' "$file" || check "$file"
done
[ -z "$AMP_OCLGRIND" ] || finish

program offset -O1 tests/oclgrind_offset.c -lOpenCL
expect 'plain OpenCL gives right numbers' 0 'watched offset' '~^right$'
if says "~$reports" > /dev/null; then
    tell 0 'bytes written at an offset are uninitialised to it, without amp'
else
    skip 'bytes written at an offset' 'not to this one: try test_cl_kernels and test_views'
fi
finish
