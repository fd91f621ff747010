# SPDX-License-Identifier: MIT
# `make` or `make help` lists the targets: the text behind ## is a target's help. The library is
# headers only; what is built goes into build/, which `make clean` removes.
#
# To be set on the command line, as in `make test CC_LIST=gcc T=barrier`:
#   CC        the compiler of demo, examples, tools and install      (cc)
#   CFLAGS    its options, beside those that are needed              (-O2 -g)
#   PREFIX    where install puts things; DESTDIR in front of it      (/usr/local)
#   T         words: only tests whose path holds one of them         (all)
#   CC_LIST, ENGINES, JOBS, ALL, FAILED   of tests/suite.py, whose head explains them
#   SECONDS   how long fuzz, fuzz_kernels and fuzz_algorithms look   (600)
#   BENCH     arguments of the script behind a bench target
CC ?= cc
CFLAGS ?= -O2 -g
PREFIX ?= /usr/local
SECONDS = 600
HEADERS = $(wildcard amp*.h amp/*.h amp/*/*.h)

# What every test is compiled with. Of these a program needs -fopenmp and -pthread alone.
FLAGS = -std=c99 -DNDEBUG -pedantic -Wall -Wextra -Wshadow -Wconversion -Wstrict-prototypes \
        -Werror -fopenmp -pthread -I. -Itests -DAMP_ASSERTS

# What `make setup` installs, by Debian's names; the last line is for WebAssembly. (npm, which
# `make playground` needs, comes with nodejs where that is not Debian's, and is refused beside it.)
PACKAGES = gcc g++ gcc-11 clang libomp-dev make meson ninja-build ccache valgrind gdb oclgrind \
           pocl-opencl-icd mesa-opencl-icd ocl-icd-opencl-dev opencl-headers \
           libopenblas-dev libboost-dev libthrust-dev libtbb-dev python3 jq \
           chromium-headless-shell musl-tools python3-sphinx python3-myst-parser cmake pkg-config \
           clangd clang-tidy clang-format openmpi-bin libopenmpi-dev patch \
           lld wasi-libc libclang-rt-14-dev-wasm32 binaryen nodejs

help: ## list the targets
	@grep -E '^[a-z_]+:.*## ' Makefile | sed 's/:.*## /\t/'

# ---- tests ------------------------------------------------------------------

setup: ## install what the tests and benchmarks need (Debian, Ubuntu)
	@sh tests/setup $(PACKAGES)

setup_foreign: ## what tests of other systems need: cross compilers, qemu, wine
	@sh tests/setup gcc-aarch64-linux-gnu libc6-dev-arm64-cross gcc-s390x-linux-gnu \
	    libc6-dev-s390x-cross qemu-user gcc-mingw-w64-x86-64-posix wine wine64

test: ## build and run tests and examples: gcc and clang, every engine; FAILED=1: what failed
	@tests/suite.py $(T)
	@$(if $(ALL),$(if $(T)$(CC_LIST)$(ENGINES)$(SANITIZE)$(OPENCL)$(VECTORS)$(FAILED),, \
	    tools/dist passed))

quick: ## the core with one compiler, in a minute: before a commit
	@QUICK=1 tests/suite.py $(T)

test_times: ## the tests, which write down how long each takes: tests/times
	@TIMES=1 tests/suite.py $(T)

vectors: ## the tests with tiled kernels as vectors (docs/vectors.md)
	@VECTORS=1 tests/suite.py $(T)

asan: ## the tests under the address sanitizer
	@SANITIZE=address tests/suite.py $(T)

tsan: ## the tests under the thread sanitizer
	@SANITIZE=thread tests/suite.py $(T)

ubsan: ## the tests under the undefined behaviour sanitizer
	@SANITIZE=undefined tests/suite.py $(T)

coverage: ## what of the library the tests run, lines and branches by folder (gcov): an hour
	@nice tools/coverage $(T)

fuzz: ## look for host calls that the library gets wrong, for SECONDS=600
	@sh tests/fuzz/run $(SECONDS)

fuzz_kernels: ## random kernels against a serial reference, for SECONDS=600
	@nice tests/random_kernels/run fuzz $(SECONDS)

fuzz_algorithms: ## random calls of the algorithms against serial loops, for SECONDS=600
	@mkdir -p build
	@$(CC) $(FLAGS) $(CFLAGS) tests/test_algorithms_random.c -o build/fuzz_algorithms -lm
	@echo "each of 6 tests for 1/6 of $(SECONDS) s; AMP_SEED=$${AMP_SEED:=$$(date +%s)}"; \
	    AMP_SEED=$$AMP_SEED AMP_SECONDS=$$(($(SECONDS) / 6)) TEST_TIMEOUT_SCALE=$(SECONDS) \
	    nice build/fuzz_algorithms

labelled: ## the labelled kernels at every level, in three orders, the slow ones too: minutes
	@rm -rf build/labelled
	@LABELLED=all nice sh tests/check_labelled.sh 'gcc clang' 'O0 O1 O2' 'forward reverse random:7'

docs: ## one site of all pages, with a search, in build/site: open build/site/index.html
	@tools/settings write
	@tools/reference write
	@tools/site

playground: ## GPU tiling in a browser, static files in build/playground; make playground serve
	@node playground/build.mjs

serve: ## build/playground to this machine alone, to try it: http://127.0.0.1:8000 (PORT=)
	@node playground/serve.mjs build/playground $(or $(PORT),8000)

lint: ## form of the sources, foreign names, headers that stand alone
	@CC='$(CC)' sh tests/lint

# ---- demo and examples ------------------------------------------------------

demo: ## a tour in the terminal: tiles, transpose, matrix multiplication, vectors, the lens
	@exec env CC='$(CC)' tools/demo

examples: $(patsubst %.c,build/%,$(wildcard examples/*.c)) ## build the examples into build/examples

build/examples/%: examples/%.c $(HEADERS)
	@mkdir -p build/examples
	@echo $<
	@$(CC) $(CFLAGS) -fopenmp -I. $< -o $@ -lm -pthread

# Under the checker the compiler announces every access: tools/ampcc knows how. exit=1: a program in
# which the checker finds something does not end with 0.
AMPCC = CC='$(CC)' tools/ampcc
check_demo: ## the examples that show how not to, under the kernel checker
	@for example in how_not_to_race how_not_to_serial; do \
	    echo "== $$example"; \
	    $(MAKE) -s check FILE=examples/$$example.c 2>&1; echo "exit status $$?"; \
	done

# The library's code compiled once, for programs with AMP_EXTERN. In a folder named after the
# compiler, since two may build at the same time.
LIBAMP = build/library-$(notdir $(firstword $(CC)))
$(LIBAMP)/libamp.a: tools/libamp.c $(HEADERS)
	@mkdir -p $(LIBAMP)
	@$(CC) -std=c99 $(CFLAGS) -fPIC -fopenmp -pthread -I. -c tools/libamp.c -o $(LIBAMP)/libamp.o
	@rm -f $@
	@$(AR) rcs $@ $(LIBAMP)/libamp.o

$(LIBAMP)/amp_vectors: tools/amp_vectors.c tools/preprocess.h $(HEADERS)
	@mkdir -p $(LIBAMP)
	@$(CC) $(CFLAGS) -std=c99 -I. $< -o $@ -lm -pthread

check_library: ## the checker compiled once, for files with -DAMP_EXTERN: where it lies
	@$(AMPCC) --check --library

check: ## FILE=program.c, or the examples, under the kernel checker; fails where it finds something
	@mkdir -p build
	@failed=0; \
	for file in $(or $(FILE),$(filter-out %/how_not_to_race.c,$(wildcard examples/*.c))); do \
	    program=build/check-$$(basename $$file .c); \
	    $(AMPCC) --check -std=c99 $$file -o $$program || exit 2; \
	    AMP_CHECK_OPTIONS=exit=1 ./$$program || failed=1; \
	done; \
	exit $$failed

# The sizes are such that a GPU would take longer for most kernels than for launching them.
# LENS_PAGES: where the pages go; LENS_EXAMPLES: of which examples. docs/lens/ holds a sample, made
# by `make lens LENS_PAGES=docs/lens LENS_EXAMPLES=nbody`.
LENS_PAGES ?= build/lens
# Of several programs the folder has an index, too.
LENS_TO = html:$(LENS_PAGES)/$(if $(word 2,$(LENS_EXAMPLES)),,$(LENS_EXAMPLES).html)
LENS_EXAMPLES ?= transpose_five reduce_ladder transpose_diagonal matmul_steps nbody
lens: ## what the examples would do to a GPU's memory, as pages: build/lens/
	@mkdir -p build/lens_programs $(LENS_PAGES)
	@for example in $(LENS_EXAMPLES); do \
	    $(AMPCC) --lens -std=c99 examples/$$example.c -o build/lens_programs/$$example || exit 1; \
	    model=generic size=; \
	    case $$example in transpose_diagonal) model=tesla-c1060 ;; matmul_steps) size=512 ;; \
	        nbody) size=8192 ;; reduce_ladder) size=3000000 ;; esac; \
	    AMP_LENS=$(LENS_TO) AMP_LENS_OPTIONS=model=$$model \
	        build/lens_programs/$$example $$size > build/lens.log || { cat build/lens.log; exit 1; }; \
	    echo $(LENS_PAGES)/$$example.html; \
	done
	@$(AMPCC) --lens -std=c99 examples/partitions_lens.c -o build/lens_programs/partitions
	@build/lens_programs/partitions $(LENS_PAGES)/partitions.svg > build/lens.log || \
	    { cat build/lens.log; exit 1; }
	@echo $(LENS_PAGES)/partitions.svg

# ---- lessons ----------------------------------------------------------------

lesson: ## N=1: judges the tasks of lesson 1; E=2: that one; HINT=1: a hint; RUN=program
	@CC='$(CC)' lessons/run $(N) $(if $(E),--task $(E)) $(if $(HINT),--hint) \
	    $(if $(RUN),--run $(RUN)) || [ $$? -eq 1 ] # a task that is open is no error of make's

lessons: ## the twelve lessons, and which of their tasks are done
	@lessons/run --list

lesson_pictures: ## the lessons' pictures, anew, from what the lens sees; N=8: of one
	@for n in $(or $(N),1 2 3 4 5 6 7 8 9 10 11 12); do \
	    CC='$(CC)' lessons/run $$n --pictures || exit 1; done

# ---- measurements: each takes minutes ---------------------------------------

oclgrind_table: ## the labelled kernels against oclgrind: writes docs/oclgrind.md
	@tools/oclgrind_table

bench: ## time the workloads against OpenCL, OpenMP and the machine's limits
	@bench/run $(BENCH)

bench_busy: ## what workers cost where other programs need the processors: minutes
	@bench/busy.sh $(BENCH)

bench_compile: ## what a file that includes amp.h costs the compiler: minutes
	@bench/compile_time.sh $(BENCH)

bench_real: ## real programs as vectors, on fibers and OpenCL, beside OpenMP by hand
	@bench/run --real $(BENCH)

bench_samples: ## kernels as vendors' samples have them, beside loops by hand
	@bench/run --samples $(BENCH)

bench_transpose: ## the transposes by size, 32 to 8192: table and curves; minutes
	@bench/transpose.sh $(BENCH)

bench_oclgrind: ## time the kernel checker against oclgrind --data-races: minutes
	@bench/check_oclgrind.sh $(BENCH)

# ---- to take the library ----------------------------------------------------

tools: ## build/amp_vectors: tiled kernels ahead of time; build/amp_regions: what OpenCL refuses
	@mkdir -p build
	@for tool in amp_vectors amp_regions; do \
	    $(CC) $(CFLAGS) -std=c99 -I. tools/$$tool.c -o build/$$tool -lm -pthread || exit 1; \
	    echo build/$$tool; \
	done

compile_commands: ## build/compile_commands.json, for clangd and clang-tidy (docs/editors.md)
	@mkdir -p build
	@words=$$(CC=clang tools/ampcc --cflags | sed 's/"/\\&/g'); \
	for file in $(wildcard examples/*.c tests/test_*.c tests/programs/*.c tools/*.c); do \
	    printf '{"directory": "%s", "file": "%s", "command": "clang -std=c99 %s -Itests -c %s"}\n' \
	        '$(CURDIR)' $$file "$$words" $$file; \
	done | sed '1s/^/[/; $$!s/$$/,/; $$s/$$/]/' > build/compile_commands.json

single: ## the library as a few files to copy: build/single/amp.h and those beside it
	@tools/single build/single
	@ls build/single/*.h

# #include <amp/amp.h> works after it, and `pkg-config --cflags amp`.
install: $(LIBAMP)/libamp.a $(LIBAMP)/amp_vectors ## headers, libamp.a, ampcc and all below PREFIX
	@DESTDIR='$(DESTDIR)' PREFIX='$(PREFIX)' CC='$(CC)' tools/install $^

uninstall: ## remove from below $(DESTDIR)$(PREFIX) what install put there, and no more
	@DESTDIR='$(DESTDIR)' PREFIX='$(PREFIX)' tools/install remove

dist: ## a release of this commit, which has passed ALL=1: build/dist (docs/versions.md)
	@tools/dist

clean: ## remove what was built
	rm -rf build

# For scripts that compile as the tests do.
flags:
	@echo '$(FLAGS)'

.PHONY: help setup setup_foreign test quick test_times vectors asan tsan ubsan coverage fuzz \
        fuzz_kernels fuzz_algorithms labelled docs playground serve lint demo examples \
        check_demo check check_library lens lesson lessons lesson_pictures oclgrind_table bench \
        bench_busy bench_compile bench_real bench_samples bench_transpose bench_oclgrind tools \
        compile_commands single install uninstall dist clean flags
