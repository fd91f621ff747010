/* SPDX-License-Identifier: MIT */
#ifndef AMP_CORE_ARRAY_H
#define AMP_CORE_ARRAY_H
/*
amp/core/array.h: arrays: memory that an accelerator view owns; views without a data source.

An array is an amp_array_view whose memory the library owns: it goes wherever a
view goes, and amp_release frees it.
*/

#include "source.h"
#include "view.h"
#include "accelerator_view.h"
#include "sync.h"

/* An array, by value; the same as a view, so that kernels take it. */
typedef amp_array_view amp_array;

/* An array on a queue's accelerator: in host memory, where that computes in
   it, or in a buffer of the device. */
AMP__API amp_array_view amp__array(amp_accelerator_view on, amp__type type, amp_extent e,
                                   amp_access_type access, amp__source source,
                                   amp_accelerator_view partner);

/* amp_array(T, extent): an array of T on the default accelerator's default view (specification
   5.1). The content is undefined; amp_release frees it. Where it cannot be, the array carries the
   error: AMP_INVALID_ARGUMENT (the extent, a released view) or AMP_OUT_OF_MEMORY. A kernel that is
   given arrays runs, unless the launch says where, on the view on which they live. */
#define amp_array(T, ext)                                                     \
    amp__array(amp_auto_selection_view(), AMP__TYPE(T), ext, AMP_ACCESS_AUTO, \
               AMP__SOURCE_ARRAY, amp_auto_selection_view())

/* An array on an accelerator view: its memory is on that view's accelerator. */
#define amp_array_on(view, T, ext)                                            \
    amp__array(view, AMP__TYPE(T), ext, AMP_ACCESS_AUTO, AMP__SOURCE_ARRAY, view)

/* An array on an accelerator view, with the access that the host has to its memory
   (amp_access_type); it carries AMP_UNSUPPORTED where the device has no memory that the host can
   access so. */
#define amp_array_with_access(view, T, ext, access)                           \
    amp__array(view, AMP__TYPE(T), ext, access, AMP__SOURCE_ARRAY, view)

/* A staging array: in host memory, on a view of an accelerator such as "cpu", for
   copies from and to arrays of the associated view. Its memory is at amp_data. */
#define amp_array_staging(view, associated, T, ext)                           \
    amp__array(view, AMP__TYPE(T), ext, AMP_ACCESS_AUTO, AMP__SOURCE_STAGING, associated)

/* amp_view_empty(T, d0[, d1[, d2]]): a view without a data source (specification 5.2): the library
   gives it memory where and when a kernel or a copy writes it. Its content is undefined before. End
   it with amp_release. It carries AMP_INVALID_ARGUMENT where a dimension is not positive,
   AMP_OUT_OF_MEMORY where there is no memory for its record. */
#define amp_view_empty(T, ...) amp__empty(AMP__TYPE(T), amp_extent(__VA_ARGS__))

/* amp_view_empty, with an amp_extent. */
#define amp_view_empty_extent(T, ext) amp__empty(AMP__TYPE(T), ext)

/* The function behind amp_view_empty and amp_view_empty_extent. */
AMP__API amp_array_view amp__empty(amp__type type, amp_extent e);

/* Where the data source of v is: an array's accelerator view; the default view of the accelerator
   "cpu" for host memory. All zero, with the sentence in amp_last_error, where v carries an error or
   was released. */
AMP__API amp_accelerator_view amp_source_accelerator_view(amp_array_view v);

/* The accelerator view with which a staging array exchanges data; for another array
   its own. All zero for a view of host memory, and, with the sentence in
   amp_last_error, where v carries an error or was released. */
AMP__API amp_accelerator_view amp_associated_accelerator_view(amp_array_view v);

/* How the host may access the memory of v: as the array was made, read and write for
   other views. AMP_ACCESS_NONE, with the sentence in amp_last_error, where v carries an
   error or was released. */
AMP__API amp_access_type amp_cpu_access_type(amp_array_view v);

/* Host memory of v, up to date: amp_synchronize, and then the address of the element at index 0;
   strides are those of v. It stays the library's, or that of the program that made the view, until
   amp_release. What is written there, a kernel on a device sees after amp_refresh(v). NULL, with
   the sentence in amp_last_error, where that fails, or where v is an array that the host has no
   access to: use amp_copy_out. */
AMP__API void *amp_data(amp_array_view v);

#if AMP__IMPLEMENT
#include "unwritten.h"

/* A record of `source` for a shaped view, or the view's error. */
static AMP__COLD amp_array_view amp__new_source(amp_array_view v, amp__source source)
{
    amp__record *r;
    AMP__HOLD(&amp__lock.registry);
    r = amp__registry_new(source, amp_extent_size(v.extent) * v.type.size);
    if (r == NULL) {
        return amp__failed_view(v, AMP_OUT_OF_MEMORY);
    }
    v.record = r;
    v.generation = r->generation;
    return v;
}

AMP__API amp_array_view amp__array(amp_accelerator_view on, amp__type type, amp_extent e,
                                   amp_access_type access, amp__source source,
                                   amp_accelerator_view partner)
{
    amp_array_view v = amp__shaped(type, e);
    amp__queue *q, *other;
    amp__replica *replica;
    amp_status s;
    if (v.status != AMP_OK) {
        return v;
    }
    s = amp__queue_of(on, &q);
    s = AMP__THEN(s, amp__queue_of(partner, &other));
    if (s != AMP_OK) {
        return amp__failed_view(v, s);
    }
    if ((int)access < AMP_ACCESS_NONE || access > AMP_ACCESS_AUTO) {
        return amp__failed_view(v, amp__fail(AMP_INVALID_ARGUMENT, "there is no access type %d: "
            "there are AMP_ACCESS_NONE to AMP_ACCESS_AUTO", (int)access));
    }
    access = access == AMP_ACCESS_AUTO ? q->device->about.default_cpu_access_type : access;
    if (q->device->own_memory && (access != AMP_ACCESS_NONE || source == AMP__SOURCE_STAGING)) {
        (void)amp__fail(AMP_UNSUPPORTED, source == AMP__SOURCE_STAGING
                        ? "a staging array lives in host memory: make it on the accelerator "
                          "\"cpu\", not on %s" : "the host cannot access memory of %s: use "
                        "AMP_ACCESS_NONE and amp_copy", q->device->about.device_path);
        return amp__failed_view(v, AMP_UNSUPPORTED);
    }
    v = amp__new_source(v, source);
    if (v.status != AMP_OK) {
        return v;
    }
    amp__take(&amp__lock.coherence);
    v.record->device = q->device;
    v.record->home.queue = q;
    v.record->home.generation = q->generation;
    v.record->partner.queue = other;
    v.record->partner.generation = other->generation;
    v.record->cpu_access = access;
    s = q->device->own_memory ? amp__replica_get(v.record, q->device, &replica)
                              : amp__host_get(v.record);
    v.data = v.record->host;
    if (amp__debug.file != NULL && v.data != NULL) {
        memset(v.data, AMP__UNWRITTEN, v.record->bytes);
    }
    amp__give(&amp__lock.coherence);
    if (s != AMP_OK) {
        const amp_array_view failed = amp__failed_view(v, s);
        (void)amp_release(v);
        return failed;
    }
    amp__check_view(AMP__CHECK_NEW, &v);
    return v;
}

AMP__API amp_array_view amp__empty(amp__type type, amp_extent e)
{
    const amp_array_view v = amp__shaped(type, e);
    return v.status != AMP_OK ? v : amp__new_source(v, AMP__SOURCE_EMPTY);
}

AMP__API amp_accelerator_view amp_source_accelerator_view(amp_array_view v)
{
    amp_accelerator_view on = amp_auto_selection_view();
    if (amp__view_usable(&v) != AMP_OK) {
        return on;
    }
    if (v.record->source != AMP__SOURCE_ARRAY && v.record->source != AMP__SOURCE_STAGING) {
        return amp_accelerator_default_view(amp__device_in_host(1)->about);
    }
    if (AMP__LOAD(&v.record->home.queue->generation) != v.record->home.generation) {
        return amp_accelerator_default_view(v.record->device->about);
    }
    return v.record->home;
}

AMP__API amp_accelerator_view amp_associated_accelerator_view(amp_array_view v)
{
    return amp__view_usable(&v) == AMP_OK ? v.record->partner : amp_auto_selection_view();
}

AMP__API amp_access_type amp_cpu_access_type(amp_array_view v)
{
    if (amp__view_usable(&v) != AMP_OK) {
        return AMP_ACCESS_NONE;
    }
    return v.record->source == AMP__SOURCE_ARRAY || v.record->source == AMP__SOURCE_STAGING
        ? v.record->cpu_access : AMP_ACCESS_READ_WRITE;
}

AMP__API void *amp_data(amp_array_view v)
{
    amp_status s = amp_synchronize(v);
    void *data = NULL;
    if (s == AMP_OK && v.record->source == AMP__SOURCE_ARRAY
        && v.record->cpu_access == AMP_ACCESS_NONE) {
        s = amp__fail(AMP_UNSUPPORTED, "the host has no access to an array on %s: use "
                      "amp_copy_out", v.record->device->about.device_path);
    }
    s = AMP__THEN(s, amp__coherence_enter(&v));
    if (s == AMP_OK) {
        s = amp__host_get(v.record);
        data = s == AMP_OK ? v.record->host + v.offset : NULL;
        (void)amp__coherence_leave(s);
    }
    return data;
}

#endif /* AMP__IMPLEMENT */

#endif /* AMP_CORE_ARRAY_H */
