/* SPDX-License-Identifier: MIT */
#ifndef AMP_EMU_CONTENTION_H
#define AMP_EMU_CONTENTION_H
/*
amp/emu/contention.h: when a launch does without its workers.

A small one takes longer on several threads, which meet at its begin and end: a trial tells.
Between launches OpenMP's threads spin. Where other programs need the processors, the system takes
one from a thread that spins, and the next launch waits for it. So of launches that follow another
closely it is noted how late threads begin; where that is half of their time, the calling thread
runs launches alone for a while. docs/decisions/0029-workers-that-come-late.md
*/

#include "../base/clock.h"

/* Microseconds: from when a thread is late; until when launches follow closely; of launches judged
   together; of a pause. */
enum { AMP__WORKERS_LATE = 40, AMP__WORKERS_CLOSE = 320, AMP__WORKERS_JUDGED = 2000,
       AMP__WORKERS_PAUSE = 250000 };

/* In ticks; all 0 at first. */
typedef struct amp__contention {
    unsigned long long ended; /* when the last launch did */
    unsigned long long spent; /* by launches since they were judged */
    unsigned long long lost;  /* of that, until a late thread began */
    unsigned long long until; /* when the pause ends */
} amp__contention;

/* By how much a thread is late that begins at `now`; 0 where a clock was set back. */
static AMP__INLINE unsigned long long amp__thread_late(unsigned long long begin,
                                                       unsigned long long now)
{
    const long long late = (long long)(now - begin);
    return late > AMP__WORKERS_LATE * (long long)amp__ticks_of_microsecond() ? now - begin : 0;
}

/* Whether the calling thread runs a launch alone. A clock that was set back ends the pause. */
static AMP__INLINE int amp__workers_pause(const amp__contention *c, unsigned long long now)
{
    return now < c->until && c->until - now <= AMP__WORKERS_PAUSE * amp__ticks_of_microsecond();
}

/* A launch ran on several threads, from `begin` to `now`; late: amp__thread_late of one of them. */
static AMP__INLINE void amp__workers_ran(amp__contention *c, unsigned long long begin,
                                         unsigned long long now, unsigned long long late)
{
    const unsigned long long microsecond = amp__ticks_of_microsecond();
    if (begin - c->ended < AMP__WORKERS_CLOSE * microsecond) {
        c->spent += now - begin;
        c->lost += late;
        if (c->spent > AMP__WORKERS_JUDGED * microsecond) {
            c->until = c->lost > c->spent / 2 ? now + AMP__WORKERS_PAUSE * microsecond : 0;
            c->spent = c->lost = 0;
        }
    }
    c->ended = now;
}

/* Launches of one kernel over so many tiles: a few are timed on several threads, whose start and
   end may take longer than all of the work, then as many alone; the least time says how the next
   ones run. Those that take longer never run alone. */
enum { AMP__TRIALS = 4, AMP__TRIALS_APART = 1024, AMP__TRIALS_KEPT = 16, AMP__TRIAL_LONG = 100 };
typedef struct amp__trial {
    const void *kernel;
    long long count;
    unsigned long long least[2]; /* ticks: on several threads, alone */
    int turn;                    /* launches since it began */
} amp__trial;

/* The trial of such launches: a new one after many, or where others had its place. */
static inline amp__trial *amp__trial_of(amp__trial *kept, const void *kernel, long long count)
{
    amp__trial *t = &kept[((size_t)kernel / 64 + (size_t)count) % AMP__TRIALS_KEPT];
    if (t->kernel != kernel || t->count != count || t->turn >= AMP__TRIALS_APART) {
        t->kernel = kernel;
        t->count = count;
        t->least[0] = t->least[1] = ~0ULL;
        t->turn = 0;
    }
    return t;
}

static inline int amp__trial_long(unsigned long long took)
{
    return took > AMP__TRIAL_LONG * amp__ticks_of_microsecond();
}

/* Whether the next launch runs alone. */
static inline int amp__trial_alone(const amp__trial *t)
{
    return t->turn >= AMP__TRIALS && (t->turn < 2 * AMP__TRIALS ? !amp__trial_long(t->least[0])
                                                                : t->least[1] < t->least[0]);
}

/* A launch took so many ticks. */
static inline void amp__trial_ended(amp__trial *t, int alone, unsigned long long took)
{
    t->turn++;
    if (took < t->least[alone]) {
        t->least[alone] = took;
    }
    if (alone && amp__trial_long(took)) {
        t->turn += AMP__TRIALS;
        t->least[1] = ~0ULL;
    }
}

#endif /* AMP_EMU_CONTENTION_H */
