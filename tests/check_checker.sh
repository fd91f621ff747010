#!/bin/sh
# The labelled kernels of tests/check_kernels under the checker: each bad one
# gives exactly the findings that its label names, each clean one none; with
# gcc and clang, in every order of threads and tiles. TAP on standard output.
# check_checker.sh [compilers [optimizations [orders]]]
set -u
cd "$(dirname "$0")/.." || exit 1
compilers=${1:-${CC:-gcc clang}} levels=${2:-O1} orders=${3:-forward reverse random:7}
warnings="-std=c99 -pedantic -Wall -Wextra -Wshadow -Wconversion -Wstrict-prototypes -Werror"
build=${BUILD:-build}/check
mkdir -p "$build"
count=0 failed=0
tell() { # ok|not ok, text
    count=$((count + 1))
    echo "$1 $count - $2"
    [ "$1" = ok ] || failed=$((failed + 1))
}

# label lines: NAME bad|clean, then "RULE ARRAY LINE LINE" for each finding
labels() {
    awk '
    function flush(   i, p, n) {
        if (name == "") return
        print "case " name " " kind
        n = split(want, list, ";")
        for (i = 1; i <= n; i++) {
            if (split(list[i], p, " ") == 4) {
                print "want " name " " p[1] " " p[2] " " mark[p[3]] " " mark[p[4]]
            }
        }
        name = ""
    }
    /^\/\* (bad|clean) / {
        flush()
        for (m in mark) delete mark[m]
        kind = $2
        name = $3
        sub(/:$/, "", name)
        want = $0
        if (kind == "bad") { sub(/^[^:]*:/, "", want); sub(/\*\/.*/, "", want) } else want = ""
        next
    }
    match($0, /\/\* [0-9] \*\//) { mark[substr($0, RSTART + 3, 1)] = NR }
    END { flush() }' "$1"
}

# findings of a report: RULE ARRAY LINE LINE, sorted
found() {
    sed -n 's/.*"rule": "\([a-z-]*\)".*"array": "\([^"]*\)".*"line": \([0-9]*\).*"other_line": \([0-9]*\).*/\1 \2 \3 \4/p' "$1" |
        awk '{ if (NF == 3) { print $1, "-", $2, $3 } else print }' | sort
}

for cc in $compilers; do
    command -v "$cc" >/dev/null || { tell ok "$cc # SKIP not installed"; continue; }
    for level in $levels; do
        for source in tests/check_kernels/*.c; do
            name=$(basename "$source" .c)
            exe=$build/$name-$cc-$level
            if ! { $cc $warnings -$level -g -pthread -I. -DAMP_CHECK -fsanitize=thread,bounds \
                   -c "$source" -o "$exe.o" && $cc "$exe.o" -pthread -o "$exe"; }; then
                tell "not ok" "$source builds with $cc -$level"
                continue
            fi
            labels "$source" > "$exe.labels"
            grep '^case' "$exe.labels" | while read -r _ case kind; do echo "$case $kind"; done > "$exe.cases"
            while read -r case kind; do
                grep "^want $case " "$exe.labels" | cut -d' ' -f3- | sort > "$exe.want"
                bad=""
                for order in $orders; do
                    rm -f "$exe.json"
                    AMP_ORDER=$order AMP_CHECK_REPORT=$exe.json timeout 60 "$exe" "$case" \
                        > "$exe.out" 2> "$exe.err"
                    rc=$?
                    status=$(sed -n 's/^status //p' "$exe.out")
                    found "$exe.json" > "$exe.found"
                    if [ "$rc" -ne 0 ]; then bad="$bad $order: exit $rc;"; fi
                    if ! cmp -s "$exe.want" "$exe.found"; then
                        bad="$bad $order: wanted $(tr '\n' ',' < "$exe.want") found $(tr '\n' ',' < "$exe.found")"
                    fi
                    expect=0
                    if [ "$kind" = bad ]; then
                        expect=8
                        grep -q barrier-divergence "$exe.want" && expect=7
                        grep -q stale "$exe.want" && expect=0
                    fi
                    if [ "$status" != "$expect" ]; then bad="$bad $order: status $status, not $expect;"; fi
                    if [ "$order" = "${orders%% *}" ]; then
                        cp "$exe.json" "$exe.first"
                    elif ! cmp -s "$exe.first" "$exe.json"; then
                        bad="$bad $order: the report differs from that of ${orders%% *};"
                    fi
                done
                if [ -z "$bad" ]; then
                    tell ok "$name/$case $cc -$level"
                else
                    tell "not ok" "$name/$case $cc -$level:$bad"
                fi
            done < "$exe.cases"
        done
    done
done
echo "1..$count"
[ "$failed" -eq 0 ]
