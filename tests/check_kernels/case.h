/* SPDX-License-Identifier: MIT */
/* What the labelled kernels share. A file of cases is a program:

     program CASE         runs it, and prints "status N", the launch's status
     program all FOLDER   runs each in a process of its own: apart.h

   Labels, read by tests/check_checker.sh:
     / * bad NAME: RULE ARRAY MARK MARK[; RULE ARRAY MARK MARK...] * /
     / * clean NAME * /
   stand before a case; a mark is a comment with one digit, on the line meant,
   and counts from the label before it to the next. ARRAY is - where there is
   none. A bad case must give exactly these findings, a clean one none. */
#ifndef CASE_H
#define CASE_H
#define _POSIX_C_SOURCE 200809L /* fork, setenv, dup2 */
#include <stdio.h>
#include <string.h>
#define AMP_SHORT_NAMES
#include "amp.h"
#include "apart.h"

AMP_DEVICE_BEGIN
enum { T = 64, N = 256 };
AMP_DEVICE_END
static int x_[N], y_[N], z_[N];
static unsigned u_[N];
static float f_[32][32], g_[32][32];
static char c_[N];
static double d_[N];

#define X amp_view(int, x_, N)
#define Y amp_view(int, y_, N)
#define Z amp_view(int, z_, N)
#define U amp_view(unsigned, u_, N)
#define F amp_view(float, f_, 32, 32)
#define G amp_view(float, g_, 32, 32)
#define C amp_view(char, c_, N)
#define D amp_view(double, d_, N)
#define TILES amp_tile(amp_extent(N), T)
#define ONE_TILE amp_tile(amp_extent(T), T)
#define TILES2 amp_tile(amp_extent(32, 32), 8, 8)
#define THREADS amp_extent(N)

/* Built for OpenCL, a case ends when the device has: with its results on the
   host, and a number made from them for tools/oclgrind_table to compare. */
#ifdef AMP_OPENCL
static void finish(void)
{
    amp_array_view all[] = { X, Y, Z, U, F, G, C, D };
    const unsigned char *memory[] = { (void *)x_, (void *)y_, (void *)z_, (void *)u_, (void *)f_,
                                      (void *)g_, (void *)c_, (void *)d_ };
    const size_t bytes[] = { sizeof(x_), sizeof(y_), sizeof(z_), sizeof(u_), sizeof(f_),
                             sizeof(g_), sizeof(c_), sizeof(d_) };
    unsigned long sum = 5381;
    size_t i, k;
    (void)amp_wait(amp_accelerator_default_view(amp_accelerator_default()));
    for (i = 0; i < sizeof(bytes) / sizeof(*bytes); i++) {
        const amp_status s = amp_synchronize(all[i]);
        if (s != AMP_OK) { printf("status %d\n", (int)s); }
        for (k = 0; k < bytes[i]; k++) { sum = (sum * 33 + memory[i][k]) & 0xffffffffUL; }
    }
    printf("result %08lx\n", sum);
}
#else
static void finish(void) { }
#endif

typedef struct case_ {
    const char *name;
    amp_status (*run)(void);
} case_;
#define RUN(name, call) static amp_status name##_case(void) { return call; }
#define CASE(name) { #name, name##_case },
#define CASES(list)                                                           \
    static const case_ cases[] = { list };                                    \
    int main(int argc, char **argv)                                           \
    {                                                                         \
        return run_cases(cases, sizeof(cases) / sizeof(*cases), argc, argv);  \
    }

static int run_cases(const case_ *cases, size_t count, int argc, char **argv)
{
    const int all = argc > 2 && strcmp(argv[1], "all") == 0;
    size_t i;
    for (i = 0; i < N; i++) {
        x_[i] = (int)i + 1;
        u_[i] = (unsigned)i;
        c_[i] = (char)i;
        d_[i] = (double)i;
        y_[i] = z_[i] = 0;
    }
    memset(f_, 0, sizeof(f_));
    memset(g_, 0, sizeof(g_));
    for (i = 0; i < count; i++) {
        if (all) {
            run_apart(cases[i].name, cases[i].run, argv[2]);
        } else if (argc > 1 && strcmp(cases[i].name, argv[1]) == 0) {
            printf("status %d\n", (int)cases[i].run());
            finish();
            return 0;
        }
    }
    return all ? 0 : 2;
}
#endif
