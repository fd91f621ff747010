/* SPDX-License-Identifier: MIT */
#ifndef AMP_CL_CACHE_H
#define AMP_CL_CACHE_H
/*
amp/cl/cache.h: compiled programs, kept in a folder from one run to the next.

Nothing here calls OpenCL: a file holds a program's binary under a key, which amp__cl_build
of amp/cl/program.h makes from the text, the options and the device. amp/base/cache.h says which
folders and files are believed. AMP_CL_CACHE says where the folder is: see amp_cl.h.
*/

#include "../base/cache.h"

/* What files of this cache are, in their seals, and how their names end. */
#define AMP__CL_CACHE_KIND "ampcl\n2"
#define AMP__CL_CACHE_END ".bin"

/* Opens the folder of the cache: its descriptor, which the caller closes, or -1 where there is
   none, or one that is not to be trusted, which AMP_LOG says once. */
static AMP__COLD int amp__cl_cache_folder(void)
{
    static int told;
    char why[600];
    const int folder = amp__cache_folder(AMP__SETTING_CL_CACHE, "amp", why, sizeof(why));
    if (folder < 0 && amp__setting_of(AMP__SETTING_CL_CACHE).word != 2 /* off */ && amp__logs()
        && !__atomic_exchange_n(&told, 1, __ATOMIC_RELAXED)) {
        (void)fprintf(stderr, "amp: %s: programs are compiled each time\n", why);
    }
    return folder;
}

/* *data = the binary kept under a key, of *size bytes, to be freed by amp__free; NULL where
   there is none. Returns AMP_OK, or AMP_OUT_OF_MEMORY. */
static AMP__COLD amp_status amp__cl_cache_get(amp__cache_key key, unsigned char **data,
                                              size_t *size)
{
    char name[AMP__CACHE_NAME];
    amp_status s = AMP_OK;
    const int folder = amp__cl_cache_folder();
    int file;
    *data = NULL;
    *size = 0;
    if (folder < 0) {
        return AMP_OK;
    }
    amp__cache_name(name, key, AMP__CL_CACHE_END);
    file = amp__cache_find(folder, name, key, AMP__CL_CACHE_KIND, size);
    (void)close(folder);
    if (file < 0) {
        return AMP_OK;
    }
    *data = (unsigned char *)amp__alloc(*size);
    if (*data == NULL) {
        s = AMP_OUT_OF_MEMORY;
    } else if (amp__read_all(file, *data, *size) != (long)*size) {
        amp__free(*data);
        *data = NULL;
    }
    (void)close(file);
    return s;
}

/* Keeps a binary in the folder. Failure is silent: without the cache programs are compiled
   anew. */
static AMP__COLD void amp__cl_cache_put(int folder, amp__cache_key key,
                                        const unsigned char *data, size_t size)
{
    char name[AMP__CACHE_NAME], fresh[AMP__CACHE_NAME + 32];
    int file, good;
    amp__cache_name(name, key, AMP__CL_CACHE_END);
    AMP__PRINT(fresh, "%s.%ld.tmp", name, (long)getpid());
    (void)amp__unlinkat(folder, fresh, 0); /* of a process that was killed */
    file = amp__cache_create(folder, fresh);
    if (file < 0) {
        return;
    }
    good = amp__write_all(file, data, size);
    good = close(file) == 0 && good;
    if (good) {
        (void)amp__cache_keep(folder, fresh, name, key, AMP__CL_CACHE_KIND);
    } else {
        (void)amp__unlinkat(folder, fresh, 0);
    }
}

#endif /* AMP_CL_CACHE_H */
