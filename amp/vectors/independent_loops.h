/* SPDX-License-Identifier: MIT */
#ifndef AMP_VECTORS_INDEPENDENT_LOOPS_H
#define AMP_VECTORS_INDEPENDENT_LOOPS_H
/*
amp/vectors/independent_loops.h: loops over threads of which compilers need not ask whether one turn
reads what another one writes.

    const int x = t[a], y = t[b];
    if ((x > y) == up) { t[a] = y; t[b] = x; }

Which elements these are is not known before the program runs, so compilers make no vectors of it,
or compare addresses first. But what stands between two barriers threads do in any order, at once on
a GPU: one that reads what another one writes there is wrong in each of them. So the turns of such a
loop are independent, but for what the engine itself or the language lets them share:

- atomic operations, and other calls that change something;
- variables that are memory of the function, not of the thread: arrays, and those whose address is
  taken, in the body of the loop. All turns use the one array;
- an element that a thread writes back where its condition does not hold (chosen_stores.h).

And compilers that are told so take it for what one turn does, too: elements that lie apart from
thread to thread, x[2 * i] and x[2 * i + 1], are read together where the first one is, and written
where the last one is, over what stands between. So no turn may read such memory behind a write, or
write it three times.
*/

#include "code.h"

/* The most elements that a loop uses. */
enum { AMP__VEC_LOOP_USES = 64 };

/* An element that a loop uses: of which memory, a tile's array or an array of the threads by its
   number, or a view, -1; whether neighbours' elements may lie apart; whether it is read; the token
   behind the operation that writes it, or 0. */
typedef struct amp__vec_use {
    int memory, apart, read, written;
} amp__vec_use;

/* Whether v is a number, for all to see: a structure's members lie apart. */
static AMP__COLD int amp__vec_is_plain_number(const amp__vec_code *f, const amp__vec_var *v)
{
    static const int structures[] = { AMP__C_STRUCT, AMP__C_UNION, AMP__C_TYPEOF, 0 };
    static const char *const names[] = { "int8_t", "int16_t", "int32_t", "int64_t", "uint8_t",
        "uint16_t", "uint32_t", "uint64_t", NULL };
    int k = v->spec;
    while (k < v->spec_end && !amp__c_among(f->c, k, structures)
           && (amp__c_is_type_word(f->c, k) || amp__c_named_among(f->c, k, names))) {
        k++;
    }
    return k == v->spec_end && k > v->spec;
}

/* The use of the array or view whose name stands at i; 0: it is not understood. */
static AMP__COLD int amp__vec_use_at(const amp__vec_code *f, int i, amp__vec_use *u)
{
    const int n = f->note[i].var, local = f->vars[n].kind == AMP__VEC_LOCAL;
    const amp__vec_var *v = &f->vars[n];
    const amp__c_expr *e = f->tree->expr[i], *p;
    int k;
    u->memory = v->kind == AMP__VEC_VIEW ? -1 : n;
    u->written = 0;
    if (local) {
        u->apart = !f->place[n].interleaved || !amp__vec_is_plain_number(f, v);
        for (p = e; p != NULL && p->parent != NULL && p->parent->kind == AMP__C_INDEX
             && p->parent->child == p; p = p->parent) {
            u->apart |= amp__vec_uniform(f->levels, p->next->from, p->next->to)
                == AMP__VEC_VARYING;
        }
        e = p != e ? p : NULL;
    } else {
        e = amp__vec_element(f->tree, i);
        u->apart = e == NULL || !amp__vec_is_plain_number(f, v)
            || amp__vec_element_stride(f->levels, e) == AMP__VEC_JUMPS;
    }
    if (e == NULL) {
        return 0;
    }
    while ((p = e->parent) != NULL && p->child == e
           && (p->kind == AMP__C_MEMBER || p->kind == AMP__C_GROUP || p->kind == AMP__C_INDEX)) {
        e = p;
    }
    k = p != NULL && p->child == e ? p->op : -1;
    if (k >= 0 && (local ? (f->note[i].flags & AMP__VEC_WRITTEN) != 0
                   : (f->note[k].flags & AMP__VEC_MEMORY_WRITE) != 0)) {
        u->written = p->to;
    }
    u->read = u->written == 0 || !amp__c_expr_is(f->c, p, AMP__C_ASSIGN, '=');
    return local && (f->note[i].flags & AMP__VEC_WRITTEN) ? u->written != 0 : 1;
}

/* Whether a compiler may move the use u at token i, or one of the others, over a write of what both
   use. */
static AMP__COLD int amp__vec_may_move(const amp__vec_use *uses, int count, const amp__vec_use *u,
                                       int i)
{
    int k, writes = 0, apart = u->apart;
    for (k = 0; k < count; k++) {
        if (uses[k].memory == u->memory && uses[k].written != 0 && uses[k].written <= i) {
            writes++;
            apart |= uses[k].apart;
        }
    }
    return apart && writes > (u->read ? 0 : 1);
}

/* Whether what stands in [from, to) lets turns of a loop share memory that one of them writes, or
   may have uses of memory moved. Adds to uses[0] to uses[*count - 1]. */
static AMP__COLD int amp__vec_shares_memory(const amp__vec_code *f, int from, int to,
                                            amp__vec_use *uses, int *count)
{
    int i, does = 0;
    for (i = from; i < to; i++) {
        const int n = f->note[i].var, kind = n >= 0 ? f->vars[n].kind : -1;
        amp__vec_use *u = &uses[*count];
        if ((amp__vec_calls_at(f->c, i) && !amp__vec_is_pure_call(f->c, i, &does))
            || amp__c_is(f->c, i, AMP__C_FOR) || amp__c_is(f->c, i, AMP__C_WHILE)
            || amp__vec_blended_stores(f->levels, i) != NULL) {
            return 1;
        }
        if (kind == AMP__VEC_LOCAL && (f->vars[n].address || f->vars[n].pointer
                                       || (f->vars[n].array
                                           && f->place[n].storage != AMP__VEC_EXPANDED))) {
            return 1;
        }
        if (kind != AMP__VEC_VIEW && kind != AMP__VEC_TILE
            && !(kind == AMP__VEC_LOCAL && f->vars[n].array && i != f->vars[n].name)) {
            continue;
        }
        if (*count == AMP__VEC_LOOP_USES || !amp__vec_use_at(f, i, u)
            || amp__vec_may_move(uses, *count, u, i)) {
            return 1;
        }
        ++*count;
    }
    return 0;
}

/* Whether the turns of o, a loop over threads, are independent. */
static AMP__COLD int amp__vec_is_independent(const amp__vec_code *f, const amp__vec_op *o)
{
    amp__vec_use uses[AMP__VEC_LOOP_USES + 1];
    int k = 0, count = 0;
    while (k < o->count
           && !amp__vec_shares_memory(f, o->list[k]->from, o->list[k]->to, uses, &count)) {
        k++;
    }
    return k == o->count;
}

#endif /* AMP_VECTORS_INDEPENDENT_LOOPS_H */
