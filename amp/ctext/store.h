/* SPDX-License-Identifier: MIT */
#ifndef AMP_CTEXT_STORE_H
#define AMP_CTEXT_STORE_H
/*
amp/ctext/store.h: the store that the memory of texts comes from.

All memory of one piece of work comes from one store and goes back with it, so that
work may end anywhere. Once memory ran out, the store's `spent` is 1, and the texts that lacked it
have failed: who writes one looks there at the end, and does not use it then.
*/

#include "../base/text.h"

/* A block of a store's memory; what was asked for lies behind it. */
typedef struct amp__c_block {
    struct amp__c_block *next;
    size_t align; /* the head is as large as two pointers */
} amp__c_block;

/* A store: its blocks, the newest first, and what is free in that one. spent: memory ran
   out. */
typedef struct amp__c_store {
    amp__c_block *first;
    char *free;
    size_t left;
    int spent;
    amp_allocator memory; /* for texts and lists: it releases nothing */
} amp__c_store;

/* n bytes, zero; NULL where memory ran out. */
static AMP__COLD void *amp__c_store_alloc(amp__c_store *m, size_t n)
{
    void *p;
    n = (n + 15) / 16 * 16;
    if (n > m->left) {
        const size_t size = n > 65536 ? n : 65536;
        amp__c_block *b = (amp__c_block *)amp__alloc_zero(sizeof(amp__c_block) + size);
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
static AMP__COLD void amp__c_store_free(amp__c_store *m)
{
    while (m->first != NULL) {
        amp__c_block *next = m->first->next;
        amp__free(m->first);
        m->first = next;
    }
    m->left = 0;
}

/* Frees what was allocated since `before` was a copy of the store. */
static AMP__COLD void amp__c_store_rewind(amp__c_store *m, const amp__c_store *before)
{
    while (m->first != before->first) {
        amp__c_block *next = m->first->next;
        amp__free(m->first);
        m->first = next;
    }
    *m = *before;
    if (m->left != 0) {
        memset(m->free, 0, m->left);
    }
}

/* As an allocator's function: memory of the store `m`. */
static AMP__COLD void *amp__c_store_allocate(size_t bytes, void *m)
{
    return amp__c_store_alloc((amp__c_store *)m, bytes);
}

/* The store m as the source of texts and lists; it stays where it is then. */
static AMP__COLD const amp_allocator *amp__c_memory(amp__c_store *m)
{
    m->memory.allocate = amp__c_store_allocate;
    m->memory.user_data = m;
    return &m->memory;
}

/* An empty text, whose memory comes from m. */
static AMP__COLD amp__text amp__c_empty(amp__c_store *m)
{
    return amp__text_from(amp__c_memory(m));
}

#endif /* AMP_CTEXT_STORE_H */
