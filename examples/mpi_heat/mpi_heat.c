/* SPDX-License-Identifier: MIT */
/*
mpi_heat.c: the plate of ../heat.c on several machines. Each rank has a slab of its rows, on an
accelerator of its own. In a step it needs one row of each neighbour, its halo:

    on the view `inner`             on the main thread               on the view `edges`
    first and last row leave    ->  their bytes are sent
    all cells but these rows        the neighbours' rows arrive  ->  they become the halo
                                                                     first and last row

so that the messages travel while the inner cells are computed. Views of rows are sections; the
library orders launches and copies by the data that they share, and the halo shares none with the
inner cells.

    apt-get install openmpi-bin libopenmpi-dev
    mpicc -O2 -fopenmp -pthread -I. -Iexamples examples/mpi_heat/mpi_heat.c -o mpi_heat -lm
    mpirun -n 4 ./mpi_heat [rows [rank]]

prints where each rank runs, whether all ranks together find what one finds, to the bit, and how
time falls with ranks, for a plate of one size and for one that grows with them. The rank of the
second argument dies in the middle: the job must end, and say so.
docs/many-machines.md says how a cluster runs it.
*/
#define AMP_SHORT_NAMES
#include <signal.h>
#include "amp.h"
#include "mpi_example.h"
#include "heat_step.h" /* the kernel of a plate, whose first and last rows stay */

AMP_DEVICE_BEGIN
/* A row of the plate between the rows above and below it, each a view of one row. */
AMP_KERNEL(heat_row, 2, in(float, 2, above), in(float, 2, row), in(float, 2, below),
           out(float, 2, to))
{
    const int j = idx[1], rim = j == 0 || j == row_shape.extent[1] - 1;
    at(to, 0, j) = rim ? at(row, 0, j)
        : spread(at(row, 0, j), at(above, 0, j), at(below, 0, j), at(row, 0, j - 1),
                 at(row, 0, j + 1));
}
AMP_DEVICE_END

typedef struct slab {
    MPI_Comm comm;
    int rank, ranks;
    int total, cols;           /* of the plate */
    int first, rows;           /* of it, this rank's */
    amp_accelerator_view inner, edges;
    amp_array_view plate[2];   /* rows x cols, which take turns */
    amp_array_view halo;       /* 2 x cols: the row before the first, and behind the last */
    float *sent, *received;    /* 2 x cols in host memory */
} slab;

/* The first row of this rank, in a plate of so many. */
static int first_of(int total, int rank, int ranks)
{
    return (int)((long long)total * rank / ranks);
}

/* One row of a view, as a view of one row. */
static amp_array_view row_of(amp_array_view v, int i)
{
    return amp_section(v, amp_index(i, 0), amp_extent(1, v.extent.dim[1]));
}

/* The neighbour on a side, 0: above, 1: below; MPI_PROC_NULL, to which nothing is sent, at the
   plate's rim. */
static int neighbour(const slab *s, int side)
{
    const int other = s->rank + (side == 0 ? -1 : 1);
    return other < 0 || other >= s->ranks ? MPI_PROC_NULL : other;
}

static void slab_open(slab *s, MPI_Comm comm, amp_accelerator a, int total, int cols)
{
    const size_t row = (size_t)cols * sizeof(float);
    float *cells;
    int i, k;
    s->comm = comm;
    (void)MPI_Comm_rank(comm, &s->rank);
    (void)MPI_Comm_size(comm, &s->ranks);
    s->total = total;
    s->cols = cols;
    s->first = first_of(total, s->rank, s->ranks);
    s->rows = first_of(total, s->rank + 1, s->ranks) - s->first;
    s->sent = example_memory(2 * row);
    s->received = example_memory(2 * row);
    must(amp_accelerator_create_view(a, AMP_QUEUING_IMMEDIATE, &s->inner));
    must(amp_accelerator_create_view(a, AMP_QUEUING_IMMEDIATE, &s->edges));
    cells = example_memory((size_t)s->rows * row);
    for (i = 0; s->first == 0 && i < cols; i++) {
        cells[i] = 100; /* the upper rim is hot */
    }
    for (k = 0; k < 2; k++) {
        s->plate[k] = amp_array_on_from(s->inner, float, amp_extent(s->rows, cols), cells);
        must(s->plate[k].status);
    }
    free(cells);
    s->halo = amp_array_on_from(s->edges, float, amp_extent(2, cols), s->received);
    must(s->halo.status);
}

static void slab_close(slab *s)
{
    must(amp_release(s->plate[0]));
    must(amp_release(s->plate[1]));
    must(amp_release(s->halo));
    must(amp_accelerator_view_release(s->inner));
    must(amp_accelerator_view_release(s->edges));
    free(s->sent);
    free(s->received);
}

/* One step from one plate to the other. overlapped: 0 waits for the inner cells before anything
   is sent, to show what the overlap is worth. */
static void slab_step(slab *s, amp_array_view from, amp_array_view to, int overlapped)
{
    amp_completion out[2], in[2];
    MPI_Request request[4];
    int side;
    /* The rows leave behind the kernels of the last step, and before the one of this. */
    for (side = 0; side < 2; side++) {
        if (neighbour(s, side) != MPI_PROC_NULL) {
            out[side] = amp_copy_out_async(row_of(from, side == 0 ? 0 : s->rows - 1),
                                           s->sent + side * s->cols);
        }
    }
    must(parallel_for_each_on(s->inner, amp_pad(amp_tile(from.extent, TILE, TILE)), heat_step,
                              from, to));
    if (!overlapped) {
        must(amp_wait(s->inner));
    }
    for (side = 0; side < 2; side++) {
        if (neighbour(s, side) != MPI_PROC_NULL) {
            must(amp_completion_wait(out[side]));
        }
        (void)MPI_Irecv(s->received + side * s->cols, s->cols, MPI_FLOAT, neighbour(s, side), 0,
                        s->comm, &request[2 * side]);
        (void)MPI_Isend(s->sent + side * s->cols, s->cols, MPI_FLOAT, neighbour(s, side), 0,
                        s->comm, &request[2 * side + 1]);
    }
    (void)MPI_Waitall(4, request, MPI_STATUSES_IGNORE);
    for (side = 0; side < 2; side++) {
        in[side] = amp_copy_in_async(row_of(s->halo, side), s->received + side * s->cols);
    }
    for (side = 0; side < 2; side++) {
        const int i = side == 0 ? 0 : s->rows - 1;
        if (s->first + i == 0 || s->first + i == s->total - 1) {
            continue; /* the plate's rim: heat_step has left it as it was */
        }
        /* On `edges`, and behind the inner cells, which are of the same plate. */
        must(parallel_for_each_on(s->edges, amp_extent(1, s->cols), heat_row,
                                  i == 0 ? row_of(s->halo, 0) : row_of(from, i - 1),
                                  row_of(from, i),
                                  i == s->rows - 1 ? row_of(s->halo, 1) : row_of(from, i + 1),
                                  row_of(to, i)));
    }
    must(amp_completion_wait(in[0])); /* s->received is written again in the next step */
    must(amp_completion_wait(in[1]));
}

/* The plate after the last step, all ranks' rows, in `cells` of rank 0. */
static void gather(const slab *s, amp_array_view plate, float *cells)
{
    int *count = example_memory((size_t)s->ranks * sizeof(int));
    int *begin = example_memory((size_t)s->ranks * sizeof(int));
    float *own = example_memory((size_t)s->rows * (size_t)s->cols * sizeof(float));
    int r;
    for (r = 0; r < s->ranks; r++) {
        begin[r] = first_of(s->total, r, s->ranks) * s->cols;
        count[r] = first_of(s->total, r + 1, s->ranks) * s->cols - begin[r];
    }
    must(amp_copy_out(plate, own));
    (void)MPI_Gatherv(own, s->rows * s->cols, MPI_FLOAT, cells, count, begin, MPI_FLOAT, 0,
                      s->comm);
    free(count);
    free(begin);
    free(own);
}

/* What a run is to do, beside its plate. */
typedef struct task {
    int steps, overlapped;
    int dies;      /* the rank that does in the middle; -1: none */
    int gathers;   /* whether the ranks give rank 0 their rows at the end, */
    float *cells;  /* which it has here */
} task;

/* All ranks of comm together. Seconds a step, on rank 0. */
static double run(MPI_Comm comm, amp_accelerator a, int total, int cols, task t)
{
    slab s;
    double start, seconds;
    int k;
    slab_open(&s, comm, a, total, cols);
    (void)MPI_Barrier(comm);
    start = MPI_Wtime();
    for (k = 0; k < t.steps; k++) {
        if (k == t.steps / 2 && s.rank == t.dies) {
            (void)raise(SIGKILL);
        }
        slab_step(&s, s.plate[k % 2], s.plate[1 - k % 2], t.overlapped);
    }
    must(amp_wait(s.inner));
    must(amp_wait(s.edges));
    (void)MPI_Barrier(comm);
    seconds = (MPI_Wtime() - start) / t.steps;
    if (t.gathers) {
        gather(&s, s.plate[t.steps % 2], t.cells);
    }
    slab_close(&s);
    return seconds;
}

/* The median of so many runs, on the first `count` ranks. */
static double measured(int rank, int count, amp_accelerator a, int total, int cols, int steps,
                       int overlapped)
{
    double sample[3] = { 0, 0, 0 };
    const int rounds = example_rounds(3);
    const task t = { steps, overlapped, -1, 0, NULL };
    MPI_Comm comm;
    int i;
    (void)MPI_Comm_split(MPI_COMM_WORLD, rank < count ? 0 : MPI_UNDEFINED, rank, &comm);
    for (i = 0; i < rounds && comm != MPI_COMM_NULL; i++) {
        sample[i] = run(comm, a, total, cols, t);
    }
    if (comm != MPI_COMM_NULL) {
        (void)MPI_Comm_free(&comm);
    }
    (void)MPI_Barrier(MPI_COMM_WORLD); /* the others wait, and take no processor from these */
    return example_median(sample, rounds);
}

static void print_scaling(int rank, int ranks, amp_accelerator a, int rows, int cols, int steps)
{
    double one[2] = { 0, 0 };
    int count;
    if (rank == 0) {
        (void)printf("\n        %d x %d cells, shared out           %d x %d cells a rank\n"
                     "ranks   us a step  times as fast  in turn    us a step  efficiency\n",
                     rows, cols, rows, cols);
    }
    for (count = 1; count <= ranks; count = count < 4 ? count + 1 : count * 2) {
        const double strong = measured(rank, count, a, rows, cols, steps, 1);
        const double in_turn = measured(rank, count, a, rows, cols, steps, 0);
        const double weak = measured(rank, count, a, rows * count, cols, steps, 1);
        one[0] = count == 1 ? strong : one[0];
        one[1] = count == 1 ? weak : one[1];
        if (rank == 0) {
            (void)printf("%5d  %10.1f  %13.2f  %7.1f   %10.1f  %9.0f%%\n", count, strong * 1e6,
                         one[0] / strong, in_turn * 1e6, weak * 1e6, 100 * one[1] / weak);
            (void)fflush(stdout);
        }
    }
    if (rank == 0) {
        (void)printf("(in turn: us a step where the inner cells are waited for before a row is "
                     "sent)\n\n");
    }
}

int main(int argc, char **argv)
{
    int rank, ranks, rows, cols, wrong = 0;
    char sentence[120];
    task together = { 100, 1, -1, 1, NULL }, alone;
    amp_accelerator a;
    mpi_begin(&argc, &argv, &rank, &ranks);
    rows = example_size(argc, argv, 480, 40, 8000);
    cols = rows + rows / 3;
    together.steps = example_small() ? 20 : 100;
    if (rows < ranks) {
        (void)snprintf(sentence, sizeof(sentence), "%d ranks cannot share a plate of %d rows: "
                       "give at least a row for each, mpi_heat %d", ranks, rows, ranks);
        mpi_refuse(rank, sentence);
    }
    if (argc > 2) {
        together.dies = (int)strtol(argv[2], NULL, 10);
        if (together.dies < 0 || together.dies >= ranks) {
            (void)snprintf(sentence, sizeof(sentence), "no rank %.20s can die: there are ranks 0 "
                           "to %d", argv[2], ranks - 1);
            mpi_refuse(rank, sentence);
        }
    }
    a = mpi_accelerator();
    mpi_say_where(rank, ranks, a);
    alone = together;
    if (rank == 0) {
        together.cells = example_memory((size_t)rows * (size_t)cols * sizeof(float));
        alone.cells = example_memory((size_t)rows * (size_t)cols * sizeof(float));
    }
    (void)run(MPI_COMM_WORLD, a, rows, cols, together);
    if (rank == 0) {
        (void)run(MPI_COMM_SELF, a, rows, cols, alone);
        wrong = memcmp(together.cells, alone.cells, (size_t)rows * (size_t)cols * sizeof(float))
            != 0;
        (void)printf("%d steps on %d x %d cells: %s\n", together.steps, rows, cols, wrong
                     ? "not what one rank finds" : "to the bit what one rank finds");
        (void)fflush(stdout);
    }
    print_scaling(rank, ranks, a, rows, cols, together.steps);
    free(together.cells);
    free(alone.cells);
    return mpi_end(rank, wrong);
}
