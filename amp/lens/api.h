/* SPDX-License-Identifier: MIT */
#ifndef AMP_LENS_API_H
#define AMP_LENS_API_H
/*
amp/lens/api.h: what a program may ask of the lens: amp_lens_start, amp_lens_measure and the rest.

In a file that is compiled without -DAMP_LENS each returns AMP_UNSUPPORTED, but amp_lens_preset.
*/

#include "model.h"
#include "../base/build.h"

#if AMP__LENS

/* From here on launches are measured: of each kernel, extent and tile the first. What was measured
   before is forgotten. model: the GPU to assume, copied; NULL: that of AMP_LENS_OPTIONS in the
   environment, else "generic". AMP_OK; AMP_INVALID_ARGUMENT for a model whose numbers do not fit
   together, or a setting in the environment: nothing has changed. Any thread; not in a kernel. */
AMP__API amp_status amp_lens_start(const amp_lens_model *model);

/* Launches that follow are not measured; what was measured is kept. AMP_OK. Any thread. */
AMP__API amp_status amp_lens_stop(void);

/* Sets how many tiles of a launch are measured: 0 for all; 64 where nobody says otherwise. They are
   drawn at random, from all parts of the grid alike (amp_lens_seed). For launches that follow.
   AMP_OK; AMP_INVALID_ARGUMENT for a negative number. */
AMP__API amp_status amp_lens_tiles(long long tiles);

/* Sets the number by which tiles are drawn, 1 where nobody says otherwise: the same tiles each
   time. For launches that follow. AMP_OK; AMP_INVALID_ARGUMENT for a setting in the environment. */
AMP__API amp_status amp_lens_seed(unsigned seed);

/* From here on tiles that are neither measured nor watched for what caches have do not run (1), or
   do again (0): for launches that would take too long, and whose results nobody wants, since they
   are of those tiles alone. A program that is compiled with -DAMP_CHECK as well runs all of them.
   AMP_OK. Any thread. */
AMP__API amp_status amp_lens_only(int measured);

/* Says how many arithmetic operations a thread of a kernel makes, which the lens cannot count: for
   the roofline. AMP_OK; AMP_INVALID_ARGUMENT where no such kernel was measured, or the number is
   negative. */
AMP__API amp_status amp_lens_operations(const char *kernel, double operations);

/* Says how many registers of 32 bits a thread of a kernel has, as a GPU's compiler tells (nvcc:
   -Xptxas -v), which the lens cannot know: for its occupancy. AMP_OK; AMP_INVALID_ARGUMENT where no
   such kernel was measured, or the number is not 1 to 512. */
AMP__API amp_status amp_lens_registers(const char *kernel, int registers);

/* Writes a measure to *value. where: "kernel", "kernel:line" or "kernel:array", of the kernel's
   launch that was measured last, or "*": requests, bytes, idle threads and time of all that was
   measured, added up. measure: a name of docs/lens.md, such as "sectors_per_request".
   AMP_OK; AMP_INVALID_ARGUMENT, with what there is, for what was not measured: *value is 0 then.
   AMP_UNSUPPORTED where the kernel was measured and no access seen, because its file is compiled
   without -fsanitize=thread. Any thread. */
AMP__API amp_status amp_lens_measure(const char *where, const char *measure, double *value);

/* Writes to *error how far off the measure may be because only some of the tiles were measured, in
   the measure's unit: two standard errors; 0 where all were measured, -1 where it cannot be known:
   of `hottest`, which is at least what was seen, and of a sample of fewer than two tiles. The rest
   is as for amp_lens_measure, but for "*", which has none: AMP_INVALID_ARGUMENT. Any thread. */
AMP__API amp_status amp_lens_error(const char *where, const char *measure, double *error);

/* Says that a measure, named as for amp_lens_measure, is at most `bound`, or, where more is better,
   at least: for a test that fails when a change makes a kernel worse. AMP_OK where it holds;
   AMP_KERNEL_FAULT where it does not: the sentence has the line and both numbers, and the
   "sarif" report has it too; else as amp_lens_measure. Any thread. */
AMP__API amp_status amp_lens_expect(const char *where, const char *measure, double bound);

/* Writes two kernels side by side, measure by measure, with what is better and what is worse in b.
   a: a kernel that was measured, or a report file written as "json", whose name ends in .json, of
   which the kernel of b's name is taken; b: a kernel that was measured, or NULL where a is a file:
   all kernels that are in both. path: a file, or NULL for standard error. AMP_OK;
   AMP_INVALID_ARGUMENT where a or b is not there, or the file is no such report;
   AMP_RUNTIME_ERROR where one cannot be read or written. Any thread. */
AMP__API amp_status amp_lens_compare(const char *a, const char *b, const char *path);

/* Writes what was measured. form: "text", "json", "html", a page that needs no network, "csv", or
   "sarif", the expectations that did not hold; path: a file, or NULL for standard error; of "html"
   also a folder of pages, with a slash at its end: one named after the program goes there, and
   index.html over all pages of the lens that are there. AMP_OK; AMP_INVALID_ARGUMENT for another
   form; AMP_RUNTIME_ERROR where the file cannot be written. Any thread. */
AMP__API amp_status amp_lens_write(const char *form, const char *path);

#else /* without the lens */

/* Why each of them cannot do anything here, whatever it is given. */
static AMP__UNUSED amp_status amp__lens_absent(const void *unused, ...)
{
    (void)unused;
    return amp__fail(AMP_UNSUPPORTED, "this file is compiled without the lens: compile with -g "
                     "-DAMP_LENS -fsanitize=thread, and link without -fsanitize=thread");
}
#define AMP__LENS_ABSENT(name, parameters, ...) \
    static inline amp_status name parameters { return amp__lens_absent(__VA_ARGS__); }
AMP__LENS_ABSENT(amp_lens_start, (const amp_lens_model *model), model)
AMP__LENS_ABSENT(amp_lens_stop, (void), NULL)
AMP__LENS_ABSENT(amp_lens_tiles, (long long tiles), NULL, tiles)
AMP__LENS_ABSENT(amp_lens_seed, (unsigned seed), NULL, seed)
AMP__LENS_ABSENT(amp_lens_only, (int measured), NULL, measured)
AMP__LENS_ABSENT(amp_lens_operations, (const char *kernel, double operations), kernel, operations)
AMP__LENS_ABSENT(amp_lens_registers, (const char *kernel, int registers), kernel, registers)
AMP__LENS_ABSENT(amp_lens_measure, (const char *where, const char *measure, double *value),
                 where, measure, *value = 0)
AMP__LENS_ABSENT(amp_lens_error, (const char *where, const char *measure, double *error),
                 where, measure, *error = 0)
AMP__LENS_ABSENT(amp_lens_expect, (const char *where, const char *measure, double bound),
                 where, measure, bound)
AMP__LENS_ABSENT(amp_lens_compare, (const char *a, const char *b, const char *path), a, b, path)
AMP__LENS_ABSENT(amp_lens_write, (const char *form, const char *path), form, path)

#endif

#endif /* AMP_LENS_API_H */
