#!/usr/bin/awk -f
# SPDX-License-Identifier: MIT
# Makes docs/oclgrind.md of the lines that tools/oclgrind_table has measured:
#   build checker|opencl SECONDS
#   case FILE NAME bad|clean RULE, then VERDICT LINES WALL CPU three times (the
#   kernel checker, oclgrind, oclgrind without the optimiser), then PoCL's word
BEGIN {
    count = split("tile-race global-race cross-tile-race fence-race atomic-race same-value-write "\
                  "barrier-divergence out-of-bounds uninitialised-read livelock stale-host-read",
                  rules, " ")
    tools = split("check plain best", tool, " ")
    says["found"] = "found"; says["missed"] = "**missed**"
    says["hung"] = "**missed**, ran for ever"
    says["kind"] = "another fault"; says["clean"] = "quiet"; says["false"] = "**false alarm**"
    says["norun"] = "not in OpenCL C"; says["host"] = "host code"
    says["died"] = "**broke off**"; says["slow"] = "not done in time"
    says["same"] = "as on fibers"; says["differs"] = "another result"; says["crash"] = "**crash**"
    says["hang"] = "**hang**"; says["told"] = "an error"
    # Why, for what is not as expected; printed only where it still is so.
    why["barriers/two_places"] = "the optimiser has made one barrier of the two"
    why["barriers/spin"] = why["barriers/spin_view"] = \
        "a thread that waits for another is no fault to it"
    why["bounds/padded"] = why["accesses/columns_ok"] = \
        "it takes what a rectangular copy wrote for uninitialised"
    why["patterns/exchange_ok"] = "an exchange hands on, to it, that the element was uninitialised"
    why["accesses/vectors_ok"] = \
        "the optimiser writes a vector and fills in its last component after that"
    why["accesses/fields_ok"] = why["patterns/stencil_ok"] = \
        why["accesses/view_fields_ok"] = \
        "its check for uninitialised values does not know `freeze`, which the optimiser makes"
    why["accesses/columns"] = why["accesses/projection"] = \
        why["bounds/section"] = "the element lies outside the view and inside the buffer"
    why["bounds/tile_behind"] = why["bounds/tile_row"] = "the optimiser has removed the access"
    why["other_races/atomic_load_ok"] = \
        "C++ AMP allows a plain read beside atomics of its width; OpenCL 1.2 does not say so"
    why["other_races/racy_ok"] = "a race that is meant; oclgrind has no way to say so"
    why["uninitialised/never"] = "the optimiser has removed the read"
    why["uninitialised/discarded"] = "the host discarded the values that the buffer still holds"
    for (i = 1; i <= split("same_tile same_simple same_tiles same_lines", n, " "); i++) {
        why["other_races/" n[i]] = "writes of one value are let pass by default"
    }
}
function seconds(s) { return s < 10 ? sprintf("%.2f", s) : sprintf("%.0f", s) }
$1 == "build" { build[$2] += $3; next }
$1 == "case" {
    known[$5] = 1
    if ($4 == "bad") bad[$5]++; else clean[$5]++
    for (t = 1; t <= tools; t++) {
        v = $(2 + 4 * t)
        did[tool[t], $5, v]++
        all[tool[t], v]++
        if (v == "found") named[tool[t]] += $(3 + 4 * t)
        # Seconds of all three for the kernels that all three ran to the end.
        ran[t] = v != "host" && v != "norun" && v != "hung" && v != "died" && v != "slow"
    }
    if (ran[1] && ran[2] && ran[3]) {
        ended++
        for (t = 1; t <= tools; t++) {
            wall[tool[t]] += $(4 + 4 * t)
            cpu[tool[t]] += $(5 + 4 * t)
            ruled[tool[t], $5] += $(5 + 4 * t)
        }
    }
    pocl[$4, $18]++
    row[++rows] = $0
}
function cell(t, r, v) { return did[t, r, v] + 0 }
function part(t, r,   s) { # found, and how else, of the bad kernels of one rule
    s = cell(t, r, "found")
    if (cell(t, r, "kind")) s = s ", " cell(t, r, "kind") " as another"
    return s
}
function missed(t, r) { return cell(t, r, "missed") + cell(t, r, "hung") }
function unrun(t, r) { return cell(t, r, "host") + cell(t, r, "norun") + cell(t, r, "died") \
           + cell(t, r, "slow") }
function noted(name) { return name in why ? ": " why[name] : "" }
END {
    print "# Against oclgrind"
    print ""
    print "Made by `make oclgrind_table`; do not edit. " rows " labelled kernels"
    print "(`tests/check_kernels`), the same source under the kernel checker, under oclgrind as"
    print "OpenCL C, and on PoCL. Versions: " versions "."
    print ""
    print "- **amp**: built as docs/checker.md says (`gcc -O1 -fsanitize=thread,bounds`)."
    print "  *Found* is each label met exactly: rule, array and both lines, nothing else reported."
    print "- **oclgrind**: `oclgrind --data-races --uninitialized`. *Found* is any report of a"
    print "  matching kind; the lines are counted apart."
    print "- **oclgrind at its best**: also `--uniform-writes`, and `-cl-opt-disable`, for it looks"
    print "  at what the optimiser has left over."
    print "- It runs on buffers of its own (`AMP_CL_MEMORY=keep`): it takes memory that it shares"
    print "  with the host for uninitialised. At most " limit " s a kernel."
    print "- A clean twin is a kernel without the fault; a report on it is a false alarm. What"
    print "  OpenCL C does not have, what the host does, and what oclgrind breaks off with an error"
    print "  of its own or does not do in time, is *not run*, and not missed."
    print ""
    print "## By rule"
    print ""
    print "Seconds are processor time (of kernels that all three ran to their end)."
    print ""
    print "| rule | bad | clean | amp: found | missed | false alarms | s | oclgrind: found "\
          "| missed | not run | false alarms | s | at its best: found | missed | not run "\
          "| false alarms | s |"
    print "|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|"
    for (i = 1; i <= count + 1; i++) {
        r = i <= count ? rules[i] : "-"
        if (!(r in known)) continue
        printf "| %s | %d | %d |", r == "-" ? "no rule: clean kernels" : "`" r "`", bad[r], clean[r]
        for (t = 1; t <= tools; t++) {
            T = tool[t]
            printf " %s | %d |", part(T, r), missed(T, r) + (t == 1 ? cell(T, r, "kind") : 0)
            if (t > 1) printf " %d |", unrun(T, r)
            printf " %d | %s |", cell(T, r, "false"), seconds(ruled[T, r])
        }
        print ""
    }
    for (r in bad) b += bad[r]
    for (r in clean) c += clean[r]
    printf "| **sum** | **%d** | **%d** |", b, c
    for (t = 1; t <= tools; t++) {
        T = tool[t]
        printf " **%d**%s |", all[T, "found"],
               (all[T, "kind"] ? ", " all[T, "kind"] " as another" : "")
        printf " **%d** |", all[T, "missed"] + all[T, "hung"]
        if (t > 1) printf " %d |", all[T, "host"] + all[T, "norun"] + all[T, "died"] \
                                         + all[T, "slow"]
        printf " **%d** | **%s** |", all[T, "false"], seconds(cpu[T])
    }
    print "\n"
    printf "Of the faults it found, oclgrind named all lines of the label for %d of %d, "\
           "at its best\n",
           named["plain"], all["plain", "found"]
    printf "%d of %d; amp names them by the definition of found.\n", named["best"],
           all["best", "found"]
    print ""
    print "## Seconds"
    print ""
    print "| sum over " ended " kernels, s | amp | oclgrind | oclgrind at its best |"
    print "|---|--:|--:|--:|"
    printf "| from start to end of the process |"
    for (t = 1; t <= tools; t++) printf " %s |", seconds(wall[tool[t]])
    printf "\n| processor time |"
    for (t = 1; t <= tools; t++) printf " %s |", seconds(cpu[tool[t]])
    printf "\n| oclgrind against amp, processor time | 1 | %.0f | %.0f |\n",
           cpu["plain"] / cpu["check"], cpu["best"] / cpu["check"]
    print ""
    printf "amp's kernels are compiled before: %s s for all files, against %s s for the host\n",
           seconds(build["checker"]), seconds(build["opencl"])
    print "program without the checker; oclgrind compiles the kernels of a file in each process."
    print "These kernels are small: `make bench_oclgrind` measures the cost where it counts."
    print ""
    print "## PoCL alone"
    print ""
    print "What a run without any checker shows, compared with amp's fibers:"
    print ""
    print "| | result as on fibers | another result | crash | hang | error | not run |"
    print "|---|--:|--:|--:|--:|--:|--:|"
    for (i = 1; i <= split("bad clean", kinds, " "); i++) {
        printf "| %s kernels |", kinds[i]
        for (j = 1; j <= split("same differs crash hang told", words, " "); j++) {
            printf " %d |", pocl[kinds[i], words[j]]
        }
        printf " %d |\n", pocl[kinds[i], "host"] + pocl[kinds[i], "norun"]
    }
    print ""
    print "## Each kernel"
    print ""
    print "Seconds of processor time in brackets."
    print ""
    print "| kernel | rule | amp | oclgrind | at its best | PoCL |"
    print "|---|---|---|---|---|---|"
    for (i = 1; i <= rows; i++) {
        split(row[i], f, " ")
        name = f[2] "/" f[3]
        printf "| %s | %s |", name, f[4] == "bad" ? f[5] : "clean"
        for (t = 1; t <= tools; t++) {
            v = f[2 + 4 * t]
            printf " %s", t == 1 && v == "kind" ? "found, not as labelled" : says[v]
            if (t > 1 && v == "found" && !f[3 + 4 * t]) printf ", not all lines"
            if (v != "host") printf " (%.2f)", f[5 + 4 * t]
            printf " |"
        }
        print " " says[f[18]] " |"
    }
    print ""
    print "## Why they differ"
    print ""
    for (i = 1; i <= rows; i++) {
        split(row[i], f, " ")
        name = f[2] "/" f[3]
        v = f[10]
        if (v == "found" || v == "clean" || v == "host" || v == "norun") v = f[14]
        if (v ~ /^(missed|hung|kind|false|died|slow)$/) {
            print "- " name ", " says[v] noted(name)
        }
        if (f[6] != "found" && f[6] != "clean") print "- " name ", amp: " says[f[6]]
    }
}
