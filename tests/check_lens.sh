#!/bin/sh
# SPDX-License-Identifier: MIT
# run: ci=gcc turn=3/4
# The lens: tests/lens/proof.c against counts worked out by hand, alone and with the checker; its
# reports; wrong settings, files and builds, each of which says what is wrong.
. "${0%/*}/lib.sh"
. tests/check_kernels/flags.sh
lens_library
words="$FLAGS -O1 -g"
seen=$(sees "$CC")
has() { # FILE WORD...: whether it holds them all
    local file="$1" word
    shift
    for word; do
        grep -qF -e "$word" "$file" || { echo "# $file lacks: $word" && return 1; }
    done
}

# ---- proof --------------------------------------------------------------------------------------

# shellcheck disable=SC2086
program proof $words $lens $way tests/lens/proof.c "$BUILD/lens.o"
tell $? 'the proof builds'
proved() { # TEXT COMMAND...: its tests as tests of this script
    local text="$1"
    shift
    run "$@"
    grep '^# ' "$BUILD/out"
    grep '^ok \|^not ok ' "$BUILD/out" | sed "s/\(ok\) [0-9]* - /\1 - $text: /"
    counted
    [ "$(grep -c '^ok \|^not ok ' "$BUILD/out")" -eq "$(sed -n 's/^1\.\.//p' "$BUILD/out")" ]
    tell $? "$text: it came to its end"
}
proved proof proof
if [ $family = gcc ]; then # one compiler's word is enough that both may be asked for
    some='neighbours_read_neighbours threads_that_stay_away_are_counted
        bank_conflicts_follow_the_stride transposes_padded_and_not
        atomics_on_one_address_wait_for_each_other phases_are_barriers'
    [ -z "${ALL:-}" ] || some=
    # shellcheck disable=SC2086
    core code $FLAGS -O0 "$by_level" -DAMP_LENS -DAMP_CHECK $seen -include amp_lens.h &&
        program both $words -DAMP_LENS -DAMP_CHECK $seen -DAMP_EXTERN tests/lens/proof.c \
            "$BUILD/code.o"
    tell $? 'the proof builds with the checker'
    # shellcheck disable=SC2086
    proved 'with the checker' AMP_CHECK_OPTIONS=allow_same=1 both $some
    # shellcheck disable=SC2086
    program racing -std=gnu99 -O1 -g1 -fopenmp -pthread -I. -DAMP_LENS -DAMP_CHECK $seen \
        -DAMP_EXTERN $programs/ci.c "$BUILD/code.o" &&
        run AMP_LENS="html:$BUILD/race.html" racing races races
    [ "$(grep -c 'kernel races is not measured, since its launch had a fault' "$BUILD/err")" -eq 1 ]
    tell $? 'a kernel with a race: why it is not measured, once'
    has "$BUILD/race.html" '"kernel": "races", "rule": "global-race"' &&
        { ! has_command node || node tests/lens/page.js "$BUILD/race.html" > "$BUILD/out"; } &&
        { ! has_command node || has "$BUILD/out" 'No kernel was measured' \
            'Kernel races is not measured: global-race, '; }
    tell $? 'and the page says so, and what the checker found'
    run AMP_LENS="text:$BUILD/race.txt" racing races &&
        has "$BUILD/race.txt" 'no kernel was measured'
    tell $? 'and so does text in a file'
fi
run AMP_ORDER=reverse proof bank_conflicts_follow_the_stride transposes_padded_and_not
! grep -v transposes "$BUILD/out" | grep '^not ok' && has "$BUILD/err" 'unset AMP_ORDER'
tell $? 'another order of threads: the same counts; simple kernels say that they need theirs'

# ---- reports ------------------------------------------------------------------------------------

# shellcheck disable=SC2086
program one $words $lens tests/lens/one.c "$BUILD/lens.o" && run one && ! [ -s "$BUILD/err" ]
tell $? "nothing is reported where nobody asks"
calls() { # KERNEL FORM: how many calls of the compiler's hooks are in that form of the kernel
    objdump -d "$BUILD/one" |
        awk -v f="<$1__$2>:" 'index($0, f) { on = 1 } /^$/ { on = 0 }
            on && /call.*__tsan|[[:space:]]bl .*__tsan/ { n++ } END { print n + 0 }'
}
if ! has_command objdump; then
    skip 'a form without hooks' 'there is no objdump'
else
    for kernel in transpose simple; do
        [ "$(calls $kernel told)" -gt 0 ] && [ "$(calls $kernel untold)" -eq 0 ]
        tell $? "kernel $kernel has a form without hooks, for tiles that are not measured"
    done
fi
run AMP_LENS=text one
has "$BUILD/err" 'kernel transpose, extent (64, 64), tile (16, 16); all 16 tiles' \
    'model generic: warps of 32, sectors of 32 bytes, 32 banks of 4 bytes' \
    'kernel simple, threads (64, 64), taken 256 in a row as a tile' \
    'at(At, idx[1], idx[0]) = at_index(A, idx);' \
    'one.c:15, t reads: a request takes 8.0 bank cycles where 1.0 would do' \
    'a spare column: rows of 17 elements' \
    'one.c:20, At writes: a request of 32 threads moves 32.0 sectors of 32 bytes where 4.0 would' \
    'neighbouring threads are 256 bytes apart' 'bound by latency' \
    'of instructions only accesses are counted' 'caches: L1 has 0% of what is loaded'
tell $? "text: model, tiles, lines with their source, the worst one and what to try"
run AMP_LENS="text:$BUILD/lens.txt" one && ! [ -s "$BUILD/err" ] &&
    has "$BUILD/lens.txt" 'kernel transpose' 'kernel simple'
tell $? "text: to a file, all kernels"
json() { # file, python expression of the report r that is true
    python3 -m json.tool "$1" > "$BUILD/tidy" &&
        python3 -c 'import json, sys
r = json.load(open(sys.argv[1]))
k = dict((e["kernel"], e) for e in r["kernels"])
sys.exit(not eval("(" + sys.argv[2] + ")"))' "$1" "$2"
}
if has_command python3; then
    run AMP_LENS="json:$BUILD/lens.json" one && json "$BUILD/lens.json" \
        'len(r["kernels"]) == 2 and k["simple"]["measures"]["sectors_per_request"] == 18
         and k["transpose"]["measures"]["bank_conflicts"] == 4.5
         and k["simple"]["rows"][1]["stride"] == 256 and k["simple"]["worst"]["row"] == 1
         and k["transpose"]["barriers"][0]["rounds"] == 16
         and k["transpose"]["model"]["warp"] == 32'
    tell $? "JSON: valid, with the same numbers"
else
    skip JSON 'there is no python3'
fi
if has_command python3 && python3 -c 'import jsonschema' 2> /dev/null; then
    run AMP_LENS="json:$BUILD/sample.json" AMP_LENS_OPTIONS=tiles=3:model=gtx280 one large
    for file in lens sample; do
        python3 -c 'import json, sys, jsonschema
jsonschema.validate(json.load(open(sys.argv[1])), json.load(open("docs/lens-schema.json")))' \
            "$BUILD/$file.json" 2> "$BUILD/why" || { sed 's/^/# /' "$BUILD/why" && false; }
        tell $? "JSON: $file.json is as docs/lens-schema.json says"
    done
else
    skip 'JSON by its schema' 'there is no python3 with jsonschema'
fi
run AMP_LENS="csv:$BUILD/lens.csv" one && has "$BUILD/lens.csv" 'id,kernel,file,line,array,access' \
    ',12,"A","read","sectors_per_load","",4,0,"l1tex__average_t_sectors_per_request' \
    '"simple","",0,"","","stores","",128,0,' '"occupancy","",1,0,"sm__maximum_warps'
tell $? "csv: a line for each measure"
sed -n 's/^[0-9]*,"transpose","",0,"","","\([a-z_]*\)",.*,"\(..*\)".$/| `\1` | `\2` |/p' \
    "$BUILD/lens.csv" | while read -r row; do
    grep -qF "$row" docs/lens.md || echo "$row"
done > "$BUILD/unnamed"
[ -s "$BUILD/lens.csv" ] && ! [ -s "$BUILD/unnamed" ]
tell $? "docs/lens.md has the metrics of Nsight Compute"
run AMP_LENS="html:$BUILD/lens.html" one &&
    ! grep -q 'src=\|href=\|@import\|url(\|@DATA@' "$BUILD/lens.html" &&
    [ "$(sed -n '1p;$p' "$BUILD/lens.html" | tr -d '\n')" = '<!DOCTYPE html></html>' ]
tell $? "HTML: one whole file that asks for no other"
if has_command node; then
    node tests/lens/page.js "$BUILD/lens.html" > "$BUILD/out" 2>&1 && has "$BUILD/out" \
        'thread 5, warp 0: local (0, 5), tile (0, 0), tile_origin (0, 0), global (0, 5)' \
        't(15, 15): thread 255 writes (line 12)' 'outlined: 4' \
        'interval 2 of 2: from the barrier at line 13 to the kernel’s end' \
        '32 sectors of 32 bytes are moved for it, 1024 bytes' \
        'thread 5 of its group, warp 0: global (0, 5)' \
        'From barrier to barrier, Heat maps'
    tell $? "HTML: its script draws, answers a tap, and steps"
else
    skip 'HTML: its script' 'there is no node'
fi
if ! browser=$(browser) || ! has_command python3; then
    skip 'HTML in a browser' 'there is no chromium, or no python3'
elif [ $family = clang ]; then
    skip 'HTML in a browser' 'once is enough: with gcc'
else
    # shellcheck disable=SC2086
    mkdir -p "$BUILD/pages" "$BUILD/way" &&
        program way/one $words $lens $way tests/lens/one.c "$BUILD/lens.o" &&
        program transpose_diagonal $words $lens $way examples/transpose_diagonal.c \
            "$BUILD/lens.o" && echo '<p>no page of the lens</p>' > "$BUILD/pages/a.html" &&
        run EXAMPLE_SMALL=1 AMP_LENS="html:$BUILD/pages/" AMP_LENS_OPTIONS=model=tesla-c1060 \
            transpose_diagonal && run AMP_LENS="html:$BUILD/pages/" way/one
    tell $? 'HTML: a folder of pages'
    run python3 tests/lens/browser.py "$browser" "$BUILD/pages"
    grep '^# \|^ok \|^not ok ' "$BUILD/out" | sed 's/ok - /&HTML in Chromium: /'
    counted
    tell $rc 'HTML in Chromium: all of it was tried'
fi
run AMP_LENS=text AMP_LENS_OPTIONS=tiles=3 one
has "$BUILD/err" '3 of 16 tiles measured, drawn by seed 1 (AMP_LENS_OPTIONS=tiles=all: exact)' \
    'error of the sample: requests +-0%'
tell $? "a sample is said to be one"
run AMP_LENS=text AMP_LENS_OPTIONS=model=tesla-c1060 one
has "$BUILD/err" 'model tesla-c1060' '8 partitions of 256 bytes' 'partitions: the busiest has'
tell $? "another model"
run AMP_LENS=text AMP_LENS_OPTIONS='model=Rtx A6000' one
has "$BUILD/err" 'model rtx-a6000: warps of 32'
tell $? "in any case, and with a blank"
run AMP_LENS=text AMP_LENS_OPTIONS=model=help one
grep '^amp lens: model .*GFLOP/s$' "$BUILD/err" > "$BUILD/models" &&
    [ "$(wc -l < "$BUILD/models")" -eq 12 ] && has "$BUILD/err" 'model generic: warps'
tell $? "model=help: all of them, once"
bad=
while read -r a b c name rest; do
    row=$(grep "^| \`$name\` |" docs/lens-models.md) || bad="$bad $name"
    for number in $(echo "$rest" | tr -c '0-9.\n' ' '); do
        case $number in .*) continue ;; esac
        case $row in *"| $number |"*) ;; *) bad="$bad $name:$number" ;; esac
    done
    : "$a $b $c"
done < "$BUILD/models"
[ -z "$bad" ] || echo "# not in docs/lens-models.md:$bad"
[ -z "$bad" ]
tell $? "docs/lens-models.md has the same numbers"
if has_command python3; then
    while read -r a b c name rest; do
        AMP_LENS="json:$BUILD/model-$name.json" AMP_LENS_OPTIONS="model=$name" "$BUILD/one" \
            > "$BUILD/out" || echo "$name: $a $b $c $rest"
    done < "$BUILD/models"
    python3 -c 'import glob, json, re, sys
rows = {}
for line in open("docs/lens-models.md"):
    cell = [c.strip() for c in line.split("|")[1:-1]]
    if len(cell) == 15 and cell[0].startswith("`"):
        rows[cell[0].strip("`")] = cell[1:-1]
def size(text):
    n = text.split()
    return float(n[0]) * {"KB": 1024, "MB": 1 << 20}[n[1]] if len(n) == 2 else float(text)
names = ["doubles", "issue", "integers", "l2_bandwidth", "launch", "copy", "l1", "l1_sets", "l2",
         "l2_ways", "multiply", "divide"]
waits = ["arithmetic_latency", "tile_latency", "l1_latency", "l2_latency", "latency"]
bad = 0
for path in glob.glob(sys.argv[1] + "/model-*.json"):
    m = json.load(open(path))["kernels"][0]["model"]
    row = rows.pop(m["name"], None)
    says = row and [size(c) for c in row[:-1]] + [float(c) for c in row[-1].split()]
    has = [m[n] for n in names + waits]
    if says != has:
        bad = 1
        print("#", m["name"], says, "is", has)
sys.exit(bad or bool(rows))' "$BUILD" > "$BUILD/why" || { cat "$BUILD/why" && false; }
    tell $? "docs/lens-models.md has the time model's numbers"
fi
printf 'base = A100 # and the memory of another\n\nbandwidth = 2039\nname = mine\n' \
    > "$BUILD/mine.model"
run AMP_LENS=text AMP_LENS_OPTIONS="model='$BUILD/mine.model'" one
has "$BUILD/err" 'model mine: warps of 32' '108 multiprocessors, 2039 GB/s'
tell $? "a model of the user's own"
printf 'l1 = 0\nl2 = 0\nname = bare\n' > "$BUILD/bare.model"
run AMP_LENS=text AMP_LENS_OPTIONS="model='$BUILD/bare.model'" one
has "$BUILD/err" 'model bare: warps of 32' && ! grep -q 'caches: ' "$BUILD/err"
tell $? "a model without caches"
while IFS='|' read -r line said; do
    echo "$line" > "$BUILD/bad.model"
    run AMP_LENS=text AMP_LENS_OPTIONS="model='$BUILD/bad.model'" one
    [ $rc -eq 1 ] && has "$BUILD/out" "$said"
    tell $? "a model with '$line' is refused"
done <<T
speed = 3|bad.model:1: 'speed = 3' is no line of a model
warp = 3.5|bad.model:1: 'warp = 3.5' is no line of a model
warp = many|is no line of a model: write a member of amp_lens_model
warp|'warp' is no line of a model
sector = 33|the model 'bad.model' of the lens cannot be: sector: 16, 32 or 64 bytes
issue = 0|the lens cannot be: clock, bandwidth, arithmetic, issue, integers, copy: above 0
launch = -1|the lens cannot be: doubles, launch, multiply, divide, bank_cycles, latencies: at least
l1_sets = 0|the lens cannot be: l1, l2: at least 0, and with a cache l1_sets, l2_ways: at least 1
l2 = 0|the lens cannot be: l1: with an l2, and l2_bandwidth above 0
line = 4096|the lens cannot be: line: at most 32 sectors
l1 = 1000000000|the lens cannot be: l1: at most 1024 lines a set; l2: at most 1073741824 bytes
base = voodoo|the lens has no model 'voodoo': it may be generic, g80
T
run AMP_LENS=text AMP_LENS_OPTIONS="model='$BUILD/none.model'" one
[ $rc -eq 1 ] && has "$BUILD/out" "none.model' cannot be read: No such file"
tell $? "a model that is not there is refused"
run AMP_LENS=text one large
has "$BUILD/err" '64 of 4096 tiles measured' && has "$BUILD/out" 'launch: no error'
tell $? "1024 x 1024: a sample"

run AMP_LENS="json:$BUILD/many.json" one many
has "$BUILD/err" '200 kernels, extents and tiles have been measured, and no more are' &&
    [ "$(grep -c '"kernel": "simple"' "$BUILD/many.json")" -eq 200 ]
tell $? "memory is bounded: of 201 extents 200 are kept, and that is said"

# ---- the rule book ------------------------------------------------------------------------------

mkdir -p "$BUILD/advice"
# shellcheck disable=SC2086
program rules $words $lens $way tests/lens/rules.c "$BUILD/lens.o" && run rules "$BUILD/advice"
tell $? "a kernel for each rule that must get it, and one that must not"
rules=$(sed -n 's/^    XX(\([a-z_]*\), \(ROW\|KERNEL\),.*/\1/p' amp/lens/rules.h)
[ "$(echo "$rules" | wc -l)" -ge 25 ]
tell $? "at least 25 rules"
if has_command python3; then
    for rule in $rules; do
        python3 -c 'import json, sys
folder, rule = sys.argv[1:]
def advice(kernel):
    report = json.load(open(folder + "/" + kernel + ".json"))
    return [a["rule"] for k in report["kernels"] if k["kernel"] == kernel for a in k["advice"]]
yes, no = advice("yes_" + rule), advice("no_" + rule)
print("#", rule, yes, no)
sys.exit(rule not in yes or rule in no)' "$BUILD/advice" "$rule" > "$BUILD/why" ||
            { cat "$BUILD/why" && false; }
        tell $? "rule $rule: its kernel gets it, the other does not"
    done
else
    skip 'the rules' 'there is no python3'
fi
for rule in $rules; do
    grep -q "^| \`$rule\` |" docs/lens-advice.md || echo "$rule"
done > "$BUILD/unwritten"
! [ -s "$BUILD/unwritten" ]
tell $? "docs/lens-advice.md has them all"

# ---- what is wrong is said ----------------------------------------------------------------------

echo '{"kernels": [{"kernel": "x", ' > "$BUILD/bad.json"
run one api "$BUILD"
has "$BUILD/out" "the lens has no model 'voodoo': it may be generic, g80" \
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
    "the lens writes no 'yaml': it writes text, json, html, csv" 'folder.json'"'"': No such file' \
    'write: no error' 'expect: no error' \
    'one.c:15: transpose: bank_conflicts is 4.5, expected is at most 4' \
    'one.c:12: transpose:12: active is 1, expected is at least 1.5' \
    "the lens has measured no kernel 'simple': it has transpose" \
    "the lens cannot read 'no.json': No such file" "bad.json' is no report of the lens" \
    "base.json' has no kernel that was measured by the name sum"
tell $? "each call of the API says what is wrong with it"
has "$BUILD/compared.txt" 'transpose against simple' 'efficiency' '0.2222              1   better' \
    'time' 'us worse' 'barriers' '1   worse' && grep -q '^  [0-9]* better, 5 worse$' \
    "$BUILD/compared.txt"
tell $? "two kernels side by side: what is better and what is worse"
has "$BUILD/err" 'transpose against' 'simple against' '  0 better, 0 worse'
tell $? "a report read back: nothing has changed"
if has_command python3; then
    python3 -m json.tool "$BUILD/api.sarif" > "$BUILD/tidy" &&
        [ "$(grep -c '"ruleId": "expectation"' "$BUILD/tidy")" -eq 2 ] &&
        has "$BUILD/tidy" '"startLine": 15' '"startLine": 12' '"originalUriBaseIds": {'
    tell $? "SARIF: what did not hold, at its lines"
fi
[ "$(grep -c 'measure transpose requests 512: no error' "$BUILD/out")" -eq 2 ]
tell $? "after amp_lens_stop nothing more is measured"
wrong() { # name of a setting, its value, words that the launch answers
    run "$1=$2" AMP_LENS="${4-text}" one
    [ $rc -eq 1 ] && has "$BUILD/out" 'launch: an argument is not allowed: ' "$3"
    tell $? "$1=$2 says what it may be"
}
run AMP_LENS=text AMP_LENS_OPTIONS="base=$BUILD/base.json:model=h100" one
has "$BUILD/err" 'transpose against' 'us better'
tell $? "base of AMP_LENS_OPTIONS: what has changed"
run AMP_LENS=text AMP_LENS_OPTIONS="base=$BUILD/bad.json" one
has "$BUILD/err" "base of AMP_LENS_OPTIONS: '$BUILD/bad.json' is no report of the lens"
tell $? "a base that is no report is said"
wrong AMP_LENS pretty "AMP_LENS is 'pretty': it may be text" pretty
wrong AMP_LENS_OPTIONS tiles=many "has tiles='many': it may be all or 1 to 1000000000"
wrong AMP_LENS_OPTIONS tiles=0 "AMP_LENS_OPTIONS has tiles='0'"
wrong AMP_LENS_OPTIONS model=voodoo "has model='voodoo': it may be generic, g80, gtx-280"
stale() { # a variable of an older version, its value, words of the one sentence
    run "$1=$2" AMP_LENS="json:$BUILD/stale.json" one often
    [ $rc -eq 0 ] && [ "$(wc -l < "$BUILD/err")" -eq 1 ] && has "$BUILD/err" "$3" &&
        has "$BUILD/stale.json" '"name": "generic"' '"measured": 1,'
    tell $? "$1=$2 is one sentence, and the launch is measured"
}
stale AMP_LENS_TILES many \
    "AMP_LENS_TILES is 'many': it may be all or 1 to 1000000000: it is not used"
stale AMP_LENS_TILES 0 "it is not used, and 64 is"
stale AMP_LENS_MODEL voodoo "it is not used, and generic is"

# ---- reports: when, and where they cannot be written ---------------------------------------------

lost() { # file, words of the one sentence: the program runs, and its status says that it is lost
    run AMP_LENS="json:$1" one often
    [ $rc -eq 1 ] && [ "$(grep -c 'launch: no error' "$BUILD/out")" -eq 1 ] &&
        [ "$(wc -l < "$BUILD/err")" -eq 1 ] && has "$BUILD/err" "$2"
    tell $? "a report that cannot be written to $1: one sentence, and the status 1"
}
run AMP_LENS="html:$BUILD/no/such/" one often
[ $rc -eq 1 ] && [ "$(wc -l < "$BUILD/err")" -eq 1 ] &&
    has "$BUILD/err" "no/such/', and that file cannot be written: No such file"
tell $? "a folder of pages that is not there: one sentence"
lost "$BUILD/no/such/file" 'no/such/file'"'"', and that file cannot be written: No such file'
[ ! -c /dev/full ] || lost /dev/full "could not write all of '/dev/full': No space left"
run AMP_LENS="json:$BUILD/no/such/file" one three
[ $rc -eq 3 ]
tell $? "another status stays"
if has_command python3; then
    run AMP_LENS="json:$BUILD/often.json" one often && json "$BUILD/often.json" \
        '[k["launches"] for k in r["kernels"]] == [100, 1]'
    tell $? "launches that follow the last report are in it"
fi
run AMP_LENS_OPTIONS="base=$BUILD/bad.json" AMP_LENS=text one often
[ "$(grep -c 'base of AMP_LENS_OPTIONS' "$BUILD/err")" -eq 1 ]
tell $? "a base that is no report is said once"

cp "$BUILD/one" "$BUILD/plain" && strip -g "$BUILD/plain" && run AMP_LENS=text plain
has "$BUILD/err" 'no source lines: compile with -g' && has "$BUILD/err" 'transpose__' ' at 0x'
tell $? "without -g: functions and addresses, and a sentence that says why"
# shellcheck disable=SC2086
program blind $FLAGS -O0 -DAMP_LENS -DAMP_CHECK_REGIONS=0 -DAMP_EXTERN tests/lens/one.c \
    "$BUILD/lens.o" && run AMP_LENS=text blind
has "$BUILD/err" 'no access was seen: this file is compiled without -fsanitize=thread'
tell $? "without -fsanitize=thread: that no access was seen, and why"
run blind api "$BUILD"
has "$BUILD/out" 'not supported here: the lens saw no access of kernel transpose: its file'
tell $? "the API says so too"
# shellcheck disable=SC2086
program without $FLAGS -O0 tests/lens/one.c && run without api "$BUILD"
has "$BUILD/out" 'start: not supported here: this file is compiled without the lens'
tell $? "without -DAMP_LENS the API says how to compile"
own='amp__lens_\(absent\|preset.*\|model_.*\|same_name\|set_number\|is_.*\)$'
! nm "$BUILD/without.one.c.o" | grep -v "$own" | grep 'amp__lens'
tell $? "and nothing of the lens is in the object"
run AMP_LENS=text without && [ "$(grep -c 'AMP_LENS is set, and this program has no lens' \
    "$BUILD/err")" -eq 1 ]
tell $? "AMP_LENS where there is no lens: one sentence"
finish
