/* SPDX-License-Identifier: MIT */
#ifndef REAL_SPARSE_H
#define REAL_SPARSE_H
/* The sparse matrix of the programs spmv_csr, spmv_vector and spmv_ell, and the problem that the
   first two solve. */
#include <string.h>

#include "real.h"

/* Compressed rows: row r has the elements start[r] to start[r + 1] - 1, in the order of their
   columns, no column twice. */
typedef struct real_matrix {
    int n;          /* rows and columns */
    int longest;    /* elements of the longest row */
    int *start;     /* n + 1 */
    int *column;    /* start[n], and one more, so that there is memory without elements, too */
    float *value;   /* as column */
} real_matrix;

static inline void real_matrix_free(real_matrix *m)
{
    real_free(&m->start);
    real_free(&m->column);
    real_free(&m->value);
}

/* n rows of `least` to `most` elements, but at most n; values from -1 to 1. A row of k elements has
   one in each of k parts of the columns that are as good as equal. */
static inline void real_matrix_make(real_matrix *m, int n, int least, int most)
{
    size_t count, i = 0;
    int r, k;
    m->n = n;
    m->longest = 0;
    m->start = (int *)bench_memory(((size_t)n + 1) * sizeof(int));
    for (r = 0; r < n; r++) {
        int length = least + (int)(bench_noise((unsigned)r + 77) % (unsigned)(most - least + 1));
        length = length < n ? length : n;
        m->longest = length > m->longest ? length : m->longest;
        m->start[r + 1] = m->start[r] + length;
    }
    count = (size_t)m->start[n] + 1;
    m->column = (int *)bench_memory(count * sizeof(int));
    m->value = (float *)bench_memory(count * sizeof(float));
    real_fill(m->value, count, 3, -1, 1);
    for (r = 0; r < n; r++) {
        const long long length = m->start[r + 1] - m->start[r];
        for (k = 0; k < length; k++, i++) {
            const int from = (int)(k * n / length), end = (int)((k + 1) * n / length);
            m->column[i] = from + (int)(bench_noise((unsigned)i) % (unsigned)(end - from));
        }
    }
}

/* y = m * x, in double. */
static inline void real_matrix_multiply(const real_matrix *m, const float *x, float *y)
{
    int r, i;
    for (r = 0; r < m->n; r++) {
        double sum = 0;
        for (i = m->start[r]; i < m->start[r + 1]; i++) {
            sum += (double)m->value[i] * (double)x[m->column[i]];
        }
        y[r] = (float)sum;
    }
}

/* y = m * x, by rows. */
typedef struct real_csr_problem {
    real_matrix m;
    float *x;        /* n */
    float *y;        /* n: the result */
    float *expected;
} real_csr_problem;

static inline void real_csr_close(real_csr_problem *p)
{
    real_matrix_free(&p->m);
    real_free(&p->x);
    real_free(&p->y);
    real_free(&p->expected);
}

/* n rows of none to 2 * `mean` elements. */
static inline void real_csr_open(real_csr_problem *p, int n, int mean)
{
    const size_t bytes = (size_t)n * sizeof(float);
    real_matrix_make(&p->m, n, 0, 2 * mean);
    p->x = (float *)bench_memory(bytes);
    p->y = (float *)bench_memory(bytes);
    p->expected = (float *)bench_memory(bytes);
    real_fill(p->x, (size_t)n, 2, -1, 1);
    real_matrix_multiply(&p->m, p->x, p->expected);
}

static inline void real_csr_restore(const real_csr_problem *p)
{
    memset(p->y, REAL_POISON, (size_t)p->m.n * sizeof(float));
}

/* Sums of some dozen products, in another order than the reference's. */
static inline const char *real_csr_check(const real_csr_problem *p)
{
    return real_differs(p->y, p->expected, (size_t)p->m.n, 1e-5);
}

#endif
