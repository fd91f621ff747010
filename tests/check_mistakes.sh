#!/bin/sh
# SPDX-License-Identifier: MIT
# What a beginner's mistake is told: each file of tests/mistakes is a program with one, and says in
# its head who must name it and with which words. TAP; run by tests/suite.py with CC and BUILD.
#
#   mistake: what is wrong             said by: compile, link, run or check
#   says: words of the message         says gcc: or says clang: of that compiler's alone
#   place: what names the place, if no line is marked
#   flags: more for the compiler       with: what else is linked
#   not: what the message lacks, and why C cannot do better
# Indented lines continue the one before.
#
# The line that is wrong ends in the comment "here": the message must name it. `compile` reads the
# files as the README's command line does; `run` and `check` (-DAMP_CHECK) link their programs into
# one, and run each in a process of its own.
#
#   sh tests/check_mistakes.sh --table     the rows of docs/mistakes.md, which are held against it
set -u
: "${CC:=cc}" "${BUILD:=build/mistakes}"
cd "$(dirname "$0")/.." || exit 1
dir=tests/mistakes n=0
case $CC in *clang*) family=clang ;; *) family=gcc ;; esac

# The head of a program, a line for each thing that it says: indented lines continue the one before.
head_lines() {
    awk '/^\*\/$/ { exit }
        sub(/^    /, " ") { line = line $0; next }
        { if (NR > 1) { print line } line = $0 }
        END { print line }' "$dir/$1.c"
}
those() { grep -l "^said by: $1\$" "$dir"/*.c | sed 's|.*/\(.*\)\.c|\1|'; }

# One row a program, those of a kind together; the words are gcc's where compilers differ.
table() {
    for kind in compile link run check; do
        for name in $(those $kind); do
            head_lines "$name" | awk -v kind=$kind -v name="$name" '
                sub(/^mistake: /, "") { mistake = $0 }
                sub(/^says( gcc)?: /, "") { says = says (says == "" ? "" : " ... ") $0 }
                sub(/^not: /, "") { lacks = $0 }
                END {
                    gsub(/`/, "\\`", says)
                    gsub(/\|/, "\\|", says)
                    printf "| %s | `%s` | %s | %s | %s |\n", mistake, name, kind, says, lacks
                }'
        done
    done
}
if [ "${1:-}" = --table ]; then
    table
    exit 0
fi

# head_of NAME: mistake, place, flags and with of a program as variables, its words as a file.
head_of() {
    mistake='' place='' flags='' with=''
    : > "$BUILD/words"
    head_lines "$1" > "$BUILD/head"
    while IFS= read -r text; do
        case $text in
        'mistake: '*) mistake=${text#*: } ;;
        'place: '*) place=${text#*: } ;;
        'flags: '*) flags=${text#*: } ;;
        'with: '*) with="$BUILD/${text#*: }" ;;
        "says $family: "* | 'says: '*) echo "${text#*: }" >> "$BUILD/words" ;;
        esac
    done < "$BUILD/head"
    if [ -z "$place" ]; then
        line=$(grep -n '/\* here \*/' "$dir/$1.c" | cut -d: -f1 | head -1)
        place=${line:+$1.c:$line}
    fi
}

# judge NAME FILE: whether the text of FILE says what the head of NAME, just read, asks for.
judge() {
    n=$((n + 1)) lacks=
    if [ -n "$place" ] && ! grep -qF -- "$place" "$2"; then
        lacks=" the place, $place;"
    fi
    while IFS= read -r words; do
        grep -qF -- "$words" "$2" || lacks="$lacks '$words';"
    done < "$BUILD/words"
    if [ -z "$lacks" ]; then
        echo "ok $n - $mistake"
    else
        head -30 "$2" | cut -c 1-300 | sed 's/^/# /'
        echo "not ok $n - $1, $mistake: it lacks$lacks"
    fi
}

# What the compiler itself says.
compiled() {
    for name; do
        head_of "$name"
        case $flags in *-S*) ;; *) flags="$flags -fsyntax-only" ;; esac
        # shellcheck disable=SC2086
        LC_ALL=C $CC -O2 -fopenmp -pthread -I. -DAMP_EXTERN $flags "$dir/$name.c" \
            > "$BUILD/said" 2>&1
        judge "$name" "$BUILD/said"
    done
}

# What the linker says.
linked() {
    for name; do
        head_of "$name"
        case $flags in
        *OPENCL*)
            if ! echo '#include <CL/cl.h>' | $CC -fsyntax-only -xc - 2> "$BUILD/said"; then
                n=$((n + 1))
                echo "ok $n - $mistake # SKIP there is no CL/cl.h"
                continue
            fi ;;
        esac
        # shellcheck disable=SC2086
        LC_ALL=C $CC -O0 -fopenmp -pthread -I. $flags "$dir/$name.c" $with -o "$BUILD/x" -lm \
            > "$BUILD/said" 2>&1
        judge "$name" "$BUILD/said"
    done
}

# built KIND FLAGS...: links the programs of that kind into $BUILD/KIND, which runs the one that
# its argument names. Other warnings than what is looked for are left out.
built() {
    kind=$1 names=$(those "$1")
    shift
    echo '#include <string.h>' > "$BUILD/$kind.main.c"
    for name in $names; do
        echo "int mistake_$name(void);" >> "$BUILD/$kind.main.c"
        $CC -w -fopenmp -pthread -I. "$@" -DAMP_EXTERN "-Dmain=mistake_$name" -c "$dir/$name.c" \
            -o "$BUILD/$kind.$name.o" || return 1
    done
    {
        echo 'int main(int count, char **name) { (void)count;'
        for name in $names; do
            echo "if (strcmp(name[1], \"$name\") == 0) return mistake_$name();"
        done
        echo 'return 99; }'
    } >> "$BUILD/$kind.main.c"
    echo '#include "amp.h"' > "$BUILD/$kind.amp.c"
    $CC -w -fopenmp -pthread -I. "$@" -O0 -DAMP_EXTERN -DAMP_IMPLEMENTATION \
        -c "$BUILD/$kind.amp.c" -o "$BUILD/$kind.amp.o" &&
        $CC -w -fopenmp -pthread "$BUILD/$kind".*.o "$BUILD/$kind.main.c" -o "$BUILD/$kind" -lm
}

# What the programs of a kind say when they run.
ran() {
    kind=$1
    shift
    for name; do
        head_of "$name"
        timeout 60 "$BUILD/$kind" "$name" > "$BUILD/said" 2>&1
        judge "$name" "$BUILD/said"
    done
}

# programs KIND FLAGS...: builds and runs them.
programs() {
    if ! built "$@" > "$BUILD/said" 2>&1; then
        n=$((n + 1))
        sed 's/^/# /' "$BUILD/said"
        echo "not ok $n - the programs for $1 compile"
        return
    fi
    # shellcheck disable=SC2046
    ran "$1" $(those "$1")
}

mkdir -p "$BUILD"
export AMP_CHECK_PATIENCE=1 AMP_CHECK_COLOR=0
unset AMP_ENGINE AMP_CHECK_OPTIONS AMP_ORDER AMP_ACCELERATOR
# shellcheck disable=SC2046
compiled $(those compile)
programs run -O0
# shellcheck disable=SC2046
linked $(those link)
case $family in clang) more='-mllvm -tsan-instrument-read-before-write=1' ;; *) more= ;; esac
# shellcheck disable=SC2086
programs check -O1 -g -DAMP_CHECK -fsanitize=thread $more

# defined HEADER: what each AMP_DEFINE_ macro is where that header is included, a line each.
defined() {
    echo "#include \"$1\"" | $CC -fopenmp -I. -dM -E -xc - | grep '^#define AMP_DEFINE_' | sort
}
n=$((n + 1))
{
    defined amp_algorithms_more.h | sed 's/^#define \([A-Z0-9_]*\)(.*/lacks \1/'
    defined amp.h | sed 's/^#define \([A-Z0-9_]*\)(...) AMP__OF_ALGORITHMS.*/lacks \1/'
} | sort | uniq -u > "$BUILD/lacks"
defined amp_algorithms.h | grep 'AMP__OF_ALGORITHMS$' >> "$BUILD/lacks"
defined amp_algorithms_more.h | grep 'AMP__OF_ALGORITHMS' >> "$BUILD/lacks"
defined amp_algorithms.h | sed -n 's/ AMP__OF_ALGORITHMS_MORE$//p' > "$BUILD/more"
defined amp.h | sed -n 's/ AMP__OF_ALGORITHMS_MORE$//p' | cmp - "$BUILD/more" >> "$BUILD/lacks"
if [ ! -s "$BUILD/lacks" ] && [ -s "$BUILD/more" ]; then
    echo "ok $n - amp/base/mistakes.h knows which header has which AMP_DEFINE_ macro"
else
    sed 's/^/# /' "$BUILD/lacks"
    echo "not ok $n - amp/base/mistakes.h knows which header has which AMP_DEFINE_ macro"
fi

n=$((n + 1))
table > "$BUILD/table"
grep '^| .* | `[a-z_0-9]*` | ' docs/mistakes.md > "$BUILD/written"
if cmp -s "$BUILD/table" "$BUILD/written"; then
    echo "ok $n - docs/mistakes.md has these mistakes"
else
    diff "$BUILD/written" "$BUILD/table" | cut -c 1-200 | sed 's/^/# /'
    echo "not ok $n - docs/mistakes.md has other rows than sh tests/check_mistakes.sh --table"
fi
echo "1..$n"
