#!/bin/sh
# SPDX-License-Identifier: MIT
# run: ci=gcc turn=3/4
# tools/ampcc: what it compiles, what it refuses, and what it prints; clang's words as well, where
# clang is there. Programs of several files, the lens and the thread sanitizer: with ALL=1. Of an
# installed tree: tests/check_install.sh.
. "${0%/*}/lib.sh"
# The library's code, as what is compiled here does nothing that an optimiser would help.
mkdir -p "$BUILD/bin" "$BUILD/a b"
for name in gcc clang; do
    printf '#!/bin/sh\nexec %s "$@" -O%s -g1 %s\n' "$(command -v $name)" '${LEVEL:-0}' \
        "'-Doptimize(...)=unused'" > "$BUILD/bin/$name"
    chmod +x "$BUILD/bin/$name"
done
real=$CC root=$PWD
export XDG_CACHE_HOME="$BUILD/cache" CC="$BUILD/bin/$family" CC_FOR_BUILD="$BUILD/bin/gcc"
ampcc=$root/tools/ampcc quiet='-Wall -Wextra -Wshadow -Wconversion -Wstrict-prototypes -Werror'
awk '/^```c$/ { inside = 1; next } /^```/ && inside { exit } inside' README.md > "$BUILD/first.c"
prints=$(sed -n 's,.*/\* prints: \(.*\) \*/.*,\1,p' "$BUILD/first.c")
sed '/tile_barrier_wait/d' "$BUILD/first.c" > "$BUILD/race.c"
cd "$BUILD" || exit 1

# ---- programs -------------------------------------------------------------------------------

# A name and the words of ampcc; then what the program is run with, and what it says.
compiled() { # NAME WORDS COMMAND WORD...
    local name="$1" words="$2"
    shift 2
    rm -f program
    # shellcheck disable=SC2086
    capture "$ampcc" $words
    [ $rc -eq 0 ] || { tell 1 "$name: ampcc $words" && return; }
    row "$name" "$@"
}
export LEVEL=1
cat > two.c <<'C'
int two(void);
int two(void) { return 2; }
C
rows compiled <<T
a file
    $quiet first.c -o program
    program
    $prints
the compiler's own words, in any order
    -o program -std=c99 -DNDEBUG first.c -O1
    program
    $prints
vectors
    --vectors $quiet -std=gnu11 first.c -o program
    AMP_LOG=1 AMP_VECTORS_CC=/none program
    $prints
    add_up runs as vectors, made ahead of time
T
export LEVEL=0
rows compiled <<T
the checker finds a race
    --check $quiet race.c -o program
    any program
    tile-race in kernel add_up
    race.c:12
T
if [ -n "${ALL:-}" ]; then
    . "$root/tests/programs/ampcc_more.sh"
fi

# ---- what is printed ------------------------------------------------------------------------

for how in --check ${ALL:+--vectors --tsan}; do
    rm -f program
    "$ampcc" $how --show first.c -o program > lines && [ ! -e program ] && sh -e lines &&
        run program && says "$prints"
    tell $? "$how --show prints commands that make the program"
done
asked() { # asked COMPILER WORD...: a program compiled by the words that are printed
    # shellcheck disable=SC2046
    capture $CC $(CC=$1 "$ampcc" --check --cflags -DAMP_EXTERN) -DAMP_EXTERN -c race.c -o race.o &&
        capture $CC race.o $(CC=$1 "$ampcc" --check --libs -DAMP_EXTERN) -o program &&
        ! run program && says tile-race
}
try '--cflags and --libs make the program' asked "$CC"
try '--library names a file' test -s "$("$ampcc" --check --library)"
if has_command clang && (CC=clang && links); then
    CC=$BUILD/bin/clang capture "$ampcc" --check --cflags
    says -tsan-instrument-read-before-write=1 -sink-common-insts=0 -fno-vectorize
    tell $? 'clang has words of its own'
else
    skip clang 'there is none'
fi
launched() { "$ampcc" --vectors --launch env "$CC" -O2 -pthread -c first.c -o one.o; }
LEVEL=1 try '--launch compiles a line of a build system' launched
nm one.o > "$BUILD/out"
says amp__vec
tell $? 'with its vectors'
CC="$ampcc --check" try 'a CC that names ampcc is none of its own' "$ampcc" -fsyntax-only two.c
try 'a question goes to the compiler' "$ampcc" --version
"$CC" --version > "$BUILD/answer" && cmp "$BUILD/answer" "$BUILD/out"
tell $? 'which answers it'
sed 's/at(x, tidx/at(xx, tidx/' first.c > wrong.c
! capture "$ampcc" --vectors wrong.c -o program && [ "$(wc -l < "$BUILD/err")" -lt 20 ] &&
    says 'wrong.c:10' '!amp_vectors:'
tell $? 'an error of the program is that of the compiler, in a few lines'
mkdir far && ln -s "$ampcc" far/link && ln -s link far/ampcc
try 'called by a link' far/ampcc -fsyntax-only first.c

# ---- wrong use ------------------------------------------------------------------------------

# One sentence, and 2.
refused() { # NAME WORDS WORD
    # shellcheck disable=SC2086
    ! capture "$ampcc" $2 && [ $rc -eq 2 ] && [ "$(wc -l < "$BUILD/err")" -eq 1 ] &&
        [ ! -s "$BUILD/out" ] && says "$3"
    tell $? "refused: $1"
}
rows refused <<T
the checker and vectors
    --check --vectors first.c
    --check and --vectors do not go together
the lens and the thread sanitizer
    --lens --tsan first.c
    --lens and --tsan do not go together
vectors and the thread sanitizer
    --tsan --vectors first.c
    do not go together
the checker and another sanitizer
    --check -fsanitize=address first.c
    -fsanitize=address do not go together
an option that ends the line
    first.c -o
    the option -o has nothing behind it
one name for two files
    -c first.c two.c -o both.o
    -o names one file, both.o, but 2 are made
no file
    --check
    no file is given
no file, to compile
    -O2 -c
    no file is given
a file without a name
    --check -x c -
    --check needs files by their names
vectors, which are no words
    --vectors --cflags
    there are no words to print
the library of nothing
    --library
    say of which
a launch of nothing
    --launch
    has no command line
T
refused 'nothing at all' '' 'no file is given'
CC=no-such-compiler refused 'a compiler that is not there' first.c 'there is no compiler no-such'
mkdir -p stray/bin && cp "$ampcc" stray/bin
ampcc=$BUILD/stray/bin/ampcc refused 'a copy without the library' first.c 'there is no amp.h'
try '--help' "$ampcc" --help
says 'usage: ampcc' --vectors
tell $? 'says how it is called'
! capture "$ampcc" none.c -o program && [ $rc -eq 1 ] && says none.c
tell $? 'a file that is not there is said by the compiler'
CC=$real
finish
