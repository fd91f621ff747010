#!/bin/sh
# SPDX-License-Identifier: MIT
# run: ci=gcc turn=2/3
# A second implementation of OpenCL, beside the system's first: Mesa's Rusticl on llvmpipe
# (Debian: mesa-opencl-icd), a CPU device without double. Some tests run on it; all of
# them do by
#   OPENCL=1 RUSTICL_ENABLE=llvmpipe OCL_ICD_VENDORS=<rusticl.icd> tests/suite.py
. "${0%/*}/lib.sh"
icd=/etc/OpenCL/vendors/rusticl.icd limit=300
[ -e $icd ] ||
    { skip Rusticl "Mesa's Rusticl is not installed (Debian: mesa-opencl-icd)" && finish; }
export RUSTICL_ENABLE=llvmpipe OCL_ICD_VENDORS=$icd AMP_ACCELERATOR=opencl TEST_TIMEOUT_SCALE=20
opencl_library
tell $? 'the library builds'
cat > "$BUILD/there.c" << 'END'
#include "amp.h"
int main(void) { return amp_accelerator_find("llvmpipe").index < 0; }
END
opencl_program there "$BUILD/there.c" -w && run AMP_ACCELERATOR=emu there ||
    { skip Rusticl 'it has no llvmpipe' && finish; }

# Of what takes long, the tests that are not of the host's side alone, and one of several ranks.
some() {
    case ${ALL:-},$1 in
    ,kernels)
        "$BUILD/$1" --list |
            grep -v '^large_planes$\|^launch\|index_.*_rank_[12]\|_by_a_simple_kernel' |
            grep -v '_memory_fence$' ;;
    ,tile_static) "$BUILD/$1" --list | grep -v 'too_many\|in_phased_kernels$' ;;
    esac
}
for t in cl_doubles cl_turns kernels tile_static cl_memory structs table atomics; do
    opencl_program $t tests/test_$t.c
    # shellcheck disable=SC2046
    run $t $(some $t)
    passed=$(grep '^ok ' "$BUILD/out" | grep -vc SKIP)
    [ $rc -eq 0 ] && [ "$passed" -gt 0 ]
    tell $? "test_$t: $passed passed, $(grep -c SKIP "$BUILD/out") skipped"
done
# What a device says of a kernel's faults, PoCL says in the plan's jobs of test_cl_faults.c.
if [ -n "${ALL:-}" ]; then
    # shellcheck disable=SC2086
    core opencl_check $opencl -DAMP_CHECK &&
        program faults $opencl -DAMP_CHECK -DAMP_EXTERN tests/test_cl_faults.c \
            "$BUILD/opencl_check.o" -lOpenCL
    expect 'test_cl_faults, built with AMP_CHECK' 0 faults '~^ok '
fi
cat > "$BUILD/sums.c" << 'END'
#include <stdio.h>
#include "amp.h"
AMP_DEVICE_BEGIN
AMP_KERNEL(sums, 1, inout(amp_uint64, 1, n)) { amp_atomic_fetch_add(&amp_at(n, 0), (amp_uint64)1); }
AMP_DEVICE_END
int main(void)
{
    amp_uint64 n = 0;
    const amp_array_view v = amp_view(amp_uint64, &n, 1);
    amp_status s = amp_parallel_for_each(amp_extent(4), sums, v);
    if (s == AMP_OK) s = amp_synchronize(v);
    return printf("%d %s\n", s == AMP_UNSUPPORTED, amp_last_error()) < 0;
}
END
opencl_program sums "$BUILD/sums.c" -w
expect 'atomics of 64 bits, which it has not, are refused by name' 0 sums \
    '1 kernel sums needs atomics of 64 bits, which OpenCL device llvmpipe'
opencl_program matmul examples/matmul_steps.c
expect 'examples/matmul_steps: a loop in a simple kernel' 0 matmul
finish
