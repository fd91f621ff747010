/* SPDX-License-Identifier: MIT */
/* After the code patterns of Indigo, and the planted faults it names: vertices and edges
   under conditions, pull, push, worklists, path compression; an atomic that is missing, a
   bound, a guard, a synchronization. A thread is a vertex. */
#include "labelled.h"
AMP_DEVICE_BEGIN

/* Pull: the neighbours' values are read where they are also written. */
/* bad pull: global-race y 1 2 */
AMP_KERNEL(pull, 1, in(int, 1, row), in(int, 1, edge), inout(int, 1, y))
{
    int best = 0;
    for (int j = at(row, idx[0]); j < at(row, idx[0] + 1); j++) {
        const int other = at(y, at(edge, j)); /* 1 */
        if (other > best) { best = other; }
    }
    at(y, idx[0]) = best + idx[0]; /* 2 */
}
RUN(pull, VERTICES, ROW, EDGE, Y)
/* clean pull_ok */
AMP_KERNEL(pull_ok, 1, in(int, 1, row), in(int, 1, edge), in(int, 1, x), out(int, 1, y))
{
    int best = 0;
    for (int j = at(row, idx[0]); j < at(row, idx[0] + 1); j++) {
        const int other = at(x, at(edge, j));
        if (other > best) { best = other; }
    }
    at(y, idx[0]) = best + idx[0];
}
RUN(pull_ok, VERTICES, ROW, EDGE, X, Y)

/* Push: a vertex leaves its number with its neighbours. */
/* bad push: global-race y 1 1 */
AMP_KERNEL(push, 1, in(int, 1, row), in(int, 1, edge), inout(int, 1, y))
{
    for (int j = at(row, idx[0]); j < at(row, idx[0] + 1); j++) {
        at(y, at(edge, j)) = idx[0]; /* 1 */
    }
}
RUN(push, VERTICES, ROW, EDGE, Y)
/* clean push_ok */
AMP_KERNEL(push_ok, 1, in(int, 1, row), in(int, 1, edge), inout(int, 1, y))
{
    for (int j = at(row, idx[0]); j < at(row, idx[0] + 1); j++) {
        (void)amp_atomic_fetch_max(&at(y, at(edge, j)), idx[0]);
    }
}
RUN(push_ok, VERTICES, ROW, EDGE, Y)

/* Push of a share, added. */
/* bad push_share: global-race g 1 1 */
AMP_KERNEL(push_share, 1, in(int, 1, row), in(int, 1, edge), inout(float, 2, g))
{
    const int from = at(row, idx[0]), to = at(row, idx[0] + 1);
    const float share = 1.0f / (float)(to - from);
    for (int j = from; j < to; j++) {
        at(g, at(edge, j) / 32, at(edge, j) % 32) += share; /* 1 */
    }
}
RUN(push_share, VERTICES, ROW, EDGE, G)
/* clean push_share_ok */
AMP_KERNEL(push_share_ok, 1, in(int, 1, row), in(int, 1, edge), inout(float, 2, g))
{
    const int from = at(row, idx[0]), to = at(row, idx[0] + 1);
    const float share = 1.0f / (float)(to - from);
    for (int j = from; j < to; j++) {
        (void)amp_atomic_fetch_add(&at(g, at(edge, j) / 32, at(edge, j) % 32), share);
    }
}
RUN(push_share_ok, VERTICES, ROW, EDGE, G)

/* Vertices under a condition are counted. */
/* bad count_vertices: global-race z 1 1 */
AMP_KERNEL(count_vertices, 1, in(int, 1, row), in(int, 1, edge), inout(int, 1, z))
{
    int largest = 0;
    for (int j = at(row, idx[0]); j < at(row, idx[0] + 1); j++) {
        if (at(edge, j) > largest) { largest = at(edge, j); }
    }
    if (largest > idx[0]) {
        at(z, 0) += 1; /* 1 */
    }
}
RUN(count_vertices, VERTICES, ROW, EDGE, Z)
/* clean count_vertices_ok */
AMP_KERNEL(count_vertices_ok, 1, in(int, 1, row), in(int, 1, edge), inout(int, 1, z))
{
    int largest = 0;
    for (int j = at(row, idx[0]); j < at(row, idx[0] + 1); j++) {
        if (at(edge, j) > largest) { largest = at(edge, j); }
    }
    if (largest > idx[0]) { (void)amp_atomic_fetch_add(&at(z, 0), 1); }
}
RUN(count_vertices_ok, VERTICES, ROW, EDGE, Z)

/* Edges under a condition are counted, each at once. */
/* bad count_edges: global-race z 1 1 */
AMP_KERNEL(count_edges, 1, in(int, 1, row), in(int, 1, edge), inout(int, 1, z))
{
    for (int j = at(row, idx[0]); j < at(row, idx[0] + 1); j++) {
        if (at(edge, j) < idx[0]) {
            at(z, 0)++; /* 1 */
        }
    }
}
RUN(count_edges, VERTICES, ROW, EDGE, Z)
/* clean count_edges_ok */
AMP_KERNEL(count_edges_ok, 1, in(int, 1, row), in(int, 1, edge), inout(int, 1, z))
{
    int n = 0;
    for (int j = at(row, idx[0]); j < at(row, idx[0] + 1); j++) {
        if (at(edge, j) < idx[0]) { n++; }
    }
    if (n > 0) { (void)amp_atomic_fetch_add(&at(z, 0), n); }
}
RUN(count_edges_ok, VERTICES, ROW, EDGE, Z)

/* The largest value, with a guard in front of it: the guard is no lock. */
/* bad guard: global-race z 1 2; ?global-race z 2 2 */
AMP_KERNEL(guard, 1, in(int, 1, w), inout(int, 1, z))
{
    const int mine_ = at(w, idx[0]) + 1;
    if (at(z, 0) < mine_) { /* 1 */
        at(z, 0) = mine_; /* 2 */
    }
}
RUN(guard, VERTICES, W, Z)
/* clean guard_ok */
AMP_KERNEL(guard_ok, 1, in(int, 1, w), inout(int, 1, z))
{
    const int mine_ = at(w, idx[0]) + 1;
    if (at(z, 0) < mine_) { (void)amp_atomic_fetch_max(&at(z, 0), mine_); }
}
RUN(guard_ok, VERTICES, W, Z)

/* A worklist whose length is read and written, and not changed in one. */
/* bad worklist: global-race z 1 2; global-race z 2 2 */
AMP_KERNEL(worklist, 1, inout(int, 1, y), inout(int, 1, z))
{
    const int n = at(z, 0); /* 1 */
    at(z, 0) = n + 1; /* 2 */
    at(y, n) = idx[0];
}
RUN(worklist, VERTICES, Y, Z)
/* clean worklist_ok */
AMP_KERNEL(worklist_ok, 1, inout(int, 1, y), inout(int, 1, z))
{
    at(y, amp_atomic_fetch_inc(&at(z, 0))) = idx[0];
}
RUN(worklist_ok, VERTICES, Y, Z)

/* A worklist with too little room. */
/* bad small_worklist: out-of-bounds y 1 1 */
AMP_KERNEL(small_worklist, 1, inout(int, 1, y), inout(int, 1, z))
{
    const int n = amp_atomic_fetch_inc(&at(z, 0));
    at(y, n) = idx[0]; /* 1 */
}
RUN(small_worklist, VERTICES, amp_section(Y, amp_index(0), amp_extent(V - 1)), Z)
/* clean small_worklist_ok */
AMP_KERNEL(small_worklist_ok, 1, inout(int, 1, y), inout(int, 1, z))
{
    const int n = amp_atomic_fetch_inc(&at(z, 0));
    if (n < y_shape.extent[0]) { at(y, n) = idx[0]; }
}
RUN(small_worklist_ok, VERTICES, amp_section(Y, amp_index(0), amp_extent(V - 1)), Z)

/* One neighbour too many: of the last vertex there is none behind. */
/* bad too_many: out-of-bounds edge 1 1 */
AMP_KERNEL(too_many, 1, in(int, 1, row), in(int, 1, edge), out(int, 1, y))
{
    int sum = 0;
    for (int j = at(row, idx[0]); j <= at(row, idx[0] + 1); j++) {
        sum += at(edge, j); /* 1 */
    }
    at(y, idx[0]) = sum;
}
RUN(too_many, VERTICES, ROW, EDGE, Y)
/* clean too_many_ok */
AMP_KERNEL(too_many_ok, 1, in(int, 1, row), in(int, 1, edge), out(int, 1, y))
{
    int sum = 0;
    for (int j = at(row, idx[0]); j < at(row, idx[0] + 1); j++) { sum += at(edge, j); }
    at(y, idx[0]) = sum;
}
RUN(too_many_ok, VERTICES, ROW, EDGE, Y)

/* More threads than vertices, and nobody asks. */
/* bad no_such_vertex: out-of-bounds row 1 1 */
AMP_TILED_KERNEL(no_such_vertex, (T), in(int, 1, row), out(int, 1, y))
{
    const int v = tidx.global[0];
    at(y, v) = at(row, v + 1) - at(row, v); /* 1 */
}
RUN(no_such_vertex, amp_tile(amp_extent(2 * V), T), ROW, Y)
/* clean no_such_vertex_ok */
AMP_TILED_KERNEL(no_such_vertex_ok, (T), in(int, 1, row), out(int, 1, y))
{
    const int v = tidx.global[0];
    if (v < V) { at(y, v) = at(row, v + 1) - at(row, v); }
}
RUN(no_such_vertex_ok, amp_tile(amp_extent(2 * V), T), ROW, Y)

/* The sum of a tile's degrees is used before all have added theirs. */
/* bad no_sync: tile-race t 1 2 */
AMP_TILED_KERNEL(no_sync, (T), in(int, 1, row), out(int, 1, y))
{
    tile_static(int, t, T);
    const int v = tidx.global[0];
    t[tidx.local[0]] = at(row, v + 1) - at(row, v); /* 1 */
    if (tidx.local[0] == 0) {
        int sum = 0;
        for (int i = 0; i < T; i++) {
            sum += t[i]; /* 2 */
        }
        at(y, 0) = sum;
    }
}
RUN(no_sync, ONE_TILE, ROW, Y)
/* clean no_sync_ok */
AMP_TILED_KERNEL(no_sync_ok, (T), in(int, 1, row), out(int, 1, y))
{
    tile_static(int, t, T);
    const int v = tidx.global[0];
    t[tidx.local[0]] = at(row, v + 1) - at(row, v);
    tile_barrier_wait(tidx);
    if (tidx.local[0] == 0) {
        int sum = 0;
        for (int i = 0; i < T; i++) { sum += t[i]; }
        at(y, 0) = sum;
    }
}
RUN(no_sync_ok, ONE_TILE, ROW, Y)

/* Path compression: everybody halves the way to the root. */
/* bad compress: tile-race p 1 2 */
AMP_TILED_KERNEL(compress, (T), out(int, 1, y))
{
    tile_static(int, p, T);
    const int l = tidx.local[0];
    p[l] = l / 2;
    tile_barrier_wait(tidx);
    const int above = p[p[l]]; /* 1 */
    p[l] = above; /* 2 */
    tile_barrier_wait(tidx);
    at_index(y, tidx.global) = p[l];
}
RUN(compress, ONE_TILE, Y)
/* clean compress_ok */
AMP_TILED_KERNEL(compress_ok, (T), out(int, 1, y))
{
    tile_static(int, p, T);
    const int l = tidx.local[0];
    p[l] = l / 2;
    tile_barrier_wait(tidx);
    const int above = p[p[l]];
    tile_barrier_wait(tidx);
    p[l] = above;
    at_index(y, tidx.global) = p[l];
}
RUN(compress_ok, ONE_TILE, Y)

/* Components that join: the root of one becomes the other's, and not atomically. */
/* bad join_roots: global-race y 1 1 */
AMP_KERNEL(join_roots, 1, in(int, 1, row), in(int, 1, edge), inout(int, 1, y))
{
    for (int j = at(row, idx[0]); j < at(row, idx[0] + 1); j++) {
        at(y, at(edge, j) / 2) += at(y, idx[0] / 2) + 1; /* 1 */
    }
}
RUN(join_roots, VERTICES, ROW, EDGE, Y)
/* clean join_roots_ok */
AMP_KERNEL(join_roots_ok, 1, in(int, 1, row), in(int, 1, edge), inout(int, 1, y))
{
    for (int j = at(row, idx[0]); j < at(row, idx[0] + 1); j++) {
        int from = at(edge, j), to = idx[0];
        while (from != to) { /* the larger hangs below the smaller */
            const int high = from > to ? from : to, low = from > to ? to : from;
            const int old = amp_atomic_fetch_max(&at(y, high), low + 1) - 1;
            if (old < 0 || old == low) { break; }
            from = old;
            to = low;
        }
    }
}
RUN(join_roots_ok, VERTICES, ROW, EDGE, Y)

/* A search by levels: who is found first is marked, if it is not yet. */
/* bad level: global-race y 1 2 */
AMP_KERNEL(level, 1, in(int, 1, row), in(int, 1, edge), inout(int, 1, y))
{
    for (int j = at(row, idx[0]); j < at(row, idx[0] + 1); j++) {
        if (at(y, at(edge, j)) == 0) { /* 1 */
            at(y, at(edge, j)) = 1; /* 2 */
        }
    }
}
RUN(level, VERTICES, ROW, EDGE, Y)
/* clean level_ok */
AMP_KERNEL(level_ok, 1, in(int, 1, row), in(int, 1, edge), inout(int, 1, y), inout(int, 1, z))
{
    for (int j = at(row, idx[0]); j < at(row, idx[0] + 1); j++) {
        int unseen = 0;
        if (amp_atomic_compare_exchange(&at(y, at(edge, j)), &unseen, 1)) {
            at(z, at(edge, j)) = idx[0]; /* one thread alone */
        }
    }
}
RUN(level_ok, VERTICES, ROW, EDGE, Y, Z)

/* Distances: each edge is relaxed in place. */
/* bad relax: global-race y 1 1 */
AMP_KERNEL(relax, 1, in(int, 1, row), in(int, 1, edge), inout(int, 1, y))
{
    for (int j = at(row, idx[0]); j < at(row, idx[0] + 1); j++) {
        at(y, at(edge, j)) -= at(y, idx[0]) + 1; /* 1 */
    }
}
RUN(relax, VERTICES, ROW, EDGE, Y)
/* clean relax_ok */
AMP_KERNEL(relax_ok, 1, in(int, 1, row), in(int, 1, edge), inout(int, 1, y))
{
    for (int j = at(row, idx[0]); j < at(row, idx[0] + 1); j++) {
        (void)amp_atomic_fetch_min(&at(y, at(edge, j)), at(y, idx[0]) - 1);
    }
}
RUN(relax_ok, VERTICES, ROW, EDGE, Y)

/* Labels spread: the smallest of the neighbours', until nobody changes, within a tile. */
/* bad spread: tile-race t 1 2 */
AMP_TILED_KERNEL(spread, (T), in(int, 1, row), in(int, 1, edge), out(int, 1, y))
{
    tile_static(int, t, T);
    const int l = tidx.local[0];
    t[l] = l;
    for (int step = 0; step < 3; step++) {
        int least = step;
        tile_barrier_wait(tidx);
        for (int j = at(row, l); j < at(row, l + 1); j++) {
            least += t[at(edge, j)] & 7; /* 1 */
        }
        t[l] = least; /* 2 */
    }
    at(y, l) = t[l];
}
RUN(spread, ONE_TILE, ROW, EDGE, Y)
/* clean spread_ok */
AMP_TILED_KERNEL(spread_ok, (T), in(int, 1, row), in(int, 1, edge), out(int, 1, y))
{
    tile_static(int, t, T);
    const int l = tidx.local[0];
    t[l] = l;
    for (int step = 0; step < 3; step++) {
        int least = step;
        tile_barrier_wait(tidx);
        for (int j = at(row, l); j < at(row, l + 1); j++) { least += t[at(edge, j)] & 7; }
        tile_barrier_wait(tidx);
        t[l] = least;
    }
    at(y, l) = t[l];
}
RUN(spread_ok, ONE_TILE, ROW, EDGE, Y)

/* Neighbours of the chosen are out: each is told by several, always the same. */
/* bad told_out: same-value-write y 1 1 */
AMP_KERNEL(told_out, 1, in(int, 1, row), in(int, 1, edge), inout(int, 1, y))
{
    for (int j = at(row, idx[0]); j < at(row, idx[0] + 1); j++) {
        at(y, at(edge, j)) = 1; /* 1 */
    }
}
RUN(told_out, VERTICES, ROW, EDGE, Y)
/* clean told_out_ok */
AMP_KERNEL(told_out_ok, 1, in(int, 1, row), in(int, 1, edge), inout(int, 1, y))
{
    for (int j = at(row, idx[0]); j < at(row, idx[0] + 1); j++) {
        (void)amp_atomic_exchange(&at(y, at(edge, j)), 1);
    }
}
RUN(told_out_ok, VERTICES, ROW, EDGE, Y)

/* A worklist's length is cleared for the next turn while others still read it. */
/* bad cleared_early: tile-race n 1 2 */
AMP_TILED_KERNEL(cleared_early, (T), in(int, 1, w), out(int, 1, y))
{
    tile_static(int, n, 1);
    tile_static(int, list, T);
    const int l = tidx.local[0];
    int v = at(w, l);
    for (int turn = 0; turn < 3; turn++) {
        if (l == 0) {
            n[0] = 0; /* 1 */
        }
        tile_barrier_wait(tidx);
        if (v % 2 == 0) { list[amp_atomic_fetch_inc(&n[0])] = v; }
        tile_barrier_wait(tidx);
        if (l < n[0]) { /* 2 */
            v += list[l];
        }
    }
    at(y, l) = v;
}
RUN(cleared_early, ONE_TILE, W, Y)
/* clean cleared_early_ok */
AMP_TILED_KERNEL(cleared_early_ok, (T), in(int, 1, w), out(int, 1, y))
{
    tile_static(int, n, 2);
    tile_static(int, list, T);
    const int l = tidx.local[0];
    int v = at(w, l);
    if (l == 0) { n[0] = 0; }
    for (int turn = 0; turn < 3; turn++) { /* two lengths, in turn */
        const int now = turn % 2;
        tile_barrier_wait(tidx);
        if (l == 0) { n[1 - now] = 0; }
        if (v % 2 == 0) { list[amp_atomic_fetch_inc(&n[now])] = v; }
        tile_barrier_wait(tidx);
        if (l < n[now]) { v += list[l]; }
        tile_barrier_wait(tidx);
    }
    at(y, l) = v;
}
RUN(cleared_early_ok, ONE_TILE, W, Y)

/* The chosen vertices are packed; the place is counted from one. */
/* bad packed: out-of-bounds y 1 1 */
AMP_TILED_KERNEL(packed, (T), in(int, 1, w), inout(int, 1, y))
{
    tile_static(int, t, T);
    const int l = tidx.local[0], chosen = at(w, l) % 2 == 0;
    t[l] = chosen;
    for (int d = 1; d < T; d *= 2) {
        tile_barrier_wait(tidx);
        const int before = l >= d ? t[l - d] : 0;
        tile_barrier_wait(tidx);
        t[l] += before;
    }
    if (chosen) {
        at(y, t[l]) = at(w, l); /* 1 */
    }
}
RUN(packed, ONE_TILE, W, amp_section(Y, amp_index(0), amp_extent(V / 2)))
/* clean packed_ok */
AMP_TILED_KERNEL(packed_ok, (T), in(int, 1, w), inout(int, 1, y))
{
    tile_static(int, t, T);
    const int l = tidx.local[0], chosen = at(w, l) % 2 == 0;
    t[l] = chosen;
    for (int d = 1; d < T; d *= 2) {
        tile_barrier_wait(tidx);
        const int before = l >= d ? t[l - d] : 0;
        tile_barrier_wait(tidx);
        t[l] += before;
    }
    if (chosen) { at(y, t[l] - 1) = at(w, l); }
}
RUN(packed_ok, ONE_TILE, W, amp_section(Y, amp_index(0), amp_extent(V / 2)))

/* Edges sorted by their target: the target's cursor is read and moved in two steps. */
/* bad cursors: global-race z 1 1 */
AMP_KERNEL(cursors, 1, in(int, 1, row), in(int, 1, edge), inout(int, 1, z))
{
    for (int j = at(row, idx[0]); j < at(row, idx[0] + 1); j++) {
        at(z, at(edge, j)) += 1; /* 1 */
    }
}
RUN(cursors, VERTICES, ROW, EDGE, Z)
/* clean cursors_ok */
AMP_KERNEL(cursors_ok, 1, in(int, 1, row), in(int, 1, edge), inout(int, 1, y), inout(int, 1, z))
{
    for (int j = at(row, idx[0]); j < at(row, idx[0] + 1); j++) {
        const int n = amp_atomic_fetch_inc(&at(z, at(edge, j)));
        if (n < 4) { at(y, at(edge, j) * 4 + n) = idx[0]; }
    }
}
RUN(cursors_ok, VERTICES, ROW, EDGE, Y, Z)

/* Triangles: a vertex's are its own, the sum is everybody's. */
/* bad triangles: global-race z 1 1 */
AMP_KERNEL(triangles, 1, in(int, 1, row), in(int, 1, edge), inout(int, 1, z))
{
    int n = 1;
    for (int j = at(row, idx[0]); j < at(row, idx[0] + 1); j++) {
        const int other = at(edge, j);
        for (int k = at(row, other); k < at(row, other + 1); k++) { n += at(edge, k) == idx[0]; }
    }
    at(z, 0) += n; /* 1 */
}
RUN(triangles, VERTICES, ROW, EDGE, Z)
/* clean triangles_ok */
AMP_KERNEL(triangles_ok, 1, in(int, 1, row), in(int, 1, edge), out(int, 1, y))
{
    int n = 1;
    for (int j = at(row, idx[0]); j < at(row, idx[0] + 1); j++) {
        const int other = at(edge, j);
        for (int k = at(row, other); k < at(row, other + 1); k++) { n += at(edge, k) == idx[0]; }
    }
    at(y, idx[0]) = n;
}
RUN(triangles_ok, VERTICES, ROW, EDGE, Y)

/* A raw index into the neighbours, past the view's end, without amp_at. */
/* bad raw_edge: out-of-bounds edge 1 1 */
AMP_KERNEL(raw_edge, 1, in(int, 1, row), in(int, 1, edge), out(int, 1, y))
{
    int sum = 0;
    for (int j = row[idx[0]]; j <= row[idx[0] + 1]; j++) {
        sum += edge[j] > 0; /* 1 */
    }
    y[idx[0]] = sum;
}
RUN(raw_edge, VERTICES, ROW, EDGE, Y)
/* clean raw_edge_ok */
AMP_KERNEL(raw_edge_ok, 1, in(int, 1, row), in(int, 1, edge), out(int, 1, y))
{
    int sum = 0;
    for (int j = row[idx[0]]; j < row[idx[0] + 1]; j++) { sum += edge[j] > 0; }
    y[idx[0]] = sum;
}
RUN(raw_edge_ok, VERTICES, ROW, EDGE, Y)
AMP_DEVICE_END
