/* SPDX-License-Identifier: MIT */
/* Solutions of lesson 6: see 01.c. */
/* ==== exercise_1
   hint: amp_atomic_fetch_add takes the address of an element, and how much to add.
   says: global-race in kernel count_even: even(0)
   says: at(even, 0) += 1;
*/
        amp_atomic_fetch_add(&at(even, 0), 1);
/* ==== exercise_2
   hint: tile_static(int, m, 1); thread 0 sets m[0] to -1000, a barrier, all raise m[0], a barrier,
         thread 0 raises at(most, 0).
   says: largest: hottest is
   says: expected is at most 16
*/
    tile_static(int, m, 1);
    if (tidx.local[0] == 0) {
        m[0] = -1000;
    }
    tile_barrier_wait(tidx);
    amp_atomic_fetch_max(&m[0], at(x, tidx.global[0]));
    tile_barrier_wait(tidx);
    if (tidx.local[0] == 0) {
        amp_atomic_fetch_max(&at(most, 0), m[0]);
    }
/* ==== exercise_3
   hint: const int place = amp_atomic_fetch_add(&at(n, 0), 1);
   says: global-race in kernel keep_positive: n(0)
*/
        const int place = amp_atomic_fetch_add(&at(n, 0), 1);
/* ==== wrong
   hint: work is a view, which is global memory. The plain barrier orders both memories.
   says: fence-race in kernel hand_on: work(
*/
    tile_barrier_wait(tidx);
/* ==== slow
   hint: a counter in tile memory: zero, barrier, atomic addition, barrier, one atomic of thread 0.
   says: hottest is 256, expected is at most 8
*/
    tile_static(int, own, 1);
    if (tidx.local[0] == 0) {
        own[0] = 0;
    }
    tile_barrier_wait(tidx);
    amp_atomic_fetch_add(&own[0], at(x, tidx.global[0]) & 1);
    tile_barrier_wait(tidx);
    if (tidx.local[0] == 0) {
        amp_atomic_fetch_add(&at(odd, 0), own[0]);
    }
