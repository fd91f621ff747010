# SPDX-License-Identifier: MIT
"""Builds a program of the lessons, runs it on every engine and under the checker and the lens, and
says what is wrong in words. For lessons/run and for grade, which stands beside this file.

A program is built twice: plain, as kernels run, and checked, with -DAMP_CHECK -DAMP_LENS. It prints
what report.h explains. Nothing here takes a program at its word that it ends: each run has a limit
of processor time, after which it says where it is, and one of the clock, after which it is killed.
"""
import json
import os
import re
import signal
import subprocess
from collections import namedtuple

ENGINES = ("loops", "fibers", "threads", "vectors")
SECONDS = 4  # of processor time for a run; of the clock ten times that
CHECK = ["-DAMP_CHECK", "-DAMP_LENS", "-fsanitize=thread"]
CLANG_CHECK = ["-mllvm", "-tsan-instrument-read-before-write=1",
               "-mllvm", "-sink-common-insts=0", "-mllvm", "-enable-tail-merge=0"]
# By which the lens knows what a warp does (docs/lens.md, "Build"): of kernels, not of the library.
# A compiler that is too old says #error, and then the lens says that it counts in another way.
WAY = ["-Og", "-fno-reorder-blocks", "-fsanitize-coverage=trace-pc"]
CLANG_WAY = ["-O0", "-fsanitize-coverage=trace-pc,no-prune"]
HAS_WAY = "#if defined(__clang__) ? __clang_major__ < 13 : __GNUC__ < 12\n#error\n#endif\n"

# rc is None where the run was killed by the clock.
Run = namedtuple("Run", "rc out err")
# What is wrong with a program, each a list of sentences: empty where nothing is.
# build: the compiler's words; ends: that it never ends; result, races, memory: what they say.
Verdict = namedtuple("Verdict", "build ends result races memory")


def scale():
    """By what a slow or busy machine lengthens the limits of the clock."""
    return float(os.environ.get("TEST_TIMEOUT_SCALE", "1"))


def run(command, environment, seconds=None, prepare=None):
    """Runs a command, and kills it and what it started at the end of its time."""
    limit = seconds or 10 * SECONDS * scale()
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, env=environment, start_new_session=True,
                          preexec_fn=prepare) as child:
        try:
            out, err = child.communicate(timeout=limit)
            rc = child.returncode
        except subprocess.TimeoutExpired:
            rc, out, err = None, b"", b""
        try:
            os.killpg(child.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        if rc is None:
            try:
                out, err = child.communicate(timeout=2)
            except subprocess.TimeoutExpired:
                pass  # what it started, in a session of its own, still holds the pipes
    return Run(rc, out.decode("utf-8", "replace"), err.decode("utf-8", "replace"))


class Workshop:
    """Where programs are built. amp: the folder of amp.h; folder: for what is built, made here;
    flags: more for the compiler."""

    def __init__(self, amp, folder, compiler="cc", flags=()):
        self.amp, self.folder = os.path.abspath(amp), os.path.abspath(folder)
        self.compiler, self.flags = compiler.split(), list(flags)
        os.makedirs(self.folder, exist_ok=True)
        version = subprocess.run(self.compiler + ["--version"], stdout=subprocess.PIPE,
                                 stderr=subprocess.STDOUT, check=False, text=True).stdout
        self.clang = "clang" in version
        self.way = CLANG_WAY if self.clang else WAY
        if subprocess.run(self.compiler + ["-E", "-x", "c", "-"], input=HAS_WAY, check=False,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True).returncode:
            self.way = []
        # gcc's code has no position of its own here, so that an address names its line
        self.common = ["-std=gnu11", "-O1", "-g", "-fopenmp", "-fno-omit-frame-pointer", "-fno-pie",
                       "-I" + self.amp, "-DAMP_EXTERN"] + self.flags

    def options(self, kind, program=True):
        """The compiler's options: of "plain" or "checked" programs, or of the library for them."""
        if kind == "plain":
            return self.common + ["-DAMP_VECTORS"]
        return (self.common + CHECK + (CLANG_CHECK if self.clang else [])
                + (self.way if program else []))

    def newest(self):
        """When the headers last changed."""
        latest = 0
        for base, folders, files in os.walk(self.amp):
            if base == self.amp:
                folders[:] = [f for f in folders if f == "amp"]
            for name in files:
                if name.endswith(".h"):
                    latest = max(latest, os.stat(os.path.join(base, name)).st_mtime)
        return latest

    def library(self, kind, say=None):
        """The object with the library's code, compiled where it is older than the headers. Returns
        (path, the compiler's words where it failed)."""
        target = os.path.join(self.folder, "amp_%s.o" % kind)
        if os.path.exists(target) and os.stat(target).st_mtime >= self.newest():
            return target, ""
        if say:
            say("compiling the library once, %s ..." % kind)
        source = os.path.join(self.folder, "amp_%s.c" % kind)
        with open(source, "w", encoding="utf-8") as text:
            text.write('#define AMP_IMPLEMENTATION\n#include "amp_lens.h"\n')
        part = target + ".%d" % os.getpid()
        # Without optimisation, since what it runs here is small, and who waits is a learner. But
        # clang would then announce accesses of the lens's own as the kernel's.
        made = subprocess.run(self.compiler + self.options(kind, program=False)
                              + ["-O1" if self.clang and kind == "checked" else "-O0", "-g0",
                                 "-c", source, "-o", part],
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False,
                              text=True)
        if made.returncode != 0:
            return None, made.stdout
        os.replace(part, target)
        return target, ""

    def build(self, source, name, kind, more=(), wrap=None, prepare=None):
        """Builds a program of one file. Returns (its path or None, what the compiler said). wrap
        and prepare confine the compiler as they do a program: see judge."""
        code, words = self.library(kind)
        if code is None:
            return None, words
        confined = wrap or (lambda command, _: command)
        program = os.path.join(self.folder, "%s_%s" % (name, kind))
        own = os.path.dirname(program)
        for command in (
                self.compiler + self.options(kind) + ["-Wall", "-Wextra"] + list(more)
                + ["-c", source, "-o", program + ".o"],
                self.compiler + [program + ".o", code, "-fopenmp", "-pthread", "-no-pie", "-lm",
                                 "-ldl", "-o", program]):
            # Without a cache of the compiler: it lies where a student's text must not write.
            made = run(confined(command, own), dict(os.environ, LC_ALL="C", CCACHE_DISABLE="1"),
                       60 * scale(), prepare)
            if made.rc != 0:
                return None, made.out + made.err or "the compiler took too long, and was stopped"
        return program, ""

    def environment(self, more):
        """The settings of a run: none of whoever started us, but where programs are found."""
        kept = {k: v for k, v in os.environ.items() if not k.startswith(("AMP_", "LESSON_"))}
        kept.update({"LESSON_SECONDS": str(SECONDS), "AMP_VECTORS": "wait",
                     "AMP_VECTORS_CC": self.compiler[-1],
                     "AMP_VECTORS_CACHE": self.cache(), "LC_ALL": "C"})
        kept.update(more)
        return kept

    def cache(self):
        """The folder of compiled kernels, which amp wants for its user alone."""
        folder = os.path.join(self.folder, "vectors")
        os.makedirs(folder, mode=0o700, exist_ok=True)
        return folder

    def line_of(self, program, addresses, source):
        """FILE:LINE of the first address that is in that file, or "" where none is."""
        # a return address is behind its call, so that its line may be the next
        lowered = [addresses[0]] + ["0x%x" % (int(a, 16) - 1) for a in addresses[1:]]
        found = subprocess.run(["addr2line", "-i", "-e", program] + lowered,
                               stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False,
                               text=True).stdout
        for line in found.splitlines():
            line = line.split(" ")[0]
            if os.path.basename(line.rpartition(":")[0]) == os.path.basename(source):
                return line
        return ""


def where(path, line):
    """ "file.c:12: the line's text", for a reader."""
    try:
        with open(path, encoding="utf-8", errors="replace") as text:
            source = text.read().splitlines()[line - 1].strip()
    except (OSError, IndexError):
        source = ""
    return "%s:%d: %s" % (os.path.basename(path), line, source)


def never_ends(workshop, program, source, done):
    """The sentence on a run that did not end, or ""."""
    said = re.search(r"^never ends: .*?((?: 0x[0-9a-f]+)+)$", done.out, re.M)
    if said is None:
        if done.rc is None:
            return "it did not end, and was stopped: does a thread wait for another?"
        return ""
    line = workshop.line_of(program, said.group(1).split(), source)
    if not line:
        return "it never ends, and was stopped after %d s of processor time" % SECONDS
    path, _, number = line.rpartition(":")
    return ("it never ends, and was stopped after %d s of processor time here: %s"
            % (SECONDS, where(path, int(number))))


def findings_of(report):
    """What the checker found, each as sentences: what, the two lines, why, what mends it."""
    try:
        with open(report, encoding="utf-8") as text:
            found = json.load(text)["findings"]
    except (OSError, ValueError, KeyError):
        return []
    said = []
    for f in found:
        if f.get("severity") == "note":
            continue
        what = f.get("array") or ""
        if what and f.get("index"):
            what += "(%s)" % ", ".join(str(i) for i in f["index"])
        lines = ["%s in kernel %s%s" % (f["rule"], f["kernel"], what and ": " + what)]
        for path, line in ((f.get("file"), f.get("line")),
                           (f.get("other_file") or f.get("file"), f.get("other_line"))):
            if path and line and where(path, line) not in lines:
                lines.append(where(path, line))
        lines += ["why:  " + f["message"], "mend: " + f["fix"]]
        said.append("\n".join(lines))
    return said


def worst_of(report):
    """What the lens says of the line that costs most, for each kernel."""
    try:
        with open(report, encoding="utf-8") as text:
            kernels = json.load(text)["kernels"]
    except (OSError, ValueError, KeyError):
        return []
    said = []
    for k in kernels:
        message = (k.get("worst") or {}).get("message")
        if message:
            said.append(re.sub(r"^\S*/", "", message))
    return said


def lines_of(done, word):
    """What the program said behind that word."""
    return [l[len(word) + 2:] for l in done.out.splitlines() if l.startswith(word + ": ")]


def died(done):
    """The sentence on a run that failed without one of its own."""
    if done.rc is not None and done.rc < 0:
        return "it ended by signal %d (%s)" % (-done.rc, signal.Signals(-done.rc).name)
    words = [l for l in done.err.splitlines() if l.strip()]
    return re.sub(r"^\S*/", "", words[-1]) if words else "it ended with status %s" % done.rc


def errors_of(words, source):
    """Of what the compiler said: the errors, and each line of that source that it names."""
    name, said = os.path.basename(source), []
    for line in words.splitlines():
        place = re.match(r"(\S*?)([^/\s:]+:\d+)(:\d+)?:? (.*)", line)
        if ": error: " in line or ": undefined reference" in line:
            said.append("%s: %s" % (place.group(2), place.group(4)) if place else line)
        elif place and place.group(2).startswith(name + ":") and "warning:" not in line:
            said.append("%s: %s" % (place.group(2), place.group(4)))
    kept = [l for i, l in enumerate(said) if l not in said[:i]]
    return "\n".join(kept[:10]) or words.strip()


def judge(workshop, source, name, more=(), engines=ENGINES, wrap=None, prepare=None):
    """Builds and runs a program; a Verdict. more: the compiler's; wrap: what a command becomes so
    that it is confined; prepare: called in the child before it starts."""
    confined = wrap or (lambda command, _: command)
    programs = {}
    for kind in ("plain", "checked"):
        programs[kind], words = workshop.build(source, name, kind, more, wrap, prepare)
        if programs[kind] is None:
            return Verdict([errors_of(words, source)], [], [], [], [])
    own = os.path.join(workshop.folder, name)
    os.makedirs(own, exist_ok=True)
    report, lens = os.path.join(own, "findings.json"), os.path.join(own, "lens.json")
    for old in (report, lens):
        if os.path.exists(old):
            os.remove(old)
    done = run(confined([programs["checked"]], own), workshop.environment({
        "AMP_CHECK_OPTIONS": "report=%s:patience=0.5:color=0" % report,
        "AMP_LENS": "json:" + lens}), prepare=prepare)
    races = findings_of(report)
    memory = [re.sub(r"^\S*/", "", m) for m in lines_of(done, "memory")]
    if memory:
        memory += ["the lens: " + w for w in worst_of(lens)]
    stopped = [] if races else [s for s in [never_ends(workshop, programs["checked"], source, done)]
                                if s]
    stopped += [f for f in races if f.startswith("livelock")]
    if stopped:
        return Verdict([], stopped, [], [], [])
    if not races and done.rc not in (0, 1):
        races = [died(done)]
    wrong = {}
    for engine in engines:
        done = run(confined([programs["plain"]], own),
                   workshop.environment({"AMP_ENGINE": engine}), prepare=prepare)
        said = [s for s in [never_ends(workshop, programs["plain"], source, done)] if s]
        said = said or lines_of(done, "result") or ([died(done)] if done.rc != 0 else [])
        if said:
            wrong[engine] = said
    result = []
    for engine, said in wrong.items():
        others = [e for e in wrong if wrong[e] == said]
        if others[0] == engine:
            on = "" if len(others) == len(engines) else " (on %s)" % ", ".join(others)
            result += [s + on for s in said]
    return Verdict([], [], result, races, memory)
