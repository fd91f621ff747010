/* SPDX-License-Identifier: MIT */
#ifndef AMP_CHECK_MAPS_H
#define AMP_CHECK_MAPS_H
/*
amp/check/maps.h: which addresses the process has, and what a kernel may do there: read
once a launch from the system, where a kernel's access is neither to a view, nor to
tile memory, nor to the thread's own stack.
*/

#include "state.h"
#include "../base/maps.h"

/* What memory at an address is: not there, to be read only, to be written. UNKNOWN: this
   system does not say. */
typedef enum amp__check_memory_is {
    AMP__CHECK_ABSENT, AMP__CHECK_CONSTANT, AMP__CHECK_WRITABLE, AMP__CHECK_UNKNOWN
} amp__check_memory_is;

/* A range of addresses, as the system has it. */
typedef struct amp__check_range {
    uintptr_t low, high;
    amp__check_memory_is is;
} amp__check_range;

/* Reads all ranges, sorted by address. Nothing of it is announced: no kernel code runs. */
static AMP__COLD void amp__check_read_maps(void)
{
    amp__list *g = &amp__check_shared.maps;
    amp__maps maps = amp__maps_read(&amp__check_memory);
    amp__map one;
    g->used = 0;
    while (amp__maps_next(&maps, &one) && amp__check_grow(g, sizeof(amp__check_range))) {
        amp__check_range *r = (amp__check_range *)g->at + g->used++;
        r->low = one.low;
        r->high = one.high;
        r->is = !one.readable ? AMP__CHECK_ABSENT : one.writable ? AMP__CHECK_WRITABLE
                                                                 : AMP__CHECK_CONSTANT;
    }
    amp__text_free(&maps.text);
}

/* What the memory at `at` is; *low and *high become the range that it lies in. The ranges are
   read again where they do not have it: the program may have mapped it since. */
static AMP__COLD amp__check_memory_is amp__check_memory_at(uintptr_t at, uintptr_t *low,
                                                           uintptr_t *high)
{
    amp__list *g = &amp__check_shared.maps;
    int again;
    *low = *high = at;
    for (again = 0; again < 2; again++) {
        const amp__check_range *r;
        size_t a = 0, b;
        if (again || g->used == 0) {
            amp__check_read_maps();
        }
        r = (const amp__check_range *)g->at;
        for (b = g->used; a < b;) {
            const size_t i = a + (b - a) / 2;
            if (at >= r[i].high) {
                a = i + 1;
            } else {
                b = i;
            }
        }
        if (a < g->used && at >= r[a].low) {
            *low = r[a].low;
            *high = r[a].high;
            return r[a].is;
        }
    }
    return g->used == 0 ? AMP__CHECK_UNKNOWN : AMP__CHECK_ABSENT;
}

#endif /* AMP_CHECK_MAPS_H */
