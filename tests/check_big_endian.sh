#!/bin/sh
# SPDX-License-Identifier: MIT
# run: cc=gcc turn=1/6
# The other byte order: the core's tests, algorithms, a race under the checker and kernels as
# vectors on s390x, which is big-endian and has no switch of fibers of its own, under qemu, where a
# cross compiler and qemu are there (make setup_foreign).
. "${0%/*}/lib.sh"
CC=s390x-linux-gnu-gcc limit=50 tree=$PWD
if ! has_command $CC || ! has_command qemu-s390x; then
    skip 's390x, big-endian' "there is no $CC, or no qemu-s390x" && finish
fi
export TEST_TIMEOUT_SCALE=6 QEMU_LD_PREFIX=/usr/s390x-linux-gnu
warnings=$(echo "$FLAGS" | sed 's/-fopenmp//')
echo '#if __BYTE_ORDER__ != __ORDER_BIG_ENDIAN__' > "$BUILD/order.c"
printf '#error "little"\n#endif\nint order;\n' >> "$BUILD/order.c"
try 'its byte order is the other one' $CC -c "$BUILD/order.c" -o "$BUILD/order.o"
# shellcheck disable=SC2086
core core $warnings -O1
tell $? 'the library builds without a warning'
for test in engines divergence views_api copy structs values graphics; do
    # shellcheck disable=SC2086
    program "$test" $warnings -O1 -DAMP_EXTERN tests/test_$test.c "$BUILD/core.o"
    expect "s390x: test_$test" 0 "qemu-s390x $BUILD/$test" '~^ok '
    rm -f "$BUILD/$test"
done
# A radix sort reads keys digit by digit.
# shellcheck disable=SC2086
program sort $warnings -O1 tests/test_algorithms_sort.c
expect 's390x: test_algorithms_sort' 0 "qemu-s390x $BUILD/sort" '~^ok '
program checked -std=gnu99 -w -O1 -g1 -pthread -I. -DAMP_CHECK -fsanitize=thread $programs/ci.c
expect 's390x: the checker finds a race' - "qemu-s390x $BUILD/checked races" global-race
mkdir -p "$BUILD/vectors" && cp tests/programs/install/* "$BUILD/vectors" && cd "$BUILD/vectors" &&
    try 'kernels as vectors are made here for it' env CC=$CC "$tree/tools/ampcc" --vectors -O1 \
        main.c kernels.c sum.c -o program
cd "$tree" || exit 1
AMP_LOG=1 expect 's390x: and run there' 0 "qemu-s390x $BUILD/vectors/program" 'turned, and 42' \
    'turned runs as vectors, made ahead of time'
finish
