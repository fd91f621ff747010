#!/bin/sh
# SPDX-License-Identifier: MIT
# run: cc=gcc
# docs/house.svg is what tools/house draws of docs/layers.md, the storeys' table in docs/design.md
# and the includes. Then a copy of the tree with each rule broken once, which must be found. With
# gcc only: nothing is compiled.
. "${0%/*}/lib.sh"
copied() { echo amp amp*.h docs/layers.md docs/design.md docs/house.svg tools/house; }
try 'docs/house.svg is what the includes say' tools/house check

# Each row: the change, and what tools/house says then.
found() { broken "$1" "$2" - "$3" tools/house check; }
old='is not what the includes say'
rows found <<T
an include that the drawing lacks
    $old
    sed -i '1i #include "../vectors/kernel_text.h"' amp/cl/queue.h
an arrow whose includes are gone
    $old
    sed -i '/include .*watch/d' amp/core/*.h
a header in no layer
    amp/base/stray.h is not in docs/layers.md
    cp amp/base/config.h amp/base/stray.h
a folder whose files stand apart
    the files of amp/base/ do not stand together
    echo '| \`amp/base/stray.h\` | x |' >> docs/layers.md
a storey without a row
    amp/cl/ has no row in the table of storeys
    sed -i '/^| .amp.cl.. |/d' docs/design.md
a row without a storey
    no file of amp/none/ is in
    sed -i '/^| .amp.cl.. |/a | \`amp/none/\` | x |' docs/design.md
rows in another order
    amp/base/ stands in another order
    sed -i '/^| .amp.cl.. |/a | \`amp/base/\` | x |' docs/design.md
another sentence of a storey
    $old
    sed -i 's/^| .amp.cl.. |/& x/' docs/design.md
a drawing changed by hand
    $old
    sed -i '/class=.arrow/d' docs/house.svg
T
finish
