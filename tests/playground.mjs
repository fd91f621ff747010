// SPDX-License-Identifier: MIT
// playground.mjs: parts of the playground that need no browser. Prints TAP lines.
import { precompiled } from '../playground/src/compiler.mjs';
import { errors, points, verdict, where } from '../playground/src/judge.mjs';
import { packed, unpacked } from '../playground/src/store.mjs';
import { sites } from '../wasm/sites.mjs';

let failed = 0;
function tell(good, name, ...found) {
    failed += !good;
    good || found.forEach((f) => console.log('# ' + JSON.stringify(f)));
    console.log(`${good ? 'ok' : 'not ok'} - ${name}`);
}

tell(precompiled('/* a */\n#include <stdio.h>\n#define AMP_SHORT_NAMES // b\n'
                 + '#include "../lesson.h"\n'),
     'a lesson takes the precompiled header');
tell(!precompiled('#define AMP_MAX_RANK 4\n#define AMP_SHORT_NAMES\n#include "amp.h"\n')
     && !precompiled('#include "amp.h"\n') && !precompiled('int main(void) { return 0; }\n'),
     'other limits, no short names, and no amp do not');

const text = 'one\n  two\n';
tell(where(text, 'a.c', 2) === 'a.c:2: two', 'a line for a reader');
const said = `In file included from a.c:3:
./amp.h:9:2: error: amp says so
a.c:4:10: error: expected ';'
./amp.h:7:1: error: too many
a.c:8:5: note: expanded from macro 'AT'
a.c:9:1: warning: unused
wasm-ld: error: made.o: undefined symbol: fork
`;
const list = errors(said, 'a.c');
tell(list.map((e) => e.line).join() === '3,4,8,0' && list[3].text === 'nothing defines fork',
     'errors have their line, also in a macro or behind an include', list);

const run = (more) => ({ out: '', err: '', status: 0, trap: null, stopped: false, files: {},
                         ...more });
const race = { findings: [{ rule: 'tile-race', kernel: 'k', array: 't', index: [0], file: 'x/a.c',
                            line: 1, other_line: 2, message: 'so', fix: 'thus' },
                          { severity: 'note', rule: 'x', kernel: 'k' }] };
const raced = verdict(text, 'a.c', '', run({ files: { 'findings.json': JSON.stringify(race) } }),
                      { loops: run(), fibers: run() });
tell(raced.races[0] === 'tile-race in kernel k: t(0)\na.c:1: one\na.c:2: two\nwhy:  so\nmend: thus'
     && points(raced).join() === '4,0,0', 'a race costs six points', raced);
tell(points(verdict(text, 'a.c', '', run(), { loops: run(), fibers: run() })).join() === '4,3,3',
     'where nothing is wrong, all of them');
const bad = run({ status: 1, out: 'result: y(0): expected 1, got 0\n' });
tell(verdict(text, 'a.c', '', run(), { loops: bad, fibers: bad }).result.join()
     === 'y(0): expected 1, got 0'
     && verdict(text, 'a.c', '', run(), { loops: bad, fibers: run() }).result.join()
     === 'y(0): expected 1, got 0 (on loops)', 'a wrong result, on all engines and on one');
tell(points(verdict(text, 'a.c', '', run({ status: 1, out: 'memory: p/a.c:2: k: worse\n' }),
                    { loops: run(), fibers: run() })).join() === '4,3,0',
     'what the lens finds costs three');
tell(points(verdict(text, 'a.c', '', run({ stopped: true }), {})).join() === '0,0,0'
     && points(verdict(text, 'a.c', said, null, {})).join() === '0,0,0',
     'what does not end, or does not compile, has none');

const word = await packed('int x; /* \u00e4 */\n'.repeat(50));
tell(/^[\w-]+$/.test(word) && await unpacked(word) === 'int x; /* \u00e4 */\n'.repeat(50)
     && await unpacked(word.slice(0, 20)) === null, 'a text in an address, and one that was cut');

const ir = `define void @f(ptr %p) !dbg !4 {
  call void @__tsan_read4(ptr %p), !dbg !7
  %c = call ptr @memcpy(ptr %p, ptr %p, i32 4), !dbg !8
}
!1 = !DIFile(filename: "a.c", directory: "/d")
!2 = !DIFile(filename: "h.h", directory: "/d")
!4 = distinct !DISubprogram(name: "f", file: !1, line: 1)
!5 = distinct !DISubprogram(name: "g", file: !2, line: 9)
!6 = distinct !DILocation(line: 3, column: 1, scope: !4)
!7 = !DILocation(line: 12, column: 1, scope: !5, inlinedAt: !6)
!8 = !DILocation(line: 5, column: 1, scope: !4)`;
const placed = sites(ir);
tell(placed.includes('c"0x0\\0Ag\\0Ah.h:12\\0Af\\0Aa.c:3\\0A\\000x0\\0Af\\0Aa.c:5\\0A\\00"')
     && placed.includes('@__tsan_memcpy(ptr %p')
     && placed.indexOf('i32 0), !dbg !7') < placed.indexOf('@__tsan_read4'),
     'an access has its place in front, with the frames of inlined functions', placed);
process.exitCode = failed ? 1 : 0;
