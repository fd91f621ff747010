/* SPDX-License-Identifier: MIT */
/*
tests.c: runs the kernel of kernel.h on matrices that the grader draws. Not the student's.

    tests INPUT OUTPUT

INPUT: ints, as the machine has them: how many matrices; then for each its rows, its columns and its
elements, row by row. OUTPUT, as soon as all is done: the transposes, one behind another. Nothing
here knows what is right: the grader compares. Status 1, with a sentence, where a launch failed.
*/
#define AMP_SHORT_NAMES
#include "amp_lens.h"
#include "report.h"
#include "kernel.h"

#ifndef GRADING
/* What the kernel is to do, as a loop: for a program of your own. The grader's has not got it. */
static inline void reference_turn(const int *a, int *b, int rows, int columns)
{
    int r, c;
    for (r = 0; r < rows; r++) {
        for (c = 0; c < columns; c++) {
            b[c * rows + r] = a[r * columns + c];
        }
    }
}
#endif

/* n ints of the file, in memory that the caller frees; ends the program where there are fewer. */
static int *take(FILE *from, size_t n)
{
    int *p = lesson_ints(n > 0 ? n : 1);
    if (fread(p, sizeof(*p), n, from) != n) {
        (void)fprintf(stderr, "the input ends too early\n");
        exit(EXIT_FAILURE);
    }
    return p;
}

int main(int argc, char **argv)
{
    FILE *const from = argc == 3 ? fopen(argv[1], "rb") : NULL;
    FILE *to = NULL;
    int *count, **result, *size, i;
    if (from == NULL) {
        (void)fprintf(stderr, "usage: tests INPUT OUTPUT\n");
        return EXIT_FAILURE;
    }
    count = take(from, 1);
    result = malloc((size_t)*count * sizeof(*result) + 1);
    size = lesson_ints((size_t)*count + 1);
    for (i = 0; i < *count && result != NULL; i++) {
        int *const shape = take(from, 2);
        const int rows = shape[0], columns = shape[1];
        int *const a = take(from, (size_t)rows * (size_t)columns);
        amp_array_view A = amp_view(int, a, rows, columns), B;
        size[i] = rows * columns;
        result[i] = lesson_ints((size_t)size[i]);
        B = amp_view(int, result[i], columns, rows);
        must(parallel_for_each(amp_pad(amp_tile(amp_extent(rows, columns), T, T)), turn, A, B));
        must(amp_synchronize(B));
        must(amp_release(A));
        must(amp_release(B));
        free(a);
        free(shape);
    }
    to = fopen(argv[2], "wb");
    for (i = 0; i < *count && result != NULL && to != NULL; i++) {
        (void)!fwrite(result[i], sizeof(int), (size_t)size[i], to);
        free(result[i]);
    }
    free(result);
    free(size);
    free(count);
    (void)fclose(from);
    return to == NULL || fclose(to) != 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}
