#!/bin/sh
# SPDX-License-Identifier: MIT
# run: cc=gcc parts=2 turn=part
# The layers: docs/layers.md against the includes and calls of all headers (tools/layers), and
# every header alone. Then a copy of the tree with each rule broken once, which must be found.
# With gcc only, for CI's time: an include that lacks is no compiler's to judge, and
# tests/check_headers.sh has the headers of a program alone with both. One day has each header alone
# with its code, the next day without (AMP_EXTERN); without PARTS this script has both.
. "${0%/*}/lib.sh"
copied() { echo amp amp*.h docs/layers.md tools/layers; }
try 'docs/layers.md holds: arrows and calls go down, no circle, each file in a layer' \
    tools/layers check

opencl=
echo '#include <CL/cl.h>' | $CC -x c -fsyntax-only - 2> /dev/null && opencl=yes
# What a program reads that links the code: any other header is code alone, and tried with it.
for flags in -DAMP_LENS -DAMP_VECTORS ${opencl:+-DAMP_OPENCL}; do
    for h in amp*.h; do
        $CC -std=c99 -fopenmp -DAMP_EXTERN "$flags" -x c -M "$h"
    done
done | tr -s ' \\' '\n\n' | sed 's,[^/]*/\.\./,,g' | LC_ALL=C sort -u > "$BUILD/linked"

# given HEADER: the flags by which it takes part in a build.
given() {
    case $1 in
    # What a file of the checker declares, a file above it may define: compilers warn.
    amp/check/* | amp/report/*) flags='-DAMP_CHECK' ;;
    amp/lens/*) flags='-DAMP_LENS -Werror' ;;
    amp_check.h) flags='-DAMP_CHECK -Werror' ;;
    amp/vectors/* | amp_vectors.h) flags='-DAMP_VECTORS -Werror' ;;
    amp/cl/* | amp_cl.h) flags="${opencl:+-DAMP_OPENCL} -Werror" ;;
    *) flags=-Werror ;;
    esac
}
case ${PARTS:-1},${PART:-0} in
1,*) forms='-UAMP_EXTERN -DAMP_EXTERN' ;;
*,0) forms=-UAMP_EXTERN ;;
*) forms=-DAMP_EXTERN ;;
esac
# alone HEADER: compiles by itself, in each of these forms.
alone() {
    given "$1"
    echo "#include \"$1\"" > "$BUILD/alone.c"
    for more in $forms; do
        case $1 in
        amp/cl/*) [ -n "$opencl" ] || return 0; more="$more -DAMP_IMPLEMENTATION" ;;
        amp_*) ;;
        *) grep -qx "$1" "$BUILD/linked" || more="$more -DAMP_IMPLEMENTATION" ;;
        esac
        # shellcheck disable=SC2086
        $CC -std=c99 -pedantic -Wall -Wextra -fopenmp -pthread -I. $flags $more \
            -fsyntax-only "$BUILD/alone.c" || return
    done
}
# A header in which another one stands first, behind comments and its guard alone, compiles that one
# alone, too: so one compiler does for a chain of them. Each line has the header, its chain behind
# it; a header that some other one of the same flags begins with has no line of its own.
for h in amp*.h $(find amp -name '*.h' | LC_ALL=C sort); do
    given "$h"
    echo "$h $flags"
done > "$BUILD/given"
awk '
    { flags[$1] = $0; sub(/^[^ ]* /, "", flags[$1]); header[NR] = $1 }
    function first(file,   line, comment, path) {
        while ((getline line < file) > 0) {
            if (line ~ /^\/\*/) comment = 1
            if (comment || line == "" || line ~ /^#(ifndef|define) AMP_[A-Z0-9_]*_H$/) {
                if (line ~ /\*\//) comment = 0
                continue
            }
            break
        }
        close(file)
        if (line !~ /^#include "/) return ""
        path = file
        sub(/[^\/]*$/, "", path)
        sub(/^#include "/, path, line)
        sub(/".*/, "", line)
        while (sub(/[^\/.]+\/\.\.\//, "", line)) {}
        return line
    }
    END {
        for (i = 1; i <= NR; i++) {
            next_one[header[i]] = first(header[i])
            if (flags[header[i]] == flags[next_one[header[i]]]) begun[next_one[header[i]]] = 1
        }
        for (i = 1; i <= NR; i++) {
            if (header[i] in begun) continue
            line = header[i]
            for (h = next_one[line]; flags[h] == flags[header[i]]; h = next_one[h])
                line = line " " h
            print line
        }
    }' "$BUILD/given" > "$BUILD/chains"
tr ' ' '\n' < "$BUILD/chains" | LC_ALL=C sort -u > "$BUILD/reached"
sed 's/ .*//' "$BUILD/given" | LC_ALL=C sort > "$BUILD/headers"
try 'each header is in a chain' cmp "$BUILD/headers" "$BUILD/reached"
while read -r h chain; do
    try "$h compiles alone${chain:+, and so: $chain}" alone "$h"
done < "$BUILD/chains"
begins=$(sed -n '/ amp\/core\/backend\.h/s/ .*//p' "$BUILD/chains" | head -n 1)
broken "a header that does not compile alone, by $begins, which begins with it" error: \
    amp/core/backend.h 's/^#include "type.h"$//' alone "$begins"

# Each row: what tools/layers says of a change, a pattern, and the change: all of them in one copy.
copy=$BUILD/copy
rm -rf "$copy" && mkdir "$copy" && : > "$BUILD/patterns"
# shellcheck disable=SC2046
cp -r --parents $(copied) "$copy"
changed() { # NAME PATTERN COMMAND...
    printf '%s\n' "$1" "$2" >> "$BUILD/patterns"
    local name="$1"
    shift 2
    (cd "$copy" && eval "$(printf '%s\n' "$@")") || tell 1 "the tree can be changed: $name"
}
rows changed <<'T'
an arrow upwards
    amp/base/config.h:.*an arrow upwards: amp/core/launch.h
    sed -i '/^#include <limits/i #include "../core/launch.h"' amp/base/config.h
a circle, which that arrow makes
    a circle: .*amp/core/launch.h.*amp/base/config.h
    true
a circle of folders
    a circle of folders: .*amp/base >
    echo '/* amp/base/above.h: above. */' > amp/base/above.h
    echo '#include "../core/type.h"' >> amp/base/above.h
    sed -i 's,^| .amp\.h. ,| `amp/base/above.h` | above |\n&,' docs/layers.md
a call upwards
    amp/base/fork.h:.*: a call upwards: amp__fiber_tile, which amp/base/trace.h calls and
    sed -i 's@^#endif /. AMP_BASE_FORK_H@void amp__fiber_tile(void *t,\n    void *p);\n&@' \
    amp/base/fork.h
    sed -i 's@^#endif /. AMP_BASE_TRACE_H@#define AMP__UP amp__fiber_tile(NULL, NULL)\n&@' \
    amp/base/trace.h
a file in no layer
    amp/stray.h: is in no layer
    cp amp/base/config.h amp/stray.h
a listed file that is not there
    docs/layers.md: amp/language/math.h is not there
    rm amp/language/math.h
an include that is not there
    includes amp/base/none.h, which is not there
    sed -i '/^#include "settings/a #include "none.h"' amp/base/status.h
a guard undone
    amp/base/status.h:.*undefines the guard of amp/core/launch.h
    sed -i '/^#include "settings/a #undef AMP_CORE_LAUNCH_H' amp/base/status.h
a job that the file says otherwise
    amp/base/memory.h: its job is not as
    sed -i 's,^amp/base/memory.h: ,&not ,' amp/base/memory.h
a file listed twice
    amp/language/math.h is listed twice
    sed -i '/language.math.h/p' docs/layers.md
T
! capture "$copy/tools/layers" check
tell $? 'such changes are refused'
while IFS= read -r name && IFS= read -r pattern; do
    says "~$pattern"
    tell $? "found: $name"
done < "$BUILD/patterns"
finish
