/* SPDX-License-Identifier: MIT */
/* Solutions of lesson 5: see 01.c. */
/* ==== exercise_1
   hint: flag[i] = at(x, tidx.global[0]) < 0; then a barrier, and a loop that looks at all T flags.
   says: same-value-write in kernel any_negative: flag(0)
*/
    int any = 0;
    flag[i] = at(x, tidx.global[0]) < 0;
    tile_barrier_wait(tidx);
    for (int k = 0; k < T; k++) {
        any |= flag[k];
    }
/* ==== exercise_2
   hint: x is read by the neighbours, so that nobody may write it in this launch.
   says: race in kernel heat: x(
*/
    at(y, i) = (at(x, left) + at(x, right)) / 2;
/* ==== exercise_3
   hint: in turn 0 threads 0, 2, 4 compare, in turn 1 threads 1, 3, 5: i % 2 == turn % 2.
   says: tile-race in kernel sort_tile: t(
*/
        const int mine_to_compare = i + 1 < T && i % 2 == turn % 2;
/* ==== wrong
   hint: t[i] is written above, and t[i + n] read here. Which interval is each in, in the first
         turn?
   says: tile-race in kernel add_up: t(
   says: t[i] = at(x, tidx.global[0]);
   says: t[i] += t[i + n];
*/
    tile_barrier_wait(tidx);
    for (int n = T / 2; n > 0; n /= 2) {
        if (i < n) {
            t[i] += t[i + n];
        }
        tile_barrier_wait(tidx);
    }
/* ==== slow
   hint: tile_static(int, t, T) at the beginning of your part, and t[i] in place of at(work, g).
   says: expected is at most 1280
*/
    tile_static(int, t, T);
    t[i] = at(x, tidx.global[0]);
    tile_barrier_wait(tidx);
    for (int n = T / 2; n > 0; n /= 2) {
        if (i < n) {
            t[i] += t[i + n];
        }
        tile_barrier_wait(tidx);
    }
    if (i == 0) {
        at(sums, tidx.tile[0]) = t[0];
    }
