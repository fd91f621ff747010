// SPDX-License-Identifier: MIT
// Kernels of Kokkos for tools/peers_kokkos, most with one fault: `kokkos CASE [TEAMS]` runs one and
// prints what the view holds afterwards. A team has two threads, where the backend has as many.
#include <Kokkos_Core.hpp>

#include <cstdio>
#include <cstdlib>
#include <cstring>

typedef Kokkos::TeamPolicy<> Policy;
typedef Policy::member_type Team;
typedef Kokkos::View<int *> View;
typedef Kokkos::View<int *, Kokkos::DefaultExecutionSpace::scratch_memory_space,
    Kokkos::MemoryTraits<Kokkos::Unmanaged>>
    Scratch;

// Where gdb is asked to stop.
extern "C" __attribute__((noinline)) void in_the_kernel(int rank)
{
    __asm__ volatile("" : : "r"(rank) : "memory");
}

static int team_size;

template <class F>
static void teams(int n, F f)
{
    Policy policy(n, team_size);
    policy.set_scratch_size(0, Kokkos::PerTeam(Scratch::shmem_size(64)));
    Kokkos::parallel_for("case", policy, f);
    Kokkos::fence();
}

static int run(const char *name, int n)
{
    View out("out", 64);
    int size = team_size;

    if (!strcmp(name, "tile-race") || !strcmp(name, "tile-race_ok")) {
        bool waits = !strcmp(name, "tile-race_ok");
        teams(n, KOKKOS_LAMBDA(const Team &team) {
            Scratch tile(team.team_scratch(0), 64);
            int r = team.team_rank();
            tile(r) = r + 1;
            if (waits) { team.team_barrier(); }
            out(team.league_rank() * size + r) = tile((r + 1) % size);
            team.team_barrier();
        });
    } else if (!strcmp(name, "cross-tile-race")) {
        teams(n, KOKKOS_LAMBDA(const Team &team) {
            if (team.team_rank() == 0) { out(0) = team.league_rank() + 1; }
        });
    } else if (!strcmp(name, "same-value-write")) {
        teams(n, KOKKOS_LAMBDA(const Team &) { out(0) = 1; });
    } else if (!strcmp(name, "barrier-divergence")) {
        teams(1, KOKKOS_LAMBDA(const Team &team) {
            if (team.team_rank() == 0) { team.team_barrier(); }
            out(team.team_rank()) = 1;
        });
    } else if (!strcmp(name, "out-of-bounds")) {
        teams(1, KOKKOS_LAMBDA(const Team &team) { out(64 + team.team_rank()) = 1; });
    } else if (!strcmp(name, "uninitialised-read")) {
        View unset(Kokkos::view_alloc(Kokkos::WithoutInitializing, "unset"), 64);
        teams(1, KOKKOS_LAMBDA(const Team &team) {
            Scratch tile(team.team_scratch(0), 64);
            out(team.team_rank()) = tile(team.team_rank()) + unset(team.team_rank());
        });
    } else if (!strcmp(name, "filled")) {
        View fresh("fresh", 64);
        teams(1, KOKKOS_LAMBDA(const Team &team) {
            out(team.team_rank()) = fresh(team.team_rank());
        });
    } else if (!strcmp(name, "stop")) {
        teams(1, KOKKOS_LAMBDA(const Team &team) {
            in_the_kernel(team.team_rank());
            team.team_barrier();
        });
    } else {
        return 2;
    }
    printf("result %d %d\n", out(0), out(1));
    return 0;
}

int main(int argc, char **argv)
{
    int status = 2;

    Kokkos::initialize(argc, argv);
    team_size = Kokkos::DefaultExecutionSpace::concurrency() >= 2 ? 2 : 1;
    if (argc > 1 && !strcmp(argv[1], "what")) {
        printf("Kokkos %d.%d.%d, %s, teams of %d\n", KOKKOS_VERSION / 10000,
            KOKKOS_VERSION / 100 % 100, KOKKOS_VERSION % 100,
            Kokkos::DefaultExecutionSpace::name(), team_size);
        status = 0;
    } else if (argc > 1) {
        status = run(argv[1], argc > 2 ? atoi(argv[2]) : 2);
    }
    Kokkos::finalize();
    return status;
}
