#!/bin/sh
# SPDX-License-Identifier: MIT
# The tests of the host API once more where the default accelerator has memory
# of its own, in the engines, and by their names where that is another default. With clang
# without optimisation and on one engine, for time. TAP.
set -u
cd "$(dirname "$0")/.."
case ${CC:?} in *clang*) CFLAGS='-O0 -g' ENGINES=loops ;; esac
n=0
for t in storage views_api copy arrays accelerators async alloc_failure extent math; do
    exe=${BUILD:?}/$t
    if ! $CC $FLAGS $CFLAGS "tests/test_$t.c" -o "$exe" -lm 2> "$BUILD/log"; then
        sed 's/^/# /' "$BUILD/log"
        n=$((n + 1))
        echo "not ok $n - test_$t.c does not build"
        continue
    fi
    for engine in ${ENGINES:-loops fibers threads}; do
        n=$((n + 1))
        if AMP_ACCELERATOR=emu:separate AMP_ENGINE=$engine "$exe" > "$BUILD/log" 2>&1; then
            echo "ok $n - test_$t.c on emu:separate, $engine"
        else
            grep -B 3 '^not ok' "$BUILD/log" | sed 's/^/# /'
            echo "not ok $n - test_$t.c on emu:separate, $engine"
        fi
    done
done
# The same as a device whose calls return early: done only when waited for.
for t in storage views_api copy arrays async alloc_failure; do
    n=$((n + 1))
    exe=${BUILD:?}/$t
    if $CC $FLAGS $CFLAGS -DAMP_EMU_DEFERRED "tests/test_$t.c" -o "$exe" -lm > "$BUILD/log" 2>&1 &&
        AMP_ACCELERATOR=emu:separate "$exe" > "$BUILD/log" 2>&1; then
        echo "ok $n - test_$t.c on a deferred device"
    else
        grep -B 3 '^not ok' "$BUILD/log" | sed 's/^/# /'
        echo "not ok $n - test_$t.c on a deferred device"
    fi
done
echo "1..$n"
