// SPDX-License-Identifier: MIT
// run_worker.mjs: runs one program, in a worker that the page ends where the program does not.
//
// Is told { program, file, text, env }; tells { out } of each piece of output, and at last
// { status, files } or { trap }.
import { Wasi } from '../../wasm/wasi.mjs';

const REPORTS = ['findings.json', 'lens.json', 'lens.html'];

onmessage = ({ data: { program, file, text, env } }) => {
    const files = new Map([[file, new TextEncoder().encode(text)]]), decoder = new TextDecoder();
    let most = 1 << 20; // of output, in bytes
    const wasi = new Wasi({
        args: [file.replace(/\.c$/, '')], env, files,
        write: (fd, bytes) => {
            if ((most -= bytes.length) >= 0) {
                postMessage({ out: decoder.decode(bytes, { stream: true }), fd });
            }
        },
    });
    let end;
    try {
        end = { status: wasi.run(new WebAssembly.Module(program)) };
    } catch (trap) {
        end = { trap: trap.message };
    }
    end.cut = most < 0;
    end.files = Object.fromEntries(REPORTS.filter((name) => files.has(name))
        .map((name) => [name, new TextDecoder().decode(files.get(name))]));
    postMessage(end);
};
