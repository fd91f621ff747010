// SPDX-License-Identifier: MIT
// page.mjs: the page: an editor, what its buttons do, and what is shown of a run.
import { basicSetup } from 'codemirror';
import { cpp } from '@codemirror/lang-cpp';
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { lintGutter, setDiagnostics } from '@codemirror/lint';
import { EditorState, Prec } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { indentWithTab } from '@codemirror/commands';
import { tags } from '@lezer/highlight';
import { errors, findings, points, sentences, verdict, worst } from './judge.mjs';
import { keep, kept, packed, seal, unpacked } from './store.mjs';

const $ = (id) => document.getElementById(id);
const SECONDS = 10; // a run has
const OWN = `#include <stdio.h>
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_TILED_KERNEL(add_up, (4), in(int, 1, x), out(int, 1, sums))
{
    tile_static(int, t, 4);                      /* tile memory: one t for each tile */
    const int i = tidx.local[0];                 /* this thread's number in its tile */
    t[i] = at(x, tidx.global[0]);
    tile_barrier_wait(tidx);                     /* continues when all four have written */
    for (int n = 2; n > 0; n /= 2) {
        if (i < n) t[i] += t[i + n];
        tile_barrier_wait(tidx);
    }
    if (i == 0) at(sums, tidx.tile[0]) = t[0];
}
AMP_DEVICE_END

int main(void)
{
    int x[8] = { 1, 2, 3, 4, 50, 60, 70, 80 }, sums[2];
    amp_array_view vx = amp_view(int, x, 8), vsums = amp_view(int, sums, 2);
    amp_status s = parallel_for_each(amp_tile(amp_extent(8), 4), add_up, vx, vsums);
    if (s == AMP_OK) s = amp_synchronize(vsums); /* from here on the host may read sums */
    if (s != AMP_OK) return fprintf(stderr, "%s\\n", amp_last_error()), 1;
    amp_release(vx), amp_release(vsums);
    printf("%d %d\\n", sums[0], sums[1]);
    return 0;
}
`;

// ---- the editor -------------------------------------------------------------------------------

const colors = HighlightStyle.define([
    { tag: [tags.keyword, tags.modifier, tags.controlKeyword], color: 'var(--word)' },
    { tag: [tags.string, tags.character], color: 'var(--text)' },
    { tag: [tags.number, tags.bool], color: 'var(--number)' },
    { tag: tags.comment, color: 'var(--comment)', fontStyle: 'italic' },
    { tag: [tags.processingInstruction, tags.macroName], color: 'var(--number)' },
    { tag: [tags.typeName, tags.standard(tags.typeName)], color: 'var(--first)' },
]);
const theme = EditorView.theme({
    '&': { color: 'var(--ink)', backgroundColor: 'var(--paper)', fontSize: '14px' },
    '.cm-content': { caretColor: 'var(--ink)', fontFamily: 'ui-monospace, monospace' },
    '.cm-cursor': { borderLeftColor: 'var(--ink)' },
    '.cm-gutters': { backgroundColor: 'var(--bar)', color: 'var(--quiet)', border: 'none' },
    '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--now)' },
    '&.cm-focused .cm-selectionBackground, .cm-selectionBackground, .cm-content ::selection':
        { backgroundColor: 'var(--pick) !important' },
    '.cm-tooltip': { backgroundColor: 'var(--bar)', color: 'var(--ink)',
                     border: '1px solid var(--line)', maxWidth: '40rem' },
    '.cm-panels': { backgroundColor: 'var(--bar)', color: 'var(--ink)' },
    '.cm-searchMatch': { backgroundColor: 'var(--pick)' },
    '.cm-diagnostic': { whiteSpace: 'pre-wrap' },
});
let saving = 0;
const view = new EditorView({ parent: $('editor'), state: stateOf('') });

function stateOf(doc) {
    return EditorState.create({ doc, extensions: [
        Prec.highest(keymap.of([{ key: 'Mod-Enter', run: () => ($('run').click(), true) }])),
        basicSetup, keymap.of([indentWithTab]), cpp(), theme, syntaxHighlighting(colors),
        lintGutter(), EditorState.tabSize.of(4),
        EditorView.contentAttributes.of({ 'aria-label': 'Program text' }),
        EditorView.updateListener.of((update) => {
            if (update.docChanged) {
                clearTimeout(saving);
                saving = setTimeout(keepText, 200);
            }
        }),
    ] });
}
const text = () => view.state.doc.toString();

// Marks lines: [{ line, text, severity }].
function mark(list) {
    const doc = view.state.doc;
    view.dispatch(setDiagnostics(view.state, list.filter((d) => d.line >= 1 && d.line <= doc.lines)
        .map((d) => {
            const line = doc.line(d.line), lead = /^\s*/.exec(line.text)[0].length;
            return { from: line.from + Math.min(lead, line.length), to: line.to,
                     severity: d.severity || 'error', message: d.text };
        })));
}
function go(number) {
    const line = view.state.doc.line(Math.min(number, view.state.doc.lines));
    view.dispatch({ selection: { anchor: line.from },
                    effects: EditorView.scrollIntoView(line.from, { y: 'center' }) });
    view.focus();
}

// ---- programs ---------------------------------------------------------------------------------

// id to { id, text, about, hints, task, title }; the one that is open.
const programs = new Map([['own', { id: 'own', text: OWN, about: '', hints: [], task: false,
                                    title: 'A program of your own' }]]);
let open = programs.get('own');
const fileName = () => (open.id === 'own' ? 'program' : open.id.replace(/^.*\//, '')) + '.c';

function keepText() {
    clearTimeout(saving);
    keep('text.' + open.id, text() === open.text ? null : text());
    $('reset').disabled = text() === open.text;
    showProgress();
}
const keepOpen = () => document.body.dataset.open && keepText();
window.addEventListener('pagehide', keepOpen);
document.addEventListener('visibilitychange', () => document.hidden && keepOpen());

const isDone = (p) => kept('done.' + p.id) !== null
    && kept('done.' + p.id) === seal(kept('text.' + p.id) ?? p.text);
function showProgress() {
    const tasks = [...programs.values()].filter((p) => p.task), done = tasks.filter(isDone);
    $('progress').textContent = tasks.length ? `${done.length} of ${tasks.length} done` : '';
    for (const option of $('program').options) {
        const p = programs.get(option.value);
        option.textContent = (isDone(p) ? '✓ ' : '') + p.title;
    }
}

function openProgram(id) {
    if (document.body.dataset.open) {
        keepText();
    }
    document.body.dataset.open = id;
    open = programs.get(id) || programs.get('own');
    $('program').value = open.id;
    view.setState(stateOf(kept('text.' + open.id) ?? open.text));
    $('about').textContent = open.about;
    $('grade').hidden = !open.task;
    $('hint').hidden = open.hints.length === 0;
    $('reset').disabled = text() === open.text;
    keep('open', open.id);
    clear();
    say('');
}

async function readLessons() {
    const list = await (await fetch('lessons.json')).json();
    const menu = $('program');
    const add = (parent, p) => parent.append(new Option(p.title, p.id));
    add(menu, open);
    for (const lesson of list) {
        const group = document.createElement('optgroup');
        group.label = lesson.title;
        for (const p of lesson.programs) {
            const one = { ...p, id: `${lesson.folder}/${p.name}`, task: p.hints.length > 0,
                          title: `${Number(lesson.folder.slice(0, 2))}: ${p.name}` };
            programs.set(one.id, one);
            add(group, one);
        }
        menu.append(group);
    }
    menu.onchange = () => {
        openProgram(menu.value);
        history.replaceState(null, '', '#open=' + open.id);
    };
}

async function openAddress() {
    const [word, value] = location.hash.slice(1).split(/=(.*)/s);
    const shared = word === 'text' ? await unpacked(value) : null;
    if (shared !== null) {
        openProgram('own');
        view.setState(stateOf(shared));
        keepText();
    } else if (word === 'text') {
        openProgram('own');
        say('this link holds no whole text: was it cut?', 'bad');
    } else {
        openProgram(word === 'open' ? decodeURIComponent(value) : kept('open') || 'own');
    }
}

// ---- what is shown ----------------------------------------------------------------------------

function say(words, kind = '') {
    $('status').textContent = words;
    $('status').className = kind;
}
function clear() {
    $('output').replaceChildren();
    $('findings').replaceChildren();
    $('picture').replaceChildren();
    mark([]);
}
function show(tab) {
    for (const name of ['output', 'findings', 'picture']) {
        $(name).hidden = name !== tab;
        $('tab-' + name).setAttribute('aria-selected', String(name === tab));
    }
}
function print(part, error) {
    const span = document.createElement('span');
    span.textContent = part;
    span.className = error ? 'err' : '';
    $('output').append(span);
}
function finding(words, line, kind = '') {
    const box = document.createElement('div'), pre = document.createElement('pre');
    box.className = 'finding ' + kind;
    if (line) {
        const button = document.createElement('button');
        button.textContent = `line ${line}`;
        button.onclick = () => go(line);
        box.append(button);
    }
    pre.textContent = words;
    box.append(pre);
    $('findings').append(box);
}
function showPicture(html) {
    const frame = document.createElement('iframe');
    frame.title = 'What the lens says of each kernel';
    frame.setAttribute('sandbox', 'allow-scripts');
    frame.src = URL.createObjectURL(new Blob([html], { type: 'text/html' }));
    $('picture').replaceChildren(frame);
}

// ---- compiling and running --------------------------------------------------------------------

let compiler = null, number = 0, ready = false, busy = false, stopNow = null;
const waiting = new Map();

function buttons() {
    $('run').disabled = $('grade').disabled = !ready || busy;
    $('stop').disabled = !stopNow;
}
function compile(source, kind) {
    number++;
    const mine = number;
    compiler.postMessage({ compile: mine, text: source, kind, file: fileName() });
    return new Promise((done) => waiting.set(mine, done));
}

// Runs a program: { out, err, status, trap, stopped, files, ms }.
function run(program, source, env, shown) {
    return new Promise((done) => {
        const worker = new Worker('run_worker.js', { type: 'module' }), begin = performance.now();
        const r = { out: '', err: '', status: null, trap: null, stopped: false, files: {} };
        const end = (more) => {
            clearTimeout(timer);
            worker.terminate();
            stopNow = null;
            buttons();
            done({ ...r, ...more, ms: performance.now() - begin });
        };
        const timer = setTimeout(() => end({ stopped: true, late: true }), SECONDS * 1000);
        stopNow = () => end({ stopped: true });
        buttons();
        worker.onmessage = ({ data }) => {
            if ('out' in data) {
                r[data.fd === 2 ? 'err' : 'out'] += data.out;
                shown && print(data.out, data.fd === 2);
            } else {
                end(data);
            }
        };
        worker.onerror = (e) => end({ trap: e.message || 'the worker ended' });
        worker.postMessage({ program, file: fileName(), text: source, env });
    });
}

const CHECK = 'report=findings.json:color=0:patience=0.5';
const seconds = (ms) => (ms / 1000).toFixed(ms < 9950 ? 1 : 0) + ' s';

function showErrors(said) {
    const list = errors(said, fileName());
    mark(list);
    list.forEach((e) => finding(e.text, e.line));
    print(said, true);
    show(list.length ? 'findings' : 'output');
    say(`it does not compile: ${list.length === 1 ? '1 error' : `${list.length} errors`}`, 'bad');
}

async function working(act) {
    if (!ready || busy) {
        return;
    }
    busy = true;
    keepText();
    clear();
    buttons();
    try {
        await act(text());
    } catch (e) {
        say(`this page has a fault: ${e.message}`, 'bad');
    }
    busy = false;
    buttons();
}

async function runNow(source) {
    say('compiling ...');
    show('output');
    const made = await compile(source, 'checked');
    if (!made.program) {
        showErrors(made.said);
        return;
    }
    say('running ...');
    const r = await run(made.program, source, { AMP_CHECK_OPTIONS: CHECK,
                                                AMP_LENS: 'html:lens.html' }, true);
    const found = findings(r, source, fileName());
    mark(found.flatMap((f) => [{ line: f.line, text: f.text },
        ...(f.other && f.other !== f.line ? [{ line: f.other, text: f.text }] : [])]));
    found.forEach((f) => finding(f.text, f.line));
    if (r.files['lens.html']) {
        showPicture(r.files['lens.html']);
    }
    const times = `compiled in ${seconds(made.ms)}, ran in ${seconds(r.ms)}`;
    if (r.stopped) {
        say(r.late ? `stopped after ${SECONDS} s: is there a loop without an end?` : 'stopped',
            'bad');
    } else if (r.trap) {
        say(`it was ended: ${r.trap}`, 'bad');
    } else if (found.length) {
        show('findings');
        say(`${found.length === 1 ? '1 finding' : `${found.length} findings`} of the checker; `
            + times, 'bad');
    } else {
        say(`status ${r.status}; ${times}${r.cut ? '; its output was cut at 1 MB' : ''}`,
            r.status === 0 ? 'good' : 'bad');
    }
}

async function gradeNow(source) {
    const task = open;
    say('compiling ...');
    show('findings');
    const begin = performance.now();
    const checked = await compile(source, 'checked');
    const plain = {};
    let first = null;
    if (checked.program) {
        say('running under checker and lens ...');
        first = await run(checked.program, source, { AMP_CHECK_OPTIONS: CHECK,
                                                     AMP_LENS: 'json:lens.json' }, false);
        const made = first.stopped ? null : await compile(source, 'plain');
        for (const engine of made ? ['loops', 'fibers'] : []) {
            say(`running on ${engine} ...`);
            plain[engine] = await run(made.program, source, { AMP_ENGINE: engine },
                                      engine === 'loops');
        }
    }
    const v = verdict(source, fileName(), checked.said, first, plain), got = points(v);
    const total = got.reduce((a, b) => a + b);
    for (const [word, sentence] of sentences(v)) {
        const place = sentence.split(fileName() + ':')[1];
        finding(`${word}: ${sentence}`, parseInt(place, 10) || 0,
                word === 'memory' ? 'memory' : '');
    }
    const lines = !first ? errors(checked.said, fileName())
        : findings(first, source, fileName()).concat(v.memory.length ? worst(first) : []);
    mark(lines.map((f) => ({ line: f.line, text: f.text })));
    if (total === 10) {
        keep('done.' + task.id, seal(source));
    }
    showProgress();
    say(total === 10 ? `done, 10 of 10: the result is right, and nothing else is wrong (${
        seconds(performance.now() - begin)})`
        : `open, ${total} of 10 (result ${got[0]} of 4, races ${got[1]} of 3, memory ${got[2]} of `
            + '3)',
        total === 10 ? 'good' : 'bad');
}

// ---- loading ----------------------------------------------------------------------------------

const megabytes = (n) => (n / 1e6).toFixed(1) + ' MB';

function lacks() {
    if (typeof WebAssembly !== 'object' || typeof WebAssembly.Module !== 'function') {
        return 'This browser has no WebAssembly (or it is turned off), and the compiler is a '
            + 'program in it. A newer Firefox, Chrome, Edge or Safari has it.';
    }
    if (typeof Worker !== 'function' || typeof DecompressionStream !== 'function') {
        return 'This browser is too old: the playground needs module workers and '
            + 'DecompressionStream (Chrome 103, Firefox 113, Safari 16.4).';
    }
    if (navigator.deviceMemory && navigator.deviceMemory < 1) {
        return `This device says that it has ${navigator.deviceMemory} GB of memory; the compiler `
            + 'needs about 1 GB.';
    }
    return null;
}

async function offerLoad() {
    const missing = lacks();
    if (missing) {
        $('sentence').textContent = missing;
        return;
    }
    const manifest = await (await fetch('manifest.json')).json();
    const rows = new Map();
    for (const one of manifest.parts) {
        rows.set(one.about, (rows.get(one.about) || 0) + one.compressed);
    }
    for (const [about, bytes] of rows) {
        const row = $('parts').tBodies[0].insertRow();
        row.insertCell().textContent = about;
        row.insertCell().textContent = bytes < 50000 ? '< 0.1 MB' : megabytes(bytes);
    }
    const total = manifest.parts.reduce((n, one) => n + one.compressed, 0);
    $('load').textContent = `Load (${megabytes(total)})`;
    $('load').disabled = false;
    $('load').onclick = () => load(total, manifest.version);
    if (kept('loaded') === manifest.version) { // the browser has it
        load(total, manifest.version);
    }
}

function load(total, version) {
    const begin = performance.now();
    $('load').disabled = true;
    $('bar').hidden = false;
    compiler = new Worker('compile_worker.js', { type: 'module' });
    const failed = (words) => {
        compiler.terminate();
        $('load').disabled = false;
        $('bar').hidden = true;
        $('sentence').textContent = /memory|allocat/i.test(words)
            ? `The compiler did not get the memory that it needs, about 1 GB: ${words}. Close `
              + 'other pages and try again.'
            : `The compiler could not be loaded: ${words}.`;
    };
    compiler.onerror = (e) => failed(e.message || 'its worker ended');
    compiler.onmessage = ({ data }) => {
        if ('loaded' in data) {
            $('bar').value = data.loaded / data.total;
            $('sentence').textContent = data.loaded < data.total
                ? `${megabytes(data.loaded)} of ${megabytes(data.total)} ...`
                : 'The browser compiles the compiler ...';
        } else if (data.ready) {
            ready = true;
            keep('loaded', version);
            $('loading').hidden = true;
            say(`ready after ${seconds(performance.now() - begin)}`);
            buttons();
        } else if (data.failed) {
            failed(data.failed);
        } else {
            waiting.get(data.compiled)?.(data);
            waiting.delete(data.compiled);
        }
    };
    compiler.postMessage({ load: true });
}

// ---- the buttons ------------------------------------------------------------------------------

$('run').onclick = () => working(runNow);
$('grade').onclick = () => working(gradeNow);
$('stop').onclick = () => stopNow?.();
$('hint').onclick = () => {
    show('findings');
    open.hints.forEach((hint) => finding(`hint: ${hint}`, 0, 'hint'));
};
$('reset').onclick = () => {
    view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: open.text } });
    keepText();
    clear();
    say('as it was; undo brings yours back');
};
$('save').onclick = () => {
    const a = document.createElement('a');
    a.href = URL.createObjectURL(new Blob([text()], { type: 'text/x-c' }));
    a.download = fileName();
    a.click();
    URL.revokeObjectURL(a.href);
    say(`${a.download}: ampcc ${a.download} -o ${a.download.replace('.c', '')} compiles it`
        + (open.id === 'own' ? '' : `, in lessons/${open.id.replace(/\/.*/, '')}`));
};
$('share').onclick = async () => {
    const url = `${location.origin}${location.pathname}#text=${await packed(text())}`;
    history.replaceState(null, '', url);
    let copied = true;
    await navigator.clipboard?.writeText(url).catch(() => { copied = false; });
    say(copied && navigator.clipboard
        ? `copied: a link of ${url.length} characters that holds the text`
        : 'the address of this page now holds the text: copy it');
};
for (const name of ['output', 'findings', 'picture']) {
    $('tab-' + name).onclick = () => show(name);
}
window.addEventListener('hashchange', openAddress);

await readLessons();
await openAddress();
showProgress();
await offerLoad();
if ('serviceWorker' in navigator) {
    await navigator.serviceWorker.register('service_worker.js').catch(() => {});
}
document.body.dataset.shown = 'yes';
// For tests, and for whoever has the console open.
window.playground = { text, setText: (t) => view.dispatch({ changes: { from: 0,
    to: view.state.doc.length, insert: t } }), open: openProgram,
    state: () => ({ ready, busy }) };
