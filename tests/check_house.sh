#!/bin/sh
# SPDX-License-Identifier: MIT
# run: cc=gcc
# docs/house.svg is what tools/house draws of docs/layers.md, the storeys' table in docs/design.md
# and the includes. Then a copy of the tree with each rule broken once, which must be found. With
# gcc only: nothing is compiled. TAP.
set -u
cd "$(dirname "$0")/.." || exit 1
: "${BUILD:=build}"
mkdir -p "$BUILD"
dir=$(cd "$BUILD" && pwd) n=0
result() { # result STATUS NAME: a test that passed with 0
    n=$((n + 1))
    if [ "$1" -eq 0 ]; then echo "ok $n - $2"; else echo "not ok $n - $2"; fi
}

tools/house check > "$dir/faults" 2>&1
result $? 'docs/house.svg is what the includes say'
sed 's/^/# /' "$dir/faults"

# broken NAME PATTERN COMMAND: in a copy that the command changed, tools/house finds a fault that
# holds the pattern. The copy is drawn before, so that it has no other one.
broken() {
    rm -rf "$dir/tree" && mkdir -p "$dir/tree/docs" "$dir/tree/tools"
    cp -r amp amp*.h "$dir/tree" && cp docs/layers.md docs/design.md "$dir/tree/docs"
    cp tools/house "$dir/tree/tools"
    (cd "$dir/tree" && tools/house write > "$dir/faults" 2>&1 && tools/house check &&
        eval "$3" && ! tools/house check > "$dir/faults" 2>&1 && grep -q "$2" "$dir/faults")
    result $? "found: $1"
}
old='is not what the includes say'
broken 'an include that the drawing lacks' "$old" \
    'sed -i "1i #include \"../vectors/kernel_text.h\"" amp/cl/text.h'
broken 'an arrow whose includes are gone' "$old" 'sed -i "/include .*watch/d" amp/core/*.h'
broken 'a header in no layer' 'amp/base/stray.h is not in docs/layers.md' \
    'cp amp/base/config.h amp/base/stray.h'
broken 'a folder whose files stand apart' 'the files of amp/base/ do not stand together' \
    'echo "| \`amp/base/stray.h\` | x |" >> docs/layers.md'
broken 'a storey without a row' 'amp/cl/ has no row in the table of storeys' \
    'sed -i "/^| .amp.cl.. |/d" docs/design.md'
broken 'a row without a storey' 'no file of amp/none/ is in' \
    'sed -i "/^| .amp.cl.. |/a | \`amp/none/\` | x |" docs/design.md'
broken 'rows in another order' 'amp/base/ stands in another order' \
    'sed -i "/^| .amp.cl.. |/a | \`amp/base/\` | x |" docs/design.md'
broken 'another sentence of a storey' "$old" \
    'sed -i "s/^| .amp.cl.. |/& x/" docs/design.md'
broken 'a drawing changed by hand' "$old" 'sed -i "/class=.arrow/d" docs/house.svg'
echo "1..$n"
