#!/bin/sh
# SPDX-License-Identifier: MIT
# run: ci=gcc parts=3 turn=part
# The kernels of the tests, the algorithms' own among them, under the kernel checker: no finding but
# those that a test means. With clang the labelled kernels run (tests/check_checker.sh), and these
# under ALL=1, as do the longest of the algorithms', whose kernels test_algorithms_small and
# test_algorithms_large launch as well, and those that are about the host and include the library's
# code. One day has a third of them, the next day the next third. An argument is a test's name: only
# that.
#
# A host read of data that is elsewhere on purpose has a comment: /* stale */.
# Left out: test_cl_* (no OpenCL under the checker), test_async and test_overlap (their kernels wait
# for other launches or for the host: the checker runs one launch at a time, and calls a thread that
# waits long a livelock), test_late (its device runs launches when the host reads: to the checker
# that is stale), test_alloc_* (the checker's own memory fails too), test_ctext and test_report,
# which launch no kernel, test_debug_build (a debug build is one without the checker).
# The library's code is compiled once, but where a file has limits of its own, or tests what is
# internal; debug information is of places alone: tests/check_checker.sh and tests/check_report.sh
# have it whole. (Without optimisation gcc announces no structure that a function gives back.)
. "${0%/*}/lib.sh"
. tests/check_kernels/flags.sh

checked_library
tell $? "the library's code builds for the checker"
export AMP_ENGINE=fibers
limit=75
# judged NAME FILE: its program's tests pass, some ran, and nothing is found that it does not mean.
judged() {
    local name="$1" file="$2" code="$BUILD/checked.o" options=-O0 meant=none ran other
    case $name in
    test_divergence) meant=barrier-divergence ;;
    test_stack) meant='barrier-divergence out-of-bounds' ;;
    esac
    case $name in # most of what a test costs is optimising
    test_algorithms_large) options='-O0 -DAMP__TILES=4' ;; # 16 take 4 seconds more
    test_audit_algorithms | test_choice_operators | test_graphics \
        | test_values) # functions give structures back
        options='' ;;
    test_limits | test_ranks | test_compare | test_storage) # limits of their own, what is internal
        code='' options='-O0 -UAMP_EXTERN' ;;
    esac
    # shellcheck disable=SC2086
    program "$name" $FLAGS $checked $options "$file" $code || return
    run TEST_TIMEOUT_SCALE=$((TEST_TIMEOUT_SCALE * 3)) "$name"
    [ $name = test_divergence ] && rc=0 # it wants the emulator's words, not the checker's
    ran=$(cat "$BUILD/out" "$BUILD/err" | grep -c '^ok \|^not ok ')
    other=$(cat "$BUILD/out" "$BUILD/err" | awk -v meant="$meant" '
        /^amp check: [a-z-]* in kernel/ { n += open; rule = $3; open = 1; next }
        open && /^ *[|] / { n += index(meant, rule) == 0 && !/\/\* stale/; open = 0 }
        END { print n + open }')
    echo "# exit status $rc, $ran tests, $other findings"
    [ $rc -eq 0 ] && [ "$ran" -gt 0 ] && [ "$other" -eq 0 ]
}
turn=0
for file in tests/test_*.c; do
    name=$(basename "$file" .c)
    case $name in
    test_cl_* | test_async | test_overlap | test_late | test_alloc_* | test_contention \
        | test_ctext | test_report | test_debug_build)
        continue ;;
    test_algorithms_more | test_algorithms_random | test_algorithms_scan | test_algorithms_sort \
        | test_algorithms_stl | test_compare | test_limits | test_storage | test_choice*)
        [ -n "${ALL:-}${1:-}" ] || continue ;;
    esac
    case $name in
    *"${1:-}"*) ;;
    *) continue ;;
    esac
    turn=$((turn + 1))
    [ $((turn % ${PARTS:-1})) -eq "${PART:-0}" ] || continue
    judged "$name" "$file"
    tell $? "$name"
done
finish
