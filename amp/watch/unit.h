/* SPDX-License-Identifier: MIT */
#ifndef AMP_WATCH_UNIT_H
#define AMP_WATCH_UNIT_H
/*
amp/watch/unit.h: what each file compiled with AMP_CHECK reports to the kernel checker
about itself when the program starts: whether it is compiled with
-fsanitize=thread, a probe of what the compiler announces, and functions of the
library, by whose addresses the checker distinguishes the library's files from the user's.
*/

#include "program.h"
#include "build.h"

#if AMP__CHECKING

/* A file of the program that was compiled with AMP_CHECK. */
typedef struct amp__check_unit {
    struct amp__check_unit *next;
    /* Functions of the library, as compiled in this file, and the name of the file that
       they stand in. Two, for addr2line 2.40 takes the first of a file for another's. */
    void (*code[2])(void);
    const char *file;
    void (*probe)(int *word); /* instrumented as the file's kernels are; 2 + AMP__CHECK_PROBED */
    int sees, probed; /* probed: 0, 1 or AMP__CHECK_ANY_SIZE */
    /* A function whose blocks the lens looks at, NULL without AMP_LENS; and what it has found of
       them (amp/lens/flags.h), 0: nothing yet. */
    void (*blocks)(int *word, int turns);
    int ordered;
    const struct amp__program *program; /* its device regions, or NULL */
    int read;                           /* their text was looked at */
} amp__check_unit;

/* A write; an update, which clang may announce as one access; an access of 32 bytes, which it
   does not announce without -fsanitize=kernel-address; and a loop of which it may make such. */
enum { AMP__CHECK_PROBED = 32 };
enum { AMP__CHECK_ANY_SIZE = 2 }; /* accesses of 32 bytes were announced, too */
typedef float amp__check_eight __attribute__((vector_size(32), aligned(4), may_alias));
static AMP__NOINLINE void amp__check_probe(int *word)
{
    int i;
    word[0] = 1;
    word[1] += 1;
    *(amp__check_eight *)(word + 2) = *(const amp__check_eight *)(word + 10);
    __asm__ volatile("" ::: "memory");
    for (i = 2; i < 2 + AMP__CHECK_PROBED; i++) {
        word[i] = 3 * i;
    }
}

#if AMP__LENS
/* What amp/lens/flags.h has announced: a function that an optimiser puts into its caller, as the
   only one that calls it; and a block in a loop, seldom come to, that it moves behind the loop.
   BLOCKS: how many the function has up to its call, with clang the beginning and the loop's step,
   too. */
#if defined(__clang__)
enum { AMP__LENS_PROBED = 8, AMP__LENS_PROBE_BLOCKS = 7 };
#else
enum { AMP__LENS_PROBED = 8, AMP__LENS_PROBE_BLOCKS = 5 };
#endif
static AMP__UNUSED int amp__lens_probe_inner(int *word, int at)
{
    word[at] += 1;
    return word[at];
}
static AMP__NOINLINE void amp__lens_probe(int *word, int turns)
{
    int i;
    for (i = 0; i < turns; i++) {
        if (i == word[0]) {
            word[1] = word[2];
        }
        word[3] += 1;
    }
    word[5] = AMP__LENS_PROBE_BLOCKS;
    word[4] = amp__lens_probe_inner(word, turns & 3);
}
#define AMP__LENS_BLOCKS amp__lens_probe
#else
#define AMP__LENS_BLOCKS NULL
#endif

/* The file's unit joins the list before main, or when its library is opened, and
   leaves it when that is closed. */
static void amp__check_unit_join(void);
static void amp__check_unit_leave(void);
static amp__check_unit amp__check_this_unit = { NULL, { amp__check_unit_leave,
                                                        amp__check_unit_join },
                                                __FILE__, amp__check_probe,
                                                AMP__CHECK_SEES, 0, AMP__LENS_BLOCKS, 0, NULL,
                                                0 };
/* When the program, or a shared object, is loaded: the file is put in the list. */
__attribute__((constructor)) static AMP__CHECK void amp__check_unit_join(void)
{
    (void)pthread_mutex_lock(&amp__check_between.lock);
    amp__check_this_unit.next = amp__check_between.units;
    amp__check_between.units = &amp__check_this_unit;
    (void)pthread_mutex_unlock(&amp__check_between.lock);
}

/* When it is unloaded: the file is taken out of the list. */
__attribute__((destructor)) static AMP__CHECK void amp__check_unit_leave(void)
{
    amp__check_unit **link = &amp__check_between.units;
    (void)pthread_mutex_lock(&amp__check_between.lock);
    while (*link != NULL && *link != &amp__check_this_unit) {
        link = &(*link)->next;
    }
    if (*link != NULL) {
        *link = amp__check_this_unit.next;
    }
    (void)pthread_mutex_unlock(&amp__check_between.lock);
}

#endif /* AMP__CHECKING */

#endif /* AMP_WATCH_UNIT_H */
