/* SPDX-License-Identifier: MIT */
#ifndef AMP_CHECK_UNINITIALISED_H
#define AMP_CHECK_UNINITIALISED_H
/*
amp/check/uninitialised.h: variables of a thread's own that nobody set: a launch whose kernel's
text may read one runs again with other bytes on the threads' stacks, and what it writes is
compared.

Compilers announce no access to a variable whose address stays in the function, so that such a read
is not seen. But its value is what the stack held. Run 1 fills the stack below each thread with
zeros, run 2 with other bytes, from the same views and in the same order. Where what they write
differs, run 3 has zeros again: if that writes what run 1 did, nothing but those bytes made
the difference, and the instruction that wrote it is named. Only kernels with a suspect in their
text run more than once: an array that is declared without an initialiser, or another variable
whose address is taken (regions.h).
*/

#include "arrays.h"

/* Bytes of the stack: below a thread's first frame, and below a frame that has made an access. */
enum { AMP__CHECK_FILLED = 4096, AMP__CHECK_REFILLED = 512 };

/* A kernel, and the first variable of its text that it may read unset. */
typedef struct amp__check_suspect_variable {
    char kernel[64], name[64];
    int line;
} amp__check_suspect_variable;

typedef struct amp__check_uninitialised_state {
    amp__list suspects; /* of amp__check_suspect_variable */
    int run;                     /* of the launch: 0: its kernel is no suspect; 1 to 3 */
    int variable;                /* its suspect's number */
} amp__check_uninitialised_state;
#define amp__check_uninitialised AMP__VERSIONED(amp__check_uninitialised)
AMP__ONE_COPY amp__check_uninitialised_state amp__check_uninitialised;

/* Notes a suspect. The caller holds amp__check_locks.launch. */
static AMP__CHECK void amp__check_uninitialised_suspect(const char *kernel, int kernel_n,
                                                        const char *name, int name_n, int line)
{
    amp__check_uninitialised_state *o = &amp__check_uninitialised;
    amp__check_suspect_variable *v;
    AMP__ASSERT(amp__holds(&amp__check_locks.launch));
    if (amp__check_grow(&o->suspects, sizeof(*v))) {
        v = (amp__check_suspect_variable *)o->suspects.at + o->suspects.used++;
        AMP__PRINT(v->kernel, "%.*s", kernel_n, kernel);
        AMP__PRINT(v->name, "%.*s", name_n, name);
        v->line = line;
    }
}

/* Frees what the runs of a launch have left. */
static AMP__CHECK void amp__check_uninitialised_end(void)
{
    amp__check_state *k = &amp__check_shared;
    int i;
    for (i = 0; i < k->watched_count; i++) {
        amp__check_drop(&k->watched[i].left[0]);
        amp__check_drop(&k->watched[i].left[1]);
    }
    amp__check_uninitialised.run = 0;
}

/* A launch of that kernel begins. */
static AMP__CHECK void amp__check_uninitialised_begin(const char *kernel)
{
    amp__check_uninitialised_state *o = &amp__check_uninitialised;
    const amp__check_suspect_variable *v = (amp__check_suspect_variable *)o->suspects.at;
    size_t i;
    amp__check_uninitialised_end();
    for (i = 0; i < o->suspects.used && AMP__JUDGING; i++) {
        if (strncmp(v[i].kernel, kernel, sizeof(v->kernel) - 1) == 0) {
            o->run = 1;
            o->variable = (int)i;
            return;
        }
    }
}

/* What a variable of the thread holds that nobody sets: 0, and in run 2 by turns a positive and a
   negative number. */
static AMP__INLINE AMP__CHECK unsigned long long amp__check_uninitialised_word(int run,
                                                                               unsigned thread)
{
    return run != 2 ? 0 : thread & 1 ? 0xa5c3966aa5c3966aull : 0x5a3c69975a3c6997ull;
}

/* Fills the stack below its caller with that. */
static AMP__NOINLINE AMP__CHECK void amp__check_uninitialised_fill(int run, unsigned thread)
{
    unsigned long long room[AMP__CHECK_FILLED / 8];
    const unsigned long long fill = amp__check_uninitialised_word(run, thread);
    int i;
    for (i = 0; i < AMP__CHECK_FILLED / 8; i++) {
        room[i] = fill;
    }
    __asm__ volatile("" :: "r"(room) : "memory");
}

/* An access in such a launch. Fills the stack below the kernel's frame again, where a helper
   that is called next would find what the library's functions have left. Inlined, so that only the
   return address of the function that the compiler calls stands between that frame and the room;
   an odd number of words needs no padding above it. */
static AMP__INLINE AMP__CHECK void amp__check_uninitialised_access(uintptr_t at, size_t size,
                                                                   int kind, uintptr_t pc)
{
    unsigned long long room[AMP__CHECK_REFILLED / 8 + 1];
    amp__check_rare_access(at, size, kind, pc);
    if (amp__check_on) {
        const unsigned long long fill = amp__check_uninitialised_word(amp__check_uninitialised.run,
                                                                      amp__check_shared.thread);
        unsigned i;
        for (i = 0; i < sizeof(room) / sizeof(room[0]); i++) {
            room[i] = fill;
        }
        __asm__ volatile("" :: "r"(room) : "memory");
    }
}

/* Keeps what the views hold, as left by that run; 0 where there is none, or no memory. */
static AMP__CHECK int amp__check_uninitialised_save_views(int run)
{
    amp__check_state *k = &amp__check_shared;
    int i, kept = 0;
    for (i = 0; i < k->watched_count; i++) {
        amp__check_watched *r = &k->watched[i];
        const size_t n = r->before != NULL ? r->end - r->begin : 0;
        r->left[run - 1] = n != 0 ? (unsigned char *)amp__check_alloc(n) : NULL;
        if (r->left[run - 1] != NULL) {
            amp__check_copy_changed(r->left[run - 1], (const void *)r->begin, n, 1);
            kept = 1;
        } else if (n != 0) {
            return 0;
        }
    }
    return kept;
}

/* Whether the views hold what run 1 left. */
static AMP__CHECK int amp__check_uninitialised_views_same(void)
{
    const amp__check_state *k = &amp__check_shared;
    int i, same = 1;
    for (i = 0; i < k->watched_count && same; i++) {
        const amp__check_watched *r = &k->watched[i];
        same = r->left[0] == NULL
            || memcmp(r->left[0], (const void *)r->begin, r->end - r->begin) == 0;
    }
    return same;
}

/* Run 3 has left what run 1 did: finds who wrote what was different in run 2. Of elements that are
   structs the bytes between the fields are nobody's: they are left out. */
static AMP__CHECK void amp__check_uninitialised_find(void)
{
    amp__check_state *k = &amp__check_shared;
    const amp__check_suspect_variable *v =
        (amp__check_suspect_variable *)amp__check_uninitialised.suspects.at
        + amp__check_uninitialised.variable;
    int i;
    for (i = 0; i < k->watched_count; i++) {
        amp__check_watched *r = &k->watched[i];
        const size_t n = r->before != NULL ? r->end - r->begin : 0;
        size_t b;
        for (b = 0; b < n && !k->array[r->argument].parts; b++) {
            const size_t word = (r->begin - r->low + b) / 4;
            const amp__check_record *c, *last = NULL;
            unsigned cursor = 0;
            if (r->left[0][b] == r->left[1][b] || r->first == NULL) {
                continue;
            }
            while (r->first[word].site != 0
                   && (c = amp__check_next_record(r, word, &cursor)) != NULL) {
                last = c->kindmask >> 4 != AMP__CHECK_READ ? c : last;
            }
            if (last != NULL) {
                amp__check_finding f;
                amp__check_clear_finding(&f, AMP_CHECK_UNINITIALISED_READ);
                f.site_a = last->site;
                f.key_a = last->k1 - 1;
                f.kind_a = last->kindmask >> 4;
                f.own = 1;
                f.name = v->name;
                f.index[0] = v->line;
                amp__check_find(&f);
            }
            b += 3 - (r->begin - r->low + b) % 4; /* once a word */
        }
    }
}

/* All threads have run. Returns 1 where they are to run again, for this. good: so far the launch
   has no fault that would make the runs differ, or that a further run would meet again. */
static AMP__CHECK int amp__check_uninitialised_again(int good)
{
    amp__check_uninitialised_state *o = &amp__check_uninitialised;
    if (o->run == 1) {
        o->run = good && amp__check_uninitialised_save_views(1) ? 2 : 0;
        return o->run == 2;
    }
    if (o->run == 2) {
        o->run = good && !amp__check_uninitialised_views_same()
            && amp__check_uninitialised_save_views(2) ? 3 : 0;
        return o->run == 3;
    }
    if (o->run == 3 && good && amp__check_uninitialised_views_same()) {
        amp__check_uninitialised_find();
    }
    o->run = 0;
    return 0;
}

#endif /* AMP_CHECK_UNINITIALISED_H */
