/* SPDX-License-Identifier: MIT */
#ifndef AMP_BASE_PLUGIN_H
#define AMP_BASE_PLUGIN_H
/*
amp/base/plugin.h: a shared object with the library in it stays loaded once it has been asked
to work, or has put something of its own into the program's shared state: signal handlers,
threads, what ends with a thread and the program's other files would otherwise use code that
dlclose has unmapped.
*/

#include "config.h"
#include "build.h"

/* Strict C99 hides dladdr; both are absent from a program that is linked statically. */
typedef struct amp__object { const char *path; void *base; const char *symbol; void *at; }
    amp__object;
/* And the flags of dlopen: RTLD_LAZY, RTLD_NOLOAD and RTLD_NODELETE. */
#ifdef __APPLE__
#define AMP__MAYBE_ABSENT __attribute__((weak_import))
enum { AMP__DL_STAY = 0x01 | 0x10 | 0x80 };
#else
#define AMP__MAYBE_ABSENT __attribute__((weak))
enum { AMP__DL_STAY = 0x0001 | 0x0004 | 0x1000 };
#endif
int amp__dladdr_call(const void *, amp__object *) AMP__SYSTEM_CALL("dladdr") AMP__MAYBE_ABSENT;
void *amp__dlopen_call(const char *, int) AMP__SYSTEM_CALL("dlopen") AMP__MAYBE_ABSENT;

/* Keeps the object that holds this code in the process until it ends. In the program
   itself it does nothing. */
static AMP__COLD void amp__stay_loaded(void)
{
    static int asked;
    amp__object o;
    if (!__atomic_exchange_n(&asked, 1, __ATOMIC_ACQ_REL) && amp__dladdr_call != NULL
        && amp__dlopen_call != NULL && amp__dladdr_call(&asked, &o) != 0 && o.path != NULL) {
        (void)amp__dlopen_call(o.path, AMP__DL_STAY);
    }
}

#endif /* AMP_BASE_PLUGIN_H */
