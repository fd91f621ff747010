/* SPDX-License-Identifier: MIT */
/*
reduce_lens.c: the advice of the sources on a sum, in figures: few launches and copies, tile memory,
neighbours that read neighbours, little divergence, few idle threads. The rungs of reduce_ladder.c
on 65536 floats, as the lens counts them; it wants a compiler that announces accesses:

    tools/ampcc --lens examples/reduce_lens.c -o reduce_lens && ./reduce_lens

prints a line a rung: launches; threads started; additions, and how many threads did one; bytes read
and written in global memory for each byte of the data; threads without an access between two
barriers; of the threads of a warp, how many are at work where any is: few is divergence; cycles of
a request to tile memory; bytes copied to the host. Built without the lens it checks the sums
alone, and says so.
*/
#define AMP_SHORT_NAMES
#include "amp_lens.h"
#include "example.h"
#include "reduce_kernels.h"

enum { RUNGS = 6 };
static const char *const rung_name[RUNGS] = { "simple", "tiled", "two loads a thread",
    "less divergence", "no bank conflicts", "as phases" };

static const char *const kernel_name[RUNGS] = { "reduce_simple", "reduce_tiled",
    "reduce_two_loads", "reduce_less_divergence", "reduce_no_conflicts", "reduce_phased" };

typedef struct work {
    double threads, adders, moved, idle, slots, active, requests, banks, tile_requests;
    long additions, copied;
    int launches;
} work;

/* Adds what the lens counted in a launch of a rung's kernel, of `threads` threads, to w. */
static void look(work *w, int lens, int rung, int threads)
{
    const char *const kernel = kernel_name[rung];
    double value, requests, barriers = 1;
    w->launches++;
    w->threads += threads;
    if (!lens) {
        return;
    }
    must(amp_lens_measure(kernel, "bytes_moved", &value));
    w->moved += value;
    must(amp_lens_measure(kernel, "requests", &requests));
    must(amp_lens_measure(kernel, "active", &value));
    w->active += value * requests;
    w->requests += requests;
    if (rung > 0) {
        must(amp_lens_measure(kernel, "barriers", &barriers));
        must(amp_lens_measure(kernel, "idle", &value));
        w->idle += value * threads * (barriers + 1);
        must(amp_lens_measure(kernel, "bank_conflicts", &value));
        w->banks += value * requests;
        w->tile_requests += requests;
    }
    w->slots += threads * (barriers + 1);
    must(amp_lens_start(NULL));
}

static amp_status launch(int rung, amp_tiled_extent d, amp_array_view x, amp_array_view sums)
{
    switch (rung) {
    case 1: return parallel_for_each(d, reduce_tiled, x, sums);
    case 2: return parallel_for_each(d, reduce_two_loads, x, sums);
    case 3: return parallel_for_each(d, reduce_less_divergence, x, sums);
    case 4: return parallel_for_each(d, reduce_no_conflicts, x, sums);
    default: return parallel_for_each(d, reduce_phased, x, sums);
    }
}

/* The sum of x[0..n) by a rung, with tiles' sums in y; the last few on the host. */
static float sum(int rung, float *x, float *y, int n, int lens, work *w)
{
    const int a_tile = rung == 1 ? REDUCE_TILE : 2 * REDUCE_TILE;
    const amp_array_view vx = amp_view(float, x, n), vy = amp_view(float, y, n);
    amp_array_view from = vx, to = vy;
    float total = 0;
    int i;
    while (n > (rung == 0 ? 1 : REDUCE_TILE)) {
        const int tiles = rung == 0 ? n - n / 2 : (n + a_tile - 1) / a_tile;
        const amp_array_view swap = from;
        if (rung == 0) {
            must(parallel_for_each(amp_extent(n / 2), reduce_simple, vx, tiles));
            look(w, lens, rung, n / 2);
            w->adders += n / 2;
            w->additions += n / 2;
        } else {
            must(launch(rung, amp_tile(amp_extent(tiles * REDUCE_TILE), REDUCE_TILE),
                        amp_section(from, amp_index(0), amp_extent(n)),
                        amp_section(to, amp_index(0), amp_extent(tiles))));
            look(w, lens, rung, tiles * REDUCE_TILE);
            w->adders += rung == 1 ? tiles * REDUCE_TILE / 2 : tiles * REDUCE_TILE;
            w->additions += tiles * ((rung > 1 ? REDUCE_TILE : 0) + REDUCE_TILE - 1);
            from = to;
            to = swap;
        }
        n = tiles;
    }
    must(amp_synchronize(from));
    w->copied = n * (long)sizeof(float);
    for (i = 0; i < n; i++) {
        total += ((const float *)from.data)[i];
    }
    must(amp_release(vx));
    must(amp_release(vy));
    return total;
}

int main(void)
{
    const int n = example_small() ? 4096 : 65536;
    const size_t bytes = (size_t)n * sizeof(float);
    float *x = example_memory(bytes), *y = example_memory(bytes);
    double divergence[RUNGS], banks[RUNGS], read[RUNGS];
    const int lens = amp_lens_start(NULL) == AMP_OK;
    int i, rung, wrong = 0;
    if (lens) {
        (void)printf("%-19s %8s %8s %9s %7s %11s %6s %8s %6s %7s\n", "rung", "launches",
                     "threads", "additions", "adders", "moved/bytes", "idle", "of warp", "banks",
                     "copied");
    } else {
        (void)printf("%s\n", amp_last_error());
    }
    for (rung = 0; rung < RUNGS; rung++) {
        work w;
        memset(&w, 0, sizeof(w));
        for (i = 0; i < n; i++) {
            x[i] = (float)(i % 9);
        }
        must(amp_refresh(amp_view(float, x, n)));
        wrong += sum(rung, x, y, n, lens, &w) != (float)(n / 9 * 36 + (n % 9) * (n % 9 - 1) / 2);
        read[rung] = w.moved / (double)bytes;
        divergence[rung] = w.requests > 0 ? w.active / w.requests : 1;
        banks[rung] = w.tile_requests > 0 ? w.banks / w.tile_requests : 1;
        if (lens) {
            (void)printf("%d %-17s %8d %8.0f %9ld %7.0f %11.2f %5.0f%% %7.0f%% %6.2f %7ld\n",
                         rung + 1, rung_name[rung], w.launches, w.threads, w.additions, w.adders,
                         read[rung], w.slots > 0 ? 100 * w.idle / w.slots : 0.0,
                         100 * divergence[rung], banks[rung], w.copied);
        }
    }
    if (lens) { /* each rung mends what it says */
        wrong += read[1] >= read[0];
        wrong += divergence[3] <= divergence[2];
        wrong += banks[4] >= banks[3];
    }
    free(x);
    free(y);
    return example_end(wrong);
}
