#!/bin/sh
# SPDX-License-Identifier: MIT
# run: turn=compiler,1/4
# The family of files that `make single` writes: each header of the tree once and as it is, and not
# too large; each file compiles first, with each switch; one that is missing, or of another version,
# is one sentence. An installed library is found by pkg-config's file.
#
# The lines are the tree's, in other files and in an order of their own. So these tests run with
# them: ranks of a file's own and what is internal with the code in the file, views, algorithms and
# graphics with AMP_EXTERN; and a program as vectors and on OpenCL, whose text is embedded from the
# file (tests/check_report.sh has one under the checker). The other tests, the examples and a
# program on the lens say the same of the same lines: with ALL=1. What no compiler judges, and what
# is run, is asked with gcc alone.
. "${0%/*}/lib.sh"
dir=$BUILD/single
tools/single "$dir" || exit 1
six='amp.h amp_algorithms.h amp_graphics.h amp_check.h amp_lens.h amp_vectors.h'
cp $programs/single.c "$BUILD"

# ---- what stands in the files ---------------------------------------------------------------

# at_most BYTES FILE...
at_most() {
    most=$1
    shift
    (cd "$dir" && cat "$@") | wc -c > "$BUILD/bytes"
    cat "$BUILD/bytes"
    [ "$(cat "$BUILD/bytes")" -le "$most" ]
}
# twice PATTERN: the lines of the family with the pattern that stand there twice; none passes.
twice() {
    (cd "$dir" && grep -ho "$1" amp*.h) | sort > "$BUILD/lines"
    [ -s "$BUILD/lines" ] && ! uniq -d "$BUILD/lines" | grep .
}
# Every line of every header, as often as it stands in the tree, but for guards, empty lines and
# where blocks end that are joined, and for what a line is indented by; the words that mark texts
# for devices have numbers behind them.
plain() {
    sed '/SPDX-License-Identifier/d; /^#include "/d; /^$/d
         /^#ifndef AMP_[A-Z0-9_]*_H$/d; /^#define AMP_[A-Z0-9_]*_H$/d
         /^#endif/d; /^#if AMP__IMPLEMENT/d
         s| =====* \*/$| ==== */|; s| -----* \*/$| ---- */|
         s/ *\\$/ \\/; s/^[ \t]*//
         s/^AMP__LIBRARY_BEGIN(.*/AMP_DEVICE_BEGIN/
         s/^AMP__DEVICE_TEXT_AT(\([a-z_0-9]*\),.*/AMP__DEVICE_TEXT_BEGIN(\1)/' "$@" | LC_ALL=C sort
}
if [ $family = gcc ]; then
    try 'amp.h has at most a megabyte, 2^20 bytes' at_most 1048576 amp.h
    # shellcheck disable=SC2086
    try 'all six have at most 2,920,000' at_most 2920000 $six
    try 'no header stands there twice' twice '^/\* ======== .* ======== \*/$'
    try 'no guard stands there twice' twice '^#define AMP_[A-Z0-9_]*H$'
    sed -n 's,^/\* ======== \(.*\) ======== \*/$,\1,p' "$dir"/amp*.h | sort > "$BUILD/titles"
    find amp*.h amp -name '*.h' | sort > "$BUILD/headers"
    try 'every header stands there' cmp "$BUILD/titles" "$BUILD/headers"
    # shellcheck disable=SC2046
    plain $(cat "$BUILD/headers") > "$BUILD/tree_lines"
    plain "$dir"/amp*.h | LC_ALL=C comm -23 "$BUILD/tree_lines" - > "$BUILD/out"
    [ -s "$BUILD/tree_lines" ] && [ ! -s "$BUILD/out" ]
    tell $? 'no line of a header is lost'
fi

# ---- each file, and what is missing, or of another version ----------------------------------

# Each file with what a program may ask for, and without the library's code at every second turn, so
# that each file, and each switch, is compiled in both ways: and amp.h, with which each of them
# begins. With clang, for what it alone warns of, with the file's own switch.
compiles_first() { # FILE SWITCH...
    echo "#include \"$1\"" > "$BUILD/first.c"
    [ "$(grep -m 1 '^#include' "$dir/$1")" = '#include "amp.h"' ] || return
    shift
    for switch; do
        turn=$((turn + 1)) code=''
        [ $((turn % 2)) -eq 0 ] || code=-DAMP_EXTERN
        # shellcheck disable=SC2086
        $CC -std=c99 -pedantic -Wall -Wextra -Wshadow -Wconversion -Wstrict-prototypes -Wundef \
            -Werror -fopenmp -pthread "-I$dir" $switch $code -fsyntax-only "$BUILD/first.c" ||
            return
    done
}
turn=0
for h in algorithms graphics check lens vectors; do
    case $h in
    algorithms | graphics) own=-DNOTHING ;;
    *) own=-DAMP_$(echo $h | tr '[:lower:]' '[:upper:]') ;;
    esac
    case $family in
    clang) set -- "$own" "$own" ;;
    *) set -- -DNOTHING -DAMP_CHECK -DAMP_LENS -DAMP_VECTORS \
        '-DAMP_MAX_RANK=5 -DAMP_MAX_PARAMETERS=20' ;;
    esac
    try "amp_$h.h compiles first, and amp.h in it, with each switch" compiles_first amp_$h.h "$@"
done
for h in amp_emu.h amp_cl.h amp_algorithms_more.h; do
    echo "#include \"$h\"" > "$BUILD/first.c"
    try "$h is two lines and a licence, and compiles first" sh -ec "[ \$(wc -l < $dir/$h) -le 3 ]
        $CC -std=c99 -Wall -Wextra -Werror -pthread '-I$dir' -fsyntax-only '$BUILD/first.c'"
done

# stops NAME NUMBER WORDS FLAG...: the compiler stops with so many errors, the first of which has
# the words, and it does so at once.
stops() {
    local name="$1" number="$2" words="$3"
    shift 3
    capture timeout 10 "$CC" -std=c99 "$@" -fsyntax-only "$BUILD/single.c"
    [ $rc -eq 1 ] && grep 'error:' "$BUILD/err" > "$BUILD/errors" &&
        [ "$(wc -l < "$BUILD/errors")" -eq "$number" ] && head -1 "$BUILD/errors" | grep -q "$words"
    tell $? "$name"
}
alone=$BUILD/alone other=$BUILD/other
mkdir -p "$alone" "$other/docs" "$other/tools" "$BUILD/mixed"
cp "$dir/amp.h" "$alone"
program first -std=c99 -pedantic -Wall -Wextra -Werror -fopenmp "-I$alone" "$BUILD/single.c" &&
    run first
tell $? 'amp.h alone is enough'
if [ $family = gcc ] && links -lOpenCL; then
    try 'so it is for OpenCL' "$CC" -std=c99 "-I$alone" -DAMP_OPENCL -fsyntax-only "$BUILD/single.c"
fi
stops 'AMP_CHECK: one sentence says what to copy' 1 'copy amp_check.h' "-I$alone" -DAMP_CHECK
stops 'AMP_LENS, likewise' 1 'copy amp_lens.h' "-I$alone" -DAMP_LENS
stops 'AMP_VECTORS, likewise' 1 'copy amp_vectors.h' "-I$alone" -DAMP_VECTORS
cp "$dir/amp_lens.h" "$alone"
stops 'the lens without the checker' 1 'copy amp_check.h' "-I$alone" -DAMP_LENS
cp "$dir/amp_check.h" "$alone"
stops 'the checker without the readers' 1 'copy amp_vectors.h' "-I$alone" -DAMP_CHECK
cp "$dir/amp_vectors.h" "$alone"
for switch in -DAMP_CHECK -DAMP_LENS -DAMP_VECTORS; do
    try "with its files $switch compiles" "$CC" -std=c99 -Wall -Wextra -Werror -pthread "-I$alone" \
        $switch -fsyntax-only "$BUILD/single.c"
done
stops 'a standard before C99 is one sentence' 2 'amp needs C99' "-I$dir" -std=c89
# Another version, which differs in a comment: beside it the compiler stops behind one sentence.
cp -r amp amp*.h "$other"
cp docs/layers.md "$other/docs"
cp tools/single tools/version "$other/tools"
echo '/* Another. */' >> "$other/amp/core/view.h"
(cd "$other" && tools/single "$other/family") || exit 1
for h in algorithms graphics check lens vectors; do
    cp "$dir"/amp*.h "$BUILD/mixed"
    cp "$other/family/amp_$h.h" "$BUILD/mixed"
    case $h in
    algorithms | graphics) set -- -include "$BUILD/mixed/amp_$h.h" ;;
    *) set -- "-DAMP_$(echo $h | tr '[:lower:]' '[:upper:]')" ;;
    esac
    stops "amp_$h.h of another version" 2 "amp_$h.h is of another version" "-I$BUILD/mixed" "$@"
done
[ $family = gcc ] || finish

# ---- programs with it -------------------------------------------------------------------------

flags=" $FLAGS "
flags="${flags%% -I. *} -I$dir ${flags#* -I. } -O0"
# shellcheck disable=SC2086
library code $flags
tell $? "the library's code is one file's"
tests='ranks storage views algorithms_small graphics'
if [ -n "${ALL:-}" ]; then
    for t in examples/*.c; do
        try "$t with the files of make single" "$CC" -std=c99 -Wall -Wextra -Werror -fopenmp \
            "-I$dir" -fsyntax-only "$t"
    done
    program lens -std=c99 -w -O0 -g1 -pthread "-I$dir" -DAMP_LENS -fsanitize=thread \
        "$BUILD/single.c"
    expect 'a program on the lens' 0 'AMP_LENS=text lens' 'kernel turned'
    # test_ctext.c asks for the folder's own headers by name; some need more than a compiler.
    tests=$(grep -LE '^/\* run:.*(needs|flags)=' tests/test_*.c |
        sed 's,tests/test_\(.*\)\.c,\1,; /^ctext$/d')
fi
for t in $tests; do
    set -- -DAMP_EXTERN "$BUILD/code.o"
    ! grep -q '^/\* run:.*dropin' "tests/test_$t.c" || set --
    # shellcheck disable=SC2086
    program test $flags "tests/test_$t.c" "$@" && run test
    tell $? "tests/test_$t.c with the files of make single"
done
program vectors -std=c99 -w -O0 -DNDEBUG -pthread "-I$dir" -DAMP_VECTORS "$BUILD/single.c"
expect 'a program as vectors' 0 "AMP_VECTORS=wait AMP_VECTORS_CC=$CC AMP_VECTORS_CACHE=$BUILD/cache
    AMP_LOG=1 vectors" 'turned runs as vectors'

# ---- an installed library -----------------------------------------------------------------------

stale=$BUILD/tree/usr/include/amp/amp/stale.h
install -D /dev/null "$stale"
try 'make install' make -s install DESTDIR="$BUILD/tree" PREFIX=/usr CC="$CC" CFLAGS=-O0
try 'headers of another version are not left behind' test ! -e "$stale"
root=$BUILD/tree/usr
for f in amp*.h $(find amp -name '*.h'); do
    cmp "$f" "$root/include/amp/$f"
done > "$BUILD/out" 2>&1
[ ! -s "$BUILD/out" ]
tell $? 'every header is installed'
# words FILE FIELD: the words of a field of pkg-config's file, the prefix put where it is.
words() {
    sed -n "s,^$2: *,,p" "$root/share/pkgconfig/$1.pc" |
        sed "s,\${includedir},$root/include/amp,g; s,\${libdir},$root/lib,g"
}
# installed NAME WORD...: the program compiles with the words, outside of the tree, and runs.
installed() {
    local name="$1"
    shift
    (cd "$BUILD" && program hello -std=c99 -pedantic -Wall -Wextra -Werror single.c "$@") &&
        run hello
    tell $? "$name"
}
# shellcheck disable=SC2046
installed 'amp.pc, <amp.h>' '-DHEADER=<amp.h>' $(words amp Cflags) $(words amp Libs)
# shellcheck disable=SC2046
installed 'amp-static.pc, <amp.h> and libamp.a' '-DHEADER=<amp.h>' $(words amp-static Cflags) \
    $(words amp-static Libs)
installed '<amp/amp.h>' '-DHEADER=<amp/amp.h>' "-I$root/include" -fopenmp
installed '<amp/amp_algorithms.h>' '-DHEADER=<amp/amp_algorithms.h>' "-I$root/include" -fopenmp
installed 'the files of make single' '-DHEADER="single/amp.h"' -fopenmp
printf '#define AMP_IMPLEMENTATION\n#include "single/amp.h"\n' > "$BUILD/code.c"
installed 'the files of make single, compiled once' '-DHEADER="single/amp.h"' -DAMP_EXTERN code.c \
    -fopenmp
# The text of the library's and the program's device regions comes from the files.
if links -lOpenCL; then
    export AMP_ACCELERATOR=opencl AMP_CL_CACHE=off
    installed 'OpenCL, <amp/amp.h>' '-DHEADER=<amp/amp.h>' "-I$root/include" -fopenmp -DAMP_OPENCL \
        -lOpenCL
    installed 'OpenCL, algorithms and graphics of make single' -fopenmp -DAMP_OPENCL -lOpenCL \
        '-DHEADER="single/amp_algorithms_more.h"' '-DMORE="single/amp_graphics.h"'
else
    skip 'OpenCL from an installed tree' '-lOpenCL does not link'
fi
finish
