/* SPDX-License-Identifier: MIT */
/* run: group=once not=vectors plain */
/* Thirty rows of docs/cpp-amp-map.md, drawn with Python's random.seed(20261122) and
   random.sample(range(42), 30) from its 42 rows on mathematics, graphics and algorithms in order,
   each as a program written from what the specification and the C++ library say, against serial
   code, without a look at the test that the row names. Rows 7, 8, 9, 26 say that there is nothing
   here. */
#define AMP_SHORT_NAMES
#include "amp_algorithms_more.h"
#include "amp_graphics.h"
#include "algorithms.h"

#include <math.h>

AMP_DEVICE_BEGIN
/* rows 1, 2, 3: float by the argument, whatever the prefix */
AMP_KERNEL(mathematics, 1, in(float, 1, x), out(float, 2, y))
{
    const float v = at(x, idx[0]);
    at(y, 0, idx[0]) = amp_precise_acos(v);
    at(y, 1, idx[0]) = amp_precise_log1p(v);
    at(y, 2, idx[0]) = amp_precise_pow(1.0f + v, 2.5f);
    at(y, 3, idx[0]) = amp_precise_tgamma(v + 1.5f);
    at(y, 4, idx[0]) = amp_fast_acos(v);
    at(y, 5, idx[0]) = amp_precise_phi(v);
    at(y, 6, idx[0]) = amp_precise_probit(0.5f + 0.49f * v);
    at(y, 7, idx[0]) = (float)(amp_precise_signbitf(v) != 0)
        + 2 * (float)(amp_fast_signbitf(v) != 0);
}
/* row 4: one operation has no more than a float's precision */
AMP_KERNEL(products, 1, in(float, 1, x), out(float, 1, y))
{
    at(y, idx[0]) = at(x, idx[0]) * at(x, idx[0] + 1);
}
/* row 6, 35 */
AMP_KERNEL(bits, 1, in(unsigned, 1, x), out(int, 2, y))
{
    const unsigned v = at(x, idx[0]);
    at(y, 0, idx[0]) = amp_countbits(v);
    at(y, 1, idx[0]) = amp_firstbithigh(v);
    at(y, 2, idx[0]) = amp_firstbitlow(v);
    at(y, 3, idx[0]) = (int)(amp_reversebits(v) >> 1);
    at(y, 4, idx[0]) = amp_is_power_of_two(v);
    at(y, 5, idx[0]) = v == 0 ? -1 : amp_log2(v);
    at(y, 6, idx[0]) = (int)amp_unpack_byte(amp_pack_byte(v, 0x1a5u, idx[0] % 4), 3);
}
/* rows 10, 11, 12 */
AMP_KERNEL(vectors, 1, in(amp_int_4, 1, a), out(amp_int_4, 1, b), out(amp_unorm_2, 1, c),
           out(amp_norm, 1, d))
{
    const amp_int_4 v = at(a, idx[0]), turned = amp_int_4_make(v.w, v.z, v.y, v.x);
    const amp_unorm_2 u = amp_unorm_2_make(0.25f * (float)v.x, -1.0f);
    at(b, idx[0]) = amp_int_4_sub(amp_int_4_mul(turned, v), amp_int_4_all(3));
    at(c, idx[0]) = amp_unorm_2_add(u, amp_unorm_2_all(0.125f));
    at(d, idx[0]) = amp_norm_mul(amp_norm_make(0.5f * (float)v.y), amp_norm_neg(0.5f));
}
/* rows 15, 16 */
AMP_KERNEL(texels, 1, in(unsigned char, 1, a), in(amp_norm16_2, 1, b), value(amp_sampler, s),
           out(float, 2, y))
{
    const float u = ((float)idx[0] + 0.5f) / (float)a_shape.extent[0];
    at(y, 0, idx[0]) = amp_sample(a, s, u);
    at(y, 1, idx[0]) = amp_sample(b, s, u).y;
}
AMP_KERNEL(small_integers, 1, inout(unsigned char, 1, a), inout(short, 1, b))
{
    at(a, idx[0]) = (unsigned char)(at(a, idx[0]) + 200);
    at(b, idx[0]) = (short)(-3 * at(b, idx[0]));
}
/* rows 19, 20: a level from the one before it, through views */
AMP_KERNEL(level_below, 2, in(float, 2, fine), out(float, 2, coarse))
{
    const int i = 2 * idx[0], j = 2 * idx[1];
    at_index(coarse, idx) = 0.25f * (at(fine, i, j) + at(fine, i + 1, j) + at(fine, i, j + 1)
                                     + at(fine, i + 1, j + 1));
}
/* rows 22, 23, 24 */
AMP_KERNEL(sampled, 1, in(float, 2, fine), in(float, 2, coarse), in(amp_float_2, 2, pairs),
           value(amp_sampler, s), in(float, 2, uv), out(float, 2, y))
{
    const float u = at(uv, 0, idx[0]), v = at(uv, 1, idx[0]);
    const amp_float_4 red = amp_gather_red(pairs, s, u, v);
    const amp_float_4 green = amp_gather_green(pairs, s, u, v);
    at(y, 0, idx[0]) = amp_sample(fine, s, u, v);
    at(y, 1, idx[0]) = amp_sample_level(fine, coarse, 0.75f, s, u, v);
    at(y, 2, idx[0]) = red.x;
    at(y, 3, idx[0]) = red.y;
    at(y, 4, idx[0]) = red.z;
    at(y, 5, idx[0]) = red.w;
    at(y, 6, idx[0]) = green.x;
    at(y, 7, idx[0]) = green.w;
}
/* row 25 */
AMP_KERNEL(pitches, 1, in(int, 3, v), out(int, 1, y))
{
    at(y, idx[0]) = idx[0] < 3 ? (int)v_shape.stride[idx[0]] : v_shape.extent[idx[0] - 3];
}
/* row 29 */
AMP_DEFINE_GENERATE(by_index, int, 7 * i - 3)
AMP_DEFINE_TRANSFORM(halved, int, float, 0.5f * (float)a + (float)i)
AMP_DEVICE_END

enum { N = 200 };
static int near(double got, double want, double share)
{
    return fabs(got - want) <= share * (fabs(want) + 1e-3);
}

TEST(rows_1_to_4_mathematics)
{
    static float x[N], y[8 * N], p[N];
    int i;
    for (i = 0; i < N; i++) {
        x[i] = (float)(i - 100) / 101.0f;
    }
    CHECK_UINT(sizeof(amp_precise_exp(1.0f)), ==, sizeof(float));
    CHECK_UINT(sizeof(amp_precise_exp(1.0)), ==, sizeof(double));
    CHECK(amp_precise_exp(0.3) == exp(0.3) || near(amp_precise_exp(0.3), exp(0.3), 1e-15));
    CHECK_OK(amp_parallel_for_each(amp_extent(N), mathematics, VIEW(float, x, N),
                                   VIEW(float, y, 8, N)));
    CHECK_OK(amp_parallel_for_each(amp_extent(N - 1), products, VIEW(float, x, N),
                                   VIEW(float, p, N)));
    for (i = 0; i < N; i++) {
        const double v = x[i];
        CHECK(near(y[i], acos(v), 2e-6));
        CHECK(near(y[N + i], log1p(v), 2e-6));
        CHECK(near(y[2 * N + i], pow((double)(1.0f + x[i]), 2.5), 4e-6));
        CHECK(near(y[3 * N + i], tgamma((double)(x[i] + 1.5f)), 8e-6));
        CHECK(near(y[4 * N + i], acos(v), 2e-3));
        CHECK(near(y[5 * N + i], 0.5 * erfc(-v / sqrt(2.0)), 4e-6));
        CHECK(near(0.5 * erfc(-(double)y[6 * N + i] / sqrt(2.0)), (double)(0.5f + 0.49f * x[i]),
                   4e-6));
        CHECK(y[7 * N + i] == (i < 100 ? 3.0f : 0.0f));
        if (i + 1 < N) {
            volatile float one = x[i], other = x[i + 1], product = one * other;
            CHECK(p[i] == product);
        }
    }
}

TEST(rows_6_and_35_bits)
{
    static unsigned x[N];
    static int y[7 * N];
    int i, k;
    random_seed(6);
    for (i = 0; i < N; i++) {
        x[i] = i < 34 ? i < 2 ? (unsigned)-i : 1u << (i - 2) : random_bits() >> i % 29;
    }
    CHECK_OK(amp_parallel_for_each(amp_extent(N), bits, VIEW(unsigned, x, N), VIEW(int, y, 7, N)));
    for (i = 0; i < N; i++) {
        int count = 0, high = -1, low = -1;
        unsigned turned = 0, packed = x[i];
        for (k = 0; k < 32; k++) {
            if (x[i] >> k & 1u) {
                count++;
                high = k;
                low = low < 0 ? k : low;
                turned |= 1u << (31 - k);
            }
        }
        CHECK_INT(y[i], ==, count);
        CHECK_INT(y[N + i], ==, high);
        CHECK_INT(y[2 * N + i], ==, low);
        CHECK_INT(y[3 * N + i], ==, (int)(turned >> 1));
        CHECK_INT(y[4 * N + i], ==, count == 1);
        CHECK_INT(y[5 * N + i], ==, high);
        packed = i % 4 == 3 ? 0xa5u : packed >> 24;
        CHECK_INT(y[6 * N + i], ==, (int)packed);
    }
}

TEST(rows_10_to_12_vectors)
{
    static amp_int_4 a[N], b[N];
    static amp_unorm_2 c[N];
    static amp_norm d[N];
    int i;
    for (i = 0; i < N; i++) {
        a[i] = amp_int_4_make(i % 9 - 4, i % 7 - 3, i, -2 * i);
    }
    CHECK_OK(amp_parallel_for_each(amp_extent(N), vectors, VIEW(amp_int_4, a, N),
                                   VIEW(amp_int_4, b, N), VIEW(amp_unorm_2, c, N),
                                   VIEW(amp_norm, d, N)));
    for (i = 0; i < N; i++) {
        const int v[4] = { i % 9 - 4, i % 7 - 3, i, -2 * i };
        const float x = 0.25f * (float)v[0], u = (x < 0 ? 0 : x > 1 ? 1 : x) + 0.125f;
        const float n = 0.5f * (float)v[1];
        CHECK(b[i].x == v[3] * v[0] - 3 && b[i].y == v[2] * v[1] - 3);
        CHECK(b[i].z == v[1] * v[2] - 3 && b[i].w == v[0] * v[3] - 3);
        CHECK(c[i].x == (u > 1 ? 1 : u) && c[i].y == 0.125f);
        CHECK(d[i] == (n < -1 ? -1 : n > 1 ? 1 : n) * -0.5f);
    }
}

TEST(rows_15_and_16_small_texels)
{
    static unsigned char a[N], c[N];
    static amp_norm16_2 b[N];
    static short e[N];
    static float y[2 * N];
    amp_sampler s = amp_sampler_default();
    int i;
    s.filter = AMP_FILTER_POINT;
    for (i = 0; i < N; i++) {
        a[i] = c[i] = (unsigned char)(255 - i);
        b[i].x = 0;
        b[i].y = e[i] = (short)(329 * i - 32768);
        e[i] = (short)(e[i] / 4);
    }
    CHECK_OK(amp_parallel_for_each(amp_extent(N), texels, VIEW(unsigned char, a, N),
                                   VIEW(amp_norm16_2, b, N), s, VIEW(float, y, 2, N)));
    CHECK_OK(amp_parallel_for_each(amp_extent(N), small_integers, VIEW(unsigned char, c, N),
                                   VIEW(short, e, N)));
    for (i = 0; i < N; i++) {
        const int whole = 329 * i - 32768;
        CHECK(near(y[i], (255 - i) / 255.0, 1e-6));
        CHECK(near(y[N + i], whole < -32767 ? -1.0 : whole / 32767.0, 1e-6));
        CHECK_INT(c[i], ==, (255 - i + 200) % 256);
        CHECK_INT(e[i], ==, -3 * (whole / 4));
    }
}

/* What a linear sample of n[2] elements mixes, by the specification of address modes. */
static double element(const float *p, int rows, int columns, int i, int j, int address,
                      float border)
{
    if (address == AMP_ADDRESS_BORDER && (i < 0 || j < 0 || i >= rows || j >= columns)) {
        return (double)border;
    }
    if (address == AMP_ADDRESS_WRAP) {
        i = (i % rows + rows) % rows;
        j = (j % columns + columns) % columns;
    } else {
        i = i < 0 ? 0 : i >= rows ? rows - 1 : i;
        j = j < 0 ? 0 : j >= columns ? columns - 1 : j;
    }
    return (double)p[i * columns + j];
}
static double linear_sample(const float *p, int rows, int columns, double u, double v, int address,
                            float border)
{
    const double x = u * columns - 0.5, y = v * rows - 0.5;
    const int j = (int)floor(x), i = (int)floor(y);
    const double fx = x - j, fy = y - i;
    return (1 - fy) * ((1 - fx) * element(p, rows, columns, i, j, address, border)
                       + fx * element(p, rows, columns, i, j + 1, address, border))
        + fy * ((1 - fx) * element(p, rows, columns, i + 1, j, address, border)
                + fx * element(p, rows, columns, i + 1, j + 1, address, border));
}

TEST(rows_19_to_24_textures)
{
    static const int addresses[] = { AMP_ADDRESS_CLAMP, AMP_ADDRESS_WRAP, AMP_ADDRESS_BORDER };
    static float fine[8 * 12], coarse[4 * 6], least[2 * 3], uv[2 * N], y[8 * N];
    static amp_float_2 pairs[8 * 12];
    const amp_extent whole = amp_extent(8, 12), half = amp_mipmap_extent(whole, 1);
    int i, j, k;
    for (i = 0; i < 96; i++) {
        fine[i] = (float)(i * 37 % 64);
        pairs[i] = amp_float_2_make((float)i, (float)(-i));
    }
    CHECK(half.rank == 2 && half.dim[0] == 4 && half.dim[1] == 6);
    CHECK(amp_mipmap_extent(whole, 3).dim[0] == 1 && amp_mipmap_extent(whole, 3).dim[1] == 1);
    CHECK_OK(amp_parallel_for_each(half, level_below, VIEW(float, fine, 8, 12),
                                   VIEW(float, coarse, 4, 6)));
    CHECK_OK(amp_parallel_for_each(amp_mipmap_extent(whole, 2), level_below,
                                   VIEW(float, coarse, 4, 6), VIEW(float, least, 2, 3)));
    for (i = 0; i < 2; i++) {
        for (j = 0; j < 3; j++) {
            float sum = 0;
            for (k = 0; k < 16; k++) {
                sum += fine[(4 * i + k / 4) * 12 + 4 * j + k % 4];
            }
            CHECK(least[i * 3 + j] == sum / 16);
        }
    }
    for (i = 0; i < N; i++) { /* sixteenths of a texel; off its middle, where rounding decides */
        uv[i] = (float)(i * 53 % 331 - 60) / 192.0f + 1.0f / 1024;
        uv[N + i] = (float)(i * 29 % 211 - 40) / 128.0f + 1.0f / 1024;
    }
    for (k = 0; k < 3; k++) {
        amp_sampler s = amp_sampler_default();
        s.filter = AMP_FILTER_LINEAR;
        s.address = addresses[k];
        s.border = amp_float_4_make(-5, 6, 0, 0);
        CHECK_OK(amp_parallel_for_each(amp_extent(N), sampled, VIEW(float, fine, 8, 12),
            VIEW(float, coarse, 4, 6), VIEW(amp_float_2, pairs, 8, 12), s, VIEW(float, uv, 2, N),
            VIEW(float, y, 8, N)));
        for (i = 0; i < N; i++) {
            const double u = uv[i], v = uv[N + i];
            const double a = linear_sample(fine, 8, 12, u, v, addresses[k], -5);
            const double b = linear_sample(coarse, 4, 6, u, v, addresses[k], -5);
            static const int down[] = { 1, 1, 0, 0 }, right[] = { 0, 1, 1, 0 };
            const int column = (int)floor(u * 12 - 0.5), row = (int)floor(v * 8 - 0.5);
            float index[96];
            CHECK(fabs((double)y[i] - a) < 1e-3);
            CHECK(fabs((double)y[N + i] - (a + 0.75 * (b - a))) < 1e-3);
            for (j = 0; j < 96; j++) {
                index[j] = (float)j;
            }
            for (j = 0; j < 4; j++) { /* counter-clockwise from the lower left */
                CHECK((double)y[(2 + j) * N + i] == element(index, 8, 12, row + down[j],
                                                            column + right[j], addresses[k], -5));
            }
            for (j = 0; j < 96; j++) {
                index[j] = (float)-j;
            }
            CHECK((double)y[6 * N + i] == element(index, 8, 12, row + 1, column, addresses[k], 6));
            CHECK((double)y[7 * N + i] == element(index, 8, 12, row, column, addresses[k], 6));
        }
    }
}

TEST(row_25_pitches)
{
    static int m[4 * 6 * 10], y[6];
    const amp_array_view v = VIEW(int, m, 4, 6, 10);
    CHECK_OK(amp_parallel_for_each(amp_extent(6), pitches,
        amp_section(v, amp_index(1, 2, 3), amp_extent(2, 3, 5)), VIEW(int, y, 6)));
    CHECK(y[2] == 1 && y[1] >= 5 && y[0] >= 3 * y[1]);
    CHECK(y[3] == 2 && y[4] == 3 && y[5] == 5);
}

TEST(rows_27_and_29_functors_and_ranks)
{
    static int a[N], b[N], y[N];
    static float f[4 * 5 * 10];
    int i;
    for (i = 0; i < N; i++) {
        a[i] = i * 31 % 47 - 20;
        b[i] = i * 17 % 11 - 5 == 0 ? 3 : i * 17 % 11 - 5;
    }
#define OF_TWO(functor, want)                                                                      \
    CHECK_OK(amp_transform2(functor, VIEW(int, a, N), VIEW(int, b, N), VIEW(int, y, N)));          \
    for (i = 0; i < N; i++) { CHECK_INT(y[i], ==, want); }
    OF_TWO(amp_divides_int, a[i] / b[i])
    OF_TWO(amp_modulus_int, a[i] % b[i])
    OF_TWO(amp_logical_and_int, (a[i] && b[i]))
    OF_TWO(amp_not_equal_to_int, (a[i] != b[i]))
    OF_TWO(amp_greater_equal_int, (a[i] >= b[i]))
    OF_TWO(amp_xor_int, (a[i] ^ b[i]))
    OF_TWO(amp_min_int, (a[i] < b[i] ? a[i] : b[i]))
    CHECK_OK(amp_transform(amp_negate_int, VIEW(int, a, N), VIEW(int, y, N)));
    for (i = 0; i < N; i++) {
        CHECK_INT(y[i], ==, -a[i]);
    }
    CHECK_OK(amp_generate(by_index, VIEW(int, a, 4, 5, 10)));
    CHECK_OK(amp_transform(halved, VIEW(int, a, 4, 5, 10), VIEW(float, f, 4, 5, 10)));
    for (i = 0; i < N; i++) {
        CHECK_INT(a[i], ==, 7 * i - 3);
        CHECK(f[i] == 0.5f * (float)(7 * i - 3) + (float)i);
    }
    CHECK_OK(amp_fill(float, VIEW(float, f, 4, 5, 10), 2.5f));
    for (i = 0; i < N; i++) {
        CHECK(f[i] == 2.5f);
    }
}

/* The serial scan of x[0] to x[n - 1] by max. */
static void scan_of(const int *x, int n, int inclusive, int backward, int *y)
{
    int i, most = INT_MIN;
    for (i = 0; i < n; i++) {
        const int k = backward ? n - 1 - i : i, before = most;
        most = x[k] > most ? x[k] : most;
        y[k] = inclusive ? most : before;
    }
}

TEST(rows_31_to_33_scans_and_segments)
{
    enum { LONG = 5000, ROWS = 50, COLUMNS = 100 };
    static int x[LONG], y[LONG], want[LONG], flags[LONG], back[LONG];
    static unsigned words[(LONG + 31) / 32];
    int i, how;
    random_seed(31);
    for (i = 0; i < LONG; i++) {
        x[i] = random_below(100000) - 50000;
        flags[i] = i % 7 == 3 || i % 613 == 0 ? -4 : 0;
    }
    for (how = 0; how < 4; how++) {
        const amp_scan_mode mode = how & 1 ? AMP_INCLUSIVE : AMP_EXCLUSIVE;
        const amp_scan_direction way = how & 2 ? AMP_BACKWARD : AMP_FORWARD;
        const amp_array_view vx = VIEW(int, x, LONG), vy = VIEW(int, y, LONG);
        int from, end;
        CHECK_OK(amp_scan(amp_max_int, mode, way, vx, vy));
        scan_of(x, LONG, how & 1, how & 2, want);
        CHECK(memcmp(y, want, sizeof(y)) == 0);
        CHECK_OK(amp_multi_scan(amp_max_int, mode, way, VIEW(int, x, ROWS, COLUMNS),
                                VIEW(int, y, ROWS, COLUMNS)));
        for (i = 0; i < ROWS; i++) {
            scan_of(x + i * COLUMNS, COLUMNS, how & 1, how & 2, want + i * COLUMNS);
        }
        CHECK(memcmp(y, want, sizeof(y)) == 0);
        CHECK_OK(amp_segmented_scan(amp_max_int, mode, way, vx, vy, VIEW(int, flags, LONG)));
        for (from = 0; from < LONG; from = end) {
            for (end = from + 1; end < LONG && flags[end] == 0; end++) {
            }
            scan_of(x + from, end - from, how & 1, how & 2, want + from);
        }
        CHECK(memcmp(y, want, sizeof(y)) == 0);
        CHECK_OK(amp_segmented_scan_equal(amp_max_int, mode, way, vx, vy, 77));
        for (from = 0; from < LONG; from += 77) {
            scan_of(x + from, from + 77 < LONG ? 77 : LONG - from, how & 1, how & 2, want + from);
        }
        CHECK(memcmp(y, want, sizeof(y)) == 0);
    }
    CHECK_OK(amp_pack_flags(VIEW(int, flags, LONG), VIEW(unsigned, words, (LONG + 31) / 32)));
    CHECK_OK(amp_unpack_flags(VIEW(unsigned, words, (LONG + 31) / 32), VIEW(int, back, LONG)));
    for (i = 0; i < LONG; i++) {
        CHECK((words[i / 32] >> i % 32 & 1u) == (unsigned)(flags[i] != 0));
        CHECK_INT(back[i], ==, flags[i] != 0);
    }
    CHECK_OK(amp_uniform_segments(100, VIEW(int, back, LONG)));
    for (i = 0; i < LONG; i++) {
        CHECK_INT(back[i] != 0, ==, i % 100 == 0);
    }
}

static int ascending(const void *a, const void *b)
{
    const int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

TEST(rows_36_and_38_sorts_and_where_they_run)
{
    enum { LONG = 3001 };
    static int x[LONG], want[LONG], y[LONG], z[LONG];
    amp_accelerator_view q;
    amp_completion c;
    int i, sum = 0, got = -1;
    random_seed(36);
    for (i = 0; i < LONG; i++) {
        x[i] = y[i] = z[i] = want[i] = (int)random_bits() / (i % 3 == 0 ? 1 : 1 << 24);
        sum += x[i] % 1000;
        z[i] %= 1000;
    }
    qsort(want, LONG, sizeof(int), ascending);
    CHECK_OK(amp_radix_sort(int, VIEW(int, x, LONG)));
    CHECK(memcmp(x, want, sizeof(x)) == 0);
    CHECK_OK(amp_accelerator_create_view(amp_accelerator_default(), AMP_QUEUING_IMMEDIATE, &q));
    CHECK_OK(amp_on(q, amp_reduce(amp_plus_int, VIEW(int, z, LONG), &got)));
    CHECK_INT(got, ==, sum);
    c = amp_async(q, amp_merge_sort(amp_greater_int, VIEW(int, y, LONG)));
    CHECK_OK(amp_completion_wait(c));
    for (i = 0; i < LONG; i++) {
        CHECK_INT(y[i], ==, want[LONG - 1 - i]);
    }
    CHECK_OK(amp_accelerator_view_release(q));
}

TEST(row_39_heaps)
{
    static int x[100], want[100];
    int n, k, yes = -1, index_wrong = 0;
    ptrdiff_t until = -1;
    for (n = 0; n < 100; n++) {
        x[n] = want[n] = n * 67 % 89;
    }
    CHECK_OK(amp_stl_make_heap(amp_less_int, VIEW(int, x, 100)));
    for (k = 1; k < 100; k++) {
        index_wrong |= x[(k - 1) / 2] < x[k];
    }
    CHECK_INT(index_wrong, ==, 0);
    qsort(want, 100, sizeof(int), ascending);
    for (n = 100; n > 60; n--) { /* the greatest goes to the end, the others are a heap */
        CHECK_OK(amp_stl_pop_heap(amp_less_int, amp_range(VIEW(int, x, 100), 0, n)));
        CHECK_INT(x[n - 1], ==, want[n - 1]);
        for (k = 1; k < n - 1; k++) {
            CHECK(x[(k - 1) / 2] >= x[k]);
        }
    }
    CHECK_OK(amp_stl_is_heap_until(amp_less_int, VIEW(int, x, 100), &until));
    for (k = 1; k < 100 && x[(k - 1) / 2] >= x[k]; k++) {
    }
    CHECK_INT(until, ==, k);
    for (n = 61; n <= 100; n++) {
        CHECK_OK(amp_stl_push_heap(amp_less_int, amp_range(VIEW(int, x, 100), 0, n)));
    }
    CHECK_OK(amp_stl_is_heap(amp_less_int, VIEW(int, x, 100), &yes));
    CHECK_INT(yes, ==, 1);
    CHECK_OK(amp_stl_sort_heap(amp_less_int, VIEW(int, x, 100)));
    CHECK(memcmp(x, want, sizeof(x)) == 0);
}

TEST(row_40_permutations)
{
    static int x[5], all[5], first[5] = { 1, 2, 2, 4, 5 }, other[5] = { 1, 2, 4, 4, 5 };
    int seen = 0, code, last = 0, k, more = 1, same = -1;
    memcpy(x, first, sizeof(x));
    while (more) { /* each is greater than the one before; 5! / 2! of them */
        for (k = 0, code = 0; k < 5; k++) {
            code = 10 * code + x[k];
        }
        CHECK(code > last);
        last = code;
        seen++;
        memcpy(all, x, sizeof(x));
        CHECK_OK(amp_stl_next_permutation(amp_less_int, VIEW(int, x, 5), &more));
    }
    CHECK_INT(seen, ==, 60);
    CHECK(memcmp(x, first, sizeof(x)) == 0);
    CHECK_OK(amp_stl_is_permutation(amp_less_int, VIEW(int, all, 5), VIEW(int, x, 5), &same));
    CHECK_INT(same, ==, 1);
    CHECK_OK(amp_stl_is_permutation(amp_less_int, VIEW(int, all, 5), VIEW(int, other, 5), &same));
    CHECK_INT(same, ==, 0);
    CHECK_OK(amp_stl_prev_permutation(amp_less_int, VIEW(int, x, 5), &more));
    CHECK(more == 0 && memcmp(x, all, sizeof(x)) == 0);
}

/* Not of the thirty: each way in which a rotation and a difference are cut. */
TEST(rotations_by_every_part)
{
    static const int of[] = { 1, 2, 3, 16, 17, 64, 1000 };
    static int x[1000], y[1000], d[1000];
    int k, m, i;
    for (k = 0; k < 7; k++) {
        const int n = of[k], step = n > 100 ? 37 : 1;
        for (m = 0; m <= n; m += step) {
            for (i = 0; i < n; i++) {
                x[i] = i * i;
            }
            CHECK_OK(amp_refresh(VIEW(int, x, 1000)));
            CHECK_OK(amp_stl_rotate_copy(int, amp_range(VIEW(int, x, 1000), 0, n), m,
                                         amp_range(VIEW(int, y, 1000), 0, n)));
            CHECK_OK(amp_stl_rotate(int, amp_range(VIEW(int, x, 1000), 0, n), m));
            CHECK_OK(amp_adjacent_difference(amp_minus_int, amp_range(VIEW(int, x, 1000), 0, n),
                                             amp_range(VIEW(int, d, 1000), 0, n)));
            for (i = 0; i < n; i++) {
                const int from = (i + m) % n, before = (i + m + n - 1) % n;
                CHECK(x[i] == from * from && y[i] == x[i]);
                CHECK_INT(d[i], ==, i == 0 ? x[0] : from * from - before * before);
            }
        }
    }
}
