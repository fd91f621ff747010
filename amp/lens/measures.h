/* SPDX-License-Identifier: MIT */
#ifndef AMP_LENS_MEASURES_H
#define AMP_LENS_MEASURES_H
/*
amp/lens/measures.h: the measures of a kernel, of a line or of an array.

  1 scopes     what a measure is of
  2 measures
*/

#include "time.h"

#if AMP__LENS && AMP__IMPLEMENT

/* ==== 1 scopes =========================================================== */

/* What a measure is of: the kernel; a line of it (0: all); an array of it (NULL: all), by 47
   characters of its name; a kind of access (0: all). */
typedef struct amp__lens_scope {
    const amp__lens_kernel *kernel;
    int line;
    const char *array;
    int kind;
} amp__lens_scope;

/* What the rows of a scope add up to. */
typedef struct amp__lens_total {
    amp__lens_sum global, shared, atomics; /* shared: tile memory; atomics: of both */
    amp__lens_sum loads, stores;           /* of global memory, without atomics */
    unsigned long long loaded, fetched;    /* bytes asked for, and different ones, of loads */
    int known;                             /* `fetched` is */
    double camping;
} amp__lens_total;

/* Whether a row belongs to a scope. */
static AMP__CHECK_COLD int amp__lens_within(const amp__lens_scope *s, const amp__lens_row *r)
{
    return (s->line == 0 || s->line == r->line) && (s->kind == 0 || s->kind == r->kind)
           && (s->array == NULL || strncmp(s->array, s->kernel->arrays[r->array].name, 47) == 0);
}

/* Adds up the rows of a scope. */
static AMP__CHECK_COLD void amp__lens_add_up(const amp__lens_scope *s, amp__lens_total *t)
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
        if (r->kind == AMP__CHECK_READ && !a->tile) {
            t->loaded += r->sum.asked;
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
}

/* How the requests of a kernel were told, as a sentence where they may be wrong; else NULL. */
static AMP__CHECK_COLD const char *amp__lens_doubt(const amp__lens_kernel *k)
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

/* XX(name, unit, better, what it says, nsight). better: -1 where less is, 1 where more is, 0
   neither; nsight: what Nsight Compute calls it, for those who go on to a GPU: names of metrics as
   of its version 2023, from compute capability 7.0 on, or "". docs/lens.md has them, too, which a
   test holds equal to this. */
#define AMP__LENS_MEASURE_MAP(XX) \
    XX(requests, "", -1, "requests of warps to global and tile memory", \
       "l1tex__t_requests_pipe_lsu.sum") \
    XX(bytes_asked, "B", 0, "bytes of global memory that requests name, each once a request", \
       "smsp__sass_data_bytes_mem_global.sum") \
    XX(bytes_moved, "B", -1, "bytes of the sectors that they touch", \
       "l1tex__t_bytes_pipe_lsu_mem_global_op_ld.sum + ..._op_st.sum") \
    XX(efficiency, "", 1, "bytes asked for, as a share of those moved", \
       "smsp__sass_average_data_bytes_per_sector_mem_global.pct") \
    XX(sectors_per_request, "", -1, "sectors that a request of global memory moves", \
       "l1tex__average_t_sectors_per_request_pipe_lsu_mem_global.ratio") \
    XX(loads, "", -1, "requests that load from global memory, without atomics", \
       "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum") \
    XX(stores, "", -1, "requests that store to it", \
       "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum") \
    XX(bytes_loaded, "B", -1, "bytes moved by loads", \
       "l1tex__t_bytes_pipe_lsu_mem_global_op_ld.sum") \
    XX(bytes_stored, "B", -1, "bytes moved by stores", \
       "l1tex__t_bytes_pipe_lsu_mem_global_op_st.sum") \
    XX(sectors_per_load, "", -1, "sectors that a load moves", \
       "l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_ld.ratio") \
    XX(sectors_per_store, "", -1, "sectors that a store moves", \
       "l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_st.ratio") \
    XX(ideal_sectors, "", 0, "the same if its bytes lay side by side", "") \
    XX(lines_per_request, "", -1, "cache lines that it touches", "") \
    XX(tile_reuse, "", -1, "how often a tile loads each byte from global memory", "") \
    XX(saved_by_tile_memory, "", 0, "bytes read from tile memory for each byte loaded", "") \
    XX(bank_conflicts, "", -1, "bank cycles of a request of tile memory, 1 without conflict", \
       "l1tex__data_pipe_lsu_wavefronts_mem_shared.sum over smsp__inst_executed_op_shared.sum") \
    XX(active, "", 1, "threads in a request, as a share of their warp", \
       "smsp__thread_inst_executed_per_inst_executed.pct") \
    XX(branches, "", 0, "branches that warps come to", "smsp__sass_branch_targets.sum") \
    XX(divergent_branches, "", -1, "those at which the threads of a warp part", \
       "smsp__sass_branch_targets_threads_divergent.sum") \
    XX(branch_efficiency, "", 1, "branches at which they do not, as a share", \
       "smsp__sass_average_branch_targets_threads_uniform.pct") \
    XX(divergent_loops, "", -1, "loops that the threads of a warp leave in different turns", "") \
    XX(instructions, "", -1, "instructions of this CPU that a warp goes through, all warps", "") \
    XX(operations, "", 0, "floating-point operations of all threads", "") \
    XX(idle, "", -1, "threads without an access between barriers, as a share", "") \
    XX(idle_threads, "", -1, "the same, added up over all barriers and tiles", "") \
    XX(barriers, "", -1, "barrier rounds of a tile", "") \
    XX(collisions, "", -1, "atomics of a request that wait for each other, 1 without", "") \
    XX(hottest, "", -1, "atomics on the busiest address of global memory, by the tiles measured", \
       "") \
    XX(camping, "", -1, "load of the busiest partition, 1 where all have the same", "") \
    XX(tile_memory, "B", -1, "tile memory of a tile", "launch__shared_mem_per_block") \
    XX(occupancy, "", 1, "warps that a multiprocessor has at a time, as a share of what it could", \
       "sm__maximum_warps_per_active_cycle_pct") \
    XX(issued, "", -1, "instructions that warps issue, as a GPU has them", \
       "smsp__inst_executed.sum") \
    XX(l1_hit_rate, "", 1, "sectors of loads that a multiprocessor's cache has, as a share", \
       "l1tex__t_sector_pipe_lsu_mem_global_op_ld_hit_rate.pct") \
    XX(l2_hit_rate, "", 1, "sectors that the shared cache can give or take, as a share", \
       "lts__t_sector_hit_rate.pct") \
    XX(l2_bytes, "B", -1, "bytes that the shared cache is asked for", "lts__t_bytes.sum") \
    XX(dram_bytes, "B", -1, "bytes moved from and to DRAM", "dram__bytes.sum") \
    XX(launch, "us", 0, "the model's time for a launch that does nothing", "") \
    XX(copy, "us", 0, "that for its views to the device and back", "") \
    XX(time, "us", -1, "the time model's", "gpu__time_duration.sum")
enum {
#define AMP__LENS_MEASURE(name, unit, better, what, nsight) AMP__LENS_##name,
    AMP__LENS_MEASURE_MAP(AMP__LENS_MEASURE)
#undef AMP__LENS_MEASURE
    AMP__LENS_MEASURES
};
static const struct amp__lens_measure {
    const char *name, *unit;
    int better;
    const char *what, *nsight;
} amp__lens_measures[AMP__LENS_MEASURES] = {
#define AMP__LENS_MEASURE(name, unit, better, what, nsight) { #name, unit, better, what, nsight },
    AMP__LENS_MEASURE_MAP(AMP__LENS_MEASURE)
#undef AMP__LENS_MEASURE
};

/* a / b; -1, which no measure is, where b is 0. */
static AMP__CHECK_COLD double amp__lens_ratio(unsigned long long a, unsigned long long b)
{
    return b == 0 ? -1 : (double)a / (double)b;
}

/* The idle threads at the barriers of a scope, with the end of the kernel: share: as a share, else
   how many; -1: there is no barrier. */
static AMP__CHECK_COLD double amp__lens_idle(const amp__lens_scope *s, int share)
{
    unsigned long long idle = 0, threads = 0;
    int i;
    for (i = 0; i < s->kernel->barrier_count; i++) {
        const amp__lens_barrier *b = &s->kernel->barriers[i];
        if (s->array == NULL && (s->line == 0 || s->line == b->line)) {
            idle += b->sum.idle;
            threads += b->sum.threads;
        }
    }
    return threads == 0 ? -1 : (double)idle / (share ? (double)threads : 1);
}

/* A measure of the lines of a scope: of the measured tiles; -1 where it is not known. */
static AMP__CHECK_COLD double amp__lens_line_value(int measure, const amp__lens_scope *s)
{
    const amp__lens_kernel *k = s->kernel;
    amp__lens_work sum;
    int i, loops = 0, found = 0;
    __builtin_memset(&sum, 0, sizeof(sum));
    for (i = 0; i < k->line_count; i++) {
        if (s->line == 0 || s->line == k->lines[i].line) {
            found = 1;
            loops += k->lines[i].loops;
            amp__lens_add_work(&sum, &k->lines[i].sum);
        }
    }
    if (s->array != NULL || !found || !k->by_warps) {
        return -1;
    }
    switch (measure) {
    case AMP__LENS_branches: return k->branches_known ? sum.branches : -1;
    case AMP__LENS_divergent_branches: return sum.parted;
    case AMP__LENS_branch_efficiency:
        return !k->branches_known || !(sum.branches > 0) ? -1 : 1 - sum.parted / sum.branches;
    case AMP__LENS_divergent_loops: return k->loops_known ? loops : -1;
    case AMP__LENS_instructions: return k->instructions_known ? sum.instructions : -1;
    case AMP__LENS_issued: return k->instructions_known ? sum.issued : -1;
    case AMP__LENS_operations: return k->operations_known ? sum.operations : -1;
    }
    return -1;
}

/* A measure of a scope; -1 where it has none, such as sectors where global memory is not used. */
static AMP__CHECK_COLD double amp__lens_value(int measure, const amp__lens_scope *s)
{
    const amp__lens_kernel *k = s->kernel;
    const int all = s->line == 0 && s->array == NULL;
    const unsigned long long sector = (unsigned long long)k->model.sector;
    const double scale = amp__lens_scale(k);
    amp__lens_total t;
    amp__lens_add_up(s, &t);
    switch (measure) {
    case AMP__LENS_requests: return (double)(t.global.requests + t.shared.requests) * scale;
    case AMP__LENS_bytes_asked: return (double)t.global.asked * scale;
    case AMP__LENS_bytes_moved: return (double)(t.global.sectors * sector) * scale;
    case AMP__LENS_efficiency: return amp__lens_ratio(t.global.asked, t.global.sectors * sector);
    case AMP__LENS_sectors_per_request:
        return amp__lens_ratio(t.global.sectors, t.global.requests);
    case AMP__LENS_loads: return (double)t.loads.requests * scale;
    case AMP__LENS_stores: return (double)t.stores.requests * scale;
    case AMP__LENS_bytes_loaded: return (double)(t.loads.sectors * sector) * scale;
    case AMP__LENS_bytes_stored: return (double)(t.stores.sectors * sector) * scale;
    case AMP__LENS_sectors_per_load: return amp__lens_ratio(t.loads.sectors, t.loads.requests);
    case AMP__LENS_sectors_per_store: return amp__lens_ratio(t.stores.sectors, t.stores.requests);
    case AMP__LENS_ideal_sectors: return amp__lens_ratio(t.global.ideal, t.global.requests);
    case AMP__LENS_lines_per_request: return amp__lens_ratio(t.global.lines, t.global.requests);
    case AMP__LENS_tile_reuse: return t.known ? amp__lens_ratio(t.loaded, t.fetched) : -1;
    case AMP__LENS_saved_by_tile_memory: {
        int i;
        unsigned long long read = 0;
        for (i = 0; i < k->row_count; i++) {
            read += k->arrays[k->rows[i].array].tile && k->rows[i].kind == AMP__CHECK_READ
                ? k->rows[i].sum.named : 0;
        }
        return all ? amp__lens_ratio(read, t.loaded) : -1;
    }
    case AMP__LENS_bank_conflicts: return amp__lens_ratio(t.shared.cycles, t.shared.parts);
    case AMP__LENS_active:
        return amp__lens_ratio(t.global.active + t.shared.active, t.global.room + t.shared.room);
    case AMP__LENS_branch_efficiency:
    case AMP__LENS_divergent_loops: return amp__lens_line_value(measure, s);
    case AMP__LENS_branches:
    case AMP__LENS_divergent_branches:
    case AMP__LENS_instructions:
    case AMP__LENS_issued:
    case AMP__LENS_operations: {
        const double value = amp__lens_line_value(measure, s);
        return value < 0 ? -1 : value * scale;
    }
    case AMP__LENS_idle: return amp__lens_idle(s, 1);
    case AMP__LENS_idle_threads: {
        const double idle = amp__lens_idle(s, 0);
        return idle < 0 ? -1 : idle * scale;
    }
    case AMP__LENS_barriers:
        return all ? amp__lens_ratio(amp__lens_rounds(k), (unsigned long long)k->counted) : -1;
    case AMP__LENS_collisions: return amp__lens_ratio(t.atomics.steps, t.atomics.requests);
    case AMP__LENS_hottest: return all ? (double)k->hottest : -1;
    case AMP__LENS_camping: return k->model.partitions > 0 ? t.camping : -1;
    case AMP__LENS_tile_memory: return all ? (double)k->tile_memory : -1;
    case AMP__LENS_l1_hit_rate:
        return k->model.l1 > 0 ? amp__lens_ratio(t.loads.found, t.loads.looked) : -1;
    case AMP__LENS_l2_hit_rate: return all ? amp__lens_l2_hits(k) : -1;
    case AMP__LENS_l2_bytes:
        return k->model.l2 == 0 ? -1
            : (amp__lens_beyond(k, &t.loads, 1) + (double)(t.global.sectors - t.loads.sectors))
                * (double)sector * scale;
    case AMP__LENS_dram_bytes: return all ? amp__lens_dram_bytes(k) : -1;
    case AMP__LENS_occupancy: return all ? amp__lens_time(k).occupancy : -1;
    case AMP__LENS_launch: return all ? amp__lens_time(k).launch / 1000 : -1;
    case AMP__LENS_copy: return all ? amp__lens_time(k).copy / 1000 : -1;
    case AMP__LENS_time: return all ? amp__lens_time(k).all / 1000 : -1;
    }
    return -1;
}

/* The number of the measure of that name; -1 where there is none. */
static AMP__CHECK_COLD int amp__lens_measure_of(const char *name)
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
static AMP__CHECK_COLD double amp__lens_sectors_cost(const amp__lens_kernel *k,
                                                     const amp__lens_times *t, double sectors,
                                                     int *part)
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
static AMP__CHECK_COLD double amp__lens_excess_cost(const amp__lens_kernel *k,
                                                    const amp__lens_times *t,
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

#endif /* AMP__LENS && AMP__IMPLEMENT */

#endif /* AMP_LENS_MEASURES_H */
