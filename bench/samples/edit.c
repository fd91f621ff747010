/* SPDX-License-Identifier: MIT */
/* How many letters n pairs of words of 24 letters differ by (Levenshtein): a pair a thread, with a
   row of the table in an array of its own; letter k of word m lies at (k, m). */
#include "../real/real_amp.h"

#include "sample.h"

AMP_DEVICE_BEGIN
#define TILE 64
#define LETTERS 24

AMP_TILED_KERNEL(edit_each, (TILE), in(unsigned char, 2, a), in(unsigned char, 2, b),
                 out(int, 1, apart))
{
    const int m = tidx.global[0];
    if (m >= a_shape.extent[1]) {
        return;
    }
    int row[LETTERS + 1];
    for (int k = 0; k <= LETTERS; k++) {
        row[k] = k;
    }
    for (int i = 0; i < LETTERS; i++) {
        int slant = row[0];
        const int letter = at(a, i, m) & 3;
        row[0] = i + 1;
        for (int k = 0; k < LETTERS; k++) {
            const int over = row[k + 1];
            const int changed = slant + (letter != (at(b, k, m) & 3));
            const int added = (row[k] < over ? row[k] : over) + 1;
            row[k + 1] = changed < added ? changed : added;
            slant = over;
        }
    }
    at(apart, m) = row[LETTERS];
}
AMP_DEVICE_END

static int n;
static unsigned char *a, *b;
static int *apart;

static void make(int size)
{
    n = size;
    a = sample_bytes(LETTERS * (size_t)n);
    b = sample_bytes(LETTERS * (size_t)n);
    apart = sample_ints((size_t)n, 0, 1);
    sample_is_result(apart);
}

static double launch(void)
{
    amp_array_view views[3];
    amp_status s;
    views[0] = amp_view(unsigned char, a, LETTERS, n);
    views[1] = amp_view(unsigned char, b, LETTERS, n);
    views[2] = amp_view(int, apart, n);
    s = parallel_for_each(amp_tile(amp_extent(sample_whole(n, TILE)), TILE), edit_each, views[0],
                          views[1], views[2]);
    return REAL_ENDED(s, views);
}

/* Thirty-two pairs side by side, in bytes. */
static void by_hand(void)
{
    enum { LANES = 32 };
    int first;
#pragma omp parallel for schedule(static)
    for (first = 0; first < n; first += LANES) {
        const int count = n - first < LANES ? n - first : LANES;
        unsigned char row[LETTERS + 1][LANES], p[LETTERS][LANES], q[LETTERS][LANES];
        int i, k, m;
        memset(p, 0, sizeof(p));
        memset(q, 0, sizeof(q));
        for (k = 0; k < LETTERS; k++) {
            for (m = 0; m < count; m++) {
                p[k][m] = a[k * n + first + m] & 3;
                q[k][m] = b[k * n + first + m] & 3;
            }
        }
        for (k = 0; k <= LETTERS; k++) {
            memset(row[k], k, LANES);
        }
        for (i = 0; i < LETTERS; i++) {
            unsigned char slant[LANES];
            memcpy(slant, row[0], LANES);
            memset(row[0], i + 1, LANES);
            for (k = 0; k < LETTERS; k++) {
#pragma omp simd
                for (m = 0; m < LANES; m++) {
                    const unsigned char over = row[k + 1][m], left = row[k][m];
                    const unsigned char changed = (unsigned char)(slant[m] + (p[i][m] != q[k][m]));
                    const unsigned char added = (unsigned char)((left < over ? left : over) + 1);
                    row[k + 1][m] = changed < added ? changed : added;
                    slant[m] = over;
                }
            }
        }
        for (m = 0; m < count; m++) {
            apart[first + m] = row[LETTERS][m];
        }
    }
}

const sample edit_sample = { make, launch, by_hand, 0 };
