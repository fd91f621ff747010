#!/bin/sh
# SPDX-License-Identifier: MIT
# run: ci=gcc
# What the text of device regions says against phases and OpenCL C 1.2: tools/amp_regions and
# a check build name each line that is marked in tests/regions/refused.c, and nothing in
# accepted.c; clang's OpenCL front end, where it is installed, is of the same opinion; and of
# the kernels of tests, examples and bench only those that are not meant for OpenCL are named.
# TAP. Run by tests/suite.py with CC and BUILD; `check_regions.sh tree` prints what is found in the
# tree (tests/lint).
set -u
cd "$(dirname "$0")/.." || exit 1
: "${CC:=gcc}" "${BUILD:=build/regions}"
mkdir -p "$BUILD"
unset AMP_ENGINE AMP_ORDER AMP_CHECK_REPORT AMP_CHECK_OPTIONS
export CC
count=0
tell() { # exit status of what was tested, text, a file to show otherwise
    count=$((count + 1))
    if [ "$1" -eq 0 ]; then
        echo "ok $count - $2"
    else
        [ -n "${3:-}" ] && head -40 "$3" | sed 's/^/# /'
        echo "not ok $count - $2"
    fi
}
# What is left out is right and meant: recursion in a test of stacks, launches from within a
# kernel, a variable carried over to show that such a kernel runs on fibers; among the labelled
# kernels and the programs, which are the checker's, some that OpenCL would refuse.
tree() {
    files=$(grep -l AMP_DEVICE_BEGIN -r tests examples bench --include='*.c' |
        grep -v '^tests/\(vectors\|random_kernels\|regions\|mistakes\)/')
    # shellcheck disable=SC2086
    "$BUILD/amp_regions" $files -I. -Itests -Iexamples -Ibench -Itests/check_kernels \
        > "$BUILD/tree" 2>&1
    # The same as a check build reads them, without the compiler; headers, too.
    headers=$(grep -l AMP_DEVICE_BEGIN -r tests examples bench amp --include='*.h')
    # shellcheck disable=SC2086
    "$BUILD/amp_regions" -r -DAMP_SHORT_NAMES $files $headers >> "$BUILD/tree" 2>&1
    sed -n '/^ /!p' "$BUILD/tree" | sort -u |
        grep -v -e '^tests/test_stack\.c:[0-9]*: not-opencl: helper dive:' \
            -e '^tests/test_engines\.c:[0-9]*: not-opencl: helper launch_here:' \
            -e '^tests/test_engines\.c:[0-9]*: not-opencl: kernel launches_[a-z]*:' \
            -e '^tests/test_vectors\.c:[0-9]*: phase-variable: kernel carries_over:' \
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

# ---- the tool: what the compiler preprocesses is the same with each --------------------------
if [ "${1:-}" = tree ] || [ "${CC#*clang}" = "$CC" ]; then
# shellcheck disable=SC2086
if ! $CC -std=c99 -O0 -Wall -Wextra -pedantic -I. tools/amp_regions.c -o "$BUILD/amp_regions" \
    -lm -pthread > "$BUILD/log" 2>&1; then
    [ "${1:-}" = tree ] && cat "$BUILD/log"
    tell 1 "the tool builds" "$BUILD/log"
    exit 1
fi
if "$BUILD/amp_regions" tests/tap.h 2>&1 | grep -q 'a system that it does not know'; then
    [ "${1:-}" = tree ] || echo "ok 1 - the text of regions # SKIP not on this system"
    exit 0
fi
if [ "${1:-}" = tree ]; then
    tree
    exit 0
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
n=$(wc -l < "$BUILD/marks")
! [ -s "$BUILD/differs" ]
tell $? "refused.c: $n marks, each is named, and nothing else" "$BUILD/differs"
[ "$(grep -c '^    mend: ' "$BUILD/refused")" -eq "$(grep -c '^tests' "$BUILD/refused")" ]
tell $? "refused.c: a remedy for each"
"$BUILD/amp_regions" tests/regions/accepted.c -I. > "$BUILD/accepted" 2>&1
tell $? "accepted.c: nothing, exit status 0" "$BUILD/accepted"
"$BUILD/amp_regions" "$BUILD/none.c" > "$BUILD/log" 2>&1
[ $? -eq 2 ] && grep -q 'none.c' "$BUILD/log"
tell $? "a file that is not there: exit status 2, and it is named" "$BUILD/log"
"$BUILD/amp_regions" > "$BUILD/log" 2>&1
[ $? -eq 2 ] && grep -q usage "$BUILD/log"
tell $? "no file: exit status 2, and how it is used"
printf '#include "amp.h"\nAMP_DEVICE_BEGIN\n#include "x.h"\nAMP_DEVICE_END\n' > "$BUILD/include.c"
: > "$BUILD/x.h"
"$BUILD/amp_regions" "$BUILD/include.c" -I. > "$BUILD/log" 2>&1
grep -q 'include.c:3: not-opencl: a device region includes a header' "$BUILD/log"
tell $? "a region that includes a header" "$BUILD/log"
fi

# ---- a check build: the same lines, from the text as it is written -------------------------
. tests/check_kernels/flags.sh
flags="-std=c99 -O1 -g1 -w -pthread -I. -DAMP_CHECK $(sees "$CC") -DAMP_EXTERN"
flags="$flags -DAMP_CHECK_REGIONS=1"
echo '#include "amp.h"' > "$BUILD/library.c"
# shellcheck disable=SC2086
$CC $flags -DAMP_IMPLEMENTATION -c "$BUILD/library.c" -o "$BUILD/library.o"
for file in refused accepted; do
    # shellcheck disable=SC2086
    $CC $flags -c tests/regions/$file.c -o "$BUILD/$file.o" > "$BUILD/log" 2>&1 &&
        $CC "$BUILD/$file.o" "$BUILD/library.o" -pthread -o "$BUILD/$file.exe" \
            >> "$BUILD/log" 2>&1
    tell $? "$file.c builds for the checker" "$BUILD/log"
done
AMP_CHECK_OPTIONS=report=$BUILD/refused.json "$BUILD/refused.exe" copied > "$BUILD/out" \
    2> "$BUILD/err"
sed -n 's/^ *{"rule": "\([a-z-]*\)".*"array": "\([^"]*\)".*"line": \([0-9]*\), .*/\3 \1 \2/p' \
    "$BUILD/refused.json" | sed 's/ "other.*//' | sort > "$BUILD/found"
sort "$BUILD/marks" | diff - "$BUILD/found" > "$BUILD/differs"
tell $? "a check build finds the marked lines, and no other" "$BUILD/differs"
grep -q '^status 0' "$BUILD/out"
tell $? "what OpenCL refuses is a note: the launch of another kernel is right" "$BUILD/out"
grep -q '^amp check: not-opencl (note) in kernel tile_size: t$' "$BUILD/err" &&
    grep -q '^amp check: not-opencl (note) in helper even: even$' "$BUILD/err" &&
    grep -q '^amp check: phase-variable in kernel next_phase: own$' "$BUILD/err"
tell $? "kernel and helper are named" "$BUILD/err"
"$BUILD/refused.exe" next_phase 2> "$BUILD/err" | grep -q '^status 8'
tell $? "the launch of a kernel that carries a variable over is a fault" "$BUILD/err"
there=$(cd "$BUILD" && pwd)
(cd / && "$there/refused.exe" next_phase 2>&1 | grep -q '^amp check: phase-variable')
tell $? "run from another folder, the source is found where it was compiled"
"$BUILD/accepted.exe" > "$BUILD/log" 2>&1 && ! [ -s "$BUILD/log" ]
tell $? "a check build says nothing of accepted.c" "$BUILD/log"
case $CC in
*clang*) echo "1..$count"; exit 0 ;; # what follows is the same with each compiler
esac

# ---- a second opinion ------------------------------------------------------------------------
cat > "$BUILD/text.c" <<'C'
/* Prints the OpenCL program of a file's regions, which begin in the lines given. */
#define AMP_SHORT_NAMES
#define AMP_OPENCL
#include "amp.h"
int main(int count, char **argument)
{
    static char text[1 << 20];
    static amp__device_region r[8];
    amp__cl_abilities able;
    amp__text b;
    FILE *f = fopen(argument[1], "rb");
    const size_t n = f != NULL ? fread(text, 1, sizeof(text) - 1, f) : 0;
    int i;
    memset(&able, 0, sizeof(able));
    memset(&b, 0, sizeof(b));
    able.short_names = 1;
    for (i = 2; i < count && i < 10; i++) {
        r[i - 2].text = text;
        r[i - 2].text_end = text + n;
        r[i - 2].file = argument[1];
        r[i - 2].line = atoi(argument[i]);
        r[i - 2].text_line = 1;
        r[i - 2].order = 1 << 20;
        amp__join(&r[i - 2]);
    }
    i = (int)amp__cl_program_text(&amp__translation_unit, &able, &b);
    (void)fputs(b.room > 0 ? amp__text_string(&b) : amp_last_error(), stdout);
    return i;
}
C
second="clang -x cl -cl-std=CL1.2 -target spir64-unknown-unknown -D__OPENCL_VERSION__=120
    -fsyntax-only -Xclang -finclude-default-header -ferror-limit=0 -w"
echo 'kernel void k(global int *x) { x[0] = 1; }' > "$BUILD/k.cl"
# shellcheck disable=SC2086
if ! $second "$BUILD/k.cl" > "$BUILD/log" 2>&1 ||
    ! $CC -std=c99 -w -pthread -I. "$BUILD/text.c" -o "$BUILD/text" -lm -lOpenCL \
        > "$BUILD/log" 2>&1; then
    tell 0 "clang's OpenCL front end # SKIP it, or OpenCL's headers, are not installed"
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
    $second -DGIVEN=3 -DCHOSEN "$BUILD/accepted.cl" > "$BUILD/log" 2>&1
    tell $? "and takes accepted.c" "$BUILD/log"
fi

tree > "$BUILD/alarms"
! [ -s "$BUILD/alarms" ] && ! grep -q '^amp_regions: ' "$BUILD/tree"
tell $? "no false alarm in tests, examples and bench" "$BUILD/alarms"
echo "1..$count"
