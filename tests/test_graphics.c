/* SPDX-License-Identifier: MIT */
/* Short vectors, normalised numbers and sampled views, on the host and in
   kernels, against plain arithmetic. */
#define AMP_SHORT_NAMES
#include "amp.h"
#include "amp_graphics.h"
#include "tap.h"

TEST(vectors_have_no_padding)
{
    CHECK_UINT(sizeof(amp_int_3), ==, 12);
    CHECK_UINT(sizeof(amp_float_2), ==, 8);
    CHECK_UINT(sizeof(amp_double_4), ==, 32);
    CHECK_UINT(sizeof(amp_unorm_4), ==, 16);
}

TEST(operators_work_by_component)
{
    const amp_int_3 a = amp_int_3_make(7, -8, 9), b = amp_int_3_make(2, 3, 4);
    const amp_uint_4 u = amp_uint_4_make(1, 2, 4, 0xffffffffu);
    const amp_float_2 f = amp_float_2_make(1.5f, -2), g = amp_float_2_all(0.5f);
    CHECK(amp_int_3_equal(amp_int_3_add(a, b), amp_int_3_make(9, -5, 13)));
    CHECK(amp_int_3_equal(amp_int_3_sub(a, b), amp_int_3_make(5, -11, 5)));
    CHECK(amp_int_3_equal(amp_int_3_mul(a, b), amp_int_3_make(14, -24, 36)));
    CHECK(amp_int_3_equal(amp_int_3_div(a, b), amp_int_3_make(3, -2, 2)));
    CHECK(amp_int_3_equal(amp_int_3_mod(a, b), amp_int_3_make(1, -2, 1)));
    CHECK(amp_int_3_equal(amp_int_3_neg(a), amp_int_3_make(-7, 8, -9)));
    CHECK(amp_uint_4_equal(amp_uint_4_not(u), amp_uint_4_make(~1u, ~2u, ~4u, 0)));
    CHECK(amp_uint_4_equal(amp_uint_4_shl(u, amp_uint_4_all(1)),
                           amp_uint_4_make(2, 4, 8, 0xfffffffeu)));
    CHECK(amp_uint_4_equal(amp_uint_4_shr(u, amp_uint_4_all(1)),
                           amp_uint_4_make(0, 1, 2, 0x7fffffffu)));
    CHECK(amp_uint_4_equal(amp_uint_4_xor(u, amp_uint_4_and(u, amp_uint_4_all(3))),
                           amp_uint_4_make(0, 0, 4, 0xfffffffcu)));
    CHECK(amp_uint_4_equal(amp_uint_4_or(u, amp_uint_4_all(8)),
                           amp_uint_4_make(9, 10, 12, 0xffffffffu)));
    CHECK(amp_float_2_equal(amp_float_2_div(f, g), amp_float_2_make(3, -4)));
    CHECK(amp_float_2_equal(amp_float_2_scale(f, 2), amp_float_2_make(3, -4)));
    CHECK(!amp_float_2_equal(f, g));
}

TEST(normalised_numbers_are_cut)
{
    CHECK(amp_norm_add(0.75f, 0.5f) == 1 && amp_norm_sub(-0.75f, 0.5f) == -1);
    CHECK(amp_unorm_sub(0.25f, 0.5f) == 0 && amp_unorm_div(0.5f, 0.25f) == 1);
    CHECK(amp_norm_neg(0.5f) == -0.5f && amp_unorm_mul(0.5f, 0.5f) == 0.25f);
    CHECK(amp_unorm_2_equal(amp_unorm_2_add(amp_unorm_2_make(0.5f, 2), amp_unorm_2_all(0.75f)),
                            amp_unorm_2_make(1, 1)));
    CHECK(amp_norm_3_equal(amp_norm_3_make(-2, 2, 0.5f), amp_norm_3_make(-1, 1, 0.5f)));
}

TEST(small_texels_come_back)
{
    int i;
    for (i = 0; i < 256; i++) {
        CHECK_INT(amp_unorm8_set(amp_unorm8_get((unsigned char)i)), ==, i);
    }
    for (i = -127; i < 128; i++) {
        CHECK_INT(amp_norm8_set(amp_norm8_get((signed char)i)), ==, i);
    }
    for (i = 0; i < 65536; i++) {
        CHECK_INT(amp_unorm16_set(amp_unorm16_get((unsigned short)i)), ==, i);
    }
    for (i = -32767; i < 32768; i++) {
        CHECK_INT(amp_norm16_set(amp_norm16_get((short)i)), ==, i);
    }
    CHECK(amp_norm8_get(-128) == -1 && amp_norm16_get(-32768) == -1);
    CHECK(amp_unorm8_set(7.0f) == 255 && amp_unorm8_set(-7.0f) == 0);
}

TEST(mip_levels)
{
    CHECK(amp_extent_equal(amp_mipmap_extent(amp_extent(20, 5), 1), amp_extent(10, 2)));
    CHECK(amp_extent_equal(amp_mipmap_extent(amp_extent(20, 5), 4), amp_extent(1, 1)));
    CHECK(amp_extent_equal(amp_mipmap_extent(amp_extent(20, 5), 99), amp_extent(1, 1)));
    CHECK_INT(amp_mipmap_levels(amp_extent(20, 5)), ==, 5);
    CHECK_INT(amp_mipmap_levels(amp_extent(1)), ==, 1);
}

AMP_DEVICE_BEGIN
AMP_KERNEL(line, 1, in(float, 1, t), value(amp_sampler, s), value(float, from), value(float, step),
           out(float, 1, r))
{
    at(r, idx[0]) = amp_sample(t, s, from + step * (float)idx[0]);
}
AMP_KERNEL(picture, 2, in(amp_float_4, 2, t), value(amp_sampler, s), out(amp_float_4, 2, r))
{
    at_index(r, idx) = amp_sample(t, s, ((float)idx[1] + 0.5f) / (float)r_shape.extent[1],
                                  ((float)idx[0] + 0.5f) / (float)r_shape.extent[0]);
}
AMP_KERNEL(cube, 1, in(amp_float_2, 3, t), value(amp_sampler, s), out(amp_float_2, 1, r))
{
    at(r, idx[0]) = amp_sample(t, s, 0.5f, 0.5f, 0.25f + 0.5f * (float)idx[0]);
}
AMP_KERNEL(corners, 1, in(float, 2, t), value(amp_sampler, s), out(amp_float_4, 1, r))
{
    at(r, idx[0]) = amp_gather(t, s, 0.5f * (float)idx[0], 0.5f);
}
AMP_KERNEL(channels, 1, in(amp_float_4, 2, t), in(amp_unorm8_2, 2, small), value(amp_sampler, s),
           out(amp_float_4, 2, r))
{
    const float u = 0.5f * (float)idx[0];
    at(r, idx[0], 0) = amp_gather(t, s, u, 0.5f);
    at(r, idx[0], 1) = amp_gather_green(t, s, u, 0.5f);
    at(r, idx[0], 2) = amp_gather_blue(t, s, u, 0.5f);
    at(r, idx[0], 3) = amp_gather_alpha(t, s, u, 0.5f);
    at(r, idx[0], 4) = amp_gather_green(small, s, u, 0.5f);
}
AMP_KERNEL(small_texels, 1, in(unsigned char, 1, a), in(signed char, 1, b),
           in(unsigned short, 1, c), in(short, 1, d), in(amp_unorm8_4, 2, e),
           in(amp_norm16_2, 2, f), value(amp_sampler, s), out(float, 2, r))
{
    const float u = 0.125f * (float)idx[0];
    const amp_float_4 e4 = amp_sample(e, s, u, 0.5f);
    const amp_float_2 f2 = amp_sample(f, s, u, 0.5f);
    at(r, idx[0], 0) = amp_sample(a, s, u);
    at(r, idx[0], 1) = amp_sample(b, s, u);
    at(r, idx[0], 2) = amp_sample(c, s, u);
    at(r, idx[0], 3) = amp_sample(d, s, u);
    at(r, idx[0], 4) = e4.x;
    at(r, idx[0], 5) = e4.w;
    at(r, idx[0], 6) = f2.y;
}
AMP_KERNEL(between_levels, 1, in(float, 1, fine), in(float, 1, coarse), value(amp_sampler, s),
           out(float, 1, r))
{
    at(r, idx[0]) = amp_sample_level(fine, coarse, 0.25f * (float)idx[0] - 0.25f, s, 0.5f);
}
AMP_DEVICE_END

static amp_sampler make(int filter, int address)
{
    amp_sampler s = amp_sampler_default();
    s.filter = filter;
    s.address = address;
    s.border = amp_float_4_make(9, 8, 7, 6);
    return s;
}

/* Samples 0 1 2 3 at 16 places from -1 in steps of 1/8, that is half an element. */
static void along(int filter, int address, const float *want)
{
    float t[4] = { 0, 1, 2, 3 }, r[16];
    int i;
    CHECK_OK(parallel_for_each(amp_extent(16), line, amp_view(float, t, 4), make(filter, address),
                               -0.9375f, 0.125f, amp_view(float, r, 16)));
    CHECK_OK(amp_synchronize(amp_view(float, r, 16)));
    for (i = 0; i < 16; i++) {
        CHECK_FLOAT(r[i], ==, want[i]);
    }
}

TEST(point_sampling_by_address_mode)
{
    static const float wrap[16] = { 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 1, 1, 2, 2, 3, 3 };
    static const float mirror[16] = { 3, 3, 2, 2, 1, 1, 0, 0, 0, 0, 1, 1, 2, 2, 3, 3 };
    static const float clamp[16] = { 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 2, 2, 3, 3 };
    static const float border[16] = { 9, 9, 9, 9, 9, 9, 9, 9, 0, 0, 1, 1, 2, 2, 3, 3 };
    along(AMP_FILTER_POINT, AMP_ADDRESS_WRAP, wrap);
    along(AMP_FILTER_POINT, AMP_ADDRESS_MIRROR, mirror);
    along(AMP_FILTER_POINT, AMP_ADDRESS_CLAMP, clamp);
    along(AMP_FILTER_POINT, AMP_ADDRESS_BORDER, border);
}

TEST(linear_sampling_by_address_mode)
{
    static const float wrap[16] = { 0.75f, 0.25f, 0.75f, 1.25f, 1.75f, 2.25f, 2.75f, 2.25f,
                                    0.75f, 0.25f, 0.75f, 1.25f, 1.75f, 2.25f, 2.75f, 2.25f };
    static const float clamp[16] = { 0, 0, 0, 0, 0, 0, 0, 0,
                                     0, 0.25f, 0.75f, 1.25f, 1.75f, 2.25f, 2.75f, 3 };
    static const float border[16] = { 9, 9, 9, 9, 9, 9, 9, 6.75f,
                                      2.25f, 0.25f, 0.75f, 1.25f, 1.75f, 2.25f, 2.75f, 4.5f };
    along(AMP_FILTER_LINEAR, AMP_ADDRESS_WRAP, wrap);
    along(AMP_FILTER_LINEAR, AMP_ADDRESS_CLAMP, clamp);
    along(AMP_FILTER_LINEAR, AMP_ADDRESS_BORDER, border);
}

TEST(a_picture_at_half_size)
{
    amp_float_4 t[8][6], r[4][3];
    int i, j;
    for (i = 0; i < 8; i++) {
        for (j = 0; j < 6; j++) {
            t[i][j] = amp_float_4_make((float)i, (float)j, (float)(i * j), 1);
        }
    }
    CHECK_OK(parallel_for_each(amp_extent(4, 3), picture, amp_view(amp_float_4, t, 8, 6),
                               amp_sampler_default(), amp_view(amp_float_4, r, 4, 3)));
    CHECK_OK(amp_synchronize(amp_view(amp_float_4, r, 4, 3)));
    for (i = 0; i < 4; i++) {
        for (j = 0; j < 3; j++) {
            const float y = 2 * (float)i + 0.5f, x = 2 * (float)j + 0.5f;
            CHECK_NEAR_FLOAT(r[i][j].x, y, 4);
            CHECK_NEAR_FLOAT(r[i][j].y, x, 4);
            CHECK_NEAR_FLOAT(r[i][j].z, x * y, 8);
            CHECK_FLOAT(r[i][j].w, ==, 1);
        }
    }
}

TEST(three_dimensions)
{
    amp_float_2 t[2][2][2], r[2];
    int i;
    for (i = 0; i < 8; i++) {
        t[i / 4][i / 2 % 2][i % 2] = amp_float_2_make((float)i, (float)-i);
    }
    CHECK_OK(parallel_for_each(amp_extent(2), cube, amp_view(amp_float_2, t, 2, 2, 2),
                               make(AMP_FILTER_LINEAR, AMP_ADDRESS_BORDER),
                               amp_view(amp_float_2, r, 2)));
    CHECK_OK(amp_synchronize(amp_view(amp_float_2, r, 2)));
    CHECK(r[0].x == 1.5f && r[0].y == -1.5f && r[1].x == 5.5f && r[1].y == -5.5f);
}

TEST(gathering)
{
    float t[2][2] = { { 1, 2 }, { 3, 4 } };
    amp_float_4 r[3];
    CHECK_OK(parallel_for_each(amp_extent(3), corners, amp_view(float, t, 2, 2),
                               make(AMP_FILTER_POINT, AMP_ADDRESS_BORDER),
                               amp_view(amp_float_4, r, 3)));
    CHECK_OK(amp_synchronize(amp_view(amp_float_4, r, 3)));
    CHECK(amp_float_4_equal(r[0], amp_float_4_make(9, 3, 1, 9)));
    CHECK(amp_float_4_equal(r[1], amp_float_4_make(3, 4, 2, 1)));
    CHECK(amp_float_4_equal(r[2], amp_float_4_make(4, 9, 9, 2)));
}

/* What a linear sample of two elements gives at u, 0 to 1, clamped. */
static float between(float a, float b, float u)
{
    const float x = 2 * u - 0.5f;
    return x < 0 ? a : x > 1 ? b : a + (b - a) * x;
}

TEST(gathering_one_channel)
{
    amp_float_4 t[2][2], r[3][5];
    amp_unorm8_2 small[2][2];
    int i, j, k;
    for (i = 0; i < 4; i++) {
        const float v = (float)i;
        t[i / 2][i % 2] = amp_float_4_make(v, 10 + v, 20 + v, 30 + v);
        small[i / 2][i % 2] = amp_unorm8_2_set(amp_float_2_make(0, v / 3));
    }
    CHECK_OK(parallel_for_each(amp_extent(3), channels, amp_view(amp_float_4, t, 2, 2),
                               amp_view(amp_unorm8_2, small, 2, 2),
                               make(AMP_FILTER_POINT, AMP_ADDRESS_BORDER),
                               amp_view(amp_float_4, r, 3, 5)));
    CHECK_OK(amp_synchronize(amp_view(amp_float_4, r, 3, 5)));
    for (j = 0; j < 4; j++) {
        const float b = 9 - (float)j, c = 10 * (float)j; /* of the border, of element 0 */
        CHECK(amp_float_4_equal(r[0][j], amp_float_4_make(b, c + 2, c, b)));
        CHECK(amp_float_4_equal(r[1][j], amp_float_4_make(c + 2, c + 3, c + 1, c)));
        CHECK(amp_float_4_equal(r[2][j], amp_float_4_make(c + 3, b, b, c + 1)));
    }
    for (k = 0; k < 4; k++) {
        const float got = k == 0 ? r[1][4].x : k == 1 ? r[1][4].y : k == 2 ? r[1][4].z : r[1][4].w;
        static const int order[4] = { 2, 3, 1, 0 };
        CHECK_NEAR_FLOAT(got, (float)order[k] / 3, 4);
    }
}

TEST(samples_of_small_texels)
{
    unsigned char a[2] = { 0, 255 };
    signed char b[2] = { -128, 127 };
    unsigned short c[2] = { 65535, 0 };
    short d[2] = { 32767, -32768 };
    amp_unorm8_4 e[1][2];
    amp_norm16_2 f[1][2];
    float r[9][7];
    int i;
    e[0][0] = amp_unorm8_4_set(amp_float_4_make(0, 7, -7, 0.2f));
    e[0][1] = amp_unorm8_4_set(amp_float_4_make(1, 0, 0, 0.8f));
    f[0][0] = amp_norm16_2_set(amp_float_2_make(0, -1));
    f[0][1] = amp_norm16_2_set(amp_float_2_make(0, 0.5f));
    CHECK(e[0][0].y == 255 && e[0][0].z == 0 && f[0][0].y == -32767);
    CHECK(amp_float_2_equal(amp_norm16_2_get(f[0][0]), amp_float_2_make(0, -1)));
    CHECK_OK(parallel_for_each(amp_extent(9), small_texels, amp_view(unsigned char, a, 2),
                               amp_view(signed char, b, 2), amp_view(unsigned short, c, 2),
                               amp_view(short, d, 2), amp_view(amp_unorm8_4, e, 1, 2),
                               amp_view(amp_norm16_2, f, 1, 2),
                               make(AMP_FILTER_LINEAR, AMP_ADDRESS_CLAMP),
                               amp_view(float, r, 9, 7)));
    CHECK_OK(amp_synchronize(amp_view(float, r, 9, 7)));
    for (i = 0; i < 9; i++) {
        const float u = 0.125f * (float)i;
        CHECK(fabsf(r[i][0] - between(0, 1, u)) < 1e-6f);
        CHECK(fabsf(r[i][1] - between(-1, 1, u)) < 1e-6f);
        CHECK(fabsf(r[i][2] - between(1, 0, u)) < 1e-6f);
        CHECK(fabsf(r[i][3] - between(1, -1, u)) < 1e-6f);
        CHECK(fabsf(r[i][4] - between(0, 1, u)) < 1e-6f);
        CHECK(fabsf(r[i][5] - between(51 / 255.0f, 204 / 255.0f, u)) < 1e-6f);
        CHECK(fabsf(r[i][6] - between(-1, 16384 / 32767.0f, u)) < 1e-6f);
    }
}

TEST(between_two_levels)
{
    float fine[4] = { 1, 1, 1, 1 }, coarse[2] = { 5, 5 }, r[7];
    static const float linear[7] = { 1, 1, 2, 3, 4, 5, 5 }, point[7] = { 1, 1, 1, 5, 5, 5, 5 };
    int i;
    CHECK_OK(parallel_for_each(amp_extent(7), between_levels, amp_view(float, fine, 4),
                               amp_view(float, coarse, 2),
                               make(AMP_FILTER_LINEAR, AMP_ADDRESS_CLAMP), amp_view(float, r, 7)));
    CHECK_OK(amp_synchronize(amp_view(float, r, 7)));
    for (i = 0; i < 7; i++) {
        CHECK_FLOAT(r[i], ==, linear[i]);
    }
    CHECK_OK(parallel_for_each(amp_extent(7), between_levels, amp_view(float, fine, 4),
                               amp_view(float, coarse, 2),
                               make(AMP_FILTER_POINT, AMP_ADDRESS_CLAMP), amp_view(float, r, 7)));
    CHECK_OK(amp_synchronize(amp_view(float, r, 7)));
    for (i = 0; i < 7; i++) {
        CHECK_FLOAT(r[i], ==, point[i]);
    }
}
