/* SPDX-License-Identifier: MIT */
#ifndef AMP_LENS_H
#define AMP_LENS_H
/*
amp_lens.h: the lens: what a kernel would do to a GPU's memory, without a GPU. Compile with

    gcc -O1 -g -DAMP_LENS -fsanitize=thread -c program.c
    clang -O1 -g -DAMP_LENS -fsanitize=thread \
          -mllvm -tsan-instrument-read-before-write=1 -c program.c
    cc program.o -pthread -o program                      (and do not link with it)

and with -DAMP_CHECK besides where the kernel checker is to judge the same accesses. Then

    AMP_LENS=text ./program

prints, for the first launch of each kernel, a table: for each source line the requests that warps
of threads make, the sectors of global memory that these move and the fewest that would do, bank
conflicts of tile memory, and the threads that take part; a time model; and what costs most. A
program asks for the same numbers by the functions below:

    must(amp_lens_start(NULL));
    must(parallel_for_each(domain, transpose, A, At));
    must(amp_lens_measure("transpose:At", "sectors_per_request", &sectors));

The GPU is a model, stated in each report: docs/lens.md says what it has and has not.

Environment: AMP_LENS=text|json|html|sarif[:file]  AMP_LENS_OPTIONS=model=a100:tiles=all, and
others: docs/settings.md

The rooms, each of which includes only those above it:
  model.h      the GPU that is assumed       hooks.h    what the checker's entry points report
  state.h      what is remembered            request.h  what one request of a warp costs
  record.h     from accesses to sums         rows.h     from sums to lines of a report
  measures.h   measures, and the time model  advice.h   what costs most, what to try
  text.h json.h sarif.h       reports        page.h     the page, made of page.html
  html.h       the page with what it shows   write.h    which report goes where
  launch.h     a launch under the lens
  api.h        what a program calls          look.h     measures and expectations
  base.h       a report read back            compare.h  two kernels side by side
*/

#include "amp.h"
#include "amp/lens/api.h"

#endif /* AMP_LENS_H */
