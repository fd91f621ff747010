/* SPDX-License-Identifier: MIT */
#ifndef AMP_WATCH_MEMORY_FUNCTIONS_H
#define AMP_WATCH_MEMORY_FUNCTIONS_H
/*
amp/watch/memory_functions.h: memcpy, memmove and memset in a file that is compiled for the
checker, so that it knows what they read and write.

clang leaves calls of them, which amp/check/compiler.h takes. gcc announces no access of
theirs, and makes loads and stores of a small one after -fsanitize=thread has been at
work. So for gcc the functions get inline definitions here, in the way in which a C
library adds checks to them: a program sees functions, as without the checker, and no
macro. Where the C library has done so itself (_FORTIFY_SOURCE) there can be no second
definition: only there they are macros.
*/

#include "hooks.h"
#include <string.h> /* memcpy, memmove, memset */

#if !defined(__cplusplus) && !defined(__clang__) && AMP__CHECK_SEES
#define AMP__CHECK_COPIES 1
#else
#define AMP__CHECK_COPIES 0
#endif

#if AMP__CHECK_COPIES
/* Report to the checker, and copy or fill: for the line that calls them. Not static, as what calls
   them is not. */
#define amp__watch_copy AMP__FLAVOURED(amp__watch_copy)
#define amp__watch_fill AMP__FLAVOURED(amp__watch_fill)
__attribute__((weak)) AMP__CHECK void *amp__watch_copy(void *to, const void *from, size_t n)
{
    return amp__watch->copy_bytes(to, from, n, (uintptr_t)__builtin_return_address(0));
}
__attribute__((weak)) AMP__CHECK void *amp__watch_fill(void *to, int c, size_t n)
{
    return amp__watch->fill_bytes(to, c, n, (uintptr_t)__builtin_return_address(0));
}
#if defined(__USE_FORTIFY_LEVEL)
#if __USE_FORTIFY_LEVEL > 0
#define AMP__CHECK_FORTIFIED
#endif
#endif
#if defined(AMP__CHECK_FORTIFIED)
#undef memcpy
#undef memmove
#undef memset
#define memcpy(to, from, n) amp__watch_copy((to), (from), (n))
#define memmove(to, from, n) amp__watch_copy((to), (from), (n))
#define memset(to, c, n) amp__watch_fill((to), (c), (n))
#else
/* Used in place of the C library's, wherever it is called; never a function of its own. */
#define AMP__CHECK_INSTEAD extern inline __attribute__((gnu_inline, always_inline))
AMP__CHECK_INSTEAD void *memcpy(void *to, const void *from, size_t n)
{
    return amp__watch_copy(to, from, n);
}
AMP__CHECK_INSTEAD void *memmove(void *to, const void *from, size_t n)
{
    return amp__watch_copy(to, from, n);
}
AMP__CHECK_INSTEAD void *memset(void *to, int c, size_t n)
{
    return amp__watch_fill(to, c, n);
}
#endif
#endif

#endif /* AMP_WATCH_MEMORY_FUNCTIONS_H */
