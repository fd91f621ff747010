/* SPDX-License-Identifier: MIT */
#ifndef AMP_BASE_BUILD_H
#define AMP_BASE_BUILD_H
/*
amp/base/build.h: how this file is compiled, and that what is linked was compiled alike.

Code that is inlined into kernels knows fibers and tiles by their layout, which the
version, the limits, sanitizers and the checker change. So a file with AMP_EXTERN asks
the linker for an object whose name holds them all, and which only an AMP_IMPLEMENTATION
that was compiled alike defines. Where it is missing, or is there twice, the linker
prints the object's name, which says what differs.
*/

#include "config.h"

#if !defined(__x86_64__) && !defined(__aarch64__) && !defined(__wasm__)                        \
    && !defined(AMP_EMU_UCONTEXT)
#define AMP_EMU_UCONTEXT
#endif

/* What a file's kernels are watched for: AMP__JUDGING, by the kernel checker (-DAMP_CHECK);
   AMP__LENS, by the lens (-DAMP_LENS). Both hear of accesses from the same entry points of
   amp/check/: AMP__CHECKING, 1 where there is either. */
#ifdef AMP_CHECK
#define AMP__JUDGING 1
#else
#define AMP__JUDGING 0
#endif
#ifdef AMP_LENS
#define AMP__LENS 1
#else
#define AMP__LENS 0
#endif
#define AMP__CHECKING (AMP__JUDGING || AMP__LENS)

/* Whether a kernel has a second entry, of whose accesses nobody is told: for tiles that the lens
   does not measure. The checker judges each tile. */
#define AMP__TWINS (AMP__LENS && !AMP__JUDGING)

/* A debug build (docs/debug-build.md): AMP__DEBUG, 1 in a file that is compiled without
   optimisation, or with AMP_DEBUG, and without NDEBUG. The checker looks at more. It needs fork. */
#if !defined(NDEBUG) && (defined(AMP_DEBUG) || !defined(__OPTIMIZE__)) && !AMP__CHECKING \
    && !defined(__cplusplus) && AMP__HAS_PROCESSES
#define AMP__DEBUG 1
#else
#define AMP__DEBUG 0
#endif
/* Whether the code for it is there: in such a file, and in a library that files of both kinds
   link. */
#if AMP__DEBUG || (defined(AMP_IMPLEMENTATION) && !AMP__CHECKING && AMP__HAS_PROCESSES)
#define AMP__DEBUG_CODE 1
#else
#define AMP__DEBUG_CODE 0
#endif

/* Code whose basic blocks are not announced, where the lens's files ask for that
   (-fsanitize-coverage=trace-pc): a block of a function that does not announce that it begins would
   be taken for its caller's. AMP__TRACES_BLOCKS: the compiler is new enough to be told so. */
#if !AMP__LENS || defined(__wasm__)
#define AMP__TRACES_BLOCKS 0
#elif defined(__clang__)
#define AMP__TRACES_BLOCKS (__clang_major__ >= 13)
#else
#define AMP__TRACES_BLOCKS (__GNUC__ >= 12)
#endif
#if !AMP__TRACES_BLOCKS
#define AMP__NO_BLOCKS
#elif defined(__clang__)
#define AMP__NO_BLOCKS __attribute__((no_sanitize("coverage")))
#else
#define AMP__NO_BLOCKS __attribute__((no_sanitize_coverage))
#endif

/* Code of the engine that threads pass: no access of a kernel's, so that the checker need not
   be notified of it. And the second entry, of whose accesses and blocks nobody is told. */
#if !AMP__CHECKING
#define AMP__UNSEEN
#elif !defined(__clang__)
#define AMP__UNSEEN AMP__NO_BLOCKS __attribute__((no_sanitize("thread")))
#elif __has_attribute(disable_sanitizer_instrumentation)
/* With the other alone clang announces that the function begins and ends. */
#define AMP__UNSEEN AMP__NO_BLOCKS                                            \
    __attribute__((no_sanitize("thread", "kernel-address"), disable_sanitizer_instrumentation))
#else
#define AMP__UNSEEN AMP__NO_BLOCKS __attribute__((no_sanitize("thread", "kernel-address")))
#endif
/* A function that the compiler's instrumentation for the checker leaves out. */
#if AMP__CHECKING
#define AMP__UNINSTRUMENTED AMP__UNSEEN __attribute__((no_sanitize("bounds")))
#else
#define AMP__UNINSTRUMENTED
#endif

/* For functions off the path of launches and kernels: out of line, not instrumented, and optimised
   as little as makes for the shortest compile time, since every file of a drop-in compiles them
   anew. */
#if defined(__clang__)
#define AMP__COLD AMP__UNINSTRUMENTED __attribute((noinline, unused, cold, optnone))
#elif defined(__OPTIMIZE__)
#define AMP__COLD AMP__UNINSTRUMENTED __attribute((noinline, unused, cold, optimize("Og")))
#else
#define AMP__COLD AMP__UNINSTRUMENTED AMP__NOINLINE __attribute((cold))
#endif
/* For functions that a call passes once, as an algorithm's: in a cold one gcc copies a view by an
   instruction of 30 cycles (docs/decisions/0064-a-call-on-a-thousand-elements.md). */
#if defined(__OPTIMIZE__) && !defined(__clang__)
#define AMP__WARM AMP__UNINSTRUMENTED __attribute((noinline, unused, optimize("Og")))
#else
#define AMP__WARM AMP__UNINSTRUMENTED AMP__NOINLINE
#endif

/* Whether kernels get options and a second build of their own, for speed: where the program asks
   for speed, and the checker need not see each access as it is written. */
#if defined(__OPTIMIZE__) && !AMP__CHECKING
#define AMP__TUNED 1
#else
#define AMP__TUNED 0
#endif

/* The compiler's sanitizers. A program that is compiled with -fsanitize=thread for the kernel
   checker is linked without ThreadSanitizer: nothing of it may be named then. */
#if defined(__SANITIZE_ADDRESS__)
#define AMP__ASAN 1
#elif defined(__has_feature)
/* Both at once are notices for the checker, without AddressSanitizer's library. */
#if __has_feature(address_sanitizer) && !__has_feature(thread_sanitizer)
#define AMP__ASAN 1
#endif
#endif

#if AMP__CHECKING
#define AMP__TSAN 0
#elif defined(__SANITIZE_THREAD__)
#define AMP__TSAN 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define AMP__TSAN 1
#endif
#endif

#ifndef AMP__ASAN
#define AMP__ASAN 0
#endif

#ifndef AMP__TSAN
#define AMP__TSAN 0
#endif

/* What names of objects end in, behind the version, by flags that are 0 or 1; nothing for a plain
   build. */
#define AMP__BUILT_ASAN_0
#define AMP__BUILT_ASAN_1 _asan
#define AMP__BUILT_TSAN_0
#define AMP__BUILT_TSAN_1 _tsan
#ifdef AMP_EMU_UCONTEXT
#define AMP__BUILT_UCONTEXT _ucontext
#else
#define AMP__BUILT_UCONTEXT
#endif
#define AMP__BUILT_CHECK_0
#define AMP__BUILT_CHECK_1 _check
#define AMP__BUILT_LENS_0
#define AMP__BUILT_LENS_1 _lens

/* The name of an object whose layout, or whose fibers' code, depends on what is compiled
   in: files that differ in it do not share the object. */
#define AMP__FLAVOURED(name) \
    AMP__BUILT(AMP__VERSIONED(name), AMP__CAT(AMP__BUILT_ASAN_, AMP__ASAN), \
               AMP__CAT(AMP__BUILT_TSAN_, AMP__TSAN), AMP__BUILT_UCONTEXT, \
               AMP__CAT(AMP__BUILT_CHECK_, AMP__JUDGING), AMP__CAT(AMP__BUILT_LENS_, AMP__LENS))
#define AMP__BUILT(name, a, t, u, c, l) AMP__BUILT_I(name, a, t, u, c, l)
#define AMP__BUILT_I(name, a, t, u, c, l) name##a##t##u##c##l

/* Views and kernels have other sizes where the limits of amp/base/config.h differ. So each file
   defines a number made of its limits. With gcc the linker takes it any number of times where it
   is the same, and else prints its name. With clang that would break link-time optimisation: there
   the files share a weak number, and a launch of a file that has another is refused. (ELF has it;
   elsewhere files with AMP_EXTERN are told.) */
#define AMP__LIMITS_NUMBER                                                    \
    AMP_MAX_RANK + 16 * (AMP_MAX_PARAMETERS                                   \
                         + 64 * (AMP_MAX_TILE_THREADS + 32768ll * AMP_MAX_TILE_STATIC))
#if defined(__ELF__) && defined(__LP64__) && defined(__clang__)
#define amp__limits_of_all \
    AMP__CAT(AMP__CAT(amp__all_files_must_have_the_same_AMP_MAX_limits_v, AMP__LAYOUT), _)
extern const long long amp__limits_of_all;
AMP__ONE_COPY const long long amp__limits_of_all = AMP__LIMITS_NUMBER;
#elif defined(__ELF__) && defined(__LP64__)
#define AMP__LIMITS_NAME                                                      \
    AMP__STR(AMP__CAT(AMP__CAT(amp__all_files_must_have_the_same_AMP_MAX_limits_v, AMP__LAYOUT), \
                      _))
__asm__(".globl " AMP__LIMITS_NAME "\n.hidden " AMP__LIMITS_NAME "\n" AMP__LIMITS_NAME " = "
        AMP__STR(AMP_MAX_RANK) " + 16 * (" AMP__STR(AMP_MAX_PARAMETERS) " + 64 * ("
        AMP__STR(AMP_MAX_TILE_THREADS) " + 32768 * " AMP__STR(AMP_MAX_TILE_STATIC) "))\n");
#endif

#if defined(AMP_EXTERN) || defined(AMP_IMPLEMENTATION)
/* With AMP_VECTORS an amp__program (amp/core/backend.h) is larger, and the engine reads what it
   holds more: another name. */
#define AMP__BUILT_VECTORS_0
#define AMP__BUILT_VECTORS_1 _vectors
#define amp__implementation                                                   \
    AMP__CAT(AMP__FLAVOURED(amp__define_AMP_IMPLEMENTATION_in_one_file_built_as), \
             AMP__CAT(AMP__BUILT_VECTORS_, AMP__HAS_VECTORS))
extern const char amp__implementation;
extern const char amp__only_one_file_may_define_AMP_IMPLEMENTATION;
#if AMP__IMPLEMENT
const char amp__implementation = 1;
const char amp__only_one_file_may_define_AMP_IMPLEMENTATION = 1;
#endif
#if !AMP__IMPLEMENT
__attribute__((used)) static const char *const amp__linked = &amp__implementation;
#endif
#endif

#endif /* AMP_BASE_BUILD_H */
