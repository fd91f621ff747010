/* SPDX-License-Identifier: MIT */
#ifndef AMP_VECTORS_SHARED_SUMS_H
#define AMP_VECTORS_SHARED_SUMS_H
/*
amp/vectors/shared_sums.h: atomic sums, and the like, of all threads into one element, which a loop
over the threads makes, and that are brought there once.

    if (at(x, i) > 0) { amp_atomic_fetch_add(&at(count, 0), 1); }

becomes

    { unsigned amp__sum = 0;
      for (each thread) { if (at(x, i) > 0) { (amp__sum += 1); } }
      if (amp__sum != 0) { amp_atomic_fetch_add(&at(count, 0), (int)amp__sum); } }

of elements of type int or unsigned, whose sums wrap, so that their order does not show; where what
stood there before is not asked for, and nothing else in the loop is atomic, or uses that array.
*/

#include "masks.h"

/* The most such elements of one loop. */
enum { AMP__VEC_SUMS = 4 };

/* The operations: their names behind amp_atomic_fetch_; the operator, or the function of two
   numbers whose name ends in the type's; with which number nothing changes, of int and unsigned;
   how a sum of such is brought to the element. */
static const struct amp__vec_summing {
    const char *name, *op, *none, *none_unsigned, *total;
} amp__vec_summings[] = {
    { "add", "+", "0", "0", "add" }, { "inc", "+", "0", "0", "add" },
    { "sub", "-", "0", "0", "add" }, { "dec", "-", "0", "0", "add" },
    { "or", "|", "0", "0", "or" },   { "xor", "^", "0", "0", "xor" },
    { "and", "&", "~0", "~0", "and" },
    { "max", "most", "-2147483647 - 1", "0", "max" },
    { "min", "least", "2147483647", "~0", "min" }, { NULL, NULL, NULL, NULL, NULL } };

/* Which of them is called at token i; NULL: none. */
static AMP__COLD const struct amp__vec_summing *amp__vec_summing_at(const amp__c_unit *f, int i)
{
    static const char front[] = "amp_atomic_fetch_";
    const int n = (int)sizeof(front) - 1;
    const amp__c_token *t = &f->t[i];
    const struct amp__vec_summing *s = amp__vec_summings;
    if (t->kind != AMP__C_NAME || t->n <= n || memcmp(t->s, front, (size_t)n) != 0
        || !amp__c_is(f, i + 1, '(')) {
        return NULL;
    }
    while (s->name != NULL && ((int)strlen(s->name) != t->n - n
                               || memcmp(s->name, t->s + n, (size_t)(t->n - n)) != 0)) {
        s++;
    }
    return s->name != NULL ? s : NULL;
}

/* The element that the atomic sum e, a call, changes; NULL where that is none of a view or of tile
   memory. */
static AMP__COLD const amp__c_expr *amp__vec_summed_element(const amp__vec_levels *f,
                                                            const amp__c_expr *e)
{
    const amp__c_expr *to = amp__c_ungrouped(e->child->next);
    to = amp__c_expr_is(f->c, to, AMP__C_PREFIX, '&') ? amp__c_ungrouped(to->child) : NULL;
    return to != NULL && amp__vec_name_of_element(f->tree, to) >= 0 ? to : NULL;
}

/* Whether the element `to` is the same one for all threads in the loop o, and behind it. */
static AMP__COLD int amp__vec_stays_in_loop(const amp__vec_levels *f, const amp__vec_op *o,
                                            const amp__c_expr *to, int name)
{
    int i, k;
    if (amp__vec_uniform(f, name + 1, to->to) != AMP__VEC_SAME) {
        return 0;
    }
    for (i = name + 1; i < to->to; i++) {
        const int n = f->note[i].var;
        for (k = 0; k < o->count && n >= 0; k++) {
            const int from = amp__vec_stmt_from(o->list[k]);
            if ((f->vars[n].name >= from && f->vars[n].name < o->list[k]->to)
                || amp__vec_is_written(f, n, from, o->list[k]->to)) {
                return 0;
            }
        }
    }
    return 1;
}

/* Notes in sums[] the calls of the loop o that are summed up; how many. */
static AMP__COLD int amp__vec_find_sums(const amp__vec_levels *f, const amp__vec_op *o,
                                        const amp__c_expr **sums)
{
    int i, j, k, n, count = 0;
    for (k = 0; k < o->count && !o->one && !f->tree->reports; k++) {
        for (i = o->list[k]->from; i < o->list[k]->to; i++) {
            const amp__c_expr *e = f->tree->expr[i] != NULL ? f->tree->expr[i]->parent : NULL, *to;
            const amp__c_stmt *s = f->note[i].owner;
            const int g = amp__c_is(f->c, i + 1, '(') ? amp__c_find_function(f->c, i) : -1;
            int from, name;
            if (g >= 0 && (f->c->functions[g].effects & AMP__C_EFFECT_ORDER)) {
                return 0;
            }
            if (!amp__c_is(f->c, i, AMP__C_AMP | AMP__C_ATOMIC)) {
                continue;
            }
            if (count == AMP__VEC_SUMS || amp__vec_summing_at(f->c, i) == NULL || e == NULL
                || e->kind != AMP__C_CALL || s == NULL || s->kind != AMP__C_EXPRESSION
                || (to = amp__vec_summed_element(f, e)) == NULL) {
                return 0;
            }
            from = amp__c_is(f->c, s->a + 1, AMP__C_VOID) ? s->a + 3 : s->a;
            name = amp__vec_name_of_element(f->tree, to);
            if (e->from != from || e->to != s->a_end
                || !(amp__vec_is_int(f, &f->vars[f->note[name].var])
                     || amp__vec_is_unsigned(f, &f->vars[f->note[name].var]))
                || !amp__vec_stays_in_loop(f, o, to, name)) {
                return 0;
            }
            sums[count++] = e;
        }
    }
    for (n = 0; n < count; n++) { /* nothing else uses that array */
        const int name = amp__vec_name_of_element(f->tree, amp__vec_summed_element(f, sums[n]));
        for (k = 0; k < o->count; k++) {
            for (i = o->list[k]->from; i < o->list[k]->to; i++) {
                for (j = 0; j < count && !(i >= sums[j]->from && i < sums[j]->child->next->to);
                     j++) {
                }
                if (f->note[i].var == f->note[name].var && j == count) {
                    return 0;
                }
            }
        }
    }
    return count;
}

#endif /* AMP_VECTORS_SHARED_SUMS_H */
