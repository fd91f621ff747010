/* SPDX-License-Identifier: MIT */
#ifndef AMP_WASM_SYS_MMAN_H
#define AMP_WASM_SYS_MMAN_H
/*
sys/mman.h: pages of memory, for WASI, by malloc. They have no protection; those that are asked for
without any are not cleared either, since nobody may read them yet.
*/
#include <stdlib.h>
#include <string.h>

#define PROT_NONE 0
#define PROT_READ 1
#define PROT_WRITE 2
#define MAP_SHARED 1
#define MAP_PRIVATE 2
#define MAP_ANONYMOUS 0x20
#define MAP_NORESERVE 0x4000
#define MAP_FAILED ((void *)-1)

static inline void *mmap(void *at, size_t bytes, int protection, int kind, int file, long offset)
{
    void *m = NULL;
    (void)at;
    (void)kind;
    (void)file;
    (void)offset;
    if (posix_memalign(&m, 4096, bytes) != 0) {
        return MAP_FAILED;
    }
    return protection == PROT_NONE ? m : memset(m, 0, bytes);
}
static inline int munmap(void *at, size_t bytes)
{
    (void)bytes;
    free(at);
    return 0;
}
static inline int mprotect(void *at, size_t bytes, int protection)
{
    (void)at;
    (void)bytes;
    (void)protection;
    return 0;
}

#endif /* AMP_WASM_SYS_MMAN_H */
