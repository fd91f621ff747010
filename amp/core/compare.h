/* SPDX-License-Identifier: MIT */
#ifndef AMP_CORE_COMPARE_H
#define AMP_CORE_COMPARE_H
/*
amp/core/compare.h: one launch on two accelerators, and where their results differ.

    amp_status s = amp_compare(amp_extent(n), saxpy, 2.0f, x, y);
    if (s != AMP_OK) fprintf(stderr, "%s\n", amp_last_error());

The first is the emulator. The second is the default accelerator, or, where the
emulator is the default, the first OpenCL device, or, without one, the emulator
with separate memory, which shows what a kernel leaves unwritten in an `out`
view.
*/

#include "../base/plugin.h"
#include "launch.h"
#include "copy.h"
#include "accelerator_view.h"

/* amp_compare(domain, kernel, args...): the launch of amp_parallel_for_each on both accelerators,
   from the same data; then every element of its out and inout views is compared: float and double
   up to 4 units in the last place (NaN equals NaN, 0 equals -0), others exactly, structs byte by
   byte. Afterwards the views hold the emulator's results. AMP_OK: no difference. AMP_KERNEL_FAULT:
   the sentence names the first element that differs, both values, and how many more there are.
   AMP_OUT_OF_MEMORY, and what a launch or a copy returns: then the out and inout views hold
   something undefined. Not while another thread uses the views. */
#define amp_compare(domain, ...) amp_compare_within(4, domain, __VA_ARGS__)

/* amp_compare with another tolerance: `ulps` units in the last place, 0 to 1000000; a number
   outside is taken as the nearer of the two. */
#define amp_compare_within(ulps, domain, ...) \
    AMP__PFE(amp__compare_within(ulps), domain, __VA_ARGS__)

/* Runs a launch on both accelerators, and compares: what amp_compare returns. */
AMP__API amp_status amp__compare(const amp__how *how, const amp__kernel *k, amp_extent e,
                                 const int *tile, const void *const *given);

/* How amp_compare_within starts a launch. */
static inline amp__how amp__compare_within(int ulps)
{
    amp__how how = amp__on(amp_auto_selection_view());
    how.start = amp__compare;
    how.ulps = ulps < 0 ? 0 : ulps > 1000000 ? 1000000u : (unsigned)ulps;
    return how;
}

#if AMP__IMPLEMENT

/* The number of the accelerator that the emulator is compared with. */
static AMP__COLD int amp__compare_with(void)
{
    const int reference = amp__host_device()->about.index;
    int i = amp_accelerator_default().index, other = reference;
    if (i != reference) {
        return i;
    }
    for (i = 0; i < amp_accelerator_count(); i++) {
        const amp__device *d = &amp__host.devices.device[i];
        if (!d->fallback) {
            return i;
        }
        other = d->own_memory ? i : other;
    }
    return other;
}

/* The elements of a view that the kernel writes, dense: before the launch, after the one
   on the emulator, after the one on the other accelerator. */
typedef struct amp__compared {
    char *before, *emulator, *other;
} amp__compared;

/* How far two numbers of the type are apart, in units in the last place; 0 or
   ULLONG_MAX for types without such units. */
static AMP__COLD unsigned long long amp__distance(amp__type type, const char *a, const char *b)
{
    const long long rest = type.size == 4 ? INT32_MAX : INT64_MAX; /* all bits but the sign */
    const long long infinity = type.size == 4 ? 0x7f800000 : 0x7ff0000000000000;
    int64_t x, y;
    int nan_a, nan_b;
    if (type.kind != AMP__KIND_FLOAT || (type.size != 4 && type.size != 8)) {
        return memcmp(a, b, type.size) == 0 ? 0 : (unsigned long long)-1;
    }
    if (type.size == 4) {
        int32_t i, j;
        memcpy(&i, a, 4);
        memcpy(&j, b, 4);
        x = i;
        y = j;
    } else {
        memcpy(&x, a, 8);
        memcpy(&y, b, 8);
    }
    nan_a = (x & rest) > infinity;
    nan_b = (y & rest) > infinity;
    x = x < 0 ? -(x & rest) : x;
    y = y < 0 ? -(y & rest) : y;
    if (nan_a || nan_b) {
        return nan_a && nan_b ? 0 : (unsigned long long)-1;
    }
    return x > y ? (unsigned long long)x - (unsigned long long)y
                 : (unsigned long long)y - (unsigned long long)x;
}

/* Writes the value at p as text to text[0..size): a number, or the bytes of other types. */
static AMP__COLD void amp__value_text(char *text, size_t size, amp__type type, const char *p)
{
    size_t i, used = 0;
    text[0] = '\0';
    if (type.kind == AMP__KIND_FLOAT && type.size == 4) {
        float f;
        memcpy(&f, p, 4);
        (void)snprintf(text, size, "%.9g", (double)f);
    } else if (type.kind == AMP__KIND_FLOAT && type.size == 8) {
        double d;
        memcpy(&d, p, 8);
        (void)snprintf(text, size, "%.17g", d);
    } else if (type.kind == AMP__KIND_INT && type.size == sizeof(int)) {
        int n;
        memcpy(&n, p, sizeof(n));
        (void)snprintf(text, size, "%d", n);
    } else if (type.kind == AMP__KIND_UINT && type.size == sizeof(unsigned)) {
        unsigned n;
        memcpy(&n, p, sizeof(n));
        (void)snprintf(text, size, "%u", n);
    } else {
        for (i = 0; i < type.size && i < 16 && used + 3 < size; i++) {
            used += (size_t)snprintf(text + used, size - used, "%02x",
                                     (unsigned)(unsigned char)p[i]);
        }
    }
}

/* Compares parameter i of the kernel, the view v, element by element: AMP_OK where none is
   more than `ulps` apart, else AMP_KERNEL_FAULT with the first that is. device: the name of
   the other accelerator. */
static AMP__COLD amp_status amp__compare_results(const amp__kernel *k, int i,
                                                 const amp_array_view *v,
                                                 const amp__compared *c, unsigned ulps,
                                                 const char *device)
{
    const size_t n = amp_extent_size(v->extent), size = v->type.size;
    size_t at, first = n, more = 0;
    unsigned long long far = 0;
    int index[AMP_MAX_RANK];
    char a[64], b[64], where[64], units[80];
    for (at = 0; at < n; at++) {
        const unsigned long long ulp = amp__distance(v->type, c->emulator + at * size,
                                                     c->other + at * size);
        if (ulp > ulps) {
            if (first == n) {
                first = at;
                far = ulp;
            } else {
                more++;
            }
        }
    }
    if (first == n) {
        return AMP_OK;
    }
    amp__index_at((long long)first, v->extent.rank, v->extent.dim, index);
    amp__value_text(a, sizeof(a), v->type, c->emulator + first * size);
    amp__value_text(b, sizeof(b), v->type, c->other + first * size);
    units[0] = '\0';
    if (v->type.kind == AMP__KIND_FLOAT && far != (unsigned long long)-1) {
        AMP__PRINT(units, ", %llu units in the last place apart (%u allowed)", far, ulps);
    }
    return amp__fail(AMP_KERNEL_FAULT, "kernel %s, parameter %s: element %s is %s on %s and %s on "
                     "%s%s; %lu more differ", k->name, k->parameters[i].name,
                     AMP__INDEX_TEXT(where, v->extent.rank, index), a,
                     amp__host_device()->about.device_path, b, device, units,
                     (unsigned long)more);
}

/* Copies every view that the kernel writes out to an array in its amp__compared, the member at
   that offset, which is made where it is NULL; with `in`, from there into the view. AMP_OK,
   AMP_OUT_OF_MEMORY, or what a copy returns. */
static AMP__COLD amp_status amp__compare_move(const amp__kernel *k, const void *const *given,
                                              amp__compared *c, size_t member, int in)
{
    amp_status s = AMP_OK;
    int i;
    for (i = 0; s == AMP_OK && i < k->parameter_count; i++) {
        const amp_array_view *v = (const amp_array_view *)given[i];
        char **bytes = (char **)(void *)((char *)&c[i] + member);
        if (!amp__comes_back(&k->parameters[i])) {
            continue;
        }
        if (*bytes == NULL) {
            *bytes = (char *)amp__alloc(amp_extent_size(v->extent) * v->type.size);
            if (*bytes == NULL) {
                return AMP_OUT_OF_MEMORY;
            }
        }
        s = in ? amp_copy_in(*v, *bytes) : amp_copy_out(*v, *bytes);
    }
    return s;
}

/* amp__compare with accelerator `with`. */
static AMP__COLD amp_status amp__compare_on(const amp__how *how, int with, unsigned ulps,
                                            const amp__kernel *k, amp_extent e, const int *tile,
                                            const void *const *given)
{
    amp__compared c[AMP_MAX_PARAMETERS];
    amp__argument bound[AMP_MAX_PARAMETERS];
    amp_accelerator_view on[2];
    int i, run, special = 0;
    amp_status s = amp__bind(k, given, bound, &special);
    if (s != AMP_OK) {
        return s;
    }
    memset(c, 0, sizeof(c));
    /* first the one that finds what is wrong with a kernel */
    on[0] = amp_accelerator_default_view(amp__host_device()->about);
    on[1] = amp_accelerator_default_view(amp_accelerator_get(with));
    s = amp__compare_move(k, given, c, offsetof(amp__compared, before), 0);
    for (run = 0; s == AMP_OK && run < 2; run++) {
        const size_t result[] = { offsetof(amp__compared, emulator),
                                  offsetof(amp__compared, other) };
        const size_t behind[] = { offsetof(amp__compared, before),
                                  offsetof(amp__compared, emulator) };
        s = amp__start(on[run], how->engine, k, e, tile, given, NULL);
        s = AMP__THEN(s, amp__compare_move(k, given, c, result[run], 0));
        s = AMP__THEN(s, amp__compare_move(k, given, c, behind[run], 1));
    }
    for (i = 0; s == AMP_OK && i < k->parameter_count; i++) {
        if (c[i].other != NULL) {
            s = amp__compare_results(k, i, (const amp_array_view *)given[i], &c[i], ulps,
                                     amp_accelerator_get(with).device_path);
        }
    }
    for (i = 0; i < k->parameter_count; i++) {
        amp__free(c[i].before);
        amp__free(c[i].emulator);
        amp__free(c[i].other);
    }
    return s;
}

AMP__API amp_status amp__compare(const amp__how *how, const amp__kernel *k, amp_extent e,
                                 const int *tile, const void *const *given)
{
    return amp__compare_on(how, amp__compare_with(), how->ulps, k, e, tile, given);
}

#ifdef AMP_OPENCL
/* AMP_COMPARE=1: how a launch starts on a device that is not the emulator's: on the emulator
   first. Other launches start as without AMP_COMPARE. */
static AMP__COLD amp_status amp__compare_device(const amp__how *how, const amp__kernel *k,
                                                amp_extent e, const int *tile,
                                                const void *const *given)
{
    int i = -1;
    if (how->on.queue == NULL) {
        i = amp_accelerator_default().index;
    } else if (amp__queue_alive(how->on)) {
        i = how->on.queue->device->about.index;
    }
    if (i < 0 || amp__host.devices.device[i].fallback) {
        return amp__start(how->on, how->engine, k, e, tile, given, NULL);
    }
    return amp__compare_on(how, i, 4, k, e, tile, given);
}

/* At the start of the program: AMP_COMPARE=1 has every launch compared. */
__attribute__((constructor)) static void amp__compare_asked(void)
{
    if (amp__setting_of(AMP__SETTING_COMPARE).word) {
        amp__stay_loaded();
        amp__host.compare = amp__compare_device;
    }
}
#endif

#endif /* AMP__IMPLEMENT */

#endif /* AMP_CORE_COMPARE_H */
