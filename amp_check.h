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

The rooms, each of which includes only those above it:
  bridge.h     between files with and without AMP_CHECK
  unit.h       what a file says about itself      copies.h   its memcpy and memset
  state.h      what is remembered: types, and the one shared object
  findings.h   sites in the program; what went wrong, counted
  shadow.h     the memory of accesses, and the verdict on them
  symbols.h    from addresses to source lines
  items.h      the report's items       sentences.h  their words
  settings.h   from the environment     exit.h       the exit status
  known.h      fingerprints, suppressions, the baseline
  text.h       on standard error        files.h      JSON, SARIF, code quality
  report.h     from findings to a report and a status
  host.h       stale and discarded bytes of the host
  probe.h      what a file's compiler announces
  maps.h       which addresses there are
  livelock.h   threads that spin, and the way out of a kernel
  crash.h      memory that is none of the kernel's, or is not there
  access.h     an access of the host or of a kernel
  memory.h     shadow memory
  arrays.h     tile arrays, amp_at, amp_racy
  own.h        variables of a thread's own that nobody set
  workers.h    a launch that several workers share
  raw.h        a source file as it is written
  bodies.h     kernels and helpers in it
  phases.h     variables that phases carry over
  refused.h    what OpenCL C refuses     rules.h      all of that
  regions.h    the text of a file's device regions, when it first launches
  launch.h     what the emulator calls
  compiler.h   what the compiler calls
*/

#include "amp.h"

#endif /* AMP_CHECK_H */
