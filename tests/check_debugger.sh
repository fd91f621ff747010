#!/bin/sh
# SPDX-License-Identifier: MIT
# tools/amp-gdb.py: each session of docs/debugging.md, in gdb's batch mode, prints what stands there;
# each mistake its sentence; tiled kernels of an optimised build, and with the portable fibers. TAP.
# `sh tests/check_debugger.sh write` puts into the page what gdb printed (with gcc, as it is there).
#
# A session is a block ```gdb of the page: a gdb of its own, for a core file if one is named. A line
# `...` in it stands for any lines. Numbers of frames, addresses and processes may differ.
set -u
cd "$(dirname "$0")/.." || exit 1
: "${CC:=gcc}" "${BUILD:=build/debugger}"
mkdir -p "$BUILD"
BUILD=$(cd "$BUILD" && pwd) tree=$PWD page=$PWD/docs/debugging.md n=0
unset AMP_ENGINE AMP_ORDER AMP_WORKERS AMP_ACCELERATOR AMP_STACK AMP_LOG
export AMP_WORKERS=1 LC_ALL=C
ok() { n=$((n + 1)); echo "ok $n - $1"; }
not_ok() { n=$((n + 1)); sed 's/^/# /' "$BUILD/log" | head -60; echo "not ok $n - $1"; }

if ! command -v gdb > /dev/null; then
    echo "ok 1 - kernels in gdb # SKIP there is no gdb"
    exit 0
elif ! gdb -nx -batch -ex 'python print(1)' 2>&1 | grep -q '^1$'; then
    echo "ok 1 - kernels in gdb # SKIP this gdb has no Python"
    exit 0
elif ! timeout 100 gdb -nx -batch -ex run /bin/true 2>&1 | grep -q 'exited normally'; then
    echo "ok 1 - kernels in gdb # SKIP gdb may not trace here"
    exit 0
fi

# blocks/NN: the sessions, NN.core the core file's name; the program is the page's block ```c.
rm -rf "$BUILD/blocks" && mkdir -p "$BUILD/blocks"
awk -v dir="$BUILD/blocks" -v program="$BUILD/shares.c" '
    /^```/ && open { open = 0; next }
    /^```c$/ { open = 1; file = program; printf "" > file; next }
    /^```gdb/ { open = 1; file = sprintf("%s/%02d", dir, ++number); printf "" > file
                print $2 > (file ".core"); next }
    open { print > file }' "$page"
cd "$BUILD" || exit 1
compile() { # compile PROGRAM options
    program=$1
    shift
    # shellcheck disable=SC2086
    $CC -std=c99 -g -fopenmp -pthread -I"$tree" "$@" shares.c -o $program -lm > log 2>&1
}

# session PROGRAM CORE: the commands behind each "(gdb) " of standard input, in one gdb; to
# standard output the commands and what they print.
session() {
    set -- "$1" $2
    while IFS= read -r line; do
        case $line in
        '(gdb) '*) set -- "$@" -ex "echo $line\\n" -ex "${line#(gdb) }" ;;
        esac
    done
    program=$1
    shift
    core=
    case ${1:-} in core*) core=$1; shift ;; esac
    timeout 100 gdb -nx -batch -ex "source $tree/tools/amp-gdb.py" -ex 'set print thread-events off' \
        "$@" "$program" $core 2>&1 |
        sed -e '/^(gdb)/,$!d' -e '/^\[Thread debugging using/d; /^Using host libthread_db/d; /^$/d' \
            -e '/^\[Switching to Thread/d; /^warning: Memory read failed/d'
}
# What of a session may differ from machine to machine.
same() {
    sed -e 's/^#[0-9][0-9]* /#N /; s/0x[0-9a-f][0-9a-f]*/0x/g; s/process [0-9]*/process/' \
        -e 's/[[:space:]]*$//'
}
# differs WANTED GOT: prints both lines where they part; exit status 1 where they do not.
differs() {
    awk -v wanted="$1" -v got="$2" 'BEGIN {
        while ((getline line < wanted) > 0) w[++m] = line
        while ((getline line < got) > 0) g[++k] = line
        for (i = j = 1; i <= m; i++) {
            if (w[i] == "...") {
                while (j <= k && g[j] != w[i + 1]) j++
                continue
            }
            if (w[i] != g[j]) { print "wanted: " w[i]; print "got:    " g[j]; exit 0 }
            j++
        }
        if (j <= k) { print "got more: " g[j]; exit 0 }
        exit 1
    }'
}

compile shares -O0 || { not_ok 'the program of docs/debugging.md builds'; echo "1..$n"; exit 0; }
number=0
for block in blocks/??; do
    number=$((number + 1))
    session ./shares "$(cat "$block.core")" < "$block" > got
    [ "${1:-}" = write ] && ! grep -qx '[.][.][.]' "$block" &&
        cp got "$block.new"
    same < "$block" > wanted
    same < got > got.same
    what="session $number of docs/debugging.md: $(sed -n 's/^(gdb) \(amp .*\)/\1/p' "$block" |
        head -1)"
    if differs wanted got.same > log; then cat got >> log; not_ok "$what"; else ok "$what"; fi
done
if [ "${1:-}" = write ]; then
    awk -v dir=blocks '
        /^```gdb/ { print; file = sprintf("%s/%02d.new", dir, ++number); open = 1; new = 0
                    while ((getline line < file) > 0) { print line; new = 1 } next }
        /^```/ && open { open = 0 }
        !open || !new { print }' "$page" > page.new && cp page.new "$page"
    exit 0
fi
# holds NAME PROGRAM CORE: the session of standard input prints what stands there.
holds() {
    cat > block
    session "$2" "$3" < block | same > got
    same < block > wanted
    if differs wanted got > log; then cat got >> log; not_ok "$1"; else ok "$1"; fi
}

# Each mistake, and its sentence.
holds 'mistakes without a program that runs' ./shares '' <<'S'
(gdb) amp threads
no program is stopped here: `amp break KERNEL`, then `run`, stops in a kernel
(gdb) amp thread 1 1
no program is stopped here: `amp break KERNEL`, then `run`, stops in a kernel
(gdb) amp watch x
no program is stopped here: `amp break KERNEL`, then `run`, stops in a kernel
(gdb) amp print x
no program is stopped here: `amp break KERNEL`, then `run`, stops in a kernel
(gdb) amp tile
no program is stopped here: `amp break KERNEL`, then `run`, stops in a kernel
(gdb) amp tiles
no program is stopped here: `amp break KERNEL`, then `run`, stops in a kernel
(gdb) amp replay
no program is stopped whose order could be run again: amp replay SEED
(gdb) amp replay often
amp replay often: it may be a seed, reverse or forward
(gdb) amp nonsense
amp nonsense: there is no such command: `help amp` lists them
(gdb) amp break nothing
there is no kernel nothing: there are halve, shares, sums_of_rows
(gdb) amp break
amp break: it may be `amp break KERNEL [if [tile (1, 0)] [thread (3, 2)] [&& EXPRESSION]]`
(gdb) amp break shares if
amp break shares if: it may be `amp break KERNEL [if [tile (1, 0)] [thread (3, 2)] [&& EXPRESSION]]`
(gdb) amp break shares if thread x
amp break shares if thread x: it may be `amp break KERNEL [if [tile (1, 0)] [thread (3, 2)] [&& EXPRESSION]]`
(gdb) amp break shares if thread (1; 2)
1; 2: the indices of a thread are numbers, as in (3, 2)
(gdb) amp break shares.c:1000
amp break shares.c:1000: No line 1000 in file "shares.c".
(gdb) amp break halve if tile 1
kernel halve is simple: it has no tiles, only `thread`
(gdb) amp break sums_of_rows if thread 1
kernel sums_of_rows is phased: its threads are in its phases: give a line of a phase, as in `amp break shares.c:LINE if thread (1)`
(gdb) break main
Breakpoint 1 at 0x: file shares.c, line 44.
(gdb) run
Breakpoint 1, main () at shares.c:44
44	    amp_array_view A = amp_view(int, a, 8, 8), percent = amp_view(int, b, 8, 8);
(gdb) amp threads
no kernel is at work where the program stopped: `amp break KERNEL` stops in one, and code that ran in another way, on an OpenCL device or as vectors, has no threads to be shown here
(gdb) amp watch x
no kernel is at work where the program stopped: `amp break KERNEL` stops in one, and code that ran in another way, on an OpenCL device or as vectors, has no threads to be shown here
(gdb) amp tiles
no kernel is at work where the program stopped: `amp break KERNEL` stops in one, and code that ran in another way, on an OpenCL device or as vectors, has no threads to be shown here
S
holds 'a thread that a kernel has not' ./shares '' <<'S'
(gdb) set print frame-arguments presence
(gdb) amp break shares if thread (1)
Breakpoint 1 at 0x: file shares.c, line 8.
only where it is thread (1)
(gdb) run
a thread of kernel shares has 2 indices, and (1) has 1
Breakpoint 1, shares__body (...) at shares.c:8
8	    tile_static(int, t, 4, 5); /* column 4: the sums of the rows */
(gdb) amp break shares if tile (1, 0, 0)
a tile of kernel shares has 2 indices, and (1, 0, 0) has 3
(gdb) amp break shares if thread (1, 4)
there is no thread (1, 4): a tile of kernel shares has 4 x 4 threads
(gdb) amp break shares.c:9 if thread 5
a thread of kernel shares has 2 indices, and (5) has 1
S
holds 'mistakes in a tiled kernel' ./shares '' <<'S'
(gdb) set print frame-arguments presence
(gdb) amp break shares if tile 1 0 thread 1 1
Breakpoint 1 at 0x: file shares.c, line 8.
only where it is tile (1, 0), thread (1, 1)
(gdb) run
Breakpoint 1, shares__body (...) at shares.c:8
8	    tile_static(int, t, 4, 5); /* column 4: the sums of the rows */
(gdb) amp threads some
amp threads some: it may be `amp threads` or `amp threads all`
(gdb) amp thread
the program stopped in thread (1, 1)
(gdb) amp thread back
this is the thread in which the program stopped
(gdb) amp thread 4 0
there is no thread (4, 0): a tile of kernel shares has 4 x 4 threads
(gdb) amp thread 3
a thread of kernel shares has 2 indices, and (3) has 1
(gdb) amp thread here
here: the indices of a thread are numbers, as in (3, 2)
(gdb) amp thread 3 3
thread (3, 3) has not begun
(gdb) amp watch
amp watch EXPRESSION: the expression is missing
(gdb) amp watch nothing
nothing has no value in any thread of the tile: No symbol "nothing" in current context.
(gdb) amp watch x +
x + has no value in any thread of the tile: A syntax error in expression, near `'.
(gdb) amp watch at(A, 1
at(A, 1: a ) is missing
(gdb) amp watch at(A, 1)
view A has 2 indices, and here 1 stands
(gdb) amp watch at_index(t, tidx.local)
t is no view of this kernel, or is not to be seen here
(gdb) amp watch *(int *)0
*(int *)0 has no value in any thread of the tile: Cannot access memory at address 0x
(gdb) amp print
amp print EXPRESSION: the expression is missing
(gdb) amp print nothing
nothing has no value here: No symbol "nothing" in current context.
(gdb) amp tile u
kernel shares has no tile array u, but t
(gdb) amp thread 0 2
thread (0, 2) of tile (1, 0), shares.c:12
12	    tile_barrier_wait(tidx);
(gdb) finish
shares__thread (...) at shares.c:6
6	AMP_TILED_KERNEL(shares, (4, 4), in(int, 2, A), out(int, 2, percent))
(gdb) amp thread
the program stopped in thread (1, 1)
(gdb) delete
(gdb) amp break halve if thread 1
Breakpoint 2 at 0x: file shares.c, line 37.
only where it is thread (1)
(gdb) continue
Breakpoint 2, halve__body (...) at shares.c:37
37	    at(sums, idx[0]) /= 2;
(gdb) amp tile
kernel halve is simple: it has no tile, and no tile arrays
(gdb) amp thread 2
thread (2) of kernel halve is not at work: it is a simple kernel, of which an OS thread runs one thread after another: `amp break halve if thread (2)` stops there
S
echo "1..$n"
