# `make help` lists the targets.
CC ?= gcc
CFLAGS ?= -O2 -g
FLAGS = -std=c99 -pedantic -Wall -Wextra -Wshadow -Wconversion -Wstrict-prototypes \
        -Werror -fopenmp -pthread -I.

help: ## list the targets
	@grep -E '^[a-z_]+:.*## ' Makefile | sed 's/:.*## /\t/'

setup: ## install what the tests need (Debian)
	@command -v clang >/dev/null || { apt-get update -qq && apt-get install -y -qq clang libomp-dev; }

test: ## build and run the tests on every engine, with gcc and clang
	@sh tests/run

bench: ## time the workloads against OpenCL, OpenMP and the machine's limits
	@bench/run $(BENCH)

clean: ## remove what was built
	rm -rf build

.PHONY: help setup test bench clean
