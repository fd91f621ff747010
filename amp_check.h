/* SPDX-License-Identifier: MIT */
#ifndef AMP_CHECK_H
#define AMP_CHECK_H
/*
amp_check.h: the kernel checker. Compile with

    gcc -O1 -g -DAMP_CHECK -fsanitize=thread -c program.c
    clang -O1 -g -DAMP_CHECK -fsanitize=thread \
          -mllvm -tsan-instrument-read-before-write=1 -mllvm -sink-common-insts=0 \
          -mllvm -enable-tail-merge=0 -c program.c
    cc program.o -pthread -o program                      (and do not link with it)

A tile runs one thread at a time, and large launches on several workers, whose findings one worker
confirms (amp/check/workers.h). So the order in which accesses arrive means nothing; what counts
is whether the program orders them: amp/check/shadow.h says how races are found, docs/checker.md
what else is, and what cannot be seen.

Environment: AMP_CHECK_OPTIONS=exit=1:report=file.sarif, and others: docs/settings.md

Its files stand in amp/report/ and amp/check/; docs/layers.md says what each is for.
*/

#include "amp.h"

#endif /* AMP_CHECK_H */
