#!/bin/sh
# SPDX-License-Identifier: MIT
# run: ci=gcc
# The lens: tests/lens/proof.c against counts worked out by hand, alone and with the checker; its
# reports; wrong settings, files and builds, each of which says what is wrong. TAP.
set -u
cd "$(dirname "$0")/.." || exit 1
cc=${CC:-gcc} build=${BUILD:-build/check_lens}
mkdir -p "$build"
unset AMP_ENGINE AMP_ORDER AMP_LENS AMP_LENS_OPTIONS AMP_CHECK_OPTIONS
count=0
tell() { # exit status of what was tested, text
    count=$((count + 1))
    if [ "$1" -eq 0 ]; then echo "ok $count - $2"; else echo "not ok $count - $2"; fi
}
has() { # file, words: whether it holds them all
    file=$1
    shift
    for word; do
        grep -qF -e "$word" "$file" || { echo "# $file lacks: $word"; return 1; }
    done
}
warn='-pedantic -Wall -Wextra -Wshadow -Wconversion -Wstrict-prototypes -Werror'
library() { # object, flags: the library's code, once for all programs, for CI's time
    echo '#include "amp.h"' > "$build/$1.c"
    # shellcheck disable=SC2086
    $cc -std=c99 $warn -O1 -pthread -I. -DAMP_ASSERTS -DAMP_EXTERN -DAMP_IMPLEMENTATION $2 \
        -c "$build/$1.c" -o "$build/$1.o"
}
make_() { # program, source, flags, object of the library; none: the program has it in itself
    # shellcheck disable=SC2086
    $cc -std=c99 $warn -O1 -pthread -I. -Itests -DAMP_ASSERTS ${4:+-DAMP_EXTERN} $3 \
        -c "tests/lens/$2.c" -o "$build/$1.o" &&
        $cc "$build/$1.o" ${4:+"$build/$4.o"} -o "$build/$1" -pthread -lm
}
run() { # program, arguments: to out and err
    program=$1
    shift
    timeout 60 "$build/$program" "$@" > "$build/out" 2> "$build/err"
}
. tests/check_kernels/flags.sh
seen=$(sees "$cc")

# ---- proof -----------------------------------------------------------------

library lens "-g -DAMP_LENS $seen" && make_ proof proof "-g -DAMP_LENS $seen" lens
tell $? "the proof builds"
counted() { # the tests of another program, in out: they are in this script's plan
    count=$((count + $(grep -c '^ok \|^not ok ' "$build/out")))
}
proved() { # text, program: its tests as tests of this script
    "$build/$2" > "$build/out" 2>&1
    grep '^# ' "$build/out"
    grep '^ok \|^not ok ' "$build/out" | sed "s/\(ok\) [0-9]* - /\1 - $1: /"
    counted
    [ "$(grep -c '^ok \|^not ok ' "$build/out")" -eq "$(sed -n 's/^1\.\.//p' "$build/out")" ]
    tell $? "$1: it came to its end"
}
proved proof proof
case $cc in
*clang*) ;; # one compiler's word is enough that both may be asked for
*)  make_ both proof "-g -DAMP_LENS -DAMP_CHECK $seen"
    tell $? "the proof builds with the checker"
    AMP_CHECK_OPTIONS=allow_same=1 proved 'with the checker' both ;;
esac
AMP_ORDER=reverse run proof bank_conflicts_follow_the_stride transposes_padded_and_not
! grep -v transposes "$build/out" | grep '^not ok' && has "$build/err" 'unset AMP_ORDER'
tell $? "another order of threads: the same counts; simple kernels say that they need theirs"

# ---- reports ---------------------------------------------------------------

make_ one one "-g -DAMP_LENS $seen" lens && run one && ! test -s "$build/err"
tell $? "nothing is reported where nobody asks"
AMP_LENS=text run one
has "$build/err" 'kernel transpose, extent (64, 64), tile (16, 16); all 16 tiles' \
    'model generic: warps of 32, sectors of 32 bytes, 32 banks of 4 bytes' \
    'kernel simple, threads (64, 64), taken 256 in a row as a tile' \
    'at(At, idx[1], idx[0]) = at_index(A, idx);' \
    'one.c:15, t reads: a request takes 8.0 bank cycles where 1.0 would do' \
    'a spare column: rows of 17 elements' \
    'one.c:20, At writes: a request of 32 threads moves 32.0 sectors of 32 bytes where 4.0 would' \
    'neighbouring threads are 256 bytes apart' 'bound by global memory' 'arithmetic is not counted'
tell $? "text: model, tiles, lines with their source, the worst one and what to try"
AMP_LENS="text:$build/lens.txt" run one && ! test -s "$build/err" &&
    has "$build/lens.txt" 'kernel transpose' 'kernel simple'
tell $? "text: to a file, all kernels"
json() { # file, python expression of the report r that is true
    python3 -m json.tool "$1" > "$build/tidy" &&
        python3 -c 'import json, sys
r = json.load(open(sys.argv[1]))
k = dict((e["kernel"], e) for e in r["kernels"])
sys.exit(not eval("(" + sys.argv[2] + ")"))' "$1" "$2"
}
if command -v python3 > /dev/null; then
    AMP_LENS="json:$build/lens.json" run one && json "$build/lens.json" \
        'len(r["kernels"]) == 2 and k["simple"]["measures"]["sectors_per_request"] == 18
         and k["transpose"]["measures"]["bank_conflicts"] == 4.5
         and k["simple"]["rows"][1]["stride"] == 256 and k["simple"]["worst"]["row"] == 1
         and k["transpose"]["barriers"][0]["rounds"] == 16
         and k["transpose"]["model"]["warp"] == 32'
    tell $? "JSON: valid, with the same numbers"
else
    echo "ok $((count += 1)) - JSON # SKIP there is no python3"
fi
AMP_LENS="html:$build/lens.html" run one &&
    ! grep -q 'src=\|href=\|@import\|url(\|@DATA@' "$build/lens.html" &&
    [ "$(sed -n '1p;$p' "$build/lens.html" | tr -d '\n')" = '<!DOCTYPE html></html>' ]
tell $? "HTML: one whole file that asks for no other"
if command -v node > /dev/null; then
    node tests/lens/page.js "$build/lens.html" > "$build/out" 2>&1 && has "$build/out" \
        'thread 5, warp 0: local (0, 5), tile (0, 0), tile_origin (0, 0), global (0, 5)' \
        'A(8, 15): thread 143 reads (line 12)' 'interval 2 of 2' 'outlined: 3' \
        'simple: thread 5 of its group, warp 0: global (0, 5)' 'From barrier to barrier, Heat maps'
    tell $? "HTML: its script draws, answers a tap, and steps"
else
    tell 0 "HTML: its script # SKIP there is no node"
fi
browser=
for name in chromium-headless-shell chromium chromium-browser; do
    [ -n "$browser" ] || browser=$(command -v "$name")
done
command -v python3 > /dev/null || browser=
case "$browser $cc" in
" "*) tell 0 "HTML in a browser # SKIP there is no chromium, or no python3" ;;
*clang*) tell 0 "HTML in a browser # SKIP once is enough: with gcc" ;;
*)  timeout 120 python3 tests/lens/browser.py "$browser" "$build/lens.html" > "$build/out" 2>&1
    done=$?
    grep '^# \|^ok \|^not ok ' "$build/out" | sed 's/ok - /&HTML in Chromium: /'
    counted
    tell $done "HTML in Chromium: all of it was tried" ;;
esac
AMP_LENS=text AMP_LENS_OPTIONS=tiles=3 run one
has "$build/err" 'of 16 tiles measured, at even distances (AMP_LENS_OPTIONS=tiles=all: exact)'
tell $? "a sample is said to be one"
AMP_LENS=text AMP_LENS_OPTIONS=model=tesla-c1060 run one
has "$build/err" 'model tesla-c1060' '8 partitions of 256 bytes' 'partitions: the busiest has'
tell $? "another model"
AMP_LENS=text run one large
has "$build/err" '65 of 16384 tiles measured' && has "$build/out" 'launch: no error'
tell $? "2048 x 2048: a sample"

AMP_LENS="json:$build/many.json" run one many
has "$build/err" '200 kernels, extents and tiles have been measured, and no more are' &&
    [ "$(grep -c '"kernel": "simple"' "$build/many.json")" -eq 200 ]
tell $? "memory is bounded: of 201 extents 200 are kept, and that is said"

# ---- what is wrong is said ---------------------------------------------------

echo '{"kernels": [{"kernel": "x", ' > "$build/bad.json"
run one api "$build"
has "$build/out" "the lens has no model 'voodoo': it may be generic, tesla-c1060" \
    "the model 'generic' of the lens cannot be: sector: 16, 32 or 64 bytes" \
    'the lens cannot measure -1 tiles' \
    "the lens has measured no kernel 'transpose': call amp_lens_start before a launch" \
    'measure transpose requests 512: no error' 'measure * requests 512: no error' \
    "the lens does not add up 'efficiency' over kernels" \
    "the lens has no measure 'speed': it has requests, bytes_asked" \
    "the lens has measured no kernel 'transpos': it has transpose" \
    "kernel transpose accesses nothing at 'u'" "kernel transpose accesses nothing at '9999'" \
    "'transpose:t' has no sectors_per_request" "'transpose:t' has no time" \
    'measure transpose:12 sectors_per_request 4: no error' \
    'a thread of kernel transpose makes no -1 operations' 'operations: no error' \
    "the lens writes no 'yaml': it writes text" 'folder.json'"'"': No such file' \
    'write: no error' 'expect: no error' \
    'one.c:15: transpose: bank_conflicts is 4.5, expected is at most 4' \
    'one.c:12: transpose:12: active is 1, expected is at least 1.5' \
    "the lens has measured no kernel 'simple': it has transpose" \
    "the lens cannot read 'no.json': No such file" "bad.json' is no report of the lens" \
    "base.json' has no kernel that was measured by the name sum"
tell $? "each call of the API says what is wrong with it"
has "$build/compared.txt" 'transpose against simple' 'efficiency' '0.2222              1   better' \
    'time' 'us better' 'barriers' '1   worse' && grep -q '^  [0-9]* better, 3 worse$' \
    "$build/compared.txt"
tell $? "two kernels side by side: what is better and what is worse"
has "$build/err" 'transpose against' 'simple against' '  0 better, 0 worse'
tell $? "a report read back: nothing has changed"
if command -v python3 > /dev/null; then
    python3 -m json.tool "$build/api.sarif" > "$build/tidy" &&
        [ "$(grep -c '"ruleId": "expectation"' "$build/tidy")" -eq 2 ] &&
        has "$build/tidy" '"startLine": 15' '"startLine": 12' '"originalUriBaseIds": {'
    tell $? "SARIF: what did not hold, at its lines"
fi
[ "$(grep -c 'measure transpose requests 512: no error' "$build/out")" -eq 2 ]
tell $? "after amp_lens_stop nothing more is measured"
wrong() { # name of a setting, its value, words that the launch answers
    env "$1=$2" AMP_LENS="${4-text}" "$build/one" > "$build/out" 2> "$build/err"
    [ $? -eq 1 ] && has "$build/out" 'launch: an argument is not allowed: ' "$3"
    tell $? "$1=$2 says what it may be"
}
AMP_LENS=text AMP_LENS_OPTIONS="base=$build/base.json:model=h100" run one
has "$build/err" 'transpose against' 'us better'
tell $? "base of AMP_LENS_OPTIONS: what has changed"
AMP_LENS=text AMP_LENS_OPTIONS="base=$build/bad.json" run one
has "$build/err" "base of AMP_LENS_OPTIONS: '$build/bad.json' is no report of the lens"
tell $? "a base that is no report is said"
wrong AMP_LENS pretty "AMP_LENS is 'pretty': it may be text" pretty
wrong AMP_LENS_OPTIONS tiles=many "has tiles='many': it may be all or 1 to 1000000000"
wrong AMP_LENS_OPTIONS tiles=0 "AMP_LENS_OPTIONS has tiles='0'"
wrong AMP_LENS_OPTIONS model=voodoo "has model='voodoo': it may be generic, tesla-c1060, a100"
wrong AMP_LENS_OPTIONS tiles=4 "that file cannot be written: No such file" \
    "json:$build/no/such/file"

cp "$build/one" "$build/plain" && strip -g "$build/plain" && AMP_LENS=text run plain
has "$build/err" 'no source lines: compile with -g' && has "$build/err" 'transpose__' ' at 0x'
tell $? "without -g: functions and addresses, and a sentence that says why"
make_ blind one "-g -DAMP_LENS" && AMP_LENS=text run blind
has "$build/err" 'no access was seen: this file is compiled without -fsanitize=thread'
tell $? "without -fsanitize=thread: that no access was seen, and why"
run blind api "$build"
has "$build/out" 'not supported here: the lens saw no access of kernel transpose: its file'
tell $? "the API says so too"
make_ without one -O1 && run without api "$build"
has "$build/out" 'start: not supported here: this file is compiled without the lens'
tell $? "without -DAMP_LENS the API says how to compile"
! nm "$build/without.o" | grep -v 'amp__lens_\(absent\|presets\|model_check\)$' | grep 'amp__lens'
tell $? "and nothing of the lens is in the object"
printf '1..%d\n' "$count"
