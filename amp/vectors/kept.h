/* SPDX-License-Identifier: MIT */
#ifndef AMP_VECTORS_KEPT_H
#define AMP_VECTORS_KEPT_H
/*
amp/vectors/kept.h: where the threads keep a variable between loops, and its way from there and
back: arrays of the tile, of a block, or of a masked loop.
*/

#include "explicit_vectors.h"

/* Whether the tile's array of variable n may be one for each member: all its threads' loops read
   and write it by amp__vec_emit_kept. */
static AMP__COLD int amp__vec_is_kept_apart(const amp__vec_code *f, int n)
{
    return f->place[n].storage == AMP__VEC_EXPANDED && !f->vars[n].address && !f->vars[n].array;
}

/* The first member of variable n where that is a structure of numbers which is kept in an array
   for each member, else -1. What is done is done to each member then: of a structure at once
   compilers make no vectors, and neighbouring threads' numbers lie apart. */
static AMP__COLD int amp__vec_first_member(const amp__vec_code *f, int n)
{
    const int of = f->masked || amp__vec_is_kept_apart(f, n)
        ? amp__vec_structure(f->tree, &f->vars[n]) : -1;
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
            amp__vec_put_array(f, &f->out, 'b', n, m);
            amp__text_puts(&f->out, "[amp__r]");
        } else {
            amp__vec_put_element(f, &f->out, n, m);
        }
    } else if (f->in_block && f->blocked[n]) {
        amp__vec_put_array(f, &f->out, 'b', n, m);
        amp__text_printf(&f->out, f->masked ? "[amp__l%d - amp__h]" : "[amp__r][amp__l%d - amp__h]",
                         f->kernel->rank - 1);
    } else {
        const int apart = amp__vec_is_kept_apart(f, n);
        amp__vec_put_element(f, &f->out, n, apart ? m : -1);
        amp__vec_put_member(f, &f->out, apart ? -1 : m);
    }
}

/* Adds the type of variable n, or of its member m. */
static AMP__COLD void amp__vec_put_kept_type(amp__vec_code *f, amp__text *b, int n, int m)
{
    amp__text_puts(b, m >= 0 ? "__typeof__(((" : "");
    amp__vec_type_of(f, b, &f->vars[n], 1);
    if (m >= 0) {
        amp__text_printf(b, "*)0)->%.*s) ", f->c->t[m].n, f->c->t[m].s);
    }
}

/* Declares the array in which threads keep variable n, or one for each of its members; of: as
   amp__vec_put_array has it; rest: what stands behind its name. */
static AMP__COLD void amp__vec_declare_kept(amp__vec_code *f, char of, int n, const char *rest)
{
    int m = amp__vec_first_member(f, n);
    do {
        amp__vec_put_kept_type(f, &f->out, n, m);
        amp__vec_put_array(f, &f->out, of, n, m);
        amp__text_puts(&f->out, rest);
        m = amp__vec_member_behind(f, m);
    } while (m >= 0);
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
            amp__vec_put_array(f, b, 'w', n, -1);
            amp__vec_put_member(f, b, m);
        }
        amp__text_puts(b, "; ");
        m = amp__vec_member_behind(f, m);
    } while (m >= 0);
}

#endif /* AMP_VECTORS_KEPT_H */
