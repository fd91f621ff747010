#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The front of the test suite: tests/suite.py [word ...] builds and runs the jobs whose file's
path holds one of the words; all of them without a word. `make test` calls it.

Meson builds and runs (meson.build), in a folder for each compiler and kind of build: build/gcc,
build/clang, build/gcc-address ... What the jobs are stands in tests/plan.py. The folders work
side by side. The log of each job goes to build/tests (-address, -opencl, -vectors ...), with
what Meson writes beside it: FOLDER/meson-logs/testlog.junit.xml is for other tools.

The last line counts TAP's lines: `N passed, N failed, N skipped`. In front of it stand the ten
longest jobs, the reasons of what was skipped, and what failed with its log. Exit status 0 where
something passed and nothing failed.

Environment:
  CC_LIST (gcc clang)   the compilers         ENGINES   only these engines (loops fibers ...)
  JOBS (the processors) how many at a time    ALL=1     the product of tests/covering.txt
  SANITIZE=address, thread, undefined or several with commas: built with these, on each engine
  OPENCL=1              on the default OpenCL device
  VECTORS=1             only the engine `vectors`
  QUICK=1               the core, with the first compiler
  FAILED=1              only what failed in the last run of the same kind
  TURN (today)          the day of the year, which says whose turn it is (turn= in tests/plan.py)
  TIMES=1               writes tests/times, by which the longest job begins first
  TEST_TIMEOUT_SCALE    longer time limits: a machine with other work
What else it says to the library, PoCL or OpenMP is not passed on, but under OPENCL=1: tests are
about their own settings.
"""
import collections
import ctypes
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import plan as planning  # noqa: E402

ROOT = planning.ROOT
PASSED_ON = ('AMP_OCLGRIND', 'AMP_VECTORS_SEEDS', 'OMP_WAIT_POLICY')
output = threading.Lock()
stopping = threading.Event()  # interrupted: what ends now has not failed


def say(text):
    with output:
        print(text, flush=True)


# ---- no process is left behind ---------------------------------------------------------------

def descendants():
    """Every process below this one."""
    children = collections.defaultdict(list)
    for name in os.listdir('/proc') if os.path.isdir('/proc') else []:
        if name.isdigit():
            try:
                with open('/proc/%s/stat' % name, encoding='utf-8', errors='replace') as stat:
                    parent = stat.read().rpartition(')')[2].split()[1]
                children[int(parent)].append(int(name))
            except OSError:
                pass
    found, ahead = [], [os.getpid()]
    while ahead:
        below = children[ahead.pop()]
        found += below
        ahead += below
    return found


def end_all():
    """Kills every process below this one, until none is left. Those whose parents ended are this
    one's children by then (PR_SET_CHILD_SUBREAPER), whatever group or session they are in."""
    for _ in range(200):
        left = descendants()
        for process in left:
            try:
                os.kill(process, signal.SIGKILL)
            except OSError:
                pass
        try:
            while os.waitpid(-1, os.WNOHANG)[0] > 0:
                pass
        except OSError:
            pass
        if not left:
            return
        time.sleep(0.01)


def interrupted(number, _frame):
    """Ends what runs, and this process as the signal would have done it."""
    signal.signal(number, signal.SIG_DFL)
    stopping.set()
    end_all()
    os.write(2, b'\ntests: interrupted\n')
    os.kill(os.getpid(), number)


def watch_signals():
    if sys.platform == 'linux':
        ctypes.CDLL(None).prctl(36, 1, 0, 0, 0)  # PR_SET_CHILD_SUBREAPER
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, interrupted)


# ---- what runs -------------------------------------------------------------------------------

class Settings:
    def __init__(self, words):
        get = os.environ.get
        self.words = words
        self.compilers = get('CC_LIST', 'gcc clang').split()
        self.engines = get('ENGINES', '').split()
        self.jobs = int(get('JOBS', '') or os.cpu_count() or 2)
        self.sanitize, self.opencl = get('SANITIZE', ''), bool(get('OPENCL'))
        self.all, self.vectors = bool(get('ALL')), bool(get('VECTORS'))
        self.quick, self.failed = bool(get('QUICK')), bool(get('FAILED'))
        self.day = int(get('TURN') or time.localtime().tm_yday)
        self.kind = ''.join('-' + k for k in (
            self.sanitize.replace(',', '-'), 'opencl' * self.opencl, 'all' * self.all) if k)
        self.logs = 'build/tests' + self.kind + '-vectors' * self.vectors + '-quick' * self.quick
        if self.quick:
            del self.compilers[1:]
            self.engines = self.engines or ['loops', 'fibers', 'threads', 'default']
        if self.vectors:
            self.engines = ['vectors']

    def wants(self, job):
        if self.words and not any(w in job.file for w in self.words):
            return False
        if self.engines and job.engines:
            if not any(e.split(':')[0] in self.engines for e in job.engines):
                return False
        return ((not self.vectors or 'vectors' in job.suites)
                and (not self.quick or 'quick' in job.suites) and self.has_turn(job))

    def has_turn(self, job):
        """Jobs that take their compilers in turns come twice as often in a run with one compiler."""
        turns = []
        for t in filter(None, (re.fullmatch(r'turn-(\d+)-of-(\d+)(-compiler)?', s)
                               for s in job.suites)):
            among = int(t.group(2)) // (2 if t.group(3) and len(self.compilers) == 1 else 1)
            turns.append(self.day % among == int(t.group(1)) % among)
        return self.all or bool(self.words) or self.vectors or all(turns)


class Folder:
    """The build folder of one compiler, and the jobs that are to run in it."""

    def __init__(self, settings, compiler):
        self.settings, self.compiler = settings, compiler
        self.path = os.path.join('build', os.path.basename(compiler) + settings.kind)
        self.plan = planning.Plan(compiler, settings.opencl, settings.all, settings.sanitize)
        self.jobs = {j.name: j for j in self.plan.jobs if settings.wants(j)}
        self.results, self.process = {}, None

    def command(self, words, **more):
        return subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                              errors='replace', env=self.environment(), check=False, **more)

    def environment(self):
        ccache = 'ccache ' if shutil.which('ccache') else ''
        env = dict(os.environ, CC=ccache + self.compiler, CCACHE_DEPEND='1',
                   CCACHE_SLOPPINESS='include_file_mtime,include_file_ctime')
        # Huge pages for what is allocated: page faults cost much (bench/results/suite.txt).
        # And without OpenMP a launch on the engine `threads` starts an OS thread for each thread of
        # its tiles: glibc keeps 40 MB of their stacks, unless told otherwise, and unmaps the rest
        # behind each launch. Compilers (here and in tests/cc) give little back, too.
        tests = 'glibc.malloc.hugetlb=1:glibc.pthread.stack_cache_size=4294967296'
        env['GLIBC_TUNABLES'] = tests
        env['COMPILER_TUNABLES'] = (tests + ':glibc.malloc.top_pad=67108864'
                                    + ':glibc.malloc.trim_threshold=1073741824')
        for name in ('CFLAGS', 'LDFLAGS', 'CPPFLAGS', 'NINJA_STATUS'):
            env.pop(name, None)
        if self.settings.engines:
            env['AMP_TEST_ENGINES'] = ' '.join(self.settings.engines)
        return env

    def configure(self):
        """Meson's own files, made again where the plan is another one."""
        compiler = self.environment()['CC']
        planned = '\n'.join([compiler, *self.plan.lines()])
        copy = os.path.join(self.path, 'plan')
        if os.path.exists(copy) and os.path.exists(os.path.join(self.path, 'build.ninja')):
            with open(copy, encoding='utf-8') as text:
                before = text.read()
            if before == planned:
                return True
            if not before.startswith(compiler + '\n'):  # Meson keeps the compiler of a folder
                shutil.rmtree(self.path)
        s = self.settings
        options = ['-Dcompiler=' + self.compiler, '-Dsanitize=' + s.sanitize,
                   '-Dopencl=' + str(s.opencl).lower(), '-Dall=' + str(s.all).lower()]
        again = ['--reconfigure'] if os.path.exists(
            os.path.join(self.path, 'meson-private', 'coredata.dat')) else []
        if not again:
            shutil.rmtree(self.path, ignore_errors=True)
        done = self.command(['meson', 'setup', *again, *options, self.path])
        if done.returncode != 0:
            say(done.stdout)
            say('not ok - meson setup %s failed' % self.path)
            return False
        with open(copy, 'w', encoding='utf-8') as text:
            text.write(planned)
        return True

    def build(self):
        programs = [j.program for j in self.jobs.values() if j.program]
        with open(os.path.join(self.path, 'build.ninja'), encoding='utf-8') as text:
            there = set(re.findall(r'^build (\S+): c_LINKER', text.read(), re.M))
        # In the order of the build file, that of the plan: what takes longest is begun first.
        targets = ['job', *[p for p in programs if p in there]]
        words = ['ninja', '-C', self.path, '-k', '0', '-j', str(self.settings.lane), *targets]
        told, failing = time.time(), False
        env = self.environment()
        env['GLIBC_TUNABLES'] = env['COMPILER_TUNABLES']
        with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                              errors='replace', env=env) as ninja:
            for line in ninja.stdout:
                step = re.match(r'\[(\d+/\d+)\] ', line)
                failing = (failing or line.startswith('FAILED: ')) and not step
                if failing:
                    say(line.rstrip('\n'))
                elif step and time.time() > told + 5:
                    told = time.time()
                    say('%s: %s built' % (self.path, step.group(1)))
        if ninja.returncode != 0:
            self.remove_stale(targets)

    def remove_stale(self, targets):
        """What could not be built anew is not to run as it was before."""
        left = subprocess.run(['ninja', '-C', self.path, '-n', *targets], stdout=subprocess.PIPE,
                              text=True, errors='replace', env=self.environment(), check=False)
        for name in re.findall(r'Linking target (\S+)', left.stdout):
            path = os.path.join(self.path, name)
            if os.path.exists(path):
                os.remove(path)

    def run(self):
        if not self.jobs or not self.configure():
            self.broken = bool(self.jobs)
            return
        self.broken = False
        self.build()
        setup = self.settings.sanitize.split(',')[0]
        log = os.path.join(self.path, 'meson-logs', 'testlog%s.json' % ('-' * bool(setup) + setup))
        if os.path.exists(log):
            os.remove(log)
        words = ['meson', 'test', '-C', self.path, '--no-rebuild', '--num-processes',
                 str(self.settings.lane)]
        if setup:
            words += ['--setup', setup]
        if len(self.jobs) < len(self.plan.jobs):
            words += list(self.jobs)
        console = os.path.join(self.path, 'meson-logs', 'console')
        with open(console, 'w', encoding='utf-8') as to:
            with subprocess.Popen(words, stdout=to, stderr=subprocess.STDOUT,
                                  env=self.environment()) as self.process:
                at = 0
                while True:
                    ended = self.process.poll() is not None
                    at = self.read(log, at)
                    if ended:
                        break
                    time.sleep(0.1)
        for name in self.jobs:
            if name not in self.results:
                self.take({'name': name, 'stdout': '', 'result': 'LOST', 'duration': 0})

    def read(self, log, at):
        """Takes what has been written to Meson's log behind `at`."""
        if os.path.exists(log):
            with open(log, encoding='utf-8', errors='replace') as text:
                text.seek(at)
                for line in iter(text.readline, ''):
                    if not line.endswith('\n'):
                        break
                    at += len(line.encode('utf-8', errors='replace'))
                    self.take(json.loads(line))
        return at

    def take(self, record):
        """One job has ended: its log, its figures, its line."""
        if stopping.is_set():
            return
        # 'quick / test_x', and from Meson 1.6 on 'quick - amp:test_x'.
        name = re.split('[ :]', record['name'])[-1]
        job = self.jobs[name]
        text = record.get('stdout') or ''
        if record.get('stderr'):
            text += re.sub('(?m)^', '# ', record['stderr'].rstrip('\n')) + '\n'
        bad = re.findall(r'(?m)^not ok.*', text)
        if record['result'] not in ('OK', 'SKIP', 'EXPECTEDFAIL') and not bad:
            how = {'TIMEOUT': 'no end after %.0f seconds' % record['duration'],
                   'LOST': 'it was not run: %s/meson-logs/console' % self.path}
            text += 'not ok - %s: %s\n' % (job.file, how.get(record['result'], record['result']))
        self.results[name] = Result(self, job, text, record['duration'])
        self.settings.tell(self.results[name])


class Result:
    def __init__(self, folder, job, text, wall):
        self.job, self.compiler, self.wall = job, folder.compiler, wall
        self.key = '%s %s' % (planning.kind(folder.compiler), job.name)
        self.log = os.path.join(folder.settings.logs, '%s.%s.log' % (
            job.name, os.path.basename(folder.compiler)))
        with open(self.log, 'w', encoding='utf-8', errors='replace') as to:
            to.write(text)
        oks = re.findall(r'(?m)^ok\b.*', text)
        self.skips = [o for o in oks if '# SKIP' in o]
        self.passed = len(oks) - len(self.skips)
        self.failed = re.findall(r'(?m)^not ok.*', text)
        cpu = re.findall(r'(?m)^# cpu ([0-9.]+)', text)
        self.cpu = float(cpu[-1]) if cpu else 0.0
        self.text = text

    def around_failures(self):
        """What a failing job printed, but for what passed: of each failure the last 20 lines."""
        lines, shown = self.text.split('\n'), []
        for i, line in enumerate(lines):
            if line.startswith('not ok'):
                shown += [k for k in range(max(0, i - 20), i + 1) if k not in shown]
        return '\n'.join(lines[k] for k in shown if not re.match(r'ok\b', lines[k]))


# ---- the whole -------------------------------------------------------------------------------

def clean_environment(settings):
    if settings.opencl:
        return
    for name in sorted(os.environ):
        if re.fullmatch(r'(AMP|POCL|OPENBLAS|OMP|GOMP|KMP)_[A-Z_]*|NO_COLOR', name):
            if name not in PASSED_ON and not name.startswith('AMP_TEST_'):
                say('# %s is not passed on to the tests' % name)
                del os.environ[name]


def remove_left_openmp():
    """clang's OpenMP leaves a file behind for each process that was killed, and a process that
    gets the same number later ends: with a bus error where the file is empty, or since it takes
    the other one for a second OpenMP of its own. One in 3000 did, with 760 such files there."""
    end = '_%d' % os.getuid()
    for name in os.listdir('/dev/shm') if os.path.isdir('/dev/shm') else []:
        found = re.fullmatch(r'__KMP_REGISTERED_LIB_(\d+)' + end, name)
        if found and not os.path.exists('/proc/' + found.group(1)):
            os.remove(os.path.join('/dev/shm', name))


def make_vectors_cache():
    """The folder, and of what was compiled as vectors that of the last two weeks."""
    os.makedirs(os.path.dirname(planning.VECTORS_CACHE), exist_ok=True)
    os.makedirs(planning.VECTORS_CACHE, mode=0o700, exist_ok=True)
    for entry in os.scandir(planning.VECTORS_CACHE):
        if entry.is_file() and entry.stat().st_mtime < time.time() - 14 * 24 * 3600:
            os.remove(entry.path)


def link_compilers():
    """build/compilers: tests/cc by the compilers' names, for scripts."""
    folder = os.path.join('build', 'compilers')
    os.makedirs(folder, exist_ok=True)
    for name in ('gcc', 'clang', 'cc', 'g++', 'clang++', 'c++'):
        link = os.path.join(folder, name)
        if os.path.islink(link):
            os.remove(link)
        if shutil.which(name):
            os.symlink(os.path.join('..', '..', 'tests', 'cc'), link)


def write_times(results, folders):
    """tests/times: the longest first, what takes less than a second or two left out. Of a build
    the longest time by the clock that is known, since it may come from a cache. What the plan of a
    compiler that ran no longer has is left out."""
    there, ran = set(), set()
    for f in folders:
        kind = planning.kind(f.compiler)
        ran.add(kind)
        there |= {'%s %s' % (kind, j.name) for j in f.plan.jobs}
        there |= {'%s build %s' % (kind, p.name) for p in f.plan.programs}
    table = {key: seconds for key, seconds in planning.times().items()
             if key in there or key.split()[0] not in ran}
    for r in results:
        table[r.key] = r.cpu
    for f in folders:
        with open(os.path.join(f.path, '.ninja_log'), encoding='utf-8') as log:
            for line in log:
                words = line.split('\t')
                if len(words) == 5 and words[3].endswith('.o'):
                    key = '%s build %s' % (planning.kind(f.compiler), words[3].split('.p/')[0])
                    seconds = (int(words[1]) - int(words[0])) / 1000
                    if key in there:
                        table[key] = max(table.get(key, 0), seconds)
    with open('tests/times', 'w', encoding='utf-8') as to:
        to.write('# SPDX-License-Identifier: MIT\n'
                 '# Seconds of the jobs that take more than one, of processor time, and of what\n'
                 '# is built, written by `make test_times`: the longest begin first.\n')
        for key, seconds in sorted(table.items(), key=lambda t: (-round(t[1]), t[0])):
            if round(seconds) > 1:
                to.write('%s %d\n' % (key, round(seconds)))


def summary(settings, results, log, began):
    if len(results) > 1:
        print('\nthe ten longest jobs, seconds of processor time and by the clock:')
        for r in sorted(results, key=lambda r: -r.cpu)[:10]:
            print('%8.1f %8.1f  %s' % (r.cpu, r.wall, r.key))
        print('%8.1f %8.1f  all jobs, builds not among them' % (
            sum(r.cpu for r in results), time.time() - began))
    if os.path.exists(log):
        with open(log, encoding='utf-8', errors='replace') as text:
            counts = collections.Counter(text.read().split('\n'))
        hits = counts['direct_cache_hit'] + counts['preprocessed_cache_hit']
        print('ccache: %d hits, %d misses' % (hits, counts['cache_miss']))
    reasons = collections.Counter(re.sub(r' \([^()]*\)$', '', s.split('# SKIP')[1].strip())
                                  for r in results for s in r.skips)
    for reason, n in sorted(reasons.items()):
        print('%7d skipped: %s' % (n, reason))
    for r in results:
        for line in r.failed:
            print('failed: %s: %s (%s)' % (r.key, line, r.log))


def main(words):
    os.chdir(ROOT)
    settings = Settings(words)
    watch_signals()
    clean_environment(settings)
    remove_left_openmp()
    link_compilers()
    make_vectors_cache()
    shutil.rmtree(settings.logs, ignore_errors=True)
    os.makedirs(settings.logs)
    for tool in ('meson', 'ninja', 'make'):
        if shutil.which(tool) is None:
            say('there is no %s: make setup installs it' % tool)
            return 1
    stats = os.path.abspath(os.path.join(settings.logs, 'ccache'))
    os.environ['CCACHE_STATSLOG'] = stats
    began, skips, folders = time.time(), [], []
    for compiler in settings.compilers:
        if shutil.which(compiler) is None:
            skips.append('ok - all of it # SKIP there is no %s' % compiler)
        else:
            folders.append(Folder(settings, compiler))
    last = 'build/failed' + settings.kind
    if settings.failed:
        if not os.path.exists(last):
            say('FAILED=1: there is no earlier run of this kind, so run it without')
            return 1
        with open(last, encoding='utf-8') as text:
            failed = set(text.read().split('\n'))
        for f in folders:
            f.jobs = {n: j for n, j in f.jobs.items() if f.compiler + ' ' + n in failed}
    for f in folders:
        later = sorted(j.name for j in f.plan.jobs if not settings.has_turn(j))
        programs = sum(name.endswith('-kernels') for name in later)
        later = [name for name in later if not name.endswith('-kernels')]
        if programs:
            later.append('the kernels as vectors of %d programs' % programs)
        if later:
            say('on other days with %s (all of it: ALL=1): %s' % (f.compiler, ', '.join(later)))
    had, folders = folders, [f for f in folders if f.jobs]
    if had and not folders:
        say('nothing failed in the last run' if settings.failed else
            'no job is of this kind, with these words in its path: ' + ' '.join(words))
    total, done = sum(len(f.jobs) for f in folders), []

    def tell(result):
        with output:
            done.append(result)
            if result.failed:
                print(result.around_failures())
            print('[%d/%d] %s: %d passed, %d failed, %.1f s' % (
                len(done), total, result.key, result.passed, len(result.failed), result.wall),
                flush=True)

    settings.tell = tell
    side_by_side = settings.jobs > 1 and len(folders) > 1
    settings.lane = settings.jobs // 2 + 1 if side_by_side else settings.jobs
    threads = [threading.Thread(target=f.run, daemon=True) for f in folders]
    for t in threads:
        t.start()
        while not side_by_side and t.is_alive():
            t.join(0.1)  # so that a signal is seen
    while any(t.is_alive() for t in threads):
        time.sleep(0.05)
    end_all()
    results = sorted(done, key=lambda r: r.key)
    with open(last, 'w', encoding='utf-8') as to:
        to.write('\n'.join(r.compiler + ' ' + r.job.name for r in results if r.failed))
    if os.environ.get('TIMES'):
        write_times(results, folders)
    summary(settings, results, stats, began)
    for s in skips:
        print('      1 skipped: ' + s.split('# SKIP ')[1])
    passed, failed = sum(r.passed for r in results), sum(len(r.failed) for r in results)
    failed += sum(1 for f in folders if f.broken)
    print('%d passed, %d failed, %d skipped' % (
        passed, failed, sum(len(r.skips) for r in results) + len(skips)))
    return 0 if failed == 0 and passed > 0 else 1


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
