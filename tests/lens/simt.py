#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What a GPU does with a kernel, by the rules that are published, and nothing of the lens's code.

simt.Kernels(TEXT) reads tiled kernels in a small part of C; measure() runs one: a warp executes a
statement for those of its threads that are there. Threads that part at an if, a loop, a switch, ?:, &&
or || meet again behind it; who breaks, continues or returns waits where that leads to. (CUDA C++
Programming Guide, "SIMT Architecture"; a loop or a branch ends at its immediate post-dominator.) Then,
for each line and array, how many requests there are, of how many threads, and what each costs:

  sectors     of 32 bytes that it touches, lines of 128 (Programming Guide, "Global Memory";
              Nsight Compute, "L1/TEX Cache")
  banks       32 of 4 bytes, a word of each at a time; one word is for all that want it; 8 bytes go in two
              halves of a warp, 16 in four quarters (Programming Guide, "Shared Memory")
  collisions  atomics on one address come one after another

  caches      of each multiprocessor and of all of them: sets of lines, of which the one used longest ago
              makes room, with sectors that are there or not (Jia et al., Dissecting the NVIDIA Volta GPU
              Architecture via Microbenchmarking, 2018: sizes and sets of the first; a store goes through
              it). A tile has the share of one that is resident, its warps take turns request by request

and for each line the branches, those at which a warp parts, and the loops that its threads leave in
different turns; the floating-point operations of all threads."""
import re
from collections import Counter, OrderedDict, defaultdict

WARP, SECTOR, LINE, BANKS = 32, 32, 128, 32
SIZES = {'int': 4, 'float': 4, 'double': 8, 'unsigned': 4}


class Stop(Exception):
    """A text that this small part of C does not have."""


# ---- reading -------------------------------------------------------------------------------------

TOKEN = re.compile(r'\s+|//[^\n]*|/\*.*?\*/|(\d+\.\d*f?|\d+f?|\w+|<<=|>>=|<<|>>|<=|>=|==|!=|&&|\|\||'
                   r'\+\+|--|[-+*/%&|^]=|[-+*/%&|^~!<>=?:;,.(){}\[\]])', re.S)
BINARY = [['||'], ['&&'], ['|'], ['^'], ['&'], ['==', '!='], ['<', '>', '<=', '>='], ['<<', '>>'],
          ['+', '-'], ['*', '/', '%']]


class Reader:
    """A recursive descent; a node is a tuple: its kind, its line, and what it has."""

    def __init__(self, text):
        self.tokens, at, line = [], 0, 1
        while at < len(text):
            m = TOKEN.match(text, at)
            if not m:
                raise Stop('line %d: %r' % (line, text[at:at + 20]))
            if m.group(1):
                self.tokens.append((m.group(1), line))
            line += text.count('\n', at, m.end())
            at = m.end()
        self.tokens.append(('', line))
        self.at = 0

    def peek(self, ahead=0):
        return self.tokens[min(self.at + ahead, len(self.tokens) - 1)][0]

    def line(self):
        return self.tokens[self.at][1]

    def take(self, *wanted):
        word, line = self.tokens[self.at]
        if wanted and word not in wanted:
            raise Stop('line %d: %r, not %r' % (line, word, wanted))
        self.at += 1
        return word

    def accept(self, word):
        if self.peek() == word:
            self.at += 1
            return True
        return False

    def primary(self):
        line, word = self.line(), self.take()
        if word == '(':
            if (self.peek() in SIZES or self.peek() == 'void') and self.peek(1) == ')':
                kind = self.take()
                self.take(')')
                return ('cast', line, kind, self.unary())
            e = self.expression()
            self.take(')')
            return e
        if re.match(r'\d', word):
            return ('number', line, float(word.rstrip('f')) if re.search(r'[.f]', word) else int(word))
        if word == 'tidx':
            self.take('.')
            field = self.take('local', 'global', 'tile')
            self.take('[')
            index = self.expression()
            self.take(']')
            return ('place', line, field, index[2])
        if self.accept('('):
            arguments = []
            while not self.accept(')'):
                arguments.append(self.expression())
                self.accept(',')
            if word == 'at':
                return ('element', line, arguments[0][2], arguments[1:])
            return ('call', line, word, arguments)
        e = ('name', line, word)
        indices = []
        while self.accept('['):
            indices.append(self.expression())
            self.take(']')
        return ('element', line, word, indices) if indices else e

    def unary(self):
        line = self.line()
        if self.peek() in ('-', '!', '~', '&'):
            return ('unary', line, self.take(), self.unary())
        e = self.primary()
        if self.peek() in ('++', '--'):
            return ('assign', line, e, '+=' if self.take() == '++' else '-=', ('number', line, 1))
        return e

    def binary(self, level=0):
        if level == len(BINARY):
            return self.unary()
        e = self.binary(level + 1)
        while self.peek() in BINARY[level]:
            line, op = self.line(), self.take()
            e = ('binary', line, op, e, self.binary(level + 1))
        return e

    def expression(self):
        e = self.binary()
        line = self.line()
        if self.accept('?'):
            a = self.expression()
            self.take(':')
            return ('choose', line, e, a, self.expression())
        if self.peek() in ('=', '+=', '-=', '*=', '/=', '%=', '&=', '|=', '^=', '>>=', '<<='):
            return ('assign', line, e, self.take(), self.expression())
        return e

    def declaration(self):
        out = []
        self.accept('const')
        kind = self.take(*SIZES)
        while True:
            line, name = self.line(), self.take()
            out.append(('declare', line, kind, name, self.expression() if self.accept('=') else None))
            if not self.accept(','):
                break
        self.take(';')
        return out

    def block(self):
        """Statements up to the brace that ends them."""
        out = []
        while not self.accept('}'):
            out += self.statement()
        return out

    def body(self):
        return self.block() if self.accept('{') else self.statement()

    def statement(self):
        line, word = self.line(), self.peek()
        if word == '{':
            return self.body()
        if word == 'const' or word in SIZES:
            return self.declaration()
        if word == ';':
            self.take()
            return []
        if word == 'if':
            self.take()
            self.take('(')
            test = self.expression()
            self.take(')')
            then = self.body()
            return [('if', line, test, then, self.body() if self.accept('else') else [])]
        if word == 'while':
            self.take()
            self.take('(')
            test = self.expression()
            self.take(')')
            return [('loop', line, test, self.body(), [], True)]
        if word == 'do':
            self.take()
            body = self.body()
            self.take('while')
            self.take('(')
            test = self.expression()
            self.take(')')
            self.take(';')
            return [('loop', line, test, body, [], False)]
        if word == 'for':
            self.take()
            self.take('(')
            first = self.statement()
            test = None if self.peek() == ';' else self.expression()
            self.take(';')
            step = [] if self.peek() == ')' else [('do', line, self.expression())]
            self.take(')')
            return first + [('loop', line, test, self.body(), step, True)]
        if word == 'switch':
            self.take()
            self.take('(')
            value = self.expression()
            self.take(')')
            self.take('{')
            cases = []
            while not self.accept('}'):
                if self.accept('case'):
                    cases.append([self.expression()[2], []])
                    self.take(':')
                elif self.accept('default'):
                    cases.append([None, []])
                    self.take(':')
                else:
                    cases[-1][1] += self.statement()
            return [('switch', line, value, cases)]
        if word in ('break', 'continue'):
            self.take()
            self.take(';')
            return [(word, line)]
        if word == 'return':
            self.take()
            value = None if self.peek() == ';' else self.expression()
            self.take(';')
            return [('return', line, value)]
        if word == 'tile_static':
            self.take()
            self.take('(')
            kind = self.take(*SIZES)
            self.take(',')
            name, extent = self.take(), []
            while self.accept(','):
                extent.append(self.expression()[2])
            self.take(')')
            self.take(';')
            return [('tile', line, name, kind, extent)]
        if word == 'tile_barrier_wait':
            while self.take() != ';':
                pass
            return [('barrier', line)]
        e = self.expression()
        self.take(';')
        return [('do', line, e)]


class Function:
    def __init__(self, name, parameters, body, tile=None, views=None):
        self.name, self.parameters, self.body = name, parameters, body
        self.tile, self.views = tile, views


class Kernels:
    """The kernels and helpers of a text; what stands before AMP_DEVICE_BEGIN is left out."""

    def __init__(self, text):
        begin = text.index('AMP_DEVICE_BEGIN') + len('AMP_DEVICE_BEGIN')
        end = text.index('AMP_DEVICE_END')
        r = Reader('\n' * text.count('\n', 0, begin) + text[begin:end])
        self.kernel, self.function = {}, {}
        while r.peek():
            if r.accept('AMP_TILED_KERNEL'):
                self.read_kernel(r)
            else:
                self.read_helper(r)

    def read_kernel(self, r):
        r.take('(')
        name, tile, views = r.take(), [], []
        r.take(',')
        r.take('(')
        while not r.accept(')'):
            tile.append(int(r.take()))
            r.accept(',')
        while r.accept(','):
            access = r.take('in', 'out', 'inout')
            r.take('(')
            kind = r.take(*SIZES)
            r.take(',')
            rank = int(r.take())
            r.take(',')
            views.append((r.take(), kind, access, rank))
            r.take(')')
        r.take(')')
        r.take('{')
        self.kernel[name] = Function(name, [], r.block(), tile, views)

    def read_helper(self, r):
        while r.peek() in ('static', 'AMP_APART', 'inline', 'const'):
            r.take()
        r.take('void', *SIZES)
        name, parameters = r.take(), []
        r.take('(')
        while not r.accept(')'):
            pointer = r.accept('amp_global_ptr') and r.take('(')
            r.accept('const')
            kind = r.take(*SIZES)
            if pointer:
                r.take(')')
            parameters.append((r.take(), kind, pointer))
            r.accept(',')
        if r.accept(';'): # declared, to be defined behind its callers
            return
        r.take('{')
        self.function[name] = Function(name, parameters, r.block())


# ---- running -------------------------------------------------------------------------------------

def quotient(a, b):
    """That of C's integers, which is towards zero."""
    return a // b if (a < 0) == (b < 0) else -(-a // b)


class Array:
    def __init__(self, name, kind, tile, values, extent, first=0):
        self.name, self.kind, self.tile, self.values = name, kind, tile, values
        self.extent, self.first = extent, first
        self.size = SIZES[kind]


class Frame:
    """A call: variables of each thread, and who has returned."""

    def __init__(self):
        self.variable, self.kind = {}, {}
        self.returned, self.value = 0, [0] * WARP


class Result:
    """What is counted. rows: by line, array and access; lines: branches, parted; loops: lines."""

    def __init__(self):
        self.rows = defaultdict(Counter)
        self.lines = defaultdict(Counter)
        self.loops = defaultdict(int)
        self.operations = 0
        self.switches = 0


class Cache:
    """Lines by set, the one used last at the end: the sectors that are there, and those written."""

    def __init__(self, size, sets, ways, spread):
        self.ways, self.spread, self.sets = max(1, ways), spread, [OrderedDict() for _ in range(sets)]
        assert size >= LINE

    def take(self, line, sectors, writes):
        """The sectors that it had; how many that were written had to make room."""
        number = (line * 0x9e3779b97f4a7c15 % 2 ** 64 >> 32 if self.spread else line) % len(self.sets)
        held, lost = self.sets[number], 0
        if line not in held and len(held) == self.ways:
            lost = len(held.popitem(last=False)[1][1])
        there, written = held.pop(line, (set(), set()))
        held[line] = there | sectors, written | (sectors if writes else set())
        return there & sectors, lost

    def dirty(self):
        return sum(len(w) for held in self.sets for _, w in held.values())


class Caches:
    """Of `generic`, as amp/lens/model.h has it: 128 KB, of which tile memory takes its part, in four
    sets; 4 MB of 16 ways; 1024 threads, 16 tiles and 64 KB of tile memory."""

    def __init__(self, threads):
        self.warps, self.memory, self.number = -(-threads // WARP), 0, {}
        self.second = Cache(4194304, 4194304 // LINE // 16, 16, True)
        self.count, self.rows, self.run = Counter(), defaultdict(Counter), []

    def tile(self):
        """A tile begins: its cache is made when the first interval ends."""
        self.first, self.run = None, self.run + [[]]

    def begin(self):
        fits = min(32 // self.warps, 16)
        if self.memory:
            fits = min(fits, 65536 // (-(-self.memory // 128) * 128))
        fits = max(fits, 1)
        size = max(131072 - fits * self.memory, LINE) / fits
        self.first = Cache(max(size, LINE), 4, int(size / LINE / 4), False)

    def interval(self, streams):
        """What warps asked for until a barrier: one request of each in turn."""
        if self.first is None:
            self.begin()
        at = 0
        while any(at < len(s) for s in streams):
            for s in streams:
                if at < len(s):
                    self.request(*s[at])
            at += 1

    def request(self, row, array, what, lines):
        beyond = []
        for line, sectors in lines.items():
            had = set()
            number = self.number.setdefault(array.name, len(self.number))
            line += (number << 40) + number * 17 * 512 // LINE
            if what == 'reads':
                had, _ = self.first.take(line, sectors, False)
                self.rows[row].update(looked=len(sectors), found=len(had))
                self.count.update(looked=len(sectors), found=len(had))
            if sectors - had:
                beyond.append((line, sectors - had, what))
        if beyond:
            self.run[-1].append(beyond)

    def end(self):
        """All tiles have run: those that follow each other take turns in the second cache."""
        at = 0
        while any(at < len(r) for r in self.run):
            for r in self.run:
                for line, sectors, what in r[at] if at < len(r) else []:
                    had, lost = self.second.take(line, sectors, what != 'reads')
                    self.count.update(asked=len(sectors), back=lost,
                                      missed=len(sectors - had) if what != 'writes' else 0)
            at += 1
        self.count['back'] += self.second.dirty()


class Warp:
    def __init__(self, kernels, kernel, tile, first, arrays, result):
        self.kernels, self.kernel, self.result = kernels, kernel, result
        threads = 1
        for d in kernel.tile:
            threads *= d
        self.tile, self.first = tile, first
        self.count = min(WARP, threads - first)
        self.arrays = dict(arrays)
        self.all = (1 << self.count) - 1
        self.stream = []

    def lanes(self, mask):
        return [i for i in range(self.count) if mask >> i & 1]

    # -- memory

    def access(self, line, array, what, mask, index):
        """One request; index: of each thread, flat."""
        size, lanes = array.size, self.lanes(mask)
        at = [array.first + index[i] * size for i in lanes]
        row = self.result.rows[line, array.name, what]
        row['requests'] += 1
        row['active'] += len(lanes)
        if what == 'atomics':
            row['steps'] += max(Counter(at).values())
        if array.tile:
            self.result.caches.memory = max(self.result.caches.memory,
                                            array.first + len(array.values) * size)
            part = min(WARP, BANKS * 4 // size)
            for first in range(0, WARP, part):
                words = [w for i, a in zip(lanes, at) if first <= i < first + part
                         for w in range(a // 4, (a + size - 1) // 4 + 1)]
                if not words:
                    continue
                words = words if what == 'atomics' else set(words)
                row['cycles'] += max(Counter(w % BANKS for w in words).values())
                row['parts'] += 1
            return
        bytes_ = {b for a in at for b in range(a, a + size)}
        lines = {}
        for a in at:
            for sector in range(a // SECTOR, (a + size - 1) // SECTOR + 1):
                lines.setdefault(sector // (LINE // SECTOR), set()).add(sector % (LINE // SECTOR))
        self.stream.append(((line, array.name, what), array, what, lines))
        row['asked'] += len(bytes_)
        row['sectors'] += len({b // SECTOR for b in bytes_})
        row['lines'] += len({b // LINE for b in bytes_})
        row['ideal'] += -(-len(bytes_) // SECTOR)

    def flat(self, f, array, indices, mask):
        out = [0] * WARP
        values = [self.value(f, e, mask) for e in indices]
        for i in self.lanes(mask):
            n = 0
            for extent, v in zip(array.extent, values):
                n = n * extent + v[i]
            if not 0 <= n < len(array.values):
                raise Stop('%s[%d] in kernel %s' % (array.name, n, self.kernel.name))
            out[i] = n
        return out

    def array(self, f, name):
        return f.variable[name] if name in f.variable else self.arrays[name]

    # -- expressions

    def branch(self, line, mask, taken):
        """A branch by the warp: taken of mask."""
        self.result.lines[line]['branches'] += 1
        self.result.lines[line]['parted'] += taken not in (0, mask)

    def test(self, f, e, mask):
        """The threads for which a condition holds: one branch for each comparison."""
        if not mask:
            return 0
        if e[0] == 'binary' and e[2] == '&&':
            return self.test(f, e[4], self.test(f, e[3], mask))
        if e[0] == 'binary' and e[2] == '||':
            a = self.test(f, e[3], mask)
            return a | self.test(f, e[4], mask & ~a)
        if e[0] == 'unary' and e[2] == '!':
            return mask & ~self.test(f, e[3], mask)
        v, taken = self.value(f, e, mask), 0
        for i in self.lanes(mask):
            taken |= (1 << i) if v[i] else 0
        self.branch(e[1], mask, taken)
        return taken

    def kind(self, f, e):
        if e[0] == 'number':
            return 'float' if isinstance(e[2], float) else 'int'
        if e[0] == 'name':
            return f.kind.get(e[2], 'int')
        if e[0] == 'element':
            return self.array(f, e[2]).kind
        if e[0] == 'cast':
            return e[2]
        if e[0] == 'choose':
            return self.kind(f, e[3])
        if e[0] == 'binary' and e[2] in '+-*/':
            kinds = self.kind(f, e[3]), self.kind(f, e[4])
            return 'double' if 'double' in kinds else 'float' if 'float' in kinds else 'int'
        if e[0] == 'unary':
            return self.kind(f, e[3])
        if e[0] == 'call':
            return 'float'
        return 'int'

    OPERATORS = {
        '+': lambda a, b: a + b, '-': lambda a, b: a - b, '*': lambda a, b: a * b,
        '/': lambda a, b: a / b if isinstance(a, float) or isinstance(b, float) else quotient(a, b),
        '%': lambda a, b: a - b * quotient(a, b), '&': lambda a, b: a & b, '|': lambda a, b: a | b,
        '^': lambda a, b: a ^ b, '<<': lambda a, b: a << b, '>>': lambda a, b: a >> b,
        '<': lambda a, b: int(a < b), '>': lambda a, b: int(a > b), '<=': lambda a, b: int(a <= b),
        '>=': lambda a, b: int(a >= b), '==': lambda a, b: int(a == b), '!=': lambda a, b: int(a != b)}

    def apply(self, f, op, a, b, mask, floats):
        if floats and op in '+-*/':
            self.result.operations += len(self.lanes(mask))
        g, out = self.OPERATORS[op], [0] * WARP
        for i in self.lanes(mask):
            out[i] = g(float(a[i]) if floats else a[i], b[i])
        return out

    def value(self, f, e, mask):
        what, line = e[0], e[1]
        if what == 'number':
            return [e[2]] * WARP
        if what == 'name':
            return f.variable[e[2]]
        if what == 'place':
            return self.place(e[2], e[3])
        if what == 'cast':
            v = self.value(f, e[3], mask)
            return [float(x) if e[2] in ('float', 'double') else int(x) for x in v]
        if what == 'unary':
            v = self.value(f, e[3], mask)
            return [-x if e[2] == '-' else ~x if e[2] == '~' else int(not x) for x in v]
        if what == 'binary':
            if e[2] in ('&&', '||'):
                taken = self.test(f, e, mask)
                return [taken >> i & 1 for i in range(WARP)]
            a, b = self.value(f, e[3], mask), self.value(f, e[4], mask)
            return self.apply(f, e[2], a, b, mask, self.kind(f, e) in ('float', 'double')
                              or (e[2] in '+-*/' and 'float' in (self.kind(f, e[3]),
                                                                 self.kind(f, e[4]))))
        if what == 'choose':
            a = self.test(f, e[2], mask)
            x = self.value(f, e[3], a) if a else [0] * WARP
            y = self.value(f, e[4], mask & ~a) if mask & ~a else [0] * WARP
            return [x[i] if a >> i & 1 else y[i] for i in range(WARP)]
        if what == 'element':
            array = self.array(f, e[2])
            index = self.flat(f, array, e[3], mask)
            self.access(line, array, 'reads', mask, index)
            return [array.values[index[i]] if mask >> i & 1 else 0 for i in range(WARP)]
        if what == 'assign':
            return self.assign(f, e, mask)
        if what == 'call':
            return self.call(f, e, mask)
        raise Stop('line %d: %s' % (line, what))

    def place(self, field, d):
        out, tile = [0] * WARP, self.kernel.tile
        for i in range(self.count):
            n, local = self.first + i, [0] * len(tile)
            for k in reversed(range(len(tile))):
                local[k] = n % tile[k]
                n //= tile[k]
            out[i] = local[d] if field == 'local' else self.tile[d] if field == 'tile' \
                else self.tile[d] * tile[d] + local[d]
        return out

    def assign(self, f, e, mask):
        to, op = e[2], e[3]
        if to[0] == 'name':
            v = self.value(f, e[4], mask)
            kind = f.kind.get(to[2], 'int')
            if op != '=':
                v = self.apply(f, op[:-1], f.variable[to[2]], v, mask, kind in ('float', 'double'))
            old = f.variable[to[2]]
            new = [(float(v[i]) if kind in ('float', 'double') else int(v[i])) if mask >> i & 1
                   else old[i] for i in range(WARP)]
            f.variable[to[2]] = new
            return new
        array = self.array(f, to[2])
        index = self.flat(f, array, to[3], mask)
        v = self.value(f, e[4], mask)
        if op != '=':
            self.access(to[1], array, 'reads', mask, index)
            old = [array.values[index[i]] if mask >> i & 1 else 0 for i in range(WARP)]
            v = self.apply(f, op[:-1], old, v, mask, array.kind in ('float', 'double'))
        self.access(to[1], array, 'writes', mask, index)
        for i in self.lanes(mask):
            array.values[index[i]] = float(v[i]) if array.kind != 'int' else int(v[i])
        return v

    def call(self, f, e, mask):
        if e[2] == 'amp_atomic_fetch_add':
            target = e[3][0][3]
            array = self.array(f, target[2])
            index = self.flat(f, array, target[3], mask)
            v = self.value(f, e[3][1], mask)
            self.access(e[1], array, 'atomics', mask, index)
            old = [0] * WARP
            for i in self.lanes(mask):
                old[i] = array.values[index[i]]
                array.values[index[i]] += v[i]
            return old
        function = self.kernels.function[e[2]]
        inner = Frame()
        for (name, kind, pointer), argument in zip(function.parameters, e[3]):
            if pointer:
                inner.variable[name] = self.array(f, argument[2])
            else:
                v = self.value(f, argument, mask)
                inner.variable[name] = [float(x) if kind == 'float' else x for x in v]
                inner.kind[name] = kind
        for _ in self.run(inner, function.body, mask, [0], [0]):
            raise Stop('a barrier in a helper')
        return inner.value

    # -- statements: generators, which yield at a barrier; each returns the threads that go on

    def run(self, f, body, mask, broke, continued):
        for s in body:
            if not mask:
                return 0
            mask = yield from self.statement(f, s, mask, broke, continued)
        return mask

    def statement(self, f, s, mask, broke, continued):
        what, line = s[0], s[1]
        if what == 'declare':
            v = self.value(f, s[4], mask) if s[4] else [0] * WARP
            f.kind[s[3]] = s[2]
            old = f.variable.get(s[3], [0] * WARP)
            real = s[2] in ('float', 'double')
            f.variable[s[3]] = [(float(v[i]) if real else int(v[i])) if mask >> i & 1 else old[i]
                                for i in range(WARP)]
        elif what == 'do':
            self.value(f, s[2], mask)
        elif what == 'if':
            a = self.test(f, s[2], mask)
            x = (yield from self.run(f, s[3], a, broke, continued)) if a else 0
            y = mask & ~a
            y = (yield from self.run(f, s[4], y, broke, continued)) if y else 0
            return x | y
        elif what == 'loop':
            return (yield from self.loop(f, s, mask))
        elif what == 'switch':
            return (yield from self.switch(f, s, mask, continued))
        elif what == 'break':
            broke[0] |= mask
            return 0
        elif what == 'continue':
            continued[0] |= mask
            return 0
        elif what == 'return':
            if s[2] is not None:
                v = self.value(f, s[2], mask)
                for i in self.lanes(mask):
                    f.value[i] = v[i]
            f.returned |= mask
            return 0
        elif what == 'barrier':
            if mask != self.all:
                raise Stop('line %d: not all threads at a barrier' % line)
            yield line
        elif what != 'tile':
            raise Stop('line %d: %s' % (line, what))
        return mask

    def loop(self, f, s, mask):
        _, line, test, body, step, first = s
        out, live, left = [0], mask, set()
        turn = 0
        while live:
            gone = out[0] | f.returned
            if first and test is not None:
                go = self.test(f, test, live)
                out[0] |= live & ~go
                live = go
            if live:
                continued = [0]
                live = yield from self.run(f, body, live, out, continued)
                live |= continued[0]
                if live and step:
                    live = yield from self.run(f, step, live, out, [0])
            if not first and live: # the test at a turn's end is that turn's
                go = self.test(f, test, live)
                out[0] |= live & ~go
                live = go
            if (out[0] | f.returned) != gone:
                left.add(turn)
            turn += 1
        self.result.loops[line] |= len(left) > 1
        return out[0]

    def switch(self, f, s, mask, continued):
        _, line, value, cases = s
        v, out, rest, falls = self.value(f, value, mask), [0], mask, 0
        self.result.switches += 1
        way = {i: next((j for j, (c, _) in enumerate(cases) if c is not None and c == v[i]),
                       next((j for j, (c, _) in enumerate(cases) if c is None), -1))
               for i in self.lanes(mask)}
        self.result.lines[line]['branches'] += 1
        self.result.lines[line]['parted'] += len(set(way.values())) > 1
        for j, (_, body) in enumerate(cases):
            mine = sum(1 << i for i in way if way[i] == j)
            rest &= ~mine
            if mine | falls:
                falls = yield from self.run(f, body, mine | falls, out, continued)
        return out[0] | falls | rest


def tile_statics(body, first=0):
    """The tile arrays that a body declares: they lie one behind another."""
    out = []
    for s in body:
        if s[0] == 'tile':
            out.append(s)
    return out


def measure(kernels, name, values, groups):
    """Runs a kernel on `groups` tiles; values: of each view, a list, which is changed."""
    kernel, result = kernels.kernel[name], Result()
    threads = 1
    for d in kernel.tile:
        threads *= d
    result.caches = Caches(threads)
    views = {n: Array(n, kind, False, values[n], [len(values[n])]) for n, kind, _, _ in kernel.views}
    for g in range(groups):
        arrays, first = dict(views), 0
        for _, _, n, kind, extent in tile_statics(kernel.body):
            count = 1
            for d in extent:
                count *= d
            first = -(-first // 16) * 16
            arrays[n] = Array(n, kind, True, [0.0 if kind != 'int' else 0] * count, extent, first)
            first += count * SIZES[kind]
        tile = [g] + [0] * (len(kernel.tile) - 1)
        at_work, warps = [], []
        for start in range(0, threads, WARP):
            w = Warp(kernels, kernel, tile, start, arrays, result)
            warps.append(w)
            at_work.append(w.run(Frame(), kernel.body, w.all, [0], [0]))
        result.caches.tile()
        while at_work: # from barrier to barrier
            at_work = [w for w in at_work if next(w, None) is not None]
            result.caches.interval([w.stream for w in warps])
            for w in warps:
                w.stream = []
    result.caches.end()
    return result
