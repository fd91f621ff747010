#!/bin/sh
# SPDX-License-Identifier: MIT
# The one-file header passes the tests that the headers pass; an installed
# library is found by pkg-config's file. TAP.
set -u
cd "$(dirname "$0")/.."
if [ "$CC" != gcc ]; then
    echo "ok 1 - the one-file header # SKIP tried once, with gcc: it holds the same lines"
    exit 0
fi
dir=${BUILD:?}/single n=0
make -s install DESTDIR="$BUILD/root" PREFIX=/usr CC="$CC" || exit 1
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
for t in tests/test_*.c; do
    case $(sed -n 's,^/\* run:\(.*\)\*/.*,\1 ,p' "$t") in
    *needs=*|*flags=*) continue ;; # need more than a compiler
    esac
    case "$FLAGS" in *-I.*) ;; *) echo "Bail out! FLAGS has no -I."; exit 1 ;; esac
    flags=$(echo " $FLAGS " | sed "s, -I\. , -I$dir ,")
    try "$t with the one-file header" sh -c \
        "$CC $flags $CFLAGS $t -o $BUILD/single_test -lm && $BUILD/single_test"
done
cat > "$BUILD/hello.c" <<'C'
#include <amp.h>
int main(void) { return amp_extent_size(amp_extent(2, 3)) != 6; }
C
pc=$BUILD/root/usr/share/pkgconfig/amp.pc
try "amp.pc names the include folder" grep -q '^Cflags: -I${includedir}' "$pc"
try "a program with the installed headers" sh -c \
    "$CC -std=c99 -Wall -Wextra -Werror -fopenmp -I$BUILD/root/usr/include/amp \
     $BUILD/hello.c -o $BUILD/hello -lm && $BUILD/hello"
echo "1..$n"
