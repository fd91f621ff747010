#!/bin/sh
# SPDX-License-Identifier: MIT
# run: turn=compiler,0/6
# tools/amp-gdb.py: each session of docs/debugging.md, in gdb's batch mode, prints what stands
# there; each mistake its sentence; optimised code, the portable fibers.
# `sh tests/check_debugger.sh write` puts into the page what gdb printed (with gcc, as it is there).
#
# A session is a block ```gdb of the page: a gdb of its own, for a core file if one is named. A line
# `...` in it stands for any lines. Numbers of frames, addresses and processes may differ.
. "${0%/*}/lib.sh"
tree=$PWD page=$PWD/docs/debugging.md limit=100
export AMP_WORKERS=1 LC_ALL=C

no() {
    skip 'kernels in gdb' "$1"
    finish
}
has_command gdb || no 'there is no gdb'
run gdb -nx -batch -ex 'python print(1)' && says '~^1$' > "$BUILD/said" ||
    no 'this gdb has no Python'
run gdb -nx -batch -ex run /bin/true && says 'exited normally' > "$BUILD/said" ||
    no 'gdb may not trace here'

# blocks/NN: the sessions, NN.core the core file's name; the program is the page's block ```c.
rm -rf "$BUILD/blocks" && mkdir -p "$BUILD/blocks"
awk -v dir="$BUILD/blocks" -v program="$BUILD/shares.c" '
    /^```/ && open { open = 0; next }
    /^```c$/ { open = 1; file = program; printf "" > file; next }
    /^```gdb/ { open = 1; file = sprintf("%s/%02d", dir, ++number); printf "" > file
                print $2 > (file ".core"); next }
    open { print > file }' "$page"
cd "$BUILD" || exit 1
compile() { # compile PROGRAM FILE options
    local name="$1"
    shift
    capture $CC -std=c99 -DNDEBUG -g -fopenmp -pthread -I"$tree" "$@" -o "$name" -lm
    tell $? "$name builds: $*"
}

# session PROGRAM CORE: the commands behind each "(gdb) " of standard input, in one gdb; to
# standard output the commands and what they print.
session() {
    local program core line
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
    timeout $((limit * TEST_TIMEOUT_SCALE)) gdb -nx -batch -ex "source $tree/tools/amp-gdb.py" \
        -ex 'set print thread-events off' "$@" "$program" $core 2>&1 |
        sed -e '/^(gdb)/,$!d' -e '/^\[Thread debugging using/d; /^Using host libthread_db/d' \
            -e '/^$/d; /^\[Switching to Thread/d; /^warning: Memory read failed/d'
}
# What of a session may differ from machine to machine; whether a frame stands within a line, where
# gdb prints its address, is the compiler's choice.
same() {
    tr "\t" " " | sed -e "s/^#[0-9][0-9]* /#N /; s/0x[0-9a-f][0-9a-f]*/0x/g; s/^#N  *0x in /#N  /" \
        -e "s/process [0-9]*/process/" \
        -e 's/LWP [0-9]*/LWP/' \
        -e 's/^Breakpoint \([0-9]*\)[.][0-9]*,/Breakpoint \1,/; s/[[:space:]]*$//'
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

# judged WANTED NAME: what gdb printed (got) is what stands in a file, where it may not differ.
judged() {
    same < "$1" > wanted
    same < got > got.same
    ! differs wanted got.same > "$BUILD/out"
    status=$?
    cat got >> "$BUILD/out"
    : > "$BUILD/err"
    tell $status "$2"
}
compile shares shares.c -O0
number=0
for block in blocks/??; do
    number=$((number + 1))
    session ./shares "$(cat "$block.core")" < "$block" > got
    [ "${1:-}" = write ] && ! grep -qx '[.][.][.]' "$block" &&
        cp got "$block.new"
    judged "$block" "session $number of docs/debugging.md: $(
        sed -n 's/^(gdb) \(amp .*\)/\1/p' "$block" | head -1)"
done
if [ "${1:-}" = write ]; then
    awk -v dir=blocks '
        /^```gdb/ { print; file = sprintf("%s/%02d.new", dir, ++number); open = 1; new = 0
                    while ((getline line < file) > 0) { print line; new = 1 } next }
        /^```/ && open { open = 0 }
        !open || !new { print }' "$page" > page.new && cp page.new "$page"
    exit 0
fi
# holds NAME PROGRAM CORE: the session of standard input prints what stands there. A line that ends
# in a backslash continues.
holds() {
    sed -e :a -e '/\\$/{N; s/\\\n *//; ta' -e '}' > block
    session "$2" "$3" < block > got
    judged block "$1"
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
amp break shares if: it may be `amp break KERNEL [if [tile (1, 0)] [thread (3, 2)] \
    [&& EXPRESSION]]`
(gdb) amp break shares if thread x
amp break shares if thread x: it may be `amp break KERNEL [if [tile (1, 0)] [thread (3, 2)] \
    [&& EXPRESSION]]`
(gdb) amp break shares if thread (1; 2)
1; 2: the indices of a thread are numbers, as in (3, 2)
(gdb) amp break shares.c:1000
amp break shares.c:1000: No line 1000 in file "shares.c".
(gdb) amp break shares.c:40
line 40 has no code of its own: gdb takes line 42
Breakpoint 1 at 0x: file shares.c, line 44.
(gdb) delete
(gdb) amp break halve if tile 1
kernel halve is simple: it has no tiles, only `thread`
(gdb) amp break sums_of_rows if thread 1
kernel sums_of_rows is phased: give a line of one of its phases, as in `amp break \
    shares.c:LINE if thread (1)`
(gdb) break main
Breakpoint 2 at 0x: file shares.c, line 44.
(gdb) run
Breakpoint 2, main () at shares.c:44
44     amp_array_view A = amp_view(int, a, 8, 8), percent = amp_view(int, b, 8, 8);
(gdb) amp threads
no kernel is at work where the program stopped: `amp break KERNEL` stops in one (on an OpenCL \
    device, and as vectors, there are no threads to show)
(gdb) amp watch x
no kernel is at work where the program stopped: `amp break KERNEL` stops in one (on an OpenCL \
    device, and as vectors, there are no threads to show)
(gdb) amp tiles
no kernel is at work where the program stopped: `amp break KERNEL` stops in one (on an OpenCL \
    device, and as vectors, there are no threads to show)
S
holds 'a thread that a kernel has not' ./shares '' <<'S'
(gdb) set print frame-arguments presence
(gdb) amp break shares if thread (1)
Breakpoint 1 at 0x: file shares.c, line 8.
(gdb) run
...
a thread of kernel shares has 2 indices, and (1) has 1
Breakpoint 1, shares__body (...) at shares.c:8
8     tile_static(int, t, 4, 5); /* column 4: the sums of the rows */
(gdb) amp break shares if tile (1, 0, 0)
a tile of kernel shares has 2 indices, and (1, 0, 0) has 3
(gdb) amp break shares if thread (1, 4)
there is no thread (1, 4): a tile of kernel shares has 4 x 4 threads
(gdb) amp break shares.c:9 if thread 5
a thread of kernel shares has 2 indices, and (5) has 1
S
holds 'mistakes in a tiled kernel' ./shares '' <<'S'
(gdb) set print frame-arguments presence
(gdb) tbreak amp__fiber_tile
...
(gdb) run
...
(gdb) amp threads
this OS thread is between two tiles, and at work in none
(gdb) amp break shares if tile 1 0 thread 1 1
Breakpoint 2 at 0x: file shares.c, line 8.
(gdb) continue
Breakpoint 2, shares__body (...) at shares.c:8
8     tile_static(int, t, 4, 5); /* column 4: the sums of the rows */
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
(gdb) amp print at(A, 1, 100000000)
at(A, 1, 100000000) is outside of the program's memory
(gdb) amp tile u
kernel shares has no tile array u, but t
(gdb) amp thread 0 2
thread (0, 2) of tile (1, 0), shares.c:12
12     tile_barrier_wait(tidx);
(gdb) thread
[Current thread is 1 (Thread 0x (LWP))]
(gdb) amp thread
the program stopped in thread (1, 1)
(gdb) amp thread 0 3
thread (0, 3) of tile (1, 0), shares.c:12
12     tile_barrier_wait(tidx);
(gdb) finish
shares__thread (...) at shares.c:6
6 AMP_TILED_KERNEL(shares, (4, 4), in(int, 2, A), out(int, 2, percent))
(gdb) amp thread
the program stopped in thread (1, 1)
(gdb) delete
(gdb) amp break sums_of_rows
Breakpoint 3 at 0x: shares.c:22. (2 locations)
(gdb) continue
Breakpoint 3, sums_of_rows__body (...) at shares.c:22
22     thread_private(int, sum);
(gdb) amp threads
kernel sums_of_rows, tile (0) of 1: 8 threads as loops
between two phases: no thread is at work, and all have done what came before
(gdb) amp thread 1
thread (1) is between two phases, as all are
(gdb) amp tile
kernel sums_of_rows has no tile arrays
(gdb) break amp__simple_piece
...
(gdb) continue
...
(gdb) amp threads
kernel halve, simple: 8 threads, some in turn in each OS thread
no OS thread is in its text
(gdb) amp print 1
no thread of the tile is selected: `amp threads` lists them
(gdb) amp locals 1
amp locals 1: it takes nothing: `print` shows one variable
(gdb) print $amp_is("here")
$amp_is: here: it may be "tile (1, 0) thread (3, 2) && EXPRESSION"
(gdb) delete
(gdb) amp break halve if thread 1
Breakpoint 5 at 0x: file shares.c, line 37.
(gdb) continue
Breakpoint 5, halve__body (...) at shares.c:37
37     at(sums, idx[0]) /= 2;
(gdb) amp locals
idx = (1)
(gdb) amp tile
kernel halve is simple: it has no tile, and no tile arrays
(gdb) amp thread 2
thread (2) of kernel halve is not at work: a simple kernel's threads run one after another: \
    `amp break halve if thread (2)` stops there
S
# What the page's program has not: three dimensions, a helper with a barrier, structures, an array
# of chars, a kernel that crashes; with the portable fibers.
sed 1,2d "$tree/$programs/debugger_more.c" > more.c
compile more more.c -O0 -DAMP_EMU_UCONTEXT
holds 'three dimensions, a helper, a crash; portable fibers' ./more '' <<'S'
(gdb) set print frame-arguments presence
(gdb) amp break cubes if thread 1 2 3
Breakpoint 1 at 0x: file more.c, line 14.
(gdb) run
Breakpoint 1, cubes__body (...) at more.c:14
14     tile_static(double, d, 4);
(gdb) amp threads
kernel cubes, tile (0, 0, 0) of 1: 2 x 3 x 4 threads on fibers
  thread                  count  state    line
  (0, 0, 0) to (1, 2, 2)     23  waits    more.c:9   tile_barrier_wait(tidx);
* (1, 2, 3)                   1  stopped  more.c:14  tile_static(double, d, 4);
(gdb) tbreak more.c:10
Temporary breakpoint 2 at 0x: file more.c, line 10.
(gdb) continue
Temporary breakpoint 2, neighbour (...) at more.c:10
10     return (int)d[next % 4];
(gdb) amp watch next
cubes, tile (0, 0, 0): next
[0]
  0  1  2  3
0 1* 2  3  4
1 1  2  3  4
2 1  2  3  4
[1]
  0  1  2  3
0 1  2  3  4
1 1  2  3  4
2 1  2  3  4
(gdb) amp thread 1 0 2
thread (1, 0, 2) of tile (0, 0, 0), more.c:9
9     tile_barrier_wait(tidx);
(gdb) bt
#N  neighbour (...) at more.c:9
#N  0x in cubes__body (...) at more.c:21
(gdb) up
#N  0x in cubes__body (...) at more.c:21
21     at_index(v, tidx.global) = neighbour(tidx, d, 1);
(gdb) print tidx.local
$1 = {1, 0, 2}
(gdb) amp tile
cubes, tile (0, 0, 0)
double d[4]
 0.5  1.5  2.5  3.5
pair p[2] {key, of}
 {7, 0.25}  {7, 0.25}
signed char c[2][3][4]
[0]
   0   1   2   3
0 -2  -1   0   1
1 -2  -1   0   1
2 -2  -1   0   1
[1]
   0   1   2   3
0 -2  -1   0   1
1 -2  -1   0   1
2 -2  -1   0   1
(gdb) delete
(gdb) continue
...
(gdb) amp threads
kernel crash, tile (1) of 2: 32 threads on fibers
  thread       count  state      line
  (0) to (7)       8  ended
* (8)              1  stopped    more.c:26  if (n == 40) abort();
  (9) to (31)     23  not begun
(gdb) amp print n
n = 40
(gdb) amp thread 3
thread (3) has ended
(gdb) amp watch n
crash, tile (1): n
    +0   +1   +2   +3   +4   +5   +6   +7   +8   +9  +10  +11  +12  +13  +14  +15
 0   -    -    -    -    -    -    -    -   40*   -    -    -    -    -    -    -
16   -    -    -    -    -    -    -    -    -    -    -    -    -    -    -    -
-: the thread has not begun, or has ended
(gdb) amp tiles
* thread 2: kernel crash, tile (1), more.c:26  if (n == 40) abort();
(gdb) amp tile
kernel crash has no tile arrays
(gdb) thread 1
...
(gdb) amp threads
no kernel is at work in this OS thread, but in thread 2, kernel crash, tile (1): `thread 2` \
    goes there
S

holds 'a fiber whose callers gdb cannot find' ./shares '' <<'S'
(gdb) set print frame-arguments presence
(gdb) break shares.c:14
Breakpoint 1 at 0x: file shares.c, line 14.
(gdb) run
...
(gdb) set variable amp__phased.tile->begin[1].pc = 0
(gdb) amp threads
kernel shares, tile (0, 0) of 4: 4 x 4 threads on fibers
  thread            count  state    line
* (0, 0)                1  stopped  shares.c:14  t[i][4] = t[i][0] + t[i][1] + t[i][2] + t[i][3];
  (0, 1)                1  unseen
  (0, 2) to (3, 3)     14  waits    shares.c:12  tile_barrier_wait(tidx);
(gdb) amp thread 0 1
thread (0, 1) stands in code whose callers gdb cannot find: compile all of it with -g
(gdb) amp watch j
shares, tile (0, 0): j
  0  1  2  3
0 0* -  2  3
1 0  1  2  3
2 0  1  2  3
3 0  1  2  3
-: gdb cannot find where the thread stands
S
holds 'a program that runs' ./shares '' <<'S'
(gdb) run &
(gdb) amp threads
the program runs: `interrupt` stops it
(gdb) amp thread 1 1
the program runs: `interrupt` stops it
(gdb) amp tiles
the program runs: `interrupt` stops it
S
# The script beside the program, under its name, and gdb finds it; without debug information.
ln -sf "$tree/tools/amp-gdb.py" more-gdb.py
run gdb -nx -batch -iex "set auto-load safe-path $BUILD:$tree" -ex 'amp threads' ./more
says '~^no program is stopped here'
tell $? 'gdb finds the script beside the program'
run gdb -nx -batch -ex "source $tree/tools/amp-gdb.py" -ex 'amp replay 7'
says '~^there is no program to run: `file PROGRAM` names it$'
tell $? 'amp replay without a program'
cp more bare && strip --strip-debug bare
holds 'a program without debug information' ./bare '' <<'S'
(gdb) amp break cubes
this program has no debug information of amp: compile it with -g, best -O0 -g
(gdb) run
...
(gdb) amp threads
this program has no debug information of amp: compile it with -g, best -O0 -g
S

# Optimised code: tiled kernels are shown.
compile fast shares.c -O2
holds 'tiled kernels in optimised code' ./fast '' <<'S'
(gdb) set print frame-arguments presence
(gdb) amp break shares.c:14 if tile (1, 0) thread (2, 0)
...
(gdb) run
...
(gdb) amp threads
kernel shares, tile (1, 0) of 4: 4 x 4 threads on fibers
  thread            count  state    line
  (0, 0) to (1, 3)      8  waits    shares.c:16  tile_barrier_wait(tidx);
* (2, 0)                1  stopped  shares.c:14  t[i][4] = t[i][0] + t[i][1] + t[i][2] + t[i][3];
  (2, 1) to (3, 3)      7  waits    shares.c:12  tile_barrier_wait(tidx);
(gdb) amp tile
shares, tile (1, 0)
int t[4][5]
    0    1    2    3    4
0  40   41   42   43  166
1  50   51   52   53  206
2  60   61   62   63  102
3  70   71   72   73  142
(gdb) amp thread 3 1
thread (3, 1) of tile (1, 0), shares.c:12
12     tile_barrier_wait(tidx);
(gdb) bt
#N  shares__body (...) at shares.c:12
(gdb) amp thread back
thread (2, 0) of tile (1, 0), shares.c:14
14         t[i][4] = t[i][0] + t[i][1] + t[i][2] + t[i][3];
S
finish
