/* SPDX-License-Identifier: MIT */
/* The kernels that several of the bench's programs run: amp.c beside the peers,
   ceiling.c beside the machine's best, check_cost.c with the checker and without,
   check_oclgrind.c beside oclgrind. */
#ifndef BENCH_KERNELS_H
#define BENCH_KERNELS_H

#define AMP_SHORT_NAMES
#include "amp.h"

#include <math.h>

AMP_DEVICE_BEGIN
#define TS 16
#define SUM_TILE 256
#define BODY_TILE 256

typedef struct body { float x, y, z, m; } body;

/* ---- W1 sgemm ---- */

AMP_KERNEL(sgemm_simple, 2, in(float, 2, A), in(float, 2, B), out(float, 2, C))
{
    float sum = 0;
    for (int k = 0; k < A_shape.extent[1]; k++) {
        sum += at(A, idx[0], k) * at(B, k, idx[1]);
    }
    at_index(C, idx) = sum;
}

AMP_TILED_KERNEL(sgemm_tiled, (TS, TS), in(float, 2, A), in(float, 2, B), out(float, 2, C))
{
    tile_static(float, a, TS, TS);
    tile_static(float, b, TS, TS);
    const int y = tidx.local[0], x = tidx.local[1];
    float sum = 0;
    for (int k0 = 0; k0 < A_shape.extent[1]; k0 += TS) {
        a[y][x] = at(A, tidx.global[0], k0 + x);
        b[y][x] = at(B, k0 + y, tidx.global[1]);
        tile_barrier_wait(tidx);
        for (int k = 0; k < TS; k++) {
            sum += a[y][k] * b[k][x];
        }
        tile_barrier_wait(tidx);
    }
    at_index(C, tidx.global) = sum;
}

/* ---- W2 transpose ---- */

AMP_KERNEL(transpose_simple, 2, in(float, 2, A), out(float, 2, At))
{
    at(At, idx[1], idx[0]) = at_index(A, idx);
}

AMP_TILED_KERNEL(transpose_tiled, (TS, TS), in(float, 2, A), out(float, 2, At))
{
    tile_static(float, t, TS, TS + 1);
    t[tidx.local[0]][tidx.local[1]] = at_index(A, tidx.global);
    tile_barrier_wait(tidx);
    at(At, tidx.tile_origin[1] + tidx.local[0],
           tidx.tile_origin[0] + tidx.local[1]) = t[tidx.local[1]][tidx.local[0]];
}

/* ---- W3 sum ---- */

AMP_TILED_KERNEL(sum_tiled, (SUM_TILE), in(int, 1, x), out(int, 1, partial))
{
    tile_static(int, s, SUM_TILE);
    const int l = tidx.local[0];
    s[l] = at(x, tidx.global[0]);
    tile_barrier_wait(tidx);
    for (int d = SUM_TILE / 2; d > 0; d /= 2) {
        if (l < d) {
            s[l] += s[l + d];
        }
        tile_barrier_wait(tidx);
    }
    if (l == 0) {
        at(partial, tidx.tile[0]) = s[0];
    }
}

/* ---- W5 saxpy ---- */

AMP_KERNEL(saxpy, 1, value(float, a), in(float, 1, x), inout(float, 1, y))
{
    at(y, idx[0]) += a * at(x, idx[0]);
}

/* ---- W6 heat: the grid has a border of one that no thread owns ---- */

AMP_KERNEL(heat_simple, 2, value(float, d), in(float, 2, from), out(float, 2, to))
{
    const int y = idx[0] + 1, x = idx[1] + 1;
    at(to, y, x) = at(from, y, x) + d * (at(from, y - 1, x) + at(from, y + 1, x)
                                         + at(from, y, x - 1) + at(from, y, x + 1)
                                         - 4.0f * at(from, y, x));
}

AMP_TILED_KERNEL(heat_tiled, (TS, TS), value(float, d), in(float, 2, from), out(float, 2, to))
{
    tile_static(float, t, TS + 2, TS + 2);
    const int y = tidx.local[0] + 1, x = tidx.local[1] + 1;
    const int gy = tidx.global[0] + 1, gx = tidx.global[1] + 1;
    t[y][x] = at(from, gy, gx);
    if (y == 1) { t[0][x] = at(from, gy - 1, gx); }
    if (y == TS) { t[TS + 1][x] = at(from, gy + 1, gx); }
    if (x == 1) { t[y][0] = at(from, gy, gx - 1); }
    if (x == TS) { t[y][TS + 1] = at(from, gy, gx + 1); }
    tile_barrier_wait(tidx);
    at(to, gy, gx) = t[y][x] + d * (t[y - 1][x] + t[y + 1][x] + t[y][x - 1] + t[y][x + 1]
                                    - 4.0f * t[y][x]);
}

/* ---- W8 n-body ---- */

AMP_KERNEL(nbody_simple, 1, value(float, soft), in(body, 1, p), out(body, 1, acc))
{
    const float px = at(p, idx[0]).x, py = at(p, idx[0]).y, pz = at(p, idx[0]).z;
    float ax = 0, ay = 0, az = 0;
    for (int j = 0; j < p_shape.extent[0]; j++) {
        const float dx = at(p, j).x - px, dy = at(p, j).y - py, dz = at(p, j).z - pz;
        const float r = 1.0f / sqrtf(dx * dx + dy * dy + dz * dz + soft);
        const float f = at(p, j).m * r * r * r;
        ax += f * dx;
        ay += f * dy;
        az += f * dz;
    }
    at(acc, idx[0]).x = ax;
    at(acc, idx[0]).y = ay;
    at(acc, idx[0]).z = az;
}

AMP_TILED_KERNEL(nbody_tiled, (BODY_TILE), value(float, soft), in(body, 1, p), out(body, 1, acc))
{
    tile_static(body, s, BODY_TILE);
    const int l = tidx.local[0], g = tidx.global[0];
    const float px = at(p, g).x, py = at(p, g).y, pz = at(p, g).z;
    float ax = 0, ay = 0, az = 0;
    for (int j0 = 0; j0 < p_shape.extent[0]; j0 += BODY_TILE) {
        s[l] = at(p, j0 + l);
        tile_barrier_wait(tidx);
        for (int j = 0; j < BODY_TILE; j++) {
            const float dx = s[j].x - px, dy = s[j].y - py, dz = s[j].z - pz;
            const float r = 1.0f / sqrtf(dx * dx + dy * dy + dz * dz + soft);
            const float f = s[j].m * r * r * r;
            ax += f * dx;
            ay += f * dy;
            az += f * dz;
        }
        tile_barrier_wait(tidx);
    }
    at(acc, g).x = ax;
    at(acc, g).y = ay;
    at(acc, g).z = az;
}
AMP_DEVICE_END

#endif
