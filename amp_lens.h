/* SPDX-License-Identifier: MIT */
#ifndef AMP_LENS_H
#define AMP_LENS_H
/*
amp_lens.h: the lens: what a kernel would do to a GPU's memory, without a GPU. Compile with

    gcc -Og -fno-reorder-blocks -g -DAMP_LENS -fsanitize=thread \
        -fsanitize-coverage=trace-pc -c program.c
    gcc program.o -pthread -o program                     (and do not link with them)

(docs/lens.md has clang's line), and with -DAMP_CHECK besides where the kernel checker is to judge
the same accesses. Then

    AMP_LENS=text ./program

prints, for the first launch of each kernel, a table: for each source line the requests that warps
of threads make, the sectors of global memory that these move and the fewest that would do, bank
conflicts of tile memory, and the threads that take part; where warps part; a time model; and what
costs most. A program asks for the same numbers by the functions below:

    must(amp_lens_start(NULL));
    must(parallel_for_each(domain, transpose, A, At));
    must(amp_lens_measure("transpose:At", "sectors_per_request", &sectors));

The GPU is a model, stated in each report: docs/lens.md says what it has and has not.

Environment: AMP_LENS=text|json|html|csv|sarif[:file]  AMP_LENS_OPTIONS=model=a100:tiles=all, and
others: docs/settings.md

Its files stand in amp/report/ and amp/lens/; docs/layers.md says what each is for.
*/

#include "amp.h"
#include "amp/lens/api.h"

#endif /* AMP_LENS_H */
