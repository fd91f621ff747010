/* SPDX-License-Identifier: MIT */
/*
host_calls.c: sequences of host calls drawn from bytes, against the model of model.h.

    ./host_calls FILE ...           runs these inputs
    ./host_calls --seeds FIRST N    runs N inputs that are drawn from numbers
    ./host_calls --seconds FIRST T  the same until so many seconds are over

With -DFUZZ_LIBFUZZER it is a target of libFuzzer instead. What goes wrong ends the program
with a sentence; FUZZ_TRACE=1 prints each call before. A view that a call needs and that
cannot be had is another view or no call, so that every input is a program that keeps the
contract: what the contract leaves open the model leaves open.
*/
#define _POSIX_C_SOURCE 200112L
#include <pthread.h>
#include <stdint.h>
#include <time.h>
#include "model.h"
#ifndef FUZZ_NO_ALGORITHMS
#include "amp_algorithms.h"
#endif
#include "../late_device.h"

/* Where `slow`, what runs on a queue is overtaken by what does not wait for it. */
static int slow;
static void take_time(void)
{
    const struct timespec t = { 0, 40000 };
    if (slow) {
        (void)nanosleep(&t, NULL);
    }
}

AMP_DEVICE_BEGIN
/* a times b plus c, which may be any bytes. */
static inline int madd(int a, int b, int c)
{
    return (int)((unsigned)a * (unsigned)b + (unsigned)c);
}
AMP_KERNEL(add1, 1, value(int, a), inout(int, 1, y))
{
    amp_at(y, idx[0]) = madd(1, amp_at(y, idx[0]), a);
}
AMP_KERNEL(add2, 2, value(int, a), inout(int, 2, y))
{
    amp_at(y, idx[0], idx[1]) = madd(1, amp_at(y, idx[0], idx[1]), a);
}
AMP_KERNEL(add3, 3, value(int, a), inout(int, 3, y))
{
    amp_at_index(y, idx) = madd(1, amp_at_index(y, idx), a);
}
AMP_KERNEL(affine, 1, value(int, a), in(int, 1, x), out(int, 1, y))
{
#ifndef __OPENCL_VERSION__
    if (idx[0] == 0) {
        take_time();
    }
#endif
    amp_at(y, idx[0]) = madd(3, amp_at(x, idx[0] % x_shape.extent[0]), a);
}
AMP_KERNEL(sum, 1, in(int, 1, x), out(int, 1, y))
{
    int i, n = idx[0];
    for (i = 0; i < x_shape.extent[0]; i++) {
        n = madd(1, n, amp_at(x, i));
    }
    amp_at(y, idx[0]) = n;
}
AMP_KERNEL(two, 1, in(int, 1, x), inout(int, 1, y), out(int, 1, z))
{
    amp_at(z, idx[0]) = madd(1, amp_at(x, idx[0] % x_shape.extent[0]), -1);
    if (idx[0] < y_shape.extent[0]) {
        amp_at(y, idx[0]) = madd(1, amp_at(y, idx[0]), 2);
    }
}
AMP_KERNEL(ends, 1, inout(int, 1, y)) { amp_at(y, idx[0]) = -77; amp_abort(); }
AMP_TILED_KERNEL(turn, (8), inout(int, 1, y))
{
    amp_tile_static(int, t, 8);
    t[tidx.local[0]] = amp_at(y, tidx.global[0]);
    amp_tile_barrier_wait(tidx);
    amp_at(y, tidx.global[0]) = t[7 - tidx.local[0]];
}
AMP_PHASED_KERNEL(turn_phased, (8), inout(int, 1, y))
{
    amp_tile_static(int, t, 8);
    amp_phase { t[tidx.local[0]] = amp_at(y, tidx.global[0]); }
    amp_phase { amp_at(y, tidx.global[0]) = madd(1, t[7 - tidx.local[0]], 1); }
}
AMP_TILED_KERNEL(transpose, (2, 2), in(int, 2, x), out(int, 2, y))
{
    amp_tile_static(int, t, 2, 2);
    t[tidx.local[1]][tidx.local[0]] = amp_at_index(x, tidx.global);
    amp_tile_barrier_wait(tidx);
    amp_at(y, tidx.tile_origin[1] + tidx.local[0], tidx.tile_origin[0] + tidx.local[1]) =
        t[tidx.local[0]][tidx.local[1]];
}
#if !defined(FUZZ_NO_ALGORITHMS) && !defined(__OPENCL_VERSION__)
AMP_DEFINE_OPERATOR(wrap, int, 0, madd(1, a, b))
#endif
#if !defined(AMP_OPENCL) && !defined(__OPENCL_VERSION__)
AMP_TILED_KERNEL(diverges, (8), inout(int, 1, y))
{
    amp_at(y, tidx.global[0]) = -78;
    if (tidx.local[0] == 3) {
        return;
    }
    amp_tile_barrier_wait(tidx);
}
#endif
AMP_DEVICE_END

/* ---- the input ---------------------------------------------------------------- */

static const uint8_t *input, *input_end;

/* The next number below n, from the input; 0 behind its end. */
static int draw(int n) { return input < input_end ? *input++ % n : 0; }

/* ---- memory that fails ---------------------------------------------------------- */

static pthread_mutex_t memory_lock = PTHREAD_MUTEX_INITIALIZER;
static long allocations, fail_at, failures, seen_failures, alive;

static void *allocate(size_t bytes, void *user)
{
    int fails;
    void *p;
    (void)user;
    (void)pthread_mutex_lock(&memory_lock);
    fails = ++allocations == fail_at;
    failures += fails;
    alive += !fails;
    (void)pthread_mutex_unlock(&memory_lock);
    p = fails ? NULL : malloc(bytes);
    return p != NULL ? memset(p, 0x5A, bytes) : NULL;
}
static void release(void *p, void *user)
{
    (void)user;
    (void)pthread_mutex_lock(&memory_lock);
    alive--;
    (void)pthread_mutex_unlock(&memory_lock);
    free(p);
}
/* Whether an allocation has failed since the last call; unwaited work may have been hit. */
static int no_memory(int before_under_way)
{
    int hit;
    (void)pthread_mutex_lock(&memory_lock);
    hit = failures > seen_failures;
    seen_failures = failures;
    (void)pthread_mutex_unlock(&memory_lock);
    if (hit) {
        TRACE("    an allocation failed\n");
        had_failure = 1;
        if (before_under_way || under_way()) {
            all_may_be_lost();
        }
    }
    return hit;
}

/* ---- views ------------------------------------------------------------------------ */

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

/* ---- places ------------------------------------------------------------------------ */

enum { EMU, SEPARATE, AUTO, DEFAULT, CPU, FIRST_MADE };

static int some_place(void)
{
    int p = draw(PLACES);
    while (!places[p].alive || (p == CPU && draw(4) != 0)) {
        p = (p + 1) % PLACES;
    }
    return p;
}
static void describe(place *q)
{
    const amp__device *d = amp__queue_device(q->on.queue);
    q->deferred = d->deferred;
}
static void make_place(int p)
{
    static const char *const path[] = { "emu", "emu:separate", "default" };
    place *q = &places[p];
    const int before = under_way(), device = draw(3), mode = draw(2);
    amp_status s;
    if (q->alive) {
        return;
    }
    memset(q, 0, sizeof(*q));
    TRACE("place %d: %s, mode %d\n", p, path[device], mode);
    s = amp_accelerator_create_view(amp_accelerator_find(path[device]), (amp_queuing_mode)mode,
                                    &q->on);
    if (no_memory(before) && s == AMP_OUT_OF_MEMORY) {
        return;
    }
    if (s != AMP_OK) {
        WRONG("status %d", (int)s);
    }
    q->alive = q->made = q->queued = 1;
    describe(q);
}

/* Waits for a place, or ends it. */
static void wait_for_place(int p, int end)
{
    place *q = &places[p];
    const int before = under_way();
    amp_status s;
    if (!q->alive || p == AUTO || p == CPU || (end && !q->made)) {
        return;
    }
    TRACE("%s place %d\n", end ? "release" : "wait for", p);
    s = end ? amp_accelerator_view_release(q->on) : amp_wait(q->on);
    if (!no_memory(before) && s != AMP_OK && !had_failure) {
        WRONG("status %d, and nothing failed", (int)s);
    }
    if (s == AMP_OK && q->failing == LOST) {
        WRONG("AMP_OK, and a launch there failed");
    }
    q->failing = KEPT;
    ended(p);
    if (end) {
        int i;
        q->alive = 0;
        for (i = HOSTS; i < OBJECTS; i++) { /* arrays stay, on the default view */
            if (objects[i].alive && objects[i].home == p) {
                const amp_array_view *v = NULL;
                for (int k = 0; k < VIEWS; k++) {
                    v = views[k].alive && views[k].of == &objects[i] ? &views[k].v : v;
                }
                objects[i].home = EMU;
                if (v != NULL && v->record != NULL && v->record->device != NULL) {
                    const char *path = v->record->device->about.device_path;
                    objects[i].home = strcmp(path, "emu") == 0 ? EMU
                        : strcmp(path, "emu:separate") == 0 ? SEPARATE : DEFAULT;
                }
            }
        }
        if (amp_wait(q->on) != AMP_INVALID_ARGUMENT) {
            WRONG("a released accelerator view can be waited for");
        }
    }
}

/* ---- arrays ------------------------------------------------------------------------- */

static void make_array(void)
{
    const int before = under_way(), p = some_place(), o = HOSTS + draw(OBJECTS - HOSTS);
    object *r = &objects[o];
    amp_array_view v;
    shown *s;
    int k;
    if (r->alive || p == AUTO || p == CPU) {
        return;
    }
    s = slot();
    memset(r, 0, sizeof(*r));
    s->of = r;
    draw_shape(s, CELLS);
    TRACE("view %d: %s on %d, object %d, rank %d (%d, %d, %d)\n", (int)(s - views),
          o == OBJECTS - 1 ? "empty" : "array", p, o, s->rank, s->dim[0], s->dim[1], s->dim[2]);
    v = o == OBJECTS - 1 ? amp_view_empty_extent(int, extent_of(s))
                         : amp_array_on(places[p].on, int, extent_of(s));
    r->home = o == OBJECTS - 1 ? -1 : p;
    r->count = count_of(s);
    take_view(s, v, before);
    r->alive = s->alive;
    for (k = 0; k < CELLS; k++) {
        r->at[k].written_on = 0;
    }
}

/* ---- launches -------------------------------------------------------------------------- */

/* What a launch does: the views it uses, and what the model makes of them. */
typedef struct run {
    int p, count, fails, content[4], writes[4], reads[4];
    shown *arg[4];
    int value[4][CELLS], known[4][CELLS]; /* of what is written, in the order of its cells */
    amp_status refused; /* other than AMP_OK: what it must be refused with */
} run;

static void run_begin(run *r, int p)
{
    memset(r, 0, sizeof(*r));
    r->p = p;
}
/* Adds an argument. */
static void run_arg(run *r, shown *s, int reads, int writes)
{
    const int n = r->count++;
    int list[CELLS], i, m = cells_of(s, list);
    r->arg[n] = s;
    r->reads[n] = reads;
    r->writes[n] = writes;
    for (i = 0; i < m; i++) {
        r->value[n][i] = s->of->at[list[i]].value;
        r->known[n][i] = s->of->at[list[i]].known;
    }
    if (r->refused == AMP_OK && stale(s)) {
        r->refused = AMP_INVALID_ARGUMENT;
    }
    if (r->refused == AMP_OK && writes && s->constant) {
        r->refused = AMP_VIEW_MISMATCH;
    }
}
static void run_domain(run *r, int multiple)
{
    if (r->refused == AMP_OK && !multiple) {
        r->refused = AMP_INVALID_COMPUTE_DOMAIN;
    }
}
/* Whether the launch is one that a program may make: no two threads at one cell. Also
   finds where it runs, and whether it must be refused. */
static int run_possible(run *r)
{
    int i, j, home = -1, two = 0;
    for (i = 0; i < r->count; i++) {
        const shown *a = r->arg[i];
        for (j = 0; j < i; j++) {
            const shown *b = r->arg[j];
            if (!(r->writes[i] || r->writes[j]) || a->of != b->of) {
                continue;
            }
            if (a->v.record == b->v.record || !is_host(a->of)) {
                if (share(a, b)) {
                    return 0;
                }
            } else if (reach_each_other(a, b)) {
                r->refused = r->refused == AMP_OK ? AMP_INVALID_ARGUMENT : r->refused;
            }
        }
        if (!is_host(a->of) && a->of->home >= 0) {
            two |= home >= 0 && home != a->of->home;
            home = a->of->home;
        }
    }
    if (r->p == AUTO) {
        if (two && r->refused == AMP_OK) {
            return 0;
        }
        r->p = home >= 0 ? home : DEFAULT;
        if (home < 0) {
            return 2;
        }
    }
    if (r->p == CPU && r->refused == AMP_OK) {
        r->refused = AMP_UNSUPPORTED;
    }
    return 1;
}

/* Judges a launch's status, and does what it did. */
static void run_end(run *r, amp_status s, int before)
{
    place *q = &places[r->p];
    const int behind = q->queued || q->deferred; /* may go on behind the call */
    int list[CELLS], i, k, n, hit = no_memory(before || behind);
    loss in = KEPT, out = KEPT;
    for (i = 0; i < r->count; i++) {
        const loss l = lost_among(r->arg[i]);
        in = r->reads[i] && l > in ? l : in;
        out = l > out ? l : out;
    }
    TRACE("    status %d\n", (int)s);
    if (r->refused != AMP_OK) {
        if (s != r->refused && !(hit && s == AMP_OUT_OF_MEMORY)
            && !(r->refused == AMP_UNSUPPORTED && s == AMP_VIEW_MISMATCH)) {
            WRONG("status %d instead of %d", (int)s, (int)r->refused);
        }
        return;
    }
    if (s == AMP_OK && !behind && (r->fails || in == LOST)) {
        WRONG("AMP_OK, and it %s", r->fails ? "fails" : "reads what was lost");
    }
    if (s != AMP_OK && !hit && !r->fails && out == KEPT
        && !(q->deferred && (q->tainted || q->failing))) {
        WRONG("status %d, and nothing failed", (int)s);
    }
    for (i = 0; behind && i < r->count; i++) { /* also where only copies for it were sent */
        n = cells_of(r->arg[i], list);
        for (k = 0; k < n; k++) {
            r->arg[i]->of->at[list[k]].written_on |= 1u << r->p;
        }
    }
    if (s != AMP_OK) {
        if (r->fails || hit || q->deferred) {
            for (i = 0; i < r->count; i++) {
                if (r->writes[i]) {
                    if (q->deferred) {
                        told(r->arg[i]);
                    }
                    forget(r->arg[i], q->deferred ? MAYBE : KEPT);
                }
            }
        } /* else it was not run */
        q->failing = q->failing == LOST ? MAYBE : q->failing;
        had_failure |= q->deferred;
        if (q->deferred) {
            taint(r->p);
        }
        return;
    }
    for (i = 0; i < r->count; i++) {
        n = cells_of(r->arg[i], list);
        for (k = 0; k < n; k++) {
            cell *c = &r->arg[i]->of->at[list[k]];
            if (!r->writes[i]) {
                continue;
            }
            c->value = r->value[i][k];
            c->known = r->known[i][k];
            c->lost = c->lost != KEPT ? MAYBE : KEPT;
            if (behind && (r->fails || in == LOST)) {
                c->lost = LOST;
                c->lost_in = r->arg[i]->v.record;
            } else if (behind && (in == MAYBE || q->tainted)) {
                c->lost = MAYBE;
            }
        }
    }
    if (behind && (r->fails || in != KEPT)) {
        had_failure = 1;
        q->failing = r->fails || in == LOST ? LOST : q->failing == LOST ? LOST : MAYBE;
        if (q->deferred) {
            taint(r->p);
        }
    }
}

#define LAUNCH(...) amp_parallel_for_each_on(places[asked].on, __VA_ARGS__)

static void launch(void)
{
    const int asked = some_place(), before = under_way(), what = draw(13), a = 1 + draw(7);
    shown *x, *y, *z;
    run r;
    amp_status s;
    int i, n, list[CELLS];
    run_begin(&r, asked);
    switch (what) {
    case 0: case 1: case 2: /* one view of any rank */
        y = view_of_rank(0);
        if (y == NULL) {
            return;
        }
        run_arg(&r, y, 1, 1);
        n = cells_of(y, list);
        for (i = 0; i < n; i++) {
            r.value[0][i] = (int)((unsigned)r.value[0][i] + (unsigned)a);
        }
        if (!run_possible(&r)) {
            return;
        }
        TRACE("launch add%d on %d: view %d\n", y->rank, asked, (int)(y - views));
        s = y->rank == 1 ? LAUNCH(y->v.extent, add1, a, y->v)
            : y->rank == 2 ? LAUNCH(y->v.extent, add2, a, y->v)
            : LAUNCH(y->v.extent, add3, a, y->v);
        break;
    case 3: case 4: case 5: /* from one to the other */
        x = view_of_rank(1);
        y = view_of_rank(1);
        if (x == NULL || x == y) {
            return;
        }
        run_arg(&r, x, 1, 0);
        run_arg(&r, y, 0, 1);
        n = cells_of(y, list);
        for (i = 0; i < n; i++) {
            const int k = i % x->dim[0];
            if (what == 5) {
                unsigned total = (unsigned)i;
                int known = 1, j;
                for (j = 0; j < x->dim[0]; j++) {
                    total += (unsigned)r.value[0][j];
                    known &= r.known[0][j];
                }
                r.value[1][i] = (int)total;
                r.known[1][i] = known;
            } else {
                r.value[1][i] = (int)(3u * (unsigned)r.value[0][k] + (unsigned)a);
                r.known[1][i] = r.known[0][k];
            }
        }
        if (!run_possible(&r)) {
            return;
        }
        TRACE("launch %s on %d: view %d to view %d\n", what == 5 ? "sum" : "affine", asked,
              (int)(x - views), (int)(y - views));
        s = what == 5 ? LAUNCH(y->v.extent, sum, x->v, y->v)
                      : LAUNCH(y->v.extent, affine, a, x->v, y->v);
        break;
    case 6:
        x = view_of_rank(1);
        y = view_of_rank(1);
        z = view_of_rank(1);
        if (x == NULL || x == y || y == z || x == z) {
            return;
        }
        run_arg(&r, x, 1, 0);
        run_arg(&r, y, 1, 1);
        run_arg(&r, z, 0, 1);
        for (i = 0; i < z->dim[0]; i++) {
            r.value[2][i] = (int)((unsigned)r.value[0][i % x->dim[0]] - 1u);
            r.known[2][i] = r.known[0][i % x->dim[0]];
            if (i < y->dim[0]) {
                r.value[1][i] = (int)((unsigned)r.value[1][i] + 2u);
            }
        }
        if (!run_possible(&r)) {
            return;
        }
        TRACE("launch two on %d: views %d, %d, %d\n", asked, (int)(x - views), (int)(y - views),
              (int)(z - views));
        s = LAUNCH(z->v.extent, two, x->v, y->v, z->v);
        break;
    case 7: case 8: /* in tiles */
        y = view_of_rank(1);
        if (y == NULL) {
            return;
        }
        run_arg(&r, y, 1, 1);
        run_domain(&r, y->dim[0] % 8 == 0);
        if (y->dim[0] % 8 == 0) {
            int value[CELLS], known[CELLS];
            memcpy(value, r.value[0], sizeof(value));
            memcpy(known, r.known[0], sizeof(known));
            for (i = 0; i < y->dim[0]; i++) {
                const int k = i / 8 * 8 + 7 - i % 8;
                r.value[0][i] = (int)((unsigned)value[k] + (what == 8 ? 1u : 0u));
                r.known[0][i] = known[k];
            }
        }
        if (y->dim[0] % 8 != 0 && (stale(y) || y->constant)) {
            return; /* which of two refusals comes first is nobody's business */
        }
        if (!run_possible(&r)) {
            return;
        }
        TRACE("launch turn%s on %d: view %d\n", what == 8 ? "_phased" : "", asked,
              (int)(y - views));
        s = what == 8 ? LAUNCH(amp_tile(y->v.extent, 8), turn_phased, y->v)
                      : LAUNCH(amp_tile(y->v.extent, 8), turn, y->v);
        break;
    case 9:
        x = view_of_rank(2);
        y = view_of_rank(2);
        if (x == NULL || x == y || x->dim[0] != y->dim[1] || x->dim[1] != y->dim[0]
            || x->dim[0] % 2 != 0 || x->dim[1] % 2 != 0) {
            return;
        }
        run_arg(&r, x, 1, 0);
        run_arg(&r, y, 0, 1);
        for (i = 0; i < x->dim[0] * x->dim[1]; i++) {
            const int k = i % x->dim[1] * x->dim[0] + i / x->dim[1];
            r.value[1][k] = r.value[0][i];
            r.known[1][k] = r.known[0][i];
        }
        if (!run_possible(&r)) {
            return;
        }
        TRACE("launch transpose on %d: view %d to view %d\n", asked, (int)(x - views),
              (int)(y - views));
        s = LAUNCH(amp_tile(x->v.extent, 2, 2), transpose, x->v, y->v);
        break;
    case 10: case 11: /* a kernel that fails */
        y = view_of_rank(1);
        if (y == NULL || draw(3) != 0) {
            return;
        }
        run_arg(&r, y, 1, 1);
        r.fails = 1;
#if !defined(AMP_OPENCL)
        if (what == 11 && y->dim[0] % 8 == 0) {
            if (!run_possible(&r)) {
                return;
            }
            TRACE("launch diverges on %d: view %d\n", asked, (int)(y - views));
            s = LAUNCH(amp_tile(y->v.extent, 8), diverges, y->v);
            break;
        }
#endif
        if (!run_possible(&r)) {
            return;
        }
        TRACE("launch ends on %d: view %d\n", asked, (int)(y - views));
        s = LAUNCH(y->v.extent, ends, y->v);
        break;
    default: /* a view of another rank than the kernel's */
        y = view_of_rank(0);
        if (y == NULL || y->rank == 2 || stale(y)) {
            return;
        }
        s = LAUNCH(amp_extent(1, 1), add2, a, y->v);
        if (s != AMP_VIEW_MISMATCH) {
            WRONG("a view of rank %d for a kernel of rank 2: status %d", y->rank, (int)s);
        }
        return;
    }
    run_end(&r, s, before);
}

/* ---- algorithms ------------------------------------------------------------------------ */

#ifndef FUZZ_NO_ALGORITHMS
static void algorithm(void)
{
    const int asked = some_place(), before = under_way(), what = draw(5), a = draw(9);
    shown *x = view_of_rank(1), *y = view_of_rank(1);
    amp_status s;
    run r;
    int i, k, n, total = 0, order[CELLS];
    unsigned want = 0;
    if (x == NULL || y == NULL || asked == CPU || stale(x) || stale(y) || y->constant) {
        return;
    }
    run_begin(&r, asked);
    n = y->dim[0];
    if (what == 2 || what == 3) {
        if (x == y || x->dim[0] != n) {
            return;
        }
        run_arg(&r, x, 1, 0);
    }
    run_arg(&r, y, what == 4, 1);
    if (run_possible(&r) != 1 || r.refused != AMP_OK || (what == 4 && n < 2)) {
        return; /* one element is sorted: nothing runs, and nothing fails */
    }
    TRACE("algorithm %d on %d: view %d to view %d\n", what, asked, (int)(x - views),
          (int)(y - views));
    switch (what) {
    case 0: case 1:
        for (i = 0; i < n; i++) {
            r.value[0][i] = a + (what == 1 ? i : 0);
            r.known[0][i] = 1;
        }
        s = what == 0 ? amp_on(places[asked].on, amp_fill(int, y->v, a))
                      : amp_on(places[asked].on, amp_iota(int, y->v, a));
        break;
    case 2: /* a scan */
        for (i = 0; i < n; i++) {
            want += (unsigned)r.value[0][i];
            r.value[1][i] = (int)want;
            r.known[1][i] = r.known[0][i] && (i == 0 || r.known[1][i - 1]);
        }
        s = amp_on(places[asked].on, amp_inclusive_scan(wrap, x->v, y->v));
        break;
    case 3: /* a sum, for the host */
        k = 1;
        for (i = 0; i < n; i++) {
            want += (unsigned)r.value[0][i];
            k &= r.known[0][i];
        }
        r.count = 1;
        s = amp_on(places[asked].on, amp_reduce(wrap, x->v, &total));
        if (s == AMP_OK && lost_among(x) == LOST) {
            WRONG("a sum of what was lost");
        }
        if (s == AMP_OK && k && total != (int)want) {
            WRONG("the sum is %d instead of %d", total, (int)want);
        }
        if (s != AMP_OK && !no_memory(before) && lost_among(x) == KEPT && !had_failure) {
            WRONG("status %d, and nothing failed", (int)s);
        }
        return;
    default: /* a sort */
        for (i = 0; i < n; i++) {
            for (k = i; k > 0 && order[k - 1] > r.value[0][i]; k--) {
                order[k] = order[k - 1];
            }
            order[k] = r.value[0][i];
            total |= !r.known[0][i];
        }
        for (i = 0; i < n; i++) {
            r.value[0][i] = order[i];
            r.known[0][i] = !total;
        }
        s = amp_on(places[asked].on, amp_radix_sort(int, y->v));
        break;
    }
    if (s != AMP_OK) { /* several launches: some may have been run, and queued work failed */
        if (!no_memory(before || places[asked].queued) && !had_failure && lost_among(y) == KEPT) {
            WRONG("status %d, and nothing failed", (int)s);
        }
        forget(y, MAYBE);
        for (k = 0; k < r.count; k++) {
            n = cells_of(r.arg[k], order);
            for (i = 0; i < n; i++) {
                r.arg[k]->of->at[order[i]].written_on |= 1u << asked;
            }
        }
        had_failure = 1;
        places[asked].failing = MAYBE;
        return;
    }
    run_end(&r, s, before);
}
#endif

/* ---- host memory ------------------------------------------------------------------------ */

static void compare_host(const shown *s)
{
    int list[CELLS], i, n = cells_of(s, list);
    for (i = 0; i < n; i++) {
        const cell *c = &s->of->at[list[i]];
        if (c->known && host_of(s->of)[list[i]] != c->value) {
            WRONG("element %d of host %d is %d instead of %d", list[i], (int)(s->of - objects),
                  host_of(s->of)[list[i]], c->value);
        }
    }
}

/* What a call that waits for the data of s ended with: AMP_OK, and all of it is there; or
   a failure of the data. */
static void judge(shown *s, amp_status status, int before)
{
    const int hit = no_memory(before);
    const loss l = lost_among(s);
    int list[CELLS], i, n = cells_of(s, list);
    TRACE("    status %d\n", (int)status);
    if (stale(s)) {
        if (status != AMP_INVALID_ARGUMENT) {
            WRONG("status %d for a released view", (int)status);
        }
        return;
    }
    if (status == AMP_OK && l == LOST) {
        WRONG("AMP_OK, and it was lost");
    }
    if (status != AMP_OK && l == KEPT && !hit) {
        WRONG("status %d, and nothing failed", (int)status);
    }
    if (status != AMP_OK) {
        told(s);
        return;
    }
    for (i = 0; i < n; i++) {
        s->of->at[list[i]].lost = KEPT;
    }
}

static amp_status synchronize(shown *s)
{
    const int before = under_way(), how = draw(4);
    amp_status status;
    TRACE("synchronize view %d, %d\n", (int)(s - views), how);
    if (how == 0) {
        const amp_completion c = amp_synchronize_async(s->v);
        status = amp_completion_wait(c);
        (void)no_memory(before);
        if (status != AMP_OK && !stale(s) && lost_among(s) == KEPT && had_failure) {
            return status; /* of other work of the queue */
        }
        if (status == AMP_OK && !stale(s) && lost_among(s) == LOST) {
            return AMP_OK; /* the completion is of the queue: it was told before */
        }
    } else {
        status = amp_synchronize(s->v);
    }
    judge(s, status, before);
    if (status == AMP_OK && is_host(s->of) && !stale(s)) {
        compare_host(s);
    }
    return status;
}

/* The program writes host memory. */
static void host_writes(void)
{
    shown *s = some_view();
    int list[CELLS], i, n, before;
    const int how = draw(3), a = draw(100);
    amp_status status;
    if (s == NULL || !is_host(s->of) || stale(s)) {
        return;
    }
    before = under_way();
    TRACE("host writes view %d, %d\n", (int)(s - views), how);
    status = amp_synchronize(s->v);
    judge(s, status, before);
    if (status != AMP_OK) {
        return;
    }
    compare_host(s);
    n = cells_of(s, list);
    for (i = 0; i < n; i++) {
        cell *c = &s->of->at[list[i]];
        c->value = host_of(s->of)[list[i]] = a * 100 + i;
        c->known = 1;
        c->lost = KEPT;
    }
    before = under_way();
    if (how > 0 || s->rank > 1) {
        status = amp_refresh(s->v);
    } else {
        const amp_array_view v = amp_view_extent(int, host_of(s->of) + s->first, extent_of(s));
        status = v.status;
        if (status == AMP_OK) {
            s->v = v;
            s->constant = 0;
        }
    }
    if (!no_memory(before) && status != AMP_OK) {
        WRONG("status %d of saying so", (int)status);
    }
    if (status != AMP_OK) {
        forget(s, MAYBE);
    }
}

/* The program says that host memory is right as it is, or that it needs nothing of it. */
static void refresh_or_discard(int discard)
{
    shown *s = some_view();
    int list[CELLS], i, n;
    const int before = under_way();
    amp_status status;
    if (s == NULL) {
        return;
    }
    TRACE("%s view %d\n", discard ? "discard" : "refresh", (int)(s - views));
    status = discard ? amp_discard_data(s->v) : amp_refresh(s->v);
    if (stale(s)) {
        if (status != AMP_INVALID_ARGUMENT) {
            WRONG("status %d for a released view", (int)status);
        }
        return;
    }
    if (!no_memory(before) && status != AMP_OK) {
        WRONG("status %d", (int)status);
    }
    if (status != AMP_OK || discard || !is_host(s->of)) {
        forget(s, status != AMP_OK || discard ? MAYBE : KEPT);
        n = cells_of(s, list);
        for (i = 0; i < n; i++) {
            s->of->at[list[i]].lost = MAYBE;
        }
        return;
    }
    n = cells_of(s, list);
    for (i = 0; i < n; i++) {
        cell *c = &s->of->at[list[i]];
        c->value = host_of(s->of)[list[i]];
        c->known = 1;
        c->lost = KEPT;
    }
}

static void release_view(shown *s)
{
    const int before = under_way();
    object *o = s->of;
    const amp__record *r = s->v.record;
    const int overlaps = r->overlaps;
    int k, low = 0, high = CELLS;
    loss worst = KEPT, any = KEPT;
    amp_status status;
    const int was_stale = stale(s);
    if (!was_stale && is_host(o)) {
        low = (int)((r->host - (char *)host_of(o)) / (ptrdiff_t)sizeof(int));
        high = low + (int)(r->bytes / sizeof(int));
    }
    TRACE("release view %d: object %d, %d to %d\n", (int)(s - views), (int)(o - objects), low,
          high);
    status = amp_release(s->v);
    k = no_memory(before);
    TRACE("    status %d\n", (int)status);
    if (was_stale) {
        s->alive = 0;
        if (status != AMP_INVALID_ARGUMENT) {
            WRONG("status %d for a released view", (int)status);
        }
        return;
    }
    {
        const int hit = k;
        for (k = low; k < high; k++) {
            any = o->at[k].lost > any ? o->at[k].lost : any;
            if (o->at[k].lost == LOST && o->at[k].lost_in == r) {
                worst = LOST;
            }
        }
        if (status == AMP_OK && worst == LOST) {
            WRONG("AMP_OK, and it was lost");
        }
        if (status != AMP_OK && any == KEPT && !hit) {
            WRONG("status %d, and nothing failed", (int)status);
        }
        for (k = low; k < high; k++) {
            cell *c = &o->at[k];
            if (status != AMP_OK && (c->lost != KEPT || (hit && overlaps))) {
                c->known = 0;
                c->lost = c->lost_in == r || c->lost == KEPT ? KEPT : c->lost;
                c->lost = hit && overlaps ? MAYBE : c->lost;
            }
            if (!is_host(o)) {
                c->known = 0;
                c->lost = KEPT;
            }
        }
    }
    for (k = 0; k < VIEWS; k++) {
        if (views[k].alive && views[k].v.record == r && !stale(&views[k])) {
            WRONG("view %d is not stale", k);
        }
    }
    if (!is_host(o)) {
        o->alive = 0;
        for (k = 0; k < VIEWS; k++) {
            views[k].alive &= views[k].of != o;
        }
    }
}

/* ---- copies ------------------------------------------------------------------------------ */

static void finish(pending *w)
{
    const int before = under_way();
    amp_status s;
    int i;
    if (!w->alive) {
        return;
    }
    TRACE("wait for completion %d\n", (int)(w - pendings));
    (void)(draw(3) == 0 && amp_completion_wait_for(w->c, draw(3)));
    s = amp_completion_wait(w->c);
    if (!no_memory(before) && s != AMP_OK && !had_failure) {
        WRONG("status %d, and nothing failed", (int)s);
    }
    if (s == AMP_OK && w->lost == LOST) {
        WRONG("AMP_OK, and what was to be copied is lost");
    }
    for (i = 0; s == AMP_OK && w->out && i < w->count; i++) {
        if (w->known[i] && w->memory[i] != w->want[i]) {
            WRONG("element %d of the copy is %d instead of %d", i, w->memory[i], w->want[i]);
        }
    }
    if (w->called != NULL && __atomic_load_n(w->called, __ATOMIC_ACQUIRE) != 1) {
        WRONG("what was to follow was not called");
    }
    free(w->memory);
    free(w->called);
    w->alive = 0;
}
static void called(void *user) { (void)__atomic_add_fetch((int *)user, 1, __ATOMIC_ACQ_REL); }

/* Marks what is written by a copy that may go on. */
static void copied(shown *to, const int *value, const int *known, loss lost, int async)
{
    int list[CELLS], i, p, n = cells_of(to, list);
    unsigned on = 0;
    int tainted = 0;
    for (p = 0; p < PLACES; p++) {
        on |= places[p].alive && (places[p].queued || places[p].deferred) ? 1u << p : 0;
        tainted |= places[p].alive && places[p].tainted;
    }
    for (i = 0; i < n; i++) {
        cell *c = &to->of->at[list[i]];
        c->value = value[i];
        c->known = known[i];
        c->lost = lost == LOST ? LOST
            : lost == MAYBE || c->lost != KEPT || (async && tainted) ? MAYBE : KEPT;
        c->lost_in = to->v.record;
        c->written_on |= async ? on : 0;
    }
    had_failure |= lost != KEPT;
}

static void copy(void)
{
    const int before = under_way(), way = draw(3), async = draw(2);
    shown *x = some_view(), *y = some_view();
    pending *w = &pendings[draw(PENDING)];
    int list[CELLS], value[CELLS], known[CELLS], i, n, refused = 0, hit;
    amp_status s = AMP_OK;
    loss lost;
    if (x == NULL) {
        return;
    }
    if (w->alive) {
        finish(w);
    }
    memset(w, 0, sizeof(*w));
    if (way == 0 && (x == y || x->rank != y->rank || count_of(x) != count_of(y))) {
        return;
    }
    n = w->count = cells_of(x, list);
    for (i = 0; i < n; i++) {
        value[i] = x->of->at[list[i]].value;
        known[i] = x->of->at[list[i]].known;
    }
    w->memory = (int *)malloc(sizeof(int) * CELLS);
    if (w->memory == NULL) {
        abort();
    }
    TRACE("copy %d%s: view %d, view %d, completion %d\n", way, async ? ", async" : "",
          (int)(x - views), (int)(y - views), (int)(w - pendings));
    if (way == 0) {
        refused = stale(x) || stale(y) || y->constant || share(x, y)
            || memcmp(x->dim, y->dim, sizeof(int) * (size_t)x->rank) != 0;
        if (async) {
            w->c = amp_copy_async(x->v, y->v);
        } else {
            s = amp_copy(x->v, y->v);
        }
    } else if (way == 1) {
        refused = stale(x) || x->constant;
        for (i = 0; i < n; i++) {
            w->memory[i] = value[i] = 1000 + call_number + i;
            known[i] = 1;
        }
        if (async) {
            w->c = amp_copy_in_async(x->v, w->memory);
        } else {
            s = amp_copy_in(x->v, w->memory);
        }
    } else {
        refused = stale(x);
        w->out = 1;
        memcpy(w->want, value, sizeof(value));
        memcpy(w->known, known, sizeof(known));
        if (async) {
            w->c = amp_copy_out_async(x->v, w->memory);
        } else {
            s = amp_copy_out(x->v, w->memory);
        }
    }
    hit = no_memory(before || async);
    lost = way == 1 ? KEPT : lost_among(x);
    if (refused) {
        s = async ? amp_completion_wait(w->c) : s;
        free(w->memory);
        if (s != AMP_INVALID_ARGUMENT && !hit) {
            WRONG("status %d instead of a refusal", (int)s);
        }
        return;
    }
    if (async) {
        s = w->c.status;
        TRACE("    status %d\n", (int)s);
        if (s != AMP_OK && !hit && lost == KEPT && !had_failure) {
            WRONG("status %d, and nothing failed", (int)s);
        }
        if (s == AMP_OK) {
            w->alive = 1;
            w->lost = lost;
            if (way != 2) {
                copied(way == 0 ? y : x, value, known, lost, 1);
            }
            for (i = 0; way != 1 && i < n; i++) { /* it is read */
                x->of->at[list[i]].written_on |= ~0u >> (32 - PLACES);
            }
            if (draw(4) == 0) {
                int *calls = (int *)calloc(1, sizeof(*calls));
                const amp_completion c = amp_completion_then(w->c, called, calls);
                if (no_memory(1) && c.status != AMP_OK) {
                    free(calls);
                } else {
                    w->c = c;
                    w->called = calls;
                }
            }
            return;
        }
    } else {
        const loss there = way == 0 ? lost_among(y) : way == 1 ? lost_among(x) : KEPT;
        TRACE("    status %d\n", (int)s);
        if (s == AMP_OK && lost == LOST) {
            WRONG("AMP_OK, and what is copied was lost");
        }
        if (s != AMP_OK && !hit && lost == KEPT && there == KEPT) {
            WRONG("status %d, and nothing failed", (int)s);
        }
        if (s == AMP_OK) {
            for (i = 0; way == 2 && i < n; i++) {
                if (known[i] && w->memory[i] != value[i]) {
                    WRONG("element %d (cell %d of object %d) is %d instead of %d", i, list[i],
                          (int)(x->of - objects), w->memory[i], value[i]);
                }
            }
            if (way != 2) {
                copied(way == 0 ? y : x, value, known, lost, 0);
            }
        }
    }
    if (s != AMP_OK) {
        if (way != 1) {
            told(x);
        }
        if (way != 2) {
            told(way == 0 ? y : x);
            forget(way == 0 ? y : x, hit || had_failure ? MAYBE : KEPT);
        }
    }
    free(w->memory);
    w->memory = NULL;
}

/* ---- other calls ---------------------------------------------------------------------------- */

static void prefetch(void)
{
    shown *s = some_view();
    const int p = some_place();
    amp_status status;
    int list[CELLS], i, n;
    if (s == NULL || p == AUTO || p == CPU) {
        return;
    }
    TRACE("synchronize view %d to %d\n", (int)(s - views), p);
    status = amp_synchronize_to(s->v, places[p].on);
    if (stale(s)) {
        if (status != AMP_INVALID_ARGUMENT) {
            WRONG("status %d for a released view", (int)status);
        }
        return;
    }
    if (!no_memory(1) && status != AMP_OK && lost_among(s) == KEPT && !had_failure) {
        WRONG("status %d, and nothing failed", (int)status);
    }
    n = cells_of(s, list);
    for (i = 0; i < n; i++) {
        s->of->at[list[i]].written_on |= places[p].queued || places[p].deferred ? 1u << p : 0;
    }
}

static void data_address(void)
{
    shown *s = some_view();
    const int before = under_way();
    const void *p;
    if (s == NULL || !is_host(s->of)) {
        return;
    }
    TRACE("data of view %d\n", (int)(s - views));
    p = amp_data(s->v);
    if (!stale(s) && p != NULL && p != host_of(s->of) + s->first) {
        WRONG("the data is somewhere else");
    }
    judge(s, p != NULL ? AMP_OK : stale(s) ? AMP_INVALID_ARGUMENT : AMP_KERNEL_FAULT, before);
    if (p != NULL && !stale(s)) {
        compare_host(s);
    }
}

/* ---- a program ------------------------------------------------------------------------------ */

static void begin(void)
{
    static int ready;
    static const char *const path[] = { "emu", "emu:separate", NULL, "default", "cpu" };
    const int config = draw(16);
    int i, k;
    if (!ready) {
        const amp_allocator a = { allocate, release, NULL };
        amp_set_allocator(a);
        trace = getenv("FUZZ_TRACE") != NULL;
        ready = 1;
    }
    doing = "begin";
    fail_at = 0;
    had_failure = 0;
    (void)amp_emu_set_engine(config / 2 % 4 == 1 ? AMP_ENGINE_THREADS : AMP_ENGINE_FIBERS);
    (void)amp_emu_set_workers(1);
    slow = config / 8 % 2;
    late_device(config % 2);
    TRACE("config %d\n", config);
    memset(host, 0, sizeof(host));
    memset(objects, 0, sizeof(objects));
    memset(views, 0, sizeof(views));
    memset(places, 0, sizeof(places));
    for (i = 0; i < HOSTS; i++) {
        objects[i].alive = 1;
        objects[i].count = CELLS;
        for (k = 0; k < CELLS; k++) {
            objects[i].at[k].known = 1;
            objects[i].at[k].value = host[i].at[k] = 10 * k + i;
        }
        for (k = 0; k < GUARD; k++) {
            host[i].low[k] = host[i].high[k] = 0x5EED;
        }
    }
    for (i = 0; i < FIRST_MADE; i++) {
        places[i].alive = 1;
        if (path[i] != NULL) {
            places[i].on = amp_accelerator_default_view(amp_accelerator_find(path[i]));
            if (places[i].on.queue == NULL) {
                WRONG("no place %s", path[i]);
            }
            describe(&places[i]);
        }
    }
}

/* Ends all that lives: everything is known again, and nothing is left. */
static void end(void)
{
    int i, k;
    amp_status s = AMP_OK;
    doing = "end";
    (void)pthread_mutex_lock(&memory_lock);
    fail_at = 0;
    (void)pthread_mutex_unlock(&memory_lock);
    for (i = 0; i < PENDING; i++) {
        finish(&pendings[i]);
    }
    for (i = FIRST_MADE; i < PLACES; i++) {
        wait_for_place(i, 1);
    }
    for (i = 0; i < FIRST_MADE; i++) {
        wait_for_place(i, 0);
    }
    for (i = 0; i < HOSTS; i++) {
        shown *v = &views[0];
        memset(v, 0, sizeof(*v));
        v->of = &objects[i];
        v->rank = v->stride[0] = 1;
        v->dim[0] = CELLS;
        TRACE("view 0: all of host %d\n", i);
        take_view(v, amp_view(int, host[i].at, CELLS), 0);
        if (!v->alive) {
            WRONG("no view at the end");
        }
        for (k = 0; k < 200; k++) {
            s = synchronize(v);
            if (s == AMP_OK) {
                break;
            }
        }
        if (s != AMP_OK) {
            WRONG("host %d cannot be synchronized: status %d", i, (int)s);
        }
        compare_host(v);
        release_view(v);
        for (k = 0; k < GUARD; k++) {
            if (host[i].low[k] != 0x5EED || host[i].high[k] != 0x5EED) {
                WRONG("memory beside host %d was written", i);
            }
        }
    }
    for (i = 0; i < VIEWS; i++) {
        if (views[i].alive && !stale(&views[i])) {
            release_view(&views[i]);
        }
    }
}

static void one_call(void)
{
    static const char *const name[] = { "view", "derived view", "launch", "synchronize",
        "host writes", "copy", "release", "array", "place", "wait", "completion", "refresh",
        "discard", "algorithm", "memory", "prefetch", "data", "flush" };
    static const int what[] = { 0, 0, 0, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5,
        5, 6, 7, 7, 8, 8, 9, 10, 11, 12, 13, 13, 14, 15, 16, 17 };
    const int w = what[draw((int)(sizeof(what) / sizeof(what[0])))];
    shown *s;
    doing = name[w];
    switch (w) {
    case 0: make_host_view(); break;
    case 1: derive_view(); break;
    case 2: launch(); break;
    case 3:
        s = some_view();
        if (s != NULL) {
            (void)synchronize(s);
        }
        break;
    case 4: host_writes(); break;
    case 5: copy(); break;
    case 6:
        s = some_view();
        if (s != NULL && draw(2)) {
            int i;
            for (i = 0; i < PENDING; i++) { /* a program waits before it releases */
                finish(&pendings[i]);
            }
            doing = name[w];
            release_view(s);
        }
        break;
    case 7: make_array(); break;
    case 8: make_place(FIRST_MADE + draw(PLACES - FIRST_MADE)); break;
    case 9: wait_for_place(draw(PLACES), draw(3) == 0); break;
    case 10: finish(&pendings[draw(PENDING)]); break;
    case 11: refresh_or_discard(0); break;
    case 12: refresh_or_discard(1); break;
    case 13:
#ifndef FUZZ_NO_ALGORITHMS
        algorithm();
#endif
        break;
    case 14:
        (void)pthread_mutex_lock(&memory_lock);
        fail_at = allocations + 1 + draw(32);
        (void)pthread_mutex_unlock(&memory_lock);
        TRACE("memory will fail\n");
        break;
    case 15: prefetch(); break;
    case 16: data_address(); break;
    default:
        {
            const int p = some_place();
            if (p != AUTO && p != CPU && amp_flush(places[p].on) != AMP_OK) {
                WRONG("a flush failed");
            }
        }
        break;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    input = data;
    input_end = data + size;
    begin();
    for (call_number = 0; input < input_end && call_number < 300; call_number++) {
        one_call();
    }
    end();
    if (amp_live_views() > 0) {
        /* what was released is gone; what views replaced in the table were not is left */
        amp__slab *slab;
        int i;
        for (slab = amp__process.registry.slabs; slab != NULL; slab = slab->next) {
            for (i = 0; i < AMP__SLAB; i++) {
                amp__record *r = &slab->record[i];
                while (r->source != AMP__SOURCE_NONE) {
                    amp_array_view v;
                    amp_status s;
                    memset(&v, 0, sizeof(v));
                    v.type = AMP__TYPE(int);
                    v.record = r;
                    v.generation = r->generation;
                    v.extent = amp_extent(1);
                    v.stride[0] = 1;
                    s = amp_release(v);
                    if (s == AMP_INVALID_ARGUMENT) {
                        WRONG("a record cannot be released");
                    }
                }
            }
        }
    }
    if (amp_live_views() != 0) {
        WRONG("%d data sources are left", amp_live_views());
    }
    return 0;
}

#ifndef FUZZ_LIBFUZZER
static void run_seed(unsigned long seed)
{
    static uint8_t bytes[1024];
    uint64_t state = seed * UINT64_C(0x9E3779B97F4A7C15) + 1;
    size_t i, n;
    for (i = 0; i < sizeof(bytes); i++) {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        bytes[i] = (uint8_t)(state >> 24);
    }
    n = 40 + (size_t)(state % 600);
    fflush(stdout);
    if (getenv("FUZZ_TRACE") != NULL) {
        fprintf(stderr, "seed %lu, %lu bytes\n", seed, (unsigned long)n);
    }
    if (getenv("FUZZ_SAVE") != NULL) {
        FILE *f = fopen(getenv("FUZZ_SAVE"), "wb");
        if (f == NULL || fwrite(bytes, 1, n, f) != n || fclose(f) != 0) {
            abort();
        }
    }
    (void)LLVMFuzzerTestOneInput(bytes, n);
}

static int run_file(const char *name)
{
    static uint8_t bytes[4096];
    FILE *f = fopen(name, "rb");
    size_t n;
    if (f == NULL) {
        fprintf(stderr, "%s cannot be read\n", name);
        return 1;
    }
    n = fread(bytes, 1, sizeof(bytes), f);
    (void)fclose(f);
    if (getenv("FUZZ_TRACE") != NULL) {
        fprintf(stderr, "%s\n", name);
    }
    (void)LLVMFuzzerTestOneInput(bytes, n);
    return 0;
}

int main(int argc, char **argv)
{
    const int seeds = argc == 4 && strcmp(argv[1], "--seeds") == 0;
    const int seconds = argc == 4 && strcmp(argv[1], "--seconds") == 0;
    const time_t start = time(NULL);
    unsigned long n = 0;
    int i, failed = 0;
    if (argc < 2 || (argv[1][0] == '-' && !seeds && !seconds)) {
        fprintf(stderr, "usage: %s FILE ... | --seeds FIRST COUNT | --seconds FIRST COUNT\n",
                argv[0]);
        return 2;
    }
    if (seeds || seconds) {
        const unsigned long first = strtoul(argv[2], NULL, 10), count = strtoul(argv[3], NULL, 10);
        while (seeds ? n < count : difftime(time(NULL), start) < (double)count) {
            run_seed(first + n++);
        }
    } else {
        for (i = 1; i < argc; i++, n++) {
            failed += run_file(argv[i]);
        }
    }
    printf("%lu inputs, %ld allocations, %ld of them failed\n", n, allocations, failures);
    return failed != 0;
}
#endif
