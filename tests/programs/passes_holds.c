/* SPDX-License-Identifier: MIT */
/* What must hold behind each pass of the engine `vectors` (amp/vectors/passes.h): for a kernel that
   went through them, and where something in a pass's result is then made wrong. A line for each. */
#define AMP_VECTORS
#include "amp.h"

static const char text[] =
    "static inline void share(amp_tiled_index tidx, amp_tile_ptr(int) t, int me, int value)\n"
    "{ t[me] = value; tile_barrier_wait(tidx); }\n"
    "AMP_TILED_KERNEL(sums, (8), in(int, 1, x), out(int, 1, y))\n"
    "{\n"
    "    tile_static(int, t, 8);\n"
    "    const int me = tidx.local[0];\n"
    "    int sum = at(x, tidx.global[0]);\n"
    "    share(tidx, t, me, sum);\n"
    "    if (me < 7) { at(y, tidx.global[0]) = sum + t[me + 1]; }\n"
    "}\n";

static void say(const char *pass, int holds, int broken)
{
    (void)printf("%s: holds %d, broken %d\n", pass, holds, broken);
}

int main(void)
{
    amp__vec_file *f = (amp__vec_file *)amp__alloc_zero(sizeof(*f));
    const amp__c_stmt *s;
    amp__c_stmt *changed;
    amp__vec_op *loop;
    int holds, kept, k;
    if (f == NULL) {
        return 1;
    }
    f->c.short_names = f->strips = 1;
    if (!amp__vec_open(f, text, text + sizeof(text) - 1)
        || !amp__vec_kernel(f, &f->c.kernels[0])) {
        (void)printf("%s\n", f->c.why);
        return 1;
    }
    holds = amp__vec_body_holds(&f->body);
    kept = f->body.kernel.body_end--;
    say("inline", holds, amp__vec_body_holds(&f->body));
    f->body.kernel.body_end = kept;

    holds = amp__vec_tree_holds(&f->tree);
    changed = (amp__c_stmt *)f->tree.root->child; /* which nobody writes */
    kept = changed->to;
    changed->to = f->tree.root->to + 1;
    say("resolve, a statement", holds, amp__vec_tree_holds(&f->tree));
    changed->to = kept;
    kept = f->tree.var_count;
    f->tree.var_count = 1;
    say("resolve, a name", holds, amp__vec_tree_holds(&f->tree));
    f->tree.var_count = kept;

    holds = amp__vec_levels_hold(&f->levels);
    f->levels.candidate[0] = 1; /* x, a view */
    say("convergence, a variable", holds, amp__vec_levels_hold(&f->levels));
    f->levels.candidate[0] = 0;
    for (s = f->tree.root->child; s->kind != AMP__C_IF; s = s->next) {
    }
    f->levels.convergent[s->child->child->number] = 1; /* what only some threads do */
    say("convergence, a statement", holds, amp__vec_levels_hold(&f->levels));
    f->levels.convergent[s->child->child->number] = 0;

    holds = amp__vec_schedule_holds(&f->schedule);
    kept = f->schedule.plan->count;
    loop = (amp__vec_op *)f->schedule.plan;
    loop->count = 0; /* with nothing in it */
    say("schedule", holds, amp__vec_schedule_holds(&f->schedule));
    loop->count = kept;

    holds = amp__vec_storage_holds(&f->storage);
    for (k = 0; f->storage.place[k].storage != AMP__VEC_EXPANDED; k++) {
    }
    f->storage.place[k].storage = AMP__VEC_SCALAR; /* a thread's own, once for the tile */
    say("storage, one for the tile", holds, amp__vec_storage_holds(&f->storage));
    f->storage.place[k].storage = AMP__VEC_REMATERIALISED;
    f->tree.vars[k].writes = 1; /* computed again, although it is written */
    say("storage, computed again", holds, amp__vec_storage_holds(&f->storage));

    holds = amp__vec_code_holds(&f->code);
    f->code.loops_around = 1;
    say("emit", holds, amp__vec_code_holds(&f->code));

    holds = amp__vec_advice_holds(&f->advice);
    f->advice.count = 1; /* a pattern without a sentence */
    say("advise", holds, amp__vec_advice_holds(&f->advice));
    amp__c_store_free(&f->c.store);
    amp__free(f);
    return 0;
}
