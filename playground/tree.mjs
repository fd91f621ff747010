// SPDX-License-Identifier: MIT
// tree.mjs: the files that the playground's compiler sees beside a text: amp as a family of files,
// what the lessons include, and what WASI lacks.
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './packages.mjs';

const read = (...path) => readFileSync(join(root, ...path), 'utf8');

export function headers() {
    const single = join(root, 'build', 'playground-single');
    execFileSync(join(root, 'tools', 'single'), [single], { cwd: root, stdio: 'ignore' });
    const tree = {};
    for (const name of readdirSync(single).filter((n) => n.endsWith('.h'))) {
        tree[name] = readFileSync(join(single, name), 'utf8');
    }
    tree['lesson.h'] = read('lessons', 'lesson.h');
    tree.assignment = { 'report.h': read('lessons', 'assignment', 'report.h') };
    tree.wasm = { sys: { 'mman.h': read('wasm', 'include', 'sys', 'mman.h') } };
    for (const name of ['pthread.h', 'unistd.h']) { // setjmp.h is that of WASI here
        tree.wasm[name] = read('wasm', 'include', name);
    }
    return tree;
}
