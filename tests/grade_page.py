# SPDX-License-Identifier: MIT
"""Reads the page of lessons/assignment/grade --html in headless Chromium.

    grade_page.py BROWSER PAGE MARKS [PICTURES]

in both themes, on a desk and on a phone: the console is empty, the page is no wider than the
window, asks for nothing else and runs no script; its table has each student of MARKS (--out) with
the same sum, and each name leads to the reasons; what is red lost points. Prints TAP lines; exit
status 1 where one fails. With PICTURES, a picture of each form is kept in that folder."""
import glob
import json
import os
import sys

from chromium import VIEWS, Tab, status, tell

page, marks = os.path.abspath(sys.argv[2]), sys.argv[3]
pictures = sys.argv[4] if len(sys.argv) > 4 else None
wanted = {}
for path in glob.glob(os.path.join(glob.escape(marks), '*.classroom.json')):
    with open(path, encoding='utf-8') as f:
        one = json.load(f)
    wanted[os.path.basename(path)[:-len('.classroom.json')]] = one
tab = Tab(sys.argv[1])
for theme, form, width, height, phone in VIEWS:
    how = '%s, %s' % (theme, form)
    tab.view(theme, width, height, phone)
    tab.load('file://' + page)
    paper = tab.script('getComputedStyle(document.body).backgroundColor')
    tell((paper == 'rgb(255, 255, 255)') == (theme == 'light'), how + ': its colours', paper)
    wide = tab.script('document.documentElement.scrollWidth')
    tell(wide <= width, how + ': no wider than the window', wide)
    asks = tab.script('performance.getEntriesByType("resource").length'
                      ' + document.querySelectorAll("script, b:not(td b)").length')
    tell(asks == 0, how + ': it asks for nothing, and has no script', asks)
    rows = tab.script('''[...document.querySelectorAll("tbody tr")].map((r) =>
        [r.querySelector("th").textContent, Number(r.children[1].textContent)])''')
    tell(rows and dict(rows) == {name: sum(t['score'] for t in one['tests'])
                                 for name, one in wanted.items()},
         how + ': the table has each student, and the sum', rows)
    lost = tab.script('''[...document.querySelectorAll("tbody a")].map((a) => {
        const h = document.querySelector(a.getAttribute("href"));
        return h && h.textContent.startsWith(a.textContent + ": ")
            ? h.parentElement.innerText : ""; })''')
    right = len(lost) == len(wanted) and all(
        ' '.join(t['message'].replace(' | ', ' ').split()) in ' '.join(text.split())
        for (name, _), text in zip(rows, lost) for t in wanted[name]['tests'])
    tell(right, how + ': each name leads to the reasons', *lost)
    red = tab.script('document.querySelectorAll("tbody .bad").length')
    bad = sum(t['status'] == 'fail' for one in wanted.values() for t in one['tests'])
    tell(red == bad, how + ': red is where points were lost', red, bad)
    if pictures:
        tab.picture('%s/marks-%s-%s.png' % (pictures, theme, form), False)
    tell(not tab.console, how + ': the console is empty', *tab.console)
    tab.console.clear()
tab.end()
sys.exit(status())
