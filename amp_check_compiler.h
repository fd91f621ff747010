/* SPDX-License-Identifier: MIT */
#ifndef AMP_CHECK_COMPILER_H
#define AMP_CHECK_COMPILER_H
/*
amp_check_compiler.h: the functions that the compiler calls where a program is
built with -fsanitize=thread, or with -fsanitize=bounds. Each hands what it is
told to the kernel checker, with the place it was called from.

  1 accesses   loads and stores
  2 atomics
  3 copies     memcpy, memmove, memset
  4 bounds

Include amp.h with AMP_CHECK, which includes this file.
*/

#ifndef AMP_CHECK_H
#include "amp_check.h"
#else

AMP__C_BEGIN

/* ==== 1 accesses ========================================================= */

/* Defines a function that the compiler calls. Its C name is ours, for gcc has
   prototypes of its own for these symbols. */
#define AMP__CK_FN(result, symbol, arguments)                                 \
    __attribute__((weak)) AMP__CK_PLAIN result amp__ck##symbol arguments      \
        __asm__(AMP__STR(__USER_LABEL_PREFIX__) #symbol);                     \
    __attribute__((weak)) AMP__CK_PLAIN result amp__ck##symbol arguments
#define AMP__CK_PC ((uintptr_t)__builtin_return_address(0))
#define AMP__CK_SEEN(symbol, bytes, kind)                                     \
    AMP__CK_FN(void, __tsan_##symbol##bytes, (void *p))                       \
    {                                                                         \
        amp__ck_access((uintptr_t)p, bytes, kind, AMP__CK_PC);                \
    }
#define AMP__CK_UPDATED(symbol, bytes)                                        \
    AMP__CK_FN(void, __tsan_##symbol##bytes, (void *p))                       \
    {                                                                         \
        amp__ck_access((uintptr_t)p, bytes, AMP__CK_READ, AMP__CK_PC);        \
        amp__ck_access((uintptr_t)p, bytes, AMP__CK_WRITE, AMP__CK_PC);       \
    }
#define AMP__CK_SIZE(bytes)                                                   \
    AMP__CK_SEEN(read, bytes, AMP__CK_READ)                                   \
    AMP__CK_SEEN(write, bytes, AMP__CK_WRITE)                                 \
    AMP__CK_SEEN(unaligned_read, bytes, AMP__CK_READ)                         \
    AMP__CK_SEEN(unaligned_write, bytes, AMP__CK_WRITE)                       \
    AMP__CK_SEEN(volatile_read, bytes, AMP__CK_READ)                          \
    AMP__CK_SEEN(volatile_write, bytes, AMP__CK_WRITE)                        \
    AMP__CK_SEEN(unaligned_volatile_read, bytes, AMP__CK_READ)                \
    AMP__CK_SEEN(unaligned_volatile_write, bytes, AMP__CK_WRITE)              \
    AMP__CK_UPDATED(read_write, bytes)                                        \
    AMP__CK_UPDATED(unaligned_read_write, bytes)
AMP__CK_SIZE(1)
AMP__CK_SIZE(2)
AMP__CK_SIZE(4)
AMP__CK_SIZE(8)
AMP__CK_SIZE(16)
AMP__CK_FN(void, __tsan_read_range, (void *p, unsigned long n))
{
    if (n != 0) {
        amp__ck_access((uintptr_t)p, n, AMP__CK_READ, AMP__CK_PC);
    }
}
AMP__CK_FN(void, __tsan_write_range, (void *p, unsigned long n))
{
    if (n != 0) {
        amp__ck_access((uintptr_t)p, n, AMP__CK_WRITE, AMP__CK_PC);
    }
}
AMP__CK_FN(void, __tsan_init, (void)) { }
AMP__CK_FN(void, __tsan_func_entry, (void *p)) { (void)p; }
AMP__CK_FN(void, __tsan_func_exit, (void)) { }
AMP__CK_FN(void, __tsan_vptr_update, (void **p, void *v))
{
    (void)v;
    amp__ck_access((uintptr_t)p, sizeof(v), AMP__CK_WRITE, AMP__CK_PC);
}
AMP__CK_FN(void, __tsan_vptr_read, (void **p))
{
    amp__ck_access((uintptr_t)p, sizeof(void *), AMP__CK_READ, AMP__CK_PC);
}
AMP__CK_FN(void, __tsan_ignore_thread_begin, (void)) { }
AMP__CK_FN(void, __tsan_ignore_thread_end, (void)) { }
AMP__CK_FN(void, __tsan_acquire, (void *p)) { (void)p; }
AMP__CK_FN(void, __tsan_release, (void *p)) { (void)p; }
AMP__CK_FN(void, __tsan_mutex_create, (void *p, unsigned f)) { (void)p; (void)f; }
AMP__CK_FN(void, __tsan_mutex_destroy, (void *p, unsigned f)) { (void)p; (void)f; }
AMP__CK_FN(void, __tsan_mutex_pre_lock, (void *p, unsigned f)) { (void)p; (void)f; }
AMP__CK_FN(void, __tsan_mutex_post_lock, (void *p, unsigned f)) { (void)p; (void)f; }
AMP__CK_FN(int, __tsan_mutex_pre_unlock, (void *p, unsigned f)) { (void)p; (void)f; return 0; }
AMP__CK_FN(void, __tsan_mutex_post_unlock, (void *p, unsigned f)) { (void)p; (void)f; }

/* ==== 2 atomics ========================================================== */

#if defined(AMP__CK_LOCKED_ATOMICS)
__attribute__((weak)) pthread_mutex_t amp__ck_atomics = PTHREAD_MUTEX_INITIALIZER;
#define AMP__CK_DO(T, real, plain) T old; (void)pthread_mutex_lock(&amp__ck_atomics); \
    old = *p; plain; (void)pthread_mutex_unlock(&amp__ck_atomics)
#define AMP__CK_TRY(real) ok = *p == *e; if (ok) { *p = v; } else { *e = *p; }
#else
#define AMP__CK_DO(T, real, plain) T old = real
#define AMP__CK_TRY(real) ok = real
#endif
#define AMP__CK_SEE(T, stores) if (amp__ck_on) { amp__ck.replaces = (stores); }                    \
    amp__ck_access((uintptr_t)p, sizeof(T), AMP__CK_ATOMIC, AMP__CK_PC)
#define AMP__CK_OP(bits, T, name, plain)                                      \
    AMP__CK_FN(T, __tsan_atomic##bits##_##name, (volatile T *p, T v, int order)) \
    {                                                                         \
        AMP__CK_SEE(T, 0);                                                    \
        (void)order;                                                          \
        {                                                                     \
            AMP__CK_DO(T, __atomic_##name(p, v, __ATOMIC_SEQ_CST), *p = plain); \
            amp__ck.spin = old == *p ? amp__ck.spin : 0;                      \
            return old;                                                       \
        }                                                                     \
    }
#define AMP__CK_ATOMICS(bits, T)                                                                   \
    AMP__CK_FN(T, __tsan_atomic##bits##_load, (const volatile T *p, int order))                    \
    {                                                                                              \
        AMP__CK_SEE(T, 0);                                                                         \
        (void)order;                                                                               \
        return *p;                                                                                 \
    }                                                                                              \
    AMP__CK_FN(void, __tsan_atomic##bits##_store, (volatile T * p, T v, int order))                \
    {                                                                                              \
        AMP__CK_SEE(T, 1);                                                                         \
        (void)order;                                                                               \
        __asm__ volatile("" ::: "memory");                                                         \
        *p = v;                                                                                    \
        __asm__ volatile("" ::: "memory");                                                         \
    }                                                                                              \
    AMP__CK_OP(bits, T, fetch_add, (T)(old + v))                                                   \
    AMP__CK_OP(bits, T, fetch_sub, (T)(old - v))                                                   \
    AMP__CK_OP(bits, T, fetch_and, (T)(old & v))                                                   \
    AMP__CK_OP(bits, T, fetch_or, (T)(old | v))                                                    \
    AMP__CK_OP(bits, T, fetch_xor, (T)(old ^ v))                                                   \
    AMP__CK_OP(bits, T, fetch_nand, (T) ~(old & v))                                                \
    AMP__CK_FN(T, __tsan_atomic##bits##_exchange, (volatile T * p, T v, int order))                \
    {                                                                                              \
        AMP__CK_SEE(T, 1);                                                                         \
        (void)order;                                                                               \
        {                                                                                          \
            AMP__CK_DO(T, __atomic_exchange_n(p, v, __ATOMIC_SEQ_CST), *p = v);                    \
            amp__ck.spin = old == *p ? amp__ck.spin : 0;                                           \
            return old;                                                                            \
        }                                                                                          \
    }                                                                                              \
    static AMP__CK int amp__ck_exchange##bits(volatile T *p, T *e, T v)                            \
    {                                                                                              \
        int ok;                                                                                    \
        AMP__CK_TRY(__atomic_compare_exchange_n(p, e, v, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));  \
        amp__ck.spin = ok ? 0 : amp__ck.spin;                                                      \
        return ok;                                                                                 \
    }                                                                                              \
    AMP__CK_FN(_Bool, __tsan_atomic##bits##_compare_exchange_strong,                               \
               (volatile T * p, T * e, T v, int a, int b))                                         \
    {                                                                                              \
        AMP__CK_SEE(T, 0);                                                                         \
        (void)a;                                                                                   \
        (void)b;                                                                                   \
        return amp__ck_exchange##bits(p, e, v);                                                    \
    }                                                                                              \
    AMP__CK_FN(_Bool, __tsan_atomic##bits##_compare_exchange_weak,                                 \
               (volatile T * p, T * e, T v, int a, int b))                                         \
    {                                                                                              \
        AMP__CK_SEE(T, 0);                                                                         \
        (void)a;                                                                                   \
        (void)b;                                                                                   \
        return amp__ck_exchange##bits(p, e, v);                                                    \
    }                                                                                              \
    AMP__CK_FN(T, __tsan_atomic##bits##_compare_exchange_val,                                      \
               (volatile T * p, T e, T v, int a, int b))                                           \
    {                                                                                              \
        AMP__CK_SEE(T, 0);                                                                         \
        (void)a;                                                                                   \
        (void)b;                                                                                   \
        (void)amp__ck_exchange##bits(p, &e, v);                                                    \
        return e;                                                                                  \
    }
AMP__CK_ATOMICS(8, unsigned char)
AMP__CK_ATOMICS(16, unsigned short)
AMP__CK_ATOMICS(32, unsigned)
AMP__CK_ATOMICS(64, unsigned long)
AMP__CK_FN(void, __tsan_atomic_thread_fence, (int order))
{
    (void)order;
    __asm__ volatile("" ::: "memory");
}
AMP__CK_FN(void, __tsan_atomic_signal_fence, (int order))
{
    (void)order;
    __asm__ volatile("" ::: "memory");
}

/* ==== 3 copies =========================================================== */

/* Compilers leave a struct's copy and the program's memcpy as calls. */
#if defined(__ELF__)
AMP__CK_WEAK void *amp__ck_memcpy(void *to, const void *from, size_t n) __asm__("memcpy");
AMP__CK_WEAK void *amp__ck_memmove(void *to, const void *from, size_t n) __asm__("memmove");
AMP__CK_WEAK void *amp__ck_memset(void *to, int c, size_t n) __asm__("memset");
#endif
static AMP__INLINE AMP__CK void amp__ck_copy(void *to, const void *from, size_t n)
{
#if defined(__x86_64__)
    __asm__ volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(n) : : "memory");
#else
    char *t = (char *)to;
    const char *f = (const char *)from;
    while (n-- != 0) {
        *t++ = *f++;
        __asm__ volatile("" ::: "memory");
    }
#endif
}
static AMP__INLINE AMP__CK void *amp__ck_move(void *to, const void *from, size_t n, uintptr_t pc)
{
    if (amp__ck_active && n != 0) {
        amp__ck_access((uintptr_t)from, n, AMP__CK_READ, pc);
        amp__ck_access((uintptr_t)to, n, AMP__CK_WRITE, pc);
    }
    if ((uintptr_t)to - (uintptr_t)from >= n) {
        amp__ck_copy(to, from, n);
    } else { /* from the end */
        char *t = (char *)to + n;
        const char *f = (const char *)from + n;
        while (n-- != 0) {
            *--t = *--f;
            __asm__ volatile("" ::: "memory");
        }
    }
    return to;
}
static AMP__INLINE AMP__CK void *amp__ck_fill(void *to, int c, size_t n, uintptr_t pc)
{
    void *const start = to;
    if (amp__ck_active && n != 0) {
        amp__ck_access((uintptr_t)to, n, AMP__CK_WRITE, pc);
    }
#if defined(__x86_64__)
    __asm__ volatile("rep stosb" : "+D"(to), "+c"(n) : "a"(c) : "memory");
#else
    {
        char *t = (char *)to;
        while (n-- != 0) {
            *t++ = (char)c;
            __asm__ volatile("" ::: "memory");
        }
    }
#endif
    return start;
}
#if defined(__ELF__)
AMP__CK_WEAK void *amp__ck_memcpy(void *to, const void *from, size_t n)
{
    return amp__ck_move(to, from, n, AMP__CK_PC);
}
AMP__CK_WEAK void *amp__ck_memmove(void *to, const void *from, size_t n)
{
    return amp__ck_move(to, from, n, AMP__CK_PC);
}
AMP__CK_WEAK void *amp__ck_memset(void *to, int c, size_t n)
{
    return amp__ck_fill(to, c, n, AMP__CK_PC);
}
#endif
#if !defined(__cplusplus)
/* gcc expands the program's own calls after the instrumentation. */
static AMP__NOINLINE AMP__CK void *amp__ck_seen_memcpy(void *to, const void *from, size_t n)
{
    return amp__ck_move(to, from, n, AMP__CK_PC);
}
static AMP__NOINLINE AMP__CK void *amp__ck_seen_memmove(void *to, const void *from, size_t n)
{
    return amp__ck_move(to, from, n, AMP__CK_PC);
}
static AMP__NOINLINE AMP__CK void *amp__ck_seen_memset(void *to, int c, size_t n)
{
    return amp__ck_fill(to, c, n, AMP__CK_PC);
}
#endif
AMP__CK_FN(void *, __tsan_memcpy, (void *to, const void *from, size_t n))
{
    return amp__ck_move(to, from, n, AMP__CK_PC);
}
AMP__CK_FN(void *, __tsan_memmove, (void *to, const void *from, size_t n))
{
    return amp__ck_move(to, from, n, AMP__CK_PC);
}
AMP__CK_FN(void *, __tsan_memset, (void *to, int c, size_t n))
{
    return amp__ck_fill(to, c, n, AMP__CK_PC);
}

/* ==== 4 bounds =========================================================== */

/* What the handler is given. */
typedef struct amp__ck_bounds {
    struct { const char *file; unsigned line, column; } place;
    const struct amp__ck_type { unsigned short kind, info; char name[1]; } *array, *index;
} amp__ck_bounds;
static AMP__CK void amp__ck_bounds_seen(const amp__ck_bounds *b, unsigned long index)
{
    amp__ck_state *k = &amp__ck;
    const unsigned width = 1u << (b->index->info >> 1);
    if (!amp__ck_on) {
        return;
    }
    amp__ck_settle();
    if (k->bounds.on) {
        amp__ck_bounds_found(0, -1);
    }
    k->bounds.on = 1;
    k->bounds.file = b->place.file;
    k->bounds.line = b->place.line;
    k->bounds.type = b->array->name;
    k->bounds.index =
        (b->index->info & 1) && width <= 32 ? (long long)(int)(unsigned)index : (long long)index;
}
AMP__CK_FN(void, __ubsan_handle_out_of_bounds, (void *b, unsigned long i))
{
    amp__ck_bounds_seen((const amp__ck_bounds *)b, i);
}
AMP__CK_FN(void, __ubsan_handle_out_of_bounds_abort, (void *b, unsigned long i))
{
    amp__ck_bounds_seen((const amp__ck_bounds *)b, i);
}

AMP__C_END

#endif /* AMP_CHECK_H */
#endif /* AMP_CHECK_COMPILER_H */
