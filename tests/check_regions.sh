#!/bin/sh
# SPDX-License-Identifier: MIT
# run: ci=gcc turn=3/4
# What the text of device regions says against phases and OpenCL C 1.2: tools/amp_regions and
# a check build name each line that is marked in tests/regions/refused.c, and nothing in
# accepted.c; clang's OpenCL front end, where it is installed, is of the same opinion; and of
# the kernels of tests, examples and bench only those that are not meant for OpenCL are named.
# `check_regions.sh tree` prints what is found in the tree (tests/lint).
. "${0%/*}/lib.sh"
. tests/check_kernels/flags.sh
# What is left out is right and meant: recursion in a test of stacks, launches from within a
# kernel, a variable carried over to show that such a kernel runs on fibers; among the labelled
# kernels and the programs, which are the checker's, some that OpenCL would refuse.
tree() {
    files=$(grep -l AMP_DEVICE_BEGIN -r tests examples bench --include='*.c' |
        grep -v '^tests/\(vectors\|random_kernels\|regions\|mistakes\)/')
    # Those of MPI by their text alone: there may be no mpi.h.
    compiled=$(echo "$files" | grep -v '^examples/mpi_')
    # shellcheck disable=SC2086
    "$BUILD/amp_regions" $compiled -I. -Itests -Iexamples -Ibench -Itests/check_kernels \
        > "$BUILD/tree" 2>&1
    # As a check build reads them, without the compiler; headers, too.
    headers=$(grep -l AMP_DEVICE_BEGIN -r tests examples bench amp --include='*.h')
    # shellcheck disable=SC2086
    "$BUILD/amp_regions" -r -DAMP_SHORT_NAMES $files $headers >> "$BUILD/tree" 2>&1
    sed -n '/^ /!p' "$BUILD/tree" | sort -u |
        grep -v -e '^tests/test_stack\.c:[0-9]*: not-opencl: helper dive:' \
            -e '^tests/test_engines\.c:[0-9]*: not-opencl: helper launch_here:' \
            -e '^tests/test_engines\.c:[0-9]*: not-opencl: kernel launches_[a-z]*:' \
            -e '^tests/test_vectors\.c:[0-9]*: phase-variable: kernel carries_over:' \
            -e '^tests/test_tile_static\.c:[0-9]*: not-opencl: kernel size_of_\(all\|own\):' \
            -e '^tests/programs/\(report\|valgrind\|asan\)_[a-z]*\.c:[0-9]*: not-opencl:' \
            -e '^tests/programs/\(vectors\|debugger\)_[a-z]*\.c:[0-9]*: not-opencl:' \
            -e '^tests/programs/user/amp_named\.c:[0-9]*: not-opencl: a device region includes' \
            -e '^tests/\(check_kernels\|labelled\)/[a-z_]*\.c:[0-9]*: not-opencl:'
}
# marked FILE ALONE: "LINE RULE NAME" for each mark; without those that clang lets pass, if
# ALONE is empty.
marked() {
    awk -v alone="$2" '
        match($0, /\/\* (carried|refused)( alone)?: [a-z_A-Z ]*\*\//) {
            n = split(substr($0, RSTART + 3, RLENGTH - 6), word, /[ :]+/)
            for (i = 2; i <= n; i++)
                if (word[i] != "alone" && word[i] != "" && (alone != "" || word[2] != "alone"))
                    print FNR, word[1] == "carried" ? "phase-variable" : "not-opencl", word[i]
        }' "$1" | sort
}

marked tests/regions/refused.c all > "$BUILD/marks"

# ---- the tool ---------------------------------------------------------------------------------

if ! program amp_regions -std=c99 -O0 -Wall -Wextra -pedantic -I. tools/amp_regions.c -pthread; then
    [ "${1:-}" = tree ] && cat "$BUILD/err"
    tell 1 "the tool builds"
    finish
fi
if "$BUILD/amp_regions" tests/tap.h 2>&1 | grep -q 'a system that it does not know'; then
    [ "${1:-}" = tree ] && exit
    skip "the text of regions" "not on this system"
    finish
fi
if [ "${1:-}" = tree ]; then
    tree
    exit
fi

"$BUILD/amp_regions" tests/regions/refused.c -I. > "$BUILD/refused" 2>&1
[ $? -eq 1 ]
tell $? "refused.c: exit status 1" "$BUILD/refused"
# Of a line, what is named need not be its first word: the marks hold one of the words.
awk -F: '
    NR == FNR { split($0, m, " "); want[m[1] " " m[2] " " m[3]] = 1; next }
    /^tests/ {
        n = split($0, word, /[^a-zA-Z_0-9]+/)
        hit = 0
        for (w in want) {
            split(w, m, " ")
            if (m[1] == $2 && $3 == " " m[2])
                for (i = 1; i <= n; i++) if (word[i] == m[3]) { hit = 1; met[w] = 1 }
        }
        if (!hit) print "not marked: " $0
    }
    END { for (w in want) if (!(w in met)) print "not found: " w }' "$BUILD/marks" \
    "$BUILD/refused" > "$BUILD/differs"
many=$(wc -l < "$BUILD/marks")
! [ -s "$BUILD/differs" ]
tell $? "refused.c: $many marks, each is named, and nothing else" "$BUILD/differs"
[ "$(grep -c '^    mend: ' "$BUILD/refused")" -eq "$(grep -c '^tests' "$BUILD/refused")" ]
tell $? "refused.c: a remedy for each"
rows <<T
accepted.c: nothing, exit status 0
    amp_regions tests/regions/accepted.c -I.
    !~.
a file that is not there: exit status 2, and it is named
    2 amp_regions $BUILD/none.c
    none.c
no file: exit status 2, and how it is used
    2 amp_regions
    usage
T
printf '#include "amp.h"\nAMP_DEVICE_BEGIN\n#include "x.h"\nAMP_DEVICE_END\n' > "$BUILD/include.c"
: > "$BUILD/x.h"
expect "a region that includes a header" 1 "amp_regions $BUILD/include.c -I." \
    'include.c:3: not-opencl: a device region includes a header'

# ---- a check build: the same lines, from the text as it is written -------------------------

regions_library
for file in refused accepted; do
    # shellcheck disable=SC2086
    program $file -std=c99 -O1 -w $watched tests/regions/$file.c "$BUILD/regions.o"
    tell $? "$file.c builds for the checker"
done
run AMP_CHECK_OPTIONS=report="$BUILD/refused.json" refused copied
sed -n 's/^ *{"rule": "\([a-z-]*\)".*"array": "\([^"]*\)".*"line": \([0-9]*\), .*/\3 \1 \2/p' \
    "$BUILD/refused.json" | sed 's/ "other.*//' | sort > "$BUILD/found"
sort "$BUILD/marks" | diff - "$BUILD/found" > "$BUILD/differs"
tell $? "a check build finds the marked lines, and no other" "$BUILD/differs"
rows <<T
what OpenCL refuses is a note: the launch of another kernel is right
    refused copied
    ~^status 0
    ~^amp check: not-opencl (note) in kernel tile_size: t\$
    ~^amp check: not-opencl (note) in helper even: even\$
    ~^amp check: phase-variable in kernel next_phase: own\$
the launch of a kernel that carries a variable over is a fault
    - refused next_phase
    ~^status 8
a check build says nothing of accepted.c
    accepted
    !~.
T
expect "run from another folder, the source is found where it was compiled" - \
    "env -C / $BUILD/refused next_phase" '~^amp check: phase-variable'

# ---- a second opinion ------------------------------------------------------------------------
second="clang -x cl -cl-std=CL1.2 -target spir64-unknown-unknown -D__OPENCL_VERSION__=120
    -fsyntax-only -Xclang -finclude-default-header -ferror-limit=0 -w"
echo 'kernel void k(global int *x) { x[0] = 1; }' > "$BUILD/k.cl"
# shellcheck disable=SC2086
if ! capture $second "$BUILD/k.cl" ||
    ! program text -std=c99 -w -pthread -I. $programs/regions_text.c -lOpenCL; then
    skip "clang's OpenCL front end" "it, or OpenCL's headers, are not installed"
else
    for file in refused accepted; do
        # shellcheck disable=SC2046
        "$BUILD/text" tests/regions/$file.c \
            $(grep -n '^AMP_DEVICE_BEGIN' tests/regions/$file.c | cut -d: -f1) > "$BUILD/$file.cl"
    done
    $second "$BUILD/refused.cl" 2>&1 |
        sed -n 's,^tests/regions/refused.c:\([0-9]*\):.*error.*,\1,p' | sort -u > "$BUILD/second"
    marked tests/regions/refused.c '' | sed -n 's/ not-opencl .*//p' | sort -u > "$BUILD/first"
    comm -23 "$BUILD/first" "$BUILD/second" > "$BUILD/differs"
    ! [ -s "$BUILD/differs" ]
    tell $? "clang's OpenCL front end refuses each of these lines, too" "$BUILD/differs"
    # shellcheck disable=SC2086
    try "and takes accepted.c" $second -DGIVEN=3 -DCHOSEN "$BUILD/accepted.cl"
fi

tree > "$BUILD/alarms"
! [ -s "$BUILD/alarms" ] && ! grep -q '^amp_regions: ' "$BUILD/tree"
tell $? "no false alarm in tests, examples and bench" "$BUILD/alarms"
finish
