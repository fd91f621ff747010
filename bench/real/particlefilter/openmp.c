/* SPDX-License-Identifier: MIT */
/* What the pixels add up to in the likelihood is linear in them, so a disc's pixels are summed:
   where the frame's sides do not cut it, as rows of 16, or by sums of the rows that are made once
   a frame. Weights are summed up block by block, and not divided by their sum: what is looked for
   is multiplied by it. New particles and the old ones that they copy are both in order, so that of
   a block only the first one's is looked for. */
#include <math.h>

#include "problem.h"

enum { SIDE = PARTICLEFILTER_SIDE, RADIUS = PARTICLEFILTER_RADIUS, ROWS = 2 * RADIUS - 1 };
enum { BLOCK = 512 };

typedef struct film_frame {
    const unsigned char *pixels;
    int reach[ROWS];                /* as far as the disc goes to each side in its rows */
    unsigned char mask[ROWS][16];   /* 1 for the disc's pixels, from the first column on */
    int left[SIDE][SIDE + 1];       /* the sum of the row's pixels before this one */
} film_frame;

static film_frame now;

static double uniform(unsigned *seed)
{
    *seed = *seed * 1664525U + 1013904223U;
    return ((double)*seed + 0.5) / 4294967296.0;
}

static double normal(unsigned *seed)
{
    const double u = uniform(seed), v = uniform(seed);
    return sqrt(-2 * log(u)) * cos(2 * 3.14159265358979323846 * v);
}

static int clamped(int at)
{
    return at < 0 ? 0 : at > SIDE - 1 ? SIDE - 1 : at;
}

static void set_disc(void)
{
    int row, i;
    for (row = 0; row < ROWS; row++) {
        const int y = row - (RADIUS - 1);
        int x = 0;
        while (y * y + (x + 1) * (x + 1) < RADIUS * RADIUS) {
            x++;
        }
        now.reach[row] = x;
        for (i = 0; i < 16; i++) {
            now.mask[row][i] = i >= RADIUS - 1 - x && i <= RADIUS - 1 + x;
        }
    }
}

static void set_sums(void)
{
    int y, x;
    for (y = 0; y < SIDE; y++) {
        for (x = 0; x < SIDE; x++) {
            now.left[y][x + 1] = now.left[y][x] + now.pixels[y * SIDE + x];
        }
    }
}

/* A disc that the frame's sides cut. */
static int cut_disc(int y, int x)
{
    int sum = 0, i;
    for (i = 0; i < particlefilter.offset_count; i++) {
        sum += now.pixels[clamped(y + particlefilter.offsets[2 * i]) * SIDE
                          + clamped(x + particlefilter.offsets[2 * i + 1])];
    }
    return sum;
}

static int disc_of_pixels(int y, int x)
{
    const unsigned char *from = now.pixels + (y - (RADIUS - 1)) * SIDE + x - (RADIUS - 1);
    int sum = 0, row, i;
    for (row = 0; row < ROWS; row++, from += SIDE) {
#pragma omp simd reduction(+ : sum)
        for (i = 0; i < 16; i++) {
            sum += from[i] * now.mask[row][i];
        }
    }
    return sum;
}

static int disc_of_sums(int y, int x)
{
    int sum = 0, row;
    for (row = 0; row < ROWS; row++) {
        const int *from = now.left[y - (RADIUS - 1) + row] + x;
        sum += from[now.reach[row] + 1] - from[-now.reach[row]];
    }
    return sum;
}

static double likelihood(double y, double x, int (*disc)(int y, int x))
{
    const int b = PARTICLEFILTER_BACKGROUND, o = PARTICLEFILTER_OBJECT;
    const int my = (int)floor(y + 0.5), mx = (int)floor(x + 0.5);
    const int count = particlefilter.offset_count;
    const int whole = my >= RADIUS && my < SIDE - RADIUS && mx >= RADIUS && mx < SIDE - RADIUS;
    const int sum = whole ? disc(my, mx) : cut_disc(my, mx);
    return exp((double)(2 * (o - b) * sum - count * (o * o - b * b)) / 50 / count);
}

/* Moves particles first to end - 1, and sums their weights up. */
static double move_block(int first, int end, int (*disc)(int y, int x))
{
    double sum = 0;
    int i;
    for (i = first; i < end; i++) {
        unsigned seed = particlefilter.seeds[i];
        const double x = particlefilter.x[i] + PARTICLEFILTER_MOVE_X
                       + PARTICLEFILTER_SPREAD_X * normal(&seed);
        const double y = particlefilter.y[i] + PARTICLEFILTER_MOVE_Y
                       + PARTICLEFILTER_SPREAD_Y * normal(&seed);
        particlefilter.seeds[i] = seed;
        particlefilter.moved_x[i] = x;
        particlefilter.moved_y[i] = y;
        sum += likelihood(y, x, disc);
        particlefilter.cumulative[i] = sum;
    }
    return sum;
}

/* The sum of all weights up to particle i's. */
static double up_to(int i)
{
    return particlefilter.partial[i / BLOCK] + particlefilter.cumulative[i];
}

/* New particles; sum is that of all weights. */
static void copy_block(int first, int end, double u, double sum)
{
    const int n = particlefilter.n;
    int low = 0, high = n - 1, i;
    while (low < high) {
        const int middle = (low + high) / 2;
        if (up_to(middle) >= (first + u) / n * sum) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    for (i = first; i < end; i++) {
        while (low < n - 1 && up_to(low) < (i + u) / n * sum) {
            low++;
        }
        particlefilter.x[i] = particlefilter.moved_x[low];
        particlefilter.y[i] = particlefilter.moved_y[low];
    }
}

static double frames(int with_sums, int (*disc)(int y, int x))
{
    const int n = particlefilter.n;
    int frame, first;
    set_disc();
    for (frame = 0; frame < particlefilter.frames; frame++) {
        double sum = 0;
        now.pixels = particlefilter.film + (size_t)frame * SIDE * SIDE;
        if (with_sums) {
            set_sums();
        }
#pragma omp parallel for schedule(static)
        for (first = 0; first < n; first += BLOCK) {
            particlefilter.partial[first / BLOCK] =
                move_block(first, first + BLOCK < n ? first + BLOCK : n, disc);
        }
        for (first = 0; first < n; first += BLOCK) {
            const double own = particlefilter.partial[first / BLOCK];
            particlefilter.partial[first / BLOCK] = sum;
            sum += own;
        }
#pragma omp parallel for schedule(static)
        for (first = 0; first < n; first += BLOCK) {
            copy_block(first, first + BLOCK < n ? first + BLOCK : n, particlefilter.u[frame],
                       sum);
        }
    }
    return BENCH_WALL;
}

static double run_pixels(void) { return frames(0, disc_of_pixels); }
static double run_sums(void) { return frames(1, disc_of_sums); }

const real_variant particlefilter_openmp[] = { { "pixels", run_pixels },
                                               { "sums of rows", run_sums }, { NULL, NULL } };
