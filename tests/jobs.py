# SPDX-License-Identifier: MIT
"""Builds and runs jobs of tests/plan.py one by one, without Meson: with gcc at -O0, of any copy of
the tree, counted by gcov where that is asked for. For tools/coverage and tools/plant_library, which
ask of one job at a time what it does. What clang's rows build is built with gcc here.
"""
import importlib.util
import os
import re
import shutil
import signal
import subprocess
import time

# Stands in front of gcc for scripts: what they compile is counted, but for kernels that the library
# itself compiles while it runs. $COVERAGE: the folder of the counts; $COVERAGE_ENDS: below.
WRAPPER = '''#!/bin/sh
link=1
for word; do
    case $word in
    -E | -S | -M | -MM | -fsyntax-only | -shared | -nostdlib | -r | -v | --* | -dump* | -print*)
        exec %(gcc)s "$@" ;;
    -c) link= ;;
    esac
done
[ -n "${COVERAGE:-}" ] || exec %(gcc)s "$@"
mkdir -p "$COVERAGE"
[ -n "$link" ] || exec %(gcc)s "$@" --coverage -dumpdir "$COVERAGE/$$-"
exec %(gcc)s "$@" --coverage -dumpdir "$COVERAGE/$$-" "$COVERAGE_ENDS" %(wraps)s
'''
# Counts are written at exit; here also where a program ends by another way.
ENDS = '''
#include <sys/types.h>
void __gcov_dump(void);
void __gcov_reset(void);
void __real__exit(int) __attribute__((noreturn));
void __real_abort(void) __attribute__((noreturn));
int __real_raise(int);
int __real_kill(pid_t, int);
void __wrap__exit(int) __attribute__((noreturn));
void __wrap__Exit(int) __attribute__((noreturn));
void __wrap_abort(void) __attribute__((noreturn));
int __wrap_raise(int);
int __wrap_kill(pid_t, int);
void __wrap__exit(int s) { __gcov_dump(); __real__exit(s); }
void __wrap__Exit(int s) { __gcov_dump(); __real__exit(s); }
void __wrap_abort(void) { __gcov_dump(); __real_abort(); }
int __wrap_raise(int s) { __gcov_dump(); __gcov_reset(); return __real_raise(s); }
int __wrap_kill(pid_t p, int s) { __gcov_dump(); __gcov_reset(); return __real_kill(p, s); }
'''
WRAPS = ['-Wl,--wrap=%s' % f for f in ('_exit', '_Exit', 'abort', 'raise', 'kill')]


def plan_of(tree):
    """The jobs of the plan, each once, and what they are built from: by name. clang's are behind
    `clang:`; its scripts are left out, since they are gcc's once more."""
    spec = importlib.util.spec_from_file_location('plan', os.path.join(tree, 'tests', 'plan.py'))
    planning = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(planning)
    jobs, programs, libraries = {}, {}, {}
    for compiler in ('gcc', 'clang'):
        plan = planning.Plan(compiler)
        libraries.update(plan.libraries)
        before = '' if compiler == 'gcc' else 'clang:'
        programs.update({before + p.name: p for p in plan.programs})
        for j in plan.jobs:
            if compiler == 'gcc' or j.program or not any(
                    o.file == j.file for o in jobs.values()):
                jobs[before + j.name] = j
    return jobs, programs, libraries


def descendants(pid):
    """The processes that a process has started, and those that they have."""
    children = {}
    for entry in os.listdir('/proc'):
        if entry.isdigit():
            try:
                with open('/proc/%s/stat' % entry, encoding='utf-8', errors='replace') as f:
                    parent = int(f.read().rpartition(')')[2].split()[1])
            except OSError:
                continue
            children.setdefault(parent, []).append(int(entry))
    found, todo = [], [pid]
    while todo:
        mine = children.get(todo.pop(), [])
        found += mine
        todo += mine
    return found


def end_all(p):
    """Ends a process, and all that it has started."""
    for pid in [p.pid] + descendants(p.pid):
        try:
            os.kill(pid, signal.SIGKILL)
        except OSError:
            pass
    p.wait()


def plain(line):
    """What a line of TAP says failed, without its number."""
    return re.sub(r'^not ok\s*[0-9]*\s*-?\s*', '', line)


class Jobs:
    """The jobs of a tree, built below `out`. counted: with gcov's counts."""

    def __init__(self, tree, out, counted=False):
        self.tree, self.out, self.counted = tree, out, counted
        self.failed = [] # the lines of all failures that runs to the end have had
        self.jobs, self.programs, self.libraries = plan_of(tree)
        flags = subprocess.run(['make', '-s', 'flags'], cwd=tree, stdout=subprocess.PIPE,
                               check=True).stdout.decode().split()
        self.warnings = [f for f in flags if f != '-fopenmp' and not f.startswith('-std=')]
        self.flags = ' '.join(flags)
        os.makedirs(out, exist_ok=True)
        self.ends = os.path.join(out, 'ends.o')
        if counted:
            self.make_wrapper()

    def make_wrapper(self):
        folder = os.path.join(self.out, 'bin')
        os.makedirs(folder, exist_ok=True)
        subprocess.run(['gcc', '-x', 'c', '-', '-c', '-o', self.ends], input=ENDS.encode(),
                       check=True)
        for name in ('gcc', 'cc'):
            path = os.path.join(folder, name)
            with open(path, 'w', encoding='utf-8') as f:
                f.write(WRAPPER % {'gcc': shutil.which('gcc'), 'wraps': ' '.join(WRAPS)})
            os.chmod(path, 0o755)

    def forget(self):
        """The tree has changed: what was built is built again."""
        for f in os.listdir(self.out):
            if f.endswith(('.o', '.exe')) and f != 'ends.o':
                os.remove(os.path.join(self.out, f))
        shutil.rmtree(os.path.join(self.out, 'vectors'), ignore_errors=True)

    def compile(self, source, flags, name):
        """The object of a source, built once. Its path, or the compiler's words."""
        path = os.path.join(self.out, name.replace(':', '_') + '.o')
        if os.path.exists(path):
            return path, ''
        flags = ['-O0' if re.fullmatch('-O[0-9s]', f) else f for f in flags]
        counted = ['--coverage'] if self.counted else []
        r = subprocess.run(['gcc', *self.warnings, *flags, *counted, '-c', source, '-o', path],
                           cwd=self.tree, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                           check=False)
        return path, '' if r.returncode == 0 else r.stdout.decode(errors='replace')

    def build(self, name):
        """The program of a job. Its path, or the compiler's words."""
        p = self.programs[('clang:' if name.startswith('clang:') else '') + self.jobs[name].program]
        exe = os.path.join(self.out, name.replace(':', '_') + '.exe')
        if os.path.exists(exe):
            return exe, ''
        objects, why = [], ''
        if p.library:
            made, why = self.compile('tools/libamp.c', self.libraries[p.library].flags, p.library)
            objects = [made]
        if not why:
            made, why = self.compile(p.file, p.flags, name)
            objects = [made] + objects
        if why:
            return exe, why
        counted = ['--coverage', self.ends, *WRAPS] if self.counted else []
        r = subprocess.run(['gcc', *objects, *p.links, *counted, '-lm', '-o', exe], cwd=self.tree,
                           stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
        return exe, '' if r.returncode == 0 else r.stdout.decode(errors='replace')

    def run(self, name, seconds, known=(), counts=None):
        """Runs a job, up to its first failure but those that are known. That line, or ''. At most
        so many seconds. counts: the folder for gcov's counts; then it runs to its end."""
        job = self.jobs[name]
        env = {k: v for k, v in os.environ.items()
               if not re.match(r'(AMP|POCL|OMP|GOMP|KMP|GCOV)_', k)}
        env.update(job.environment, TEST_TIMEOUT_SCALE=str(3 if not counts else 10),
                   OMP_WAIT_POLICY='passive', KMP_DUPLICATE_LIB_OK='TRUE', FLAGS=self.flags,
                   CFLAGS='-O0', FUZZ_COUNT='1000', CC='gcc')
        env.pop('AMP_VECTORS_CC', None)
        if 'AMP_VECTORS' in env:
            env.update(AMP_VECTORS_CC='gcc', AMP_VECTORS_CACHE=os.path.join(self.out, 'vectors'))
        if counts:
            env.update(GCOV_PREFIX=counts, COVERAGE=counts, COVERAGE_ENDS=self.ends)
        if job.program is None:
            env['BUILD'] = os.path.join(self.out, 'script')
            shutil.rmtree(env['BUILD'], ignore_errors=True)
            os.makedirs(env['BUILD'])
            if counts:
                env['PATH'] = os.path.join(self.out, 'bin') + ':' + env['PATH']
                del env['GCOV_PREFIX'] # the wrapper's objects have the folder in their names
            return self.follow(['sh', job.file], env, '', seconds, known, counts)
        exe, why = self.build(name)
        if why:
            return 'it does not build: ' + why.strip().split('\n')[0]
        for engine in job.engines:
            e, _, memory = engine.partition(':')
            e = env if e == 'default' else dict(env, AMP_ENGINE=e)
            if memory == 'separate':
                e = dict(e, AMP_ACCELERATOR='emu:separate')
            example = job.file.startswith('examples/')
            why = self.follow([exe], e, engine, seconds, known, counts, example)
            if why and not counts:
                return why
        return why

    def follow(self, words, env, which, seconds, known, counts, example=False):
        log = os.path.join(self.out, 'log')
        with open(log, 'wb') as to:
            p = subprocess.Popen(words, cwd=self.tree, env=env, stdin=subprocess.DEVNULL, stdout=to,
                                 stderr=subprocess.STDOUT, start_new_session=True)
        end, why = time.time() + seconds, ''
        while True:
            ended = p.poll() is not None
            with open(log, encoding='utf-8', errors='replace') as text:
                failed = [] if example else [x for x in text.read().split('\n')
                                             if x.startswith('not ok') and plain(x) not in known]
            why = failed[0] if failed else ''
            if ended:
                self.failed += failed
            if ended and not why and p.returncode != 0 and not known:
                why = 'exit status %d' % p.returncode
            if ended or (why and not counts):
                break
            if time.time() > end:
                why = 'no end'
                break
            time.sleep(0.2)
        end_all(p)
        return why + (' (%s)' % which if why and which else '')
