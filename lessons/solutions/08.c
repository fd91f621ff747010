/* SPDX-License-Identifier: MIT */
/* Solutions of lesson 8: see 01.c. */
/* ==== exercise_1
   hint: only the row changes: ROWS - 1 - tidx.global[0].
   says: q(0, 0): expected 3100, got 63
*/
    at(q, ROWS - 1 - tidx.global[0], tidx.global[1]) = at_index(p, tidx.global);
/* ==== exercise_2
   hint: the tile goes to (tile_origin[1], tile_origin[0]); in it, r counts rows and c columns of B.
         Which element of t belongs there?
   says: efficiency is
   says: expected is at least 0.99
*/
    at(B, tidx.tile_origin[1] + r, tidx.tile_origin[0] + c) = t[c][r];
/* ==== exercise_3
   hint: as in the transpose, with t[T - 1 - c][r], and the column of tiles counted from the right.
   says: quarter: efficiency is
   says: expected is at least 0.99
*/
    tile_static(int, t, T, T + 1);
    const int r = tidx.local[0], c = tidx.local[1];
    t[r][c] = at_index(p, tidx.global);
    tile_barrier_wait(tidx);
    at(q, tidx.tile_origin[1] + r, (tidx.tile_count[0] - 1 - tidx.tile[0]) * T + c) =
        t[T - 1 - c][r];
/* ==== wrong
   hint: t[r][c] was written by another thread. What has to stand between the two lines?
   says: in kernel transpose: t(
   says: at(B, tidx.tile_origin[1] + r, tidx.tile_origin[0] + c) = t[r][c];
*/
    t[c][r] = at_index(A, tidx.global);
    tile_barrier_wait(tidx);
    at(B, tidx.tile_origin[1] + r, tidx.tile_origin[0] + c) = t[r][c];
/* ==== slow
   hint: a row of 33 words puts the next row's word of the same column into the next bank.
   says: bank_conflicts is
   says: expected is at most 1
*/
    tile_static(int, t, T, T + 1);
