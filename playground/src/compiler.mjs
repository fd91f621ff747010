// SPDX-License-Identifier: MIT
// compiler.mjs: from a C text to a program in WebAssembly, in the browser, as wasm/cc does it on a
// machine; for the page's worker, and in node for build.mjs and the tests.
//
// clang and wasm-ld are the package @yowasp/clang, asyncify is the package binaryen. The library is
// there as objects, and its interface as a precompiled header (see build.mjs). Four steps:
//
//   clang      the text, with the announcements of the checker, as LLVM's text
//   sites      each announcement gets its place in the source (wasm/sites.mjs)
//   clang, ld  the object, and the program with the library
//   asyncify   of those functions that are at work when a fiber is put away
//
// A plain program has no announcements, and so the first two steps are one.
import { sites } from '../../wasm/sites.mjs';

const LIB = '/usr/lib/wasm32-wasip1/';
const TARGET = ['-triple', 'wasm32-unknown-wasip1', '-fvisibility=hidden', '-mframe-pointer=none',
                '-ffp-contract=on', '-mrelocation-model', 'static'];
const COMMON = ['-nostdsysteminc', '-resource-dir', '/usr', '-isystem', 'wasm',
                '-isystem', '/usr/include/wasm32-wasip1', '-internal-isystem', '/usr/include',
                '-I', '.', '-D_WASI_EMULATED_SIGNAL', '-D_WASI_EMULATED_PROCESS_CLOCKS',
                '-D_WASI_EMULATED_GETPID', '-D__wasm_exception_handling__', '-DAMP_EXTERN',
                '-std=gnu11', '-fgnuc-version=4.2.1',
                '-ferror-limit', '20', '-fmacro-backtrace-limit=1', '-discard-value-names'];
const CHECKED = ['-DAMP_CHECK', '-DAMP_LENS', '-fsanitize=thread',
                 '-mllvm', '-tsan-instrument-func-entry-exit=0',
                 '-mllvm', '-tsan-instrument-read-before-write=1',
                 '-mllvm', '-sink-common-insts=0', '-debug-info-kind=line-tables-only',
                 '-dwarf-version=4'];
export const KINDS = { checked: CHECKED, plain: [] };

// What of WebAssembly a program may have.
const FEATURES = ['MutableGlobals', 'SignExt', 'BulkMemory', 'BulkMemoryOpt', 'NontrappingFPToInt',
                  'ExceptionHandling', 'Multivalue', 'ReferenceTypes', 'CallIndirectOverlong',
                  'ExtendedConst'];

// What the precompiled header holds as well, so that a text may define this before the include.
const SHORT = '-DAMP_SHORT_NAMES=';

// The words for clang -cc1 of a file of this kind.
export function words(kind) {
    return ['clang', '-cc1', ...TARGET, ...COMMON, ...KINDS[kind]];
}

// Whether all in front of a text's first include of amp is also in front of it in the precompiled
// header: comments, the short names, headers of C.
export function precompiled(text) {
    const bare = text.replace(/\/\*[^]*?\*\/|\/\/[^\n]*/g, ' ');
    const at = bare.search(/^\s*#\s*include\s*"(?:\.\.\/)?(?:amp(?:_\w+)?|lesson)\.h"/m);
    const before = at < 0 ? '' : bare.slice(0, at);
    const harmless = /^\s*(#\s*(include\s*<.*>|define\s+AMP_SHORT_NAMES)\s*)?$/;
    return /^\s*#\s*define\s+AMP_SHORT_NAMES\s*$/m.test(before)
        && before.split('\n').every((line) => harmless.test(line));
}

// The functions of a program, from its section of names: [[number, name], ...].
export function functionNames(bytes) {
    const text = new TextDecoder();
    let at = 8;
    const leb = () => {
        let value = 0, shift = 0, byte;
        do {
            byte = bytes[at++];
            value |= (byte & 127) << shift;
            shift += 7;
        } while (byte & 128);
        return value >>> 0;
    };
    const word = () => {
        const n = leb();
        at += n;
        return text.decode(bytes.subarray(at - n, at));
    };
    while (at < bytes.length) {
        const section = bytes[at++], size = leb(), end = at + size;
        if (section === 0 && word() === 'name') {
            while (at < end) {
                const part = bytes[at++], length = leb(), next = at + length;
                if (part === 1) {
                    return Array.from({ length: leb() }, () => [leb(), word()]);
                }
                at = next;
            }
        }
        at = end;
    }
    return [];
}

export class Compiler {
    // runLLVM, binaryen: the packages; library: { tree, checked, plain }: files by their names,
    // and of each kind { object, header, names, instrumented } (build.mjs).
    constructor({ runLLVM, binaryen, library }) {
        Object.assign(this, { runLLVM, binaryen, library });
    }

    // One call of LLVM: what it printed, and the files that it left. Standard output, since LLVM
    // writes a text there in one piece each, and a file grows by each of those.
    async run(args, files = {}) {
        const out = [], err = [], text = new TextDecoder();
        let left = null;
        try {
            left = await this.runLLVM(args, files, {
                decodeASCII: false, fetchProgress: () => {},
                stdout: (bytes) => { bytes && out.push(bytes); },
                stderr: (bytes) => { bytes && err.push(text.decode(bytes, { stream: true })); },
            });
        } catch (e) {
            if (typeof e.code !== 'number') {
                throw e;
            }
        }
        const all = new Uint8Array(out.reduce((n, part) => n + part.length, 0));
        out.reduce((at, part) => { all.set(part, at); return at + part.length; }, 0);
        return { files: left, out: all, err: err.join('') };
    }

    // Compiles a text. file: its name, as messages have it. { program, said }: program is null
    // where it does not compile; said: the compiler's words.
    async compile(text, kind, file = 'program.c', tell = () => {}) {
        const { tree, [kind]: made } = this.library;
        const files = { ...tree, [file]: text };
        let args = [...words(kind), '-O1', '-Wall', '-Wextra', '-Wno-unused-parameter',
                    '-main-file-name', file];
        if (made.header && precompiled(text)) {
            files['library.pch'] = made.header;
            args = [...args, SHORT, '-fno-validate-pch', '-include-pch', 'library.pch'];
        }
        tell('compile');
        let object, said;
        if (kind === 'checked') {
            const front = await this.run([...args, '-emit-llvm', '-o', '-', file], files);
            said = front.err;
            if (!front.files) {
                return { program: null, said };
            }
            const placed = sites(new TextDecoder().decode(front.out));
            const back = await this.run(['clang', '-cc1', ...TARGET, '-O1', '-emit-obj',
                '-disable-llvm-passes', '-o', 'made.o', '-x', 'ir', 'made.ll'],
                { 'made.ll': placed });
            object = back.files?.['made.o'];
            said += back.err;
        } else {
            const one = await this.run([...args, '-emit-obj', '-o', 'made.o', file], files);
            object = one.files?.['made.o'];
            said = one.err;
        }
        if (!object) {
            return { program: null, said };
        }
        tell('link');
        const linked = await this.link(object, made.object);
        if (!linked.files) {
            return { program: null, said: said + linked.err };
        }
        if (!functionNames(linked.files['made.wasm'])
            .some(([, name]) => /^(main|__original_main|__main_argc_argv)$/.test(name))) {
            return { program: null, said: said + 'wasm-ld: error: undefined symbol: main\n' };
        }
        tell('asyncify');
        return { program: this.asyncify(linked.files['made.wasm'], made), said };
    }

    link(object, library, more = []) {
        return this.run(['wasm-ld', LIB + 'crt1-command.o', 'made.o', 'library.o',
            '-z', 'stack-size=1048576', '--strip-debug', '-L' + LIB,
            '-lwasi-emulated-process-clocks', '-lwasi-emulated-getpid',
            '-lwasi-emulated-signal', '-lsetjmp', '-lc',
            '/usr/lib/wasm32-unknown-wasip1/libclang_rt.builtins.a', ...more, '-o', 'made.wasm'],
            { 'made.o': object, 'library.o': library });
    }

    // Instruments the program's own functions, and those of the library that are at work between
    // them and the switch. A function of a name that both have counts as both.
    asyncify(linked, { names, instrumented }) {
        const b = this.binaryen, module = b.readBinary(linked), count = new Map(), list = [];
        const functions = functionNames(linked);
        for (const [, name] of functions) {
            count.set(name, (count.get(name) || 0) + 1);
        }
        const seen = new Set();
        for (const [number, name] of functions) {
            if (count.get(name) > (names.has(name) ? 1 : 0) || instrumented.has(name)) {
                // as binaryen tells two of a name apart
                list.push(seen.has(name) ? `${name}_${number}` : name);
            }
            seen.add(name);
        }
        module.setFeatures(FEATURES.reduce((all, name) => all | b.Features[name], 0));
        b.setPassArgument('asyncify-onlylist', list.filter((n) => module.getFunction(n)).join(','));
        module.runPasses(['asyncify']);
        const program = module.emitBinary();
        module.dispose();
        return program;
    }
}
