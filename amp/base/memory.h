/* SPDX-License-Identifier: MIT */
#ifndef AMP_BASE_MEMORY_H
#define AMP_BASE_MEMORY_H
/*
amp/base/memory.h: the library's memory: from malloc, or from the program's allocator.
*/

#include "state.h"

/* Takes the memory for all that the library keeps (views' records, arrays, queues) from
   `allocator`, which is copied; all zero means malloc and free again. Call it while the library
   holds nothing that another allocator gave: before anything else, or with the same `release`; and
   not while another thread uses the library. Stacks of fibers are mapped, not allocated. */
AMP__API void amp_set_allocator(amp_allocator allocator);

/* Memory of `bytes` bytes, aligned as malloc's, for the caller to give back by amp__free; NULL
   with the sentence of AMP_OUT_OF_MEMORY recorded. Any thread. */
AMP__API void *amp__alloc(size_t bytes);

/* Memory as amp__alloc gives it, filled with zeros. */
AMP__API void *amp__alloc_zero(size_t bytes);

/* Gives memory of amp__alloc or amp__alloc_zero back; NULL is allowed. */
AMP__API void amp__free(void *p);

#if AMP__IMPLEMENT

AMP__API void amp_set_allocator(amp_allocator allocator)
{
    amp__process.allocator = allocator;
}

/* As amp__alloc, but records nothing: for callers that do without the memory. */
static AMP__COLD void *amp__alloc_quietly(size_t bytes)
{
    return amp__process.allocator.allocate != NULL
        ? amp__process.allocator.allocate(bytes, amp__process.allocator.user_data) : malloc(bytes);
}

AMP__API void *amp__alloc(size_t bytes)
{
    void *p = amp__alloc_quietly(bytes);
    if (p == NULL) {
        (void)amp__fail(AMP_OUT_OF_MEMORY, "no memory for %lu bytes: release views and arrays "
                        "that are not needed", (unsigned long)bytes);
    }
    return p;
}

AMP__API void *amp__alloc_zero(size_t bytes)
{
    void *p = amp__alloc(bytes);
    if (p != NULL) {
        memset(p, 0, bytes);
    }
    return p;
}

AMP__API void amp__free(void *p)
{
    if (p == NULL) {
        return;
    }
    if (amp__process.allocator.release != NULL) {
        amp__process.allocator.release(p, amp__process.allocator.user_data);
    } else {
        free(p);
    }
}

#endif /* AMP__IMPLEMENT */

#endif /* AMP_BASE_MEMORY_H */
