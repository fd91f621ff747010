# SPDX-License-Identifier: MIT
"""Uses a page of the lens in headless Chromium as a reader does, by pointer, tap and keyboard.

    browser.py BROWSER PAGE [FOLDER]

in the light and the dark theme, on a desk and on a phone: the console is empty, the page is no
wider than the window, pointing at a thread (on the phone: a tap) says its indices, the stepper goes
on, a kernel can be chosen. Prints TAP lines; exit status 1 where one fails. With FOLDER, a picture
of each form is kept there. The browser is spoken to by a pipe (DevTools protocol): nothing is
needed but Python."""
import base64
import json
import os
import subprocess
import sys
import tempfile

browser, page = sys.argv[1], os.path.abspath(sys.argv[2])
folder = sys.argv[3] if len(sys.argv) > 3 else None
failed = 0


class Tab:
    """A tab of a browser: call() asks it for something, script() evaluates an expression."""

    def __init__(self):
        there, self.write = os.pipe()
        self.read, back = os.pipe()

        def pipes():  # Chromium reads 3 and writes 4
            a, b = os.dup(there), os.dup(back)
            os.dup2(a, 3)
            os.dup2(b, 4)

        self.home = tempfile.TemporaryDirectory()
        self.process = subprocess.Popen(
            [browser, '--headless', '--no-sandbox', '--disable-gpu', '--remote-debugging-pipe',
             '--user-data-dir=' + self.home.name, 'about:blank'],
            preexec_fn=pipes, close_fds=False, stderr=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL)
        os.close(there)
        os.close(back)
        self.count, self.text, self.session, self.console, self.loads = 0, b'', None, [], 0
        target = self.call('Target.createTarget', url='about:blank')['targetId']
        self.session = self.call('Target.attachToTarget', targetId=target, flatten=True)['sessionId']
        for domain in ('Page', 'Runtime', 'Log'):
            self.call(domain + '.enable')

    def message(self):
        while b'\0' not in self.text:
            more = os.read(self.read, 1 << 20)
            if not more:
                raise SystemExit('not ok - the browser has ended')
            self.text += more
        one, self.text = self.text.split(b'\0', 1)
        one = json.loads(one)
        name, about = one.get('method'), one.get('params', {})
        if name == 'Runtime.consoleAPICalled':
            self.console.append(' '.join(str(a.get('value')) for a in about['args']))
        elif name == 'Runtime.exceptionThrown':
            self.console.append(about['exceptionDetails'].get('text', 'exception'))
        elif name == 'Log.entryAdded':
            self.console.append(about['entry']['text'])
        elif name == 'Page.loadEventFired':
            self.loads += 1
        return one

    def call(self, name, **about):
        self.count += 1
        ask = {'id': self.count, 'method': name, 'params': about}
        if self.session:
            ask['sessionId'] = self.session
        os.write(self.write, json.dumps(ask).encode() + b'\0')
        while True:
            one = self.message()
            if one.get('id') == self.count:
                if 'error' in one:
                    raise SystemExit('not ok - %s: %s' % (name, one['error']['message']))
                return one['result']

    def script(self, text):
        got = self.call('Runtime.evaluate', expression=text, returnByValue=True)
        return got['result'].get('value')

    def load(self, url):
        before = self.loads
        self.call('Page.navigate', url=url)
        while self.loads == before:
            self.message()

    def middle(self, element):
        """Brings an element (an expression) into sight: the point in its middle."""
        return self.script(
            '(() => { const e = %s; e.scrollIntoView({ block: "center" });'
            ' const r = e.getBoundingClientRect();'
            ' return [r.left + r.width / 2, r.top + r.height / 2]; })()' % element)

    def end(self):
        self.process.kill()
        self.process.wait()
        self.home.cleanup()


def tell(good, text, *numbers):
    global failed
    failed += not good
    for n in numbers if not good else ():
        print('# ', n)
    print('%s - %s' % ('ok' if good else 'not ok', text))


tab = Tab()
for theme in ('light', 'dark'):
    for form, width, height, phone in (('desk', 1280, 900, False), ('phone', 390, 844, True)):
        how = '%s, %s' % (theme, form)
        tab.call('Emulation.setDeviceMetricsOverride', width=width, height=height,
                 deviceScaleFactor=1, mobile=phone)
        tab.call('Emulation.setTouchEmulationEnabled', enabled=phone)
        tab.call('Emulation.setEmulatedMedia',
                 features=[{'name': 'prefers-color-scheme', 'value': theme}])
        tab.load('file://' + page)

        def point(element):
            x, y = tab.middle(element)
            if phone:
                tab.call('Input.dispatchTouchEvent', type='touchStart', touchPoints=[{'x': x, 'y': y}])
                tab.call('Input.dispatchTouchEvent', type='touchEnd', touchPoints=[])
            else:
                tab.call('Input.dispatchMouseEvent', type='mouseMoved', x=x, y=y)

        def press(element):
            x, y = tab.middle(element)
            for kind in ('mousePressed', 'mouseReleased'):
                tab.call('Input.dispatchMouseEvent', type=kind, x=x, y=y, button='left',
                         clickCount=1)

        paper = tab.script('getComputedStyle(document.body).backgroundColor')
        tell((paper == 'rgb(255, 255, 255)') == (theme == 'light'), how + ': its colours', paper)
        wide = tab.script('document.documentElement.scrollWidth')
        tell(wide <= width, how + ': no wider than the window', wide)
        if folder:
            shot = tab.call('Page.captureScreenshot', captureBeyondViewport=True)['data']
            with open('%s/%s-%s.png' % (folder, theme, form), 'wb') as f:
                f.write(base64.b64decode(shot))
        tab.script('pick(data.kernels.map((k, i) => [k.intervals, i]).sort((a, b) => b[0] - a[0])'
                   '[0][1])')  # the one with most barriers: the stepper has somewhere to go
        says = 'document.querySelectorAll(".say")'
        threads = 'document.querySelector("svg[aria-label$=tile]").children'
        point('(%s)[5]' % threads)
        said = tab.script('%s[0].textContent' % says)
        tell(said.startswith('thread 5') and 'global' in said,
             how + ': a thread says its indices when it is %s' % ('tapped' if phone else 'pointed at'),
             said)
        tell(tab.script('document.querySelectorAll("svg[aria-label$=elements] .on").length') > 0,
             how + ': what it accesses is outlined')
        point('document.querySelector("svg[aria-label$=elements]").children[0]')
        said = tab.script('%s[1].textContent' % says)
        tell('thread' in said or 'no access' in said, how + ': an element says who accesses it', said)
        last = int(tab.script('document.querySelector("input[type=range]").max'))
        press('[...document.querySelectorAll("button")].find((b) => b.textContent === "on")')
        said = tab.script('document.querySelector(".row > span").textContent')
        tell(said.startswith('interval %d of' % (2 if last else 1)), how + ': the stepper steps', said)
        tab.script('document.querySelector("input[type=range]").focus()')
        for kind in ('keyDown', 'keyUp'):
            tab.call('Input.dispatchKeyEvent', type=kind, key='Home', code='Home',
                     windowsVirtualKeyCode=36)
        said = tab.script('document.querySelector(".row > span").textContent')
        tell(said.startswith('interval 1 of'), how + ': and by the keyboard', said)
        named = tab.script('[...document.querySelectorAll("svg, select, input")].filter((e) =>'
                           ' !e.getAttribute("aria-label") && !(e.labels && e.labels.length)).length')
        tell(named == 0, how + ': pictures and fields have names for a screen reader', named)
        kernels = tab.script('document.querySelectorAll("#kernels button").length')
        if kernels:
            press('document.querySelectorAll("#kernels button")[%d]' % (kernels - 1))
            tell(tab.script('document.getElementById("kernel").selectedOptions[0].textContent'
                            '.startsWith(document.querySelectorAll("#kernels button")[%d].textContent)'
                            % (kernels - 1)), how + ': a kernel is chosen by its name')
        tell(not tab.console, how + ': the console is empty', *tab.console)
        tab.console.clear()
tab.end()
sys.exit(failed > 0)
