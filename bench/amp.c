/* SPDX-License-Identifier: MIT */
/* The workloads in amp: as simple, tiled (fibers) and phased kernels. The same
   source, with -DAMP_OPENCL, is "amp on OpenCL": where AMP_TRACE names a file,
   its times are the kernels' own, read from there, else the whole of it. */
#include "kernels.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"

#ifndef BENCH_PROGRAM
#define BENCH_PROGRAM "build/bench/start_amp"
#endif

AMP_DEVICE_BEGIN
#define SCAN_TILE 256

/* ---- W1 sgemm ---- */

AMP_PHASED_KERNEL(sgemm_phased, (TS, TS), in(float, 2, A), in(float, 2, B), out(float, 2, C))
{
    tile_static(float, a, TS, TS);
    tile_static(float, b, TS, TS);
    thread_private(float, sum);
    phase { mine(sum) = 0; }
    for (int k0 = 0; k0 < A_shape.extent[1]; k0 += TS) {
        phase {
            a[tidx.local[0]][tidx.local[1]] = at(A, tidx.global[0], k0 + tidx.local[1]);
            b[tidx.local[0]][tidx.local[1]] = at(B, k0 + tidx.local[0], tidx.global[1]);
        }
        phase {
            for (int k = 0; k < TS; k++) {
                mine(sum) += a[tidx.local[0]][k] * b[k][tidx.local[1]];
            }
        }
    }
    phase { at_index(C, tidx.global) = mine(sum); }
}

/* ---- W2 transpose ---- */

AMP_PHASED_KERNEL(transpose_phased, (TS, TS), in(float, 2, A), out(float, 2, At))
{
    tile_static(float, t, TS, TS + 1);
    phase { t[tidx.local[0]][tidx.local[1]] = at_index(A, tidx.global); }
    phase {
        at(At, tidx.tile_origin[1] + tidx.local[0],
               tidx.tile_origin[0] + tidx.local[1]) = t[tidx.local[1]][tidx.local[0]];
    }
}

/* ---- W3 sum ---- */

AMP_PHASED_KERNEL(sum_phased, (SUM_TILE), in(int, 1, x), out(int, 1, partial))
{
    tile_static(int, s, SUM_TILE);
    phase { s[tidx.local[0]] = at(x, tidx.global[0]); }
    for (int d = SUM_TILE / 2; d > 0; d /= 2) {
        phase_first(d) { s[tidx.local[0]] += s[tidx.local[0] + d]; }
    }
    phase_first(1) { at(partial, tidx.tile[0]) = s[0]; }
}

/* ---- W4 exclusive scan: tiles, their totals in one tile, what stands before each ---- */

AMP_TILED_KERNEL(scan_tiles_tiled, (SCAN_TILE), in(int, 1, x), out(int, 1, y), out(int, 1, total))
{
    tile_static(int, t, 2 * SCAN_TILE);
    const int l = tidx.local[0], first = tidx.tile[0] * 2 * SCAN_TILE + l;
    int offset = 1;
    t[l] = at(x, first);
    t[l + SCAN_TILE] = at(x, first + SCAN_TILE);
    tile_barrier_wait(tidx);
    for (int pairs = SCAN_TILE; pairs > 0; pairs /= 2) {
        if (l < pairs) {
            t[offset * (2 * l + 2) - 1] += t[offset * (2 * l + 1) - 1];
        }
        offset *= 2;
        tile_barrier_wait(tidx);
    }
    if (l == 0) {
        at(total, tidx.tile[0]) = t[2 * SCAN_TILE - 1];
        t[2 * SCAN_TILE - 1] = 0;
    }
    tile_barrier_wait(tidx);
    for (int pairs = 1; pairs <= SCAN_TILE; pairs *= 2) {
        offset /= 2;
        if (l < pairs) {
            const int left = offset * (2 * l + 1) - 1, right = offset * (2 * l + 2) - 1;
            const int old = t[left];
            t[left] = t[right];
            t[right] += old;
        }
        tile_barrier_wait(tidx);
    }
    at(y, first) = t[l];
    at(y, first + SCAN_TILE) = t[l + SCAN_TILE];
}

/* Thread l takes the totals from l * each on. */
AMP_TILED_KERNEL(scan_totals_tiled, (SCAN_TILE), value(int, each), inout(int, 1, total))
{
    tile_static(int, t, SCAN_TILE);
    const int l = tidx.local[0];
    int offset = 1, sum = 0;
    for (int i = 0; i < each; i++) {
        sum += at(total, l * each + i);
    }
    t[l] = sum;
    tile_barrier_wait(tidx);
    for (int pairs = SCAN_TILE / 2; pairs > 0; pairs /= 2) {
        if (l < pairs) {
            t[offset * (2 * l + 2) - 1] += t[offset * (2 * l + 1) - 1];
        }
        offset *= 2;
        tile_barrier_wait(tidx);
    }
    if (l == 0) {
        t[SCAN_TILE - 1] = 0;
    }
    tile_barrier_wait(tidx);
    for (int pairs = 1; pairs <= SCAN_TILE / 2; pairs *= 2) {
        offset /= 2;
        if (l < pairs) {
            const int left = offset * (2 * l + 1) - 1, right = offset * (2 * l + 2) - 1;
            const int old = t[left];
            t[left] = t[right];
            t[right] += old;
        }
        tile_barrier_wait(tidx);
    }
    sum = t[l];
    for (int i = 0; i < each; i++) {
        const int old = at(total, l * each + i);
        at(total, l * each + i) = sum;
        sum += old;
    }
}

AMP_PHASED_KERNEL(scan_tiles_phased, (SCAN_TILE), in(int, 1, x), out(int, 1, y), out(int, 1, total))
{
    tile_static(int, t, 2 * SCAN_TILE);
    int offset = 1;
    phase {
        const int l = tidx.local[0], first = tidx.tile[0] * 2 * SCAN_TILE + l;
        t[l] = at(x, first);
        t[l + SCAN_TILE] = at(x, first + SCAN_TILE);
    }
    for (int pairs = SCAN_TILE; pairs > 0; pairs /= 2) {
        phase_first(pairs) {
            const int l = tidx.local[0];
            t[offset * (2 * l + 2) - 1] += t[offset * (2 * l + 1) - 1];
        }
        offset *= 2;
    }
    phase_first(1) {
        at(total, tidx.tile[0]) = t[2 * SCAN_TILE - 1];
        t[2 * SCAN_TILE - 1] = 0;
    }
    for (int pairs = 1; pairs <= SCAN_TILE; pairs *= 2) {
        offset /= 2;
        phase_first(pairs) {
            const int l = tidx.local[0];
            const int left = offset * (2 * l + 1) - 1, right = offset * (2 * l + 2) - 1;
            const int old = t[left];
            t[left] = t[right];
            t[right] += old;
        }
    }
    phase {
        const int l = tidx.local[0], first = tidx.tile[0] * 2 * SCAN_TILE + l;
        at(y, first) = t[l];
        at(y, first + SCAN_TILE) = t[l + SCAN_TILE];
    }
}

AMP_PHASED_KERNEL(scan_totals_phased, (SCAN_TILE), value(int, each), inout(int, 1, total))
{
    tile_static(int, t, SCAN_TILE);
    phase {
        int sum = 0;
        for (int i = 0; i < each; i++) {
            sum += at(total, tidx.local[0] * each + i);
        }
        t[tidx.local[0]] = sum;
    }
    phase_first(1) {
        int sum = 0;
        for (int i = 0; i < SCAN_TILE; i++) {
            const int old = t[i];
            t[i] = sum;
            sum += old;
        }
    }
    phase {
        int sum = t[tidx.local[0]];
        for (int i = 0; i < each; i++) {
            const int old = at(total, tidx.local[0] * each + i);
            at(total, tidx.local[0] * each + i) = sum;
            sum += old;
        }
    }
}

AMP_KERNEL(scan_add, 1, inout(int, 1, y), in(int, 1, before))
{
    at(y, idx[0]) += at(before, (unsigned)idx[0] / (2 * SCAN_TILE)); /* by hand it is unsigned */
}

/* ---- W6 heat: the grid has a border of one that no thread owns ---- */

AMP_PHASED_KERNEL(heat_phased, (TS, TS), value(float, d), in(float, 2, from), out(float, 2, to))
{
    tile_static(float, t, TS + 2, TS + 2);
    phase {
        t[tidx.local[0] + 1][tidx.local[1] + 1] = at(from, tidx.global[0] + 1, tidx.global[1] + 1);
    }
    phase_first(TS) { /* thread k of the first row brings element k of each side */
        const int k = tidx.local[1];
        const int y0 = tidx.tile_origin[0], x0 = tidx.tile_origin[1];
        t[0][k + 1] = at(from, y0, x0 + k + 1);
        t[TS + 1][k + 1] = at(from, y0 + TS + 1, x0 + k + 1);
        t[k + 1][0] = at(from, y0 + k + 1, x0);
        t[k + 1][TS + 1] = at(from, y0 + k + 1, x0 + TS + 1);
    }
    phase {
        const int y = tidx.local[0] + 1, x = tidx.local[1] + 1;
        at(to, tidx.global[0] + 1, tidx.global[1] + 1) = t[y][x]
            + d * (t[y - 1][x] + t[y + 1][x] + t[y][x - 1] + t[y][x + 1] - 4.0f * t[y][x]);
    }
}

/* ---- W8 n-body ---- */

AMP_PHASED_KERNEL(nbody_phased, (BODY_TILE), value(float, soft), in(body, 1, p), out(body, 1, acc))
{
    tile_static(body, s, BODY_TILE);
    thread_private(float, px);
    thread_private(float, py);
    thread_private(float, pz);
    thread_private(float, ax);
    thread_private(float, ay);
    thread_private(float, az);
    phase {
        mine(px) = at(p, tidx.global[0]).x;
        mine(py) = at(p, tidx.global[0]).y;
        mine(pz) = at(p, tidx.global[0]).z;
        mine(ax) = 0;
        mine(ay) = 0;
        mine(az) = 0;
    }
    for (int j0 = 0; j0 < p_shape.extent[0]; j0 += BODY_TILE) {
        phase { s[tidx.local[0]] = at(p, j0 + tidx.local[0]); }
        phase {
            const float x = mine(px), y = mine(py), z = mine(pz);
            float sx = mine(ax), sy = mine(ay), sz = mine(az);
            for (int j = 0; j < BODY_TILE; j++) {
                const float dx = s[j].x - x, dy = s[j].y - y, dz = s[j].z - z;
                const float r = 1.0f / sqrtf(dx * dx + dy * dy + dz * dz + soft);
                const float f = s[j].m * r * r * r;
                sx += f * dx;
                sy += f * dy;
                sz += f * dz;
            }
            mine(ax) = sx;
            mine(ay) = sy;
            mine(az) = sz;
        }
    }
    phase {
        at(acc, tidx.global[0]).x = mine(ax);
        at(acc, tidx.global[0]).y = mine(ay);
        at(acc, tidx.global[0]).z = mine(az);
    }
}

/* ---- what a switch and a launch cost ---- */

AMP_TILED_KERNEL(barriers, (256), value(int, rounds))
{
    for (int i = 0; i < rounds; i++) {
        tile_barrier_wait(tidx);
    }
}

AMP_KERNEL(empty_simple, 1, value(int, n)) { (void)n; (void)idx; }
AMP_TILED_KERNEL(empty_tiled, (256), value(int, n)) { (void)n; }
AMP_PHASED_KERNEL(empty_phased, (256), value(int, n)) { (void)n; phase { (void)tidx; } }
AMP_DEVICE_END

static int *partials;
static size_t partial_count;

#ifdef AMP_OPENCL
static FILE *trace; /* AMP_TRACE, or NULL */
static long traced; /* its size when it was read last */

/* The seconds of the launches in the trace since the last call. The trace is a
   JSON array, one event a line, and a new event begins on its last bracket. */
static double kernel_time(void)
{
    char line[512];
    double sum = 0;
    (void)fseek(trace, traced > 3 ? traced - 3 : 0, SEEK_SET);
    while (fgets(line, sizeof(line), trace) != NULL) {
        const char *duration = strstr(line, "\"dur\":");
        if (duration != NULL && strstr(line, "\"cat\":\"launch\"") != NULL) {
            sum += strtod(duration + 6, NULL) * 1e-6;
        }
    }
    traced = ftell(trace);
    return sum;
}

static void release(amp_status *s, amp_array_view v)
{
    const amp_status end = amp_release(v);
    *s = *s == AMP_OK ? end : *s;
}
#endif

/* Brings the results to host memory. On OpenCL all is set up anew for each
   run, as in opencl.c. */
static amp_status finish(amp_status s)
{
#ifdef AMP_OPENCL
    float *const all[] = { bench.a, bench.b, bench.out };
    int *const ints[] = { bench.ints, bench.result };
    size_t i;
    for (i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
        if (all[i] != NULL) {
            release(&s, amp_view(float, all[i], (int)bench.count));
        }
    }
    for (i = 0; i < sizeof(ints) / sizeof(ints[0]); i++) {
        if (ints[i] != NULL) {
            release(&s, amp_view(int, ints[i], bench.n));
        }
    }
    if (partials != NULL) {
        release(&s, amp_view(int, partials, (int)partial_count));
    }
#endif
    return s;
}

/* The end of a run whose work was sent: a failed launch leaves the output
   poisoned, and the check sees it. */
static double ended(amp_status s)
{
    s = finish(s);
    if (s != AMP_OK) {
        (void)fprintf(stderr, "amp: %s\n", amp_last_error());
    }
#ifdef AMP_OPENCL
    if (trace != NULL) {
        return kernel_time();
    }
#endif
    return BENCH_WALL;
}

#define SQUARE(p) amp_view(float, p, bench.n, bench.n)
#define TILES amp_tile(amp_extent(bench.n, bench.n), TS, TS)
#define SGEMM(form, domain)                                                   \
    static double run_sgemm_##form(void)                                      \
    {                                                                         \
        return ended(parallel_for_each(domain, sgemm_##form, SQUARE(bench.a), \
                                       SQUARE(bench.b), SQUARE(bench.out)));  \
    }
SGEMM(simple, amp_extent(bench.n, bench.n))
SGEMM(tiled, TILES)
SGEMM(phased, TILES)

#define TRANSPOSE(form, domain)                                               \
    static double run_transpose_##form(void)                                  \
    {                                                                         \
        return ended(parallel_for_each(domain, transpose_##form,              \
                                       SQUARE(bench.a), SQUARE(bench.out)));  \
    }
TRANSPOSE(simple, amp_extent(bench.n, bench.n))
TRANSPOSE(tiled, TILES)
TRANSPOSE(phased, TILES)

static const char *opened(void)
{
    if (bench.work == BENCH_SUM || bench.work == BENCH_SCAN) {
        partial_count = (size_t)bench.n / (bench.work == BENCH_SUM ? SUM_TILE : 2 * SCAN_TILE);
        partials = (int *)calloc(partial_count, sizeof(int));
        return partials != NULL ? NULL : "no memory";
    }
    return NULL;
}

static void closed(void)
{
    free(partials);
    partials = NULL;
}

static void before(void)
{
    if (partials != NULL) {
        (void)memset(partials, 0xff, partial_count * sizeof(int));
    }
}

static double finish_sum(amp_status s)
{
    const double t = ended(s);
    int i;
    bench.total = s == AMP_OK ? 0 : -1;
    for (i = 0; s == AMP_OK && i < bench.n / SUM_TILE; i++) {
        bench.total += partials[i];
    }
    return t;
}
#define SUM(form)                                                             \
    static double run_sum_##form(void)                                        \
    {                                                                         \
        return finish_sum(parallel_for_each(                                  \
            amp_tile(amp_extent(bench.n), SUM_TILE), sum_##form,              \
            amp_view(int, bench.ints, bench.n),                               \
            amp_view(int, partials, bench.n / SUM_TILE)));                    \
    }
SUM(tiled)
SUM(phased)

#define INTS(p) amp_view(int, p, bench.n)
#define TOTALS amp_view(int, partials, (int)partial_count)
#define SCAN(form)                                                            \
    static double run_scan_##form(void)                                       \
    {                                                                         \
        amp_status s = parallel_for_each(                                     \
            amp_tile(amp_extent(bench.n / 2), SCAN_TILE), scan_tiles_##form,  \
            INTS(bench.ints), INTS(bench.result), TOTALS);                    \
        if (s == AMP_OK) {                                                    \
            s = parallel_for_each(amp_tile(amp_extent(SCAN_TILE), SCAN_TILE), \
                                  scan_totals_##form, (int)partial_count / SCAN_TILE, TOTALS); \
        }                                                                     \
        if (s == AMP_OK) {                                                    \
            s = parallel_for_each(amp_extent(bench.n), scan_add, INTS(bench.result), TOTALS); \
        }                                                                     \
        return ended(s);                                                      \
    }
SCAN(tiled)
SCAN(phased)

static double run_saxpy(void)
{
    return ended(parallel_for_each(amp_extent(bench.n), saxpy, BENCH_SAXPY_A,
                                   amp_view(float, bench.a, bench.n),
                                   amp_view(float, bench.out, bench.n)));
}

#include "everyday.h"

#define GRID(p) amp_view(float, p, bench.n + 2, bench.n + 2)
#define HEAT(form, domain)                                                    \
    static double run_heat_##form(void)                                       \
    {                                                                         \
        amp_status s = AMP_OK;                                                \
        int i;                                                                \
        for (i = 0; i < bench.steps && s == AMP_OK; i += 2) {                 \
            s = parallel_for_each(domain, heat_##form, BENCH_DIFFUSION, GRID(bench.out), \
                                  GRID(bench.b));                             \
            if (s == AMP_OK) {                                                \
                s = parallel_for_each(domain, heat_##form, BENCH_DIFFUSION, GRID(bench.b), \
                                      GRID(bench.out));                       \
            }                                                                 \
        }                                                                     \
        return ended(s);                                                      \
    }
HEAT(simple, amp_extent(bench.n, bench.n))
HEAT(tiled, TILES)
HEAT(phased, TILES)

#define BODIES(p) amp_view(body, (body *)(void *)(p), bench.n)
#define NBODY(form, domain)                                                   \
    static double run_nbody_##form(void)                                      \
    {                                                                         \
        return ended(parallel_for_each(domain, nbody_##form, BENCH_SOFTENING, \
                                       BODIES(bench.a), BODIES(bench.out)));  \
    }
NBODY(simple, amp_extent(bench.n))
NBODY(tiled, amp_tile(amp_extent(bench.n), BODY_TILE))
NBODY(phased, amp_tile(amp_extent(bench.n), BODY_TILE))

/* Seconds of one switch: bench.n rounds of 256 fibers on one core. */
static double run_switch(void)
{
    double t;
    amp_status s;
    (void)amp_emu_set_workers(1);
    (void)amp_emu_set_engine(AMP_ENGINE_FIBERS);
    t = bench_now();
    s = parallel_for_each(amp_tile(amp_extent(256), 256), barriers, bench.n);
    t = bench_now() - t;
    (void)amp_emu_set_engine(AMP_ENGINE_DEFAULT);
    (void)amp_emu_set_workers(0);
    (void)ended(s);
    return t / (256.0 * bench.n);
}

#ifdef AMP_OPENCL /* where launches are asynchronous, one wait for all */
#define IN_A_ROW_END \
    s = s == AMP_OK ? amp_wait(amp_accelerator_default_view(amp_accelerator_default())) : s;
#else
#define IN_A_ROW_END
#endif

/* Seconds of one launch, of bench.n in a row. */
#define LAUNCH(form, domain)                                                  \
    static double run_empty_##form(void)                                      \
    {                                                                         \
        amp_status s = AMP_OK;                                                \
        double t = bench_now();                                               \
        int i;                                                                \
        for (i = 0; i < bench.n && s == AMP_OK; i++) {                        \
            s = parallel_for_each(domain, empty_##form, i);                   \
        }                                                                     \
        IN_A_ROW_END                                                          \
        t = bench_now() - t;                                                  \
        (void)ended(s);                                                       \
        return t / bench.n;                                                   \
    }
LAUNCH(simple, amp_extent(512))
LAUNCH(tiled, amp_tile(amp_extent(512), 256))
LAUNCH(phased, amp_tile(amp_extent(512), 256))

/* What the library takes of a launch: no team is started. */
#define LAUNCH_ALONE(form)                                                    \
    static double run_alone_##form(void)                                      \
    {                                                                         \
        double t;                                                             \
        (void)amp_emu_set_workers(1);                                         \
        t = run_empty_##form();                                               \
        (void)amp_emu_set_workers(0);                                         \
        return t;                                                             \
    }
LAUNCH_ALONE(simple)
LAUNCH_ALONE(tiled)
LAUNCH_ALONE(phased)

/* Two views made for each launch, and the result fetched: 16 elements. */
static double run_views(void)
{
    static float x[16], y[16];
    amp_status s = AMP_OK;
    double t;
    int i;
    (void)amp_emu_set_workers(1);
    t = bench_now();
    for (i = 0; i < bench.n && s == AMP_OK; i++) {
        const amp_array_view v = amp_view(float, y, 16);
        s = parallel_for_each(amp_extent(16), saxpy, 2.0f, amp_view(float, x, 16), v);
        s = s == AMP_OK ? amp_synchronize(v) : s;
    }
    t = bench_now() - t;
    (void)amp_emu_set_workers(0);
    (void)ended(s);
    return t / bench.n;
}

#ifdef AMP_OPENCL
/* As above, each waited for. */
#define LAUNCH_WAIT(form, domain)                                             \
    static double run_wait_##form(void)                                       \
    {                                                                         \
        const amp_accelerator_view view                                       \
            = amp_accelerator_default_view(amp_accelerator_default());        \
        amp_status s = AMP_OK;                                                \
        double t = bench_now();                                               \
        int i;                                                                \
        for (i = 0; i < bench.n && s == AMP_OK; i++) {                        \
            s = parallel_for_each(domain, empty_##form, i);                   \
            s = s == AMP_OK ? amp_wait(view) : s;                             \
        }                                                                     \
        t = bench_now() - t;                                                  \
        (void)ended(s);                                                       \
        return t / bench.n;                                                   \
    }
LAUNCH_WAIT(simple, amp_extent(512))
LAUNCH_WAIT(tiled, amp_tile(amp_extent(512), 256))

static double run_start(void)
{
    return bench_start(BENCH_PROGRAM, NULL);
}
#endif

/* The peer of an empty launch, in the same process with the same team. */
static double run_empty_openmp(void)
{
    double t = bench_now();
    int i, j;
    for (i = 0; i < bench.n; i++) {
#pragma omp parallel for schedule(static)
        for (j = 0; j < 512; j++) {
            __asm__ volatile("" : : "r"(j));
        }
    }
    return (bench_now() - t) / bench.n;
}

static const bench_variant variants[] = {
    { BENCH_SGEMM, "phased", run_sgemm_phased },
    { BENCH_SGEMM, "tiled", run_sgemm_tiled },
    { BENCH_SGEMM, "simple", run_sgemm_simple },
    { BENCH_TRANSPOSE, "phased", run_transpose_phased },
    { BENCH_TRANSPOSE, "tiled", run_transpose_tiled },
    { BENCH_TRANSPOSE_UNTILED, "simple", run_transpose_simple },
    { BENCH_SUM, "phased", run_sum_phased },
    { BENCH_SUM, "tiled", run_sum_tiled },
    { BENCH_SCAN, "phased", run_scan_phased },
    { BENCH_SCAN, "tiled", run_scan_tiled },
    { BENCH_SAXPY, "simple", run_saxpy },
    EVERYDAY(""),
    { BENCH_HEAT, "phased", run_heat_phased },
    { BENCH_HEAT, "tiled", run_heat_tiled },
    { BENCH_HEAT, "simple", run_heat_simple },
    { BENCH_NBODY, "phased", run_nbody_phased },
    { BENCH_NBODY, "tiled", run_nbody_tiled },
    { BENCH_NBODY, "simple", run_nbody_simple },
    { BENCH_SWITCH, "switch", run_switch },
    { BENCH_LAUNCH, "simple", run_empty_simple },
    { BENCH_LAUNCH, "tiled", run_empty_tiled },
    { BENCH_LAUNCH, "phased", run_empty_phased },
    { BENCH_LAUNCH, "one worker, simple", run_alone_simple },
    { BENCH_LAUNCH, "one worker, tiled", run_alone_tiled },
    { BENCH_LAUNCH, "one worker, phased", run_alone_phased },
    { BENCH_LAUNCH, "one worker, views", run_views },
    { BENCH_LAUNCH, "openmp", run_empty_openmp },
};

#ifdef AMP_VECTORS
/* A process to its first result, whose tiled kernel waits until it is a vector kernel: with
   an empty cache, and with one that has it from an earlier run. */
static double run_start_first(void) { return bench_start_cached(BENCH_PROGRAM, 0); }
static double run_start_kept(void) { return bench_start_cached(BENCH_PROGRAM, 1); }

/* The kernels, unchanged, as vectors. */
static const bench_variant vector_variants[] = {
    { BENCH_START, "start, first", run_start_first },
    { BENCH_START, "start, kept", run_start_kept },
    { BENCH_SGEMM, "tiled, vectors", run_sgemm_tiled },
    { BENCH_TRANSPOSE, "tiled, vectors", run_transpose_tiled },
    { BENCH_SUM, "tiled, vectors", run_sum_tiled },
    { BENCH_SCAN, "tiled, vectors", run_scan_tiled },
    { BENCH_HEAT, "tiled, vectors", run_heat_tiled },
    { BENCH_NBODY, "tiled, vectors", run_nbody_tiled },
    { BENCH_SGEMM, "phased, vectors", run_sgemm_phased },
    { BENCH_TRANSPOSE, "phased, vectors", run_transpose_phased },
    { BENCH_SUM, "phased, vectors", run_sum_phased },
    { BENCH_SCAN, "phased, vectors", run_scan_phased },
    { BENCH_HEAT, "phased, vectors", run_heat_phased },
    { BENCH_NBODY, "phased, vectors", run_nbody_phased },
    { BENCH_SGEMM, "simple, vectors", run_sgemm_simple },
    { BENCH_TRANSPOSE_UNTILED, "simple, vectors", run_transpose_simple },
    { BENCH_SAXPY, "simple, vectors", run_saxpy },
    EVERYDAY(", vectors"),
    { BENCH_HEAT, "simple, vectors", run_heat_simple },
    { BENCH_NBODY, "simple, vectors", run_nbody_simple },
};
#endif

#ifdef AMP_OPENCL
/* The kernels' own times, of the form that opencl.c has and of the phased. */
static const bench_variant kernel_variants[] = {
    { BENCH_SGEMM, "tiled", run_sgemm_tiled },
    { BENCH_SGEMM, "phased", run_sgemm_phased },
    { BENCH_TRANSPOSE, "tiled", run_transpose_tiled },
    { BENCH_TRANSPOSE, "phased", run_transpose_phased },
    { BENCH_TRANSPOSE_UNTILED, "simple", run_transpose_simple },
    { BENCH_SUM, "tiled", run_sum_tiled },
    { BENCH_SUM, "phased", run_sum_phased },
    { BENCH_SCAN, "tiled", run_scan_tiled },
    { BENCH_SCAN, "phased", run_scan_phased },
    { BENCH_SAXPY, "simple", run_saxpy },
    { BENCH_HEAT, "tiled", run_heat_tiled },
    { BENCH_HEAT, "phased", run_heat_phased },
    { BENCH_NBODY, "tiled", run_nbody_tiled },
    { BENCH_NBODY, "phased", run_nbody_phased },
};
/* From the call to the result in host memory. */
static const bench_variant whole_variants[] = {
    { BENCH_SGEMM, "tiled, end to end", run_sgemm_tiled },
    { BENCH_SGEMM, "phased, end to end", run_sgemm_phased },
    { BENCH_TRANSPOSE, "tiled, end to end", run_transpose_tiled },
    { BENCH_TRANSPOSE, "phased, end to end", run_transpose_phased },
    { BENCH_TRANSPOSE_UNTILED, "simple, end to end", run_transpose_simple },
    { BENCH_SUM, "tiled, end to end", run_sum_tiled },
    { BENCH_SUM, "phased, end to end", run_sum_phased },
    { BENCH_SCAN, "tiled, end to end", run_scan_tiled },
    { BENCH_SCAN, "phased, end to end", run_scan_phased },
    { BENCH_SAXPY, "simple, end to end", run_saxpy },
    { BENCH_HEAT, "tiled, end to end", run_heat_tiled },
    { BENCH_HEAT, "phased, end to end", run_heat_phased },
    { BENCH_NBODY, "tiled, end to end", run_nbody_tiled },
    { BENCH_NBODY, "phased, end to end", run_nbody_phased },
    { BENCH_LAUNCH, "simple, in a row", run_empty_simple },
    { BENCH_LAUNCH, "tiled, in a row", run_empty_tiled },
    { BENCH_LAUNCH, "simple, one by one", run_wait_simple },
    { BENCH_LAUNCH, "tiled, one by one", run_wait_tiled },
    { BENCH_START, "start", run_start },
};
#define COUNT(list) (int)(sizeof(list) / sizeof((list)[0]))

/* The default accelerator is OpenCL's first device. */
static const char *opened_on_opencl(void)
{
    static char why[200];
    const amp_accelerator a = amp_accelerator_default();
    if (strncmp(a.device_path, "opencl", 6) != 0) {
        (void)snprintf(why, sizeof(why), "amp's default accelerator is \"%s\"", a.device_path);
        return why;
    }
    if (trace == NULL && getenv("AMP_TRACE") != NULL) {
        trace = fopen(getenv("AMP_TRACE"), "w+");
        if (trace == NULL) {
            return "the file of AMP_TRACE cannot be opened";
        }
    }
    return opened();
}

/* The hand-written program beside it: each runs before or after the other in
   the same memory, so that what the machine does to one it does to both. */
static const char *opened_both(void)
{
    const char *why = opened_on_opencl();
    return why != NULL ? why : bench_by_hand()->opened();
}
static void before_both(void)
{
    before();
    bench_by_hand()->before();
}
static void closed_both(void)
{
    closed();
    bench_by_hand()->closed();
}

/* amp's variants of one measure and the hand-written ones of the same. */
static int both(const bench_variant *mine, int count, int whole, bench_variant *all)
{
    const bench_contender *hand = bench_by_hand();
    int i, n = 0;
    for (i = 0; i < count; i++) {
        all[n++] = mine[i];
    }
    for (i = 0; i < hand->count; i++) {
        if ((strchr(hand->variants[i].name, ',') != NULL) == whole) {
            all[n++] = hand->variants[i];
        }
    }
    return n;
}
#endif

int main(void)
{
    bench_contender c = { variants, (int)(sizeof(variants) / sizeof(variants[0])),
                          opened, before, NULL, closed, 0 };
#ifdef AMP_VECTORS
    c.variants = vector_variants;
    c.count = (int)(sizeof(vector_variants) / sizeof(vector_variants[0]));
    c.compiles = 1;
#endif
#ifdef AMP_OPENCL
    const int whole = getenv("AMP_TRACE") == NULL;
    bench_variant all[64];
    c.variants = all;
    c.count = whole ? both(whole_variants, COUNT(whole_variants), whole, all)
                    : both(kernel_variants, COUNT(kernel_variants), whole, all);
    c.opened = opened_both;
    c.before = before_both;
    c.closed = closed_both;
    c.compiles = 1;
#endif
    return bench_serve(&c);
}
