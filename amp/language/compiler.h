/* SPDX-License-Identifier: MIT */
#ifndef AMP_LANGUAGE_COMPILER_H
#define AMP_LANGUAGE_COMPILER_H
/*
amp/language/compiler.h: what differs from compiler to compiler in the kernel language, as the
program's own compiler has it.

The language itself, shapes, elements, threads, atomics and warps, is one text for all. Who else
reads it has a table with the same macros in front of it: amp/vectors/prelude.h, for kernels that
are compiled while the program runs, and amp/cl/prelude.cl.h, for OpenCL. (Beside them the text
uses AMP__CAT, AMP__INLINE and AMP__UNUSED of amp/base/config.h, and what may be wrong with an
argument, AMP__REQUIRED, AMP__CONSTANT, AMP__WRONG, which is the program's compiler's to find.)
*/

#include "../watch/hooks.h"
#include "../base/library_text.h"
#include "../base/mistakes.h"

/* ---- memory ---------------------------------------------------------------- */

/* The memory that a pointer into a view, into tile memory, or to a table of constants names. */
#define AMP__IN_GLOBAL
#define AMP__IN_TILE
#define AMP__IN_CONSTANT const

/* A function that exists once for each type of its arguments, where functions of one name may
   differ in these; else name and type together are its name. */
#define AMP__OVERLOADED static AMP__INLINE
#define AMP__OVERLOADED_UNSEEN AMP__UNSEEN_INLINE /* the library's own, at a barrier */
#define AMP__NAME_FOR(name, N) name##N

/* A signed integer of 64 bits. */
#define AMP__INT64 long long

/* Whether amp_at and amp_at_index look at their indices: then AMP__ELEMENT_AT, AMP__ELEMENT_INDEX
   and AMP__RACY are this compiler's own. */
#define AMP__ELEMENTS_CHECKED (AMP__CHECKING || AMP__DEBUG)

/* ---- threads --------------------------------------------------------------- */

/* What amp_tiled_index has behind its indices. The type's name is for who writes
   tidx.barrier.wait(). */
#define AMP__TILED_INDEX_REST                                                 \
    struct amp__barrier_has_no_wait__write_tile_barrier_wait_tidx {           \
        struct amp__tile *tile;                                               \
    } barrier;
/* Where amp_mine finds a thread's own part of an array: behind the array's own indices. */
#define AMP__OWN_PART(required) [(required, tidx.amp__linear)]
/* What amp_printf does before it prints, and an atomic operation before it is chosen. */
#if AMP__CHECKING
#define AMP__BEFORE_PRINTF amp__watch_for_good(),
#else
#define AMP__BEFORE_PRINTF AMP__UNORDERED
#endif
#define AMP__BEFORE_ATOMIC AMP__UNORDERED

#endif /* AMP_LANGUAGE_COMPILER_H */
