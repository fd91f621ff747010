# SPDX-License-Identifier: MIT
"""tour.py KEYS COMMAND...: runs the command in a terminal of 24 lines and 80 columns, and presses the
next of KEYS at each prompt of tools/demo; C is Ctrl-C. Prints the pages as they stood there. Fails
where a page is longer than 23 lines, a line wider than 80 columns, or the command fails: then with its
status (128 + a signal).
tour.py stop COMMAND...: runs it without a terminal, ends it while page 2 is compiled, and fails where
a process is left behind.
tour.py none COMMAND...: there must be no prompt; pages are not looked at."""
import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time

LINES, COLUMNS = 23, 80
PROMPT = re.compile(r"-- page \d of \d: .* --$")


def screen(text):
    """The lines that a text leaves on a terminal that is wide enough."""
    text = re.sub(r"\x1b\[[0-9;]*[A-Za-z]", "", text)
    lines = []
    for raw in text.replace("\r\n", "\n").split("\n"):
        line = ""
        for part in raw.split("\r"):
            line = part + line[len(part):]
        lines.append(line.rstrip())
    return lines


def alive(session):
    """The processes of a session that have not ended."""
    found = []
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            try:
                with open(f"/proc/{entry}/stat", encoding="ascii", errors="replace") as stat:
                    fields = stat.read().rpartition(")")[2].split()
            except OSError:
                continue
            if int(fields[3]) == session and fields[0] not in "ZX":
                found.append(int(entry))
    return found


def stop(command):
    """What is left of a command that was ended in the middle of its second page."""
    child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                             start_new_session=True)
    said = b""
    while b"page 2 of 4: compiling" not in said:
        got = child.stdout.read1()
        if not got:
            return "it ended by itself"
        said += got
    time.sleep(0.5)
    count = len(alive(child.pid))
    child.terminate()
    child.wait()
    left, until = alive(child.pid), time.monotonic() + 1
    while left and time.monotonic() < until:
        time.sleep(0.1)
        left = alive(child.pid)
    for process in left:
        os.kill(process, signal.SIGKILL)
    if count < 4:
        return f"only {count} processes were there"
    return f"processes are left: {left}" if left else None


def main():
    keys, command = sys.argv[1], sys.argv[2:]
    if keys == "stop":
        return stop(command)
    none = keys == "none"
    keys = "" if none else keys
    ends = time.monotonic() + 100 * float(os.environ.get("TEST_TIMEOUT_SCALE", "1"))
    child, terminal = pty.fork()
    if child == 0:
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # a suite in the background ignores it
        fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", LINES + 1, COLUMNS, 0, 0))
        os.environ["TERM"] = "xterm"
        os.execvp(command[0], command)
    pages, page, faults = [], "", []
    while True:
        if time.monotonic() > ends:
            faults.append("it waits for something, or takes too long")
            break
        if not select.select([terminal], [], [], 1)[0]:
            continue
        try:
            got = os.read(terminal, 65536)
        except OSError: # the end
            break
        if not got:
            break
        page += got.decode()
        if PROMPT.search(screen(page)[-1]):
            pages.append(page)
            page = ""
            if not keys:
                faults.append("one prompt more than keys")
                break
            os.write(terminal, b"\x03" if keys[0] == "C" else keys[0].encode())
            keys = keys[1:]
    pages.append(page)
    for number, text in enumerate(pages, 1):
        lines = screen(text)
        while lines and not lines[-1]:
            lines.pop()
        print("\n".join(lines))
        if none:
            continue
        if len(lines) > LINES:
            faults.append(f"page {number} has {len(lines)} lines, more than {LINES}")
        faults += [f"more than {COLUMNS} columns: {line}" for line in lines if len(line) > COLUMNS]
    if keys:
        faults.append(f"{len(keys)} prompts too few")
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    for fault in faults:
        print(fault, file=sys.stderr)
    return 1 if faults else 128 - status if status < 0 else status


sys.exit(main())
