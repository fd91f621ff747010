#!/bin/sh
# SPDX-License-Identifier: MIT
# The engine `vectors` from outside: random kernels against fibers, a faulty compiler, a
# spoiled cache, a folder that is not the user's own, two processes at once, what regions
# may test, the way ahead of time; and that nothing of it is there without AMP_VECTORS.
# TAP. Run by tests/run with CC, FLAGS and BUILD in the environment.
# AMP_VECTORS_SEEDS: seeds of random kernels (default "1 2"), 25 kernels each.
set -u
cd "$(dirname "$0")/.." || exit 1
: "${CC:=gcc}" "${BUILD:=build/vectors}" "${FLAGS:=$(make -s flags)}" "${CFLAGS:=-O2 -g}"
: "${AMP_VECTORS_SEEDS:=1 2}"
mkdir -p "$BUILD"
here=$(cd "$BUILD" && pwd)
n=0
ok() { n=$((n + 1)); echo "ok $n - $1"; }
bad() { n=$((n + 1)); sed 's/^/# /' "$2" | head -20; echo "not ok $n - $1"; }
unset AMP_VECTORS AMP_ENGINE AMP_ORDER AMP_VECTORS_FAST
export AMP_VECTORS_CC="$CC" AMP_LOG=1 OMP_WAIT_POLICY=passive

# run NAME WANTED PROGRAM: the program ends well, and its log has the line that is wanted.
run() {
    rc=0
    "$3" > "$here/log" 2>&1 || rc=$?
    if [ $rc -eq 0 ] && grep -q "$2" "$here/log"; then ok "$1"; else
        echo "exit status $rc, wanted: $2" >> "$here/log"
        bad "$1" "$here/log"
    fi
}
# fresh: an empty cache.
fresh() {
    rm -rf "$here/cache"
    export AMP_VECTORS_CACHE="$here/cache"
}

# ---- random kernels, on fibers and as vectors ------------------------------------------
# shellcheck disable=SC2086
if ! $CC -std=c99 -O1 tests/vectors/kernels.c -o "$here/kernels" > "$here/log" 2>&1; then
    bad 'the maker of random kernels builds' "$here/log"
fi
fresh
export AMP_VECTORS=wait
for seed in $AMP_VECTORS_SEEDS; do
    "$here/kernels" "$seed" 25 > "$here/random.c"
    # shellcheck disable=SC2086
    if $CC -std=c99 -O1 -DAMP_VECTORS -pthread -I. "$here/random.c" -o "$here/random" -lm \
        > "$here/log" 2>&1 && "$here/random" > "$here/log" 2>&1; then
        many=$(grep -c 'runs as vectors' "$here/log")
        if [ "$many" -ge 20 ]; then ok "25 random kernels, seed $seed: $many as vectors"; else
            bad "most of 25 random kernels, seed $seed, run as vectors" "$here/log"
        fi
    else
        bad "25 random kernels, seed $seed, are as on fibers" "$here/log"
    fi
done

# ---- one kernel, and what may go wrong around it -----------------------------------------
cat > "$here/one.c" <<'M'
#define AMP_SHORT_NAMES
#ifdef IGNORES_CHILDREN
#include <signal.h>
#endif
#include "amp.h"
#ifndef SIZE
#define SIZE 64
#endif
AMP_DEVICE_BEGIN
#ifdef REGION_TESTS
#ifdef SOMETHING
enum { ADD = 2 };
#else
enum { ADD = 1 };
#endif
#else
enum { ADD = 1 };
#endif
#ifdef REGION_DEFINES
#define TILE 64
#else
#define TILE SIZE
#endif
AMP_TILED_KERNEL(turned, (TILE), in(int, 1, v), out(int, 1, w))
{
    tile_static(int, t, TILE);
    t[tidx.local[0]] = at(v, tidx.global[0]);
    tile_barrier_wait(tidx);
    at(w, tidx.global[0]) = t[TILE - 1 - tidx.local[0]] + ADD;
}
AMP_DEVICE_END
#ifdef MADE_AHEAD
#include "one.vectors.h"
#endif
int main(void)
{
    static int v[4096], w[4096];
    int i, bad = 0;
    amp_status s;
#ifdef IGNORES_CHILDREN
    (void)signal(SIGCHLD, SIG_IGN);
#endif
    for (i = 0; i < 4096; i++) { v[i] = i; }
    s = parallel_for_each(amp_tile(amp_extent(4096), TILE), turned, amp_view(int, v, 4096),
                          amp_view(int, w, 4096));
    (void)amp_synchronize(amp_view(int, w, 4096));
    for (i = 0; i < 4096; i++) { bad += w[i] != i / TILE * TILE + TILE - 1 - i % TILE + ADD; }
    amp_release(amp_view(int, v, 4096));
    amp_release(amp_view(int, w, 4096));
    return s != AMP_OK || bad != 0;
}
M
# build OUT OPTION...: one.c, at first without any of its macros
build() {
    out=$1
    shift
    # shellcheck disable=SC2086
    $CC $FLAGS $CFLAGS -I"$here" "$@" "$here/one.c" -o "$here/$out" -lm > "$here/log" 2>&1 ||
        bad "one.c builds: $*" "$here/log"
}
build one -DAMP_VECTORS -DREGION_DEFINES \
    '-DAMP_VECTORS_OPTIONS="-UREGION_TESTS -USOMETHING -DREGION_DEFINES"'
vectors='kernel turned runs as vectors'
fibers='kernel turned stays on fibers'
fresh
run 'a kernel is compiled' "$vectors, compiled" "$here/one"
run 'and is found in the cache' "$vectors, from the cache" "$here/one"
ls "$here/cache" > "$here/log"
if [ "$(wc -l < "$here/log")" -eq 1 ]; then ok 'which holds it alone'; else
    bad 'the cache holds one file' "$here/log"; fi

# A cache that is spoiled.
for how in 'cut -b' 'byte' 'empty' 'link'; do
    fresh
    "$here/one" > /dev/null 2>&1
    file=$here/cache/$(ls "$here/cache")
    case $how in
    cut*) head -c 3000 "$file" > "$here/part" && cat "$here/part" > "$file" ;;
    byte) printf 'x' | dd of="$file" bs=1 seek=2000 conv=notrunc 2> /dev/null ;;
    empty) : > "$file" ;;
    link) mv "$file" "$here/elsewhere.so" && ln -s "$here/elsewhere.so" "$file" ;;
    esac
    run "a file of the cache that is spoiled: $how" "$vectors, compiled" "$here/one"
done
fresh
mkdir -m 0755 "$here/cache"
run 'a folder that others may read is not used' "$fibers: the folder .* mode 0700" "$here/one"
fresh
mkdir -m 0700 "$here/other" 2> /dev/null
ln -s "$here/other" "$here/cache"
run 'nor one that is a link' "$fibers: the folder .* is a link" "$here/one"
rm -f "$here/cache"
AMP_VECTORS_CACHE=relative
run 'nor one that is named from here' "$fibers: AMP_VECTORS_CACHE is 'relative'" "$here/one"

# A compiler that is faulty.
fresh
cc=$AMP_VECTORS_CC
AMP_VECTORS_CC=/no/such/compiler
run 'no compiler' "$fibers: there is no compiler" "$here/one"
for what in 'exit 1' 'exit 0' 'kill -9 $$' 'echo "error: no" >&2; exit 1'; do
    printf '#!/bin/sh\n%s\n' "$what" > "$here/faulty" && chmod +x "$here/faulty"
    AMP_VECTORS_CC=$here/faulty
    fresh
    run "a compiler that does: $what" "$fibers" "$here/one"
    [ -z "$(ls "$here/cache")" ] || { ls -la "$here/cache" > "$here/log"
        bad "it leaves nothing in the cache" "$here/log"; }
done
# One that preprocesses, and then writes something else.
for what in 'echo garbage' 'head -c 700 /bin/sh' ':'; do
    cat > "$here/faulty" <<M
#!/bin/sh
case " \$* " in *" -E "*) exec $cc "\$@" ;; esac
while [ \$# -gt 1 ]; do if [ "\$1" = -o ]; then out=\$2; fi; shift; done
$what > "\$out"
M
    AMP_VECTORS_CC=$here/faulty
    fresh
    run "a compiler that writes: $what" "$fibers" "$here/one"
    [ -z "$(ls "$here/cache")" ] || { ls -la "$here/cache" > "$here/log"
        bad "it leaves nothing in the cache" "$here/log"; }
done
AMP_VECTORS_CC=$cc

# Two processes at once.
fresh
"$here/one" > "$here/log1" 2>&1 & one=$!
"$here/one" > "$here/log2" 2>&1 & two=$!
wait $one; a=$?
wait $two; b=$?
if [ $a -eq 0 ] && [ $b -eq 0 ] && [ "$(ls "$here/cache" | wc -l)" -eq 1 ] &&
    grep -q "$vectors" "$here/log1" && grep -q "$vectors" "$here/log2"; then
    ok 'two processes at once'
else
    cat "$here/log1" "$here/log2" > "$here/log"
    bad 'two processes at once' "$here/log"
fi

# In the background; turned off.
fresh
unset AMP_VECTORS
run 'a kernel is compiled in the background' "$vectors, compiled" "$here/one"
run 'and is there at the next run' "$vectors, from the cache" "$here/one"
fresh
export AMP_VECTORS=0
if "$here/one" > "$here/log" 2>&1 && [ ! -e "$here/cache" ] && [ ! -s "$here/log" ]; then
    ok 'AMP_VECTORS=0 compiles nothing, and makes no folder'
else
    bad 'AMP_VECTORS=0 compiles nothing, and makes no folder' "$here/log"
fi
export AMP_VECTORS=wait

build ignores -DAMP_VECTORS -DIGNORES_CHILDREN -DREGION_DEFINES \
    '-DAMP_VECTORS_OPTIONS="-UREGION_TESTS -USOMETHING -DREGION_DEFINES"'
fresh
run 'a host that ignores SIGCHLD' "$vectors, compiled" "$here/ignores"

# What a region may test and use.
fresh
build tests -DAMP_VECTORS -DREGION_DEFINES
run 'a region that tests a macro of the command line' \
    "$fibers: .*one.c:[0-9]*: the region tests REGION_TESTS" "$here/tests"
build uses -DAMP_VECTORS '-DAMP_VECTORS_OPTIONS="-UREGION_TESTS -USOMETHING -UREGION_DEFINES"'
run 'a region that uses one' "$fibers: the compiler says: .*SIZE" "$here/uses"
build given -DAMP_VECTORS -DSIZE=32 \
    '-DAMP_VECTORS_OPTIONS="-UREGION_TESTS -USOMETHING -UREGION_DEFINES -DSIZE=32"'
run 'and is given it' "$vectors" "$here/given"
build differs -DAMP_VECTORS -DSIZE=32 \
    '-DAMP_VECTORS_OPTIONS="-UREGION_TESTS -USOMETHING -UREGION_DEFINES -DSIZE=16"'
run 'and is given another' "$fibers: its tile has other dimensions" "$here/differs"

# Ahead of time.
fresh
# shellcheck disable=SC2086
if $CC $FLAGS $CFLAGS tools/amp_vectors.c -o "$here/amp_vectors" -lm > "$here/log" 2>&1 &&
    CC=$CC "$here/amp_vectors" "$here/one.c" -o "$here/one.vectors.h" -DREGION_DEFINES \
        -DMADE_AHEAD -I. > "$here/log" 2>&1; then
    ok 'amp_vectors makes a file'
else
    bad 'amp_vectors makes a file' "$here/log"
fi
export AMP_VECTORS_CC=/no/such/compiler
for how in AMP_VECTORS AMP_VECTORS_AHEAD; do
    build ahead -D$how -DMADE_AHEAD -DREGION_DEFINES
    run "with which -D$how needs no compiler" "$vectors, made ahead of time" "$here/ahead"
done
sed -i 's/ - tidx.local\[0\]\] + ADD/ - tidx.local[0]] + 0 + ADD/' "$here/one.c"
build stale -DAMP_VECTORS_AHEAD -DMADE_AHEAD -DREGION_DEFINES
"$here/stale" > "$here/log" 2>&1
if grep -q 'one.vectors.h was made from another text' "$here/log"; then
    ok 'a file that is stale is an error that says so'
else
    bad 'a file that is stale is an error that says so' "$here/log"
fi
CC=$CC "$here/amp_vectors" "$here/one.c" -o "$here/one.vectors.h" -DREGION_DEFINES -DMADE_AHEAD \
    -I. > "$here/log" 2>&1
build ahead -DAMP_VECTORS -DMADE_AHEAD -DREGION_DEFINES
run 'and made again it is none' "$vectors, made ahead of time" "$here/ahead"
export AMP_VECTORS_CC="$CC"

# Without AMP_VECTORS nothing of it is there.
build none -DREGION_DEFINES
# shellcheck disable=SC2086
$CC $FLAGS -MM -DREGION_DEFINES "$here/one.c" > "$here/log"
if ! grep -q 'amp/vectors/' "$here/log" && ! grep -q 'amp prelude' "$here/none" &&
    [ -z "$(nm "$here/none" | grep -E 'amp__vec|dlsym|posix_spawn')" ]; then
    ok 'without AMP_VECTORS nothing of it is there'
else
    bad 'without AMP_VECTORS nothing of it is there' "$here/log"
fi
echo "1..$n"
