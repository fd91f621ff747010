#!/bin/sh
# SPDX-License-Identifier: MIT
# run: cc=gcc turn=1/6 parts=2
# The site of all pages (tools/site): Sphinx builds it without a warning, and every page of it is
# read in headless Chromium (tests/site.py). Then small sites in which a rule is broken, each
# of which must be found. With gcc only: nothing is compiled. In two parts, PART of PARTS: the site,
# and the small ones.
. "${0%/*}/lib.sh"
: "${PART:=0}" "${PARTS:=1}"

if [ "$PART" -eq 0 ]; then
    try 'each page of docs/ is in a section of docs/README.md' tools/site check
    capture tools/site "$BUILD/site"
    if [ $rc -eq 2 ]; then
        skip 'the site' "$(cat "$BUILD/err")"
        finish
    fi
    tell $rc 'Sphinx builds the site without a warning'
    if ! browser=$(browser); then
        skip 'the site in a browser' 'there is no chromium'
    else
        capture python3 tests/site.py "$browser" "$BUILD/site"
        cat "$BUILD/out"
        counted
        tell $rc 'the site in Chromium: all of it was tried'
    fi
fi
[ "$PART" -eq $((PARTS - 1)) ] || finish

# A site of three pages.
copied() { echo tools/site tools/sphinx; }
small="mkdir -p docs && printf '# A\\n\\n## B\\n\\n[c](docs/c.md)\\n' > README.md &&
    printf '# D\\n\\n**E**\\n\\n[c.md](c.md)\\n' > docs/README.md && printf '# C\\n' > docs/c.md"
build="tools/site out"
mkdir -p "$BUILD/small"
# shellcheck disable=SC2046
cp -r --parents $(copied) "$BUILD/small"
capture sh -c "cd '$BUILD/small' && $small && $build"
if [ $rc -eq 2 ]; then
    skip 'small sites' "$(cat "$BUILD/err")"
    finish
fi
tell $rc 'a small site'
broken 'a page that no section has' 'docs/d.md is in no section' - \
    "$small && printf '# D\\n' > docs/d.md" $build
broken 'a link that leads nowhere' 'WARNING' - "$small && echo '[e](e.md)' >> docs/c.md" $build
broken 'a link to a place that is not there' 'WARNING' - \
    "$small && echo '[e](../README.md#x)' >> docs/c.md" $build
broken 'a heading that skips a level' 'WARNING' - "$small && echo '### E' >> docs/c.md" $build
finish
