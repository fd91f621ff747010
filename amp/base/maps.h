/* SPDX-License-Identifier: MIT */
#ifndef AMP_BASE_MAPS_H
#define AMP_BASE_MAPS_H
/*
amp/base/maps.h: the ranges of addresses that the process has, as Linux has them.
*/

#include "files.h"

#include <stdint.h> /* uintptr_t */
#include <stdio.h>  /* sscanf */

/* A range of addresses. */
typedef struct amp__map {
    uintptr_t low, high;
    unsigned long offset; /* of `low` in the file */
    int readable, writable;
    const char *path;     /* of the file that is mapped, or another name, or "" */
} amp__map;

/* All ranges as they were at one moment, and which comes next. */
typedef struct amp__maps {
    amp__text text;
    size_t next;
} amp__maps;

/* Reads all ranges, into memory from `from`, which amp__text_free(&m.text) gives back. Where that
   fails, and on another system, there are none. */
static AMP__COLD amp__maps amp__maps_read(const amp_allocator *from)
{
    amp__maps m;
    m.text = amp__text_from(from);
    m.next = 0;
    if (amp__read_file("/proc/self/maps", &m.text, (size_t)64 << 20) != 0) {
        amp__text_free(&m.text);
    }
    return m;
}

/* The next range, by address; its path is a part of the text. Returns 0 where there is none. */
static AMP__COLD int amp__maps_next(amp__maps *m, amp__map *one)
{
    while (m->next < m->text.used) {
        char *line = m->text.at + m->next, mode[8];
        unsigned long low, high;
        int path = 0;
        m->next += strcspn(line, "\n");
        m->text.at[m->next++] = '\0';
        if (sscanf(line, "%lx-%lx %7s %lx %*s %*s %n", &low, &high, mode, &one->offset, &path) == 4
            && path > 0) {
            one->low = (uintptr_t)low;
            one->high = (uintptr_t)high;
            one->readable = mode[0] == 'r';
            one->writable = mode[1] == 'w';
            one->path = line + path;
            return 1;
        }
    }
    return 0;
}

#endif /* AMP_BASE_MAPS_H */
