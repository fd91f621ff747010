#!/bin/sh
# SPDX-License-Identifier: MIT
# run: ci=gcc turn=3/4
# Settings that mean nothing: values that are too long, empty, strange, caches that are foreign or
# not writable, on each engine and device that reads them. Each ends in a status and a sentence, or
# the program runs all the same. (One bad value of each row of the table: check_settings.sh.)
. "${0%/*}/lib.sh"
. tests/check_kernels/flags.sh
export OMP_WAIT_POLICY=passive
limit=120
flags="-std=gnu11 -O0 -DNDEBUG -g -w -fopenmp -pthread -I. -DAMP_ASSERTS"
code='-DAMP_EXTERN -DAMP_IMPLEMENTATION -x c amp_algorithms.h' # as much of it as small.c needs
# shellcheck disable=SC2086
object code $flags $code
# shellcheck disable=SC2086
program small $flags -DAMP_EXTERN $programs/faults_settings.c "$BUILD/code.o"
tell $? 'small.c builds'
small=small

# ---- in the program and its engines ---------------------------------------------------------

# tests/check_settings.sh holds that each variable AMP_... stands in one table, and tries each row.
# These the library reads besides: one more needs a test of its own.
known=' HOME NO_COLOR PATH POCL_CACHE_DIR XDG_CACHE_HOME '
# shellcheck disable=SC2086
grep -rhoE 'getenv\("[A-Z_]+"\)' amp amp*.h | sed 's/.*("//; s/".*//' | sort -u > "$BUILD/read"
# shellcheck disable=SC2086
printf '%s\n' $known | sort -u | comm -13 - "$BUILD/read" > "$BUILD/out"
[ ! -s "$BUILD/out" ]
tell $? 'the environment variables that are read are those that are tried here'

long=$(head -c 5000 /dev/zero | tr '\0' x)
# refused VARIABLE VALUE...: each is status 1, and the sentence names the variable.
refused() {
    variable=$1
    shift
    for value; do
        run "$variable=$value" $small && says "~^status ${status:-1} 0 .*$variable"
        tell $? "$variable='$(echo "$value" | cut -c1-20)'"
    done
}
# taken VARIABLE VALUE...: the program runs all the same.
taken() {
    variable=$1
    shift
    for value; do
        run "$variable=$value" $small && says '~^status 0 7'
        tell $? "$variable='$(echo "$value" | cut -c1-20)' is taken"
    done
}
refused AMP_ENGINE loop vectors ' fibers' "$long"
refused AMP_WORKERS 0 -1 4097 2x 99999999999999999999 ' ' "$long"
refused AMP_ORDER random random: random:-1 random:4294967296 backwards "$long"
refused AMP_STACK 1 1k 99999999999999999999 -16384 "$long"
refused AMP_ALGORITHM_FORM tpu CPU "$long"
refused AMP_LIMITS d3d9 "$long"
mkfifo "$BUILD/pipe" 2> /dev/null
refused AMP_TRACE /no/such/folder/file "$BUILD" "$BUILD/pipe" /dev/full "$long"
taken AMP_TRACE "$BUILD/trace.json"
status='[1-9][0-9]*' refused AMP_ACCELERATOR 'none such' "$long"
status=
taken AMP_LOG yes 0 "$long"
taken AMP_COMPARE yes "$long"
for v in AMP_ENGINE AMP_WORKERS AMP_ORDER AMP_STACK AMP_ALGORITHM_FORM AMP_ACCELERATOR AMP_LOG \
    AMP_TRACE; do
    taken $v ''
done
expect 'AMP_LOG=1 says which accelerator runs' 0 \
    'AMP_LOG=1 AMP_WORKERS=3 AMP_ACCELERATOR=emu small' 'accelerator emu is in use, 3 workers'

# In a program with vectors: what cannot be compiled runs on fibers, and AMP_LOG says why.
# shellcheck disable=SC2086
object vectors_code $flags -DAMP_VECTORS $code &&
    program vectors $flags -DAMP_VECTORS -DAMP_EXTERN $programs/faults_settings.c \
        "$BUILD/vectors_code.o" -ldl
tell $? 'small.c builds with vectors'
if [ -x "$BUILD/vectors" ]; then
    export AMP_VECTORS_CACHE="$BUILD/cache" AMP_VECTORS=wait
    small=vectors
    refused AMP_VECTORS yes -1 waits "$long"
    for setting in "AMP_VECTORS_CC=/no/such" "AMP_VECTORS_CC=$long" AMP_VECTORS_CC=/ \
        AMP_VECTORS_CACHE=here AMP_VECTORS_CACHE=/proc/none "AMP_VECTORS_CACHE=/$long" PATH=; do
        word='~stays on fibers'
        [ "$setting" = PATH= ] && word='~stays on fibers\|status 0 7'
        expect "$(echo "$setting" | cut -c1-40): fibers, and the result is right" 0 \
            "AMP_LOG=1 $setting $BUILD/vectors" "$word" '~^status 0 7'
    done
    taken AMP_VECTORS_FAST yes "$long"
    expect 'neither HOME nor a cache: fibers' 0 \
        '-uHOME -uXDG_CACHE_HOME -uAMP_VECTORS_CACHE AMP_LOG=1 vectors' 'stays on fibers'
    unset AMP_VECTORS AMP_VECTORS_CACHE
fi

# On OpenCL. A folder that is not to be believed is no cache: the program is compiled.
if links -lOpenCL && opencl_library &&
    opencl_program opencl $programs/faults_settings.c -w && run AMP_ACCELERATOR=opencl opencl; then
    export AMP_ACCELERATOR=opencl AMP_CL_CACHE=off
    small=opencl
    refused AMP_CL_MEMORY mine "$long"
    : > "$BUILD/file"
    refused AMP_CL_DUMP /no/such/folder "$BUILD/file" "$long"
    refused AMP_TRACE /no/such/folder/file "$BUILD" "$BUILD/pipe" "$long"
    refused AMP_CL_OPTIONS "$long"
    mkdir -p "$BUILD/open" "$BUILD/own" && chmod 777 "$BUILD/open" &&
        ln -sfn "$BUILD/own" "$BUILD/link"
    for cache in relative "$BUILD/open" "$BUILD/link" "$BUILD/file" /proc/none "/$long"; do
        expect "AMP_CL_CACHE=$(echo "$cache" | sed "s,$BUILD,..,; s/xx*/x/") is no cache" 0 \
            "AMP_CL_CACHE=$cache opencl" '~^status 0 7'
        [ -z "$(find "$BUILD/open" "$BUILD/own" -type f)" ]
        tell $? 'and nothing is written there'
    done
    [ ! -e relative ] && [ ! -e "$BUILD/relative" ]
    tell $? 'and none is made'
    rows <<T
AMP_CL_OPTIONS is no option
    AMP_CL_OPTIONS=-no-such-option opencl
    ~^status 9 0
AMP_LOG=1 says that a relative path is none
    AMP_LOG=1 AMP_CL_CACHE=relative opencl
    AMP_CL_CACHE is 'relative': it may be a path that begins with /, or off: programs are
and that others may write in a folder
    AMP_LOG=1 AMP_CL_CACHE=$BUILD/open opencl
    the folder $BUILD/open is not the user's own with mode 0700: programs are
no HOME: no cache
    -uHOME -uXDG_CACHE_HOME -uAMP_CL_CACHE opencl
    ~^status 0 7
POCL_CACHE_DIR is a file: where PoCL builds nothing without its own cache, the sentence names it
    POCL_CACHE_DIR=$BUILD/file opencl
    ~^status 0 7\|POCL_CACHE_DIR
POCL_CACHE_DIR=/proc/none
    POCL_CACHE_DIR=/proc/none opencl
    ~^status 0 7\|POCL_CACHE_DIR
POCL_CACHE_DIR=../pocl/none
    POCL_CACHE_DIR=$BUILD/pocl/none opencl
    ~^status 0 7\|POCL_CACHE_DIR
T
    unset AMP_ACCELERATOR AMP_CL_CACHE
fi

# In a check build: a launch fails where a setting means nothing or nothing can be written.
checked_library
# shellcheck disable=SC2086
program check -std=gnu11 -w -fopenmp $checked $programs/faults_settings.c "$BUILD/checked.o"
tell $? 'small.c builds with the checker'
if [ -x "$BUILD/check" ]; then
    small=check
    refused AMP_CHECK_TILES none "$long"
    refused AMP_CHECK_COLOR yes "$long"
    refused AMP_CHECK_ALLOW_SAME yes "$long"
    taken NO_COLOR yes "$long"
    expect 'a report cannot be written' 0 'AMP_CHECK_OPTIONS=report=/no/such/folder/file check' \
        'could not be written to AMP_CHECK_OPTIONS=report'
fi
finish
