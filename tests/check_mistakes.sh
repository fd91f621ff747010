#!/bin/sh
# SPDX-License-Identifier: MIT
# run: turn=compiler,3/6
# What a beginner's mistake is told: each file of tests/mistakes is a program with one, and says in
# its head who must name it and with which words.
#
#   mistake: what is wrong             said by: compile, link, run, debug, check or nobody
#   from: the public question, guide or course that it comes from, and its address
#   says: words of the message         says gcc: or says clang: of that compiler's alone
#   debug says: words of a debug build, of a mistake that the checker finds too
#   place: what names the place, if no line is marked
#   flags: more for the compiler       with: what else is linked
#   not: what the message lacks, and why C cannot do better
#   ends: never, of a program that is not to be run where nothing ends it
# Indented lines continue the one before.
#
# The line that is wrong ends in the comment "here": the message must name it. `compile` reads the
# files as the README's command line does; `run`, `debug` (docs/debug-build.md)
# and `check` (-DAMP_CHECK) link their programs into one, and run each in a process of its own. What
# is said by `check` alone, or by nobody, must be silent in a debug build: who mends that says so.
#
#   sh tests/check_mistakes.sh --table     the rows of docs/mistakes.md, which are held against it;
#   sh tests/check_mistakes.sh --sources   those of where they come from;
#   sh tests/check_mistakes.sh --count     those of how many are told by which build
. "${0%/*}/lib.sh"
. tests/check_kernels/flags.sh
dir=tests/mistakes

# heads/NAME: what the head of each program says, a line for each thing, for indented lines continue
# the one before; the line that is wrong; and whether it begins with AMP_SHORT_NAMES and amp.h.
heads=$BUILD/heads
mkdir -p "$heads"
awk -v folder="$heads/" '
    FNR == 1 { close(out); name = FILENAME; sub(/.*\//, "", name); out = folder name
               sub(/\.c$/, "", out); head = 1; here = 0; line = "name: " name }
    /^\*\/$/ { print line > out; head = 0 }
    head && sub(/^    /, " ") { line = line $0; next }
    head { print line > out; line = $0; next }
    /\/\* here \*\// && !here++ { print "line: " name ":" FNR > out }
    $0 == "#include \"amp.h\"" && before == "#define AMP_SHORT_NAMES" { print "begins: so" > out }
    { before = $0 }' "$dir"/*.c
those() { (cd "$heads" && grep -lE "^said by: $1\$|^$1 says: " ./* | sed 's|./||'); }
# What a debug build does not tell.
silent() {
    (cd "$heads" && grep -LE '^debug says: |^said by: [^cn]|^said by: comp' ./* | sed 's|./||')
}

# One row a program, those of a kind together; the words are gcc's where compilers differ.
table() {
    for kind in compile link run debug check nobody; do
        # shellcheck disable=SC2046
        (cd "$heads" && awk -v kind=$kind '
            function row() { # that of another kind stands before
                if (earlier && kind == "check") { return }
                gsub(/`/, "\\`", says)
                gsub(/\|/, "\\|", says)
                printf "| %s | `%s` | %s | %s | %s |\n", mistake, name, kind, says, lacks
            }
            FNR == 1 { if (NR > 1) { row() } name = FILENAME; says = lacks = earlier = "" }
            sub(/^mistake: /, "") { mistake = $0 }
            sub(/^debug says: /, "") {
                if (kind == "debug") { says = (earlier ? says " ... " : "") $0 }
                earlier = 1
                next
            }
            earlier && kind == "debug" { next }
            sub(/^says( gcc)?: /, "") { says = says (says == "" ? "" : " ... ") $0 }
            sub(/^not: /, "") { lacks = $0 }
            END { row() }' $(those $kind))
    done
}
sources() {
    (cd "$heads" && awk '
        sub(/^mistake: /, "") { mistake = $0 }
        /^from: / {
            sub(/^from: /, "")
            if ($NF ~ /:\/\//) { $NF = "<" $NF ">" }
            printf "| `%s` | %s | %s |\n", substr(FILENAME, 3), mistake, $0
        }' ./*)
}
# One row a build: how many it tells at the latest, of all programs and of those with a source.
count() {
    local kind='' told=0 theirs=0 all theirs_all
    all=$(cd "$heads" && grep -l '^said by: ' ./* | wc -l)
    theirs_all=$(cd "$heads" && grep -l '^from: ' ./* | wc -l)
    for row in 'compile|the compiler' 'link|the linker' 'run|a run, with `-O2` or without' \
        'debug|a run without `-O2`' 'check|the checker' 'nobody|nobody'; do
        kind=${row%%|*}
        case $kind in
        check) those=$(silent | while read -r name; do
                   ! grep -q '^said by: check$' "$heads/$name" || echo "$name"; done) ;;
        debug) those=$(those debug) ;;
        *) those=$(those "$kind") ;;
        esac
        told=$(echo "$those" | grep -c .)
        theirs=$(cd "$heads" && echo "$those" | while read -r name; do
            [ -z "$name" ] || ! grep -q '^from: ' "$name" || echo "$name"; done | wc -l)
        echo "| ${row#*|} | $told | $theirs |"
    done
    echo "| all | $all | $theirs_all |"
    echo "| silent without \`-O2\` | $(silent | wc -l) |" \
        "$(cd "$heads" && silent | xargs grep -l '^from: ' | wc -l) |"
}
case ${1:-} in
--table) table && exit ;;
--sources) sources && exit ;;
--count) count && exit ;;
esac

# head_of NAME [KIND]: mistake, place, flags, with, begins of a program as variables, the words for
# that kind as a file.
head_of() {
    local line='' own=''
    grep -q "^${2:-} says: " "$heads/$1" && own=$2
    mistake='' place='' flags='' with='' begins=''
    : > "$BUILD/words"
    while IFS= read -r text; do
        case $text in
        'mistake: '*) mistake=${text#*: } ;;
        'place: '*) place=${text#*: } ;;
        'flags: '*) flags=${text#*: } ;;
        'with: '*) with="$BUILD/${text#*: }" ;;
        "$own says: "*) echo "${text#*: }" >> "$BUILD/words" ;;
        "says $family: "* | 'says: '*) [ -n "$own" ] || echo "${text#*: }" >> "$BUILD/words" ;;
        'line: '*) line=${text#*: } ;;
        'begins: '*) begins=yes ;;
        esac
    done < "$heads/$1"
    [ -n "$own" ] || : "${place:=$line}"
}

# judged NAME: what was captured says what the head of NAME, just read, asks for.
judged() {
    local lacks=''
    [ -z "$place" ] || says "$place" || lacks=yes
    while IFS= read -r words; do
        says "$words" || lacks=yes
    done < "$BUILD/words"
    [ -n "$mistake" ] && [ -z "$lacks" ]
    tell $? "$1: $mistake"
}

export LC_ALL=C AMP_CHECK_OPTIONS=patience=0.2:color=0
[ "$(ulimit -s)" != unlimited ] || ulimit -s 8192 # a call without end is to have one
common='-w -fopenmp -pthread -I. -DAMP_EXTERN -DNDEBUG'
# shellcheck disable=SC2086
core run.amp $common -O0
tell $? "the library's code builds"

# ---- what the compiler says, and the linker -----------------------------------------------------

# Nearly all begin with AMP_SHORT_NAMES and amp.h, which the compiler reads once, and continues from
# there. Those that begin otherwise, or have flags of their own, are read whole. (A cache keeps none
# of this, and is not asked.)
reads='-O2 -fopenmp -pthread -I. -DAMP_EXTERN'
printf '#define AMP_SHORT_NAMES\n#include "amp.h"\n' > "$BUILD/begin.h"
# shellcheck disable=SC2086
try 'what most of them begin with is precompiled' \
    env CCACHE_DISABLE=1 $CC $reads -x c-header "$BUILD/begin.h" -o "$BUILD/begin.h.gch"
# shellcheck disable=SC2086
for name in $(those compile); do
    head_of "$name"
    case $flags in
    '') flags="-fsyntax-only ${begins:+-include $BUILD/begin.h}" ;;
    *-S*) ;;
    *) flags="-fsyntax-only $flags" ;;
    esac
    capture env CCACHE_DISABLE=1 $CC $reads $flags "$dir/$name.c"
    judged "$name"
done
# shellcheck disable=SC2086
for name in $(those link); do
    head_of "$name"
    case $flags in
    *OPENCL*)
        if ! echo '#include <CL/cl.h>' | $CC -fsyntax-only -xc - 2> "$BUILD/err"; then
            skip "$name: $mistake" 'there is no CL/cl.h'
            continue
        fi ;;
    esac
    object x -O0 -fopenmp -pthread -I. $flags "$dir/$name.c"
    capture $CC -fopenmp -pthread "$BUILD/x.o" $with -o "$BUILD/x" -lm
    judged "$name"
done

# ---- what the programs say when they run --------------------------------------------------------

# programs_of KIND LIBRARY FLAG...: those of that kind in one program, which runs the one that its
# argument names. Other warnings than what is looked for are left out. The library comes first: a
# program that writes far behind its views must not reach what the library says it with.
programs_of() {
    local kind="$1" code="$2" names name objects=''
    case $kind in
    silent) names=$(silent) ;;
    *) names=$(those "$kind") ;;
    esac
    shift 2
    for name in $names; do
        object "$kind.$name" "$@" "-Dmain=mistake_$name" "$dir/$name.c" || return
        objects="$objects $BUILD/$kind.$name.o"
    done
    {
        echo '#include <string.h>'
        for name in $names; do echo "int mistake_$name(void);"; done
        echo 'int main(int count, char **name) { (void)count;'
        for name in $names; do
            echo "if (strcmp(name[1], \"$name\") == 0) return mistake_$name();"
        done
        echo 'return 99; }'
    } > "$BUILD/main.c"
    # shellcheck disable=SC2086
    program "$kind" -fopenmp -pthread "$BUILD/main.c" "$code" $objects
}
# What the library says by itself, of debug builds and as the checker, is the same whichever
# compiler: asked with gcc, under ALL=1 with both.
kinds='run debug silent check'
[ $family = gcc ] || [ -n "${ALL:-}" ] || kinds='run'
# shellcheck disable=SC2086
{
    programs_of run "$BUILD/run.amp.o" $common -O0
    tell $? 'the programs that say it when they run are built'
    case $kinds in
    *check)
        programs_of debug "$BUILD/run.amp.o" $common -UNDEBUG -O0
        tell $? 'those that say it in a debug build'
        programs_of silent "$BUILD/run.amp.o" $common -UNDEBUG -O0
        tell $? 'those of which a debug build says nothing'
        regions_library && programs_of check "$BUILD/regions.o" $common $watched -g -O1
        tell $? 'those for the checker' ;;
    *) skip 'those of a debug build, and for the checker' 'asked with gcc' ;;
    esac
}
for kind in $(echo "$kinds" | sed 's/silent//'); do
    for name in $(those $kind); do
        head_of "$name" $kind
        run $kind "$name"
        judged "$name"
    done
done
for name in $(case $kinds in *silent*) silent ;; esac); do
    head_of "$name"
    if grep -q '^ends: never' "$heads/$name"; then
        skip "$name: $mistake: a debug build says nothing" 'nothing ends it'
        continue
    fi
    run silent "$name"
    grep -qF 'amp: ' "$BUILD/err" && words=said || words=
    [ "$rc" -eq 0 ] && [ -z "$words" ] && grep -q '^not: ' "$heads/$name"
    tell $? "$name: $mistake: a debug build says nothing, and the head says why"
done

# A beginner must not be told of what is right.
# shellcheck disable=SC2086
program shared_rightly $common -UNDEBUG -O0 $programs/shared_rightly.c "$BUILD/run.amp.o" &&
    run shared_rightly && [ ! -s "$BUILD/err" ]
tell $? 'a debug build says nothing of threads that use one element as they may'

# ---- the tables ---------------------------------------------------------------------------------

# defined HEADER: what each AMP_DEFINE_ macro is where that header is included, a line each.
defined() {
    echo "#include \"$1\"" | $CC -fopenmp -I. -dM -E -xc - | grep '^#define AMP_DEFINE_' | sort
}
defined amp.h > "$BUILD/plain"
defined amp_algorithms.h > "$BUILD/algorithms"
defined amp_algorithms_more.h > "$BUILD/all"
{
    sed 's/^#define \([A-Z0-9_]*\)(.*/lacks \1/' "$BUILD/all"
    sed 's/^#define \([A-Z0-9_]*\)(...) AMP__OF_ALGORITHMS.*/lacks \1/' "$BUILD/plain"
} | sort | uniq -u > "$BUILD/out"
grep 'AMP__OF_ALGORITHMS$' "$BUILD/algorithms" >> "$BUILD/out"
grep 'AMP__OF_ALGORITHMS' "$BUILD/all" >> "$BUILD/out"
sed -n 's/ AMP__OF_ALGORITHMS_MORE$//p' "$BUILD/algorithms" > "$BUILD/more"
sed -n 's/ AMP__OF_ALGORITHMS_MORE$//p' "$BUILD/plain" | cmp - "$BUILD/more" >> "$BUILD/out"
[ ! -s "$BUILD/out" ] && [ -s "$BUILD/more" ]
tell $? 'amp/base/mistakes.h knows which header has which AMP_DEFINE_ macro'
table > "$BUILD/table"
grep '^| .* | `[a-z_0-9]*` | ' docs/mistakes.md | diff - "$BUILD/table" > "$BUILD/out"
tell $? 'docs/mistakes.md has these mistakes: the rows of sh tests/check_mistakes.sh --table'
sources > "$BUILD/sources"
grep '^| `[a-z_0-9]*` | ' docs/mistakes.md | diff - "$BUILD/sources" > "$BUILD/out"
tell $? 'docs/mistakes.md has their sources: the rows of sh tests/check_mistakes.sh --sources'
count > "$BUILD/count"
grep '^| [^`|]*\(`-O2`\)*[^`|]* | [0-9]* | [0-9]* |$' docs/mistakes.md |
    diff - "$BUILD/count" > "$BUILD/out"
tell $? 'docs/mistakes.md has these counts: the rows of sh tests/check_mistakes.sh --count'
(cd "$heads" && grep -L '^from: ' ./* | wc -l) > "$BUILD/out"
[ "$(cat "$BUILD/out")" -le 160 ] # so many are older than that rule
tell $? 'each new program says which question, guide or course it comes from'
finish
