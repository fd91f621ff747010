/* SPDX-License-Identifier: MIT */
#ifndef AMP_CL_COPY_H
#define AMP_CL_COPY_H
/*
amp/cl/copy.h: buffers, and copies to, from and between them.
*/

#include "queue.h"

/* AMP_OK, or AMP_OUT_OF_MEMORY where the device has no buffer of that size. */
static inline amp_status amp__cl_check_bytes(const amp__cl_device *d, size_t bytes)
{
    if (bytes > d->allocation) {
        return amp__fail(AMP_OUT_OF_MEMORY, "OpenCL device %s takes at most %llu bytes in one "
                         "piece, the data source has %lu: use several", d->name,
                         (unsigned long long)d->allocation, (unsigned long)bytes);
    }
    return AMP_OK;
}

/* The contract's buffer_create. */
static inline amp_status amp__cl_buffer_create(const amp__device *device, size_t bytes,
                                               void **buffer)
{
    amp__cl_device *d = &amp__cl.device[device->number];
    cl_int code = CL_SUCCESS;
    amp_status s = amp__cl_check_bytes(d, bytes);
    cl_mem m;
    if (s == AMP_OK) {
        AMP__HOLD(&amp__cl_lock);
        s = amp__cl_context(d);
    }
    if (s != AMP_OK) {
        return s;
    }
    m = clCreateBuffer(d->context, CL_MEM_READ_WRITE, bytes, NULL, &code);
    if (code != CL_SUCCESS) {
        return amp__fail(amp__cl_status(code), "OpenCL device %s: a buffer of %lu bytes failed "
                         "with %s (%d); it has %llu bytes of memory: release views that are not "
                         "needed",
                         d->name, (unsigned long)bytes, amp__cl_code(code), (int)code,
                         (unsigned long long)d->memory);
    }
    *buffer = m;
    return AMP_OK;
}

/* The contract's buffer_destroy. */
static inline void amp__cl_buffer_destroy(const amp__device *device, void *buffer)
{
    if (!amp__cl.device[device->number].keeps_buffers) {
        (void)clReleaseMemObject((cl_mem)buffer);
    }
}

/* Sends one command, which moves `rows` runs of the box: of its level 0 the one with number
   `group`, there those from `row` on. *event: the command's. */
static inline cl_int amp__cl_send_rows(amp__cl_queue *q, amp__direction way, void *target,
                                       void *source, const amp__copy_box *r, size_t group,
                                       size_t row, size_t rows, cl_event *event)
{
    const cl_mem buffer = (cl_mem)(way == AMP__COPY_OUT ? source : target), other = (cl_mem)source;
    char *host = (char *)(way == AMP__COPY_OUT ? target : source);
    const size_t to = r->to + group * r->to_stride[0] + row * r->to_stride[1];
    const size_t from = r->from + group * r->from_stride[0] + row * r->from_stride[1];
    const size_t zero[3] = { 0, 0, 0 };
    size_t box[3], there[3] = { 0, 0, 0 }, here[3] = { 0, 0, 0 };
    const cl_event *before = q->last != NULL ? &q->last : NULL; /* see amp__cl_queue */
    const cl_uint waits = q->last != NULL;
    box[0] = r->count[2];
    box[1] = rows;
    box[2] = 1;
    if (rows == 1) {
        return way == AMP__COPY_IN
            ? clEnqueueWriteBuffer(q->queue, buffer, CL_FALSE, to, box[0], host + from, waits,
                                   before, event)
            : way == AMP__COPY_OUT
            ? clEnqueueReadBuffer(q->queue, buffer, CL_FALSE, from, box[0], host + to, waits,
                                  before, event)
            : clEnqueueCopyBuffer(q->queue, other, buffer, from, to, box[0], waits, before, event);
    }
    there[0] = to % r->to_stride[1];
    there[1] = to / r->to_stride[1];
    here[0] = from % r->from_stride[1];
    here[1] = from / r->from_stride[1];
    /* see amp__cl_step */
    AMP__ASSERT(way == AMP__COPY_OUT || there[0] + box[0] <= r->to_stride[1]);
    AMP__ASSERT(way == AMP__COPY_IN || here[0] + box[0] <= r->from_stride[1]);
    return way == AMP__COPY_IN
        ? clEnqueueWriteBufferRect(q->queue, buffer, CL_FALSE, there, zero, box, r->to_stride[1], 0,
                                   r->from_stride[1], 0, host + from, waits, before, event)
        : way == AMP__COPY_OUT
        ? clEnqueueReadBufferRect(q->queue, buffer, CL_FALSE, here, zero, box, r->from_stride[1], 0,
                                  r->to_stride[1], 0, host + to, waits, before, event)
        : clEnqueueCopyBufferRect(q->queue, other, buffer, here, there, box, r->from_stride[1], 0,
                                  r->to_stride[1], 0, waits, before, event);
}

/* How many rows of a group a command may move in the buffer: `rows` of them, `pitch` bytes apart,
   in the last group from `first` on. NVIDIA's driver refuses a rectangle whose last row, counted as
   a whole pitch, ends behind the buffer. */
static inline size_t amp__cl_rows_at_once(cl_mem buffer, size_t first, size_t pitch, size_t rows)
{
    size_t bytes = 0;
    (void)clGetMemObjectInfo(buffer, CL_MEM_SIZE, sizeof(bytes), &bytes, NULL);
    return first + rows * pitch <= bytes ? rows : rows - 1;
}

/* How many rows of a group of the box a command moves: OpenCL copies rectangles whose rows lie
   within their pitch. A run that reaches over the end of its row in the buffer goes in a command of
   its own. */
static inline size_t amp__cl_step(amp__direction way, void *to, void *from, const amp__copy_box *r)
{
    const size_t last = r->count[0] - 1, rows = r->count[1];
    const int in_row = rows > 1
        && (way == AMP__COPY_OUT || r->to % r->to_stride[1] + r->count[2] <= r->to_stride[1])
        && (way == AMP__COPY_IN || r->from % r->from_stride[1] + r->count[2] <= r->from_stride[1])
        && (last == 0
            || ((way == AMP__COPY_OUT || r->to_stride[0] % r->to_stride[1] == 0)
                && (way == AMP__COPY_IN || r->from_stride[0] % r->from_stride[1] == 0)));
    const size_t there = !in_row || way == AMP__COPY_OUT ? rows
        : amp__cl_rows_at_once((cl_mem)to, r->to + last * r->to_stride[0], r->to_stride[1], rows);
    const size_t here = !in_row || way == AMP__COPY_IN ? rows
        : amp__cl_rows_at_once((cl_mem)from, r->from + last * r->from_stride[0], r->from_stride[1],
                               rows);
    return !in_row ? 1 : there < here ? there : here;
}

/* The contract's copy; it continues after the return. */
static inline amp_status amp__cl_copy(void *queue, amp__direction way, void *to, void *from,
                                      const amp__copy_box *r)
{
    static const char *const name[] = { "copy in", "copy out", "copy within" };
    amp__cl_queue *q = (amp__cl_queue *)queue;
    const size_t step = amp__cl_step(way, to, from, r);
    size_t g, row, rows;
    for (g = 0; g < r->count[0]; g++) {
        for (row = 0; row < r->count[1]; row += rows) {
            cl_event event = NULL;
            cl_int code;
            rows = step < r->count[1] - row ? step : r->count[1] - row;
            amp__cl_before_send(q);
            code = amp__cl_send_rows(q, way, to, from, r, g, row, rows, &event);
            if (code != CL_SUCCESS) {
                return amp__cl_fail(q->device, code, name[way]);
            }
            amp__cl_after_send(q, event, name[way], NULL,
                               (unsigned long long)(rows * r->count[2]));
        }
    }
    return AMP_OK;
}

#endif /* AMP_CL_COPY_H */
