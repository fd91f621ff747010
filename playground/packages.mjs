// SPDX-License-Identifier: MIT
// packages.mjs: the packages that the playground is built from, in build/playground-packages,
// fetched where package-lock.json has changed, and checked against the hashes in it by npm.
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

export const here = dirname(fileURLToPath(import.meta.url));
export const root = dirname(here);
export const packages = join(root, 'build', 'playground-packages');
export const modules = join(packages, 'node_modules');

export function fetchPackages(tell) {
    const lock = join(here, 'package-lock.json'), copy = join(modules, 'fetched.json');
    if (existsSync(copy) && readFileSync(copy, 'utf8') === readFileSync(lock, 'utf8')) {
        return;
    }
    tell('packages, by npm');
    mkdirSync(packages, { recursive: true });
    for (const name of ['package.json', 'package-lock.json']) {
        copyFileSync(join(here, name), join(packages, name));
    }
    try {
        execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--silent'],
                     { cwd: packages, stdio: ['ignore', 'inherit', 'inherit'] });
    } catch (e) {
        console.error(e.code === 'ENOENT'
            ? 'playground: there is no npm, by which its packages come (Debian: npm)'
            : 'playground: npm did not get the packages, or their hashes are others');
        process.exit(1);
    }
    copyFileSync(lock, copy);
}

// A file of a package, as import() takes it.
export const from = (path) => pathToFileURL(join(modules, path)).href;
