/* SPDX-License-Identifier: MIT */
#ifndef AMP_BASE_SIGNALS_H
#define AMP_BASE_SIGNALS_H
/*
amp/base/signals.h: signal handlers that change where the interrupted code continues: what
-std=c99 hides of them, on Linux.

Names and layouts are those of the system's ABI, which glibc and musl have in common;
Android's C library has others. AMP__HAS_SIGNALS is 1 where all of it is known.
*/

#include "config.h"

#if defined(__linux__) && !defined(__ANDROID__) && (defined(__x86_64__) || defined(__aarch64__))
#define AMP__HAS_SIGNALS 1
#else
#define AMP__HAS_SIGNALS 0
#endif

#if AMP__IMPLEMENT && AMP__HAS_SIGNALS

#include <pthread.h> /* pthread_t */

/* The struct sigaction of the system's library. */
typedef struct amp__sigaction {
    union { void (*plain)(int); void (*full)(int, void *, void *); } handler;
    unsigned long mask[16];
    int flags;
    void (*restorer)(void);
} amp__sigaction;
/* Its stack_t. */
typedef struct amp__sigaltstack { void *ss_sp; int ss_flags; size_t ss_size; } amp__sigaltstack;
int amp__sigaction_call(int, const amp__sigaction *, amp__sigaction *)
    AMP__SYSTEM_CALL("sigaction");
int amp__sigaltstack_call(const amp__sigaltstack *, amp__sigaltstack *)
    AMP__SYSTEM_CALL("sigaltstack");
int amp__raise_call(int) AMP__SYSTEM_CALL("raise");
int amp__pthread_kill_call(pthread_t, int) AMP__SYSTEM_CALL("pthread_kill");
enum { AMP__SIGSEGV = 11, AMP__SA_SIGINFO = 4, AMP__SA_ONSTACK = 0x08000000,
       AMP__SS_DISABLE = 2 };

/* The registers of interrupted code, as offsets into a handler's third argument, by the
   kernel's layout of ucontext: a function's first argument, the stack pointer, the program
   counter. AMP__CALL_PUSHES: the bytes that a call would have left on the stack. */
#if defined(__x86_64__)
enum { AMP__REG_ARGUMENT = 40 + 8 * 8, AMP__REG_SP = 40 + 15 * 8, AMP__REG_PC = 40 + 16 * 8,
       AMP__CALL_PUSHES = 8 };
#else
enum { AMP__REG_ARGUMENT = 184, AMP__REG_SP = 184 + 31 * 8, AMP__REG_PC = 184 + 32 * 8,
       AMP__CALL_PUSHES = 0 };
#endif

#endif /* AMP__IMPLEMENT && AMP__HAS_SIGNALS */

#endif /* AMP_BASE_SIGNALS_H */
