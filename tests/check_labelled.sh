#!/bin/sh
# SPDX-License-Identifier: MIT
# The kernels of tests/labelled under the checker: each bad one gives the findings that its
# label names, in those lines, and no other; each clean one none. A process each. TAP.
#
# tests/check_labelled.sh [compilers [levels [orders]]]; without levels each compiler has O0, O1 or
# O2, and without orders each compiler and level has one, drawn anew; `make labelled` runs all
# levels in three orders. Run by tests/suite.py with CC and BUILD in the environment. LABELLED=all
# runs the slow kernels, too, and fails where a kernel that is marked as known to be wrong is
# right. The labels: tests/labelled/labelled.h.
set -u
cd "$(dirname "$0")/.." || exit 1
level=O$(($(od -An -N1 -tu1 /dev/urandom) % 3))
compilers=${1:-${CC:-gcc clang}} levels=${2:-$level} orders=${3:-}
: "${BUILD:=build/labelled}" "${LABELLED:=}"
warnings="-std=c99 -pedantic -Wall -Wextra -Wshadow -Wconversion -Wstrict-prototypes -Werror"
# Two kernels are about variables that nobody set.
warnings="$warnings -Wno-unknown-warning-option -Wno-maybe-uninitialized -Wno-uninitialized"
mkdir -p "$BUILD"
unset AMP_ENGINE AMP_CHECK_REPORT AMP_CHECK_OPTIONS
count=0 failed=0
tell() { # ok|not ok, text
    count=$((count + 1))
    echo "$1 $count - $2"
    [ "$1" = ok ] || failed=$((failed + 1))
}
. tests/check_kernels/labels.sh
. tests/check_kernels/flags.sh

# One of three orders, at random.
drawn() {
    n=$(od -An -N2 -tu2 /dev/urandom | tr -d ' ')
    case $((n % 3)) in
    0) echo forward ;;
    1) echo reverse ;;
    *) echo "random:$n" ;;
    esac
}

sources=
for source in tests/labelled/*.c; do
    [ "$source" = tests/labelled/main.c ] && continue
    sources="$sources $source"
    labels "$source" | sed "s,\$, $(basename "$source"),"
done > "$BUILD/labels"
twice=$(sed -n 's/^case \([^ ]*\) .*/\1/p' "$BUILD/labels" | sort | uniq -d)
tell "${twice:+not }ok" "every kernel has a name of its own${twice:+: $twice}"
slow=
[ "$LABELLED" = all ] || slow=$(sed -n 's/^slow \([^ ]*\) .*/\1/p' "$BUILD/labels")

# compile COMPILER LEVEL ARGUMENTS: -g1, for a symbolizer reads it all for each bad kernel; with
# the text of regions, for variables that nobody set (amp/check/uninitialised.h)
compile() {
    # shellcheck disable=SC2046,SC2086
    (cc=$1 level=$2; shift 2
     $cc $warnings -$level -g1 -pthread -I. -DAMP_CHECK -DAMP_EXTERN $(sees "$cc") \
         $(sees_wide "$cc") -UAMP_CHECK_REGIONS \
         -fsanitize=bounds "$@")
}
# build COMPILER LEVEL: $folder/run. The library is the same at each level.
build() {
    library=$BUILD/library-$1.o
    echo '#include "amp.h"' > "$BUILD/library.c"
    [ -f "$library" ] ||
        compile "$1" O1 -DAMP_IMPLEMENTATION -c "$BUILD/library.c" -o "$library" || return 1
    for source in $sources tests/labelled/main.c; do
        compile "$1" "$2" -c "$source" -o "$folder/$(basename "$source" .c).o" || return 1
    done
    $1 "$folder"/*.o "$library" -pthread -o "$folder/run"
}

rm -f "$BUILD"/library* "$BUILD/known"
for cc in $compilers; do
    command -v "$cc" > /dev/null || { tell ok "$cc # SKIP not installed"; continue; }
    for level in $levels; do
        folder=$BUILD/$cc-$level
        rm -rf "$folder" && mkdir -p "$folder"
        if ! build "$cc" "$level"; then
            tell "not ok" "the labelled kernels build with $cc -$level"
            continue
        fi
        for order in ${orders:-$(drawn)}; do
            name=$cc-$level-$order
            reports=$folder/$order
            mkdir -p "$reports"
            # shellcheck disable=SC2086
            AMP_ORDER=$order "$folder/run" all "$reports" $slow > "$folder/ran"
            find "$reports" -name '*.json' | sort | xargs awk '
                FNR == 1 { c = FILENAME; sub(/.*\//, "", c); sub(/\.json$/, "", c) }
                /^ *\{"rule": / { print c, $0 }' > "$folder/found"
            # shellcheck disable=SC2086
            tests/labelled/judge.awk -v name="$name" "$BUILD/labels" "$folder/ran" \
                "$folder/found" > "$folder/verdicts"
            sed -n "s/^wrong \([^ ]*\) /not ok - \1 $name: /p" "$folder/verdicts"
            failed=$((failed + $(grep -c '^wrong' "$folder/verdicts")))
            grep '^known\|^mended' "$folder/verdicts" | tee -a "$BUILD/known" | sed 's/^/# /'
            n=$(grep -c '^right\|^mended' "$folder/verdicts")
            known=$(grep -c '^known' "$folder/verdicts")
            [ "$n" -gt 0 ] && tell ok "$n kernels right, $known known to be wrong, $name"
        done
    done
done
# The mark of a kernel that is right wherever it is known to be wrong.
if [ "$LABELLED" = all ]; then
    mended=$(awk '$1 == "mended" { m[$2] } $1 == "known" { k[$2] }
        END { for (c in m) { if (!(c in k)) { print c } } }' "$BUILD/known" | tr '\n' ' ')
    tell "${mended:+not }ok" "what is known to be wrong is wrong${mended:+, but for $mended}"
fi
echo "1..$count"
[ "$failed" -eq 0 ]
