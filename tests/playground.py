# SPDX-License-Identifier: MIT
"""Uses the playground (make playground) in headless Chromium, as a learner does.

    playground.py BROWSER FOLDER [--pictures FOLDER] [--times] LESSON...

Of each lesson: every task as it stands is refused with its words, those of lessons/solutions, and a
line of it where they name one; and solved it has all points. Then what is no lesson's: a compile
error at its line, a loop without an end, by the clock and by the button, a text over a reload, a
link that holds one, and all that without a server. Prints TAP lines. --times: how long loading,
compiling and running took, as comments. With --pictures, pictures of the page are kept."""
import importlib.machinery
import importlib.util
import json
import os
import subprocess
import sys
import time

from chromium import VIEWS, Tab, status, tell

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SCALE = float(os.environ.get('TEST_TIMEOUT_SCALE', '1'))
sys.dont_write_bytecode = True
loader = importlib.machinery.SourceFileLoader('lessons_run', os.path.join(ROOT, 'lessons', 'run'))
lessons = importlib.util.module_from_spec(importlib.util.spec_from_loader('lessons_run', loader))
loader.exec_module(lessons)

browser, folder, *words = sys.argv[1:]
pictures = words[words.index('--pictures') + 1] if '--pictures' in words else None
chosen = [int(w) for w in words if w.isdigit()]


def serve():
    """The server, and its address."""
    server = subprocess.Popen(['node', os.path.join(ROOT, 'playground', 'serve.mjs'), folder, '0'],
                              stdout=subprocess.PIPE, text=True)
    return server, server.stdout.readline().strip()


server, url = serve()
tab = Tab(browser)


def note(*words):
    if '--times' in sys.argv:
        print('# ' + ' '.join(str(w) for w in words), flush=True)


def wait(condition, seconds, what):
    """Until the expression is true; its last value."""
    end = time.time() + seconds * SCALE
    while time.time() < end:
        value = tab.script(condition)
        if value:
            return value
        time.sleep(.1)
    tell(False, what + ' within %d s' % (seconds * SCALE), tab.script('document.body.innerText'))
    return None


def click(name):
    tab.script('document.getElementById("%s").click()' % name)


def put(text):
    tab.script('playground.setText(%s)' % json.dumps(text))


def said():
    return tab.script('document.getElementById("status").textContent')


def found():
    return ' '.join((tab.script('document.getElementById("findings").textContent') or '').split())


def lines():
    """The lines that have a finding."""
    return tab.script('[...document.querySelectorAll(".finding button")].map((b) => b.textContent)')


def act(name, text=None, seconds=60):
    """Puts a text, and runs or grades it to its end; what the status line says."""
    if text is not None:
        put(text)
    click(name)
    wait('!playground.state().busy', seconds, name + ' ends')
    return said()


def load(address):
    tab.load(address)
    wait('document.body.dataset.shown', 60, 'the page shows')


def ready():
    """Loads the compiler, where the page does not by itself."""
    click('load')
    wait('playground.state().ready', 240, 'the compiler is there')


# ---- the first load ---------------------------------------------------------------------------

poor = Tab(browser, '--js-flags=--jitless')  # V8 has no WebAssembly then
poor.load(url)
for attempt in range(100):
    if poor.script('document.body.dataset.shown'):
        break
    time.sleep(.1)
sentence = poor.script('document.getElementById("sentence").textContent')
tell('has no WebAssembly' in sentence and poor.script('document.getElementById("run").disabled'),
     'a browser without WebAssembly is told so', sentence)
poor.end()
tab.view('light', 1280, 900, False)
load(url)
sizes = tab.script('document.getElementById("parts").innerText')
tell('clang' in sizes and 'MB' in sizes and 'Load (' in tab.script('document.body.innerText'),
     'before it loads, it says how large each part is', sizes)
if pictures:
    for theme, form, width, height, phone in VIEWS:
        tab.view(theme, width, height, phone)
        tab.picture('%s/playground-first-%s-%s.png' % (pictures, theme, form), False)
    tab.view('light', 1280, 900, False)
begin = time.time()
ready()
note('first load, from this machine: %.1f s' % (time.time() - begin))

# ---- lessons ----------------------------------------------------------------------------------

for number in chosen:
    name = os.path.basename(lessons.folder_of(number))
    answers = lessons.solutions(number)
    for task in lessons.TASKS:
        source = os.path.join(lessons.folder_of(number), task + '.c')
        tab.script('playground.open("%s/%s")' % (name, task))
        hints, says, solution = answers[task]
        state = act('grade')
        text = found()
        # A path of this machine, and where the place of a call lies, differ; the line does not.
        lacks = [w for w in says if w not in text]
        tell(state.startswith('open') and not lacks,
             'lesson %d, %s as it stands is refused with its words' % (number, task), state, text,
             'lacks: %s' % lacks)
        if task == 'wrong':
            # of the program, or of what the lessons include: a read of the host's
            tell(lines() or 'report.h:' in text,
                 'lesson %d, %s: with the line' % (number, task), text)
        if pictures and task == 'wrong':
            tab.picture('%s/playground-%02d-wrong.png' % (pictures, number), False)
        state = act('grade', lessons.solved(source, solution))
        tell(state.startswith('done, 10 of 10'),
             'lesson %d, %s solved has 10 of 10' % (number, task), state, found())
        note(number, task, state)

# ---- what is no lesson's ----------------------------------------------------------------------

tab.script('playground.open("own")')
first = tab.script('playground.text()')
tell('10 260' in (act('run') and tab.script('document.getElementById("output").textContent')),
     "README.md's first program prints what it prints", said())
note('first program:', said())
tell(tab.script('document.querySelector("#picture iframe") !== null'),
     'the lens draws its picture', said())
for _ in range(3):
    state = act('run')
    note('warm:', state)
if pictures:
    click('tab-picture')
    time.sleep(1)
    for theme, form, width, height, phone in VIEWS:
        tab.view(theme, width, height, phone)
        tab.picture('%s/playground-lens-%s-%s.png' % (pictures, theme, form), phone)
    tab.view('light', 1280, 900, False)
state = act('run', first.replace('at(x, tidx.global[0])', 'at(x, tidx.global)'))
tell('does not compile' in state and 'line 10' in lines()
     and tab.script('document.querySelectorAll(".cm-lint-marker-error").length') == 1
     and 'at(x, i) wants as many integers as the view has dimensions' in found(),
     'an error stands at its line, with the sentence of amp', state, found(), lines())
racing = first.replace('''        if (i < n) t[i] += t[i + n];
        tile_barrier_wait(tidx);''', '        if (i < n) t[i] += t[i + n];')
state = act('run', racing)
tell('finding' in state and 'tile-race' in found() and 'line 13' in lines(),
     'a race stands at its line', state, found(), lines())
if pictures:
    for theme, form, width, height, phone in VIEWS:
        tab.view(theme, width, height, phone)
        tab.picture('%s/playground-race-%s-%s.png' % (pictures, theme, form), phone)
    tab.view('light', 1280, 900, False)
endless = first.replace('int main(void)\n{',
                        'int main(void)\n{\n    for (volatile int k = 0; k < 1; ) { }')
state = act('run', endless, 40)
tell('stopped after 10 s' in state, 'a loop without an end is stopped by the clock', state)
click('run')
wait('!document.getElementById("stop").disabled', 60, 'it runs')
click('stop')
wait('!playground.state().busy', 20, 'stop')
tell(said() == 'stopped', 'and by the button', said())
state = act('run', first)
tell('status 0' in state, 'the next run is as any', state)

# ---- a reload, a link, no network -------------------------------------------------------------

put(first + '/* kept */\n')
load(url + '?again')
tell(tab.script('playground.text()') == first + '/* kept */\n', 'a reload keeps the text',
     tab.script('playground.text()'))
if chosen:
    progress = tab.script('document.getElementById("progress").textContent')
    tell(progress.startswith('%d of ' % (5 * len(chosen))), 'and what is done', progress)
click('share')
wait('location.hash.startsWith("#text=")', 20, 'a link')
link = tab.script('location.href')
put('int main(void) { return 0; }\n')
tab.load('about:blank')
load(link)
tell(tab.script('playground.text()') == first + '/* kept */\n',
     'a link holds the text, of %d characters' % len(link), link)
wait('navigator.serviceWorker.controller !== null', 60, 'the service worker is there')
wait('playground.state().ready', 240, 'the compiler comes by itself, once it was loaded')
load(url)
wait('playground.state().ready', 240, 'the compiler, kept by the service worker')
server.kill()
server.wait()
begin = time.time()
load(url)
wait('playground.state().ready', 240, 'the compiler without a network')
note('load from what the browser keeps: %.1f s' % (time.time() - begin))
tell('status 0' in act('run', first), 'without a server it loads, compiles and runs', said())
asked = tab.script('performance.getEntriesByType("resource").map((r) => r.name)')
tell(all(a.startswith((url, 'blob:')) for a in asked), 'nothing is asked of another address', asked)
errors = [line for line in tab.console if 'favicon' not in line]
tell(not errors, 'an empty console', *errors[:10])
tab.end()
sys.exit(status())
