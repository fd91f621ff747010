/* SPDX-License-Identifier: MIT */
#ifndef AMP_BASE_FILES_H
#define AMP_BASE_FILES_H
/*
amp/base/files.h: files by descriptor, with what -std=c99 hides; and whole files, read.
*/

#include "text.h"

#include <errno.h>    /* EINTR */
#include <fcntl.h>    /* O_RDONLY */
#include <sys/stat.h> /* who owns a file */
#include <unistd.h>   /* read, write */

#ifdef _WIN32
/* Without O_BINARY ends of lines would be changed. Links are rare there, and no folder is
   opened. */
enum { AMP__OPEN_NO_LINK = 0, AMP__OPEN_PRIVATE = O_BINARY | O_NOINHERIT };
#else
/* POSIX's calls of these names: they go by the descriptor of a folder. */
int amp__openat(int folder, const char *name, int flags, ...) AMP__SYSTEM_CALL("openat");
int amp__renameat(int folder, const char *from, int folder_to, const char *to)
    AMP__SYSTEM_CALL("renameat");
int amp__unlinkat(int folder, const char *name, int flags) AMP__SYSTEM_CALL("unlinkat");

/* The flags of open that go with them. */
#if defined(O_DIRECTORY) && defined(O_NOFOLLOW) && defined(O_CLOEXEC)
enum { AMP__OPEN_FOLDER = O_DIRECTORY, AMP__OPEN_NO_LINK = O_NOFOLLOW,
       AMP__OPEN_PRIVATE = O_CLOEXEC };
#else
enum { AMP__OPEN_FOLDER = __O_DIRECTORY, AMP__OPEN_NO_LINK = __O_NOFOLLOW,
       AMP__OPEN_PRIVATE = __O_CLOEXEC };
#endif

#endif

/* The most bytes that are read or written at once: a system may count them in an int. */
enum { AMP__FILE_PIECE = 1 << 30 };
static AMP__COLD unsigned amp__file_piece(size_t n)
{
    return n < AMP__FILE_PIECE ? (unsigned)n : (unsigned)AMP__FILE_PIECE;
}

/* Reads up to n bytes from where the file is at; fewer at its end. -1 where that failed. */
static AMP__COLD long amp__read_all(int file, void *data, size_t n)
{
    size_t got = 0;
    while (got < n) {
        const ssize_t k = read(file, (char *)data + got, amp__file_piece(n - got));
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

/* Adds to `text` what an open file holds, from its start where it has one. Returns 0; or why that
   failed, as errno has it: EFBIG where the text is of more than `most` bytes then, ENOMEM. */
static AMP__COLD int amp__read_text(int file, amp__text *text, size_t most)
{
    (void)lseek(file, 0, SEEK_SET);
    while (amp__text_room(text, 4096)) {
        const ssize_t n = read(file, text->at + text->used,
                               amp__file_piece(text->room - text->used - 1));
        text->used += n > 0 ? (size_t)n : 0;
        text->at[text->used] = '\0';
        if (n == 0 || (n < 0 && errno != EINTR)) {
            return n == 0 ? 0 : errno;
        }
        if (text->used > most) {
            return EFBIG;
        }
    }
    return ENOMEM;
}

/* Adds what the file at `path` holds. Returns as amp__read_text does. */
static AMP__COLD int amp__read_file(const char *path, amp__text *text, size_t most)
{
    const int file = open(path, O_RDONLY | AMP__OPEN_PRIVATE);
    const int why = file < 0 ? errno : amp__read_text(file, text, most);
    if (file >= 0) {
        (void)close(file);
    }
    return why;
}

/* Writes n bytes where the file is at; 0 where that failed. */
static AMP__COLD int amp__write_all(int file, const void *data, size_t n)
{
    const char *p = (const char *)data;
    while (n > 0) {
        const ssize_t k = write(file, p, amp__file_piece(n));
        if (k < 0 && errno != EINTR) {
            return 0;
        }
        p += k < 0 ? 0 : k;
        n -= k < 0 ? 0 : (size_t)k;
    }
    return 1;
}

#endif /* AMP_BASE_FILES_H */
