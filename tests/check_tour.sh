#!/bin/sh
# SPDX-License-Identifier: MIT
# run: cc=gcc turn=2/6
# The tour of `make demo`: its pages fit a terminal of 24 lines and 80 columns; it waits for a key
# where input and output are a terminal, and nowhere else; it says what it waits for; interrupted it
# leaves no process; what it shows of a failure. Once, with gcc: the examples' own tests have both
# compilers. TAP.
. "${0%/*}/lib.sh"
tree=$BUILD/tree
mkdir -p "$tree/examples" "$tree/tools" "$BUILD/kept"
cp -r amp amp*.h Makefile "$tree" && cp examples/*.[ch] "$tree/examples" &&
    cp tools/demo tools/version tools/ampcc "$tree/tools" || exit 1
cp tests/tour.py "$BUILD"
unset NO_COLOR CLICOLOR_FORCE

# Compilers: one that keeps its objects, since the tour is taken several times; without OpenMP, and
# without optimisation, since that tour is about what its pages say; and one that takes long.
cat > "$BUILD/keeps" <<M
#!/bin/sh
for out; do :; done
case " \$* " in *' -c '*) ;; *) exec $CC "\$@" ;; esac
kept=$BUILD/kept/\$({ echo "\$*"; cat examples/*.[ch]; } | cksum | tr ' ' _)
[ -f "\$kept" ] || { $CC "\$@" && mv "\$out" "\$kept"; } && cp "\$kept" "\$out"
M
cat > "$BUILD/no_openmp" <<M
#!/bin/sh
case " \$* " in *' -fopenmp '*) echo 'there is no -fopenmp' >&2; exit 1 ;; esac
exec $BUILD/keeps \$(echo " \$*" | sed 's, -O2 , -O0 ,')
M
cat > "$BUILD/slow" <<M
#!/bin/sh
case " \$* " in *' -c '*) sleep 100 ;; *) exec $CC "\$@" ;; esac
M
cat > "$BUILD/slow_second" <<M
#!/bin/sh
case " \$* " in *' -c examples/demo.c '*) sleep 100 ;; *) exec $BUILD/keeps "\$@" ;; esac
M
chmod +x "$BUILD/keeps" "$BUILD/no_openmp" "$BUILD/slow" "$BUILD/slow_second"
tour() { # tour COMPILER WORD...: `make demo` there, behind the words
    compiler=$BUILD/$1
    shift
    (cd "$tree" && "$@" make -s demo CC="$compiler")
}
shows=~.
[ "$(uname)" = Linux ] && shows='~tiled kernel, as vectors .* exact'
prompt='a key for the next one'

capture tour keeps && says 'The tour of amp' '~^1\. ' '~^2\. ' '~^3\. ' '~^4\. ' "$shows" \
    'Every result was checked' 'Three things to try next' "!$prompt" '!OpenMP'
tell $? 'without a terminal it goes on by itself, to its end'
cp "$BUILD/out" "$BUILD/whole"
[ "$(head -n 1 "$BUILD/whole")" = \
    "The tour of amp $(tools/version) in 4 pages. Kernels are plain C, and run on this CPU." ]
tell $? 'it begins with what it is'
# The lines of each page, from its heading on.
awk '/^page [0-9]/ { next }
     /^[1-4]\. / { lines = 0; page++ }
     length($0) > 80 { print "page " page ": " length($0) " columns: " $0 }
     ++lines == 24 { print "page " page " has more than 23 lines" }
     END { if (page != 4) print page " pages" }' "$BUILD/whole" > "$BUILD/err"
[ ! -s "$BUILD/err" ]
tell $? 'no page is longer than 23 lines, or wider than 80 columns'
for target in $(sed -n '/^Every result/,$ s/^  make \([a-z_]*\) .*/\1/p' "$BUILD/whole"); do
    try "its end names a target: $target" grep -q "^$target:.*##" Makefile
done
try 'and a command that works' sh -ec "cd '$tree'
    $(sed -n 's/^  \(cc .*\)/\1/p' "$BUILD/whole")"

export EXAMPLE_SMALL=1
capture tour no_openmp && says '~^without OpenMP: one core$' "$shows"
tell $? 'a compiler without OpenMP'
capture tour slow timeout 8
says '~^page 1 of 4: compiling the picture \.\.'
tell $? 'who waits is told for what, with a point each second'

if has_command python3; then
    taken() { tour "$1" python3 "$BUILD/tour.py" "$2"; }
    unset EXAMPLE_SMALL
    try 'in a terminal each page fits, and waits for a key' taken keeps '   '
    export EXAMPLE_SMALL=1
    says "~^-- page 3 of 4: $prompt"
    tell $? 'three times'
    try 'one core: its page fits, too; q ends the tour' taken no_openmp q
    # make ends by the signal, or with 2 where it sees first that its child has ended.
    capture taken slow_second C
    echo "its status is $rc" >> "$BUILD/err"
    [ $rc -eq 130 ] || { [ $rc -eq 2 ] && says '~: demo. Error 130$'; }
    tell $? 'so does Ctrl-C'
    try 'ended while it compiles, it leaves no process' taken slow_second stop
    # Of both only one is a terminal.
    for where in '< /dev/null' '> pages'; do
        try "no key is waited for: $where" sh -c "cd '$tree' && exec python3 '$BUILD/tour.py' none \
            sh -c 'make -s demo CC=$BUILD/keeps $where'"
    done
    # What the test sees: a page that is too long, a line that is too wide, a process that is left.
    sed -i 's/^#define PICTURE_ROWS 6/#define PICTURE_ROWS 8/' "$tree/examples/tile_picture.h"
    ! capture taken keeps q && says 'page 1 has 26 lines, more than 23'
    tell $? 'found: a page that is too long'
    cp examples/tile_picture.h "$tree/examples"
    sed -i 's/^echo "The tour of/& a library that is for C and is called/' "$tree/tools/demo"
    ! capture taken keeps q && says 'more than 80 columns'
    tell $? 'found: a line that is too wide'
    cp tools/demo "$tree/tools"
    sed -i '/^trap/d' "$tree/tools/demo"
    ! capture taken slow_second stop && says 'processes are left'
    tell $? 'found: processes that are left'
    cp tools/demo "$tree/tools"
else
    skip 'the tour in a terminal' 'there is no python3, which plays one'
fi

echo 'int broken(void) { return no_such_name; }' >> "$tree/examples/demo.c"
! capture tour keeps && says '~error: .*no_such_name' '!OpenMP' 'page 2 of 4: something is wrong'
tell $? 'what is wrong with it is shown, and not taken for a want of OpenMP'
finish
