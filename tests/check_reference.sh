#!/bin/sh
# SPDX-License-Identifier: MIT
# run: cc=gcc turn=2/3
# docs/reference.md is what tools/reference makes of the headers' comments and the tree's examples
# and tests, and every public function and macro has a line of them. With gcc only: nothing is
# compiled; the lines are of files that the suite compiles.
. "${0%/*}/lib.sh"
has_command python3 || { skip reference 'there is no python3' && finish; }
try 'docs/reference.md is up to date, and each name has an example' tools/reference check
names=$(sed -n 's/ names$//p' "$BUILD/out")
[ "${names:-0}" -gt 400 ]
tell $? "it has more than 400 names: ${names:-none}"
mkdir -p "$BUILD/copy"
cp -r amp amp*.h docs examples tests tools "$BUILD/copy"
printf '%s\n' '#ifndef AMP_ADDED' '#define AMP_ADDED' '/* Adds. */' \
    '#define amp_added_just_now(x) ((x) + 1)' '#endif' > "$BUILD/copy/amp/base/added.h"
echo '#include "amp/base/added.h"' >> "$BUILD/copy/amp_emu.h"
capture "$BUILD/copy/tools/reference" check
[ $rc -eq 1 ] && says 'no example or test uses amp_added_just_now' 'is not what'
tell $? 'found: a macro that nothing uses, and a page without it'
expect 'it says how it is called' 2 'tools/reference' 'tools/reference write'
finish
