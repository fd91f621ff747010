#!/bin/sh
# SPDX-License-Identifier: MIT
# run: turn=compiler,0/6
# What a warp does: every figure of the lens, for kernels in whose threads' ways a warp can part,
# against a model of its own (tests/lens/simt.py): those of tests/lens/warps.c, and drawn ones, of
# which ALL=1 takes more. And how a file must be compiled, which is noticed where it is not.
. "${0%/*}/lib.sh"
. tests/check_kernels/flags.sh
if ! has_command python3; then
    skip 'what a warp does' 'there is no python3'
    finish
fi
lens_library
compared() { # NAME KERNELS FLAG...: a program of them, and its figures as tests of this script
    local name="$1" kernels="$2"
    shift 2
    python3 tests/lens/warps.py program "$kernels" > "$BUILD/$name.c" &&
        program "$name" "$@" "$BUILD/$name.c" "$BUILD/lens.o" &&
        run "$name" "$BUILD/$name.json" && ! [ -s "$BUILD/err" ]
    tell $? "$name: the kernels run"
    capture python3 tests/lens/warps.py compare "$kernels" "$BUILD/$name.json"
    grep '^# \|^ok \|^not ok ' "$BUILD/out" | sed "s/\(ok\) [0-9]* - /\1 - $name: /"
    n=$((n + $(grep -c '^ok \|^not ok ' "$BUILD/out")))
    failed=$((failed + $(grep -c '^not ok ' "$BUILD/out")))
    [ $rc -eq 0 ] && ! grep -q '# SKIP' "$BUILD/out"
    tell $? "$name: all figures are the model's"
}
# shellcheck disable=SC2154
flags="-w $lens $way"
# shellcheck disable=SC2086
compared warps tests/lens/warps.c $flags
python3 tests/lens/warps.py random 41 110 > "$BUILD/drawn.h"
# shellcheck disable=SC2086
compared drawn "$BUILD/drawn.h" $flags
# Only there gcc announces a block behind the end of a function, whose own it is.
# shellcheck disable=SC2086
[ $family = clang ] || compared unoptimised tests/lens/warps.c $flags -O0
if [ -n "${ALL:-}" ]; then
    python3 tests/lens/warps.py random 31 400 > "$BUILD/more.h"
    # shellcheck disable=SC2086
    compared more "$BUILD/more.h" $flags
    # shellcheck disable=SC2086
    [ $family = clang ] || compared more_unoptimised "$BUILD/more.h" $flags -O0
fi

# ---- how a file is compiled ---------------------------------------------------------------------

# The model is able to say no: by visits some kernels are wrong, and others are right.
# shellcheck disable=SC2086
program visits -w $lens "$BUILD/warps.c" "$BUILD/lens.o" && run visits "$BUILD/visits.json" &&
    capture python3 tests/lens/warps.py compare tests/lens/warps.c "$BUILD/visits.json" visits &&
    says '!~^ok .* - turns$' '~^not ok .* - turns$' '~^ok .* - uniform$' '~^ok .* - transpose$' &&
    grep -q '"counted_by": "visits"' "$BUILD/visits.json"
tell $? 'without the flag: the n-th visits, which are wrong where threads part'

doubts() { # NAME FLAG...: one program so compiled, and what it says of itself
    local name="$1"
    shift
    program "$name" -w "$@" tests/lens/one.c "$BUILD/lens.o" && run AMP_LENS=text "$name"
}
# shellcheck disable=SC2086
doubts ordered $lens $way
says '!  warps: ' 'warps part at 0 branches of 0'
tell $? 'as docs/lens.md has it: no doubt'
# shellcheck disable=SC2086
doubts visited $lens
says 'warps: the n-th visit of each thread to an instruction is taken for one request' '!part at'
tell $? 'without -fsanitize-coverage: that it counts by visits'
for level in -O1 -O2; do
    # shellcheck disable=SC2086
    doubts moved $lens $way $level
    says 'warps: the compiler has moved blocks of this file, or announces not all'
    tell $? "$level: that blocks may have been moved"
done
if [ $family = clang ]; then
    # shellcheck disable=SC2086
    doubts pruned $lens -O0 -fsanitize-coverage=trace-pc
    says 'warps: the compiler has moved blocks of this file, or announces not all'
    tell $? 'without no-prune: that blocks are missing'
fi

run AMP_LENS=json:"$BUILD/turns.json" ordered turns
says 'measure turns:A requests 60000: no error' 'measure turns:A active 0.03125: no error' \
    'measure turns divergent_branches 6' "'turns:A' has no branches" \
    '~measure turns operations 6000[01]' &&
    grep -q '"not_looked_at": [1-9]' "$BUILD/turns.json"
tell $? 'what is too much to keep is taken to be as the rest, and said'
if has_command objdump; then
    objdump -dr "$BUILD/ordered.one.c.o" | sed -n 's/^[0-9a-f]* <\(.*\)>:$/in \1/p
        s/.*__\(sanitizer_cov\|tsan\)_.*/announces/p' | awk '
        $1 == "in" { name = $2; known[name] = 1 }
        $1 == "announces" { n[name]++ }
        END { exit !(known["turns__untold"] && !n["turns__untold"] && n["turns__told"]) }'
    tell $? 'the entry for tiles that are not measured announces nothing'
fi
mkdir -p "$BUILD/nothing.d"
run PATH="$BUILD/nothing.d" AMP_LENS=text ordered turns
says 'branches of unknown (- uniform)' 'unknown instructions of this CPU' \
    'of instructions only accesses are counted'
tell $? 'without objdump: what is not known is unknown'

# All in one file, as docs/lens.md has it: the library's own code announces blocks, too.
if [ $family = gcc ] || [ -n "${ALL:-}" ]; then
    # shellcheck disable=SC2046,SC2086
    program whole -w -g1 -pthread -I. -DAMP_LENS $(sees "$CC") $way "$by_level" tests/lens/one.c &&
        run AMP_LENS=text whole turns && says 'measure turns:A requests 60000: no error' '!warps: '
    tell $? 'the library in the same file: the same'
fi
# clang at -O0 calls memset where the lens clears its own memory, which is no access of a kernel.
# (Of a library with -g the checker would know that by its file.)
if [ $family = clang ]; then
    options="-w $lens -DAMP_CHECK -O0 -fopenmp -fno-pie"
    # shellcheck disable=SC2086
    core unoptimised $options -g0 &&
        program checked $options $way -no-pie tests/lens/one.c "$BUILD/unoptimised.o" &&
        run AMP_LENS=text checked && says 'launch: no error' '!amp check: '
    tell $? 'the checker beside it finds nothing in the lens, unoptimised'
fi

# ---- the documents' command lines ---------------------------------------------------------------

words_of() { # FILE: clang's words from -fsanitize=thread on, one a line, but for the blocks'
    sed -n '/^    clang -O/,/-c program.c$/p' "$1" | tr -d '\134' | tr -s ' ' '\n' |
        sed -n '/^-fsanitize=thread$/,$p' | grep -v '^-fsanitize-coverage=\|^-c$\|^program.c$\|^$'
}
words_of docs/lens.md > "$BUILD/lens.words"
words_of docs/checker.md > "$BUILD/checker.words"
[ "$(wc -l < "$BUILD/lens.words")" -ge 7 ] && cmp -s "$BUILD/lens.words" "$BUILD/checker.words"
tell $? "clang's command line: docs/lens.md has what docs/checker.md has" "$BUILD/lens.words"
for word in $way; do
    grep -qF -e "$word" docs/lens.md || echo "$word"
done > "$BUILD/missing"
! [ -s "$BUILD/missing" ]
tell $? 'and the flags of these tests' "$BUILD/missing"
finish
