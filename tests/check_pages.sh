#!/bin/sh
# SPDX-License-Identifier: MIT
# run: cc=gcc parts=6 turn=part
# Each code block of each page is held: the table below says how. Fragments of C are compiled with a
# prelude, without a warning, and run; command lines run as they stand, in a folder with the tree's
# headers and a program; what CMake, Meson or make reads is read by these; what another script holds
# says which. A block without a row fails, and a row without a block. Compilers build at -O0.
# A part has every so many-th page; the table is held in each.
. "${0%/*}/lib.sh"
: "${PART:=0}" "${PARTS:=1}"
has_command python3 || { skip 'the blocks of the pages' 'there is no python3' && finish; }
tree=$PWD
mkdir -p "$BUILD/blocks" "$BUILD/bin"

# Each row: how, the page, and how the block's first line begins; * is any block, or page.
cat > "$BUILD/table" <<'T'
c algorithms|docs/algorithms.md|#include "amp_algorithms.h"
sh|docs/ampify.md|tools/ampify program.cu
left|docs/ampify.md|    /* ampify: atomicInc
sh|docs/builds.md|ampcc first.c -o first
cmake|docs/builds.md|find_package(amp
cmake|docs/builds.md|include(FetchContent)
installed|docs/builds.md|cc $(pkg-config --cflags amp)
meson|docs/builds.md|subproject('amp')
sh|docs/checker.md|ampcc --check program.c
sh|docs/checker.md|printf '#define AMP_IMPLEMENTATION
sh|docs/checker.md|clang -O1
flags clang -O1 -g -DAMP_CHECK -DAMP_EXTERN -fsanitize=thread|docs/checker.md|-Xclang
sh|docs/checker.md|AMP_CHECK_OPTIONS=exit=1
merged|docs/checker.md|jq -s
suppressions|docs/checker.md|# the library's own accumulator
made|docs/ci.md|ampci --build make
by check_ampci.sh|docs/ci.md|name: kernels
by check_ampci.sh|docs/ci.md|kernels:
c fault_choice|docs/compiler-faults.md|int last = 0;
c fault_reads|docs/compiler-faults.md|for (int y = 0
c fault_sums|docs/compiler-faults.md|for (int k = 0
c fault_barrier|docs/compiler-faults.md|for (int i = 0; i < n; i++) {
c fault_pair|docs/compiler-faults.md|y[2 * i] = i;
sh|docs/debug-build.md|cc -fopenmp
by check_debugger.sh|docs/debugging.md|*
sh|docs/editors.md|ampcc --cflags
by check_editors.sh|docs/editors.md|ForEachMacros:
c kernels_tile|docs/kernels.md|AMP_TILED_KERNEL(turn
c kernels_table|docs/kernels.md|AMP_KERNEL(filter
c regions|docs/kernels.md|AMP_DEVICE_BEGIN
c kernels_tiles|docs/kernels.md|for (int i = tidx.global[0]
model|docs/lens-models.md|# an A100 of 80 GB
sh|docs/lens.md|ampcc --lens
sh|docs/lens.md|gcc -Og
sh|docs/lens.md|clang -O0
c lens|docs/lens.md|amp_lens_start(NULL);
mpi|docs/many-machines.md|apt-get install
none a formula|docs/many-machines.md|launch + max(
by check_mpi.sh|docs/many-machines.md|examples/mpi_heat/model
by check_playground.sh|docs/playground.md|make playground
by check_passes.sh|docs/passes.md|*
by check_reference.sh|docs/reference.md|*
built --check|docs/settings.md|AMP_CHECK_OPTIONS=
c times|docs/times.md|amp_event e;
built|docs/times.md|AMP_TRACE=
vectors|docs/vectors.md|cc -O2 -fopenmp -DAMP_VECTORS
ahead|docs/vectors.md|program.vectors.h: program.c
c views|docs/decisions/0016-views-are-parameters-not-members.md|#define FIELD
none a formula|docs/decisions/0037-more-than-two-cores.md|launch(P)
none a sketch|docs/decisions/0051-*.md|done = 0;
none a line of a kernel|docs/decisions/0052-*.md|for (int k = 0; k < 4; k++)
none a helper and its call|docs/decisions/0053-*.md|static inline int escapes
by check_readme.sh|README.md|*
by check_docs.sh|CONTRIBUTING.md|make setup
options|bench/README.md|bench/
options|bench/real/README.md|bench/
options|bench/samples/README.md|bench/
none a name|bench/samples/README.md|NAME.c
none names of files|bench/real/README.md|NAME/problem.h
named saxpy|examples/README.md|cc -O2
targets|lessons/README.md|make lesson N=1
course|lessons/assignment/README.md|make single
by check_assignment.sh|lessons/assignment/*.md|./grade
by check_lessons.sh|lessons/[0-9]*/README.md|*
T

# ---- the folder ---------------------------------------------------------------------------------

# As after a clone, with a program; one for each page, so that its blocks follow one another.
here() { # here PAGE
    local folder
    folder=$BUILD/$(echo "$1" | tr / _)
    if [ ! -d "$folder" ]; then
        mkdir -p "$folder"
        ln -s "$tree"/amp "$tree"/amp*.h "$tree/examples" "$tree/tools" "$folder"
        for name in program first; do
            cp "$tree/tests/pages/program.c" "$folder/$name.c"
        done
        cp "$tree/tests/ampify/cuda/sgemm.cu" "$folder/program.cu"
        cp "$tree/tests/ampify/opencl/sgemm.cl" "$folder/kernels.cl"
    fi
    cd "$folder" || exit 1
}
for name in cc gcc clang; do
    has_command "$name" || continue
    printf '#!/bin/sh\nPATH="%s" exec %s "$@" -O0 -g1 %s\n' "$PATH" "$name" \
        "$([ $name = clang ] || echo "'-Doptimize(...)=unused'")" > "$BUILD/bin/$name"
done
for name in ampcc ampci ampify; do
    printf '#!/bin/sh\nexec "%s/tools/%s" "$@"\n' "$tree" $name > "$BUILD/bin/$name"
done
chmod +x "$BUILD"/bin/*

# ---- the ways: each is in the page's folder, and is given the block's file ----------------------

lacks() { # lacks BLOCK: prints the command, or library, that it needs and that is not there
    local word
    for word in clang jq mpicc cmake meson ninja pkg-config; do
        grep -q "^ *$word " "$1" && ! has_command $word && echo $word && return
    done
    grep -q -e '--opencl' "$1" && ! links -lOpenCL && echo -lOpenCL
}
words() { sed 's/\([^ ]\)   .*$/\1/' "$1"; } # without what stands beside the command lines
in_bin() { CC=cc PATH="$BUILD/bin:$PATH" "$@"; }
way_sh() {
    words "$1" > block.sh
    in_bin sh -eu block.sh
}
way_c() { # way_c BLOCK PRELUDE
    # shellcheck disable=SC2086
    python3 "$tree/tests/pages/blocks.py" --fill "$tree/tests/pages/$2.c" "$1" > block.c &&
        $CC $FLAGS -O0 -I"$tree" -I"$tree/examples" block.c -o block -lm && ./block
}
way_built() { # way_built BLOCK OPTION...: of ampcc
    local block="$1"
    shift
    in_bin ampcc "$@" program.c -o program && way_sh "$block"
}
way_named() { # way_named BLOCK NAME
    sed "s/NAME/$2/g" "$1" > named && way_sh "$PWD/named"
}
way_left() { # lines of what ampify makes of tests/ampify/left.cu, which has comments of its own
    sed 's, *//.*,,' "$tree/tests/ampify/left.cu" > left.cu
    ! "$tree/tools/ampify" left.cu > left.c && ! grep -vxFf left.c "$1"
}
way_flags() { # way_flags BLOCK COMMAND...
    local block="$1"
    shift
    # shellcheck disable=SC1003,SC2046
    in_bin "$@" $(tr -d '\\' < "$block") -c program.c
}
install_once() {
    export PKG_CONFIG_PATH="$BUILD/opt/share/pkgconfig"
    [ -d "$BUILD/opt" ] ||
        (cd "$tree" && in_bin make -s install PREFIX="$BUILD/opt" CC="$CC" CFLAGS=-O0 \
            LIBAMP="$BUILD/libamp")
}
way_installed() { install_once && way_sh "$1"; }
of_two_files() {
    cp "$tree"/tests/programs/install/*.[ch] . && cat sum.c >> kernels.c
}
way_cmake() {
    install_once && of_two_files && rm -rf build
    { printf 'cmake_minimum_required(VERSION 3.16)\nproject(program C)\n'
      sed "s,/path/of/amp,$tree," "$1"
      grep -q add_executable "$1" ||
          printf 'add_executable(program main.c)\namp_add_kernels(program kernels.c)\n'
    } > CMakeLists.txt
    cmake -S . -B build -DCMAKE_PREFIX_PATH="$BUILD/opt" -DCMAKE_BUILD_TYPE=Debug &&
        cmake --build build && build/program
}
way_meson() {
    of_two_files && rm -rf build && mkdir -p subprojects
    [ -e subprojects/amp ] || ln -s "$tree" subprojects/amp
    { echo "project('program', 'c', default_options: ['buildtype=debug'])"
      cat "$1"; } > meson.build
    meson setup build && ninja -C build program && build/program
}
way_merged() {
    in_bin ampcc --check program.c -o program || return
    for name in findings-1.json findings-2.json findings-1.sarif findings-2.sarif \
        code-quality-1.json; do
        AMP_CHECK_OPTIONS=report=$name ./program || return
    done
    [ -s code-quality-1.json ] && way_sh "$1"
}
way_suppressions() { # a line that it did not take would be a fault, and none of these is used
    in_bin ampcc --check program.c -o program || return
    AMP_CHECK_OPTIONS="suppressions='$1':exit=1" ./program && cp "$1" bad &&
        echo 'no-rule' >> bad && ! AMP_CHECK_OPTIONS=suppressions=bad:exit=1 ./program
}
way_made() {
    printf 'program: program.c\n\t$(CC) $(CPPFLAGS) $(CFLAGS) $< -o $@ $(LDLIBS)\n' > Makefile
    way_sh "$1"
}
way_model() {
    in_bin ampcc --lens program.c -o program &&
        AMP_LENS=text AMP_LENS_OPTIONS="model='$1'" ./program 2>&1 | tee said | head -3 &&
        grep -q "model $(sed -n 's/^name = //p' "$1"):" said
}
way_mpi() { # its first line wants a superuser
    export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 EXAMPLE_SMALL=1
    export OMPI_MCA_rmaps_base_oversubscribe=1 AMP_ACCELERATOR=emu
    sed 1d "$1" > mpi && grep -q mpirun mpi && way_sh "$PWD/mpi"
}
# Its commands run, and then a program that has such kernels on such lines; numbers differ, and what
# the kernels took.
way_vectors() {
    cp "$tree/tests/pages/vectors.c" program.c
    export AMP_VECTORS_CACHE="$PWD/cache" AMP_VECTORS=wait
    sed '3,$d; s/\.\/program.*/& 2> said/' "$1" > commands
    sh -eu commands || return
    sed -n '3,$p' "$1" | awk '/^amp:/ { if (text) print text; text = $0; next }
                              { text = text " " $0 } END { print text }' |
        sed 's/ \.\.\.$//; s/: [0-9]* launch.*//; s/compiled after.*//' > wanted
    grep -c . wanted
    while IFS= read -r line; do
        grep -qF "$line" said || { echo "not said: $line"; cat said; return 1; }
    done < wanted
}
way_ahead() {
    mkdir -p "$BUILD/bin/ahead"
    # shellcheck disable=SC2086
    $CC $FLAGS -O0 -I"$tree" "$tree/tools/amp_vectors.c" -o "$BUILD/bin/ahead/amp_vectors" || return
    sed 's,^/\* vectors \*/$,#include "program.vectors.h",' \
        "$tree/tests/pages/program.c" > program.c
    sed 's/^        /\t/' "$1" > Makefile
    rm -f program
    PATH="$BUILD/bin/ahead:$PATH" make program && AMP_LOG=1 ./program 2> said && cat said &&
        grep -q 'turned runs as vectors, made ahead of time' said
}
way_options() { # each command is there, and knows the options
    words "$1" | tr -d '[]|' | tr , ' ' | while read -r command rest; do
        [ -x "$tree/$command" ] || { echo "no $command" && exit 1; }
        for word in $rest; do
            case $word in --*) grep -q -e "$word" "$tree/$command" ||
                { echo "$command knows no $word" && exit 1; } ;; esac
        done || exit 1
    done
}
way_targets() {
    words "$1" | while read -r line; do
        (cd "$tree" && sh -c "$line -n") > said 2>&1 || { cat said && exit 1; }
    done
}
way_course() { # in a copy, as it writes into the tree
    mkdir -p copy && (cd "$tree" && tar -cf - --exclude=./build --exclude=./.git .) |
        tar -xf - -C copy && cd copy && way_sh "$1" && [ -s course/include/amp.h ]
}
way_by() { [ -s "$tree/tests/$2" ]; }
way_none() { :; }

# ---- each block ---------------------------------------------------------------------------------

# shellcheck disable=SC2046
python3 tests/pages/blocks.py "$BUILD/blocks" README.md CONTRIBUTING.md bench/README.md \
    bench/real/README.md bench/samples/README.md examples/README.md tests/ampify/README.md \
    $(find docs lessons -name '*.md' | LC_ALL=C sort) > "$BUILD/list"
[ "$(wc -l < "$BUILD/list")" -gt 90 ]
tell $? 'pages have blocks of code' "$BUILD/list"
# row PAGE LINE: the first row of the table that is of it, with its number in front.
row() {
    awk -F'|' -v page="$1" -v line="$2" '
        function glob(p) { gsub(/[.]/, "[.]", p); gsub(/\*/, "[^/]*", p); return "^" p "$" }
        page ~ glob($2) && ($3 == "*" || index(line, $3) == 1) { print NR "|" $1; exit }' \
        "$BUILD/table"
}
tab=$(printf '\t')
: > "$BUILD/used"
: > "$BUILD/held"
pages=0 last=
while IFS="$tab" read -r number page line <&3; do
    [ "$page" = "$last" ] || { pages=$((pages + 1)) && last=$page; }
    found=$(row "$page" "$line")
    what="$page: $(printf %.60s "$line" | tr -d '\\')"
    [ -n "$found" ] || { echo "$page: $line" > "$BUILD/out"; tell 1 "no row for $what"; continue; }
    echo "${found%%|*}" >> "$BUILD/used"
    way=${found#*|}
    [ $((pages % PARTS)) -eq "$PART" ] || continue
    case $way in
    by*) # many; each page once
        grep -qx "$page" "$BUILD/held" || {
            echo "$page" >> "$BUILD/held"
            # shellcheck disable=SC2086
            try "$page is held $way" way_by - "${way#by }"
        }
        continue ;;
    esac
    lacking=$(lacks "$BUILD/blocks/$number")
    [ -z "$lacking" ] || { skip "$what" "there is no $lacking" && continue; }
    # shellcheck disable=SC2086
    set -- $way
    one=$1
    shift
    (here "$page" && "way_$one" "$BUILD/blocks/$number" "$@") \
        > "$BUILD/out" 2> "$BUILD/err" < /dev/null
    tell $? "$what"
done 3< "$BUILD/list"
sort -un "$BUILD/used" > "$BUILD/unique"
seq "$(wc -l < "$BUILD/table")" | grep -vxFf "$BUILD/unique" > "$BUILD/out"
[ ! -s "$BUILD/out" ]
tell $? 'each row of the table has a block'

# ---- what is wrong is found ---------------------------------------------------------------------

printf 'x\n\n    int a = 1\n\ny\n\n```c\nint main(void) { return unknown; }\n```\n' \
    > "$BUILD/bad.md"
mkdir -p "$BUILD/bad"
python3 tests/pages/blocks.py "$BUILD/bad" "$BUILD/bad.md" > "$BUILD/out"
[ "$(wc -l < "$BUILD/out")" -eq 2 ] && [ -z "$(row docs/none.md 'int a = 1')" ]
tell $? 'found: a block without a row'
! (here bad.md && way_c "$BUILD/bad/001" fault_reads) > "$BUILD/out" 2>&1
tell $? 'found: a fragment that does not compile'
! (here bad.md && echo false > cmd && way_sh "$PWD/cmd") > "$BUILD/out" 2>&1
tell $? 'found: a command that fails'
finish
