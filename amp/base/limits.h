/* SPDX-License-Identifier: MIT */
#ifndef AMP_BASE_LIMITS_H
#define AMP_BASE_LIMITS_H
/*
amp/base/limits.h: the limits that a program may ask for beside its own: AMP_LIMITS.

What no launch may exceed is in amp/base/config.h (AMP_MAX_*) and in the types: a dimension is an
int, a launch has at most 4294967295 threads. With AMP_LIMITS=d3d11 in the environment a launch
must also keep to what Direct3D 11 takes, and so C++ AMP took: for code that is to run there.
*/

#include "state.h"

/* Direct3D 11's: tiles a dimension, threads a tile, threads in dimension 0 of a tile of rank 3,
   bytes of tile_static. */
#define AMP__D3D11_TILES 65535
#define AMP__D3D11_TILE_THREADS 1024
#define AMP__D3D11_TILE_DEPTH 64
#define AMP__D3D11_TILE_STATIC 32768

#if AMP__IMPLEMENT

/* Reads AMP_LIMITS, once a process. AMP_OK; AMP_INVALID_ARGUMENT, each time, for a value that
   means nothing; AMP_BUILD_FAILED where another file has other limits (amp/base/build.h). Any
   thread, no lock: all of them find the same. */
static AMP__RARE amp_status amp__limits_read(void)
{
    const char *e = getenv("AMP_LIMITS");
    int limits = AMP__LIMITS_OWN;
#ifdef amp__limits_of_all
    if (*(const volatile long long *)&amp__limits_of_all != AMP__LIMITS_NUMBER) {
        return amp__fail(AMP_BUILD_FAILED, "files of this program were compiled with different "
                         "AMP_MAX_ limits (this one: rank %d, %d parameters, %d threads a tile, "
                         "%d bytes of tile_static): compile all with the same", AMP_MAX_RANK,
                         AMP_MAX_PARAMETERS, AMP_MAX_TILE_THREADS, AMP_MAX_TILE_STATIC);
    }
#endif
    if (__atomic_load_n(&amp__process.limits, __ATOMIC_RELAXED) != AMP__LIMITS_UNREAD) {
        return AMP_OK;
    }
    if (e != NULL && e[0] != '\0') {
        if (strcmp(e, "d3d11") != 0) {
            return amp__fail(AMP_INVALID_ARGUMENT, "AMP_LIMITS is '%.100s': it may be d3d11", e);
        }
        limits = AMP__LIMITS_D3D11;
    }
    __atomic_store_n(&amp__process.limits, limits, __ATOMIC_RELAXED);
    return AMP_OK;
}

/* Whether AMP_LIMITS=d3d11. A value that means nothing the launch has refused, or will. */
static AMP__RARE int amp__limits_d3d11(void)
{
    const amp__failure last = amp__error;
    if (amp__limits_read() != AMP_OK) {
        amp__error = last;
    }
    return __atomic_load_n(&amp__process.limits, __ATOMIC_RELAXED) == AMP__LIMITS_D3D11;
}

/* The most bytes of tile_static that a kernel may have. */
static inline size_t amp__most_tile_static(void)
{
    return AMP_MAX_TILE_STATIC > AMP__D3D11_TILE_STATIC && amp__limits_d3d11()
        ? AMP__D3D11_TILE_STATIC : AMP_MAX_TILE_STATIC;
}

#endif /* AMP__IMPLEMENT */

#endif /* AMP_BASE_LIMITS_H */
