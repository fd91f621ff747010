/* SPDX-License-Identifier: MIT */
#ifndef AMP_LENS_MEASURES_H
#define AMP_LENS_MEASURES_H
/*
amp/lens/measures.h: the measures of a kernel, of a line or of an array.

  1 scopes     what a measure is of
  2 measures
*/

#include "time.h"

/* ==== 1 scopes =========================================================== */

/* What a measure is of: the kernel; a line of it (0: all); an array of it (NULL: all), by 47
   characters of its name; a kind of access (0: all). */
typedef struct amp__lens_scope {
    const amp__lens_kernel *kernel;
    int line;
    const char *array;
    int kind;
} amp__lens_scope;

/* What the rows, lines and barriers of a scope add up to. */
typedef struct amp__lens_total {
    amp__lens_sum global, shared, atomics; /* shared: tile memory; atomics: of both */
    amp__lens_sum loads, stores;           /* of global memory, without atomics */
    unsigned long long loaded, fetched;    /* bytes asked for, and different ones, of loads */
    int known;                             /* `fetched` is */
    unsigned long long tile_read;          /* bytes of tile memory that threads read */
    double camping;
    int lines, loops;    /* what lines have warps do is known; loops that begin in them */
    amp__lens_work work; /* of the measured tiles */
    unsigned long long idle, arrived; /* threads at barriers, with the end of the kernel */
} amp__lens_total;

/* Whether a row belongs to a scope. */
static AMP__COLD int amp__lens_within(const amp__lens_scope *s, const amp__lens_row *r)
{
    return (s->line == 0 || s->line == r->line) && (s->kind == 0 || s->kind == r->kind)
           && (s->array == NULL || strncmp(s->array, s->kernel->arrays[r->array].name, 47) == 0);
}

/* Adds up what is of a scope. */
static AMP__COLD void amp__lens_add_up(const amp__lens_scope *s, amp__lens_total *t)
{
    const amp__lens_kernel *k = s->kernel;
    int i;
    __builtin_memset(t, 0, sizeof(*t));
    t->known = s->line == 0;
    t->camping = s->line == 0 && s->array == NULL ? k->camping : 1;
    for (i = 0; i < k->row_count; i++) {
        const amp__lens_row *r = &k->rows[i];
        const amp__lens_array *a = &k->arrays[r->array];
        if (!amp__lens_within(s, r)) {
            continue;
        }
        amp__lens_add_sums(a->tile ? &t->shared : &t->global, &r->sum);
        if (r->kind == AMP__CHECK_ATOMIC) {
            amp__lens_add_sums(&t->atomics, &r->sum);
        } else if (!a->tile) {
            amp__lens_add_sums(r->kind == AMP__CHECK_READ ? &t->loads : &t->stores, &r->sum);
        }
        if (r->kind == AMP__CHECK_READ) {
            *(a->tile ? &t->tile_read : &t->loaded) += a->tile ? r->sum.named : r->sum.asked;
        }
        t->camping = r->camping > t->camping && (s->line != 0 || s->array != NULL)
            ? r->camping : t->camping;
    }
    for (i = 0; i < k->array_count; i++) {
        if (!k->arrays[i].tile
            && (s->array == NULL || strncmp(s->array, k->arrays[i].name, 47) == 0)) {
            t->fetched += k->arrays[i].different[0];
            t->known &= !k->arrays[i].incomplete;
        }
    }
    for (i = 0; i < k->line_count && s->array == NULL && k->by_warps; i++) {
        if (s->line == 0 || s->line == k->lines[i].line) {
            t->lines = 1;
            t->loops += k->lines[i].loops;
            amp__lens_add_work(&t->work, &k->lines[i].sum);
        }
    }
    for (i = 0; i < k->barrier_count && s->array == NULL; i++) {
        if (s->line == 0 || s->line == k->barriers[i].line) {
            t->idle += k->barriers[i].sum.idle;
            t->arrived += k->barriers[i].sum.threads;
        }
    }
}

/* How the requests of a kernel were told, as a sentence where they may be wrong; else NULL. */
static AMP__COLD const char *amp__lens_doubt(const amp__lens_kernel *k)
{
    return !k->by_warps
        ? "the n-th visit of each thread to an instruction is taken for one request, which is "
          "wrong where threads of a warp part: "
#ifdef __wasm__
          "the ways of warps are not seen in WebAssembly"
#else
          "compile with -fsanitize-coverage=trace-pc besides, as docs/lens.md says"
#endif
        : k->ordered == AMP__LENS_MOVED
        ? "the compiler has moved blocks of this file, or announces not all, so what a warp does "
          "together may be told wrong: compile with -Og -fno-reorder-blocks (gcc) or -O0 (clang, "
          "with trace-pc,no-prune), as docs/lens.md says"
        : k->partly
        ? "some of its code announces no blocks, or calls too deep, so what a warp does together "
          "may be told wrong there: compile all of it as docs/lens.md says"
        : NULL;
}

/* ==== 2 measures ========================================================= */

/* XX(name, whole, unit, better, what it says, nsight, value). whole: 1: of a whole kernel alone;
   better: -1 where less is, 1 where more is, 0 neither; nsight: what Nsight Compute calls it, for
   those who go on to a GPU: names of metrics as of its version 2023, from compute capability 7.0
   on, or ""; value: what amp__lens_value returns, -1 where the scope has none, such as sectors
   where global memory is not used. docs/lens.md has them, too, which a test holds equal to
   this. */
#define AMP__LENS_MEASURE_MAP(XX) \
    XX(requests, 0, "", -1, "requests of warps to global and tile memory", \
       "l1tex__t_requests_pipe_lsu.sum", \
       (double)(t.global.requests + t.shared.requests) * scale) \
    XX(bytes_asked, 0, "B", 0, "bytes of global memory that requests name, each once a request", \
       "smsp__sass_data_bytes_mem_global.sum", (double)t.global.asked * scale) \
    XX(bytes_moved, 0, "B", -1, "bytes of the sectors that they touch", \
       "l1tex__t_bytes_pipe_lsu_mem_global_op_ld.sum + ..._op_st.sum", \
       (double)(t.global.sectors * sector) * scale) \
    XX(efficiency, 0, "", 1, "bytes asked for, as a share of those moved", \
       "smsp__sass_average_data_bytes_per_sector_mem_global.pct", \
       amp__lens_ratio(t.global.asked, t.global.sectors * sector)) \
    XX(sectors_per_request, 0, "", -1, "sectors that a request of global memory moves", \
       "l1tex__average_t_sectors_per_request_pipe_lsu_mem_global.ratio", \
       amp__lens_ratio(t.global.sectors, t.global.requests)) \
    XX(loads, 0, "", -1, "requests that load from global memory, without atomics", \
       "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum", (double)t.loads.requests * scale) \
    XX(stores, 0, "", -1, "requests that store to it", \
       "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum", (double)t.stores.requests * scale) \
    XX(bytes_loaded, 0, "B", -1, "bytes moved by loads", \
       "l1tex__t_bytes_pipe_lsu_mem_global_op_ld.sum", \
       (double)(t.loads.sectors * sector) * scale) \
    XX(bytes_stored, 0, "B", -1, "bytes moved by stores", \
       "l1tex__t_bytes_pipe_lsu_mem_global_op_st.sum", \
       (double)(t.stores.sectors * sector) * scale) \
    XX(sectors_per_load, 0, "", -1, "sectors that a load moves", \
       "l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_ld.ratio", \
       amp__lens_ratio(t.loads.sectors, t.loads.requests)) \
    XX(sectors_per_store, 0, "", -1, "sectors that a store moves", \
       "l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_st.ratio", \
       amp__lens_ratio(t.stores.sectors, t.stores.requests)) \
    XX(ideal_sectors, 0, "", 0, "the same if its bytes lay side by side", "", \
       amp__lens_ratio(t.global.ideal, t.global.requests)) \
    XX(lines_per_request, 0, "", -1, "cache lines that it touches", "", \
       amp__lens_ratio(t.global.lines, t.global.requests)) \
    XX(tile_reuse, 0, "", -1, "how often a tile loads each byte from global memory", "", \
       t.known ? amp__lens_ratio(t.loaded, t.fetched) : -1) \
    XX(saved_by_tile_memory, 1, "", 0, "bytes read from tile memory for each byte loaded", "", \
       amp__lens_ratio(t.tile_read, t.loaded)) \
    XX(bank_conflicts, 0, "", -1, "bank cycles of a request of tile memory, 1 without conflict", \
       "l1tex__data_pipe_lsu_wavefronts_mem_shared.sum over smsp__inst_executed_op_shared.sum", \
       amp__lens_ratio(t.shared.cycles, t.shared.parts)) \
    XX(active, 0, "", 1, "threads in a request, as a share of their warp", \
       "smsp__thread_inst_executed_per_inst_executed.pct", \
       amp__lens_ratio(t.global.active + t.shared.active, t.global.room + t.shared.room)) \
    XX(branches, 0, "", 0, "branches that warps come to", "smsp__sass_branch_targets.sum", \
       t.lines && k->branches_known ? t.work.branches * scale : -1) \
    XX(divergent_branches, 0, "", -1, "those at which the threads of a warp part", \
       "smsp__sass_branch_targets_threads_divergent.sum", t.lines ? t.work.parted * scale : -1) \
    XX(branch_efficiency, 0, "", 1, "branches at which they do not, as a share", \
       "smsp__sass_average_branch_targets_threads_uniform.pct", \
       t.lines && k->branches_known && t.work.branches > 0 ? 1 - t.work.parted / t.work.branches \
           : -1) \
    XX(divergent_loops, 0, "", -1, "loops that the threads of a warp leave in different turns", \
       "", t.lines && k->loops_known ? t.loops : -1) \
    XX(instructions, 0, "", -1, "instructions of this CPU that a warp goes through, all warps", \
       "", t.lines && k->instructions_known ? t.work.instructions * scale : -1) \
    XX(operations, 0, "", 0, "floating-point operations of all threads", "", \
       t.lines && k->operations_known ? t.work.operations * scale : -1) \
    XX(idle, 0, "", -1, "threads without an access between barriers, as a share", "", \
       amp__lens_ratio(t.idle, t.arrived)) \
    XX(idle_threads, 0, "", -1, "the same, added up over all barriers and tiles", "", \
       t.arrived > 0 ? (double)t.idle * scale : -1) \
    XX(barriers, 1, "", -1, "barrier rounds of a tile", "", \
       amp__lens_ratio(amp__lens_rounds(k), (unsigned long long)k->counted)) \
    XX(collisions, 0, "", -1, "atomics of a request that wait for each other, 1 without", "", \
       amp__lens_ratio(t.atomics.steps, t.atomics.requests)) \
    XX(hottest, 1, "", -1, \
       "atomics on the busiest address of global memory, by the tiles measured", "", \
       (double)k->hottest) \
    XX(camping, 0, "", -1, "load of the busiest partition, 1 where all have the same", "", \
       k->model.partitions > 0 ? t.camping : -1) \
    XX(tile_memory, 1, "B", -1, "tile memory of a tile", "launch__shared_mem_per_block", \
       (double)k->tile_memory) \
    XX(occupancy, 1, "", 1, \
       "warps that a multiprocessor has at a time, as a share of what it could", \
       "sm__maximum_warps_per_active_cycle_pct", amp__lens_time(k).occupancy) \
    XX(issued, 0, "", -1, "instructions that warps issue, as a GPU has them", \
       "smsp__inst_executed.sum", t.lines && k->instructions_known ? t.work.issued * scale : -1) \
    XX(l1_hit_rate, 0, "", 1, "sectors of loads that a multiprocessor's cache has, as a share", \
       "l1tex__t_sector_pipe_lsu_mem_global_op_ld_hit_rate.pct", \
       k->model.l1 > 0 ? amp__lens_ratio(t.loads.found, t.loads.looked) : -1) \
    XX(l2_hit_rate, 1, "", 1, "sectors that the shared cache can give or take, as a share", \
       "lts__t_sector_hit_rate.pct", amp__lens_l2_hits(k)) \
    XX(l2_bytes, 0, "B", -1, "bytes that the shared cache is asked for", "lts__t_bytes.sum", \
       k->model.l2 == 0 ? -1 : (amp__lens_beyond(k, &t.loads, 1) \
           + (double)(t.global.sectors - t.loads.sectors)) * (double)sector * scale) \
    XX(dram_bytes, 1, "B", -1, "bytes moved from and to DRAM", "dram__bytes.sum", \
       amp__lens_dram_bytes(k)) \
    XX(launch, 1, "us", 0, "the model's time for a launch that does nothing", "", \
       amp__lens_time(k).launch / 1000) \
    XX(copy, 1, "us", 0, "that for its views to the device and back", "", \
       amp__lens_time(k).copy / 1000) \
    XX(time, 1, "us", -1, "the time model's", "gpu__time_duration.sum", \
       amp__lens_time(k).all / 1000)
enum {
#define AMP__LENS_MEASURE(name, whole, unit, better, what, nsight, value) AMP__LENS_##name,
    AMP__LENS_MEASURE_MAP(AMP__LENS_MEASURE)
#undef AMP__LENS_MEASURE
    AMP__LENS_MEASURES
};
static const struct amp__lens_measure {
    const char *name, *unit;
    int better;
    const char *what, *nsight;
} amp__lens_measures[AMP__LENS_MEASURES] = {
#define AMP__LENS_MEASURE(name, whole, unit, better, what, nsight, value) \
    { #name, unit, better, what, nsight },
    AMP__LENS_MEASURE_MAP(AMP__LENS_MEASURE)
#undef AMP__LENS_MEASURE
};

/* a / b; -1, which no measure is, where b is 0. */
static AMP__COLD double amp__lens_ratio(unsigned long long a, unsigned long long b)
{
    return b == 0 ? -1 : (double)a / (double)b;
}

/* A measure of a scope; -1 where it has none. */
static AMP__COLD double amp__lens_value(int measure, const amp__lens_scope *s)
{
    const amp__lens_kernel *k = s->kernel;
    const int part = s->line != 0 || s->array != NULL;
    const unsigned long long sector = (unsigned long long)k->model.sector;
    const double scale = amp__lens_scale(k);
    amp__lens_total t;
    amp__lens_add_up(s, &t);
    switch (measure) {
#define AMP__LENS_MEASURE(name, whole, unit, better, what, nsight, value) \
    case AMP__LENS_##name: return part & whole ? -1 : value;
    AMP__LENS_MEASURE_MAP(AMP__LENS_MEASURE)
#undef AMP__LENS_MEASURE
    }
    return -1;
}

/* The number of the measure of that name; -1 where there is none. */
static AMP__COLD int amp__lens_measure_of(const char *name)
{
    int i;
    for (i = 0; name != NULL && i < AMP__LENS_MEASURES; i++) {
        if (strcmp(amp__lens_measures[i].name, name) == 0) {
            return i;
        }
    }
    return -1;
}

/* Nanoseconds of the DRAM, or of the shared cache where the time model has most of its time there,
   that so many of a kernel's sectors take of those that it moves; *part: of which. */
static AMP__COLD double amp__lens_sectors_cost(const amp__lens_kernel *k, const amp__lens_times *t,
                                               double sectors, int *part)
{
    const double all = (double)k->global.sectors;
    *part = AMP__LENS_BY_MEMORY;
    if (t->part[AMP__LENS_BY_L2] > t->part[*part]) {
        *part = AMP__LENS_BY_L2;
    }
    return all > 0 ? t->part[*part] * sectors / all : 0;
}

/* Nanoseconds that a row costs beyond what it would at best: lines and sectors that are not full,
   bank conflicts, camping; *part: of which part of the time, the longest of those that it
   touches. */
static AMP__COLD double amp__lens_excess_cost(const amp__lens_kernel *k, const amp__lens_times *t,
                                              const amp__lens_row *r, int *part)
{
    double cost, lines;
    if (k->arrays[r->array].tile) {
        *part = AMP__LENS_BY_TILE;
        return k->shared.cycles == 0 ? 0 : t->part[*part]
            * (double)(r->sum.cycles - r->sum.parts) / (double)k->shared.cycles;
    }
    cost = amp__lens_sectors_cost(k, t, (double)r->sum.sectors
                                  - (double)r->sum.ideal / (r->camping > 1 ? r->camping : 1), part);
    lines = (double)r->sum.ideal * k->model.sector / k->model.line; /* if they lay side by side */
    lines = lines < (double)r->sum.requests ? (double)r->sum.requests : lines;
    if (t->part[AMP__LENS_BY_L1] > t->part[*part] && (double)r->sum.taken > lines) {
        *part = AMP__LENS_BY_L1;
        cost = t->part[*part] * ((double)r->sum.taken - lines) / (double)k->global.taken;
    }
    return cost;
}

#endif /* AMP_LENS_MEASURES_H */
