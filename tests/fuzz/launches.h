/* SPDX-License-Identifier: MIT */
#ifndef FUZZ_LAUNCHES_H
#define FUZZ_LAUNCHES_H
/*
launches.h: launches of each kernel and calls of the algorithms, and what they make of the
cells.
*/
#include "kernels.h"
#include "places.h"

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
            cell *c = &r->arg[i]->of->at[list[k]];
            q->after |= r->reads[i] ? c->written_on & ~(1u << r->p) : 0;
            c->written_on |= 1u << r->p;
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
            const loss was = c->lost;
            if (!r->writes[i]) {
                continue;
            }
            c->value = r->value[i][k];
            c->known = r->known[i][k];
            c->lost = c->lost != KEPT ? MAYBE : KEPT;
            if (behind && (r->fails || in == LOST)) {
                c->lost = LOST;
            } else if (behind && (in == MAYBE || q->tainted)) {
                c->lost = MAYBE;
            } else {
                continue;
            }
            c->lost_in = was == KEPT || c->lost_in == r->arg[i]->v.record
                ? r->arg[i]->v.record : NULL;
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

#endif /* FUZZ_LAUNCHES_H */
