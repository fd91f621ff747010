#!/usr/bin/awk -f
# SPDX-License-Identifier: MIT
# Judges what the checker said of the labelled kernels. Arguments: the labels, with the file
# behind each; what ran ("ran CASE status N"); what was found ("CASE {finding}"). name: the
# COMPILER-LEVEL-ORDER. Prints for each kernel that ran a line:
#   right CASE | wrong CASE why | known CASE why | mended CASE
function text(line, key) {
    if (!sub(".*\"" key "\": \"", "", line)) { return "" }
    sub(/".*/, "", line)
    return line
}
function number(line, key) {
    sub(".*\"" key "\": ", "", line)
    return line + 0
}
# Whether the words of a finding are those of a want: rule, array, file, two lines. In a want a
# rule or an array may be *.
function meets(found, want,   f, w, i) {
    split(found, f, " ")
    split(want, w, " ")
    for (i = 1; i <= 5; i++) {
        if (w[i] != f[i] && w[i] != "*") { return 0 }
    }
    return 1
}
function judge(c,   why, i, j, w, n, met, status, expect) {
    n = split(wants[c], w, ";")
    expect = kind[c] == "clean" ? 0 : 8
    for (i = 1; i < n; i++) {
        if (w[i] ~ /barrier-divergence/) { expect = 7 }
        if (w[i] ~ /stale-(host|kernel)-read|unfinished-copy/ || host[c]) { expect = 0 }
        met = 0
        for (j = 1; j <= founds[c]; j++) {
            if (meets(found[c, j], substr(w[i], w[i] ~ /^\?/ ? 2 : 1))) { met = used[c, j] = 1 }
        }
        if (!met && w[i] !~ /^\?/) { why = why "; not found: " w[i] }
    }
    for (j = 1; j <= founds[c]; j++) {
        if (!used[c, j]) { why = why "; found: " found[c, j] }
        if (seen[c, found[c, j]]++) { why = why "; found twice: " found[c, j] }
    }
    if (ended[c] != "status " expect) { why = why "; " ended[c] ", not " expect }
    return substr(why, 3)
}
FNR == 1 { part++ }
part == 1 && $1 == "case" { kind[$2] = $3; next }
part == 1 && $1 == "want" { wants[$2] = wants[$2] $3 " " $4 " " $7 " " $5 " " $6 ";"; next }
part == 1 && $1 == "known" {
    pattern = $3
    gsub(/\*/, ".*", pattern)
    if (name ~ "^(" pattern ")$") {
        reason[$2] = $0
        sub(/^[^ ]+ [^ ]+ [^ ]+ /, "", reason[$2])
        sub(/ [^ ]+$/, "", reason[$2])
    }
    next
}
part == 2 { order[++count] = $2; ended[$2] = $3 " " $4; next }
part == 3 {
    rule = text($0, "rule")
    if (rule == "not-opencl") { next } # the labels are about what kernels do
    host[$1] += rule == "uninitialised-read" && $0 ~ /"thread": \[\], "other_tile"/ # no launch's
    array = text($0, "array")
    file = text($0, "file")
    sub(/.*\//, "", file)
    found[$1, ++founds[$1]] = rule " " (array == "" ? "-" : array) " " file " " \
        number($0, "line") " " number($0, "other_line")
}
END {
    for (k = 1; k <= count; k++) {
        c = order[k]
        why = kind[c] == "" ? "it has no label" : judge(c)
        if (why == "") { print (c in reason ? "mended " : "right ") c }
        else if (c in reason) { print "known " c " " reason[c] " (" why ")" }
        else { print "wrong " c " " why }
        ran[c] = 1
    }
}
