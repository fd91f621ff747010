/* SPDX-License-Identifier: MIT */
/* Solutions of lesson 1: each is the text for a program's hole. `lessons/run 1 --solutions` puts
   them there and judges what comes out; `says` is what is said of the program as it stands. */
/* ==== exercise_1
   hint: element i of x is at(x, i), and idx[0] is the i of this thread.
   says: y(0): expected -14, got 0; thread (0) is to write it
*/
    at(y, idx[0]) = 2 * at(x, idx[0]);
/* ==== exercise_2
   hint: with 40 elements thread 0 reads element 39, thread 1 element 38. What do both sums have
         in common?
   says: y(0): expected 196, got 1
*/
    at(y, idx[0]) = at(x, x_shape.extent[0] - 1 - idx[0]);
/* ==== exercise_3
   hint: compute the sum into a variable, then choose: sum > 255 ? 255 : sum.
   says: expected 255, got 259; thread (0, 19) is to write it
*/
    const int sum = at(p, idx[0], idx[1]) + 50;
    at(q, idx[0], idx[1]) = sum > 255 ? 255 : sum;
/* ==== wrong
   hint: which element does thread 0 read as its left neighbour, before it asks whether there is
         one?
   says: out-of-bounds in kernel smooth: x(-1)
   says: const int left = at(x, i - 1);
*/
    const int i = idx[0];
    if (i == 0) {
        at(y, i) = at(x, i);
    } else {
        at(y, i) = (at(x, i - 1) + at(x, i)) / 2;
    }
/* ==== slow
   hint: the simplest choice is the right one.
   says: efficiency is 0.125, expected is at least 0.99
   says: slow.c:19
*/
    const int i = idx[0];
