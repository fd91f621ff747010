/* SPDX-License-Identifier: MIT */
/* cold_amp KERNEL: launches one kernel once, and prints a sum of the result. cold.sh measures
   what the process costs where nothing was compiled before, beside cold_opencl.c, which has
   the same kernels by hand. */
#define AMP_SHORT_NAMES
#include "amp.h"
#include "cold.h"

AMP_DEVICE_BEGIN
AMP_KERNEL(saxpy, 1, in(float, 1, a), inout(float, 1, d))
{
    at(d, idx[0]) += 3 * at(a, idx[0]);
}

AMP_TILED_KERNEL(transpose, (16, 16), in(float, 2, a), out(float, 2, d))
{
    tile_static(float, t, 16, 17);
    t[tidx.local[0]][tidx.local[1]] = at_index(a, tidx.global);
    tile_barrier_wait(tidx);
    at(d, tidx.tile_origin[1] + tidx.local[0], tidx.tile_origin[0] + tidx.local[1])
        = t[tidx.local[1]][tidx.local[0]];
}

/* 32 x 32 elements by 8 x 32 threads, with bounds. */
AMP_TILED_KERNEL(transpose_bounds, (8, 32), in(float, 2, a), out(float, 2, d))
{
    tile_static(float, t, 32, 33);
    const int i = tidx.local[0], j = tidx.local[1], y = tidx.tile[0] * 32, x = tidx.tile[1] * 32;
    const int rows = a_shape.extent[0], columns = a_shape.extent[1];
    for (int r = i; r < 32; r += 8) {
        if (y + r < rows && x + j < columns) {
            t[r][j] = at(a, y + r, x + j);
        }
    }
    tile_barrier_wait(tidx);
    for (int r = i; r < 32; r += 8) {
        if (x + r < columns && y + j < rows) {
            at(d, x + r, y + j) = t[j][r];
        }
    }
}

AMP_TILED_KERNEL(sgemm, (16, 16), in(float, 2, a), in(float, 2, b), out(float, 2, d))
{
    tile_static(float, s, 16, 16);
    tile_static(float, t, 16, 16);
    const int y = tidx.local[0], x = tidx.local[1];
    float sum = 0;
    for (int k0 = 0; k0 < a_shape.extent[1]; k0 += 16) {
        s[y][x] = at(a, tidx.global[0], k0 + x);
        t[y][x] = at(b, k0 + y, tidx.global[1]);
        tile_barrier_wait(tidx);
        for (int k = 0; k < 16; k++) {
            sum += s[y][k] * t[k][x];
        }
        tile_barrier_wait(tidx);
    }
    at_index(d, tidx.global) = sum;
}

AMP_PHASED_KERNEL(sgemm_phased, (16, 16), in(float, 2, a), in(float, 2, b), out(float, 2, d))
{
    tile_static(float, s, 16, 16);
    tile_static(float, t, 16, 16);
    thread_private(float, sum);
    phase { mine(sum) = 0; }
    for (int k0 = 0; k0 < a_shape.extent[1]; k0 += 16) {
        phase {
            s[tidx.local[0]][tidx.local[1]] = at(a, tidx.global[0], k0 + tidx.local[1]);
            t[tidx.local[0]][tidx.local[1]] = at(b, k0 + tidx.local[0], tidx.global[1]);
        }
        phase {
            for (int k = 0; k < 16; k++) {
                mine(sum) += s[tidx.local[0]][k] * t[k][tidx.local[1]];
            }
        }
    }
    phase { at_index(d, tidx.global) = mine(sum); }
}

AMP_TILED_KERNEL(heat, (16, 16), in(float, 2, a), inout(float, 2, d))
{
    tile_static(float, t, 18, 18);
    const int y = tidx.local[0] + 1, x = tidx.local[1] + 1;
    const int i = tidx.global[0] + 1, j = tidx.global[1] + 1;
    t[y][x] = at(a, i, j);
    if (y == 1) t[0][x] = at(a, i - 1, j);
    if (y == 16) t[17][x] = at(a, i + 1, j);
    if (x == 1) t[y][0] = at(a, i, j - 1);
    if (x == 16) t[y][17] = at(a, i, j + 1);
    tile_barrier_wait(tidx);
    at(d, i, j) = t[y][x] + 0.25f * (t[y - 1][x] + t[y + 1][x] + t[y][x - 1] + t[y][x + 1]
                                     - 4 * t[y][x]);
}

AMP_TILED_KERNEL(sum_tree, (256), in(float, 1, a), inout(float, 1, d))
{
    tile_static(float, t, 256);
    const int l = tidx.local[0];
    t[l] = at(a, tidx.global[0]);
    tile_barrier_wait(tidx);
    for (int n = 128; n > 0; n /= 2) {
        if (l < n) {
            t[l] += t[l + n];
        }
        tile_barrier_wait(tidx);
    }
    if (l == 0) {
        at(d, tidx.tile[0]) = t[0];
    }
}

/* An exclusive scan of 512 elements by 256 threads, up and down a tree. */
AMP_TILED_KERNEL(scan, (256), in(float, 1, a), out(float, 1, d))
{
    tile_static(float, t, 512);
    const int l = tidx.local[0], first = tidx.tile[0] * 512 + l;
    int offset = 1;
    t[l] = at(a, first);
    t[l + 256] = at(a, first + 256);
    tile_barrier_wait(tidx);
    for (int pairs = 256; pairs > 0; pairs /= 2) {
        if (l < pairs) {
            t[offset * (2 * l + 2) - 1] += t[offset * (2 * l + 1) - 1];
        }
        offset *= 2;
        tile_barrier_wait(tidx);
    }
    if (l == 0) {
        t[511] = 0;
    }
    tile_barrier_wait(tidx);
    for (int pairs = 1; pairs <= 256; pairs *= 2) {
        offset /= 2;
        if (l < pairs) {
            const int left = offset * (2 * l + 1) - 1, right = offset * (2 * l + 2) - 1;
            const float old = t[left];
            t[left] = t[right];
            t[right] += old;
        }
        tile_barrier_wait(tidx);
    }
    at(d, first) = t[l];
    at(d, first + 256) = t[l + 256];
}

/* A convolution of 17 down the columns, with bounds. */
static inline int cut(int i, int n) { return i < 0 ? 0 : i < n ? i : n - 1; }
AMP_TILED_KERNEL(convolution, (16, 16), in(float, 2, a), in(float, 1, w), out(float, 2, d))
{
    tile_static(float, t, 32, 16);
    const int x = tidx.local[1], j = cut(tidx.global[1], a_shape.extent[1]);
    for (int y = tidx.local[0]; y < 32; y += 16) {
        t[y][x] = at(a, cut(tidx.tile_origin[0] + y - 8, a_shape.extent[0]), j);
    }
    tile_barrier_wait(tidx);
    if (tidx.global[0] < d_shape.extent[0] && tidx.global[1] < d_shape.extent[1]) {
        float sum = 0;
        for (int k = 0; k < 16; k++) {
            sum += at(w, k) * t[tidx.local[0] + k][x];
        }
        at_index(d, tidx.global) = sum;
    }
}

AMP_TILED_KERNEL(nbody, (256), in(float, 1, a), in(float, 1, b), in(float, 1, c), out(float, 1, d))
{
    tile_static(float, s, 256);
    tile_static(float, t, 256);
    tile_static(float, u, 256);
    const int l = tidx.local[0], i = tidx.global[0];
    float force = 0;
    for (int j0 = 0; j0 < a_shape.extent[0]; j0 += 256) {
        s[l] = at(a, j0 + l);
        t[l] = at(b, j0 + l);
        u[l] = at(c, j0 + l);
        tile_barrier_wait(tidx);
        for (int j = 0; j < 256; j++) {
            const float x = s[j] - at(a, i), y = t[j] - at(b, i), z = u[j] - at(c, i);
            const float r = 1 / sqrtf(x * x + y * y + z * z + 1);
            force += x * r * r * r;
        }
        tile_barrier_wait(tidx);
    }
    at(d, i) = force;
}

/* A tile a row: its greatest element, the sum of exp, the quotients. */
#define SOFTMAX(name, size)                                                                    \
    AMP_TILED_KERNEL(name, (size), in(float, 2, a), out(float, 2, d))                          \
    {                                                                                          \
        tile_static(float, t, size);                                                           \
        const int l = tidx.local[0], row = tidx.tile[0], n = a_shape.extent[1];                \
        float most = at(a, row, l), sum = 0;                                                   \
        for (int j = l; j < n; j += size) {                                                    \
            most = fmaxf(most, at(a, row, j));                                                 \
        }                                                                                      \
        t[l] = most;                                                                           \
        tile_barrier_wait(tidx);                                                               \
        for (int h = size / 2; h > 0; h /= 2) {                                                \
            if (l < h) {                                                                       \
                t[l] = fmaxf(t[l], t[l + h]);                                                  \
            }                                                                                  \
            tile_barrier_wait(tidx);                                                           \
        }                                                                                      \
        most = t[0];                                                                           \
        tile_barrier_wait(tidx);                                                               \
        for (int j = l; j < n; j += size) {                                                    \
            sum += expf(at(a, row, j) - most);                                                 \
        }                                                                                      \
        t[l] = sum;                                                                            \
        tile_barrier_wait(tidx);                                                               \
        for (int h = size / 2; h > 0; h /= 2) {                                                \
            if (l < h) {                                                                       \
                t[l] += t[l + h];                                                              \
            }                                                                                  \
            tile_barrier_wait(tidx);                                                           \
        }                                                                                      \
        for (int j = l; j < n; j += size) {                                                    \
            at(d, row, j) = expf(at(a, row, j) - most) / t[0];                                 \
        }                                                                                      \
    }
SOFTMAX(softmax_64, 64)
SOFTMAX(softmax_256, 256)

/* A thread a query of WIDE numbers; keys and values by tiles. */
#define WIDE 32
#define ATTENTION(name, size)                                                                  \
    AMP_TILED_KERNEL(name, (size), in(float, 2, q), in(float, 2, k), in(float, 2, v),          \
                     out(float, 2, d))                                                         \
    {                                                                                          \
        tile_static(float, s, size, WIDE);                                                     \
        tile_static(float, t, size, WIDE);                                                     \
        const int l = tidx.local[0], row = tidx.global[0];                                     \
        float mine_q[WIDE], out_d[WIDE], most = -1e30f, sum = 0;                               \
        for (int i = 0; i < WIDE; i++) {                                                       \
            mine_q[i] = at(q, row, i);                                                         \
            out_d[i] = 0;                                                                      \
        }                                                                                      \
        for (int j0 = 0; j0 < k_shape.extent[0]; j0 += size) {                                 \
            for (int i = 0; i < WIDE; i++) {                                                   \
                s[l][i] = at(k, j0 + l, i);                                                    \
                t[l][i] = at(v, j0 + l, i);                                                    \
            }                                                                                  \
            tile_barrier_wait(tidx);                                                           \
            for (int j = 0; j < size; j++) {                                                   \
                float dot = 0, old, p;                                                         \
                for (int i = 0; i < WIDE; i++) {                                               \
                    dot += mine_q[i] * s[j][i];                                                \
                }                                                                              \
                old = most;                                                                    \
                most = fmaxf(most, dot * 0.01f);                                               \
                p = expf(dot * 0.01f - most);                                                  \
                old = expf(old - most);                                                        \
                sum = sum * old + p;                                                           \
                for (int i = 0; i < WIDE; i++) {                                               \
                    out_d[i] = out_d[i] * old + p * t[j][i];                                   \
                }                                                                              \
            }                                                                                  \
            tile_barrier_wait(tidx);                                                           \
        }                                                                                      \
        for (int i = 0; i < WIDE; i++) {                                                       \
            at(d, row, i) = out_d[i] / sum;                                                    \
        }                                                                                      \
    }
ATTENTION(attention_64, 64)
ATTENTION(attention_128, 128)
AMP_DEVICE_END

int main(int argc, char **argv)
{
    const char *name = argc == 2 ? argv[1] : "";
    amp_array_view a, b, c, d, q, k, v, w, o;
    amp_status s = AMP_INVALID_ARGUMENT;
    const amp_extent all = amp_extent(ALL), rows = amp_extent(ROWS, COLUMNS);
    const amp_extent queries = amp_extent(1024, 32);
    cold_fill();
    a = amp_view_extent(float, cold_a, all);
    b = amp_view_extent(float, cold_b, all);
    c = amp_view_extent(float, cold_c, all);
    d = amp_view_extent(float, cold_d, all);
#define RUN(kernel, domain, ...)                                                               \
    if (strcmp(name, #kernel) == 0) {                                                          \
        s = parallel_for_each(domain, kernel, __VA_ARGS__);                                    \
    }
#define TILES(x, y) amp_tile(amp_extent(x, y), 16, 16)
    q = amp_view_as(a, rows);
    k = amp_view_as(b, amp_extent(COLUMNS, ROWS));
    o = amp_view_as(d, rows);
    w = amp_section(c, amp_index(0), amp_extent(17));
    RUN(saxpy, all, a, d)
    RUN(transpose, TILES(ROWS, COLUMNS), q, amp_view_as(d, amp_extent(COLUMNS, ROWS)))
    RUN(transpose_bounds, amp_tile(amp_extent(ROWS / 4, COLUMNS), 8, 32), q,
        amp_view_as(d, amp_extent(COLUMNS, ROWS)))
    RUN(sgemm, TILES(ROWS, ROWS), q, k, amp_section(amp_view_as(d, rows), amp_index(0, 0),
        amp_extent(ROWS, ROWS)))
    RUN(sgemm_phased, TILES(ROWS, ROWS), q, k, amp_section(amp_view_as(d, rows), amp_index(0, 0),
        amp_extent(ROWS, ROWS)))
    RUN(heat, TILES(ROWS - 16, COLUMNS - 16), q, o)
    RUN(sum_tree, amp_tile(all, 256), a, d)
    RUN(scan, amp_tile(amp_extent(ALL / 2), 256), a, d)
    RUN(convolution, TILES(ROWS, COLUMNS), q, w, o)
    RUN(nbody, amp_tile(amp_extent(1024), 256), amp_section(a, amp_index(0), amp_extent(1024)), b,
        c, d)
    RUN(softmax_64, amp_tile(amp_extent(ROWS * 64), 64), q, o)
    RUN(softmax_256, amp_tile(amp_extent(ROWS * 256), 256), q, o)
    q = amp_view_as(a, queries);
    k = amp_view_as(b, queries);
    v = amp_view_as(c, queries);
    o = amp_view_as(d, queries);
    RUN(attention_64, amp_tile(amp_extent(256), 64), q, k, v, o)
    RUN(attention_128, amp_tile(amp_extent(256), 128), q, k, v, o)
    if (s == AMP_OK) {
        s = amp_synchronize(d);
    }
    if (s != AMP_OK) {
        (void)fprintf(stderr, "cold_amp %s: %s\n", name, amp_last_error());
        return 1;
    }
    cold_tell();
    return 0;
}
