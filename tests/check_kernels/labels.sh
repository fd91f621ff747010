# SPDX-License-Identifier: MIT
# Reads the labels of the cases, and a report of the checker as they are written. To be
# sourced, by tests/check_checker.sh, tests/check_labelled.sh and tools/oclgrind_table.

# "case NAME bad|clean", and "want NAME RULE ARRAY LINE LINE" for each finding. Of the labels
# of tests/labelled also "known NAME CONFIGURATIONS why" and "slow NAME why".
labels() {
    awk '
    function flush(   i, p, n) {
        if (name == "") return
        print "case " name " " kind
        n = split(want, list, ";")
        for (i = 1; i <= n; i++) {
            if (split(list[i], p, " ") == 4) {
                print "want " name " " p[1] " " p[2] " " mark[p[3]] " " mark[p[4]]
            }
        }
        name = ""
    }
    /^\/\* (bad|clean) / {
        flush()
        for (m in mark) delete mark[m]
        kind = $2
        name = $3
        sub(/:$/, "", name)
        want = ""
        if (kind == "bad") { want = $0; sub(/^[^:]*:/, "", want); sub(/\*\/.*/, "", want) }
        next
    }
    /^\/\* (known|slow)/ {
        line = $0
        sub(/^\/\* /, "", line)
        sub(/ *\*\/.*/, "", line)
        word = line
        sub(/[ :].*/, "", word)
        sub(/^[a-z]+:? */, "", line)
        if (word == "known") { sub(/: /, " ", line) }
        print word " " name " " line
        next
    }
    match($0, /\/\* [0-9] \*\//) { mark[substr($0, RSTART + 3, 1)] = NR }
    END { flush() }' "$1"
}

# The findings of the reports of a folder, each behind its case: "CASE {finding}".
findings() {
    find "$1" -name '*.json' | sort | xargs awk '
        FNR == 1 { c = FILENAME; sub(/.*\//, "", c); sub(/\.json$/, "", c) }
        /^ *\{"rule": / { print c, $0 }'
}

# A report's findings as RULE ARRAY LINE LINE, sorted; one stands on one line. What OpenCL
# would refuse is not among them: the labels are about what kernels do.
found() {
    sed -n 's/^ *{"rule": //p' "$1" | grep -v '^"not-opencl"' | awk -F'"' '
    function number(key,   s) {
        s = $0
        sub(".*\"" key "\": ", "", s)
        return s + 0
    }
    {
        array = $0
        sub(/.*"array": "/, "", array)
        sub(/".*/, "", array)
        print $2, (array == "" ? "-" : array), number("line"), number("other_line")
    }' | sort
}
