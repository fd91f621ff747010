#!/usr/bin/awk -f
# SPDX-License-Identifier: MIT
# Puts the sites of defects into a source: tools/plant says which. Arguments: the source twice
# (the first time for the names of tile arrays), or further sources of names before it.
# first: the number of the first site; sites: a file to which they are written, one a line:
#   NUMBER KIND FILE LINE text
# The changed source goes to the standard output.

# Where the bracket at s[i] is closed.
function closing(s, i,   depth, c) {
    for (depth = 0; i <= length(s); i++) {
        c = substr(s, i, 1)
        if (c ~ /[(\[{]/) { depth++ }
        if (c ~ /[)\]}]/ && --depth == 0) { return i }
    }
    return 0
}
# A new site of that kind; its number.
function site(kind, s) {
    gsub(/[ \\\n]+/, " ", s)
    print first, kind, FILENAME, line, s >> sites
    return first++
}
# An argument or index, with its site: one more.
function shifted(s,   n) {
    n = site("index", s)
    return "(" transform(s) ") + planted(" n ")"
}
# The arguments of at(): all but the first are indices.
function indices(s,   out, i, from, depth, c, arg) {
    from = 1
    for (i = 1; i <= length(s) + 1; i++) {
        c = substr(s, i, 1)
        if (c ~ /[(\[{]/) { depth++ }
        if (c ~ /[)\]}]/) { depth-- }
        if (i > length(s) || (c == "," && depth == 0)) {
            arg = substr(s, from, i - from)
            out = out (from == 1 ? transform(arg) : "," shifted(arg))
            from = i + 1
        }
    }
    return out
}
function transform(s,   out, i, c, w, end, n) {
    i = 1
    while (i <= length(s)) {
        c = substr(s, i, 1)
        w = substr(s, i)
        if (c == "\n") { line++; out = out c; i++; continue }
        if (substr(w, 1, 2) == "/*") { # a comment
            end = index(w, "*/") + 1
            w = substr(w, 1, end)
            line += gsub(/\n/, "\n", w)
            out = out w
            i += end
            continue
        }
        if (match(w, /^("([^"\\]|\\.)*"|'([^'\\]|\\.)*'|[0-9][0-9a-zA-Z_.]*)/)) {
            out = out substr(w, 1, RLENGTH)
            i += RLENGTH
            continue
        }
        if (!match(w, /^[a-zA-Z_][a-zA-Z_0-9]*/)) { out = out c; i++; continue }
        w = substr(w, 1, RLENGTH)
        i += RLENGTH
        c = substr(s, i, 1)
        if (c == "(" && w ~ /^((amp_)?at|AMP__AT)$/) {
            end = closing(s, i)
            out = out w "(" indices(substr(s, i + 1, end - i - 1)) ")"
            i = end + 1
        } else if (c == "(" && w ~ /^amp_atomic_/) {
            end = closing(s, i)
            n = site("atomic", substr(s, i - length(w), end - i + length(w) + 1))
            sub(/^amp_atomic_/, "PLANTED_", w)
            out = out w "(" n ", " transform(substr(s, i + 1, end - i - 1)) ")"
            i = end + 1
        } else if (c == "(" && w ~ /^(amp_)?tile_barrier_wait/) {
            end = closing(s, i)
            n = site("barrier", w)
            if (w !~ /tile_static/) { site("fence-of-views-lost", w) } else { first++ }
            if (w !~ /global/) { site("fence-of-tiles-lost", w) } else { first++ }
            out = out "PLANTED_BARRIER(" n ", " w ", " substr(s, i + 1, end - i - 1) ")"
            i = end + 1
        } else if (w ~ /^((amp_)?phase(_first)?|AMP__PHASE_(ALL|FIRST))$/) {
            n = site("barrier", w)
            site("fence-of-views-lost", w)
            site("fence-of-tiles-lost", w)
            out = out "PLANTED_PHASE(" n ") " w
        } else if (c == "[" && w in arrays) {
            out = out w
            while (substr(s, i, 1) == "[") {
                end = closing(s, i)
                out = out "[" shifted(substr(s, i + 1, end - i - 1)) "]"
                i = end + 1
            }
        } else {
            out = out w
        }
    }
    return out
}
FNR == 1 { part++ }
part < ARGC - 1 { # names
    s = $0
    while (match(s, /(tile_static|AMP__TILE_ARRAY)\([^,]*, *[a-zA-Z_0-9]+/)) {
        w = substr(s, RSTART, RLENGTH)
        sub(/.*, */, "", w)
        arrays[w]
        s = substr(s, RSTART + RLENGTH)
    }
    next
}
/^AMP_DEVICE_END/ { if (inside) { printf "%s", transform(text) }; inside = 0 }
inside { text = text $0 "\n"; next }
{ print }
/^AMP_DEVICE_BEGIN/ { inside = 1; text = ""; line = FNR + 1 }
