#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""tests/ampify/judge.py SOURCE RESULT: whether what ampify made of a marked file is what its lines say
("left: WORDS", "note: WORDS",
"done: TEXT"; see left.cu). Prints what is not, and how many lines were judged."""
import re
import sys

with open(sys.argv[1], encoding='utf-8') as f:
    source = f.read().split('\n')
with open(sys.argv[2], encoding='utf-8') as f:
    text = f.read()
lines = text.split('\n')
wrong = judged = 0
for line in source:
    m = re.match(r'(.*?) *// (left|note|done): (.*)$', line)
    if not m:
        continue
    judged += 1
    code, kind, wanted = m.groups()
    if kind == 'done':
        found = any(wanted in x.split(' // ')[0] for x in lines)
    elif kind == 'note':
        found = any(wanted in ' '.join(n.split()) for n in re.findall(r'/\* ampify: .*?\*/', text, re.S))
    else:
        found = False
        for i, x in enumerate(lines):
            if x.endswith('// left: ' + wanted):
                above = ' '.join(y.strip() for y in lines[max(0, i - 9):i])
                notes = re.findall(r'/\* (ampify: .*?) \*/', above)
                found = found or any(wanted in n for n in notes)
    if not found:
        wrong += 1
        print('%s: %s: %s' % (kind, wanted, code.strip()))
print('%d lines judged, %d wrong' % (judged, wrong))
sys.exit(wrong != 0)
