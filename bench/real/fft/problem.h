/* SPDX-License-Identifier: MIT */
#ifndef FFT_PROBLEM_H
#define FFT_PROBLEM_H
/*
fft: the Fourier transform of n signals of 512 complex floats, each in its place.

A tile of 64 threads a signal, eight points a thread: three transforms of eight points in a thread's
own registers, and between them two exchanges through tile memory. After Volkov and Kazian ("Fitting
FFT onto the G80 architecture", UC Berkeley, 2008), as SHOC's program of this name has it (Danalis
et al., GPGPU 2010): forward, with factors by cosine and sine. n: signals; steps: not used.
*/
#include "../real.h"

enum { FFT_POINTS = 512 };

typedef struct fft_problem {
    int n;
    float *start;    /* n x 512 x 2, real part first, as are all */
    float *data;     /* start before a run, the result after it */
    float *expected;
} fft_problem;
extern fft_problem fft;

#endif
