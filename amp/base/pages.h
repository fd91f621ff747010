/* SPDX-License-Identifier: MIT */
#ifndef AMP_BASE_PAGES_H
#define AMP_BASE_PAGES_H
/*
amp/base/pages.h: memory from the system, page by page, that no allocator of the program knows.
*/

#include "build.h"

/* How pages are mapped, beside 0: shared with children of fork(); where the system need not have
   memory for all of them; and closed, so that each access is a fault until they are opened. */
enum { AMP__PAGES_SHARED = 1, AMP__PAGES_LAZY = 2, AMP__PAGES_CLOSED = 4 };

/* amp__map_pages: `bytes` bytes, all zero, mapped in that way, for the caller to give back by
   amp__unmap_pages, with the same size; NULL where the system gives none.
   amp__open_pages: opens whole pages of what is closed; 0 where there is no memory for them.
   amp__page_size: in bytes. amp__physical_memory: in bytes; 0 where the system does not say.
   amp__processors: how many this process may use; at least 1. */
#ifdef _WIN32

/* Win32's calls, without its header, whose names would be the program's too. */
typedef struct amp__memory_status {
    unsigned size, load;
    unsigned long long bytes, rest[6];
} amp__memory_status;
void *amp__virtual_alloc(void *at, size_t bytes, unsigned kind, unsigned protection)
    AMP__SYSTEM_CALL("VirtualAlloc");
int amp__virtual_free(void *at, size_t bytes, unsigned kind) AMP__SYSTEM_CALL("VirtualFree");
int amp__memory_call(amp__memory_status *s) AMP__SYSTEM_CALL("GlobalMemoryStatusEx");
unsigned amp__processors_call(unsigned short group) AMP__SYSTEM_CALL("GetActiveProcessorCount");
enum { AMP__MEM_COMMIT = 0x1000, AMP__MEM_RESERVE = 0x2000, AMP__MEM_RELEASE = 0x8000,
       AMP__PAGE_READWRITE = 4 };

static AMP__COLD void *amp__map_pages(size_t bytes, int way)
{
    return amp__virtual_alloc(NULL, bytes, way & AMP__PAGES_CLOSED
                              ? AMP__MEM_RESERVE : AMP__MEM_RESERVE | AMP__MEM_COMMIT,
                              AMP__PAGE_READWRITE);
}
static AMP__COLD int amp__open_pages(void *at, size_t bytes)
{
    return amp__virtual_alloc(at, bytes, AMP__MEM_COMMIT, AMP__PAGE_READWRITE) != NULL;
}
static AMP__COLD void amp__unmap_pages(void *at, size_t bytes)
{
    (void)bytes;
    (void)amp__virtual_free(at, 0, AMP__MEM_RELEASE);
}
static AMP__COLD size_t amp__page_size(void)
{
    return 4096; /* of x86-64 */
}
static AMP__COLD unsigned long long amp__physical_memory(void)
{
    amp__memory_status s = AMP__ZERO;
    s.size = sizeof(s);
    return amp__memory_call(&s) ? s.bytes : 0;
}
static AMP__COLD int amp__processors(void)
{
    const unsigned n = amp__processors_call(0xffff /* of all groups */);
    return n > 0 ? (int)n : 1;
}

#else

#include <sys/mman.h>
#include <unistd.h> /* sysconf */

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

static AMP__COLD void *amp__map_pages(size_t bytes, int way)
{
    const int protection = way & AMP__PAGES_CLOSED ? PROT_NONE : PROT_READ | PROT_WRITE;
    const int kind = (way & AMP__PAGES_SHARED ? MAP_SHARED : MAP_PRIVATE)
        | (way & AMP__PAGES_LAZY ? AMP__NO_RESERVE : 0);
    void *m = mmap(NULL, bytes, protection, kind | AMP__ANONYMOUS, -1, 0);
    return m != MAP_FAILED ? m : NULL;
}
static AMP__COLD int amp__open_pages(void *at, size_t bytes)
{
    return mprotect(at, bytes, PROT_READ | PROT_WRITE) == 0;
}
static AMP__COLD void amp__unmap_pages(void *at, size_t bytes)
{
    (void)munmap(at, bytes);
}
static AMP__COLD size_t amp__page_size(void)
{
    return (size_t)sysconf(_SC_PAGESIZE);
}
static AMP__COLD unsigned long long amp__physical_memory(void)
{
#ifdef _SC_PHYS_PAGES
    const long pages = sysconf(_SC_PHYS_PAGES);
    return pages > 0 ? (unsigned long long)pages * amp__page_size() : 0;
#else
    return 0;
#endif
}
static AMP__COLD int amp__processors(void)
{
    const long n = sysconf(_SC_NPROCESSORS_ONLN);
    return n > 0 ? (int)n : 1;
}

#endif

#endif /* AMP_BASE_PAGES_H */
