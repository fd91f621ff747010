/* SPDX-License-Identifier: MIT */
#ifndef AMP_EMU_SUSPECTS_H
#define AMP_EMU_SUSPECTS_H
/*
amp/emu/suspects.h: in a debug build, what a launch is given that C lets pass and no device can use:
a pointer in a structure, and a `value` by which a result is to come back.

Each is said once in a process.
*/

#include "tile.h"
#include "../base/pages.h"

enum { AMP__SUSPECT_POINTER = 1, AMP__SUSPECT_LOST = 2 };

/* Says of a kernel, and of a parameter unless that is NULL, what is wrong, if it is the first time
   in the process. */
static AMP__COLD void amp__suspect_tell(int which, const amp__kernel *k, const amp__parameter *p,
                                        const char *what)
{
    char text[500];
    if ((__atomic_fetch_or(&amp__debug.suspected, which, __ATOMIC_RELAXED) & which) == 0) {
        AMP__PRINT(text, "kernel %s%s%s: %s", k->name, p != NULL ? ", parameter " : "",
                   p != NULL ? p->name : "", what);
        amp__debug_says(text, 0);
    }
}

/* Whether a value of `size` bytes has an address of memory that the process has: few numbers look
   like one. */
static AMP__COLD int amp__suspect_pointer(const void *value, size_t size)
{
    const uintptr_t page = (uintptr_t)amp__page_size();
    size_t at;
    for (at = 0; at + sizeof(uintptr_t) <= size; at += sizeof(uintptr_t)) {
        uintptr_t word;
        memcpy(&word, (const char *)value + at, sizeof(word));
        if (word >= page && msync((void *)(word / page * page), 1, MS_ASYNC) == 0) {
            return 1;
        }
    }
    return 0;
}

/* Before a kernel's first launch. */
static AMP__COLD void amp__suspects_before(const amp__launch *l)
{
    int i;
    for (i = 0; i < l->kernel->parameter_count; i++) {
        const amp__parameter *p = &l->kernel->parameters[i];
        if (p->access == AMP__ACCESS_value && p->type.kind == AMP__KIND_OTHER
            && amp__suspect_pointer(l->arguments[i].data, p->type.size)) {
            amp__suspect_tell(AMP__SUSPECT_POINTER, l->kernel, p, "the value holds a pointer to "
                              "the host's memory, which a device does not have: hand that memory "
                              "over as a view");
        }
    }
}

/* Behind a kernel's first launch that was right, and in which nothing was printed. */
static AMP__COLD void amp__suspects_behind(const amp__launch *l)
{
    const amp__parameter *value = NULL;
    int i, comes_back = 0;
    for (i = 0; i < l->kernel->parameter_count; i++) {
        const amp__parameter *p = &l->kernel->parameters[i];
        comes_back |= amp__comes_back(p);
        value = p->access == AMP__ACCESS_value && p->rank == 0 ? p : value;
    }
    if (value != NULL && !comes_back) {
        amp__suspect_tell(AMP__SUSPECT_LOST, l->kernel, value, "no parameter is `out` or `inout`, "
                          "so that nothing comes back: each thread has a copy of a `value`");
    }
}

#endif /* AMP_EMU_SUSPECTS_H */
