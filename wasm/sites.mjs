// SPDX-License-Identifier: MIT
// sites.mjs: numbers the places at which a program announces its accesses to the checker.
//
// A function in WebAssembly does not learn where it was called from. So in front of each call by
// which clang announces an access (-fsanitize=thread) a call of amp__wasm_at is put, with the
// address of a text: what addr2line says of such a place, all frames of inlined functions. From
// clang's text of the program (-S -emit-llvm) with its debug information, and into the same.
//
//   node sites.mjs FROM.ll TO.ll

const ANNOUNCED = new RegExp('^(\\s*)(?:%[\\w.$"-]+ = )?(?:tail |musttail |notail )?call .*?'
    + '@(__tsan_(?!init|func_)\\w+|__ubsan_\\w+|mem(?:cpy|move|set))\\(.*!dbg !(\\d+)');

// What the debug information says: of each number its kind and its fields.
function metadata(lines) {
    const known = new Map();
    for (const line of lines) {
        const m = /^!(\d+) = (?:distinct )?!(DI\w+)\((.*)\)$/.exec(line);
        if (m && /^DI(Location|Subprogram|LexicalBlock|LexicalBlockFile|File)$/.test(m[2])) {
            const fields = {};
            for (const [, name, text, word] of
                 m[3].matchAll(/(\w+): (?:"((?:[^"\\]|\\.)*)"|([^,]+))/g)) {
                fields[name] = text !== undefined ? unescaped(text) : word;
            }
            known.set(m[1], { kind: m[2], fields });
        }
    }
    return known;
}

function unescaped(text) {
    return text.replace(/\\([0-9A-Fa-f]{2})/g,
                        (all, code) => String.fromCharCode(parseInt(code, 16)));
}

const number = (reference) => reference ? reference.replace('!', '').trim() : '';

// addr2line's lines for a location: function and file:line, of each frame, the innermost first.
function frames(known, location) {
    let text = '0x0\n';
    for (let at = known.get(location); at; at = known.get(number(at.fields.inlinedAt))) {
        let scope = known.get(number(at.fields.scope)), file = scope && scope.fields.file;
        while (scope && scope.kind !== 'DISubprogram') {
            scope = known.get(number(scope.fields.scope));
        }
        const where = known.get(number(file)), path = where ? where.fields.filename : '??';
        text += `${scope ? scope.fields.name : '??'}\n${path}:${at.fields.line || 0}\n`;
    }
    return text;
}

function escaped(bytes) {
    return Array.from(bytes, (b) => b >= 32 && b < 127 && b !== 34 && b !== 92
        ? String.fromCharCode(b) : '\\' + b.toString(16).toUpperCase().padStart(2, '0')).join('');
}

// The program's text with its sites.
export function sites(text) {
    const lines = text.split('\n'), known = metadata(lines), encoder = new TextEncoder();
    const opaque = /\bptr\b/.test(text), out = [], used = new Set();
    let blob = '', length = 0;
    const places = [];
    for (const line of lines) {
        const m = ANNOUNCED.exec(line);
        if (m) {
            const said = frames(known, m[3]);
            places.push([out.length, m[1], length, m[3]]);
            const bytes = encoder.encode(said);
            blob += escaped(bytes) + '\\00';
            length += bytes.length + 1;
        }
        // Before clang 15 copies are not announced but by their own names.
        const copy = m && /^mem/.test(m[2]) ? m[2] : '';
        if (copy) {
            used.add(copy);
        }
        // The debug information stays, since the compiler verifies it, and comes to nothing.
        const plain = line.replace('emissionKind: FullDebug', 'emissionKind: NoDebug');
        out.push(copy ? plain.replace('@' + copy + '(', `@__tsan_${copy}(`) : plain);
    }
    const type = `[${Math.max(length, 1)} x i8]`;
    for (const [at, indent, offset, dbg] of places.reverse()) {
        const address = opaque
            ? `ptr getelementptr inbounds (${type}, ptr @amp.sites, i32 0, i32 ${offset})`
            : `i8* getelementptr inbounds (${type}, ${type}* @amp.sites, i32 0, i32 ${offset})`;
        out.splice(at, 0, `${indent}call void @amp__wasm_at(${address}), !dbg !${dbg}`);
    }
    const pointer = opaque ? 'ptr' : 'i8*';
    if (places.length) {
        out.push(`@amp.sites = internal constant ${type} c"${blob}"`);
        if (!/^(declare|define) .*@amp__wasm_at\(/m.test(text)) {
            out.push(`declare void @amp__wasm_at(${pointer})`);
        }
    }
    for (const name of used) {
        if (!new RegExp(`^(declare|define) .*@__tsan_${name}\\(`, 'm').test(text)) {
            const second = name === 'memset' ? 'i32' : pointer;
            out.push(`declare ${pointer} @__tsan_${name}(${pointer}, ${second}, i32)`);
        }
    }
    return out.join('\n');
}

if (typeof process !== 'undefined' && process.argv[1]?.endsWith('sites.mjs')) {
    const { readFileSync, writeFileSync } = await import('node:fs');
    writeFileSync(process.argv[3], sites(readFileSync(process.argv[2], 'utf8')));
}
