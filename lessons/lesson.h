/* SPDX-License-Identifier: MIT */
#ifndef LESSON_H
#define LESSON_H
/* lesson.h: what every program of the lessons includes: amp, the lens, and how the program says
   what is wrong. No idea of a lesson is hidden in here. */
#include "amp_lens.h"
#include "assignment/report.h"

#endif /* LESSON_H */
