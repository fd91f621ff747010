#!/bin/sh
# SPDX-License-Identifier: MIT
# run: parts=3 ci=gcc
# The kernels of the tests, the algorithms' own among them, under the kernel
# checker: no finding but those that a test means. TAP. Run by tests/suite.py with CC,
# FLAGS and BUILD in the environment; with gcc only, for time. With clang the labelled
# kernels run (tests/check_checker.sh), and these by AMP_TREE=1.
# An argument is a test's name: only that.
#
# A host read of data that is elsewhere on purpose has a comment: /* stale */.
# Left out: test_cl_* (no OpenCL under the checker), test_async and test_overlap
# (their kernels wait for other launches or for the host: the checker runs one launch
# at a time, and calls a thread that waits long a livelock), test_late (its device runs
# launches when the host reads: to the checker that is stale), test_alloc_* (the checker's
# own memory fails too).
# For CI's time the library's code is compiled once, for no file of a test is about that; the tests
# of the algorithms are not optimised, which is most of what they cost; and debug information is of
# places alone: tests/check_checker.sh and tests/check_report.sh have it whole.
set -u
cd "$(dirname "$0")/.." || exit 1
: "${CC:=gcc}" "${BUILD:=build/tree}" "${FLAGS:=$(make -s flags)}"
export CC BUILD FLAGS
. tests/check_kernels/flags.sh
if [ "${1:-}" = --one ]; then
    name=$(basename "$2" .c) exe=$BUILD/$(basename "$2" .c)
    meant='none'
    case $name in
    test_divergence) meant=barrier-divergence ;;
    test_stack) meant='barrier-divergence out-of-bounds' ;;
    esac
    library=$BUILD/library.o code=-DAMP_EXTERN level=-O1
    case $name in test_algorithms_*) level=-O0 ;; esac
    case $name in # limits of their own, or what is internal
    test_limits | test_ranks | test_compare | test_storage | test_report | test_ctext)
        library='' code='' ;;
    test_algorithms_large) library='' code=-DAMP__TILES=16 ;; # as many blocks a tile, for time
    esac
    # shellcheck disable=SC2086
    if ! { $CC $FLAGS $level -g1 -DAMP_CHECK $(sees "$CC") $code -c "$2" -o "$exe.o" &&
           $CC "$exe.o" $library -fopenmp -pthread -lm -o "$exe"; } > "$exe.log" 2>&1; then
        sed 's/^/# /' "$exe.log"
        echo "not ok - $name does not build for the checker"
        exit 0
    fi
    TEST_TIMEOUT_SCALE=10 AMP_ENGINE=fibers timeout -k 5 300 "$exe" > "$exe.log" 2>&1
    rc=$?
    [ $name = test_divergence ] && rc=0 # it wants the emulator's words, not the checker's
    ran=$(grep -c '^ok \|^not ok ' "$exe.log")
    # A host read with the comment "stale" is one that a test means.
    other=$(awk -v meant="$meant" '
        /^amp check: [a-z-]* in kernel/ { n += open; rule = $3; open = 1; next }
        open && /^ *[|] / { n += index(meant, rule) == 0 && !/\/\* stale/; open = 0 }
        END { print n + open }' "$exe.log")
    if [ "$rc" -eq 0 ] && [ "$ran" -gt 0 ] && [ "$other" -eq 0 ]; then
        echo "ok - $name: $ran tests, no finding"
    else
        sed 's/^\(ok\|not ok\) /# &/; s/^[^#]/# &/' "$exe.log" | head -60
        echo "not ok - $name: exit status $rc, $ran tests, $other findings"
    fi
    exit 0
fi
case $CC${AMP_TREE:-${ALL:-}} in
*gcc* | *1) ;;
*) printf 'ok 1 - the tree under the checker # SKIP tried once, with gcc\n1..1\n'; exit 0 ;;
esac
mkdir -p "$BUILD"
unset AMP_ORDER AMP_CHECK_REPORT AMP_CHECK_OPTIONS
# shellcheck disable=SC2046,SC2086
$CC $FLAGS -O1 -g1 -DAMP_CHECK $(sees "$CC") -c tools/libamp.c -o "$BUILD/library.o" || exit 1
for file in tests/test_*.c; do
    case $(basename "$file" .c) in
    test_cl_* | test_async | test_overlap | test_late | test_alloc_*) continue ;;
    esac
    case $file in *"${1:-}"*) echo "$file" ;; esac
done | awk -v parts="${PARTS:-1}" -v part="${PART:-0}" 'NR % parts == part' |
    xargs -n 1 sh "tests/check_tree.sh" --one |
    awk '/^(ok|not ok) / { n++ } { print } END { print "1.." n }'
