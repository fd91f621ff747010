/* SPDX-License-Identifier: MIT */
#ifndef NW_PROBLEM_H
#define NW_PROBLEM_H
/*
nw: how well two sequences of n letters can be aligned, by the method of Needleman and Wunsch
(Journal of Molecular Biology 48, 1970), as in Rodinia's program of this name (Che et al., IISWC
2009).

    score[i][j] = max(score[i - 1][j - 1] + alike[i - 1][j - 1],
                      score[i - 1][j] - gap, score[i][j - 1] - gap)
for i and j from 1 to n, where row and column 0 are given: -gap times the distance from the corner.
`steps` is the price of a gap. alike holds how alike each pair of letters is, of a symmetric table
of 24 letters; all are whole numbers.
*/
#include "../real.h"

typedef struct nw_problem {
    int n, gap;
    int *alike;     /* n x n, row-major */
    int *score;     /* (n + 1) x (n + 1), row-major; row and column 0 are there before a run */
    int *expected;  /* as score */
} nw_problem;
extern nw_problem nw;

#endif
