#!/bin/sh
# SPDX-License-Identifier: MIT
# What a kernel costs in WebAssembly, under node, beside one core of this machine: bench/wasm.c.
set -eu
cd "${0%/*}/.."
mkdir -p build
cc -O2 -std=gnu99 -I. bench/wasm.c -o build/bench_wasm -lm -pthread
wasm/cc -O2 -std=gnu99 bench/wasm.c -o build/bench_wasm.wasm
wasm/cc -O2 -msimd128 -std=gnu99 bench/wasm.c -o build/bench_wasm_simd.wasm
printf 'this machine:         ' && AMP_WORKERS=1 AMP_ENGINE=fibers build/bench_wasm
printf 'loops for phases:     ' && AMP_WORKERS=1 build/bench_wasm
printf 'WebAssembly:          ' && wasm/run.mjs build/bench_wasm.wasm
printf 'WebAssembly, -msimd128: ' && wasm/run.mjs build/bench_wasm_simd.wasm
