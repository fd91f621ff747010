/* SPDX-License-Identifier: MIT */
/* Solutions of lesson 7: see 01.c. */
/* ==== exercise_1
   hint: x_shape.extent[0] is how many numbers there are, and there is no barrier to miss.
   says: out-of-bounds in kernel square: x(50)
*/
    if (i < x_shape.extent[0]) {
        at(y, i) = at(x, i) * at(x, i);
    }
/* ==== exercise_2
   hint: 0 changes no sum. For a largest number it would be the smallest int there is.
   says: out-of-bounds in kernel add_up: x(100)
*/
    t[i] = tidx.global[0] < x_shape.extent[0] ? at(x, tidx.global[0]) : 0;
/* ==== exercise_3
   hint: thread 0 brings x(g - 1) if g > 0; thread T - 1 brings x(g + 1) if g + 1 < n; otherwise 0.
   says: y(15): expected
   says: thread (15) of tile (0) is to write it
*/
    if (i == 0) {
        t[0] = g > 0 && g <= n ? at(x, g - 1) : 0;
    }
    if (i == T - 1) {
        t[T + 1] = g + 1 < n ? at(x, g + 1) : 0;
    }
/* ==== wrong
   hint: put the condition around the accesses, not around the barrier.
   says: barrier
   says: kernel first_of_tile
*/
    if (g < x_shape.extent[0]) {
        t[i] = at(x, g);
    }
    tile_barrier_wait(tidx);
    if (g < x_shape.extent[0]) {
        at(y, g) = t[0];
    }
/* ==== slow
   hint: which multiple of 32 divides 96?
   says: idle is 0.625, expected is at most 0.05
*/
#define T 32
