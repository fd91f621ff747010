/* SPDX-License-Identifier: MIT */
#ifndef AMP_BASE_CONFIG_H
#define AMP_BASE_CONFIG_H
/*
amp/base/config.h: version, limits, compiler attributes, asserts.

HOW THE LIBRARY'S CODE GETS INTO A PROGRAM
  A drop-in (nothing defined): each file that includes amp.h holds all the code
  that it uses, as static functions; files share their state by one weak object.
  Compiled once: every file defines AMP_EXTERN before amp.h (or on the command
  line), and one of them AMP_IMPLEMENTATION as well, or links libamp.a. A header
  then gives declarations and what is inlined into kernels; all other code stands
  between `#if AMP__IMPLEMENT` and `#endif`, or in headers that are code alone and are
  included only there.
*/

#include <limits.h>  /* INT_MAX */
#include <stddef.h>  /* size_t, ptrdiff_t */
#include <stdint.h>  /* PTRDIFF_MAX, uintptr_t */

#if !defined(__cplusplus) && (!defined(__STDC_VERSION__) || __STDC_VERSION__ < 199901L)
#error "amp needs C99: compile with -std=c99 or a later standard"
#include <no_file_so_that_the_compiler_stops_here>
#endif
#if !defined(__GNUC__)
#error "amp needs gcc or clang (weak objects, always_inline)"
#endif
#if defined(_WIN32) && (!defined(__MINGW32__) || !defined(__x86_64__))
#error "amp on Windows needs mingw-w64's compiler for x86-64; or take Windows' Linux (WSL)"
#include <no_file_so_that_the_compiler_stops_here>
#endif
#if defined(_WIN32) && (defined(AMP_OPENCL) || defined(AMP_VECTORS) || defined(AMP_LENS))
#error "amp on Windows has the emulator alone: without AMP_OPENCL, AMP_VECTORS and AMP_LENS"
#include <no_file_so_that_the_compiler_stops_here>
#endif
#if defined(__wasm__) && !defined(__wasi__)
#error "amp in WebAssembly needs WASI: compile with --target=wasm32-wasi, as wasm/cc does"
#include <no_file_so_that_the_compiler_stops_here>
#endif
#if defined(__wasm__) && (defined(AMP_OPENCL) || defined(AMP_VECTORS))
#error "WebAssembly has no OpenCL, and no compiler: without AMP_OPENCL and AMP_VECTORS, please"
#include <no_file_so_that_the_compiler_stops_here>
#endif
#if defined(__wasm__) && (defined(_OPENMP) || defined(_REENTRANT))
#error "there are no OS threads in WebAssembly: compile without -fopenmp and -pthread"
#include <no_file_so_that_the_compiler_stops_here>
#endif
#if (defined(AMP_CHECK) || defined(AMP_LENS)) && UINTPTR_MAX <= 0xffffffff && !defined(__wasm__)
#error "the checker and the lens need a 64-bit program: compile without -m32"
#include <no_file_so_that_the_compiler_stops_here>
#endif

/* The version, here alone: what may change with which of its numbers is in docs/versions.md. */
#define AMP_VERSION_MAJOR 0
#define AMP_VERSION_MINOR 2
#define AMP_VERSION_PATCH 0
#define AMP_VERSION \
    AMP__STR(AMP_VERSION_MAJOR) "." AMP__STR(AMP_VERSION_MINOR) "." AMP__STR(AMP_VERSION_PATCH)

/* Limits that a program may raise before it includes amp.h, or on the command line: plain
   numbers, the same in all its files. They are part of the names of what files share; files that
   differ in them do not link (amp/base/build.h). What a device can have of the last two, its
   amp_accelerator says. */
#ifndef AMP_MAX_RANK
#define AMP_MAX_RANK 3 /* of views and simple kernels; tiles have 3 dimensions at most */
#endif
#ifndef AMP_MAX_PARAMETERS
#define AMP_MAX_PARAMETERS 16 /* of a kernel */
#endif
#ifndef AMP_MAX_TILE_THREADS
#define AMP_MAX_TILE_THREADS 1024
#endif
#ifndef AMP_MAX_TILE_STATIC
#define AMP_MAX_TILE_STATIC 32768 /* bytes of tile memory */
#endif
#if AMP_MAX_RANK < 3 || AMP_MAX_RANK > 8
#error "AMP_MAX_RANK may be 3 to 8"
#endif
#if AMP_MAX_PARAMETERS < 16 || AMP_MAX_PARAMETERS > 32
#error "AMP_MAX_PARAMETERS may be 16 to 32"
#endif
#define AMP__TILE_THREADS_MOST 16384
#if AMP_MAX_TILE_THREADS < 1024 || AMP_MAX_TILE_THREADS > AMP__TILE_THREADS_MOST
#error "AMP_MAX_TILE_THREADS may be 1024 to 16384"
#endif
#define AMP__TILE_STATIC_MOST 1048576
#if AMP_MAX_TILE_STATIC < 32768 || AMP_MAX_TILE_STATIC > AMP__TILE_STATIC_MOST
#error "AMP_MAX_TILE_STATIC may be 32768 to 1048576 bytes"
#endif
/* Threads of a warp (amp/language/warp.h): a plain number, which each file has for itself. */
#ifdef AMP_WARP_SIZE
#define AMP__OPTION_WARP_SIZE " -DAMP_WARP_SIZE=" AMP__STR(AMP_WARP_SIZE)
#else
#define AMP_WARP_SIZE 32
#define AMP__OPTION_WARP_SIZE
#endif
#if AMP_WARP_SIZE < 1 || AMP_WARP_SIZE > 64 || (AMP_WARP_SIZE & (AMP_WARP_SIZE - 1)) != 0
#error "AMP_WARP_SIZE may be 1, 2, 4, 8, 16, 32 or 64"
#endif
#define AMP__PRIVATE_BYTES (8 << 20) /* thread_private of a tile run as threads */

/* Whether the system has POSIX's processes: fork, signals, another program to run. */
#if defined(__wasi__) || defined(_WIN32)
#define AMP__HAS_PROCESSES 0
#else
#define AMP__HAS_PROCESSES 1
#endif

/* ---- attributes ----------------------------------------------------------- */

#define AMP__INLINE inline __attribute((always_inline))
/* gcc without -O compiles a static function that nobody calls, unless it is inline;
   and inlines nothing. */
#if defined(__OPTIMIZE__) || defined(__clang__)
#define AMP__NOINLINE __attribute((noinline, unused))
#else
#define AMP__NOINLINE inline __attribute((unused))
#endif
#define AMP__UNUSED __attribute((unused))
/* For a function by which a part of the library joins a list, or fills a table, of a layer below
   it: called before main, also before a program's own constructors. */
#ifdef __APPLE__
#define AMP__JOINS __attribute__((constructor))
#else
#define AMP__JOINS __attribute__((constructor(101)))
#endif
/* With AMP_WARN_UNUSED_STATUS the compiler warns where the status of a launch, a copy or a wait is
   not looked at. It is not so by default: programs may be compiled with -Werror, and gcc warns of
   `(void)f()` too. */
#ifdef AMP_WARN_UNUSED_STATUS
#define AMP__MUST_USE __attribute((warn_unused_result))
#else
#define AMP__MUST_USE
#endif
/* gcc takes a pointer to const for something that is read, and would warn
   about a view over memory that only a kernel fills. */
#if defined(__has_attribute)
#if __has_attribute(access)
#define AMP__NOT_READ(n) __attribute__((access(none, n)))
#endif
#endif
#ifndef AMP__NOT_READ
#define AMP__NOT_READ(n)
#endif
/* A condition that holds, for the compiler to use. */
#ifdef __clang__
#define AMP__ASSUME(condition) __builtin_assume(condition)
#else
#define AMP__ASSUME(condition) ((void)0)
#endif
/* In front of an object that all files of a program share: each defines it, and the linker keeps
   one. On Windows as a section of its own: gcc 12 addresses a part of a weak object wrongly. */
#ifdef _WIN32
#define AMP__ONE_COPY __attribute__((selectany))
#else
#define AMP__ONE_COPY __attribute__((weak))
#endif
/* Around functions that a file in C++ is to know by their C names. Objects outside of functions
   have the same name in both languages, and so has what AMP__SYSTEM_CALL stands behind. */
#ifdef __cplusplus
#define AMP__C_BEGIN extern "C" {
#define AMP__C_END }
#define AMP__ZERO {}
#else
#define AMP__C_BEGIN
#define AMP__C_END
#define AMP__ZERO { 0 }
#endif

/* Behind the declaration of a function of the system that -std=c99 hides, by a name of our own. On
   some systems a function's name in an object file begins with an underscore. */
#define AMP__SYSTEM_CALL(name) __asm__(AMP__STR(__USER_LABEL_PREFIX__) name)

/* ---- interface and implementation ----------------------------------------- */

#if defined(AMP_EXTERN) && !defined(AMP_IMPLEMENTATION)
#define AMP__IMPLEMENT 0
#else
#define AMP__IMPLEMENT 1
#endif
/* What kind of function it is, in four words: AMP__API, one that a user's file calls, stands in
   the declaration and in the definition, before other attributes, as extern "C" must be the first;
   AMP__COLD (build.h), one of the library's own that few programs pass; AMP__WARM (build.h), one
   that a call passes once, as an algorithm's; AMP__HOT, one on the path of launches and kernels,
   and AMP__API_HOT, one of those that a user's file calls. The hot ones have no loop
   of many turns: less optimised they are compiled faster and take as long. They are inlined among
   themselves at most, since a kernel would lose registers to them. */
#if !defined(AMP_EXTERN) && !defined(AMP_IMPLEMENTATION)
#if defined(AMP_CHECK) || defined(AMP_LENS) /* the checker's are on the path of each access */
#define AMP__HOT
#elif defined(__clang__)
#define AMP__HOT __attribute__((minsize))
#elif defined(__OPTIMIZE__)
#define AMP__HOT __attribute__((optimize("O1")))
#else
#define AMP__HOT
#endif
#define AMP__API static AMP__WARM
#define AMP__API_HOT static AMP__NOINLINE AMP__HOT
#else
#define AMP__HOT
#ifdef __cplusplus
#define AMP__API extern "C"
#define AMP__API_HOT extern "C"
#else
#define AMP__API
#define AMP__API_HOT
#endif
#endif

/* ---- the engine `vectors` -------------------------------------------------- */

/* Whether this file's kernels may run as vectors (docs/vectors.md). The checker
   and the sanitizers see a kernel's accesses on the other engines only. */
#if (defined(AMP_VECTORS) || defined(AMP_VECTORS_AHEAD)) && defined(__linux__)                \
    && !defined(AMP_CHECK) && !defined(AMP_LENS) && !defined(__SANITIZE_ADDRESS__)            \
    && !defined(__SANITIZE_THREAD__)
#define AMP__HAS_VECTORS 1
#else
#define AMP__HAS_VECTORS 0
#endif
#ifdef AMP__VEC_ANYWAY /* tests/vectors/mutants.c */
#undef AMP__HAS_VECTORS
#define AMP__HAS_VECTORS 1
#endif
#if AMP__HAS_VECTORS && defined(__has_feature) && !defined(AMP__VEC_ANYWAY)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)                      \
    || __has_feature(memory_sanitizer) || __has_feature(undefined_behavior_sanitizer)
#undef AMP__HAS_VECTORS
#define AMP__HAS_VECTORS 0
#endif
#endif

/* ---- token pasting -------------------------------------------------------- */

#define AMP__CAT(a, b) AMP__CAT_I(a, b)
#define AMP__CAT_I(a, b) a##b
#define AMP__STR(x) AMP__STR_I(x)
#define AMP__STR_I(x) #x

/* Reads and writes a variable that several threads use: who reads what was written sees all that
   was written before it. */
#define AMP__LOAD(at) __atomic_load_n(at, __ATOMIC_ACQUIRE)
#define AMP__STORE(at, value) __atomic_store_n(at, value, __ATOMIC_RELEASE)

/* Prints to an array of char, cut where that is too short. */
#define AMP__PRINT(array, ...) (void)snprintf(array, sizeof(array), __VA_ARGS__)
/* So does, of a function that ends in `format, ...`, by what it was given. */
#define AMP__PRINT_GIVEN(array, format)                                       \
    do {                                                                      \
        va_list amp__given;                                                   \
        va_start(amp__given, format);                                         \
        (void)vsnprintf(array, sizeof(array), format, amp__given);            \
        va_end(amp__given);                                                   \
    } while (0)

/* ---- names of shared objects ---------------------------------------------- */

/* The name of an object that all files of a program share ends in the library's version, in the
   number of its layout, which whoever changes a shared type between two versions counts up (from 1
   in each), and in the limits that the layout depends on. Files that differ in one of these do not
   share the object: each group has a library of its own. */
#define AMP__LAYOUT_NUMBER 14
#define AMP__LAYOUT \
    AMP__LAYOUT_I(AMP_VERSION_MAJOR, AMP_VERSION_MINOR, AMP_VERSION_PATCH, AMP__LAYOUT_NUMBER)
#define AMP__LAYOUT_I(major, minor, patch, number) \
    AMP__LAYOUT_II(major, minor, patch, number)
#define AMP__LAYOUT_II(major, minor, patch, number) major##_##minor##_##patch##_##number
#define AMP__VERSIONED(name) \
    AMP__VERSIONED_I(name, AMP__LAYOUT, AMP_MAX_RANK, AMP_MAX_PARAMETERS, AMP_MAX_TILE_THREADS, \
                     AMP_MAX_TILE_STATIC)
#define AMP__VERSIONED_I(name, layout, rank, parameters, threads, bytes) \
    AMP__VERSIONED_II(name, layout, rank, parameters, threads, bytes)
#define AMP__VERSIONED_II(name, layout, rank, parameters, threads, bytes) \
    name##_v##layout##_r##rank##_p##parameters##_t##threads##_s##bytes

/* ---- asserts --------------------------------------------------------------- */

/* AMP__ASSERT(condition): what the code relies on and the comment beside it says:
   a lock is held, spans are sorted. With -DAMP_ASSERTS (the tests) a condition
   that does not hold ends the program with its line; otherwise no code is made. */
#ifdef AMP_ASSERTS
#include <stdio.h>  /* fprintf */
#include <stdlib.h> /* abort */
#define AMP__ASSERT(condition) \
    ((condition) ? (void)0 : amp__assertion_failed(__FILE__, __LINE__, #condition))
__attribute__((noinline, cold, unused))
static void amp__assertion_failed(const char *file, int line, const char *condition)
{
    (void)fprintf(stderr, "amp: internal error: %s:%d: not true: %s\n", file, line, condition);
    abort();
}
#else
#define AMP__ASSERT(condition) ((void)sizeof((condition) ? 1 : 0))
#endif

#endif /* AMP_BASE_CONFIG_H */
