/* SPDX-License-Identifier: MIT */
#ifndef AMP_CORE_COPY_BOX_H
#define AMP_CORE_COPY_BOX_H
/*
amp/core/copy_box.h: copy boxes: bytes that are moved in one call, with gaps between them.
*/

#include <string.h> /* memmove */
#include "../watch/hooks.h"

/* Which way bytes are copied: to a device, from it, within it; or within host memory. */
typedef enum amp__direction {
    AMP__COPY_IN, AMP__COPY_OUT, AMP__COPY_WITHIN, AMP__COPY_HOST
} amp__direction;

/* Bytes to move: count[0] x count[1] runs of count[2] bytes. Offsets and strides are in bytes;
   strides are positive and runs never overlap. A level with one run has stride 0. */
typedef struct amp__copy_box {
    size_t count[3];
    size_t to, from;                   /* the first byte */
    size_t to_stride[2], from_stride[2];
} amp__copy_box;

#if AMP__IMPLEMENT

/* Copies the bytes of a box within host memory. memmove: a program may copy a view to or from the
   very memory that it is over. For the checker it is no write of the program's. */
static AMP__NOINLINE void amp__copy_box_in_host(void *to, const void *from, const amp__copy_box *r)
{
    size_t i, j;
    amp__watch_copying(1);
    for (i = 0; i < r->count[0]; i++) {
        for (j = 0; j < r->count[1]; j++) {
            memmove((char *)to + r->to + i * r->to_stride[0] + j * r->to_stride[1],
                    (const char *)from + r->from + i * r->from_stride[0] + j * r->from_stride[1],
                    r->count[2]);
        }
    }
    amp__watch_copying(0);
}

#endif /* AMP__IMPLEMENT */

#endif /* AMP_CORE_COPY_BOX_H */
