/* SPDX-License-Identifier: MIT */
#ifndef AMP_BASE_STATUS_H
#define AMP_BASE_STATUS_H
/*
amp/base/status.h: statuses, and the sentence of a thread's last failure.
*/

#include <stdio.h>  /* vsnprintf, fprintf under AMP_LOG */
#include <stdarg.h> /* va_list */
#include <stdlib.h> /* getenv */
#include <string.h> /* memmove */
#include "settings.h"

#define AMP_STATUS_MAP(XX)                                                    \
    XX(OK, 0, "no error")                                                     \
    XX(INVALID_ARGUMENT, 1, "an argument is not allowed")                     \
    XX(INVALID_COMPUTE_DOMAIN, 2, "the compute domain cannot be launched")    \
    XX(TILE_MISMATCH, 3, "the domain's tile is not the kernel's tile")        \
    XX(VIEW_MISMATCH, 4, "a view does not fit the kernel's parameter")        \
    XX(OUT_OF_MEMORY, 5, "memory ran out")                                    \
    XX(UNSUPPORTED, 6, "not supported here")                                  \
    XX(BARRIER_DIVERGED, 7, "the threads of a tile did not meet at a barrier")\
    XX(KERNEL_FAULT, 8, "a kernel did something that is not allowed")         \
    XX(BUILD_FAILED, 9, "the device program did not build")                   \
    XX(ACCELERATOR_REMOVED, 10, "the accelerator is gone")                    \
    XX(RUNTIME_ERROR, 11, "the system refused a request")

/* What a function that can fail returns. AMP_OK is 0; the others are positive, and keep
   their numbers from version to version. */
typedef enum amp_status {
#define AMP__STATUS(name, code, text) AMP_##name = code,
    AMP_STATUS_MAP(AMP__STATUS)
#undef AMP__STATUS
    AMP__STATUS_COUNT
} amp_status;

/* The short text of a status, which is valid until the process ends; "unknown status" for any other
   number. Any thread. */
AMP__API const char *amp_status_string(amp_status s);

/* The sentence of the last failure on the calling thread: what was asked,
   what is allowed, the numbers, what to do. "" before the first failure.
   The text stays valid until the next failure on this thread. */
AMP__API const char *amp_last_error(void);

/* Records the sentence of a failure, a printf format and its arguments, as the calling
   thread's last; prints it under AMP_LOG. Returns s. */
AMP__API __attribute__((format(printf, 2, 3)))
amp_status amp__fail(amp_status s, const char *format, ...);

/* The status of `call` where s is AMP_OK; else s, and `call` is not made. */
#define AMP__THEN(s, call) ((s) == AMP_OK ? (call) : (s))

/* What the files of a program share where one is a debug build (docs/debug-build.md). */
typedef struct amp__debug_state {
    const char *file; /* the last such file; NULL: there is none */
    int told;         /* how many failures the program was told of */
    int unordered;    /* how often kernels have used atomics or printed: the results of a launch in
                         which it grew may depend on the order of threads */
    int again;        /* this is a second run (amp/emu/replay.h): other bytes are unset memory's */
    int suspected;    /* what it was told of what launches are given (amp/emu/suspects.h) */
    void (*access)(const void *element, const char *site); /* of a second run, or NULL: amp_at
                         gives the thread at work an element (amp/emu/conflicts.h) */
} amp__debug_state;
#define amp__debug AMP__VERSIONED(amp__debug)
AMP__ONE_COPY amp__debug_state amp__debug;
#if AMP__DEBUG
AMP__JOINS static void amp__debug_joins(void) { amp__debug.file = __BASE_FILE__; }
#define AMP__UNORDERED (void)__atomic_fetch_add(&amp__debug.unordered, 1, __ATOMIC_RELAXED),
#else
#define AMP__UNORDERED
#endif

#if AMP__IMPLEMENT

AMP__API const char *amp_status_string(amp_status s)
{
    switch ((int)s) {
#define AMP__STATUS(name, code, text) case code: return text;
    AMP_STATUS_MAP(AMP__STATUS)
#undef AMP__STATUS
    }
    return "unknown status";
}

/* A failure: its status, and the sentence. AMP_OK: none. */
typedef struct amp__failure {
    amp_status status;
    char text[1024];
} amp__failure;

/* The last failure on the calling thread. */
#define amp__error AMP__VERSIONED(amp__error)
AMP__ONE_COPY __thread amp__failure amp__error;

/* `const amp__failure last AMP__PUT_BACK = amp__error;`: what fails from here to the end of the
   block, by whatever way it ends, does not become the thread's last failure. */
#define AMP__PUT_BACK __attribute__((cleanup(amp__failure_put_back), unused))
static AMP__COLD void amp__failure_put_back(const amp__failure *last)
{
    amp__error = *last;
}

AMP__API const char *amp_last_error(void)
{
    return amp__error.text;
}

/* Whether AMP_LOG asks for lines on standard error. */
static AMP__COLD int amp__logs(void)
{
    return amp__setting_of(AMP__SETTING_LOG).word;
}

/* Says under AMP_LOG what the environment sets to something else than what it is otherwise. An
   option that is a variable of its own amp__setting_of says when it is read. */
static AMP__COLD void amp__log_settings(void)
{
    int i;
    for (i = 0; i < AMP__SETTING_CHECK_REPORT /* the first option */ && amp__logs(); i++) {
        const char *text = getenv(amp__setting_rows[i].name);
        if (text != NULL && text[0] != '\0' && strcmp(text, amp__setting_rows[i].otherwise) != 0) {
            (void)fprintf(stderr, "amp: %s=%s\n", amp__setting_rows[i].name, text);
        }
    }
}

/* Says something on standard error, in a program that is a debug build; more: and how to learn
   more. */
static AMP__COLD void amp__debug_says(const char *text, int more)
{
    (void)fprintf(stderr, "amp: %s\n", text);
    if (more) {
        (void)fprintf(stderr, "amp: the checker knows more: make check FILE=%s\n", amp__debug.file);
    }
}

AMP__API AMP__UNSEEN amp_status amp__fail(amp_status s, const char *format, ...)
{
    AMP__PRINT_GIVEN(amp__error.text, format);
    amp__error.status = s;
    if (amp__logs()) {
        (void)fprintf(stderr, "amp: %s\n", amp__error.text);
    } else if (amp__debug.file != NULL
               && __atomic_fetch_add(&amp__debug.told, 1, __ATOMIC_RELAXED) == 0) {
        amp__debug_says(amp__error.text, s == AMP_KERNEL_FAULT || s == AMP_BARRIER_DIVERGED);
    }
    return s;
}

/* Whether a setting means something, as amp__setting_of found it, or as its user did, who then sets
   v->bad. AMP_OK; AMP_INVALID_ARGUMENT, with the sentence. */
static AMP__WARM amp_status amp__setting_status(int which, const amp__setting *v)
{
    char text[600];
    return !v->bad ? AMP_OK
        : amp__fail(AMP_INVALID_ARGUMENT, "%s",
                    amp__setting_sentence(which, v, text, sizeof(text)));
}

/* Copies a text to to[0..size), cut off where it is longer, with its 0. */
static AMP__COLD void amp__keep_text(char *to, size_t size, const char *from)
{
    size_t n = strlen(from);
    n = n < size ? n : size - 1;
    memmove(to, from, n);
    to[n] = '\0';
}

#endif /* AMP__IMPLEMENT */

#endif /* AMP_BASE_STATUS_H */
