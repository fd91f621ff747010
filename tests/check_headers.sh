#!/bin/sh
# SPDX-License-Identifier: MIT
# run: turn=compiler,3/4
# Each header alone, twice, behind the system's, with OpenMP and without, under every warning and
# level of optimisation, in two files of one program; the names it leaves behind. In C++:
# tests/check_cxx.sh.
. "${0%/*}/lib.sh"
warn_kernel='-pedantic -Wall -Wextra -Wshadow -Wconversion -Wstrict-prototypes -Werror'
warn="$warn_kernel -Wcast-qual -Wundef -Wmissing-prototypes -Wpointer-arith -Wvla"
kernels=$programs/headers_kernels.c

# silent NAME COMMAND...: a test, passed where the command succeeds and prints nothing.
silent() {
    local name="$1"
    shift
    capture "$@" && [ ! -s "$BUILD/out" ] && [ ! -s "$BUILD/err" ]
    tell $? "$name"
}

# ---- each header --------------------------------------------------------------------------------

# Code is made below; what the rest could find, the parser finds. amp_emu.h and amp_cl.h are amp.h,
# and with amp_algorithms.h amp_algorithms_more.h begins: they need no turn of their own.
lines_of() { # HEADER: what stands in it besides comments and its guard
    awk '/^\/\*/ { c = 1 } !c && NF && !/^#(ifndef|define|endif)/ { print } /\*\// { c = 0 }' "$1"
}
for h in amp_emu.h amp_cl.h; do
    [ "$(lines_of $h)" = '#include "amp.h"' ]
    tell $? "$h is amp.h"
done
[ "$(lines_of amp_algorithms_more.h | head -n 1)" = '#include "amp_algorithms.h"' ]
tell $? 'amp_algorithms_more.h begins with amp_algorithms.h'
for h in amp*.h; do
    case $h in amp_emu.h | amp_cl.h | amp_algorithms.h) continue ;; esac
    # shellcheck disable=SC2086
    {
        silent "$h alone, C99, with OpenMP" $CC -std=c99 $warn -fopenmp -pthread -I. \
            "-DHEADER=\"$h\"" -fsyntax-only $kernels
        silent "$h twice, behind stdio.h, C11, without OpenMP" $CC -std=gnu11 $warn -pthread -I. \
            "-DHEADER=\"$h\"" -DTWICE -fsyntax-only $kernels
    }
done

# A kernel that nobody calls is not compiled, though gcc -O0 keeps what is static.
echo '#include "amp_algorithms.h"' > "$BUILD/unused.c"
# shellcheck disable=SC2086
object unused -std=c99 $warn -O0 -fopenmp -pthread -I. "$BUILD/unused.c" &&
    nm "$BUILD/unused.o" > "$BUILD/out" &&
    says '!~amp__[a-z_]*__\(launch\|base\|avx2\|thread\|body\)$'
tell $? 'amp_algorithms.h alone leaves no kernel, -O0'

# Without AMP_CHECK no word of the checker is compiled: it can change nothing.
printf '#include "amp.h"\n#include "amp_algorithms.h"\n' > "$BUILD/both.c"
checker='amp__check_shared\|amp_check\.h\|check/state\.h'
capture "$CC" -std=c99 -fopenmp -I. -E "$BUILD/both.c" && says "!~$checker"
tell $? 'nothing of the checker without AMP_CHECK'
capture "$CC" -std=c99 -fopenmp -I. -E -DAMP_CHECK "$BUILD/both.c" && says "~$checker"
tell $? 'it is there with AMP_CHECK'

# ---- kernels and the library's code -------------------------------------------------------------

# Kernels under all warnings that the design asks for, at each level.
for flags in '-O0 -fopenmp' -O2 '-O3 -march=native -fopenmp' -Os; do
    # shellcheck disable=SC2086
    silent "kernels, $flags" $CC -std=c99 $warn_kernel $flags -pthread -I. '-DHEADER="amp.h"' \
        -c $kernels -o "$BUILD/kernels.o"
done
for flags in '-O0 -fno-pie -no-pie' '-O1 -flto=auto -fPIE -pie'; do
    # shellcheck disable=SC2086
    program ab -std=c99 $warn_kernel $flags -fopenmp -pthread -I. $programs/headers_a.c \
        $programs/headers_b.c && run ab
    tell $? "two files, $flags"
done

# ---- names --------------------------------------------------------------------------------------

# What the object file offers to and takes from others: amp_ and weak amp__ names, the user's own
# function, and nothing else of ours.
foreign() { # prints foreign global names
    nm --defined-only --extern-only "$1" | awk '{print $NF}' | grep -v '^amp__*[a-z]\|^run$'
    [ -s "$1" ]
}
silent 'no foreign names of a header alone' foreign "$BUILD/unused.o"
silent 'no foreign names of a file with kernels' foreign "$BUILD/kernels.o"
strong() { # prints names of ours that are neither weak nor undefined, nor numbers (A)
    nm --defined-only --extern-only "$BUILD/kernels.o" | awk '$2 ~ /^[B-TX-Z]$/' | grep ' amp'
    [ -s "$BUILD/kernels.o" ]
}
silent 'shared state is weak' strong

# Macros: only AMP_, AMP__, amp_ and amp__ are defined, and no keyword is.
macros() {
    printf '#include "amp.h"\n' > "$BUILD/m.c"
    # stdarg.h first, as in amp.h: behind it stdio.h leaves a macro of its own.
    for inc in stdarg.h $(sed -n 's/^ *# *include <\(.*\)>.*/\1/p' amp*.h \
        $(find amp -name '*.h') | grep -v -i 'cl/\|opencl\|no_file'); do
        printf '#include <%s>\n' "$inc"
    done > "$BUILD/libc.c"
    $CC -std=c99 -fopenmp -I. -dM -E "$BUILD/m.c" | sort > "$BUILD/m"
    $CC -std=c99 -fopenmp -dM -E "$BUILD/libc.c" | sort > "$BUILD/l"
    comm -23 "$BUILD/m" "$BUILD/l" | awk '{print $2}' | grep -v '^AMP_\|^amp_'
    [ -s "$BUILD/m" ]
}
silent 'no foreign macros' macros
finish
