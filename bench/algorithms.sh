# SPDX-License-Identifier: MIT
# A part of bench/run: builds and adds the contenders of A1 to A5.
for cc in $ccs; do
    command -v "$cc" >/dev/null && compiles "$cc" -fopenmp || continue
    "$cc" $fast $flags $posix bench/algorithms_openmp.c $serve -lm \
        -o "$dir/algorithms-openmp-$cc" || exit 2
    "$cc" -O2 $flags $posix bench/algorithms.c $serve -lm \
        -o "$dir/algorithms-$cc-O2" || exit 2
    "$cc" -O3 $native $flags $posix bench/algorithms.c $serve -lm \
        -o "$dir/algorithms-$cc-O3" || exit 2
    add "openmp|OpenMP, $cc -O3 native||$dir/algorithms-openmp-$cc"
    add "amp|amp, $cc -O2||$dir/algorithms-$cc-O2"
    add "amp|amp, $cc -O3 native||$dir/algorithms-$cc-O3"
done
if echo '#include <CL/cl.h>' | "$first" -E - >/dev/null 2>&1 && compiles "$first" -lOpenCL; then
    # What the host's compiler is does not matter here: the device has its own.
    "$first" -O2 $flags $posix -DAMP_OPENCL bench/algorithms.c $serve \
        -lOpenCL -lm -o "$dir/algorithms-opencl" || exit 2
    # loopvec is what PoCL 3.1 takes where nothing is set; amp would set workitemrepl.
    for method in loopvec workitemrepl; do
        label=$method
        [ $method = loopvec ] && label=default
        add "ampcl|amp on OpenCL, PoCL $label|POCL_WORK_GROUP_METHOD=$method|$dir/algorithms-opencl"
    done
    cxx=''
    for c in ${CXX:-g++ clang++}; do
        if [ -z "$cxx" ] && command -v "$c" >/dev/null; then cxx=$c; fi
    done
    boost="$dir/boost-compute"
    if [ -z "$cxx" ]; then
        log "SKIP Boost.Compute: no C++ compiler is here"
    elif ! echo '#include <boost/compute/core.hpp>' |
        "$cxx" -x c++ -DCL_TARGET_OPENCL_VERSION=120 -E - >/dev/null 2>&1; then
        log "SKIP Boost.Compute: its headers are not installed (libboost-dev)"
    else
        # It takes the longest to compile, and seldom changes.
        if [ -z "$(find "$boost" -newer bench/boost_compute.cpp 2>/dev/null)" ] ||
            [ -n "$(find bench/serve.c bench/problems.c -newer "$boost")" ]; then
            log "building $boost"
            "$cxx" -O2 -std=c++11 -fopenmp -pthread -DCL_TARGET_OPENCL_VERSION=120 \
                -iquote bench bench/boost_compute.cpp $serve -lOpenCL -lm -o "$boost" ||
                exit 2
        fi
        for method in loopvec workitemrepl; do
            label=$method
            [ $method = loopvec ] && label=default
            add "boost|Boost.Compute, PoCL $label|POCL_WORK_GROUP_METHOD=$method|$boost"
        done
    fi
else
    log "SKIP amp on OpenCL, Boost.Compute: the OpenCL headers or loader are not installed"
fi
