#!/bin/sh
# SPDX-License-Identifier: MIT
# run: cc=gcc
# No public name of 0.1 (tests/names-0.1.txt) is gone without a line in CHANGELOG.md's upgrade
# notes; and a name that is gone would be found.
. "${0%/*}/lib.sh"
export CC LC_ALL=C

# The names of 0.1 that are not in $BUILD/names, what tools/names says of a tree, and that its
# upgrade notes do not name.
gone() {
    sed -n '/^## 0\.1\.0/q; /^### Upgrade notes/,/^###* [^U]/p' "$1/CHANGELOG.md" |
        grep -oE '\b(AMP|amp)_[A-Za-z0-9_]+|`[a-z_]+`' | tr -d '`' | sort -u > "$BUILD/noted"
    comm -23 tests/names-0.1.txt "$BUILD/names" | while read -r name; do
        grep -qxF "${name#$}" "$BUILD/noted" || echo "gone without an upgrade note: $name"
    done
}
no_line() {
    tools/names > "$BUILD/names" && gone . > "$BUILD/gone" && cat "$BUILD/gone" &&
        [ ! -s "$BUILD/gone" ]
}
if echo '#include <CL/cl.h>' | $CC -E -x c - > /dev/null 2>&1; then
    try 'no public name of 0.1 is gone without a line' no_line
    # One name of each kind taken away: a function, a type, a value, macros, a variable.
    tree=$BUILD/tree
    mkdir -p "$tree" && cp -r amp amp*.h CHANGELOG.md tools "$tree" || exit 1
    names='amp_live_views amp_array_view AMP_ENGINE_THREADS AMP_TILED_KERNEL thread_private'
    for name in $names; do
        grep -rlw "$name" "$tree/amp" "$tree"/amp*.h |
            xargs sed -i "s/\b$name\b/amp__was_${name#amp_}/g"
    done
    sed -i 's/XX(EMULATOR, STACK,/XX(EMULATOR, FIBER_STACK,/' "$tree/amp/base/settings.h"
    "$tree/tools/names" > "$BUILD/names" || exit 1
    gone "$tree" > "$BUILD/found"
    for name in $names '$AMP_STACK'; do
        try "found: $name is gone" grep -qxF "gone without an upgrade note: $name" "$BUILD/found"
    done
    try 'found: those and no other' test "$(wc -l < "$BUILD/found")" -eq 6
    sed -i '/^### Upgrade notes/a - `thread_private` is `other`, `AMP_STACK` is gone.' \
        "$tree/CHANGELOG.md"
    gone "$tree" > "$BUILD/found"
    try 'a line in the upgrade notes is enough' test "$(wc -l < "$BUILD/found")" -eq 4
else
    skip 'the names of 0.1' 'there is no CL/cl.h, which tools/names reads'
fi
finish
