# SPDX-License-Identifier: MIT
# shellcheck shell=sh disable=SC2034,SC3043
# What the scripts check_*.sh share: TAP, programs, and tables of what programs say. Sourced first:
# `. "${0%/*}/lib.sh"`, which goes to the root of the tree. CC, FLAGS, CFLAGS, BUILD (an empty
# folder of the script's own) and TEST_TIMEOUT_SCALE are the runner's; by hand, those below.
#
#   tell STATUS NAME [FILE]    a test, passed where STATUS is 0; where not, what was printed last is
#                          shown, or the file
#   try NAME COMMAND...    a test: the command ends with 0
#   skip NAME REASON       a test that cannot be made here
#   counted                the tests that another program printed into out are this script's too
#   browser                prints the path of a Chromium without a window; fails where none is
#   finish                 the plan, and the end; a script that ends without has failed
#
#   object NAME WORD...    $BUILD/NAME.o of one source and flags
#   program NAME WORD...   $BUILD/NAME of sources, objects and flags: each source is compiled by
#                          itself, and then all are linked, so that a cache can serve
#   library NAME WORD...   $BUILD/NAME.o, the library's code, for sources with -DAMP_EXTERN
#   core NAME WORD...      so, of amp.h alone, in a quarter of the time
#   opencl_library         $BUILD/opencl.o, the one with OpenCL, with flags that all scripts share,
#                          $opencl; ends the script, as skipped, where -lOpenCL does not link
#   opencl_program NAME SOURCE WORD...   with it; what says dropin has the library in itself
#   capture COMMAND...     what it prints is in $BUILD/out and $BUILD/err, its status in rc
#   run [NAME=VALUE...] PROGRAM [ARGUMENT...]    so, of $BUILD/PROGRAM, for $limit seconds at most
#   says WORD...           out or err holds each word; ~WORD: as a pattern; !WORD, !~WORD: neither
#   expect NAME STATUS COMMAND [WORD...]         run, says and tell; blanks part COMMAND's words
#   rows < TABLE           expect for each row: a name, and indented lines, the command the first,
#                          with its status in front if it is not 0 (any: another one,
#                          -: it does not matter)
#   rows FUNCTION < TABLE  a function of the script for each row, with name and lines
#   broken NAME WORD FILE SED COMMAND...         in a copy of what `copied`, a function of the
#                          script, prints, with FILE changed by SED (-: SED is a command of the
#                          shell's), the command fails with the word
set -u
cd "${0%/*}/.." || exit 1
: "${CC:=cc}" "${BUILD:=build/$(basename "$0" .sh)}" "${TEST_TIMEOUT_SCALE:=1}"
: "${FLAGS:=-std=c99 -pedantic -Wall -Wextra -Werror -fopenmp -pthread -I. -Itests}"
: "${CFLAGS:=-O2}"
mkdir -p "$BUILD"
BUILD=$(cd "$BUILD" && pwd) programs=tests/programs n=0 failed=0 rc=0
case $CC in
*clang*) family=clang CXX=$(echo "$CC" | sed 's/clang/clang++/') ;;
*) family=gcc CXX=$(echo "$CC" | sed 's/gcc/g++/; s/cc$/c++/') ;;
esac
# No setting of whoever runs this reaches the programs.
for name in $(env | sed -n 's/^\(AMP_\(CHECK\|LENS\)_[A-Z_]*\)=.*/\1/p'); do
    unset "$name"
done
unset AMP_ENGINE AMP_ORDER AMP_WORKERS AMP_ACCELERATOR AMP_STACK AMP_LOG AMP_LENS name
: > "$BUILD/out"
: > "$BUILD/err"
# A program under a limit of the shell's: `limited -s 64 PROGRAM`.
cat > "$BUILD/limited" <<'S'
#!/bin/sh
ulimit "$1" "$2" && shift 2 && exec "$@"
S
chmod +x "$BUILD/limited"

tell() {
    n=$((n + 1))
    if [ "$1" -eq 0 ]; then
        echo "ok $n - $2"
    else
        failed=$((failed + 1))
        head -20 "${3:-$BUILD/out}" | sed 's/^/# /'
        [ $# -gt 2 ] || head -20 "$BUILD/err" | sed 's/^/# /'
        echo "not ok $n - $2"
    fi
}
skip() {
    n=$((n + 1))
    echo "ok $n - $1 # SKIP $2"
}
counted() {
    n=$((n + $(grep -c '^ok \|^not ok ' "$BUILD/out")))
    failed=$((failed + $(grep -c '^not ok ' "$BUILD/out")))
}
browser() {
    command -v chromium-headless-shell || command -v chromium || command -v chromium-browser
}
finish() {
    echo "1..$n"
    [ "$failed" -eq 0 ]
    exit
}
capture() {
    "$@" > "$BUILD/out" 2> "$BUILD/err" < /dev/null
    rc=$?
    return $rc
}
try() {
    local name="$1"
    shift
    capture "$@"
    tell $? "$name"
}
has_command() { command -v "$1" > /dev/null; }
# links WORD...: whether a program without content links with them.
links() {
    echo 'int main(void) { return 0; }' > "$BUILD/nothing.c"
    $CC "$BUILD/nothing.c" -o "$BUILD/nothing" "$@" 2> /dev/null
}

object() {
    local object="$BUILD/$1.o"
    shift
    # shellcheck disable=SC2086
    capture $CC "$@" -c -o "$object"
}
library() {
    local library="$1"
    shift
    object "$library" "$@" -DAMP_EXTERN tools/libamp.c
}
core() {
    local core="$1"
    shift
    object "$core" "$@" -DAMP_EXTERN -DAMP_IMPLEMENTATION $programs/core.c
}
# PoCL keeps what it compiles by its text, the options and its own version, in the user's cache, as
# ccache does. The library's own cache, for which PoCL compiles a second time, is off.
opencl_library() {
    links -lOpenCL ||
        { skip OpenCL '-lOpenCL does not link (Debian: ocl-icd-opencl-dev)' && finish; }
    export AMP_CL_CACHE=off
    opencl="$FLAGS -O0 -DAMP_OPENCL"
    # shellcheck disable=SC2086
    library opencl $opencl
}
opencl_program() {
    local name="$1" source="$2" code=yes
    shift 2
    ! grep -q '^/\* run:.* dropin' "$source" || code=
    # shellcheck disable=SC2086
    program "$name" $opencl ${code:+-DAMP_EXTERN "$BUILD/opencl.o"} "$source" \
        "$@" -lOpenCL
}
# Words go to the compiler, the linker, or both. A checked program is linked without a sanitizer.
program() {
    local program="$BUILD/$1" sources='' link='' checked='' objects='' linker="$CC"
    local words=$(($# - 1)) word source part compiler
    shift
    while [ $words -gt 0 ]; do
        word=$1
        shift
        words=$((words - 1))
        case $word in
        *.c | *.cc) sources="$sources $word" ;;
        *.o | *.a | *.so | -l* | -L* | -Wl,* | -pie | -no-pie | -shared | -rdynamic | -fuse-ld=*)
            link="$link $word" ;;
        *)  set -- "$@" "$word"
            case $word in
            -fopenmp | -pthread | -flto* | -fPI* | -O*) link="$link $word" ;;
            -fsanitize=*) checked="$checked $word" ;;
            -DAMP_CHECK | -DAMP_LENS) checked="$checked none" ;;
            esac ;;
        esac
    done
    case $checked in *none*) ;; *) link="$link $checked" ;; esac
    for source in $sources; do
        part=$program.${source##*/}.o compiler=$CC
        case $source in *.cc) compiler=$CXX linker=$CXX ;; esac
        # shellcheck disable=SC2086
        capture $compiler "$@" -c "$source" -o "$part" || return
        objects="$objects $part"
    done
    # shellcheck disable=SC2086
    capture $linker $objects $link -o "$program" -lm
}
run() {
    local words=$# program='' word
    while [ $words -gt 0 ]; do
        word=$1
        shift
        words=$((words - 1))
        case $program$word in
        *=* | -u*) ;;
        *)  if [ -z "$program" ]; then
                program=$word
                [ ! -x "$BUILD/$word" ] || word=$BUILD/$word
            fi ;;
        esac
        set -- "$@" "$word"
    done
    rc=127
    [ -e "$program" ] || [ -e "$BUILD/$program" ] || has_command "$program" || return
    capture timeout -k 5 $((${limit:-60} * TEST_TIMEOUT_SCALE)) env "$@"
}
says() {
    local word pattern
    for word; do
        pattern=${word#!}
        case $pattern in
        '~'*) grep -h -e "${pattern#?}" "$BUILD/out" "$BUILD/err" ;;
        *) grep -hF -e "$pattern" "$BUILD/out" "$BUILD/err" ;;
        esac > "$BUILD/said" && case $word in
        '!'*) echo "# should not be printed: $pattern"
              return 1 ;;
        *) continue ;;
        esac
        case $word in
        '!'*) ;;
        *) echo "# should be printed: $word"
           return 1 ;;
        esac
    done
}
expect() {
    local name="$1" status="$2" command="$3"
    shift 3
    set -f
    # shellcheck disable=SC2086
    run $command
    set +f
    case $status in
    -) ;;
    any) [ $rc -ne 0 ] && [ $rc -lt 124 ] ;;
    *) [ $rc -eq "$status" ] ;;
    esac || { echo "# exit status $rc, not $status"; false; } && says "$@"
    tell $? "$name"
}
rows() {
    local line row="${1:-row}"
    set --
    while IFS= read -r line; do
        case $line in
        '') ;;
        ' '*) set -- "$@" "${line#"${line%%[! ]*}"}" ;;
        *) [ $# -eq 0 ] || "$row" "$@"
           set -- "$line" ;;
        esac
    done
    "$row" "$@"
}
row() { # NAME COMMAND WORD...
    [ $# -ge 2 ] || { tell 1 "the row \"$1\" has a command"; return; }
    local name="$1" command="$2" status=0
    shift 2
    case $command in
    [0-9]*' '* | '- '* | 'any '*) status=${command%% *} command=${command#* } ;;
    esac
    expect "$name" "$status" "$command" "$@"
}
broken() {
    local name="$1" word="$2" file="$3" change="$4"
    shift 4
    rm -rf "$BUILD/copy" && mkdir -p "$BUILD/copy"
    # shellcheck disable=SC2046
    cp -r --parents $(copied) "$BUILD/copy"
    case $file$change in
    -*) (cd "$BUILD/copy" && eval "$change") ;;
    "$file") ;;
    *) sed -i "$change" "$BUILD/copy/$file" ;;
    esac || { tell 1 "the tree can be changed: $name"; return; }
    ! (cd "$BUILD/copy" && "$@") > "$BUILD/out" 2> "$BUILD/err" < /dev/null && says "$word"
    tell $? "found: $name"
}
