#!/bin/sh
# SPDX-License-Identifier: MIT
# run: cc=gcc
# The tests of the host API once more where the default accelerator has memory of its own, in the
# engines, and by their names where that is another default. For CI's time without optimisation,
# which tests/suite.py compiles the same files with, the library's code compiled once, and with
# gcc only: where the data is does not depend on the compiler, and tests/covering.txt has that
# accelerator with clang. TAP.
set -u
cd "$(dirname "$0")/.."
CFLAGS='-O0 -g'
n=0
# build TEST FLAGS: $exe, with the library's code of those flags.
build() {
    exe=${BUILD:?}/$1 library=$BUILD/library$2.o code="-DAMP_EXTERN $2"
    case $1 in storage | alloc_failure) library='' code=$2 ;; esac # they use what is internal
    # shellcheck disable=SC2086
    { [ -f "$BUILD/library$2.o" ] ||
        $CC $FLAGS $CFLAGS $2 -c tools/libamp.c -o "$BUILD/library$2.o"; } > "$BUILD/log" 2>&1 &&
        $CC $FLAGS $CFLAGS $code "tests/test_$1.c" $library -o "$exe" -lm > "$BUILD/log" 2>&1
}
for t in storage views_api copy arrays accelerators async alloc_failure extent math; do
    if ! build $t ''; then
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
    if build $t -DAMP_EMU_DEFERRED && AMP_ACCELERATOR=emu:separate "$exe" > "$BUILD/log" 2>&1; then
        echo "ok $n - test_$t.c on a deferred device"
    else
        grep -B 3 '^not ok' "$BUILD/log" | sed 's/^/# /'
        echo "not ok $n - test_$t.c on a deferred device"
    fi
done
echo "1..$n"
