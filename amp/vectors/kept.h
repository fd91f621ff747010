/* SPDX-License-Identifier: MIT */
#ifndef AMP_VECTORS_KEPT_H
#define AMP_VECTORS_KEPT_H
/*
amp/vectors/kept.h: where the threads keep a variable between loops, and its way from there and
back: arrays of the tile, of a block, or of a masked loop.
*/

#include "explicit_vectors.h"

/* The first member of variable n in a masked loop, where that is a structure of numbers, else -1.
   Its arrays have a member each there, and what is done is done to each: of a structure at once
   compilers make no vectors. */
static AMP__COLD int amp__vec_first_member(const amp__vec_code *f, int n)
{
    const int of = f->masked ? amp__vec_structure(f->tree, &f->vars[n]) : -1;
    return of < 0 ? -1 : amp__vec_next_member(f->c, of);
}

/* The member behind member m; -1: there is none. */
static AMP__COLD int amp__vec_member_behind(const amp__vec_code *f, int m)
{
    return m < 0 ? -1 : amp__vec_next_member(f->c, m);
}

/* Adds the member m; nothing for -1. */
static AMP__COLD void amp__vec_put_member(const amp__vec_code *f, amp__text *b, int m)
{
    if (m >= 0) {
        amp__text_printf(b, ".%.*s", f->c->t[m].n, f->c->t[m].s);
    }
}

/* The element of the thread at work where variable n is kept, or its member m: in the array of a
   block, or of a masked loop, or of the tile. */
static AMP__COLD void amp__vec_put_kept(amp__vec_code *f, int n, int m)
{
    if (f->in_block && f->vector_at != NULL) {
        amp__text_puts(&f->out, f->blocked[n] ? "*(amp__v *)" : "*(amp__u *)&");
        if (f->blocked[n]) {
            amp__vec_put_array(f, &f->out, 'b', n);
            amp__text_puts(&f->out, "[amp__r]");
        } else {
            amp__vec_put_element(f, &f->out, n);
        }
    } else if (f->in_block && f->blocked[n]) {
        amp__vec_put_array(f, &f->out, 'b', n);
        amp__vec_put_member(f, &f->out, f->masked ? m : -1);
        amp__text_printf(&f->out, f->masked ? "[amp__l%d - amp__h]" : "[amp__r][amp__l%d - amp__h]",
                         f->kernel->rank - 1);
        amp__vec_put_member(f, &f->out, f->masked ? -1 : m);
    } else {
        amp__vec_put_element(f, &f->out, n);
        amp__vec_put_member(f, &f->out, m);
    }
}

/* Sets variable n of the thread to what is kept; keep: keeps it; had: that or, of a thread that had
   no turn, what it was before, in amp__w. */
static AMP__COLD void amp__vec_emit_kept(amp__vec_code *f, int n, int keep, int had)
{
    amp__text *b = &f->out;
    int m = amp__vec_first_member(f, n), k;
    do {
        for (k = 1; k >= 0; k--) {
            if (keep == k) {
                amp__vec_put_kept(f, n, m);
            } else {
                amp__text_puts(b, had ? "amp__had ? " : "");
                amp__vec_name(f, b, n, 1);
                amp__vec_put_member(f, b, m);
            }
            amp__text_puts(b, k ? " = " : "");
        }
        if (had) {
            amp__text_puts(b, " : ");
            amp__vec_put_array(f, b, 'w', n);
            amp__vec_put_member(f, b, m);
        }
        amp__text_puts(b, "; ");
        m = amp__vec_member_behind(f, m);
    } while (m >= 0);
}

#endif /* AMP_VECTORS_KEPT_H */
