/* SPDX-License-Identifier: MIT */
#ifndef AMP_VECTORS_KERNEL_H
#define AMP_VECTORS_KERNEL_H
/*
amp/vectors/kernel.h: a kernel's text as one C function that runs a tile; or, of a simple kernel,
a box of threads.
*/

#include "emit_tables.h"
#include "joins.h"

/* The parameters as they stand in the function's head, as its caller passes them, by their names,
   and their sizes. */
typedef struct amp__vec_texts {
    amp__text head, pass, names, sizes;
} amp__vec_texts;

static AMP__COLD void amp__vec_parameter_texts(amp__vec_code *f, amp__vec_texts *p)
{
    int k, number = 0;
    p->head = p->pass = p->names = p->sizes = amp__c_empty(&f->c->store);
    for (k = 0; k < f->tree->var_count; k++) {
        const amp__vec_var *v = &f->vars[k];
        const amp__c_token *t = &f->c->t[v->name];
        const char *constant = v->read_only ? "const " : "";
        amp__text type = amp__c_empty(&f->c->store);
        if (v->kind != AMP__VEC_VALUE && v->kind != AMP__VEC_VIEW && !v->given) {
            continue;
        }
        amp__vec_unparse(f, &type, v->spec, v->spec_end, 0);
        if (v->given) { /* the function makes the memory: amp__vec_put_given_tile_memory */
            amp__text_printf(&p->head, ", const int amp__many_%.*s", t->n, t->s);
            amp__text_printf(&p->pass, ", *(const int *)amp__a[%d].data", number);
        } else if (v->kind == AMP__VEC_VALUE) {
            amp__text_printf(&p->head, ", %s %.*s AMP__UNUSED", type.at, t->n, t->s);
            amp__text_printf(&p->pass, ", *(const %s *)amp__a[%d].data", type.at, number);
            amp__text_printf(&p->names, ", %.*s", t->n, t->s);
        } else {
            amp__text_printf(&p->head, ", %s%s *AMP__VEC_APART %.*s AMP__UNUSED, amp_shape%d "
                             "%.*s_shape AMP__UNUSED", constant, type.at, t->n, t->s, v->rank,
                             t->n, t->s);
            amp__text_printf(&p->pass, ", (%s%s *)amp__a[%d].data, amp__shape_of%d(&amp__a[%d])",
                             constant, type.at, number, v->rank, number);
            amp__text_printf(&p->names, ", %.*s, %.*s_shape", t->n, t->s, t->n, t->s);
        }
        amp__text_printf(&p->sizes, "sizeof(%s), ", type.at);
        number++;
    }
}

/* The tile's dimensions as constants, and how large a strip is. Of joined tiles the last dimension
   is that of amp__tiles of them, and amp__n is for as many as there may be. */
static AMP__COLD void amp__vec_put_dimensions(amp__vec_code *f)
{
    const amp__c_token *name = &f->c->t[f->kernel->name];
    amp__text *b = &f->out;
    const int rank = f->kernel->rank;
    int k;
    amp__text_puts(b, "    enum { ");
    for (k = 0; k < rank; k++) {
        amp__text_printf(b, f->joined && k == rank - 1 ? "amp__one = (" : "amp__d%d = (", k);
        amp__vec_put_dimension(f, k);
        amp__text_puts(b, "), ");
    }
    amp__text_printf(b, "amp__n = %s", rank == 1 ? "" : rank == 2 ? "amp__d0 * "
                     : "amp__d0 * amp__d1 * ");
    if (f->joined) {
        amp__text_printf(b, "amp__one * %.*s__joined };\n    const int amp__d%d = amp__one * "
                         "amp__tiles, ", name->n, name->s, rank - 1);
    } else {
        amp__text_printf(b, "amp__d%d,\n        ", rank - 1);
    }
    amp__text_printf(b, "amp__strip %s= amp__d%d %% AMP__STRIP_LENGTH == 0 ? AMP__STRIP_LENGTH "
                     ": amp__d%d%s;\n", f->joined ? "AMP__UNUSED " : "", rank - 1, rank - 1,
                     f->joined ? "" : " }");
    for (k = 0; k < f->tree->body.launched->rank; k++) {
        amp__text_printf(b, "    const int amp__t%d AMP__UNUSED = amp__T[%d], amp__o%d AMP__UNUSED "
                         "= amp__O[%d], amp__c%d AMP__UNUSED = amp__C[%d];\n", k, k, k, k, k, k);
    }
    if (f->tree->body.row_is_warp) { /* or the text was told another number than this program */
        amp__text_printf(b, "    enum { amp__warps = 1 / (AMP_WARP_SIZE == %d) };\n",
                         f->tree->body.row);
    }
    if (f->tree->body.whole_warps) { /* likewise */
        amp__text_puts(b, "    enum { amp__whole = 1 / (amp__n % AMP_WARP_SIZE == 0) };\n");
    }
    for (; k < rank; k++) { /* rows of a tile of one dimension */
        amp__text_printf(b, "    const int amp__o%d AMP__UNUSED = 0;\n", k);
    }
    for (k = 0; k < f->tree->body.launched->rank; k++) {
        amp__text_printf(b, "    AMP__VEC_ORIGIN(amp__o%d)\n", k);
    }
    if (amp__vec_model(f, AMP__PHASED)) {
        amp__text_puts(b, "    const amp_tile_place amp_tile_index AMP__UNUSED = { ");
        amp__vec_put_parts(f, b, "toc");
        amp__text_puts(b, "};\n");
    }
}

/* The box of a simple kernel: where it begins, and its threads a dimension. Of a rank above 3 the
   first one counts through all dimensions but the last two, whose sizes follow in amp__T; what
   is written behind this is in a loop over it, whose brace the caller closes. */
static AMP__COLD void amp__vec_put_box(amp__vec_code *f)
{
    const int rank = f->kernel->rank;
    int k;
    if (rank > 3) {
        amp__text_puts(&f->out, "    for (int amp__z = amp__T[0]; amp__z < amp__O[0]; amp__z++) {\n"
                       "    int amp__rest = amp__z;\n");
        for (k = rank - 3; k >= 0; k--) {
            amp__text_printf(&f->out, "    const int amp__o%d AMP__UNUSED = amp__rest %% amp__T[%d]"
                             ", amp__d%d AMP__UNUSED = 1; amp__rest /= amp__T[%d];\n", k, 3 + k, k,
                             3 + k);
        }
    }
    for (k = rank > 3 ? rank - 2 : 0; k < rank; k++) {
        amp__text_printf(&f->out, "    const int amp__o%d AMP__UNUSED = amp__T[%d], amp__d%d "
                         "AMP__UNUSED = amp__O[%d] - amp__o%d;\n", k, k + 3 - rank, k, k + 3 - rank,
                         k);
    }
}

/* The head of NAME__row, which runs amp__strip threads of a row of a simple kernel from one index
   on. */
static AMP__COLD void amp__vec_put_row_head(amp__vec_code *f, const amp__vec_texts *p)
{
    const amp__c_token *name = &f->c->t[f->kernel->name];
    const int rank = f->kernel->rank;
    amp__text *b = &f->out;
    int k;
    amp__text_printf(b, "\nstatic AMP__INLINE int %.*s__row(const int amp__strip", name->n,
                     name->s);
    for (k = 0; k < rank; k++) {
        amp__text_printf(b, ", const int amp__o%d AMP__UNUSED", k);
    }
    amp__text_puts(b, p->head.at);
    amp__text_puts(b, ")\n{\n    AMP__EXACT\n    enum { amp__n = AMP__ROW_LENGTH, amp__s = 0");
    for (k = 0; k < rank - 1; k++) {
        amp__text_printf(b, ", amp__l%d = 0, amp__d%d = 1", k, k);
    }
    amp__text_printf(b, " };\n    const int amp__d%d AMP__UNUSED = amp__strip;\n", rank - 1);
    for (k = 0; k < rank - 1; k++) {
        amp__text_printf(b, "    const int amp__g%d AMP__UNUSED = amp__o%d;\n", k, k);
    }
}

/* NAME__lanes of such a kernel: the rows of a box, part by part. */
static AMP__COLD void amp__vec_put_rows(amp__vec_code *f, const amp__vec_texts *p)
{
    const amp__c_token *name = &f->c->t[f->kernel->name];
    const int rank = f->kernel->rank, last = rank - 1;
    amp__text index = amp__c_empty(&f->c->store), *b = &f->out;
    int k;
    amp__text_printf(b, "static AMP__INLINE int %.*s__lanes(const int *amp__T, const int *amp__O",
                     name->n, name->s);
    amp__text_puts(b, p->head.at);
    amp__text_puts(b, ")\n{\n");
    for (k = 0; k < last; k++) {
        amp__text_printf(b, "    for (int amp__o%d = amp__T[%d]; amp__o%d < amp__O[%d]; "
                         "amp__o%d++)\n", k, k + 3 - rank, k, k + 3 - rank, k);
    }
    for (k = 0; k < rank; k++) {
        amp__text_printf(&index, ", amp__o%d", k);
    }
    amp__text_printf(b, "    for (int amp__o%d = amp__T[2]; amp__o%d < amp__O[2]; ) {\n"
                     "        const int amp__left = amp__O[2] - amp__o%d;\n"
                     "        if (amp__left < AMP__ROW_LENGTH) {\n", last, last, last);
    amp__text_printf(b, "            (void)%.*s__row(amp__left%s", name->n, name->s, index.at);
    amp__text_puts(b, p->names.at);
    amp__text_printf(b, ");\n            break;\n        }\n        (void)%.*s__row("
                     "AMP__ROW_LENGTH%s", name->n, name->s, index.at);
    amp__text_puts(b, p->names.at);
    amp__text_printf(b, ");\n        if (amp__left == AMP__ROW_LENGTH) { break; }\n"
                     "        amp__o%d += AMP__ROW_LENGTH;\n    }\n    return 0;\n}\n", last);
}

/* An array of tile memory, or of thread_private, as one of the function; its size, of the latter
   a thread's, goes to `bytes`. */
static AMP__COLD void amp__vec_put_tile_memory(amp__vec_code *f, int n, amp__text *bytes)
{
    const amp__vec_var *v = &f->vars[n];
    const amp__c_token *t = &f->c->t[v->name];
    const amp__c_expr *dims = amp__vec_expression(f->tree, v->dims, v->dims_end), *d;
    amp__text *b = &f->out;
    amp__text_puts(b, "    ");
    amp__vec_unparse(f, b, v->spec, v->spec_end, 0);
    amp__text_printf(b, v->unique ? "%.*s__%d" : "%.*s", t->n, t->s, v->unique);
    amp__text_puts(bytes, " + sizeof(");
    amp__vec_unparse(f, bytes, v->spec, v->spec_end, 0);
    amp__text_puts(bytes, ")");
    for (d = amp__c_first_of(f->c, dims, AMP__C_RANK_COMMA); d != NULL;
         d = amp__c_next_of(dims, d)) {
        amp__text_puts(b, "[");
        amp__vec_unparse(f, b, d->from, d->to, 0);
        amp__text_puts(b, "]");
        amp__text_puts(bytes, " * (size_t)(");
        amp__vec_unparse(f, bytes, d->from, d->to, 0);
        amp__text_puts(bytes, ")");
    }
    if (v->kind == AMP__VEC_PRIVATE) {
        amp__text_puts(b, "[amp__n]"); /* the thread is the innermost dimension */
    }
    amp__text_puts(b, " AMP__TILE_MEMORY;\n");
}

/* Tile memory whose size the launch gives, tile(T, name), as a pointer and a shape that the kernel
   has of it. It lies on the worker's stack, where amp/vectors/run.h saw that there is room. */
static AMP__COLD void amp__vec_put_given_tile_memory(amp__vec_code *f, const amp__vec_var *v)
{
    const amp__c_token *t = &f->c->t[v->name];
    amp__text *b = &f->out;
    amp__text_puts(b, "    ");
    amp__vec_unparse(f, b, v->spec, v->spec_end, 0);
    amp__text_printf(b, "*%.*s AMP__UNUSED = (", t->n, t->s);
    amp__vec_unparse(f, b, v->spec, v->spec_end, 0);
    amp__text_puts(b, "*)AMP__VEC_GIVEN(sizeof(");
    amp__vec_unparse(f, b, v->spec, v->spec_end, 0);
    amp__text_printf(b, ") * (size_t)amp__many_%.*s);\n    const amp_shape1 %.*s_shape AMP__UNUSED "
                     "= { { amp__many_%.*s }, { 1 } };\n", t->n, t->s, t->n, t->s, t->n, t->s);
}

/* What a thread keeps from one loop to another, as an array with an element a thread. */
static AMP__COLD void amp__vec_put_expanded(amp__vec_code *f, int n, amp__text *bytes)
{
    const amp__vec_var *v = &f->vars[n];
    amp__text rest = amp__c_empty(&f->c->store);
    int i;
    amp__text_puts(&rest, f->place[n].interleaved ? "" : "[amp__n]");
    amp__text_puts(bytes, " + sizeof(");
    amp__vec_type_of(f, bytes, v, 1);
    for (i = v->dims; v->array && amp__c_is(f->c, i, '['); i = f->c->t[i].match + 1) {
        amp__vec_unparse(f, &rest, i, f->c->t[i].match + 1, 0);
        amp__vec_unparse(f, bytes, i, f->c->t[i].match + 1, 0);
    }
    amp__text_puts(&rest, f->place[n].interleaved ? "[amp__n] AMP__TILE_MEMORY; "
                   : " AMP__TILE_MEMORY; ");
    amp__text_puts(bytes, ")");
    amp__text_puts(&f->out, "    ");
    amp__vec_declare_kept(f, 'k', n, rest.at);
    amp__text_puts(&f->out, "\n");
}

/* The ranges that the flag n is (ranges.h), none of the threads at first. */
static AMP__COLD void amp__vec_put_range(amp__vec_code *f, int n)
{
    int k;
    for (k = 0; k < f->kernel->rank; k++) {
        amp__text_printf(&f->out, "    int amp__from%d_%d AMP__UNUSED = 0, amp__past%d_%d "
                         "AMP__UNUSED = 0;\n", n, k, n, k);
    }
}

/* The arrays of the function; their sizes go to tile, and a thread's to kept. */
static AMP__COLD void amp__vec_put_arrays(amp__vec_code *f, amp__text *tile,
                                          amp__text *kept)
{
    int k;
    for (k = 0; k < f->tree->var_count; k++) {
        if (amp__vec_is_range(f->levels, k)) {
            amp__vec_put_range(f, k);
        }
        if (f->vars[k].given) {
            amp__vec_put_given_tile_memory(f, &f->vars[k]);
        } else if (f->vars[k].kind == AMP__VEC_TILE) {
            amp__text_puts(&f->out, f->tree->tile_arrays == 1 ? "    AMP__TILE_BEGIN\n" : "");
            amp__vec_put_tile_memory(f, k, tile);
            amp__text_puts(&f->out, f->tree->tile_arrays == 1 ? "    AMP__TILE_END\n" : "");
        } else if (f->vars[k].kind == AMP__VEC_PRIVATE) {
            amp__vec_put_tile_memory(f, k, kept);
        } else if (f->vars[k].kind == AMP__VEC_LOCAL && f->place[k].storage == AMP__VEC_EXPANDED) {
            amp__vec_put_expanded(f, k, kept);
        }
    }
    for (k = 1; k <= f->tree->body.warps; k++) {
        amp__text_printf(&f->out, "    AMP__VEC_GIVEN_LANES(amp__w%d)\n", k);
        amp__text_puts(kept, " + 8");
    }
}

/* How many tiles are joined, NAME__joined: as many as give a row of AMP__VEC_JOINED_ROW threads;
   one where what they keep would be large. */
static AMP__COLD void amp__vec_put_joined(amp__vec_code *f)
{
    const amp__c_token *name = &f->c->t[f->kernel->name];
    const int rank = f->kernel->rank;
    amp__text kept = amp__c_empty(&f->c->store), tile = kept, before = f->out;
    int k;
    f->out = tile;
    amp__vec_put_arrays(f, &tile, &kept); /* only to know their bytes */
    f->out = before;
    f->line = -100;
    amp__text_printf(&f->out, "\nenum { %.*s__joined = (0%s) * AMP__VEC_JOINED_ROW", name->n,
                     name->s, kept.at);
    for (k = 0; k < rank - 1; k++) {
        amp__text_puts(&f->out, " * (");
        amp__vec_put_dimension(f, k);
        amp__text_puts(&f->out, ")");
    }
    amp__text_puts(&f->out, " > AMP__VEC_JOINED_BYTES ? 1 : AMP__VEC_JOINED_ROW / (");
    amp__vec_put_dimension(f, rank - 1);
    amp__text_puts(&f->out, ") };");
}

/* NAME__lanes of joined tiles: amp__T[rank] of them, from one on. */
static AMP__COLD void amp__vec_put_joined_rows(amp__vec_code *f, const amp__vec_texts *p)
{
    const amp__c_token *name = &f->c->t[f->kernel->name];
    const int rank = f->kernel->rank;
    amp__text *b = &f->out;
    int k;
    amp__text_printf(b, "static AMP__INLINE int %.*s__lanes(const int *amp__T, const int *amp__O, "
                     "const int *amp__C%s)\n{\n    int amp__left = amp__T[%d], "
                     "amp__from[] = { ", name->n, name->s, p->head.at, rank);
    for (k = 0; k < rank; k++) {
        amp__text_printf(b, "amp__O[%d], ", k);
    }
    amp__text_printf(b, "};\n    for (; amp__left >= %.*s__joined; amp__left -= %.*s__joined) {\n"
                     "        (void)%.*s__tiles(%.*s__joined, amp__T, amp__from, amp__C%s);\n"
                     "        amp__from[%d] += (", name->n, name->s, name->n, name->s, name->n,
                     name->s, name->n, name->s, p->names.at, rank - 1);
    amp__vec_put_dimension(f, rank - 1);
    amp__text_printf(b, ") * %.*s__joined;\n    }\n    if (amp__left > 0) {\n"
                     "        (void)%.*s__tiles(amp__left, amp__T, amp__from, amp__C%s);\n    }\n"
                     "    return 0;\n}\n", name->n, name->s, name->n, name->s, p->names.at);
}

/* The pass `emit`: NAME__lanes, which runs a tile, or a box of a simple kernel, returns 0, or the
   line around whose barrier the threads diverge; and AMP__VEC_ENTRY, which makes it known. */
static AMP__COLD void amp__vec_emit_kernel(amp__vec_code *f, const amp__vec_storage *storage)
{
    amp__text tile, kept, *b = &f->out;
    amp__vec_texts p;
    const amp__c_token *name;
    const amp__vec_schedule *plan = storage->schedule;
    const int simple = amp__vec_model(storage, AMP__SIMPLE), in_rows = storage->levels->in_rows;
    int k;
    amp__vec_begin_code(f, storage);
    f->joined = amp__vec_joins(plan);
    f->streams = plan->streams ? 1
        : !simple && !f->joined && amp__vec_has_block(f, plan->plan) ? 2 : 0;
    tile = kept = amp__c_empty(&f->c->store);
    name = &f->c->t[f->kernel->name];
    amp__vec_parameter_texts(f, &p);
    if (!simple && !f->joined) {
        amp__vec_put_tables(f);
    }
    if (in_rows) {
        amp__vec_put_row_head(f, &p);
    } else if (f->joined) {
        amp__vec_put_joined(f);
        amp__text_printf(b, "\nstatic AMP__INLINE int %.*s__tiles(const int amp__tiles, "
                         "const int *amp__T AMP__UNUSED, const int *amp__O AMP__UNUSED, "
                         "const int *amp__C AMP__UNUSED%s)\n{\n    AMP__EXACT\n", name->n, name->s,
                         p.head.at);
        amp__vec_put_dimensions(f);
    } else {
        amp__text_printf(b, "\nstatic AMP__INLINE %sint %.*s__lanes(const int *amp__T AMP__UNUSED, "
                         "const int *amp__O AMP__UNUSED%s",
                         plan->streams ? "AMP__VEC_STREAMED " : "", name->n, name->s,
                         simple ? "" : ", const int *amp__C AMP__UNUSED");
        amp__text_puts(b, p.head.at);
        amp__text_puts(b, ")\n{\n    AMP__EXACT\n");
        (simple ? amp__vec_put_box : amp__vec_put_dimensions)(f);
    }
    amp__vec_put_arrays(f, &tile, &kept);
    amp__vec_emit_plan(f, plan->plan, in_rows);
    amp__vec_put_prefetches(b, "AMP__VEC_PREFETCH_FIRST(", &f->ahead);
    amp__text_puts(b, simple && f->kernel->rank > 3 ? "\n    }" : "");
    amp__text_puts(b, "\n    return 0;\n}\n");
    amp__text_printf(b, "#line 1 \"%.*s as vectors\"\n", name->n, name->s);
    if (in_rows) {
        amp__vec_put_rows(f, &p);
    } else if (f->joined) {
        amp__vec_put_joined_rows(f, &p);
    }
    amp__text_printf(b, "AMP__VEC_ENTRY(%.*s, %d, (", name->n, name->s,
                     (int)amp__vec_model_of(f->kernel));
    for (k = 0; k < storage->tree->body.launched->rank; k++) {
        amp__text_puts(b, k > 0 ? ", " : "");
        if (simple) {
            amp__text_puts(b, "1");
        } else {
            amp__vec_put_dimension_of(f, storage->tree->body.launched, k);
        }
    }
    amp__text_puts(b, simple ? "), (amp__T, amp__O" : "), (amp__T, amp__O, amp__C");
    amp__text_puts(b, p.pass.at);
    amp__text_printf(b, "), (%s0), 0%s, (0%s)", p.sizes.at, tile.at, kept.at);
    if (simple) {
        amp__text_puts(b, " * AMP__ROW_LENGTH");
    }
    for (k = 0; k < f->kernel->rank && !simple; k++) {
        amp__text_puts(b, " * (");
        amp__vec_put_dimension(f, k);
        amp__text_puts(b, ")");
    }
    if (f->joined) {
        amp__text_printf(b, " * %.*s__joined", name->n, name->s);
    }
    amp__text_printf(b, ", %d, %d, %d, %d)\n",
                     (f->tree->reports || plan->may_diverge) && plan->can_run_again, f->joined,
                     f->streams, f->trees);
}

/* Behind it: no loop is open; the entry is there. */
static AMP__COLD int amp__vec_code_holds(const amp__vec_code *f)
{
    return f->loops_around == 0 && (f->out.failed || strstr(f->out.at, "AMP__VEC_ENTRY(") != NULL);
}

#endif /* AMP_VECTORS_KERNEL_H */
