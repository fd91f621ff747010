#!/bin/sh
# SPDX-License-Identifier: MIT
# run: cc=gcc turn=1/6
# The playground (make playground) in headless Chromium (tests/playground.py), if it has been made:
# making it fetches packages, which no test does. Each day one lesson of twelve (or LESSON=N), under
# ALL=1 all of them.
. "${0%/*}/lib.sh"
: "${PLAYGROUND:=build/playground}"
for word in node python3; do
    has_command $word || { skip 'the playground' "there is no $word" && finish; }
done
for file in playground/*.mjs playground/src/*.mjs wasm/*.mjs; do
    capture node --check "$file"
    [ $rc -eq 0 ] || tell 1 "$file is JavaScript"
done
tell 0 'all of it is JavaScript'
# That the table of functions of a program, and where a text may take the precompiled header, are
# read right.
capture node tests/playground.mjs
cat "$BUILD/out"
counted
tell $rc 'its parts'
[ -f "$PLAYGROUND/index.html" ] ||
    { skip 'the playground' 'it is not made: make playground' && finish; }
browser=$(browser) || { skip 'the playground in a browser' 'there is no chromium' && finish; }
count=$(find lessons -maxdepth 1 -name '[0-9]*' | wc -l)
if [ -n "${LESSON:-}" ]; then
    chosen=$LESSON
elif [ -n "${ALL:-}" ]; then
    chosen=$(seq 1 "$count")
else
    chosen=$(($(date +%j | sed 's/^0*//') / 3 % count + 1))
fi
# shellcheck disable=SC2086
capture python3 tests/playground.py "$browser" "$PLAYGROUND" ${WORDS:-} $chosen
cat "$BUILD/out"
counted
tell $rc 'all of it was tried'
finish
