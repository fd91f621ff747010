/* SPDX-License-Identifier: MIT */
#ifndef AMP_LENS_ERRORS_H
#define AMP_LENS_ERRORS_H
/*
amp/lens/errors.h: how far off a measure may be because some of the tiles were measured.

The measure is taken of each half sample (amp/lens/sample.h), and from how these differ from the
whole follows the standard error, of sums and of ratios alike. An error here is two standard errors:
of 20 samples about 19 are no further off. Where all tiles were measured it is 0, and unknown of one
tile.
*/

#include "measures.h"

/* Makes *to the kernel as half sample h has it. to->rows, arrays, barriers and lines are memory for
   as many as k has. */
static AMP__COLD void amp__lens_take_half(const amp__lens_kernel *k, int h, amp__lens_kernel *to)
{
    amp__lens_row *rows = to->rows;
    amp__lens_array *arrays = to->arrays;
    amp__lens_barrier *barriers = to->barriers;
    amp__lens_line *lines = to->lines;
    double operations = 0;
    int i;
    *to = *k;
    to->rows = rows;
    to->arrays = arrays;
    to->barriers = barriers;
    to->lines = lines;
    to->counted = k->group_tiles[h];
    for (i = 0; i < 3; i++) { /* which is not known by halves */
        to->waits[i] = k->waits[i] * (double)to->counted / (double)k->counted;
    }
    __builtin_memset(&to->global, 0, sizeof(to->global));
    __builtin_memset(&to->shared, 0, sizeof(to->shared));
    __builtin_memcpy(rows, k->rows, (size_t)k->row_count * sizeof(*rows));
    __builtin_memcpy(arrays, k->arrays, (size_t)k->array_count * sizeof(*arrays));
    __builtin_memcpy(barriers, k->barriers, (size_t)k->barrier_count * sizeof(*barriers));
    for (i = 0; i < k->row_count; i++) {
        if (rows[i].group != NULL) {
            rows[i].sum = rows[i].group[h];
        }
        amp__lens_add_sums(arrays[rows[i].array].tile ? &to->shared : &to->global, &rows[i].sum);
    }
    for (i = 0; i < k->array_count; i++) {
        arrays[i].different[0] = arrays[i].group[h][0];
        arrays[i].different[1] = arrays[i].group[h][1];
    }
    for (i = 0; i < k->line_count; i++) {
        lines[i] = k->lines[i];
        if (lines[i].group != NULL) {
            lines[i].sum = lines[i].group[h];
        }
        operations += lines[i].sum.operations;
    }
    if (k->operations_known && !k->operations_given && k->group_threads[h] > 0) {
        to->operations = operations / (double)k->group_threads[h];
    }
    for (i = 0; i < k->barrier_count; i++) {
        barriers[i].sum = barriers[i].group[h];
    }
}

/* Twice the standard error of a kernel's figure, from the sum of squares of how far its n half
   samples are off. */
static AMP__COLD double amp__lens_error_of(const amp__lens_kernel *k, double squares, int n)
{
    return n < 2 ? -1
        : 2 * amp__lens_root(squares / n * (1 - (double)k->counted / (double)k->tiles), 2);
}

/* Writes the error of each measure of a scope to error[]; -1 where it is not known, or the scope
   has no such measure. */
static AMP__COLD void amp__lens_errors(const amp__lens_scope *scope, double *error)
{
    const amp__lens_kernel *k = scope->kernel;
    const int sample = k->counted < k->tiles;
    double whole[AMP__LENS_MEASURES], squares[AMP__LENS_MEASURES];
    int n = 0, h, m, memory, known[AMP__LENS_MEASURES];
    amp__lens_kernel half = AMP__ZERO;
    amp__lens_scope s = *scope;
    s.kernel = &half;
    for (m = 0; m < AMP__LENS_MEASURES; m++) {
        whole[m] = amp__lens_value(m, scope);
        known[m] = whole[m] >= 0 /* and it is no bound */
            && !(sample && (m == AMP__LENS_hottest || m == AMP__LENS_divergent_loops));
        squares[m] = 0;
    }
    memory = sample
        && amp__check_make(&half.rows, (size_t)k->row_count + 1, sizeof(*half.rows))
        && amp__check_make(&half.arrays, (size_t)k->array_count + 1, sizeof(*half.arrays))
        && amp__check_make(&half.barriers, (size_t)k->barrier_count + 1, sizeof(*half.barriers))
        && amp__check_make(&half.lines, (size_t)k->line_count + 1, sizeof(*half.lines));
    for (h = 0; memory && h < AMP__LENS_GROUPS; h++) {
        if (k->group_tiles[h] == 0 || k->group_tiles[h] == k->counted) {
            continue;
        }
        amp__lens_take_half(k, h, &half);
        for (m = 0; m < AMP__LENS_MEASURES; m++) {
            const double value = amp__lens_value(m, &s);
            known[m] &= value >= 0;
            squares[m] += (value - whole[m]) * (value - whole[m]);
        }
        n++;
    }
    for (m = 0; m < AMP__LENS_MEASURES; m++) {
        error[m] = !known[m] ? -1 : sample ? amp__lens_error_of(k, squares[m], n) : 0;
    }
    amp__check_free(half.rows);
    amp__check_free(half.arrays);
    amp__check_free(half.barriers);
    amp__check_free(half.lines);
}

/* The error of a row's requests as a share of them; 0 where all tiles were measured, -1 where it is
   not known. */
static AMP__COLD double amp__lens_row_error(const amp__lens_kernel *k, const amp__lens_row *r)
{
    const double all = (double)r->sum.requests / (double)(k->counted > 0 ? k->counted : 1);
    double squares = 0, error;
    int h, n = 0;
    if (k->counted == k->tiles) {
        return 0;
    }
    for (h = 0; r->group != NULL && h < AMP__LENS_GROUPS; h++) {
        if (k->group_tiles[h] > 0 && k->group_tiles[h] < k->counted) {
            const double off = (double)r->group[h].requests / (double)k->group_tiles[h] - all;
            squares += off * off;
            n++;
        }
    }
    error = amp__lens_error_of(k, squares, n);
    return error < 0 || !(all > 0) ? -1 : error / all;
}

/* Whether a row was seen in so few tiles of a sample that another sample may say something else:
   its numbers are of those tiles, and what is multiplied is a guess. */
static AMP__COLD int amp__lens_is_rare(const amp__lens_kernel *k, const amp__lens_row *r)
{
    enum { AMP__LENS_FEW = 5 };
    return k->counted < k->tiles && r->tiles < AMP__LENS_FEW && r->tiles < k->counted;
}

#endif /* AMP_LENS_ERRORS_H */
