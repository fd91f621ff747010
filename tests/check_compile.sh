#!/bin/sh
# SPDX-License-Identifier: MIT
# run: ci=gcc turn=0/4
# What must not compile. Each case has a twin that differs in the mistake alone
# and must compile under all warnings, so that a case cannot pass for another
# reason. The mistake must be diagnosed without any warning flag.
. "${0%/*}/lib.sh"

# compiles TEXT FLAG...: a file with kernels, and the text behind them.
compiles() {
    cat > "$BUILD/case.c" <<C
#define AMP_SHORT_NAMES
#include "amp.h"
#define HOST(statement) void host(void); void host(void) { \\
    amp_array_view f1 = amp_view(float, fs, 16), f2 = amp_view(float, fs, 4, 4); \\
    amp_status s = statement; (void)f1; (void)f2; (void)s; }
typedef struct pair { int a, b; } pair;
extern float fs[16];
float fs[16];
static const pair one = { 1, 2 };
AMP_DEVICE_BEGIN
AMP_KERNEL(simple, 1, value(float, a), in(float, 1, x), inout(float, 1, y))
{
    at(y, idx[0]) += a * at(x, idx[0]);
}
AMP_KERNEL(with_struct, 1, value(pair, p), out(float, 1, y)) { at(y, idx[0]) = (float)p.a; }
AMP_TILED_KERNEL(tiled, (2, 2), inout(float, 2, v)) { at_index(v, tidx.global) += 1; }
AMP_PHASED_KERNEL(phased, (2, 2), inout(float, 2, v)) { phase { at_index(v, tidx.global) += 1; } }
const pair *used(void);
const pair *used(void) { return &one; }
$1
AMP_DEVICE_END
C
    shift
    # shellcheck disable=SC2086
    capture $CC "$@" -fsyntax-only "$BUILD/case.c"
}
# Each row has a name, the mistake, its twin (by default $good), and a word of what is said.
good='HOST(parallel_for_each(amp_extent(16), simple, 2.0f, f1, f1))' compiled=
refused() { # NAME BAD [GOOD [WORD]]
    local twin="${3:-$good}"
    # shellcheck disable=SC2086
    if [ "$twin" != "$compiled" ] && ! compiles "$twin" $FLAGS -O1; then
        tell 1 "$1: the right form"
        return
    fi
    compiled=$twin
    ! compiles "$2" -std=c99 -Werror -fopenmp -I. && says "~error:.*${4:-}"
    tell $? "$1"
}
simple='AMP_KERNEL(k, 1, inout(int, 1, v))'
tiled='AMP_TILED_KERNEL(k, (4), inout(int, 1, v))'
phased='AMP_PHASED_KERNEL(k, (4), inout(int, 1, v))'
floats='AMP_KERNEL(k, 1, inout(float, 1, v))'
pairs='AMP_KERNEL(k, 1, inout(int, 1, v), value(pair, p))'
sixteen="value(int, a), value(int, b), value(int, c), value(int, d), value(int, e), value(int, f), \
value(int, g), value(int, h), value(int, i), value(int, j), value(int, k), value(int, l), \
value(int, m), value(int, n), value(int, o), inout(int, 1, v)"
rows refused <<T
a view where a value is wanted
    HOST(parallel_for_each(amp_extent(16), simple, f1, f1, f1))
a value where a view is wanted
    HOST(parallel_for_each(amp_extent(16), simple, 2.0f, 1, f1))
a pointer where a view is wanted
    HOST(parallel_for_each(amp_extent(16), simple, 2.0f, fs, f1))
the address of a view
    HOST(parallel_for_each(amp_extent(16), simple, 2.0f, &f1, f1))
an argument too few
    HOST(parallel_for_each(amp_extent(16), simple, 2.0f, f1))
an argument too many
    HOST(parallel_for_each(amp_extent(16), simple, 2.0f, f1, f1, f1))
no argument at all
    HOST(parallel_for_each(amp_extent(16), simple))
arguments in another order
    HOST(parallel_for_each(amp_extent(16), simple, f1, 2.0f, f1))
a kernel that is not there
    HOST(parallel_for_each(amp_extent(16), simpel, 2.0f, f1, f1))
a number for a struct
    HOST(parallel_for_each(amp_extent(16), with_struct, 3, f1))
    HOST(parallel_for_each(amp_extent(16), with_struct, one, f1))
a tiled domain for a simple kernel
    HOST(parallel_for_each(amp_tile(amp_extent(16), 4), simple, 2.0f, f1, f1))
a number for a domain
    HOST(parallel_for_each(16, simple, 2.0f, f1, f1))
an index for a domain
    HOST(parallel_for_each(amp_index(16), simple, 2.0f, f1, f1))
a domain without tiles for a tiled kernel
    HOST(parallel_for_each(amp_extent(4, 4), tiled, f2))
    HOST(parallel_for_each(amp_tile(amp_extent(4, 4), 2, 2), tiled, f2))
a domain without tiles for a phased kernel
    HOST(parallel_for_each(amp_extent(4, 4), phased, f2))
    HOST(parallel_for_each(amp_tile(amp_extent(4, 4), 2, 2), phased, f2))
at with an index too few
    AMP_KERNEL(k, 2, inout(int, 2, v)) { at(v, idx[0]) = idx[1]; }
    AMP_KERNEL(k, 2, inout(int, 2, v)) { at(v, idx[0], 0) = idx[1]; }
at with an index too many
    AMP_KERNEL(k, 2, inout(int, 2, v)) { at(v, idx[0], 0, 0) = idx[1]; }
    AMP_KERNEL(k, 2, inout(int, 2, v)) { at(v, idx[0], 0) = idx[1]; }
at with two indices on rank 1
    $simple { at(v, 0, idx[0]) = 1; }
    $simple { at(v, idx[0]) = 1; }
at on a value
    AMP_KERNEL(k, 1, inout(int, 1, v), value(int, w)) { at(v, idx[0]) = at(w, 0); }
    AMP_KERNEL(k, 1, inout(int, 1, v), value(int, w)) { at(v, idx[0]) = w; }
writing an in view
    AMP_KERNEL(k, 1, in(int, 1, v)) { at(v, idx[0]) = 1; }
    AMP_KERNEL(k, 1, out(int, 1, v)) { at(v, idx[0]) = 1; }
writing an in view through an index
    AMP_KERNEL(k, 1, in(int, 1, v)) { at_index(v, idx) += 1; }
    $simple { at_index(v, idx) += 1; }
writing a member of an in view
    AMP_TILED_KERNEL(k, (4), in(pair, 1, v)) { at_index(v, tidx.global).a = 1; }
    AMP_TILED_KERNEL(k, (4), inout(pair, 1, v)) { at_index(v, tidx.global).a = 1; }
writing the index
    AMP_KERNEL(k, 1, out(int, 1, v)) { idx[0] = 3; at(v, 3) = 1; }
    AMP_KERNEL(k, 1, out(int, 1, v)) { at(v, idx[0]) = 1; }
a barrier in a simple kernel
    $simple { at(v, idx[0]) = 1; tile_barrier_wait(tidx); }
    $tiled { at(v, tidx.global[0]) = 1; tile_barrier_wait(tidx); }
a barrier on idx in a simple kernel
    $simple { at(v, idx[0]) = 1; tile_barrier_wait(idx); }
    $simple { at(v, idx[0]) = 1; }
a barrier in a phase
    $phased { phase { at(v, tidx.global[0]) = 1; tile_barrier_wait(tidx); } }
    $phased { phase { at(v, tidx.global[0]) = 1; } }
tile_static in a simple kernel
    $simple { tile_static(int, a, 4); a[0] = 1; at(v, 0) = a[0]; }
    $tiled { tile_static(int, a, 4); a[0] = 1; at(v, 0) = a[0]; }
    tile_static_is_for_tiled_kernels
a phase in a simple kernel
    $simple { phase { at(v, 0) = 1; } }
    $phased { phase { at(v, 0) = 1; } }
    a_phase_is_for_phased_kernels
a phase in a tiled kernel
    $tiled { phase { at(v, 0) = 1; } }
    $phased { phase { at(v, 0) = 1; } }
    a_phase_is_for_phased_kernels
thread_private in a tiled kernel
    $tiled { thread_private(int, p); mine(p) = 1; at(v, 0) = mine(p); }
    $phased { thread_private(int, p); phase { mine(p) = 1; at(v, 0) = mine(p); } }
    thread_private_is_for_phased_kernels
tidx outside a phase
    $phased { at(v, tidx.global[0]) = 1; }
    $phased { phase { at(v, tidx.global[0]) = 1; } }
mine outside a phase
    $phased { thread_private(int, p); mine(p) = 1; phase { at(v, 0) = mine(p); } }
    $phased { thread_private(int, p); phase { mine(p) = 1; at(v, 0) = mine(p); } }
an atomic subtraction of float
    $floats { (void)amp_atomic_fetch_sub(&at(v, 0), 1.0f); }
    $simple { (void)amp_atomic_fetch_sub(&at(v, 0), 1); }
an atomic compare-exchange of float
    $floats { float e = 0; (void)amp_atomic_compare_exchange(&at(v, 0), &e, 1.0f); }
    $simple { int e = 0; (void)amp_atomic_compare_exchange(&at(v, 0), &e, 1); }
an atomic add of char
    AMP_KERNEL(k, 1, inout(char, 1, v)) { (void)amp_atomic_fetch_add(&at(v, 0), 1); }
    AMP_KERNEL(k, 1, inout(unsigned, 1, v)) { (void)amp_atomic_fetch_add(&at(v, 0), 1u); }
an atomic exchange of a struct
    AMP_KERNEL(k, 1, inout(pair, 1, v), value(pair, p)) { (void)amp_atomic_exchange(&at(v, 0), p); }
    $pairs { (void)amp_atomic_exchange(&at(v, 0), p.a); }
an atomic on an in view
    AMP_KERNEL(k, 1, in(int, 1, v)) { (void)amp_atomic_exchange(&at(v, 0), 1); }
    $simple { (void)amp_atomic_exchange(&at(v, 0), 1); }
a parameter of rank 4
    AMP_KERNEL(k, 1, inout(int, 4, v)) { (void)v; }
    AMP_KERNEL(k, 1, inout(int, 3, v)) { (void)v; }
    the_rank_of_a_view_is_1_to_AMP_MAX_RANK
a kernel of rank 4
    AMP_KERNEL(k, 4, inout(int, 1, v)) { at(v, idx[0]) = 1; }
    AMP_KERNEL(k, 3, inout(int, 1, v)) { at(v, idx[0]) = 1; }
    k__the_rank_of_a_kernel_is_1_to_AMP_MAX_RANK
a view of four dimensions
    HOST((amp_view(float, fs, 2, 2, 2, 2).status))
    HOST((amp_view(float, fs, 2, 2, 4).status))
    extents_and_indices_have_1_to_AMP_MAX_RANK_dimensions
seventeen parameters
    AMP_KERNEL(k, 1, $sixteen, value(int, p)) { at(v, idx[0]) = p; }
    AMP_KERNEL(k, 1, $sixteen) { at(v, idx[0]) = 1; }
    the_kernel_has_more_parameters_than_AMP_MAX_PARAMETERS
T

# A limit that cannot be so is told by its name.
echo '#include "amp.h"' > "$BUILD/limit.c"
for limit in AMP_MAX_RANK=9 AMP_MAX_PARAMETERS=33 AMP_MAX_TILE_THREADS=16385 \
    AMP_MAX_TILE_STATIC=1048577; do
    ! capture "$CC" -std=c99 -I. "-D$limit" -fsyntax-only "$BUILD/limit.c" &&
        says "~error:.*${limit%=*} "
    tell $? "$limit"
done
finish
