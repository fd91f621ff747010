/* SPDX-License-Identifier: MIT */
/* Cholesky factors of n symmetric matrices of 6 x 6, one a thread; element e of matrix m lies at
   (e, m), so that neighbours read side by side. */
#include "../real/real_amp.h"

#include "sample.h"

AMP_DEVICE_BEGIN
#define TILE 128
#define SIDE 6

AMP_TILED_KERNEL(cholesky_each, (TILE), in(float, 2, from), out(float, 2, to))
{
    const int m = tidx.global[0];
    if (m >= from_shape.extent[1]) {
        return;
    }
    float a[SIDE][SIDE];
    for (int i = 0; i < SIDE; i++) {
        for (int j = 0; j <= i; j++) {
            a[i][j] = at(from, i * SIDE + j, m);
        }
    }
    for (int j = 0; j < SIDE; j++) {
        for (int k = 0; k < j; k++) {
            a[j][j] -= a[j][k] * a[j][k];
        }
        a[j][j] = sqrtf(a[j][j]);
        for (int i = j + 1; i < SIDE; i++) {
            for (int k = 0; k < j; k++) {
                a[i][j] -= a[i][k] * a[j][k];
            }
            a[i][j] /= a[j][j];
        }
    }
    for (int i = 0; i < SIDE; i++) {
        for (int j = 0; j < SIDE; j++) {
            at(to, i * SIDE + j, m) = j <= i ? a[i][j] : 0.0f;
        }
    }
}
AMP_DEVICE_END

static int n;
static float *from, *to;

static void make(int size)
{
    const size_t count = (size_t)size;
    size_t m;
    int i;
    n = size;
    from = sample_floats(SIDE * SIDE * count, 0, 1);
    for (i = 0; i < SIDE; i++) { /* the diagonal outweighs all else */
        for (m = 0; m < count; m++) {
            from[(size_t)(i * SIDE + i) * count + m] += 2 * SIDE;
        }
    }
    to = sample_floats(SIDE * SIDE * count, 0, 1);
    sample_is_result(to);
}

static double launch(void)
{
    amp_array_view views[2];
    amp_status s;
    views[0] = amp_view(float, from, SIDE * SIDE, n);
    views[1] = amp_view(float, to, SIDE * SIDE, n);
    s = parallel_for_each(amp_tile(amp_extent(sample_whole(n, TILE)), TILE), cholesky_each,
                          views[0], views[1]);
    return REAL_ENDED(s, views);
}

/* Eight matrices side by side. */
static void by_hand(void)
{
    enum { LANES = 8 };
    int first;
#pragma omp parallel for schedule(static)
    for (first = 0; first < n; first += LANES) {
        const int count = n - first < LANES ? n - first : LANES;
        float a[SIDE][SIDE][LANES];
        int i, j, k, m;
        for (i = 0; i < SIDE; i++) {
            for (j = 0; j < SIDE; j++) {
                for (m = 0; m < LANES; m++) {
                    a[i][j][m] = from[(i * SIDE + j) * n + first + (m < count ? m : 0)];
                }
            }
        }
        for (j = 0; j < SIDE; j++) {
            for (k = 0; k < j; k++) {
                for (m = 0; m < LANES; m++) {
                    a[j][j][m] -= a[j][k][m] * a[j][k][m];
                }
            }
            for (m = 0; m < LANES; m++) {
                a[j][j][m] = sqrtf(a[j][j][m]);
            }
            for (i = j + 1; i < SIDE; i++) {
                for (k = 0; k < j; k++) {
                    for (m = 0; m < LANES; m++) {
                        a[i][j][m] -= a[i][k][m] * a[j][k][m];
                    }
                }
                for (m = 0; m < LANES; m++) {
                    a[i][j][m] /= a[j][j][m];
                }
            }
        }
        for (i = 0; i < SIDE; i++) {
            for (j = 0; j < SIDE; j++) {
                for (m = 0; m < count; m++) {
                    to[(i * SIDE + j) * n + first + m] = j <= i ? a[i][j][m] : 0.0f;
                }
            }
        }
    }
}

const sample cholesky_sample = { make, launch, by_hand, 1e-5 };
