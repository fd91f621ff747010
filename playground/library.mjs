// SPDX-License-Identifier: MIT
// library.mjs: compiles the library for the playground, with the compiler that runs there: of each
// kind of program an object, the precompiled header, and which of its functions are instrumented.
import { Compiler, KINDS, functionNames, words } from './src/compiler.mjs';

// The library's code, of all that a program of one file may include.
const CODE = `#define AMP_IMPLEMENTATION
#include "amp.h"
#include "amp_graphics.h"
#include "amp_algorithms.h"
#include "amp_algorithms_more.h"
#include "amp_lens.h"
`;
const HEADER = `#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "lesson.h"
`;
// setjmp and longjmp by exceptions of WebAssembly: no function that they leave is instrumented.
const JUMPS = ['-target-feature', '+exception-handling', '-target-feature', '+multivalue',
               '-target-feature', '+reference-types', '-exception-model=wasm',
               '-mllvm', '-wasm-enable-sjlj'];

// What the objects are made by, besides the compiler and the headers.
export const RECIPE = [CODE, HEADER, JUMPS];

// Functions that call others by their address, behind which a fiber may be put away; and those at
// which what is at work ends: they hold the jump that leaves a kernel, or belong to the engine
// `threads`, or are an access at which the checker gives up a thread that spins: it returns to the
// kernel, which is put away for good.
const BY_ADDRESS = new RegExp('^amp__(fiber_main|fiber_barrier|fiber_handover|thread_runs|'
    + 'check_leave|check_leave_last|check_for_good)$');
const ENDS = new RegExp('^amp__(check_simple|tiles_run|fibers_turn|fibers_run|fiber_tile|'
    + 'run_threads|team_\\w+|check_(report_livelock|test_livelock|many_accesses|rare_access|'
    + 'view_write|view_atomic|uninitialised_\\w+))$');

// The functions of a program that reach amp__fiber_away.
export function callers(text) {
    const calls = new Map(); // of each function those that call it
    let now = '';
    const roots = new Set(['amp__fiber_away']);
    for (const line of text.split('\n')) {
        const begin = /^ \(func \$(\S+?)[ )]/.exec(line + ' ');
        if (begin) {
            now = begin[1].replace(/^"|"$/g, '');
        }
        const call = /\((?:return_)?call \$(\S+?)[)]?$/.exec(line.trim());
        if (call) {
            calls.set(call[1], (calls.get(call[1]) || new Set()).add(now));
        }
        if (/\(call_indirect/.test(line) && BY_ADDRESS.test(now.replace(/[._]\d+$/, ''))) {
            roots.add(now);
        }
    }
    const ahead = [...roots], found = new Set();
    while (ahead.length) {
        const one = ahead.pop();
        if (!found.has(one) && !ENDS.test(one)) {
            found.add(one);
            ahead.push(...(calls.get(one) || []));
        }
    }
    return found;
}

// Compiles one kind: { object, header, names, instrumented }. kept(name, make): what make()
// returns, unless it is there from before.
export async function compileLibrary(compiler, kind, kept, tell) {
    const { tree } = compiler.library;
    const flags = kind === 'checked' ? ['-DAMP_CHECK', '-DAMP_LENS'] : [];
    const base = [...words('plain'), ...flags, '-O1', '-w', ...JUMPS];
    const made = async (name, file, args, files) => {
        tell(`${name}, ${kind}`);
        const { files: left, err } = await compiler.run(args, { ...tree, ...files });
        if (!left?.[file]) {
            throw new Error(`${name}, ${kind}, does not compile:\n${err}`);
        }
        return left[file];
    };
    const object = await kept(`${kind}.o`, () => made('the library, a minute or two', 'library.o',
        [...base, '-emit-obj', '-o', 'library.o', 'library.c'], { 'library.c': CODE }));
    const header = await kept(`${kind}.pch`, () => made('the precompiled header', 'library.pch',
        [...words(kind), '-O1', '-Wall', '-Wextra', '-Wno-unused-parameter', '-DAMP_SHORT_NAMES=',
         '-emit-pch', '-x', 'c-header', '-o', 'library.pch', 'all.h'], { 'all.h': HEADER }));
    const main = await made('a program', 'made.o', [...base, '-emit-obj', '-o', 'made.o', 'main.c'],
                            { 'main.c': 'int main(void) { return 0; }\n' });
    const whole = await compiler.link(main, object, ['--no-gc-sections']);
    if (!whole.files) {
        throw new Error(`the library does not link, ${kind}:\n${whole.err}`);
    }
    const bytes = whole.files['made.wasm'], module = compiler.binaryen.readBinary(bytes);
    const instrumented = callers(module.emitText());
    module.dispose();
    const names = functionNames(bytes).map(([, name]) => name)
        .filter((name) => !/^(main|__main_void|__original_main|_start)$/.test(name));
    return { object, header, names: new Set(names), instrumented };
}

export { Compiler, KINDS };
