#!/bin/sh
# SPDX-License-Identifier: MIT
# run: cc=gcc
# docs/glossary.md: each word stands once; what the code calls it is in the headers; a word that is
# not to be used is in no more comments than the page says. Then a copy of the page in which each
# rule is broken once, which must be found. With gcc only: nothing is compiled.
. "${0%/*}/lib.sh"
page=docs/glossary.md
headers=$(find amp amp*.h -name '*.h' | LC_ALL=C sort)

# faults PAGE HEADERS...: prints each; exit status 1 where there is one.
faults() {
    awk '
function fault(text) { print text; wrong = 1 }
function count(text, word,   k, at, before, behind) { # of a word, as a whole
    while ((at = index(text, word)) > 0) {
        before = at > 1 ? substr(text, at - 1, 1) : " "
        behind = substr(text, at + length(word), 1)
        if (before !~ /[a-z0-9_]/ && behind !~ /[a-z0-9_]/) k = 1
        text = substr(text, at + length(word))
    }
    return k + 0
}
function code(text,   name) { # the names in it that are not comments
    while (match(text, /[A-Za-z_][A-Za-z0-9_]*/)) {
        there[substr(text, RSTART, RLENGTH)] = 1
        text = substr(text, RSTART + RLENGTH)
    }
}
FNR == 1 { comment = 0; files++ }
files == 1 { # the page
    if (/^\| not \|/) forbidden = 1
    if (!/^\| / || /^\| (word|not) \|/ || /^\| \*\*/) next
    split($0, cell, / *\| */)
    if (forbidden) {
        k = split(cell[2], part, ", ")
        rows++
        for (i = 1; i <= k; i++) { bad[part[i]] = rows }
        name[rows] = cell[2]
        most[rows] = cell[4]
        next
    }
    k = split(cell[2], part, ", ")
    for (i = 1; i <= k; i++) {
        if (part[i] in word) fault("\"" part[i] "\" stands twice")
        word[part[i]] = 1
        words++
    }
    if (cell[3] == "") fault("\"" cell[2] "\" has no meaning")
    text = cell[4]
    while (match(text, /`[^`]*`/)) {
        named[substr(text, RSTART + 1, RLENGTH - 2)] = cell[2]
        text = substr(text, RSTART + RLENGTH)
    }
    next
}
{
    rest = $0
    seen = ""
    while (rest != "") {
        at = index(rest, comment ? "*/" : "/*")
        part1 = at ? substr(rest, 1, at - 1) : rest
        if (comment) seen = seen " " tolower(part1); else code(part1)
        rest = at ? substr(rest, at + 2) : ""
        if (at) comment = !comment
    }
    if (seen != "") {
        for (w in bad) if (count(seen, w)) { lines[bad[w]]++; last[bad[w]] = FILENAME ":" FNR }
    }
}
END {
    for (w in named)
        if (!(w in there)) fault("`" w "`, which \"" named[w] "\" names, is not in the code")
    for (r = 1; r <= rows; r++)
        if (lines[r] > most[r])
            fault("\"" name[r] "\" is in " lines[r] " lines of comments, and " most[r] \
                  " are left: " last[r])
    for (w in bad) if (w in word) fault("\"" w "\" is a word, and is not to be used")
    if (words < 50 || rows < 5) fault("only " words + 0 " words, " rows + 0 " that are not used")
    exit wrong
}' "$@"
}

# shellcheck disable=SC2086
try 'a word has one meaning, and the code its names' faults $page $headers

# The page of the lens explains some of the words as this page does.
# strange PAGE WORDS: the words of a header as amp/lens/words.h whose meaning is another; it passes
# where there is none.
strange() {
    sed -e ':a' -e '/"$/{' -e N -e 's/"\n *"//' -e ta -e '}' "$2" |
        sed -n 's/^ *{ "\(.*\)", "\(.*\)" },*$/| \1 | \2 |/p' > "$BUILD/explained"
    [ "$(wc -l < "$BUILD/explained")" -gt 9 ] &&
        ! while read -r row; do
            grep -qF "$row" "$1" || echo "$row"
        done < "$BUILD/explained" | grep .
}
try 'the page of the lens explains words with their meaning here' strange $page amp/lens/words.h
sed 's/| bank | a part/| bank | a piece/' $page > "$BUILD/bank.md"
! capture strange "$BUILD/bank.md" amp/lens/words.h && says '| bank | a part of tile memory'
tell $? 'another meaning is found'

# Each row: what is said, a pattern, of the page and of a header more.
sed '/^| fiber |/p; s/^| piece |[^|]*|/| piece | |/; s/`amp__fiber`/`amp__fibre`/
     s/`amp__model`/`amp__mosaic`/; s/^\(| crew |.*| \)[0-9]* |/\10 |/; s/^| golf |/| tile |/' \
    $page > "$BUILD/page.md"
echo '/* amp__fibre. A wavefront. The crew. */' > "$BUILD/more.h"
# shellcheck disable=SC2086
! capture faults "$BUILD/page.md" $headers "$BUILD/more.h"
tell $? 'faults end with a status'
found() {
    says "~$2"
    tell $? "found: $1"
}
rows found <<'T'
a word that stands twice
    "fiber" stands twice
a word without a meaning
    "piece" has no meaning
a name that the code does not have
    amp__mosaic.*is not in the code
a name that only comments have
    amp__fibre.*is not in the code
a word that is not to be used
    "wavefront" is in 1 lines
one more line with a word to be replaced
    "crew" is in
a word of both tables
    "tile" is a word, and is not to be used
T
finish
