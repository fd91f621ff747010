#!/bin/sh
# SPDX-License-Identifier: MIT
# docs/house.svg is true: every header stands in one box, every box and name is there,
# arrows go down from box to box, and they are what the includes say: each arrow is an
# include, and each include from box to box follows arrows. TAP. To try it, each rule is
# broken once in a copy of the drawing, which must be found.
set -u
cd "$(dirname "$0")/.." || exit 1
: "${BUILD:=build}"
mkdir -p "$BUILD"
n=0
result() { # result STATUS NAME: a test that passed with 0
    n=$((n + 1))
    if [ "$1" -eq 0 ]; then echo "ok $n - $2"; else echo "not ok $n - $2"; fi
}

headers=$(find . -path ./build -prune -o -name 'amp*.h' -print -o -path './amp/*.h' -print |
    sed 's,^\./,,' | grep -E '^amp[^/]*\.h$|^amp/' | LC_ALL=C sort -u)

# faults DRAWING: prints each; exit status 1 where there is one.
faults() {
    # shellcheck disable=SC2086
    awk -v drawing="$1" '
function fault(text) { print text; wrong = 1 }
function value(line, name) { # of an attribute
    if (!match(line, " " name "=\"[^\"]*\"")) return ""
    return substr(line, RSTART + length(name) + 3, RLENGTH - length(name) - 4)
}
# The box of a file: the longest of the names in the drawing that it fits.
function box_of(file,   name, best) {
    for (name in owner)
        if ((name == file || (name ~ /\/$/ && index(file, name) == 1)) &&
            length(name) > length(best)) best = name
    if (best != "") used[best] = 1
    return best == "" ? "" : owner[best]
}
# The path of `name`, included by `file`.
function path(file, name) {
    sub(/[^\/]*$/, "", file)
    name = file name
    while (sub(/[^\/.]+\/\.\.\//, "", name)) {}
    return name
}
function read_drawing(   line, box, part, i, k, w) {
    while ((getline line < drawing) > 0) {
        if (line ~ /^<g id=/) { box = value(line, "id"); boxes[box] = 1 }
        else if (line ~ /^<rect/ && box != "" && !(box in top)) {
            left[box] = value(line, "x") + 0; right[box] = left[box] + value(line, "width")
            top[box] = value(line, "y") + 0; bottom[box] = top[box] + value(line, "height")
        } else if (line ~ /^<text x=/ && box != "") {
            sub(/^[^>]*>/, "", line); sub(/<.*/, "", line)
            k = split(line, part, " ")
            for (i = 1; i <= k; i++) {
                if (part[i] in owner) fault(part[i] " stands twice in the drawing")
                owner[part[i]] = box
            }
        } else if (line ~ /^<path class="arrow"/) {
            from[++arrows] = value(line, "data-from"); to[arrows] = value(line, "data-to")
            split(value(line, "d"), w, /[MV ]/)
            x[arrows] = w[2] + 0; y1[arrows] = w[3] + 0; y2[arrows] = w[4] + 0
        } else if (line ~ /^<\/g>/) box = ""
    }
}
BEGIN {
    read_drawing()
    for (i = 1; i <= arrows; i++) {
        a = from[i]; b = to[i]
        if (!(a in boxes) || !(b in boxes)) { fault("arrow " a " -> " b ": no such box"); continue }
        if (y1[i] != bottom[a] || y2[i] != top[b] || y1[i] >= y2[i] || x[i] < left[a] ||
            x[i] > right[a] || x[i] < left[b] || x[i] > right[b])
            fault("arrow " a " -> " b " is drawn elsewhere, or not downwards")
        drawn[a, b] = reach[a, b] = 1
    }
    for (k in boxes) for (a in boxes) for (b in boxes)
        if (reach[a, k] && reach[k, b]) reach[a, b] = 1
    for (i = 1; i < ARGC; i++) {
        file = ARGV[i]
        a = box_of(file)
        if (a == "") fault(file " is in no box")
        while ((getline line < file) > 0)
            if (line ~ /^# *include "/) {
                split(line, part, "\"")
                t = path(file, part[2])
                b = box_of(t)
                if (a == "" || b == "") continue
                if (a != b) {
                    included[a, b] = 1
                    if (!reach[a, b])
                        fault(file " includes " t ": no arrows lead from " a " to " b)
                } else if (file ~ /^amp\/emu/ && t ~ /^amp\/cl/ ||
                           file ~ /^amp\/cl/ && t ~ /^amp\/emu/)
                    fault(file " includes " t ": one backend knows the other")
            }
        close(file)
    }
    for (name in owner) if (!used[name]) fault(name " is in the drawing, and not in the tree")
    for (i = 1; i <= arrows; i++)
        if (!included[from[i], to[i]])
            fault("arrow " from[i] " -> " to[i] ": no file includes one there")
    if (arrows == 0) fault("no arrows")
    exit wrong
}' $headers
}

faults docs/house.svg > "$BUILD/faults"
result $? "docs/house.svg is what the includes say"
sed 's/^/# /' "$BUILD/faults"

# broken NAME SED: the drawing with one change must have a fault more.
broken() {
    sed "$2" docs/house.svg > "$BUILD/house.svg"
    faults "$BUILD/house.svg" > "$BUILD/more"
    ! cmp -s docs/house.svg "$BUILD/house.svg" &&
        [ "$(wc -l < "$BUILD/more")" -gt "$(wc -l < "$BUILD/faults")" ]
    result $? "found: $1"
}
broken 'a header in no box' 's, amp/queue\.h,,'
broken 'a header that is not there' 's,amp/queue\.h,amp/queues.h amp/core/queue.h,'
broken 'a header in two boxes' 's,amp/queue\.h,amp/core/queue.h amp/base/state.h,'
broken 'a folder in no box' 's,\(>[^<]*\)amp/emu/,\1,'
broken 'an arrow that is missing' '/data-from="queues"/d'
broken 'an arrow without an include' 's/"data" data-to="state"/"state" data-to="data"/'
broken 'an arrow between other boxes' 's/"calls" data-to="queues"/"calls" data-to="state"/'
echo "1..$n"
