// SPDX-License-Identifier: MIT
// wasi.mjs: what a program in WebAssembly asks of a system (WASI, preview 1), in node or a browser:
// arguments, an environment, clocks, and files that are memory.
//
//   const w = new Wasi({ args, env, files, write });
//   const status = w.run(await WebAssembly.compile(bytes));
//
// files: a Map from names to Uint8Arrays, in which the program reads and writes; read(name) is
// asked for those that it lacks, and may return null. write(file, bytes): what goes to 1 or 2.

const OK = 0, BADF = 8, INVAL = 28, NOENT = 44, NOSYS = 52, NOTCAPABLE = 76, SPIPE = 70;
const CREATE = 1, EXCLUSIVE = 4, TRUNCATE = 8, APPEND = 1;
const FOLDER = 3, ROOT = 3, STREAM = 2, REGULAR = 4;
const EXIST = 20;

class Exit {
    constructor(status) { this.status = status; }
}

export class Wasi {
    constructor({ args = ['program'], env = {}, files = new Map(), read = () => null,
                  write = () => {} } = {}) {
        const text = new TextEncoder();
        this.args = args.map((a) => text.encode(a + '\0'));
        this.env = Object.entries(env).map(([k, v]) => text.encode(`${k}=${v}\0`));
        this.files = files;
        this.read = read;
        this.write = write;
        this.open = [null, null, null, null]; // 0, 1, 2, and the folder of all files
    }

    // Runs a module of a program to its end; its exit status. A trap is thrown.
    run(module) {
        const imports = { wasi_snapshot_preview1: {} };
        for (const { module: from, name } of WebAssembly.Module.imports(module)) {
            if (from === 'wasi_snapshot_preview1') {
                imports[from][name] = this[name] ? this[name].bind(this) : () => NOSYS;
            }
        }
        const { exports } = new WebAssembly.Instance(module, imports);
        this.memory = exports.memory;
        try {
            exports._start();
        } catch (end) {
            if (end instanceof Exit) {
                return end.status;
            }
            throw end;
        }
        return 0;
    }

    // ---- the program's memory ---------------------------------------------------------------

    view() { return new DataView(this.memory.buffer); }
    bytes(at, n) { return new Uint8Array(this.memory.buffer, at, n); }
    name(at, n) { // of a file, without ./ and folder/..
        const parts = [];
        for (const part of new TextDecoder().decode(this.bytes(at, n).slice()).split('/')) {
            if (part === '..' && parts.length && parts[parts.length - 1] !== '..') {
                parts.pop();
            } else if (part !== '.' && part !== '') {
                parts.push(part);
            }
        }
        return parts.join('/');
    }
    put(list, pointers, at) {
        for (const one of list) {
            this.view().setUint32(pointers, at, true);
            this.bytes(at, one.length).set(one);
            pointers += 4;
            at += one.length;
        }
        return OK;
    }
    sizes(list, count, bytes) {
        this.view().setUint32(count, list.length, true);
        this.view().setUint32(bytes, list.reduce((n, one) => n + one.length, 0), true);
        return OK;
    }
    args_get(pointers, at) { return this.put(this.args, pointers, at); }
    args_sizes_get(count, bytes) { return this.sizes(this.args, count, bytes); }
    environ_get(pointers, at) { return this.put(this.env, pointers, at); }
    environ_sizes_get(count, bytes) { return this.sizes(this.env, count, bytes); }

    // ---- clocks, chance, the end ------------------------------------------------------------

    clock_time_get(which, precision, at) {
        const ms = which === 0 ? Date.now() : performance.now();
        this.view().setBigUint64(at, BigInt(Math.round(ms * 1e6)), true);
        return OK;
    }
    clock_res_get(which, at) {
        this.view().setBigUint64(at, 1000n, true);
        return OK;
    }
    random_get(at, n) {
        for (let i = 0; i < n; i += 65536) {
            crypto.getRandomValues(this.bytes(at + i, Math.min(65536, n - i)));
        }
        return OK;
    }
    sched_yield() { return OK; }
    proc_exit(status) { throw new Exit(status); }

    // ---- files ------------------------------------------------------------------------------

    content(name) {
        if (!this.files.has(name)) {
            const found = this.read(name);
            if (!found) {
                return null;
            }
            this.files.set(name, found);
        }
        return this.files.get(name);
    }
    fd_prestat_get(fd, at) {
        if (fd !== ROOT) {
            return BADF;
        }
        this.view().setUint8(at, 0);
        this.view().setUint32(at + 4, 1, true);
        return OK;
    }
    fd_prestat_dir_name(fd, at, n) {
        this.bytes(at, n).set(new TextEncoder().encode('.').subarray(0, n));
        return fd === ROOT ? OK : BADF;
    }
    fd_fdstat_get(fd, at) {
        if (fd > ROOT && !this.open[fd]) {
            return BADF;
        }
        this.bytes(at, 24).fill(0);
        this.view().setUint8(at, fd === ROOT ? FOLDER : fd < ROOT ? STREAM : REGULAR);
        this.view().setUint16(at + 2, this.open[fd]?.append ? APPEND : 0, true);
        this.view().setBigUint64(at + 8, fd < ROOT ? 0x40n : ~0n & 0x1fffffffn, true);
        this.view().setBigUint64(at + 16, 0x1fffffffn, true);
        return OK;
    }
    fd_fdstat_set_flags() { return OK; }
    stat(kind, size, at) {
        this.bytes(at, 64).fill(0);
        this.view().setUint8(at + 16, kind);
        this.view().setBigUint64(at + 24, 1n, true);
        this.view().setBigUint64(at + 32, BigInt(size), true);
        return OK;
    }
    fd_filestat_get(fd, at) {
        return fd < ROOT ? this.stat(STREAM, 0, at) : fd === ROOT ? this.stat(FOLDER, 0, at)
            : this.open[fd] ? this.stat(REGULAR, this.files.get(this.open[fd].name).length, at)
            : BADF;
    }
    path_filestat_get(fd, flags, at, n, result) {
        const name = this.name(at, n), found = name === '' ? null : this.content(name);
        return name === '' ? this.stat(FOLDER, 0, result)
            : found ? this.stat(REGULAR, found.length, result) : NOENT;
    }
    path_open(fd, follow, at, n, how, rights, inherited, flags, result) {
        const name = this.name(at, n);
        let found = this.content(name);
        if (name.startsWith('..')) {
            return NOTCAPABLE;
        }
        if (!found && !(how & CREATE)) {
            return NOENT;
        }
        if (found && how & EXCLUSIVE) {
            return EXIST;
        }
        if (!found || how & TRUNCATE) {
            found = new Uint8Array(0);
            this.files.set(name, found);
        }
        let free = ROOT + 1;
        while (this.open[free]) {
            free++;
        }
        this.open[free] = { name, at: 0, append: flags & APPEND };
        this.view().setUint32(result, free, true);
        return OK;
    }
    path_unlink_file(fd, at, n) { return this.files.delete(this.name(at, n)) ? OK : NOENT; }
    path_rename(fd, at, n, to, at2, n2) {
        const found = this.content(this.name(at, n));
        if (!found) {
            return NOENT;
        }
        this.files.delete(this.name(at, n));
        this.files.set(this.name(at2, n2), found);
        return OK;
    }
    fd_close(fd) {
        const known = fd < ROOT || this.open[fd];
        this.open[fd] = null;
        return known ? OK : BADF;
    }
    fd_renumber(from, to) {
        this.open[to] = this.open[from];
        this.open[from] = null;
        return OK;
    }
    fd_tell(fd, result) { return this.fd_seek(fd, 0n, 1, result); }
    fd_seek(fd, offset, from, result) {
        const file = this.open[fd];
        if (!file) {
            return fd < ROOT ? SPIPE : BADF;
        }
        const at = Number(offset) + [0, file.at, this.files.get(file.name).length][from];
        if (at < 0) {
            return INVAL;
        }
        file.at = at;
        this.view().setBigUint64(result, BigInt(at), true);
        return OK;
    }
    // The parts of the program's memory that a call has, each as a Uint8Array.
    * parts(list, count) {
        for (let i = 0; i < count; i++) {
            yield this.bytes(this.view().getUint32(list + 8 * i, true),
                             this.view().getUint32(list + 8 * i + 4, true));
        }
    }
    fd_read(fd, list, count, result) {
        const file = this.open[fd];
        let done = 0;
        if (!file && fd !== 0) {
            return BADF;
        }
        for (const part of file ? this.parts(list, count) : []) {
            const from = this.files.get(file.name).subarray(file.at, file.at + part.length);
            part.set(from);
            file.at += from.length;
            done += from.length;
        }
        this.view().setUint32(result, done, true);
        return OK;
    }
    fd_write(fd, list, count, result) {
        const file = this.open[fd];
        let done = 0;
        if (!file && (fd === 0 || fd >= ROOT)) {
            return BADF;
        }
        for (const part of this.parts(list, count)) {
            if (file) {
                const old = this.files.get(file.name), at = file.append ? old.length : file.at;
                const all = new Uint8Array(Math.max(old.length, at + part.length));
                all.set(old);
                all.set(part, at);
                this.files.set(file.name, all);
                file.at = at + part.length;
            } else {
                this.write(fd, part.slice());
            }
            done += part.length;
        }
        this.view().setUint32(result, done, true);
        return OK;
    }
}
