/* SPDX-License-Identifier: MIT */
#ifndef AMP_REPORT_MEMORY_H
#define AMP_REPORT_MEMORY_H
/*
amp/report/memory.h: the memory of the checker, of the lens and of their reports.

Not amp__alloc's: it is kept when a launch and all views are gone, where amp_set_allocator may be
called; it is asked for in the middle of a kernel; and a user's allocator that fails or counts is
to see the program's own requests alone.
*/

#include <stdlib.h> /* calloc, free */
#include "../base/text.h"
#include "../watch/build.h"

/* Memory filled with zeros; NULL where it ran out. */
static AMP__COLD void *amp__check_alloc(size_t bytes)
{
    return calloc(1, bytes);
}

/* Frees what amp__check_alloc returned; NULL is allowed. */
static AMP__COLD void amp__check_free(void *p)
{
    free(p);
}

/* Both as an allocator of texts and lists. */
static AMP__COLD void *amp__check_allocate(size_t bytes, void *unused)
{
    (void)unused;
    return amp__check_alloc(bytes);
}
static AMP__COLD void amp__check_release(void *p, void *unused)
{
    (void)unused;
    amp__check_free(p);
}
static AMP__UNUSED const amp_allocator amp__check_memory = { amp__check_allocate,
                                                             amp__check_release, NULL };

/* Makes room for n elements of `size` bytes, zeros, where the pointer at the address `at` has none
   yet; 0, and it stays NULL, where memory ran out. */
static AMP__COLD int amp__check_make(void *at, size_t n, size_t size)
{
    void *p;
    __builtin_memcpy(&p, at, sizeof(p)); /* a pointer of any type */
    if (p == NULL) {
        p = amp__check_alloc(n * size);
        __builtin_memcpy(at, &p, sizeof(p));
    }
    return p != NULL;
}

/* Frees such memory, and makes the pointer NULL. */
static AMP__COLD void amp__check_drop(void *at)
{
    void *p;
    __builtin_memcpy(&p, at, sizeof(p));
    amp__check_free(p);
    p = NULL;
    __builtin_memcpy(at, &p, sizeof(p));
}

/* As amp__check_make, of a pointer that is NULL, with a copy of n elements. */
static AMP__COLD int amp__check_make_copy(void *at, const void *from, size_t n, size_t size)
{
    void *p;
    const int made = amp__check_make(at, n + 1, size);
    __builtin_memcpy(&p, at, sizeof(p));
    if (made && n > 0) {
        __builtin_memcpy(p, from, n * size);
    }
    return made;
}

/* Copies page by page what differs: untouched pages take no memory. fresh: `to` is still zero. */
static AMP__COLD void amp__check_copy_changed(void *to, const void *from, size_t bytes, int fresh)
{
    static const char zeros[4096] = { 0 };
    size_t at, n;
    for (at = 0; at < bytes; at += n) {
        char *there = (char *)to + at;
        const char *here = (const char *)from + at;
        n = bytes - at < 4096 ? bytes - at : 4096;
        if (memcmp(here, fresh ? zeros : there, n) != 0) {
            __builtin_memcpy(there, here, n);
        }
    }
}

/* A copy of a string, for the caller to free by amp__check_free; NULL where memory ran out. */
static AMP__COLD char *amp__check_copy_text(const char *text)
{
    char *p = NULL;
    (void)amp__check_make_copy(&p, text, strlen(text) + 1, 1);
    return p;
}

#endif /* AMP_REPORT_MEMORY_H */
