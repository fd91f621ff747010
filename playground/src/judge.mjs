// SPDX-License-Identifier: MIT
// judge.mjs: says what is wrong with a program of the lessons, and how many points it has: as
// lessons/run and lessons/assignment/judge.py do on a machine, from the same reports.
//
// A run is { status, trap, stopped, out, err, files }. Of 10 points 4 are for the result on each
// engine, 3 for no finding of the checker, 3 for what the lens is to find; those 6 count only where
// the result is right.

const lines = (text) => text.split('\n');

// file.c:12: the line's text
export function where(text, file, line) {
    return `${file}:${line}: ${(lines(text)[line - 1] || '').trim()}`;
}

const base = (path) => path.replace(/^.*\//, '');

function parsed(text) {
    try {
        return JSON.parse(text);
    } catch {
        return null;
    }
}

// The checker's findings: { line, other, text } each, without notes; line 0 where it is of another
// file.
export function findings(run, text, file) {
    const said = [];
    for (const f of parsed(run.files['findings.json'])?.findings || []) {
        if (f.severity === 'note') {
            continue;
        }
        const index = f.array && f.index && f.index.length ? `(${f.index.join(', ')})` : '';
        const all = [`${f.rule} in kernel ${f.kernel}${f.array ? `: ${f.array}${index}` : ''}`];
        for (const [path, line] of [[f.file, f.line], [f.other_file || f.file, f.other_line]]) {
            const of = path && base(path) === file ? text : '';
            const one = path && line ? where(of, base(path), line) : null;
            if (one && !all.includes(one)) {
                all.push(one);
            }
        }
        all.push(`why:  ${f.message}`, `mend: ${f.fix}`);
        const own = (path, line) => path && base(path) === file ? line : 0;
        said.push({ rule: f.rule, text: all.join('\n'), line: own(f.file, f.line),
                    other: own(f.other_file || f.file, f.other_line) });
    }
    return said;
}

// What the lens says of the line that costs most, for each kernel: { line, text }.
export function worst(run) {
    return (parsed(run.files['lens.json'])?.kernels || []).map((k) => k.worst?.message)
        .filter((message) => message).map((message) => {
            const text = message.replace(/^\S*\//, '');
            return { text, line: Number(/^[^:\s]+:(\d+)/.exec(text)?.[1]) || 0 };
        });
}

const behind = (run, word) => lines(run.out).filter((l) => l.startsWith(word + ': '))
    .map((l) => l.slice(word.length + 2));

// The sentence on a run that failed without one of its own.
function died(run) {
    if (run.trap) {
        return `it was ended: ${run.trap}`;
    }
    const words = lines(run.err).filter((l) => l.trim());
    return words.length ? words[words.length - 1].replace(/^\S*\//, '')
        : `it ended with status ${run.status}`;
}

// The errors among the compiler's words: { line, column, text } each; line 0 where there is none.
// One in a header, or in a macro of amp's, is at the line of the file that includes or calls it.
export function errors(said, file) {
    const found = [];
    let from = 0;
    for (const line of lines(said)) {
        const place = /^(?:In file included from )?(?:\.\/)?([^:\s]+):(\d+):(?:(\d+): (.*))?/
            .exec(line);
        const here = place && place[1] === file ? Number(place[2]) : 0;
        const error = /^(?:fatal )?error: (.*)$/.exec(place?.[4] || '');
        const linker = /^wasm-ld: error: .*?undefined symbol: (.*)$/.exec(line);
        const last = found[found.length - 1];
        if (line.startsWith('In file included from ')) {
            from = here || from;
        } else if (error) {
            found.push({ line: here || from, column: Number(place[3]), text: error[1] });
            from = 0;
        } else if (linker) {
            found.push({ line: 0, column: 0, text: `nothing defines ${linker[1]}` });
        } else if (last && !last.line && here) {
            last.line = here;
        }
    }
    return found;
}

// checked: the run under checker and lens; plain: runs by engine. The verdict: lists of sentences.
export function verdict(text, file, said, checked, plain) {
    const v = { build: [], ends: [], result: [], races: [], memory: [] };
    if (!checked) {
        v.build = [errors(said, file).map((e) => e.line ? `${file}:${e.line}: error: ${e.text}`
            : e.text).join('\n') || said.trim()];
        return v;
    }
    const found = findings(checked, text, file);
    v.races = found.map((f) => f.text);
    v.memory = behind(checked, 'memory').map((m) => m.replace(/^\S*\//, ''));
    if (v.memory.length) {
        v.memory.push(...worst(checked).map((w) => `the lens: ${w.text}`));
    }
    v.ends = found.filter((f) => f.rule === 'livelock').map((f) => f.text);
    if (checked.stopped && !v.races.length) {
        v.ends.push('it did not end, and was stopped: is there a loop without an end, or does a '
                    + 'thread wait for another?');
    }
    if (v.ends.length) {
        return { ...v, result: [], races: [], memory: [] };
    }
    if (!v.races.length && (checked.trap || ![0, 1].includes(checked.status))) {
        v.races = [died(checked)];
    }
    const wrong = Object.entries(plain).map(([engine, run]) => [engine, run.stopped
        ? ['it did not end, and was stopped'] : behind(run, 'result').length ? behind(run, 'result')
        : run.status !== 0 ? [died(run)] : []]).filter(([, list]) => list.length);
    for (const [i, [, list]] of wrong.entries()) {
        const same = wrong.filter(([, other]) => other.join('\n') === list.join('\n'));
        if (same[0] === wrong[i]) {
            const on = same.length === Object.keys(plain).length ? ''
                : ` (on ${same.map(([engine]) => engine).join(', ')})`;
            v.result.push(...list.map((sentence) => sentence + on));
        }
    }
    return v;
}

// Points for result, races and memory.
export function points(v) {
    return v.build.length || v.ends.length || v.result.length ? [0, 0, 0]
        : [4, v.races.length ? 0 : 3, v.memory.length || v.races.length ? 0 : 3];
}

// Its words, as `make lesson` has them: [word, sentence] each.
export function sentences(v) {
    return [['compiler', v.build], ['never ends', v.ends], ['result', v.result], ['races', v.races],
            ['memory', v.memory]].flatMap(([word, list]) => [
        ...list.slice(0, 3).map((text) => [word, text]),
        ...(list.length > 3 ? [[word, `and ${list.length - 3} more`]] : [])]);
}
