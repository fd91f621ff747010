# SPDX-License-Identifier: MIT
# A part of bench/compare: of lines "before|ROUND|kernel|seconds..." and "after|..." the
# medians in ms, the median and the quartiles of the rounds' ratios, a line for each kernel.
function sorted(list, n,    i, k, t) {
    for (i = 2; i <= n; i++) {
        t = list[i]
        for (k = i; k > 1 && list[k - 1] > t; k--) list[k] = list[k - 1]
        list[k] = t
    }
}
function middle(list, n) {
    return n % 2 ? list[(n + 1) / 2] : (list[n / 2] + list[n / 2 + 1]) / 2
}
{
    if (!($3 in seen)) {
        seen[$3] = 1
        name[++names] = $3
    }
    if ($2 + 1 > rounds) rounds = $2 + 1
    time[$1, $2, $3] = $4
}
END {
    for (i = 1; i <= names; i++) {
        for (r = 1; r <= rounds; r++) {
            before[r] = time["before", r - 1, name[i]]
            after[r] = time["after", r - 1, name[i]]
            if (before[r] <= 0 || after[r] <= 0) exit 1
            ratio[r] = after[r] / before[r]
        }
        sorted(before, rounds)
        sorted(after, rounds)
        sorted(ratio, rounds)
        low = ratio[int(rounds / 4) + 1]
        m = middle(ratio, rounds)
        verdict = ""
        if (m > 1.05 && low > 1) verdict = "slower"
        printf "%-6s %-50s %10.4g %10.4g ms  %7.3f %13s %s\n", "check", who ", " name[i],
               middle(before, rounds) * 1e3, middle(after, rounds) * 1e3, m,
               sprintf("%.3f-%.3f", low, ratio[rounds - int(rounds / 4)]),
               verdict
    }
}
