/* SPDX-License-Identifier: MIT */
/* make SEED COUNT: prints a C program of COUNT random kernels, of seeds SEED, SEED + 1...;
   each as a tiled and a phased kernel, or a simple one, or all three, and as a serial
   reference. run.h, which the program includes, runs them.
   make SEED 1 N,N,...: without the statements of those numbers, for the shrinker.
   make -n SEED: prints how many statements the kernel has. */
#include "print.h"
#include "seed.h"

static unsigned char *no_statement;
enum { STATEMENTS = 1 << 16 };

int main(int argc, char **argv)
{
    const int numbers = argc == 3 && strcmp(argv[1], "-n") == 0;
    const unsigned long long seed = argc > 2 ? strtoull(argv[1 + numbers], NULL, 10) : 0;
    const int count = argc > 2 && !numbers ? atoi(argv[2]) : 0;
    int k;
    no_statement = (unsigned char *)calloc(STATEMENTS, 1);
    if (argc < 3 || no_statement == NULL) {
        (void)fprintf(stderr, "%s SEED COUNT [N,N,...] | -n SEED\n", argv[0]);
        return 2;
    }
    if (numbers) {
        draw_kernel(seed);
        return printf("%d\n", the.nodes) < 0;
    }
    if (argc > 3) {
        char *p = argv[3];
        while (*p != '\0') {
            const long n = strtol(p, &p, 10);
            if (n > 0 && n < STATEMENTS) {
                no_statement[n] = 1;
            }
            p += *p == ',';
        }
    }
    dropped = no_statement;
    (void)printf("/* SPDX-License-Identifier: MIT */\n/* tests/random_kernels/make %llu %d%s%s */\n"
                 "#include \"run.h\"\n", seed, count, argc > 3 ? " " : "",
                 argc > 3 ? argv[3] : "");
    for (k = 0; k < count; k++) {
        draw_kernel(seed + (unsigned long long)k);
        put_kernel();
    }
    (void)printf("\nstatic const random_kernel kernels[] = {\n");
    for (k = 0; k < count; k++) {
        draw_kernel(seed + (unsigned long long)k);
        put_entry();
    }
    (void)printf("};\n\nint main(int argc, char **argv)\n{\n    return run_kernels(kernels, %d, "
                 "argc, argv);\n}\n", count);
    return 0;
}
