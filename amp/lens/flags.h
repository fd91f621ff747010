/* SPDX-License-Identifier: MIT */
#ifndef AMP_LENS_FLAGS_H
#define AMP_LENS_FLAGS_H
/*
amp/lens/flags.h: whether a file is compiled so that the lens can tell what a warp does.

A function of the file is called (amp/watch/unit.h), and which blocks it announces, in which order
they lie, and whether a function that it calls is still one. Neither gcc nor clang has a macro that
says so.
*/

#include "paths.h"

/* Calls the file's probe. The caller holds amp__check_locks.launch. */
static AMP__COLD int amp__lens_probe_unit(const amp__check_unit *u)
{
    enum { AMP__LENS_TURNS = 3 };
    amp__lens_probing p = AMP__ZERO;
    int word[AMP__LENS_PROBED], rare;
    __builtin_memset(word, 0, sizeof(word));
    word[0] = AMP__LENS_TURNS - 1; /* in the last turn it comes to the rare block */
    p.thread = pthread_self();
    amp__lens_path.probing = &p;
    amp__lens_on = AMP__LENS_PROBES;
    u->blocks(word, AMP__LENS_TURNS);
    amp__lens_on = 0;
    amp__lens_path.probing = NULL;
    rare = p.count - 2;
    return p.count == 0 ? AMP__LENS_LACKS
        : p.entered != 2 || p.count < word[5] || p.block[rare] > p.block[rare + 1]
                || p.block[rare] > p.next[rare]
        ? AMP__LENS_MOVED : AMP__LENS_ORDERED;
}

/* What is known of the file of a kernel; 0 where that is nothing. Before its launch. */
static AMP__COLD int amp__lens_file_ordered(const amp__kernel *kernel)
{
    amp__check_unit *u;
    int found = 0;
    AMP__ASSERT(amp__holds(&amp__check_locks.launch));
    AMP__HOLD(&amp__check_between.lock);
    for (u = amp__check_between.units; u != NULL; u = u->next) {
        if (u->blocks != NULL && kernel->program != NULL && u->program == kernel->program) {
            if (u->ordered == 0) {
                u->ordered = amp__lens_probe_unit(u);
            }
            found = u->ordered;
        }
    }
    return found;
}

#endif /* AMP_LENS_FLAGS_H */
