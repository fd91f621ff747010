/* SPDX-License-Identifier: MIT */
#ifndef AMP_CL_CACHE_H
#define AMP_CL_CACHE_H
/*
amp/cl/cache.h: compiled programs, kept in a folder from one run to the next.

  1 keys    a name for a text
  2 files   the folder, and reading and writing a file in it

Nothing here calls OpenCL: a file holds a program's binary under a key, which amp__cl_build
of amp/cl/program.h makes from the text, the options and the device. A file that was cut,
changed or written by another program counts as missing, since anything may lie in a folder.
AMP_CL_CACHE says where the folder is: see amp_cl.h.
*/

#include "../memory.h"

#if AMP__IMPLEMENT && defined(AMP_OPENCL)

#include <errno.h>    /* a folder that exists */
#include <sys/stat.h> /* mkdir */
#include <unistd.h>   /* getpid */

/* ==== 1 keys ============================================================= */

/* Two independent 64-bit sums (FNV-1a, and one with other constants): a name for texts, not
   a defence against somebody who wants two texts to have one name. */
typedef struct amp__cl_key {
    unsigned long long a, b;
} amp__cl_key;

static AMP__RARE void amp__cl_hash(amp__cl_key *k, const void *data, size_t n)
{
    const unsigned char *p = (const unsigned char *)data;
    size_t i;
    for (i = 0; i < n; i++) {
        k->a = (k->a ^ p[i]) * 1099511628211ULL;
        k->b = (k->b ^ p[i]) * 6364136223846793005ULL + 1442695040888963407ULL;
    }
}
static inline void amp__cl_hash_text(amp__cl_key *k, const char *s)
{
    amp__cl_hash(k, s, strlen(s) + 1);
}
static inline amp__cl_key amp__cl_key_start(void)
{
    amp__cl_key k;
    k.a = 14695981039346656037ULL;
    k.b = 88172645463325252ULL;
    return k;
}

/* ==== 2 files ============================================================ */

/* The head of a cache file: the key, and the sum and size of what follows. */
typedef struct amp__cl_cache_file {
    char magic[8];
    amp__cl_key key, sum;
    unsigned long long size;
} amp__cl_cache_file;
#define AMP__CL_MAGIC "ampcl\n1"

/* The folder of the cache, made where it is missing; 0 where there is none. */
static AMP__RARE int amp__cl_cache_folder(char *path, size_t size)
{
    const char *own = getenv("AMP_CL_CACHE"), *xdg = getenv("XDG_CACHE_HOME");
    const char *home = getenv("HOME");
    char *p;
    int n;
    if (own != NULL && (strcmp(own, "off") == 0 || strcmp(own, "0") == 0)) {
        return 0;
    }
    if (own != NULL && own[0] != '\0') {
        n = snprintf(path, size, "%s", own);
    } else if (xdg != NULL && xdg[0] == '/') {
        n = snprintf(path, size, "%s/amp", xdg);
    } else if (home != NULL && home[0] == '/') {
        n = snprintf(path, size, "%s/.cache/amp", home);
    } else {
        return 0;
    }
    if (n <= 0 || (size_t)n >= size) {
        return 0;
    }
    for (p = path + 1; ; p++) { /* each folder on the way */
        if (*p == '/' || *p == '\0') {
            const char end = *p;
            int made;
            *p = '\0';
            made = mkdir(path, 0700) == 0 || errno == EEXIST || errno == EISDIR || errno == EROFS
                || errno == EACCES;
            *p = end;
            if (end == '\0') {
                return made;
            }
        }
    }
}

/* The file of a key; 0 where there is no cache. */
static AMP__RARE int amp__cl_cache_path(amp__cl_key key, char *path, size_t size)
{
    char folder[800];
    int n;
    if (!amp__cl_cache_folder(folder, sizeof(folder))) {
        return 0;
    }
    n = snprintf(path, size, "%s/%016llx%016llx.bin", folder, key.a, key.b);
    return n > 0 && (size_t)n < size;
}

/* *data = the binary kept under a key, of *size bytes, to be freed by amp__free; NULL where
   there is none, or the file there is not whole, or not of this library and this key.
   Returns AMP_OK, or AMP_OUT_OF_MEMORY. */
static AMP__RARE amp_status amp__cl_cache_get(amp__cl_key key, unsigned char **data, size_t *size)
{
    char path[1024];
    amp__cl_cache_file head;
    amp__cl_key sum = amp__cl_key_start();
    amp_status s = AMP_OK;
    FILE *f;
    *data = NULL;
    *size = 0;
    if (!amp__cl_cache_path(key, path, sizeof(path))) {
        return AMP_OK;
    }
    f = fopen(path, "rb");
    if (f == NULL) {
        return AMP_OK;
    }
    if (fread(&head, sizeof(head), 1, f) == 1
        && memcmp(head.magic, AMP__CL_MAGIC, sizeof(head.magic)) == 0
        && head.key.a == key.a && head.key.b == key.b
        && head.size > 0 && head.size < (1ULL << 30)) {
        *data = (unsigned char *)amp__alloc((size_t)head.size);
        s = *data != NULL ? AMP_OK : AMP_OUT_OF_MEMORY;
    }
    if (*data != NULL && fread(*data, 1, (size_t)head.size, f) == (size_t)head.size
        && fgetc(f) == EOF) {
        amp__cl_hash(&sum, *data, (size_t)head.size);
        *size = (size_t)head.size;
    }
    (void)fclose(f);
    if (*data != NULL && (sum.a != head.sum.a || sum.b != head.sum.b)) {
        amp__free(*data);
        *data = NULL;
    }
    return s;
}

/* Keeps a binary. It is written under another name, then renamed, so that another process
   sees all of it or nothing. Failure is silent: without the cache programs are compiled anew. */
static AMP__RARE void amp__cl_cache_put(amp__cl_key key, const unsigned char *data, size_t size)
{
    char path[1024], fresh[1100];
    amp__cl_cache_file head;
    FILE *f;
    int good;
    if (!amp__cl_cache_path(key, path, sizeof(path))) {
        return;
    }
    (void)snprintf(fresh, sizeof(fresh), "%s.%ld.tmp", path, (long)getpid());
    f = fopen(fresh, "wb");
    if (f == NULL) {
        return;
    }
    memset(&head, 0, sizeof(head));
    memcpy(head.magic, AMP__CL_MAGIC, sizeof(head.magic));
    head.key = key;
    head.sum = amp__cl_key_start();
    amp__cl_hash(&head.sum, data, size);
    head.size = size;
    good = fwrite(&head, sizeof(head), 1, f) == 1 && fwrite(data, 1, size, f) == size;
    good = fclose(f) == 0 && good;
    if (!good || rename(fresh, path) != 0) {
        (void)remove(fresh);
    }
}

#endif /* AMP__IMPLEMENT && AMP_OPENCL */

#endif /* AMP_CL_CACHE_H */
