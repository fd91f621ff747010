# SPDX-License-Identifier: MIT
"""
amp-gdb.py: gdb's commands for the kernels of amp. docs/debugging.md shows them at work.

    (gdb) source amp-gdb.py
    (gdb) amp break KERNEL if tile (1, 0) thread (3, 2)
    (gdb) run
    (gdb) amp threads           the threads of the stopped tile, and where each stands
    (gdb) amp thread 3 2        goes there: bt, info locals, print; amp thread back
    (gdb) amp watch EXPRESSION  its value in each thread of the tile, as a grid
    (gdb) amp tile              the tile's arrays, as matrices
    (gdb) amp replay 7          runs the program again, with AMP_ORDER=random:7

A fiber is no thread to gdb. What it needs to see one, the stack pointer, the frame pointer and
where it continues, the library keeps in amp__fiber; an unwinder, a class below, shows gdb the
fiber's frames as callers of the frame that the program stopped in. So no register is written: the
program is as it was, and a core file, whose registers cannot be written, works the same.

It is one file, though long, since gdb sources one, and who debugs elsewhere copies one.
"""
import array
import contextlib
import importlib.util
import linecache
import os
import re
import sys

import gdb
import gdb.unwinder

# Stack pointer, frame pointer and program counter, by gdb's name of the architecture; and where
# they lie in the ucontext_t of a fiber (-DAMP_EMU_UCONTEXT), with registers that it keeps besides.
REGISTERS = {
    "i386:x86-64": ("rsp", "rbp", "rip"),
    "aarch64": ("sp", "x29", "pc"),
}
CONTEXT_X86_64 = {"rsp": 15, "rbp": 10, "rip": 16, "rbx": 11, "r12": 4, "r13": 5, "r14": 6,
                  "r15": 7}
SIMPLE, TILED, PHASED = range(3)  # amp__model


def wrong(text):
    """A mistake of the user's, as gdb shows it: one sentence."""
    return gdb.GdbError(text)


# ---- frames -----------------------------------------------------------------------------------


class Away(gdb.unwinder.Unwinder):
    """Where it is set, gdb sees the frames of a waiting fiber behind the innermost function of the
    OS thread that it would run on, as if that had been called there."""

    def __init__(self):
        super().__init__("amp")
        self.there = None  # the fiber's registers, by name; None: gdb sees what is
        self.here = None  # the OS thread, and its own stack pointer and program counter

    def __call__(self, pending):
        if self.there is None or gdb.selected_thread() is None:
            return None
        sp, _, pc = registers()
        if self.here != (gdb.selected_thread().ptid, int(pending.read_register(sp)),
                         int(pending.read_register(pc))):
            return None
        info = pending.create_unwind_info(FrameId(self.there[sp] - 16, self.there[pc]))
        for name, value in self.there.items():
            info.add_saved_register(name, gdb.Value(value))
        return info

    def go(self, there):
        """Shows the fiber with these registers; None: what is. The newest frame is selected."""
        self.there = None
        gdb.invalidate_cached_frames()
        if there is not None:
            sp, _, pc = registers()
            frame = gdb.newest_frame()
            self.here = (gdb.selected_thread().ptid, number(frame.read_register(sp)),
                         number(frame.read_register(pc)))
            self.there = there
            gdb.invalidate_cached_frames()
        gdb.newest_frame().select()

    def first(self):
        """The innermost frame that is to be seen."""
        if self.there is None:
            return gdb.newest_frame()
        sp = registers()[0]
        for frame in frames(gdb.newest_frame()):
            if number(frame.read_register(sp)) == self.there[sp]:
                return frame
        return gdb.newest_frame()


class FrameId:
    """What gdb tells frames apart by."""

    def __init__(self, sp, pc):
        self.sp = gdb.Value(sp)
        self.pc = gdb.Value(pc)


class Callers:
    """A frame filter: of the thread of `amp thread`, `bt` shows the user's functions; `bt
    -no-filters` all."""

    def __init__(self):
        self.name = "amp"
        self.enabled = True
        self.priority = 100
        gdb.frame_filters[self.name] = self

    def filter(self, decorated):
        if FOCUS.index is None or gdb.selected_thread().ptid != FOCUS.ptid:
            return decorated
        return self.shown(decorated)

    @staticmethod
    def shown(decorated):
        sp = registers()[0]
        there, kept = AWAY.there is None, []
        for d in decorated:
            frame = d.inferior_frame()
            there = there or number(frame.read_register(sp)) == AWAY.there[sp]
            if not there:
                continue
            kept = [] if is_library(frame) else kept + [d]
            if is_body(frame):
                return iter(kept)
        return iter(kept)


def registers():
    name = gdb.selected_inferior().architecture().name()
    if name not in REGISTERS:
        raise wrong("fibers can be shown on x86-64 and AArch64, and this is %s: AMP_ENGINE=threads "
                    "makes each thread of a tile one of gdb's" % name)
    return REGISTERS[name]


def number(value):
    """A register or a pointer as a number, not negative."""
    return int(value.cast(gdb.lookup_type("unsigned long"))) & (1 << 64) - 1


def frames(frame):
    """The frame, its caller, and so on."""
    while frame is not None:
        yield frame
        try:
            frame = frame.older()
        except gdb.error:
            return


def name_of(frame):
    return frame.name() or ""


def is_body(frame):
    return name_of(frame).endswith("__body")


def is_library(frame):
    """Whether the frame is of a function of amp."""
    return name_of(frame).startswith("amp_")


def object_of(frame):
    """The file that holds the frame's function: the program, or a library of the system; None
    where it has no debug information."""
    symtab = frame.find_sal().symtab
    return symtab.objfile.filename if symtab is not None else None


def level(frame):
    """How many frames it has called."""
    n = 0
    while frame.newer() is not None:
        n, frame = n + 1, frame.newer()
    return n


def variable(frame, name):
    """The variable of the frame; None where there is none, or the compiler has put it nowhere."""
    try:
        value = frame.read_var(name)
        value.fetch_lazy()
        return None if value.is_optimized_out else value
    except (ValueError, gdb.error):
        return None


@contextlib.contextmanager
def as_it_was():
    """Puts back, at its end, the OS thread, the fiber and the frame that are selected now."""
    os_thread, there = gdb.selected_thread(), AWAY.there
    at = level(gdb.selected_frame())
    try:
        yield
    finally:
        os_thread.switch()
        AWAY.go(there)
        for n, frame in enumerate(frames(gdb.newest_frame())):
            if n == at:
                frame.select()
                break


class Place:
    """Where a thread stands, from a frame on: `body`, the frame of its kernel's text, None outside
    of it; `text`, the innermost frame of the user's own, in the kernel or in a helper."""

    def __init__(self, first):
        self.body = self.text = None
        self.names, called = [], []
        for frame in frames(first):
            self.names.append(name_of(frame))
            called = [] if is_library(frame) else called + [frame]
            if is_body(frame):
                self.body = frame
                program = object_of(frame)
                self.text = next(f for f in called if f == frame or object_of(f) == program)
                return
            if name_of(frame) == "amp__fiber_main":
                return

    def line(self):
        """FILE:LINE, and the line's text."""
        if self.body is None:
            return "", ""
        sal = self.text.find_sal()
        source = linecache.getline(sal.symtab.fullname(), sal.line).strip()
        return "%s:%d" % (os.path.basename(sal.symtab.filename), sal.line), source

    def frame_of(self, function):
        """Its frame of that function; else that of the kernel's text."""
        for frame in frames(self.text):
            if name_of(frame) == function:
                return frame
            if is_body(frame):
                return frame
        return self.body


# ---- what a stopped OS thread works at --------------------------------------------------------


class Thread:
    """A thread of a tile: its linear number and index; `state`, a word; where it stands; and the
    way there: the registers of a fiber, or an OS thread; neither: it is selected, or has no
    stack."""

    def __init__(self, linear, index, state):
        self.linear, self.index, self.state = linear, index, state
        self.where, self.source = "", ""
        self.has_stack = False
        self.stopped = False
        self.registers = self.os_thread = None

    def name(self):
        return text_of(self.index)

    def stands(self, place):
        self.where, self.source = place.line()
        self.has_stack = place.body is not None

    @contextlib.contextmanager
    def visit(self):
        """Its Place, with its OS thread and fiber selected. To be called within as_it_was()."""
        if self.os_thread is not None:
            self.os_thread.switch()
        AWAY.go(self.registers)
        yield Place(AWAY.first())


def text_of(index):
    return "(%s)" % ", ".join(str(i) for i in index)


def product(numbers):
    n = 1
    for i in numbers:
        n *= i
    return n


def index_of(linear, dims):
    index = []
    for n in reversed(dims):
        index.insert(0, linear % n)
        linear //= n
    return tuple(index)


def tile_of(frame_list):
    """The amp__tile * that these frames work at, or None. Optimised code keeps it in the function
    that calls a kernel's text, because that needs it behind the call."""
    for frame in frame_list:
        for name, path in TILE_IN.get(name_of(frame), TILE_ANYWHERE):
            value = variable(frame, name)
            try:
                for field in path if value is not None else ():
                    value = value[field]
                if value is None or value.is_optimized_out:
                    continue
                if value.type.code == gdb.TYPE_CODE_STRUCT and value.address is not None:
                    value = value.address
                if value.type.code == gdb.TYPE_CODE_PTR and number(value):
                    return value.dereference()
            except gdb.error:
                continue
    return None


# Variables of a function that hold an amp__tile or lead to one.
TILE_IN = {
    "amp__team_thread": (("m", ("tile",)),),
    "amp__team_tile": (("m", ("tile",)), ("t", ())),
    "amp__fiber_main": (("self", ("tile",)), ("t", ())),
    "amp__thread_runs": (("t", ()),),
    "amp__phased_tile": (("t", ()),),
    "amp__tiles_run": (("t", ()),),
}
TILE_ANYWHERE = (("amp__t", ()), ("amp__phased", ("tile",)))


class Work:
    """What the selected OS thread works at: a tile, or a box of a simple kernel."""

    def __init__(self):
        self.os_thread = gdb.selected_thread()
        newest = gdb.newest_frame()
        self.frames = list(frames(newest))
        self.names = [name_of(f) for f in self.frames]
        self.place = Place(newest)
        self.tile = None
        self.simple = [f for f in self.frames if name_of(f) == "amp__simple_piece"]
        if self.simple:
            launch = self.simple_launch()
        else:
            self.tile = tile_of(self.frames)
            if self.tile is None:
                raise wrong(self.why_not())
            launch = self.tile["launch"]
        self.launch = launch.dereference()
        kernel = self.launch["kernel"].dereference()
        self.kernel = kernel["name"].string()
        self.model = int(kernel["model"])
        self.rank = int(kernel["rank"])
        self.dims = [int(self.launch["tile"][k]) for k in range(self.rank)]
        self.extent = [int(self.launch["extent"][k]) for k in range(self.rank)]
        if self.tile is not None:
            self.index = tuple(int(self.tile["index"][k]) for k in range(self.rank))
            self.origin = tuple(int(self.tile["origin"][k]) for k in range(self.rank))
            self.count = tuple(int(self.tile["count"][k]) for k in range(self.rank))
            self.engine = "threads" if number(self.tile["team"]) else \
                "fibers" if number(self.tile["begin"]) else "loops"
            if self.engine == "fibers" and "amp__tiles_run" in self.names:  # no fiber's stack
                raise wrong("this OS thread is between two tiles, and at work in none")

    def simple_launch(self):
        for name in ("work", "w", "t"):
            value = variable(self.simple[0], name)
            if value is None:
                continue
            if name == "work":
                value = value.cast(gdb.lookup_type("amp__work").pointer())
            return value["launch"]
        raise wrong("the kernel's launch is not to be found in optimised code: compile with -O0 -g")

    def why_not(self):
        """The sentence where no tile is found."""
        if any(n.endswith("__body") for n in self.names):
            return ("the tile of this kernel is not to be found in optimised code: compile with "
                    "-O0 -g")
        if any(n in ("amp__tiles_piece", "amp__vec_piece", "amp__run_threads") for n in self.names):
            return ("this OS thread is between two tiles, or runs a kernel as vectors, which have "
                    "no threads to show: AMP_ENGINE=fibers has")
        if not has_symbols():
            return "this program has no debug information of amp: compile it with -g, best -O0 -g"
        others = [t for t in tiles_at_work() if t[0] != gdb.selected_thread().num]
        if others:
            return ("no kernel is at work in this OS thread, but in thread %d, kernel %s, tile %s: "
                    "`thread %d` goes there" % (others[0][0], others[0][1], others[0][2],
                                                others[0][0]))
        return ("no kernel is at work where the program stopped: `amp break KERNEL` stops in one "
                "(on an OpenCL device, and as vectors, there are no threads to show)")

    def tile_text(self):
        count = product(e // d for e, d in zip(self.extent, self.dims))
        return "tile %s of %d" % (text_of(self.index), count)

    def heading(self):
        if self.tile is None:
            return "kernel %s, simple: %s threads, some in turn in each OS thread" % (
                self.kernel, " x ".join(str(n) for n in self.extent))
        how = {"fibers": "on fibers", "threads": "on OS threads", "loops": "as loops"}
        return "kernel %s, %s: %s threads %s" % (
            self.kernel, self.tile_text(), " x ".join(str(n) for n in self.dims),
            how[self.engine])

    # The threads of the tile, in the order of their numbers.

    def threads(self):
        if self.tile is None:
            return self.simple_threads()
        return {"fibers": self.fibers, "threads": self.members,
                "loops": self.in_turn}[self.engine]()

    def blank(self, state):
        return [Thread(n, index_of(n, self.dims), state) for n in range(product(self.dims))]

    def fibers(self):
        """A fiber runs thread order[k]; where none has met a barrier, the first runs one thread
        after another, and the others have not begun."""
        tile = self.tile
        result = self.blank("not begun")
        count = int(tile["threads"])
        started = int(tile["started"])
        memory = gdb.selected_inferior().read_memory(number(tile["order"]), 4 * count)
        order = array.array("i", memory.tobytes())
        first = tile["begin"]
        sp = number(gdb.newest_frame().read_register(registers()[0]))
        for k in order[:started]:
            result[k].state = "ended"
        running = None
        for k in range(count):
            fiber = first[k]
            if 0 <= sp - number(fiber["bottom"]) < int(fiber["size"]):
                running = k
                break
        if running is None:  # a handler of signals has a stack of its own
            running = (number(tile["fiber"]) - number(first)) // first.dereference().type.sizeof
        if started:
            thread = result[int(first[running]["thread"])]
            thread.stands(self.place)
            thread.state = "stopped" if thread.has_stack else "ended"
            thread.stopped = True
        if int(tile["arrived"]):
            with as_it_was():
                for k in range(started):
                    if k == running:
                        continue
                    thread = result[int(first[k]["thread"])]
                    thread.registers = fiber_registers(first[k])
                    with thread.visit() as place:
                        thread.stands(place)
                    main = [n for n in place.names if n in ("amp__fiber_main", "amp__fiber_enter")]
                    thread.state = "waits" if thread.has_stack else "ended" if main else "unseen"
        return result

    def members(self):
        """An OS thread is a thread of the tile; which, its own tile says."""
        result = self.blank("not begun")
        team, home = number(self.tile["team"]), self.os_thread.num
        home = FOCUS.home.num if FOCUS.home is not None and FOCUS.home.is_valid() else home
        with as_it_was():
            AWAY.go(None)
            for os_thread in gdb.selected_inferior().threads():
                os_thread.switch()
                newest = gdb.newest_frame()
                tile = tile_of(frames(newest))
                if tile is None or number(tile["team"]) != team:
                    continue
                thread = result[int(tile["thread"])]
                thread.os_thread = os_thread
                place = Place(newest)
                thread.stands(place)
                thread.stopped = os_thread.num == home
                index = tuple(int(tile["index"][k]) for k in range(self.rank))
                if not thread.has_stack:
                    ended = "amp__team_arrive" in place.names
                    thread.state = "ended" if ended else "not begun"
                elif index != self.index:
                    thread.state = "in tile " + text_of(index)
                elif thread.stopped:
                    thread.state = "stopped"
                else:
                    thread.state = "waits" if "amp__team_arrive" in place.names else "at work"
        return result

    def in_turn(self):
        """A phase is a loop over the tile's threads: one is at work, and those before it have done
        this phase."""
        result = self.blank("between phases")
        body = self.place.body
        if body is None:
            return result
        at = [variable(body, "amp__" + axis) for axis in "zyx"]
        if all(v is None for v in at):
            return result
        at = [0 if v is None or v.is_optimized_out else int(v) for v in at][3 - self.rank:]
        if any(not 0 <= i < n for i, n in zip(at, self.dims)):
            for thread in result:
                thread.state = "optimised"
            return result
        here = 0
        for i, n in zip(at, self.dims):
            here = here * n + i
        for thread in result:
            thread.state = "done" if thread.linear < here else "to come"
        result[here].stands(self.place)
        result[here].state = "stopped"
        result[here].stopped = True
        return result

    def simple_threads(self):
        """One for each OS thread that is in the kernel's text. They have no linear number."""
        result = []
        with as_it_was():
            for os_thread in gdb.selected_inferior().threads():
                os_thread.switch()
                AWAY.go(None)
                place = Place(gdb.newest_frame())
                if place.body is None or name_of(place.body) != self.kernel + "__body":
                    continue
                thread = Thread(0, simple_index(place.body, self.rank), "at work")
                thread.os_thread = os_thread
                thread.stopped = os_thread.num == self.os_thread.num
                thread.state = "stopped" if thread.stopped else "at work"
                thread.stands(place)
                result.append(thread)
        return sorted(result, key=lambda thread: [str(i).rjust(10) for i in thread.index])

    def find(self, index):
        """The thread with that index; a sentence where there is none."""
        check_indices(self.kernel, self.dims, self.model, None, index)
        if self.tile is None:
            for thread in self.simple_threads():
                if thread.index == index:
                    return thread
            raise wrong("thread %s of kernel %s is not at work: a simple kernel's threads run one "
                        "after another: `amp break %s if thread %s` stops there" % (
                            text_of(index), self.kernel, self.kernel, text_of(index)))
        for thread in self.threads():
            if thread.index == index:
                return thread
        raise AssertionError


def simple_index(body, rank):
    """idx of a simple kernel, as far as the compiler has kept it."""
    try:
        idx = variable(body, "idx")
        if idx is not None and number(idx):
            return tuple(int(idx[k]) for k in range(rank))
    except gdb.error:
        pass
    return ("?",) * rank


def fiber_registers(fiber):
    """Where a fiber that waits continues."""
    names = registers()
    if any(f.name == "context" for f in fiber.type.fields()):
        machine = fiber["context"]["uc_mcontext"]
        if names[0] == "rsp":
            saved = [f.name for f in machine.type.fields() if f.name.endswith("gregs")][0]
            return {name: number(machine[saved][k]) for name, k in CONTEXT_X86_64.items()}
        there = {"x%d" % k: number(machine["regs"][k]) for k in range(19, 31)}
        there.update(sp=number(machine["sp"]), pc=number(machine["pc"]))
        return there
    return {name: number(fiber[field]) for name, field in zip(names, ("sp", "fp", "pc"))}


def has_symbols():
    try:
        gdb.lookup_type("amp__tile")
        return True
    except gdb.error:
        return False


def tiles_at_work():
    """(number of the OS thread, kernel, tile) of each that is in a kernel's text."""
    found = []
    with as_it_was():
        for os_thread in sorted(gdb.selected_inferior().threads(), key=lambda t: t.num):
            os_thread.switch()
            AWAY.go(None)
            place = Place(gdb.newest_frame())
            if place.body is None:
                continue
            tile = tile_of(frames(gdb.newest_frame()))
            kernel = name_of(place.body)[:-len("__body")]
            index = "?"
            if tile is not None and number(tile["launch"]):
                rank = int(tile["launch"]["kernel"]["rank"])
                index = text_of(tuple(int(tile["index"][k]) for k in range(rank)))
                if int(tile["launch"]["kernel"]["model"]) == SIMPLE:
                    index = "none, simple"
            elif "amp__simple_piece" in [name_of(f) for f in frames(place.body)]:
                index = "none, simple"
            found.append((os_thread.num, kernel, index, place.line()))
    return found


def stopped():
    """A sentence where there is nothing to look at."""
    if gdb.selected_thread() is None:
        raise wrong("no program is stopped here: `amp break KERNEL`, then `run`, stops in a kernel")
    if gdb.selected_thread().is_running():
        raise wrong("the program runs: `interrupt` stops it")


def work_here():
    """What the OS thread that is selected works at, whichever thread `amp thread` has shown."""
    stopped()
    with as_it_was():
        AWAY.go(None)
        return Work()


# ---- texts ------------------------------------------------------------------------------------


def show(value):
    """A value in as few characters as say what it is."""
    kind = value.type.strip_typedefs()
    if value.is_optimized_out:
        return "<optimized out>"
    if kind.code == gdb.TYPE_CODE_FLT:
        return ("%.7g" if kind.sizeof == 4 else "%.10g") % float(value)
    if kind.code == gdb.TYPE_CODE_INT and kind.sizeof == 1:
        return str(int(value))
    if kind.code == gdb.TYPE_CODE_STRUCT and all(f.name for f in kind.fields()):
        return "{%s}" % ", ".join(show(value[f.name]) for f in kind.fields())
    return str(value).replace("\n", " ")


def members_of(kind):
    """"{re, im}" of a structure, which show() leaves out; "" of another type."""
    kind = kind.strip_typedefs()
    if kind.code != gdb.TYPE_CODE_STRUCT or not all(f.name for f in kind.fields()):
        return ""
    return " {%s}" % ", ".join(f.name for f in kind.fields())


def grid(values, dims, mark=None):
    """Prints values, in linear order, as lines, matrices or slices of those; those for which
    mark(linear number) holds with a *."""
    texts = [v + ("*" if mark and mark(n) else " ") for n, v in enumerate(values)]
    cell = max(len(t) for t in texts)
    if len(dims) == 3:
        size = dims[1] * dims[2]
        for k in range(dims[0]):
            print("[%d]" % k)
            matrix(texts[k * size:(k + 1) * size], dims[1], dims[2], cell)
    elif len(dims) == 2:
        matrix(texts, dims[0], dims[1], cell)
    else:
        n = 1
        while n * 2 <= dims[0] and n < 16 and (n * 2) * (max(cell, 4) + 1) <= 84:
            n *= 2
        n = dims[0] if dims[0] * (max(cell, 4) + 1) <= 84 else n
        label = len(str(dims[0] - 1))
        cell = max(cell, len("+%d " % (n - 1)))
        if dims[0] > n:
            print(" " * label + "".join(" " + ("+%d " % k).rjust(cell) for k in range(n)).rstrip())
        else:
            label = 0
        for k in range(0, dims[0], n):
            row = "".join(" " + t.rjust(cell) for t in texts[k:k + n])
            print(((str(k).rjust(label) if label else "") + row).rstrip())


def matrix(texts, rows, columns, cell):
    """Rows and columns with their numbers; where gdb's width is too small, some columns first."""
    label = len(str(rows - 1))
    cell = max(cell, len(str(columns - 1)) + 1)
    width = gdb.parameter("width") or 0
    fit = max(1, (width - label - 1) // (cell + 1)) if width else columns
    for first in range(0, columns, fit):
        shown = range(first, min(first + fit, columns))
        print(" " * label + "".join(" " + ("%d " % j).rjust(cell) for j in shown).rstrip())
        for i in range(rows):
            row = "".join(" " + texts[i * columns + j].rjust(cell) for j in shown)
            print((str(i).rjust(label) + row).rstrip())


def numbers(text, what):
    """The indices in "3 2", "3, 2" or "(3, 2)"."""
    found = re.fullmatch(r"\s*\(?\s*(\d+(?:\s*,\s*|\s+))*(\d+)\s*\)?\s*", text)
    if not found:
        raise wrong("%s: the indices of a %s are numbers, as in (3, 2)" % (text.strip(), what))
    return tuple(int(n) for n in re.findall(r"\d+", text))


# ---- expressions of the kernel language -------------------------------------------------------


def split_call(text, at):
    """The arguments of the call whose ( is at `at`, and where it ends."""
    depth, start, arguments = 0, at + 1, []
    for k in range(at, len(text)):
        c = text[k]
        if c in "([{":
            depth += 1
        elif c in ")]}":
            depth -= 1
        if (c == "," and depth == 1) or depth == 0:
            arguments.append(text[start:k].strip())
            start = k + 1
        if depth == 0:
            return arguments, k + 1
    raise wrong("%s: a ) is missing" % text)


def plain(text, linear):
    """The expression in plain C, for gdb: at, at_index and mine are macros, which it does not know.
    linear: the thread's number, for mine."""
    found = re.search(r"(?<![\w.>])(amp_)?(at_index|at|mine)\s*\(", text)
    if not found:
        return text
    arguments, end = split_call(text, found.end() - 1)
    arguments = [plain(a, linear) for a in arguments]
    name, rest = arguments[0], arguments[1:]
    if found.group(2) == "mine":
        made = name + "".join("[%s]" % a for a in rest) + "[%d]" % linear
    else:
        try:
            rank = int(gdb.parse_and_eval("sizeof(%s_shape.extent) / sizeof(int)" % name))
        except gdb.error:
            raise wrong("%s is no view of this kernel, or is not to be seen here" % name)
        if found.group(2) == "at_index":
            rest = ["%s[%d]" % (rest[0] if rest else "idx", k) for k in range(rank)]
        if len(rest) != rank:
            raise wrong("view %s has %d ind%s, and here %d stand%s" % (
                name, rank, "ex" if rank == 1 else "ices", len(rest),
                "s" if len(rest) == 1 else ""))
        terms = ["(%s) * %s_shape.stride[%d]" % (a, name, k) for k, a in enumerate(rest[:-1])]
        made = "%s[%s]" % (name, " + ".join(terms + ["(%s)" % rest[-1]]))
    return text[:found.start()] + "(" + made + ")" + plain(text[end:], linear)


def of_thread(text, work, thread):
    """The expression for that thread, in plain C. In a phased kernel tidx is there only inside of a
    phase, and as loops it is that of the thread at work: its numbers are put in its place."""
    made = plain(text, thread.linear)
    if work.model != PHASED:
        return made
    values = {"local": thread.index, "tile": work.index, "tile_origin": work.origin,
              "tile_count": work.count,
              "global": tuple(o + i for o, i in zip(work.origin, thread.index))}

    def put(found):
        k = int(found.group(2))
        beyond = "1" if found.group(1) == "tile_count" else "0"
        return str(values[found.group(1)][k]) if k < work.rank else beyond

    return re.sub(r"\btidx\s*\.\s*(global|local|tile_origin|tile_count|tile)\s*\[\s*(\d+)\s*\]", put, made)


def evaluate(expression):
    """What gdb finds for it in the selected frame."""
    return show(gdb.parse_and_eval(expression))


def names_of_phase(body):
    """The variables that a phase as a loop has for the thread at work alone."""
    found, block, inside = set(), body.block(), []
    while block is not None and block.function is None:
        inside.append([s.name for s in block if s.is_variable])
        if "tidx" in inside[-1]:
            found.update(name for names in inside for name in names)
            break
        block = block.superblock
    return found


# ---- tile arrays ------------------------------------------------------------------------------


def tile_arrays(work, place):
    """(name, element type, dimensions, address) of each, in the order of their declarations; the
    address is None where the thread has not come to the declaration. amp__whole_NAME, which the
    macro makes, has a type that says it all; its value optimised code leaves out."""
    block, found = place.body.block(), {}
    while block is not None:
        for symbol in block:
            if symbol.is_variable:
                found.setdefault(symbol.name, symbol)
        if block.function is not None:
            break
        block = block.superblock
    whole = [s for s in found.values() if s.name.startswith("amp__whole_")]
    fiber = work.tile["fiber"]
    declared = int((fiber if int(fiber) else work.tile)["declared"]["carved"])
    carved, arrays = 0, []
    for symbol in sorted(whole, key=lambda s: s.line):
        name = symbol.name[len("amp__whole_"):]
        element, dims = symbol.type.strip_typedefs().target().strip_typedefs(), []
        size = element.sizeof
        while element.code == gdb.TYPE_CODE_ARRAY and len(dims) < 3:
            dims.append(element.range()[1] + 1)
            element = element.target()
        # As amp__tile_static carves it.
        align = 64 if size >= 256 and element.alignof < 64 else element.alignof
        start = (carved + align - 1) // align * align
        carved = start + size
        memory = number(work.tile["memory"])
        address = memory + start if memory and carved <= declared else None
        if "amp__store_" + name not in found:  # a build for the checker, which carves its own
            pointer = variable(place.body, name)
            address = number(pointer) if pointer is not None else None
        elif work.engine == "loops":
            store = variable(place.body, "amp__store_" + name)
            if store is not None and store.type.sizeof == size:
                address = number(store.address) if store.address is not None else None
        arrays.append((name, element, dims, address or None))
    return arrays


# ---- the commands -----------------------------------------------------------------------------


class Focus:
    """What `amp thread` has shown: the thread and its OS thread, and the one selected before."""

    def __init__(self):
        self.index = self.home = self.ptid = None

    def clear(self, *_):
        """The program continues: gdb sees again what is."""
        self.index = self.home = None
        AWAY.there = None


class Command(gdb.Command):
    """A command of amp: what goes wrong is one sentence."""

    def __init__(self, name, completer=gdb.COMPLETE_NONE, prefix=False):
        super().__init__(name, gdb.COMMAND_USER, completer, prefix)

    def invoke(self, argument, _):
        self.dont_repeat()
        try:
            self.do(argument.strip())
        except gdb.MemoryError as fault:
            raise wrong("%s: is the pointer right, and the core file whole?" % fault)
        except gdb.error as fault:
            raise wrong(str(fault))


class Amp(Command):
    """The kernels of amp: `help amp` lists the commands."""

    def __init__(self):
        super().__init__("amp", gdb.COMPLETE_COMMAND, True)

    def do(self, argument):
        if argument:
            raise wrong("amp %s: there is no such command: `help amp` lists them" % argument)
        gdb.execute("help amp")


class Threads(Command):
    """The threads of the stopped tile, and the line where each stands or waits: amp threads [all]
Neighbours that stand alike are one line; all: a line each. * is where the program stopped, > what
`amp thread` has shown."""

    def __init__(self):
        super().__init__("amp threads")

    def do(self, argument):
        if argument not in ("", "all"):
            raise wrong("amp threads %s: it may be `amp threads` or `amp threads all`" % argument)
        work = work_here()
        with as_it_was():
            AWAY.go(None)
            threads = work.threads()
        linecache.checkcache()
        print(work.heading())
        if not threads:
            print("no OS thread is in its text")
            return
        if threads[0].state == "between phases":
            print("between two phases: no thread is at work, and all have done what came before")
            return
        if threads[0].state == "optimised":
            print("optimised code runs several threads at once: with -O0 each has its turn")
            return
        groups = []
        for thread in threads:
            like = (thread.state, thread.where, thread.stopped, thread.index == FOCUS.index)
            if groups and groups[-1][0] == like and not argument and work.tile is not None:
                groups[-1][2] = thread
            else:
                groups.append([like, thread, thread])
        rows = [("", "thread", "count", "state", "line", "")]
        for (state, where, is_stopped, in_focus), first, last in groups:
            name = first.name() if first is last else "%s to %s" % (first.name(), last.name())
            rows.append(("*" if is_stopped else ">" if in_focus else "", name,
                         str(last.linear - first.linear + 1), state, where, first.source))
        width = [max(len(row[k]) for row in rows) for k in range(5)]
        for row in rows:
            print(("%1s %s  %s  %s  %s  %s" % (
                row[0], row[1].ljust(width[1]), row[2].rjust(width[2]), row[3].ljust(width[3]),
                row[4].ljust(width[4]), row[5])).rstrip())


class ShowThread(Command):
    """Goes to a thread of the stopped tile: amp thread 3 2; amp thread back
bt, up, info locals and print are then of that thread. Nothing of the program changes: `continue`
and `step` go on in the thread in which it stopped, which `amp thread back` shows again."""

    def __init__(self):
        super().__init__("amp thread")

    def do(self, argument):
        stopped()
        if argument == "back":
            if FOCUS.index is None:
                raise wrong("this is the thread in which the program stopped")
            if FOCUS.home.is_valid():
                FOCUS.home.switch()
            FOCUS.clear()
            AWAY.go(None)
            place = Place(gdb.newest_frame())
            (place.text or gdb.newest_frame()).select()
            self.tell(work_here(), place)
            return
        work = work_here()
        if not argument:
            with as_it_was():
                AWAY.go(None)
                at = [t for t in work.threads() if t.stopped]
            print("the program stopped in thread %s%s" % (
                at[0].name() if at else "that is none of the tile's",
                ", and `amp thread` shows thread %s" % text_of(FOCUS.index) if FOCUS.index else ""))
            return
        index = numbers(argument, "thread")
        with as_it_was():
            AWAY.go(None)
            thread = work.find(index)
        if not thread.has_stack:
            reasons = {
                "not begun": "has not begun",
                "ended": "has ended",
                "done": "has done this phase, and as loops has no stack of its own: "
                        "AMP_ENGINE=fibers gives it one",
                "to come": "comes later in this phase, and as loops has no stack of its own: "
                           "AMP_ENGINE=fibers gives it one",
                "between phases": "is between two phases, as all are",
                "optimised": "has no stack of its own, as loops: AMP_ENGINE=fibers gives it one",
                "unseen": "stands in code whose callers gdb cannot find: compile all of it with -g",
            }
            raise wrong("thread %s %s" % (thread.name(), reasons.get(
                thread.state, "stands outside of its kernel")))
        home = FOCUS.home or gdb.selected_thread()
        if thread.os_thread is not None:
            thread.os_thread.switch()
        AWAY.go(thread.registers)
        place = Place(AWAY.first())
        place.text.select()
        if thread.stopped:
            FOCUS.clear()
        else:
            FOCUS.index, FOCUS.home = thread.index, home
            FOCUS.ptid = gdb.selected_thread().ptid
        self.tell(work, place, thread)

    @staticmethod
    def tell(work, place, thread=None):
        """Whose line it is, and the line."""
        if thread is None:
            with as_it_was():
                thread = next((t for t in work.threads() if t.stopped), None)
        if thread is None or place.body is None:
            gdb.execute("frame")
            return
        of = " of tile " + text_of(work.index) if work.tile is not None else ""
        sal = place.text.find_sal()
        source = linecache.getline(sal.symtab.fullname(), sal.line).rstrip("\n")
        print("thread %s%s, %s" % (thread.name(), of, place.line()[0]))
        print("%d\t%s" % (sal.line, source))


def selected_thread(work):
    """The thread that `amp thread` shows, or in which the program stopped; in its text, where
    the selected frame is not there. To be called within as_it_was()."""
    with as_it_was():
        AWAY.go(None)
        threads = [t for t in work.threads()
                   if (t.index == FOCUS.index if FOCUS.index else t.stopped)]
    place = Place(AWAY.first())
    if not threads or place.body is None:
        raise wrong("no thread of the tile is selected: `amp threads` lists them")
    if gdb.selected_frame() not in list(frames(place.text)):
        place.text.select()
    return threads[0]


class Print(Command):
    """Prints an expression of the thread that is selected: amp print at(A, i, j + 1)
As `print`, but it knows at, at_index and mine."""

    def __init__(self):
        super().__init__("amp print", gdb.COMPLETE_EXPRESSION)

    def do(self, argument):
        if not argument:
            raise wrong("amp print EXPRESSION: the expression is missing")
        work = work_here()
        with as_it_was():
            thread = selected_thread(work)
            try:
                print("%s = %s" % (argument, evaluate(of_thread(argument, work, thread))))
            except gdb.MemoryError:
                raise wrong("%s is outside of the program's memory" % argument)
            except gdb.error as fault:
                raise wrong("%s has no value here: %s" % (argument, fault))


class Locals(Command):
    """The variables of the thread that is selected: amp locals
As `info locals`, without those that the library's macros make."""

    def __init__(self):
        super().__init__("amp locals")

    def do(self, argument):
        if argument:
            raise wrong("amp locals %s: it takes nothing: `print` shows one variable" % argument)
        work = work_here()
        with as_it_was():
            selected_thread(work)
            frame = gdb.selected_frame()
            block, seen = frame.block(), {}
            while block is not None:
                for symbol in block:
                    if symbol.is_variable or symbol.is_argument:
                        seen.setdefault(symbol.name, symbol)
                if block.function is not None:
                    break
                block = block.superblock
            for name, symbol in seen.items():
                kind = symbol.type.strip_typedefs()
                if name == "tidx" and variable(frame, name) is not None:
                    tidx = variable(frame, name)
                    print("tidx: " + ", ".join("%s %s" % (field, text_of(
                        int(tidx[field][k]) for k in range(work.rank)))
                        for field in ("global", "local", "tile")))
                elif name == "idx" and work.tile is None:
                    print("idx = " + text_of(simple_index(frame, work.rank)))
                elif "amp__whole_" + name in seen:
                    print("%s: tile memory, `amp tile %s`" % (name, name))
                elif not name.startswith("amp_") and not (symbol.is_argument and (
                        name.endswith("_shape") or kind.code == gdb.TYPE_CODE_PTR)):
                    value = variable(frame, name)
                    print("%s = %s" % (name, "<optimized out>" if value is None else show(value)))


class Watch(Command):
    """The value of an expression in each thread of the tile, as a grid: amp watch EXPRESSION
It may use at, at_index and mine. * is the thread in which the program stopped."""

    def __init__(self):
        super().__init__("amp watch", gdb.COMPLETE_EXPRESSION)

    def do(self, argument):
        if not argument:
            raise wrong("amp watch EXPRESSION: the expression is missing")
        work = work_here()
        function = name_of(gdb.selected_frame())
        legend, why, values = {}, None, []
        with as_it_was():
            AWAY.go(None)
            threads = work.threads()
            if work.tile is None:
                self.simple(work, threads, argument, function)
                return
            if work.engine == "loops":
                self.tell_names(work, argument)
            for thread in threads:
                if work.engine == "loops" and work.place.body is not None:
                    AWAY.go(None)
                    place = Place(gdb.newest_frame())
                    text, fault = self.value(argument, work, thread, place, function)
                elif thread.has_stack:
                    with thread.visit() as place:
                        text, fault = self.value(argument, work, thread, place, function)
                else:
                    text, fault = "-", None
                    legend["-"] = "the thread has not begun, or has ended" \
                        if thread.state != "unseen" else "gdb cannot find where the thread stands"
                if fault is not None:
                    why = why or fault
                    legend["?"] = ("where the thread stands there is no such variable, or the "
                                   "compiler has left it out")
                values.append(text)
        if all(v in "?-" for v in values):
            raise wrong("%s has no value in any thread of the tile: %s" % (
                argument, why or "no thread of it is in its kernel's text"))
        print("%s, %s: %s" % (work.kernel, "tile " + text_of(work.index), argument))
        grid(values, work.dims, lambda n: threads[n].stopped)
        for sign in sorted(legend):
            print("%s: %s" % (sign, legend[sign]))

    @staticmethod
    def value(argument, work, thread, place, function):
        """(text, None), or ("?", why not)."""
        place.frame_of(function).select()
        try:
            text = evaluate(of_thread(argument, work, thread))
            return ("?", "optimised code has left it out: compile with -O0 -g") \
                if text == "<optimized out>" else (text, None)
        except gdb.MemoryError as fault:
            return "?", str(fault)
        except gdb.error as fault:
            return "?", str(fault)

    @staticmethod
    def tell_names(work, argument):
        """A sentence for what only the thread at work has."""
        if work.place.body is None:
            return
        here = names_of_phase(work.place.body) - {"tidx"}
        for name in re.findall(r"(?<![\w.>])[A-Za-z_]\w*", argument):
            if name in here:
                raise wrong("%s is a variable of the phase: as loops only the thread at work has "
                            "one. AMP_ENGINE=fibers gives each its own" % name)

    def simple(self, work, threads, argument, function):
        print("%s: %s" % (work.kernel, argument))
        for thread in threads:
            with thread.visit() as place:
                text, fault = self.value(argument, work, thread, place, function)
            if fault is not None:
                raise wrong("%s has no value here: %s" % (argument, fault))
            print("thread %s: %s%s" % (thread.name(), text, " *" if thread.stopped else ""))


class Tile(Command):
    """The tile's arrays as matrices: amp tile [NAME]"""

    def __init__(self):
        super().__init__("amp tile", gdb.COMPLETE_SYMBOL)

    def do(self, argument):
        work = work_here()
        if work.tile is None:
            raise wrong("kernel %s is simple: it has no tile, and no tile arrays" % work.kernel)
        with as_it_was():
            AWAY.go(None)
            self.print(work, argument)

    def print(self, work, argument):
        place = work.place
        if place.body is None:
            threads = [t for t in work.threads() if t.has_stack]
            if not threads:
                raise wrong("no thread of the tile is in the text of kernel %s" % work.kernel)
            with threads[0].visit() as place:
                self.arrays(work, place, argument)
        else:
            self.arrays(work, place, argument)

    @staticmethod
    def arrays(work, place, argument):
        arrays = tile_arrays(work, place)
        if not arrays:
            raise wrong("kernel %s has no tile arrays" % work.kernel)
        if argument and argument not in [a[0] for a in arrays]:
            raise wrong("kernel %s has no tile array %s, but %s" % (
                work.kernel, argument, ", ".join(a[0] for a in arrays)))
        print("%s, tile %s" % (work.kernel, text_of(work.index)))
        for name, element, dims, address in arrays:
            if argument and name != argument:
                continue
            what = "%s %s%s%s" % (element, name, "".join("[%d]" % n for n in dims),
                                  members_of(element))
            if address is None:
                print("%s: the thread has not come to its declaration%s" % (
                    what, ", or the code is optimised" if work.engine == "loops" else ""))
                continue
            print(what)
            value = gdb.Value(address).cast(element.pointer())
            grid([show(value[k]) for k in range(product(dims))], dims)


class Tiles(Command):
    """Which OS thread is in which kernel and tile: amp tiles"""

    def __init__(self):
        super().__init__("amp tiles")

    def do(self, argument):
        stopped()
        found = tiles_at_work()
        if not found:
            raise wrong(Work.why_not(Nothing()))
        for num, kernel, index, (where, source) in found:
            print("%s thread %d: kernel %s, tile %s, %s  %s" % (
                "*" if num == gdb.selected_thread().num else " ", num, kernel, index, where,
                source))


class Nothing:
    """Frames of no kernel, for Work.why_not."""

    names = ()


def check_indices(kernel, dims, model, tile, thread):
    """A sentence for indices that no tile or thread of the kernel has."""
    rank = len(dims)
    for what, index in (("tile", tile), ("thread", thread)):
        if index is not None and len(index) != rank:
            raise wrong("a %s of kernel %s has %d ind%s, and %s has %d" % (
                what, kernel, rank, "ex" if rank == 1 else "ices", text_of(index), len(index)))
    if thread is not None and model != SIMPLE and any(i >= n for i, n in zip(thread, dims)):
        raise wrong("there is no thread %s: a tile of kernel %s has %s threads" % (
            text_of(thread), kernel, " x ".join(str(n) for n in dims)))


CONDITION = re.compile(r"(?:\s*tile{0})?(?:\s*(?:&&)?\s*thread{0})?\s*(?:&&(.*))?".format(
    r"(?:\s*\(([^()]*)\)|\s+(\d+(?:[\s,]+\d+)*))"))


def condition(text):
    """Tile, thread and expression of "tile (1, 0) thread (3, 2) && EXPRESSION", None for what is
    not asked for; None for another text."""
    found = CONDITION.fullmatch(text)
    if not found or not text.strip():
        return None
    tile, thread = found.group(1) or found.group(2), found.group(3) or found.group(4)
    return (numbers(tile, "tile") if tile is not None else None,
            numbers(thread, "thread") if thread is not None else None,
            found.group(5).strip() if found.group(5) else None)


class Is(gdb.Function):
    """$amp_is("tile (1, 0) thread (3, 2) && EXPRESSION"): whether the program stands there. The
    condition of the breakpoints that `amp break` makes."""

    def __init__(self):
        super().__init__("amp_is")
        self.right = set()  # conditions whose indices the kernel has

    def invoke(self, text):
        text = text.string()
        asked = condition(text)
        if asked is None:
            raise wrong("$amp_is: %s: it may be \"tile (1, 0) thread (3, 2) && EXPRESSION\"" % text)
        tile, thread, expression = asked
        if text not in self.right:
            work = Work()
            check_indices(work.kernel, work.dims, work.model, tile, thread)
            self.right.add(text)
        for frame in frames(gdb.selected_frame()):
            if is_body(frame):
                break
        else:
            return False
        if tile is not None or thread is not None:
            of, index = self.indices(frame, len(thread or ()))
            if tile is not None and tile != of[:len(tile)]:
                return False
            if thread is not None and thread != index[:len(thread)]:
                return False
        return expression is None or bool(gdb.parse_and_eval(plain(expression, 0)))

    @staticmethod
    def indices(body, rank):
        """The tile's and the thread's, three numbers each; of a simple kernel `rank` numbers, the
        latter."""
        tidx = variable(body, "tidx")
        try:
            if tidx is not None:
                return (tuple(int(tidx["tile"][k]) for k in range(3)),
                        tuple(int(tidx["local"][k]) for k in range(3)))
        except gdb.error:
            pass
        idx = variable(body, "idx")
        if idx is not None and idx.type.code == gdb.TYPE_CODE_PTR and number(idx):
            return (), tuple(int(idx[k]) for k in range(rank))
        work = Work()
        if work.tile is None:
            raise gdb.error("which thread this is, optimised code does not say")
        tile = tuple(int(work.tile["index"][k]) for k in range(3))
        if work.engine == "fibers":
            sp = number(gdb.newest_frame().read_register(registers()[0]))
            for k in range(int(work.tile["threads"])):
                fiber = work.tile["begin"][k]
                if 0 <= sp - number(fiber["bottom"]) < int(fiber["size"]):
                    thread = int(fiber["thread"])
                    break
        elif work.engine == "threads":
            thread = int(work.tile["thread"])
        else:
            return tile, (-1, -1, -1)
        dims = [int(work.launch["tile"][k]) for k in range(3)]
        return tile, index_of(thread, dims)


class Break(Command):
    """Stops in a kernel: amp break WHERE [if [tile (1, 0)] [thread (3, 2)] [&& EXPRESSION]]
WHERE: a kernel's name, or FILE:LINE of its text. In a simple kernel `thread` is idx."""

    def __init__(self):
        super().__init__("amp break", gdb.COMPLETE_LOCATION)

    form = "amp break KERNEL [if [tile (1, 0)] [thread (3, 2)] [&& EXPRESSION]]"

    def do(self, argument):
        found = re.fullmatch(r"(\S+)(?:\s+if\b(.*))?", argument)
        where, text = found.groups() if found else (None, None)
        asked = condition(text) if text is not None else (None, None, None)
        if asked is None or where is None:
            raise wrong(("amp break %s" % argument).strip() + ": it may be `%s`" % self.form)
        tile, thread, expression = asked
        if not has_symbols():
            raise wrong("this program has no debug information of amp: compile it with -g, best "
                        "-O0 -g")
        if re.fullmatch(r"(.*:)?\d+", where):
            try:
                at = gdb.decode_line(where)[1] or ()
            except gdb.error as fault:
                raise wrong("amp break %s: %s" % (where, fault))
            line, lines = int(where.split(":")[-1]), [sal.line for sal in at]
            if at:
                self.right(kernel_at(at[0].pc), tile, thread)
            if lines and line not in lines:
                print("line %d has no code of its own: gdb takes line %d" % (line, min(lines)))
            location = where
        else:
            location = self.first_line(where, tile, thread)
        made = gdb.Breakpoint(location)
        if text is not None:
            text = text.strip().replace("\\", "\\\\").replace('"', '\\"')
            made.condition = '$amp_is("%s")' % text

    @staticmethod
    def right(kernel, tile, thread):
        """A sentence where the kernel has no such tile or thread. Before the program runs gdb may
        read zeros there (.tbss has the same addresses): the breakpoint finds out when it is hit."""
        if not gdb.selected_inferior().pid:
            return
        try:
            about = gdb.parse_and_eval("%s__launch::amp__described" % kernel)
            rank, dims = int(about["rank"]), [int(about["tile"][k]) for k in range(3)]
        except gdb.error:
            return
        if rank > 0:
            check_indices(kernel, dims[:rank], int(about["model"]), tile, thread)

    @staticmethod
    def first_line(kernel, tile, thread):
        """FILE:LINE of the first statement of its body."""
        try:
            at = gdb.decode_line(kernel + "__body")[1]
        except gdb.error:
            at = None
        if not at:
            known = kernels()
            raise wrong("there is no kernel %s%s" % (
                kernel, ": there are " + ", ".join(known) if known else " in this program"))
        lines = {}
        for sal in at:
            block = body_at(sal.pc)
            if block is None or block.function.name != kernel + "__body":
                continue
            function = block.function
            kinds = [s.name for s in block if s.is_argument]
            if "idx" in kinds and tile is not None:
                raise wrong("kernel %s is simple: it has no tiles, only `thread`" % kernel)
            if "amp_tile_index" in kinds and thread is not None:
                raise wrong("kernel %s is phased: give a line of one of its phases, as in `amp "
                            "break %s:LINE if thread %s`" % (
                                kernel, os.path.basename(function.symtab.filename),
                                text_of(thread)))
            for entry in function.symtab.linetable():
                if block.start <= entry.pc < block.end and entry.line > function.line:
                    inner = gdb.block_for_pc(entry.pc)
                    while inner is not None and inner.function is None:
                        inner = inner.superblock
                    if inner is not None and inner.function.name == kernel + "__body":
                        lines.setdefault(function.symtab.filename, set()).add(entry.line)
        Break.right(kernel, tile, thread)
        for filename, found in lines.items():
            for line in sorted(found):
                location = "%s:%d" % (filename, line)
                if line in [sal.line for sal in gdb.decode_line(location)[1] or ()]:
                    return location
        raise wrong("optimised code has no line of kernel %s to stop at: compile with "
                    "-O0 -g" % kernel)


def body_at(pc):
    """The block of a kernel's text around that address, or None."""
    block = gdb.block_for_pc(pc)
    while block is not None and (block.function is None
                                 or not block.function.name.endswith("__body")):
        block = block.superblock
    return block


def kernel_at(pc):
    block = body_at(pc)
    return block.function.name[:-len("__body")] if block is not None else ""


def kernels():
    """The names of the program's kernels."""
    text = gdb.execute(r"info functions -q __\(launch\|thread\|base\)$", to_string=True)
    return sorted({n for n in re.findall(r"\b(\w+?)__(?:launch|thread|base)\b", text)
                   if not n.startswith("amp_")})


class Replay(Command):
    """Runs the program again in an order of threads and tiles: amp replay [SEED|reverse|forward]
SEED: of AMP_ORDER=random:SEED; without one, the order in which the program, or the core file,
ran last. AMP_WORKERS becomes 1, so that tiles run one after another."""

    def __init__(self):
        super().__init__("amp replay")

    def do(self, argument):
        if re.fullmatch(r"\d+", argument):
            order = "random:" + argument
        elif argument in ("reverse", "forward") or re.fullmatch(r"random:\d+", argument):
            order = argument
        elif argument:
            raise wrong("amp replay %s: it may be a seed, reverse or forward" % argument)
        else:
            order = self.last()
        if not gdb.objfiles():
            raise wrong("there is no program to run: `file PROGRAM` names it")
        FOCUS.clear()
        print("AMP_ORDER=%s AMP_WORKERS=1" % order)
        gdb.execute("set environment AMP_ORDER " + order)
        gdb.execute("set environment AMP_WORKERS 1")
        confirm = gdb.parameter("confirm")
        gdb.execute("set confirm off")
        try:
            gdb.execute("run")
        finally:
            gdb.execute("set confirm " + ("on" if confirm else "off"))

    @staticmethod
    def last():
        """The order of the program that is stopped, or of its core file."""
        text = gdb.execute("info variables -q ^amp__process_state_v", to_string=True)
        found = re.search(r"\b(amp__process_state_v\w+)", text)
        if gdb.selected_thread() is None or not found:
            raise wrong("no program is stopped whose order could be run again: amp replay SEED")
        settings = gdb.parse_and_eval("%s.of.settings" % found.group(1))
        order = int(settings["order"])
        return "forward" if order == 0 else "reverse" if order == 1 else \
            "random:%d" % int(settings["seed"])


def back():
    """Before a command that lets the program continue, since gdb compares frames, which are others
    while `amp thread` shows a fiber; and before gdb's own `thread`."""
    if FOCUS.index is not None:
        if FOCUS.home.is_valid():
            FOCUS.home.switch()
        FOCUS.clear()
        AWAY.go(None)


def hook(command):
    """Has gdb call back() before the command, unless the user has a hook there."""
    try:
        gdb.execute("show user hook-" + command, to_string=True)
    except gdb.error:
        gdb.execute("define hook-%s\npython import amp_gdb; amp_gdb.back()\nend" % command)


def leave():
    """When the script is sourced again: what gdb would call twice."""
    AWAY.there = None
    gdb.events.cont.disconnect(FOCUS.clear)
    gdb.events.exited.disconnect(FOCUS.clear)


AWAY, FOCUS = Away(), Focus()


def set_up():
    gdb.unwinder.register_unwinder(None, AWAY, replace=True)
    Callers()
    Is()
    gdb.events.cont.connect(FOCUS.clear)
    gdb.events.exited.connect(FOCUS.clear)
    for command in (Amp, Threads, ShowThread, Print, Locals, Watch, Tile, Tiles, Break, Replay):
        command()
    if gdb.parameter("displaced-stepping") is None:  # auto
        # gdb 13 copies an instruction to step over a breakpoint, and gets those of AVX wrong that
        # read memory relative to rip: the program crashes.
        gdb.execute("set displaced-stepping off")
    for command in ("step", "stepi", "next", "nexti", "finish", "until", "advance", "thread"):
        hook(command)


# gdb runs a script among the names of its `python` command. There they are once only, and what
# works is a module, whose names no other script changes.
if __name__ == "__main__":
    if "amp_gdb" in sys.modules:
        sys.modules["amp_gdb"].leave()
    SPEC = importlib.util.spec_from_file_location("amp_gdb", __file__)
    sys.modules["amp_gdb"] = importlib.util.module_from_spec(SPEC)
    SPEC.loader.exec_module(sys.modules["amp_gdb"])
    sys.modules["amp_gdb"].set_up()
