# SPDX-License-Identifier: MIT
"""The code blocks of pages, for tests/check_pages.sh.

    blocks.py FOLDER PAGE...       writes each block to FOLDER/NNN, fenced ones and those that are
                                   indented, and prints its number, its page and its first line,
                                   with tabs between
    blocks.py --fill PRELUDE BLOCK   prints the prelude with the block in it: at "/* region */" what
                                   stands at file scope, up to the last line that is a brace, a
                                   directive or a region's end, and the rest at "/* code */". "..."
                                   stands for anything: KEEP, if the prelude has it, or nothing."""
import re
import sys


def blocks(page):
    """The blocks of a page, as lists of lines."""
    fence, block, found, before = None, [], [], ''
    with open(page, encoding='utf-8') as f:
        for line in f.read().split('\n') + ['end']:
            if fence:
                if line.startswith(fence):
                    found.append(block)
                    fence, block = None, []
                else:
                    block.append(line)
                continue
            if line.startswith('    ') and (block or not before.strip()):
                block.append(line[4:])
            elif block and line == '':
                block.append('')
            elif block:
                found.append(block)
                block = []
            if line.startswith('```'):
                fence = '```'
            before = line
    return [b for b in found if any(b)]


def write(folder, pages):
    number = 0
    for page in pages:
        for block in blocks(page):
            number += 1
            with open('%s/%03d' % (folder, number), 'w', encoding='utf-8') as f:
                f.write('\n'.join(block).rstrip('\n') + '\n')
            first = next(line for line in block if line)
            print('%03d\t%s\t%s' % (number, page, first))


def fill(prelude, block):
    with open(prelude, encoding='utf-8') as f:
        text = f.read()
    with open(block, encoding='utf-8') as f:
        lines = f.read().split('\n')
    keep = 'KEEP;' if 'KEEP' in text else ''
    lines = [re.sub(r'(^| )\.\.\.( |$)', r'\1%s\2' % keep, line) for line in lines]
    head = 0
    if '/* region */' in text:
        head = max([n + 1 for n, line in enumerate(lines)
                    if re.match(r'[}#]|AMP_DEVICE_END|AMP_DEVICE_MACRO|.*\}$', line)] or [0])
    for mark, part in (('/* region */', lines[:head]), ('/* code */', lines[head:])):
        text = text.replace(mark, '\n'.join(part), 1)
    print(text)


if sys.argv[1] == '--fill':
    fill(*sys.argv[2:])
else:
    write(sys.argv[1], sys.argv[2:])
