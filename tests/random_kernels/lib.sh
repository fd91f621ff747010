# SPDX-License-Identifier: MIT
# shellcheck shell=sh disable=SC2034,SC2154
# Random kernels made, compiled and run, for tests/random_kernels/run, which looks for new ones, and
# tests/check_random_kernels.sh. To be sourced in the root of the tree, with BUILD, a folder to work
# in, and TEST_TIMEOUT_SCALE, which multiplies the time limits.
#
# SETTING is emu, separate (emu:separate), workitemrepl and loopvec (PoCL's methods), chosen (the
# library's choice: loopvec, and workitemrepl at a second launch), rusticl, vectors, check (the
# kernel checker, which must find nothing) or tsan (the thread sanitizer, on threads). HOW is what
# run.h takes: fibers:reverse.
pocl=$BUILD/pocl # its cache; empty: that of the user
pocl_limit=300 # seconds; fuzz: less, for kernels that PoCL makes endless code of
here=tests/random_kernels vendors=${OCL_ICD_VENDORS:-/etc/OpenCL/vendors}
mkdir -p "$BUILD/cache" "$BUILD/pocl"
chmod 0700 "$BUILD/cache" # of the engine `vectors`, which uses none that others may read
flags="-std=c99 -w -DNDEBUG -pthread -fopenmp -DAMP_ASSERTS -I. -I$here"
opencl=$(echo 'int main(void) { return 0; }' > "$BUILD/cl.c" &&
         cc "$BUILD/cl.c" -lOpenCL -o "$BUILD/cl" 2> /dev/null && echo yes)

# generator: the program that makes them.
generator() {
    [ -x "$BUILD/make" ] && [ -z "$(find $here -name '*.[ch]' -newer "$BUILD/make")" ] && return
    cc -std=c99 -O1 $here/make.c -o "$BUILD/make"
}
# code_of CC [OPTIONS]: $code, the library's code, for the kernels' files to link with: amp.h alone,
# and not optimised, for it takes no time in them; one more for options that move a structure's
# members.
code_of() {
    shape=
    case ${2:-} in *-fshort-enums*) shape=-fshort-enums ;; esac
    code=$BUILD/lib-$1$shape.o
    [ -f "$code" ] && [ -z "$(find amp amp*.h -name '*.h' -newer "$code")" ] && return
    # shellcheck disable=SC2086
    $1 $flags $shape -O0 -DAMP_VECTORS ${opencl:+-DAMP_OPENCL} -DAMP__CL_REPLICATED_AFTER=0 \
        -DAMP_EXTERN -DAMP_IMPLEMENTATION -c tests/programs/core.c -o "$code"
}
# own_options SOURCE: those that a program of a `host` decade has (shapes.h). is_host: it is of one.
own_options() { sed -n '9q; s,^/\* options: \(.*\) \*/$,\1,p' "$1"; }
is_host() { head -8 "$1" | grep -q '^/\* options: '; }
# build SOURCE PROGRAM CC LEVEL SETTING: with the flags of $target, but under check and tsan; what
# runs as vectors is compiled at $vectors_level
target= vectors_level=-O3
build() {
    own=$(own_options "$1")
    case $5 in
    check)
        trace=
        case $3 in *clang*) trace='-mllvm -tsan-instrument-read-before-write=1' ;; esac
        # shellcheck disable=SC2086
        $3 $flags $own -g -O1 -DAMP_CHECK -fsanitize=thread $trace -c "$1" -o "$2.o" &&
            $3 -fopenmp -pthread "$2.o" -o "$2" -lm ;;
    tsan)
        # shellcheck disable=SC2086
        $3 $flags $own -g -O1 -fsanitize=thread "$1" -o "$2" -lm ;;
    *)
        told=$vectors_level
        case $3$4$own in # nothing shows it there (docs/vectors.md), so the program says it
        *clang*-O0*-fwrapv*) told="$told -fwrapv" ;;
        esac
        # shellcheck disable=SC2086
        code_of "$3" "$own" && $3 $flags $own "$4" $target \
            "-DAMP_VECTORS_OPTIONS=\"$told\"" -DAMP_EXTERN -DAMP_VECTORS \
            ${opencl:+-DAMP_OPENCL} "$1" "$code" -o "$2" -lm -ldl ${opencl:+-lOpenCL} ;;
    esac > "$2.log" 2>&1
}
# run_as PROGRAM CC SETTING HOW...: prints nothing where all is well; else what went wrong:
# DIFFERS..., FAILED... (so where no kernel ran as vectors), CRASH or HANG and the run that it was,
# or BUILD.
run_as() {
    program=$1 cc=$2 setting=$3
    shift 3
    device=emu vectors=0 method=workitemrepl icd=$vendors/pocl.icd limit=120 log=0
    case $setting in
    separate) device=emu:separate ;;
    workitemrepl | loopvec) device=opencl method=$setting limit=$pocl_limit ;;
    chosen) device=opencl method= limit=$pocl_limit ;;
    rusticl) device=opencl icd=$vendors/rusticl.icd limit=300 ;;
    vectors) vectors=wait log=1 ;;
    esac
    limit=$(awk "BEGIN { print int($limit * $TEST_TIMEOUT_SCALE) }")
    # In a folder of ours: PoCL writes broken.dot there before it ends over a kernel's barriers.
    env -C "$BUILD" -u AMP_ENGINE -u AMP_ORDER -u AMP_WORKERS -u POCL_WORK_GROUP_METHOD \
        AMP_ACCELERATOR=$device AMP_VECTORS=$vectors AMP_LOG=$log \
        AMP_VECTORS_CC="$cc" AMP_VECTORS_CACHE="$BUILD/cache" AMP_CL_CACHE=off \
        ${pocl:+POCL_CACHE_DIR="$pocl"} ${method:+POCL_WORK_GROUP_METHOD=$method} \
        OCL_ICD_VENDORS="$icd" \
        RUSTICL_ENABLE=llvmpipe OMP_WAIT_POLICY=passive TSAN_OPTIONS=halt_on_error=1 \
        timeout -k 5 "$limit" "$program" "$@" > "$program.out" 2>&1
    rc=$?
    # Names that stand in front of a region, in a host's program, are noted.
    checker=$(grep '^amp check: ' "$program.out" | grep -v '^amp check: not-opencl (note)' |
        head -1)
    if [ -n "$checker" ]; then
        echo "CHECKER $(grep '^k[0-9]* ' "$program.out" | tail -1): $checker"
    elif grep -q '^DIFFERS\|^FAILED' "$program.out"; then
        grep '^DIFFERS\|^FAILED' "$program.out" | head -1
    elif [ $rc -eq 124 ] || [ $rc -eq 137 ]; then
        echo "HANG $(grep '^k[0-9]* ' "$program.out" | tail -1)"
    elif [ $rc -ne 0 ]; then
        echo "CRASH $(grep '^k[0-9]* ' "$program.out" | tail -1): exit status $rc"
    elif [ $setting = vectors ] &&
        ! grep -q ' runs as vectors\|AMP_VECTORS_OPTIONS gives it options' "$program.out"; then
        echo 'FAILED: no kernel runs as vectors'
    fi
}
# How a program is run under a setting.
hows() {
    case $1 in
    emu) echo loops fibers fibers:reverse fibers:random threads threads:random ;;
    separate) echo loops fibers:random ;;
    vectors) echo -stack=128 vectors ;;
    tsan) echo threads ;;
    chosen) echo default default ;;
    *) echo default ;;
    esac
}
# kernels NAME SEED COUNT CC LEVEL: a program of them, for the settings that share one.
kernels() {
    "$BUILD/make" "$2" "$3" > "$BUILD/$1.c" && build "$BUILD/$1.c" "$BUILD/$1" "$4" "$5" \
        "${6:-emu}"
}
