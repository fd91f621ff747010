#!/bin/sh
# SPDX-License-Identifier: MIT
# What a process may do to a library: dlopen and dlclose, fork, no threads to be had, a
# main thread with little stack, settings that mean nothing. TAP.
set -u
cd "$(dirname "$0")/.." || exit 1
: "${CC:=cc}" "${BUILD:=build}"
: "${FLAGS:=-std=c99 -pedantic -Wall -Wextra -fopenmp -pthread -I.}"
n=0
flags="-std=gnu11 -O1 -g -w -fopenmp -pthread -I."

# expect NAME WORD COMMAND...: it ends with 0 and prints the word.
expect() {
    n=$((n + 1))
    name=$1 word=$2
    shift 2
    timeout 200 "$@" > "$BUILD/out" 2>&1
    rc=$?
    if [ $rc -eq 0 ] && grep -q "$word" "$BUILD/out"; then
        echo "ok $n - $name"
    else
        sed 's/^/# /' "$BUILD/out"
        echo "not ok $n - $name: exit status $rc"
    fi
}

cat > "$BUILD/plugin.c" <<'EOF'
#ifdef PLUGIN
#include "tests/reverse.h"
static int m[640];
int entry(void)
{
    amp_array_view v = amp_view(int, m, 640);
    amp_accelerator_view q;
    amp_status s = amp_parallel_for_each(amp_tile(amp_extent(640), 64), rev, v);
    if (s == AMP_OK)
        s = amp_accelerator_create_view(amp_accelerator_find("emu"), AMP_QUEUING_IMMEDIATE, &q);
    if (s == AMP_OK) s = amp_parallel_for_each_on(q, amp_tile(amp_extent(640), 64), rev, v);
    return s != AMP_OK || amp_synchronize(v) != AMP_OK || amp_release(v) != AMP_OK;
}
#else
#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>
static void *h;
static void *run(void *a)
{
    (void)a;
    printf("plugin %d, ", ((int (*)(void))dlsym(h, "entry"))());
    printf("dlclose %d, ", dlclose(h));
    fflush(stdout);
    return NULL;
}
static void own(int s) { (void)s; (void)!write(1, "own handler\n", 12); _exit(0); }
int main(int c, char **a)
{
    pthread_t t;
    signal(SIGSEGV, own);
    h = dlopen(a[1], RTLD_NOW | RTLD_LOCAL);
    if (c > 2) { run(NULL); *(volatile int *)8 = 1; return 1; }
    pthread_create(&t, NULL, run, NULL);
    pthread_join(t, NULL);
    puts("joined");
    return 0;
}
#endif
EOF
if $CC $flags -fPIC -shared -DPLUGIN "$BUILD/plugin.c" -o "$BUILD/plugin.so" -lm &&
    $CC -w "$BUILD/plugin.c" -o "$BUILD/host" -ldl -pthread; then
    expect 'a thread ends after dlclose' 'plugin 0, dlclose 0, joined' \
        "$BUILD/host" "$BUILD/plugin.so"
    expect "the program's own handler after dlclose" 'own handler' \
        "$BUILD/host" "$BUILD/plugin.so" s
fi

# A program whose shared state is everybody's, and plugins that are closed before they have
# launched anything: what they put there must stay.
cat > "$BUILD/closed.c" <<'EOF'
#ifdef PLUGIN
#include "tests/reverse.h"
#ifdef MADE
#include "made.h"
#endif
int entry(void) { return amp_accelerator_count(); }
#else
#include <dlfcn.h>
#include <stdio.h>
#include "tests/reverse.h"
int main(int c, char **a)
{
    static int m[640];
    amp_array_view v = amp_view(int, m, 640);
    amp_accelerator_view q;
    amp_status s = AMP_OK;
    void *h = dlopen(a[1], RTLD_NOW | RTLD_LOCAL);
    int open = h != NULL, closed = open && dlclose(h) == 0;
    (void)c;
    m[0] = 7;
    s = amp_parallel_for_each(amp_tile(amp_extent(640), 64), rev, v);
    if (s == AMP_OK)
        s = amp_accelerator_create_view(amp_accelerator_find("emu"), AMP_QUEUING_IMMEDIATE, &q);
    if (s == AMP_OK) s = amp_parallel_for_each_on(q, amp_tile(amp_extent(640), 64), rev, v);
    if (s == AMP_OK) s = amp_synchronize(v);
    printf("opened %d, closed %d, ran %d %d\n", open, closed, s, m[0]);
    return 0;
}
#endif
EOF
library='-DAMP_OPENCL -Wl,--no-as-needed -lOpenCL'
closed() { # closed NAME WORD FLAG...: the plugin built so, in the program
    name=$1 word=$2
    shift 2
    # shellcheck disable=SC2086
    if $CC $flags -O0 -fPIC -shared -DPLUGIN "$BUILD/closed.c" -o "$BUILD/closed.so" \
        -I"$BUILD" "$@" -lm; then
        expect "$name" "$word" "$BUILD/closed" "$BUILD/closed.so"
    fi
}
if $CC $flags -O0 -rdynamic -DAMP_VECTORS "$BUILD/closed.c" -o "$BUILD/closed" -lm -ldl; then
    # shellcheck disable=SC2086
    if echo 'int main(void) { return 0; }' | $CC -x c - -o "$BUILD/none" $library 2> /dev/null; then
        # shellcheck disable=SC2086
        closed "a plugin with OpenCL is closed before it has launched anything" \
            'opened 1, closed 1, ran 0 7' $library
        AMP_COMPARE=1 expect "and compares every launch with it" 'opened 1, closed 1, ran 0 7' \
            "$BUILD/closed" "$BUILD/closed.so"
    fi
    echo '#include "tests/reverse.h"' > "$BUILD/reverse.c"
    $CC $flags -O0 tools/amp_vectors.c -o "$BUILD/amp_vectors" -lm &&
        CC=$CC "$BUILD/amp_vectors" "$BUILD/reverse.c" -o "$BUILD/made.h" -I. &&
        AMP_VECTORS=wait AMP_VECTORS_CACHE=off closed "one with kernels made ahead of time" \
            'opened 1, closed 1, ran 0 7' -DAMP_VECTORS_AHEAD -DMADE
fi

cat > "$BUILD/threads.c" <<'EOF'
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include "tests/reverse.h"
int pthread_create(pthread_t *t, const pthread_attr_t *a, void *(*f)(void *), void *g)
{ (void)t; (void)a; (void)f; (void)g; return EAGAIN; }
static int m[6400];
int main(void)
{
    amp_array_view v = amp_view(int, m, 6400);
    amp_accelerator_view q;
    amp_status s;
    m[0] = 7;
    (void)amp_emu_set_workers(2);
    s = amp_parallel_for_each(amp_tile(amp_extent(6400), 64), rev, v);
    printf("fibers %d %d, ", s, m[63]);
    s = amp_accelerator_create_view(amp_accelerator_find("emu"), AMP_QUEUING_IMMEDIATE, &q);
    printf("view %d, ", s);
    (void)amp_emu_set_engine(AMP_ENGINE_THREADS);
    s = amp_parallel_for_each(amp_tile(amp_extent(6400), 64), rev, v);
    printf("threads %d %s\n", s, amp_last_error());
    return 0;
}
EOF
$CC $flags "$BUILD/threads.c" -o "$BUILD/threads" -lm &&
    expect 'no thread is to be had' 'fibers 0 7, view 11, threads 5 the system gave 1 of the 64' \
        "$BUILD/threads"

cat > "$BUILD/fork.c" <<'EOF'
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
#include "amp.h"
AMP_DEVICE_BEGIN
AMP_KERNEL(slow, 1, inout(int, 1, y))
{ unsigned v = (unsigned)idx[0]; for (int i = 0; i < 20000000; i++) v = v * 1664525u + 1013904223u;
  amp_at(y, idx[0]) += 1 + (v == 77u); }
AMP_KERNEL(inc, 1, inout(int, 1, y)) { amp_at(y, idx[0]) += 1; }
AMP_DEVICE_END
static int m[16], k[16];
int main(int c, char **a)
{
    amp_accelerator_view q, p;
    amp_array_view v = amp_view(int, m, 16), w = amp_view(int, k, 16);
    amp_completion end;
    const amp_accelerator on = amp_accelerator_find(a[1]);
    amp_status s = amp_accelerator_create_view(on, AMP_QUEUING_IMMEDIATE, &q);
    amp_array_view r = amp_array_on(q, int, amp_extent(16));
    pid_t child;
    int status;
    if (s == AMP_OK) s = amp_parallel_for_each_on(q, amp_extent(16), slow, v);
    end = amp_marker(q);
    child = fork();
    if (child == 0) {
        alarm(100);
        printf("child: %d", s);
        printf(" %d", amp_synchronize(v));
        printf(" %d", amp_wait(q));
        printf(" %d", amp_completion_wait(end));
        printf(" %d", amp_parallel_for_each_on(q, amp_extent(16), inc, w));
        s = amp_parallel_for_each(amp_extent(16), inc, r); /* on its device's default view */
        printf(" %d", s != AMP_OK ? s : amp_copy_in(r, k));
        if (c > 2) {
            printf(" %d", amp_accelerator_create_view(on, AMP_QUEUING_IMMEDIATE, &p));
            printf(" %d", amp_accelerator_default_view(on).queue == NULL);
            printf(" %s\n", amp_last_error());
            fflush(stdout);
            _exit(0);
        }
        s = amp_accelerator_create_view(on, AMP_QUEUING_IMMEDIATE, &p);
        if (s == AMP_OK) s = amp_parallel_for_each_on(p, amp_extent(16), inc, w);
        if (s == AMP_OK) s = amp_parallel_for_each(amp_extent(16), inc, w);
        if (s == AMP_OK) s = amp_synchronize(w);
        if (s == AMP_OK) s = amp_accelerator_view_release(p);
        printf(" %d %d\n", s, k[3]);
        fflush(stdout);
        _exit(0);
    }
    (void)waitpid(child, &status, 0);
    s = amp_wait(q);
    if (s == AMP_OK) s = amp_synchronize(v);
    printf("parent: %d %d, %d\n", s, m[0], status);
    return status != 0 || m[0] != 1;
}
EOF
if $CC $flags "$BUILD/fork.c" -o "$BUILD/fork" -lm; then
    for d in emu emu:separate; do
        expect "a child waits for the parent's work, $d" 'child: 0 6 6 6 6 0 0 2' "$BUILD/fork" $d
    done
fi
if $CC $flags -DAMP_OPENCL "$BUILD/fork.c" -o "$BUILD/fork" -lm -lOpenCL 2> /dev/null; then
    expect "a child uses the parent's OpenCL device" \
        'child: 0 6 6 6 6 6 6 1 the accelerator .* was opened before fork' "$BUILD/fork" opencl x
fi

cat > "$BUILD/memory.c" <<'EOF'
#include <stdio.h>
#include <stdlib.h>
#include "amp.h"
static int fail = 1;
void *__real_calloc(size_t, size_t);
void *__wrap_calloc(size_t n, size_t m)
{ if (fail) { fail = 0; return NULL; } return __real_calloc(n, m); }
int main(void)
{
    (void)amp_accelerator_find("opencl");
    fail = 0;
    printf("index %d\n", amp_accelerator_find("opencl").index);
    return 0;
}
EOF
if $CC $flags -DAMP_OPENCL -Wl,--wrap=calloc "$BUILD/memory.c" -o "$BUILD/memory" -lm -lOpenCL \
    2> /dev/null; then
    expect 'no memory while the devices are listed' 'index 3' "$BUILD/memory"
fi

cat > "$BUILD/compare.c" <<'EOF'
#include <stdio.h>
#include "amp.h"
AMP_DEVICE_BEGIN
AMP_TILED_KERNEL(apart, (8), inout(int, 1, v))
{
    amp_at(v, tidx.global[0]) = -1;
    if (tidx.local[0] == 3) { return; }
    amp_tile_barrier_wait(tidx);
}
AMP_KERNEL(inc, 1, inout(int, 1, v)) { amp_at(v, idx[0]) += 1; }
AMP_DEVICE_END
static int m[64];
int main(void)
{
    amp_accelerator_view q;
    amp_array_view v = amp_view(int, m, 64);
    amp_accelerator d = amp_accelerator_default();
    amp_status s = amp_accelerator_create_view(d, AMP_QUEUING_IMMEDIATE, &q);
    printf("%d", s);
    printf(" %d", amp_parallel_for_each(amp_extent(64), inc, v));
    printf(" %d", amp_parallel_for_each_on(q, amp_extent(64), inc, v));
    printf(" %d %d", amp_synchronize(v), m[5]);
    printf(" %d %s\n", amp_parallel_for_each(amp_tile(amp_extent(64), 8), apart, v),
           amp_last_error());
    return 0;
}
EOF
if $CC $flags -DAMP_OPENCL "$BUILD/compare.c" -o "$BUILD/compare" -lm -lOpenCL 2> /dev/null; then
    expect 'AMP_COMPARE: a barrier that diverges does not reach the device' \
        '0 0 0 0 2 7 kernel apart, tile' \
        env AMP_ACCELERATOR=opencl AMP_COMPARE=1 "$BUILD/compare"
    expect 'AMP_CL_MEMORY that means nothing' 'AMP_CL_MEMORY is .mine.: it may be' \
        env AMP_ACCELERATOR=opencl AMP_CL_MEMORY=mine "$BUILD/compare"
fi

cat > "$BUILD/small.c" <<'EOF'
#include <stdio.h>
#include "tests/reverse.h"
AMP_DEVICE_BEGIN
AMP_KERNEL(inc, 1, inout(int, 1, y)) { amp_at(y, idx[0]) += 1; }
AMP_DEVICE_END
static int m[640];
int main(void)
{
    amp_array_view v = amp_view(int, m, 640);
    amp_status s = amp_parallel_for_each(amp_extent(640), inc, v);
    m[0] = 7;
    if (s == AMP_OK) s = amp_parallel_for_each(amp_tile(amp_extent(640), 64), rev, v);
    if (s == AMP_OK) s = amp_synchronize(v);
    printf("status %d %d\n", s, m[63]);
    return 0;
}
EOF
if $CC $flags "$BUILD/small.c" -o "$BUILD/small" -lm; then
    for engine in fibers threads; do
        expect "a main thread with 64 KB of stack, $engine" 'status 0 7' \
            sh -c "ulimit -s 64; AMP_WORKERS=1 AMP_ENGINE=$engine exec $BUILD/small"
    done
    expect 'little address space' 'status' \
        sh -c "ulimit -v 60000; AMP_WORKERS=2 exec $BUILD/small"
fi
echo "1..$n"
