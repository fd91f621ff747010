/* SPDX-License-Identifier: MIT */
#include "problem.h"

#include <math.h>
#include <string.h>

md_problem md;

/* In units of the potential. JITTER is at most the distance from a place of the lattice. */
#define SPACING 1.1f
#define JITTER 0.1f
#define CUTOFF 2.5f
#define LIST_RADIUS 2.8f
#define GAP 1e-4
enum { REACH = 2 }; /* places of the lattice, along one axis: the third is too far away */

static int side;    /* of the lattice */
static int *atom;   /* at each of its n places */

static void shuffle(int n)
{
    int i;
    for (i = 0; i < n; i++) {
        atom[i] = i;
    }
    for (i = n - 1; i > 0; i--) {
        const int k = (int)(bench_noise((unsigned)i) % (unsigned)(i + 1)), swap = atom[i];
        atom[i] = atom[k];
        atom[k] = swap;
    }
}

static void put_atoms(int n)
{
    float *jitter = (float *)bench_memory(3 * (size_t)n * sizeof(float));
    int i;
    real_fill(jitter, 3 * (size_t)n, 1, -JITTER, JITTER);
    for (i = 0; i < n; i++) {
        float *p = md.position + 4 * (size_t)atom[i];
        p[0] = SPACING * (float)(i % side) + jitter[3 * (size_t)i];
        p[1] = SPACING * (float)(i / side % side) + jitter[3 * (size_t)i + 1];
        p[2] = SPACING * (float)(i / side / side) + jitter[3 * (size_t)i + 2];
    }
    real_free(&jitter);
}

static double distance2(int i, int k)
{
    const float *a = md.position + 4 * (size_t)i, *b = md.position + 4 * (size_t)k;
    const double x = (double)a[0] - (double)b[0], y = (double)a[1] - (double)b[1];
    const double z = (double)a[2] - (double)b[2];
    return x * x + y * y + z * z;
}

/* Whether two atoms are neighbours. None are whose distance is the cutoff but for a hair, which
   floats could take for either side of it. */
static int are_near(int i, int k)
{
    const double r2 = distance2(i, k);
    return r2 < (double)(LIST_RADIUS * LIST_RADIUS) && fabs(r2 - (double)md.cutoff2) > GAP;
}

/* Finds the neighbours of the atom at a place: into list, or only their number with NULL. */
static int neighbours(int where, int *list)
{
    const int x = where % side, y = where / side % side, z = where / side / side;
    int dx, dy, dz, found = 0;
    for (dz = -REACH; dz <= REACH; dz++) {
        for (dy = -REACH; dy <= REACH; dy++) {
            for (dx = -REACH; dx <= REACH; dx++) {
                const int other = where + dx + side * (dy + side * dz);
                if (other == where || x + dx < 0 || x + dx >= side || y + dy < 0
                    || y + dy >= side || z + dz < 0 || other >= md.n
                    || !are_near(atom[where], atom[other])) {
                    continue;
                }
                if (list != NULL) {
                    list[found] = atom[other];
                }
                found++;
            }
        }
    }
    return found;
}

static void make_lists(int n)
{
    const size_t count = (size_t)n;
    size_t k, i;
    int p;
    md.most = 1;
    for (p = 0; p < n; p++) {
        md.count[atom[p]] = neighbours(p, NULL);
        md.most = md.count[atom[p]] > md.most ? md.count[atom[p]] : md.most;
    }
    md.list = (int *)bench_memory((size_t)md.most * count * sizeof(int));
    md.rows = (int *)bench_memory((size_t)md.most * count * sizeof(int));
    for (p = 0; p < n; p++) {
        (void)neighbours(p, md.rows + (size_t)md.most * (size_t)atom[p]);
    }
    for (i = 0; i < count; i++) {
        for (k = 0; k < (size_t)md.most; k++) {
            md.list[k * count + i] = md.rows[(size_t)md.most * i + k];
        }
    }
}

static void reference(int i, float *force)
{
    double sum[3] = { 0, 0, 0 };
    int k, c;
    for (k = 0; k < md.count[i]; k++) {
        const int other = md.rows[(size_t)md.most * (size_t)i + (size_t)k];
        const double r2 = distance2(i, other);
        if (r2 < (double)md.cutoff2) {
            const double r6 = r2 * r2 * r2, pull = (48 / r6 - 24) / (r6 * r2);
            for (c = 0; c < 3; c++) {
                const size_t from = 4 * (size_t)i + (size_t)c, to = 4 * (size_t)other + (size_t)c;
                sum[c] += pull * ((double)md.position[from] - (double)md.position[to]);
            }
        }
    }
    for (c = 0; c < 3; c++) {
        force[c] = (float)sum[c];
    }
}

static void close_problem(void)
{
    real_free(&md.position);
    real_free(&md.count);
    real_free(&md.list);
    real_free(&md.rows);
    real_free(&md.apart);
    real_free(&md.force);
    real_free(&md.expected);
}

static void open_problem(int n, int steps)
{
    const size_t bytes = 4 * (size_t)n * sizeof(float);
    int i;
    (void)steps;
    md.n = n;
    md.cutoff2 = CUTOFF * CUTOFF;
    for (side = 1; (long long)side * side * side < n; side++) { }
    md.position = (float *)bench_memory(bytes);
    md.count = (int *)bench_memory((size_t)n * sizeof(int));
    md.apart = (float *)bench_memory(3 * (size_t)n * sizeof(float));
    md.force = (float *)bench_memory(bytes);
    md.expected = (float *)bench_memory(bytes);
    atom = (int *)bench_memory((size_t)n * sizeof(int));
    shuffle(n);
    put_atoms(n);
    make_lists(n);
    real_free(&atom);
    for (i = 0; i < n; i++) {
        reference(i, md.expected + 4 * (size_t)i);
    }
}

static void restore(void)
{
    memset(md.apart, REAL_POISON, 3 * (size_t)md.n * sizeof(float));
    memset(md.force, REAL_POISON, 4 * (size_t)md.n * sizeof(float));
}

/* The force of near pairs goes with the thirteenth power of a distance that a float has rounded. */
static const char *check(void)
{
    return real_differs(md.force, md.expected, 4 * (size_t)md.n, 2e-5);
}

const real_program md_program = { open_problem, restore, check, close_problem };
