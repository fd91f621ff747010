/* SPDX-License-Identifier: MIT */
#ifndef AMP_BASE_LIST_H
#define AMP_BASE_LIST_H
/*
amp/base/list.h: lists of elements of one size, which grow.

A list is a pointer to its elements, how many are in use, and how many there is room for; all
zero is an empty one. Its owner names these as it likes, and frees the pointer.

`from` says where memory comes from: NULL from amp__alloc, that is the program's allocator. The
checker has memory of its own, and a piece of work may have a store that is freed at once (then
`release` is NULL).
*/

#include "build.h"
#include "memory.h"

/* A list that does not name the type of its elements: `used` of `room` are in use. */
typedef struct amp__list {
    void *at;
    size_t used, room;
} amp__list;

/* Gives the memory of a list back; NULL is allowed. */
static AMP__COLD void amp__list_free(void *at, const amp_allocator *from)
{
    if (from == NULL) {
        amp__free(at);
    } else if (at != NULL && from->release != NULL) {
        from->release(at, from->user_data);
    }
}

/* Copies n bytes of another place. With the checker word by word: a call of memcpy would be taken
   for one of the kernel in whose middle it grows its lists, and of a plain loop compilers make
   one. */
static AMP__NOINLINE AMP__UNSEEN void amp__copy_unseen(void *to, const void *from, size_t n)
{
#if AMP__CHECKING
    typedef unsigned long long word __attribute__((aligned(1), may_alias));
    size_t i = 0;
    for (; i + sizeof(word) <= n; i += sizeof(word)) {
        *(volatile word *)((char *)to + i) = *(const word *)((const char *)from + i);
    }
    for (; i < n; i++) {
        ((volatile char *)to)[i] = ((const char *)from)[i];
    }
#else
    __builtin_memcpy(to, from, n);
#endif
}

/* Makes room for `more` elements of `size` bytes behind the `used` ones. at: the address of the
   pointer to the elements, which is freed only where *room is not 0; from: where memory comes
   from, NULL: amp__alloc. Returns 0 where memory ran out, and the list is as it was. Also the
   checker calls it, in the middle of a kernel. */
static AMP__COLD int amp__list_grow(void *at, size_t used, size_t *room, size_t more, size_t size,
                                    const amp_allocator *from)
{
    const size_t most = (size_t)-1 / 4 / size;
    size_t wanted;
    void *old, *larger;
    AMP__ASSERT(used <= *room);
    if (more <= *room - used) {
        return 1;
    }
    if (used > most || more > most) {
        return 0;
    }
    wanted = (used + more) * 2 + (size > 8 ? 8 : 64);
    larger = from == NULL ? amp__alloc(wanted * size)
        : from->allocate(wanted * size, from->user_data);
    if (larger == NULL) {
        return 0;
    }
    __builtin_memcpy(&old, at, sizeof(old)); /* a pointer of any type */
    if (used > 0) {
        amp__copy_unseen(larger, old, used * size);
    }
    __builtin_memcpy(at, &larger, sizeof(larger));
    if (*room > 0) {
        amp__list_free(old, from);
    }
    *room = wanted;
    return 1;
}

#endif /* AMP_BASE_LIST_H */
