#!/bin/sh
# SPDX-License-Identifier: MIT
# The host API in C++: compiles without a warning, in two translation units,
# and works; each door, of the tree and of the files of `make single`, with each switch that it is
# for. Kernels in C++ are not promised.
cd "$(dirname "$0")/.." || exit 1
case $CC in
gcc) cxx=g++ ;;
clang) cxx=clang++ ;;
*) cxx=c++ ;;
esac
if ! command -v $cxx > /dev/null; then
    echo "ok - the host API in C++ # SKIP there is no $cxx"
    exit 0
fi
cat > "$BUILD/k.c" <<'C'
#define AMP_SHORT_NAMES
#include "amp.h"
AMP_DEVICE_BEGIN
AMP_TILED_KERNEL(add, (8), inout(int, 1, v), value(int, skip))
{
    if (tidx.global[0] != skip) { tile_barrier_wait(tidx); }
    at(v, tidx.global[0]) += 1;
}
AMP_DEVICE_END
amp_status run(amp_array_view v, int skip);
amp_status run(amp_array_view v, int skip)
{
    v.type = AMP__TYPE(int); /* C++ has no name for what is arithmetic */
    return parallel_for_each(amp_tile(v.extent, 8), add, v, skip);
}
C
cat > "$BUILD/h.cc" <<'C'
#include <cstring>
#include "amp.h"
extern "C" amp_status run(amp_array_view v, int skip);
const char *other_error();
int main()
{
    static int cells[16];
    amp_array_view v = amp_view(int, cells, 16);
    amp_extent e = amp_extent(3, 4);
    if (amp_extent_size(e) != 12 || !amp_extent_contains(e, amp_index(2, 3))) { return 1; }
    if (v.status != AMP_OK || run(v, -1) != AMP_OK || cells[15] != 1) { return 2; }
    if (amp_emu_set_engine(AMP_ENGINE_FIBERS) != AMP_OK) { return 3; }
    if (run(v, 3) != AMP_BARRIER_DIVERGED) { return 4; }
    if (std::strstr(other_error(), "kernel add") == NULL) { return 5; } /* one shared object */
    return amp_synchronize(v) != AMP_OK;
}
C
cat > "$BUILD/o.cc" <<'C'
#include "amp.h"
const char *other_error();
const char *other_error() { return amp_last_error(); }
C
# What C++ has of the algorithms: ranges, and the memory that algorithms work in.
cat > "$BUILD/a.cc" <<'C'
#include "amp_algorithms_more.h"
int main()
{
    static int cells[16];
    static char memory[4096] __attribute__((aligned(64)));
    amp_array_view v = amp_range(amp_view(int, cells, 16), 3, 7);
    if (v.status != AMP_OK || v.extent.dim[0] != 4) { return 1; }
    if (amp_storage_use(memory, sizeof(memory)) != AMP_OK) { return 2; }
    if (amp_storage_use(NULL, 0) != AMP_OK) { return 3; }
    amp_storage_release();
    return amp_on(amp_auto_selection_view(), amp_synchronize(v)) != AMP_OK;
}
C
tools/single "$BUILD/single" || exit 1
# each_door FOLDER: its doors, one by one.
each_door() {
    for door in "$1"/amp*.h; do
        case $door in
        *_check.h) switches='-DAMP_CHECK' ;;
        *_lens.h) switches='-DAMP_LENS' ;;
        *_vectors.h) switches='-DAMP_VECTORS' ;;
        *) switches= ;;
        esac
        for switch in -DNOTHING -DAMP_EXTERN $switches; do
            echo "#include \"${door##*/}\"" | $cxx -std=c++11 -Wall -Wextra -Wshadow -Werror \
                $switch -I"$1" -fopenmp -pthread -fsyntax-only -x c++ - > "$BUILD/err" 2>&1 &&
                continue
            echo "# $door $switch"
            head -5 "$BUILD/err" | sed 's/^/# /'
            return 1
        done
    done
}
for from in . "$BUILD/single"; do
    name='of the tree'
    [ "$from" = . ] || name='of make single'
    each_door "$from" || printf 'not '
    echo "ok - each door $name in C++"
    if $cxx -std=c++11 -Wall -Wextra -Werror -I"$from" -fopenmp -pthread "$BUILD/a.cc" \
        -o "$BUILD/a" 2> "$BUILD/err" && "$BUILD/a"
    then echo "ok - ranges and their memory, $name"
    else head -20 "$BUILD/err" | sed 's/^/# /'; echo "not ok - ranges and their memory, $name"
    fi
done
for std in c++11 c++17; do
    ok=1
    # shellcheck disable=SC2086
    $CC $FLAGS -O2 -c "$BUILD/k.c" -o "$BUILD/k.o" || ok=0
    for f in h o; do
        $cxx -std=$std -Wall -Wextra -Werror -I. -O2 -fopenmp -pthread -c "$BUILD/$f.cc" \
            -o "$BUILD/$f.o" 2> "$BUILD/err" || { head -20 "$BUILD/err" | sed 's/^/# /'; ok=0; }
    done
    $cxx -fopenmp -pthread "$BUILD/h.o" "$BUILD/o.o" "$BUILD/k.o" -o "$BUILD/h" || ok=0
    [ $ok = 1 ] && { timeout 60 "$BUILD/h" || { echo "# status $?"; ok=0; }; }
    [ $ok = 1 ] && echo "ok - the host API in $std" || echo "not ok - the host API in $std"
done
echo "1..6"
