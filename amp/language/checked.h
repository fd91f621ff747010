/* SPDX-License-Identifier: MIT */
#ifndef AMP_LANGUAGE_CHECKED_H
#define AMP_LANGUAGE_CHECKED_H
/*
amp/language/checked.h: the forms that amp_at, amp_at_index, amp_racy and amp_tile_static have in
a build with AMP_CHECK, and in a debug build. amp/language/element.h, which includes it, and
amp/language/thread.h say what they mean.
*/

#include "../watch/hooks.h"
#include "../watch/memory_functions.h"
#include "../emu/guards.h"
#include "../base/region.h"
#include "shape.h"

#if AMP__CHECKING || AMP__DEBUG

#if AMP__CHECKING
/* The checker reads the text of the file's device regions: regions.h. */
__attribute__((constructor)) static AMP__CHECK void amp__check_unit_regions(void)
{
    amp__check_this_unit.program = &amp__translation_unit;
}
#define AMP__ELEMENT_OUTSIDE(data, size, name, rank, index, d, extent, site) \
    amp__watch->outside(data, size, name, rank, index, d, site)
#else
#define AMP__ELEMENT_OUTSIDE(data, size, name, rank, index, d, extent, site) \
    amp__element_outside(data, name, rank, index, d, extent, site)
#endif

/* The element p[offset] of `size` bytes, which amp_at in line `site` is about to access. */
static AMP__INLINE AMP__CHECK void *amp__check_next(const void *p, size_t size, ptrdiff_t offset,
                                                    const char *site)
{
    const uintptr_t at = (uintptr_t)p + (uintptr_t)offset * size;
#if AMP__CHECKING
    amp__watch_next.at = at;
    amp__watch_next.at_text = site;
#else
    if (__builtin_expect(amp__debug.access != NULL, 0)) {
        amp__debug.access((const void *)at, site);
    }
#endif
    return (void *)at;
}

/* The element at an index, or, where that is outside, spare memory instead, and the finding is
   noted: of a view of any rank. */
static AMP__NOINLINE AMP__CHECK void *amp__check_at(const void *data, size_t size,
                                                    const char *name, int rank, const int *extent,
                                                    const ptrdiff_t *stride, const char *site,
                                                    ptrdiff_t i, ptrdiff_t j, ptrdiff_t k)
{
    const ptrdiff_t index[3] = { i, j, k };
    ptrdiff_t offset = 0;
    int d;
    for (d = 0; d < rank; d++) {
        if (index[d] < 0 || index[d] >= extent[d]) {
            return AMP__ELEMENT_OUTSIDE(data, size, name, rank, index, d, extent[d], site);
        }
        offset += index[d] * (d < rank - 1 ? stride[d] : 1);
    }
    return amp__check_next(data, size, offset, site);
}

/* amp__check_at for one and two dimensions, which takes no arrays: it is faster. */
static AMP__NOINLINE AMP__CHECK void *amp__check_line(const void *data, size_t size,
                                                      const char *name, const char *site,
                                                      int extent, ptrdiff_t i)
{
    return i < 0 || i >= extent ? AMP__ELEMENT_OUTSIDE(data, size, name, 1, &i, 0, extent, site)
        : amp__check_next(data, size, i, site);
}

static AMP__NOINLINE AMP__CHECK void *amp__check_plane(const void *data, size_t size,
                                                       const char *name, const char *site,
                                                       int rows, int columns, ptrdiff_t stride,
                                                       ptrdiff_t i, ptrdiff_t j)
{
    if (i < 0 || i >= rows || j < 0 || j >= columns) {
        const ptrdiff_t index[2] = { i, j };
        const int d = i >= 0 && i < rows;
        return AMP__ELEMENT_OUTSIDE(data, size, name, 2, index, d, d ? columns : rows, site);
    }
    return amp__check_next(data, size, i * stride + j, site);
}

#define AMP__LINE __FILE__ ":" AMP__STR(__LINE__)
#define AMP__ELEMENT_AT(view, ...) \
    (*(__typeof__(&(view)[0]))AMP__CAT(AMP__CHECK_AT_, AMP__COUNT(__VA_ARGS__))( \
        (view), sizeof(*(view)), #view, AMP__LINE, view##_shape, __VA_ARGS__))
/* As in any build an index may have any integer type: one too large for
   ptrdiff_t becomes negative, and is out of bounds all the same. */
#define AMP__CHECK_AT_1(p, size, name, site, s, i) \
    (AMP__INDICES(s, 1, i), amp__check_at_1(p, size, name, site, s, (ptrdiff_t)(i)))
#define AMP__CHECK_AT_2(p, size, name, site, s, i, j) \
    (AMP__INDICES(s, 2, i), \
     amp__check_at_2(p, size, name, site, s, (ptrdiff_t)(i), (ptrdiff_t)(j)))
#define AMP__CHECK_AT_3(p, size, name, site, s, i, j, k) \
    (AMP__INDICES(s, 3, i), \
     amp__check_at_3(p, size, name, site, s, (ptrdiff_t)(i), (ptrdiff_t)(j), (ptrdiff_t)(k)))
/* The address of an element, after a check of its index: one function a rank, so that a
   wrong number of indices does not compile. */
static AMP__INLINE void *amp__check_at_1(const void *p, size_t size, const char *name,
                                         const char *site, amp_shape1 s, ptrdiff_t i)
{
    return amp__check_line(p, size, name, site, s.extent[0], i);
}
static AMP__INLINE void *amp__check_at_2(const void *p, size_t size, const char *name,
                                         const char *site, amp_shape2 s, ptrdiff_t i, ptrdiff_t j)
{
    return amp__check_plane(p, size, name, site, s.extent[0], s.extent[1], s.stride[0], i, j);
}
static AMP__INLINE void *amp__check_at_3(const void *p, size_t size, const char *name,
                                         const char *site, amp_shape3 s, ptrdiff_t i,
                                         ptrdiff_t j, ptrdiff_t k)
{
    return amp__check_at(p, size, name, 3, s.extent, s.stride, site, i, j, k);
}

#if AMP_MAX_RANK == 3
#define AMP__CHECK_AT_4(p, size, name, site, s, ...) (AMP__INDICES(s, 4, 0), (void *)0)
#else
#define AMP__CHECK_AT_FAR(p, size, name, site, s, ...) \
    amp__check_far(p, size, AMP__CAT(AMP__AT_, AMP__COUNT(__VA_ARGS__))(s, __VA_ARGS__))
#define AMP__CHECK_AT_4 AMP__CHECK_AT_FAR
#define AMP__CHECK_AT_5 AMP__CHECK_AT_FAR
#define AMP__CHECK_AT_6 AMP__CHECK_AT_FAR
#define AMP__CHECK_AT_7 AMP__CHECK_AT_FAR
#define AMP__CHECK_AT_8 AMP__CHECK_AT_FAR
/* Of a rank above 3: each index by itself is not looked at, but the address is. */
static AMP__INLINE void *amp__check_far(const void *p, size_t size, ptrdiff_t offset)
{
    return (void *)((uintptr_t)p + (uintptr_t)offset * size);
}
#endif

#define AMP__ELEMENT_INDEX(view, idx) \
    (*(__typeof__(&(view)[0]))(AMP__INDEX_ARRAY(idx), \
        amp__check_at_index((view), sizeof(*(view)), #view, AMP__LINE, \
            (int)(sizeof(view##_shape.extent) / sizeof(int)), view##_shape.extent, \
            view##_shape.stride, (idx))))
/* The address of the element at idx[0..rank), of any rank, checked. */
static AMP__INLINE void *amp__check_at_index(const void *p, size_t size, const char *name,
                                             const char *site, int rank, const int *extent,
                                             const ptrdiff_t *stride, const int *idx)
{
#if AMP_MAX_RANK > 3
    if (rank > 3) {
        return amp__check_far(p, size, amp__offset_far(rank, stride, idx));
    }
#endif
    return rank == 1 ? amp__check_line(p, size, name, site, extent[0], idx[0])
        : rank == 2 ? amp__check_plane(p, size, name, site, extent[0], extent[1], stride[0],
                                       idx[0], idx[1])
        : amp__check_at(p, size, name, 3, extent, stride, site, idx[0], idx[1], idx[2]);
}

#if AMP__CHECKING
#define AMP__RACY(lvalue) (*(__typeof__(&(lvalue)))(uintptr_t)amp__check_racy(&(lvalue), AMP__LINE))
/* The address p; the next access there is not judged. */
static AMP__NOINLINE AMP__CHECK const volatile void *amp__check_racy(const volatile void *p,
                                                                     const char *site)
{
    amp__watch_next.racy = (uintptr_t)p;
    amp__watch_next.racy_text = site;
    return p;
}
#else
#define AMP__RACY(lvalue) (*(AMP__UNORDERED &(lvalue)))
#endif

#define AMP__TILE_STATIC_1(T, name, d0)                                       \
    T *name = (T *)amp__checked(amp__phased.tile, #name, sizeof(T), AMP__KIND(T), 1, d0, 1, 1); \
    AMP__TILE_SHOWN(T, name, [d0])
#define AMP__TILE_STATIC_2(T, name, d0, d1)                                   \
    T (*name)[d1] = (T (*)[d1])amp__checked(amp__phased.tile, #name, sizeof(T), AMP__KIND(T), \
        2, d0, d1, 1);                                                        \
    AMP__TILE_SHOWN(T, name, [d0][d1])
#define AMP__TILE_STATIC_3(T, name, d0, d1, d2)                               \
    T (*name)[d1][d2] = (T (*)[d1][d2])amp__checked(amp__phased.tile, #name, sizeof(T), \
        AMP__KIND(T), 3, d0, d1, d2);                                         \
    AMP__TILE_SHOWN(T, name, [d0][d1][d2])
AMP__UNSEEN_INLINE void *amp__checked(amp__tile *t, const char *name, size_t size, int kind,
                                      int rank, int d0, int d1, int d2)
{
#if AMP__CHECKING
    return amp__watch_here->tile_static(t, name, size, kind, rank, d0, d1, d2);
#else
    (void)kind, (void)rank;
    return amp__tile_guarded(t, name, size * (size_t)d0 * (size_t)d1 * (size_t)d2);
#endif
}

#endif /* AMP__CHECKING || AMP__DEBUG */

#endif /* AMP_LANGUAGE_CHECKED_H */
