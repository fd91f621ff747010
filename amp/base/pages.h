/* SPDX-License-Identifier: MIT */
#ifndef AMP_BASE_PAGES_H
#define AMP_BASE_PAGES_H
/*
amp/base/pages.h: memory from the system, page by page, that no allocator of the program knows.
*/

#include "build.h"

#if AMP__IMPLEMENT

#include <sys/mman.h>

/* What -std=c99 hides of it; on these systems the numbers are so. */
#ifdef MAP_ANONYMOUS
#define AMP__ANONYMOUS MAP_ANONYMOUS
#elif defined(__linux__) && !defined(__mips__) && !defined(__alpha__) && !defined(__hppa__)
#define AMP__ANONYMOUS 0x20
#else
#error "amp: compile with -std=gnu99, so that sys/mman.h shows MAP_ANONYMOUS"
#endif
#if defined(MAP_NORESERVE)
#define AMP__NO_RESERVE MAP_NORESERVE
#elif defined(__linux__)
#define AMP__NO_RESERVE 0x4000
#else
#define AMP__NO_RESERVE 0
#endif

/* `bytes` bytes, all zero, with that protection (PROT_NONE, ...), for the caller to munmap; NULL
   where the system gives none. kind: MAP_PRIVATE, or MAP_SHARED: with children of fork(); with
   AMP__NO_RESERVE the system need not have all of it. */
static AMP__COLD void *amp__map_pages(size_t bytes, int protection, int kind)
{
    void *m = mmap(NULL, bytes, protection, kind | AMP__ANONYMOUS, -1, 0);
    return m != MAP_FAILED ? m : NULL;
}

#endif /* AMP__IMPLEMENT */

#endif /* AMP_BASE_PAGES_H */
