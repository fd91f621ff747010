#!/bin/sh
# SPDX-License-Identifier: MIT
# run: turn=compiler,0/6
# What a process may do to a library: dlopen and dlclose, fork, no threads to be had, a
# main thread with little stack, settings that mean nothing. Plugins with the checker or the lens
# are compiled with gcc, and with clang under ALL=1: how they go does not depend on the compiler,
# and their library takes it long.
. "${0%/*}/lib.sh"
. tests/check_kernels/flags.sh
limit=200
# built PROGRAM WORD...: with the library's code in itself, or one that is given.
built() {
    name=$1
    shift
    program "$name" -std=gnu11 -O0 -DNDEBUG -g -w -fopenmp -pthread -I. -I"$BUILD" "$@" -ldl
}
plugin="-fPIC -shared -DPLUGIN $programs/process_plugin.c"
core code -std=gnu11 -O0 -DNDEBUG -g -w -fopenmp -pthread -I.
with_code="-DAMP_EXTERN $BUILD/code.o"
watchers=
# shellcheck disable=SC2086
built plugin.so $plugin && built host $programs/process_plugin.c
tell $? 'a plugin and its host build'
if [ $family = gcc ] || [ -n "${ALL:-}" ]; then
    watchers='check lens'
    # shellcheck disable=SC2086
    checked_library && built check.so $plugin $checked "$BUILD/checked.o" &&
        lens_library && built lens.so $plugin $lens "$BUILD/lens.o"
    tell $? 'plugins with the checker and with the lens build'
else
    skip 'plugins with the checker and with the lens' 'asked with gcc'
fi
for plugin_of in plugin $watchers; do
    rows <<T
$plugin_of: a thread ends after dlclose
    host $BUILD/$plugin_of.so
    plugin 0, dlclose 0, joined
$plugin_of: the program's own handler after dlclose
    host $BUILD/$plugin_of.so s
    own handler
T
done

# A program whose shared state is everybody's, and plugins that are closed before they have
# launched anything: what they put there must stay.
closed() { # closed NAME PLUGIN
    expect "$1" 0 "closed $BUILD/$2.so" 'opened 1, closed 1, ran 0 7'
}
built closed -rdynamic -DAMP_VECTORS $programs/process_closed.c
tell $? "a program with everybody's state builds"
for watcher in $watchers; do
    closed "a plugin with the $watcher is closed before it has launched anything" $watcher
done
if links -lOpenCL; then
    # shellcheck disable=SC2086
    built opencl.so $plugin -DAMP_OPENCL -Wl,--no-as-needed -lOpenCL
    closed "a plugin with OpenCL is closed before it has launched anything" opencl
    expect "and compares every launch with it" 0 "AMP_COMPARE=1 closed $BUILD/opencl.so" \
        'opened 1, closed 1, ran 0 7'
fi
echo '#include "tests/reverse.h"' > "$BUILD/reverse.c"
built amp_vectors tools/amp_vectors.c &&
    capture env CC="$CC" "$BUILD/amp_vectors" "$BUILD/reverse.c" -o "$BUILD/made.h" -I.
tell $? 'a kernel is made ahead of time'
export AMP_VECTORS=wait AMP_VECTORS_CACHE=off
# shellcheck disable=SC2086
built ahead.so $plugin -DAMP_VECTORS_AHEAD -DMADE
closed "one with kernels made ahead of time" ahead
unset AMP_VECTORS AMP_VECTORS_CACHE

# shellcheck disable=SC2086
for name in threads fork held small; do
    wrapped=
    [ $name != held ] || wrapped=-Wl,--wrap=vsnprintf
    built $name $with_code $programs/process_$name.c $wrapped
    tell $? "$name.c builds"
done
rows <<T
no thread is to be had
    threads
    fibers 0 7, loops 0 6399, view 11, threads 5 the system gave 1 of the 64
a child waits for the parent's work, emu
    fork emu
    child: 0 6 6 6 6 0 0 2
a child waits for the parent's work, emu:separate
    fork emu:separate
    child: 0 6 6 6 6 0 0 2
a child has what another thread held
    held
    child 0, another thread
T
for engine in fibers threads; do
    expect "a main thread with 64 KB of stack, $engine" 0 \
        "AMP_WORKERS=1 AMP_ENGINE=$engine limited -s 64 $BUILD/small" 'status 0 7'
done
expect 'little address space' 0 "AMP_WORKERS=2 limited -v 60000 $BUILD/small" status
if links -lOpenCL; then
    opencl_library
    opencl_program fork_cl $programs/process_fork.c -std=gnu11 -w &&
        opencl_program memory $programs/process_memory.c -w -Wl,--wrap=calloc &&
        opencl_program compare $programs/process_compare.c -w
    tell $? 'programs with OpenCL build'
    rows <<'T'
a child uses the parent's OpenCL device
    fork_cl opencl x
    ~child: 0 6 6 6 6 6 6 1 the accelerator .* was opened before fork
no memory while the devices are listed
    memory
    index 3
AMP_COMPARE: a barrier that diverges does not reach the device
    AMP_ACCELERATOR=opencl AMP_COMPARE=1 compare
    0 0 0 0 2 7 kernel apart, tile
AMP_CL_MEMORY that means nothing
    AMP_ACCELERATOR=opencl AMP_CL_MEMORY=mine compare
    AMP_CL_MEMORY is 'mine': it may be
T
fi
finish
