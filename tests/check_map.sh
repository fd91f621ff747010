#!/bin/sh
# SPDX-License-Identifier: MIT
# Every test that docs/cpp-amp-map.md names exists, and every row has a test or
# a reason; every file that the documents and examples name exists. TAP.
set -u
cd "$(dirname "$0")/.."
map=docs/cpp-amp-map.md bad=0 n=0
for name in $(grep -o 'test_[a-z_]*\.c:[A-Za-z0-9_]*' $map | sort -u); do
    n=$((n + 1))
    file=tests/${name%%:*} test=${name#*:}
    if ! grep -Eq "^TEST(_LIMIT)?\($test[,)]" "$file"; then
        echo "# $name is not there"
        bad=$((bad + 1))
    fi
done
for file in $(grep -o '`\(test\|check\)_[a-z_]*\.\(c\|sh\)`' $map | tr -d '`' | sort -u); do
    [ -f "tests/$file" ] || { echo "# tests/$file is not there"; bad=$((bad + 1)); }
done
# a row without a test says why in its second column, which is then no bare name
awk -F'|' '/^\|/ && NF == 5 && $4 ~ /^ *$/ && length($3) < 12 {
               print "# row without a reason: " $0
               r = 1
           }
           END { exit r }' $map || bad=$((bad + 1))
[ "$n" -gt 100 ] || { echo "# only $n tests are named"; bad=$((bad + 1)); }
[ $bad -eq 0 ] && echo "ok 1 - the $n tests of the map exist" || echo "not ok 1 - the map"
bad=0 n=0
for file in docs/*.md docs/decisions/*.md bench/README.md examples/README.md examples/*.[ch]; do
    # (The first column of the map's tables holds C++ AMP's own names.)
    for name in $(sed 's/^| [^|]* |/|/' "$file" |
                  grep -o '`[a-z_/-]*\.[a-z.]*`\|([a-z_/]*\.[a-z]*)' | tr -d '`()' |
                  grep -E '\.(h|c|sh|md|svg|txt)$' | sort -u); do
        n=$((n + 1))
        for at in . "$(dirname "$file")" tests; do
            [ -e "$at/$name" ] && continue 2
        done
        echo "# $file names $name, which is not there"
        bad=$((bad + 1))
    done
done
[ "$n" -gt 20 ] || { echo "# only $n files are named"; bad=$((bad + 1)); }
[ $bad -eq 0 ] && echo "ok 2 - the $n files that the documents name exist" ||
    echo "not ok 2 - the documents name files that exist"
echo "1..2"
