/* SPDX-License-Identifier: MIT */
#ifndef AMP_BASE_CACHE_H
#define AMP_BASE_CACHE_H
/*
amp/base/cache.h: a folder of compiled things, kept from one run of a program to the next.

  1 keys     a name for what a file was made from
  2 folders  one that nobody but the user can write in
  3 files    there whole, or not at all

What lies in such a folder is given to a compiler's loader, or executed. So nothing is taken
that another user could have written: the folder is the user's own and no link; it is opened
once, and all that follows goes by its descriptor. A file is named after its key and ends in
a seal: its key, its size and a sum of its bytes, which finds damage. One that was cut or
changed, that is a link, a pipe or somebody else's, counts as missing.
*/

#include "files.h"
#include "memory.h"

/* ==== 1 keys ============================================================= */

/* Two independent 64-bit sums (FNV-1a, and one with other constants): a name for what was added. */
typedef struct amp__cache_key {
    unsigned long long a, b;
} amp__cache_key;

/* The key of nothing, to add to. */
static AMP__COLD amp__cache_key amp__cache_key_start(void)
{
    amp__cache_key k;
    k.a = 14695981039346656037ULL;
    k.b = 88172645463325252ULL;
    return k;
}

/* Adds n bytes to the key. */
static AMP__COLD void amp__cache_key_add(amp__cache_key *k, const void *data, size_t n)
{
    const unsigned char *p = (const unsigned char *)data;
    size_t i;
    for (i = 0; i < n; i++) {
        k->a = (k->a ^ p[i]) * 1099511628211ULL;
        k->b = (k->b ^ p[i]) * 6364136223846793005ULL + 1442695040888963407ULL;
    }
}

/* Adds a string with its end, so that "ab" and "c" are not "a" and "bc". */
static AMP__COLD void amp__cache_key_add_text(amp__cache_key *k, const char *s)
{
    amp__cache_key_add(k, s, strlen(s) + 1);
}

/* Whether two keys are the same. */
static AMP__COLD int amp__cache_key_equals(amp__cache_key x, amp__cache_key y)
{
    return x.a == y.a && x.b == y.b;
}

#if AMP__HAS_PROCESSES /* and files with an owner */

/* ==== 2 folders ========================================================== */

/* Makes each folder on the way to `path` that is missing, with rights for the user alone. What
   cannot be made is found out when it is opened. `path` stays as it is. */
static AMP__COLD void amp__cache_make_folders(char *path)
{
    char *p;
    for (p = path + 1; *p != '\0'; p++) {
        if (*p == '/') {
            *p = '\0';
            (void)mkdir(path, 0700);
            *p = '/';
        }
    }
    (void)mkdir(path, 0700);
}

/* Opens, or makes, the folder of a cache: the one that the setting names, else `name` in the user's
   folder of caches. Returns its descriptor, which the caller closes; or
   -1 and the reason in why[0..size): the setting means nothing or is off; there is none; it cannot
   be opened, is a link or another user's, or others have a right to it. */
static AMP__COLD int amp__cache_folder(int which, const char *name, char *why, size_t size)
{
    const amp__setting own = amp__setting_of(which);
    const char *xdg = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    const char *variable = amp__setting_rows[which].name;
    struct stat about;
    char path[1024];
    int folder, n = -1;
    if (own.bad) {
        (void)amp__setting_sentence(which, &own, why, size);
        return -1;
    } else if (own.word == 2) { /* off */
        (void)snprintf(why, size, "%s is off", variable);
        return -1;
    } else if (own.text != NULL) {
        n = snprintf(path, sizeof(path), "%s", own.text);
    } else if (xdg != NULL && xdg[0] == '/') {
        n = snprintf(path, sizeof(path), "%s/%s", xdg, name);
    } else if (home != NULL && home[0] == '/') {
        n = snprintf(path, sizeof(path), "%s/.cache/%s", home, name);
    }
    if (n <= 0 || (size_t)n >= sizeof(path)) {
        (void)snprintf(why, size, "there is no folder for what is compiled: set HOME or %s",
                       variable);
        return -1;
    }
    amp__cache_make_folders(path);
    folder = open(path, O_RDONLY | AMP__OPEN_FOLDER | AMP__OPEN_NO_LINK | AMP__OPEN_PRIVATE);
    if (folder < 0) {
        (void)snprintf(why, size, "the folder %.300s cannot be opened, or is a link", path);
        return -1;
    }
    if (fstat(folder, &about) != 0 || about.st_uid != geteuid() || (about.st_mode & 077) != 0) {
        (void)snprintf(why, size, "the folder %.300s is not the user's own with mode 0700", path);
        (void)close(folder);
        return -1;
    }
    return folder;
}

/* ==== 3 files ============================================================ */

/* What stands at the end of a file. `kind` says what the file is. */
typedef struct amp__cache_seal {
    amp__cache_key key, sum;
    unsigned long long size; /* of what is before the seal */
    char kind[8];
} amp__cache_seal;

/* The size of the largest file that is believed; and of a name, with its 0. */
enum { AMP__CACHE_FILE = 1 << 30, AMP__CACHE_NAME = 64 };

/* The name of the file of a key: 32 digits and `end`, such as ".so". */
static AMP__COLD void amp__cache_name(char name[AMP__CACHE_NAME], amp__cache_key key,
                                      const char *end)
{
    (void)snprintf(name, AMP__CACHE_NAME, "%016llx%016llx%s", key.a, key.b, end);
}

/* Whether an open file (or -1) is a regular file of the user's own that nobody else may
   write; then *size = its bytes, at least one. */
static AMP__COLD int amp__cache_is_own(int file, size_t *size)
{
    struct stat about;
    if (file < 0 || fstat(file, &about) != 0 || !S_ISREG(about.st_mode)
        || about.st_uid != geteuid() || (about.st_mode & 022) != 0 || about.st_size <= 0
        || about.st_size > AMP__CACHE_FILE) {
        return 0;
    }
    *size = (size_t)about.st_size;
    return 1;
}

/* The sum of the first n bytes of a file, which is then at the byte behind them; 0 where
   they cannot be read. */
static AMP__COLD int amp__cache_sum(int file, size_t n, amp__cache_key *sum)
{
    char part[8192];
    *sum = amp__cache_key_start();
    if (lseek(file, 0, SEEK_SET) != 0) {
        return 0;
    }
    while (n > 0) {
        const size_t k = n < sizeof(part) ? n : sizeof(part);
        if (amp__read_all(file, part, k) != (long)k) {
            return 0;
        }
        amp__cache_key_add(sum, part, k);
        n -= k;
    }
    return 1;
}

/* Opens the file `name` of a folder, for reading. Returns its descriptor, at its first byte,
   and *size = its bytes without the seal; or -1 where there is none, or one that is not
   whole: that one is removed. */
static AMP__COLD int amp__cache_find(int folder, const char *name, amp__cache_key key,
                                     const char *kind, size_t *size)
{
    amp__cache_key sum;
    amp__cache_seal seal;
    size_t bytes = 0;
    /* Without O_NONBLOCK an open waits until somebody writes to a pipe. */
    const int file = amp__openat(folder, name, O_RDONLY | O_NONBLOCK | AMP__OPEN_NO_LINK
                                 | AMP__OPEN_PRIVATE);
    const int good = amp__cache_is_own(file, &bytes) && bytes > sizeof(seal)
        && amp__cache_sum(file, bytes - sizeof(seal), &sum)
        && amp__read_all(file, &seal, sizeof(seal)) == (long)sizeof(seal)
        && strncmp(seal.kind, kind, sizeof(seal.kind)) == 0 && seal.size == bytes - sizeof(seal)
        && amp__cache_key_equals(seal.key, key) && amp__cache_key_equals(seal.sum, sum)
        && lseek(file, 0, SEEK_SET) == 0;
    if (good) {
        *size = bytes - sizeof(seal);
        return file;
    }
    if (file >= 0) {
        (void)amp__unlinkat(folder, name, 0);
        (void)close(file);
    }
    return -1;
}

/* Seals the file `fresh` of the folder and gives it the name `name`: another process sees it
   whole, or not at all. 0 where that failed; `fresh` is gone then. */
static AMP__COLD int amp__cache_keep(int folder, const char *fresh, const char *name,
                                     amp__cache_key key, const char *kind)
{
    amp__cache_seal seal;
    size_t bytes = 0;
    const int file = amp__openat(folder, fresh, O_RDWR | AMP__OPEN_NO_LINK | AMP__OPEN_PRIVATE);
    int good;
    AMP__ASSERT(strlen(kind) <= sizeof(seal.kind));
    memset(&seal, 0, sizeof(seal));
    good = amp__cache_is_own(file, &bytes) && amp__cache_sum(file, bytes, &seal.sum);
    seal.key = key;
    seal.size = bytes;
    memcpy(seal.kind, kind, strlen(kind));
    good = good && amp__write_all(file, &seal, sizeof(seal));
    if (file >= 0) {
        good = close(file) == 0 && good;
    }
    good = good && amp__renameat(folder, fresh, folder, name) == 0;
    if (!good) {
        (void)amp__unlinkat(folder, fresh, 0);
    }
    return good;
}

/* Makes the file `name` in the folder, which must not be there, for reading and writing by
   the user alone. Its descriptor, which the caller closes, or -1. */
static AMP__COLD int amp__cache_create(int folder, const char *name)
{
    return amp__openat(folder, name, O_RDWR | O_CREAT | O_EXCL | AMP__OPEN_NO_LINK
                       | AMP__OPEN_PRIVATE, 0600);
}

#endif /* AMP__HAS_PROCESSES */

#endif /* AMP_BASE_CACHE_H */
