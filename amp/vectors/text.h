/* SPDX-License-Identifier: MIT */
#ifndef AMP_VECTORS_TEXT_H
#define AMP_VECTORS_TEXT_H
/*
amp/vectors/text.h: growing texts, and the store that their memory comes from.

All memory of one piece of work comes from one store and goes back with it, so that
work may end anywhere. (A string of amp/cl/text.h has memory of its own, and is freed where it
was made.) Once memory ran out, the store's `spent` is 1: who writes a text looks
there at the end, and does not use it then.
*/

#include "../base/memory.h"

#if AMP__IMPLEMENT

/* A block of a store's memory; what was asked for lies behind it. */
typedef struct amp__vec_block {
    struct amp__vec_block *next;
    size_t align; /* the head is as large as two pointers */
} amp__vec_block;

/* A store: its blocks, the newest first, and what is free in that one. spent: memory ran
   out. */
typedef struct amp__vec_store {
    amp__vec_block *first;
    char *free;
    size_t left;
    int spent;
} amp__vec_store;

/* n bytes, zero; NULL where memory ran out. */
static AMP__COLD void *amp__vec_store_alloc(amp__vec_store *m, size_t n)
{
    void *p;
    n = (n + 15) / 16 * 16;
    if (n > m->left) {
        const size_t size = n > 65536 ? n : 65536;
        amp__vec_block *b = (amp__vec_block *)amp__alloc_zero(sizeof(amp__vec_block) + size);
        if (b == NULL) {
            m->spent = 1;
            return NULL;
        }
        b->next = m->first;
        m->first = b;
        m->free = (char *)(b + 1);
        m->left = size;
    }
    p = m->free;
    m->free += n;
    m->left -= n;
    return p;
}

/* Frees all memory of the store; it can be used again. */
static AMP__COLD void amp__vec_store_free(amp__vec_store *m)
{
    while (m->first != NULL) {
        amp__vec_block *next = m->first->next;
        amp__free(m->first);
        m->first = next;
    }
    m->left = 0;
}

/* Frees what was allocated since `before` was a copy of the store. */
static AMP__COLD void amp__vec_store_rewind(amp__vec_store *m, const amp__vec_store *before)
{
    while (m->first != before->first) {
        amp__vec_block *next = m->first->next;
        amp__free(m->first);
        m->first = next;
    }
    *m = *before;
    if (m->left != 0) {
        memset(m->free, 0, m->left);
    }
}

/* A text of n bytes; s ends in a 0 that n does not count, and is never NULL. */
typedef struct amp__vec_text {
    char *s;
    size_t n, room;
    amp__vec_store *store;
} amp__vec_text;

/* An empty text, whose memory comes from m. */
static AMP__COLD amp__vec_text amp__vec_empty(amp__vec_store *m)
{
    static char nothing[1];
    amp__vec_text t;
    t.s = nothing;
    t.n = t.room = 0;
    t.store = m;
    return t;
}

/* Adds n bytes; nothing where memory ran out. */
static AMP__COLD void amp__vec_put(amp__vec_text *b, const char *s, size_t n)
{
    if (b->n + n + 1 > b->room) {
        const size_t room = (b->n + n + 1) * 2 + 64;
        char *larger = (char *)amp__vec_store_alloc(b->store, room);
        if (larger == NULL) {
            return;
        }
        memcpy(larger, b->s, b->n);
        b->s = larger;
        b->room = room;
    }
    memcpy(b->s + b->n, s, n);
    b->n += n;
    b->s[b->n] = '\0';
}

/* Adds a string. */
static AMP__COLD void amp__vec_puts(amp__vec_text *b, const char *s)
{
    amp__vec_put(b, s, strlen(s));
}

/* Adds what printf would print, cut off behind 1999 bytes. */
__attribute__((format(printf, 2, 3)))
static AMP__COLD void amp__vec_print(amp__vec_text *b, const char *format, ...)
{
    char line[2000];
    va_list list;
    int n;
    va_start(list, format);
    n = vsnprintf(line, sizeof(line), format, list);
    va_end(list);
    amp__vec_put(b, line, n < (int)sizeof(line) ? (size_t)n : sizeof(line) - 1);
}

#endif /* AMP__IMPLEMENT */

#endif /* AMP_VECTORS_TEXT_H */
