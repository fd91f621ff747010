/* SPDX-License-Identifier: MIT */
#ifndef AMP_VECTORS_CACHE_H
#define AMP_VECTORS_CACHE_H
/*
amp/vectors/cache.h: compiled kernels, kept in a folder from one run to the next.

Code from this folder is executed. amp/base/cache.h says what is believed: here, a folder that
nobody but the user can read or write. A file is named after all that it was made from.
*/

#include "../base/cache.h"
#include "../base/process.h"

/* What files of this cache are, in their seals, and how their names end. */
#define AMP__VEC_KIND "ampvec\n2"
#define AMP__VEC_SUFFIX ".so"

/* Opens the cache's folder: its descriptor, which the caller closes; or -1 and the reason in
   why[0..size). */
static AMP__COLD int amp__vec_folder(char *why, size_t size)
{
    const int folder = amp__cache_folder(AMP__SETTING_VECTORS_CACHE, "amp-vectors", why, size);
    const int high = fcntl(folder, AMP__DUPLICATE_PRIVATE, 10); /* also where 0 to 2 are closed */
    (void)close(folder);
    return high;
}

/* Whether the folder holds the file of that key, whole. */
static AMP__COLD int amp__vec_cached(int folder, amp__cache_key key)
{
    char name[AMP__CACHE_NAME];
    size_t size;
    int file;
    amp__cache_name(name, key, AMP__VEC_SUFFIX);
    file = amp__cache_find(folder, name, key, AMP__VEC_KIND, &size);
    return file >= 0 && close(file) == 0;
}

/* Makes the file `fresh`, which the compiler wrote, the file of the key. 0 where that failed. */
static AMP__COLD int amp__vec_keep(int folder, const char *fresh, amp__cache_key key)
{
    char name[AMP__CACHE_NAME];
    amp__cache_name(name, key, AMP__VEC_SUFFIX);
    return amp__cache_keep(folder, fresh, name, key, AMP__VEC_KIND);
}

/* A file without a name, which is gone when its descriptor is closed. -1: none. */
static AMP__COLD int amp__vec_scratch(int folder, const char *name)
{
    const int file = amp__cache_create(folder, name);
    if (file >= 0) {
        (void)amp__unlinkat(folder, name, 0);
    }
    return file;
}

#endif /* AMP_VECTORS_CACHE_H */
