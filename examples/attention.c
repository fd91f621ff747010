/* SPDX-License-Identifier: MIT */
/*
attention.c: for each query, the mean of all values, weighted by the softmax of the
query's products with the keys. The simple form goes over the keys twice, a thread
a query. The tiled one is what is known as flash attention: 16 queries stay in a
tile, blocks of 16 keys and values pass by in tile memory, and nothing of the
matrix of weights goes to global memory. The largest product is known only when
the last block has passed: so what was added up so far shrinks where a larger one
comes. 16 threads reduce a row by amp_tile_reduce.

    cc -O2 -fopenmp -pthread -I. examples/attention.c -o attention -lm && ./attention [queries]

prints the largest difference from double precision.
*/
#include <math.h>
#define AMP_SHORT_NAMES
#include "amp.h"
#include "example.h"

AMP_DEVICE_BEGIN
#define TILE 16 /* queries of a tile, and keys of a block */
#define WIDE 32 /* numbers of a query, a key and a value */
#define EACH (WIDE / TILE) /* numbers of the result that a thread adds up */
#define LEAST (-1e30f)

AMP_KERNEL(attention_simple, 1, in(float, 2, Q), in(float, 2, K), in(float, 2, V),
           out(float, 2, result), value(float, scale))
{
    float most = LEAST, total = 0, sum[WIDE];
    for (int c = 0; c < WIDE; c++) {
        sum[c] = 0;
    }
    for (int pass = 0; pass < 2; pass++) {
        for (int k = 0; k < K_shape.extent[0]; k++) {
            float product = 0;
            for (int c = 0; c < WIDE; c++) {
                product += scale * at(Q, idx[0], c) * at(K, k, c);
            }
            if (pass == 0) {
                most = fmaxf(most, product);
            } else {
                const float weight = expf(product - most);
                total += weight;
                for (int c = 0; c < WIDE; c++) {
                    sum[c] += weight * at(V, k, c);
                }
            }
        }
    }
    for (int c = 0; c < WIDE; c++) {
        at(result, idx[0], c) = sum[c] / total;
    }
}

/* Thread (i, j) of a tile: query i; key j of each block; numbers j, j + TILE... of the result. */
AMP_TILED_KERNEL(attention_tiled, (TILE, TILE), in(float, 2, Q), in(float, 2, K), in(float, 2, V),
                 out(float, 2, result), value(float, scale))
{
    tile_static(float, q, TILE, WIDE);
    tile_static(float, key, TILE, WIDE + 1); /* + 1: neighbours read down a column */
    tile_static(float, v, TILE, WIDE);
    tile_static(float, weight, TILE, TILE);
    tile_static(float, part, TILE, TILE);
    const int i = tidx.local[0], j = tidx.local[1], keys = K_shape.extent[0];
    const int query = tidx.global[0], inside = query < Q_shape.extent[0];
    float most = LEAST, total = 0, sum[EACH];
    for (int c = 0; c < EACH; c++) {
        q[i][j + c * TILE] = inside ? scale * at(Q, query, j + c * TILE) : 0;
        sum[c] = 0;
    }
    for (int first = 0; first < keys; first += TILE) {
        float dot = 0, now, shrink;
        for (int c = j; c < WIDE; c += TILE) {
            key[i][c] = first + i < keys ? at(K, first + i, c) : 0;
            v[i][c] = first + i < keys ? at(V, first + i, c) : 0;
        }
        tile_barrier_wait(tidx);
        for (int c = 0; c < WIDE; c++) {
            dot += q[i][c] * key[j][c];
        }
        dot = first + j < keys ? dot : LEAST;
        now = fmaxf(dot, most);
        amp_tile_reduce(tidx, part[i], j, TILE, now, fmaxf); /* the largest of row i */
        weight[i][j] = expf(dot - now);
        shrink = expf(most - now);
        total = total * shrink + weight[i][j];
        most = now;
        tile_barrier_wait(tidx);
        for (int c = 0; c < EACH; c++) {
            sum[c] *= shrink;
            for (int k = 0; k < TILE; k++) {
                sum[c] += weight[i][k] * v[k][j + c * TILE];
            }
        }
        tile_barrier_wait(tidx); /* all have read, before the next block comes */
    }
    amp_tile_reduce(tidx, part[i], j, TILE, total, amp_plus);
    for (int c = 0; c < EACH; c++) {
        if (inside) {
            at(result, query, j + c * TILE) = sum[c] / total;
        }
    }
}
AMP_DEVICE_END

/* The result of one query in double precision. */
static void serial(const float *q, const float *K, const float *V, int keys, double *result)
{
    double most = -1e30, total = 0;
    int pass, k, c;
    for (c = 0; c < WIDE; c++) {
        result[c] = 0;
    }
    for (pass = 0; pass < 2; pass++) {
        for (k = 0; k < keys; k++) {
            double product = 0;
            for (c = 0; c < WIDE; c++) {
                product += (double)q[c] * (double)K[k * WIDE + c];
            }
            product /= sqrt(WIDE);
            if (pass == 0) {
                most = product > most ? product : most;
            } else {
                total += exp(product - most);
                for (c = 0; c < WIDE; c++) {
                    result[c] += exp(product - most) * (double)V[k * WIDE + c];
                }
            }
        }
    }
    for (c = 0; c < WIDE; c++) {
        result[c] /= total;
    }
}

int main(int argc, char **argv)
{
    const int queries = example_size(argc, argv, 133, 37, 1 << 20);
    const int keys = example_small() ? 45 : 201;
    const float scale = 1 / sqrtf((float)WIDE);
    const size_t q_bytes = (size_t)queries * WIDE * sizeof(float);
    const size_t k_bytes = (size_t)keys * WIDE * sizeof(float);
    float *q = example_memory(q_bytes), *k = example_memory(k_bytes), *v = example_memory(k_bytes);
    float *result = example_memory(q_bytes);
    double worst = 0, expected[WIDE];
    const amp_array_view Q = amp_view(float, q, queries, WIDE), K = amp_view(float, k, keys, WIDE);
    const amp_array_view V = amp_view(float, v, keys, WIDE);
    const amp_array_view R = amp_view(float, result, queries, WIDE);
    const amp_tiled_extent tiles = amp_pad(amp_tile(amp_extent(queries, TILE), TILE, TILE));
    int i, c, form;
    example_fill(q, queries * WIDE, 37);
    example_fill(k, keys * WIDE, 41);
    example_fill(v, keys * WIDE, 43);
    for (form = 0; form < 2; form++) {
        memset(result, 0, q_bytes);
        must(amp_refresh(R));
        must(form == 0 ? parallel_for_each(amp_extent(queries), attention_simple, Q, K, V, R, scale)
             : parallel_for_each(tiles, attention_tiled, Q, K, V, R, scale));
        must(amp_synchronize(R));
        for (i = 0; i < queries; i++) {
            serial(q + i * WIDE, k, v, keys, expected);
            for (c = 0; c < WIDE; c++) {
                const double d = fabs((double)result[i * WIDE + c] - expected[c]);
                worst = d <= worst ? worst : d; /* a NaN gets in, too */
            }
        }
    }
    (void)printf("%d queries, %d keys: largest difference %.1e; weights kept in tile memory: %d\n",
                 queries, keys, worst, queries * keys);
    must(amp_release(Q));
    must(amp_release(K));
    must(amp_release(V));
    must(amp_release(R));
    free(q);
    free(k);
    free(v);
    free(result);
    return example_end(!(worst < 1e-4));
}
