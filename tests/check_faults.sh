#!/bin/sh
# SPDX-License-Identifier: MIT
# run: turn=compiler,0/6
# Faults tried one by one: little address space, two shared objects with kernels, exit during
# a launch, frames larger than a guard. Each ends in a status and a sentence.
# (Settings: check_faults_settings.sh; fork, dlclose, no threads: check_process.sh; each n-th
# allocation: test_alloc_failure.c; a spoiled cache: check_cl.sh, check_vectors.sh.)
. "${0%/*}/lib.sh"
export OMP_WAIT_POLICY=passive
limit=120
flags="-std=gnu11 -O0 -DNDEBUG -g -w -fopenmp -pthread -I. -DAMP_ASSERTS"
# shellcheck disable=SC2086
core code $flags
# built PROGRAM WORD...: of faults_PROGRAM.c and the library's code
built() {
    name=$1
    shift
    # shellcheck disable=SC2086
    program "$name" $flags -DAMP_EXTERN $programs/faults_$name.c "$BUILD/code.o" "$@"
    tell $? "$name.c builds"
}

# ---- little address space ------------------------------------------------------------

built little
: > "$BUILD/bad"
for engine in '' threads; do
    # So many that all workers are needed; OS threads take turns a hundred times more slowly.
    count=640000
    [ "$engine" != threads ] || count=6400
    for workers in '' 4 40; do
        for space in 12000 20000 40000 60000 100000 200000 400000 700000; do
            run AMP_ENGINE=$engine AMP_WORKERS=$workers limited -v $space "$BUILD/little" $count
            [ $rc -eq 0 ] && grep -q '^status' "$BUILD/out" ||
                echo "$space KB, engine '$engine', $workers workers: $rc, $(cat "$BUILD/out" \
                    "$BUILD/err" | head -1)" >> "$BUILD/bad"
        done
    done
done
mv "$BUILD/bad" "$BUILD/out"
[ ! -s "$BUILD/out" ]
tell $? 'address spaces of 12 to 700 MB: a result or a status'

# ---- two shared objects with kernels, exit during a launch --------------------------------

# shellcheck disable=SC2086
program one.so $flags -fPIC -shared -DKERNEL=add_one -DADD=1 -DENTRY=one $programs/faults_part.c &&
    program two.so $flags -fPIC -shared -DKERNEL=add_two -DADD=2 -DENTRY=two \
        $programs/faults_part.c && program two -w $programs/faults_two.c -ldl -pthread
tell $? 'two shared objects build'
built exits
built leaving
rows <<T
two shared objects, side by side; one is closed and opened again
    two $BUILD/one.so $BUILD/two.so
    first 0 50, second 0 100, alone 0 200, again 0 100
exit during a launch: thread, at once
    exits thread 0
    leaves
exit during a launch: thread, after 30 ms
    exits thread 30000
    leaves
exit during a launch: emu, at once
    exits emu 0
    leaves
exit during a launch: emu, after 30 ms
    exits emu 30000
    leaves
exit during a launch: emu:separate, at once
    exits emu:separate 0
    leaves
exit during a launch: emu:separate, after 30 ms
    exits emu:separate 30000
    leaves
exit during a launch on threads
    AMP_ENGINE=threads exits thread 200000
    leaves
main returns during a launch
    exits emu 1000 x
    leaves
T
# clang's OpenMP ended one program in eight of these with an error of its own: a queue's worker
# began a parallel region while that library was being taken down.
left=0
for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
    run leaving && says leaves || { left=$i; break; }
done
tell $left 'main returns while launches come one after another'

# ---- a frame that is larger than a guard ---------------------------------------------------------

for size in 400000 1190000 1240000 9000000; do
    # shellcheck disable=SC2086
    program frame $flags -O1 -DAMP_EXTERN -DSIZE=$size -fstack-clash-protection \
        $programs/faults_frame.c "$BUILD/code.o"
    expect "a frame of $size bytes, with -fstack-clash-protection" 0 frame \
        '~status 8 .*the stack of 131072 bytes overflowed.*next 0 5'
done
finish
