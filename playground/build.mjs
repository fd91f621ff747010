// SPDX-License-Identifier: MIT
// build.mjs: makes the playground, a folder of static files: `make playground`.
//
//   node playground/build.mjs [OUT]    build/playground by default
//
// Packages come by npm, checked against package-lock.json (packages.mjs). The library is compiled
// by the packaged compiler, which takes minutes, and kept in build/playground-kept.
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync,
         writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { Compiler, RECIPE, compileLibrary } from './library.mjs';
import { KINDS, words } from './src/compiler.mjs';
import { fetchPackages, from, here, modules, root } from './packages.mjs';
import { headers } from './tree.mjs';

const out = process.argv[2] || join(root, 'build', 'playground');
const tell = (text) => console.error(`playground: ${text} ...`);
const read = (...path) => readFileSync(join(root, ...path), 'utf8');

// ---- the lessons -----------------------------------------------------------------------------

// The hints of each task, which stand with its solution (lessons/solutions).
function hints(number) {
    const found = {};
    for (const part of read('lessons', 'solutions', `${number}.c`).split('/* ==== ').slice(1)) {
        const head = part.split('*/\n')[0].replace(/\n {6,}/g, ' ');
        found[head.split('\n')[0].trim()] = [...head.matchAll(/^ *hint: (.*)$/mg)].map((m) => m[1]);
    }
    return found;
}

export function lessons() {
    return readdirSync(join(root, 'lessons')).filter((name) => /^\d\d-/.test(name)).sort()
        .map((folder) => {
            const hint = hints(folder.slice(0, 2));
            const title = read('lessons', folder, 'README.md').split('\n')[0].replace(/^# /, '');
            const programs = readdirSync(join(root, 'lessons', folder))
                .filter((n) => n.endsWith('.c'))
                .sort((a, b) => (b === 'program.c') - (a === 'program.c') || a.localeCompare(b))
                .map((name) => {
                    const text = read('lessons', folder, name);
                    const head = new RegExp(`^${name.replace('.', '\\.')}: `
                        + '([^]*?)(?:\\.\\s|\\n\\n|\\*/)', 'm').exec(text);
                    return { name: name.replace('.c', ''), text,
                             about: head ? head[1].split(/\s+/).join(' ') : '',
                             hints: hint[name.replace('.c', '')] || [] };
                });
            return { folder, title, programs };
        });
}

// ---- parts ------------------------------------------------------------------------------------

// What of the package's library of C a program needs, as a tar of its form.
function resources() {
    const tar = readFileSync(join(modules, '@yowasp/clang/gen/llvm-resources.tar')), kept = [];
    const wanted = new RegExp('^(include/(wasm32-wasip1/(?!c\\+\\+)|__std|__float|(std\\w+'
        + '|float|limits|iso646|inttypes|tgmath|wasm_simd128|unwind|varargs)\\.h)'
        + '|lib/wasm32-wasip1/(crt1-command\\.o|lib(c|m|setjmp|wasi-emulated-[\\w-]+)\\.a)'
        + '|lib/wasm32-unknown-wasip1/libclang_rt\\.builtins\\.a)');
    const folders = new RegExp('^(include|lib|include/wasm32-wasip1(/(?!c\\+\\+)[\\w/]*)?'
        + '|lib/wasm32-(unknown-)?wasip1)/?$');
    for (let at = 0; at + 512 <= tar.length;) {
        const name = tar.subarray(at, at + 100).toString('latin1').replace(/\0[^]*/, '');
        const size = parseInt(tar.subarray(at + 124, at + 136).toString('latin1'), 8) || 0;
        const end = at + 512 + Math.ceil(size / 512) * 512;
        const plain = name.replace(/^\.\//, '').replace(/^usr\//, '');
        const folder = tar[at + 156] === 53;
        if (name && (folder ? plain === '' || folders.test(plain) : wanted.test(plain))) {
            kept.push(tar.subarray(at, end));
        }
        at = end;
        if (!name) {
            break;
        }
    }
    return Buffer.concat([...kept, Buffer.alloc(1024)]);
}

const parts = [];
function write(name, content, about) {
    const path = join(out, name);
    mkdirSync(join(path, '..'), { recursive: true });
    if (!about) {
        writeFileSync(path, content);
        return;
    }
    const small = gzipSync(content, { level: 9 });
    writeFileSync(path + '.gz', small);
    parts.push({ name: name + '.gz', about, bytes: content.length, compressed: small.length });
}

async function library(compiler) {
    const hash = createHash('sha256');
    hash.update(JSON.stringify([compiler.library.tree, words('plain'), KINDS, RECIPE]));
    hash.update(readFileSync(join(here, 'package-lock.json')));
    const all = join(root, 'build', 'playground-kept');
    const folder = join(all, hash.digest('hex').slice(0, 16));
    for (const old of existsSync(all) ? readdirSync(all) : []) {
        if (join(all, old) !== folder) {
            rmSync(join(all, old), { recursive: true });
        }
    }
    mkdirSync(folder, { recursive: true });
    const kept = async (name, make) => {
        const path = join(folder, name);
        if (!existsSync(path)) {
            writeFileSync(path + '.new', await make());
            renameSync(path + '.new', path);
        }
        return new Uint8Array(readFileSync(path));
    };
    for (const kind of Object.keys(KINDS)) {
        compiler.library[kind] = await compileLibrary(compiler, kind, kept, tell);
    }
    return compiler.library;
}

// One file of headers, objects and names: see compile_worker.mjs.
function pack({ tree, ...kinds }, first) {
    const files = [];
    let at = 0;
    const file = (bytes) => {
        files.push(Buffer.from(bytes));
        at += bytes.length;
        return { at: at - bytes.length, length: bytes.length };
    };
    const about = { tree, first, kinds: Object.entries(kinds).map(([name, k]) => ({
        name, object: file(k.object), header: file(k.header), names: [...k.names],
        instrumented: [...k.instrumented] })) };
    const text = Buffer.from(JSON.stringify(about));
    return Buffer.concat([Buffer.from(String(text.length).padStart(8, '0')), text, ...files]);
}

export async function makeCompiler() {
    fetchPackages(tell);
    const { runLLVM } = await import(from('@yowasp/clang/gen/bundle.js'));
    const binaryen = (await import(from('binaryen/index.js'))).default;
    const compiler = new Compiler({ runLLVM, binaryen, library: { tree: headers() } });
    await library(compiler);
    return compiler;
}

async function main() {
    const compiler = await makeCompiler();
    tell('compressing');
    rmSync(out, { recursive: true, force: true });
    mkdirSync(out, { recursive: true });
    const gen = join(modules, '@yowasp/clang/gen');
    for (const name of readdirSync(gen).filter((n) => /^llvm\..*\.wasm$/.test(n))) {
        write(`clang/${name}`, readFileSync(join(gen, name)),
              name === 'llvm.core.wasm' ? 'clang and wasm-ld' : 'parts of clang');
    }
    write('clang/llvm-resources.tar', resources(), 'the C library');
    write('clang/bundle.js', readFileSync(join(gen, 'bundle.js')));
    write('binaryen.js', readFileSync(join(modules, 'binaryen/index.js')), 'binaryen');
    const all = lessons();
    write('library.pack', pack(compiler.library, all[0].programs[0].text), 'amp, checker and lens');
    write('lessons.json', JSON.stringify(all));
    const esbuild = await import(from('esbuild/lib/main.js'));
    await esbuild.build({
        entryPoints: ['page', 'compile_worker', 'run_worker']
            .map((name) => join(here, 'src', name + '.mjs')),
        bundle: true, minify: true, format: 'esm', outdir: out, nodePaths: [modules],
        target: 'es2022', legalComments: 'none', logLevel: 'warning', external: ['node:fs'],
    });
    for (const name of ['index.html', 'page.css', 'icon.svg', 'manifest.webmanifest']) {
        copyFileSync(join(here, 'src', name), join(out, name));
    }
    const files = readdirSync(out, { recursive: true, withFileTypes: true })
        .filter((f) => f.isFile())
        .map((f) => join(f.parentPath ?? f.path, f.name).slice(out.length + 1)).sort();
    const hash = createHash('sha256');
    files.forEach((name) => hash.update(readFileSync(join(out, name))));
    const version = hash.digest('hex').slice(0, 16);
    write('manifest.json', JSON.stringify({ version, parts }));
    write('service_worker.js', readFileSync(join(here, 'src', 'service_worker.js'), 'utf8')
        .replace('VERSION', version)
        .replace('LIST', JSON.stringify(files.concat('manifest.json'))));
    const sum = (list, key) => (list.reduce((n, one) => n + one[key], 0) / 1e6).toFixed(1);
    console.error(`playground: ${out}, ${sum(parts, 'compressed')} MB to load once (`
        + parts.filter((p) => p.compressed > 1e5)
            .map((p) => `${p.about} ${(p.compressed / 1e6).toFixed(1)}`).join(', ')
        + '); make playground serve shows it');
}

if (process.argv[1]?.endsWith('playground/build.mjs')) {
    await main();
}
