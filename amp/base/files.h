/* SPDX-License-Identifier: MIT */
#ifndef AMP_BASE_FILES_H
#define AMP_BASE_FILES_H
/*
amp/base/files.h: files by descriptor: calls of the system that -std=c99 hides, by names of
our own.
*/

#include "config.h"

#if AMP__IMPLEMENT

#include <errno.h>    /* EINTR */
#include <fcntl.h>    /* O_RDONLY */
#include <sys/stat.h> /* who owns a file */
#include <unistd.h>   /* read, write */

/* On some systems a function's name in an object file begins with an underscore. */
#define AMP__SYSTEM_CALL(name) __asm__(AMP__STR(__USER_LABEL_PREFIX__) name)

/* POSIX's calls of these names: they go by the descriptor of a folder. */
AMP__C_BEGIN
int amp__openat(int folder, const char *name, int flags, ...) AMP__SYSTEM_CALL("openat");
int amp__renameat(int folder, const char *from, int folder_to, const char *to)
    AMP__SYSTEM_CALL("renameat");
int amp__unlinkat(int folder, const char *name, int flags) AMP__SYSTEM_CALL("unlinkat");
AMP__C_END

/* The flags of open that go with them. */
#if defined(O_DIRECTORY) && defined(O_NOFOLLOW) && defined(O_CLOEXEC)
enum { AMP__OPEN_FOLDER = O_DIRECTORY, AMP__OPEN_NO_LINK = O_NOFOLLOW,
       AMP__OPEN_PRIVATE = O_CLOEXEC };
#else
enum { AMP__OPEN_FOLDER = __O_DIRECTORY, AMP__OPEN_NO_LINK = __O_NOFOLLOW,
       AMP__OPEN_PRIVATE = __O_CLOEXEC };
#endif

/* Reads up to n bytes from where the file is at; fewer at its end. -1 where that failed. */
static AMP__COLD long amp__read_all(int file, void *data, size_t n)
{
    size_t got = 0;
    while (got < n) {
        const ssize_t k = read(file, (char *)data + got, n - got);
        if (k == 0) {
            break;
        }
        if (k < 0 && errno != EINTR) {
            return -1;
        }
        got += k < 0 ? 0 : (size_t)k;
    }
    return (long)got;
}

/* Writes n bytes where the file is at; 0 where that failed. */
static AMP__COLD int amp__write_all(int file, const void *data, size_t n)
{
    const char *p = (const char *)data;
    while (n > 0) {
        const ssize_t k = write(file, p, n);
        if (k < 0 && errno != EINTR) {
            return 0;
        }
        p += k < 0 ? 0 : k;
        n -= k < 0 ? 0 : (size_t)k;
    }
    return 1;
}

#endif /* AMP__IMPLEMENT */

#endif /* AMP_BASE_FILES_H */
