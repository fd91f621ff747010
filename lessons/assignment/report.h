/* SPDX-License-Identifier: MIT */
#ifndef LESSON_REPORT_H
#define LESSON_REPORT_H
/*
report.h: how a program of the lessons, or the tests of an assignment, says what is wrong. Included
behind amp_lens.h. Each line on standard output begins with a word for who reads it, a learner or
judge.py:

    result: y(5): expected 10, got 0; thread (1) of tile (1) is to write it
    memory: transpose:A: efficiency is 0.125, expected is at least 0.9
    never ends: stopped after 4 s of processor time, at 0x4022f1 0x40190c

and the program's status is 0 where all is right, 1 where something is not.

Not to be used by several host threads at once.
*/
#ifndef _DEFAULT_SOURCE
#define _DEFAULT_SOURCE 1 /* setitimer, where this is the first header */
#endif
#ifndef __wasi__      /* where nobody interrupts a program: the page that runs it ends it */
#include <execinfo.h> /* backtrace */
#include <signal.h>
#include <sys/time.h> /* setitimer */
#endif
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>   /* write, _exit */

/* Ends the program with amp's sentence where a call failed. */
#define must(call) lesson_must((call), __FILE__, __LINE__)
static inline void lesson_must(amp_status s, const char *file, int line)
{
    if (s != AMP_OK) {
        (void)fflush(stdout);
        (void)fprintf(stderr, "%s:%d: %s: %s\n", file, line, amp_status_string(s),
                      amp_last_error());
        exit(EXIT_FAILURE);
    }
}

/* Who is to write an element of a result: what lesson_equal_int and its like say of a wrong one.
   tile.rank is 0 where the kernel is simple; each is how many elements a tile writes. turned: the
   tile at (i, j) writes where the tile (j, i) stands. */
typedef struct lesson_who {
    amp_extent shape, tile;
    int turned;
} lesson_who;

/* A simple kernel whose thread idx writes element idx. */
static inline lesson_who by_thread(amp_extent shape)
{
    lesson_who w;
    memset(&w, 0, sizeof(w));
    w.shape = shape;
    return w;
}

/* A tiled or phased kernel whose thread tidx.global writes that element. */
static inline lesson_who by_tile(amp_tiled_extent domain)
{
    lesson_who w = by_thread(domain.extent);
    w.tile = domain.tile;
    return w;
}

/* Each tile writes one element, and its first thread does it. */
static inline lesson_who one_by_tile(amp_extent tiles)
{
    lesson_who w = by_thread(tiles);
    int i;
    w.tile = tiles;
    for (i = 0; i < tiles.rank; i++) {
        w.tile.dim[i] = 1;
    }
    return w;
}

/* The tile (i, j) of a transpose writes the tile (j, i) of the result. domain: of the result. */
static inline lesson_who by_turned_tile(amp_tiled_extent domain)
{
    lesson_who w = by_tile(domain);
    w.turned = 1;
    return w;
}

static int lesson_wrong; /* how many results and expectations were wrong */

/* Writes "(1, 2)" of n numbers to text, of 48 bytes. */
static inline void lesson_index(char *text, const int *number, int n)
{
    int i, used = snprintf(text, 48, "(");
    for (i = 0; i < n && used < 40; i++) {
        used += snprintf(text + used, 48 - (size_t)used, "%s%d", i > 0 ? ", " : "", number[i]);
    }
    (void)snprintf(text + used, 48 - (size_t)used, ")");
}

/* Says that element k (row by row) of a result is wrong, and who is to write it. */
static inline void lesson_differs(const char *name, size_t k, size_t differ, double want,
                                  double got, const lesson_who *who)
{
    int at[AMP_MAX_RANK], tile[AMP_MAX_RANK], thread[AMP_MAX_RANK], i;
    const int rank = who->shape.rank;
    char where[48], of_tile[48], of_thread[48];
    for (i = rank - 1; i >= 0; i--) {
        at[i] = (int)(k % (size_t)who->shape.dim[i]);
        k /= (size_t)who->shape.dim[i];
    }
    lesson_index(where, at, rank);
    (void)printf("result: %s%s: expected %.9g, got %.9g; ", name, where, want, got);
    if (who->tile.rank == 0) {
        (void)printf("thread %s is to write it", where);
    } else {
        for (i = 0; i < rank; i++) {
            tile[who->turned ? rank - 1 - i : i] = at[i] / who->tile.dim[i];
            thread[i] = at[i] % who->tile.dim[i];
        }
        lesson_index(of_tile, tile, rank);
        lesson_index(of_thread, thread, rank);
        (void)printf("thread %s of tile %s is to write it", of_thread, of_tile);
    }
    (void)printf(differ > 1 ? "; so are %lu more\n" : "\n", (unsigned long)(differ - 1));
    lesson_wrong++;
}

/* How many elements a shape has. */
static inline size_t lesson_count(const lesson_who *who)
{
    size_t n = 1;
    int i;
    for (i = 0; i < who->shape.rank; i++) {
        n *= (size_t)who->shape.dim[i];
    }
    return n;
}

/* Compares a result with what is expected, element by element, and says which is the first wrong
   one. got, want: who.shape elements, row by row. */
static inline void lesson_equal_int(const char *name, const int *got, const int *want,
                                    lesson_who who)
{
    const size_t n = lesson_count(&who);
    size_t k, first = n, differ = 0;
    for (k = 0; k < n; k++) {
        if (got[k] != want[k]) {
            first = first < k ? first : k;
            differ++;
        }
    }
    if (differ > 0) {
        lesson_differs(name, first, differ, want[first], got[first], &who);
    }
}
static inline void lesson_equal_float(const char *name, const float *got, const float *want,
                                      lesson_who who)
{
    const size_t n = lesson_count(&who);
    size_t k, first = n, differ = 0;
    for (k = 0; k < n; k++) {
        if (!(got[k] - want[k] <= 0 && want[k] - got[k] <= 0)) { /* NaN differs, too */
            first = first < k ? first : k;
            differ++;
        }
    }
    if (differ > 0) {
        lesson_differs(name, first, differ, (double)want[first], (double)got[first], &who);
    }
}

/* One number of a result, which no single thread writes. */
static inline void lesson_number(const char *name, long got, long want)
{
    if (got != want) {
        (void)printf("result: %s: expected %ld, got %ld\n", name, want, got);
        lesson_wrong++;
    }
}

/* Says what the lens is to find: a measure of docs/lens.md at most, or at least, `bound`. where:
   "kernel", or "kernel:array". Nothing where the program is built without the lens, or the
   launch did not succeed: that is said elsewhere. */
static inline void lesson_memory(const char *where, const char *measure, double bound)
{
#ifdef AMP_LENS
    if (amp_lens_expect(where, measure, bound) != AMP_OK) {
        (void)printf("memory: %s\n", amp_last_error());
        lesson_wrong++;
    }
#else
    (void)where;
    (void)measure;
    (void)bound;
#endif
}

/* The status of main. */
static inline int lesson_end(void)
{
    (void)fflush(stdout);
    return lesson_wrong ? EXIT_FAILURE : EXIT_SUCCESS;
}

/* ---- a kernel that never ends --------------------------------------------------- */

#ifndef __wasi__

/* Says where the program is, as return addresses that addr2line knows, and ends it. */
static inline void lesson_stop(int signal)
{
    static const char digits[] = "0123456789abcdef";
    static const char head[] = "never ends: stopped after its processor time, at";
    void *frame[48];
    char text[48 * 20 + sizeof(head)];
    size_t used = sizeof(head) - 1;
    const int n = backtrace(frame, 48);
    int i, shift;
    (void)signal;
    memcpy(text, head, used);
    for (i = 0; i < n; i++) {
        const unsigned long at = (unsigned long)(size_t)frame[i];
        memcpy(text + used, " 0x", 3);
        used += 3;
        for (shift = 60; shift >= 0; shift -= 4) {
            if (at >> shift != 0) {
                text[used++] = digits[(at >> shift) & 15];
            }
        }
    }
    text[used++] = '\n';
    (void)!write(1, text, used);
    _exit(3);
}

/* Before main: LESSON_SECONDS of processor time are all that the program has. Without that
   setting it has as many as it wants. */
static void __attribute__((constructor)) lesson_watch(void)
{
    const char *const seconds = getenv("LESSON_SECONDS");
    struct itimerval after;
    struct sigaction stop;
    void *frame[2];
    if (seconds == NULL) {
        return;
    }
    (void)backtrace(frame, 2); /* loads what the handler must not load */
    memset(&after, 0, sizeof(after));
    memset(&stop, 0, sizeof(stop));
    after.it_value.tv_sec = strtol(seconds, NULL, 10);
    stop.sa_handler = lesson_stop;
    (void)sigaction(SIGPROF, &stop, NULL);
    (void)setitimer(ITIMER_PROF, &after, NULL);
}
#endif

/* Room for n ints, 0 in each; ends the program where there is none. The caller frees it. */
static inline int *lesson_ints(size_t n)
{
    int *p = calloc(n, sizeof(*p));
    if (p == NULL) {
        (void)fprintf(stderr, "no memory for %lu ints\n", (unsigned long)n);
        exit(EXIT_FAILURE);
    }
    return p;
}

#endif /* LESSON_REPORT_H */
