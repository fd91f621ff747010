/* SPDX-License-Identifier: MIT */
#ifndef AMP_EMU_CRASH_H
#define AMP_EMU_CRASH_H
/*
amp/emu/crash.h: what is said where a kernel uses memory that is not there, before the process
ends as it would have without.
*/

#include "tile.h"
#include "../base/signals.h"

#if AMP__HAS_SIGNALS

#include <unistd.h> /* write */

/* The parameter of a launch whose view is nearest to an address, and how far behind its end, or,
   negative, before its beginning that is; -1 where the launch has no views. */
static AMP__COLD int amp__nearest_view(const amp__launch *l, uintptr_t address, long long *away)
{
    int i, nearest = -1;
    for (i = 0; i < l->kernel->parameter_count; i++) {
        const amp__parameter *p = &l->kernel->parameters[i];
        const amp__argument *a = &l->arguments[i];
        const uintptr_t low = (uintptr_t)a->data;
        long long d;
        if (p->access == AMP__ACCESS_value) {
            continue;
        }
        d = address < low ? -(long long)(low - address)
            : (long long)(address - low - amp__bytes_spanned(p->type.size, p->rank, a->extent,
                                                             a->stride));
        if (nearest < 0 || (d < 0 ? -d : d) < (*away < 0 ? -*away : *away)) {
            *away = d;
            nearest = i;
        }
    }
    return nearest;
}

/* Says on standard error what kernel of tile t ended the process, by an access at `address`. Called
   by the handler of memory faults: it takes no lock and no memory. */
static AMP__COLD void amp__crash_say(const amp__tile *t, uintptr_t address)
{
    const amp__launch *l = t->launch;
    char text[700], views[160] = "", threads[64], extent[64];
    long long away = 0;
    const int i = amp__nearest_view(l, address, &away);
    const char *mend = "compare the index with the view's extent, or compile with -DAMP_CHECK, "
        "which names the line";
    int n;
    if (address < 65536) {
        AMP__PRINT(views, ", through a pointer that is NULL");
        mend = "a kernel's parameters are views and values, and no values with pointers";
    } else if (i >= 0) {
        AMP__PRINT(views, ", %lld bytes %s parameter %.40s of extent %s", away < 0 ? -away : away,
                   away < 0 ? "before" : "behind", l->kernel->parameters[i].name,
                   AMP__INDEX_TEXT(extent, l->kernel->parameters[i].rank, l->arguments[i].extent));
    }
    n = snprintf(text, sizeof(text), "amp: kernel %.80s ends the program: it used memory that is "
                 "not there, at %#llx%s; the launch has the extent %s: %s\n", l->kernel->name,
                 (unsigned long long)address, views,
                 AMP__INDEX_TEXT(threads, l->rank, l->extent), mend);
    if (n > 0 && write(2, text, (size_t)n) < 0) {
        return; /* there is nobody to tell */
    }
}

#endif /* AMP__HAS_SIGNALS */

#endif /* AMP_EMU_CRASH_H */
