/* SPDX-License-Identifier: MIT */
#ifndef AMP_LENS_SAMPLE_H
#define AMP_LENS_SAMPLE_H
/*
amp/lens/sample.h: which tiles of a launch are measured, and what of them is put together so that
the error of the sample is known.

Tiles are taken in an order in which neighbours follow each other: the grid is cut into bands, and a
band is gone through column by column, forth and back. The order is turned by a random number and
cut into as many pieces of one length as tiles are to be measured. Of each piece one tile is drawn,
so that each tile of the launch is as likely as any other, and no part of the grid is left out. All
random numbers follow from the seed.

Two pieces that follow each other are a pair. There are 32 half samples, of which each has one tile
of each pair: which one says a Hadamard matrix, so that of two pairs all four choices are made as
often (balanced repeated replication, McCarthy 1969). How far the half samples are from the whole
says how far that may be from the truth (amp/lens/errors.h).
*/

#include "request.h"

/* A random number of a seed and a number (splitmix64, Vigna). */
static AMP__CHECK unsigned long long amp__lens_random(unsigned seed, unsigned long long n)
{
    unsigned long long x = (((unsigned long long)seed << 32) ^ n) + 0x9e3779b97f4a7c15ull;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9ull;
    x = (x ^ x >> 27) * 0x94d049bb133111ebull;
    return x ^ x >> 31;
}

/* The first row of band `i` of `bands` into which n rows are cut: i * n / bands, rounded up. */
static AMP__CHECK long long amp__lens_band_begin(long long i, long long n, long long bands)
{
    return i * (n / bands) + (i * (n % bands) + bands - 1) / bands;
}

/* The square root of x, or the cubic one: without the mathematical library, which a program need
   not link. */
static AMP__COLD double amp__lens_root(double x, int power)
{
    double r = x > 1 ? x : 1;
    int i;
    for (i = 0; i < 200 && x > 0; i++) {
        const double next = power == 3 ? (2 * r + x / (r * r)) / 3 : (r + x / r) / 2;
        if (next >= r) { /* it comes from above */
            break;
        }
        r = next;
    }
    return x > 0 ? r : 0;
}

/* Prepares the sample of the launch at work: its grid, how it is cut, and where the order begins.
   */
static AMP__COLD void amp__lens_sample_begin(const amp__launch *launch, int simple)
{
    amp__lens_state *l = &amp__lens_shared;
    const int rank = launch->rank;
    double side;
    int d, wide = 0;
    l->grid[0] = l->grid[1] = l->grid[2] = 1;
    if (simple) { /* 256 threads in a row are a tile: a grid where rows are whole tiles */
        const long long row = launch->extent[rank - 1];
        l->grid[2] = row % AMP__LENS_SIMPLE_TILE == 0 ? row / AMP__LENS_SIMPLE_TILE : l->tiles;
        l->grid[1] = l->grid[2] > 0 ? l->tiles / l->grid[2] : 1;
    } else {
        for (d = 0; d < rank; d++) { /* dimensions before the last two are one */
            const int to = d + 3 - rank > 0 ? d + 3 - rank : 0;
            l->grid[to] *= launch->extent[d] / launch->tile[d];
        }
    }
    for (d = 0; d < 3; d++) {
        wide += l->grid[d] > 1;
    }
    side = l->most > 0 ? (double)l->tiles / (double)l->most : 1;
    side = side < 1 ? 1 : side;
    side = wide > 1 ? amp__lens_root(side, wide) : side;
    for (d = 0; d < 2; d++) {
        const long long n = (long long)((double)l->grid[d] / side + 0.5);
        l->band[d] = n < 1 ? 1 : n > l->grid[d] ? l->grid[d] : n;
    }
    l->rotation = l->tiles > 0
        ? (long long)(amp__lens_random(l->seed, ~0ull) % (unsigned long long)l->tiles) : 0;
}

/* Where tile `number`, in row-major order, stands in the order in which tiles are drawn. */
static AMP__CHECK long long amp__lens_position(long long number)
{
    const amp__lens_state *l = &amp__lens_shared;
    const long long x = number % l->grid[2], y = number / l->grid[2] % l->grid[1],
        z = number / l->grid[2] / l->grid[1];
    const long long i = z * l->band[0] / l->grid[0], j = y * l->band[1] / l->grid[1];
    const long long z0 = amp__lens_band_begin(i, l->grid[0], l->band[0]),
        y0 = amp__lens_band_begin(j, l->grid[1], l->band[1]);
    const long long deep = amp__lens_band_begin(i + 1, l->grid[0], l->band[0]) - z0,
        high = amp__lens_band_begin(j + 1, l->grid[1], l->band[1]) - y0;
    const long long column = (i + j) & 1 ? l->grid[2] - 1 - x : x;
    const long long place = (z0 * l->grid[1] + y0 * deep) * l->grid[2]
        + (column * high + (y - y0)) * deep + (z - z0);
    AMP__ASSERT(place >= 0 && place < l->tiles);
    return (place + l->rotation) % l->tiles;
}

/* The half samples that have the tile of a piece, a bit each. */
static AMP__CHECK unsigned amp__lens_halves(long long piece)
{
    const unsigned pair = (unsigned)(piece / 2), other = (unsigned)piece & 1;
    const unsigned flip = (unsigned)(amp__lens_random(amp__lens_shared.seed, ~1ull - pair) & 1);
    unsigned set = 0, h;
    for (h = 0; h < AMP__LENS_GROUPS; h++) {
        const unsigned sign = amp__lens_bits(h & pair & (AMP__LENS_GROUPS - 1));
        set |= ((sign + flip + other) & 1) << h;
    }
    return set;
}

/* Whether tile `number` is measured; then l->halves are its half samples. */
static AMP__CHECK int amp__lens_drawn(long long number)
{
    amp__lens_state *l = &amp__lens_shared;
    const long long most = l->most;
    long long place, piece, from;
    if (most == 0 || l->tiles <= most) {
        return 1;
    }
    place = amp__lens_position(number);
    piece = (long long)((double)place * (double)most / (double)l->tiles);
    piece -= amp__lens_band_begin(piece, l->tiles, most) > place;
    piece += amp__lens_band_begin(piece + 1, l->tiles, most) <= place;
    from = amp__lens_band_begin(piece, l->tiles, most);
    l->halves = amp__lens_halves(piece);
    return place - from == (long long)(amp__lens_random(l->seed, (unsigned long long)piece)
        % (unsigned long long)(amp__lens_band_begin(piece + 1, l->tiles, most) - from));
}

/* A tile that was measured has ended: what it added is its half samples', too. */
static AMP__CHECK void amp__lens_group_tile(void)
{
    amp__lens_state *l = &amp__lens_shared;
    amp__lens_kernel *k = &l->now;
    unsigned s, g;
    int i;
    for (g = 0; g < AMP__LENS_GROUPS; g++) {
        k->group_tiles[g] += l->halves >> g & 1;
    }
    for (s = 0; s < l->site_count; s++) {
        amp__lens_site *site = &l->sites[s];
        if (site->sum.requests + site->sum.beyond > site->before.requests + site->before.beyond) {
            site->tiles++;
            amp__lens_add_to_groups(l->groups[s], &site->sum, &site->before, sizeof(site->sum));
        }
    }
    for (i = 0; i < k->array_count; i++) {
        amp__lens_array *a = &k->arrays[i];
        amp__lens_add_to_groups(a->group, a->different, a->before, sizeof(a->before));
    }
    for (i = 0; i < k->barrier_count; i++) {
        amp__lens_barrier *b = &k->barriers[i];
        amp__lens_add_to_groups(b->group, &b->sum, &b->before, sizeof(b->sum));
    }
}

#endif /* AMP_LENS_SAMPLE_H */
