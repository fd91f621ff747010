/* SPDX-License-Identifier: MIT */
/* Solutions of lesson 4: see 01.c. */
/* ==== exercise_1
   hint: nobody may read before all have written.
   says: t[tidx.local[0]] = at(x, tidx.global[0]);
   says: at(y, tidx.global[0]) = t[(tidx.local[0] + 1) % T];
*/
    tile_barrier_wait(tidx);
/* ==== exercise_2
   hint: const int moved = t[left]; and what has to come before somebody writes t[i]?
   says: y(0): expected 99, got 0; thread (0) of tile (0) is to write it
*/
        const int moved = t[left];
        tile_barrier_wait(tidx);
/* ==== exercise_3
   hint: t[i] += t[i ^ d] reads the partner's number while the partner writes it. Read into a
         variable, wait, then write.
   says: tile-race in kernel all_sum: t(
   says: t[i] += t[i ^ d];
*/
    for (int d = 1; d < T; d *= 2) {
        const int other = t[i ^ d];
        tile_barrier_wait(tidx);
        t[i] += other;
        tile_barrier_wait(tidx);
    }
/* ==== wrong
   hint: put the barrier where every thread comes by: in front of the if.
   says: barrier
   says: kernel second_half
*/
    tile_barrier_wait(tidx);
    if (i >= T / 2) {
        at(y, tidx.global[0]) = t[i - T / 2];
    } else {
        at(y, tidx.global[0]) = t[i];
    }
/* ==== slow
   hint: in the loop all threads only read. Which barrier does the first read need?
   says: barriers is 17, expected is at most 1
*/
    for (int k = 0; k < T; k++) {
        sum += k < i ? 2 * t[k] : t[k];
    }
