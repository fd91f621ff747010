/* SPDX-License-Identifier: MIT */
#ifndef BENCH_EVERYDAY_H
#define BENCH_EVERYDAY_H
/* W9 to W14, everyday kernels that choose: simple and phased, for amp.c. All arrays lie in the
   second cache. */

AMP_DEVICE_BEGIN
#define LEAST -100.0f
#define MOST 100.0f

/* ---- W9 relu, W10 a guard: the domain is a whole number of tiles, the views are not ---- */

AMP_KERNEL(relu_simple, 1, in(float, 1, x), out(float, 1, y))
{
    const int i = idx[0];
    at(y, i) = at(x, i) > 0 ? at(x, i) : 0;
}

AMP_PHASED_KERNEL(relu_phased, (SUM_TILE), in(float, 1, x), out(float, 1, y))
{
    phase {
        const int i = tidx.global[0];
        at(y, i) = at(x, i) > 0 ? at(x, i) : 0;
    }
}

AMP_KERNEL(guard_simple, 1, value(float, a), in(float, 1, x), out(float, 1, y))
{
    const int i = idx[0];
    if (i < y_shape.extent[0]) { at(y, i) = at(x, i) * a + 1; }
}

AMP_PHASED_KERNEL(guard_phased, (SUM_TILE), value(float, a), in(float, 1, x), out(float, 1, y))
{
    phase {
        const int i = tidx.global[0];
        if (i < y_shape.extent[0]) { at(y, i) = at(x, i) * a + 1; }
    }
}

/* ---- W11 clamp ---- */

AMP_KERNEL(clamp_simple, 1, in(float, 1, x), out(float, 1, y))
{
    const float v = at(x, idx[0]);
    at(y, idx[0]) = v < LEAST ? LEAST : v > MOST ? MOST : v;
}

AMP_PHASED_KERNEL(clamp_phased, (SUM_TILE), in(float, 1, x), out(float, 1, y))
{
    phase {
        const float v = at(x, tidx.global[0]);
        at(y, tidx.global[0]) = v < LEAST ? LEAST : v > MOST ? MOST : v;
    }
}

/* ---- W12 leaky relu ---- */

AMP_KERNEL(leaky_simple, 1, in(float, 1, x), out(float, 1, y))
{
    const float v = at(x, idx[0]);
    if (v > 0) {
        at(y, idx[0]) = v;
    } else {
        at(y, idx[0]) = 0.125f * v;
    }
}

AMP_PHASED_KERNEL(leaky_phased, (SUM_TILE), in(float, 1, x), out(float, 1, y))
{
    phase {
        const float v = at(x, tidx.global[0]);
        if (v > 0) {
            at(y, tidx.global[0]) = v;
        } else {
            at(y, tidx.global[0]) = 0.125f * v;
        }
    }
}

/* ---- W13 select ---- */

AMP_KERNEL(select_simple, 1, in(int, 1, mask), in(float, 1, a), in(float, 1, b), out(float, 1, y))
{
    const int i = idx[0];
    at(y, i) = at(mask, i) ? at(a, i) : at(b, i);
}

AMP_PHASED_KERNEL(select_phased, (SUM_TILE), in(int, 1, mask), in(float, 1, a), in(float, 1, b),
                  out(float, 1, y))
{
    phase {
        const int i = tidx.global[0];
        at(y, i) = at(mask, i) ? at(a, i) : at(b, i);
    }
}

/* ---- W14 a masked read ---- */

AMP_KERNEL(masked_simple, 1, in(int, 1, mask), in(float, 1, x), out(float, 1, y))
{
    const int i = idx[0];
    float v = 7;
    if (at(mask, i) != 0) { v = at(x, i) + 1; }
    at(y, i) = v;
}

AMP_PHASED_KERNEL(masked_phased, (SUM_TILE), in(int, 1, mask), in(float, 1, x), out(float, 1, y))
{
    phase {
        const int i = tidx.global[0];
        float v = 7;
        if (at(mask, i) != 0) { v = at(x, i) + 1; }
        at(y, i) = v;
    }
}
AMP_DEVICE_END

/* `steps` launches, and their result. */
#define ELEMENTS(p) amp_view(float, p, bench.n)
#define MASK amp_view(int, bench.ints, bench.n)
#define PADDED amp_extent((bench.n + SUM_TILE - 1) / SUM_TILE * SUM_TILE)
#define STEPS(name, ...)                                                      \
    static double run_##name(void)                                            \
    {                                                                         \
        amp_status s = AMP_OK;                                                \
        int i;                                                                \
        for (i = 0; i < bench.steps && s == AMP_OK; i++) {                    \
            s = parallel_for_each(__VA_ARGS__);                               \
        }                                                                     \
        return ended(s);                                                      \
    }
/* Both forms of a kernel over the n elements. */
#define BOTH_STEPS(name, ...)                                                 \
    STEPS(name##_simple, amp_extent(bench.n), name##_simple, __VA_ARGS__)     \
    STEPS(name##_phased, amp_tile(amp_extent(bench.n), SUM_TILE), name##_phased, __VA_ARGS__)
BOTH_STEPS(relu, ELEMENTS(bench.a), ELEMENTS(bench.out))
BOTH_STEPS(clamp, ELEMENTS(bench.a), ELEMENTS(bench.out))
BOTH_STEPS(leaky, ELEMENTS(bench.a), ELEMENTS(bench.out))
BOTH_STEPS(select, MASK, ELEMENTS(bench.a), ELEMENTS(bench.b), ELEMENTS(bench.out))
BOTH_STEPS(masked, MASK, ELEMENTS(bench.a), ELEMENTS(bench.out))
STEPS(guard_simple, PADDED, guard_simple, BENCH_SAXPY_A, ELEMENTS(bench.a), ELEMENTS(bench.out))
STEPS(guard_phased, amp_tile(PADDED, SUM_TILE), guard_phased, BENCH_SAXPY_A, ELEMENTS(bench.a),
      ELEMENTS(bench.out))

#define EVERYDAY(vectors)                                                     \
    { BENCH_RELU, "simple" vectors, run_relu_simple },                        \
    { BENCH_RELU, "phased" vectors, run_relu_phased },                        \
    { BENCH_GUARD, "simple" vectors, run_guard_simple },                      \
    { BENCH_GUARD, "phased" vectors, run_guard_phased },                      \
    { BENCH_CLAMP, "simple" vectors, run_clamp_simple },                      \
    { BENCH_CLAMP, "phased" vectors, run_clamp_phased },                      \
    { BENCH_LEAKY, "simple" vectors, run_leaky_simple },                      \
    { BENCH_LEAKY, "phased" vectors, run_leaky_phased },                      \
    { BENCH_SELECT, "simple" vectors, run_select_simple },                    \
    { BENCH_SELECT, "phased" vectors, run_select_phased },                    \
    { BENCH_MASKED, "simple" vectors, run_masked_simple },                    \
    { BENCH_MASKED, "phased" vectors, run_masked_phased }

#endif
