#!/usr/bin/env node
// SPDX-License-Identifier: MIT
// run: runs a program in WebAssembly (wasm/cc), as node sees it.
//
//   wasm/run FILE.wasm [ARGUMENT...]    its exit status is this one's; 128: it ended by a trap
//   wasm/run --tap FILE.wasm [NAME...]  a test of tests/tap.h, a new instance for each of its tests
//
// Of the environment the program is given what begins with AMP_ or LESSON_. It reads the files of
// this folder and those below; what it writes there is kept, where its name ends in .json, .html,
// .csv, .sarif or .txt.
import { readFileSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { Wasi } from './wasi.mjs';

const env = Object.fromEntries(Object.entries(process.env)
    .filter(([name]) => /^(AMP|LESSON)_/.test(name)));

function read(name) {
    try {
        return statSync(name).isFile() ? new Uint8Array(readFileSync(name)) : null;
    } catch {
        return null;
    }
}

// Runs it once: its status, and what it printed, unless that is shown.
function run(module, args, shown) {
    const files = new Map(), said = [];
    const known = new Map();
    const wasi = new Wasi({
        args, env, files,
        read: (name) => { const found = read(name); known.set(name, found); return found; },
        write: (fd, bytes) => { shown ? writeSync(fd, bytes) : said.push(Buffer.from(bytes)); },
    });
    let status;
    try {
        status = wasi.run(module);
    } catch (trap) {
        said.push(Buffer.from(`# ${args[0]}: ${trap.stack}\n`));
        shown && writeSync(2, said.pop());
        status = 128;
    }
    for (const [name, content] of files) {
        if (known.get(name) !== content && /\.(json|html|csv|sarif|txt)$/.test(name)) {
            writeFileSync(name, content);
        }
    }
    return { status, said: Buffer.concat(said).toString() };
}

const tap = process.argv[2] === '--tap';
const [file, ...args] = process.argv.slice(tap ? 3 : 2);
if (!file) {
    console.error('usage: wasm/run [--tap] FILE.wasm [ARGUMENT...]');
    process.exit(2);
}
const module = new WebAssembly.Module(readFileSync(file));
if (!tap) {
    process.exitCode = run(module, [file, ...args], true).status;
} else {
    const all = run(module, [file, '--list'], false).said.split('\n').filter((name) => name);
    const names = args.length ? args : all;
    let failed = 0;
    console.log(`1..${names.length}`);
    names.forEach((name, i) => {
        const { status, said } = run(module, [file, '--here', name], false);
        const good = status === 0 || status === 77;
        const why = status === 77 ? ' # SKIP ' + said.replace(/[^]*# skipped: /, '').trim() : '';
        failed += !good;
        process.stdout.write(good ? '' : said.replace(/^(?!#|$)/mg, '# '));
        console.log(`${good ? 'ok' : 'not ok'} ${i + 1} - ${name}${why}`);
    });
    process.exitCode = failed ? 1 : 0;
}
