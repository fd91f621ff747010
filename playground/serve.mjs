// SPDX-License-Identifier: MIT
// serve.mjs: serves a folder to this machine alone, to try the playground.
//
//   node playground/serve.mjs [FOLDER [PORT]]    build/playground, 8000; port 0: any that is free
import { createReadStream, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { join, normalize, resolve } from 'node:path';

const folder = resolve(process.argv[2] || 'build/playground');
const kinds = { html: 'text/html; charset=utf-8', js: 'text/javascript', css: 'text/css',
                json: 'application/json', svg: 'image/svg+xml', gz: 'application/octet-stream',
                webmanifest: 'application/manifest+json' };

const server = createServer((asked, answer) => {
    const path = join(folder, normalize('/' + decodeURIComponent(asked.url.split('?')[0])));
    const file = asked.url.split('?')[0].endsWith('/') ? join(path, 'index.html') : path;
    let size = -1;
    try {
        const about = statSync(file);
        size = about.isFile() ? about.size : -1;
    } catch { /* there is none */ }
    if (size < 0 || !file.startsWith(folder)) {
        answer.writeHead(404, { 'Content-Type': 'text/plain' }).end('not found\n');
        return;
    }
    answer.writeHead(200, { 'Content-Type': kinds[file.split('.').pop()] || 'text/plain',
                            'Content-Length': size, 'Cache-Control': 'no-cache' });
    createReadStream(file).pipe(answer);
});
server.on('error', (e) => { console.error(`playground: ${e.message}`); process.exit(1); });
server.listen(Number(process.argv[3] ?? 8000), '127.0.0.1', () => {
    console.log(`http://127.0.0.1:${server.address().port}/`);
});
