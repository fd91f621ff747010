/* SPDX-License-Identifier: MIT */
#ifndef AMP_LENS_ADVICE_H
#define AMP_LENS_ADVICE_H
/*
amp/lens/advice.h: what to try in a kernel, by the rule book of rules.h, in the order of what it
would gain by the time model.
*/

#include "rules.h"

static const char *const amp__lens_kind_name[4] = { "", "reads", "writes", "atomics" };

enum { AMP__LENS_ADVICE = 8 }; /* that a report has at most */

/* One piece of advice. */
typedef struct amp__lens_advice {
    const char *rule; /* NULL: none of the book */
    int row;          /* its number; -1: no line alone */
    double gain;      /* nanoseconds of the launch's time; -1: the model cannot say */
    double less;      /* of one part of it, which others may cover */
    char text[1000];
} amp__lens_advice;

/* What costs most, and what else there is. */
typedef struct amp__lens_worst {
    int row;
    char text[1000];
    int count;
    amp__lens_advice list[AMP__LENS_ADVICE];
} amp__lens_worst;

/* How much shorter a launch is whose part of the time model is shorter by `less`, and tile memory
   longer by `more`. */
static AMP__COLD double amp__lens_gain(const amp__lens_times *t, int part, double less, double more)
{
    double now[AMP__LENS_BOUNDS], gain;
    int i;
    if (less < 0 || part < 0) {
        return less;
    }
    for (i = 0; i < AMP__LENS_BOUNDS; i++) {
        now[i] = t->part[i] - (i == part ? less : 0) + (i == AMP__LENS_BY_TILE ? more : 0);
        now[i] = now[i] < 0 ? 0 : now[i];
    }
    gain = t->all - amp__lens_time_of(t, now);
    return gain < 0 ? 0 : gain;
}

/* Whether advice a goes before b: it gains more, or takes more of what others cover. */
static AMP__COLD int amp__lens_goes_first(const amp__lens_advice *a, const amp__lens_advice *b)
{
    return a->gain != b->gain ? a->gain > b->gain : a->less > b->less;
}

/* Puts advice into the list, where there is room, or where it is worth more than the last. Of a
   rule and a row there is one. */
static AMP__COLD void amp__lens_put_advice(amp__lens_worst *w, const amp__lens_advice *a)
{
    int i = w->count < AMP__LENS_ADVICE ? w->count : AMP__LENS_ADVICE - 1;
    if (w->count == AMP__LENS_ADVICE && !amp__lens_goes_first(a, &w->list[i])) {
        return;
    }
    for (; i > 0 && amp__lens_goes_first(a, &w->list[i - 1]); i--) {
        w->list[i] = w->list[i - 1];
    }
    w->list[i] = *a;
    w->count += w->count < AMP__LENS_ADVICE;
}

/* Asks a rule of a row, or of the kernel: -1. */
static AMP__COLD void amp__lens_ask(amp__lens_worst *w, const amp__lens_kernel *k,
                                    const amp__lens_times *t, int row, const char *rule,
                                    int (*test)(amp__lens_case *), double threshold,
                                    const char *remedy)
{
    enum { AMP__LENS_LITTLE = 20 }; /* what is less than a 20th of the launch is not worth a word */
    amp__lens_advice a;
    amp__lens_case c = AMP__ZERO;
    char place[200] = "";
    c.k = k;
    c.time = t;
    c.threshold = threshold;
    c.row = row;
    c.part = -1;
    if (!test(&c) || (c.less >= 0 && c.less * AMP__LENS_LITTLE < t->all)) {
        return;
    }
    if (c.row >= 0) {
        const amp__lens_row *r = &k->rows[c.row];
        AMP__PRINT(place, "%.100s:%d, %s %s: ", r->file, r->line, k->arrays[r->array].name,
                   amp__lens_kind_name[r->kind & 3]);
    }
    a.rule = rule;
    a.row = c.row;
    a.less = c.less;
    a.gain = amp__lens_gain(t, c.part, c.less, c.more);
    AMP__PRINT(a.text, "%s%s. Try: %s.", place, c.what, c.remedy[0] != '\0' ? c.remedy : remedy);
    amp__lens_put_advice(w, &a);
}

/* Sets *w to what to try, the best first, which is also w->text. */
static AMP__COLD void amp__lens_find_worst(const amp__lens_kernel *k, amp__lens_worst *w)
{
    const amp__lens_times time = amp__lens_time(k);
    int i;
    w->row = -1;
    w->count = 0;
    if (k->row_count == 0) {
        AMP__PRINT(w->text, "%s", !k->sees
            ? "no access was seen: this file is compiled without -fsanitize=thread. Compile with "
              "-g -DAMP_LENS -fsanitize=thread, and link without -fsanitize=thread."
            : k->counted < k->tiles
            ? "no thread of the tiles measured accessed a view or tile memory. Try: more tiles, or "
              "another seed."
            : "no thread of it accessed a view or tile memory, or its file is compiled without "
              "-fsanitize=thread and with AMP_EXTERN.");
        return;
    }
    for (i = -1; i < k->row_count; i++) {
#define AMP__LENS_RULE(name, of, measure, threshold, remedy)                  \
        if ((AMP__LENS_OF_##of == AMP__LENS_OF_ROW) == (i >= 0)) {            \
            amp__lens_ask(w, k, &time, i, #name, amp__lens_rule_##name, threshold, remedy); \
        }
        AMP__LENS_RULE_MAP(AMP__LENS_RULE)
#undef AMP__LENS_RULE
    }
    if (w->count > 0) {
        w->row = w->list[0].row;
        AMP__PRINT(w->text, "%s", w->list[0].text);
    } else {
        AMP__PRINT(w->text, "nothing stands out: it is bound by %s, and its requests are close to "
                   "their best.", amp__lens_bound_name[time.bound]);
    }
}

#endif /* AMP_LENS_ADVICE_H */
