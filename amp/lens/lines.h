/* SPDX-License-Identifier: MIT */
#ifndef AMP_LENS_LINES_H
#define AMP_LENS_LINES_H
/*
amp/lens/lines.h: what each source line has a warp do: branches, loops, instructions, operations.
*/

#include "code.h"

/* Compares two addresses, for qsort. */
static AMP__CHECK int amp__lens_place_before(const void *x, const void *y)
{
    const uintptr_t a = *(const uintptr_t *)x, b = *(const uintptr_t *)y;
    return (a > b) - (a < b);
}

/* Keeps of the launch what its lines are made of. Where memory runs out it has no lines. */
static AMP__COLD void amp__lens_keep_nodes(amp__lens_kernel *k)
{
    const amp__lens_paths *p = &amp__lens_path;
    unsigned i;
    for (i = 0; i < 3; i++) { /* of a kernel that announces no blocks they are all there */
        k->waits[i] = (double)amp__lens_shared.waits[0][i];
    }
    k->by_warps = p->on;
    k->partly = p->partly;
    k->loops_known = p->on && p->loops <= AMP__LENS_LOOPS;
    k->unseen = p->done == 0 ? 1 : (double)(p->done + p->missed) / (double)p->done;
    if (!p->on) {
        return;
    }
    if (!amp__check_make_copy(&k->nodes, p->node_of, p->nodes, sizeof(*k->nodes))
        || !amp__check_make_copy(&k->calls, p->call_of, p->calls, sizeof(*k->calls))
        || (k->counted < k->tiles && !amp__check_make_copy(&k->node_group, p->group_of, p->nodes,
                                                      sizeof(*k->node_group)))) {
        return;
    }
    k->node_count = p->nodes;
    k->call_count = p->calls;
    __builtin_memcpy(k->heads, p->heads, sizeof(k->heads));
    k->loop_count = p->loops < (unsigned)AMP__LENS_LOOPS ? (int)p->loops : (int)AMP__LENS_LOOPS;
    for (i = 0; i < p->nodes; i++) {
        k->nodes[i].within = i < p->ranked ? p->within[i] : 0;
        __builtin_memcpy(k->nodes[i].waits, amp__lens_shared.waits[i], sizeof(k->nodes[i].waits));
    }
}

/* Frees what a kernel keeps until its lines are made. */
static AMP__COLD void amp__lens_drop_nodes(amp__lens_kernel *k)
{
    amp__check_drop(&k->nodes);
    amp__check_drop(&k->calls);
    amp__check_drop(&k->walks);
    amp__check_drop(&k->node_group);
    k->node_count = k->call_count = 0;
}

/* Makes a kernel's walks, of which nothing is known yet. Where there is no memory it has none. */
static AMP__COLD void amp__lens_begin_walks(amp__lens_kernel *k)
{
    unsigned i;
    (void)amp__check_make(&k->walks, k->node_count + 1, sizeof(*k->walks));
    for (i = 0; k->walks != NULL && i < k->node_count; i++) {
        k->walks[i].operations = -1;
    }
}

/* Makes the walks from all nodes of n kernels. Nodes, and the beginnings of the functions that they
   lie in, are read in stretches of what lies near, all kernels together: objdump is a program. */
static AMP__COLD void amp__lens_walk_all(amp__lens_kernel *kernels, int n)
{
    enum { AMP__LENS_APART = 32768 }; /* bytes between two stretches, at least */
    uintptr_t *place;
    size_t all = 0, from, to;
    amp__lens_code code;
    unsigned i;
    int j;
    for (j = 0; j < n; j++) {
        all += kernels[j].node_count + kernels[j].call_count;
    }
    place = (uintptr_t *)amp__check_alloc((all + 1) * sizeof(*place));
    if (place == NULL || all == 0) {
        amp__check_free(place);
        return;
    }
    for (j = 0, all = 0; j < n; j++) {
        amp__lens_begin_walks(&kernels[j]);
        for (i = 0; i < kernels[j].node_count; i++) {
            place[all++] = kernels[j].nodes[i].pc;
        }
        for (i = 0; i < kernels[j].call_count; i++) {
            place[all++] = kernels[j].calls[i].callee;
        }
    }
    qsort(place, all, sizeof(*place), amp__lens_place_before);
    __builtin_memset(&code, 0, sizeof(code));
    for (from = 0; from < all; from = to) { /* the first are 0: of none */
        for (to = from + 1; to < all && place[to] - place[to - 1] < AMP__LENS_APART; to++) {
        }
        if (place[from] == 0 || !amp__lens_code_of(&code, place[from], place[to - 1])) {
            continue;
        }
        for (j = 0; j < n; j++) {
            const amp__lens_kernel *k = &kernels[j];
            amp__lens_mark_code(&code, k);
            for (i = 1; k->walks != NULL && i < k->node_count; i++) {
                if (k->nodes[i].pc >= place[from] && k->nodes[i].pc <= place[to - 1]) {
                    k->walks[i] = amp__lens_walk_from(&code, k->nodes[i].pc);
                }
            }
        }
    }
    amp__check_free(code.at);
    amp__check_free(place);
}

/* Asks for the source lines of all nodes of a kernel and of the branches behind them. */
static AMP__COLD void amp__lens_want_lines(const amp__lens_kernel *k)
{
    unsigned i;
    for (i = 1; i < k->node_count; i++) {
        amp__symbol_want(k->nodes[i].pc);
        if (k->walks != NULL && k->walks[i].branch != 0) {
            amp__symbol_want(k->walks[i].branch + 1); /* as if called from there */
        }
    }
}

/* The line of the kernel's of an instruction, the one there is or a new one; NULL where memory ran
   out. */
static AMP__COLD amp__lens_line *amp__lens_line_of(amp__lens_kernel *k, size_t *room, uintptr_t pc)
{
    const amp__symbol *s = amp__symbol_of(pc);
    const char *file = s != NULL && s->file != NULL ? amp__path_short(s->file) : "?";
    const int line = s != NULL ? s->line : 0;
    amp__lens_line *l;
    int i;
    for (i = 0; i < k->line_count; i++) {
        if (k->lines[i].line == line && strcmp(k->lines[i].file, file) == 0) {
            return &k->lines[i];
        }
    }
    if (!amp__list_grow(&k->lines, (size_t)k->line_count, room, 1, sizeof(*l),
                        &amp__check_memory)) {
        return NULL;
    }
    l = &k->lines[k->line_count];
    __builtin_memset(l, 0, sizeof(*l));
    l->file = amp__check_copy_text(file);
    l->line = line;
    if (l->file != NULL && k->node_group != NULL) {
        (void)amp__check_make(&l->group, AMP__LENS_GROUPS, sizeof(*l->group));
    }
    return l->file != NULL ? &k->lines[k->line_count++] : NULL;
}

/* Compares two lines by file and number, for qsort. */
static AMP__CHECK int amp__lens_line_before(const void *x, const void *y)
{
    const amp__lens_line *a = (const amp__lens_line *)x, *b = (const amp__lens_line *)y;
    const int c = strcmp(a->file, b->file);
    return c != 0 ? c : (a->line > b->line) - (a->line < b->line);
}

/* The walk from the block of a loop at which it begins, or from that which goes back there; NULL
   where there is none. */
static AMP__COLD const amp__lens_walk *amp__lens_loop_walk(const amp__lens_kernel *k, unsigned head,
                                                           int back)
{
    const amp__lens_node *const h = &k->nodes[head];
    unsigned i;
    for (i = back ? 1 : head; i < k->node_count; i++) {
        if (!back || (k->nodes[i].call == h->call && k->nodes[i].pc == h->loop
                      && k->nodes[i].what == AMP__LENS_BLOCK)) {
            return &k->walks[i];
        }
    }
    return NULL;
}

/* The loops that a GPU's compiler unrolls, a bit each: whose number of turns stands in the code, as
   far as a comparison with a number at their end says so, and all loops in them. */
static AMP__COLD unsigned long long amp__lens_unrolled(const amp__lens_kernel *k)
{
    unsigned long long known = 0, gone;
    int i, j;
    for (i = 0; i < k->loop_count && k->walks != NULL; i++) {
        const amp__lens_walk *const a = amp__lens_loop_walk(k, k->heads[i], 0);
        const amp__lens_walk *const b = amp__lens_loop_walk(k, k->heads[i], 1);
        const int ends = a != NULL && a->known && a->branch != 0 && a->limit;
        known |= (unsigned long long)(ends || (b != NULL && b->known && b->branch != 0 && b->limit))
            << i;
    }
    gone = known;
    for (i = 0; i < k->loop_count; i++) {
        for (j = 0; j < k->loop_count; j++) {
            if (i != j && (k->nodes[k->heads[j]].within >> i & 1) && !(known >> j & 1)) {
                gone &= ~(1ull << i);
            }
        }
    }
    return gone;
}

/* What the instructions behind a node are, and what a GPU has for them, for one warp, without its
   branch. unrolled: the node is in a loop of which no index and no test is left. */
static AMP__COLD amp__lens_work amp__lens_issued(const amp_lens_model *m, const amp__lens_walk *w,
                                                 int unrolled)
{
    enum { AMP__LENS_DIVISION = 9 }; /* of floats, or a root: instructions that it takes */
    const int *const n = w->of;
    const int single = n[AMP__LENS_MULTIPLIES] > n[AMP__LENS_ADDS] ? n[AMP__LENS_MULTIPLIES]
                                                                    : n[AMP__LENS_ADDS];
    const int twice = n[AMP__LENS_MULTIPLIES_DOUBLE] > n[AMP__LENS_ADDS_DOUBLE]
        ? n[AMP__LENS_MULTIPLIES_DOUBLE] : n[AMP__LENS_ADDS_DOUBLE];
    amp__lens_work one = AMP__ZERO;
    one.instructions = w->instructions;
    one.operations = w->operations;
    one.floats = n[AMP__LENS_FUSED] + single + AMP__LENS_DIVISION * n[AMP__LENS_SPECIAL];
    one.doubles = n[AMP__LENS_FUSED_DOUBLE] + twice;
    one.integers = n[AMP__LENS_LOGIC] + m->divide * n[AMP__LENS_DIVIDE];
    if (!unrolled) {
        one.integers += n[AMP__LENS_INDEX] + m->multiply * n[AMP__LENS_MULTIPLY];
    }
    one.issued = one.floats + one.doubles + one.integers;
    return one;
}

/* How often a warp goes through loops that are unrolled, each time that it comes to the node: what
   it loads in them is under way together. */
static AMP__COLD double amp__lens_turns(const amp__lens_kernel *k, const amp__lens_node *n,
                                        unsigned long long unrolled)
{
    unsigned long long in = n->within & unrolled;
    double turns = 1;
    for (; in != 0; in &= in - 1) {
        const amp__lens_node *const head = &k->nodes[k->heads[__builtin_ctzll(in)]];
        if (head->loop_entered > 0 && head->sum.issues > head->loop_entered) {
            turns *= (double)head->sum.issues / (double)head->loop_entered;
        }
    }
    return turns;
}

/* Whether an earlier node, in another chain of calls, is the same place. */
static AMP__COLD int amp__lens_loop_was_counted(const amp__lens_kernel *k, unsigned i)
{
    unsigned j;
    for (j = 1; j < i && (k->nodes[j].pc != k->nodes[i].pc || k->nodes[j].loop_parted == 0); j++) {
    }
    return j < i;
}

/* a += b. */
static AMP__COLD void amp__lens_add_work(amp__lens_work *a, const amp__lens_work *b)
{
    double *x = (double *)(void *)a;
    const double *y = (const double *)(const void *)b;
    size_t i;
    for (i = 0; i < sizeof(*a) / sizeof(*x); i++) { /* it has no other members */
        x[i] += y[i];
    }
}

/* Adds what warps do that come to a place so often. each: what one of them does there, or, of
   operations, one thread; branches: 1 where what lies behind it is a branch. */
static AMP__COLD void amp__lens_add_visits(amp__lens_work *to, const amp__lens_counts *c,
                                           const amp__lens_work *each, double times)
{
    const double issues = (double)c->issues * times;
    to->branches += issues * each->branches;
    to->parted += (double)c->parted * times * each->branches;
    to->instructions += issues * each->instructions;
    to->operations += (double)c->lanes * times * each->operations;
    to->issued += issues * each->issued;
    to->floats += issues * each->floats;
    to->doubles += issues * each->doubles;
    to->integers += issues * each->integers;
}

/* Adds what node number i has warps do to a line. */
static AMP__COLD void amp__lens_add_node(const amp__lens_kernel *k, unsigned i,
                                         const amp__lens_work *each, amp__lens_line *line)
{
    int g;
    amp__lens_add_visits(&line->sum, &k->nodes[i].sum, each, k->unseen);
    for (g = 0; line->group != NULL && g < AMP__LENS_GROUPS; g++) {
        amp__lens_add_visits(&line->group[g], &k->node_group[i][g], each, k->unseen);
    }
}

/* Makes the lines of a kernel, whose symbols are known, and drops what they are made of. What was
   cut off is taken to be as what was looked at. */
static AMP__COLD void amp__lens_make_lines(amp__lens_kernel *k)
{
    const unsigned long long unrolled = amp__lens_unrolled(k);
    double operations = 0;
    size_t room = 0;
    const amp__lens_work branch = { 1, 1, 0, 0, 0, 0, 0, 0 };
    unsigned i;
    int d;
    k->branches_known = k->instructions_known = k->operations_known = k->walks != NULL;
    for (i = 1; i < k->node_count; i++) {
        const amp__lens_node *n = &k->nodes[i];
        const int known = k->walks != NULL && k->walks[i].known;
        const uintptr_t at = known && k->walks[i].branch != 0 ? k->walks[i].branch + 1 : n->pc;
        const amp__symbol *s = amp__symbol_of(at);
        amp__lens_line *line = amp__lens_line_of(k, &room, n->pc);
        for (d = 0; d < 3; d++) {
            k->waits[d] += (double)n->waits[d] * k->unseen / amp__lens_turns(k, n, unrolled);
        }
        if (n->sum.issues == 0 || line == NULL) {
            continue;
        }
        k->branches_known &= known;
        k->instructions_known &= known;
        k->operations_known &= known && k->walks[i].operations >= 0;
        if (known) {
            const amp__lens_work each = amp__lens_issued(&k->model, &k->walks[i],
                                                         (n->within & unrolled) != 0);
            amp__lens_add_node(k, i, &each, line);
        }
        line->loops += n->loop_parted != 0 && !amp__lens_loop_was_counted(k, i);
        if ((n->sum.parted != 0 || (known && k->walks[i].branch != 0))
            && !(s != NULL && s->inside)) {
            line = amp__lens_line_of(k, &room, at);
            if (line != NULL) {
                amp__lens_add_node(k, i, &branch, line);
            }
        }
    }
    for (i = 0; i < (unsigned)k->line_count; i++) {
        operations += k->lines[i].sum.operations;
    }
    if (k->operations_known && !k->operations_given && k->threads_counted > 0) {
        k->operations = operations / (double)k->threads_counted;
    }
    if (k->line_count > 0) {
        qsort(k->lines, (size_t)k->line_count, sizeof(*k->lines), amp__lens_line_before);
    }
    amp__lens_drop_nodes(k);
}

#endif /* AMP_LENS_LINES_H */
