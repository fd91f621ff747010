#!/bin/sh
# SPDX-License-Identifier: MIT
# The family of files that `make single` writes: each header of the tree once and as it is, and not
# too large; a file that is missing, or of another version, is one sentence. It passes the tests
# that the headers pass, without optimisation and with its code compiled once, for time, but for
# some tests, which have it in themselves. An installed library is found by pkg-config's file. TAP.
set -u
cd "$(dirname "$0")/.."
if [ "$CC" != gcc ]; then
    echo "ok 1 - make single # SKIP tried once, with gcc: it holds the same lines"
    exit 0
fi
BUILD=$(cd "${BUILD:?}" && pwd)
dir=$BUILD/single n=0
stale=$BUILD/tree/usr/include/amp/amp/stale.h
install -D /dev/null "$stale"
make -s install DESTDIR="$BUILD/tree" PREFIX=/usr CC="$CC" || exit 1
tools/single "$dir" || exit 1
family='amp.h amp_algorithms.h amp_graphics.h amp_check.h amp_lens.h amp_vectors.h'
try() { # try NAME COMMAND...
    n=$((n + 1)) name=$1
    shift
    if "$@" > "$BUILD/log" 2>&1; then
        echo "ok $n - $name"
    else
        sed 's/^/# /' "$BUILD/log"
        echo "not ok $n - $name"
    fi
}
try 'headers of another version are not left behind' test ! -e "$stale"

# ---- what stands in the files -----------------------------------------------------------

# at_most BYTES FILE...
at_most() {
    most=$1
    shift
    (cd "$dir" && cat "$@" | wc -c) > "$BUILD/bytes"
    cat "$BUILD/bytes"
    [ "$(cat "$BUILD/bytes")" -le "$most" ]
}
try 'amp.h has at most a million bytes' at_most 1000000 amp.h
# shellcheck disable=SC2086
try 'all six have at most 2,500,000' at_most 2500000 $family
# twice PATTERN: the lines of the family with the pattern that stand there twice; none passes.
twice() {
    (cd "$dir" && grep -ho "$1" amp*.h) | sort > "$BUILD/lines"
    [ -s "$BUILD/lines" ] && ! uniq -d "$BUILD/lines" | grep .
}
try 'no header stands there twice' twice '^/\* ======== .* ======== \*/$'
try 'no guard stands there twice' twice '^#define AMP_[A-Z0-9_]*_H$'
sed -n 's,^/\* ======== \(.*\) ======== \*/$,\1,p' "$dir"/amp*.h | sort > "$BUILD/titles"
find amp*.h amp -name '*.h' | sort > "$BUILD/headers"
try 'every header stands there' cmp "$BUILD/titles" "$BUILD/headers"
# Every line of every header, as often as it stands in the tree; the words that mark texts for
# devices have numbers behind them.
plain() {
    sed '/SPDX-License-Identifier/d; /^#include "/d
         s/^AMP__LIBRARY_BEGIN(.*/AMP_DEVICE_BEGIN/
         s/^AMP__DEVICE_TEXT_AT(\([a-z_0-9]*\),.*/AMP__DEVICE_TEXT_BEGIN(\1)/' "$@" | LC_ALL=C sort
}
# shellcheck disable=SC2046
plain $(cat "$BUILD/headers") > "$BUILD/tree_lines"
plain "$dir"/amp*.h | LC_ALL=C comm -23 "$BUILD/tree_lines" - > "$BUILD/lost"
try 'no line of a header is lost' test ! -s "$BUILD/lost"
for h in amp_emu.h amp_cl.h amp_algorithms_more.h; do
    try "$h is two lines and a licence" sh -c "[ \$(wc -l < $dir/$h) -le 3 ]"
done

# ---- what is missing, or of another version -------------------------------------------------

alone=$BUILD/alone other=$BUILD/other
mkdir -p "$alone" "$other/tree/docs" "$other/tree/tools" "$other/mixed"
cp "$dir/amp.h" "$alone"
cat > "$BUILD/first.c" <<'C'
#include "amp.h"
AMP_DEVICE_BEGIN
AMP_KERNEL(twice, 1, inout(int, 1, y)) { amp_at(y, idx[0]) *= 2; }
AMP_DEVICE_END
int main(void)
{
    int y[4] = { 1, 2, 3, 4 };
    amp_array_view v = amp_view(int, y, 4);
    return amp_parallel_for_each(amp_extent(4), twice, v) != AMP_OK || amp_synchronize(v) != AMP_OK
        || y[3] != 8;
}
C
try 'amp.h alone is enough' sh -c "$CC -std=c99 -pedantic -Wall -Wextra -Werror -fopenmp \
    -I$alone $BUILD/first.c -o $BUILD/first && $BUILD/first"
# says NUMBER WORDS FLAG...: the compiler stops with so many errors, the first of which has the
# words, and it does so at once.
says() {
    number=$1 words=$2
    shift 2
    timeout 10 "$CC" -std=c99 "$@" -fsyntax-only "$BUILD/first.c" 2> "$BUILD/said"
    [ $? -eq 1 ] && cat "$BUILD/said" && grep 'error:' "$BUILD/said" > "$BUILD/errors" &&
        [ "$(wc -l < "$BUILD/errors")" -eq "$number" ] && head -1 "$BUILD/errors" | grep -q "$words"
}
try 'AMP_CHECK: one sentence says what to copy' says 1 'copy amp_check.h' -I"$alone" -DAMP_CHECK
try 'AMP_LENS, likewise' says 1 'copy amp_lens.h' -I"$alone" -DAMP_LENS
try 'AMP_VECTORS, likewise' says 1 'copy amp_vectors.h' -I"$alone" -DAMP_VECTORS
cp "$dir/amp_lens.h" "$alone"
try 'the lens without the checker' says 1 'copy amp_check.h' -I"$alone" -DAMP_LENS
cp "$dir/amp_check.h" "$alone"
try 'the checker without the readers' says 1 'copy amp_vectors.h' -I"$alone" -DAMP_CHECK
cp "$dir/amp_vectors.h" "$alone"
for switch in -DAMP_CHECK -DAMP_LENS -DAMP_VECTORS; do
    try "with its files $switch compiles" "$CC" -std=c99 -Wall -Wextra -Werror -pthread -I"$alone" \
        $switch -fsyntax-only "$BUILD/first.c"
done
try 'a standard before C99 is one sentence' says 2 'amp needs C99' -I"$dir" -std=c89
# Another version, which differs in a comment: beside it the compiler stops behind one sentence.
cp -r amp amp*.h "$other/tree"
cp docs/layers.md "$other/tree/docs"
cp tools/single tools/version "$other/tree/tools"
echo '/* Another. */' >> "$other/tree/amp/core/view.h"
(cd "$other/tree" && tools/single "$other/tree/family") || exit 1
for h in algorithms graphics check lens vectors; do
    cp "$dir"/amp*.h "$other/mixed"
    cp "$other/tree/family/amp_$h.h" "$other/mixed"
    case $h in
    algorithms | graphics) with="-include $other/mixed/amp_$h.h" ;;
    *) with=-DAMP_$(echo $h | tr a-z A-Z) ;;
    esac
    # shellcheck disable=SC2086
    try "amp_$h.h of another version" says 2 "amp_$h.h is of another version" -I"$other/mixed" $with
done

# ---- the tests with it --------------------------------------------------------------------

# Each file, with the library's code and without, and what a program may ask for.
each_alone() {
    for switch in '' -DAMP_CHECK -DAMP_LENS -DAMP_VECTORS '-DAMP_MAX_RANK=5 -DAMP_MAX_PARAMETERS=20'
    do
        for more in '' -DAMP_EXTERN; do
            # shellcheck disable=SC2086
            echo "#include \"$1\"" | $CC -std=c99 -pedantic -Wall -Wextra -Wshadow -Wconversion \
                -Wstrict-prototypes -Wundef -Werror -fopenmp -pthread -I"$dir" $switch $more \
                -fsyntax-only -x c - || return 1
        done
    done
}
for h in "$dir"/amp*.h; do
    h=${h##*/}
    try "$h compiles first, with each switch" each_alone "$h"
done
# The examples run with the tree in tests/check_examples.sh.
for t in examples/*.c; do
    try "$t with the files of make single" "$CC" -std=c99 -Wall -Wextra -Werror -fopenmp -I"$dir" \
        -fsyntax-only "$t"
done
for t in tests/test_*.c; do
    case $t in # the others of their kind are enough, for time
    */test_alloc_* | */test_algorithms_s[cot]* | */test_algorithms_large.c) continue ;;
    */test_ctext.c) continue ;; # asks for the folder's own headers by name
    esac
    case $(sed -n 's,^/\* run:\(.*\)\*/.*,\1 ,p' "$t") in
    *needs=*|*flags=*) continue ;; # need more than a compiler
    esac
    case "$FLAGS" in *-I.*) ;; *) echo "Bail out! FLAGS has no -I."; exit 1 ;; esac
    flags=$(echo " $FLAGS " | sed "s, -I\. , -I$dir ,") code=-DAMP_EXTERN library=$BUILD/library.o
    case $t in # what is internal, limits of their own, and some with all kinds of kernels
    *_compare.c | *_storage.c | *_limits.c | *_ranks.c | *_late.c | *_kernels.c | *_engines.c)
        code='' library='' ;;
    esac
    if [ -n "$library" ] && [ ! -f "$library" ]; then
        # shellcheck disable=SC2086
        $CC $flags -O0 -DAMP_EXTERN -c tools/libamp.c -o "$library" || exit 1
    fi
    try "$t with the files of make single" sh -c \
        "$CC $flags -O0 $code $t $library -o $BUILD/single_test -lm && $BUILD/single_test"
done
# ---- an installed library --------------------------------------------------------------

root=$(cd "$BUILD" && pwd)/tree/usr pkgconfig=$root/share/pkgconfig
[ -d "$root" ] || { echo 'Bail out! nothing was installed'; exit 1; }
# words FILE FIELD: the words of a field of amp.pc, the prefix put where it is.
words() {
    sed -n "s,^$2: *,,p" "$pkgconfig/$1.pc" |
        sed "s,\${includedir},$root/include/amp,g; s,\${libdir},$root/lib,g"
}
cat > "$BUILD/saxpy.c" <<'C'
#define AMP_SHORT_NAMES
#include HEADER
AMP_DEVICE_BEGIN
AMP_KERNEL(saxpy, 1, value(float, a), in(float, 1, x), inout(float, 1, y))
{
    at(y, idx[0]) += a * at(x, idx[0]);
}
AMP_DEVICE_END
#ifdef MORE_amp_graphics
AMP_DEVICE_BEGIN
AMP_KERNEL(shift, 1, inout(amp_float_2, 1, p))
{
    at(p, idx[0]) = amp_float_2_add(at(p, idx[0]), amp_float_2_make(1, 2));
}
AMP_DEVICE_END
#endif
/* What the file beside amp.h has, on the device: 0 where it is right. */
static int more(void)
{
    amp_status s = AMP_OK;
#if defined(MORE_amp_algorithms) || defined(MORE_amp_algorithms_more)
    int v[6] = { 5, 1, 4, 2, 6, 3 }, sum = 0;
    amp_array_view w = amp_view(int, v, 6);
    s = amp_reduce(amp_plus_int, w, &sum);
    if (s == AMP_OK) { s = amp_radix_sort(int, w); }
    if (s == AMP_OK) { s = amp_synchronize(w); }
    if (sum != 21 || v[0] != 1 || v[5] != 6) { s = AMP_INVALID_ARGUMENT; }
#endif
#ifdef MORE_amp_algorithms_more
    float m[4] = { 1, 2, 3, 4 }, sums[2] = { 0, 0 };
    amp_array_view f = amp_view(float, sums, 2);
    if (s == AMP_OK) { s = amp_reduce_rows(amp_plus_float, amp_view(float, m, 2, 2), f); }
    if (s == AMP_OK) { s = amp_synchronize(f); }
    if (sums[1] != 7) { s = AMP_INVALID_ARGUMENT; }
#endif
#ifdef MORE_amp_graphics
    amp_float_2 p[2] = { { 1, 2 }, { 3, 4 } };
    amp_array_view g = amp_view(amp_float_2, p, 2);
    s = parallel_for_each(amp_extent(2), shift, g);
    if (s == AMP_OK) { s = amp_synchronize(g); }
    if (p[1].y != 6) { s = AMP_INVALID_ARGUMENT; }
#endif
    return s != AMP_OK;
}
int main(void)
{
    float x[4] = { 1, 2, 3, 4 }, y[4] = { 10, 20, 30, 40 };
    amp_array_view vx = amp_view(float, x, 4), vy = amp_view(float, y, 4);
    amp_status s = parallel_for_each(amp_extent(4), saxpy, 2.0f, vx, vy);
    if (s == AMP_OK) { s = amp_synchronize(vy); }
    if (s != AMP_OK) { fprintf(stderr, "%s\n", amp_last_error()); }
    return s != AMP_OK || y[0] != 12 || y[3] != 48 || more();
}
C
sed -i '2i #include <stdio.h>' "$BUILD/saxpy.c"
# installed NAME WORD...: the program compiles with the words, outside of the tree, and runs.
installed() {
    name=$1
    shift
    # shellcheck disable=SC2086
    try "$name" sh -c 'cd "$0" && "$@" -o hello -lm && ./hello' "$BUILD" \
        $CC -std=c99 -pedantic -Wall -Wextra -Werror saxpy.c "$@"
}
# shellcheck disable=SC2046
installed 'amp.pc, <amp.h>' '-DHEADER=<amp.h>' $(words amp Cflags) $(words amp Libs)
# shellcheck disable=SC2046
installed 'amp-static.pc, <amp.h> and libamp.a' '-DHEADER=<amp.h>' $(words amp-static Cflags) \
    $(words amp-static Libs)
installed '<amp/amp.h>' '-DHEADER=<amp/amp.h>' -I"$root/include" -fopenmp
installed '<amp/amp_algorithms.h>' '-DHEADER=<amp/amp_algorithms.h>' -I"$root/include" -fopenmp
installed 'the files of make single' '-DHEADER="single/amp.h"' -fopenmp
printf '#define AMP_IMPLEMENTATION\n#include "single/amp.h"\n' > "$BUILD/code.c"
installed 'the files of make single, compiled once' '-DHEADER="single/amp.h"' -DAMP_EXTERN code.c \
    -fopenmp
for f in amp*.h $(find amp -name '*.h'); do
    cmp -s "$f" "$root/include/amp/$f" || echo "$f"
done > "$BUILD/missing"
try 'every header is installed' test ! -s "$BUILD/missing"
# The text of the library's and the program's device regions comes from the files.
if echo 'int main(void) { return 0; }' | $CC -x c - -lOpenCL -o "$BUILD/hello" 2> /dev/null; then
    export AMP_ACCELERATOR=opencl POCL_CACHE_DIR="$BUILD/pocl"
    installed 'OpenCL, <amp/amp.h>' '-DHEADER=<amp/amp.h>' -I"$root/include" -fopenmp -DAMP_OPENCL \
        -lOpenCL
    installed 'OpenCL, amp.h alone' '-DHEADER="alone/amp.h"' -fopenmp -DAMP_OPENCL -lOpenCL
    for more in amp_algorithms.h amp_algorithms_more.h amp_graphics.h; do
        installed "OpenCL, the family's $more" "-DHEADER=\"single/$more\"" "-DMORE_$(
            basename $more .h)" -fopenmp -DAMP_OPENCL -lOpenCL
    done
else
    n=$((n + 1))
    echo "ok $n - OpenCL from an installed tree # SKIP -lOpenCL does not link"
fi
echo "1..$n"
