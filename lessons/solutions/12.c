/* SPDX-License-Identifier: MIT */
/* Solutions of lesson 12: see 01.c. */
/* ==== exercise_1
   hint: must(amp_refresh(...)), between the host's loop and the second launch.
   says: stale-kernel-read
*/
    must(amp_refresh(vx));
/* ==== exercise_2
   hint: choose the value first, then write it: x > 0 ? x : 0.
   says: uninitialised-read
*/
    at(y, idx[0]) = at(x, idx[0]) > 0 ? at(x, idx[0]) : 0;
/* ==== exercise_3
   hint: for (step = 0; step < 10; step++) around the four lines.
   says: the rod(23): expected 1, got 0
*/
    for (step = 0; step < 10; step++) {
        must(parallel_for_each(amp_extent(N), heat, from, to));
        swap = from;
        from = to;
        to = swap;
    }
/* ==== wrong
   hint: the call that brings a view's content back to the host is in every program of these pages.
   says: stale-host-read
*/
    must(amp_synchronize(vy));
/* ==== slow
   hint: at(w, idx[0]).
   says: weights: bytes_moved is 9216, expected is at most 2048
*/
    at(twice, idx[0]) = 2 * at(w, idx[0]);
