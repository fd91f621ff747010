# SPDX-License-Identifier: MIT
# `make help` lists the targets. CC, CFLAGS and CC_LIST may be set.
CC ?= cc
PREFIX ?= /usr/local
VERSION = $(shell sed -n 's/^.define AMP_VERSION "\(.*\)"/\1/p' amp/config.h)
CFLAGS ?= -O2 -g
FLAGS = -std=c99 -pedantic -Wall -Wextra -Wshadow -Wconversion -Wstrict-prototypes \
        -Werror -fopenmp -pthread -I. -Itests -DAMP_ASSERTS
PACKAGES = gcc g++ clang libomp-dev make valgrind gdb oclgrind pocl-opencl-icd \
           ocl-icd-opencl-dev opencl-headers libopenblas-dev libboost-dev

help: ## list the targets
	@grep -E '^[a-z_]+:.*## ' Makefile | sed 's/:.*## /\t/'

setup: ## install what the tests and benchmarks need (Debian, Ubuntu)
	@sh tests/setup $(PACKAGES)

test: ## build and run tests and examples: gcc and clang, every engine
	@FLAGS='$(FLAGS)' sh tests/run $(T)

vectors: ## the tests with tiled kernels as vectors (docs/vectors.md)
	@VECTORS=1 FLAGS='$(FLAGS)' sh tests/run $(T)

asan: ## the tests under the address sanitizer
	@SANITIZE=address TEST_TIMEOUT_SCALE=5 FLAGS='$(FLAGS)' sh tests/run $(T)

tsan: ## the tests under the thread sanitizer
	@SANITIZE=thread TEST_TIMEOUT_SCALE=10 FLAGS='$(FLAGS)' sh tests/run $(T)

ubsan: ## the tests under the undefined behaviour sanitizer
	@SANITIZE=undefined TEST_TIMEOUT_SCALE=5 FLAGS='$(FLAGS)' sh tests/run $(T)

lint: ## form of the sources, foreign names, headers that stand alone
	@CC='$(CC)' sh tests/lint

# OpenMP is tried on an empty program, so that what does not compile shows its errors.
demo: ## a tour in the terminal: tiles, transpose, matrix multiplication
	@mkdir -p build
	@echo 'int main(void) { return 0; }' > build/empty.c
	@if $(CC) -fopenmp build/empty.c -o build/empty 2> /dev/null; then openmp=-fopenmp; \
	 else openmp=; echo 'without OpenMP: one core'; fi; \
	 $(CC) -O2 $$openmp -I. examples/demo.c -o build/demo -lm -pthread && ./build/demo

examples: ## build the examples into build/examples
	@mkdir -p build/examples
	@for f in examples/*.c; do echo "$$f"; \
	 $(CC) $(CFLAGS) -fopenmp -I. $$f -o build/examples/$$(basename $$f .c) -lm -pthread || exit 1; \
	done

# clang announces the read of `x += 1` to the checker only when asked to.
CHECK = -DAMP_CHECK -fsanitize=thread $(if $(findstring clang,$(shell $(CC) --version)), \
        -mllvm -tsan-compound-read-before-write=1)
check_demo: ## the examples that show how not to, under the kernel checker
	@mkdir -p build
	@for b in how_not_to_race how_not_to_serial; do echo "== $$b"; \
	 $(CC) -std=c99 -O1 -g -fopenmp -I. $(CHECK) -c examples/$$b.c -o build/$$b.o && \
	 $(CC) build/$$b.o -fopenmp -pthread -lm -o build/$$b || exit 1; \
	 build/$$b || true; done # what it finds is what it shows

lint_demo: check_demo

oclgrind_table: ## the labelled kernels against oclgrind: writes docs/oclgrind.md
	@tools/oclgrind_table

bench: ## time the workloads against OpenCL, OpenMP and the machine's limits
	@bench/run $(BENCH)

bench_compile: ## what a file that includes amp.h costs the compiler: minutes
	@bench/compile_time.sh $(BENCH)

bench_oclgrind: ## time the kernel checker against oclgrind --data-races: minutes
	@bench/check_oclgrind.sh $(BENCH)

tools: ## build/amp_vectors: tiled kernels as vector loops, ahead of time
	@mkdir -p build
	@$(CC) $(CFLAGS) -std=c99 -I. tools/amp_vectors.c -o build/amp_vectors -lm -pthread
	@echo build/amp_vectors

single: ## the whole library as one header: build/single/amp.h
	@tools/single build/single/amp.h
	@echo build/single/amp.h

# A folder a compiler: two may be at work.
LIBAMP = build/$(notdir $(firstword $(CC)))
$(LIBAMP)/libamp.a: $(wildcard amp*.h) $(shell find amp -name '*.h') tools/libamp.c
	@mkdir -p $(LIBAMP)
	@$(CC) -std=c99 $(CFLAGS) -fPIC -fopenmp -pthread -I. -c tools/libamp.c -o $(LIBAMP)/libamp.o
	@rm -f $@ && $(AR) rcs $@ $(LIBAMP)/libamp.o

install: $(LIBAMP)/libamp.a ## copy headers, libamp.a and pkg-config files below $(DESTDIR)$(PREFIX)
	@for f in amp*.h $$(find amp -name '*.h'); do \
	 install -D -m 644 $$f $(DESTDIR)$(PREFIX)/include/amp/$$f || exit 1; done
	@install -D -m 644 $(LIBAMP)/libamp.a $(DESTDIR)$(PREFIX)/lib/libamp.a
	@install -d $(DESTDIR)$(PREFIX)/share/pkgconfig
	@for f in amp amp-static; do \
	 sed 's,@PREFIX@,$(PREFIX),; s,@VERSION@,$(VERSION),' tools/$$f.pc.in \
	  > $(DESTDIR)$(PREFIX)/share/pkgconfig/$$f.pc || exit 1; done

clean: ## remove what was built
	rm -rf build

flags:
	@echo '$(FLAGS)'

.PHONY: help setup test vectors asan tsan ubsan lint check_demo lint_demo demo examples \
        oclgrind_table \
        bench bench_compile bench_oclgrind single tools install clean flags
