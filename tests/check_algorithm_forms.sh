#!/bin/sh
# SPDX-License-Identifier: MIT
# The tests of the algorithms once more with the kernels for a GPU, in the
# engines and where memory is apart. Few tiles, so that with the greater lengths
# each works through many blocks. For time with -O1, and with clang in two of the four places and
# without optimisation; on threads, 256 OS threads a tile, under ALL=1 alone, and with few lengths:
# algorithms.h. TAP.
set -u
cd "$(dirname "$0")/.."
n=0
export AMP_ALGORITHM_FORM=gpu
places="emu:loops emu:fibers ${ALL:+emu:threads }emu:separate:loops"
optimised=-O1
case ${CC:?} in *clang*) places='emu:fibers emu:separate:loops' optimised=-O0 ;; esac
for t in scan sort stl; do
    exe=${BUILD:?}/$t
    # shellcheck disable=SC2086
    if ! $CC $FLAGS $optimised -DAMP__TILES=16 "tests/test_algorithms_$t.c" -o "$exe" -lm \
         2> "$BUILD/log"; then
        sed 's/^/# /' "$BUILD/log"
        n=$((n + 1))
        echo "not ok $n - test_algorithms_$t.c does not build"
        continue
    fi
    for where in $places; do
        n=$((n + 1))
        if AMP_ACCELERATOR=${where%:*} AMP_ENGINE=${where##*:} "$exe" > "$BUILD/log" 2>&1; then
            echo "ok $n - test_algorithms_$t.c on $where"
        else
            grep -B 3 '^not ok' "$BUILD/log" | sed 's/^/# /'
            echo "not ok $n - test_algorithms_$t.c on $where"
        fi
    done
done
echo "1..$n"
