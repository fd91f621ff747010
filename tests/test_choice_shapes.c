/* SPDX-License-Identifier: MIT */
/* run: group=optimised turn=compiler,0/2 */
/* Shapes of a loop or a line that gcc 12 makes wrong vectors of, or may
   (docs/compiler-faults.md): each as a tiled, a phased and a simple kernel, on every engine,
   against the same text in plain C that is not optimised. Phased ones also with rows that may be
   vectors of threads (decision 27), with and without a condition around them. The text of a shape
   is a macro, since it is the kernel's own: in a helper it would have the options of the command
   line. */
#define AMP_SHORT_NAMES
#include "amp.h"
#include "tap.h"

enum { N = 448, LENGTH = 6 * N, TURNS = 40 };

AMP_DEVICE_BEGIN
enum { FEWER = 437 };
typedef struct abc { int a, b, c; } abc;
#define THREADS 7
#define ROW 64
#define ELEMENT(view, i) at(view, i)
#define CHOSEN(k) (ELEMENT(mark, k) ? ELEMENT(x, k) : 0)
#define CHOOSE_LAST(j) \
    v = ELEMENT(x, i + j) != 0 ? ELEMENT(x, i + j) : v; \
    if (ELEMENT(mark, i + j) != 0) { v = 0; }
#define SHAPE_components \
    ELEMENT(y, 3 * i) = CHOSEN(3 * i); \
    ELEMENT(y, 3 * i + 1) = CHOSEN(3 * i + 1); \
    ELEMENT(y, 3 * i + 2) = CHOSEN(3 * i + 2);
#define SHAPE_three_turns \
    for (int c = 0; c < 3; c++) { ELEMENT(y, 3 * i + c) = CHOSEN(3 * i + c); }
#define SHAPE_five_turns \
    for (int c = 0; c < 5; c++) { \
        ELEMENT(y, 5 * i + c) = ELEMENT(mark, 5 * i + c) ? ELEMENT(x, 5 * i + c) : 7; \
    }
#define SHAPE_pair \
    ELEMENT(y, 2 * i) = i; ELEMENT(y, 2 * i + 1) = ELEMENT(y, ELEMENT(twice, i)) + 1;
#define SHAPE_pair_if if (ELEMENT(mark, i)) { SHAPE_pair }
#define SHAPE_last int v = 0; for (int j = 0; j < n; j++) { CHOOSE_LAST(j) } ELEMENT(y, i) = v;
#define SHAPE_last_of_64 \
    int v = 0; for (int j = 0; j < 64; j++) { CHOOSE_LAST(j) } ELEMENT(y, i) = v;
#define SHAPE_last_by_do \
    int v = 0, j = 0; do { CHOOSE_LAST(j) j++; } while (j < n); ELEMENT(y, i) = v;
#define SHAPE_index \
    int v = -1; \
    for (int j = 0; j < n; j++) { \
        if (ELEMENT(x, i + j) != 0) { v = j; } \
        if (ELEMENT(mark, i + j) != 0) { v = -1; } \
    } \
    ELEMENT(y, i) = v;
#define SHAPE_last_if \
    int v = 0; \
    if (ELEMENT(mark, i) == 0) { for (int j = 0; j < n; j++) { CHOOSE_LAST(j) } } \
    ELEMENT(y, i) = v;
#define SHAPE_byte \
    ELEMENT(y, i) = \
        ELEMENT(mark, i) ? (ELEMENT(small, i) > 3 ? ELEMENT(small, i) : ELEMENT(x, i)) : 9;
#define SHAPE_bytes \
    ELEMENT(y, 2 * i) = ELEMENT(small, 2 * i) ? ELEMENT(x, 2 * i) : 1; \
    ELEMENT(y, 2 * i + 1) = ELEMENT(small, 2 * i + 1) ? ELEMENT(x, 2 * i + 1) : 2;
#define SHAPE_in_place \
    if (ELEMENT(mark, i)) { ELEMENT(y, i) = ELEMENT(y, i) * 3 + ELEMENT(x, i); } \
    if (ELEMENT(mark, i + 1)) { ELEMENT(y, i) -= ELEMENT(x, i + 2); }
#define SHAPE_scatter if (ELEMENT(mark, i)) { ELEMENT(y, ELEMENT(twice, i)) = ELEMENT(x, i); }
#define SHAPE_members \
    if (ELEMENT(mark, i)) { \
        ELEMENT(s, i).b = ELEMENT(s, i).a + ELEMENT(x, i); \
        ELEMENT(s, i).a = ELEMENT(s, i).c; \
    } \
    ELEMENT(y, i) = ELEMENT(s, i).b;
#define SHAPE_array \
    int t[4] = { 1, 2, 3, 4 }; \
    for (int c = 0; c < 4; c++) { t[c] = ELEMENT(mark, i + c) ? ELEMENT(x, i + c) : t[c]; } \
    ELEMENT(y, i) = t[ELEMENT(x, i) & 3] + t[0] * 5;
#define SHAPE_reads \
    ELEMENT(y, i) = ELEMENT(mark, i) ? 2 * ELEMENT(x, 3 * i) - ELEMENT(x, 3 * i + 1) \
                                     : ELEMENT(x, 3 * i + 2) + 1;
#define SHAPE_exchange \
    const int a = ELEMENT(y, 2 * i), b = ELEMENT(y, 2 * i + 1); \
    if (ELEMENT(mark, i)) { \
        ELEMENT(y, 2 * i) = b + ELEMENT(x, 2 * i); \
        ELEMENT(y, 2 * i + 1) = a - ELEMENT(x, 2 * i + 1); \
    }
#define OWN_TURNS for (int j = 0; j < n - (i & 1); j++)
#define SUMMED(sum, k) if (ELEMENT(mark, k)) { sum += ELEMENT(x, k); }
#define STORE_SUMS ELEMENT(y, i) = a + 10 * b + 100 * c;
#define SHAPE_sums \
    int a = 0, b = 0, c = 0; \
    OWN_TURNS { SUMMED(a, i + 3 * j) SUMMED(b, i + 3 * j + 1) SUMMED(c, i + 3 * j + 2) } \
    STORE_SUMS
#define SHAPE_sums_chosen \
    int a = 0, b = 0, c = 0; \
    OWN_TURNS { \
        a = a + CHOSEN(i + 3 * j); \
        b = b + CHOSEN(i + 3 * j + 1); \
        c = c + CHOSEN(i + 3 * j + 2); \
    } \
    STORE_SUMS
#define SHAPE_sums_array \
    int t[3] = { 0, 0, 0 }; \
    OWN_TURNS { for (int c = 0; c < 3; c++) { SUMMED(t[c], i + 3 * j + c) } } \
    ELEMENT(y, i) = t[0] + 10 * t[1] + 100 * t[2];
#define SHAPE_sums_while \
    int a = 0, b = 0, c = 0, j = 0; \
    while (j < 3 * n - 3 * (i & 1)) { \
        SUMMED(a, i + j) SUMMED(b, i + j + 1) SUMMED(c, i + j + 2) \
        j += 3; \
    } \
    STORE_SUMS
#define COUNTED(sum, k) if (ELEMENT(mark, k) && ELEMENT(x, k) > 90) { sum++; }
#define SHAPE_counts \
    int a = 0, b = 0, c = 0; \
    OWN_TURNS { \
        COUNTED(a, i + 3 * j) COUNTED(b, i + 3 * j + 1) COUNTED(c, i + 3 * j + 2) \
    } \
    STORE_SUMS
#define SHAPE_own_stores \
    if (i % 64 == 0) { \
        for (int j = 6 * i; j < 9 * n + 6 * i - (i & 64); j += 3) { \
            ELEMENT(y, j) = CHOSEN(j); \
            ELEMENT(y, j + 1) = CHOSEN(j + 1); \
            ELEMENT(y, j + 2) = CHOSEN(j + 2); \
        } \
    }
#define SHAPE_short \
    int v = 0; \
    for (int c = 0; c < 3; c++) { \
        if (ELEMENT(mark, 3 * i + c)) { v = ELEMENT(x, 3 * i + c); } \
        if (ELEMENT(x, 3 * i + c) > 90) { v = c; } \
    } \
    ELEMENT(y, i) = v;
#define SHAPE_short_and_stores \
    int a = 0, b = 0, d = 0; \
    for (int c = 2; c >= 0; c--) { \
        const int v = CHOSEN(3 * i + c); \
        if (c == 0) { a = v; } else if (c == 1) { b = v; } else { d = v; } \
    } \
    ELEMENT(y, 3 * i) = a; ELEMENT(y, 3 * i + 1) = b; ELEMENT(y, 3 * i + 2) = d;
#define SHAPE_structure \
    abc p; \
    p.a = CHOSEN(3 * i); p.b = CHOSEN(3 * i + 1); p.c = CHOSEN(3 * i + 2); \
    ELEMENT(s, i) = p;
#define SHAPE_sums_structure \
    abc p = { 0, 0, 0 }; \
    OWN_TURNS { SUMMED(p.a, i + 3 * j) SUMMED(p.b, i + 3 * j + 1) SUMMED(p.c, i + 3 * j + 2) } \
    ELEMENT(s, i) = p;
#define SHAPES(X) \
    X(structure) X(sums_structure) X(reads) X(exchange) X(sums) X(sums_chosen) X(sums_array) \
    X(sums_while) X(counts) X(own_stores) X(short) X(short_and_stores) \
    X(components) X(three_turns) X(five_turns) X(pair) X(pair_if) X(last) X(last_of_64) \
    X(last_by_do) X(index) X(last_if) X(byte) X(bytes) X(in_place) X(scatter) X(members) \
    X(array)
#define UNUSED (void)x, (void)mark, (void)twice, (void)small, (void)s, (void)y, (void)n;
#define PARAMETERS \
    in(int, 1, x), in(int, 1, mark), in(int, 1, twice), in(unsigned char, 1, small), \
    inout(abc, 1, s), inout(int, 1, y), value(int, n)
#define TILED(name) \
    AMP_TILED_KERNEL(tiled_##name, (THREADS), PARAMETERS) \
    { const int i = tidx.global[0]; UNUSED SHAPE_##name }
#define PHASED(name) \
    AMP_PHASED_KERNEL(phased_##name, (THREADS), PARAMETERS) \
    { phase { const int i = tidx.global[0]; UNUSED SHAPE_##name } }
#define ROWS(name) \
    AMP_PHASED_KERNEL(rows_##name, (ROW), PARAMETERS) \
    { phase { const int i = tidx.global[0]; UNUSED SHAPE_##name } }
#define GUARDED(name) \
    AMP_PHASED_KERNEL(guarded_##name, (ROW), PARAMETERS) \
    { phase { const int i = tidx.global[0]; UNUSED if (i < FEWER) { SHAPE_##name } } }
#define SIMPLE(name) \
    AMP_KERNEL(simple_##name, 1, PARAMETERS) \
    { const int i = idx[0]; UNUSED SHAPE_##name }
SHAPES(TILED)
SHAPES(PHASED)
SHAPES(ROWS)
SHAPES(GUARDED)
SHAPES(SIMPLE)
AMP_DEVICE_END

typedef struct {
    int x[LENGTH], mark[LENGTH], twice[LENGTH], y[LENGTH];
    unsigned char small[LENGTH];
    abc s[LENGTH];
} data;
static data got, want;

#ifdef __clang__
#define NOT_OPTIMISED __attribute__((noinline, optnone))
#else
#define NOT_OPTIMISED __attribute__((noinline, optimize("O0")))
#endif
#undef ELEMENT
#define ELEMENT(view, i) want.view[i]
#define SERIAL(name) static NOT_OPTIMISED void serial_##name(int i, int n) { (void)n; SHAPE_##name }
SHAPES(SERIAL)

NOT_OPTIMISED static void fill(data *d)
{
    unsigned r = 7;
    int i;
    memset(d, 0, sizeof(*d));
    for (i = 0; i < LENGTH; i++) {
        r = r * 1664525u + 1013904223u;
        d->x[i] = (r >> 16 & 7) > 4 ? (int)(r >> 24) + 1 : 0;
        d->mark[i] = i > 40 && i % 64 > 20 ? (int)(r >> 8 & 1)
                                           : (r >> 8 & 31) < (i % 4 == 0 ? 9u : 15u);
        d->twice[i] = 2 * i;
        d->small[i] = r >> 20 & 1 ? (unsigned char)(r >> 24 & 7) : 0;
        d->y[i] = i & 15;
        d->s[i].a = i;
        d->s[i].b = 2;
        d->s[i].c = 3 * i;
    }
}
#define ARGUMENTS \
    amp_view(int, got.x, LENGTH), amp_view(int, got.mark, LENGTH), \
    amp_view(int, got.twice, LENGTH), amp_view(unsigned char, got.small, LENGTH), \
    amp_view(abc, got.s, LENGTH), amp_view(int, got.y, LENGTH), TURNS

/* Whether the kernel, launched on the data of `fill`, made what the serial text made. */
static int right(amp_status s)
{
    amp_array_view y = amp_view(int, got.y, LENGTH), members = amp_view(abc, got.s, LENGTH);
    if (s == AMP_OK) { s = amp_synchronize(y); }
    if (s == AMP_OK) { s = amp_synchronize(members); }
    CHECK_OK(s);
    return memcmp(&got, &want, sizeof(got)) == 0;
}
/* PoCL 3.1's loopvec makes wrong vectors of this shape (docs/compiler-faults.md, "A thread's own
   store, read by an index"). */
static void skip_known_fault(const char *shape)
{
    if (strcmp(shape, "pair") == 0
        && strncmp(amp_accelerator_default().description, "pthread", 7) == 0) { /* PoCL's CPU */
        SKIP("PoCL 3.1 makes wrong vectors of it");
    }
}
#define SHAPE_TEST(name) \
    TEST(name) \
    { \
        const amp_tiled_extent tiles = amp_tile(amp_extent(N), THREADS); \
        const amp_tiled_extent rows = amp_tile(amp_extent(N), ROW); \
        int i; \
        skip_known_fault(#name); \
        fill(&want); \
        for (i = 0; i < FEWER; i++) { serial_##name(i, TURNS); } \
        fill(&got); \
        CHECK(right(parallel_for_each(rows, guarded_##name, ARGUMENTS))); \
        for (; i < N; i++) { serial_##name(i, TURNS); } \
        fill(&got); \
        CHECK(right(parallel_for_each(rows, rows_##name, ARGUMENTS))); \
        fill(&got); \
        CHECK(right(parallel_for_each(tiles, tiled_##name, ARGUMENTS))); \
        fill(&got); \
        CHECK(right(parallel_for_each(tiles, phased_##name, ARGUMENTS))); \
        fill(&got); \
        CHECK(right(parallel_for_each(amp_extent(N), simple_##name, ARGUMENTS))); \
    }
SHAPES(SHAPE_TEST)
