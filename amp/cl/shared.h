/* SPDX-License-Identifier: MIT */
#ifndef AMP_CL_SHARED_H
#define AMP_CL_SHARED_H
/*
amp/cl/shared.h: host memory that a launch works in, on a device that shares it.
*/

#include "copy.h"

/* Host memory [low, high) that a launch works in. Arguments that overlap are in one such
   span, since two buffers over one byte are not allowed to be written through. */
typedef struct amp__cl_span {
    char *low, *high;
    cl_mem buffer;
    int written;
} amp__cl_span;

/* Makes the spans of a launch, AMP_MAX_PARAMETERS at most; returns their number. which[i] is
   the span of argument i, -1 for a value. *apart is 1 where no byte is written through one
   argument and seen through another. */
static inline int amp__cl_spans(const amp__launch *l, amp__cl_span *span, int *which, int *apart)
{
    int n = 0, i, k, joined;
    *apart = 1;
    for (i = 0; i < l->kernel->parameter_count; i++) {
        const amp__parameter *p = &l->kernel->parameters[i];
        if (p->access != AMP__ACCESS_value) {
            const amp__argument *a = &l->arguments[i];
            span[n].low = (char *)a->data;
            span[n].high = span[n].low
                + amp__bytes_spanned(p->type.size, p->rank, a->extent, a->stride);
            span[n].buffer = NULL;
            span[n].written = p->access != AMP__ACCESS_in;
            n++;
        }
    }
    do {
        joined = 0;
        for (i = 0; i < n; i++) {
            for (k = i + 1; k < n; k++) {
                if (span[i].low < span[k].high && span[k].low < span[i].high) {
                    *apart &= !span[i].written && !span[k].written;
                    span[i].low = span[i].low < span[k].low ? span[i].low : span[k].low;
                    span[i].high = span[i].high > span[k].high ? span[i].high : span[k].high;
                    span[i].written |= span[k].written;
                    span[k--] = span[--n];
                    joined = 1;
                }
            }
        }
    } while (joined);
    for (i = 0; i < l->kernel->parameter_count; i++) {
        which[i] = -1;
        for (k = 0; k < n && l->kernel->parameters[i].access != AMP__ACCESS_value; k++) {
            const char *data = (const char *)l->arguments[i].data;
            if (data >= span[k].low && data < span[k].high) {
                which[i] = k;
            }
        }
    }
    return n;
}

/* Sets span->buffer to an OpenCL buffer over its memory. others: the `count` spans of this
   launch that have buffers already.
   A CPU's device works in that memory itself: the queue keeps the last AMP__CL_KEPT buffers
   and releases them. One whose memory the program has freed does no harm. On other devices a
   buffer may keep its pages from being freed: there each launch makes its own, which the caller
   releases when the launch has ended. */
static inline amp_status amp__cl_over_host(amp__cl_queue *q, const amp__cl_span *others, int count,
                                           amp__cl_span *span)
{
    amp__cl_device *d = q->device;
    const size_t bytes = (size_t)(span->high - span->low);
    cl_int code = CL_SUCCESS;
    int i;
    for (i = 0; i < AMP__CL_KEPT && d->is_cpu; i++) {
        if (q->kept[i].buffer != NULL && q->kept[i].low == span->low && q->kept[i].bytes == bytes
            && q->kept[i].written == span->written) {
            span->buffer = q->kept[i].buffer;
            return AMP_OK;
        }
    }
    if (amp__cl_check_bytes(d, bytes) != AMP_OK) {
        return AMP_OUT_OF_MEMORY;
    }
    span->buffer = clCreateBuffer(d->context, CL_MEM_USE_HOST_PTR
                                  | (span->written ? CL_MEM_READ_WRITE : CL_MEM_READ_ONLY),
                                  bytes, span->low, &code);
    if (code != CL_SUCCESS) {
        span->buffer = NULL;
        return amp__cl_fail(d, code, "a buffer over host memory");
    }
    if (d->is_cpu) {
        int k;
        AMP__ASSERT(count < AMP__CL_KEPT);
        do { /* the next one that this launch does not use */
            i = q->next_kept;
            q->next_kept = (i + 1) % AMP__CL_KEPT;
            for (k = 0; k < count && others[k].buffer != q->kept[i].buffer; k++) { }
        } while (k < count);
        if (q->kept[i].buffer != NULL) {
            (void)clReleaseMemObject(q->kept[i].buffer);
        }
        q->kept[i].low = span->low;
        q->kept[i].bytes = bytes;
        q->kept[i].written = span->written;
        q->kept[i].buffer = span->buffer;
    }
    return AMP_OK;
}

#endif /* AMP_CL_SHARED_H */
