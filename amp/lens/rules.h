/* SPDX-License-Identifier: MIT */
#ifndef AMP_LENS_RULES_H
#define AMP_LENS_RULES_H
/*
amp/lens/rules.h: the rule book: what a teacher would say of a kernel, by its measures.

  1 the table  each rule's measure, threshold and remedy; docs/lens-advice.md has examples
  2 cases      what a rule is asked of
  3 global memory
  4 tile memory
  5 threads and barriers
  6 atomics
  7 the launch

A rule says when it applies, what it saw, and how many nanoseconds of which part of the time model
would go. tests/lens/rules.c has for each of them a kernel that must get it and one that must not.
*/

#include "errors.h"

/* ==== 1 the table ======================================================== */

/* XX(name, of, measure, threshold, remedy). of: ROW, asked of each row, or KERNEL. A remedy that a
   rule writes itself, since it has numbers, is "". */
#define AMP__LENS_RULE_MAP(XX)                                                                    \
    XX(misaligned, ROW, "sectors over ideal", 1.1, "let a row, and what the first thread of a "   \
       "warp takes of it, begin at a multiple of the sector's bytes: amp_pad, or a row with some " \
       "spare elements")                                                                          \
    XX(structures, ROW, "sectors over ideal", 1.1, "a structure of arrays, one array a member, "  \
       "has the same member of neighbours side by side")                                          \
    XX(strided, ROW, "sectors over ideal", 1.1, "let neighbouring threads, along the last index " \
       "of tidx.local, go along the last index of the array; where that is not possible, change " \
       "the order in tile memory")                                                                \
    XX(strided_store, ROW, "sectors over ideal", 1.1, "let neighbouring threads, along the last " \
       "index of tidx.local, go along the last index of the array; where that is not possible, "  \
       "change the order in tile memory: its loads are side by side already")                     \
    XX(scattered, ROW, "sectors over ideal", 1.5, "bring the elements that a tile needs into "    \
       "tile memory side by side, or sort what leads to them")                                    \
    XX(table, ROW, "threads that share an address", 8, "table(type, rank, name) in the kernel's " \
       "head: a device's constant memory gives one element to a whole warp at once")              \
    XX(reuse, KERNEL, "tile_reuse", 2, "load it once, all together, into tile memory, behind a "  \
       "barrier, and read it there")                                                              \
    XX(accumulate, KERNEL, "tile_reuse", 4, "keep it in a variable, and write it once at the end") \
    XX(narrow, ROW, "bytes of an access", 2, "let a thread take four bytes at once, as a "        \
       "structure of some elements: a request then asks for more")                                \
    XX(double_elements, KERNEL, "share of doubles in bytes moved", 0.5, "float, where its seven " \
       "digits are enough, halves the bytes")                                                     \
    XX(column_conflicts, ROW, "bank_conflicts", 1.5, "")                                          \
    XX(member_conflicts, ROW, "bank_conflicts", 1.5, "an array of tile memory for each member")   \
    XX(stride_conflicts, ROW, "bank_conflicts", 1.5, "let neighbouring threads use neighbouring " \
       "elements: step by whole tiles, not by powers of two")                                     \
    XX(other_conflicts, ROW, "bank_conflicts", 1.5, "let neighbouring threads use neighbouring "  \
       "elements")                                                                                \
    XX(atomic_conflicts, ROW, "collisions", 2, "several copies of the array, which threads take " \
       "in turn, added up at the end")                                                            \
    XX(one_thread, ROW, "active", 0, "let the threads of the tile share the loop, each with an "  \
       "element of its own")                                                                      \
    XX(divergence, ROW, "active", 0.75, "let the threads that work be neighbours, so that whole " \
       "warps are done")                                                                          \
    XX(few_threads, ROW, "active", 0.75, "fewer threads that each do more, for these are "        \
       "neighbours already")                                                                      \
    XX(ragged, KERNEL, "threads over those of whole warps", 0.9, "a tile whose threads are a "    \
       "multiple of the warp")                                                                    \
    XX(idle, KERNEL, "idle", 0.5, "fewer threads that each do more, or fewer barriers")           \
    XX(barriers, KERNEL, "share of barriers in the time", 0.25, "more work between two barriers: " \
       "let each thread take several elements")                                                   \
    XX(hot_address, KERNEL, "hottest", 32, "add up in tile memory first, and let one thread of a " \
       "tile do the atomic")                                                                      \
    XX(collisions, ROW, "collisions", 4, "let the threads of a warp add up what they have before " \
       "one of them does the atomic")                                                             \
    XX(privatise, ROW, "atomics of a tile over elements", 1, "count in tile memory, and add that " \
       "up once at the end of the tile")                                                          \
    XX(too_large, KERNEL, "tiles that fit", 1, "a smaller tile")                                  \
    XX(few_tiles, KERNEL, "tiles over multiprocessors", 1, "smaller tiles, or more of them")      \
    XX(tail, KERNEL, "share of the last round", 0.5, "a number of tiles that is a multiple of " \
       "what runs at a time, or smaller tiles")                                                   \
    XX(imbalance, KERNEL, "accesses of the busiest tile over the mean", 2, "share the work "      \
       "evenly among tiles, or begin with the longest")                                           \
    XX(tile_memory_limits, KERNEL, "occupancy", 0.5, "less tile memory a tile, or more threads "  \
       "that share it")                                                                           \
    XX(registers_limit, KERNEL, "occupancy", 0.5, "fewer variables that live at a time, or "      \
       "smaller tiles")                                                                           \
    XX(tiles_limit, KERNEL, "occupancy", 0.5, "tiles of more threads")                            \
    XX(camping, KERNEL, "camping", 1.5, "rows of another length, or tiles in another order")

enum { AMP__LENS_OF_ROW, AMP__LENS_OF_KERNEL };

/* ==== 2 cases ============================================================ */

/* What a rule is asked of, and what it answers. */
typedef struct amp__lens_case {
    const amp__lens_kernel *k;
    const amp__lens_times *time;
    double threshold;
    int row;          /* the rule may set it: of the kernel, -1 */
    int part;         /* of the time model; -1: all of it */
    double less;      /* nanoseconds of it that would go; below 0: the model cannot say */
    double more;      /* nanoseconds of tile memory that would come in their place */
    char what[400];   /* what it saw */
    char remedy[300]; /* "": the table's */
} amp__lens_case;

/* Writes what a rule saw, as printf. */
#define AMP__LENS_SAW(c, ...) AMP__PRINT((c)->what, __VA_ARGS__)

/* Writes what a rule saw, as printf, behind what it has written. */
#define AMP__LENS_SAY(c, ...)                                                                 \
    (void)snprintf((c)->what + strlen((c)->what), sizeof((c)->what) - strlen((c)->what),      \
                   __VA_ARGS__)

static AMP__COLD const amp__lens_row *amp__lens_case_row(const amp__lens_case *c)
{
    return &c->k->rows[c->row];
}
static AMP__COLD const amp__lens_array *amp__lens_case_array(const amp__lens_case *c)
{
    return &c->k->arrays[amp__lens_case_row(c)->array];
}

/* Tiles that run at a time on all multiprocessors, at least one on each. */
static AMP__COLD double amp__lens_at_a_time(const amp__lens_case *c)
{
    return (double)c->k->model.multiprocessors * (c->time->resident > 0 ? c->time->resident : 1);
}

/* Nanoseconds of a part of the time that go with the row's requests, by their share of all. */
static AMP__COLD double amp__lens_with_requests(const amp__lens_case *c, int part)
{
    return c->time->part[part] * (double)amp__lens_case_row(c)->sum.requests
        / (double)(c->k->global.requests + c->k->shared.requests);
}

/* ==== 3 global memory ==================================================== */

/* Whether threads are always at one distance, which is not 0. */
static AMP__COLD int amp__lens_apart(const amp__lens_row *r)
{
    return r->stride_seen && !r->stride_mixed && r->stride != 0;
}

/* Whether the row loads or stores in global memory and moves too much, as c->threshold says; where
   threads share addresses the distance of neighbours means nothing. Fills what all such rules say;
   how: how neighbours lie, NULL: how far they are apart. */
static AMP__COLD int amp__lens_moves_much(amp__lens_case *c, const char *how)
{
    const amp__lens_row *r = amp__lens_case_row(c);
    const double n = (double)r->sum.requests;
    if (amp__lens_case_array(c)->tile || r->kind == AMP__CHECK_ATOMIC || r->sum.requests == 0
        || r->sum.named >= 2 * r->sum.asked
        || (double)r->sum.sectors < c->threshold * (double)r->sum.ideal) {
        return 0;
    }
    c->less = amp__lens_excess_cost(c->k, c->time, r, &c->part);
    AMP__LENS_SAW(c, "a request of %d threads moves %.1f sectors of %d bytes where %.1f would do: ",
                  c->k->model.warp, (double)r->sum.sectors / n, c->k->model.sector,
                  (double)r->sum.ideal / n);
    if (how != NULL) {
        AMP__LENS_SAY(c, "%s", how);
    } else {
        AMP__LENS_SAY(c, "neighbouring threads are %lld bytes apart", r->stride);
    }
    return 1;
}

/* Whether a rule holds of the case c; and one that is a single condition. */
#define AMP__LENS_TEST(name) static AMP__COLD int amp__lens_rule_##name(amp__lens_case *c)
#define AMP__LENS_WHERE(name, ...) AMP__LENS_TEST(name) { return __VA_ARGS__; }

AMP__LENS_TEST(misaligned)
{
    const amp__lens_row *r = amp__lens_case_row(c);
    return amp__lens_apart(r) && r->stride == r->size && amp__lens_moves_much(
        c, "neighbours lie side by side, but not from the beginning of a sector");
}

/* Whether neighbours take one member each of structures that lie side by side. */
static AMP__COLD int amp__lens_of_members(const amp__lens_case *c)
{
    const amp__lens_row *r = amp__lens_case_row(c);
    return amp__lens_apart(r) && r->stride > r->size && r->stride <= 128
           && (long long)amp__lens_case_array(c)->size == r->stride;
}
AMP__LENS_WHERE(structures, amp__lens_of_members(c) && amp__lens_moves_much(c, NULL))

/* Whether a row stores apart while another of the kernel loads side by side. */
static AMP__COLD int amp__lens_stores_alone(const amp__lens_case *c)
{
    const amp__lens_kernel *k = c->k;
    int i, loads = 0;
    for (i = 0; i < k->row_count; i++) {
        const amp__lens_row *r = &k->rows[i];
        loads |= r->kind == AMP__CHECK_READ && !k->arrays[r->array].tile && amp__lens_apart(r)
                 && r->stride == r->size;
    }
    return loads && amp__lens_case_row(c)->kind == AMP__CHECK_WRITE;
}
static AMP__COLD int amp__lens_strided_any(amp__lens_case *c)
{
    const amp__lens_row *r = amp__lens_case_row(c);
    return amp__lens_apart(r) && r->stride != r->size && !amp__lens_of_members(c)
           && amp__lens_moves_much(c, NULL);
}
AMP__LENS_WHERE(strided, !amp__lens_stores_alone(c) && amp__lens_strided_any(c))
AMP__LENS_WHERE(strided_store, amp__lens_stores_alone(c) && amp__lens_strided_any(c))

AMP__LENS_WHERE(scattered, !amp__lens_apart(amp__lens_case_row(c)) && amp__lens_moves_much(
                c, "neighbouring threads are not always at the same distance"))

AMP__LENS_TEST(table)
{
    enum { AMP__LENS_CONSTANTS = 65536 };
    const amp__lens_row *r = amp__lens_case_row(c);
    const amp__lens_array *a = amp__lens_case_array(c);
    const double share = r->sum.asked > 0 ? (double)r->sum.named / (double)r->sum.asked : 0;
    int i;
    if (a->tile || r->kind != AMP__CHECK_READ || share < c->threshold
        || amp__lens_elements(a) * (double)a->size > AMP__LENS_CONSTANTS) {
        return 0;
    }
    for (i = 0; i < c->k->row_count; i++) { /* which may only be read, and all of it so */
        const amp__lens_row *o = &c->k->rows[i];
        if (o->array == r->array && (o->kind != AMP__CHECK_READ
                                     || (double)o->sum.named < c->threshold
                                                               * (double)o->sum.asked)) {
            return 0;
        }
    }
    c->part = AMP__LENS_BY_L1; /* a request is a look into the cache, and a constant is none */
    c->less = c->k->global.taken > 0
        ? c->time->part[c->part] * (double)r->sum.taken / (double)c->k->global.taken
        : amp__lens_sectors_cost(c->k, c->time, (double)r->sum.sectors, &c->part);
    AMP__LENS_SAW(c, "%.0f threads of a request take the same element of a view of %.0f bytes",
                  share, amp__lens_elements(a) * (double)a->size);
    return 1;
}

/* Bytes that tiles load of an array, request by request; *row: where most of them, and *writes:
   whether it is written. */
static AMP__COLD double amp__lens_loaded(const amp__lens_kernel *k, int array, int *row,
                                         int *writes)
{
    double all = 0, most = 0;
    int i;
    *writes = 0;
    for (i = 0; i < k->row_count; i++) {
        const amp__lens_row *r = &k->rows[i];
        if ((int)r->array == array) {
            *writes |= r->kind != AMP__CHECK_READ;
            all += r->kind == AMP__CHECK_READ ? (double)r->sum.asked : 0;
            if (r->kind == AMP__CHECK_READ && (double)r->sum.asked > most) {
                most = (double)r->sum.asked;
                *row = i;
            }
        }
    }
    return all;
}

/* Whether tiles load the bytes of some arrays again and again: those that are written (`updates`),
   or those that are not. */
static AMP__COLD int amp__lens_again(amp__lens_case *c, int updates)
{
    const amp__lens_kernel *k = c->k;
    double loaded = 0, fetched = 0, saved = 0, sectors = 0, requests = 0;
    int i, row = -1, best = -1, writes;
    for (i = 0; i < k->array_count; i++) {
        const amp__lens_array *a = &k->arrays[i];
        const double all = amp__lens_loaded(k, i, &row, &writes), once = (double)a->different[0];
        if (a->tile || a->incomplete || all <= 0 || once <= 0 || writes != updates) {
            continue;
        }
        loaded += all;
        fetched += once;
        if (all - once > saved) {
            saved = all - once;
            best = row;
        }
    }
    if (best < 0 || loaded < c->threshold * fetched) {
        return 0;
    }
    c->row = best;
    for (i = 0; i < k->row_count; i++) {
        (void)amp__lens_loaded(k, (int)k->rows[i].array, &row, &writes);
        if (!k->arrays[k->rows[i].array].tile && writes == updates
            && (updates || k->rows[i].kind == AMP__CHECK_READ)) {
            sectors += (double)k->rows[i].sum.sectors;
            requests += (double)k->rows[i].sum.requests;
        }
    }
    c->less = amp__lens_sectors_cost(k, c->time, sectors, &c->part) * (1 - fetched / loaded);
    for (i = 0; i < 2; i++) {
        const int part = i == 0 ? AMP__LENS_BY_L1 : AMP__LENS_BY_LATENCY;
        if (c->time->part[part] > c->time->part[c->part]) {
            c->part = part;
            c->less = c->time->part[part] * (1 - fetched / loaded);
        }
    }
    if (!updates) { /* a cycle of the banks each */
        c->more = requests * amp__lens_scale(k) * amp__lens_tiles_of_one(k) / (double)k->tiles
            / k->model.clock * (1 - fetched / loaded);
    }
    AMP__LENS_SAW(c, "a tile loads each byte %.1f times%s", loaded / fetched,
                  updates ? ", and writes there as well" : "");
    return 1;
}
AMP__LENS_WHERE(reuse, amp__lens_again(c, 0))
AMP__LENS_WHERE(accumulate, amp__lens_again(c, 1))

AMP__LENS_TEST(narrow)
{
    const amp__lens_row *r = amp__lens_case_row(c);
    if (amp__lens_case_array(c)->tile || r->size > c->threshold || r->kind == AMP__CHECK_ATOMIC
        || !amp__lens_apart(r) || r->stride != r->size) {
        return 0;
    }
    /* what goes with a request is less by as much */
    c->part = c->time->part[AMP__LENS_BY_LATENCY] > c->time->part[AMP__LENS_BY_ISSUE]
        ? AMP__LENS_BY_LATENCY : AMP__LENS_BY_ISSUE;
    c->less = amp__lens_with_requests(c, c->part) * (1 - r->size / 4.0);
    AMP__LENS_SAW(c, "a thread takes %d bytes, and a request of %d threads %d",
                  r->size, c->k->model.warp, r->size * c->k->model.warp);
    return 1;
}

AMP__LENS_TEST(double_elements)
{
    double doubles = 0, all = 0, ideal = 0;
    int i;
    for (i = 0; i < c->k->row_count; i++) {
        const amp__lens_row *r = &c->k->rows[i];
        if (!c->k->arrays[r->array].tile) {
            all += (double)r->sum.sectors;
            ideal += (double)r->sum.ideal;
            doubles += c->k->arrays[r->array].is_double ? (double)r->sum.sectors : 0;
        }
    }
    if (c->time->bound != AMP__LENS_BY_MEMORY || doubles < c->threshold * all || all <= 0
        || all > 1.2 * ideal) { /* what is scattered first */
        return 0;
    }
    c->less = amp__lens_sectors_cost(c->k, c->time, doubles / 2, &c->part);
    AMP__LENS_SAW(c, "%.0f of 100 bytes that it moves are doubles, and it is "
                  "bound by global memory", 100 * doubles / all);
    return 1;
}

/* ==== 4 tile memory ====================================================== */

/* Whether the row has bank conflicts, as c->threshold says, and is no atomic. */
static AMP__COLD int amp__lens_conflicts(amp__lens_case *c)
{
    const amp__lens_row *r = amp__lens_case_row(c);
    const double n = (double)r->sum.requests;
    char distance[80] = "";
    if (!amp__lens_case_array(c)->tile || r->kind == AMP__CHECK_ATOMIC || r->sum.parts == 0
        || (double)r->sum.cycles < c->threshold * (double)r->sum.parts) {
        return 0;
    }
    if (amp__lens_apart(r)) {
        AMP__PRINT(distance, ": neighbouring threads are %lld words apart",
                   r->stride / c->k->model.bank);
    }
    c->less = amp__lens_excess_cost(c->k, c->time, r, &c->part);
    AMP__LENS_SAW(c, "a request takes %.1f bank cycles where %.1f would do%s",
                  (double)r->sum.cycles / n, (double)r->sum.parts / n, distance);
    return 1;
}

/* The fewest spare elements of a row with which a column lies on different banks; 0: it does. */
static AMP__COLD int amp__lens_padding(const amp__lens_kernel *k, const amp__lens_array *a)
{
    const int words = (int)a->size > k->model.bank ? (int)a->size / k->model.bank : 1;
    const int banks = k->model.banks / words > 0 ? k->model.banks / words : 1;
    int spare = 0, n, of, rest;
    for (; spare < banks; spare++) {
        for (n = a->extent[a->rank - 1] + spare, of = banks; of != 0; n = of, of = rest) {
            rest = n % of;
        }
        if (n == 1) {
            break;
        }
    }
    return spare;
}
static AMP__COLD int amp__lens_is_column(const amp__lens_case *c)
{
    const amp__lens_array *a = amp__lens_case_array(c);
    const amp__lens_row *r = amp__lens_case_row(c);
    return a->tile && a->rank > 1 && amp__lens_padding(c->k, a) > 0
           && (!amp__lens_apart(r) || r->stride == a->extent[a->rank - 1] * (long long)a->size);
}
AMP__LENS_TEST(column_conflicts)
{
    const amp__lens_array *a = amp__lens_case_array(c);
    int spare;
    if (!amp__lens_is_column(c) || !amp__lens_conflicts(c)) {
        return 0;
    }
    spare = amp__lens_padding(c->k, a);
    AMP__PRINT(c->remedy, "%s: rows of %d elements put a column on different banks",
               spare == 1 ? "a spare column" : "spare columns", a->extent[a->rank - 1] + spare);
    return 1;
}
AMP__LENS_WHERE(member_conflicts, amp__lens_of_members(c) && !amp__lens_is_column(c)
                && amp__lens_conflicts(c))
AMP__LENS_WHERE(stride_conflicts, amp__lens_apart(amp__lens_case_row(c)) && !amp__lens_is_column(c)
                && !amp__lens_of_members(c) && amp__lens_conflicts(c))
AMP__LENS_WHERE(other_conflicts, !amp__lens_apart(amp__lens_case_row(c)) && !amp__lens_is_column(c)
                && amp__lens_conflicts(c))

/* How many atomics of a request come to one address, of tile memory or not; 0: fewer than
   c->threshold. */
static AMP__COLD double amp__lens_meet(const amp__lens_case *c, int tile)
{
    const amp__lens_row *r = amp__lens_case_row(c);
    const double meet = amp__lens_ratio(r->sum.steps, r->sum.requests);
    return amp__lens_case_array(c)->tile == tile && r->kind == AMP__CHECK_ATOMIC
        && meet >= c->threshold ? meet : 0;
}

AMP__LENS_TEST(atomic_conflicts)
{
    const double meet = amp__lens_meet(c, 1);
    if (meet <= 0) {
        return 0;
    }
    c->less = amp__lens_excess_cost(c->k, c->time, amp__lens_case_row(c), &c->part);
    AMP__LENS_SAW(c, "%.1f atomics of a request come to one address, one after another", meet);
    return 1;
}

/* ==== 5 threads and barriers ============================================= */

/* Whether fewer threads of its warps than c->threshold come to the row; neighbours: or not. */
static AMP__COLD int amp__lens_few_come(amp__lens_case *c, int scattered)
{
    const amp__lens_row *r = amp__lens_case_row(c);
    const double threads = (double)(r->sum.room - r->sum.missing); /* those that the tile has */
    if (!(threads > 0) || r->scattered != scattered
        || (double)r->sum.active >= c->threshold * threads
        || r->sum.active == r->sum.requests) {
        return 0;
    }
    c->part = AMP__LENS_BY_ISSUE; /* with what goes with a request */
    c->less = amp__lens_with_requests(c, c->part) * (1 - (double)r->sum.active / threads);
    AMP__LENS_SAW(c, "%.0f of 100 threads of its warps come here, and the "
                  "others wait", 100 * (double)r->sum.active / threads);
    return 1;
}
AMP__LENS_WHERE(divergence, amp__lens_few_come(c, 1))
AMP__LENS_WHERE(few_threads, amp__lens_few_come(c, 0))

AMP__LENS_TEST(one_thread)
{
    enum { AMP__LENS_TURNS = 8 }; /* of a tile's one thread, which make a loop */
    const amp__lens_row *r = amp__lens_case_row(c);
    if (r->sum.active != r->sum.requests || r->kind == AMP__CHECK_ATOMIC
        || c->k->threads < AMP__LENS_TURNS
        || (double)r->sum.requests < AMP__LENS_TURNS * (double)(r->tiles > 0 ? r->tiles : 1)) {
        return 0;
    }
    c->part = AMP__LENS_BY_LATENCY; /* it waits for each turn, and nobody for another */
    c->less = amp__lens_with_requests(c, c->part) * (1 - 1.0 / c->k->model.warp);
    AMP__LENS_SAW(c, "one thread of a warp comes here, %.0f times a tile, and "
                  "the others wait", (double)r->sum.requests / (r->tiles > 0 ? r->tiles : 1));
    return 1;
}

AMP__LENS_TEST(ragged)
{
    const double room = (double)amp__lens_round_up(c->k->threads, c->k->model.warp);
    if (c->k->simple || c->k->threads >= c->threshold * room) {
        return 0;
    }
    c->part = AMP__LENS_BY_ISSUE;
    c->less = c->time->part[c->part] * (1 - c->k->threads / room);
    AMP__LENS_SAW(c, "a tile of %d threads is %.0f warps of %d: %.0f of 100 "
                  "places are taken", c->k->threads, room / c->k->model.warp, c->k->model.warp,
                  100 * c->k->threads / room);
    return 1;
}

AMP__LENS_TEST(idle)
{
    const amp__lens_scope all = { c->k, 0, NULL, 0 };
    const double idle = amp__lens_value(AMP__LENS_idle, &all);
    if (idle < c->threshold) {
        return 0;
    }
    c->less = -1;
    AMP__LENS_SAW(c, "between barriers %.0f of 100 threads have nothing to do", 100 * idle);
    return 1;
}

AMP__LENS_TEST(barriers)
{
    const double waits = c->time->part[AMP__LENS_BY_BARRIERS];
    if (!(waits > 0) || waits < c->threshold * c->time->all) {
        return 0;
    }
    c->part = AMP__LENS_BY_BARRIERS;
    c->less = waits / 2; /* half as many */
    AMP__LENS_SAW(c, "waiting at barriers takes %.0f of 100 parts of the time: %.4g rounds a tile, "
                  "and %d tiles at a time to fill them", 100 * waits / c->time->all,
                  (double)amp__lens_rounds(c->k)
                  / (double)(c->k->counted > 0 ? c->k->counted : 1), c->time->resident);
    return 1;
}

/* ==== 6 atomics ========================================================== */

AMP__LENS_TEST(hot_address)
{
    if ((double)c->k->hottest < c->threshold || c->time->bound != AMP__LENS_BY_ATOMICS) {
        return 0;
    }
    c->part = AMP__LENS_BY_ATOMICS;
    c->less = c->time->part[AMP__LENS_BY_ATOMICS] * (1 - 1.0 / c->k->threads);
    AMP__LENS_SAW(c, "%s%.0f atomics come to one address, one after another",
                  c->k->counted < c->k->tiles ? "at least " : "", (double)c->k->hottest);
    return 1;
}

AMP__LENS_TEST(collisions)
{
    const double meet = amp__lens_meet(c, 0);
    if (meet <= 0) {
        return 0;
    }
    c->part = AMP__LENS_BY_ATOMICS;
    c->less = c->time->part[c->part] * (1 - 1 / meet);
    AMP__LENS_SAW(c, "%.1f threads of a request do an atomic on the same address", meet);
    return 1;
}

AMP__LENS_TEST(privatise)
{
    const amp__lens_row *r = amp__lens_case_row(c);
    const amp__lens_array *a = amp__lens_case_array(c);
    const double elements = amp__lens_elements(a), each = (double)r->sum.atomics
        / (double)(c->k->counted > 0 ? c->k->counted : 1);
    if (a->tile || r->kind != AMP__CHECK_ATOMIC || each < c->threshold * elements || elements < 2
        || elements * (double)a->size + (double)c->k->tile_memory > c->k->model.tile_memory) {
        return 0;
    }
    c->less = amp__lens_sectors_cost(c->k, c->time, (double)r->sum.sectors, &c->part)
        * (1 - elements / each);
    AMP__LENS_SAW(c, "a tile does %.0f atomics on %.0f elements of global memory", each, elements);
    return 1;
}

/* ==== 7 the launch ======================================================= */

AMP__LENS_TEST(too_large)
{
    const amp_lens_model *m = &c->k->model;
    if (c->time->resident >= c->threshold) {
        return 0;
    }
    c->part = -1;
    c->less = c->time->all;
    AMP__LENS_SAW(c, "a tile has %lu bytes of tile memory and %d threads, and a "
                  "multiprocessor of the model %d (a tile at most %d) and %d: it would not run, "
                  "for %s",
                  (unsigned long)c->k->tile_memory, c->k->threads, m->tile_memory,
                  m->tile_most > 0 ? m->tile_most : m->tile_memory, m->threads,
                  amp__lens_limit_name[c->time->limit]);
    return 1;
}

AMP__LENS_TEST(few_tiles)
{
    const double share = (double)c->k->tiles / c->k->model.multiprocessors;
    double part[AMP__LENS_BOUNDS];
    int i;
    if (share >= c->threshold || c->k->tiles < 1) {
        return 0;
    }
    for (i = 0; i < AMP__LENS_BOUNDS; i++) { /* what is each multiprocessor's, shared by all */
        part[i] = c->time->part[i] * (i <= AMP__LENS_BY_L1 ? share : 1);
    }
    c->part = -1;
    c->less = c->time->all - amp__lens_time_of(c->time, part);
    c->less = c->less * 20 < c->time->all ? -1 : c->less; /* it waits most of the time */
    AMP__LENS_SAW(c, "%lld tiles are fewer than the %d multiprocessors of the "
                  "model", c->k->tiles, c->k->model.multiprocessors);
    return 1;
}

AMP__LENS_TEST(tail)
{
    enum { AMP__LENS_ROUNDS = 5 }; /* of more, the last is a small part */
    const long long at_a_time = (long long)amp__lens_at_a_time(c);
    const long long rounds = c->k->tiles / at_a_time, rest = c->k->tiles % at_a_time;
    if (rounds < 1 || rounds >= AMP__LENS_ROUNDS || rest == 0
        || (double)rest >= c->threshold * (double)at_a_time) {
        return 0;
    }
    c->part = -1;
    c->less = c->time->all * (1 - (double)c->k->tiles / (double)((rounds + 1) * at_a_time));
    AMP__LENS_SAW(c, "%lld tiles run at a time, and after %lld round%s %lld are "
                  "left, while the others have nothing to do", at_a_time, rounds,
                  rounds == 1 ? "" : "s", rest);
    return 1;
}

AMP__LENS_TEST(imbalance)
{
    const amp__lens_kernel *k = c->k;
    const double mean = k->counted > 0 ? (double)k->tile_accesses / (double)k->counted : 0;
    const double at_a_time = amp__lens_at_a_time(c);
    if (k->counted < 4 || mean <= 0 || (double)k->busiest_tile < c->threshold * mean) {
        return 0;
    }
    c->part = -1; /* with many tiles others fill the gaps */
    c->less = c->time->all * (1 - mean / (double)k->busiest_tile)
        * ((double)k->tiles > at_a_time ? at_a_time / (double)k->tiles : 1);
    AMP__LENS_SAW(c, "the busiest of the tiles measured makes %.1f times the "
                  "accesses of the others on average", (double)k->busiest_tile / mean);
    return 1;
}

/* Whether fewer warps than c->threshold run at a time, for that limit: what it would take if twice
   as many did, of those that there are. */
static AMP__COLD int amp__lens_limited(amp__lens_case *c, int limit)
{
    if (c->time->occupancy >= c->threshold || c->time->resident == 0 || c->time->limit != limit) {
        return 0;
    }
    c->part = -1;
    c->less = c->time->rounds <= 1 ? 0 /* all that there are run */
        : c->time->all - amp__lens_time_with(c->time, c->time->warps
                                             * (c->time->rounds < 2 ? c->time->rounds : 2));
    AMP__LENS_SAW(c, "%.0f of 100 warps that a multiprocessor could have are there to wait for "
                  "memory in turn, for ", 100 * c->time->occupancy);
    if (limit == AMP__LENS_LIMIT_MEMORY) {
        AMP__LENS_SAY(c, "a tile has %lu bytes of tile memory", (unsigned long)c->k->tile_memory);
    } else if (limit == AMP__LENS_LIMIT_REGISTERS) {
        AMP__LENS_SAY(c, "a thread has %d registers", c->k->registers);
    } else {
        AMP__LENS_SAY(c, "it has at most %d tiles, of %d threads", c->k->model.tiles,
                      c->k->threads);
    }
    return 1;
}
AMP__LENS_WHERE(tile_memory_limits, amp__lens_limited(c, AMP__LENS_LIMIT_MEMORY))
AMP__LENS_WHERE(registers_limit, amp__lens_limited(c, AMP__LENS_LIMIT_REGISTERS))
AMP__LENS_WHERE(tiles_limit, amp__lens_limited(c, AMP__LENS_LIMIT_TILES))

AMP__LENS_TEST(camping)
{
    if (c->k->camping < c->threshold || c->k->model.partitions == 0) {
        return 0;
    }
    c->part = AMP__LENS_BY_MEMORY;
    c->less = c->time->part[AMP__LENS_BY_MEMORY] * (1 - 1 / c->k->camping);
    AMP__LENS_SAW(c, "tiles that run at a time meet on the same partitions of "
                  "global memory, the busiest of which has %.1f times its share", c->k->camping);
    return 1;
}

#endif /* AMP_LENS_RULES_H */
