/* SPDX-License-Identifier: MIT */
#ifndef AMP_LENS_JSON_H
#define AMP_LENS_JSON_H
/* amp/lens/json.h: the report as JSON, whose members docs/lens.md names. */

#include <math.h> /* HUGE_VAL */
#include "advice.h"
#include "../report/json.h"
#include "../report/source.h"

/* The version of the report's form, docs/lens-schema.json: one more where a member is gone, or
   means something else. 2: hottest is of the tiles measured. 3: times_ns has other parts, and the
   time is more than the longest. */
enum { AMP__LENS_SCHEMA = 3 };

/* A measure as it is written; one that there is not, below 0, becomes null. */
static AMP__COLD double amp__lens_or_null(double value)
{
    return value < 0 ? HUGE_VAL : value;
}

/* Writes all measures of a scope as members of an object; those it does not have are left out. */
static AMP__COLD void amp__lens_put_measures(amp__json *j, const amp__lens_scope *s)
{
    int i;
    for (i = 0; i < AMP__LENS_MEASURES; i++) {
        const double value = amp__lens_value(i, s);
        if (value >= 0) {
            amp__json_put(j, "%s: %.10g", amp__lens_measures[i].name, value);
        }
    }
}

/* Writes the model as a member. */
static AMP__COLD void amp__lens_put_model(amp__json *j, const amp_lens_model *m)
{
    amp__json_put(j, "model: { name: %s", m->name);
#define AMP__LENS_NUMBER(name) amp__json_put(j, #name ": %d", m->name);
    AMP__LENS_MODEL_MAP(AMP__LENS_NUMBER)
#undef AMP__LENS_NUMBER
#define AMP__LENS_NUMBER(name) amp__json_put(j, #name ": %.6g", m->name);
    AMP__LENS_MODEL_DOUBLES(AMP__LENS_NUMBER)
#undef AMP__LENS_NUMBER
    amp__json_put(j, "}");
}

/* Writes a row as an object. */
static AMP__COLD void amp__lens_put_row(amp__json *j, const amp__lens_kernel *k,
                                        const amp__lens_row *r)
{
    const amp__lens_sum *s = &r->sum;
    const unsigned long long n = s->requests;
    const double scale = amp__lens_scale(k);
    const amp__lens_times t = amp__lens_time(k);
    char text[400];
    int part;
    amp__json_put(j, "{ file: %s, line: %d, array: %s, memory: %s, access: %s, bytes: %d", r->file,
                  r->line, k->arrays[r->array].name, k->arrays[r->array].tile ? "tile" : "global",
                  amp__lens_kind_name[r->kind & 3], r->size);
    amp__json_put(j, "stride: %.17g, requests: %.10g, active: %.10g",
                  r->stride_seen && !r->stride_mixed ? (double)r->stride : HUGE_VAL,
                  (double)n * scale, amp__lens_or_null(amp__lens_ratio(s->active, s->room)));
    if (k->arrays[r->array].tile) {
        amp__json_put(j, "bank_conflicts: %.10g, bank_cycles: %.10g",
                      amp__lens_or_null(amp__lens_ratio(s->cycles, s->parts)),
                      (double)s->cycles * scale);
    } else {
        amp__json_put(j, "bytes_asked: %.10g, bytes_moved: %.10g, sectors_per_request: %.10g, "
                      "ideal_sectors: %.10g, lines_per_request: %.10g", (double)s->asked * scale,
                      (double)s->sectors * k->model.sector * scale,
                      amp__lens_or_null(amp__lens_ratio(s->sectors, n)),
                      amp__lens_or_null(amp__lens_ratio(s->ideal, n)),
                      amp__lens_or_null(amp__lens_ratio(s->lines, n)));
        if (k->model.partitions > 0) {
            amp__json_put(j, "camping: %.6g", r->camping);
        }
        if (s->looked > 0 && k->model.l1 > 0) {
            amp__json_put(j, "l1_hit_rate: %.10g", amp__lens_ratio(s->found, s->looked));
        }
    }
    if (r->kind == AMP__CHECK_ATOMIC) {
        amp__json_put(j, "collisions: %.10g", amp__lens_or_null(amp__lens_ratio(s->steps, n)));
    }
    amp__json_put(j, "not_looked_at: %lld, scaled: %.10g, tiles: %lld, rare: %c, error: %.4g, "
                  "lost_ns: %.6g, source: %s }", (long long)s->beyond, r->scaled,
                  (long long)r->tiles, amp__lens_is_rare(k, r),
                  amp__lens_or_null(amp__lens_row_error(k, r)),
                  amp__lens_excess_cost(k, &t, r, &part),
                  amp__report_line(text, sizeof(text), r->file, r->line));
}

/* Writes the arrays and barriers of a kernel as two members. */
static AMP__COLD void amp__lens_put_arrays(amp__json *j, const amp__lens_kernel *k)
{
    int i, d;
    amp__json_put(j, "\n   arrays: [");
    for (i = 0; i < k->array_count; i++) {
        const amp__lens_array *a = &k->arrays[i];
        amp__json_put(j, "\n    { name: %s, memory: %s, element: %lld, offset: %lld", a->name,
                      a->tile ? "tile" : "global", (long long)a->size, (long long)a->offset);
        amp__json_ints(j, "extent", a->rank, a->extent);
        amp__json_put(j, "stride: [");
        for (d = 0; d < a->rank; d++) {
            amp__json_put(j, "%lld", (long long)a->stride[d]);
        }
        amp__json_put(j, "], tiles_read: %lld, tiles_wrote: %lld }", (long long)a->different[0],
                      (long long)a->different[1]);
    }
    amp__json_put(j, "],\n   barriers: [");
    for (i = 0; i < k->barrier_count; i++) {
        const amp__lens_barrier *b = &k->barriers[i];
        amp__json_put(j, "\n    { file: %s, line: %d, end: %c, rounds: %lld, idle: %.10g, "
                      "idle_warps: %.10g }", b->file != NULL ? b->file : "", b->line,
                      b->site == NULL ? 1 : 0, (long long)b->sum.rounds,
                      amp__lens_or_null(amp__lens_ratio(b->sum.idle, b->sum.threads)),
                      amp__lens_or_null(amp__lens_ratio(b->idle_warps, b->warps)));
    }
    amp__json_put(j, "]");
}

/* Writes what source lines have warps do as a member; what is not known is null. */
static AMP__COLD void amp__lens_put_line_list(amp__json *j, const amp__lens_kernel *k)
{
    const double scale = amp__lens_scale(k);
    int i;
    amp__json_put(j, "\n   counted_by: %s, doubt: %s, operations_from: %s, lines: [",
                  k->by_warps ? "warps" : "visits", amp__lens_doubt(k), k->operations < 0 ? NULL
                  : k->operations_given ? "the program" : "the machine code");
    for (i = 0; i < k->line_count; i++) {
        const amp__lens_line *l = &k->lines[i];
        amp__json_put(j, "\n    { file: %s, line: %d, branches: %.10g, divergent_branches: %.10g, "
                      "divergent_loops: %.10g, instructions: %.10g, operations: %.10g }", l->file,
                      l->line, k->branches_known ? l->sum.branches * scale : HUGE_VAL,
                      l->sum.parted * scale, k->loops_known ? (double)l->loops : HUGE_VAL,
                      k->instructions_known ? l->sum.instructions * scale : HUGE_VAL,
                      k->operations_known ? l->sum.operations * scale : HUGE_VAL);
    }
    amp__json_put(j, "]");
}

/* Writes a kernel as an object, without the brace that ends it. */
static AMP__COLD void amp__lens_put_json_kernel(amp__json *j, const amp__lens_kernel *k)
{
    const amp__lens_scope all = { k, 0, NULL, 0 };
    const amp__lens_times t = amp__lens_time(k);
    amp__lens_worst worst;
    double error[AMP__LENS_MEASURES], scaled = 1;
    int i;
    amp__lens_find_worst(k, &worst);
    amp__lens_errors(&all, error);
    for (i = 0; i < k->row_count; i++) {
        scaled = k->rows[i].scaled > scaled ? k->rows[i].scaled : scaled;
    }
    amp__json_put(j, "\n  { kernel: %s", k->name);
    amp__lens_put_model(j, &k->model);
    amp__json_put(j, "\n   simple: %c, launches: %lld, tiles: %lld, measured: %lld, threads: %lld",
                  k->simple, (long long)k->launches, (long long)k->tiles, (long long)k->counted,
                  (long long)k->threads);
    amp__json_ints(j, "extent", k->rank, k->extent);
    amp__json_ints(j, "tile", k->simple ? 0 : k->rank, k->tile);
    amp__json_put(j, "\n   measures: {");
    amp__lens_put_measures(j, &all);
    amp__json_put(j, "},\n   seed: %lld, scaled: %.10g, errors: {", (long long)k->seed, scaled);
    for (i = 0; i < AMP__LENS_MEASURES; i++) {
        if (amp__lens_value(i, &all) >= 0) {
            amp__json_put(j, "%s: %.4g", amp__lens_measures[i].name, amp__lens_or_null(error[i]));
        }
    }
    amp__json_put(j, "},\n   bound: %s, times_ns: {", amp__lens_bound_name[t.bound]);
    for (i = 0; i < AMP__LENS_BOUNDS; i++) {
        amp__json_put(j, "%s: %.6g", amp__lens_bound_name[i], t.part[i]);
    }
    amp__json_put(j, "}, time_ns: %.6g, launch_ns: %.6g, copy_ns: %.6g", t.all, t.launch, t.copy);
    amp__json_put(j, "cache_run: %lld, occupancy_limit: %s, registers: %.10g, operations: %.10g,"
                  "\n   worst: { row: %.10g, message: %s },\n   advice: [", (long long)k->run,
                  amp__lens_limit_name[t.limit], k->registers > 0 ? k->registers : HUGE_VAL,
                  amp__lens_or_null(k->operations), amp__lens_or_null(worst.row), worst.text);
    for (i = 0; i < worst.count; i++) {
        const amp__lens_advice *a = &worst.list[i];
        amp__json_put(j, "\n    { rule: %s, row: %.10g, gain_ns: %.6g, message: %s }", a->rule,
                      amp__lens_or_null(a->row), amp__lens_or_null(a->gain), a->text);
    }
    amp__json_put(j, "],\n   rows: [");
    for (i = 0; i < k->row_count; i++) {
        amp__json_put(j, "\n    ");
        amp__lens_put_row(j, k, &k->rows[i]);
    }
    amp__json_put(j, "]");
    amp__lens_put_line_list(j, k);
    amp__lens_put_arrays(j, k);
}

/* Writes all kernels that were measured. */
static AMP__COLD void amp__lens_put_json(amp__text *to)
{
    amp__json j = amp__json_begin(to);
    int i;
    amp__json_put(&j, "{ lens: %d, kernels: [", AMP__LENS_SCHEMA);
    for (i = 0; i < amp__lens_shared.kernel_count; i++) {
        amp__lens_put_json_kernel(&j, &amp__lens_shared.kernels[i]);
        amp__json_put(&j, "}");
    }
    amp__json_put(&j, "]}");
    amp__text_puts(to, "\n");
}

#endif /* AMP_LENS_JSON_H */
