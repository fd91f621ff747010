#!/bin/sh
# SPDX-License-Identifier: MIT
# run: ci=gcc turn=5/6
# The examples on several machines, by Open MPI on this one: with 1, 2, 3 and 4 ranks they find what
# one rank finds, to the bit; a rank that dies, or whose accelerator fails, ends the job with a
# message. ALL=1: also in every engine, on OpenCL, and under the kernel checker. And the table of
# docs/many-machines.md is what the model of scaling says.
. "${0%/*}/lib.sh"
model_lines() { # the lines of the model's tables that the page has not
    local page=docs/many-machines.md command line
    grep '^examples/mpi_heat/model [0-9]' $page | while read -r command; do
        $command | while read -r line; do
            grep -qxF -- "$line" $page || echo "$page lacks \"$line\" of $command"
        done
    done
}
capture model_lines
commands=$(grep -c '^examples/mpi_heat/model [0-9]' docs/many-machines.md)
[ ! -s "$BUILD/out" ] && [ "$commands" -ge 2 ]
tell $? 'docs/many-machines.md has what the model of scaling says'
expect 'the model says what it is to be given' 2 'examples/mpi_heat/model 8000' 'usage: '
expect 'and what is no number' 2 'examples/mpi_heat/model 8000 8000 x 2 12' 'is not above 0: x'
{ has_command mpicc && has_command mpirun; } ||
    { skip 'several ranks' 'there is no Open MPI (Debian: openmpi-bin libopenmpi-dev)' && finish; }
# More ranks than cores; as root, as in a container, which may forbid the copies between processes.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
export OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_mpi_yield_when_idle=1
export OMPI_MCA_btl_vader_single_copy_mechanism=none OMPI_MCA_plm_rsh_agent=false
export OMPI_CC="$CC" AMP_WORKERS=1 EXAMPLE_SMALL=1
CC=mpicc
# shellcheck disable=SC2086
library mpi $FLAGS -O0
tell $? 'the library builds'
for name in heat sort; do
    # shellcheck disable=SC2086
    program $name $FLAGS -DAMP_EXTERN -Iexamples examples/mpi_$name/mpi_$name.c "$BUILD/mpi.o"
    tell $? "mpi_$name builds"
done
bits='to the bit what one rank finds' right='all results are right'
for ranks in 1 2 3 4; do
    expect "heat with $ranks" 0 "mpirun -n $ranks $BUILD/heat" "$bits" "$right" \
        "~^    $ranks  *[0-9.]* .*%" '!not what'
    expect "sort with $ranks" 0 "mpirun -n $ranks $BUILD/sort" "$right" \
        "~^$ranks x 10000 keys, one.* order"
done
heat="mpirun -n 4 $BUILD/heat"
expect 'a row for each rank' 0 "$heat 4" "$bits"
expect 'with memory of its own' 0 "env AMP_ACCELERATOR=emu:separate $heat" "$bits" 'separate'
expect 'fewer rows than ranks' any "$heat 3" '4 ranks cannot share a plate of 3 rows: give'
expect 'a size that is none' any "$heat 0" 'usage: '
# mpirun ends with 128 and the signal.
expect 'a rank that dies ends the job' 137 "mpirun -n 3 $BUILD/heat 40 1" \
    'process rank 1 ' 'exited on signal 9' "!$right"
expect 'so does the last one' 137 "$heat 40 3" 'process rank 3 ' 'exited on signal 9'
expect 'there is no such rank' any "$heat 40 4" 'no rank 4 can die: there are ranks 0 to 3'
expect 'a rank without an accelerator ends the job' any \
    "mpirun -n 1 $BUILD/heat : -n 1 env AMP_ACCELERATOR=none $BUILD/heat" 'rank 1: ' \
    "no accelerator 'none'"
expect 'so it does a sort' any \
    "mpirun -n 1 $BUILD/sort : -n 1 env AMP_ENGINE=none $BUILD/sort" 'rank 1: ' 'AMP_ENGINE'
expect 'more keys than rank 0 can check' any "mpirun -n 2 $BUILD/sort 200000" 'give at most 268435'
[ -n "${ALL:-}" ] || finish

for engine in fibers threads; do
    expect "heat on $engine" 0 "env AMP_ENGINE=$engine $heat" "$bits"
    expect "sort on $engine" 0 "env AMP_ENGINE=$engine mpirun -n 3 $BUILD/sort" "$right"
done
if links -lOpenCL; then
    # shellcheck disable=SC2086
    library opencl $FLAGS -O0 -DAMP_OPENCL
    for name in heat sort; do
        # shellcheck disable=SC2086
        program ${name}_cl $FLAGS -DAMP_OPENCL -DAMP_EXTERN -Iexamples \
            examples/mpi_$name/mpi_$name.c "$BUILD/opencl.o" -lOpenCL
        tell $? "mpi_$name builds with OpenCL"
        limit=120
        expect "$name on OpenCL, a device by the rank's number" 0 \
            "mpirun -n 2 $BUILD/${name}_cl" "$right" '!amp emulator'
    done
else
    skip 'ranks on OpenCL' '-lOpenCL does not link (Debian: ocl-icd-opencl-dev)'
fi
CC="$OMPI_CC"
. tests/check_kernels/flags.sh
checked_library
tell $? 'the library builds for the checker'
CC=mpicc
# shellcheck disable=SC2086
program heat_checked $FLAGS $checked -Iexamples examples/mpi_heat/mpi_heat.c "$BUILD/checked.o"
tell $? 'mpi_heat builds for the checker'
expect 'the checker finds nothing in a rank' 0 \
    "env AMP_CHECK_OPTIONS=exit=1 mpirun -n 3 $BUILD/heat_checked" "$bits" '!amp check:'
finish
