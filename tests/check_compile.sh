#!/bin/sh
# SPDX-License-Identifier: MIT
# run: ci=gcc
# What must not compile. Each case has a twin that differs in the mistake alone
# and must compile under all warnings, so that a case cannot pass for another
# reason. The mistake must be diagnosed without any warning flag.
set -u
: "${CC:=cc}" "${BUILD:=build}"
: "${FLAGS:=-std=c99 -pedantic -Wall -Wextra -Werror -fopenmp -pthread -I.}"
n=0

prelude='#define AMP_SHORT_NAMES
#include "amp.h"
#define HOST(statement) void host(void); void host(void) { \
    amp_array_view f1 = amp_view(float, fs, 16), f2 = amp_view(float, fs, 4, 4); \
    amp_status s = statement; (void)f1; (void)f2; (void)s; }
typedef struct pair { int a, b; } pair;
extern float fs[16];
float fs[16];
AMP_DEVICE_BEGIN
AMP_KERNEL(simple, 1, value(float, a), in(float, 1, x), inout(float, 1, y))
{
    at(y, idx[0]) += a * at(x, idx[0]);
}
AMP_KERNEL(with_struct, 1, value(pair, p), out(float, 1, y)) { at(y, idx[0]) = (float)p.a; }
AMP_TILED_KERNEL(tiled, (2, 2), inout(float, 2, v)) { at_index(v, tidx.global) += 1; }
AMP_PHASED_KERNEL(phased, (2, 2), inout(float, 2, v)) { phase { at_index(v, tidx.global) += 1; } }
'

# refuse NAME BAD GOOD [WORD]: both are texts at file scope; the compiler's words hold WORD.
refuse() {
    n=$((n + 1))
    printf '%s%s\nAMP_DEVICE_END\n' "$prelude" "$2" > "$BUILD/bad.c"
    printf '%s%s\nAMP_DEVICE_END\n' "$prelude" "$3" > "$BUILD/good.c"
    # shellcheck disable=SC2086
    if ! $CC $FLAGS -O1 -c "$BUILD/good.c" -o "$BUILD/x.o" > "$BUILD/out" 2>&1; then
        sed 's/^/# /' "$BUILD/out"
        echo "not ok $n - $1: the right form does not compile"
    elif $CC -std=c99 -Werror -fopenmp -I. -c "$BUILD/bad.c" -o "$BUILD/x.o" \
        2> "$BUILD/out"; then
        echo "not ok $n - $1: compiles"
    elif ! grep -q "error:.*${4:-}" "$BUILD/out"; then
        sed 's/^/# /' "$BUILD/out"
        echo "not ok $n - $1: not told of $4"
    else
        echo "ok $n - $1"
    fi
}

good='HOST(parallel_for_each(amp_extent(16), simple, 2.0f, f1, f1))'
refuse 'a view where a value is wanted' \
    'HOST(parallel_for_each(amp_extent(16), simple, f1, f1, f1))' "$good"
refuse 'a value where a view is wanted' \
    'HOST(parallel_for_each(amp_extent(16), simple, 2.0f, 1, f1))' "$good"
refuse 'a pointer where a view is wanted' \
    'HOST(parallel_for_each(amp_extent(16), simple, 2.0f, fs, f1))' "$good"
refuse 'the address of a view' \
    'HOST(parallel_for_each(amp_extent(16), simple, 2.0f, &f1, f1))' "$good"
refuse 'an argument too few' \
    'HOST(parallel_for_each(amp_extent(16), simple, 2.0f, f1))' "$good"
refuse 'an argument too many' \
    'HOST(parallel_for_each(amp_extent(16), simple, 2.0f, f1, f1, f1))' "$good"
refuse 'no argument at all' \
    'HOST(parallel_for_each(amp_extent(16), simple))' "$good"
refuse 'arguments in another order' \
    'HOST(parallel_for_each(amp_extent(16), simple, f1, 2.0f, f1))' "$good"
refuse 'a kernel that is not there' \
    'HOST(parallel_for_each(amp_extent(16), simpel, 2.0f, f1, f1))' "$good"
refuse 'a number for a struct' \
    'HOST(parallel_for_each(amp_extent(16), with_struct, 3, f1))' \
    'static const pair p = { 1, 2 };
     HOST(parallel_for_each(amp_extent(16), with_struct, p, f1))'
refuse 'a tiled domain for a simple kernel' \
    'HOST(parallel_for_each(amp_tile(amp_extent(16), 4), simple, 2.0f, f1, f1))' "$good"
refuse 'a number for a domain' \
    'HOST(parallel_for_each(16, simple, 2.0f, f1, f1))' "$good"
refuse 'an index for a domain' \
    'HOST(parallel_for_each(amp_index(16), simple, 2.0f, f1, f1))' "$good"
refuse 'a domain without tiles for a tiled kernel' \
    'HOST(parallel_for_each(amp_extent(4, 4), tiled, f2))' \
    'HOST(parallel_for_each(amp_tile(amp_extent(4, 4), 2, 2), tiled, f2))'
refuse 'a domain without tiles for a phased kernel' \
    'HOST(parallel_for_each(amp_extent(4, 4), phased, f2))' \
    'HOST(parallel_for_each(amp_tile(amp_extent(4, 4), 2, 2), phased, f2))'

refuse 'at with an index too few' \
    'AMP_KERNEL(k, 2, inout(int, 2, v)) { at(v, idx[0]) = idx[1]; }' \
    'AMP_KERNEL(k, 2, inout(int, 2, v)) { at(v, idx[0], 0) = idx[1]; }'
refuse 'at with an index too many' \
    'AMP_KERNEL(k, 2, inout(int, 2, v)) { at(v, idx[0], 0, 0) = idx[1]; }' \
    'AMP_KERNEL(k, 2, inout(int, 2, v)) { at(v, idx[0], 0) = idx[1]; }'
refuse 'at with two indices on rank 1' \
    'AMP_KERNEL(k, 1, inout(int, 1, v)) { at(v, 0, idx[0]) = 1; }' \
    'AMP_KERNEL(k, 1, inout(int, 1, v)) { at(v, idx[0]) = 1; }'
refuse 'at on a value' \
    'AMP_KERNEL(k, 1, inout(int, 1, v), value(int, w)) { at(v, idx[0]) = at(w, 0); }' \
    'AMP_KERNEL(k, 1, inout(int, 1, v), value(int, w)) { at(v, idx[0]) = w; }'
refuse 'writing an in view' \
    'AMP_KERNEL(k, 1, in(int, 1, v)) { at(v, idx[0]) = 1; }' \
    'AMP_KERNEL(k, 1, out(int, 1, v)) { at(v, idx[0]) = 1; }'
refuse 'writing an in view through an index' \
    'AMP_KERNEL(k, 1, in(int, 1, v)) { at_index(v, idx) += 1; }' \
    'AMP_KERNEL(k, 1, inout(int, 1, v)) { at_index(v, idx) += 1; }'
refuse 'writing a member of an in view' \
    'AMP_TILED_KERNEL(k, (4), in(pair, 1, v)) { at_index(v, tidx.global).a = 1; }' \
    'AMP_TILED_KERNEL(k, (4), inout(pair, 1, v)) { at_index(v, tidx.global).a = 1; }'
refuse 'writing the index' \
    'AMP_KERNEL(k, 1, out(int, 1, v)) { idx[0] = 3; at(v, 3) = 1; }' \
    'AMP_KERNEL(k, 1, out(int, 1, v)) { at(v, idx[0]) = 1; }'

refuse 'a barrier in a simple kernel' \
    'AMP_KERNEL(k, 1, inout(int, 1, v)) { at(v, idx[0]) = 1; tile_barrier_wait(tidx); }' \
    'AMP_TILED_KERNEL(k, (4), inout(int, 1, v))
     { at(v, tidx.global[0]) = 1; tile_barrier_wait(tidx); }'
refuse 'a barrier on idx in a simple kernel' \
    'AMP_KERNEL(k, 1, inout(int, 1, v)) { at(v, idx[0]) = 1; tile_barrier_wait(idx); }' \
    'AMP_KERNEL(k, 1, inout(int, 1, v)) { at(v, idx[0]) = 1; }'
refuse 'a barrier in a phase' \
    'AMP_PHASED_KERNEL(k, (4), inout(int, 1, v))
     { phase { at(v, tidx.global[0]) = 1; tile_barrier_wait(tidx); } }' \
    'AMP_PHASED_KERNEL(k, (4), inout(int, 1, v)) { phase { at(v, tidx.global[0]) = 1; } }'
refuse 'tile_static in a simple kernel' \
    'AMP_KERNEL(k, 1, inout(int, 1, v)) { tile_static(int, a, 4); a[0] = 1; at(v, 0) = a[0]; }' \
    'AMP_TILED_KERNEL(k, (4), inout(int, 1, v))
     { tile_static(int, a, 4); a[0] = 1; at(v, 0) = a[0]; }' tile_static_is_for_tiled_kernels
refuse 'a phase in a simple kernel' \
    'AMP_KERNEL(k, 1, inout(int, 1, v)) { phase { at(v, 0) = 1; } }' \
    'AMP_PHASED_KERNEL(k, (4), inout(int, 1, v)) { phase { at(v, 0) = 1; } }' \
    a_phase_is_for_phased_kernels
refuse 'a phase in a tiled kernel' \
    'AMP_TILED_KERNEL(k, (4), inout(int, 1, v)) { phase { at(v, 0) = 1; } }' \
    'AMP_PHASED_KERNEL(k, (4), inout(int, 1, v)) { phase { at(v, 0) = 1; } }' \
    a_phase_is_for_phased_kernels
refuse 'thread_private in a tiled kernel' \
    'AMP_TILED_KERNEL(k, (4), inout(int, 1, v))
     { thread_private(int, p); mine(p) = 1; at(v, 0) = mine(p); }' \
    'AMP_PHASED_KERNEL(k, (4), inout(int, 1, v))
     { thread_private(int, p); phase { mine(p) = 1; at(v, 0) = mine(p); } }' \
    thread_private_is_for_phased_kernels
refuse 'tidx outside a phase' \
    'AMP_PHASED_KERNEL(k, (4), inout(int, 1, v)) { at(v, tidx.global[0]) = 1; }' \
    'AMP_PHASED_KERNEL(k, (4), inout(int, 1, v)) { phase { at(v, tidx.global[0]) = 1; } }'
refuse 'mine outside a phase' \
    'AMP_PHASED_KERNEL(k, (4), inout(int, 1, v))
     { thread_private(int, p); mine(p) = 1; phase { at(v, 0) = mine(p); } }' \
    'AMP_PHASED_KERNEL(k, (4), inout(int, 1, v))
     { thread_private(int, p); phase { mine(p) = 1; at(v, 0) = mine(p); } }'

refuse 'an atomic subtraction of float' \
    'AMP_KERNEL(k, 1, inout(float, 1, v)) { (void)amp_atomic_fetch_sub(&at(v, 0), 1.0f); }' \
    'AMP_KERNEL(k, 1, inout(int, 1, v)) { (void)amp_atomic_fetch_sub(&at(v, 0), 1); }'
refuse 'an atomic compare-exchange of float' \
    'AMP_KERNEL(k, 1, inout(float, 1, v))
     { float e = 0; (void)amp_atomic_compare_exchange(&at(v, 0), &e, 1.0f); }' \
    'AMP_KERNEL(k, 1, inout(int, 1, v))
     { int e = 0; (void)amp_atomic_compare_exchange(&at(v, 0), &e, 1); }'
refuse 'an atomic add of char' \
    'AMP_KERNEL(k, 1, inout(char, 1, v)) { (void)amp_atomic_fetch_add(&at(v, 0), 1); }' \
    'AMP_KERNEL(k, 1, inout(unsigned, 1, v)) { (void)amp_atomic_fetch_add(&at(v, 0), 1u); }'
refuse 'an atomic exchange of a struct' \
    'AMP_KERNEL(k, 1, inout(pair, 1, v), value(pair, p))
     { (void)amp_atomic_exchange(&at(v, 0), p); }' \
    'AMP_KERNEL(k, 1, inout(int, 1, v), value(pair, p))
     { (void)amp_atomic_exchange(&at(v, 0), p.a); }'
refuse 'an atomic on an in view' \
    'AMP_KERNEL(k, 1, in(int, 1, v)) { (void)amp_atomic_exchange(&at(v, 0), 1); }' \
    'AMP_KERNEL(k, 1, inout(int, 1, v)) { (void)amp_atomic_exchange(&at(v, 0), 1); }'
refuse 'a parameter of rank 4' \
    'AMP_KERNEL(k, 1, inout(int, 4, v)) { (void)v; }' \
    'AMP_KERNEL(k, 1, inout(int, 3, v)) { (void)v; }' \
    the_rank_of_a_view_is_1_to_AMP_MAX_RANK
refuse 'a kernel of rank 4' \
    'AMP_KERNEL(k, 4, inout(int, 1, v)) { at(v, idx[0]) = 1; }' \
    'AMP_KERNEL(k, 3, inout(int, 1, v)) { at(v, idx[0]) = 1; }' \
    k__the_rank_of_a_kernel_is_1_to_AMP_MAX_RANK
refuse 'a view of four dimensions' \
    'HOST((amp_view(float, fs, 2, 2, 2, 2).status))' \
    'HOST((amp_view(float, fs, 2, 2, 4).status))' \
    extents_and_indices_have_1_to_AMP_MAX_RANK_dimensions
sixteen='value(int, a), value(int, b), value(int, c), value(int, d), value(int, e), value(int, f),
    value(int, g), value(int, h), value(int, i), value(int, j), value(int, k), value(int, l),
    value(int, m), value(int, n), value(int, o), inout(int, 1, v)'
refuse 'seventeen parameters' \
    "AMP_KERNEL(k, 1, $sixteen, value(int, p)) { at(v, idx[0]) = p; }" \
    "AMP_KERNEL(k, 1, $sixteen) { at(v, idx[0]) = 1; }" \
    the_kernel_has_more_parameters_than_AMP_MAX_PARAMETERS
# limit NAME VALUE: a limit that cannot be so is told by its name.
limit() {
    n=$((n + 1))
    if printf '#define %s %s\n#include "amp.h"\n' "$1" "$2" |
        $CC -std=c99 -I. -fsyntax-only -x c - 2> "$BUILD/out"; then
        echo "not ok $n - $1 of $2 compiles"
    elif grep -q "error:.*$1 " "$BUILD/out"; then
        echo "ok $n - $1 of $2"
    else
        sed 's/^/# /' "$BUILD/out"
        echo "not ok $n - $1 of $2"
    fi
}
limit AMP_MAX_RANK 9
limit AMP_MAX_PARAMETERS 33
limit AMP_MAX_TILE_THREADS 16385
limit AMP_MAX_TILE_STATIC 1048577
echo "1..$n"
