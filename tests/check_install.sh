#!/bin/sh
# SPDX-License-Identifier: MIT
# run: ci=gcc turn=0/6
# amp in the builds of others: a program of three files (tests/programs/install) in a folder of its
# own, without a warning, by pkg-config, CMake, Meson and ampcc, of an install and of the tree.
#
# ALL=1: every standard of C that the compiler has, static, shared with the kernels inside, LTO,
# -m32, musl, AArch64 under qemu, clang's warnings, and Debian's package.
# What is missing is skipped with its name. Programs say "turned, and 42".
. "${0%/*}/lib.sh"
quiet='-Wall -Wextra -Wconversion -Wshadow -Werror' tree=$PWD version=$(tools/version)
root=$BUILD/root/opt/amp
says_so='turned, and 42'
export XDG_CACHE_HOME="$BUILD/cache"
capture make -s install DESTDIR="$BUILD/root" PREFIX=/opt/amp CC="$CC" CFLAGS=-O0 ||
    { tell 1 'make install'; finish; }
# pkg-config's files name the place where the install will stand; here it stands elsewhere.
export PKG_CONFIG_PATH="$root/share/pkgconfig" PKG_CONFIG_SYSROOT_DIR="$BUILD/root"
own() { # own FOLDER: a new one, with the program in it; we go there
    rm -rf "${BUILD:?}/$1" && mkdir -p "$BUILD/$1" && cd "$BUILD/$1" &&
        cp "$tree"/tests/programs/install/* . || exit 1
}
runs() { # runs COMMAND...
    capture timeout $((60 * TEST_TIMEOUT_SCALE)) "$@" && says "$says_so"
}
missing() { # missing COMMAND NAME: it is skipped
    ! has_command "$1" && skip "$2" "there is no $1"
}

# ---- pkg-config, and a Makefile of three lines ------------------------------------------------

if ! missing pkg-config 'pkg-config'; then
    own make
    cat > Makefile <<'M'
CFLAGS = $(FLAGS) $(shell pkg-config --cflags $(AMP))
LDLIBS = $(shell pkg-config --libs $(AMP))
program: main.o kernels.o sum.o
M
    made() { # made PACKAGE FLAGS: a program with it
        rm -f program ./*.o
        capture make -s program CC="$CC" AMP="$1" FLAGS="$quiet $2" LDFLAGS= && [ -x program ] ||
            ! mv main program 2> /dev/null
    }
    # make's own rule links to the name of the first object.
    sed -i 's/^program:.*/&\n\t$(CC) $^ $(LDLIBS) -o $@/' Makefile
    for package in amp amp-library; do
        made $package -O0 && runs ./program
        tell $? "pkg-config $package"
    done
    for package in amp-static amp-opencl amp-vectors amp-check amp-lens; do
        try "there is a package $package" pkg-config --exists $package
    done
    pkg-config --cflags amp-check > "$BUILD/out"
    says -DAMP_CHECK -fsanitize=thread "-I$root/include/amp" "!-I$tree "
    tell $? 'amp-check has the words of the checker, and no folder of the tree'
fi

# ---- ampcc of the install ---------------------------------------------------------------------

own ampcc
ampcc=$root/bin/ampcc
capture env CC="$CC" "$ampcc" -O0 $quiet ./*.c -o program && runs ./program
tell $? 'ampcc of the install'
CC="$CC" "$ampcc" --vectors --show kernels.c > "$BUILD/out"
says "$root/bin/amp_vectors" "-I$root/include/amp" "!$tree/tools"
tell $? 'it takes what is installed'

# ---- CMake --------------------------------------------------------------------------------------

cmake_lists() { # cmake_lists TARGET [WORD]: a program with the target; a word of amp_add_kernels
    cat > CMakeLists.txt <<M
cmake_minimum_required(VERSION 3.16)
project(program C)
if(AMP_TREE)
  include(FetchContent)
  FetchContent_Declare(amp SOURCE_DIR "\${AMP_TREE}")
  FetchContent_MakeAvailable(amp)
else()
  find_package(amp ${version%.*} REQUIRED)
endif()
add_executable(program main.c)
amp_add_kernels(program ${2:-} kernels.c sum.c)
target_link_libraries(program PRIVATE $1)
M
}
configured() { # configured WORD...: configured and built
    rm -rf build
    capture cmake -S . -B build -DCMAKE_C_COMPILER="${CC%% *}" -DCMAKE_C_FLAGS="$quiet" "$@" &&
        capture cmake --build build
}
if ! missing cmake 'find_package and FetchContent'; then
    own cmake
    installed=-DCMAKE_PREFIX_PATH=$root
    cmake_lists amp::library
    configured "$installed" -DCMAKE_BUILD_TYPE=Debug && runs build/program
    tell $? 'find_package, amp::library'
    cmake_lists amp::amp
    configured "-DAMP_TREE=$tree" -DAMP_VECTORS=ON -DCMAKE_C_FLAGS="$quiet -O1" &&
        AMP_LOG=1 runs build/program && says 'turned runs as vectors, made ahead of time'
    tell $? 'FetchContent, amp_add_kernels with AMP_VECTORS'
    touch kernels.c && capture cmake --build build && says kernels.c '!main.c'
    tell $? 'a file that changed is compiled again, and no other'
    ! configured "$installed" -DAMP_VECTORS=ON -DAMP_CHECK=ON &&
        says 'AMP_CHECK and AMP_VECTORS do not go together'
    tell $? 'AMP_CHECK and AMP_VECTORS are refused'
    sed -i 's/(amp [0-9.]* /(amp 99.0 /' CMakeLists.txt
    ! configured "$installed" && says 'requested version "99.0"'
    tell $? 'another version is refused'
    if [ -n "${ALL:-}" ]; then
        for target in amp::vectors amp::lens amp::check amp::opencl; do
            [ $target != amp::opencl ] || links -lOpenCL ||
                { skip $target '-lOpenCL does not link' && continue; }
            cmake_lists $target
            configured "$installed" && AMP_ACCELERATOR=emu runs build/program
            tell $? "find_package, $target"
        done
        cmake_lists amp::amp 'AMP_CHECK'
        sed -i 's/tile_barrier_wait(tidx);//' kernels.c
        configured "-DAMP_TREE=$tree" && ! runs build/program && says tile-race
        tell $? 'FetchContent, amp_add_kernels with AMP_CHECK finds a race'
        own shared
        cat > CMakeLists.txt <<'M'
cmake_minimum_required(VERSION 3.16)
project(program C)
find_package(amp REQUIRED)
add_library(kernels SHARED)
amp_add_kernels(kernels kernels.c sum.c)
add_executable(program main.c)
target_link_libraries(program PRIVATE kernels amp::amp)
M
        configured "$installed" -DCMAKE_BUILD_TYPE=Release && runs build/program
        tell $? 'a shared library with the kernels inside'
    fi
fi

# ---- Meson --------------------------------------------------------------------------------------

meson_build() { # meson_build DEPENDENCY
    cat > meson.build <<M
project('program', 'c', default_options: ['warning_level=2', 'werror=true', 'buildtype=debug'])
add_project_arguments('-Wconversion', '-Wshadow', language: 'c')
executable('program', 'main.c', 'kernels.c', 'sum.c', dependencies: dependency('$1'))
M
}
mesoned() {
    rm -rf build
    capture meson setup build "$@" && capture ninja -C build program
}
if ! missing meson 'Meson'; then
    own meson
    meson_build amp-library
    if has_command pkg-config; then
        mesoned && runs build/program
        tell $? "Meson's dependency, of an install"
    fi
    if [ -n "${ALL:-}" ]; then
        mkdir -p subprojects && ln -s "$tree" subprojects/amp
        for name in amp amp-library amp-check; do
            meson_build $name
            sed -i "1a subproject('amp')" meson.build
            (unset PKG_CONFIG_PATH && mesoned) && runs build/program
            tell $? "Meson's subproject, $name"
        done
    fi
fi
cd "$tree" || exit 1
[ -n "${ALL:-}" ] || finish

# ---- compilers and machines ---------------------------------------------------------------------

own programs
built() { # built NAME COMPILER WORD...: and run by $by
    name=$1 compiler=$2
    shift 2
    rm -f program
    # shellcheck disable=SC2086
    capture $compiler $quiet "-I$root/include/amp" -pthread "$@" main.c kernels.c sum.c \
        -o program -lm && runs $by ./program
    tell $? "$name"
}
by=''
for standard in c99 gnu99 c11 gnu11 c17 gnu17 c2x gnu2x c23 gnu23; do
    echo > empty.c
    $CC -std=$standard -c empty.c -o empty.o 2> /dev/null || continue
    built "-std=$standard" "$CC" -std=$standard -pedantic -fopenmp -O1
done
built 'LTO' "$CC" -flto -O2 -fopenmp
built 'static' "$CC" -static -O1
# Debian's headers for both machines; a kernel that runs no 32-bit program leaves that to qemu.
m32="-m32 -idirafter /usr/include/$($CC -print-multiarch)"
# shellcheck disable=SC2086
if links -m32; then
    capture ./nothing || by=qemu-i386
    capture $CC $quiet "-I$root/include/amp" $m32 -O1 -pthread main.c kernels.c sum.c -o program -lm
    tell $? '-m32'
    for engine in loops fibers threads; do
        AMP_ENGINE=$engine runs $by ./program
        tell $? "-m32 on $engine"
    done
    for switch in -DAMP_CHECK -DAMP_LENS; do
        ! capture $CC "-I$root/include/amp" $m32 $switch -fsyntax-only main.c &&
            says 'need a 64-bit program' && [ "$(grep -c 'error:' "$BUILD/err")" -eq 2 ]
        tell $? "-m32 with $switch says in one sentence why not"
    done
    by=''
else
    skip '-m32' 'there is no libc for it (Debian: gcc-12-multilib)'
fi
if ! missing clang "clang's warnings"; then
    cat > everything.c <<'C'
#include "amp.h"
#include "amp_algorithms_more.h"
#include "amp_graphics.h"
int main(void) { return 0; }
C
    for switch in -DNOTHING -DAMP_OPENCL -DAMP_VECTORS -DAMP_CHECK -DAMP_LENS; do
        [ $switch != -DAMP_OPENCL ] || links -lOpenCL || continue
        try "-Weverything says nothing of the library, $switch" clang -std=c99 -Weverything \
            -Werror -isystem "$root/include/amp" $switch -c everything.c -o everything.o
    done
fi
if ! missing musl-gcc 'musl'; then
    built 'musl' musl-gcc -O1
    built 'musl, static' musl-gcc -O1 -static
fi
arm=aarch64-linux-gnu-gcc
if ! missing $arm 'AArch64' && ! missing qemu-aarch64 'AArch64'; then
    by=qemu-aarch64
    built 'AArch64, static' $arm -O2 -static
    for engine in loops fibers threads; do
        AMP_ENGINE=$engine runs qemu-aarch64 ./program
        tell $? "AArch64 on $engine"
    done
    # Kernels as vectors, made here by a tool of this machine for that one.
    capture env CC=$arm "$ampcc" --vectors -static -O2 main.c kernels.c sum.c -o program &&
        AMP_LOG=1 runs qemu-aarch64 ./program && says 'turned runs as vectors, made ahead of time'
    tell $? 'AArch64 with vectors'
    aarch64-linux-gnu-objdump -d program > "$BUILD/out" 2> /dev/null
    says '~v[0-9]*\.4s'
    tell $? 'which are NEON'
    by=''
fi
cd "$tree" || exit 1

# ---- Debian's package ------------------------------------------------------------------------

if ! missing dpkg-buildpackage 'the package' && ! missing dh 'the package'; then
    mkdir -p "$BUILD/debian/amp" && cp -r amp amp*.h tools docs packaging Makefile *.md LICENSE \
        CMakeLists.txt meson.build "$BUILD/debian/amp" &&
        cp -r packaging/debian "$BUILD/debian/amp" && cd "$BUILD/debian/amp" || exit 1
    try 'dpkg-buildpackage' dpkg-buildpackage -us -uc -b
    cd "$BUILD/debian" || exit 1
    try 'its version is that of the tree' sh -c "ls libamp-dev_$version-*.deb"
    if ! missing lintian 'lintian'; then
        try 'lintian finds nothing' lintian --allow-root --fail-on error,warning ./*.changes
    fi
    mkdir unpacked && dpkg-deb -x libamp-dev_*.deb unpacked &&
        CC="$CC" capture unpacked/usr/bin/ampcc --vectors -w "$tree"/tests/programs/install/*.c \
            -o program && runs ./program
    tell $? 'ampcc of the package'
    cd "$tree" || exit 1
fi
finish
