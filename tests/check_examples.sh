#!/bin/sh
# SPDX-License-Identifier: MIT
# run: ci=gcc turn=0/3
# Every example under the kernel checker: no report, but for the one that shows how not to.
. "${0%/*}/lib.sh"
. tests/check_kernels/flags.sh
checked_library
tell $? 'the library builds'
export EXAMPLE_SMALL=1 AMP_ENGINE=fibers AMP_CHECK_OPTIONS="report=$BUILD/report.json"
limit=120
for f in examples/*.c; do
    name=$(basename "$f" .c) status=0 wanted=''
    # shellcheck disable=SC2086
    program "$name" $FLAGS $checked "$f" "$BUILD/checked.o"
    rm -f "$BUILD/report.json"
    run "$name"
    rules=$(sed -n 's/.*"rule": "\([a-z-]*\)".*/\1/p' "$BUILD/report.json" 2> /dev/null |
        sort | tr '\n' ' ')
    [ "$name" != how_not_to_race ] || status=$rc wanted='tile-race uninitialised-read '
    [ $rc -eq "$status" ] && [ "$rules" = "$wanted" ]
    tell $? "$name: exit status $rc, findings: ${rules:-none}"
done
finish
