# SPDX-License-Identifier: MIT
"""The marks of a class as one page: a table, and each student's reasons. It needs no script and no
network, has a light and a dark form, and is read on a phone, too."""
import html

STYLE = """
:root { color-scheme: light dark; --paper: #ffffff; --ink: #1f2328; --faint: #57606a;
  --line: #d0d7de; --box: #f6f8fa; --link: #0969da; --bad: #cf222e; }
@media (prefers-color-scheme: dark) { :root { --paper: #0d1117; --ink: #e6edf3; --faint: #9da7b3;
  --line: #30363d; --box: #161b22; --link: #4493f8; --bad: #f85149; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1rem; max-width: 64rem; background: var(--paper);
  color: var(--ink); font: 16px/1.5 'Segoe UI', Helvetica, 'DejaVu Sans', sans-serif; }
h1 { font-size: 1.4rem; margin: 0; }
h2 { font-size: 1.15rem; margin: 2rem 0 .5rem; }
a { color: var(--link); }
.faint { color: var(--faint); }
.bad { color: var(--bad); font-weight: 600; }
.wide { overflow-x: auto; border: 1px solid var(--line); border-radius: 6px; }
table { border-collapse: collapse; width: 100%; font-size: .875rem; }
th, td { padding: .4rem .6rem; text-align: right; white-space: nowrap; }
th { background: var(--box); font-weight: 600; }
td { border-top: 1px solid var(--line); }
th:first-child { text-align: left; position: sticky; left: 0; max-width: 45vw; overflow: hidden;
  text-overflow: ellipsis; }
dl { margin: 0; }
dt { font-weight: 600; margin-top: .6rem; }
dd { margin: 0; overflow-wrap: anywhere; white-space: pre-line; max-width: 46rem; }
"""


def points(mark):
    """Points of a mark, marked where some are missing."""
    return '<span class="%s">%d</span> of %d' % (
        "bad" if mark.points < mark.most else "", mark.points, mark.most)


def page(graded, parts, footer):
    """The page of all that were graded: name, marks, seconds each; footer: a sentence. parts: name,
    points and meaning of each mark."""
    most = sum(part[1] for part in parts)
    sums = [sum(m.points for m in marks) for _, marks, _ in graded]
    out = ["<!DOCTYPE html>", "<html lang='en'>", "<head>", "<meta charset='utf-8'>",
           "<meta name='viewport' content='width=device-width, initial-scale=1'>",
           "<title>marks</title>", "<style>" + STYLE + "</style>", "</head>", "<body>",
           "<h1>Marks</h1>", "<p>%s. The mean is %.1f of %d.</p>" % (
               html.escape(footer), sum(sums) / max(1, len(sums)), most),
           "<div class='wide' tabindex='0'><table>", "<thead><tr><th scope='col'>student</th>"
           "<th scope='col'>sum<br><span class='faint'>of %d</span></th>" % most]
    out += ["<th scope='col'>%s<br><span class='faint'>of %d</span></th>"
            % (html.escape(name), points_) for name, points_, _ in parts]
    out.append("</tr></thead><tbody>")
    for number, (name, marks, _) in enumerate(graded):
        out.append("<tr><th scope='row'><a href='#student-%d'>%s</a></th><td><b>%d</b></td>%s</tr>"
                   % (number, html.escape(name), sums[number], "".join(
                       "<td%s>%d</td>" % (" class='bad'" * (m.points < m.most), m.points)
                       for m in marks)))
    out.append("</tbody></table></div>")
    means = {name: what for name, _, what in parts}
    for number, (name, marks, seconds) in enumerate(graded):
        out.append("<section><h2 id='student-%d'>%s: %d of %d</h2>"
                   % (number, html.escape(name), sums[number], most))
        out.append("<p class='faint'>graded in %.0f s</p><dl>" % seconds)
        for m in marks:
            out.append("<dt>%s: %s</dt><dd>%s</dd>" % (
                html.escape(m.name), points(m),
                html.escape(m.why.replace(" | ", "\n")) or "right: " + html.escape(means[m.name])))
        out.append("</dl></section>")
    return "\n".join(out + ["</body>", "</html>"]) + "\n"
