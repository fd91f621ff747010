# SPDX-License-Identifier: MIT
"""Uses pages of the lens in headless Chromium as a reader does, by pointer, tap and keyboard.

    browser.py BROWSER FOLDER [PICTURES]

FOLDER is what AMP_LENS=html:FOLDER/ leaves of tests/lens/one.c and examples/transpose_diagonal.c.
In the light and the dark theme, on a desk and on a phone: the console is empty, pages are no wider
than the window, what is pointed at (on the phone: tapped) is what is said, words are explained,
the stepper goes on and names barriers and lines, kernels have links, the index leads to them, and
what is red is bad. Prints TAP lines; exit status 1 where one fails. With PICTURES, a picture of
each form is kept there."""
import os
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from chromium import VIEWS, Tab, status, tell  # pylint: disable=wrong-import-position

folder = os.path.abspath(sys.argv[2])
pictures = sys.argv[3] if len(sys.argv) > 3 else None
tab = Tab(sys.argv[1])
TILE = '''document.querySelector("svg[aria-label$=tile]").querySelectorAll(".cell")'''
SAYS = 'document.querySelectorAll(".say")'
STEP = 'document.querySelector(".row > span")'
PLACE = '''(() => { const r = %s.getBoundingClientRect(); return [r.left, r.top]; })()'''


def load(page, place=''):
    tab.load('about:blank')  # else a place alone would not load it anew
    tab.load('file://%s/%s.html%s' % (folder, page, place))


def until(expression):
    """Waits until it is true, a few seconds at most: whether it is."""
    for _ in range(100):
        if tab.script(expression):
            return True
        time.sleep(.05)
    return False


def touch(x, y):
    tab.call('Input.dispatchTouchEvent', type='touchStart', touchPoints=[{'x': x, 'y': y}])
    tab.call('Input.dispatchTouchEvent', type='touchEnd', touchPoints=[])


def key(name, code, text=''):
    for kind in ('keyDown', 'keyUp'):
        tab.call('Input.dispatchKeyEvent', type=kind, key=name, code=name,
                 windowsVirtualKeyCode=code, text=text if kind == 'keyDown' else '')


def press(element):
    x, y = tab.middle(element)
    for kind in ('mousePressed', 'mouseReleased'):
        tab.call('Input.dispatchMouseEvent', type=kind, x=x, y=y, button='left', clickCount=1)


def point(element, phone):
    x, y = tab.middle(element)
    if phone:
        touch(x, y)
    else:
        tab.call('Input.dispatchMouseEvent', type='mouseMoved', x=x, y=y)


def links(how):
    """A kernel by its link, by its row and by the list: the row of the one shown is marked."""
    marked = '[...document.querySelectorAll("#kernels tr.mark")].map((r) => r.innerText).join()'
    load('transpose_diagonal', '#diagonal_any-16x64-8x32')
    said = tab.script('document.title')
    tell(said == 'amp lens: diagonal_any (16, 64) by (8, 32)', how + ': a link opens its kernel',
         said)
    said = tab.script(marked)
    tell(said.startswith('diagonal_any\t(16, 64)') and said.count('diagonal') == 1,
         how + ': and its row is marked, alone', said)
    other = '[...document.querySelectorAll("#kernels a")].find((a) => !a.closest(".mark"))'
    name = tab.script('%s.hash' % other)
    press(other)
    tell(name and until('location.hash === "%s" && '
                        'document.querySelector("#kernels .mark a").hash === location.hash && '
                        '"#" + fragment(data.kernels[document.getElementById("kernel").value])'
                        ' === location.hash' % name),
         how + ': a row leads to its kernel, which is marked then', name)
    tab.script('history.back()')
    tell(until('document.title.includes("diagonal_any (16, 64)")'), how + ': and back')
    last = tab.script('order[order.length - 1]')
    tab.script('''(() => { const s = document.getElementById("kernel"); s.value = %d;
        s.onchange(); })()''' % last)
    tell(until('document.title === "amp lens: " + title(data.kernels[%d])' % last)
         and tab.script(marked).count('diagonal') == 1,
         how + ': a kernel that is not among the longest is marked', tab.script(marked))


def taps(how):
    """On a phone: the thread under the finger is the one that is chosen, and nothing moves."""
    load('transpose_diagonal')
    small = tab.script('''[...document.querySelectorAll("svg .cell")].map((c) =>
        c.getBoundingClientRect()).filter((r) => r.width < 24 || r.height < 24).length''')
    tell(small == 0, how + ': cells are of at least 24 pixels', small)
    for t in (40, 0, 255, 97):
        cell = '%s[%d]' % (TILE, t)
        x, y = tab.middle(cell)
        before = tab.script(PLACE % cell)
        touch(x, y)
        said = tab.script('%s[1].textContent' % SAYS)
        under = tab.script('document.elementFromPoint(%f, %f) === %s' % (x, y, cell))
        tell(said.startswith('thread %d, ' % t) and under and before == tab.script(PLACE % cell),
             how + ': the first tap at thread %d is for it' % t if t == 40 else
             how + ': a tap at thread %d' % t, said, under)


def explains(how, phone):
    """Words, and names of measures, say what they mean: pointed at, tapped, or by the keyboard."""
    shown = 'document.getElementById("tip").hidden ? "" : document.getElementById("tip").innerText'
    warp = '[...document.querySelectorAll(".term")].find((e) => e.textContent === "%s")'
    point(warp % 'warp', phone)
    said = tab.script(shown)
    tell(said.startswith('warp: threads of a tile that run'), how + ': a word is explained', said)
    box = tab.script('''(() => { const r = document.getElementById("tip").getBoundingClientRect();
        return r.left >= 0 && r.right <= innerWidth && r.top >= 0
            && r.bottom <= innerHeight; })()''')
    tell(box, how + ': within the window')
    key('Escape', 27)
    tell(tab.script(shown) == '', how + ': until Escape', tab.script(shown))
    tab.script('(%s).focus()' % (warp % 'sectors'))
    tab.script('scrollBy(0, 40)')
    time.sleep(.2)
    said = tab.script(shown)
    tell('l1tex__average_t_sectors_per_request_pipe_lsu_mem_global.ratio' in said,
         how + ': a measure has its metric, by the keyboard', said)
    tab.script('document.activeElement.blur()')


def requests(how):
    """The pictures of one request: what they draw is what the report counts."""
    load('one', '#simple-64x64')
    said = tab.script('''[...document.querySelectorAll("svg[aria-label*=request] .cell")]
        .reduce((n, c) => { n[c.style.fill] = (n[c.style.fill] || 0) + 1; return n; }, {})''')
    tell(said == {'var(--read)': 32, 'var(--lost)': 224},
         how + ': a request that is apart has 32 words, and 224 that nobody asked for', said)
    tab.script('''(() => { const s = document.getElementById("request");
        s.value = data.kernels.find((k) => k.kernel === "simple").rows.findIndex((r) =>
        r.access === "reads"); s.onchange(); })()''')
    said = tab.script('document.querySelectorAll("svg[aria-label*=request] .cell").length')
    tell(said == 32, how + ': one side by side has no other', said)
    load('one', '#transpose-64x64-16x16')
    said = tab.script('''[...document.querySelectorAll("svg[aria-label*=request] .cell")]
        .filter((c) => c.style.fill === "var(--lost)").length''')
    tell(said == 32, how + ': of 8 bank cycles each word is marked', said)


def roof(how):
    points = tab.script('document.querySelectorAll("svg[aria-label$=roofline] .point").length')
    marks = tab.script('''[...document.querySelectorAll("svg[aria-label$=roofline] text")]
        .map((t) => t.textContent).filter((t) => /^[0-9/]+$/.test(t)).length''')
    tell(points == 2 and marks == 16, how + ': the roofline has a point for each kernel, and axes',
         points, marks)


def steps(how):
    """The stepper, by its button and by the keyboard, names barriers and lines."""
    said = tab.script('%s.textContent' % STEP)
    tell(said == 'interval 1 of 2: from the kernel\u2019s beginning to the barrier at line 13',
         how + ': an interval is named', said)
    press('[...document.querySelectorAll("button")].find((b) => b.textContent === "on")')
    said = tab.script('%s.textContent' % STEP)
    tell(said == 'interval 2 of 2: from the barrier at line 13 to the kernel\u2019s end',
         how + ': the stepper steps', said)
    said = tab.script('document.querySelector(".what").textContent')
    tell(said == 'line 15 writes At; line 15 reads t.', how + ': its lines', said)
    tab.script('document.querySelector("input[type=range]").focus()')
    key('Home', 36)
    said = tab.script('%s.textContent' % STEP)
    tell(said.startswith('interval 1 of'), how + ': and by the keyboard', said)


def red(how):
    """What the colour of faults is on: the words and frames of what is bad, and no other."""
    said = tab.script('''(() => { const e = document.createElement("i");
        e.style.color = "var(--warn)"; document.body.appendChild(e);
        const warn = getComputedStyle(e).color; e.remove();
        return [...document.querySelectorAll("body *")].filter((x) => {
            const s = getComputedStyle(x);
            return [s.color, s.fill, s.stroke, s.backgroundColor, s.borderLeftColor].includes(warn);
        }).filter((x) => !x.closest(".bad, .worst")).map((x) => x.outerHTML.slice(0, 80)); })()''')
    tell(not said, how + ': red is what is bad alone', *said)
    hues = tab.script('''[...Array(64).keys()].map((n) => Number(hue(n).match(/[0-9]+/)[0]))
        .filter((h) => h < 30 || h > 330).length''')
    tell(hues == 0, how + ': no warp is red', hues)


def index(how, width):
    load('index')
    tell(tab.script('document.documentElement.scrollWidth') <= width,
         how + ': the index is no wider than the window')
    said = tab.script('[...document.querySelectorAll("th a")].map((a) => a.textContent)')
    tell(said == ['one', 'transpose_diagonal'], how + ': the index has each page', said)
    if pictures:
        tab.picture('%s/index-%s.png' % (pictures, how.replace(', ', '-')))
    before = tab.loads
    press('[...document.querySelectorAll("td a")].find((a) => a.textContent === "diagonal_any")')
    while tab.loads == before:
        tab.message()
    said = tab.script('document.title')
    tell(said.startswith('amp lens: diagonal_any ('), how + ': and leads to a kernel', said)
    press('[...document.querySelectorAll("a")].find((a) => a.textContent === "all pages")')
    while tab.loads == before + 1:
        tab.message()
    tell(tab.script('document.title') == 'amp lens: pages', how + ': and a page to the index')


for theme, form, width, height, phone in VIEWS:
    how = '%s, %s' % (theme, form)
    tab.view(theme, width, height, phone)
    load('one', '#transpose-64x64-16x16')
    paper = tab.script('getComputedStyle(document.body).backgroundColor')
    tell((paper == 'rgb(255, 255, 255)') == (theme == 'light'), how + ': its colours', paper)
    wide = tab.script('document.documentElement.scrollWidth')
    tell(wide <= width, how + ': no wider than the window', wide)
    if pictures:
        tab.picture('%s/%s-%s.png' % (pictures, theme, form))
    explains(how, phone)
    roof(how)
    red(how)
    steps(how)
    point('%s[5]' % TILE, phone)
    said = tab.script('%s[1].textContent' % SAYS)
    tell(said.startswith('thread 5') and 'global' in said,
         how + ': a thread says its indices when it is %s' % ('tapped' if phone else 'pointed at'),
         said)
    tell(tab.script('document.querySelectorAll("svg[aria-label$=elements] .on").length') > 0,
         how + ': what it accesses is outlined')
    point('document.querySelector("svg[aria-label$=elements] .cell")', phone)
    said = tab.script('%s[2].textContent' % SAYS)
    tell('A(0, 0): thread 0 reads (line 12)' == said, how + ': an element says who accesses it',
         said)
    named = tab.script('[...document.querySelectorAll("svg, select, input")].filter((e) =>'
                       ' !e.getAttribute("aria-label") && !(e.labels && e.labels.length)).length')
    tell(named == 0, how + ': pictures and fields have names for a screen reader', named)
    requests(how)
    links(how)
    if phone:
        taps(how)
    index(how, width)
    tell(not tab.console, how + ': the console is empty', *tab.console)
    tab.console.clear()
tab.end()
sys.exit(status())
