/* SPDX-License-Identifier: MIT */
/* Runs the script of a page of the lens on a small DOM: each kernel is shown, its cells are tapped,
   the stepper goes one on, a thread is chosen. Prints what the page says then; exit status 1 where an
   attribute or a text holds NaN, undefined or Infinity, or where the script fails.
   node page.js file.html */
'use strict';
const fs = require('fs');
const page = fs.readFileSync(process.argv[2], 'utf8');
const parts = page.match(
  /id='data'>([^]*?)<\/script>\s*<script>([^]*?)<\/script>/);
function sound(what, value) {
  if (/NaN|undefined|Infinity/.test(String(value))) {
    console.log('bad ' + what + ': ' + value);
    process.exitCode = 1;
  }
}
class Element {
  constructor(tag) {
    const classes = new Set();
    this.tag = tag;
    this.children = [];
    this.attributes = {};
    this.style = {};
    this.heard = {};
    this.text = '';
    this.classList = { classes: classes,
      toggle: (name, on) => on ? classes.add(name) : classes.delete(name) };
  }
  setAttribute(name, value) {
    sound(this.tag + ' ' + name, value);
    this.attributes[name] = String(value);
    if (name === 'value' || name === 'max') this[name] = String(value);
  }
  appendChild(e) { this.children.push(e); }
  addEventListener(name, f) { this.heard[name] = f; }
  set textContent(text) {
    sound('text of ' + this.tag, text);
    this.text = text;
    this.children = [];
  }
  getBoundingClientRect() { return { left: 0, top: 0, bottom: 0 }; }
  get textContent() { return this.text + this.children.map((e) => e.textContent).join(''); }
  all() { return this.children.concat(...this.children.map((e) => e.all())); }
}
const known = { data: new Element('script'), main: new Element('main'),
  kernel: new Element('select'), kernels: new Element('div') };
known.data.text = parts[1];
known.tip = new Element('div');
known.choice = new Element('div');
global.location = { hash: '' };
global.addEventListener = () => {};
global.innerWidth = global.innerHeight = 800;
global.matchMedia = () => ({ matches: false, addEventListener: () => {} });
global.document = { getElementById: (id) => known[id]
  || known.kernels.all().find((e) => e.attributes.id === id),
  createElement: (tag) => new Element(tag), createElementNS: (space, tag) => new Element(tag) };
(0, eval)(parts[2].replace("'use strict';", ''));
JSON.parse(parts[1]).kernels.forEach(function (k, i) {
  pick(i);
  const all = known.main.all();
  const said = () => all.filter((e) => e.attributes['aria-live']).map((e) => e.textContent);
  all.filter((e) => e.tag === 'rect' && e.heard.click)
    .forEach((e) => e.heard.click());
  all.filter((e) => e.tag === 'button' && e.textContent === 'on').forEach((e) => e.onclick());
  all.filter((e) => e.attributes.type === 'number').forEach(function (e) {
    e.value = '5';
    e.oninput();
  });
  console.log(k.kernel + ': ' + said().join('; '));
  console.log('outlined: ' + all.filter((e) => e.classList.classes.has('on')).length);
  console.log(all.filter((e) => e.tag === 'h2').map((e) => e.textContent).join(', '));
});
if (JSON.parse(parts[1]).kernels.length === 0) {
  console.log(known.main.textContent + ' ' + known.kernels.textContent);
}
