// SPDX-License-Identifier: MIT
// compile_worker.mjs: the compiler, in a worker of its own. Is told { load: true } once, and then
// { compile: number, text, kind, file }; tells { loaded, total } while it loads, { ready } or
// { failed }, and { compiled: number, program, said, ms }.
import { Compiler } from './compiler.mjs';

let compiler = null;

// A part that build.mjs has compressed, as a stream of its bytes.
async function part(name, count) {
    const answer = await fetch(new URL(`${name}.gz`, self.location.href));
    if (!answer.ok) {
        throw new Error(`${name}: the server says ${answer.status}`);
    }
    const counted = answer.body.pipeThrough(new TransformStream({
        transform(chunk, controller) {
            count(chunk.length);
            controller.enqueue(chunk);
        },
    }));
    return counted.pipeThrough(new DecompressionStream('gzip'));
}

async function load() {
    const manifest = await (await fetch(new URL('manifest.json', self.location.href))).json();
    const total = manifest.parts.reduce((n, one) => n + one.compressed, 0);
    let loaded = 0, told = 0;
    const count = (n) => {
        loaded += n;
        if (performance.now() - told > 100 || loaded === total) {
            told = performance.now();
            postMessage({ loaded, total });
        }
    };
    const bytes = async (name) => new Uint8Array(await new Response(await part(name, count))
        .arrayBuffer());
    const module = async (name) => {
        const url = URL.createObjectURL(new Blob([await bytes(name)], { type: 'text/javascript' }));
        try {
            return await import(url);
        } finally {
            URL.revokeObjectURL(url);
        }
    };
    // The package asks for its files by fetch, beside itself.
    const plain = self.fetch;
    self.fetch = async (url, options) => {
        const name = /(llvm[\w.-]*\.(?:wasm|tar))$/.exec(String(url))?.[1];
        return name ? new Response(await part(`clang/${name}`, count), { headers: {
            'Content-Type': name.endsWith('.wasm') ? 'application/wasm' : 'application/x-tar' } })
            : plain(url, options);
    };
    const { runLLVM } = await import(new URL('clang/bundle.js', self.location.href).href);
    const clang = runLLVM(null, {}, { fetchProgress: () => {} });
    const [binaryen, pack] = [(await module('binaryen.js')).default, await bytes('library.pack')];
    await clang;
    // library.pack: the length of a JSON text in 8 digits, the text, and then all files.
    const head = Number(new TextDecoder().decode(pack.subarray(0, 8)));
    const about = JSON.parse(new TextDecoder().decode(pack.subarray(8, 8 + head)));
    const file = ({ at, length }) => pack.slice(8 + head + at, 8 + head + at + length);
    const library = { tree: about.tree };
    for (const kind of about.kinds) {
        library[kind.name] = { object: file(kind.object), header: file(kind.header),
                               names: new Set(kind.names),
                               instrumented: new Set(kind.instrumented) };
    }
    compiler = new Compiler({ runLLVM, binaryen, library });
    // Once, so that the first program does not wait for what the browser compiles at first use.
    for (const { name } of about.kinds) {
        await compiler.compile(about.first, name);
    }
}

onmessage = async ({ data }) => {
    if (data.load) {
        try {
            await load();
            postMessage({ ready: true });
        } catch (e) {
            postMessage({ failed: String(e.message || e) });
        }
        return;
    }
    const begin = performance.now();
    try {
        const { program, said } = await compiler.compile(data.text, data.kind, data.file);
        postMessage({ compiled: data.compile, program, said, ms: performance.now() - begin });
    } catch (e) {
        postMessage({ compiled: data.compile, program: null, broken: String(e.message || e),
                      said: `the compiler itself ended: ${e.message || e}` });
    }
};
