#!/bin/sh
# SPDX-License-Identifier: MIT
# Faults tried one by one: little address space, two shared objects with kernels, exit during
# a launch, environment variables that mean nothing, caches that are foreign or not writable,
# frames larger than a guard. Each ends in a status and a sentence. TAP.
# (fork, dlclose, no threads: check_process.sh; each n-th allocation: test_alloc_failure.c;
# a spoiled cache: check_cl.sh, check_vectors.sh.)
set -u
cd "$(dirname "$0")/.." || exit 1
: "${CC:=cc}" "${BUILD:=build}"
mkdir -p "$BUILD"
n=0
flags="-std=gnu11 -O1 -g -w -fopenmp -pthread -I. -DAMP_ASSERTS"
unset AMP_ACCELERATOR AMP_ENGINE AMP_ORDER AMP_WORKERS AMP_LOG
export OMP_WAIT_POLICY=passive

# tell STATUS NAME: a line of TAP; with the file out where it failed.
tell() {
    n=$((n + 1))
    if [ "$1" -eq 0 ]; then
        echo "ok $n - $2"
    else
        head -20 "$BUILD/out" | sed 's/^/# /'
        echo "not ok $n - $2"
    fi
}
# expect NAME WORD COMMAND...: it ends with 0 and prints the word.
expect() {
    name=$1 word=$2
    shift 2
    timeout 120 "$@" > "$BUILD/out" 2>&1
    rc=$?
    echo "exit status $rc, wanted: $word" >> "$BUILD/out"
    [ $rc -eq 0 ] && grep -v '^exit status' "$BUILD/out" | grep -q "$word"
    tell $? "$name"
}
# build NAME OPTION...: $BUILD/NAME.c
build() {
    name=$1
    shift
    # shellcheck disable=SC2086
    $CC $flags "$BUILD/$name.c" -o "$BUILD/$name" "$@" -lm -ldl > "$BUILD/out" 2>&1
}

# ---- little address space ------------------------------------------------------------

cat > "$BUILD/little.c" <<'C'
#include <stdio.h>
#include "tests/reverse.h"
AMP_DEVICE_BEGIN
AMP_KERNEL(inc, 1, inout(int, 1, y)) { amp_at(y, idx[0]) += 1; }
AMP_DEVICE_END
static int m[640000];
int main(void)
{
    amp_array_view v = amp_view(int, m, 640000);
    amp_accelerator_view q;
    amp_status s = amp_parallel_for_each(amp_extent(640000), inc, v), t, u;
    int bad = s == AMP_OK && (m[0] != 1 || m[639999] != 1);
    m[0] = 7;
    t = amp_parallel_for_each(amp_tile(amp_extent(640000), 64), rev, v);
    bad += t == AMP_OK && m[63] != 7;
    u = amp_accelerator_create_view(amp_accelerator_find("emu"), AMP_QUEUING_IMMEDIATE, &q);
    if (u == AMP_OK) u = amp_parallel_for_each_on(q, amp_extent(640000), inc, v);
    if (u == AMP_OK) u = amp_synchronize(v);
    printf("status %d %d %d %s\n", s, t, u, amp_last_error());
    return bad || ((s || t || u) && amp_last_error()[0] == '\0');
}
C
build little
: > "$BUILD/bad"
for engine in '' threads; do
    for workers in '' 4 40; do
        for space in 12000 20000 40000 60000 100000 200000 400000 700000; do
            (ulimit -v $space; AMP_ENGINE=$engine AMP_WORKERS=$workers exec timeout 60 \
                "$BUILD/little") > "$BUILD/out" 2>&1
            rc=$?
            [ $rc -eq 0 ] && grep -q '^status' "$BUILD/out" ||
                echo "$space KB, engine '$engine', $workers workers: $rc, $(head -1 \
                    "$BUILD/out")" >> "$BUILD/bad"
        done
    done
done
mv "$BUILD/bad" "$BUILD/out"
[ ! -s "$BUILD/out" ]
tell $? 'address spaces of 12 to 700 MB: a result or a status'

# ---- two shared objects with kernels ----------------------------------------------------

cat > "$BUILD/part.c" <<'C'
#include "amp.h"
AMP_DEVICE_BEGIN
AMP_TILED_KERNEL(KERNEL, (32), inout(int, 1, y))
{ amp_tile_static(int, t, 32); t[tidx.local[0]] = amp_at(y, tidx.global[0]) + ADD;
  amp_tile_barrier_wait(tidx); amp_at(y, tidx.global[0]) = t[31 - tidx.local[0]]; }
AMP_DEVICE_END
amp_status ENTRY(int *m)
{
    amp_array_view v = amp_view(int, m, 640);
    amp_accelerator_view q;
    amp_status s = amp_accelerator_create_view(amp_accelerator_find("emu:separate"),
                                               AMP_QUEUING_IMMEDIATE, &q);
    if (s == AMP_OK) s = amp_parallel_for_each_on(q, amp_tile(amp_extent(640), 32), KERNEL, v);
    if (s == AMP_OK) s = amp_synchronize(v);
    return s;
}
C
cat > "$BUILD/two.c" <<'C'
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
typedef int (*entry)(int *);
static int m[2][640];
static entry e[2];
static void *run(void *k)
{
    int i, bad = 0;
    for (i = 0; i < 50; i++) bad += e[k != NULL](m[k != NULL]) != 0;
    return bad ? (void *)m : NULL;
}
int main(int c, char **a)
{
    void *h[2] = { dlopen(a[1], RTLD_NOW | RTLD_LOCAL), dlopen(a[2], RTLD_NOW | RTLD_LOCAL) };
    pthread_t t;
    void *bad;
    e[0] = (entry)dlsym(h[0], "one");
    e[1] = (entry)dlsym(h[1], "two");
    pthread_create(&t, NULL, run, m);
    bad = run(NULL);
    printf("first %d %d, ", bad != NULL, m[0][5]);
    dlclose(h[0]);
    pthread_join(t, &bad);
    printf("second %d %d, ", bad != NULL, m[1][5]);
    bad = run(m);
    printf("alone %d %d, ", bad != NULL, m[1][5]);
    h[0] = dlopen(a[1], RTLD_NOW | RTLD_LOCAL);
    e[0] = (entry)dlsym(h[0], "one");
    bad = run(NULL);
    printf("again %d %d\n", bad != NULL, m[0][5]);
    (void)c;
    return 0;
}
C
# shellcheck disable=SC2086
$CC $flags -fPIC -shared -DKERNEL=add_one -DADD=1 -DENTRY=one "$BUILD/part.c" \
    -o "$BUILD/one.so" -lm > "$BUILD/out" 2>&1 &&
    $CC $flags -fPIC -shared -DKERNEL=add_two -DADD=2 -DENTRY=two "$BUILD/part.c" \
        -o "$BUILD/two.so" -lm > "$BUILD/out" 2>&1 &&
    $CC -w "$BUILD/two.c" -o "$BUILD/two" -ldl -pthread > "$BUILD/out" 2>&1
expect 'two shared objects, side by side; one is closed and opened again' \
    'first 0 50, second 0 100, alone 0 200, again 0 100' \
    "$BUILD/two" "$BUILD/one.so" "$BUILD/two.so"

# ---- exit during a launch ------------------------------------------------------------------

cat > "$BUILD/exits.c" <<'C'
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "amp.h"
AMP_DEVICE_BEGIN
AMP_KERNEL(slow, 1, inout(int, 1, y))
{ unsigned v = (unsigned)idx[0]; for (int i = 0; i < 3000000; i++) v = v * 1664525u + 1013904223u;
  amp_at(y, idx[0]) += 1 + (v == 77u); }
AMP_TILED_KERNEL(meet, (64), inout(int, 1, y))
{ for (int i = 0; i < 20000; i++) { amp_tile_barrier_wait(tidx); }
  amp_at(y, tidx.global[0]) += 1; }
AMP_DEVICE_END
static int m[6400];
static void *launch(void *unused)
{
    amp_array_view v = amp_view(int, m, 6400);
    (void)amp_parallel_for_each(amp_extent(6400), slow, v);
    (void)amp_parallel_for_each(amp_tile(amp_extent(6400), 64), meet, v);
    return unused;
}
int main(int c, char **a)
{
    amp_accelerator_view q;
    amp_array_view v = amp_view(int, m, 6400);
    pthread_t t;
    int i;
    if (strcmp(a[1], "thread") == 0) {
        pthread_create(&t, NULL, launch, NULL);
    } else {
        (void)amp_accelerator_create_view(amp_accelerator_find(a[1]), AMP_QUEUING_IMMEDIATE, &q);
        for (i = 0; i < 20; i++) (void)amp_parallel_for_each_on(q, amp_extent(6400), slow, v);
    }
    usleep((unsigned)atoi(a[2]));
    puts("leaves");
    if (c > 3) return 0;
    exit(0);
}
C
build exits
for where in thread emu emu:separate; do
    for wait in 0 30000; do
        expect "exit during a launch: $where, after $wait us" leaves \
            timeout 100 "$BUILD/exits" $where $wait
    done
done
expect 'main returns during a launch' leaves timeout 100 "$BUILD/exits" emu 1000 x

# clang's OpenMP ended one program in eight of these with an error of its own: a queue's worker
# began a parallel region while that library was being taken down.
cat > "$BUILD/leaving.c" <<'C'
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>
#include "amp.h"
AMP_DEVICE_BEGIN
AMP_KERNEL(small, 1, inout(int, 1, y))
{ unsigned v = (unsigned)idx[0]; for (int i = 0; i < 300; i++) v = v * 1664525u + 1013904223u;
  amp_at(y, idx[0]) += 1 + (v == 77u); }
AMP_DEVICE_END
static int m[3][6400];
static amp_accelerator_view q[3];
static void *launch(void *number)
{
    const int i = (int)(size_t)number;
    amp_array_view v = amp_view(int, m[i], 6400);
    for (;;) (void)amp_parallel_for_each_on(q[i], amp_extent(6400), small, v);
    return number;
}
int main(void)
{
    pthread_t t;
    size_t i;
    for (i = 0; i < 3; i++) {
        (void)amp_accelerator_create_view(amp_accelerator_find("emu"), AMP_QUEUING_AUTOMATIC,
                                          &q[i]);
    }
    for (i = 0; i < 3; i++) pthread_create(&t, NULL, launch, (void *)i);
    usleep(20000);
    puts("leaves");
    return 0;
}
C
build leaving
# shellcheck disable=SC2016
expect 'main returns while launches come one after another' leaves \
    sh -c 'for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do "$0" || exit; done' \
    "$BUILD/leaving"
AMP_ENGINE=threads expect 'exit during a launch on threads' leaves timeout 100 "$BUILD/exits" \
    thread 200000

# ---- settings that mean nothing ---------------------------------------------------------------

# tests/check_settings.sh holds that each variable AMP_... stands in one table, and tries each row.
# These the library reads besides: one more needs a test of its own.
known=' HOME NO_COLOR PATH POCL_CACHE_DIR XDG_CACHE_HOME '
# shellcheck disable=SC2086
grep -rhoE 'getenv\("[A-Z_]+"\)' amp amp*.h | sed 's/.*("//; s/".*//' |
    sort -u > "$BUILD/out"
printf '%s\n' $known | sort -u | comm -13 - "$BUILD/out" > "$BUILD/new"
mv "$BUILD/new" "$BUILD/out"
[ ! -s "$BUILD/out" ]
tell $? 'the environment variables that are read are those that are tried here'

cat > "$BUILD/small.c" <<'C'
#include <stdio.h>
#include "tests/reverse.h"
#include "amp_algorithms.h"
static int m[640];
int main(void)
{
    amp_array_view v = amp_view(int, m, 640);
    amp_status s;
    int sum = 0;
    m[0] = 7;
    s = amp_parallel_for_each(amp_tile(amp_extent(640), 64), rev, v);
    if (s == AMP_OK) s = amp_synchronize(v);
    if (s == AMP_OK) s = amp_reduce(amp_plus_int, v, &sum);
    printf("status %d %d %s\n", s, s == AMP_OK ? m[63] : 0, amp_last_error());
    return 0;
}
C
build small
long=$(head -c 5000 /dev/zero | tr '\0' x)
# refused VARIABLE VALUE...: each is status 1, and the sentence names the variable.
refused() {
    variable=$1
    shift
    for value; do
        expect "$variable='$(echo "$value" | cut -c1-20)'" "^status 1 0 .*$variable" \
            env "$variable=$value" "$program"
    done
}
# taken VARIABLE VALUE...: the program runs all the same.
taken() {
    variable=$1
    shift
    for value; do
        expect "$variable='$(echo "$value" | cut -c1-20)' is taken" '^status 0 7' \
            env "$variable=$value" "$program"
    done
}
program=$BUILD/small
refused AMP_ENGINE loop vectors ' fibers' "$long"
refused AMP_WORKERS 0 -1 4097 2x 99999999999999999999 ' ' "$long"
refused AMP_ORDER random random: random:-1 random:4294967296 backwards "$long"
refused AMP_STACK 1 1k 99999999999999999999 -16384 "$long"
refused AMP_ALGORITHM_FORM tpu CPU "$long"
refused AMP_LIMITS d3d9 "$long"
mkfifo "$BUILD/pipe" 2> /dev/null
refused AMP_TRACE /no/such/folder/file "$BUILD" "$BUILD/pipe" /dev/full "$long"
taken AMP_TRACE "$BUILD/trace.json"
expect 'AMP_ACCELERATOR names none' '^status [1-9][0-9]* 0 .*AMP_ACCELERATOR' \
    env "AMP_ACCELERATOR=none such" "$program"
expect 'AMP_ACCELERATOR is long' '^status [1-9][0-9]* 0 .*AMP_ACCELERATOR' \
    env "AMP_ACCELERATOR=$long" "$program"
taken AMP_LOG yes 0 "$long"
expect 'AMP_LOG=1 says which accelerator runs' 'accelerator emu is in use, 3 workers' \
    env AMP_LOG=1 AMP_WORKERS=3 AMP_ACCELERATOR=emu "$program"
taken AMP_COMPARE yes "$long"
for v in AMP_ENGINE AMP_WORKERS AMP_ORDER AMP_STACK AMP_ALGORITHM_FORM AMP_ACCELERATOR AMP_LOG \
    AMP_TRACE; do
    taken $v ''
done

# In a program with vectors: what cannot be compiled runs on fibers, and AMP_LOG says why.
if build small -DAMP_VECTORS; then
    export AMP_VECTORS_CACHE="$BUILD/cache" AMP_VECTORS=wait
    case $AMP_VECTORS_CACHE in /*) ;; *) AMP_VECTORS_CACHE=$PWD/$AMP_VECTORS_CACHE ;; esac
    refused AMP_VECTORS yes -1 waits "$long"
    for setting in "AMP_VECTORS_CC=/no/such" "AMP_VECTORS_CC=$long" AMP_VECTORS_CC=/ \
        AMP_VECTORS_CACHE=here AMP_VECTORS_CACHE=/proc/none "AMP_VECTORS_CACHE=/$long" PATH=; do
        word='stays on fibers'
        [ "$setting" = PATH= ] && word='stays on fibers\|status 0 7'
        expect "$(echo "$setting" | cut -c1-40): fibers" "$word" \
            env AMP_LOG=1 "$setting" "$program"
        grep -q '^status 0 7' "$BUILD/out"
        tell $? "$(echo "$setting" | cut -c1-40): the result is right"
    done
    taken AMP_VECTORS_FAST yes "$long"
    expect 'neither HOME nor a cache: fibers' 'stays on fibers' \
        env -u HOME -u XDG_CACHE_HOME -u AMP_VECTORS_CACHE AMP_LOG=1 "$program"
    unset AMP_VECTORS AMP_VECTORS_CACHE
fi

# On OpenCL. A folder that is not to be believed is no cache: the program is compiled.
if build small -DAMP_OPENCL -lOpenCL && AMP_ACCELERATOR=opencl "$program" > "$BUILD/out" 2>&1; then
    export AMP_ACCELERATOR=opencl AMP_CL_CACHE=off
    refused AMP_CL_MEMORY mine "$long"
    : > "$BUILD/file"
    refused AMP_CL_DUMP /no/such/folder "$BUILD/file" "$long"
    refused AMP_TRACE /no/such/folder/file "$BUILD" "$BUILD/pipe" "$long"
    expect 'AMP_CL_OPTIONS is no option' '^status 9 0 .*-no-such-option\|^status 9 0 ' \
        env AMP_CL_OPTIONS=-no-such-option "$program"
    refused AMP_CL_OPTIONS "$long"
    here=$(cd "$BUILD" && pwd)
    mkdir -p "$here/open" "$here/own" && chmod 777 "$here/open" && ln -sfn "$here/own" "$here/link"
    for cache in relative "$here/open" "$here/link" "$here/file" /proc/none "/$long"; do
        expect "AMP_CL_CACHE=$(echo "$cache" | sed "s,$here,..,; s/xx*/x/") is no cache" \
            '^status 0 7' env "AMP_CL_CACHE=$cache" "$program"
        [ -z "$(find "$here/open" "$here/own" -type f)" ]
        tell $? 'and nothing is written there'
    done
    expect 'AMP_LOG=1 says that a relative path is none' \
        "AMP_CL_CACHE is 'relative': it may be a path that begins with /, or off: programs are" \
        env AMP_LOG=1 AMP_CL_CACHE=relative "$program"
    expect 'and that others may write in a folder' \
        "the folder $here/open is not the user's own with mode 0700: programs are" \
        env AMP_LOG=1 AMP_CL_CACHE="$here/open" "$program"
    [ ! -e relative ] && [ ! -e "$BUILD/relative" ]
    tell $? 'and makes none'
    expect 'no HOME: no cache' '^status 0 7' \
        env -u HOME -u XDG_CACHE_HOME -u AMP_CL_CACHE POCL_CACHE_DIR="$here/pocl" "$program"
    # PoCL's own cache: where it builds nothing without, the sentence names it.
    for cache in "$here/file" /proc/none "$here/pocl/none"; do
        expect "POCL_CACHE_DIR=$(echo "$cache" | sed "s,$here,..,")" \
            '^status 0 7\|POCL_CACHE_DIR' env "POCL_CACHE_DIR=$cache" "$program"
    done
    unset AMP_ACCELERATOR AMP_CL_CACHE
fi

# In a check build: a launch fails where a setting means nothing or nothing can be written.
trace=
case $CC in *clang*) trace='-mllvm -tsan-instrument-read-before-write=1' ;; esac
# shellcheck disable=SC2086
if $CC $flags -g -DAMP_CHECK -fsanitize=thread $trace -c "$BUILD/small.c" -o "$BUILD/small.o" \
    > "$BUILD/out" 2>&1 && $CC -fopenmp -pthread "$BUILD/small.o" -o "$BUILD/small" -lm; then
    refused AMP_CHECK_TILES none "$long"
    refused AMP_CHECK_COLOR yes "$long"
    refused AMP_CHECK_ALLOW_SAME yes "$long"
    taken NO_COLOR yes "$long"
    expect 'a report cannot be written' 'could not be written to AMP_CHECK_OPTIONS=report' \
        env AMP_CHECK_OPTIONS=report=/no/such/folder/file "$program"
fi

# ---- a frame that is larger than a guard ---------------------------------------------------------

cat > "$BUILD/frame.c" <<'C'
#include <stdio.h>
#include "amp.h"
AMP_DEVICE_BEGIN
static inline __attribute__((noinline)) int large(int i)
{ char big[SIZE]; char *volatile p = big; p[i] = (char)i; return p[i]; }
AMP_TILED_KERNEL(deep, (64), inout(int, 1, y))
{ amp_tile_barrier_wait(tidx);
  if (tidx.local[0] == 40) { amp_at(y, tidx.global[0]) = large(tidx.local[0]); } }
AMP_TILED_KERNEL(fine, (64), inout(int, 1, y))
{ amp_tile_barrier_wait(tidx); amp_at(y, tidx.global[0]) = 5; }
AMP_DEVICE_END
static int m[640];
int main(void)
{
    amp_array_view v = amp_view(int, m, 640);
    amp_status s = amp_parallel_for_each(amp_tile(amp_extent(640), 64), deep, v), t;
    printf("status %d %s, ", s, amp_last_error());
    t = amp_parallel_for_each(amp_tile(amp_extent(640), 64), fine, v);
    printf("next %d %d\n", t, m[9]);
    return 0;
}
C
for size in 400000 1190000 1240000 9000000; do
    build frame -DSIZE=$size -fstack-clash-protection
    expect "a frame of $size bytes, with -fstack-clash-protection" \
        'status 8 .*the stack of 131072 bytes overflowed.*next 0 5' "$BUILD/frame"
done
echo "1..$n"
