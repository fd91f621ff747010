#!/bin/sh
# SPDX-License-Identifier: MIT
# run: turn=compiler,2/6
# The kernels of tests/labelled under the checker: each bad one gives the findings that its
# label names, in those lines, and no other; each clean one none. A process each.
#
# tests/check_labelled.sh [compilers [levels [orders]]]; without levels each compiler has O0, O1 or
# O2, and without orders each compiler and level has one, drawn anew; `make labelled` runs all
# levels in three orders. LABELLED=all runs the slow kernels, too, and fails where a kernel that is
# marked as known to be wrong is right. The labels: tests/labelled/labelled.h.
. "${0%/*}/lib.sh"
. tests/check_kernels/labels.sh
. tests/check_kernels/flags.sh
: "${LABELLED:=}"
level=O$(($(od -An -N1 -tu1 /dev/urandom) % 3))
compilers=${1:-$CC} levels=${2:-$level} orders=${3:-}
# Two kernels are about variables that nobody set.
warnings="-std=c99 -pedantic -Wall -Wextra -Wshadow -Wconversion -Wstrict-prototypes -Werror"
warnings="$warnings -Wno-unknown-warning-option -Wno-maybe-uninitialized -Wno-uninitialized"

# One of three orders, at random.
drawn() {
    local number
    number=$(od -An -N2 -tu2 /dev/urandom | tr -d ' ')
    case $((number % 3)) in
    0) echo forward ;;
    1) echo reverse ;;
    *) echo "random:$number" ;;
    esac
}
sources=
for source in tests/labelled/*.c; do
    [ "$source" = tests/labelled/main.c ] && continue
    sources="$sources $source"
    labels "$source" | sed "s,\$, $(basename "$source"),"
done > "$BUILD/labels"
sed -n 's/^case \([^ ]*\) .*/\1/p' "$BUILD/labels" | sort | uniq -d > "$BUILD/out"
[ ! -s "$BUILD/out" ]
tell $? 'every kernel has a name of its own'
slow=
[ "$LABELLED" = all ] || slow=$(sed -n 's/^slow \([^ ]*\) .*/\1/p' "$BUILD/labels")

rm -f "$BUILD/known"
for CC in $compilers; do
    has_command "$CC" || { skip "$CC" 'not installed'; continue; }
    # With the text of regions, for variables that nobody set (amp/check/uninitialised.h); debug
    # information of places alone, for a symbolizer reads it all for each bad kernel.
    regions_library
    tell $? "the library's code builds with $CC"
    for level in $levels; do
        folder=$BUILD/$CC-$level
        rm -rf "$folder" && mkdir -p "$folder"
        # shellcheck disable=SC2046,SC2086
        if ! program "$CC-$level/run" $warnings $watched $(sees_wide "$CC") -$level \
            -fsanitize=bounds $sources tests/labelled/main.c "$BUILD/regions.o"; then
            tell 1 "the labelled kernels build with $CC -$level"
            continue
        fi
        for order in ${orders:-$(drawn)}; do
            name=$CC-$level-$order
            reports=$folder/$order
            mkdir -p "$reports"
            # shellcheck disable=SC2086
            AMP_ORDER=$order "$folder/run" all "$reports" $slow > "$folder/ran"
            findings "$reports" > "$folder/found"
            tests/labelled/judge.awk -v name="$name" "$BUILD/labels" "$folder/ran" \
                "$folder/found" > "$folder/verdicts"
            grep '^known\|^mended' "$folder/verdicts" | tee -a "$BUILD/known" | sed 's/^/# /'
            grep '^wrong' "$folder/verdicts" > "$BUILD/out"
            : > "$BUILD/err"
            right=$(grep -c '^right\|^mended' "$folder/verdicts")
            known=$(grep -c '^known' "$folder/verdicts")
            [ ! -s "$BUILD/out" ] && [ "$right" -gt 0 ]
            tell $? "$right kernels right, $known known to be wrong, $name"
        done
    done
done
# The mark of a kernel that is right wherever it is known to be wrong.
if [ "$LABELLED" = all ]; then
    awk '$1 == "mended" { m[$2] } $1 == "known" { k[$2] }
        END { for (c in m) { if (!(c in k)) { print c } } }' "$BUILD/known" > "$BUILD/out"
    [ ! -s "$BUILD/out" ]
    tell $? 'what is known to be wrong is wrong'
fi
finish
