#!/bin/sh
# SPDX-License-Identifier: MIT
# run: cc=clang turn=1/6
# What editors show of kernels: clangd and clang-tidy no false error (each switch: with ALL=1), and
# kernels by their names; clang-format leaves kernels as they are with the setting that
# docs/editors.md states; the snippets for VS Code compile. TAP.
. "${0%/*}/lib.sh"
tree=$PWD
cp $programs/editors.c "$BUILD" && cd "$BUILD" || exit 1
words="-std=c99 -I$tree -fopenmp -pthread -Wall -Wextra -Wconversion -Wshadow"
for switch in -DNOTHING -DAMP_CHECK ${ALL:+-DAMP_OPENCL -DAMP_LENS -DAMP_VECTORS}; do
    if has_command clangd; then
    # shellcheck disable=SC2086
        printf '%s\n' $words $switch > compile_flags.txt
        capture timeout 300 clangd --check=editors.c
        # Lines of its log that begin with E are the errors and warnings of the file.
        says 'All checks completed, 0 errors' '!~^E\['
        tell $? "clangd has no error, $switch"
    else
        skip "clangd, $switch" 'there is no clangd'
    fi
    if has_command clang-tidy; then
        # shellcheck disable=SC2086
        capture timeout 300 clang-tidy --quiet editors.c -- $words $switch
        [ $rc -eq 0 ] && says '!warning:' '!error:'
        tell $? "clang-tidy has nothing to say, $switch"
    else
        skip "clang-tidy, $switch" 'there is no clang-tidy'
    fi
done
if has_command clangd; then
    capture timeout 300 python3 "$tree/tests/symbols.py" "$BUILD/editors.c"
    for kernel in saxpy turned sums; do
        says "${kernel}__launch $(grep -n "KERNEL($kernel," editors.c | cut -d: -f1)"
        tell $? "clangd finds $kernel by its name"
    done
fi
if has_command clang-format; then
    printf 'BasedOnStyle: LLVM\nIndentWidth: 4\nColumnLimit: 100\nBreakBeforeBraces: Linux\n' |
        cat - "$tree/packaging/editors/clang-format" > .clang-format
    try 'clang-format leaves kernels as they are' sh -c 'clang-format editors.c | diff editors.c -'
    sed -i '/^ForEachMacros/d' .clang-format
    ! capture sh -c 'clang-format editors.c | diff editors.c -' && says phase
    tell $? 'and would not without the setting'
else
    skip clang-format 'there is no clang-format'
fi
# The snippets, with what an editor puts in first: `${1:name}` is name, and later `$1` as well.
python3 - "$tree/packaging/editors/amp.code-snippets" > snippets.c <<'P'
import json, re, sys
body = {}
for snippet in json.load(open(sys.argv[1])).values():
    text, values = '\n'.join(snippet['body']), {}
    for number, value in re.findall(r'\$\{(\d+):([^}]*)\}', text):
        values[number] = value
    text = re.sub(r'\$\{(\d+):[^}]*\}|\$(\d+)', lambda m: values.get(m[1] or m[2], ''), text)
    body[snippet['prefix']] = text
head, foot = body['ampfile'].split('\n\nAMP_DEVICE_BEGIN')
print('#include <stdio.h>\n' + head + '\n\nAMP_DEVICE_BEGIN')
for number, name in enumerate(('ampkernel', 'ampphased', 'amptiled')):
    print(body[name].replace('(name,', '(name,' if name == 'amptiled' else '(name%d,' % number))
print('AMP_DEVICE_END\n\nint main(void)\n{\n    static float x[256], y[256];')
print('    const int n = 256;')
print('    ' + body['amplaunch'].replace('\n', '\n    ') + '\n    return (int)s;\n}')
P
cd "$tree" || exit 1
# shellcheck disable=SC2086
program snippets $FLAGS -O0 "$BUILD/snippets.c" && run snippets
tell $? 'the snippets compile and run'
try 'make compile_commands' make -s compile_commands
python3 -c 'import json; print(len(json.load(open("build/compile_commands.json"))))' \
    > "$BUILD/out" 2> "$BUILD/err" && [ "$(cat "$BUILD/out")" -gt 50 ]
tell $? 'it has the files of the tree'
finish
