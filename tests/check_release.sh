#!/bin/sh
# SPDX-License-Identifier: MIT
# run: cc=gcc turn=5/6
# What a release promises: `make dist` gives the same bytes from each clone, holds what
# docs/versions.md lists, and refuses what was not tested; `make uninstall` takes away what `make
# install` put there, and no more. Once, with gcc: little is compiled.
. "${0%/*}/lib.sh"
export CC LC_ALL=C
unset FORCE
refused() { # refused WORDS COMMAND...: the command fails, and says the words
    words=$1
    shift
    ! "$@" > "$BUILD/said" 2>&1 && cat "$BUILD/said" && grep -qF -- "$words" "$BUILD/said"
}
prints() { # prints WORDS COMMAND...: the command ends with 0, and says the words
    words=$1
    shift
    "$@" > "$BUILD/said" 2>&1 && cat "$BUILD/said" && grep -qF -- "$words" "$BUILD/said"
}

# ---- make dist ------------------------------------------------------------------------------

# A repository of its own, with this tree as its one commit.
repository=$BUILD/repository
git_in() { # git_in FOLDER WORD...
    folder=$1
    shift
    git -C "$folder" -c user.name=tester -c user.email=tester@localhost \
        -c init.defaultBranch=main "$@"
}
fresh() { # fresh FOLDER: a clone, with what its tests have passed noted
    rm -rf "$1" && git clone -q "$repository" "$1" && mkdir -p "$1/build" &&
        git -C "$1" rev-parse HEAD > "$1/build/passed-all"
}
dist() { make -s -C "$1" dist; }
version=$(tools/version)
if command -v git > /dev/null; then
    mkdir -p "$repository"
    tar -cf - --exclude=./build --exclude=./.git . | tar -xf - -C "$repository"
    git_in "$repository" init -q && git_in "$repository" add -A &&
        git_in "$repository" commit -q -m 'all of it' || exit 1
    one=$BUILD/one two=$BUILD/two
    fresh "$one"
    try 'make dist' prints "build/dist/amp-$version.tar.gz" dist "$one"
    try 'the sums are right' sh -c "cd '$one/build/dist' && sha256sum -c SHA256SUMS"
    ls "$one/build/dist" > "$BUILD/files"
    for file in amp.h amp_algorithms.h amp_check.h amp.wrap CHANGES.md LICENSE SHA256SUMS; do
        try "a release has $file" grep -qx "$file" "$BUILD/files"
    done
    try 'the sums are of all but themselves' test "$(wc -l < "$BUILD/files")" -eq \
        $(($(wc -l < "$one/build/dist/SHA256SUMS") + 1))
    try 'what changed is the section of this version alone' sh -c \
        "[ \$(grep -c '^## ' '$one/build/dist/CHANGES.md') -eq 1 ] &&
        head -n 1 '$one/build/dist/CHANGES.md' | grep '^## $version ('"
    mkdir -p "$BUILD/unpack"
    tar -xzf "$one/build/dist/amp-$version.tar.gz" -C "$BUILD/unpack"
    git -C "$one" ls-files | sort > "$BUILD/tracked"
    (cd "$BUILD/unpack/amp-$version" && find . -type f | sed 's,^\./,,' | sort) > "$BUILD/unpacked"
    try 'the tarball holds each file of the tree' cmp "$BUILD/tracked" "$BUILD/unpacked"
    try 'a program compiles with the files beside it' sh -c \
        "echo '#include \"amp.h\"' | $CC -std=c99 -I'$one/build/dist' -fsyntax-only -x c -"
    if ! has_command meson || ! has_command ninja; then
        skip 'amp.wrap' 'there is no meson, or no ninja'
    else
        user=$BUILD/wrapped
        mkdir -p "$user/subprojects/packagefiles" && cp tests/programs/install/* "$user"
        cp "$one/build/dist/amp.wrap" "$user/subprojects"
        cp "$one/build/dist/amp-$version.tar.gz" "$user/subprojects/packagefiles"
        printf '%s\n' "project('program', 'c', default_options: ['buildtype=debug'])" \
            "executable('program', 'main.c', 'kernels.c', 'sum.c'," \
            "           dependencies: dependency('amp'))" > "$user/meson.build"
        # An install of the machine's own must not be what it finds.
        try "amp.wrap: Meson takes the release for dependency('amp'), without a network" sh -c \
            "cd '$user' && env -u PKG_CONFIG_PATH PKG_CONFIG_LIBDIR=/none http_proxy=none.invalid \
                meson setup --wrap-mode=nodownload build && ninja -C build program &&
            build/program | grep 'turned, and 42'"
        sed -i 's/^source_hash = ..../source_hash = 0000/' "$user/subprojects/amp.wrap"
        rm -rf "$user/build" "$user/subprojects/amp-$version"
        try 'and another tarball is refused by its sum' refused 'ncorrect hash' sh -c \
            "cd '$user' && PKG_CONFIG_LIBDIR=/none meson setup --wrap-mode=nodownload build"
    fi
    # Another clone, later, of a user with other habits.
    fresh "$two"
    find "$two" -name .git -prune -o -type f -exec touch -d '2001-02-03' {} +
    git -C "$two" config core.autocrlf true
    git -C "$two" config tar.umask 0077
    (umask 077 && LC_ALL=C.UTF-8 TZ=Asia/Tokyo GZIP=-1 make -s -C "$two" dist) > "$BUILD/log" 2>&1
    try 'made twice, the same bytes' diff -r "$one/build/dist" "$two/build/dist"
    try 'an unpacked tarball makes none, and says so' refused 'no clone' dist \
        "$BUILD/unpack/amp-$version"

    rm -rf "$one/build"
    try 'refused: tests that nobody ran' refused 'make test ALL=1' dist "$one"
    (cd "$one" && tools/dist passed)
    git -C "$one" rev-parse HEAD > "$BUILD/head"
    try 'what has passed is noted' cmp "$BUILD/head" "$one/build/passed-all"
    echo 'a line' >> "$one/README.md"
    try 'refused: what is not committed' refused 'commit this first' dist "$one"
    rm "$one/build/passed-all"
    try 'nothing is noted where not all is committed' sh -c \
        "cd '$one' && tools/dist passed | grep 'not all is committed' && [ ! -e build/passed-all ]"
    try 'forced, it says what is missing' prints 'forced: run `make test ALL=1` first' \
        env FORCE=1 make -s -C "$one" dist
    try 'and in its name' test -f "$one/build/dist/amp-$version-untested.tar.gz"
    fresh "$two"
    git_in "$two" checkout -q -b next
    sed -i "s/^## $version .*/## Unreleased/" "$two/CHANGELOG.md"
    git_in "$two" commit -q -a -m next
    git -C "$two" rev-parse HEAD^ > "$two/build/passed-all"
    try 'refused: tests of another commit' refused 'and this is' dist "$two"
    git -C "$two" rev-parse HEAD > "$two/build/passed-all"
    try 'refused: a version without its date in CHANGELOG.md' refused 'has no section' dist "$two"
else
    skip 'make dist' 'there is no git'
fi

# ---- make install, make uninstall -----------------------------------------------------------

root=$BUILD/root
into() { make -s "$@" DESTDIR="$root" PREFIX=/opt/amp CC="$CC" CFLAGS=-O0; }
listing() { (cd "$root" && find . | sort); }
mkdir -p "$root/opt/amp/include/amp" "$root/opt/amp/lib"
for file in include/amp/mine.h lib/libother.a; do
    echo 'of somebody else' > "$root/opt/amp/$file"
done
listing > "$BUILD/before"
try 'make uninstall, where nothing is' refused 'no install of amp is listed' into uninstall
try 'make install' into install
listing > "$BUILD/installed"
for file in include/amp/amp.h include/amp/amp/core/view.h lib/libamp.a share/amp/amp-gdb.py \
    share/pkgconfig/amp.pc share/pkgconfig/amp-static.pc share/cmake/amp/amp-config.cmake \
    bin/ampcc bin/amp_vectors share/man/man1/ampcc.1 share/man/man7/amp.7; do
    try "$file is installed" test -s "$root/opt/amp/$file"
done
try 'the version is that of the tree' grep -qx "Version: $version" \
    "$root/opt/amp/share/pkgconfig/amp.pc"
try "gdb's commands are where pkg-config's file says" test -s \
    "$root/opt/amp/$(sed -n 's,^gdb=${prefix}/,,p' "$root/opt/amp/share/pkgconfig/amp.pc")"
try 'nothing lies outside of PREFIX' sh -c "! find '$root' -type f | grep -v '^$root/opt/amp/'"
# An install of a version that had a header more: the next one takes it away.
echo 'of another version' > "$root/opt/amp/include/amp/amp/core/gone.h"
echo include/amp/amp/core/gone.h >> "$root/opt/amp/share/amp/installed"
try 'make install over another version' into install
listing > "$BUILD/again"
try 'nothing of that version is left' cmp "$BUILD/installed" "$BUILD/again"
echo 'of somebody else' > "$root/opt/amp/include/amp/amp/later.h"
try 'make uninstall' into uninstall
try 'what somebody put there stays' test -s "$root/opt/amp/include/amp/amp/later.h"
rm -r "$root/opt/amp/include/amp/amp"
listing > "$BUILD/after"
try 'all else is as before the install' cmp "$BUILD/before" "$BUILD/after"
into install
echo ../../outside >> "$root/opt/amp/share/amp/installed"
echo 'of somebody else' > "$root/outside"
try 'a list that leads out of PREFIX is refused' refused 'names other folders' into uninstall
try 'and nothing is removed' test -s "$root/outside" -a -s "$root/opt/amp/include/amp/amp.h"
finish
