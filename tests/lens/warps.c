/* SPDX-License-Identifier: MIT */
/* Kernels in whose threads' ways a warp can part, for tests/lens/warps.py, which reads this file by
   tests/lens/simt.py and so knows what a GPU does with them. All have three views: x, which is
   read, y, which is written, and n, whole numbers from 0 to 7. */
AMP_DEVICE_BEGIN
#define VIEWS in(float, 1, x), inout(float, 1, y), inout(int, 1, n)

AMP_TILED_KERNEL(uniform, (32), VIEWS)
{
    const int l = tidx.local[0];
    float s = 0;
    for (int k = 0; k < 8; k++) {
        s += at(x, k * 32 + l);
    }
    at(y, l) = s;
}

AMP_TILED_KERNEL(turns, (32), VIEWS)
{
    const int l = tidx.local[0];
    for (int k = 0; k < 32; k++) {
        if (k == l) {
            at(y, l) = at(x, k * 32);
        }
    }
}

AMP_TILED_KERNEL(partial, (40), VIEWS)
{
    at(y, tidx.global[0]) = at(x, tidx.global[0]);
}

AMP_TILED_KERNEL(few, (8), VIEWS)
{
    at(y, tidx.global[0]) = at(x, tidx.global[0] * 2);
}

AMP_TILED_KERNEL(if_else, (64), VIEWS)
{
    const int l = tidx.local[0];
    if (l & 1) {
        at(y, l) = at(x, l);
    } else {
        at(y, l + 64) = at(x, 2 * l);
    }
}

AMP_TILED_KERNEL(whole_warps, (64), VIEWS)
{
    const int l = tidx.local[0];
    if (l < 32) {
        at(y, l) = at(x, l);
    } else {
        at(y, l + 64) = at(x, l + 1);
    }
}

AMP_TILED_KERNEL(nested, (32), VIEWS)
{
    const int l = tidx.local[0];
    if (l < 16) {
        if (l & 1) {
            at(y, l) = 1;
        } else {
            at(y, l + 32) = 2;
        }
        at(y, l + 64) = 3;
    } else {
        at(y, l + 96) = 4;
    }
    at(y, l + 128) = 5;
}

AMP_TILED_KERNEL(trips, (32), VIEWS)
{
    const int l = tidx.local[0];
    float s = 0;
    for (int k = 0; k < l + 1; k++) {
        s += at(x, k * 32 + l);
    }
    at(y, l) = s;
}

AMP_TILED_KERNEL(breaks, (32), VIEWS)
{
    const int l = tidx.local[0];
    float s = 0;
    for (int k = 0; k < 32; k++) {
        if (at(n, k * 32 + l) == 1) {
            break;
        }
        s += at(x, k * 32 + l);
    }
    at(y, l) = s;
}

AMP_TILED_KERNEL(break_store, (32), VIEWS)
{
    const int l = tidx.local[0];
    float s = 0;
    for (int k = 0; k < 32; k++) {
        if (k == l) {
            at(y, l) = at(x, k * 32 + l);
            break;
        }
        s += at(x, k * 32 + l + 1);
    }
    at(y, l + 32) = s;
}

AMP_TILED_KERNEL(continues, (32), VIEWS)
{
    const int l = tidx.local[0];
    float s = 0;
    for (int k = 0; k < 16; k++) {
        if ((k + l) % 3 == 0) {
            continue;
        }
        s += at(x, k * 32 + l);
        if (at(n, k * 32 + l) == 2) {
            continue;
        }
        at(y, k * 32 + l) = s;
    }
}

AMP_TILED_KERNEL(while_continue, (32), VIEWS)
{
    const int l = tidx.local[0];
    int k = l % 7 + 3;
    while (k > 0) {
        k -= 1;
        if ((k + l) % 3 == 0) {
            continue;
        }
        at(y, k * 32 + l) = at(x, k * 32 + l);
    }
    at(y, l + 2000) = 1;
}

AMP_TILED_KERNEL(switches, (32), VIEWS)
{
    const int l = tidx.local[0];
    switch (l & 3) {
    case 0:
        at(y, l) = 1;
    case 1:
        at(y, l + 32) = 2;
        break;
    case 2:
        at(y, l + 64) = at(x, l);
        break;
    default:
        break;
    }
    at(y, l + 96) = 3;
}

AMP_TILED_KERNEL(switch_table, (32), VIEWS)
{
    const int l = tidx.local[0];
    float s = 0;
    switch (at(n, l)) {
    case 0:
        s = at(x, l);
        break;
    case 1:
        s = at(x, 2 * l + 1) * 3;
        break;
    case 2:
        s = at(x, l + 7) + at(x, l + 100);
        break;
    case 3:
        s = 4;
        break;
    case 4:
        s = at(x, 3 * l) - 1;
        break;
    case 5:
        s = at(x, 5 * l) / 2;
        break;
    default:
        s = at(x, l + 40);
        break;
    }
    at(y, l) = s;
}

AMP_TILED_KERNEL(early_return, (32), VIEWS)
{
    const int l = tidx.local[0];
    if (l >= 20) {
        return;
    }
    at(y, l) = at(x, l);
}

AMP_TILED_KERNEL(nested_return, (32), VIEWS)
{
    const int l = tidx.local[0];
    if (l < 16) {
        if (l & 1) {
            at(y, l) = 9;
            return;
        }
        at(y, l + 32) = at(x, l);
    }
    at(y, l + 64) = at(x, l + 32);
}

AMP_TILED_KERNEL(loop_return, (32), VIEWS)
{
    const int l = tidx.local[0];
    float s = 0;
    for (int k = 0; k < 8; k++) {
        if (at(n, k * 32 + l) == 3) {
            at(y, l) = 7;
            return;
        }
        s += at(x, k * 32 + l);
    }
    at(y, l + 32) = s;
}

AMP_APART static float helper(amp_global_ptr(const float) x, int l)
{
    if (l < 8) {
        return x[l] * 2;
    }
    return x[2 * l] + x[3 * l];
}

AMP_TILED_KERNEL(helper_if, (32), VIEWS)
{
    const int l = tidx.local[0];
    float s = 0;
    if (l & 1) {
        s = helper(x, l);
    }
    at(y, l) = s;
}

AMP_TILED_KERNEL(helper_two, (32), VIEWS)
{
    const int l = tidx.local[0];
    float s = 0;
    if (l & 1) {
        s = helper(x, l);
    } else {
        s = helper(x, l + 64) + 1;
    }
    at(y, l) = s;
}

AMP_TILED_KERNEL(helper_decides, (32), VIEWS)
{
    const int l = tidx.local[0];
    if (helper(x, l) > 40) {
        at(y, l) = 1;
    }
    at(y, l + 64) = 2;
}

AMP_APART static float far(amp_global_ptr(const float) x, int l, int t)
{
    float s = 0;
    for (int k = 0; k < t; k++) {
        s += x[k * 32 + l];
    }
    return s;
}

AMP_TILED_KERNEL(helper_loop, (32), VIEWS)
{
    const int l = tidx.local[0];
    float s = 0;
    for (int i = 0; i < 3; i++) {
        s += far(x, l, (l + i) % 4);
    }
    at(y, l) = s;
}

AMP_APART static float leaf(amp_global_ptr(float) y, int l)
{
    if (l & 2) {
        return 0;
    }
    y[l] = 1;
    return 1;
}

AMP_TILED_KERNEL(helper_return, (32), VIEWS)
{
    const int l = tidx.local[0];
    const float s = leaf(y, l);
    at(y, l + 32) = s;
}

AMP_APART static float late(amp_global_ptr(const float) x, int l);
AMP_TILED_KERNEL(late_helper, (32), VIEWS)
{
    const int l = tidx.local[0];
    float s = 0;
    for (int k = 0; k < 2; k++) {
        if (l & 1) {
            s += late(x, k * 128 + l);
        }
        at(y, k * 32 + l) = s;
    }
}
AMP_APART static float late(amp_global_ptr(const float) x, int l)
{
    if (l < 8) {
        return x[l];
    }
    return x[2 * l] + x[l + 64];
}

AMP_TILED_KERNEL(chase, (32), VIEWS)
{
    int p = tidx.local[0], v = at(n, p), s = 0;
    while (v != 0) {
        if (s >= 20) {
            break;
        }
        p = p + 32 * v;
        s = s + 1;
        v = at(n, p);
    }
    at(y, tidx.local[0]) = (float)s;
}

AMP_TILED_KERNEL(both, (32), VIEWS)
{
    const int l = tidx.local[0];
    if (l > 4 && at(n, l) > 1 && at(n, l + 32) > 1) {
        at(y, l) = 1;
    }
    at(y, l + 32) = 2;
}

AMP_TILED_KERNEL(either, (32), VIEWS)
{
    const int l = tidx.local[0];
    if (l < 4 || at(n, l) > 3 || at(n, l + 32) > 3) {
        at(y, l) = 1;
    }
    at(y, l + 32) = 2;
}

AMP_TILED_KERNEL(chosen, (32), VIEWS)
{
    const int l = tidx.local[0];
    at(y, l) = l < 10 ? at(x, l) : at(x, l + 64) * 3;
}

AMP_TILED_KERNEL(reduce, (64), VIEWS)
{
    tile_static(float, t, 64);
    const int l = tidx.local[0];
    t[l] = at(x, tidx.global[0]);
    tile_barrier_wait(tidx);
    for (int s = 32; s > 0; s /= 2) {
        if (l < s) {
            t[l] += t[l + s];
        }
        tile_barrier_wait(tidx);
    }
    if (l == 0) {
        at(y, tidx.tile[0]) = t[0];
    }
}

AMP_TILED_KERNEL(reduce_interleaved, (64), VIEWS)
{
    tile_static(float, t, 64);
    const int l = tidx.local[0];
    t[l] = at(x, tidx.global[0]);
    tile_barrier_wait(tidx);
    for (int s = 1; s < 64; s *= 2) {
        if (l % (2 * s) == 0) {
            t[l] += t[l + s];
        }
        tile_barrier_wait(tidx);
    }
    if (l == 0) {
        at(y, tidx.tile[0]) = t[0];
    }
}

AMP_TILED_KERNEL(reduce_strided, (64), VIEWS)
{
    tile_static(float, t, 64);
    const int l = tidx.local[0];
    t[l] = at(x, tidx.global[0]);
    tile_barrier_wait(tidx);
    for (int s = 1; s < 64; s *= 2) {
        const int i = 2 * s * l;
        if (i < 64) {
            t[i] += t[i + s];
        }
        tile_barrier_wait(tidx);
    }
    if (l == 0) {
        at(y, tidx.tile[0]) = t[0];
    }
}

AMP_TILED_KERNEL(behind_a_barrier, (32), VIEWS)
{
    tile_static(float, t, 32);
    const int l = tidx.local[0];
    t[l] = at(x, l);
    tile_barrier_wait(tidx);
    if (t[l ^ 1] > 7) {
        at(y, l) = 1;
    }
    tile_barrier_wait(tidx);
    if (l > 3) {
        at(y, l + 64) = t[l - 3];
    }
}

AMP_TILED_KERNEL(transpose, (16, 16), VIEWS)
{
    tile_static(float, t, 16, 16);
    const int i = tidx.local[0], j = tidx.local[1];
    t[i][j] = at(x, i * 64 + j);
    tile_barrier_wait(tidx);
    at(y, i * 64 + j) = t[j][i];
}

AMP_TILED_KERNEL(transpose_padded, (16, 16), VIEWS)
{
    tile_static(float, t, 16, 17);
    const int i = tidx.local[0], j = tidx.local[1];
    t[i][j] = at(x, i * 64 + j);
    tile_barrier_wait(tidx);
    at(y, j * 64 + i) = t[j][i];
}

AMP_TILED_KERNEL(loop_end_store, (32), VIEWS)
{
    const int l = tidx.local[0];
    for (int k = 0; k < 6; k++) {
        if ((l >> k) & 1) {
            at(y, k * 64 + l) = at(x, k * 32 + l);
        }
        at(y, k * 64 + l + 512) = 1;
    }
}

AMP_TILED_KERNEL(one_line, (32), VIEWS)
{
    const int l = tidx.local[0];
    if (l < 16) { at(y, l) = at(x, l); } else { at(y, l) = at(x, l + 32) * 2; }
}

AMP_TILED_KERNEL(search, (32), VIEWS)
{
    const int l = tidx.local[0];
    int from = 0, to = 32;
    while (from < to) {
        const int m = (from + to) / 2;
        if (at(x, m) < (float)(l * 3 % 32)) {
            from = m + 1;
        } else {
            to = m;
        }
    }
    at(y, l) = (float)from;
}

AMP_TILED_KERNEL(nested_loops, (32), VIEWS)
{
    const int l = tidx.local[0];
    float s = 0;
    for (int i = 0; i < 4; i++) {
        for (int j = 0; j < (l & 3); j++) {
            s += at(x, (i * 4 + j) * 32 + l);
        }
        at(y, i * 32 + l) = s;
    }
}

AMP_TILED_KERNEL(triangle_loops, (32), VIEWS)
{
    const int l = tidx.local[0];
    float s = 0;
    for (int i = 0; i < l % 5; i++) {
        for (int j = i; j < l % 7; j++) {
            s += at(x, (i * 8 + j) * 32 + l) * 2;
            if (s > 50) {
                break;
            }
        }
        s = s - 1;
    }
    at(y, l) = s;
}

AMP_TILED_KERNEL(do_while, (32), VIEWS)
{
    const int l = tidx.local[0];
    int p = l;
    do {
        at(y, p) = 1;
        p += 32;
    } while (at(n, p) > 3);
    at(y, l + 1024) = 2;
}

AMP_TILED_KERNEL(counted, (64), VIEWS)
{
    const int l = tidx.local[0];
    if (l % 3 == 0) {
        (void)amp_atomic_fetch_add(&at(n, l % 2), 1);
    }
    (void)amp_atomic_fetch_add(&at(n, 4000 + l / 8), 1);
}

AMP_TILED_KERNEL(histogram, (64), VIEWS)
{
    tile_static(int, h, 8);
    const int l = tidx.local[0];
    if (l < 8) {
        h[l] = 0;
    }
    tile_barrier_wait(tidx);
    for (int k = 0; k < 4; k++) {
        (void)amp_atomic_fetch_add(&h[at(n, k * 64 + l)], 1);
    }
    tile_barrier_wait(tidx);
    if (l < 8) {
        (void)amp_atomic_fetch_add(&at(n, 4000 + l), h[l]);
    }
}

AMP_TILED_KERNEL(product, (8, 8), VIEWS)
{
    const int i = tidx.local[0], j = tidx.local[1];
    float s = 0;
    for (int k = 0; k < 16; k++) {
        s += at(x, i * 16 + k) * at(x, 1024 + k * 8 + j);
    }
    at(y, tidx.tile[0] * 64 + i * 8 + j) = s;
}

AMP_TILED_KERNEL(stencil, (48), VIEWS)
{
    const int i = tidx.global[0];
    if (i > 0) {
        if (i < 90) {
            at(y, i) = (at(x, i - 1) + at(x, i) * 2 + at(x, i + 1)) / 4;
        }
    }
}

AMP_TILED_KERNEL(strides, (32), VIEWS)
{
    const int l = tidx.local[0];
    float s = at(x, l) + at(x, 2 * l);
    s += at(x, 3 * l + 1);
    s += at(x, 33 * l);
    s += at(x, l / 4);
    at(y, l * 32) = s;
}

/* All threads leave each of these loops in the same turn: some by the break, some at the test. */
AMP_TILED_KERNEL(do_break_at_once, (32), VIEWS)
{
    const int l = tidx.local[0];
    int k = l % 3;
    do {
        if (l < 29) {
            break;
        }
        k -= 1 + (l & 1);
    } while (k > 0);
    at(y, l) = (float)k;
}

AMP_TILED_KERNEL(for_break_later, (32), VIEWS)
{
    const int l = tidx.local[0];
    for (int k = 0; k < 2 + l % 2; k++) {
        at(y, k * 32 + l) = 1;
        if (k == 2) {
            break;
        }
    }
    at(y, l + 256) = 1;
}

AMP_TILED_KERNEL(while_break_later, (32), VIEWS)
{
    const int l = tidx.local[0];
    int k = 2 + l % 2;
    while (k > 0) {
        k -= 1;
        at(y, k * 32 + l) = 1;
        if (l % 2 == 1 && k == 0) {
            break;
        }
    }
    at(y, l + 256) = 1;
}

AMP_TILED_KERNEL(do_break_later, (32), VIEWS)
{
    const int l = tidx.local[0];
    int k = 2;
    do {
        if (l > 12 && k == 1) {
            break;
        }
        at(y, k * 32 + l) = 1;
        k -= 1;
    } while (k > 0);
    at(y, l + 256) = 1;
}

/* These they leave in different turns. */
AMP_TILED_KERNEL(while_break_before, (32), VIEWS)
{
    const int l = tidx.local[0];
    int k = 2;
    while (k > 0) {
        k -= 1;
        at(y, k * 32 + l) = 1;
        if (l > 12 && k == 0) {
            break;
        }
    }
    at(y, l + 256) = 1;
}

AMP_TILED_KERNEL(do_break_before, (32), VIEWS)
{
    const int l = tidx.local[0];
    int k = 2;
    do {
        if (l > 12) {
            break;
        }
        at(y, k * 32 + l) = 1;
        k -= 1;
    } while (k > 0);
    at(y, l + 256) = 1;
}

AMP_TILED_KERNEL(loop_at_end, (32), VIEWS)
{
    const int l = tidx.local[0];
    for (int k = 0; k < l % 4; k++) {
        at(y, k * 32 + l) = 1;
    }
}

AMP_TILED_KERNEL(do_at_end, (32), VIEWS)
{
    const int l = tidx.local[0];
    int k = l % 4;
    do {
        at(y, k * 32 + l) = 1;
        k--;
    } while (k > 0);
}

AMP_TILED_KERNEL(return_from_loop, (32), VIEWS)
{
    const int l = tidx.local[0];
    for (int k = 0; k < 4; k++) {
        if (l == k) {
            return;
        }
        at(y, k * 32 + l) = 1;
    }
}

AMP_TILED_KERNEL(last_turn_parts, (64), VIEWS)
{
    tile_static(float, t, 64);
    const int l = tidx.local[0];
    for (int k = 0; k < 4; k++) {
        t[l] = at(x, l + k);
        tile_barrier_wait(tidx);
        if (k == 3 && l < 7) {
            break;
        }
        at(y, l + k * 64) = t[63 - l];
    }
    at(y, l + 1024) = 1;
}

/* The last loop of a turn, whose break is the next turn's beginning. */
AMP_TILED_KERNEL(break_to_next_turn, (32), VIEWS)
{
    const int l = tidx.local[0];
    int i = l % 5;
    for (;;) {
        if (i <= 0) {
            break;
        }
        i -= 1 + (l & 1);
        at(y, i * 32 + l + 32) = 1;
        int k = (l + i) % 4;
        for (;;) {
            if (k <= 0) {
                break;
            }
            k--;
            at(y, k * 32 + l + 512) = 1;
        }
    }
    at(y, l + 1024) = 1;
}

AMP_TILED_KERNEL(forever_continue, (32), VIEWS)
{
    const int l = tidx.local[0];
    int k = l % 7 + 3;
    for (;;) {
        k -= 1;
        if ((k + l) % 3 == 0 && k > 0) {
            continue;
        }
        at(y, k * 32 + l + 32) = at(x, l);
        if (k <= 0) {
            break;
        }
    }
    at(y, l + 2000) = 1;
}

/* C divides towards zero: of a remainder below 0 the inner loop has no turn. */
AMP_TILED_KERNEL(below_zero, (32), VIEWS)
{
    const int l = tidx.local[0];
    int i = ((l * 3 + 11) >> 2) % 6;
    while (i > 0) {
        i -= 1 + (l & 1);
        for (int k = 0; k < ((l * 5 + i * 7 + 1) >> 2) % 5; k++) {
            at(y, (i + 1) * 128 + k * 32 + l) = 1;
        }
    }
    at(y, l + 1024) = 1;
}
#undef VIEWS
AMP_DEVICE_END
