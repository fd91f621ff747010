/* SPDX-License-Identifier: MIT */
/* A contender of the real programs: REAL_FORM is amp, openmp or opencl. With REAL_BESIDE the
   programs by hand in OpenCL stand beside amp's, to be timed in turns in one process and in the
   same memory. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "programs.h"
#include "real.h"
#ifdef REAL_BESIDE
#include "../../amp.h"
#endif

#define PASTE_(a, b) a##_##b
#define PASTE(a, b) PASTE_(a, b)
#define DECLARE(name, ...) extern const real_variant PASTE(name, REAL_FORM)[];
REAL_PROGRAMS(DECLARE)
#define VARIANTS(name, ...) PASTE(name, REAL_FORM),
static const real_variant *const forms[] = { REAL_PROGRAMS(VARIANTS) };
#ifdef REAL_BESIDE
#define DECLARE_HAND(name, ...) extern const real_variant name##_opencl[];
REAL_PROGRAMS(DECLARE_HAND)
#define HAND(name, ...) name##_opencl,
static const real_variant *const by_hand[] = { REAL_PROGRAMS(HAND) };
#endif
enum { PROGRAMS = (int)(sizeof(forms) / sizeof(forms[0])), MAX_VARIANTS = 8 * PROGRAMS };

static bench_variant variants[MAX_VARIANTS];
static int variant_count;

static void add(int work, const real_variant *list)
{
    for (; list->name != NULL; list++) {
        if (variant_count == MAX_VARIANTS) {
            (void)fprintf(stderr, "bench: more than %d variants\n", (int)MAX_VARIANTS);
            exit(2);
        }
        variants[variant_count].work = work;
        variants[variant_count].name = list->name;
        variants[variant_count++].run = list->run;
    }
}

#ifdef REAL_BESIDE
/* amp must run on the device that the hand-written programs run on. */
static const char *opened(void)
{
    static char why[200];
    const amp_accelerator a = amp_accelerator_default();
    if (strncmp(a.device_path, "opencl", 6) != 0) {
        (void)snprintf(why, sizeof(why), "amp's default accelerator is \"%s\"", a.device_path);
        return why;
    }
    return NULL;
}
#define OPENED opened
#else
#define OPENED NULL
#endif

int main(void)
{
    bench_contender c = { variants, 0, OPENED, NULL, NULL, NULL, 1 };
    int i;
    for (i = 0; i < PROGRAMS; i++) {
        add(i, forms[i]);
#ifdef REAL_BESIDE
        add(i, by_hand[i]);
#endif
    }
    c.count = variant_count;
    return bench_serve(&c);
}
