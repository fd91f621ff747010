/* SPDX-License-Identifier: MIT */
#ifndef MPI_EXAMPLE_H
#define MPI_EXAMPLE_H
/* What the examples on several machines share: a rank's accelerator, and ends. No idea of how ranks
   work together is hidden in here. Include amp.h first. */
#include <mpi.h>
#include "example.h"

/* Ends the job, all ranks of it, with amp's sentence if a call failed. MPI_Abort and not exit: the
   other ranks wait for this one, and would wait for ever. */
#undef must
#define must(call) mpi_must((call), __FILE__, __LINE__)
static inline void mpi_must(amp_status s, const char *file, int line)
{
    if (s != AMP_OK) {
        int rank = 0;
        (void)MPI_Comm_rank(MPI_COMM_WORLD, &rank);
        (void)fprintf(stderr, "rank %d: %s:%d: %s: %s\n", rank, file, line, amp_status_string(s),
                      amp_last_error());
        (void)MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
    }
}

/* Ends the job with a sentence about its arguments. Every rank calls it; rank 0 says it. */
static inline void mpi_refuse(int rank, const char *sentence)
{
    if (rank == 0) {
        (void)fprintf(stderr, "%s\n", sentence);
    }
    (void)MPI_Finalize();
    exit(EXIT_FAILURE);
}

/* MPI is begun: only the thread of main calls it, beside amp's own threads. */
static inline void mpi_begin(int *argc, char ***argv, int *rank, int *ranks)
{
    int level;
    (void)MPI_Init_thread(argc, argv, MPI_THREAD_FUNNELED, &level);
    (void)MPI_Comm_rank(MPI_COMM_WORLD, rank);
    (void)MPI_Comm_size(MPI_COMM_WORLD, ranks);
    if (level < MPI_THREAD_FUNNELED) {
        mpi_refuse(*rank, "this MPI knows no MPI_THREAD_FUNNELED: take one that does, "
                          "as Debian's Open MPI");
    }
}

/* The accelerator of this rank: what AMP_ACCELERATOR says; without it, the device whose number is
   the rank's number on its machine, where there are devices that are not the emulator; else the
   emulator, with the cores that mpirun binds the rank to. */
static inline amp_accelerator mpi_accelerator(void)
{
    MPI_Comm machine;
    amp_accelerator chosen;
    int local, i, devices = 0, device[64];
    (void)MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &machine);
    (void)MPI_Comm_rank(machine, &local);
    (void)MPI_Comm_free(&machine);
    for (i = 0; i < amp_accelerator_count() && devices < 64; i++) {
        const amp_accelerator a = amp_accelerator_get(i);
        if (!a.is_emulated && strcmp(a.device_path, "cpu") != 0) { /* "cpu" is memory only */
            device[devices++] = i;
        }
    }
    if (getenv("AMP_ACCELERATOR") == NULL && devices > 0) {
        must(amp_accelerator_set_default(
            amp_accelerator_get(device[local % devices]).device_path));
    }
    chosen = amp_accelerator_default();
    if (chosen.index < 0) {
        must(AMP_INVALID_ARGUMENT); /* the sentence says what AMP_ACCELERATOR may be */
    }
    return chosen;
}

/* Prints, in the order of the ranks, where each one runs. */
static inline void mpi_say_where(int rank, int ranks, amp_accelerator a)
{
    char where[MPI_MAX_PROCESSOR_NAME + 1] = "", line[256];
    int length = 0, i;
    (void)MPI_Get_processor_name(where, &length);
    (void)snprintf(line, sizeof(line), "rank %d of %d on %.60s: %.120s", rank, ranks, where,
                   a.description);
    for (i = 0; i < ranks; i++) {
        if (rank == 0) {
            if (i > 0) {
                (void)MPI_Recv(line, sizeof(line), MPI_CHAR, i, 0, MPI_COMM_WORLD,
                               MPI_STATUS_IGNORE);
            }
            (void)puts(line);
        } else if (rank == i) {
            (void)MPI_Send(line, sizeof(line), MPI_CHAR, 0, 0, MPI_COMM_WORLD);
        }
    }
    (void)fflush(stdout);
}

/* The verdict of rank 0 is that of all; gives main's return value. */
static inline int mpi_end(int rank, int wrong)
{
    (void)MPI_Bcast(&wrong, 1, MPI_INT, 0, MPI_COMM_WORLD);
    if (rank == 0) {
        (void)example_end(wrong);
    }
    (void)MPI_Finalize();
    return wrong ? EXIT_FAILURE : EXIT_SUCCESS;
}

#endif /* MPI_EXAMPLE_H */
