#!/bin/sh
# SPDX-License-Identifier: MIT
# run: cc=gcc
# The documents: docs/README.md links every page below docs/, README.md links that; each link of
# each page leads to a file; a page of docs/decisions has its form; docs/design.md is short; the
# algorithms' definitions, the checker's rules and C's functions in kernels are all named; targets
# of the Makefile, files and commits that CONTRIBUTING.md and docs/versions.md name are there; of
# docs/peers.md each cell ends in what shows it. Then a copy in which each rule is broken once,
# which must be found. With gcc only: nothing is compiled.
. "${0%/*}/lib.sh"

# links PAGE...: each page with each file that it links.
links() {
    awk '{
        while (match($0, /\]\([^)#]+/)) {
            link = substr($0, RSTART + 2, RLENGTH - 2)
            $0 = substr($0, RSTART + RLENGTH)
            if (link !~ /^[a-z]*:/) print FILENAME, link
        }
    }' "$@"
}
# unknown FAULT: the lines of stdin that $BUILD/known has not, behind the fault.
unknown() { grep -vxFf "$BUILD/known" | sed "s,^,$1 ,"; }

# faults: of the tree that we are in, each a line.
faults() {
    links README.md | sed 's/^[^ ]* //' > "$BUILD/known"
    printf '%s\n' docs/README.md docs/versions.md CONTRIBUTING.md |
        unknown 'README.md does not link'
    links docs/README.md | sed 's/^[^ ]* //' > "$BUILD/known"
    find docs -type f ! -path docs/README.md ! -name 'partitions.svg' | sed 's,^docs/,,' |
        unknown 'docs/README.md does not link'
    # shellcheck disable=SC2046
    links README.md CONTRIBUTING.md CHANGELOG.md $(find docs lessons -name '*.md') bench/README.md \
        examples/README.md | while read -r page link; do
        [ -e "${page%"${page##*/}"}$link" ] || echo "$page links $link, which is not there"
    done
    for page in docs/decisions/*.md; do # awk takes no page that is empty
        [ -s "$page" ] || echo "$page is empty"
    done
    awk '
    function wants(pattern) { if (!(pattern in has)) print page " lacks " pattern }
    function judge() {
        if (page == "") return
        wants("^Date: 20[0-9][0-9]-[01][0-9]-[0-3][0-9]")
        wants("^## Context$")
        wants("^## Choice$")
        wants("^## Consequence$")
        if (lines > 80) print page " has more than 80 lines"
    }
    FNR == 1 {
        judge()
        split("", has)
        page = FILENAME
        number++
        if (index(page, sprintf("docs/decisions/%04d-", number)) != 1)
            print page " is not number " number
        if (index($0, "# " number ". ") != 1) print page ": its title has another number"
    }
    { lines = FNR }
    /^Date: 20[0-9][0-9]-[01][0-9]-[0-3][0-9]/ { has["^Date: 20[0-9][0-9]-[01][0-9]-[0-3][0-9]"] }
    /^## (Context|Choice|Consequence)$/ { has["^" $0 "$"] }
    END { judge() }' docs/decisions/*.md
    # What a page lists is what there is.
    grep -oE 'AMP_DEFINE_[A-Z0-9_]+' docs/algorithms.md > "$BUILD/known"
    grep -rhoE '^ *# *define AMP_DEFINE_[A-Z0-9_]+' amp | sed 's/.* //' | sort -u |
        unknown 'docs/algorithms.md does not name'
    grep -oE '`[a-z0-9]+`' docs/math.md | tr -d '`' > "$BUILD/known"
    grep -v '^/\*' amp/language/c_library.h | grep -oE 'XX\([a-z0-9]+,' | tr -dc 'a-z0-9\n' |
        unknown 'docs/math.md does not name C'"'"'s'
    for page in README.md docs/checker.md; do
        grep -oE '`[a-z-]+`' $page | tr -d '`' > "$BUILD/known"
        sed -n 's/.* XX([A-Z_]*, "\([a-z-]*\)",.*/\1/p' amp/check/state.h |
            unknown "$page does not name the rule"
    done
    sed -n 's/^\([a-z_]*\):.*##.*/make \1/p' Makefile > "$BUILD/known"
    for page in CONTRIBUTING.md docs/versions.md; do
        grep -oE '(`|^    )make [a-z_]+' $page | sed 's/.*make/make/' |
            unknown "$page names what is no target:"
        for file in $(grep -oE '`(amp|tests|tools|docs|examples)/[A-Za-z0-9_./-]+`' $page |
            tr -d '`'); do
            [ -e "$file" ] || echo "$page names $file, which is not there"
        done
    done
    # A clone without history has none to ask, as a copy of the tree elsewhere.
    if git rev-parse -q --verify 2f29861 > /dev/null 2>&1; then
        for commit in $(grep -oE 'commit [0-9a-f]{7,}' CONTRIBUTING.md | sed 's/commit //'); do
            git rev-parse -q --verify "$commit^{commit}" > /dev/null ||
                echo "CONTRIBUTING.md names commit $commit, which is not there"
        done
    fi
    [ "$(wc -l < docs/design.md)" -le 300 ] || echo 'docs/design.md has more than 300 lines'
    # Each cell beside a peer ends in what shows it, of the two lists below the table; one may say
    # why there was no run instead. And nothing is in the lists that no cell names.
    awk '
    function say(what) { print FILENAME ": " what }
    /^\| / && (n = split($0, cell, / *[|] */)) && cell[2] != "" {
        if (n != 10) say("\"" cell[2] "\" has not 7 cells")
        for (i = 3; i < n; i++) {
            place = "\"" cell[2] "\", cell " i - 2
            if (cell[i] ~ /[?]/) say(place " has a question mark")
            if (cell[i] !~ /^not run/ && cell[i] !~ /\([a-z0-9, ]+\)$/) say(place " is not shown")
            while (match(cell[i], /\([a-z0-9, ]+\)/)) {
                m = split(substr(cell[i], RSTART + 1, RLENGTH - 2), mark, ", ")
                for (j = 1; j <= m; j++) named[mark[j]] = place
                cell[i] = substr(cell[i], RSTART + RLENGTH)
            }
        }
    }
    /^Commands: / { commands = 1 }
    /^Sources/ { commands = 0 }
    commands {
        while (match($0, /\([a-z]\)/)) {
            listed[substr($0, RSTART + 1, 1)] = 1
            $0 = substr($0, RSTART + RLENGTH)
        }
    }
    /^[0-9]+\. / { listed[$1 + 0] = 1 }
    END {
        for (m in named) if (!(m in listed)) say(named[m] " names (" m "), which is in no list")
        for (m in listed) if (!(m in named)) say("no cell names (" m ")")
    }' docs/peers.md
}
capture faults
[ ! -s "$BUILD/out" ] && [ ! -s "$BUILD/err" ]
tell $? 'every page is linked, every link leads somewhere, decisions have their form'

# Each row: what is said, and what is done before, all in one copy.
cat > "$BUILD/rows" <<'T'
a page that nobody links
    does not link stray.md
    echo x > docs/stray.md
a page of decisions that nobody links
    does not link decisions/0099-x.md
    cp docs/decisions/0001-*.md docs/decisions/0099-x.md
an index that README does not link
    README.md does not link docs/README.md
    sed -i 's,(docs/README.md),(docs/design.md),g' README.md
a link to nothing
    docs/kernels.md links none.md
    echo '[x](none.md#y)' >> docs/kernels.md
a target that is none
    CONTRIBUTING.md names what is no target: make slowly
    echo '`make slowly`' >> CONTRIBUTING.md
a file that is gone
    names tests/late_device.h, which
    rm tests/late_device.h
a decision without a date
    0003-compilers-look-for-dependences.md lacks ^Date
    sed -i '/^Date/d' docs/decisions/0003-*.md
a decision without a choice
    0004-a-drop-in-and-code-compiled-once.md lacks ^## Choice$
    sed -i '/^## Choice/d' docs/decisions/0004-*.md
a number left out
    is not number 2
    rm docs/decisions/0002-*.md
a long decision
    0003-compilers-look-for-dependences.md has more than 80 lines
    for i in $(seq 80); do echo; done >> docs/decisions/0003-compilers-look-for-dependences.md
a long design
    docs/design.md has more than 300
    for i in $(seq 300); do echo; done >> docs/design.md
a definition that the page does not name
    does not name AMP_DEFINE_NEW
    echo '#define AMP_DEFINE_NEW(x)' >> amp/algorithms/map.h
a function of C that the page does not name
    docs/math.md does not name C's cbrt
    sed -i 's/.cbrt.//' docs/math.md
a rule that README does not name
    README.md does not name the rule livelock
    sed -i 's/.livelock.//' README.md
a question mark beside a peer
    "kernels are", cell 7 has a question mark
    sed -i '/^| kernels are/s/[^|]*|$/ ? |/' docs/peers.md
a cell that nothing shows
    "runs without a GPU", cell 7 is not shown
    sed -i '/^| runs without a GPU/s/[^|]*|$/ yes |/' docs/peers.md
a cell too few
    "needs" has not 7 cells
    sed -i '/^| needs/s/[^|]*|$//' docs/peers.md
a source that is none
    cell 7 names (99), which is in no list
    sed -i '/^| the same text/s/[^|]*|$/ yes (99) |/' docs/peers.md
a source that nothing needs
    no cell names (98)
    echo '98. <https://example.org>' >> docs/peers.md
T
if git_dir=$(git rev-parse --absolute-git-dir 2> /dev/null); then
    export GIT_DIR="$git_dir"
    cat >> "$BUILD/rows" <<'T'
a commit that is none
    names commit 1234567, which
    sed -i 's/commit 68c2920/commit 1234567/' CONTRIBUTING.md
T
else
    skip 'found: a commit that is none' 'there is no history'
fi
spoil() { # NAME WORD COMMAND
    (cd "$BUILD/copy" && eval "$3") || tell 1 "the tree can be changed: $1"
}
found() {
    says "$2"
    tell $? "found: $1"
}
mkdir "$BUILD/copy"
cp -r README.md CONTRIBUTING.md LICENSE CHANGELOG.md Makefile amp*.h amp docs bench examples \
    lessons tests tools "$BUILD/copy"
rows spoil < "$BUILD/rows"
(cd "$BUILD/copy" && faults) > "$BUILD/out" 2> "$BUILD/err"
rows found < "$BUILD/rows"
finish
