#!/bin/sh
# SPDX-License-Identifier: MIT
# run: turn=compiler,0/4
# The engine `vectors` from outside: its cache, spoiled and in a folder that is not the user's own;
# a compiler that is faulty; processes, disks and stacks; what has fibers instead; and that nothing
# of it is there without AMP_VECTORS. What runs as vectors is compiled by itself, with flags of its
# own, so the programs are not optimised. check_vectors_regions.sh: what a region may use;
# check_vectors_ahead.sh: kernels that are made before the program; check_vectors_random.sh.
. "${0%/*}/lib.sh"
. tests/vectors/lib.sh
. tests/check_kernels/flags.sh

vectors_library
built one -DREGION_DEFINES "$given" $one
built often -DREGION_DEFINES -DLAUNCHES=2 "$given" $one
built always -DREGION_DEFINES -DLAUNCHES=40000 "$given" $one
built lingers -D_POSIX_C_SOURCE=199309L -DREGION_DEFINES -DLINGERS "$given" $one
built ignores -DREGION_DEFINES -DIGNORES_CHILDREN "$given" $one
built secure -DREGION_DEFINES "$given" $one $programs/vectors_secure.c
built large $programs/vectors_large.c -O2
built deep $programs/vectors_deep.c
built stackless -DNO_STACKS $programs/vectors_deep.c
# shellcheck disable=SC2086
program hasty $FLAGS -O0 -DAMP_VECTORS -DAMP__PROCESS_SECONDS=1 -DREGION_DEFINES "$given" $one
tell $? 'hasty builds'

# ---- the cache ----------------------------------------------------------------------------------

rows <<T
a kernel is compiled
    fresh one
    kernel turned runs as vectors, compiled
    the cache holds 1
and is found in the cache
    one
    kernel turned runs as vectors, from the cache
T
# A profiler names functions by their symbols: docs/times.md.
capture nm "$BUILD/cache"/* "$BUILD/one" && says '~ [tT] turned__vectors$' '~ [tT] turned__thread$'
tell $? "symbols of entries have the kernel's name"
for how in part byte empty link group others; do
    capture fresh one
    expect "a file of the cache that is spoiled is compiled again: $how" 0 "spoiled $how one" \
        'kernel turned runs as vectors, compiled'
done
rm -rf "$BUILD/cache" && mkdir -m 0755 "$BUILD/cache" && mkdir -m 0700 "$BUILD/other" &&
    ln -s "$BUILD/other" "$BUILD/link"
rows <<T
a folder that others may read is not used
    one
    ~kernel turned stays on fibers: the folder .* mode 0700
nor one that is a link
    AMP_VECTORS_CACHE=$BUILD/link one
    ~kernel turned stays on fibers: the folder .* is a link
nor one that is named from here
    AMP_VECTORS_CACHE=relative one
    kernel turned stays on fibers: AMP_VECTORS_CACHE is 'relative'
T

# ---- a compiler that is faulty ------------------------------------------------------------------

# faulty NAME: standard input is a compiler, whatever it does.
faulty() {
    { echo '#!/bin/sh'; cat; } > "$BUILD/faulty"
    chmod +x "$BUILD/faulty"
    expect "$1" 0 "AMP_VECTORS_CC=$BUILD/faulty fresh one" 'kernel turned stays on fibers' \
        'the cache holds 0'
}
expect 'no compiler' 0 'AMP_VECTORS_CC=/no/such/compiler fresh one' \
    'kernel turned stays on fibers: there is no compiler'
# A folder of PATH that is named from where the program runs may be anybody's.
mkdir "$BUILD/here"
printf '#!/bin/sh\nexec %s "$@"\n' "$CC" > "$BUILD/here/chosen"
chmod +x "$BUILD/here/chosen"
expect 'a compiler in a folder that is named from here is not run' 0 \
    "env -C $BUILD PATH=here:$PATH AMP_VECTORS_CC=chosen $BUILD/fresh $BUILD/one" \
    "kernel turned stays on fibers: there is no compiler 'chosen'" 'there is no cache'
for does in 'exit 1' 'exit 0' 'kill -9 $$' 'echo "error: no" >&2; exit 1'; do
    faulty "a compiler that does: $does" <<S
$does
S
done
printf '#!/bin/sh\nsleep 20\n' > "$BUILD/slow"
chmod +x "$BUILD/slow"
expect 'a compiler that takes too long' 0 "AMP_VECTORS_CC=$BUILD/slow fresh hasty" \
    '~kernel turned stays on fibers: the compiler .*/slow took more than 1 seconds' \
    'the cache holds 0'
for does in 'echo garbage' 'head -c 700 /bin/sh' ':'; do
    faulty "a compiler that preprocesses, and then writes: $does" <<S
case " \$* " in *" -E "*) exec $CC "\$@" ;; esac
while [ \$# -gt 1 ]; do if [ "\$1" = -o ]; then out=\$2; fi; shift; done
$does > "\$out"
S
done

# ---- options of gcc (docs/decisions/0062-stores-of-32-bytes.md) ---------------------------------

printf '#!/bin/sh\necho "$*" >> "%s"\nexec %s "$@"\n' "$BUILD/options" "$CC" > "$BUILD/noted"
chmod +x "$BUILD/noted"
knows=$(printf '#if __GNUC__ >= 12 && defined(__x86_64__)\nyes\n#endif\n' | $CC -E - | grep -c yes)
AMP_VECTORS_CC=$BUILD/noted fresh one > "$BUILD/out" 2>&1
[ "$(grep -c -e "-mstore-max" "$BUILD/options")" = "$knows" ]
tell $? "stores of 32 bytes: $knows"

# ---- processes, disks, stacks -------------------------------------------------------------------

rm -rf "$BUILD/cache"
one > "$BUILD/first" 2>&1 & first=$!
one > "$BUILD/second" 2>&1 & second=$!
wait $first && wait $second && [ "$(ls "$BUILD/cache" | wc -l)" -eq 1 ] &&
    grep -q 'kernel turned runs as vectors' "$BUILD/first" &&
    grep -q 'kernel turned runs as vectors' "$BUILD/second"
status=$?
cat "$BUILD/first" "$BUILD/second" > "$BUILD/out"
tell $status 'two processes at once'
rows <<T
a kernel that is launched more than once is compiled in the background, to its end
    -uAMP_VECTORS fresh often
    kernel turned runs as vectors, compiled
    kernel turned at the end: 2 launches on fibers took
and is there at the next run
    -uAMP_VECTORS often
    kernel turned runs as vectors, from the cache
    ~kernel turned at the end: 2 launches as vectors took [0-9.]* ms; it came from the cache in
what it cost is said at the end, and whether that was won back
    -uAMP_VECTORS fresh always
    ~kernel turned at the end: [0-9]* launches* on fibers took [0-9.]* ms, [0-9]* launches* as vec
    ~ as vectors took [0-9.]* ms; its compilation took [0-9.]* ms and saved -*[0-9.]*: .*won back$
of one that was waited for, too
    fresh often
    ~kernel turned at the end: 1 launch as vectors took [0-9.]* ms; its compilation took [0-9.]* ms$
without AMP_LOG nothing is said
    AMP_LOG=0 often
    !amp:
AMP_VECTORS=0 compiles nothing, and makes no folder: nothing is said but settings
    AMP_VECTORS=0 fresh one
    there is no cache
    ~^amp: accelerator .* is in use,
    !~^amp: [^Aa]
a host that ignores SIGCHLD
    fresh ignores
    kernel turned runs as vectors, compiled
stacks with room
    large
    kernel large runs as vectors
stacks without room for what threads keep
    OMP_STACKSIZE=128k OMP_NUM_THREADS=3 limited -s 200 large
    no room for 200704 bytes more: fibers do
many statements in each other, and a thread that launches with a small stack
    fresh deep
    kernel nested runs as vectors, compiled
    ~kernel chain stays on fibers: .*deep.c:[0-9]*: more than 250 statements in each other
no stack for the thread that compiles
    fresh stackless
    kernel nested stays on fibers: no thread could be started that compiles it
    kernel chain stays on fibers: no thread could be started that compiles it
    the cache holds 0
a limit on the size of files, of which a log is one
    AMP_LOG=0 fresh limited -f 8 one
    the cache holds 0
T

# ---- the program's end --------------------------------------------------------------------------

# A compiler that is at work until somebody ends it. It says that it is, and removes what it made.
# Its child begins before there is a trap: a shell's child that has not yet become another program
# would take the signal for the trap, and lose it.
cat > "$BUILD/endless" <<S
#!/bin/sh
case " \$* " in *" -E "*) exec $CC "\$@" ;; esac
while [ \$# -gt 1 ]; do if [ "\$1" = -o ]; then out=\$2; fi; shift; done
sleep 300 < /dev/null & child=\$!
trap 'echo "it was asked to end" > "$BUILD/asked"; kill \$child; exit 1' TERM
echo half > "\$out"
echo \$\$ \$child > "$BUILD/works.new" && mv "$BUILD/works.new" "$BUILD/works"
wait
S
chmod +x "$BUILD/endless"
# How many of the compiler's processes are left, and what it wrote: one that was asked to end has
# ten seconds for it.
cat > "$BUILD/left" <<S
#!/bin/sh
rm -rf "\$AMP_VECTORS_CACHE" "$BUILD/works" "$BUILD/asked"
LINGERS="$BUILD/works" "\$@" || exit
cat "$BUILD/asked"
lives() { grep -q '^State:.[^Z]' "/proc/\$1/status" 2> /dev/null; }
for process in \$(cat "$BUILD/works"); do
    for turn in \$(seq 100); do ! lives \$process || sleep 0.1; done
    ! lives \$process || echo "\$process is left"
done
echo "the cache holds \$(ls -A "\$AMP_VECTORS_CACHE" | wc -l)"
S
chmod +x "$BUILD/left"
rows <<T
the compiler of a kernel that was launched once is stopped
    -uAMP_VECTORS AMP_VECTORS_CC=$BUILD/endless left lingers
    it was asked to end
    the cache holds 0
    !is left
    kernel turned at the end: 1 launch on fibers took
    ms; the program ended before it was compiled
    !stays on fibers
T

cat > "$BUILD/full" <<'S'
mount -t tmpfs -o size=$1,mode=0700 none "$AMP_VECTORS_CACHE" || exit 77
one && [ -z "$(ls "$AMP_VECTORS_CACHE")" ]
S
for size in 4k 16k 24k; do
    rm -rf "$BUILD/cache" && mkdir "$BUILD/cache"
    run unshare -rm sh "$BUILD/full" $size
    if [ $rc -eq 77 ] || says unshare > "$BUILD/said"; then
        skip "a disk of $size that is full" 'no file system may be mounted here'
    else
        [ $rc -eq 0 ] && says '~kernel turned stays on fibers: .*\(disk\|compiler\)'
        tell $? "a disk of $size that is full"
    fi
done

# ---- what has fibers ----------------------------------------------------------------------------

# fibers NAME COMMAND [WORD...]: it runs on fibers without a word, and makes no folder.
fibers() {
    local name="$1" command="$2"
    shift 2
    expect "fibers: $name" 0 "$command" 'there is no cache' '!amp: kernel' "$@"
}
fibers 'a set-uid program, as far as getauxval says so' 'fresh secure'
# A set-uid bit is ignored on some file systems: `id` says whether on this.
cp "$BUILD/one" "$BUILD/setuid" && cp "$(command -v id)" "$BUILD/who"
if [ "$(id -u)" -eq 0 ] && chown 65534 "$BUILD/setuid" "$BUILD/who" &&
    chmod 4755 "$BUILD/setuid" "$BUILD/who" && [ "$("$BUILD/who" -u)" = 65534 ]; then
    fibers 'a set-uid program' 'fresh setuid'
else
    skip 'a set-uid program' 'only root may make one, where none is ignored'
fi
# Threads one by one, every access.
for setting in AMP_ORDER=random:7 AMP_ORDER=reverse AMP_ENGINE=fibers AMP_ENGINE=threads; do
    fibers $setting "$setting fresh one"
done
if ! has_command gdb; then
    skip 'a program in gdb' 'there is no gdb'
elif ! run gdb -nx -batch -ex run /bin/true || ! says 'exited normally'; then
    skip 'a program in gdb' 'gdb may not trace here'
else
    limit=100 fibers 'a program in gdb' "fresh gdb -nx -batch -ex run $BUILD/one" 'exited normally'
fi
checked_library
# shellcheck disable=SC2086
program checked -std=c99 $checked -DAMP_VECTORS -DREGION_DEFINES $one "$BUILD/checked.o"
fibers 'the kernel checker' 'fresh checked'

# ---- without the engine -------------------------------------------------------------------------

# engine OBJECT: whether it has something of the engine.
engine() { capture nm "$BUILD/$1" && says '~amp__vec\|_vectors$' > "$BUILD/said"; }
# shellcheck disable=SC2086
plain=$(echo "$FLAGS" | sed 's/-fopenmp//')
object sees $FLAGS -O0 -DAMP_VECTORS -DAMP_EXTERN -DREGION_DEFINES $one && engine sees.o
tell $? 'a file with AMP_VECTORS has the engine'
for sanitizer in address thread undefined memory; do
    if ! links -fsanitize=$sanitizer || ! "$BUILD/nothing" 2> "$BUILD/err"; then
        skip "-fsanitize=$sanitizer" "$CC has none that runs here"
        continue
    fi
    # shellcheck disable=SC2086
    object $sanitizer $plain -fsanitize=$sanitizer -O0 -DAMP_VECTORS -DAMP_EXTERN \
        -DREGION_DEFINES "$given" $one
    case $family-$sanitizer in
    gcc-undefined) # no macro says that it is there, so the engine asks when the program runs
        # shellcheck disable=SC2086
        capture $CC -fsanitize=$sanitizer "$BUILD/$sanitizer.o" "$BUILD/code.o" -fopenmp -pthread \
            -lm -o "$BUILD/$sanitizer"
        fibers "-fsanitize=$sanitizer" "fresh $sanitizer" ;;
    *)  [ -e "$BUILD/$sanitizer.o" ] && ! engine $sanitizer.o
        tell $? "a file with -fsanitize=$sanitizer has not" ;;
    esac
done
# shellcheck disable=SC2086
program address $FLAGS -fsanitize=address -O0 -DAMP_VECTORS -DREGION_DEFINES "$given" $one
fibers '-fsanitize=address' 'fresh address'
# shellcheck disable=SC2086
core plain_code $FLAGS -O0 &&
    program none $FLAGS -O0 -DAMP_EXTERN -DREGION_DEFINES $one "$BUILD/plain_code.o" &&
    ! engine none && says '!~dlsym\|posix_spawn' && ! grep -q AMP__VEC_ENTRY "$BUILD/none" &&
    capture $CC $FLAGS -MM -DREGION_DEFINES $one && says '!amp/vectors/'
tell $? 'without AMP_VECTORS nothing of it is there'
finish
