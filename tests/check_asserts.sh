#!/bin/sh
# SPDX-License-Identifier: MIT
# The internal asserts: what a comment demands of a caller ends the program, with the
# line, in a build with AMP_ASSERTS, and costs nothing in any other. TAP.
set -u
: "${CC:=cc}" "${BUILD:=build}" "${FLAGS:=$(make -s flags)}"
FLAGS=$(echo " $FLAGS " | sed 's/ -DAMP_ASSERTS / /')
n=0
cat > "$BUILD/broken.c" <<'M'
#include "amp.h"
int main(int argc, char **argv)
{
    static float f[64];
    const amp_array_view v = amp_view(float, f, 64);
    amp__spans spans;
    amp__queue *q = NULL;
    const char *what = argc > 1 ? argv[1] : "";
    memset(&spans, 0, sizeof(spans));
    if (strcmp(what, "coherence") == 0) {
        (void)amp__host_get(v.record);
    } else if (strcmp(what, "registry") == 0) {
        amp__registry_drop(v.record);
    } else if (strcmp(what, "queue") == 0) {
        if (amp__queue_default(amp__host_device(), &q) != AMP_OK) { return 2; }
        amp__queue_failed(q, 1, 1, AMP_RUNTIME_ERROR);
    } else if (strcmp(what, "issued") == 0) {
        if (amp__queue_default(amp__host_device(), &q) != AMP_OK) { return 2; }
        amp__take(&amp__lock.coherence);
        amp__note_use(v.record, q, 1000, 1);
    } else if (strcmp(what, "spans") == 0) {
        (void)amp__spans_append(&spans, 8, 16);
        (void)amp__spans_append(&spans, 0, 4);
    } else if (strcmp(what, "twice") == 0) {
        amp__take(&amp__lock.devices);
        amp__take(&amp__lock.devices);
    }
    return 0;
}
M
broken() { # NAME WORD: the program ends by the assert whose condition holds the word
    n=$((n + 1))
    # In parentheses: the shell says by itself that a program was aborted.
    out=$( ("$BUILD/broken" "$1") 2>&1); rc=$?
    if [ $rc -ne 0 ] && echo "$out" | grep -q "^amp: internal error: .*\.h:[0-9]*: not true: .*$2"
    then echo "ok $n - broken: $1"
    else echo "# exit status $rc: $out"; echo "not ok $n - broken: $1"; fi
}
# shellcheck disable=SC2086
if $CC $FLAGS -Wno-unused-function -O1 -DAMP_ASSERTS "$BUILD/broken.c" -o "$BUILD/broken" -lm \
    2> "$BUILD/log"; then
    broken coherence lock.coherence
    broken registry lock.registry
    broken queue 'q->lock'
    broken issued issued
    broken spans 'low <= low'
    broken twice 'holds(lock)'
    n=$((n + 1))
    "$BUILD/broken" && echo "ok $n - nothing is broken" || echo "not ok $n - nothing is broken"
else
    sed 's/^/# /' "$BUILD/log"
    n=$((n + 1)); echo "not ok $n - it builds with AMP_ASSERTS"
fi
n=$((n + 1))
cat > "$BUILD/plain.c" <<'M'
#include "amp.h"
int main(void) { static float f[4]; return (int)amp_synchronize(amp_view(float, f, 4)); }
M
name='no assert in a build without AMP_ASSERTS'
# shellcheck disable=SC2086
if $CC $FLAGS -O0 -c "$BUILD/plain.c" -o "$BUILD/plain.o" &&
    ! nm "$BUILD/plain.o" | grep -q 'assert\|locks_held'; then echo "ok $n - $name"
else echo "not ok $n - $name"; fi
echo "1..$n"
