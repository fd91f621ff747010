#!/bin/sh
# SPDX-License-Identifier: MIT
# run: ci=gcc
# Two versions of amp in one program: side by side as drop-ins; refused by the linker
# where a file with AMP_EXTERN meets another version's code. TAP.
set -u
cd "$(dirname "$0")/.."
: "${CC:=cc}" "${BUILD:=build}"
n=0 dir=$BUILD
flags='-std=c99 -pedantic -Wall -Wextra -Werror -fopenmp -pthread'
result() { # result STATUS NAME: a test that passed with 0; else the log
    n=$((n + 1))
    if [ "$1" -eq 0 ]; then
        echo "ok $n - $2"
    else
        head -20 "$dir/log" | sed 's/^/# /'
        echo "not ok $n - $2"
    fi
}
# build OUT WORD...: compiles or links; what the compiler says is the log.
build() {
    out=$1
    shift
    # shellcheck disable=SC2086
    $CC $flags "$@" -o "$out" > "$dir/log" 2>&1
}

# The sizes of the types that files share, behind the number of their layout.
sizes() {
    cat > "$dir/sizes.c" <<'C'
#include "amp.h"
#define S(type) printf("%s %lu\n", #type, (unsigned long)sizeof(type));
int main(void)
{
    printf("AMP__LAYOUT %s\n", AMP__STR(AMP__LAYOUT));
    S(amp_array_view) S(amp_completion) S(amp__failure) S(amp__device) S(amp__backend)
    S(amp__kernel) S(amp__launch) S(amp__argument) S(amp__copy_box) S(amp__registry)
    S(amp__device_list) S(amp__settings) S(amp__setting_store) S(amp__state) S(amp__record)
    S(amp__replica) S(amp__slab) S(amp__queue) S(amp__command) S(amp__tile) S(amp__fiber)
    S(amp__pool)
    return 0;
}
C
    build "$dir/sizes.exe" -I. "$dir/sizes.c" -lm && "$dir/sizes.exe"
}
if [ "${1:-}" = sizes ]; then
    sizes
    exit
fi

# Another version: what a data source's record holds has changed, and what is shared.
mkdir -p "$dir/other"
cp -r amp amp*.h "$dir/other"
version=$(tools/version | tr . _)
layout=${version}_$(sed -n 's/^#define AMP__LAYOUT_NUMBER //p' amp/base/config.h)
sed -i 's/^\(#define AMP_VERSION_MAJOR\) .*/\1 7/; s/^\(#define AMP_VERSION_MINOR\) .*/\1 8/
        s/^\(#define AMP_VERSION_PATCH\) .*/\1 9/; s/^\(#define AMP__LAYOUT_NUMBER\) .*/\1 1/' \
    "$dir/other/amp/base/config.h"
sed -i 's/^typedef struct amp__record {/& double more[7];/' "$dir/other/amp/core/source.h"
sed -i 's/^typedef struct amp__registry {/& double more[5];/' "$dir/other/amp/core/state.h"
: > "$dir/log"
! cmp -s amp/core/source.h "$dir/other/amp/core/source.h" &&
    ! cmp -s amp/core/state.h "$dir/other/amp/core/state.h"
result $? 'the other version has other records'

cat > "$dir/part.c" <<'C'
#define AMP_SHORT_NAMES
#include "amp.h"
AMP_DEVICE_BEGIN
AMP_KERNEL(saxpy, 1, value(float, a), in(float, 1, x), inout(float, 1, y))
{
    at(y, idx[0]) += a * at(x, idx[0]);
}
AMP_TILED_KERNEL(turn, (64), inout(float, 1, y))
{
    tile_static(float, t, 64);
    t[tidx.local[0]] = at(y, tidx.global[0]);
    tile_barrier_wait(tidx);
    at(y, tidx.global[0]) = t[63 - tidx.local[0]];
}
AMP_KERNEL(bad, 1, inout(float, 1, y)) { amp_errorf("no %g", (double)at(y, 0)); }
AMP_DEVICE_END

const char *PART(version)(void);
int PART(views)(void);
int PART(make)(float *p, int count);
int PART(work)(void);
int PART(fail)(int n);
const char *PART(error)(void);

const char *PART(version)(void) { return AMP_VERSION; }
int PART(views)(void) { return amp_live_views(); }
int PART(make)(float *p, int count)
{
    int i, bad = 0;
    for (i = 0; i < count; i++) { bad |= amp_view(float, p + 4 * i, 4).status != AMP_OK; }
    return bad;
}
int PART(work)(void)
{
    float x[128], y[128];
    amp_array_view vx = amp_view(float, x, 128), vy = amp_view(float, y, 128);
    int i, bad;
    for (i = 0; i < 128; i++) { x[i] = (float)i; y[i] = 1; }
    bad = amp_refresh(vx) != AMP_OK || amp_refresh(vy) != AMP_OK
        || parallel_for_each(amp_extent(128), saxpy, 2.0f, vx, vy) != AMP_OK
        || parallel_for_each(amp_tile(amp_extent(128), 64), turn, vy) != AMP_OK
        || amp_synchronize(vy) != AMP_OK;
    for (i = 0; i < 128; i++) { bad |= y[i] != (float)(2 * (i / 64 * 64 + 63 - i % 64) + 1); }
    return bad | (amp_release(vx) != AMP_OK) | (amp_release(vy) != AMP_OK);
}
int PART(fail)(int k)
{
    float f[4];
    amp_array_view v = amp_view(float, f, 4);
    const int s = (int)parallel_for_each(amp_extent(-k), bad, v);
    return amp_release(v) != AMP_OK ? 0 : s;
}
const char *PART(error)(void) { return amp_last_error(); }
C
cat > "$dir/both.c" <<'C'
#include <stdio.h>
#include <string.h>
#define PROTOTYPES(v)                                                      \
    const char *v##_version(void); int v##_views(void); int v##_work(void); \
    int v##_make(float *p, int count); int v##_fail(int n); const char *v##_error(void);
PROTOTYPES(one)
PROTOTYPES(two)
#define EXPECT(x) do { if (!(x)) { printf("line %d: %s\n", __LINE__, #x); return 1; } } while (0)
int main(void)
{
    static float a[64], b[64];
    int i;
    EXPECT(strcmp(one_version(), two_version()) != 0);
    EXPECT(one_make(a, 3) == 0 && one_views() == 3 && two_views() == 0);
    EXPECT(two_make(b, 9) == 0 && one_views() == 3 && two_views() == 9);
    EXPECT(two_make(a, 3) == 0 && one_views() == 3 && two_views() == 12); /* the same memory */
    for (i = 0; i < 3; i++) { EXPECT(one_work() == 0 && two_work() == 0); }
    EXPECT(one_views() == 3 && two_views() == 12);
    EXPECT(one_fail(5) != 0 && strstr(one_error(), "-5") != NULL);
    EXPECT(strcmp(two_error(), "") == 0);
    EXPECT(two_fail(6) != 0 && strstr(two_error(), "-6") != NULL);
    EXPECT(strstr(one_error(), "-5") != NULL);
    return 0;
}
C
for o in -O0 -O2; do
    build "$dir/one.o" $o -I. '-DPART(f)=one_##f' -c "$dir/part.c" &&
        build "$dir/two.o" $o -I"$dir/other" '-DPART(f)=two_##f' -c "$dir/part.c" &&
        build "$dir/both" "$dir/both.c" "$dir/one.o" "$dir/two.o" -lm
    result $? "two versions in one program, $o"
    for engine in loops fibers threads; do
        for device in emu emu:separate; do
            AMP_ENGINE=$engine AMP_ACCELERATOR=$device "$dir/both" > "$dir/log" 2>&1
            result $? "each for itself, $o, $engine, $device"
        done
    done
done

# AMP_EXTERN: the code of the other version is not taken.
printf '#define AMP_IMPLEMENTATION\n#include "amp.h"\n' > "$dir/code.c"
build "$dir/one.o" -DAMP_EXTERN -I. '-DPART(f)=one_##f' -c "$dir/part.c"
build "$dir/two.o" -DAMP_EXTERN -I"$dir/other" '-DPART(f)=two_##f' -c "$dir/part.c"
build "$dir/code1.o" -DAMP_EXTERN -I. -c "$dir/code.c"
build "$dir/code2.o" -DAMP_EXTERN -I"$dir/other" -c "$dir/code.c"
echo 'int one_work(void); int main(void) { return one_work(); }' > "$dir/main1.c"
echo 'int two_work(void); int main(void) { return two_work(); }' > "$dir/main2.c"
sed -i 's/int \(...\)_work(void);/int \1_work(void); int main(void);/' "$dir"/main?.c
build "$dir/both" "$dir/main1.c" "$dir/one.o" "$dir/code1.o" -lm && "$dir/both"
result $? 'AMP_EXTERN and its own code'
build "$dir/both" "$dir/main2.c" "$dir/two.o" "$dir/code2.o" -lm && "$dir/both"
result $? 'AMP_EXTERN and its own code, the other version'
ask=amp__define_AMP_IMPLEMENTATION_in_one_file_built_as_v
! build "$dir/both" "$dir/main1.c" "$dir/one.o" "$dir/code2.o" -lm &&
    grep -q "undefined.*$ask$layout" "$dir/log"
result $? 'AMP_EXTERN and the code of the other version'
! build "$dir/both" "$dir/main2.c" "$dir/two.o" "$dir/code1.o" -lm &&
    grep -q "undefined.*${ask}7_8_9_1" "$dir/log"
result $? 'the other version, and the code of this one'

# Limits that differ: views and kernels have other sizes. With gcc such files do not link, with a
# sentence for a name; with clang one of them is refused at its launch (amp/base/build.h). What is
# raised everywhere works.
if [ "$(uname -s)" = Linux ]; then
    echo 'int one_work(void); int two_work(void); int main(void);
        int main(void) { return one_work() != 0 || two_work() == 0; }' > "$dir/differ.c"
    for limit in AMP_MAX_RANK=4 AMP_MAX_PARAMETERS=32 AMP_MAX_TILE_THREADS=2048 \
        AMP_MAX_TILE_STATIC=65536; do
        build "$dir/one.o" -I. '-DPART(f)=one_##f' -c "$dir/part.c" &&
            build "$dir/raised.o" "-D$limit" -I. '-DPART(f)=two_##f' -c "$dir/part.c" &&
            case $CC in
            *clang*)
                build "$dir/both" "$dir/differ.c" "$dir/one.o" "$dir/raised.o" -lm && "$dir/both" ;;
            *)  ! build "$dir/both" "$dir/main1.c" "$dir/one.o" "$dir/raised.o" -lm &&
                grep -q "multiple definition.*amp__all_files_must_have_the_same_AMP_MAX_limits" \
                    "$dir/log" ;;
            esac
        result $? "files that differ in $limit do not link, or do not run"
        build "$dir/one.o" "-D$limit" -I. '-DPART(f)=one_##f' -c "$dir/part.c" &&
            build "$dir/both" "$dir/main1.c" "$dir/one.o" "$dir/raised.o" -lm && "$dir/both"
        result $? "files that agree in $limit do"
    done
    build "$dir/one.o" -DAMP_MAX_TILE_STATIC=65536 -DAMP_EXTERN -I. '-DPART(f)=one_##f' \
        -c "$dir/part.c" &&
        ! build "$dir/both" "$dir/main1.c" "$dir/one.o" "$dir/code1.o" -lm &&
        grep -q "undefined.*amp__define_AMP_IMPLEMENTATION.*_s65536" "$dir/log"
    result $? 'AMP_EXTERN and code with other limits'
fi

# What files share carries the version in its name; so does all but the functions of an
# implementation.
grep -v '^#include' "$dir/part.c" > "$dir/body.c"
for doors in amp.h amp_graphics.h amp_algorithms_more.h; do
    for more in '' -DAMP_ASSERTS -DNDEBUG -DAMP_EMU_UCONTEXT; do
        { echo '#define AMP_SHORT_NAMES'; echo "#include \"$doors\""; sed 1d "$dir/body.c"; } \
            > "$dir/names.c"
        # shellcheck disable=SC2086
        rm -f "$dir/names.o"
        if ! build "$dir/names.o" -O0 -I. '-DPART(f)=one_##f' $more -c "$dir/names.c"; then
            result 1 "$doors: builds $more"
            continue
        fi
        nm --defined-only --extern-only "$dir/names.o" | awk '{ print $NF }' |
            grep '^_*amp' | grep -v "_v${layout}_" > "$dir/log"
        [ ! -s "$dir/log" ] && nm "$dir/names.o" | grep -q "_v${layout}_"
        result $? "$doors: every shared name carries the version $more"
    done
done
nm --defined-only --extern-only "$dir/code1.o" | awk '$2 != "T" { print $NF }' |
    grep -v "_v${layout}_\|^amp__only_one_file_may_define_AMP_IMPLEMENTATION$" > "$dir/log"
[ ! -s "$dir/log" ]
result $? 'an implementation: every shared object carries the version'

# The number of the layout: whoever changes a shared type counts it up, and writes the
# sizes anew (sh tests/check_versions.sh sizes > tests/layout.txt).
if [ "$(uname -m)" = x86_64 ] && [ "$(uname -s)" = Linux ]; then
    sizes > "$dir/sizes" && diff tests/layout.txt "$dir/sizes" > "$dir/log"
    result $? 'the shared types are those of AMP__LAYOUT'
fi
printf '#include "amp.h"\n"version=" AMP_VERSION; layout=AMP__LAYOUT\n' > "$dir/version.c"
$CC -std=c99 -I. -E -P "$dir/version.c" | tail -n 1 | tr -d '" ' > "$dir/log"
[ "$(cat "$dir/log")" = "version=$(tools/version);layout=$layout" ]
result $? 'AMP_VERSION and AMP__LAYOUT are made of the numbers of the version'
echo "1..$n"
