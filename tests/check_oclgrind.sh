#!/bin/sh
# SPDX-License-Identifier: MIT
# run: ci=gcc turn=1/4
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
program=${0%/*}/$1
shift
exec oclgrind --data-races --uninitialized "$program" "$@"
S
chmod +x "$BUILD/watched"
reports='data race\|[Uu]ninitialized\|Invalid \(read\|write\)\|Unaligned\|divergence detected'
reports="$reports\\|FATAL"

check() { # FILE
    local name only='' options=-uAMP_CL_OPTIONS
    name=$(basename "$1" .c)
    # It knows no `freeze`, which the optimizer puts where / and % meet.
    [ "$name" != test_tile_static ] || options=AMP_CL_OPTIONS=-cl-opt-disable
    # Of what takes long the half, unless it is asked for.
    case $AMP_OCLGRIND${ALL:-},$name in
    ,test_algorithms_small) only='map reduce scan sorts' ;;
    ,test_tile_static)
        only='one_to_three_dimensions_in_phased_kernels arrays_of_any_type_side_by_side'
        only="$only each_tile_has_its_own tile_memory_of_a_size_given_at_launch" ;;
    esac
    opencl_program "$name" "$1" || { tell 1 "$name builds" && return; }
    if [ "$name" = how_not_to_race ]; then
        expect "$name: a race is reported" - "watched $name" 'data race'
        return
    fi
    # shellcheck disable=SC2086
    run $options watched "$name" $only
    # shellcheck disable=SC2086
    ! says 'Unsupported instruction' > /dev/null ||
        run AMP_CL_OPTIONS=-cl-opt-disable watched "$name" $only
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
