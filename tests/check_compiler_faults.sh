#!/bin/sh
# SPDX-License-Identifier: MIT
# The faults of compilers and drivers of docs/compiler-faults.md, by their reproductions in
# tests/faults: whether what is installed has each (either is good, but a version that the file
# names as `known` must have it), and that the way around it gives right numbers. TAP.
set -u
cd "$(dirname "$0")/.." || exit 1
: "${CC:=cc}" "${BUILD:=build/compiler_faults}"
mkdir -p "$BUILD/pocl"
BUILD=$(cd "$BUILD" && pwd) n=0
export POCL_CACHE_DIR="$BUILD/pocl" RUSTICL_ENABLE=llvmpipe
ok() { n=$((n + 1)); echo "ok $n - $1"; }
not_ok() { n=$((n + 1)); sed 's/^/# /' "$BUILD/log"; echo "not ok $n - $1"; }
word() { sed -n "1d; s,^ *$1: ,,p; /\*\/$/q" "$2"; } # word NAME FILE: what its head says of it

# verdict NAME VERSION KNOWN STATUS: of a run without the way around.
verdict() {
    case "$4,$3," in
    0,*"$2,"*)
        echo "$2 is right, and the file says that it is known not to be" > "$BUILD/log"
        not_ok "$1: $2 is known to have it" ;;
    0,*) ok "$1: $2 does not have it" ;;
    *) ok "$1: $2 has it" ;;
    esac
}
# around NAME STATUS: of a run with it.
around() {
    if [ "$2" -eq 0 ]; then ok "$1: right the other way"; else not_ok "$1: right the other way"; fi
}

case $($CC --version 2> /dev/null) in
*clang*) version="clang $($CC -dumpversion | cut -d . -f 1,2)" ;;
*) version="gcc $($CC -dumpfullversion 2> /dev/null | cut -d . -f 1,2)" ;;
esac
warnings='-std=c99 -pedantic -Wall -Wextra -Wshadow -Wconversion -Wstrict-prototypes -Werror'
for file in tests/faults/*.c; do
    name=$(basename "$file" .c)
    [ "$name" = run_cl ] && continue
    flags=$(word flags "$file")
    case $flags in
    *avx2*) if ! grep -qw avx2 /proc/cpuinfo 2> /dev/null; then
            ok "$name # SKIP this CPU has no AVX2"
            continue
        fi ;;
    esac
    for how in '' $(word around "$file"); do
        # shellcheck disable=SC2086
        $CC $warnings $flags ${how:+-DAROUND=$how} "$file" -o "$BUILD/$name" > "$BUILD/log" 2>&1 &&
            timeout 60 "$BUILD/$name" > "$BUILD/log" 2>&1
        rc=$?
        [ -x "$BUILD/$name" ] || { not_ok "$name builds"; break; }
        if [ -z "$how" ]; then
            verdict "$name" "$version" "$(word known "$file")" $rc
        else
            around "$name, way $how" $rc
        fi
        rm -f "$BUILD/$name"
    done
done

# The OpenCL devices, once.
case $version in
clang*) ok "faults of OpenCL devices # SKIP once is enough: with gcc"; echo "1..$n"; exit 0 ;;
esac
# shellcheck disable=SC2086
if ! echo 'int main(void) { return 0; }' | $CC -x c - -lOpenCL -o "$BUILD/empty" 2> /dev/null; then
    ok "faults of OpenCL devices # SKIP -lOpenCL does not link"
    echo "1..$n"
    exit 0
fi
# shellcheck disable=SC2086
$CC $warnings tests/faults/run_cl.c -o "$BUILD/run_cl" -lOpenCL > "$BUILD/log" 2>&1 ||
    { not_ok "tests/faults/run_cl.c builds"; echo "1..$n"; exit 1; }
for file in tests/faults/*.cl; do
    name=$(basename "$file" .cl) under=
    case $name in
    pocl*) platform=Portable ;;
    oclgrind*)
        platform=Oclgrind under=oclgrind
        command -v oclgrind > /dev/null || { ok "$name # SKIP there is no oclgrind"; continue; } ;;
    *) platform=rusticl ;;
    esac
    version=$($under "$BUILD/run_cl" $platform) # 2: it is not there
    if [ $? -eq 2 ]; then
        ok "$name # SKIP there is no such platform: $platform"
        continue
    fi
    sizes=$(word sizes "$file")
    # shellcheck disable=SC2086
    timeout 60 $under "$BUILD/run_cl" $platform "$file" $sizes > "$BUILD/log" 2>&1
    rc=$?
    if [ $rc -eq 2 ]; then not_ok "$name builds and runs"; continue; fi
    verdict "$name" "$version" "$(word known "$file")" $rc
    other=$(word around "$file") run="$under $BUILD/run_cl"
    # shellcheck disable=SC2086
    timeout 60 $run $platform "$file" ${other:-$sizes} -DAROUND > "$BUILD/log" 2>&1
    around "$name" $?
done
echo "1..$n"
