#!/bin/sh
# SPDX-License-Identifier: MIT
# Files with the kernel checker beside files without it in one program: what is done
# in the others is not taken for what nobody did.
. "${0%/*}/lib.sh"
. tests/check_kernels/flags.sh
checked_library

part=$programs/mixed_part.c main=$programs/mixed_main.c
# The steps are pairs of letters: who (c: with the checker, p: without), and what. At
# the end the host reads the data in a file with the checker.
# The files without the checker have the library's code in themselves; those with it share theirs.
# shellcheck disable=SC2086
{
    object plain -std=c99 -O0 -DNDEBUG -pthread -I. -DNAME=plain $part
    object with -std=c99 $checked -DNAME=with_checker $part
    object main -std=c99 $checked $main
}
plain=$BUILD/plain.o with=$BUILD/with.o main=$BUILD/main.o code=$BUILD/checked.o
program plain_first "$plain" "$with" "$main" "$code" &&
    program checker_first "$main" "$with" "$code" "$plain"
tell $? "files with and without the checker link"
runs() { # steps, what is printed last: in both orders of linking
    for order in plain_first checker_first; do
        run $order "$1" && [ "$(tail -n 1 "$BUILD/out")" = "$2" ] && says '!amp check' || return 1
    done
}
runs paptcactcs 'status 0 sum 1280'
tell $? "fibers that the other file has made"
runs cactpaptps 'status 0 sum 1280'
tell $? "the checker first, then without"
runs cdpfcacs 'status 0 sum 205120'
tell $? "discarded, and written without the checker: it holds something"
runs cfps 'status 0 sum 204480'
tell $? "synchronized without the checker: the host may read"
runs cfpwcacs 'status 0 sum 205120'
tell $? "refreshed without the checker"
runs cfpa 'status 0 sum 205120'
tell $? "written through inout without the checker: the other file may read it"
runs pfcacs 'status 0 sum 205120'
tell $? "launched without, then with the checker"
runs prcs 'status 0 sum 0'
tell $? "a race is not seen in a file without the checker"
rows <<T
and is in the file with it
    plain_first ptcrpt
    amp check: tile-race in kernel race
what nobody fetched is stale
    plain_first cf
    amp check: stale-host-read in kernel fill
T
export AMP_ACCELERATOR=emu:separate
runs cdpfcacs 'status 0 sum 205120' &&
    runs paptcactcs 'status 0 sum 1280'
tell $? "on memory that is not the host's"
finish
