/* SPDX-License-Identifier: MIT */
#ifndef AMP_CORE_UNWRITTEN_H
#define AMP_CORE_UNWRITTEN_H
/*
amp/core/unwritten.h: in a debug build, which elements of an `out` view no thread wrote.

What an `out` view holds before the launch is not brought to a device, and is undefined there. So a
debug build gives it numbers that look like nothing a program computes: bytes drawn from where they
lie in their data source, the same in each run. Where the host then reads the view, elements that
still hold them were not written. A kernel may have made such a number by chance: it is only said
where that is less likely than one in a million.
*/

#include "backend.h"
#include "source.h"

/* What other memory of a debug build begins with, arrays and tile memory; what tile memory begins
   with in a second run (amp/emu/replay.h), and how the bytes of `out` views differ there. As
   numbers the one is far below zero and the other far above: a maximum or a minimum takes one. */
enum { AMP__UNWRITTEN = 0xCD, AMP__UNWRITTEN_AGAIN = 0x4D, AMP__UNWRITTEN_CHANGE = 0x5A };

/* A number for each x, different for different x, as if drawn at random. */
static inline unsigned long long amp__mix(unsigned long long x)
{
    x ^= x >> 33;
    x *= 0xff51afd7ed558ccdULL;
    x ^= x >> 33;
    x *= 0xc4ceb9fe1a85ec53ULL;
    return x ^ (x >> 33);
}

/* The bytes from the first to behind the last element of an argument, a view. */
static inline size_t amp__argument_span(const amp__parameter *p, const amp__argument *a)
{
    return amp__bytes_spanned(p->type.size, p->rank, a->extent, a->stride);
}

/* Whether argument i, a view, shares memory with another view. */
static AMP__COLD int amp__argument_shared(const amp__launch *l, int i)
{
    const amp__parameter *p = l->kernel->parameters;
    const uintptr_t low = (uintptr_t)l->arguments[i].data;
    const uintptr_t high = low + amp__argument_span(&p[i], &l->arguments[i]);
    int j, shared = 0;
    for (j = 0; j < l->kernel->parameter_count; j++) {
        const uintptr_t at = (uintptr_t)l->arguments[j].data;
        shared |= j != i && p[j].access != AMP__ACCESS_value && at < high
            && low < at + amp__argument_span(&p[j], &l->arguments[j]);
    }
    return shared;
}

#if AMP__DEBUG_CODE

/* The byte at an offset in a data source that nobody has written. */
static inline unsigned char amp__unwritten_byte(size_t offset)
{
    const unsigned change = amp__debug.again ? (unsigned)AMP__UNWRITTEN_CHANGE : 0;
    return (unsigned char)((amp__mix(offset / 8 + 1) >> offset % 8 * 8) ^ change);
}

/* Notes that the kernel's `out` parameter p is at `host` in host memory, `*offset` bytes into its
   data source, which is set; k NULL: that it is not to be looked at. 0 where there is no such
   source, or several share it. */
static AMP__COLD int amp__unwritten_note(const amp__kernel *k, const amp__parameter *p,
                                         const void *host, size_t *offset)
{
    const uintptr_t at = (uintptr_t)host;
    amp__record *r;
    size_t i;
    AMP__HOLD(&amp__lock.registry);
    i = amp__registry_below(at);
    r = amp__registry_next(at, at + 1, &i);
    if (r == NULL || r->overlaps) {
        return 0;
    }
    *offset = (size_t)(at - (uintptr_t)r->host);
    r->unwritten.kernel = k != NULL ? k->name : NULL;
    r->unwritten.parameter = p->name;
    return 1;
}

/* Before the threads of a debug build's launch run: its `out` views hold what nobody wrote, but
   those that share memory with another view, whose content must stay.
   host_arguments: as engines have them. */
static AMP__COLD void amp__outputs_unwritten(const amp__launch *l,
                                             const amp__argument *host_arguments)
{
    int i;
    for (i = 0; i < l->kernel->parameter_count; i++) {
        const amp__parameter *p = &l->kernel->parameters[i];
        const amp__argument *a = &l->arguments[i];
        const void *host = host_arguments != NULL ? host_arguments[i].data : a->data;
        long long row, rows;
        size_t at, b, bytes;
        if (p->access != AMP__ACCESS_out || host == NULL || amp__argument_shared(l, i)
            || !amp__unwritten_note(l->kernel, p, host, &at)) {
            continue;
        }
        rows = amp__row_count(p->rank, a->extent);
        bytes = (size_t)a->extent[p->rank - 1] * p->type.size;
        for (row = 0; row < rows; row++) {
            const size_t begin = (size_t)amp__row_offset(p->rank, a->extent, a->stride, row)
                * p->type.size;
            for (b = begin; b < begin + bytes; b++) {
                ((unsigned char *)a->data)[b] = amp__unwritten_byte(at + b);
            }
        }
    }
}

/* The launch has failed: what it has not written is not told. */
static AMP__COLD void amp__outputs_failed(const amp__launch *l,
                                          const amp__argument *host_arguments)
{
    const amp__argument *host = host_arguments != NULL ? host_arguments : l->arguments;
    size_t offset;
    int i;
    for (i = 0; i < l->kernel->parameter_count; i++) {
        if (l->kernel->parameters[i].access == AMP__ACCESS_out && host[i].data != NULL) {
            (void)amp__unwritten_note(NULL, &l->kernel->parameters[i], host[i].data, &offset);
        }
    }
}

/* Whether the element at `data`, `offset` bytes into its data source, holds what nobody wrote. */
static inline int amp__element_unwritten(const unsigned char *data, size_t size, size_t offset)
{
    size_t b = 0;
    while (b < size && data[b] == amp__unwritten_byte(offset + b)) {
        b++;
    }
    return b == size;
}

/* The host is about to read v, of a program that is a debug build: says once which of its elements
   no thread of the last launch that wrote it has written. */
static AMP__COLD void amp__unwritten_tell(const amp_array_view *v)
{
    const unsigned char *host = (const unsigned char *)amp__host_address(v);
    const int rank = v->extent.rank, *extent = v->extent.dim;
    const size_t size = v->type.size, elements = amp_extent_size(v->extent);
    const long long rows = amp__row_count(rank, extent);
    const int bits = (size < 8 ? 8 * (int)size : 64) - (64 - __builtin_clzll(elements));
    unsigned long long count = 0;
    int first[AMP_MAX_RANK], i;
    long long row;
    char text[700], index[64];
    for (row = 0; host != NULL && row < rows; row++) {
        const size_t begin = (size_t)amp__row_offset(rank, extent, v->stride, row) * size;
        for (i = 0; i < extent[rank - 1]; i++) {
            const size_t at = begin + (size_t)i * size;
            if (amp__element_unwritten(host + at, size, v->offset + at) && count++ == 0) {
                amp__index_at(row * extent[rank - 1] + i, rank, extent, first);
            }
        }
    }
    if (bits > 0 && count * (unsigned)bits >= 20) {
        AMP__PRINT(text, "kernel %s, parameter %s: no thread wrote element %s%s: %llu of %lu were "
                   "not written; what an `out` view held before the launch is undefined: write "
                   "each element, or take it as `inout`", v->record->unwritten.kernel,
                   v->record->unwritten.parameter, AMP__INDEX_TEXT(index, rank, first),
                   count > 1 ? " and others" : "", count, (unsigned long)elements);
        amp__debug_says(text, 1);
    }
    if (count > 0 || elements * size == v->record->bytes) {
        v->record->unwritten.kernel = NULL;
    }
}

#endif /* AMP__DEBUG_CODE */

#endif /* AMP_CORE_UNWRITTEN_H */
