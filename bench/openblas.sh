# SPDX-License-Identifier: MIT
# shellcheck shell=sh disable=SC2034
# To be sourced: blas, the options of a program that calls OpenBLAS, empty with a line on standard
# error where it is not installed; and OPENBLAS_CORETYPE, which is exported. $first: a compiler.
blas=''
if echo '#include <cblas.h>
int main(void) { return 0; }' | "$first" -x c - -o "$dir/probe" -lopenblas 2> /dev/null; then
    blas="-DBENCH_BLAS -lopenblas"
else
    echo "bench: SKIP OpenBLAS: not installed" >&2
fi
# OpenBLAS takes a virtual CPU that it does not know for a Prescott.
if [ -n "$blas" ] && [ -z "${OPENBLAS_CORETYPE:-}" ]; then
    case " $(sed -n 's/^flags[^:]*://p' /proc/cpuinfo 2> /dev/null | sed -n 1p) " in
    *" avx512vl "*) OPENBLAS_CORETYPE=SkylakeX ;;
    *" avx2 "*" fma "* | *" fma "*" avx2 "*) OPENBLAS_CORETYPE=Haswell ;;
    esac
fi
[ -z "${OPENBLAS_CORETYPE:-}" ] || export OPENBLAS_CORETYPE
