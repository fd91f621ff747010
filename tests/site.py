# SPDX-License-Identifier: MIT
"""Reads the site (tools/site) in headless Chromium, from the disk, without a network.

    site.py BROWSER FOLDER [PICTURES]

Every page of it on a phone: the console is empty, the page is no wider than the window, it has one
first heading and none that skips a level, pictures have words for a screen reader, nothing is asked
of a network, and each link to the site leads to a file and a place in it. The first page in
both themes, on a desk and on a phone; a search finds a page. Prints TAP lines. With PICTURES,
pictures of the first page, of a search and of a page with code are kept in that folder."""
import os
import sys
import time

from chromium import VIEWS, Tab, status, tell

site = os.path.abspath(sys.argv[2])
pictures = sys.argv[3] if len(sys.argv) > 3 else None
pages = sorted(os.path.relpath(os.path.join(folder, name), site)
               for folder, _, names in os.walk(site) for name in names
               if name.endswith('.html') and '_static' not in folder
               and not os.path.relpath(folder, site).startswith('playground'))  # tests/playground.py
own = [p for p in pages if p not in ('docs/lens/nbody.html', 'genindex.html', 'search.html')]
tab = Tab(sys.argv[1])


def load(page):
    tab.load('file://%s/%s' % (site, page))


ASKED = '''performance.getEntriesByType("resource").map((r) => r.name)
    .filter((n) => !n.startsWith("file:") && !n.startsWith("data:")).join(" ")'''
HEADINGS = '''[...document.querySelectorAll("div.body h1, div.body h2, div.body h3, div.body h4")]
    .map((h) => h.tagName[1]).join("")'''
UNNAMED = '''[...document.querySelectorAll("div.body img, div.body svg, div.body object")]
    .filter((e) => !e.getAttribute("alt") && !e.getAttribute("aria-label")).length'''
LINKS = '''[...document.querySelectorAll("a[href]")].map((a) => a.href)
    .filter((h) => h.startsWith("file:"))'''
IDS = '[...document.querySelectorAll("[id]")].map((e) => e.id)'
WIDTH = 390

tab.view('light', WIDTH, 844, True)
wrong = {text: [] for text in (
    'an empty console', 'no wider than a phone', 'a first heading, and none that skips a level',
    'words for its pictures', 'nothing asked of a network')}
ids, links = {}, []
for page in own:
    load(page)
    found = [list(tab.console), tab.script('document.documentElement.scrollWidth') > WIDTH, None,
             tab.script(UNNAMED), tab.script(ASKED)]
    levels = tab.script(HEADINGS)
    found[2] = levels[:1] != '1' or levels.count('1') != 1 or any(
        int(b) > int(a) + 1 for a, b in zip(levels, levels[1:]))
    for text, what in zip(wrong, found):
        if what:
            wrong[text].append('%s: %s' % (page, what))
    ids[page] = set(tab.script(IDS) or ())
    links.append((page, tab.script(LINKS)))
    tab.console.clear()
for text, list_ in wrong.items():
    tell(not list_ and own, 'each of %d pages: %s' % (len(own), text), *list_)
lost = set()
for page, list_ in links:
    for link in list_:
        path, _, place = link[len('file://'):].partition('#')
        to = os.path.relpath(path, site)
        if not os.path.isfile(path) or (place and to in ids and place not in ids[to]):
            lost.add('%s links %s#%s' % (page, to, place))
tell(not lost and links, 'each link within the site leads to a file, and to a place in it', *lost)

for theme, form, width, height, phone in VIEWS:
    tab.view(theme, width, height, phone)
    load('index.html')
    paper = tab.script('getComputedStyle(document.body).backgroundColor')
    dark = sum(int(n) for n in paper[paper.index('(') + 1:-1].split(',')[:3]) < 3 * 128
    tell(dark == (theme == 'dark'), '%s, %s: its colours' % (theme, form), paper)
    if pictures:
        tab.picture('%s/site-%s-%s.png' % (pictures, theme, form), False)
        load('docs/lens.html')
        tab.picture('%s/site-lens-%s-%s.png' % (pictures, theme, form), False)
load('search.html?q=barrier')
for _ in range(100):
    hits = tab.script('[...document.querySelectorAll("#search-results li a")].map((a) => a.href)')
    if 'found' in (tab.script('document.querySelector("#search-results .search-summary").innerText')
                   or ''):
        break
    time.sleep(.1)
tell(any('mistakes' in hit for hit in hits), 'a search for "barrier" finds docs/mistakes.md', hits)
if pictures:
    tab.picture('%s/site-search.png' % pictures, False)
tab.end()
sys.exit(status())
