/* SPDX-License-Identifier: MIT */
/* Solutions of lesson 2: see 01.c. */
/* ==== exercise_1
   hint: the thread with local index 0 reads the tile's last element, the one with 3 its first.
   says: y(0): expected 30, got 0; thread (0) of tile (0) is to write it
*/
    const int from = tidx.tile_origin[0] + T - 1 - tidx.local[0];
/* ==== exercise_2
   hint: add the tile's row and its column. What do all tiles of one colour have in common?
   says: board(0, 8): expected 1, got 0; thread (0, 0) of tile (0, 1) is to write it
*/
    at_index(board, tidx.global) = (tidx.tile[0] + tidx.tile[1]) % 2;
/* ==== exercise_3
   hint: the row stays. The column is that of a tile's first pixel, plus the local column.
   says: q(0, 0): expected 56, got 0
*/
    const int r = tidx.global[0];
    const int c = (tidx.tile_count[1] - 1 - tidx.tile[1]) * T + tidx.local[1];
/* ==== wrong
   hint: if (tidx.local[0] == 0), and then a loop over the T elements that begin at tile_origin[0].
   says: global-race in kernel count_even: even(
   says: at(even, tidx.tile[0]) += 1;
*/
    if (tidx.local[0] == 0) {
        int n = 0;
        for (int k = 0; k < T; k++) {
            n += at(x, tidx.tile_origin[0] + k) % 2 == 0;
        }
        at(even, tidx.tile[0]) = n;
    }
/* ==== slow
   hint: threads with neighbouring last indices should stand side by side in a row.
   says: efficiency is 0.125, expected is at least 0.99
*/
#define TILE_ROWS 1
#define TILE_COLUMNS 32
