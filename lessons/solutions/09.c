/* SPDX-License-Identifier: MIT */
/* Solutions of lesson 9: see 01.c. */
/* ==== exercise_1
   hint: n begins at T / 2 and is halved; the condition is i < n; the line inside stays.
   says: largest:t: active is
   says: expected is at least 0.5
*/
    for (int n = T / 2; n > 0; n /= 2) {
        if (i < n) {
            t[i] = t[i + n] > t[i] ? t[i + n] : t[i];
        }
        tile_barrier_wait(tidx);
    }
/* ==== exercise_2
   hint: the tile's numbers are x(first) to x(first + 2 * T - 1).
   says: sums(0): expected
*/
    t[i] = at(x, first + i) + at(x, first + T + i);
/* ==== exercise_3
   hint: in turn k thread g reads x(g + k * T * TILES).
   says: long_sum:x: efficiency is
*/
    for (int k = 0; k < 16; k++) {
        sum += at(x, tidx.global[0] + k * T * TILES);
    }
/* ==== wrong
   hint: nobody promises that 32 threads run together. The barrier stands without an if.
   says: tile-race in kernel tile_sum: t(
*/
        tile_barrier_wait(tidx);
/* ==== slow
   hint: the lower half adds the upper half, as in lesson 5.
   says: bank_conflicts is
   says: expected is at most 1
*/
    for (int n = T / 2; n > 0; n /= 2) {
        if (i < n) {
            t[i] += t[i + n];
        }
        tile_barrier_wait(tidx);
    }
