#!/bin/sh
# SPDX-License-Identifier: MIT
# run: cc=gcc
# The layers: docs/layers.md against the includes and calls of all headers (tools/layers), and
# every header alone. Then a copy of the tree with each rule broken once, which must
# be found. With gcc only, for CI's time: an include that lacks is no compiler's to judge, and
# tests/check_headers.sh has the headers of a program alone with both.
. "${0%/*}/lib.sh"
copied() { echo amp amp*.h docs/layers.md tools/layers; }
try 'docs/layers.md holds: arrows and calls go down, no circle, each file in a layer' \
    tools/layers check

# alone HEADER: compiles by itself, with its code and (AMP_EXTERN) without. What takes
# part only in some builds is tried in those.
opencl=
echo '#include <CL/cl.h>' | $CC -x c -fsyntax-only - 2> /dev/null && opencl=yes
alone() {
    flags='' strict=-Werror
    case $1 in
    # What a file of the checker declares, a file above it may define: compilers warn.
    amp/check/* | amp/report/*) flags='-DAMP_CHECK' strict='' ;;
    amp/lens/*) flags='-DAMP_LENS' strict='' ;;
    amp_check.h) flags=-DAMP_CHECK ;;
    amp_lens.h) flags=-DAMP_LENS ;;
    amp/vectors/* | amp_vectors.h) flags=-DAMP_VECTORS ;;
    amp/cl/* | amp_cl.h) flags=${opencl:+-DAMP_OPENCL} ;;
    esac
    echo "#include \"$1\"" > "$BUILD/alone.c"
    for more in '' -DAMP_EXTERN; do
        # shellcheck disable=SC2086
        $CC -std=c99 -pedantic -Wall -Wextra $strict -fopenmp -pthread -I. $flags $more \
            -fsyntax-only "$BUILD/alone.c" || return
    done
}
for h in amp*.h $(find amp -name '*.h'); do
    try "$h compiles alone" alone "$h"
done
broken 'a header that does not compile alone' error: amp/core/backend.h \
    's/^#include "type.h"$//' alone amp/core/backend.h

# Each row: the change, and what tools/layers says then, a pattern.
found() { # NAME PATTERN COMMAND...
    local name="$1" pattern="$2"
    shift 2
    broken "$name" "~$pattern" - "$(printf '%s\n' "$@")" tools/layers check
}
rows found <<'T'
an arrow upwards
    amp/base/config.h:.*an arrow upwards: amp/core/launch.h
    sed -i '/^#include <limits/i #include "../core/launch.h"' amp/base/config.h
a circle
    a circle: .*amp/base/status.h
    sed -i '/^#include "settings/a #include "../core/type.h"' amp/base/status.h
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
finish
