// SPDX-License-Identifier: MIT
// store.mjs: what the browser keeps: texts and what is done, in localStorage; and a text as a part
// of an address, which no server sees.

const base64 = (bytes) => btoa(Array.from(bytes, (b) => String.fromCharCode(b)).join(''))
    .replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
const unbase64 = (text) => Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')),
    (c) => c.charCodeAt(0));

async function through(stream, bytes) {
    return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream))
        .arrayBuffer());
}

// A text, for the fragment of an address; and back: null where it is none.
export async function packed(text) {
    const bytes = new TextEncoder().encode(text);
    return base64(await through(new CompressionStream('deflate-raw'), bytes));
}
export async function unpacked(word) {
    try {
        return new TextDecoder('utf-8', { fatal: true })
            .decode(await through(new DecompressionStream('deflate-raw'), unbase64(word)));
    } catch {
        return null;
    }
}

// What localStorage holds under amp.NAME, where the browser lets us.
export function keep(name, value) {
    try {
        if (value === null) {
            localStorage.removeItem('amp.' + name);
        } else {
            localStorage.setItem('amp.' + name, value);
        }
    } catch { /* full, or refused: the page works without */ }
}
export function kept(name) {
    try {
        return localStorage.getItem('amp.' + name);
    } catch {
        return null;
    }
}

// A number for a text, by which "done" is told from "changed since".
export function seal(text) {
    let h = 0;
    for (const c of text) {
        h = Math.imul(h, 31) + c.codePointAt(0) | 0;
    }
    return String(h >>> 0);
}
