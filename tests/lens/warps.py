#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The lens against simt.py, a model of its own of what a GPU does, kernel by kernel.

    warps.py program KERNELS > program.c     a program that launches all kernels of a file, and writes
                                             the lens's report as JSON to the path that it is given
    warps.py random SEED COUNT > kernels     COUNT bodies drawn at random, in kernels of five
    warps.py compare KERNELS REPORT [WORD]   a line of TAP for each kernel, all figures of it; WORD:
             requests: the requests alone; visits: which kernels the old count has wrong"""
import json
import os
import random
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import simt  # noqa: E402

ELEMENTS, TILES = 32768, 2
POINTERS = 'amp_global_ptr(const float) x, amp_global_ptr(float) y, amp_global_ptr(int) n'
BODIES = 5 # drawn ones in a kernel: each is a function
PROGRAM = '''#define AMP_SHORT_NAMES
#include "amp_lens.h"
#define AMP_APART __attribute__((noinline))
#include "%s"

enum { ELEMENTS = %d };
static float x[ELEMENTS], y[ELEMENTS];
static int n[ELEMENTS];

static void fill(void)
{
    for (int i = 0; i < ELEMENTS; i++) {
        x[i] = (float)(i %% 32);
        y[i] = 0;
        n[i] = (i * 7 + i / 5 * 3 + i / 64) %% 8;
    }
}

int main(int argc, char **argv)
{
    amp_array_view X = amp_view(float, x, ELEMENTS), Y = amp_view(float, y, ELEMENTS),
        N = amp_view(int, n, ELEMENTS);
    amp_status s = amp_lens_start(NULL);
    (void)amp_lens_tiles(0);
%s    s = s != AMP_OK ? s : amp_lens_write("json", argc > 1 ? argv[1] : NULL);
    if (s != AMP_OK) {
        (void)fprintf(stderr, "%%s: %%s\\n", amp_status_string(s), amp_last_error());
    }
    return s != AMP_OK;
}
'''
LAUNCH = '''    fill();
    s = s != AMP_OK ? s : amp_refresh(X);
    s = s != AMP_OK ? s : amp_refresh(Y);
    s = s != AMP_OK ? s : amp_refresh(N);
    s = s != AMP_OK ? s
        : parallel_for_each(amp_tile(amp_extent(%s), %s), %s, X, Y, N);
    s = s != AMP_OK ? s : amp_synchronize(Y);
    s = s != AMP_OK ? s : amp_synchronize(N);
'''


def read(path):
    with open(path, encoding='utf-8') as f:
        text = f.read()
    at = text.index('#define VIEWS')
    views = text[at:text.index('\n', at)].split('VIEWS', 1)[1].strip()
    text = text.replace('#define VIEWS ' + views, '').replace('#undef VIEWS', '')
    return simt.Kernels(text.replace('VIEWS', views))


def program(path):
    launches = ''
    for k in read(path).kernel.values():
        extent = [k.tile[0] * TILES] + k.tile[1:]
        launches += LAUNCH % (', '.join(map(str, extent)), ', '.join(map(str, k.tile)), k.name)
    print(PROGRAM % (path, ELEMENTS, launches), end='')


# ---- random kernels ------------------------------------------------------------------------------

class Draw:
    """A kernel of statements four deep at most, each on a line of its own."""

    def __init__(self, r, name):
        self.r, self.name, self.sites, self.vars, self.helpers, self.made = r, name, 0, [], [], 0

    def expression(self):
        e = 'l * %d' % self.r.choice([1, 1, 3, 5])
        for v in self.vars[-2:]:
            e += ' + %s * %d' % (v, self.r.choice([1, 2, 3, 7]))
        return '((%s + %d) >> %d)' % (e, self.r.randrange(32), self.r.randrange(3))

    def test(self):
        m = self.r.choice([2, 3, 4])
        return self.r.choice(['%s %% %d == %d' % (self.expression(), m, self.r.randrange(m)),
                              'l < %d' % self.r.randrange(1, 32), '%s %% 5 < 3' % self.expression()])

    def index(self):
        self.sites += 1
        return '%d + ((l + 32 * (%s)) & 511)' % (
            (self.sites - 1) * 512,
            ' + '.join('%s * %d' % (v, 1 + 3 * i) for i, v in enumerate(self.vars)) or '0')

    def access(self):
        if self.r.random() < .5:
            return ['y[%s] = 1;' % self.index()]
        return [self.r.choice(['s += x[%s];', 's += x[%s] * 2;']) % self.index()]

    def block(self, depth, loop, count=None):
        out = []
        for _ in range(count or self.r.randrange(1, 4)):
            out += self.statement(depth, loop)
        return ['    ' + line for line in out]

    def statement(self, depth, loop):
        r = self.r
        if depth <= 0 or self.sites > 24 or r.random() < .3:
            return self.access()
        what = r.choice(['if', 'if', 'else', 'else', 'for', 'for', 'while', 'switch', 'and', 'or',
                         'leave', 'leave', 'call', 'do'])
        if what in ('if', 'else'):
            out = ['if (%s) {' % self.test()] + self.block(depth - 1, loop)
            return out + (['} else {'] + self.block(depth - 1, loop) if what == 'else' else []) + ['}']
        if what in ('and', 'or'):
            return ['if (%s %s (n[(%s) & 1023] & %d) != 0) {'
                    % (self.test(), '&&' if what == 'and' else '||', self.expression(),
                       r.choice([1, 2, 4]))] + self.block(depth - 1, loop) + ['}']
        if what in ('for', 'while', 'do'):
            v = 'k%d' % self.made
            self.made += 1
            if what == 'for':
                end = r.choice([str(r.randrange(1, 5)), '%s %% 5' % self.expression(), '(l & 3)'])
                head, down, tail = ['for (int %s = 0; %s < %s; %s++) {' % (v, v, end, v)], [], ['}']
            else:
                head = ['int %s = %s %% 6;' % (v, self.expression())]
                head += ['while (%s > 0) {' % v] if what == 'while' else ['do {']
                down = ['    %s -= 1 + (l & 1);' % v]
                tail = ['}'] if what == 'while' else ['} while (%s > 0);' % v]
            self.vars.append(v)
            body = self.block(depth - 1, 'for' if what == 'for' else 'while')
            self.vars.pop()
            first = what == 'while' and r.random() < .5 # then a `continue` in it ends
            if first:
                body = [line.replace('leave;', 'continue;') for line in body]
                body = down + body
            return head + body + ([] if first else down) + tail
        if what == 'switch':
            out = ['switch (%s %% 4) {' % self.expression()]
            inner = {'for': 'for-switch'}.get(loop, 'switch')
            for i in range(r.randrange(2, 4)):
                out += ['case %d: {' % i] + self.block(depth - 1, inner, 1) + ['}']
                out += [] if r.random() < .25 else ['    break;']
            if r.random() < .5:
                out += ['default: {'] + self.block(depth - 1, inner, 1) + ['}', '    break;']
            return out + ['}']
        if what == 'leave':
            ways = ['return'] if r.random() < .35 else []
            ways += ['break', 'break'] if loop in ('for', 'while') else []
            ways += ['continue'] if loop in ('for', 'for-switch') else []
            if not ways:
                return self.access()
            way = r.choice(ways)
            out = ['if (%s) {' % self.test()]
            if way == 'return': # keeps the sum alive: a compiler leaves out loads that nobody uses
                out += ['    y[%s] = s;' % self.index()]
            elif r.random() < .5:
                out += ['    ' + line for line in self.access()]
            return out + ['    %s;' % way, '}']
        name, saved = 'helper_%s_%d' % (self.name, len(self.helpers)), self.vars
        self.helpers.append(None)
        at, self.vars = len(self.helpers) - 1, ['q']
        body = self.block(min(depth - 1, 2), None)
        self.vars = saved
        self.helpers[at] = ['AMP_APART static float %s(int l, int q, %s)' % (name, POINTERS), '{',
                            '    float s = 0;'] \
            + [line.replace('return;', 'return s;') for line in body] + ['    return s;', '}', '']
        return ['s += %s(l, (%s) & 3, x, y, n);' % (name, self.expression())]


def draw(seed, count):
    r = random.Random(seed)
    print('AMP_DEVICE_BEGIN')
    print('#define VIEWS in(float, 1, x), inout(float, 1, y), inout(int, 1, n)')
    for k in range(count):
        d = Draw(r, '%d' % k)
        body = d.block(4, None, 4)
        d.vars = []
        for helper in reversed(d.helpers):
            print('\n'.join(helper))
        print('AMP_APART static void body_%d(int l, %s)\n{' % (k, POINTERS))
        print('    float s = 0;')
        print('\n'.join(body))
        print('    y[%s] = s;\n}\n' % d.index())
        if k % BODIES == BODIES - 1 or k == count - 1:
            print('AMP_TILED_KERNEL(random_%d, (%d), VIEWS)\n{'
                  % (k // BODIES, r.choice([32, 32, 32, 40, 64])))
            print('    const int l = tidx.local[0] & 31;')
            for b in range(k - k % BODIES, k + 1):
                print('    body_%d(l, x, y, n);' % b)
            print('}\n')
    print('#undef VIEWS\nAMP_DEVICE_END')


# ---- comparing -----------------------------------------------------------------------------------

def data():
    return {'x': [float(i % 32) for i in range(ELEMENTS)], 'y': [0.0] * ELEMENTS,
            'n': [(i * 7 + i // 5 * 3 + i // 64) % 8 for i in range(ELEMENTS)]}


def differences(result, report, word):
    """What the lens says otherwise, as (figure, lens, model)."""
    out, seen = [], set()

    def same(what, lens, model):
        if lens is None or abs(lens - model) > 1e-6 * max(1, abs(model)):
            out.append((what, lens, model))

    for row in report['rows']:
        key = row['line'], row['array'], row['access']
        seen.add(key)
        model = result.rows.get(key)
        if not model:
            out.append(('%s: line %d' % (key[1], key[0]), row['requests'], None))
            continue
        where = '%s %s in line %d: ' % (key[1], key[2], key[0])
        same(where + 'requests', row['requests'], model['requests'])
        same(where + 'active', row['active'], model['active'] / model['requests'] / simt.WARP)
        if row['memory'] == 'tile':
            same(where + 'bank cycles', row['bank_cycles'], model['cycles'])
            same(where + 'conflicts', row['bank_conflicts'], model['cycles'] / model['parts'])
        else:
            same(where + 'asked', row['bytes_asked'], model['asked'])
            same(where + 'moved', row['bytes_moved'], model['sectors'] * simt.SECTOR)
            same(where + 'lines', row['lines_per_request'], model['lines'] / model['requests'])
            same(where + 'ideal', row['ideal_sectors'], model['ideal'] / model['requests'])
        if key[2] == 'atomics':
            same(where + 'collisions', row['collisions'], model['steps'] / model['requests'])
    if word != 'visits':
        out += cached(result, report, same)
    for key in set(result.rows) - seen:
        out.append(('%s %s in line %d' % (key[1], key[2], key[0]), None,
                    result.rows[key]['requests']))
    if word in ('requests', 'visits'):
        return out
    measures = report['measures']
    if not result.switches: # of a switch a compiler makes one branch, or several
        parted = sum(c['parted'] for c in result.lines.values())
        branches = sum(c['branches'] for c in result.lines.values())
        same('divergent branches', measures.get('divergent_branches'), parted)
        if 'branches' in measures:
            same('branches', measures['branches'], branches)
            same('branch efficiency', measures.get('branch_efficiency', 1),
                 1 - parted / branches if branches else 1)
            lines = {c['line']: c for c in report.get('lines', [])}
            for line, c in result.lines.items():
                for what, name in (('branches', 'branches'), ('divergent_branches', 'parted')):
                    same('%s in line %d' % (what, line), lines.get(line, {}).get(what, 0), c[name])
    same('divergent loops', measures.get('divergent_loops'), sum(result.loops.values()))
    if 'operations' in report and report['operations'] is not None:
        same('operations', report['operations'] * report['threads'] * report['tiles'],
             result.operations)
    return out


def cached(result, report, same):
    """What caches have, of the kernel and of its lines."""
    count, rows = result.caches.count, result.caches.rows
    measures, sector = report['measures'], simt.SECTOR
    if count['looked']:
        same('hits of L1', measures.get('l1_hit_rate'), count['found'] / count['looked'])
    for row in report['rows']:
        key = (row['line'], row['array'], row['access'])
        if row['memory'] == 'global' and key[2] == 'reads' and key in rows:
            same('hits of L1 in line %d' % key[0], row.get('l1_hit_rate'),
                 rows[key]['found'] / rows[key]['looked'])
    if count['asked']:
        same('hits of L2', measures.get('l2_hit_rate'), 1 - count['missed'] / count['asked'])
        same('bytes of L2', measures.get('l2_bytes'), count['asked'] * sector)
        same('bytes of DRAM', measures.get('dram_bytes'), (count['missed'] + count['back']) * sector)
    return []


def compare(path, report, word=None):
    kernels = read(path)
    with open(report, encoding='utf-8') as f:
        lens = {k['kernel']: k for k in json.load(f)['kernels']}
    wrong = figures = 0
    print('1..%d' % len(kernels.kernel))
    for number, name in enumerate(kernels.kernel, 1):
        result = simt.measure(kernels, name, data(), TILES)
        found = differences(result, lens[name], word) if name in lens else [('kernel', None, 1)]
        figures += sum(len(c) for c in result.rows.values()) + sum(map(len, result.lines.values()))
        for what, got, model in found[:8]:
            print('# %s: %s, and the model says %s' % (what, got, model))
        wrong += bool(found)
        print('%sok %d - %s' % ('not ' if found else '', number, name))
    print('# %d kernels, some %d figures; %d kernels differ' % (len(kernels.kernel), figures, wrong))
    return word != 'visits' and wrong != 0


if __name__ == '__main__':
    WHAT, ARGUMENTS = sys.argv[1], sys.argv[2:]
    if WHAT == 'program':
        program(ARGUMENTS[0])
    elif WHAT == 'random':
        draw(int(ARGUMENTS[0]), int(ARGUMENTS[1]))
    else:
        sys.exit(compare(*ARGUMENTS))
