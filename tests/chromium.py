# SPDX-License-Identifier: MIT
"""A tab of headless Chromium, spoken to by a pipe (DevTools protocol): nothing is needed but
Python. For the tests of pages."""
import base64
import json
import os
import subprocess
import tempfile


class Tab:
    """A tab of a browser: call() asks it for something, script() evaluates an expression."""

    def __init__(self, browser, *flags):
        there, self.write = os.pipe()
        self.read, back = os.pipe()

        def pipes():  # Chromium reads 3 and writes 4
            a, b = os.dup(there), os.dup(back)
            os.dup2(a, 3)
            os.dup2(b, 4)

        self.home = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        self.process = subprocess.Popen(
            [browser, '--headless', '--no-sandbox', '--disable-gpu', '--remote-debugging-pipe',
             '--user-data-dir=' + self.home.name, *flags, 'about:blank'],
            preexec_fn=pipes, close_fds=False, stderr=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL)
        os.close(there)
        os.close(back)
        self.count, self.text, self.session, self.console, self.loads = 0, b'', None, [], 0
        target = self.call('Target.createTarget', url='about:blank')['targetId']
        self.session = self.call('Target.attachToTarget', targetId=target,
                                 flatten=True)['sessionId']
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

    def view(self, theme, width, height, phone):
        """A window of that size, with that theme; on a phone fingers point."""
        self.call('Emulation.setDeviceMetricsOverride', width=width, height=height,
                  deviceScaleFactor=1, mobile=phone)
        self.call('Emulation.setTouchEmulationEnabled', enabled=phone)
        self.call('Emulation.setEmulatedMedia',
                  features=[{'name': 'prefers-color-scheme', 'value': theme}])

    def picture(self, path, whole=True):
        """Keeps a picture of the page, or of what the window shows of it."""
        shot = self.call('Page.captureScreenshot', captureBeyondViewport=whole)['data']
        with open(path, 'wb') as f:
            f.write(base64.b64decode(shot))


# Each theme on each kind of screen: theme, its name, width, height, whether it is a phone's.
VIEWS = [(theme, form, width, height, phone) for theme in ('light', 'dark')
         for form, width, height, phone in (('desk', 1280, 900, False), ('phone', 390, 844, True))]

failed = 0


def tell(good, text, *numbers):
    """A line of TAP; numbers: what was found, said where it is wrong."""
    global failed
    failed += not good
    for n in numbers if not good else ():
        print('# ', n)
    print('%s - %s' % ('ok' if good else 'not ok', text))


def status():
    """The exit status: 1 where a tell was not good."""
    return int(failed > 0)
