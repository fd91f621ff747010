/* SPDX-License-Identifier: MIT */
#ifndef AMP_LENS_PAGE_HTML_H
#define AMP_LENS_PAGE_HTML_H
/*
amp/lens/page.html.h: the page of the report, as HTML, without data: they stand in place of @DATA@,
and what an index over pages says of it in place of @SUMMARY@. With data that have `pages` it is
that index. It has more than 800 lines because a page that asks for no other is one text.
*/

#include "../base/library_text.h"

AMP__DEVICE_TEXT_BEGIN(amp__lens_page)
#if 0
<!DOCTYPE html>
<html lang='en'>
<head>
<meta charset='utf-8'>
<meta name='viewport' content='width=device-width, initial-scale=1'>
<title>amp lens</title>
<style>
:root {
  color-scheme: light dark;
  --paper: #ffffff; --ink: #1f2328; --faint: #57606a; --line: #d0d7de; --box: #f6f8fa;
  --read: #0969da; --write: #9a6700; --both: #8250df; --warn: #cf222e; --lost: #ffcecb;
  --heat: 9, 105, 218;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #0d1117; --ink: #e6edf3; --faint: #9da7b3; --line: #30363d; --box: #161b22;
    --read: #4493f8; --write: #d29922; --both: #ab7df8; --warn: #f85149; --lost: #67060c;
    --heat: 68, 147, 248;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0 auto; padding: 1rem; max-width: 72rem; background: var(--paper);
  color: var(--ink); font: 16px/1.5 'Segoe UI', Helvetica, 'DejaVu Sans', sans-serif;
}
h1 { font-size: 1.4rem; margin: 0; }
h2 { font-size: 1.15rem; margin: 2rem 0 .5rem; }
p { margin: .4rem 0; max-width: 46rem; }
.faint { color: var(--faint); }
.note { border-left: 4px solid var(--faint); padding: .3rem .8rem; background: var(--box); }
.worst { border-color: var(--warn); }
a { color: var(--read); }
.term { text-decoration: underline dotted; text-underline-offset: .2em; cursor: help; }
#tip { position: fixed; z-index: 1; max-width: min(24rem, calc(100vw - 1rem)); padding: .4rem .7rem;
  background: var(--ink); color: var(--paper); border-radius: 6px; font-size: .875rem;
  white-space: normal; overflow-wrap: anywhere; pointer-events: none; }
.wide { overflow-x: auto; border: 1px solid var(--line); border-radius: 6px; }
.cells { overflow: auto; }
.cells svg { max-width: none; }
table { border-collapse: collapse; width: 100%; font-size: .875rem; }
th, td { padding: .25rem .6rem; text-align: right; white-space: nowrap; }
th { background: var(--box); color: var(--faint); font-weight: 600; }
td { border-top: 1px solid var(--line); }
.left { text-align: left; }
code, .code { font: .8125rem/1.5 Menlo, Consolas, 'DejaVu Sans Mono', monospace; }
.code td { padding: 0 .6rem; border: 0; }
.code td.text { white-space: pre; text-align: left; }
.mark td { background: var(--box); }
.table .mark > * { background: rgba(var(--heat), .15); }
.table .mark th { box-shadow: inset 4px 0 0 var(--read); }
.bad { color: var(--warn); font-weight: 600; }
svg { display: block; max-width: 100%; height: auto; touch-action: manipulation; }
svg text { fill: var(--ink); font: 12px 'Segoe UI', Helvetica, 'DejaVu Sans', sans-serif; }
select, button, input { font: inherit; color: inherit; background: var(--box);
  border: 1px solid var(--line); border-radius: 6px; padding: .2rem .6rem; }
button { min-height: 2.25rem; }
.row { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; margin: .5rem 0; }
.say { min-height: 3.6em; padding: .3rem .8rem; background: var(--box); border-radius: 6px; }
.key i { display: inline-block; width: .8em; height: .8em; margin: 0 .3em 0 .8em; }
@media (max-width: 40rem) {
  .say { min-height: 8em; }
  .cells { max-height: 80vh; }
  .code td.text { padding-right: 2rem; }
  .code td:first-child { white-space: normal; min-width: 6.5rem; max-width: 7rem;
    text-align: left; }
}
.cell { cursor: pointer; }
svg text.in { font-size: 10px; pointer-events: none; }
.cell:hover, .cell.on { stroke: var(--ink); stroke-width: 2; }
</style>
</head>
<body>
<header>
<h1>amp lens</h1>
<div class='row' id='choice'><label for='kernel'>kernel</label><select id='kernel'></select></div>
</header>
<div id='kernels'></div>
<main id='main'></main>
<div id='tip' role='tooltip' hidden></div>
<noscript>This page draws its pictures by a script: allow it, or read the report as
text (AMP_LENS=text).</noscript>
<script type='application/json' id='summary'>
@SUMMARY@
</script>
<script type='application/json' id='data'>
@DATA@
</script>
<script>
'use strict';
const data = JSON.parse(document.getElementById('data').textContent);
const main = document.getElementById('main');
let thread = -1;      /* the thread that is chosen; -1: none */
let redraw = [];      /* what is drawn anew when that changes */
let explained = {};   /* the words that have their meaning with them, where they stand first */
/* Where fingers point, a place to touch is at least 24 pixels wide. */
const fingers = matchMedia('(pointer: coarse), (max-width: 40rem)');
function unit(size) { return fingers.matches ? Math.max(size, 26) : size; }

function put(parent, tag, text, attributes) {
  const e = document.createElement(tag);
  if (text !== undefined && text !== null) e.textContent = text;
  for (const a in attributes || {}) e.setAttribute(a, attributes[a]);
  parent.appendChild(e);
  return e;
}
function draw(parent, tag, attributes, text) {
  const e = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const a in attributes || {}) e.setAttribute(a, attributes[a]);
  if (text !== undefined) e.textContent = text;
  parent.appendChild(e);
  return e;
}
/* A square of a picture, and what is done where it is pointed at (point, below). */
function square(s, x, y, size, fill, what) {
  const c = draw(s, 'rect', { x: x, y: y, width: size, height: size, class: 'cell',
    style: 'fill: ' + fill });
  point(c, what);
  return c;
}
/* The colour of a place that has n of at most `most`. */
function heats(n, most) {
  return n ? 'rgba(var(--heat), ' + (0.15 + 0.85 * n / most) + ')' : 'var(--box)';
}
function number(n, digits) {
  return n === null || n === undefined ? '-' : Number(n).toFixed(digits);
}
function share(n) { return n === null || n === undefined ? '-' : number(100 * n, 0) + '%'; }
function bytes(n) {
  const unit = ['B', 'KB', 'MB', 'GB', 'TB'];
  let u = 0;
  for (; n >= 10000 && u < 4; u++) n /= 1000;
  return +Number(n).toPrecision(4) + ' ' + unit[u];
}
function span(ns) {
  return ns < 1e4 ? +Number(ns).toPrecision(4) + ' ns'
    : ns < 1e7 ? +Number(ns / 1e3).toPrecision(4) + ' us'
    : +Number(ns / 1e6).toPrecision(4) + ' ms';
}
function shape(list) { return '(' + list.join(', ') + ')'; }
function unravel(n, extent) {
  const index = [];
  for (let d = extent.length - 1; d >= 0; d--) {
    index[d] = n % extent[d];
    n = Math.floor(n / extent[d]);
  }
  return index;
}
function product(list) { return list.reduce((a, b) => a * b, 1); }

/* An element whose meaning is shown while it has the pointer or the focus; Escape takes it away. */
const tip = document.getElementById('tip');
let explaining = null; /* the element, and what shows its meaning */
function hide() {
  tip.hidden = true;
  explaining = null;
}
function explain(e, text) {
  const tell = function () {
    const r = e.getBoundingClientRect();
    explaining = [e, tell];
    tip.textContent = text;
    tip.hidden = false;
    tip.style.left = Math.max(8, Math.min(r.left, innerWidth - tip.offsetWidth - 8)) + 'px';
    tip.style.top = (r.bottom + tip.offsetHeight + 8 < innerHeight ? r.bottom + 4
      : r.top - tip.offsetHeight - 4) + 'px';
  };
  e.classList.toggle('term', true);
  e.setAttribute('tabindex', 0);
  e.setAttribute('aria-describedby', 'tip');
  e.addEventListener('pointerenter', (p) => p.pointerType === 'touch' || tell());
  e.addEventListener('pointerleave', () => explaining && explaining[0] === e && hide());
  e.addEventListener('focus', tell);
  e.addEventListener('blur', hide);
}
addEventListener('scroll', function () { /* the focus may have brought it into sight */
  if (explaining && explaining[0] === document.activeElement) explaining[1]();
  else hide();
}, true);
addEventListener('keydown', (p) => p.key === 'Escape' && hide());

/* What a measure is, and what Nsight Compute calls it. */
function meaning(name) {
  const m = data.measures.find((x) => x.name === name);
  return m.name + ': ' + m.what + '. ' + (m.nsight ? 'Nsight Compute: ' + m.nsight
    : 'Nsight Compute has no metric of it') + '.';
}

/* A paragraph, or a heading, in which the glossary's words are explained where they come first. */
function write(parent, tag, text, attributes) {
  const e = put(parent, tag, null, attributes);
  const words = Object.keys(data.words || {}).sort((a, b) => b.length - a.length);
  const parts = words.length === 0 ? [text]
    : text.split(new RegExp('\\b(' + words.join('|') + ')(?=s?\\b)', 'i'));
  parts.forEach(function (part, i) {
    const word = part.toLowerCase();
    const s = part !== '' ? put(e, 'span', part) : null;
    if (s && i % 2 === 1 && !explained[word]) {
      explained[word] = true;
      explain(s, word + ': ' + data.words[word]);
    }
  });
  return e;
}

/* A table in a parent, whose body is returned. Its heads: name, what it explains (a measure, or a
   sentence), whether it is text. */
function table(parent, list, sort) {
  const t = put(put(parent, 'div', null, { class: 'wide ' + (sort || ''), tabindex: 0 }), 'table');
  const h = list.length ? put(put(t, 'thead'), 'tr') : null;
  list.forEach(function (n) {
    const th = put(h, 'th', null, { scope: 'col', class: n[2] ? 'left' : '' });
    const s = put(th, 'span', n[0]);
    if (n[1]) explain(s, data.measures.some((m) => m.name === n[1]) ? meaning(n[1]) : n[1]);
  });
  return put(t, 'tbody');
}

/* The cells of a row: texts, or [text, class]; and a row of a table, with its head and cells. */
function cells(tr, list) {
  list.map((c) => [].concat(c)).forEach((c) => put(tr, 'td', c[0], c[1] ? { class: c[1] } : {}));
}
function entry(body, head, list, attributes) {
  const tr = put(body, 'tr', null, attributes);
  put(tr, 'th', head, { scope: 'row', class: 'left' });
  cells(tr, list);
  return tr;
}

/* A line of a file, or the file where the line is not known. */
function spot(file, line) { return file.split('/').pop() + (line ? ':' + line : ''); }

/* What is done where a place of a picture is pointed at or tapped. A finger's touch is a tap, once
   it is over: what it says may move the page, and another place would lie under it then. */
function point(cell, what) {
  cell.addEventListener('pointerenter', (p) => p.pointerType === 'touch' || what());
  cell.addEventListener('click', what);
}

/* A picture: a figure with a title, an svg in it, and a button that saves it. cells: it is not made
   smaller where the window is, and scrolls. */
function picture(parent, title, width, height, cells) {
  const figure = put(parent, 'figure', null, { style: 'margin: .5rem 0' });
  const s = draw(cells ? put(figure, 'div', null, { class: 'cells' }) : figure, 'svg', {
    viewBox: '0 0 ' + width + ' ' + height, width: width, role: 'img', 'aria-label': title });
  const save = put(figure, 'button', 'save as SVG', { type: 'button' });
  save.onclick = function () {
    const copy = s.cloneNode(true);
    const from = s.querySelectorAll('*'), to = copy.querySelectorAll('*');
    from.forEach(function (e, i) {
      const style = getComputedStyle(e);
      for (const p of ['fill', 'stroke', 'stroke-width', 'font']) {
        to[i].style.setProperty(p, style.getPropertyValue(p));
      }
    });
    copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([copy.outerHTML], { type: 'image/svg+xml' }));
    link.download = title.replace(/[^a-z0-9]+/gi, '-') + '.svg';
    link.click();
  };
  return s;
}

function head(k) {
  const m = k.model, h = put(main, 'h2', k.kernel + ' ');
  put(h, 'a', 'link', { href: '#' + fragment(k), class: 'faint', style: 'font-size: .875rem' });
  put(main, 'p', (k.simple ? 'threads ' : 'extent ') + shape(k.extent)
    + (k.simple ? ', taken 256 in a row as a tile' : ', tile ' + shape(k.tile)) + '; '
    + (k.tiles === 1 ? 'one tile' : k.measured === k.tiles ? 'all ' + k.tiles + ' tiles'
      : k.measured + ' of ' + k.tiles + ' tiles measured, drawn by seed ' + k.seed)
    + (k.launches > 1 ? '; the first of ' + k.launches + ' launches' : ''));
  write(main, 'p', 'Model ' + m.name + ': warps of ' + m.warp + ', sectors of ' + m.sector
    + ' bytes in cache lines of ' + m.line + ', ' + m.banks + ' banks of ' + m.bank + ' bytes, '
    + (m.partitions ? m.partitions + ' partitions of ' + m.partition + ' bytes, ' : '')
    + m.multiprocessors + ' multiprocessors, ' + m.bandwidth + ' GB/s.', { class: 'faint' });
  if (k.doubt) put(main, 'p', 'Warps: ' + k.doubt + '.', { class: 'note' });
  put(main, 'p', k.worst.message, { class: k.advice.length ? 'note worst' : 'note' });
  k.advice.slice(1).forEach((a) => put(main, 'p', a.message
    + (a.gain_ns > 0 ? ' (' + span(a.gain_ns) + ' by the model)' : ''), { class: 'faint' }));
}

function times(k) {
  put(main, 'h2', 'Time by the model');
  const names = Object.keys(k.times_ns).filter((n) => k.times_ns[n] > 0);
  const most = Math.max.apply(null, names.map((n) => k.times_ns[n]).concat([1e-9]));
  put(main, 'p', span(k.time_ns) + ', bound by ' + k.bound + '. Warps take turns at these parts:'
    + ' all of it takes at least as long as the longest, and more the fewer warps there are.'
    + (k.measures.issued === undefined ? ' Of instructions only accesses are counted.' : '')
    + ' A launch takes ' + span(k.launch_ns) + ', copies ' + span(k.copy_ns) + ' besides.');
  if (k.tiles < k.model.multiprocessors) {
    put(main, 'p', 'There are fewer tiles (' + k.tiles + ') than multiprocessors ('
      + k.model.multiprocessors + '): at this size a time says nothing of a larger one.',
      { class: 'note' });
  }
  caches(k);
  const s = picture(main, k.kernel + ' times', 460, names.length * 26 + 4);
  names.forEach(function (n, i) {
    draw(s, 'text', { x: 0, y: i * 26 + 17 }, n);
    draw(s, 'rect', { x: 128, y: i * 26 + 4, height: 18, rx: 3,
      width: Math.max(2, 260 * k.times_ns[n] / most),
      style: 'fill: var(' + (n === k.bound ? '--read' : '--faint') + ')' });
    draw(s, 'text', { x: 396, y: i * 26 + 17 }, span(k.times_ns[n]));
  });
}

function caches(k) {
  const m = k.measures;
  if (m.l2_hit_rate === undefined) return;
  put(main, 'p', 'Caches: L1 has ' + share(m.l1_hit_rate) + ' of what is loaded, L2 '
    + share(m.l2_hit_rate) + ' of the rest; L2 is asked for ' + bytes(m.l2_bytes)
    + ', DRAM moves ' + bytes(m.dram_bytes) + '.');
}

/* Where a kernel stands: its operations for each byte of DRAM, and GFLOP/s by the model; null where
   its operations are not known. */
function place(k) {
  const moved = k.measures.dram_bytes;
  const all = k.operations * k.tiles * k.threads;
  return k.operations === null || !(moved > 0) || !(k.time_ns > 0) ? null
    : { intensity: all / moved, rate: all / k.time_ns };
}

function roofline(k) {
  const m = k.model, here = place(k);
  write(main, 'h2', 'Roofline');
  const s = picture(main, k.kernel + ' roofline', 560, 330);
  const top = Math.ceil(Math.log2(m.arithmetic)) + 1, low = top - 14;
  const x = (v) => 70 + 450 * (Math.min(10, Math.max(-4, Math.log2(v))) + 4) / 14;
  const y = (v) => 20 + 260 * (top - Math.max(low, Math.log2(v))) / 14;
  const ridge = m.arithmetic / m.bandwidth;
  const edge = Math.max(Math.pow(2, low) / m.bandwidth, 1 / 16);
  const power = (e) => e < 0 ? '1/' + Math.pow(2, -e) : String(Math.pow(2, e));
  for (let e = 0; e <= 14; e += 2) {
    const across = x(Math.pow(2, e - 4)), down = y(Math.pow(2, low + e));
    draw(s, 'line', { x1: across, x2: across, y1: 20, y2: 280, style: 'stroke: var(--line)' });
    draw(s, 'text', { x: across, y: 296, 'text-anchor': 'middle' }, power(e - 4));
    draw(s, 'line', { x1: 70, x2: 520, y1: down, y2: down, style: 'stroke: var(--line)' });
    draw(s, 'text', { x: 64, y: down + 4, 'text-anchor': 'end' }, power(low + e));
  }
  draw(s, 'text', { x: 295, y: 318, 'text-anchor': 'middle' }, 'operations for each byte of DRAM');
  draw(s, 'text', { x: 4, y: 12 }, 'GFLOP/s');
  draw(s, 'path', { d: 'M' + x(edge) + ' ' + y(edge * m.bandwidth) + 'L' + x(ridge) + ' '
    + y(m.arithmetic) + 'L' + x(1024) + ' ' + y(m.arithmetic),
    style: 'fill: none; stroke: var(--ink); stroke-width: 2' });
  draw(s, 'text', { x: Math.min(x(ridge), 330), y: y(m.arithmetic) - 6 },
    m.arithmetic + ' GFLOP/s; below it ' + m.bandwidth + ' GB/s');
  data.kernels.forEach(function (o) {
    const p = o.model.name === m.name ? place(o) : null;
    if (!p || o === k) return;
    const c = draw(s, 'circle', { cx: x(p.intensity), cy: y(p.rate), r: 4, class: 'point',
      style: 'fill: var(--faint)' });
    draw(c, 'title', {}, title(o));
  });
  if (here) {
    draw(s, 'circle', { cx: x(here.intensity), cy: y(here.rate), r: 7, class: 'point',
      style: 'fill: var(--read)' });
    put(main, 'p', number(here.intensity, 2) + ' operations for each byte of DRAM, '
      + number(here.rate, 1) + ' GFLOP/s by the model (' + (k.operations_from
      ? 'operations from ' + k.operations_from : 'operations') + ').'
      + (here.intensity === 0 ? ' It makes none, so it stands in the corner.' : '')
      + (data.kernels.length > 1 ? ' The small points are the other kernels of this page.' : ''));
  } else {
    put(main, 'p', 'The kernel has no point here: ' + (k.operations !== null ? 'it moves no bytes.'
      : (k.counted_by !== 'warps' ? 'it is compiled without -fsanitize-coverage=trace-pc, by which'
        + ' its operations are counted.' : 'how many operations it makes is not known, for there is'
        + ' no objdump, or it calls a function whose operations nobody counts.')
        + ' amp_lens_operations says it.'), { class: 'faint' });
  }
}

function costs(k) {
  put(main, 'h2', 'Lines, the costliest first');
  const body = table(main, [['line', '', 1], ['array', '', 1], ['does', '', 1],
    ['requests', 'requests'], ['sectors', 'sectors_per_request'], ['ideal', 'ideal_sectors'],
    ['used', 'efficiency'], ['bank cycles', 'bank_conflicts'], ['active', 'active'],
    ['lost', 'time by the model beyond what the line would take at best'], ['source', '', 1]],
  'table');
  k.rows.map((r, i) => [r, i]).sort((a, b) => b[0].lost_ns - a[0].lost_ns).forEach(function (p) {
    const r = p[0], global = r.memory === 'global', why = doubt(k, r);
    const tr = entry(body, spot(r.file, r.line), [[r.array, 'left'], [r.access, 'left'],
      (r.error > 0.1 || r.rare || r.not_looked_at > 0 ? '\u2248 ' : '') + number(r.requests, 0),
      [number(r.sectors_per_request, 1),
        global && r.sectors_per_request > 1.05 * r.ideal_sectors && 'bad'],
      number(r.ideal_sectors, 1), global ? share(r.bytes_asked / r.bytes_moved) : '-',
      [number(r.bank_conflicts, 1), r.bank_conflicts > 1.05 && 'bad'],
      [share(r.active), r.active < 0.9 && 'bad'], span(r.lost_ns)],
    p[1] === k.worst.row ? { class: 'mark' } : {});
    put(put(tr, 'td', null, { class: 'left' }), 'code', r.source.trim());
    if (why) {
      tr.children[3].setAttribute('title', why);
      put(put(body, 'tr'), 'td', why, { class: 'left faint', colspan: 11 });
    }
  });
}

/* Why the numbers of a row are not to be taken at their word; '' where they are. */
function doubt(k, r) {
  const cut = r.not_looked_at > 0 ? number(r.not_looked_at, 0)
    + ' accesses were counted and not looked at: ' + (r.requests > 0
      ? 'counts are multiplied by ' + number(r.scaled, 2) : 'none of it is known') + '. ' : '';
  return cut + (r.rare ? 'Rare: seen in ' + r.tiles + ' of the ' + k.measured + ' tiles measured.'
    : r.error > 0.1 ? 'The requests are known to \u00b1' + share(r.error) + '.' : '');
}

/* The lines at which threads of a warp part. */
function branches(k) {
  const lines = k.lines.filter((l) => l.divergent_branches > 0 || l.divergent_loops > 0);
  if (k.counted_by !== 'warps') return;
  put(main, 'h2', 'Lines where warps part');
  if (lines.length === 0) {
    put(main, 'p', 'None: all threads of a warp go the same way.', { class: 'faint' });
    return;
  }
  const body = table(main, [['line', '', 1], ['branches', 'branches'],
    ['divergent', 'divergent_branches'], ['uniform', 'branch_efficiency'],
    ['loop in turns', 'divergent_loops']]);
  lines.forEach((l) => entry(body, l.file.split('/').pop() + ':' + l.line, [number(l.branches, 0),
    [number(l.divergent_branches, 0), 'bad'],
    l.branches ? share(1 - l.divergent_branches / l.branches) : '-',
    l.divergent_loops > 0 ? 'yes' : 'no']));
}

function measures(k) {
  put(main, 'h2', 'Measures of the kernel');
  const body = table(main, []);
  data.measures.forEach(function (m) {
    const v = k.measures[m.name], e = k.errors[m.name];
    if (v === undefined) return;
    const tr = entry(body, '', [
      (m.unit === 'B' ? bytes(v) : +Number(v).toPrecision(4) + ' ' + m.unit)
      + (e > 0 ? ' \u00b1 ' + (m.unit === 'B' ? bytes(e) : +Number(e).toPrecision(2)) : ''),
      [m.what, 'left']]);
    explain(put(tr.children[0], 'span', m.name), meaning(m.name));
  });
  k.barriers.forEach((b) => entry(body, b.end ? 'end of the kernel' : 'barrier '
    + spot(b.file, b.line), [share(b.idle) + ' idle',
    ['threads without an access before it; of the warps ' + share(b.idle_warps), 'left']]));
}

/* What a thread of the tile that is shown is called. */
function about(k, t) {
  const width = k.model.warp;
  if (k.simple) {
    const first = k.first_tile.reduce((n, v, d) => n * k.extent[d] + v, 0);
    return 'thread ' + t + ' of its group, warp ' + Math.floor(t / width) + ': global '
      + shape(unravel(first + t, k.extent));
  }
  const local = unravel(t, k.tile), origin = k.first_tile.map((v, d) => v * k.tile[d]);
  return 'thread ' + t + ', warp ' + Math.floor(t / width) + ': local ' + shape(local)
    + ', tile ' + shape(k.first_tile) + ', tile_origin ' + shape(origin) + ', global '
    + shape(origin.map((v, d) => v + local[d]));
}

function choose(t) {
  thread = t;
  redraw.forEach((f) => f());
}

/* The colour of warp or thread number n; none of them is red, which is what is bad. */
function hue(n) { return 'hsl(' + (40 + n * 67 % 280) + ', 45%, 55%)'; }

function tile(k) {
  const n = k.threads, dims = k.simple ? [Math.ceil(n / 32), Math.min(n, 32)] : k.tile;
  const columns = dims[dims.length - 1] > 64 ? 32 : dims[dims.length - 1];
  const rows = Math.ceil(n / columns), size = unit(columns > 32 ? 12 : 20);
  put(main, 'h2', k.simple ? 'Threads of the first group' : 'Threads of the first tile');
  write(main, 'p', 'A colour is a warp. Point at a thread, tap it, or give its number: its indices'
    + ' stand below, and what it accesses is outlined in the pictures that follow.');
  const line = put(main, 'div', null, { class: 'row' });
  put(line, 'label', 'thread', { for: 'thread' });
  const field = put(line, 'input', null, { id: 'thread', type: 'number', min: 0, max: n - 1 });
  const say = put(main, 'p', '', { class: 'say', 'aria-live': 'polite' });
  const s = picture(main, k.kernel + ' tile', columns * size + 2, rows * size + 2, true);
  const cells = [];
  for (let t = 0; t < n; t++) {
    const c = square(s, 1 + t % columns * size, 1 + Math.floor(t / columns) * size, size - 2,
      hue(Math.floor(t / k.model.warp)), () => choose(t));
    draw(c, 'title', {}, about(k, t));
    cells.push(c);
  }
  field.oninput = function () {
    const t = Number(field.value);
    if (t >= 0 && t < n && field.value !== '') choose(t);
  };
  redraw.push(function () {
    cells.forEach((c, t) => c.classList.toggle('on', t === thread));
    say.textContent = thread < 0 ? 'No thread is chosen.' : about(k, thread);
  });
}

/* The accesses of the tile that is shown, as objects. */
function trace(k) {
  const list = [];
  for (let i = 0; i + 6 < k.trace.length; i += 7) {
    const t = k.trace.slice(i, i + 7), row = k.rows[t[0]];
    for (let n = 0; row && n < t[6]; n++) {
      list.push({ row: row, interval: t[1], thread: t[2] + n * t[3], element: t[4] + n * t[5] });
    }
  }
  return list;
}

/* The index of an element of an array. */
function index(a, element) {
  return a.stride.map(function (s) {
    const i = Math.floor(element / s);
    element -= i * s;
    return i;
  });
}

/* The smallest box of rows and columns that holds all those elements; at most 64 x 64. */
function box(a, list) {
  const b = { top: Infinity, left: Infinity, bottom: -1, right: -1 };
  list.forEach(function (e) {
    const at = index(a, e.element), c = at[at.length - 1];
    const r = at.length > 1 ? at[at.length - 2] + (at.length > 2 ? at[0] * a.extent[1] : 0) : 0;
    e.r = r;
    e.c = c;
    if (at.length === 1) {
      e.r = Math.floor(c / 32);
      e.c = c % 32;
    }
    b.top = Math.min(b.top, e.r);
    b.left = Math.min(b.left, e.c);
    b.bottom = Math.max(b.bottom, e.r);
    b.right = Math.max(b.right, e.c);
  });
  b.cut = b.bottom - b.top >= 64 || b.right - b.left >= 64;
  b.bottom = Math.min(b.bottom, b.top + 63);
  b.right = Math.min(b.right, b.left + 63);
  return b;
}

/* Draws the places of a box, below one another from y on: fill and what of each, by r and c. */
function grid(s, b, y, size, gap, fill, what) {
  const places = {};
  for (let r = b.top; r <= b.bottom; r++) {
    for (let c = b.left; c <= b.right; c++) {
      places[r + ' ' + c] = square(s, 1 + (c - b.left) * size, y + (r - b.top) * size, size - gap,
        fill(r + ' ' + c), () => what(r, c));
    }
  }
  return places;
}

/* The element in row r and column c of the picture of an array. */
function element(a, r, c) {
  return a.name + shape(a.extent.length === 1 ? [r * 32 + c] : a.extent.length === 2 ? [r, c]
    : [Math.floor(r / a.extent[1]), r % a.extent[1], c]);
}

/* What a row is called where it is chosen: its line, array and kind. */
function called(r) {
  return (r.line ? 'line ' + r.line + ' ' : '') + r.access + ' ' + r.array;
}

/* The threads of a request that ask for bytes [from, to), as numbers of the tile's threads. */
function askers(k, p, from, to) {
  return p.at.map((at, lane) => at >= 0 && at < to && at + p.size > from
    ? p.warp * k.model.warp + lane : -1).filter((t) => t >= 0);
}
function named(threads) {
  return threads.length === 0 ? 'no thread' : (threads.length === 1 ? 'thread ' : 'threads ')
    + threads.slice(0, 8).join(', ')
    + (threads.length > 8 ? ' and ' + (threads.length - 8) + ' more' : '');
}

/* One word of a request's picture: who asks for it stands in it. bad: it is what costs; idle: what
   a word is that nobody asks for. */
function word(s, k, p, at, from, size, bad, idle, say, cells) {
  const threads = askers(k, p, from, from + 4);
  const fill = bad ? '--lost' : threads.length ? '--read' : '--box';
  const c = square(s, at[0] + 1, at[1] + 1, size - 2, 'var(' + fill + ')', function () {
    say.textContent = 'Bytes ' + from + ' to ' + (from + 3) + ': '
      + (threads.length ? 'asked for by ' + named(threads) : idle) + '.';
    if (threads.length) choose(threads[0]);
  });
  if (threads.length) {
    draw(s, 'text', { x: at[0] + size / 2, y: at[1] + size / 2 + 4, 'text-anchor': 'middle',
      class: 'in', style: bad ? '' : 'fill: var(--paper)' },
    threads.length > 1 ? '\u2217' : String(threads[0]));
  }
  cells.push({ cell: c, threads: threads });
}

/* A request to global memory: the cache lines that it comes to, their sectors, and in those that
   are moved the words, with the threads that ask for them. */
function lines(k, p, s, size, most, say, cells) {
  const m = k.model, each = m.line / m.sector, words = m.sector / 4;
  const across = fingers.matches ? 1 : each, high = size + 6;
  const moved = {}, list = [];
  p.sectors.forEach((n) => { moved[n] = true; });
  Object.keys(moved).forEach(function (n) {
    const l = Math.floor(n / each);
    if (list.indexOf(l) < 0) list.push(l);
  });
  list.sort((a, b) => a - b);
  let row = 0;
  list.slice(0, most).forEach(function (l) {
    draw(s, 'text', { x: 0, y: row * high + size / 2 + 4 }, 'byte ' + l * m.line);
    for (let n = 0; n < each; n++) {
      const x = 90 + n % across * (words * size + 6), y = row * high, number = l * each + n;
      if (!moved[number] && across === 1) continue;
      const box = draw(s, 'rect', { x: x, y: y, width: words * size, height: size,
        style: 'fill: none; stroke: var(--line)' });
      draw(box, 'title', {}, moved[number] ? 'a sector that is moved' : 'a sector that is not');
      for (let w = 0; w < words && moved[number]; w++) {
        const from = number * m.sector + w * 4;
        word(s, k, p, [x + w * size, y], from, size, askers(k, p, from, from + 4).length === 0,
          'moved, and no thread asks for them', say, cells);
      }
      if (n % across === across - 1 || (across === 1 && moved[number])) row++;
    }
  });
  return [90 + across * (words * size + 6), row * high, list.length];
}

/* A request to tile memory: its banks side by side, one word below the other. */
function banks(k, p, s, size, most, say, cells) {
  const m = k.model, rows = [], load = {};
  p.at.forEach(function (at) {
    for (let w = Math.floor(at / m.bank); at >= 0 && w * m.bank < at + p.size; w++) {
      const r = Math.floor(w / m.banks);
      if (rows.indexOf(r) < 0) rows.push(r);
      load[w % m.banks] = load[w % m.banks] || [];
      if (load[w % m.banks].indexOf(w) < 0) load[w % m.banks].push(w);
    }
  });
  rows.sort((a, b) => a - b);
  for (let b = 0; b < m.banks; b++) {
    draw(s, 'text', { x: 70 + b * size + size / 2, y: 12, 'text-anchor': 'middle', class: 'in' },
      String(b));
  }
  rows.slice(0, most).forEach(function (r, i) {
    draw(s, 'text', { x: 0, y: 20 + i * size + size / 2 + 4 }, 'word ' + r * m.banks);
    for (let b = 0; b < m.banks; b++) {
      const w = r * m.banks + b, asked = load[b] && load[b].indexOf(w) >= 0;
      word(s, k, p, [70 + b * size, 20 + i * size], w * m.bank, size,
        asked && load[b].length > 1, 'no thread asks for them', say, cells);
    }
  });
  return [70 + m.banks * size, 20 + Math.min(most, rows.length) * size, rows.length];
}

/* What one instruction of a warp asks for, and what is moved for it. */
function request(k) {
  const best = {}, most = 32;
  k.pictures.forEach(function (p) {
    if (!best[p.row] || best[p.row].cost < p.cost) best[p.row] = p;
  });
  const list = Object.keys(best).map(Number);
  if (list.length === 0) return;
  write(main, 'h2', 'One request of a warp');
  put(main, 'p', 'The costliest request of a line in the first tile. A number is the thread that'
    + ' asks for the word, a star several. Red is what costs: words that are moved and nobody asks'
    + ' for, and words of one bank, which come one after another.');
  const line = put(main, 'div', null, { class: 'row' });
  put(line, 'label', 'line', { for: 'request' });
  const which = put(line, 'select', null, { id: 'request' });
  list.forEach((r) => put(which, 'option', called(k.rows[r]), { value: r }));
  const about = write(main, 'p', '', { 'aria-live': 'polite' });
  const say = put(main, 'p', '', { class: 'say', 'aria-live': 'polite' });
  const parent = put(main, 'div');
  let cells = [];
  function show() {
    const r = k.rows[Number(which.value)], p = best[Number(which.value)], m = k.model;
    const active = p.at.filter((a) => a >= 0).length, size = unit(20);
    parent.textContent = '';
    cells = [];
    say.textContent = 'Point at a word, or tap it.';
    const s = picture(parent, k.kernel + ' request of ' + called(r), 10, 10, true);
    const wide = (r.memory === 'tile' ? banks : lines)(k, p, s, size, most, say, cells);
    s.setAttribute('viewBox', '0 0 ' + (wide[0] + 2) + ' ' + (wide[1] + 2));
    s.setAttribute('width', wide[0] + 2);
    about.textContent = 'Warp ' + p.warp + ': ' + active + ' threads ask for ' + p.size
      + ' bytes each; ' + (r.memory === 'tile' ? 'that takes ' + p.cost + ' bank cycles.'
      : p.sectors.length + ' sectors of ' + m.sector + ' bytes are moved for it, '
      + p.sectors.length * m.sector + ' bytes.')
      + (wide[2] > most ? ' Of ' + wide[2] + ' lines ' + most + ' are drawn.' : '');
  }
  which.value = String(list.indexOf(k.worst.row) >= 0 ? k.worst.row : list[0]);
  which.onchange = show;
  show();
  redraw.push(() => cells.forEach((c) => c.cell.classList.toggle('on',
    c.threads.indexOf(thread) >= 0)));
}

/* What ends a barrier interval of the tile that is shown, and what begins it. */
function ending(k, interval) {
  const b = interval < 0 ? null : k.barriers[k.ends[interval]];
  return interval < 0 ? 'the kernel\u2019s beginning' : !b ? 'a barrier'
    : b.end ? 'the kernel\u2019s end' : b.line ? 'the barrier at line ' + b.line : 'a barrier';
}

function stepper(k, all) {
  write(main, 'h2', 'From barrier to barrier');
  write(main, 'p', 'What the threads of that tile read and write in one barrier interval.'
    + (k.trace_cut ? ' The tile made more accesses than the page keeps: its first are shown.'
      : ''));
  const line = put(main, 'div', null, { class: 'row' });
  const back = put(line, 'button', 'back', { type: 'button' });
  const range = put(line, 'input', null, { type: 'range', min: 0, value: 0,
    max: Math.max(0, k.intervals - 1), 'aria-label': 'barrier interval' });
  const on = put(line, 'button', 'on', { type: 'button' });
  const which = put(line, 'span', '', { 'aria-live': 'polite' });
  const what = put(main, 'p', '', { 'aria-live': 'polite', class: 'what' });
  const key = put(main, 'p', null, { class: 'key faint' });
  [['read', '--read'], ['written', '--write'], ['both', '--both']].forEach(function (p) {
    put(key, 'i', '', { style: 'background: var(' + p[1] + ')' });
    put(key, 'span', p[0]);
  });
  const say = put(main, 'p', '', { class: 'say', 'aria-live': 'polite' });
  const parts = k.arrays.map(function (a) {
    const list = all.filter((e) => e.row.array === a.name && e.row.memory === a.memory);
    if (list.length === 0) return null;
    const b = box(a, list), size = unit(b.right - b.left > 40 ? 10 : 16);
    put(main, 'p', a.name + ' ' + shape(a.extent) + ', ' + a.memory + ' memory'
      + (b.cut ? ': 64 rows and columns of what the tile accesses' : '')
      + (a.extent.length === 1 ? ', 32 elements a row' : ''));
    const s = picture(main, k.kernel + ' ' + a.name + ' elements',
      (b.right - b.left + 1) * size + 2, (b.bottom - b.top + 1) * size + 2, true);
    const places = grid(s, b, 1, size, 2, () => 'var(--line)', function (r, c) {
      const here = list.filter((e) => e.r === r && e.c === c
        && e.interval === Number(range.value));
      say.textContent = element(a, r, c) + ': ' + (here.length === 0 ? 'no access here'
        : here.slice(0, 6).map((e) => 'thread ' + e.thread + ' ' + e.row.access + ' (line '
          + e.row.line + ')').join(', ') + (here.length > 6 ? ' and ' + (here.length - 6)
          + ' more' : ''));
    });
    return { list: list, cells: places };
  }).filter((p) => p !== null);
  function show() {
    const now = Number(range.value);
    which.textContent = 'interval ' + (now + 1) + ' of ' + Math.max(1, k.intervals) + ': from '
      + ending(k, now - 1) + ' to ' + ending(k, now);
    const seen = [];
    all.forEach(function (e) {
      if (e.interval === now && seen.indexOf(e.row) < 0) seen.push(e.row);
    });
    what.textContent = seen.length ? seen.map(called).join('; ') + '.' : 'No access.';
    parts.forEach(function (p) {
      const kinds = {}, mine = {};
      p.list.forEach(function (e) {
        if (e.interval !== now) return;
        const at = e.r + ' ' + e.c;
        kinds[at] = (kinds[at] || 0) | (e.row.access === 'reads' ? 1
          : e.row.access === 'writes' ? 2 : 3);
        if (e.thread === thread) mine[at] = 1;
      });
      for (const at in p.cells) {
        const name = ['--line', '--read', '--write', '--both'][kinds[at] || 0];
        p.cells[at].style.fill = 'var(' + name + ')';
        p.cells[at].classList.toggle('on', mine[at] === 1);
      }
    });
  }
  function step(by) {
    range.value = Math.min(Number(range.max), Math.max(0, Number(range.value) + by));
    show();
  }
  back.onclick = () => step(-1);
  on.onclick = () => step(1);
  range.oninput = show;
  redraw.push(show);
}

function heat(k, all) {
  put(main, 'h2', 'Heat maps');
  put(main, 'p', 'How often the tile accesses each place: the fuller the colour, the more. Tile'
    + ' memory has its banks as columns.');
  const say = put(main, 'p', 'Point at a place, or tap it.', { class: 'say',
    'aria-live': 'polite' });
  const words = {}, m = k.model;
  let most = 0, last = -1;
  all.forEach(function (e) {
    const a = k.arrays.find((x) => x.name === e.row.array && x.memory === 'tile');
    if (e.row.memory !== 'tile' || !a) return;
    const from = a.offset + e.element * a.element;
    for (let w = Math.floor(from / m.bank); w * m.bank < from + e.row.bytes; w++) {
      words[w] = (words[w] || 0) + 1;
      most = Math.max(most, words[w]);
      last = Math.max(last, w);
    }
  });
  if (last >= 0) {
    const rows = Math.min(64, Math.floor(last / m.banks) + 1);
    const size = unit(16);
    const s = picture(main, k.kernel + ' banks', m.banks * size + 42, rows * size + 22, true);
    for (let b = 0; b < m.banks; b += 4) draw(s, 'text', { x: 42 + b * size, y: 12 }, String(b));
    for (let w = 0; w < rows * m.banks; w++) {
      const n = words[w] || 0, r = Math.floor(w / m.banks);
      square(s, 40 + w % m.banks * size, 20 + r * size, size - 1, heats(n, most), function () {
        say.textContent = 'bank ' + w % m.banks + ', word ' + w + ': ' + n + ' accesses';
      });
      if (w % (m.banks * 4) === 0) draw(s, 'text', { x: 0, y: 32 + r * size }, String(w));
    }
  }
  k.arrays.filter((a) => a.memory === 'global').forEach(function (a) {
    const list = all.filter((e) => e.row.array === a.name && e.row.memory === 'global');
    if (list.length === 0) return;
    const b = box(a, list), count = {};
    let top = 0;
    list.forEach(function (e) {
      const at = e.r + ' ' + e.c;
      count[at] = (count[at] || 0) + 1;
      top = Math.max(top, count[at]);
    });
    const size = unit(10), s = picture(main, k.kernel + ' ' + a.name + ' heat',
      Math.max(160, (b.right - b.left + 1) * size + 2),
      (b.bottom - b.top + 1) * size + 22, true);
    draw(s, 'text', { x: 0, y: 12 }, a.name + ': up to ' + top);
    grid(s, b, 20, size, 1, (at) => heats(count[at] || 0, top), function (r, c) {
      say.textContent = element(a, r, c) + ': ' + (count[r + ' ' + c] || 0) + ' accesses';
    });
  });
}

function source(k) {
  put(main, 'h2', 'Source');
  for (const file in data.sources) {
    const rows = k.rows.filter((r) => r.file === file);
    if (rows.length === 0) continue;
    const from = Math.min.apply(null, rows.map((r) => r.line)) - 6;
    const to = Math.max.apply(null, rows.map((r) => r.line)) + 2;
    put(main, 'p', file, { class: 'faint' });
    const t = put(put(main, 'div', null, { class: 'wide', tabindex: 0 }), 'table', null,
      { class: 'code' });
    data.sources[file].lines.forEach(function (text, i) {
      const n = data.sources[file].first + i;
      if (n < from || n > to) return;
      const here = rows.filter((r) => r.line === n);
      const found = k.findings.filter((f) => f.file === file
        && (f.line === n || f.other_line === n));
      const tr = put(t, 'tr', null, here.length ? { class: 'mark' } : {});
      put(tr, 'td', here.map((r) => r.array + (r.memory === 'global'
        ? ' ' + number(r.sectors_per_request, 1) + '/' + number(r.ideal_sectors, 1) + ' sectors'
        : ' ' + number(r.bank_conflicts, 1) + ' cycles')).join(', '), { class: 'faint' });
      put(tr, 'td', String(n), { class: 'faint' });
      put(tr, 'td', text, { class: 'text' });
      found.forEach(function (f) {
        const row = put(t, 'tr');
        put(row, 'td', f.rule, { class: 'bad', colspan: 2 });
        put(row, 'td', f.message + '. Mend: ' + f.fix, { class: 'left' });
      });
    });
  }
}

function show(k) {
  main.textContent = '';
  thread = -1;
  redraw = [];
  explained = {};
  head(k);
  if (k.rows.length === 0) return;
  times(k);
  costs(k);
  branches(k);
  source(k);
  const all = trace(k);
  request(k);
  tile(k);
  stepper(k, all);
  heat(k, all);
  roofline(k);
  measures(k);
  choose(-1);
}
const select = document.getElementById('kernel');
function time(k) { return k.time_ns; }
function title(k) {
  return k.kernel + ' ' + shape(k.extent) + (k.tile.length ? ' by ' + shape(k.tile) : '');
}

/* What a link to a kernel has behind its '#': also where the report is made anew. */
function fragment(k) {
  return [k.kernel, k.extent.join('x')].concat(k.tile.length ? k.tile.join('x') : []).join('-');
}

/* The kernel that the address names, or the longest. */
function wanted() {
  const i = data.kernels.findIndex((k) => '#' + fragment(k) === location.hash);
  return i < 0 ? order[0] : i;
}
function pick(i) {
  select.value = String(i);
  document.title = 'amp lens: ' + title(data.kernels[i]);
  overview(i);
  show(data.kernels[i]);
}

/* The kernels that take longest, first: where to look. The one that is shown is marked. */
function overview(shown) {
  const parent = document.getElementById('longest');
  if (order.length < 2) return;
  parent.textContent = '';
  const body = table(parent, [['kernel', '', 1], ['extent', '', 1], ['tile', '', 1],
    ['time by the model', 'time'], ['bound by', '', 1], ['bytes moved', 'bytes_moved'],
    ['used', 'efficiency'], ['bank cycles', 'bank_conflicts']], 'table');
  const first = order.slice(0, 12);
  first.concat(first.indexOf(shown) < 0 ? shown : []).forEach(function (i) {
    const k = data.kernels[i], m = k.measures;
    const tr = entry(body, '', [[shape(k.extent), 'left'],
      [k.simple ? '-' : shape(k.tile), 'left'], span(time(k)), [k.bound, 'left'],
      m.bytes_moved === undefined ? '-' : bytes(m.bytes_moved),
      [share(m.efficiency), m.efficiency < 0.95 && 'bad'],
      [number(m.bank_conflicts, 1), m.bank_conflicts > 1.05 && 'bad']],
    i === shown ? { class: 'mark', 'aria-current': 'true' } : {});
    put(tr.children[0], 'a', k.kernel, { href: '#' + fragment(k) });
  });
  if (order.length > 12) {
    put(parent, 'p', 'The 12 longest of ' + order.length + ' kernels and extents; the list above'
      + ' has all.', { class: 'faint' });
  }
}

/* The index over the pages of a folder: what each page says of its kernels. */
function pages() {
  put(main, 'h2', 'Pages of this folder');
  const body = table(main, [['page', '', 1], ['kernel', '', 1], ['extent', '', 1], ['tile', '', 1],
    ['model', '', 1], ['time by the model', ''], ['bound by', '', 1], ['used', '']]);
  data.pages.forEach(function (p) {
    let list = [];
    try { list = JSON.parse(p.summary); } catch (e) { return; }
    const to = encodeURIComponent(p.page);
    list.sort((a, b) => b.time - a.time).forEach(function (k, i) {
      const tr = put(body, 'tr');
      const page = put(tr, i === 0 ? 'th' : 'td', null, { class: 'left' });
      if (i === 0) put(page, 'a', p.page.replace(/\.html$/, ''), { href: to });
      put(put(tr, 'td', null, { class: 'left' }), 'a', k.kernel, { href: to + '#' + fragment(k) });
      cells(tr, [[shape(k.extent), 'left'], [k.tile.length ? shape(k.tile) : '-', 'left'],
        [k.model, 'left'], span(k.time), [k.bound, 'left'],
        [share(k.efficiency), k.efficiency < 0.95 && k.efficiency !== null && 'bad']]);
    });
    if (list.length === 0) {
      const tr = put(body, 'tr');
      put(put(tr, 'th', null, { class: 'left' }), 'a', p.page.replace(/\.html$/, ''), { href: to });
      put(tr, 'td', 'no kernel was measured', { class: 'left', colspan: 7 });
    }
  });
}

const order = data.kernels.map((k, i) => i).sort((a, b) => time(data.kernels[b])
  - time(data.kernels[a]));
put(document.getElementById('kernels'), 'div', null, { id: 'longest' });
if (data.index) {
  put(document.getElementById('choice'), 'a', 'all pages', { href: 'index.html' });
}
data.kernels.forEach(function (k, i) { put(select, 'option', title(k), { value: i }); });
select.onchange = function () {
  location.hash = fragment(data.kernels[Number(select.value)]);
};
if (order.length > 0) {
  addEventListener('hashchange', () => pick(wanted()));
  fingers.addEventListener('change', () => pick(wanted()));
  pick(wanted());
} else if (data.pages) {
  document.getElementById('choice').textContent = '';
  document.title = 'amp lens: pages';
  pages();
} else put(main, 'p', 'No kernel was measured: one whose launch has a fault is not.');
data.findings.forEach(function (f) {
  const p = put(document.getElementById('kernels'), 'p', null, { class: 'note worst' });
  put(p, 'b', 'Kernel ' + f.kernel + ' is not measured: ');
  put(p, 'span', f.rule + ', ' + f.file + ':' + f.line + ': ' + f.message + '. Mend: ' + f.fix
    + '.');
});
</script>
</body>
</html>
AMP__DEVICE_TEXT_END
#endif

#endif /* AMP_LENS_PAGE_HTML_H */
