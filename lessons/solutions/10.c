/* SPDX-License-Identifier: MIT */
/* Solutions of lesson 10: see 01.c. */
/* ==== exercise_1
   hint: thread i takes what thread i - 1 has. And thread 0?
   says: y(0): expected 0, got 1
*/
    at(y, tidx.global[0]) = i > 0 ? t[i - 1] : 0;
/* ==== exercise_2
   hint: before is t[i - d] where there is one, and t[i] itself where there is none: that changes
         nothing. Two barriers a turn.
   says: expected 10, got
*/
    for (int d = 1; d < T; d *= 2) {
        const int before = i >= d ? t[i - d] : t[i];
        tile_barrier_wait(tidx);
        t[i] = before > t[i] ? before : t[i];
        tile_barrier_wait(tidx);
    }
/* ==== exercise_3
   hint: t[i] is how many are kept up to here, itself included. The first one goes to place 0.
   says: y(1): expected 6, got 0
   says: same-value-write in kernel keep: y(0)
*/
    if (kept) {
        at(y, tidx.tile_origin[0] + t[i] - 1) = number;
    }
/* ==== wrong
   hint: thread i reads t[i - d] while thread i - d writes it. Read, wait, write, wait.
   says: tile-race in kernel running: t(
   says: t[i] += t[i - d];
*/
        const int before = i >= d ? t[i - d] : 0;
        tile_barrier_wait(tidx);
        t[i] += before;
        tile_barrier_wait(tidx);
/* ==== slow
   hint: the loop of the page: in the turn with distance d thread i adds t[i - d].
   says: running: idle is
   says: expected is at most 0.15
*/
    for (int d = 1; d < T; d *= 2) {
        const int before = i >= d ? t[i - d] : 0;
        tile_barrier_wait(tidx);
        t[i] += before;
        tile_barrier_wait(tidx);
    }
