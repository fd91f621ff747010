/* SPDX-License-Identifier: MIT */
#ifndef AMP_LENS_JSON_H
#define AMP_LENS_JSON_H
/* amp/lens/json.h: the report as JSON, whose members docs/lens.md names. */

#include "advice.h"
#include "../report/json.h"
#include "../report/source.h"

#if AMP__LENS && AMP__IMPLEMENT

/* Writes a measure, or null where there is none. */
static AMP__COLD AMP__CHECK void amp__lens_put_number(amp__json *j, const char *key, double value)
{
    if (value < 0) {
        amp__json_null(j, key);
    } else {
        amp__json_number(j, key, 10, value);
    }
}

/* Writes all measures of a scope as members of an object; those it does not have are left out. */
static AMP__COLD AMP__CHECK void amp__lens_put_measures(amp__json *j, const amp__lens_scope *s)
{
    int i;
    for (i = 0; i < AMP__LENS_MEASURES; i++) {
        const double value = amp__lens_value(i, s);
        if (value >= 0) {
            amp__lens_put_number(j, amp__lens_measures[i].name, value);
        }
    }
}

/* The whole numbers of a model. */
#define AMP__LENS_MODEL_MAP(XX)                                               \
    XX(warp) XX(line) XX(sector) XX(memory_request) XX(banks) XX(bank) XX(tile_request) \
    XX(partitions) XX(partition) XX(multiprocessors) XX(tiles) XX(threads) XX(tile_memory) \
    XX(barrier_cycles) XX(atomic_cycles)

/* Writes the model as a member. */
static AMP__COLD AMP__CHECK void amp__lens_put_model(amp__json *j, const amp_lens_model *m)
{
    amp__json_open(j, "model", '{');
    amp__json_text(j, "name", m->name);
#define AMP__LENS_NUMBER(name) amp__json_int(j, #name, m->name);
    AMP__LENS_MODEL_MAP(AMP__LENS_NUMBER)
#undef AMP__LENS_NUMBER
    amp__json_number(j, "clock", 6, m->clock);
    amp__json_number(j, "bandwidth", 6, m->bandwidth);
    amp__json_number(j, "arithmetic", 6, m->arithmetic);
    amp__json_close(j, "}");
}

/* Writes a row as an object. */
static AMP__COLD AMP__CHECK void amp__lens_put_row(amp__json *j, const amp__lens_kernel *k,
                                                   const amp__lens_row *r)
{
    const amp__lens_sum *s = &r->sum;
    const unsigned long long n = s->requests;
    const double scale = amp__lens_scale(k);
    char text[400];
    amp__json_open(j, NULL, '{');
    amp__json_text(j, "file", r->file);
    amp__json_int(j, "line", r->line);
    amp__json_text(j, "array", k->arrays[r->array].name);
    amp__json_text(j, "memory", k->arrays[r->array].tile ? "tile" : "global");
    amp__json_text(j, "access", amp__lens_kind_name[r->kind & 3]);
    amp__json_int(j, "bytes", r->size);
    if (r->stride_seen && !r->stride_mixed) {
        amp__json_int(j, "stride", r->stride);
    } else {
        amp__json_null(j, "stride");
    }
    amp__json_number(j, "requests", 10, (double)n * scale);
    amp__lens_put_number(j, "active", amp__lens_ratio(s->active, s->room));
    if (k->arrays[r->array].tile) {
        amp__lens_put_number(j, "bank_conflicts", amp__lens_ratio(s->cycles, s->parts));
        amp__json_number(j, "bank_cycles", 10, (double)s->cycles * scale);
    } else {
        amp__json_number(j, "bytes_asked", 10, (double)s->asked * scale);
        amp__json_number(j, "bytes_moved", 10, (double)s->sectors * k->model.sector * scale);
        amp__lens_put_number(j, "sectors_per_request", amp__lens_ratio(s->sectors, n));
        amp__lens_put_number(j, "ideal_sectors", amp__lens_ratio(s->ideal, n));
        amp__lens_put_number(j, "lines_per_request", amp__lens_ratio(s->lines, n));
        if (k->model.partitions > 0) {
            amp__json_number(j, "camping", 6, r->camping);
        }
    }
    if (r->kind == AMP__CHECK_ATOMIC) {
        amp__lens_put_number(j, "collisions", amp__lens_ratio(s->steps, n));
    }
    amp__json_int(j, "not_looked_at", (long long)s->beyond);
    amp__json_number(j, "lost_ns", 6, amp__lens_excess_cost(k, r));
    amp__json_text(j, "source", amp__report_line(text, sizeof(text), r->file, r->line));
    amp__json_close(j, "}");
}

/* Writes the arrays and barriers of a kernel as two members. */
static AMP__COLD AMP__CHECK void amp__lens_put_arrays(amp__json *j, const amp__lens_kernel *k)
{
    int i, d;
    amp__json_open_line(j, 3, "arrays", '[');
    for (i = 0; i < k->array_count; i++) {
        const amp__lens_array *a = &k->arrays[i];
        amp__json_open_line(j, 4, NULL, '{');
        amp__json_text(j, "name", a->name);
        amp__json_text(j, "memory", a->tile ? "tile" : "global");
        amp__json_int(j, "element", (long long)a->size);
        amp__json_int(j, "offset", a->offset);
        amp__json_ints(j, "extent", a->rank, a->extent);
        amp__json_open(j, "stride", '[');
        for (d = 0; d < a->rank; d++) {
            amp__json_int(j, NULL, (long long)a->stride[d]);
        }
        amp__json_close(j, "]");
        amp__json_int(j, "tiles_read", (long long)a->different[0]);
        amp__json_int(j, "tiles_wrote", (long long)a->different[1]);
        amp__json_close(j, "}");
    }
    amp__json_close(j, "]");
    amp__json_open_line(j, 3, "barriers", '[');
    for (i = 0; i < k->barrier_count; i++) {
        const amp__lens_barrier *b = &k->barriers[i];
        amp__json_open_line(j, 4, NULL, '{');
        amp__json_text(j, "file", b->file != NULL ? b->file : "");
        amp__json_int(j, "line", b->line);
        amp__json_bool(j, "end", b->site == NULL);
        amp__json_int(j, "rounds", (long long)b->rounds);
        amp__lens_put_number(j, "idle", amp__lens_ratio(b->idle, b->threads));
        amp__lens_put_number(j, "idle_warps", amp__lens_ratio(b->idle_warps, b->warps));
        amp__json_close(j, "}");
    }
    amp__json_close(j, "]");
}

/* Writes a kernel as an object, without the brace that ends it. */
static AMP__COLD AMP__CHECK void amp__lens_put_json_kernel(amp__json *j, const amp__lens_kernel *k)
{
    const amp__lens_scope all = { k, 0, NULL };
    const amp__lens_times t = amp__lens_time(k);
    amp__lens_worst worst;
    int i;
    amp__lens_find_worst(k, &worst);
    amp__json_open_line(j, 2, NULL, '{');
    amp__json_text(j, "kernel", k->name);
    amp__lens_put_model(j, &k->model);
    amp__json_line(j, 3);
    amp__json_bool(j, "simple", k->simple);
    amp__json_int(j, "launches", (long long)k->launches);
    amp__json_int(j, "tiles", k->tiles);
    amp__json_int(j, "measured", k->counted);
    amp__json_int(j, "threads", k->threads);
    amp__json_ints(j, "extent", k->rank, k->extent);
    amp__json_ints(j, "tile", k->simple ? 0 : k->rank, k->tile);
    amp__json_open_line(j, 3, "measures", '{');
    amp__lens_put_measures(j, &all);
    amp__json_close(j, "}");
    amp__json_line(j, 3);
    amp__json_text(j, "bound", amp__lens_bound_name[t.bound]);
    amp__json_open(j, "times_ns", '{');
    for (i = 0; i < AMP__LENS_BOUNDS; i++) {
        amp__json_number(j, amp__lens_bound_name[i], 6, t.part[i]);
    }
    amp__json_close(j, "}");
    amp__lens_put_number(j, "operations", k->operations);
    amp__json_open_line(j, 3, "worst", '{');
    if (worst.row < 0) {
        amp__json_null(j, "row");
    } else {
        amp__json_int(j, "row", worst.row);
    }
    amp__json_text(j, "message", worst.text);
    amp__json_close(j, "}");
    amp__json_open_line(j, 3, "rows", '[');
    for (i = 0; i < k->row_count; i++) {
        amp__json_line(j, 4);
        amp__lens_put_row(j, k, &k->rows[i]);
    }
    amp__json_close(j, "]");
    amp__lens_put_arrays(j, k);
}

/* Writes all kernels that were measured. */
static AMP__COLD AMP__CHECK void amp__lens_put_json(amp__text *to)
{
    amp__json j = amp__json_begin(to);
    int i;
    amp__json_open(&j, NULL, '{');
    amp__json_int(&j, "lens", 1);
    amp__json_open(&j, "kernels", '[');
    for (i = 0; i < amp__lens_shared.kernel_count; i++) {
        amp__lens_put_json_kernel(&j, &amp__lens_shared.kernels[i]);
        amp__json_close(&j, "}");
    }
    amp__json_close(&j, "]}\n");
}

#endif /* AMP__LENS && AMP__IMPLEMENT */

#endif /* AMP_LENS_JSON_H */
