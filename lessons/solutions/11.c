/* SPDX-License-Identifier: MIT */
/* Solutions of lesson 11: see 01.c. */
/* ==== exercise_1
   hint: (tidx.local[0] + 1) % T. Where is the barrier? It is the end of the first phase.
   says: y(0): expected 9, got 0; thread (0) of tile (0) is to write it
*/
    phase {
        at(y, tidx.global[0]) = t[(tidx.local[0] + 1) % T];
    }
/* ==== exercise_2
   hint: only the first phase is wrong: thread i reads t[i - d], where there is one.
   says: y(2): expected 3, got 2
*/
        phase {
            mine(before) = tidx.local[0] >= d ? t[tidx.local[0] - d] : 0;
        }
        phase {
            t[tidx.local[0]] += mine(before);
        }
/* ==== exercise_3
   hint: a loop over k from 0 to T - 1 inside of the phase: row local[0] of a, column local[1] of b.
   says: C(0, 0): expected
*/
        phase {
            for (int k = 0; k < T; k++) {
                mine(sum) += a[tidx.local[0]][k] * b[k][tidx.local[1]];
            }
        }
/* ==== wrong
   hint: t[tidx.local[0]] still has the thread's number in the second phase.
   says: phase-variable in kernel both_sides: own
*/
    phase {
        t[tidx.local[0]] = at(x, tidx.global[0]);
    }
    phase {
        at(y, tidx.global[0]) = t[tidx.local[0]] + t[T - 1 - tidx.local[0]];
    }
/* ==== slow
   hint: mine(own) = at(x, tidx.global[0]) in the first phase, and mine(own) in the loop.
   says: differences: bytes_moved is
   says: expected is at most 2048
*/
    phase {
        mine(own) = at(x, tidx.global[0]);
        mine(sum) = 0;
        t[tidx.local[0]] = mine(own);
    }
    for (int d = 1; d < T; d++) {
        phase {
            if (tidx.local[0] >= d) {
                mine(sum) += mine(own) - t[tidx.local[0] - d];
            }
        }
    }
