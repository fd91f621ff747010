#!/bin/sh
# SPDX-License-Identifier: MIT
# run: cc=gcc turn=1/3
# Every test that docs/cpp-amp-map.md names exists, and every row has a test or
# a reason; every file that the documents and examples name exists.
. "${0%/*}/lib.sh"
map=docs/cpp-amp-map.md
for name in $(grep -o 'test_[a-z_]*\.c:[A-Za-z0-9_]*' $map | sort -u); do
    echo "$name" >> "$BUILD/tests"
    grep -Eq "^TEST(_LIMIT)?\(${name#*:}[,)]" "tests/${name%%:*}" || echo "$name is not there"
done > "$BUILD/out"
for file in $(grep -o '`\(test\|check\)_[a-z_]*\.\(c\|sh\)`' $map | tr -d '`' | sort -u); do
    [ -f "tests/$file" ] || echo "tests/$file is not there"
done >> "$BUILD/out"
# a row without a test says why in its second column, which is then no bare name
awk -F'|' '/^\|/ && NF == 5 && $4 ~ /^ *$/ && length($3) < 12 {
               print "row without a reason: " $0
           }' $map >> "$BUILD/out"
named=$(wc -l < "$BUILD/tests")
[ "$named" -gt 100 ] && ! [ -s "$BUILD/out" ]
tell $? "the $named tests of the map exist"
for file in docs/*.md docs/decisions/*.md bench/README.md examples/README.md examples/*.[ch]; do
    # (The first column of the map's tables holds C++ AMP's own names.)
    for name in $(sed 's/^| [^|]* |/|/' "$file" |
                  grep -o '`[a-z_/-]*\.[a-z.]*`\|([a-z_/]*\.[a-z]*)' | tr -d '`()' |
                  grep -E '\.(h|c|sh|md|svg|txt)$' | sort -u); do
        echo "$name" >> "$BUILD/files"
        for at in . "$(dirname "$file")" tests; do
            [ -e "$at/$name" ] && continue 2
        done
        echo "$file names $name, which is not there"
    done
done > "$BUILD/out"
named=$(wc -l < "$BUILD/files")
[ "$named" -gt 20 ] && ! [ -s "$BUILD/out" ]
tell $? "the $named files that the documents name exist"
finish
