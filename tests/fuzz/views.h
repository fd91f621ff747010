/* SPDX-License-Identifier: MIT */
#ifndef FUZZ_VIEWS_H
#define FUZZ_VIEWS_H
/*
views.h: calls that make views, of host memory and of other views.
*/
#include "input.h"

static int stale(const shown *s)
{
    return s->v.record != NULL && s->v.record->generation != s->v.generation;
}

/* A place for a view. */
static shown *slot(void)
{
    shown *s = &views[draw(VIEWS)];
    memset(s, 0, sizeof(*s));
    return s;
}
static void dense_strides(shown *s)
{
    int k, n = 1;
    for (k = s->rank - 1; k >= 0; k--) {
        s->stride[k] = n;
        n *= s->dim[k];
    }
}
static amp_extent extent_of(const shown *s)
{
    return s->rank == 1 ? amp_extent(s->dim[0]) : s->rank == 2 ? amp_extent(s->dim[0], s->dim[1])
        : amp_extent(s->dim[0], s->dim[1], s->dim[2]);
}
/* Draws a shape of at most n elements. */
static void draw_shape(shown *s, int n)
{
    s->rank = 1 + draw(3);
    s->dim[0] = s->dim[1] = s->dim[2] = 1;
    if (s->rank == 1) {
        s->dim[0] = draw(2) ? 1 + draw(n) : n / 8 > 0 ? 8 * (1 + draw(n / 8)) : n;
    } else {
        s->dim[s->rank - 1] = 1 + draw(n < 8 ? n : 8);
        n /= s->dim[s->rank - 1];
        s->dim[s->rank - 2] = 1 + draw(n < 8 ? n : 8);
        n /= s->dim[s->rank - 2];
        s->dim[0] = s->rank == 3 ? 1 + draw(n < 8 ? n : 8) : s->dim[0];
    }
    dense_strides(s);
}

/* The library's view shows what the model says. */
static void check_view(const shown *s)
{
    int k;
    if (s->v.status != AMP_OK) {
        WRONG("a view with the status %d: %s", (int)s->v.status, amp_status_string(s->v.status));
    }
    for (k = 0; k < s->rank; k++) {
        if (s->v.extent.rank != s->rank || s->v.extent.dim[k] != s->dim[k]
            || (s->dim[k] > 1 && s->v.stride[k] != s->stride[k])) {
            WRONG("dimension %d: extent %d, stride %d instead of %d, %d", k, s->v.extent.dim[k],
                  (int)s->v.stride[k], s->dim[k], s->stride[k]);
        }
    }
    if (is_host(s->of) && s->v.data != host_of(s->of) + s->first) {
        WRONG("the view begins somewhere else");
    }
}

/* Takes a view that the library made for s: it is what the model says, or there was no
   memory. */
static void take_view(shown *s, amp_array_view v, int before)
{
    const int hit = no_memory(before);
    s->v = v;
    if (hit && v.status == AMP_OUT_OF_MEMORY) {
        return;
    }
    if (v.status != AMP_OK && lost_among(s) != KEPT) {
        return; /* a failure of the data, told with the view */
    }
    check_view(s);
    s->alive = 1;
}

static void make_host_view(void)
{
    const int before = under_way(), o = draw(HOSTS), first = draw(CELLS);
    shown *s = slot();
    s->of = &objects[o];
    s->first = first;
    draw_shape(s, CELLS - first);
    TRACE("view %d: host %d + %d, rank %d (%d, %d, %d)\n", (int)(s - views), o, first, s->rank,
          s->dim[0], s->dim[1], s->dim[2]);
    take_view(s, amp_view_extent(int, host[o].at + first, extent_of(s)), before);
}

/* A live view, or NULL. */
static shown *some_view(void)
{
    int i = draw(VIEWS), k;
    for (k = 0; k < VIEWS; k++) {
        shown *s = &views[(i + k) % VIEWS];
        if (s->alive) {
            return s;
        }
    }
    return NULL;
}
/* One of that rank, of host memory where asked for. */
static shown *view_of_rank(int rank)
{
    int i = draw(VIEWS), k;
    for (k = 0; k < VIEWS; k++) {
        shown *s = &views[(i + k) % VIEWS];
        if (s->alive && (rank == 0 || s->rank == rank)) {
            return s;
        }
    }
    return NULL;
}

/* A view made of a view. */
static void derive_view(void)
{
    const shown *from = some_view();
    shown old, *s;
    amp_array_view v;
    int k, i = 0, valid = 1, origin[3] = { 0, 0, 0 };
    const int before = under_way();
    if (from == NULL) {
        return;
    }
    old = *from;
    s = slot();
    *s = old;
    switch (draw(5)) {
    case 0: case 1: /* a section */
        for (k = 0; k < s->rank; k++) {
            origin[k] = draw(old.dim[k]);
            s->dim[k] = 1 + draw(old.dim[k] - origin[k]);
            s->first += origin[k] * s->stride[k];
        }
        if (draw(24) == 23) {
            s->dim[0] = old.dim[0] + 1;
            valid = 0;
        }
        v = amp_section(old.v, s->rank == 1 ? amp_index(origin[0]) : s->rank == 2
                        ? amp_index(origin[0], origin[1])
                        : amp_index(origin[0], origin[1], origin[2]), extent_of(s));
        break;
    case 2: /* a projection */
        i = draw(old.dim[0]);
        valid = old.rank > 1;
        v = amp_project(old.v, i);
        s->first += i * s->stride[0];
        s->rank--;
        for (k = 0; k < 2; k++) {
            s->dim[k] = old.dim[k + 1];
            s->stride[k] = old.stride[k + 1];
        }
        break;
    case 3: /* another shape */
        draw_shape(s, count_of(&old));
        valid = is_dense(&old);
        v = amp_view_as(old.v, extent_of(s));
        break;
    default:
        s->constant = 1;
        v = amp_const_view(old.v);
        break;
    }
    TRACE("view %d: of view %d, + %d, rank %d (%d, %d, %d)%s\n", (int)(s - views),
          (int)(from - views), s->first, s->rank, s->dim[0], s->dim[1], s->dim[2],
          valid ? "" : ", bad");
    s->alive = 0;
    if (!valid) {
        if (v.status != AMP_INVALID_ARGUMENT || amp_synchronize(v) != AMP_INVALID_ARGUMENT) {
            WRONG("a bad view has the status %d", (int)v.status);
        }
    } else {
        take_view(s, v, before);
    }
}

#endif /* FUZZ_VIEWS_H */
