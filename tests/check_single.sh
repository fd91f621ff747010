#!/bin/sh
# SPDX-License-Identifier: MIT
# The one-file header passes the tests that the headers pass, without optimisation and with its
# code compiled once, for time, but for some tests, which have it in themselves; an installed
# library is found by pkg-config's file. TAP.
set -u
cd "$(dirname "$0")/.."
if [ "$CC" != gcc ]; then
    echo "ok 1 - the one-file header # SKIP tried once, with gcc: it holds the same lines"
    exit 0
fi
BUILD=$(cd "${BUILD:?}" && pwd)
dir=$BUILD/single n=0
stale=$BUILD/tree/usr/include/amp/amp/stale.h
install -D /dev/null "$stale"
make -s install DESTDIR="$BUILD/tree" PREFIX=/usr CC="$CC" || exit 1
tools/single "$dir/amp.h" || exit 1
for h in amp_*.h; do # what a program includes besides is in the one file
    echo '#include "amp.h"' > "$dir/$h"
done
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
for t in tests/test_*.c; do
    case $t in # the others of their kind are enough, for time
    */test_alloc_* | */test_algorithms_s[cot]* | */test_algorithms_large.c) continue ;;
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
        printf '#define AMP_IMPLEMENTATION\n#include "amp.h"\n' > "$BUILD/library.c"
        # shellcheck disable=SC2086
        $CC $flags -O0 -DAMP_EXTERN -c "$BUILD/library.c" -o "$library" || exit 1
    fi
    try "$t with the one-file header" sh -c \
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
int main(void)
{
    float x[4] = { 1, 2, 3, 4 }, y[4] = { 10, 20, 30, 40 };
    amp_array_view vx = amp_view(float, x, 4), vy = amp_view(float, y, 4);
    amp_status s = parallel_for_each(amp_extent(4), saxpy, 2.0f, vx, vy);
    if (s == AMP_OK) { s = amp_synchronize(vy); }
    if (s != AMP_OK) { fprintf(stderr, "%s\n", amp_last_error()); }
    return s != AMP_OK || y[0] != 12 || y[3] != 48;
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
installed 'the one-file header' '-DHEADER="single/amp.h"' -fopenmp
printf '#define AMP_IMPLEMENTATION\n#include "single/amp.h"\n' > "$BUILD/code.c"
installed 'the one-file header, parted' '-DHEADER="single/amp.h"' -DAMP_EXTERN code.c -fopenmp
for f in amp*.h $(find amp -name '*.h'); do
    cmp -s "$f" "$root/include/amp/$f" || echo "$f"
done > "$BUILD/missing"
try 'every header is installed' test ! -s "$BUILD/missing"
# The text of the library's and the program's device regions comes from the files.
if echo 'int main(void) { return 0; }' | $CC -x c - -lOpenCL -o "$BUILD/hello" 2> /dev/null; then
    export AMP_ACCELERATOR=opencl POCL_CACHE_DIR="$BUILD/pocl"
    installed 'OpenCL, <amp/amp.h>' '-DHEADER=<amp/amp.h>' -I"$root/include" -fopenmp -DAMP_OPENCL \
        -lOpenCL
    installed 'OpenCL, the one-file header' '-DHEADER="single/amp.h"' -fopenmp -DAMP_OPENCL -lOpenCL
else
    n=$((n + 1))
    echo "ok $n - OpenCL from an installed tree # SKIP -lOpenCL does not link"
fi
echo "1..$n"
