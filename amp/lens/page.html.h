/* SPDX-License-Identifier: MIT */
#ifndef AMP_LENS_PAGE_HTML_H
#define AMP_LENS_PAGE_HTML_H
/*
amp/lens/page.html.h: the page of the report, as HTML, without data: they stand in place of @DATA@.
*/

#include "../base/library_text.h"

#if AMP__LENS && AMP__IMPLEMENT

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
  --read: #0969da; --write: #bc4c00; --both: #8250df; --warn: #cf222e; --good: #1a7f37;
  --heat: 9, 105, 218;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #0d1117; --ink: #e6edf3; --faint: #9da7b3; --line: #30363d; --box: #161b22;
    --read: #4493f8; --write: #f0883e; --both: #ab7df8; --warn: #f85149; --good: #3fb950;
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
.worst { border-left: 4px solid var(--warn); padding: .3rem .8rem; background: var(--box); }
.wide { overflow-x: auto; border: 1px solid var(--line); border-radius: 6px; }
table { border-collapse: collapse; width: 100%; font-size: .875rem; }
th, td { padding: .25rem .6rem; text-align: right; white-space: nowrap; }
th { background: var(--box); color: var(--faint); font-weight: 600; }
td { border-top: 1px solid var(--line); }
.left { text-align: left; }
code, .code { font: .8125rem/1.5 Menlo, Consolas, 'DejaVu Sans Mono', monospace; }
.code td { padding: 0 .6rem; border: 0; }
.code td.text { white-space: pre; text-align: left; }
.mark td { background: var(--box); }
.bad { color: var(--warn); font-weight: 600; }
svg { display: block; max-width: 100%; height: auto; touch-action: manipulation; }
svg text { fill: var(--ink); font: 12px 'Segoe UI', Helvetica, 'DejaVu Sans', sans-serif; }
select, button, input { font: inherit; color: inherit; background: var(--box);
  border: 1px solid var(--line); border-radius: 6px; padding: .2rem .6rem; }
button { min-height: 2.25rem; }
.row { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; margin: .5rem 0; }
.say { min-height: 3em; padding: .3rem .8rem; background: var(--box); border-radius: 6px; }
.key i { display: inline-block; width: .8em; height: .8em; margin: 0 .3em 0 .8em; }
button.name { min-height: 0; padding: .1rem .5rem; text-align: left; }
@media (max-width: 40rem) {
  .code td.text { padding-right: 2rem; }
  .code td:first-child { white-space: normal; min-width: 6.5rem; max-width: 7rem;
    text-align: left; }
}
.cell { cursor: pointer; }
.cell:hover, .cell.on { stroke: var(--ink); stroke-width: 2; }
</style>
</head>
<body>
<header>
<h1>amp lens</h1>
<div class='row'><label for='kernel'>kernel</label><select id='kernel'></select></div>
</header>
<div id='kernels'></div>
<main id='main'></main>
<noscript>This page draws its pictures by a script: allow it, or read the report as
text (AMP_LENS=text).</noscript>
<script type='application/json' id='data'>
@DATA@
</script>
<script>
'use strict';
const data = JSON.parse(document.getElementById('data').textContent);
const main = document.getElementById('main');
let thread = -1;      /* the thread that is chosen; -1: none */
let redraw = [];      /* what is drawn anew when that changes */

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

/* A picture: a figure with a title, an svg in it, and a button that saves it. */
function picture(parent, title, width, height) {
  const figure = put(parent, 'figure', null, { style: 'margin: .5rem 0' });
  const s = draw(figure, 'svg', { viewBox: '0 0 ' + width + ' ' + height, width: width,
    role: 'img', 'aria-label': title });
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
  const m = k.model;
  put(main, 'p', (k.simple ? 'threads ' : 'extent ') + shape(k.extent)
    + (k.simple ? ', taken 256 in a row as a tile' : ', tile ' + shape(k.tile)) + '; '
    + (k.tiles === 1 ? 'one tile' : k.measured === k.tiles ? 'all ' + k.tiles + ' tiles'
      : k.measured + ' of ' + k.tiles + ' tiles measured, drawn by seed ' + k.seed)
    + (k.launches > 1 ? '; the first of ' + k.launches + ' launches' : ''));
  put(main, 'p', 'Model ' + m.name + ': warps of ' + m.warp + ', sectors of ' + m.sector
    + ' bytes, ' + m.banks + ' banks of ' + m.bank + ' bytes, '
    + (m.partitions ? m.partitions + ' partitions of ' + m.partition + ' bytes, ' : '')
    + m.multiprocessors + ' multiprocessors, ' + m.bandwidth + ' GB/s.', { class: 'faint' });
  if (k.doubt) put(main, 'p', 'Warps: ' + k.doubt + '.', { class: 'worst' });
  put(main, 'p', k.worst.message, { class: 'worst' });
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
  caches(k);
  const s = picture(main, k.kernel + ' times', 460, names.length * 26 + 4);
  names.forEach(function (n, i) {
    draw(s, 'text', { x: 0, y: i * 26 + 17 }, n);
    draw(s, 'rect', { x: 128, y: i * 26 + 4, height: 18, rx: 3,
      width: Math.max(2, 260 * k.times_ns[n] / most),
      style: 'fill: var(' + (n === k.bound ? '--warn' : '--read') + ')' });
    draw(s, 'text', { x: 396, y: i * 26 + 17 }, span(k.times_ns[n]));
  });
}

function caches(k) {
  const m = k.measures, share = (v) => v === undefined ? '-' : number(100 * v, 0) + '%';
  if (m.l2_hit_rate === undefined) return;
  put(main, 'p', 'Caches: L1 has ' + share(m.l1_hit_rate) + ' of what is loaded, L2 '
    + share(m.l2_hit_rate) + ' of the rest; L2 is asked for ' + bytes(m.l2_bytes)
    + ', DRAM moves ' + bytes(m.dram_bytes) + '.');
}

function roofline(k) {
  const m = k.model, moved = k.measures.dram_bytes;
  put(main, 'h2', 'Roofline');
  const s = picture(main, k.kernel + ' roofline', 460, 300);
  const x = (v) => 20 + 420 * (Math.log2(v) + 4) / 14;
  const top = Math.log2(m.arithmetic) + 1, low = top - 14;
  const y = (v) => 260 - 240 * (Math.log2(v) - low) / 14;
  const ridge = m.arithmetic / m.bandwidth;
  const edge = Math.max(Math.pow(2, low) / m.bandwidth, 1 / 16);
  for (let e = -4; e <= 10; e += 2) {
    draw(s, 'line', { x1: x(Math.pow(2, e)), x2: x(Math.pow(2, e)), y1: 20, y2: 260,
      style: 'stroke: var(--line)' });
    draw(s, 'text', { x: x(Math.pow(2, e)) - 8, y: 276 },
      e < 0 ? '1/' + Math.pow(2, -e) : String(Math.pow(2, e)));
  }
  draw(s, 'text', { x: 140, y: 294 }, 'operations for each byte of DRAM');
  draw(s, 'path', { d: 'M' + x(edge) + ' ' + y(edge * m.bandwidth) + 'L' + x(ridge) + ' '
    + y(m.arithmetic) + 'L' + x(1024) + ' ' + y(m.arithmetic),
    style: 'fill: none; stroke: var(--ink); stroke-width: 2' });
  draw(s, 'text', { x: Math.min(x(ridge), 250), y: y(m.arithmetic) - 6 },
    m.arithmetic + ' GFLOP/s; below it ' + m.bandwidth + ' GB/s');
  if (k.operations !== null && moved > 0) {
    const all = k.operations * k.tiles * k.threads;
    const time = k.time_ns;
    const px = Math.min(1024, Math.max(edge, all / moved)), py = all / time;
    draw(s, 'circle', { cx: x(px), cy: y(Math.max(py, Math.pow(2, low))), r: 6,
      style: 'fill: var(--warn)' });
    put(main, 'p', number(all / moved, 2) + ' operations for each byte of DRAM, '
      + number(py, 1) + ' GFLOP/s by the model.');
  } else {
    put(main, 'p', 'How many operations a thread makes is not known, so the kernel has no place'
      + ' here: say it by amp_lens_operations.', { class: 'faint' });
  }
}

function table(k) {
  put(main, 'h2', 'Lines, the costliest first');
  const t = put(put(main, 'div', null, { class: 'wide', tabindex: 0 }), 'table');
  const h = put(put(t, 'thead'), 'tr');
  ['line', 'array', 'does', 'requests', 'sectors', 'ideal', 'used', 'bank cycles', 'active',
    'lost', 'source'].forEach(function (n, i) {
    put(h, 'th', n, { scope: 'col', class: i < 3 || i === 10 ? 'left' : '' });
  });
  const body = put(t, 'tbody');
  k.rows.map((r, i) => [r, i]).sort((a, b) => b[0].lost_ns - a[0].lost_ns).forEach(function (p) {
    const r = p[0], tr = put(body, 'tr', null, p[1] === k.worst.row ? { class: 'mark' } : {});
    const global = r.memory === 'global';
    put(tr, 'th', r.file.split('/').pop() + (r.line ? ':' + r.line : ''),
      { scope: 'row', class: 'left' });
    put(tr, 'td', r.array, { class: 'left' });
    put(tr, 'td', r.access, { class: 'left' });
    put(tr, 'td', (r.error > 0.1 || r.rare || r.not_looked_at > 0 ? '\u2248 ' : '')
      + number(r.requests, 0), doubt(k, r) ? { title: doubt(k, r) } : {});
    put(tr, 'td', number(r.sectors_per_request, 1),
      global && r.sectors_per_request > 1.05 * r.ideal_sectors ? { class: 'bad' } : {});
    put(tr, 'td', number(r.ideal_sectors, 1));
    put(tr, 'td', global ? share(r.bytes_asked / r.bytes_moved) : '-');
    put(tr, 'td', number(r.bank_conflicts, 1), r.bank_conflicts > 1.05 ? { class: 'bad' } : {});
    put(tr, 'td', share(r.active), r.active < 0.9 ? { class: 'bad' } : {});
    put(tr, 'td', span(r.lost_ns));
    put(put(tr, 'td', null, { class: 'left' }), 'code', r.source.trim());
    if (doubt(k, r)) put(put(body, 'tr'), 'td', doubt(k, r), { class: 'left faint', colspan: 11 });
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
  const t = put(put(main, 'div', null, { class: 'wide', tabindex: 0 }), 'table');
  const h = put(put(t, 'thead'), 'tr');
  ['line', 'branches', 'divergent', 'uniform', 'loop in turns'].forEach(function (n, i) {
    put(h, 'th', n, { scope: 'col', class: i === 0 ? 'left' : '' });
  });
  const body = put(t, 'tbody');
  lines.forEach(function (l) {
    const tr = put(body, 'tr');
    put(tr, 'th', l.file.split('/').pop() + ':' + l.line, { scope: 'row', class: 'left' });
    put(tr, 'td', number(l.branches, 0));
    put(tr, 'td', number(l.divergent_branches, 0), { class: 'bad' });
    put(tr, 'td', l.branches ? share(1 - l.divergent_branches / l.branches) : '-');
    put(tr, 'td', l.divergent_loops > 0 ? 'yes' : 'no');
  });
}

function measures(k) {
  put(main, 'h2', 'Measures of the kernel');
  const t = put(put(main, 'div', null, { class: 'wide', tabindex: 0 }), 'table');
  const body = put(t, 'tbody');
  data.measures.forEach(function (m) {
    const v = k.measures[m.name];
    if (v === undefined) return;
    const tr = put(body, 'tr');
    put(tr, 'th', m.name, { scope: 'row', class: 'left',
      title: m.nsight ? 'Nsight Compute: ' + m.nsight : 'no metric of Nsight Compute' });
    const e = k.errors[m.name];
    put(tr, 'td', (m.unit === 'B' ? bytes(v) : +Number(v).toPrecision(4) + ' ' + m.unit)
      + (e > 0 ? ' \u00b1 ' + (m.unit === 'B' ? bytes(e) : +Number(e).toPrecision(2)) : ''));
    put(tr, 'td', m.what, { class: 'left' });
  });
  k.barriers.forEach(function (b) {
    const tr = put(body, 'tr');
    put(tr, 'th', b.end ? 'end of the kernel' : 'barrier ' + b.file.split('/').pop()
      + (b.line ? ':' + b.line : ''), { scope: 'row', class: 'left' });
    put(tr, 'td', share(b.idle) + ' idle');
    put(tr, 'td', 'threads without an access before it; of the warps ' + share(b.idle_warps),
      { class: 'left' });
  });
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

function tile(k) {
  const n = k.threads, dims = k.simple ? [Math.ceil(n / 32), Math.min(n, 32)] : k.tile;
  const columns = dims[dims.length - 1] > 64 ? 32 : dims[dims.length - 1];
  const rows = Math.ceil(n / columns), size = columns > 32 ? 12 : 20;
  put(main, 'h2', k.simple ? 'Threads of the first group' : 'Threads of the first tile');
  put(main, 'p', 'A colour is a warp. Point at a thread, tap it, or give its number: its indices'
    + ' stand below, and what it accesses is outlined in the pictures that follow.');
  const line = put(main, 'div', null, { class: 'row' });
  put(line, 'label', 'thread', { for: 'thread' });
  const field = put(line, 'input', null, { id: 'thread', type: 'number', min: 0, max: n - 1 });
  const say = put(main, 'p', '', { class: 'say', 'aria-live': 'polite' });
  const s = picture(main, k.kernel + ' tile', columns * size + 2, rows * size + 2);
  const cells = [];
  for (let t = 0; t < n; t++) {
    const c = draw(s, 'rect', { x: 1 + t % columns * size, y: 1 + Math.floor(t / columns) * size,
      width: size - 2, height: size - 2, class: 'cell',
      style: 'fill: hsl(' + Math.floor(t / k.model.warp) * 67 % 360 + ', 45%, 55%)' });
    draw(c, 'title', {}, about(k, t));
    c.addEventListener('pointerenter', () => choose(t));
    c.addEventListener('click', () => choose(t));
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

function stepper(k, all) {
  put(main, 'h2', 'From barrier to barrier');
  put(main, 'p', 'What the threads of that tile read and write in one barrier interval.'
    + (k.trace_cut ? ' The tile made more accesses than the page keeps: its first are shown.'
      : ''));
  const line = put(main, 'div', null, { class: 'row' });
  const back = put(line, 'button', 'back', { type: 'button' });
  const range = put(line, 'input', null, { type: 'range', min: 0, value: 0,
    max: Math.max(0, k.intervals - 1), 'aria-label': 'barrier interval' });
  const on = put(line, 'button', 'on', { type: 'button' });
  const which = put(line, 'span', '', { 'aria-live': 'polite' });
  const key = put(main, 'p', null, { class: 'key faint' });
  [['read', '--read'], ['written', '--write'], ['both', '--both']].forEach(function (p) {
    put(key, 'i', '', { style: 'background: var(' + p[1] + ')' });
    put(key, 'span', p[0]);
  });
  const say = put(main, 'p', '', { class: 'say', 'aria-live': 'polite' });
  const parts = k.arrays.map(function (a) {
    const list = all.filter((e) => e.row.array === a.name && e.row.memory === a.memory);
    if (list.length === 0) return null;
    const b = box(a, list), size = b.right - b.left > 40 ? 10 : 16;
    put(main, 'p', a.name + ' ' + shape(a.extent) + ', ' + a.memory + ' memory'
      + (b.cut ? ': 64 rows and columns of what the tile accesses' : '')
      + (a.extent.length === 1 ? ', 32 elements a row' : ''));
    const s = picture(main, k.kernel + ' ' + a.name + ' elements',
      (b.right - b.left + 1) * size + 2, (b.bottom - b.top + 1) * size + 2);
    const cells = {};
    for (let r = b.top; r <= b.bottom; r++) {
      for (let c = b.left; c <= b.right; c++) {
        const cell = draw(s, 'rect', { x: 1 + (c - b.left) * size, y: 1 + (r - b.top) * size,
          width: size - 2, height: size - 2, class: 'cell', style: 'fill: var(--line)' });
        cells[r + ' ' + c] = cell;
        const tell = function () {
          const here = list.filter((e) => e.r === r && e.c === c
            && e.interval === Number(range.value));
          const name = a.name + shape(a.extent.length === 1 ? [r * 32 + c]
            : a.extent.length === 2 ? [r, c]
            : [Math.floor(r / a.extent[1]), r % a.extent[1], c]);
          say.textContent = name + ': ' + (here.length === 0 ? 'no access here'
            : here.slice(0, 6).map((e) => 'thread ' + e.thread + ' ' + e.row.access + ' (line '
              + e.row.line + ')').join(', ') + (here.length > 6 ? ' and ' + (here.length - 6)
              + ' more' : ''));
        };
        cell.addEventListener('pointerenter', tell);
        cell.addEventListener('click', tell);
      }
    }
    return { list: list, cells: cells };
  }).filter((p) => p !== null);
  function show() {
    const now = Number(range.value);
    which.textContent = 'interval ' + (now + 1) + ' of ' + Math.max(1, k.intervals);
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
  put(main, 'p', 'How often the tile accesses each place: the darker, the more. Tile memory has'
    + ' its banks as columns.');
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
    const s = picture(main, k.kernel + ' banks', m.banks * 16 + 42, rows * 16 + 22);
    for (let b = 0; b < m.banks; b += 4) draw(s, 'text', { x: 42 + b * 16, y: 12 }, String(b));
    for (let w = 0; w < rows * m.banks; w++) {
      const n = words[w] || 0, r = Math.floor(w / m.banks);
      const c = draw(s, 'rect', { x: 40 + w % m.banks * 16, y: 20 + r * 16, width: 15,
        height: 15, class: 'cell', style: n ? 'fill: rgba(var(--heat), '
          + (0.15 + 0.85 * n / most) + ')' : 'fill: var(--box)' });
      draw(c, 'title', {}, 'bank ' + w % m.banks + ', word ' + w + ': ' + n + ' accesses');
      if (w % (m.banks * 4) === 0) draw(s, 'text', { x: 0, y: 32 + r * 16 }, String(w));
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
    const s = picture(main, k.kernel + ' ' + a.name + ' heat',
      Math.max(160, (b.right - b.left + 1) * 10 + 2),
      (b.bottom - b.top + 1) * 10 + 22);
    draw(s, 'text', { x: 0, y: 12 }, a.name + ': up to ' + top);
    for (let r = b.top; r <= b.bottom; r++) {
      for (let c = b.left; c <= b.right; c++) {
        const n = count[r + ' ' + c] || 0;
        draw(s, 'rect', { x: 1 + (c - b.left) * 10, y: 20 + (r - b.top) * 10, width: 9,
          height: 9, class: 'cell', style: n ? 'fill: rgba(var(--heat), '
            + (0.15 + 0.85 * n / top) + ')' : 'fill: var(--box)' });
      }
    }
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
  head(k);
  if (k.rows.length === 0) return;
  times(k);
  table(k);
  branches(k);
  source(k);
  const all = trace(k);
  tile(k);
  stepper(k, all);
  heat(k, all);
  roofline(k);
  measures(k);
  choose(-1);
}
const select = document.getElementById('kernel');
function time(k) { return k.time_ns; }
function pick(i) {
  select.value = String(i);
  show(data.kernels[i]);
}

/* The kernels that take longest, first: where to look. */
function overview(order) {
  const parent = document.getElementById('kernels');
  const t = put(put(parent, 'div', null, { class: 'wide', tabindex: 0 }), 'table');
  const h = put(put(t, 'thead'), 'tr'), body = put(t, 'tbody');
  ['kernel', 'extent', 'tile', 'time by the model', 'bound by', 'bytes moved', 'used',
    'bank cycles'].forEach(function (n, i) {
    put(h, 'th', n, { scope: 'col', class: i < 3 || i === 4 ? 'left' : '' });
  });
  order.slice(0, 12).forEach(function (i) {
    const k = data.kernels[i], tr = put(body, 'tr'), m = k.measures;
    const name = put(put(tr, 'th', null, { scope: 'row', class: 'left' }), 'button', k.kernel,
      { type: 'button', class: 'name' });
    name.onclick = () => pick(i);
    put(tr, 'td', shape(k.extent), { class: 'left' });
    put(tr, 'td', k.simple ? '-' : shape(k.tile), { class: 'left' });
    put(tr, 'td', span(time(k)));
    put(tr, 'td', k.bound, { class: 'left' });
    put(tr, 'td', m.bytes_moved === undefined ? '-' : bytes(m.bytes_moved));
    put(tr, 'td', share(m.efficiency), m.efficiency < 0.95 ? { class: 'bad' } : {});
    put(tr, 'td', number(m.bank_conflicts, 1), m.bank_conflicts > 1.05 ? { class: 'bad' } : {});
  });
  if (order.length > 12) {
    put(parent, 'p', 'The 12 longest of ' + order.length + ' kernels and extents; the list above'
      + ' has all.', { class: 'faint' });
  }
}
data.kernels.forEach(function (k, i) {
  put(select, 'option', k.kernel + ' ' + shape(k.extent), { value: i });
});
select.onchange = () => pick(Number(select.value));
const order = data.kernels.map((k, i) => i).sort((a, b) => time(data.kernels[b])
  - time(data.kernels[a]));
if (order.length > 1) overview(order);
if (order.length > 0) pick(order[0]);
else put(main, 'p', 'No kernel was measured: one whose launch has a fault is not.');
data.findings.forEach(function (f) {
  const p = put(document.getElementById('kernels'), 'p', null, { class: 'worst' });
  put(p, 'b', 'Kernel ' + f.kernel + ' is not measured: ');
  put(p, 'span', f.rule + ', ' + f.file + ':' + f.line + ': ' + f.message + '. Mend: ' + f.fix
    + '.');
});
</script>
</body>
</html>
AMP__DEVICE_TEXT_END
#endif

#endif /* AMP__LENS && AMP__IMPLEMENT */

#endif /* AMP_LENS_PAGE_HTML_H */
