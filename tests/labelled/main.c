/* SPDX-License-Identifier: MIT */
/* The program of the labelled kernels: their data, and what runs a case.

       main CASE               runs it, and prints "status N"
       main all FOLDER WORD... runs each in a process of its own, those called WORD... not;
                               prints "ran CASE status N" or "ran CASE killed N"; its report
                               is FOLDER/CASE.json, what it says is FOLDER/CASE.err
       main list               prints the cases' names */
#define _POSIX_C_SOURCE 200809L /* fork, setenv, dup2 */
#include "labelled.h"
#include "../check_kernels/apart.h"

enum { APART = 64 }; /* elements behind each array that no view has */
int data_x[N + APART], data_y[N + APART], data_z[N + APART], data_w[N + APART];
int graph_row[V + 1 + APART], graph_edge[EDGES + APART];
unsigned data_u[N + APART];
float data_f[32 + 2][32], data_g[32 + 2][32];

static labelled_case *cases;

void labelled_join(labelled_case *c)
{
    c->next = cases;
    cases = c;
}

static void fill_data(void)
{
    int i, v, k, edges = 0;
    for (i = 0; i < N; i++) {
        data_x[i] = i + 1;
        data_w[i] = (i * 37 + 11) % N;
        data_u[i] = (unsigned)i;
    }
    for (i = 0; i < 32 * 32; i++) {
        data_f[i / 32][i % 32] = (float)(1 + i % 7);
    }
    for (v = 0; v < V; v++) { /* 1 to 4 neighbours, no vertex is its own */
        graph_row[v] = edges;
        for (k = 0; k <= v % 4; k++) {
            graph_edge[edges++] = (v * 5 + k * 7 + 3) % V;
        }
    }
    graph_row[V] = edges;
}

/* Built for OpenCL, a case ends when the device has: with its results on the host, and a
   number made from them for tools/labelled_table to compare. */
static void finish(void)
{
#ifdef AMP_OPENCL
    const amp_array_view all[] = { Y, Z, F, G };
    const void *memory[] = { data_y, data_z, data_f, data_g };
    const size_t bytes[] = { N * sizeof(int), N * sizeof(int), sizeof(float) * 32 * 32,
                             sizeof(float) * 32 * 32 };
    unsigned long sum = 5381;
    size_t i, k;
    (void)amp_wait(amp_accelerator_default_view(amp_accelerator_default()));
    for (i = 0; i < sizeof(bytes) / sizeof(*bytes); i++) {
        const amp_status s = amp_synchronize(all[i]);
        if (s != AMP_OK) { printf("status %d\n", (int)s); }
        for (k = 0; k < bytes[i]; k++) {
            sum = (sum * 33 + ((const unsigned char *)memory[i])[k]) & 0xffffffffUL;
        }
    }
    printf("result %08lx\n", sum);
#endif
}

int main(int argc, char **argv)
{
    const labelled_case *c;
    int i;
    fill_data();
    for (c = cases; c != NULL && argc > 1; c = c->next) {
        if (strcmp(argv[1], "list") == 0) {
            printf("%s\n", c->name);
        } else if (strcmp(argv[1], "all") == 0 && argc > 2) {
            for (i = 3; i < argc && strcmp(argv[i], c->name) != 0; i++) { }
            if (i == argc) { run_apart(c->name, c->run, argv[2]); }
        } else if (strcmp(argv[1], c->name) == 0) {
            printf("status %d\n", (int)c->run());
            finish();
            return 0;
        }
        (void)fflush(stdout);
    }
    return argc > 2 || strcmp(argc > 1 ? argv[1] : "", "list") == 0 ? 0 : 2;
}
