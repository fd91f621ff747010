#!/bin/sh
# SPDX-License-Identifier: MIT
# run: cc=gcc
# The documents: docs/README.md links every page below docs/, README.md links that; each link of
# each page leads to a file; a page of docs/decisions has its form; docs/design.md is short; the
# algorithms' definitions and the checker's rules are all named; targets of the Makefile, files and
# commits that CONTRIBUTING.md and docs/versions.md name are there. Then each rule broken once in a
# copy, which must be found. With gcc only: nothing is compiled. TAP.
set -u
cd "$(dirname "$0")/.." || exit 1
: "${BUILD:=build}"
mkdir -p "$BUILD"
dir=$(cd "$BUILD" && pwd) n=0
result() { # result STATUS NAME: a test that passed with 0
    n=$((n + 1))
    if [ "$1" -eq 0 ]; then echo "ok $n - $2"; else echo "not ok $n - $2"; fi
}
links() { grep -o '](\([^)#]*\)[^)]*)' "$1" | sed 's/^](//; s/[#)].*//' | grep -v '^[a-z]*:'; }

# faults: of the tree that we are in, each a line.
faults() {
    for page in docs/README.md docs/versions.md CONTRIBUTING.md; do
        grep -q "](${page})" README.md || echo "README.md does not link $page"
    done
    for page in $(find docs -type f ! -path docs/README.md ! -name 'partitions.svg'); do
        links docs/README.md | grep -qxF "${page#docs/}" ||
            echo "docs/README.md does not link ${page#docs/}"
    done
    for page in README.md CONTRIBUTING.md CHANGELOG.md $(find docs -name '*.md') bench/README.md \
        examples/README.md; do
        [ -f "$page" ] || continue
        for link in $(links "$page"); do
            [ -e "$(dirname "$page")/$link" ] || echo "$page links $link, which is not there"
        done
    done
    number=0
    for page in docs/decisions/*.md; do
        number=$((number + 1))
        case $page in
        "docs/decisions/$(printf %04d $number)"-*) ;;
        *) echo "$page is not number $number" ;;
        esac
        head -1 "$page" | grep -q "^# $number\. " || echo "$page: its title has another number"
        for line in '^Date: 20[0-9][0-9]-[01][0-9]-[0-3][0-9]' '^## Context$' '^## Choice$' \
            '^## Consequence$'; do
            grep -q "$line" "$page" || echo "$page lacks $line"
        done
        [ "$(wc -l < "$page")" -le 80 ] || echo "$page has more than 80 lines"
    done
    # What a page lists is what there is.
    for name in $(grep -rhoE '^ *# *define AMP_DEFINE_[A-Z0-9_]+' amp | sed 's/.* //' | sort -u); do
        grep -qw "$name" docs/algorithms.md || echo "docs/algorithms.md does not name $name"
    done
    for rule in $(sed -n 's/.* XX([A-Z_]*, "\([a-z-]*\)",.*/\1/p' amp/check/state.h); do
        for page in README.md docs/checker.md; do
            grep -q "\`$rule\`" $page || echo "$page does not name the rule $rule"
        done
    done
    for page in CONTRIBUTING.md docs/versions.md; do
        for target in $(grep -oE '(`|^    )make [a-z_]+' $page | sed 's/.*make //'); do
            grep -q "^$target:.*##" Makefile || echo "$page names make $target, which is no target"
        done
        for file in $(grep -oE '`(amp|tests|tools|docs|examples)/[A-Za-z0-9_./-]+`' $page |
            tr -d '`'); do
            [ -e "$file" ] || echo "$page names $file, which is not there"
        done
    done
    # In a copy, and in a clone without history, there is none to ask.
    if git rev-parse -q --verify 2f29861 > /dev/null 2>&1; then
        for commit in $(grep -oE 'commit [0-9a-f]{7,}' CONTRIBUTING.md | sed 's/commit //'); do
            git rev-parse -q --verify "$commit^{commit}" > /dev/null ||
                echo "CONTRIBUTING.md names commit $commit, which is not there"
        done
    fi
    [ "$(wc -l < docs/design.md)" -le 300 ] || echo 'docs/design.md has more than 300 lines'
}
faults > "$dir/faults"
[ ! -s "$dir/faults" ]
result $? 'every page is linked, every link leads somewhere, decisions have their form'
sed 's/^/# /' "$dir/faults"

# broken NAME PATTERN COMMAND: in a copy that the command changed, a fault holds the pattern.
mkdir -p "$dir/whole" && cp -r README.md docs bench examples "$dir/whole"
cp -r CONTRIBUTING.md LICENSE CHANGELOG.md Makefile amp*.h amp tests tools "$dir/whole"
broken() {
    rm -rf "$dir/tree" && cp -r "$dir/whole" "$dir/tree"
    (cd "$dir/tree" && eval "$3" && faults > "$dir/faults")
    grep -q -- "$2" "$dir/faults"
    result $? "found: $1"
}
broken 'a page that nobody links' 'does not link stray.md' 'echo x > docs/stray.md'
broken 'a page of decisions that nobody links' 'does not link decisions/0099-x.md' \
    'cp docs/decisions/0001-*.md docs/decisions/0099-x.md'
broken 'an index that README does not link' 'README.md does not link docs/README.md' \
    'sed -i "s,(docs/README.md),(docs/design.md),g" README.md'
broken 'a link to nothing' 'docs/kernels.md links none.md' \
    'echo "[x](none.md#y)" >> docs/kernels.md'
broken 'a target that is none' 'CONTRIBUTING.md names make slowly' \
    'echo "\`make slowly\`" >> CONTRIBUTING.md'
broken 'a file that is gone' 'names tests/late_device.h, which' 'rm tests/late_device.h'
if (cd "$dir" && git rev-parse -q --verify 2f29861 > /dev/null 2>&1); then
    broken 'a commit that is none' 'names commit 1234567, which' \
        'sed -i "s/commit 68c2920/commit 1234567/" CONTRIBUTING.md'
fi
broken 'a decision without a date' 'lacks ^Date' 'sed -i "/^Date/d" docs/decisions/0003-*.md'
broken 'a number left out' 'is not number 2' 'rm docs/decisions/0002-*.md'
broken 'a long decision' 'more than 80 lines' \
    'for i in $(seq 80); do echo; done >> docs/decisions/0003-compilers-look-for-dependences.md'
broken 'a long design' 'docs/design.md has more than 300' \
    'for i in $(seq 300); do echo; done >> docs/design.md'
broken 'a definition that the page does not name' 'does not name AMP_DEFINE_NEW' \
    'echo "#define AMP_DEFINE_NEW(x)" >> amp/algorithms/map.h'
broken 'a rule that README does not name' 'README.md does not name the rule livelock' \
    'sed -i "s/.livelock.//" README.md'
echo "1..$n"
