#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What the test suite consists of: the jobs of one compiler, for meson.build and tests/suite.py.

    tests/plan.py jobs COMPILER [opencl] [all] [sanitize=NAME]   the lines that meson.build reads
    tests/plan.py pairs                      whether tests/covering.txt holds every pair

A job is a file built in one way and run on the engines that tests/covering.txt has for that
build, or a script, for one compiler. A file says what it needs in lines of its own, any of these
words; a script's begins with a # and has no */:

    /* run: group=optimised engines=fibers,threads flags=-DAMP_CHECK libs=-lOpenCL */

    group=    its rows of tests/covering.txt, where they are not those of its kind
    engines=  only these             flags=, libs=  added when it is built
    dropin    the library's code is in the file, by its headers alone: for what the drop-in form
              promises, for limits of the file's own, for tests of what is internal, and for
              switches that no other file has. Else it is compiled once for each build, and linked
              (AMP_EXTERN)
    plain     at -O0, but under ALL=1 or with a sanitizer: of text that takes a compiler long, where
              what is tested is not what an optimiser makes of it. Its code is optimised elsewhere
              (docs/decisions/0020-meson-runs-the-tests.md). plain=gcc: in that compiler's builds
    wide      all builds of its loop entries. Else what gcc optimises at -O1 with OpenMP has the
              one for AVX2 alone, where this machine has it: the choice among them is the business
              of the group `optimised` and of builds without OpenMP
    cc=       only this compiler: what it tests is the work of a device's compiler, or no compiler's
    ci=       this compiler alone; ALL=1 takes both
    turn=K/M  without ALL=1, and where no word chooses it, only on days K, K + M ... of the year: what
              few commits touch (foreign builds, browsers, MPI), and what takes long
    turn=compiler, turn=part  one day with gcc, the next with clang; one day one of its parts, the
              next day the next one. turn=compiler,K/M: those are gcc's days, and clang's are in the
              middle between them. Examples and tests of OpenCL that say nothing have the compilers
              in turns. A program's kernels as vectors are compiled while it runs, and have a job of
              their own, NAME-kernels: turn=compiler,1/2, or the file's own
    needs=opencl  skipped, with a reason, where -lOpenCL does not link
    not=      left out: thread, address, undefined (sanitizers), opencl (OPENCL=1), vectors (the
              engine), separate (memory of its own)
    again=    run once more with this setting, NAME=VALUE, on loops and fibers; by ALL=1 on all
              engines but vectors
    parts=    of a script: so many jobs, with PARTS and PART, from 0, in their environment; behind a
              comma, so many under ALL=1
    quick     a part of `make quick`, in one build
"""
import itertools
import os
import platform
import re
import sys
from collections import namedtuple

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
# Where what the engine `vectors` has compiled is kept, beside ccache's and PoCL's: for the next clone.
VECTORS_CACHE = os.path.join(os.environ.get('XDG_CACHE_HOME') or os.path.expanduser('~/.cache'),
                             'amp-tests')
COLUMNS = ('compiler', 'standard', 'openmp', 'optimise', 'engine', 'memory')
Row = namedtuple('Row', COLUMNS)
Library = namedtuple('Library', 'name flags')
Program = namedtuple('Program', 'name file library flags links')
Job = namedtuple('Job', 'name file program engines environment seconds suites scale')


def covering():
    """The rows of each group, the columns that it ties together, and two that it leaves unpaired."""
    rows, ties, unpaired = {}, {}, {}
    with open(os.path.join(ROOT, 'tests', 'covering.txt'), encoding='utf-8') as text:
        for line in text:
            words = line.split('#')[0].split()
            if words[:1] == ['tied']:
                ties[words[1]] = words[2:]
            elif words[:1] == ['unpaired']:
                unpaired.setdefault(words[1], []).append(set(words[2:]))
            elif words:
                rows.setdefault(words[0], []).append(Row(*words[1:]))
    return rows, ties, unpaired


def missing_pairs(rows, tied, unpaired):
    """The pairs of values of two columns, not both tied nor left unpaired, that no row holds; with
    engine and compiler among them, always."""
    missing = []
    for a, b in itertools.combinations(COLUMNS, 2):
        if ((a in tied and b in tied) or {a, b} in unpaired) and {a, b} != {'engine', 'compiler'}:
            continue
        held = {(getattr(r, a), getattr(r, b)) for r in rows}
        for pair in itertools.product(sorted({getattr(r, a) for r in rows}),
                                      sorted({getattr(r, b) for r in rows})):
            if pair not in held:
                missing.append('%s %s with %s %s' % (a, pair[0], b, pair[1]))
    return missing


def product(rows, tied):
    """Every row that the values of the columns make, those that are tied as they stand."""
    free = [c for c in COLUMNS if c not in tied]
    together = sorted({tuple(getattr(r, c) for c in tied) for r in rows})
    result = []
    for fixed in together:
        for values in itertools.product(*[sorted({getattr(r, c) for r in rows}) for c in free]):
            result.append(Row(**dict(zip(tied, fixed)), **dict(zip(free, values))))
    return result


class Source:
    """A test, an example or a script, and what its run lines say."""

    def __init__(self, file):
        self.file = file
        self.name = os.path.splitext(os.path.basename(file))[0]
        self.script = file.endswith('.sh')
        with open(os.path.join(ROOT, file), encoding='utf-8') as text:
            text = text.read()
        lines = re.findall(r'^# run:(.*)$' if self.script else r'^/\* run:(.*)\*/', text, re.M)
        self.words = ' '.join(lines).split()
        # Tiled kernels that the emulator runs, in a file that is not for another engine alone.
        self.tiled = (not self.script and self.option('needs') != ['opencl']
                      and 'vectors' not in self.option('not')
                      and re.search(r'TILED_KERNEL|_kernels\.h"', text) is not None)

    def option(self, word):
        """The values of a word, which may stand several times."""
        return [value for w in self.words if w.startswith(word + '=')
                for value in w[len(word) + 1:].split(',')]

    def group(self, opencl):
        if opencl or self.option('needs') == ['opencl']:
            return 'opencl'
        default = 'examples' if self.file.startswith('examples/') else 'tests'
        return (self.option('group') or [default])[0]


def sources():
    files = ['tests/' + f for f in sorted(os.listdir(os.path.join(ROOT, 'tests')))
             if re.fullmatch(r'test_.*\.c|check_.*\.sh', f)]
    files += ['examples/' + f for f in sorted(os.listdir(os.path.join(ROOT, 'examples')))
              if f.endswith('.c')]
    return [Source(f) for f in files]


def times():
    """Seconds of processor time of each job when it was last written down (make test_times)."""
    table = {}
    path = os.path.join(ROOT, 'tests', 'times')
    if os.path.exists(path):
        with open(path, encoding='utf-8') as text:
            for line in text:
                words = line.split('#')[0].split()
                if words:
                    table[' '.join(words[:-1])] = float(words[-1])
    return table


def one_build(compiler):
    """The flag by which loop entries have one build, where this machine runs it: gcc makes three of
    each, and two more of a simple kernel (amp/kernel/kernel.h), of which a launch takes one."""
    if os.path.basename(compiler).startswith('gcc') and platform.machine() == 'x86_64':
        with open('/proc/cpuinfo', encoding='utf-8', errors='replace') as text:
            if re.search(r'^flags.* avx2 ', text.read(), re.M):
                return ['-mavx2']
    return []


def kind(compiler):
    return 'clang' if 'clang' in os.path.basename(compiler) else 'gcc'


class Plan:
    """The libraries, programs and jobs of one compiler."""

    def __init__(self, compiler, opencl=False, everything=False, sanitize=''):
        self.compiler, self.opencl, self.sanitize = compiler, opencl, sanitize
        self.everything = everything
        self.libraries, self.programs, self.jobs = {}, [], []
        self.rows, self.ties, _ = covering()
        self.seconds = times()
        for source in sources():
            self.add(source)
        self.programs.sort(key=lambda p: -self.seconds.get(
            '%s build %s' % (kind(compiler), p.name), 1))

    def is_left_out(self, source):
        unwanted = source.option('not')
        if any(s in unwanted for s in self.sanitize.split(',')):
            return True
        return self.opencl and 'opencl' in unwanted

    def is_plain(self, source):
        return (not self.everything and not self.sanitize
                and ('plain' in source.words or source.option('plain') == [kind(self.compiler)]))

    def add(self, source):
        only = source.option('cc')
        if not self.everything:
            only = only or source.option('ci')
        if (only and only != [kind(self.compiler)]) or self.is_left_out(source):
            return
        if source.script:
            if not self.sanitize and not self.opencl:
                self.add_script(source)
            return
        builds = {}
        for row in self.rows_of(source):
            vectors = self.has_vectors(source, row)
            builds.setdefault((row.standard, row.openmp, row.optimise, vectors), []).append(row)
        for build, rows in builds.items():
            self.add_build(source, build, rows)

    def add_script(self, source):
        parts = int((source.option('parts') or ['1'])[-1 if self.everything else 0])
        for part in range(parts):
            environment = {'CC': self.compiler}
            if parts > 1:
                environment.update(PART=str(part), PARTS=str(parts))
            name = source.name + ('-%d' % part if parts > 1 else '')
            self.add_job(source, name, None, [], environment, 4, source.option('turn'),
                         (part, parts))

    def rows_of(self, source):
        group = source.group(self.opencl)
        rows, tied = self.rows[group], self.ties.get(group, [])
        if self.everything:
            rows = product(rows, tied)
        rows = [r for r in rows if r.compiler == kind(self.compiler)]
        if self.sanitize:  # one build, in which the engines matter
            rows = [r for r in rows if r.engine != 'vectors']
            rows = [r._replace(standard='c99', openmp='yes', optimise='-O1') for r in rows]
            rows = list({(r.engine, r.memory): r for r in rows}.values())
        if 'vectors' not in source.option('engines'):
            if not source.tiled:
                rows = [r for r in rows if r.engine != 'vectors']
        if source.option('engines'):
            rows = [r for r in rows if r.engine in source.option('engines')]
        if 'separate' in source.option('not'):
            rows = [r._replace(memory='emu') for r in rows]
        return list(dict.fromkeys(rows))

    def has_vectors(self, source, row):
        """Whether a row's build has the engine vectors: where one row of it runs them; under ALL=1
        in a build of its own, and in none with a switch of its own."""
        if self.everything or any(f.startswith('-DAMP_') for f in source.option('flags')):
            return row.engine == 'vectors'
        return any(r.engine == 'vectors' and r[:4] == row[:4]
                   for r in self.rows[source.group(self.opencl)]) and not self.sanitize

    def add_build(self, source, build, rows):
        standard, openmp, optimise, vectors = build
        file_level = '-O0' if self.is_plain(source) else optimise
        flags = ['-std=' + standard, file_level]
        if self.sanitize:
            flags += ['-g', '-fno-omit-frame-pointer', '-fsanitize=' + self.sanitize,
                      '-fno-sanitize-recover=all']
        links = ['-pthread'] + (['-fsanitize=' + self.sanitize] if self.sanitize else [])
        links += source.option('libs')
        if openmp == 'yes':
            flags += ['-fopenmp']
            links += ['-fopenmp']
        label = standard + file_level + ('' if openmp == 'yes' else '-no-openmp')
        own, options = source.option('flags'), []
        if vectors and file_level == '-O1' and 'wide' not in source.words and not self.everything:
            own = own + one_build(self.compiler)
        if vectors:
            own = own + (['-DAMP_VECTORS'] if '-DAMP_VECTORS' not in own else [])
            label += '-vectors'
            if optimise != '-O2' and not self.everything:
                options.append('-DAMP_VECTORS_OPTIONS="-O1"')  # what is about optimising has -O3
        if self.opencl and '-DAMP_OPENCL' not in own:
            own = own + ['-DAMP_OPENCL']
            links += ['-lOpenCL']
        links += [f for f in own if f.startswith('-Xlinker') or f.startswith('--wrap')]
        own = [f for f in own if f not in links]
        library = None
        if 'dropin' not in source.words:
            switches = sorted(f for f in own if f.startswith('-DAMP_'))
            level = self.library_level(standard, openmp, optimise, switches)
            library = '.'.join(['amp', label.replace(file_level, level)]
                               + [s[6:].lower().strip('_').replace('=', '-')
                                  for s in switches if not vectors or s != '-DAMP_VECTORS'])
            self.libraries[library] = Library(
                library, [level if f == file_level else f for f in flags] + switches)
            own = own + ['-DAMP_EXTERN']
        name = source.name + '.' + label
        self.programs.append(Program(name, source.file, library, flags + own + options, links))
        environment = {}
        scale = (20 if self.opencl else 10 if 'thread' in self.sanitize else
                 5 if self.sanitize else 4)
        if vectors:  # tests/job.c turns them on for their own run
            environment = {'AMP_VECTORS': '0', 'AMP_VECTORS_CC': self.compiler,
                           'AMP_VECTORS_CACHE': VECTORS_CACHE}
            scale = 10
        if source.file.startswith('examples/') and not (self.everything and optimise != '-O0'):
            environment['EXAMPLE_SMALL'] = '1'  # check_tour has the tour at full size
        engines = [r.engine + (':separate' if r.memory == 'separate' else '') for r in rows]
        turns = source.option('turn')
        if (not turns and not self.opencl and not source.option('cc')
                and source.group(False) in ('opencl', 'examples')):
            turns = ['compiler']  # what they say, they say of both compilers
        apart = [e for e in engines if e.startswith('vectors')] if self.takes_turns(source) else []
        if apart:
            self.add_job(source, name + '-kernels', name, apart, environment, scale,
                         turns or ['compiler', '1/2'])
            engines = [e for e in engines if e not in apart]
        if engines or not apart:
            self.add_job(source, name, name, engines, environment, scale, turns)
        for setting in source.option('again'):
            engines = [e for e in engines if self.everything or re.match('loops|fibers', e)]
            if engines and not (vectors or self.sanitize or self.opencl):
                variable, value = setting.split('=')
                self.add_job(source, name + '-' + value, name, engines, {variable: value}, scale,
                             turns)

    def takes_turns(self, source):
        """Whether the file's kernels as vectors, which are compiled while they run, are a job of
        their own, which the compilers have in turns: all but those of tests of that engine."""
        return (not self.everything and not self.sanitize and not self.opencl
                and source.group(self.opencl) != 'vectors')

    def library_level(self, standard, openmp, optimise, switches):
        """The optimisation of the library that a program of this build links: of the first row of
        `tests`, and of what drives a device; of another standard, without OpenMP or with another
        switch none, since all of the code is optimised in the first. What is about optimising is
        about a program's kernels, which are in its own file, or has the library there as well
        (dropin)."""
        if self.everything or self.sanitize:
            return optimise
        first = next(r for r in self.rows['tests'] if r.compiler == kind(self.compiler))
        switches = set(switches) - {'-DAMP_VECTORS', '-DAMP_OPENCL'}
        alike = (standard, openmp) == (first.standard, first.openmp) and not switches
        return first.optimise if alike or self.opencl else '-O0'

    def days(self, turns, part):
        """The suites that say on which days a job has its turn."""
        numbers = [tuple(map(int, t.split('/'))) for t in turns if '/' in t]
        if 'part' in turns:
            yield 'turn-%d-of-%d' % part
        for day, among in numbers or [(0, 2)] * ('compiler' in turns):
            if 'compiler' in turns and kind(self.compiler) == 'clang':
                day = (day + among // 2) % among
            yield 'turn-%d-of-%d%s' % (day, among, '-compiler' * ('compiler' in turns))

    def add_job(self, source, name, program, engines, environment, scale, turns=(), part=(0, 1)):
        suites = ['scripts' if source.script else
                  'examples' if source.file.startswith('examples/') else 'tests']
        suites += self.days(turns, part)
        if 'quick' in source.words and '-no-openmp' not in name:
            suites.append('quick')
        if any(e.startswith('vectors') for e in engines):
            suites.append('vectors')
        if source.option('needs') == ['opencl']:
            suites.append('opencl')
        seconds = self.seconds.get('%s %s' % (kind(self.compiler), name),
                                   10 if source.script else 1)
        self.jobs.append(Job(name, source.file, program, engines, environment, seconds, suites,
                             scale))

    def lines(self):
        for l in self.libraries.values():
            yield '|'.join(['library', l.name, ' '.join(l.flags)])
        for p in self.programs:
            yield '|'.join(['program', p.name, p.file, p.library or '', ' '.join(p.flags),
                            ' '.join(p.links)])
        for j in self.jobs:
            yield '|'.join(['job', j.name, j.file, j.program or '', ','.join(j.engines),
                            ' '.join('%s=%s' % e for e in sorted(j.environment.items())),
                            str(round(10 * j.seconds)), ' '.join(j.suites), str(j.scale)])


def main(arguments):
    if arguments[:1] == ['jobs'] and len(arguments) >= 2:
        sanitize = [a[len('sanitize='):] for a in arguments if a.startswith('sanitize=')]
        plan = Plan(arguments[1], 'opencl' in arguments[2:], 'all' in arguments[2:],
                    sanitize[0] if sanitize else '')
        print('\n'.join(plan.lines()))
        return 0
    if arguments == ['pairs']:
        rows, ties, unpaired = covering()
        failed = 0
        for group in rows:
            missing = missing_pairs(rows[group], ties.get(group, []), unpaired.get(group, []))
            for pair in missing:
                print('%s: no row has %s' % (group, pair))
            failed += len(missing)
            print('%s: %d rows, %d pairs missing' % (group, len(rows[group]), len(missing)))
        return failed != 0
    sys.stderr.write(__doc__)
    return 2


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
