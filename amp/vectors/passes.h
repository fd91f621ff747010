/* SPDX-License-Identifier: MIT */
#ifndef AMP_VECTORS_PASSES_H
#define AMP_VECTORS_PASSES_H
/*
amp/vectors/passes.h: the way of a kernel from its text to C, as a table of passes.

  pass         reads                 makes
  read         a file's text         amp__c_unit: its tokens, and its top level; once a file
  inline       the unit              amp__vec_body: the kernel's tokens, helpers in place
  resolve      the body              amp__vec_tree: statements, variables, what each name is
  convergence  the tree              amp__vec_levels: what all threads of a tile do together
  schedule     the levels            amp__vec_schedule: loops over the threads, in order
  storage      the schedule          amp__vec_storage: the class of each variable
  emit         the storage           amp__vec_code: the kernel as C
  context      the storage           amp__vec_needs: what that C needs of its file
  advise       the schedule          amp__vec_advice: what of the text is slow, and faster texts

Each makes a struct of its own, which no later one writes: it gets the earlier ones as pointers
to const, and the tokens, notes, statements and operations that those point to are const as well.
Builds with asserts ask behind each pass whether what it made holds, and whether the structs of
earlier ones are as they were. AMP_LOG=2 prints what each
made; docs/passes.md goes through them with one kernel.
*/

#include "kernel.h"
#include "neighbour_counters.h"
#include "pass_log.h"
#include "schedule.h"
#include "slow_patterns.h"
#include "shared_ranges.h"

/* A file at work: its text, and what the passes make of the kernel at work. It is large (some
   500 KB): one is allocated, and copied only to forget a kernel. */
typedef struct amp__vec_file {
    amp__c_unit c;
    int strips; /* uniform loops go outside */
    int ahead;  /* what is made stands behind the file's own text */
    int fast, functions; /* AMP_VECTORS_FAST=1, and how many of amp__vec_functions are vectors: of
                            floats alone, where not fast */
    const amp__c_kernel *kernel; /* the one at work */
    amp__vec_kept_calls kept; /* its calls of helpers with loops that stay calls: loop_calls.h */
    int row; /* its tile of one dimension gets rows of that length: tile_rows.h; or 0 */
    int shared; /* it is for launches of which a view that is read may be written by another */
    amp__vec_body body;
    amp__vec_tree tree;
    amp__vec_levels levels;
    amp__vec_schedule schedule;
    amp__vec_storage storage;
    amp__vec_code code;
    amp__vec_needs needs;
    amp__vec_advice advice;
} amp__vec_file;

/* The passes, in their order; where in amp__vec_file what each makes is, and its size. */
enum { AMP__VEC_INLINE, AMP__VEC_RESOLVE, AMP__VEC_CONVERGENCE, AMP__VEC_SCHEDULE, AMP__VEC_STORAGE,
       AMP__VEC_EMIT, AMP__VEC_CONTEXT, AMP__VEC_ADVISE };
static const struct amp__vec_pass {
    const char *name;
    size_t at, size;
} amp__vec_passes[] = {
#define AMP__VEC_PASS(name, made) \
    { #name, offsetof(amp__vec_file, made), sizeof(((amp__vec_file *)0)->made) },
    AMP__VEC_PASS(inline, body)
    AMP__VEC_PASS(resolve, tree)
    AMP__VEC_PASS(convergence, levels)
    AMP__VEC_PASS(schedule, schedule)
    AMP__VEC_PASS(storage, storage)
    AMP__VEC_PASS(emit, code)
    AMP__VEC_PASS(context, needs)
    AMP__VEC_PASS(advise, advice)
#undef AMP__VEC_PASS
};
enum { AMP__VEC_PASSES = sizeof(amp__vec_passes) / sizeof(*amp__vec_passes) };

/* Runs a pass. */
static AMP__COLD void amp__vec_run_pass(amp__vec_file *f, int pass)
{
    switch (pass) {
    case AMP__VEC_INLINE:
        amp__vec_inline_body(&f->body, &f->c, f->kernel, &f->kept);
        f->body.shared = f->shared || f->ahead; /* which has one form for all launches */
        if (amp__vec_may_count_neighbours(&f->body)) {
            amp__vec_resolve_body(&f->tree, &f->body); /* only for what the names are */
            amp__vec_put_neighbour_counters(&f->body, &f->tree);
        }
        if (amp__vec_may_have_shared_ranges(&f->body)) {
            amp__vec_resolve_body(&f->tree, &f->body);
            amp__vec_put_shared_ranges(&f->body, &f->tree);
        }
        if (f->row > 0) {
            amp__vec_resolve_body(&f->tree, &f->body);
            amp__vec_cut_into_rows(&f->body, &f->tree, f->row);
        }
        AMP__ASSERT(amp__vec_body_holds(&f->body));
        break;
    case AMP__VEC_RESOLVE:
        amp__vec_resolve_body(&f->tree, &f->body);
        AMP__ASSERT(amp__vec_tree_holds(&f->tree));
        break;
    case AMP__VEC_CONVERGENCE:
        amp__vec_find_convergence(&f->levels, &f->tree);
        AMP__ASSERT(amp__vec_levels_hold(&f->levels));
        break;
    case AMP__VEC_SCHEDULE:
        amp__vec_plan_kernel(&f->schedule, &f->levels, f->strips);
        AMP__ASSERT(amp__vec_schedule_holds(&f->schedule));
        break;
    case AMP__VEC_STORAGE:
        amp__vec_assign_storage(&f->storage, &f->schedule);
        AMP__ASSERT(amp__vec_storage_holds(&f->storage));
        break;
    case AMP__VEC_EMIT:
        amp__vec_emit_kernel(&f->code, &f->storage);
        AMP__ASSERT(amp__vec_code_holds(&f->code));
        break;
    case AMP__VEC_CONTEXT:
        amp__vec_put_context(&f->needs, &f->storage, f->ahead);
        break;
    default:
        amp__vec_find_slow_patterns(&f->advice, &f->schedule, f->fast, f->functions);
        AMP__ASSERT(amp__vec_advice_holds(&f->advice));
    }
}

#ifdef AMP_ASSERTS
/* Asks whether what the passes before number n made is as it was; keeps a copy of what n made. */
static AMP__COLD void amp__vec_keep_result(amp__vec_file *f, void **copies, int n)
{
    const char *const results = (const char *)f;
    int k;
    copies[n] = amp__c_new(&f->c, amp__vec_passes[n].size);
    memcpy(copies[n], results + amp__vec_passes[n].at, amp__vec_passes[n].size);
    for (k = 0; k < n; k++) {
        const int is_as_it_was =
            memcmp(copies[k], results + amp__vec_passes[k].at, amp__vec_passes[k].size) == 0;
        AMP__ASSERT(is_as_it_was);
    }
}
#endif

/* Prints what the pass made of the kernel at work. */
static AMP__COLD void amp__vec_log_pass(amp__vec_file *f, int pass)
{
    const amp__c_token *name = &f->c.t[f->kernel->name];
    const amp__text *code = pass == AMP__VEC_EMIT ? &f->code.out : &f->needs.text;
    amp__text b = amp__c_empty(&f->c.store);
    amp__text_printf(&b, "amp: kernel %.*s, pass %s:\n", name->n, name->s,
                     amp__vec_passes[pass].name);
    switch (pass) {
    case AMP__VEC_INLINE: amp__vec_log_body(&b, &f->body); break;
    case AMP__VEC_RESOLVE: amp__vec_log_tree(&b, &f->tree); break;
    case AMP__VEC_CONVERGENCE: amp__vec_log_levels(&b, &f->levels); break;
    case AMP__VEC_SCHEDULE: amp__vec_log_schedule(&b, &f->schedule); break;
    case AMP__VEC_STORAGE: amp__vec_log_storage(&b, &f->storage); break;
    case AMP__VEC_ADVISE:
        amp__text_printf(&b, "  slow patterns: %d\n", f->advice.count);
        amp__text_put(&b, f->advice.out.at, f->advice.out.used);
        break;
    default: amp__vec_log_code(&b, code->at, code->at + code->used);
    }
    (void)fwrite(b.at, 1, b.used, stderr);
}

/* Notes in `pays`, by origin, which bodies in place of a call have a loop in the plan o that goes
   outside of a loop over threads; a short one compilers put away in a helper as well, but not its
   mathematics, which may be a table there (place_tables.h). */
static AMP__COLD void amp__vec_note_outer_loops(const amp__vec_schedule *f, const amp__vec_op *o,
                                                unsigned char *pays)
{
    for (; o != NULL; o = o->next) {
        const amp__c_stmt *s = o->stmt;
        const int goes = o->kind == AMP__VEC_STRIPS && amp__c_is_loop(s)
            && (!amp__vec_short_loop(f->tree, s) || amp__vec_has_table(f->levels, s->from, s->to));
        const int origin = goes ? f->tree->body.origin[s->from] : 0;
        pays[origin > 0 ? origin : 0] = 1;
        amp__vec_note_outer_loops(f, o->child, pays);
        amp__vec_note_outer_loops(f, o->other, pays);
    }
}

/* Chooses which helpers with loops stay where they are: with all of them in place of their calls,
   those whose loops no plan takes outside of the threads. */
static AMP__COLD void amp__vec_choose_calls(amp__vec_file *f)
{
    amp__vec_kept_calls *kept = &f->kept;
    const amp__vec_body *b = &f->body;
    unsigned char *pays;
    int i, before;
    kept->count = 0;
    kept->tried = f->strips;
    if (setjmp(f->c.leave) != 0) {
        kept->tried = 0;
        return;
    }
    do {
        before = kept->count;
        amp__vec_run_pass(f, AMP__VEC_INLINE);
        for (i = AMP__VEC_RESOLVE; i <= AMP__VEC_SCHEDULE && b->loop_calls > 0; i++) {
            amp__vec_run_pass(f, i);
        }
        pays = (unsigned char *)amp__c_new(&f->c, (size_t)b->inlined + 1);
        if (b->loop_calls > 0) {
            amp__vec_note_outer_loops(&f->schedule, f->schedule.plan, pays);
        }
        for (i = b->loop_calls - 1; i >= 0; i--) { /* those in another one come behind it */
            const amp__vec_loop_call *c = &b->loop_call[i];
            if (pays[c->origin]) {
                pays[c->outer] = 1;
            } else if (kept->count < AMP__VEC_LOOP_CALLS) {
                kept->call[kept->count++] = c->call;
            } else {
                kept->tried = 0;
            }
        }
    } while (kept->tried && kept->count > before);
}

/* Chooses whether a tile of one dimension has rows (tile_rows.h): where a plan with them pays. */
static AMP__COLD void amp__vec_choose_rows(amp__vec_file *f)
{
    amp__vec_habits habits[2];
    int i, k;
    memset(habits, 0, sizeof(habits));
    f->row = 0;
    if (setjmp(f->c.leave) != 0) {
        f->row = 0;
        return;
    }
    for (k = 0; k < 2; k++) {
        for (i = AMP__VEC_INLINE; i <= AMP__VEC_CONVERGENCE; i++) {
            amp__vec_run_pass(f, i);
        }
        amp__vec_note_habits(&f->levels, &habits[k]);
        f->row = k == 0 ? amp__vec_row_of_text(&f->tree) : f->row;
        if (f->row == 0) {
            return;
        }
    }
    f->row = amp__vec_rows_pay(&habits[0], &habits[1]) ? f->row : 0;
}

/* Sends one kernel of the file through the passes: 1, and f->code and f->needs; or 0 with the
   reason in f->c.why. */
static AMP__COLD int amp__vec_kernel(amp__vec_file *f, const amp__c_kernel *kernel)
{
#ifdef AMP_ASSERTS
    void *copies[AMP__VEC_PASSES];
#endif
    int i;
    f->kernel = kernel;
    f->row = 0;
    amp__vec_choose_calls(f);
    amp__vec_choose_rows(f);
    if (setjmp(f->c.leave) != 0) {
        if (!f->kept.tried || f->body.loop_calls == 0) {
            return 0;
        }
        f->kept.tried = 0; /* they are in place, and that is what does not go */
    }
    for (i = 0; i < AMP__VEC_PASSES; i++) {
        amp__vec_run_pass(f, i);
#ifdef AMP_ASSERTS
        amp__vec_keep_result(f, copies, i);
#endif
        if (amp__setting_of(AMP__SETTING_LOG).number > 1) {
            amp__vec_log_pass(f, i);
        }
    }
    if (f->c.store.spent) {
        amp__c_fail(&f->c, -1, "there is no memory for this");
    }
    return 1;
}

/* Forgets a kernel that went through them: its memory and its text. before: a copy of f->c from
   before it. The tokens of the file, which were read earlier, stay. */
static AMP__COLD void amp__vec_discard_kernel(amp__vec_file *f, const amp__c_unit *before)
{
    amp__c_store_rewind(&f->c.store, &before->store);
    f->c.t = before->t;
    f->c.writable = before->writable;
    f->c.count = before->count;
    f->c.room = before->room;
}

/* Has each `static const` number or table in the body [from, to) be a `const const` one. */
static AMP__COLD void amp__vec_take_constants(amp__c_unit *f, int from, int to)
{
    int i;
    for (i = from; i < to; i++) {
        if (amp__c_is_static_constant(f, i)) {
            amp__c_spell(amp__c_writable(f, i), "const", 5);
        }
    }
}

/* The pass `read`: reads the preprocessed text [s, end), which must stay where it is, and notes
   what stands in it. 1, or 0 and the reason in f->c.why. */
static AMP__COLD int amp__vec_open(amp__vec_file *f, const char *s, const char *end)
{
    int k;
    if (setjmp(f->c.leave) != 0) {
        return 0;
    }
    amp__c_read(&f->c, s, end);
    amp__c_read_top_level(&f->c);
    for (k = 0; k < f->c.function_count; k++) {
        amp__vec_take_constants(&f->c, f->c.functions[k].from, f->c.functions[k].to);
    }
    for (k = 0; k < f->c.kernel_count; k++) {
        amp__vec_take_constants(&f->c, f->c.kernels[k].body, f->c.kernels[k].body_end);
    }
    return 1;
}

#endif /* AMP_VECTORS_PASSES_H */
