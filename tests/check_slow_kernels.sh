#!/bin/sh
# SPDX-License-Identifier: MIT
# run: ci=gcc turn=1/4
# What AMP_LOG=1 says of texts that are slow as vectors (amp/vectors/slow_patterns.h): each kernel
# with a slow text gets its sentence, one with the faster text that it names gets none, and the
# page docs/slow-kernels.md has all of them. TAP.
. "${0%/*}/lib.sh"
. tests/vectors/lib.sh
pairs=$programs/slow_patterns.c page=docs/slow-kernels.md

vectors_library
built slow $pairs
rm -rf "$BUILD/cache"
run slow && says '!ANOTHER' '!~amp: kernel fast_.* is slow' &&
    [ "$(grep -c ': the same$' "$BUILD/out")" -gt 20 ]
tell $? 'a slow text and the faster one compute the same, and the faster one gets no sentence'
# Each sentence behind `KERNEL LINE: `, without what precedes the line.
sentences() { sed -n 's/^amp: kernel \([a-z_0-9]*\) is slow at [^ ]*:\([0-9]*: \)/\1 \2/p' "$@"; }
sentences "$BUILD/err" > "$BUILD/first"
sed -n 's/^AMP_[A-Z_]*KERNEL(\(slow_[a-z]*\),.*/\1/p' $pairs | sort > "$BUILD/kernels"
cut -d ' ' -f 1 "$BUILD/first" | sort > "$BUILD/told"
try 'each slow text gets one sentence' diff "$BUILD/kernels" "$BUILD/told"
run slow
sentences "$BUILD/err" > "$BUILD/again"
try 'also where its kernel is found in the cache' cmp "$BUILD/first" "$BUILD/again"
expect 'without AMP_LOG nothing is said' 0 'AMP_LOG=0 slow' '!is slow'
cut -d ' ' -f 2- "$BUILD/first" | sort > "$BUILD/told"
sed -n 's/^| `program\.c:\(.*\)` | [0-9.]* | [0-9.]* |$/\1/p' $page | sort > "$BUILD/quoted"
try 'the page has each sentence, and no other' diff "$BUILD/told" "$BUILD/quoted"
# The ratios are those of the results file that the page names.
results=$(sed -n 's,.*(\.\./\(bench/results/[a-z0-9-]*slow-patterns\.txt\)).*,\1,p' $page)
awk '/^(gcc|clang) / { cc = $1; next } !/^#/ { printf "%s %s %.1f\n", cc, $1, $4 }' "$results" |
    sort > "$BUILD/measured"
sed -n 's/^| `program\.c:\([0-9]*\): .*` | \([0-9.]*\) | \([0-9.]*\) |$/\1 \2 \3/p' $page |
    awk 'NR == FNR { sub(/^slow_/, ""); sub(/:$/, "", $2); name[$2] = $1; next }
         { print "gcc", name[$1], $2; print "clang", name[$1], $3 }' "$BUILD/first" - |
    sort > "$BUILD/quoted"
[ -s "$BUILD/measured" ] && diff "$BUILD/measured" "$BUILD/quoted" > "$BUILD/out"
tell $? 'its ratios are those of its results'

# ---- one kernel with many, and in helpers -------------------------------------------------------

{
    echo '#define AMP_SHORT_NAMES
#include "amp.h"
AMP_DEVICE_BEGIN
static inline float wave(float x)
{
    return x < 0 ? sinhf(x) : coshf(x);
}
AMP_TILED_KERNEL(many, (64), in(float, 1, x), out(float, 1, y))
{
    const float v = at(x, tidx.global[0]);
    float sum = wave(v);'
    for name in tan acosh asinh asin acos atan log10 expm1 tanh cbrt; do
        echo "    sum += ${name}f(v);"
    done
    echo '    sum += sqrtf(v) + fabsf(v) + sinf(v) + tanf(v);
    at(y, tidx.global[0]) = sum;
}
AMP_DEVICE_END
int main(void)
{
    static float x[64], y[64];
    const amp_array_view vx = amp_view(float, x, 64), vy = amp_view(float, y, 64);
    return parallel_for_each(amp_tile(amp_extent(64), 64), many, vx, vy) != AMP_OK;
}'
} > "$BUILD/many.c"
built many "$BUILD/many.c"
run many
sentences "$BUILD/err" | cut -d ' ' -f 2 > "$BUILD/lines"
[ $rc -eq 0 ] && [ "$(wc -l < "$BUILD/lines")" -eq 10 ] && sort -n -c "$BUILD/lines"
tell $? 'a kernel gets ten sentences at most, by their lines'
says ':6: sinhf and coshf: there are no vectors' ':12: tanf: ' '!:22: '
tell $? 'those of a helper stand at its line, and each function once'

# ---- ahead of time, and kernels that are fine ---------------------------------------------------

# shellcheck disable=SC2086
program ahead -std=gnu99 -O0 -DAMP_ASSERTS -I. tools/amp_vectors.c
tell $? 'tools/amp_vectors.c builds'
run CC="$CC" ahead $pairs -o "$BUILD/made.h" -I. && sentences "$BUILD/err" > "$BUILD/again"
try 'ahead of time the same is said' diff "$BUILD/first" "$BUILD/again"
expect 'and nothing without AMP_LOG' 0 "AMP_LOG=0 CC=$CC ahead $pairs -o $BUILD/made.h -I." \
    '!is slow'
for fine in gemm heat3d histogram hotspot nn nw pathfinder reduction srad backprop fft tpacf; do
    rm -f "$BUILD/made.h"
    expect "bench/real: nothing of $fine is slow" 0 \
        "CC=$CC ahead bench/real/$fine/amp.c -o $BUILD/made.h -I. -Ibench -Ibench/real" '!is slow'
done
for slow in 'atax 17: at(a, i, j): each thread walks memory by itself' \
    'bfs 19: for (int k = at(starts, i); k < at(starts, i + 1); k++): how many turns' \
    "gaussian 19: at(m, row, k): neighbouring threads' elements lie a row of m apart" \
    'lavamd 43: expf: ' 'spmv_csr 18: at(x, at(column, i)): the index comes from memory'; do
    rm -f "$BUILD/made.h"
    run CC="$CC" ahead "bench/real/${slow%% *}/amp.c" -o "$BUILD/made.h" -I. -Ibench -Ibench/real
    says "is slow at bench/real/${slow%% *}/amp.c:${slow#* }"
    tell $? "bench/real: ${slow%%:*} has its sentence"
done
finish
