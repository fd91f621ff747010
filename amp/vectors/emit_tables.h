/* SPDX-License-Identifier: MIT */
#ifndef AMP_VECTORS_EMIT_TABLES_H
#define AMP_VECTORS_EMIT_TABLES_H
/*
amp/vectors/emit_tables.h: the tables of place_tables.h as C, in front of the kernel's function.

    static float dct__table0[8][(64)];
    static AMP__VEC_AS_WRITTEN void dct__tables(void) { ... }
*/

#include "unparse.h"

/* Finds the calls of the kernel that become tables. */
static AMP__COLD void amp__vec_find_tables(amp__vec_code *f)
{
    amp__vec_table *t = (amp__vec_table *)amp__c_new(f->c, AMP__VEC_TABLES * sizeof(*t));
    int i;
    f->tables = t;
    for (i = f->kernel->body; i < f->kernel->body_end && f->table_count < AMP__VEC_TABLES; i++) {
        f->table_count += amp__vec_is_table(f->levels, i, &t[f->table_count]);
    }
}

/* The table number k: an array of what its call gives back. */
static AMP__COLD void amp__vec_put_table(amp__vec_code *f, int k)
{
    const amp__vec_table *t = &f->tables[k];
    const amp__c_token *name = &f->c->t[f->kernel->name], *call = &f->c->t[t->call];
    const int own = amp__c_find_function(f->c, t->call);
    const int known = amp__vec_function_at(f->c, t->call);
    const int is_float = own >= 0
        ? amp__c_is(f->c, f->c->functions[own].name - 1, AMP__C_FLOAT)
        : call->n > (int)strlen(amp__vec_functions[known]);
    int n;
    amp__text_printf(&f->out, "static %s %.*s__table%d", is_float ? "float" : "double", name->n,
                     name->s, k);
    for (n = 0; n < t->loops; n++) {
        amp__text_printf(&f->out, "[%d]", amp__vec_counted_turns(f->levels, t->loop[n],
            amp__vec_counter_of(f->levels, t->loop[n])));
    }
    for (n = 0; n < f->kernel->rank; n++) {
        amp__text_puts(&f->out, "[");
        amp__vec_put_dimension(f, n);
        amp__text_puts(&f->out, "]");
    }
    amp__text_puts(&f->out, ";\n");
}

/* Fills the table number k: for each value of its counters, for each thread, what the call needs,
   and the call. */
static AMP__COLD void amp__vec_put_filling(amp__vec_code *f, int k)
{
    const amp__vec_table *t = &f->tables[k];
    amp__text *b = &f->out;
    int n;
    for (n = 0; n < t->loops; n++) {
        amp__vec_unparse(f, b, t->loop[n]->from, t->loop[n]->child->from, 1);
    }
    for (n = 0; n < f->kernel->rank; n++) {
        amp__text_printf(b, "for (int amp__l%d = 0; amp__l%d < (", n, n);
        amp__vec_put_dimension(f, n);
        amp__text_printf(b, "); amp__l%d++) ", n);
    }
    amp__text_puts(b, "{ ");
    for (n = 0; n < f->tree->var_count; n++) {
        if (t->uses[n] && f->vars[n].head == 0) {
            amp__vec_type_of(f, b, &f->vars[n], 0);
            amp__vec_name(f, b, n, 1);
            amp__text_puts(b, " AMP__UNUSED = ");
            amp__vec_unparse(f, b, f->vars[n].init, f->vars[n].init_end, 1);
            amp__text_puts(b, "; ");
        }
    }
    amp__vec_put_table_element(f, b, k);
    amp__text_puts(b, "= ");
    amp__vec_unparse(f, b, t->call, t->end, 1);
    amp__text_puts(b, "; }\n");
}

/* Finds the kernel's tables, and writes them, with what fills them. */
static AMP__COLD void amp__vec_put_tables(amp__vec_code *f)
{
    const amp__c_token *name = &f->c->t[f->kernel->name];
    int k, count;
    amp__vec_find_tables(f);
    count = f->table_count;
    for (k = 0; k < count; k++) {
        amp__vec_put_table(f, k);
    }
    if (count > 0) {
        amp__text_printf(&f->out, "static AMP__VEC_AS_WRITTEN void %.*s__tables(void)\n"
                         "{\n    AMP__EXACT\n", name->n, name->s);
        f->table_count = 0; /* the calls as they are */
        for (k = 0; k < count; k++) {
            amp__vec_put_filling(f, k);
        }
        f->table_count = count;
        amp__text_puts(&f->out, "}\n");
    }
}

#endif /* AMP_VECTORS_EMIT_TABLES_H */
