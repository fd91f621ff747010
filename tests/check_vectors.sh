#!/bin/sh
# SPDX-License-Identifier: MIT
# The engine `vectors` from outside: random kernels against fibers and loops, a faulty compiler, a
# spoiled cache, a folder that is not the user's own, two processes at once, what regions
# may test, the way ahead of time; and that nothing of it is there without AMP_VECTORS.
# TAP. Run by tests/suite.py with CC, FLAGS and BUILD in the environment.
# Programs are compiled without optimisation, for CI's time: what runs as vectors is compiled on
# its own, with flags of its own.
# AMP_VECTORS_SEEDS: seeds of random kernels ("1 2 3 4 5 6", 1 to 3 with clang), 25 each, of
# every third simple and phased ones.
set -u
cd "$(dirname "$0")/.." || exit 1
: "${CC:=gcc}" "${BUILD:=build/vectors}" "${FLAGS:=$(make -s flags)}" "${CFLAGS:=-O2 -g}"
case ${CC:-cc} in *clang*) : "${AMP_VECTORS_SEEDS:=1 2 3}" ;; esac
: "${AMP_VECTORS_SEEDS:=1 2 3 4 5 6}"
mkdir -p "$BUILD"
here=$(cd "$BUILD" && pwd)
all_flags=$FLAGS
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
    what=$([ $((seed % 3)) -ne 0 ] || echo other)
    # shellcheck disable=SC2086
    "$here/kernels" "$seed" 25 $what > "$here/random.c"
    # shellcheck disable=SC2086
    if $CC -std=c99 -O0 -DAMP_VECTORS -pthread -I. "$here/random.c" -o "$here/random" -lm \
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
    $CC $FLAGS -O0 -I"$here" "$@" "$here/one.c" -o "$here/$out" -lm > "$here/log" 2>&1 ||
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
# A profiler names functions by their symbols: docs/times.md.
{ nm "$here/cache"/*; nm "$here/one"; } > "$here/log" 2>&1
if grep -q ' [tT] turned__vectors$' "$here/log" && grep -q ' [tT] turned__thread$' "$here/log"; then
    ok 'symbols of entries have the kernel'"'"'s name'
else bad 'symbols of entries have the kernel'"'"'s name' "$here/log"; fi

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
if "$here/one" > "$here/log" 2>&1 && [ ! -e "$here/cache" ] &&
    ! grep -Ev '^amp: AMP_[A-Z_]+=' "$here/log" | grep -qv ' is in use, '; then
    ok 'AMP_VECTORS=0 compiles nothing, and makes no folder'
else
    bad 'AMP_VECTORS=0 compiles nothing, and makes no folder' "$here/log"
fi
export AMP_VECTORS=wait

build ignores -DAMP_VECTORS -DIGNORES_CHILDREN -DREGION_DEFINES \
    '-DAMP_VECTORS_OPTIONS="-UREGION_TESTS -USOMETHING -DREGION_DEFINES"'
fresh
run 'a host that ignores SIGCHLD' "$vectors, compiled" "$here/ignores"

# A disk that is full, at once or in the middle; a limit on the size of files.
fresh
cat > "$here/full" <<M
mount -t tmpfs -o size=\$2,mode=0700 none "\$1" || exit 77
AMP_VECTORS_CACHE=\$1 "$here/one" > "$here/log" 2>&1 || exit 1
grep -q 'kernel turned stays on fibers: .*\(disk\|compiler\)' "$here/log" && [ -z "\$(ls "\$1")" ]
M
mkdir -p "$here/disk"
for size in 4k 16k 24k; do
    rc=0
    unshare -rm sh "$here/full" "$here/disk" $size > "$here/log2" 2>&1 || rc=$?
    if [ $rc -eq 0 ]; then ok "a disk of $size that is full"
    elif [ $rc -eq 77 ] || grep -q unshare "$here/log2"; then
        ok "a disk of $size that is full # SKIP no file system may be mounted here"
    else bad "a disk of $size that is full: $rc" "$here/log"; fi
done
printf '#!/bin/sh\nulimit -f 8 && exec "%s"\n' "$here/one" > "$here/short" && chmod +x "$here/short"
AMP_LOG=0 "$here/short" && rc=0 || rc=$? # a log is a file, too
if [ $rc -eq 0 ] && [ -z "$(ls "$here/cache")" ]; then ok 'a limit on the size of files'; else
    ls "$here/cache" > "$here/log"
    bad "a limit on the size of files: exit status $rc" "$here/log"
fi

# A program that runs for another than who started it.
cat > "$here/secure.h" <<'M'
extern unsigned long getauxval(unsigned long type);
unsigned long getauxval(unsigned long type) { return type == 23; } /* AT_SECURE */
M
# quiet NAME PROGRAM: it runs, on fibers, and makes no folder.
quiet() {
    rc=0
    "$2" > "$here/log" 2>&1 || rc=$?
    if [ $rc -eq 0 ] && [ ! -e "$here/cache" ] && ! grep -q 'amp: kernel' "$here/log"; then
        ok "$1"
    else
        echo "exit status $rc" >> "$here/log"
        bad "$1" "$here/log"
    fi
}
regions='-DAMP_VECTORS_OPTIONS="-UREGION_TESTS -USOMETHING -DREGION_DEFINES"'
build secure -DAMP_VECTORS -DREGION_DEFINES "$regions" -include "$here/secure.h"
fresh
quiet 'a set-uid program, as far as getauxval says so' "$here/secure"
# A set-uid bit is ignored on some file systems: `id` says whether on this.
cp "$here/one" "$here/setuid" && cp "$(command -v id)" "$here/who"
if [ "$(id -u)" -eq 0 ] && chown 65534 "$here/setuid" "$here/who" &&
    chmod 4755 "$here/setuid" "$here/who" && [ "$("$here/who" -u)" = 65534 ]; then
    quiet 'a set-uid program' "$here/setuid"
else
    ok 'a set-uid program # SKIP only root may make one, where none is ignored'
fi

# What wants threads one by one, or to see every access, has fibers.
for order in random:7 reverse; do
    printf '#!/bin/sh\nAMP_ORDER=%s exec "%s"\n' $order "$here/one" > "$here/ordered"
    chmod +x "$here/ordered"
    quiet "AMP_ORDER=$order" "$here/ordered"
done
for engine in fibers threads; do
    printf '#!/bin/sh\nAMP_ENGINE=%s exec "%s"\n' $engine "$here/one" > "$here/ordered"
    quiet "AMP_ENGINE=$engine" "$here/ordered"
done
if ! command -v gdb > /dev/null; then
    ok 'a program in gdb # SKIP there is no gdb'
elif ! timeout 100 gdb -nx -batch -ex run /bin/true 2>&1 | grep -q 'exited normally'; then
    ok 'a program in gdb # SKIP gdb may not trace here'
else
    printf '#!/bin/sh\ntimeout 100 gdb -nx -batch -ex run "%s" | grep "exited normally"\n' \
        "$here/one" > "$here/ordered"
    quiet 'a program in gdb' "$here/ordered"
fi
for sanitizer in address thread undefined memory; do
    flags="-DAMP_VECTORS -DREGION_DEFINES -fsanitize=$sanitizer"
    # shellcheck disable=SC2086
    if ! echo 'int main(void) { return 0; }' | $CC -x c - -fsanitize=$sanitizer -o "$here/plain" \
        > "$here/log" 2>&1 || ! "$here/plain" > "$here/log" 2>&1; then
        ok "-fsanitize=$sanitizer # SKIP $CC has none that runs here"
        continue
    fi
    # shellcheck disable=SC2086
    case $sanitizer in memory|thread) FLAGS=$(echo "$FLAGS" | sed 's/-fopenmp//') ;; esac
    build sanitized $flags "$regions"
    quiet "-fsanitize=$sanitizer" "$here/sanitized"
done
FLAGS=$all_flags
# shellcheck disable=SC2086
if $CC $FLAGS -O1 -g -DAMP_CHECK -fsanitize=thread -DAMP_VECTORS -DREGION_DEFINES -I. \
    -c "$here/one.c" -o "$here/checked.o" > "$here/log" 2>&1 &&
    $CC "$here/checked.o" -fopenmp -pthread -lm -o "$here/checked" >> "$here/log" 2>&1; then
    quiet 'the kernel checker' "$here/checked"
else
    bad 'one.c builds for the kernel checker' "$here/log"
fi

# Workers whose stacks have no room for what the threads of a tile keep.
cat > "$here/large.c" <<'M'
#define AMP_SHORT_NAMES
#include "amp.h"
AMP_DEVICE_BEGIN
AMP_TILED_KERNEL(large, (1024), in(int, 1, v), out(int, 1, w))
{
    tile_static(int, t, 1024);
    int own[48];
    const int l = tidx.local[0];
    for (int i = 0; i < 48; i++) { own[i] = at(v, tidx.global[0]) + i; }
    t[l] = own[l % 48];
    tile_barrier_wait(tidx);
    own[(l + 1) % 48] += t[1023 - l];
    tile_barrier_wait(tidx);
    at(w, tidx.global[0]) = own[(l + 1) % 48];
}
AMP_DEVICE_END
int main(void)
{
    static int v[16384], w[16384];
    int i, bad = 0;
    for (i = 0; i < 16384; i++) { v[i] = i; }
    bad += parallel_for_each(amp_tile(amp_extent(16384), 1024), large, amp_view(int, v, 16384),
                             amp_view(int, w, 16384)) != AMP_OK;
    (void)amp_synchronize(amp_view(int, w, 16384));
    for (i = 0; i < 16384; i++) {
        const int l = i % 1024, other = 1023 - l;
        bad += w[i] != i + (l + 1) % 48 + i - l + other + other % 48;
    }
    amp_release(amp_view(int, v, 16384));
    amp_release(amp_view(int, w, 16384));
    return bad != 0;
}
M
# shellcheck disable=SC2086
$CC $FLAGS $CFLAGS -DAMP_VECTORS "$here/large.c" -o "$here/large" -lm > "$here/log" 2>&1 ||
    bad 'large.c builds' "$here/log"
printf '#!/bin/sh\nulimit -s 200\nOMP_STACKSIZE=128k OMP_NUM_THREADS=3 exec "%s"\n' \
    "$here/large" > "$here/ordered"
run 'stacks with room' 'kernel large runs as vectors' "$here/large"
run 'stacks without room for what threads keep' 'no room for 200704 bytes more: fibers do' \
    "$here/ordered"

# Every kernel of the tree runs as vectors, but these.
# shellcheck disable=SC2086
$CC $FLAGS -O1 tools/amp_vectors.c -o "$here/amp_vectors" -lm > "$here/log" 2>&1 ||
    bad 'tools/amp_vectors.c builds' "$here/log"
: > "$here/log2"
for file in tests/test_*.c tests/check_kernels/*.c examples/*.c bench/*.c; do
    grep -q 'AMP_[A-Z_]*KERNEL(' "$file" || continue
    rm -f "$here/made.h"
    CC=$CC "$here/amp_vectors" "$file" -o "$here/made.h" -I. -Itests -Ibench -DAMP_OPENCL \
        >> "$here/log2" 2>&1
done
sed -n 's/.*: \(.*\) stays on \(fibers\|loops\): .*/\2 \1/p' "$here/log2" | sort -u | tr '\n' ' ' \
    > "$here/log"
if ! $CC -std=c99 -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all -I. \
    tests/vectors/mutants.c -o "$here/mutants" -lm -pthread > "$here/log3" 2>&1; then
    ok "texts that are spoiled # SKIP $CC has not these sanitizers"
else
    rc=0
    for seed in $AMP_VECTORS_SEEDS; do
        # shellcheck disable=SC2046
        "$here/kernels" "$seed" 6 $([ $((seed % 3)) -ne 0 ] || echo other) > "$here/random.c"
        "$here/mutants" "$seed" 100 < "$here/random.c" > "$here/log3" 2>&1 || { rc=$?; break; }
        "$here/mutants" "$seed" 100 < tests/test_vectors.c > "$here/log3" 2>&1 || { rc=$?; break; }
    done
    if [ $rc -eq 0 ]; then ok 'texts that are spoiled are refused, or written'; else
        bad "texts that are spoiled are refused, or written: seed $seed" "$here/log3"; fi
fi
stays='fibers counts_up fibers ends_late fibers given_moves fibers has_a_jump '
stays="${stays}fibers helper_makes_views fibers last_of_helper "
stays="${stays}fibers reports_of_some fibers reports_too_late "
stays="${stays}fibers tiled_dive loops add loops carries_over "
stays="${stays}loops ends loops ends_phase loops ends_two "
stays="${stays}loops goes_out_of_a_phase loops phase_in_a_phase loops phased_dive "
stays="${stays}loops returns_in_a_phase loops simple loops simple_aborts loops writes_for_all "
if [ "$(cat "$here/log")" = "$stays" ] && [ "$(grep -vc ' stays on ' "$here/log2")" -eq 0 ]; then
    ok 'every kernel of the tree runs as vectors, but 9 tiled and 12 other ones'
else
    cat "$here/log2" >> "$here/log"
    bad 'every kernel of the tree runs as vectors, but 9 tiled and 12 other ones' "$here/log"
fi

# What a region may test and use.
fibers_two='kernel sums stays on fibers: .*two.c'
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
cat > "$here/two.c" <<'M'
#define AMP_SHORT_NAMES
#include "amp.h"
#ifndef M_PI
#define M_PI 3.0f
#endif
AMP_DEVICE_BEGIN
typedef struct wide { float a[WIDE]; } wide;
AMP_TILED_KERNEL(uses_width, (4), in(wide, 1, v), out(float, 1, w))
{
    tile_barrier_wait(tidx);
    at(w, tidx.global[0]) = at(v, tidx.global[0]).a[0];
}
AMP_TILED_KERNEL(uses_pi, (4), in(wide, 1, v), out(float, 1, w))
{
    tile_barrier_wait(tidx);
    at(w, tidx.global[0]) = at(v, tidx.global[0]).a[0] * M_PI; /* not __OPTIMIZE__, // "' */
}
AMP_TILED_KERNEL(sums, (4), in(wide, 1, v), out(float, 1, w), value(float, x))
{
    const float y = at(v, tidx.global[0]).a[0];
    tile_barrier_wait(tidx);
    at(w, tidx.global[0]) = y * y + x;
}
enum { OPTIMISED = 1 };
AMP_DEVICE_END
int main(void)
{
    static wide v[8];
    float w[8], x = -1.0f - 1.0f / 2048;
    int i, bad = 0;
    for (i = 0; i < 8; i++) { v[i].a[0] = (float)i; }
    bad += parallel_for_each(amp_tile(amp_extent(8), 4), uses_width, amp_view(wide, v, 8),
                             amp_view(float, w, 8)) != AMP_OK;
    (void)amp_synchronize(amp_view(float, w, 8));
    for (i = 0; i < 8; i++) { bad += w[i] < (float)i || w[i] > (float)i; }
    bad += parallel_for_each(amp_tile(amp_extent(8), 4), uses_pi, amp_view(wide, v, 8),
                             amp_view(float, w, 8)) != AMP_OK;
    (void)amp_synchronize(amp_view(float, w, 8));
    for (i = 0; i < 8; i++) {
        const float pi = (float)M_PI;
        bad += w[i] > (float)i * pi || w[i] < (float)i * pi;
    }
    for (i = 0; i < 8; i++) { v[i].a[0] = 1.0f + 1.0f / 4096; }
    bad += parallel_for_each(amp_tile(amp_extent(8), 4), sums, amp_view(wide, v, 8),
                             amp_view(float, w, 8), x) != AMP_OK;
    (void)amp_synchronize(amp_view(float, w, 8));
    (void)fprintf(stderr, "y * y + x is %a\n", (double)w[7]);
    amp_release(amp_view(wide, v, 8));
    amp_release(amp_view(float, w, 8));
    return bad != 0;
}
M
# two OPTION...: two.c, strict about contraction, as FLAGS has -std=c99
two() {
    # shellcheck disable=SC2086
    $CC $FLAGS $CFLAGS -ffp-contract=off -DAMP_VECTORS "$@" "$here/two.c" -o "$here/two" -lm \
        > "$here/log" 2>&1 || bad "two.c builds: $*" "$here/log"
}
two -DWIDE=3 '-DAMP_VECTORS_OPTIONS="-DWIDE=2"'
run 'a parameter of another size' \
    "kernel uses_width stays on fibers: a parameter has another size there" "$here/two"
two -DWIDE=3 '-DAMP_VECTORS_OPTIONS="-DWIDE=3"'
run 'and of the same' "kernel uses_width runs as vectors" "$here/two"
run 'a macro that headers define only where the program has extensions' \
    "kernel uses_pi stays on fibers: the compiler says: .*M_PI" "$here/two"
cp "$here/two.c" "$here/plain.c"
sed 's/OPTIMISED = 1/OPTIMISED = __OPTIMIZE__/' "$here/plain.c" > "$here/two.c"
two -DWIDE=3 '-DAMP_VECTORS_OPTIONS="-DWIDE=3"'
run 'a macro of the compiler' "$fibers_two:[0-9]*: the region uses __OPTIMIZE__" "$here/two"

# The switch for contraction: the same as on fibers, or rounded once where the CPU can.
cp "$here/plain.c" "$here/two.c"
two -DWIDE=3 '-DAMP_VECTORS_OPTIONS="-DWIDE=3"'
run 'no contraction' 'y \* y + x is 0x0p+0' "$here/two"
printf '#!/bin/sh\nAMP_VECTORS_FAST=1 exec "%s"\n' "$here/two" > "$here/ordered"
if grep -q '^flags.* fma ' /proc/cpuinfo; then
    run 'AMP_VECTORS_FAST=1' 'y \* y + x is 0x1p-24' "$here/ordered"
else
    ok 'AMP_VECTORS_FAST=1 # SKIP this CPU has no FMA that a test could see'
fi

# Ahead of time.
fresh
# shellcheck disable=SC2086
if CC=$CC "$here/amp_vectors" "$here/one.c" -o "$here/one.vectors.h" -DREGION_DEFINES \
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
sed -i 's/VEC_AHEAD_FORM != [0-9]*/VEC_AHEAD_FORM != 0/' "$here/one.vectors.h"
# shellcheck disable=SC2086
$CC $FLAGS -O0 -I"$here" -DAMP_VECTORS -DMADE_AHEAD -DREGION_DEFINES -fsyntax-only "$here/one.c" \
    > "$here/log" 2>&1
if grep -q 'one.vectors.h is of another version of amp: make it again' "$here/log"; then
    ok 'a file of another version of amp does not compile'
else
    bad 'a file of another version of amp does not compile' "$here/log"
fi
sed -i 's/VEC_AHEAD_FORM != 0/VEC_AHEAD_FORM != AMP__VEC_AHEAD_FORM/' "$here/one.vectors.h"
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
mkdir -p "$here/warps"
sed '/^AMP_DEVICE_END/a #include "warps.vectors.h"' tests/test_warps.c > "$here/warps/test_warps.c"
# shellcheck disable=SC2086
if CC=$CC "$here/amp_vectors" "$here/warps/test_warps.c" -o "$here/warps/warps.vectors.h" -I. \
        -Itests > "$here/log" 2>&1 &&
    $CC $FLAGS -O0 -DAMP_VECTORS_AHEAD -I"$here/warps" -Itests "$here/warps/test_warps.c" \
        -o "$here/warps/ahead" -lm > "$here/log" 2>&1; then
    run 'operations of warps, ahead of time' 'kernel sums runs as vectors, made ahead of time' \
        "$here/warps/ahead"
else
    bad 'operations of warps are made ahead of time' "$here/log"
fi
# A reduction that the tool took for a function would be no barrier to it.
if CC=$CC "$here/amp_vectors" tests/test_tile.c -o "$here/made.h" -I. -Itests > "$here/log" 2>&1 &&
    grep -q 'amp__of' "$here/made.h" &&
    ! grep -q 'amp_tile_\(reduce\|scan\)\|amp_view_of' "$here/made.h"
then
    ok 'the tool knows the macros of amp/language/macros.h'
else
    bad 'the tool knows the macros of amp/language/macros.h' "$here/log"
fi
export AMP_VECTORS_CC="$CC"

# Without AMP_VECTORS nothing of it is there.
build none -DREGION_DEFINES
# shellcheck disable=SC2086
$CC $FLAGS -MM -DREGION_DEFINES "$here/one.c" > "$here/log"
if ! grep -q 'amp/vectors/' "$here/log" && ! grep -q AMP__VEC_ENTRY "$here/none" &&
    [ -z "$(nm "$here/none" | grep -E 'amp__vec|dlsym|posix_spawn')" ]; then
    ok 'without AMP_VECTORS nothing of it is there'
else
    bad 'without AMP_VECTORS nothing of it is there' "$here/log"
fi
echo "1..$n"
