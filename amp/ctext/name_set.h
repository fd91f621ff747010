/* SPDX-License-Identifier: MIT */
#ifndef AMP_CTEXT_NAME_SET_H
#define AMP_CTEXT_NAME_SET_H
/*
amp/ctext/name_set.h: sets of names, and the macros that a compiler's options name.
*/

#include "tokens.h"
#include "../base/region.h"

/* A set of names, by their spelling. */
enum { AMP__C_SLOTS = 8192 };
typedef struct amp__c_set {
    amp__c_name slot[AMP__C_SLOTS];
    int count;
} amp__c_set;

/* Whether the set holds the name of token i; where `add` is set, it does from here on. */
static AMP__COLD int amp__c_in_set(amp__c_unit *f, amp__c_set *set, int i, int add)
{
    const amp__c_token *t = &f->t[i];
    size_t h = 5381;
    int k;
    for (k = 0; k < t->n; k++) {
        h = h * 33 + (unsigned char)t->s[k];
    }
    for (h %= AMP__C_SLOTS; set->slot[h].s != NULL; h = (h + 1) % AMP__C_SLOTS) {
        if (amp__c_same_text(set->slot[h].s, set->slot[h].n, t->s, t->n)) {
            return 1;
        }
    }
    if (add) {
        if (++set->count > AMP__C_SLOTS / 2) {
            amp__c_fail(f, i, "more than %d names", AMP__C_SLOTS / 2);
        }
        set->slot[h].s = t->s;
        set->slot[h].n = t->n;
    }
    return 0;
}

/* Whether -D or -U in the options names the macro [s, s + n). */
static AMP__COLD int amp__c_given(const char *options, const char *s, size_t n)
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

/* Whether a device's compiler knows of token i whether it is a macro, and which: by the options, or
   by AMP_DEVICE_MACRO. */
static AMP__COLD int amp__c_is_given(const amp__c_unit *f, const amp__program *p,
                                     const char *options, int i)
{
    const amp__device_macro *m = p->macros;
    while (m != NULL && !amp__c_named(f, i, m->name)) {
        m = m->next;
    }
    return m != NULL || amp__c_given(options, f->t[i].s, (size_t)f->t[i].n);
}

/* Whether the macro at token i is one of compilers' or builds' own. */
static AMP__COLD int amp__c_differs(const amp__c_unit *f, int i)
{
    static const char *const differ[] = { "AMP_OPENCL", "AMP_CHECK", "AMP_SHORT_NAMES", "NDEBUG",
                                          "amp_tile_index", NULL };
    const amp__c_token *t = &f->t[i];
    return amp__c_named_among(f, i, differ) || t->s[0] == '_'
        || (t->n > 3 && memcmp(t->s, "cl_", 3) == 0);
}

#endif /* AMP_CTEXT_NAME_SET_H */
