# SPDX-License-Identifier: MIT
# shellcheck shell=sh disable=SC2034,SC2154
# What the scripts check_vectors*.sh share. To be sourced, behind tests/lib.sh.
#
#   fresh PROGRAM...         it runs with an empty cache, and the last line says what that holds
#   spoiled HOW PROGRAM...   the file that `fresh` left is spoiled: part, byte, empty or link
#
# A kernel that is compiled is waited for, and has a line of the log.
export AMP_VECTORS_CC="$CC" AMP_VECTORS_CACHE="$BUILD/cache" AMP_VECTORS=wait AMP_LOG=1
export OMP_WAIT_POLICY=passive PATH="$PATH:$BUILD"
unset AMP_VECTORS_FAST
one=$programs/vectors_one.c
# What vectors_one.c's region has of the command line, as the kernel's compiler is told.
given='-DAMP_VECTORS_OPTIONS="-UREGION_TESTS -USOMETHING -DREGION_DEFINES"'

cat > "$BUILD/fresh" <<'S'
#!/bin/sh
rm -rf "$AMP_VECTORS_CACHE"
"$@"
status=$?
if [ -e "$AMP_VECTORS_CACHE" ]; then
    echo "the cache holds $(ls "$AMP_VECTORS_CACHE" | wc -l)"
else
    echo "there is no cache"
fi
exit $status
S
cat > "$BUILD/spoiled" <<'S'
#!/bin/sh
file=$AMP_VECTORS_CACHE/$(ls "$AMP_VECTORS_CACHE") how=$1
shift
case $how in
part) head -c 3000 "$file" > "$file.part" && cat "$file.part" > "$file" && rm "$file.part" ;;
byte) printf 'x' | dd of="$file" bs=1 seek=2000 conv=notrunc 2> /dev/null ;;
empty) : > "$file" ;;
link) mv "$file" "$AMP_VECTORS_CACHE.so" && ln -s "$AMP_VECTORS_CACHE.so" "$file" ;;
group) chmod g+w "$file" ;;
others) chmod o+w "$file" ;;
esac
exec "$@"
S
chmod +x "$BUILD/fresh" "$BUILD/spoiled"

# vectors_library: $BUILD/code.o, the library's code with the engine, by flags that the scripts
# share, so that a cache has it from the first.
# shellcheck disable=SC2086
vectors_library() { core code $FLAGS -O0 -DAMP_VECTORS; }
# built PROGRAM SOURCE WORD...: of a source and that code
built() {
    local name="$1"
    shift
    # shellcheck disable=SC2086
    program "$name" $FLAGS -O0 -DAMP_VECTORS -DAMP_EXTERN "$@" "$BUILD/code.o"
    tell $? "$name builds"
}
