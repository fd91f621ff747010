/* SPDX-License-Identifier: MIT */
#ifndef AMP_LENS_TIME_H
#define AMP_LENS_TIME_H
/*
amp/lens/time.h: how long a GPU would take for a launch, and what of it limits that.

  1 counts     of the measured tiles, and of the launch
  2 parts      what each part of a GPU is asked for
  3 the time   warps that take turns at these parts

A multiprocessor's warps go round: each is served by one part after another, and waits for what is
under way. The more there are, the more of the waiting is covered, until the part that is asked for
most is always busy. How long a round takes is worked out exactly for such a closed network of
queues (mean value analysis, Reiser and Lavenberg 1980): docs/decisions/0041-time-that-ranks.md.
*/

#include "rows.h"

/* ==== 1 counts =========================================================== */

/* What counts of the measured tiles are multiplied by to be those of the launch. */
static AMP__COLD double amp__lens_scale(const amp__lens_kernel *k)
{
    return k->counted > 0 ? (double)k->tiles / (double)k->counted : 0;
}

/* Barrier rounds of the measured tiles; without the end of the kernel. */
static AMP__COLD unsigned long long amp__lens_rounds(const amp__lens_kernel *k)
{
    unsigned long long n = 0;
    int i;
    for (i = 0; i < k->barrier_count; i++) {
        n += k->barriers[i].site != NULL ? k->barriers[i].sum.rounds : 0;
    }
    return n;
}

/* Sectors of a sum that go beyond a multiprocessor's cache: all but what it had of the loads. */
static AMP__COLD double amp__lens_beyond(const amp__lens_kernel *k, const amp__lens_sum *s,
                                         int loads)
{
    return loads && k->model.l1 > 0 && s->looked > 0
        ? (double)s->sectors * (1 - (double)s->found / (double)s->looked) : (double)s->sectors;
}

/* Sectors that the measured tiles ask of the shared cache; of all global memory where there is
   none. */
static AMP__COLD double amp__lens_shared_sectors(const amp__lens_kernel *k)
{
    double n = 0;
    int i;
    for (i = 0; i < k->row_count; i++) {
        n += k->arrays[k->rows[i].array].tile ? 0
            : amp__lens_beyond(k, &k->rows[i].sum, k->rows[i].kind == AMP__CHECK_READ);
    }
    return n;
}

/* Whether a kernel reads (0) or writes (1) an array; an atomic does both. */
static AMP__COLD int amp__lens_uses(const amp__lens_kernel *k, int array, int writes)
{
    int i;
    for (i = 0; i < k->row_count && ((int)k->rows[i].array != array
         || k->rows[i].kind == (writes ? AMP__CHECK_READ : AMP__CHECK_WRITE)); i++) {
    }
    return i < k->row_count;
}

/* Elements of an array. */
static AMP__COLD double amp__lens_elements(const amp__lens_array *a)
{
    double n = 1;
    int d;
    for (d = 0; d < a->rank; d++) {
        n *= a->extent[d];
    }
    return n;
}

/* Bytes of the views that a kernel reads (0) or writes (1). */
static AMP__COLD double amp__lens_view_bytes(const amp__lens_kernel *k, int writes)
{
    double all = 0;
    int i;
    for (i = 0; i < k->array_count; i++) {
        const amp__lens_array *a = &k->arrays[i];
        all += !a->tile && amp__lens_uses(k, i, writes)
            ? (double)a->size * amp__lens_elements(a) : 0;
    }
    return all;
}

/* Bytes that the launch moves from and to DRAM. What the run of tiles says is multiplied; where all
   views fit into the shared cache, each byte is moved no more than once in each direction. */
static AMP__COLD double amp__lens_dram_bytes(const amp__lens_kernel *k)
{
    const double sector = k->model.sector;
    const double all = amp__lens_shared_sectors(k) * sector * amp__lens_scale(k);
    const double reads = amp__lens_view_bytes(k, 0), writes = amp__lens_view_bytes(k, 1);
    double from, to;
    if (k->model.l2 == 0 || k->shared_asked == 0) {
        return all;
    }
    from = all * (double)k->shared_missed / (double)k->shared_asked;
    to = all * (double)k->written_back / (double)k->shared_asked;
    if (reads + writes <= k->model.l2) {
        from = from < reads ? from : reads;
        to = to < writes ? to : writes;
    }
    return from + to;
}

/* Of the sectors that the shared cache was asked for: those that it could give or take; -1 where
   there is none, or nothing was asked of it. */
static AMP__COLD double amp__lens_l2_hits(const amp__lens_kernel *k)
{
    return k->model.l2 == 0 || k->shared_asked == 0 ? -1
        : 1 - (double)k->shared_missed / (double)k->shared_asked;
}

/* What the lines of a kernel have warps do, as a GPU has it. */
static AMP__COLD amp__lens_work amp__lens_all_issued(const amp__lens_kernel *k)
{
    amp__lens_work all = AMP__ZERO;
    int i;
    for (i = 0; i < k->line_count && k->instructions_known; i++) {
        amp__lens_add_work(&all, &k->lines[i].sum);
    }
    return all;
}

/* Warps of a tile. */
static AMP__COLD double amp__lens_warps(const amp__lens_kernel *k)
{
    return (double)((k->threads + k->model.warp - 1) / k->model.warp);
}

/* ==== 2 parts ============================================================ */

/* What may bound a kernel: parts that serve one warp after another, in each multiprocessor or for
   all of them, and what a warp waits for while others run. */
enum {
    AMP__LENS_BY_ISSUE, AMP__LENS_BY_FLOATS, AMP__LENS_BY_DOUBLES, AMP__LENS_BY_INTEGERS,
    AMP__LENS_BY_TILE, AMP__LENS_BY_L1, AMP__LENS_BY_L2, AMP__LENS_BY_MEMORY,
    AMP__LENS_BY_ATOMICS, AMP__LENS_SERVERS,
    AMP__LENS_BY_BARRIERS = AMP__LENS_SERVERS, AMP__LENS_BY_LATENCY, AMP__LENS_BOUNDS
};
static const char *const amp__lens_bound_name[AMP__LENS_BOUNDS] = {
    "instructions", "floats", "doubles", "integers", "tile memory", "L1", "L2", "global memory",
    "atomics on one address", "barriers", "latency"
};

/* The time model of a launch. Each part is how long the launch takes if all others cost nothing. */
typedef struct amp__lens_times {
    const amp__lens_kernel *kernel;
    double part[AMP__LENS_BOUNDS]; /* nanoseconds */
    double all;       /* how long it takes */
    double launch, copy; /* besides: of a launch, and of its views to the device and back */
    int bound;        /* which part is the longest */
    int resident;     /* tiles that a multiprocessor has at a time; 0: none fits */
    int limit;        /* what limits them */
    double occupancy; /* share of its warps */
    double warps, rounds; /* of a multiprocessor: at a time, and how often they follow each other */
} amp__lens_times;

/* Instructions that the launch's warps issue: accesses, barriers and the rest. */
static AMP__COLD double amp__lens_issued_all(const amp__lens_kernel *k)
{
    const double lines = (double)k->global.taken > (double)k->global.requests
        ? (double)(k->global.taken - k->global.requests) : 0;
    const double again = k->model.reissue
        ? lines + (double)(k->shared.cycles - k->shared.parts) : 0;
    return (again + amp__lens_all_issued(k).issued + (double)k->global.requests
            + (double)k->shared.requests + (double)amp__lens_rounds(k) * amp__lens_warps(k))
        * amp__lens_scale(k);
}

/* Sets what the launch asks of a multiprocessor's units for arithmetic, in its cycles: a
   multiplication and an addition that follow each other are one instruction, of two operations. */
static AMP__COLD void amp__lens_set_arithmetic(const amp__lens_kernel *k, double *part)
{
    const amp_lens_model *m = &k->model;
    const amp__lens_work all = amp__lens_all_issued(k);
    const double scale = amp__lens_scale(k), warp = m->warp;
    const double whole = m->clock * m->multiprocessors; /* cycles a nanosecond */
    part[AMP__LENS_BY_FLOATS] = k->operations_given
        ? k->operations * (double)k->tiles * k->threads * whole / m->arithmetic
        : 2 * all.floats * warp * scale * whole / m->arithmetic;
    part[AMP__LENS_BY_DOUBLES] = k->operations_given ? 0 : 2 * all.doubles * warp * scale * whole
        / (m->doubles > 0 ? m->doubles : m->arithmetic);
    part[AMP__LENS_BY_INTEGERS] = all.integers * warp * scale / m->integers;
}

/* Nanoseconds that one warp waits, while others may run: for loads, and for the results of its own
   instructions. */
static AMP__COLD double amp__lens_wait(const amp__lens_kernel *k)
{
    const amp_lens_model *m = &k->model;
    const double warps = amp__lens_warps(k) * (double)(k->counted > 0 ? k->counted : 1);
    const double missed = k->shared_loads > 0
        ? (double)k->shared_load_misses / (double)k->shared_loads : 1;
    const double beyond = m->l2 == 0 ? m->latency
        : m->l2_latency + missed * (m->latency > m->l2_latency ? m->latency - m->l2_latency : 0);
    const double loads = k->waits[AMP__LENS_IN_TILE] * m->tile_latency
        + k->waits[AMP__LENS_IN_L1] * m->l1_latency + k->waits[AMP__LENS_BEYOND] * beyond;
    return (loads + amp__lens_all_issued(k).issued * m->arithmetic_latency) / warps / m->clock;
}

/* ==== 3 the time ========================================================= */

/* Nanoseconds for `all` warps, of which n are there at a time: server[]: how long each needs a
   part, wait: how long it needs none. */
static AMP__COLD double amp__lens_go_round(const double *server, double wait, double n, double all)
{
    enum { AMP__LENS_CROWD = 4096 }; /* more of them change nothing */
    double queue[AMP__LENS_SERVERS], stay[AMP__LENS_SERVERS], round = wait;
    int i, warp;
    n = n < (double)AMP__LENS_CROWD ? n : (double)AMP__LENS_CROWD;
    for (i = 0; i < AMP__LENS_SERVERS; i++) {
        queue[i] = 0;
    }
    for (warp = 1; warp <= (int)n; warp++) {
        round = wait;
        for (i = 0; i < AMP__LENS_SERVERS; i++) {
            stay[i] = server[i] * (1 + queue[i]);
            round += stay[i];
        }
        for (i = 0; i < AMP__LENS_SERVERS && round > 0; i++) {
            queue[i] = warp * stay[i] / round;
        }
    }
    return n >= 1 ? all * round / n : 0;
}

/* What a phase is asked for of a part, as a number that means something beside that of others. */
static AMP__COLD double amp__lens_of_phase(const amp_lens_model *m, const amp__lens_barrier *b,
                                           int part)
{
    const amp__lens_phase *p = &b->phase;
    switch (part) {
    case AMP__LENS_BY_TILE: return (double)p->cycles;
    case AMP__LENS_BY_L1: return (double)p->taken;
    case AMP__LENS_BY_L2:
    case AMP__LENS_BY_MEMORY: return (double)p->beyond;
    case AMP__LENS_BY_BARRIERS: return b->site != NULL ? (double)b->sum.rounds : 0;
    case AMP__LENS_BY_LATENCY:
        return (double)p->waits[AMP__LENS_IN_TILE] * m->tile_latency
            + (double)p->waits[AMP__LENS_IN_L1] * m->l1_latency
            + (double)p->waits[AMP__LENS_BEYOND] * m->latency + (double)p->blocks;
    }
    return (double)p->blocks;
}

/* Nanoseconds for the tiles of a multiprocessor, one after another: from barrier to barrier each
   takes as long as the part that is asked for most, and waits, since nothing of it goes on. */
static AMP__COLD double amp__lens_one_by_one(const amp__lens_times *t, const double *part)
{
    const amp__lens_kernel *k = t->kernel;
    const double residents = t->warps / amp__lens_warps(k);
    double total[AMP__LENS_BOUNDS], all = 0;
    int i, b;
    for (i = 0; i < AMP__LENS_BOUNDS; i++) {
        total[i] = 0;
        for (b = 0; b < k->barrier_count; b++) {
            total[i] += amp__lens_of_phase(&k->model, &k->barriers[b], i);
        }
    }
    for (b = 0; b < k->barrier_count; b++) {
        double most = 0;
        for (i = 0; i < AMP__LENS_BOUNDS; i++) {
            const double share = total[i] > 0
                ? amp__lens_of_phase(&k->model, &k->barriers[b], i) / total[i] : 0;
            if (i >= AMP__LENS_SERVERS) {
                all += part[i] * residents * share;
            } else if (part[i] * share > most) {
                most = part[i] * share;
            }
        }
        all += most;
    }
    return all;
}

/* Nanoseconds for a launch whose tiles have barriers: those that a multiprocessor has at a time
   take turns at the part that is asked for most, and are at the others, or wait, in between. */
static AMP__COLD double amp__lens_tiles_go_round(const amp__lens_times *t, const double *part)
{
    const double residents = t->warps / amp__lens_warps(t->kernel), tiles = residents * t->rounds;
    const double alone = amp__lens_one_by_one(t, part) / tiles;
    double server[AMP__LENS_SERVERS], most = 0;
    int i;
    for (i = 0; i < AMP__LENS_SERVERS; i++) {
        most = part[i] / tiles > most ? part[i] / tiles : most;
        server[i] = 0;
    }
    server[0] = most;
    return amp__lens_go_round(server, alone > most ? alone - most : 0, residents, tiles);
}

/* Nanoseconds for a launch with these parts. */
static AMP__COLD double amp__lens_time_of(const amp__lens_times *t, const double *part)
{
    double server[AMP__LENS_SERVERS], wait = 0, warps, tiles;
    const double all = t->warps * t->rounds;
    int i;
    for (i = 0; i < AMP__LENS_SERVERS; i++) {
        server[i] = all > 0 ? part[i] / all : 0;
    }
    for (; i < AMP__LENS_BOUNDS; i++) {
        wait += t->rounds > 0 ? part[i] / t->rounds : 0;
    }
    warps = amp__lens_go_round(server, wait, t->warps, all);
    tiles = amp__lens_rounds(t->kernel) > 0 ? amp__lens_tiles_go_round(t, part) : 0;
    return tiles > warps ? tiles : warps;
}

/* As *t, with so many warps of a multiprocessor at a time in place of those that it has. */
static AMP__COLD double amp__lens_time_with(const amp__lens_times *t, double warps)
{
    amp__lens_times other = *t;
    int i;
    other.rounds = t->warps * t->rounds / warps;
    other.warps = warps;
    for (i = AMP__LENS_SERVERS; i < AMP__LENS_BOUNDS; i++) {
        other.part[i] = t->part[i] / t->rounds * other.rounds;
    }
    return amp__lens_time_of(&other, other.part);
}

/* Tiles of the multiprocessor that has most of them. */
static AMP__COLD double amp__lens_tiles_of_one(const amp__lens_kernel *k)
{
    const long long n = k->model.multiprocessors;
    return (double)((k->tiles + n - 1) / n);
}

/* The time model: docs/lens.md. */
static AMP__COLD amp__lens_times amp__lens_time(const amp__lens_kernel *k)
{
    const amp_lens_model *m = &k->model;
    const double tiles = amp__lens_tiles_of_one(k), sector = m->sector;
    const double scale = amp__lens_scale(k);
    /* of what all do together one has this share, in cycles a nanosecond */
    const double one = k->tiles > 0 ? tiles / (double)k->tiles / m->clock : 0;
    amp__lens_times t = AMP__ZERO;
    double residents;
    int i;
    t.kernel = k;
    if (k->threads > 0) {
        const amp__lens_fit fit = amp__lens_fit_of(m, k->threads, k->tile_memory, k->registers);
        t.resident = fit.tiles;
        t.limit = fit.limit;
    }
    t.occupancy = (double)t.resident * (double)amp__lens_round_up(k->threads, m->warp)
        / (m->threads / m->warp * m->warp);
    t.launch = m->launch * 1000;
    t.copy = (amp__lens_view_bytes(k, 0) + amp__lens_view_bytes(k, 1)) / m->copy;
    if (k->tiles < 1 || k->counted < 1) {
        return t;
    }
    residents = t.resident < 1 ? 1 : t.resident < tiles ? t.resident : tiles;
    t.warps = residents * amp__lens_warps(k);
    t.rounds = tiles / residents;
    t.part[AMP__LENS_BY_ISSUE] = amp__lens_issued_all(k) / m->issue * one;
    amp__lens_set_arithmetic(k, t.part);
    for (i = AMP__LENS_BY_FLOATS; i <= AMP__LENS_BY_INTEGERS; i++) {
        t.part[i] *= one;
    }
    t.part[AMP__LENS_BY_TILE] = (double)k->shared.cycles * (m->bank_cycles > 0 ? m->bank_cycles : 1)
        * scale * one;
    t.part[AMP__LENS_BY_L1] = (double)k->global.taken * scale * one;
    t.part[AMP__LENS_BY_L2] = m->l2 > 0
        ? amp__lens_shared_sectors(k) * sector * scale / m->l2_bandwidth : 0;
    t.part[AMP__LENS_BY_MEMORY] = amp__lens_dram_bytes(k) / m->bandwidth * k->camping;
    t.part[AMP__LENS_BY_ATOMICS] = (double)k->hottest * (k->hot_tiles > 2 ? scale : 1)
        * m->atomic_cycles / m->clock;
    t.part[AMP__LENS_BY_BARRIERS] = (double)amp__lens_rounds(k) / (double)k->counted
        * m->barrier_cycles / m->clock * t.rounds;
    t.part[AMP__LENS_BY_LATENCY] = amp__lens_wait(k) * t.rounds;
    for (i = 1; i < AMP__LENS_BOUNDS; i++) {
        t.bound = t.part[i] > t.part[t.bound] ? i : t.bound;
    }
    t.all = amp__lens_time_of(&t, t.part);
    return t;
}

#endif /* AMP_LENS_TIME_H */
