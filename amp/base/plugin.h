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
AMP__C_BEGIN
int amp__dladdr_call(const void *, amp__object *)
#ifdef __APPLE__
    __asm__("_dladdr") __attribute__((weak_import));
void *amp__dlopen_call(const char *, int) __asm__("_dlopen") __attribute__((weak_import));
#else
    __asm__("dladdr") __attribute__((weak));
void *amp__dlopen_call(const char *, int) __asm__("dlopen") __attribute__((weak));
#endif
AMP__C_END
#ifdef __APPLE__
/* The flags of dlopen: RTLD_LAZY, RTLD_NOLOAD and RTLD_NODELETE, which -std=c99 hides. */
enum { AMP__DL_STAY = 0x01 | 0x10 | 0x80 }; /* RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE */
#else
enum { AMP__DL_STAY = 0x0001 | 0x0004 | 0x1000 };
#endif

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
