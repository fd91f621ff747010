#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The time model against published ladders (tests/lens/ladders.txt).

    ladders.py check OUTPUT...     of tests/lens/ladders.c: a line of TAP for each ladder and step: is
                                   the step faster where the publication says so, and is its ratio to
                                   the step before within a factor of two of the published one
    ladders.py page OUTPUT...      docs/lens-ladders.md with its tables made anew, to standard output
    ladders.py held OUTPUT...      TAP: the tables of docs/lens-ladders.md are those, to 5 %"""
import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
PAGE = os.path.join(HERE, '..', '..', 'docs', 'lens-ladders.md')
TIE, FACTOR = 1.05, 2


class Ladder:
    def __init__(self, name, unit, model, scale, title):
        self.name, self.unit, self.model, self.title = name, unit, model, title
        self.scale, self.source, self.steps = float(scale), '', []

    def published_us(self, value):
        return value * 1000 if self.unit == 'ms' else value if self.unit == 'us' else self.scale / value

    def model_value(self, us):
        return (us * self.scale / 1000 if self.unit == 'ms' else us * self.scale if self.unit == 'us'
                else self.scale / us)


def read():
    ladders = {}
    with open(os.path.join(HERE, 'ladders.txt'), encoding='utf-8') as f:
        for line in f:
            word = line.split()
            if not word or word[0] == '#':
                continue
            if word[0] == '=':
                ladders[word[1]] = Ladder(*word[1:5], ' '.join(word[5:]))
            elif word[0] == '+':
                ladders[word[1]].source = ' '.join(word[2:])
            else:
                ladders[word[0]].steps.append((word[2], float(word[3]), word[4:]))
    return ladders


def measured(paths):
    """Microseconds by kernel, of what the programs printed."""
    us = {}
    for path in paths:
        with open(path, encoding='utf-8') as f:
            for line in f:
                word = line.split()
                if len(word) == 4 and re.match(r'[0-9]+$', word[1]):
                    us[word[2]] = float(word[3])
    return us


def judge(ladder, i, us):
    """Of step i > 0: its published ratio, the model's, whether that is in order, and whether within
    the factor."""
    (a, before, _), (b, value, marks) = ladder.steps[i - 1:i + 1]
    published = ladder.published_us(before) / ladder.published_us(value)
    model = us[a] / us[b]
    order = 'tie' in marks or published < TIE or model > 1
    return published, model, order, 1 / FACTOR <= model / published <= FACTOR


def marked(ladder, i):
    """Whether the table says that a step is off: at it, or at the one before, whose value is."""
    return '~' in ladder.steps[i][2] or (i > 0 and '~' in ladder.steps[i - 1][2])


def check(ladders, us):
    bad = count = 0
    for ladder in ladders.values():
        if not any(s[0] in us for s in ladder.steps):
            continue
        for i in range(1, len(ladder.steps)):
            published, model, order, near = judge(ladder, i, us)
            good = (order and near) or marked(ladder, i)
            count += 1
            bad += not good
            print('# %s: %.2f times as fast as the step before, by the model %.2f' % (
                ladder.steps[i][0], published, model))
            print('%s %d - %s: step %d is %s' % (
                'ok' if good else 'not ok', count, ladder.name, i + 1,
                'off, as is said' if not (order and near) and good
                else 'in order and within a factor of two' if good
                else 'in another order' if not order else 'off by more than a factor of two'))
        off = [i for i in range(1, len(ladder.steps))
               if not all(judge(ladder, i, us)[2:]) and marked(ladder, i)]
        said = [i for i in range(len(ladder.steps)) if '~' in ladder.steps[i][2]]
        good = all(any(o in (s, s + 1) for o in off) for s in said)
        count += 1
        bad += not good
        print('%s %d - %s: what is said to be off is' % ('ok' if good else 'not ok', count, ladder.name))
    print('1..%d' % count)
    return bad != 0


def table(ladder, us):
    """The rows of a ladder in the page."""
    out = ['| step | published, %s | model | published ratio | model\'s |' % ladder.unit,
           '|---|--:|--:|--:|--:|']
    for i, (kernel, value, _) in enumerate(ladder.steps):
        ratios = '| | |'
        if i > 0:
            published, model, order, near = judge(ladder, i, us)
            ratios = '| %.2f | %.2f%s |' % (published, model, '' if order and near else ' **off**')
        out.append('| `%s` | %g | %.4g %s' % (kernel, value, ladder.model_value(us[kernel]), ratios))
    return out


def page(ladders, us):
    with open(PAGE, encoding='utf-8') as f:
        lines, out, skip = f.read().split('\n'), [], False
        for line in lines:
            begins = re.match(r'<!-- ladder (\w+) -->$', line)
            if line == '<!-- end -->':
                skip = False
            if not skip:
                out.append(line)
            if begins:
                ladder = ladders[begins.group(1)]
                skip = True
                out += ['', '**%s**, model `%s`. %s.' % (ladder.title, ladder.model, ladder.source), '']
                out += table(ladder, us) + ['']
    return out


def held(ladders, us):
    """The page's numbers are these, to 5 %: another compiler's machine code counts a little
    differently."""
    with open(PAGE, encoding='utf-8') as f:
        text = f.read().split('\n')
    wanted, bad = page(ladders, us), []
    number = re.compile(r'[0-9]+\.?[0-9]*(?:e[+-]?[0-9]+)?')
    if len(text) != len(wanted):
        bad.append('another number of lines')
    for a, b in zip(text, wanted):
        x, y = number.findall(a), number.findall(b)
        if number.sub('', a).replace(' **off**', '') != number.sub('', b).replace(' **off**', '') \
                or len(x) != len(y) \
                or any(abs(float(p) - float(q)) > 0.05 * abs(float(q)) + 0.011 for p, q in zip(x, y)):
            bad.append('%s, not %s' % (a, b))
    for line in bad:
        print('# ' + line)
    print('%s 1 - docs/lens-ladders.md has these numbers\n1..1' % ('not ok' if bad else 'ok'))
    return bool(bad)


def main():
    what, us = sys.argv[1], measured(sys.argv[2:])
    if what == 'page':
        print('\n'.join(page(read(), us)), end='')
        return 0
    return {'check': check, 'held': held}[what](read(), us)


if __name__ == '__main__':
    sys.exit(main())
