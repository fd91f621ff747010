/* SPDX-License-Identifier: MIT */
#ifndef AMP_LENS_JSON_H
#define AMP_LENS_JSON_H
/* amp/lens/json.h: the report as JSON, whose members docs/lens.md names. */

#include "advice.h"
#include "../check/files.h"

#if AMP__LENS && AMP__IMPLEMENT

/* Writes a number, or null where there is none. */
static AMP__RARE AMP__CHECK void amp__lens_put_number(FILE *f, double value)
{
    if (value < 0) {
        (void)fprintf(f, "null");
    } else {
        (void)fprintf(f, "%.10g", value);
    }
}

/* Writes all measures of a scope as members of an object; those it does not have are left out. */
static AMP__RARE AMP__CHECK void amp__lens_put_measures(FILE *f, const amp__lens_scope *s)
{
    int i, n = 0;
    for (i = 0; i < AMP__LENS_MEASURES; i++) {
        const double value = amp__lens_value(i, s);
        if (value >= 0) {
            (void)fprintf(f, "%s\"%s\": ", n++ > 0 ? ", " : "", amp__lens_measures[i].name);
            amp__lens_put_number(f, value);
        }
    }
}

/* Writes the model as a member. */
static AMP__RARE AMP__CHECK void amp__lens_put_model(FILE *f, const amp_lens_model *m)
{
    (void)fprintf(f, "\"model\": {\"name\": ");
    amp__check_put_text(f, m->name);
    (void)fprintf(f, ", \"warp\": %d, \"line\": %d, \"sector\": %d, \"memory_request\": %d, "
                  "\"banks\": %d, \"bank\": %d, \"tile_request\": %d, \"partitions\": %d, "
                  "\"partition\": %d, \"multiprocessors\": %d, \"tiles\": %d, \"threads\": %d, "
                  "\"tile_memory\": %d, \"barrier_cycles\": %d, \"atomic_cycles\": %d, "
                  "\"clock\": %.6g, \"bandwidth\": %.6g, \"arithmetic\": %.6g}",
                  m->warp, m->line, m->sector, m->memory_request, m->banks, m->bank,
                  m->tile_request, m->partitions, m->partition, m->multiprocessors, m->tiles,
                  m->threads, m->tile_memory, m->barrier_cycles, m->atomic_cycles, m->clock,
                  m->bandwidth, m->arithmetic);
}

/* Writes a row as an object. */
static AMP__RARE AMP__CHECK void amp__lens_put_row(FILE *f, const amp__lens_kernel *k,
                                                   const amp__lens_row *r)
{
    const amp__lens_sum *s = &r->sum;
    const double n = (double)s->requests, scale = amp__lens_scale(k);
    char text[400];
    (void)fprintf(f, "{\"file\": ");
    amp__check_put_text(f, r->file);
    (void)fprintf(f, ", \"line\": %d, \"array\": ", r->line);
    amp__check_put_text(f, k->arrays[r->array].name);
    (void)fprintf(f, ", \"memory\": \"%s\", \"access\": \"%s\", \"bytes\": %d, \"stride\": ",
                  k->arrays[r->array].tile ? "tile" : "global", amp__lens_kind_name[r->kind & 3],
                  r->size);
    (void)fprintf(f, r->stride_seen && !r->stride_mixed ? "%lld" : "null", r->stride);
    (void)fprintf(f, ", \"requests\": %.10g, \"active\": ", n * scale);
    amp__lens_put_number(f, amp__lens_ratio((double)s->active, (double)s->room));
    if (k->arrays[r->array].tile) {
        (void)fprintf(f, ", \"bank_conflicts\": ");
        amp__lens_put_number(f, amp__lens_ratio((double)s->cycles, (double)s->parts));
        (void)fprintf(f, ", \"bank_cycles\": %.10g", (double)s->cycles * scale);
    } else {
        (void)fprintf(f, ", \"bytes_asked\": %.10g, \"bytes_moved\": %.10g, "
                      "\"sectors_per_request\": ", (double)s->asked * scale,
                      (double)s->sectors * k->model.sector * scale);
        amp__lens_put_number(f, amp__lens_ratio((double)s->sectors, n));
        (void)fprintf(f, ", \"ideal_sectors\": ");
        amp__lens_put_number(f, amp__lens_ratio((double)s->ideal, n));
        (void)fprintf(f, ", \"lines_per_request\": ");
        amp__lens_put_number(f, amp__lens_ratio((double)s->lines, n));
        if (k->model.partitions > 0) {
            (void)fprintf(f, ", \"camping\": %.6g", r->camping);
        }
    }
    if (r->kind == AMP__CHECK_ATOMIC) {
        (void)fprintf(f, ", \"collisions\": ");
        amp__lens_put_number(f, amp__lens_ratio((double)s->steps, n));
    }
    (void)fprintf(f, ", \"not_looked_at\": %llu, \"lost_ns\": %.6g, \"source\": ", s->beyond,
                  amp__lens_lost(k, r));
    amp__check_put_text(f, amp__check_source(text, sizeof(text), r->file, r->line));
    (void)fprintf(f, "}");
}

/* Writes the arrays and barriers of a kernel as two members. */
static AMP__RARE AMP__CHECK void amp__lens_put_arrays(FILE *f, const amp__lens_kernel *k)
{
    int i, d;
    (void)fprintf(f, ",\n   \"arrays\": [");
    for (i = 0; i < k->array_count; i++) {
        const amp__lens_array *a = &k->arrays[i];
        (void)fprintf(f, "%s\n    {\"name\": ", i > 0 ? "," : "");
        amp__check_put_text(f, a->name);
        (void)fprintf(f, ", \"memory\": \"%s\", \"element\": %lu, \"offset\": %u",
                      a->tile ? "tile" : "global", (unsigned long)a->size, a->offset);
        amp__check_put_list(f, "extent", a->rank, a->extent);
        (void)fprintf(f, ", \"stride\": [");
        for (d = 0; d < a->rank; d++) {
            (void)fprintf(f, "%s%ld", d > 0 ? ", " : "", (long)a->stride[d]);
        }
        (void)fprintf(f, "]");
        (void)fprintf(f, ", \"tiles_read\": %llu, \"tiles_wrote\": %llu}", a->different[0],
                      a->different[1]);
    }
    (void)fprintf(f, "],\n   \"barriers\": [");
    for (i = 0; i < k->barrier_count; i++) {
        const amp__lens_barrier *b = &k->barriers[i];
        (void)fprintf(f, "%s\n    {\"file\": ", i > 0 ? "," : "");
        amp__check_put_text(f, b->file != NULL ? b->file : "");
        (void)fprintf(f, ", \"line\": %d, \"end\": %s, \"rounds\": %llu, \"idle\": ", b->line,
                      b->site == NULL ? "true" : "false", b->rounds);
        amp__lens_put_number(f, amp__lens_ratio((double)b->idle, (double)b->threads));
        (void)fprintf(f, ", \"idle_warps\": ");
        amp__lens_put_number(f, amp__lens_ratio((double)b->idle_warps, (double)b->warps));
        (void)fprintf(f, "}");
    }
    (void)fprintf(f, "]");
}

/* Writes a kernel as an object, without the brace that ends it. */
static AMP__RARE AMP__CHECK void amp__lens_put_json_kernel(FILE *f, const amp__lens_kernel *k)
{
    const amp__lens_scope all = { k, 0, NULL };
    const amp__lens_times t = amp__lens_time(k);
    amp__lens_worst worst;
    int i;
    amp__lens_find_worst(k, &worst);
    (void)fprintf(f, "{\"kernel\": ");
    amp__check_put_text(f, k->name);
    (void)fprintf(f, ", ");
    amp__lens_put_model(f, &k->model);
    (void)fprintf(f, ",\n   \"simple\": %s, \"launches\": %llu, \"tiles\": %lld, "
                  "\"measured\": %lld, \"threads\": %d", k->simple ? "true" : "false",
                  k->launches, k->tiles, k->counted, k->threads);
    amp__check_put_list(f, "extent", k->rank, k->extent);
    amp__check_put_list(f, "tile", k->simple ? 0 : k->rank, k->tile);
    (void)fprintf(f, ",\n   \"measures\": {");
    amp__lens_put_measures(f, &all);
    (void)fprintf(f, "},\n   \"bound\": \"%s\", \"times_ns\": {", amp__lens_bound_name[t.bound]);
    for (i = 0; i < AMP__LENS_BOUNDS; i++) {
        (void)fprintf(f, "%s\"%s\": %.6g", i > 0 ? ", " : "", amp__lens_bound_name[i], t.part[i]);
    }
    (void)fprintf(f, "}, \"operations\": ");
    amp__lens_put_number(f, k->operations);
    (void)fprintf(f, ",\n   \"worst\": {\"row\": ");
    (void)fprintf(f, worst.row < 0 ? "null" : "%d", worst.row);
    (void)fprintf(f, ", \"message\": ");
    amp__check_put_text(f, worst.text);
    (void)fprintf(f, "},\n   \"rows\": [");
    for (i = 0; i < k->row_count; i++) {
        (void)fprintf(f, "%s\n    ", i > 0 ? "," : "");
        amp__lens_put_row(f, k, &k->rows[i]);
    }
    (void)fprintf(f, "]");
    amp__lens_put_arrays(f, k);
}

/* Writes all kernels that were measured. */
static AMP__RARE AMP__CHECK void amp__lens_put_json(FILE *f)
{
    int i;
    (void)fprintf(f, "{\"lens\": 1, \"kernels\": [");
    for (i = 0; i < amp__lens_shared.kernel_count; i++) {
        (void)fprintf(f, "%s\n  ", i > 0 ? "," : "");
        amp__lens_put_json_kernel(f, &amp__lens_shared.kernels[i]);
        (void)fprintf(f, "}");
    }
    (void)fprintf(f, "]}\n");
}

#endif /* AMP__LENS && AMP__IMPLEMENT */

#endif /* AMP_LENS_JSON_H */
