# SPDX-License-Identifier: MIT
"""Uses a page of the lens in headless Chromium as a reader does, by pointer, tap and keyboard.

    browser.py BROWSER PAGE [FOLDER]

in the light and the dark theme, on a desk and on a phone: the console is empty, the page is no
wider than the window, pointing at a thread (on the phone: a tap) says its indices, the stepper goes
on, a kernel can be chosen. Prints TAP lines; exit status 1 where one fails. With FOLDER, a picture
of each form is kept there."""
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from chromium import VIEWS, Tab, status, tell  # pylint: disable=wrong-import-position

page = os.path.abspath(sys.argv[2])
folder = sys.argv[3] if len(sys.argv) > 3 else None
tab = Tab(sys.argv[1])
for theme, form, width, height, phone in VIEWS:
    how = '%s, %s' % (theme, form)
    tab.view(theme, width, height, phone)
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
        tab.picture('%s/%s-%s.png' % (folder, theme, form))
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
sys.exit(status())
