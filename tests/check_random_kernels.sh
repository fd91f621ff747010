#!/bin/sh
# SPDX-License-Identifier: MIT
# run: parts=4
# Random kernels of fixed seeds, and those that once failed, against a serial reference. TAP.
# `make fuzz_kernels SECONDS=600` tries new ones: tests/random_kernels/run says how.
set -u
cd "$(dirname "$0")/.." || exit 1
: "${CC:=cc}"
exec sh tests/random_kernels/run ci "$CC"
