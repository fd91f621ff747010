/* SPDX-License-Identifier: MIT */
/* run: group=optimised quick */
/* Every atomic operation, loads and stores too, on every type that has it, on view and tile memory,
   against the answer that any order of the threads gives. */
#define AMP_SHORT_NAMES
#include "amp.h"
#include "tap.h"

enum { N = 1024 }; /* threads; 16 tiles of 64 */

AMP_DEVICE_BEGIN
#define TILE 64

/* One kernel for each integer type: cells of one view, one an operation. */
#define INTEGER_CELLS 11
#define AMP__TEST_INTEGER(name, T)                                             \
    AMP_KERNEL(name, 1, inout(T, 1, c), out(T, 1, old))                        \
    {                                                                          \
        const T i = (T)idx[0];                                                 \
        T expected = 0;                                                        \
        at(old, idx[0]) = amp_atomic_fetch_add(&at(c, 0), (T)1);               \
        amp_atomic_fetch_sub(&at(c, 1), (T)2);                                 \
        amp_atomic_fetch_max(&at(c, 2), i);                                    \
        amp_atomic_fetch_min(&at(c, 3), i);                                    \
        amp_atomic_fetch_and(&at(c, 4), (T)~((T)1 << (idx[0] % 8)));           \
        amp_atomic_fetch_or(&at(c, 5), (T)((T)1 << (idx[0] % 16)));            \
        amp_atomic_fetch_xor(&at(c, 6), i);                                    \
        amp_atomic_fetch_inc(&at(c, 7));                                       \
        amp_atomic_fetch_dec(&at(c, 8));                                       \
        while (!amp_atomic_compare_exchange(&at(c, 9), &expected, (T)(expected + 3))) { \
        }                                                                      \
        amp_atomic_exchange(&at(c, 10), i);                                    \
    }
AMP__TEST_INTEGER(of_int, int)
AMP__TEST_INTEGER(of_uint, unsigned)
AMP__TEST_INTEGER(of_int64, amp_int64)
AMP__TEST_INTEGER(of_uint64, amp_uint64)

#define AMP__TEST_FLOATING(name, T)                                            \
    AMP_KERNEL(name, 1, inout(T, 1, c))                                        \
    {                                                                          \
        const T i = (T)idx[0];                                                 \
        amp_atomic_fetch_add(&at(c, 0), (T)0.5);                               \
        amp_atomic_fetch_max(&at(c, 1), i);                                    \
        amp_atomic_fetch_min(&at(c, 2), -i);                                   \
        amp_atomic_exchange(&at(c, 3), i);                                     \
    }
AMP__TEST_FLOATING(of_float, float)
AMP__TEST_FLOATING(of_double, double)

/* Threads i, i + 8... store into one cell, in both memories, and load it again: what a load sees
   is whole, and somebody's of those. */
#define AMP__TEST_LOAD_STORE(name, T, first)                                   \
    AMP_TILED_KERNEL(name, (TILE), inout(T, 1, c), out(T, 2, seen))            \
    {                                                                          \
        tile_static(T, t, 8);                                                  \
        const int g = tidx.global[0];                                          \
        const T v = (T)(first) + (T)g;                                         \
        if (tidx.local[0] < 8) {                                               \
            t[tidx.local[0]] = v; /* g % 8 is local % 8 */                     \
        }                                                                      \
        amp_tile_barrier_wait(tidx);                                           \
        amp_atomic_store(&t[g % 8], v);                                        \
        amp_atomic_store(&at(c, g % 8), v);                                    \
        at(seen, 1, g) = amp_atomic_load(&at(c, g % 8));                       \
        at(seen, 0, g) = amp_atomic_load(&t[g % 8]);                           \
        amp_atomic_store_release(&t[g % 8], v);                                \
        amp_atomic_store_release(&at(c, g % 8), v);                            \
        at(seen, 3, g) = amp_atomic_load_acquire(&at(c, g % 8));               \
        at(seen, 2, g) = amp_atomic_load_acquire(&t[g % 8]);                   \
        amp_atomic_fetch_add_acq_rel(&at(c, 8), (T)1);                         \
    }
AMP__TEST_LOAD_STORE(kept_int, int, -5000)
AMP__TEST_LOAD_STORE(kept_uint, unsigned, 4000000000u)
AMP__TEST_LOAD_STORE(kept_int64, amp_int64, -1099511627776LL)
AMP__TEST_LOAD_STORE(kept_uint64, amp_uint64, 1099511627776LL)
AMP__TEST_LOAD_STORE(kept_float, float, 0.5f)
AMP__TEST_LOAD_STORE(kept_double, double, 0.25)

AMP_TILED_KERNEL(in_tiles, (TILE), out(unsigned, 2, r), out(float, 1, sums))
{
    tile_static(unsigned, c, 4);
    tile_static(float, s, 1);
    const int l = tidx.local[0];
    if (l == 0) {
        c[0] = 0;
        c[1] = 0;
        c[2] = 0xffffffffu;
        c[3] = 0;
        s[0] = 0;
    }
    tile_barrier_wait(tidx);
    amp_atomic_fetch_add(&c[0], (unsigned)tidx.global[0]);
    amp_atomic_fetch_or(&c[1], 1u << (l % 32));
    amp_atomic_fetch_min(&c[2], (unsigned)tidx.global[0]);
    amp_atomic_fetch_inc(&c[3]);
    amp_atomic_fetch_add(&s[0], 0.25f);
    tile_barrier_wait(tidx);
    if (l < 4) {
        at(r, tidx.tile[0], l) = c[l];
    }
    if (l == 0) {
        at(sums, tidx.tile[0]) = s[0];
    }
}

/* The tile that ends last adds what all have left: an order between tiles, by an atomic. */
AMP_TILED_KERNEL(last_adds, (TILE), inout(int, 1, part), inout(int, 1, ended), out(int, 1, sum),
                 value(int, tiles))
{
    if (tidx.local[0] == 0) {
        amp_racy(at(part, tidx.tile[0])) = tidx.tile[0] + 1;
        if (amp_atomic_fetch_add_acq_rel(&at(ended, 0), 1) == tiles - 1) {
            int all = 0;
            for (int k = 0; k < tiles; k++) {
                all += amp_racy(at(part, k));
            }
            at(sum, 0) = all;
        }
    }
}
AMP_DEVICE_END

/* llvmpipe has no cl_khr_int64_base_atomics: what uses them does not build for it. */
#define SKIP_WITHOUT_64(T)                                                     \
    do {                                                                       \
        if (sizeof(T) == 8                                                     \
            && strstr(amp_accelerator_default().description, "llvmpipe") != NULL) { \
            SKIP("llvmpipe has no atomics of 64 bits");                        \
        }                                                                      \
    } while (0)
#define INTEGER_TEST(kernel, T)                                                \
    TEST(integers_##kernel)                                                    \
    {                                                                          \
        static T c[INTEGER_CELLS], old[N];                                     \
        static char seen[N];                                                   \
        const amp_array_view vc = amp_view(T, c, INTEGER_CELLS);               \
        const amp_array_view vo = amp_view(T, old, N);                         \
        T x = 0;                                                               \
        int i;                                                                 \
        for (i = 0; i < INTEGER_CELLS; i++) {                                  \
            c[i] = 0;                                                          \
        }                                                                      \
        c[1] = (T)(2 * N + 7);                                                 \
        c[3] = (T)500;                                                         \
        c[4] = (T)0x1ff;                                                       \
        c[8] = (T)N;                                                           \
        CHECK_OK(amp_refresh(vc));                                             \
        SKIP_WITHOUT_64(T);                                                    \
        CHECK_OK(parallel_for_each(amp_extent(N), kernel, vc, vo));            \
        CHECK_OK(amp_synchronize(vc));                                         \
        CHECK_OK(amp_synchronize(vo));                                         \
        for (i = 0; i < N; i++) { /* each thread saw a sum of its own */       \
            CHECK_INT(old[i], >=, 0);                                          \
            CHECK_INT(old[i], <, N);                                           \
            CHECK_INT(seen[(int)old[i]], ==, 0);                               \
            seen[(int)old[i]] = 1;                                             \
            x ^= (T)i;                                                         \
        }                                                                      \
        CHECK_INT(c[0], ==, N);                                                \
        CHECK_INT(c[1], ==, 7);                                                \
        CHECK_INT(c[2], ==, N - 1);                                            \
        CHECK_INT(c[3], ==, 0);                                                \
        CHECK_INT(c[4], ==, 0x100);                                            \
        CHECK_INT(c[5], ==, 0xffff);                                           \
        CHECK_INT(c[6], ==, x);                                                \
        CHECK_INT(c[7], ==, N);                                                \
        CHECK_INT(c[8], ==, 0);                                                \
        CHECK_INT(c[9], ==, 3 * N);                                            \
        CHECK_INT(c[10], >=, 0);                                               \
        CHECK_INT(c[10], <, N);                                                \
    }
INTEGER_TEST(of_int, int)
INTEGER_TEST(of_uint, unsigned)
INTEGER_TEST(of_int64, amp_int64)
INTEGER_TEST(of_uint64, amp_uint64)

#define FLOATING_TEST(kernel, T)                                               \
    TEST(floating_##kernel)                                                    \
    {                                                                          \
        static T c[4];                                                         \
        const amp_array_view v = amp_view(T, c, 4);                            \
        SKIP_WITHOUT_64(T);                                                    \
        CHECK_OK(parallel_for_each(amp_extent(N), kernel, v));                 \
        CHECK_OK(amp_synchronize(v));                                          \
        CHECK_FLOAT(c[0], ==, N / 2);                                          \
        CHECK_FLOAT(c[1], ==, N - 1);                                          \
        CHECK_FLOAT(c[2], ==, 1 - N);                                          \
        CHECK(c[3] >= 0 && c[3] < N);                                          \
    }
FLOATING_TEST(of_float, float)
FLOATING_TEST(of_double, double)

#define LOAD_STORE_TEST(kernel, T, first)                                      \
    TEST(load_and_store_##kernel)                                              \
    {                                                                          \
        static T c[9], seen[4][N];                                             \
        const amp_array_view vc = amp_view(T, c, 9);                           \
        const amp_array_view vs = amp_view(T, &seen[0][0], 4, N);              \
        int i, r;                                                              \
        SKIP_WITHOUT_64(T);                                                    \
        CHECK_OK(parallel_for_each(amp_tile(amp_extent(N), TILE), kernel, vc, vs)); \
        CHECK_OK(amp_synchronize(vc));                                         \
        CHECK_OK(amp_synchronize(vs));                                         \
        for (r = 0, i = 0; r < 4; i + 1 < N ? i++ : (r += 2, i = 0)) {         \
            const int in_tile = (int)(seen[r][i] - (T)(first));                \
            const int anywhere = (int)(seen[r + 1][i] - (T)(first));           \
            CHECK_INT(in_tile / TILE, ==, i / TILE);                           \
            CHECK_INT(in_tile % 8, ==, i % 8);                                 \
            CHECK(anywhere >= 0 && anywhere < N && anywhere % 8 == i % 8);     \
            CHECK((T)((T)(first) + (T)in_tile) == seen[r][i]);                 \
            CHECK((T)((T)(first) + (T)anywhere) == seen[r + 1][i]);            \
        }                                                                      \
        CHECK((int)(c[3] - (T)(first)) % 8 == 3);                              \
        CHECK_INT((int)c[8], ==, N);                                           \
    }
LOAD_STORE_TEST(kept_int, int, -5000)
LOAD_STORE_TEST(kept_uint, unsigned, 4000000000u)
LOAD_STORE_TEST(kept_int64, amp_int64, -1099511627776LL)
LOAD_STORE_TEST(kept_uint64, amp_uint64, 1099511627776LL)
LOAD_STORE_TEST(kept_float, float, 0.5f)
LOAD_STORE_TEST(kept_double, double, 0.25)

TEST(beyond_32_bits)
{
    static amp_int64 c[INTEGER_CELLS], old[N];
    const amp_array_view v = amp_view(amp_int64, c, INTEGER_CELLS);
    SKIP_WITHOUT_64(amp_int64);
    c[0] = (amp_int64)1 << 40;
    CHECK_OK(amp_refresh(v));
    CHECK_OK(parallel_for_each(amp_extent(N), of_int64, v, amp_view(amp_int64, old, N)));
    CHECK_OK(amp_synchronize(v));
    CHECK_INT(c[0], ==, ((amp_int64)1 << 40) + N);
    CHECK_INT(c[8], ==, -N);
}

TEST(tile_memory)
{
    static unsigned r[N / TILE][4];
    static float sums[N / TILE];
    const amp_array_view vr = amp_view(unsigned, r, N / TILE, 4);
    const amp_array_view vs = amp_view(float, sums, N / TILE);
    int t;
    CHECK_OK(parallel_for_each(amp_tile(amp_extent(N), TILE), in_tiles, vr, vs));
    CHECK_OK(amp_synchronize(vr));
    CHECK_OK(amp_synchronize(vs));
    for (t = 0; t < N / TILE; t++) {
        CHECK_UINT(r[t][0], ==, (unsigned)(TILE * (TILE * t) + TILE * (TILE - 1) / 2));
        CHECK_UINT(r[t][1], ==, 0xffffffffu);
        CHECK_UINT(r[t][2], ==, (unsigned)(TILE * t));
        CHECK_UINT(r[t][3], ==, TILE);
        CHECK_FLOAT(sums[t], ==, 0.25 * TILE);
    }
}

TEST(the_last_tile_sees_what_all_wrote)
{
    enum { TILES = 500 };
    static int part[TILES];
    int ended = 0, sum = 0;
    if (strstr(amp_accelerator_default().description, "Oclgrind") != NULL) {
        SKIP("oclgrind knows no order by atomics: it reports what follows it");
    }
    CHECK_OK(parallel_for_each(amp_tile(amp_extent(TILES * TILE), TILE), last_adds,
                               amp_view(int, part, TILES), amp_view(int, &ended, 1),
                               amp_view(int, &sum, 1), TILES));
    CHECK_OK(amp_synchronize(amp_view(int, &sum, 1)));
    CHECK_INT(sum, ==, TILES * (TILES + 1) / 2);
    CHECK_OK(amp_release(amp_view(int, &ended, 1)));
    CHECK_OK(amp_release(amp_view(int, &sum, 1)));
}
