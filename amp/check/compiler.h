/* SPDX-License-Identifier: MIT */
#ifndef AMP_CHECK_COMPILER_H
#define AMP_CHECK_COMPILER_H
/*
amp/check/compiler.h: the functions that the compiler calls where a program is
built with -fsanitize=thread, or with -fsanitize=bounds. Each hands what it is
reported to amp__check_access, with the address it was called from.

  1 accesses   loads and stores
  2 atomics
  3 copies     memcpy, memmove, memset
  4 bounds
*/

#include "uninitialised.h"
#include "../watch/memory_functions.h"

AMP__C_BEGIN

#define AMP__CHECK_WEAK __attribute__((weak)) AMP__CHECK

/* ==== 1 accesses ========================================================= */

/* Defines a function that the compiler calls. Its C name is ours, because gcc has prototypes of
   its own for these symbols. */
#define AMP__CHECK_SYMBOL(name) AMP__STR(__USER_LABEL_PREFIX__) #name
#define AMP__CHECK_FUNCTION(result, symbol, arguments) \
    AMP__CHECK_WEAK result amp__check_##symbol arguments __asm__(AMP__CHECK_SYMBOL(symbol)); \
    AMP__CHECK_WEAK result amp__check_##symbol arguments
#ifdef __wasm__
/* WebAssembly shows no program where it is called from. wasm/sites.mjs puts a call of this in
   front, with what addr2line would say of the place: in place of an address, the text's. */
static uintptr_t amp__wasm_site;
AMP__CHECK_WEAK void amp__wasm_at(const char *site);
AMP__CHECK_WEAK void amp__wasm_at(const char *site) { amp__wasm_site = (uintptr_t)site; }
#define AMP__CHECK_CALLER amp__wasm_site
#else
#define AMP__CHECK_CALLER ((uintptr_t)__builtin_return_address(0))
#endif
/* What these functions do with an access; rare: it is of a kind that is seldom. */
static AMP__INLINE AMP__CHECK void amp__check_seen(const void *p, size_t bytes, int kind, int rare,
                                                   uintptr_t caller)
{
    if (__builtin_expect(amp__check_uninitialised.run != 0, 0)) {
        amp__check_uninitialised_access((uintptr_t)p, bytes, kind, caller);
    } else if (rare) {
        amp__check_rare_access((uintptr_t)p, bytes, kind, caller);
    } else {
        amp__check_access((uintptr_t)p, bytes, kind, caller);
    }
}

/* Macros write the functions: the compiler calls another one for each kind of access and
   each size, by names that it has chosen. */
#define AMP__CHECK_SEEN(symbol, bytes, kind, rare) \
    AMP__CHECK_FUNCTION(void, __tsan_##symbol##bytes, (void *p)) \
    { \
        amp__check_seen(p, bytes, kind, rare, AMP__CHECK_CALLER); \
    }
#define AMP__CHECK_UPDATED(symbol, bytes) \
    AMP__CHECK_FUNCTION(void, __tsan_##symbol##bytes, (void *p)) \
    { \
        amp__check_rare_access((uintptr_t)p, bytes, AMP__CHECK_READ, AMP__CHECK_CALLER); \
        amp__check_rare_access((uintptr_t)p, bytes, AMP__CHECK_WRITE, AMP__CHECK_CALLER); \
    }
#define AMP__CHECK_BOTH(prefix, bytes, rare) \
    AMP__CHECK_SEEN(prefix##read, bytes, AMP__CHECK_READ, rare) \
    AMP__CHECK_SEEN(prefix##write, bytes, AMP__CHECK_WRITE, rare)
#define AMP__CHECK_SIZE(bytes) \
    AMP__CHECK_BOTH(, bytes, 0) \
    AMP__CHECK_BOTH(unaligned_, bytes, 1) \
    AMP__CHECK_BOTH(volatile_, bytes, 1) \
    AMP__CHECK_BOTH(unaligned_volatile_, bytes, 1) \
    AMP__CHECK_UPDATED(read_write, bytes) \
    AMP__CHECK_UPDATED(unaligned_read_write, bytes)
AMP__CHECK_SIZE(1)
AMP__CHECK_SIZE(2)
AMP__CHECK_SIZE(4)
AMP__CHECK_SIZE(8)
AMP__CHECK_SIZE(16)
#define AMP__CHECK_MANY(name, kind, seen) \
    AMP__CHECK_FUNCTION(void, name, (void *p, unsigned long n)) \
    { \
        if (seen) { \
            amp__check_rare_access((uintptr_t)p, n, kind, AMP__CHECK_CALLER); \
        } \
    }
AMP__CHECK_MANY(__tsan_read_range, AMP__CHECK_READ, n != 0)
AMP__CHECK_MANY(__tsan_write_range, AMP__CHECK_WRITE, n != 0)
#if defined(__clang__)
/* What clang calls with -fsanitize=kernel-address besides: of an access of other than 1, 2, 4, 8
   or 16 bytes it is the only notice; the others come by the functions above, too. */
#define AMP__CHECK_TWICE(bytes) \
    AMP__CHECK_FUNCTION(void, __asan_load##bytes, (void *p)) { (void)p; } \
    AMP__CHECK_FUNCTION(void, __asan_store##bytes, (void *p)) { (void)p; }
AMP__CHECK_MANY(__asan_loadN, AMP__CHECK_READ, n > 16 || (n & (n - 1)) != 0)
AMP__CHECK_MANY(__asan_storeN, AMP__CHECK_WRITE, n > 16 || (n & (n - 1)) != 0)
AMP__CHECK_TWICE(1)
AMP__CHECK_TWICE(2)
AMP__CHECK_TWICE(4)
AMP__CHECK_TWICE(8)
AMP__CHECK_TWICE(16)
AMP__CHECK_FUNCTION(void, __asan_handle_no_return, (void)) { }
#endif
AMP__CHECK_FUNCTION(void, __tsan_init, (void)) { }
#if AMP__LENS && !defined(__wasm__)
/* A thread's way through its kernel, for the lens: what functions it is in, and, where files are
   compiled with -fsanitize-coverage=trace-pc, which basic blocks it comes to. */
#define AMP__CHECK_IN_WAY (amp__lens_on && (amp__check_on || amp__lens_on == AMP__LENS_PROBES))
#define AMP__CHECK_FRAME ((uintptr_t)__builtin_dwarf_cfa())
AMP__CHECK_FUNCTION(void, __tsan_func_entry, (void *p))
{
    if (AMP__CHECK_IN_WAY) {
        amp__watch_lens->enter((uintptr_t)p, AMP__CHECK_CALLER);
    }
}
AMP__CHECK_FUNCTION(void, __tsan_func_exit, (void))
{
    if (AMP__CHECK_IN_WAY) {
        amp__watch_lens->leave(AMP__CHECK_FRAME);
    }
}
#if AMP__TRACES_BLOCKS
AMP__CHECK_FUNCTION(void, __sanitizer_cov_trace_pc, (void))
{
    if (AMP__CHECK_IN_WAY) {
        amp__check_shared.last_block = AMP__CHECK_CALLER;
        amp__watch_lens->block(AMP__CHECK_CALLER, AMP__CHECK_FRAME);
    }
}
#endif
#else
AMP__CHECK_FUNCTION(void, __tsan_func_entry, (void *p)) { (void)p; }
AMP__CHECK_FUNCTION(void, __tsan_func_exit, (void)) { }
#endif
AMP__CHECK_FUNCTION(void, __tsan_vptr_update, (void **p, void *v))
{
    (void)v;
    amp__check_rare_access((uintptr_t)p, sizeof(v), AMP__CHECK_WRITE, AMP__CHECK_CALLER);
}
AMP__CHECK_FUNCTION(void, __tsan_vptr_read, (void **p))
{
    amp__check_rare_access((uintptr_t)p, sizeof(void *), AMP__CHECK_READ, AMP__CHECK_CALLER);
}
AMP__CHECK_FUNCTION(void, __tsan_ignore_thread_begin, (void)) { }
AMP__CHECK_FUNCTION(void, __tsan_ignore_thread_end, (void)) { }
AMP__CHECK_FUNCTION(void, __tsan_acquire, (void *p)) { (void)p; }
AMP__CHECK_FUNCTION(void, __tsan_release, (void *p)) { (void)p; }
AMP__CHECK_FUNCTION(void, __tsan_mutex_create, (void *p, unsigned f)) { (void)p; (void)f; }
AMP__CHECK_FUNCTION(void, __tsan_mutex_destroy, (void *p, unsigned f)) { (void)p; (void)f; }
AMP__CHECK_FUNCTION(void, __tsan_mutex_pre_lock, (void *p, unsigned f)) { (void)p; (void)f; }
AMP__CHECK_FUNCTION(void, __tsan_mutex_post_lock, (void *p, unsigned f)) { (void)p; (void)f; }
AMP__CHECK_FUNCTION(int, __tsan_mutex_pre_unlock, (void *p, unsigned f))
{
    (void)p;
    (void)f;
    return 0;
}
AMP__CHECK_FUNCTION(void, __tsan_mutex_post_unlock, (void *p, unsigned f)) { (void)p; (void)f; }

/* ==== 2 atomics ========================================================== */

/* The operation itself: by the compiler's atomics, or, where the compiler would announce those as
   well, by a plain one under a lock. */
#if defined(AMP__CHECK_LOCKED_ATOMICS)
#define AMP__CHECK_DO(T, atomic, plain) \
    T old; \
    (void)pthread_mutex_lock(&amp__check_locks.atomics); \
    old = *p; \
    *p = plain; \
    (void)pthread_mutex_unlock(&amp__check_locks.atomics)
#define AMP__CHECK_TRY(atomic) \
    int ok = *p == *e; \
    if (ok) { *p = v; } else { *e = *p; }
#else
#define AMP__CHECK_DO(T, atomic, plain) T old = atomic
#define AMP__CHECK_TRY(atomic) int ok = atomic
#endif
#define AMP__CHECK_SEE(T, kind) \
    amp__check_rare_access((uintptr_t)p, sizeof(T), (kind), AMP__CHECK_CALLER)
/* An atomic that changes nothing counts as spinning; one that changes resets the count. */
static AMP__INLINE AMP__CHECK void amp__check_changed(int changed)
{
    if (changed) {
        amp__check_shared.spin = 0;
        amp__check_shared.wrote = amp__check_shared.round;
    }
}

/* The functions that the compiler calls for atomics. Macros write them, because each operation
   and size has a name of its own. */
#define AMP__CHECK_ORDER int order AMP__UNUSED /* all are as the strongest */
#define AMP__CHECK_ORDERS int success AMP__UNUSED, int failure AMP__UNUSED
#define AMP__CHECK_LOAD(bits, T) \
    AMP__CHECK_FUNCTION(T, __tsan_atomic##bits##_load, \
                        (const volatile T *p, AMP__CHECK_ORDER)) \
    { \
        AMP__CHECK_SEE(T, AMP__CHECK_ATOMIC); \
        return *p; \
    }
/* The compiler moves no access across it. */
#define AMP__CHECK_IN_ORDER(access) \
    __asm__ volatile("" ::: "memory"); \
    access; \
    __asm__ volatile("" ::: "memory")
#define AMP__CHECK_STORE(bits, T) \
    AMP__CHECK_FUNCTION(void, __tsan_atomic##bits##_store, \
                        (volatile T *p, T v, AMP__CHECK_ORDER)) \
    { \
        AMP__CHECK_SEE(T, AMP__CHECK_ATOMIC | AMP__CHECK_REPLACES); \
        AMP__CHECK_IN_ORDER(*p = v); \
    }
#define AMP__CHECK_UPDATE(bits, T, name, kind, atomic, plain) \
    AMP__CHECK_FUNCTION(T, __tsan_atomic##bits##_##name, (volatile T *p, T v, AMP__CHECK_ORDER)) \
    { \
        AMP__CHECK_SEE(T, kind); \
        AMP__CHECK_DO(T, atomic(p, v, __ATOMIC_SEQ_CST), (T)(plain)); \
        amp__check_changed(old != *p); \
        return old; \
    }
#define AMP__CHECK_FETCH(bits, T, op, plain) \
    AMP__CHECK_UPDATE(bits, T, fetch_##op, AMP__CHECK_ATOMIC, __atomic_fetch_##op, plain)
#define AMP__CHECK_FETCHES(bits, T) \
    AMP__CHECK_FETCH(bits, T, add, old + v) \
    AMP__CHECK_FETCH(bits, T, sub, old - v) \
    AMP__CHECK_FETCH(bits, T, and, old & v) \
    AMP__CHECK_FETCH(bits, T, or, old | v) \
    AMP__CHECK_FETCH(bits, T, xor, old ^ v) \
    AMP__CHECK_FETCH(bits, T, nand, ~(old & v))

/* Comparisons: what all do, and the functions, which return whether *p was *e, or what *p was. */
#ifdef __cplusplus
#define AMP__CHECK_BOOL bool
#else
#define AMP__CHECK_BOOL _Bool
#endif
#define AMP__CHECK_EXCHANGE(bits, T) \
    static AMP__CHECK int amp__check_exchange##bits(volatile T *p, T *e, T v) \
    { \
        AMP__CHECK_TRY(__atomic_compare_exchange_n(p, e, v, 0, __ATOMIC_SEQ_CST, \
                                                   __ATOMIC_SEQ_CST)); \
        amp__check_changed(ok); \
        return ok; \
    }
#define AMP__CHECK_COMPARE(bits, T, name) \
    AMP__CHECK_FUNCTION(AMP__CHECK_BOOL, __tsan_atomic##bits##_compare_exchange_##name, \
        (volatile T *p, T *e, T v, AMP__CHECK_ORDERS)) \
    { \
        AMP__CHECK_SEE(T, AMP__CHECK_ATOMIC); \
        return amp__check_exchange##bits(p, e, v); \
    }
#define AMP__CHECK_COMPARE_VALUE(bits, T) \
    AMP__CHECK_FUNCTION(T, __tsan_atomic##bits##_compare_exchange_val, \
        (volatile T *p, T e, T v, AMP__CHECK_ORDERS)) \
    { \
        AMP__CHECK_SEE(T, AMP__CHECK_ATOMIC); \
        (void)amp__check_exchange##bits(p, &e, v); \
        return e; \
    }

#define AMP__CHECK_ATOMICS(bits, T) \
    AMP__CHECK_LOAD(bits, T) \
    AMP__CHECK_STORE(bits, T) \
    AMP__CHECK_UPDATE(bits, T, exchange, AMP__CHECK_ATOMIC | AMP__CHECK_REPLACES, \
                      __atomic_exchange_n, v) \
    AMP__CHECK_FETCHES(bits, T) \
    AMP__CHECK_EXCHANGE(bits, T) \
    AMP__CHECK_COMPARES(bits, T)
#define AMP__CHECK_COMPARES(bits, T) \
    AMP__CHECK_COMPARE_VALUE(bits, T) \
    AMP__CHECK_COMPARE(bits, T, strong) \
    AMP__CHECK_COMPARE(bits, T, weak)
#ifdef __LP64__
typedef unsigned long amp__check_long; /* as the compiler takes its own atomics of 64 bits */
#else
typedef unsigned long long amp__check_long;
#endif
AMP__CHECK_ATOMICS(8, unsigned char)
AMP__CHECK_ATOMICS(16, unsigned short)
AMP__CHECK_ATOMICS(32, unsigned)
AMP__CHECK_ATOMICS(64, amp__check_long)
#define AMP__CHECK_FENCE(name) \
    AMP__CHECK_FUNCTION(void, name, (int order)) \
    { \
        (void)order; \
        __asm__ volatile("" ::: "memory"); \
    }
AMP__CHECK_FENCE(__tsan_atomic_thread_fence)
AMP__CHECK_FENCE(__tsan_atomic_signal_fence)

/* ==== 3 copies =========================================================== */

#if defined(__x86_64__)
/* 16 bytes of memory, which for the program may be of any type, and lie anywhere. A few of them are
   copied one by one, since the instruction for all takes long to begin. */
typedef long long __attribute__((vector_size(16), may_alias, aligned(1))) amp__check_sixteen;
enum { AMP__CHECK_FEW = 256 };
#endif

/* Copies forward. Not by a loop that the compiler could make a call of memcpy. */
static AMP__INLINE AMP__CHECK void amp__check_copy(void *to, const void *from, size_t n)
{
#if defined(__x86_64__)
    if (n > AMP__CHECK_FEW) {
        __asm__ volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(n) : : "memory");
        return;
    }
    for (; n >= 16; n -= 16) {
        *(amp__check_sixteen *)to = *(const amp__check_sixteen *)from;
        to = (char *)to + 16;
        from = (const char *)from + 16;
        __asm__ volatile("" ::: "memory");
    }
#endif
    for (; n > 0; n--) {
        *(char *)to = *(const char *)from;
        to = (char *)to + 1;
        from = (const char *)from + 1;
        __asm__ volatile("" ::: "memory");
    }
}

/* memmove, announced from pc. */
static AMP__INLINE AMP__CHECK void *amp__check_move(void *to, const void *from, size_t n,
                                                    uintptr_t pc)
{
    if (amp__check_shared.active && n != 0) {
        amp__check_rare_access((uintptr_t)from, n, AMP__CHECK_READ, pc);
        amp__check_rare_access((uintptr_t)to, n, AMP__CHECK_WRITE, pc);
    }
    if ((uintptr_t)to - (uintptr_t)from >= n) {
        amp__check_copy(to, from, n);
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

/* memset, announced from pc. */
static AMP__INLINE AMP__CHECK void *amp__check_fill(void *to, int c, size_t n, uintptr_t pc)
{
    void *const start = to;
    if (amp__check_shared.active && n != 0) {
        amp__check_rare_access((uintptr_t)to, n, AMP__CHECK_WRITE, pc);
    }
#if defined(__x86_64__)
    if (n > AMP__CHECK_FEW) {
        __asm__ volatile("rep stosb" : "+D"(to), "+c"(n) : "a"(c) : "memory");
    } else {
        const long long eight = (long long)((unsigned char)c * 0x0101010101010101ull);
        const amp__check_sixteen all = { eight, eight };
        for (; n >= 16; n -= 16) {
            *(amp__check_sixteen *)to = all;
            to = (char *)to + 16;
            __asm__ volatile("" ::: "memory");
        }
    }
#endif
    for (; n > 0; n--) {
        *(char *)to = (char)c;
        to = (char *)to + 1;
        __asm__ volatile("" ::: "memory");
    }
    return start;
}

/* Each under several names. */
#define AMP__CHECK_COPY_LIKE(name) \
    AMP__CHECK_WEAK void *name(void *to, const void *from, size_t n) \
    { \
        return amp__check_move(to, from, n, AMP__CHECK_CALLER); \
    }
#define AMP__CHECK_FILL_LIKE(name) \
    AMP__CHECK_WEAK void *name(void *to, int c, size_t n) \
    { \
        return amp__check_fill(to, c, n, AMP__CHECK_CALLER); \
    }
#if defined(__ELF__)
/* The copy of a struct, and the program's memcpy as clang leaves it, is a call. */
void *amp__check_libc_memcpy(void *to, const void *from, size_t n) __asm__("memcpy");
void *amp__check_libc_memmove(void *to, const void *from, size_t n) __asm__("memmove");
void *amp__check_libc_memset(void *to, int c, size_t n) __asm__("memset");
AMP__CHECK_COPY_LIKE(amp__check_libc_memcpy)
AMP__CHECK_COPY_LIKE(amp__check_libc_memmove)
AMP__CHECK_FILL_LIKE(amp__check_libc_memset)
#endif
void *amp__check_tsan_memcpy(void *, const void *, size_t) __asm__(
    AMP__CHECK_SYMBOL(__tsan_memcpy));
void *amp__check_tsan_memmove(void *, const void *, size_t) __asm__(
    AMP__CHECK_SYMBOL(__tsan_memmove));
void *amp__check_tsan_memset(void *, int, size_t) __asm__(AMP__CHECK_SYMBOL(__tsan_memset));
AMP__CHECK_COPY_LIKE(amp__check_tsan_memcpy)
AMP__CHECK_COPY_LIKE(amp__check_tsan_memmove)
AMP__CHECK_FILL_LIKE(amp__check_tsan_memset)

/* ==== 4 bounds =========================================================== */

/* What the handler is given. */
typedef struct amp__check_bounds_data {
    struct { const char *file; unsigned line, column; } at;
    const struct amp__check_type { unsigned short kind, info; char name[1]; } *array, *index;
} amp__check_bounds_data;

/* An index outside its array: kept for the access that follows. */
static AMP__CHECK void amp__check_bounds_seen(const amp__check_bounds_data *b, unsigned long index)
{
    amp__check_state *k = &amp__check_shared;
    const unsigned width = 1u << (b->index->info >> 1);
    if (!amp__check_on) {
        return;
    }
    amp__check_judge_all();
    k->bounds.on = 1;
    k->bounds.file = b->at.file;
    k->bounds.line = b->at.line;
    k->bounds.type = b->array->name;
    k->bounds.index =
        (b->index->info & 1) && width <= 32 ? (long long)(int)(unsigned)index : (long long)index;
}

AMP__CHECK_FUNCTION(void, __ubsan_handle_out_of_bounds, (void *b, unsigned long i))
{
    amp__check_bounds_seen((const amp__check_bounds_data *)b, i);
}
AMP__CHECK_FUNCTION(void, __ubsan_handle_out_of_bounds_abort, (void *b, unsigned long i))
{
    amp__check_bounds_seen((const amp__check_bounds_data *)b, i);
}

AMP__C_END

#endif /* AMP_CHECK_COMPILER_H */
