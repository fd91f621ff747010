/* SPDX-License-Identifier: MIT */
#ifndef AMP_VECTORS_NAME_SET_H
#define AMP_VECTORS_NAME_SET_H
/*
amp/vectors/name_set.h: sets of names, and the macros that a compiler's options name.
*/

#include "file.h"

#if AMP__IMPLEMENT

/* A set of names, by their spelling. */
enum { AMP__VEC_SLOTS = 8192 };
typedef struct amp__vec_set {
    amp__vec_type slot[AMP__VEC_SLOTS];
    int count;
} amp__vec_set;

/* Whether the set holds the name of token i; where `add` is set, it does from here on. */
static AMP__COLD int amp__vec_in_set(amp__vec_file *f, amp__vec_set *set, int i, int add)
{
    const amp__vec_token *t = &f->t[i];
    size_t h = 5381;
    int k;
    for (k = 0; k < t->n; k++) {
        h = h * 33 + (unsigned char)t->s[k];
    }
    for (h %= AMP__VEC_SLOTS; set->slot[h].s != NULL; h = (h + 1) % AMP__VEC_SLOTS) {
        if (set->slot[h].n == t->n && memcmp(set->slot[h].s, t->s, (size_t)t->n) == 0) {
            return 1;
        }
    }
    if (add) {
        if (++set->count > AMP__VEC_SLOTS / 2) {
            amp__vec_fail(f, i, "more than %d names", AMP__VEC_SLOTS / 2);
        }
        set->slot[h].s = t->s;
        set->slot[h].n = t->n;
    }
    return 0;
}

/* Whether -D or -U in the options names the macro [s, s + n). */
static AMP__COLD int amp__vec_given(const char *options, const char *s, size_t n)
{
    const char *p;
    for (p = options; (p = strstr(p, "-")) != NULL; p++) {
        const char *name = p + 2;
        if ((p == options || p[-1] == ' ') && (p[1] == 'D' || p[1] == 'U')) {
            name += strspn(name, " ");
            if (strncmp(name, s, n) == 0 && strchr(" =", name[n]) != NULL) {
                return 1;
            }
        }
    }
    return 0;
}

#endif /* AMP__IMPLEMENT */

#endif /* AMP_VECTORS_NAME_SET_H */
