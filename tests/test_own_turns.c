/* SPDX-License-Identifier: MIT */
/* run: group=optimised turn=compiler,0/2 */
/* Loops whose number of turns differs from thread to thread, and in which neighbours read elements
   side by side, or at places that such elements say: lists of neighbours, rows of sparse matrices.
   As vectors threads go on while a quarter of them have a turn; those that have none must not read
   where nobody may (amp/vectors/masks.h). So each array ends where memory does, and what pads a
   list is no index of anything. */
#define _POSIX_C_SOURCE 200809L /* posix_memalign */
#define AMP_SHORT_NAMES
#include "amp.h"
#include "tap.h"

#include <sys/mman.h>
#include <unistd.h>

AMP_DEVICE_BEGIN
#define TILE 64
typedef struct place {
    float x, y, z;
} place;
struct two {
    double sum;
    double count;
};

/* A row of a sparse matrix, by columns of all rows; rows are padded with what is no column. */
#define ROW_SUM(row, length, column, x, y, n)                                                      \
    const int count = at(length, row);                                                             \
    unsigned sum = 7;                                                                              \
    for (int k = 0; k < count; k++) {                                                              \
        sum = sum * 3 + at(x, at(column, k * n + row));                                            \
    }                                                                                              \
    at(y, row) = sum;

AMP_TILED_KERNEL(rows_tiled, (TILE), in(int, 1, length), in(int, 1, column), in(unsigned, 1, x),
                 out(unsigned, 1, y))
{
    const int row = tidx.global[0], n = y_shape.extent[0];
    if (row < n) {
        ROW_SUM(row, length, column, x, y, n)
    }
}
AMP_KERNEL(rows_simple, 1, in(int, 1, length), in(int, 1, column), in(unsigned, 1, x),
           out(unsigned, 1, y))
{
    ROW_SUM(idx[0], length, column, x, y, y_shape.extent[0])
}
AMP_PHASED_KERNEL(rows_phased, (TILE), in(int, 1, length), in(int, 1, column), in(unsigned, 1, x),
                  out(unsigned, 1, y))
{
    phase {
        const int row = tidx.global[0], n = y_shape.extent[0];
        if (row < n) {
            ROW_SUM(row, length, column, x, y, n)
        }
    }
}

/* Two dimensions, numbers of the turn, and a step of two. */
AMP_TILED_KERNEL(rows_of_two, (TILE), in(int, 1, length), in(int, 2, column), in(unsigned, 1, x),
                 out(unsigned, 1, y))
{
    const int row = tidx.global[0], n = y_shape.extent[0];
    if (row < n) {
        unsigned sum = 7;
        for (int k = 0; k < at(length, row); k += 2) {
            const int here = k, found = at(column, here, row);
            sum = at(x, found) % 5 == 2 ? sum : sum * 3 + at(x, found);
        }
        at(y, row) = sum;
    }
}

/* What neighbours have, up to the end and down to the beginning: no thread may look past these. */
AMP_TILED_KERNEL(up_and_down, (TILE), in(int, 1, length), in(unsigned, 1, x), out(unsigned, 1, y))
{
    const int i = tidx.global[0], n = y_shape.extent[0];
    if (i < n) {
        const int most = at(length, i), up = most < n - i ? most : n - i;
        const int down = most <= i ? most : i + 1;
        unsigned sum = 7;
        for (int k = 0; k < up; k++) { sum = sum * 3 + at(x, i + k); }
        for (int k = 0; k < down; k++) {
            const int below = i - k;
            sum = sum * 5 + at(x, below);
        }
        at(y, i) = sum;
    }
}

/* Structures: what is read, and what is kept from turn to turn. Only some are near enough. */
AMP_TILED_KERNEL(near, (TILE), in(int, 1, length), in(int, 1, list), in(place, 1, places),
                 value(float, reach), out(place, 1, y))
{
    const int i = tidx.global[0], n = y_shape.extent[0];
    if (i < n) {
        const place here = at(places, i);
        const int count = at(length, i);
        place sum = { 1, 2, 3 };
        for (int k = 0; k < count; k++) {
            const place there = at(places, at(list, k * n + i));
            const float dx = here.x - there.x, dy = here.y - there.y, dz = here.z - there.z;
            if (dx * dx + dy * dy < reach) {
                sum.x += dx;
                sum.y += dy * 2;
                sum.z += dz + sum.x;
            }
        }
        at(y, i) = sum;
    }
}

/* Two numbers of a structure with a tag, of 8 bytes, and an element under a condition. */
AMP_TILED_KERNEL(doubles, (TILE), in(int, 1, length), in(int, 1, list), in(double, 1, x),
                 out(double, 1, y))
{
    const int i = tidx.global[0], n = y_shape.extent[0];
    if (i < n) {
        struct two all = { 3, 0 };
        const int count = at(length, i);
        for (int k = 0; k < count; k++) {
            const int j = at(list, k * n + i);
            if (j % 3 != 1) {
                all.sum += at(x, j) * (double)(k + 1);
                all.count += 1;
            }
        }
        at(y, i) = all.sum + 1000 * all.count;
    }
}

/* A value that all threads share is read in each turn, and the turns ask memory, too. */
AMP_TILED_KERNEL(shared, (TILE), in(int, 1, length), in(unsigned, 1, x), out(unsigned, 1, y))
{
    const int i = tidx.global[0], n = y_shape.extent[0];
    if (i < n) {
        unsigned sum = 0;
        for (int k = 1; k <= at(length, i) && n > 1; k++) {
            sum = sum * 3 + at(x, k % 2) + at(x, i);
        }
        at(y, i) = sum;
    }
}
AMP_DEVICE_END

enum { LONGEST = 40, KINDS = 4 };
static const int sizes[] = { 1, 2, 31, 64, 65, 127, 997, 4096, 10007 };
enum { SIZES = sizeof(sizes) / sizeof(sizes[0]) };

/* How many turns thread i has: any number, few but for some, all, none. */
static int turns_of(int i, int kind)
{
    const int h = (int)((unsigned)i * 2654435761u >> 20);
    return kind == 0 ? h % (LONGEST + 1) : kind == 1 ? (h % 50 == 0 ? LONGEST : h % 3)
        : kind == 2 ? LONGEST - h % 2 : 0;
}

/* Memory for n elements of a size, which ends where nobody may read on. */
static void *at_end(int n, size_t size)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE), bytes = (size_t)n * size;
    const size_t whole = (bytes + page - 1) / page * page;
    void *p = NULL;
    CHECK_INT(posix_memalign(&p, page, whole + page), ==, 0);
    CHECK_INT(mprotect((char *)p + whole, page, PROT_NONE), ==, 0);
    return (char *)p + (whole - bytes);
}
static void free_at_end(void *data, int n, size_t size)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE), bytes = (size_t)n * size;
    const size_t whole = (bytes + page - 1) / page * page;
    char *p = (char *)data - (whole - bytes);
    CHECK_INT(mprotect(p + whole, page, PROT_READ | PROT_WRITE), ==, 0);
    free(p);
}

/* What a kernel gets: the lengths of n lists, the lists, turn by turn, and n values. */
static int n, *length, *list;
static unsigned *x, *y;

static void open_input(int size, int kind)
{
    int i, k;
    n = size;
    length = (int *)at_end(n, sizeof(int));
    list = (int *)at_end(n * LONGEST, sizeof(int));
    x = (unsigned *)at_end(n, sizeof(unsigned));
    y = (unsigned *)at_end(n, sizeof(unsigned));
    for (i = 0; i < n; i++) {
        length[i] = turns_of(i, kind);
        x[i] = (unsigned)i * 40503u % 1009u;
        y[i] = 1;
        for (k = 0; k < LONGEST; k++) {
            list[k * n + i] = k < length[i] ? (i + 407 * k) % n
                : k % 2 ? -1000000000 : 2000000000;
        }
    }
}
static void close_input(void)
{
    free_at_end(length, n, sizeof(int));
    free_at_end(list, n * LONGEST, sizeof(int));
    free_at_end(x, n, sizeof(unsigned));
    free_at_end(y, n, sizeof(unsigned));
}

static amp_tiled_extent tiles(void)
{
    return amp_tile(amp_extent((n + TILE - 1) / TILE * TILE), TILE);
}
static amp_array_view lengths(void) { return amp_view(int, length, n); }
static amp_array_view lists(void) { return amp_view(int, list, n * LONGEST); }
static amp_array_view values(void) { return amp_view(unsigned, x, n); }
static amp_array_view results(void) { return amp_view(unsigned, y, n); }

/* Brings y home, and says how many of its elements are wrong. */
static int wrong(unsigned (*want)(int))
{
    int i, bad = 0;
    CHECK_OK(amp_synchronize(results()));
    for (i = 0; i < n; i++) {
        bad += y[i] != want(i);
        __asm__ volatile(""); /* no vectors here */
    }
    return bad;
}
#define EACH(launch, want)                                                                         \
    for (int size = 0; size < SIZES; size++) {                                                     \
        for (int kind = 0; kind < KINDS; kind++) {                                                 \
            open_input(sizes[size], kind);                                                         \
            CHECK_OK(launch);                                                                      \
            CHECK_INT(wrong(want), ==, 0);                                                         \
            close_input();                                                                         \
        }                                                                                          \
    }

static unsigned row_sum(int i)
{
    unsigned sum = 7;
    int k;
    for (k = 0; k < length[i]; k++) {
        sum = sum * 3 + x[list[k * n + i]];
    }
    return sum;
}
static unsigned row_of_two(int i)
{
    unsigned sum = 7;
    int k;
    for (k = 0; k < length[i]; k += 2) {
        sum = x[list[k * n + i]] % 5 == 2 ? sum : sum * 3 + x[list[k * n + i]];
    }
    return sum;
}
static unsigned up_down(int i)
{
    unsigned sum = 7;
    int k;
    for (k = 0; k < length[i] && i + k < n; k++) {
        sum = sum * 3 + x[i + k];
    }
    for (k = 0; k < length[i] && i - k >= 0; k++) {
        sum = sum * 5 + x[i - k];
    }
    return sum;
}
static unsigned of_shared(int i)
{
    unsigned sum = 0;
    int k;
    for (k = 1; k <= length[i] && n > 1; k++) {
        sum = sum * 3 + x[k % 2] + x[i];
    }
    return sum;
}

TEST(rows_of_a_tiled_kernel)
{
    EACH(parallel_for_each(tiles(), rows_tiled, lengths(), lists(), values(), results()), row_sum)
}
TEST(rows_of_a_simple_kernel)
{
    EACH(parallel_for_each(amp_extent(n), rows_simple, lengths(), lists(), values(), results()),
         row_sum)
}
TEST(rows_of_a_phased_kernel)
{
    EACH(parallel_for_each(tiles(), rows_phased, lengths(), lists(), values(), results()), row_sum)
}
TEST(rows_of_two_dimensions)
{
    EACH(parallel_for_each(tiles(), rows_of_two, lengths(), amp_view(int, list, LONGEST, n),
                           values(), results()), row_of_two)
}
TEST(to_the_end_and_to_the_beginning)
{
    EACH(parallel_for_each(tiles(), up_and_down, lengths(), values(), results()), up_down)
}
TEST(what_all_threads_share)
{
    EACH(parallel_for_each(tiles(), shared, lengths(), values(), results()), of_shared)
}
TEST(structures)
{
    for (int size = 0; size < SIZES; size++) {
        for (int kind = 0; kind < KINDS; kind++) {
            place *places, *got;
            int i, k, bad = 0;
            open_input(sizes[size], kind);
            places = (place *)at_end(n, sizeof(place));
            got = (place *)at_end(n, sizeof(place));
            for (i = 0; i < n; i++) {
                places[i].x = (float)(x[i] % 50);
                places[i].y = (float)(x[i] % 31);
                places[i].z = (float)(x[i] % 7);
            }
            CHECK_OK(parallel_for_each(tiles(), near, lengths(), lists(),
                amp_view(place, places, n), 400.0f, amp_view(place, got, n)));
            CHECK_OK(amp_synchronize(amp_view(place, got, n)));
            for (i = 0; i < n; i++) {
                place sum = { 1, 2, 3 };
                for (k = 0; k < length[i]; k++) {
                    const place *there = &places[list[k * n + i]];
                    const float dx = places[i].x - there->x, dy = places[i].y - there->y;
                    if (dx * dx + dy * dy < 400.0f) {
                        sum.x += dx;
                        sum.y += dy * 2;
                        sum.z += places[i].z - there->z + sum.x;
                    }
                    __asm__ volatile("");
                }
                bad += sum.x != got[i].x || sum.y != got[i].y || sum.z != got[i].z;
            }
            CHECK_INT(bad, ==, 0);
            free_at_end(places, n, sizeof(place));
            free_at_end(got, n, sizeof(place));
            close_input();
        }
    }
}
TEST(structures_of_doubles)
{
    SKIP_WITHOUT_DOUBLE();
    for (int size = 0; size < SIZES; size++) {
        for (int kind = 0; kind < KINDS; kind++) {
            double *from, *got;
            int i, k, bad = 0;
            open_input(sizes[size], kind);
            from = (double *)at_end(n, sizeof(double));
            got = (double *)at_end(n, sizeof(double));
            for (i = 0; i < n; i++) {
                from[i] = x[i];
            }
            CHECK_OK(parallel_for_each(tiles(), doubles, lengths(), lists(),
                amp_view(double, from, n), amp_view(double, got, n)));
            CHECK_OK(amp_synchronize(amp_view(double, got, n)));
            for (i = 0; i < n; i++) {
                double want = 3;
                for (k = 0; k < length[i]; k++) {
                    const int j = list[k * n + i];
                    want += j % 3 != 1 ? from[j] * (k + 1) + 1000 : 0;
                    __asm__ volatile("");
                }
                bad += want != got[i];
            }
            CHECK_INT(bad, ==, 0);
            free_at_end(from, n, sizeof(double));
            free_at_end(got, n, sizeof(double));
            close_input();
        }
    }
}
