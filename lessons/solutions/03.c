/* SPDX-License-Identifier: MIT */
/* Solutions of lesson 3: see 01.c. */
/* ==== exercise_1
   hint: the first number of the tile was brought by the thread with local index 0, to t[0].
   says: y(32): expected 0, got 1024; thread (0) of tile (1) is to write it
*/
    at(y, tidx.global[0]) = t[tidx.local[0]] - t[0];
/* ==== exercise_2
   hint: begin with most = t[0], behind the barrier, and compare with t[1] to t[T - 1].
   says: y(0): expected
*/
    tile_static(int, t, T);
    int most;
    t[tidx.local[0]] = at(x, tidx.global[0]);
    tile_barrier_wait(tidx);
    most = t[0];
    for (int k = 1; k < T; k++) {
        most = t[k] > most ? t[k] : most;
    }
    at(y, tidx.global[0]) = most;
/* ==== exercise_3
   hint: with r and c for the two local indices, the sum is over t[r][k] + t[k][c], for k from 0 to
         T - 1.
   says: q(0, 0): expected
*/
    tile_static(int, t, T, T);
    const int r = tidx.local[0], c = tidx.local[1];
    int sum = 0;
    t[r][c] = at_index(p, tidx.global);
    tile_barrier_wait(tidx);
    for (int k = 0; k < T; k++) {
        sum += t[r][k] + t[k][c];
    }
    at_index(q, tidx.global) = sum;
/* ==== wrong
   hint: what is in sum[0] before the loop begins?
   says: uninitialised-read in kernel add_up: sum(0)
   says: sum[0] += at(x, tidx.tile_origin[0] + k);
*/
    if (tidx.local[0] == 0) {
        sum[0] = 0;
        for (int k = 0; k < T; k++) {
            sum[0] += at(x, tidx.tile_origin[0] + k);
        }
        at(sums, tidx.tile[0]) = sum[0];
    }
/* ==== slow
   hint: tile_static(int, t, T), one line that fills it, and a barrier; then t[k] in the loop.
   says: expected is at most 2048
   says: slow.c:
*/
    tile_static(int, t, T);
    int n = 0;
    t[tidx.local[0]] = at(x, tidx.global[0]);
    tile_barrier_wait(tidx);
    for (int k = 0; k < T; k++) {
        n += t[k] == t[tidx.local[0]];
    }
    at(y, tidx.global[0]) = n;
