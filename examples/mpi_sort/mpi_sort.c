/* SPDX-License-Identifier: MIT */
/*
mpi_sort.c: samplesort on several machines. Each rank sorts its keys on an accelerator of its own;
all ranks agree, by a sample of everybody's keys, on what belongs where; one exchange
(MPI_Alltoallv) brings each key to its rank; and each rank sorts what came. Then the keys of all
ranks, one rank after the other, are in order.

A sample is a key with its rank and its place there, so that no two are equal: however often a key
occurs, no rank gets more than about twice its share.

    apt-get install openmpi-bin libopenmpi-dev
    mpicc -O2 -fopenmp -pthread -I. -Iexamples examples/mpi_sort/mpi_sort.c -o mpi_sort -lm
    mpirun -n 4 ./mpi_sort [thousands of keys a rank]

prints, for keys at random and for keys of which most are equal, how long each part took, the
fullest rank's share, and the check: against the C library's sort of all keys on rank 0.
*/
#define AMP_SHORT_NAMES
#include "amp.h"
#include "amp_algorithms.h"
#include "mpi_example.h"

/* A key, and where it stands before the exchange. */
typedef struct place { unsigned key; int rank, at; } place;

static int compare_places(const void *a, const void *b)
{
    const place *x = a, *y = b;
    if (x->key != y->key) {
        return x->key < y->key ? -1 : 1;
    }
    if (x->rank != y->rank) {
        return x->rank < y->rank ? -1 : 1;
    }
    return x->at < y->at ? -1 : x->at > y->at;
}

static int compare_keys(const void *a, const void *b)
{
    const unsigned x = *(const unsigned *)a, y = *(const unsigned *)b;
    return x < y ? -1 : x > y;
}

/* How many of the sorted keys of this rank stand before the place p. */
static int count_before(const unsigned *key, int n, int rank, place p)
{
    int low = 0, high = n;
    while (low < high) {
        place own;
        own.at = low + (high - low) / 2;
        own.key = key[own.at];
        own.rank = rank;
        if (compare_places(&own, &p) < 0) {
            low = own.at + 1;
        } else {
            high = own.at;
        }
    }
    return low;
}

/* amp's sort, on this rank's accelerator. */
static void sort_here(unsigned *key, int n)
{
    amp_array_view v;
    if (n == 0) {
        return;
    }
    v = amp_view(unsigned, key, n);
    must(amp_radix_sort(unsigned, v));
    must(amp_synchronize(v));
    must(amp_release(v));
}

/* The p - 1 places at which all keys are parted, the same on every rank. */
static void choose(const unsigned *key, int n, int rank, int ranks, place *parting)
{
    place *own = example_memory((size_t)ranks * sizeof(place));
    place *all = example_memory((size_t)ranks * (size_t)ranks * sizeof(place));
    const int bytes = ranks * (int)sizeof(place);
    int i;
    for (i = 0; i < ranks; i++) { /* each rank's sample: its own keys, parted evenly */
        own[i].at = (int)((long long)n * i / ranks);
        own[i].key = key[own[i].at];
        own[i].rank = rank;
    }
    (void)MPI_Allgather(own, bytes, MPI_BYTE, all, bytes, MPI_BYTE, MPI_COMM_WORLD);
    qsort(all, (size_t)ranks * (size_t)ranks, sizeof(place), compare_places);
    for (i = 1; i < ranks; i++) {
        parting[i - 1] = all[i * ranks + ranks / 2 - 1];
    }
    free(own);
    free(all);
}

/* Sends each key to its rank. The keys that came, which the caller frees, and their number. */
static unsigned *exchange(const unsigned *key, int n, int rank, int ranks, const place *parting,
                          int *came)
{
    int *sends = example_memory(4 * (size_t)ranks * sizeof(int));
    int *from = sends + ranks, *comes = from + ranks, *to = comes + ranks;
    long long sum = 0;
    unsigned *result;
    int r;
    for (r = 0; r < ranks; r++) {
        from[r] = r == 0 ? 0 : count_before(key, n, rank, parting[r - 1]);
        sends[r] = (r == ranks - 1 ? n : count_before(key, n, rank, parting[r])) - from[r];
    }
    (void)MPI_Alltoall(sends, 1, MPI_INT, comes, 1, MPI_INT, MPI_COMM_WORLD);
    for (r = 0; r < ranks; r++) {
        to[r] = (int)sum; /* below 2^31: main takes no more than 2^28 keys a rank */
        sum += comes[r];
    }
    result = example_memory((size_t)sum * sizeof(unsigned) + 1);
    (void)MPI_Alltoallv(key, sends, from, MPI_UNSIGNED, result, comes, to, MPI_UNSIGNED,
                        MPI_COMM_WORLD);
    free(sends);
    *came = (int)sum;
    return result;
}

/* Whether all ranks' keys, one rank after the other, are what the C library's sort makes of all
   keys that there were; on rank 0. */
static int is_sorted(const unsigned *before, int n, const unsigned *after, int came, int rank,
                     int ranks)
{
    const size_t total = rank == 0 ? (size_t)n * (size_t)ranks : 0;
    unsigned *wanted = example_memory(total * sizeof(unsigned) + 1);
    unsigned *found = example_memory(total * sizeof(unsigned) + 1);
    int *counts = example_memory(2 * (size_t)ranks * sizeof(int)), *begin = counts + ranks;
    int r, right;
    (void)MPI_Gather(before, n, MPI_UNSIGNED, wanted, n, MPI_UNSIGNED, 0, MPI_COMM_WORLD);
    (void)MPI_Gather(&came, 1, MPI_INT, counts, 1, MPI_INT, 0, MPI_COMM_WORLD);
    for (r = 1; r < ranks; r++) {
        begin[r] = begin[r - 1] + counts[r - 1];
    }
    (void)MPI_Gatherv(after, came, MPI_UNSIGNED, found, counts, begin, MPI_UNSIGNED, 0,
                      MPI_COMM_WORLD);
    if (rank == 0) {
        qsort(wanted, total, sizeof(unsigned), compare_keys);
    }
    right = memcmp(wanted, found, total * sizeof(unsigned)) == 0;
    free(wanted);
    free(found);
    free(counts);
    return right;
}

/* The longest of all ranks' times, on rank 0. */
static double longest(double seconds)
{
    double result = 0;
    (void)MPI_Reduce(&seconds, &result, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
    return result;
}

/* Sorts n keys a rank, below `most`; 1 where the result is wrong. */
static int sort_all(int n, unsigned most, const char *what, int rank, int ranks)
{
    unsigned *key = example_memory((size_t)n * sizeof(unsigned));
    unsigned *before = example_memory((size_t)n * sizeof(unsigned)), *after;
    place *parting = example_memory((size_t)ranks * sizeof(place));
    double time[4], part[3];
    unsigned seed = 7u + (unsigned)rank;
    int i, came, fullest = 0, wrong;
    for (i = 0; i < n; i++) {
        seed = seed * 1664525u + 1013904223u;
        key[i] = most == 0 ? seed : (seed >> 16) % most;
    }
    memcpy(before, key, (size_t)n * sizeof(unsigned));
    (void)MPI_Barrier(MPI_COMM_WORLD);
    time[0] = MPI_Wtime();
    sort_here(key, n);
    time[1] = MPI_Wtime();
    choose(key, n, rank, ranks, parting);
    after = exchange(key, n, rank, ranks, parting, &came);
    time[2] = MPI_Wtime();
    sort_here(after, came);
    time[3] = MPI_Wtime();
    for (i = 0; i < 3; i++) {
        part[i] = 1e3 * longest(time[i + 1] - time[i]);
    }
    (void)MPI_Reduce(&came, &fullest, 1, MPI_INT, MPI_MAX, 0, MPI_COMM_WORLD);
    wrong = !is_sorted(before, n, after, came, rank, ranks);
    if (rank == 0) {
        (void)printf("%d x %d keys, %-10s  sort %7.2f ms  exchange %7.2f ms  sort %7.2f ms  "
                     "fullest rank %.2f of its share: %s\n", ranks, n, what, part[0], part[1],
                     part[2], (double)fullest / n, wrong ? "wrong" : "in order");
    }
    free(key);
    free(before);
    free(after);
    free(parting);
    return wrong;
}

int main(int argc, char **argv)
{
    int rank, ranks, n, wrong;
    mpi_begin(&argc, &argv, &rank, &ranks);
    n = example_size(argc, argv, 1000, 10, 268435) * 1000;
    if ((long long)n * ranks > 268435456) {
        mpi_refuse(rank, "rank 0 gathers all keys for the check: give at most 268435 thousands "
                         "of keys in all ranks together");
    }
    mpi_say_where(rank, ranks, mpi_accelerator());
    wrong = sort_all(n, 0, "at random", rank, ranks);
    wrong += sort_all(n, 3, "three", rank, ranks);
    wrong += sort_all(n, 1, "one", rank, ranks);
    return mpi_end(rank, wrong);
}
