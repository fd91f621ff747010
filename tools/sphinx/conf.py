# SPDX-License-Identifier: MIT
"""Sphinx's settings for the site of all pages, which tools/site builds."""
import os

from pygments.formatters.html import HtmlFormatter
from pygments.lexers.special import TextLexer

project = 'amp'
author = 'the authors of amp'
language = 'en'
extensions = ['myst_parser']
source_suffix = {'.md': 'markdown'}
# Of Debian's themes: furo 2022.12 lacks its built script there, pydata's has no dark form yet.
html_theme = 'alabaster'
html_theme_options = {'description': 'tiled GPU kernels in plain C99', 'fixed_sidebar': True,
                      'page_width': '74rem', 'sidebar_width': '17rem', 'show_powered_by': False}
html_sidebars = {'**': ['here.html', 'about.html', 'searchbox.html', 'navigation.html']}
html_static_path = ['static']
templates_path = ['templates']
html_css_files = ['amp.css']
html_title = 'amp'
html_copy_source = False
html_show_sphinx = False
html_show_copyright = False
html_use_index = False
# A heading's link is its words, as on the pages that host repositories.
myst_heading_anchors = 4
# Code that is no code of its language, such as a compiler's words, stays plain.
highlight_language = 'text'
pygments_style = 'tango'
DARK = 'monokai'


def write_dark(app, _):
    """The colours of code on a dark page, beside those that Sphinx writes."""
    with open(os.path.join(app.outdir, '_static', 'dark.css'), 'w', encoding='utf-8') as f:
        f.write(HtmlFormatter(style=DARK).get_style_defs('.highlight') + '\n')


def setup(app):
    app.add_lexer('gdb', TextLexer)  # a session in gdb, which Pygments does not know
    app.add_css_file('dark.css', media='(prefers-color-scheme: dark)', priority=900)
    app.connect('build-finished', write_dark)
