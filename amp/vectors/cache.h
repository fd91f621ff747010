/* SPDX-License-Identifier: MIT */
#ifndef AMP_VECTORS_CACHE_H
#define AMP_VECTORS_CACHE_H
/*
amp/vectors/cache.h: compiled kernels, kept in a folder from one run to the next.

Code from this folder is executed, so nothing counts that another user could have
written: the folder is the user's own, with no rights for anybody else, and no link; it
is opened once, and all that follows goes by that descriptor. A file is named after the
hash of all that it was made from, and ends in that hash, its size and a sum of its
bytes: what was cut or spoiled is missing, and is removed.
*/

#include "system.h"

#if AMP__IMPLEMENT

/* Two independent 64-bit sums: names for texts, not a defence. */
typedef struct amp__vec_key {
    unsigned long long a, b;
} amp__vec_key;

static AMP__RARE void amp__vec_hash(amp__vec_key *k, const void *data, size_t n)
{
    const unsigned char *p = (const unsigned char *)data;
    size_t i;
    for (i = 0; i < n; i++) {
        k->a = (k->a ^ p[i]) * 1099511628211ULL;
        k->b = (k->b ^ p[i]) * 6364136223846793005ULL + 1442695040888963407ULL;
    }
}

static AMP__RARE void amp__vec_hash_text(amp__vec_key *k, const char *s)
{
    amp__vec_hash(k, s, strlen(s) + 1);
}

static AMP__RARE amp__vec_key amp__vec_key_start(void)
{
    amp__vec_key k;
    k.a = 14695981039346656037ULL;
    k.b = 88172645463325252ULL;
    return k;
}

/* What stands at the end of a file of the cache. */
typedef struct amp__vec_seal {
    amp__vec_key key, sum;
    unsigned long long size;
    char magic[8];
} amp__vec_seal;
#define AMP__VEC_MAGIC "ampvec\n1"

/* Makes each folder on the way to `path`; says nothing where one is there. */
static AMP__RARE void amp__vec_make_folders(char *path)
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

/* Opens the cache's folder. Its descriptor, or -1 and the reason in `why`. */
static AMP__RARE int amp__vec_folder(char *why, size_t size)
{
    const char *own = getenv("AMP_VECTORS_CACHE"), *xdg = getenv("XDG_CACHE_HOME");
    const char *home = getenv("HOME");
    char path[1024];
    struct stat st;
    int n = -1, folder;
    if (own != NULL && own[0] == '/') {
        n = snprintf(path, sizeof(path), "%s", own);
    } else if (own != NULL && own[0] != '\0') {
        (void)snprintf(why, size, "AMP_VECTORS_CACHE is '%.200s': it may be a path that begins "
                       "with /", own);
        return -1;
    } else if (xdg != NULL && xdg[0] == '/') {
        n = snprintf(path, sizeof(path), "%s/amp-vectors", xdg);
    } else if (home != NULL && home[0] == '/') {
        n = snprintf(path, sizeof(path), "%s/.cache/amp-vectors", home);
    }
    if (n <= 0 || (size_t)n >= sizeof(path)) {
        (void)snprintf(why, size, "there is no folder for the compiled kernels: set HOME or "
                       "AMP_VECTORS_CACHE");
        return -1;
    }
    amp__vec_make_folders(path);
    folder = amp__vec_high(open(path, O_RDONLY | AMP__VEC_DIRECTORY | AMP__VEC_NOFOLLOW
                                | AMP__VEC_CLOEXEC));
    if (folder < 0) {
        (void)snprintf(why, size, "the folder %.300s cannot be opened, or is a link", path);
        return -1;
    }
    if (fstat(folder, &st) != 0 || st.st_uid != geteuid() || (st.st_mode & 077) != 0) {
        (void)snprintf(why, size, "the folder %.300s is not the user's own with mode 0700", path);
        (void)close(folder);
        return -1;
    }
    return folder;
}

/* A regular file of the user's own that nobody else may write. */
static AMP__RARE int amp__vec_own_file(int file, size_t *bytes)
{
    struct stat st;
    if (file < 0 || fstat(file, &st) != 0 || !S_ISREG(st.st_mode) || st.st_uid != geteuid()
        || (st.st_mode & 022) != 0 || st.st_size <= 0 || st.st_size > 64 << 20) {
        return 0;
    }
    *bytes = (size_t)st.st_size;
    return 1;
}

static AMP__RARE void amp__vec_file_name(char *name, size_t size, amp__vec_key key)
{
    (void)snprintf(name, size, "%016llx%016llx.so", key.a, key.b);
}

/* Whether the folder holds the file of that key, whole. One that is spoiled goes. */
static AMP__RARE int amp__vec_cached(int folder, amp__vec_key key)
{
    char name[64];
    amp__vec_store store = { NULL, NULL, 0, 0 };
    amp__vec_text text = amp__vec_empty(&store);
    amp__vec_seal seal;
    amp__vec_key sum = amp__vec_key_start();
    size_t bytes = 0;
    int good, file;
    amp__vec_file_name(name, sizeof(name), key);
    file = amp__vec_openat(folder, name, O_RDONLY | AMP__VEC_NOFOLLOW | AMP__VEC_CLOEXEC
                           | O_NONBLOCK);
    if (file < 0) {
        return 0;
    }
    good = amp__vec_own_file(file, &bytes) && bytes > sizeof(seal)
        && amp__vec_slurp(file, &text, bytes) && text.n == bytes;
    (void)close(file);
    if (good) {
        const size_t n = bytes - sizeof(seal);
        memcpy(&seal, text.s + n, sizeof(seal));
        amp__vec_hash(&sum, text.s, n);
        good = memcmp(seal.magic, AMP__VEC_MAGIC, sizeof(seal.magic)) == 0 && seal.size == n
            && seal.key.a == key.a && seal.key.b == key.b && seal.sum.a == sum.a
            && seal.sum.b == sum.b;
    }
    if (!good && !store.spent) {
        (void)amp__vec_unlinkat(folder, name, 0);
    }
    amp__vec_give_back(&store);
    return good;
}

/* Seals the file `fresh` that the compiler wrote, and makes it the file of the key: for
   another process it is there whole, or not at all. 0 where that failed; then it is gone. */
static AMP__RARE int amp__vec_keep(int folder, const char *fresh, amp__vec_key key)
{
    char name[64];
    amp__vec_store store = { NULL, NULL, 0, 0 };
    amp__vec_text text = amp__vec_empty(&store);
    amp__vec_seal seal;
    size_t bytes = 0;
    const int file = amp__vec_openat(folder, fresh, O_RDWR | AMP__VEC_NOFOLLOW
                                     | AMP__VEC_CLOEXEC);
    int good = amp__vec_own_file(file, &bytes) && amp__vec_slurp(file, &text, bytes)
        && text.n == bytes;
    memset(&seal, 0, sizeof(seal));
    seal.key = key;
    seal.sum = amp__vec_key_start();
    amp__vec_hash(&seal.sum, text.s, text.n);
    seal.size = text.n;
    memcpy(seal.magic, AMP__VEC_MAGIC, sizeof(seal.magic));
    good = good && amp__vec_write_all(file, (const char *)&seal, sizeof(seal));
    if (file >= 0) {
        good = close(file) == 0 && good;
    }
    amp__vec_file_name(name, sizeof(name), key);
    good = good && amp__vec_renameat(folder, fresh, folder, name) == 0;
    if (!good) {
        (void)amp__vec_unlinkat(folder, fresh, 0);
    }
    amp__vec_give_back(&store);
    return good;
}

/* A file for a moment: it has a name no longer when this returns. -1: none. */
static AMP__RARE int amp__vec_scratch(int folder, const char *name)
{
    const int file = amp__vec_high(amp__vec_openat(folder, name, O_RDWR | O_CREAT | O_EXCL
        | AMP__VEC_NOFOLLOW | AMP__VEC_CLOEXEC, 0600));
    if (file >= 0) {
        (void)amp__vec_unlinkat(folder, name, 0);
    }
    return file;
}

#endif /* AMP__IMPLEMENT */

#endif /* AMP_VECTORS_CACHE_H */
