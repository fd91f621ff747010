/* SPDX-License-Identifier: MIT */
#ifndef AMP_EMU_H
#define AMP_EMU_H
/*
amp_emu.h: the emulator's settings. This door includes amp.h, which is enough.

The emulator runs kernels on the CPU. Tiles go to the workers, OpenMP's threads,
one a core; inside a tile an engine decides what a GPU thread is:

  AMP_ENGINE=   a GPU thread is                a barrier is
  loops         an iteration of a vector loop  the end of a loop
  fibers        a fiber with its own stack     a switch to the next fiber
  threads       an OS thread                   a host barrier of all
  vectors       a lane of a loop made from a   the end of a loop
                tiled kernel's text, in a program built with -DAMP_VECTORS, where it
                is the default for tiled kernels: docs/vectors.md

  AMP_WORKERS, AMP_ORDER and AMP_STACK are the other settings: docs/settings.md.

amp_emu_set_engine, amp_emu_set_workers and amp_emu_set_order (amp/emu/settings.h)
do the same from the program. A value that means nothing is refused at the launch.
-DAMP_EMU_UCONTEXT at compile time takes the portable switch between fibers.

WHAT A KERNEL MAY DO WRONG
  Found by every engine and reported as the launch's status, with the process and
  the next launch unharmed: a barrier that a tile's threads do not meet together,
  too much tile_static or thread_private, a phase left by `return`, a launch from
  inside a kernel, a stack overflow of a fiber. Not found: a stack overflow where
  the system owns the stack (threads, loops), and a kernel that never ends.

OPENMP
  Workers and teams are OpenMP's. They are plain pthreads under ThreadSanitizer, which would report
  gcc's OpenMP runtime, in a child of fork(), where that runtime hangs, and without -fopenmp.
*/

#include "amp.h"

#endif /* AMP_EMU_H */
