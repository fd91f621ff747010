/* SPDX-License-Identifier: MIT */
/*
slow.c: the weight of each particle, doubled. A particle is a structure of eight ints.

Neighbouring threads read one int of every eight, and whole sectors move. The program keeps the same
weights in a row of their own as well, w. Read them there.
*/
#define AMP_SHORT_NAMES
#include "../lesson.h"

AMP_DEVICE_BEGIN
#define N 256
typedef struct particle {
    int x, y, z, speed_x, speed_y, speed_z, weight, charge;
} particle;

AMP_KERNEL(weights, 1, in(particle, 1, p), in(int, 1, w), out(int, 1, twice))
{
    /* ---- your part ---- */
    at(twice, idx[0]) = 2 * at(p, idx[0]).weight;
    /* ---- end of your part ---- */
}
AMP_DEVICE_END

int main(void)
{
    static particle p[N];
    static int w[N], twice[N], want[N];
    amp_array_view vp = amp_view(particle, p, N), vw = amp_view(int, w, N);
    amp_array_view vt = amp_view(int, twice, N);
    int i;
    for (i = 0; i < N; i++) {
        w[i] = p[i].weight = i * i;
        want[i] = 2 * w[i];
    }
    must(parallel_for_each(amp_extent(N), weights, vp, vw, vt));
    must(amp_synchronize(vt));
    lesson_equal_int("twice", twice, want, by_thread(amp_extent(N)));
    lesson_memory("weights", "bytes_moved", 2 * N * (int)sizeof(int));
    return lesson_end();
}
