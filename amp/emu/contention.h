/* SPDX-License-Identifier: MIT */
#ifndef AMP_EMU_CONTENTION_H
#define AMP_EMU_CONTENTION_H
/*
amp/emu/contention.h: when other programs need the processors.

Between launches OpenMP's threads spin. Where other programs need the processors, the system takes
one from a thread that spins, and the next launch waits for it. So of launches that follow another
closely it is noted how late threads begin; where that is half of their time, the calling thread
runs launches alone for a while. docs/decisions/0029-workers-that-come-late.md
*/

#include "../base/clock.h"

#if AMP__IMPLEMENT

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
    return now < c->until
        && c->until - now <= AMP__WORKERS_PAUSE * amp__ticks_of_microsecond();
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

#endif /* AMP__IMPLEMENT */

#endif /* AMP_EMU_CONTENTION_H */
