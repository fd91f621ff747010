#!/bin/sh
# SPDX-License-Identifier: MIT
# run: ci=gcc
# What README.md says is true. TAP. In a copy of the tree, as after a clone:
#
# - each ```c block is saved under the last name "`NAME.c`" before it, and each ```sh block
#   runs as written, with `cc` meaning $CC; where the program says "prints: WORDS", a block
#   that runs it must print that line. A block that needs what this machine lacks (clang,
#   OpenCL) is skipped;
# - each ```text block is printed by `make check_demo`, line by line;
# - each `make TARGET` is a target; each file, name, variable and rule exists.
set -u
cd "$(dirname "$0")/.." || exit 1
: "${CC:=cc}" "${BUILD:=build/readme}"
unset AMP_ENGINE AMP_ORDER AMP_WORKERS AMP_ACCELERATOR AMP_CHECK_OPTIONS
export AMP_CHECK_COLOR=0
mkdir -p "$BUILD"
BUILD=$(cd "$BUILD" && pwd) n=0
tree=$BUILD/tree
rm -rf "$tree" "$BUILD/bin" "$BUILD/home" "$BUILD/blocks"
mkdir -p "$tree" "$BUILD/bin" "$BUILD/home" "$BUILD/blocks"
# What a clone holds: build/ is not in it. This file is in the copy too, and not run there.
tar -cf - --exclude=./build --exclude=./.git . | tar -xf - -C "$tree"
printf '#!/bin/sh\nexec %s "$@"\n' "$CC" > "$BUILD/bin/cc"
chmod +x "$BUILD/bin/cc"

ok() { n=$((n + 1)); echo "ok $n - $1"; }
not_ok() { n=$((n + 1)); sed 's/^/# /' "$BUILD/log"; echo "not ok $n - $1"; }

# blocks/NN.KIND: the fenced blocks in their order; blocks/NN.name: what a c block is saved as.
awk -v dir="$BUILD/blocks" '
    !open && match($0, /`[a-z_]+\.c`/) { name = substr($0, RSTART + 1, RLENGTH - 2) }
    /^```/ && open { close(file); open = 0; next }
    /^```/ { open = 1; number++; file = sprintf("%s/%02d.%s", dir, number, substr($0, 4))
             if (substr($0, 4) == "c") print name > sprintf("%s/%02d.name", dir, number)
             printf "" > file
             next }
    open { print > file }' README.md

prints=
for block in "$BUILD"/blocks/*.c "$BUILD"/blocks/*.sh; do
    [ -f "$block" ] || continue
    case $block in
    *.c)
        cp "$block" "$tree/$(cat "${block%.c}.name")"
        prints=$(sed -n 's,.*/\* prints: \(.*\) \*/.*,\1,p' "$block")
        ok "README.md has a program, $(cat "${block%.c}.name"), of $(wc -l < "$block") lines"
        continue ;;
    esac
    what=$(tail -n 1 "$block" | cut -c 1-90)
    case $what in clang*) tool=clang ;; gcc*) tool=gcc ;; *) tool=cc ;; esac
    if [ $tool != cc ] && ! { [ "$CC" = $tool ] && command -v $tool > /dev/null; }; then
        ok "$what # SKIP run where the compiler is $tool"
        continue
    fi
    if grep -q lOpenCL "$block" && ! echo 'int main(void) { return 0; }' |
        $CC -x c - -lOpenCL -o "$BUILD/cl" 2> /dev/null; then
        ok "$what # SKIP -lOpenCL does not link"
        continue
    fi
    if (cd "$tree" && HOME=$BUILD/home PATH=$BUILD/bin:$PATH sh -eu "$block") \
        > "$BUILD/log" 2>&1 && { ! grep -q '&& \./' "$block" || grep -Fqx "$prints" "$BUILD/log"; }
    then
        ok "$what"
    else
        not_ok "$what"
    fi
done
case $prints in
?*) ok "the program says what it prints: $prints" ;;
*) echo 'no "prints:" in the first program' > "$BUILD/log"; not_ok "the program's output" ;;
esac

# What the page shows of a report is what the checker prints: with gcc, as shown there.
for block in "$BUILD"/blocks/*.text; do
    what="make check_demo prints the report: $(head -n 1 "$block" | cut -c 1-60)"
    if [ "$CC" != gcc ]; then
        ok "$what # SKIP the report shown is of a gcc build"
        continue
    fi
    (cd "$tree" && make -s check_demo CC=gcc) > "$BUILD/report" 2>&1
    if grep -Fvxf "$BUILD/report" "$block" > "$BUILD/log"; then
        not_ok "$what"
    else
        ok "$what"
    fi
done

# Targets, files, names and rules that the page names are there.
: > "$BUILD/log"
for target in $(grep -o '`make [a-z_ ]*`\|^    make [a-z_ ]*  ' README.md | tr -d '`' |
                sed 's/^ *make//'); do
    make -n "$target" > /dev/null 2>&1 || echo "make $target: no such target" >> "$BUILD/log"
done
for file in $(grep -o '`[a-z_/]*\.[chsmd]*`\|([a-z/-]*\.md)\|examples/[a-z_]*\.c' README.md |
              tr -d '`()' | sort -u); do
    case $file in
    build/* | first.c) continue ;; # made by the commands of the page
    esac
    [ -e "$file" ] || echo "$file: no such file" >> "$BUILD/log"
done
for name in $(grep -ow 'AMP_[A-Z_]*[A-Z]\|amp_[a-z_]*[a-z]' README.md | sort -u); do
    case $name in
    amp_code) continue ;; # a file of the page's own
    esac
    grep -rqw -- "$name" amp.h amp_*.h amp || grep -q "XX(${name#AMP_}," amp/base/status.h ||
        echo "$name: not in the headers" >> "$BUILD/log"
done
for rule in $(sed -n 's/^| .* | \(`[a-z-]*-[a-z-]*`.*\) |$/\1/p' README.md | tr -d '`,'); do
    grep -rqF "\"$rule\"" amp amp_*.h || echo "$rule: no such rule" >> "$BUILD/log"
done
if [ -s "$BUILD/log" ]; then
    not_ok "targets, files, names and rules exist"
else
    ok "targets, files, names and rules exist"
fi
lines=$(wc -l < README.md)
echo "$lines lines, more than 220" > "$BUILD/log"
if [ "$lines" -le 220 ]; then ok "$lines lines"; else not_ok "the page is short"; fi
echo "1..$n"
