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

/* Whether AMP_LIMITS means something, and the limits are the same in all files: AMP_OK, or, each
   time, AMP_INVALID_ARGUMENT or AMP_BUILD_FAILED (amp/base/build.h). Any thread, no lock. */
static AMP__COLD amp_status amp__limits_read(void)
{
    amp__setting limits;
#ifdef amp__limits_of_all
    if (*(const volatile long long *)&amp__limits_of_all != AMP__LIMITS_NUMBER) {
        return amp__fail(AMP_BUILD_FAILED, "files of this program were compiled with different "
                         "AMP_MAX_ limits (this one: rank %d, %d parameters, %d threads a tile, "
                         "%d bytes of tile_static): compile all with the same", AMP_MAX_RANK,
                         AMP_MAX_PARAMETERS, AMP_MAX_TILE_THREADS, AMP_MAX_TILE_STATIC);
    }
#endif
    limits = amp__setting_of(AMP__SETTING_LIMITS);
    return amp__setting_status(AMP__SETTING_LIMITS, &limits);
}

/* Whether AMP_LIMITS=d3d11. A value that means nothing the launch has refused, or will. */
static AMP__COLD int amp__limits_d3d11(void)
{
    return amp__setting_of(AMP__SETTING_LIMITS).word == 1;
}

/* The most bytes of tile_static that a kernel may have. */
static inline size_t amp__most_tile_static(void)
{
    return AMP_MAX_TILE_STATIC > AMP__D3D11_TILE_STATIC && amp__limits_d3d11()
        ? AMP__D3D11_TILE_STATIC : AMP_MAX_TILE_STATIC;
}

#endif /* AMP__IMPLEMENT */

#endif /* AMP_BASE_LIMITS_H */
