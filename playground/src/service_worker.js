// SPDX-License-Identifier: MIT
// service_worker.js: keeps the page's files, so that it works without a network. build.mjs fills in
// the version and the files. A file is asked of the network once for each version.
const NAME = 'amp-playground-VERSION', FILES = LIST;
const KNOWN = new Set(FILES.map((name) => new URL(name, self.registration.scope).href));
const SHELL = FILES.filter((name) => !name.endsWith('.gz')).concat('./');

self.addEventListener('install', (event) => {
    event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(SHELL))
        .then(() => self.skipWaiting()));
});
self.addEventListener('activate', (event) => {
    event.waitUntil(caches.keys()
        .then((names) => Promise.all(names.filter((n) => n.startsWith('amp-playground-') && n !== NAME)
            .map((n) => caches.delete(n))))
        .then(() => self.clients.claim()));
});
self.addEventListener('fetch', (event) => {
    const url = new URL(event.request.url);
    const plain = url.origin + url.pathname;
    if (event.request.method !== 'GET'
        || (!KNOWN.has(plain) && plain !== self.registration.scope)) {
        return;
    }
    event.respondWith((async () => {
        const cache = await caches.open(NAME), found = await cache.match(plain);
        if (found) {
            return found;
        }
        const answer = await fetch(event.request);
        if (answer.ok) {
            event.waitUntil(cache.put(plain, answer.clone()));
        }
        return answer;
    })());
});
