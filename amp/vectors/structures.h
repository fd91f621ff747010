/* SPDX-License-Identifier: MIT */
#ifndef AMP_VECTORS_STRUCTURES_H
#define AMP_VECTORS_STRUCTURES_H
/*
amp/vectors/structures.h: structures at file scope that are a few numbers of one size.

    typedef struct place { float x, y, z; } place;

Compilers make of a variable of such a type as many variables as it has members.
*/

#include "resolve.h"

/* The next member's name behind token i, which stands within the braces of a structure; -1: there
   is none. */
static AMP__COLD int amp__vec_next_member(const amp__c_unit *c, int i)
{
    for (i++; !amp__c_is(c, i, '}'); i++) {
        if (amp__c_is(c, i + 1, ',') || amp__c_is(c, i + 1, ';')) {
            return i;
        }
    }
    return -1;
}

/* Whether all that stands in the braces at `open` declares numbers, of 4 bytes or double. */
static AMP__COLD int amp__vec_has_plain_members(const amp__c_unit *c, int open)
{
    static const int of_4[] = { AMP__C_FLOAT, AMP__C_INT, AMP__C_UNSIGNED, 0 };
    int i, floats = 0, doubles = 0;
    for (i = open + 1; i < c->t[open].match; i++) {
        const int is_double = amp__c_is(c, i, AMP__C_DOUBLE), is_4 = amp__c_among(c, i, of_4);
        doubles |= is_double;
        floats |= is_4;
        if (!is_double && !is_4 && !amp__c_is(c, i, ';') && !amp__c_is(c, i, ',')
            && !(c->t[i].kind == AMP__C_NAME
                 && (amp__c_is(c, i + 1, ';') || amp__c_is(c, i + 1, ',')))) {
            return 0;
        }
    }
    return floats + doubles == 1;
}

/* Where the braces of the structure at file scope begin that the token `name` names, as a typedef
   or behind `struct`; -1: it names none. */
static AMP__COLD int amp__vec_structure_named(const amp__c_unit *c, int name)
{
    const int tagged = name > 0 && amp__c_is(c, name - 1, AMP__C_STRUCT);
    int k;
    for (k = 0; k < c->item_count; k++) {
        const amp__c_item *m = &c->items[k];
        const int of = m->from + (amp__c_is(c, m->from, AMP__C_TYPEDEF) ? 1 : 0);
        const int open = of + 1 + (amp__c_is(c, of + 1, '{') ? 0 : 1);
        if (m->name < 0 && amp__c_is(c, of, AMP__C_STRUCT) && amp__c_is(c, open, '{')
            && (tagged ? open > of + 1 && amp__c_same(c, of + 1, name)
                : of > m->from && amp__c_same(c, c->t[open].match + 1, name))) {
            return open;
        }
    }
    return -1;
}

/* Where the braces of v's type begin, where that is a structure of a few numbers; else -1. */
static AMP__COLD int amp__vec_structure(const amp__vec_tree *f, const amp__vec_var *v)
{
    const int name = v->spec_end - 1;
    const int open = name >= v->spec ? amp__vec_structure_named(f->c, name) : -1;
    return open >= 0 && amp__vec_has_plain_members(f->c, open) ? open : -1;
}

/* Whether the type or a parameter of the function that is item m is a structure with a member of
   less than 4 bytes. */
static AMP__COLD int amp__vec_passes_small_members(const amp__c_unit *c, const amp__c_item *m)
{
    static const int small[] = { AMP__C_CHAR, AMP__C_SHORT, AMP__C_BOOL, 0 };
    static const char *const names[] = { "int8_t", "int16_t", "uint8_t", "uint16_t", NULL };
    int i, k, open;
    for (i = m->from; i < m->to && !amp__c_is(c, i, '{'); i++) {
        open = c->t[i].kind == AMP__C_NAME ? amp__vec_structure_named(c, i) : -1;
        for (k = open + 1; open >= 0 && k < c->t[open].match; k++) {
            if (amp__c_among(c, k, small) || amp__c_named_among(c, k, names)) {
                return 1;
            }
        }
    }
    return 0;
}

#endif /* AMP_VECTORS_STRUCTURES_H */
