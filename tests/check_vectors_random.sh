#!/bin/sh
# SPDX-License-Identifier: MIT
# run: turn=compiler,5/6
# Random kernels as vectors, which must do what they do on fibers or loops; and texts that are
# spoiled, which the engine refuses or reads, under sanitizers.
# AMP_VECTORS_SEEDS: seeds of programs of 15 kernels, tiled ones but for each third seed, which has
# simple and phased ones; ALL=1 takes those of both compilers, and 25 kernels. Kernels are compiled
# at -O1, where their loops are vectors all the same, since `omp simd` asks for that: clang's -O3
# takes three times as long. ALL=1 takes -O3, which users have. What is spoiled is the library's to
# read, whatever compiler it has: tried with gcc, and under ALL=1.
. "${0%/*}/lib.sh"
. tests/vectors/lib.sh
case ${ALL:+all}$family in
all*) : "${AMP_VECTORS_SEEDS:=2 4 5 6 8 9}" ;;
gcc) : "${AMP_VECTORS_SEEDS:=5 9}" ;;
*) : "${AMP_VECTORS_SEEDS:=8 6}" ;;
esac
level=-O1 kernels=15 times=60
[ -z "${ALL:-}" ] || level=-O3 kernels=25 times=100

vectors_library
program kernels -std=c99 -O1 tests/vectors/kernels.c
tell $? 'the maker of random kernels builds'
case ${ALL:+all}$family in
all* | gcc)
    program mutants -std=c99 -O1 -g1 -fsanitize=address,undefined -fno-sanitize-recover=all \
        -pthread -I. tests/vectors/mutants.c ||
        skip 'texts that are spoiled' "$CC has not these sanitizers" ;;
esac
for seed in $AMP_VECTORS_SEEDS; do
    what=$([ $((seed % 3)) -ne 0 ] || echo other)
    "$BUILD/kernels" "$seed" $kernels $what > "$BUILD/random.c"
    program random -std=c99 -O0 -DNDEBUG -DAMP_VECTORS -DAMP_EXTERN -DAMP_ASSERTS -pthread -I. \
        "-DAMP_VECTORS_OPTIONS=\"$level\"" "$BUILD/random.c" "$BUILD/code.o" -fopenmp &&
        run fresh random
    tell $? "$kernels random kernels, seed $seed, are as on fibers"
    [ "$(grep -c 'runs as vectors' "$BUILD/err")" -ge $((kernels * 4 / 5)) ]
    tell $? "at least $((kernels * 4 / 5)) of them ran as vectors"
    [ -x "$BUILD/mutants" ] || continue
    "$BUILD/kernels" "$seed" 6 $what > "$BUILD/random.c"
    for file in "$BUILD/random.c" tests/test_vectors.c; do # the other one is four times as long
        spoiled=$times
        [ "${ALL:-}$file" != tests/test_vectors.c ] || spoiled=20
        "$BUILD/mutants" "$seed" $spoiled < "$file" > "$BUILD/out" 2> "$BUILD/err"
        tell $? "texts that are spoiled, seed $seed: ${file##*/}"
    done
done
finish
