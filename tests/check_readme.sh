#!/bin/sh
# SPDX-License-Identifier: MIT
# run: ci=gcc turn=1/3
# What README.md says is true. In a copy of the tree, as after a clone:
#
# - each ```c block is saved under the last name "`NAME.c`" before it, and each ```sh block
#   runs as written, with `cc` and $CC meaning $CC -O0 -g1 for CI's time; where the program says
#   "prints: WORDS", a block that runs it must print that line. A block that needs what this
#   machine lacks (clang, OpenCL) is skipped;
# - each ```text block is printed by the first example of `make check_demo`, line by line;
# - each `make TARGET` is a target; each file, name, variable and rule exists.
. "${0%/*}/lib.sh"
export AMP_CHECK_COLOR=0
tree=$BUILD/tree
mkdir -p "$tree" "$BUILD/bin" "$BUILD/home" "$BUILD/blocks"
# What a clone holds: build/ is not in it. This file is in the copy too, and not run there.
tar -cf - --exclude=./build --exclude=./.git . | tar -xf - -C "$tree"
for name in cc "${CC##*/}"; do
    printf '#!/bin/sh\nPATH="%s" exec %s "$@" -O0 -g1 %s\n' "$PATH" "$CC" \
        "'-Doptimize(...)=unused'" > "$BUILD/bin/$name" # what the checker asks for (flags.sh)
    chmod +x "$BUILD/bin/$name"
done

# blocks/NN.KIND: the fenced blocks in their order; blocks/NN.name: what a c block is saved as.
awk -v dir="$BUILD/blocks" '
    !open && match($0, /`[a-z_]+\.c`/) { name = substr($0, RSTART + 1, RLENGTH - 2) }
    /^```/ && open { close(file); open = 0; next }
    /^```/ { open = 1; number++; file = sprintf("%s/%02d.%s", dir, number, substr($0, 4))
             if (substr($0, 4) == "c") print name > sprintf("%s/%02d.name", dir, number)
             printf "" > file
             next }
    open { print > file }' README.md

# block FILE: it runs in the copy, and prints what the program says. The runner's CC is not make's.
block() {
    (unset CC CFLAGS && cd "$tree" && HOME=$BUILD/home PATH=$BUILD/bin:$PATH sh -eu "$1") \
        > "$BUILD/said" 2>&1 &&
        { ! grep -q '&& \./' "$1" || grep -Fqx "$prints" "$BUILD/said"; } && return
    cat "$BUILD/said"
    return 1
}
prints=
for block in "$BUILD"/blocks/*.c "$BUILD"/blocks/*.sh; do
    [ -f "$block" ] || continue
    case $block in
    *.c)
        prints=$(sed -n 's,.*/\* prints: \(.*\) \*/.*,\1,p' "$block")
        try "README.md has a program, $(cat "${block%.c}.name"), of $(wc -l < "$block") lines" \
            cp "$block" "$tree/$(cat "${block%.c}.name")"
        continue ;;
    esac
    what=$(tail -n 1 "$block" | cut -c 1-90)
    case $what in clang*) tool=clang ;; gcc*) tool=gcc ;; *) tool=$CC ;; esac
    if [ "$tool" != "$CC" ]; then
        skip "$what" "run where the compiler is $tool"
    elif grep -qE 'lOpenCL|--opencl' "$block" && ! links -lOpenCL; then
        skip "$what" '-lOpenCL does not link'
    else
        try "$what" block "$block"
    fi
done
[ -n "$prints" ]
tell $? "the program says what it prints: $prints"
(cd "$tree" && AMP_LOG=1 ./first) > "$BUILD/out" 2>&1 && ! grep 'never released' "$BUILD/out"
tell $? 'the first program releases what it made, by what AMP_LOG=1 says at its end'

# What the page shows of a report is what the checker prints: with gcc, as shown there.
for block in "$BUILD"/blocks/*.text; do
    what="make check_demo prints the report: $(head -n 1 "$block" | cut -c 1-60)"
    if [ "$CC" != gcc ]; then
        skip "$what" 'the report shown is of a gcc build'
        continue
    fi
    demo=$(make -n check_demo | sed -n 's/^for example in \([a-z_]*\) .*/\1/p')
    (cd "$tree" && make -s check FILE="examples/$demo.c" CC="$BUILD/bin/cc") \
        > "$BUILD/report" 2>&1
    grep -Fvxf "$BUILD/report" "$block" > "$BUILD/out"
    [ ! -s "$BUILD/out" ]
    tell $? "$what"
done

# `make check` itself.
checks() { (cd "$tree" && make -s check FILE="$1" CC="$BUILD/bin/cc") > "$BUILD/out" 2>&1; }
cat > "$tree/limits.c" <<'C'
#define AMP_MAX_RANK 4
#include "amp.h"
int main(void) { return AMP_MAX_RANK != 4; }
C
if [ "$CC" = gcc ]; then
    checks limits.c
    tell $? 'make check compiles a file with limits of its own'
    ! checks examples/how_not_to_race.c && says 'tile-race in kernel average_racing'
    tell $? 'make check fails where something is found'
else
    skip 'make check' 'asked with gcc: it compiles the library'
fi

# Targets, files, names and rules that the page names are there.
unknown() {
    for target in $(grep -o '`make [a-z_ ]*`\|^    make [a-z_ ]*  ' README.md | tr -d '`' |
                    sed 's/^ *make//'); do
        make -n "$target" > "$BUILD/said" 2>&1 || echo "make $target: no such target"
    done
    for file in $(grep -o '`[a-z_/]*\.[chsmd]*`\|([a-z/-]*\.md)\|examples/[a-z_]*\.c' README.md |
                  tr -d '`()' | sort -u); do
        case $file in
        build/* | first.c) continue ;; # made by the commands of the page
        esac
        [ -e "$file" ] || echo "$file: no such file"
    done
    for name in $(grep -ow 'AMP_[A-Z_]*[A-Z]\|amp_[a-z_]*[a-z]' README.md | sort -u); do
        case $name in
        amp_code) continue ;; # a file of the page's own
        esac
        grep -rqw -- "$name" amp.h amp_*.h amp || grep -q "XX(${name#AMP_}," amp/base/status.h ||
            echo "$name: not in the headers"
    done
    for rule in $(sed -n 's/^| .* | \(`[a-z-]*-[a-z-]*`.*\) |$/\1/p' README.md | tr -d '`,'); do
        grep -rqF "\"$rule\"" amp amp_*.h || echo "$rule: no such rule"
    done
}
capture unknown
[ ! -s "$BUILD/out" ]
tell $? 'targets, files, names and rules exist'
lines=$(wc -l < README.md)
try "$lines lines, of at most 220" test "$lines" -le 220
finish
