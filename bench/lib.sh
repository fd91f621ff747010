# SPDX-License-Identifier: MIT
# shellcheck shell=sh disable=SC2034
# What scripts of this folder share, to be sourced in the tree's root, behind rounds=N: takes
# --rounds N and --out FILE from the script's arguments, and leaves the others. Another option
# prints the lines of the script's head that begin with its name.
out=/dev/null
while [ $# -gt 0 ]; do
    case $1 in
    --rounds) rounds=$2; shift 2 ;;
    --out) out=$2; shift 2 ;;
    -*) sed -n 's,^# *\(bench/[a-z_]*\.sh \[.*\),\1,p' "$0" >&2; exit 2 ;;
    *) break ;;
    esac
done

# The median of the numbers that are read, one a line.
median() { sort -n | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'; }

# vectors_in DIR: DIR is made; kernels are compiled as vectors before they run, and kept in it; the
# settings of the user's that would change what is timed are gone.
vectors_in() {
    mkdir -p "$1" && { [ -d "$1/cache" ] || mkdir -m 700 "$1/cache"; } || exit 2
    unset AMP_LOG AMP_ENGINE AMP_ORDER AMP_VECTORS_FAST AMP_WORKERS
    export AMP_VECTORS=wait AMP_VECTORS_CACHE="$PWD/$1/cache"
}
