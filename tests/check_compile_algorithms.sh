#!/bin/sh
# SPDX-License-Identifier: MIT
# run: ci=gcc
# What a file that includes amp_algorithms.h and calls one algorithm is compiled
# from: at most 1 920 000 bytes of preprocessed text (the line markers, which are as long as the
# paths of the files, not counted), and no kernel but those it uses. Times are measured by bench/,
# not asserted here. TAP. Run by tests/suite.py with CC, FLAGS and BUILD in the environment.
set -u
cd "$(dirname "$0")/.." || exit 1
limit=1920000
n=0
cat > "$BUILD/one.c" <<'M'
#include "amp_algorithms.h"
int main(void)
{
    int data[3] = { 1, 2, 3 }, sum = 0;
    return amp_reduce(amp_plus_int, amp_view(int, data, 3), &sum) != AMP_OK || sum != 6;
}
M
result() {
    n=$((n + 1))
    if [ "$2" -eq 0 ]; then echo "ok $n - $1"; else echo "not ok $n - $1"; fi
}
for options in "$FLAGS -O2" "-std=c99 -I. -O2" "$FLAGS -O0" "$FLAGS -O2 -DAMP_EXTERN"; do
    # shellcheck disable=SC2086
    size=$($CC $options -E "$BUILD/one.c" 2>/dev/null | grep -v '^# [0-9]' | wc -c)
    [ "$size" -gt 0 ] && [ "$size" -le "$limit" ]
    result "one reduce is $size bytes of text, $limit are allowed: ${options##*-I.}" $?
done
# shellcheck disable=SC2086
$CC $FLAGS -O2 "$BUILD/one.c" -o "$BUILD/one" > "$BUILD/log" 2>&1 && "$BUILD/one"
result "it runs" $?
# The form for a CPU alone: again, in two builds and as one thread.
others=$(nm "$BUILD/one" | grep 'amp__[a-z_]*__\(base\|avx2\|thread\)$' |
         grep -vc 'amp__again_amp_plus_int__')
[ "$others" -eq 0 ]
result "it has no kernel but the one it calls ($others others)" $?

# Two files that share the library's code: the second has none of its own.
cat > "$BUILD/two.c" <<'M'
#include "amp_algorithms.h"
AMP_DEVICE_BEGIN
AMP_DEFINE_REDUCE(longest, int, 0, a > b ? a : b)
AMP_DEFINE_PREDICATE(is_odd, int, a % 2 != 0)
AMP_DEVICE_END
int other(void)
{
    int data[5] = { 3, 1, 2, 5, 4 }, kept[5] = { 0 }, most = 0;
    ptrdiff_t count = 0;
    amp_array_view v = amp_view(int, data, 5), w = amp_view(int, kept, 5);
    amp_status s = amp_reduce(longest, v, &most);
    s = s != AMP_OK ? s : amp_copy_if(is_odd, v, w, &count);
    s = s != AMP_OK ? s : amp_radix_sort(int, amp_range(w, 0, count));
    s = s != AMP_OK ? s : amp_synchronize(w);
    return s != AMP_OK || most != 5 || count != 3 || kept[0] != 1 || kept[1] != 3 || kept[2] != 5;
}
M
cat > "$BUILD/library.c" <<'M'
#define AMP_IMPLEMENTATION
#include "amp_algorithms.h"
int other(void);
int main(void) { return other(); }
M
# shellcheck disable=SC2086
$CC $FLAGS -DAMP_EXTERN -O2 "$BUILD/two.c" "$BUILD/library.c" -o "$BUILD/two" \
    > "$BUILD/log" 2>&1 && "$BUILD/two"
result "a file with AMP_EXTERN calls the algorithms of another" $?
[ -s "$BUILD/log" ] && sed 's/^/# /' "$BUILD/log"
echo "1..$n"
