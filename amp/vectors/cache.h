/* SPDX-License-Identifier: MIT */
#ifndef AMP_VECTORS_CACHE_H
#define AMP_VECTORS_CACHE_H
/*
amp/vectors/cache.h: compiled kernels, kept in a folder from one run to the next.

Code from this folder is executed. amp/base/cache.h says what is believed: here, a folder that
nobody but the user can read or write. A file is named after all that it was made from.
*/

#include "../base/cache.h"
#include "system.h"

#if AMP__IMPLEMENT

/* What files of this cache are, in their seals, and how their names end. */
#define AMP__VEC_KIND "ampvec\n2"
#define AMP__VEC_SUFFIX ".so"

/* Opens the cache's folder: its descriptor, which the caller closes; or -1 and the reason in
   why[0..size). */
static AMP__COLD int amp__vec_folder(char *why, size_t size)
{
    const amp__setting own = amp__setting_of(AMP__SETTING_VECTORS_CACHE);
    const char *xdg = getenv("XDG_CACHE_HOME");
    const char *home = getenv("HOME");
    char path[1024];
    int n = -1;
    if (own.bad) {
        (void)amp__setting_sentence(AMP__SETTING_VECTORS_CACHE, &own, why, size);
        return -1;
    } else if (own.word == 2) { /* off */
        (void)snprintf(why, size, "AMP_VECTORS_CACHE is %.3s", own.text);
        return -1;
    } else if (own.text != NULL) {
        n = snprintf(path, sizeof(path), "%s", own.text);
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
    return amp__vec_high(amp__cache_open(path, 077, why, size));
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
    const int file = amp__vec_high(amp__cache_create(folder, name));
    if (file >= 0) {
        (void)amp__unlinkat(folder, name, 0);
    }
    return file;
}

#endif /* AMP__IMPLEMENT */

#endif /* AMP_VECTORS_CACHE_H */
